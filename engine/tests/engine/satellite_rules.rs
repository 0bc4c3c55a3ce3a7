//! Tests of `satellite`: the planet, the buildings, the rolls, and hits and reports (T1–T7, T10,
//! T13).

use broadside_engine::game::{Request, RulesetId};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

use crate::common::{
    Play, ada, ben, refused as turned_down, satellite_action, satellite_placement,
};
use crate::satellite::{
    BUILT, PLANET, act, arranged, change_state, refuse, refused, rolled, started_game, tokens, turn,
};
use broadside_engine::chance::Seed;
use broadside_engine::game::Game;

/// Returns the rule, the field and the text of the refusal of a placement.
fn misplaced(options: &Value, placement: &Value) -> (&'static str, String, String) {
    let mut play = Play::satellite(7, options);
    let refused =
        play.refuse(&Request::Place { seat: ada(), placement: Some(placement), seed: None });
    assert_eq!(refused.kind, RefusalKind::AgainstRule);
    (refused.rule.unwrap(), refused.field, refused.detail)
}

/// Returns `PLANET` with one building replaced.
fn planet_with(building: &str) -> Value {
    let name = building.split(' ').next().unwrap();
    let others =
        PLANET.split(", ").map(|other| if other.starts_with(name) { building } else { other });
    satellite_placement(&others.collect::<Vec<_>>().join(","))
}

/// Returns the rule, the field and the text of the refusal of options.
fn refused_options(options: Value) -> (&'static str, String, String) {
    let opened = Game::open("a game", Seed::new([7; 32]), RulesetId::Satellite, &options);
    let refused = turned_down(opened.expect_err("the options are refused"));
    (refused.rule.unwrap(), refused.field, refused.detail)
}

#[test]
fn every_rule_that_a_refusal_names_is_in_the_rules() {
    let rules = RulesetId::Satellite.rules();
    let numbered: Vec<_> =
        rules.lines().filter_map(|line| line.strip_prefix("**T")?.split('.').next()).collect();
    let in_order: Vec<_> = (1..=13).map(|n| n.to_string()).collect();
    assert_eq!(numbered, in_order);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/satellite");
    let mut named = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let source = std::fs::read_to_string(file).unwrap();
        for rest in source.split("\"T").skip(1) {
            let (number, _) = rest.split_once('"').unwrap();
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                named.insert(number.to_owned());
            }
        }
    }
    assert!(named.len() >= 7, "{named:?}");
    for number in named {
        assert!(numbered.contains(&&*number), "rules.md has no T{number}");
    }
}

#[test]
fn t1_the_planet_is_thirteen_rows_by_nine_columns_and_rows_are_letters() {
    let mut play = rolled([1, 1, 1, 2, 3]);
    assert_eq!(play.view(Viewer::Public)["planet"], json!({"rows": 13, "columns": 9}));
    // A9 is the end of the first row, and L1 the beginning of the twelfth.
    assert_eq!(act(&mut play, ada(), "fire barrage_1 A9 L1 M9").len(), 1);
    let misses = &play.view(Viewer::Public)["sides"][1]["misses"];
    assert_eq!(*misses, json!(["A9", "L1", "M9"]));
    for sector in ["A10", "N1", "P16"] {
        let (rule, field, text) =
            refused(&mut rolled([1, 2, 3, 4, 6]), &format!("fire hazard {sector}"));
        assert_eq!((rule, field.as_str()), ("T1", "targets[0]"));
        assert!(text.contains("ends at M9"), "{text}");
    }
    let action = [json!({"type": "fire", "cartridge": "hazard", "targets": ["9A"]})];
    let error = play.game.apply(&Request::Act { seat: ada(), actions: &action }).unwrap_err();
    assert!(error.to_string().contains("as in A9"), "{error}");
}

#[test]
fn t1_a_planet_of_another_size_is_an_option() {
    for (rows, columns) in [(8, 8), (16, 16), (8, 16), (13, 9)] {
        let options = json!({"rows": rows, "columns": columns});
        let play = Play::satellite(7, &options);
        assert_eq!(play.view(Viewer::Public)["planet"], options);
    }
    for (options, field) in [
        (json!({"rows": 7}), "options.rows"),
        (json!({"rows": 17}), "options.rows"),
        (json!({"columns": 0}), "options.columns"),
        (json!({"columns": 255}), "options.columns"),
    ] {
        let (rule, found, text) = refused_options(options);
        assert_eq!((rule, found.as_str()), ("T1", field));
        assert!(text.contains("8 to 16"), "{text}");
    }
    // A planet that is wider than high: it has 16 columns, but row I does not exist.
    let (_, _, text) = misplaced(&json!({"rows": 8, "columns": 16}), &planet_with("outpost I1 I2"));
    assert!(text.contains("ends at H16"), "{text}");
}

#[test]
fn t2_six_buildings_of_twenty_sectors_turned_and_mirrored_at_will() {
    let ways = [
        ("outpost", vec!["A1 A2", "A1 B1"]),
        ("relay", vec!["A1 A2 A3", "A1 B1 C1"]),
        ("bunker", vec!["K1 L1 L2", "K1 K2 L1", "K1 K2 L2", "K2 L1 L2"]),
        ("reactor", vec!["K1 K2 L1 L2"]),
        ("hangar", vec!["K1 K2 K3 K4", "J1 K1 L1 M1"]),
        ("citadel", vec!["K1 K2 K3 L2", "K2 L1 L2 L3", "K1 L1 L2 M1", "K2 L1 L2 M2"]),
    ];
    for (name, all) in ways {
        for cells in all {
            let at = PLANET.split(", ").find(|other| other.starts_with(name)).unwrap();
            // Move them away from the other buildings.
            let moved = cells.replace('A', "K").replace('B', "L").replace('C', "M");
            let moved = if ["outpost", "relay"].contains(&name) { moved } else { cells.to_owned() };
            let placed = satellite_placement(&PLANET.replace(at, &format!("{name} {moved}")));
            let mut play = Play::satellite(7, &json!({}));
            play.must(&Request::Place { seat: ada(), placement: Some(&placed), seed: None });
            let own = play.view(Viewer::Seat(ada()));
            let buildings = own["sides"][0]["buildings"].as_array().unwrap();
            let building = buildings.iter().find(|building| building["building"] == name).unwrap();
            assert_eq!(building["cells"], json!(moved.split(' ').collect::<Vec<_>>()));
            let sectors: usize =
                buildings.iter().map(|one| one["cells"].as_array().unwrap().len()).sum();
            assert_eq!((buildings.len(), sectors), (6, 20));
        }
    }
}

#[test]
fn t2_an_invalid_placement_is_refused_with_the_reason() {
    let mut twice = planet_with("outpost A1 A2");
    twice["buildings"][1] = json!({"building": "outpost", "cells": ["M1", "M2"]});
    let mut few = planet_with("outpost A1 A2");
    few["buildings"].as_array_mut().unwrap().truncate(5);
    for (placement, rule, field, says) in [
        (
            planet_with("outpost A1 B2"),
            "T2",
            "placement.buildings[0].cells",
            "two sectors side by side",
        ),
        (planet_with("outpost A1"), "T2", "placement.buildings[0].cells", "two sectors"),
        (planet_with("outpost A1 A1"), "T2", "placement.buildings[0].cells", "two sectors"),
        (planet_with("outpost A1 A2 A3"), "T2", "placement.buildings[0].cells", "two sectors"),
        (
            planet_with("relay A9 B9 C8"),
            "T2",
            "placement.buildings[1].cells",
            "three sectors in a line",
        ),
        (planet_with("relay A7 A8 A10"), "T1", "placement.buildings[1].cells[2]", "ends at M9"),
        (planet_with("bunker K1 K2 K3"), "T2", "placement.buildings[2].cells", "round a corner"),
        (planet_with("reactor K1 K2 K3 L1"), "T2", "placement.buildings[3].cells", "a square"),
        (
            planet_with("hangar K1 K2 K3 L3"),
            "T2",
            "placement.buildings[4].cells",
            "four sectors in a line",
        ),
        (
            planet_with("citadel K1 K2 K3 L1"),
            "T2",
            "placement.buildings[5].cells",
            "next to the middle",
        ),
        (
            planet_with("citadel K1 K2 L2 L3"),
            "T2",
            "placement.buildings[5].cells",
            "next to the middle",
        ),
        (planet_with("relay A2 B2 C2"), "T2", "placement.buildings[1].cells", "both cover A2"),
        (twice, "T2", "placement.buildings[1].building", "listed twice"),
        (few, "T2", "placement.buildings", "the citadel is missing"),
    ] {
        let (found_rule, found_field, text) = misplaced(&json!({}), &placement);
        assert_eq!((found_rule, found_field.as_str()), (rule, field), "{placement}");
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn t2_a_placement_is_secret() {
    let play = started_game(&json!({}), PLANET, PLANET);
    for (viewer, knows) in [
        (Viewer::Seat(ada()), [true, false]),
        (Viewer::Seat(ben()), [false, true]),
        (Viewer::Public, [false; 2]),
    ] {
        let sides = &play.view(viewer)["sides"];
        assert_eq!([0, 1].map(|n: usize| sides[n]["buildings"].is_array()), knows);
    }
}

#[test]
fn t3_two_dice_each_decide_the_first_seat_and_ties_are_rolled_again() {
    let mut again = 0;
    for byte in 0..=60 {
        let mut play = Play::satellite(byte, &json!({}));
        play.place_at_random(ada(), None);
        play.place_at_random(ben(), None);
        let first = json!(play.log.last().unwrap().glimpse(Viewer::Public));
        assert_eq!(first["type"], "first_player");
        let total =
            |roll: &Value| roll["dice"][0].as_u64().unwrap() + roll["dice"][1].as_u64().unwrap();
        let rounds = first["rolls"].as_array().unwrap();
        for (n, round) in rounds.iter().enumerate() {
            let last = n + 1 == rounds.len();
            assert_eq!(total(&round[0]) == total(&round[1]), !last);
            assert!(
                round.as_array().unwrap().iter().map(total).all(|total| (2..=12).contains(&total))
            );
        }
        let last = rounds.last().unwrap();
        let higher = if total(&last[0]) > total(&last[1]) { 1 } else { 2 };
        assert_eq!(first["seat"], higher);
        assert_eq!(json!(play.game.to_move()), json!([higher]));
        again += rounds.len() - 1;
    }
    assert!(again > 2, "ties were hardly tried");
}

#[test]
fn t4_five_dice_and_up_to_two_rerolls_of_dice_that_are_not_kept() {
    let mut play = started_game(&json!({}), PLANET, PLANET);
    let seat = play.game.to_move().iter().next().unwrap();
    let dice = |play: &Play| -> Vec<u64> {
        turn(play)["dice"].as_array().unwrap().iter().map(|die| die.as_u64().unwrap()).collect()
    };
    assert_eq!((&turn(&play)["dice"], &turn(&play)["remaining_rolls"]), (&Value::Null, &json!(3)));
    act(&mut play, seat, "roll");
    let first = dice(&play);
    assert!(first.len() == 5 && first.iter().all(|die| (1..=6).contains(die)));
    let heard = act(&mut play, seat, "roll 5 2");
    assert!(heard[0].starts_with(&format!(
        "seat {seat_number} keeps 2 5 and rolls",
        seat_number = seat.number()
    )));
    let second = dice(&play);
    assert_eq!((second[1], second[4]), (first[1], first[4]));
    assert_eq!(turn(&play)["remaining_rolls"], 1);
    act(&mut play, seat, "roll");
    assert_eq!(turn(&play)["remaining_rolls"], 0);
    let refused = refuse(&mut play, seat, "roll 1");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("T4")));
    assert!(refused.detail.contains("three times"), "{}", refused.detail);
    // The turn is not over. The only action left is to fire.
    let legal = play.legal(seat);
    assert_eq!(legal[0]["type"], "fire");
}

#[test]
fn t4_valid_positions_of_dice_to_keep() {
    let mut play = rolled([1, 2, 3, 4, 6]);
    for (line, field, says) in [
        ("roll 1 2 3 4 5", "keep", "all five"),
        ("roll 0", "keep[0]", "no die 0"),
        ("roll 2 6", "keep[1]", "no die 6"),
        ("roll 3 1 3", "keep[2]", "die 3 is kept twice"),
    ] {
        let (rule, found, text) = refused(&mut play, line);
        assert_eq!((rule, found.as_str()), ("T4", field));
        assert!(text.contains(says), "{text}");
    }
    let mut fresh = change_state(&play, |rules| {
        rules["stage"] = json!({"to": "fire", "seat": 1, "rolls": 0, "dice": null});
    });
    let (rule, field, text) = refused(&mut fresh, "roll 1");
    assert_eq!((rule, field.as_str()), ("T4", "keep"));
    assert!(text.contains("nothing to keep"), "{text}");
    let (rule, _, text) = refused(&mut fresh, "fire hazard A1");
    assert_eq!(rule, "T4");
    assert!(text.contains("roll them"), "{text}");
    // If the field is omitted, it is empty.
    fresh.act(ada(), json!({"type": "roll"}));
}

#[test]
fn t4_firing_ends_the_rolling_and_the_other_has_the_turn() {
    let mut play = rolled([1, 2, 3, 4, 6]);
    let before = turn(&play)["number"].as_u64().unwrap();
    let refused = refuse(&mut play, ben(), "roll");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::OutOfTurn, Some("T4")));
    act(&mut play, ada(), "fire hazard A9");
    assert_eq!(json!(play.game.to_move()), json!([2]));
    let now = turn(&play);
    assert_eq!((now["number"].as_u64().unwrap(), &now["remaining_rolls"]), (before + 1, &json!(3)));
}

#[test]
fn t6_a_target_has_no_token_but_other_sectors_of_a_burst_may_have_one() {
    let hit = |rules: &mut Value| rules["operations"] = json!([tokens(1, "D4 C4 A9")]);
    let mut play = arranged(&json!({}), [3, 3, 3, 1, 2], hit);
    for (line, field) in [
        ("fire three_of_a_kind D4", "targets[0]"),
        ("fire barrage_3 B1 A9", "targets[1]"),
        ("fire hazard C4", "targets[0]"),
    ] {
        let (rule, found, text) = refused(&mut play, line);
        assert_eq!((rule, found.as_str()), ("T6", field));
        assert!(text.contains("hit before"), "{text}");
    }
    // D4 and C4 were hit before; C5 itself, B5, C6 and D5 are new.
    assert_eq!(
        act(&mut play, ada(), "fire three_of_a_kind C5"),
        ["seat 1 fires three_of_a_kind at C5: C5 hit, B5 miss, C6 miss, D5 miss"]
    );
}

#[test]
fn t6_bursts_are_clipped_at_the_edge_of_the_planet() {
    let fired = |dice, line: &str| {
        let heard = act(&mut rolled(dice), ada(), line);
        let (_, reports) = heard[0].split_once(": ").unwrap();
        let reports = reports.split(';').next().unwrap();
        let mut sectors: Vec<_> =
            reports.split(", ").map(|one| one.split(' ').next().unwrap().to_owned()).collect();
        sectors.sort();
        sectors.join(" ")
    };
    let (three, four, full) = ([6, 6, 6, 1, 2], [6, 6, 6, 6, 2], [6, 6, 6, 2, 2]);
    assert_eq!(fired(three, "fire three_of_a_kind A9"), "A8 A9 B9");
    assert_eq!(fired(three, "fire three_of_a_kind M5"), "L5 M4 M5 M6");
    assert_eq!(fired(three, "fire three_of_a_kind F1"), "E1 F1 F2 G1");
    assert_eq!(fired(four, "fire four_of_a_kind M9"), "L8 L9 M8 M9");
    assert_eq!(fired(four, "fire four_of_a_kind A1"), "A1 A2 B1 B2");
    assert_eq!(fired(four, "fire four_of_a_kind K9"), "J8 J9 K8 K9 L8 L9");
    assert_eq!(fired(four, "fire four_of_a_kind K5"), "J4 J5 J6 K4 K5 K6 L4 L5 L6");
    assert_eq!(fired(full, "fire full_house A1"), "A1 B2 C3");
    assert_eq!(fired(full, "fire full_house M8"), "K6 L7 L9 M8");
    assert_eq!(fired(full, "fire full_house K5"), "I3 I7 J4 J6 K5 L4 L6 M3 M7");
    let straight = [1, 2, 3, 4, 5];
    let row = "G1 G2 G3 G4 G5 G6 G7 G8 G9";
    let column = "A3 B3 C3 D3 E3 F3 G3 H3 I3 J3 K3 L3 M3";
    assert_eq!(fired(straight, "fire small_straight row G3"), row);
    assert_eq!(fired(straight, "fire small_straight column G3"), column);
    let mut both: Vec<_> =
        row.split(' ').chain(column.split(' ').filter(|at| *at != "G3")).collect();
    both.sort();
    assert_eq!(fired(straight, "fire large_straight G3"), both.join(" "));
}

#[test]
fn t7_how_many_buildings_are_destroyed_but_not_which_nor_by_which_sector() {
    // Outpost and relay have one sector left each; all other buildings have more.
    let near = |rules: &mut Value| rules["operations"] = json!([tokens(1, "A1 D1 E1")]);
    let mut play = arranged(&json!({}), [4, 4, 4, 1, 2], near);
    let heard = act(&mut play, ada(), "fire barrage_4 C1 A2 M9");
    assert_eq!(heard, ["seat 1 fires barrage_4 at C1 A2 M9: C1 hit, A2 hit, M9 miss; 2 destroyed"]);
    for viewer in [Viewer::Seat(ada()), Viewer::Public] {
        let side = &play.view(viewer)["sides"][1];
        assert_eq!((&side["destroyed"], &side["buildings"]), (&json!(2), &Value::Null));
        let text = play.view(viewer).to_string();
        assert!(viewer == Viewer::Seat(ada()) || !text.contains("relay"), "{text}");
    }
    // The owner sees which ones.
    let own = play.view(Viewer::Seat(ben()));
    let fell: Vec<_> = own["sides"][1]["buildings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|building| building["destroyed"] == true)
        .map(|building| building["building"].clone())
        .collect();
    assert_eq!(fell, ["outpost", "relay"]);
}

#[test]
fn t7_two_planets_that_answer_alike_look_alike() {
    // Two layouts of outpost and relay on the same five sectors, which give the same answers.
    let one = PLANET.replace("outpost A1 A2, relay C1 D1 E1", "outpost B1 B2, relay A1 A2 A3");
    let two = PLANET.replace("outpost A1 A2, relay C1 D1 E1", "outpost A3 A2, relay A1 B1 C1");
    let games = [one, two].map(|buildings| {
        let mut play = change_state(&started_game(&json!({}), PLANET, &buildings), |rules| {
            rules["stage"] = json!({"to": "fire", "seat": 1, "rolls": 1, "dice": [4, 4, 4, 4, 4]});
        });
        // A1 and A2 are built on in both. The shots get the same answers, and nothing is destroyed.
        let heard = act(&mut play, ada(), "fire barrage_4 A1 A2 M9");
        let view = play.view(Viewer::Seat(ada()));
        (
            heard,
            view["sides"][1].clone(),
            view["operations"].clone(),
            play.view(Viewer::Public),
            play.legal(ada()),
        )
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn t7_a_hazard_destroys_the_whole_building_and_reveals_its_sectors_but_not_its_kind() {
    let near = |rules: &mut Value| rules["operations"] = json!([tokens(1, "H3 M1")]);
    let mut play = arranged(&json!({}), [1, 2, 3, 5, 6], near);
    let heard = act(&mut play, ada(), "fire hazard H5");
    // H3 was hit before, so it is not a new report, but one of the building's sectors.
    assert_eq!(
        heard,
        [
            "seat 1 fires hazard at H5: H5 hit, H2 hit, H4 hit; the building is H2 H3 H4 H5; 1 destroyed"
        ]
    );
    let view = play.view(Viewer::Seat(ada()));
    assert_eq!(view["sides"][1]["hits"], json!(["H2", "H3", "H4", "H5"]));
    assert_eq!(
        view["operations"].as_array().unwrap().last().unwrap()["building"],
        json!(["H2", "H3", "H4", "H5"])
    );
    assert!(!view["operations"].to_string().contains("hangar"));
    // They count as hit for every purpose, so they cannot be targets.
    let mut next = change_state(&play, |rules| {
        rules["stage"] = json!({"to": "fire", "seat": 1, "rolls": 1, "dice": [1, 1, 1, 1, 2]});
    });
    assert_eq!(refused(&mut next, "fire barrage_1 H4").0, "T6");
    // A hazard that misses destroys and reveals nothing.
    let mut play = rolled([1, 2, 3, 5, 6]);
    assert_eq!(act(&mut play, ada(), "fire hazard M9"), ["seat 1 fires hazard at M9: M9 miss"]);
}

#[test]
fn t10_reports_of_one_action_are_one_event_with_the_targets_first() {
    let mut play = rolled([2, 2, 2, 2, 1]);
    let visible = play.game.visible(Viewer::Public);
    let heard = act(&mut play, ada(), "fire barrage_2 M9 A1 L1 A2");
    assert_eq!(
        heard,
        ["seat 1 fires barrage_2 at M9 A1 L1 A2: M9 miss, A1 hit, L1 miss, A2 hit; 1 destroyed"]
    );
    let mut burst = rolled([2, 2, 2, 2, 1]);
    let heard = act(&mut burst, ada(), "fire four_of_a_kind B2");
    assert_eq!(
        heard,
        [
            "seat 1 fires four_of_a_kind at B2: B2 miss, A1 hit, A2 hit, A3 miss, B1 miss, B3 miss, C1 hit, C2 miss, \
          C3 miss; 1 destroyed"
        ]
    );
    assert_eq!(burst.game.visible(Viewer::Public), visible + 1);
}

#[test]
fn t13_the_view_has_all_that_the_sheet_shows() {
    let mut play = rolled([2, 2, 1, 3, 6]);
    act(&mut play, ada(), "fire barrage_2 A1 M9");
    let view = play.view(Viewer::Public);
    let arsenal = view["sides"][0]["arsenal"].as_array().unwrap();
    assert!(arsenal.len() == 12 && !arsenal.contains(&json!("barrage_2")));
    assert_eq!(view["sides"][1]["arsenal"].as_array().unwrap().len(), 13);
    assert_eq!(
        (&view["sides"][1]["hits"], &view["sides"][1]["misses"]),
        (&json!(["A1"]), &json!(["M9"]))
    );
    let operation = &view["operations"][0];
    assert_eq!(
        (
            &operation["turn"],
            &operation["seat"],
            &operation["kind"],
            &operation["dice"],
            &operation["cartridge"]
        ),
        (&json!(1), &json!(1), &json!("fired"), &json!([2, 2, 1, 3, 6]), &json!("barrage_2"))
    );
}

#[test]
fn everything_that_is_done_draws_luck_or_is_answered_from_a_secret_and_stands_last() {
    let play = rolled([1, 2, 3, 4, 6]);
    let roll = satellite_action("roll");
    let refused =
        play.game.apply(&Request::Act { seat: ada(), actions: &[roll.clone(), roll] }).unwrap_err();
    assert!(refused.to_string().contains("last of its list"), "{refused}");
    assert_eq!(BUILT.split(' ').count(), 20);
}
