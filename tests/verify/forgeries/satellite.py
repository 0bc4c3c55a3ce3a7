"""Ways to forge a record of satellite; see test_records.py."""

FORGERIES = [
    ("first_player", 0, ("rolls", 0, 0, "dice", 0), 7, "who begins"),
    ("rolled", 0, ("dice", 2), 7, "play"),
    ("rolled", 1, ("keep",), [1, 2, 3, 4, 5], "play"),
    ("fired", 0, ("cartridge",), "salvo", "play"),
    ("fired", 1, ("targets", 0), "P16", "play"),
    ("fired", 1, ("reports", 0, "result"), "neither", "play"),
    ("fired", 2, ("destroyed",), 6, "play"),
    ("fired", 2, ("beam",), "diagonal", "play"),
    ("fired", 2, ("building",), ["A1"], "play"),
    ("gave_up", 0, ("result",), "neither", "play"),
    ("shot", 3, ("destroyed",), 6, "play"),
    ("arsenals_empty", 0, ("rolls", 0, 0, "dice", 0), 7, "play"),
    ("destructed", 0, ("targets",), [], "play"),
    ("finished", 0, ("outcome", "reason"), "neither", "outcome"),
]
