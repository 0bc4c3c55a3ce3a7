//! Tests of `classic` before the first shot: the grid, the fleets, the placements and the first
//! player (C1–C3).

use crate::common::{Play, STANDARD, STANDARD_DOWN, ada, ben, fire, open, placement, refused};
use broadside_engine::game::{Request, RulesetId};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use serde_json::{Value, json};

/// Class with its length, its shots and the number of its ships.
type Class = (String, u64, u64, u64);

/// Returns the grid as columns and rows, and the classes of the fleet.
fn fleet(options: Value) -> ([u64; 2], Vec<Class>) {
    let view = Play::open(options).view(Viewer::Public);
    let number = |value: &Value| value.as_u64().unwrap();
    let class = |class: &Value| {
        let name = class["class"].as_str().unwrap().to_owned();
        (name, number(&class["length"]), number(&class["shots"]), number(&class["ships"]))
    };
    let grid = [number(&view["grid"]["columns"]), number(&view["grid"]["rows"])];
    (grid, view["fleet"].as_array().unwrap().iter().map(class).collect())
}

/// Returns the rule, the field and the text of the refusal of these options.
fn refusal(options: Value) -> (&'static str, String, String) {
    let refused = refused(open(7, &options).expect_err("the options are refused"));
    assert_eq!(refused.kind, RefusalKind::AgainstRule);
    (refused.rule.unwrap(), refused.field, refused.detail)
}

/// Returns the rule, the field and the text of the refusal of seat 1's placement in a game with
/// these options.
fn misplaced(options: Value, ships: Value) -> (&'static str, String, String) {
    let mut play = Play::open(options);
    play.must(&Request::Join(ada()));
    let refused = play.refuse(&Request::Place { seat: ada(), placement: Some(&ships), seed: None });
    assert_eq!(refused.kind, RefusalKind::AgainstRule);
    (refused.rule.unwrap(), refused.field, refused.detail)
}

fn ships(count: usize, length: u8) -> Value {
    json!(vec![json!({"class": "boat", "length": length, "shots": 1}); count])
}

#[test]
fn every_rule_that_a_refusal_names_is_in_the_rules() {
    let rules = RulesetId::Classic.rules();
    let numbered: Vec<_> =
        rules.lines().filter_map(|line| line.strip_prefix("**C")?.split('.').next()).collect();
    let in_order: Vec<_> = (1..=numbered.len()).map(|n| n.to_string()).collect();
    assert_eq!(numbered, in_order);
    // Any text can be used as the rule of a refusal, so collect the rules from the source.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/classic");
    let mut named = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let source = std::fs::read_to_string(file).unwrap();
        for rest in source.split("\"C").skip(1) {
            let (number, _) = rest.split_once('"').unwrap();
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                named.insert(number.to_owned());
            }
        }
    }
    assert!(named.len() >= 7, "{named:?}");
    for number in named {
        assert!(numbered.contains(&&*number), "rules.md has no C{number}");
    }
}

#[test]
fn c1_the_grid_is_ten_by_ten_and_cells_off_it_are_refused() {
    for fleet_name in ["standard", "two_destroyers", "five_ships"] {
        assert_eq!(fleet(json!({"fleet": fleet_name})).0, [10, 10]);
    }
    let mut play = Play::started(json!({"first": "creator"}), STANDARD, STANDARD_DOWN);
    for cell in ["K1", "A11", "Z26"] {
        let refused = play.refuse_fire(ada(), cell);
        assert_eq!((refused.rule, refused.field.as_str()), (Some("C1"), "actions[0].cells[0]"));
        assert!(refused.detail.contains("ends at J10"), "{}", refused.detail);
    }
    // The four corners are on the grid.
    let mut seats = [ada(), ben()].into_iter().cycle();
    for cell in ["A1", "J1", "A10", "J10"] {
        play.fire(seats.next().unwrap(), cell);
    }
}

#[test]
fn c1_an_invalid_cell_is_malformed_and_the_error_names_the_field() {
    let play = Play::started(json!({"first": "creator"}), STANDARD, STANDARD_DOWN);
    for cell in ["", "7F", "f7", "F07", "F27", "F7 "] {
        let action = [json!({"type": "fire", "cells": [cell]})];
        let error = play.game.apply(&Request::Act { seat: ada(), actions: &action }).unwrap_err();
        assert!(format!("{error:?}").contains("actions[0].cells[0]"), "{error:?}");
        assert!(error.to_string().contains("as in F7"), "{error}");
    }
}

#[test]
fn c1_columns_are_letters_from_the_left_and_rows_numbers_from_the_top() {
    let mut play = Play::open(json!({"first": "creator"}));
    play.must(&Request::Join(ada()));
    play.place(
        ada(),
        "battleship B3 across, cruiser J7 down, submarine A10 across, destroyer A1 down",
    );
    let own = play.view(Viewer::Seat(ada()));
    let cells: Vec<_> =
        own["waters"][0]["ships"].as_array().unwrap().iter().map(|ship| &ship["cells"]).collect();
    assert_eq!(
        cells,
        [
            &json!(["B3", "C3", "D3", "E3", "F3"]),
            &json!(["J7", "J8", "J9", "J10"]),
            &json!(["A10", "B10", "C10"]),
            &json!(["A1", "A2"]),
        ]
    );
}

#[test]
fn c2_the_ready_made_fleets() {
    let ships_of = |name: &str| {
        let all = fleet(json!({"fleet": name})).1.into_iter();
        all.map(|(class, length, shots, ships)| format!("{class} {length} {shots} {ships}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ships_of("standard"),
        ["battleship 5 3 1", "cruiser 4 2 1", "submarine 3 1 1", "destroyer 2 1 1"]
    );
    assert_eq!(
        ships_of("two_destroyers"),
        ["battleship 5 3 1", "cruiser 3 2 1", "destroyer 2 1 2"]
    );
    assert_eq!(
        ships_of("five_ships"),
        [
            "carrier 5 2 1",
            "battleship 4 3 1",
            "cruiser 3 2 1",
            "submarine 3 1 1",
            "destroyer 2 1 1"
        ]
    );
    assert_eq!(fleet(json!({})).1, fleet(json!({"fleet": "standard"})).1);
}

#[test]
fn c2_ships_may_touch_but_not_overlap_nor_leave_the_grid() {
    // `STANDARD` lies side by side, so the ships touch everywhere.
    let mut play = Play::open(json!({}));
    play.must(&Request::Join(ada()));
    assert_eq!(play.place(ada(), STANDARD), ["placed seat=1"]);

    let mut crossing = placement(
        "battleship C1 down, cruiser A3 across, submarine A9 across, destroyer A10 across",
    );
    let (rule, field, detail) = misplaced(json!({}), crossing.clone());
    assert_eq!((rule, field.as_str()), ("C2", "placement.ships[1].at"));
    assert!(detail.contains("both cover C3"), "{detail}");

    crossing["ships"][1]["at"] = json!("H3");
    let (rule, field, detail) = misplaced(json!({}), crossing.clone());
    assert_eq!((rule, field.as_str()), ("C2", "placement.ships[1].at"));
    assert!(detail.contains("does not fit at H3 across"), "{detail}");

    crossing["ships"][1]["at"] = json!("G3");
    let placed = play.must(&Request::Place { seat: ada(), placement: Some(&crossing), seed: None });
    assert!(placed.is_empty(), "placing anew is not announced: {placed:?}");
}

#[test]
fn c2_ships_lie_straight() {
    let mut slanting = placement(STANDARD);
    slanting["ships"][0]["heading"] = json!("slanting");
    let play = Play::open(json!({}));
    let request = Request::Place { seat: ada(), placement: Some(&slanting), seed: None };
    let error = play.game.apply(&request).unwrap_err();
    assert!(format!("{error:?}").contains("placement.ships[0].heading"), "{error:?}");
}

#[test]
fn c2_every_ship_of_the_fleet_is_placed_and_no_other() {
    let cases = [
        (
            "battleship A1 across, cruiser A2 across, submarine A3 across",
            "placement.ships",
            "exactly 1",
        ),
        (
            "battleship A1 across, cruiser A2 across, submarine A3 across, destroyer A4 across, destroyer A5 across",
            "placement.ships",
            "2 of class `destroyer`",
        ),
        (
            "battleship A1 across, carrier A2 across",
            "placement.ships[1].class",
            "no class `carrier`",
        ),
    ];
    for (ships, field, says) in cases {
        let (rule, at, detail) = misplaced(json!({}), placement(ships));
        assert_eq!((rule, at.as_str()), ("C2", field));
        assert!(detail.contains(says), "{detail}");
    }
}

#[test]
fn c2_a_custom_fleet_has_its_own_grid_and_classes() {
    let ships = json!([
        {"class": "raft", "length": 1, "shots": 5},
        {"class": "long_6", "length": 6, "shots": 1},
        {"class": "raft", "length": 1, "shots": 5},
    ]);
    let (grid, classes) =
        fleet(json!({"fleet": "custom", "grid": {"columns": 26, "rows": 6}, "ships": ships}));
    assert_eq!(grid, [26, 6]);
    assert_eq!(classes, [("raft".to_owned(), 1, 5, 2), ("long_6".to_owned(), 6, 1, 1)]);

    // Without a grid the standard one is used, and `single` needs no shots.
    let one = json!([{"class": "boat", "length": 2}]);
    let (grid, classes) = fleet(json!({"fleet": "custom", "ships": one}));
    assert_eq!((grid, classes), ([10, 10], vec![("boat".to_owned(), 2, 1, 1)]));

    // A ship of one cell has no direction: both headings place it.
    let mut play =
        Play::open(json!({"fleet": "custom", "ships": [{"class": "raft", "length": 1}]}));
    play.must(&Request::Join(ada()));
    play.place(ada(), "raft J10 down");
    assert_eq!(play.view(Viewer::Seat(ada()))["waters"][0]["ships"][0]["cells"], json!(["J10"]));
}

#[test]
fn c2_the_limits_of_a_custom_fleet_are_those_stated() {
    let custom = |grid: Value, ships: Value| json!({"mode": "salvo", "fleet": "custom", "grid": grid, "ships": ships});
    let grid = |columns: u8, rows: u8| json!({"columns": columns, "rows": rows});
    let salvo = |shots: Value| json!([{"class": "boat", "length": 1, "shots": shots}]);
    let refused = [
        (custom(grid(5, 10), ships(1, 1)), "options.grid", "6 to 26"),
        (custom(grid(10, 5), ships(1, 1)), "options.grid", "6 to 26"),
        (custom(grid(27, 10), ships(1, 1)), "options.grid", "6 to 26"),
        (custom(grid(10, 27), ships(1, 1)), "options.grid", "6 to 26"),
        (custom(grid(10, 10), json!([])), "options.ships", "1 to 10 ships, not 0"),
        (json!({"fleet": "custom"}), "options.ships", "1 to 10 ships, not 0"),
        (custom(grid(10, 10), ships(11, 1)), "options.ships", "1 to 10 ships, not 11"),
        (custom(grid(10, 10), ships(1, 0)), "options.ships[0].length", "1 to 6 cells, not 0"),
        (custom(grid(10, 10), ships(1, 7)), "options.ships[0].length", "1 to 6 cells, not 7"),
        (custom(grid(10, 10), salvo(json!(0))), "options.ships[0].shots", "1 to 5 shots, not 0"),
        (custom(grid(10, 10), salvo(json!(6))), "options.ships[0].shots", "1 to 5 shots, not 6"),
        (custom(grid(10, 10), salvo(Value::Null)), "options.ships[0].shots", "each ship says"),
        // 19 of 36 cells; half would be 18.
        (
            custom(
                grid(6, 6),
                json!([
                    {"class": "six", "length": 6, "shots": 1}, {"class": "six", "length": 6, "shots": 1},
                    {"class": "six", "length": 6, "shots": 1}, {"class": "raft", "length": 1, "shots": 1},
                ]),
            ),
            "options.ships",
            "19 cells: at most half the grid, 18",
        ),
        // 10 of 36 cells; a quarter would be 9.
        (
            custom(grid(6, 6), ships(10, 1)),
            "options.ships",
            "10 shots: at most a quarter of the grid's cells, 9",
        ),
    ];
    for (options, field, says) in refused {
        let (rule, at, detail) = refusal(options);
        assert_eq!((rule, at.as_str()), ("C2", field), "{detail}");
        assert!(detail.contains(says), "{detail}");
    }
    let allowed = [
        custom(grid(6, 6), ships(9, 1)),
        custom(grid(6, 6), ships(3, 6)),
        custom(grid(26, 26), ships(10, 6)),
        custom(grid(10, 10), salvo(json!(5))),
        // Shots are limited only in salvo mode.
        json!({"fleet": "custom", "grid": grid(6, 6), "ships": ships(10, 1)}),
    ];
    for options in allowed {
        open(7, &options).unwrap_or_else(|error| panic!("{options}: {error}"));
    }
}

#[test]
fn c2_a_class_has_one_length_and_one_number_of_shots() {
    for other in [
        json!({"class": "boat", "length": 3, "shots": 2}),
        json!({"class": "boat", "length": 2, "shots": 1}),
    ] {
        let ships = json!([{"class": "boat", "length": 2, "shots": 2}, other]);
        let (rule, field, detail) =
            refusal(json!({"mode": "salvo", "fleet": "custom", "ships": ships}));
        assert_eq!((rule, field.as_str()), ("C2", "options.ships[1].class"));
        assert!(detail.contains("2 cells and gives 2 shots"), "{detail}");
    }
}

#[test]
fn c2_grid_and_ships_go_with_a_custom_fleet_alone() {
    for fleet in ["standard", "two_destroyers", "five_ships"] {
        let (rule, field, _) =
            refusal(json!({"fleet": fleet, "grid": {"columns": 10, "rows": 10}}));
        assert_eq!((rule, field.as_str()), ("C2", "options.grid"));
        let (rule, field, _) = refusal(json!({"fleet": fleet, "ships": ships(1, 1)}));
        assert_eq!((rule, field.as_str()), ("C2", "options.ships"));
    }
}

#[test]
fn c2_the_error_of_malformed_options_names_the_field() {
    let cases = [
        (json!({"mode": "blitz"}), "options.mode"),
        (json!({"fleet": "armada"}), "options.fleet"),
        (json!({"first": "me"}), "options.first"),
        (json!({"repeat_on_hit": 1}), "options.repeat_on_hit"),
        (
            json!({"fleet": "custom", "ships": [{"class": "Boat", "length": 1}]}),
            "options.ships[0].class",
        ),
        (
            json!({"fleet": "custom", "ships": [{"class": "b", "length": 1, "width": 1}]}),
            "options.ships[0].width",
        ),
        (json!({"weather": "calm"}), "options.weather"),
    ];
    for (options, field) in cases {
        let error = open(7, &options).unwrap_err();
        assert!(format!("{error:?}").contains(&format!("field: \"{field}\"")), "{error:?}");
    }
}

#[test]
fn c3_the_options_can_choose_the_first_seat() {
    for (first, seat) in [("creator", ada()), ("opponent", ben())] {
        let mut play = Play::started(json!({"first": first}), STANDARD, STANDARD_DOWN);
        let announced = play.heard(Viewer::Public).pop().unwrap();
        assert_eq!(announced, format!("first_player rolls=[] seat={}", seat.number()));
        assert!(play.game.to_move().contains(seat));
        let other = if seat == ada() { ben() } else { ada() };
        assert!(!play.game.to_move().contains(other));
        assert_eq!(play.refuse_fire(other, "A1").kind, RefusalKind::OutOfTurn);
        assert_eq!(play.view(Viewer::Public)["first"], json!(seat));
    }
}

#[test]
fn c3_the_first_seat_is_rolled_and_ties_roll_again() {
    let (mut begins, mut ties) = ([0, 0], 0);
    for byte in 0..60 {
        let mut play = Play::seeded(byte, &json!({"first": "roll"}));
        play.must(&Request::Join(ada()));
        play.must(&Request::Join(ben()));
        play.place(ada(), STANDARD);
        play.place(ben(), STANDARD);
        let event = serde_json::to_value(play.log.last().unwrap().glimpse(Viewer::Public)).unwrap();
        let rolls = event["rolls"].as_array().unwrap();
        for (n, round) in rolls.iter().enumerate() {
            let face = |at: usize| round[at]["face"].as_u64().unwrap();
            assert_eq!(json!([round[0]["seat"], round[1]["seat"]]), json!([1, 2]));
            assert!((1..=10).contains(&face(0)) && (1..=10).contains(&face(1)));
            let tied = face(0) == face(1);
            assert_eq!(tied, n + 1 < rolls.len(), "only those tied roll again: {event}");
            if !tied {
                assert_eq!(event["seat"], if face(0) > face(1) { 1 } else { 2 });
            }
        }
        ties += rolls.len() - 1;
        begins[usize::from(event["seat"] == 2)] += 1;
        assert_eq!(play.game.to_move().contains(ben()), event["seat"] == 2);
    }
    assert!(begins[0] > 10 && begins[1] > 10 && ties > 0, "{begins:?}, {ties} ties");
}

#[test]
fn c3_in_salvo_the_first_player_only_orders_the_announcements() {
    for (first, order) in [("creator", [1, 2]), ("opponent", [2, 1])] {
        let mut play =
            Play::started(json!({"mode": "salvo", "first": first}), STANDARD, STANDARD_DOWN);
        assert!(play.game.to_move().contains(ada()) && play.game.to_move().contains(ben()));
        // Either player may write first.
        play.fire(ben(), "A10 B10 C10 D10 E10 F10 A9");
        let announced = [fire("A1 B1 C1 D1 E1 F1 G1")];
        let entries = play.ask(&Request::Act { seat: ada(), actions: &announced }).unwrap();
        let salvos =
            serde_json::to_value(entries[1].glimpse(Viewer::Public)).unwrap()["salvos"].take();
        assert_eq!([&salvos[0]["seat"], &salvos[1]["seat"]], order.map(|n| json!(n)).each_ref());
    }
}
