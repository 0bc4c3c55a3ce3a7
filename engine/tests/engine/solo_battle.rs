//! The rules of `solo`, rule by rule: the volleys, the end, the variation, the odds (S5–S10; S11 is the press's).

use std::collections::{BTreeMap, BTreeSet};

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Rejection, Request, RulesetId};
use broadside_engine::record::verify;
use broadside_engine::ruleset::{RefusalKind, Viewer};
use broadside_engine::solo::{Draft, MOST_VOLLEYS, Options, odds::Layout};
use serde_json::{Value, json};

use crate::common::{Play, ada, ben};
use crate::solo_common::{PLAYER, ROWS, coins, misplaced, solo_action, solo_placement, text};

#[test]
fn s5_each_die_fires_at_the_rows_of_its_suit_and_the_coin_chooses_the_half() {
    let mut play = Play::solo_begun(3, ROWS, "suns");
    let (coins, mut hit) = (coins(&play), BTreeSet::new());
    let (mut sides, mut faces) = (BTreeSet::new(), BTreeSet::new());
    while play.game.outcome().is_none() {
        play.solo_act("volley");
        let volley = play.volleys().pop().unwrap();
        let half = match text(&volley["coin"]) {
            "heads" => "upper",
            _ => "lower",
        };
        sides.insert(half);
        let dice: Vec<_> = volley["dice"].as_array().unwrap().iter().map(|die| text(&die["suit"])).collect();
        assert_eq!(dice, ["suns", "moons", "crowns", "arms"]);
        for (die, shot) in volley["dice"].as_array().unwrap().iter().zip(volley["shots"].as_array().unwrap())
        {
            faces.insert(text(&die["face"]).to_owned());
            let cell = format!("{}/{half}/{}", text(&die["suit"]), text(&die["face"]));
            assert_eq!(shot["cell"], cell);
            // A coin is hit once, whatever suit it fights for; else nothing happens.
            let struck = coins.get(&cell).filter(|_| hit.insert(cell));
            assert_eq!(shot["hit"], json!(struck));
        }
    }
    assert_eq!((sides.len(), faces.len()), (2, 6));
}

#[test]
fn s6_shots_take_effect_from_the_top_and_the_volley_stops_when_one_suit_is_left() {
    let mut stopped = 0;
    for byte in 0..60 {
        let mut play = Play::solo_begun(byte, ROWS, "suns");
        play.solo_act("run_out");
        let volleys = play.volleys();
        let (last, before) = volleys.split_last().unwrap();
        for volley in before {
            assert_eq!(volley["shots"].as_array().unwrap().len(), 4);
        }
        assert_eq!(last["dice"].as_array().unwrap().len(), 4);
        let shots = last["shots"].as_array().unwrap();
        assert_eq!(shots.last().unwrap()["sunk"], true);
        stopped += usize::from(shots.len() < 4);
        // The last two never go down together.
        let suits = play.view(Viewer::Public)["suits"].take();
        let afloat: Vec<_> = suits.as_array().unwrap().iter().filter(|suit| suit["afloat"] == true).collect();
        assert_eq!(afloat.len(), 1);
        assert!(afloat[0]["hit"].as_u64().unwrap() < 6);
        for suit in suits.as_array().unwrap().iter().filter(|suit| suit["afloat"] == false) {
            assert_eq!(suit["hit"], suit["coins"]);
        }
    }
    assert!(stopped > 10, "hardly any volley stopped: {stopped}");
}

#[test]
fn s7_the_player_wins_if_the_survivor_is_the_one_predicted() {
    let mut seen = BTreeSet::new();
    for byte in 0..12 {
        for suit in ["suns", "moons", "crowns"] {
            let mut play = Play::solo_begun(byte, ROWS, suit);
            let heard = play.solo_act("run_out");
            let suits = play.view(PLAYER())["suits"].take();
            let survivor = suits.as_array().unwrap().iter().find(|suit| suit["afloat"] == true).unwrap();
            let right = survivor["suit"] == suit;
            let outcome = match right {
                true => json!({"kind": "win", "winners": [1], "reason": "prediction_right"}),
                false => json!({"kind": "lose", "reason": "prediction_wrong"}),
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
    assert_eq!(late.must(&Request::TimeOut), ["cancelled seat=null"]);
    play.solo_act("predict suns");
    play.must(&Request::TimeOut);
    assert_eq!(play.outcome(), json!({"kind": "lose", "reason": "timed_out"}));
    assert!(verify(&serde_json::to_string(&play.record()).unwrap()).holds);
}

#[test]
fn s8_wumpuses_are_six_dinghies_to_each_suit() {
    let options = json!({"wumpuses": true});
    let mut play = Play::solo(7, &options);
    play.place_at_random(ada(), None);
    let ships = play.view(PLAYER())["ships"].take();
    for suit in ["suns", "moons", "crowns"] {
        let own: Vec<_> = ships.as_array().unwrap().iter().filter(|ship| ship["suit"] == suit).collect();
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
        // A whole game in one request.
        both.solo_place(ROWS);
        let actions = ["predict suns", "run_out"].map(solo_action);
        both.must(&Request::Act { seat: ada(), actions: &actions });
        assert_eq!(slow.text(), quick.text());
        assert_eq!(slow.text(), both.text());
        // A finished game tells its whole course.
        assert_eq!(slow.volleys().len(), slow.log.len() - 6);
        assert!(slow.volleys().len() < MOST_VOLLEYS as usize / 4);
    }
}

#[test]
fn s9_a_volley_must_be_the_last_action_of_its_list() {
    let play = Play::solo_begun(7, ROWS, "suns");
    for line in ["volley", "run_out", "leave"] {
        let actions = [solo_action(line), solo_action("volley")];
        let refused = play.game.apply(&Request::Act { seat: ada(), actions: &actions }).unwrap_err();
        assert_eq!(refused, Rejection::NotLast { field: "actions[0]".to_owned() });
    }
}

#[test]
fn s10_the_odds_are_told_after_the_prediction_alone_and_to_the_player_until_the_end() {
    let table = |play: &Play| match &play.game {
        Game::Solo(table) => table.clone(),
        _ => panic!("it is a game of `solo`"),
    };
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(ROWS);
    assert!(table(&play).layout(PLAYER()).is_none());
    play.solo_act("predict suns");
    assert!(table(&play).layout(PLAYER()).is_some());
    assert!(table(&play).layout(Viewer::Public).is_none());
    assert!(table(&play).layout(Viewer::Seat(ben())).is_none());
    play.solo_act("run_out");
    assert_eq!(
        table(&play).layout(Viewer::Public).unwrap().exact(),
        table(&play).layout(PLAYER()).unwrap().exact()
    );
}

#[test]
fn s10_what_is_reckoned_and_what_is_played_agree_within_the_error() {
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
        let layout = Layout::new(&options, &read(json!({"ships": ships}))).unwrap();
        let (exact, played) = (layout.exact(), layout.simulated(20_000, u64::from(byte)));
        assert_eq!(played, layout.simulated(20_000, u64::from(byte)));
        assert!((exact.suits.iter().map(|suit| suit.chance).sum::<f64>() - 1.0).abs() < 1e-9);
        for (exact, played) in exact.suits.iter().zip(&played.suits) {
            // Beyond four standard errors once in 15,000, and the seeds are fixed.
            assert!(
                (exact.chance - played.chance).abs() < 4.0 * played.error,
                "{byte}: {exact:?}, {played:?}"
            );
            assert!(exact.error < 1e-9 && played.error < 0.01);
        }
    }
}

#[test]
fn s10_the_game_itself_comes_out_as_the_odds_say() {
    let options = Options::default();
    // A fleet in rows that no other shares with it is likelier to survive the further down it lies: S6.
    let odds = Layout::new(&options, &serde_json::from_value(solo_placement(ROWS)).unwrap()).unwrap().exact();
    let [suns, moons, crowns] = [0, 1, 2].map(|n| odds.suits[n].chance);
    assert!(suns < moons && moons < crowns, "{odds:?}");
    let mut survived = BTreeMap::<String, f64>::new();
    let games = 300;
    for n in 0..games {
        let game = Game::open(&format!("game {n}"), Seed::new([9; 32]), RulesetId::Solo, &json!({})).unwrap();
        let mut play = Play { game, log: Vec::new() };
        play.must(&Request::Join(ada()));
        play.solo_place(ROWS);
        play.solo_act("predict suns");
        play.solo_act("run_out");
        let suits = play.view(PLAYER())["suits"].take();
        let survivor = suits.as_array().unwrap().iter().find(|suit| suit["afloat"] == true).unwrap();
        *survived.entry(text(&survivor["suit"]).to_owned()).or_default() += 1.0;
    }
    for suit in &odds.suits {
        let (share, error) = (
            survived[suit.suit.as_str()] / f64::from(games),
            (suit.chance * (1.0 - suit.chance) / f64::from(games)).sqrt(),
        );
        assert!((share - suit.chance).abs() < 4.0 * error, "{suit:?}: {share}");
    }
}

#[test]
fn the_player_may_leave_at_any_time_which_cancels_the_game() {
    let mut placing = Play::solo(7, &json!({}));
    placing.solo_place(ROWS);
    let mut on = Play::solo_begun(7, ROWS, "suns");
    on.solo_act("volley");
    let refused = on.refuse(&Request::Abort(ada()));
    assert!(refused.detail.contains("`leave` it"), "{}", refused.detail);
    for mut play in [placing, on] {
        assert!(play.legal(ada()).as_array().unwrap().contains(&json!({"type": "leave"})));
        assert_eq!(play.solo_act("leave"), ["cancelled seat=1"]);
        assert_eq!((play.game.status().as_str(), play.outcome()), ("cancelled", Value::Null));
        assert_eq!(play.solo_refuse("volley").kind, RefusalKind::Finished);
        // Nothing is revealed.
        assert!(play.view(Viewer::Public)["ships"].is_null());
        assert!(!play.view(PLAYER())["ships"].is_null());
    }
}

#[test]
fn there_is_nobody_to_resign_to_and_nobody_to_agree_with() {
    let play = Play::solo_begun(7, ROWS, "suns");
    for kind in ["resign", "offer_draw", "accept_draw", "decline_draw"] {
        let request = Request::Act { seat: ada(), actions: &[json!({"type": kind})] };
        let Err(Rejection::Misshapen(misshapen)) = play.game.apply(&request) else {
            panic!("{kind} is known")
        };
        assert!(misshapen.detail.ends_with("use one of predict, volley, run_out, leave"), "{misshapen}");
    }
    let two = Play::begun(json!({}), crate::common::STANDARD, crate::common::STANDARD_DOWN);
    let leave = Request::Act { seat: ada(), actions: &[solo_action("leave")] };
    assert!(matches!(two.game.apply(&leave), Err(Rejection::Misshapen(_))));
}

#[test]
fn where_the_fleets_lie_is_the_players_secret_until_the_end() {
    let mut play = Play::solo_begun(7, ROWS, "suns");
    assert!(play.view(Viewer::Public)["ships"].is_null());
    assert!(!play.view(PLAYER())["ships"].is_null());
    play.solo_act("run_out");
    assert_eq!(play.view(Viewer::Public), play.view(PLAYER()));
}
