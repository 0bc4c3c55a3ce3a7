//! Tests of the sheets of a game of `voices`: the maps with their marks, and the score to perform from.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::score::{Item as Sounded, Score};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::{Document, GameKind, GameSheetData, Request as Print, SheetError};
use serde_json::{Value, json};

use crate::frames::check;
use crate::tools::{kind, pages, request};

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

fn placement(heading: &str, battle: u8) -> Value {
    let at = |n: usize| match heading {
        "across" => format!("A{}", n + 1),
        _ => format!("{}1", char::from(b'A' + n as u8)),
    };
    let classes = ["carrier", "battleship", "destroyer", "patrol", "submarine"];
    let ships: Vec<_> = classes
        .iter()
        .enumerate()
        .map(|(n, class)| json!({"class": class, "at": at(n), "heading": heading}))
        .collect();
    let voice = json!({"row": "left", "column": "top"});
    json!({"ships": ships, "battle": battle, "tactical": 2, "voice": voice})
}

/// Plays a game with the given headings of ships and number of shots. Each seat fires at the cells in order.
fn played(headings: &[&str], shots: usize) -> Game {
    let options = json!({"aim": "choice", "seats": headings.len(), "interludes": true});
    let mut game = Game::open("a game", Seed::new([7; 32]), RulesetId::Voices, &options).ok().unwrap();
    for n in 0..headings.len() as u8 {
        game = game.apply(&Request::Join(seat(n + 1))).ok().unwrap().game;
    }
    for (n, heading) in (1..).zip(headings) {
        let placement = placement(heading, 2 + n);
        let request = Request::Place { seat: seat(n), placement: Some(&placement), seed: None };
        game = game.apply(&request).map_err(|refused| refused.to_string()).unwrap().game;
    }
    let mut fired = vec![0_u8; headings.len()];
    for shot in 1..=shots {
        let Some(shooter) = game.to_move().iter().next() else {
            break;
        };
        let n = &mut fired[usize::from(shooter.number()) - 1];
        let cell = format!("{}{}", char::from(b'A' + *n % 10), *n / 10 + 1);
        *n += 1;
        let text = "as if from another room, slowly";
        let fire = json!({"type": "fire", "cell": cell});
        let direct = json!({"type": "direct", "shot": shot, "part": "call", "text": text});
        let all = [fire, direct];
        for action in &all[..if shot % 4 == 3 { 2 } else { 1 }] {
            let act = Request::Act { seat: shooter, actions: std::slice::from_ref(action) };
            game = game.apply(&act).map_err(|refused| refused.to_string()).unwrap().game;
        }
    }
    game
}

fn told(game: &Game, viewer: Viewer) -> (broadside_engine::voices::View, Score) {
    match (game.view(viewer), game) {
        (View::Voices(view), Game::Voices(table)) => (view, table.score(viewer)),
        _ => panic!("it is a game of voices"),
    }
}

fn print(game: &Game, viewer: Viewer, kind: GameKind, options: &str) -> Result<Document, SheetError> {
    let (view, score) = told(game, viewer);
    let known = GameSheetData {
        game: "7".to_owned(),
        viewer,
        view: View::Voices(view),
        score: Some(score),
        link: None,
    };
    request(options).of_game(kind, &known)
}

fn count(frame: &Frame, is: impl Fn(&Item) -> bool) -> usize {
    frame.marks.iter().filter(|item| is(item)).count()
}

#[test]
fn the_maps_show_the_marks_of_their_player() {
    let game = played(&["across", "down"], 20);
    let one = Viewer::Seat(seat(1));
    let (view, _) = told(&game, one);
    let hits = |n: usize| {
        view.waters[n].marks.iter().filter(|mark| mark.result == broadside_engine::voices::ShotResult::Hit)
    };
    let battle = print(&game, one, kind("battle-map"), "").unwrap();
    let frame = &battle.frames()[0];
    check(frame, 12.0, "battle map");
    // Ships are outlined, and a hit is a circle.
    assert_eq!(count(frame, |item| matches!(item, Item::Outline { .. })), 5);
    assert_eq!(count(frame, |item| matches!(item, Item::Circle { .. })), hits(0).count());
    let tactical = print(&game, one, kind("tactical-map"), "").unwrap();
    let frame = &tactical.frames()[0];
    check(frame, 12.0, "tactical map");
    assert_eq!(count(frame, |item| matches!(item, Item::Outline { .. })), 0);
    assert_eq!(count(frame, |item| matches!(item, Item::Circle { .. })), hits(1).count());
    assert!(hits(0).count() > 0 && hits(1).count() > 0);
    let text = pages(&battle.pdf()).concat();
    assert!(text.contains("game 7") && text.contains("round 3") && text.contains("game-matrix 3"), "{text}");
    let text = pages(&tactical.pdf()).concat();
    assert!(text.contains("game-matrix 2") && !text.contains("game-matrix 3"), "{text}");
    assert_eq!(print(&game, one, kind("maps"), "").unwrap().page_count(), 1);
}

#[test]
fn the_maps_of_a_seat_are_the_same_wherever_another_lies_and_whatever_it_has_not_sounded() {
    let one = Viewer::Seat(seat(1));
    let games = ["across", "down"].map(|heading| played(&["across", heading], 0));
    for kind in [kind("battle-map"), kind("tactical-map"), kind("maps"), kind("score")] {
        let [a, b] = games.each_ref().map(|game| print(game, one, kind, "").unwrap().pdf());
        assert!(a == b, "{kind}");
    }
    for kind in [kind("battle-map"), kind("tactical-map"), kind("maps")] {
        assert_eq!(print(&games[0], Viewer::Public, kind, ""), Err(SheetError::Seatless(kind)));
    }
}

#[test]
fn with_more_than_two_seats_each_opponent_has_a_tactical_map() {
    let game = played(&["across", "down", "across"], 12);
    let one = Viewer::Seat(seat(1));
    let page_count = |kind| {
        let document = print(&game, one, kind, "").unwrap();
        document.frames().iter().for_each(|frame| check(frame, 12.0, "three seats"));
        document.page_count()
    };
    assert_eq!(page_count(kind("tactical-map")), 2);
    assert_eq!(page_count(kind("maps")), 2);
}

#[test]
fn the_score_of_a_game_called_off_promises_nothing() {
    let game = played(&["across", "down"], 0);
    let text = |game: &Game| pages(&print(game, Viewer::Public, kind("score"), "").unwrap().pdf()).concat();
    assert!(text(&game).contains("nothing has been sounded yet"));
    let game = game.apply(&Request::Abort(seat(1))).map_err(|refused| refused.to_string()).unwrap().game;
    let text = text(&game);
    assert!(text.contains("end") && !text.contains("yet") && !text.contains("continued"), "{text}");
}

#[test]
fn v15_the_score_has_everything_that_is_sounded_in_order_and_parts_no_exchange() {
    for seats in [2, 4, 8] {
        let headings: Vec<&str> = ["across", "down"].into_iter().cycle().take(seats).collect();
        let game = played(&headings, 30);
        let (_, score) = told(&game, Viewer::Public);
        for paper in ["a4", "letter", "a5"] {
            for orientation in ["portrait", "landscape"] {
                for lang in ["en", "it"] {
                    let what = format!("paper={paper} orientation={orientation} lang={lang}");
                    let document = print(&game, Viewer::Public, kind("score"), &what).unwrap();
                    assert!(document.page_count() > 1);
                    document.frames().iter().for_each(|frame| check(frame, 12.0, &what));
                    let frames = document.frames();
                    let sounded = sounded(&score);
                    let mut rest = &sounded[..];
                    for frame in frames {
                        let mut texts = frame.runs().map(|run| run.text.as_str());
                        while let Some((first, more)) = rest.split_first() {
                            // An exchange is on one page, from its cell to its last phone.
                            if !texts.any(|text| text == first[0]) {
                                break;
                            }
                            for next in &first[1..] {
                                assert!(texts.any(|text| text == next), "{what}: {first:?}");
                            }
                            rest = more;
                        }
                    }
                    assert!(rest.is_empty(), "{what}: {rest:?}");
                }
            }
        }
    }
}

/// Returns the cell and the phones of each exchange.
fn sounded(score: &Score) -> Vec<Vec<String>> {
    let mut exchanges: Vec<Vec<String>> = Vec::new();
    for item in &score.items {
        match item {
            Sounded::Call(call) => exchanges.push(vec![call.cell.to_string(), call.phone.clone()]),
            Sounded::Answer(answer) => {
                let phones = answer.row.phones.iter().chain(&answer.column.phones).cloned();
                exchanges.last_mut().unwrap().extend(phones);
            }
            Sounded::Cue { .. } => {}
        }
    }
    exchanges
}

#[test]
fn what_the_game_decides_is_no_option_and_what_it_has_not_is_no_sheet() {
    let game = played(&["across", "down"], 1);
    let (view, score) = told(&game, Viewer::Public);
    let known = GameSheetData {
        game: "7".to_owned(),
        viewer: Viewer::Public,
        view: View::Voices(view),
        score: Some(score),
        link: None,
    };
    for option in ["battle=3", "tactical=3", "matrix=3", "fleet=standard"] {
        let error = request(option).of_game(kind("score"), &known).unwrap_err();
        assert!(option.starts_with(error.field()) && error.to_string().contains("game decides"), "{error}");
    }
    let error = known.kind("classic").unwrap_err().to_string();
    assert!(error.contains("battle-map, tactical-map, maps, score"), "{error}");
    assert!(Print::default().of_game(kind("classic"), &known).is_err());
}
