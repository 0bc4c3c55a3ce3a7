//! Applies a batch of changes within a transaction.
//!
//! Rows are locked in one order, so that no two changes can deadlock: players by id, games by id,
//! everything else that belongs to them, and last the counters of feeds, by player id.

use futures_util::future::BoxFuture;

use crate::append::GameAppend;
use crate::feeds::append_notices;
use crate::games::{
    NewlySeated, bump_stale, insert_games, link_rematches, lock_games, lock_newly_seated,
    process_clocks, reject_players, replace_invitation,
};
use crate::idempotency::existing_keys;
use crate::inbox::write_inbox;
use crate::jobs::write_job;
use crate::mail::{insert_invitations, reject_inviters, write_mail};
use crate::move_queues::write_move_queue;
use crate::scores::write_score;
use crate::social::write_social;
use crate::sql::Connection;
use crate::webhooks::write_webhook;
use crate::{
    Change, Done, NewGame, feed_readers, feeds, idempotency, outages, players, postgres, settings,
    sqlite, tokens,
};

/// Applies a batch of changes: everything that is added to games together, the rest one by one.
///
/// The future is boxed, because the compiler cannot prove otherwise that it is `Send`
/// (<https://github.com/rust-lang/rust/issues/100013>).
pub(crate) fn apply<'a>(
    db: &'a mut Connection<'_>,
    changes: &'a [Change],
) -> BoxFuture<'a, Result<Vec<Done>, sqlx::Error>> {
    Box::pin(apply_all(db, changes))
}

async fn apply_all(db: &mut Connection<'_>, changes: &[Change]) -> Result<Vec<Done>, sqlx::Error> {
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
            other => done[at] = apply_one(db, other).await?,
        }
    }
    let seated = NewlySeated::all(changes);
    let stored = lock_newly_seated(db, &seated).await?;
    let existing =
        existing_keys(db, appends.iter().filter_map(|append| append.answer).collect()).await?;
    let mut appends = GameAppend::dedupe(appends, &existing, &mut done);
    lock_games(db, &appends, &new_games).await?;
    reject_players(db, &seated, &stored, &mut done).await?;
    reject_inviters(db, &new_games, &mut done).await?;
    appends.retain(|append| done[append.at] == Done::Yes);
    new_games.retain(|(at, _)| done[*at] == Done::Yes);
    if !new_games.is_empty() {
        let new_games: Vec<&NewGame> = new_games.into_iter().map(|(_, game)| game).collect();
        link_rematches(db, &new_games).await?;
        let invitations: Vec<_> =
            new_games.iter().flat_map(|game| game.invitations.clone()).collect();
        insert_games(db, &new_games).await?;
        insert_invitations(db, &invitations).await?;
    }
    if !appends.is_empty() {
        match db {
            Connection::Sqlite(db) => sqlite::append_in_transaction(db, appends, &mut done).await?,
            Connection::Postgres(db) => postgres::append_games(db, appends, &mut done).await?,
        }
    }
    bump_stale(db, &seated, &stored, &done).await?;
    append_notices(db, changes, &done).await?;
    Ok(done)
}

/// Applies a change that adds nothing to games.
async fn apply_one(db: &mut Connection<'_>, change: &Change) -> Result<Done, sqlx::Error> {
    match change {
        Change::NewPlayer(player, token) => tokens::insert_with_player(db, player, token).await,
        Change::Rename(id, name) => players::rename(db, id, name).await,
        Change::DeletePlayer(id, farewell) => players::delete(db, id, farewell.as_deref()).await,
        Change::MarkBot(id, is_bot) => players::mark_bot(db, id, *is_bot).await,
        Change::Vacations(vacations) => players::replace_vacations(db, vacations).await,
        Change::NewToken(token) => tokens::insert(db, token).await,
        Change::RevokeToken(id) => tokens::revoke(db, id).await,
        Change::NameToken(id, name) => tokens::rename(db, id, name).await,
        Change::UseToken { id, player_id } => tokens::use_token(db, id, player_id).await,
        Change::RotateToken { id, ends_at, next } => tokens::rotate(db, id, *ends_at, next).await,
        Change::ForgetTokens(by) => tokens::forget(db, *by).await,
        Change::NewTicket(ticket) => tokens::insert_ticket(db, ticket).await,
        Change::SpendTicket(hash) => tokens::spend_ticket(db, hash).await,
        Change::ForgetTickets(by) => tokens::forget_tickets(db, *by).await,
        Change::ProcessClocks(update) => process_clocks(db, update).await,
        Change::Reinvite { game_id, from, seat, code_hash } => {
            replace_invitation(db, game_id, *from, *seat, code_hash).await
        }
        Change::ForgetAnswers(before) => idempotency::forget(db, *before).await,
        Change::WakeFeed(player_id) => feeds::enable_if_exists(db, player_id).await,
        Change::ReleaseReader { reader, id, lease, at } => {
            feed_readers::release(db, *reader, id, lease, *at).await
        }
        Change::ForgetFeeds(before) => feeds::forget(db, *before).await,
        Change::Probe(at) => {
            check_moves_can_be_written(db).await?;
            settings::probe(db, *at).await
        }
        Change::Beat(env) => {
            check_moves_can_be_written(db).await?;
            outages::beat(db, env).await
        }
        Change::MoveGames => {
            outages::move_games(db).await?;
            Ok(Done::Yes)
        }
        Change::Social(change) => write_social(db, change).await,
        Change::MoveQueue(change) => write_move_queue(db, change).await,
        Change::Score(append) => write_score(db, append).await,
        Change::Webhook(change) => write_webhook(db, change).await,
        Change::Inbox(change) => write_inbox(db, change).await,
        Change::Job(update) => write_job(db, update).await,
        Change::Mail(change) => write_mail(db, change).await,
        Change::NewGame(_) | Change::Step(_) => unreachable!("they are written together"),
    }
}

/// Fails if another session prevents moves from being written: a probe and a heartbeat confirm that
/// they can be.
async fn check_moves_can_be_written(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    match db {
        // The writer is exclusive.
        Connection::Sqlite(_) => Ok(()),
        Connection::Postgres(db) => postgres::check_moves_can_be_written(db).await,
    }
}
