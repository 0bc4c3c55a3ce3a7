//! Settings of the HTTP interface.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use broadside_domain::secret::Password;
use broadside_mail::read::MailParser;

/// Settings of the HTTP interface.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Public address of the server, without a slash at the end.
    pub public_url: Option<String>,
    /// Settings of event streams.
    pub streams: StreamConfig,
    /// Limits of requests; `None` if requests are not limited.
    pub limits: Option<RequestLimits>,
    /// Secret for the delivery of inbound mail; `None` if no mail is accepted over HTTP.
    pub inbound_secret: Option<Password>,
    /// Parser of inbound mail.
    pub mail_parser: MailParser,
}

/// Limits of requests.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// Requests per minute with each token.
    pub token_rate: NonZeroU32,
    /// Requests per minute from each address.
    pub address_rate: NonZeroU32,
    /// Addresses of reverse proxies.
    pub proxies: Vec<IpAddr>,
}

/// Settings of event streams.
#[derive(Clone, Debug)]
pub struct StreamConfig {
    /// Maximum number of streams that a player may have open on a node.
    pub limit: usize,
    /// Interval of heartbeats.
    pub heartbeat: Duration,
}

impl Default for StreamConfig {
    fn default() -> Self {
        Self { limit: 20, heartbeat: Duration::from_secs(15) }
    }
}
