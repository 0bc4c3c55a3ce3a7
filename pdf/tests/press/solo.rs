//! Tests of the sheet of a game of `solo` (S11): marks as a player makes them, and no hidden
//! information.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::{Document, GameSheetData, Lang, MM, Request as Print};
use serde_json::{Value, json};

use crate::geometry::check;
use crate::tools::{kind, known, pages, sheet};

/// Returns the number of rows of the logs on a page.
fn rows(frame: &Frame) -> usize {
    let log = frame.items.iter().filter_map(|item| match item {
        Item::Lines { weight, segments, .. } if *weight == 0.55 => Some(segments),
        _ => None,
    });
    // One line fewer than rows. The frame of the log is an outline.
    log.map(|segments| segments.iter().filter(|[_, y1, _, y2]| y1 == y2).count() + 1).sum()
}

fn ada() -> Seat {
    Seat::new(1).unwrap()
}

/// Returns three fleets in the upper rows. `other` places different ships in the same cells.
fn ships(other: bool) -> Value {
    let rows = ["suns", "moons", "crowns"].into_iter().flat_map(|suit| {
        let layout = if other {
            [("dinghy", "N"), ("submarine", "A"), ("cruiser", "3")]
        } else {
            [("cruiser", "N"), ("submarine", "3"), ("dinghy", "5")]
        };
        layout.map(|(class, column)| {
            json!({"suit": suit, "class": class, "at": format!("{suit}/upper/{column}"), "heading": "across"})
        })
    });
    json!({"ships": rows.collect::<Vec<_>>()})
}

fn slanting() -> Value {
    let ship = |suit, class, at, heading| json!({"suit": suit, "class": class, "at": at, "heading": heading});
    json!({"ships": [
        ship("suns", "dinghy", "suns/upper/N", "across"),
        ship("suns", "submarine", "suns/upper/2", "diagonal_down"),
        ship("suns", "cruiser", "arms/lower/N", "across"),
        ship("moons", "dinghy", "moons/upper/5", "across"),
        ship("moons", "submarine", "moons/upper/A", "down"),
        ship("moons", "cruiser", "crowns/upper/N", "diagonal_down"),
        ship("crowns", "dinghy", "suns/upper/5", "across"),
        ship("crowns", "submarine", "crowns/upper/4", "across"),
        ship("crowns", "cruiser", "arms/lower/3", "diagonal_up"),
    ]})
}

/// Returns a game after the given number of volleys, or at its end.
fn played(placement: &Value, volleys: usize) -> Game {
    let mut game =
        Game::open("a game", Seed::new([7; 32]), RulesetId::Solo, &json!({})).ok().unwrap();
    let place = Request::Place { seat: ada(), placement: Some(placement), seed: None };
    let predict = [json!({"type": "predict", "suit": "moons"})];
    let volley = [json!({"type": "volley"})];
    let act = |actions| Request::Act { seat: ada(), actions };
    let volleys = std::iter::repeat_n(act(&volley), volleys);
    for request in [Request::Join(ada()), place, act(&predict)].into_iter().chain(volleys) {
        if game.outcome().is_none() {
            game = game.apply(&request).map_err(|refused| refused.to_string()).unwrap().game;
        }
    }
    game
}

/// Returns a game with ships in all directions after 30 volleys, as its player sees it.
pub(crate) fn sample() -> GameSheetData {
    known(&played(&slanting(), 30), Viewer::Seat(ada()))
}

fn of_game(game: &Game, viewer: Viewer, paper: &str) -> Document {
    let print = Print { paper: Some(paper.to_owned()), ..Print::default() };
    print.of_game(kind("solo"), &known(game, viewer)).unwrap()
}

fn count(frame: &Frame, is: impl Fn(&Item) -> bool) -> usize {
    frame.marks.iter().filter(|item| is(item)).count()
}

#[test]
#[ignore = "needs poppler-utils"]
fn s11_the_sea_has_suits_halves_and_columns_and_a_tally_of_each_fleet() {
    let text = pages(&sheet("solo").pdf()).concat();
    for word in [
        "Suns",
        "Moons",
        "Crowns",
        "Arms",
        "Cruiser",
        "Submarine",
        "Dinghy",
        "upper",
        "lower",
        "Coin",
    ] {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert!(text.contains("N A 2 3 4 5"), "{text}");
    assert_eq!(text.matches("upper").count(), 5, "{text}");
    let text = pages(&sheet("solo wumpuses=true lang=it").pdf()).concat();
    assert_eq!(text.matches("Scialuppe").count(), 3, "{text}");
    assert!(!text.contains("Incrociatore"), "{text}");
}

#[test]
#[ignore = "needs poppler-utils"]
fn s11_the_sheet_of_a_game_has_the_marks_so_far() {
    for (volleys, paper) in
        [(0, "a4"), (5, "a4"), (5, "a5"), (5, "letter"), (100, "a4"), (100, "a5")]
    {
        let game = played(&slanting(), volleys);
        let document = of_game(&game, Viewer::Seat(ada()), paper);
        for frame in document.frames() {
            check(frame, 12.0, "solo");
        }
        let View::Solo(view) = game.view(Viewer::Public) else { panic!("it is a game of solo") };
        let frame = &document.frames()[0];
        let hits: usize = view.suits.iter().map(|suit| usize::from(suit.hit)).sum();
        assert_eq!(count(frame, |item| matches!(item, Item::Circle { .. })), hits);
        // One letter for each coin, and the prediction.
        assert_eq!(count(frame, |item| matches!(item, Item::Text(_))), 18 + 1);
        // One line around every ship.
        let is_outline =
            |item: &Item| matches!(item, Item::Lines { segments, .. } if segments.len() > 20);
        assert_eq!(count(frame, is_outline), 9);
        let text = pages(&document.pdf()).concat();
        assert!(text.contains("game 7") && text.contains("Moons"), "{text}");
        for volley in &view.volleys {
            let faces: Vec<_> = volley.dice.iter().map(|die| die.face.as_str()).collect();
            let coin = if volley.coin.half() == broadside_engine::solo::Half::Upper {
                "heads"
            } else {
                "tails"
            };
            let line = format!("{} {coin} {}", volley.volley, faces.join(" "));
            let plain = text.replace(['(', ')'], "");
            assert!(plain.lines().any(|found| found.starts_with(&line)), "{line} in {text}");
        }
    }
}

#[test]
fn s11_the_public_sheet_shows_hits_but_no_ships() {
    for volleys in [0, 6] {
        let public = [false, true].map(|other| played(&ships(other), volleys));
        let sheets = public.each_ref().map(|game| of_game(game, Viewer::Public, "a4").pdf());
        assert!(sheets[0] == sheets[1], "the sheet shows how the ships lie");
        let own = public.each_ref().map(|game| of_game(game, Viewer::Seat(ada()), "a4").pdf());
        assert!(own[0] != own[1], "the sheet of the player shows its own ships");
    }
}

#[test]
fn s11_the_log_has_a_row_for_each_of_forty_volleys() {
    for paper in ["a4", "a5", "letter"] {
        for orientation in ["portrait", "landscape"] {
            let document = sheet(&format!("solo paper={paper} orientation={orientation}"));
            let count: usize = document.frames().iter().map(rows).sum();
            assert!(count >= 40, "{count} rows on {paper} {orientation}");
        }
    }
}

#[test]
fn s11_the_last_line_of_the_fleets_has_as_much_room_as_the_others() {
    for paper in ["a4", "a5", "letter"] {
        for lang in Lang::ALL.map(Lang::code) {
            let document = sheet(&format!("solo paper={paper} lang={lang}"));
            let runs: Vec<_> = document.frames()[0].runs().collect();
            let find = |start: &[&str]| {
                let mut all =
                    runs.iter().filter(|run| start.iter().any(|text| run.text.starts_with(text)));
                all.next_back().unwrap().baseline
            };
            let submarine = find(&["Submarine", "Sommergibile", "U-Boot"]);
            let dinghy = find(&["Dinghy", "Scialuppa", "Beiboot"]);
            let last = find(&["Arms: ", "Armi: ", "Wappen: "]);
            assert!(
                last - dinghy > (dinghy - submarine) * 1.1,
                "{paper} {lang}: {submarine} {dinghy} {last}"
            );
        }
    }
}

/// Returns the lines of a page, with their weight, and true if they have round ends.
fn looks(frame: &Frame) -> Vec<(f32, bool, &[[f32; 4]])> {
    let lines = frame.items.iter().filter_map(|item| match item {
        Item::Lines { weight, round, segments } => Some((*weight, *round, segments.as_slice())),
        _ => None,
    });
    lines.collect()
}

#[test]
#[ignore = "needs poppler-utils"]
fn lines_between_quarters_are_dots_that_end_before_the_edge_of_a_tile() {
    let document = sheet("piecepack");
    let tiles = document.frames().iter().filter(|frame| frame.title.ends_with("tiles"));
    let mut count = 0;
    for (n, frame) in tiles.enumerate() {
        let edges = frame.items.iter().filter_map(|item| match item {
            Item::Outline { weight, rect } if *weight == 0.9 => Some(*rect),
            _ => None,
        });
        let edges: Vec<_> = edges.collect();
        count += edges.len();
        // A tile is folded double.
        for edge in &edges {
            let long = edge.width.max(edge.height);
            let short = edge.width.min(edge.height);
            assert!((long - 2.0 * short).abs() < 0.01, "{edge:?}");
        }
        let dots = looks(frame).into_iter().filter(|(_, round, _)| *round);
        // Two lines on each tile, and the sample in the legend of the first page.
        assert_eq!(dots.clone().count(), 2 * edges.len() + usize::from(n == 0));
        for [x, y, x2, y2] in dots.flat_map(|(_, _, dots)| dots) {
            assert_eq!((x, y), (x2, y2), "a dot is a line without length");
            let far = |edge: f32, at: f32| (edge - at).abs() > 2.0 * MM;
            for edge in &edges {
                let inside = edge.x < *x && *x < edge.right() && edge.y < *y && *y < edge.bottom();
                assert!(
                    !inside
                        || far(edge.x, *x)
                            && far(edge.right(), *x)
                            && far(edge.y, *y)
                            && far(edge.bottom(), *y),
                    "{x} {y} {edge:?}"
                );
            }
        }
    }
    assert_eq!(count, 24);
    let text = pages(&document.pdf()).concat();
    for meaning in ["cut", "fold", "quarter: do not cut"] {
        assert!(text.contains(meaning), "{text}");
    }
}

#[test]
fn a_coin_has_a_mark_of_its_direction_on_both_sides() {
    let document = sheet("piecepack");
    let coins = document.frames().iter().find(|frame| frame.title.ends_with("coins")).unwrap();
    let ticks: Vec<_> = looks(coins).into_iter().filter(|(weight, ..)| *weight == 1.5).collect();
    assert_eq!(ticks.len(), 24);
    for (_, _, ticks) in ticks {
        let [[x1, upper, _, _], [x2, lower, _, _]] = ticks else { panic!("{ticks:?}") };
        // They meet when the coin is folded in the middle.
        assert!(x1 == x2 && lower - upper > 20.0 * MM, "{ticks:?}");
    }
}
