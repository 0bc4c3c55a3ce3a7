//! Tests of the rules of `solo`, one by one: the sea, the fleets, placing and predicting (S1–S4).

use std::collections::{BTreeMap, BTreeSet};

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RequestError, RulesetId};
use broadside_engine::ruleset::RefusalKind;
use broadside_engine::seat::Viewer;
use broadside_engine::table::MAX_PLACEMENTS;
use serde_json::{Value, json};

use crate::common::{Play, ada, refused};
use crate::solo_common::{PLAYER, ROWS, coins, misplaced, solo_placement, text};

/// Returns the rule, the field and the text of the refusal of options.
fn refused_options(options: &Value) -> (&'static str, String, String) {
    let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Solo, options);
    let refused = refused(game.expect_err("it is refused"));
    assert_eq!(refused.kind, RefusalKind::AgainstRule);
    (refused.rule.unwrap(), refused.field, refused.detail)
}

/// Returns the placement `ROWS` with one ship replaced.
fn placement_with(ship: &str, otherwise: &str) -> Value {
    assert!(ROWS.contains(ship), "{ship}");
    solo_placement(&ROWS.replace(ship, otherwise))
}

#[test]
fn every_rule_that_a_refusal_names_is_in_the_rules() {
    for rule in 1..=11 {
        assert!(RulesetId::Solo.rules().contains(&format!("**S{rule}. ")), "S{rule}");
    }
    assert!(RulesetId::Solo.credits().contains("Eric Witt"));
}

#[test]
fn s1_the_sea_has_two_rows_of_six_cells_for_each_suit_in_the_order_of_the_game() {
    let view = Play::solo(7, &json!({})).view(PLAYER());
    assert_eq!(view["order"], json!(["suns", "moons", "crowns", "arms"]));

    // The row below the lower row of one suit is the upper row of the next suit.
    let order = json!(["arms", "crowns", "moons", "suns"]);
    let mut play = Play::solo(7, &json!({"order": order}));
    play.solo_place(
        &ROWS
            .replace("moons/upper/N across", "crowns/lower/N down")
            .replace("crowns cruiser crowns/upper/N across", "crowns cruiser arms/upper/N across"),
    );
    let view = play.view(PLAYER());
    assert_eq!(view["order"], order);
    let ships = view["ships"].as_array().unwrap();
    let cruiser =
        ships.iter().find(|ship| ship["suit"] == "moons" && ship["class"] == "cruiser").unwrap();
    assert_eq!(cruiser["cells"], json!(["crowns/lower/N", "moons/upper/N", "moons/lower/N"]));
}

#[test]
fn s1_an_order_has_each_suit_once() {
    let (rule, field, detail) =
        refused_options(&json!({"order": ["suns", "moons", "suns", "arms"]}));
    assert_eq!((rule, field.as_str()), ("S1", "options.order[2]"));
    assert!(detail.contains("suns stands in the order before"), "{detail}");
    let (rule, field, detail) = refused_options(&json!({"order": ["suns", "moons"]}));
    assert_eq!((rule, field.as_str()), ("S1", "options.order"));
    assert!(detail.contains("add crowns, arms"), "{detail}");
    let suits = vec!["suns"; 10_000];
    assert!(refused_options(&json!({"order": suits})).2.len() < 200);
}

#[test]
fn s1_a_cell_is_suit_half_column() {
    for cell in ["A1", "suns/upper/6", "suns/middle/N", "stars/upper/N", "suns/upper"] {
        let mut play = Play::solo(7, &json!({}));
        let placement = placement_with("suns/upper/5 across", &format!("{cell} across"));
        let request = Request::Place { seat: ada(), placement: Some(&placement), seed: None };
        let Err(RequestError::ShapeError(misshapen)) = play.ask(&request) else {
            panic!("{cell} is taken")
        };
        assert_eq!(misshapen.field, "placement.ships[2].at");
        assert!(misshapen.detail.contains("suns/upper/5"), "{misshapen}");
    }
}

#[test]
fn s2_one_suit_lends_its_coins_and_the_others_fight() {
    let fighting = |options: Value| {
        let view = Play::solo(7, &options).view(Viewer::Public);
        let suits = view["suits"].as_array().unwrap().iter();
        let suits: Vec<_> = suits.map(|suit| text(&suit["suit"]).to_owned()).collect();
        (text(&view["lends"]).to_owned(), suits.join(" "))
    };
    assert_eq!(fighting(json!({})), ("arms".to_owned(), "suns moons crowns".to_owned()));
    assert_eq!(
        fighting(json!({"lends": "moons"})),
        ("moons".to_owned(), "suns crowns arms".to_owned())
    );

    let (rule, field, detail) = misplaced(&json!({"lends": "moons"}), &solo_placement(ROWS));
    assert_eq!((rule, field.as_str()), ("S2", "placement.ships[3].suit"));
    assert!(detail.contains("those that fight are suns, crowns, arms"), "{detail}");
}

#[test]
fn s3_a_fleet_is_a_dinghy_a_submarine_and_a_cruiser() {
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(ROWS);
    let mut lengths = BTreeMap::new();
    for ship in play.view(PLAYER())["ships"].as_array().unwrap() {
        lengths.insert(
            format!("{} {}", text(&ship["suit"]), text(&ship["class"])),
            ship["cells"].as_array().unwrap().len(),
        );
    }
    assert_eq!(lengths.len(), 9);
    for suit in ["suns", "moons", "crowns"] {
        assert_eq!(lengths[&format!("{suit} dinghy")], 1);
        assert_eq!(lengths[&format!("{suit} submarine")], 2);
        assert_eq!(lengths[&format!("{suit} cruiser")], 3);
    }
    let cases = [
        (placement_with("moons dinghy", "moons submarine"), "ships[5].at"),
        (placement_with("moons dinghy moons/upper/5", "suns dinghy arms/upper/5"), "ships"),
        (json!({"ships": []}), "ships"),
    ];
    for (placement, field) in cases {
        let (rule, found, detail) = misplaced(&json!({}), &placement);
        assert_eq!(
            (rule, found.as_str()),
            ("S3", format!("placement.{field}").as_str()),
            "{detail}"
        );
    }
}

#[test]
fn s3_ships_lie_across_down_or_slanting() {
    let headings = [
        ("across", ["suns/lower/2", "suns/lower/3", "suns/lower/4"]),
        ("down", ["suns/lower/2", "moons/upper/2", "moons/lower/2"]),
        ("diagonal_down", ["suns/lower/2", "moons/upper/3", "moons/lower/4"]),
    ];
    let moved = ROWS.replace("moons/upper", "arms/lower").replace("suns/upper/3", "arms/upper/3");
    for (heading, cells) in headings {
        let mut play = Play::solo(7, &json!({}));
        play.solo_place(&moved.replace("suns/upper/N across", &format!("suns/lower/2 {heading}")));
        let ships = play.view(PLAYER())["ships"].take();
        let cruiser =
            ships.as_array().unwrap().iter().find(|ship| ship["class"] == "cruiser").unwrap();
        assert_eq!(cruiser["cells"], json!(cells));
        assert_eq!(cruiser["heading"], heading);
    }
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(&moved.replace("suns/upper/N across", "moons/lower/2 diagonal_up"));
    let ships = play.view(PLAYER())["ships"].take();
    let cruiser = ships.as_array().unwrap().iter().find(|ship| ship["class"] == "cruiser").unwrap();
    // Ships are named from the left, and listed from the top.
    assert_eq!(cruiser["at"], "moons/lower/2");
    assert_eq!(cruiser["cells"], json!(["suns/lower/4", "moons/upper/3", "moons/lower/2"]));
}

#[test]
fn s3_a_ship_may_lie_anywhere_in_the_sea_but_not_leave_it() {
    // Also in the rows of the lending suit.
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(&ROWS.replace("moons/upper", "arms/lower"));
    assert!(coins(&play).contains_key("arms/lower/5"));
    for at in [
        "suns/lower/4 across",
        "arms/upper/N down",
        "arms/lower/N diagonal_down",
        "suns/lower/N diagonal_up",
    ] {
        let (rule, field, detail) =
            misplaced(&json!({}), &placement_with("suns/upper/N across", at));
        assert_eq!((rule, field.as_str()), ("S3", "placement.ships[0].at"), "{at}");
        assert!(detail.contains("the sea ends at arms/lower/5"), "{detail}");
    }
}

#[test]
fn s3_a_cell_has_one_coin_and_diagonal_ships_may_cross() {
    let (rule, field, detail) = misplaced(
        &json!({}),
        &placement_with("moons/upper/N across", "suns/upper/N diagonal_down"),
    );
    assert_eq!((rule, field.as_str()), ("S3", "placement.ships[3].at"));
    assert!(detail.starts_with("ship 1 and ship 4 both have a coin at suns/upper/N"), "{detail}");

    let mut play = Play::solo(7, &json!({}));
    play.solo_place(
        &ROWS
            .replace("suns/upper/3 across", "arms/upper/N diagonal_down")
            .replace("moons/upper/3 across", "arms/lower/N diagonal_up"),
    );
    assert_eq!(coins(&play).len(), 18);
}

#[test]
fn s3_a_dinghy_lies_no_way() {
    let mut play = Play::solo(7, &json!({}));
    play.solo_place(&ROWS.replace("suns/upper/5 across", "suns/upper/5 down"));
    let ships = play.view(PLAYER())["ships"].take();
    assert_eq!(
        ships[0],
        json!({"suit": "suns", "class": "dinghy", "at": "suns/upper/5", "heading": "across",
        "cells": ["suns/upper/5"], "hit": [], "sunk": false})
    );
}

#[test]
fn s4_fleets_can_be_replaced_until_the_prediction() {
    let mut play = Play::solo(7, &json!({}));
    assert_eq!(play.game.status().as_str(), "placing");
    assert_eq!(play.solo_refuse("predict suns").rule, None);
    assert_eq!(play.solo_place(ROWS), ["placed seat=1"]);
    // Nothing begins automatically.
    assert_eq!(play.game.status().as_str(), "placing");
    assert!(play.game.to_move().contains(ada()));
    assert_eq!(
        play.legal(ada())[0],
        json!({"type": "predict", "suits": ["suns", "moons", "crowns"]})
    );
    let early = play.solo_refuse("volley");
    assert_eq!((early.kind, early.rule), (RefusalKind::NotNow, Some("S4")));
    let turn = play.game.turn();
    assert_eq!(play.place_at_random(ada(), None), Vec::<String>::new());
    assert_eq!(play.game.turn(), turn);

    let arms = play.solo_refuse("predict arms");
    assert_eq!(
        (arms.kind, arms.rule, arms.field.as_str()),
        (RefusalKind::AgainstRule, Some("S4"), "actions[0].suit")
    );
    assert!(arms.detail.contains("predict one of suns, moons, crowns"), "{}", arms.detail);

    let heard = play.solo_act("predict moons");
    assert_eq!(heard[0], "predicted seat=1 suit=\"moons\"");
    assert!(heard[1].starts_with("began "), "{heard:?}");
    assert_eq!(play.game.status().as_str(), "playing");
    assert_eq!(play.view(Viewer::Public)["prediction"], "moons");
    let again = play.solo_refuse("predict moons");
    assert_eq!((again.kind, again.rule), (RefusalKind::NotNow, Some("S4")));
    let placed = play.refuse(&Request::Place { seat: ada(), placement: None, seed: None });
    assert_eq!(placed.kind, RefusalKind::NotNow);
}

#[test]
fn s4_placing_again_has_a_limit() {
    let mut play = Play::solo(7, &json!({}));
    for _ in 0..MAX_PLACEMENTS {
        play.place_at_random(ada(), None);
    }
    let refusal = play.refuse(&Request::Place { seat: ada(), placement: None, seed: None });
    assert_eq!(refusal.kind, RefusalKind::NotNow);
    play.solo_act("predict suns");
}

#[test]
fn s4_a_random_placement_is_a_placement_of_any_shape() {
    let mut headings = BTreeSet::new();
    for byte in 0..40 {
        let lends = if byte % 2 == 0 { "suns" } else { "arms" };
        let options = json!({"wumpuses": byte % 4 == 3, "lends": lends});
        let mut play = Play::solo(byte, &options);
        play.place_at_random(ada(), None);
        assert_eq!(coins(&play).len(), 18);
        for ship in play.view(PLAYER())["ships"].as_array().unwrap() {
            headings.insert(text(&ship["heading"]).to_owned());
        }
    }
    assert_eq!(headings.len(), 4);
}
