//! Pages of game-matrices, to read from or to mark.

use broadside_engine::voices::matrix::{Matrix, Origin};
use broadside_i18n::Lang;

use super::map::{Map, footer, matrix_name};
use super::{Body, Page};

/// Makes the page of one matrix.
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
