//! Rate limits: requests per minute of a token and of an address. Answers show the remaining
//! requests in `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers). A request over the limit
//! gets 429 (RFC 6585) with `Retry-After`.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use broadside_app::rate::{Rate, Remaining};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::limits::Limits;

use crate::request::auth::bearer_token;
use crate::response::problem::Problem;

pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
pub(crate) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

const MINUTE: Duration = Duration::from_secs(60);

/// Rates of a node. Nodes count separately: a count that they share would cost a query for each
/// request.
pub(crate) struct RequestRates {
    tokens: Rate<[u8; 32]>,
    addresses: Rate<IpAddr>,
}

/// Remaining requests of a token or an address, for the headers of a response.
#[derive(Clone, Copy)]
pub(crate) struct Quota {
    name: &'static str,
    remaining: Remaining,
}

impl Quota {
    pub(crate) fn write_headers(self, headers: &mut HeaderMap) {
        let name = self.name;
        let Remaining { max, left, seconds } = self.remaining;
        for (field, value) in [
            (RATE_LIMIT_POLICY, format!("\"{name}\";q={max};w=60")),
            (RATE_LIMIT, format!("\"{name}\";r={left};t={seconds}")),
        ] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(field, value);
            }
        }
    }
}

/// Refusal of a request over a limit.
pub(crate) struct RateLimited(Quota);

impl IntoResponse for RateLimited {
    fn into_response(self) -> Response {
        let Remaining { max, seconds, .. } = self.0.remaining;
        let whose = if self.0.name == "token" { "a token" } else { "an address" };
        let detail =
            format!("{whose} may make {max} requests a minute: send the next in {seconds} s");
        let mut response =
            Problem::from(AppError::new(ErrorKind::TooManyRequests, detail)).into_response();
        self.0.write_headers(response.headers_mut());
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        response
    }
}

impl RequestRates {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            tokens: Rate::new(limits.token_rate, MINUTE),
            addresses: Rate::new(limits.address_rate, MINUTE),
        }
    }

    /// Counts a request from an address. An answer to a request with a token shows what remains for
    /// the token. Only requests without a token see what remains for their address, which others
    /// may share. Returns `None` if nothing is limited.
    ///
    /// # Errors
    /// If the request exceeds a limit.
    pub(crate) fn count(
        &self,
        request: &Request,
        address: Option<IpAddr>,
    ) -> Result<Option<Quota>, RateLimited> {
        if matches!(request.uri().path(), "/healthz" | "/readyz") {
            return Ok(None);
        }
        let address_quota = match address {
            Some(address) => name_quota("address", self.addresses.take(&address, NonZeroU32::MIN))?,
            None => None,
        };
        match bearer_token(request.headers()) {
            Ok(secret) => name_quota("token", self.tokens.take(&secret.digest(), NonZeroU32::MIN)),
            Err(_) => Ok(address_quota),
        }
    }
}

fn name_quota(
    name: &'static str,
    result: Result<Option<Remaining>, Remaining>,
) -> Result<Option<Quota>, RateLimited> {
    match result {
        Ok(remaining) => Ok(remaining.map(|remaining| Quota { name, remaining })),
        Err(remaining) => Err(RateLimited(Quota { name, remaining })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_over_the_limit_is_refused_with_the_time_to_wait() {
        let rates = RequestRates::new(&Limits {
            address_rate: NonZeroU32::new(3).unwrap(),
            ..Limits::NORMAL
        });
        let request = Request::new(axum::body::Body::empty());
        let client = "192.0.2.7".parse().ok();
        for left in ["r=2;t=20", "r=1;t=40", "r=0;t=60"] {
            let mut headers = HeaderMap::new();
            let Ok(Some(quota)) = rates.count(&request, client) else { panic!("{left}") };
            quota.write_headers(&mut headers);
            assert_eq!(headers["ratelimit"], format!("\"address\";{left}"));
            assert_eq!(headers["ratelimit-policy"], "\"address\";q=3;w=60");
        }
        let Err(refused) = rates.count(&request, client) else { panic!("it is one too many") };
        let refused = refused.into_response();
        assert_eq!(refused.status(), 429);
        assert_eq!(refused.headers()["retry-after"], "20");
        assert!(rates.count(&request, "192.0.2.8".parse().ok()).is_ok());
    }
}
