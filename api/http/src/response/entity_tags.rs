//! Entity tags in the headers of requests (RFC 9110, 8.8.3 and 13.1).

use axum::http::{HeaderMap, HeaderName};

/// Returns the entity tags of a header, which may stand on several lines.
pub(crate) fn entity_tags(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let lines: Vec<_> =
        headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

/// Comparison of entity tags: `If-None-Match` compares weakly, `If-Match` strongly (RFC 9110,
/// 8.8.3.2).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Ignores the mark `W/` of a weak tag.
    Agrees,
    /// Treats a tag with the mark `W/` as another tag.
    Differs,
}

/// Returns true if a list of entity tags, as in `If-Match` or `If-None-Match`, contains a tag.
pub(crate) fn etag_list_matches(list: &str, tag: &str, weak: Comparison) -> bool {
    let opaque = |tag: &str| {
        let tag = tag.trim();
        let tag = if weak == Comparison::Agrees { tag.trim_start_matches("W/") } else { tag };
        tag.trim_matches('"').trim_end_matches("-gzip").to_owned()
    };
    list.split(',').any(|each| each.trim() == "*" || opaque(each) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::{Comparison, etag_list_matches};

    #[test]
    fn entity_tags_are_found_in_lists() {
        for list in ["\"a\"", "*", "\"b\", \"a\"", "W/\"a\"", "\"a-gzip\""] {
            assert!(etag_list_matches(list, "\"a\"", Comparison::Agrees), "{list}");
            assert_eq!(
                etag_list_matches(list, "\"a\"", Comparison::Differs),
                !list.starts_with("W/"),
                "{list}"
            );
        }
        for list in ["", "\"b\"", "\"aa\"", "a b"] {
            assert!(!etag_list_matches(list, "\"a\"", Comparison::Agrees), "{list}");
        }
    }
}
