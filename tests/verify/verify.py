#!/usr/bin/env python3
"""Checks the record of a finished Broadside game: python3 verify.py RECORD.json

A second implementation of docs/fairness.md, written from that page and from nothing else. It
needs Python 3.9 or newer and its standard library. It prints a line for each check and exits
with 0 if all of them passed, with 1 if one failed, with 2 if there is no record to be judged.
"""

import argparse
import datetime
import hashlib
import hmac
import json
import re
import sys
from fractions import Fraction

LABEL = "broadside/v1/"


# Hashes


def frame(label, *fields):
    """The label and the fields, each preceded by its length."""
    out = b""
    for field in (label, *fields):
        raw = field if isinstance(field, bytes) else str(field).encode("utf-8")
        out += len(raw).to_bytes(4, "big") + raw
    return out


def sha256(label, *fields):
    """The hash of a frame, as hexadecimal text."""
    return hashlib.sha256(frame(LABEL + label, *fields)).hexdigest()


def canonical(value):
    """Canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Chance:
    """All that follows from a server's seed and a game's id."""

    def __init__(self, seed, game):
        self.seed = seed
        self.game = game

    def mac(self, label, *fields):
        """The HMAC of a frame that has the game's id first."""
        message = frame(LABEL + label, self.game, *fields)
        return hmac.new(self.seed, message, hashlib.sha256).digest()

    def seed_commitment(self):
        return sha256("seed", self.game, self.seed)

    def salt(self, seat):
        return self.mac("salt", seat).hex()

    def drawn_seed(self, seat):
        return self.mac("seat-seed", seat)[:16].hex()

    def placement_commitment(self, seat, sealed):
        return sha256("placement", self.game, seat, self.salt(seat), sealed)

    def stream(self, name, seat_seeds):
        return Stream(self, name, seat_seeds)


class Stream:
    """Numbered draws of one name."""

    def __init__(self, chance, name, seat_seeds):
        self.chance = chance
        self.name = name
        self.seat_seeds = seat_seeds
        self.count = 0

    def below(self, bound):
        """The next draw: a number from 0 to bound - 1."""
        width = 1 if bound <= 1 << 8 else 2 if bound <= 1 << 16 else 4
        limit = (1 << 8 * width) // bound * bound
        number, self.count = self.count, self.count + 1
        block = 0
        while True:
            raw = self.chance.mac("draw", *self.seat_seeds, self.name, number, block)
            for start in range(0, len(raw), width):
                value = int.from_bytes(raw[start : start + width], "big")
                if value < limit:
                    return value % bound
            block += 1

    def die(self, sides):
        return self.below(sides) + 1


# Reading


class Wrong(Exception):
    """What a check found wrong."""


class NoRecord(Exception):
    """Why a text is no record, right or wrong."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


def same(found, expected, what):
    """Equality as JSON has it: true is not 1. Names the first difference, as deep as it lies."""
    if canonical(found) != canonical(expected):
        where, found, expected = difference(found, expected)
        # `what` ends with a path, which goes on, or is in words.
        in_words = where and " " in what.rsplit(": ", 1)[-1]
        place = f"{what}: {where.lstrip('.')}" if in_words else what + where
        raise Wrong(f"{place}: it is {brief(found)}, and should be {brief(expected)}")


def difference(found, expected, where=""):
    """Where two values that differ first do, and what stands there in each."""
    inside = []
    if type(found) is dict and type(expected) is dict and set(found) == set(expected):
        inside = [(f"{where}.{name}", found[name], expected[name]) for name in found]
    listed = isinstance(found, (list, tuple)) and isinstance(expected, (list, tuple))
    if listed and len(found) == len(expected):
        inside = [(f"{where}[{n}]", *pair) for n, pair in enumerate(zip(found, expected))]
    for where_inside, one, other_one in inside:
        if canonical(one) != canonical(other_one):
            return difference(one, other_one, where_inside)
    return where, found, expected


def brief(value):
    """A value as JSON, cut short if it is long."""
    text = canonical(value)
    return text if len(text) <= 200 else text[:200] + "…"


def shaped(value, fields, what):
    """The values of an object that has just these fields, each of its type (None: any)."""
    require(type(value) is dict, f"{what} is not an object")
    odd = sorted(set(value) ^ set(fields))
    require(not odd, f"{what} lacks or should not have: {', '.join(odd)}")
    for name, kind in fields.items():
        if kind is not None:
            require(type(value[name]) is kind, f"{what}.{name} is not {NAMES[kind]}")
    return [value[name] for name in fields]


NAMES = {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


def read(text):
    """The JSON of a record, with whatever another reader might understand otherwise refused."""

    def pairs(found):
        names = [name for name, _ in found]
        require(len(set(names)) == len(names), "an object names a field twice")
        return dict(found)

    def no_number(text):
        raise Wrong(f"{text} is not a whole number")

    try:
        value = json.loads(
            text, object_pairs_hook=pairs, parse_float=no_number, parse_constant=no_number
        )
        canonical(value).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise NoRecord(f"not a record, for it is not JSON ({error}): {ADVICE}") from error
    if type(value) is dict and type(value.get("format")) is str:
        return value
    if type(value) is dict and "/problems/" in str(value.get("type")) and "detail" in value:
        raise NoRecord(f"not a record but what the server answered instead of one: {value['detail']}")
    raise NoRecord(f"not a record, for it has no `format` such as {FORMAT}: {ADVICE}")


FORMAT = "broadside-record/1"
ADVICE = "save the answer of GET /v1/games/{id}/record, with the game's id"


# The sea and its fleets

READY_MADE = {
    "standard": [("battleship", 5, 3, 1), ("cruiser", 4, 2, 1), ("submarine", 3, 1, 1), ("destroyer", 2, 1, 1)],
    "two_destroyers": [("battleship", 5, 3, 1), ("cruiser", 3, 2, 1), ("destroyer", 2, 1, 2)],
    "five_ships": [
        ("carrier", 5, 2, 1),
        ("battleship", 4, 3, 1),
        ("cruiser", 3, 2, 1),
        ("submarine", 3, 1, 1),
        ("destroyer", 2, 1, 1),
    ],
}


class Class:
    """A class of ships: how long they are, how many shots each gives, how many there are."""

    def __init__(self, name, length, shots, count):
        self.name, self.length, self.shots, self.count = name, length, shots, count


class Ship:
    """A ship that lies: cells are (row, column), both from 0."""

    def __init__(self, of, row, column, heading):
        self.of, self.row, self.column, self.heading = of, row, column, heading
        down = heading == "down"
        self.cells = {(row + n * down, column + n * (not down)) for n in range(of.length)}

    def line(self):
        return f"{self.of.name} {cell_name((self.row, self.column))} {self.heading}"


def cell_name(cell):
    return chr(ord("A") + cell[1]) + str(cell[0] + 1)


class Options:
    """The settings of a game of classic."""

    def __init__(self, options):
        custom = type(options) is dict and options.get("fleet") == "custom"
        fields = {"mode": str, "fleet": str, "first": str, "repeat_on_hit": bool}
        if custom:
            fields.update(grid=dict, ships=list)
        self.mode, fleet, self.first, self.repeat_on_hit = shaped(options, fields, "options")[:4]
        require(self.mode in ("single", "salvo"), "options.mode is unknown")
        require(self.first in ("roll", "creator", "opponent"), "options.first is unknown")
        require(not (self.repeat_on_hit and self.mode == "salvo"), "repeat_on_hit is for single only")
        self.columns = self.rows = 10
        if custom:
            grid = {"columns": int, "rows": int}
            self.columns, self.rows = shaped(options["grid"], grid, "options.grid")
            require(6 <= self.columns <= 26 and 6 <= self.rows <= 26, "the grid is too small or too large")
            self.fleet = self.custom(options["ships"])
        else:
            require(fleet in READY_MADE, "options.fleet is unknown")
            self.fleet = [Class(*row) for row in READY_MADE[fleet]]

    def custom(self, ships):
        """The classes in the order in which the ships first name them."""
        classes = {}
        for ship in ships:
            fields = {"class": str, "length": int, "shots": int}
            if type(ship) is dict and "shots" not in ship and self.mode == "single":
                del fields["shots"]
            name, length, shots = (*shaped(ship, fields, "a ship of options.ships"), None)[:3]
            require(1 <= length <= 6, f"a ship of {length} cells")
            require(shots is None or 1 <= shots <= 5, f"a ship of {shots} shots")
            known = classes.setdefault(name, Class(name, length, shots, 0))
            require((known.length, known.shots) == (length, shots), f"two kinds of {name}")
            known.count += 1
        require(1 <= len(ships) <= 10, "a fleet has one to ten ships")
        return list(classes.values())

    def cell(self, name):
        """The cell of this name."""
        require(type(name) is str and re.fullmatch(r"[A-Z][1-9][0-9]?", name), f"{name!r} is no cell")
        cell = (int(name[1:]) - 1, ord(name[0]) - ord("A"))
        require(self.holds(cell), f"{name} is not on the grid")
        return cell

    def holds(self, cell):
        return cell[0] < self.rows and cell[1] < self.columns

    def in_order(self, ships):
        """The ships in the order of the sealed text."""
        rank = {c.name: n for n, c in enumerate(self.fleet)}
        return sorted(ships, key=lambda ship: (rank[ship.of.name], ship.row, ship.column))

    def placement(self, value, what):
        """The ships of a placement, if it is one of this fleet, in its order."""
        (listed,) = shaped(value, {"ships": list}, what)
        classes = {c.name: c for c in self.fleet}
        ships, taken = [], set()
        for item in listed:
            name, at, heading = shaped(item, {"class": str, "at": str, "heading": str}, f"a ship of {what}")
            require(name in classes, f"{what} has a {name}, which the fleet has not")
            require(heading in ("across", "down"), f"{what} has the heading {heading}")
            ship = Ship(classes[name], *self.cell(at), heading)
            require(ship.of.length > 1 or heading == "across", f"{what} has a ship of one cell down")
            require(all(map(self.holds, ship.cells)), f"{what}: {ship.line()} leaves the grid")
            require(not ship.cells & taken, f"{what}: {ship.line()} meets another ship")
            taken |= ship.cells
            ships.append(ship)
        for c in self.fleet:
            count = sum(ship.of is c for ship in ships)
            require(count == c.count, f"{what} has {count} of {c.name}, not {c.count}")
        same([s.line() for s in ships], [s.line() for s in self.in_order(ships)], f"the order of {what}")
        return ships

    def random_placement(self, stream):
        """A placement drawn from a stream."""
        while True:
            ships = self.try_to_place(stream)
            if ships is not None:
                return self.in_order(ships)

    def try_to_place(self, stream):
        ships, taken = [], set()
        for of in sorted(self.fleet, key=lambda c: -c.length):
            for _ in range(of.count):
                places = []
                for heading in ("across", "down")[: 1 if of.length == 1 else 2]:
                    for row in range(self.rows):
                        for column in range(self.columns):
                            ship = Ship(of, row, column, heading)
                            if all(map(self.holds, ship.cells)) and not ship.cells & taken:
                                places.append(ship)
                if not places:
                    return None
                ships.append(places[stream.below(len(places))])
                taken |= ships[-1].cells
        return ships


def sealed(ships):
    return "\n".join(ship.line() for ship in ships)


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
CLASSIC = {
    "first_player": {"seat": int, "rolls": list},
    "fired": {"seat": int, "cell": str, "result": str, "sunk": None},
    "written": {"seat": int, "round": int, "cells": list, "rewrite": bool},
    "salvos": {"round": int, "salvos": list},
}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
SEATS = (1, 2)


def other(seat):
    return 3 - seat


def instant(text):
    """The moment a text of RFC 3339 means."""
    match = TIME.fullmatch(text)
    require(match, f"{text!r} is no time")
    zone = "+00:00" if match[2] == "Z" else match[2]
    try:
        whole = datetime.datetime.fromisoformat(text[:19] + zone)
    except ValueError as error:
        raise Wrong(f"{text!r} is no time") from error
    return whole, Fraction("0" + (match[1] or ".0"))


class Verifier:
    """The checks of one record, each a method; what one finds out later ones build on."""

    def __init__(self, record):
        self.record = record

    # In the order in which they are run: what is printed, and the method.
    CHECKS = (
        ("form", "form"),
        ("digest", "digest"),
        ("seed commitment", "seed_commitment"),
        ("salts", "salts"),
        ("placements", "placements"),
        ("placement commitments", "placement_commitments"),
        ("opening", "opening"),
        ("seat seeds", "seat_seeds"),
        ("random placements", "random_placements"),
        ("who begins", "who_begins"),
        ("draws counted", "draws_counted"),
        ("reports", "reports"),
        ("outcome", "outcome"),
        ("revelation", "revelation"),
    )

    def form(self):
        """All is there, is of its type, and nothing else is."""
        shaped(self.record, RECORD, "the record")
        same(self.record["format"], FORMAT, "format")
        same(self.record["ruleset"], "classic", "ruleset")
        before = None
        for number, event in enumerate(self.record["events"], 1):
            what = f"event {number}"
            shaped(event, EVENT, what)
            same(event["seq"], number, f"{what}: seq")
            same(event["schema"], 1, f"{what}: schema")
            at = instant(event["at"])
            require(before is None or at >= before, f"{what} is earlier than the one before it")
            before = at
            types = {"game": GAME, "classic": CLASSIC}.get(event["ruleset"], {})
            require(event["type"] in types, f"{what} is of an unknown type")
            shaped(event["body"], types[event["type"]], what)
            if "seat" in event["body"]:
                require(event["body"]["seat"] in SEATS, f"{what} names an unknown seat")
        revealed = self.record["revealed"]
        shaped(revealed, GAME["revealed"], "revealed")
        fields = {"seat": int, "salt": str, "placement": dict, "commitment": str}
        for seat in revealed["seats"]:
            shaped(seat, fields, "a seat of revealed")
        same([seat["seat"] for seat in revealed["seats"]], SEATS, "the seats revealed")
        for seat in self.record["seat_seeds"]:
            shaped(seat, {"seat": int, "seed": str, "drawn": bool}, "a seat of seat_seeds")
        same([seat["seat"] for seat in self.record["seat_seeds"]], SEATS, "the seats of seat_seeds")
        self.options = Options(self.record["options"])
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

    def placements(self):
        """What is revealed is a fleet that lies as it may."""
        self.ships = {
            seat["seat"]: self.options.placement(seat["placement"], f"the placement of seat {seat['seat']}")
            for seat in self.record["revealed"]["seats"]
        }

    def placement_commitments(self):
        for seat in self.record["revealed"]["seats"]:
            number = seat["seat"]
            commitment = self.chance.placement_commitment(number, sealed(self.ships[number]))
            same(seat["commitment"], commitment, f"the commitment of seat {number}")

    def opening(self):
        """The events up to `began`; keeps what each seat placed and sent."""
        self.began = self.only("began")
        seated, placed, times = set(), {}, dict.fromkeys(SEATS, 0)
        self.seeds, self.drawn_placements = {}, []
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
                require(len(placed) < len(SEATS), f"{what}: play should have begun")
                same(body["again"], seat in placed, f"{what}: again")
                placed[seat] = self.options.placement(body["placement"], f"the placement of {what}")
                times[seat] += 1
                if body["random"]:
                    self.drawn_placements.append((what, seat, times[seat], placed[seat]))
                seed = body["seed"]
                good = seed is None or type(seed) is str and re.fullmatch("[ -~]{1,128}", seed)
                require(good, f"{what}: seed")
                require(seed is not None or seat not in self.seeds, f"{what}: an earlier seed is dropped")
                if seed is not None:
                    self.seeds[seat] = seed
            else:
                raise Wrong(f"{what}: {event['type']} before play begins")
        require(sorted(placed) == list(SEATS), "play begins before both have placed")
        same(self.events[self.began - 1]["type"], "placed", "what led to `began`")
        for seat in SEATS:
            same(sealed(placed[seat]), sealed(self.ships[seat]), f"what seat {seat} placed last")
        body, what = self.events[self.began]["body"], f"event {self.began + 1}"
        same(body["seat_seeds"], self.record["seat_seeds"], f"{what}: body.seat_seeds")
        published = [seat["commitment"] for seat in self.record["revealed"]["seats"]]
        same(body["placement_commitments"], published, f"{what}: body.placement_commitments")

    def only(self, kind):
        """The index of the one event of this type."""
        found = [n for n, event in enumerate(self.events) if event["type"] == kind]
        require(len(found) == 1, f"there are {len(found)} events `{kind}`, not one")
        return found[0]

    def seat_seeds(self):
        """A seed that was sent stands; one that was not is drawn."""
        for listed in self.record["seat_seeds"]:
            seat = listed["seat"]
            sent = self.seeds.get(seat)
            seed = self.chance.drawn_seed(seat) if sent is None else sent
            expected = {"seat": seat, "seed": seed, "drawn": sent is None}
            same(listed, expected, f"the seed of seat {seat}")

    def random_placements(self):
        for what, seat, times, ships in self.drawn_placements:
            stream = self.chance.stream(f"placement/{seat}/{times}", [])
            drawn = sealed(self.options.random_placement(stream))
            same(sealed(ships), drawn, f"the random placement of {what}")

    def who_begins(self):
        require(self.only("first_player") == self.began + 1, "`first_player` is not right behind `began`")
        stream = self.chance.stream("battle", [seat["seed"] for seat in self.record["seat_seeds"]])
        rolls, rolling = [], list(SEATS)
        if self.options.first == "roll":
            while len(rolling) > 1:
                rolls.append([{"seat": seat, "face": stream.die(10)} for seat in rolling])
                highest = max(roll["face"] for roll in rolls[-1])
                rolling = [roll["seat"] for roll in rolls[-1] if roll["face"] == highest]
        else:
            rolling = [1 if self.options.first == "creator" else 2]
        self.first, self.rolled = rolling[0], stream.count
        body = {"seat": self.first, "rolls": rolls}
        same(self.events[self.began + 1]["body"], body, f"event {self.began + 2}: body")

    def draws_counted(self):
        for number, event in enumerate(self.events):
            drawn = self.rolled if number > self.began else 0
            same(event["drawn"], drawn, f"event {event['seq']}: drawn")

    def reports(self):
        """Every shot, replayed; keeps how the game must end, and where."""
        sea = Sea(self.options, self.ships, self.first)
        self.ending, self.due = None, None
        for number, event in enumerate(self.events[self.began + 2 :], self.began + 2):
            late = self.ending is not None and event["type"] not in ("finished", "revealed")
            require(not late, f"event {event['seq']}: {event['type']} after the game has ended")
            try:
                outcome = sea.play(event["type"], event["body"])
            except Wrong as wrong:
                raise Wrong(f"event {event['seq']}: {wrong}") from None
            if outcome is not None:
                self.ending, self.due = number, outcome
        require(not sea.salvos_due(), "both have written, but no `salvos` follows")

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


class Sea:
    """A game of classic from its first shot on."""

    def __init__(self, options, ships, first):
        self.options = options
        self.ships = ships
        self.turn = self.first = first
        self.called = {seat: set() for seat in SEATS}
        self.round = 1
        self.written = {}
        self.offer = None
        # Who has offered a draw since its own turn last began.
        self.offered = set()

    def play(self, kind, body):
        """Replays one event; the outcome, if it ends the game."""
        if kind in ("finished", "revealed"):
            return None
        require(not self.salvos_due() or kind == "salvos", "`salvos` should stand here")
        methods = {
            "resigned": self.resigned,
            "timed_out": self.timed_out,
            "draw_offered": self.draw_offered,
            "draw_accepted": self.draw_accepted,
            "draw_declined": self.draw_declined,
            "fired": self.fire,
            "written": self.write,
            "salvos": self.strike,
        }
        require(kind in methods, f"{kind} has no place here")
        return methods[kind](body)

    # What all games share

    def resigned(self, body):
        return {"kind": "win", "winners": [other(body["seat"])], "reason": "resigned"}

    def timed_out(self, body):
        seats = body["seats"]
        same(seats, self.to_move(), "who missed the deadline")
        winners = [seat for seat in SEATS if seat not in seats]
        if not winners:
            return {"kind": "all_lose", "reason": "timed_out"}
        return {"kind": "win", "winners": winners, "reason": "timed_out"}

    def to_move(self):
        """Whom the game waits for; a draw offered changes nothing about that."""
        if self.options.mode == "single":
            return [self.turn]
        return [seat for seat in SEATS if seat not in self.written]

    def draw_offered(self, body):
        seat = body["seat"]
        require(self.offer is None, "a draw is offered already")
        require(seat not in self.offered, f"seat {seat} offers a draw twice between two own turns")
        self.offer = seat
        self.offered.add(seat)

    def draw_accepted(self, body):
        self.answer(body["seat"])
        return {"kind": "draw", "reason": "agreed"}

    def draw_declined(self, body):
        self.answer(body["seat"])

    def answer(self, seat):
        require(self.offer == other(seat), "the other has offered no draw")
        self.offer = None

    # Single

    def fire(self, body):
        require(self.options.mode == "single", "a single shot in a game of salvos")
        seat, name = body["seat"], body["cell"]
        require(seat == self.turn, f"it is the turn of seat {self.turn}")
        cell = self.options.cell(name)
        require(cell not in self.called[seat], f"{name} was called before")
        afloat = self.afloat(seat)
        self.called[seat].add(cell)
        struck = [ship for ship in afloat if cell in ship.cells]
        sunk = [ship.of.name for ship in struck if ship.cells <= self.called[seat]]
        result = "hit" if struck else "miss"
        report = {"seat": seat, "cell": name, "result": result, "sunk": sunk[0] if sunk else None}
        same(body, report, "body")
        if not (struck and self.options.repeat_on_hit):
            self.turn = other(seat)
        self.offered.discard(self.turn)
        return self.end()

    def afloat(self, seat):
        """The ships this seat has still to sink."""
        return [ship for ship in self.ships[other(seat)] if not ship.cells <= self.called[seat]]

    def end(self):
        """The outcome by ships sunk."""
        winners = [seat for seat in SEATS if not self.afloat(seat)]
        if len(winners) == 2:
            return {"kind": "draw", "reason": "both_fleets_sunk"}
        if winners:
            return {"kind": "win", "winners": winners, "reason": "fleet_sunk"}
        return None

    # Salvos

    def salvos_due(self):
        return len(self.written) == 2

    def writable(self, seat):
        """How many cells a salvo of this seat has."""
        shots = sum(ship.of.shots for ship in self.afloat(other(seat)))
        free = self.options.rows * self.options.columns - len(self.called[seat])
        return min(shots, free)

    def write(self, body):
        require(self.options.mode == "salvo", "a salvo in a game of single shots")
        seat, names = body["seat"], body["cells"]
        same(body["round"], self.round, "round")
        same(body["rewrite"], seat in self.written, "rewrite")
        cells = [self.options.cell(name) for name in names]
        require(len(set(cells)) == len(cells), "a cell stands twice in the salvo")
        for name, cell in zip(names, cells):
            require(cell not in self.called[seat], f"{name} was called before")
        same(len(cells), self.writable(seat), "the number of shots")
        self.written[seat] = names

    def strike(self, body):
        require(self.salvos_due(), "not both have written")
        reports, struck = [], {}
        for seat in (self.first, other(self.first)):
            cells = struck[seat] = {self.options.cell(name) for name in self.written[seat]}
            hits = {c.name: 0 for c in self.options.fleet}
            sunk = []
            for ship in self.afloat(seat):
                hits[ship.of.name] += len(ship.cells & cells)
                if ship.cells <= self.called[seat] | cells:
                    sunk.append(ship.of.name)
            totals = [{"class": name, "hits": count} for name, count in hits.items() if count]
            reports.append({"seat": seat, "cells": self.written[seat], "hits": totals, "sunk": sunk})
        same(body, {"round": self.round, "salvos": reports}, "body")
        for seat, cells in struck.items():
            self.called[seat] |= cells
        self.written = {}
        self.offered = set()
        self.round += 1
        return self.end()


def verify(text):
    """The checks of a record's text, (name, what is wrong or None) in their order; and the record."""
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
            # It builds on what an earlier check did not come to find out.
            results.append((name, "not checked, because of the above"))
        if name == "form" and results[-1][1] is not None:
            break
    return results, verifier.record


def to_compare(record):
    """What a record that holds leaves to its reader."""
    commitments = " and ".join(seat["commitment"] for seat in record["revealed"]["seats"])
    return (
        "This shows that the record is consistent. Compare with what you were shown: seed commitment "
        f"{record['seed_commitment']}, placement commitments {commitments}, and your own shots."
    )


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="verify.py",
        description="Checks the record of a finished Broadside game, as docs/fairness.md has it.",
        epilog="Ends with 0 if the record holds, with 1 if it does not, with 2 if there is no record to be judged.",
    )
    parser.add_argument(
        "record", help="the record, as GET /v1/games/{id}/record gives it; - for standard input"
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
