//! A service in process with a stopped clock and deterministic randomness, in which Ada and Ben
//! play by mail.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::Request;
use broadside::config::Settings;
use broadside_app::App;
use broadside_domain::env::Env;
use broadside_domain::limits::{Limits, MailLimits};
use broadside_domain::time::Time;
use broadside_http::{self as http, AppState};
use broadside_post::Post;
use broadside_post::ReplyKey;
use broadside_post::read::MailParser;
use broadside_store::mail::outbox;
use broadside_store::{self as store, Channel, KeyRow, MailKind, MailRow, NewMail, Store};
use broadside_tests::database::Database;
use broadside_tests::env::FixedEnv;
use broadside_tests::games::{bare, placement, standard_fleet};
use broadside_tests::mail::Mail;
use broadside_tests::server::Directory;
use broadside_worker::move_queues;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

/// 3 August 2026, 10:00.
const START: i64 = 1_785_751_200_000;
/// The reply keys of messages: for Ada in this turn, for Ada in the previous turn, and for no game.
const KEYS: [&str; 3] =
    ["k3y5abcdefghijklmnopqrstuv", "lastturnlastturnlastturnla", "nogamenogamenogamenogameno"];
/// Placeholders in messages for the key of the invitation, and for that of a confirmation.
pub(crate) const INVITATION: &str = "invitationinvitationinvita";
pub(crate) const CONFIRMATION: &str = "aconfirmationconfirmationconfirmationcon";
const INVITED: &str = "dora@example.com";

/// The state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Both players have joined.
    Placing,
    /// Ada is to fire.
    Playing,
    /// Ada has invited a guest by mail.
    Inviting,
    /// Dora has added an address.
    Confirming,
}

pub(crate) struct World {
    runtime: tokio::runtime::Runtime,
    router: Router,
    still: FixedEnv,
    env: Env,
    steps: u64,
    store: Store,
    app: Arc<App>,
    post: Arc<Post>,
    /// Ids and tokens of Ada and Ben.
    players: Vec<(String, String)>,
    game: String,
    /// The key of the invitation or confirmation, if there is one, with its placeholder in
    /// messages.
    key: Option<(&'static str, String)>,
    // The order matters for dropping: users of the database are dropped before it.
    database: Database,
    directory: Directory,
}

/// The database of a world at a stage of the game, for copies.
pub(crate) struct Template {
    steps: u64,
    players: Vec<(String, String)>,
    game: String,
    key: Option<(&'static str, String)>,
    database: Database,
    directory: Directory,
}

impl Template {
    pub(crate) fn new(stage: Stage) -> Self {
        let world = World::new(stage);
        world.runtime.block_on(world.store.close()).unwrap();
        let World { steps, players, game, key, database, directory, .. } = world;
        Self { steps, players, game, key, database, directory }
    }

    pub(crate) fn world(&self) -> World {
        let directory = Directory::new();
        let mut world = World::open(self.database.copy(&self.directory, &directory), directory);
        world.steps = self.steps;
        world.players.clone_from(&self.players);
        world.game.clone_from(&self.game);
        world.key.clone_from(&self.key);
        world
    }
}

impl World {
    /// Opens a service on a database.
    fn open(database: Database, directory: Directory) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let still = FixedEnv::new(Time(START));
        let env = Env::new(still.clone());
        let (router, store, app, post) = runtime.block_on(async {
            let backend = store::open(&database.url_in(&directory).parse().unwrap()).await.unwrap();
            let mut config =
                Settings::from_flags(&["--limits", "none"]).unwrap().complete().unwrap();
            config.mail.limits = MailLimits { delay_seconds: 0, ..Limits::NORMAL.mail };
            config.mail.from = "Broadside <play@play.example.org>".parse().unwrap();
            config.mail.parser = Arc::new(MailParser {
                service: config.mail.from.clone(),
                authserv_id: Some("mx.play.example.org".to_owned()),
                ..(*config.mail.parser).clone()
            });
            let store = Store::new(backend);
            let app = App::new(store.clone(), env.clone(), &config.app).await.unwrap();
            let post = Post::new(Arc::clone(&app), config.mail).await.unwrap();
            let service = AppState::new(Arc::clone(&post), &config.http).await.unwrap();
            (http::router(service), store, app, post)
        });
        Self {
            runtime,
            router,
            still,
            env,
            steps: 0,
            store,
            app,
            post,
            players: Vec::new(),
            game: String::new(),
            key: None,
            database,
            directory,
        }
    }

    pub(crate) fn new(stage: Stage) -> Self {
        let mut world = Self::open(Database::new_of_run(), Directory::new());
        for name in ["Ada", "Ben"] {
            world.enter(name);
            let who = Some(world.players.len() - 1);
            let address = format!("{}@example.org", name.to_lowercase());
            world.ask("PUT", "/v1/players/me/mailbox", who, &json!({"address": address}));
            let code = world.mails().pop().flatten().unwrap().word("bra_");
            world.ask("POST", "/v1/players/me/mailbox/confirm", who, &json!({"code": code}));
        }
        let mut game = json!({"ruleset": "classic", "options": {"first": "creator"}});
        if stage == Stage::Inviting {
            game["opponents"] = json!([{"kind": "mail", "address": INVITED}]);
        }
        world.game =
            world.ask("POST", "/v1/games", Some(0), &game)["id"].as_str().unwrap().to_owned();
        if stage == Stage::Inviting {
            world.key = Some((INVITATION, world.key_to_dora()));
        } else {
            world.ask("POST", &world.path("/seats"), Some(1), &json!({}));
        }
        if stage == Stage::Playing {
            for who in [0, 1] {
                world.ask(
                    "PUT",
                    &world.path("/seats/me/placement"),
                    Some(who),
                    &placement(&standard_fleet()),
                );
            }
        }
        if stage == Stage::Confirming {
            world.enter("Dora");
            let mailbox = json!({"address": INVITED, "language": "it"});
            world.ask("PUT", "/v1/players/me/mailbox", Some(2), &mailbox);
            world.key = Some((CONFIRMATION, world.key_to_dora()));
        }
        world.add_keys();
        world
    }

    /// Creates a player.
    fn enter(&mut self, name: &str) {
        let account = self.ask("POST", "/v1/players", None, &json!({"name": name}));
        let (id, token) = (&account["player"]["id"], &account["token"]);
        self.players.push((id.as_str().unwrap().to_owned(), token.as_str().unwrap().to_owned()));
    }

    /// The reply key in the mail to Dora.
    fn key_to_dora(&self) -> String {
        let mail = self.mails().into_iter().flatten().find(|mail| mail.to == INVITED).unwrap();
        mail.reply_to().split(['+', '@']).nth(1).unwrap().to_owned()
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    /// Advances the clock by a step.
    fn step(&mut self) {
        self.steps += 1;
        self.still.set(Time(START + 1000 * self.steps as i64), self.steps);
    }

    /// Sends a request, and lets the service write its mail.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        who: Option<usize>,
        body: &Value,
    ) -> Value {
        self.step();
        let mut request =
            Request::builder().method(method).uri(path).header("content-type", "application/json");
        if let Some(who) = who {
            request = request.header("authorization", format!("Bearer {}", self.players[who].1));
        }
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let (router, post) = (self.router.clone(), self.post.clone());
        self.runtime.block_on(async move {
            let answer = router.oneshot(request.body(body).unwrap()).await.unwrap();
            let status = answer.status();
            let body = answer.into_body().collect().await.unwrap().to_bytes();
            let json: Value = serde_json::from_slice(&body).unwrap_or_default();
            assert!(status.is_success(), "{json}");
            while post.write_due().await.unwrap() > 0 {}
            json
        })
    }

    /// Lets this much time pass.
    pub(crate) fn wait(&mut self, seconds: u64) {
        self.steps += seconds;
        self.step();
    }

    /// Lets the service write its mail.
    pub(crate) fn write_mail(&self) {
        let write = async { while self.post.write_due().await.unwrap() > 0 {} };
        self.runtime.block_on(write);
    }

    /// Lets the service try moves that were written ahead of time. Returns the number of moves made
    /// or dropped.
    pub(crate) fn try_queues(&self) -> u32 {
        self.runtime.block_on(move_queues::try_queues(&self.app)).unwrap()
    }

    /// Stores reply keys as if mails had contained them.
    fn add_keys(&mut self) {
        let loaded = self.runtime.block_on(self.app.play.game(&self.game)).unwrap().unwrap();
        let turn = loaded.game.turn();
        let keys = [(&*self.game, turn), (&*self.game, turn.saturating_sub(1)), ("", 0)];
        let row = |(key, (game_id, turn)): (&str, (&str, u32))| KeyRow {
            hash: ReplyKey::parse(key).unwrap().hash(),
            player_id: self.players[0].0.clone(),
            game_id: game_id.to_owned(),
            turn,
            created_at: Time(START),
            games: Vec::new(),
        };
        let keys = KEYS.into_iter().zip(keys).map(row).collect();
        let mail = NewMail {
            id: self.env.new_id(),
            player_id: None,
            game_id: None,
            mail_kind: MailKind::Game,
            message_id: "keys@example.org".to_owned(),
            recipient: "nobody@example.org".to_owned(),
            sender: "nobody@example.org".to_owned(),
            message: "To: nobody@example.org\r\n\r\n".to_owned(),
        };
        let add = outbox::Add { mail, keys, threads: Vec::new(), at: Time(START) };
        self.runtime.block_on(self.store.commit(add)).unwrap();
    }

    /// Describes the purpose of a reply address.
    pub(crate) fn key(&self, address: &str) -> String {
        let Some((_, rest)) = address.split_once('+') else {
            return format!("to be answered to {address}");
        };
        let key = rest.split('@').next().unwrap();
        if self.key.as_ref().is_some_and(|(_, of)| of == key) {
            return "to be answered as the invitation was".to_owned();
        }
        let key = ReplyKey::parse(key).unwrap();
        let row = self.runtime.block_on(self.store.mail_key(&key.hash())).unwrap().unwrap();
        let whose = match self.players.iter().position(|(id, _)| *id == row.player_id) {
            Some(0) => "Ada",
            Some(1) => "Ben",
            // An invited guest has an account now.
            _ => "Dora",
        };
        match row.game() {
            Some(_) => format!("to be answered by {whose} in turn {}", row.turn),
            None => format!("to be answered by {whose}, about no game"),
        }
    }

    /// Receives a message and carries it out; returns the result.
    pub(crate) fn receive(&mut self, message: &[u8]) -> String {
        self.step();
        let raw = match &self.key {
            Some((word, key)) => Bytes::from(String::from_utf8_lossy(message).replace(word, key)),
            None => Bytes::copy_from_slice(message),
        };
        self.runtime.block_on(async {
            let receipt = match self.post.receive(raw, None, Channel::Inbound).await {
                Ok(receipt) => receipt,
                Err(unkept) => return format!("not kept: {unkept}"),
            };
            while self.post.process_inbox().await.unwrap() > 0 {}
            while self.post.write_due().await.unwrap() > 0 {}
            let row = self.store.mail_in(&receipt.id).await.unwrap().unwrap().row;
            let repeated = if receipt.repeated { "a copy of what was " } else { "" };
            let why =
                if row.reason.is_empty() { String::new() } else { format!(" ({})", row.reason) };
            format!("{repeated}{}{why}", <&str>::from(row.state))
        })
    }

    /// Returns all mail, oldest first, with `None` for mail that was given up.
    pub(crate) fn mails(&self) -> Vec<Option<Mail>> {
        let mails = self.runtime.block_on(self.store.mails(None, None, 500)).unwrap();
        let read = |row: &MailRow| {
            let message = self.runtime.block_on(self.post.compose_message(&row.mail)).unwrap();
            (!message.is_empty()).then(|| Mail::read(&message))
        };
        mails.iter().rev().map(read).collect()
    }

    /// Returns the state that may change, one line per item, each with the name of the item first.
    pub(crate) fn state(&mut self) -> Vec<String> {
        let (ada, nothing) = (Some(0), Value::Null);
        let game = self.ask("GET", &self.path(""), ada, &nothing);
        let events = self.ask("GET", &self.path("/events?limit=200"), ada, &nothing);
        let events = events["events"].as_array().unwrap();
        let last = events.last().map(|event| bare(event).to_string()).unwrap_or_default();
        let games = self.ask("GET", "/v1/games?which=mine", ada, &nothing);
        let messages = self.ask("GET", &self.path("/messages"), ada, &nothing);
        let texts: Vec<_> =
            messages["messages"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
        let notes = self.ask("GET", &self.path("/notes"), ada, &nothing);
        let mailbox = self.ask("GET", "/v1/players/me/mailbox", ada, &nothing);
        let mut state = vec![
            format!("games: {}", games["games"].as_array().map_or(0, Vec::len)),
            format!("status: {} {}", game["status"], game["outcome"]),
            format!("events: {}, the last {last}", events.len()),
            format!("to_move: {}", game["to_move"]),
            format!("second seat: {}", game["seats"][1]),
            format!("messages: {}", json!(texts)),
            format!("notes: {}", notes["text"]),
            format!(
                "mailbox: {}, sheets {}, {}",
                mailbox["cadence"], mailbox["sheets"], mailbox["language"]
            ),
        ];
        if self.players.len() > 2 {
            let dora = self.ask("GET", "/v1/players/me/mailbox", Some(2), &nothing);
            state.push(format!(
                "confirmed: {}, asked {}",
                dora["address"], dora["pending"]["address"]
            ));
        }
        state
    }
}
