//! Confirmation of the address of a mailbox, with the code that was sent to it.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::App;
use super::auth::AccountAuth;
use super::extract::JsonBody;
use super::mailbox::{MailboxBody, build_address_change, code_expires_at, commit_change, load_mailbox};
use super::stored_response::StoredResponse;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::secret::{Purpose, Secret};
use crate::mail::MailKeys;
use crate::store::{MailChange, MailboxRow};

/// Confirmation of an address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "bra_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"}))]
pub(super) struct MailboxConfirmation {
    /// Code that was sent to the address.
    code: String,
}

/// Reason for which an address was not confirmed.
pub(super) enum ConfirmError {
    /// The code does not exist, or is too old.
    NoCode,
    /// Another player has the address.
    Taken,
    /// Something failed.
    Failed(AppError),
}

impl From<AppError> for ConfirmError {
    fn from(problem: AppError) -> Self {
        Self::Failed(problem)
    }
}

/// Mailbox whose pending address has this code.
pub(super) async fn mailbox_by_code(app: &App, code: &str) -> Result<MailboxRow, ConfirmError> {
    let code = Secret::parse(code.trim(), Purpose::Address).ok_or(ConfirmError::NoCode)?;
    let row = app.store.mailbox_by_code(&code.hash()).await.map_err(AppError::from)?;
    let good =
        |row: &MailboxRow| row.asked.as_ref().is_some_and(|asked| code_expires_at(asked) > app.ambient.now());
    row.filter(good).ok_or(ConfirmError::NoCode)
}

/// Confirms the pending address of a mailbox.
pub(super) async fn confirm_address(app: &App, row: &MailboxRow) -> Result<(), ConfirmError> {
    let asked = row.asked.as_ref().ok_or(ConfirmError::NoCode)?;
    let confirm = match &row.confirmed {
        None => MailChange::Confirm { code_hash: asked.code_hash.clone(), at: app.ambient.now() },
        Some(confirmed) => {
            let change = build_address_change(app, row, confirmed, Some(asked)).await?;
            MailChange::ChangeAddress(Box::new(change))
        }
    };
    if commit_change(app, confirm).await? {
        // Ends earlier refusals of mail and of codes to this address.
        let hash = app.mail.keys.normalized_address_hash(&asked.normal);
        commit_change(app, MailChange::Welcome(MailKeys::token_codes_key(&hash))).await?;
        commit_change(app, MailChange::Welcome(hash)).await?;
        return Ok(());
    }
    // Another request has just used the same code.
    let own = app.store.mailbox(&row.player_id).await.map_err(AppError::from)?;
    let next = own.and_then(|own| own.next?.address);
    if next.is_some_and(|(_, normal)| normal == asked.normal) {
        return Ok(());
    }
    let there = app.store.mailbox_at(&asked.normal).await.map_err(AppError::from)?;
    match there {
        Some(there) if there.player_id == row.player_id => Ok(()),
        Some(_) => Err(ConfirmError::Taken),
        None => Err(ConfirmError::NoCode),
    }
}

/// Confirm your address
///
/// Confirms an address with the code that was sent to it, within two days. From now on mail goes to this address. If
/// another address is already confirmed, the server notifies it, and mail still goes there until the change takes
/// effect.
#[utoipa::path(post, path = "/v1/players/me/mailbox/confirm", tag = "players", operation_id = "confirm_mailbox",
    security(("token" = ["account"])), request_body = MailboxConfirmation,
    responses((status = 200, description = "The mailbox as it is now", body = MailboxBody)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(super) async fn confirm(
    State(app): State<App>,
    owner: AccountAuth,
    JsonBody { value: body, .. }: JsonBody<MailboxConfirmation>,
) -> Result<StoredResponse, AppError> {
    let own = async {
        let row = mailbox_by_code(&app, &body.code).await?;
        if row.player_id != owner.player_id {
            return Err(ConfirmError::NoCode);
        }
        confirm_address(&app, &row).await
    };
    match own.await {
        Ok(()) => {
            let mailbox = load_mailbox(&app, &owner.player_id).await?;
            Ok(StoredResponse::ok(&mailbox.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?))
        }
        Err(ConfirmError::NoCode) => {
            let detail = "this is not the last code that was sent to the address of your mailbox, or it is older than \
                          two days: set the mailbox again to get another";
            Err(AppError::field("code", detail))
        }
        Err(ConfirmError::Taken) => {
            let detail = "another account has this address: delete the mailbox of that account first";
            Err(AppError::new(ErrorKind::NotNow, detail))
        }
        Err(ConfirmError::Failed(problem)) => Err(problem),
    }
}
