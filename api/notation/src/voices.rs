//! Notation of `voices`: ships and matrices, dice and cells, and sounds.

use broadside_engine::grid::Grid;
use broadside_engine::voices::matrix::{Matrix, Origin};
use broadside_engine::voices::{
    Action, Axis, ChooseAxes, ColumnVoice, Direct, Draft, Fire, Legal, Part, RowVoice, SetVoice,
    View, Voice, Voices,
};

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::forms::{Usage, usages};
use super::grammar::Notation;
use super::piece::PlacementPart;
use super::shared::{self, Offer, cell, ship, write_ship};
use super::words::{Words, quote};

const AXES: [(&str, Axis); 2] = [("x", Axis::X), ("y", Axis::Y)];
const PARTS: [(&str, Part); 2] = [("call", Part::Call), ("answer", Part::Answer)];

/// Word for an edge, or for the dice.
#[derive(Clone, Copy)]
enum Edge {
    Row(RowVoice),
    Column(ColumnVoice),
    Dice,
}

const EDGES: [(&str, Edge); 5] = [
    ("left", Edge::Row(RowVoice::Left)),
    ("right", Edge::Row(RowVoice::Right)),
    ("top", Edge::Column(ColumnVoice::Top)),
    ("bottom", Edge::Column(ColumnVoice::Bottom)),
    ("dice", Edge::Dice),
];

/// Takes two edges in any order: one for the row and one for the column.
fn voice(words: &mut Words<'_>) -> Result<Voice, ParseError> {
    let one = words.choose(Expected::Edge, &EDGES)?;
    words.skip(&["and"]);
    let ahead = words.clone();
    let two = words.choose(Expected::Edge, &EDGES)?;
    Ok(match (one, two) {
        (Edge::Row(row), Edge::Column(column)) | (Edge::Column(column), Edge::Row(row)) => {
            Voice { row, column }
        }
        (Edge::Row(row), Edge::Dice) | (Edge::Dice, Edge::Row(row)) => {
            Voice { row, column: ColumnVoice::Dice }
        }
        (Edge::Dice, Edge::Column(column)) | (Edge::Column(column), Edge::Dice) => {
            Voice { row: RowVoice::Dice, column }
        }
        (Edge::Dice, Edge::Dice) => Voice { row: RowVoice::Dice, column: ColumnVoice::Dice },
        (Edge::Row(_), Edge::Row(_)) => {
            return Err(ahead.slip(Problem::RowTwice));
        }
        (Edge::Column(_), Edge::Column(_)) => {
            return Err(ahead.slip(Problem::ColumnTwice));
        }
    })
}

fn write_voice(Voice { row, column }: Voice) -> String {
    format!("{} {}", row.as_str().to_uppercase(), column.as_str().to_uppercase())
}

/// Takes the number of a matrix, or a recipe.
fn matrix(words: &mut Words<'_>) -> Result<Origin, ParseError> {
    words.skip(&["matrix", "map"]);
    let Some(word) = words.peek() else { return Err(words.missing(Expected::Matrix)) };
    let origin = if word.text.contains(':') {
        // Upper and lower case distinguish phones and seeds, but not the version.
        let recipe = word.text.strip_prefix("V1:").map(|rest| format!("v1:{rest}"));
        let recipe = recipe.as_deref().unwrap_or(word.text).parse();
        Origin::Made(recipe.map_err(|error| words.slip(Problem::NoMatrix { error }))?)
    } else {
        Origin::Numbered(
            words.clone().number(Expected::Matrix, 1..=u32::from(Matrix::NUMBERS))? as u8
        )
    };
    words.advance(1);
    Ok(origin)
}

/// Takes the number of a shot.
fn shot(words: &mut Words<'_>) -> Result<u32, ParseError> {
    words.skip(&["of", "shot"]);
    words.number(Expected::Shot, 1..=u32::MAX)
}

impl Notation for Voices {
    const FORMS: &'static [Usage] = usages! {
        "place": "PLACE class cell ACROSS or DOWN", "PLACE CARRIER A1 DOWN", "places a ship by its first cell";
        "place": "PLACE BATTLE matrix", "PLACE BATTLE 3", "chooses the matrix of the battle map";
        "place": "PLACE TACTICAL matrix", "PLACE TACTICAL v1:10:j3,i2,u3,p2:herring", "chooses that of the tactical map";
        "place": "PLACE VOICE LEFT, RIGHT or DICE, and TOP, BOTTOM or DICE", "PLACE VOICE LEFT DICE",
            "places a standing voice";
        "roll": "ROLL", "ROLL", "rolls for a shot";
        "roll": "ROLL ALL", "ROLL ALL", "rolls for all shots that are left";
        "fire": "FIRE cell", "FIRE C4", "fires at a cell that is yours to choose";
        "axes": "AXES X or Y", "AXES X", "says which axis the first die gives";
        "voice": "VOICE LEFT, RIGHT or DICE, and TOP, BOTTOM or DICE [FOR shot]", "VOICE LEFT TOP FOR 3",
            "says from which edges to answer, from now on or a shot";
        "direct": "DIRECT CALL or ANSWER shot text", "DIRECT CALL 3 falling, very slowly",
            "says how it is performed; with \"\" for the text it takes that back";
        "offer": "OFFER END", "OFFER END", "offers to end the game here and count";
        "accept": "ACCEPT END", "ACCEPT END", "agrees to that";
        "decline": "DECLINE END", "DECLINE END", "turns it down";
        "queue": "QUEUE [WITH] move", "QUEUE ROLL", "makes a move in your next turn, or now if it is your turn; WITH: in the same turn as the line above";
    };

    const ENDS: bool = true;

    fn read(verb: &str, words: &mut Words<'_>, _: &View) -> Result<Action, ParseError> {
        Ok(match verb {
            "roll" if words.eat("all") => Action::RollAll {},
            "roll" => Action::Roll {},
            "fire" => Action::Fire(Fire { cell: cell(words, Grid::TEN)? }),
            "axes" => {
                words.skip(&["first", "die", "is"]);
                let first_die = words.choose(Expected::Axis, &AXES)?;
                let ahead = words.clone();
                if words.name(&AXES) == Some(first_die) {
                    return Err(ahead.slip(Problem::AxisTwice));
                }
                Action::ChooseAxes(ChooseAxes { first_die })
            }
            "voice" => {
                let Voice { row, column } = voice(words)?;
                let for_shot =
                    if words.eat("for") || words.eat("shot") { Some(shot(words)?) } else { None };
                Action::SetVoice(SetVoice { row, column, for_shot })
            }
            "direct" => {
                let part = words.choose(Expected::Part, &PARTS)?;
                words.skip(&["of", "shot"]);
                words.trim_next(':');
                let shot = shot(words)?;
                let (text, _) = words.text().ok_or_else(|| words.missing(Expected::Direction))?;
                Action::Direct(Direct { shot, part, text })
            }
            "offer" | "accept" | "decline" => match (shared::offer(words, true), verb) {
                (Some(Offer::End), "offer") => Action::OfferEnd {},
                (Some(Offer::End), "accept") => Action::AcceptEnd {},
                (Some(Offer::End), _) => Action::DeclineEnd {},
                _ => return Err(words.unknown(Expected::Offer, ["draw", "end"].into_iter())),
            },
            _ => return Err(words.missing(Expected::Command)),
        })
    }

    fn piece(words: &mut Words<'_>, view: &View) -> Result<PlacementPart, ParseError> {
        if words.eat("battle") {
            return matrix(words).map(|matrix| PlacementPart::new("battle", &matrix));
        }
        if words.eat("tactical") {
            return matrix(words).map(|matrix| PlacementPart::new("tactical", &matrix));
        }
        if words.eat("voice") {
            return voice(words).map(|voice| PlacementPart::new("voice", &voice));
        }
        let classes: Vec<_> =
            view.fleet.iter().map(|class| (class.class.clone(), class.length)).collect();
        ship(words, Grid::TEN, &classes).map(|ship| PlacementPart::new("ships", &ship))
    }

    fn write(action: &Action) -> String {
        match action {
            Action::Roll {} => "ROLL".to_owned(),
            Action::RollAll {} => "ROLL ALL".to_owned(),
            Action::Fire(Fire { cell }) => format!("FIRE {cell}"),
            Action::ChooseAxes(ChooseAxes { first_die: Axis::X }) => "AXES X".to_owned(),
            Action::ChooseAxes(ChooseAxes { first_die: Axis::Y }) => "AXES Y".to_owned(),
            Action::SetVoice(SetVoice { row, column, for_shot }) => {
                let voice = write_voice(Voice { row: *row, column: *column });
                let shot = for_shot.map_or(String::new(), |shot| format!(" FOR {shot}"));
                format!("VOICE {voice}{shot}")
            }
            Action::Direct(Direct { shot, part, text }) => {
                let part = match part {
                    Part::Call => "CALL",
                    Part::Answer => "ANSWER",
                };
                format!("DIRECT {part} {shot} {}", quote(text))
            }
            Action::OfferEnd {} => "OFFER END".to_owned(),
            Action::AcceptEnd {} => "ACCEPT END".to_owned(),
            Action::DeclineEnd {} => "DECLINE END".to_owned(),
        }
    }

    fn write_draft(Draft { ships, battle, tactical, voice }: &Draft) -> Vec<String> {
        let mut lines: Vec<String> = ships.iter().map(write_ship).collect();
        if let Some(battle) = battle {
            lines.push(format!("PLACE BATTLE {}", battle.name()));
        }
        if let Some(tactical) = tactical {
            lines.push(format!("PLACE TACTICAL {}", tactical.name()));
        }
        if let Some(voice) = voice {
            lines.push(format!("PLACE VOICE {}", write_voice(*voice)));
        }
        lines
    }

    fn example(legal: &Legal) -> Option<Action> {
        Some(match legal {
            Legal::Roll {} => Action::Roll {},
            Legal::RollAll {} => Action::RollAll {},
            Legal::Fire { cells } => Action::Fire(Fire { cell: cells.from.nth(0)? }),
            Legal::ChooseAxes { first_die, .. } => {
                Action::ChooseAxes(ChooseAxes { first_die: *first_die.first()? })
            }
            Legal::SetVoice { for_shot, .. } => {
                // After the end, a voice can only be set for a shot.
                let for_shot = for_shot.last().copied();
                Action::SetVoice(SetVoice {
                    row: RowVoice::Left,
                    column: ColumnVoice::Top,
                    for_shot,
                })
            }
            Legal::Direct { calls, answers, .. } => {
                let call = calls.last().map(|shot| (*shot, Part::Call));
                let (shot, part) =
                    call.or_else(|| answers.last().map(|shot| (*shot, Part::Answer)))?;
                Action::Direct(Direct { shot, part, text: "falling, very slowly".to_owned() })
            }
            Legal::OfferEnd {} => Action::OfferEnd {},
            Legal::AcceptEnd {} => Action::AcceptEnd {},
            Legal::DeclineEnd {} => Action::DeclineEnd {},
        })
    }
}
