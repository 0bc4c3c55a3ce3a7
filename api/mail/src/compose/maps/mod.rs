//! Maps of a game, in a monospaced font.

mod advanced;
mod classic;
mod satellite;
mod solo;
mod voices;

use broadside_engine::game::View;
use broadside_engine::grid::{Cell, Grid};
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::reader_view::ReaderView;
use super::{Block, WIDTH};

/// Number of columns between two maps side by side.
const GAP: usize = 4;

/// Signs of the maps.
const WATER: char = '.';
const SHIP: char = '#';
const HIT: char = 'X';
const MISS: char = 'o';
/// Shot of a salvo whose report gives the number of hits, but not which shots hit.
const SHOT: char = '*';
/// Square on which a recce plane saw nothing.
const EMPTY: char = '-';

/// Map with its title.
struct Map {
    title: String,
    rows: Vec<String>,
}

/// Returns the maps for the reader, with the legend. Empty if the reader has no seat, or if there is nothing to show
/// yet.
pub(super) fn maps(seen: &ReaderView, lang: Lang) -> Vec<Block> {
    let Some(me) = seen.me else { return Vec::new() };
    let (maps, signs) = match &seen.view {
        View::Classic(view) => classic::maps(seen, lang, me, view),
        View::Voices(view) => voices::maps(seen, lang, me, view),
        View::Solo(view) => solo::maps(lang, view),
        View::Satellite(view) => satellite::maps(seen, lang, me, view),
        View::Advanced(view) => advanced::maps(seen, lang, me, view),
    };
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
    let line = |n: usize| {
        let first = left.get(n).map_or("", String::as_str);
        let gap = " ".repeat(width - first.chars().count());
        format!("{first}{gap}{}", right.get(n).map_or("", String::as_str)).trim_end().to_owned()
    };
    (0..left.len().max(right.len())).map(line).collect()
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
fn draw_grid(title: String, grid: Grid, sign: impl Fn(Cell) -> char) -> Map {
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
fn title(seen: &ReaderView, lang: Lang, seat: Seat) -> String {
    let title = seen.seat_text(lang, "map-waters", seat, &[]);
    // A long name must not keep two maps from fitting side by side.
    match title.chars().count() > 30 {
        true => format!("{}…", title.chars().take(29).collect::<String>()),
        false => title,
    }
}
