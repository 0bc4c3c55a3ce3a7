//! Tests of planes and guns of `advanced` (A10–A14).

use broadside_engine::advanced::MAX_ORDERS;
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::json;

use crate::advanced_battle::{battle, pass};
use crate::advanced_common::{FLEET, act, act_and_hear, coast, refuse, side, started_game, status};
use crate::common::{VIEWERS, ada, ben};

#[test]
fn a10_a_recce_plane_describes_every_square_to_its_sender_alone() {
    let mut play = battle("recce G1, recce G2", "gun J1 hold, bomber B1");
    act(&mut play, ada(), "salvo A1 A2 J10");
    pass(&mut play);
    let mut sent = play.clone();
    let reports = act_and_hear(&mut sent, ada(), "send G1 B2", Viewer::Seat(ada()));
    assert_eq!(
        reports,
        [
            "seat 1 sends a recce from G1 to B2: A1 water carrier (hit), B1 water carrier bomber, C1 water carrier, \
          A2 water battleship (hit), B2 water battleship, C2 water battleship, A3 water cruiser, B3 water cruiser, C3 water cruiser"
        ]
    );
    for viewer in [Viewer::Seat(ben()), Viewer::Public] {
        assert_eq!(
            act_and_hear(&mut play.clone(), ada(), "send G1 B2", viewer),
            ["seat 1 sends a recce to B2"]
        );
    }
    // A recce plane does no damage, and does not see planes that were used or destroyed.
    let before = side(&play, ben());
    act(&mut play, ada(), "send G1 B2");
    assert_eq!(side(&play, ben()), before);
    act(&mut play, ben(), "send B1 F10");
    let reports = act_and_hear(&mut play, ada(), "send G2 I1", Viewer::Seat(ada()));
    assert_eq!(
        reports,
        [
            "seat 1 sends a recce from G2 to I1: H1 land, I1 land, J1 land gun, H2 land, I2 land, J2 land"
        ]
    );
}

#[test]
fn a11_a_bomber_hits_three_by_three() {
    let mut play = battle("bomber G1, bomber H1", "gun G5, recce J5");
    let heard = act(&mut play, ada(), "send G1 B3");
    assert_eq!(
        heard,
        [
            "seat 1 sends a bomber to B3: 3 on battleship, 6 on cruiser, sunk: cruiser, sunk: cruiser"
        ]
    );
    let hit: Vec<_> = side(&play, ben())["ships"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ship| ship["hit"].as_array().unwrap().len())
        .collect();
    assert_eq!(hit, [0, 3, 3, 3, 0, 0, 0, 0]);
    pass(&mut play);
    assert_eq!(act(&mut play, ada(), "send H1 H6"), ["seat 1 sends a bomber to H6: 1 gun lost"]);
}

#[test]
fn a12_a_nuclear_bomber_hits_five_by_five_and_no_gun_reaches_it() {
    let mut play =
        battle("nuclear_bomber G1, nuclear_bomber A1", "gun I5, gun J5, recce G3, recce H8");
    let heard = act(&mut play, ada(), "send G1 I5");
    assert_eq!(heard, ["seat 1 sends a nuclear_bomber to I5: 2 gun lost, 1 recce lost"]);
    // On the ground it is destroyed like any other plane.
    assert_eq!(
        act(&mut play, ben(), "salvo A1 F10 F9"),
        ["seat 2 fires A1 F10 F9: 1 on carrier, 1 nuclear_bomber lost"]
    );
    assert_eq!(refuse(&mut play, ada(), "send A1 A1").rule, Some("A6"));
}

#[test]
fn a13_a_gun_shoots_a_bomber_down_in_its_very_square() {
    let mut play = battle("bomber G1, bomber G2, bomber G3", "gun I5, recce H5");
    // One square away, the gun is destroyed instead.
    let mut beside = play.clone();
    assert_eq!(
        act(&mut beside, ada(), "send G1 I6"),
        ["seat 1 sends a bomber to I6: 1 gun lost, 1 recce lost"]
    );
    for (viewer, by) in VIEWERS().into_iter().zip(["", " by the gun on I5", ""]) {
        let from = if viewer.is(ada()) { " from G1" } else { "" };
        let heard = act_and_hear(&mut play.clone(), ada(), "send G1 I5", viewer);
        assert_eq!(heard, [format!("seat 1 sends a bomber{from} to I5: shot down{by}")]);
    }
    act(&mut play, ada(), "send G1 I5");
    assert_eq!([status(&play, ben(), "I5"), status(&play, ben(), "H5")], ["used", "ready"]);
    assert_eq!(status(&play, ada(), "G1"), "used");
    pass(&mut play);
    // The gun has fired and is used, so it is not mentioned.
    assert_eq!(act(&mut play, ada(), "send G2 I5"), ["seat 1 sends a bomber to I5: 1 recce lost"]);
}

#[test]
fn a13_a_gun_shoots_a_recce_plane_down_from_beside_it_too_and_one_gun_is_used() {
    let mut play = battle("recce G1, recce G2, recce G3", "gun J9, gun H8, gun I8 hold");
    // The first gun in the list fires, not the nearest.
    assert_eq!(act(&mut play, ada(), "send G1 I8"), ["seat 1 sends a recce to I8: shot down"]);
    assert_eq!(["J9", "H8", "I8"].map(|at| status(&play, ben(), at)), ["used", "ready", "ready"]);
    pass(&mut play);
    assert_eq!(act(&mut play, ada(), "send G2 I9"), ["seat 1 sends a recce to I9: shot down"]);
    assert_eq!(["J9", "H8", "I8"].map(|at| status(&play, ben(), at)), ["used", "used", "ready"]);
    pass(&mut play);
    let report = act_and_hear(&mut play, ada(), "send G3 J9", Viewer::Seat(ada())).pop().unwrap();
    assert!(
        report.ends_with("I8 land gun, J8 land, I9 land, J9 land, I10 land, J10 land"),
        "{report}"
    );
}

#[test]
fn a13_the_first_gun_whose_order_allows_it_fires() {
    // A gun that holds its fire, or fires only at other planes, is skipped even if it is nearer.
    for order in ["hold", "bombers"] {
        let mut play = battle(
            "recce G1, recce G2",
            &format!("gun I8 {order}, gun J9 {order}, gun H8 recce, gun H9"),
        );
        assert_eq!(act(&mut play, ada(), "send G1 I8"), ["seat 1 sends a recce to I8: shot down"]);
        let now = |play: &_| ["I8", "J9", "H8", "H9"].map(|at| status(play, ben(), at));
        assert_eq!(now(&play), ["ready", "ready", "used", "ready"], "{order}");
        pass(&mut play);
        act(&mut play, ada(), "send G2 I8");
        assert_eq!(now(&play), ["ready", "ready", "used", "used"], "{order}");
    }
    // A gun fires at a bomber only in its own square, so the first gun in the list does not fire.
    let mut play = battle("bomber G1", "gun I7 bombers, gun I8 any");
    assert_eq!(act(&mut play, ada(), "send G1 I8"), ["seat 1 sends a bomber to I8: shot down"]);
    assert_eq!(["I7", "I8"].map(|at| status(&play, ben(), at)), ["ready", "used"]);
}

#[test]
fn a13_guns_are_listed_in_the_order_in_which_they_were_bought() {
    let mut play = started_game(
        &coast(json!({"resupply": 2})),
        &format!("{FLEET}; recce G1"),
        &format!("{FLEET}; gun J9"),
    );
    act(&mut play, ada(), "pass");
    act(&mut play, ben(), "buy gun G9");
    act(&mut play, ben(), "pass");
    let mut both = play.clone();
    act(&mut both, ada(), "send G1 I9");
    assert_eq!(["J9", "G9"].map(|at| status(&both, ben(), at)), ["used", "ready"]);
    act(&mut play, ada(), "send G1 F9");
    assert_eq!(["J9", "G9"].map(|at| status(&play, ben(), at)), ["ready", "used"]);
}

#[test]
fn a14_a_gun_fires_by_its_standing_order() {
    for (order, recce, bomber) in [
        ("any", true, true),
        ("bombers", false, true),
        ("recce", true, false),
        ("hold", false, false),
    ] {
        for (plane, down) in [("recce", recce), ("bomber", bomber), ("nuclear_bomber", false)] {
            let play = battle(&format!("{plane} G1"), &format!("gun I5 {order}"));
            let heard = act(&mut play.clone(), ada(), "send G1 I5");
            assert_eq!(heard[0].contains("shot down"), down, "{order}: {heard:?}");
            // An order given later has the same effect.
            let mut later = battle(&format!("{plane} G1"), "gun I5");
            act(&mut later, ben(), &format!("order I5 {order}"));
            assert_eq!(act(&mut later, ada(), "send G1 I5"), heard);
            // A gun that does not fire at a bomber is destroyed and reported.
            let lost = match plane {
                "recce" if down => "used",
                "recce" => "ready",
                _ if down => "used",
                _ => "destroyed",
            };
            assert_eq!(status(&later, ben(), "I5"), lost);
        }
    }
}

#[test]
fn a14_orders_can_be_changed_at_any_time_up_to_a_limit() {
    let mut play = battle("recce G1, gun G2", "gun I5, recce I6");
    for (seat, line, rule) in [
        (ben(), "order I6 hold", "A14"),
        (ben(), "order G2 hold", "A14"),
        (ben(), "order K1 hold", "A1"),
        (ada(), "order G1 hold", "A14"),
    ] {
        let refused = refuse(&mut play, seat, line);
        assert_eq!(
            (refused.rule, refused.field.as_str()),
            (Some(rule), "actions[0].gun"),
            "{line}"
        );
    }
    for n in 0..MAX_ORDERS {
        act(&mut play, ben(), if n % 2 == 0 { "order I5 hold" } else { "order I5 any" });
    }
    let refused = refuse(&mut play, ben(), "order I5 hold");
    assert_eq!((refused.rule, refused.kind), (Some("A14"), RefusalKind::NotNow));
    assert!(play.legal(ben()).as_array().unwrap().iter().all(|choice| choice["type"] != "order"));
    // Each seat has its own limit, and the next turn restarts the count.
    act(&mut play, ada(), "order G2 hold");
    act(&mut play, ada(), "pass");
    act(&mut play, ben(), "order I5 hold");
}
