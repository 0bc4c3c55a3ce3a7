//! Properties of all games of `solo`, tested on random games.

use crate::common::{Play, ada, ben};
use crate::solo_common::solo_action;
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::record::verify;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::solo::{Action, Predict, Solo, Suit};
use broadside_engine::table::{Command, Move, OwnSeed, Table};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

pub(crate) fn options() -> impl Strategy<Value = Value> {
    let suits = vec!["suns", "moons", "crowns", "arms"];
    let order = Just(suits.clone()).prop_shuffle();
    (order, prop::sample::select(suits), any::<bool>())
        .prop_map(|(order, lends, wumpuses)| json!({"order": order, "lends": lends, "wumpuses": wumpuses}))
}

fn table(game: &Game) -> &Table<Solo> {
    let Game::Solo(table) = game else { panic!("it is a game of `solo`") };
    table
}

/// Returns all moves to try: the game's own actions with every suit, and the shared moves.
fn moves() -> Vec<Move<Action>> {
    let predict = Suit::ALL.map(|suit| Move::Own(Action::Predict(Predict { suit })));
    let own = [Action::Volley {}, Action::RunOut {}].map(Move::Own);
    let shared = [Move::Resign, Move::OfferDraw, Move::AcceptDraw, Move::DeclineDraw, Move::Leave];
    predict.into_iter().chain(own).chain(shared).collect()
}

/// Plays at most the given number of steps: placing, possibly more than once, predicting, firing.
pub(crate) fn play_on(play: &mut Play, steps: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..steps {
        let choices = play.legal(ada());
        let kinds: Vec<_> = choices.as_array().unwrap().iter().map(|legal| legal["type"].clone()).collect();
        let predicts = kinds.contains(&json!("predict"));
        if play.game.status().as_str() == "placing" && (!predicts || rng.random_bool(0.3)) {
            let seed = rng.random_bool(0.5).then_some("ada's seed");
            play.place_at_random(ada(), seed);
        } else if predicts {
            let suits = choices[0]["suits"].as_array().unwrap();
            play.act(ada(), json!({"type": "predict", "suit": suits.choose(rng).unwrap()}));
        } else if kinds.contains(&json!("volley")) {
            play.solo_act("volley");
        }
    }
}

/// Returns everything a viewer may know, byte for byte. The commitment is removed: only it may depend on hidden
/// information.
fn knowledge(play: &Play, viewer: Viewer) -> Vec<String> {
    let game = &play.game;
    let mut fairness = game.fairness();
    fairness.placement_commitments.clear();
    let mut all = vec![
        json!(game.view(viewer)).to_string(),
        json!(viewer.seat().map(|seat| game.legal(seat))).to_string(),
        json!(fairness).to_string(),
        format!("{} {} {:?}", game.visible(viewer), game.turn(), game.to_move()),
        format!("{:?} {:?}", game.status(), game.seats()),
        format!("{:?}", table(game).layout(viewer).map(|layout| layout.simulated(10, 1))),
    ];
    all.extend(play.log.iter().filter_map(|entry| entry.glimpse(viewer)).map(|glimpse| {
        let mut value = json!(glimpse);
        if let Some(masked) = value.get_mut("placement_commitments") {
            *masked = json!("masked");
        }
        value.to_string()
    }));
    all
}

/// Returns two placements that put coins of the same suits on the same cells, but with different ships.
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends(options in options(), byte: u8, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Play::solo(byte, &options);
        let mut steps = 0;
        while play.game.outcome().is_none() {
            play_on(&mut play, 1, &mut rng);
            steps += 1;
            // A coin survives this many volleys in only one of 10³⁰ games.
            prop_assert!(steps < 1_000);
        }
        prop_assert_eq!(play.game.status().as_str(), "finished");
        prop_assert!(play.game.to_move().is_empty());
        prop_assert!(play.game.legal(ada()).is_empty());
    }

    #[test]
    fn the_stored_log_is_the_game(options in options(), byte: u8, seed: u64, steps in 0..80_usize, half in 0.0..1.0_f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut live = Play::solo(byte, &options);
        play_on(&mut live, steps, &mut rng);
        let restored: Vec<_> = live.log.iter()
            .map(|entry| Entry::restore(RulesetId::Solo, &entry.store()).unwrap())
            .collect();
        let mut replayed = Play::solo(byte, &options).game;
        let middle = 1 + ((restored.len() - 1) as f64 * half) as usize;
        let mut snapshot = replayed.store();
        for (n, entry) in restored.iter().enumerate().skip(1) {
            if n == middle {
                snapshot = replayed.store();
            }
            replayed.evolve(entry).unwrap();
        }
        prop_assert_eq!(replayed.store().text().to_owned(), live.text());
        let again = live.game.replayed(&restored).map(|game| game.store().text().to_owned());
        prop_assert_eq!(again, Ok(live.text()));
        let mut continued = Game::restore(RulesetId::Solo, &snapshot).unwrap();
        for entry in &restored[middle.min(restored.len())..] {
            continued.evolve(entry).unwrap();
        }
        prop_assert_eq!(continued.store().text().to_owned(), live.text());
        for viewer in live.viewers() {
            prop_assert_eq!(continued.view(viewer), live.game.view(viewer));
            prop_assert_eq!(continued.visible(viewer), live.game.visible(viewer));
            prop_assert_eq!(live.heard(viewer).len() as u64, live.game.visible(viewer));
        }
        prop_assert_eq!(continued.legal(ada()), live.game.legal(ada()));
    }

    #[test]
    fn legal_and_check_agree_and_what_is_refused_changes_nothing(
        options in options(), byte: u8, seed: u64, steps in 0..80_usize
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Play::solo(byte, &options);
        play_on(&mut play, steps, &mut rng);
        let before = play.text();
        for seat in [ada(), ben()] {
            let legal = table(&play.game).legal(seat);
            for action in moves() {
                let mut changed = table(&play.game).clone();
                let checked = changed.check(seat, &action);
                prop_assert_eq!(legal.accepts(&action), checked.is_ok(), "{:?}: {:?}", action, checked);
                let applied = changed.apply(&Command::Act(seat, action));
                prop_assert_eq!(applied.is_ok(), checked.is_ok());
                if applied.is_err() {
                    prop_assert_eq!(Game::Solo(changed).store().text().to_owned(), before.as_str());
                }
            }
        }
        for line in ["predict suns", "predict arms", "volley", "run_out", "leave"] {
            let actions = [solo_action(line)];
            let previewed = play.game.preview(ada(), &actions);
            let applied = play.game.apply(&Request::Act { seat: ada(), actions: &actions });
            prop_assert_eq!(previewed.err(), applied.err());
        }
        prop_assert_eq!(play.text(), before);
    }

    #[test]
    fn what_is_hidden_does_not_interfere(mut options in options(), byte: u8, seed: u64) {
        options["wumpuses"] = json!(false);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Two copies of a game. In the second, different ships lie on the same cells, and were placed more than once.
        let mut games = [(); 2].map(|()| Play::solo(byte, &options));
        let fighting = games[0].view(Viewer::Public)["suits"].take();
        let fighting: Vec<_> = fighting.as_array().unwrap().iter().map(|suit| suit["suit"].clone()).collect();
        let drafts = alike(&mut rng, &fighting);
        for (n, play) in games.iter_mut().enumerate() {
            let seed = OwnSeed::new("ada's seed");
            for _ in 0..3 * n {
                play.place_at_random(ada(), Some("ada's seed"));
            }
            play.must(&Request::Place { seat: ada(), placement: Some(&drafts[n]), seed });
        }
        let suit = fighting.choose(&mut rng).unwrap().clone();
        let mut compared = 0;
        loop {
            for viewer in [Viewer::Public, Viewer::Seat(ben())] {
                let [one, two] = games.each_ref().map(|play| knowledge(play, viewer));
                prop_assert_eq!(one, two);
            }
            compared += 1;
            for play in &mut games {
                match play.view(Viewer::Public)["prediction"].is_null() {
                    true => play.act(ada(), json!({"type": "predict", "suit": suit})),
                    false => play.solo_act("volley"),
                };
            }
            // The end reveals everything.
            if games[0].game.outcome().is_some() {
                break;
            }
        }
        prop_assert!(games[1].game.outcome().is_some());
        prop_assert!(compared >= 8, "hardly anything was compared: {}", compared);
    }

    #[test]
    fn the_record_of_a_finished_game_holds(options in options(), byte: u8, seed: u64, steps in 0..60_usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut play = Play::solo(byte, &options);
        play_on(&mut play, steps, &mut rng);
        while play.view(Viewer::Public)["prediction"].is_null() {
            play_on(&mut play, 1, &mut rng);
        }
        if play.game.outcome().is_none() {
            match rng.random_bool(0.7) {
                true => play.solo_act("run_out"),
                false => play.must(&Request::TimeOut(Seats::ALL)),
            };
        }
        let verdict = verify(&serde_json::to_string(&play.record()).unwrap());
        prop_assert!(verdict.valid, "{:?}", verdict);
        prop_assert_eq!(verdict.events, play.log.len());
    }

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
