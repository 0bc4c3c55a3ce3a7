//! Tests of `advanced` from the first turn to the end: turns, hits and reports, and how a game ends
//! (A5–A9, A15–A18). Tests of planes and guns are in `advanced_planes`.

use broadside_engine::advanced::{Finding, MAX_PASSES, MAX_TURNS};
use broadside_engine::check_kind::CheckKind;
use broadside_engine::game::{self, Request};
use broadside_engine::record::verify;
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

use crate::advanced_common::{
    FLEET, SUBMARINES, act, act_and_hear, advanced_action, coast, refuse, side, started_game,
    status, submarines,
};
use crate::common::{Play, VIEWERS, ada, ben};

/// Returns a game with full fleets on the coast, where seat 1 has the weapons `one` and seat 2 the
/// weapons `two`.
pub(crate) fn battle(one: &str, two: &str) -> Play {
    started_game(
        &coast(json!({"points": 200})),
        &format!("{FLEET}; {one}"),
        &format!("{FLEET}; {two}"),
    )
}

/// Ships that other shots in the tests do not hit: two submarines at the bottom of the map.
const DEEP: &str = "submarine F9 across, submarine F10 across";

/// Makes the seat to move pass.
pub(crate) fn pass(play: &mut Play) {
    let seat = play.game.to_move().iter().next().unwrap();
    act(play, seat, "pass");
}

#[test]
fn a5_the_first_seat_is_rolled_and_recorded() {
    let play = battle("", "");
    let record = play
        .heard(Viewer::Public)
        .into_iter()
        .find(|line| line.starts_with("first_player"))
        .unwrap();
    assert!(record.contains("rolls=[[{\"face\":"), "{record}");
    let first = play.view(Viewer::Public)["first"].clone();
    assert_eq!(json!(play.game.to_move()), json!([first]));
}

#[test]
fn a5_a_turn_is_one_operation() {
    for line in ["salvo A1 B1 C1", "send G1 A1", "pass"] {
        let mut play = battle("recce G1", "");
        let refused = refuse(&mut play, ben(), line);
        assert_eq!((refused.kind, refused.rule), (RefusalKind::OutOfTurn, Some("A5")));
        let turn = play.game.turn();
        act(&mut play, ada(), line);
        assert_eq!(play.game.turn(), turn + 1);
        assert!(play.game.to_move().contains(ben()));
        // The operation must be the last of its list, because its result depends on the opponent's
        // secrets.
        let both = [advanced_action(line), advanced_action("pass")];
        let rejected = play.game.apply(&Request::Act { seat: ben(), actions: &both }).unwrap_err();
        assert!(rejected.to_string().contains("must be the last of its list"), "{rejected}");
    }
    let mut play = started_game(&coast(json!({"resupply": 5})), FLEET, FLEET);
    let list = ["buy gun G1", "order G1 hold", "buy recce G2", "pass"].map(advanced_action);
    play.must(&Request::Act { seat: ada(), actions: &list });
    assert!(play.game.to_move().contains(ben()));
}

#[test]
fn a5_a_player_without_points_and_planes_is_passed_over() {
    let options = submarines(json!({"points": 10}));
    let guns = "gun G1, gun G2, gun G3, gun G4, gun G5, gun G6, gun G7, gun G8, gun G9";
    let mut play = started_game(&options, DEEP, &format!("{DEEP}; {guns}, gun G10"));
    let heard = act(&mut play, ada(), "salvo A1 B1 C1");
    assert_eq!(heard, ["seat 1 fires A1 B1 C1: nothing", "seat 2 is passed over"]);
    assert!(play.game.to_move().contains(ada()));
    // The seat can still give orders.
    act(&mut play, ben(), "order G1 hold");

    // The same happens when the last plane has been sent or destroyed. One plane or one point is
    // enough to get a turn.
    let mut play = started_game(&options, DEEP, &format!("{DEEP}; {guns}, recce J1"));
    assert_eq!(act(&mut play, ada(), "salvo A1 B1 C1").len(), 1);
    assert_eq!(act(&mut play, ben(), "send J1 A1").len(), 1);
    assert_eq!(act(&mut play, ada(), "pass")[1..], ["seat 2 is passed over"]);
    let mut play = started_game(&options, DEEP, &format!("{DEEP}; {guns}, recce J1"));
    let heard = act(&mut play, ada(), "salvo J1 A1 B1");
    assert_eq!(heard, ["seat 1 fires J1 A1 B1: 1 recce lost", "seat 2 is passed over"]);
    let mut play = started_game(&options, DEEP, &format!("{DEEP}; {guns}"));
    assert_eq!(act(&mut play, ada(), "pass").len(), 1);
    act(&mut play, ben(), "salvo A1 A2 A3");
    assert_eq!(act(&mut play, ada(), "pass")[1..], ["seat 2 is passed over"]);
}

#[test]
fn a5_the_first_seat_can_be_passed_over() {
    let options = submarines(json!({"points": 10}));
    let guns = "gun G1, gun G2, gun G3, gun G4, gun G5, gun G6, gun G7, gun G8, gun G9, gun G10";
    let mut play = started_game(&options, &format!("{DEEP}; {guns}"), DEEP);
    assert_eq!(play.heard(Viewer::Public).last().unwrap(), "seat 1 is passed over");
    assert!(play.game.to_move().contains(ben()));
    // Being passed over is not a move, so the game can still be cancelled.
    let mut called_off = play.clone();
    called_off.must(&Request::Abort(ada()));
    act(&mut play, ben(), "pass");
    assert_eq!(play.refuse(&Request::Abort(ada())).kind, RefusalKind::NotNow);
}

#[test]
fn a5_with_resupply_no_seat_is_passed_over() {
    let options = submarines(json!({"points": 10, "resupply": 1}));
    let guns = "gun G1, gun G2, gun G3, gun G4, gun G5, gun G6, gun G7, gun G8, gun G9, gun G10";
    let mut play = started_game(&options, DEEP, &format!("{DEEP}; {guns}"));
    act(&mut play, ada(), "pass");
    act(&mut play, ben(), "salvo A1 B1 C1");
    assert_eq!(act(&mut play, ada(), "pass"), ["seat 1 passes"]);
    assert!(play.game.to_move().contains(ben()));
}

#[test]
fn a5_ten_passes_in_a_row_by_each_end_the_game() {
    let mut play = battle("", "");
    for _ in 0..9 {
        pass(&mut play);
        pass(&mut play);
    }
    // Any other operation restarts the count.
    act(&mut play, ada(), "salvo J1 J2 J3");
    pass(&mut play);
    for n in 0..MAX_PASSES {
        assert_eq!(side(&play, ada())["passes"], n);
        assert_eq!(play.outcome(), Value::Null);
        pass(&mut play);
        if n + 1 < MAX_PASSES {
            pass(&mut play);
        }
    }
    assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "exhausted"}));
}

#[test]
fn a5_being_passed_over_counts_as_a_pass() {
    let options = submarines(json!({"points": 10}));
    let guns = "gun G1, gun G2, gun G3, gun G4, gun G5, gun G6, gun G7, gun G8, gun G9, gun G10";
    let mut play =
        started_game(&options, &format!("{SUBMARINES}; recce J1"), &format!("{DEEP}; {guns}"));
    act(&mut play, ada(), "salvo A10 B10 C10");
    for n in 1..=MAX_PASSES {
        assert_eq!((side(&play, ben())["passes"].clone(), play.outcome()), (json!(n), Value::Null));
        act(&mut play, ada(), "pass");
    }
    assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "exhausted"}));
}

#[test]
fn a6_a_weapon_is_used_once_and_crossed_out() {
    let mut play = battle("recce G1, gun G2", "");
    act(&mut play, ada(), "send G1 A1");
    assert_eq!(status(&play, ada(), "G1"), "used");
    pass(&mut play);
    for (line, field, says) in [
        ("send G1 A1", "actions[0].from", "no plane of this seat stands on G1"),
        ("send G2 A1", "actions[0].from", "no plane of this seat stands on G2"),
        ("send A1 A1", "actions[0].from", "no plane of this seat stands on A1"),
    ] {
        let refused = refuse(&mut play, ada(), line);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("A6"), field));
        assert!(refused.detail.contains(says), "{}", refused.detail);
    }
}

#[test]
fn a6_a_used_weapon_frees_its_square() {
    let options = coast(json!({"resupply": 3}));
    let mut play =
        started_game(&options, &format!("{FLEET}; recce G1"), &format!("{FLEET}; gun G1"));
    act(&mut play, ada(), "send G1 G1");
    assert_eq!(status(&play, ben(), "G1"), "used");
    act(&mut play, ben(), "buy bomber G1");
    assert_eq!(status(&play, ben(), "G1"), "ready");
    pass(&mut play);
    act(&mut play, ada(), "buy bomber G1");
    pass(&mut play);
    // The new plane is hit. The weapon used there before is not mentioned.
    act(&mut play, ben(), "pass");
    assert_eq!(act(&mut play, ada(), "send G1 G1"), ["seat 1 sends a bomber to G1: 1 bomber lost"]);
}

#[test]
fn a6_squares_off_the_edge_are_left_out() {
    let mut play = battle("recce G1, bomber G2, nuclear_bomber G3", "");
    let report = act_and_hear(&mut play, ada(), "send G1 J10", Viewer::Seat(ada())).pop().unwrap();
    assert_eq!(report, "seat 1 sends a recce from G1 to J10: I9 land, J9 land, I10 land, J10 land");
    pass(&mut play);
    assert_eq!(
        act(&mut play, ada(), "send G2 A1"),
        ["seat 1 sends a bomber to A1: 2 on carrier, 2 on battleship"]
    );
    pass(&mut play);
    let heard = act(&mut play, ada(), "send G3 A8");
    assert_eq!(
        heard,
        [
            "seat 1 sends a nuclear_bomber to A8: 2 on destroyer, 2 on submarine, sunk: destroyer, sunk: submarine, sunk: submarine"
        ]
    );
    pass(&mut play);
    for (line, field) in [
        ("salvo A1 B1 K1", "actions[0].cells[2]"),
        ("send G4 A11", "actions[0].to"),
        ("send K1 A1", "actions[0].from"),
    ] {
        let refused = refuse(&mut play, ada(), line);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("A1"), field));
    }
}

#[test]
fn a7_a_hit_destroys_weapons_and_destroyed_weapons_are_not_reported() {
    let mut play = battle("bomber J1, bomber J2", "gun G1, recce G2, recce A1");
    act(&mut play, ada(), "salvo A3 G1 G2");
    assert_eq!(
        [status(&play, ben(), "G1"), status(&play, ben(), "G2")],
        ["destroyed", "destroyed"]
    );
    pass(&mut play);
    assert_eq!(act(&mut play, ada(), "salvo A3 G1 G2"), ["seat 1 fires A3 G1 G2: nothing"]);
    pass(&mut play);
    assert_eq!(act(&mut play, ada(), "salvo A3 B3 G1"), ["seat 1 fires A3 B3 G1: 1 on cruiser"]);
}

#[test]
fn a7_a_plane_on_a_hit_square_of_the_carrier_goes_with_it() {
    let mut play = battle("", "bomber A1, recce B1");
    assert_eq!(
        act(&mut play, ada(), "salvo A1 C1 J1"),
        ["seat 1 fires A1 C1 J1: 2 on carrier, 1 bomber lost"]
    );
    assert_eq!([status(&play, ben(), "A1"), status(&play, ben(), "B1")], ["destroyed", "ready"]);
    assert_eq!(refuse(&mut play, ben(), "send A1 A1").rule, Some("A6"));
    act(&mut play, ben(), "send B1 J1");
}

#[test]
fn a8_the_report_is_a_total() {
    let mut play = battle("", "recce G1");
    assert_eq!(
        act(&mut play, ada(), "salvo A3 G1 F10"),
        ["seat 1 fires A3 G1 F10: 1 on cruiser, 1 recce lost"]
    );
    pass(&mut play);
    assert_eq!(
        act(&mut play, ada(), "salvo B3 C3 F10"),
        ["seat 1 fires B3 C3 F10: 2 on cruiser, sunk: cruiser"]
    );
    pass(&mut play);
    // Two ships of a class share one total, and each ship sunk is named.
    let heard = act(&mut play, ada(), "salvo A7 A8 A4");
    assert_eq!(
        heard,
        ["seat 1 fires A7 A8 A4: 1 on cruiser, 2 on submarine, sunk: submarine, sunk: submarine"]
    );
    for viewer in VIEWERS() {
        assert_eq!(play.heard(viewer).last(), heard.last());
        assert_eq!(
            play.view(viewer)["sides"][1]["sunk"],
            json!(["cruiser", "submarine", "submarine"])
        );
    }
}

#[test]
fn a8_defenders_whose_totals_agree_look_the_same() {
    // The same operations hit different ships and weapons, but the totals are the same.
    let other = FLEET.replace("cruiser A3", "cruiser C3").replace("submarine A7", "submarine C7");
    let mut games = [
        format!("{FLEET}; gun G1, recce H8, gun J10"),
        format!("{other}; recce J10, gun H9, gun G2"),
    ]
    .map(|two| {
        let one = format!("{FLEET}; bomber J2, recce J1");
        started_game(&coast(json!({})), &one, &two)
    });
    let knows = |play: &Play, viewer| {
        let mut heard = play.heard(viewer);
        // Only the commitments depend on hidden information.
        heard.retain(|line| !line.starts_with("began"));
        let state = (play.view(viewer), heard, play.game.visible(viewer));
        (state, play.legal(ada()), play.game.turn(), play.game.to_move(), play.game.seats())
    };
    for line in ["salvo A3 D3 F10", "salvo A7 C7 F10", "salvo G1 G2 F10", "send J2 I9"] {
        let reports = games.each_mut().map(|play| act(play, ada(), line));
        assert_eq!(reports[0], reports[1]);
        assert!(!reports[0][0].ends_with("nothing"), "{reports:?}");
        for viewer in [Viewer::Seat(ada()), Viewer::Public] {
            let [one, two] = games.each_ref().map(|play| knows(play, viewer));
            assert_eq!(one, two, "{line}");
        }
        for play in &mut games {
            pass(play);
        }
    }
    // Squares that nobody has looked at still differ.
    let [one, two] =
        games.each_mut().map(|play| act_and_hear(play, ada(), "send J1 B3", Viewer::Seat(ada())));
    assert_ne!(one, two);
}

#[test]
fn a5_two_hundred_turns_of_each_end_the_game() {
    // With resupply, neither player ever runs out of points.
    let mut play = started_game(&submarines(json!({"resupply": 1})), DEEP, SUBMARINES);
    for _ in 1..MAX_TURNS {
        act(&mut play, ada(), "salvo A3 B3 C3");
        act(&mut play, ben(), "salvo J1 J2 J3");
    }
    act(&mut play, ada(), "salvo A3 B3 C3");
    assert_eq!(
        (play.outcome(), &play.view(Viewer::Public)["turn"]),
        (Value::Null, &json!(2 * MAX_TURNS))
    );
    let stored = play.game.store();
    let mut restored = play.clone();
    restored.game = broadside_engine::game::Game::restore(play.game.ruleset(), &stored).unwrap();
    for play in [&mut play, &mut restored] {
        act(play, ben(), "pass");
        assert_eq!(play.outcome(), json!({"kind": "win", "winners": [1], "reason": "exhausted"}));
        assert_eq!(play.view(Viewer::Public)["turn"], 2 * MAX_TURNS);
    }
    assert!(verify(&json!(play.record()).to_string()).valid);
}

#[test]
fn a5_no_turn_begins_when_the_game_is_over() {
    let mut play =
        started_game(&submarines(json!({"points": 10, "resupply": 7})), DEEP, SUBMARINES);
    act(&mut play, ada(), "salvo A1 B1 C1");
    act(&mut play, ben(), "pass");
    act(&mut play, ada(), "salvo A3 B3 C3");
    assert_eq!(play.outcome()["reason"], "fleet_sunk");
    let view = play.view(Viewer::Public);
    assert_eq!(view["turn"], 3);
    // Seat 2 has had one turn, and one resupply.
    let left = [0, 1].map(|n| view["sides"][n]["remaining_points"].clone());
    assert_eq!(left, [json!(10 + 2 * 7 - 2), json!(17)]);
}

#[test]
fn a5_a_cancelled_game_has_no_seat_to_move() {
    let mut play = battle("gun G1", "");
    play.must(&Request::Abort(ben()));
    assert!(play.game.to_move().is_empty());
    for seat in [ada(), ben()] {
        assert!(play.game.legal(seat).is_empty());
        assert_eq!(refuse(&mut play, seat, "pass").kind, RefusalKind::Finished);
    }
    // The stored form says so too.
    let stored: Value = serde_json::from_str(play.game.store().text()).unwrap();
    let text = stored.to_string();
    assert!(text.contains("\"to_move\":null"), "{text}");
}

#[test]
fn a9_a_salvo_is_three_different_squares_and_costs_a_point() {
    let mut play =
        started_game(&submarines(json!({"points": 10})), DEEP, &format!("{DEEP}; gun G1"));
    for (line, field, says) in [
        ("salvo", "actions[0].cells", "0 squares"),
        ("salvo A1 B1", "actions[0].cells", "2 squares"),
        ("salvo A1 B1 C1 D1", "actions[0].cells", "exactly 3"),
        ("salvo A1 B1 A1", "actions[0].cells[2]", "A1 is named twice"),
    ] {
        let refused = refuse(&mut play, ada(), line);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("A9"), field));
        assert!(refused.detail.contains(says), "{}", refused.detail);
    }
    for left in (0..10).rev() {
        // Squares hit before are allowed.
        act(&mut play, ada(), "salvo A1 B1 C1");
        assert_eq!(side(&play, ada())["remaining_points"], left);
        if left > 0 {
            act(&mut play, ben(), "pass");
        }
    }
    // With one point less there would be none left.
    let mut play = started_game(
        &submarines(json!({"points": 10})),
        &format!("{DEEP}; nuclear_bomber G1"),
        DEEP,
    );
    let refused = refuse(&mut play, ada(), "salvo A1 B1 C1");
    assert_eq!(
        (refused.rule, refused.detail.as_str()),
        (Some("A4"), "there are not points enough: this takes 1, and 0 are left")
    );
}

#[test]
fn a15_a_ship_is_sunk_when_every_part_is_hit() {
    let mut play = battle("", "");
    assert_eq!(act(&mut play, ada(), "salvo A2 B2 C2"), ["seat 1 fires A2 B2 C2: 3 on battleship"]);
    assert_eq!(side(&play, ben())["ships"][1]["sunk"], false);
    pass(&mut play);
    assert_eq!(
        act(&mut play, ada(), "salvo D2 E2 F2"),
        ["seat 1 fires D2 E2 F2: 1 on battleship, sunk: battleship"]
    );
    assert_eq!(side(&play, ben())["ships"][1]["sunk"], true);
}

#[test]
fn a16_all_ships_sunk_is_the_end() {
    let mut play = started_game(&submarines(json!({})), DEEP, SUBMARINES);
    act(&mut play, ada(), "salvo A1 B1 C1");
    act(&mut play, ben(), "pass");
    let heard = act(&mut play, ada(), "salvo A3 B3 C3");
    assert_eq!(heard[0], "seat 1 fires A3 B3 C3: 1 on submarine, sunk: submarine");
    assert!(heard[1].starts_with("finished"), "nobody is passed over at the end: {heard:?}");
    assert_eq!(play.outcome(), json!({"kind": "win", "winners": [1], "reason": "fleet_sunk"}));
    assert!(play.game.to_move().is_empty());
    // Everything is public now.
    let view = play.view(Viewer::Public);
    assert_eq!(view["sides"][0]["ships"][0]["at"], "F9");
    assert_eq!(view["sides"][1]["remaining_points"], 60);
}

#[test]
fn a17_when_neither_can_do_anything_more_ship_squares_not_hit_win() {
    let guns = |row: u8| {
        (1..=9).map(|n| format!("gun {}{n}", char::from(b'G' + row))).collect::<Vec<_>>().join(", ")
    };
    let options = submarines(json!({"points": 10}));
    for (shot, outcome) in [
        ("A1", json!({"kind": "win", "winners": [1], "reason": "exhausted"})),
        ("B1", json!({"kind": "draw", "reason": "exhausted"})),
    ] {
        let mut play = started_game(
            &options,
            &format!("{DEEP}; {}", guns(0)),
            &format!("{SUBMARINES}; {}, gun J10", guns(1)),
        );
        act(&mut play, ada(), &format!("salvo {shot} C1 D1"));
        assert_eq!(play.outcome(), outcome);
        let last = play.heard(Viewer::Public);
        assert!(last.iter().all(|line| !line.contains("passed over")), "{last:?}");
    }
    // Both may have spent everything before the first turn.
    let both = format!("{DEEP}; {}, gun J10", guns(0));
    let play = started_game(&options, &both, &both);
    assert_eq!(play.outcome(), json!({"kind": "draw", "reason": "exhausted"}));
}

#[test]
fn a18_the_view_has_the_content_of_a_sheet() {
    let mut play = battle("gun G1 hold, recce G2", "");
    act(&mut play, ada(), "send G2 B2");
    act(&mut play, ben(), "salvo A1 G1 F10");
    let view = play.view(Viewer::Seat(ada()));
    assert_eq!(view["map"][0], "~~~~~~####");
    assert_eq!(
        (&view["points"], &view["resupply"], &view["turn"]),
        (&json!(200), &json!(0), &json!(3))
    );
    assert_eq!(view["sides"][0]["ships"][0]["hit"], json!(["A1"]));
    let weapons = json!([
        {"weapon": "gun", "at": "G1", "order": "hold", "status": "destroyed"},
        {"weapon": "recce", "at": "G2", "order": null, "status": "used"},
    ]);
    assert_eq!(view["sides"][0]["weapons"], weapons);
    let operations = view["operations"].as_array().unwrap();
    assert_eq!(operations.len(), 2);
    assert_eq!(
        (&operations[0]["type"], &operations[0]["seen"][4]["ship"]),
        (&json!("sent"), &json!("battleship"))
    );
    // At the end even what the plane saw is public.
    play.shared_move(ada(), "resign");
    assert_eq!(play.view(Viewer::Public)["operations"][0]["from"], "G2");
}

#[test]
fn a_report_that_was_changed_is_found_out() {
    let mut play = battle("recce G1", "gun J10");
    act(&mut play, ada(), "send G1 B2");
    act(&mut play, ben(), "salvo A1 B1 C1");
    act(&mut play, ada(), "salvo A1 B1 C1");
    play.shared_move(ben(), "resign");
    let record = json!(play.record());
    let at = |kind: &str| {
        record["events"].as_array().unwrap().iter().position(|event| event["type"] == kind).unwrap()
    };
    let forge = |change: &dyn Fn(&mut Value)| {
        let mut forged = record.clone();
        change(&mut forged["events"]);
        let faults = verify(&forged.to_string()).faults;
        faults
            .into_iter()
            .map(|fault| (fault.part, fault.field))
            .filter(|(part, _)| *part != CheckKind::Digest)
            .collect::<Vec<_>>()
    };
    let sent = at("sent");
    assert_eq!(
        forge(&|events| events[sent]["body"]["seen"][0]["ship"] = json!("cruiser")),
        [(CheckKind::Report, format!("events[{sent}].body.seen[0].ship"))]
    );
    let fired = at("fired");
    assert_eq!(
        forge(&|events| events[fired]["body"]["damage"]["hits"][0]["hits"] = json!(2)),
        [(CheckKind::Report, format!("events[{fired}].body.damage.hits[0].hits"))]
    );
}

/// Returns what the first seat can conclude about squares of the second: `×` for a miss, `+` for a
/// hit, or the number of the operation.
fn concluded(play: &Play, squares: &str) -> String {
    let game::View::Advanced(view) = play.game.view(Viewer::Seat(ada())) else {
        panic!("it is `advanced`")
    };
    let findings = view.findings(ben());
    let sign = |square: &str| match findings[&square.parse().unwrap()] {
        Finding::Miss => "×".to_owned(),
        Finding::Hit => "+".to_owned(),
        Finding::Open(number) => number.to_string(),
    };
    squares.split_whitespace().map(sign).collect::<Vec<_>>().join(" ")
}

/// Makes the first seat act on the second, whose turn is passed.
fn turns(play: &mut Play, lines: &[&str]) {
    for line in lines {
        act(play, ada(), line);
        pass(play);
    }
}

#[test]
fn a8_a_report_of_nothing_makes_every_square_a_miss() {
    let mut play = battle("", "gun G1");
    turns(&mut play, &["salvo F8 F9 J1"]);
    assert_eq!(concluded(&play, "F8 F9 J1"), "× × ×");
    // One of three squares is hit. It remains open which one, also if two of them are fired at
    // again.
    turns(&mut play, &["salvo A1 F10 E10", "salvo A1 F10 D10"]);
    assert_eq!(
        concluded(&play, "A1 F10 E10 D10"),
        "3 3 3 ×",
        "A7: a part hit before is not mentioned"
    );
}

#[test]
fn a8_a_report_of_as_many_hits_as_squares_makes_every_square_a_hit() {
    let mut play = battle("", "gun G1, gun G2");
    turns(&mut play, &["salvo A1 B1 G1", "salvo A2 F2 G2", "salvo G1 G2 F2"]);
    // One hit on two squares of water is open. The weapon stood on the only square of land.
    assert_eq!(concluded(&play, "A1 B1 G1 A2 F2 G2"), "+ + + 3 3 +");
}

#[test]
fn a8_a_weapon_may_have_stood_on_the_carrier_or_on_land() {
    let mut play = battle("", "recce A1");
    turns(&mut play, &["salvo A1 G1 A2"]);
    assert_eq!(concluded(&play, "A1 A2 G1"), "+ + 1");
    // No carrier was hit, so the weapon stood on land.
    let mut play = battle("", "recce G1");
    turns(&mut play, &["salvo A2 F9 G1"]);
    assert_eq!(concluded(&play, "A2 F9 G1"), "1 1 +");
}

#[test]
fn a10_sightings_of_a_recce_plane_decide_the_squares_of_a_report() {
    let mut play = battle("recce G1", "");
    turns(&mut play, &["salvo A6 C6 F6", "salvo B6 D1 D2", "send G1 B6"]);
    assert_eq!(concluded(&play, "A6 C6 F6 B6 D1 D2"), "+ × × + + +");
}

#[test]
fn a4_with_resupply_land_that_was_missed_can_be_hit_later() {
    let mut play = started_game(&coast(json!({"resupply": 2})), FLEET, FLEET);
    turns(&mut play, &["salvo G1 G2 F9"]);
    assert_eq!(concluded(&play, "G1 G2 F9"), "× × ×");
    act(&mut play, ada(), "pass");
    act(&mut play, ben(), "buy gun G1");
    act(&mut play, ben(), "pass");
    turns(&mut play, &["salvo G1 F8 F9"]);
    assert_eq!(concluded(&play, "G1 F8 F9"), "+ × ×");
}

#[test]
fn a8_hits_on_a_class_are_certain_if_its_ships_cannot_share_them() {
    let mut play = battle("", "");
    let certain = |play: &Play| -> Vec<(Vec<u8>, u8, u8)> {
        let game::View::Advanced(view) = play.game.view(Viewer::Public) else {
            panic!("it is `advanced`")
        };
        view.class_findings(ben())
            .into_iter()
            .map(|class| (class.ships, class.sunk, class.hits))
            .collect()
    };
    turns(&mut play, &["salvo A1 B1 A3", "salvo A5 F9 F10"]);
    let findings = certain(&play);
    assert_eq!(findings[0], (vec![2], 0, 2), "there is only one carrier");
    assert_eq!(findings[2], (vec![1, 0], 0, 1), "one of the cruisers has one hit");
    assert_eq!(findings[3], (vec![1, 0], 0, 1));
    turns(&mut play, &["salvo A4 A6 F9", "salvo B3 A7 F10"]);
    let findings = certain(&play);
    assert_eq!(findings[2], (vec![2, 1], 0, 3), "two and one, since neither is sunk");
    assert_eq!(findings[3], (vec![1, 1], 0, 2));
    assert_eq!(findings[4], (vec![1, 0], 1, 0));
    turns(&mut play, &["salvo C3 F9 F10"]);
    assert_eq!(certain(&play)[2], (vec![3, 1], 1, 1));
}
