//! The mailbox of a player: where it is written to about its games, and how often.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{Actor, Reader};
use super::extract::Body;
use super::players;
use super::reply::Reply;
use crate::ambient::Time;
use crate::config::MailOut;
use crate::mail::compose::{self, Head, Lang};
use crate::mail::{Address, CodeKey, Link, LinkKind};
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{
    self, Asked, Change, CommitError, Counted, MailChange, MailKind, MailboxRow, MailboxState, MailboxWish,
    NewMail,
};

/// For how long a confirmation is good.
const GOOD_FOR_DAYS: u32 = 2;
/// How long after a confirmation another is sent for the asking.
const AGAIN_AFTER: i64 = 10 * 60 * 1000;
/// How many confirmations a player may ask for in a day, and how many are sent to an address.
const OF_PLAYER: u64 = 5;
const TO_ADDRESS: u32 = 3;
pub(super) const A_DAY: i64 = crate::ambient::DAY;
/// How often it is tried to be quicker than somebody else.
const ATTEMPTS: usize = 3;

/// How often you are written to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MailCadence)]
#[serde(rename_all = "snake_case")]
enum Cadence {
    /// When you are to move or to place, when a game ends, when somebody challenges you, writes to you, offers or answers
    /// something, and when your time runs short.
    #[default]
    Each,
    /// Once a day with all that is new, and when your time runs short.
    Digest,
    /// When your time runs short.
    Reminders,
    /// Not at all.
    Off,
}

impl From<store::Cadence> for Cadence {
    fn from(cadence: store::Cadence) -> Self {
        match cadence {
            store::Cadence::Each => Self::Each,
            store::Cadence::Digest => Self::Digest,
            store::Cadence::Reminders => Self::Reminders,
            store::Cadence::Off => Self::Off,
        }
    }
}

impl From<Cadence> for store::Cadence {
    fn from(cadence: Cadence) -> Self {
        match cadence {
            Cadence::Each => Self::Each,
            Cadence::Digest => Self::Digest,
            Cadence::Reminders => Self::Reminders,
            Cadence::Off => Self::Off,
        }
    }
}

/// The language of mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MailLanguage)]
#[serde(rename_all = "snake_case")]
enum Language {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::It => Self::It,
        }
    }
}

/// Whether mail reaches you.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MailboxState)]
#[serde(rename_all = "snake_case")]
enum Standing {
    /// As far as is known, it does.
    Active,
    /// The address has taken nothing for five days, or mail to it comes back: nothing more is sent until you put the mailbox
    /// anew.
    Failing,
}

/// A mailbox as you want it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org", "cadence": "each", "sheets": false, "language": "en"}))]
pub(super) struct MailboxRequest {
    /// Your address.
    #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$")]
    address: String,
    /// How often you are written to.
    #[serde(default)]
    #[schema(default = "each", required = false)]
    cadence: Cadence,
    /// Whether the sheets of a game are sent along as PDF.
    #[serde(default)]
    #[schema(default = false, required = false)]
    sheets: bool,
    /// The language.
    #[serde(default)]
    #[schema(default = "en", required = false)]
    language: Language,
}

/// An address that waits to be confirmed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PendingAddress {
    /// The address.
    #[schema(example = "ada@example.org")]
    address: String,
    /// Until when the code that was sent to it is good (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-03T10:00:00.000Z")]
    until: Time,
    /// False if no code was sent, since the address had been written to three times within a day, whoever had asked for that: put the
    /// mailbox again a day later.
    #[schema(example = true)]
    sent: bool,
}

/// Your mailbox.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Mailbox)]
pub(super) struct MailboxBody {
    /// Where you are written to; null until an address is confirmed.
    #[schema(example = "ada@example.org")]
    address: Option<String>,
    /// The address that waits to be confirmed; null if none does. Until it is, mail goes where it went before.
    pending: Option<PendingAddress>,
    /// How often you are written to.
    cadence: Cadence,
    /// Whether the sheets of a game are sent along as PDF.
    sheets: bool,
    /// The language.
    language: Language,
    /// Whether mail reaches you.
    state: Standing,
}

impl MailboxBody {
    fn of(row: MailboxRow, now: Time) -> Self {
        let pending = |asked: Asked| PendingAddress {
            until: good_until(&asked),
            sent: asked.is_sent(),
            address: asked.address,
        };
        Self {
            address: row.confirmed.map(|confirmed| confirmed.address),
            pending: row.asked.map(pending).filter(|pending| pending.until > now),
            cadence: row.cadence.into(),
            sheets: row.sheets,
            language: if row.lang == "it" { Language::It } else { Language::En },
            state: match row.state {
                MailboxState::Active => Standing::Active,
                MailboxState::Failing => Standing::Failing,
            },
        }
    }
}

pub(super) fn good_until(asked: &Asked) -> Time {
    asked.at.plus_days(GOOD_FOR_DAYS)
}

/// A player's mailbox, as the player is told of it.
///
/// # Errors
/// If the store fails.
pub(super) async fn of(app: &App, player_id: &str) -> Result<Option<MailboxBody>, Problem> {
    let row = app.store.mailbox(player_id).await.map_err(Problem::from)?;
    Ok(row.map(|row| MailboxBody::of(row, app.ambient.now())))
}

pub(super) async fn change(app: &App, change: MailChange) -> Result<bool, Problem> {
    match app.store.commit(Change::Mail(Box::new(change))).await {
        Ok(()) => Ok(true),
        Err(CommitError::Conflict) => Ok(false),
        Err(CommitError::Failed(error)) => Err(Problem::from(error)),
    }
}

/// Your mailbox
///
/// Where you are written to about your games, and how often.
#[utoipa::path(get, path = "/v1/players/me/mailbox", tag = "players", operation_id = "get_mailbox", security(("token" = [])),
    responses((status = 200, description = "The mailbox", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn show(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    let mailbox = of(&app, &reader.player_id).await?;
    Ok(Reply::ok(&mailbox.ok_or_else(|| Problem::new(Kind::NotFound, "you have no mailbox: put one"))?))
}

/// Put your mailbox
///
/// From now on you are written to about your games. The whole mailbox is replaced: what you leave out goes back to its default.
///
/// An address that is new has to be confirmed: a code is sent to it, which `POST /v1/players/me/mailbox/confirm` takes, as does the
/// page that a link in the same mail leads to; whoever answers the mail with `YES` confirms it as well. Nothing else is sent there
/// before, and mail goes on to the address before meanwhile. The same address put again has the code sent anew, ten minutes after the
/// first at the earliest. A player can ask for five confirmations a day; more are a 429. An address that has been written to three
/// times within a day is not, and `pending` says so; nor is one that has asked never to be written to, of which nothing tells.
#[utoipa::path(put, path = "/v1/players/me/mailbox", tag = "players", operation_id = "put_mailbox", security(("token" = [])),
    request_body = MailboxRequest, responses((status = 200, description = "The mailbox as it is now", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(super) async fn put(
    State(app): State<App>,
    actor: Actor,
    Body { value: body, .. }: Body<MailboxRequest>,
) -> Result<Reply, Problem> {
    if app.mail.config.out == MailOut::Off {
        return Err(Problem::new(Kind::NotNow, "this server sends no mail: hear of your games otherwise"));
    }
    let address = Address::read(&body.address).map_err(|detail| Problem::field("address", detail))?;
    if app.mail.config.from.key_of(address.normal()).is_some() {
        return Err(Problem::field("address", "this is where mail comes from: name an address of your own"));
    }
    for _ in 0..ATTEMPTS {
        let row = app.store.mailbox(&actor.player_id).await.map_err(Problem::from)?;
        let wish = wish(&app, &actor.player_id, &body, &address, row).await?;
        if change(&app, MailChange::Want(wish)).await? {
            let mailbox = of(&app, &actor.player_id).await?;
            return Ok(Reply::ok(&mailbox.ok_or_else(|| Problem::plain(Kind::NotFound))?));
        }
        if app
            .store
            .player(&actor.player_id)
            .await
            .map_err(Problem::from)?
            .is_none_or(|row| row.name.is_none())
        {
            return Err(players::gone(CommitError::Conflict));
        }
    }
    Err(Problem::plain(Kind::Unavailable))
}

/// What follows for a mailbox from what is wanted.
async fn wish(
    app: &App,
    player_id: &str,
    body: &MailboxRequest,
    address: &Address,
    row: Option<MailboxRow>,
) -> Result<MailboxWish, Problem> {
    let lang = Lang::from(body.language);
    let now = app.ambient.now();
    let before = row.as_ref().map(|row| row.changed_at);
    let mut wish = MailboxWish {
        player_id: player_id.to_owned(),
        cadence: body.cadence.into(),
        sheets: body.sheets,
        lang: lang.code().to_owned(),
        before,
        asked: None,
        counted: None,
        mail: None,
        // A clock may be set back.
        at: before.map_or(now, |before| now.max(Time(before.0 + 1))),
    };
    let (confirmed, asked) = row.map(|row| (row.confirmed, row.asked)).unwrap_or_default();
    if confirmed.is_some_and(|confirmed| confirmed.normal == address.normal()) {
        return Ok(wish);
    }
    let asked = asked.filter(|asked| asked.normal == address.normal() && asked.at.0 + AGAIN_AFTER > now.0);
    if asked.is_some() {
        wish.asked = asked;
        return Ok(wish);
    }
    let hash = app.mail.keys.address_hash(address);
    let counted = app.store.mail_asked(&hash, player_id, Time(now.0 - A_DAY)).await;
    let (_, of_player, first) = counted.map_err(Problem::from)?;
    if of_player >= OF_PLAYER {
        let seconds = first.map_or(A_DAY, |first| first.0 + A_DAY - now.0).max(1000) / 1000;
        let detail = format!("{OF_PLAYER} addresses a day can be confirmed: name the next in {seconds} s");
        return Err(Problem::new(Kind::TooManyRequests, detail).after(seconds.unsigned_abs()));
    }
    let refused = app.store.mail_is_refused(&hash).await.map_err(Problem::from)?;
    let code = Secret::mint(&app.ambient, Purpose::Address);
    // Written in any case: neither the answer nor the time that it takes tells whether it is sent.
    let mail = confirmation(app, player_id, address, lang, &code)?;
    wish.mail = (!refused).then_some(mail);
    wish.counted = Some(counted_at(app, hash, player_id.to_owned(), now));
    wish.asked = Some(Asked {
        address: address.as_str().to_owned(),
        normal: address.normal().to_owned(),
        code_hash: code.hash(),
        at: wish.at,
    });
    Ok(wish)
}

/// What is counted when something is to be sent to an address that somebody has named.
pub(super) fn counted_at(app: &App, address_hash: String, player_id: String, now: Time) -> Counted {
    Counted { id: app.ambient.id(), address_hash, player_id, most: TO_ADDRESS, since: Time(now.0 - A_DAY) }
}

/// The mail that asks whether an address is right.
fn confirmation(
    app: &App,
    player_id: &str,
    address: &Address,
    lang: Lang,
    code: &Secret,
) -> Result<NewMail, Problem> {
    let mail = &app.mail;
    let link = Link {
        kind: LinkKind::Never,
        player_id: player_id.to_owned(),
        address_hash: mail.keys.address_hash(address),
    };
    let no_id = || Problem::internal("a player's id is none");
    let never = mail.keys.link(&link).ok_or_else(no_id)?;
    let never = format!("{}/mail/unsubscribe/{never}", mail.config.links);
    let bounce = mail.keys.bounce(player_id, address.normal()).ok_or_else(no_id)?;
    let letter = compose::confirm(lang, mail.config.from.name(), code.reveal(), &mail.config.links, &never);
    let id = app.ambient.id();
    let message_id = format!("{id}@{}", mail.config.from.domain());
    let message = compose::message(
        &letter,
        Head {
            from: &mail.config.from,
            to: address,
            reply_to: Some(mail.config.from.confirms_at(&CodeKey::of(code))),
            date: app.ambient.now(),
            message_id: &message_id,
            thread: None,
            unsubscribe: Some(never),
            files: Vec::new(),
        },
    );
    Ok(NewMail {
        id,
        player_id: Some(player_id.to_owned()),
        game_id: None,
        kind: MailKind::Confirm,
        message_id,
        recipient: address.as_str().to_owned(),
        sender: mail.config.from.returns_to(&bounce),
        message,
    })
}

/// Delete your mailbox
///
/// You are not written to any more, what is on its way is given up, and your address is forgotten.
#[utoipa::path(delete, path = "/v1/players/me/mailbox", tag = "players", operation_id = "delete_mailbox",
    security(("token" = [])), responses((status = 204, description = "The mailbox is gone")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn delete(State(app): State<App>, actor: Actor) -> Result<StatusCode, Problem> {
    match change(&app, MailChange::Remove(actor.player_id)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::new(Kind::NotFound, "you have no mailbox")),
    }
}
