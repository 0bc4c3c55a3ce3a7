"""Maps made from a seed, as specified in docs/maps.md."""

import re

from reading import require, shaped
from recipe import Chance

SEED = "[A-Za-z0-9-]{1,40}"
DRAWN_FROM = "abcdefghijkmnpqrstuvwxyz23456789"
# The open sea: the lengths of its longer and its shorter side.
LONG, SHORT = 10, 6


def drawn_seed(stream):
    """Draws the seed of a map if the settings give none."""
    return "".join(DRAWN_FROM[stream.below(32)] for _ in range(10))


class Map:
    """A map: cells are (row, column), both counted from 0."""

    def __init__(self, columns, rows, land, sea=None):
        self.columns, self.rows, self.land = columns, rows, land
        # The origin of the open sea of a generated map, and whether its longer side is vertical.
        self.sea = sea
        self.cells = [(row, column) for row in range(rows) for column in range(columns)]

    @classmethod
    def given(cls, rows):
        require(10 <= len(rows) <= 26, "a map has 10 to 26 rows")
        for row in rows:
            good = type(row) is str and re.fullmatch("[~#]{10,26}", row) and len(row) == len(rows[0])
            require(good, "a row of the map is none")
        land = {(r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == "#"}
        return cls(len(rows[0]), len(rows), land)

    @classmethod
    def made(cls, columns, rows, seed):
        require(10 <= columns <= 26 and 10 <= rows <= 26, "a map is too small or too large")
        require(re.fullmatch(SEED, seed), "the seed of the map is none")
        luck = Chance(bytes(32), f"v1:{columns}x{rows}:{seed}").stream("map", [])
        down = luck.below(2) == 1
        wide, high = (SHORT, LONG) if down else (LONG, SHORT)
        left = luck.below(columns - wide + 1)
        top = luck.below(rows - high + 1)
        sea = {(top + r, left + c) for r in range(high) for c in range(wide)}
        area = columns * rows
        fewest, most = -(-area * 35 // 100), min(area // 2, area - len(sea))
        squares = fewest + luck.below(most - fewest + 1)
        made = cls(columns, rows, set(), ((top, left), down))
        free = [cell for cell in made.cells if cell not in sea]
        for n in range(squares):
            shore = [cell for cell in free if made.beside(cell) & made.land]
            squares_from = free if n < area // 32 or not shore else shore
            cell = squares_from[luck.below(len(squares_from))]
            made.land.add(cell)
            free.remove(cell)
        return made

    @classmethod
    def of(cls, options, chance=None):
        """Returns the map for the settings of a game; with `chance`, checks a drawn seed."""
        if type(options) is list:
            return cls.given(options)
        fields = {"columns": int, "rows": int, "version": int, "seed": str, "drawn": bool}
        columns, rows, version, seed, drawn = shaped(options, fields, "options.map")
        require(version == 1, f"there is no version {version} of the map's recipe")
        if drawn and chance is not None:
            expected = drawn_seed(chance.stream("options", []))
            require(seed == expected, f"options.map.seed: it is {seed}, and {expected} was drawn")
        return cls.made(columns, rows, seed)

    @staticmethod
    def beside(cell):
        row, column = cell
        return {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}

    def around(self, cell, reach):
        """Returns the cells up to this distance away, row by row."""
        return [c for c in self.cells if abs(c[0] - cell[0]) <= reach and abs(c[1] - cell[1]) <= reach]

    def berth(self, length, n):
        """Returns the place of ship n of its class in the open sea: its first cell, and whether it points down."""
        along, line = {
            5: (0, n),
            4: (5, n),
            3: (n % 2 * 5, 4 + n // 2),
            2: (n % 2 * 5 + 3, 4 + n // 2),
            1: (9, n),
        }[length]
        (top, left), down = self.sea
        return (top + along, left + line) if down else (top + line, left + along), down
