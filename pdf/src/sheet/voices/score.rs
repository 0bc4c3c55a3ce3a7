//! The score of a game of `voices`, for two or more people to perform from paper.

use broadside_engine::game;
use broadside_engine::seat::Seat;
use broadside_engine::voices::score::{Answer, Call, Cue, Item, Score};
use broadside_engine::voices::{ColumnEdge, RowEdge, ShotResult};
use broadside_i18n::Lang;

use crate::kind::GameSheet;
use crate::sheet::map::class_name;
use crate::sheet::{Body, Page, game_footer};

/// The score of the game so far.
pub(crate) static PLAYED: GameSheet = GameSheet {
    name: "score",
    summary: "The score, to be performed from: who calls and answers what, as far as it has been \
              sounded; two voices side by side.",
    needs_seat: false,
    make: |data, lang| {
        let (game::View::Voices(view), Some(score)) = (&data.view, &data.score) else {
            return Err(data.has_no_sheet(&PLAYED));
        };
        Ok(vec![page(lang, score, &data.game, view.round)])
    },
};

/// Score, ready for layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Names of the voices, in the order of their seats.
    pub voices: Vec<String>,
    /// Content, in order of performance.
    pub blocks: Vec<Block>,
}

/// Block that must not be split between pages.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Heading of a turn, kept with the block that follows.
    Turn(String),
    /// Call with its answers.
    Exchange(Vec<Utterance>),
    /// Cue that all voices perform between two turns.
    Cue(String),
    /// Text at the end of the score.
    End(String),
}

/// Call or answer of one voice.
#[derive(Clone, Debug, PartialEq)]
pub struct Utterance {
    /// Index of the voice, from 0.
    pub voice: usize,
    /// Instruction for the performance.
    pub direction: Option<String>,
    /// Sounds of the voice.
    pub says: Says,
}

/// Sounds of a call or an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// Call.
    Call {
        /// Number of the shot.
        shot: String,
        /// The cell named.
        cell: String,
        /// The phone sounded.
        phone: String,
    },
    /// Answer.
    Answer {
        /// The row, then the column.
        lines: [Line; 2],
        /// The result of the shot.
        report: String,
    },
}

/// Phones of a row or a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Arrow for the reading direction on the map.
    pub way: char,
    /// Phones, in the order in which they are sounded.
    pub phones: Vec<String>,
}

/// Makes the page of a score.
pub(crate) fn page(lang: Lang, score: &Score, game: &str, round: Option<u32>) -> Page {
    let title = lang.fill("score-title", &[("voices", &score.voices.to_string())]);
    let name = lang.text("score-note");
    let voice = |seat: Seat| lang.fill("score-voice", &[("number", &seat.number().to_string())]);
    Page {
        note: name.clone(),
        footer: game_footer(lang, &name, game, round),
        title,
        body: Body::Score(Part {
            voices: Seat::first(score.voices).map(voice).collect(),
            blocks: blocks(lang, score),
        }),
    }
}

fn blocks(lang: Lang, score: &Score) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut turn = 0;
    for item in &score.items {
        match item {
            Item::Call(call) => {
                if call.turn != turn {
                    turn = call.turn;
                    let (round, turn) = (call.round.to_string(), turn.to_string());
                    blocks.push(Block::Turn(lang.fill("score-turn", &[("round", &round), ("turn", &turn)])));
                }
                blocks.push(Block::Exchange(vec![called(call)]));
            }
            Item::Answer(answer) => {
                if let Some(Block::Exchange(exchange)) = blocks.last_mut() {
                    exchange.push(answered(lang, answer));
                }
            }
            Item::Cue { cue, .. } => {
                let key = match cue {
                    Cue::HummedAnthem => "score-hummed-anthem",
                    Cue::Shanty => "score-shanty",
                    Cue::SonarPing => "score-sonar-ping",
                };
                blocks.push(Block::Cue(lang.text(key)));
            }
        }
    }
    let end = match (score.items.is_empty(), score.complete) {
        (_, true) => "score-end",
        (true, false) => "score-silence",
        (false, false) => "score-continued",
    };
    blocks.push(Block::End(lang.text(end)));
    blocks
}

fn voice(seat: Seat) -> usize {
    usize::from(seat.number()) - 1
}

fn called(call: &Call) -> Utterance {
    let says =
        Says::Call { shot: call.shot.to_string(), cell: call.cell.to_string(), phone: call.phone.clone() };
    Utterance { voice: voice(call.seat), direction: call.direction.clone(), says }
}

fn answered(lang: Lang, answer: &Answer) -> Utterance {
    let row = match answer.row.from {
        RowEdge::Left => '→',
        RowEdge::Right => '←',
    };
    let column = match answer.column.from {
        ColumnEdge::Top => '↓',
        ColumnEdge::Bottom => '↑',
    };
    let result = match answer.result {
        ShotResult::Hit => lang.text("answer-hit"),
        ShotResult::Miss => lang.text("answer-miss"),
    };
    let report = match &answer.sunk {
        None => result,
        Some(class) => {
            let class = class_name(lang, class.as_str());
            lang.fill("score-sunk", &[("report", &result), ("class", &class)])
        }
    };
    let lines = [
        Line { way: row, phones: answer.row.phones.clone() },
        Line { way: column, phones: answer.column.phones.clone() },
    ];
    Utterance {
        voice: voice(answer.seat),
        direction: answer.direction.clone(),
        says: Says::Answer { lines, report },
    }
}
