//! Tests of the stored forms of a game of `advanced` and of its log. A changed snapshot means that
//! databases contain something different: it requires a new schema version and an upcaster.

use serde_json::{Value, json};

use crate::advanced_common::{act, coast, started_game};
use crate::common::{ada, ben};

#[test]
fn of_a_game_of_advanced() {
    let fleet = json!({"battleship": 0, "cruiser": 0, "destroyer": 0, "submarine": 1});
    let options = coast(json!({"fleet": fleet, "resupply": 2, "points": 40}));
    let ships = "carrier A1 across, submarine A3 across";
    let one = format!("{ships}; recce A1, gun G1 hold, bomber G2");
    let mut play = started_game(&options, &one, &format!("{ships}; gun G1, recce B1"));
    for (seat, line) in [
        (ada(), "send A1 B2"),
        (ben(), "buy gun G2 recce"),
        (ben(), "buy recce G3"),
        (ben(), "order G1 bombers"),
        (ben(), "salvo A1 A4 J9"),
        (ada(), "send G2 G1"),
        (ben(), "pass"),
        (ada(), "salvo B1 A3 J9"),
    ] {
        act(&mut play, seat, line);
    }
    let snapshot: Value = serde_json::from_str(play.game.store().text()).unwrap();
    play.shared_move(ben(), "resign");
    let stored =
        |entry: &broadside_engine::game::Entry| serde_json::from_str(entry.store().text()).unwrap();
    let log: Vec<Value> = play.log.iter().map(stored).collect();
    insta::assert_json_snapshot!(json!({"log": log, "snapshot": snapshot}));
}
