"""The game-matrices of voices: the ten of the score, and those made as specified in docs/matrices.md."""

import hashlib
import json
import pathlib
import re

from reading import require

PHONETICS = pathlib.Path(__file__).resolve().parents[2] / "engine/src/voices/phonetic.json"


def matrix(name, size=10):
    """Returns the rows of the matrix with this number or recipe, and checks its size."""
    if type(name) is int:
        rows = [each["rows"] for each in phonetics()["matrices"] if each["number"] == name]
        require(rows, f"there is no matrix {name}")
        return [row.split(" ") for row in rows[0]]
    rows = made(name)
    require(len(rows) == size, f"the matrix {name} does not have {size} rows")
    return rows


def phonetics():
    return json.loads(PHONETICS.read_text(encoding="utf-8"))


def made(recipe):
    """Returns the rows of the matrix made from a recipe."""
    number = "([1-9][0-9]*)"
    parts = re.fullmatch(f"v1:{number}:([^:]+):[A-Za-z0-9-]{{1,40}}", recipe) if type(recipe) is str else None
    require(parts, f"{recipe!r} is no recipe")
    size, phones = int(parts[1]), []
    for counted in parts[2].split(","):
        phone = re.fullmatch(rf"(\D+){number}", counted)
        require(phone, f"{recipe!r} is no recipe")
        phones.append((phone[1], int(phone[2])))
    key = [each["phone"] for each in phonetics()["key"]]
    names = [phone for phone, _ in phones]
    require(set(names) <= set(key) and len(set(names)) == len(names), f"the phones of {recipe}")
    require(2 <= len(phones) <= 10 and 6 <= size <= 26, f"the size of {recipe}")
    require(sum(count for _, count in phones) == size, f"the counts of {recipe}")
    # Assign the phones to the symbols.
    taken = [phone for phone, count in phones for _ in range(count)]
    return [[taken[symbol] for symbol in row] for row in Square(recipe, size).walk()]


class Square:
    """A Latin square in the random walk of Jacobson and Matthews, as a cube of entries."""

    def __init__(self, recipe, size):
        self.recipe, self.size = recipe, size
        self.bytes, self.block = b"", 0
        self.cube = {(row, column, (row + column) % size): 1 for row in range(size) for column in range(size)}

    def walk(self):
        for _ in range(self.size**3):
            self.step()
        while self.improper():
            self.step()
        symbols = {(row, column): symbol for row, column, symbol in self.cube}
        return [[symbols[row, column] for column in range(self.size)] for row in range(self.size)]

    def below(self, bound):
        while True:
            if not self.bytes:
                text = f"broadside/v1/matrix\n{self.recipe}\n{self.block}"
                self.bytes, self.block = hashlib.sha256(text.encode("utf-8")).digest(), self.block + 1
            byte, self.bytes = self.bytes[0], self.bytes[1:]
            if byte < 256 // bound * bound:
                return byte % bound

    def improper(self):
        return [entry for entry, value in self.cube.items() if value == -1]

    def ones(self, *line):
        """Returns the positions of entries that are 1 on a line; `None` marks the axis along the line."""
        along = line.index(None)
        places = [(*line[:along], place, *line[along + 1 :]) for place in range(self.size)]
        return [place for place, entry in enumerate(places) if self.cube.get(entry) == 1]

    def one(self, *line):
        places = self.ones(*line)
        return places[0] if len(places) == 1 or self.below(2) == 0 else places[1]

    def add(self, value, *entry):
        self.cube[entry] = self.cube.get(entry, 0) + value
        if self.cube[entry] == 0:
            del self.cube[entry]

    def step(self):
        improper = self.improper()
        if improper:
            row, column, symbol = improper[0]
        else:
            row, column = self.below(self.size), self.below(self.size)
            (there,) = self.ones(row, column, None)
            symbol = self.below(self.size - 1)
            symbol += symbol >= there
        other_symbol = self.one(row, column, None)
        other_column = self.one(row, None, symbol)
        other_row = self.one(None, column, symbol)
        self.add(1, row, column, symbol)
        self.add(1, row, other_column, other_symbol)
        self.add(1, other_row, column, other_symbol)
        self.add(1, other_row, other_column, symbol)
        self.add(-1, row, column, other_symbol)
        self.add(-1, row, other_column, symbol)
        self.add(-1, other_row, column, symbol)
        self.add(-1, other_row, other_column, other_symbol)
