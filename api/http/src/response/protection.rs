//! Security headers for clients that open an answer in a browser, as OWASP advises
//! (<https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html>).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Policy of answers that were not written for browsers: they load nothing, and no site shows them
/// in a frame.
const API_CSP: &str =
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Policy of the reference: it loads and requests only what this server serves. RapiDoc needs
/// inline styles.
pub(crate) const REFERENCE_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
                                    img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Policy of guides and rules: they have a stylesheet and no script.
pub(crate) const GUIDES_CSP: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Policy of the web pages: they load and request only what this server serves. Pictures that need
/// a token are fetched, and shown from memory (`blob:`).
pub(crate) const WEB_CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; \
                              base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Policy of SVG pictures: they load nothing but the font that they contain, and run no script.
pub(crate) const SVG_CSP: &str =
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox";

/// Headers of every answer. A header that the answer already has is not changed.
const COMMON_HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // URLs contain ids and, in links of mails, secrets.
    (header::REFERRER_POLICY, "no-referrer"),
];

/// HTTPS only, for two years after a browser has used HTTPS (RFC 6797).
const HSTS: &str = "max-age=63072000";

/// Adds the headers to an answer. A page that loads something has a policy of its own.
pub(crate) fn add_security_headers(headers: &mut HeaderMap, is_https: bool) {
    let policy = [(header::CONTENT_SECURITY_POLICY, API_CSP)];
    let https = is_https.then_some((header::STRICT_TRANSPORT_SECURITY, HSTS));
    for (name, value) in COMMON_HEADERS.into_iter().chain(policy).chain(https) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn protected(mut headers: HeaderMap, is_https: bool) -> HeaderMap {
        add_security_headers(&mut headers, is_https);
        headers
    }

    #[test]
    fn responses_get_security_headers_but_keep_their_own() {
        let headers = protected(HeaderMap::new(), false);
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["content-security-policy"], API_CSP);
        assert!(!headers.contains_key("strict-transport-security"));
        assert!(protected(HeaderMap::new(), true).contains_key("strict-transport-security"));
        let mut own = HeaderMap::new();
        own.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'self'"));
        assert_eq!(protected(own, false)["content-security-policy"], "default-src 'self'");
    }
}
