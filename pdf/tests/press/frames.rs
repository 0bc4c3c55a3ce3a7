//! Tests of the frames on unusual papers, of the looks, and of several pages on a sheet of paper.

use broadside_pdf::font::Face;
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::{Document, MM, SheetError};

use crate::geometry::check;
use crate::tools::{ask, sheet, sheets};

fn check_all(document: &Document, margin: f32, what: &str) {
    assert!(document.page_count() > 0);
    for (n, frame) in document.frames().iter().enumerate() {
        check(frame, margin, &format!("{what}, page {}", n + 1));
    }
}

#[test]
fn odd_papers_and_narrow_margins_are_good_too() {
    for name in sheets() {
        for (paper, margin) in [
            ("148x180", 12.0),
            ("120x180", 12.0),
            ("200x1000", 12.0),
            ("841x1189", 12.0),
            ("a4", 5.5),
            ("a5", 5.5),
            ("148x180", 5.5),
        ] {
            for orientation in ["portrait", "landscape"] {
                let space = if name.contains(' ') { "" } else { " " };
                let what = format!(
                    "{name}{space} paper={paper} orientation={orientation} lang=it margin={margin}"
                );
                match ask(&what.replace("  ", " ")) {
                    Ok(document) => check_all(&document, margin, &what),
                    Err(error) => {
                        assert!(matches!(error, SheetError::TooSmall { .. }), "{what}: {error}")
                    }
                }
            }
        }
    }
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
    for name in sheets().filter(|name| !["piecepack", "solo-pack"].contains(name)) {
        for paper in ["a4", "a5", "120x180"] {
            let Ok(document) = ask(&format!("{name} paper={paper}")) else { continue };
            for frame in document.frames() {
                let letters: Vec<_> =
                    frame.runs().filter(|run| run.text == "A" || run.text == "B").collect();
                let middle = |n: usize| letters[n].x + letters[n].width() / 2.0;
                // Two letters on different baselines are not an axis.
                if letters.len() >= 2 && letters[0].baseline == letters[1].baseline {
                    assert!(middle(1) - middle(0) >= 6.0 * MM - 0.01, "{name} on {paper}");
                }
            }
        }
    }
}

#[test]
fn looks_change_only_the_documented_properties() {
    for name in sheets() {
        for (paper, look) in [
            ("a4", "large_print"),
            ("a3", "large_print"),
            ("a4", "high_contrast"),
            ("a4", "low_ink"),
        ] {
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
                "large_print" => {
                    assert!(smallest(&document) >= 12.0, "{what}: {}", smallest(&document))
                }
                "high_contrast" => {
                    assert!(smallest(&document) >= 7.0, "{what}: {}", smallest(&document));
                    assert!(lines(&document).0 >= 1.0 || lines(&document).1 == 0.0, "{what}");
                    let bold = document
                        .frames()
                        .iter()
                        .flat_map(Frame::runs)
                        .all(|run| run.face == Face::Bold);
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
        assert!(
            (frame.width - size.0).abs() < 0.5 && (frame.height - size.1).abs() < 0.5,
            "{what}"
        );
        let count = if what.contains("n_up=4") { 4 } else { 2 };
        if !what.starts_with("voices-pack") {
            let titles = frame.runs().filter(|run| run.text == document.title()).count();
            assert_eq!(titles, count, "{what}");
        }
    }
    assert_eq!(ask("maps n_up=3").unwrap_err().field(), "n_up");
    assert_eq!(ask("maps look=loud").unwrap_err().field(), "look");
}
