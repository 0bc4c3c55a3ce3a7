"""Ways to forge a record of solo; see test_records.py."""

FORGERIES = [
    ("fired", 0, ("dice", 1, "face"), "6", "play"),
    ("fired", 1, ("coin",), "edge", "play"),
    ("fired", 2, ("shots", 0, "hit"), "arms", "play"),
    ("fired", -1, ("shots", 0, "sunk"), "no", "play"),
    ("fired", 3, ("volley",), 99, "play"),
    ("predicted", 0, ("suit",), "arms", "opening"),
    ("finished", 0, ("outcome", "reason"), "neither", "outcome"),
]
