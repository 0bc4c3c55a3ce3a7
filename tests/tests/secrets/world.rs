//! A service in process, whose clock stands still and whose randomness is fixed, with three players: Ada in seat 1,
//! Ben in seat 2, and Eve who has no seat.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use broadside::ambient::{Ambient, Still, Time};
use broadside::config::Streams;
use broadside::http::{self, Service};
use broadside::store::{self, Store};
use broadside_tests::database::Database;
use broadside_tests::server::Directory;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use tracing_subscriber::fmt::MakeWriter;

const START: i64 = 1_777_777_777_000;

/// What the service logs.
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

/// An answer, whole.
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
    still: Arc<Still>,
    log: Log,
    /// Steps that everybody can know of; the clock and the randomness follow them alone.
    steps: u64,
    tokens: HashMap<&'static str, String>,
    pub(crate) players: HashMap<&'static str, String>,
    pub(crate) game: String,
    _logging: tracing::subscriber::DefaultGuard,
    // In this order: what uses the database goes before it.
    _database: Database,
    _directory: Directory,
}

/// The operations of the document, by their ids.
pub(crate) fn documented() -> Vec<String> {
    let document = http::document();
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.values().flat_map(|path| path.as_object().unwrap().values());
    operations.map(|operation| operation["operationId"].as_str().unwrap().to_owned()).collect()
}

impl World {
    pub(crate) fn new() -> Self {
        // One thread: whatever the service does is logged to this world's log.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter("broadside=trace")
            .with_writer(log.clone())
            .without_time()
            .with_ansi(false)
            .finish();
        let logging = tracing::subscriber::set_default(subscriber);
        let (directory, database) = (Directory::new(), Database::new_of_run());
        let still = Arc::new(Still::at(Time(START)));
        let router = runtime.block_on(async {
            let backend = store::open(&database.url_in(&directory).parse().unwrap()).await.unwrap();
            let ambient = Ambient::new(Arc::clone(&still));
            let service =
                Service::new(Store::new(backend), ambient, None, Streams::default(), None).await.unwrap();
            http::router(service)
        });
        let mut world = Self {
            runtime,
            router,
            still,
            log,
            steps: 0,
            tokens: HashMap::new(),
            players: HashMap::new(),
            game: String::new(),
            _logging: logging,
            _database: database,
            _directory: directory,
        };
        for name in ["ada", "ben", "eve"] {
            let made = world.ask("POST", "/v1/players", "", &[], Some(json!({"name": name}))).json();
            world.tokens.insert(name, made["token"].as_str().unwrap().to_owned());
            world.players.insert(name, made["player"]["id"].as_str().unwrap().to_owned());
        }
        world
    }

    /// Sends a request as a player, or as nobody if `player` is empty.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        player: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        self.steps += 1;
        self.set();
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = self.tokens.get(player) {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = match body {
            Some(body) => {
                request.header("content-type", "application/json").body(Body::from(body.to_string()))
            }
            None => request.body(Body::empty()),
        };
        let router = self.router.clone();
        self.runtime.block_on(async move {
            let (parts, body) = router.oneshot(request.unwrap()).await.unwrap().into_parts();
            let body = body.collect().await.unwrap().to_bytes().to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        })
    }

    fn set(&self) {
        self.still.set(Time(START + 1000 * self.steps as i64), self.steps);
    }

    /// Does something that nobody else may learn of: neither the clock nor the sequence of ids goes on by it.
    pub(crate) fn hidden(&mut self, act: impl FnOnce(&mut Self)) {
        let steps = self.steps;
        act(self);
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
        let made = self.must("POST", "/v1/games", "ada", body);
        self.game = made["id"].as_str().unwrap().to_owned();
    }

    /// A game for one, which Ben plays: Ada looks on, as Eve does.
    pub(crate) fn ben_creates(&mut self, body: Value) {
        let made = self.must("POST", "/v1/games", "ben", body);
        self.game = made["id"].as_str().unwrap().to_owned();
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    pub(crate) fn take_seat(&mut self) {
        self.must("POST", &self.path("/seats"), "ben", json!({}));
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

    /// Whoever is to move, and the game as ada sees it.
    pub(crate) fn mover(&mut self) -> (&'static str, Value) {
        let game = self.ask("GET", &self.path(""), "ada", &[], None).json();
        (if game["to_move"][0] == 1 { "ada" } else { "ben" }, game)
    }

    /// Whoever is to move acts; what ada hears of it, if it is she.
    pub(crate) fn mover_acts(&mut self, actions: Value) -> Value {
        let (player, _) = self.mover();
        self.must("POST", &self.path("/actions"), player, actions)
    }

    /// Whether it is Ada's turn, which is public.
    pub(crate) fn ada_is_to_move(&mut self) -> bool {
        self.ask("GET", &self.path(""), "ada", &[], None).json()["to_move"][0] == 1
    }

    /// What the service has logged since it was last asked, without how long it took.
    pub(crate) fn logged(&self) -> String {
        let bytes = std::mem::take(&mut *self.log.0.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        let words = text.split(' ').map(|word| if word.starts_with("micros=") { "micros=…" } else { word });
        words.collect::<Vec<_>>().join(" ")
    }
}
