//! Tests of `voices` with more than two players: who a shot is for, and how the game continues when
//! somebody drops out (V11).

use crate::common::{Play, voices_action};
use crate::voices_common::{FLEET, act, chosen, last, mover, pass, placed, refuse, seat, turn};
use broadside_engine::game::Request;
use broadside_engine::seat::{Seat, Seats, Viewer};
use serde_json::{Value, json};

#[test]
fn v11_simultaneous_a_shot_hits_all_other_maps_and_all_answer_in_seat_order() {
    let mut play = chosen(json!({"seats": 5}), &[FLEET]);
    let shooter = mover(&play);
    act(&mut play, shooter, "fire A9");
    let answers = last(&play)["answers"].take();
    let seats: Vec<_> =
        answers.as_array().unwrap().iter().map(|answer| answer["seat"].as_u64().unwrap()).collect();
    let others: Vec<_> = (1..=5).filter(|&number| number != u64::from(shooter.number())).collect();
    assert_eq!(seats, others);
    assert!(answers.as_array().unwrap().iter().all(|answer| answer["sunk"] == "submarine"));
    // The cell is used up only for the shooter.
    assert_eq!(refuse(&mut play, shooter, "fire A9").rule, Some("V13"));
    pass(&mut play);
    let next = mover(&play);
    act(&mut play, next, "fire A9");
}

#[test]
fn v11_simultaneous_players_who_are_out_do_not_answer() {
    let mut play = chosen(json!({"seats": 4}), &[FLEET]);
    let shooter = mover(&play);
    let leaver = seat(shooter.number() % 4 + 1);
    play.shared_move(leaver, "resign");
    assert_eq!(play.outcome(), Value::Null);
    act(&mut play, shooter, "fire J10");
    let answers = last(&play)["answers"].take();
    assert!(
        answers.as_array().unwrap().len() == 2
            && answers.as_array().unwrap().iter().all(|answer| answer["seat"] != json!(leaver))
    );
    // Its fleet stays hidden, and its turns are skipped.
    assert_eq!(play.view(Viewer::Public)["waters"][leaver.index()]["ships"], Value::Null);
    pass(&mut play);
    assert_eq!(mover(&play), seat(leaver.number() % 4 + 1));
    assert!(
        play.refuse_action(leaver, json!({"type": "offer_draw"})).detail.contains("left the game")
    );
}

#[test]
fn v11_a_missed_deadline_loses_for_one_and_the_others_play_on_until_one_is_left() {
    let mut play = chosen(json!({"seats": 3}), &[FLEET]);
    let first = mover(&play);
    act(&mut play, first, "fire J10");
    let turn = play.game.turn();
    assert_eq!(
        play.must(&Request::TimeOut(Seats::ALL)),
        [format!("timed_out seats=[{}]", first.number())]
    );
    assert!(play.game.turn() > turn && mover(&play) != first);
    let second = mover(&play);
    let events = play.must(&Request::TimeOut(Seats::ALL));
    assert_eq!(events[0], format!("timed_out seats=[{}]", second.number()));
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
            assert_eq!(
                (mover(&play), &turn(&play)["targets"]),
                (shooter, &json!([target])),
                "round {round}"
            );
            // The same cells for each opponent in turn; in the fourth round they are used up.
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
    // Round 2 has begun. The seat opposite the first leaves, so that three are left.
    let leaver = seat((first.number() + 1) % 4 + 1);
    play.shared_move(leaver, "resign");
    let behind = |shooter: Seat| (1..4).map(move |n| seat((shooter.number() - 1 + n) % 4 + 1));
    for round in 2..=5_usize {
        for place in 0..4 {
            let shooter = seat((first.number() - 1 + place) % 4 + 1);
            if shooter == leaver {
                continue;
            }
            let living: Vec<Seat> = behind(shooter).filter(|&other| other != leaver).collect();
            // The first turn of round 2 began before the seat left: its target was chosen among
            // three.
            let target = if (round, place) == (2, 0) { living[1] } else { living[(round - 1) % 2] };
            assert_eq!(
                (mover(&play), &turn(&play)["targets"]),
                (shooter, &json!([target])),
                "round {round}"
            );
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
    let mut play =
        chosen(json!({"seats": 4, "engagement": "round_robin", "fleet": fleet}), &fleets);
    let first = mover(&play);
    let target = seat(first.number() % 4 + 1);
    let next = seat(target.number() % 4 + 1);
    let then = seat(next.number() % 4 + 1);
    act(&mut play, first, "fire J10");
    play.shared_move(target, "resign");
    assert_eq!(
        (mover(&play), &turn(&play)["targets"], &turn(&play)["remaining_shots"]),
        (first, &json!([next]), &json!(2))
    );
    // For this opponent the cell is still open.
    act(&mut play, first, "fire J10");
    play.shared_move(next, "resign");
    assert_eq!(turn(&play)["targets"], json!([then]));
    act(&mut play, first, "fire J10");
    // Two living players play the ordinary game.
    assert_eq!((mover(&play), &turn(&play)["targets"]), (then, &json!([first])));
    let row = first.number();
    for column in ["A", "B", "C"] {
        act(&mut play, then, &format!("fire {column}{row}"));
    }
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [then], "reason": "fleet_sunk"}));
}

#[test]
fn v11_dice_for_a_target_that_leaves_are_void() {
    let mut play = placed(
        5,
        &json!({"seats": 3, "engagement": "round_robin", "axes": "after_roll"}),
        &[FLEET],
    );
    let shooter = mover(&play);
    while turn(&play)["pending_choice"].is_null() {
        act(&mut play, shooter, "roll");
    }
    let target: Seat = serde_json::from_value(turn(&play)["targets"][0].clone()).unwrap();
    play.shared_move(target, "resign");
    assert_eq!((mover(&play), &turn(&play)["pending_choice"]), (shooter, &Value::Null));
    act(&mut play, shooter, "roll");
}

#[test]
fn v11_a_seat_can_leave_in_the_middle_of_its_turn() {
    let mut play = placed(5, &json!({"seats": 3, "axes": "after_roll"}), &[FLEET]);
    let shooter = mover(&play);
    while turn(&play)["pending_choice"].is_null() {
        act(&mut play, shooter, "roll");
    }
    play.shared_move(shooter, "resign");
    assert_eq!(mover(&play), seat(shooter.number() % 3 + 1));
    assert_eq!(
        (&turn(&play)["pending_choice"], &turn(&play)["remaining_shots"]),
        (&Value::Null, &json!(5))
    );
}

#[test]
fn v4_v11_round_robin_a_salvo_continues_at_the_next_target_if_its_target_is_sunk() {
    let fleet = json!({"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 3});
    let fleets = [
        "submarine A1 across, submarine B1 across, submarine C1 across",
        "submarine A2 across, submarine B2 across, submarine C2 across",
        "submarine A3 across, submarine B3 across, submarine C3 across",
    ];
    let mut play =
        chosen(json!({"seats": 3, "engagement": "round_robin", "fleet": fleet}), &fleets);
    let first = mover(&play);
    let [second, third] = [1, 2].map(|n| seat((first.number() - 1 + n) % 3 + 1));
    let ship = |column: char, of: Seat| format!("fire {column}{}", of.number());
    let miss = |play: &mut Play| {
        let shooter = mover(play);
        for row in 5..=10 {
            if mover(play) == shooter {
                let _ = play.ask(&Request::Act {
                    seat: shooter,
                    actions: &[voices_action(&format!("fire J{row}"))],
                });
            }
        }
        assert_ne!(mover(play), shooter);
    };
    // In round 1 the second seat loses a ship. In round 2 the third seat fires three shots at the
    // second, which has two ships left.
    act(&mut play, first, &ship('A', second));
    (0..3).for_each(|_| miss(&mut play));
    assert_eq!(
        (&turn(&play)["targets"], &turn(&play)["remaining_shots"]),
        (&json!([third]), &json!(3))
    );
    miss(&mut play);
    assert_eq!((mover(&play), &turn(&play)["remaining_shots"]), (second, &json!(2)));
    miss(&mut play);
    assert_eq!((mover(&play), &turn(&play)["targets"]), (third, &json!([second])));
    act(&mut play, third, &ship('B', second));
    act(&mut play, third, &ship('C', second));
    assert_eq!(last(&play)["answers"][0]["sunk"], "submarine");
    assert_eq!(play.view(Viewer::Public)["waters"][second.index()]["living"], false);
    // One shot is left. It goes to the next seat after the one that has sunk.
    assert_eq!(
        (mover(&play), &turn(&play)["targets"], &turn(&play)["remaining_shots"]),
        (third, &json!([first]), &json!(1))
    );
    act(&mut play, third, &ship('A', first));
    assert_eq!(
        (&last(&play)["answers"][0]["seat"], &last(&play)["round"]),
        (&json!(first), &json!(2))
    );
    // From the next round on two players fire at each other. The ship just lost costs its shot.
    for (shooter, other, left) in [(first, third, 2), (third, first, 3)] {
        assert_eq!(
            (mover(&play), &turn(&play)["targets"], &turn(&play)["remaining_shots"]),
            (shooter, &json!([other]), &json!(left))
        );
        miss(&mut play);
    }
    assert_eq!((play.view(Viewer::Public)["round"].clone(), mover(&play)), (json!(4), first));
}
