//! Artificial histories: one without violations, and one for each kind of violation.

use serde_json::json;

use super::{behind, check};
use crate::history::{
    Event, Heard, History, Kind, Made, Op, Outcome, Said, Seen, Talk, View, WrongClock,
};

const GAME: &str = "g";

fn event(seq: u64, what: &serde_json::Value) -> Event {
    let at = format!("2026-01-01T00:00:{seq:02}.000Z");
    let mut what = what.clone();
    what["occurred_at"] = at.into();
    let content = json!({"ruleset": "classic", "event": what}).to_string();
    Event { seq, content }
}

/// A game in which client 0 fires at A1, client 1 at B2 and client 0 at C3.
fn log() -> Vec<Event> {
    let what = [
        json!({"type": "joined", "seat": 1}),
        json!({"type": "joined", "seat": 2}),
        json!({"type": "fired", "seat": 1, "cell": "A1"}),
        json!({"type": "fired", "seat": 2, "cell": "B2"}),
        json!({"type": "fired", "seat": 1, "cell": "C3"}),
    ];
    what.iter().enumerate().map(|(n, what)| event(n as u64 + 1, what)).collect()
}

fn op(process: usize, kind: Kind, value: &str, key: Option<&str>, outcome: Outcome) -> Op {
    Op {
        process,
        node: process,
        kind,
        game: GAME.to_owned(),
        value: value.to_owned(),
        key: key.map(str::to_owned),
        invoked: 0,
        ended: 0,
        outcome,
        seen: Seen::default(),
    }
}

fn unknown() -> Outcome {
    Outcome::Unknown("no answer".to_owned())
}

fn refused() -> Outcome {
    Outcome::Fail("503 /problems/unavailable".to_owned())
}

/// Indexes of the operations in the good history.
const CREATE: usize = 0;
const JOIN: usize = 1;
const REPEAT: usize = 4;
const DOUBTED: usize = 5;
const READ: usize = 6;
const HELLO: usize = 7;
const REGISTER: usize = 9;
const NOTE: usize = 10;
const READ_NOTES: usize = 12;

/// A history without violations.
fn valid_history() -> History {
    let with_body = |mut op: Op, body: u64, version: u64, seq: &[u64]| {
        op.seen.body = body;
        op.seen.version = Some(version);
        op.seen.events = seq.iter().map(|seq| log()[*seq as usize - 1].clone()).collect();
        op
    };
    let mut created = op(0, Kind::Create, "mark", Some("create"), Outcome::Ok);
    created.game.clear();
    created.seen.text = GAME.to_owned();
    let mut registered = op(0, Kind::Register, "guest", None, Outcome::Ok);
    registered.game.clear();
    let mut read_notes = op(0, Kind::ReadNotes, "", None, Outcome::Ok);
    read_notes.seen.text = "two".to_owned();
    let mut ops = vec![
        created,
        with_body(op(1, Kind::Join, "", Some("join"), Outcome::Ok), 1, 2, &[]),
        with_body(op(0, Kind::Act, "A1", Some("a"), Outcome::Ok), 2, 3, &[3]),
        with_body(op(1, Kind::Act, "B2", None, Outcome::Ok), 3, 4, &[4]),
        with_body(op(0, Kind::Act, "A1", Some("a"), Outcome::Ok), 2, 3, &[3]),
        op(0, Kind::Act, "C3", None, unknown()),
        with_body(op(1, Kind::ReadEvents, "", None, Outcome::Ok), 4, 5, &[1, 2, 3, 4, 5]),
        with_body(op(0, Kind::Message, "hello", Some("m"), Outcome::Ok), 5, 1, &[]),
        op(0, Kind::Message, "lost", None, unknown()),
        registered,
        op(0, Kind::Note, "one", None, Outcome::Ok),
        op(0, Kind::Note, "two", None, unknown()),
        read_notes,
    ];
    for (n, op) in ops.iter_mut().enumerate() {
        (op.invoked, op.ended) = (10 * n as u64, 10 * n as u64 + 5);
    }
    let heard = |process: usize, id: u64, event: &str, seq: u64, content: &str| Heard {
        process,
        stream: process,
        of: None,
        connection: id / 3,
        after: None,
        node: 0,
        at: 1_000,
        event: event.to_owned(),
        id,
        game: if event == "snapshot" { String::new() } else { GAME.to_owned() },
        seq,
        content: content.to_owned(),
    };
    let mut all = Vec::new();
    for process in 0..2 {
        all.push(heard(process, 0, "snapshot", 0, ""));
        for event in log().iter().skip(1) {
            all.push(heard(process, event.seq - 1, "step", event.seq, &event.content));
        }
    }
    all.push(heard(1, 5, "message", 1, ""));
    let mut history = History { ops, heard: all, ..History::default() };
    for node in 0..2 {
        for process in 0..2 {
            let (game, seat) = (GAME.to_owned(), process as u64 + 1);
            history.end.views.push(View { process, seat, node, game: game.clone(), events: log() });
            let messages = vec![Said { number: 1, by: 0, text: "hello".to_owned() }];
            history.end.talks.push(Talk { process, node, game, messages });
        }
        history.end.made.push(Made {
            process: 0,
            node,
            games: vec![(GAME.to_owned(), "mark".to_owned())],
        });
    }
    history.end.joined.insert(GAME.to_owned(), Some(1));
    history.end.names.insert("guest".to_owned(), 1);
    history
}

/// Returns the rules that a changed history breaks.
fn broken(change: impl FnOnce(&mut History)) -> Vec<&'static str> {
    let mut history = valid_history();
    change(&mut history);
    let mut rules: Vec<_> = check(&history).into_iter().map(|violation| violation.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn breaks(rule: &str, change: impl FnOnce(&mut History)) {
    let rules = broken(change);
    assert!(rules.contains(&rule), "{rule} is not among {rules:?}");
}

/// Changes the log of a game for all viewers.
fn relog(history: &mut History, change: impl Fn(&mut Vec<Event>)) {
    history.end.views.iter_mut().for_each(|view| change(&mut view.events));
}

#[test]
fn a_good_history_breaks_no_rule() {
    assert_eq!(check(&valid_history()), []);
    assert_eq!(behind(&valid_history()), [""; 0]);
}

#[test]
fn requests_in_doubt_may_or_may_not_have_succeeded() {
    let rules = broken(|history| {
        relog(history, |log| log.truncate(4));
        history.ops[READ].seen.events.truncate(4);
        history.ops[READ].seen.version = Some(4);
        history.heard.retain(|heard| heard.seq < 5 && heard.event != "message");
        // Client 1 received a message after that.
        history.heard.push(Heard { id: 4, ..valid_history().heard.pop().expect("it is there") });
        history.ops[READ_NOTES].seen.text = "one".to_owned();
    });
    assert_eq!(rules, [""; 0]);
    let rules = broken(|history| {
        for talk in &mut history.end.talks {
            talk.messages.push(Said { number: 2, by: 0, text: "lost".to_owned() });
        }
        let last = history.heard.last().expect("it is there").clone();
        history.heard.push(Heard { id: 6, seq: 2, ..last });
    });
    assert_eq!(rules, [""; 0]);
}

#[test]
fn a_lost_acknowledged_move_is_found() {
    const RULE: &str = "nothing acknowledged is lost or changed";
    breaks(RULE, |history| relog(history, |log| log.truncate(3)));
    // On one node only.
    breaks(RULE, |history| history.end.views[3].events.truncate(4));
    // Replaced by another event.
    breaks(RULE, |history| {
        relog(history, |log| log[2] = event(3, &json!({"type": "fired", "seat": 1, "cell": "J9"})));
    });
    // On all nodes, after a stream has delivered it.
    breaks(RULE, |history| {
        history.ops[READ].seen.events.clear();
        relog(history, |log| log.truncate(4));
    });
}

#[test]
fn duplicated_and_unrequested_acts_are_found() {
    const RULE: &str = "acts happen once";
    let add = |history: &mut History, cell: &str| {
        let seat = 2;
        let added = event(6, &json!({"type": "fired", "seat": seat, "cell": cell}));
        relog(history, |log| log.push(added.clone()));
    };
    breaks(RULE, |history| add(history, "D4"));
    breaks(RULE, |history| add(history, "B2"));
    // A refused action.
    breaks(RULE, |history| {
        history.ops.push(op(1, Kind::Act, "D4", None, refused()));
        add(history, "D4");
    });
    // An action in doubt explains one event.
    let doubted = |history: &mut History| {
        history.ops.push(op(1, Kind::Act, "D4", Some("d"), unknown()));
        history.ops.push(op(1, Kind::Act, "D4", Some("d"), unknown()));
        add(history, "D4");
    };
    assert!(!broken(doubted).contains(&RULE));
    breaks(RULE, |history| {
        history.ops[DOUBTED].value.clear();
        history.ops.push(op(1, Kind::Act, "", Some("d"), unknown()));
        history.ops.push(op(1, Kind::Act, "", Some("d"), unknown()));
        add(history, "D4");
        let again = event(7, &json!({"type": "fired", "seat": 2, "cell": "E5"}));
        relog(history, |log| log.push(again.clone()));
    });
    breaks(RULE, |history| history.ops[DOUBTED].outcome = refused());
    breaks(RULE, |history| history.ops[DOUBTED].value = "C4".to_owned());
}

#[test]
fn logs_that_differ_or_have_gaps() {
    const RULE: &str = "one log for all";
    breaks(RULE, |history| history.end.views[1].events.swap(2, 3));
    breaks(RULE, |history| drop(history.end.views[2].events.pop()));
    breaks(RULE, |history| relog(history, |log| log[4].seq = 6));
    breaks(RULE, |history| {
        relog(history, |log| log[4].content = log[4].content.replace("2026-01", "2025-01"));
    });
}

#[test]
fn turns_out_of_order_and_games_that_time_out() {
    breaks("turns alternate", |history| {
        relog(history, |log| log[3] = event(4, &json!({"type": "fired", "seat": 1, "cell": "D4"})));
    });
    breaks("nobody times out", |history| {
        relog(history, |log| log.push(event(6, &json!({"type": "timed_out", "seat": 1}))));
    });
}

#[test]
fn a_read_that_is_behind() {
    const RULE: &str = "reads go forward";
    // Older than an answer to the same client, and older than one to another client.
    breaks(RULE, |history| history.ops[READ].seen.version = Some(3));
    breaks(RULE, |history| {
        let mut read = history.ops[READ].clone();
        (read.kind, read.process, read.seen.version) = (Kind::ReadGame, 0, Some(4));
        (read.invoked, read.ended) = (500, 505);
        history.ops.push(read);
    });
    // Reads at the same time have no order.
    let together = |history: &mut History| {
        history.ops[READ].invoked = 0;
        history.ops[READ].seen.version = Some(1);
    };
    assert!(!broken(together).contains(&RULE));
    // Older than a stream.
    breaks(RULE, |history| {
        let mut read = history.ops[HELLO].clone();
        (read.kind, read.key, read.seen.version) = (Kind::ReadMessages, None, Some(0));
        history.ops[HELLO].ended = 9_000;
        (read.invoked, read.ended) = (2_000, 2_005);
        history.ops.push(read);
    });
}

#[test]
fn a_key_that_is_answered_in_two_ways() {
    const RULE: &str = "keys repeat answers";
    breaks(RULE, |history| history.ops[REPEAT].seen.body = 99);
    breaks(RULE, |history| {
        history.ops[REPEAT].outcome = Outcome::Fail("422 /problems/against_rule".to_owned());
        history.ops[REPEAT].seen = Seen::default();
    });
}

#[test]
fn lost_duplicated_and_invented_messages_are_found() {
    const RULE: &str = "messages are there once";
    let change = |change: &dyn Fn(&mut Vec<Said>)| {
        breaks(RULE, |history| {
            history.end.talks.iter_mut().for_each(|talk| change(&mut talk.messages))
        });
    };
    change(&|said| said.clear());
    change(&|said| said.push(Said { number: 2, ..said[0].clone() }));
    change(&|said| said[0].text = "hullo".to_owned());
    change(&|said| said[0].number = 2);
    change(&|said| said[0].by = 1);
    breaks(RULE, |history| history.ops[HELLO].outcome = refused());
    breaks(RULE, |history| history.end.talks.clear());
}

#[test]
fn lost_and_duplicated_games_seats_and_players_are_found() {
    breaks("games are there once", |history| history.end.made[1].games.clear());
    breaks("games are there once", |history| history.end.made[0].games[0].0 = "h".to_owned());
    breaks("games are there once", |history| {
        history.end.made[0].games.push(("h".to_owned(), "mark".to_owned()));
    });
    breaks("games are there once", |history| history.ops[CREATE].outcome = refused());
    breaks("seats are kept", |history| history.end.joined.clear());
    breaks("seats are kept", |history| history.ops[JOIN].outcome = refused());
    breaks("seats are kept", |history| {
        relog(history, |log| log.push(event(6, &json!({"type": "joined", "seat": 2}))));
    });
    breaks("seats are kept", |history| {
        relog(history, |log| log.push(event(6, &json!({"type": "placed", "seat": 2}))));
    });
    breaks("seats are kept", |history| {
        history.ops.push(op(1, Kind::Place, "", Some("p"), Outcome::Ok))
    });
    breaks("registrations are there once", |history| history.end.names.clear());
    breaks("registrations are there once", |history| {
        *history.end.names.get_mut("guest").expect("it is there") = 2
    });
    breaks("registrations are there once", |history| history.ops[REGISTER].outcome = refused());
}

#[test]
fn notes_that_are_not_the_last() {
    const RULE: &str = "notes are the last";
    breaks(RULE, |history| history.ops[READ_NOTES].seen.text.clear());
    breaks(RULE, |history| history.ops[NOTE + 1].outcome = refused());
    breaks(RULE, |history| {
        history.ops[NOTE].outcome = refused();
        history.ops[READ_NOTES].seen.text = "one".to_owned();
    });
    // A write in doubt does not take effect a second time.
    breaks(RULE, |history| {
        history.ops.push(op(0, Kind::Note, "three", None, Outcome::Ok));
        let again = history.ops[READ_NOTES].clone();
        history.ops.push(again);
    });
}

#[test]
fn wrong_refusals_are_found() {
    const RULE: &str = "nothing is denied";
    for why in ["401 /problems/unauthorized", "404 /problems/not_found", "422 /problems/key_reused"]
    {
        breaks(RULE, |history| {
            history.ops.push(op(0, Kind::ReadGame, "", None, Outcome::Fail(why.to_owned())));
        });
    }
    breaks(RULE, |history| {
        let why = "500 /problems/internal".to_owned();
        history.ops.push(op(0, Kind::Note, "three", None, Outcome::Unknown(why)));
    });
}

#[test]
fn a_ticket_that_is_refused_although_no_clock_was_wrong() {
    const RULE: &str = "nothing is denied";
    const LATER: u64 = 100_000;
    let refused = |seconds: i64, from: u64, until: Option<u64>| {
        move |history: &mut History| {
            let mut spend =
                op(0, Kind::Spend, "", None, Outcome::Fail("401 for a ticket".to_owned()));
            (spend.invoked, spend.ended) = (LATER, LATER + 10);
            history.ops.push(spend);
            history.wrong_clocks.push(WrongClock { node: 1, seconds, from, until });
        }
    };
    breaks(RULE, |history| {
        refused(0, 0, None)(history);
        history.wrong_clocks.clear();
    });
    // While a clock is wrong, while it is being corrected, and during the lifetime of a ticket
    // after that.
    for seconds in [3_000, -3_600] {
        for until in [None, Some(LATER + 5), Some(LATER), Some(LATER - 1_600), Some(LATER - 60_000)]
        {
            assert_eq!(
                broken(refused(seconds, 1_000, until)),
                [""; 0],
                "{seconds} s, until {until:?}"
            );
        }
    }
    // Before a clock was wrong, long after, or with a difference that tickets must tolerate.
    breaks(RULE, refused(3_000, LATER + 11, None));
    breaks(RULE, refused(3_000, 1_000, Some(LATER - 70_000)));
    breaks(RULE, refused(240, 1_000, None));
    // A wrong clock excuses no other refusal.
    breaks(RULE, |history| {
        refused(3_000, 1_000, None)(history);
        let why = "401 /problems/unauthorized".to_owned();
        history.ops.push(op(0, Kind::ReadGame, "", None, Outcome::Fail(why)));
    });
}

#[test]
fn streams_that_miss_repeat_or_restart_are_found() {
    const RULE: &str = "streams tell everything once";
    breaks(RULE, |history| drop(history.heard.remove(2)));
    breaks(RULE, |history| drop(history.heard.pop()));
    breaks(RULE, |history| history.heard.insert(3, history.heard[2].clone()));
    breaks(RULE, |history| history.heard.insert(3, Heard { id: 3, ..history.heard[2].clone() }));
    breaks(RULE, |history| history.heard.insert(3, Heard { id: 2, ..history.heard[0].clone() }));
    let mut history = valid_history();
    history.heard.pop();
    assert_eq!(behind(&history).len(), 2, "on both nodes");
}
