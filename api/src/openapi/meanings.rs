//! What the values of an enumeration mean. The derives leave out what is said of each in the code, so it is said here
//! again, for those whose names do not say it all.

use serde_json::{Map, Value};

/// The meanings by the name of a schema, in the order of its values.
const MEANINGS: &[(&str, &[(&str, &str)])] = &[
    (
        "AdvancedOrder",
        &[
            ("any", "at whatever it can shoot down"),
            ("bombers", "at bombers alone"),
            ("recce", "at recce planes alone"),
            ("hold", "at nothing"),
        ],
    ),
    (
        "AdvancedWeapon",
        &[
            ("gun", "an anti-aircraft gun, for 1 point: shoots one plane down"),
            ("recce", "a reconnaissance plane, for 1 point: describes 3×3 squares"),
            ("bomber", "a bomber, for 3 points: destroys what is in 3×3 squares"),
            (
                "nuclear_bomber",
                "a nuclear bomber, for 10 points: destroys what is in 5×5 squares, and no gun reaches it",
            ),
        ],
    ),
    (
        "AdvancedWeaponStatus",
        &[
            ("ready", "it is still in play"),
            ("used", "it has been sent, or has fired"),
            ("destroyed", "it was hit before it was used"),
        ],
    ),
    (
        "ChallengeState",
        &[
            ("open", "it waits for its answer"),
            ("accepted", "the seat was taken"),
            ("declined", "the player has declined, and the game is called off"),
            ("withdrawn", "the game was called off before an answer came"),
            ("expired", "no answer came in time, and the game is called off"),
        ],
    ),
    (
        "ClassicFirst",
        &[
            ("roll", "each seat rolls a ten-sided die, the higher begins"),
            ("creator", "seat 1"),
            ("opponent", "seat 2"),
        ],
    ),
    (
        "ClassicFleet",
        &[
            ("standard", "Battleship 5, Cruiser 4, Submarine 3, Destroyer 2"),
            ("two_destroyers", "Battleship 5, Cruiser 3, Destroyer 2, Destroyer 2"),
            ("five_ships", "Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2"),
            ("custom", "the ships given in `ships`, on the grid given in `grid`"),
        ],
    ),
    (
        "ClassicMode",
        &[
            ("single", "the players alternate, one shot each (C4)"),
            ("salvo", "both write a salvo in secret; both take effect together (C7)"),
        ],
    ),
    (
        "DeclineReason",
        &[
            ("later", "no time now; another time perhaps"),
            ("too_fast", "the clock leaves too little time"),
            ("too_slow", "the clock leaves too much time, or there is none"),
            ("other_ruleset", "another game would be welcome"),
            ("other_options", "the same game with other settings would be welcome"),
            ("other", "for a reason that is in the words, or for none that is told"),
        ],
    ),
    (
        "DeliveryState",
        &[
            ("pending", "it is on its way, or waits to be sent again"),
            ("delivered", "its receiver has answered 2xx"),
            ("failed", "it was given up"),
        ],
    ),
    ("Due", &[("place", "to place its fleet"), ("act", "to move")]),
    ("Heading", &[("across", "to the right, along a row"), ("down", "downwards, along a column")]),
    (
        "MessageHidden",
        &[("blocked", "you block its player"), ("deleted", "its player has deleted the account")],
    ),
    (
        "Part",
        &[
            ("form", "the form of the record"),
            ("digest", "the digest over the whole"),
            ("seed_commitment", "the commitment to the server's seed"),
            ("seat_seed", "a seat's seed"),
            ("placement_commitment", "a seat's placement, its salt or its commitment"),
            ("roll", "a roll"),
            ("report", "a report of what was hit and sunk"),
            ("sound", "the phones with which a shot was called or answered"),
            ("event", "an event that the rules do not allow where it stands"),
            ("outcome", "how the game ended"),
            ("time", "the time of an event"),
        ],
    ),
    (
        "Reason",
        &[
            ("fleet_sunk", "every ship of one player is sunk"),
            ("both_fleets_sunk", "every ship of both players was sunk in the same round"),
            ("resigned", "the loser resigned"),
            ("timed_out", "the loser missed a deadline"),
            ("agreed", "the players agreed"),
            ("rounds_over", "the agreed number of rounds is over"),
            ("prediction_right", "the suit that survived is the one that was predicted"),
            ("prediction_wrong", "another suit survived than was predicted"),
            ("buildings_destroyed", "every building of one player is destroyed"),
            ("ceasefire", "both arsenals are empty, and what was destroyed is counted"),
            ("self_destruct", "the last blow of both players has failed"),
            (
                "exhausted",
                "nobody can do anything any more, everybody has passed ten times in a row, or has had the most turns there are",
            ),
        ],
    ),
    (
        "RulesetId",
        &[
            ("classic", "Salvo on paper"),
            ("voices", "SALVO for 2 voices"),
            ("solo", "Solo Salvo"),
            ("satellite", "Satellite Salvo"),
            ("advanced", "Advanced Battleships"),
        ],
    ),
    (
        "SatelliteBeam",
        &[("row", "along the row of the target"), ("column", "along the column of the target")],
    ),
    (
        "SatelliteBuilding",
        &[
            ("outpost", "two sectors in a line"),
            ("relay", "three sectors in a line"),
            ("bunker", "three sectors round a corner"),
            ("reactor", "a square of four sectors"),
            ("hangar", "four sectors in a line"),
            ("citadel", "three sectors in a line and one beside the middle"),
        ],
    ),
    (
        "SatelliteCartridge",
        &[
            ("barrage_1", "a target for each 1"),
            ("barrage_2", "a target for each 2"),
            ("barrage_3", "a target for each 3"),
            ("barrage_4", "a target for each 4"),
            ("barrage_5", "a target for each 5"),
            ("barrage_6", "a target for each 6"),
            ("three_of_a_kind", "a burst: the target and its four neighbours"),
            ("four_of_a_kind", "a burst: three by three sectors round the target"),
            ("full_house", "a burst: the target and two steps along each diagonal"),
            ("small_straight", "a beam along the row or the column of the target"),
            ("large_straight", "beams along the row and the column of the target"),
            ("salvo", "ten shots one after the other"),
            ("hazard", "one target; the whole building that it hits is destroyed"),
        ],
    ),
    (
        "SatelliteDue",
        &[
            ("fire", "roll the dice, and fire a cartridge or give one up"),
            ("salvo", "shoot the rest of a salvo"),
            ("desperation", "shoot, without dice"),
            ("self_destruct", "strike the last blow"),
        ],
    ),
    (
        "SatelliteEndgame",
        &[
            (
                "ceasefire",
                "buildings destroyed are counted, then sectors damaged; if that decides nothing, both lose",
            ),
            ("desperation", "the players go on in turns, without dice, one shot each"),
            ("reloaded", "both arsenals are filled again, as often as it takes"),
            (
                "self_destruct",
                "each has one last blow of as many targets as two dice say; if neither ends the game, both lose",
            ),
        ],
    ),
    (
        "SatelliteOperationKind",
        &[
            ("fired", "a cartridge was fired"),
            ("gave_up", "a cartridge was given up"),
            ("shot", "a shot of a salvo behind its first, or of `desperation`"),
            ("destructed", "the last blow of `self_destruct`"),
        ],
    ),
    (
        "Scope",
        &[("read", "see what its player may see"), ("play", "do what its player may do; holds `read` too")],
    ),
    (
        "SeatFor",
        &[
            ("open", "anybody"),
            ("invite", "whoever has the invitation's code"),
            ("player", "the player that it is kept for"),
        ],
    ),
    (
        "SoloClass",
        &[
            ("dinghy", "one coin. Each fleet has one, or of wumpuses six and nothing else"),
            ("submarine", "two coins. Each fleet has one"),
            ("cruiser", "three coins. Each fleet has one"),
        ],
    ),
    ("SoloCoin", &[("heads", "the upper rows are fired at"), ("tails", "the lower rows are")]),
    (
        "SoloHeading",
        &[
            ("across", "to the right, along a row"),
            ("down", "downwards, along a column"),
            ("diagonal_down", "to the right and downwards"),
            ("diagonal_up", "to the right and upwards"),
        ],
    ),
    (
        "SoloMethod",
        &[
            ("exact", "they were reckoned, and are right but for rounding"),
            ("simulated", "the game was played many times"),
        ],
    ),
    (
        "Status",
        &[
            ("waiting", "a seat is free"),
            ("placing", "every seat is taken, and not everybody has placed"),
            ("playing", "the game is on"),
            ("finished", "the game has ended, with an outcome"),
            (
                "cancelled",
                "the game was called off before the first move, though play may have begun, or left by the player who played it alone; it has no outcome",
            ),
        ],
    ),
    (
        "Visibility",
        &[
            ("public", "everybody may see what is public of it, and take a seat that is open"),
            ("private", "its players alone, and those whom a seat is kept for"),
        ],
    ),
    (
        "VoicesAim",
        &[("dice", "two ten-sided dice say it"), ("choice", "the shooter picks any cell not yet fired at")],
    ),
    (
        "VoicesAxes",
        &[
            ("before_roll", "beforehand, by a standing choice"),
            ("after_roll", "when the dice lie there: two cells are on offer"),
        ],
    ),
    ("VoicesAxis", &[("x", "the letters: which column"), ("y", "the numbers: which row")]),
    (
        "VoicesEngagement",
        &[
            (
                "simultaneous",
                "each shot falls on the same cell of everybody else's map, and each of them answers it",
            ),
            ("round_robin", "a turn's shots go to one opponent, another one in the next round"),
        ],
    ),
    (
        "WebhookFault",
        &[
            ("no_address", "its name leads nowhere, or to no address that may be called"),
            ("not_connected", "nobody listens there"),
            ("tls", "its certificate is not valid for the name, or TLS failed otherwise"),
            ("timeout", "there was no answer within ten seconds"),
            ("no_answer", "the connection ended before an answer, or what came was none"),
        ],
    ),
    (
        "WebhookState",
        &[
            ("active", "it is told what it wants to know"),
            ("paused", "you have turned it off"),
            ("gone", "its receiver has answered 410"),
            ("failing", "nothing has arrived for five days"),
        ],
    ),
    (
        "WebhookType",
        &[
            ("game.changed", "something happened in a game that you can see"),
            ("game.reminder", "your time in a game runs short"),
            ("game.message", "another player of a game has written to you"),
            ("game.restored", "a game went back to a backup"),
        ],
    ),
    (
        "MailCadence",
        &[
            (
                "each",
                "when you are to move or to place, when a game ends, when somebody challenges you, writes to you, offers or answers something, and when your time runs short",
            ),
            ("digest", "once a day with all that is new, and when your time runs short"),
            ("reminders", "when your time runs short"),
            ("off", "not at all"),
        ],
    ),
    ("MailLanguage", &[("en", "English"), ("it", "Italian")]),
    (
        "MailboxState",
        &[
            ("active", "as far as is known, it does"),
            ("failing", "it has not for days: nothing more is sent until you put the mailbox anew"),
        ],
    ),
];

/// Adds to what is said of each enumeration what its values mean.
pub(super) fn explain(schemas: &mut Map<String, Value>) {
    for (name, meanings) in MEANINGS {
        let Some(schema) = schemas.get_mut(*name) else { continue };
        let known: Vec<&str> = meanings.iter().map(|(value, _)| *value).collect();
        assert_eq!(schema["enum"], Value::from(known), "the values of {name} are others");
        let mut description = schema["description"].as_str().unwrap_or_default().to_owned();
        description.push('\n');
        for (value, meaning) in *meanings {
            description += &format!("\n- `{value}`: {meaning}.");
        }
        schema["description"] = description.into();
    }
}
