//! Language negotiation.

use axum::http::{HeaderMap, header};

/// Available language that `Accept-Language` prefers (RFC 9110, 12.5.4): `any` for `*`, and `None`
/// if it accepts no available language. `read` maps a primary tag to an available language.
pub(crate) fn negotiate<L: Copy>(
    headers: &HeaderMap,
    any: L,
    read: impl Fn(&str) -> Option<L>,
) -> Option<L> {
    let values =
        headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    let mut best = (None, 0.0);
    for range in values.flat_map(|value| value.split(',')) {
        let mut parts = range.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default();
        let primary = tag.split('-').next().unwrap_or_default();
        let weight =
            parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok());
        // Among equal weights the first wins.
        if let Some(lang) = if primary == "*" { Some(any) } else { read(primary) }
            && let Some(weight) = weight
            && weight > best.1
        {
            best = (Some(lang), weight);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_preferred_language_is_chosen() {
        let known = ["en", "it"];
        for (accept, lang) in [
            ("", None),
            ("it", Some("it")),
            ("it-CH, en;q=0.9", Some("it")),
            ("de, en;q=0.5, it;q=0.7", Some("it")),
            ("de", None),
            ("it;q=0, *;q=0.1", Some("en")),
            ("IT", Some("it")),
            ("it;q=x", None),
            ("en, it", Some("en")),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accept));
            let negotiated = negotiate(&headers, "en", |tag| {
                known.into_iter().find(|known| tag.eq_ignore_ascii_case(known))
            });
            assert_eq!(negotiated, lang, "{accept}");
        }
    }
}
