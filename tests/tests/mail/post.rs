//! The mail server of `tests/mail.sh`, and mailboxes on it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_imap::Session;
use async_imap::extensions::idle::IdleResponse;
use broadside_tests::mail::Mail;
use broadside_tests::server::Server;
use broadside_tests::wait::GUARD;
use futures_util::TryStreamExt;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// The inbound secret of every server in these tests.
const SECRET: &str = "the-secret-of-the-operator";
/// The password of every mailbox.
pub(crate) const PASSWORD: &str = "all-have-the-same";

/// Returns a setting that `tests/mail.sh` provides.
pub(crate) fn setting(name: &str) -> String {
    let name = format!("BROADSIDE_TEST_{name}");
    std::env::var(&name)
        .unwrap_or_else(|_| panic!("{name} is not set: run this with tests/mail.sh"))
}

/// The directory of the mail server.
pub(crate) fn home() -> PathBuf {
    setting("MAIL_HOME").into()
}

/// Starts a server that receives mail to `play@HOST.play.test` through a pipe.
pub(crate) fn server(host: &str, settings: &[&str]) -> Server {
    let from = format!("Broadside <play@{host}.play.test>");
    let out = format!("smtp://{}", setting("SMTP"));
    let mut all = vec!["--mail-inbound-secret", SECRET];
    if !settings.contains(&"--mail-from") {
        all.extend(["--mail-from", &from]);
    }
    if !settings.contains(&"--mail-out") {
        all.extend(["--mail-out", &out]);
    }
    all.extend(settings);
    let server = Server::start_with(&all);
    take_in(&server, host);
    server
}

/// Pipes mail to a host into a server from now on.
pub(crate) fn take_in(server: &Server, host: &str) {
    let file = home().join(format!("servers/{host}.play.test.toml"));
    let config = format!("listen = \"{}\"\nmail-inbound-secret = \"{SECRET}\"\n", server.address());
    std::fs::write(file, config).unwrap();
}

/// The settings of a server that fetches its mail from the mailbox of this host.
pub(crate) fn fetching(host: &str, then: &str) -> [String; 4] {
    let imap =
        format!("imaps://play.{host}%40players.test:{PASSWORD}@{}/INBOX{then}", setting("IMAP"));
    [
        "--mail-from".to_owned(),
        format!("Broadside <play.{host}@players.test>"),
        "--mail-imap".to_owned(),
        imap,
    ]
}

/// A mailbox, opened as by a mail program.
pub(crate) struct Mailbox {
    runtime: Runtime,
    session: Option<Session<TlsStream<TcpStream>>>,
    /// The number of the newest fetched mail.
    newest: u32,
    fetched: VecDeque<Mail>,
}

impl Mailbox {
    /// Opens a mailbox, which the server creates on first use.
    pub(crate) fn open(address: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let session = runtime.block_on(in_time("a login", log_in(address)));
        Self { runtime, session: Some(session), newest: 0, fetched: VecDeque::new() }
    }

    /// Counts the mails that a search finds, as in `SEEN FLAGGED`.
    pub(crate) fn count(&mut self, search: &str) -> usize {
        let session = self.session.as_mut().unwrap();
        self.runtime.block_on(in_time(search, session.uid_search(search))).unwrap().len()
    }

    /// Sends a command to the mail server, as in `STORE 1:* -FLAGS (\Seen)`.
    pub(crate) fn order(&mut self, command: &str) {
        let session = self.session.as_mut().unwrap();
        self.runtime.block_on(in_time(command, session.run_command_and_check_ok(command))).unwrap();
    }

    /// Waits for the next mail, which must contain `expected`.
    #[track_caller]
    pub(crate) fn next(&mut self, expected: &str) -> Mail {
        self.within(GUARD).unwrap_or_else(|| panic!("no mail comes, but {expected} should"))
    }

    /// Returns the next mail, if one arrives in time.
    fn within(&mut self, patience: Duration) -> Option<Mail> {
        let until = Instant::now() + patience;
        while self.fetched.is_empty() {
            let left = until.checked_duration_since(Instant::now())?;
            let mut session = self.session.take().unwrap();
            let (raws, session) = self.runtime.block_on(async {
                let raws = in_time("new mail", fetch(&mut session, &mut self.newest)).await;
                let quiet = raws.is_empty();
                let session = if quiet {
                    in_time_and("IDLE", left, idle(session, left)).await
                } else {
                    session
                };
                (raws, session)
            });
            self.session = Some(session);
            self.fetched.extend(raws.iter().map(|raw| Mail::read(raw)));
        }
        self.fetched.pop_front()
    }
}

/// Runs an operation of the mail server with a time limit.
async fn in_time<T>(what: &str, work: impl Future<Output = T>) -> T {
    in_time_and(what, Duration::ZERO, work).await
}

async fn in_time_and<T>(what: &str, more: Duration, work: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(GUARD + more, work).await;
    done.unwrap_or_else(|_| panic!("the mail server was asked for {what} and does not answer"))
}

async fn log_in(address: &str) -> Session<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let tcp = TcpStream::connect(setting("IMAP")).await.unwrap();
    let name =
        ServerName::try_from(setting("IMAP").rsplit_once(':').unwrap().0.to_owned()).unwrap();
    let tls = TlsConnector::from(Arc::new(config)).connect(name, tcp).await.unwrap();
    let mut client = async_imap::Client::new(tls);
    client.read_response().await.unwrap().expect("it greets");
    let mut session = client.login(address, PASSWORD).await.map_err(|(error, _)| error).unwrap();
    session.select("INBOX").await.unwrap();
    session
}

/// Fetches new mails.
async fn fetch(session: &mut Session<TlsStream<TcpStream>>, newest: &mut u32) -> Vec<String> {
    let uids = session.uid_search(format!("UID {}:*", *newest + 1)).await.unwrap();
    let mut uids: Vec<_> = uids.into_iter().filter(|uid| *uid > *newest).collect();
    uids.sort_unstable();
    let mut raws = Vec::new();
    for uid in uids {
        let fetched: Vec<_> = session
            .uid_fetch(uid.to_string(), "BODY.PEEK[]")
            .await
            .unwrap()
            .try_collect()
            .await
            .unwrap();
        let body = fetched.iter().find_map(|fetch| fetch.body()).expect("it is there");
        raws.push(String::from_utf8(body.to_owned()).expect("our mails are of ASCII"));
        *newest = uid;
    }
    raws
}

/// Waits for a change of the mailbox.
async fn idle(
    session: Session<TlsStream<TcpStream>>,
    patience: Duration,
) -> Session<TlsStream<TcpStream>> {
    let unsolicited = session.unsolicited_responses.clone();
    let mut idle = session.idle();
    idle.init().await.unwrap();
    // Mail that arrived before `IDLE_TIMEOUT` is found by an immediate search.
    if unsolicited.is_empty() {
        let (wait, _stop) = idle.wait_with_timeout(patience);
        assert_ne!(wait.await.unwrap(), IdleResponse::ManualInterrupt, "the connection is lost");
    }
    while unsolicited.try_recv().is_ok() {}
    idle.done().await.unwrap()
}
