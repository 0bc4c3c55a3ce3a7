//! Tests of single lines: which are read, as which command, and the errors for the others.

use broadside_engine::game::RulesetId;
use broadside_engine::seat::Viewer;
use broadside_notation::{self as notation, Question, Statement, forms};

use crate::notation_common::{lines, odd_classes, reads, refuses, view_of};

#[test]
fn case_spaces_commas_and_hyphens_do_not_count() {
    reads(
        RulesetId::Classic,
        &[
            ("fire a5 b6 c4", "FIRE A5 B6 C4"),
            ("  Fire   A5,B6 ,c4. ", "FIRE A5 B6 C4"),
            ("FIRE at a-5 and B 6 and 4c", "FIRE A5 B6 C4"),
            ("fire\u{a0}A05\tb–6\u{200b}C4!", "FIRE A5 B6 C4"),
            ("FIRE A5 B6 C4 round 3", "FIRE A5 B6 C4 ROUND 3"),
        ],
    );
    reads(
        RulesetId::Voices,
        &[
            ("Roll all", "ROLL ALL"),
            ("voice top, left", "VOICE LEFT TOP"),
            ("VOICE DICE LEFT", "VOICE LEFT DICE"),
            ("VOICE TOP DICE FOR SHOT 3", "VOICE DICE TOP FOR 3"),
            ("axes first die y", "AXES Y"),
            ("AXES X Y", "AXES X"),
            ("Direct call of shot 3: Falling; very #slowly", "DIRECT CALL 3 Falling; very #slowly"),
            ("direct answer 3 \"\"", "DIRECT ANSWER 3 \"\""),
            ("Offer the end.", "OFFER END"),
            ("decline draw", "DECLINE DRAW"),
            ("place patrol boat A1 vertically", "PLACE PATROL A1 DOWN"),
            ("PLACE SUBMARINE E7", "PLACE SUBMARINE E7 ACROSS"),
            (
                "place tactical matrix v1:10:j3,i2,u3,p2:Herring,",
                "PLACE TACTICAL v1:10:j3,i2,u3,p2:Herring",
            ),
        ],
    );
    reads(
        RulesetId::Solo,
        &[
            ("predict sun", "PREDICT SUNS"),
            ("run-out", "RUN OUT"),
            (
                "place cruiser of suns suns upper null diagonally-down",
                "PLACE SUNS CRUISER SUNS/UPPER/N DIAGONAL DOWN",
            ),
            ("place moons dinghy at arms/lower/ace", "PLACE MOONS DINGHY ARMS/LOWER/A ACROSS"),
        ],
    );
    reads(
        RulesetId::Satellite,
        &[
            ("roll all dice", "ROLL"),
            ("Keep 3, 5 and 3", "KEEP DICE 1 3 2"),
            ("keep dice 1 and 3", "KEEP DICE 1 3"),
            ("fire barrage3 at a1, b2", "USE BARRAGE 3 AT A1 B2"),
            ("use 3 of a kind a-1", "USE THREE OF A KIND AT A1"),
            ("use three of a kind A 1", "USE THREE OF A KIND AT A1"),
            ("use small straight at C4 along the row", "USE SMALL STRAIGHT ROW AT C4"),
            ("giveup hazard 9a", "GIVE UP HAZARD AT A9"),
        ],
    );
    reads(
        RulesetId::Advanced,
        &[
            ("salvo A5 B7 C9", "FIRE A5 B7 C9"),
            ("send bomber R2 to F7", "SEND R2 TO F7"),
            ("send recce to F7", "SEND L3 TO F7"),
            ("send from L3 F7", "SEND L3 TO F7"),
            ("order gun K9 to hold fire", "ORDER K9 HOLD"),
            ("buy nuclear-bomber at L1", "BUY NUCLEAR BOMBER L1"),
            ("buy gun L1 with order any", "BUY GUN L1 ORDER ANY"),
            ("place gun L1 recce", "PLACE GUN L1 ORDER RECCE"),
        ],
    );
}

#[test]
fn a_line_may_be_bold_and_its_verb_may_have_a_colon() {
    let classic = view_of(RulesetId::Classic);
    for (text, written) in [
        ("Fire: C7", "FIRE C7"),
        ("fuoco: c7, d8", "FIRE C7 D8"),
        ("*FIRE C7*", "FIRE C7"),
        ("  **fire c7** ", "FIRE C7"),
        ("_RESIGN_", "RESIGN"),
        ("Say: hello", "SAY hello"),
        ("SAY *well* aimed *", "SAY *well* aimed *"),
    ] {
        assert_eq!(lines(text, Some(&classic)), Ok(vec![written.to_owned()]), "{text}");
    }
}

#[test]
fn a_line_can_place_several_things_and_all_lines_make_one_placement() {
    let view = view_of(RulesetId::Advanced);
    let text = "place carrier A1 across, gun L1 bombers, recce L2\nSTATUS\nplace gun L4 recce L5\nseed A b; C";
    let lines = notation::read(text, Some(&view)).unwrap();
    let written = "PLACE CARRIER A1 ACROSS\nPLACE GUN L1 ORDER BOMBERS\nPLACE RECCE L2\nPLACE GUN L4\nPLACE RECCE L5\n\
                   SEED A b; C";
    assert_eq!(lines[0].statement.to_string(), written);
    assert_eq!(lines[1].statement, Statement::Question(Question::Status));
    assert_eq!(lines[0].lines(), [1, 3, 4]);
    let line_of = |field: &str| lines[0].line_of(field);
    let fields = ["placement.ships[0].at", "weapons[1]", "weapons[2].order", "seed", "weapons[20]"];
    assert_eq!(fields.map(line_of), [1, 1, 3, 4, 1]);
}

#[test]
fn never_with_a_mark_behind_it_is_no_command() {
    for view in [None, Some(view_of(RulesetId::Classic))] {
        assert_eq!(lines("Never ", view.as_ref()), Ok(vec!["NEVER".to_owned()]));
        assert_eq!(lines("NEVER ; enough", view.as_ref()), Ok(vec!["NEVER".to_owned()]));
        let meant = "reads like an answer to somebody: write NEVER with no mark behind it";
        refuses(
            view.as_ref(),
            &[
                ("Never!", "Never!", meant),
                ("never.", "never.", meant),
                (" NEVER!!! # well", "NEVER!!!", "is not a command here"),
                ("Mai più!", "Mai più!", meant),
                ("Mai!", "Mai", "is not a command here"),
                ("mai", "mai", "is not a command here"),
                ("Never ever", "ever", "is more than can be said here"),
            ],
        );
    }
}

#[test]
fn a_class_may_be_called_as_it_likes() {
    let game = odd_classes();
    let view = game.view(Viewer::Public);
    for (text, written) in [
        ("PLACE X A1 ACROSS", "PLACE X A1 ACROSS"),
        ("PLACE X_A1 B2 ACROSS", "PLACE X_A1 B2 ACROSS"),
        ("PLACE HEAVY A1 DOWN", "PLACE HEAVY A1 DOWN"),
        ("place heavy cruiser A1 down", "PLACE HEAVY_CRUISER A1 DOWN"),
        ("PLACE RANDOM B2", "PLACE RANDOM B2 ACROSS"),
        ("PLACE RANDOM", "PLACE RANDOM"),
    ] {
        assert_eq!(lines(text, Some(&view)), Ok(vec![written.to_owned()]), "`{text}`");
    }
}

#[test]
fn questions_and_vacations_are_read() {
    reads(
        RulesetId::Classic,
        &[
            ("how to play solo", "RULES SOLO"),
            ("regole", "RULES"),
            ("history from 7", "HISTORY 7"),
            ("board after event 12", "BOARD 12"),
            ("list games", "LIST"),
            ("join game 7C2F90AB", "JOIN 7c2f90ab"),
            ("holidays", "VACATION"),
            ("vacation from 2027-08-01 to 2027-08-20", "VACATION FROM 2027-08-01 UNTIL 2027-08-20"),
            ("Vacation until 2027-8-20.", "VACATION UNTIL 2027-08-20"),
            ("vacation for 5 days", "VACATION DAYS 5"),
            (
                "vacanza dal 2027-08-01 fino al 2027-08-20",
                "VACATION FROM 2027-08-01 UNTIL 2027-08-20",
            ),
            ("vacation end", "VACATION OFF"),
            ("queue", "QUEUE"),
            ("Queue off.", "QUEUE OFF"),
            ("queue fire a5, b6", "QUEUE FIRE A5 B6"),
            ("Prenota fuoco A5", "QUEUE FIRE A5"),
            ("vormerken feuer A5", "QUEUE FIRE A5"),
            ("Queue: fire A5", "QUEUE FIRE A5"),
            ("queue accept draw", "QUEUE ACCEPT DRAW"),
            ("Stop", "STOP"),
            ("STOP ABCDEFGHIJKLMNOP", "STOP abcdefghijklmnop"),
        ],
    );
    refuses(
        Some(&view_of(RulesetId::Classic)),
        &[
            ("BOARD", "BOARD", "lacks the number of an event"),
            ("BOARD 0", "0", "is not the number of an event: write a number from 1"),
            ("BOARD last", "last", "is not the number of an event"),
            ("RULES whist", "whist", "is not a game"),
            ("QUEUE A5", "A5", "is not a move: use one of FIRE"),
            ("QUEUE WITH", "QUEUE WITH", "lacks a move"),
            ("QUEUE STATUS", "STATUS", "is not a move"),
            ("QUEUE PLACE RANDOM", "PLACE", "is not a move"),
            ("QUEUE FIRE", "QUEUE FIRE", "lacks a cell: write it as in QUEUE FIRE A5"),
            (
                "QUEUE WITH FIRE A5",
                "QUEUE WITH FIRE A5",
                "adds to the turn of the QUEUE line above",
            ),
            ("FIRE A5\nQUEUE WITH FIRE B5", "QUEUE WITH FIRE B5", "adds to the turn"),
            (
                "QUEUE FIRE A5\nQUEUE OFF",
                "QUEUE OFF",
                "would take back the moves of the lines above",
            ),
            ("QUALE A5", "QUALE", "is not a command here: use one of"),
            ("presto", "presto", "is not a command here: use one of"),
            ("QUEUE OFF FIRE A5", "FIRE", "is more than can be said here"),
            ("JOIN", "JOIN", "lacks the number of a game, or a code"),
            ("JOIN 12", "12", "is not a code"),
            ("VACATION UNTIL", "VACATION UNTIL", "lacks a date"),
            ("VACATION UNTIL 2027-13-01", "2027-13-01", "is not a date"),
            ("VACATION UNTIL 20.8.2027", "20.8.2027", "is not a date"),
            ("VACATION UNTIL Sunday", "Sunday", "is not a date"),
            ("VACATION 0", "0", "is not a number of days"),
            ("VACATION OFF today", "today", "is more than can be said here"),
        ],
    );
    refuses(
        None,
        &[
            ("HISTORY", "HISTORY", "goes with a game"),
            ("BOARD 3", "BOARD", "goes with a game"),
            ("QUEUE", "QUEUE", "goes with a game"),
        ],
    );
}

#[test]
fn comments_and_lines_after_the_end_are_not_read() {
    let view = view_of(RulesetId::Classic);
    let text = "; FIRE A1\n\n# RESIGN\nFIRE A5 B6 C4 # the corner\r\nEnd.\nRESIGN";
    assert_eq!(lines(text, Some(&view)), Ok(vec!["FIRE A5 B6 C4".to_owned()]));
    let meant = "would be left unread";
    refuses(
        Some(&view),
        &[
            ("FIRE A5; B6; C4", ";", meant),
            ("FIRE A5 # RESIGN", "#", meant),
            ("DRAW;;b 6", ";", meant),
        ],
    );
}

#[test]
fn words_after_a_colon_belong_to_the_command() {
    reads(
        RulesetId::Classic,
        &[
            ("DECLINE     :  some other time", "DECLINE OTHER: some other time"),
            ("DECLINE : : later", "DECLINE OTHER: : later"),
            ("DECLINE OTHER: :later", "DECLINE OTHER: :later"),
            ("DECLINE OTHER : words", "DECLINE OTHER: words"),
            ("decline too fast: a day is short", "DECLINE TOO FAST: a day is short"),
            ("DECLINE too: fast", "DECLINE OTHER: too: fast"),
        ],
    );
}

#[test]
fn an_address_has_a_domain() {
    let first_line =
        |text: &str| notation::read(text, None).map(|read| read[0].statement.to_string());
    for (text, written) in [
        ("NEW CLASSIC WITH Con", "NEW CLASSIC WITH \"Con\""),
        ("NEW CLASSIC WITH <ben@example.org>. DAYS 3", "NEW CLASSIC WITH ben@example.org DAYS 3"),
        ("NEW CLASSIC WITH ben@example.org. ; at home", "NEW CLASSIC WITH ben@example.org"),
        (
            "NEW CLASSIC WITH o'hara+salvo@post.example.org",
            "NEW CLASSIC WITH o'hara+salvo@post.example.org",
        ),
        ("NEW CLASSIC WITH ben@bücher.example", "NEW CLASSIC WITH ben@bücher.example"),
    ] {
        assert_eq!(first_line(text), Ok(written.to_owned()), "`{text}`");
    }
    let settings = "says nothing of a new game";
    refuses(
        None,
        &[
            ("NEW CLASSIC WITH-ben@example.#rg mode=salvo DAYS 3", "WITH-ben@example.", settings),
            ("NEW VOICES WITH OPEN seats^0@fleet.carrier/2!", "seats^0@fleet.carrier/2", settings),
            ("NEW CLASSIC WITH ben@.example.org", "ben@.example.org", settings),
            ("NEW CLASSIC WITH ben@example..org DAYS 3", "ben@example..org", settings),
            ("NEW CLASSIC WITH ben@example", "ben@example", settings),
            ("NEW CLASSIC WITH", "WITH", settings),
            (
                "NEW CLASSIC WITH BOT",
                "NEW CLASSIC WITH BOT",
                "lacks the level of a bot: use one of RANDOM, CASUAL, STRONG",
            ),
            ("NEW CLASSIC WITH BOT weak", "weak", "use one of RANDOM, CASUAL, STRONG"),
            ("nuova classic con", "con", settings),
        ],
    );
}

#[test]
fn an_error_quotes_the_wrong_text_and_the_right_form() {
    refuses(
        Some(&view_of(RulesetId::Classic)),
        &[
            ("FIER A5", "FIER", "line 1: `FIER` is not a command here: was FIRE meant?"),
            ("shoot B5", "shoot", "`shoot` is not a command here: was FIRE meant?"),
            ("Attack B5", "Attack", "was FIRE meant?"),
            ("B5", "B5", "`B5` is not a command here: was FIRE meant?"),
            ("Note: I am away", "Note:", "is not a command here"),
            ("*NEVER*!", "*NEVER*", "was NEVER meant?"),
            // Nothing suggests STOP, NEVER or END.
            ("metti a caso", "metti", "is not a command here: use one of"),
            ("and now some more words", "and", "is not a command here: use one of"),
            ("STPO", "STPO", "is not a command here: use one of"),
            ("nevr", "nevr", "is not a command here: use one of"),
            ("ED", "ED", "is not a command here: use one of"),
            ("STOP chiude", "chiude", "is not a code of STOP"),
            (
                "STOP writing to me",
                "writing",
                "is not a code of STOP: write STOP and the code from the email",
            ),
            ("JOIN chiude", "chiude", "or the number of a game in LIST, as in JOIN 7c2f90ab"),
            (
                "\n Dear Ben,\nFIRE A5",
                "Dear",
                "line 2: `Dear` is not a command here: use one of PLACE, FIRE",
            ),
            ("FIRE", "FIRE", "`FIRE` lacks a cell: write it as in FIRE A5 B6 C4"),
            ("FIRE A5 B", "B", "is not a cell: write a column letter and a row number, as in B4"),
            ("FIRE A5-B6", "A5-B6", "is not a cell"),
            ("FIRE А5", "А5", "is not a cell"),
            ("FIRE K5", "K5", "`K5` is off the map, which ends at J10"),
            ("FIRE A 5 6", "6", "is not a cell"),
            ("FIRE A5 ROUND", "FIRE A5 ROUND", "lacks a round"),
            ("FIRE A5 ROUND 0", "0", "is not a round: write a number from 1"),
            ("FIRE A5 ROUND 2 B5", "B5", "is more than can be said here"),
            ("SHEETS S", "S", "is not the name of a sheet"),
            ("SHEETS S__", "S__", "is not the name of a sheet"),
            ("RESIGN NOW", "NOW", "leave it out, or write it as in RESIGN"),
            ("PLACE", "PLACE", "lacks what is placed"),
            ("PLACE BATLESHIP A1 DOWN", "BATLESHIP", "was BATTLESHIP meant?"),
            ("PLACE CRUISER A1", "PLACE CRUISER A1", "lacks a way to lie"),
            (
                "PLACE CRUISER A1 DWON",
                "DWON",
                "`DWON` is not a way to lie: was DOWN meant? Or use one of ACROSS, DOWN",
            ),
            ("PLACE RANDOM\nPLACE CRUISER A1 DOWN", "RANDOM", "leaves everything to luck"),
            ("SEED abc", "SEED", "goes with a placement: add what is placed"),
            ("PLACE RANDOM\nSEED à", "à", "is not a seed"),
            ("PLACE RANDOM\nSEED a\nSEED b", "SEED", "is said twice"),
            ("ROLL", "ROLL", "is not a command here"),
            ("OFFER", "OFFER", "lacks what can be offered"),
            ("OFFER END", "END", "is not what can be offered: use one of DRAW"),
            ("SAY", "SAY", "lacks something to say"),
            ("NOTE \"the rim", "\"", "begins a quotation that does not end"),
            ("SAY \"hello", "\"", "begins a quotation that does not end"),
            (
                "SET MAIL SOMETIMES",
                "SOMETIMES",
                "is not a cadence: use one of EACH, DIGEST, REMINDERS, OFF",
            ),
        ],
    );
    refuses(
        Some(&view_of(RulesetId::Voices)),
        &[
            ("VOICE LEFT RIGHT", "RIGHT", "is for the row too: say TOP, BOTTOM or DICE"),
            ("VOICE DICE", "VOICE DICE", "lacks an edge"),
            ("AXES X X", "X", "the second gives the other axis"),
            ("DIRECT CALL 3", "DIRECT CALL 3", "lacks a direction"),
            ("PLACE BATTLE 11", "11", "is not a matrix: write a number from 1 to 10"),
            (
                "PLACE BATTLE v1:10:j3,i2:a",
                "v1:10:j3,i2:a",
                "names no matrix: the counts add up to 5",
            ),
            ("PLACE BATTLE 3\nPLACE BATTLE 4", "BATTLE", "is said twice"),
            ("FIRE A5 B6", "B6", "is more than can be said here"),
        ],
    );
    refuses(
        Some(&view_of(RulesetId::Solo)),
        &[
            ("RESIGN", "RESIGN", "is not a command here"),
            ("PREDICT STARS", "STARS", "is not a suit: use one of SUNS, MOONS, CROWNS, ARMS"),
            ("PLACE SUNS CRUISER SUNS/N", "N", "is not a half: use one of UPPER, LOWER"),
            (
                "PLACE SUNS CRUISER SUNS/UPPER/6 DOWN",
                "6",
                "is not a column: use one of N, A, 2, 3, 4, 5",
            ),
        ],
    );
    refuses(
        Some(&view_of(RulesetId::Satellite)),
        &[
            ("FIRE A1", "A1", "is not a cartridge"),
            ("ROLL 1 3", "1", "say which stay, as in KEEP 3 3 5"),
            ("KEEP 3 3 3", "3", "is not left to keep: the dice lie as 3 3 5 1 2"),
            ("KEEP 7", "7", "is not what a die shows: write a number from 1 to 6"),
            ("KEEP DICE 6", "6", "is not the place of a die: write a number from 1 to 5"),
            ("KEEP DICE 1 1", "1", "is said twice"),
            ("KEEP", "KEEP", "lacks the dice that stay: write it as in KEEP 3 3 5"),
            ("SHOOT N1", "N1", "is off the map, which ends at M9"),
            ("SHOOT AA", "AA", "is not a sector: write a row letter and a column number"),
            ("USE BARRAGE 7 AT A1", "BARRAGE", "is not a cartridge"),
        ],
    );
    refuses(
        Some(&view_of(RulesetId::Advanced)),
        &[
            ("SEND BOMBER TO F7", "BOMBER", "stands on R2 A1: say which is sent"),
            ("SEND NUCLEAR BOMBER TO F7", "NUCLEAR", "is not there to be sent"),
            ("SEND BOMBER L3 TO F7", "L3", "is where a RECCE stands, not a BOMBER"),
            ("SEND TO F7", "TO", "says where to, but not what"),
            ("SEND R2", "SEND R2", "lacks the square it is sent to"),
            ("PLACE TANK A1", "TANK", "is not a ship or a weapon: use one of CARRIER"),
            ("ORDER K9 FIRE", "FIRE", "is not an order: use one of ANY, BOMBERS, RECCE, HOLD"),
        ],
    );
    refuses(
        None,
        &[
            ("FIRE A5", "FIRE", "goes with a game, and none is meant here"),
            ("NEW CHESS", "CHESS", "is not a game: use one of CLASSIC, VOICES"),
            ("NEW CLASSIC mode=sngle", "mode=sngle", "`sngle` is not one of: single, salvo"),
            ("NEW CLASSIC mode=single mode=salvo", "mode=salvo", "is said twice"),
            ("NEW VOICES fleet.carrier=9", "fleet.carrier=9", "is not right"),
            ("NEW CLASSIC Ben", "Ben", "says nothing of a new game"),
            ("NEW SOLO order=[\"suns\"", "order=", "is followed by no JSON"),
            ("NEW CLASSIC\nNEW SOLO", "NEW", "is said twice"),
            ("NEW CLASSIC DAYS 30", "30", "is not a number of days: write a number from 1 to 14"),
        ],
    );
}

#[test]
fn every_wrong_line_is_reported_and_no_line_counts() {
    let view = view_of(RulesetId::Classic);
    let errors = notation::read("FIRE A5 B6 C4\nFIER\n\nSTATUS x", Some(&view)).unwrap_err();
    let positions: Vec<_> =
        errors.iter().map(|error| (error.line, error.column(), error.word())).collect();
    assert_eq!(positions, [(2, 1, "FIER"), (4, 8, "x")]);
    assert_eq!(notation::read(&"?\n".repeat(1_000), Some(&view)).unwrap_err().len(), 20);
    let many = notation::read(&"STATUS\n".repeat(301), None).unwrap_err();
    assert_eq!(
        many[0].to_string(),
        "line 301: `STATUS` is more than is read at once: write at most 300 commands and 20000 characters, and END behind \
         the last"
    );
    assert!(notation::read(&"STATUS\n".repeat(300), None).is_ok());
    let long = notation::read(&"A".repeat(3_000_000), Some(&view)).unwrap_err();
    assert!(
        long[0].to_string().contains("begins a line of more than 2000 characters"),
        "{}",
        long[0]
    );
    assert!(long[0].text.len() < 100);
}

#[test]
fn a_new_game_has_its_settings_checked_and_written() {
    for (text, written) in [
        (
            "new classic with <Ben@example.org>, Mode=salvo fleet=two_destroyers DAYS 3 private",
            "NEW CLASSIC WITH Ben@example.org fleet=two_destroyers mode=salvo DAYS 3 PRIVATE",
        ),
        (
            "new voices with bot strong and bot casual, seats=3",
            "NEW VOICES WITH BOT STRONG WITH BOT CASUAL seats=3",
        ),
        ("nuova classic contro bot forte", "NEW CLASSIC WITH BOT STRONG"),
        // A name in quotation marks is that of a player.
        ("NEW CLASSIC WITH \"Bot\"", "NEW CLASSIC WITH \"Bot\""),
        (
            "NEW VOICES WITH OPEN AND OPEN seats=3 fleet.carrier=2",
            "NEW VOICES WITH OPEN WITH OPEN fleet.carrier=2 seats=3",
        ),
        ("nuova classic con Ben mode=salvo", "NEW CLASSIC WITH \"Ben\" mode=salvo"),
        (
            "NEW VOICES WITH \"Ada O'Neill\" AND OPEN seats=3",
            "NEW VOICES WITH \"Ada O'Neill\" WITH OPEN seats=3",
        ),
        ("nome Ada of the Sea", "NAME Ada of the Sea"),
        ("token", "TOKEN"),
        (
            "NEW SOLO order=[\"arms\", \"suns\",\"moons\",\"crowns\"]",
            "NEW SOLO order=[\"arms\",\"suns\",\"moons\",\"crowns\"]",
        ),
        ("NEW ADVANCED map.seed=herring points=60", "NEW ADVANCED map.seed=herring points=60"),
    ] {
        assert_eq!(lines(text, None), Ok(vec![written.to_owned()]), "`{text}`");
        assert_eq!(lines(written, None), Ok(vec![written.to_owned()]));
    }
    let map = format!("NEW ADVANCED map=[{}]", ["\"~~~~~~~~~~~~~~~~####\""; 26].join(", "));
    assert!(lines(&map, None).is_ok());
}

#[test]
fn a_text_has_an_end() {
    let cells = "A1 ".repeat(600);
    for (ruleset, line) in [
        (RulesetId::Classic, format!("FIRE {cells}")),
        (RulesetId::Solo, format!("PLACE {}", "MOONS DINGHY ARMS/LOWER/A ".repeat(70))),
        (RulesetId::Satellite, format!("DESTRUCT {cells}")),
        (RulesetId::Advanced, format!("PLACE {}", "GUN K9 RECCE ".repeat(140))),
    ] {
        let view = view_of(ruleset);
        assert!(notation::read(&format!("{line}\n").repeat(10), Some(&view)).is_ok(), "{line}");
        let errors = notation::read(&format!("{line}\n").repeat(300), Some(&view)).unwrap_err();
        assert!(errors[0].to_string().contains("is more than is read at once"), "{}", errors[0]);
    }
}

#[test]
fn declining_can_be_written_in_many_ways() {
    let view = view_of(RulesetId::Classic);
    for (text, written) in [
        ("decline", "DECLINE"),
        ("DECLINE other", "DECLINE"),
        ("decline too fast.", "DECLINE TOO FAST"),
        ("DECLINE later: after; the holidays", "DECLINE LATER: after; the holidays"),
        ("DECLINE later this year", "DECLINE OTHER: later this year"),
        ("DECLINE OTHER: later", "DECLINE OTHER: later"),
    ] {
        assert_eq!(lines(text, Some(&view)), Ok(vec![written.to_owned()]), "`{text}`");
    }
}

#[test]
fn every_form_is_understood_and_explained_to_players() {
    let documented = include_str!("../../../docs/notation.md");
    for ruleset in [None].into_iter().chain(RulesetId::ALL.iter().copied().map(Some)) {
        let view = ruleset.map(view_of);
        for form in forms(ruleset) {
            assert!(
                lines(form.example, view.as_ref()).is_ok_and(|lines| lines.len() <= 1)
                    || form.verb == "seed"
            );
            assert!(
                documented.lines().any(|line| line == form.example),
                "docs/notation.md lacks {}",
                form.example
            );
        }
    }
}

/// Reads all code blocks in `docs/notation.md`. Each is marked with a ruleset, or with `anywhere`.
#[test]
fn every_line_that_players_are_shown_is_understood() {
    let documented = include_str!("../../../docs/notation.md");
    let mut read = 0;
    for block in documented.split("\n```").skip(1).step_by(2) {
        let (mark, text) = block.split_once('\n').unwrap();
        let view = match mark {
            "anywhere" => None,
            name => Some(view_of(name.parse().unwrap_or_else(|error| panic!("{error}")))),
        };
        // Each block is one text. Commands that cannot go together are in separate blocks.
        match notation::read(text, view.as_ref()) {
            Ok(said) => read += said.len(),
            Err(errors) => panic!("{mark}: {}", errors[0]),
        }
    }
    assert!(read > 50, "{read}");
}
