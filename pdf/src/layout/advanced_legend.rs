//! The legend of the marks on the maps of `advanced`: sample squares and their meaning, in two
//! columns.

use super::prose::wrap;
use super::{MIN_TYPE, Style, grid, land};
use crate::font::{CAPITAL, Face};
use crate::frame::{Frame, Rect};
use crate::sheet::advanced::chart::Legend;
use crate::sheet::map::Map;
use crate::tag::Role;

/// Legend with its texts broken into lines.
pub(super) struct LaidLegend<'a> {
    style: Style,
    title: &'a str,
    signs: Vec<(&'a Map, Vec<String>)>,
}

impl<'a> LaidLegend<'a> {
    pub(super) fn new(style: Style, legend: &'a Legend, width: f32) -> Self {
        let room = width / 2.0 - square(style) - gap(style) * 2.0;
        let signs = legend
            .signs
            .iter()
            .map(|(map, text)| (map, wrap(text, Face::Regular, size(style), room)));
        Self { style, title: &legend.title, signs: signs.collect() }
    }

    /// Returns the height, including the space below.
    pub(super) fn height(&self) -> f32 {
        let rows: f32 = self.columns().map(|column| self.column_height(column)).fold(0.0, f32::max);
        title(self.style) + rows + gap(self.style)
    }

    fn columns(&self) -> impl Iterator<Item = &[(&'a Map, Vec<String>)]> {
        self.signs.chunks(self.signs.len().div_ceil(2).max(1))
    }

    fn column_height(&self, signs: &[(&Map, Vec<String>)]) -> f32 {
        signs.iter().map(|(_, lines)| self.sign_height(lines)).sum()
    }

    fn sign_height(&self, lines: &[String]) -> f32 {
        let text = lines.len() as f32 * size(self.style) * 1.2;
        square(self.style).max(text) + gap(self.style) * 0.4
    }

    /// Draws the legend at the top of an area. Returns where the content below it may start.
    pub(super) fn draw(&self, frame: &mut Frame, area: Rect) -> f32 {
        let style = self.style;
        frame.tagged(Role::Heading(2), |frame| {
            frame.text(
                area.x,
                area.y + style.scaled(9.0),
                style.scaled(11.0),
                Face::Bold,
                self.title,
            );
        });
        frame.tagged(Role::List, |frame| self.draw_signs(frame, area));
        area.y + self.height()
    }

    fn draw_signs(&self, frame: &mut Frame, area: Rect) {
        let style = self.style;
        let side = square(self.style);
        let size = size(self.style);
        for (n, column) in self.columns().enumerate() {
            let x = area.x + area.width / 2.0 * n as f32;
            let mut y = area.y + title(style);
            for (map, lines) in column {
                frame.tagged(Role::ListItem, |frame| {
                    self.draw_sign(frame, map, x, y);
                    let block = (lines.len() - 1) as f32 * size * 1.2;
                    let first = y + ((side - block).max(size * CAPITAL) + size * CAPITAL) / 2.0;
                    frame.tagged(Role::Body, |frame| {
                        for (n, line) in lines.iter().enumerate() {
                            let baseline = first + n as f32 * size * 1.2;
                            frame.text(x + side + gap(style), baseline, size, Face::Regular, line);
                        }
                    });
                });
                y += self.sign_height(lines);
            }
        }
    }

    /// Draws a sample square. Its meaning says what it shows, so only its text is content.
    fn draw_sign(&self, frame: &mut Frame, map: &Map, x: f32, y: f32) {
        let side = square(self.style);
        let at = grid::GridPlace { x, y, cell: side };
        frame.tagged(Role::Artifact, |frame| {
            land::hatch(frame, map, at);
            frame.outline(0.9, Rect { x, y, width: side, height: side });
            grid::draw_sample(self.style, frame, map, at);
        });
    }
}

/// Side of a sample square.
fn square(style: Style) -> f32 {
    style.scaled(15.5)
}

fn size(style: Style) -> f32 {
    style.scaled(8.5).max(MIN_TYPE)
}

fn gap(style: Style) -> f32 {
    style.scaled(7.0)
}

fn title(style: Style) -> f32 {
    style.scaled(15.0)
}
