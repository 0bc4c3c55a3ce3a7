//! Golden mailboxes: a service with a stopped clock processes each message of `tests/corpora/mail`.
//! The file `tests/corpora/mail/carried-out.txt` contains the result, the answer and its recipient,
//! and the changes of the game, the notes and the mailbox. After an intended change,
//! `BLESS=1 cargo test -p broadside-tests --test mailboxes` rewrites it.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod ahead;
mod world;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use world::{CONFIRMATION, INVITATION, Stage, Template, World};

const CORPUS: &str = "corpora/mail";

/// Messages that arrive one after another.
struct Case {
    name: String,
    messages: Vec<Vec<u8>>,
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(CORPUS).join(name)
}

fn cases() -> Vec<Case> {
    let read = |name: &str| std::fs::read(file(&format!("{name}.eml"))).unwrap();
    let mut names: Vec<_> = std::fs::read_dir(file(""))
        .unwrap()
        .filter_map(|entry| {
            Some(entry.unwrap().file_name().to_str()?.strip_suffix(".eml")?.to_owned())
        })
        .collect();
    names.sort();
    let mut cases: Vec<_> =
        names.into_iter().map(|name| Case { messages: vec![read(&name)], name }).collect();
    let twice = |one: &str, other: &str| Case {
        name: format!("{one}, then {other}"),
        messages: vec![read(one), read(other)],
    };
    cases.push(twice("same-once", "same-twice"));
    cases.push(twice("same-once", "same-id-another-sender"));
    // The first letter makes a move, so that the second one belongs to an earlier turn.
    cases.push(twice("plain", "base64"));
    cases.push(twice("never", "help"));
    cases.push(twice("confirm-yes", "confirm-accept"));
    cases.push(twice("confirm-yes", "confirm-help"));
    let head = "From: ada@example.org\r\nTo: play+k3y5abcdefghijklmnopqrstuv@play.example.org\r\n";
    let mut large = format!("{head}\r\nFIRE A5\r\n").into_bytes();
    large.resize(30_000_000, b'x');
    cases.push(Case { name: "30 MB".to_owned(), messages: vec![large] });
    let bomb = format!("{head}{}\r\nFIRE A5\r\n", "X-Bomb: tick\r\n".repeat(100_000));
    cases.push(Case { name: "a header bomb".to_owned(), messages: vec![bomb.into_bytes()] });
    cases
}

/// Describes the result of messages; returns it with `true` if the state has changed.
fn carried_out(world: &mut World, case: &Case) -> (String, bool) {
    let (mut told, mut changed) = (String::new(), false);
    for message in &case.messages {
        let before = world.state();
        let mails = world.mails();
        writeln!(told, "{}", world.receive(message)).unwrap();
        let (after, new) = (world.state(), world.mails());
        for (line, was) in after.iter().zip(&before).filter(|(line, was)| line != was) {
            changed = true;
            writeln!(told, "  {line}  (was {})", was.split_once(' ').unwrap().1).unwrap();
        }
        // Mails to several people are written at the same time, in any order.
        let mut new_mails: Vec<_> = new[mails.len()..].iter().flatten().collect();
        new_mails.sort_by(|one, other| one.to.cmp(&other.to));
        for mail in new_mails {
            changed = true;
            writeln!(
                told,
                "  mail to {}: {}, {}",
                mail.to,
                mail.subject,
                world.key(&mail.reply_to())
            )
            .unwrap();
            // Mail to others has its own snapshots, and so has the signature.
            let own = mail.text.lines().take_while(|line| *line != "-- ");
            for line in own.filter(|_| mail.to != "ben@example.org") {
                writeln!(told, "  |{}{line}", if line.is_empty() { "" } else { " " }).unwrap();
            }
        }
        if after == before && new.len() == mails.len() {
            writeln!(told, "  nothing has changed, and nobody is told anything").unwrap();
        }
    }
    (told, changed)
}

#[test]
fn the_mailbox_is_carried_out_as_it_always_was() {
    let mut outcomes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let templates =
        [Stage::Placing, Stage::Playing, Stage::Inviting, Stage::Confirming].map(Template::new);
    let mut worlds: [Option<World>; 4] = [const { None }; 4];
    for case in cases() {
        let says = |words: &str| {
            case.messages[0].windows(words.len()).any(|window| window == words.as_bytes())
        };
        let stage = match () {
            () if says(CONFIRMATION) => Stage::Confirming,
            () if says(INVITATION) => Stage::Inviting,
            () if says("PLACE") => Stage::Placing,
            () => Stage::Playing,
        };
        let mut world =
            worlds[stage as usize].take().unwrap_or_else(|| templates[stage as usize].world());
        let (told, changed) = carried_out(&mut world, &case);
        if !changed {
            worlds[stage as usize] = Some(world);
        }
        outcomes.entry(format!("{stage:?}: {told}")).or_default().push(case.name);
    }
    let mut sections: Vec<_> = outcomes.into_iter().collect();
    sections.sort_by(|one, other| one.1.cmp(&other.1));
    let mut is = String::new();
    for (told, names) in sections {
        writeln!(is, "== {}\n{told}", names.join("\n== ")).unwrap();
    }
    let expected = file("carried-out.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected, &is).unwrap();
    }
    let was = std::fs::read_to_string(&expected).unwrap_or_default();
    assert!(is == was, "carried-out.txt is another: look at it with BLESS=1 and git diff\n{is}");
    // The corpus contains no unintended move.
    for never in ["RESIGN", "B1", "A1", "A2", "A3", "A4"] {
        assert!(!is.contains(&format!("|     {never}\n")), "{never}");
    }
}
