//! Moves that are written ahead of time by mail.

use broadside_tests::games::{Pair, fire};
use serde_json::{Value, json};

use super::begin::{Post, in_line};

const BEN: &str = "ben@example.org";

/// The cells of the moves that wait for Ben.
fn waiting(pair: &Pair) -> Vec<String> {
    let queue = pair.ben.get(&pair.path("/queue")).is(200);
    let cell = |ahead: &Value| ahead["actions"][0]["cells"][0].as_str().unwrap().to_owned();
    queue["moves"].as_array().unwrap().iter().map(cell).collect()
}

/// Action that fires at a cell.
fn fire_at(cell: &str) -> Value {
    json!({"type": "fire", "cells": [cell]})
}

#[test]
fn moves_are_queued_by_mail_and_dropped_moves_are_reported_with_the_turn() {
    let mut post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let pair = Pair::of([ada, ben], &json!({"first": "creator"}));
    let placing = post.mail(BEN, "PLACE RANDOM");
    pair.place();
    assert_eq!(post.write(BEN, &placing.reply_to(), "STATUS"), "taken");
    let key = post.mail(BEN, "Waiting for").reply_to();

    let letter = "QUEUE FIRE J1\r\nQUEUE FIRE J1\r\nqueue fire j-2";
    assert_eq!(post.write(BEN, &key, letter), "taken");
    let mail = post.mail(BEN, "These moves wait for your turns");
    let line = in_line(&mail.text);
    assert!(line.contains("one for each: - FIRE J1 - FIRE J1 - FIRE J2"), "{}", mail.text);
    assert_eq!(waiting(&pair), ["J1", "J1", "J2"]);

    // The first is made in Ben's turn, so no mail asks him for a move.
    pair.act(&pair.ada, &fire(&["A1"])).is(200);
    post.wait_for_count(&format!("games WHERE id = '{}' AND to_move = 2", pair.id), 1);
    assert_eq!(waiting(&pair), ["J1", "J2"]);
    // The second does not fit.
    pair.act(&pair.ada, &fire(&["A2"])).is(200);
    let turn = post.mail(BEN, "did not fit");
    let line = in_line(&turn.text);
    assert!(turn.subject.contains("Your turn"), "{}", turn.subject);
    assert!(
        line.contains("`FIRE J1`: ") && line.contains("The move after it was dropped too."),
        "{line}"
    );
    let turns = post.server.mail_to(BEN);
    assert_eq!(turns.iter().filter(|mail| mail.subject.contains("Your turn")).count(), 1);
    assert_eq!(waiting(&pair), [""; 0]);

    // One move was tried in this turn, so another one waits, also after the queue was taken back.
    for letter in ["QUEUE FIRE J2", "QUEUE OFF", "QUEUE FIRE J8"] {
        assert_eq!(post.write(BEN, &turn.reply_to(), letter), "taken");
    }
    let text = in_line(&post.mail(BEN, "FIRE J8").text);
    assert!(text.contains("One of your moves was tried in this turn already"), "{text}");
    assert!(!text.contains("did not fit"), "{text}");
    assert_eq!(waiting(&pair), ["J8"]);
    assert_eq!(pair.game()["to_move"], json!([2]));
    assert_eq!(post.write(BEN, &turn.reply_to(), "QUEUE OFF"), "taken");
    // A move and those after it can come together.
    assert_eq!(post.write(BEN, &turn.reply_to(), "FIRE J2\r\nQUEUE FIRE J3"), "taken");
    let mail = post.mail(BEN, "- FIRE J3");
    assert_eq!(waiting(&pair), ["J3"]);
    assert!(
        in_line(&mail.text).contains("This move waits for your turn: - FIRE J3"),
        "{}",
        mail.text
    );
    assert!(!mail.text.contains("did not fit"), "{}", mail.text);
    // A line of another game is refused, and so are too many.
    assert_eq!(post.write(BEN, &mail.reply_to(), "QUEUE VOLLEY"), "refused not understood");
    let many = "QUEUE FIRE A1\r\n".repeat(20);
    assert_eq!(post.write(BEN, &mail.reply_to(), &many), "refused not allowed");
    post.mail(BEN, "at most 20 moves can wait, and these would be 21");
    assert_eq!(waiting(&pair), ["J3"]);
    // What is written above is replaced only if it is taken back.
    assert_eq!(post.write(BEN, &mail.reply_to(), "QUEUE OFF\r\nQUEUE FIRE J5"), "taken");
    assert_eq!(waiting(&pair), ["J5"]);
    assert_eq!(post.write(BEN, &mail.reply_to(), "Queue off"), "taken");
    post.mail(BEN, "No move of yours waits.");
    assert_eq!(waiting(&pair), [""; 0]);
    assert_eq!(post.write(BEN, &mail.reply_to(), "QUEUE FIRE A1\r\nPREVIEW"), "refused preview");
    assert_eq!(waiting(&pair), [""; 0]);

    // In Ben's turn, the move is made at once, and the answer shows it.
    pair.act(&pair.ada, &fire(&["A3"])).is(200);
    let mut turn = post.mail(BEN, "fired at A3");
    while !turn.subject.contains("Your turn") {
        turn = post.mail(BEN, "fired at A3");
    }
    assert_eq!(post.write(BEN, &turn.reply_to(), "QUEUE FIRE J6\r\nQUEUE FIRE J7"), "taken");
    let text = in_line(&post.mail(BEN, "You fired at J6").text);
    assert!(text.contains("This move waits for your turn: - FIRE J7"), "{text}");
    assert_eq!(pair.game()["to_move"], json!([1]));

    // The key of an earlier turn takes moves back, and does nothing else.
    pair.act(&pair.ada, &fire(&["A4"])).is(200);
    post.wait_for_count(&format!("games WHERE id = '{}' AND to_move = 2", pair.id), 1);
    assert_eq!(post.write(BEN, &key, "QUEUE FIRE J9"), "refused past turn");
    pair.ben
        .put(
            &pair.path("/queue"),
            &json!({"ruleset": "classic", "moves": [{"actions": [fire_at("J9")]}]}),
        )
        .is(200);
    assert_eq!(waiting(&pair), ["J9"]);
    assert_eq!(post.write(BEN, &key, "QUEUE OFF\r\nSAY not now"), "refused past turn");
    assert_eq!(post.write(BEN, &key, "QUEUE OFF"), "taken");
    assert_eq!(waiting(&pair), [""; 0]);
}
