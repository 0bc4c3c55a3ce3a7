//! Settings of the HTTP interface.

use std::net::IpAddr;

use broadside_domain::limits::Limits;
use broadside_domain::secret::Password;

/// Settings of the HTTP interface.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Public address of the server, without a slash at the end.
    pub public_url: Option<String>,
    /// Limits of requests and streams.
    pub limits: Limits,
    /// Addresses of reverse proxies.
    pub proxies: Vec<IpAddr>,
    /// Secret for the delivery of inbound mail; `None` if no mail is accepted over HTTP.
    pub inbound_secret: Option<Password>,
}
