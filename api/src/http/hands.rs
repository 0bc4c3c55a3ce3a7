//! What a letter asks for, done as the same is done over HTTP: by the same operations, under the same limits, with the same answers.

use async_trait::async_trait;
use axum::extract::{Path, Query as AxumQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method};
use broadside_engine::shape;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::auth::Actor;
use super::extract::{Body, Query};
use super::{
    App, abort, actions, create, decline, invite, messages, notes, placement, players, recovery, rematch, seats,
};
use crate::mail::Address;
use crate::problem::Problem;
use crate::store::AnswerKey;
use crate::work::mail::{Deed, Hands};

/// The operations of a service.
pub struct Operations(pub App);

fn body<T: DeserializeOwned>(value: &Value) -> Result<Body<T>, Problem> {
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(value.to_string().as_bytes()));
    Ok(Body { value: shape::read(value)?, hash })
}

/// The operation that does it.
fn route(deed: &Deed, game_id: &str) -> (Method, String) {
    let game = format!("/v1/games/{game_id}");
    match deed {
        Deed::Say(_) => (Method::POST, format!("{game}/messages")),
        Deed::Note(_) => (Method::PUT, format!("{game}/notes")),
        Deed::Accept => (Method::POST, format!("{game}/seats")),
        Deed::Decline(..) => (Method::POST, format!("{game}/decline")),
        Deed::Place(_) => (Method::PUT, format!("{game}/seats/me/placement")),
        Deed::Act(..) => (Method::POST, format!("{game}/actions")),
        Deed::Leave => (Method::DELETE, format!("{game}/seats/me")),
        Deed::Abort => (Method::POST, format!("{game}/abort")),
        Deed::Rematch => (Method::POST, format!("{game}/rematch")),
    }
}

#[async_trait]
impl Hands for Operations {
    async fn perform(&self, player_id: &str, game_id: &str, deed: &Deed, key: &str) -> Result<(), Problem> {
        let app = || State(self.0.clone());
        let actor = Actor { player_id: player_id.to_owned(), token_id: String::new(), ends_at: None };
        let id = || Path(game_id.to_owned());
        let mut headers = HeaderMap::new();
        let key = HeaderValue::from_str(key).map_err(Problem::internal)?;
        headers.insert("idempotency-key", key);
        match deed {
            Deed::Say(text) => {
                // Several may be said in a letter, and each is another request.
                let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes())[..8]);
                let key = format!("{} {digest}", headers["idempotency-key"].to_str().unwrap_or_default());
                headers.insert("idempotency-key", HeaderValue::from_str(&key).map_err(Problem::internal)?);
                messages::write(app(), actor, id(), headers, body(&json!({"text": text}))?).await.map(drop)
            }
            Deed::Note(text) => {
                let before = self.0.store.note(game_id, player_id).await.map_err(Problem::internal)?;
                let before = before.map(|note| note.words).unwrap_or_default();
                // What is there below is added to, unless it was already.
                if before.lines().next_back() == Some(text) {
                    return Ok(());
                }
                let words = if before.is_empty() { text.clone() } else { format!("{before}\n{text}") };
                notes::put(app(), actor, id(), HeaderMap::new(), body(&json!({"text": words}))?)
                    .await
                    .map(drop)
            }
            Deed::Accept => seats::take(app(), actor, id(), headers, body(&json!({}))?).await.map(drop),
            Deed::Decline(reason, words) => {
                let mut request = json!({"reason": reason.as_str()});
                if let Some(words) = words {
                    request["words"] = words.as_str().into();
                }
                decline::decline(app(), actor, id(), headers, body(&request)?).await.map(drop)
            }
            Deed::Place(request) => {
                let mut request = request.clone();
                if request.get("placement").is_some()
                    && let Some(loaded) = self.0.play.game(game_id).await?
                {
                    request["ruleset"] = loaded.game.ruleset().as_str().into();
                }
                placement::place(app(), actor, id(), headers, body(&request)?).await.map(drop)
            }
            Deed::Act(ruleset, all) => {
                let request = json!({"ruleset": ruleset.as_str(), "actions": all});
                let AxumQuery(query) =
                    AxumQuery::try_from_uri(&axum::http::Uri::from_static("/")).map_err(Problem::internal)?;
                actions::act(app(), actor, id(), Query(query), headers, body(&request)?).await.map(drop)
            }
            Deed::Leave => seats::leave(app(), actor, id(), headers).await.map(drop),
            Deed::Abort => abort::abort(app(), actor, id(), headers).await.map(drop),
            Deed::Rematch => rematch::rematch(app(), actor, id(), headers).await.map(drop),
        }
    }

    async fn create(&self, player_id: &str, request: &Value, key: &str) -> Result<String, Problem> {
        let actor = Actor { player_id: player_id.to_owned(), token_id: String::new(), ends_at: None };
        let mut headers = HeaderMap::new();
        headers.insert("idempotency-key", HeaderValue::from_str(key).map_err(Problem::internal)?);
        let made = create::create(State(self.0.clone()), actor, headers, body(request)?).await?;
        let made: Value = serde_json::from_slice(&made.body).map_err(Problem::internal)?;
        let id = made["id"].as_str().ok_or_else(|| Problem::internal("a new game has no id"))?;
        Ok(id.to_owned())
    }

    async fn rename(&self, player_id: &str, name: &str) -> Result<(), Problem> {
        let actor = Actor { player_id: player_id.to_owned(), token_id: String::new(), ends_at: None };
        players::rename(State(self.0.clone()), actor, body(&json!({"name": name}))?).await.map(drop)
    }

    fn name(&self, name: &str) -> Result<(), Problem> {
        players::name(name).map(drop)
    }

    async fn send_code(&self, address: &Address) -> Result<(), Problem> {
        recovery::send(&self.0, address).await
    }

    async fn take(&self, player_id: &str, game_id: &str, code_hash: &str) -> Result<(), Problem> {
        invite::take(&self.0, player_id, game_id, code_hash).await
    }

    async fn release(&self, game_id: &str, code_hash: &str) -> Result<(), Problem> {
        invite::release(&self.0, game_id, code_hash).await
    }

    async fn has_done(
        &self,
        player_id: &str,
        game_id: &str,
        deed: &Deed,
        key: &str,
    ) -> Result<bool, Problem> {
        let (method, path) = route(deed, game_id);
        let (player_id, key) = (player_id.to_owned(), key.to_owned());
        let key = AnswerKey { player_id, route: format!("{method} {path}"), key };
        Ok(self.0.store.answer(&key).await.map_err(Problem::internal)?.is_some())
    }
}
