//! Cache of rendered games. Most requests for a game find it unchanged, and all streams of a game share its views.

use std::sync::Arc;

use axum::body::Bytes;
use broadside_engine::seat::Viewer;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use uuid::Uuid;

use super::Service;
use crate::play::LiveGame;
use crate::store::{Outage, Revision};

/// Largest size of all views in the cache, in bytes.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
/// Approximate size of an entry without its body, in bytes.
const BESIDE: u64 = 256;

/// Game as a viewer sees it, with its entity tag.
pub(super) struct CachedView {
    moment: Revision,
    /// Outages that its clocks include.
    outages: Arc<[Outage]>,
    pub(super) body: Bytes,
    pub(super) tag: String,
}

/// A game and a kind of viewer: a seat, or everybody else.
type Key = (Uuid, Viewer);

#[derive(Clone)]
pub(super) struct ByBytes;

impl Weighter<Key, Arc<CachedView>> for ByBytes {
    fn weight(&self, _: &Key, shown: &Arc<CachedView>) -> u64 {
        shown.body.len() as u64 + BESIDE
    }
}

/// Cache of views.
pub(super) type ViewCache = Cache<Key, Arc<CachedView>, ByBytes>;

pub(super) fn cache() -> ViewCache {
    Cache::with_weighter(MOST_BYTES as usize / 4096, MOST_BYTES, ByBytes)
}

impl Service {
    /// Renders a game for a viewer, or takes it from the cache. The game must be committed: a step that fails is followed
    /// by another one of the same revision.
    pub(super) fn shown(&self, committed: &LiveGame, viewer: Viewer) -> Arc<CachedView> {
        let moment = committed.row.moment();
        let key = Uuid::try_parse(&committed.row.id).ok().map(|id| (id, viewer));
        let is_now = |shown: &Arc<CachedView>| {
            shown.moment == moment && Arc::ptr_eq(&shown.outages, &committed.outages)
        };
        if let Some(shown) = key.and_then(|key| self.views.get(&key)).filter(is_now) {
            return shown;
        }
        let (body, tag) = self.body(committed, viewer);
        let shown = Arc::new(CachedView {
            moment,
            outages: Arc::clone(&committed.outages),
            // The cache keeps the body for long: without spare capacity.
            body: body.into_boxed_slice().into(),
            tag,
        });
        if let Some(key) = key {
            self.views.insert(key, Arc::clone(&shown));
        }
        shown
    }
}
