//! Tests of `voices` before the first shot, and of its sounds: options, placements, the first
//! player, calls and answers (V1–V3, V6, V7, V12–V17). Tests of the battle are in `voices_turns`,
//! `voices_dice`, `voices_end` and `voices_more_than_two`.

use crate::common::{Play, Refused, ada, ben, heard, refused, voices_action, voices_placement};
use crate::voices_common::{FLEET, act, chosen, last, mover, placed, refuse};
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RequestError, RulesetId};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::{MAX_CHANGES, MAX_DIRECTION_LENGTH};
use serde_json::{Value, json};

fn refused_options(options: &Value) -> (&'static str, String, String) {
    let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Voices, options);
    let Refused { rule, field, detail, kind } = refused(game.expect_err("the options are refused"));
    assert_eq!(kind, RefusalKind::AgainstRule);
    (rule.unwrap(), field, detail)
}

#[test]
fn v1_matrices_are_chosen_with_the_placement_and_any_pairing_is_legal() {
    let both = format!("{FLEET}; battle 3 tactical 3");
    let placement = format!("{FLEET}; battle 3 tactical v1:10:t5,d5:herring");
    let play = chosen(json!({}), &[&both, &placement]);
    let maps = |seat: Seat| play.view(Viewer::Seat(seat))["maps"].take();
    assert_eq!(
        [&maps(ada())[0]["battle"]["matrix"], &maps(ada())[0]["tactical"]["matrix"]],
        [&json!(3); 2]
    );
    assert_eq!(maps(ben())[0]["tactical"]["matrix"], "v1:10:t5,d5:herring");
    // Neither player sees the other's matrices, and the public sees none.
    assert_eq!((maps(ada()).as_array().unwrap().len(), &maps(ada())[0]["seat"]), (1, &json!(1)));
    assert_eq!(play.view(Viewer::Public)["maps"], json!([]));
}

#[test]
fn v1_matrices_left_out_are_drawn_and_the_draw_is_in_the_record() {
    let mut drawn = std::collections::HashSet::new();
    for byte in 0..20 {
        let mut play = placed(byte, &json!({}), &[FLEET]);
        for (seat, viewer) in [ada(), ben()].map(|seat| (seat, Viewer::Seat(seat))) {
            let maps = play.view(viewer)["maps"][0].take();
            for map in ["battle", "tactical"] {
                drawn.insert(format!("{seat} {map} {}", maps[map]["matrix"]));
            }
        }
        play.shared_move(ada(), "resign");
        let record = serde_json::to_value(play.record()).unwrap();
        let event = record["events"]
            .as_array()
            .unwrap()
            .iter()
            .find(|event| event["type"] == "placed")
            .unwrap();
        assert_eq!(event["body"]["asked"]["battle"], Value::Null);
        assert!(
            event["body"]["placement"]["battle"]
                .as_u64()
                .is_some_and(|number| (1..=10).contains(&number))
        );
        // A drawn matrix that is replaced is detected.
        let mut forged = record.clone();
        let events = forged["events"].as_array_mut().unwrap();
        let event = events.iter_mut().find(|event| event["type"] == "placed").unwrap();
        let number = event["body"]["placement"]["tactical"].as_u64().unwrap();
        event["body"]["placement"]["tactical"] = json!(number % 10 + 1);
        let verdict = broadside_engine::record::verify(&forged.to_string());
        assert!(
            verdict.faults.iter().any(|fault| fault.field.ends_with(".body.placement.tactical")),
            "{verdict:?}"
        );
    }
    assert!(drawn.len() > 25, "twenty games draw all kinds of matrices: {drawn:?}");
}

#[test]
fn v1_a_matrix_that_does_not_exist_or_does_not_fit_is_refused() {
    let mut play = Play::voices(7, &json!({}));
    for (sounds, says) in [
        ("battle 11", "1 to 10"),
        ("tactical 0", "1 to 10"),
        ("tactical 999999999999", "1 to 10"),
        ("battle v1:10:x5,d5:a", "not a phone"),
        ("battle v1:10:t5,d4:a", "add up to 9"),
        ("battle seven", "not a recipe"),
    ] {
        let placement = voices_placement(&format!("{FLEET}; {sounds}"));
        let request = Request::Place { seat: ada(), placement: Some(&placement), seed: None };
        let Err(RequestError::ShapeError(error)) = play.game.apply(&request) else {
            panic!("{sounds} is placed")
        };
        assert!(error.field.starts_with("placement.") && error.detail.contains(says), "{error:?}");
    }
    let placement = voices_placement(&format!("{FLEET}; tactical v1:6:t3,d3:a"));
    let refused =
        play.refuse(&Request::Place { seat: ada(), placement: Some(&placement), seed: None });
    assert_eq!((refused.rule, refused.field.as_str()), (Some("V1"), "placement.tactical"));
    assert!(refused.detail.contains("has 6 rows"), "{}", refused.detail);
}

#[test]
fn v2_the_fleet_is_a_carrier_a_battleship_a_destroyer_a_patrol_and_a_submarine() {
    let play = Play::voices(7, &json!({}));
    let classes = play.view(Viewer::Public)["fleet"].take();
    let class = |class: &Value| {
        format!("{} {} {}", class["class"].as_str().unwrap(), class["length"], class["ships"])
    };
    let classes: Vec<_> = classes.as_array().unwrap().iter().map(class).collect();
    assert_eq!(
        classes,
        ["carrier 5 1", "battleship 4 1", "destroyer 3 1", "patrol 2 1", "submarine 1 1"]
    );
}

#[test]
fn v2_ships_lie_straight_on_the_map_and_never_overlap() {
    let mut play = Play::voices(7, &json!({}));
    for (ships, field) in [
        (FLEET.replace("carrier A1", "carrier G1"), "placement.ships[0].at"),
        (FLEET.replace("patrol A7", "patrol A5"), "placement.ships[3].at"),
        (FLEET.replace("carrier", "cruiser"), "placement.ships[0].class"),
        (FLEET.replace(", submarine A9 across", ""), "placement.ships"),
    ] {
        let placement = voices_placement(&ships);
        let refused =
            play.refuse(&Request::Place { seat: ada(), placement: Some(&placement), seed: None });
        assert_eq!(
            (refused.rule, refused.field.as_str()),
            (Some("V2"), field),
            "{}",
            refused.detail
        );
    }
    // They may touch.
    let touching = voices_placement(&FLEET.replace("battleship A3", "battleship A2"));
    play.must(&Request::Place { seat: ada(), placement: Some(&touching), seed: None });
}

#[test]
fn v3_the_highest_roll_fires_first_and_turns_follow_the_order_of_the_seats() {
    let (mut begins, mut ties) = ([0; 4], 0);
    for byte in 0..60 {
        let mut play = placed(byte, &json!({"seats": 4, "aim": "choice", "rounds": 1}), &[FLEET]);
        let event = last(&play);
        let rolls = event["rolls"].as_array().unwrap();
        assert_eq!(rolls[0].as_array().unwrap().len(), 4);
        for (round, next) in rolls.iter().zip(&rolls[1..]) {
            // Only those tied for the highest roll again.
            let faces = |round: &Value| {
                round.as_array().unwrap().iter().map(|roll| roll["face"].as_u64()).max().unwrap()
            };
            let highest = faces(round);
            let tied: Vec<_> = round
                .as_array()
                .unwrap()
                .iter()
                .filter(|roll| roll["face"].as_u64() == highest)
                .collect();
            let again = next.as_array().unwrap();
            assert!(
                tied.len() > 1
                    && tied
                        .iter()
                        .map(|roll| &roll["seat"])
                        .eq(again.iter().map(|roll| &roll["seat"]))
            );
            ties += 1;
        }
        let first = event["seat"].as_u64().unwrap() as usize;
        begins[first - 1] += 1;
        for turn in 0..4 {
            let seat = mover(&play);
            assert_eq!(usize::from(seat.number()), (first - 1 + turn) % 4 + 1);
            for row in 1..=5 {
                act(&mut play, seat, &format!("fire {}{row}", ["G", "H", "I", "J"][turn]));
            }
        }
    }
    assert!(begins.iter().all(|&times| times > 5) && ties > 0, "{begins:?}, {ties} ties");
}

#[test]
fn v6_a_call_sounds_the_phone_of_the_own_tactical_map() {
    let mut play =
        chosen(json!({}), &[&format!("{FLEET}; tactical 7"), &format!("{FLEET}; tactical 9")]);
    for cell in ["F7", "A1", "J10", "C4", "E5"] {
        let seat = mover(&play);
        act(&mut play, seat, &format!("fire {cell}"));
        let matrix = Matrix::numbered(if seat == ada() { 7 } else { 9 }).unwrap();
        assert_eq!(last(&play)["phone"], json!(matrix.phone(cell.parse().unwrap())));
    }
}

#[test]
fn v7_an_answer_sounds_the_row_and_then_the_column_up_to_the_target_from_the_chosen_edges() {
    let matrix = Matrix::numbered(4).unwrap();
    let row: Vec<&str> = matrix.row(2).collect();
    let column: Vec<&str> = matrix.column(5).collect();
    let reversed =
        |line: &[&str]| line.iter().rev().copied().map(str::to_owned).collect::<Vec<_>>();
    // F3 is the sixth cell of its row and the third of its column.
    for (across, phones) in
        [("left", row[..6].iter().map(|&p| p.to_owned()).collect()), ("right", reversed(&row[5..]))]
    {
        for (down, under) in [
            ("top", column[..3].iter().map(|&p| p.to_owned()).collect()),
            ("bottom", reversed(&column[2..])),
        ] {
            let mut play =
                chosen(json!({}), &[&format!("{FLEET}; battle 4 voice {across} {down}")]);
            let seat = mover(&play);
            act(&mut play, seat, "fire F3");
            let answer = last(&play)["answers"][0].take();
            assert_eq!(answer["row"], json!({"from": across, "phones": phones}));
            assert_eq!(answer["column"], json!({"from": down, "phones": under}));
        }
    }
}

#[test]
fn v7_a_voice_of_dice_goes_either_way_and_moves_no_other_dice() {
    let options = json!({"rounds": 20});
    let play = |voice: &str| {
        placed(9, &options, &[&format!("{FLEET}; battle 1 tactical 2 voice {voice}")])
    };
    let (mut dice, mut fixed) = (play("dice dice"), play("left top"));
    let mut edges = std::collections::HashMap::<String, u32>::new();
    for _ in 0..60 {
        let seat = mover(&dice);
        let line = if last(&dice)["type"] == "rolled" {
            format!("fire {}", last(&dice)["pending_choice"]["from"][0].as_str().unwrap())
        } else {
            "roll".to_owned()
        };
        act(&mut dice, seat, &line);
        act(&mut fixed, seat, &line);
        // The public rolls are the same: secret choices do not change them.
        assert_eq!(last(&dice)["rolls"], last(&fixed)["rolls"]);
        if last(&dice)["type"] == "fired" {
            let answer = last(&dice)["answers"][0].take();
            *edges
                .entry(format!("{} {}", answer["row"]["from"], answer["column"]["from"]))
                .or_default() += 1;
        }
    }
    assert!(edges.len() == 4 && edges.values().all(|&times| times > 3), "{edges:?}");
}

#[test]
fn v7_a_standing_voice_is_set_in_secret_and_costs_no_turn() {
    let mut play = chosen(json!({}), &[&format!("{FLEET}; battle 4 voice left top")]);
    let (shooter, other) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    let know = |play: &Play| {
        [Viewer::Seat(shooter), Viewer::Public]
            .map(|viewer| (play.view(viewer), play.heard(viewer), play.legal(shooter)))
    };
    let before = (know(&play), play.game.turn());
    assert!(act(&mut play, other, "voice right bottom").is_empty());
    assert_eq!((know(&play), play.game.turn()), before);
    assert_eq!(
        play.view(Viewer::Seat(other))["maps"][0]["voice"],
        json!({"row": "right", "column": "bottom"})
    );
    act(&mut play, shooter, "fire B2");
    assert_eq!(last(&play)["answers"][0]["row"]["from"], "right");
    assert_eq!(last(&play)["answers"][0]["column"]["from"], "bottom");
}

#[test]
fn v7_a_new_voice_for_an_answer_is_public_and_changes_nothing_else() {
    let mut play = chosen(json!({}), &[&format!("{FLEET}; battle 4 voice left top")]);
    let (shooter, other) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    act(&mut play, shooter, "fire B2");
    let battle = play.view(Viewer::Public);
    act(&mut play, other, "voice right bottom for 1");
    let event = last(&play);
    assert_eq!(
        (&event["type"], &event["row"]["from"], &event["column"]["from"]),
        (&json!("revoiced"), &json!("right"), &json!("bottom"))
    );
    assert_eq!(event["row"]["phones"].as_array().unwrap().len(), 9);
    assert_eq!(play.view(Viewer::Public), battle, "the battle is as it was");
    // With `dice` the direction depends on the dice of that shot, and does not change when
    // requested again.
    act(&mut play, other, "voice dice dice for 1");
    let once = last(&play);
    act(&mut play, other, "voice left top for 1");
    act(&mut play, other, "voice dice dice for 1");
    assert_eq!(last(&play), once);
    let list = [voices_action("voice dice dice for 1"), voices_action("voice left top")];
    let rejection = play.game.apply(&Request::Act { seat: other, actions: &list }).unwrap_err();
    assert!(
        matches!(rejection, RequestError::NotLast { .. }),
        "dice that are rolled end their list"
    );
    // A player may change only their own answers.
    for (seat, shot) in [(shooter, 1), (other, 2), (other, 0)] {
        let refused = refuse(&mut play, seat, &format!("voice left top for {shot}"));
        assert_eq!((refused.rule, refused.field.as_str()), (Some("V7"), "actions[0].for_shot"));
    }
}

#[test]
fn v7_actions_that_do_not_end_a_turn_are_limited_for_each_turn() {
    let mut play = chosen(json!({}), &[FLEET]);
    let (shooter, other) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    act(&mut play, shooter, "fire B2");
    for n in 0..MAX_CHANGES {
        act(
            &mut play,
            other,
            ["voice left top", "voice right bottom for 1", "direct answer 1: soft"][n as usize % 3],
        );
    }
    for (line, rule) in
        [("voice left top", "V7"), ("voice left top for 1", "V7"), ("direct answer 1: loud", "V17")]
    {
        let refused = refuse(&mut play, other, line);
        assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some(rule)));
        assert!(refused.detail.contains(&format!("{MAX_CHANGES} times")), "{}", refused.detail);
    }
    assert!(!play.legal(other).to_string().contains("set_voice"));
    for row in 1..=4 {
        act(&mut play, shooter, &format!("fire J{row}"));
    }
    // The next turn restarts the count.
    act(&mut play, other, "voice left top");
}

#[test]
fn v10_v11_v12_v13_options_are_checked() {
    for (options, rule, field, says) in [
        (json!({"seats": 1}), "V11", "options.seats", "2 to 8"),
        (json!({"seats": 9}), "V11", "options.seats", "2 to 8"),
        (json!({"rounds": 0}), "V10", "options.rounds", "1 to 100"),
        (json!({"rounds": 101}), "V10", "options.rounds", "1 to 100"),
        (json!({"fleet": {"patrol": 5}}), "V12", "options.fleet.patrol", "0 to 4"),
        (
            json!({"fleet": {"carrier": 0, "battleship": 0, "destroyer": 0, "patrol": 0, "submarine": 0}}),
            "V12",
            "options.fleet",
            "at least one ship",
        ),
        (
            json!({"aim": "choice", "axes": "before_roll"}),
            "V13",
            "options.axes",
            "leave `axes` out",
        ),
        (json!({"aim": "choice", "axes": "after_roll"}), "V13", "options.axes", "leave `axes` out"),
    ] {
        let refused = refused_options(&options);
        assert_eq!((refused.0, refused.1.as_str()), (rule, field), "{options}");
        assert!(refused.2.contains(says), "{}", refused.2);
    }
    for options in [
        json!({"seats": 8, "engagement": "round_robin", "rounds": 100, "interludes": true}),
        json!({"fleet": {"carrier": 4, "battleship": 4, "destroyer": 4, "patrol": 4, "submarine": 4}}),
        json!({"aim": "choice", "rounds": null}),
    ] {
        let play = Play::voices(7, &options);
        assert_eq!(play.game.seats().len() as u64, options["seats"].as_u64().unwrap_or(2));
        // The options shown, with defaults filled in, open the same game.
        let shown = play.game.options();
        assert_eq!(Play::voices(7, &shown).game.options(), shown);
    }
    assert_eq!(Play::voices(7, &json!({})).game.options()["axes"], "before_roll");
}

#[test]
fn v12_a_fleet_counts_each_class_and_its_ships_give_the_shots() {
    let options = json!({"fleet": {"carrier": 0, "battleship": 0, "destroyer": 2, "patrol": 0, "submarine": 4}});
    let mut play = Play::voices(7, &json!({"fleet": options["fleet"], "aim": "choice"}));
    for seat in [ada(), ben()] {
        play.place_at_random(seat, None);
    }
    assert_eq!(play.view(Viewer::Public)["turn"]["remaining_shots"], 6);
    assert_eq!(play.view(Viewer::Seat(ada()))["waters"][0]["ships"].as_array().unwrap().len(), 6);
    // Even 60 of the 100 cells can be placed at random.
    let full = json!({"fleet": {"carrier": 4, "battleship": 4, "destroyer": 4, "patrol": 4, "submarine": 4}});
    for byte in 0..10 {
        let mut play = Play::voices(byte, &full);
        play.place_at_random(ada(), None);
    }
}

#[test]
fn v13_without_dice_any_open_cell_is_picked_and_nothing_else() {
    let mut play = chosen(json!({}), &[FLEET]);
    let seat = mover(&play);
    act(&mut play, seat, "fire C3");
    let refused = refuse(&mut play, seat, "fire C3");
    assert_eq!((refused.rule, refused.field.as_str()), (Some("V13"), "actions[0].cell"));
    assert_eq!(refuse(&mut play, seat, "fire K1").rule, Some("V1"));
    for line in ["roll", "roll_all", "axes x"] {
        assert_eq!(refuse(&mut play, seat, line).rule, Some("V13"), "{line}");
    }
    let other = if seat == ada() { ben() } else { ada() };
    assert_eq!(refuse(&mut play, other, "fire A1").kind, RefusalKind::OutOfTurn);
    // The first player is still rolled for.
    assert!(
        !json!(play.log.iter().find_map(|entry| {
            let event = json!(entry.glimpse(Viewer::Public));
            (event["type"] == "first_player").then_some(event)
        }))["rolls"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn v17_players_can_direct_their_own_utterances_in_120_characters() {
    let mut play = chosen(json!({}), &[FLEET]);
    let (shooter, other) = if mover(&play) == ada() { (ada(), ben()) } else { (ben(), ada()) };
    act(&mut play, shooter, "fire B2");
    let turn = play.game.turn();
    for text in ["falling, very slowly", "", &"ɛ".repeat(MAX_DIRECTION_LENGTH), "<b>&\"'"] {
        let events =
            play.act(shooter, json!({"type": "direct", "shot": 1, "part": "call", "text": text}));
        assert_eq!((events.len(), &last(&play)["text"]), (1, &json!(text)));
        assert_eq!(
            heard(&play.log[play.log.len() - 1..], Viewer::Seat(other)),
            events,
            "everybody hears it"
        );
    }
    act(&mut play, other, "direct answer 1: as if from far away");
    for text in [&"x".repeat(MAX_DIRECTION_LENGTH + 1), "two\nlines", "a\u{202e}b", "\u{0}"] {
        let action = json!({"type": "direct", "shot": 1, "part": "call", "text": text});
        let refused = play.refuse_action(shooter, action);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("V17"), "actions[0].text"));
    }
    for (seat, line) in [
        (other, "direct call 1: mine"),
        (shooter, "direct answer 1: mine"),
        (shooter, "direct call 2: none"),
    ] {
        let refused = refuse(&mut play, seat, line);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("V17"), "actions[0].shot"));
    }
    assert_eq!((play.game.turn(), mover(&play)), (turn, shooter), "it costs no turn");
}

#[test]
fn v7_v17_the_log_takes_no_sounds_after_the_end_or_of_a_seat_that_has_left() {
    let mut play = chosen(json!({"seats": 3}), &[FLEET]);
    let shooter = mover(&play);
    act(&mut play, shooter, "fire J10");
    let lines = ["voice left top", "voice left top for 1", "direct answer 1: louder"];
    let [gone, other] = [1, 2].map(|n| Seat::new((shooter.number() - 1 + n) % 3 + 1).unwrap());
    play.shared_move(gone, "resign");
    for line in lines {
        let refused = refuse(&mut play, gone, line);
        assert_eq!((refused.kind, refused.rule), (RefusalKind::OutOfPlay, None), "{line}");
        // The seat that left does not stop the others.
        act(&mut play, other, line);
    }
    play.shared_move(shooter, "resign");
    assert_eq!(play.outcome()["winners"], json!([other]));
    for (seat, line) in lines.map(|line| (other, line)).into_iter().chain([(gone, lines[2])]) {
        assert_eq!(refuse(&mut play, seat, line).kind, RefusalKind::Finished, "{line}");
        assert!(play.legal(seat).as_array().unwrap().is_empty());
    }
}
