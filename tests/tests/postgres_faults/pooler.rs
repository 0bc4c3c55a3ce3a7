//! PgBouncer between nodes and PostgreSQL.

use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use broadside_tests::database::Database;
use broadside_tests::games::Pair;
use broadside_tests::server::{Directory, Server};
use broadside_tests::session::{self, SETTINGS, Stage};
use broadside_tests::stream::Stream;
use broadside_tests::wait::{is_told, wait_until};

/// Three times the promise of docs/reliability.md: all works again ten seconds after a fault.
const RECOVERED: Duration = Duration::from_secs(3 * 10);

/// PgBouncer in front of the server of this run. On drop it is stopped.
struct PgBouncer {
    database: Arc<Database>,
    address: String,
    directory: Directory,
    running: Child,
}

impl PgBouncer {
    /// Starts PgBouncer with a new database and these settings. Debian's defaults apply to the rest.
    fn new(settings: &str) -> Self {
        let database = Arc::new(Database::new_of_run());
        let url = database.url();
        let (user, rest) = url.split_once('@').expect("a user");
        let user = user.rsplit('/').next().expect("a user");
        let (host, port) =
            rest.split('/').next().and_then(|server| server.split_once(':')).expect("an address");
        let address = free_address();
        let (own_host, own_port) = address.split_once(':').expect("an address");
        let directory = Directory::new();
        let users = directory.file("users");
        std::fs::write(&users, format!("\"{user}\" \"\"\n")).expect("it can be written");
        let text = format!(
            "[databases]\n* = host={host} port={port}\n[pgbouncer]\nlisten_addr = {own_host}\n\
             listen_port = {own_port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {}\n{settings}\n",
            users.display()
        );
        std::fs::write(directory.file("pgbouncer.ini"), text).expect("it can be written");
        // It does not run as root, and so changes to another user.
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(directory.file(""), all).expect("it is our directory");
        let running = start(&directory);
        let pooler = Self { database, address, directory, running };
        pooler.wait();
        pooler
    }

    fn wait(&self) {
        wait_until("PgBouncer", || std::net::TcpStream::connect(&self.address).is_ok());
    }

    /// A node that is not running yet.
    fn node(&self) -> Server {
        Server::not_launched(Arc::new(self.database.through(&self.address)), &SETTINGS)
    }

    fn stop(&mut self) {
        self.running.kill().expect("it runs");
        self.running.wait().expect("it ends");
    }

    fn restart(&mut self) {
        self.stop();
        self.running = start(&self.directory);
        self.wait();
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start(directory: &Directory) -> Child {
    let log = std::fs::File::create(directory.file("log")).expect("it can be written");
    let mut command = Command::new("/usr/sbin/pgbouncer");
    if is_root() {
        command.args(["--user", "nobody"]);
    }
    command.arg(directory.file("pgbouncer.ini")).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(log).spawn().expect("PgBouncer is missing: install Debian's package pgbouncer")
}

/// Returns true if the test runs as root, which PgBouncer refuses to do.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("`id` can be started");
    id.stdout == b"0\n"
}

/// Returns an address that no other program uses.
fn free_address() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it listens").to_string()
}

#[test]
fn nodes_work_behind_a_pooler_of_sessions() {
    let mut pooler = PgBouncer::new("pool_mode = session\ndefault_pool_size = 30");
    let [mut first, mut second] = [0, 1].map(|_| pooler.node());
    first.launch();
    second.launch();
    let rounds = [0, 1].map(|round| Stage::prepare(&first.client(), round));
    let attempts = session::play(&rounds[0], "pooled-");
    let on_second = rounds[0].at(second.url());
    let judged: Vec<_> = attempts.iter().flat_map(|attempt| attempt.judge(&on_second)).collect();
    assert_eq!(judged, [""; 0]);
    assert_eq!(session::read(&on_second, false), [""; 0]);
    // The pooler passes notifications on.
    let pair = Pair::ready(&first);
    let mut heard = Stream::open(&pair.ben.at(second.url()), "/v1/events", None);
    heard.message();
    is_told(&pair, &mut heard);
    let checked = first.command(&["check"]);
    assert!(checked.status.success(), "{checked:?}");
    pooler.restart();
    let restarted = Instant::now();
    let recovery = session::recover(&rounds[1], "recovery-");
    assert_eq!(recovery.faults, [""; 0], "{}", first.log());
    assert!(restarted.elapsed() < RECOVERED, "{:?}", restarted.elapsed());
}

#[test]
fn a_node_refuses_a_pooler_of_transactions() {
    for mode in ["transaction", "statement"] {
        for round_robin in [0, 1] {
            let pooler = PgBouncer::new(&format!(
                "pool_mode = {mode}\nserver_round_robin = {round_robin}\nmin_pool_size = {}",
                3 * round_robin
            ));
            // With connections that are left from earlier starts, too.
            for _ in 0..3 {
                for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["migrate"]] {
                    let ended = pooler.node().command(command);
                    let stderr = String::from_utf8_lossy(&ended.stderr);
                    assert!(
                        !ended.status.success()
                            && stderr.contains("PgBouncer: pool_mode = session"),
                        "{mode} {round_robin}: {ended:?}"
                    );
                }
            }
        }
    }
}
