//! Guarantees of every database, below the rest of the service: of thousands of concurrent changes,
//! each is made completely or not at all.

mod feeds;
mod inbox;
mod invitations;
mod limits;
mod mail;
mod talk;
mod webhooks;

use std::collections::HashMap;
use std::sync::Arc;

use broadside_domain::feed::{FeedItemKind, Notification, NotificationKind};
use broadside_domain::game::{
    AudienceMask, EventRow, GameProgress, GameRow, Revision, SeatKind, SeatRow,
};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::{PlayerRow, TokenRow};
use broadside_domain::time::Time;
use broadside_domain::time_control::{ClockState, RunningTurn, SeatClockState, Vacation};
use broadside_engine::record::StoredSecret;
use broadside_engine::seat::{Audience, Seat};
use broadside_store::games::{clocks, invitation_codes};
use broadside_store::{
    self as store, Backend, CommitError, Freshness, LeaseTerm, NewGame, QueuedWrite, SearchFacets,
    Step, Store, accounts, players, tokens,
};
use broadside_tests::database::Database;
use broadside_tests::games::Sequence;
use broadside_tests::server::Directory;

/// A new database with as many connections as it allows: several nodes with PostgreSQL, one owner
/// with SQLite.
struct Opened {
    runtime: tokio::runtime::Runtime,
    stores: Vec<Store>,
    backend: Arc<Backend>,
    _database: Database,
    _directory: Directory,
}

fn open() -> Opened {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be built");
    let (directory, database) = (Directory::new(), Database::new_of_run());
    let url = database.url_in(&directory).parse().expect("it is an address");
    let (backend, stores) = runtime.block_on(async {
        let first = store::open(&url).await.expect("it can be opened");
        let mut stores = vec![Store::new(Arc::clone(&first))];
        for _ in 1..if first.shared() { 3 } else { 1 } {
            stores.push(Store::new(store::open(&url).await.expect("it can be opened again")));
        }
        (first, stores)
    });
    Opened { runtime, stores, backend, _database: database, _directory: directory }
}

/// Term of a lease.
fn term(now: i64, until: i64, lease: &str) -> LeaseTerm<'_> {
    LeaseTerm { now: Time(now), until: Time(until), lease }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("seats are 1 to 8")
}

fn id(n: usize) -> String {
    format!("0196f0a0-0000-7000-8000-{n:012}")
}

fn event(seq: u64, audience: Audience, body: &str) -> EventRow {
    let body = StoredSecret::from_store(body.to_owned());
    EventRow { seq, at: Time(seq as i64), audience: AudienceMask::from(audience), body }
}

fn progress(version: u64) -> GameProgress {
    let deadline = version.is_multiple_of(2).then_some(Time(1_000 + version as i64));
    let run = RunningTurn {
        since: Time(version as i64),
        reminded: version.is_multiple_of(3).then_some(3_600_000),
    };
    let clock_state = deadline.map(|_| ClockState {
        version,
        seats: vec![SeatClockState { left: 7, runs: Some(run) }],
        dues: Vec::new(),
    });
    let next_check_at = deadline.map(|deadline| Time(deadline.0 - 500));
    GameProgress {
        version,
        status: "playing".to_owned(),
        deadline,
        next_check_at,
        clock_state,
        open: false,
        to_move: AudienceMask(2),
    }
}

fn new_game(n: usize, player: &PlayerRow) -> NewGame {
    let row = GameRow {
        id: id(n),
        ruleset: "classic".to_owned(),
        visibility: "public".to_owned(),
        clock: None,
        created_at: Time(1),
        created_by: player.id.clone(),
        rematch_of: None,
        rematch: None,
        meta_version: 0,
        restored: None,
        progress: progress(1),
    };
    let seat = SeatRow {
        seat: seat(1),
        kind: SeatKind::Open,
        player: Some(player.clone()),
        challenge: None,
    };
    NewGame {
        row,
        facets: SearchFacets::default(),
        seats: vec![seat].into(),
        max_not_started: u32::MAX,
        max_challenges: (u32::MAX, String::new()),
        max_bot_games: u32::MAX,
        bot_turn: broadside_domain::bot::BotTurn::NoBot,
        events: vec![event(1, Audience::All, "made")],
        snapshot: StoredSecret::from_store("snapshot 1".to_owned()),
        response: None,
        feed_appends: Vec::new(),
        extra_write: None,
    }
}

fn player(n: usize) -> (PlayerRow, TokenRow) {
    let name = Some(format!("Player {n}"));
    let player = PlayerRow {
        id: id(n),
        name,
        created_at: Time(1),
        vacations: Vec::new(),
        is_bot: false,
        reminders: Vec::new(),
    };
    let token = TokenRow {
        id: id(n + 1),
        player_id: player.id.clone(),
        hash: format!("hash {n}"),
        name: "first".to_owned(),
        scopes: "read play".to_owned(),
        expires_at: None,
        ends_at: None,
        recovered: false,
        replaces: None,
        created_at: Time(1),
    };
    (player, token)
}

/// A step that adds `adds` entries, each with the number of its writer.
fn step(game: usize, from: u64, adds: u64, by: usize, key: Option<usize>) -> Step {
    let version = from + adds;
    Step {
        game_id: id(game),
        from,
        meta_version: 0,
        progress: progress(version),
        events: (from + 1..=version)
            .map(|seq| event(seq, Audience::All, &format!("by {by}")))
            .collect(),
        snapshot: (version % 16 < adds)
            .then(|| StoredSecret::from_store(format!("snapshot {version}"))),
        seat_updates: Vec::new(),
        joined: Vec::new(),
        bot_turn: broadside_domain::bot::BotTurn::NoBot,
        queue_updates: Vec::new(),
        feed_appends: Vec::new(),
        response: key.map(|key| IdempotencyRecord {
            key: IdempotencyKey {
                player_id: id(0),
                route: "POST /x".to_owned(),
                key: format!("key {key}"),
            },
            payload_hash: format!("by {by}"),
            status: 200,
            headers: vec![("etag".to_owned(), "\"x\"".to_owned())],
            body: "{}".to_owned(),
            created_at: Time(5),
        }),
    }
}

#[test]
fn of_thousands_of_steps_that_race_each_is_made_once_or_not_at_all() {
    const GAMES: usize = 6;
    const RACERS: usize = 24;
    const ROUNDS: usize = 150;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let (ada, token) = player(900);
    runtime.block_on(stores[0].commit(accounts::Create { player: ada.clone(), token })).unwrap();
    for n in 0..GAMES {
        runtime.block_on(stores[0].commit(new_game(n, &ada))).unwrap();
    }
    let mut won = runtime.block_on(async {
        let racers: Vec<_> = (0..RACERS)
            .map(|racer| {
                let store = stores[racer % stores.len()].clone();
                tokio::spawn(async move {
                    let mut luck = Sequence(racer as u64 + 1);
                    let mut won = Vec::new();
                    for round in 0..ROUNDS {
                        let game = luck.below(GAMES);
                        let now = store.revision(&id(game)).await.unwrap().unwrap().version;
                        // Sometimes use an old version, and an answer with an idempotency key that
                        // others use too.
                        let from = if luck.below(8) == 0 { now.saturating_sub(1) } else { now };
                        let key = (luck.below(4) == 0).then(|| luck.below(40));
                        let by = racer * ROUNDS + round;
                        let step = step(game, from, 1 + luck.below(3) as u64, by, key);
                        let (adds, version) = (step.events.len(), step.progress.version);
                        match store.commit(step).await {
                            Ok(()) => won.push((game, version, adds, by, key)),
                            Err(CommitError::Conflict) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                    won
                })
            })
            .collect();
        let mut all = Vec::new();
        for racer in racers {
            all.extend(racer.await.unwrap());
        }
        all
    });
    won.sort_unstable();
    assert!(won.len() > RACERS, "{} steps were made", won.len());
    for game in 0..GAMES {
        let steps: Vec<_> = won.iter().filter(|won| won.0 == game).collect();
        let expected: Vec<String> = std::iter::once("made".to_owned())
            .chain(steps.iter().flat_map(|won| std::iter::repeat_n(format!("by {}", won.3), won.2)))
            .collect();
        let log = runtime.block_on(backend.log(&id(game))).unwrap();
        let events: Vec<&str> = log.iter().map(|event| event.body.text()).collect();
        assert_eq!(events, expected, "game {game}");
        assert!(log.iter().map(|event| event.seq).eq(1..=log.len() as u64));
        let stored = runtime.block_on(backend.game(&id(game))).unwrap().unwrap();
        assert_eq!(stored.row.progress, progress(log.len() as u64));
        let snapshot: u64 = stored.snapshot.text()["snapshot ".len()..].parse().unwrap();
        assert_eq!(snapshot + stored.events.len() as u64, log.len() as u64);
        assert!(stored.events.len() <= 18);
    }
    // Each key has the answer of the single step that was made with it.
    let mut latest = HashMap::new();
    for (_, _, _, by, key) in won {
        if let Some(key) = key {
            assert_eq!(latest.insert(key, by), None, "key {key} was taken twice");
        }
    }
    for (key, by) in latest {
        let key = IdempotencyKey {
            player_id: id(0),
            route: "POST /x".to_owned(),
            key: format!("key {key}"),
        };
        let response = runtime.block_on(backend.stored_response(&key)).unwrap().unwrap();
        assert_eq!(response.payload_hash, format!("by {by}"));
        assert_eq!(response.headers, [("etag".to_owned(), "\"x\"".to_owned())]);
    }
}

#[test]
fn a_change_that_cannot_be_made_takes_no_other_with_it() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let (ada, token) = player(900);
    runtime
        .block_on(stores[0].commit(accounts::Create { player: ada.clone(), token: token.clone() }))
        .unwrap();
    runtime.block_on(stores[0].commit(new_game(1, &ada))).unwrap();
    // The same player among others, all in one batch.
    let (ben, bens) = player(950);
    let changes: [QueuedWrite; 3] = [
        accounts::Create { player: ben, token: bens }.into(),
        accounts::Create { player: ada, token }.into(),
        step(1, 1, 1, 7, None).into(),
    ];
    let results = runtime.block_on(async {
        let all = changes.map(|change| {
            let store = stores[0].clone();
            tokio::spawn(async move { store.commit(change).await })
        });
        let mut results = Vec::new();
        for result in all {
            results.push(result.await.unwrap());
        }
        results
    });
    assert!(results[0].is_ok() && results[1].is_err() && results[2].is_ok(), "{results:?}");
    assert!(runtime.block_on(backend.player(&id(950))).unwrap().is_some());
    assert_eq!(runtime.block_on(backend.log(&id(1))).unwrap().len(), 2);
}

#[test]
fn a_revision_changes_with_the_log_and_with_the_names_of_the_players() {
    let opened = open();
    let Opened { runtime, stores, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        let (ada, token) = player(900);
        store.commit(accounts::Create { player: ada.clone(), token }).await.unwrap();
        store.commit(new_game(1, &ada)).await.unwrap();
        store.commit(new_game(2, &ada)).await.unwrap();
        let revision = async |n| store.revision(&id(n)).await.unwrap().unwrap();
        let first = revision(1).await;
        assert_eq!(first, Revision { version: 1, meta_version: 0 });
        store.commit(step(1, 1, 1, 7, None)).await.unwrap();
        let second = revision(1).await;
        assert_eq!(second, Revision { version: 2, meta_version: 0 });
        store
            .commit(players::Rename { id: ada.id.clone(), name: "Ada II".to_owned() })
            .await
            .unwrap();
        assert_eq!(revision(1).await, Revision { version: 2, meta_version: 1 });
        assert_eq!(revision(2).await, Revision { version: 1, meta_version: 1 });
        assert_eq!(store.revision(&id(3)).await.unwrap(), None);
        let stored = store.game(&id(1)).await.unwrap().unwrap();
        assert_eq!(stored.row.revision(), revision(1).await);
        assert_eq!(stored.seats[0].player.as_ref().unwrap().name.as_deref(), Some("Ada II"));
    });
}

#[test]
fn the_freshness_of_each_token_and_game_is_read() {
    let Opened { runtime, stores, backend, .. } = &open();
    let store = &stores[0];
    runtime.block_on(async {
        let (ada, token) = player(900);
        let (ben, other) = player(910);
        store.commit(accounts::Create { player: ada.clone(), token: token.clone() }).await.unwrap();
        store.commit(accounts::Create { player: ben, token: other.clone() }).await.unwrap();
        store.commit(new_game(1, &ada)).await.unwrap();
        store.commit(step(1, 1, 1, 7, None)).await.unwrap();
        store.commit(new_game(2, &ada)).await.unwrap();
        let revision = |version| Some(Revision { version, meta_version: 0 });
        let valid_token = Freshness { token: true, ..Freshness::default() };
        let question =
            |hash: Option<&str>, game: Option<usize>| (hash.map(str::to_owned), game.map(id));
        let expected = [
            (
                question(Some(&token.hash), Some(2)),
                Freshness { revision: revision(1), ..valid_token },
            ),
            (
                question(Some(&other.hash), Some(1)),
                Freshness { revision: revision(2), ..valid_token },
            ),
            (question(Some(&other.hash), Some(3)), valid_token),
            (question(Some(&other.hash), None), valid_token),
            (
                question(Some("none"), Some(1)),
                Freshness { revision: revision(2), ..Freshness::default() },
            ),
            (question(None, Some(2)), Freshness { revision: revision(1), ..Freshness::default() }),
            (question(None, None), Freshness::default()),
        ];
        let questions: Vec<_> = expected.iter().map(|(question, _)| question.clone()).collect();
        let mut freshness = backend.freshness(&questions).await.unwrap();
        freshness.sort_by_key(|(question, _)| questions.iter().position(|other| other == question));
        assert_eq!(freshness, expected);
        let next = TokenRow { id: id(950), hash: "next".to_owned(), ..token.clone() };
        let rotate = tokens::Rotate { id: token.id.clone(), ends_at: Time(60), next };
        store.commit(rotate).await.unwrap();
        store.commit(tokens::Revoke { id: other.id }).await.unwrap();
        let freshness = async |hash| store.freshness(Some(hash), None).await.unwrap();
        assert_eq!(
            freshness(&token.hash).await,
            Freshness { ends_at: Some(Time(60)), ..valid_token }
        );
        assert_eq!(freshness(&other.hash).await, Freshness::default());
    });
}

#[test]
fn games_read_together_have_their_own_players_and_missing_ones_are_left_out() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        for n in 1..=3 {
            let (mut player, token) = player(900 + n);
            // Characters that need escaping in JSON strings.
            player.name = Some(format!("{n} \"\\\u{1}\u{1f6a2}\u{2028}' \n"));
            store.commit(accounts::Create { player: player.clone(), token }).await.unwrap();
            store.commit(new_game(n, &player)).await.unwrap();
            for from in 1..n as u64 {
                store.commit(step(n, from, 1, 7, None)).await.unwrap();
            }
        }
        let games = backend.games(&[id(3), id(9), id(1), id(2)]).await.unwrap();
        let mut games: Vec<_> = games.into_iter().map(|(id, game)| (id, game.unwrap())).collect();
        games.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(games.iter().map(|(id, _)| id).collect::<Vec<_>>(), [&id(1), &id(2), &id(3)]);
        for (n, (id, game)) in (1..).zip(&games) {
            assert_eq!((&game.row.id, game.row.progress.version), (id, n));
            let seqs: Vec<_> = game.events.iter().map(|event| event.seq).collect();
            assert_eq!(seqs, (2..=n).collect::<Vec<_>>());
            let name = game.seats[0].player.as_ref().unwrap().name.clone().unwrap();
            assert_eq!(name, format!("{n} \"\\\u{1}\u{1f6a2}\u{2028}' \n"));
            let alone = backend.game(id).await.unwrap().unwrap();
            assert_eq!(format!("{alone:?}"), format!("{game:?}"));
        }
        assert!(backend.games(&[]).await.unwrap().is_empty());
    });
}

/// A vacation changes the clocks without an entry in the log, so decisions from before it are
/// repeated.
#[test]
fn a_step_decided_with_outdated_clocks_is_not_written() {
    let opened = open();
    let Opened { runtime, stores, .. } = &opened;
    let store = &stores[0];
    let clocked = |n, player: &PlayerRow| {
        let mut game = new_game(n, player);
        game.row.clock = Some("{}".to_owned());
        game
    };
    runtime.block_on(async {
        let (ada, token) = player(900);
        store.commit(accounts::Create { player: ada.clone(), token }).await.unwrap();
        store.commit(clocked(1, &ada)).await.unwrap();
        store.commit(new_game(2, &ada)).await.unwrap();
        let step = |n, from, meta_version| Step { meta_version, ..step(n, from, 1, 7, None) };
        store.commit(step(1, 1, 0)).await.unwrap();
        let stored = store.game(&id(1)).await.unwrap().unwrap();
        assert_eq!(stored.row.progress, progress(2));
        assert_eq!(store.due_games(Time(501), 9).await.unwrap(), [""; 0]);
        assert_eq!(store.due_games(Time(502), 9).await.unwrap(), [id(1)]);

        let away = vec![Vacation { id: id(5), from: Time(3), until: Time(9) }];
        let vacations = |before: &[Vacation], after: &[Vacation]| {
            let (before, after) = (before.to_vec(), after.to_vec());
            players::ReplaceVacations { id: ada.id.clone(), before, after, response: None }
        };
        store.commit(vacations(&[], &away)).await.unwrap();
        assert!(matches!(store.commit(vacations(&[], &[])).await, Err(CommitError::Conflict)));
        assert_eq!(store.player(&ada.id).await.unwrap().unwrap().vacations, away);
        // The game with a clock is due at once; the other one is not affected.
        assert_eq!(store.due_games(Time(0), 9).await.unwrap(), [id(1)]);
        let revision = async |n| store.revision(&id(n)).await.unwrap().unwrap();
        assert_eq!((revision(1).await.meta_version, revision(2).await.meta_version), (1, 0));
        assert_eq!(
            store.game(&id(1)).await.unwrap().unwrap().seats[0].player.as_ref().unwrap().vacations,
            away
        );

        // Alone, and in a batch with a valid change.
        assert!(matches!(store.commit(step(1, 2, 0)).await, Err(CommitError::Conflict)));
        let both = [step(2, 1, 0), step(1, 2, 0)];
        let (one, other) =
            tokio::join!(store.commit(both[0].clone()), store.commit(both[1].clone()));
        assert!(one.is_ok() && matches!(other, Err(CommitError::Conflict)));
        let attend = |from: Revision| {
            let notice = Notification {
                player_id: ada.id.clone(),
                game_id: id(1),
                about: NotificationKind::Deadline(Time(8)),
                at: Time(6),
            };
            let GameProgress { deadline, next_check_at, clock_state, .. } = progress(2);
            let notices = vec![notice];
            clocks::Process { game_id: id(1), from, deadline, next_check_at, clock_state, notices }
        };
        for from in
            [Revision { version: 2, meta_version: 0 }, Revision { version: 1, meta_version: 1 }]
        {
            assert!(matches!(store.commit(attend(from)).await, Err(CommitError::Conflict)));
        }
        let from = revision(1).await;
        store.commit(attend(from)).await.unwrap();
        assert!(matches!(store.commit(attend(from)).await, Err(CommitError::Conflict)));
        let feed = store.feed(&ada.id, 0, 9).await.unwrap();
        assert_eq!(
            feed.iter().map(|row| row.what).collect::<Vec<_>>(),
            [FeedItemKind::Notice(NotificationKind::Deadline(Time(8)))]
        );
        store.commit(step(1, 2, 2)).await.unwrap();
        assert_eq!(revision(1).await, Revision { version: 3, meta_version: 2 });
    });
}

#[test]
fn viewers_get_only_visible_events_numbered_without_gaps() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let (ada, token) = player(900);
    runtime.block_on(async {
        stores[0].commit(accounts::Create { player: ada.clone(), token }).await.unwrap();
        stores[0].commit(new_game(1, &ada)).await.unwrap();
        let mut hidden = step(1, 1, 4, 7, None);
        for (event, audience) in hidden.events.iter_mut().zip([
            Audience::Only(seat(1)),
            Audience::Nobody,
            Audience::Only(seat(2)),
            Audience::All,
        ]) {
            event.audience = AudienceMask::from(audience);
        }
        stores[0].commit(hidden).await.unwrap();
        let events_after = async |viewer: AudienceMask, after| {
            let events = backend.events(&id(1), viewer, after, 10).await.unwrap();
            events.iter().map(|event| event.seq).collect::<Vec<_>>()
        };
        let audience = |number: i64| AudienceMask(1 << number);
        assert_eq!(events_after(audience(1), 0).await, [1, 2, 5]);
        assert_eq!(events_after(audience(2), 0).await, [1, 4, 5]);
        assert_eq!(events_after(audience(0), 0).await, [1, 5]);
        assert_eq!(events_after(audience(2), 2).await, [5]);
        assert_eq!(events_after(audience(2), u64::MAX).await, [0u64; 0]);
    });
}

#[test]
fn a_game_has_one_rematch_and_a_seat_the_newest_code() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let (ada, token) = player(900);
    runtime.block_on(async {
        stores[0].commit(accounts::Create { player: ada.clone(), token }).await.unwrap();
        stores[0].commit(new_game(1, &ada)).await.unwrap();
        let rematch = |n| {
            let mut game = new_game(n, &ada);
            game.row.rematch_of = Some(id(1));
            game
        };
        stores[0].commit(rematch(2)).await.unwrap();
        // The second rematch loses without any effect; another game in the same batch succeeds.
        let (second, other) =
            tokio::join!(stores[0].commit(rematch(3)), stores[0].commit(new_game(4, &ada)));
        assert!(second.is_err() && other.is_ok(), "{second:?} {other:?}");
        assert_eq!(backend.rematch_of(&id(1)).await.unwrap(), Some(id(2)));
        assert_eq!(backend.rematch_of(&id(2)).await.unwrap(), None);
        assert_eq!(backend.game(&id(1)).await.unwrap().unwrap().row.rematch, Some(id(2)));
        assert!(
            backend.game(&id(3)).await.unwrap().is_none()
                && backend.game(&id(4)).await.unwrap().is_some()
        );

        let reinvite = |from, code: &str| invitation_codes::Replace {
            game_id: id(1),
            from,
            seat: seat(1),
            code_hash: code.to_owned(),
        };
        stores[0].commit(reinvite(1, "one")).await.unwrap();
        stores[0].commit(reinvite(1, "two")).await.unwrap();
        // A concurrent join with the old code has to read the game again.
        let step = |meta_version| Step { meta_version, ..step(1, 1, 1, 7, None) };
        let before = stores[0].commit(step(2)).await;
        assert!(matches!(before, Err(CommitError::Conflict)), "{before:?}");
        stores[0].commit(step(3)).await.unwrap();
        let late = stores[0].commit(reinvite(1, "three")).await;
        assert!(matches!(late, Err(CommitError::Conflict)), "{late:?}");
        let revision = stores[0].revision(&id(1)).await.unwrap().unwrap();
        // One increment for the rematch, and one for each code.
        assert_eq!(revision, Revision { version: 2, meta_version: 3 });
    });
}
