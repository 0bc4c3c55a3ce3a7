//! Tests of the sheets of a game of `voices`: the maps with their marks, and the score to perform
//! from.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::score::{Call, Cue, Item as Sounded, Score};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::{Document, GameKind, GameSheetData, Request as Print, SheetError};
use serde_json::{Value, json};

use crate::geometry::check;
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

/// Plays a game with the given headings of ships and number of shots. Each seat fires at the cells
/// in order.
pub(crate) fn played(headings: &[&str], shots: usize) -> Game {
    played_from(0, headings, shots)
}

/// Plays a game in which each seat begins at the cell with this index.
fn played_from(first: u8, headings: &[&str], shots: usize) -> Game {
    let options = json!({"aim": "choice", "seats": headings.len(), "interludes": true});
    let mut game =
        Game::open("a game", Seed::new([7; 32]), RulesetId::Voices, &options).ok().unwrap();
    for n in 0..headings.len() as u8 {
        game = game.apply(&Request::Join(seat(n + 1))).ok().unwrap().game;
    }
    for (n, heading) in (1..).zip(headings) {
        let placement = placement(heading, 2 + n);
        let request = Request::Place { seat: seat(n), placement: Some(&placement), seed: None };
        game = game.apply(&request).map_err(|refused| refused.to_string()).unwrap().game;
    }
    let mut fired = vec![first; headings.len()];
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

fn names() -> Vec<Option<String>> {
    let long = "Bartholomew the Navigator of 海 and the Seven Seas";
    vec![Some("Ada".to_owned()), Some(long.to_owned()), None, Some("bot strong".to_owned())]
}

fn view_and_score(game: &Game, viewer: Viewer) -> (broadside_engine::voices::View, Score) {
    match (game.view(viewer), game) {
        (View::Voices(view), Game::Voices(table)) => (view, table.score(viewer)),
        _ => panic!("it is a game of voices"),
    }
}

/// Returns a game of 25 shots, as a player sees it.
pub(crate) fn sample() -> GameSheetData {
    known(&played(&["across", "down"], 25), Viewer::Seat(seat(1)))
}

fn known(game: &Game, viewer: Viewer) -> GameSheetData {
    let (view, score) = view_and_score(game, viewer);
    GameSheetData {
        game: "7".to_owned(),
        viewer,
        view: View::Voices(view),
        names: names(),
        score: Some(score),
        link: None,
    }
}

fn print(
    game: &Game,
    viewer: Viewer,
    kind: GameKind,
    options: &str,
) -> Result<Document, SheetError> {
    request(options).of_game(kind, &known(game, viewer))
}

fn count(frame: &Frame, is: impl Fn(&Item) -> bool) -> usize {
    frame.marks.iter().filter(|item| is(item)).count()
}

#[test]
#[ignore = "needs poppler-utils"]
fn the_maps_show_the_marks_of_their_player() {
    let game = played(&["across", "down"], 20);
    let one = Viewer::Seat(seat(1));
    let (view, _) = view_and_score(&game, one);
    let hits = |n: usize| {
        view.waters[n]
            .marks
            .iter()
            .filter(|mark| mark.result == broadside_engine::voices::ShotResult::Hit)
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
    assert!(
        text.contains("game 7") && text.contains("round 3") && text.contains("game-matrix 3"),
        "{text}"
    );
    let text = pages(&tactical.pdf()).concat();
    assert!(text.contains("game-matrix 2") && !text.contains("game-matrix 3"), "{text}");
    assert_eq!(print(&game, one, kind("maps"), "").unwrap().page_count(), 1);
}

#[test]
fn the_maps_of_a_seat_do_not_depend_on_hidden_ships_and_sounds() {
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
#[ignore = "needs poppler-utils"]
fn the_score_of_a_game_called_off_promises_nothing() {
    let game = played(&["across", "down"], 0);
    let text = |game: &Game| {
        pages(&print(game, Viewer::Public, kind("score"), "").unwrap().pdf()).concat()
    };
    assert!(text(&game).contains("nothing has been sounded yet"));
    let game =
        game.apply(&Request::Abort(seat(1))).map_err(|refused| refused.to_string()).unwrap().game;
    let text = text(&game);
    assert!(text.contains("end") && !text.contains("yet") && !text.contains("continued"), "{text}");
}

#[test]
fn v15_the_score_has_everything_that_is_sounded_in_order_and_splits_no_turn() {
    for seats in [2, 4, 8] {
        let headings: Vec<&str> = ["across", "down"].into_iter().cycle().take(seats).collect();
        let game = played(&headings, 30);
        let (_, score) = view_and_score(&game, Viewer::Public);
        for paper in ["a4", "letter", "a5"] {
            for orientation in ["portrait", "landscape"] {
                for (lang, size) in
                    [("en", "compact"), ("it", "compact"), ("de", "compact"), ("it", "large")]
                {
                    let what =
                        format!("paper={paper} orientation={orientation} lang={lang} size={size}");
                    let document = match print(&game, Viewer::Public, kind("score"), &what) {
                        Ok(document) => document,
                        // Eight voices in large type need more room.
                        Err(SheetError::TooSmall { .. }) if seats == 8 && size == "large" => {
                            continue;
                        }
                        Err(error) => panic!("{what}: {error}"),
                    };
                    document.frames().iter().for_each(|frame| check(frame, 12.0, &what));
                    let pages = pages_of_turns(document.frames(), &score, &what);
                    for turn in pages {
                        let first = turn[0];
                        let last = *turn.last().unwrap();
                        // Page 2 faces page 3. A turn that is longer than two pages cannot avoid a
                        // page turn.
                        assert!(last == first || first % 2 == 0, "{what}: {turn:?}");
                    }
                }
            }
        }
    }
}

/// Returns the page of each exchange of each turn. Asserts that everything sounded is there in
/// order, and that an exchange is on one page.
fn pages_of_turns(frames: &[Frame], score: &Score, what: &str) -> Vec<Vec<usize>> {
    let mut turns: Vec<(u32, Vec<usize>)> = Vec::new();
    let sounded = sounded(score);
    let mut rest = &sounded[..];
    // The first page has signs that look like sounds, and the last page is the key.
    for (number, frame) in (1..).zip(&frames[..frames.len() - 1]) {
        let heading = |text: &str| text.contains(" · ") && text.chars().any(|c| c.is_ascii_digit());
        let mut texts = frame.runs().map(|run| run.text.as_str());
        if number == 1 && !texts.any(heading) {
            continue;
        }
        while let Some(((turn, first), more)) = rest.split_first() {
            if !texts.any(|text| text == first[0]) {
                break;
            }
            for next in &first[1..] {
                assert!(texts.any(|text| text == next), "{what}: {first:?}");
            }
            match turns.last_mut() {
                Some((last, pages)) if last == turn => pages.push(number),
                _ => turns.push((*turn, vec![number])),
            }
            rest = more;
        }
    }
    assert!(rest.is_empty(), "{what}: {rest:?}");
    turns.into_iter().map(|(_, pages)| pages).collect()
}

/// Groups the shots of a score into turns of these sizes, again and again, without directions.
/// `cues` is true for a cue after each turn.
fn regrouped(score: &Score, sizes: &[usize], cues: bool) -> Score {
    let turns = sizes.iter().copied().cycle().zip(1..);
    let mut turns = turns.flat_map(|(size, turn)| std::iter::repeat_n(turn, size));
    let mut items = Vec::new();
    let mut last = 1;
    for item in &score.items {
        match item {
            Sounded::Call(call) => {
                let turn = turns.next().unwrap();
                if cues && turn > last {
                    items.push(Sounded::Cue { turn: last, cue: Cue::HummedAnthem });
                }
                last = turn;
                let round = turn.div_ceil(2);
                items.push(Sounded::Call(Call { turn, round, direction: None, ..call.clone() }));
            }
            Sounded::Answer(answer) => items.push(Sounded::Answer(answer.clone())),
            Sounded::Cue { .. } => {}
        }
    }
    Score { items, ..score.clone() }
}

/// Returns the fewest shots on a full page of the score, and the size of its phones.
fn fewest_shots(data: &GameSheetData, score: &Score, options: &str) -> (usize, f32) {
    let data = GameSheetData { score: Some(score.clone()), ..data.clone() };
    let document = request(options).of_game(kind("score"), &data).unwrap();
    let shots = pages_of_turns(document.frames(), score, options).concat();
    let on = |page: usize| shots.iter().filter(|on| **on == page).count();
    let music = &document.frames()[1..document.page_count() - 1];
    let runs = music.iter().flat_map(|page| page.runs());
    let phones = runs.filter(|run| ["t", "u", "æ", "r", "ʃ"].contains(&run.text.as_str()));
    let size = phones.map(|run| run.size).fold(f32::MAX, f32::min);
    ((2..*shots.last().unwrap()).map(on).min().unwrap(), size)
}

/// Numbers of shots of the turns of a game, again and again.
const USUAL_TURNS: [&[usize]; 16] = [
    &[5],
    &[4],
    &[3],
    &[2],
    &[1],
    &[5, 4],
    &[5, 3],
    &[5, 2],
    &[5, 1],
    &[4, 3],
    &[4, 2],
    &[4, 1],
    &[3, 2],
    &[3, 1],
    &[2, 1],
    &[5, 5, 5, 4, 4, 4, 3, 4, 3, 3, 2, 3, 2, 2, 1, 2, 1, 1],
];

#[test]
fn v15_a_compact_page_of_a4_has_14_shots_for_turns_of_all_usual_sizes() {
    let game = played_from(50, &["across", "down"], 100);
    let data = known(&game, Viewer::Seat(seat(1)));
    let (_, score) = view_and_score(&game, Viewer::Public);
    let checked = |sizes: &[usize], cues: bool, paper: &str| {
        let score = regrouped(&score, sizes, cues);
        let (fewest, size) = fewest_shots(&data, &score, &format!("paper={paper}"));
        let min = if cues { 9.0 } else { 10.5 };
        assert!(size >= min, "{sizes:?} on {paper}, cues {cues}: phones of {size} points");
        fewest
    };
    for sizes in USUAL_TURNS {
        for paper in ["a4", "letter"] {
            let shots = checked(sizes, false, paper);
            assert!(shots >= 14, "{sizes:?} on {paper}: {shots} shots");
        }
        // A turn of one shot with a heading and a cue takes almost twice the height of a shot in a
        // longer turn.
        let min = if sizes == [1] { 13 } else { 14 };
        let shots = checked(sizes, true, "a4");
        assert!(shots >= min, "{sizes:?} with cues: {shots} shots");
    }
}

/// Returns the fewest shots on a full page of a score for facing readers, and the size of its
/// phones. Each shot is there once for each side.
fn fewest_facing(data: &GameSheetData, score: &Score, paper: &str) -> (usize, f32) {
    let data = GameSheetData { score: Some(score.clone()), ..data.clone() };
    let document =
        request(&format!("layout=facing paper={paper}")).of_game(kind("score"), &data).unwrap();
    let shots = score.items.iter().filter(|item| matches!(item, Sounded::Call(_))).count();
    let number = |text: &str| text.parse().is_ok_and(|number: usize| (1..=shots).contains(&number));
    // The first page has the front matter, and the last two the end of the music and the key.
    let full = &document.frames()[1..document.page_count() - 2];
    let on = |page: &Frame| page.runs().filter(|run| number(&run.text)).count();
    let turned = |page: &Frame| {
        let items = page.items.iter();
        items
            .filter(|item| matches!(item, Item::RotatedText { run, .. } if number(&run.text)))
            .count()
    };
    for page in full {
        assert_eq!(turned(page) * 2, on(page), "{paper}");
    }
    // An arrow is smaller than the phones after it, and smaller still in what others sound.
    let arrows =
        full.iter().flat_map(Frame::runs).filter(|run| run.text == "↓").map(|run| run.size);
    (full.iter().map(turned).min().unwrap(), arrows.fold(0.0, f32::max) / 0.8)
}

#[test]
fn v15_a_page_of_a4_between_two_readers_has_14_shots_too() {
    let game = played_from(50, &["across", "down"], 100);
    let data = known(&game, Viewer::Seat(seat(1)));
    let (_, score) = view_and_score(&game, Viewer::Public);
    let (as_played, _) = fewest_facing(&data, &score, "a4");
    assert!(as_played >= 14, "{as_played}");
    for sizes in USUAL_TURNS {
        for (cues, paper) in [(false, "a4"), (false, "letter"), (true, "a4")] {
            let (shots, size) = fewest_facing(&data, &regrouped(&score, sizes, cues), paper);
            // A heading and a cue for each shot or two leave room for fewer shots, and so does
            // shorter paper.
            let min = match (cues, paper) {
                (true, _) if sizes == [1] => 9,
                (true, _) if sizes.len() <= 2 && sizes.contains(&1) => 12,
                (_, "letter") => 13,
                _ => 14,
            };
            assert!(shots >= min, "{sizes:?} on {paper}, cues {cues}: {shots} shots");
            assert!(size >= 9.0, "{sizes:?} on {paper}, cues {cues}: phones of {size} points");
        }
    }
}

#[test]
fn v15_a_compact_page_of_a4_has_14_shots_and_large_phones_have_18_points() {
    // Nobody hits, so each turn has five shots.
    let game = played_from(50, &["across", "down"], 60);
    let (_, score) = view_and_score(&game, Viewer::Public);
    let (fewest, _) = fewest_shots(&known(&game, Viewer::Seat(seat(1))), &score, "");
    assert!(fewest >= 14, "{fewest}");
    let print =
        |options: &str| print(&game, Viewer::Seat(seat(1)), kind("score"), options).unwrap();
    for paper in ["a4", "a5"] {
        let large = print(&format!("size=large paper={paper}"));
        let page = &large.frames()[large.page_count() - 2];
        let sizes =
            page.runs().filter(|run| ["t", "u", "æ", "r", "ʃ"].contains(&run.text.as_str()));
        let min = sizes.map(|run| run.size).fold(f32::MAX, f32::min);
        assert!((18.0..40.0).contains(&min), "{paper}: {min}");
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn v15_the_first_page_has_names_signs_and_matrices_and_the_last_page_has_the_key() {
    let mut game = played(&["across", "down"], 20);
    let text = |game: &Game, viewer| pages(&print(game, viewer, kind("score"), "").unwrap().pdf());
    let first = text(&game, Viewer::Public).remove(0);
    for part in [
        "SALVO for 2 voices",
        "Ada",
        "Bartholomew the Navigator of □",
        "→",
        "←",
        "↓",
        "↑",
        "hummed",
    ] {
        assert!(first.contains(part), "{part}: {first}");
    }
    // V16: the matrices of the others are secret to the end.
    assert_eq!(first.matches("Game-matrix").count(), 0);
    let own = text(&game, Viewer::Seat(seat(1))).remove(0);
    assert!(own.contains("Ada · Battle map") && own.matches("Game-matrix").count() == 2, "{own}");
    let resign = [json!({"type": "resign"})];
    let resign = Request::Act { seat: seat(1), actions: &resign };
    game = game.apply(&resign).map_err(|refused| refused.to_string()).unwrap().game;
    let all = text(&game, Viewer::Public);
    assert_eq!(all[0].matches("Game-matrix").count(), 4, "{}", all[0]);
    assert!(all.last().unwrap().contains("Pronunciation key"));
}

#[test]
fn v15_facing_readers_have_the_same_shots_each_in_their_own_half() {
    for seats in [2, 4] {
        let headings: Vec<&str> = ["across", "down"].into_iter().cycle().take(seats).collect();
        let game = played(&headings, 20);
        for paper in ["a4", "a5"] {
            for orientation in ["portrait", "landscape"] {
                let what = format!("layout=facing paper={paper} orientation={orientation}");
                let document = print(&game, Viewer::Public, kind("score"), &what).unwrap();
                document.frames().iter().for_each(|frame| check(frame, 12.0, &what));
                let cells = |turned: bool| -> Vec<(usize, String)> {
                    let frames = document.frames().iter().enumerate().skip(1);
                    let items = frames.flat_map(|(n, frame)| {
                        frame.items.iter().map(move |item| (n, frame, item))
                    });
                    items
                        .filter_map(|(n, frame, item)| match (item, turned) {
                            (Item::Text(run), false) => Some((n, frame, run)),
                            (Item::RotatedText { run, .. }, true) => {
                                assert!(
                                    run.baseline < frame.height / 2.0 + 12.0,
                                    "{what}: {run:?}"
                                );
                                Some((n, frame, run))
                            }
                            _ => None,
                        })
                        .filter(|(_, _, run)| {
                            run.text.parse::<broadside_engine::grid::Cell>().is_ok()
                        })
                        .map(|(n, _, run)| (n, run.text.clone()))
                        .collect()
                };
                assert_eq!(cells(false).len(), 20, "{what}");
                assert_eq!(cells(false), cells(true), "{what}");
            }
        }
    }
}

#[test]
fn the_error_of_a_wrong_score_option_names_valid_values() {
    let game = played(&["across", "down"], 1);
    for (sheet, option, says) in [
        ("score", "layout=round", "side_by_side or facing"),
        ("score", "size=huge", "compact or large"),
        ("maps", "size=large", "it takes paper, orientation, margin, look, n_up, lang"),
    ] {
        let error = print(&game, Viewer::Seat(seat(1)), kind(sheet), option).unwrap_err();
        assert!(option.starts_with(error.field()) && error.to_string().contains(says), "{error}");
    }
    assert!(request("size=large").document("classic".parse().unwrap()).is_err());
}

/// Returns the turn, the cell and the phones of each exchange.
fn sounded(score: &Score) -> Vec<(u32, Vec<String>)> {
    let mut exchanges: Vec<(u32, Vec<String>)> = Vec::new();
    for item in &score.items {
        match item {
            Sounded::Call(call) => {
                exchanges.push((call.turn, vec![call.cell.to_string(), call.phone.clone()]))
            }
            Sounded::Answer(answer) => {
                let phones = answer.row.phones.iter().chain(&answer.column.phones).cloned();
                exchanges.last_mut().unwrap().1.extend(phones);
            }
            Sounded::Cue { .. } => {}
        }
    }
    exchanges
}

#[test]
fn options_that_the_game_decides_and_sheets_of_other_games_are_refused() {
    let game = played(&["across", "down"], 1);
    let (view, score) = view_and_score(&game, Viewer::Public);
    let known = GameSheetData {
        game: "7".to_owned(),
        viewer: Viewer::Public,
        view: View::Voices(view),
        names: names(),
        score: Some(score),
        link: None,
    };
    for option in ["battle=3", "tactical=3", "matrix=3", "fleet=standard"] {
        let error = request(option).of_game(kind("score"), &known).unwrap_err();
        assert!(
            option.starts_with(error.field()) && error.to_string().contains("game decides"),
            "{error}"
        );
    }
    let error = known.kind("classic").unwrap_err().to_string();
    assert!(error.contains("battle-map, tactical-map, maps, score"), "{error}");
    assert!(Print::default().of_game(kind("classic"), &known).is_err());
}

/// Returns the widths of the boxes of a fleet in the order of its ships: the outlines that are half
/// a centimetre high.
fn boxes(items: &[Item]) -> Vec<f32> {
    let outlines = items.iter().filter_map(|item| match item {
        Item::Outline { weight, rect } if *weight == 1.0 => Some(rect.width / rect.height),
        _ => None,
    });
    outlines.map(f32::round).collect()
}

#[test]
fn v8_the_list_of_a_tactical_map_has_a_box_for_each_ship_that_is_announced_as_sunk() {
    for (lang, sunk, carrier) in
        [("en", " · sunk", "5 · sunk"), ("it", " · affondata", "5 · affondata")]
    {
        let print =
            |name: &str| request(&format!("lang={lang}")).document(name.parse().unwrap()).unwrap();
        let battle = print("battle-map");
        assert_eq!(boxes(&battle.frames()[0].items), [5.0, 4.0, 3.0, 2.0, 1.0]);
        assert!(battle.frames()[0].runs().all(|run| !run.text.ends_with(sunk)));
        let tactical = print("tactical-map");
        let frame = &tactical.frames()[0];
        assert_eq!(boxes(&frame.items), [1.0; 5]);
        assert_eq!(frame.runs().filter(|run| run.text.ends_with(sunk)).count(), 5);
        assert!(frame.runs().any(|run| run.text == carrier));
    }
    // A player hears that a ship is sunk, and ticks its box.
    let game = played(&["across", "down"], 32);
    let one = Viewer::Seat(seat(1));
    let (view, _) = view_and_score(&game, one);
    let announced = view.waters[1].sunk.len();
    assert!(announced > 0 && game.outcome().is_none());
    let document = print(&game, one, kind("tactical-map"), "").unwrap();
    let frame = &document.frames()[0];
    assert_eq!(boxes(&frame.items), [1.0; 5]);
    // Each ship that is sunk has a stroke through its name, and a cross of two lines in its box.
    let strokes = frame.marks.iter().filter_map(|item| match item {
        Item::Lines { weight, segments, .. } if *weight == 1.1 => Some(segments.len()),
        _ => None,
    });
    assert_eq!(strokes.collect::<Vec<_>>(), vec![3; announced]);
}
