//! Content negotiation: the media types of answers, and the one that a request prefers (RFC 9110,
//! 12.5.1).

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, header};
use broadside_domain::error::{AppError, ErrorKind};

pub(crate) const JSON: &str = "application/json";
pub(crate) const PDF: &str = "application/pdf";
pub(crate) const SVG: &str = "image/svg+xml";
pub(crate) const PNG: &str = "image/png";
pub(crate) const TEXT: &str = "text/plain";
pub(crate) const HTML: &str = "text/html";
pub(crate) const SSML: &str = "application/ssml+xml";
pub(crate) const SSE: &str = "text/event-stream";

/// Media types of the answers of a path under `/v1` or `/rules`, the default first.
fn media_types(path: &str) -> &'static [&'static str] {
    match path.rsplit_once('.') {
        _ if path.starts_with("/rules/") => &[TEXT, HTML],
        Some((_, "svg")) if path.contains("/sheets/") => &[SVG],
        Some((_, "png")) if path.contains("/sheets/") => &[PNG],
        _ if path.contains("/sheets/") => &[PDF],
        Some((_, "txt")) => &[TEXT],
        Some((_, "ssml")) => &[SSML],
        _ if path.ends_with("/score") => &[JSON, TEXT, SSML],
        _ if path == "/v1/events" => &[SSE],
        _ if path.ends_with("/events") => &[JSON, SSE],
        _ => &[JSON],
    }
}

/// Refuses a request that accepts no media type of its path, before anything is done.
pub(crate) fn check_acceptable(request: &Request) -> Result<(), AppError> {
    let path = request.uri().path();
    // A suffix selects the media type, and `Accept` is ignored.
    let by_suffix = path.ends_with("/score.txt") || path.ends_with("/score.ssml");
    if path.starts_with("/v1/") && !by_suffix && preferred(request.headers(), path).is_none() {
        let offered: Vec<String> =
            media_types(path).iter().map(|media_type| format!("`{media_type}`")).collect();
        let offered = offered.join(", ");
        let detail = format!(
            "Accept: answers here are {offered}: leave `Accept` out, or allow one of these types"
        );
        return Err(AppError::new(ErrorKind::NotAcceptable, detail));
    }
    Ok(())
}

/// True if a request prefers a page to JSON, as browsers do.
pub(crate) fn prefers_html(headers: &HeaderMap) -> bool {
    preferred_of(headers, &[JSON, HTML]) == Some(HTML)
}

/// Preferred media type of a request, among those of its path. A request that accepts only problems
/// gets the default type, since its answer may be a problem.
pub(crate) fn preferred(headers: &HeaderMap, path: &str) -> Option<&'static str> {
    preferred_of(headers, media_types(path))
}

/// Preferred media type of a request, among these. The first one is the default.
fn preferred_of(headers: &HeaderMap, offered: &[&'static str]) -> Option<&'static str> {
    let ranges: Vec<_> = weighted_items(headers, &header::ACCEPT).collect();
    if ranges.is_empty() {
        return offered.first().copied();
    }
    let mut best = None;
    for &media_type in offered {
        let quality = quality(&ranges, media_type);
        if quality > 0.0 && best.is_none_or(|(_, highest)| quality > highest) {
            best = Some((media_type, quality));
        }
    }
    let takes_problems = quality(&ranges, "application/problem+json") > 0.0;
    best.map(|(media_type, _)| media_type)
        .or_else(|| offered.first().copied().filter(|_| takes_problems))
}

/// Quality of a media type: that of the most specific range that matches it.
fn quality(ranges: &[(&str, Option<f32>)], media_type: &str) -> f32 {
    let group = format!("{}/*", media_type.split('/').next().unwrap_or_default());
    for range in [media_type, &group, "*/*"] {
        if let Some((_, quality)) = ranges.iter().find(|(name, _)| name.eq_ignore_ascii_case(range))
        {
            return quality.unwrap_or(1.0);
        }
    }
    0.0
}

/// Items of a header with their weights (RFC 9110, 12.4.2); `None` for a malformed weight.
pub(crate) fn weighted_items<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> impl Iterator<Item = (&'a str, Option<f32>)> {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        (name, weight.map_or(Some(1.0), |weight| weight.parse().ok()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_type_is_chosen() {
        let score = "/v1/games/x/score";
        assert_eq!(preferred(&HeaderMap::new(), score), Some(JSON));
        for (accept, path, expected) in [
            ("*/*", score, Some(JSON)),
            ("text/plain", score, Some(TEXT)),
            ("text/*;q=0.5, application/json;q=0.4", score, Some(TEXT)),
            ("application/*, application/json;q=0", score, Some(SSML)),
            ("application/ssml+xml, */*;q=0.1", score, Some(SSML)),
            ("image/png", score, None),
            ("text/plain", "/v1/games/x/score.ssml", None),
            ("application/problem+json", "/v1/games", Some(JSON)),
            ("application/problem+json", "/v1/sheets/maps.pdf", Some(PDF)),
            ("image/avif, image/webp, image/*, */*;q=0.8", "/v1/sheets/maps.svg", Some(SVG)),
            ("image/*", "/v1/games/x/sheets/maps.png", Some(PNG)),
            ("application/pdf", "/v1/games/x/sheets/maps.png", None),
            ("text/html, application/xml", "/v1/games", None),
            ("*/*", "/v1/games/x/events", Some(JSON)),
            ("text/event-stream", "/v1/games/x/events", Some(SSE)),
            ("text/event-stream, */*;q=0.1", "/v1/games/x/events", Some(SSE)),
            ("*/*", "/v1/events", Some(SSE)),
            ("application/json", "/v1/events", None),
            ("text/html, application/xml;q=0.9, */*;q=0.8", "/rules/classic", Some(HTML)),
            ("*/*", "/rules/classic", Some(TEXT)),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().unwrap());
            assert_eq!(preferred(&headers, path), expected, "{accept} {path}");
        }
    }
}
