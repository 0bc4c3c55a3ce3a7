//! The service in process, on as many nodes as the database allows, with a clock that the test
//! sets.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use broadside::config::{Config, Settings};
use broadside_app::App;
use broadside_domain::env::{Env, EnvSource};
use broadside_domain::feed::{FeedItemKind, NotificationKind};
use broadside_domain::time::Time;
use broadside_http::{self as http, AppState};
use broadside_post::Post;
use broadside_store::outages::MoveGames;
use broadside_store::{self as store, Backend, Store};
use broadside_tests::database::Database;
use broadside_tests::server::Directory;
use broadside_worker as work;
use broadside_worker::timekeeper::Timekeeper;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// 2026-05-03T00:00:00Z.
const START: i64 = 1_777_766_400_000;
/// Length of a tick of the model in milliseconds.
pub(crate) const TICK: i64 = 12 * 60 * 1000;

/// A clock that the test sets, and random bytes that never repeat.
#[derive(Default)]
struct Clockwork {
    now: AtomicI64,
    /// Milliseconds by which the wall clock is ahead.
    ahead: AtomicI64,
    drawn: AtomicU64,
}

struct Shared(Arc<Clockwork>);

impl EnvSource for Shared {
    fn now(&self) -> Time {
        Time(self.uptime() + self.0.ahead.load(Ordering::SeqCst))
    }

    fn uptime(&self) -> i64 {
        self.0.now.load(Ordering::SeqCst)
    }

    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            // SplitMix64.
            let mut z =
                self.0.drawn.fetch_add(1, Ordering::SeqCst).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..chunk.len()]);
        }
    }
}

#[derive(Clone)]
struct Node {
    app: Arc<App>,
    router: Router,
}

pub(crate) struct Nodes {
    backends: Vec<Arc<Backend>>,
    nodes: Mutex<Vec<Node>>,
    clock: Arc<Clockwork>,
    config: Config,
    // The order matters for dropping: users of the database are dropped before it.
    database: Database,
    directory: Directory,
}

impl Nodes {
    pub(crate) async fn start() -> Self {
        Self::start_over(Database::new_of_run()).await
    }

    /// One node, even if the tests run on PostgreSQL.
    pub(crate) async fn over_a_file() -> Self {
        Self::start_over(Database::File).await
    }

    async fn start_over(database: Database) -> Self {
        let directory = Directory::new();
        let url = database.url_in(&directory).parse().unwrap();
        let mut backends = vec![store::open(&url).await.unwrap()];
        if backends[0].shared() {
            backends.push(store::open(&url).await.unwrap());
        }
        let config = Settings::from_flags(&["--limits", "none"]).unwrap().complete().unwrap();
        let clock = Arc::new(Clockwork::default());
        clock.now.store(START, Ordering::SeqCst);
        let nodes = Mutex::default();
        let nodes = Self { backends, nodes, clock, config, database, directory };
        nodes.restart().await;
        nodes
    }

    /// Restarts all nodes, so that they lose their memory.
    pub(crate) async fn restart(&self) {
        let mut started = Vec::new();
        for backend in &self.backends {
            let env = Env::new(Shared(Arc::clone(&self.clock)));
            let store = Store::new(Arc::clone(backend));
            let app = App::new(store, env, &self.config.app).await.unwrap();
            let post = Post::new(Arc::clone(&app), self.config.mail.clone()).await.unwrap();
            let state = AppState::new(post, &self.config.http).await.unwrap();
            started.push(Node { router: http::router(state), app });
        }
        *self.nodes.lock().unwrap() = started;
    }

    /// Runs a statement directly on the database, as a node of another version could.
    pub(crate) fn run(&self, statement: &str) {
        self.database.run(&self.directory, statement);
    }

    fn node(&self, luck: usize) -> Node {
        let nodes = self.nodes.lock().unwrap();
        nodes[luck % nodes.len()].clone()
    }

    pub(crate) fn set(&self, tick: i64) {
        self.clock.now.store(START + tick * TICK, Ordering::SeqCst);
    }

    /// Lets some milliseconds pass.
    pub(crate) fn pass(&self, millis: i64) {
        self.clock.now.fetch_add(millis, Ordering::SeqCst);
    }

    /// Sets the wall clock ahead by some milliseconds, or back.
    pub(crate) fn step(&self, millis: i64) {
        self.clock.ahead.fetch_add(millis, Ordering::SeqCst);
    }

    /// The time of the wall clock.
    pub(crate) fn wall(&self) -> Time {
        Shared(Arc::clone(&self.clock)).now()
    }

    /// Stops the clock of a PostgreSQL database at a tick.
    pub(crate) fn set_database(&self, tick: i64) {
        let seconds = (START + tick * TICK) / 1000;
        if self.backends[0].shared() {
            self.run(&format!(
                "CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS \
                 $$ SELECT to_timestamp({seconds}) $$"
            ));
        }
    }

    /// Converts a time of an answer to ticks.
    pub(crate) fn tick(shown: &Value) -> Option<i64> {
        let timestamp: jiff::Timestamp = shown.as_str()?.parse().unwrap();
        let since = timestamp.as_millisecond() - START;
        assert_eq!(since % TICK, 0, "{shown}");
        Some(since / TICK)
    }

    pub(crate) fn shown(tick: i64) -> String {
        Time(START + tick * TICK).to_string()
    }

    /// Sends a request to one of the nodes.
    pub(crate) async fn ask(
        &self,
        node: usize,
        method: &str,
        path: &str,
        token: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"));
        let request = match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let answer = self.node(node).router.oneshot(request.unwrap()).await.unwrap();
        let (status, body) = (answer.status(), answer.into_body());
        let body = body.collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// The version of a game in the memory of the first node.
    pub(crate) async fn version(&self, game: &str) -> u64 {
        self.node(0).app.play.game(game).await.unwrap().unwrap().game.version()
    }

    /// Runs the background work of one of the nodes.
    pub(crate) async fn reconcile(&self, node: usize) {
        let Node { app, .. } = self.node(node);
        work::process_deadlines(&app.store, &app.play, &app.env).await.unwrap();
    }

    /// Runs a statement that counts, directly on the database.
    pub(crate) fn count(&self, statement: &str) -> u64 {
        self.database.count(&self.directory, statement)
    }

    /// Writes the first heartbeat, at a tick. It does not end an outage.
    pub(crate) async fn first_heartbeat(&self, tick: i64) {
        self.run("DELETE FROM heartbeat");
        self.heartbeat(tick).await;
    }

    /// Writes a heartbeat at a tick, as another node could.
    pub(crate) async fn heartbeat(&self, tick: i64) {
        self.set(tick);
        let (at, before) = (START + tick * TICK, START + tick * TICK - 60_000);
        self.run(&format!(
            "INSERT INTO outages (number, from_at, until_at, moved) \
             SELECT (SELECT coalesce(max(number), 0) + 1 FROM outages), at, {at}, FALSE FROM heartbeat WHERE at < {before}"
        ));
        self.run(&format!(
            "INSERT INTO heartbeat (one, at, uptime, boot_id) VALUES (1, {at}, 0, '') \
             ON CONFLICT (one) DO UPDATE SET at = excluded.at"
        ));
    }

    /// Makes an outage without heartbeats between these ticks, and lets both nodes read it.
    pub(crate) async fn outage(&self, from: i64, until: i64) {
        self.first_heartbeat(from).await;
        self.heartbeat(until).await;
        while self.node(0).app.store.outage_to_move().await.unwrap() {
            self.mark_games().await;
        }
        for node in 0..2 {
            self.node(node).app.play.refresh_outages().await.unwrap();
        }
    }

    /// Marks the next batch of games after an outage.
    pub(crate) async fn mark_games(&self) {
        self.node(0).app.store.commit(MoveGames).await.unwrap();
    }

    /// Suspends time-outs on all nodes until each has written a heartbeat.
    pub(crate) fn suspend(&self) {
        for node in 0..2 {
            self.node(node).app.env.clock().begin();
        }
    }

    /// Returns `true` if time-outs are suspended on the first node.
    pub(crate) fn is_suspended(&self) -> bool {
        self.node(0).app.env.is_suspended()
    }

    /// The timekeeper of the first node.
    pub(crate) fn timekeeper(&self) -> Timekeeper {
        Timekeeper::new(self.node(0).app)
    }

    /// The games that wait for background work.
    pub(crate) async fn waiting(&self) -> Vec<String> {
        let Node { app, .. } = self.node(0);
        app.store.due_games(app.env.now(), 100).await.unwrap()
    }

    /// The deadlines, in ticks, for which a player received reminders.
    pub(crate) async fn reminders(&self, player_id: &str) -> Vec<i64> {
        let rows = self.node(0).app.store.feed(player_id, 0, 1000).await.unwrap();
        let deadline = |what: FeedItemKind| match what {
            FeedItemKind::Notice(NotificationKind::Deadline(at)) => Some((at.0 - START) / TICK),
            _ => None,
        };
        rows.into_iter().filter_map(|row| deadline(row.what)).collect()
    }
}
