//! Meanings of the values of enumerations, for values that need an explanation. Derives leave the doc comments of
//! values out, so this table repeats them.

use serde_json::{Map, Value};

/// Meanings by the name of a schema, in the order of its values.
const MEANINGS: &[(&str, &[(&str, &str)])] = &[
    (
        "AdvancedOrder",
        &[
            ("any", "fire at every plane that the gun can shoot down"),
            ("bombers", "fire only at bombers"),
            ("recce", "fire only at recce planes"),
            ("hold", "hold fire"),
        ],
    ),
    (
        "AdvancedWeapon",
        &[
            ("gun", "anti-aircraft gun, for 1 point: shoots one plane down"),
            ("recce", "reconnaissance plane, for 1 point: reports 3×3 squares"),
            ("bomber", "bomber, for 3 points: destroys everything in 3×3 squares"),
            (
                "nuclear_bomber",
                "nuclear bomber, for 10 points: destroys everything in 5×5 squares, and guns cannot reach it",
            ),
        ],
    ),
    (
        "AdvancedWeaponStatus",
        &[("ready", "still in play"), ("used", "sent, or fired"), ("destroyed", "hit before it was used")],
    ),
    (
        "ChallengeState",
        &[
            ("open", "the challenge waits for an answer"),
            ("accepted", "the seat was taken"),
            ("declined", "the player declined, and the game was cancelled"),
            ("withdrawn", "the game was cancelled before an answer came"),
            ("expired", "no answer came in time, and the game was cancelled"),
        ],
    ),
    (
        "ClassicFirst",
        &[
            ("roll", "each seat rolls a ten-sided die, and the higher roll begins"),
            ("creator", "seat 1 begins"),
            ("opponent", "seat 2 begins"),
        ],
    ),
    (
        "ClassicFleet",
        &[
            ("standard", "Battleship 5, Cruiser 4, Submarine 3, Destroyer 2"),
            ("two_destroyers", "Battleship 5, Cruiser 3, Destroyer 2, Destroyer 2"),
            ("five_ships", "Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2"),
            ("custom", "the ships in `ships`, on the grid in `grid`"),
        ],
    ),
    (
        "ClassicMode",
        &[
            ("single", "the players alternate with one shot each (C4)"),
            ("salvo", "both players write a salvo in secret, and both salvos take effect together (C7)"),
        ],
    ),
    (
        "DeclineReason",
        &[
            ("later", "no time now; perhaps later"),
            ("too_fast", "the clock gives too little time"),
            ("too_slow", "the clock gives too much time, or the game has no clock"),
            ("other_ruleset", "the player prefers another ruleset"),
            ("other_options", "the player prefers other options of the same ruleset"),
            ("other", "another reason, which the message may state"),
        ],
    ),
    (
        "DeliveryState",
        &[
            ("pending", "the server is sending the message, or will send it again"),
            ("delivered", "the receiver has answered 2xx"),
            ("failed", "the server has given up"),
        ],
    ),
    ("NextAction", &[("place", "place your fleet"), ("act", "submit actions")]),
    ("Heading", &[("across", "to the right, along a row"), ("down", "downwards, along a column")]),
    (
        "RedactionReason",
        &[("blocked", "you block the author"), ("deleted", "the author has deleted their account")],
    ),
    (
        "RecordCheck",
        &[
            ("form", "format of the record"),
            ("digest", "digest of the whole record"),
            ("seed_commitment", "commitment to the server's seed"),
            ("seat_seed", "seed of a seat"),
            ("placement_commitment", "placement of a seat, its salt or its commitment"),
            ("roll", "roll of dice"),
            ("report", "report of hits and sunk ships"),
            ("sound", "phones of a call or an answer"),
            ("event", "event that the rules do not allow at its place"),
            ("outcome", "outcome of the game"),
            ("time", "time of an event"),
        ],
    ),
    (
        "OutcomeReason",
        &[
            ("fleet_sunk", "every ship of one player is sunk"),
            ("both_fleets_sunk", "every ship of both players was sunk in the same round"),
            ("resigned", "the loser resigned"),
            ("timed_out", "the loser missed a deadline"),
            ("agreed", "the players agreed"),
            ("rounds_over", "the agreed number of rounds is over"),
            ("prediction_right", "the predicted suit survived"),
            ("prediction_wrong", "another suit than the predicted one survived"),
            ("buildings_destroyed", "every building of one player is destroyed"),
            ("ceasefire", "both arsenals are empty, and the destroyed buildings are counted"),
            ("self_destruct", "the last blows of both players failed"),
            (
                "exhausted",
                "no player can act any more, all players have passed ten times in a row, or all have had 200 turns",
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
        &[("row", "beam along the row of the target"), ("column", "beam along the column of the target")],
    ),
    (
        "SatelliteBuilding",
        &[
            ("outpost", "two sectors in a line"),
            ("relay", "three sectors in a line"),
            ("bunker", "three sectors around a corner"),
            ("reactor", "four sectors in a square"),
            ("hangar", "four sectors in a line"),
            ("citadel", "three sectors in a line, and one next to the middle"),
        ],
    ),
    (
        "SatelliteCartridge",
        &[
            ("barrage_1", "one target for each 1"),
            ("barrage_2", "one target for each 2"),
            ("barrage_3", "one target for each 3"),
            ("barrage_4", "one target for each 4"),
            ("barrage_5", "one target for each 5"),
            ("barrage_6", "one target for each 6"),
            ("three_of_a_kind", "burst: the target and its four neighbours"),
            ("four_of_a_kind", "burst: three by three sectors around the target"),
            ("full_house", "burst: the target and two steps along each diagonal"),
            ("small_straight", "beam along the row or the column of the target"),
            ("large_straight", "beams along the row and the column of the target"),
            ("salvo", "ten shots, one after the other"),
            ("hazard", "one target: a building that it hits is destroyed completely"),
        ],
    ),
    (
        "SatellitePhase",
        &[
            ("fire", "roll the dice, and fire a cartridge or give one up"),
            ("salvo", "fire the remaining shots of a salvo"),
            ("desperation", "fire a shot without dice"),
            ("self_destruct", "strike the last blow"),
        ],
    ),
    (
        "SatelliteEndgame",
        &[
            (
                "ceasefire",
                "the destroyed buildings count, and then the damaged sectors; in a tie both players lose",
            ),
            ("desperation", "the players alternate, with one shot each and without dice"),
            ("reloaded", "both arsenals are refilled, as often as necessary"),
            (
                "self_destruct",
                "each player has one last blow, with as many targets as two dice show; if neither blow ends the \
                 game, both players lose",
            ),
        ],
    ),
    (
        "SatelliteOperationKind",
        &[
            ("fired", "cartridge that was fired"),
            ("gave_up", "cartridge that was given up"),
            ("shot", "shot of a salvo after its first, or shot of `desperation`"),
            ("destructed", "last blow of `self_destruct`"),
        ],
    ),
    (
        "Scope",
        &[
            ("read", "read everything that the player may see"),
            ("play", "do everything that the player may do; includes `read`"),
        ],
    ),
    (
        "BotLevel",
        &[
            ("random", "chooses every legal move with the same probability"),
            ("casual", "plays like a person at a kitchen table"),
            ("strong", "plays as well as it can"),
        ],
    ),
    (
        "SeatAccess",
        &[
            ("open", "any player"),
            ("invite", "a player with the code of the invitation"),
            ("player", "only the player named in `reserved_for`"),
            ("bot", "a bot of the server, which has the seat from the start"),
        ],
    ),
    (
        "SoloClass",
        &[
            ("dinghy", "one coin. Each fleet has one; a fleet of wumpuses has six, and no other ships"),
            ("submarine", "two coins. Each fleet has one"),
            ("cruiser", "three coins. Each fleet has one"),
        ],
    ),
    ("SoloCoin", &[("heads", "fire at the upper rows"), ("tails", "fire at the lower rows")]),
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
            ("exact", "computed, and exact up to rounding"),
            ("simulated", "estimated by many simulated games"),
        ],
    ),
    (
        "GameStatus",
        &[
            ("waiting", "a seat is free"),
            ("placing", "every seat is taken, and some fleets are not placed"),
            ("playing", "play has begun, and the game is not over"),
            ("finished", "the game has ended, with an outcome"),
            (
                "cancelled",
                "the game was cancelled before the first move, even if play had begun, or the only player left it; it \
                 has no outcome",
            ),
        ],
    ),
    (
        "Visibility",
        &[
            ("public", "every player may see its public information, and take an open seat"),
            ("private", "only its players and players with a reserved seat may see it"),
        ],
    ),
    (
        "VoicesAim",
        &[
            ("dice", "two ten-sided dice determine the cell"),
            ("choice", "the shooter chooses any cell that has not been fired at"),
        ],
    ),
    (
        "VoicesAxes",
        &[
            ("before_roll", "before the roll, by a standing choice"),
            ("after_roll", "after the roll, when two cells are on offer"),
        ],
    ),
    ("VoicesAxis", &[("x", "the letter, which is the column"), ("y", "the number, which is the row")]),
    (
        "VoicesEngagement",
        &[
            (
                "simultaneous",
                "each shot is fired at the same cell of the maps of all other players, and each of them answers it",
            ),
            ("round_robin", "the shots of a turn go to one opponent, and those of the next round to another"),
        ],
    ),
    (
        "WebhookFault",
        &[
            ("no_address", "the name does not resolve, or only to addresses that the server must not call"),
            ("not_connected", "the connection was refused or failed"),
            ("tls", "the certificate is not valid for the name, or TLS failed for another reason"),
            ("timeout", "there was no answer within ten seconds"),
            ("no_answer", "the connection ended before an answer, or the answer was malformed"),
        ],
    ),
    (
        "WebhookState",
        &[
            ("active", "the webhook gets its messages"),
            ("paused", "you have turned the webhook off"),
            ("gone", "the receiver has answered 410"),
            ("failing", "no message was delivered for five days, in which some were always pending"),
        ],
    ),
    (
        "WebhookType",
        &[
            ("game.changed", "a game has events that you can see"),
            ("game.reminder", "your time in a game is running out"),
            ("game.message", "another player of a game has written a message to you"),
            ("game.restored", "a game was restored from a backup"),
        ],
    ),
    (
        "MailCadence",
        &[
            (
                "each",
                "a mail when it is your turn or you must place, when a game ends, when another player challenges you, \
                 writes to you, makes an offer or answers one, and when your time is running out",
            ),
            ("digest", "one mail a day with all news, and a mail when your time is running out"),
            ("reminders", "only a mail when your time is running out"),
            ("off", "no mail"),
        ],
    ),
    ("MailLanguage", &[("en", "English"), ("it", "Italian")]),
    (
        "MailboxState",
        &[
            ("active", "the server knows of no problem with the address"),
            (
                "failing",
                "the address has taken no mail for five days, or mail to it came back: the server sends nothing until \
                 you set the mailbox again",
            ),
        ],
    ),
];

/// Adds the meanings of the values to the description of each enumeration.
pub(super) fn describe_values(schemas: &mut Map<String, Value>) {
    for (name, meanings) in MEANINGS {
        let Some(schema) = schemas.get_mut(*name) else { continue };
        let known: Vec<&str> = meanings.iter().map(|(value, _)| *value).collect();
        assert_eq!(schema["enum"], Value::from(known), "the values of {name} have changed");
        let mut description = schema["description"].as_str().unwrap_or_default().to_owned();
        description.push('\n');
        for (value, meaning) in *meanings {
            description += &format!("\n- `{value}`: {meaning}.");
        }
        schema["description"] = description.into();
    }
}
