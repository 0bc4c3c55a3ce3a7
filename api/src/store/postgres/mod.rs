//! PostgreSQL: one database for several nodes. Each node has one connection that writes, a pool that reads, and lines for what is
//! asked most.

mod line;
mod write;

use std::fmt;
use std::str::FromStr;

use sqlx::migrate::{Migrate, MigrateError};
use sqlx::postgres::{
    PgConnectOptions, PgConnection, PgDatabaseError, PgListener, PgPool, PgPoolOptions, PgSeverity,
};
use sqlx::{Connection, Executor};

use self::line::Line;
use super::inbox::{self, Found, lease_inbox, mail_in_columns};
use super::mail::{
    Invited, Key, Mailbox, Mailed, Thread, lease_mail, lease_mailboxes, mail_columns, mailbox_columns,
};
use super::migrations;
use super::outages::ClockRow;
use super::reads::{challenges, find, games};
use super::rows::{
    self, AnswerKept, ChallengeFound, Event, Feed, Game, GlanceFound, Player, Ticket, Token, all,
};
use super::talk::{Block, MessageFound, Note, ReadFound};
use super::webhooks::{self, Delivery, Webhook, lease, webhook_columns};
use super::{
    Among, Answer, AnswerKey, BlockRow, ChallengePlace, ChallengeRow, ChallengeState, Change, Counts,
    DeliveryRow, DeliveryState, Done, EventRow, FeedRow, Filter, Glance, Glanced, Head, InvitationRow,
    KeyRow, LAST, MailInFound, MailInRow, MailRow, MailboxRow, Mask, MessageRead, MessageRow, NoteRow,
    Outage, Page, PlayerRow, Side, StoreError, StoredClocks, StoredGame, Tallies, ThreadRow, TicketRow,
    TokenRow, Turn, Uncommitted, WebhookRow,
};
use crate::ambient::Time;

const READERS: u32 = 8;

/// The channel on which nodes tell each other what has changed.
const CHANNEL: &str = "broadside";

/// How long a node waits for a connection before it says that it cannot serve.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// Whoever waits for what another node holds is told so before long.
const LOCK_TIMEOUT: &str = "SET lock_timeout = '5s'";

/// The code of an error that took back one of two that waited for each other (`deadlock_detected`), and how often it is tried again.
const DEADLOCK: &str = "40P01";
const DEADLOCKS: usize = 5;

/// The database's clock, and whether it is the clock of another machine.
macro_rules! database_clock {
    () => {
        "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT), \
         coalesce(inet_server_addr() <> inet_client_addr(), FALSE)"
    };
}

/// When a seat is due by its own clock.
macro_rules! own_due {
    () => {
        "CAST(CAST(g.times AS json) -> 'dues' ->> CAST(s.seat - 1 AS INTEGER) AS BIGINT)"
    };
}

/// A PostgreSQL database.
pub struct Postgres {
    options: PgConnectOptions,
    readers: PgPool,
    /// How remembered tokens are now. Nothing else is asked there, so that they need not wait for whoever holds games.
    tokens: Line,
    /// How remembered games are now, and with them the tokens of whoever looks.
    glances: Line,
    /// What other nodes are told.
    telling: Line,
    /// `None` after it has failed: the next to write connects anew.
    writer: tokio::sync::Mutex<Option<PgConnection>>,
}

/// The address of a database. Its password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    fn options(&self) -> PgConnectOptions {
        self.0.parse().expect("it was read when it was made")
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<PgConnectOptions>() {
            Ok(_) => Ok(Self(text.to_owned())),
            Err(error) => {
                let error = match error {
                    sqlx::Error::Configuration(error) => error.to_string(),
                    error => error.to_string(),
                };
                Err(format!(
                    "the address cannot be read ({error}): write it as in postgres://USER@HOST:5432/DATABASE"
                ))
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options();
        let database = options.get_database().unwrap_or_else(|| options.get_username());
        write!(f, "{database} at {}:{}", options.get_host(), options.get_port())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It does not answer, or not to this user.
    #[error("the database {0} cannot be reached: {1}; see that it runs, exists, and lets this user in")]
    Unreachable(Address, String),
    /// It is no database of this service, or of a newer version.
    #[error("the database {0} cannot be used: {1}; if a newer broadside made its tables, start that one")]
    Unusable(Address, String),
}

impl Postgres {
    /// Connects to a database, and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open(address: &Address) -> Result<Self, OpenError> {
        // That a table is there already is no news. A statement is planned once: planning takes longer than what it does.
        let settings = [("client_min_messages", "warning"), ("plan_cache_mode", "force_generic_plan")];
        let options = address.options().application_name("broadside").options(settings);
        let unreachable = |error: sqlx::Error| OpenError::Unreachable(address.clone(), error.to_string());
        let mut writer = connect(&options).await.map_err(unreachable)?;
        migrate(&mut writer)
            .await
            .map_err(|error| OpenError::Unusable(address.clone(), error.to_string()))?;
        refuse_newer(address, &mut writer).await?;
        let readers = Self::readers(&options).await.map_err(unreachable)?;
        Ok(Self::with(options, readers, Some(writer)))
    }

    /// Connects to a database to look at it alone, also where nothing can be written, as on a standby.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn look(address: &Address) -> Result<Self, OpenError> {
        let settings = [("default_transaction_read_only", "on")];
        let options = address.options().application_name("broadside").options(settings);
        let unreachable = |error: sqlx::Error| OpenError::Unreachable(address.clone(), error.to_string());
        let mut connection = connect(&options).await.map_err(unreachable)?;
        refuse_newer(address, &mut connection).await?;
        let readers = Self::readers(&options).await.map_err(unreachable)?;
        Ok(Self::with(options, readers, None))
    }

    fn with(options: PgConnectOptions, readers: PgPool, writer: Option<PgConnection>) -> Self {
        let line = || Line::new(&options);
        let (tokens, glances, telling, writer) = (line(), line(), line(), tokio::sync::Mutex::new(writer));
        Self { options, readers, tokens, glances, telling, writer }
    }

    async fn readers(options: &PgConnectOptions) -> Result<PgPool, sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(READERS).acquire_timeout(PATIENCE);
        pool.connect_with(options.clone()).await
    }

    /// What would have to be done to bring the tables of a database up to date.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn pending(address: &Address) -> Result<Vec<String>, OpenError> {
        let unreachable = |error: sqlx::Error| OpenError::Unreachable(address.clone(), error.to_string());
        let mut connection = connect(&address.options()).await.map_err(unreachable)?;
        let there: (bool,) = sqlx::query_as("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
            .fetch_one(&mut connection)
            .await
            .map_err(unreachable)?;
        let done: Vec<(i64,)> = if there.0 {
            let done = sqlx::query_as("SELECT version FROM _sqlx_migrations WHERE success");
            done.fetch_all(&mut connection).await.map_err(unreachable)?
        } else {
            Vec::new()
        };
        Ok(migrations::pending(&migrations::postgres(), &done))
    }
}

/// Brings the tables up to date. Several nodes may start at once: the migrator takes a lock of the database, and whoever does not
/// get it waits for as long as the other takes. For a table no migration waits so long: all who need it would wait behind it.
async fn migrate(connection: &mut PgConnection) -> Result<(), MigrateError> {
    connection.execute("SET lock_timeout = 0").await?;
    connection.lock().await?;
    connection.execute(LOCK_TIMEOUT).await?;
    // It takes the lock again, and lets it go as often.
    migrations::postgres().run(&mut *connection).await?;
    connection.unlock().await
}

/// Turns down a database whose tables need a newer program.
async fn refuse_newer(address: &Address, connection: &mut PgConnection) -> Result<(), OpenError> {
    let unusable = |error: String| OpenError::Unusable(address.clone(), error);
    let oldest: Option<(String,)> = sqlx::query_as(migrations::OLDEST)
        .fetch_optional(connection)
        .await
        .map_err(|error| unusable(error.to_string()))?;
    let too_old = migrations::too_old(&migrations::postgres(), oldest.as_ref().map(|row| &*row.0));
    too_old.map_or(Ok(()), |why| Err(unusable(why)))
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = PgConnection::connect_with(options).await?;
    // What was answered is on the disk, however the database is set up.
    connection.execute("SET synchronous_commit = on").await?;
    // What is counted with a row held is what others have committed before.
    connection.execute("SET default_transaction_isolation = 'read committed'").await?;
    connection.execute(LOCK_TIMEOUT).await?;
    Ok(connection)
}

/// Whether the database has refused a command, and goes on: it has then taken back what belonged to it. A connection that breaks,
/// or is ended by the database, may do so after a commit whose answer was still on its way.
fn is_refused(error: &sqlx::Error) -> bool {
    let refused = |error: &PgDatabaseError| error.severity() == PgSeverity::Error;
    error.as_database_error().and_then(|error| error.try_downcast_ref()).is_some_and(refused)
}

super::talk::talk!(Postgres);

super::reads::backend!(Postgres {
    fn shared(&self) -> bool {
        true
    }

    async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, Uncommitted> {
        let mut writer = self.writer.lock().await;
        // Taken out: whatever fails, and if this call is dropped half-way, the connection is not used again.
        let mut connection = match writer.take() {
            Some(connection) => connection,
            None => connect(&self.options).await.map_err(|error| Uncommitted::Nothing(error.into()))?,
        };
        let mut done = write::commit(&mut connection, changes).await;
        // Of two that wait for each other PostgreSQL takes one back: nothing of it is written. Changes hold rows in one order, but
        // those that delete many at once hold them as they are found.
        for _ in 0..DEADLOCKS {
            match &done {
                Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(DEADLOCK) => {
                    done = write::commit(&mut connection, changes).await;
                }
                _ => break,
            }
        }
        let refused = done.as_ref().err().is_some_and(is_refused);
        if done.is_ok() || refused {
            *writer = Some(connection);
        }
        match done {
            Ok(done) => Ok(done),
            // Another node has just kept an answer for the same key.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() && changes.len() == 1 => {
                Ok(vec![Done::Conflict])
            }
            Err(error) if refused => Err(Uncommitted::Nothing(error.into())),
            Err(error) => Err(Uncommitted::Unknown(error.into())),
        }
    }

    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&self.readers)
            .await?;
        let kept: (String,) = sqlx::query_as("SELECT value FROM settings WHERE name = $1")
            .bind(name)
            .fetch_one(&self.readers)
            .await?;
        Ok(kept.0)
    }

    async fn tokens(&self, hashes: &[String]) -> Result<Vec<TokenRow>, StoreError> {
        let rows: Vec<Token> = sqlx::query_as(
            "SELECT id, player_id, hash, name, scopes, created_at, expires_at, ends_at FROM tokens WHERE hash = ANY($1)",
        )
        .bind(hashes)
        .fetch_all(&self.readers)
        .await?;
        Ok(all(rows))
    }

    async fn glances(&self, asked: &[Glanced]) -> Result<Vec<(Glanced, Glance)>, StoreError> {
        let column = |of: fn(&Glanced) -> Option<&str>| asked.iter().map(of).collect::<Vec<_>>();
        let (hashes, ids) = (column(|(hash, _)| hash.as_deref()), column(|(_, id)| id.as_deref()));
        let found: Vec<GlanceFound> = if ids.iter().all(Option::is_none) {
            let tokens = || {
                sqlx::query_as(
                    "SELECT place - 1, t.hash IS NOT NULL, t.ends_at, NULL::bigint, NULL::bigint \
                     FROM unnest($1::text[]) WITH ORDINALITY AS asked (hash, place) \
                     LEFT JOIN tokens t ON t.hash = asked.hash",
                )
                .bind(&hashes)
            };
            self.tokens.ask(tokens).await?
        } else {
            let both = || {
                sqlx::query_as(
                    "SELECT place - 1, t.hash IS NOT NULL, t.ends_at, g.version, g.edition \
                     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (hash, game_id, place) \
                     LEFT JOIN tokens t ON t.hash = asked.hash LEFT JOIN games g ON g.id = asked.game_id",
                )
                .bind(&hashes)
                .bind(&ids)
            };
            self.glances.ask(both).await?
        };
        Ok(rows::glances(asked, found))
    }

    async fn games(&self, ids: &[String]) -> Result<Vec<(String, Result<StoredGame, StoreError>)>, StoreError> {
        let rows: Vec<Game> = sqlx::query_as(games!("json_agg", "json_build_array", "= ANY($1)"))
            .bind(ids)
            .fetch_all(&self.readers)
            .await?;
        Ok(rows::games(rows))
    }

    async fn heads(&self, player_ids: &[String]) -> Result<Vec<(String, Head)>, StoreError> {
        let rows: Vec<(String, i64, bool)> =
            sqlx::query_as("SELECT player_id, number, awake FROM feed_heads WHERE player_id = ANY($1)")
                .bind(player_ids)
                .fetch_all(&self.readers)
                .await?;
        Ok(rows.into_iter().map(|(id, number, awake)| (id, Head { number: number as u64, awake })).collect())
    }

    async fn tell(&self, what: &str) -> Result<(), StoreError> {
        // It only shortens waiting, so its commit need not be synced: those of moves would share the disk with it.
        let _told: Vec<(String,)> = self
            .telling
            .ask(|| {
                sqlx::query_as("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)")
                    .bind(CHANNEL)
                    .bind(what)
            })
            .await?;
        Ok(())
    }

    async fn listen(&self, heard: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync)) -> Result<(), StoreError> {
        // A connection of its own, which reads nothing else.
        let one = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE);
        let one = one.idle_timeout(None).max_lifetime(None).connect_lazy_with(self.options.clone());
        let mut listener = PgListener::connect_with(&one).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        heard(None);
        while let Some(told) = listener.try_recv().await? {
            heard(Some(told.payload()));
        }
        Err(StoreError::Failed("the connection that listens has broken".to_owned()))
    }

    async fn settle(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        for line in [&self.tokens, &self.glances, &self.telling] {
            line.close().await;
        }
        if let Some(writer) = self.writer.lock().await.take() {
            writer.close().await?;
        }
        Ok(())
    }
});

super::webhooks::webhooks!(Postgres {
    async fn lease_webhooks(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<WebhookRow>, StoreError> {
        let rows: Vec<Webhook> = sqlx::query_as(lease!("FOR UPDATE SKIP LOCKED"))
            .bind(now.0)
            .bind(until.0)
            .bind(lease)
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        webhooks::read(rows)
    }
});

super::mail::mail!(Postgres {
    async fn lease_mailboxes(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailboxRow>, StoreError> {
        let rows: Vec<Mailbox> = sqlx::query_as(lease_mailboxes!("FOR UPDATE SKIP LOCKED"))
            .bind(now.0)
            .bind(until.0)
            .bind(lease)
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        rows.into_iter().map(TryInto::try_into).collect()
    }

    async fn lease_mail(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError> {
        let rows: Vec<Mailed> = sqlx::query_as(lease_mail!("FOR UPDATE SKIP LOCKED"))
            .bind(now.0)
            .bind(until.0)
            .bind(lease)
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        rows.into_iter().map(TryInto::try_into).collect()
    }
});

super::inbox::inbox!(Postgres {
    async fn lease_inbox(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<MailInFound>, StoreError> {
        let rows: Vec<Found> = sqlx::query_as(lease_inbox!("FOR UPDATE SKIP LOCKED"))
            .bind(now.0)
            .bind(until.0)
            .bind(lease)
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        inbox::read(rows)
    }
});

#[async_trait::async_trait]
impl super::Leases for Postgres {
    async fn hold(&self, name: &str, lease: &str, now: Time, until: Time) -> Result<bool, StoreError> {
        let held = sqlx::query(super::leases::HOLD).bind(name).bind(lease).bind(until.0).bind(now.0);
        Ok(held.execute(&self.readers).await?.rows_affected() > 0)
    }
}
