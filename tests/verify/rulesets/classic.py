"""Replays a game of classic as specified in docs/fairness.md."""

from fleets import Class, Grid, Placement
from reading import require, same, shaped

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

SEATS = (1, 2)


def other(seat):
    return 3 - seat


class Rules:
    """A game of classic with its settings, before play."""

    EVENTS = {
        "first_player": {"seat": int, "rolls": list},
        "fired": {"seat": int, "cell": str, "result": str, "sunk": None},
        "written": {"seat": int, "round": int, "cells": list, "rewrite": bool},
        "salvos": {"round": int, "salvos": list},
    }

    def __init__(self, options):
        custom = type(options) is dict and options.get("fleet") == "custom"
        fields = {"mode": str, "fleet": str, "first": str, "repeat_on_hit": bool}
        if custom:
            fields.update(grid=dict, ships=list)
        self.mode, fleet, first, self.repeat_on_hit = shaped(options, fields, "options")[:4]
        require(self.mode in ("single", "salvo"), "options.mode is unknown")
        require(first in ("roll", "creator", "opponent"), "options.first is unknown")
        require(not (self.repeat_on_hit and self.mode == "salvo"), "repeat_on_hit is for single only")
        self.seats = SEATS
        self.first = {"roll": None, "creator": 1, "opponent": 2}[first]
        columns = rows = 10
        if custom:
            grid = {"columns": int, "rows": int}
            columns, rows = shaped(options["grid"], grid, "options.grid")
            require(6 <= columns <= 26 and 6 <= rows <= 26, "the grid is too small or too large")
            fleet = self.custom(options["ships"])
        else:
            require(fleet in READY_MADE, "options.fleet is unknown")
            fleet = [Class(*row) for row in READY_MADE[fleet]]
        self.grid = Grid(columns, rows, fleet)

    def custom(self, ships):
        """Returns the classes in the order in which the ships first name them."""
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

    def placement(self, value, what):
        (listed,) = shaped(value, {"ships": list}, what)
        return Placement(self.grid.ships(listed, what))

    def drawn(self, chance, seat, times, body, what):
        """Checks the drawn part of a placement: all of a random one."""
        if body["random"]:
            drawn = Placement(self.grid.random_ships(chance.stream(f"placement/{seat}/{times}", [])))
            same(self.placement(body["placement"], what).sealed, drawn.sealed, f"the random placement of {what}")

    def game(self, placements, first, battle, voice):
        return Sea(self, {seat: placements[seat].ships for seat in SEATS}, first)


class Sea:
    """A game of classic from its first shot on."""

    def __init__(self, rules, ships, first):
        self.rules = rules
        self.ships = ships
        self.turn = self.first = first
        self.called = {seat: set() for seat in SEATS}
        self.round = 1
        self.written = {}
        self.offer = None
        # Seats that have offered a draw since their last turn began.
        self.offered = set()

    def play(self, kind, body):
        """Replays one event; returns the outcome if it ends the game."""
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

    def conclude(self):
        require(not self.salvos_due(), "both have written, but no `salvos` follows")

    # Shared by all games

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
        """Returns the seats to move; a draw offer does not change them."""
        if self.rules.mode == "single":
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

    # Single shots

    def fire(self, body):
        require(self.rules.mode == "single", "a single shot in a game of salvos")
        seat, name = body["seat"], body["cell"]
        require(seat == self.turn, f"it is the turn of seat {self.turn}")
        cell = self.rules.grid.cell(name)
        require(cell not in self.called[seat], f"{name} was called before")
        afloat = self.afloat(seat)
        self.called[seat].add(cell)
        struck = [ship for ship in afloat if cell in ship.cells]
        sunk = [ship.of.name for ship in struck if ship.cells <= self.called[seat]]
        result = "hit" if struck else "miss"
        report = {"seat": seat, "cell": name, "result": result, "sunk": sunk[0] if sunk else None}
        same(body, report, "body")
        if not (struck and self.rules.repeat_on_hit):
            self.turn = other(seat)
        self.offered.discard(self.turn)
        return self.end()

    def afloat(self, seat):
        """Returns the ships that this seat still has to sink."""
        return [ship for ship in self.ships[other(seat)] if not ship.cells <= self.called[seat]]

    def end(self):
        """Returns the outcome by ships sunk."""
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
        """Returns the number of cells in a salvo of this seat."""
        shots = sum(ship.of.shots for ship in self.afloat(other(seat)))
        free = self.rules.grid.rows * self.rules.grid.columns - len(self.called[seat])
        return min(shots, free)

    def write(self, body):
        require(self.rules.mode == "salvo", "a salvo in a game of single shots")
        seat, names = body["seat"], body["cells"]
        same(body["round"], self.round, "round")
        same(body["rewrite"], seat in self.written, "rewrite")
        cells = [self.rules.grid.cell(name) for name in names]
        require(len(set(cells)) == len(cells), "a cell stands twice in the salvo")
        for name, cell in zip(names, cells):
            require(cell not in self.called[seat], f"{name} was called before")
        same(len(cells), self.writable(seat), "the number of shots")
        self.written[seat] = names

    def strike(self, body):
        require(self.salvos_due(), "not both have written")
        reports, struck = [], {}
        for seat in (self.first, other(self.first)):
            cells = struck[seat] = {self.rules.grid.cell(name) for name in self.written[seat]}
            hits = {c.name: 0 for c in self.rules.grid.fleet}
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
