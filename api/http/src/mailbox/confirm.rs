//! Confirmation of the address of a mailbox, with the code that was sent to it.

use axum::extract::State;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_post::ConfirmError;
use serde::Deserialize;

use crate::SharedState;
use crate::mailbox::settings::load_mailbox;
use crate::request::auth::AccountAuth;
use crate::request::extract::JsonBody;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Confirmation of an address.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "bra_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"}))]
pub(crate) struct MailboxConfirmation {
    /// Code that was sent to the address.
    code: String,
}

/// Confirm your address
///
/// Confirms an address with the code that was sent to it, within two days. From now on mail goes to
/// this address. If another address is already confirmed, the server notifies it, and mail still
/// goes there until the change takes effect.
#[utoipa::path(post, path = "/v1/players/me/mailbox/confirm", tag = "players", operation_id = "confirm_mailbox",
    security(("token" = ["account"])), request_body = MailboxConfirmation,
    responses((status = 200, description = "The mailbox as it is now", body = crate::mailbox::settings::MailboxBody)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(crate) async fn confirm(
    State(state): State<SharedState>,
    owner: AccountAuth,
    JsonBody { value: body, .. }: JsonBody<MailboxConfirmation>,
) -> Result<JsonResponse, Problem> {
    match state.post.confirm_own_address(&owner.player_id, &body.code).await {
        Ok(()) => {
            let mailbox = load_mailbox(&state, &owner.player_id).await?;
            Ok(JsonResponse::ok(&mailbox.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?))
        }
        Err(ConfirmError::NoCode) => {
            let detail = "this is not the last code that was sent to the address of your mailbox, or it is older than \
                          two days: set the mailbox again to get another";
            Err(AppError::field("code", detail).into())
        }
        Err(ConfirmError::Taken) => {
            let detail =
                "another account has this address: delete the mailbox of that account first";
            Err(AppError::new(ErrorKind::NotNow, detail).into())
        }
        Err(ConfirmError::Failed(problem)) => Err(problem.into()),
    }
}
