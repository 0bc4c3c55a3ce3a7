//! The mailbox of a player: the address for mail about their games, and how often it is sent.

use axum::extract::State;
use axum::http::StatusCode;
use broadside_app::{account_deleted, address_quota, build_address_change, code_expires_at};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{DAY, Time};
use broadside_i18n::Lang;
use broadside_mail::compose::{self, MessageHeaders};
use broadside_mail::config::MailOut;
use broadside_mail::{Address, CodeKey, Link, LinkKind};
use broadside_store::{
    self, Asked, CommitError, MailChange, MailKind, MailboxRow, MailboxState, NewMail, UpsertMailbox,
    retry_conflicts,
};
use serde::{Deserialize, Serialize};

use super::SharedState;
use super::auth::{AccountAuth, ReadAuth};
use super::extract::JsonBody;
use super::stored_response::StoredResponse;
use crate::problem::Problem;

/// Minimum time between two confirmations to the same address of a mailbox, in milliseconds.
const RESEND_INTERVAL_MS: i64 = 10 * 60 * 1000;

/// Frequency of mail about your games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = MailCadence))]
#[serde(rename_all = "snake_case")]
enum Cadence {
    /// Mail when it is your turn to move or to place, when a game ends, when somebody challenges you, writes to you,
    /// offers or answers something, and when your time runs short.
    #[default]
    Each,
    /// One mail a day with all news, and mail when your time runs short.
    Digest,
    /// Mail when your time runs short, and no other mail about your games.
    Reminders,
    /// No mail about your games.
    Off,
}

impl From<broadside_store::Cadence> for Cadence {
    fn from(cadence: broadside_store::Cadence) -> Self {
        match cadence {
            broadside_store::Cadence::Each => Self::Each,
            broadside_store::Cadence::Digest => Self::Digest,
            broadside_store::Cadence::Reminders => Self::Reminders,
            broadside_store::Cadence::Off => Self::Off,
        }
    }
}

impl From<Cadence> for broadside_store::Cadence {
    fn from(cadence: Cadence) -> Self {
        match cadence {
            Cadence::Each => Self::Each,
            Cadence::Digest => Self::Digest,
            Cadence::Reminders => Self::Reminders,
            Cadence::Off => Self::Off,
        }
    }
}

/// Language of mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = MailLanguage))]
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

/// State of mail delivery to a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = MailboxState))]
#[serde(rename_all = "snake_case")]
enum MailboxStateBody {
    /// Mail is sent, and no lasting failure is known.
    Active,
    /// Mail has stopped: the address accepted nothing for five days, or mail to it bounced. Set the mailbox again to
    /// resume.
    Failing,
}

/// New contents of your mailbox.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", schema(example = json!({"address": "ada@example.org", "cadence": "each", "sheets": false, "strangers": true,
    "language": "en"})))]
pub(super) struct MailboxRequest {
    /// Your email address.
    #[cfg_attr(feature = "openapi", schema(max_length = 254, pattern = "^[^@]+@[^@]+$"))]
    address: String,
    /// Frequency of mail about your games.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(default = "each", required = false))]
    cadence: Cadence,
    /// True to attach the sheets of a game as PDF.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(default = false, required = false))]
    sheets: bool,
    /// True to be told of challenges by players you do not know. They come in one mail, once a day at most.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "openapi", schema(default = true, required = false))]
    strangers: bool,
    /// Language of the mail.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(default = "en", required = false))]
    language: Language,
}

fn yes() -> bool {
    true
}

/// Address that awaits confirmation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct PendingAddress {
    /// The address to confirm.
    #[cfg_attr(feature = "openapi", schema(example = "ada@example.org"))]
    address: String,
    /// Time when the code that was sent to the address expires (RFC 3339, UTC).
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime, example = "2026-05-03T10:00:00.000Z"))]
    expires_at: Time,
    /// False if no code was sent, because the address got three mails within a day, or its domain too many. Mails
    /// that other players asked for count too. Set the mailbox again a day later.
    #[cfg_attr(feature = "openapi", schema(example = true))]
    sent: bool,
}

/// Pending change of your confirmed address.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AddressChange))]
pub(super) struct AddressChangeBody {
    /// New address; null if the change deletes the mailbox.
    #[cfg_attr(feature = "openapi", schema(example = "ada@example.net"))]
    address: Option<String>,
    /// Time when the change takes effect (RFC 3339, UTC).
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime, example = "2026-05-02T10:00:00.000Z"))]
    effective_at: Time,
}

/// Your mailbox.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Mailbox))]
pub(super) struct MailboxBody {
    /// Confirmed address that mail goes to; null until an address is confirmed.
    #[cfg_attr(feature = "openapi", schema(example = "ada@example.org"))]
    address: Option<String>,
    /// Address that awaits confirmation; null without one. Until it is confirmed, mail goes to the previous address.
    pending: Option<PendingAddress>,
    /// Pending change of the confirmed address; null without one. Until it takes effect, all mail goes to the old
    /// address. That address has been notified and can stop the change.
    change: Option<AddressChangeBody>,
    /// Frequency of mail about your games.
    cadence: Cadence,
    /// True if the sheets of a game are attached as PDF.
    sheets: bool,
    /// True if you are told of challenges by players you do not know.
    strangers: bool,
    /// Language of the mail.
    language: Language,
    /// State of mail delivery.
    state: MailboxStateBody,
}

impl MailboxBody {
    fn from_row(row: MailboxRow, now: Time) -> Self {
        let pending = |asked: Asked| PendingAddress {
            expires_at: code_expires_at(&asked),
            sent: asked.is_sent(),
            address: asked.address,
        };
        Self {
            address: row.confirmed.map(|confirmed| confirmed.address),
            pending: row.asked.map(pending).filter(|pending| pending.expires_at > now),
            change: row.next.map(|next| AddressChangeBody {
                address: next.address.map(|(address, _)| address),
                effective_at: next.at,
            }),
            cadence: row.cadence.into(),
            sheets: row.sheets,
            strangers: row.strangers,
            language: if row.lang == "it" { Language::It } else { Language::En },
            state: match row.state {
                MailboxState::Active => MailboxStateBody::Active,
                MailboxState::Failing => MailboxStateBody::Failing,
            },
        }
    }
}

/// Reads the mailbox of a player, as it is shown to them.
///
/// # Errors
/// Fails if the store fails.
pub(super) async fn load_mailbox(
    state: &SharedState,
    player_id: &str,
) -> Result<Option<MailboxBody>, AppError> {
    let row = state.store.mailbox(player_id).await.map_err(AppError::from)?;
    Ok(row.map(|row| MailboxBody::from_row(row, state.ambient.now())))
}

/// Get your mailbox
///
/// Returns your address for mail about your games, and how often mail is sent. If you have no mailbox, the answer is
/// 404.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/players/me/mailbox", tag = "players", operation_id = "get_mailbox",
    security(("token" = ["read"])),
    responses((status = 200, description = "The mailbox", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn show(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<StoredResponse, Problem> {
    let mailbox = load_mailbox(&state, &reader.player_id).await?;
    let absent = "you have no mailbox: create one with `PUT /v1/players/me/mailbox`";
    Ok(StoredResponse::ok(&mailbox.ok_or_else(|| AppError::new(ErrorKind::NotFound, absent))?))
}

/// Set your mailbox
///
/// Sets your address and your preferences for mail about your games. Replaces the whole mailbox: a field that you
/// leave out gets its default.
///
/// A new address must be confirmed. The server sends a code to it. To confirm, send the code to `POST
/// /v1/players/me/mailbox/confirm`, open the link in the mail, or answer the mail with `YES`. Until then, nothing
/// else is sent to the address, and mail goes to the previous address.
///
/// If the change replaces a confirmed address, it takes effect a day after the confirmation (or after a time that the
/// operator has set). The old address is notified and can stop the change. Until then, codes for lost tokens go to
/// the old address. To cancel the change yourself, set the old address again.
///
/// If you set an unconfirmed address again, a new code is sent, ten minutes after the previous one at the earliest. A
/// player can request three confirmations on their first day and five a day later; further requests get 429. No code
/// is sent to an address that got three mails within a day, or whose domain got too many; then `pending.sent` is
/// false. No code is sent either to an address that asked never to receive mail; the answer does not show that.
#[cfg_attr(feature = "openapi", utoipa::path(put, path = "/v1/players/me/mailbox", tag = "players", operation_id = "upsert_mailbox",
    security(("token" = ["account"])),
    request_body = MailboxRequest, responses((status = 200, description = "The updated mailbox", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_now"])))))]
pub(super) async fn put(
    State(state): State<SharedState>,
    owner: AccountAuth,
    JsonBody { value: body, .. }: JsonBody<MailboxRequest>,
) -> Result<StoredResponse, Problem> {
    if state.mail.config.out == MailOut::Off {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "this server sends no mail: use `GET /v1/events` or webhooks instead",
        )
        .into());
    }
    let address = Address::parse(&body.address).map_err(|detail| AppError::field("address", detail))?;
    if state.mail.config.from.key_of(address.normalized()).is_some() {
        return Err(AppError::field(
            "address",
            "this is the address of the server: send an address of your own",
        )
        .into());
    }
    retry_conflicts(|| async {
        let row = state.store.mailbox(&owner.player_id).await.map_err(AppError::from)?;
        let wish = build_upsert(&state, &owner.player_id, &body, &address, row).await?;
        if state.app.commit_mail_change(MailChange::Want(Box::new(wish))).await? {
            let mailbox = load_mailbox(&state, &owner.player_id).await.map_err(AppError::after_change)?;
            let mailbox = mailbox.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
            return Ok(Some(StoredResponse::ok(&mailbox)));
        }
        if state
            .store
            .player(&owner.player_id)
            .await
            .map_err(AppError::from)?
            .is_none_or(|row| row.name.is_none())
        {
            return Err(account_deleted(CommitError::Conflict).into());
        }
        Ok(None)
    })
    .await
}

/// Computes the change of a mailbox from the request.
async fn build_upsert(
    state: &SharedState,
    player_id: &str,
    body: &MailboxRequest,
    address: &Address,
    row: Option<MailboxRow>,
) -> Result<UpsertMailbox, AppError> {
    let lang = Lang::from(body.language);
    let now = state.ambient.now();
    let before = row.as_ref().map(|row| row.changed_at);
    let mut wish = UpsertMailbox {
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
        // The clock may be set back.
        at: before.map_or(now, |before| now.max(Time(before.0 + 1))),
    };
    let next = row.as_ref().and_then(|row| row.next.as_ref()?.address.as_ref());
    if next.is_some_and(|(_, normal)| normal == address.normalized()) {
        wish.keeps_next = true;
        return Ok(wish);
    }
    let (confirmed, asked) = row.map(|row| (row.confirmed, row.asked)).unwrap_or_default();
    if confirmed.is_some_and(|confirmed| confirmed.normal == address.normalized()) {
        return Ok(wish);
    }
    let asked =
        asked.filter(|asked| asked.normal == address.normalized() && asked.at.0 + RESEND_INTERVAL_MS > now.0);
    if asked.is_some() {
        wish.asked = asked;
        return Ok(wish);
    }
    let hash = state.mail.keys.address_hash(address);
    let counted = state.store.mail_asked(&hash, player_id, Time(now.0 - DAY)).await;
    let (_, of_player, first) = counted.map_err(AppError::from)?;
    let me = state.store.player(player_id).await.map_err(AppError::from)?;
    let me = me.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
    let most = state.mail.config.limits.confirmation_limit(state.app.account_standing(&me).await?, now);
    if of_player >= u64::from(most) {
        let seconds = first.map_or(DAY, |first| first.0 + DAY - now.0).max(1000) / 1000;
        let detail = format!("you can request {most} confirmations a day: request the next in {seconds} s");
        return Err(
            AppError::new(ErrorKind::TooManyRequests, detail).with_retry_after(seconds.unsigned_abs())
        );
    }
    let refused = state.store.mail_is_refused(&hash).await.map_err(AppError::from)?;
    let code = Secret::generate(&state.ambient, Purpose::Address);
    // Compose the mail even if it is not sent: neither the answer nor its timing may reveal that.
    let mail = compose_confirmation(state, player_id, address, lang, &code)?;
    wish.mail = (!refused).then_some(mail);
    wish.counted = Some(address_quota(&state.app, address, player_id.to_owned(), now));
    wish.asked = Some(Asked {
        address: address.as_str().to_owned(),
        normal: address.normalized().to_owned(),
        code_hash: code.hash(),
        at: wish.at,
    });
    Ok(wish)
}

/// Composes the mail that asks for confirmation of an address.
fn compose_confirmation(
    state: &SharedState,
    player_id: &str,
    address: &Address,
    lang: Lang,
    code: &Secret,
) -> Result<NewMail, AppError> {
    let mail = &state.mail;
    let link = Link {
        kind: LinkKind::Never,
        player_id: player_id.to_owned(),
        address_hash: mail.keys.address_hash(address),
    };
    let no_id = || AppError::internal("the id of a player is malformed");
    let never = mail.keys.sign_link(&link).ok_or_else(no_id)?;
    let never = format!("{}/mail/unsubscribe/{never}", mail.config.links);
    let bounce = mail.keys.bounce_key(player_id, address.normalized()).ok_or_else(no_id)?;
    let letter =
        compose::confirmation(lang, mail.config.from.name(), code.reveal(), &mail.config.links, &never);
    let id = state.ambient.new_id();
    let message_id = format!("{id}@{}", mail.config.from.domain());
    let message = compose::render(
        &letter,
        MessageHeaders {
            from: &mail.config.from,
            to: address,
            reply_to: Some(mail.config.from.confirmation_address(&CodeKey::new(code))),
            date: state.ambient.now(),
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
        sender: mail.config.from.return_path(&bounce),
        message,
    })
}

/// Delete your mailbox
///
/// Stops mail about your games and cancels mail that is queued. If your address is confirmed, it is notified and can
/// stop the deletion for a day (or for a time that the operator has set). After that the server forgets the address;
/// until then, codes for lost tokens go there. A mailbox without a confirmed address is deleted at once.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/v1/players/me/mailbox", tag = "players", operation_id = "delete_mailbox",
    security(("token" = ["account"])), responses(
        (status = 200, description = "The mailbox, with the time of its deletion in `change`", body = MailboxBody),
        (status = 204, description = "The mailbox is deleted, because it had no confirmed address")),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn delete(
    State(state): State<SharedState>,
    owner: AccountAuth,
) -> Result<StoredResponse, Problem> {
    let absent = || AppError::new(ErrorKind::NotFound, "you have no mailbox");
    retry_conflicts(|| async {
        let row = state.store.mailbox(&owner.player_id).await.map_err(AppError::from)?.ok_or_else(absent)?;
        let waits = row.next.as_ref().is_some_and(|next| next.address.is_none());
        let done = match &row.confirmed {
            _ if waits => true,
            None => {
                state.app.commit_mail_change(MailChange::Remove(owner.player_id.clone())).await?;
                return Ok(Some(StoredResponse::from_bytes(StatusCode::NO_CONTENT, Vec::new())));
            }
            Some(confirmed) => {
                let removal = build_address_change(&state.app, &row, confirmed, None).await?;
                state.app.commit_mail_change(MailChange::ChangeAddress(Box::new(removal))).await?
            }
        };
        if done {
            let mailbox = load_mailbox(&state, &owner.player_id).await.map_err(AppError::after_change)?;
            return Ok(Some(StoredResponse::ok(&mailbox.ok_or_else(absent)?)));
        }
        Ok(None)
    })
    .await
}
