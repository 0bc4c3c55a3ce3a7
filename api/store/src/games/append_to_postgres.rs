//! Steps of games: one of the two hot paths, which has its own statements for each database.

use std::collections::HashSet;

use broadside_domain::bot::BotTurn;
use broadside_domain::game::EventRow;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time_control::ClockState;
use sqlx::PgConnection;

use super::append::GameAppend;
use crate::idempotency::headers_text;
use crate::write::Done;

/// Appends to the games that are unchanged since the decision, and returns their ids. This is a
/// single statement, so a node waits for the database only once and needs no explicit transaction.
/// Games are locked in the order of their ids, and then the feed counters in the order of the
/// player ids, so that two nodes cannot deadlock. A counter is locked until the commit. So a reader
/// of a feed never sees a number before the lower ones, and a new listener waits for the steps that
/// found nobody listening.
const APPEND_GAMES: &str = "
    WITH held AS (
        SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bool[], $7::bigint[],
            $38::bigint[], $39::text[], $40::bigint[])
            AS w (id, before, version, status, deadline, open, to_move, next_check_at, clock_state, meta_version)
            JOIN games g ON g.id = w.id ORDER BY g.id FOR UPDATE OF g
    ), won AS (
        UPDATE games SET version = h.version, status = h.status, deadline = h.deadline, open = h.open,
            to_move = h.to_move, next_check_at = h.next_check_at, clock_state = h.clock_state
        FROM held h WHERE games.id = h.id AND games.version = h.before AND games.meta_version = h.meta_version
        RETURNING games.id
    ), happened AS (
        INSERT INTO events (game_id, seq, at, audience, body)
        SELECT e.* FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[])
            AS e (game_id, seq, at, audience, body) JOIN won ON won.id = e.game_id
    ), pictured AS (
        INSERT INTO snapshots (game_id, version, body)
        SELECT s.* FROM unnest($13::text[], $14::bigint[], $15::text[]) AS s (game_id, version, body)
            JOIN won ON won.id = s.game_id
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, body = excluded.body
    ), seated AS (
        UPDATE seats SET player_id = t.player_id, challenge = t.challenge, reason = t.reason, decline_message = t.decline_message,
            answered_at = t.answered_at, game_over = t.game_over
        FROM unnest($16::text[], $17::bigint[], $18::text[], $28::text[], $29::text[], $30::text[], $31::bigint[], $32::bool[])
            AS t (game_id, seat, player_id, challenge, reason, decline_message, answered_at, game_over) JOIN won ON won.id = t.game_id
        WHERE seats.game_id = t.game_id AND seats.seat = t.seat
    ), answered AS (
        INSERT INTO idempotency_responses (player_id, route, key, payload_hash, status, headers, body, created_at)
        SELECT a.player_id, a.route, a.key, a.payload_hash, a.status, a.headers, a.body, a.at
        FROM unnest($19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::bigint[], $25::text[], $26::text[],
                $27::bigint[]) AS a (game_id, player_id, route, key, payload_hash, status, headers, body, at)
            JOIN won ON won.id = a.game_id
    ), told AS (
        SELECT h.* FROM unnest($33::text[], $34::text[], $35::bigint[], $36::bigint[], $37::bigint[]) WITH ORDINALITY
            AS h (game_id, player_id, seq, events, at, place) JOIN won ON won.id = h.game_id
    ), listened AS (
        SELECT player_id, enabled FROM feed_heads WHERE player_id IN (SELECT player_id FROM told)
        ORDER BY player_id FOR UPDATE
    ), counted AS (
        UPDATE feed_heads SET last_seq = last_seq + t.events
        FROM listened l JOIN (SELECT player_id, sum(events)::bigint AS events FROM told GROUP BY player_id) AS t
            ON t.player_id = l.player_id AND l.enabled
        WHERE feed_heads.player_id = l.player_id RETURNING feed_heads.player_id, last_seq
    ), heard AS (
        INSERT INTO feed (player_id, number, game_id, seq, event_count, at)
        SELECT t.player_id, c.last_seq - (sum(t.events) OVER (PARTITION BY t.player_id ORDER BY t.place DESC))::bigint
            + t.events, t.game_id, t.seq, t.events, t.at
        FROM told t JOIN counted c ON c.player_id = t.player_id
    ), bots_act AS (
        INSERT INTO bot_turns (game_id, due_at, dues)
        SELECT b.* FROM unnest($41::text[], $42::bigint[], $44::text[]) AS b (game_id, due_at, dues)
            JOIN won ON won.id = b.game_id
        ON CONFLICT (game_id) DO UPDATE SET due_at = excluded.due_at, dues = excluded.dues
    ), bots_rest AS (
        DELETE FROM bot_turns USING won WHERE bot_turns.game_id = won.id AND won.id = ANY($43::text[])
    ), queued AS (
        UPDATE move_queues SET content = q.content, waiting = q.waiting, tried_turn = q.tried_turn, changed_at = q.changed_at
        FROM unnest($45::text[], $46::text[], $47::text[], $48::bool[], $49::bigint[], $50::bigint[])
            AS q (game_id, player_id, content, waiting, tried_turn, changed_at) JOIN won ON won.id = q.game_id
        WHERE move_queues.player_id = q.player_id AND move_queues.game_id = q.game_id
    ), unqueued AS (
        DELETE FROM move_queues USING unnest($51::text[], $52::text[]) AS q (game_id, player_id)
            JOIN won ON won.id = q.game_id
        WHERE move_queues.player_id = q.player_id AND move_queues.game_id = q.game_id
    ) SELECT id FROM won";

/// Appends to the games that are unchanged since the decision.
pub(crate) async fn append_games(
    db: &mut PgConnection,
    appends: Vec<GameAppend<'_>>,
    done: &mut [Done],
) -> Result<(), sqlx::Error> {
    let numbers = |of: fn(&GameAppend<'_>) -> i64| appends.iter().map(of).collect::<Vec<_>>();
    let entries = || {
        appends.iter().flat_map(|append| append.events.iter().map(|event| (append.game_id, event)))
    };
    let event =
        |of: fn(&EventRow) -> i64| entries().map(|(_, event)| of(event)).collect::<Vec<_>>();
    let snapshots = || {
        appends.iter().filter_map(|append| {
            Some((append.game_id, append.progress.version, append.snapshot?.text()))
        })
    };
    let seatings = || {
        appends
            .iter()
            .flat_map(|append| append.seatings.iter().map(|seating| (append.game_id, seating)))
    };
    let challenges = || seatings().map(|(_, seating)| seating.challenge.as_ref());
    let answers = || appends.iter().filter_map(|append| Some((append.game_id, append.answer?)));
    let answer = |of: fn(&IdempotencyRecord) -> &str| {
        answers().map(|(_, answer)| of(answer)).collect::<Vec<_>>()
    };
    let feed_appends = || {
        appends
            .iter()
            .flat_map(|append| append.feed_appends.iter().map(|item| (append.game_id, item)))
    };
    let bots_act: Vec<_> =
        appends.iter().filter_map(|append| Some((append.game_id, append.bot_due()?))).collect();
    let bots_rest = appends.iter().filter(|append| *append.bot_turn == BotTurn::Idle);
    let made = || appends.iter().flat_map(GameAppend::made_moves);
    let deleted = || appends.iter().flat_map(GameAppend::deleted_queues);
    let won: Vec<(String,)> = sqlx::query_as(APPEND_GAMES)
        .bind(appends.iter().map(|append| append.game_id).collect::<Vec<_>>())
        .bind(numbers(|append| append.from as i64))
        .bind(numbers(|append| append.progress.version as i64))
        .bind(appends.iter().map(|append| &*append.progress.status).collect::<Vec<_>>())
        .bind(
            appends
                .iter()
                .map(|append| append.progress.deadline.map(|time| time.0))
                .collect::<Vec<_>>(),
        )
        .bind(appends.iter().map(|append| append.progress.open).collect::<Vec<_>>())
        .bind(numbers(|append| append.progress.to_move.0))
        .bind(entries().map(|(game, _)| game).collect::<Vec<_>>())
        .bind(event(|event| event.seq as i64))
        .bind(event(|event| event.at.0))
        .bind(event(|event| event.audience.0))
        .bind(entries().map(|(_, event)| event.body.text()).collect::<Vec<_>>())
        .bind(snapshots().map(|(game, ..)| game).collect::<Vec<_>>())
        .bind(snapshots().map(|(_, version, _)| version as i64).collect::<Vec<_>>())
        .bind(snapshots().map(|(.., body)| body).collect::<Vec<_>>())
        .bind(seatings().map(|(game, _)| game).collect::<Vec<_>>())
        .bind(seatings().map(|(_, seating)| i64::from(seating.seat.number())).collect::<Vec<_>>())
        .bind(seatings().map(|(_, seating)| seating.player_id.as_deref()).collect::<Vec<_>>())
        .bind(answers().map(|(game, _)| game).collect::<Vec<_>>())
        .bind(answer(|answer| &answer.key.player_id))
        .bind(answer(|answer| &answer.key.route))
        .bind(answer(|answer| &answer.key.key))
        .bind(answer(|answer| &answer.payload_hash))
        .bind(answers().map(|(_, answer)| i64::from(answer.status)).collect::<Vec<_>>())
        .bind(answers().map(|(_, answer)| headers_text(answer)).collect::<Vec<_>>())
        .bind(answer(|answer| &answer.body))
        .bind(answers().map(|(_, answer)| answer.created_at.0).collect::<Vec<_>>())
        .bind(challenges().map(|challenge| Some(challenge?.state.as_str())).collect::<Vec<_>>())
        .bind(challenges().map(|challenge| challenge?.reason.as_deref()).collect::<Vec<_>>())
        .bind(
            challenges().map(|challenge| challenge?.decline_message.as_deref()).collect::<Vec<_>>(),
        )
        .bind(challenges().map(|challenge| Some(challenge?.answered_at?.0)).collect::<Vec<_>>())
        .bind(seatings().map(|(_, seating)| seating.ended).collect::<Vec<_>>())
        .bind(feed_appends().map(|(game, _)| game).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| &*item.player_id).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| item.seq as i64).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| item.event_count as i64).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| item.at.0).collect::<Vec<_>>())
        .bind(
            appends
                .iter()
                .map(|append| append.progress.next_check_at.map(|time| time.0))
                .collect::<Vec<_>>(),
        )
        .bind(
            appends
                .iter()
                .map(|append| append.progress.clock_state.as_ref().map(ClockState::text))
                .collect::<Vec<_>>(),
        )
        .bind(appends.iter().map(|append| append.meta_version as i64).collect::<Vec<_>>())
        .bind(bots_act.iter().map(|(game, _)| *game).collect::<Vec<_>>())
        .bind(bots_act.iter().map(|(_, (due, _))| due.0).collect::<Vec<_>>())
        .bind(bots_rest.map(|append| append.game_id).collect::<Vec<_>>())
        .bind(bots_act.iter().map(|(_, (_, dues))| &**dues).collect::<Vec<_>>())
        .bind(made().map(|row| &*row.game_id).collect::<Vec<_>>())
        .bind(made().map(|row| &*row.player_id).collect::<Vec<_>>())
        .bind(made().map(|row| &*row.content).collect::<Vec<_>>())
        .bind(made().map(|row| row.waiting).collect::<Vec<_>>())
        .bind(made().map(|row| row.tried_turn.map(i64::from)).collect::<Vec<_>>())
        .bind(made().map(|row| row.changed_at.0).collect::<Vec<_>>())
        .bind(deleted().map(|(game_id, _)| game_id).collect::<Vec<_>>())
        .bind(deleted().map(|(_, player_id)| player_id).collect::<Vec<_>>())
        .fetch_all(&mut *db)
        .await?;
    let won: HashSet<String> = won.into_iter().map(|row| row.0).collect();
    for append in appends.iter().filter(|append| !won.contains(append.game_id)) {
        done[append.at] = Done::Conflict;
    }
    Ok(())
}
