//! Mails about turns in which a move is made that was written ahead of time.

use broadside_tests::games::fire;
use serde_json::json;

use crate::world::{Stage, World};

const DAY: u64 = 86_400;
const BEN: usize = 1;

/// Texts of the mails to Ben.
fn mails_to_ben(world: &World) -> Vec<String> {
    let mails = world.mails().into_iter().flatten();
    mails.filter(|mail| mail.to == "ben@example.org").map(|mail| mail.text).collect()
}

#[test]
fn a_mail_about_a_turn_waits_for_the_queued_move_despite_older_events() {
    let mut world = World::new(Stage::Playing);
    let ahead = json!({"actions": [{"type": "fire", "cells": ["J1"]}]});
    let queue = json!({"ruleset": "classic", "moves": [ahead, ahead]});
    world.ask("PUT", &world.path("/queue"), Some(BEN), &queue);
    let before = mails_to_ben(&world).len();
    let shoot = |world: &mut World, cell: &str| {
        let path = world.path("/actions");
        world.ask("POST", &path, Some(0), &fire(&[cell]));
    };

    shoot(&mut world, "A1");
    assert_eq!(mails_to_ben(&world).len(), before);
    assert_eq!(world.try_queues(), 1);
    // The news about that turn is a day old when the next one begins.
    world.wait(DAY);
    shoot(&mut world, "A2");
    assert_eq!(mails_to_ben(&world).len(), before);
    // The second move does not fit.
    assert_eq!(world.try_queues(), 1);
    world.write_mail();
    let mails = mails_to_ben(&world);
    assert_eq!(mails.len(), before + 1, "{mails:?}");
    assert!(mails[before].contains("did not fit"), "{}", mails[before]);
}

#[test]
fn a_mail_about_a_turn_waits_ten_seconds_at_most() {
    let mut world = World::new(Stage::Playing);
    let queue =
        json!({"ruleset": "classic", "moves": [{"actions": [{"type": "fire", "cells": ["J1"]}]}]});
    world.ask("PUT", &world.path("/queue"), Some(BEN), &queue);
    let before = mails_to_ben(&world).len();
    let path = world.path("/actions");
    world.ask("POST", &path, Some(0), &fire(&["A1"]));
    world.wait(8);
    world.write_mail();
    assert_eq!(mails_to_ben(&world).len(), before);
    world.wait(2);
    world.write_mail();
    assert_eq!(mails_to_ben(&world).len(), before + 1);
}
