//! The sound poem of a game of `voices`: the calls and answers as they sound, and the player's own
//! game-matrices.

use std::collections::BTreeSet;

use broadside_engine::game::Glimpse;
use broadside_engine::table::SharedGlimpse;
use broadside_engine::voices::key::keys;
use broadside_engine::voices::{self, MatrixView, ShotFired, ShotResult, View};
use broadside_i18n::Lang;

use crate::compose::Block;
use crate::compose::maps::shorten;
use crate::compose::news::Describer;
use crate::compose::reader_view::ReaderView;

/// Maximum number of shots in one mail: those of two turns.
const MAX_SHOTS: usize = 10;
/// Maximum width of a name.
const NAME_WIDTH: usize = 18;

/// Shows how the shots in the news sound (V7), with the words of the key. At the beginning of the
/// game, also shows the game-matrices of the reader's own maps.
pub(super) fn poem(seen: &ReaderView, lang: Lang, view: &View) -> Vec<Block> {
    let began = |glimpse: &Glimpse| matches!(glimpse, Glimpse::Game(SharedGlimpse::Began { .. }));
    let mut blocks = Vec::new();
    if seen.news.iter().any(began) {
        blocks.extend(matrices(seen, lang, view));
    }
    let shots: Vec<_> = seen.news.iter().filter_map(shot).collect();
    let shots = &shots[shots.len().saturating_sub(MAX_SHOTS)..];
    if !shots.is_empty() {
        blocks.push(Block::Text(lang.text("poem-sounds")));
        blocks.push(Block::Lines(
            shots.iter().flat_map(|shot| shot_lines(seen, lang, shot)).collect(),
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
fn shot_lines(seen: &ReaderView, lang: Lang, shot: &ShotFired) -> Vec<String> {
    let told = Describer { seen, lang };
    let name = |seat| shorten(seen.name(lang, seat), NAME_WIDTH);
    let mut lines =
        vec![format!("{:>2}. {}: {} {}", shot.shot, name(shot.seat), shot.cell, shot.phone)];
    for answer in &shot.answers {
        let result = told.hit(answer.result == ShotResult::Hit);
        lines.push(format!("    {}: {result}", name(answer.seat)));
        lines.push(format!("    {} {}", answer.row.from.arrow(), answer.row.phones.join(" ")));
        lines.push(format!(
            "    {} {}",
            answer.column.from.arrow(),
            answer.column.phones.join(" ")
        ));
    }
    lines
}

/// The phones of some shots, each with its word of the key.
fn key_words(lang: Lang, shots: &[&ShotFired]) -> String {
    let answered = |shot: &&ShotFired| {
        let answers =
            shot.answers.iter().flat_map(|answer| [&answer.row.phones, &answer.column.phones]);
        answers.flatten().cloned().chain([shot.phone.clone()]).collect::<Vec<_>>()
    };
    let phones: BTreeSet<String> = shots.iter().flat_map(answered).collect();
    let words = keys().iter().filter(|key| phones.contains(&key.phone));
    let words: Vec<_> = words.map(|key| format!("{} {}", key.phone, key.plain())).collect();
    lang.fill("poem-key", &[("words", &words.join(", "))])
}

/// The game-matrices of the reader's maps.
fn matrices(seen: &ReaderView, lang: Lang, view: &View) -> Vec<Block> {
    let Some(maps) = view.maps.iter().find(|maps| Some(maps.seat) == seen.me) else {
        return Vec::new();
    };
    let block = |key, matrix: &MatrixView| {
        let name = matrix.matrix.name();
        [Block::Text(lang.fill(key, &[("name", &name)])), Block::Lines(matrix_lines(matrix))]
    };
    let (battle, tactical) =
        (block("poem-battle", &maps.battle), block("poem-tactical", &maps.tactical));
    battle.into_iter().chain(tactical).collect()
}

/// The rows of a matrix, with letters for columns and numbers for rows.
fn matrix_lines(matrix: &MatrixView) -> Vec<String> {
    let line = |head: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<_> = cells.map(|cell| format!("{cell:<2}")).collect();
        format!("{head:>2} {}", cells.join(" ")).trim_end().to_owned()
    };
    let letters: Vec<_> = ('A'..='J').map(String::from).collect();
    let mut lines = vec![line("", &mut letters.iter().map(String::as_str))];
    for (row, phones) in matrix.rows.iter().enumerate() {
        lines.push(line(&(row + 1).to_string(), &mut phones.iter().map(String::as_str)));
    }
    lines
}
