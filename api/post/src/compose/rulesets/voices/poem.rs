//! The sound poem of a game of `voices`: the calls and answers as they sound, and the player's own
//! game-matrices.

use std::collections::BTreeSet;
use std::fmt::Display;

use broadside_engine::game::Glimpse;
use broadside_engine::seat::Seat;
use broadside_engine::voices::key::keys;
use broadside_engine::voices::{self, MatrixView, ShotFired, ShotResult, View};
use broadside_i18n::Lang;

use crate::compose::Block;
use crate::compose::maps::shorten;
use crate::compose::news::Describer;
use crate::compose::reader_view::ReaderView;
use crate::texts::LetterTexts;

/// Maximum number of shots in one mail: those of two turns.
const MAX_SHOTS: usize = 10;
/// Maximum width of a name.
const NAME_WIDTH: usize = 18;

/// Shows how the shots in the news sound (V7), with the words of the key. At the beginning of the
/// game, also shows the game-matrices of the reader's own maps.
pub(super) fn poem(game: &ReaderView, lang: Lang, view: &View) -> Vec<Block> {
    let mut blocks = Vec::new();
    if game.reports_start() {
        blocks.extend(matrices(game, lang, view));
    }
    let shots: Vec<_> = game.news.iter().filter_map(shot).collect();
    let shots = &shots[shots.len().saturating_sub(MAX_SHOTS)..];
    if !shots.is_empty() {
        blocks.push(Block::Text(lang.text("poem-sounds")));
        blocks.push(Block::Lines(
            shots.iter().flat_map(|shot| shot_lines(game, lang, shot)).collect(),
        ));
        blocks.push(Block::Text(key_words(lang, shots)));
    }
    blocks
}

fn shot(glimpse: &Glimpse) -> Option<&ShotFired> {
    match glimpse {
        Glimpse::Voices(voices::Glimpse::Fired(shot)) => Some(shot),
        _ => None,
    }
}

/// The call and the answers of a shot, one below the other, in lines that fit a phone. The arrows
/// are those of the printed score.
fn shot_lines(game: &ReaderView, lang: Lang, shot: &ShotFired) -> Vec<String> {
    let describer = Describer { game, lang };
    let caller = short_name(game, lang, shot.seat);
    let mut lines = vec![format!("{:>2}. {caller}: {} {}", shot.shot, shot.cell, shot.phone)];
    for answer in &shot.answers {
        let result = describer.hit(answer.result == ShotResult::Hit);
        lines.push(format!("    {}: {result}", short_name(game, lang, answer.seat)));
        lines.push(format!("    {} {}", answer.row.from.arrow(), answer.row.phones.join(" ")));
        lines.push(format!(
            "    {} {}",
            answer.column.from.arrow(),
            answer.column.phones.join(" ")
        ));
    }
    lines
}

fn short_name(game: &ReaderView, lang: Lang, seat: Seat) -> String {
    shorten(game.name(lang, seat), NAME_WIDTH)
}

/// The phones of some shots, each with its word of the key.
fn key_words(lang: Lang, shots: &[&ShotFired]) -> String {
    let mut phones = BTreeSet::new();
    for shot in shots {
        phones.insert(&shot.phone);
        for answer in &shot.answers {
            phones.extend(&answer.row.phones);
            phones.extend(&answer.column.phones);
        }
    }
    let words = keys().iter().filter(|key| phones.contains(&key.phone));
    let words: Vec<_> = words.map(|key| format!("{} {}", key.phone, key.plain())).collect();
    lang.fill("poem-key", &[("words", &words.join(", "))])
}

/// The game-matrices of the reader's maps.
fn matrices(game: &ReaderView, lang: Lang, view: &View) -> Vec<Block> {
    let Some(maps) = view.maps.iter().find(|maps| Some(maps.seat) == game.me) else {
        return Vec::new();
    };
    let mut blocks = Vec::new();
    for (key, matrix) in [("poem-battle", &maps.battle), ("poem-tactical", &maps.tactical)] {
        let name = matrix.matrix.name();
        blocks.push(Block::Text(lang.fill(key, &[("name", &name)])));
        blocks.push(Block::Lines(matrix_lines(matrix)));
    }
    blocks
}

/// The rows of a matrix, with letters for columns and numbers for rows.
fn matrix_lines(matrix: &MatrixView) -> Vec<String> {
    let letters: Vec<_> = ('A'..='J').map(String::from).collect();
    let mut lines = vec![matrix_line("", &letters)];
    for (number, phones) in (1..).zip(&matrix.rows) {
        lines.push(matrix_line(&number.to_string(), phones));
    }
    lines
}

fn matrix_line(head: &str, cells: &[impl Display]) -> String {
    let cells: Vec<_> = cells.iter().map(|cell| format!("{cell:<2}")).collect();
    format!("{head:>2} {}", cells.join(" ")).trim_end().to_owned()
}
