//! Challenges: seats that are reserved for a player.

use broadside_domain::challenge::{ChallengeCursor, ChallengeRow, ChallengeState, Side};
use broadside_domain::player::PlayerName;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::page::LAST;
use crate::sql::{Record, Row, query, query_text};
use crate::table::Table;

/// Table of seats. It stays known who sat in a game.
pub(crate) const TABLE: Table = Table {
    erase_player: &[
        "UPDATE seats SET decline_message = NULL WHERE reserved_for = $1 AND decline_message IS NOT NULL",
    ],
    ..Table::new("seats")
};

impl Record for ChallengeRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            cursor: ChallengeCursor { game_id: row.get("game_id")?, seat: row.get("seat")? },
            challenger: PlayerName {
                id: row.get("challenger_id")?,
                name: row.get("by_name")?,
                is_bot: row.get("by_is_bot")?,
            },
            challenged: PlayerName {
                id: row.get("reserved_for")?,
                name: row.get("for_name")?,
                is_bot: row.get("for_is_bot")?,
            },
        })
    }
}

impl Backend {
    /// Returns the challenges on one side of a player that are in this state, newest first. With
    /// `before`, returns only the challenges before that cursor.
    pub async fn challenges(
        &self,
        player_id: &str,
        side: Side,
        state: ChallengeState,
        before: Option<&ChallengeCursor>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        let column = match side {
            Side::In => "s.reserved_for",
            Side::Out => "s.challenger_id",
        };
        let sql = format!(
            "SELECT s.game_id, s.seat, s.challenger_id, b.name AS by_name, coalesce(b.is_bot, FALSE) AS by_is_bot, \
             s.reserved_for, f.name AS for_name, coalesce(f.is_bot, FALSE) AS for_is_bot \
             FROM seats s JOIN games g ON g.id = s.game_id \
             LEFT JOIN players b ON b.id = s.challenger_id LEFT JOIN players f ON f.id = s.reserved_for \
             WHERE {column} = $1 AND s.challenge = $2 AND (s.game_id, s.seat) < ($3, $4) \
             AND (s.challenge <> 'open' OR (s.player_id IS NULL AND g.status = 'waiting')) \
             ORDER BY s.game_id DESC, s.seat DESC LIMIT $5"
        );
        let (game_id, seat) = before.map_or((LAST, 0), |cursor| (&*cursor.game_id, cursor.seat));
        let rows = query_text(sql)
            .bind(player_id)
            .bind(state.as_str())
            .bind(game_id)
            .bind(seat)
            .bind(limit)
            .fetch_all(self.readers())
            .await?;
        Ok(rows)
    }

    /// Returns the number of challenges, in any state, that a player has made in games with an id
    /// after `since`.
    pub async fn challenges_made(&self, player_id: &str, since: &str) -> Result<u64, StoreError> {
        Ok(query("SELECT count(*) FROM seats WHERE challenger_id = $1 AND game_id > $2")
            .bind(player_id)
            .bind(since)
            .fetch_value(self.readers())
            .await?)
    }
}
