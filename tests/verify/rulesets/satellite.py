"""Replays a game of satellite as specified in docs/fairness.md."""

import re
from collections import Counter

from reading import require, same, shaped

# The buildings in the order of the sealed text, each in one of its orientations.
SHAPES = {
    "outpost": ((0, 0), (0, 1)),
    "relay": ((0, 0), (0, 1), (0, 2)),
    "bunker": ((0, 0), (1, 0), (1, 1)),
    "reactor": ((0, 0), (0, 1), (1, 0), (1, 1)),
    "hangar": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "citadel": ((0, 0), (0, 1), (0, 2), (1, 1)),
}
LAID = ("citadel", "hangar", "reactor", "bunker", "relay", "outpost")

BARRAGES = {f"barrage_{n}": n for n in range(1, 7)}
CARTRIDGES = (
    *BARRAGES,
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "salvo",
    "hazard",
)
BURSTS = {
    "three_of_a_kind": [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)],
    "four_of_a_kind": [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)],
    "full_house": [(0, 0)] + [(n * s, n * t) for n in (1, 2) for s in (-1, 1) for t in (-1, 1)],
}

SEATS = (1, 2)


def other(seat):
    return 3 - seat


def contest(battle):
    """Rolls two dice for each seat, again after a tie; returns the seat with the higher total, and the rolls."""
    rolls = []
    while not rolls or sum(rolls[-1][0]["dice"]) == sum(rolls[-1][1]["dice"]):
        rolls.append([{"seat": seat, "dice": [battle.die(6), battle.die(6)]} for seat in SEATS])
    return max(rolls[-1], key=lambda roll: sum(roll["dice"]))["seat"], rolls


def ways(shape):
    """Returns all orientations of a shape, each relative to its first sector in reading order."""
    found = set()
    for mirror in (1, -1):
        turned = [(row, column * mirror) for row, column in shape]
        for _ in range(4):
            turned = sorted((column, -row) for row, column in turned)
            found.add(tuple((row - turned[0][0], column - turned[0][1]) for row, column in turned))
    return sorted(found)


def name(sector):
    return f"{chr(ord('A') + sector[0])}{sector[1] + 1}"


class Placement:
    """Six buildings: the sectors of each, and the sealed text."""

    def __init__(self, buildings):
        self.buildings = buildings
        self.sealed = "\n".join(" ".join([kind, *map(name, sorted(buildings[kind]))]) for kind in SHAPES)


class Rules:
    """A game of satellite with its settings, before play."""

    EVENTS = {
        "first_player": {"seat": int, "rolls": list},
        "rolled": {"seat": int, "roll": int, "keep": list, "dice": list},
        "fired": {
            "seat": int,
            "cartridge": str,
            "targets": list,
            "beam": None,
            "reports": list,
            "building": None,
            "destroyed": int,
        },
        "gave_up": {"seat": int, "cartridge": str, "target": str, "result": str, "destroyed": int},
        "shot": {"seat": int, "target": str, "result": str, "destroyed": int},
        "arsenals_empty": {"endgame": str, "next": None, "rolls": list},
        "destructed": {"seat": int, "targets": list, "reports": list, "destroyed": int},
    }

    def __init__(self, options):
        fields = {"rows": int, "columns": int, "endgame": str}
        self.rows, self.columns, self.endgame = shaped(options, fields, "options")
        require(8 <= self.rows <= 16 and 8 <= self.columns <= 16, "the planet is too small or too large")
        known = ("ceasefire", "desperation", "reloaded", "self_destruct")
        require(self.endgame in known, "options.endgame is unknown")
        self.seats = SEATS
        self.first = None
        self.contest = contest
        self.planet = {(row, column) for row in range(self.rows) for column in range(self.columns)}

    def sector(self, text):
        match = type(text) is str and re.fullmatch(r"([A-P])([1-9]|1[0-6])", text)
        require(match, f"{text!r} is no sector")
        sector = (ord(match[1]) - ord("A"), int(match[2]) - 1)
        require(sector in self.planet, f"{text} is off the planet")
        return sector

    def placement(self, value, what):
        (listed,) = shaped(value, {"buildings": list}, what)
        kinds, buildings = [], {}
        for building in listed:
            kind, cells = shaped(building, {"building": str, "cells": list}, f"a building of {what}")
            require(kind in SHAPES, f"{what}: there is no {kind}")
            sectors = [self.sector(cell) for cell in cells]
            same(cells, [name(sector) for sector in sorted(sectors)], f"the order of the {kind} of {what}")
            lies = tuple((row - sectors[0][0], column - sectors[0][1]) for row, column in sectors)
            require(lies in ways(SHAPES[kind]), f"{what}: the {kind} has another shape")
            kinds.append(kind)
            buildings[kind] = set(sectors)
        same(kinds, list(SHAPES), f"the buildings of {what}")
        require(len(set().union(*buildings.values())) == 20, f"{what}: buildings overlap")
        return Placement(buildings)

    def drawn(self, chance, seat, times, body, what):
        """Checks the drawn part of a placement: all of a random one."""
        if body["random"]:
            drawn = self.random(chance.stream(f"placement/{seat}/{times}", []))
            same(self.placement(body["placement"], what).sealed, drawn.sealed, f"the random placement of {what}")

    def random(self, stream):
        """Draws a random placement from a stream."""
        free, buildings = set(self.planet), {}
        for kind in LAID:
            shapes = ways(SHAPES[kind])
            lying = (
                tuple((row + down, column + right) for down, right in shape)
                for row, column in free
                for shape in shapes
            )
            places = sorted(place for place in lying if free.issuperset(place))
            buildings[kind] = set(places[stream.below(len(places))])
            free -= buildings[kind]
        return Placement(buildings)

    def game(self, placements, first, battle, voice):
        return Planets(self, {seat: placements[seat].buildings for seat in SEATS}, first, battle)


class Planets:
    """A game of satellite from its first turn on."""

    def __init__(self, rules, buildings, first, battle):
        self.rules = rules
        self.battle = battle
        self.buildings = buildings
        self.hit = {seat: set() for seat in SEATS}
        self.offer = None
        # Seats that have offered a draw since their last turn began.
        self.offered = set()
        # Number of shots left in a salvo, or of targets for pending strikes.
        self.shots, self.blows = 0, {}
        self.turn, self.stage, self.dice, self.rolls = first, "fire", None, 0
        self.reload()

    def reload(self):
        self.arsenal = {seat: set(CARTRIDGES) for seat in SEATS}
        self.wild = set()

    def play(self, kind, body):
        """Replays one event; returns the outcome if it ends the game."""
        methods = {
            "resigned": self.resigned,
            "timed_out": self.timed_out,
            "draw_offered": self.draw_offered,
            "draw_accepted": self.draw_accepted,
            "draw_declined": self.draw_declined,
            "rolled": self.roll,
            "fired": self.fire,
            "gave_up": self.give_up,
            "shot": self.shoot,
            "arsenals_empty": self.begin_endgame,
            "destructed": self.destruct,
        }
        require(kind in methods, f"{kind} has no place here")
        require((self.stage == "empty") == (kind == "arsenals_empty"), f"{kind} where the arsenals are or are not empty")
        if kind in Rules.EVENTS and kind != "arsenals_empty":
            same(body["seat"], self.turn, "whose turn it is")
        return methods[kind](body)

    def conclude(self):
        require(self.stage != "empty", "both arsenals are empty, but no `arsenals_empty` follows")

    # Shared by all games

    def resigned(self, body):
        return {"kind": "win", "winners": [other(body["seat"])], "reason": "resigned"}

    def timed_out(self, body):
        same(body["seats"], [self.turn], "who missed the deadline")
        return {"kind": "win", "winners": [other(self.turn)], "reason": "timed_out"}

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

    # Turns

    def roll(self, body):
        require(self.stage == "fire" and self.rolls < 3, "no dice are to be rolled")
        keep = body["keep"]
        good = all(type(at) is int and 1 <= at <= 5 for at in keep) and keep == sorted(set(keep)) and len(keep) < 5
        require(good and (self.rolls or not keep), "these dice cannot be kept")
        dice = [self.dice[at] if at + 1 in keep else self.battle.die(6) for at in range(5)]
        self.rolls += 1
        self.dice = dice
        same(body, {"seat": self.turn, "roll": self.rolls, "keep": keep, "dice": dice}, "body")

    def unlocked(self, cartridge):
        """Returns the number of targets that the dice give a cartridge, or none if they do not unlock it."""
        counts = Counter(self.dice)
        most = max(counts.values())
        run = max(n for n in range(1, 6) if any(set(range(a, a + n)) <= set(counts) for a in range(1, 7)))
        if most == 5 and self.turn in self.wild:
            return 5 if cartridge in BARRAGES else 1
        if cartridge in BARRAGES:
            return counts[BARRAGES[cartridge]]
        return int(
            {
                "three_of_a_kind": most >= 3,
                "four_of_a_kind": most >= 4,
                "full_house": sorted(counts.values()) == [2, 3],
                "small_straight": run >= 4,
                "large_straight": run >= 5,
                "salvo": most == 5,
                "hazard": True,
            }[cartridge]
        )

    def spend(self, cartridge):
        require(self.stage == "fire" and self.dice is not None, "nothing has been rolled for it")
        require(cartridge in self.arsenal[self.turn], f"{cartridge} is spent, or none")
        self.arsenal[self.turn].discard(cartridge)

    def targets(self, names):
        sectors = [self.rules.sector(text) for text in names]
        require(len(set(sectors)) == len(sectors), "a target is named twice")
        for text, sector in zip(names, sectors):
            require(sector not in self.hit[self.turn], f"{text} was hit before")
        return sectors

    def open(self):
        return len(self.rules.planet) - len(self.hit[self.turn])

    def strike(self, sectors):
        """Hits sectors; returns the reports, and the number of destroyed buildings."""
        built = self.buildings[other(self.turn)].values()
        before = self.destroyed(self.turn)
        self.hit[self.turn].update(sectors)
        results = ["hit" if any(at in building for building in built) else "miss" for at in sectors]
        return results, self.destroyed(self.turn) - before

    def destroyed(self, shooter):
        return sum(building <= self.hit[shooter] for building in self.buildings[other(shooter)].values())

    def reach(self, cartridge, beam, sectors):
        """Returns all sectors that a cartridge reaches, and the building that a hazard hits."""
        reached, building = set(sectors), None
        row, column = sectors[0]
        if cartridge in BURSTS:
            reached |= {(row + down, column + right) for down, right in BURSTS[cartridge]}
        if cartridge == "large_straight" or beam == "row":
            reached |= {at for at in self.rules.planet if at[0] == row}
        if cartridge == "large_straight" or beam == "column":
            reached |= {at for at in self.rules.planet if at[1] == column}
        if cartridge == "hazard":
            struck = [each for each in self.buildings[other(self.turn)].values() if sectors[0] in each]
            building = struck[0] if struck else None
            reached |= building or set()
        return reached & self.rules.planet - self.hit[self.turn], building

    def fire(self, body):
        cartridge, beam = body["cartridge"], body["beam"]
        self.spend(cartridge)
        most = min(self.unlocked(cartridge), self.open())
        require(most, f"the dice do not unlock {cartridge}")
        require(1 <= len(body["targets"]) <= most, "there are too many targets, or none")
        require((beam in ("row", "column")) == (cartridge == "small_straight"), "the beam has no direction, or needs none")
        targets = self.targets(body["targets"])
        reached, building = self.reach(cartridge, beam, targets)
        sectors = targets + sorted(reached - set(targets))
        results, destroyed = self.strike(sectors)
        expected = {
            "seat": self.turn,
            "cartridge": cartridge,
            "targets": body["targets"],
            "beam": beam if cartridge == "small_straight" else None,
            "reports": [{"sector": name(at), "result": result} for at, result in zip(sectors, results)],
            "building": building and [name(at) for at in sorted(building)],
            "destroyed": destroyed,
        }
        same(body, expected, "body")
        if cartridge == "salvo":
            self.wild.add(self.turn)
            self.stage, self.shots = "salvo", 9
            return self.fallen()
        return self.next()

    def single(self, body, expected):
        """Replays a shot at one target."""
        (result,), destroyed = self.strike(self.targets([body["target"]]))
        same(body, {**expected, "seat": self.turn, "target": body["target"], "result": result, "destroyed": destroyed}, "body")

    def give_up(self, body):
        self.spend(body["cartridge"])
        others = self.arsenal[self.turn] | {body["cartridge"]}
        require(not any(self.unlocked(each) for each in others), "a cartridge is given up that need not be")
        self.single(body, {"cartridge": body["cartridge"]})
        return self.next()

    def shoot(self, body):
        require(self.stage in ("salvo", "desperation"), "a single shot is not due")
        self.single(body, {})
        self.shots -= 1
        if self.stage == "salvo" and self.shots > 0:
            return self.fallen()
        return self.next()

    # The end

    def fallen(self):
        """Returns the outcome after the last building has been destroyed."""
        for seat in SEATS:
            if self.destroyed(seat) == len(SHAPES):
                return {"kind": "win", "winners": [seat], "reason": "buildings_destroyed"}
        return None

    def next(self):
        """Begins the turn of the other seat, or the endgame."""
        outcome = self.fallen()
        if outcome is None and self.stage != "desperation" and not any(self.arsenal.values()):
            # No turn begins before the first seat of the endgame is known.
            self.turn, self.stage = other(self.turn), "empty"
        elif outcome is None:
            self.begin(other(self.turn), self.stage if self.stage == "desperation" else "fire")
        return outcome

    def begin(self, seat, stage):
        self.turn, self.stage, self.dice, self.rolls = seat, stage, None, 0
        self.offered.discard(seat)

    def begin_endgame(self, body):
        endgame, rolls, seat = self.rules.endgame, [], self.turn
        if endgame == "self_destruct":
            highest, rolls = contest(self.battle)
            seat = other(highest)
            self.blows = {roll["seat"]: sum(roll["dice"]) for roll in rolls[-1]}
            self.begin(seat, "self_destruct")
        elif endgame == "ceasefire":
            seat = None
        elif endgame == "reloaded":
            self.reload()
            self.begin(seat, "fire")
        else:
            self.begin(seat, "desperation")
        same(body, {"endgame": endgame, "next": seat, "rolls": rolls}, "body")
        if endgame == "ceasefire":
            self.stage = "over"
            return self.count()
        return None

    def count(self):
        """Determines who has destroyed more buildings, or else hit more built sectors."""
        def worth(seat):
            built = set().union(*self.buildings[other(seat)].values())
            return self.destroyed(seat), len(built & self.hit[seat])

        if worth(1) == worth(2):
            return {"kind": "all_lose", "reason": "ceasefire"}
        return {"kind": "win", "winners": [max(SEATS, key=worth)], "reason": "ceasefire"}

    def destruct(self, body):
        require(self.stage == "self_destruct", "no last blow is due")
        same(len(body["targets"]), min(self.blows.pop(self.turn), self.open()), "the number of targets")
        results, destroyed = self.strike(self.targets(body["targets"]))
        expected = {
            "seat": self.turn,
            "targets": body["targets"],
            "reports": [{"sector": at, "result": result} for at, result in zip(body["targets"], results)],
            "destroyed": destroyed,
        }
        same(body, expected, "body")
        outcome = self.fallen()
        if outcome is None and not self.blows:
            return {"kind": "all_lose", "reason": "self_destruct"}
        if outcome is None:
            self.begin(other(self.turn), "self_destruct")
        return outcome
