//! Rate limits: requests per minute of a token and of an address. Answers show the remaining
//! requests in `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers). A request over the limit
//! gets 429 (RFC 6585) with `Retry-After`.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use broadside_domain::error::{AppError, ErrorKind};
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::config::RequestLimits;
use crate::request::auth::bearer_token;
use crate::response::problem::Problem;

pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
pub(crate) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Number of requests between two removals of idle keys.
const SWEEP_INTERVAL: u32 = 10_000;

type Limiter<K> = RateLimiter<K, HashMapStateStore<K>, MonotonicClock, StateInformationMiddleware>;

/// Named quota for each of many keys.
struct Policy<K: std::hash::Hash + Eq + Clone> {
    name: &'static str,
    limiter: Limiter<K>,
    asked: AtomicU32,
}

/// Remainder of a quota.
struct QuotaState {
    name: &'static str,
    quota: u32,
    requests: u32,
    /// Seconds until the whole quota is available again or, if nothing remains, until the next
    /// request is possible.
    seconds: u64,
}

impl<K: std::hash::Hash + Eq + Clone> Policy<K> {
    fn new(name: &'static str, a_minute: NonZeroU32) -> Self {
        let limiter = RateLimiter::hashmap_with_clock(Quota::per_minute(a_minute), MonotonicClock)
            .with_middleware::<StateInformationMiddleware>();
        Self { name, limiter, asked: AtomicU32::new(0) }
    }

    /// Counts a request, and returns the remaining quota; as an error if the request exceeds it.
    fn count(&self, key: &K) -> Result<QuotaState, QuotaState> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1 {
            self.limiter.retain_recent();
        }
        let left = |quota: Quota, requests: u32, seconds: u64| QuotaState {
            name: self.name,
            quota: quota.burst_size().get(),
            requests,
            seconds,
        };
        match self.limiter.check_key(key) {
            Ok(state) => {
                let (quota, requests) = (state.quota(), state.remaining_burst_capacity());
                let until_whole =
                    quota.replenish_interval() * (quota.burst_size().get() - requests);
                Ok(left(quota, requests, ceil_seconds(until_whole)))
            }
            Err(until) => {
                let wait = until.wait_time_from(MonotonicClock.now());
                Err(left(until.quota(), 0, ceil_seconds(wait).max(1)))
            }
        }
    }
}

fn ceil_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl QuotaState {
    /// Writes the remaining quota into the headers of an answer.
    fn write_headers(&self, headers: &mut HeaderMap) {
        let Self { name, quota, requests, seconds } = self;
        for (field, value) in [
            (RATE_LIMIT_POLICY, format!("\"{name}\";q={quota};w=60")),
            (RATE_LIMIT, format!("\"{name}\";r={requests};t={seconds}")),
        ] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(field, value);
            }
        }
    }
}

/// Quota of a request that exceeds it.
pub(crate) struct RateLimited(QuotaState);

impl IntoResponse for RateLimited {
    fn into_response(self) -> Response {
        let QuotaState { name, quota, seconds, .. } = &self.0;
        let whose = match *name {
            "token" => "a token",
            _ => "an address",
        };
        let detail =
            format!("{whose} may make {quota} requests a minute: send the next in {seconds} s");
        let mut response =
            Problem::from(AppError::new(ErrorKind::TooManyRequests, detail)).into_response();
        self.0.write_headers(response.headers_mut());
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
        response
    }
}

/// Limits of a node. Nodes count separately: a count that they share would cost a query for each
/// request.
pub(crate) struct RateLimits {
    tokens: Policy<[u8; 32]>,
    addresses: Policy<IpAddr>,
    /// Trusted reverse proxies.
    proxies: Vec<IpAddr>,
    warned: Once,
}

/// Quota of an allowed request, to be shown in its answer.
pub(crate) struct RemainingQuota(Option<QuotaState>);

impl RemainingQuota {
    pub(crate) fn write_headers(self, response: &mut Response) {
        if let Some(left) = self.0 {
            left.write_headers(response.headers_mut());
        }
    }
}

impl RateLimits {
    pub(crate) fn new(config: &RequestLimits) -> Self {
        Self {
            tokens: Policy::new("token", config.token_rate),
            addresses: Policy::new("address", config.address_rate),
            proxies: config.proxies.clone(),
            warned: Once::new(),
        }
    }

    /// Counts a request. An answer to a request with a token shows the quota of the token. Only
    /// requests without a token see the quota of their address, which others may share.
    ///
    /// # Errors
    /// If the request exceeds a quota.
    pub(crate) fn count(&self, request: &Request) -> Result<RemainingQuota, RateLimited> {
        let path = request.uri().path();
        if matches!(path, "/healthz" | "/readyz") {
            return Ok(RemainingQuota(None));
        }
        let of_address = match self.client_address(request) {
            Some(address) => Some(self.addresses.count(&address).map_err(RateLimited)?),
            // An in-process request has no connection.
            None => None,
        };
        let Ok(secret) = bearer_token(request.headers()) else {
            return Ok(RemainingQuota(of_address));
        };
        let left = self.tokens.count(&secret.digest()).map_err(RateLimited)?;
        Ok(RemainingQuota(Some(left)))
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

    /// Address of the client: behind a reverse proxy, the last address in `X-Forwarded-For` that is
    /// not a proxy's.
    pub(crate) fn client_address(&self, request: &Request) -> Option<IpAddr> {
        let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
        let mut address = peer.ip().to_canonical();
        let lines = request.headers().get_all("x-forwarded-for").iter().rev();
        let has_lines = request.headers().contains_key("x-forwarded-for");
        if has_lines && address.is_loopback() && !self.proxies.contains(&address) {
            self.warn_of_proxy(address);
        }
        let forwarded =
            lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.rsplit(','));
        for each in forwarded {
            if !self.proxies.contains(&address) {
                break;
            }
            let Ok(before) = each.trim().parse::<IpAddr>() else { break };
            address = before.to_canonical();
        }
        Some(client_network(address))
    }
}

/// Network of an address: an IPv6 user has a /64 with 2^64 addresses.
fn client_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(proxies: &[&str]) -> RateLimits {
        let config = RequestLimits {
            token_rate: NonZeroU32::new(2).unwrap(),
            address_rate: NonZeroU32::new(3).unwrap(),
            proxies: proxies.iter().map(|proxy| proxy.parse().unwrap()).collect(),
        };
        RateLimits::new(&config)
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

    #[test]
    fn the_address_is_the_last_that_no_proxy_of_ours_has() {
        let limits = limits(&["127.0.0.1", "10.0.0.1"]);
        let from = |peer: &str, forwarded: &[&str]| {
            limits.client_address(&request(peer, forwarded)).unwrap().to_string()
        };
        assert_eq!(from("192.0.2.7", &[]), "192.0.2.7");
        // A client that is not a proxy can send any header.
        assert_eq!(from("192.0.2.7", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(from("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &["203.0.113.9, 198.51.100.1, 10.0.0.1"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &["203.0.113.9", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1", &["unknown"]), "127.0.0.1");
        assert!(!limits.warned.is_completed());
        assert_eq!(from("[2001:db8:1:2:3:4:5:6]", &[]), "2001:db8:1:2::");
    }

    #[test]
    fn a_proxy_that_is_not_named_is_not_trusted_but_told_of() {
        let limits = limits(&[]);
        assert_eq!(
            limits.client_address(&request("127.0.0.1", &["198.51.100.1"])).unwrap().to_string(),
            "127.0.0.1"
        );
        assert!(limits.warned.is_completed());
    }

    #[test]
    fn one_too_many_is_told_when_to_come_back() {
        let limits = limits(&[]);
        let told =
            |response: &Response, name: &str| response.headers()[name].to_str().unwrap().to_owned();
        for left in ["r=2;t=20", "r=1;t=40", "r=0;t=60"] {
            let mut response = Response::new(axum::body::Body::empty());
            limits
                .count(&request("192.0.2.7", &[]))
                .unwrap_or_else(|_| panic!("{left}"))
                .write_headers(&mut response);
            assert_eq!(told(&response, "ratelimit"), format!("\"address\";{left}"));
            assert_eq!(told(&response, "ratelimit-policy"), "\"address\";q=3;w=60");
        }
        let Err(refused) = limits.count(&request("192.0.2.7", &[])) else {
            panic!("it is one too many")
        };
        let refused = refused.into_response();
        assert_eq!(refused.status(), 429);
        assert_eq!(told(&refused, "retry-after"), "20");
        assert!(limits.count(&request("192.0.2.8", &[])).is_ok());
    }
}
