//! Incoming mail: each message is stored once and numbered in order of arrival, each has one
//! worker, and messages of one sender are processed in order.

use std::collections::{BTreeMap, BTreeSet};

use broadside_domain::time::Time;
use broadside_store::{
    Channel, CommitError, InboundMailState, JobState, JobUpdate, MailOrder, NewInboundMail,
    ReplyClass, Store, inbox, jobs,
};

use super::{Opened, id, open, term};

fn message(n: usize, queue: &str) -> NewInboundMail {
    NewInboundMail {
        id: id(n),
        created_at: Time(n as i64),
        run_at: Time(n as i64),
        order: MailOrder { written_at: Time(n as i64), accepted_at: 0, thread_place: 0 },
        channel: Channel::Inbound,
        recipient: None,
        dedup_id: format!("identity {n}"),
        key: queue.to_owned(),
        // Bytes that are invalid or special in text.
        raw: vec![0, 0xff, n as u8],
    }
}

async fn receive(store: &Store, message: NewInboundMail) -> Result<(), CommitError> {
    store.commit(inbox::Receive { mail: message }).await
}

/// Result of an attempt at message `n`, which was due at a time and had been tried before this
/// often.
fn update(n: usize, lease: &str, was: (u32, i64), run_at: Option<i64>) -> JobUpdate {
    JobUpdate {
        id: id(n),
        lease: lease.to_owned(),
        previous: (was.0, Some(Time(was.1))),
        state: if run_at.is_some() { JobState::Pending } else { JobState::Done },
        run_at: run_at.map(Time),
        attempts: was.0 + 1,
        log: "[]".to_owned(),
        at: Time(70),
    }
}

fn done_after(n: usize, lease: &str, was: (u32, i64), outcome: InboundMailState) -> inbox::Finish {
    inbox::Finish {
        job: update(n, lease, was, None),
        outcome,
        reason: "why".to_owned(),
        player_id: Some(id(900)),
        game_id: None,
        reply_class: ReplyClass::Answered,
        declined: None,
    }
}

/// End of the first attempt at message `n`, which is due when it is received.
fn done(n: usize, lease: &str, outcome: InboundMailState) -> inbox::Finish {
    done_after(n, lease, (0, n as i64), outcome)
}

async fn again(store: &Store, n: usize, lease: &str, run_at: i64) -> Result<(), CommitError> {
    store.commit(jobs::Finish { update: update(n, lease, (0, n as i64), Some(run_at)) }).await
}

fn forget(before: i64) -> inbox::DeleteOld {
    inbox::DeleteOld { before: Time(before), keyless_before: Time(before) }
}

fn is_conflict(done: &Result<(), CommitError>) -> bool {
    matches!(done, Err(CommitError::Conflict))
}

#[test]
fn concurrent_copies_are_stored_once_and_numbered_without_gaps() {
    const MESSAGES: usize = 60;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        let writers: Vec<_> = (0..6)
            .map(|writer| {
                let store = stores[writer % stores.len()].clone();
                tokio::spawn(async move {
                    let mut stored = 0;
                    for n in 0..MESSAGES {
                        // The same message under another id, which another writer may be storing at
                        // the same time.
                        let copy = NewInboundMail {
                            id: id(1_000 * (writer + 1) + n),
                            ..message(n, "ada")
                        };
                        loop {
                            match receive(&store, copy.clone()).await {
                                Ok(()) => stored += 1,
                                Err(CommitError::Conflict) => {
                                    let like =
                                        store.inbound_mail_by_hash(&copy.dedup_id).await.unwrap();
                                    if like.is_none() {
                                        continue;
                                    }
                                }
                                Err(error) => panic!("{error}"),
                            }
                            break;
                        }
                    }
                    stored
                })
            })
            .collect();
        let mut stored = 0;
        for writer in writers {
            stored += writer.await.unwrap();
        }
        assert_eq!(stored, MESSAGES);
        let all = backend.mails_in(None, None, 1_000).await.unwrap();
        let numbers: Vec<_> = all.iter().map(|row| row.job.number).collect();
        assert_eq!(numbers, (1..=MESSAGES as u64).rev().collect::<Vec<_>>());
        for n in 0..MESSAGES {
            let mail_id =
                backend.inbound_mail_by_hash(&format!("identity {n}")).await.unwrap().unwrap();
            let mail = backend.mail_in(&mail_id).await.unwrap().unwrap();
            assert_eq!(
                (mail.raw, mail.row.state),
                (vec![0, 0xff, n as u8], InboundMailState::Waiting)
            );
        }
        // Reading page by page gives the same.
        let (mut pages, mut before) = (Vec::new(), None);
        loop {
            let page = backend.mails_in(None, before, 7).await.unwrap();
            let Some(last) = page.last() else { break };
            before = Some(last.job.number);
            pages.extend(page.into_iter().map(|row| row.job.number));
        }
        assert_eq!(pages, numbers);
    });
}

#[test]
fn each_sender_s_messages_are_worked_on_by_one_and_in_their_order() {
    const SENDERS: usize = 8;
    const EACH: usize = 6;
    let opened = open();
    let Opened { runtime, stores, .. } = &opened;
    runtime.block_on(async {
        for n in 0..SENDERS * EACH {
            receive(&stores[0], message(n, &format!("sender {}", n % SENDERS))).await.unwrap();
        }
        let workers: Vec<_> = (0..6)
            .map(|worker| {
                let store = stores[worker % stores.len()].clone();
                tokio::spawn(async move {
                    let (mut worked, mut idle) = (Vec::new(), 0);
                    while idle < 50 {
                        let lease = format!("worker {worker} {}", worked.len());
                        let mails = store.lease_inbox(term(100, 500, &lease), 3).await.unwrap();
                        idle = if mails.is_empty() { idle + 1 } else { 0 };
                        let queues: BTreeSet<_> =
                            mails.iter().map(|mail| &mail.row.job.key).collect();
                        assert_eq!(queues.len(), mails.len(), "two of one sender at once");
                        tokio::task::yield_now().await;
                        for mail in &mails {
                            let n = mail.row.job.created_at.0 as usize;
                            worked.push((mail.row.job.key.clone(), mail.row.job.number));
                            store.commit(done(n, &lease, InboundMailState::Taken)).await.unwrap();
                        }
                    }
                    worked
                })
            })
            .collect();
        let mut worked: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        let mut all = 0;
        for worker in workers {
            for (queue, number) in worker.await.unwrap() {
                worked.entry(queue).or_default().push(number);
                all += 1;
            }
        }
        assert_eq!(all, SENDERS * EACH, "each once");
        assert_eq!(worked.len(), SENDERS);
    });
}

/// A message of Ada that is received at `received_at` and due two later, with `written_at`,
/// `accepted_at` and `thread_place`.
fn delayed(n: usize, received_at: i64, order: (i64, i64, u32)) -> NewInboundMail {
    let (written_at, accepted_at, thread_place) = order;
    NewInboundMail {
        created_at: Time(received_at),
        run_at: Time(received_at + 2),
        order: MailOrder { written_at: Time(written_at), accepted_at, thread_place },
        ..message(n, "ada")
    }
}

/// Leases the messages that are due at a time, and returns their ids.
async fn leased(store: &Store, now: i64, lease: &str) -> Vec<String> {
    let mails = store.lease_inbox(term(now, now + 50, lease), 9).await.expect("the store works");
    mails.into_iter().map(|mail| mail.row.job.id).collect()
}

#[test]
fn messages_of_a_sender_are_processed_as_they_were_written() {
    let opened = open();
    let Opened { runtime, stores, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        // The date comes first, then the acceptance by the receiving server, the thread, and the
        // number of receipt.
        let orders = [
            (8, 5, 0),
            (8, 4, 9),
            (7, 0, 2),
            (7, 0, 1),
            (7, 0, 1),
            (9, 0, 0),
            (6, 6, 6),
            (5, 0, 0),
        ];
        for (n, order) in orders.into_iter().enumerate() {
            // The last one arrives when the first is almost due, and is due together with it.
            let received_at = if n == 7 { 11 } else { 10 };
            receive(store, delayed(n, received_at, order)).await.unwrap();
        }
        assert!(leased(store, 11, "early").await.is_empty());
        for (count, n) in [7, 6, 3, 4, 2, 1, 0, 5].into_iter().enumerate() {
            let lease = format!("lease {count}");
            assert_eq!(leased(store, 12, &lease).await, [id(n)]);
            assert!(leased(store, 12, "meanwhile").await.is_empty(), "one at a time");
            store.commit(done_after(n, &lease, (0, 12), InboundMailState::Taken)).await.unwrap();
        }
        assert!(leased(store, 90, "none").await.is_empty());
    });
}

#[test]
fn a_message_overtakes_only_later_messages() {
    let opened = open();
    let Opened { runtime, stores, .. } = &opened;
    let store = &stores[0];
    let fail = async |n: usize, lease: &str, was: (u32, i64), run_at: i64| {
        store.commit(jobs::Finish { update: update(n, lease, was, Some(run_at)) }).await.unwrap();
    };
    runtime.block_on(async {
        receive(store, delayed(1, 10, (5, 0, 0))).await.unwrap();
        receive(store, delayed(2, 10, (6, 0, 0))).await.unwrap();
        assert_eq!(leased(store, 12, "one").await, [id(1)]);
        // An earlier one that comes too late waits until the other is over.
        receive(store, delayed(3, 12, (4, 0, 0))).await.unwrap();
        assert!(leased(store, 20, "two").await.is_empty());
        fail(1, "one", (0, 12), 30).await;
        assert_eq!(leased(store, 20, "three").await, [id(3)]);
        store.commit(done_after(3, "three", (0, 14), InboundMailState::Taken)).await.unwrap();
        // A message that has failed once holds back those written later, and one that has failed
        // twice does not.
        assert!(leased(store, 29, "four").await.is_empty());
        assert_eq!(leased(store, 30, "four").await, [id(1)]);
        fail(1, "four", (1, 30), 40).await;
        assert_eq!(leased(store, 31, "five").await, [id(2)]);
        // It is still processed alone.
        assert!(leased(store, 41, "six").await.is_empty());
        store.commit(done_after(2, "five", (0, 12), InboundMailState::Taken)).await.unwrap();
        assert_eq!(leased(store, 41, "seven").await, [id(1)]);
    });
}

#[test]
fn a_lost_lease_writes_nothing_and_waiting_mail_is_kept() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        for (n, queue) in [(1, "ada"), (2, "ada"), (3, "ben")] {
            receive(store, message(n, queue)).await.unwrap();
        }
        let ids = async |now, until, lease: &str| {
            let mails = backend.lease_inbox(term(now, until, lease), 9).await.unwrap();
            mails.into_iter().map(|mail| mail.row.job.id).collect::<Vec<_>>()
        };
        // The first message of each sender; the second one of Ada waits for it.
        assert_eq!(ids(10, 50, "one").await, [id(1), id(3)]);
        assert!(ids(49, 90, "two").await.is_empty());
        assert_eq!(ids(50, 90, "two").await, [id(1), id(3)]);
        assert!(is_conflict(&store.commit(done(1, "one", InboundMailState::Taken)).await));
        assert!(is_conflict(&again(store, 1, "one", 60).await));
        // A message that waits for a retry blocks later ones.
        again(store, 1, "two", 80).await.unwrap();
        store.commit(done(3, "two", InboundMailState::Ignored)).await.unwrap();
        assert!(
            is_conflict(&store.commit(done(3, "two", InboundMailState::Taken)).await),
            "it is over with"
        );
        assert!(ids(79, 99, "three").await.is_empty());
        assert_eq!(ids(80, 99, "three").await, [id(1)]);
        let mail = backend.mail_in(&id(1)).await.unwrap().unwrap();
        assert_eq!((mail.row.job.attempts, mail.row.done_at), (1, None));
        store.commit(done_after(1, "three", (1, 80), InboundMailState::Refused)).await.unwrap();
        assert_eq!(ids(80, 99, "four").await, [id(2)]);
        let mail = backend.mail_in(&id(1)).await.unwrap().unwrap().row;
        assert_eq!(
            (mail.state, &*mail.reason, mail.done_at),
            (InboundMailState::Refused, "why", Some(Time(70)))
        );
        let of_player = backend.mails_in(Some(&id(900)), None, 9).await.unwrap();
        assert_eq!(
            of_player.iter().map(|row| &*row.job.id).collect::<Vec<_>>(),
            [&*id(3), &*id(1)]
        );
        // A copy of a processed message is still a duplicate, until the message is forgotten.
        assert!(is_conflict(
            &receive(store, NewInboundMail { id: id(4), ..message(1, "ada") }).await
        ));
        store.commit(forget(3)).await.unwrap();
        assert_eq!(backend.mail_in(&id(1)).await.unwrap(), None);
        assert!(backend.mail_in(&id(2)).await.unwrap().is_some(), "it waits");
        assert!(backend.mail_in(&id(3)).await.unwrap().is_some(), "it is younger");
        receive(store, NewInboundMail { id: id(4), ..message(1, "ada") }).await.unwrap();
        assert_eq!(backend.mail_in(&id(4)).await.unwrap().unwrap().row.job.number, 4);
    });
}

#[test]
fn finished_mail_is_cut_and_mail_without_a_key_is_deleted() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let all = [
            (InboundMailState::Ignored, ReplyClass::Nothing, 16_384, false),
            (InboundMailState::Refused, ReplyClass::Nothing, 16_384, false),
            (InboundMailState::Taken, ReplyClass::Keyless, 16_384, false),
            // These have a key.
            (InboundMailState::Refused, ReplyClass::Answered, 16_384, true),
            (InboundMailState::Taken, ReplyClass::Moved, 16_384, true),
            // The operator has to handle this one.
            (InboundMailState::Failed, ReplyClass::Nothing, 20_000, true),
        ];
        for (n, (state, reply_class, bytes, _)) in all.into_iter().enumerate() {
            receive(
                store,
                NewInboundMail { raw: vec![b'x'; 20_000], ..message(n, &format!("{n}")) },
            )
            .await
            .unwrap();
            backend.lease_inbox(term(60, 90, "x"), 9).await.unwrap();
            let finished = inbox::Finish { reply_class, ..done(n, "x", state) };
            let failed =
                JobUpdate { state: JobState::Failed, ..update(n, "x", (0, n as i64), None) };
            match state {
                InboundMailState::Failed => {
                    store.commit(jobs::Finish { update: failed }).await.unwrap()
                }
                _ => store.commit(finished).await.unwrap(),
            }
            assert_eq!(
                backend.mail_in(&id(n)).await.unwrap().unwrap().raw.len(),
                bytes,
                "{state:?} {reply_class:?}"
            );
        }
        store.commit(inbox::DeleteOld { before: Time(0), keyless_before: Time(50) }).await.unwrap();
        for (n, (state, reply_class, _, stays)) in all.into_iter().enumerate() {
            let left = backend.mail_in(&id(n)).await.unwrap();
            assert_eq!(left.is_some(), stays, "{state:?} {reply_class:?}");
        }
    });
}

#[test]
fn a_lease_belongs_to_one_node_until_it_expires() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        let rivals: Vec<_> = (0..12)
            .map(|rival| {
                let store = stores[rival % stores.len()].clone();
                tokio::spawn(async move {
                    store
                        .acquire_lease("imap", &format!("{rival}"), Time(10), Time(50))
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut held = Vec::new();
        for (rival, has) in rivals.into_iter().enumerate() {
            if has.await.unwrap() {
                held.push(rival);
            }
        }
        assert_eq!(held.len(), 1, "{held:?}");
        let holder = format!("{}", held[0]);
        // The holder keeps it while it renews the lease.
        assert!(backend.acquire_lease("imap", &holder, Time(40), Time(80)).await.unwrap());
        assert!(!backend.acquire_lease("imap", "other", Time(79), Time(120)).await.unwrap());
        assert!(
            backend.acquire_lease("something else", "other", Time(79), Time(120)).await.unwrap()
        );
        assert!(backend.acquire_lease("imap", "other", Time(80), Time(120)).await.unwrap());
        assert!(!backend.acquire_lease("imap", &holder, Time(90), Time(130)).await.unwrap());
    });
}
