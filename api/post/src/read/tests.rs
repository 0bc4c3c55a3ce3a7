//! Golden mailboxes: messages as mail programs send them, with the expected result for each.
//! `tests/corpora/README.md` explains the format.

mod rewritten;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, RulesetId, View};
use broadside_engine::seat::{Seat, Viewer};
use broadside_notation as notation;
use html5gum::{Token, Tokenizer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use self::rewritten::variants;
use super::html;
use super::{Bounce, IgnoreReason, InboundMail, MailParser, ParsedMessage, SentTo};

const KEY: &str = "k3y5abcdefghijklmnopqrstuv";
/// Minimum percentage of rewritten mails that are read as they are meant. The others are refused.
const MIN_REWRITTEN_SCORE: usize = 97;

fn parser() -> MailParser {
    MailParser {
        service: "Broadside <play@play.example.org>".parse().unwrap(),
        authserv_id: Some("mx.play.example.org".to_owned()),
        max_bytes: 5_000_000,
    }
}

/// Reads the messages, sorted by name.
fn mailbox() -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir("../../tests/corpora/mail")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

fn describe_recipient(to: &SentTo) -> String {
    match to {
        SentTo::Key(key) if key == KEY => "the key".to_owned(),
        SentTo::Key(key) => format!("another key, {key}"),
        SentTo::SeveralKeys => "several keys".to_owned(),
        SentTo::Service => "the service".to_owned(),
        SentTo::Elsewhere => "elsewhere".to_owned(),
    }
}

/// Describes the result in words.
fn describe(mail: &InboundMail) -> String {
    let mut description = String::new();
    match mail {
        InboundMail::Message(ParsedMessage {
            from,
            names: _,
            to,
            message_id,
            references,
            subject,
            text,
            attached,
            struck,
            unchecked: _,
            authentic: _,
        }) => {
            writeln!(description, "letter").unwrap();
            writeln!(description, "from: {}", from.as_str()).unwrap();
            writeln!(description, "to: {}", describe_recipient(to)).unwrap();
            writeln!(description, "id: {}", message_id.as_deref().unwrap_or("none")).unwrap();
            writeln!(description, "follows: {}", references.join(" ")).unwrap();
            writeln!(description, "subject: {subject}").unwrap();
            if *attached {
                writeln!(description, "says, in a file:").unwrap();
            } else {
                writeln!(description, "says:").unwrap();
            }
            for line in text.lines() {
                writeln!(description, "| {line}").unwrap();
            }
            if *struck {
                writeln!(description, "something is struck out").unwrap();
            }
        }
        InboundMail::Bounce(Bounce { to, is_permanent }) => {
            let when = if *is_permanent { "for good" } else { "perhaps not for good" };
            writeln!(description, "bounce of {}, {when}", describe_recipient(to)).unwrap();
        }
        InboundMail::Ignored(reason) => {
            writeln!(description, "ignored: {}", reason.as_str()).unwrap()
        }
    }
    description
}

#[test]
fn the_mailbox_is_parsed_as_recorded() {
    let mailbox = mailbox();
    assert!(mailbox.len() > 70);
    let mut actual = String::new();
    for (path, raw) in mailbox {
        let description = describe(&parser().parse(&raw, None));
        let name = path.file_stem().unwrap().display();
        // The kind of line ending makes no difference.
        if !raw.contains(&b'\r') {
            let lines: Vec<_> = raw.split(|byte| *byte == b'\n').collect();
            let other = describe(&parser().parse(&lines.join(&b"\r\n"[..]), None));
            assert_eq!(other, description, "{name} with other line breaks");
        }
        writeln!(actual, "== {name}\n{description}").unwrap();
    }
    let path = "../../tests/corpora/mail/parsed.txt";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &actual).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    for (actual, expected) in actual.split("\n== ").zip(expected.split("\n== ")) {
        assert_eq!(actual, expected);
    }
    assert_eq!(actual.len(), expected.len(), "parsed.txt has other messages");
}

/// Returns what a message asks for: commands, `nothing`, `refused` or `ignored`.
fn understood(raw: &[u8], view: &View) -> String {
    let InboundMail::Message(message) = parser().parse(raw, None) else {
        return "ignored".to_owned();
    };
    if message.text.trim().is_empty() {
        return "nothing".to_owned();
    }
    let text = message.without_salutations().map_or_else(|| message.text.clone(), |body| body.text);
    match notation::read(&text, Some(view)) {
        Ok(statements) => {
            let texts: Vec<_> =
                statements.iter().map(|parsed| parsed.statement.to_string()).collect();
            texts.join("; ")
        }
        Err(_) => "refused".to_owned(),
    }
}

/// Number of mails, and those that are not read as meant. Harm is done by commands that nobody
/// means.
#[derive(Default)]
struct Score {
    mails: usize,
    harm: usize,
    wrong: Vec<String>,
}

impl Score {
    fn add(&mut self, name: &str, raw: &[u8], meant: &str, view: &View) {
        let actual = understood(raw, view);
        self.mails += 1;
        if actual != meant {
            self.harm += usize::from(!["refused", "nothing", "ignored"].contains(&&*actual));
            self.wrong.push(format!("{name}: {actual}, and {meant} is meant"));
        }
    }

    fn right(&self) -> usize {
        self.mails - self.wrong.len()
    }

    fn print(&self, what: &str) {
        println!("{what}: read correctly: {} of {}; harm: {}", self.right(), self.mails, self.harm);
    }
}

/// Prints how many mails are read as their authors mean them, as they are, and rewritten:
/// `cargo test -p broadside-post --lib meant -- --nocapture`.
#[test]
fn mails_are_read_as_they_are_meant() {
    let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &serde_json::json!({}))
        .unwrap();
    let view = game.view(Viewer::Seat(Seat::new(1).unwrap()));
    let folder = PathBuf::from("../../tests/corpora/mail");
    let expected = std::fs::read_to_string(folder.join("expected.txt")).unwrap();
    let expected = expected.lines().filter(|line| !line.starts_with('#'));
    let mut corpus = Score::default();
    let mut rewritten = Score::default();
    for (name, meant) in expected.map(|line| line.split_once(": ").unwrap()) {
        let raw = std::fs::read(folder.join(format!("{name}.eml"))).unwrap();
        corpus.add(name, &raw, meant, &view);
        for (how, raw) in variants(&raw) {
            rewritten.add(&format!("{name}, {how}"), &raw, meant, &view);
        }
    }
    corpus.print("corpus");
    rewritten.print("rewritten");
    println!("{}", rewritten.wrong.join("\n"));
    assert!(corpus.wrong.is_empty(), "{}", corpus.wrong.join("\n"));
    assert_eq!(rewritten.harm, 0, "{}", rewritten.wrong.join("\n"));
    assert!(rewritten.right() * 100 >= rewritten.mails * MIN_REWRITTEN_SCORE);
}

#[test]
fn no_message_of_the_mailbox_yields_a_command_that_nobody_means() {
    let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &serde_json::json!({}))
        .unwrap();
    let view = game.view(Viewer::Seat(Seat::new(1).unwrap()));
    for (path, raw) in mailbox() {
        let InboundMail::Message(message) = parser().parse(&raw, None) else { continue };
        // Messages with struck-out text are rejected as a whole. Two messages really resign, or
        // would.
        let meant = ["resign.eml", "two-steps.eml"].iter().any(|name| path.ends_with(name));
        if message.struck || meant {
            continue;
        }
        for one in notation::read(&message.text, Some(&view)).unwrap_or_default() {
            let line = one.statement.to_string();
            let meant_by_nobody =
                ["RESIGN", "FIRE A1", "FIRE A2", "FIRE A3", "FIRE A4"].contains(&&*line);
            assert!(!meant_by_nobody, "{}: {line}", path.display());
        }
        for meant_by_nobody in ["A1", "A2", "A3", "A4", "RESIGN"] {
            let is_written = !message.attached
                && message.text.split_whitespace().any(|word| word == meant_by_nobody);
            let placing = message.text.contains("PLACE");
            assert!(placing || !is_written, "{}: {}", path.display(), message.text);
        }
    }
}

/// Returns the visible characters of a page in the order of a library that follows the standard,
/// without white space.
fn library_text(page: &str) -> String {
    let mut text = String::new();
    let mut invisible_element = None;
    for token in Tokenizer::new(page) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) if invisible_element.is_none() => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                let is_invisible = ["head", "style", "script", "title"].contains(&&*name);
                invisible_element = is_invisible.then_some(name);
            }
            Token::EndTag(tag)
                if invisible_element.as_deref().map(str::as_bytes) == Some(&*tag.name) =>
            {
                invisible_element = None
            }
            Token::String(words) if invisible_element.is_none() => {
                text.push_str(&String::from_utf8_lossy(&words))
            }
            _ => {}
        }
    }
    text.retain(|c| !c.is_whitespace());
    text
}

/// Returns the same for our own code, without the marks that it adds.
fn own_text_of(page: &str) -> String {
    let text = html::to_text(page).text;
    let lines =
        text.lines().map(|line| line.trim_start_matches('>')).filter(|line| *line != "_____");
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn html_is_read_as_a_library_reads_it() {
    // Of the corpus, quotations and hidden text are left out, and the rest is the same in the same
    // order.
    let mut pages = 0;
    for (path, raw) in mailbox() {
        let text = String::from_utf8_lossy(&raw).replace("\r\n", "\n");
        let Some((head, page)) = text.split_once("\n\n") else { continue };
        let head = head.to_lowercase();
        if !head.contains("content-type: text/html")
            || head.contains("quoted-printable")
            || head.contains("base64")
        {
            continue;
        }
        pages += 1;
        let own = own_text_of(page);
        let library = library_text(page);
        let mut rest = library.chars();
        assert!(
            own.chars().all(|c| rest.any(|other| other == c)),
            "{}: {own} {library}",
            path.display()
        );
    }
    assert!(pages >= 10, "{pages}");
    // Of pages without such elements, nothing is left out.
    let parts = [
        "<div>",
        "</div>",
        "<p class=\"a>b\">",
        "</p>",
        "<br>",
        "<br/>",
        "<b>",
        "</b>",
        "<table><tr><td>",
        "</td></tr></table>",
        "<style>p > b { x: \"</p>\" }</style>",
        "<!-- <b>RESIGN</b> -->",
        "<img src='a>b' alt=x>",
        "<a href=x>",
        "</a>",
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "</pre>",
        "FIRE A5",
        " & ",
        "&amp;",
        "&lt;b&gt;",
        "&nbsp;",
        "&eacute;",
        "&#65;",
        "&#x42;",
        "3 < 4",
        " x ",
        "\n",
        "\t",
        "è",
        "<UL><LI>",
        "</UL>",
        "<!DOCTYPE html>",
        "<?xml version='1.0'?>",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..20_000 {
        let page: String =
            (0..rng.random_range(1..12)).map(|_| parts[rng.random_range(0..parts.len())]).collect();
        assert_eq!(own_text_of(&page), library_text(&page), "{page}");
    }
}

fn fingerprint(name: &str, recipient: Option<&str>) -> String {
    let raw = std::fs::read(format!("../../tests/corpora/mail/{name}.eml")).unwrap();
    parser().read_head(&raw, recipient).hash
}

#[test]
fn a_message_is_the_same_by_its_id_its_sender_and_its_key() {
    let once = fingerprint("same-once", None);
    assert_eq!(once, fingerprint("same-twice", None));
    assert_eq!(once, fingerprint("same-once", Some(&format!("play+{KEY}@play.example.org"))));
    assert_ne!(once, fingerprint("same-id-another-sender", None));
    assert_ne!(once, fingerprint("same-once", Some("play+0therkey@play.example.org")));
    let without = fingerprint("no-message-id", None);
    assert_eq!(without, fingerprint("no-message-id", None));
    assert_ne!(without, fingerprint("no-header", None));
    assert_ne!(without, fingerprint("no-message-id", Some("play@play.example.org")));
}

#[test]
fn the_recipient_that_the_server_names_comes_first() {
    let raw = std::fs::read("../../tests/corpora/mail/two-recipients.eml").unwrap();
    let with_key = format!("PLAY+{}@Play.Example.org", KEY.to_uppercase());
    for (recipient, expected) in [
        (None, SentTo::SeveralKeys),
        (Some(&*with_key), SentTo::Key(KEY.to_owned())),
        // A recipient without a key, or one that our server has rewritten, says less than the
        // fields of the message.
        (Some("play@play.example.org"), SentTo::SeveralKeys),
        (Some("players@play.example.org"), SentTo::SeveralKeys),
    ] {
        match parser().parse(&raw, recipient) {
            InboundMail::Message(message) => assert_eq!(message.to, expected, "{recipient:?}"),
            other => panic!("{other:?}"),
        }
    }
}

fn ignored(raw: &[u8]) -> IgnoreReason {
    match parser().parse(raw, None) {
        InboundMail::Ignored(ignored) => ignored,
        other => panic!("{other:?}"),
    }
}

fn parse_from(from: &str) -> InboundMail {
    let raw = format!("From: {from}\r\nTo: play@play.example.org\r\n\r\nFIRE A5\r\n");
    parser().parse(raw.as_bytes(), None)
}

#[test]
fn a_name_in_quotes_or_a_comment_is_no_sender() {
    for from in [
        "ada@example.org",
        "<ada@example.org>",
        "Ada <ada@example.org>",
        "\"Ada (\\\"A.\\\")\" <ada@example.org>",
        "ada@example.org (Ada (of London))",
    ] {
        assert!(
            matches!(parse_from(from), InboundMail::Message(message) if message.from.normalized() == "ada@example.org"),
            "{from}"
        );
    }
    for from in [
        "\"ada@example.org\" (x)",
        "=?utf-8?q?ada=40example.org?= (ada@example.org)",
        "\"a\\\"ada@example.org\" (x)",
        "(ada@example.org)",
    ] {
        assert!(matches!(parse_from(from), InboundMail::Ignored(_)), "{from}");
    }
}

#[test]
fn oversized_messages_are_ignored() {
    let head = "From: ada@example.org\r\nTo: play@play.example.org\r\n";
    let start = processor_time();
    let mut large = format!("{head}\r\nFIRE A5\r\n").into_bytes();
    large.resize(30_000_000, b'x');
    assert_eq!(ignored(&large), IgnoreReason::TooLarge);
    let fields = format!("{head}{}\r\nFIRE A5\r\n", "X-Bomb: tick\r\n".repeat(100_000));
    assert_eq!(ignored(fields.as_bytes()), IgnoreReason::TooManyHeaders);
    let field = format!("{head}X-Bomb: {}\r\n\r\nFIRE A5\r\n", "tick\r\n ".repeat(100_000));
    assert_eq!(ignored(field.as_bytes()), IgnoreReason::TooManyHeaders);
    let parts = format!(
        "{head}Content-Type: multipart/mixed; boundary=b\r\n\r\n{}",
        "--b\r\n\r\nFIRE A5\r\n".repeat(100_000)
    );
    assert_eq!(ignored(parts.as_bytes()), IgnoreReason::TooManyParts);
    let mut deep = head.to_owned();
    for depth in 0..50_000 {
        write!(deep, "Content-Type: multipart/mixed; boundary=b{depth}\r\n\r\n--b{depth}\r\n")
            .unwrap();
    }
    assert_eq!(ignored(deep.as_bytes()), IgnoreReason::TooManyParts);
    // Nested messages are not parsed, however many there are.
    let messages =
        format!("{head}{}FIRE A5", "Content-Type: message/rfc822\r\n\r\n".repeat(100_000));
    assert!(
        matches!(parser().parse(messages.as_bytes(), None), InboundMail::Message(message) if message.text.is_empty())
    );
    let took = processor_time() - start;
    assert!(took < GUARD, "{took:?}");
}

/// Far more than the processor time that any message takes, and far less than one would take if the
/// time grew with the square of its length.
const GUARD: Duration = Duration::from_secs(60);

/// Processor time of this thread. Other programs do not prolong it.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[test]
fn no_message_takes_long_to_read() {
    let head = "From: ada@example.org\r\nTo: play@play.example.org\r\nContent-Type: text/";
    let bodies = [
        ("plain", "> FIRE A5\r\n"),
        ("plain", "On "),
        ("plain", "On Monday\r\n"),
        ("plain", "From: \r\n"),
        ("plain", "Da: \r\n\r\n"),
        ("plain", "x"),
        ("plain", "\r\n"),
        ("plain; format=flowed", "a \r\n"),
        ("plain; format=flowed", ">"),
        ("html", "<a "),
        ("html", "<!--"),
        ("html", "<"),
        ("html", "<div class=\""),
        ("html", "&"),
        ("html", "&amp;"),
        ("html", "<blockquote>"),
        ("html", "<pre>\n"),
        ("html", "<br>"),
        ("html", "<style>"),
        ("plain; charset=utf-7", "+AGE"),
        ("plain; charset=utf-16", "a\0"),
        ("plain\r\nContent-Transfer-Encoding: base64", "RklSRSBBNQ=="),
        ("plain\r\nContent-Transfer-Encoding: quoted-printable", "=\r\n="),
    ];
    for (kind, body) in bodies {
        let raw = format!("{head}{kind}\r\n\r\n{}", body.repeat(300_000 / body.len()));
        let start = processor_time();
        let read = parser().parse(raw.as_bytes(), None);
        let took = processor_time() - start;
        assert!(took < GUARD, "{kind} of `{body}` took {took:?}");
        if let InboundMail::Message(message) = read {
            assert!(
                message.text.len() < 1_500_000,
                "{kind} of `{body}` grew to {}",
                message.text.len()
            );
        }
    }
}

/// Damages a message: changes, removes and duplicates bytes, and mixes in those of another message.
fn damaged(rng: &mut ChaCha8Rng, raw: &[u8], other: &[u8]) -> Vec<u8> {
    let mut raw = raw.to_vec();
    for _ in 0..rng.random_range(1..8) {
        let a = rng.random_range(0..=raw.len());
        let b = rng.random_range(0..=raw.len());
        let from = a.min(b);
        let to = a.max(b);
        match rng.random_range(0..6) {
            0 => drop(raw.drain(from..to)),
            1 => {
                let again = raw[from..to].to_vec();
                raw.splice(from..from, again);
            }
            2 if !other.is_empty() => {
                let a = rng.random_range(0..other.len());
                let b = rng.random_range(0..other.len());
                raw.splice(from..to, other[a.min(b)..a.max(b)].iter().copied());
            }
            3 => raw[from..to].iter_mut().take(20).for_each(|byte| *byte ^= rng.random::<u8>()),
            4 => drop(raw.splice(from..from, *b"\r\n\r\n")),
            _ => raw[from..to].iter_mut().take(1).for_each(|byte| *byte = b'\n'),
        }
    }
    raw.truncate(200_000);
    raw
}

#[test]
fn damaged_messages_are_parsed_without_a_panic_and_always_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mailbox = mailbox();
    for _ in 0..1000 {
        let one = rng.random_range(0..mailbox.len());
        let other = rng.random_range(0..mailbox.len());
        let raw = damaged(&mut rng, &mailbox[one].1, &mailbox[other].1);
        let recipient = String::from_utf8_lossy(&raw[..raw.len().min(40)]).into_owned();
        let read = parser().parse(&raw, Some(&recipient));
        assert_eq!(read, parser().parse(&raw, Some(&recipient)));
        parser().read_head(&raw, None);
        let mut noise = vec![0; rng.random_range(0..500)];
        rng.fill_bytes(&mut noise);
        parser().parse(&noise, None);
    }
}
