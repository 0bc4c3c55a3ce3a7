//! Preferences of a request (`Prefer`, RFC 7240).

use axum::http::{HeaderMap, HeaderName};

pub(crate) const PREFER: HeaderName = HeaderName::from_static("prefer");
/// Header with the preferences that an answer has followed.
pub(crate) const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// Preference for an answer without the game.
pub(crate) const RETURN_MINIMAL: &str = "return=minimal";

/// True if the request prefers an answer without the game. Of two values of `return` the first one
/// counts.
pub(crate) fn is_minimal(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
    let mut returns = lines.flat_map(|line| line.split(',')).filter_map(|preference| {
        let token = preference.split(';').next().unwrap_or_default();
        let (name, value) = token.split_once('=')?;
        let is_return = name.trim().eq_ignore_ascii_case("return");
        is_return.then(|| value.trim().trim_matches('"').eq_ignore_ascii_case("minimal"))
    });
    returns.next().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(PREFER, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_preference_is_found_among_others() {
        for minimal in [
            &["return=minimal"][..],
            &["respond-async, Return = \"minimal\"; foo=1"],
            &["wait=10", "return=minimal"],
            &["return=minimal, return=representation"],
        ] {
            assert!(is_minimal(&headers(minimal)), "{minimal:?}");
        }
        for other in [
            &[][..],
            &["return=representation"],
            &["return"],
            &["minimal"],
            &["return=representation, return=minimal"],
        ] {
            assert!(!is_minimal(&headers(other)), "{other:?}");
        }
    }
}
