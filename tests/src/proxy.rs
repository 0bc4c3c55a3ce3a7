//! A proxy between a node and PostgreSQL that injects faults.
//!
//! It parses the messages of the protocol, so it knows each exchange: the messages of the node up
//! to a `Sync`, a `Query` or a startup message, and the answer up to `ReadyForQuery`. A fault
//! begins at a chosen exchange, counted over all connections.

mod connection;
mod wire;

use std::collections::HashMap;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A fault in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Answers with a fatal error, like a server that shuts down. New connections are refused in
    /// the same way.
    Refuse,
    /// Cuts the connection.
    Cut(Cut, Moment),
    /// Makes the connection silent. It stays open without passing on any data, even after the fault
    /// has ended.
    Silence(Direction),
    /// Delays the answer.
    Delay(Duration),
}

/// The way in which a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// With `RST`.
    Reset,
    /// With `FIN`.
    Finish,
}

/// The time at which a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the server receives the request.
    Before,
    /// After the node has received the first message of the answer. The server has executed the
    /// request.
    Within,
    /// After the server has answered, and before the node receives any of the answer.
    After,
}

/// The direction in which a silent connection drops data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the node to the server.
    Requests,
    /// From the server to the node.
    Answers,
    /// Both.
    Both,
}

/// A fault, and the exchange at which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The fault.
    pub fault: Fault,
    /// The exchange at which it begins, counted from 1.
    pub nth: usize,
    /// The number of repetitions.
    pub extent: Extent,
}

/// The number of times that a fault occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// For one exchange.
    Once,
    /// For every Nth exchange after the first.
    Every(usize),
    /// For all exchanges and connections from then on, until [`Proxy::heal`].
    Lasting,
}

/// An exchange at which a fault began.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The time.
    pub at: Instant,
    /// The request: the statement, and whether it was parsed or executed.
    pub what: String,
}

/// A proxy that listens until the process ends.
pub struct Proxy {
    address: String,
    shared: Arc<Shared>,
}

/// Time until the server loses a silent connection that the node has closed, if the fault does not
/// end first. On a real network its keepalives would be unanswered for about as long.
const MISSED_AFTER: Duration = Duration::from_secs(10);

struct Shared {
    server: Mutex<String>,
    state: Mutex<State>,
    healed: Condvar,
}

#[derive(Default)]
struct State {
    plan: Option<Plan>,
    /// Number of exchanges since the plan was set.
    exchanges: usize,
    hits: Vec<Hit>,
    open: HashMap<u64, Pipe>,
    next: u64,
    /// Requests since [`Proxy::record`].
    record: Option<Vec<String>>,
}

/// The two ends of a connection.
struct Pipe {
    node: TcpStream,
    server: TcpStream,
    silent: Option<Direction>,
}

impl Proxy {
    /// Starts a proxy for a database server, as in `127.0.0.1:5432`.
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

    /// Starts a proxy for the database server of this test run; see `tests/postgres.sh`.
    pub fn of_run() -> Self {
        let of_run =
            std::env::var("BROADSIDE_TEST_DATABASE").expect("run this with tests/postgres.sh");
        Self::new(of_run.split_once('@').expect("a user").1)
    }

    /// The address, as in `127.0.0.1:41234`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Forwards new connections to another server.
    pub fn redirect(&self, server: &str) {
        *self.shared.server.lock().unwrap_or_else(PoisonError::into_inner) = server.to_owned();
    }

    /// Sets a plan for a fault, and resets the counters.
    pub fn arm(&self, plan: Plan) {
        let mut state = self.shared.state();
        (state.plan, state.exchanges) = (Some(plan), 0);
        state.hits.clear();
    }

    /// Starts a lasting fault immediately, without waiting for an exchange.
    pub fn begin(&self, fault: Fault) {
        let mut state = self.shared.state();
        (state.plan, state.exchanges) = (Some(Plan { fault, nth: 1, extent: Extent::Lasting }), 0);
        state.hits.clear();
        state.begin("nothing".to_owned());
    }

    /// Ends the fault. New exchanges are forwarded, but silent connections stay silent.
    pub fn heal(&self) {
        self.shared.state().plan = None;
        self.shared.healed.notify_all();
    }

    /// Cuts all connections.
    pub fn cut(&self, cut: Cut) {
        self.shared.state().cut_all(cut);
    }

    /// The exchanges at which the fault occurred; for a lasting fault, the first one.
    pub fn hits(&self) -> Vec<Hit> {
        self.shared.state().hits.clone()
    }

    /// The number of open connections.
    pub fn connections(&self) -> usize {
        self.shared.state().open.len()
    }

    /// Starts to record exchanges.
    pub fn record(&self) {
        self.shared.state().record = Some(Vec::new());
    }

    /// The requests since [`Proxy::record`], one entry for each exchange.
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

    /// Waits until the fault has ended, or until the server loses a silent connection.
    fn wait_until_missed(&self) {
        let state = self.state();
        let lasts = |state: &mut State| state.plan.is_some();
        drop(self.healed.wait_timeout_while(state, MISSED_AFTER, lasts));
    }
}

impl State {
    /// Counts an exchange. Returns the fault that applies to it, if any.
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

    /// Returns the fault that applies to new connections.
    fn lasting(&self) -> Option<Fault> {
        let plan =
            self.plan.filter(|plan| plan.extent == Extent::Lasting && !self.hits.is_empty())?;
        Some(plan.fault)
    }

    fn begin(&mut self, what: String) {
        self.hits.push(Hit { at: Instant::now(), what });
        match self.lasting() {
            Some(Fault::Silence(direction)) => {
                self.open.values_mut().for_each(|pipe| pipe.silent = Some(direction));
            }
            // The thread that forwards the exchange handles the exchange itself.
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
            // Disconnecting a socket sends a reset, even if there are other handles to it.
            rustix::net::connect_unspec(&self.node).expect("a socket can be disconnected");
        }
        for end in [&self.node, &self.server] {
            let _ = end.shutdown(Shutdown::Both);
        }
    }
}
