"""Ways to forge a record of classic; see test_records.py."""

FORGERIES = [
    ("fired", 0, ("result",), "neither", "play"),
    ("salvos", 0, ("salvos", 1, "sunk"), ["x"], "play"),
    ("first_player", 0, ("seat",), 3, "form"),
    ("finished", 0, ("outcome", "reason"), "neither", "outcome"),
]
