//! The targets of the nemesis: nodes, the database, and the network between them.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;

use broadside_tests::clock::Clock;
use broadside_tests::database::Database;
use broadside_tests::postgres::{self, Postgres};
use broadside_tests::proxy::{self, Cut, Direction, Moment, Proxy};
use broadside_tests::server::{Directory, Server};

use crate::http::Nodes;
use crate::schedule::{Entry, Fault};

/// Settings that remove the limits that the load would reach, and that detect dead streams quickly.
const SETTINGS: [&str; 6] = [
    "--test-limits",
    "open_games=100000",
    "--test-limits",
    "messages=1000000",
    "--test-limits",
    "heartbeat_seconds=2",
];

/// Nodes with one database.
pub(crate) struct Cluster {
    pub(crate) nodes: Arc<Nodes>,
    servers: Vec<Server>,
    /// The clocks of the nodes.
    clocks: Vec<Clock>,
    storage: Storage,
}

enum Storage {
    /// A file on a disk of its own.
    Sqlite(SmallDisk),
    /// Two servers, one of them the primary, and a proxy for each node that leads to it.
    Postgres { servers: [Postgres; 2], primary: usize, proxies: [Proxy; 2] },
}

/// A small disk that is unmounted on drop; a plain directory if mounting is not permitted.
struct SmallDisk {
    directory: Directory,
    is_mounted: bool,
    /// Keeps the disk full, even when the server frees space.
    filler: Option<Filler>,
}

struct Filler {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl SmallDisk {
    fn mount() -> Self {
        let directory = Directory::new();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=512m", "tmpfs"])
            .arg(directory.file(""))
            .output();
        let is_mounted = mounted.is_ok_and(|mounted| mounted.status.success());
        if !is_mounted {
            println!("no disk can be mounted here, so none is full: run this as root");
        }
        Self { directory, is_mounted, filler: None }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.file(name)
    }

    fn fill(&mut self) {
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, ballast) = (Arc::clone(&is_over), self.file("ballast"));
        let (full, is_full) = channel();
        let thread = std::thread::spawn(move || {
            let mut ballast = File::create(ballast).expect("a file can be made");
            let mut size = 1 << 20;
            while !over.load(Ordering::SeqCst) {
                if ballast.write_all(&vec![0; size]).is_ok() {
                    continue;
                }
                if size > 4096 {
                    size /= 4;
                    continue;
                }
                let _ = full.send(());
                // The disk is filled again, a hundred times a second, when a file gets shorter.
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        self.filler = Some(Filler { is_over, thread });
        is_full.recv().expect("a disk can be filled");
    }

    fn clear(&mut self) {
        if let Some(Filler { is_over, thread }) = self.filler.take() {
            is_over.store(true, Ordering::SeqCst);
            thread.join().expect("it does not panic");
            std::fs::remove_file(self.file("ballast")).expect("it is there");
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        self.clear();
        if self.is_mounted {
            let _ = Command::new("umount").arg("-l").arg(self.directory.file("")).status();
        }
    }
}

impl Cluster {
    /// Starts one node with a SQLite file on a disk of its own.
    pub(crate) fn over_sqlite() -> Self {
        let disk = SmallDisk::mount();
        let url = format!("sqlite:{}", disk.file("broadside.db").display());
        Self::start(vec![url], Storage::Sqlite(disk))
    }

    /// Starts two nodes with a primary and a synchronous standby.
    pub(crate) fn over_postgres() -> Self {
        let primary = Postgres::primary();
        let standby = primary.standby();
        primary.wait_for_standby();
        let proxies = [0, 1].map(|_| Proxy::new(&primary.address()));
        let urls = proxies.iter().map(|proxy| postgres::url(proxy.address())).collect();
        Self::start(urls, Storage::Postgres { servers: [primary, standby], primary: 0, proxies })
    }

    fn start(urls: Vec<String>, storage: Storage) -> Self {
        let nodes = Arc::new(Nodes::new(urls.len()));
        let launch = |(node, url): (usize, String)| {
            let mut server = Server::not_launched(Arc::new(Database::At(url)), &SETTINGS);
            let clock = server.clock();
            server.launch();
            nodes.set_url(node, Some(server.url().to_owned()));
            (server, clock)
        };
        let (servers, clocks) = urls.into_iter().enumerate().map(launch).unzip();
        Self { nodes, servers, clocks, storage }
    }

    pub(crate) fn kinds(&self) -> &'static [Fault] {
        match &self.storage {
            Storage::Sqlite(disk) if disk.is_mounted => Fault::OF_SQLITE,
            Storage::Sqlite(_) => Fault::WITHOUT_DISK,
            Storage::Postgres { .. } => Fault::OF_POSTGRES,
        }
    }

    /// Shifts the clock of a node.
    pub(crate) fn shift(&self, node: usize, seconds: i64) {
        self.clocks[node].set(&format!("{seconds}s"));
    }

    fn kill(&mut self, node: usize) {
        self.nodes.set_url(node, None);
        self.servers[node].kill_9();
    }

    fn launch(&mut self, node: usize) {
        self.servers[node].launch();
        self.nodes.set_url(node, Some(self.servers[node].url().to_owned()));
    }

    fn proxies(&self, node: Option<usize>) -> impl Iterator<Item = &Proxy> {
        let all = match &self.storage {
            Storage::Sqlite(_) => &[][..],
            Storage::Postgres { proxies, .. } => proxies,
        };
        all.iter()
            .enumerate()
            .filter(move |(at, _)| node.is_none_or(|node| node == *at))
            .map(|(_, proxy)| proxy)
    }

    /// Begins a fault.
    pub(crate) fn begin(&mut self, entry: &Entry) {
        let Entry { fault, node, variant, .. } = *entry;
        let proxied = |fault: proxy::Fault, node: Option<usize>| {
            self.proxies(node).for_each(|proxy| proxy.begin(fault));
        };
        let cut = if variant % 2 == 0 { Cut::Reset } else { Cut::Finish };
        let direction = [Direction::Requests, Direction::Answers, Direction::Both][variant % 3];
        match fault {
            Fault::KillNode => self.kill(node),
            Fault::TermNode => {
                self.servers[node].signal("TERM");
                let status = self.servers[node].wait();
                self.nodes.set_url(node, None);
                assert!(status.success(), "{status}\n{}", self.servers[node].log());
            }
            Fault::SuspendNode => self.servers[node].signal("STOP"),
            Fault::KillAllNodes => (0..self.servers.len()).for_each(|node| self.kill(node)),
            Fault::ShiftClock => {}
            Fault::FullDisk => {
                if let Storage::Sqlite(disk) = &mut self.storage {
                    disk.fill();
                }
            }
            Fault::Cut => {
                let moment = [Moment::Before, Moment::Within, Moment::After][variant / 2 % 3];
                proxied(proxy::Fault::Cut(cut, moment), Some(node));
            }
            Fault::CutAll => self.proxies(None).for_each(|proxy| proxy.cut(cut)),
            Fault::Silence => proxied(proxy::Fault::Silence(direction), Some(node)),
            Fault::SilenceAll => proxied(proxy::Fault::Silence(Direction::Both), None),
            Fault::Refuse => proxied(proxy::Fault::Refuse, Some(node)),
            Fault::Delay => {
                let delay = Duration::from_millis(100 + 150 * variant as u64);
                proxied(proxy::Fault::Delay(delay), Some(node));
            }
            Fault::KillPrimary => self.primary().0.kill(),
            Fault::KillStandby => self.primary().1.kill(),
            Fault::Switch => {
                let (primary, standby) = self.primary();
                if variant % 2 == 1 {
                    // From now on writes do not reach the standby, so they must not be
                    // acknowledged. This lasts for a chosen time.
                    standby.set("primary_conninfo", "''");
                    std::thread::sleep(Duration::from_secs(1));
                }
                primary.kill();
            }
        }
    }

    /// The primary and the standby.
    fn primary(&self) -> (&Postgres, &Postgres) {
        match &self.storage {
            Storage::Postgres { servers, primary, .. } => {
                (&servers[*primary], &servers[1 - primary])
            }
            Storage::Sqlite(_) => unreachable!("this fault is one of PostgreSQL's"),
        }
    }

    /// Ends a fault; returns when it has ended.
    pub(crate) fn end(&mut self, entry: &Entry) {
        let node = entry.node;
        match entry.fault {
            Fault::KillNode | Fault::TermNode => self.launch(node),
            Fault::SuspendNode => self.servers[node].signal("CONT"),
            Fault::KillAllNodes => (0..self.servers.len()).for_each(|node| self.launch(node)),
            Fault::ShiftClock | Fault::CutAll => {}
            Fault::FullDisk => {
                if let Storage::Sqlite(disk) = &mut self.storage {
                    disk.clear();
                }
            }
            Fault::Cut | Fault::Silence | Fault::Refuse | Fault::Delay => {
                self.proxies(Some(node)).for_each(Proxy::heal);
            }
            Fault::SilenceAll => self.proxies(None).for_each(Proxy::heal),
            Fault::KillPrimary => self.primary().0.start(),
            Fault::KillStandby => self.primary().1.start(),
            Fault::Switch => {
                let Storage::Postgres { servers, primary, proxies } = &mut self.storage else {
                    return;
                };
                *primary = 1 - *primary;
                servers[*primary].promote();
                for proxy in proxies {
                    proxy.redirect(&servers[*primary].address());
                }
            }
        }
    }

    /// Cleans up after the recovery from a fault: waits for a synchronous standby.
    pub(crate) fn restore(&mut self, entry: &Entry) {
        if !matches!(self.storage, Storage::Postgres { .. }) {
            return;
        }
        let (primary, standby) = self.primary();
        if entry.fault == Fault::Switch {
            standby.follow(primary);
        }
        primary.wait_for_standby();
    }

    /// Runs `broadside check` on the database.
    pub(crate) fn check(&self) -> Output {
        self.servers[0].command(&["check"])
    }

    /// The names of all players.
    pub(crate) fn names(&self) -> Vec<String> {
        const SELECT: &str = "SELECT name FROM players WHERE name LIKE 'guest%'";
        match &self.storage {
            Storage::Sqlite(disk) => {
                let script = "import sqlite3, sys\n\
                    for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(row[0])";
                let mut python = Command::new("python3");
                let output =
                    python.args(["-c", script]).arg(disk.file("broadside.db")).arg(SELECT).output();
                let output = output.expect("`python3` is installed");
                assert!(output.status.success(), "{output:?}");
                String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
            }
            Storage::Postgres { .. } => {
                self.primary().0.query(SELECT).lines().map(str::to_owned).collect()
            }
        }
    }

    /// The logs of the nodes.
    pub(crate) fn logs(&self) -> String {
        let log = |(node, server): (usize, &Server)| {
            format!("the log of node {node}:\n{}\n", server.log())
        };
        self.servers.iter().enumerate().map(log).collect()
    }
}
