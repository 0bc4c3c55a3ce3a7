//! Language negotiation.

use axum::http::{HeaderMap, header};
use broadside_i18n::Lang;

use crate::request::accept::weighted_items;

/// Returns the language that `Accept-Language` prefers (RFC 9110, 12.5.4): the default for `*`, and
/// `None` if it accepts no language of this program.
pub(crate) fn negotiate(headers: &HeaderMap) -> Option<Lang> {
    let mut best = (None, 0.0);
    for (tag, weight) in weighted_items(headers, &header::ACCEPT_LANGUAGE) {
        let primary = tag.split('-').next().unwrap_or_default();
        let lang = if primary == "*" { Some(Lang::default()) } else { primary.parse().ok() };
        // Among equal weights the first wins.
        if let (Some(_), Some(weight)) = (lang, weight)
            && weight > best.1
        {
            best = (lang, weight);
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
        for (accept, lang) in [
            ("", None),
            ("it", Some(Lang::It)),
            ("it-CH, en;q=0.9", Some(Lang::It)),
            ("fr, en;q=0.5, it;q=0.7", Some(Lang::It)),
            ("fr", None),
            ("it;q=0, *;q=0.1", Some(Lang::En)),
            ("IT", Some(Lang::It)),
            ("it;q=x", None),
            ("en, it", Some(Lang::En)),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accept));
            assert_eq!(negotiate(&headers), lang, "{accept}");
        }
    }
}
