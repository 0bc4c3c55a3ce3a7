//! Cache of rendered games. Most requests for a game find it unchanged, and all streams of a game
//! share its views.

use std::sync::Arc;

use axum::body::Bytes;
use broadside_app::play::LiveGame;
use broadside_domain::game::Revision;
use broadside_domain::time_control::Outage;
use broadside_engine::seat::Viewer;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use uuid::Uuid;

use crate::AppState;

/// Largest size of all views in the cache, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Approximate size of an entry without its body, in bytes.
const ENTRY_OVERHEAD: u64 = 256;

/// Game as a viewer sees it, with its entity tag.
pub(crate) struct CachedView {
    revision: Revision,
    /// Outages that its clocks include.
    outages: Arc<[Outage]>,
    pub(crate) body: Bytes,
    pub(crate) tag: String,
}

/// A game and a kind of viewer: a seat, or everybody else. The time of an answer shows whether the
/// view was cached, so a seat must not find what the request of another seat has put there.
type ViewKey = (Uuid, Viewer);

#[derive(Clone)]
pub(crate) struct BodyWeighter;

impl Weighter<ViewKey, Arc<CachedView>> for BodyWeighter {
    fn weight(&self, _: &ViewKey, view: &Arc<CachedView>) -> u64 {
        view.body.len() as u64 + ENTRY_OVERHEAD
    }
}

pub(crate) type ViewCache = Cache<ViewKey, Arc<CachedView>, BodyWeighter>;

pub(crate) fn new_cache() -> ViewCache {
    Cache::with_weighter(MAX_BYTES as usize / 4096, MAX_BYTES, BodyWeighter)
}

impl AppState {
    /// Renders a game for a viewer, or takes it from the cache. The game must be committed: a step
    /// that fails is followed by another one of the same revision.
    pub(crate) fn cached_view(&self, committed: &LiveGame, viewer: Viewer) -> Arc<CachedView> {
        let revision = committed.row.revision();
        let key = Uuid::try_parse(&committed.row.id).ok().map(|id| (id, viewer));
        if let Some(view) = key.and_then(|key| self.views.get(&key))
            && view.revision == revision
            && Arc::ptr_eq(&view.outages, &committed.outages)
        {
            return view;
        }
        let (body, tag) = self.render_game(committed, viewer);
        let view = Arc::new(CachedView {
            revision,
            outages: Arc::clone(&committed.outages),
            // The cache keeps the body for long: without spare capacity.
            body: body.into_boxed_slice().into(),
            tag,
        });
        if let Some(key) = key {
            self.views.insert(key, Arc::clone(&view));
        }
        view
    }
}
