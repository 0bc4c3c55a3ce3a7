//! A proxy between a node and PostgreSQL that injects faults.
//!
//! It reads the messages of the protocol, so it knows each exchange: what the node sends up to a `Sync`, a `Query` or a startup
//! message, and the answer up to `ReadyForQuery`. A fault begins at a chosen exchange, counted over all connections.

mod connection;
mod wire;

use std::collections::HashMap;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What happens to an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is answered with a fatal error, as by a server that shuts down; new connections are refused in the same way.
    Refuse,
    /// Its connection is cut.
    Cut(Cut, Moment),
    /// Its connection goes silent. It stays open, and nothing comes out of it any more, also when the fault is over.
    Silence(Direction),
    /// Its answer comes late.
    Delay(Duration),
}

/// How a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// With `RST`.
    Reset,
    /// With `FIN`.
    Finish,
}

/// When a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the server gets the request.
    Before,
    /// When the node has got the first message of the answer. The server has carried out the request.
    Within,
    /// When the server has answered, and before the node gets any of it.
    After,
}

/// What a silent connection does not pass on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// What the node sends.
    Requests,
    /// What the server sends.
    Answers,
    /// Both.
    Both,
}

/// A fault, and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What happens.
    pub fault: Fault,
    /// At which exchange from now on it begins, from 1.
    pub nth: usize,
    /// How often.
    pub extent: Extent,
}

/// How often a fault happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To one exchange.
    Once,
    /// To every so many-th exchange from the first on.
    Every(usize),
    /// To all exchanges and all connections from then on, until [`Proxy::heal`].
    Lasting,
}

/// An exchange at which a fault began.
#[derive(Clone, Debug)]
pub struct Hit {
    /// When.
    pub at: Instant,
    /// What was asked: the statement, and whether it was parsed or executed.
    pub what: String,
}

/// A proxy; it listens until the process ends.
pub struct Proxy {
    address: String,
    shared: Arc<Shared>,
}

/// How long after the node has closed a silent connection the server misses it, if the fault does not end earlier. On the network
/// its keepalives would be unanswered for as long.
const MISSED_AFTER: Duration = Duration::from_secs(10);

struct Shared {
    server: Mutex<String>,
    state: Mutex<State>,
    healed: Condvar,
}

#[derive(Default)]
struct State {
    plan: Option<Plan>,
    /// Exchanges since the plan was made.
    exchanges: usize,
    hits: Vec<Hit>,
    open: HashMap<u64, Pipe>,
    next: u64,
    /// What was asked since [`Proxy::record`].
    record: Option<Vec<String>>,
}

/// The two ends of a connection.
struct Pipe {
    node: TcpStream,
    server: TcpStream,
    silent: Option<Direction>,
}

impl Proxy {
    /// A proxy for a database server, as in `127.0.0.1:5432`.
    pub fn new(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it listens").to_string();
        let shared = Arc::new(Shared {
            server: Mutex::new(server.to_owned()),
            state: Mutex::default(),
            healed: Condvar::new(),
        });
        let accepting = Arc::clone(&shared);
        std::thread::spawn(move || {
            for node in listener.incoming().flatten() {
                let shared = Arc::clone(&accepting);
                std::thread::spawn(move || connection::serve(node, &shared));
            }
        });
        Self { address, shared }
    }

    /// A proxy for the database server of this run of tests; see `tests/postgres.sh`.
    pub fn of_run() -> Self {
        let of_run = std::env::var("BROADSIDE_TEST_DATABASE").expect("run this with tests/postgres.sh");
        Self::new(of_run.split_once('@').expect("a user").1)
    }

    /// Where it listens, as in `127.0.0.1:41234`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Leads new connections to another server.
    pub fn redirect(&self, server: &str) {
        *self.shared.server.lock().unwrap_or_else(PoisonError::into_inner) = server.to_owned();
    }

    /// Injects a fault; what was counted before is forgotten.
    pub fn arm(&self, plan: Plan) {
        let mut state = self.shared.state();
        (state.plan, state.exchanges) = (Some(plan), 0);
        state.hits.clear();
    }

    /// Injects a lasting fault at once, without waiting for an exchange.
    pub fn begin(&self, fault: Fault) {
        let mut state = self.shared.state();
        (state.plan, state.exchanges) = (Some(Plan { fault, nth: 1, extent: Extent::Lasting }), 0);
        state.hits.clear();
        state.begin("nothing".to_owned());
    }

    /// Ends the fault: new exchanges are forwarded, and connections that are silent stay so.
    pub fn heal(&self) {
        self.shared.state().plan = None;
        self.shared.healed.notify_all();
    }

    /// Cuts all connections now.
    pub fn cut(&self, cut: Cut) {
        self.shared.state().cut_all(cut);
    }

    /// The exchanges to which the fault happened; of one that lasts the first.
    pub fn hits(&self) -> Vec<Hit> {
        self.shared.state().hits.clone()
    }

    /// How many connections are open.
    pub fn connections(&self) -> usize {
        self.shared.state().open.len()
    }

    /// Records exchanges from now on.
    pub fn record(&self) {
        self.shared.state().record = Some(Vec::new());
    }

    /// What was asked since [`Proxy::record`], an entry for each exchange.
    pub fn recorded(&self) -> Vec<String> {
        self.shared.state().record.take().unwrap_or_default()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn server(&self) -> String {
        self.server.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until the fault has ended, or the server has missed a silent connection.
    fn wait_until_missed(&self) {
        let state = self.state();
        let lasts = |state: &mut State| state.plan.is_some();
        drop(self.healed.wait_timeout_while(state, MISSED_AFTER, lasts));
    }
}

impl State {
    /// Counts an exchange. Answers with what happens to it, if it is not just forwarded.
    fn exchange(&mut self, what: &str) -> Option<Fault> {
        if let Some(record) = &mut self.record {
            record.push(what.to_owned());
        }
        let plan = self.plan?;
        self.exchanges += 1;
        if self.lasting().is_some() {
            return self.lasting();
        }
        let is_met = match plan.extent {
            Extent::Once => self.exchanges >= plan.nth && self.hits.is_empty(),
            Extent::Every(step) => self.exchanges >= plan.nth + step * self.hits.len(),
            Extent::Lasting => self.exchanges >= plan.nth,
        };
        if !is_met {
            return None;
        }
        self.begin(what.to_owned());
        Some(plan.fault)
    }

    /// What happens to new connections now.
    fn lasting(&self) -> Option<Fault> {
        let plan = self.plan.filter(|plan| plan.extent == Extent::Lasting && !self.hits.is_empty())?;
        Some(plan.fault)
    }

    fn begin(&mut self, what: String) {
        self.hits.push(Hit { at: Instant::now(), what });
        match self.lasting() {
            Some(Fault::Silence(direction)) => {
                self.open.values_mut().for_each(|pipe| pipe.silent = Some(direction));
            }
            // The exchange itself is dealt with by whoever forwards it.
            Some(Fault::Cut(cut, Moment::Before)) => self.cut_all(cut),
            _ => {}
        }
    }

    fn cut_all(&mut self, cut: Cut) {
        self.open.values().for_each(|pipe| pipe.cut(cut));
    }
}

impl Pipe {
    fn cut(&self, cut: Cut) {
        if cut == Cut::Reset {
            // Disconnecting a socket sends a reset, whatever other handles there are.
            rustix::net::connect_unspec(&self.node).expect("a socket can be disconnected");
        }
        for end in [&self.node, &self.server] {
            let _ = end.shutdown(Shutdown::Both);
        }
    }
}
