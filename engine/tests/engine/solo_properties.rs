//! Random games of `solo`, and properties that only they have.

use crate::common::{Play, ada};
use crate::properties::{Difference, TestedRuleset, own};
use crate::solo_common::{solo_action, solo_placement, volley};
use broadside_engine::game::{Game, Request};
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::solo::{Action, Legal, Predict, Solo, Suit};
use broadside_engine::table::{Status, Table};
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// Returns two placements that put coins of the same suits on the same cells, but with different
/// ships.
fn alike(rng: &mut ChaCha8Rng, fighting: &[Value]) -> [Value; 2] {
    let layouts = [
        [("cruiser", "N"), ("submarine", "3"), ("dinghy", "5")],
        [("dinghy", "N"), ("submarine", "A"), ("cruiser", "3")],
        [("submarine", "N"), ("cruiser", "2"), ("dinghy", "5")],
    ];
    let rows: Vec<_> = fighting.iter().map(|_| *["upper", "lower"].choose(rng).unwrap()).collect();
    let mut place = || {
        let ships = fighting.iter().zip(&rows).flat_map(|(suit, half)| {
            let layout = layouts.choose(rng).unwrap();
            layout.map(|(class, column)| {
                let at = format!("{}/{half}/{column}", suit.as_str().unwrap());
                json!({"suit": suit, "class": class, "at": at, "heading": "across"})
            })
        });
        json!({"ships": ships.collect::<Vec<_>>()})
    };
    [place(), place()]
}

impl TestedRuleset for Solo {
    const CASES: u32 = 24;
    const MIDDLE: usize = 80;
    const LATE: usize = 80;

    fn table(game: &Game) -> &Table<Self> {
        let Game::Solo(table) = game else { panic!("it is a game of `solo`") };
        table
    }

    fn game(table: Table<Self>) -> Game {
        Game::Solo(table)
    }

    fn options() -> impl Strategy<Value = Value> {
        let suits = vec!["suns", "moons", "crowns", "arms"];
        let order = Just(suits.clone()).prop_shuffle();
        (order, prop::sample::select(suits), any::<bool>()).prop_map(
            |(order, lends, wumpuses)| json!({"order": order, "lends": lends, "wumpuses": wumpuses}),
        )
    }

    /// Nothing is placed yet: placing is a move, and can be repeated until the prediction.
    fn started(byte: u8, options: &Value) -> Play {
        Play::solo(byte, options)
    }

    fn example() -> Play {
        Play::solo(7, &json!({}))
    }

    fn placement(text: &str) -> Value {
        solo_placement(text)
    }

    fn action(text: &str) -> Value {
        solo_action(text)
    }

    fn words(kind: &str, event: &Value) -> Option<String> {
        (kind == "fired").then(|| volley(event))
    }

    fn onward(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        let predict = own::<Self>(game, ada()).into_iter().find_map(|legal| match legal {
            Legal::Predict { suits } => Some(json!({"type": "predict", "suit": suits.choose(rng)})),
            _ => None,
        });
        (ada(), predict.unwrap_or_else(|| solo_action("volley")))
    }

    fn advance(play: &mut Play, rng: &mut ChaCha8Rng) {
        let can_predict = !own::<Self>(&play.game, ada()).is_empty();
        if play.game.status() == Status::Placing && (!can_predict || rng.random_bool(0.3)) {
            let seed = rng.random_bool(0.5).then_some("ada's seed");
            play.place_at_random(ada(), seed);
        } else {
            let (seat, action) = Self::onward(&play.game, rng);
            play.act(seat, action);
        }
    }

    fn cut_short(play: &mut Play, rng: &mut ChaCha8Rng) {
        while play.game.status() == Status::Placing {
            Self::advance(play, rng);
        }
        if play.game.outcome().is_none() {
            if rng.random_bool(0.7) {
                play.solo_act("run_out")
            } else {
                play.must(&Request::TimeOut(Seats::ALL))
            };
        }
    }

    fn near(_: &Play, _: &mut ChaCha8Rng) -> Vec<Action> {
        let predict = Suit::ALL.map(|suit| Action::Predict(Predict { suit }));
        predict.into_iter().chain([Action::Volley {}, Action::RunOut {}]).collect()
    }

    /// A coin survives this many volleys in only one of 10³⁰ games.
    fn most_moves(_: &Value) -> usize {
        1_000
    }

    fn also_known(game: &Game, viewer: Viewer) -> Vec<String> {
        vec![format!(
            "{:?}",
            Self::table(game).odds_input(viewer).map(|input| input.simulated(10, 1))
        )]
    }

    /// Different ships lie on the same cells.
    fn difference(byte: u8, options: &mut Value, rng: &mut ChaCha8Rng) -> Difference {
        options["wumpuses"] = json!(false);
        let fighting = Play::solo(byte, options).view(Viewer::Public)["suits"].take();
        let fighting: Vec<_> =
            fighting.as_array().unwrap().iter().map(|suit| suit["suit"].clone()).collect();
        let placements = alike(rng, &fighting).map(Some);
        Difference {
            seat: ada(),
            placements,
            limits: false,
            hears: Viewer::Public,
            tries: 1,
            enough: usize::MAX,
            min: 7,
        }
    }
}

proptest! {
    #![proptest_config(crate::common::cases(24))]

    #[test]
    fn no_placement_is_too_odd(ships in prop::collection::vec((0..5_usize, 0..4_usize, 0..50_u8, 0..5_usize), 0..60)) {
        let pick = |words: &[&'static str], n: usize| words.get(n).copied().unwrap_or("other");
        let ships: Vec<_> = ships.into_iter().map(|(suit, class, at, heading)| {
            let column = pick(&["N", "A", "2", "3", "4", "5"], usize::from(at % 6));
            let half = if at % 12 < 6 { "upper" } else { "lower" };
            let row = pick(&["suns", "moons", "crowns", "arms"], usize::from(at / 12));
            json!({
                "suit": pick(&["suns", "moons", "crowns", "arms"], suit),
                "class": pick(&["dinghy", "submarine", "cruiser"], class),
                "at": format!("{row}/{half}/{column}"),
                "heading": pick(&["across", "down", "diagonal_down", "diagonal_up"], heading),
            })
        }).collect();
        let placement = json!({"ships": ships});
        let play = Play::solo(7, &json!({}));
        let seat = Seat::new(1).unwrap();
        if let Err(rejection) = play.game.apply(&Request::Place { seat, placement: Some(&placement), seed: None }) {
            prop_assert!(rejection.to_string().len() < 400);
        }
    }
}
