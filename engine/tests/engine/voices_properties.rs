//! Random games of `voices`, and properties that only they have.

use crate::common::{Play, heard, voices_action, voices_placement, voices_words};
use crate::properties::{Difference, TestedRuleset, mover, own, read};
use broadside_engine::game::{Game, Request};
use broadside_engine::grid::Cell;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::Table;
use broadside_engine::voices::{Action, Fire, Legal, Voices};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedMutRandom, IndexedRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// Returns a random action that ends no turn, as text. It may be refused.
pub(crate) fn remark(rng: &mut ChaCha8Rng, shots: usize) -> String {
    let row = ["left", "right", "dice"].choose(rng).unwrap();
    let column = ["top", "bottom", "dice"].choose(rng).unwrap();
    let shot = rng.random_range(0..=shots as u32 + 1);
    match rng.random_range(0..15) {
        0 | 1 => format!("axes {}", ["x", "y"].choose(rng).unwrap()),
        2 | 3 => format!("voice {row} {column}"),
        4 | 5 => format!("voice {row} {column} for {shot}"),
        6 | 7 => format!("direct call {shot}: whispered"),
        8 | 9 => format!("direct answer {shot}: louder and louder"),
        10 | 11 => ["offer_end", "offer_draw"].choose(rng).unwrap().to_string(),
        12 | 13 => ["decline_end", "decline_draw"].choose(rng).unwrap().to_string(),
        // Fewer of these: with two seats, one acceptance ends the game.
        _ => ["accept_end", "accept_draw"].choose(rng).unwrap().to_string(),
    }
}

fn shots(play: &Play) -> usize {
    play.view(Viewer::Public)["shots"].as_array().unwrap().len()
}

/// Moves one ship of a placement to another legal position.
fn moved(draft: &mut Value, options: &Value, rng: &mut ChaCha8Rng) {
    let play = Play::voices(0, options);
    loop {
        let mut other = draft.clone();
        let ship = other["ships"].as_array_mut().unwrap().choose_mut(rng).unwrap();
        ship["at"] = json!(Cell::new(rng.random_range(0..10), rng.random_range(0..10)).unwrap());
        let place =
            Request::Place { seat: Seat::new(1).unwrap(), placement: Some(&other), seed: None };
        if other != *draft && play.game.apply(&place).is_ok() {
            *draft = other;
            return;
        }
    }
}

/// Returns the maximum number of shots in a game: each shot is at a cell that is open on the
/// shooter's maps.
fn most_shots(seats: usize) -> usize {
    100 * seats * (seats - 1)
}

impl TestedRuleset for Voices {
    const CASES: u32 = 12;
    const MIDDLE: usize = 150;
    const LATE: usize = 200;

    fn table(game: &Game) -> &Table<Self> {
        let Game::Voices(table) = game else { panic!("it is a game of `voices`") };
        table
    }

    fn game(table: Table<Self>) -> Game {
        Game::Voices(table)
    }

    fn options() -> impl Strategy<Value = Value> {
        let fleet = prop_oneof![
            Just(json!({})),
            Just(json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0})),
            Just(
                json!({"carrier": 4, "battleship": 4, "destroyer": 4, "patrol": 4, "submarine": 4})
            ),
            Just(
                json!({"carrier": 0, "battleship": 1, "destroyer": 0, "patrol": 2, "submarine": 3})
            ),
        ];
        let engagement = prop::sample::select(vec!["simultaneous", "round_robin"]);
        let rounds =
            prop_oneof![3 => Just(Value::Null), 1 => (1..=6_u8).prop_map(|rounds| json!(rounds))];
        let aim = prop::sample::select(vec![
            json!({"aim": "dice", "axes": "before_roll"}),
            json!({"aim": "dice", "axes": "after_roll"}),
            json!({"aim": "choice"}),
        ]);
        (2..=8_u8, engagement, rounds, aim, fleet, any::<bool>()).prop_map(
            |(seats, engagement, rounds, mut options, fleet, interludes)| {
                options["seats"] = json!(seats);
                options["engagement"] = json!(engagement);
                options["rounds"] = rounds;
                options["fleet"] = fleet;
                options["interludes"] = json!(interludes);
                options
            },
        )
    }

    fn example() -> Play {
        Play::voices(7, &json!({}))
    }

    fn placement(text: &str) -> Value {
        voices_placement(text)
    }

    fn action(text: &str) -> Value {
        voices_action(text)
    }

    fn words(kind: &str, event: &Value) -> Option<String> {
        voices_words(kind, event)
    }

    fn onward(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let seat = mover(game, rng);
        let choices = own::<Self>(game, seat);
        let lines: Vec<_> = choices
            .iter()
            .filter_map(|legal| match legal {
                Legal::Roll {} => Some("roll".to_owned()),
                Legal::RollAll {} => Some("roll_all".to_owned()),
                Legal::Fire { cells } => {
                    assert_eq!(cells.count, 1);
                    cells
                        .from
                        .nth(rng.random_range(0..cells.from.len()))
                        .map(|cell| format!("fire {cell}"))
                }
                Legal::ChooseAxes { cells: Some(_), .. } => {
                    Some(format!("axes {}", ["x", "y"].choose(rng).unwrap()))
                }
                _ => None,
            })
            .collect();
        (seat, voices_action(lines.choose(rng).expect("who is to move can")))
    }

    /// Sometimes changes a voice, directs, or offers or accepts something. Sometimes a player
    /// leaves.
    fn aside(play: &mut Play, rng: &mut ChaCha8Rng) {
        let seat = *play.seats().choose(rng).unwrap();
        if rng.random_bool(0.2) {
            let action = [voices_action(&remark(rng, shots(play)))];
            let _ = play.ask(&Request::Act { seat, actions: &action });
        }
        if rng.random_bool(0.01) {
            let _ = if rng.random_bool(0.5) {
                play.ask(&Request::TimeOut(Seats::ALL))
            } else {
                play.ask(&Request::Act { seat, actions: &[json!({"type": "resign"})] })
            };
        }
    }

    fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Action> {
        let cell = Cell::new(rng.random_range(0..11), rng.random_range(0..11)).unwrap();
        let mut lines: Vec<String> =
            ["roll", "roll_all", "offer_end", "accept_end", "decline_end", "axes x", "axes y"]
                .map(str::to_owned)
                .into();
        lines.push(format!("fire {cell}"));
        lines.extend(
            (0..8).map(|_| remark(rng, shots(play))).filter(|line| !line.ends_with("_draw")),
        );
        lines.push(format!("direct call 1: {}", "x".repeat(rng.random_range(118..123))));
        let mut all: Vec<Action> =
            lines.iter().map(|line| read::<Self>(&voices_action(line))).collect();
        // One cell from each set of legal cells, and its neighbours.
        for seat in play.seats() {
            for legal in own::<Self>(&play.game, seat) {
                if let Legal::Fire { cells } = legal {
                    let at = cells.from.nth(rng.random_range(0..cells.from.len())).unwrap();
                    all.push(Action::Fire(Fire { cell: at }));
                    let beside = Cell::new((at.column() + 1) % 10, at.row()).unwrap();
                    all.push(Action::Fire(Fire { cell: beside }));
                }
            }
        }
        all
    }

    /// Most shots take a roll, or a roll and one or two choices. On nearly full maps a choice of
    /// axes may throw the dice many times, so there is no strict limit, but no game comes near this
    /// one.
    fn most_moves(options: &Value) -> usize {
        10 * most_shots(options["seats"].as_u64().unwrap() as usize)
    }

    fn check_end(play: &Play) {
        assert!(shots(play) <= most_shots(play.seats().len()));
    }

    fn also_known(game: &Game, viewer: Viewer) -> Vec<String> {
        let score = Self::table(game).score(viewer);
        vec![json!(score).to_string(), score.to_text(), score.to_ssml()]
    }

    /// The last seat has placed some ships elsewhere. Its matrices and its voice are the same,
    /// because they are heard.
    fn difference(byte: u8, options: &mut Value, rng: &mut ChaCha8Rng) -> Difference {
        let play = Self::started(byte.wrapping_add(1), options);
        let last = *play.seats().last().unwrap();
        let mut draft =
            json!({"ships": play.view(Viewer::Seat(last))["waters"][last.index()]["ships"]});
        for ship in draft["ships"].as_array_mut().unwrap() {
            *ship = json!({"class": ship["class"], "at": ship["at"], "heading": ship["heading"]});
        }
        draft["battle"] = json!(4);
        draft["tactical"] = json!("v1:10:t5,d5:a");
        draft["voice"] = json!({"row": "left", "column": "dice"});
        let first = draft.clone();
        for _ in 0..rng.random_range(1..=3) {
            moved(&mut draft, options, rng);
        }
        Difference {
            seat: last,
            placements: [Some(first), Some(draft)],
            limits: false,
            hears: Viewer::Public,
            tries: 6,
            // All announcements so far are compared after each move, so do not play the game to its
            // end.
            enough: 12,
            min: 0,
        }
    }

    fn common(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let (seat, action) = Self::onward(game, rng);
        // A shot for each opponent would hardly ever be answered in the same way.
        (seat, if action["type"] == "roll_all" { voices_action("roll") } else { action })
    }

    /// Changes the voice and the axes that the seat will have later.
    fn in_secret(play: &Play, _: Seat, _: &mut ChaCha8Rng) -> Vec<Value> {
        let options = play.game.options();
        let unheard: &[&str] = match (options["aim"].as_str(), options["axes"].as_str()) {
            (Some("dice"), Some("before_roll")) => {
                &["voice right top", "axes y", "voice left dice", "axes x"]
            }
            // With other options there are no axes to choose, or the choice is a move.
            _ => &["voice right top", "voice left dice"],
        };
        unheard.iter().map(|line| voices_action(line)).collect()
    }
}

proptest! {
    #![proptest_config(crate::common::cases(12))]

    #[test]
    fn events_agree_with_the_view(options in Voices::options(), byte: u8, seed: u64, moves in 0..100_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Voices::started(byte, &options);
        Voices::play_on(&mut play, moves, &mut rng);
        let view = play.view(Viewer::Public);
        let fired: Vec<Value> = play.log.iter()
            .filter_map(|entry| entry.glimpse(Viewer::Public))
            .map(|glimpse| json!(glimpse))
            .filter(|event| event["type"] == "fired")
            .collect();
        let shown = view["shots"].as_array().unwrap();
        prop_assert_eq!(shown.len(), fired.len());
        for (shown, heard) in shown.iter().zip(&fired) {
            for field in ["shot", "round", "seat", "cell", "phone"] {
                prop_assert_eq!(&shown[field], &heard[field]);
            }
            let reports = shown["reports"].as_array().unwrap();
            let answers = heard["answers"].as_array().unwrap();
            prop_assert_eq!(reports.len(), answers.len());
            for (report, answer) in reports.iter().zip(answers) {
                for field in ["seat", "result", "sunk"] {
                    prop_assert_eq!(&report[field], &answer[field]);
                }
            }
        }
        prop_assert!(heard(&play.log, Viewer::Public).len() >= fired.len());
    }
}
