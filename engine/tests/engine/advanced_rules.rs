//! Tests of `advanced` before the first turn: maps, fleets, points, and hidden information (A1–A4).
//! Tests of the turns are in `advanced_battle`.

use broadside_engine::advanced::Kind;
use broadside_engine::advanced::map::Map;
use broadside_engine::advanced::recipe::Recipe;
use broadside_engine::chance::Seed;
use broadside_engine::check_kind::CheckKind;
use broadside_engine::game::{Game, Request, RequestError, RulesetId};
use broadside_engine::record::verify;
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use broadside_engine::table::OwnSeed;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::advanced_common::{
    FLEET, SUBMARINES, act, advanced_placement, coast, place, refuse, seated, side, started_game,
    status, submarines,
};
use crate::common::{Refused, VIEWERS, ada, ben, refused};

fn open(byte: u8, options: &Value) -> Result<Game, RequestError> {
    Game::open("a game", Seed::new([byte; 32]), RulesetId::Advanced, options)
}

fn refused_options(options: &Value) -> (&'static str, String, String) {
    let Refused { rule, field, detail, kind } =
        refused(open(7, options).expect_err("they are refused"));
    assert_eq!(kind, RefusalKind::AgainstRule);
    (rule.unwrap(), inner("options", &field), detail)
}

fn refused_placement(options: &Value, text: &str) -> (&'static str, String, String) {
    let mut play = seated(7, options);
    let placement = advanced_placement(text);
    let request = Request::Place { seat: ada(), placement: Some(&placement), seed: None };
    let Refused { rule, field, detail, .. } = play.refuse(&request);
    (rule.unwrap(), inner("placement", &field), detail)
}

/// Returns a field path without the prefix `outer`.
fn inner(outer: &str, field: &str) -> String {
    field
        .strip_prefix(&format!("{outer}."))
        .unwrap_or_else(|| panic!("`{field}` is not of the {outer}"))
        .to_owned()
}

proptest! {
    #![proptest_config(crate::common::cases(60))]

    #[test]
    fn a1_every_made_map_has_its_share_of_land_and_room_for_every_fleet(
        columns in 10..=26_u8,
        rows in 10..=26_u8,
        seed in "[A-Za-z0-9-]{1,40}",
        ships in prop::array::uniform5(0..=4_u8),
        byte: u8
    ) {
        let recipe = Recipe::new(columns.into(), rows.into(), &seed).unwrap();
        let map = Map::made(&recipe);
        let (land, area) = (map.land().len(), map.grid().area());
        prop_assert!(land * 100 >= area * 35 && land * 2 <= area, "{} of {}", land, area);
        prop_assert!(map.land().is_subset(&map.grid().all()));
        prop_assert_eq!(&Map::made(&recipe.to_string().parse().unwrap()), &map);

        let classes = ["carrier", "battleship", "cruiser", "destroyer", "submarine"];
        let count = |(&class, ships): (&&str, u8)| (class.to_owned(), json!(ships));
        let fleet: serde_json::Map<_, _> = classes.iter().zip(ships).map(count).collect();
        prop_assume!(ships.iter().any(|&ships| ships > 0));
        let options = json!({"map": {"columns": columns, "rows": rows, "seed": seed}, "fleet": fleet});
        let mut play = seated(byte, &options);
        play.place_at_random(ada(), None);
        prop_assert_eq!(play.view(Viewer::Public)["map"].as_array().unwrap().len(), usize::from(rows));
        let placed = side(&play, ada());
        for ship in placed["ships"].as_array().unwrap() {
            for cell in ship["cells"].as_array().unwrap() {
                prop_assert!(map.water().contains(cell.as_str().unwrap().parse().unwrap()));
            }
        }
    }
}

#[test]
fn a1_the_fullest_fleet_finds_room_on_the_smallest_made_map() {
    let fleet =
        json!({"carrier": 4, "battleship": 4, "cruiser": 4, "destroyer": 4, "submarine": 4});
    for n in 0..20_u8 {
        let map = json!({"columns": 10, "rows": 10 + n % 2, "seed": n.to_string()});
        let mut play = seated(n, &json!({"map": map, "fleet": fleet}));
        play.place_at_random(ada(), None);
        play.place_at_random(ben(), None);
        assert_eq!(play.game.status().as_str(), "playing");
    }
}

#[test]
fn a2_a_random_placement_with_little_room_is_still_a_secret() {
    let fleet =
        json!({"carrier": 4, "battleship": 4, "cruiser": 4, "destroyer": 4, "submarine": 4});
    // A generated and a given map. On both, placing ships purely at random finds no room for all of
    // them.
    let ten_by_six: Vec<_> =
        (0..10).map(|row| if row < 6 { "~" } else { "#" }.repeat(10)).collect();
    for map in [json!({"columns": 10, "rows": 10, "seed": "1"}), json!(ten_by_six)] {
        let mut ways = std::collections::HashSet::new();
        for byte in 0..8 {
            let mut play = seated(byte, &json!({"map": map, "fleet": fleet}));
            play.place_at_random(ada(), None);
            let placed = side(&play, ada());
            // A placement that depended only on the map could be computed by the opponent.
            let ships: Vec<_> =
                placed["ships"].as_array().unwrap().iter().map(|ship| &ship["cells"]).collect();
            assert!(ways.insert(json!(ships).to_string()), "{map}: {ships:?}");
        }
    }
}

#[test]
fn a1_a_map_left_to_the_server_is_drawn_shown_and_proved() {
    let game = open(7, &json!({})).unwrap();
    let map = game.options()["map"].clone();
    assert_eq!(
        (&map["columns"], &map["rows"], &map["version"], &map["drawn"]),
        (&json!(16), &json!(16), &json!(1), &json!(true))
    );
    let seed = map["seed"].as_str().unwrap();
    assert_eq!(seed.len(), 10);
    assert_ne!(open(8, &json!({})).unwrap().options()["map"]["seed"], map["seed"]);

    let mut play = seated(7, &json!({}));
    for viewer in VIEWERS() {
        let view = play.view(viewer);
        assert_eq!(view["recipe"], format!("v1:16x16:{seed}"));
        let rows = Map::made(&Recipe::new(16, 16, seed).unwrap()).rows();
        assert_eq!(view["map"], json!(rows));
    }
    // The same seed sent in the options gives the same map, and is not marked as drawn.
    let other = open(9, &json!({"map": {"seed": seed}})).unwrap();
    assert_eq!(
        other.options()["map"],
        json!({"columns": 16, "rows": 16, "version": 1, "seed": seed, "drawn": false})
    );
    // Reusing the options of a game draws a new map.
    let again = open(10, &json!({"map": map})).unwrap();
    assert_ne!(again.options()["map"]["seed"], map["seed"]);

    // A record is invalid if its map is not the one drawn.
    play.place_at_random(ada(), None);
    play.place_at_random(ben(), None);
    play.shared_move(ada(), "resign");
    let mut record = json!(play.record());
    assert!(verify(&record.to_string()).valid);
    record["options"]["map"]["seed"] = json!("abcdefghij");
    let faults = verify(&record.to_string()).faults;
    assert!(
        faults
            .iter()
            .any(|fault| fault.part == CheckKind::Form && fault.field == "options.map.seed"),
        "{faults:?}"
    );
}

#[test]
fn a1_a_given_map_is_refused_where_it_is_none() {
    let water = "~".repeat(10);
    let changed = |change: &dyn Fn(&mut Vec<String>)| {
        let mut rows = vec![water.clone(); 10];
        change(&mut rows);
        refused_options(&json!({"map": rows}))
    };
    for (change, field, says) in [
        (
            &(|rows: &mut Vec<String>| rows.truncate(9)) as &dyn Fn(&mut Vec<String>),
            "map",
            "10 to 26 rows, not 9",
        ),
        (&|rows| rows[0].truncate(9), "map[0]", "10 to 26 squares, not 9"),
        (&|rows| rows[4].push('#'), "map[4]", "as long"),
        (&|rows| rows[2].replace_range(0..1, "."), "map[2]", "`.` is neither land nor water"),
        (&|rows| rows.fill("#".repeat(10)), "map", "cannot hold the fleet"),
        (
            &|rows| {
                for (n, row) in rows.iter_mut().enumerate() {
                    *row = if n % 2 == 0 { "~#~#~#~#~#" } else { "##########" }.to_owned();
                }
            },
            "map",
            "cannot hold the fleet",
        ),
    ] {
        let refused = changed(change);
        assert_eq!((refused.0, refused.1.as_str()), ("A1", field));
        assert!(refused.2.contains(says), "{}", refused.2);
    }
    // A map without land is allowed. On it, points buy planes for the carrier, and salvos.
    let options = open(7, &json!({"map": vec![&water; 10]})).unwrap().options();
    assert_eq!(options["map"], json!(vec![&water; 10]));
}

#[test]
fn a1_invalid_settings_of_a_generated_map_are_refused() {
    for (map, field, says) in [
        (json!({"columns": 9}), "map", "10 to 26 columns"),
        (json!({"rows": 27}), "map", "not 16 by 27"),
        (json!({"seed": ""}), "map.seed", "1 to 40"),
        (json!({"seed": "blue herring"}), "map.seed", "1 to 40"),
        (json!({"version": 2}), "map.version", "no version 2"),
        (json!({"drawn": false}), "map.seed", "say a seed"),
    ] {
        let refused = refused_options(&json!({"map": map}));
        assert_eq!((refused.0, refused.1.as_str()), ("A1", field));
        assert!(refused.2.contains(says), "{}", refused.2);
    }
    for (options, field, says) in [
        (
            json!({"map": "herring"}),
            "options.map",
            "an object that says how the map is made, or an array of rows",
        ),
        (json!({"map": {"seeds": "a"}}), "options.map.seeds", "not known"),
        (json!({"map": ["~", 3]}), "options.map[1]", "a string"),
        (json!({"map": {"columns": "x"}}), "options.map.columns", "a whole number"),
    ] {
        let Err(RequestError::ShapeError(error)) = open(7, &options) else {
            panic!("{options} is taken")
        };
        assert_eq!(error.field, field);
        assert!(error.detail.contains(says), "{}", error.detail);
    }
}

#[test]
fn a2_ships_lie_on_water_alone() {
    let (rule, field, detail) =
        refused_placement(&submarines(json!({})), "submarine A1 across, submarine G1 across");
    assert_eq!((rule, field.as_str()), ("A2", "ships[1].at"));
    assert!(detail.contains("lie on land at G1"), "{detail}");
    let long = FLEET.replace("battleship A2 across", "battleship D2 across");
    let (rule, field, detail) = refused_placement(&coast(json!({})), &long);
    assert_eq!((rule, field.as_str()), ("A2", "ships[1].at"));
    assert!(detail.contains("G2"), "{detail}");
    let (rule, field, _) =
        refused_placement(&coast(json!({})), &FLEET.replace("cruiser A4", "cruiser B3"));
    assert_eq!((rule, field.as_str()), ("A2", "ships[3].at"));
    let (rule, field, _) =
        refused_placement(&coast(json!({})), &FLEET.replace("submarine A8", "submarine K8"));
    assert_eq!((rule, field.as_str()), ("A2", "ships[7].at"));
}

#[test]
fn a2_weapons_stand_on_land_and_planes_on_the_carrier_too_one_to_a_square() {
    let mut play = seated(7, &coast(json!({})));
    place(&mut play, ada(), &format!("{FLEET}; gun G1, recce A1, bomber E1, nuclear_bomber J10"));
    assert_eq!(status(&play, ada(), "A1"), "ready");
    for (weapons, field, says) in [
        ("gun A1", "weapons[0].at", "a gun cannot stand on A1: guns stand on land"),
        ("recce G1, bomber F1", "weapons[1].at", "planes stand on land or on the own carrier"),
        ("recce A2", "weapons[0].at", "planes stand on land or on the own carrier"),
        ("gun G1, recce G1", "weapons[1].at", "one to a square"),
        ("recce A1, recce A1", "weapons[1].at", "one to a square"),
    ] {
        let (rule, found, detail) =
            refused_placement(&coast(json!({})), &format!("{FLEET}; {weapons}"));
        assert_eq!((rule, found.as_str()), ("A2", field));
        assert!(detail.contains(says), "{detail}");
    }
    let (rule, field, _) = refused_placement(&coast(json!({})), &format!("{FLEET}; gun K1"));
    assert_eq!((rule, field.as_str()), ("A1", "weapons[0].at"));
}

#[test]
fn a3_the_fleet_is_the_usual_one_or_up_to_four_of_each() {
    let fleet = open(7, &json!({})).unwrap().options()["fleet"].clone();
    assert_eq!(
        fleet,
        json!({"carrier": 1, "battleship": 1, "cruiser": 2, "destroyer": 2, "submarine": 2})
    );
    let none = json!({"carrier": 0, "battleship": 0, "cruiser": 0, "destroyer": 0, "submarine": 0});
    for (fleet, field) in [(json!({"carrier": 5}), "fleet.carrier"), (none, "fleet")] {
        let (rule, found, _) = refused_options(&json!({"fleet": fleet}));
        assert_eq!((rule, found.as_str()), ("A3", field));
    }
    for ships in [
        "submarine A1 across",
        "submarine A1 across, submarine A2 across, submarine A3 across",
        "carrier A1 across",
    ] {
        let (rule, _, detail) = refused_placement(&submarines(json!({})), ships);
        assert_eq!(rule, "A3", "{detail}");
    }
}

#[test]
fn a4_weapons_are_bought_for_points() {
    assert_eq!(
        Kind::ALL.map(|kind| (kind.letter(), kind.price())),
        [('A', 1), ('R', 1), ('B', 3), ('N', 10)]
    );
    let options = submarines(json!({"points": 15}));
    let mut play = seated(7, &options);
    place(
        &mut play,
        ada(),
        &format!("{SUBMARINES}; gun G1, recce G2, bomber G3, nuclear_bomber G4"),
    );
    assert_eq!(side(&play, ada())["remaining_points"], 0);
    let (rule, field, detail) = refused_placement(
        &options,
        &format!("{SUBMARINES}; gun G1, recce G2, bomber G3, nuclear_bomber G4, gun G5"),
    );
    assert_eq!((rule, field.as_str()), ("A4", "weapons"));
    assert_eq!(detail, "there are not points enough: this takes 16, and 15 are left");
    for (options, field) in [
        (json!({"points": 9}), "points"),
        (json!({"points": 201}), "points"),
        (json!({"resupply": 11}), "resupply"),
    ] {
        let (rule, found, _) = refused_options(&options);
        assert_eq!((rule, found.as_str()), ("A4", field));
    }
}

#[test]
fn a4_a_random_placement_buys_the_default_kit_in_proportion() {
    for (points, guns, recce, bombers, nuclear) in [
        (200, 2, 3, 2, 1),
        (60, 2, 3, 2, 1),
        (40, 2, 3, 2, 1),
        (39, 2, 3, 2, 1),
        (30, 2, 2, 2, 1),
        (20, 1, 2, 1, 1),
        (19, 1, 1, 1, 0),
        (10, 1, 1, 1, 0),
    ] {
        let mut play = seated(7, &json!({"points": points}));
        play.place_at_random(ada(), None);
        let side = side(&play, ada());
        let weapons = side["weapons"].as_array().unwrap();
        let count = |kind: &str| weapons.iter().filter(|weapon| weapon["weapon"] == kind).count();
        let kit = ["gun", "recce", "bomber", "nuclear_bomber"].map(count);
        assert_eq!(kit, [guns, recce, bombers, nuclear], "{points}");
        let spent = guns + recce + 3 * bombers + 10 * nuclear;
        assert_eq!(side["remaining_points"], points - spent);
    }
    // Without land there are no guns, and only as many planes as the carrier has room for.
    let mut play = seated(7, &json!({"map": vec!["~".repeat(12); 10]}));
    play.place_at_random(ada(), None);
    assert_eq!(side(&play, ada())["weapons"].as_array().unwrap().len(), 5);
}

#[test]
fn a4_a_resupply_begins_every_own_turn_and_buys_weapons_then() {
    let mut play = started_game(&coast(json!({"resupply": 2, "points": 10})), FLEET, FLEET);
    let points =
        |play: &crate::common::Play, seat| side(play, seat)["remaining_points"].as_u64().unwrap();
    assert_eq!((points(&play, ada()), points(&play, ben())), (12, 10));
    assert_eq!(refuse(&mut play, ben(), "buy gun G1").kind, RefusalKind::OutOfTurn);
    act(&mut play, ada(), "buy nuclear_bomber A1");
    act(&mut play, ada(), "buy gun G1 hold");
    assert_eq!(points(&play, ada()), 1);
    for (line, rule, field) in [
        ("buy bomber G2", "A4", "actions[0].weapon"),
        ("buy gun A2", "A2", "actions[0].at"),
        ("buy recce G1", "A2", "actions[0].at"),
        ("buy recce G2 any", "A14", "actions[0].order"),
        ("buy recce K2", "A1", "actions[0].at"),
    ] {
        let refused = refuse(&mut play, ada(), line);
        assert_eq!((refused.rule.unwrap(), refused.field.as_str()), (rule, field), "{line}");
    }
    // A plane can be sent from the player's next turn on.
    let refused = refuse(&mut play, ada(), "send A1 A1");
    assert_eq!((refused.kind, refused.rule), (RefusalKind::NotNow, Some("A4")));
    act(&mut play, ada(), "pass");
    assert_eq!((points(&play, ada()), points(&play, ben())), (1, 12));
    act(&mut play, ben(), "pass");
    assert_eq!(points(&play, ada()), 3);
    act(&mut play, ada(), "send A1 A1");
    // Its square is free again.
    act(&mut play, ben(), "pass");
    act(&mut play, ada(), "buy recce A1");
    // Without resupply nothing can be bought.
    let mut play = started_game(&coast(json!({})), FLEET, FLEET);
    let refused = refuse(&mut play, ada(), "buy gun G1");
    assert_eq!((refused.rule, refused.kind), (Some("A4"), RefusalKind::AgainstRule));
}

#[test]
fn a4_a_weapon_bought_is_seen_and_fires_as_soon_as_the_turn_ends() {
    let mut play = started_game(
        &coast(json!({"resupply": 1})),
        FLEET,
        &format!("{FLEET}; recce G1, bomber G2, bomber G3"),
    );
    act(&mut play, ada(), "buy gun I5");
    act(&mut play, ada(), "pass");
    assert_eq!(act(&mut play, ben(), "send G2 I5"), ["seat 2 sends a bomber to I5: shot down"]);
    act(&mut play, ada(), "buy recce I5");
    act(&mut play, ada(), "pass");
    assert_eq!(act(&mut play, ben(), "send G3 I5"), ["seat 2 sends a bomber to I5: 1 recce lost"]);
}

#[test]
fn a4_no_plane_is_bought_onto_a_hit_square_of_the_carrier() {
    let mut play =
        started_game(&coast(json!({"resupply": 5})), FLEET, &format!("{FLEET}; recce A1"));
    act(&mut play, ada(), "salvo A1 J1 J2");
    let refused = refuse(&mut play, ben(), "buy recce A1");
    assert_eq!((refused.rule, refused.field.as_str()), (Some("A4"), "actions[0].at"));
    act(&mut play, ben(), "buy recce B1");
}

#[test]
fn a4_placements_purchases_and_orders_are_hidden_from_others() {
    let mut play =
        started_game(&coast(json!({"resupply": 5})), &format!("{FLEET}; gun G1, recce A1"), FLEET);
    let before = |play: &crate::common::Play, viewer| {
        (play.view(viewer), play.heard(viewer), play.game.visible(viewer))
    };
    let (ben_before, public_before) =
        (before(&play, Viewer::Seat(ben())), before(&play, Viewer::Public));
    let (turn, to_move) = (play.game.turn(), play.game.to_move());
    act(&mut play, ada(), "buy gun H1 bombers");
    act(&mut play, ada(), "order G1 hold");
    assert_eq!(before(&play, Viewer::Seat(ben())), ben_before);
    assert_eq!(before(&play, Viewer::Public), public_before);
    assert_eq!((play.game.turn(), play.game.to_move()), (turn, to_move));
    let heard = play.heard(Viewer::Seat(ada()));
    assert_eq!(
        heard[heard.len() - 2..],
        ["seat 1 buys a gun for H1, order bombers", "seat 1 orders the gun on G1: hold"]
    );
    for viewer in [Viewer::Seat(ben()), Viewer::Public] {
        let side = play.view(viewer)["sides"][0].take();
        assert_eq!(
            [&side["ships"], &side["weapons"], &side["remaining_points"]],
            [&Value::Null; 3]
        );
    }
    // Only the sender learns where a plane came from.
    act(&mut play, ada(), "send A1 J9");
    for (viewer, says) in VIEWERS().into_iter().zip([" from A1", "", ""]) {
        let last = play.heard(viewer).pop().unwrap();
        assert!(last.starts_with(&format!("seat 1 sends a recce{says} to J9")), "{last}");
    }
}

#[test]
fn a4_the_whole_placement_is_sealed_and_revealed() {
    let placed = format!("{SUBMARINES}; gun G1 hold, recce G2");
    let mut play = seated(7, &submarines(json!({})));
    let placement = advanced_placement(&placed);
    play.must(&Request::Place {
        seat: ada(),
        placement: Some(&placement),
        seed: OwnSeed::new("ada"),
    });
    play.place_at_random(ben(), None);
    play.shared_move(ben(), "resign");
    let record = json!(play.record());
    let weapons = &record["revealed"]["seats"][0]["placement"]["weapons"];
    assert_eq!(
        *weapons,
        json!([{"kind": "gun", "at": "G1", "order": "hold"}, {"kind": "recce", "at": "G2"}])
    );
    for (field, value) in [("at", json!("G3")), ("order", json!("any"))] {
        let mut forged = record.clone();
        forged["revealed"]["seats"][0]["placement"]["weapons"][0][field] = value;
        let faults = verify(&forged.to_string()).faults;
        assert!(
            faults.iter().any(|fault| fault.part == CheckKind::PlacementCommitment),
            "{faults:?}"
        );
    }
}
