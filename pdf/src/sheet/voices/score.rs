//! The score of a game of `voices`, for two or more people to perform from paper.

use std::collections::BTreeSet;
use std::str::FromStr;

use broadside_engine::game;
use broadside_engine::seat::Seat;
use broadside_engine::voices::ShotResult;
use broadside_engine::voices::key;
use broadside_engine::voices::matrix::Matrix;
use broadside_engine::voices::score::{Call, Cue, Item, Score, ScoreAnswer};
use broadside_i18n::Lang;

use super::key::entry;
use crate::error::{SheetError, shorten};
use crate::game::GameSheetData;
use crate::kind::{GameKind, GameSheet};
use crate::sheet::map::{class_name, matrix_name};
use crate::sheet::{Body, Page, game_footer};
use crate::texts::SheetTexts;

/// The score of the game so far.
pub(crate) static PLAYED: GameSheet = GameSheet {
    name: "score",
    summary: "The score, to be performed from: who calls and answers what, as far as it has been \
              sounded, with the names, the signs, the matrices and the pronunciation key.",
    needs_seat: false,
    options: &GameKind::OPTIONS,
    make: |data, request, lang| {
        let (game::View::Voices(view), Some(score)) = (&data.view, &data.score) else {
            return Err(data.has_no_sheet(&PLAYED));
        };
        let layout = request.score_layout()?;
        let size = request.score_size()?;
        Ok(pages(lang, data, score, view.round, layout, size))
    },
};

/// Places of the readers of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// All readers look from the same side.
    #[default]
    SideBySide,
    /// The second half of the voices read from the opposite side of the page.
    Facing,
}

impl FromStr for Layout {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        match text {
            "side_by_side" => Ok(Self::SideBySide),
            "facing" => Ok(Self::Facing),
            _ => Err(SheetError::Layout(shorten(text))),
        }
    }
}

/// Size of the type of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// For reading at a table.
    #[default]
    Compact,
    /// For reading from a music stand.
    Large,
}

impl FromStr for Size {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        match text {
            "compact" => Ok(Self::Compact),
            "large" => Ok(Self::Large),
            _ => Err(SheetError::Size(shorten(text))),
        }
    }
}

/// Score, ready for layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Places of the readers.
    pub layout: Layout,
    /// Size of the type.
    pub size: Size,
    /// Names of the voices, in the order of their seats.
    pub voices: Vec<String>,
    /// Signs with their meanings.
    pub legend: Vec<(String, String)>,
    /// Game-matrices of the voices.
    pub matrices: Vec<VoiceMatrix>,
    /// Turns, in order.
    pub turns: Vec<Turn>,
    /// Text at the end of the score.
    pub end: String,
    /// Text of a page that is left blank so that no turn is split across a page turn.
    pub blank: String,
}

/// Game-matrix of a voice.
#[derive(Clone, Debug, PartialEq)]
pub struct VoiceMatrix {
    /// Voice, and use of the matrix.
    pub caption: String,
    /// Name of the matrix.
    pub name: String,
    /// Phones, row by row.
    pub rows: Vec<Vec<String>>,
}

/// Turn: it is not split across a page turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Round, turn, and name of the shooter.
    pub heading: String,
    /// Calls with their answers.
    pub exchanges: Vec<Exchange>,
    /// Cues that all voices perform after it.
    pub cues: Vec<String>,
}

/// Call with its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// Number of the shot.
    pub shot: String,
    /// The call, then the answers.
    pub utterances: Vec<Utterance>,
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

/// Makes the pages of a score: the score itself, and the pronunciation key of its phones.
fn pages(
    lang: Lang,
    data: &GameSheetData,
    score: &Score,
    round: Option<u32>,
    layout: Layout,
    size: Size,
) -> Vec<Page> {
    let title = lang.fill("score-title", &[("voices", &score.voices.to_string())]);
    let note = lang.text("score-note");
    let footer = game_footer(lang, &note, &data.game, round);
    let voices: Vec<String> =
        Seat::first(score.voices).map(|seat| name(lang, data, seat)).collect();
    let part = Part {
        layout,
        size,
        legend: legend(lang, layout, score),
        matrices: matrices(lang, score, &voices),
        turns: turns(lang, score, &voices),
        end: end(lang, score),
        blank: lang.text("score-blank"),
        voices,
    };
    let sounded = phones(&part);
    let entries = key::keys()
        .iter()
        .filter(|key| sounded.is_empty() || sounded.contains(&key.phone))
        .map(entry);
    let key = Body::Key(entries.collect());
    vec![
        Page { title, note, footer: footer.clone(), body: Body::Score(part) },
        Page { title: lang.text("key-title"), note: lang.text("key-note"), footer, body: key },
    ]
}

/// Returns the name of a voice: that of its player if there is one.
pub(crate) fn name(lang: Lang, data: &GameSheetData, seat: Seat) -> String {
    let number = seat.number().to_string();
    data.name(seat).map_or_else(|| lang.fill("score-voice", &[("number", &number)]), str::to_owned)
}

/// Returns the phones that a score and its matrices contain.
fn phones(part: &Part) -> BTreeSet<String> {
    let exchanges = part.turns.iter().flat_map(|turn| &turn.exchanges);
    let utterances = exchanges.flat_map(|exchange| &exchange.utterances);
    let sounded = utterances.flat_map(|utterance| match &utterance.says {
        Says::Call { phone, .. } => vec![phone],
        Says::Answer { lines, .. } => lines.iter().flat_map(|line| &line.phones).collect(),
    });
    let behind = part.matrices.iter().flat_map(|matrix| matrix.rows.iter().flatten());
    sounded.chain(behind).cloned().collect()
}

fn legend(lang: Lang, layout: Layout, score: &Score) -> Vec<(String, String)> {
    let report = format!("{}, {}", lang.text("answer-hit"), lang.text("answer-miss"));
    let mut signs = vec![
        ("F7 u", "legend-call"),
        ("→", "legend-left"),
        ("←", "legend-right"),
        ("↓", "legend-top"),
        ("↑", "legend-bottom"),
        (&*report, "legend-report"),
        ("1", "legend-shot"),
    ];
    if score.items.iter().any(has_direction) {
        signs.push(("(…)", "legend-direction"));
    }
    if score.items.iter().any(|item| matches!(item, Item::Cue { .. })) {
        signs.push(("~ ~", "legend-cue"));
    }
    if layout == Layout::Facing {
        signs.push(("… u", "legend-other"));
    }
    signs.into_iter().map(|(sign, key)| (sign.to_owned(), lang.text(key))).collect()
}

fn has_direction(item: &Item) -> bool {
    match item {
        Item::Call(call) => call.direction.is_some(),
        Item::Answer(answer) => answer.direction.is_some(),
        Item::Cue { .. } => false,
    }
}

fn matrices(lang: Lang, score: &Score, voices: &[String]) -> Vec<VoiceMatrix> {
    let mut all = Vec::new();
    for maps in &score.maps {
        let uses = [("battle-map", &maps.battle), ("tactical-map", &maps.tactical)];
        all.extend(uses.map(|(key, matrix)| {
            VoiceMatrix {
                caption: format!("{} · {}", voices[voice(maps.seat)], lang.text(key)),
                name: Matrix::of(&matrix.matrix)
                    .map_or_else(String::new, |matrix| matrix_name(lang, &matrix)),
                rows: matrix.rows.clone(),
            }
        }));
    }
    all
}

fn turns(lang: Lang, score: &Score, voices: &[String]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut last = 0;
    for item in &score.items {
        match item {
            Item::Call(call) => {
                if call.turn != last {
                    last = call.turn;
                    let round = call.round.to_string();
                    let turn = last.to_string();
                    let shooter = &voices[voice(call.seat)];
                    let words = [("round", &*round), ("turn", &*turn), ("voice", &**shooter)];
                    turns
                        .push(Turn { heading: lang.fill("score-turn", &words), ..Turn::default() });
                }
                if let Some(turn) = turns.last_mut() {
                    let utterances = vec![called(call)];
                    turn.exchanges.push(Exchange { shot: call.shot.to_string(), utterances });
                }
            }
            Item::Answer(answer) => {
                if let Some(exchange) = turns.last_mut().and_then(|turn| turn.exchanges.last_mut())
                {
                    exchange.utterances.push(answered(lang, answer));
                }
            }
            Item::Cue { cue, .. } => {
                if turns.is_empty() {
                    turns.push(Turn::default());
                }
                if let Some(turn) = turns.last_mut() {
                    turn.cues.push(lang.text(match cue {
                        Cue::HummedAnthem => "score-hummed-anthem",
                        Cue::Shanty => "score-shanty",
                        Cue::SonarPing => "score-sonar-ping",
                    }));
                }
            }
        }
    }
    turns
}

fn end(lang: Lang, score: &Score) -> String {
    lang.text(match (score.items.is_empty(), score.complete) {
        (_, true) => "score-end",
        (true, false) => "score-silence",
        (false, false) => "score-continued",
    })
}

fn voice(seat: Seat) -> usize {
    seat.index()
}

fn called(call: &Call) -> Utterance {
    let says = Says::Call { cell: call.cell.to_string(), phone: call.phone.clone() };
    Utterance { voice: voice(call.seat), direction: call.direction.clone(), says }
}

fn answered(lang: Lang, answer: &ScoreAnswer) -> Utterance {
    let row = answer.row.from.arrow();
    let column = answer.column.from.arrow();
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
