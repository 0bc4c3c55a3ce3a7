//! A file that is the same for everybody: read from the binary, compressed once, and asked for
//! again by its entity tag.

use std::io::{Read, Write};
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_domain::error::AppError;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::request::accept::weighted_items;
use crate::response::entity_tags::is_known;
use crate::response::problem::Problem;

/// Cache policy of a file that changes with the version of the service: it asks each time whether
/// the file is still the same.
const REVALIDATE: &str = "public, no-cache";
/// Cache policy of a file whose address changes with its content: for a year.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A file with its type, plain and compressed.
pub(crate) struct Asset {
    media_type: &'static str,
    cache_control: &'static str,
    vary: &'static str,
    policy: Option<&'static str>,
    plain: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    etag: OnceLock<HeaderValue>,
}

impl Asset {
    /// A file that is written down plainly.
    pub(crate) fn new(media_type: &'static str, body: impl Into<Bytes>) -> Self {
        Self {
            media_type,
            cache_control: REVALIDATE,
            vary: "Accept-Encoding",
            policy: None,
            plain: OnceLock::from(body.into()),
            gzip: OnceLock::new(),
            etag: OnceLock::new(),
        }
    }

    /// A file that is compressed already.
    pub(crate) fn from_gzip(media_type: &'static str, body: &'static [u8]) -> Self {
        let gzip = OnceLock::from(Bytes::from_static(body));
        Self { plain: OnceLock::new(), gzip, ..Self::new(media_type, "") }
    }

    /// The same file at an address under which it never changes.
    pub(crate) fn immutable(self) -> Self {
        Self { cache_control: IMMUTABLE, ..self }
    }

    pub(crate) fn html(html: String, policy: &'static str) -> Self {
        Self::new("text/html; charset=utf-8", html).with_policy(policy)
    }

    pub(crate) fn with_policy(self, policy: &'static str) -> Self {
        Self { policy: Some(policy), ..self }
    }

    /// The same file at an address where `Accept` and `Accept-Language` choose from several.
    pub(crate) fn negotiated(self) -> Self {
        Self { vary: "Accept, Accept-Language, Accept-Encoding", ..self }
    }

    /// Answer to a request for the file.
    pub(crate) async fn respond(
        &'static self,
        request_headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let takes_gzip = accepts_gzip(request_headers);
        // The first to ask waits for the compression, on a thread that nobody else waits for.
        let body = if takes_gzip { &self.gzip } else { &self.plain };
        if body.get().is_none() || self.etag.get().is_none() {
            tokio::task::spawn_blocking(move || {
                self.etag();
                self.body(takes_gzip);
            })
            .await
            .map_err(AppError::internal)?;
        }
        let etag = self.etag();
        let is_held = is_known(request_headers, etag.to_str().unwrap_or_default());
        let mut response = if is_held {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(takes_gzip).into_response()
        };
        let headers = response.headers_mut();
        if is_held {
            headers.remove(header::CONTENT_TYPE);
        } else {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
            if takes_gzip {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
        }
        headers.insert(header::ETAG, etag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static(self.vary));
        if let Some(policy) = self.policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        }
        Ok(response)
    }

    fn etag(&self) -> &HeaderValue {
        self.etag.get_or_init(|| {
            let source = self.plain.get().or_else(|| self.gzip.get());
            let hash = Sha256::digest(source.map(|body| &body[..]).unwrap_or_default());
            let tag = format!("\"{}\"", data_encoding::HEXLOWER.encode(&hash[..16]));
            HeaderValue::try_from(tag).expect("hexadecimal digits stand in any header")
        })
    }

    fn body(&self, takes_gzip: bool) -> Bytes {
        if takes_gzip { self.compressed() } else { self.decompressed() }
    }

    fn compressed(&self) -> Bytes {
        let compressed = self.gzip.get_or_init(|| {
            let plain = self.plain.get().map(|body| &body[..]).unwrap_or_default();
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            let done = encoder.write_all(plain).and_then(|()| encoder.finish());
            done.expect("writing to memory succeeds").into()
        });
        compressed.clone()
    }

    pub(crate) fn decompressed(&self) -> Bytes {
        let plain = self.plain.get_or_init(|| {
            let compressed = self.gzip.get().map(|body| &body[..]).unwrap_or_default();
            let mut plain = Vec::new();
            GzDecoder::new(compressed)
                .read_to_end(&mut plain)
                .expect("the file in the binary is whole");
            plain.into()
        });
        plain.clone()
    }
}

/// True if `Accept-Encoding` allows gzip (RFC 9110, 12.5.3).
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let mut any = false;
    for (name, weight) in weighted_items(headers, &header::ACCEPT_ENCODING) {
        let is_allowed = weight.is_some_and(|weight| weight > 0.0);
        if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") {
            return is_allowed;
        }
        any |= name == "*" && is_allowed;
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        for (accept, takes) in [
            ("gzip", true),
            ("GZIP", true),
            ("br, gzip;q=0.5", true),
            ("*", true),
            ("*;q=0", false),
            ("*, gzip;q=0", false),
            ("gzip;q=0, *", false),
            ("gzip;q=x", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accept));
            assert_eq!(accepts_gzip(&headers), takes, "{accept}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn both_forms_of_a_file_hold_the_same() {
        let plain: &'static Asset =
            Box::leak(Box::new(Asset::new("text/plain", "Salvo! ".repeat(99))));
        assert!(plain.compressed().len() < 99);
        let compressed: &'static Asset = Box::leak(Box::new(Asset::from_gzip(
            "text/plain",
            Vec::leak(plain.compressed().to_vec()),
        )));
        assert_eq!(compressed.decompressed(), plain.decompressed());
        let response = compressed.respond(&HeaderMap::new()).await.unwrap();
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, response.headers()[header::ETAG].clone());
        assert_eq!(compressed.respond(&headers).await.unwrap().status(), StatusCode::NOT_MODIFIED);
    }
}
