//! The service in process, on as many nodes as the database allows, with a clock that the test sets.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use broadside::ambient::{Ambient, Time, World};
use broadside::config::{Config, Settings};
use broadside::http::{self, App, Service};
use broadside::store::{self, About, Backend, Fed, Store};
use broadside::work;
use broadside_tests::database::Database;
use broadside_tests::server::Directory;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// 2026-05-03T00:00:00Z.
const START: i64 = 1_777_766_400_000;
/// What a tick of the model lasts.
pub(crate) const TICK: i64 = 12 * 60 * 1000;

/// A clock that is set, and bytes that never come twice.
#[derive(Default)]
struct Clockwork {
    now: AtomicI64,
    drawn: AtomicU64,
}

struct Shared(Arc<Clockwork>);

impl World for Shared {
    fn now(&self) -> Time {
        Time(self.0.now.load(Ordering::SeqCst))
    }

    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            // SplitMix64.
            let mut z = self.0.drawn.fetch_add(1, Ordering::SeqCst).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..chunk.len()]);
        }
    }
}

#[derive(Clone)]
struct Node {
    app: App,
    router: Router,
}

pub(crate) struct Nodes {
    backends: Vec<Arc<dyn Backend>>,
    nodes: Mutex<Vec<Node>>,
    clock: Arc<Clockwork>,
    config: Config,
    // In this order: what uses the database goes before it.
    database: Database,
    directory: Directory,
}

impl Nodes {
    pub(crate) async fn start() -> Self {
        let (directory, database) = (Directory::new(), Database::new_of_run());
        let url = database.url_in(&directory).parse().unwrap();
        let mut backends = vec![store::open(&url).await.unwrap()];
        if backends[0].shared() {
            backends.push(store::open(&url).await.unwrap());
        }
        let mut config = Settings::default().complete().unwrap();
        config.limits = None;
        let clock = Arc::new(Clockwork::default());
        clock.now.store(START, Ordering::SeqCst);
        let nodes = Mutex::default();
        let nodes = Self { backends, nodes, clock, config, database, directory };
        nodes.restart().await;
        nodes
    }

    /// Starts all nodes anew: whatever they had in memory is gone.
    pub(crate) async fn restart(&self) {
        let mut started = Vec::new();
        for backend in &self.backends {
            let ambient = Ambient::new(Shared(Arc::clone(&self.clock)));
            let app = Service::new(Store::new(Arc::clone(backend)), ambient, &self.config).await.unwrap();
            started.push(Node { router: http::router(Arc::clone(&app)), app });
        }
        *self.nodes.lock().unwrap() = started;
    }

    /// Runs a statement, as a node of another version could.
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

    /// The tick of a time as it is shown.
    pub(crate) fn tick(shown: &Value) -> Option<i64> {
        let timestamp: jiff::Timestamp = shown.as_str()?.parse().unwrap();
        let since = timestamp.as_millisecond() - START;
        assert_eq!(since % TICK, 0, "{shown}");
        Some(since / TICK)
    }

    pub(crate) fn shown(tick: i64) -> String {
        Time(START + tick * TICK).to_string()
    }

    /// Asks one of the nodes for something.
    pub(crate) async fn ask(
        &self,
        node: usize,
        method: &str,
        path: &str,
        token: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let request =
            Request::builder().method(method).uri(path).header("authorization", format!("Bearer {token}"));
        let request = match body {
            Some(body) => {
                request.header("content-type", "application/json").body(Body::from(body.to_string()))
            }
            None => request.body(Body::empty()),
        };
        let answer = self.node(node).router.oneshot(request.unwrap()).await.unwrap();
        let (status, body) = (answer.status(), answer.into_body());
        let body = body.collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// Lets one of the nodes do what is due.
    pub(crate) async fn reconcile(&self, node: usize) {
        let Node { app, .. } = self.node(node);
        work::clocks(&app.store, &app.play, &app.ambient).await.unwrap();
    }

    /// The games that wait to be looked at.
    pub(crate) async fn waiting(&self) -> Vec<String> {
        let Node { app, .. } = self.node(0);
        app.store.due(app.ambient.now(), 100).await.unwrap()
    }

    /// The ticks of the deadlines that a player was reminded of.
    pub(crate) async fn reminders(&self, player_id: &str) -> Vec<i64> {
        let rows = self.node(0).app.store.feed(player_id, 0, 1000).await.unwrap();
        let deadline = |what: Fed| match what {
            Fed::Notice(About::Deadline(at)) => Some((at.0 - START) / TICK),
            _ => None,
        };
        rows.into_iter().filter_map(|row| deadline(row.what)).collect()
    }
}
