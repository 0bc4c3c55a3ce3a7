//! Tests of the dice of `voices`: the cell they give, and what happens if it has been fired at
//! before (V5, V9).

use crate::common::{ada, ben, voices_action};
use crate::voices_common::{FLEET, act, cell, last, mover, placed, refuse, turn};
use broadside_engine::game::Request;
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

#[test]
fn v5_the_first_die_is_x_unless_the_shooter_chooses_otherwise() {
    let mut play = placed(3, &json!({}), &[FLEET]);
    let mut axis = "x";
    let mut read = 0;
    for n in 0..30 {
        let seat = mover(&play);
        if n % 3 == 0 {
            axis = if axis == "x" { "y" } else { "x" };
            for seat in [ada(), ben()] {
                assert!(
                    act(&mut play, seat, &format!("axes {axis}")).is_empty(),
                    "nobody else hears of it"
                );
                assert_eq!(play.view(Viewer::Seat(seat))["maps"][0]["first_die"], axis);
            }
        }
        act(&mut play, seat, "roll");
        let event = last(&play);
        let dice = event["rolls"].as_array().unwrap().last().unwrap().clone();
        let [first, second] = ["first", "second"].map(|die| dice[die].as_u64().unwrap() as u8);
        let (x, y) = if axis == "x" { (first, second) } else { (second, first) };
        let rolled = Cell::new(x - 1, y - 1).unwrap();
        if event["type"] == "fired" && event["rolls"].as_array().unwrap().len() == 1 {
            assert_eq!(cell(&event["cell"]), rolled);
            read += 1;
        } else if event["type"] == "rolled" {
            assert_eq!(cell(&event["pending_choice"]["rolled"]), rolled);
            let at = cell(&event["pending_choice"]["from"][0]);
            act(&mut play, seat, &format!("fire {at}"));
        }
    }
    assert!(read > 20);
}

#[test]
fn v5_axes_and_a_roll_may_share_a_list_where_the_choice_stands() {
    let mut play = placed(3, &json!({}), &[FLEET]);
    let seat = mover(&play);
    let list = [voices_action("axes y"), voices_action("roll")];
    play.must(&Request::Act { seat, actions: &list });
    assert_eq!(last(&play)["type"], "fired");
    let list = [voices_action("roll"), voices_action("axes x")];
    assert!(
        play.game.apply(&Request::Act { seat, actions: &list }).is_err(),
        "a roll is the last of its list"
    );
}

#[test]
fn v5_after_the_roll_two_cells_are_on_offer_those_fired_at_included() {
    let mut play = placed(5, &json!({"axes": "after_roll"}), &[FLEET]);
    let (mut offers, mut again) = (0, 0);
    for n in 0..80 {
        if play.game.outcome().is_some() {
            break;
        }
        let seat = mover(&play);
        let other = if seat == ada() { ben() } else { ada() };
        assert_eq!(refuse(&mut play, seat, "axes x").rule, Some("V5"), "nothing has been rolled");
        act(&mut play, seat, "roll");
        let event = last(&play);
        if event["type"] == "fired" {
            // Two equal faces leave no choice.
            let dice = event["rolls"].as_array().unwrap().last().unwrap();
            assert_eq!(dice["first"], dice["second"]);
            continue;
        }
        if event["pending_choice"]["type"] == "cell" {
            act(&mut play, seat, &format!("fire {}", cell(&event["pending_choice"]["from"][0])));
            continue;
        }
        offers += 1;
        for line in ["roll", "roll_all", "fire A1"] {
            let refused = refuse(&mut play, seat, line);
            assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("V5")));
        }
        assert_eq!(refuse(&mut play, other, "axes x").kind, RefusalKind::OutOfTurn);
        assert_eq!(turn(&play)["pending_choice"], event["pending_choice"]);
        let dice = &event["rolls"].as_array().unwrap().last().unwrap().clone();
        let [first, second] = ["first", "second"].map(|die| dice[die].as_u64().unwrap() as u8);
        assert_eq!(cell(&event["pending_choice"]["x"]), Cell::new(first - 1, second - 1).unwrap());
        assert_eq!(cell(&event["pending_choice"]["y"]), Cell::new(second - 1, first - 1).unwrap());
        let axis = ["x", "y"][n % 2];
        act(&mut play, seat, &format!("axes {axis}"));
        let after = last(&play);
        if after["type"] == "fired" {
            assert_eq!(
                (&after["cell"], &after["first_die"]),
                (&event["pending_choice"][axis], &json!(axis))
            );
            assert_eq!(after["rolls"], json!([]));
        } else {
            again += 1;
            assert_eq!(
                (&after["pending_choice"]["type"], &after["pending_choice"]["rolled"]),
                (&json!("cell"), &event["pending_choice"][axis])
            );
            act(&mut play, seat, &format!("fire {}", cell(&after["pending_choice"]["from"][0])));
        }
    }
    assert!(offers > 20 && again > 0, "{offers} offers, {again} of cells fired at before");
}

#[test]
fn v5_roll_all_rolls_the_rest_of_the_turn_as_single_rolls_would() {
    let mut one = placed(
        11,
        &json!({"fleet": {"submarine": 4}}),
        &[&(FLEET.to_owned() + ", submarine B9 across, submarine C9 across, submarine D9 across")],
    );
    let mut all = one.clone();
    for _ in 0..12 {
        if one.game.outcome().is_some() {
            break;
        }
        let seat = mover(&one);
        let round = turn(&one)["number"].clone();
        act(&mut all, seat, "roll_all");
        while one.game.outcome().is_none()
            && turn(&one)["number"] == round
            && turn(&one)["pending_choice"].is_null()
        {
            act(&mut one, seat, "roll");
        }
        if last(&one)["type"] == "rolled" {
            let line = format!("fire {}", cell(&last(&one)["pending_choice"]["from"][0]));
            act(&mut one, seat, &line);
            act(&mut all, seat, &line);
        }
        assert_eq!(one.text(), all.text());
    }
}

/// Applies V9 to a throw: returns the cell itself if it is open, otherwise the open cells in its
/// row, or else in its column.
fn v9(open: &CellSet, rolled: Cell) -> (&'static str, Vec<Cell>) {
    if open.contains(rolled) {
        return ("open", vec![rolled]);
    }
    let row: Vec<_> = open.iter().filter(|cell| cell.row() == rolled.row()).collect();
    let column: Vec<_> = open.iter().filter(|cell| cell.column() == rolled.column()).collect();
    match (row.is_empty(), column.is_empty()) {
        (false, _) => ("row", row),
        (true, false) => ("column", column),
        (true, true) => ("none", Vec::new()),
    }
}

/// Plays whole games with dice until the maps are nearly full, and checks every throw against V9.
#[test]
fn v9_a_cell_fired_at_before_moves_along_its_row_or_column_or_the_dice_are_rolled_again() {
    let (mut rows, mut columns, mut rethrown, mut single) = (0, 0, 0, 0);
    for byte in 0..6 {
        let mut play = placed(byte, &json!({}), &[FLEET]);
        let mut open = [Grid::TEN.all(), Grid::TEN.all()];
        while play.game.outcome().is_none() {
            let seat = mover(&play);
            act(&mut play, seat, "roll");
            let event = play.log.iter().rev().find_map(|entry| {
                let event = json!(entry.glimpse(Viewer::Public));
                ["fired", "rolled"].contains(&event["type"].as_str().unwrap()).then_some(event)
            });
            let event = event.unwrap();
            let throws = event["rolls"].as_array().unwrap();
            let open = &mut open[seat.index()];
            let read = |dice: &Value| {
                let [x, y] = ["first", "second"].map(|die| dice[die].as_u64().unwrap() as u8);
                Cell::new(x - 1, y - 1).unwrap()
            };
            let (last_throw, passed_over) = throws.split_last().unwrap();
            for dice in passed_over {
                assert_eq!(v9(open, read(dice)).0, "none");
                rethrown += 1;
            }
            let (line, from) = v9(open, read(last_throw));
            assert_ne!(line, "none");
            let fired = if event["type"] == "rolled" {
                assert!(from.len() > 1);
                assert_eq!(
                    (&event["pending_choice"]["line"], &event["pending_choice"]["from"]),
                    (&json!(line), &json!(from))
                );
                assert_eq!(cell(&event["pending_choice"]["rolled"]), read(last_throw));
                let other = open.iter().find(|cell| !from.contains(cell));
                for at in other.into_iter().chain([read(last_throw)]) {
                    let refused = refuse(&mut play, seat, &format!("fire {at}"));
                    assert_eq!(
                        (refused.rule, refused.field.as_str()),
                        (Some("V9"), "actions[0].cell")
                    );
                }
                for line in ["roll", "roll_all"] {
                    assert_eq!(refuse(&mut play, seat, line).rule, Some("V9"));
                }
                match line {
                    "row" => rows += 1,
                    _ => columns += 1,
                }
                let at = from[(byte as usize + from.len()) % from.len()];
                act(&mut play, seat, &format!("fire {at}"));
                at
            } else {
                // If only one cell is open, there is no choice.
                assert_eq!((from.len(), cell(&event["cell"])), (1, from[0]));
                single += usize::from(line != "open");
                from[0]
            };
            open.remove(fired);
        }
    }
    assert!(
        rows > 50 && columns > 10 && rethrown > 10 && single > 5,
        "{rows} {columns} {rethrown} {single}"
    );
}

/// Returns the throws of an event, each with its cells: with the first die as x, and as y.
fn thrown(event: &Value) -> Vec<[Cell; 2]> {
    let cells = |dice: &Value| {
        let [one, two] = ["first", "second"].map(|die| dice[die].as_u64().unwrap() as u8 - 1);
        [Cell::new(one, two).unwrap(), Cell::new(two, one).unwrap()]
    };
    event["rolls"].as_array().unwrap().iter().map(cells).collect()
}

/// Plays whole games in which the axes are chosen after the roll, until the maps are nearly full. A
/// choice that leads to lines without an open cell throws the dice again, and leads to the next
/// choice or to a shot.
#[test]
fn v5_v9_a_choice_of_axes_that_leads_to_full_lines_throws_the_dice_again() {
    // Cells of the ships of `FLEET`: five in the first row, four in the third, and so on.
    let ship = |at: Cell| at.row().is_multiple_of(2) && at.column() < 5 - at.row() / 2;
    let (mut in_vain, mut fullest) = (0, 100);
    for byte in 0..8 {
        let mut play = placed(byte, &json!({"axes": "after_roll"}), &[FLEET]);
        let mut open = [Grid::TEN.all(), Grid::TEN.all()];
        while play.game.outcome().is_none() {
            let seat = mover(&play);
            let open = &mut open[seat.index()];
            let mut line = "roll".to_owned();
            // The cell just chosen, out of the two that the dice can mean.
            let mut chosen = None;
            // The loop ends with the shot, after any number of throws.
            let fired = loop {
                let before = play.log.len();
                act(&mut play, seat, &line);
                let event = json!(play.log[before].glimpse(Viewer::Public));
                let throws = thrown(&event);
                match chosen {
                    None => assert_eq!(throws.is_empty(), line.starts_with("fire")),
                    Some(at) => {
                        assert_eq!(throws.is_empty(), v9(open, at).0 != "none", "{at} of {open:?}");
                        in_vain += usize::from(!throws.is_empty());
                    }
                }
                // A throw that was repeated gave no choice of axes, and led to full lines.
                for [x, y] in throws.iter().rev().skip(1) {
                    assert_eq!((x, v9(open, *x).0), (y, "none"));
                }
                // The cell that the dice give; `None` if the axes must still be chosen.
                let rolled = throws.last().map_or(chosen, |[x, y]| (x == y).then_some(*x));
                chosen = None;
                if event["type"] == "fired" {
                    let at = cell(&event["cell"]);
                    if let Some(rolled) = rolled {
                        assert_eq!(v9(open, rolled).1, [at]);
                    }
                    break at;
                }
                let pending = &event["pending_choice"];
                if pending["type"] == "axes" {
                    let [x, y] = ["x", "y"].map(|axis| cell(&pending[axis]));
                    assert_eq!(throws.last(), Some(&[x, y]));
                    // Choose full lines if possible, otherwise cells without a ship, so that the
                    // game lasts longer.
                    let worth = |at| match v9(open, at) {
                        ("none", _) => 0,
                        (_, from) => 1 + usize::from(from.iter().all(|&at| ship(at))),
                    };
                    let (axis, at) = if worth(x) <= worth(y) { ("x", x) } else { ("y", y) };
                    (chosen, line) = (Some(at), format!("axes {axis}"));
                } else {
                    let (on, from) = v9(open, rolled.unwrap());
                    assert_eq!((&pending["line"], &pending["from"]), (&json!(on), &json!(from)));
                    let at = from.iter().find(|&&at| !ship(at)).unwrap_or(&from[0]);
                    line = format!("fire {at}");
                }
            };
            assert!(open.contains(fired), "{fired} is fired at once");
            open.remove(fired);
            fullest = fullest.min(open.len());
        }
    }
    assert!(in_vain > 50 && fullest < 5, "{in_vain} {fullest}");
}

#[test]
fn v9_nothing_is_fired_at_where_the_dice_have_not_been_rolled() {
    let mut play = placed(3, &json!({}), &[FLEET]);
    let seat = mover(&play);
    let refused = refuse(&mut play, seat, "fire A1");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("V5")));
}
