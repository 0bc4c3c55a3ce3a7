//! `voices` from shot to shot: rounds, dice, what is hit, and how a game ends (V4, V5, V8–V11).

use crate::common::{Play, ada, ben, voices_action};
use crate::voices_rules::{FLEET, act, chosen, last, mover, placed, refuse};
use broadside_engine::game::Request;
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::ruleset::{RefusalKind, Seat, Viewer};
use serde_json::{Value, json};

fn cell(value: &Value) -> Cell {
    value.as_str().unwrap().parse().unwrap()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn turn(play: &Play) -> Value {
    play.view(Viewer::Public)["turn"].take()
}

/// Cells that hit nothing of `FLEET`, each once.
fn misses() -> impl Iterator<Item = String> {
    [2, 4, 6, 8, 10]
        .into_iter()
        .flat_map(|row| "ABCDEFGHIJ".chars().map(move |column| format!("{column}{row}")))
}

/// Fires misses until the turn is another seat's.
fn pass(play: &mut Play) {
    let shooter = mover(play);
    for cell in misses() {
        if play.game.outcome().is_some() || mover(play) != shooter {
            return;
        }
        let _ = play.ask(&Request::Act { seat: shooter, actions: &[voices_action(&format!("fire {cell}"))] });
    }
}

#[test]
fn v4_a_turn_has_as_many_shots_as_ships_were_afloat_when_the_round_began() {
    let mut play = chosen(json!({}), &[FLEET]);
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    assert_eq!((turn(&play)["left"].clone(), turn(&play)["seat"].clone()), (json!(5), json!(one)));
    // The first player sinks two ships of the second, who fires five shots all the same in this round.
    for cell in ["A9", "A7", "B7", "C10", "D10"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    assert_eq!((turn(&play)["left"].clone(), turn(&play)["seat"].clone()), (json!(5), json!(two)));
    for cell in ["A9", "C10", "D10", "E10", "F10"] {
        act(&mut play, two, &format!("fire {cell}"));
    }
    // In the next round each has what is left.
    assert_eq!(play.view(Viewer::Public)["round"], 2);
    assert_eq!((turn(&play)["left"].clone(), turn(&play)["seat"].clone()), (json!(4), json!(one)));
    for cell in ["G10", "H10", "I10", "J10"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    assert_eq!((turn(&play)["left"].clone(), turn(&play)["seat"].clone()), (json!(3), json!(two)));
    assert_eq!(refuse(&mut play, one, "fire J9").kind, RefusalKind::OutOfTurn);
}

#[test]
fn v4_who_is_sunk_before_the_own_turn_of_a_round_does_not_fire_in_it() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 2});
    let mut play = chosen(
        json!({"seats": 3, "fleet": fleet}),
        &[
            "submarine A1 across, submarine J1 across",
            "submarine A2 across, submarine B2 across",
            "submarine A3 across, submarine B3 across",
        ],
    );
    let first = mover(&play);
    let second = seat(first.number() % 3 + 1);
    let third = seat(second.number() % 3 + 1);
    let (a, b) = match second.number() {
        1 => ("A1", "J1"),
        2 => ("A2", "B2"),
        _ => ("A3", "B3"),
    };
    act(&mut play, first, &format!("fire {a}"));
    act(&mut play, first, &format!("fire {b}"));
    assert_eq!(mover(&play), third);
    assert_eq!(play.view(Viewer::Public)["waters"][second.index()]["living"], false);
    assert_eq!(turn(&play)["left"], 2);
}

#[test]
fn v5_the_first_die_is_x_until_its_shooter_says_otherwise() {
    let mut play = placed(3, &json!({}), &[FLEET]);
    let mut axis = "x";
    let mut read = 0;
    for n in 0..30 {
        let seat = mover(&play);
        if n % 3 == 0 {
            axis = if axis == "x" { "y" } else { "x" };
            for seat in [ada(), ben()] {
                assert!(act(&mut play, seat, &format!("axes {axis}")).is_empty(), "nobody else hears of it");
                assert_eq!(play.view(Viewer::Seat(seat))["maps"][0]["first_die"], axis);
            }
        }
        act(&mut play, seat, "roll");
        let event = last(&play);
        let dice = event["throws"].as_array().unwrap().last().unwrap().clone();
        let [first, second] = ["first", "second"].map(|die| dice[die].as_u64().unwrap() as u8);
        let (x, y) = if axis == "x" { (first, second) } else { (second, first) };
        let rolled = Cell::new(x - 1, y - 1).unwrap();
        if event["type"] == "fired" && event["throws"].as_array().unwrap().len() == 1 {
            assert_eq!(cell(&event["cell"]), rolled);
            read += 1;
        } else if event["type"] == "rolled" {
            assert_eq!(cell(&event["due"]["rolled"]), rolled);
            let at = cell(&event["due"]["from"][0]);
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
            // Two faces alike leave nothing to choose.
            let dice = event["throws"].as_array().unwrap().last().unwrap();
            assert_eq!(dice["first"], dice["second"]);
            continue;
        }
        if event["due"]["choose"] == "cell" {
            act(&mut play, seat, &format!("fire {}", cell(&event["due"]["from"][0])));
            continue;
        }
        offers += 1;
        for line in ["roll", "roll_all", "fire A1"] {
            let refused = refuse(&mut play, seat, line);
            assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("V5")));
        }
        assert_eq!(refuse(&mut play, other, "axes x").kind, RefusalKind::OutOfTurn);
        assert_eq!(turn(&play)["due"], event["due"]);
        let dice = &event["throws"].as_array().unwrap().last().unwrap().clone();
        let [first, second] = ["first", "second"].map(|die| dice[die].as_u64().unwrap() as u8);
        assert_eq!(cell(&event["due"]["x"]), Cell::new(first - 1, second - 1).unwrap());
        assert_eq!(cell(&event["due"]["y"]), Cell::new(second - 1, first - 1).unwrap());
        let axis = ["x", "y"][n % 2];
        act(&mut play, seat, &format!("axes {axis}"));
        let after = last(&play);
        if after["type"] == "fired" {
            assert_eq!((&after["cell"], &after["first_die"]), (&event["due"][axis], &json!(axis)));
            assert_eq!(after["throws"], json!([]));
        } else {
            again += 1;
            assert_eq!(
                (&after["due"]["choose"], &after["due"]["rolled"]),
                (&json!("cell"), &event["due"][axis])
            );
            act(&mut play, seat, &format!("fire {}", cell(&after["due"]["from"][0])));
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
        while one.game.outcome().is_none() && turn(&one)["number"] == round && turn(&one)["due"].is_null() {
            act(&mut one, seat, "roll");
        }
        if last(&one)["type"] == "rolled" {
            let line = format!("fire {}", cell(&last(&one)["due"]["from"][0]));
            act(&mut one, seat, &line);
            act(&mut all, seat, &line);
        }
        assert_eq!(one.text(), all.text());
    }
}

#[test]
fn v8_hit_or_miss_and_the_class_of_what_has_sunk() {
    let mut play = chosen(json!({}), &[FLEET]);
    let shooter = mover(&play);
    let reports: Vec<_> = ["A7", "A8", "B7", "A9"]
        .map(|cell| {
            act(&mut play, shooter, &format!("fire {cell}"));
            let answer = last(&play)["answers"][0].take();
            format!("{} {}", answer["result"], answer["sunk"])
        })
        .into();
    assert_eq!(reports, ["\"hit\" null", "\"miss\" null", "\"hit\" \"patrol\"", "\"hit\" \"submarine\""]);
    let other = if shooter == ada() { ben() } else { ada() };
    let waters = play.view(Viewer::Public)["waters"][other.index()].take();
    assert_eq!(waters["sunk"], json!(["patrol", "submarine"]));
    assert_eq!(waters["ships"], Value::Null);
}

#[test]
fn v8_a_cell_hit_by_another_player_before_is_a_hit_again_and_a_ship_sinks_once() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 1, "submarine": 1});
    let options = json!({"seats": 3, "fleet": fleet});
    let mut play = chosen(
        options,
        &[
            "patrol A1 across, submarine J10 across",
            "patrol C1 across, submarine J9 across",
            "patrol E1 across, submarine J8 across",
        ],
    );
    let first = mover(&play);
    let second = seat(first.number() % 3 + 1);
    let third = seat(second.number() % 3 + 1);
    let cell = ["J10", "J9", "J8"][third.index()];
    act(&mut play, first, &format!("fire {cell}"));
    act(&mut play, first, "fire H5");
    assert_eq!(play.view(Viewer::Public)["waters"][third.index()]["sunk"], json!(["submarine"]));
    act(&mut play, second, &format!("fire {cell}"));
    let answers = last(&play)["answers"].take();
    let of_third = answers.as_array().unwrap().iter().find(|answer| answer["seat"] == json!(third)).unwrap();
    assert_eq!((&of_third["result"], &of_third["sunk"]), (&json!("hit"), &Value::Null));
    assert_eq!(play.view(Viewer::Public)["waters"][third.index()]["sunk"], json!(["submarine"]));
}

/// What V9 says of a throw: the cells open in the row, else in the column.
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

/// Plays whole games with dice, and holds every throw against V9, down to nearly full maps.
#[test]
fn v9_a_cell_fired_at_before_is_moved_along_its_row_else_its_column_else_the_dice_are_rolled_again() {
    let (mut rows, mut columns, mut rethrown, mut single) = (0, 0, 0, 0);
    for byte in 0..6 {
        let mut play = placed(byte, &json!({}), &[FLEET]);
        let mut open = [Grid::TEN.all(), Grid::TEN.all()];
        while play.game.outcome().is_none() {
            let seat = mover(&play);
            act(&mut play, seat, "roll");
            let event = play.log.iter().rev().find_map(|entry| {
                let event = json!(entry.glimpse(Viewer::Public))["event"].take();
                ["fired", "rolled"].contains(&event["type"].as_str().unwrap()).then_some(event)
            });
            let event = event.unwrap();
            let throws = event["throws"].as_array().unwrap();
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
                assert_eq!((&event["due"]["line"], &event["due"]["from"]), (&json!(line), &json!(from)));
                assert_eq!(cell(&event["due"]["rolled"]), read(last_throw));
                let other = open.iter().find(|cell| !from.contains(cell));
                for at in other.into_iter().chain([read(last_throw)]) {
                    let refused = refuse(&mut play, seat, &format!("fire {at}"));
                    assert_eq!((refused.rule, refused.field.as_str()), (Some("V9"), "actions[0].cell"));
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
                // With one open cell there is nothing to pick.
                assert_eq!((from.len(), cell(&event["cell"])), (1, from[0]));
                single += usize::from(line != "open");
                from[0]
            };
            open.remove(fired);
        }
    }
    assert!(rows > 50 && columns > 10 && rethrown > 10 && single > 5, "{rows} {columns} {rethrown} {single}");
}

#[test]
fn v9_nothing_is_fired_at_where_the_dice_have_not_been_rolled() {
    let mut play = placed(3, &json!({}), &[FLEET]);
    let seat = mover(&play);
    let refused = refuse(&mut play, seat, "fire A1");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("V5")));
}

#[test]
fn v10_the_game_ends_at_once_when_a_fleet_is_sunk() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 1, "submarine": 2});
    let mut play =
        chosen(json!({"fleet": fleet}), &["patrol A1 across, submarine C1 across, submarine E1 across"]);
    let shooter = mover(&play);
    for cell in ["A1", "B1", "C1"] {
        act(&mut play, shooter, &format!("fire {cell}"));
    }
    pass(&mut play);
    assert_eq!(mover(&play), shooter);
    let said = act(&mut play, shooter, "fire E1");
    assert!(said[1].starts_with("finished"), "with shots left in the turn: {said:?}");
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [shooter], "reason": "fleet_sunk"}));
    // Everything is open now.
    assert_eq!(play.view(Viewer::Public)["maps"].as_array().unwrap().len(), 2);
}

#[test]
fn v10_after_the_agreed_rounds_ships_then_cells_then_nothing_decide() {
    for (shots, wins) in [
        (["A9", "J2", "I2", "H2", "G2"], true),
        (["A1", "J2", "I2", "H2", "G2"], true),
        (["F2", "J2", "I2", "H2", "G2"], false),
    ] {
        let mut play = chosen(json!({"rounds": 1}), &[FLEET]);
        let shooter = mover(&play);
        for cell in shots {
            act(&mut play, shooter, &format!("fire {cell}"));
        }
        pass(&mut play);
        let outcome = play.outcome();
        assert_eq!(outcome["reason"], "rounds_over");
        if wins {
            assert_eq!(outcome["winners"], json!([shooter]));
        } else {
            assert_eq!(outcome["kind"], "draw");
        }
    }
    // One ship sunk outweighs any number of cells.
    let mut play = chosen(json!({"rounds": 1}), &[FLEET]);
    let (one, two) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    for cell in ["A9", "J2", "I2", "H2", "G2"] {
        act(&mut play, one, &format!("fire {cell}"));
    }
    for cell in ["A1", "B1", "C1", "A3", "B3"] {
        act(&mut play, two, &format!("fire {cell}"));
    }
    assert_eq!(play.outcome()["winners"], json!([one]));
}

#[test]
fn v10_all_who_still_play_may_agree_to_end_and_count() {
    let mut play = chosen(json!({"seats": 3}), &[FLEET]);
    let shooter = mover(&play);
    act(&mut play, shooter, "fire A9");
    for (number, line) in [(1, "accept_end"), (2, "decline_end")] {
        assert_eq!(refuse(&mut play, seat(number), line).rule, Some("V10"));
    }
    let turn = play.game.turn();
    assert_eq!(act(&mut play, seat(2), "offer_end"), ["end_offered seat=2"]);
    assert!(refuse(&mut play, seat(1), "offer_end").detail.contains("stands"));
    assert!(refuse(&mut play, seat(2), "accept_end").detail.contains("agreed already"));
    assert_eq!(play.view(Viewer::Public)["end_offer"], json!({"by": 2, "agreed": [2]}));
    // Whoever has agreed may take it back as well.
    let mut back = play.clone();
    act(&mut back, seat(2), "decline_end");
    act(&mut play, seat(3), "decline_end");
    assert_eq!(play.view(Viewer::Public)["end_offer"], Value::Null);
    assert_eq!(back.view(Viewer::Public)["end_offer"], Value::Null);
    // Once in each own turn.
    assert!(refuse(&mut play, seat(2), "offer_end").detail.contains("once in each own turn"));
    act(&mut play, seat(3), "offer_end");
    act(&mut play, seat(1), "accept_end");
    assert_eq!((play.outcome(), play.game.turn()), (Value::Null, turn));
    act(&mut play, seat(2), "accept_end");
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [shooter], "reason": "agreed"}));
}

#[test]
fn v10_who_is_out_has_no_say_in_the_end_nor_in_a_draw() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 2});
    let fleets = [
        "submarine A1 across, submarine B1 across",
        "submarine A2 across, submarine B2 across",
        "submarine A3 across, submarine B3 across",
    ];
    let mut play = chosen(json!({"seats": 3, "fleet": fleet}), &fleets);
    let first = mover(&play);
    let beaten = seat(first.number() % 3 + 1);
    let other = seat(beaten.number() % 3 + 1);
    // What the beaten seat has offered lapses with its fleet.
    act(&mut play, beaten, "offer_end");
    play.say(beaten, "offer_draw");
    for column in ["A", "B"] {
        act(&mut play, first, &format!("fire {column}{}", beaten.number()));
    }
    assert_eq!((play.view(Viewer::Public)["end_offer"].clone(), play.game.draw_offer()), (Value::Null, None));
    assert_eq!(refuse(&mut play, beaten, "offer_end").rule, Some("V10"));
    for kind in ["offer_draw", "resign"] {
        let refused = play.refuse_action(beaten, json!({"type": kind}));
        assert!(refused.detail.contains("out of the battle"), "{}", refused.detail);
    }
    // It still owns what it has sounded.
    act(&mut play, beaten, "direct answer 1: sinking");
    let mut agreed = play.clone();
    agreed.say(first, "offer_draw");
    agreed.say(other, "accept_draw");
    assert_eq!(agreed.outcome(), json!({"kind": "draw", "reason": "agreed"}));
    act(&mut play, first, "offer_end");
    act(&mut play, other, "accept_end");
    assert_eq!(play.outcome()["reason"], "agreed");
}

#[test]
fn v11_simultaneous_a_shot_falls_on_everybody_elses_map_and_all_answer_in_seat_order() {
    let mut play = chosen(json!({"seats": 5}), &[FLEET]);
    let shooter = mover(&play);
    act(&mut play, shooter, "fire A9");
    let answers = last(&play)["answers"].take();
    let seats: Vec<_> =
        answers.as_array().unwrap().iter().map(|answer| answer["seat"].as_u64().unwrap()).collect();
    let others: Vec<_> = (1..=5).filter(|&number| number != u64::from(shooter.number())).collect();
    assert_eq!(seats, others);
    assert!(answers.as_array().unwrap().iter().all(|answer| answer["sunk"] == "submarine"));
    // The cell is used up for the shooter, not for anybody else.
    assert_eq!(refuse(&mut play, shooter, "fire A9").rule, Some("V13"));
    pass(&mut play);
    let next = mover(&play);
    act(&mut play, next, "fire A9");
}

#[test]
fn v11_simultaneous_who_has_dropped_out_answers_no_more() {
    let mut play = chosen(json!({"seats": 4}), &[FLEET]);
    let shooter = mover(&play);
    let gone = seat(shooter.number() % 4 + 1);
    play.say(gone, "resign");
    assert_eq!(play.outcome(), Value::Null);
    act(&mut play, shooter, "fire J10");
    let answers = last(&play)["answers"].take();
    assert!(
        answers.as_array().unwrap().len() == 2
            && answers.as_array().unwrap().iter().all(|answer| answer["seat"] != json!(gone))
    );
    // Its fleet stays unshown, and its turn is passed over.
    assert_eq!(play.view(Viewer::Public)["waters"][gone.index()]["ships"], Value::Null);
    pass(&mut play);
    assert_eq!(mover(&play), seat(gone.number() % 4 + 1));
    assert!(play.refuse_action(gone, json!({"type": "offer_draw"})).detail.contains("left the game"));
}

#[test]
fn v11_a_missed_deadline_loses_for_one_and_the_others_play_on_until_one_is_left() {
    let mut play = chosen(json!({"seats": 3}), &[FLEET]);
    let first = mover(&play);
    act(&mut play, first, "fire J10");
    let turn = play.game.turn();
    assert_eq!(play.must(&Request::TimeOut), [format!("timed_out seats=[{}]", first.number())]);
    assert!(play.game.turn() > turn && mover(&play) != first);
    let second = mover(&play);
    let said = play.must(&Request::TimeOut);
    assert_eq!(said[0], format!("timed_out seats=[{}]", second.number()));
    let third = Seat::first(3).find(|seat| ![first, second].contains(seat)).unwrap();
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [third], "reason": "timed_out"}));
}

#[test]
fn v11_round_robin_goes_round_the_living_and_counts_cells_for_each_pair() {
    let mut play = chosen(json!({"seats": 4, "engagement": "round_robin"}), &[FLEET]);
    let first = mover(&play);
    for round in 1..=4_u8 {
        for place in 0..4 {
            let shooter = seat((first.number() - 1 + place) % 4 + 1);
            let k = (round - 1) % 3 + 1;
            let target = seat((shooter.number() - 1 + k) % 4 + 1);
            assert_eq!((mover(&play), &turn(&play)["targets"]), (shooter, &json!([target])), "round {round}");
            // The same cells at each opponent in turn; in the fourth round they are used up.
            let cell = if round < 4 { "J10" } else { "J9" };
            if round == 4 {
                assert_eq!(refuse(&mut play, shooter, "fire J10").rule, Some("V13"));
            }
            act(&mut play, shooter, &format!("fire {cell}"));
            assert_eq!(last(&play)["answers"].as_array().unwrap().len(), 1);
            assert_eq!(last(&play)["answers"][0]["seat"], json!(target));
            pass(&mut play);
        }
    }
}

#[test]
fn v11_round_robin_counts_the_living_alone() {
    let mut play = chosen(json!({"seats": 4, "engagement": "round_robin"}), &[FLEET]);
    let first = mover(&play);
    for _ in 0..4 {
        pass(&mut play);
    }
    // Round 2 has begun; the seat opposite the first leaves, so that three are left.
    let gone = seat((first.number() + 1) % 4 + 1);
    play.say(gone, "resign");
    let behind = |shooter: Seat| (1..4).map(move |n| seat((shooter.number() - 1 + n) % 4 + 1));
    for round in 2..=5_usize {
        for place in 0..4 {
            let shooter = seat((first.number() - 1 + place) % 4 + 1);
            if shooter == gone {
                continue;
            }
            let living: Vec<Seat> = behind(shooter).filter(|&other| other != gone).collect();
            // The first turn of round 2 began before the seat left: its target was counted among three.
            let target = if (round, place) == (2, 0) { living[1] } else { living[(round - 1) % 2] };
            assert_eq!((mover(&play), &turn(&play)["targets"]), (shooter, &json!([target])), "round {round}");
            pass(&mut play);
        }
    }
}

#[test]
fn v11_round_robin_the_rest_of_a_salvo_goes_to_the_next_when_its_target_goes_out() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 3});
    let fleets = [
        "submarine A1 across, submarine B1 across, submarine C1 across",
        "submarine A2 across, submarine B2 across, submarine C2 across",
        "submarine A3 across, submarine B3 across, submarine C3 across",
        "submarine A4 across, submarine B4 across, submarine C4 across",
    ];
    let mut play = chosen(json!({"seats": 4, "engagement": "round_robin", "fleet": fleet}), &fleets);
    let first = mover(&play);
    let target = seat(first.number() % 4 + 1);
    let next = seat(target.number() % 4 + 1);
    let then = seat(next.number() % 4 + 1);
    act(&mut play, first, "fire J10");
    play.say(target, "resign");
    assert_eq!(
        (mover(&play), &turn(&play)["targets"], &turn(&play)["left"]),
        (first, &json!([next]), &json!(2))
    );
    // For this opponent the cell is open still.
    act(&mut play, first, "fire J10");
    play.say(next, "resign");
    assert_eq!(turn(&play)["targets"], json!([then]));
    act(&mut play, first, "fire J10");
    // Two living play the ordinary game.
    assert_eq!((mover(&play), &turn(&play)["targets"]), (then, &json!([first])));
    let row = first.number();
    for column in ["A", "B", "C"] {
        act(&mut play, then, &format!("fire {column}{row}"));
    }
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [then], "reason": "fleet_sunk"}));
}

#[test]
fn v11_dice_that_lie_there_for_a_target_that_leaves_are_void() {
    let mut play =
        placed(5, &json!({"seats": 3, "engagement": "round_robin", "axes": "after_roll"}), &[FLEET]);
    let shooter = mover(&play);
    while turn(&play)["due"].is_null() {
        act(&mut play, shooter, "roll");
    }
    let target: Seat = serde_json::from_value(turn(&play)["targets"][0].clone()).unwrap();
    play.say(target, "resign");
    assert_eq!((mover(&play), &turn(&play)["due"]), (shooter, &Value::Null));
    act(&mut play, shooter, "roll");
}

#[test]
fn v11_the_seat_whose_turn_it_is_may_leave_in_the_middle_of_it() {
    let mut play = placed(5, &json!({"seats": 3, "axes": "after_roll"}), &[FLEET]);
    let shooter = mover(&play);
    while turn(&play)["due"].is_null() {
        act(&mut play, shooter, "roll");
    }
    play.say(shooter, "resign");
    assert_eq!(mover(&play), seat(shooter.number() % 3 + 1));
    assert_eq!((&turn(&play)["due"], &turn(&play)["left"]), (&Value::Null, &json!(5)));
}
