//! Feeds: the events of all games of a player have consecutive numbers, without gaps.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use broadside_domain::feed::{FeedAppend, FeedHead, FeedItemKind};
use broadside_domain::time::Time;
use broadside_store::{CommitError, Step, Store, accounts, feeds};
use broadside_tests::games::Sequence;

use super::{Opened, id, new_game, open, player, step};

/// A step that adds events to the feeds of some players, as many as it adds to the game.
pub(super) fn feed_step(game: usize, from: u64, adds: u64, players: &[usize]) -> Step {
    let mut step = step(game, from, adds, 7, None);
    let brings = |player: &usize| FeedAppend {
        player_id: id(*player),
        seq: from + adds,
        event_count: adds,
        at: Time(5),
    };
    step.feed_appends = players.iter().map(brings).collect();
    step
}

/// Adds an event of a new game to the feed of a player.
pub(super) async fn wake_and_tell(store: &Store, n: usize) {
    let (owner, _) = player(n);
    store.commit(feeds::Enable { player_id: owner.id.clone() }).await.expect("it is written");
    store.commit(new_game(n, &owner)).await.expect("it is written");
    store.commit(feed_step(n, 1, 1, &[n])).await.expect("it is written");
}

#[test]
fn the_numbers_of_a_feed_have_no_gaps_and_are_visible_in_order() {
    const GAMES: usize = 12;
    const PLAYERS: [usize; 3] = [900, 910, 920];
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for n in PLAYERS {
            let (player, token) = player(n);
            let id = player.id.clone();
            stores[0].commit(accounts::Create { player, token }).await.unwrap();
            stores[0].commit(feeds::Enable { player_id: id }).await.unwrap();
        }
        let (ada, _) = player(PLAYERS[0]);
        for n in 0..GAMES {
            stores[0].commit(new_game(n, &ada)).await.unwrap();
        }
        // Each game has its own writer, and a rival who sometimes loses. The players are the same
        // in all games.
        let writers: Vec<_> = (0..2 * GAMES)
            .map(|n| {
                let store = stores[n % stores.len()].clone();
                tokio::spawn(async move {
                    let (game, mut luck, mut brought) =
                        (n / 2, Sequence(n as u64 + 1), [0; PLAYERS.len()]);
                    for _ in 0..100 {
                        let from = store.revision(&id(game)).await.unwrap().unwrap().version;
                        let mut players = PLAYERS.to_vec();
                        players.rotate_left(luck.below(PLAYERS.len()));
                        players.truncate(1 + luck.below(PLAYERS.len()));
                        let adds = 1 + luck.below(3) as u64;
                        let step = feed_step(game, from, adds, &players);
                        match store.commit(step).await {
                            Ok(()) => players.iter().for_each(|player| {
                                let at = PLAYERS.iter().position(|other| other == player).unwrap();
                                brought[at] += adds;
                            }),
                            Err(CommitError::Conflict) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                    brought
                })
            })
            .collect();
        // Concurrent readers see each number after the smaller ones.
        let are_written = Arc::new(AtomicBool::new(false));
        let readers: Vec<_> = PLAYERS
            .map(|player| {
                let store = stores[stores.len() - 1].clone();
                let are_written = are_written.clone();
                tokio::spawn(async move {
                    let (mut at, mut last) = (0, HashMap::new());
                    loop {
                        let is_last = are_written.load(Ordering::SeqCst);
                        let head = store.head(&id(player)).await.unwrap().last_seq;
                        let rows = store.feed(&id(player), at, 40).await.unwrap();
                        assert!(
                            head <= at || !rows.is_empty(),
                            "{head} was there, and nothing after {at}"
                        );
                        if is_last && rows.is_empty() {
                            return at;
                        }
                        for row in rows {
                            assert_eq!(
                                row.number - row.numbers(),
                                at,
                                "the next after {at} is {row:?}"
                            );
                            at = row.number;
                            let FeedItemKind::Events { seq, .. } = row.what else {
                                panic!("{row:?} is no event")
                            };
                            let before = last.insert(row.game_id.clone(), seq).unwrap_or_default();
                            assert!(seq > before, "{row:?} comes after {before}");
                        }
                        tokio::task::yield_now().await;
                    }
                })
            })
            .into_iter()
            .collect();
        let mut brought = [0; PLAYERS.len()];
        for writer in writers {
            let more = writer.await.unwrap();
            brought.iter_mut().zip(more).for_each(|(brought, more)| *brought += more);
        }
        are_written.store(true, Ordering::SeqCst);
        for ((reader, brought), player) in readers.into_iter().zip(brought).zip(PLAYERS) {
            assert_eq!(reader.await.unwrap(), brought);
            let head = FeedHead { last_seq: brought, enabled: true };
            assert_eq!(backend.feed_heads(&[id(player)]).await.unwrap(), [(id(player), head)]);
        }
    });
}

#[test]
fn the_numbers_of_a_feed_continue_after_old_items_are_deleted() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        let (ada, token) = player(900);
        stores[0].commit(accounts::Create { player: ada.clone(), token }).await.unwrap();
        stores[0].commit(feeds::Enable { player_id: ada.id.clone() }).await.unwrap();
        stores[0].commit(new_game(1, &ada)).await.unwrap();
        stores[0].commit(feed_step(1, 1, 2, &[900])).await.unwrap();
        stores[0].commit(feeds::delete_old(Time(5))).await.unwrap();
        assert_eq!(backend.feed(&ada.id, 0, 10).await.unwrap().len(), 1);
        stores[0].commit(feeds::delete_old(Time(6))).await.unwrap();
        assert_eq!(backend.feed(&ada.id, 0, 10).await.unwrap(), []);
        stores[0].commit(feed_step(1, 3, 1, &[900])).await.unwrap();
        let [row] = &*backend.feed(&ada.id, 0, 10).await.unwrap() else { panic!("one step") };
        assert_eq!(
            (row.number, row.what, &*row.game_id),
            (3, FeedItemKind::Events { seq: 4, event_count: 1 }, &*id(1))
        );
    });
}

#[test]
fn a_new_reader_of_a_feed_misses_no_later_step() {
    const ROUNDS: usize = 60;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for n in 0..ROUNDS {
            let (ada, token) = player(1_000 + n);
            stores[0].commit(accounts::Create { player: ada.clone(), token }).await.unwrap();
            stores[0].commit(new_game(n, &ada)).await.unwrap();
            // Steps are made while a player begins to listen, on another node if there is one.
            let writer = stores[0].clone();
            let steps = tokio::spawn(async move {
                for from in 1..=12 {
                    let step = feed_step(n, from, 1, &[1_000 + n]);
                    writer.commit(step).await.unwrap();
                }
            });
            let listener = &stores[stores.len() - 1];
            for _ in 0..n % 8 {
                tokio::task::yield_now().await;
            }
            listener.commit(feeds::Enable { player_id: ada.id.clone() }).await.unwrap();
            // The order matters: events that are missing in the game when it is read are in the
            // feed after the head.
            let head = listener.head(&ada.id).await.unwrap().last_seq;
            let version = listener.revision(&id(n)).await.unwrap().unwrap().version;
            steps.await.unwrap();
            let rows = backend.feed(&ada.id, head, 20).await.unwrap();
            let items: Vec<_> = rows.iter().map(|row| row.what).collect();
            for seq in version + 1..=13 {
                assert!(
                    items.contains(&FeedItemKind::Events { seq, event_count: 1 }),
                    "{seq} is neither seen at {version} nor told"
                );
            }
        }
    });
}
