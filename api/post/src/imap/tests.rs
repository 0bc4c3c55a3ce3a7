//! Tests with a mail server that does not do what it is asked.

use std::sync::Mutex;

use broadside_domain::time::Time;
use broadside_store::StoreError;
use bytes::Bytes;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::time::Instant;

use super::first_day;
use super::mailbox::{AfterFetch, ImapMailbox};
use super::message_backoff::MessageBackoff;
use super::session::{ImapError, ImapSession};
use super::sink::MailSink;
use crate::{IntakeError, IntakeReceipt};

/// First day in the searches, and the search command.
const SINCE: &str = "4-Jul-2026";
const SEARCH: &str = "UID SEARCH UNSEEN UNDELETED SINCE 4-Jul-2026";

/// Messages that were stored.
#[derive(Default)]
struct MemorySink(Mutex<Vec<String>>);

impl MemorySink {
    fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl MailSink for MemorySink {
    fn max_bytes(&self) -> usize {
        100
    }

    async fn receive(&self, raw: Bytes) -> Result<IntakeReceipt, IntakeError> {
        let text = String::from_utf8(raw.to_vec()).unwrap();
        match &*text {
            "panics" => return Err(IntakeError::Unreadable),
            "fails" => return Err(StoreError::Failed("no room".to_owned()).into()),
            _ => {}
        }
        self.0.lock().unwrap().push(text.clone());
        Ok(IntakeReceipt { id: text, repeated: false })
    }
}

/// Runs a mail server that answers a command with lines, and then with its status.
async fn server(stream: DuplexStream, answer: impl Fn(&str) -> (String, &'static str)) {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"* OK hello\r\n").await.unwrap();
    let mut line = String::new();
    while stream.read_line(&mut line).await.is_ok_and(|bytes| bytes > 0) {
        let (tag, command) = line.trim_end().split_once(' ').unwrap();
        let (lines, status) = match command.split(' ').next() {
            Some("LOGIN" | "SELECT") => (String::new(), "OK"),
            Some("CAPABILITY") => ("* CAPABILITY IMAP4rev1 UIDPLUS\r\n".to_owned(), "OK"),
            _ => answer(command),
        };
        let all = format!("{lines}{tag} {status} so it is\r\n");
        if stream.write_all(all.as_bytes()).await.is_err() {
            return;
        }
        line.clear();
    }
}

/// Answers `UID FETCH` with the texts of `messages`, whose UIDs begin at 1.
fn fetch_response(command: &str, messages: &[&str]) -> Option<String> {
    let (uid, what) = command.strip_prefix("UID FETCH ")?.split_once(' ')?;
    let text = messages.get(uid.parse::<usize>().ok()? - 1)?;
    Some(match what {
        "RFC822.SIZE" => format!("* {uid} FETCH (UID {uid} RFC822.SIZE {})\r\n", text.len()),
        _ => format!("* {uid} FETCH (UID {uid} BODY[] {{{}}}\r\n{text})\r\n", text.len()),
    })
}

fn search_response(messages: &[&str]) -> String {
    let uids: Vec<_> = (1..=messages.len()).map(|uid| uid.to_string()).collect();
    format!("* SEARCH {}\r\n", uids.join(" "))
}

async fn open_session(
    then: AfterFetch,
    answer: impl Fn(&str) -> (String, &'static str) + Send + Sync + 'static,
) -> ImapSession<DuplexStream> {
    let (client, server_end) = tokio::io::duplex(4096);
    tokio::spawn(server(server_end, answer));
    let mailbox = ImapMailbox {
        host: "imap.example.org".to_owned(),
        port: 993,
        user: "play".to_owned(),
        password: "secret".to_owned(),
        folder: "INBOX".to_owned(),
        then,
    };
    ImapSession::log_in(client, &mailbox).await.unwrap()
}

#[tokio::test]
async fn a_rejected_message_does_not_block_the_others() {
    const MESSAGES: [&str; 4] = ["one", "two", "three", "four"];
    let mut session = open_session(AfterFetch::Delete, |command| match command {
        SEARCH => (search_response(&MESSAGES), "OK"),
        // The first message cannot be marked, the second cannot be fetched, and the third is not
        // returned.
        "UID STORE 1 +FLAGS.SILENT (\\Seen \\Deleted)" => (String::new(), "NO"),
        "UID FETCH 2 RFC822.SIZE" => (String::new(), "NO"),
        "UID FETCH 3 BODY.PEEK[]" => (String::new(), "OK"),
        _ => (fetch_response(command, &MESSAGES).unwrap_or_default(), "OK"),
    })
    .await;
    let sink = MemorySink::default();
    let mut backoff = MessageBackoff::default();
    session.fetch_new(SINCE, &sink, &mut backoff).await.unwrap();
    assert_eq!(sink.all(), ["one", "four"]);
    // They are tried again after the others, and then not for a while.
    assert_eq!(backoff.due_messages(vec![1, 2, 3, 4], Instant::now()), [4, 1, 2, 3]);
    session.fetch_new(SINCE, &sink, &mut backoff).await.unwrap();
    assert_eq!(sink.all(), ["one", "four", "four", "one"]);
    assert_eq!(backoff.due_messages(vec![1, 2, 3, 4], Instant::now()), [4]);
}

#[tokio::test]
async fn a_message_that_ends_the_connection_comes_last_in_the_next() {
    const MESSAGES: [&str; 2] = ["one", "two"];
    fn answer(command: &str) -> (String, &'static str) {
        match command {
            SEARCH => (search_response(&MESSAGES), "OK"),
            "UID FETCH 1 BODY.PEEK[]" => {
                ("* 1 FETCH (UID 1 BODY[] what is this)\r\n".to_owned(), "OK")
            }
            _ => (fetch_response(command, &MESSAGES).unwrap_or_default(), "OK"),
        }
    }
    let sink = MemorySink::default();
    let mut backoff = MessageBackoff::default();
    let error = open_session(AfterFetch::Seen, answer)
        .await
        .fetch_new(SINCE, &sink, &mut backoff)
        .await
        .unwrap_err();
    assert!(matches!(error, ImapError::Unread), "{error}");
    assert!(sink.all().is_empty());
    open_session(AfterFetch::Seen, answer)
        .await
        .fetch_new(SINCE, &sink, &mut backoff)
        .await
        .unwrap_err();
    assert_eq!(sink.all(), ["two"]);
    open_session(AfterFetch::Seen, answer)
        .await
        .fetch_new(SINCE, &sink, &mut backoff)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_rejected_search_is_an_error() {
    for status in ["NO", "BAD"] {
        let mut session = open_session(AfterFetch::Seen, move |_| (String::new(), status)).await;
        let error = session
            .fetch_new(SINCE, &MemorySink::default(), &mut MessageBackoff::default())
            .await
            .unwrap_err();
        assert!(
            matches!(&error, ImapError::Refused(response) if response == "so it is"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_flagged_and_one_that_the_store_refuses_is_not() {
    const MESSAGES: [&str; 3] = ["panics", "fails", "three"];
    static ORDERED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut session = open_session(AfterFetch::Seen, |command| match command {
        SEARCH => (search_response(&MESSAGES), "OK"),
        _ if command.starts_with("UID STORE") => {
            ORDERED.lock().unwrap().push(command.to_owned());
            (String::new(), "OK")
        }
        _ => (fetch_response(command, &MESSAGES).unwrap_or_default(), "OK"),
    })
    .await;
    let sink = MemorySink::default();
    let mut backoff = MessageBackoff::default();
    let error = session.fetch_new(SINCE, &sink, &mut backoff).await.unwrap_err();
    assert!(matches!(error, ImapError::Store(_)), "{error}");
    assert_eq!(sink.all(), ["three"]);
    let ordered =
        ["UID STORE 1 +FLAGS.SILENT (\\Seen \\Flagged)", "UID STORE 3 +FLAGS.SILENT (\\Seen)"];
    assert_eq!(*ORDERED.lock().unwrap(), ordered);
}

#[test]
fn mail_older_than_its_records_is_not_fetched() {
    // 3 August 2026, 10:00.
    let now = Time(1_785_751_200_000);
    assert_eq!(first_day(now, 30), "6-Jul-2026");
    assert_eq!(first_day(now, 365), "5-Aug-2025");
    // Mail of the previous day is always fetched.
    for few in 1..=3 {
        assert_eq!(first_day(now, few), "2-Aug-2026");
    }
}
