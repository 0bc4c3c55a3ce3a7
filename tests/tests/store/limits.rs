//! Limits are enforced in the transaction that writes: exactly the allowed number succeeds, for any
//! number of concurrent requests on any nodes.

use broadside_domain::bot::{BotDues, BotTurn};
use broadside_domain::challenge::Challenge;
use broadside_domain::feed::{Notification, NotificationKind};
use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::{PlayerRow, TokenRow};
use broadside_domain::time::Time;
use broadside_domain::time_control::Vacation;
use broadside_store::{
    CommitError, MAX_BLOCKS, MAX_TOKENS, MessageRow, NewGame, QueuedWrite, Step, Store, accounts,
    blocks, feeds, messages, players, tokens,
};

use super::{Opened, id, new_game, open, player, seat, step};

/// Makes changes concurrently, over all connections to a database; returns the number of successful
/// ones.
pub(super) async fn race(
    stores: &[Store],
    changes: impl IntoIterator<Item = impl Into<QueuedWrite>>,
) -> usize {
    let racers: Vec<_> = changes
        .into_iter()
        .enumerate()
        .map(|(n, change)| {
            let store = stores[n % stores.len()].clone();
            let write: QueuedWrite = change.into();
            tokio::spawn(async move { store.commit(write).await })
        })
        .collect();
    let mut accepted = 0;
    for racer in racers {
        match racer.await.expect("no racer panics") {
            Ok(()) => accepted += 1,
            Err(CommitError::Conflict) => {}
            Err(error) => panic!("{error}"),
        }
    }
    accepted
}

/// Creates players; returns the first one.
async fn new_players(store: &Store, numbers: impl IntoIterator<Item = usize>) -> PlayerRow {
    let rows: Vec<_> = numbers.into_iter().map(player).collect();
    let first = rows[0].0.clone();
    let count = rows.len();
    let new = rows.into_iter().map(|(row, token)| accounts::Create { player: row, token });
    assert_eq!(race(std::slice::from_ref(store), new).await, count);
    first
}

fn token(n: usize, ends_at: Option<Time>) -> TokenRow {
    let (_, token) = player(900);
    TokenRow { id: id(n), hash: format!("hash {n}"), created_at: Time(50), ends_at, ..token }
}

#[test]
fn the_tokens_of_a_player_are_limited() {
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        new_players(&stores[0], [900]).await;
        // Expired tokens do not count.
        let expired = (0..9).map(|n| tokens::Add { token: token(n, Some(Time(50))) });
        assert_eq!(race(stores, expired).await, 9);
        assert_eq!(
            race(stores, (10..90).map(|n| tokens::Add { token: token(n, None) })).await,
            MAX_TOKENS - 1
        );
        let rotate = |n| tokens::Rotate { id: id(901), ends_at: Time(60), next: token(n, None) };
        assert_eq!(race(stores, (100..120).map(rotate)).await, 0);
        let tokens = backend.tokens_of(&id(900)).await.unwrap();
        assert_eq!(tokens.len(), MAX_TOKENS + 9);
        let last = tokens.into_iter().rfind(|token| token.id != id(901)).unwrap();
        stores[0].commit(tokens::Revoke { id: last.id }).await.unwrap();
        assert_eq!(race(stores, (200..220).map(rotate)).await, 1);
    });
}

#[test]
fn blocks_are_limited_and_can_be_mutual() {
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        new_players(&stores[0], (1_000..).step_by(2).take(MAX_BLOCKS + 50)).await;
        let player = |n: usize| id(1_000 + 2 * n);
        let block =
            |n: usize| blocks::Block { player_id: player(0), blocked_id: player(n), at: Time(7) };
        assert_eq!(race(stores, (1..MAX_BLOCKS - 10).map(block)).await, MAX_BLOCKS - 11);
        // Blocks in both directions must not deadlock.
        let block_back =
            |n: usize| blocks::Block { player_id: player(n), blocked_id: player(0), at: Time(7) };
        let both = (MAX_BLOCKS - 10..MAX_BLOCKS + 50).flat_map(|n| [block(n), block_back(n)]);
        assert_eq!(race(stores, both).await, 11 + 60);
        let blocked = backend.blocks_of(&player(0)).await.unwrap();
        assert_eq!(blocked.len(), MAX_BLOCKS);
        // Existing blocks stay.
        assert_eq!(race(stores, (1..20).map(block)).await, 19);
        let unblock = blocks::Unblock { player_id: player(0), blocked_id: player(1) };
        stores[0].commit(unblock).await.unwrap();
        assert_eq!(race(stores, (MAX_BLOCKS - 10..MAX_BLOCKS + 50).map(block)).await, 11 + 1);
    });
}

/// A new game of a player with this limit of games that have not begun.
fn one_of(max_not_started: u32, n: usize, maker: &PlayerRow) -> NewGame {
    let mut game = new_game(n, maker);
    game.row.progress.status = "waiting".to_owned();
    NewGame { max_not_started, ..game }
}

#[test]
fn the_games_of_a_player_that_have_not_begun_are_limited() {
    const MAX: u32 = 7;
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let ada = new_players(&stores[0], [900, 910]).await;
        let (ben, _) = player(910);
        let game = |n: usize| {
            let maker = if n.is_multiple_of(2) { &ada } else { &ben };
            one_of(MAX, n, maker)
        };
        assert_eq!(race(stores, (0..60).map(game)).await, 2 * MAX as usize);
        assert_eq!(backend.games_not_started(&ada.id).await.unwrap(), u64::from(MAX));
        // A game that begins makes room, even with concurrent rematches and steps.
        let mut own = Vec::new();
        for n in (0..60).step_by(2) {
            if backend.game(&id(n)).await.unwrap().is_some() {
                own.push(n);
            }
        }
        stores[0].commit(step(own[0], 1, 1, 7, None)).await.unwrap();
        assert_eq!(race(stores, (100..160).map(game)).await, 1);
        // A player without an account can create none.
        let (nobody, _) = player(990);
        assert_eq!(race(stores, [one_of(MAX, 200, &nobody)]).await, 0);
    });
}

#[test]
fn the_challenges_of_a_player_are_limited_even_after_they_are_answered() {
    const MAX: usize = 9;
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let ada = new_players(&stores[0], [900, 910, 920]).await;
        let (ben, _) = player(910);
        // Games with two challenges each; one in three is over immediately.
        let game = |n: usize| {
            let maker = if n.is_multiple_of(2) { &ada } else { &ben };
            let mut game = one_of(u32::MAX, n, maker);
            game.row.progress.status =
                if n.is_multiple_of(3) { "cancelled" } else { "waiting" }.to_owned();
            game.max_challenges = (MAX as u32, id(0));
            let reserved = |number: u8| SeatRow {
                seat: seat(number),
                kind: SeatKind::Reserved(id(920)),
                player: None,
                challenge: Some(Challenge::new(&maker.id)),
            };
            game.seats = game.seats.iter().cloned().chain([reserved(2), reserved(3)]).collect();
            game
        };
        assert_eq!(race(stores, (1..61).map(game)).await, 2 * (MAX / 2));
        assert_eq!(backend.challenges_made(&ada.id, &id(0)).await.unwrap(), MAX as u64 - 1);
        assert_eq!(backend.challenges_made(&ada.id, &id(60)).await.unwrap(), 0);
        // Other games do not count, and a game without a challenge is allowed.
        let without = one_of(u32::MAX, 100, &ada);
        assert_eq!(race(stores, [without]).await, 1);
    });
}

#[test]
fn games_with_bots_are_limited_and_their_turns_are_found() {
    const MAX: u32 = 5;
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let ada = new_players(&stores[0], [900]).await;
        let bot = |number| SeatRow {
            seat: seat(number),
            kind: SeatKind::Bot,
            player: Some(player(910).0),
            challenge: None,
        };
        let with_bots = |n: usize, due: i64| {
            let mut game = one_of(u32::MAX, n, &ada);
            game.row.progress.status = "finished".to_owned();
            game.max_bot_games = MAX;
            game.bot_turn = BotTurn::Due(BotDues::new([(seat(2), Time(due))]));
            game.seats = game.seats.iter().cloned().chain([bot(2), bot(3)]).collect();
            game
        };
        assert_eq!(race(stores, (1..21).map(|n| with_bots(n, n as i64))).await, MAX as usize);
        assert_eq!(backend.bot_games(&ada.id).await.unwrap(), u64::from(MAX));
        // Games without bots are not limited.
        let without = one_of(u32::MAX, 100, &ada);
        assert_eq!(race(stores, [without]).await, 1);

        let turns = |before, after| backend.bot_turns(Time(before), Time(after), 10);
        let bot_turns = turns(i64::MAX, i64::MAX).await.unwrap();
        assert_eq!(bot_turns.len(), MAX as usize);
        assert_eq!(turns(0, 0).await.unwrap(), bot_turns, "a time in the far future is found too");
        assert!(turns(0, i64::MAX).await.unwrap().is_empty());
        let number = |game: &String| (1..21).find(|n| id(*n) == *game).unwrap();
        let idle = Step { bot_turn: BotTurn::Idle, ..step(number(&bot_turns[0]), 1, 1, 0, None) };
        let later = Step {
            bot_turn: BotTurn::Due(BotDues::new([(seat(3), Time(200)), (seat(2), Time(100))])),
            ..step(number(&bot_turns[1]), 1, 1, 0, None)
        };
        for change in [idle, later] {
            stores[0].commit(change).await.unwrap();
        }
        let mut expected = bot_turns[2..].to_vec();
        expected.push(bot_turns[1].clone());
        assert_eq!(turns(i64::MAX, i64::MAX).await.unwrap(), expected);
    });
}

#[test]
fn rematches_steps_and_new_names_do_not_wait_for_each_other() {
    const GAMES: usize = 40;
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let ada = new_players(&stores[0], [900, 910]).await;
        let (ben, _) = player(910);
        for n in 0..GAMES {
            stores[0].commit(new_game(n, &ada)).await.unwrap();
        }
        // Each game gets three requests for a rematch, in both orders of the games.
        let rematch = |n: usize| {
            let before =
                if (n / GAMES).is_multiple_of(2) { n % GAMES } else { GAMES - 1 - n % GAMES };
            let maker = if n.is_multiple_of(3) { &ada } else { &ben };
            let mut game = one_of(u32::MAX, GAMES + n, maker);
            game.row.rematch_of = Some(id(before));
            game
        };
        let name =
            |n: usize| players::Rename { id: id(900 + n % 2 * 10), name: format!("Player {n}") };
        let changes = (0..3 * GAMES).flat_map(|n| {
            let step = step((n * 7) % GAMES, 1, 1, n, None);
            let name: Option<QueuedWrite> = n.is_multiple_of(5).then(|| name(n).into());
            [rematch(n).into(), step.into()].into_iter().chain(name)
        });
        race(stores, changes).await;
        for n in 0..GAMES {
            assert!(backend.rematch_of(&id(n)).await.unwrap().is_some(), "game {n} has none");
        }
    });
}

#[test]
fn the_messages_of_a_player_in_a_period_are_limited() {
    const MAX: u32 = 6;
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let ada = new_players(&stores[0], [900]).await;
        stores[0].commit(new_game(1, &ada)).await.unwrap();
        let message = |number: u64, at: i64| {
            let (game_id, player_id) = (id(1), ada.id.clone());
            let message = MessageRow {
                game_id,
                number,
                player_id,
                seat: 1,
                text: Some("x".to_owned()),
                at: Time(at),
            };
            let max = (MAX, Time(at - 10));
            messages::Add { message, max, response: None, notices: Vec::new() }
        };
        // Concurrent requests that have all read the last number.
        assert_eq!(race(stores, (1..=40).map(|number| message(number, 20))).await, MAX as usize);
        assert_eq!(race(stores, (41..=80).map(|number| message(number, 29))).await, 0);
        assert_eq!(race(stores, (81..=120).map(|number| message(number, 30))).await, MAX as usize);
        assert_eq!(
            backend.messages_by(&ada.id, ("", 0), 99).await.unwrap().len(),
            2 * MAX as usize
        );
    });
}

fn replace_vacations(
    before: &[Vacation],
    after: &[Vacation],
    key: Option<usize>,
) -> players::ReplaceVacations {
    let response = key.map(|key| IdempotencyRecord {
        key: IdempotencyKey {
            player_id: id(900),
            route: "POST /x".to_owned(),
            key: format!("{key}"),
        },
        payload_hash: String::new(),
        status: 201,
        headers: Vec::new(),
        body: "{}".to_owned(),
        created_at: Time(7),
    });
    let (before, after) = (before.to_vec(), after.to_vec());
    players::ReplaceVacations { id: id(900), before, after, response }
}

#[test]
fn an_idempotency_key_makes_one_vacation_even_after_its_end() {
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        new_players(&stores[0], [900]).await;
        let vacation = |n: usize| [Vacation { id: id(n), from: Time(3), until: Time(9) }];
        assert_eq!(
            race(stores, (0..20).map(|n| replace_vacations(&[], &vacation(n), Some(1)))).await,
            1
        );
        let vacations = backend.player(&id(900)).await.unwrap().unwrap().vacations;
        // The same state as before, so that the condition of a second request with the key holds
        // again.
        stores[0].commit(replace_vacations(&vacations, &[], None)).await.unwrap();
        assert_eq!(race(stores, [replace_vacations(&[], &vacation(30), Some(1))]).await, 0);
        assert_eq!(backend.player(&id(900)).await.unwrap().unwrap().vacations, []);
        assert_eq!(race(stores, [replace_vacations(&[], &vacation(30), Some(2))]).await, 1);
    });
}

/// A player who joins a game with a clock may have started or ended a vacation since the decision.
#[test]
fn a_game_decided_with_outdated_vacations_is_read_again() {
    let Opened { runtime, stores, .. } = &open();
    let store = &stores[0];
    runtime.block_on(async {
        let ada = new_players(store, [900]).await;
        let mut games = 0;
        for clocked in [true, false] {
            for (known, looked_at) in [(1, false), (2, true)] {
                // Two games with the numbers n and n + 1: a new one, and one with a step.
                let n = games * 2;
                games += 1;
                let vacation = |n: usize| [Vacation { id: id(n), from: Time(3), until: Time(9) }];
                let vacations = store.player(&ada.id).await.unwrap().unwrap().vacations;
                store.commit(replace_vacations(&vacations, &vacation(1), None)).await.unwrap();
                let knows = PlayerRow { vacations: vacation(known).to_vec(), ..ada.clone() };
                let mut game = one_of(u32::MAX, n, &knows);
                game.row.clock = clocked.then(|| "{}".to_owned());
                store.commit(game.clone()).await.unwrap();
                let revision_of = async |n| {
                    let stored = store.game(&id(n)).await.unwrap().unwrap();
                    (stored.row.meta_version, stored.row.progress.next_check_at == Some(Time(0)))
                };
                // Without a clock there is no work to do, but nodes must not use their cached game.
                let expected = (u64::from(looked_at), clocked && looked_at);
                assert_eq!(revision_of(n).await, expected, "{clocked} {known}");
                let up_to_date = PlayerRow { vacations: vacation(1).to_vec(), ..ada.clone() };
                let mut game = one_of(u32::MAX, n + 1, &up_to_date);
                game.row.clock = clocked.then(|| "{}".to_owned());
                store.commit(game).await.unwrap();
                let mut step = step(n + 1, 1, 1, 7, None);
                step.joined = vec![knows];
                store.commit(step).await.unwrap();
                assert_eq!(revision_of(n + 1).await, expected, "{clocked} {known}");
            }
        }
    });
}

#[test]
fn a_deleted_player_has_no_feed_after_concurrent_changes() {
    const ROUNDS: usize = 30;
    let Opened { runtime, stores, backend, .. } = &open();
    runtime.block_on(async {
        let ada = new_players(&stores[0], [900]).await;
        stores[0].commit(new_game(1, &ada)).await.unwrap();
        let mut number = 0;
        for n in (0..ROUNDS).map(|n| 1_000 + 2 * n) {
            new_players(&stores[0], [n]).await;
            stores[0].commit(feeds::Enable { player_id: id(n) }).await.unwrap();
            let mut message = || {
                number += 1;
                let (game_id, player_id) = (id(1), ada.id.clone());
                let message =
                    MessageRow { game_id, number, player_id, seat: 1, text: None, at: Time(7) };
                let about = NotificationKind::Message(number);
                let notice = Notification { player_id: id(n), game_id: id(1), about, at: Time(7) };
                let (max, notices) = ((u32::MAX, Time(0)), vec![notice]);
                messages::Add { message, max, response: None, notices }
            };
            let mut changes: Vec<QueuedWrite> = (0..6).map(|_| message().into()).collect();
            let deletion = accounts::Delete { id: id(n), extra_write: None };
            changes.insert(n / 2 % 4, deletion.into());
            changes.insert(n % 3, feeds::Enable { player_id: id(n) }.into());
            let accepted = race(stores, changes).await;
            assert!(accepted >= 7, "{accepted}");
            assert!(matches!(
                stores[0].commit(feeds::Enable { player_id: id(n) }).await,
                Err(CommitError::Conflict)
            ));
            stores[0].commit(message()).await.unwrap();
            assert_eq!(backend.feed_heads(&[id(n)]).await.unwrap(), []);
            assert_eq!(backend.feed(&id(n), 0, 99).await.unwrap(), []);
        }
    });
}

#[test]
fn a_deleted_player_is_not_seated_and_a_renamed_player_gets_their_game_read_again() {
    let Opened { runtime, stores, .. } = &open();
    let store = &stores[0];
    runtime.block_on(async {
        let ada = new_players(store, [900]).await;
        let ben = new_players(store, [901]).await;
        let sits = |n| {
            let mut step = step(n, 1, 1, 7, None);
            step.joined = vec![ben.clone()];
            step
        };
        let meta_version = async |n| store.game(&id(n)).await.unwrap().unwrap().row.meta_version;
        for n in 1..=2 {
            store.commit(new_game(n, &ada)).await.unwrap();
        }
        store
            .commit(players::Rename { id: ben.id.clone(), name: "Benjamin".to_owned() })
            .await
            .unwrap();
        store.commit(sits(1)).await.unwrap();
        assert_eq!(meta_version(1).await, 1, "a node that remembers the old name reads it anew");
        store.commit(accounts::Delete { id: ben.id.clone(), extra_write: None }).await.unwrap();
        assert!(matches!(store.commit(sits(2)).await, Err(CommitError::Conflict)));
        assert_eq!(store.game(&id(2)).await.unwrap().unwrap().row.progress.version, 1);
    });
}
