//! Tests of the sheet of a game of `satellite` (T13): tokens, ticked cartridges, the log of the
//! turns, and no hidden information.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId, View};
use broadside_engine::satellite::{Building, OperationKind, View as SatelliteView};
use broadside_engine::seat::{Seat, Viewer};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::{Document, GameSheetData, Lang, MM, Request as Print};
use serde_json::{Value, json};

use crate::classic::drawings;
use crate::geometry::check;
use crate::tools::{ask, kind, known, pages};

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

/// Returns a placement of six buildings, with the outpost as given.
fn planet(outpost: [&str; 2]) -> Value {
    json!({"buildings": [
        {"building": "outpost", "cells": outpost},
        {"building": "relay", "cells": ["C1", "D1", "E1"]},
        {"building": "bunker", "cells": ["B4", "C4", "C5"]},
        {"building": "reactor", "cells": ["E7", "E8", "F7", "F8"]},
        {"building": "hangar", "cells": ["H2", "H3", "H4", "H5"]},
        {"building": "citadel", "cells": ["G8", "H7", "H8", "H9"]},
    ]})
}

/// Plays a game of the given number of turns. Each turn has one roll, and fires the first cartridge
/// unlocked at the last legal target.
pub(crate) fn played(options: &Value, outposts: [[&str; 2]; 2], turns: usize) -> Game {
    let mut game =
        Game::open("a game", Seed::new([7; 32]), RulesetId::Satellite, options).ok().unwrap();
    let [one, two] = outposts.map(planet);
    let place = |seat, placement| Request::Place { seat, placement: Some(placement), seed: None };
    for request in
        [Request::Join(seat(1)), Request::Join(seat(2)), place(seat(1), &one), place(seat(2), &two)]
    {
        game = game.apply(&request).ok().unwrap().game;
    }
    let turn = |game: &Game| match view(game, Viewer::Public).turn {
        Some(turn) => turn.number as usize,
        None => usize::MAX,
    };
    while turn(&game) <= turns {
        let seat = game.to_move().iter().next().unwrap();
        let legal = serde_json::to_value(game.legal(seat)).unwrap()["actions"].take();
        let choice_of =
            |kind: &str| legal.as_array().unwrap().iter().find(|choice| choice["type"] == kind);
        let last = |from: &Value| from.as_array().unwrap().last().unwrap().clone();
        let action = match (choice_of("fire"), choice_of("give_up"), choice_of("shoot")) {
            (Some(fire), _, _) => {
                let loaded = &fire["cartridges"][0];
                let mut action = json!({
                    "type": "fire", "cartridge": loaded["cartridge"], "targets": [last(&fire["from"])]
                });
                if loaded.get("beam").is_some() {
                    action["beam"] = json!("row");
                }
                action
            }
            (_, Some(given), _) => {
                json!({"type": "give_up", "cartridge": given["cartridges"][0], "target": last(&given["from"])})
            }
            (_, _, Some(shoot)) => json!({"type": "shoot", "target": last(&shoot["from"])}),
            _ => json!({"type": "roll"}),
        };
        let step = game.apply(&Request::Act { seat, actions: &[action] });
        game = step.map_err(|refused| refused.to_string()).unwrap().game;
    }
    game
}

fn view(game: &Game, viewer: Viewer) -> SatelliteView {
    match game.view(viewer) {
        View::Satellite(view) => view,
        _ => panic!("it is a game of satellite"),
    }
}

/// Returns a game after 26 turns, as a player sees it.
pub(crate) fn sample() -> GameSheetData {
    known(&played(&json!({}), SAME, 26), Viewer::Seat(seat(2)))
}

fn sheet(game: &Game, viewer: Viewer, print: &Print) -> Document {
    print.of_game(kind("satellite"), &known(game, viewer)).unwrap()
}

fn count(frame: &Frame, is: impl Fn(&Item) -> bool) -> usize {
    frame.marks.iter().filter(|item| is(item)).count()
}

const SAME: [[&str; 2]; 2] = [["A1", "A2"]; 2];

#[test]
fn t13_a_cartridge_that_was_given_up_has_a_dash_and_one_that_was_fired_a_tick() {
    let game = played(&json!({}), SAME, 26);
    let view_of_game = view(&game, Viewer::Public);
    let given_up =
        view_of_game.operations.iter().filter(|of| of.kind == OperationKind::GaveUp).count();
    let document = sheet(&game, Viewer::Public, &Print::default());
    let boxes = |text: &str| -> usize {
        document.frames().iter().map(|frame| drawings(&frame.tags, text)).sum()
    };
    assert!(given_up > 0, "nothing was given up");
    assert_eq!(boxes("1 box, given up"), given_up);
    let spent: usize = view_of_game.sides.iter().map(|side| 13 - side.arsenal.iter().count()).sum();
    assert_eq!(boxes("1 box, 1 ticked"), spent - given_up);
}

#[test]
#[ignore = "needs poppler-utils"]
fn t13_tokens_are_on_both_mats_and_spent_cartridges_are_ticked() {
    let game = played(&json!({}), SAME, 12);
    let own_view = view(&game, Viewer::Seat(seat(1)));
    let document = sheet(&game, Viewer::Seat(seat(1)), &Print::default());
    // The arsenals follow the mats on the page.
    let mats = &document.frames()[0];
    let arsenals = mats.runs().find(|run| run.text.starts_with("Arsenals")).unwrap().baseline;
    let tokens: usize = own_view.sides.iter().map(|side| side.hits.len() + side.misses.len()).sum();
    assert!(tokens >= 12, "{tokens} tokens are few");
    assert_eq!(count(mats, |item| matches!(item, Item::Circle { .. })), tokens);
    // One cartridge in each turn. A tick is one mark.
    let below = |item: &Item| match item {
        Item::Lines { segments, .. } => segments.iter().all(|[_, y, _, _]| *y > arsenals),
        _ => false,
    };
    let ticks = count(mats, below);
    assert_eq!(ticks, 12);
    let text = pages(&document.pdf()).concat();
    assert!(text.contains("game 7 · turn 13"), "{text}");
    assert!(text.contains("M9"), "{text}");
}

#[test]
fn t13_only_the_own_buildings_are_outlined_before_the_end() {
    let thick = |document: &Document| {
        count(
            &document.frames()[0],
            |item| matches!(item, Item::Lines { weight, .. } if *weight == 2.0),
        )
    };
    let game = played(&json!({}), SAME, 3);
    for (viewer, buildings) in
        [(Viewer::Seat(seat(1)), 6), (Viewer::Seat(seat(2)), 6), (Viewer::Public, 0)]
    {
        assert_eq!(thick(&sheet(&game, viewer, &Print::default())), buildings);
    }
    let finished = played(&json!({}), SAME, 40);
    assert!(finished.outcome().is_some());
    assert_eq!(thick(&sheet(&finished, Viewer::Public, &Print::default())), 12);
}

#[test]
fn t13_the_sheet_of_a_seat_does_not_depend_on_hidden_buildings() {
    let games =
        [["A1", "A2"], ["A5", "B5"]].map(|other| played(&json!({}), [["A1", "A2"], other], 6));
    let [one, two] =
        games.each_ref().map(|game| sheet(game, Viewer::Seat(seat(1)), &Print::default()).pdf());
    assert!(one == two, "the sheet of seat 1 shows what seat 2 has built");
    let [one, two] =
        games.each_ref().map(|game| sheet(game, Viewer::Seat(seat(2)), &Print::default()).pdf());
    assert!(one != two, "the sheet of seat 2 shows its own buildings");
}

#[test]
#[ignore = "needs poppler-utils"]
fn t13_a_game_called_off_has_no_turn() {
    let game = played(&json!({}), SAME, 0);
    let text = |game: &Game| pages(&sheet(game, Viewer::Public, &Print::default()).pdf()).concat();
    assert!(text(&game).contains("game 7 · turn 1"), "{}", text(&game));
    let game =
        game.apply(&Request::Abort(seat(1))).map_err(|refused| refused.to_string()).unwrap().game;
    let text = text(&game);
    assert!(text.contains("game 7") && !text.contains("turn 1"), "{text}");
}

#[test]
fn t13_any_game_finds_room_on_any_paper() {
    for (options, turns) in [
        (json!({}), 26),
        (json!({"rows": 16, "columns": 16, "endgame": "reloaded"}), 60),
        (json!({"rows": 8, "columns": 16, "endgame": "desperation"}), 60),
    ] {
        let game = played(&options, SAME, turns);
        for paper in ["a4", "letter", "a5"] {
            for orientation in ["portrait", "landscape"] {
                for lang in Lang::ALL.map(Lang::code) {
                    let print = Print {
                        paper: Some(paper.to_owned()),
                        orientation: Some(orientation.to_owned()),
                        lang: Some(lang.to_owned()),
                        ..Print::default()
                    };
                    let known = known(&game, Viewer::Seat(seat(2)));
                    // A planet of sixteen columns is wider than A5.
                    match print.of_game(kind("satellite"), &known) {
                        Ok(document) => {
                            for frame in document.frames() {
                                check(
                                    frame,
                                    12.0,
                                    &format!("{options} {paper} {orientation} {lang}"),
                                );
                            }
                        }
                        Err(error) => {
                            assert!(options.get("rows").is_some() && paper == "a5", "{error}")
                        }
                    }
                }
            }
        }
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn t13_the_blank_sheet_has_everything_to_play_with() {
    let document = ask("satellite").unwrap();
    let text = pages(&document.pdf()).concat();
    for word in [
        "Planet",
        "Targeting",
        "Round",
        "Outpost",
        "Relay",
        "Bunker",
        "Reactor",
        "Hangar",
        "Citadel",
        "Barrages",
        "Three of a kind",
        "Four of a kind",
        "Full house",
        "Small straight",
        "Large straight",
        "Salvo",
        "Hazard",
    ] {
        assert!(text.contains(word), "{word} is not in {text}");
    }
    // Two boxes for each of thirteen cartridges. They are smaller than sectors, and heavier than
    // other boxes.
    let boxes = document.frames()[0].items.iter().filter(|item| match item {
        Item::Outline { rect, weight } => {
            *weight == 1.0 && rect.width == rect.height && rect.width < 6.0 * MM
        }
        _ => false,
    });
    assert_eq!(boxes.count(), 26);
    // The six barrages share one description.
    assert_eq!(text.matches("Barrage").count(), 1, "{text}");
}

#[test]
fn t13_a_sheet_has_as_many_pages_in_every_language() {
    for paper in ["a4", "a5", "letter"] {
        for orientation in ["portrait", "landscape"] {
            let count = |lang: &str| {
                let what = format!("satellite paper={paper} orientation={orientation} lang={lang}");
                ask(&what).unwrap().page_count()
            };
            for lang in Lang::ALL {
                assert_eq!(count(lang.code()), count("en"), "{lang} {paper} {orientation}");
            }
        }
    }
}

#[test]
fn t13_the_description_of_a_cartridge_is_within_its_place() {
    for paper in ["a4", "a5", "letter"] {
        for lang in Lang::ALL.map(Lang::code) {
            let document = ask(&format!("satellite paper={paper} lang={lang}")).unwrap();
            let names = ["Small straight", "Scala piccola", "Kleine Straße"];
            let is_name = |text: &str| names.contains(&text);
            let frame = document
                .frames()
                .iter()
                .find(|frame| frame.runs().any(|run| is_name(&run.text)))
                .unwrap();
            let name = frame.runs().find(|run| is_name(&run.text)).unwrap();
            let rules = frame.items.iter().filter_map(|item| match item {
                Item::Lines { weight, segments, .. } if *weight == 0.55 => Some(segments),
                _ => None,
            });
            // The rules above and below the cartridge span its column.
            let rules = rules.flatten().filter(|[x1, y1, x2, y2]| {
                y1 == y2
                    && *x1 <= name.x
                    && name.x + name.width() <= *x2
                    && x2 - x1 > name.width() * 1.5
            });
            let mut top = f32::MIN;
            let mut bottom = f32::MAX;
            for [_, y, ..] in rules {
                if *y < name.baseline {
                    top = top.max(*y);
                } else {
                    bottom = bottom.min(*y);
                }
            }
            assert!(top > 0.0 && bottom < frame.height, "{paper} {lang}");
            let beams = frame.items.iter().filter_map(|item| match item {
                Item::Lines { weight, segments, round: false } if *weight == 1.0 => Some(segments),
                _ => None,
            });
            let of = beams.filter(|lines| lines.iter().any(|[_, y, ..]| top < *y && *y < bottom));
            let of: Vec<_> = of.flatten().collect();
            assert!(!of.is_empty(), "{paper} {lang}");
            for [_, y1, _, y2] in of {
                assert!(
                    top < *y1 && *y1 < bottom && top < *y2 && *y2 < bottom,
                    "{paper} {lang}: {y1} {y2} in {top} {bottom}"
                );
            }
            assert!(
                name.bounds().y >= top && name.baseline + name.size * 2.5 < bottom + 1.0,
                "{paper} {lang}"
            );
        }
    }
}

/// Returns the extent of the lines to cut along of each building on a page of pieces.
fn cut_buildings(frame: &Frame) -> Vec<(f32, f32)> {
    let cuts = frame.items.iter().filter_map(|item| match item {
        Item::Lines { weight, segments, .. } if *weight == 0.9 => Some(segments),
        _ => None,
    });
    // The first line is that of the legend.
    let extent = |segments: &Vec<[f32; 4]>| {
        let span = |from: usize| {
            let ends = || segments.iter().flat_map(move |ends| [ends[from], ends[from + 2]]);
            ends().fold(f32::MIN, f32::max) - ends().fold(f32::MAX, f32::min)
        };
        (span(0), span(1))
    };
    cuts.skip(1).take(Building::ALL.len()).map(extent).collect()
}

#[test]
fn t13_the_pieces_fit_the_planets_and_there_are_enough() {
    for planet in ["", "rows=8 columns=16 "] {
        let sectors = if planet.is_empty() { 13 * 9 } else { 8 * 16 };
        for print in ["paper=a4", "paper=a5", "paper=letter orientation=landscape"] {
            for lang in Lang::ALL.map(Lang::code) {
                let what = format!("{planet}{print} lang={lang}");
                let [mats, pieces] = ["satellite", "satellite-pieces"]
                    .map(|kind| ask(&format!("{kind} {what}")).unwrap());
                let middle = |number: &str| {
                    let mut runs = mats.frames()[0].runs();
                    let run = runs.find(|run| run.text == number).unwrap();
                    run.x + run.width() / 2.0
                };
                let cell = middle("2") - middle("1");
                let cut = cut_buildings(&pieces.frames()[1]);
                for (building, (width, height)) in Building::ALL.into_iter().zip(cut) {
                    let max = |of: fn(&(i8, i8)) -> i8| {
                        f32::from(building.pattern().iter().map(of).max().unwrap() + 1)
                    };
                    let expected = (max(|at| at.1) * cell, max(|at| at.0) * cell);
                    assert!(
                        (width - expected.0).abs() < 0.1 && (height - expected.1).abs() < 0.1,
                        "{what}: {building} is {width} by {height}, and a sector is {cell}"
                    );
                }
                let items = || pieces.frames().iter().flat_map(|frame| &frame.items);
                let tokens = items().filter(|item| matches!(item, Item::Circle { .. })).count();
                assert_eq!(tokens, 2 * sectors, "{what}");
                let crosses =
                    items().filter(|item| matches!(item, Item::Lines { round: true, .. })).count();
                assert_eq!(crosses, 2 * Building::sectors(), "{what}");
            }
        }
    }
}

#[test]
fn t13_the_pieces_fit_the_paper_that_the_sheets_fit() {
    for look in ["plain", "large_print", "high_contrast", "low_ink"] {
        for print in
            ["paper=a4", "paper=a4 orientation=landscape", "paper=a3", "paper=a5", "n_up=2"]
        {
            for lang in Lang::ALL.map(Lang::code) {
                let what = format!("{print} look={look} lang={lang}");
                if ask(&format!("satellite {what}")).is_ok() {
                    for frame in ask(&format!("satellite-pieces {what}")).unwrap().frames() {
                        check(frame, if print == "n_up=2" { 4.9 } else { 12.0 }, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn t13_every_piece_is_labelled() {
    for (lang, words) in [
        ("en", ["Divider", "Outpost", "Relay", "Bunker", "Reactor", "Hangar", "Citadel"]),
        (
            "it",
            ["Schermo", "Avamposto", "Ripetitore", "Bunker", "Reattore", "Hangar", "Cittadella"],
        ),
    ] {
        for paper in ["a4", "letter", "a5"] {
            for orientation in ["portrait", "landscape"] {
                let what =
                    format!("satellite-pieces paper={paper} orientation={orientation} lang={lang}");
                let document = ask(&what).unwrap();
                let all: Vec<&str> = document
                    .frames()
                    .iter()
                    .flat_map(Frame::runs)
                    .map(|run| run.text.as_str())
                    .collect();
                for word in words {
                    assert!(all.contains(&word), "{word} is not on {what}");
                }
            }
        }
    }
    let document = ask("satellite-pieces").unwrap();
    let named = |name: &str| document.frames()[1].runs().filter(|run| run.text == name).count();
    assert_eq!((named("hit"), named("miss")), (40, 194));
}
