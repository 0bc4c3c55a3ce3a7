//! Players: an account is a name and a token.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use broadside_engine::game::{Rejection, Request};
use broadside_engine::ruleset::{RefusalKind, Refuse};
use broadside_engine::table::Status;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::App;
use super::auth::{Actor, Owner, Reader};
use super::body::Player;
use super::decline::{self, Reason};
use super::extract::Body;
use super::idempotency;
use super::reply::Reply;
use super::tokens::{self, Scope};
use crate::play;
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{Change, CommitError, Page, PlayerRow};

/// A name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ada"}))]
pub(super) struct Name {
    /// What others see: 1 to 40 characters, none of them a control character, no space at either end.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
}

/// A new player with its first token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "player": {"id": "0196f0a0-0000-7000-8000-00000000000a", "name": "Ada"},
    "token": "brs_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg"
}))]
pub(super) struct NewPlayer {
    /// The player.
    player: Player,
    /// The token, which may read and play. It is shown this once: keep it.
    token: String,
}

/// Reads a name.
pub(super) fn name(text: &str) -> Result<String, Problem> {
    // Besides controls, what would turn or hide the text around the name.
    let unfit = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    if text.trim() != text || !(1..=40).contains(&text.chars().count()) || text.chars().any(unfit) {
        let detail = "a name has 1 to 40 characters, no control characters and no space at either end";
        return Err(Problem::field("name", detail));
    }
    Ok(text.to_owned())
}

/// Create a player
///
/// Gives an account and a token. An account has no password, and an address only if you put a mailbox. The token is shown
/// once; whoever has it is the player.
#[utoipa::path(post, path = "/v1/players", tag = "players", operation_id = "create_player", request_body = Name,
    responses((status = 201, description = "The player and its token", body = NewPlayer,
        headers(("Location" = String, description = "The player's public profile")))),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(super) async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    Body { value: body, .. }: Body<Name>,
) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    let row = PlayerRow {
        id: app.ambient.id(),
        name: Some(name(&body.name)?),
        created_at: app.ambient.now(),
        vacations: Vec::new(),
    };
    let secret = Secret::mint(&app.ambient, Purpose::Token);
    let token = tokens::row(&app, &row.id, &secret, "first", &[Scope::Read, Scope::Play]);
    let reply = NewPlayer { player: Player::from(&row), token: secret.reveal().to_owned() };
    let location = app.link(&format!("/v1/players/{}", row.id));
    app.store.commit(Change::NewPlayer(row, token)).await.map_err(Problem::from)?;
    Ok(Reply::json(StatusCode::CREATED, &reply).with(header::LOCATION, location))
}

async fn find(app: &App, id: &str) -> Result<PlayerRow, Problem> {
    let row = app.store.player(id).await.map_err(Problem::from)?;
    row.ok_or_else(|| Problem::plain(Kind::NotFound))
}

/// Your own account
///
/// The player whose token is sent.
#[utoipa::path(get, path = "/v1/players/me", tag = "players", operation_id = "get_me", security(("token" = ["read"])),
    responses((status = 200, description = "The player", body = Player)))]
pub(super) async fn me(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    Ok(Reply::ok(&Player::from(&find(&app, &reader.player_id).await?)))
}

/// A player's public profile
///
/// What everybody may know of a player.
#[utoipa::path(get, path = "/v1/players/{id}", tag = "players", operation_id = "get_player", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The player's id", example = "0196f0a0-0000-7000-8000-00000000000a")),
    responses((status = 200, description = "The player", body = Player)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn profile(
    State(app): State<App>,
    _: Reader,
    Path(id): Path<String>,
) -> Result<Reply, Problem> {
    Ok(Reply::ok(&Player::from(&find(&app, &id).await?)))
}

/// Change your name
///
/// The new name shows in all games, also in those that are over.
#[utoipa::path(patch, path = "/v1/players/me", tag = "players", operation_id = "rename_me", security(("token" = ["play"])),
    request_body = Name, responses((status = 200, description = "The player", body = Player)))]
pub(super) async fn rename(
    State(app): State<App>,
    actor: Actor,
    Body { value: body, .. }: Body<Name>,
) -> Result<Reply, Problem> {
    let mut row = find(&app, &actor.player_id).await?;
    row.name = Some(name(&body.name)?);
    set_name(&app, &row).await?;
    Ok(Reply::ok(&Player::from(&row)))
}

/// Why an account could not be changed: it has been deleted meanwhile, or the store failed.
pub(super) fn gone(error: CommitError) -> Problem {
    match error {
        CommitError::Conflict => {
            Problem::new(Kind::Unauthorized, "the account of this token has been deleted")
        }
        CommitError::Failed(error) => Problem::from(error),
    }
}

async fn set_name(app: &App, row: &PlayerRow) -> Result<(), Problem> {
    let change = Change::Rename(row.id.clone(), row.name.clone());
    app.store.commit(change).await.map_err(gone)?;
    app.play.forget_games_of(&row.id).await;
    Ok(())
}

/// Every game in which a player has a seat, or one is kept for it.
async fn games_of(app: &App, player_id: &str) -> Result<Vec<String>, Problem> {
    let mut games = Vec::new();
    loop {
        let page = Page { before: games.last().cloned(), limit: 500 };
        let more = app.store.games_of(player_id, &page).await.map_err(Problem::from)?;
        if more.is_empty() {
            return Ok(games);
        }
        games.extend(more);
    }
}

/// Delete your account
///
/// Resigns your games that are on (one that you play alone is left), calls off those of your own that have not begun,
/// leaves those of others, declines challenges, takes your name out of the others and revokes all your tokens. Your notes, blocks,
/// vacations, webhooks and mailbox are gone, and so are the words of your messages. It cannot be undone. Records of games stay, without
/// your name.
#[utoipa::path(delete, path = "/v1/players/me", tag = "players", operation_id = "delete_me", security(("token" = ["account"])),
    responses((status = 204, description = "The account is gone")))]
pub(super) async fn delete(State(app): State<App>, owner: Owner) -> Result<StatusCode, Problem> {
    let id = owner.player_id;
    let row = PlayerRow { name: None, ..find(&app, &id).await? };
    // From here on some of it may have been done.
    give_up_all(&app, &id).await.map_err(Problem::after_change)?;
    let revoked = set_name(&app, &row).await;
    app.forget_tokens();
    revoked.map_err(Problem::after_change)?;
    // Games that were joined while the tokens were still valid.
    give_up_all(&app, &id).await.map_err(Problem::after_change)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a player out of all games that are not over.
///
/// # Errors
/// If the store failed.
pub(crate) async fn give_up_all(app: &App, player_id: &str) -> Result<(), Problem> {
    for game in games_of(app, player_id).await? {
        give_up(app, player_id, &game).await?;
    }
    Ok(())
}

/// Takes a player out of a game that is not over.
async fn give_up(app: &App, player_id: &str, game: &str) -> Result<(), Problem> {
    let player = player_id.to_owned();
    let decide = move |loaded: &play::Loaded| {
        let Some(seat) = loaded.seat_of(&player) else {
            // A challenge that nobody would answer.
            return match decline::challenged(loaded, &player) {
                Some(_) => decline::decide(loaded, &player, Reason::Other, None),
                None => Err(Problem::plain(Kind::NotSeated)),
            };
        };
        // Whoever plays alone has nobody to resign to.
        let alone = loaded.game.ruleset().is_for_one();
        let give_up = [json!({"type": if alone { "leave" } else { "resign" }})];
        match loaded.game.status() {
            // A seat that has resigned or lost its fleet while others play on has nothing to give up.
            Status::Playing => match play::apply(&loaded.game, &Request::Act { seat, actions: &give_up }) {
                Err(Rejection::Refused { refusal, .. })
                    if matches!(refusal.kind(), RefusalKind::Finished | RefusalKind::OutOfPlay) =>
                {
                    Err(Problem::plain(Kind::GameOver))
                }
                given_up => Ok(given_up?),
            },
            Status::Waiting | Status::Placing if loaded.creator() == Some(seat) => {
                Ok(play::apply(&loaded.game, &Request::Abort(seat))?)
            }
            Status::Waiting | Status::Placing => {
                let mut decision = play::apply(&loaded.game, &Request::Leave(seat))?;
                decision.seatings.push((seat, None));
                Ok(decision)
            }
            Status::Finished | Status::Cancelled => Err(Problem::plain(Kind::GameOver)),
        }
    };
    match app.play.step(game, decide, |_, _| ((), None)).await {
        Err(problem) if matches!(problem.kind(), Kind::GameOver | Kind::NotSeated) => Ok(()),
        other => other,
    }
}
