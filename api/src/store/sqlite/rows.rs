//! Rows as SQLite has them, and what they are read as.

use broadside_engine::record::Sealed;
use broadside_engine::ruleset::Seat;
use sqlx::FromRow;

use crate::ambient::Time;
use crate::store::{EventRow, Mask, PlayerRow, SeatKind, SeatRow, StoreError, TokenRow};

#[derive(FromRow)]
pub(super) struct Player {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) created_at: i64,
}

impl From<Player> for PlayerRow {
    fn from(row: Player) -> Self {
        Self { id: row.id, name: row.name, created_at: Time(row.created_at) }
    }
}

#[derive(FromRow)]
pub(super) struct Token {
    pub(super) id: String,
    pub(super) player_id: String,
    pub(super) hash: String,
    pub(super) name: String,
    pub(super) scopes: String,
    pub(super) created_at: i64,
}

impl From<Token> for TokenRow {
    fn from(row: Token) -> Self {
        let Token { id, player_id, hash, name, scopes, created_at } = row;
        Self { id, player_id, hash, name, scopes, created_at: Time(created_at) }
    }
}

#[derive(FromRow)]
pub(super) struct Game {
    pub(super) id: String,
    pub(super) ruleset: String,
    pub(super) visibility: String,
    pub(super) clock: Option<String>,
    pub(super) created_at: i64,
    pub(super) version: i64,
    pub(super) status: String,
    pub(super) deadline: Option<i64>,
    pub(super) open: bool,
    pub(super) to_move: i64,
    pub(super) snapshot: String,
    pub(super) snapshot_version: i64,
}

#[derive(FromRow)]
pub(super) struct SeatOfGame {
    pub(super) seat: u8,
    pub(super) kind: String,
    pub(super) kept_for: Option<String>,
    pub(super) code_hash: Option<String>,
    pub(super) player_id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) created_at: Option<i64>,
}

impl SeatOfGame {
    pub(super) fn row(self) -> Result<SeatRow, StoreError> {
        let odd = || StoreError(format!("seat {} of kind `{}` makes no sense", self.seat, self.kind));
        Ok(SeatRow {
            seat: Seat::new(self.seat).ok_or_else(odd)?,
            kind: match self.kind.as_str() {
                "open" => SeatKind::Open,
                "invite" => SeatKind::Invite(self.code_hash.clone().ok_or_else(odd)?),
                "player" => SeatKind::Kept(self.kept_for.clone().ok_or_else(odd)?),
                _ => return Err(odd()),
            },
            player: self.player_id.map(|id| PlayerRow {
                id,
                name: self.name,
                created_at: Time(self.created_at.unwrap_or_default()),
            }),
        })
    }
}

#[derive(FromRow)]
pub(super) struct Event {
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) audience: i64,
    pub(super) body: String,
}

impl From<Event> for EventRow {
    fn from(row: Event) -> Self {
        Self {
            seq: row.seq as u64,
            at: Time(row.at),
            audience: Mask(row.audience),
            body: Sealed::from_store(row.body),
        }
    }
}

#[derive(FromRow)]
pub(super) struct AnswerKept {
    pub(super) payload_hash: String,
    pub(super) status: u16,
    pub(super) headers: String,
    pub(super) body: String,
    pub(super) at: i64,
}
