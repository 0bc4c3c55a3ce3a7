//! Limits of connections: their number, and the time in which a client may send or take nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use broadside_domain::limits::Limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::AsyncWrite;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::io::InspectWriter;

use crate::request::shares::{Held, Prefix, Shares, network_prefix};

/// Maximum number of open connections, if the system allows as many files.
const MOST: usize = 20_000;
/// Minimum number.
const LEAST: usize = 16;
/// Number of files left to the database, the log and outgoing connections.
const OTHER_FILES: usize = 160;

/// Time in which a connection must send its first whole request.
const FIRST_REQUEST: Duration = Duration::from_secs(30);
/// Time for which a connection may be idle between two requests.
const IDLE: Duration = Duration::from_secs(60);
/// Time for which a client may take no part of an available response.
const UNTAKEN: Duration = Duration::from_secs(30);
/// Interval of the checks of a connection with requests.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// Time for which a new connection waits for another to close, before it checks again.
const WAIT: Duration = Duration::from_millis(250);

/// Returns the number of connections that this process may open files for. First raises the
/// process's limit, if allowed.
pub(crate) fn most_connections() -> usize {
    raise_file_limit().saturating_sub(OTHER_FILES).clamp(LEAST, MOST)
}

/// Registry of the open connections.
pub(super) struct Connections {
    most: usize,
    shares: Arc<Shares>,
    /// Trusted reverse proxies. Like this machine, they have no share.
    proxies: Vec<IpAddr>,
    open: Mutex<HashMap<u64, Open>>,
    next: AtomicU64,
    closed: Notify,
}

struct Open {
    activity: Arc<Activity>,
    /// Network of the peer, if it has a share.
    network: Option<Prefix>,
}

/// Place of a connection in the registry, until it is dropped.
pub(super) struct Place {
    connections: Arc<Connections>,
    id: u64,
    /// Activity of the connection.
    pub(super) activity: Arc<Activity>,
    _held: Held,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().remove(&self.id);
        self.connections.closed.notify_one();
    }
}

impl Connections {
    /// Creates a registry of at most this many connections.
    pub(super) fn new(most: usize, limits: &Limits, proxies: Vec<IpAddr>) -> Arc<Self> {
        Arc::new(Self {
            most,
            shares: Shares::new(most, limits),
            proxies,
            open: Mutex::default(),
            next: AtomicU64::new(0),
            closed: Notify::new(),
        })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a new connection from a peer. If there are too many, closes another one, and waits
    /// for that. Returns `None` if the network of the peer has its share, or no other connection can
    /// give way.
    pub(super) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let peer = peer.to_canonical();
        let has_share = !peer.is_loopback() && !self.proxies.contains(&peer);
        let peer = has_share.then_some(peer);
        let held = self.shares.take(peer)?;
        let network = peer.map(network_prefix);
        loop {
            {
                let mut open = self.open();
                if open.len() < self.most {
                    let id = self.next.fetch_add(1, Ordering::Relaxed);
                    let activity = Arc::new(Activity::new());
                    open.insert(id, Open { activity: Arc::clone(&activity), network });
                    return Some(Place {
                        connections: Arc::clone(self),
                        id,
                        activity,
                        _held: held,
                    });
                }
                self.gives_way(&open, network)?.evict.notify_one();
            }
            // An unnecessary check does no harm.
            let _ = timeout(WAIT, self.closed.notified()).await;
        }
    }

    /// Returns the connection that gives way to a new one: of the heaviest network, one that waits
    /// for its client, or else its oldest one. A new connection of that network replaces only one
    /// that waits. The same holds for connections without a network (this machine, proxies).
    fn gives_way<'a>(
        &self,
        open: &'a HashMap<u64, Open>,
        newcomer: Option<Prefix>,
    ) -> Option<&'a Arc<Activity>> {
        let networks = open.values().filter_map(|open| open.network);
        let heaviest = networks.max_by_key(|network| self.shares.of_network(*network));
        let of_heaviest = open.iter().filter(|(_, open)| open.network == heaviest);
        if let Some(waiting) = longest_waiting(of_heaviest.clone().map(|(_, open)| open)) {
            return Some(waiting);
        }
        if heaviest == newcomer {
            return longest_waiting(open.values());
        }
        of_heaviest.min_by_key(|(id, _)| **id).map(|(_, open)| &open.activity)
    }
}

/// Returns the connection to close first, among those that wait for their clients: one that has
/// never been answered, or else the one that has waited longest.
fn longest_waiting<'a>(open: impl Iterator<Item = &'a Open>) -> Option<&'a Arc<Activity>> {
    let waiting = open.filter_map(|open| Some((open.activity.waits()?, &open.activity)));
    waiting.min_by_key(|(waits, _)| *waits).map(|(_, activity)| activity)
}

/// Raises the soft limit of open files to the hard limit. Returns the resulting limit.
fn raise_file_limit() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    let allowed = if raised { maximum } else { current };
    allowed.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}

/// Activity of a connection: its requests, and the time since which it waits for its client.
pub(super) struct Activity {
    state: Mutex<State>,
    evict: Notify,
}

struct State {
    /// Time at which the connection opened, a body last arrived, a request last ended or a part of
    /// an answer was last written over HTTP/1.
    since: Instant,
    /// True if the last request came over HTTP/1.
    is_http1: bool,
    /// True once a request has been answered.
    served: bool,
    /// Number of requests that are not completely answered.
    answering: usize,
    /// Number of those requests whose bodies have not arrived.
    receiving: usize,
    /// Times since which parts of responses wait for the client, by the number of the response.
    untaken: HashMap<u64, Instant>,
    answers: u64,
}

/// Order of eviction of a connection that waits for its client: true once it was answered, and the
/// time since which it waits. The smallest is evicted first.
type Waits = (bool, Instant);

impl Activity {
    pub(super) fn new() -> Self {
        let state = State {
            since: Instant::now(),
            is_http1: false,
            served: false,
            answering: 0,
            receiving: 0,
            untaken: HashMap::new(),
            answers: 0,
        };
        Self { state: Mutex::new(state), evict: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the order of eviction; `None` while the server has something to do for the client.
    fn waits(&self) -> Option<Waits> {
        let state = self.state();
        (state.answering <= state.receiving)
            .then_some((state.served && state.receiving == 0, state.since))
    }

    /// Returns the time at which to close the connection if nothing happens; `None` while it has
    /// requests and the client takes the responses.
    fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        let untaken = state.untaken.values().min().map(|since| *since + UNTAKEN);
        let limit = if state.served { IDLE } else { FIRST_REQUEST };
        let idle = (state.answering == 0).then(|| state.since + limit);
        untaken.or(idle)
    }

    /// Waits until the connection must be closed. Returns true if it has no requests and nobody
    /// needs its place, so that it can be closed gracefully.
    pub(super) async fn expired(&self) -> bool {
        loop {
            let now = Instant::now();
            let deadline = self.deadline();
            if deadline.is_some_and(|deadline| deadline <= now) {
                return self.state().answering == 0;
            }
            let look = deadline.map_or(now + LOOK_EVERY, |deadline| deadline.min(now + IDLE));
            tokio::select! {
                () = sleep_until(look) => {}
                () = self.evict.notified() => return false,
            }
        }
    }

    /// Records that the client has made room for a part of an answer. Over HTTP/1 a whole answer
    /// may wait to be written, long after its request has ended. Over HTTP/2, answers are passed on
    /// in pieces, and pings are written too.
    pub(super) fn wrote(&self) {
        let mut state = self.state();
        if state.is_http1 {
            state.since = Instant::now();
            let since = state.since;
            state.untaken.values_mut().for_each(|untaken| *untaken = since);
        }
    }

    /// Records that the body of a request is arriving.
    pub(super) fn receive(self: &Arc<Self>) -> Receiving {
        self.state().receiving += 1;
        Receiving(Arc::clone(self))
    }

    /// Records a request, until its response has been taken.
    pub(super) fn answer(self: &Arc<Self>, is_http1: bool) -> Answering {
        let mut state = self.state();
        state.is_http1 = is_http1;
        state.answering += 1;
        state.answers += 1;
        Answering { id: state.answers, activity: Arc::clone(self) }
    }
}

/// Guard of a body that is arriving.
pub(super) struct Receiving(Arc<Activity>);

impl Drop for Receiving {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.receiving -= 1;
        state.since = Instant::now();
    }
}

/// Guard of a request that is being answered.
pub(super) struct Answering {
    activity: Arc<Activity>,
    id: u64,
}

impl Answering {
    /// Records that a part of the response is available to the client.
    pub(super) fn given(&self) {
        self.activity.state().untaken.insert(self.id, Instant::now());
    }

    /// Records that the client has taken the available part.
    pub(super) fn taken(&self) {
        self.activity.state().untaken.remove(&self.id);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        state.untaken.remove(&self.id);
        state.answering -= 1;
        state.served = true;
        state.since = Instant::now();
    }
}

/// Returns a stream that records what is written to it as activity of its connection.
pub(super) fn record_writes<S: AsyncWrite>(
    stream: S,
    activity: Arc<Activity>,
) -> InspectWriter<S, impl FnMut(&[u8])> {
    InspectWriter::new(stream, move |_| activity.wrote())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::sleep;

    use super::*;

    /// Returns true if a future is ready within some seconds of a paused clock.
    async fn ends_within(seconds: u64, future: impl Future<Output = bool>) -> bool {
        timeout(Duration::from_secs(seconds), future).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_expires_without_a_request_when_idle_and_when_nothing_is_taken() {
        let activity = Arc::new(Activity::new());
        assert!(!ends_within(29, activity.expired()).await);
        assert!(ends_within(2, activity.expired()).await, "no first request");

        let activity = Arc::new(Activity::new());
        let answer = activity.answer(false);
        assert!(!ends_within(1000, activity.expired()).await, "the server has something to do");
        answer.given();
        assert!(!ends_within(29, activity.expired()).await);
        answer.taken();
        assert!(!ends_within(1000, activity.expired()).await, "the client waits for more");
        answer.given();
        assert!(ends_within(41, activity.expired()).await, "the client takes nothing");
        drop(answer);
        assert!(!ends_within(59, activity.expired()).await);
        assert!(ends_within(2, activity.expired()).await, "idle");
    }

    const LOCAL: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// Admits a connection, while another one closes as soon as it has to.
    async fn admit_instead(connections: &Arc<Connections>, peer: IpAddr, other: Place) -> Place {
        let (admitted, ()) = tokio::join!(connections.admit(peer), async {
            other.activity.evict.notified().await;
            drop(other);
        });
        admitted.expect("the other one gives way")
    }

    #[tokio::test(start_paused = true)]
    async fn a_new_connection_replaces_one_that_waits_for_its_client() {
        let connections = Connections::new(2, &Limits::NORMAL, Vec::new());
        let served = connections.admit(LOCAL).await.unwrap();
        let silent = connections.admit(LOCAL).await.unwrap();
        drop(served.activity.answer(false));
        let third = admit_instead(&connections, LOCAL, silent).await;
        // Now both connections are busy.
        let [first, second] = [served.activity.answer(false), third.activity.answer(false)];
        assert!(connections.admit(LOCAL).await.is_none());
        drop(first);
        sleep(Duration::from_secs(1)).await;
        drop(second);
        admit_instead(&connections, LOCAL, served).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_heaviest_network_gives_way_first_even_with_streams() {
        let connections = Connections::new(4, &Limits::NORMAL, vec![[198, 51, 100, 1].into()]);
        let mut heavy = Vec::new();
        for n in 1..=2 {
            heavy.push(connections.admit([192, 0, 2, n].into()).await.unwrap());
        }
        let others = [
            connections.admit([203, 0, 113, 1].into()).await.unwrap(),
            connections.admit([198, 51, 100, 1].into()).await.unwrap(),
        ];
        let streams: Vec<_> = heavy.iter().map(|place| place.activity.answer(true)).collect();
        // Others wait for their clients, but the heaviest network gives way.
        let newcomer = admit_instead(&connections, [203, 0, 114, 1].into(), heavy.remove(0)).await;
        drop((streams, others, newcomer));
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_has_its_share_and_proxies_and_this_machine_have_none() {
        let proxy = [198, 51, 100, 1].into();
        let connections = Connections::new(200, &Limits::NORMAL, vec![proxy]);
        let mut places = Vec::new();
        for _ in 0..64 {
            places.push(connections.admit([192, 0, 2, 1].into()).await.unwrap());
        }
        assert!(connections.admit([192, 0, 2, 1].into()).await.is_none());
        for peer in [proxy, LOCAL] {
            for _ in 0..66 {
                places.push(connections.admit(peer).await.unwrap());
            }
        }
    }

    /// Writes an answer to a client that takes 4 of 100 bytes every 5 seconds. Returns true if the
    /// connection expires before the client has the answer.
    async fn expires_while_it_is_read(is_http1: bool) -> bool {
        let activity = Arc::new(Activity::new());
        let (mut client, server) = duplex(4);
        let mut server = record_writes(server, Arc::clone(&activity));
        drop(activity.answer(is_http1));
        let reading = async {
            let mut bytes = [0; 4];
            for _ in 0..25 {
                sleep(Duration::from_secs(5)).await;
                client.read_exact(&mut bytes).await.unwrap();
            }
        };
        let written = async { tokio::join!(server.write_all(&[0; 100]), reading) };
        tokio::select! {
            _ = written => {
                assert!(timeout(Duration::from_secs(61), activity.expired()).await.is_ok(), "it is never idle");
                false
            }
            _ = activity.expired() => true,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_not_idle_while_an_answer_is_read_slowly() {
        assert!(!expires_while_it_is_read(true).await);
        // Over HTTP/2 the server also writes pings.
        assert!(expires_while_it_is_read(false).await);
    }
}
