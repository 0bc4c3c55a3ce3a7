"""Checks what verify.py says of whole records, and with what status it ends."""

import contextlib
import copy
import io
import json
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import verify  # noqa: E402

LOGS = HERE.parent / "corpora" / "logs"


def run(text):
    """The status for a file of this text, and what is said."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "file.json"
        path.write_text(text, encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = verify.main([str(path)])
    return status, said.getvalue()


class Records(unittest.TestCase):
    """The records that must verify for ever, as they are and forged."""

    def setUp(self):
        self.records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(LOGS.glob("*.json"))]
        self.assertTrue(self.records)

    def forged(self, record, change):
        """What is said of a record that is changed and hashed anew."""
        record = copy.deepcopy(record)
        change(record)
        del record["digest"]
        record["digest"] = verify.sha256("record", verify.canonical(record))
        return run(json.dumps(record))

    def test_a_record_that_holds_says_what_to_compare(self):
        for record in self.records:
            status, said = run(json.dumps(record))
            self.assertEqual(status, 0, said)
            self.assertIn("Compare with what you were shown", said)
            self.assertIn(record["seed_commitment"], said)
            for seat in record["revealed"]["seats"]:
                self.assertIn(seat["commitment"], said)

    def test_a_forgery_is_named_as_deep_as_it_lies(self):
        for record in self.records:
            place = next(n for n, e in enumerate(record["events"]) if e["type"] in ("fired", "salvos"))
            if record["events"][place]["type"] == "fired":
                where, change = "body.result", lambda body: body.update(result="neither")
            else:
                where, change = "body.salvos[1].sunk", lambda body: body["salvos"][1].update(sunk=["x"])
            status, said = self.forged(record, lambda forged: change(forged["events"][place]["body"]))
            self.assertEqual(status, 1)
            self.assertIn(f"WRONG reports: event {place + 1}: {where}: it is ", said)
            self.assertIn("does not hold", said)

    def test_a_draw_is_offered_once_from_one_own_turn_to_the_next(self):
        sea = verify.Sea(verify.Options(self.records[0]["options"]), {1: [], 2: []}, 1)
        sea.draw_offered({"seat": 2})
        sea.draw_declined({"seat": 1})
        with self.assertRaises(verify.Wrong):
            sea.draw_offered({"seat": 2})
        sea.draw_offered({"seat": 1})

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
