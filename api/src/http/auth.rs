//! Who asks: the bearer token of a request.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::Deserialize;
use uuid::Uuid;

use super::accept::{self, SSE};
use super::extract::Query;
use super::idempotency;
use super::quotas::Reservation;
use super::rights::{self, Right};
use super::tokens::Scope;
use super::{App, Service, tickets};
use crate::ambient::Time;
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{Moment, TokenRow};

/// A player with a token that may read.
pub(super) struct Reader {
    /// Whose token it is.
    pub(super) player_id: String,
}

/// A player with a token that may read, and looks at the game of the path.
pub(super) struct Onlooker {
    /// Whose token it is.
    pub(super) player_id: String,
    /// Where the game is, if that is known.
    pub(super) moment: Option<Moment>,
}

/// A player with a token that may read, which is looked at again as long as something goes on that it has begun.
pub(super) struct Pass {
    /// Whose token it is.
    pub(super) player_id: String,
    /// The hash of the token.
    pub(super) token_hash: String,
}

/// Who wants to listen: a player with a token that may read, or with a ticket if it is a stream that is asked for.
pub(super) struct Listener(pub(super) Pass);

/// A player with a token that may act: see [`Right::Play`].
pub(super) struct Actor {
    /// Whose token it is.
    pub(super) player_id: String,
    /// The token's id.
    pub(super) token_id: String,
    /// What it may do.
    pub(super) scopes: Vec<Scope>,
    /// From when on the token opens nothing; `None` if that is never. What it makes does not outlive it.
    pub(super) ends_at: Option<Time>,
}

impl Actor {
    /// A player who writes from a confirmed address with the key of a mail: what that may do is done by any token that may act.
    pub(super) fn by_mail(player_id: &str) -> Self {
        Self { player_id: player_id.to_owned(), token_id: String::new(), scopes: Vec::new(), ends_at: None }
    }
}

/// A player with a token that may change what outlives it: see [`Right::Account`].
pub(super) struct Owner {
    /// Whose token it is.
    pub(super) player_id: String,
}

impl Service {
    /// The token with this hash. It may have expired.
    async fn token(&self, hash: &str) -> Result<Option<Arc<TokenRow>>, Problem> {
        Ok(self.token_and_game(hash, None).await?.0)
    }

    /// The token with this hash, from memory if it is there. What is in memory is held against a database that other nodes change
    /// too, and with the same question it is asked where a game is.
    async fn token_and_game(
        &self,
        hash: &str,
        game_id: Option<&str>,
    ) -> Result<(Option<Arc<TokenRow>>, Option<Moment>), Problem> {
        if let Some(token) = self.tokens.get(hash) {
            if !self.store.shared() {
                return Ok((Some(token), None));
            }
            let now = self.store.glance(Some(hash), game_id).await.map_err(Problem::from)?;
            // Of a token nothing else changes that matters here.
            if now.token && now.ends_at == token.ends_at {
                return Ok((Some(token), now.moment));
            }
        }
        Ok((self.token_read(hash).await?, None))
    }

    /// The token with this hash as it is in the store, and from then on in memory.
    async fn token_read(&self, hash: &str) -> Result<Option<Arc<TokenRow>>, Problem> {
        let revocations = self.revocations.load(Ordering::SeqCst);
        let Some(token) = self.store.token(hash).await.map_err(Problem::from)? else {
            self.tokens.remove(hash);
            return Ok(None);
        };
        let token = Arc::new(token);
        self.tokens.insert(hash.to_owned(), Arc::clone(&token));
        // What was read before a revocation is not remembered after it.
        if revocations != self.revocations.load(Ordering::SeqCst) {
            self.tokens.remove(hash);
        }
        Ok(Some(token))
    }

    /// Whether a token still opens the door.
    pub(super) async fn opens(&self, hash: &str) -> Result<bool, Problem> {
        Ok(self.token(hash).await?.is_some_and(|token| !token.has_expired(self.ambient.now())))
    }

    /// Forgets all tokens, for some have been revoked: those that have not are read anew. Where other nodes may revoke them too,
    /// each is held against the database whenever it is used, and need not be forgotten.
    pub(super) fn forget_tokens(&self) {
        if self.store.shared() {
            return;
        }
        self.revocations.fetch_add(1, Ordering::SeqCst);
        self.tokens.clear();
    }
}

/// Nobody is let in.
pub(super) fn refused(why: &str) -> Problem {
    Problem::new(Kind::Unauthorized, format!("{why}: send `Authorization: Bearer brs_…`"))
}

/// The token that a request is sent with, be it one that opens anything or not.
pub(super) fn bearer(headers: &HeaderMap) -> Result<Secret, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Err(refused("there is no token"));
    };
    let scheme = value.to_str().ok().and_then(|value| value.split_once(' '));
    let Some((_, text)) = scheme.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) else {
        return Err(refused("this is not a bearer token"));
    };
    Secret::read(text.trim(), Purpose::Token)
        .ok_or_else(|| refused("this is not a token of this service, or it was not copied whole"))
}

async fn caller(parts: &Parts, app: &App) -> Result<Arc<TokenRow>, Problem> {
    Ok(caller_and_game(parts, app, None).await?.0)
}

/// Whoever asks, and where a game is if that is known now.
async fn caller_and_game(
    parts: &Parts,
    app: &App,
    game_id: Option<&str>,
) -> Result<(Arc<TokenRow>, Option<Moment>), Problem> {
    let secret = bearer(&parts.headers)?;
    let (token, moment) = app.token_and_game(&secret.hash(), game_id).await?;
    match token {
        Some(token) if secret.matches(&token.hash) => match token.ends_at {
            Some(at) if token.has_expired(app.ambient.now()) => {
                Err(refused(&format!("this token has expired ({at}), use another")))
            }
            _ => {
                if let Some(reservation) = parts.extensions.get::<Arc<Reservation>>()
                    && let Err(used_up) = reservation.by(&token.player_id)
                    && !idempotency::is_answered(
                        app,
                        &parts.headers,
                        &token.player_id,
                        (&parts.method, parts.uri.path()),
                    )
                    .await?
                {
                    return Err(used_up);
                }
                Ok((token, moment))
            }
        },
        _ => Err(refused("this token does not exist, or has been revoked")),
    }
}

impl FromRequestParts<App> for Reader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = caller(parts, app).await?;
        rights::check(Right::Read, &token)?;
        Ok(Self { player_id: token.player_id.clone() })
    }
}

impl FromRequestParts<App> for Onlooker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = RawPathParams::from_request_parts(parts, app).await.ok();
        let id = path.as_ref().and_then(|path| path.iter().find(|(name, _)| *name == "id"));
        // Whatever is no id of ours is no game of ours; the store need not be asked.
        let id = id.map(|(_, id)| id).filter(|id| Uuid::try_parse(id).is_ok());
        let (token, moment) = caller_and_game(parts, app, id).await?;
        rights::check(Right::Read, &token)?;
        Ok(Self { player_id: token.player_id.clone(), moment })
    }
}

impl FromRequestParts<App> for Pass {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = caller(parts, app).await?;
        rights::check(Right::Read, &token)?;
        Ok(Self { player_id: token.player_id.clone(), token_hash: token.hash.clone() })
    }
}

#[derive(Deserialize)]
struct WithTicket {
    ticket: Option<String>,
}

impl FromRequestParts<App> for Listener {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Query(WithTicket { ticket }) = Query::from_request_parts(parts, app).await?;
        let Some(ticket) = ticket else { return Pass::from_request_parts(parts, app).await.map(Self) };
        if parts.headers.contains_key(header::AUTHORIZATION) {
            let detail =
                "ticket: it stands for a token, and there is one in `Authorization`: send one of the two";
            return Err(Problem::new(Kind::BadRequest, detail));
        }
        if accept::preferred(&parts.headers, parts.uri.path()) != Some(SSE) {
            return Err(refused("a ticket opens a stream alone, with `Accept: text/event-stream`"));
        }
        tickets::spend(app, &ticket).await.map(Self)
    }
}

impl FromRequestParts<App> for Actor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = caller(parts, app).await?;
        rights::check(Right::Play, &token)?;
        let (player_id, token_id) = (token.player_id.clone(), token.id.clone());
        Ok(Self { player_id, token_id, scopes: rights::scopes(&token), ends_at: token.ends_at })
    }
}

impl FromRequestParts<App> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = caller(parts, app).await?;
        rights::check(Right::Account, &token)?;
        Ok(Self { player_id: token.player_id.clone() })
    }
}
