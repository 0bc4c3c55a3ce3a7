//! Tests of the stored forms of a game and of its log. A changed snapshot means that databases
//! contain something different: it requires a new schema version and an upcaster.

use broadside_engine::game::Request;
use serde_json::{Value, json};

use crate::common::{
    Play, STANDARD, STANDARD_DOWN, ada, ben, fire, placement, satellite_action, voices_action,
    voices_placement,
};
use crate::satellite::{PLANET, act, change_state, started_game};

fn stored(options: Value, shots: &[(u8, &str)]) -> Value {
    let mut play = Play::open(options);
    let mut log = Vec::new();
    let mut ask = |play: &mut Play, request: &Request<'_>| {
        let entries = play.ask(request).unwrap();
        log.extend(
            entries
                .iter()
                .map(|entry| serde_json::from_str::<Value>(entry.store().text()).unwrap()),
        );
    };
    let (one, two) = (placement(STANDARD), placement(STANDARD_DOWN));
    ask(&mut play, &Request::Join(ada()));
    ask(&mut play, &Request::Join(ben()));
    ask(&mut play, &Request::Place { seat: ada(), placement: Some(&one), seed: None });
    ask(&mut play, &Request::Place { seat: ben(), placement: Some(&two), seed: None });
    for &(seat, cells) in shots {
        let seat = if seat == 1 { ada() } else { ben() };
        ask(&mut play, &Request::Act { seat, actions: &[fire(cells)] });
    }
    let offer = [json!({"type": "offer_draw"})];
    ask(&mut play, &Request::Act { seat: ada(), actions: &offer });
    let snapshot: Value = serde_json::from_str(play.game.store().text()).unwrap();
    let resign = [json!({"type": "resign"})];
    ask(&mut play, &Request::Act { seat: ben(), actions: &resign });
    json!({"log": log, "snapshot": snapshot})
}

#[test]
fn of_a_game_shot_by_shot() {
    let options = json!({"mode": "single", "first": "creator"});
    insta::assert_json_snapshot!(stored(options, &[(1, "J6"), (2, "B4"), (1, "A1")]));
}

#[test]
fn of_a_game_salvo_against_salvo() {
    let shots = "J6 J7 J8 J9 J10 A1 B1";
    let options = json!({"mode": "salvo", "first": "opponent"});
    insta::assert_json_snapshot!(stored(
        options,
        &[(1, "A1 A2 A3 A4 A5 A6 A7"), (1, shots), (2, shots), (2, "C5 C6 C7 C8")]
    ));
}

/// Returns the stored forms of a game of `voices`: its log, a snapshot during a choice, and the log
/// to the end.
fn stored_voices(options: Value, placements: &[&str], lines: &[(usize, &str)]) -> Value {
    let mut play = Play::voices(7, &options);
    for (seat, text) in play.seats().into_iter().zip(placements) {
        let placement = voices_placement(text);
        play.must(&Request::Place { seat, placement: Some(&placement), seed: None });
    }
    for &(seat, line) in lines {
        let seat = play.seats()[seat - 1];
        play.act(seat, voices_action(line));
    }
    let snapshot: Value = serde_json::from_str(play.game.store().text()).unwrap();
    play.shared_move(ben(), "resign");
    let stored =
        |entry: &broadside_engine::game::Entry| serde_json::from_str(entry.store().text()).unwrap();
    let log: Vec<Value> = play.log.iter().map(stored).collect();
    json!({"log": log, "snapshot": snapshot})
}

const PATROL: &str = "patrol A1 across, submarine A3 across";

fn two_ships() -> Value {
    json!({"carrier": 0, "battleship": 0, "destroyer": 0})
}

#[test]
fn of_a_game_of_voices_with_dice() {
    let options = json!({"axes": "after_roll", "interludes": true, "fleet": two_ships()});
    let placements = [
        &format!("{PATROL}; battle 1 tactical 2 voice left dice"),
        &format!("{PATROL}; battle v1:10:t5,d5:a"),
    ];
    let lines = [
        (2, "roll"),
        (2, "axes y"),
        (1, "voice right bottom"),
        (2, "direct call 1: soft"),
        (1, "offer_end"),
        (2, "roll"),
    ];
    insta::assert_json_snapshot!(stored_voices(options, &placements.map(String::as_str), &lines));
}

#[test]
fn of_a_game_of_voices_of_choice() {
    let options =
        json!({"seats": 3, "engagement": "round_robin", "aim": "choice", "fleet": two_ships()});
    let placed = format!("{PATROL}; battle 1 tactical 2 voice left top");
    let placements = [placed.as_str(); 3];
    let lines = [(2, "fire A1"), (2, "fire F7"), (3, "voice dice bottom for 1")];
    insta::assert_json_snapshot!(stored_voices(options, &placements, &lines));
}

/// Checks a game of `satellite`: each kind of event, and a snapshot during a salvo.
#[test]
fn of_a_game_of_satellite() {
    let mut play = started_game(&json!({"endgame": "self_destruct"}), PLANET, PLANET);
    let roll = |play: &mut Play, dice: [u8; 5]| {
        let seat = play.game.to_move().iter().next().unwrap();
        act(play, seat, "roll");
        *play = change_state(play, |rules| rules["stage"]["dice"] = json!(dice));
        seat
    };
    let seat = roll(&mut play, [1, 2, 3, 4, 6]);
    act(&mut play, seat, "roll 1 2");
    play = change_state(&play, |rules| rules["stage"]["dice"] = json!([1, 2, 3, 4, 6]));
    act(&mut play, seat, "fire small_straight row H4");
    let seat = roll(&mut play, [5, 5, 5, 5, 5]);
    act(&mut play, seat, "fire salvo A1");
    act(&mut play, seat, "shoot M9");
    let snapshot: Value = serde_json::from_str(&play.text()).unwrap();
    for sector in ["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"] {
        act(&mut play, seat, &format!("shoot {sector}"));
    }
    let seat = roll(&mut play, [1, 1, 1, 2, 2]);
    act(&mut play, seat, "fire hazard C1");
    play = change_state(&play, |rules| {
        rules["sides"][seat.index()]["arsenal"] = json!([]);
        rules["sides"][1 - seat.index()]["arsenal"] = json!(["salvo"]);
    });
    let seat = roll(&mut play, [1, 2, 2, 3, 5]);
    act(&mut play, seat, "give_up salvo L1");
    let seat = play.game.to_move().iter().next().unwrap();
    let count = play.legal(seat)[0]["targets"]["min"].as_u64().unwrap() as usize;
    let sectors = (1..=9).map(|n| format!("I{n}")).chain((1..=3).map(|n| format!("J{n}")));
    let named: Vec<_> = sectors.take(count).collect();
    play.act(seat, satellite_action(&format!("destruct {}", named.join(" "))));
    play.shared_move(ben(), "resign");
    let stored =
        |entry: &broadside_engine::game::Entry| serde_json::from_str(entry.store().text()).unwrap();
    let log: Vec<Value> = play.log.iter().map(stored).collect();
    insta::assert_json_snapshot!(json!({"log": log, "snapshot": snapshot}));
}
