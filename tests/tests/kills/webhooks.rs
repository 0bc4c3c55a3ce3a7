//! Webhooks: every number of the feed of a player arrives, and has a single id if it arrives more
//! than once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::Duration;

use broadside_domain::feed::{FeedItem, FeedItemKind};
use broadside_store::{self as store, Backend};
use broadside_tests::receiver::{Hook, Receiver};
use broadside_tests::server::Server;
use serde_json::json;

use crate::{ENOUGH, Rivals, kill_often, moves};

/// Number of webhooks of each player.
const EACH: usize = 3;

/// Returns all items in the feed of a player.
async fn feed(backend: &Backend, player_id: &str) -> Vec<FeedItem> {
    let mut rows: Vec<FeedItem> = Vec::new();
    loop {
        let after = rows.last().map_or(0, |row| row.number);
        let more = backend.feed(player_id, after, 500).await.unwrap();
        if more.is_empty() {
            return rows;
        }
        rows.extend(more);
    }
}

/// Returns the numbers that arrived at each address, with their message ids.
fn by_address(hooks: &[Hook]) -> HashMap<String, BTreeMap<u64, BTreeSet<String>>> {
    let mut all: HashMap<String, BTreeMap<u64, BTreeSet<String>>> = HashMap::new();
    for hook in hooks {
        let path = hook.line.split(' ').nth(1).unwrap().to_owned();
        let number = hook.number().unwrap_or_else(|| panic!("{hook:?}"));
        all.entry(path).or_default().entry(number).or_default().insert(hook.id().to_owned());
    }
    all
}

#[test]
fn a_server_that_is_killed_loses_no_message_and_makes_none_anew() {
    // Some requests are refused at first, and all take a little time, so that kills hit deliveries
    // in progress.
    let refused = Mutex::new(BTreeSet::new());
    let receiver = Receiver::answering(move |count, hook| {
        std::thread::sleep(Duration::from_millis(count as u64 * 7 % 20));
        let first = refused.lock().unwrap().insert(hook.id().to_owned());
        (if first && hook.id().ends_with('7') { 500 } else { 204 }, Vec::new())
    });
    let mut server = Server::start_with(&["--webhook-allow-private"]);
    let mut rivals: Vec<_> = (0..3).map(|seed| Rivals::new(&server, seed)).collect();
    let mut addresses = Vec::new();
    for rivals in &rivals {
        for player in rivals.players() {
            for _ in 0..EACH {
                let path = format!("/hooks/{}", addresses.len());
                let url = receiver.url().replace("/hooks", &path);
                player.post("/v1/webhooks", &json!({"url": url})).is(201);
                addresses.push((path, player.id.clone()));
            }
        }
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let url = server.database().url_in(server.directory()).parse().unwrap();
    server.stop();
    // Events before the creation of the webhooks are not sent.
    let read = |rivals: &[Rivals]| -> HashMap<String, Vec<FeedItem>> {
        runtime.block_on(async {
            let backend = store::open(&url, &store::Vault::default()).await.unwrap();
            let mut feeds = HashMap::new();
            for player in rivals.iter().flat_map(Rivals::players) {
                feeds.insert(player.id.clone(), feed(&backend, &player.id).await);
            }
            backend.close().await.unwrap();
            feeds
        })
    };
    let before = read(&rivals);
    let begins = |player: &str| before[player].last().map_or(0, |row| row.number);

    // End the leases of the killed server instead of waiting.
    let between = |server: &mut Server| {
        for sql in [
            "UPDATE webhooks SET leased_until = 0",
            "UPDATE jobs SET leased_until = 0 WHERE queue = 'webhooks'",
        ] {
            server.database().run(server.directory(), sql);
        }
    };
    kill_often(&mut server, &mut rivals, Rivals::play, between, |rivals| moves(rivals) > ENOUGH);

    // Wait until nothing has arrived for a while.
    let mut count = 0;
    loop {
        std::thread::sleep(Duration::from_secs(7));
        let now = receiver.hooks().len();
        if now == count {
            break;
        }
        count = now;
    }
    server.stop();
    let (feeds, hooks) = (read(&rivals), receiver.hooks());
    let came = by_address(&hooks);
    let mut distinct = BTreeSet::new();
    for (path, player_id) in &addresses {
        let fed = feeds[player_id].iter().map(|row| row.number);
        let fed: BTreeSet<u64> = fed.filter(|number| *number > begins(player_id)).collect();
        let told: BTreeSet<u64> = came[path].keys().copied().collect();
        assert_eq!(told, fed, "{path}: what came is not what there is");
        for (number, ids) in &came[path] {
            assert_eq!(ids.len(), 1, "{path}: {number} came under several ids");
            assert!(distinct.insert(ids.clone()), "{ids:?} is the id of two messages");
        }
    }
    for acknowledged in rivals.iter().flat_map(|rivals| &rivals.acknowledged) {
        let is_it = |row: &&FeedItem| {
            row.game_id == acknowledged.game_id
                && matches!(row.what, FeedItemKind::Events { seq, .. } if seq == acknowledged.seq)
        };
        let row = feeds[&acknowledged.player_id].iter().find(is_it);
        assert!(
            row.is_some(),
            "event {} of {} is not in the feed",
            acknowledged.seq,
            acknowledged.game_id
        );
    }
    let moves = moves(&rivals);
    let refused = distinct.iter().flatten().filter(|id| id.ends_with('7')).count();
    let again = hooks.len() - distinct.len() - refused;
    println!(
        "{moves} moves, {} messages, {refused} refused once, {again} sent again after a kill",
        distinct.len()
    );
    assert!(moves > ENOUGH, "{moves} moves are too few to mean anything");
    assert!(again > 0, "no kill has met a message on its way");
}
