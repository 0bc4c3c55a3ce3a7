//! Address of the client of a request.

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::extract::{ConnectInfo, Request};
use broadside_domain::network;

/// Address of the client of a request, among its extensions.
#[derive(Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

/// Addresses of clients, behind the reverse proxies of the operator.
pub(crate) struct Clients {
    /// Trusted reverse proxies.
    proxies: Vec<IpAddr>,
    warned: Once,
}

impl Clients {
    pub(crate) fn new(proxies: Vec<IpAddr>) -> Self {
        Self { proxies, warned: Once::new() }
    }

    /// Warns once of a proxy on this machine that is not trusted.
    fn warn_of_proxy(&self, address: IpAddr) {
        self.warned.call_once(|| {
            tracing::warn!(
                "ignoring `X-Forwarded-For` in requests from {address}: all of them share one rate limit. If this is \
                 your reverse proxy, and it sets that header itself, start with `--proxies {address}`"
            );
        });
    }

    /// Returns the IPv4 address of the client, or the network of its IPv6 address; `None` for a
    /// request in process. Behind a reverse proxy, it is the last address in `X-Forwarded-For` that
    /// is not a proxy's.
    pub(crate) fn address(&self, request: &Request) -> Option<IpAddr> {
        let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
        let mut address = peer.ip().to_canonical();
        let lines = request.headers().get_all("x-forwarded-for").iter().rev();
        let has_lines = request.headers().contains_key("x-forwarded-for");
        if has_lines && address.is_loopback() && !self.proxies.contains(&address) {
            self.warn_of_proxy(address);
        }
        let forwarded =
            lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.rsplit(','));
        for text in forwarded {
            if !self.proxies.contains(&address) {
                break;
            }
            let Ok(previous) = text.trim().parse::<IpAddr>() else { break };
            address = previous.to_canonical();
        }
        Some(network::client(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients(proxies: &[&str]) -> Clients {
        Clients::new(proxies.iter().map(|proxy| proxy.parse().unwrap()).collect())
    }

    fn request(peer: &str, forwarded: &[&str]) -> Request {
        let mut request = Request::new(axum::body::Body::empty());
        let peer: SocketAddr = format!("{peer}:1").parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        for line in forwarded {
            request.headers_mut().append("x-forwarded-for", line.parse().unwrap());
        }
        request
    }

    fn address(clients: &Clients, peer: &str, forwarded: &[&str]) -> String {
        clients.address(&request(peer, forwarded)).unwrap().to_string()
    }

    #[test]
    fn the_address_is_the_last_one_that_is_not_a_proxy() {
        let clients = clients(&["127.0.0.1", "10.0.0.1"]);
        for (peer, forwarded, expected) in [
            ("192.0.2.7", &[][..], "192.0.2.7"),
            // A client that is not a proxy can send any header.
            ("192.0.2.7", &["198.51.100.1"], "192.0.2.7"),
            ("127.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["203.0.113.9, 198.51.100.1, 10.0.0.1"], "198.51.100.1"),
            ("127.0.0.1", &["203.0.113.9", "198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["unknown"], "127.0.0.1"),
            ("[2001:db8:1:2:3:4:5:6]", &[], "2001:db8:1:2::"),
        ] {
            assert_eq!(address(&clients, peer, forwarded), expected, "{peer} {forwarded:?}");
        }
        assert!(!clients.warned.is_completed());
    }

    #[test]
    fn an_unknown_proxy_is_not_trusted_and_causes_a_warning() {
        let clients = clients(&[]);
        assert_eq!(address(&clients, "127.0.0.1", &["198.51.100.1"]), "127.0.0.1");
        assert!(clients.warned.is_completed());
    }
}
