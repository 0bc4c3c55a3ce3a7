//! The mailbox of a player: where it is written to about its games, and how often.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{Owner, Reader};
use super::create::standing;
use super::extract::Body;
use super::players;
use super::reply::Reply;
use crate::ambient::{HOUR, Time};
use crate::config::MailOut;
use crate::mail::compose::{self, Head, Lang};
use crate::mail::{Address, CodeKey, Link, LinkKind};
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{
    self, AddressChange, Asked, Change, CommitError, Confirmed, Counted, MailChange, MailKind, MailboxRow,
    MailboxState, MailboxWish, NewMail,
};

/// For how long a confirmation is good.
const GOOD_FOR_DAYS: u32 = 2;
/// How long after a confirmation another is sent for the asking.
const AGAIN_AFTER: i64 = 10 * 60 * 1000;
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
#[schema(example = json!({"address": "ada@example.org", "cadence": "each", "sheets": false, "strangers": true, "language": "en"}))]
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
    /// Whether you are told of challenges by players whom you do not know: once a day at the most, all in one mail.
    #[serde(default = "yes")]
    #[schema(default = true, required = false)]
    strangers: bool,
    /// The language.
    #[serde(default)]
    #[schema(default = "en", required = false)]
    language: Language,
}

fn yes() -> bool {
    true
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
    /// False if no code was sent, since the address had been written to three times within a day, or its domain too often, whoever had
    /// asked for that: put the mailbox again a day later.
    #[schema(example = true)]
    sent: bool,
}

/// A change of your confirmed address that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AddressChangeBody {
    /// The new address; null if the mailbox is deleted then.
    #[schema(example = "ada@example.net")]
    address: Option<String>,
    /// When it takes effect (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-02T10:00:00.000Z")]
    at: Time,
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
    /// The change of the confirmed address that waits; null if none does. Until then everything goes to the address before, which has
    /// been told and can stop it.
    change: Option<AddressChangeBody>,
    /// How often you are written to.
    cadence: Cadence,
    /// Whether the sheets of a game are sent along as PDF.
    sheets: bool,
    /// Whether you are told of challenges by players whom you do not know.
    strangers: bool,
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
            change: row.next.map(|next| AddressChangeBody {
                address: next.address.map(|(address, _)| address),
                at: next.at,
            }),
            cadence: row.cadence.into(),
            sheets: row.sheets,
            strangers: row.strangers,
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
#[utoipa::path(get, path = "/v1/players/me/mailbox", tag = "players", operation_id = "get_mailbox", security(("token" = ["read"])),
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
/// before, and mail goes on to the address before meanwhile. Once it is confirmed, a change of a confirmed address waits for a day (or as
/// the operator has set it): the old address is told and can stop it, and codes for lost tokens go there until then. Put the old address
/// to drop the change yourself. The same address put again has the code sent anew, ten minutes after the
/// first at the earliest. A player can ask for three confirmations on its first day and for five later; more are a 429. An address
/// that has been written to three times within a day is not, nor one at a domain that has had too many, and `pending` says so; nor is one that has asked never to be written to, of which nothing tells.
#[utoipa::path(put, path = "/v1/players/me/mailbox", tag = "players", operation_id = "put_mailbox", security(("token" = ["account"])),
    request_body = MailboxRequest, responses((status = 200, description = "The mailbox as it is now", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(super) async fn put(
    State(app): State<App>,
    owner: Owner,
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
        let row = app.store.mailbox(&owner.player_id).await.map_err(Problem::from)?;
        let wish = wish(&app, &owner.player_id, &body, &address, row).await?;
        if change(&app, MailChange::Want(Box::new(wish))).await? {
            let mailbox = of(&app, &owner.player_id).await.map_err(Problem::after_change)?;
            return Ok(Reply::ok(&mailbox.ok_or_else(|| Problem::plain(Kind::NotFound))?));
        }
        if app
            .store
            .player(&owner.player_id)
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
        strangers: body.strangers,
        lang: lang.code().to_owned(),
        before,
        asked: None,
        keeps_next: false,
        counted: None,
        mail: None,
        // A clock may be set back.
        at: before.map_or(now, |before| now.max(Time(before.0 + 1))),
    };
    let next = row.as_ref().and_then(|row| row.next.as_ref()?.address.as_ref());
    if next.is_some_and(|(_, normal)| normal == address.normal()) {
        wish.keeps_next = true;
        return Ok(wish);
    }
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
    let me = app.store.player(player_id).await.map_err(Problem::from)?;
    let me = me.ok_or_else(|| Problem::plain(Kind::Unauthorized))?;
    let most = app.mail.config.limits.confirmations_of(standing(app, &me).await?, now);
    if of_player >= u64::from(most) {
        let seconds = first.map_or(A_DAY, |first| first.0 + A_DAY - now.0).max(1000) / 1000;
        let detail = format!("{most} addresses a day can be confirmed: name the next in {seconds} s");
        return Err(Problem::new(Kind::TooManyRequests, detail).after(seconds.unsigned_abs()));
    }
    let refused = app.store.mail_is_refused(&hash).await.map_err(Problem::from)?;
    let code = Secret::mint(&app.ambient, Purpose::Address);
    // Written in any case: neither the answer nor the time that it takes tells whether it is sent.
    let mail = confirmation(app, player_id, address, lang, &code)?;
    wish.mail = (!refused).then_some(mail);
    wish.counted = Some(counted_at(app, address, player_id.to_owned(), now));
    wish.asked = Some(Asked {
        address: address.as_str().to_owned(),
        normal: address.normal().to_owned(),
        code_hash: code.hash(),
        at: wish.at,
    });
    Ok(wish)
}

/// What is counted when something is to be sent to an address that somebody has named.
pub(super) fn counted_at(app: &App, address: &Address, player_id: String, now: Time) -> Counted {
    let (keys, limits) = (&app.mail.keys, &app.mail.config.limits);
    Counted {
        id: app.ambient.id(),
        address_hash: keys.address_hash(address),
        domain_hash: keys.domain_hash(address.domain()),
        player_id,
        most: limits.to_address,
        most_of_domain: limits.to_domain(address.domain()),
        most_of_all: limits.unasked,
        since: Time(now.0 - A_DAY),
    }
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
        caused_by: None,
        kind: MailKind::Confirm,
        message_id,
        recipient: address.as_str().to_owned(),
        sender: mail.config.from.returns_to(&bounce),
        message,
    })
}

/// How many changes an address is told of within a day.
const MOST_NOTICES: u32 = 3;

/// The change of a confirmed address to one that was asked for and is confirmed too, or to none.
///
/// # Errors
/// If the address was told of too many changes within a day, or the store fails.
pub(super) async fn address_change(
    app: &App,
    row: &MailboxRow,
    confirmed: &Confirmed,
    asked: Option<&Asked>,
) -> Result<AddressChange, Problem> {
    let (mail, now) = (&app.mail, app.ambient.now());
    let address_hash = mail.keys.hash_of(&confirmed.normal);
    let notices = format!("{address_hash} notice");
    let (told, ..) =
        app.store.mail_asked(&notices, &row.player_id, Time(now.0 - A_DAY)).await.map_err(Problem::from)?;
    if told >= u64::from(MOST_NOTICES) {
        let detail =
            format!("your address was told of {MOST_NOTICES} changes within a day: try again tomorrow");
        return Err(Problem::new(Kind::TooManyRequests, detail).after(A_DAY.unsigned_abs() / 1000));
    }
    let takes_effect = Time(now.0 + i64::from(mail.config.change_hours) * HOUR);
    let link = Link { kind: LinkKind::Keep, player_id: row.player_id.clone(), address_hash };
    let no_id = || Problem::internal("a player's id is none");
    let keep = format!("{}/mail/keep/{}", mail.config.links, mail.keys.link(&link).ok_or_else(no_id)?);
    let lang = Lang::of(&row.lang);
    let to = asked.map(|asked| &*asked.address);
    let letter = compose::address_change(lang, mail.config.from.name(), to, takes_effect, &keep);
    let bounce = mail.keys.bounce(&row.player_id, &confirmed.normal).ok_or_else(no_id)?;
    let id = app.ambient.id();
    let message_id = format!("{id}@{}", mail.config.from.domain());
    let head = Head {
        from: &mail.config.from,
        to: &Address::read(&confirmed.address).map_err(Problem::internal)?,
        reply_to: None,
        date: now,
        message_id: &message_id,
        thread: None,
        unsubscribe: None,
        files: Vec::new(),
    };
    let notice = NewMail {
        message: compose::message(&letter, head),
        id,
        player_id: Some(row.player_id.clone()),
        game_id: None,
        caused_by: None,
        kind: MailKind::Notice,
        message_id: message_id.clone(),
        recipient: confirmed.address.clone(),
        sender: mail.config.from.returns_to(&bounce),
    };
    Ok(AddressChange {
        player_id: row.player_id.clone(),
        from: confirmed.normal.clone(),
        code_hash: asked.map(|asked| asked.code_hash.clone()),
        at: now,
        takes_effect,
        counted: Counted {
            id: app.ambient.id(),
            address_hash: notices,
            domain_hash: String::new(),
            player_id: String::new(),
            most: MOST_NOTICES,
            // The address is confirmed: no others count.
            most_of_domain: u32::MAX,
            most_of_all: u32::MAX,
            since: Time(now.0 - A_DAY),
        },
        notice,
    })
}

/// Delete your mailbox
///
/// You are not written to about games any more, and what is on its way is given up. If your address is confirmed, it is told, and can
/// stop this for a day (or as the operator has set it); then the address is forgotten. Until then codes for lost tokens go there.
#[utoipa::path(delete, path = "/v1/players/me/mailbox", tag = "players", operation_id = "delete_mailbox",
    security(("token" = ["account"])), responses(
        (status = 200, description = "The mailbox, which is deleted at the time in `change`", body = MailboxBody),
        (status = 204, description = "The mailbox is gone: its address was not confirmed")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn delete(State(app): State<App>, owner: Owner) -> Result<Reply, Problem> {
    let absent = || Problem::new(Kind::NotFound, "you have no mailbox");
    for _ in 0..ATTEMPTS {
        let row = app.store.mailbox(&owner.player_id).await.map_err(Problem::from)?.ok_or_else(absent)?;
        let waits = row.next.as_ref().is_some_and(|next| next.address.is_none());
        let done = match &row.confirmed {
            _ if waits => true,
            None => {
                change(&app, MailChange::Remove(owner.player_id.clone())).await?;
                return Ok(Reply::written(StatusCode::NO_CONTENT, Vec::new()));
            }
            Some(confirmed) => {
                let removal = address_change(&app, &row, confirmed, None).await?;
                change(&app, MailChange::ChangeAddress(Box::new(removal))).await?
            }
        };
        if done {
            let mailbox = of(&app, &owner.player_id).await.map_err(Problem::after_change)?;
            return Ok(Reply::ok(&mailbox.ok_or_else(absent)?));
        }
    }
    Err(Problem::plain(Kind::Unavailable))
}
