//! Authentication by the bearer token of a request.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use broadside_app::{IdempotencyRequest, Reservation};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::Revision;
use broadside_domain::player::TokenRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::Time;
use serde::Deserialize;
use uuid::Uuid;

use super::accept::{self, SSE};
use super::extract::Query;
use super::rights::{self, Right};
use super::tokens::Scope;
use super::{AppState, SharedState, idempotency, tickets};
use crate::problem::Problem;

/// Player with a token that may read.
pub(super) struct ReadAuth {
    /// Id of the player.
    pub(super) player_id: String,
}

/// Player with a token that may read, and who asks for the game of the path.
pub(super) struct GameReader {
    /// Id of the player.
    pub(super) player_id: String,
    /// Revision of the game in the store, if it was read.
    pub(super) moment: Option<Revision>,
}

/// Player with a token that may read. A stream checks the token again while it is open.
pub(super) struct StreamAuth {
    /// Id of the player.
    pub(super) player_id: String,
    /// Hash of the token.
    pub(super) token_hash: String,
}

/// Player who asks for events, with a token that may read. For a stream a ticket grants access too.
pub(super) struct StreamOrTicket(pub(super) StreamAuth);

/// Player with a token that may act: see [`Right::Play`].
pub(super) struct WriteAuth {
    /// Id of the player.
    pub(super) player_id: String,
    /// Id of the token.
    pub(super) token_id: String,
    /// Scopes of the token.
    pub(super) scopes: Vec<Scope>,
    /// Time from which the token grants no access; `None` if it does not end. Tokens that it creates do not outlive it.
    pub(super) ends_at: Option<Time>,
}

/// Player with a token that may make changes that outlive the token: see [`Right::Account`].
pub(super) struct AccountAuth {
    /// Id of the player.
    pub(super) player_id: String,
}

impl AppState {
    /// Token with this hash. It may have expired.
    async fn find_token(&self, hash: &str) -> Result<Option<Arc<TokenRow>>, AppError> {
        Ok(self.find_token_and_revision(hash, None).await?.0)
    }

    /// Token with this hash, from the cache if it is there. If other nodes share the database, the cached token is
    /// checked against it, and the same query reads the revision of the game.
    async fn find_token_and_revision(
        &self,
        hash: &str,
        game_id: Option<&str>,
    ) -> Result<(Option<Arc<TokenRow>>, Option<Revision>), AppError> {
        if let Some(token) = self.tokens.get(hash) {
            if !self.store.shared() {
                return Ok((Some(token), None));
            }
            let now = self.store.glance(Some(hash), game_id).await.map_err(AppError::from)?;
            // Other changes of a token do not matter here.
            if now.token && now.ends_at == token.ends_at {
                return Ok((Some(token), now.moment));
            }
        }
        Ok((self.load_token(hash).await?, None))
    }

    /// Reads the token with this hash from the store, and caches it.
    async fn load_token(&self, hash: &str) -> Result<Option<Arc<TokenRow>>, AppError> {
        let revocations = self.revocations.load(Ordering::SeqCst);
        let Some(token) = self.store.token(hash).await.map_err(AppError::from)? else {
            self.tokens.remove(hash);
            return Ok(None);
        };
        let token = Arc::new(token);
        self.tokens.insert(hash.to_owned(), Arc::clone(&token));
        // A token that was read before a revocation is not cached after it.
        if revocations != self.revocations.load(Ordering::SeqCst) {
            self.tokens.remove(hash);
        }
        Ok(Some(token))
    }

    /// True if the token exists and has not expired.
    pub(super) async fn is_token_valid(&self, hash: &str) -> Result<bool, AppError> {
        Ok(self.find_token(hash).await?.is_some_and(|token| !token.has_expired(self.ambient.now())))
    }

    /// Clears the cache of tokens after a revocation. If other nodes share the database, the cache stays: each use of a
    /// token checks it against the database.
    pub(super) fn clear_token_cache(&self) {
        if self.store.shared() {
            return;
        }
        self.revocations.fetch_add(1, Ordering::SeqCst);
        self.tokens.clear();
    }
}

/// Problem of a request without a valid token.
pub(super) fn unauthorized(why: &str) -> AppError {
    AppError::new(ErrorKind::Unauthorized, format!("{why}: send `Authorization: Bearer brs_…`"))
}

/// Token in the `Authorization` header. It may be invalid.
pub(super) fn bearer_token(headers: &HeaderMap) -> Result<Secret, AppError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Err(unauthorized("the request has no token"));
    };
    let scheme = value.to_str().ok().and_then(|value| value.split_once(' '));
    let Some((_, text)) = scheme.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) else {
        return Err(unauthorized("`Authorization` has no bearer token"));
    };
    Secret::parse(text.trim(), Purpose::Token)
        .ok_or_else(|| unauthorized("this is not a token of this service, or a part of it is missing"))
}

async fn authenticate(parts: &Parts, state: &SharedState) -> Result<Arc<TokenRow>, AppError> {
    Ok(authenticate_with_game(parts, state, None).await?.0)
}

/// Idempotency key of a request whose body is not read yet.
fn read_key(parts: &Parts) -> Result<IdempotencyRequest, AppError> {
    idempotency::read_key(&parts.headers, &parts.method, parts.uri.path(), String::new())
}

/// Token of the caller, and the revision of the game if it was read with the token.
async fn authenticate_with_game(
    parts: &Parts,
    state: &SharedState,
    game_id: Option<&str>,
) -> Result<(Arc<TokenRow>, Option<Revision>), AppError> {
    let secret = bearer_token(&parts.headers)?;
    let (token, moment) = state.find_token_and_revision(&secret.hash(), game_id).await?;
    match token {
        Some(token) if secret.matches(&token.hash) => match token.ends_at {
            Some(at) if token.has_expired(state.ambient.now()) => {
                Err(unauthorized(&format!("this token has expired ({at}), use another one")))
            }
            _ => {
                if let Some(reservation) = parts.extensions.get::<Arc<Reservation>>()
                    && let Err(used_up) = reservation.reserve_for_account(&token.player_id)
                    && !state.app.is_answered(&token.player_id, &read_key(parts)?).await?
                {
                    return Err(used_up);
                }
                Ok((token, moment))
            }
        },
        _ => Err(unauthorized("this token does not exist, or has been revoked")),
    }
}

impl FromRequestParts<SharedState> for ReadAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state).await?;
        rights::check(Right::Read, &token)?;
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
        let (token, moment) = authenticate_with_game(parts, state, id).await?;
        rights::check(Right::Read, &token)?;
        Ok(Self { player_id: token.player_id.clone(), moment })
    }
}

impl FromRequestParts<SharedState> for StreamAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state).await?;
        rights::check(Right::Read, &token)?;
        Ok(Self { player_id: token.player_id.clone(), token_hash: token.hash.clone() })
    }
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
            let detail = "ticket: the request has a token in `Authorization` too: send only one of the two";
            return Err(AppError::new(ErrorKind::BadRequest, detail).into());
        }
        if accept::preferred(&parts.headers, parts.uri.path()) != Some(SSE) {
            return Err(unauthorized(
                "a ticket only grants access to a stream, with `Accept: text/event-stream`",
            )
            .into());
        }
        Ok(tickets::redeem(state, &ticket).await.map(Self)?)
    }
}

impl FromRequestParts<SharedState> for WriteAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state).await?;
        rights::check(Right::Play, &token)?;
        let (player_id, token_id) = (token.player_id.clone(), token.id.clone());
        Ok(Self { player_id, token_id, scopes: rights::scopes(&token), ends_at: token.ends_at })
    }
}

impl FromRequestParts<SharedState> for AccountAuth {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let token = authenticate(parts, state).await?;
        rights::check(Right::Account, &token)?;
        Ok(Self { player_id: token.player_id.clone() })
    }
}
