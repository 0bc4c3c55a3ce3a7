//! Tests of the rules of `solo`, one by one: the volleys, the end, the variation, the odds (S5–S10;
//! S11 is tested with the PDF sheets).

use std::collections::{BTreeMap, BTreeSet};

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RequestError, RulesetId};
use broadside_engine::record::{StoredSecret, verify};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::{Seats, Viewer};
use broadside_engine::solo::{Draft, MAX_VOLLEYS, Options, odds::OddsInput};
use serde_json::{Value, json};

use crate::common::{Play, ada, ben};
use crate::solo_common::{
    ORDERS, PLAYER, ROWS, misplaced, slanting, slanting_coins, solo_action, solo_placement, text,
};

/// Returns the number of coins left of each suit.
fn left(coins: &BTreeMap<String, String>) -> BTreeMap<&str, usize> {
    coins.values().fold(BTreeMap::new(), |mut left, suit| {
        *left.entry(suit.as_str()).or_default() += 1;
        left
    })
}

#[test]
fn s5_each_die_fires_at_the_rows_of_its_suit_and_the_coin_chooses_the_half() {
    for order in ORDERS {
        let (mut sides, mut faces, mut hits) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for byte in 0..5 {
            let mut play = Play::solo_slanting(byte, order);
            let mut coins = slanting_coins(order);
            while play.game.outcome().is_none() {
                play.solo_act("volley");
                let volley = play.volleys().pop().unwrap();
                let half = match text(&volley["coin"]) {
                    "heads" => "upper",
                    "tails" => "lower",
                    coin => panic!("a coin has no {coin}"),
                };
                sides.insert(half);
                let dice = volley["dice"].as_array().unwrap();
                assert_eq!(dice.iter().map(|die| text(&die["suit"])).collect::<Vec<_>>(), order);
                for (die, shot) in dice.iter().zip(volley["shots"].as_array().unwrap()) {
                    let (suit, face) = (text(&die["suit"]), text(&die["face"]));
                    faces.insert(face.to_owned());
                    let cell = format!("{suit}/{half}/{face}");
                    assert_eq!(shot["cell"], cell);
                    // A coin is hit only once, by a die of any suit. Otherwise nothing happens.
                    let struck = coins.remove(&cell);
                    assert_eq!(shot["hit"], json!(struck), "{cell}");
                    hits.extend(struck.map(|struck| (suit.to_owned(), struck, half)));
                }
            }
        }
        assert_eq!((sides.len(), faces.len()), (2, 6));
        // Each die, including that of the lending suit, hits coins of its own and of other suits,
        // in both halves.
        for suit in order {
            let own = hits.iter().filter(|(die, ..)| die == suit);
            assert!(own.clone().any(|(_, struck, _)| struck != suit), "{suit}: {hits:?}");
            for side in ["upper", "lower"] {
                assert!(own.clone().any(|(.., half)| *half == side), "{suit}: {hits:?}");
            }
        }
    }
}

#[test]
fn s6_shots_take_effect_from_the_top_and_the_volley_stops_when_one_suit_is_left() {
    for order in ORDERS {
        // Numbers of dice fired in volleys that stopped early, and number of volleys in which an
        // unfired die would have hit a coin.
        let (mut stopped, mut spared) = (BTreeSet::new(), 0);
        for byte in 0..100 {
            let mut play = Play::solo_slanting(byte, order);
            play.solo_act("run_out");
            let mut coins = slanting_coins(order);
            for volley in play.volleys() {
                assert!(left(&coins).len() > 1, "nothing is fired when one suit is left");
                let half = if volley["coin"] == "heads" { "upper" } else { "lower" };
                let dice = volley["dice"].as_array().unwrap().clone();
                let cells = order.iter().zip(&dice).map(|(suit, die)| {
                    assert_eq!(die["suit"], *suit);
                    format!("{suit}/{half}/{}", text(&die["face"]))
                });
                let cells: Vec<_> = cells.collect();
                let mut fired = Vec::new();
                for cell in &cells {
                    if left(&coins).len() == 1 {
                        break;
                    }
                    let hit = coins.remove(cell);
                    let sunk =
                        hit.as_ref().is_some_and(|suit| !left(&coins).contains_key(suit.as_str()));
                    fired.push(json!({"cell": cell, "hit": hit, "sunk": sunk}));
                }
                assert_eq!(volley["shots"], json!(fired));
                if fired.len() < dice.len() {
                    stopped.insert(fired.len());
                }
                // A die that was not fired would have hit a coin of the last suit.
                spared +=
                    usize::from(cells[fired.len()..].iter().any(|cell| coins.contains_key(cell)));
            }
            // The last two suits never sink together.
            let afloat = left(&coins);
            assert_eq!(afloat.len(), 1);
            for suit in play.view(Viewer::Public)["suits"].as_array().unwrap() {
                let coins = afloat.get(text(&suit["suit"])).copied().unwrap_or(0);
                assert_eq!(
                    (suit["afloat"].as_bool(), suit["hit"].as_u64()),
                    (Some(coins > 0), Some(6 - coins as u64))
                );
            }
        }
        assert_eq!(stopped, BTreeSet::from([1, 2, 3]), "{order:?}");
        assert!(spared > 0, "{order:?}: no die that was not fired would have hit anything");
    }
}

#[test]
fn s7_the_player_wins_if_the_survivor_is_the_one_predicted() {
    let mut seen = BTreeSet::new();
    for byte in 0..12 {
        for suit in ["suns", "moons", "crowns"] {
            let mut play = Play::solo_begun(byte, ROWS, suit);
            let heard = play.solo_act("run_out");
            let suits = play.view(PLAYER())["suits"].take();
            let survivor =
                suits.as_array().unwrap().iter().find(|suit| suit["afloat"] == true).unwrap();
            let right = survivor["suit"] == suit;
            let outcome = if right {
                json!({"kind": "win", "winners": [1], "reason": "prediction_right"})
            } else {
                json!({"kind": "lose", "reason": "prediction_wrong"})
            };
            assert_eq!(play.outcome(), outcome);
            assert!(heard.iter().any(|words| words.starts_with("finished")));
            assert!(play.game.to_move().is_empty() && play.game.legal(ada()).is_empty());
            seen.insert(right);
        }
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn s7_a_missed_deadline_loses_once_the_game_is_on() {
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(ROWS);
    let mut late = play.clone();
    assert_eq!(late.must(&Request::TimeOut(Seats::ALL)), ["cancelled seat=null"]);
    play.solo_act("predict suns");
    play.must(&Request::TimeOut(Seats::ALL));
    assert_eq!(play.outcome(), json!({"kind": "lose", "reason": "timed_out"}));
    assert!(verify(&serde_json::to_string(&play.record()).unwrap()).valid);
}

#[test]
fn s8_wumpuses_are_six_dinghies_to_each_suit() {
    let options = json!({"wumpuses": true});
    let mut play = Play::solo(7, &options);
    play.place_at_random(ada(), None);
    let ships = play.view(PLAYER())["ships"].take();
    for suit in ["suns", "moons", "crowns"] {
        let own: Vec<_> =
            ships.as_array().unwrap().iter().filter(|ship| ship["suit"] == suit).collect();
        assert_eq!(own.len(), 6);
        assert!(own.iter().all(|ship| ship["class"] == "dinghy"));
    }
    let (rule, field, _) = misplaced(&options, &solo_placement(ROWS));
    assert_eq!((rule, field.as_str()), ("S8", "placement.ships[0].class"));
    let few = solo_placement("suns dinghy suns/upper/N across");
    let (rule, field, detail) = misplaced(&options, &few);
    assert_eq!((rule, field.as_str()), ("S8", "placement.ships"));
    assert!(detail.contains("suns has 1 of class `dinghy` here: it has exactly 6"), "{detail}");
    play.solo_act("predict crowns");
    play.solo_act("run_out");
    assert_eq!(play.game.status().as_str(), "finished");
}

#[test]
fn s9_a_game_is_the_same_volley_by_volley_and_run_out() {
    for byte in 0..5 {
        let (mut slow, mut quick, mut both) = (
            Play::solo_begun(byte, ROWS, "suns"),
            Play::solo_begun(byte, ROWS, "suns"),
            Play::solo(byte, &json!({})),
        );
        while slow.game.outcome().is_none() {
            slow.solo_act("volley");
        }
        quick.solo_act("run_out");
        // Play a whole game in one request.
        both.solo_place(ROWS);
        let actions = ["predict suns", "run_out"].map(solo_action);
        both.must(&Request::Act { seat: ada(), actions: &actions });
        assert_eq!(slow.text(), quick.text());
        assert_eq!(slow.text(), both.text());
        // A finished game shows all its volleys.
        assert_eq!(slow.volleys().len(), slow.log.len() - 6);
        assert!(slow.volleys().len() < MAX_VOLLEYS as usize / 4);
    }
}

#[test]
fn s9_run_out_draws_breath_at_every_thousandth_volley() {
    // Many volleys that hit nothing.
    let dice = ["suns", "moons", "crowns", "arms"].map(|suit| json!({"suit": suit, "face": "N"}));
    let shots = ["suns", "moons", "crowns", "arms"]
        .map(|suit| json!({"cell": format!("{suit}/lower/N"), "hit": null, "sunk": false}));
    let fired = |volley: u32| json!({"seat": 1, "volley": volley, "coin": "tails", "dice": dice, "shots": shots});
    let after = |volleys: u32| {
        let mut stored: Value =
            serde_json::from_str(&Play::solo_begun(7, ROWS, "suns").text()).unwrap();
        stored["rules"]["volleys"] = (1..=volleys).map(fired).collect();
        let game =
            Game::restore(RulesetId::Solo, &StoredSecret::from_store(stored.to_string())).unwrap();
        let mut play = Play { game, log: Vec::new() };
        assert_eq!(play.volleys().len() as u32, volleys);
        play.solo_act("run_out");
        play
    };
    for before in [998, 999] {
        let mut play = after(before);
        assert_eq!(play.volleys().len() as u32, MAX_VOLLEYS, "after {before}");
        assert_eq!(play.game.status().as_str(), "playing");
        assert!(play.legal(ada()).as_array().unwrap().contains(&json!({"type": "run_out"})));
        // It continues when requested again.
        play.solo_act("run_out");
        assert_eq!(play.game.status().as_str(), "finished");
    }
    let play = after(MAX_VOLLEYS);
    assert_eq!(play.game.status().as_str(), "finished");
    assert!(play.volleys().len() as u32 > MAX_VOLLEYS + 1);
}

#[test]
fn s9_a_volley_must_be_the_last_action_of_its_list() {
    let play = Play::solo_begun(7, ROWS, "suns");
    for line in ["volley", "run_out", "leave"] {
        let actions = [solo_action(line), solo_action("volley")];
        let refused =
            play.game.apply(&Request::Act { seat: ada(), actions: &actions }).unwrap_err();
        assert_eq!(refused, RequestError::NotLast { field: "actions[0]".to_owned() });
    }
}

#[test]
fn s10_the_odds_are_shown_after_the_prediction_and_only_to_the_player_until_the_end() {
    let table = |play: &Play| match &play.game {
        Game::Solo(table) => table.clone(),
        _ => panic!("it is a game of `solo`"),
    };
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(ROWS);
    assert!(table(&play).odds_input(PLAYER()).is_none());
    play.solo_act("predict suns");
    assert!(table(&play).odds_input(PLAYER()).is_some());
    assert!(table(&play).odds_input(Viewer::Public).is_none());
    assert!(table(&play).odds_input(Viewer::Seat(ben())).is_none());
    play.solo_act("run_out");
    assert_eq!(
        table(&play).odds_input(Viewer::Public).unwrap().exact(),
        table(&play).odds_input(PLAYER()).unwrap().exact()
    );
}

#[test]
fn s10_exact_and_simulated_odds_agree_within_the_error() {
    let read = |placement: Value| -> Draft { serde_json::from_value(placement).unwrap() };
    for byte in 0..6 {
        let options = Options { wumpuses: byte % 3 == 2, ..Options::default() };
        let mut play = Play::solo(byte, &serde_json::to_value(&options).unwrap());
        play.place_at_random(ada(), None);
        let mut ships = play.view(PLAYER())["ships"].take();
        for ship in ships.as_array_mut().unwrap() {
            ship.as_object_mut()
                .unwrap()
                .retain(|name, _| !["cells", "hit", "sunk"].contains(&name.as_str()));
        }
        let layout = OddsInput::new(&options, &read(json!({"ships": ships}))).unwrap();
        let (exact, played) = (layout.exact(), layout.simulated(20_000, u64::from(byte)));
        assert_eq!(played, layout.simulated(20_000, u64::from(byte)));
        assert!((exact.suits.iter().map(|suit| suit.chance).sum::<f64>() - 1.0).abs() < 1e-9);
        for (exact, played) in exact.suits.iter().zip(&played.suits) {
            // A deviation of more than four standard errors happens once in 15,000 times, and the
            // seeds are fixed.
            assert!(
                (exact.chance - played.chance).abs() < 4.0 * played.error,
                "{byte}: {exact:?}, {played:?}"
            );
            assert!(exact.error < 1e-9 && played.error < 0.01);
        }
    }
}

#[test]
fn s10_played_games_agree_with_the_odds() {
    let [usual, other] = ORDERS;
    let layouts = [(usual, ROWS.to_owned()), (usual, slanting(usual)), (other, slanting(other))];
    let chances = layouts.map(|(order, ships)| {
        let options = json!({"order": order});
        let read: Options = serde_json::from_value(options.clone()).unwrap();
        let draft = serde_json::from_value(solo_placement(&ships)).unwrap();
        let odds = OddsInput::new(&read, &draft).unwrap().exact();
        let mut survived = BTreeMap::<String, f64>::new();
        let games = 300;
        for n in 0..games {
            let seed = Seed::new([9; 32]);
            let game = Game::open(&format!("game {n}"), seed, RulesetId::Solo, &options).unwrap();
            let mut play = Play { game, log: Vec::new() };
            play.must(&Request::Join(ada()));
            play.solo_place(&ships);
            play.solo_act("predict suns");
            play.solo_act("run_out");
            let suits = play.view(PLAYER())["suits"].take();
            let survivor =
                suits.as_array().unwrap().iter().find(|suit| suit["afloat"] == true).unwrap();
            *survived.entry(text(&survivor["suit"]).to_owned()).or_default() += 1.0;
        }
        for suit in &odds.suits {
            let (share, error) = (
                survived[suit.suit.as_str()] / f64::from(games),
                (suit.chance * (1.0 - suit.chance) / f64::from(games)).sqrt(),
            );
            assert!((share - suit.chance).abs() < 4.0 * error, "{order:?}: {suit:?}: {share}");
        }
        let chance =
            |of: &str| odds.suits.iter().find(|suit| suit.suit.as_str() == of).unwrap().chance;
        ["suns", "moons", "crowns"].map(chance)
    });
    // A fleet that shares its rows with no other fleet is more likely to survive the lower it lies
    // (S6).
    let [rows, slanting, renamed] = chances;
    assert!(rows[0] < rows[1] && rows[1] < rows[2], "{rows:?}");
    // The same squares have the same chances, regardless of the names of their rows.
    for (one, other) in slanting.into_iter().zip(renamed) {
        assert!((one - other).abs() < 1e-9, "{slanting:?} {renamed:?}");
    }
}

#[test]
fn the_player_may_leave_at_any_time_which_cancels_the_game() {
    let empty = Play::solo(7, &json!({}));
    assert_eq!(empty.legal(ada()), json!([{"type": "leave"}]));
    let mut placing = empty.clone();
    placing.solo_place(ROWS);
    let mut on = Play::solo_begun(7, ROWS, "suns");
    on.solo_act("volley");
    let refused = on.refuse(&Request::Abort(ada()));
    assert!(refused.detail.contains("`leave` it"), "{}", refused.detail);
    for mut play in [empty, placing, on] {
        let placed = !play.view(PLAYER())["ships"].is_null();
        assert!(play.legal(ada()).as_array().unwrap().contains(&json!({"type": "leave"})));
        assert_eq!(play.solo_act("leave"), ["cancelled seat=1"]);
        assert_eq!((play.game.status().as_str(), play.outcome()), ("cancelled", Value::Null));
        assert_eq!(play.solo_refuse("volley").kind, RefusalKind::Finished);
        // Nothing is revealed.
        assert!(play.view(Viewer::Public)["ships"].is_null());
        assert_eq!(!play.view(PLAYER())["ships"].is_null(), placed);
        assert!(play.game.legal(ada()).is_empty());
    }
}

#[test]
fn a_game_for_one_has_no_resignation_and_no_draw() {
    let play = Play::solo_begun(7, ROWS, "suns");
    for kind in ["resign", "offer_draw", "accept_draw", "decline_draw"] {
        let request = Request::Act { seat: ada(), actions: &[json!({"type": kind})] };
        let Err(RequestError::ShapeError(misshapen)) = play.game.apply(&request) else {
            panic!("{kind} is known")
        };
        assert!(
            misshapen.detail.ends_with("use one of predict, volley, run_out, leave"),
            "{misshapen}"
        );
    }
    let two = Play::started(json!({}), crate::common::STANDARD, crate::common::STANDARD_DOWN);
    let leave = Request::Act { seat: ada(), actions: &[solo_action("leave")] };
    assert!(matches!(two.game.apply(&leave), Err(RequestError::ShapeError(_))));
}

#[test]
fn where_the_fleets_lie_is_the_players_secret_until_the_end() {
    let mut play = Play::solo_begun(7, ROWS, "suns");
    assert!(play.view(Viewer::Public)["ships"].is_null());
    assert!(!play.view(PLAYER())["ships"].is_null());
    play.solo_act("run_out");
    assert_eq!(play.view(Viewer::Public), play.view(PLAYER()));
}
