//! The stored forms of a game and of its log. A change of a snapshot here is a change of what databases hold: it needs
//! a new schema version and an upcaster.

use broadside_engine::game::Request;
use serde_json::{Value, json};

use crate::common::{Play, STANDARD, STANDARD_DOWN, ada, ben, fire, placement};

fn stored(options: Value, shots: &[(u8, &str)]) -> Value {
    let mut play = Play::open(options);
    let mut log = Vec::new();
    let mut ask = |play: &mut Play, request: &Request<'_>| {
        let entries = play.ask(request).unwrap();
        log.extend(entries.iter().map(|entry| serde_json::from_str::<Value>(entry.store().text()).unwrap()));
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
