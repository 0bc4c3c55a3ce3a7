//! Conditions on entity tags in the headers of requests (RFC 9110, 13.1).

use axum::http::{HeaderMap, HeaderName, header};
use broadside_domain::error::{AppError, ErrorKind};

/// Returns the entity tags of a header, which may stand on several lines.
fn entity_tags(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let lines: Vec<_> =
        headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

/// Returns true if an entity tag of a list is this tag, or any (`*`).
fn is_same(listed: &str, tag: &str) -> bool {
    listed == "*" || opaque(listed) == opaque(tag)
}

/// Returns what a tag has between its quotes. A compressed body has the tag of the body itself.
fn opaque(tag: &str) -> &str {
    tag.trim_matches('"').trim_end_matches("-gzip")
}

/// Returns true if `If-None-Match` names this tag: the client has what it asks for. A mark `W/` of
/// a weak tag is ignored (RFC 9110, 8.8.3.2).
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    entity_tags(headers, header::IF_NONE_MATCH).is_some_and(|known| {
        known.split(',').any(|each| is_same(each.trim().trim_start_matches("W/"), tag))
    })
}

/// Checks that `If-Match`, if there is one, names the tag of what is there now. A tag with the mark
/// `W/` is another tag.
///
/// # Errors
/// If it names other tags only.
pub(crate) fn check_if_match(
    headers: &HeaderMap,
    tag: impl FnOnce() -> String,
) -> Result<(), AppError> {
    let Some(expected) = entity_tags(headers, header::IF_MATCH) else { return Ok(()) };
    let tag = tag();
    if expected.split(',').any(|each| is_same(each.trim(), &tag)) {
        Ok(())
    } else {
        Err(AppError::from_kind(ErrorKind::Stale))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{check_if_match, is_known};

    const TAG: &str = "\"a\"";

    /// True if `If-None-Match` with this list names the tag.
    fn none_match_names(list: &'static str) -> bool {
        let value = HeaderValue::from_static(list);
        is_known(&HeaderMap::from_iter([(header::IF_NONE_MATCH, value)]), TAG)
    }

    /// True if `If-Match` with this list names the tag.
    fn match_names(list: &'static str) -> bool {
        let headers = HeaderMap::from_iter([(header::IF_MATCH, HeaderValue::from_static(list))]);
        check_if_match(&headers, || TAG.to_owned()).is_ok()
    }

    #[test]
    fn entity_tags_are_found_in_lists() {
        for list in ["\"a\"", "*", "\"b\", \"a\"", "W/\"a\"", "\"a-gzip\""] {
            assert!(none_match_names(list), "{list}");
            assert_eq!(match_names(list), !list.starts_with("W/"), "{list}");
        }
        for list in ["", "\"b\"", "\"aa\"", "a b"] {
            assert!(!none_match_names(list) && !match_names(list), "{list}");
        }
        let none = HeaderMap::new();
        assert!(!is_known(&none, TAG) && check_if_match(&none, String::new).is_ok());
    }
}
