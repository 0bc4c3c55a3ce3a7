"""Checks verify.py against the test vectors printed in docs/fairness.md, docs/matrices.md and docs/maps.md."""

import hashlib
import pathlib
import re
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import maps  # noqa: E402
import matrices  # noqa: E402
import reading  # noqa: E402
import recipe  # noqa: E402
from rulesets import advanced, satellite, solo  # noqa: E402

DOCS = HERE.parents[1] / "docs"
PAGE = DOCS / "fairness.md"


class Vectors(unittest.TestCase):
    """The vectors, read from the page itself so that page and code cannot diverge."""

    @classmethod
    def setUpClass(cls):
        chapter = PAGE.read_text(encoding="utf-8").split("## Test vectors", 1)[1]
        block = re.search(r"```text\n(.*?)```", chapter, re.DOTALL).group(1)
        cls.vectors = dict(line.split(": ", 1) for line in block.splitlines())
        cls.game = re.search(r"game id `([^`]+)`", chapter).group(1)
        after = chapter.split("```")[2]
        seeds = re.search(r"seat seeds `([^`]+)` and `([^`]+)`", after)
        cls.seat_seeds = list(seeds.groups())
        cls.sealed = re.search(r"sealed text is `([^`]+)`", after).group(1)
        cls.layout = chapter.split("```text\n")[3].split("\n```")[0]
        cls.chance = recipe.Chance(bytes(range(32)), cls.game)

    def test_every_vector_is_known(self):
        """Fails if a vector on the page has no test here."""
        self.assertEqual(
            sorted(self.vectors),
            [
                "battle, d10",
                "drawn seed of seat 1",
                "key of a bot in seat 1",
                "placement commitment of seat 1",
                "placement/2/1, below 100 256 257 1000 65537",
                "salt of seat 1",
                "seed commitment",
            ],
        )

    def test_seed_commitment(self):
        self.assertEqual(self.chance.seed_commitment(), self.vectors["seed commitment"])

    def test_salt(self):
        self.assertEqual(self.chance.salt(1), self.vectors["salt of seat 1"])

    def test_drawn_seed(self):
        self.assertEqual(self.chance.drawn_seed(1), self.vectors["drawn seed of seat 1"])

    def test_bot_key(self):
        self.assertEqual(self.chance.bot_key(1), self.vectors["key of a bot in seat 1"])

    def test_random_buildings(self):
        rules = satellite.Rules({"rows": 13, "columns": 9, "endgame": "ceasefire"})
        self.assertEqual(rules.random(self.chance.stream("placement/1/1", [])).sealed, self.layout)

    def test_placement_commitment(self):
        self.assertEqual(
            self.chance.placement_commitment(1, self.sealed),
            self.vectors["placement commitment of seat 1"],
        )

    def test_battle_dice(self):
        faces = [int(face) for face in self.vectors["battle, d10"].split()]
        stream = self.chance.stream("battle", self.seat_seeds)
        self.assertEqual([stream.die(10) for _ in faces], faces)

    def test_the_fleets_and_the_volleys_of_solo(self):
        chapter = PAGE.read_text(encoding="utf-8").split("## Test vectors", 1)[1]
        *fleets, last = chapter.split("```text\n")[2].split("\n```")[0].splitlines()
        rules = solo.Rules({"order": list(solo.SUITS), "lends": "arms", "wumpuses": False})
        words = (line.split() for line in fleets)
        ships = [{"suit": s, "class": c, "at": at, "heading": h} for s, c, at, h in words]
        placed = {"random": True, "placement": {"ships": ships}}
        rules.drawn(self.chance, 1, 1, placed, "the page")
        battle = self.chance.stream("battle", self.seat_seeds[:1])
        volleys = last.removeprefix("battle, volleys: ").split(", ")
        for volley in volleys:
            faces = [solo.FACES[battle.die(6) - 1] for _ in range(4)]
            self.assertEqual(volley, " ".join([*faces, ("heads", "tails")[battle.below(2)]]))
        self.assertEqual(len(volleys), 4)

    def test_draws_of_every_width(self):
        name, drawn = next(v for v in self.vectors.items() if v[0].startswith("placement/"))
        stream_name, bounds = name.split(", below ")
        stream = self.chance.stream(stream_name, [])
        self.assertEqual(
            [stream.below(int(bound)) for bound in bounds.split()],
            [int(number) for number in drawn.split()],
        )


class Maps(unittest.TestCase):
    """The maps printed in docs/maps.md."""

    def test_maps_are_made_as_they_are_printed(self):
        chapter = (DOCS / "maps.md").read_text(encoding="utf-8").split("## Test vectors", 1)[1]
        block = re.search(r"```text\n(.*?)```", chapter, re.DOTALL).group(1)
        parts = [part.strip().splitlines() for part in block.split("\n\n")]
        self.assertTrue(parts and len(parts) % 2 == 0)
        for (name,), rows in zip(parts[::2], parts[1::2]):
            columns, lines, seed = re.fullmatch(r"v1:([0-9]+)x([0-9]+):(.+)", name).groups()
            made = maps.Map.made(int(columns), int(lines), seed)
            square = lambda cell: "#" if cell in made.land else "~"
            printed = ["".join(square((r, c)) for c in range(made.columns)) for r in range(made.rows)]
            self.assertEqual(printed, rows, name)


class Draws(unittest.TestCase):
    """Cases that the vectors do not cover."""

    def test_the_seed_of_a_map_is_drawn_as_it_is_printed(self):
        page = (DOCS / "maps.md").read_text(encoding="utf-8")
        seed = maps.drawn_seed(recipe.Chance(bytes(range(32)), "game-1").stream("options", []))
        self.assertIn(f"`game-1`, the map seed that the server draws is `{seed}`", page)

    def test_a_fleet_fits_a_given_map_as_it_is_printed(self):
        page = (DOCS / "maps.md").read_text(encoding="utf-8")
        fleet = {"carrier": 1, "battleship": 1, "cruiser": 2, "destroyer": 2, "submarine": 2}
        rules = advanced.Rules({"map": ["~~~~####~~"] * 10, "fleet": fleet, "points": 40, "resupply": 0})
        ships = rules.try_to_place(recipe.Chance(bytes(32), "options").stream("fit", []))
        lines = "\n".join(ship.line() for ship in rules.grid.in_order(ships))
        self.assertIn(f"```text\n{lines}\n```", page)

    def test_a_draw_below_one_is_nought_and_is_counted(self):
        stream = recipe.Chance(bytes(32), "g").stream("battle", [])
        self.assertEqual(stream.below(1), 0)
        self.assertEqual(stream.count, 1)

    def test_numbers_past_the_greatest_multiple_are_passed_over(self):
        # 129 fits once into a byte, so about half of all bytes are skipped, and some draw of these skips the first
        # number of its block.
        chance = recipe.Chance(bytes(32), "g")
        stream = chance.stream("battle", [])
        passed = 0
        for number in range(64):
            block = chance.mac("draw", "battle", number, 0)
            expected = next(byte for byte in block if byte < 129)
            passed += block[0] >= 129
            self.assertEqual(stream.below(129), expected)
        self.assertGreater(passed, 0)

    def test_a_frame_keeps_its_fields_apart(self):
        self.assertNotEqual(recipe.frame("a", "bc", "d"), recipe.frame("a", "b", "cd"))
        self.assertEqual(recipe.frame("é", 12), b"\0\0\0\x02\xc3\xa9\0\0\0\x0212")
        self.assertEqual(len(hashlib.sha256(recipe.frame("a")).hexdigest()), 64)

    def test_canonical_json(self):
        self.assertEqual(
            recipe.canonical({"b": ["é", None, True], "a": 'x"\\\n\x7f'}),
            '{"a":"x\\"\\\\\\n\x7f","b":["é",null,true]}',
        )


class Matrices(unittest.TestCase):
    def test_a_made_matrix_is_the_one_printed(self):
        chapter = (DOCS / "matrices.md").read_text(encoding="utf-8").split("## Test vectors", 1)[1]
        blocks = re.findall(r"```text\n(.*?)```", chapter, re.DOTALL)
        self.assertEqual(len(blocks), 2)
        for block in blocks:
            name, rows = block.strip().split("\n\n")
            self.assertEqual([" ".join(row) for row in matrices.made(name)], rows.split("\n"))

    def test_every_line_of_a_matrix_holds_the_same_phones(self):
        for name in (*range(1, 11), "v1:10:aʊ1,t4,ʃ5:A-1"):
            rows = matrices.matrix(name)
            lines = rows + [list(column) for column in zip(*rows)]
            self.assertEqual({tuple(sorted(line)) for line in lines}, {tuple(sorted(rows[0]))})

    def test_what_is_no_matrix_is_wrong(self):
        recipes = ["v1:6:t3,d3:a", "v1:10:t5,d6:a", "v1:10:x5,d5:a", "v1:10:t5,t5:a", "v1:10:t5,d5:", "v1:010:t5,d5:a"]
        for name in (0, 11, True, None, "3", *recipes):
            with self.assertRaises(reading.Wrong, msg=name):
                matrices.matrix(name)


if __name__ == "__main__":
    unittest.main()
