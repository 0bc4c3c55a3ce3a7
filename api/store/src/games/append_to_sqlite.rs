//! Steps of games: one of the two hot paths, which has its own statements for each database.
//!
//! Each command is handed to the thread of the connection, so a batch of steps takes two commands
//! with several statements each, instead of a command for each row. See [`StatementBatch`].

use std::collections::{HashMap, HashSet};

use broadside_domain::bot::BotTurn;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{EventRow, GameProgress};
use broadside_domain::time_control::ClockState;
use sqlx::SqliteConnection;

use super::append::GameAppend;
use super::step::SeatUpdate;
use crate::idempotency::headers_text;
use crate::sql::Value;
use crate::sqlite::StatementBatch;
use crate::write::WriteResult;

/// Transaction that a script runs in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TxScope {
    /// A transaction that has begun already.
    Begun,
    /// A transaction that the script begins and commits.
    New,
}

/// Appends to the games that are unchanged since the decision. The writer is exclusive, so a first
/// command finds these games, and a second one writes without another check. Any error rolls back
/// the whole transaction: `OR FAIL` tells SQLite that no statement needs to record how to undo it
/// alone.
pub(crate) async fn append_games<'a>(
    db: &mut SqliteConnection,
    scope: TxScope,
    mut appends: Vec<GameAppend<'a>>,
    results: &mut [WriteResult],
) -> Result<(), sqlx::Error> {
    let StoredState { changed, changed_columns, last_numbers } =
        StoredState::read(db, scope, &appends).await?;
    for append in &appends {
        if changed.contains(append.game_id) {
            results[append.index] = WriteResult::Conflict;
        }
    }
    appends.retain(|append| !changed.contains(append.game_id));
    if appends.is_empty() && scope == TxScope::Begun {
        return Ok(());
    }
    let mut script = StatementBatch::default();
    script.add_rows(
        "INSERT OR FAIL INTO events (game_id, seq, at, audience, body) SELECT * FROM ROWS WHERE column1 IS NOT NULL",
        appends.iter().flat_map(|append| {
            append.events.iter().map(|event| event_parameters(append.game_id, event))
        }),
    );
    script.add_rows(
        "INSERT OR FAIL INTO snapshots (game_id, version, body) SELECT * FROM ROWS WHERE column1 IS NOT NULL \
         ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body",
        appends.iter().filter_map(|append| {
            Some([append.game_id.into(), append.progress.version.into(), append.snapshot?.text().into()])
        }),
    );
    script.add_rows(
        "INSERT OR FAIL INTO idempotency_responses (player_id, route, key, payload_hash, status, headers, body, created_at) \
         SELECT * FROM ROWS WHERE column1 IS NOT NULL",
        appends.iter().filter_map(|append| {
            let response = append.response?;
            Some([
                (&response.key.player_id).into(),
                (&response.key.route).into(),
                (&response.key.key).into(),
                (&response.payload_hash).into(),
                i64::from(response.status).into(),
                headers_text(response).into(),
                (&response.body).into(),
                response.created_at.into(),
            ])
        }),
    );
    script.add_rows(
        "UPDATE OR FAIL seats SET player_id = column3, challenge = column4, reason = column5, decline_message = column6, \
         answered_at = column7, game_over = column8 FROM ROWS WHERE game_id = column1 AND seat = column2",
        appends.iter().flat_map(|append| {
            append.seat_updates.iter().map(|update| seat_parameters(append.game_id, update))
        }),
    );
    let (last_numbers, feed_rows) = number_feed_items(&appends, last_numbers);
    script.add_rows(
        "UPDATE OR FAIL feed_heads SET last_seq = column2 FROM ROWS WHERE player_id = column1",
        last_numbers.into_iter().map(|(player_id, number)| [player_id.into(), number.into()]),
    );
    script.add_rows(
        "INSERT OR FAIL INTO feed (player_id, number, game_id, seq, event_count, at) SELECT * FROM ROWS WHERE column1 IS NOT NULL",
        feed_rows,
    );
    script.add_rows(
        "UPDATE OR FAIL games SET version = column2, deadline = column3, to_move = column4, clock_state = column5 \
         FROM ROWS WHERE id = column1",
        appends.iter().map(|append| {
            [
                append.game_id.into(),
                append.progress.version.into(),
                append.progress.deadline.into(),
                append.progress.to_move.0.into(),
                append.progress.clock_state.as_ref().map(ClockState::text).into(),
            ]
        }),
    );
    // Few steps change the columns that games are found by. These columns have a statement of their
    // own, because SQLite updates the indexes of every column that is named, changed or not.
    script.add_rows(
        "UPDATE OR FAIL games SET status = column2, open = column3, next_check_at = column4 FROM ROWS WHERE id = column1",
        appends.iter().filter(|append| changed_columns.contains(append.game_id)).map(|append| {
            let GameProgress { status, open, next_check_at, .. } = append.progress;
            [append.game_id.into(), status.into(), i64::from(*open).into(), (*next_check_at).into()]
        }),
    );
    script.add_rows(
        "INSERT OR FAIL INTO bot_turns (game_id, due_at, dues) SELECT * FROM ROWS WHERE column1 IS NOT NULL \
         ON CONFLICT (game_id) DO UPDATE SET due_at = excluded.due_at, dues = excluded.dues",
        appends.iter().filter_map(|append| {
            let (due_at, dues) = append.bot_due()?;
            Some([append.game_id.into(), due_at.into(), dues.into()])
        }),
    );
    script.add_rows(
        "DELETE FROM bot_turns WHERE game_id IN (SELECT column1 FROM ROWS)",
        appends
            .iter()
            .filter(|append| *append.bot_turn == BotTurn::Idle)
            .map(|append| [append.game_id.into()]),
    );
    script.add_rows(
        "UPDATE OR FAIL move_queues SET content = column3, waiting = column4, tried_turn = column5, changed_at = column6 \
         FROM ROWS WHERE player_id = column1 AND game_id = column2",
        appends.iter().flat_map(GameAppend::queues_after_moves).map(|row| {
            [
                (&row.player_id).into(),
                (&row.game_id).into(),
                (&row.content).into(),
                i64::from(row.waiting).into(),
                row.tried_turn.map(i64::from).into(),
                row.changed_at.into(),
            ]
        }),
    );
    script.add_rows(
        "DELETE FROM move_queues WHERE (player_id, game_id) IN (SELECT column1, column2 FROM ROWS)",
        appends
            .iter()
            .flat_map(GameAppend::deleted_queues)
            .map(|(game_id, player_id)| [player_id.into(), game_id.into()]),
    );
    if scope == TxScope::New {
        script.add("COMMIT");
    }
    script.query().execute(&mut *db).await?;
    Ok(())
}

fn event_parameters<'a>(game_id: &'a str, event: &'a EventRow) -> [Value<'a>; 5] {
    [
        game_id.into(),
        event.seq.into(),
        event.at.into(),
        event.audience.0.into(),
        event.body.text().into(),
    ]
}

fn seat_parameters<'a>(game_id: &'a str, update: &'a SeatUpdate) -> [Value<'a>; 8] {
    let challenge = update.challenge.as_ref();
    [
        game_id.into(),
        i64::from(update.seat.number()).into(),
        update.player_id.as_deref().into(),
        challenge.map(|challenge| challenge.state.as_str()).into(),
        challenge.and_then(|challenge| challenge.reason.as_deref()).into(),
        challenge.and_then(|challenge| challenge.decline_message.as_deref()).into(),
        challenge.and_then(|challenge| challenge.answered_at).into(),
        i64::from(update.ended).into(),
    ]
}

/// State that is read before anything is written.
#[derive(Default)]
struct StoredState {
    /// Games that have changed since the decision, or do not exist.
    changed: HashSet<String>,
    /// Games whose status, time of the next check or openness for players changes: games are found
    /// by these columns.
    changed_columns: HashSet<String>,
    /// Last numbers of the feeds that are enabled, by player.
    last_numbers: HashMap<String, u64>,
}

impl StoredState {
    async fn read(
        db: &mut SqliteConnection,
        scope: TxScope,
        appends: &[GameAppend<'_>],
    ) -> Result<Self, sqlx::Error> {
        let mut script = StatementBatch::default();
        if scope == TxScope::New {
            script.add("BEGIN IMMEDIATE");
        }
        script.add_rows(
            "SELECT CASE WHEN g.id IS NULL THEN 'changed' ELSE 'changed_columns' END, column1, NULL FROM ROWS \
             LEFT JOIN games g ON g.id = column1 AND g.version = column2 AND g.meta_version = column3 \
             WHERE column1 IS NOT NULL AND (g.id IS NULL OR g.status <> column4 OR g.open <> column5 \
             OR g.next_check_at IS NOT column6)",
            appends.iter().map(|append| {
                let GameProgress { status, open, next_check_at, .. } = append.progress;
                [
                    append.game_id.into(),
                    append.from.into(),
                    append.meta_version.into(),
                    status.into(),
                    i64::from(*open).into(),
                    (*next_check_at).into(),
                ]
            }),
        );
        script.add_rows(
            "SELECT 'enabled', h.player_id, h.last_seq FROM ROWS CROSS JOIN feed_heads h ON h.player_id = column1 AND h.enabled",
            appends.iter().flat_map(|append| append.feed_appends.iter().map(|item| [(&item.player_id).into()])),
        );
        let rows: Vec<(String, String, Option<i64>)> =
            script.query_as().fetch_all(&mut *db).await?;
        let mut state = Self::default();
        for (kind, id, number) in rows {
            match &*kind {
                "changed" => drop(state.changed.insert(id)),
                "changed_columns" => drop(state.changed_columns.insert(id)),
                _ => drop(state.last_numbers.insert(id, number.unwrap_or_default() as u64)),
            }
        }
        Ok(state)
    }
}

/// Returns the new last numbers of the enabled feeds that grow, and the rows to add to them, given
/// the last numbers of the enabled feeds. The rows are in the order of the steps.
fn number_feed_items<'a>(
    appends: &[GameAppend<'a>],
    mut last_numbers: HashMap<String, u64>,
) -> (HashMap<String, u64>, Vec<[Value<'a>; 6]>) {
    let mut rows: Vec<[Value<'_>; 6]> = Vec::new();
    for append in appends {
        for FeedAppend { player_id, seq, event_count, at } in append.feed_appends {
            if let Some(number) = last_numbers.get_mut(player_id) {
                *number += event_count;
                rows.push([
                    player_id.into(),
                    (*number).into(),
                    append.game_id.into(),
                    (*seq).into(),
                    (*event_count).into(),
                    (*at).into(),
                ]);
            }
        }
    }
    last_numbers.retain(|player_id, _| rows.iter().any(|[player, ..]| player.is_text(player_id)));
    (last_numbers, rows)
}
