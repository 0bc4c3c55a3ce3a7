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

use crate::{ENOUGH, Rivals, kill_often, moves, wait_until_idle};

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

/// True if the receiver refuses a message at first.
fn is_refused(id: &str) -> bool {
    id.ends_with('7')
}

/// Counts the messages that came again although the receiver had taken them: a kill has met them on
/// their way.
fn sent_again(hooks: &[Hook]) -> usize {
    let accepted: Vec<_> = hooks.iter().map(Hook::id).filter(|id| !is_refused(id)).collect();
    accepted.len() - accepted.iter().collect::<BTreeSet<_>>().len()
}

#[test]
fn a_killed_server_neither_loses_nor_repeats_webhook_messages() {
    // Some requests are refused at first, and all take a little time, so that kills hit deliveries
    // in progress.
    let refused = Mutex::new(BTreeSet::new());
    let receiver = Receiver::answering(move |count, hook| {
        std::thread::sleep(Duration::from_millis(count as u64 * 7 % 20));
        let first = refused.lock().unwrap().insert(hook.id().to_owned());
        (if first && is_refused(hook.id()) { 500 } else { 204 }, Vec::new())
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
            let backend = store::open(&url).await.unwrap();
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

    kill_often(&mut server, &mut rivals, Rivals::play, |rivals| {
        moves(rivals) > ENOUGH && sent_again(&receiver.hooks()) > 0
    });
    wait_until_idle(&server);
    server.stop();
    let (feeds, hooks) = (read(&rivals), receiver.hooks());
    let came = by_address(&hooks);
    let mut distinct = BTreeSet::new();
    for (path, player_id) in &addresses {
        let fed = feeds[player_id].iter().map(|row| row.number);
        let fed: BTreeSet<u64> = fed.filter(|number| *number > begins(player_id)).collect();
        let received: BTreeSet<u64> = came[path].keys().copied().collect();
        assert_eq!(received, fed, "{path}: what came is not what there is");
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
    let again = sent_again(&hooks);
    println!("{moves} moves, {} messages, {again} sent again after a kill", distinct.len());
    assert!(moves > ENOUGH, "{moves} moves are too few to mean anything");
    assert!(again > 0, "no kill has met a message on its way");
}
