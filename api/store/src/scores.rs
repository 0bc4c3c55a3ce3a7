//! Changes of scores after the ends of their games.

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;
use broadside_engine::voices::{Direct, ScoreChange, Voice};

use crate::backend::Backend;
use crate::error::StoreError;
use crate::idempotency::{existing_keys, save_response};
use crate::players::lock_player;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Entry in the list of later changes of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRow {
    pub game_id: String,
    /// Sequence number within the game, from 1.
    pub number: u64,
    /// Seat that made the change.
    pub seat: Seat,
    pub at: Time,
    pub entry: ScoreEntry,
}

/// Entry that a seat adds.
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
    pub game_id: String,
    /// Sequence number within the game.
    pub number: i64,
    /// Id of the player who made the change.
    pub player_id: String,
    /// Number of the seat that made the change.
    pub seat: i64,
    pub at: Time,
    /// The change; `None` if a column that its kind needs is missing or cannot be read.
    pub entry: Option<ScoreEntry>,
    /// True if the row has the columns that are written for the change, and no others.
    pub is_exact: bool,
}

/// Columns of an entry that depend on its kind.
#[derive(Default, PartialEq)]
struct EntryColumns {
    kind: String,
    shot: Option<i64>,
    part: Option<String>,
    text: Option<String>,
    row_voice: Option<String>,
    column_voice: Option<String>,
}

impl From<&ScoreEntry> for EntryColumns {
    fn from(entry: &ScoreEntry) -> Self {
        match entry {
            ScoreEntry::Change(ScoreChange::Direct(Direct { shot, part, text })) => Self {
                kind: "direct".to_owned(),
                shot: Some(i64::from(*shot)),
                part: Some(part.as_str().to_owned()),
                text: Some(text.clone()),
                ..Self::default()
            },
            ScoreEntry::Change(ScoreChange::Voice { shot, voice }) => Self {
                kind: "set_voice".to_owned(),
                shot: Some(i64::from(*shot)),
                row_voice: Some(voice.row.as_str().to_owned()),
                column_voice: Some(voice.column.as_str().to_owned()),
                ..Self::default()
            },
            ScoreEntry::Close => Self { kind: "close".to_owned(), ..Self::default() },
        }
    }
}

const COLUMNS: &str =
    "game_id, number, player_id, seat, at, kind, shot, part, text, row_voice, column_voice";

pub(crate) const TABLE: Table = Table {
    erase_player: &[
        // The score keeps its revision.
        "UPDATE score_changes SET text = '' WHERE player_id = $1 AND kind = 'direct'",
    ],
    ..Table::new("score_changes")
};

impl Record for StoredScoreRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let columns = EntryColumns {
            kind: row.get("kind")?,
            shot: row.get("shot")?,
            part: row.get("part")?,
            text: row.get("text")?,
            row_voice: row.get("row_voice")?,
            column_voice: row.get("column_voice")?,
        };
        let entry = columns.entry();
        Ok(Self {
            game_id: row.get("game_id")?,
            number: row.get("number")?,
            player_id: row.get("player_id")?,
            seat: row.get("seat")?,
            at: row.get("at")?,
            is_exact: entry.as_ref().is_some_and(|entry| EntryColumns::from(entry) == columns),
            entry,
        })
    }
}

impl StoredScoreRow {
    /// Checks the row.
    ///
    /// # Errors
    /// If the columns do not fit together.
    fn checked(self) -> Result<ScoreRow, StoreError> {
        let Self { game_id, number, at, entry, .. } = self;
        let seat = u8::try_from(self.seat).ok().and_then(Seat::new);
        let (Some(seat), Some(entry)) = (seat, entry) else {
            return Err(StoreError::Failed(format!(
                "change {number} of the score of {game_id} has columns that do not fit together"
            )));
        };
        Ok(ScoreRow { game_id, number: number as u64, seat, at, entry })
    }
}

impl EntryColumns {
    /// Returns the entry; `None` if a column that its kind needs is missing or cannot be read.
    fn entry(&self) -> Option<ScoreEntry> {
        Some(match &*self.kind {
            "direct" => ScoreEntry::Change(ScoreChange::Direct(Direct {
                shot: self.shot()?,
                part: self.part.as_deref()?.parse().ok()?,
                text: self.text.clone()?,
            })),
            "set_voice" => ScoreEntry::Change(ScoreChange::Voice {
                shot: self.shot()?,
                voice: Voice {
                    row: self.row_voice.as_deref()?.parse().ok()?,
                    column: self.column_voice.as_deref()?.parse().ok()?,
                },
            }),
            "close" => ScoreEntry::Close,
            _ => return None,
        })
    }

    fn shot(&self) -> Option<u32> {
        u32::try_from(self.shot?).ok()
    }
}

impl Backend {
    /// Returns the later changes of the score of a game, oldest first.
    pub async fn score_changes(&self, game_id: &str) -> Result<Vec<ScoreRow>, StoreError> {
        let rows = self.stored_score_changes(game_id).await?;
        rows.into_iter().map(StoredScoreRow::checked).collect()
    }

    /// Returns the later changes of the score of a game as they are stored, oldest first.
    pub async fn stored_score_changes(
        &self,
        game_id: &str,
    ) -> Result<Vec<StoredScoreRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM score_changes WHERE game_id = $1 ORDER BY number");
        Ok(query_text(sql).bind(game_id).fetch_all(self.readers()).await?)
    }

    /// Returns the ids of those games after an id that do not exist, but have later changes of a
    /// score, in order.
    pub async fn orphaned_scores(
        &self,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        Ok(query(
            "SELECT DISTINCT game_id FROM score_changes WHERE game_id > $1 \
             AND NOT EXISTS (SELECT 1 FROM games WHERE id = game_id) ORDER BY game_id LIMIT $2",
        )
        .bind(after)
        .bind(limit)
        .fetch_values(self.readers())
        .await?)
    }

    /// Returns the later changes of scores by a player after a cursor, by game and number.
    pub async fn score_changes_by(
        &self,
        player_id: &str,
        (game_id, number): (&str, u64),
        limit: u32,
    ) -> Result<Vec<ScoreRow>, StoreError> {
        let rows: Vec<StoredScoreRow> = query_text(format!(
            "SELECT {COLUMNS} FROM score_changes WHERE player_id = $1 AND (game_id, number) > ($2, $3) \
             ORDER BY game_id, number LIMIT $4",
        ))
        .bind(player_id)
        .bind(game_id)
        .bind(number)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        rows.into_iter().map(StoredScoreRow::checked).collect()
    }
}

/// Appends entries of a player to the changes of a score. A conflict if the player has closed
/// their part already, if they would have made too many changes, or if their account is deleted.
#[derive(Clone)]
pub struct Append {
    /// Id of the game. It must be finished.
    pub game_id: String,
    pub player_id: String,
    pub seat: Seat,
    pub at: Time,
    pub entries: Vec<ScoreEntry>,
    /// Maximum number of changes by the player in the game, including these.
    pub max: usize,
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
}

impl Append {
    fn count_changes(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, ScoreEntry::Change(_))).count()
    }
}

impl Write for Append {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { game_id, player_id, seat, at, entries, max, response } = self;
        if !lock_player(db, player_id).await?
            || !existing_keys(db, response.iter().collect()).await?.is_empty()
        {
            return Ok(WriteResult::Conflict);
        }
        // The lock keeps the numbers without gaps.
        let for_update = db.dialect().for_update();
        query_text(format!("SELECT id FROM games WHERE id = $1{for_update}"))
            .bind(game_id)
            .execute(db)
            .await?;
        let (last, changes, closed): (i64, i64, i64) = query(
            "SELECT coalesce(max(number), 0), \
             count(CASE WHEN player_id = $2 AND kind <> 'close' THEN 1 END), \
             count(CASE WHEN player_id = $2 AND kind = 'close' THEN 1 END) \
             FROM score_changes WHERE game_id = $1",
        )
        .bind(game_id)
        .bind(player_id)
        .fetch_one(&mut *db)
        .await?;
        if closed > 0 || changes as usize + self.count_changes() > *max {
            return Ok(WriteResult::Conflict);
        }
        for (number, entry) in (last + 1..).zip(entries) {
            let columns = EntryColumns::from(entry);
            query_text(format!(
                "INSERT INTO score_changes ({COLUMNS}) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            ))
            .bind(game_id)
            .bind(number)
            .bind(player_id)
            .bind(i64::from(seat.number()))
            .bind(*at)
            .bind(columns.kind)
            .bind(columns.shot)
            .bind(columns.part)
            .bind(columns.text)
            .bind(columns.row_voice)
            .bind(columns.column_voice)
            .execute(db)
            .await?;
        }
        save_response(db, response.as_ref()).await?;
        Ok(WriteResult::Applied)
    }
}
