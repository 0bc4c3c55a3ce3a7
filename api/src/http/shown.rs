//! Views that have been asked for, for those who ask again: most looks at a game find it as it was.

use std::sync::Arc;

use axum::body::Bytes;
use broadside_engine::ruleset::Viewer;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use uuid::Uuid;

use super::Service;
use crate::play::Loaded;
use crate::store::{Moment, Outage};

/// How many bytes of views are kept.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
/// What a view takes beside its bytes, about.
const BESIDE: u64 = 256;

/// A game as a player sees it, with its entity tag.
pub(super) struct Shown {
    moment: Moment,
    /// The outages that its clocks were reckoned with.
    outages: Arc<[Outage]>,
    pub(super) body: Bytes,
    pub(super) tag: String,
}

/// A view belongs to its game and its player alone: nobody can tell whether another has looked.
type Key = (Uuid, Uuid);

#[derive(Clone)]
pub(super) struct ByBytes;

impl Weighter<Key, Arc<Shown>> for ByBytes {
    fn weight(&self, _: &Key, shown: &Arc<Shown>) -> u64 {
        shown.body.len() as u64 + BESIDE
    }
}

/// The views that are kept.
pub(super) type Views = Cache<Key, Arc<Shown>, ByBytes>;

pub(super) fn cache() -> Views {
    Cache::with_weighter(MOST_BYTES as usize / 4096, MOST_BYTES, ByBytes)
}

impl Service {
    /// A game as a player sees it. What is shown must be committed: a step that fails leads to another of the same moment.
    pub(super) fn shown(&self, committed: &Loaded, player_id: &str, viewer: Viewer) -> Arc<Shown> {
        let moment = committed.row.moment();
        let key = Uuid::try_parse(&committed.row.id).ok().zip(Uuid::try_parse(player_id).ok());
        let is_now =
            |shown: &Arc<Shown>| shown.moment == moment && Arc::ptr_eq(&shown.outages, &committed.outages);
        if let Some(shown) = key.and_then(|key| self.views.get(&key)).filter(is_now) {
            return shown;
        }
        let (body, tag) = self.body(committed, player_id, viewer);
        // Kept for long: in no more room than it takes.
        let shown = Arc::new(Shown {
            moment,
            outages: Arc::clone(&committed.outages),
            body: body.into_boxed_slice().into(),
            tag,
        });
        if let Some(key) = key {
            self.views.insert(key, Arc::clone(&shown));
        }
        shown
    }
}
