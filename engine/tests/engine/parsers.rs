//! Tests that parsers never panic, and refuse invalid input with short messages.

use std::sync::LazyLock;

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::grid::Cell;
use broadside_engine::record::verify;
use broadside_engine::seat::Seat;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::common::{Play, STANDARD, STANDARD_DOWN};
use crate::satellite::rolled;
use crate::solo_common::ROWS;

/// Games that receive odd requests, which must not change them. One game of `solo` waits for the
/// prediction, another is in progress.
static GAMES: LazyLock<[Game; 5]> = LazyLock::new(|| {
    let mut held = Play::solo(7, &json!({}));
    held.solo_place(ROWS);
    [
        Play::started(json!({}), STANDARD, STANDARD_DOWN).game,
        Play::satellite(1, &json!({})).game,
        rolled([1, 2, 3, 4, 6]).game,
        held.game,
        Play::solo_begun(7, ROWS, "suns").game,
    ]
});

/// Generates JSON from the words used in actions, placements and options, and from others.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "type",
            "fire",
            "cells",
            "round",
            "ships",
            "class",
            "at",
            "heading",
            "across",
            "down",
            "A1",
            "K11",
            "Z99",
            "battleship",
            "resign",
            "offer_draw",
            "mode",
            "salvo",
            "custom",
            "fleet",
            "grid",
            "columns",
            "length",
            "shots",
            "roll",
            "keep",
            "cartridge",
            "hazard",
            "targets",
            "beam",
            "row",
            "buildings",
            "building",
            "outpost",
            "rows",
            "endgame",
            "predict",
            "suit",
            "suns",
            "suns/upper/N",
            "cruiser",
            "order",
            "lends",
            "wumpuses",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(crate::common::cases(2000))]

    #[test]
    fn a_cell_is_read_only_as_it_is_written(text in any::<String>()) {
        if let Ok(cell) = text.parse::<Cell>() {
            prop_assert_eq!(cell.to_string(), text);
        }
    }

    #[test]
    fn no_json_is_too_odd_for_a_game(value in any_json(), field in "[a-z]{1,8}") {
        let wrapped = ["fire", "predict"].map(|kind| json!({"type": kind, field.as_str(): value.clone()}));
        let named = ["suit", "order", "lends", "ships"].map(|name| json!({name: value.clone()}));
        let predicted = json!({"type": "predict", "suit": value.clone()});
        for value in [value, predicted].into_iter().chain(wrapped).chain(named) {
            for &ruleset in RulesetId::ALL {
                let opened = Game::open("g", Seed::new([1; 32]), ruleset, &value);
                prop_assert!(opened.is_ok() || opened.unwrap_err().to_string().len() < 600);
            }
            let seat = Seat::new(1).unwrap();
            let actions = [value.clone()];
            for game in &*GAMES {
                for request in [
                    Request::Act { seat, actions: &actions },
                    Request::Place { seat, placement: Some(&value), seed: None },
                ] {
                    if let Err(rejection) = game.apply(&request) {
                        prop_assert!(rejection.to_string().chars().count() < 600);
                    }
                }
            }
        }
    }

    #[test]
    fn no_text_is_too_odd_for_the_verifier(text in any::<String>(), value in any_json()) {
        prop_assert!(!verify(&text).valid);
        prop_assert!(!verify(&value.to_string()).valid);
    }
}
