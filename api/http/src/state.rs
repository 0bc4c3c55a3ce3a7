//! State of the service, which all handlers share.

use std::sync::Arc;

use broadside_app::App;
use broadside_domain::secret::Password;
use broadside_post::Post;
use broadside_store::StoreError;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::config::HttpConfig;
use crate::games::view_cache;
use crate::request::bodies::MAX_HELD_KIB;
use crate::request::client::Clients;
use crate::request::limits::RequestRates;
use crate::request::shares::Shares;
use crate::service::health;
use crate::sheets::catalogue;
use crate::stream;
use crate::timeline::Timeline;

/// State of the service.
pub struct AppState {
    /// Use cases.
    pub app: Arc<App>,
    /// Mail.
    pub(crate) post: Arc<Post>,
    /// Timeline of the database at the start of the service.
    pub timeline: Timeline,
    pub(crate) public_url: String,
    /// MAC for entity tags, which has the key and the timeline as its only input so far.
    etag: Hmac<Sha256>,
    pub(crate) sheets: catalogue::SheetCache,
    pub(crate) views: view_cache::ViewCache,
    pub(crate) streams: stream::Streams,
    pub(crate) readiness: health::Readiness,
    pub(crate) clients: Clients,
    pub(crate) rates: RequestRates,
    /// Memory for bodies, in KiB.
    pub(crate) bodies: Arc<Shares>,
    /// Secret for the delivery of inbound mail; `None` if no mail is accepted over HTTP.
    pub(crate) inbound_secret: Option<Password>,
}

/// Shared state of the service, for handlers.
pub type SharedState = Arc<AppState>;

impl AppState {
    /// Creates the state on the use cases of a service.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn new(post: Arc<Post>, config: &HttpConfig) -> Result<SharedState, StoreError> {
        let app = Arc::clone(&post.app);
        let store = &app.store;
        let env = &app.env;
        let drawn = data_encoding::HEXLOWER.encode(&env.random_bytes::<32>());
        let etag_key = store.setting("etag_key", &drawn).await?;
        let timeline = Timeline::load(store, env).await?;
        let mut etag: Hmac<Sha256> =
            Hmac::new_from_slice(etag_key.as_bytes()).expect("HMAC takes a key of any length");
        // Entity tags from before a restore never match afterwards.
        etag.update(timeline.as_str().as_bytes());
        etag.update(&[0]);
        Ok(Arc::new(Self {
            inbound_secret: config.inbound_secret.clone(),
            app,
            post,
            timeline,
            public_url: config.public_url.clone().unwrap_or_default(),
            etag,
            sheets: catalogue::new_cache(),
            views: view_cache::new_cache(),
            streams: stream::Streams::new(&config.limits),
            readiness: health::Readiness::default(),
            clients: Clients::new(config.proxies.clone()),
            rates: RequestRates::new(&config.limits),
            bodies: Shares::new(MAX_HELD_KIB, &config.limits),
        }))
    }

    /// Ends all streams, since the process is about to stop.
    pub fn end_streams(&self) {
        self.streams.shut_down();
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.streams.is_shutting_down()
    }

    /// Public address of the service, if it has one.
    pub(crate) fn public_address(&self) -> Option<&str> {
        Some(self.public_url.as_str()).filter(|url| !url.is_empty())
    }

    pub(crate) fn url_for(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// Entity tag of a body for a player or a kind of viewer: a keyed hash of the viewer and the
    /// body. The body has only what the viewer may know.
    pub(crate) fn etag(&self, viewer: &str, body: &[u8]) -> String {
        let mut mac = self.etag.clone();
        mac.update(viewer.as_bytes());
        mac.update(&[0]);
        mac.update(body);
        format!("\"{}\"", data_encoding::HEXLOWER.encode(&mac.finalize().into_bytes()[..16]))
    }
}
