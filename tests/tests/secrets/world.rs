//! A service in process, with a stopped clock and deterministic randomness, and three players: Ada
//! in seat 1, Ben in seat 2, and Eve without a seat.

use std::collections::HashMap;
use std::io::Write;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, Request, StatusCode};
use broadside::config::Settings;
use broadside_app::play::Play;
use broadside_app::{App, BotTask};
use broadside_domain::env::Env;
use broadside_domain::limits::{Limits, MailLimits};
use broadside_domain::time::Time;
use broadside_engine::seat::Viewer;
use broadside_http::{self as http, AppState};
use broadside_post::Post;
use broadside_post::ReplyKey;
use broadside_store::heartbeat::Beat;
use broadside_store::outages::MoveGames;
use broadside_store::sqlite::Sqlite;
use broadside_store::{self as store, Channel, MailRow, Store};
use broadside_tests::database::Database;
use broadside_tests::env::FixedEnv;
use broadside_tests::server::Directory;
use broadside_tests::wait::{GUARD, wait_until};
use broadside_worker as work;
use broadside_worker::webhooks::{WebhookClient, WebhookDispatcher};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};

/// A stream that a player keeps open.
struct Live {
    player: &'static str,
    path: String,
    how: How,
    body: Body,
    /// The text received so far.
    text: String,
}

/// The way in which a stream is kept open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// With a token.
    Token,
    /// With a ticket.
    Ticket,
    /// With a token, cut and resumed after every step.
    Cut,
}

impl Live {
    /// Reads available data without waiting.
    fn take(&mut self) {
        let mut context = Context::from_waker(Waker::noop());
        while let Poll::Ready(Some(frame)) = Pin::new(&mut self.body).poll_frame(&mut context) {
            self.add(frame.unwrap().into_data().unwrap());
        }
    }

    fn add(&mut self, bytes: axum::body::Bytes) {
        self.text.push_str(std::str::from_utf8(&bytes).unwrap());
    }

    /// The number in the id of the last message.
    fn last(&self) -> Option<u64> {
        self.text.lines().filter_map(number).next_back()
    }

    /// The id of the last message.
    fn last_id(&self) -> Option<&str> {
        self.text.lines().filter_map(|line| line.strip_prefix("id: ")).next_back()
    }

    /// Waits for more data.
    async fn next(&mut self) {
        let frame = tokio::time::timeout(GUARD, self.body.frame()).await;
        let frame = frame.unwrap_or_else(|_| panic!("{}: nothing comes: {}", self.path, self.text));
        self.add(frame.unwrap().unwrap().into_data().unwrap());
    }
}

/// Returns the number in an id line of a stream, after the timeline.
fn number(line: &str) -> Option<u64> {
    line.strip_prefix("id: ")?.split_once('.')?.1.parse().ok()
}

const START: i64 = 1_777_777_777_000;
/// First seed of hidden steps, beyond the seeds of other steps.
const HIDDEN: u64 = 1 << 32;
/// First seed of the background tasks after a step, beyond the seeds of steps.
const WORK: u64 = 1 << 33;

/// The log of the service.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// A complete answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

pub(crate) struct World {
    runtime: tokio::runtime::Runtime,
    router: Router,
    still: FixedEnv,
    log: Log,
    /// Number of public steps. The clock and the randomness depend only on these.
    steps: u64,
    /// Set while a step is hidden; and the number of hidden steps.
    hiding: bool,
    hidden: u64,
    /// Number of letters by each player.
    letters: HashMap<String, u64>,
    /// Additional waiting time in milliseconds.
    waited: i64,
    tokens: HashMap<&'static str, String>,
    pub(crate) players: HashMap<&'static str, String>,
    pub(crate) game: String,
    /// The webhook of each player. Messages are read from the database and not sent.
    pub(crate) hooks: HashMap<&'static str, String>,
    dispatcher: WebhookDispatcher,
    /// Mail of the service. It is read from the database and not sent.
    post: Arc<Post>,
    store: Store,
    play: Arc<Play>,
    app: Arc<App>,
    env: Env,
    live: Vec<Live>,
    /// Set if all players (Ben after he has joined) read streams that include games, up to the
    /// current end after every step.
    follows: bool,
    _logging: tracing::subscriber::DefaultGuard,
    // The order matters for dropping: users of the database are dropped before it.
    database: Database,
    directory: Directory,
}

/// The reply addresses with keys in mails, in order.
pub(crate) fn addresses(mails: &[String]) -> Vec<String> {
    let address = |mail: &String| {
        let line =
            mail.lines().find(|line| line.starts_with("Reply-To:") && line.contains("play+"))?;
        Some(line.split_once('<')?.1.split('>').next()?.to_owned())
    };
    mails.iter().filter_map(address).collect()
}

/// The ids of the operations of the document.
pub(crate) fn documented() -> Vec<String> {
    let document: Value = serde_json::from_slice(&http::openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.values().flat_map(|path| path.as_object().unwrap().values());
    operations.map(|operation| operation["operationId"].as_str().unwrap().to_owned()).collect()
}

/// An open service with a database.
struct Opened {
    router: Router,
    dispatcher: WebhookDispatcher,
    post: Arc<Post>,
    store: Store,
    play: Arc<Play>,
    app: Arc<App>,
}

async fn open(url: &str, env: &Env) -> Opened {
    let backend = store::open(&url.parse().unwrap()).await.unwrap();
    // The stopped clock would break heartbeats.
    let mut config = Settings::from_flags(&["--limits", "none"]).unwrap().complete().unwrap();
    config.mail.limits = MailLimits { delay_seconds: 0, ..Limits::NORMAL.mail };
    config.http.limits.heartbeat_seconds = 60 * 60;
    let store = Store::new(backend);
    let dispatcher = WebhookDispatcher::new(store.clone(), env.clone(), WebhookClient::new(false));
    let app = App::new(store.clone(), env.clone(), &config.app).await.unwrap();
    let post = Post::new(Arc::clone(&app), config.mail).await.unwrap();
    let service = AppState::new(Arc::clone(&post), &config.http).await.unwrap();
    let play = Arc::clone(&app.play);
    Opened { router: http::router(service), dispatcher, post, store, play, app }
}

impl Drop for World {
    fn drop(&mut self) {
        // A stream releases its resources within the runtime when it is dropped.
        let _inside = self.runtime.enter();
        self.live.clear();
    }
}

/// The database of a world without a game, for copies.
pub(crate) struct Template {
    steps: u64,
    tokens: HashMap<&'static str, String>,
    players: HashMap<&'static str, String>,
    hooks: HashMap<&'static str, String>,
    database: Database,
    directory: Directory,
}

impl Template {
    pub(crate) fn new() -> Self {
        let world = World::new();
        world.runtime.block_on(world.store.close()).unwrap();
        let directory = Directory::new();
        Self {
            steps: world.steps,
            tokens: world.tokens.clone(),
            players: world.players.clone(),
            hooks: world.hooks.clone(),
            database: world.database.copy(&world.directory, &directory),
            directory,
        }
    }

    pub(crate) fn world(&self) -> World {
        let directory = Directory::new();
        let mut world = World::on(self.database.copy(&self.directory, &directory), directory);
        world.steps = self.steps;
        world.tokens.clone_from(&self.tokens);
        world.players.clone_from(&self.players);
        world.hooks.clone_from(&self.hooks);
        world
    }

    /// Returns a world in which all players follow the game with streams that include it.
    pub(crate) fn following(&self) -> World {
        let mut world = self.world();
        world.follows = true;
        world
    }
}

impl World {
    /// Opens a service on a database.
    fn on(database: Database, directory: Directory) -> Self {
        // One thread, so that all log messages of the service go to the log of this world.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let log = Log::default();
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(log.clone())
            .without_time()
            .with_ansi(false);
        let own = Targets::new().with_target("broadside", Level::TRACE);
        let subscriber = tracing_subscriber::registry().with(lines.with_filter(own));
        let logging = tracing::subscriber::set_default(subscriber);
        let still = FixedEnv::new(Time(START));
        let env = Env::new(still.clone());
        let url = database.url_in(&directory);
        let Opened { router, dispatcher, post, store, play, app } =
            runtime.block_on(open(&url, &env));
        Self {
            runtime,
            router,
            still,
            log,
            steps: 0,
            hiding: false,
            hidden: 0,
            letters: HashMap::new(),
            waited: 0,
            tokens: HashMap::new(),
            players: HashMap::new(),
            game: String::new(),
            hooks: HashMap::new(),
            dispatcher,
            post,
            store,
            play,
            app,
            env,
            live: Vec::new(),
            follows: false,
            _logging: logging,
            database,
            directory,
        }
    }

    pub(crate) fn new() -> Self {
        let mut world = Self::on(Database::new_of_run(), Directory::new());
        for name in ["ada", "ben", "eve"] {
            let account =
                world.ask("POST", "/v1/players", "", &[], Some(json!({"name": name}))).json();
            world.tokens.insert(name, account["token"].as_str().unwrap().to_owned());
            world.players.insert(name, account["player"]["id"].as_str().unwrap().to_owned());
            let url = json!({"url": format!("https://example.org/{name}")});
            let hook = world.ask("POST", "/v1/webhooks", name, &[], Some(url)).json();
            world.hooks.insert(name, hook["id"].as_str().unwrap().to_owned());
            let mailbox =
                json!({"address": format!("{name}@example.org"), "sheets": name == "ada"});
            world.must("PUT", "/v1/players/me/mailbox", name, mailbox);
            let asks = world.mails(name).remove(0);
            let code = asks.split_whitespace().find(|word| word.starts_with("bra_")).unwrap();
            world.must("POST", "/v1/players/me/mailbox/confirm", name, json!({"code": code}));
        }
        world
    }

    /// Sends a request as a player, or without a token if `player` is empty.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        player: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        self.step();
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = self.tokens.get(player) {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let router = self.router.clone();
        let answer = self.runtime.block_on(async move {
            let (parts, body) = router.oneshot(request.unwrap()).await.unwrap().into_parts();
            let kind = parts.headers.get("content-type");
            let body = if kind.is_some_and(|kind| kind == "text/event-stream") {
                // A stream does not end: read what is available.
                let (path, text) = (String::new(), String::new());
                let mut stream = Live { player: "", path, how: How::Token, body, text };
                stream.take();
                stream.text.into_bytes()
            } else {
                body.collect().await.unwrap().to_bytes().to_vec()
            };
            Answer { status: parts.status, headers: parts.headers, body }
        });
        // A request that changes nothing leaves nothing to do.
        if method != "GET" {
            self.work();
        }
        self.follow();
        answer
    }

    /// Lets the background tasks work. What they draw does not depend on what the step before them
    /// has drawn.
    fn work(&mut self) {
        self.still.set(self.now(), WORK + self.seed());
        let dispatcher = self.dispatcher.clone();
        let post = Arc::clone(&self.post);
        let live = &mut self.live;
        self.runtime.block_on(async move {
            post.process_recovery_requests().await.unwrap();
            dispatcher.fan_out_all().await.unwrap();
            while post.write_due().await.unwrap() > 0 {}
            // Every step wakes the streams, hidden or not.
            live.iter_mut().for_each(Live::take);
        });
    }

    /// Sends a letter of a player, to the address without a key or to that of [`Self::reply_to`].
    pub(crate) fn write(&mut self, player: &str, key: bool, words: &str) {
        let to = if key {
            self.reply_to(player).expect("there is a mail with a key")
        } else {
            "play@localhost".to_owned()
        };
        self.write_to(player, &to, words);
    }

    /// Sends a letter of a player to an address.
    pub(crate) fn write_to(&mut self, player: &str, to: &str, words: &str) {
        self.step();
        // Each letter needs a new number, hidden or not; otherwise it would count as a duplicate.
        let number = self.letters.entry(player.to_owned()).or_default();
        *number += 1;
        let raw = format!(
            "From: {player}@example.org\r\nTo: {to}\r\nSubject: Re: the game\r\nMessage-ID: <{player}.{number}@example.org>\r\n\r\n\
             {words}\r\n"
        );
        let dispatcher = self.dispatcher.clone();
        let post = Arc::clone(&self.post);
        let live = &mut self.live;
        self.runtime.block_on(async move {
            let receipt = post.receive(raw.into(), None, Channel::Inbound).await.unwrap();
            assert!(!receipt.repeated, "a letter of {player} is taken for a copy: {words}");
            while post.process_inbox().await.unwrap() > 0 {}
            dispatcher.fan_out_all().await.unwrap();
            while post.write_due().await.unwrap() > 0 {}
            live.iter_mut().for_each(Live::take);
        });
        self.follow();
    }

    /// The reply address with a key of the newest mail to a player about the game, or else of the
    /// newest mail without a game.
    pub(crate) fn reply_to(&self, player: &str) -> Option<String> {
        let mut without_game = None;
        for row in self.rows(player) {
            let Some(address) = addresses(&[self.as_sent(&row)]).pop() else { continue };
            match self.game_of(&address) {
                Some(game) if game == self.game => return Some(address),
                Some(game) if game.is_empty() && without_game.is_none() => {
                    without_game = Some(address)
                }
                _ => {}
            }
        }
        without_game
    }

    /// The game of an address with a key, empty if it is for no game; `None` for an address that
    /// confirms another one.
    pub(crate) fn game_of(&self, address: &str) -> Option<String> {
        let key = ReplyKey::parse(address.split(['+', '@']).nth(1)?)?;
        let row = self.runtime.block_on(self.store.mail_key(&key.hash())).unwrap()?;
        Some(row.game_id)
    }

    /// Opens streams of the game and of all games for Ada and Eve.
    fn listen(&mut self) {
        for player in ["ada", "eve"] {
            self.listen_as(player);
        }
    }

    fn listen_as(&mut self, player: &'static str) {
        let paths = [self.path("/events"), "/v1/events".to_owned()];
        if !self.follows {
            for path in paths {
                self.hold_open(player, path, How::Token);
            }
            return;
        }
        for path in paths {
            for how in [How::Token, How::Ticket, How::Cut] {
                self.hold_open(player, format!("{path}?include=game"), how);
            }
        }
        self.follow();
    }

    fn hold_open(&mut self, player: &'static str, path: String, how: How) {
        let body = match how {
            How::Ticket => {
                let ticket = self.ask("POST", "/v1/stream-tickets", player, &[], None).json();
                self.open(
                    &format!("{path}&ticket={}", ticket["ticket"].as_str().unwrap()),
                    "",
                    None,
                )
            }
            How::Token | How::Cut => self.open(&path, player, None),
        };
        self.live.push(Live { player, path, how, body, text: String::new() });
    }

    /// Opens a stream as a player, or without a token if `player` is empty.
    fn open(&self, path: &str, player: &str, last: Option<&str>) -> Body {
        let mut request = Request::builder().uri(path).header("accept", "text/event-stream");
        if let Some(token) = self.tokens.get(player) {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let answer = self.router.clone().oneshot(request.body(Body::empty()).unwrap());
        let answer = self.runtime.block_on(answer).unwrap();
        assert!(!self.follows || answer.status().is_success(), "{path}: {}", answer.status());
        answer.into_body()
    }

    /// Opens a stream after a message, with the header or with the parameters.
    fn open_behind(&self, path: &str, player: &str, last: &str, by_header: bool) -> Body {
        if by_header {
            return self.open(path, player, Some(last));
        }
        let (timeline, after) = last.split_once('.').unwrap();
        self.open(&format!("{path}&timeline={timeline}&after={after}"), player, None)
    }

    /// The number of the last message of a stream of a player.
    fn end(&self, player: &str, path: &str) -> u64 {
        let player = &self.players[player];
        self.runtime.block_on(async {
            if path.starts_with("/v1/events") {
                return self.store.head(player).await.unwrap().last_seq;
            }
            let loaded = self.play.game(&self.game).await.unwrap().unwrap();
            loaded.game.visible(loaded.viewer(player).unwrap_or(Viewer::Public))
        })
    }

    /// Reads the streams with games up to their ends, and resumes those that are cut after each
    /// public step.
    fn follow(&mut self) {
        if !self.follows {
            return;
        }
        for n in 0..self.live.len() {
            let end = self.end(self.live[n].player, &self.live[n].path);
            let live = &mut self.live[n];
            self.runtime.block_on(async {
                while live.last().is_none_or(|last| last < end) {
                    live.next().await;
                }
            });
            let live = &self.live[n];
            if let (How::Cut, false, Some(last)) = (live.how, self.hiding, live.last_id()) {
                let body =
                    self.open_behind(&live.path, live.player, last, self.steps.is_multiple_of(2));
                let live = &mut self.live[n];
                self.runtime.block_on(async {
                    live.body = body;
                    live.take();
                });
            }
        }
    }

    /// The text of the streams with games of a player, each with its path.
    pub(crate) fn followed(&self, player: &str) -> Vec<(String, How, String)> {
        let own = self.live.iter().filter(|live| live.player == player);
        own.map(|live| (live.path.clone(), live.how, live.text.clone())).collect()
    }

    /// The text of a stream with games that a player opens after a message, up to its current end.
    pub(crate) fn resumed(&self, player: &'static str, path: &str, last: &str) -> String {
        let after: u64 = last.split_once('.').unwrap().1.parse().unwrap();
        let body = self.open_behind(path, player, last, after.is_multiple_of(2));
        let mut live =
            Live { player, path: path.to_owned(), how: How::Token, body, text: String::new() };
        let is_behind = after < self.end(player, path);
        self.runtime.block_on(async {
            live.take();
            // It ends with a snapshot of the current state.
            while is_behind && !live.text.contains("event: snapshot\n") {
                live.next().await;
            }
        });
        let _inside = self.runtime.enter();
        live.text
    }

    /// The text of the streams of a player, byte for byte, up to their current ends.
    pub(crate) fn heard(&mut self, player: &str) -> Vec<String> {
        let paths =
            self.live.iter().filter(|live| live.player == player).map(|live| live.path.clone());
        let paths: Vec<_> = paths.collect();
        let mut all = Vec::new();
        for path in paths {
            let now = self.ask("GET", &path, player, &[("accept", "text/event-stream")], None).body;
            let now = String::from_utf8(now).unwrap();
            let to = now.lines().find_map(number).unwrap();
            let live = self
                .live
                .iter_mut()
                .find(|live| live.player == player && live.path == path)
                .unwrap();
            self.runtime.block_on(async {
                while live.last() != Some(to) {
                    live.next().await;
                }
            });
            all.push(format!("{path}\n{}", live.text));
        }
        all
    }

    /// Advances to the next step. Hidden steps use random ids of their own.
    fn step(&mut self) {
        self.steps += 1;
        self.hidden += u64::from(self.hiding);
        self.set();
    }

    fn set(&self) {
        self.still.set(self.now(), self.seed());
    }

    fn now(&self) -> Time {
        Time(START + self.waited + 1000 * self.steps as i64)
    }

    fn seed(&self) -> u64 {
        if self.hiding { HIDDEN + self.hidden } else { self.steps }
    }

    /// Continues with a restored backup of the current state. With PostgreSQL, marks the database
    /// itself as restored.
    pub(crate) fn restore(&mut self) {
        self.step();
        {
            let _inside = self.runtime.enter();
            self.live.clear();
        }
        let url = self.database.url_in(&self.directory);
        let url = match url.parse().unwrap() {
            broadside_store::Database::Sqlite(file) => {
                let [copy, restored] =
                    ["copy.db", "restored.db"].map(|name| self.directory.file(name));
                self.runtime.block_on(async {
                    Sqlite::copy(&file, &copy).await.unwrap();
                    store::restore_copy(&copy, &restored, &self.env).await.unwrap();
                });
                format!("sqlite:{}", restored.display())
            }
            broadside_store::Database::Postgres(address) => {
                self.runtime.block_on(self.store.close()).unwrap();
                // The server may take a moment to close its side of the connections.
                wait_until("the restore", || {
                    let restored = store::restore_in_place(&address, &self.env);
                    match self.runtime.block_on(restored) {
                        Ok(_) => true,
                        Err(store::RestoreError::Nodes(_)) => false,
                        Err(error) => panic!("{error}"),
                    }
                });
                url
            }
        };
        let opened = self.runtime.block_on(open(&url, &self.env));
        let Opened { router, dispatcher, post, store, play, app } = opened;
        (self.router, self.dispatcher, self.post) = (router, dispatcher, post);
        (self.store, self.play, self.app) = (store, play, app);
        self.listen();
        self.listen_as_ben();
    }

    /// Makes an outage of this many hours, without heartbeats.
    pub(crate) fn outage(&mut self, hours: i64) {
        self.heartbeat(self.env.now());
        self.waited += hours * 60 * 60 * 1000;
        // The heartbeat precedes the change of the clock. Otherwise an open stream could end the
        // turn first.
        self.heartbeat(Time(START + self.waited + 1000 * (self.steps as i64 + 1)));
        self.step();
        self.runtime.block_on(async {
            while self.store.outage_to_move().await.unwrap() {
                self.store.commit(MoveGames).await.unwrap();
            }
            self.play.refresh_outages().await.unwrap();
            work::process_deadlines(&self.store, &self.play, &self.env).await.unwrap();
            self.dispatcher.fan_out_all().await.unwrap();
            while self.post.write_due().await.unwrap() > 0 {}
        });
        self.follow();
    }

    fn heartbeat(&self, at: Time) {
        if self.store.shared() {
            let millis = at.0;
            self.database.run(
                &self.directory,
                &format!(
                    "CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS \
                     $$ SELECT to_timestamp({millis} / 1000.0) $$"
                ),
            );
        }
        let env = Env::new(FixedEnv::new(at));
        self.runtime.block_on(self.store.check(Beat { env })).unwrap();
    }

    /// Waits until shortly before a time, and runs the background work of the clocks.
    pub(crate) fn wait_for(&mut self, time: &str) {
        let time = time.parse::<jiff::Timestamp>().unwrap().as_millisecond();
        self.waited = time - 60 * 60 * 1000 - START;
        self.set();
        self.runtime.block_on(async {
            work::process_deadlines(&self.store, &self.play, &self.env).await.unwrap();
            self.dispatcher.fan_out_all().await.unwrap();
            while self.post.write_due().await.unwrap() > 0 {}
        });
    }

    /// All mail to a player, oldest first: each as it would be sent, with its envelope.
    pub(crate) fn mails(&self, player: &str) -> Vec<String> {
        self.rows(player).iter().rev().map(|row| self.as_sent(row)).collect()
    }

    /// All mail to a player, newest first.
    fn rows(&self, player: &str) -> Vec<MailRow> {
        let player = Some(self.players[player].as_str());
        self.runtime.block_on(self.store.mails(player, None, 500)).unwrap()
    }

    /// All mail to an address of a player or of another person, in the same format.
    pub(crate) fn mails_to(&self, address: &str) -> Vec<String> {
        let mails = self.runtime.block_on(self.store.mails(None, None, 500)).unwrap();
        let to = mails.iter().rev().filter(|row| row.mail.recipient == address);
        to.map(|row| self.as_sent(row)).collect()
    }

    fn as_sent(&self, row: &MailRow) -> String {
        let message = self.runtime.block_on(self.post.compose_message(&row.mail)).unwrap();
        format!("{} {}\n{message}", row.mail.sender, row.mail.recipient)
    }

    /// Does something that must stay hidden from others: it advances neither the clock nor the
    /// sequence of ids.
    pub(crate) fn hidden(&mut self, act: impl FnOnce(&mut Self)) {
        let steps = self.steps;
        self.hiding = true;
        act(self);
        self.hiding = false;
        self.steps = steps;
        self.set();
    }

    fn must(&mut self, method: &str, path: &str, player: &str, body: Value) -> Value {
        let answer = self.ask(method, path, player, &[], Some(body));
        let json = answer.json();
        assert!(answer.status.is_success(), "{method} {path} by {player}: {json}");
        json
    }

    pub(crate) fn create(&mut self, body: Value) {
        let created = self.must("POST", "/v1/games", "ada", body);
        self.game = created["id"].as_str().unwrap().to_owned();
        self.listen();
    }

    /// Lets a bot take its turn. Returns the time that was drawn for it; `None` if no bot has
    /// anything to do.
    pub(crate) fn bot_acts(&mut self) -> Option<Time> {
        self.step();
        let (app, id) = (Arc::clone(&self.app), self.game.clone());
        let due_at = self.runtime.block_on(async move {
            let task = BotTask::next(&app.require_game(&id).await.unwrap())?;
            assert!(app.execute_bot(&task.decide().unwrap()).await.unwrap());
            Some(task.due_at())
        });
        self.follow();
        due_at
    }

    /// Lets the server try the moves in queues. Returns the number of moves that were made or
    /// dropped.
    pub(crate) fn queues_act(&mut self) -> u32 {
        self.step();
        let app = Arc::clone(&self.app);
        let tried = self
            .runtime
            .block_on(async move { work::move_queues::try_queues(&app).await.unwrap() });
        self.work();
        self.follow();
        tried
    }

    /// Creates a game for one, played by Ben. Ada and Eve are spectators.
    pub(crate) fn ben_creates(&mut self, body: Value) {
        let created = self.must("POST", "/v1/games", "ben", body);
        self.game = created["id"].as_str().unwrap().to_owned();
        self.listen();
        self.listen_as_ben();
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    pub(crate) fn take_seat(&mut self) {
        self.must("POST", &self.path("/seats"), "ben", json!({}));
        self.listen_as_ben();
    }

    /// Opens the streams of Ben after he has joined, if the players follow games.
    fn listen_as_ben(&mut self) {
        if self.follows {
            self.listen_as("ben");
        }
    }

    pub(crate) fn ada_places(&mut self, placement: Value) {
        self.must("PUT", &self.path("/seats/me/placement"), "ada", placement);
    }

    pub(crate) fn ben_places(&mut self, placement: Value) {
        self.must("PUT", &self.path("/seats/me/placement"), "ben", placement);
    }

    pub(crate) fn ada_acts(&mut self, actions: Value) {
        self.must("POST", &self.path("/actions"), "ada", actions);
    }

    pub(crate) fn ben_acts(&mut self, actions: Value) {
        self.must("POST", &self.path("/actions"), "ben", actions);
    }

    /// Writes single shots of Ben ahead of time.
    pub(crate) fn ben_plans(&mut self, cells: &[&str]) {
        let shot = |cell: &&str| json!({"actions": [{"type": "fire", "cells": [cell]}]});
        let moves: Vec<_> = cells.iter().map(shot).collect();
        self.must(
            "PUT",
            &self.path("/queue"),
            "ben",
            json!({"ruleset": "classic", "moves": moves}),
        );
    }

    /// The player to move, and the game as Ada sees it.
    pub(crate) fn mover(&mut self) -> (&'static str, Value) {
        let game = self.ask("GET", &self.path(""), "ada", &[], None).json();
        (if game["to_move"][0] == 1 { "ada" } else { "ben" }, game)
    }

    /// Makes actions of the player to move; returns the answer to Ada if she is to move.
    pub(crate) fn mover_acts(&mut self, actions: Value) -> Value {
        let (player, _) = self.mover();
        self.must("POST", &self.path("/actions"), player, actions)
    }

    /// Returns `true` if it is Ada's turn, which is public.
    pub(crate) fn ada_is_to_move(&mut self) -> bool {
        self.ask("GET", &self.path(""), "ada", &[], None).json()["to_move"][0] == 1
    }

    /// Returns the log since the last call, without durations.
    pub(crate) fn logged(&self) -> String {
        let bytes = std::mem::take(&mut *self.log.0.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        let words =
            text.split(' ').map(|word| if word.starts_with("micros=") { "micros=…" } else { word });
        words.collect::<Vec<_>>().join(" ")
    }
}
