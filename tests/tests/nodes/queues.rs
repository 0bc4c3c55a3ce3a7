//! Queues of moves on several nodes: a move is made once, and none after its queue was deleted on
//! another node.

use std::time::Duration;

use broadside_tests::games::{self, Pair};
use broadside_tests::wait;
use serde_json::{Value, json};

use super::{Shot, at_once, log, nodes};

const TURNS: usize = 12;

fn shots(cells: &[String]) -> Value {
    let moves: Vec<_> =
        cells.iter().map(|cell| json!({"actions": [{"type": "fire", "cells": [cell]}]})).collect();
    json!({"ruleset": "classic", "moves": moves})
}

/// The `n`th cell of the rows from `row` on.
fn cell(row: usize, n: usize) -> String {
    format!("{}{}", char::from(b'A' + (n % 10) as u8), row + n / 10)
}

fn wait_for(pair: &Pair, count: usize) -> Vec<Shot> {
    wait::wait_for(format_args!("{count} shots"), || {
        let shots = log(&pair.ada, pair);
        (shots.len() >= count).then_some(shots)
    })
}

#[test]
fn each_move_of_a_queue_is_made_once_on_two_nodes() {
    let nodes = nodes();
    at_once(3, |_| {
        let pair = Pair::ready(&nodes[0]);
        let ahead: Vec<_> = (0..TURNS).map(|n| cell(7, n)).collect();
        pair.ben.at(nodes[1].url()).put(&pair.path("/queue"), &shots(&ahead)).is(200);
        for turn in 0..TURNS {
            let ada = pair.ada.at(nodes[turn % 2].url());
            ada.post(&pair.path("/actions"), &games::fire(&[&cell(7, turn)])).is(200);
            let all = wait_for(&pair, 2 * (turn + 1));
            assert_eq!((all.len(), &all[2 * turn + 1].1), (2 * (turn + 1), &ahead[turn]));
        }
    });
}

#[test]
fn no_move_is_made_after_its_queue_was_deleted_on_another_node() {
    let nodes = nodes();
    let pair = Pair::ready(&nodes[0]);
    let (mut kept, path) = (0, pair.path("/queue"));
    for turn in 0..TURNS {
        let ben = pair.ben.at(nodes[turn % 2].url());
        ben.put(&path, &shots(&[cell(7, turn)])).is(200);
        pair.ada.post(&pair.path("/actions"), &games::fire(&[&cell(7, turn)])).is(200);
        // The moment of the deletion is chosen: it is earlier or later than the move.
        std::thread::sleep(Duration::from_millis(turn as u64 * 10));
        ben.delete(&path).is(204);
        let is_made = log(&pair.ada, &pair).len() == 2 * (turn + 1);
        if !is_made {
            kept += 1;
            // Refused if the deleted move is made now.
            ben.post(&pair.path("/actions"), &games::fire(&[&cell(7, turn)])).is(200);
        }
        assert_eq!(log(&pair.ada, &pair).len(), 2 * (turn + 1), "a deleted move was made");
    }
    println!("{kept} of {TURNS} queues were deleted in time");
}
