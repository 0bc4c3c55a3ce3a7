//! Tests of the sheets of *Advanced Battleships* (A18): hatched land, price list, marks as a player
//! makes them, and no hidden information.

use broadside_engine::advanced::map::Map;
use broadside_engine::advanced::recipe::Recipe;
use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::sheet::prose::Paragraph;
use broadside_pdf::{Document, GameSheetData, Lang, Request as Print, Rules};
use serde_json::{Value, json};

use crate::geometry::check;
use crate::tools::{ask, kind, known, pages, request, sheet};

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

/// Returns a placement: weapons, and the fleet in the first columns. `further` moves the first
/// cruiser to C3.
fn placement(further: bool, weapons: &[(&str, &str)]) -> Value {
    let classes = [
        "carrier",
        "battleship",
        "cruiser",
        "cruiser",
        "destroyer",
        "destroyer",
        "submarine",
        "submarine",
    ];
    let mut ships = Vec::new();
    for (n, class) in classes.into_iter().enumerate() {
        let at = if further && n == 2 { "C3".to_owned() } else { format!("A{}", n + 1) };
        ships.push(json!({"class": class, "at": at, "heading": "across"}));
    }
    let weapons: Vec<_> =
        weapons.iter().map(|(kind, at)| json!({"kind": kind, "at": at})).collect();
    json!({"ships": ships, "weapons": weapons})
}

/// Returns a game that seat 1 begins, with the placements of both seats.
fn started_game(options: &Value, placements: [&Value; 2]) -> Game {
    for byte in 0..=255 {
        let seed = Seed::new([byte; 32]);
        let mut game = Game::open("a game", seed, RulesetId::Advanced, options).ok().unwrap();
        for request in [
            Request::Join(seat(1)),
            Request::Join(seat(2)),
            Request::Place { seat: seat(1), placement: Some(placements[0]), seed: None },
            Request::Place { seat: seat(2), placement: Some(placements[1]), seed: None },
        ] {
            game = game.apply(&request).unwrap().game;
        }
        if game.to_move().contains(seat(1)) {
            return game;
        }
    }
    panic!("seat 1 begins with no seed");
}

/// Returns a game that seat 1 begins, on a coast whose last four columns, G to J, are land.
pub(crate) fn played(further: bool, theirs: &[(&str, &str)], actions: &[Value]) -> Game {
    supplied(0, further, theirs, actions)
}

/// [`played`] with resupply.
fn supplied(resupply: u8, further: bool, theirs: &[(&str, &str)], actions: &[Value]) -> Game {
    let options = json!({"map": vec!["~~~~~~####"; 10], "resupply": resupply});
    let weapons =
        [("gun", "G1"), ("gun", "G5"), ("recce", "A1"), ("bomber", "J1"), ("nuclear_bomber", "H9")];
    let one = placement(false, &weapons);
    let two = placement(further, theirs);
    let mut game = started_game(&options, [&one, &two]);
    for action in actions {
        let mover = game.to_move().iter().next().unwrap();
        game = game
            .apply(&Request::Act { seat: mover, actions: std::slice::from_ref(action) })
            .unwrap()
            .game;
    }
    game
}

fn print(game: &Game, viewer: Viewer, options: &str) -> Document {
    request(options).of_game(kind("advanced"), &known(game, viewer)).unwrap()
}

fn salvo(cells: [&str; 3]) -> Value {
    json!({"type": "salvo", "cells": cells})
}

fn send(from: &str, to: &str) -> Value {
    json!({"type": "send", "from": from, "to": to})
}

/// Weapons of seat 2 in these games.
pub(crate) const THEIRS: [(&str, &str); 4] =
    [("gun", "I9"), ("recce", "B1"), ("bomber", "G2"), ("recce", "G3")];

/// Returns actions with recce, a bomb, salvos, a plane shot down, and a pass.
pub(crate) fn course() -> Vec<Value> {
    vec![
        send("A1", "B2"),
        send("G2", "B2"),
        send("J1", "B3"),
        salvo(["E1", "F9", "J1"]),
        salvo(["A1", "G2", "F10"]),
        send("G3", "G5"),
        json!({"type": "pass"}),
    ]
}

/// Returns a game of seven actions, as a player sees it.
pub(crate) fn sample() -> GameSheetData {
    known(&played(false, &THEIRS, &course()), Viewer::Seat(seat(1)))
}

/// The example of the printed rules happens on the map of the blank sheet: an earlier salvo hits
/// one part of a cruiser, and the bomber of the example the other two, and a recce plane.
#[test]
#[ignore = "needs poppler-utils"]
fn the_example_of_the_rules_is_possible_on_the_printed_map() {
    let recipe = Recipe::new(16, 16, "broadside").unwrap();
    let printed = pages(&sheet("advanced").pdf())[0].contains(&format!("map {recipe}"));
    assert!(printed, "the map of the blank sheet is another one");
    let rules = Rules::of(RulesetId::Advanced, Lang::En).paragraphs;
    let example =
        rules.iter().map(Paragraph::plain).find(|text| text.starts_with("Example.")).unwrap();
    assert!(example.contains("a bomber to K7. Ben has no gun there"), "{example}");
    assert!(
        example.contains("“Two hits on a Cruiser, which is sunk, and one recce plane.”"),
        "{example}"
    );
    let ships: Vec<_> = [
        ("carrier", "F5"),
        ("battleship", "G5"),
        ("cruiser", "J6"),
        ("cruiser", "H5"),
        ("destroyer", "I1"),
        ("destroyer", "I5"),
        ("submarine", "F1"),
        ("submarine", "G1"),
    ]
    .into_iter()
    .map(|(class, at)| json!({"class": class, "at": at, "heading": "down"}))
    .collect();
    let placed =
        |weapon: &str, at: &str| json!({"ships": ships, "weapons": [{"kind": weapon, "at": at}]});
    let one = placed("bomber", "A1");
    let two = placed("recce", "L7");
    let options = json!({"map": Map::made(&recipe).rows()});
    let mut game = started_game(&options, [&one, &two]);
    for action in [salvo(["J8", "A1", "P1"]), json!({"type": "pass"}), send("A1", "K7")] {
        let mover = game.to_move().iter().next().unwrap();
        game = game.apply(&Request::Act { seat: mover, actions: &[action] }).unwrap().game;
    }
    let text =
        pages(&print(&game, Viewer::Seat(seat(1)), "").pdf()).join(" ").replace('\u{a0}', " ");
    assert!(text.contains("Cruiser 2†, Recce plane 1"), "{text}");
}

/// Returns the total horizontal length of the hatching of a page, in cells.
fn hatched(frame: &Frame) -> f32 {
    let letter =
        |text: &str| frame.runs().find(|run| run.text == text).map(|run| run.x + run.width() / 2.0);
    let cell = letter("B").unwrap() - letter("A").unwrap();
    let lines = frame.items.iter().filter_map(|item| match item {
        Item::Lines { weight: 0.35, segments, .. } => Some(segments),
        _ => None,
    });
    lines.flatten().map(|[from, _, to, _]| (to - from) / cell).sum()
}

fn written(frame: &Frame) -> Vec<&str> {
    let marks = frame.marks.iter().filter_map(|item| match item {
        Item::Text(run) => Some(run.text.as_str()),
        _ => None,
    });
    marks.collect()
}

#[test]
#[ignore = "needs poppler-utils"]
fn a18_the_land_of_the_map_is_hatched() {
    let land = Map::made(&Recipe::new(16, 16, "herring").unwrap()).land().len();
    let printed = sheet("advanced map=v1:16x16:herring");
    // Five lines cross each square of land: a whole diagonal, two of two thirds, and two of one
    // third. There are two maps.
    let hatched =
        [&printed, &sheet("advanced map=16x16")].map(|document| hatched(&document.frames()[0]));
    assert!((hatched[0] - (2 * 3 * land) as f32).abs() < 0.5, "{hatched:?} of {land}");
    assert_eq!(hatched[1], 0.0);
    assert!(pages(&printed.pdf())[0].contains("map v1:16x16:herring"));
}

#[test]
#[ignore = "needs poppler-utils"]
fn a18_the_page_has_the_price_list_the_tallies_and_the_log() {
    for (lang, says) in [
        (
            "en",
            [
                "Own map",
                "Enemy map",
                "Anti-aircraft gun",
                "Nuclear bomber",
                "Salvo",
                "Report († sunk)",
            ],
        ),
        (
            "it",
            [
                "Mappa propria",
                "Mappa nemica",
                "Cannone antiaereo",
                "Bombardiere nucleare",
                "Salva",
                "Rapporto († affondata)",
            ],
        ),
    ] {
        let text = pages(&sheet(&format!("advanced lang={lang}")).pdf()).concat();
        for word in says {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn a4_the_price_list_has_a_box_for_everything_that_the_points_buy() {
    for (options, boxes, more) in [
        ("", 60 + 60 + 60 + 20 + 6, 0),
        ("points=40", 40 + 40 + 40 + 13 + 4, 0),
        ("points=200", 60 + 60 + 60 + 60 + 20, 4),
        ("points=200 paper=a5 orientation=landscape map=10x10 lang=it", 60 * 4 + 20, 4),
        ("resupply=1", 60 + 60 + 60 + 60 + 26, 4),
    ] {
        let document = sheet(&format!("advanced {options}"));
        let accounts = document
            .frames()
            .iter()
            .find(|frame| frame.runs().any(|run| ["Bomber", "Bombardiere"].contains(&&*run.text)));
        let accounts = accounts.unwrap();
        let items = accounts.items.iter();
        let outlines = items.filter(|item| matches!(item, Item::Outline { weight: 0.8, .. }));
        assert_eq!(outlines.count(), boxes, "{options}");
        // Where boxes are missing, there is a line for a number.
        let lines = accounts.runs().filter(|run| run.text.ends_with("____")).count();
        assert_eq!(lines, more, "{options}");
    }
    assert!(pages(&sheet("advanced").pdf())[1].contains("60 points each"));
    let supplied = pages(&sheet("advanced points=12 resupply=3").pdf());
    assert!(supplied[1].contains("12 points each, and 3 more in each turn"), "{supplied:?}");
}

#[test]
fn a18_a_blank_log_has_rows_for_fifty_operations() {
    for (options, count) in [("", 3), ("paper=a5", 5), ("lang=it paper=letter", 4)] {
        let document = sheet(&format!("advanced {options}"));
        let numbers = document.frames()[1..].iter().flat_map(|frame| frame.runs());
        let max = numbers
            .filter(|run| run.size < 10.0)
            .filter_map(|run| run.text.parse::<u32>().ok())
            .max();
        assert!(max.is_some_and(|max| max >= 50), "{options}: {max:?}");
        assert_eq!(document.page_count(), count, "{options}");
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn a18_the_marks_are_explained() {
    for (lang, says) in [
        (
            "en",
            [
                "land",
                "own weapon: A gun, R recce plane, B bomber, N nuclear bomber",
                "struck by the operation with this number",
                "seen by my recce plane: a ship (Ca, Ba, Cr, De, Su) or a weapon (A, R, B, N)",
                "struck, and certainly nothing was hit",
            ],
        ),
        (
            "it",
            [
                "terra",
                "arma propria: A cannone, R ricognitore, B bombardiere, N bombardiere nucleare",
                "attaccata dall'operazione con questo numero",
                "vista da un mio ricognitore: una nave (Po, Co, In, Ca, So) o un'arma (A, R, B, N)",
                "attaccata, e certamente nulla è stato colpito",
            ],
        ),
    ] {
        let options = format!("lang={lang}");
        let game = print(&played(false, &THEIRS, &course()), Viewer::Seat(seat(1)), &options);
        for document in [sheet(&format!("advanced {options}")), game] {
            let text = pages(&document.pdf())[1].replace('\n', " ");
            for word in says {
                assert!(text.contains(word), "{word}: {text}");
            }
        }
    }
}

#[test]
fn a18_maps_of_every_size_are_printed_or_refused() {
    for (map, paper, pages) in [
        ("10x10", "a4", Some(3)),
        ("16x16", "a5", Some(5)),
        ("26x26", "a4", Some(4)),
        ("26x26", "a5", None),
        ("v1:26x10:wide", "a4", Some(3)),
    ] {
        let document = ask(&format!("advanced map={map} paper={paper}"));
        assert_eq!(document.as_ref().ok().map(Document::page_count), pages, "{map} on {paper}");
        for frame in document.iter().flat_map(Document::frames) {
            check(frame, 12.0, map);
        }
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn a18_the_sheet_of_a_game_has_its_marks() {
    let game = played(false, &THEIRS, &course());
    let document = print(&game, Viewer::Seat(seat(1)), "");
    for frame in document.frames() {
        check(frame, 12.0, "a game");
    }
    let marks = written(&document.frames()[0]);
    // The player's own weapons by their letters, and short labels of what the recce plane saw. It
    // decides what the reports leave open, so no numbers of operations are needed.
    for text in ["A", "R", "B", "N", "Ca", "CaR", "Ba", "Cr"] {
        assert!(marks.contains(&text), "{text}: {marks:?}");
    }
    assert!(!marks.contains(&"3") && !marks.contains(&"5"), "{marks:?}");
    let public = print(&game, Viewer::Public, "");
    let marks = written(&public.frames()[0]);
    assert_eq!(marks, ["4", "4", "5", "5"], "A8: one hit on two squares of water is open");
    let text = pages(&document.pdf());
    let log = &text[1];
    for says in [
        "1 I Recce plane A1 → B2 A1 Carrier, B1 Carrier R, C1 Carrier, A2 Battleship, B2 Battleship, C2 Battleship",
        "3 I Bomber J1 → B3 Battleship 3, Cruiser 6††",
        "4 they Salvo E1 F9 J1 Carrier 1",
        "5 I Salvo A1 G2 F10 Carrier 1",
        "6 they Recce plane G5 shot down (G5)",
        "7 I pass",
        "43 of 60 points left",
    ] {
        assert!(log.replace(['\u{a0}', '\n'], " ").contains(says), "{says}: {log}");
    }
    // An onlooker has the same log without the private parts of a seat.
    let public = pages(&print(&game, Viewer::Public, "").pdf()).concat().replace('\u{a0}', " ");
    assert!(public.contains("1 1 Recce plane B2") && !public.contains("points left"), "{public}");
    assert!(!public.contains("Carrier R"), "{public}");
}

#[test]
fn a18_a_lost_weapon_is_struck_through_and_makes_room_for_another() {
    // Returns the number of letters of weapons on seat 1's own map, and the number of lines of its
    // marks.
    let own = |actions: &[Value]| {
        let game = supplied(2, false, &[], actions);
        let document = print(&game, Viewer::Seat(seat(1)), "");
        let frame = &document.frames()[0];
        let letters = |text: &str| written(frame).iter().filter(|found| **found == text).count();
        let strokes: usize = frame
            .marks
            .iter()
            .map(|item| if let Item::Lines { segments, .. } = item { segments.len() } else { 0 })
            .sum();
        ([letters("A"), letters("R")], strokes)
    };
    let pass = || json!({"type": "pass"});
    // One salvo hits a gun, the other only empty squares. The map with the gun has one line more.
    let (letters, missed) = own(&[pass(), salvo(["G2", "G3", "G4"])]);
    assert_eq!(letters, [2, 1]);
    let (letters, struck) = own(&[pass(), salvo(["G1", "G3", "G4"])]);
    assert_eq!((letters, struck), ([2, 1], missed + 1));
    // A plane bought for the square of the gun replaces it, and is not struck through.
    let buy = json!({"type": "buy", "weapon": "recce", "at": "G1"});
    let (letters, bought) = own(&[pass(), salvo(["G1", "G3", "G4"]), buy, pass()]);
    assert_eq!((letters, bought), ([1, 2], missed));
}

#[test]
fn a18_the_sheet_does_not_depend_on_hidden_information() {
    // The totals are the same, but the squares differ.
    let course = [
        salvo(["A3", "D3", "F10"]),
        salvo(["F8", "F9", "F10"]),
        salvo(["G1", "G2", "F10"]),
        json!({"type": "pass"}),
    ];
    let games = [
        played(false, &[("gun", "G1"), ("recce", "G3")], &course),
        played(true, &[("gun", "G2"), ("bomber", "G4")], &course),
    ];
    for viewer in [Viewer::Seat(seat(1)), Viewer::Public] {
        let [one, two] = games.each_ref().map(|game| print(game, viewer, "").pdf());
        assert!(one == two, "the sheet shows what it may not");
    }
    let [one, two] = games.each_ref().map(|game| print(game, Viewer::Seat(seat(2)), "").pdf());
    assert!(one != two, "the sheet of seat 2 shows its own ships");
}

#[test]
fn a18_long_games_and_large_maps_fit_on_every_paper() {
    let mut course = course();
    for n in 0..16 {
        course.push(salvo(["J8", "J9", "J10"]));
        if n % 2 == 0 {
            course.push(json!({"type": "pass"}));
        }
    }
    let game = played(false, &THEIRS, &course);
    for options in [
        "",
        "paper=a5",
        "paper=letter orientation=landscape lang=it",
        "paper=a5 orientation=landscape lang=it",
    ] {
        for viewer in [Viewer::Seat(seat(1)), Viewer::Seat(seat(2)), Viewer::Public] {
            for frame in print(&game, viewer, options).frames() {
                check(frame, 12.0, options);
            }
        }
    }
}

#[test]
fn a18_options_that_the_game_decides_are_refused() {
    let game = played(false, &[], &[]);
    let error = Print { map: Some("16x16".into()), ..Print::default() }
        .of_game(kind("advanced"), &known(&game, Viewer::Public))
        .unwrap_err();
    assert_eq!(error.field(), "map");
}

/// Returns the number of crosses and of circles among the marks of a page.
fn crosses(frame: &Frame) -> (usize, usize) {
    let segments = frame.marks.iter().map(|item| match item {
        Item::Lines { segments, .. } => segments.len(),
        _ => 0,
    });
    let circles = frame.marks.iter().filter(|item| matches!(item, Item::Circle { .. }));
    (segments.sum::<usize>() / 2, circles.count())
}

#[test]
fn a8_squares_of_a_report_of_nothing_are_crossed_out() {
    let game = played(false, &THEIRS, &[salvo(["F8", "F9", "J10"])]);
    for viewer in [Viewer::Seat(seat(1)), Viewer::Public] {
        let document = print(&game, viewer, "");
        assert_eq!(crosses(&document.frames()[0]), (3, 0));
        assert!(!written(&document.frames()[0]).contains(&"1"));
    }
    // One of two squares of water is hit, so only the square of land is certain. The third cross is
    // in the box of the carrier.
    let game = played(false, &THEIRS, &[salvo(["A1", "F9", "J10"])]);
    let document = print(&game, Viewer::Seat(seat(1)), "");
    assert_eq!(crosses(&document.frames()[0]), (2, 0));
    assert_eq!(written(&document.frames()[0]).iter().filter(|text| **text == "1").count(), 2);
}

#[test]
fn a8_reported_hits_are_ticked_where_they_are_certain() {
    let pass = || json!({"type": "pass"});
    let shown = |actions: &[Value]| {
        let document = print(&played(false, &[], actions), Viewer::Seat(seat(1)), "");
        let frame = document.frames()[0].clone();
        let notes =
            frame.runs().filter(|run| run.text.contains("hits)")).map(|run| run.text.clone());
        (crosses(&frame).0, notes.collect::<Vec<_>>())
    };
    // Each salvo has a square of land that is crossed out on the map. "Destroyer 1" is one hit on
    // one of the destroyers.
    assert_eq!(shown(&[salvo(["A5", "F9", "J10"])]), (1 + 1, vec![]));
    // Two hits on the cruisers are on one of them or on both: one box is certain.
    let two = [salvo(["A3", "F9", "J10"]), pass(), salvo(["A4", "F8", "J9"])];
    assert_eq!(shown(&two), (2 + 1, vec!["Cruiser (2 ships: 2 hits)".to_owned()]));
    let three = [&two[..], &[pass(), salvo(["B3", "F7", "J8"])]].concat();
    assert_eq!(
        shown(&three),
        (3 + 3, vec![]),
        "none is sunk, so one has two hits and the other has one"
    );
}

#[test]
fn a18_land_that_a_recce_plane_saw_stays_hatched() {
    let game = played(false, &[], &[send("A1", "H7")]);
    let document = print(&game, Viewer::Seat(seat(1)), "");
    let frame = &document.frames()[0];
    assert_eq!(written(frame).iter().filter(|text| **text == "–").count(), 9);
    // Each of 40 squares on two maps has lines of three cells. Four own weapons and nine seen
    // squares leave out a third of a cell each, behind their letters.
    let expected = (2 * 40 * 3) as f32 - 13.0 / 3.0;
    assert!((hatched(frame) - expected).abs() < 0.1, "{} of {expected}", hatched(frame));
}
