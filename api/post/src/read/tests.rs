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
/// Minimum percentage of rewritten letters that are read as they are meant. The others are refused.
const MIN_REWRITTEN_SCORE: usize = 97;

fn parser() -> MailParser {
    MailParser {
        ours: "Broadside <play@play.example.org>".parse().unwrap(),
        authserv_id: Some("mx.play.example.org".to_owned()),
        most_bytes: 5_000_000,
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

/// Describes the result in words.
fn describe(incoming: &InboundMail) -> String {
    let to = |to: &SentTo| match to {
        SentTo::Key(key) if key == KEY => "the key".to_owned(),
        SentTo::Key(key) => format!("another key, {key}"),
        SentTo::SeveralKeys => "several keys".to_owned(),
        SentTo::Service => "the service".to_owned(),
        SentTo::Elsewhere => "elsewhere".to_owned(),
    };
    let mut told = String::new();
    match incoming {
        InboundMail::Letter(ParsedMessage {
            from,
            names: _,
            to: sent_to,
            message_id,
            references,
            subject,
            text,
            attached,
            struck,
            unchecked: _,
            authentic: _,
        }) => {
            writeln!(told, "letter").unwrap();
            writeln!(told, "from: {}", from.as_str()).unwrap();
            writeln!(told, "to: {}", to(sent_to)).unwrap();
            writeln!(told, "id: {}", message_id.as_deref().unwrap_or("none")).unwrap();
            writeln!(told, "follows: {}", references.join(" ")).unwrap();
            writeln!(told, "subject: {subject}").unwrap();
            if *attached {
                writeln!(told, "says, in a file:").unwrap();
            } else {
                writeln!(told, "says:").unwrap();
            }
            for line in text.lines() {
                writeln!(told, "| {line}").unwrap();
            }
            if *struck {
                writeln!(told, "something is struck out").unwrap();
            }
        }
        InboundMail::Bounce(Bounce { to: sent_to, for_good }) => {
            let when = if *for_good { "for good" } else { "perhaps not for good" };
            writeln!(told, "bounce of {}, {when}", to(sent_to)).unwrap();
        }
        InboundMail::Ignored(ignored) => writeln!(told, "ignored: {}", ignored.as_str()).unwrap(),
    }
    told
}

#[test]
fn the_mailbox_is_read_as_it_always_was() {
    let mailbox = mailbox();
    assert!(mailbox.len() > 70);
    let mut is = String::new();
    for (path, raw) in mailbox {
        let read = describe(&parser().parse(&raw, None));
        let name = path.file_stem().unwrap().display();
        // The kind of line ending makes no difference.
        if !raw.contains(&b'\r') {
            let lines: Vec<_> = raw.split(|byte| *byte == b'\n').collect();
            let other = describe(&parser().parse(&lines.join(&b"\r\n"[..]), None));
            assert_eq!(other, read, "{name} with other line breaks");
        }
        writeln!(is, "== {name}\n{read}").unwrap();
    }
    let expected = "../../tests/corpora/mail/parsed.txt";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(expected, &is).unwrap();
    }
    let was = std::fs::read_to_string(expected).unwrap();
    for (is, was) in is.split("\n== ").zip(was.split("\n== ")) {
        assert_eq!(is, was);
    }
    assert_eq!(is.len(), was.len(), "parsed.txt has other messages");
}

/// Returns what a message asks for: commands, `nothing`, `refused` or `ignored`.
fn understood(raw: &[u8], view: &View) -> String {
    let InboundMail::Letter(letter) = parser().parse(raw, None) else {
        return "ignored".to_owned();
    };
    if letter.text.trim().is_empty() {
        return "nothing".to_owned();
    }
    let text = letter.without_salutations().map_or_else(|| letter.text.clone(), |meant| meant.text);
    match notation::read(&text, Some(view)) {
        Ok(said) => said.iter().map(|one| one.statement.to_string()).collect::<Vec<_>>().join("; "),
        Err(_) => "refused".to_owned(),
    }
}

/// Number of letters, and those that are not read as meant. Harm is done by commands that nobody
/// means.
#[derive(Default)]
struct Score {
    letters: usize,
    harm: usize,
    wrong: Vec<String>,
}

impl Score {
    fn add(&mut self, name: &str, raw: &[u8], meant: &str, view: &View) {
        let is = understood(raw, view);
        self.letters += 1;
        if is != meant {
            self.harm += usize::from(!["refused", "nothing", "ignored"].contains(&&*is));
            self.wrong.push(format!("{name}: {is}, and {meant} is meant"));
        }
    }

    fn right(&self) -> usize {
        self.letters - self.wrong.len()
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: read correctly: {} of {}; harm: {}",
            self.right(),
            self.letters,
            self.harm
        );
    }
}

/// Prints how many letters are read as their authors mean them, as they are, and rewritten:
/// `cargo test -p broadside-post --lib meant -- --nocapture`.
#[test]
fn letters_are_read_as_they_are_meant() {
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
    assert!(rewritten.right() * 100 >= rewritten.letters * MIN_REWRITTEN_SCORE);
}

#[test]
fn nothing_in_the_mailbox_is_taken_for_a_command_that_is_none() {
    let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &serde_json::json!({}))
        .unwrap();
    let view = game.view(Viewer::Seat(Seat::new(1).unwrap()));
    for (path, raw) in mailbox() {
        let InboundMail::Letter(letter) = parser().parse(&raw, None) else { continue };
        // Messages with struck-out text are rejected as a whole. Two messages really resign, or
        // would.
        let meant = ["resign.eml", "two-steps.eml"].iter().any(|name| path.ends_with(name));
        if letter.struck || meant {
            continue;
        }
        for one in notation::read(&letter.text, Some(&view)).unwrap_or_default() {
            let line = one.statement.to_string();
            let meant_by_nobody =
                ["RESIGN", "FIRE A1", "FIRE A2", "FIRE A3", "FIRE A4"].contains(&&*line);
            assert!(!meant_by_nobody, "{}: {line}", path.display());
        }
        for meant_by_nobody in ["A1", "A2", "A3", "A4", "RESIGN"] {
            let said = !letter.attached
                && letter.text.split_whitespace().any(|word| word == meant_by_nobody);
            let placing = letter.text.contains("PLACE");
            assert!(placing || !said, "{}: {}", path.display(), letter.text);
        }
    }
}

/// Returns the visible characters of a page in the order of a library that follows the standard,
/// without white space.
fn library_text(page: &str) -> String {
    let mut text = String::new();
    let mut unseen = None;
    for token in Tokenizer::new(page) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) if unseen.is_none() => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                let is_unseen = ["head", "style", "script", "title"].contains(&&*name);
                unseen = is_unseen.then_some(name);
            }
            Token::EndTag(tag) if unseen.as_deref().map(str::as_bytes) == Some(&*tag.name) => {
                unseen = None
            }
            Token::String(words) if unseen.is_none() => {
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
    let mut luck = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..20_000 {
        let page: String = (0..luck.random_range(1..12))
            .map(|_| parts[luck.random_range(0..parts.len())])
            .collect();
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
    let to = |recipient: Option<&str>| match parser().parse(&raw, recipient) {
        InboundMail::Letter(letter) => letter.to,
        other => panic!("{other:?}"),
    };
    assert_eq!(to(None), SentTo::SeveralKeys);
    assert_eq!(
        to(Some(&format!("PLAY+{}@Play.Example.org", KEY.to_uppercase()))),
        SentTo::Key(KEY.to_owned())
    );
    // A recipient without a key, or one that our server has rewritten, says less than the fields of
    // the message.
    assert_eq!(to(Some("play@play.example.org")), SentTo::SeveralKeys);
    assert_eq!(to(Some("players@play.example.org")), SentTo::SeveralKeys);
}

fn ignored(raw: &[u8]) -> IgnoreReason {
    match parser().parse(raw, None) {
        InboundMail::Ignored(ignored) => ignored,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_name_in_quotes_or_a_comment_is_no_sender() {
    let read = |from: &str| {
        let raw = format!("From: {from}\r\nTo: play@play.example.org\r\n\r\nFIRE A5\r\n");
        parser().parse(raw.as_bytes(), None)
    };
    for from in [
        "ada@example.org",
        "<ada@example.org>",
        "Ada <ada@example.org>",
        "\"Ada (\\\"A.\\\")\" <ada@example.org>",
        "ada@example.org (Ada (of London))",
    ] {
        assert!(
            matches!(read(from), InboundMail::Letter(letter) if letter.from.normalized() == "ada@example.org"),
            "{from}"
        );
    }
    for from in [
        "\"ada@example.org\" (x)",
        "=?utf-8?q?ada=40example.org?= (ada@example.org)",
        "\"a\\\"ada@example.org\" (x)",
        "(ada@example.org)",
    ] {
        assert!(matches!(read(from), InboundMail::Ignored(_)), "{from}");
    }
}

#[test]
fn what_is_too_much_is_not_read() {
    let head = "From: ada@example.org\r\nTo: play@play.example.org\r\n";
    let begun = processor_time();
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
        matches!(parser().parse(messages.as_bytes(), None), InboundMail::Letter(letter) if letter.text.is_empty())
    );
    let took = processor_time() - begun;
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
        let begun = processor_time();
        let read = parser().parse(raw.as_bytes(), None);
        let took = processor_time() - begun;
        assert!(took < GUARD, "{kind} of `{body}` took {took:?}");
        if let InboundMail::Letter(letter) = read {
            assert!(
                letter.text.len() < 1_500_000,
                "{kind} of `{body}` grew to {}",
                letter.text.len()
            );
        }
    }
}

/// Damages a message: changes, removes and duplicates bytes, and mixes in those of another message.
fn worse(luck: &mut ChaCha8Rng, raw: &[u8], other: &[u8]) -> Vec<u8> {
    let mut raw = raw.to_vec();
    for _ in 0..luck.random_range(1..8) {
        let a = luck.random_range(0..=raw.len());
        let b = luck.random_range(0..=raw.len());
        let from = a.min(b);
        let to = a.max(b);
        match luck.random_range(0..6) {
            0 => drop(raw.drain(from..to)),
            1 => {
                let again = raw[from..to].to_vec();
                raw.splice(from..from, again);
            }
            2 if !other.is_empty() => {
                let a = luck.random_range(0..other.len());
                let b = luck.random_range(0..other.len());
                raw.splice(from..to, other[a.min(b)..a.max(b)].iter().copied());
            }
            3 => raw[from..to].iter_mut().take(20).for_each(|byte| *byte ^= luck.random::<u8>()),
            4 => drop(raw.splice(from..from, *b"\r\n\r\n")),
            _ => raw[from..to].iter_mut().take(1).for_each(|byte| *byte = b'\n'),
        }
    }
    raw.truncate(200_000);
    raw
}

#[test]
fn whatever_comes_in_is_read_to_something() {
    let mut luck = ChaCha8Rng::seed_from_u64(1);
    let mailbox = mailbox();
    for _ in 0..1000 {
        let at = |luck: &mut ChaCha8Rng| luck.random_range(0..mailbox.len());
        let one = at(&mut luck);
        let other = at(&mut luck);
        let raw = worse(&mut luck, &mailbox[one].1, &mailbox[other].1);
        let recipient = String::from_utf8_lossy(&raw[..raw.len().min(40)]).into_owned();
        let read = parser().parse(&raw, Some(&recipient));
        assert_eq!(read, parser().parse(&raw, Some(&recipient)));
        parser().read_head(&raw, None);
        let mut noise = vec![0; luck.random_range(0..500)];
        luck.fill_bytes(&mut noise);
        parser().parse(&noise, None);
    }
}
