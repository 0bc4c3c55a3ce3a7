//! Recovery of a lost account: a new token, sent to the confirmed address of the mailbox.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use broadside_app::invalid_token_code;
use broadside_domain::error::AppError;
use broadside_mail::Address;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::body::Player;
use super::extract::JsonBody;
use super::stored_response::StoredResponse;
use super::tokens::CreatedToken;
use super::{SharedState, idempotency};
use crate::problem::Problem;

/// Grid for the response time of requests for a code. It is far longer than the store takes; if the store takes
/// longer, the response waits for the next multiple.
const RESPONSE_TIME_GRID: Duration = Duration::from_millis(100);

/// Request for a code.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", schema(example = json!({"address": "ada@example.org"})))]
pub(super) struct TokenRecoveryRequest {
    /// Confirmed address of your mailbox.
    #[cfg_attr(feature = "openapi", schema(max_length = 254, pattern = "^[^@]+@[^@]+$"))]
    address: String,
}

/// Confirmation of a request for a code. A mail with a code is sent if the address is the confirmed address of a
/// player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({"address": "ada@example.org"})))]
pub(super) struct TokenCodeSent {
    /// Address from the request.
    address: String,
}

/// Code to redeem.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", schema(example = json!({"code": "brl_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"})))]
pub(super) struct TokenRedemption {
    /// Code that was sent to the address of your mailbox.
    code: String,
}

/// Player with a new token.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct RecoveredToken {
    /// Player that the token belongs to.
    player: Player,
    /// The new token.
    #[serde(flatten)]
    token: CreatedToken,
}

/// Request a token code
///
/// Sends a code by mail, if the address is the confirmed address of a mailbox. Redeem the code for a new token with
/// `POST /v1/token-recovery/redeem`, or on the page linked in the mail. The code expires after an hour.
///
/// The answer is the same for every address: it does not show if the address is known, or if a mail was sent. An
/// address gets at most three such mails a day, and none after its reader has opted out through the link in one of
/// them.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/v1/token-recovery", tag = "players", operation_id = "request_token_code",
    request_body = TokenRecoveryRequest,
    responses((status = 202, description = "A code is on its way, if the address belongs to a player",
        body = TokenCodeSent)),
    extensions(("x-problems" = json!(["not_now"])))))]
pub(super) async fn lost(
    State(state): State<SharedState>,
    JsonBody { value: body, .. }: JsonBody<TokenRecoveryRequest>,
) -> Result<StoredResponse, Problem> {
    state.app.check_sends_codes()?;
    let address = Address::parse(&body.address).map_err(|detail| AppError::field("address", detail))?;
    let begun = Instant::now();
    let asked = state.app.request_token_code(&address).await;
    // The time spent would show if the address is known.
    tokio::time::sleep_until(begun + padded_duration(begun.elapsed())).await;
    asked?;
    Ok(StoredResponse::json(StatusCode::ACCEPTED, &TokenCodeSent { address: address.as_str().to_owned() }))
}

/// Returns the response time for a request that took `took`: the next multiple of the grid.
fn padded_duration(took: Duration) -> Duration {
    RESPONSE_TIME_GRID * (1 + (took.as_millis() / RESPONSE_TIME_GRID.as_millis()) as u32)
}

/// Redeem a token code
///
/// Redeems a code for a new token with the scopes `read` and `play`. You get a code at the confirmed address of your
/// mailbox after `POST /v1/token-recovery`, or after writing `TOKEN` in a mail. A code is valid for an hour and works
/// once.
///
/// Your other tokens stay valid. Recovery has one place for a token beyond the usual maximum; if that is taken too,
/// the new token replaces the oldest one made by recovery. The token is shown only once, so no `Idempotency-Key` is
/// accepted.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/v1/token-recovery/redeem", tag = "players", operation_id = "redeem_token_code",
    request_body = TokenRedemption,
    responses((status = 201, description = "The player and the token", body = RecoveredToken,
        headers(("Location" = String, description = "The token")))),
    extensions(("x-problems" = json!(["key_not_accepted"])))))]
pub(super) async fn found(
    State(state): State<SharedState>,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<TokenRedemption>,
) -> Result<StoredResponse, Problem> {
    idempotency::reject_key(&headers)?;
    let issued = state.app.redeem_token_code(&body.code).await?;
    let player = state.app.find_player(&issued.row.player_id).await?.ok_or_else(invalid_token_code)?;
    let token = CreatedToken::new(&issued);
    let location = state.url_for(&format!("/v1/tokens/{}", token.id()));
    let found = RecoveredToken { player: Player::from(&player), token };
    Ok(StoredResponse::json(StatusCode::CREATED, &found).with_header(header::LOCATION, location))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_store_takes_does_not_show() {
        for (took, after) in
            [(0, 100), (1, 100), (40, 100), (99, 100), (100, 200), (110, 200), (1_000, 1_100)]
        {
            let took = Duration::from_millis(took);
            assert_eq!(padded_duration(took), Duration::from_millis(after), "{took:?}");
        }
    }
}
