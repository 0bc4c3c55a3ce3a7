"""Replays a game of solo as specified in docs/fairness.md."""

from reading import require, same, shaped

SUITS = ("suns", "moons", "crowns", "arms")
HALVES = ("upper", "lower")
FACES = ("N", "A", "2", "3", "4", "5")
LENGTHS = {"dinghy": 1, "submarine": 2, "cruiser": 3}
# Steps from one coin of a ship to the next, in the order in which a random placement tries them.
STEPS = {"across": (0, 1), "down": (1, 0), "diagonal_down": (1, 1), "diagonal_up": (-1, 1)}


class Ship:
    """A ship in the sea: cells are (row, column), both counted from 0."""

    def __init__(self, rules, suit, kind, cell, heading):
        self.rules, self.suit, self.kind, self.at, self.heading = rules, suit, kind, cell, heading
        down, right = STEPS[heading]
        self.cells = {(cell[0] + n * down, cell[1] + n * right) for n in range(LENGTHS[kind])}

    def lies(self):
        return all(0 <= row < 8 and 0 <= column < 6 for row, column in self.cells)

    def line(self):
        return f"{self.suit} {self.kind} {self.rules.name(self.at)} {self.heading}"


class Fleets:
    """The placement of the player: the ships, and the sealed text."""

    def __init__(self, ships):
        self.ships = ships
        self.sealed = "\n".join(ship.line() for ship in ships)


class Rules:
    """A game of solo with its settings, before play."""

    EVENTS = {
        "predicted": {"seat": int, "suit": str},
        "fired": {"seat": int, "volley": int, "coin": str, "dice": list, "shots": list},
    }
    # The event with which play begins after the placement.
    BEGINS = "predicted"
    seats = (1,)

    def __init__(self, options):
        fields = {"order": list, "lends": str, "wumpuses": bool}
        self.order, lends, self.wumpuses = shaped(options, fields, "options")
        require(sorted(map(str, self.order)) == sorted(SUITS), "options.order has not each suit once")
        require(lends in SUITS, "options.lends is no suit")
        self.fighting = [suit for suit in self.order if suit != lends]

    def begun(self, body, what):
        """Checks the prediction, which begins play."""
        require(body["suit"] in self.fighting, f"{what}: {body['suit']} does not fight")
        self.prediction = body["suit"]

    def name(self, cell):
        row, column = cell
        return f"{self.order[row // 2]}/{HALVES[row % 2]}/{FACES[column]}"

    def cell(self, name):
        names = {self.name((row, column)): (row, column) for row in range(8) for column in range(6)}
        require(name in names, f"{name!r} is no cell of the sea")
        return names[name]

    def count(self, kind):
        """Returns the number of ships of a class in each suit."""
        return (6 if kind == "dinghy" else 0) if self.wumpuses else 1

    def in_order(self, ships):
        kinds = list(LENGTHS)
        return sorted(ships, key=lambda ship: (self.order.index(ship.suit), kinds.index(ship.kind), ship.at))

    def placement(self, value, what):
        (listed,) = shaped(value, {"ships": list}, what)
        ships, taken = [], set()
        for item in listed:
            fields = {"suit": str, "class": str, "at": str, "heading": str}
            suit, kind, at, heading = shaped(item, fields, f"a ship of {what}")
            require(suit in self.fighting, f"{what} has a ship of {suit}, which does not fight")
            require(kind in LENGTHS, f"{what} has a {kind}, which no fleet has")
            require(heading in STEPS, f"{what} has the heading {heading}")
            ship = Ship(self, suit, kind, self.cell(at), heading)
            require(LENGTHS[kind] > 1 or heading == "across", f"{what} has a ship of one coin {heading}")
            require(ship.lies(), f"{what}: {ship.line()} leaves the sea")
            require(not ship.cells & taken, f"{what}: {ship.line()} meets another ship")
            taken |= ship.cells
            ships.append(ship)
        for suit in self.fighting:
            for kind in LENGTHS:
                count = sum((ship.suit, ship.kind) == (suit, kind) for ship in ships)
                require(count == self.count(kind), f"{what}: {suit} has {count} of {kind}, not {self.count(kind)}")
        same([s.line() for s in ships], [s.line() for s in self.in_order(ships)], f"the order of {what}")
        return Fleets(ships)

    def drawn(self, chance, seat, times, body, what):
        """Checks the drawn part of a placement: all of a random one."""
        if not body["random"]:
            return
        stream = chance.stream(f"placement/{seat}/{times}", [])
        ships, taken = [], set()
        for kind in sorted(LENGTHS, key=lambda kind: -LENGTHS[kind]):
            for suit in self.fighting:
                for _ in range(self.count(kind)):
                    places = []
                    for heading in list(STEPS)[: 1 if LENGTHS[kind] == 1 else 4]:
                        for row in range(8):
                            for column in range(6):
                                ship = Ship(self, suit, kind, (row, column), heading)
                                if ship.lies() and not ship.cells & taken:
                                    places.append(ship)
                    ships.append(places[stream.below(len(places))])
                    taken |= ships[-1].cells
        drawn = Fleets(self.in_order(ships))
        same(self.placement(body["placement"], what).sealed, drawn.sealed, f"the random placement of {what}")

    def game(self, placements, _first, battle, _voice):
        return Sea(self, placements[1].ships, battle)


class Sea:
    """A game of solo from its first volley on."""

    def __init__(self, rules, ships, battle):
        self.rules, self.battle = rules, battle
        self.left = {suit: set() for suit in rules.fighting}
        for ship in ships:
            self.left[ship.suit] |= ship.cells
        self.volleys = 0

    def play(self, kind, body):
        """Replays one event; returns the outcome if it ends the game."""
        if kind == "timed_out":
            same(body["seats"], [1], "who missed the deadline")
            return {"kind": "lose", "reason": "timed_out"}
        require(kind == "fired", f"{kind} has no place here")
        self.volleys += 1
        dice = [{"suit": suit, "face": FACES[self.battle.die(6) - 1]} for suit in self.rules.order]
        coin = self.battle.below(2)
        shots = []
        for pair, die in enumerate(dice):
            cell = (2 * pair + coin, FACES.index(die["face"]))
            struck = next((suit for suit, cells in self.left.items() if cell in cells), None)
            if struck:
                self.left[struck].discard(cell)
            sunk = struck is not None and not self.left[struck]
            shots.append({"cell": self.rules.name(cell), "hit": struck, "sunk": sunk})
            if len(self.afloat()) == 1:
                break
        side = ("heads", "tails")[coin]
        fired = {"seat": 1, "volley": self.volleys, "coin": side, "dice": dice, "shots": shots}
        same(body, fired, "body")
        if len(self.afloat()) > 1:
            return None
        if self.afloat() == [self.rules.prediction]:
            return {"kind": "win", "winners": [1], "reason": "prediction_right"}
        return {"kind": "lose", "reason": "prediction_wrong"}

    def afloat(self):
        return [suit for suit, cells in self.left.items() if cells]

    def conclude(self):
        """Checks that no volley is incomplete."""
