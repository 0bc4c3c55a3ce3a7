//! Changes of scores after the ends of their games.

mod queries;

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;
use broadside_engine::voices::{Direct, ScoreChange, Voice};

use super::StoreError;
use crate::sql::{Record, Row};

pub(super) use queries::write_score;

/// Entry in the list of later changes of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRow {
    /// Id of the game.
    pub game_id: String,
    /// Sequence number within the game, from 1.
    pub number: u64,
    /// Seat that made the change.
    pub seat: Seat,
    /// Time of the change.
    pub at: Time,
    /// The change.
    pub entry: ScoreEntry,
}

/// Content of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreEntry {
    /// The seat changes its part of the score.
    Change(ScoreChange),
    /// The seat closes its part of the score: it changes nothing more.
    Close,
}

/// Stored entry in the list of later changes of a score, for a check: nothing about it is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredScoreRow {
    /// Sequence number within the game.
    pub number: i64,
    /// Id of the player who made the change.
    pub player_id: String,
    /// Number of the seat that made the change.
    pub seat: i64,
    /// Time of the change.
    pub at: Time,
    /// The change; `None` if its columns cannot be read, or are not those that its kind has.
    pub entry: Option<ScoreEntry>,
}

/// Entries of a player to append to the changes of a score. A conflict if the player has closed
/// their part already, if they would have made too many changes, or if their account is deleted.
#[derive(Clone)]
pub struct ScoreAppend {
    /// Id of the game. It must be finished.
    pub game_id: String,
    /// Id of the player.
    pub player_id: String,
    /// Seat of the player.
    pub seat: Seat,
    /// Time of the entries.
    pub at: Time,
    /// Entries, in order.
    pub entries: Vec<ScoreEntry>,
    /// Maximum number of changes by the player in the game, including these.
    pub most: usize,
    /// Response to store.
    pub answer: Option<IdempotencyRecord>,
}

impl ScoreAppend {
    /// Returns the number of entries that change the score.
    pub(super) fn changes(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, ScoreEntry::Change(_))).count()
    }
}

/// Columns of an entry that depend on its kind.
#[derive(Default)]
pub(super) struct EntryColumns<'a> {
    pub(super) kind: &'static str,
    pub(super) shot: Option<i64>,
    pub(super) part: Option<&'static str>,
    pub(super) text: Option<&'a str>,
    pub(super) row_voice: Option<&'static str>,
    pub(super) column_voice: Option<&'static str>,
}

impl<'a> From<&'a ScoreEntry> for EntryColumns<'a> {
    fn from(entry: &'a ScoreEntry) -> Self {
        match entry {
            ScoreEntry::Change(ScoreChange::Direct(Direct { shot, part, text })) => Self {
                kind: "direct",
                shot: Some(i64::from(*shot)),
                part: Some(part.as_str()),
                text: Some(text),
                ..Self::default()
            },
            ScoreEntry::Change(ScoreChange::Voice { shot, voice }) => Self {
                kind: "set_voice",
                shot: Some(i64::from(*shot)),
                row_voice: Some(voice.row.as_str()),
                column_voice: Some(voice.column.as_str()),
                ..Self::default()
            },
            ScoreEntry::Close => Self { kind: "close", ..Self::default() },
        }
    }
}

/// Columns of a change.
pub(super) const COLUMNS: &str =
    "game_id, number, player_id, seat, at, kind, shot, part, text, row_voice, column_voice";

/// Row of a change.
pub(super) struct ScoreFound {
    game_id: String,
    number: i64,
    player_id: String,
    seat: i64,
    at: i64,
    kind: String,
    shot: Option<i64>,
    part: Option<String>,
    text: Option<String>,
    row_voice: Option<String>,
    column_voice: Option<String>,
}

impl Record for ScoreFound {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            game_id: row.get("game_id")?,
            number: row.get("number")?,
            player_id: row.get("player_id")?,
            seat: row.get("seat")?,
            at: row.get("at")?,
            kind: row.get("kind")?,
            shot: row.get("shot")?,
            part: row.get("part")?,
            text: row.get("text")?,
            row_voice: row.get("row_voice")?,
            column_voice: row.get("column_voice")?,
        })
    }
}

impl ScoreFound {
    /// Decodes the row.
    ///
    /// # Errors
    /// If the columns do not fit together.
    pub(super) fn row(self) -> Result<ScoreRow, StoreError> {
        let unreadable = || {
            StoreError::Failed(format!(
                "change {} of the score of {} has columns that do not fit together",
                self.number, self.game_id
            ))
        };
        let seat = u8::try_from(self.seat).ok().and_then(Seat::new).ok_or_else(unreadable)?;
        let entry = self.entry().ok_or_else(unreadable)?;
        Ok(ScoreRow {
            seat,
            entry,
            number: self.number as u64,
            at: Time(self.at),
            game_id: self.game_id,
        })
    }

    /// Returns the row for a check.
    pub(super) fn stored(self) -> StoredScoreRow {
        let columns = |entry: &ScoreEntry| {
            let columns = EntryColumns::from(entry);
            columns.kind == self.kind
                && columns.shot == self.shot
                && columns.part == self.part.as_deref()
                && columns.text == self.text.as_deref()
                && columns.row_voice == self.row_voice.as_deref()
                && columns.column_voice == self.column_voice.as_deref()
        };
        let entry = self.entry().filter(columns);
        StoredScoreRow {
            number: self.number,
            player_id: self.player_id,
            seat: self.seat,
            at: Time(self.at),
            entry,
        }
    }

    fn entry(&self) -> Option<ScoreEntry> {
        let shot = || u32::try_from(self.shot?).ok();
        Some(match &*self.kind {
            "direct" => ScoreEntry::Change(ScoreChange::Direct(Direct {
                shot: shot()?,
                part: self.part.as_deref()?.parse().ok()?,
                text: self.text.clone()?,
            })),
            "set_voice" => {
                let row = self.row_voice.as_deref()?.parse().ok()?;
                let column = self.column_voice.as_deref()?.parse().ok()?;
                ScoreEntry::Change(ScoreChange::Voice {
                    shot: shot()?,
                    voice: Voice { row, column },
                })
            }
            "close" => ScoreEntry::Close,
            _ => return None,
        })
    }
}
