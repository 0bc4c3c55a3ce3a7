//! Tests of the frames: nothing is clipped or overlaps, for every sheet, paper and language.

use broadside_pdf::font::{ASCENT, DESCENT, Face};
use broadside_pdf::frame::{Frame, Item, Rect};
use broadside_pdf::{Document, MM, SheetError};

use crate::tools::{SHEETS, ask, sheet};

/// Tolerance for rounding, and for boxes that are slightly larger than their letters.
const SLACK: f32 = 0.3;

fn meet(a: &Rect, b: &Rect) -> bool {
    let apart = |low: f32, high: f32| low + SLACK >= high;
    !(apart(b.x, a.right()) || apart(a.x, b.right()) || apart(b.y, a.bottom()) || apart(a.y, b.bottom()))
}

fn inside(outer: &Rect, inner: &Rect) -> bool {
    outer.x - SLACK <= inner.x
        && outer.y - SLACK <= inner.y
        && inner.right() <= outer.right() + SLACK
        && inner.bottom() <= outer.bottom() + SLACK
}

fn extent(points: &[(f32, f32)]) -> Rect {
    let all =
        |of: fn(&(f32, f32)) -> f32, pick: fn(f32, f32) -> f32, from| points.iter().map(of).fold(from, pick);
    let (x, y) = (all(|p| p.0, f32::min, f32::MAX), all(|p| p.1, f32::min, f32::MAX));
    let (right, bottom) = (all(|p| p.0, f32::max, f32::MIN), all(|p| p.1, f32::max, f32::MIN));
    Rect { x, y, width: right - x, height: bottom - y }
}

/// Returns the rectangles that a line covers. A slanting line is split into pieces.
fn pieces([x1, y1, x2, y2]: &[f32; 4]) -> Vec<Rect> {
    let slanted = x1 != x2 && y1 != y2;
    let count = if slanted { (x2 - x1).hypot(y2 - y1).ceil() } else { 1.0 };
    let at = |n: f32| (x1 + (x2 - x1) * n / count, y1 + (y2 - y1) * n / count);
    (0..count as u16).map(|n| extent(&[at(f32::from(n)), at(f32::from(n) + 1.0)])).collect()
}

/// Returns the rectangles that the parts of an item cover, one for each line of a drawing.
fn parts(item: &Item) -> Vec<Rect> {
    match item {
        Item::Text(run) => vec![run.bounds()],
        Item::Lines { segments, .. } => segments.iter().flat_map(pieces).collect(),
        Item::RotatedText { run, angle } => {
            let (sin, cos) = angle.sin_cos();
            let (above, below) = (run.size * ASCENT, run.size * DESCENT);
            let at =
                |right: f32, up: f32| (run.x + right * cos - up * sin, run.baseline - right * sin - up * cos);
            let width = run.width();
            vec![extent(&[at(0.0, above), at(width, above), at(0.0, -below), at(width, -below)])]
        }
        Item::Outline { rect, .. } => {
            let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            corners.windows(2).map(extent).collect()
        }
        Item::Circle { x, y, radius, .. } => {
            vec![extent(&[(x - radius, y - radius), (x + radius, y + radius)])]
        }
    }
}

pub(crate) fn check(frame: &Frame, margin: f32, what: &str) {
    let page = Rect { x: 0.0, y: 0.0, width: frame.width, height: frame.height }.inset(margin * MM);
    for item in frame.items.iter().chain(&frame.marks) {
        for part in parts(item) {
            assert!(inside(&page, &part), "{what}: {item:?} is not within {page:?}");
        }
    }
    let runs: Vec<_> = frame.items.iter().filter(|item| matches!(item, Item::Text(_))).collect();
    for (n, item) in runs.iter().enumerate() {
        let bounds = parts(item)[0];
        for other in &runs[..n] {
            assert!(!meet(&bounds, &parts(other)[0]), "{what}: {item:?} is over {other:?}");
        }
    }
    // No line of the sheet crosses a letter. Marks may cross anything.
    let drawn = frame.items.iter().filter(|item| !matches!(item, Item::Text(_) | Item::RotatedText { .. }));
    for line in drawn.flat_map(parts) {
        for item in &runs {
            let bounds = parts(item)[0].inset(SLACK);
            assert!(!meet(&bounds, &line), "{what}: {item:?} is crossed by {line:?}");
        }
    }
}

fn check_all(document: &Document, margin: f32, what: &str) {
    assert!(document.page_count() > 0);
    for (n, frame) in document.frames().iter().enumerate() {
        check(frame, margin, &format!("{what}, page {}", n + 1));
    }
}

#[test]
fn no_text_is_clipped_or_overlaps_on_any_paper_in_any_language() {
    let mut too_small = Vec::new();
    for name in SHEETS {
        for paper in ["a4", "letter", "a5", "148x180", "120x180", "297x420", "200x1000", "841x1189"] {
            for orientation in ["portrait", "landscape"] {
                for (lang, margin) in [("en", 12.0), ("it", 12.0), ("it", 5.5)] {
                    let space = if name.contains(' ') { "" } else { " " };
                    let what = format!(
                        "{name}{space} paper={paper} orientation={orientation} lang={lang} margin={margin}"
                    );
                    match ask(&what.replace("  ", " ")) {
                        Ok(document) => check_all(&document, margin, &what),
                        Err(SheetError::TooSmall { .. }) => too_small.push((what, paper)),
                        Err(error) => panic!("{what}: {error}"),
                    }
                }
            }
        }
    }
    // Every sheet fits the named papers in both orientations, except the largest planet.
    too_small.retain(|(_, paper)| ["a4", "letter", "a5"].contains(paper));
    let planet = "rows=16 columns=16 paper=a5 orientation=landscape";
    too_small.retain(|(what, _)| !what.starts_with("satellite") || !what.contains(planet));
    assert!(too_small.is_empty(), "{too_small:?}");
}

#[test]
fn the_recipe_of_a_large_matrix_finds_room_on_every_page_that_the_matrix_does() {
    let recipe = "v1:26:t3,d3,m3,w3,v3,z3,dʒ2,aʊ2,ɛ2,θ2:the-longest-seed-there-may-be-is-this-40";
    for paper in ["a4", "letter", "841x1189"] {
        let what = format!("game-matrix matrix={recipe} paper={paper}");
        check_all(&ask(&what).unwrap(), 12.0, &what);
    }
}

#[test]
fn cells_are_large_enough_to_be_marked() {
    // A piecepack has letters, but no cells.
    for name in SHEETS.into_iter().filter(|name| !["piecepack", "solo-pack"].contains(name)) {
        for paper in ["a4", "a5", "120x180"] {
            let Ok(document) = ask(&format!("{name} paper={paper}")) else { continue };
            for frame in document.frames() {
                let letters: Vec<_> = frame.runs().filter(|run| run.text == "A" || run.text == "B").collect();
                let middle = |n: usize| letters[n].x + letters[n].width() / 2.0;
                // Two letters on different baselines are not an axis.
                if letters.len() >= 2 && letters[0].baseline == letters[1].baseline {
                    assert!(middle(1) - middle(0) >= 6.0 * MM - 0.01, "{name} on {paper}");
                }
            }
        }
    }
}

/// Returns the area of the largest rectangle within the margins of a page that nothing is drawn in. It scans a grid of
/// points, so the result is a little too small.
pub(crate) fn largest_free_rectangle(frame: &Frame, margin: f32) -> Rect {
    const STEP: f32 = 4.0;
    let page = Rect { x: 0.0, y: 0.0, width: frame.width, height: frame.height }.inset(margin * MM);
    let (columns, rows) = ((page.width / STEP) as usize, (page.height / STEP) as usize);
    let mut taken = vec![vec![false; columns]; rows];
    for part in frame.items.iter().chain(&frame.marks).flat_map(parts) {
        let index =
            |at: f32, from: f32, count: usize| (((at - from) / STEP).max(0.0) as usize).min(count - 1);
        for row in &mut taken[index(part.y, page.y, rows)..=index(part.bottom(), page.y, rows)] {
            row[index(part.x, page.x, columns)..=index(part.right(), page.x, columns)].fill(true);
        }
    }
    // For each row, the number of free cells above each column, and the widest rectangle below them.
    let mut best = Rect { x: page.x, y: page.y, width: 0.0, height: 0.0 };
    let mut free = vec![0_usize; columns];
    for (row, taken) in taken.iter().enumerate() {
        for (free, taken) in free.iter_mut().zip(taken) {
            *free = if *taken { 0 } else { *free + 1 };
        }
        for left in 0..columns {
            let mut height = usize::MAX;
            for (right, free) in free.iter().enumerate().skip(left) {
                height = height.min(*free);
                if height == 0 {
                    break;
                }
                let (width, high) = ((right + 1 - left) as f32 * STEP, height as f32 * STEP);
                if width * high > best.width * best.height {
                    let y = page.y + (row + 1 - height) as f32 * STEP;
                    best = Rect { x: page.x + left as f32 * STEP, y, width, height: high };
                }
            }
        }
    }
    best
}

#[test]
fn no_page_of_solo_a_piecepack_or_satellite_is_a_quarter_empty_except_the_last() {
    let mut empty = Vec::new();
    for name in ["solo", "solo wumpuses=true", "piecepack", "satellite", "satellite-pieces"] {
        for paper in ["a4", "a5", "letter"] {
            for orientation in ["portrait", "landscape"] {
                for lang in ["en", "it"] {
                    let space = if name.contains(' ') { "" } else { " " };
                    let what = format!("{name}{space} paper={paper} orientation={orientation} lang={lang}");
                    let document = ask(&what.replace("  ", " ")).unwrap();
                    let frames = document.frames();
                    for (n, frame) in frames[..frames.len() - 1].iter().enumerate() {
                        let free = largest_free_rectangle(frame, 12.0);
                        let (width, height) = (frame.width - 24.0 * MM, frame.height - 24.0 * MM);
                        let share = free.width * free.height / (width * height);
                        if share > 0.25 {
                            empty.push(format!("{what}, page {}: {share:.2}", n + 1));
                        }
                    }
                }
            }
        }
    }
    assert!(empty.is_empty(), "{empty:#?}");
}

#[test]
fn all_text_is_at_least_seven_points_high() {
    for name in ["solo", "piecepack", "satellite", "satellite-pieces"] {
        for paper in ["a4", "a5", "letter"] {
            for orientation in ["portrait", "landscape"] {
                for lang in ["en", "it"] {
                    let what = format!("{name} paper={paper} orientation={orientation} lang={lang}");
                    for frame in ask(&what).unwrap().frames() {
                        for run in frame.runs() {
                            assert!(run.size >= 7.0 - 0.001, "{what}: {run:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn looks_keep_everything_legible_and_change_only_what_they_say() {
    for name in SHEETS {
        for (paper, look) in
            [("a4", "large_print"), ("a3", "large_print"), ("a4", "high_contrast"), ("a4", "low_ink")]
        {
            let plain = sheet(&format!("{name} paper={paper}"));
            let what = format!("{name} paper={paper} look={look}");
            let document = match ask(&what) {
                Ok(document) => document,
                Err(SheetError::TooSmall { fits, .. }) => {
                    assert!(look == "large_print" && fits.is_some(), "{what}");
                    continue;
                }
                Err(error) => panic!("{what}: {error}"),
            };
            check_all(&document, 12.0, &what);
            let smallest = |document: &Document| {
                let sizes = document.frames().iter().flat_map(Frame::runs).map(|run| run.size);
                sizes.fold(f32::MAX, f32::min)
            };
            let lines = |document: &Document| {
                let all = document.frames().iter().flat_map(|frame| &frame.items);
                all.filter_map(weight).fold((f32::MAX, 0.0), |(low, high): (f32, f32), weight| {
                    (low.min(weight), high.max(weight))
                })
            };
            match look {
                "large_print" => assert!(smallest(&document) >= 12.0, "{what}: {}", smallest(&document)),
                "high_contrast" => {
                    assert!(smallest(&document) >= 7.0, "{what}: {}", smallest(&document));
                    assert!(lines(&document).0 >= 1.0 || lines(&document).1 == 0.0, "{what}");
                    let bold =
                        document.frames().iter().flat_map(Frame::runs).all(|run| run.face == Face::Bold);
                    assert!(bold, "{what}");
                }
                _ => {
                    assert_eq!(document.page_count(), plain.page_count());
                    assert!(lines(&document).1 <= lines(&plain).1 * 0.51, "{what}");
                }
            }
        }
    }
}

/// Returns the thickness of a drawn line.
fn weight(item: &Item) -> Option<f32> {
    match item {
        Item::Text(_) | Item::RotatedText { .. } => None,
        Item::Lines { weight, .. } | Item::Outline { weight, .. } | Item::Circle { weight, .. } => {
            Some(*weight)
        }
    }
}

#[test]
fn pages_share_paper_with_lines_to_cut_along() {
    for (what, pages, size) in [
        ("maps n_up=2 orientation=portrait", 1, (841.89, 595.28)),
        ("maps n_up=2 orientation=landscape", 1, (595.28, 841.89)),
        ("voices-pack battle=1 tactical=2 n_up=2", 3, (841.89, 595.28)),
        ("battle-map n_up=4", 1, (595.28, 841.89)),
        ("battle-map n_up=4 paper=a3 look=high_contrast", 1, (841.89, 1190.55)),
    ] {
        let document = sheet(what);
        check_all(&document, 4.0, what);
        assert_eq!(document.page_count(), pages, "{what}");
        let frame = &document.frames()[0];
        assert!((frame.width - size.0).abs() < 0.5 && (frame.height - size.1).abs() < 0.5, "{what}");
        let count = if what.contains("n_up=4") { 4 } else { 2 };
        if !what.starts_with("voices-pack") {
            let titles = frame.runs().filter(|run| run.text == document.title()).count();
            assert_eq!(titles, count, "{what}");
        }
    }
    assert_eq!(ask("maps n_up=3").unwrap_err().field(), "n_up");
    assert_eq!(ask("maps look=loud").unwrap_err().field(), "look");
}
