//! `broadside bots play`: a bot that plays on any server, with nothing but its HTTP API.

use std::time::Duration;

use broadside_bots::{Bot, Key, Level};
use broadside_domain::env::{Env, System};
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::game::{Legal, RulesetId, View};
use broadside_engine::seat::Seat;
use clap::{Args, Subcommand};
use http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

use super::CliError;
use super::http_client::HttpClient;

/// Maximum number of bytes read from a response.
const MAX_RESPONSE_BYTES: usize = 8 * 1024 * 1024;
/// Maximum time between two looks at a server that does not answer.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Commands about bots.
#[derive(Debug, Subcommand)]
pub(super) enum BotsCommand {
    /// Play on a server, as the player of a token
    ///
    /// Accepts challenges, and places and moves in all games of the account, until it is stopped.
    /// The account is marked as a bot. A game of `solo` is left alone.
    Play(PlayArgs),
}

/// Arguments of `broadside bots play`.
#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    /// URL of the server
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// Token of the account, with the scopes `read` and `play`
    #[arg(long, env = "BROADSIDE_TOKEN", hide_env_values = true, value_parser = token)]
    token: Secret,
    /// Level: random, casual or strong
    #[arg(long, default_value = "strong", value_parser = level)]
    level: Level,
    /// Seconds between two looks at the server
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    interval: u64,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|_| "a level is random, casual or strong".to_owned())
}

fn token(text: &str) -> Result<Secret, String> {
    Secret::parse(text, Purpose::Token)
        .ok_or_else(|| "a token begins with brs_ and has 43 characters".to_owned())
}

/// Reason why a request had no effect.
enum Failed {
    /// The server does not answer, or cannot work now.
    Unavailable(String),
    /// The server refuses the request.
    Refused(String),
    /// The token is not valid, or lacks a scope.
    BadToken(String),
}

impl PlayArgs {
    pub(super) fn play(&self) -> Result<(), CliError> {
        let player = Player {
            client: HttpClient::new(MAX_RESPONSE_BYTES),
            url: self.url.trim_end_matches('/').to_owned(),
            token: self.token.clone(),
            bot: Bot::new(self.level, Key::new(Env::new(System).random_bytes())),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(player.run(Duration::from_secs(self.interval)))
    }
}

/// Bot with its account on a server.
struct Player {
    client: HttpClient,
    url: String,
    token: Secret,
    bot: Bot,
}

impl Player {
    /// Plays until the token is no longer valid.
    async fn run(&self, interval: Duration) -> Result<(), CliError> {
        let mut wait = interval;
        let mut known = false;
        loop {
            let looked = async {
                if !known {
                    let me = self
                        .send(Method::PATCH, "/v1/players/me", Some(json!({"bot": true})))
                        .await?;
                    println!("{} plays at {}", me["name"].as_str().unwrap_or_default(), self.url);
                    known = true;
                }
                self.accept_challenges().await?;
                self.take_turns().await
            };
            wait = match looked.await {
                Ok(()) => interval,
                Err(Failed::BadToken(why)) => return Err(format!("token: {why}").into()),
                Err(Failed::Unavailable(why) | Failed::Refused(why)) => {
                    eprintln!("{why}");
                    (wait * 2).min(LONGEST_WAIT)
                }
            };
            tokio::time::sleep(wait).await;
        }
    }

    async fn accept_challenges(&self) -> Result<(), Failed> {
        let list = self.send(Method::GET, "/v1/challenges?direction=in&state=open", None).await?;
        for challenge in list["challenges"].as_array().into_iter().flatten() {
            let id = challenge["game"]["id"].as_str().unwrap_or_default();
            self.report(
                id,
                "joined",
                self.send(Method::POST, &format!("/v1/games/{id}/seats"), Some(json!({}))).await,
            )?;
        }
        Ok(())
    }

    async fn take_turns(&self) -> Result<(), Failed> {
        let list = self.send(Method::GET, "/v1/games?which=my_turn", None).await?;
        for game in list["games"].as_array().into_iter().flatten() {
            let id = game["id"].as_str().unwrap_or_default();
            // A refusal, or a view that this version cannot read, must not keep the bot from its
            // other games.
            let decided = match self.decide(id).await {
                Err(Failed::Refused(why)) => {
                    eprintln!("{why}");
                    continue;
                }
                decided => decided?,
            };
            if let Some((what, request)) = decided {
                let (method, path, body) = request;
                self.report(id, &what, self.send(method, &path, Some(body)).await)?;
            }
        }
        Ok(())
    }

    /// Decides the next request in a game. Returns its description too; `None` if the bot has
    /// nothing to do.
    async fn decide(&self, id: &str) -> Result<Option<(String, (Method, String, Value))>, Failed> {
        let path = format!("/v1/games/{id}");
        let game = self.send(Method::GET, &path, None).await?;
        let Ok(ruleset) = game["ruleset"].as_str().unwrap_or_default().parse::<RulesetId>() else {
            return Ok(None);
        };
        if !Bot::plays(ruleset) {
            return Ok(None);
        }
        let view = View::from_json(ruleset, &game["view"])
            .map_err(|error| Failed::Refused(format!("game {id}: {error}")))?;
        if game["next_action"] == "place" {
            let Some(placement) = self.bot.place(&view) else { return Ok(None) };
            let body = json!(placement);
            return Ok(Some((
                "placed".to_owned(),
                (Method::PUT, format!("{path}/seats/me/placement"), body),
            )));
        }
        let seat = game["you"]["seat"].as_u64().and_then(|seat| Seat::new(seat as u8));
        let seat =
            seat.ok_or_else(|| Failed::Refused(format!("game {id}: the account has no seat")))?;
        let legal = self.send(Method::GET, &format!("{path}/legal"), None).await?;
        let legal: Legal = serde_json::from_value(legal)
            .map_err(|error| Failed::Refused(format!("game {id}: {error}")))?;
        let Some(decision) = self.bot.act(seat, &view, &legal) else { return Ok(None) };
        let kinds: Vec<_> =
            decision.actions.iter().filter_map(|action| action["type"].as_str()).collect();
        let what = kinds.join(", ");
        let body = json!({"ruleset": ruleset, "actions": decision.actions});
        Ok(Some((what, (Method::POST, format!("{path}/actions"), body))))
    }

    /// Prints the result of a request in a game. A refusal is no error: the game may have changed,
    /// and is looked at again.
    fn report(&self, id: &str, what: &str, result: Result<Value, Failed>) -> Result<(), Failed> {
        match result {
            Ok(_) => println!("game {id}: {what}"),
            Err(Failed::Refused(why)) => eprintln!("game {id}: {what}: {why}"),
            Err(other) => return Err(other),
        }
        Ok(())
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Result<Value, Failed> {
        let target = format!("{}{path}", self.url);
        let request = Request::builder()
            .method(method)
            .uri(&target)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token.reveal()))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json")
            .header(header::USER_AGENT, concat!("Broadside/", env!("CARGO_PKG_VERSION")))
            .body(body.map_or_else(Vec::new, |body| body.to_string().into_bytes()).into())
            .map_err(|error| Failed::BadToken(format!("{target} cannot be asked: {error}")))?;
        let answered = self.client.send(request).await;
        let (status, answer) = answered
            .map_err(|error| Failed::Unavailable(format!("the server at {} {error}", self.url)))?;
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        if status.is_success() {
            return Ok(answer);
        }
        let why = answer["detail"].as_str().or(answer["title"].as_str());
        let why = why.map_or_else(|| status.to_string(), str::to_owned);
        Err(match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Failed::BadToken(why),
            StatusCode::TOO_MANY_REQUESTS => Failed::Unavailable(why),
            status if status.is_server_error() => Failed::Unavailable(why),
            _ => Failed::Refused(why),
        })
    }
}
