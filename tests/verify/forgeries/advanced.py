"""Ways to forge a record of advanced; see test_records.py."""

FORGERIES = [
    ("first_player", 0, ("rolls", 0, 0, "face"), 11, "who begins"),
    ("bought", 0, ("at",), "A9", "play"),
    ("bought", 0, ("weapon",), "zeppelin", "play"),
    ("ordered", 0, ("gun",), "A1", "play"),
    ("fired", 0, ("cells", 0), "Z26", "play"),
    ("fired", -1, ("damage", "hits"), [{"class": "carrier", "hits": 9}], "play"),
    ("fired", -1, ("damage", "sunk"), ["x"], "play"),
    ("sent", 0, ("from",), "J9", "play"),
    ("sent", 0, ("seen", 0, "ship"), "submarine", "play"),
    ("sent", 0, ("gun",), "J9", "play"),
    ("sent", -1, ("damage", "weapons"), [{"kind": "gun", "count": 9}], "play"),
    ("passed", 0, ("seat",), 1, "play"),
    ("finished", 0, ("outcome", "reason"), "neither", "outcome"),
]
