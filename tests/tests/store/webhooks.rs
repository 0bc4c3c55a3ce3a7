//! Leases of webhooks: for any number of nodes, one at a time works on each webhook, and a node
//! that dies delays the others only for a short time.

use std::collections::BTreeSet;

use broadside_domain::time::Time;
use broadside_store::{
    CommitError, FeedReader, JobState, JobUpdate, NewDelivery, Queue, Store, WebhookRow,
    WebhookState, accounts, deliveries, feed_readers, feeds, jobs, webhooks,
};

use broadside_domain::player::PlayerRow;

use super::{Opened, id, open, player, term};

fn webhook(n: usize, player_id: &str) -> WebhookRow {
    WebhookRow {
        id: id(n),
        player_id: player_id.to_owned(),
        url: "https://example.org/".to_owned(),
        description: String::new(),
        types: String::new(),
        state: WebhookState::Active,
        secret: "whsec_AAAA".to_owned(),
        previous_secret: None,
        feed_cursor: 0,
        failing_since: None,
        created_at: Time(1),
    }
}

/// Creates player 900 with this number of webhooks.
async fn begin(store: &Store, count: usize) -> PlayerRow {
    let (ada, token) = player(900);
    store.commit(accounts::Create { player: ada.clone(), token }).await.expect("it is created");
    for n in 0..count {
        store.commit(webhooks::Add { webhook: webhook(n, &ada.id) }).await.expect("it is created");
    }
    ada
}

/// Adds an entry to the feed of player 900.
async fn add_news(store: &Store, ada: &PlayerRow) {
    store.commit(super::new_game(1, ada)).await.expect("it is created");
    store.commit(super::feeds::feed_step(1, 1, 2, &[900])).await.expect("it is written");
}

/// Id of a message of a webhook.
fn message(n: usize, message: usize) -> String {
    format!("msg_{n}_{message}")
}

fn written(n: usize, number: usize) -> deliveries::Add {
    let delivery = NewDelivery { id: message(n, number), game_id: None, body: "{}".to_owned() };
    deliveries::Add { webhook_id: id(n), delivery, at: Time(10), response: None }
}

fn delivered(n: usize, lease: &str) -> deliveries::RecordAttempt {
    let job = JobUpdate {
        id: message(n, 1),
        lease: lease.to_owned(),
        previous: (0, Some(Time(10))),
        state: JobState::Done,
        run_at: None,
        attempts: 1,
        log: "[]".to_owned(),
        at: Time(60),
    };
    deliveries::RecordAttempt {
        webhook_id: id(n),
        then: WebhookState::Active,
        failing_since: None,
        paused_until: Time(0),
        job,
    }
}

#[test]
fn of_each_webhook_one_message_at_a_time_is_sent_by_one_node() {
    const WEBHOOKS: usize = 60;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for n in 0..WEBHOOKS {
            // The maximum number of webhooks of a player.
            let (owner, token) = player(WEBHOOKS + n / 10);
            if n % 10 == 0 {
                stores[0].commit(accounts::Create { player: owner.clone(), token }).await.unwrap();
            }
            stores[0].commit(webhooks::Add { webhook: webhook(n, &owner.id) }).await.unwrap();
        }
        // Without news, webhooks are not leased.
        assert!(backend.lease_webhooks(term(10, 50, "x"), 100).await.unwrap().is_empty());
        for n in 0..WEBHOOKS {
            for number in 1..=3 {
                stores[0].commit(written(n, number)).await.unwrap();
            }
        }
        let take = |node: usize, now: i64| {
            let store = stores[node % stores.len()].clone();
            async move {
                let mut leased = Vec::new();
                loop {
                    let lease = format!("node {node}");
                    let more =
                        store.lease_deliveries(term(now, now + 40, &lease), 3).await.unwrap();
                    if more.is_empty() {
                        return leased;
                    }
                    leased.extend(more.into_iter().map(|delivery| delivery.job.id));
                }
            }
        };
        // The first message of each; the others wait for it.
        let all: BTreeSet<String> = (0..WEBHOOKS).map(|n| message(n, 1)).collect();
        for now in [10, 50] {
            let nodes: Vec<_> = (0..6).map(|node| tokio::spawn(take(node, now))).collect();
            let mut leased = Vec::new();
            for node in nodes {
                leased.extend(node.await.unwrap());
            }
            assert_eq!(leased.len(), WEBHOOKS, "at {now} some were taken twice, or not at all");
            assert_eq!(leased.into_iter().collect::<BTreeSet<_>>(), all);
        }
    });
}

#[test]
fn a_lost_lease_writes_nothing() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let ada = begin(store, 2).await;
        for n in 0..2 {
            store.commit(written(n, 1)).await.unwrap();
        }
        let state = async |n: usize| {
            backend.delivery(&id(n), &message(n, 1)).await.unwrap().unwrap().job.state
        };
        let is_conflict = |done| matches!(done, Err(CommitError::Conflict));
        add_news(store, &ada).await;
        for (now, until, lease) in [(10, 50, "one"), (50, 90, "two")] {
            assert_eq!(
                backend.lease_deliveries(term(now, until, lease), 9).await.unwrap().len(),
                2
            );
            assert_eq!(backend.lease_webhooks(term(now, until, lease), 9).await.unwrap().len(), 2);
        }
        assert!(is_conflict(store.commit(delivered(0, "one")).await));
        let fan_out = |lease: &str, from| deliveries::FanOut {
            webhook_id: id(0),
            lease: lease.to_owned(),
            from,
            to: 7,
            deliveries: Vec::new(),
            at: Time(60),
        };
        assert!(is_conflict(store.commit(fan_out("one", 0)).await));
        assert!(is_conflict(store.commit(fan_out("two", 1)).await));
        assert_eq!(state(0).await, JobState::Pending);
        store.commit(fan_out("two", 0)).await.unwrap();
        assert!(is_conflict(store.commit(fan_out("two", 0)).await));
        store.commit(delivered(0, "two")).await.unwrap();
        assert_eq!(state(0).await, JobState::Done);
        // A webhook that is turned off is not leased, and its pending messages are given up.
        let off = webhooks::Edit {
            id: id(1),
            url: None,
            description: None,
            types: None,
            state: Some(WebhookState::Paused),
        };
        store.commit(off).await.unwrap();
        assert!(is_conflict(store.commit(delivered(1, "two")).await));
        assert_eq!(state(1).await, JobState::Failed);
        assert!(is_conflict(store.commit(written(1, 2)).await));
        // Pending messages are not deleted, even if they are old.
        store.commit(written(0, 2)).await.unwrap();
        store
            .commit(jobs::DeleteOld { queue: Queue::Webhooks, before: Time(1_000) })
            .await
            .unwrap();
        assert!(backend.delivery(&id(0), &message(0, 1)).await.unwrap().is_none());
        assert!(backend.delivery(&id(0), &message(0, 2)).await.unwrap().is_some());
    });
}

#[test]
fn a_redelivery_requested_during_an_attempt_is_sent() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        begin(store, 1).await;
        store.commit(written(0, 1)).await.unwrap();
        backend.lease_deliveries(term(10, 50, "one"), 9).await.unwrap();
        let again = deliveries::Redeliver { webhook_id: id(0), id: message(0, 1), at: Time(20) };
        store.commit(again).await.unwrap();
        let mut result = delivered(0, "one");
        result.job.log = "[1]".to_owned();
        store.commit(result.clone()).await.unwrap();
        let row = backend.delivery(&id(0), &message(0, 1)).await.unwrap().unwrap();
        assert_eq!(
            (row.job.state, row.job.attempts, row.job.run_at),
            (JobState::Pending, 0, Some(Time(20)))
        );
        assert_eq!(row.job.log, "[1]");
        let again = backend.lease_deliveries(term(20, 60, "two"), 9).await.unwrap();
        result.job =
            JobUpdate { lease: "two".to_owned(), previous: (0, again[0].job.run_at), ..result.job };
        store.commit(result).await.unwrap();
        let row = backend.delivery(&id(0), &message(0, 1)).await.unwrap().unwrap();
        assert_eq!((row.job.state, row.job.attempts, row.job.run_at), (JobState::Done, 1, None));
    });
}

#[test]
fn the_messages_of_a_webhook_are_sent_one_at_a_time() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        begin(store, 1).await;
        store.commit(written(0, 1)).await.unwrap();
        store.commit(written(0, 2)).await.unwrap();
        let ids = async |now, until, lease: &str| {
            let leased = backend.lease_deliveries(term(now, until, lease), 9).await.unwrap();
            leased.into_iter().map(|row| row.job.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(10, 50, "one").await, [message(0, 1)]);
        let next = async |now, until, lease: &str| {
            backend
                .lease_next_delivery(term(now, until, lease), &id(0))
                .await
                .unwrap()
                .map(|row| row.job.id)
        };
        assert_eq!(next(20, 60, "two").await, None);
        // Another attempt was requested, so another message is the first by its due time.
        let again = deliveries::Redeliver { webhook_id: id(0), id: message(0, 1), at: Time(20) };
        store.commit(again).await.unwrap();
        assert_eq!(ids(30, 70, "three").await, Vec::<String>::new());
        store.commit(delivered(0, "one")).await.unwrap();
        assert_eq!(next(40, 80, "four").await, Some(message(0, 2)));
    });
}

#[test]
fn a_webhook_with_many_messages_does_not_delay_others_and_a_receiver_can_ask_for_a_pause() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        begin(store, 2).await;
        for number in 1..=9 {
            store.commit(written(0, number)).await.unwrap();
        }
        store.commit(written(1, 1)).await.unwrap();
        let lease = async |now: i64| {
            let mut leased = backend.lease_deliveries(term(now, now + 5, "one"), 1).await.unwrap();
            leased.pop().map(|row| row.job.id)
        };
        assert_eq!(lease(10).await, Some(message(0, 1)));
        let mut failed = delivered(0, "one");
        failed.paused_until = Time(100);
        failed.job = JobUpdate {
            state: JobState::Pending,
            run_at: Some(Time(30)),
            at: Time(12),
            ..failed.job
        };
        store.commit(failed).await.unwrap();
        // The other webhook has waited longer.
        assert_eq!(lease(20).await, Some(message(1, 1)));
        store.commit(delivered(1, "one")).await.unwrap();
        assert_eq!(lease(99).await, None);
        // After the pause, a retry and a first attempt have their turn alternately.
        assert_eq!(lease(100).await, Some(message(0, 1)));
    });
}

#[test]
fn a_message_that_has_to_wait_lets_others_pass_and_loses_no_attempt() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        begin(store, 2).await;
        store.commit(written(0, 1)).await.unwrap();
        store.commit(written(1, 1)).await.unwrap();
        let lease = async |now: i64| {
            let mut leased = backend.lease_deliveries(term(now, now + 90, "one"), 1).await.unwrap();
            leased.pop().map(|row| row.job)
        };
        let defer = async |lease: &str| {
            store
                .commit(deliveries::Defer {
                    webhook_id: id(0),
                    id: message(0, 1),
                    lease: lease.to_owned(),
                    paused_until: Time(15),
                    at: Time(11),
                })
                .await
        };
        let first = lease(10).await.unwrap();
        assert_eq!(first.id, message(0, 1));
        assert!(matches!(defer("another").await, Err(CommitError::Conflict)));
        defer("one").await.unwrap();
        // After the pause, it is behind the other, which has waited longer.
        assert_eq!(lease(20).await.map(|job| job.id), Some(message(1, 1)));
        assert_eq!(lease(20).await, Some(first));
        assert_eq!(backend.webhook(&id(0)).await.unwrap().unwrap().failing_since, None);
    });
}

#[test]
fn with_nothing_left_to_send_nothing_is_failing() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        begin(store, 1).await;
        store.commit(written(0, 1)).await.unwrap();
        store.commit(written(0, 2)).await.unwrap();
        for (number, since) in [(1, Some(Time(20))), (2, None)] {
            backend.lease_deliveries(term(10, 50, "one"), 9).await.unwrap();
            let mut result = delivered(0, "one");
            result.failing_since = Some(Time(20));
            result.job =
                JobUpdate { id: message(0, number), state: JobState::Failed, ..result.job };
            store.commit(result).await.unwrap();
            assert_eq!(backend.webhook(&id(0)).await.unwrap().unwrap().failing_since, since);
        }
    });
}

#[test]
fn a_webhook_that_was_let_go_of_is_free_though_the_clock_is_set_back() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let ada = begin(store, 1).await;
        add_news(store, &ada).await;
        let lease = async |now: i64| {
            backend.lease_webhooks(term(now, now + 40, "one"), 9).await.unwrap().len()
        };
        assert_eq!(lease(500).await, 1);
        assert_eq!(lease(20).await, 0);
        let (reader, lease_id) = (FeedReader::Webhook, "one".to_owned());
        let release = feed_readers::Release { reader, id: id(0), lease: lease_id, at: Time(500) };
        store.commit(release).await.unwrap();
        assert_eq!(lease(20).await, 1);
    });
}

#[test]
fn a_feed_is_kept_for_a_webhook_that_is_behind() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let ada = begin(store, 1).await;
        add_news(store, &ada).await;
        store.commit(feeds::delete_old(Time(1_000))).await.unwrap();
        assert_eq!(backend.feed(&ada.id, 0, 10).await.unwrap().len(), 1);
        backend.lease_webhooks(term(10, 50, "one"), 9).await.unwrap();
        let fan_out = deliveries::FanOut {
            webhook_id: id(0),
            lease: "one".to_owned(),
            from: 0,
            to: 2,
            deliveries: Vec::new(),
            at: Time(10),
        };
        store.commit(fan_out).await.unwrap();
        store.commit(feeds::delete_old(Time(1_000))).await.unwrap();
        assert_eq!(backend.feed(&ada.id, 0, 10).await.unwrap(), []);
    });
}
