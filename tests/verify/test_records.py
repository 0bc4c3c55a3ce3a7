"""Checks the output and the exit status of verify.py for whole records."""

import contextlib
import copy
import importlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import reading  # noqa: E402
import recipe  # noqa: E402
import verify  # noqa: E402
from rulesets import classic, satellite  # noqa: E402

LOGS = HERE.parent / "corpora" / "logs"


def run(text):
    """Returns the exit status and the output for a file with this text."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "file.json"
        path.write_text(text, encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = verify.main([str(path)])
    return status, said.getvalue()


def voices_of(*rows):
    return [{"row": row, "column": "dice"} for row in rows]


def whole(value, where):
    """Returns true if a value has this path."""
    for name in where:
        if value is None or not (value[name : name + 1] if isinstance(value, list) else name in value):
            return False
        value = value[name]
    return True


# Ways to forge a record at any depth, with the expected output: an event of a type, counted from the first or the last
# of them; the path in its body; the new value; and the check that fails.
FORGERIES = {name: importlib.import_module(f"forgeries.{name}").FORGERIES for name in verify.RULESETS}


class Records(unittest.TestCase):
    """The records that must always verify, unchanged and forged."""

    def setUp(self):
        self.records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(LOGS.glob("*.json"))]
        self.assertEqual({record["ruleset"] for record in self.records}, set(verify.RULESETS))

    def forged(self, record, change):
        """Returns the output for a record that is changed and hashed again."""
        record = copy.deepcopy(record)
        change(record)
        del record["digest"]
        record["digest"] = recipe.sha256("record", recipe.canonical(record))
        status, said = run(json.dumps(record))
        self.assertEqual(status, 1, said)
        self.assertIn("does not hold", said)
        return said

    def of(self, ruleset):
        return [record for record in self.records if record["ruleset"] == ruleset]

    def test_a_record_that_holds_says_what_to_compare(self):
        for record in self.records:
            status, said = run(json.dumps(record))
            self.assertEqual(status, 0, said)
            self.assertIn("Compare with what you were shown", said)
            self.assertIn(record["seed_commitment"], said)
            for seat in record["revealed"]["seats"]:
                self.assertIn(seat["commitment"], said)

    def test_a_forgery_is_named_as_deep_as_it_lies(self):
        for ruleset in verify.RULESETS:
            for kind, which, where, written, check in FORGERIES[ruleset]:
                tried = 0
                for record in self.of(ruleset):
                    places = [n for n, event in enumerate(record["events"]) if event["type"] == kind]
                    if not places[which:] or not whole(record["events"][places[which]]["body"], where):
                        continue
                    place = places[which]

                    def change(forged):
                        inside = forged["events"][place]["body"]
                        for name in where[:-1]:
                            inside = inside[name]
                        inside[where[-1]] = written

                    with self.subTest(ruleset=ruleset, kind=kind, where=where):
                        said = self.forged(record, change)
                        self.assertRegex(said, f"WRONG {check}: event {place + 1}\\b")
                    tried += 1
                self.assertTrue(tried, f"no record of {ruleset} has such a {kind}")

    def test_what_the_server_committed_to_cannot_be_changed_afterwards(self):
        for record in self.records:
            for change, check in [
                (lambda forged: forged["revealed"].update(server_seed="ee" * 32), "seed commitment"),
                (lambda forged: forged["revealed"]["seats"][0].update(salt="00" * 32), "salts"),
                (lambda forged: forged["revealed"]["seats"][-1].update(commitment="00" * 32), "placement commitments"),
                (lambda forged: forged["seat_seeds"][0].update(seed="another"), "opening"),
                (lambda forged: forged["events"][-3].update(drawn=99), "draws counted"),
            ]:
                self.assertIn(f"WRONG {check}: ", self.forged(record, change))

    def test_a_voice_and_a_matrix_are_sealed_like_a_fleet(self):
        record = self.of("voices")[0]
        for name, other in [("voice", {"row": "left", "column": "left"}), ("battle", 11)]:

            def change(forged):
                forged["revealed"]["seats"][0]["placement"][name] = other

            self.assertIn("WRONG placements: ", self.forged(record, change))
        for name, others in [("voice", voices_of("left", "right")), ("battle", (1, 2)), ("tactical", (1, 2))]:
            now = record["revealed"]["seats"][0]["placement"][name]
            other = next(each for each in others if each != now)

            def change(forged):
                forged["revealed"]["seats"][0]["placement"][name] = other

            self.assertIn("WRONG placement commitments: ", self.forged(record, change))

    def test_drawn_matrices_are_drawn_again(self):
        drawn = 0
        for record in self.of("voices"):
            for place, event in enumerate(record["events"]):
                if "asked" in event["body"]:
                    drawn += 1

                    def change(forged):
                        body = forged["events"][place]["body"]
                        body["asked"] = {"battle": 1 if body["placement"]["battle"] != 1 else 2}

                    self.assertIn("WRONG drawn placements: ", self.forged(record, change))
        self.assertTrue(drawn)

    def test_a_map_that_was_not_drawn_is_found_out(self):
        made = [record for record in self.of("advanced") if type(record["options"]["map"]) is dict]
        drawn = [record for record in made if record["options"]["map"]["drawn"]]
        self.assertTrue(drawn)
        for record in drawn:
            said = self.forged(record, lambda forged: forged["options"]["map"].update(seed="abcdefghij"))
            self.assertRegex(said, "WRONG drawn settings: options.map.seed: it is abcdefghij, and \\w{10} was drawn")

    def test_weapons_are_sealed_like_a_fleet(self):
        record = self.of("advanced")[-1]
        for name, other in [("at", "A9"), ("kind", "zeppelin")]:

            def change(forged):
                forged["revealed"]["seats"][0]["placement"]["weapons"][0][name] = other

            self.assertIn("WRONG placements: ", self.forged(record, change))

    def test_a_shot_that_is_left_out_is_missed(self):
        for record in self.records:
            shots = [n for n, event in enumerate(record["events"]) if event["type"] in ("fired", "written", "sent")]

            if len(shots) < 2:
                continue

            def change(forged):
                del forged["events"][shots[1]]
                for number, event in enumerate(forged["events"], 1):
                    event["seq"] = number

            self.assertIn("WRONG play: ", self.forged(record, change))

    def test_a_ruleset_that_is_not_known_is_said(self):
        said = self.forged(self.records[0], lambda forged: forged.update(ruleset="chess"))
        self.assertIn("'chess' is no ruleset", said)

    def test_a_draw_is_offered_once_from_one_own_turn_to_the_next(self):
        sea = classic.Sea(classic.Rules(self.of("classic")[0]["options"]), {1: [], 2: []}, 1)
        sea.draw_offered({"seat": 2})
        sea.draw_declined({"seat": 1})
        with self.assertRaises(reading.Wrong):
            sea.draw_offered({"seat": 2})
        sea.draw_offered({"seat": 1})

    def test_a_draw_is_not_offered_anew_before_the_endgame_says_whose_turn_it_is(self):
        class Battle:
            dice = [2, 1, 6, 5]

            def die(self, _):
                return self.dice.pop(0)

        settings = {"rows": 13, "columns": 9, "endgame": "self_destruct"}
        planets = satellite.Planets(satellite.Rules(settings), {1: {}, 2: {}}, 1, Battle())
        # It would be the turn of seat 2, but seat 1 goes first with 3 against 11.
        planets.arsenal = {1: set(), 2: set()}
        planets.fallen = lambda: None
        planets.draw_offered({"seat": 2})
        planets.draw_declined({"seat": 1})
        planets.next()
        rolls = [[{"seat": 1, "dice": [2, 1]}, {"seat": 2, "dice": [6, 5]}]]
        planets.play("arsenals_empty", {"endgame": "self_destruct", "next": 1, "rolls": rolls})
        with self.assertRaises(reading.Wrong):
            planets.draw_offered({"seat": 2})
        planets.begin(2, "self_destruct")
        planets.draw_offered({"seat": 2})

    def test_what_is_no_record_is_no_verdict(self):
        problem = {"type": "/problems/not_now", "detail": "the game is not over"}
        for text, said in [
            ("# Read me", "not JSON"),
            ("{}", "GET /v1/games/{id}/record"),
            ("[1]", "no `format`"),
            (json.dumps(problem), "the server answered instead of one: the game is not over"),
        ]:
            self.assertEqual(run(text)[0], 2)
            self.assertIn(said, run(text)[1])


if __name__ == "__main__":
    unittest.main()
