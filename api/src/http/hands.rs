//! Execution of mail commands by the operations of the HTTP interface, with the same limits and the same answers.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method};
use broadside_engine::game::Request;
use broadside_engine::shape;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::auth::WriteAuth;
use super::confirm::ConfirmError;
use super::decline::DeclineRequest;
use super::extract::JsonBody;
use super::game::require_seat;
use super::placement::check_ruleset;
use super::stored_response::StoredResponse;
use super::{
    App, abort, actions, confirm, create, decline, idempotency, invite, messages, notes, placement, players,
    recovery, rematch, seats,
};
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::player::PlayerRow;
use crate::domain::secret::Secret;
use crate::domain::time::{DAY, Time};
use crate::mail::Address;
use crate::play::{self, LiveGame};
use crate::store::MailboxRow;
use crate::work::mail::{CommandExecutor, GameCommand};

/// Operations of a service, for commands in mails.
pub struct HttpCommands(pub App);

fn json_body<T: DeserializeOwned>(value: &Value) -> Result<JsonBody<T>, AppError> {
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(value.to_string().as_bytes()));
    Ok(JsonBody { value: shape::read(value)?, hash })
}

impl HttpCommands {
    /// Creates a game within the daily quotas of the account and of the whole server.
    async fn create_within_quota(
        &self,
        player_id: &str,
        headers: &HeaderMap,
        path: &str,
        make: impl Future<Output = Result<StoredResponse, AppError>>,
    ) -> Result<StoredResponse, AppError> {
        let app = &self.0;
        let admitted = match &app.limits {
            Some(limits) => limits.daily.admit_game(player_id, app.ambient.now()).map(Some),
            None => Ok(None),
        };
        let reservation = match admitted {
            Ok(reservation) => reservation,
            // The game may already exist: then the stored answer is repeated.
            Err(used_up) => {
                match idempotency::is_answered(app, headers, player_id, (&Method::POST, path)).await? {
                    true => None,
                    false => return Err(used_up),
                }
            }
        };
        let reply = make.await?;
        if let Some(reservation) = reservation {
            reservation.settle(reply.status);
        }
        Ok(reply)
    }

    /// Starts a dry run of commands on a copy of a game.
    async fn dry_run(&self, player_id: &str, game_id: &str) -> Result<DryRun<'_>, AppError> {
        let app = &self.0;
        let loaded = app.play.game(game_id).await?.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
        let loaded = (*loaded).clone();
        Ok(DryRun { app, player_id: player_id.to_owned(), loaded, said: 0, noted: None })
    }
}

/// Dry run of the commands of a mail on a copy of a game. Results that the player cannot know yet are left out.
struct DryRun<'a> {
    app: &'a App,
    player_id: String,
    loaded: LiveGame,
    /// Number of messages written so far.
    said: u64,
    /// Current text of the notes, once a command has read it.
    noted: Option<String>,
}

impl DryRun<'_> {
    /// Seats the player on the seat of an invitation, unless they already have a seat.
    fn take_seat(&mut self, code_hash: &str) -> Result<(), AppError> {
        let loaded = &mut self.loaded;
        if loaded.seat_of(&self.player_id).is_some() {
            return Ok(());
        }
        let seat = invite::seat_by_code(loaded, code_hash)?;
        let decision = play::apply(&loaded.game, &Request::Join(seat))?;
        *loaded.game = decision.step.game;
        let player = PlayerRow {
            id: self.player_id.clone(),
            name: None,
            created_at: self.app.ambient.now(),
            vacations: Vec::new(),
        };
        Arc::make_mut(&mut loaded.seats)[seat.index()].player = Some(player);
        Ok(())
    }

    /// Checks all commands in order.
    async fn check_all(mut self, deeds: &[GameCommand]) -> Result<(), (usize, AppError)> {
        for (at, deed) in deeds.iter().enumerate() {
            self.check(deed).await.map_err(|problem| (at, problem))?;
        }
        Ok(())
    }

    /// Checks the next command, and applies it to the copy.
    async fn check(&mut self, deed: &GameCommand) -> Result<(), AppError> {
        let Self { app, loaded, .. } = &*self;
        let me = self.player_id.clone();
        let id = loaded.row.id.clone();
        let decision = match deed {
            GameCommand::Say(text) => {
                messages::check_message(loaded, &me, text)?;
                let since = Time(app.ambient.now().0 - DAY);
                messages::check_message_quota(app, &id, &me, since, self.said + 1).await?;
                self.said += 1;
                return Ok(());
            }
            GameCommand::Note(line) => {
                require_seat(loaded, &me)?;
                let before = match &self.noted {
                    Some(noted) => noted.clone(),
                    None => {
                        let note = app.store.note(&id, &me).await.map_err(AppError::from)?;
                        note.map(|note| note.words).unwrap_or_default()
                    }
                };
                self.noted = Some(notes::append_line(&before, line)?);
                return Ok(());
            }
            GameCommand::Act(ruleset, actions) => {
                let seat = require_seat(loaded, &me)?;
                check_ruleset(loaded.game.ruleset(), *ruleset)?;
                loaded.game.preview(seat, actions)?;
                return Ok(());
            }
            GameCommand::Rematch => return rematch::check_rematch(loaded, &me),
            GameCommand::Accept => {
                let (player, welcome) = seats::load_joining_player(app, &id, &me).await?;
                seats::decide_join(loaded, &player, None, welcome)?
            }
            GameCommand::Decline(reason, words) => {
                let request: DeclineRequest = shape::read(&decline_request(reason, words.as_deref()))?;
                request.decide(loaded, &me)?
            }
            GameCommand::Place(body) => {
                let seat = require_seat(loaded, &me)?;
                let placement = body.get("placement");
                play::apply(&loaded.game, &Request::Place { seat, placement, seed: None })?
            }
            GameCommand::Leave => seats::decide_leave(loaded, &me)?,
            GameCommand::Abort => abort::decide_abort(loaded, &me)?,
        };
        *self.loaded.game = decision.step.game;
        for (seat, player) in decision.seatings {
            Arc::make_mut(&mut self.loaded.seats)[seat.index()].player = player;
        }
        Ok(())
    }
}

fn decline_request(reason: &str, words: Option<&str>) -> Value {
    let mut request = json!({"reason": reason});
    if let Some(words) = words {
        request["text"] = words.into();
    }
    request
}

#[async_trait]
impl CommandExecutor for HttpCommands {
    async fn dry_run(
        &self,
        player_id: &str,
        game_id: &str,
        deeds: &[GameCommand],
    ) -> Result<(), (usize, AppError)> {
        if deeds.is_empty() {
            return Ok(());
        }
        self.dry_run(player_id, game_id).await.map_err(|problem| (0, problem))?.check_all(deeds).await
    }

    async fn dry_run_invited(
        &self,
        player_id: &str,
        game_id: &str,
        code_hash: &str,
        deeds: &[GameCommand],
    ) -> Result<(), (usize, AppError)> {
        let mut ahead = self.dry_run(player_id, game_id).await.map_err(|problem| (0, problem))?;
        ahead.take_seat(code_hash).map_err(|problem| (0, problem))?;
        ahead.check_all(deeds).await
    }

    async fn execute(
        &self,
        player_id: &str,
        game_id: &str,
        deed: &GameCommand,
        turn: Option<u32>,
        key: &str,
    ) -> Result<(), AppError> {
        let app = || State(self.0.clone());
        let actor = WriteAuth::by_mail(player_id);
        let id = || Path(game_id.to_owned());
        let mut headers = HeaderMap::new();
        let key = HeaderValue::from_str(key).map_err(AppError::internal)?;
        headers.insert("idempotency-key", key);
        match deed {
            GameCommand::Say(text) => {
                messages::write(app(), actor, id(), headers, json_body(&json!({"text": text}))?)
                    .await
                    .map(drop)
            }
            GameCommand::Note(line) => notes::append_note(&self.0, player_id, game_id, &headers, line).await,
            GameCommand::Accept => {
                seats::take(app(), actor, id(), headers, json_body(&json!({}))?).await.map(drop)
            }
            GameCommand::Decline(reason, words) => {
                let request = json_body(&decline_request(reason, words.as_deref()))?;
                decline::decline(app(), actor, id(), headers, request).await.map(drop)
            }
            GameCommand::Place(request) => {
                let mut request = request.clone();
                if request.get("placement").is_some()
                    && let Some(loaded) = self.0.play.game(game_id).await?
                {
                    request["ruleset"] = loaded.game.ruleset().as_str().into();
                }
                placement::place(app(), actor, id(), headers, json_body(&request)?).await.map(drop)
            }
            GameCommand::Act(ruleset, all) => {
                let request = json_body(&json!({"ruleset": ruleset.as_str(), "actions": all}))?;
                let me = player_id.to_owned();
                actions::execute(&self.0, me, game_id, &headers, request, turn).await.map(drop)
            }
            GameCommand::Leave => seats::leave(app(), actor, id(), headers).await.map(drop),
            GameCommand::Abort => abort::abort(app(), actor, id(), headers).await.map(drop),
            GameCommand::Rematch => {
                let path = format!("/v1/games/{game_id}/rematch");
                let rematch = rematch::rematch(app(), actor, id(), headers.clone());
                self.create_within_quota(player_id, &headers, &path, rematch).await.map(drop)
            }
        }
    }

    async fn create_game(&self, player_id: &str, request: &Value, key: &str) -> Result<String, AppError> {
        let actor = WriteAuth::by_mail(player_id);
        let mut headers = HeaderMap::new();
        headers.insert("idempotency-key", HeaderValue::from_str(key).map_err(AppError::internal)?);
        let made = create::create(State(self.0.clone()), actor, headers.clone(), json_body(request)?);
        let made = self.create_within_quota(player_id, &headers, "/v1/games", made).await?;
        let made: Value = serde_json::from_slice(&made.body).map_err(AppError::internal)?;
        let id = made["id"].as_str().ok_or_else(|| AppError::internal("a new game has no id"))?;
        Ok(id.to_owned())
    }

    async fn rename_player(&self, player_id: &str, name: &str) -> Result<(), AppError> {
        let actor = WriteAuth::by_mail(player_id);
        players::rename(State(self.0.clone()), actor, json_body(&json!({"name": name}))?).await.map(drop)
    }

    fn validate_name(&self, name: &str) -> Result<(), AppError> {
        players::validate_name(name).map(drop)
    }

    async fn send_code(&self, address: &Address) -> Result<bool, AppError> {
        recovery::send_code(&self.0, address).await
    }

    async fn pending_mailbox(&self, code: &Secret) -> Result<Option<MailboxRow>, AppError> {
        match confirm::mailbox_by_code(&self.0, code.reveal()).await {
            Ok(row) => Ok(Some(row)),
            Err(ConfirmError::Failed(problem)) => Err(problem),
            Err(ConfirmError::NoCode | ConfirmError::Taken) => Ok(None),
        }
    }

    async fn confirm_address(&self, row: &MailboxRow) -> Result<bool, AppError> {
        match confirm::confirm_address(&self.0, row).await {
            Ok(()) => Ok(true),
            Err(ConfirmError::Failed(problem)) => Err(problem),
            Err(ConfirmError::NoCode | ConfirmError::Taken) => Ok(false),
        }
    }

    async fn take_seat(&self, player_id: &str, game_id: &str, code_hash: &str) -> Result<(), AppError> {
        invite::take_invited_seat(&self.0, player_id, game_id, code_hash).await
    }

    async fn release_seat(&self, game_id: &str, code_hash: &str) -> Result<(), AppError> {
        invite::revoke_code(&self.0, game_id, code_hash).await
    }
}
