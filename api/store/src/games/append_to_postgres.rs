//! Steps of games: one of the two hot paths, which has its own statements for each database.

use std::collections::HashSet;

use broadside_domain::bot::BotTurn;
use broadside_domain::challenge::Challenge;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::EventRow;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time_control::ClockState;
use sqlx::PgConnection;

use super::append::GameAppend;
use super::step::SeatUpdate;
use crate::idempotency::headers_text;
use crate::move_queues::MoveQueueRow;
use crate::write::WriteResult;

/// Appends to the games that are unchanged since the decision, and returns their ids. This is a
/// single statement, so a node waits for the database only once and needs no explicit transaction.
/// Games are locked in the order of their ids, and then the feed counters in the order of the
/// player ids, so that two nodes cannot deadlock. A counter is locked until the commit. So a reader
/// of a feed never sees a number before the lower ones, and a new listener waits for the steps that
/// found nobody listening.
const APPEND_GAMES: &str = "
    WITH locked AS (
        SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bool[], $7::bigint[],
            $38::bigint[], $39::text[], $40::bigint[])
            AS w (id, before, version, status, deadline, open, to_move, next_check_at, clock_state, meta_version)
            JOIN games g ON g.id = w.id ORDER BY g.id FOR UPDATE OF g
    ), updated_games AS (
        UPDATE games SET version = h.version, status = h.status, deadline = h.deadline, open = h.open,
            to_move = h.to_move, next_check_at = h.next_check_at, clock_state = h.clock_state
        FROM locked h WHERE games.id = h.id AND games.version = h.before AND games.meta_version = h.meta_version
        RETURNING games.id
    ), new_events AS (
        INSERT INTO events (game_id, seq, at, audience, body)
        SELECT e.* FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[])
            AS e (game_id, seq, at, audience, body) JOIN updated_games ON updated_games.id = e.game_id
    ), new_snapshots AS (
        INSERT INTO snapshots (game_id, version, body)
        SELECT s.* FROM unnest($13::text[], $14::bigint[], $15::text[]) AS s (game_id, version, body)
            JOIN updated_games ON updated_games.id = s.game_id
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body
    ), updated_seats AS (
        UPDATE seats SET player_id = t.player_id, challenge = t.challenge, reason = t.reason, decline_message = t.decline_message,
            answered_at = t.answered_at, game_over = t.game_over
        FROM unnest($16::text[], $17::bigint[], $18::text[], $28::text[], $29::text[], $30::text[], $31::bigint[], $32::bool[])
            AS t (game_id, seat, player_id, challenge, reason, decline_message, answered_at, game_over)
            JOIN updated_games ON updated_games.id = t.game_id
        WHERE seats.game_id = t.game_id AND seats.seat = t.seat
    ), new_responses AS (
        INSERT INTO idempotency_responses (player_id, route, key, payload_hash, status, headers, body, created_at)
        SELECT a.player_id, a.route, a.key, a.payload_hash, a.status, a.headers, a.body, a.at
        FROM unnest($19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::bigint[], $25::text[], $26::text[],
                $27::bigint[]) AS a (game_id, player_id, route, key, payload_hash, status, headers, body, at)
            JOIN updated_games ON updated_games.id = a.game_id
    ), feed_items AS (
        SELECT h.* FROM unnest($33::text[], $34::text[], $35::bigint[], $36::bigint[], $37::bigint[]) WITH ORDINALITY
            AS h (game_id, player_id, seq, events, at, position) JOIN updated_games ON updated_games.id = h.game_id
    ), locked_heads AS (
        SELECT player_id, enabled FROM feed_heads WHERE player_id IN (SELECT player_id FROM feed_items)
        ORDER BY player_id FOR UPDATE
    ), updated_heads AS (
        UPDATE feed_heads SET last_seq = last_seq + t.events
        FROM locked_heads l JOIN (SELECT player_id, sum(events)::bigint AS events FROM feed_items GROUP BY player_id) AS t
            ON t.player_id = l.player_id AND l.enabled
        WHERE feed_heads.player_id = l.player_id RETURNING feed_heads.player_id, last_seq
    ), new_feed_items AS (
        INSERT INTO feed (player_id, number, game_id, seq, event_count, at)
        SELECT t.player_id, c.last_seq - (sum(t.events) OVER (PARTITION BY t.player_id ORDER BY t.position DESC))::bigint
            + t.events, t.game_id, t.seq, t.events, t.at
        FROM feed_items t JOIN updated_heads c ON c.player_id = t.player_id
    ), due_bot_turns AS (
        INSERT INTO bot_turns (game_id, due_at, dues)
        SELECT b.* FROM unnest($41::text[], $42::bigint[], $44::text[]) AS b (game_id, due_at, dues)
            JOIN updated_games ON updated_games.id = b.game_id
        ON CONFLICT (game_id) DO UPDATE SET due_at = excluded.due_at, dues = excluded.dues
    ), ended_bot_turns AS (
        DELETE FROM bot_turns USING updated_games
        WHERE bot_turns.game_id = updated_games.id AND updated_games.id = ANY($43::text[])
    ), updated_queues AS (
        UPDATE move_queues SET content = q.content, waiting = q.waiting, tried_turn = q.tried_turn, changed_at = q.changed_at
        FROM unnest($45::text[], $46::text[], $47::text[], $48::bool[], $49::bigint[], $50::bigint[])
            AS q (game_id, player_id, content, waiting, tried_turn, changed_at)
            JOIN updated_games ON updated_games.id = q.game_id
        WHERE move_queues.player_id = q.player_id AND move_queues.game_id = q.game_id
    ), deleted_queues AS (
        DELETE FROM move_queues USING unnest($51::text[], $52::text[]) AS q (game_id, player_id)
            JOIN updated_games ON updated_games.id = q.game_id
        WHERE move_queues.player_id = q.player_id AND move_queues.game_id = q.game_id
    ) SELECT id FROM updated_games";

/// Appends to the games that are unchanged since the decision.
pub(crate) async fn append_games(
    db: &mut PgConnection,
    appends: Vec<GameAppend<'_>>,
    results: &mut [WriteResult],
) -> Result<(), sqlx::Error> {
    let bot_dues: Vec<_> =
        appends.iter().filter_map(|append| Some((append.game_id, append.bot_due()?))).collect();
    let idle_bots = appends.iter().filter(|append| *append.bot_turn == BotTurn::Idle);
    let updated: Vec<(String,)> = sqlx::query_as(APPEND_GAMES)
        .bind(column(&appends, |append| append.game_id))
        .bind(column(&appends, |append| append.from as i64))
        .bind(column(&appends, |append| append.progress.version as i64))
        .bind(column(&appends, |append| &*append.progress.status))
        .bind(column(&appends, |append| append.progress.deadline.map(|time| time.0)))
        .bind(column(&appends, |append| append.progress.open))
        .bind(column(&appends, |append| append.progress.to_move.0))
        .bind(events(&appends).map(|(game_id, _)| game_id).collect::<Vec<_>>())
        .bind(events(&appends).map(|(_, event)| event.seq as i64).collect::<Vec<_>>())
        .bind(events(&appends).map(|(_, event)| event.at.0).collect::<Vec<_>>())
        .bind(events(&appends).map(|(_, event)| event.audience.0).collect::<Vec<_>>())
        .bind(events(&appends).map(|(_, event)| event.body.text()).collect::<Vec<_>>())
        .bind(snapshots(&appends).map(|(game_id, ..)| game_id).collect::<Vec<_>>())
        .bind(snapshots(&appends).map(|(_, version, _)| version as i64).collect::<Vec<_>>())
        .bind(snapshots(&appends).map(|(.., body)| body).collect::<Vec<_>>())
        .bind(seats(&appends).map(|(game_id, _)| game_id).collect::<Vec<_>>())
        .bind(seats(&appends).map(|(_, seat)| i64::from(seat.seat.number())).collect::<Vec<_>>())
        .bind(seats(&appends).map(|(_, seat)| seat.player_id.as_deref()).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(game_id, _)| game_id).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(_, response)| &*response.key.player_id).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(_, response)| &*response.key.route).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(_, response)| &*response.key.key).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(_, response)| &*response.payload_hash).collect::<Vec<_>>())
        .bind(
            responses(&appends).map(|(_, response)| i64::from(response.status)).collect::<Vec<_>>(),
        )
        .bind(responses(&appends).map(|(_, response)| headers_text(response)).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(_, response)| &*response.body).collect::<Vec<_>>())
        .bind(responses(&appends).map(|(_, response)| response.created_at.0).collect::<Vec<_>>())
        .bind(
            challenges(&appends)
                .map(|challenge| Some(challenge?.state.as_str()))
                .collect::<Vec<_>>(),
        )
        .bind(
            challenges(&appends).map(|challenge| challenge?.reason.as_deref()).collect::<Vec<_>>(),
        )
        .bind(
            challenges(&appends)
                .map(|challenge| challenge?.decline_message.as_deref())
                .collect::<Vec<_>>(),
        )
        .bind(
            challenges(&appends)
                .map(|challenge| Some(challenge?.answered_at?.0))
                .collect::<Vec<_>>(),
        )
        .bind(seats(&appends).map(|(_, seat)| seat.ended).collect::<Vec<_>>())
        .bind(feed_items(&appends).map(|(game_id, _)| game_id).collect::<Vec<_>>())
        .bind(feed_items(&appends).map(|(_, item)| &*item.player_id).collect::<Vec<_>>())
        .bind(feed_items(&appends).map(|(_, item)| item.seq as i64).collect::<Vec<_>>())
        .bind(feed_items(&appends).map(|(_, item)| item.event_count as i64).collect::<Vec<_>>())
        .bind(feed_items(&appends).map(|(_, item)| item.at.0).collect::<Vec<_>>())
        .bind(column(&appends, |append| append.progress.next_check_at.map(|time| time.0)))
        .bind(column(&appends, |append| append.progress.clock_state.as_ref().map(ClockState::text)))
        .bind(column(&appends, |append| append.meta_version as i64))
        .bind(bot_dues.iter().map(|(game_id, _)| *game_id).collect::<Vec<_>>())
        .bind(bot_dues.iter().map(|(_, (due_at, _))| due_at.0).collect::<Vec<_>>())
        .bind(idle_bots.map(|append| append.game_id).collect::<Vec<_>>())
        .bind(bot_dues.iter().map(|(_, (_, dues))| &**dues).collect::<Vec<_>>())
        .bind(updated_queues(&appends).map(|row| &*row.game_id).collect::<Vec<_>>())
        .bind(updated_queues(&appends).map(|row| &*row.player_id).collect::<Vec<_>>())
        .bind(updated_queues(&appends).map(|row| &*row.content).collect::<Vec<_>>())
        .bind(updated_queues(&appends).map(|row| row.waiting).collect::<Vec<_>>())
        .bind(updated_queues(&appends).map(|row| row.tried_turn.map(i64::from)).collect::<Vec<_>>())
        .bind(updated_queues(&appends).map(|row| row.changed_at.0).collect::<Vec<_>>())
        .bind(deleted_queues(&appends).map(|(game_id, _)| game_id).collect::<Vec<_>>())
        .bind(deleted_queues(&appends).map(|(_, player_id)| player_id).collect::<Vec<_>>())
        .fetch_all(&mut *db)
        .await?;
    let updated: HashSet<String> = updated.into_iter().map(|(game_id,)| game_id).collect();
    for append in appends.iter().filter(|append| !updated.contains(append.game_id)) {
        results[append.index] = WriteResult::Conflict;
    }
    Ok(())
}

/// Returns a value of each game, in the order of the games.
fn column<'a, T>(appends: &'a [GameAppend<'_>], value: fn(&'a GameAppend<'_>) -> T) -> Vec<T> {
    appends.iter().map(value).collect()
}

// Rows that the games get, each with the id of its game.

fn events<'a>(appends: &'a [GameAppend<'_>]) -> impl Iterator<Item = (&'a str, &'a EventRow)> {
    appends.iter().flat_map(|append| append.events.iter().map(|event| (append.game_id, event)))
}

/// Returns the versions and texts of the snapshots.
fn snapshots<'a>(appends: &'a [GameAppend<'_>]) -> impl Iterator<Item = (&'a str, u64, &'a str)> {
    appends.iter().filter_map(|append| {
        Some((append.game_id, append.progress.version, append.snapshot?.text()))
    })
}

fn seats<'a>(appends: &'a [GameAppend<'_>]) -> impl Iterator<Item = (&'a str, &'a SeatUpdate)> {
    appends.iter().flat_map(|append| append.seat_updates.iter().map(|seat| (append.game_id, seat)))
}

/// Returns the challenges of the [`seats`].
fn challenges<'a>(appends: &'a [GameAppend<'_>]) -> impl Iterator<Item = Option<&'a Challenge>> {
    seats(appends).map(|(_, seat)| seat.challenge.as_ref())
}

fn responses<'a>(
    appends: &'a [GameAppend<'_>],
) -> impl Iterator<Item = (&'a str, &'a IdempotencyRecord)> {
    appends.iter().filter_map(|append| Some((append.game_id, append.response?)))
}

fn feed_items<'a>(
    appends: &'a [GameAppend<'_>],
) -> impl Iterator<Item = (&'a str, &'a FeedAppend)> {
    appends.iter().flat_map(|append| append.feed_appends.iter().map(|item| (append.game_id, item)))
}

fn updated_queues<'a>(appends: &'a [GameAppend<'_>]) -> impl Iterator<Item = &'a MoveQueueRow> {
    appends.iter().flat_map(GameAppend::queues_after_moves)
}

fn deleted_queues<'a>(appends: &'a [GameAppend<'_>]) -> impl Iterator<Item = (&'a str, &'a str)> {
    appends.iter().flat_map(GameAppend::deleted_queues)
}
