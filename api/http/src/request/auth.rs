//! Authentication by the bearer token of a request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use broadside_app::{IdempotencyRequest, Right, Storing, TokenHolder, check_right};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::Revision;
use broadside_domain::player::{TicketRow, TokenRow};
use broadside_domain::secret::{Purpose, Secret};
use serde::Deserialize;
use uuid::Uuid;

use crate::SharedState;
use crate::request::accept::{self, SSE};
use crate::request::client::ClientAddress;
use crate::request::extract::Query;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;

/// Player with a token that may read.
pub(crate) struct ReadAuth {
    pub(crate) player_id: String,
}

/// Player with a token that may read, and who asks for the game of the path.
pub(crate) struct GameReader {
    pub(crate) player_id: String,
    /// Revision of the game in the store, if it was read.
    pub(crate) revision: Option<Revision>,
}

/// Player with a token that may read. A stream checks the token again while it is open.
pub(crate) struct StreamAuth {
    pub(crate) player_id: String,
    pub(crate) token_hash: String,
    /// Address of the client; `None` for a request in process.
    pub(crate) client: Option<IpAddr>,
}

/// Player who asks for events, with a token that may read. For a stream a ticket grants access too.
pub(crate) struct StreamOrTicket(pub(crate) StreamAuth);

/// Player with a token that may act: see [`Right::Play`].
pub(crate) struct WriteAuth {
    pub(crate) player_id: String,
}

/// Player with a token that may act, for operations on tokens: see [`Right::Play`].
pub(crate) struct TokenAuth(pub(crate) TokenHolder);

/// Player with a token that may make changes that outlive the token: see [`Right::Account`].
pub(crate) struct AccountAuth {
    pub(crate) player_id: String,
}

/// Problem of a request without a valid token.
pub(crate) fn unauthorized(why: &str) -> AppError {
    AppError::new(ErrorKind::Unauthorized, format!("{why}: send `Authorization: Bearer brs_…`"))
}

/// Token in the `Authorization` header. It may be invalid.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Result<Secret, AppError> {
    if !headers.contains_key(header::AUTHORIZATION) {
        return Err(unauthorized("the request has no token"));
    }
    let text = bearer_secret(headers)
        .ok_or_else(|| unauthorized("`Authorization` has no bearer token"))?;
    Secret::parse(text, Purpose::Token).ok_or_else(|| {
        unauthorized("this is not a token of this service, or a part of it is missing")
    })
}

/// Bearer secret in the `Authorization` header.
pub(crate) fn bearer_secret(headers: &HeaderMap) -> Option<&str> {
    let (scheme, secret) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim())
}

/// Token of the caller, which must have this right.
async fn authenticate(
    parts: &Parts,
    state: &SharedState,
    right: Right,
) -> Result<Arc<TokenRow>, AppError> {
    let (token, _) = authenticate_with_game(parts, state, None).await?;
    check_right(right, &token)?;
    Ok(token)
}

/// Idempotency key of a request whose body is not read yet.
fn read_key(parts: &Parts) -> Result<IdempotencyRequest, AppError> {
    Ok(RequestKey::read(parts)?.without_payload())
}

/// Token of the caller, and the revision of the game if it was read with the token.
async fn authenticate_with_game(
    parts: &Parts,
    state: &SharedState,
    game_id: Option<&str>,
) -> Result<(Arc<TokenRow>, Option<Revision>), AppError> {
    let secret = bearer_token(&parts.headers)?;
    let (token, revision) = state.app.find_token(&secret.hash(), game_id).await?;
    match token {
        Some(token) if secret.matches(&token.hash) => match token.ends_at {
            Some(at) if token.has_expired(state.app.env.now()) => {
                Err(unauthorized(&format!("this token has expired ({at}), use another one")))
            }
            _ => {
                if let Some(storing) = parts.extensions.get::<Storing>()
                    && let Err(used_up) = state.app.daily.count(storing, Some(&token.player_id))
                    && !state.app.is_answered(&token.player_id, &read_key(parts)?).await?
                {
                    return Err(used_up);
                }
                Ok((token, revision))
            }
        },
        _ => Err(unauthorized("this token does not exist, or has been revoked")),
    }
}

impl FromRequestParts<SharedState> for ReadAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state, Right::Read).await?;
        Ok(Self { player_id: token.player_id.clone() })
    }
}

impl FromRequestParts<SharedState> for GameReader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let path = RawPathParams::from_request_parts(parts, state).await.ok();
        let id = path.as_ref().and_then(|path| path.iter().find(|(name, _)| *name == "id"));
        // Ids of games are UUIDs; any other text needs no query.
        let id = id.map(|(_, id)| id).filter(|id| Uuid::try_parse(id).is_ok());
        let (token, revision) = authenticate_with_game(parts, state, id).await?;
        check_right(Right::Read, &token)?;
        Ok(Self { player_id: token.player_id.clone(), revision })
    }
}

impl FromRequestParts<SharedState> for StreamAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state, Right::Read).await?;
        Ok(Self {
            player_id: token.player_id.clone(),
            token_hash: token.hash.clone(),
            client: client_address(parts),
        })
    }
}

fn client_address(parts: &Parts) -> Option<IpAddr> {
    parts.extensions.get::<ClientAddress>().and_then(|client| client.0)
}

#[derive(Deserialize)]
struct TicketQuery {
    ticket: Option<String>,
}

impl FromRequestParts<SharedState> for StreamOrTicket {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let Query(TicketQuery { ticket }) = Query::from_request_parts(parts, state).await?;
        let Some(ticket) = ticket else {
            return StreamAuth::from_request_parts(parts, state).await.map(Self);
        };
        if parts.headers.contains_key(header::AUTHORIZATION) {
            let detail =
                "ticket: the request has a token in `Authorization` too: send only one of the two";
            return Err(AppError::new(ErrorKind::BadRequest, detail).into());
        }
        if accept::preferred(&parts.headers, parts.uri.path()) != Some(SSE) {
            return Err(unauthorized(
                "a ticket only grants access to a stream, with `Accept: text/event-stream`",
            )
            .into());
        }
        match state.app.redeem_ticket(&ticket).await? {
            Some(TicketRow { player_id, token_hash, .. }) => {
                Ok(Self(StreamAuth { player_id, token_hash, client: client_address(parts) }))
            }
            None => {
                Err(unauthorized("this ticket does not exist, has been used, or has expired")
                    .into())
            }
        }
    }
}

impl FromRequestParts<SharedState> for WriteAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state, Right::Play).await?;
        Ok(Self { player_id: token.player_id.clone() })
    }
}

impl FromRequestParts<SharedState> for TokenAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state, Right::Play).await?;
        Ok(Self(TokenHolder::new(&token)))
    }
}

impl FromRequestParts<SharedState> for AccountAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state, Right::Account).await?;
        Ok(Self { player_id: token.player_id.clone() })
    }
}
