"""Replays a game of advanced as specified in docs/fairness.md."""

from fleets import Class, Grid, Placement, Ship, cell_name
from maps import Map
from reading import require, same, shaped
from rulesets.classic import SEATS, other

CLASSES = {"carrier": 5, "battleship": 4, "cruiser": 3, "destroyer": 2, "submarine": 1}
PRICES = {"gun": 1, "recce": 1, "bomber": 3, "nuclear_bomber": 10}
ORDERS = {"any": {"recce", "bomber"}, "bombers": {"bomber"}, "recce": {"recce"}, "hold": set()}
# Weapons that a random placement buys with 40 points or more.
KIT = {"gun": 2, "recce": 3, "bomber": 2, "nuclear_bomber": 1}
REACH = {"recce": 1, "bomber": 1, "nuclear_bomber": 2}
# Number of times that a random placement restarts before it falls back to moving ships in the open sea.
BEGINNINGS = 50
# Number of such moves.
STIRS = 200
PASSES = 10
# Maximum number of turns of each player.
TURNS = 200
ORDERS_A_TURN = 100


class Weapon:
    """A weapon of a seat: in play until it is used or destroyed."""

    def __init__(self, kind, cell, order, bought):
        self.kind, self.cell, self.order, self.bought = kind, cell, order, bought
        self.in_play = True

    def line(self):
        return " ".join([self.kind, cell_name(self.cell)] + ([self.order] if self.order else []))


class Rules:
    """A game of advanced with its settings, before play."""

    EVENTS = {
        "first_player": {"seat": int, "rolls": list},
        "bought": {"seat": int, "weapon": str, "at": str, "order": None},
        "ordered": {"seat": int, "gun": str, "order": str},
        "fired": {"seat": int, "cells": list, "damage": dict},
        "sent": {
            "seat": int, "weapon": str, "from": str, "to": str, "gun": None, "seen": None, "damage": None,
        },
        "passed": {"seat": int},
        "passed_over": {"seat": int},
    }

    def __init__(self, options):
        fields = {"map": None, "fleet": dict, "points": int, "resupply": int}
        self.map_options, counts, self.points, self.resupply = shaped(options, fields, "options")
        counts = shaped(counts, dict.fromkeys(CLASSES, int), "options.fleet")
        require(all(0 <= count <= 4 for count in counts) and any(counts), "options.fleet is none")
        require(10 <= self.points <= 200 and 0 <= self.resupply <= 10, "the points are too few or too many")
        fleet = [Class(name, CLASSES[name], 0, count) for name, count in zip(CLASSES, counts) if count]
        self.seats = SEATS
        self.first = None
        self.map = Map.of(self.map_options)
        self.grid = Grid(self.map.columns, self.map.rows, fleet)

    def decks(self, ships):
        return {cell for ship in ships if ship.of.name == "carrier" for cell in ship.cells}

    def stands(self, kind, cell, ships):
        return cell in self.map.land or kind != "gun" and cell in self.decks(ships)

    def placement(self, value, what):
        listed, weapons = shaped(value, {"ships": list, "weapons": list}, what)
        ships = self.grid.ships(listed, what)
        for ship in ships:
            require(not ship.cells & self.map.land, f"{what}: {ship.line()} lies on land")
        bought, taken = [], set()
        for item in weapons:
            gun = type(item) is dict and item.get("kind") == "gun"
            fields = {"kind": str, "at": str, **({"order": str} if gun else {})}
            kind, at, order = (*shaped(item, fields, f"a weapon of {what}"), None)[:3]
            require(kind in PRICES, f"{what} has a {kind}")
            require(order is None or order in ORDERS, f"{what} has the order {order}")
            cell = self.grid.cell(at)
            require(self.stands(kind, cell, ships), f"{what}: a {kind} cannot stand on {at}")
            require(cell not in taken, f"{what}: two weapons stand on {at}")
            taken.add(cell)
            bought.append(Weapon(kind, cell, order, 0))
        cost = sum(PRICES[weapon.kind] for weapon in bought)
        require(cost <= self.points, f"{what} costs {cost} points of {self.points}")
        placement = Placement(ships, *(weapon.line() for weapon in bought))
        placement.weapons = bought
        return placement

    def drawn_settings(self, chance):
        Map.of(self.map_options, chance)

    def drawn(self, chance, seat, times, body, what):
        """Returns a complete random placement."""
        if body["random"]:
            stream = chance.stream(f"placement/{seat}/{times}", [])
            ships = self.random_ships(stream)
            # On a given map with hardly any room, the server has searched for the placement.
            if ships is not None:
                lines = [weapon.line() for weapon in self.random_kit(stream, ships)]
                sealed = Placement(ships, *lines).sealed
                same(self.placement(body["placement"], what).sealed, sealed, f"the random placement of {what}")

    def random_ships(self, stream):
        for _ in range(BEGINNINGS):
            ships = self.try_to_place(stream)
            if ships is not None:
                return self.grid.in_order(ships)
        if self.map.sea is None:
            return None
        berths = [(of, *self.map.berth(of.length, n)) for of in self.grid.fleet for n in range(of.count)]
        headings = {False: "across", True: "down"}
        heading = lambda of, down: headings[down and of.length > 1]
        ships = self.grid.in_order([Ship(of, *cell, heading(of, down)) for of, cell, down in berths])
        for _ in range(STIRS):
            ships = self.stirred(ships, stream)
        return self.grid.in_order(ships)

    def stirred(self, ships, stream):
        """Moves three of the ships to random places; if one of them finds no place, all three stay."""
        rest = list(ships)
        lifted = [rest.pop(stream.below(len(rest))) for _ in range(min(3, len(rest)))]
        free = set(self.map.cells) - self.map.land - {cell for ship in rest for cell in ship.cells}
        for ship in sorted(lifted, key=lambda ship: -ship.of.length):
            laid = self.laid(ship.of, free, stream)
            if laid is None:
                return ships
            rest.append(laid)
            free -= laid.cells
        return rest

    def try_to_place(self, stream):
        ships, free = [], set(self.map.cells) - self.map.land
        for of in sorted(self.grid.fleet, key=lambda c: -c.length):
            for _ in range(of.count):
                ship = self.laid(of, free, stream)
                if ship is None:
                    return None
                ships.append(ship)
                free -= ship.cells
        return ships

    def laid(self, of, free, stream):
        """Places a ship of a class at a random free place, if there is one."""
        headings = ("across", "down")[: 1 if of.length == 1 else 2]
        places = [Ship(of, *cell, heading) for heading in headings for cell in self.map.cells]
        places = [ship for ship in places if ship.cells <= free]
        return places[stream.below(len(places))] if places else None

    def random_kit(self, stream, ships):
        weapons, taken = [], set()
        for kind, whole in KIT.items():
            # Round to the nearest integer, halves up.
            for _ in range((2 * whole * min(self.points, 40) + 40) // 80):
                free = [c for c in self.map.cells if self.stands(kind, c, ships) and c not in taken]
                if not free:
                    break
                cell = free[stream.below(len(free))]
                taken.add(cell)
                weapons.append(Weapon(kind, cell, "any" if kind == "gun" else None, 0))
        return weapons

    def game(self, placements, first, battle, voice):
        return Battle(self, {seat: placements[seat] for seat in SEATS}, first)


class Side:
    """The fleet, weapons and points of a seat, and what has happened to them."""

    def __init__(self, rules, placed):
        self.ships, self.hit = placed.ships, set()
        self.weapons = [Weapon(w.kind, w.cell, w.order, 0) for w in placed.weapons]
        self.points = rules.points - sum(PRICES[weapon.kind] for weapon in self.weapons)
        self.passes = self.orders = 0

    def weapon(self, cell):
        found = [weapon for weapon in self.weapons if weapon.in_play and weapon.cell == cell]
        return found[0] if found else None

    def afloat(self):
        return sum(len(ship.cells - self.hit) for ship in self.ships)

    def strike(self, cells, fleet):
        """Hits everything in these cells; returns the report."""
        hits = {of.name: 0 for of in fleet}
        sunk = []
        for ship in self.ships:
            whole = ship.cells - self.hit
            hits[ship.of.name] += len(whole & cells)
            if whole and whole <= cells:
                sunk.append(ship.of.name)
        lost = dict.fromkeys(PRICES, 0)
        for weapon in self.weapons:
            if weapon.in_play and weapon.cell in cells:
                lost[weapon.kind] += 1
                weapon.in_play = False
        self.hit |= {cell for ship in self.ships for cell in ship.cells & cells}
        return {
            "hits": [{"class": name, "hits": count} for name, count in hits.items() if count],
            "weapons": [{"kind": kind, "count": count} for kind, count in lost.items() if count],
            "sunk": sunk,
        }


class Battle:
    """A game of advanced from its first turn on."""

    def __init__(self, rules, placed, first):
        self.rules = rules
        self.sides = {seat: Side(rules, placed[seat]) for seat in SEATS}
        self.turns = 0
        self.offer = None
        # Seats that have offered a draw since their last turn began.
        self.offered = set()
        self.begin(first)
        # The outcome of a game that ends before its first turn.
        self.over = self.outcome()

    def begin(self, seat):
        self.turn = seat
        self.turns += 1
        self.sides[seat].points += self.rules.resupply
        self.offered.discard(seat)
        for side in self.sides.values():
            side.orders = 0

    def spent(self, seat):
        side = self.sides[seat]
        planes = any(weapon.in_play and weapon.kind != "gun" for weapon in side.weapons)
        return not self.rules.resupply and not side.points and not planes

    def due(self):
        """Returns true if the seat to move has to be passed over."""
        return self.outcome() is None and self.spent(self.turn)

    def play(self, kind, body):
        """Replays one event; returns the outcome if it ends the game."""
        require(self.outcome() is None, "the game should be over")
        same(kind == "passed_over", self.due(), f"{kind}: whether somebody is passed over")
        method = getattr(self, "play_" + kind, None)
        require(method is not None, f"{kind} has no place here")
        return method(body)

    def conclude(self):
        require(not self.due(), "somebody should have been passed over")

    def outcome(self):
        """Returns the outcome by the rules, if there is one."""
        afloat = {seat: self.sides[seat].afloat() for seat in SEATS}
        for seat in SEATS:
            if not afloat[other(seat)]:
                return {"kind": "win", "winners": [seat], "reason": "fleet_sunk"}
        passed = all(side.passes >= PASSES for side in self.sides.values())
        last = self.turn is None and self.turns >= len(SEATS) * TURNS
        if not passed and not last and not all(map(self.spent, SEATS)):
            return None
        winners = [seat for seat in SEATS if afloat[seat] > afloat[other(seat)]]
        if winners:
            return {"kind": "win", "winners": winners, "reason": "exhausted"}
        return {"kind": "draw", "reason": "exhausted"}

    # Shared by all games

    def play_resigned(self, body):
        return {"kind": "win", "winners": [other(body["seat"])], "reason": "resigned"}

    def play_timed_out(self, body):
        same(body["seats"], [self.turn], "who missed the deadline")
        return {"kind": "win", "winners": [other(self.turn)], "reason": "timed_out"}

    def play_draw_offered(self, body):
        seat = body["seat"]
        require(self.offer is None, "a draw is offered already")
        require(seat not in self.offered, f"seat {seat} offers a draw twice between two own turns")
        self.offer = seat
        self.offered.add(seat)

    def play_draw_accepted(self, body):
        self.answer(body["seat"])
        return {"kind": "draw", "reason": "agreed"}

    def play_draw_declined(self, body):
        self.answer(body["seat"])

    def answer(self, seat):
        require(self.offer == other(seat), "the other has offered no draw")
        self.offer = None

    # Hidden information

    def play_bought(self, body):
        side, kind = self.mover(body), body["weapon"]
        require(self.rules.resupply > 0, "nothing is bought in a game without resupply")
        require(kind in PRICES and side.points >= PRICES[kind], f"a {kind} is too dear")
        same(body["order"] in ORDERS, kind == "gun", "body.order")
        cell = self.rules.grid.cell(body["at"])
        require(self.rules.stands(kind, cell, side.ships), f"a {kind} cannot stand on {body['at']}")
        require(cell not in side.hit and side.weapon(cell) is None, f"{body['at']} is not free")
        side.points -= PRICES[kind]
        side.weapons.append(Weapon(kind, cell, body["order"], self.turns))

    def play_ordered(self, body):
        side = self.sides[body["seat"]]
        gun = side.weapon(self.rules.grid.cell(body["gun"]))
        require(gun is not None and gun.kind == "gun", f"no gun stands on {body['gun']}")
        require(body["order"] in ORDERS, f"{body['order']} is no order")
        side.orders += 1
        require(side.orders <= ORDERS_A_TURN, "too many orders in a turn")
        gun.order = body["order"]

    # Operations

    def mover(self, body):
        require(body["seat"] == self.turn, f"it is the turn of seat {self.turn}")
        return self.sides[self.turn]

    def end(self, passed=False):
        """Ends a turn; returns the outcome if it ends the game."""
        side = self.sides[self.turn]
        side.passes = side.passes + 1 if passed else 0
        seat, self.turn = self.turn, None
        outcome = self.outcome()
        if outcome is None:
            self.begin(other(seat))
        return outcome

    def play_fired(self, body):
        side = self.mover(body)
        cells = {self.rules.grid.cell(name) for name in body["cells"]}
        require(len(body["cells"]) == len(cells) == 3, "a salvo has three different cells")
        require(side.points >= 1, "there is no point left for a salvo")
        side.points -= 1
        report = self.sides[other(self.turn)].strike(cells, self.rules.grid.fleet)
        same(body["damage"], report, "body.damage")
        return self.end()

    def play_sent(self, body):
        side, target = self.mover(body), self.sides[other(self.turn)]
        start, to = (self.rules.grid.cell(body[name]) for name in ("from", "to"))
        plane = side.weapon(start)
        require(plane is not None and plane.kind != "gun", f"no plane stands on {body['from']}")
        require(plane.bought != self.turns, f"the plane on {body['from']} was bought in this turn")
        same(body["weapon"], plane.kind, "body.weapon")
        plane.in_play = False
        near = set(self.rules.map.around(to, 1 if plane.kind == "recce" else 0))
        able = lambda w: w.in_play and w.kind == "gun" and w.cell in near and plane.kind in ORDERS[w.order]
        gun = next(filter(able, target.weapons), None)
        area = self.rules.map.around(to, REACH[plane.kind])
        seen = damage = None
        if gun is not None:
            gun.in_play = False
        elif plane.kind == "recce":
            seen = [self.sight(target, cell) for cell in area]
        else:
            damage = target.strike(set(area), self.rules.grid.fleet)
        same(body["gun"], gun and cell_name(gun.cell), "body.gun")
        same(body["seen"], seen, "body.seen")
        same(body["damage"], damage, "body.damage")
        return self.end()

    def sight(self, side, cell):
        ships = [ship.of.name for ship in side.ships if cell in ship.cells]
        weapon = side.weapon(cell)
        return {
            "cell": cell_name(cell),
            "terrain": "land" if cell in self.rules.map.land else "water",
            "ship": ships[0] if ships else None,
            "hit": cell in side.hit,
            "weapon": weapon.kind if weapon else None,
        }

    def play_passed(self, body):
        self.mover(body)
        return self.end(passed=True)

    def play_passed_over(self, body):
        self.mover(body)
        return self.end(passed=True)
