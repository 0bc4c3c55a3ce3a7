//! Limits of connections: their number, and the time in which nothing happens on them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use broadside_domain::limits::Limits;
use broadside_domain::network::wide_network;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, sleep_until};

use crate::request::shares::{Held, Holder, Shares};

/// Maximum number of open connections, if the system allows as many files.
const MAX_CONNECTIONS: usize = 20_000;
const MIN_CONNECTIONS: usize = 16;
/// Number of files left to the database, the log and outgoing connections.
const OTHER_FILES: usize = 160;

/// Time in which a client must send its first whole request, or a body, or take a piece of an
/// answer.
pub(super) const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);
/// Time for which nothing may happen on a connection. It is longer than a request may take, and
/// than the time between two heartbeats of a stream.
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Returns the number of connections that this process may open files for. First raises the
/// process's limit, if allowed.
pub(crate) fn max_connections() -> usize {
    raise_file_limit().saturating_sub(OTHER_FILES).clamp(MIN_CONNECTIONS, MAX_CONNECTIONS)
}

/// Raises the soft limit of open files to the hard limit. Returns the resulting limit.
fn raise_file_limit() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    let allowed = if raised { maximum } else { current };
    allowed.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}

/// Time at which a connection is closed, unless something happens on it before.
pub(super) struct Deadline(Mutex<Instant>);

impl Default for Deadline {
    fn default() -> Self {
        Self(Mutex::new(Instant::now() + CLIENT_TIMEOUT))
    }
}

impl Deadline {
    /// Moves the deadline to this time from now.
    pub(super) fn set(&self, limit: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + limit;
    }

    fn at(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the deadline has passed, wherever it is moved.
    pub(super) async fn passed(&self) {
        while self.at() > Instant::now() {
            // It may move to an earlier time, but not to one before the next look.
            sleep_until(self.at().min(Instant::now() + CLIENT_TIMEOUT)).await;
        }
    }
}

/// Open connections, and their tasks.
pub(super) struct Connections {
    shares: Arc<Shares>,
    /// Trusted reverse proxies. Like this machine, they have no share.
    proxies: Vec<IpAddr>,
    open: HashMap<Id, Open>,
    tasks: JoinSet<()>,
}

struct Open {
    /// Network of the peer, if it has a share.
    network: Option<IpAddr>,
    deadline: Arc<Deadline>,
    task: AbortHandle,
}

pub(super) struct Slot {
    network: Option<IpAddr>,
    pub(super) deadline: Arc<Deadline>,
    held: Held,
}

impl Connections {
    /// Creates a registry of at most this many connections.
    pub(super) fn new(max: usize, limits: &Limits, proxies: Vec<IpAddr>) -> Self {
        Self {
            shares: Shares::new(max, limits),
            proxies,
            open: HashMap::new(),
            tasks: JoinSet::new(),
        }
    }

    /// Returns a place for a connection of a peer. If no place is free, closes another connection, and
    /// waits for that. Returns `None` if the address or the network of the peer has its share.
    pub(super) async fn admit(&mut self, peer: IpAddr) -> Option<Slot> {
        let peer = peer.to_canonical();
        let has_share = !peer.is_loopback() && !self.proxies.contains(&peer);
        let peer = has_share.then_some(peer);
        loop {
            match self.shares.take(self.shares.holders(peer), 1) {
                Ok(held) => {
                    let network = peer.map(wide_network);
                    return Some(Slot { network, deadline: Arc::default(), held });
                }
                Err(Holder::Everybody) => {
                    self.connection_to_close()?.task.abort();
                    self.ended().await;
                }
                Err(_) => return None,
            }
        }
    }

    /// Returns the connection that gives way to a new one: of the heaviest network, the one with the
    /// nearest deadline. Connections without a share give way if there are no others.
    fn connection_to_close(&self) -> Option<&Open> {
        let mut counts = HashMap::new();
        for network in self.open.values().filter_map(|open| open.network) {
            *counts.entry(network).or_insert(0) += 1;
        }
        let heaviest = counts.into_iter().max_by_key(|(_, count)| *count);
        let heaviest = heaviest.map(|(network, _)| network);
        let of_heaviest = self.open.values().filter(|open| open.network == heaviest);
        of_heaviest.min_by_key(|open| open.deadline.at())
    }

    pub(super) fn spawn(
        &mut self,
        slot: Slot,
        connection: impl Future<Output = ()> + Send + 'static,
    ) {
        let Slot { network, deadline, held } = slot;
        let task = self.tasks.spawn(async move {
            connection.await;
            drop(held);
        });
        self.open.insert(task.id(), Open { network, deadline, task });
    }

    /// Waits for the end of a connection. Never returns while none is open.
    pub(super) async fn ended(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => self.open.remove(&id),
            Some(Err(error)) => self.open.remove(&error.id()),
            None => std::future::pending().await,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::time::timeout;

    use super::*;

    const LOCAL: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 1));

    fn connections(max: usize) -> Connections {
        Connections::new(max, &Limits::NORMAL, vec![PROXY])
    }

    /// Opens a connection that its client never ends. Returns its deadline, which nobody else has
    /// once the connection is closed.
    async fn open(connections: &mut Connections, peer: impl Into<IpAddr>) -> Option<Arc<Deadline>> {
        let slot = connections.admit(peer.into()).await?;
        let deadline = Arc::clone(&slot.deadline);
        connections.spawn(slot, pending());
        Some(deadline)
    }

    fn is_open(deadline: &Arc<Deadline>) -> bool {
        Arc::strong_count(deadline) > 1
    }

    async fn passes_within(seconds: u64, deadline: &Deadline) -> bool {
        timeout(Duration::from_secs(seconds), deadline.passed()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_ends_without_a_request_and_when_it_is_idle() {
        let deadline = Deadline::default();
        assert!(!passes_within(29, &deadline).await);
        assert!(passes_within(2, &deadline).await, "no first request");
        deadline.set(IDLE_TIMEOUT);
        assert!(!passes_within(59, &deadline).await);
        assert!(passes_within(2, &deadline).await, "idle");
    }

    #[tokio::test]
    async fn a_new_connection_replaces_the_one_with_the_nearest_deadline() {
        let mut connections = connections(2);
        let first = open(&mut connections, LOCAL).await.unwrap();
        let second = open(&mut connections, LOCAL).await.unwrap();
        first.set(IDLE_TIMEOUT);
        let third = open(&mut connections, LOCAL).await.unwrap();
        assert!(is_open(&first) && !is_open(&second) && is_open(&third));
    }

    #[tokio::test]
    async fn the_heaviest_network_gives_way_first_even_with_streams() {
        let mut connections = connections(4);
        let other = open(&mut connections, [203, 0, 113, 1]).await.unwrap();
        let proxy = open(&mut connections, PROXY).await.unwrap();
        let first = open(&mut connections, [192, 0, 2, 1]).await.unwrap();
        let second = open(&mut connections, [192, 0, 2, 2]).await.unwrap();
        first.set(IDLE_TIMEOUT);
        second.set(2 * IDLE_TIMEOUT);
        let newcomer = open(&mut connections, [203, 1, 113, 1]).await.unwrap();
        assert!(!is_open(&first));
        assert!([&other, &proxy, &second, &newcomer].into_iter().all(is_open));
    }

    #[tokio::test]
    async fn a_connection_that_ends_makes_room() {
        let mut connections = connections(2);
        let kept = open(&mut connections, LOCAL).await.unwrap();
        let slot = connections.admit(LOCAL).await.unwrap();
        connections.spawn(slot, std::future::ready(()));
        connections.ended().await;
        assert!(open(&mut connections, LOCAL).await.is_some());
        assert!(is_open(&kept) && connections.open.len() == 2);
    }

    #[tokio::test]
    async fn a_peer_has_its_share_and_proxies_and_this_machine_have_none() {
        let mut connections = connections(200);
        for _ in 0..64 {
            assert!(open(&mut connections, [192, 0, 2, 1]).await.is_some());
        }
        assert!(open(&mut connections, [192, 0, 2, 1]).await.is_none());
        for peer in [PROXY, LOCAL] {
            for _ in 0..66 {
                assert!(open(&mut connections, peer).await.is_some());
            }
        }
    }
}
