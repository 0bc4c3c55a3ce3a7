//! Tests of the sheet of a game of `classic` (C13): marks as a player makes them, and no hidden
//! information.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::tag::{Role, Tag};
use broadside_pdf::{Document, GameSheetData, MM, Request as Print};
use serde_json::{Value, json};

use crate::geometry::check;
use crate::tools::{kind, known, pages};

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

fn ships(last: &str) -> Value {
    json!({"ships": [
        {"class": "battleship", "at": "A1", "heading": "across"},
        {"class": "cruiser", "at": "B3", "heading": "down"},
        {"class": "submarine", "at": "H8", "heading": "across"},
        {"class": "destroyer", "at": last, "heading": "down"},
    ]})
}

/// Returns a game in which the seats have fired at these cells in turn.
pub(crate) fn played(mode: &str, second_fleet: &str, shots: &[&[&str]]) -> Game {
    let options = json!({"mode": mode, "first": "creator"});
    let mut game =
        Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &options).ok().unwrap();
    let one = ships("J1");
    let two = ships(second_fleet);
    let place = |seat, placement| Request::Place { seat, placement: Some(placement), seed: None };
    for request in
        [Request::Join(seat(1)), Request::Join(seat(2)), place(seat(1), &one), place(seat(2), &two)]
    {
        game = game.apply(&request).ok().unwrap().game;
    }
    for (n, cells) in shots.iter().enumerate() {
        let actions = [json!({"type": "fire", "cells": cells})];
        let request = Request::Act { seat: seat(n as u8 % 2 + 1), actions: &actions };
        game = game.apply(&request).map_err(|refused| refused.to_string()).unwrap().game;
    }
    game
}

/// Returns a game of a few rounds, as a player sees it.
pub(crate) fn sample() -> GameSheetData {
    let one: &[&str] = &["J1", "J2", "A1", "B1", "C5", "D5", "E5"];
    let two: &[&str] = &["A1", "B1", "C1", "D1", "E1", "J9", "J10"];
    known(&played("salvo", "J1", &[one, two]), Viewer::Seat(seat(1)))
}

fn sheet(game: &Game, of: u8) -> Document {
    Print::default().of_game(kind("classic"), &known(game, Viewer::Seat(seat(of)))).unwrap()
}

fn count(frame: &Frame, is: impl Fn(&Item) -> bool) -> usize {
    frame.marks.iter().filter(|item| is(item)).count()
}

#[test]
#[ignore = "needs poppler-utils"]
fn c13_single_shots_are_crossed_and_hits_are_circled() {
    let shots: &[&[&str]] = &[&["J1"], &["A1"], &["J2"], &["A10"], &["C5"]];
    let document = sheet(&played("single", "J1", shots), 1);
    let frame = &document.frames()[0];
    check(frame, 12.0, "single");
    // Three hits (A1 on the player's own map, J1 and J2 on the other), and four ships outlined.
    assert_eq!(count(frame, |item| matches!(item, Item::Circle { .. })), 3);
    assert_eq!(count(frame, |item| matches!(item, Item::Outline { .. })), 4);
    let text = pages(&document.pdf()).concat();
    assert!(text.contains("game 7"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("1 J1") && line.contains("A1")), "{text}");
}

/// Counts the drawings that are described with this text.
pub(crate) fn drawings(tags: &[Tag], text: &str) -> usize {
    let mut count = 0;
    for tag in tags {
        let is_match = matches!(&tag.role, Role::Figure(described) if described == text);
        count += usize::from(is_match) + drawings(&tag.children, text);
    }
    count
}

#[test]
#[ignore = "needs poppler-utils"]
fn c4_single_shots_tick_off_a_ship_when_it_is_announced_as_sunk() {
    // J1 and J2 sink the destroyer of seat 2. The hit on A1 is announced without a class.
    let shots: &[&[&str]] = &[&["J1"], &["A10"], &["J2"], &["B10"], &["A1"]];
    let game = played("single", "J1", shots);
    let document = sheet(&game, 1);
    check(&document.frames()[0], 12.0, "single");
    let text = pages(&document.pdf()).concat();
    // The list of the opponent has a label for each of the four ships, and the player's own list
    // has none.
    assert_eq!(text.matches("· sunk").count(), 4, "{text}");
    let tags = &document.frames()[0].tags;
    assert_eq!(drawings(tags, "1 box"), 3);
    assert_eq!(drawings(tags, "1 box, 1 ticked, sunk"), 1);
    // An onlooker hears as much of both fleets.
    let onlooker =
        Print::default().of_game(kind("classic"), &known(&game, Viewer::Public)).unwrap();
    assert_eq!(pages(&onlooker.pdf()).concat().matches("· sunk").count(), 8);
    // Salvos are answered with the hits on each class (C10), so their lists have boxes for hits.
    let salvo = pages(&sheet(&played("salvo", "J1", &[]), 1).pdf()).concat();
    assert!(!salvo.contains("· sunk"), "{salvo}");
}

#[test]
#[ignore = "needs poppler-utils"]
fn c13_a_salvo_is_marked_with_the_number_of_its_round() {
    let one: &[&str] = &["J1", "J2", "A1", "B1", "C5", "D5", "E5"];
    let two: &[&str] = &["A1", "B1", "C1", "D1", "E1", "J9", "J10"];
    let document = sheet(&played("salvo", "J1", &[one, two]), 1);
    let frame = &document.frames()[0];
    check(frame, 12.0, "salvo");
    let rounds = count(frame, |item| matches!(item, Item::Text(run) if run.text == "1"));
    assert_eq!(rounds, 14);
    let text = pages(&document.pdf()).concat().replace('\u{a0}', " ");
    assert!(text.contains("1 J1 J2 A1 B1 C5 D5 E5"), "{text}");
    assert!(text.contains("Destroyer 2†") && text.contains("Battleship 5†"), "{text}");
}

#[test]
fn c13_the_sheet_of_a_seat_is_the_same_wherever_the_opponent_lies() {
    let shots: &[&[&str]] = &[&["C5"], &["A1"], &["F6"]];
    let sheets = ["J1", "I4"].map(|at| sheet(&played("single", at, shots), 1).pdf());
    assert!(sheets[0] == sheets[1], "the sheet of seat 1 shows where the ships of seat 2 lie");
    let others = ["J1", "I4"].map(|at| sheet(&played("single", at, shots), 2).pdf());
    assert!(others[0] != others[1], "the sheet of seat 2 shows its own ships");
}

#[test]
#[ignore = "needs poppler-utils"]
fn c13_a_long_game_runs_on_to_further_pages() {
    let cells: Vec<String> =
        (0..60).map(|n| format!("{}{}", char::from(b'A' + n % 10), n / 10 + 4)).collect();
    // Two shots at each cell, one by each seat, before either has lost.
    let shots: Vec<Vec<&str>> =
        cells.iter().take(40).flat_map(|cell| [vec![cell.as_str()], vec![cell.as_str()]]).collect();
    let shots: Vec<&[&str]> = shots.iter().map(Vec::as_slice).collect();
    let document = sheet(&played("single", "J1", &shots), 1);
    assert!(document.page_count() > 1);
    for frame in document.frames() {
        check(frame, 12.0, "long");
    }
    let text = pages(&document.pdf()).concat();
    assert!(text.lines().any(|line| line.starts_with("40 J7")), "{text}");
}

#[test]
fn a_game_with_a_public_address_has_its_code_where_nothing_else_is() {
    let game = played("single", "J1", &[&["J1"], &["A1"]]);
    let address = "https://play.example.org/v1/games/0196f0a0-0000-7000-8000-000000000001";
    for paper in ["a4", "a5", "letter", "a3"] {
        let lengths = [None, Some(address.to_owned())].map(|link| {
            let known = GameSheetData { link, ..known(&game, Viewer::Seat(seat(1))) };
            let print = Print { paper: Some(paper.into()), ..Print::default() };
            let document = print.of_game(kind("classic"), &known).unwrap();
            document.frames().iter().for_each(|frame| check(frame, 12.0, paper));
            // The code is drawn in lines of half a millimetre: the thickest ones are modules.
            let lines = document.frames()[0].items.iter().filter_map(|item| match item {
                Item::Lines { weight, segments, .. } if (weight - 0.5 * MM).abs() < 0.001 => {
                    Some(segments)
                }
                _ => None,
            });
            lines.flatten().map(|[from, _, to, _]| to - from).sum::<f32>() / (0.5 * MM)
        });
        // A code of version 5 has 37 by 37 modules, about half of them dark.
        assert_eq!(lengths[0], 0.0, "{paper}");
        assert!((500.0..900.0).contains(&lengths[1]), "{paper}: {lengths:?}");
    }
}
