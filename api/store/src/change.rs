//! Changes that are not writes of their own yet.

use broadside_domain::player::{PlayerRow, TicketRow, TokenRow};
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;

use crate::games::{process_clocks, replace_invitation};
use crate::inbox::write_inbox;
use crate::jobs::write_job;
use crate::mail::write_mail;
use crate::move_queues::write_move_queue;
use crate::scores::write_score;
use crate::social::write_social;
use crate::sql::Connection;
use crate::webhooks::write_webhook;
use crate::write::{Done, Write};
use crate::{
    ClockUpdate, Farewell, FeedReader, InboxChange, JobUpdate, MailChange, MoveQueueChange,
    ScoreAppend, SocialChange, Vacations, WebhookChange, feed_readers, feeds, idempotency, outages,
    players, tokens,
};

/// Change to the database. It is made completely or not at all.
#[derive(Clone)]
pub enum Change {
    /// Creates a player with a first token.
    NewPlayer(PlayerRow, TokenRow),
    /// Renames a player. A conflict if the account is deleted.
    Rename(String, String),
    /// Deletes the account of a player and its tokens, for good, and adds the mail that says so, if
    /// any. A conflict if the account is already deleted.
    DeletePlayer(String, Option<Box<Farewell>>),
    /// Adds a token. A conflict if the account is deleted or already has [`MOST_TOKENS`](crate::MOST_TOKENS) tokens.
    NewToken(TokenRow),
    /// Deletes the token with this id.
    RevokeToken(String),
    /// Renames the token with this id. A conflict if there is no such token.
    NameToken(String, String),
    /// Records the first use of a token that replaced another one. A conflict if there is no such
    /// token.
    UseToken {
        /// Id of the token.
        id: String,
        /// Id of its player.
        player_id: String,
    },
    /// Replaces a token, which stays valid until `ends_at`. The new token takes the place of an
    /// earlier one that replaced it and was not used. A conflict if there is no such token, if the
    /// earlier one was used, or if the player already has [`MOST_TOKENS`](crate::MOST_TOKENS) tokens.
    RotateToken {
        /// Id of the old token.
        id: String,
        /// Time at which the old token ends.
        ends_at: Time,
        /// The new token.
        next: TokenRow,
    },
    /// Deletes tokens that have expired by this time.
    ForgetTokens(Time),
    /// Records that the clocks of a game were processed.
    ProcessClocks(Box<ClockUpdate>),
    /// Replaces the vacations of a player. A conflict if they have changed since the decision.
    Vacations(Box<Vacations>),
    /// Replaces the invitation code of a seat. A conflict unless the log of the game still has the
    /// length `from`.
    Reinvite {
        /// Id of the game.
        game_id: String,
        /// Length of the log that the change was decided on.
        from: u64,
        /// The seat.
        seat: Seat,
        /// Hash of the new code; empty for no code.
        code_hash: String,
    },
    /// Deletes responses to idempotent requests that were stored before this time.
    ForgetAnswers(Time),
    /// Adds a ticket.
    NewTicket(TicketRow),
    /// Spends the ticket with this hash. A conflict if there is no such ticket.
    SpendTicket(String),
    /// Deletes tickets that have expired by this time.
    ForgetTickets(Time),
    /// Enables the feed of a player: from now on, events of the player's games are written to it. A
    /// conflict if the account is deleted.
    WakeFeed(String),
    /// Marks the account of a player as a bot, or removes the mark.
    MarkBot(String, bool),
    /// Deletes feed entries from before this time, except those that a webhook or a mailbox has yet
    /// to read.
    ForgetFeeds(Time),
    /// Releases a reader of a feed. A conflict if the lease is lost.
    ReleaseReader {
        /// Kind of the reader.
        reader: FeedReader,
        /// Id of the reader.
        id: String,
        /// Id of the lease.
        lease: String,
        /// Time of the release.
        at: Time,
    },
    /// Marks some of the games whose deadlines an outage moves, so that they are processed again. A
    /// heartbeat has written the outage. Repeat this until
    /// [`Backend::outage_to_move`](crate::Backend::outage_to_move) returns false.
    MoveGames,
    /// Adds or changes a message, a note or a block. A conflict if another change came first, or if
    /// the account of the acting player is deleted.
    Social(Box<SocialChange>),
    /// Changes the queue of a player's moves in a game. A conflict if another change came first, or
    /// if the account of the player is deleted.
    MoveQueue(Box<MoveQueueChange>),
    /// Appends to the changes of a score after the end of its game.
    Score(Box<ScoreAppend>),
    /// Changes a webhook.
    Webhook(Box<WebhookChange>),
    /// Changes a mailbox or mail.
    Mail(Box<MailChange>),
    /// Adds inbound mail, or records what became of it.
    Inbox(Box<InboxChange>),
    /// Records the result of an attempt at a job, which changes nothing else. A conflict if the
    /// lease is lost.
    Job(Box<JobUpdate>),
}

impl Write for Change {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        match self {
            Change::NewPlayer(player, token) => tokens::insert_with_player(db, player, token).await,
            Change::Rename(id, name) => players::rename(db, id, name).await,
            Change::DeletePlayer(id, farewell) => {
                players::delete(db, id, farewell.as_deref()).await
            }
            Change::MarkBot(id, is_bot) => players::mark_bot(db, id, *is_bot).await,
            Change::Vacations(vacations) => players::replace_vacations(db, vacations).await,
            Change::NewToken(token) => tokens::insert(db, token).await,
            Change::RevokeToken(id) => tokens::revoke(db, id).await,
            Change::NameToken(id, name) => tokens::rename(db, id, name).await,
            Change::UseToken { id, player_id } => tokens::use_token(db, id, player_id).await,
            Change::RotateToken { id, ends_at, next } => {
                tokens::rotate(db, id, *ends_at, next).await
            }
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
        }
    }
}
