//! Properties of the notation: all commands written are read back, and reading never panics.

use std::sync::LazyLock;

use broadside_domain::command::{Command, GameCommand};
use broadside_engine::advanced::{self, Advanced};
use broadside_engine::classic::{self, Classic};
use broadside_engine::game::{Action, Game, Glimpse, RulesetCommands, RulesetId, View};
use broadside_engine::satellite::{self, Satellite};
use broadside_engine::seat::Viewer;
use broadside_engine::solo::Solo;
use broadside_engine::table::Move;
use broadside_engine::voices::Voices;
use broadside_notation::{self as notation, Statement, examples, forms};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::advanced_common::advanced_action;
use crate::common::{Play, ada, voices_action};
use crate::notation_common::{acting, action, odd_classes, placement, placing, read_back, view_of};
use crate::properties::{TestedRuleset, own};
use crate::{advanced_properties, classic_properties, satellite_properties, voices_properties};

/// Returns the same line as written by somebody in a hurry.
fn careless(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut line = String::new();
    for word in text.split(' ') {
        let spaces = [" ", "  ", ", ", "\t", "\u{a0}", " ,"];
        line += if line.is_empty() {
            ["", " "].choose(rng).unwrap()
        } else {
            spaces.choose(rng).unwrap()
        };
        let square = word.len() > 1
            && word.starts_with(|first: char| first.is_ascii_uppercase())
            && word[1..].bytes().all(|byte| byte.is_ascii_digit());
        let word = match (square, rng.random_range(0..6)) {
            (true, 0) => format!("{} {}", &word[..1], &word[1..]),
            (true, 1) => format!("{}-{}", &word[..1], &word[1..]),
            (true, 2) => format!("{}{}", &word[1..], &word[..1]),
            (true, 3) => format!("{}0{}", &word[..1], &word[1..]),
            (false, 0) => word.replace('_', "-"),
            _ => word.to_owned(),
        };
        line += &if rng.random_bool(0.5) { word.to_lowercase() } else { word };
    }
    line += ["", " ", ".", " ; as agreed", "# well"].choose(rng).unwrap();
    line
}

/// Asserts that a legal statement is read back as written, also if it is written carelessly.
fn check_round_trip(statement: &Statement, view: &View, rng: &mut ChaCha8Rng) {
    read_back(statement, view).unwrap_or_else(|error| panic!("{statement:?}: {error}"));
    let exact = |line: &String| line.starts_with("DIRECT") || line.contains("v1:");
    if statement.lines().iter().any(exact) {
        return;
    }
    let lines: Vec<_> = statement.lines().iter().map(|line| careless(line, rng)).collect();
    let text = lines.join("\n\n");
    let read = notation::read(&text, Some(view))
        .unwrap_or_else(|errors| panic!("`{text}`: {}", errors[0]));
    assert_eq!(read.len(), 1, "`{text}`");
    assert_eq!(read[0].statement, *statement, "`{text}`");
}

/// Asserts that each legal action of each seat has an example, which is read correctly and accepted
/// by the game.
fn shows(play: &Play) {
    for seat in play.seats() {
        let view = play.game.view(Viewer::Seat(seat));
        let legal = play.game.legal(seat);
        let examples = examples(&legal);
        assert_eq!(examples.len(), legal.len());
        for (example, choice) in examples.iter().zip(play.legal(seat).as_array().unwrap()) {
            assert_eq!(choice["type"], example.kind.as_str());
            read_back(&acting(&example.action), &view).unwrap();
            play.game.preview(seat, &[example.action.to_json()]).unwrap_or_else(|error| {
                panic!("`{}`: {error}", example.line);
            });
        }
    }
}

/// Asserts that placements are read back as written, once the game is over and reveals them.
fn placed(play: &Play, rng: &mut ChaCha8Rng) {
    let view = play.game.view(Viewer::Public);
    let glimpse = |entry: &broadside_engine::game::Entry| entry.glimpse(Viewer::Public);
    let revealed = play.log.iter().rev().filter_map(glimpse).find_map(|glimpse| match glimpse {
        Glimpse::Game(shared) => json!(shared).get("seats").cloned(),
        _ => None,
    });
    let revealed = revealed.expect("a game that is over shows what was placed");
    for seat in revealed.as_array().unwrap() {
        let placed = &seat["placement"];
        let draft = placement(play.game.ruleset(), placed).expect("it has been placed");
        assert_eq!(draft.to_json(), *placed);
        check_round_trip(&placing(play.game.ruleset(), &draft), &view, rng);
    }
}

fn resigned(mut play: Play) -> Play {
    if play.game.outcome().is_none() {
        play.shared_move(ada(), "resign");
    }
    play
}

/// Asserts that actions, valid or not, are never read back as other actions.
fn never_another(actions: impl IntoIterator<Item = Action>, view: &View) {
    for action in actions {
        let _ = read_back(&acting(&action), view);
    }
}

/// Asserts that an action given as JSON is read back as written.
fn stands_as(ruleset: RulesetId, value: &Value, view: &View, rng: &mut ChaCha8Rng) {
    let action = action(ruleset, value).unwrap_or_else(|| panic!("{value} is no action"));
    assert_eq!(action.to_json(), *value);
    check_round_trip(&acting(&action), view, rng);
}

/// Asserts that the actions and placements of a random game are read back as written.
pub(crate) fn reads_what_it_writes<T: TestedRuleset + RulesetCommands>(
    options: &Value,
    byte: u8,
    seed: u64,
    moves: usize,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut play = T::started(byte, options);
    T::play_on(&mut play, moves, &mut rng);
    shows(&play);
    if play.game.outcome().is_none() {
        let (seat, onward) = T::onward(&play.game, &mut rng);
        let view = play.game.view(Viewer::Seat(seat));
        stands_as(play.game.ruleset(), &onward, &view, &mut rng);
    }
    let near = T::near(&play, &mut rng).into_iter().map(|action| T::into_action(Move::Own(action)));
    never_another(near, &play.game.view(Viewer::Seat(ada())));
    T::cut_short(&mut play, &mut rng);
    placed(&play, &mut rng);
}

proptest! {
    #![proptest_config(crate::common::cases(16))]

    #[test]
    fn games_of_classic_can_be_written_in_notation(options in Classic::options(), byte: u8, seed: u64, moves in 0..40_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Classic::started(byte, &options);
        Classic::play_on(&mut play, moves, &mut rng);
        shows(&play);
        for seat in play.seats() {
            let view = play.game.view(Viewer::Seat(seat));
            if let Some(fire) = classic_properties::salvo(&play.game, seat, &mut rng) {
                stands_as(RulesetId::Classic, &json!(classic::Action::Fire(fire)), &view, &mut rng);
            }
            let near = Classic::near(&play, &mut rng);
            never_another(near.into_iter().map(|action| Action::Classic(Move::Own(action))), &view);
            for shared in [Move::Resign, Move::OfferDraw, Move::AcceptDraw, Move::DeclineDraw] {
                check_round_trip(&acting(&Action::Classic(shared)), &view, &mut rng);
            }
        }
        placed(&resigned(play), &mut rng);
    }

    #[test]
    fn games_of_voices_can_be_written_in_notation(options in Voices::options(), byte: u8, seed: u64, moves in 0..40_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Voices::started(byte, &options);
        Voices::play_on(&mut play, moves, &mut rng);
        shows(&play);
        let view = play.game.view(Viewer::Seat(ada()));
        if play.game.outcome().is_none() {
            let (_, onward) = Voices::onward(&play.game, &mut rng);
            stands_as(RulesetId::Voices, &onward, &view, &mut rng);
        }
        let near = Voices::near(&play, &mut rng);
        never_another(near.into_iter().map(|action| Action::Voices(Move::Own(action))), &view);
        for _ in 0..8 {
            let aside = voices_action(&voices_properties::remark(&mut rng, 7));
            let action = action(RulesetId::Voices, &aside).unwrap();
            let written = read_back(&acting(&action), &view);
            prop_assert!(written.is_ok() || written.unwrap_err().contains("`0` is not a shot"));
        }
        for seat in play.seats() {
            let _ = play.ask(&broadside_engine::game::Request::Act { seat, actions: &[json!({"type": "resign"})] });
        }
        placed(&play, &mut rng);
    }

    #[test]
    fn games_of_solo_can_be_written_in_notation(options in Solo::options(), byte: u8, seed: u64, steps in 1..6_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Play::solo(byte, &options);
        Solo::play_on(&mut play, steps, &mut rng);
        shows(&play);
        let view = play.game.view(Viewer::Seat(ada()));
        for line in ["predict suns", "predict arms", "volley", "run_out", "leave"] {
            stands_as(RulesetId::Solo, &crate::solo_common::solo_action(line), &view, &mut rng);
        }
        while play.game.outcome().is_none() {
            Solo::play_on(&mut play, 1, &mut rng);
        }
        placed(&play, &mut rng);
    }

    #[test]
    fn games_of_satellite_can_be_written_in_notation(options in Satellite::options(), byte: u8, seed: u64, moves in 0..60_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Satellite::started(byte, &options);
        Satellite::play_on(&mut play, moves, &mut rng);
        shows(&play);
        for seat in play.seats() {
            let view = play.game.view(Viewer::Seat(seat));
            for legal in own::<Satellite>(&play.game, seat) {
                for _ in 0..8 {
                    let action = satellite_properties::picked(&legal, &mut rng);
                    check_round_trip(&acting(&Action::Satellite(Move::Own(action.clone()))), &view, &mut rng);
                    // Dice can be named by their faces. Which of two equal dice is kept makes no
                    // difference.
                    if let satellite::Action::Roll(satellite::Roll { keep }) = action && !keep.is_empty() {
                        let faces = play.view(Viewer::Public)["turn"]["dice"].take();
                        let shown: Vec<_> = keep.iter().map(|&at| faces[usize::from(at) - 1].to_string()).collect();
                        let read = notation::read(&format!("KEEP {}", shown.join(" ")), Some(&view)).unwrap();
                        let Statement::Command(Command::Game(GameCommand::Act { actions, .. })) = &read[0].statement else {
                            panic!("it is an action")
                        };
                        let faces_kept: Vec<_> = actions[0]["keep"].as_array().unwrap().iter()
                            .map(|at| faces[at.as_u64().unwrap() as usize - 1].to_string())
                            .collect();
                        prop_assert_eq!(faces_kept, shown);
                    }
                }
            }
            let near = Satellite::near(&play, &mut rng);
            never_another(near.into_iter().map(|action| Action::Satellite(Move::Own(action))), &view);
        }
        placed(&resigned(play), &mut rng);
    }

    #[test]
    fn games_of_advanced_can_be_written_in_notation(options in Advanced::options(), byte: u8, seed: u64, moves in 0..40_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Advanced::started(byte, &options);
        Advanced::play_on(&mut play, moves, &mut rng);
        shows(&play);
        for seat in play.seats() {
            let view = play.game.view(Viewer::Seat(seat));
            for legal in own::<Advanced>(&play.game, seat) {
                let line = advanced_properties::line(&legal, &mut rng);
                stands_as(RulesetId::Advanced, &advanced_action(line.trim()), &view, &mut rng);
                if let (advanced::Legal::Send { planes, .. }, Some(to)) = (&legal, line.split(' ').nth(2)) {
                    // A plane can be named with its kind, and without its square if it is the only
                    // one of its kind.
                    let plane = planes.choose(&mut rng).unwrap();
                    let named = format!("SEND {} {} TO {to}", plane.weapon, plane.from);
                    let read = notation::read(&named, Some(&view)).unwrap();
                    prop_assert_eq!(read[0].statement.to_string(), format!("SEND {} TO {to}", plane.from));
                    if let Ok(read) = notation::read(&format!("SEND {} TO {to}", plane.weapon), Some(&view)) {
                        prop_assert_eq!(read[0].statement.to_string(), format!("SEND {} TO {to}", plane.from));
                    }
                }
            }
            let near = Advanced::near(&play, &mut rng);
            never_another(near.into_iter().map(|action| Action::Advanced(Move::Own(action))), &view);
        }
        placed(&resigned(play), &mut rng);
    }
}

/// Views to read texts with.
static VIEWS: LazyLock<Vec<Option<View>>> = LazyLock::new(|| {
    let of_each = RulesetId::ALL.iter().map(|&ruleset| Some(view_of(ruleset)));
    of_each.chain([None, Some(Game::view(&odd_classes(), Viewer::Public))]).collect()
});

/// Generates texts of words of the notation and other words.
fn any_words() -> impl Strategy<Value = String> {
    let known = "PLACE FIRE ROLL KEEP USE GIVE UP SHOOT DESTRUCT PREDICT VOLLEY RUN OUT SEND BUY ORDER PASS AXES VOICE DIRECT \
        OFFER ACCEPT DECLINE DRAW END RESIGN LEAVE NEW STATUS SHEET HELP PREVIEW SAY NOTE SET SEED NEVER RANDOM ALL AT TO FOR \
        ROUND AND WITH A B5 C 4 4D e-7 A0 J10 Z26 10 3 0 1 CARRIER BATTLESHIP CRUISER SUBMARINE PATROL BOAT X X_A1 HEAVY \
        RANDOM ACROSS DOWN DIAGONAL SUNS MOONS ARMS SUNS/UPPER/N upper / LOWER N DINGHY BARRAGE SALVO THREE OF KIND HAZARD ROW \
        COLUMN DICE OUTPOST RELAY GUN RECCE BOMBER BOMBERS NUCLEAR R2 L3 K9 HOLD ANY LEFT RIGHT TOP BOTTOM CALL ANSWER 3: BATTLE \
        TACTICAL v1:10:j3,i2,u3,p2:a v1: CLASSIC VOICES SOLO mode=salvo fleet.carrier=2 order=[\"suns\"] a=[ x={} \
        ben@example.org @ OPEN DAYS PUBLIC PRIVATE MAIL OFF SHEETS ON LANGUAGE ITALIAN LATER LATER: TOO FAST fuoco portaerei \
        \" “ ” \"\" \"a;b\" ; # , . ! à € \u{a0}";
    let known: Vec<String> =
        known.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let word = prop_oneof![8 => prop::sample::select(known), 1 => any::<String>(), 1 => "[A-Za-z0-9=.;#\"-]{1,6}"];
    let odd = prop::collection::vec(word.clone(), 0..8).prop_map(|words| words.join(" "));
    // Valid lines with a word or two inserted, removed or replaced.
    let examples =
        [None].into_iter().chain(RulesetId::ALL.iter().copied().map(Some)).flat_map(forms);
    let examples: Vec<String> = examples.map(|form| form.example.to_owned()).collect();
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, word), 0..3);
    let edited = (prop::sample::select(examples), edits).prop_map(|(line, edits)| {
        let mut words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        for (at, edit, word) in edits {
            let at = at.index(words.len() + 1);
            match edit {
                0 => words.insert(at, word),
                1 if at < words.len() => words[at] = word,
                _ if at < words.len() => drop(words.remove(at)),
                _ => {}
            }
        }
        words.join(" ")
    });
    let line = prop_oneof![1 => odd, 2 => edited];
    prop::collection::vec(line, 0..4).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(crate::common::cases(1500))]

    #[test]
    fn no_text_is_too_odd(text in any_words(), cut in any::<prop::sample::Index>()) {
        // A text that is cut off anywhere is still a text.
        let ends: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for text in [&text[..], &text[..ends[cut.index(ends.len())]]] {
            for view in &*VIEWS {
                match notation::read(text, view.as_ref()) {
                    Ok(said) => {
                        let statements: Vec<_> = said.iter().map(|said| said.statement.clone()).collect();
                        let written: Vec<_> = statements.iter().map(ToString::to_string).collect();
                        // Separate the lines: a line may be longer than the one read, and a line
                        // right below a long one is not taken for a command.
                        let written = written.join("\n\n");
                        let again = match notation::read(&written, view.as_ref()) {
                            Ok(again) => again,
                            Err(errors) => panic!("`{text}` is written `{written}`: {}", errors[0]),
                        };
                        let again: Vec<_> = again.into_iter().map(|said| said.statement).collect();
                        prop_assert_eq!(again, statements, "`{}` is written `{}`", text, written);
                        for said in &said {
                            prop_assert!(said.lines().iter().all(|&line| (1..=text.lines().count()).contains(&line)));
                        }
                    }
                    Err(errors) => {
                        prop_assert!((1..=20).contains(&errors.len()));
                        for error in errors {
                            let line = text.lines().nth(error.line - 1).unwrap();
                            // The error includes words that continue on the lines below.
                            let blank = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}');
                            let trimmed = line.trim_end_matches(blank);
                            prop_assert!(line.starts_with(&error.text) || error.text.starts_with(trimmed));
                            prop_assert!(error.span.start <= error.span.end);
                            prop_assert!(error.span.end <= error.text.chars().count());
                            prop_assert!(!error.word().is_empty() && error.text.contains(error.word()));
                            prop_assert!(error.column() <= error.text.chars().count() + 1);
                            prop_assert!(error.to_string().chars().count() < 1_000, "{}", error);
                        }
                    }
                }
            }
        }
    }
}
