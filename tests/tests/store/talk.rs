//! Messages, notes and blocks: related changes are made together, even with concurrent writers.

use broadside_domain::feed::{FeedItemKind, Notification, NotificationKind};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;
use broadside_store::{
    CommitError, MessageRow, NoteRow, QueuedWrite, Store, accounts, blocks, feeds, messages, notes,
    tokens,
};

use super::feeds::feed_step;
use super::{Opened, id, new_game, open, player};

fn message(game: usize, number: u64, by: usize, words: &str) -> MessageRow {
    let (game_id, player_id) = (id(game), id(by));
    MessageRow { game_id, number, player_id, seat: 1, text: Some(words.to_owned()), at: Time(7) }
}

fn add_message(message: MessageRow, key: Option<usize>, to: &[usize]) -> messages::Add {
    let response = key.map(|key| IdempotencyRecord {
        key: IdempotencyKey {
            player_id: message.player_id.clone(),
            route: "POST /x".to_owned(),
            key: format!("{key}"),
        },
        payload_hash: String::new(),
        status: 201,
        headers: Vec::new(),
        body: "{}".to_owned(),
        created_at: Time(7),
    });
    let (game_id, number) = (message.game_id.clone(), message.number);
    let notice = |to: &usize| Notification {
        player_id: id(*to),
        game_id: game_id.clone(),
        about: NotificationKind::Message(number),
        at: Time(7),
    };
    let notices = to.iter().map(notice).collect();
    messages::Add { message, max: (u32::MAX, Time(0)), response, notices }
}

async fn new_players(store: &Store, numbers: &[usize]) {
    for n in numbers {
        let (row, token) = player(*n);
        store.commit(accounts::Create { player: row, token }).await.expect("a player can be made");
    }
}

#[test]
fn concurrent_messages_are_numbered_without_gaps_and_each_has_its_notices() {
    const WRITERS: usize = 9;
    const PLAYERS: [usize; 3] = [900, 910, 920];
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        new_players(&stores[0], &PLAYERS).await;
        for n in PLAYERS {
            stores[0].commit(feeds::Enable { player_id: id(n) }).await.unwrap();
        }
        let (ada, _) = player(900);
        stores[0].commit(new_game(1, &ada)).await.unwrap();
        // Concurrent steps of the game add to the same feeds.
        let stepper = stores[0].clone();
        let steps = tokio::spawn(async move {
            for from in 1..=60 {
                stepper.commit(feed_step(1, from, 1, &[920, 900])).await.unwrap();
            }
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|n| {
                let store = stores[n % stores.len()].clone();
                tokio::spawn(async move {
                    let mut won = 0;
                    for round in 0..40 {
                        let last = store.last_message(&id(1)).await.unwrap();
                        let by = PLAYERS[n % 3];
                        let others: Vec<_> =
                            PLAYERS.into_iter().filter(|other| *other != by).collect();
                        // Sometimes use a key that another writer of the same player uses too.
                        let key = (round % 4 == 0).then_some(round);
                        let change = add_message(
                            message(1, last + 1, by, &format!("{n} {round}")),
                            key,
                            &others,
                        );
                        match store.commit(change).await {
                            Ok(()) => won += 1,
                            Err(CommitError::Conflict) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                    (n % 3, won)
                })
            })
            .collect();
        let mut by = [0; 3];
        for writer in writers {
            let (at, won) = writer.await.unwrap();
            by[at] += won;
        }
        steps.await.unwrap();
        let all: u64 = by.iter().sum();
        assert!(all > 0);
        let read = backend.messages(&id(1), &id(900), 0, 1_000).await.unwrap();
        let numbers: Vec<_> = read.iter().map(|read| read.message.number).collect();
        assert_eq!(numbers, (1..=all).collect::<Vec<_>>());
        for (player, own) in PLAYERS.into_iter().zip(by) {
            assert_eq!(
                backend.messages_by(&id(player), ("", 0), 1_000).await.unwrap().len() as u64,
                own
            );
            let rows = backend.feed(&id(player), 0, 10_000).await.unwrap();
            let numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
            assert_eq!(numbers, (1..=rows.len() as u64).collect::<Vec<_>>());
            let mut numbers: Vec<_> = rows
                .iter()
                .filter_map(|row| match row.what {
                    FeedItemKind::Notice(NotificationKind::Message(number)) => Some(number),
                    _ => None,
                })
                .collect();
            numbers.sort_unstable();
            let from_others = read
                .iter()
                .filter(|read| read.message.player_id != id(player))
                .map(|read| read.message.number);
            assert_eq!(numbers, from_others.collect::<Vec<_>>());
        }
    });
}

#[test]
fn a_message_with_a_stored_answer_is_not_written_again() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        new_players(&stores[0], &[900, 910]).await;
        stores[0].commit(add_message(message(1, 1, 900, "once"), Some(1), &[910])).await.unwrap();
        let again =
            stores[0].commit(add_message(message(1, 2, 900, "twice"), Some(1), &[910])).await;
        assert!(matches!(again, Err(CommitError::Conflict)), "{again:?}");
        assert_eq!(backend.last_message(&id(1)).await.unwrap(), 1);
        assert_eq!(backend.feed(&id(910), 0, 10).await.unwrap().len(), 1);
        // The same key of another player is a different one.
        stores[0].commit(add_message(message(1, 2, 910, "mine"), Some(1), &[900])).await.unwrap();
    });
}

#[test]
fn notes_take_the_place_of_those_that_were_seen_and_of_no_others() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        new_players(&stores[0], &[900]).await;
        let note = |words: &str, at| NoteRow {
            game_id: id(1),
            player_id: id(900),
            text: words.to_owned(),
            changed_at: Time(at),
        };
        let put = |words: &str, at, before: Option<i64>| {
            stores[0].commit(notes::Save {
                note: note(words, at),
                before: before.map(Time),
                response: None,
            })
        };
        let drop = |at| {
            stores[0].commit(notes::Delete {
                game_id: id(1),
                player_id: id(900),
                written_at: Time(at),
            })
        };
        assert!(put("before any", 5, Some(4)).await.is_err());
        put("one", 5, None).await.unwrap();
        assert!(put("at once", 6, None).await.is_err());
        put("two", 6, Some(5)).await.unwrap();
        assert!(put("three", 7, Some(5)).await.is_err() && drop(5).await.is_err());
        assert_eq!(backend.note(&id(1), &id(900)).await.unwrap(), Some(note("two", 6)));
        drop(6).await.unwrap();
        assert!(put("three", 7, Some(6)).await.is_err());
        assert_eq!(backend.note(&id(1), &id(900)).await.unwrap(), None);
    });
}

#[test]
fn an_account_that_is_deleted_while_it_writes_leaves_nothing() {
    const ROUNDS: usize = 40;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        new_players(&stores[0], &[900]).await;
        for n in 0..ROUNDS {
            let me = 1_000 + 10 * n;
            new_players(&stores[0], &[me]).await;
            let (_, first) = player(me);
            let writer = stores[0].clone();
            let deleter = stores[stores.len() - 1].clone();
            let writes = tokio::spawn(async move {
                let next = TokenRow { id: id(me + 2), hash: format!("next {me}"), ..first.clone() };
                let note = NoteRow {
                    game_id: id(n),
                    player_id: id(me),
                    text: "x".to_owned(),
                    changed_at: Time(1),
                };
                let changes: [QueuedWrite; 5] = [
                    add_message(message(n, 1, me, "words"), Some(1), &[900]).into(),
                    notes::Save { note, before: None, response: None }.into(),
                    blocks::Block { player_id: id(me), blocked_id: id(900), at: Time(1) }.into(),
                    blocks::Block { player_id: id(900), blocked_id: id(me), at: Time(1) }.into(),
                    tokens::Rotate { id: first.id, ends_at: Time(9), next }.into(),
                ];
                for change in changes {
                    match writer.commit(change).await {
                        Ok(()) | Err(CommitError::Conflict) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
            for _ in 0..n % 10 {
                tokio::task::yield_now().await;
            }
            deleter.commit(accounts::Delete { id: id(me), extra_write: None }).await.unwrap();
            writes.await.unwrap();
            assert_eq!(backend.tokens_of(&id(me)).await.unwrap(), []);
            assert_eq!(backend.note(&id(n), &id(me)).await.unwrap(), None);
            assert_eq!(backend.blocks_of(&id(me)).await.unwrap(), []);
            assert_eq!(backend.blocks_of(&id(900)).await.unwrap(), []);
            let left = backend.messages_by(&id(me), ("", 0), 10).await.unwrap();
            assert!(left.iter().all(|message| message.text.is_none()), "{left:?}");
            let key = IdempotencyKey {
                player_id: id(me),
                route: "POST /x".to_owned(),
                key: "1".to_owned(),
            };
            assert!(backend.stored_response(&key).await.unwrap().is_none());
        }
    });
}
