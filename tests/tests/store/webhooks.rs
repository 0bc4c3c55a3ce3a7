//! Leases of webhooks: for any number of nodes, one at a time works on each webhook, and a node that dies delays the
//! others only for a short time.

use std::collections::BTreeSet;

use broadside_domain::time::Time;
use broadside_store::{
    Attempted, Change, CommitError, DeliveryState, NewDelivery, Store, WebhookChange, WebhookRow,
    WebhookState,
};

use super::{Opened, id, open, player};

fn webhook(n: usize, player_id: &str) -> WebhookRow {
    WebhookRow {
        id: id(n),
        player_id: player_id.to_owned(),
        url: "https://example.org/".to_owned(),
        description: String::new(),
        types: String::new(),
        state: WebhookState::Active,
        secret: "whsec_AAAA".to_owned(),
        old_secret: None,
        position: 0,
        failing_since: None,
        created_at: Time(1),
    }
}

async fn change(store: &Store, change: WebhookChange) -> Result<(), CommitError> {
    store.commit(Change::Webhook(Box::new(change))).await
}

fn written(n: usize, message: usize) -> WebhookChange {
    let delivery = NewDelivery { id: format!("msg_{message}"), game_id: None, body: "{}".to_owned() };
    WebhookChange::Write { id: id(n), delivery, at: Time(10), answer: None }
}

fn delivered(n: usize, lease: &str) -> WebhookChange {
    WebhookChange::Attempted(Attempted {
        webhook_id: id(n),
        lease: lease.to_owned(),
        until: Time(100),
        then: WebhookState::Active,
        failing_since: None,
        seq: 1,
        was: (0, Some(Time(10))),
        state: DeliveryState::Delivered,
        next_at: None,
        attempts: 1,
        log: "[]".to_owned(),
    })
}

#[test]
fn each_webhook_has_one_who_works_on_it() {
    const WEBHOOKS: usize = 60;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for n in 0..WEBHOOKS {
            // The maximum number of webhooks of a player.
            let (owner, token) = player(WEBHOOKS + n / 10);
            if n % 10 == 0 {
                stores[0].commit(Change::NewPlayer(owner.clone(), token)).await.unwrap();
            }
            change(&stores[0], WebhookChange::New(webhook(n, &owner.id))).await.unwrap();
        }
        // Webhooks without work are not leased.
        assert!(backend.lease_webhooks(Time(10), Time(50), "x", 100).await.unwrap().is_empty());
        for n in 0..WEBHOOKS {
            change(&stores[0], written(n, 1)).await.unwrap();
        }
        let take = |node: usize, now: i64| {
            let store = stores[node % stores.len()].clone();
            async move {
                let mut taken = Vec::new();
                loop {
                    let lease = format!("node {node}");
                    let more = store.lease_webhooks(Time(now), Time(now + 40), &lease, 3).await.unwrap();
                    if more.is_empty() {
                        return taken;
                    }
                    taken.extend(more.into_iter().map(|webhook| webhook.id));
                }
            }
        };
        let all: BTreeSet<String> = (0..WEBHOOKS).map(id).collect();
        for now in [10, 50] {
            let nodes: Vec<_> = (0..6).map(|node| tokio::spawn(take(node, now))).collect();
            let mut taken = Vec::new();
            for node in nodes {
                taken.extend(node.await.unwrap());
            }
            assert_eq!(taken.len(), WEBHOOKS, "at {now} some were taken twice, or not at all");
            assert_eq!(taken.into_iter().collect::<BTreeSet<_>>(), all);
        }
    });
}

#[test]
fn who_has_lost_a_lease_writes_nothing() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let (ada, token) = player(900);
        store.commit(Change::NewPlayer(ada.clone(), token)).await.unwrap();
        for n in 0..2 {
            change(store, WebhookChange::New(webhook(n, &ada.id))).await.unwrap();
            change(store, written(n, 1)).await.unwrap();
        }
        let state = async |n: usize| backend.delivery(&id(n), "msg_1").await.unwrap().unwrap().state;
        let is_conflict = |done| matches!(done, Err(CommitError::Conflict));
        backend.lease_webhooks(Time(10), Time(50), "one", 9).await.unwrap();
        backend.lease_webhooks(Time(50), Time(90), "two", 9).await.unwrap();
        assert!(is_conflict(change(store, delivered(0, "one")).await));
        let fan_out = |lease: &str, from| WebhookChange::FanOut {
            id: id(0),
            lease: lease.to_owned(),
            from,
            to: 7,
            deliveries: Vec::new(),
            at: Time(60),
        };
        assert!(is_conflict(change(store, fan_out("one", 0)).await));
        assert!(is_conflict(change(store, fan_out("two", 1)).await));
        assert_eq!(state(0).await, DeliveryState::Pending);
        change(store, fan_out("two", 0)).await.unwrap();
        assert!(is_conflict(change(store, fan_out("two", 0)).await));
        change(store, delivered(0, "two")).await.unwrap();
        assert_eq!(state(0).await, DeliveryState::Delivered);
        // A webhook that is turned off is not leased, and its pending messages are given up.
        let off = WebhookChange::Edit {
            id: id(1),
            url: None,
            description: None,
            types: None,
            state: Some(WebhookState::Paused),
        };
        change(store, off).await.unwrap();
        assert!(is_conflict(change(store, delivered(1, "two")).await));
        assert_eq!(state(1).await, DeliveryState::Failed);
        assert!(is_conflict(change(store, written(1, 2)).await));
        // Pending messages are not deleted, even if they are old.
        change(store, written(0, 2)).await.unwrap();
        change(store, WebhookChange::Forget(Time(1_000))).await.unwrap();
        assert!(backend.delivery(&id(0), "msg_1").await.unwrap().is_none());
        assert!(backend.delivery(&id(0), "msg_2").await.unwrap().is_some());
    });
}

#[test]
fn a_message_asked_for_again_while_it_was_tried_is_sent_again() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let (ada, token) = player(900);
        store.commit(Change::NewPlayer(ada.clone(), token)).await.unwrap();
        change(store, WebhookChange::New(webhook(0, &ada.id))).await.unwrap();
        change(store, written(0, 1)).await.unwrap();
        backend.lease_webhooks(Time(10), Time(50), "one", 9).await.unwrap();
        let again = WebhookChange::Redeliver { id: id(0), delivery_id: "msg_1".to_owned(), at: Time(20) };
        change(store, again).await.unwrap();
        let WebhookChange::Attempted(attempted) = delivered(0, "one") else { unreachable!() };
        let attempted = Attempted { log: "[1]".to_owned(), ..attempted };
        change(store, WebhookChange::Attempted(attempted.clone())).await.unwrap();
        let row = backend.delivery(&id(0), "msg_1").await.unwrap().unwrap();
        assert_eq!((row.state, row.attempts, row.next_at), (DeliveryState::Pending, 0, Some(Time(20))));
        assert_eq!(row.log, "[1]");
        let attempted = Attempted { was: (row.attempts, row.next_at), ..attempted };
        change(store, WebhookChange::Attempted(attempted)).await.unwrap();
        let row = backend.delivery(&id(0), "msg_1").await.unwrap().unwrap();
        assert_eq!((row.state, row.attempts, row.next_at), (DeliveryState::Delivered, 1, None));
    });
}

#[test]
fn with_nothing_left_to_send_nothing_is_failing() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let (ada, token) = player(900);
        store.commit(Change::NewPlayer(ada.clone(), token)).await.unwrap();
        change(store, WebhookChange::New(webhook(0, &ada.id))).await.unwrap();
        change(store, written(0, 1)).await.unwrap();
        change(store, written(0, 2)).await.unwrap();
        backend.lease_webhooks(Time(10), Time(50), "one", 9).await.unwrap();
        for (seq, since) in [(1, Some(Time(20))), (2, None)] {
            let WebhookChange::Attempted(attempted) = delivered(0, "one") else { unreachable!() };
            let failing_since = Some(Time(20));
            let attempted = Attempted { seq, failing_since, state: DeliveryState::Failed, ..attempted };
            change(store, WebhookChange::Attempted(attempted)).await.unwrap();
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
        let (ada, token) = player(900);
        store.commit(Change::NewPlayer(ada.clone(), token)).await.unwrap();
        change(store, WebhookChange::New(webhook(0, &ada.id))).await.unwrap();
        change(store, written(0, 1)).await.unwrap();
        let lease =
            async |now: i64| backend.lease_webhooks(Time(now), Time(now + 40), "one", 9).await.unwrap().len();
        assert_eq!(lease(500).await, 1);
        assert_eq!(lease(20).await, 0);
        let release = WebhookChange::Release { id: id(0), lease: "one".to_owned(), at: Time(500) };
        change(store, release).await.unwrap();
        assert_eq!(lease(20).await, 1);
    });
}

#[test]
fn a_feed_is_kept_for_a_webhook_that_is_behind() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let (ada, token) = player(900);
        store.commit(Change::NewPlayer(ada.clone(), token)).await.unwrap();
        change(store, WebhookChange::New(webhook(0, &ada.id))).await.unwrap();
        store.commit(super::new_game(1, &ada)).await.unwrap();
        store.commit(Change::Step(Box::new(super::feeds::feed_step(1, 1, 2, &[900])))).await.unwrap();
        store.commit(Change::ForgetFeeds(Time(1_000))).await.unwrap();
        assert_eq!(backend.feed(&ada.id, 0, 10).await.unwrap().len(), 1);
        backend.lease_webhooks(Time(10), Time(50), "one", 9).await.unwrap();
        let fan_out = WebhookChange::FanOut {
            id: id(0),
            lease: "one".to_owned(),
            from: 0,
            to: 2,
            deliveries: Vec::new(),
            at: Time(10),
        };
        change(store, fan_out).await.unwrap();
        store.commit(Change::ForgetFeeds(Time(1_000))).await.unwrap();
        assert_eq!(backend.feed(&ada.id, 0, 10).await.unwrap(), []);
    });
}
