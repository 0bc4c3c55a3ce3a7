//! Mailboxes and outgoing mail: an address belongs to one player, a mail has one sender at a time,
//! and concurrent changes are not overwritten.

use std::collections::BTreeSet;
use std::sync::Arc;

use broadside_domain::mail::Frequency;
use broadside_domain::mail::MailCounts;
use broadside_domain::time::Time;
use broadside_store::mail::{address_changes, mailboxes, outbox, removal};
use broadside_store::{
    AddressQuota, CommitError, JobState, JobUpdate, KeyRow, MailKind, MailRow, MailboxState,
    NewMail, PendingAddress, Queue, Store, accounts, jobs,
};

use super::{Opened, id, open, player, term};

pub(super) fn is_conflict(done: &Result<(), CommitError>) -> bool {
    matches!(done, Err(CommitError::Conflict))
}

/// A request for a mailbox at an address, whose code has a hash of the address and the number of
/// the player.
pub(super) fn save_mailbox(
    n: usize,
    address: &str,
    before: Option<i64>,
    at: i64,
) -> mailboxes::Save {
    let pending = PendingAddress {
        address: address.to_owned(),
        address_normalized: address.to_lowercase(),
        code_hash: format!("{address} {n}"),
        since: Time(at),
    };
    mailboxes::Save {
        player_id: id(n),
        frequency: Frequency::Each,
        sheets: false,
        strangers: true,
        reminders: Vec::new(),
        lang: "en".to_owned(),
        before: before.map(Time),
        pending: Some(pending),
        keeps_next: false,
        quota: None,
        mail: None,
        at: Time(at),
    }
}

pub(super) fn confirm(code_hash: &str, at: i64) -> mailboxes::Confirm {
    mailboxes::Confirm { code_hash: code_hash.to_owned(), at: Time(at) }
}

/// A change of the address of a mailbox to the one that this code confirms.
fn change_address(
    n: usize,
    from: &str,
    code_hash: &str,
    at: i64,
    takes_effect: i64,
) -> address_changes::Schedule {
    address_changes::Schedule {
        player_id: id(n),
        from: from.to_owned(),
        code_hash: Some(code_hash.to_owned()),
        at: Time(at),
        takes_effect: Time(takes_effect),
        quota: AddressQuota {
            id: id(900 + n),
            address_hash: format!("{from} notice"),
            player_id: String::new(),
            max: 3,
            since: Time(0),
            domain_hash: String::new(),
            max_to_domain: u32::MAX,
            max_to_all: u32::MAX,
        },
        notice: NewMail { mail_kind: MailKind::Notice, ..mail(900 + n, n, from) },
    }
}

/// Changes the address of a mailbox to the one that this code confirms.
pub(super) async fn move_to(store: &Store, n: usize, from: &str, code_hash: &str, at: i64) {
    store.commit(change_address(n, from, code_hash, at, at + 1)).await.expect("it is written");
    store.commit(take_address(n, at + 1)).await.expect("it takes effect");
}

fn take_address(n: usize, at: i64) -> address_changes::Apply {
    address_changes::Apply { player_id: id(n), removes: false, at: Time(at) }
}

fn mail(n: usize, player: usize, address: &str) -> NewMail {
    NewMail {
        id: id(n),
        player_id: Some(id(player)),
        game_id: None,
        mail_kind: MailKind::Answer,
        message_id: format!("{n}@example.org"),
        recipient: address.to_owned(),
        sender: "play@example.org".to_owned(),
        message: "a message".to_owned(),
    }
}

fn write(mail: NewMail, at: i64) -> outbox::Add {
    outbox::Add { mail, keys: Vec::new(), threads: Vec::new(), at: Time(at) }
}

fn tried(
    row: &MailRow,
    lease: &str,
    state: JobState,
    run_at: Option<i64>,
    at: i64,
    disable_before: i64,
) -> outbox::RecordAttempt {
    let job = JobUpdate {
        id: row.job.id.clone(),
        lease: lease.to_owned(),
        previous: (row.job.attempts, row.job.run_at),
        state,
        run_at: run_at.map(Time),
        attempts: row.job.attempts + 1,
        log: "[\"tried\"]".to_owned(),
        at: Time(at),
    };
    outbox::RecordAttempt {
        player_id: row.mail.player_id.clone(),
        recipient: row.mail.recipient.clone(),
        job,
        is_about_recipient: true,
        disable_before: Time(disable_before),
    }
}

async fn sign_up(store: &Store, n: usize) {
    let (player, token) = player(n);
    store.commit(accounts::Create { player, token }).await.expect("it is written");
}

/// Creates a player with a confirmed mailbox.
pub(super) async fn create_mailbox(store: &Store, n: usize, address: &str) {
    sign_up(store, n).await;
    store.commit(save_mailbox(n, address, None, 10)).await.expect("it is written");
    store.commit(confirm(&format!("{address} {n}"), 20)).await.expect("it is written");
}

#[test]
fn a_farewell_is_sent_once_and_only_if_the_account_is_deleted() {
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let [one, two] = [&stores[0], &stores[stores.len() - 1]];
        let (row, token) = player(900);
        one.commit(accounts::Create { player: row, token }).await.unwrap();
        one.commit(save_mailbox(900, "ada@example.org", None, 10)).await.unwrap();
        one.commit(confirm("ada@example.org 900", 20)).await.unwrap();
        one.commit(write(mail(1, 900, "ada@example.org"), 25)).await.unwrap();
        let farewell = |n| {
            let mail = NewMail { player_id: None, ..mail(n, 900, "ada@example.org") };
            let add = outbox::Add { mail, keys: Vec::new(), threads: Vec::new(), at: Time(30) };
            accounts::Delete { id: id(900), extra_write: Some(Arc::new(add)) }
        };
        let (first, second) = tokio::join!(one.commit(farewell(2)), two.commit(farewell(3)));
        assert_ne!(is_conflict(&first), is_conflict(&second), "{first:?} {second:?}");
        // Only the farewell is left of the mail to the address.
        let left: Vec<_> = backend
            .mails(None, None, 9)
            .await
            .unwrap()
            .into_iter()
            .map(|row| row.mail.id)
            .collect();
        assert_eq!(left, [id(if first.is_ok() { 2 } else { 3 })]);
    });
}

#[test]
fn concurrent_confirmations_give_an_address_to_one_player() {
    const PLAYERS: usize = 9;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for n in 0..PLAYERS {
            sign_up(&stores[0], n).await;
            let address = if n % 2 == 0 { "Ada@example.org" } else { "ada@EXAMPLE.org" };
            stores[0].commit(save_mailbox(n, address, None, 10)).await.unwrap();
            assert!(
                is_conflict(&stores[0].commit(save_mailbox(n, address, None, 11)).await),
                "there is one"
            );
        }
        let rivals: Vec<_> = (0..PLAYERS)
            .map(|n| {
                let store = stores[n % stores.len()].clone();
                let address = if n % 2 == 0 { "Ada@example.org" } else { "ada@EXAMPLE.org" };
                tokio::spawn(
                    async move { store.commit(confirm(&format!("{address} {n}"), 20)).await },
                )
            })
            .collect();
        let mut won = Vec::new();
        for (n, rival) in rivals.into_iter().enumerate() {
            if rival.await.unwrap().is_ok() {
                won.push(n);
            }
        }
        assert_eq!(won.len(), 1, "{won:?}");
        let mailbox = backend.mailbox_by_address("ada@example.org").await.unwrap().unwrap();
        assert_eq!(mailbox.player_id, id(won[0]));
        // The address is free again after its removal.
        stores[0].commit(removal::Remove { player_id: id(won[0]) }).await.unwrap();
        assert_eq!(backend.mailbox_by_address("ada@example.org").await.unwrap(), None);
        let other = (won[0] + 1) % PLAYERS;
        let address = if other.is_multiple_of(2) { "Ada@example.org" } else { "ada@EXAMPLE.org" };
        stores[0].commit(confirm(&format!("{address} {other}"), 30)).await.unwrap();
        assert_eq!(
            backend.mailbox_by_address("ada@example.org").await.unwrap().unwrap().player_id,
            id(other)
        );
    });
}

#[test]
fn each_mail_is_sent_by_one_sender_and_a_lost_lease_records_nothing() {
    const MAILS: usize = 60;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, 900, "ada@example.org").await;
        for n in 0..MAILS {
            store.commit(write(mail(n, 900, "ada@example.org"), 30)).await.unwrap();
        }
        // A mail with the same Message-ID exists already.
        let copy = NewMail { id: id(5_000), ..mail(0, 900, "ada@example.org") };
        store.commit(write(copy, 30)).await.unwrap();
        assert_eq!(backend.mails(None, None, 1_000).await.unwrap().len(), MAILS);
        assert!(backend.lease_mail(term(29, 99, "early"), 9).await.unwrap().is_empty());
        for now in [30, 70] {
            let senders: Vec<_> = (0..6)
                .map(|sender| {
                    let store = stores[sender % stores.len()].clone();
                    tokio::spawn(async move {
                        let mut leased = Vec::new();
                        loop {
                            let lease = format!("{sender} at {now}");
                            let more =
                                store.lease_mail(term(now, now + 40, &lease), 7).await.unwrap();
                            if more.is_empty() {
                                return leased;
                            }
                            leased.extend(more.into_iter().map(|row| (row, lease.clone())));
                        }
                    })
                })
                .collect();
            let mut leased = Vec::new();
            for sender in senders {
                leased.extend(sender.await.unwrap());
            }
            let ids: BTreeSet<_> = leased.iter().map(|(row, _)| row.mail.id.clone()).collect();
            assert_eq!(
                (leased.len(), ids.len()),
                (MAILS, MAILS),
                "at {now} some were taken twice, or not at all"
            );
            if now == 30 {
                continue;
            }
            for (n, (row, lease)) in leased.iter().enumerate() {
                let late = lease.replace("at 70", "at 30");
                assert!(is_conflict(
                    &store.commit(tried(row, &late, JobState::Done, None, 71, 0)).await
                ));
                let (state, next_at) =
                    if n == 0 { (JobState::Pending, Some(90)) } else { (JobState::Done, None) };
                store.commit(tried(row, lease, state, next_at, 71, 0)).await.unwrap();
                let twice = store.commit(tried(row, lease, JobState::Done, None, 72, 0)).await;
                assert!(is_conflict(&twice), "it was said already");
            }
        }
        // Sent mail is deleted; other mail is sent again when it is due.
        let rows = backend.mails(Some(&id(900)), None, 1_000).await.unwrap();
        let sent: Vec<_> = rows.iter().filter(|row| row.job.state == JobState::Done).collect();
        assert_eq!(sent.len(), MAILS - 1);
        assert!(sent.iter().all(|row| row.mail.message.is_empty() && row.job.run_at.is_none()));
        assert!(backend.lease_mail(term(89, 99, "x"), 9).await.unwrap().is_empty());
        let again = backend.lease_mail(term(90, 130, "x"), 9).await.unwrap();
        assert_eq!(
            (again.len(), &*again[0].mail.message, again[0].job.attempts),
            (1, "a message", 1)
        );
        store.commit(jobs::DeleteOld { queue: Queue::MailOut, before: Time(1_000) }).await.unwrap();
        let left = backend.mails(None, None, 1_000).await.unwrap();
        assert_eq!(left.len(), 1, "what is on its way is not forgotten");
    });
}

#[test]
fn a_mailbox_that_takes_nothing_is_turned_off_and_one_that_does_is_not() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, 1, "ada@example.org").await;
        store.commit(write(mail(10, 1, "ada@example.org"), 30)).await.unwrap();
        let attempt = async |now: i64, state: JobState, disable_before: i64| {
            let row = backend.lease_mail(term(now, now + 1, "x"), 1).await.unwrap().remove(0);
            let next_at = (state == JobState::Pending).then_some(now + 1);
            store.commit(tried(&row, "x", state, next_at, now, disable_before)).await.unwrap();
            backend.mailbox(&id(1)).await.unwrap().unwrap()
        };
        let mailbox = attempt(100, JobState::Failed, 0).await;
        assert_eq!((mailbox.state, mailbox.failing_since), (MailboxState::Active, Some(Time(100))));
        store.commit(write(mail(11, 1, "ada@example.org"), 100)).await.unwrap();
        assert_eq!(attempt(110, JobState::Done, 0).await.failing_since, None);
        store.commit(write(mail(12, 1, "ada@example.org"), 110)).await.unwrap();
        assert_eq!(attempt(120, JobState::Failed, 0).await.failing_since, Some(Time(120)));
        store.commit(write(mail(13, 1, "ada@example.org"), 120)).await.unwrap();
        let mailbox = attempt(130, JobState::Failed, 125).await;
        assert_eq!(
            (mailbox.state, mailbox.failing_since),
            (MailboxState::Failing, Some(Time(120)))
        );
        // After a new request it is like a new mailbox.
        store
            .commit(save_mailbox(1, "ada@example.org", Some(mailbox.revision.0), 140))
            .await
            .unwrap();
        let mailbox = backend.mailbox(&id(1)).await.unwrap().unwrap();
        assert_eq!((mailbox.state, mailbox.failing_since), (MailboxState::Active, None));
        assert!(
            is_conflict(&store.commit(save_mailbox(1, "ada@example.org", Some(20), 150)).await),
            "it has changed"
        );
    });
}

#[test]
fn mail_composed_for_a_changed_mailbox_is_not_written() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, 1, "ada@example.org").await;
        let mailbox = backend.mailbox(&id(1)).await.unwrap().unwrap();
        let composed = |lease: &str, revision: Time, from: u64| {
            let key = KeyRow {
                hash: format!("key {from}"),
                player_id: id(1),
                game_id: id(7),
                turn: 3,
                created_at: Time(30),
                games: Vec::new(),
            };
            outbox::Compose {
                player_id: id(1),
                lease: lease.to_owned(),
                revision,
                from,
                to: from + 5,
                next_digest_at: Time(0),
                strangers_waiting: false,
                strangers_at: Time(0),
                threads: Vec::new(),
                keys: vec![key],
                mails: vec![mail(100 + from as usize, 1, "ada@example.org")],
                at: Time(30),
            }
        };
        // There is no lease.
        assert!(is_conflict(&store.commit(composed("x", mailbox.revision, 0)).await));
        assert!(
            backend.lease_mailboxes(term(30, 60, "x"), 9).await.unwrap().is_empty(),
            "there is nothing new"
        );
        super::feeds::wake_and_tell(store, 1).await;
        let mut leased = backend.lease_mailboxes(term(30, 60, "x"), 9).await.unwrap();
        let mailbox = leased.remove(0);
        assert!(leased.is_empty() && mailbox.player_id == id(1));
        assert!(
            backend.lease_mailboxes(term(59, 90, "y"), 9).await.unwrap().is_empty(),
            "it is taken"
        );
        assert!(is_conflict(
            &store.commit(composed("y", mailbox.revision, mailbox.feed_cursor)).await
        ));
        assert!(is_conflict(&store.commit(composed("x", Time(1), mailbox.feed_cursor)).await));
        assert!(is_conflict(
            &store.commit(composed("x", mailbox.revision, mailbox.feed_cursor + 1)).await
        ));
        assert_eq!(backend.mail_key(&format!("key {}", mailbox.feed_cursor)).await.unwrap(), None);
        store.commit(composed("x", mailbox.revision, mailbox.feed_cursor)).await.unwrap();
        let key = backend.mail_key(&format!("key {}", mailbox.feed_cursor)).await.unwrap().unwrap();
        assert_eq!((key.player_id, key.turn), (id(1), 3));
        assert!(
            is_conflict(&store.commit(composed("x", mailbox.revision, mailbox.feed_cursor)).await),
            "it is written"
        );
        assert_eq!(backend.mails(Some(&id(1)), None, 9).await.unwrap().len(), 1);
        // A player without a mailbox has no pending mail.
        let off = mailboxes::TurnOff {
            player_id: id(1),
            address_normalized: "ada@example.org".to_owned(),
            at: Time(40),
        };
        store.commit(off).await.unwrap();
        let rows = backend.mails(Some(&id(1)), None, 9).await.unwrap();
        assert!(
            rows.iter().all(|row| row.job.state == JobState::Failed && row.mail.message.is_empty())
        );
        let (other, address_normalized) = (id(1), "ben@example.org".to_owned());
        let off = mailboxes::TurnOff { player_id: other, address_normalized, at: Time(50) };
        assert!(is_conflict(&store.commit(off).await), "it is another's address");
    });
}

#[test]
fn mail_to_a_previous_address_is_cancelled() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, 1, "ada@example.org").await;
        create_mailbox(store, 2, "ben@example.org").await;
        store.commit(write(mail(10, 1, "ada@example.org"), 30)).await.unwrap();
        store.commit(write(mail(11, 2, "ben@example.org"), 30)).await.unwrap();
        let states = async || {
            let rows = backend.mails(None, None, 9).await.unwrap();
            rows.into_iter()
                .rev()
                .map(|row| (row.job.state, row.mail.message.is_empty()))
                .collect::<Vec<_>>()
        };
        let changed_at = backend.mailbox(&id(1)).await.unwrap().unwrap().revision;
        store.commit(save_mailbox(1, "new@example.org", Some(changed_at.0), 40)).await.unwrap();
        assert_eq!(*states().await, [(JobState::Pending, false); 2], "nothing is confirmed");
        assert!(
            is_conflict(&store.commit(confirm("new@example.org 1", 50)).await),
            "it has an address"
        );
        move_to(store, 1, "ada@example.org", "new@example.org 1", 50).await;
        assert!(is_conflict(&store.commit(take_address(1, 60)).await), "it has taken effect");
        // The notice to the old address is sent anyway.
        let expected =
            [(JobState::Failed, true), (JobState::Pending, false), (JobState::Pending, false)];
        assert_eq!(*states().await, expected);
        store.commit(write(mail(12, 1, "new@example.org"), 60)).await.unwrap();
        assert_eq!(backend.lease_mail(term(60, 90, "x"), 9).await.unwrap().len(), 3);
    });
}

#[test]
fn the_delay_of_an_address_change_begins_when_the_old_address_is_notified() {
    const HOUR: i64 = 3_600_000;
    let Opened { runtime, stores, backend, .. } = &open();
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, 1, "ada@example.org").await;
        let changed_at = backend.mailbox(&id(1)).await.unwrap().unwrap().revision;
        store.commit(save_mailbox(1, "new@example.org", Some(changed_at.0), 40)).await.unwrap();
        // A rejected change has no effect and does not count.
        let quota = async || {
            backend.address_quota_used("ada@example.org notice", "", Time(0)).await.unwrap().0
        };
        for (from, code) in
            [("ada@example.org", "another code"), ("ben@example.org", "new@example.org 1")]
        {
            assert!(is_conflict(&store.commit(change_address(1, from, code, 50, 24 * HOUR)).await));
        }
        assert_eq!(quota().await, 0);
        store
            .commit(change_address(1, "ada@example.org", "new@example.org 1", 50, 24 * HOUR))
            .await
            .unwrap();
        assert_eq!(quota().await, 1);
        // The notice is sent only after 25 hours, and the waiting period begins then.
        let due_at = async |hours: i64| backend.due_addresses(Time(hours * HOUR), 9).await.unwrap();
        assert_eq!(due_at(25).await, []);
        let leased = backend.lease_mail(term(25 * HOUR, 26 * HOUR, "x"), 9).await.unwrap();
        let notice = leased
            .iter()
            .find(|row| row.mail.mail_kind == MailKind::Notice)
            .expect("it waits to be sent");
        store.commit(tried(notice, "x", JobState::Done, None, 25 * HOUR, 0)).await.unwrap();
        assert_eq!(due_at(48).await, []);
        assert_eq!(due_at(50).await, [(id(1), false)]);
    });
}

#[test]
fn mails_are_counted_by_recipient_and_subject() {
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        for (n, address) in [(1, "ada@example.org"), (2, "ben@example.org")] {
            create_mailbox(&stores[0], n, address).await;
        }
        let write_one = async |n: usize, player: usize, mail_kind: MailKind, at: i64| {
            let address = if player == 1 { "ada@example.org" } else { "ben@example.org" };
            let mail = NewMail { mail_kind, ..mail(n, player, address) };
            stores[0].commit(write(mail, at)).await.unwrap();
        };
        let before = backend.sent_count(&id(1), Time(1_000)).await.unwrap();
        assert_eq!(before, MailCounts::default());
        write_one(100, 1, MailKind::Game, 900).await;
        write_one(101, 1, MailKind::Game, 2_000).await;
        write_one(102, 1, MailKind::Game, 2_000).await;
        write_one(103, 1, MailKind::Digest, 2_000).await;
        write_one(104, 1, MailKind::Answer, 2_000).await;
        write_one(106, 1, MailKind::Lobby, 2_000).await;
        write_one(105, 2, MailKind::Game, 2_000).await;
        assert_eq!(
            backend.sent_count(&id(1), Time(1_000)).await.unwrap(),
            MailCounts { to_player: 4, of_strangers: 1, total: 6 }
        );
    });
}

#[test]
fn challenges_of_strangers_are_no_longer_mailed_after_the_link_is_used() {
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        create_mailbox(&stores[0], 1, "ada@example.org").await;
        let strangers_mail =
            NewMail { mail_kind: MailKind::Strangers, ..mail(100, 1, "ada@example.org") };
        stores[0].commit(write(strangers_mail, 50)).await.unwrap();
        stores[0].commit(write(mail(101, 1, "ada@example.org"), 50)).await.unwrap();
        let stop = |address_normalized: &str| mailboxes::StopStrangers {
            player_id: id(1),
            address_normalized: address_normalized.to_owned(),
            at: Time(60),
        };
        assert!(is_conflict(&stores[0].commit(stop("another@example.org")).await));
        assert!(backend.mailbox(&id(1)).await.unwrap().unwrap().strangers);
        stores[0].commit(stop("ada@example.org")).await.unwrap();
        let mailbox = backend.mailbox(&id(1)).await.unwrap().unwrap();
        assert!(!mailbox.strangers && mailbox.frequency == Frequency::Each);
        let states: Vec<_> = backend.mails(None, None, 9).await.unwrap();
        let state_of = |n: usize| states.iter().find(|row| row.mail.id == id(n)).unwrap().job.state;
        assert_eq!((state_of(100), state_of(101)), (JobState::Failed, JobState::Pending));
    });
}
