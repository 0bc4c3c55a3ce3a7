"""Ways to forge a record of voices; see test_records.py."""

FORGERIES = [
    ("first_player", 0, ("rolls", 0, 0, "face"), 11, "who begins"),
    ("fired", 0, ("throws", 0, "first"), 11, "play"),
    ("fired", 3, ("throws", 0, "second"), 0, "play"),
    ("fired", 2, ("cell",), "K1", "play"),
    ("fired", -1, ("round",), 99, "play"),
    ("fired", 1, ("phone",), "s", "play"),
    ("fired", 1, ("answers", 0, "result"), "neither", "play"),
    ("fired", 1, ("answers", 0, "sunk"), "carrier", "play"),
    ("fired", -1, ("answers", 0, "row", "from"), "above", "play"),
    ("fired", 4, ("answers", 0, "column", "phones"), [], "play"),
    ("fired", 4, ("answers",), [], "play"),
    ("rolled", 0, ("due",), {"choose": "cell"}, "play"),
    ("voice_set", 0, ("voice", "row"), "above", "play"),
    ("revoiced", 0, ("row", "phones"), [], "play"),
    ("directed", 0, ("text",), "x" * 121, "play"),
    ("axes_set", 0, ("first_die",), "z", "play"),
    ("finished", 0, ("outcome", "reason"), "neither", "outcome"),
]
