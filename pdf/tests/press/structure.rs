//! Tests of the roles of the items on pages, and of reading order. `tests/pdf_structure.py` checks
//! the structure in the files themselves.

use broadside_engine::voices::matrix::Matrix;
use broadside_pdf::Document;
use broadside_pdf::frame::{Frame, Item};
use broadside_pdf::tag::{Role, Tag};

use crate::tools::{run, sheet};

fn is_text(item: &Item) -> bool {
    matches!(item, Item::Text(_) | Item::RotatedText { .. })
}

/// Checks the roles within a tag. `headings` is the level of the last heading.
fn check(tag: &Tag, frame: &Frame, headings: &mut u8, what: &str) {
    let children = |allowed: &[Role]| {
        let all = tag.children.iter().all(|child| allowed.contains(&child.role));
        assert!(all, "{what}: {:?} has {:?}", tag.role, tag.children);
    };
    match &tag.role {
        Role::Heading(level) => {
            assert!(*level <= *headings + 1, "{what}: heading {level} follows heading {headings}");
            *headings = *level;
        }
        Role::List => children(&[Role::ListItem]),
        Role::ListItem => children(&[Role::Label, Role::Body, Role::Artifact]),
        Role::Table => {
            children(&[Role::Row]);
            let cells =
                |row: &Tag| row.children.iter().filter(|cell| cell.role != Role::Artifact).count();
            let counts: Vec<usize> = tag.children.iter().map(cells).collect();
            assert!(
                counts.windows(2).all(|pair| pair[0] == pair[1]),
                "{what}: rows have {counts:?} cells"
            );
            let first = &tag.children[0].children;
            assert!(
                first.iter().any(|cell| cell.role == Role::ColumnHeader),
                "{what}: no headings"
            );
        }
        Role::Row => children(&[Role::ColumnHeader, Role::RowHeader, Role::Cell, Role::Artifact]),
        Role::Figure(text) => {
            assert!(!text.trim().is_empty(), "{what}: a figure without a description");
            assert!(tag.items.len() + tag.marks.len() > 0, "{what}: {text} has no drawing");
        }
        Role::Section
        | Role::Paragraph
        | Role::Label
        | Role::Body
        | Role::ColumnHeader
        | Role::RowHeader
        | Role::Cell
        | Role::Artifact => (),
    }
    if !tag.role.has_text() && tag.role != Role::Section {
        for n in tag.items.clone().filter(|n| is_text(&frame.items[*n])) {
            let inside = tag.children.iter().any(|child| child.items.contains(&n));
            assert!(inside, "{what}: {:?} is no content of {:?}", frame.items[n], tag.role);
        }
    }
    for child in &tag.children {
        assert!(child.items.start >= tag.items.start && child.items.end <= tag.items.end, "{what}");
        check(child, frame, headings, what);
    }
}

/// Checks the roles of all pages of a document.
pub(crate) fn check_all(document: &Document, what: &str) {
    for (n, frame) in document.frames().iter().enumerate() {
        let what = format!("{what}, page {}", n + 1);
        let mut headings = 0;
        let mut end = 0;
        for tag in &frame.tags {
            assert!(tag.items.start >= end, "{what}: roles are in the order of their items");
            end = tag.items.end;
            check(tag, frame, &mut headings, &what);
        }
        assert!(headings > 0, "{what}: no heading");
        // Marks of players are parts of cells and figures, or text.
        let mut covered = vec![false; frame.marks.len()];
        frame.tags.iter().flat_map(|tag| tag.marks.clone()).for_each(|n| covered[n] = true);
        assert!(covered.iter().all(|covered| *covered), "{what}: marks without a role");
    }
}

#[test]
fn pages_on_shared_paper_and_pages_in_other_looks_have_roles() {
    for what in ["maps n_up=2", "battle-map n_up=4", "battle-map battle=3 look=large_print"] {
        check_all(&sheet(what), what);
    }
}

/// Returns the lines of the structure of a file that have text: a role, then its text.
fn structure(pdf: &[u8]) -> String {
    run(pdf, "pdfinfo", &["-struct-text"], &[])
}

#[test]
#[ignore = "needs poppler-utils"]
fn a_grid_is_read_row_by_row_with_its_coordinates() {
    let text = structure(&sheet("battle-map battle=3").pdf());
    let words: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix('"')).collect();
    let words: Vec<&str> = words.into_iter().map(|word| word.trim_end_matches('"')).collect();
    let start = words.iter().position(|word| *word == "A").unwrap();
    let letters: Vec<String> = ('A'..='J').map(String::from).collect();
    assert_eq!(words[start..start + 10], letters);
    let rows: Vec<&[&str]> = words[start + 10..start + 120].chunks(11).collect();
    let matrix = Matrix::numbered(3).unwrap();
    for (row, read) in (0..).zip(rows) {
        assert_eq!(read[0], (row + 1).to_string());
        assert_eq!(read[1..], matrix.row(row).collect::<Vec<_>>());
    }
}
