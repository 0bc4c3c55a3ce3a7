//! Maps of a game, in a monospaced font.

use broadside_engine::dispatch_typed;
use broadside_engine::game::View;
use broadside_engine::grid::{Cell, Grid};
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::reader_view::ReaderView;
use super::rulesets::RulesetMail as _;
use super::{Block, WIDTH};
use crate::texts::LetterTexts;

/// Number of columns between two maps side by side.
const GAP: usize = 4;

/// Signs of the maps.
pub(super) const WATER: char = '.';
pub(super) const SHIP: char = '#';
pub(super) const HIT: char = 'X';
pub(super) const MISS: char = 'o';
/// Shot of a salvo whose report gives the number of hits, but not which shots hit.
pub(super) const SHOT: char = '*';
/// Land on which nothing is known to stand. Its shape differs from that of water also in a small
/// font.
pub(super) const LAND: char = '^';
/// Square on which a recce plane saw nothing.
pub(super) const EMPTY: char = '-';

/// Maps, and the keys of the texts in their legend.
pub(super) type DrawnMaps = (Vec<Map>, Vec<&'static str>);

pub(super) struct Map {
    pub(super) title: String,
    pub(super) rows: Vec<String>,
}

/// Returns the maps for the reader, with the legend. Empty if the reader has no seat, or if there
/// is nothing to show yet.
pub(super) fn maps(game: &ReaderView, lang: Lang) -> Vec<Block> {
    let Some(me) = game.me else { return Vec::new() };
    let (maps, signs) = dispatch_typed!(View, &game.view, R, view => R::maps(game, lang, me, view));
    if maps.is_empty() {
        return Vec::new();
    }
    let maps = maps.iter().map(Map::lines).collect();
    vec![Block::Maps { maps, signs: signs.iter().map(|sign| lang.text(sign)).collect() }]
}

/// Lays out maps as text, two side by side if there is room, with the legend below.
pub(super) fn in_columns(maps: &[Vec<String>], signs: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = maps;
    while let [first, others @ ..] = rest {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        match others {
            [second, others @ ..] if width(first) + GAP + width(second) <= WIDTH => {
                lines.extend(side_by_side(first, second));
                rest = others;
            }
            _ => {
                lines.extend(first.iter().cloned());
                rest = others;
            }
        }
    }
    lines.push(String::new());
    lines.extend(wrap_legend(signs));
    lines
}

impl Map {
    fn lines(&self) -> Vec<String> {
        std::iter::once(self.title.clone()).chain(self.rows.iter().cloned()).collect()
    }
}

fn width(map: &[String]) -> usize {
    map.iter().map(|line| line.chars().count()).max().unwrap_or_default()
}

fn side_by_side(left: &[String], right: &[String]) -> Vec<String> {
    let width = width(left) + GAP;
    let mut lines = Vec::new();
    for row in 0..left.len().max(right.len()) {
        let left = left.get(row).map_or("", String::as_str);
        let right = right.get(row).map_or("", String::as_str);
        let gap = " ".repeat(width - left.chars().count());
        lines.push(format!("{left}{gap}{right}").trim_end().to_owned());
    }
    lines
}

/// Wraps the legend, with as many signs on a line as fit.
fn wrap_legend(signs: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sign in signs {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + sign.chars().count() <= WIDTH => {
                line.push_str("   ");
                line.push_str(sign);
            }
            _ => lines.push(sign.clone()),
        }
    }
    lines
}

/// Draws a map with letters for columns and numbers for rows.
pub(super) fn draw_grid(title: String, grid: Grid, sign: impl Fn(Cell) -> char) -> Map {
    let letters: Vec<String> =
        (0..grid.columns()).map(|column| char::from(b'A' + column).to_string()).collect();
    let mut rows = vec![format!("   {}", letters.join(" "))];
    for row in 0..grid.rows() {
        let cells = (0..grid.columns()).filter_map(|column| Cell::new(column, row));
        let signs: Vec<_> = cells.map(|cell| sign(cell).to_string()).collect();
        rows.push(format!("{:>2} {}", row + 1, signs.join(" ")));
    }
    Map { title, rows }
}

/// Returns the title of the map of a seat.
pub(super) fn title(game: &ReaderView, lang: Lang, seat: Seat) -> String {
    let title = game.seat_text(lang, "map-waters", seat, &[]);
    // A long name must not keep two maps from fitting side by side.
    shorten(title, 30)
}

/// Shortens a long text to a number of characters, with `…` at its end.
pub(super) fn shorten(text: String, max: usize) -> String {
    if text.chars().count() <= max {
        return text;
    }
    format!("{}…", text.chars().take(max - 1).collect::<String>())
}
