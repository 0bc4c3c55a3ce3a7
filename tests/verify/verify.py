#!/usr/bin/env python3
"""Checks the record of a finished Broadside game: python3 verify.py RECORD.json

This is a second implementation of docs/fairness.md, docs/matrices.md and docs/maps.md, which shares no code with the
server. It needs Python 3.9 or newer, the standard library, and this repository, which contains the ten game-matrices.
It prints a line for each check. The exit status is 0 if all checks passed, 1 if one failed, and 2 if the file is not a
record.

This file checks the common part of records. recipe.py contains the hashes and the draws, and a file in rulesets/ for
each ruleset replays its games.
"""

import argparse
import importlib
import pathlib
import re
import sys

from reading import FORMAT, NoRecord, Wrong, instant, read, require, same, shaped
from recipe import Chance, canonical, sha256

# The object that a ruleset creates from the settings of a game has these members: EVENTS, the fields of its own events;
# seats; first, the first player, or None if rolled; placement, which reads one; drawn, which checks the drawn part of
# one; and game, which replays events and returns the outcome. A ruleset whose play does not begin with the last
# placement has BEGINS, the type of the event that begins it, and begun, which checks that event. A ruleset that rolls
# other dice for the first player has contest.
FILES = sorted((pathlib.Path(__file__).resolve().parent / "rulesets").glob("*.py"))
RULESETS = {file.stem: importlib.import_module(f"rulesets.{file.stem}").Rules for file in FILES}

# The record

RECORD = {
    "format": str,
    "game": str,
    "ruleset": str,
    "options": dict,
    "seed_commitment": str,
    "revealed": dict,
    "seat_seeds": list,
    "outcome": dict,
    "events": list,
    "digest": str,
}
EVENT = {"seq": int, "at": str, "ruleset": str, "type": str, "schema": int, "drawn": int, "body": dict}
GAME = {
    "joined": {"seat": int},
    "left": {"seat": int},
    "placed": {"seat": int, "placement": dict, "random": bool, "seed": None, "again": bool},
    "began": {"seat_seeds": list, "placement_commitments": list},
    "resigned": {"seat": int},
    "draw_offered": {"seat": int},
    "draw_accepted": {"seat": int},
    "draw_declined": {"seat": int},
    "timed_out": {"seats": list},
    "finished": {"outcome": dict},
    "revealed": {"server_seed": str, "seats": list},
}

BOT = {"level": str, "version": int}
LEVELS = ("random", "casual", "strong")


class Verifier:
    """The checks of one record, each a method; later checks use the results of earlier ones."""

    def __init__(self, record):
        self.record = record

    # In the order in which they run: the printed name, and the method.
    CHECKS = (
        ("form", "form"),
        ("digest", "digest"),
        ("seed commitment", "seed_commitment"),
        ("salts", "salts"),
        ("drawn settings", "drawn_settings"),
        ("placements", "placements"),
        ("placement commitments", "placement_commitments"),
        ("opening", "opening"),
        ("seat seeds", "seat_seeds"),
        ("drawn placements", "drawn_placements"),
        ("who begins", "who_begins"),
        ("play", "play"),
        ("draws counted", "draws_counted"),
        ("outcome", "outcome"),
        ("revelation", "revelation"),
    )

    def form(self):
        """Checks that everything is there and has its type, and that nothing else is there."""
        shaped(self.record, RECORD, "the record")
        same(self.record["format"], FORMAT, "format")
        name = self.record["ruleset"]
        require(name in RULESETS, f"{name!r} is no ruleset that is known here")
        self.rules = RULESETS[name](self.record["options"])
        self.seats = self.rules.seats
        known = {"game": GAME, name: self.rules.EVENTS}
        before = None
        for number, event in enumerate(self.record["events"], 1):
            what = f"event {number}"
            shaped(event, EVENT, what)
            same(event["seq"], number, f"{what}: seq")
            same(event["schema"], 1, f"{what}: schema")
            at = instant(event["at"])
            require(before is None or at >= before, f"{what} is earlier than the one before it")
            before = at
            types = known.get(event["ruleset"], {})
            require(event["type"] in types, f"{what} is of an unknown type")
            fields = dict(types[event["type"]])
            if event["type"] == "placed" and "asked" in event["body"]:
                fields["asked"] = dict
            if event["type"] == "joined" and "bot" in event["body"]:
                fields["bot"] = dict
                shaped(event["body"]["bot"], BOT, f"the bot of {what}")
                require(event["body"]["bot"]["level"] in LEVELS, f"the level of the bot of {what}")
            shaped(event["body"], fields, what)
            if "seat" in event["body"]:
                require(event["body"]["seat"] in self.seats, f"{what} names an unknown seat")
        revealed = self.record["revealed"]
        shaped(revealed, GAME["revealed"], "revealed")
        fields = {"seat": int, "salt": str, "placement": dict, "commitment": str}
        for seat in revealed["seats"]:
            shaped(seat, fields, "a seat of revealed")
        same([seat["seat"] for seat in revealed["seats"]], self.seats, "the seats revealed")
        for seat in self.record["seat_seeds"]:
            shaped(seat, {"seat": int, "seed": str, "drawn": bool}, "a seat of seat_seeds")
        same([seat["seat"] for seat in self.record["seat_seeds"]], self.seats, "the seats of seat_seeds")
        seed = revealed["server_seed"]
        require(re.fullmatch("[0-9a-f]{64}", seed), "server_seed is not 64 hexadecimal digits")
        self.chance = Chance(bytes.fromhex(seed), self.record["game"])
        self.events = self.record["events"]

    def digest(self):
        rest = {name: value for name, value in self.record.items() if name != "digest"}
        same(self.record["digest"], sha256("record", canonical(rest)), "digest")

    def seed_commitment(self):
        same(self.record["seed_commitment"], self.chance.seed_commitment(), "seed_commitment")

    def salts(self):
        for seat in self.record["revealed"]["seats"]:
            same(seat["salt"], self.chance.salt(seat["seat"]), f"the salt of seat {seat['seat']}")

    def drawn_settings(self):
        """Checks the settings that the server has drawn."""
        if hasattr(self.rules, "drawn_settings"):
            self.rules.drawn_settings(self.chance)

    def placements(self):
        """Checks that each revealed fleet is placed legally."""
        self.placed = {
            seat["seat"]: self.rules.placement(seat["placement"], f"the placement of seat {seat['seat']}")
            for seat in self.record["revealed"]["seats"]
        }

    def placement_commitments(self):
        for seat in self.record["revealed"]["seats"]:
            number = seat["seat"]
            commitment = self.chance.placement_commitment(number, self.placed[number].sealed)
            same(seat["commitment"], commitment, f"the commitment of seat {number}")

    def opening(self):
        """Checks the events up to `began`; stores the placement and the seed of each seat."""
        self.began = self.only("began")
        seated, placed, times = set(), {}, dict.fromkeys(self.seats, 0)
        self.seeds, self.placings = {}, []
        begins = getattr(self.rules, "BEGINS", "placed")
        for event in self.events[: self.began]:
            what, body = f"event {event['seq']}", event["body"]
            seat = body.get("seat")
            if event["type"] == "joined":
                require(seat not in seated, f"{what}: the seat is taken")
                seated.add(seat)
            elif event["type"] == "left":
                require(seat in seated, f"{what}: nobody sits there")
                seated.discard(seat)
                placed.pop(seat, None)
                self.seeds.pop(seat, None)
            elif event["type"] == "placed":
                require(seat in seated, f"{what}: nobody sits there")
                held = begins != "placed"
                require(held or len(placed) < len(self.seats), f"{what}: play should have begun")
                same(body["again"], seat in placed, f"{what}: again")
                placed[seat] = self.rules.placement(body["placement"], f"the placement of {what}")
                times[seat] += 1
                self.placings.append((what, seat, times[seat], body))
                seed = body["seed"]
                good = seed is None or type(seed) is str and re.fullmatch("[ -~]{1,128}", seed)
                require(good, f"{what}: seed")
                require(seed is not None or seat not in self.seeds, f"{what}: an earlier seed is dropped")
                if seed is not None:
                    self.seeds[seat] = seed
            elif event["type"] == begins:
                same(event["seq"], self.began, f"{what}: what begins play is not right before `began`: seq")
                self.rules.begun(body, what)
            else:
                raise Wrong(f"{what}: {event['type']} before play begins")
        require(sorted(placed) == list(self.seats), "play begins before all have placed")
        same(self.events[self.began - 1]["type"], begins, "what led to `began`")
        for seat in self.seats:
            same(placed[seat].sealed, self.placed[seat].sealed, f"what seat {seat} placed last")
        body, what = self.events[self.began]["body"], f"event {self.began + 1}"
        same(body["seat_seeds"], self.record["seat_seeds"], f"{what}: body.seat_seeds")
        published = [seat["commitment"] for seat in self.record["revealed"]["seats"]]
        same(body["placement_commitments"], published, f"{what}: body.placement_commitments")

    def only(self, kind):
        """Returns the index of the only event of this type."""
        found = [n for n, event in enumerate(self.events) if event["type"] == kind]
        require(len(found) == 1, f"there are {len(found)} events `{kind}`, not one")
        return found[0]

    def seat_seeds(self):
        """Checks the seeds: a seed that was sent is used, otherwise one is drawn."""
        for listed in self.record["seat_seeds"]:
            seat = listed["seat"]
            sent = self.seeds.get(seat)
            seed = self.chance.drawn_seed(seat) if sent is None else sent
            expected = {"seat": seat, "seed": seed, "drawn": sent is None}
            same(listed, expected, f"the seed of seat {seat}")

    def drawn_placements(self):
        for what, seat, times, body in self.placings:
            self.rules.drawn(self.chance, seat, times, body, what)

    def who_begins(self):
        seeds = [seat["seed"] for seat in self.record["seat_seeds"]]
        self.battle, self.voice = (self.chance.stream(name, seeds) for name in ("battle", "voice"))
        if "first_player" not in self.rules.EVENTS:
            # The only seat has no opponent.
            self.first, self.opened = self.seats[0], self.began
            return
        self.opened = self.began + 1
        require(self.only("first_player") == self.opened, "`first_player` is not right behind `began`")
        rolls, rolling = [], list(self.seats)
        if hasattr(self.rules, "contest"):
            first, rolls = self.rules.contest(self.battle)
            rolling = [first]
        elif self.rules.first is None:
            while len(rolling) > 1:
                rolls.append([{"seat": seat, "face": self.battle.die(10)} for seat in rolling])
                highest = max(roll["face"] for roll in rolls[-1])
                rolling = [roll["seat"] for roll in rolls[-1] if roll["face"] == highest]
        else:
            rolling = [self.rules.first]
        self.first = rolling[0]
        body = {"seat": self.first, "rolls": rolls}
        same(self.events[self.began + 1]["body"], body, f"event {self.began + 2}: body")

    def play(self):
        """Replays every move; stores the outcome, its position, and the number of draws."""
        game = self.rules.game(self.placed, self.first, self.battle, self.voice)
        self.ending, self.due = None, None
        if getattr(game, "over", None) is not None:
            # The game ends before the first move.
            self.ending, self.due = self.opened, game.over
        drawn = [0] * (self.began + 1) + [self.battle.count] * (self.opened - self.began)
        for number, event in enumerate(self.events[self.opened + 1 :], self.opened + 1):
            if event["type"] not in ("finished", "revealed"):
                require(self.ending is None, f"event {event['seq']}: {event['type']} after the game has ended")
                try:
                    outcome = game.play(event["type"], event["body"])
                except Wrong as wrong:
                    raise Wrong(f"event {event['seq']}: {wrong}") from None
                if outcome is not None:
                    self.ending, self.due = number, outcome
            drawn.append(self.battle.count)
        game.conclude()
        self.drawn = drawn

    def draws_counted(self):
        for event, drawn in zip(self.events, self.drawn):
            same(event["drawn"], drawn, f"event {event['seq']}: drawn")

    def outcome(self):
        require(self.ending is not None, "nothing ended the game")
        require(self.only("finished") == self.ending + 1, "`finished` is not right behind what ended the game")
        same(self.record["outcome"], self.due, "outcome")
        same(self.events[self.ending + 1]["body"]["outcome"], self.due, f"event {self.ending + 2}: body.outcome")

    def revelation(self):
        last = self.only("revealed")
        require(last == self.only("finished") + 1, "`revealed` is not right behind `finished`")
        require(last == len(self.events) - 1, "something follows `revealed`")
        same(self.events[last]["body"], self.record["revealed"], f"event {last + 1}: body")


def verify(text):
    """Returns the checks of a record as (name, error or None), in order, and the record."""
    try:
        verifier = Verifier(read(text))
    except Wrong as wrong:
        return [("form", str(wrong))], None
    results = []
    for name, method in Verifier.CHECKS:
        try:
            getattr(verifier, method)()
            results.append((name, None))
        except Wrong as wrong:
            results.append((name, str(wrong)))
        except AttributeError:
            # It depends on a check that failed before.
            results.append((name, "not checked, because of the above"))
        if name == "form" and results[-1][1] is not None:
            break
    return results, verifier.record


def to_compare(record):
    """Returns what a reader of a valid record still has to compare."""
    commitments = " and ".join(seat["commitment"] for seat in record["revealed"]["seats"])
    joined = (event["body"] for event in record["events"] if event["type"] == "joined" and "bot" in event["body"])
    bots = "".join(
        f"Seat {body['seat']} was a bot: level {body['bot']['level']}, version {body['bot']['version']}.\n"
        for body in joined
    )
    return bots + (
        "This shows that the record is consistent. Compare with what you were shown: seed commitment "
        f"{record['seed_commitment']}, placement commitments {commitments}, and your own shots."
    )


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="verify.py",
        description="Checks the record of a finished Broadside game as specified in docs/fairness.md.",
        epilog="The exit status is 0 if the record is valid, 1 if it is not, and 2 if the file is not a record.",
    )
    parser.add_argument(
        "record", help="the record from GET /v1/games/{id}/record; - for standard input"
    )
    path = parser.parse_args(arguments).record
    name = "standard input" if path == "-" else path
    try:
        with open(sys.stdin.fileno() if path == "-" else path, encoding="utf-8") as file:
            text = file.read()
        results, record = verify(text)
    except (OSError, UnicodeDecodeError) as error:
        print(f"{name} cannot be read: {error}", file=sys.stderr)
        return 2
    except NoRecord as why:
        print(f"{name} is {why}", file=sys.stderr)
        return 2
    for check, wrong in results:
        print(f"ok    {check}" if wrong is None else f"WRONG {check}: {wrong}")
    if any(wrong is not None for _, wrong in results):
        print("The record does not hold.")
        return 1
    print("The record holds.")
    print(to_compare(record))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
