//! Writes many changes in one transaction.

use std::collections::{BTreeSet, HashMap, HashSet};

use broadside_domain::bot::BotTurn;
use broadside_domain::game::{EventRow, SeatKind};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;
use broadside_domain::time_control::{ClockState, Outage, vacations_text};
use sqlx::{Connection, PgConnection};

use crate::append::GameAppend;
use crate::mail::{forget_keys, forget_mails};
use crate::newly_seated::{NewlySeated, unbegun};
use crate::outages::{self, Beat};
use crate::scores::EntryColumns;
use crate::{
    Acceptance, AddressChange, AddressQuota, Alive, Attempted, Cadence, Change, ClockUpdate, CodeAsked,
    DeliveryAttempt, Done, FeedBatch, InboxChange, KeyRow, MOST_ASKED_FOR, MOST_BLOCKS, MOST_TOKENS,
    MOST_WEBHOOKS, MailChange, NewDelivery, NewGame, NewInvitation, NewMail, ScoreAppend, SocialChange,
    ThreadCursorUpdate, ThreadRow, UpsertMailbox, Vacations, WebhookChange, WebhookRow, WebhookState,
};

/// Appends to the games that are unchanged since the decision, and returns their ids. This is a single statement, so a
/// node waits for the database only once and needs no explicit transaction. Games are locked in the order of their ids,
/// and then the feed counters in the order of the player ids, so that two nodes cannot deadlock. A counter is locked
/// until the commit. So a reader of a feed never sees a number before the lower ones, and a new listener waits for the
/// steps that found nobody listening.
const APPEND_GAMES: &str = "
    WITH held AS (
        SELECT w.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bool[], $7::bigint[],
            $38::bigint[], $39::text[], $40::bigint[])
            AS w (id, before, version, status, deadline, open, to_move, attend_at, times, edition)
            JOIN games g ON g.id = w.id ORDER BY g.id FOR UPDATE OF g
    ), won AS (
        UPDATE games SET version = h.version, status = h.status, deadline = h.deadline, open = h.open,
            to_move = h.to_move, attend_at = h.attend_at, times = h.times
        FROM held h WHERE games.id = h.id AND games.version = h.before AND games.edition = h.edition
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
        UPDATE seats SET player_id = t.player_id, challenge = t.challenge, reason = t.reason, words = t.words,
            answered_at = t.answered_at, ended = t.ended
        FROM unnest($16::text[], $17::bigint[], $18::text[], $28::text[], $29::text[], $30::text[], $31::bigint[], $32::bool[])
            AS t (game_id, seat, player_id, challenge, reason, words, answered_at, ended) JOIN won ON won.id = t.game_id
        WHERE seats.game_id = t.game_id AND seats.seat = t.seat
    ), answered AS (
        INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at)
        SELECT a.player_id, a.route, a.key, a.payload_hash, a.status, a.headers, a.body, a.at
        FROM unnest($19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::bigint[], $25::text[], $26::text[],
                $27::bigint[]) AS a (game_id, player_id, route, key, payload_hash, status, headers, body, at)
            JOIN won ON won.id = a.game_id
    ), told AS (
        SELECT h.* FROM unnest($33::text[], $34::text[], $35::bigint[], $36::bigint[], $37::bigint[]) WITH ORDINALITY
            AS h (game_id, player_id, seq, events, at, place) JOIN won ON won.id = h.game_id
    ), listened AS (
        SELECT player_id, awake FROM feed_heads WHERE player_id IN (SELECT player_id FROM told)
        ORDER BY player_id FOR UPDATE
    ), counted AS (
        UPDATE feed_heads SET number = number + t.events
        FROM listened l JOIN (SELECT player_id, sum(events)::bigint AS events FROM told GROUP BY player_id) AS t
            ON t.player_id = l.player_id AND l.awake
        WHERE feed_heads.player_id = l.player_id RETURNING feed_heads.player_id, number
    ), heard AS (
        INSERT INTO feed (player_id, number, game_id, seq, events, at)
        SELECT t.player_id, c.number - (sum(t.events) OVER (PARTITION BY t.player_id ORDER BY t.place DESC))::bigint
            + t.events, t.game_id, t.seq, t.events, t.at
        FROM told t JOIN counted c ON c.player_id = t.player_id
    ), bots_act AS (
        INSERT INTO bot_turns (game_id, due_at, dues)
        SELECT b.* FROM unnest($41::text[], $42::bigint[], $44::text[]) AS b (game_id, due_at, dues)
            JOIN won ON won.id = b.game_id
        ON CONFLICT (game_id) DO UPDATE SET due_at = excluded.due_at, dues = excluded.dues
    ), bots_rest AS (
        DELETE FROM bot_turns USING won WHERE bot_turns.game_id = won.id AND won.id = ANY($43::text[])
    ) SELECT id FROM won";

/// Applies a batch of changes in one transaction.
pub(super) async fn commit(db: &mut PgConnection, changes: &[Change]) -> Result<Vec<Done>, sqlx::Error> {
    if changes.iter().all(|change| matches!(change, Change::Step(step) if step.arrivals.is_empty())) {
        return write(db, changes).await;
    }
    let mut transaction = db.begin().await?;
    let done = write(&mut transaction, changes).await?;
    transaction.commit().await?;
    Ok(done)
}

/// Applies a batch of changes: everything that is added to games in one statement, the rest one by one.
async fn write(db: &mut PgConnection, changes: &[Change]) -> Result<Vec<Done>, sqlx::Error> {
    let mut done = vec![Done::Yes; changes.len()];
    let mut appends = Vec::new();
    let mut new_games = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        match change {
            Change::Step(step) => appends.push(GameAppend::of_step(at, step)),
            Change::NewGame(game) => {
                appends.push(GameAppend::of_new_game(at, game));
                new_games.push((at, &**game));
            }
            other => {
                if matches!(other, Change::Probe(_)) || matches!(other, Change::Alive(alive) if alive.counts)
                {
                    sqlx::raw_sql(MOVES_TAKEN).execute(&mut *db).await?;
                }
                done[at] = write_one(db, other).await?;
            }
        }
    }
    let arrivals = NewlySeated::all(changes);
    let held = hold_arrivals(db, &arrivals).await?;
    let taken = taken_keys(db, appends.iter().filter_map(|append| append.answer).collect()).await?;
    let mut appends = GameAppend::admit(appends, &taken, &mut done);
    hold_games(db, &appends, &new_games).await?;
    turn_away(db, &arrivals, &held, &mut done).await?;
    turn_away_hosts(db, &new_games, &mut done).await?;
    appends.retain(|append| done[append.at] == Done::Yes);
    new_games.retain(|(at, _)| done[*at] == Done::Yes);
    if !new_games.is_empty() {
        let new_games: Vec<&NewGame> = new_games.into_iter().map(|(_, game)| game).collect();
        point_to(db, &new_games).await?;
        let invitations: Vec<_> = new_games.iter().flat_map(|game| game.invitations.clone()).collect();
        open(db, new_games).await?;
        invite(db, &invitations).await?;
    }
    if !appends.is_empty() {
        append_games(db, appends, &mut done).await?;
    }
    look_again(db, &arrivals, &held, &done).await?;
    notify(db, changes, &done).await?;
    Ok(done)
}

/// Locks games in the same order as steps do, to avoid deadlocks.
const GAMES_OF_RENAMED: &str = "
    UPDATE games SET edition = edition + 1 FROM (
        SELECT g.id FROM games g WHERE g.id IN (SELECT game_id FROM seats WHERE player_id = $1
            UNION SELECT game_id FROM seats WHERE kept_for = $1) ORDER BY g.id FOR UPDATE
    ) AS mine WHERE games.id = mine.id";

const GAMES_OF_AWAY: &str = "
    UPDATE games SET edition = edition + 1, attend_at = 0 FROM (
        SELECT g.id FROM games g WHERE g.clock IS NOT NULL
            AND g.id IN (SELECT game_id FROM seats WHERE player_id = $1 AND NOT ended) ORDER BY g.id FOR UPDATE
    ) AS mine WHERE games.id = mine.id";

/// Shared lock: waits while another node deletes the account.
const PLAYER_THERE: &str = "SELECT id FROM players WHERE id = $1 AND name IS NOT NULL FOR SHARE";

/// Exclusive lock: waits for all other locks on the player.
const PLAYER_HELD: &str = "SELECT id FROM players WHERE id = $1 AND name IS NOT NULL FOR UPDATE";

/// Exclusive lock: waits for all other changes of the game.
const GAME_HELD: &str = "SELECT id FROM games WHERE id = $1 FOR UPDATE";

const PLAYERS_HELD: &str = "SELECT id, name, vacations, is_bot FROM players \
    WHERE id = ANY($1) AND name IS NOT NULL ORDER BY id FOR UPDATE";

const UNBEGUN: &str = unbegun!("p.id", "unnest($1::text[]) AS p (id)");

/// Waits for other transactions that count mail to the same address. The lock is held until the end of the transaction.
const ADDRESS_HELD: &str = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

const FORGET_MAILS: &str = forget_mails!(" FOR UPDATE SKIP LOCKED");

const FORGET_KEYS: &str = forget_keys!(" FOR UPDATE SKIP LOCKED");

/// Fails if another session prevents moves from being written. A probe and a heartbeat confirm that moves can be
/// written.
const MOVES_TAKEN: &str = "SET LOCAL lock_timeout = '1s'; \
    LOCK TABLE games, seats, events, snapshots, bot_turns, feed, feed_heads IN ROW EXCLUSIVE MODE";

const DATABASE_CLOCK: &str = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

const ALIVE_HELD: &str = "SELECT name, value FROM settings \
    WHERE name IN ('alive_at', 'alive_database_at') ORDER BY name FOR UPDATE";

const OUTAGE_HELD: &str =
    "SELECT number, from_at, until_at FROM outages WHERE NOT moved ORDER BY number LIMIT 1 FOR UPDATE";

const GAMES_OF_OUTAGE: &str = outages::games_of_outage!(
    "SELECT g.id FROM games g WHERE g.id IN (SELECT id FROM chunk) ORDER BY g.id FOR UPDATE"
);

crate::newly_seated::write_arrivals!(PgConnection);
crate::writes::write_one!(PgConnection);
crate::outages::write_alive!(PgConnection);
crate::talk::write_saying!(PgConnection);
crate::scores::write_score!(PgConnection);
crate::webhooks::write_webhook!(PgConnection);
crate::mail::write_mail!(PgConnection);
crate::inbox::write_inbox!(PgConnection);

/// Locks the games that a batch changes and the games that its new games are rematches of, if there are rematches.
/// Without rematches, the statement that changes the games locks them.
async fn hold_games(
    db: &mut PgConnection,
    appends: &[GameAppend<'_>],
    new_games: &[(usize, &NewGame)],
) -> Result<(), sqlx::Error> {
    let before: Vec<&str> = new_games.iter().filter_map(|(_, game)| game.row.rematch_of.as_deref()).collect();
    if !before.is_empty() {
        let ids: Vec<_> = before.into_iter().chain(appends.iter().map(|append| append.game_id)).collect();
        sqlx::query("SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE")
            .bind(ids)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// Inserts new games and their seats, without events.
async fn open(db: &mut PgConnection, games: Vec<&NewGame>) -> Result<(), sqlx::Error> {
    let column = |of: fn(&NewGame) -> &str| games.iter().map(|game| of(game)).collect::<Vec<_>>();
    sqlx::query(
        "INSERT INTO games (id, ruleset, visibility, clock, created_at, edition, created_by, rematch_of, traits, \
         clock_kind, clock_days, version, status, open, to_move) \
         SELECT g.*, 0, '', false, 0 \
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], \
         $9::text[], $10::text[], $11::bigint[]) AS g",
    )
    .bind(column(|game| &game.row.id))
    .bind(column(|game| &game.row.ruleset))
    .bind(column(|game| &game.row.visibility))
    .bind(games.iter().map(|game| game.row.clock.as_deref()).collect::<Vec<_>>())
    .bind(games.iter().map(|game| game.row.created_at.0).collect::<Vec<_>>())
    .bind(games.iter().map(|game| game.row.edition as i64).collect::<Vec<_>>())
    .bind(column(|game| &game.row.created_by))
    .bind(games.iter().map(|game| game.row.rematch_of.as_deref()).collect::<Vec<_>>())
    .bind(column(|game| &game.traits.options))
    .bind(games.iter().map(|game| game.traits.clock_kind).collect::<Vec<_>>())
    .bind(games.iter().map(|game| game.traits.clock_days.map(i64::from)).collect::<Vec<_>>())
    .execute(&mut *db)
    .await?;
    let seats = || games.iter().flat_map(|game| game.seats.iter().map(|seat| (&*game.row.id, seat)));
    let kinds = || {
        seats().map(|(_, seat)| match &seat.kind {
            SeatKind::Open => ("open", None, None),
            SeatKind::Invite(hash) => ("invite", None, Some(&**hash)),
            SeatKind::Kept(player) => ("player", Some(&**player), None),
            SeatKind::Bot => ("bot", None, None),
        })
    };
    let challenges = || seats().map(|(_, seat)| seat.challenge.as_ref());
    sqlx::query(
        "INSERT INTO seats (game_id, seat, kind, kept_for, code_hash, player_id, kept_by, challenge) \
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])",
    )
    .bind(seats().map(|(game, _)| game).collect::<Vec<_>>())
    .bind(seats().map(|(_, seat)| i64::from(seat.seat.number())).collect::<Vec<_>>())
    .bind(kinds().map(|(kind, ..)| kind).collect::<Vec<_>>())
    .bind(kinds().map(|(_, kept_for, _)| kept_for).collect::<Vec<_>>())
    .bind(kinds().map(|(.., code_hash)| code_hash).collect::<Vec<_>>())
    .bind(seats().map(|(_, seat)| seat.player.as_ref().map(|player| &*player.id)).collect::<Vec<_>>())
    .bind(challenges().map(|challenge| challenge.map(|challenge| &*challenge.by)).collect::<Vec<_>>())
    .bind(challenges().map(|challenge| challenge.map(|challenge| challenge.state.as_str())).collect::<Vec<_>>())
    .execute(&mut *db)
    .await?;
    Ok(())
}

async fn append_games(
    db: &mut PgConnection,
    appends: Vec<GameAppend<'_>>,
    done: &mut [Done],
) -> Result<(), sqlx::Error> {
    let numbers = |of: fn(&GameAppend<'_>) -> i64| appends.iter().map(of).collect::<Vec<_>>();
    let entries =
        || appends.iter().flat_map(|append| append.events.iter().map(|event| (append.game_id, event)));
    let event = |of: fn(&EventRow) -> i64| entries().map(|(_, event)| of(event)).collect::<Vec<_>>();
    let snapshots = || {
        appends
            .iter()
            .filter_map(|append| Some((append.game_id, append.progress.version, append.snapshot?.text())))
    };
    let seatings =
        || appends.iter().flat_map(|append| append.seatings.iter().map(|seating| (append.game_id, seating)));
    let challenges = || seatings().map(|(_, seating)| seating.challenge.as_ref());
    let answers = || appends.iter().filter_map(|append| Some((append.game_id, append.answer?)));
    let answer =
        |of: fn(&IdempotencyRecord) -> &str| answers().map(|(_, answer)| of(answer)).collect::<Vec<_>>();
    let feed_appends =
        || appends.iter().flat_map(|append| append.feed_appends.iter().map(|item| (append.game_id, item)));
    let bots_act: Vec<_> =
        appends.iter().filter_map(|append| Some((append.game_id, append.bot_due()?))).collect();
    let bots_rest = appends.iter().filter(|append| *append.bot_turn == BotTurn::Idle);
    let won: Vec<(String,)> = sqlx::query_as(APPEND_GAMES)
        .bind(appends.iter().map(|append| append.game_id).collect::<Vec<_>>())
        .bind(numbers(|append| append.from as i64))
        .bind(numbers(|append| append.progress.version as i64))
        .bind(appends.iter().map(|append| &*append.progress.status).collect::<Vec<_>>())
        .bind(appends.iter().map(|append| append.progress.deadline.map(|time| time.0)).collect::<Vec<_>>())
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
        .bind(
            answers()
                .map(|(_, answer)| serde_json::to_string(&answer.headers).expect("headers are plain data"))
                .collect::<Vec<_>>(),
        )
        .bind(answer(|answer| &answer.body))
        .bind(answers().map(|(_, answer)| answer.at.0).collect::<Vec<_>>())
        .bind(challenges().map(|challenge| Some(challenge?.state.as_str())).collect::<Vec<_>>())
        .bind(challenges().map(|challenge| challenge?.reason.as_deref()).collect::<Vec<_>>())
        .bind(challenges().map(|challenge| challenge?.words.as_deref()).collect::<Vec<_>>())
        .bind(challenges().map(|challenge| Some(challenge?.answered_at?.0)).collect::<Vec<_>>())
        .bind(seatings().map(|(_, seating)| seating.ended).collect::<Vec<_>>())
        .bind(feed_appends().map(|(game, _)| game).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| &*item.player_id).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| item.seq as i64).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| item.events as i64).collect::<Vec<_>>())
        .bind(feed_appends().map(|(_, item)| item.at.0).collect::<Vec<_>>())
        .bind(appends.iter().map(|append| append.progress.attend_at.map(|time| time.0)).collect::<Vec<_>>())
        .bind(
            appends
                .iter()
                .map(|append| append.progress.times.as_ref().map(ClockState::text))
                .collect::<Vec<_>>(),
        )
        .bind(appends.iter().map(|append| append.edition as i64).collect::<Vec<_>>())
        .bind(bots_act.iter().map(|(game, _)| *game).collect::<Vec<_>>())
        .bind(bots_act.iter().map(|(_, (due, _))| due.0).collect::<Vec<_>>())
        .bind(bots_rest.map(|append| append.game_id).collect::<Vec<_>>())
        .bind(bots_act.iter().map(|(_, (_, dues))| &**dues).collect::<Vec<_>>())
        .fetch_all(&mut *db)
        .await?;
    let won: HashSet<String> = won.into_iter().map(|row| row.0).collect();
    for append in appends.iter().filter(|append| !won.contains(append.game_id)) {
        done[append.at] = Done::Conflict;
    }
    Ok(())
}

/// Collects ids into one statement parameter.
fn list<'a>(ids: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    ids.into_iter().collect()
}

/// Returns the keys of these answers that are already stored.
async fn taken_keys(
    db: &mut PgConnection,
    answers: Vec<&IdempotencyRecord>,
) -> Result<HashSet<IdempotencyKey>, sqlx::Error> {
    if answers.is_empty() {
        return Ok(HashSet::new());
    }
    let part =
        |of: fn(&IdempotencyKey) -> &str| answers.iter().map(|answer| of(&answer.key)).collect::<Vec<_>>();
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT player_id, route, key FROM answers WHERE (player_id, route, key) IN \
         (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))",
    )
    .bind(part(|key| &key.player_id))
    .bind(part(|key| &key.route))
    .bind(part(|key| &key.key))
    .fetch_all(&mut *db)
    .await?;
    Ok(rows.into_iter().map(|(player_id, route, key)| IdempotencyKey { player_id, route, key }).collect())
}
