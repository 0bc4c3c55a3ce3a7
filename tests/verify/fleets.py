"""Ships and their grids."""

import re

from reading import require, same, shaped


class Class:
    """A class of ships: the length, the shots for each ship, and the number of ships."""

    def __init__(self, name, length, shots, count):
        self.name, self.length, self.shots, self.count = name, length, shots, count


class Ship:
    """A placed ship: cells are (row, column), both counted from 0."""

    def __init__(self, of, row, column, heading):
        self.of, self.row, self.column, self.heading = of, row, column, heading
        down = heading == "down"
        self.cells = {(row + n * down, column + n * (not down)) for n in range(of.length)}

    def line(self):
        return f"{self.of.name} {cell_name((self.row, self.column))} {self.heading}"


def cell_name(cell):
    return chr(ord("A") + cell[1]) + str(cell[0] + 1)


class Grid:
    """A grid and its fleet."""

    def __init__(self, columns, rows, fleet):
        self.columns, self.rows, self.fleet = columns, rows, fleet

    def cell(self, name):
        """Returns the cell with this name."""
        require(type(name) is str and re.fullmatch(r"[A-Z][1-9][0-9]?", name), f"{name!r} is no cell")
        cell = (int(name[1:]) - 1, ord(name[0]) - ord("A"))
        require(self.holds(cell), f"{name} is not on the grid")
        return cell

    def holds(self, cell):
        return cell[0] < self.rows and cell[1] < self.columns

    def in_order(self, ships):
        """Sorts the ships in the order of the sealed text."""
        rank = {c.name: n for n, c in enumerate(self.fleet)}
        return sorted(ships, key=lambda ship: (rank[ship.of.name], ship.row, ship.column))

    def ships(self, listed, what):
        """Reads the ships of a placement in their order, and checks that they are those of this fleet."""
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

    def random_ships(self, stream):
        """Draws ships from a stream."""
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


class Placement:
    """The placement of a seat: its ships, and the sealed text."""

    def __init__(self, ships, *more):
        self.ships = ships
        self.sealed = "\n".join([ship.line() for ship in ships] + list(more))
