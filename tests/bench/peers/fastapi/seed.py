"""Fills the database with games, and writes a list of them in the format of `broadside-bench seed`.

Usage: PEER_DATABASE=FILE python seed.py GAMES LIST
"""

import json
import random
import secrets
import sys
from hashlib import sha256
from pathlib import Path

from models import Base, Game, Seat, Session, engine

SHIPS = [5, 4, 3, 3, 2]


def place_fleet() -> list[list[str]]:
    taken, fleet = set(), []
    for length in SHIPS:
        while True:
            along, beside = random.randrange(11 - length), random.randrange(10)
            line = [(along + n, beside) for n in range(length)]
            if random.random() < 0.5:
                line = [(row, column) for column, row in line]
            if taken.isdisjoint(line):
                break
        taken.update(line)
        fleet.append([f"{'ABCDEFGHIJ'[column]}{row + 1}" for column, row in line])
    return fleet


def main() -> None:
    count, listed = int(sys.argv[1]), Path(sys.argv[2])
    Base.metadata.create_all(engine)
    with Session() as session, listed.open("w") as lines:
        for _ in range(count):
            game = Game(id=secrets.token_urlsafe(12))
            tokens = [secrets.token_urlsafe(24) for _ in range(2)]
            session.add(game)
            for number, token in enumerate(tokens, 1):
                token_hash = sha256(token.encode()).hexdigest()
                fleet = place_fleet()
                session.add(Seat(game=game, number=number, token_hash=token_hash, fleet=fleet, cells_afloat=sum(SHIPS)))
            lines.write(json.dumps({"id": game.id, "tokens": tokens}) + "\n")
        session.commit()


main()
