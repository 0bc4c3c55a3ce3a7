//! The mailbox of a player: the address for mail about their games, and how often it is sent.

use axum::extract::State;
use axum::http::StatusCode;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::mail::Frequency;
use broadside_domain::time::Time;
use broadside_i18n::Lang;
use broadside_post::{MailboxSettings, code_expires_at};
use broadside_store::{MailboxRow, MailboxState};
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::request::auth::{AccountAuth, ReadAuth};
use crate::request::extract::JsonBody;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// New contents of your mailbox.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org", "cadence": "each", "sheets": false, "strangers": true,
    "reminders": [24, 6, 1], "language": "en"}))]
pub(crate) struct MailboxRequest {
    /// Your email address.
    #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$")]
    address: String,
    /// Frequency of mail about your games.
    #[serde(default)]
    #[schema(default = "each")]
    cadence: Frequency,
    /// True to attach the sheets of a game as PDF.
    #[serde(default)]
    #[schema(default = false)]
    sheets: bool,
    /// True to be told of challenges by players you do not know. They come in one mail, once a day
    /// at most.
    #[serde(default = "default_true")]
    #[schema(default = true)]
    strangers: bool,
    /// Hours before a deadline at which you are reminded of your turn, by mail and in all other
    /// ways. Hours that exceed the time of a turn do not count for it. If none are left, you are
    /// reminded once, when four fifths of the time of a turn are used.
    #[serde(default)]
    #[schema(max_items = 3, default = json!([]))]
    reminders: Vec<u32>,
    /// Language of the mail.
    #[serde(default)]
    #[schema(default = "en")]
    language: Lang,
}

fn default_true() -> bool {
    true
}

/// Address that awaits confirmation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = PendingAddress)]
pub(crate) struct PendingAddressBody {
    /// The address to confirm.
    #[schema(example = "ada@example.org")]
    address: String,
    /// Time when the code that was sent to the address expires (RFC 3339, UTC).
    expires_at: Time,
    /// False if no code was sent, because the address got three mails within a day, or its domain
    /// too many. Mails that other players asked for count too. Set the mailbox again a day later.
    #[schema(example = true)]
    sent: bool,
}

/// Pending change of your confirmed address.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AddressChange)]
pub(crate) struct AddressChangeBody {
    /// New address; null if the change deletes the mailbox.
    #[schema(example = "ada@example.net")]
    address: Option<String>,
    /// Time when the change takes effect (RFC 3339, UTC).
    effective_at: Time,
}

/// Your mailbox.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Mailbox)]
pub(crate) struct MailboxBody {
    /// Confirmed address that mail goes to; null until an address is confirmed.
    #[schema(example = "ada@example.org")]
    address: Option<String>,
    /// Address that awaits confirmation; null without one. Until it is confirmed, mail goes to the
    /// previous address.
    pending: Option<PendingAddressBody>,
    /// Pending change of the confirmed address; null without one. Until it takes effect, all mail
    /// goes to the old address. That address has been notified and can stop the change.
    change: Option<AddressChangeBody>,
    /// Frequency of mail about your games.
    cadence: Frequency,
    /// True if the sheets of a game are attached as PDF.
    sheets: bool,
    /// True if you are told of challenges by players you do not know.
    strangers: bool,
    /// Hours before a deadline at which you are reminded of your turn, the earliest reminder first;
    /// empty if you are reminded when four fifths of the time of a turn are used.
    #[schema(max_items = 3, example = json!([24, 6, 1]))]
    reminders: Vec<u32>,
    /// Language of the mail.
    language: Lang,
    /// State of mail delivery.
    state: MailboxState,
}

impl MailboxBody {
    fn from_row(row: MailboxRow, now: Time) -> Self {
        let pending = row.pending.map(|pending| PendingAddressBody {
            expires_at: code_expires_at(&pending),
            sent: pending.is_sent(),
            address: pending.address,
        });
        Self {
            address: row.confirmed.map(|confirmed| confirmed.address),
            pending: pending.filter(|pending| pending.expires_at > now),
            change: row.next_address.map(|next| AddressChangeBody {
                address: next.address.map(|(address, _)| address),
                effective_at: next.at,
            }),
            cadence: row.frequency,
            sheets: row.sheets,
            strangers: row.strangers,
            reminders: row.reminders,
            language: Lang::from_code(&row.lang),
            state: row.state,
        }
    }
}

/// Reads the mailbox of a player, as it is shown to them.
///
/// # Errors
/// Fails if the store fails.
pub(crate) async fn load_mailbox(
    state: &SharedState,
    player_id: &str,
) -> Result<Option<MailboxBody>, AppError> {
    let row = state.app.store.mailbox(player_id).await?;
    Ok(row.map(|row| MailboxBody::from_row(row, state.app.env.now())))
}

/// Get your mailbox
///
/// Returns your address for mail about your games, and how often mail is sent. If you have no
/// mailbox, the answer is 404.
#[utoipa::path(get, path = "/v1/players/me/mailbox", tag = "players", operation_id = "get_mailbox",
    security(("token" = ["read"])),
    responses((status = 200, description = "The mailbox", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    let mailbox = load_mailbox(&state, &reader.player_id).await?;
    let absent = "you have no mailbox: create one with `PUT /v1/players/me/mailbox`";
    Ok(JsonResponse::ok(&mailbox.ok_or_else(|| AppError::new(ErrorKind::NotFound, absent))?))
}

/// Set your mailbox
///
/// Sets your address and your preferences for mail about your games. Replaces the whole mailbox: a
/// field that you leave out gets its default.
///
/// A new address must be confirmed. The server sends a code to it. To confirm, send the code to
/// `POST /v1/players/me/mailbox/confirm`, open the link in the mail, or answer the mail with `YES`.
/// Until then, nothing else is sent to the address, and mail goes to the previous address.
///
/// If the change replaces a confirmed address, it takes effect a day after the confirmation (or
/// after a time that the operator has set). The old address is notified and can stop the change.
/// Until then, codes for lost tokens go to the old address. To cancel the change yourself, set the
/// old address again.
///
/// If you set an unconfirmed address again, a new code is sent, ten minutes after the previous one
/// at the earliest. A player can request three confirmations on their first day and five a day
/// later; further requests get 429. No code is sent to an address that got three mails within a
/// day, or whose domain got too many; then `pending.sent` is false. No code is sent either to an
/// address that asked never to receive mail; the answer does not show that.
#[utoipa::path(put, path = "/v1/players/me/mailbox", tag = "players", operation_id = "upsert_mailbox",
    security(("token" = ["account"])),
    request_body = MailboxRequest, responses((status = 200, description = "The updated mailbox", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(crate) async fn put(
    State(state): State<SharedState>,
    owner: AccountAuth,
    JsonBody { value: body, .. }: JsonBody<MailboxRequest>,
) -> Result<JsonResponse, Problem> {
    let MailboxRequest { address, cadence, sheets, strangers, reminders, language } = body;
    let settings = MailboxSettings {
        address,
        frequency: cadence,
        sheets,
        strangers,
        reminders,
        lang: language,
    };
    state.post.set_mailbox(&owner.player_id, &settings).await?;
    let mailbox = load_mailbox(&state, &owner.player_id).await.map_err(AppError::after_change)?;
    Ok(JsonResponse::ok(&mailbox.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?))
}

/// Delete your mailbox
///
/// Stops mail about your games and cancels mail that is queued. If your address is confirmed, it is
/// notified and can stop the deletion for a day (or for a time that the operator has set). After
/// that the server forgets the address; until then, codes for lost tokens go there. A mailbox
/// without a confirmed address is deleted at once.
#[utoipa::path(delete, path = "/v1/players/me/mailbox", tag = "players", operation_id = "delete_mailbox",
    security(("token" = ["account"])), responses(
        (status = 200, description = "The mailbox, with the time of its deletion in `change`", body = MailboxBody),
        (status = 204, description = "The mailbox is deleted, because it had no confirmed address")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn delete(
    State(state): State<SharedState>,
    owner: AccountAuth,
) -> Result<JsonResponse, Problem> {
    if !state.post.delete_mailbox(&owner.player_id).await? {
        return Ok(JsonResponse::from_bytes(StatusCode::NO_CONTENT, Vec::new()));
    }
    let mailbox = load_mailbox(&state, &owner.player_id).await.map_err(AppError::after_change)?;
    match mailbox {
        Some(mailbox) => Ok(JsonResponse::ok(&mailbox)),
        None => Err(AppError::new(ErrorKind::NotFound, "you have no mailbox").into()),
    }
}
