//! Pages of game-matrices, to read from or to mark.

use broadside_engine::voices::matrix::{Matrix, Origin};
use broadside_i18n::Lang;

use crate::kind::BlankSheet;
use crate::sheet::map::{Map, footer, matrix_name};
use crate::sheet::{Body, Page};
use crate::texts::SheetTexts;

pub(crate) static GAME_MATRIX: BlankSheet = BlankSheet {
    name: "game-matrix",
    summary: "One game-matrix with its axes, to read from or to mark as a map.",
    options: &["matrix"],
    needs: &["matrix"],
    title: None,
    make: |request, lang| {
        let matrix = request.shown_matrix()?.ok_or(GAME_MATRIX.lacks("matrix"))?;
        Ok(vec![page(lang, &matrix)])
    },
};

/// All ten game-matrices, one on each page.
pub(crate) static GAME_MATRICES: BlankSheet = BlankSheet {
    name: "game-matrices",
    summary: "All ten game-matrices of SALVO for 2 voices, one a page.",
    options: &[],
    needs: &[],
    title: Some("matrices-title"),
    make: |_, lang| Ok(all(lang)),
};

pub(crate) fn page(lang: Lang, matrix: &Matrix) -> Page {
    let (title, note) = match matrix.origin() {
        Origin::Numbered(number) => (
            lang.fill("matrix-number", &[("number", &number.to_string())]),
            matrix.sound_word().unwrap_or_default().to_owned(),
        ),
        Origin::Made(_) => (matrix_name(lang, matrix), String::new()),
    };
    Page {
        title,
        note,
        footer: footer(lang, &lang.text("matrix-sheet"), &[matrix]),
        body: Body::Maps { maps: vec![Map::matrix(matrix)], log: None },
    }
}

/// Makes a page for each of the ten numbered matrices.
pub(crate) fn all(lang: Lang) -> Vec<Page> {
    (1..=Matrix::NUMBERS).filter_map(Matrix::numbered).map(|matrix| page(lang, matrix)).collect()
}
