//! Rows of the database, and their decoding.

use broadside_domain::bot::BotDues;
use broadside_domain::challenge::{Challenge, ChallengePlace, ChallengeRow, ChallengeState};
use broadside_domain::feed::{FeedItem, FeedItemKind, NotificationKind};
use broadside_domain::game::{
    AudienceMask, EventRow, GameProgress, GameRow, Restored, Revision, SeatKind, SeatRow, StoredGame,
};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::{PlayerName, PlayerRow, TicketRow, TokenRow};
use broadside_domain::time::Time;
use broadside_engine::record::StoredSecret;
use broadside_engine::seat::Seat;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::{Freshness, FreshnessKey, StoreError, Vault};

/// Defines a row that is decoded by the names of its columns, from either kind of database.
macro_rules! row {
    ($(#[$meta:meta])* struct $name:ident { $($column:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        pub(super) struct $name {
            $(pub(super) $column: $kind,)*
        }

        impl<'r, R: Row> FromRow<'r, R> for $name
        where
            &'static str: ColumnIndex<R>,
            $($kind: Decode<'r, R::Database> + Type<R::Database>,)*
        {
            fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
                Ok(Self { $($column: row.try_get(stringify!($column))?,)* })
            }
        }
    };
}

pub(super) use row;

/// Defines an enum that a column stores as words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $word:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$of])* $word,)* }

        impl $name {
            /// Returns the word that is stored.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$word => $text,)* }
            }

            /// Parses a stored word.
            ///
            /// # Errors
            /// If the text is another word.
            pub fn read(text: &str) -> Result<Self, $crate::StoreError> {
                match text {
                    $($text => Ok(Self::$word),)*
                    other => Err($crate::StoreError::Failed(format!(
                        concat!("`{}` makes no sense for a ", stringify!($name)),
                        other
                    ))),
                }
            }
        }
    };
}

pub(super) use words;

row! {
    struct Player {
        id: String,
        name: Option<String>,
        created_at: i64,
        vacations: String,
        is_bot: bool,
    }
}

impl Player {
    pub(super) fn row(self) -> Result<PlayerRow, StoreError> {
        let Self { id, name, created_at, vacations, is_bot } = self;
        let vacations = read("vacations", &vacations)?;
        Ok(PlayerRow { id, name, created_at: Time(created_at), vacations, is_bot })
    }
}

/// Parses a column that holds JSON.
fn read<T: DeserializeOwned>(column: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Failed(format!("a row's {column} make no sense: {error}")))
}

row! {
    struct Token {
        id: String,
        player_id: String,
        hash: String,
        name: String,
        scopes: String,
        created_at: i64,
        expires_at: Option<i64>,
        ends_at: Option<i64>,
        recovered: bool,
    }
}

impl From<Token> for TokenRow {
    fn from(row: Token) -> Self {
        let Token { id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered } = row;
        let (created_at, expires_at, ends_at) = (Time(created_at), expires_at.map(Time), ends_at.map(Time));
        Self { id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered }
    }
}

/// Index in the request, true if the token exists, its end, and the version and edition of the game.
pub(super) type GlanceFound = (i64, bool, Option<i64>, Option<i64>, Option<i64>);

/// Pairs each row with the request at its index.
pub(super) fn glances(asked: &[FreshnessKey], found: Vec<GlanceFound>) -> Vec<(FreshnessKey, Freshness)> {
    let glance = |(place, token, ends_at, version, edition): GlanceFound| {
        let revision = version.zip(edition);
        let revision =
            revision.map(|(version, edition)| Revision { version: version as u64, edition: edition as u64 });
        Some((asked.get(place as usize)?.clone(), Freshness { token, ends_at: ends_at.map(Time), revision }))
    };
    found.into_iter().filter_map(glance).collect()
}

row! {
    struct Game {
        id: String,
        ruleset: String,
        visibility: String,
        clock: Option<String>,
        created_at: i64,
        created_by: Option<String>,
        rematch_of: Option<String>,
        rematch: Option<String>,
        bot_dues: Option<String>,
        version: i64,
        edition: i64,
        status: String,
        deadline: Option<i64>,
        attend_at: Option<i64>,
        times: Option<String>,
        open: bool,
        to_move: i64,
        restored: Option<String>,
        snapshot: String,
        snapshot_version: i64,
        seats: Option<String>,
        events: Option<String>,
    }
}

/// Seat, as the JSON of a game's seats has it.
#[derive(Deserialize)]
pub(super) struct SeatOfGame {
    seat: i64,
    kind: String,
    kept_for: Option<String>,
    code_hash: Option<String>,
    player_id: Option<String>,
    name: Option<String>,
    created_at: Option<i64>,
    vacations: Option<String>,
    is_bot: i64,
    kept_by: Option<String>,
    challenge: Option<String>,
    reason: Option<String>,
    words: Option<String>,
    answered_at: Option<i64>,
}

/// Decodes games, with their ids. Each is decoded on its own, so that malformed data of one does not affect the others.
pub(super) fn games(vault: &Vault, rows: Vec<Game>) -> Vec<(String, Result<StoredGame, StoreError>)> {
    rows.into_iter().map(|row| (row.id.clone(), row.stored(vault))).collect()
}

impl Game {
    fn stored(self, vault: &Vault) -> Result<StoredGame, StoreError> {
        let mut seats: Vec<SeatOfGame> = read("seats", self.seats.as_deref().unwrap_or("[]"))?;
        seats.sort_unstable_by_key(|seat| seat.seat);
        let mut events: Vec<Event> = read("events", self.events.as_deref().unwrap_or("[]"))?;
        events.sort_unstable_by_key(|event| event.seq);
        let last_at = Time(events.last().map_or(self.created_at, |event| event.at));
        let after = |event: &Event| event.seq > self.snapshot_version;
        let seats: Vec<SeatRow> = seats.into_iter().map(SeatOfGame::row).collect::<Result<_, _>>()?;
        // A node of an older version does not store who created a game: the creator has its first seat.
        let first = || seats.first().and_then(|seat| seat.player.as_ref()).map(|player| player.id.clone());
        let created_by = self.created_by.or_else(first).unwrap_or_default();
        Ok(StoredGame {
            events: vault
                .open_events(&self.id, events.into_iter().filter(after).map(Into::into).collect())?,
            seats,
            snapshot: vault.open_snapshot(&self.id, self.snapshot_version as u64, self.snapshot)?,
            last_at,
            bot_dues: match self.bot_dues.as_deref() {
                Some(dues) => BotDues::parse(dues).ok_or_else(|| {
                    StoreError::Failed("the times of a game's bots make no sense".to_owned())
                })?,
                None => BotDues::default(),
            },
            row: GameRow {
                id: self.id,
                ruleset: self.ruleset,
                visibility: self.visibility,
                clock: self.clock,
                created_at: Time(self.created_at),
                created_by,
                rematch_of: self.rematch_of,
                rematch: self.rematch,
                edition: self.edition as u64,
                restored: self.restored.as_deref().map(|restored| read("restored", restored)).transpose()?,
                progress: GameProgress {
                    version: self.version as u64,
                    status: self.status,
                    deadline: self.deadline.map(Time),
                    attend_at: self.attend_at.map(Time),
                    times: self.times.as_deref().map(|times| read("times", times)).transpose()?,
                    open: self.open,
                    to_move: AudienceMask(self.to_move),
                },
            },
        })
    }
}

/// Returns the ids of the games that took part in the latest restore and have not continued since. Each row has the id,
/// the length of the log and the last return to a backup.
pub(super) fn gone_back(rows: Vec<(String, i64, String)>) -> Vec<String> {
    let read = |(id, version, restored): (String, i64, String)| {
        Some((id, version as u64, serde_json::from_str::<Restored>(&restored).ok()?))
    };
    let rows: Vec<_> = rows.into_iter().filter_map(read).collect();
    let last = rows.iter().map(|(.., restored)| restored.at).max();
    let is_there = |(_, version, restored): &(String, u64, Restored)| {
        Some(restored.at) == last && restored.events == *version
    };
    rows.into_iter().filter(is_there).map(|(id, ..)| id).collect()
}

impl SeatOfGame {
    pub(super) fn row(self) -> Result<SeatRow, StoreError> {
        let odd = || StoreError::Failed(format!("seat {} of kind `{}` makes no sense", self.seat, self.kind));
        let challenge = match (self.challenge, self.kept_by) {
            (Some(state), Some(by)) => Some(Challenge {
                by,
                state: ChallengeState::read(&state).ok_or_else(odd)?,
                reason: self.reason,
                words: self.words,
                answered_at: self.answered_at.map(Time),
            }),
            _ => None,
        };
        let vacations =
            self.vacations.as_deref().map(|vacations| read("vacations", vacations)).transpose()?;
        Ok(SeatRow {
            challenge,
            seat: u8::try_from(self.seat).ok().and_then(Seat::new).ok_or_else(odd)?,
            kind: match self.kind.as_str() {
                "open" => SeatKind::Open,
                "invite" => SeatKind::Invite(self.code_hash.clone().ok_or_else(odd)?),
                "player" => SeatKind::Kept(self.kept_for.clone().ok_or_else(odd)?),
                "bot" => SeatKind::Bot,
                _ => return Err(odd()),
            },
            player: self.player_id.map(|id| PlayerRow {
                id,
                name: self.name,
                created_at: Time(self.created_at.unwrap_or_default()),
                vacations: vacations.unwrap_or_default(),
                is_bot: self.is_bot != 0,
            }),
        })
    }
}

row! {
    #[derive(Deserialize)]
    struct Event {
        seq: i64,
        at: i64,
        audience: i64,
        body: String,
    }
}

impl From<Event> for EventRow {
    fn from(row: Event) -> Self {
        Self {
            seq: row.seq as u64,
            at: Time(row.at),
            audience: AudienceMask(row.audience),
            body: StoredSecret::from_store(row.body),
        }
    }
}

row! {
    struct ChallengeFound {
        game_id: String,
        seat: i64,
        kept_by: String,
        by_name: Option<String>,
        by_is_bot: bool,
        kept_for: String,
        for_name: Option<String>,
        for_is_bot: bool,
    }
}

impl From<ChallengeFound> for ChallengeRow {
    fn from(row: ChallengeFound) -> Self {
        Self {
            place: ChallengePlace { game_id: row.game_id, seat: row.seat },
            by: PlayerName { id: row.kept_by, name: row.by_name, is_bot: row.by_is_bot },
            to: PlayerName { id: row.kept_for, name: row.for_name, is_bot: row.for_is_bot },
        }
    }
}

row! {
    struct AnswerKept {
        payload_hash: String,
        status: i64,
        headers: String,
        body: String,
        at: i64,
    }
}

impl AnswerKept {
    pub(super) fn answer(self, key: &IdempotencyKey) -> Result<IdempotencyRecord, StoreError> {
        let odd = |error: &dyn std::fmt::Display| {
            StoreError::Failed(format!("a kept answer makes no sense: {error}"))
        };
        Ok(IdempotencyRecord {
            key: key.clone(),
            payload_hash: self.payload_hash,
            status: u16::try_from(self.status).map_err(|error| odd(&error))?,
            headers: serde_json::from_str(&self.headers).map_err(|error| odd(&error))?,
            body: self.body,
            at: Time(self.at),
        })
    }
}

row! {
    struct Feed {
        number: i64,
        game_id: String,
        seq: i64,
        events: i64,
        kind: String,
        at: i64,
    }
}

impl From<Feed> for FeedItem {
    fn from(row: Feed) -> Self {
        let Feed { number, game_id, seq, events, kind, at } = row;
        let what = match &*kind {
            REMINDER => FeedItemKind::Notice(NotificationKind::Deadline(Time(seq))),
            MESSAGE => FeedItemKind::Notice(NotificationKind::Message(seq as u64)),
            RESTORED => FeedItemKind::Notice(NotificationKind::Restored(seq as u64)),
            _ => FeedItemKind::Events { seq: seq as u64, events: events as u64 },
        };
        Self { number: number as u64, game_id, what, at: Time(at) }
    }
}

const REMINDER: &str = "reminder";
const MESSAGE: &str = "message";
const RESTORED: &str = "restored";

/// Returns the values of a feed's columns `kind` and `seq` for a notification.
pub(super) fn notification_columns(kind: NotificationKind) -> (&'static str, i64) {
    match kind {
        NotificationKind::Deadline(at) => (REMINDER, at.0),
        NotificationKind::Message(number) => (MESSAGE, number as i64),
        NotificationKind::Restored(number) => (RESTORED, number as i64),
    }
}

row! {
    struct Ticket {
        hash: String,
        player_id: String,
        token_hash: String,
        expires_at: i64,
    }
}

impl From<Ticket> for TicketRow {
    fn from(row: Ticket) -> Self {
        let Ticket { hash, player_id, token_hash, expires_at } = row;
        Self { hash, player_id, token_hash, expires_at: Time(expires_at) }
    }
}

pub(super) fn all<A, B: From<A>>(rows: Vec<A>) -> Vec<B> {
    rows.into_iter().map(Into::into).collect()
}
