//! New games.

use std::sync::Arc;

use broadside_domain::bot::BotTurn;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{EventRow, GameRow, SeatKind, SeatRow};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_engine::record::StoredSecret;

use crate::filter::SearchFacets;
use crate::sql::{Connection, Value, insert_rows, query};
use crate::write::{AnyWrite, WriteResult};

#[derive(Clone)]
pub struct NewGame {
    pub row: GameRow,
    /// Searchable properties of the game.
    pub facets: SearchFacets,
    pub seats: Arc<[SeatRow]>,
    /// Maximum number of games of its creator that have not begun, including this one.
    pub max_not_started: u32,
    /// Maximum number of challenges that its creator may make in games with an id after the given
    /// one, including those in this game.
    pub max_challenges: (u32, String),
    /// Maximum number of games with bots in which its creator may have a seat, including this one
    /// if it has a bot.
    pub max_bot_games: u32,
    /// First entries of the log.
    pub events: Vec<EventRow>,
    pub snapshot: StoredSecret,
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
    pub feed_appends: Vec<FeedAppend>,
    /// Write of the caller that is made with the game: a conflict of one is a conflict of both.
    pub extra_write: Option<Arc<dyn AnyWrite>>,
    /// Next action of the bots of the game.
    pub bot_turn: BotTurn,
}

/// Makes the writes that come with new games, before anything else of these is written.
pub(crate) async fn apply_writes_of_callers(
    db: &mut Connection<'_>,
    new_games: &[(usize, &NewGame)],
    results: &mut [WriteResult],
) -> Result<(), sqlx::Error> {
    for (index, game) in new_games {
        if let Some(write) = &game.extra_write
            && results[*index] == WriteResult::Applied
        {
            results[*index] = write.apply_boxed(db).await?;
        }
    }
    Ok(())
}

/// Gives the games that these are rematches of a new meta version, since they now show their
/// rematch.
pub(crate) async fn link_rematches(
    db: &mut Connection<'_>,
    rematches: &[&NewGame],
) -> Result<(), sqlx::Error> {
    for rematch_of in rematches.iter().filter_map(|game| game.row.rematch_of.as_ref()) {
        query("UPDATE games SET meta_version = meta_version + 1 WHERE id = $1")
            .bind(rematch_of)
            .execute(db)
            .await?;
    }
    Ok(())
}

/// Adds the rows of new games and of their seats, without events.
pub(crate) async fn insert_games(
    db: &mut Connection<'_>,
    games: &[&NewGame],
) -> Result<(), sqlx::Error> {
    insert_rows(
        db,
        "INSERT INTO games (id, ruleset, visibility, clock, created_at, meta_version, created_by, rematch_of, facets, \
         clock_kind, clock_days, version, status, open, to_move)",
        games.iter().copied().map(game_values).collect(),
    )
    .await?;
    let mut seats = Vec::new();
    for game in games {
        seats.extend(game.seats.iter().map(|seat| seat_values(&game.row.id, seat)));
    }
    insert_rows(
        db,
        "INSERT INTO seats (game_id, seat, kind, reserved_for, code_hash, player_id, challenger_id, challenge)",
        seats,
    )
    .await
}

fn game_values(game: &NewGame) -> [Value<'_>; 15] {
    let NewGame { row, facets, .. } = game;
    [
        (&row.id).into(),
        (&row.ruleset).into(),
        (&row.visibility).into(),
        (&row.clock).into(),
        row.created_at.into(),
        row.meta_version.into(),
        (&row.created_by).into(),
        (&row.rematch_of).into(),
        (&facets.options).into(),
        facets.clock_kind.into(),
        facets.clock_days.map(i64::from).into(),
        0_i64.into(),
        "".into(),
        false.into(),
        0_i64.into(),
    ]
}

fn seat_values<'g>(game_id: &'g str, seat: &'g SeatRow) -> [Value<'g>; 8] {
    let (kind, reserved_for, code_hash) = match &seat.kind {
        SeatKind::Open => ("open", None, None),
        SeatKind::Invite(hash) => ("invite", None, Some(hash)),
        SeatKind::Reserved(player) => ("player", Some(player), None),
        SeatKind::Bot => ("bot", None, None),
    };
    [
        game_id.into(),
        i64::from(seat.seat.number()).into(),
        kind.into(),
        reserved_for.into(),
        code_hash.into(),
        seat.player.as_ref().map(|player| &player.id).into(),
        seat.challenge.as_ref().map(|challenge| &challenge.challenger_id).into(),
        seat.challenge.as_ref().map(|challenge| challenge.state.as_str()).into(),
    ]
}
