//! Score as plain text for a music stand (V15).

use super::event::ShotResult;
use super::score::{Call, Cue, Item, Score, ScoreAnswer};
use super::sound::{ColumnEdge, RowEdge};
use crate::seat::Seat;

impl Score {
    /// Returns the score as plain text for a music stand. Two voices have one column each; more
    /// voices are written below each other.
    pub fn to_text(&self) -> String {
        text(self)
    }
}

mod words {
    pub(super) const VOICE: &str = "Voice";
    pub(super) const ROUND: &str = "Round";
    pub(super) const TURN: &str = "turn";
    pub(super) const HIT: &str = "hit";
    pub(super) const MISS: &str = "miss";
    pub(super) const SUNK: &str = "sunk";
    pub(super) const FROM_LEFT: &str = "row from the left";
    pub(super) const FROM_RIGHT: &str = "row from the right";
    pub(super) const FROM_TOP: &str = "column from the top";
    pub(super) const FROM_BOTTOM: &str = "column from the bottom";
    pub(super) const HUMMED_ANTHEM: &str = "hummed anthem";
    pub(super) const SHANTY: &str = "shanty";
    pub(super) const SONAR_PING: &str = "sonar ping";
    pub(super) const TO_BE_CONTINUED: &str = "to be continued";
    pub(super) const END: &str = "end";
}

/// Width of a column if there are two, in characters. `GAP` is the space between the columns.
const COLUMN: usize = 36;
const GAP: usize = 4;
/// Width of the text if the voices are written below each other.
const WIDTH: usize = COLUMN + GAP + COLUMN;

pub(super) fn cue(cue: Cue) -> &'static str {
    match cue {
        Cue::HummedAnthem => words::HUMMED_ANTHEM,
        Cue::Shanty => words::SHANTY,
        Cue::SonarPing => words::SONAR_PING,
    }
}

pub(super) fn report(answer: &ScoreAnswer) -> String {
    let result = match answer.result {
        ShotResult::Hit => words::HIT,
        ShotResult::Miss => words::MISS,
    };
    match &answer.sunk {
        None => result.to_owned(),
        Some(class) => format!("{result}: {class} {}", words::SUNK),
    }
}

fn row_edge(edge: RowEdge) -> &'static str {
    match edge {
        RowEdge::Left => words::FROM_LEFT,
        RowEdge::Right => words::FROM_RIGHT,
    }
}

fn column_edge(edge: ColumnEdge) -> &'static str {
    match edge {
        ColumnEdge::Top => words::FROM_TOP,
        ColumnEdge::Bottom => words::FROM_BOTTOM,
    }
}

/// Breaks a text into lines of at most `width` characters, between words if possible.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(width) {
            let piece: String = piece.iter().collect();
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    lines
}

fn call_lines(call: &Call, width: usize) -> Vec<String> {
    let mut lines = vec![format!("{}. {}  {}", call.shot, call.cell, call.phone)];
    if let Some(direction) = &call.direction {
        lines.extend(wrap(&format!("({direction})"), width));
    }
    lines
}

fn answer_lines(answer: &ScoreAnswer, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(direction) = &answer.direction {
        lines.extend(wrap(&format!("({direction})"), width));
    }
    let sounded = [
        (row_edge(answer.row.from), &answer.row.phones),
        (column_edge(answer.column.from), &answer.column.phones),
    ];
    for (edge, phones) in sounded {
        lines.push(format!("{edge}:"));
        lines
            .extend(wrap(&phones.join(" "), width - 2).into_iter().map(|line| format!("  {line}")));
    }
    lines.push(report(answer));
    lines
}

/// Writes lines in the column of a voice, or below its name if there are more than two voices.
fn say(out: &mut String, voices: u8, seat: Seat, lines: &[String]) {
    for (n, line) in lines.iter().enumerate() {
        match (voices, seat.number()) {
            (2, 1) => out.push_str(line),
            (2, _) => {
                out.push_str(&" ".repeat(COLUMN + GAP));
                out.push_str(line);
            }
            _ if n == 0 => {
                out.push_str(&format!("{} {}: {line}", words::VOICE, seat.number()));
            }
            _ => {
                out.push_str("    ");
                out.push_str(line);
            }
        }
        out.push('\n');
    }
}

fn text(score: &Score) -> String {
    let title = format!("SALVO for {} voices", score.voices);
    let mut out = format!("{title}\n{}\n\n", "=".repeat(title.len()));
    let width = if score.voices == 2 { COLUMN } else { WIDTH - 4 };
    if score.voices == 2 {
        let first = format!("{} 1", words::VOICE);
        let second = format!("{} 2", words::VOICE);
        out.push_str(&format!("{first:<indent$}{second}\n\n", indent = COLUMN + GAP));
    }
    let mut turn = 0;
    for item in &score.items {
        match item {
            Item::Call(call) => {
                if call.turn != turn {
                    turn = call.turn;
                    out.push_str(&format!(
                        "-- {} {}, {} {turn} --\n\n",
                        words::ROUND,
                        call.round,
                        words::TURN
                    ));
                }
                say(&mut out, score.voices, call.seat, &call_lines(call, width));
            }
            Item::Answer(answer) => {
                say(&mut out, score.voices, answer.seat, &answer_lines(answer, width));
                out.push('\n');
            }
            Item::Cue { cue: which, .. } => {
                out.push_str(format!("{:^WIDTH$}", format!("~ {} ~", cue(*which))).trim_end());
                out.push_str("\n\n");
            }
        }
    }
    let end = if score.complete { words::END } else { words::TO_BE_CONTINUED };
    out.push_str(&format!("-- {end} --\n"));
    out
}
