//! Recovery of a lost account: a new token, sent to the confirmed address of the mailbox.

use axum::extract::State;
use axum::http::{StatusCode, header};
use broadside_domain::error::AppError;
use broadside_post::Address;
use broadside_post::invalid_token_code;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::Player;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::tokens::manage::CreatedToken;

/// Request for a code.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub(crate) struct TokenRecoveryRequest {
    /// Confirmed address of your mailbox.
    #[schema(max_length = 254, pattern = "^[^@]+@[^@]+$")]
    address: String,
}

/// Confirmation of a request for a code. A mail with a code is sent if the address is the confirmed
/// address of a player.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub(crate) struct TokenCodeSent {
    /// Address from the request.
    address: String,
}

/// Code to redeem.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "brl_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"}))]
pub(crate) struct TokenRedemption {
    /// Code that was sent to the address of your mailbox.
    code: String,
}

/// Player with a new token.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RecoveredToken {
    /// Player that the token belongs to.
    player: Player,
    /// The new token.
    #[serde(flatten)]
    token: CreatedToken,
}

/// Request a token code
///
/// Sends a code by mail, if the address is the confirmed address of a mailbox. Redeem the code for
/// a new token with `POST /v1/token-recovery/redeem`, or on the page linked in the mail. The code
/// expires after an hour.
///
/// The answer is the same for every address: it does not show if the address is known, or if a mail
/// was sent. An address gets at most three such mails a day, and none after its reader has opted
/// out through the link in one of them.
#[utoipa::path(post, path = "/v1/token-recovery", tag = "players", operation_id = "request_token_code",
    request_body = TokenRecoveryRequest,
    responses((status = 202, description = "A code is on its way, if the address belongs to a player",
        body = TokenCodeSent)),
    extensions(("x-problems" = json!(["not_now"]))))]
pub(crate) async fn request(
    State(state): State<SharedState>,
    JsonBody { value: body, .. }: JsonBody<TokenRecoveryRequest>,
) -> Result<JsonResponse, Problem> {
    state.post.check_sends_codes()?;
    let address =
        Address::parse(&body.address).map_err(|detail| AppError::field("address", detail))?;
    state.post.request_token_code(&address).await?;
    Ok(JsonResponse::json(
        StatusCode::ACCEPTED,
        &TokenCodeSent { address: address.as_str().to_owned() },
    ))
}

/// Redeem a token code
///
/// Redeems a code for a new token with the scopes `read` and `play`. You get a code at the
/// confirmed address of your mailbox after `POST /v1/token-recovery`, or after writing `TOKEN` in a
/// mail. A code is valid for an hour and works once.
///
/// Your other tokens stay valid. Recovery has one place for a token beyond the usual maximum; if
/// that is taken too, the new token replaces the oldest one made by recovery. The token is shown
/// only once, so no `Idempotency-Key` is accepted.
#[utoipa::path(post, path = "/v1/token-recovery/redeem", tag = "players", operation_id = "redeem_token_code",
    request_body = TokenRedemption,
    responses((status = 201, description = "The player and the token", body = RecoveredToken,
        headers(("Location" = String, description = "The token")))),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(crate) async fn redeem(
    State(state): State<SharedState>,
    key: RequestKey,
    JsonBody { value: body, .. }: JsonBody<TokenRedemption>,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let issued = state.post.redeem_token_code(&body.code).await?;
    let player =
        state.app.find_player(&issued.row.player_id).await?.ok_or_else(invalid_token_code)?;
    let token = CreatedToken::new(&issued);
    let location = state.url_for(&format!("/v1/tokens/{}", token.id()));
    let recovered = RecoveredToken { player: Player::from(&player), token };
    Ok(JsonResponse::json(StatusCode::CREATED, &recovered).with_header(header::LOCATION, location))
}
