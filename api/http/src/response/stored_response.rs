//! Answers that can be stored, to be repeated for an idempotency key.

use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_app::{IdempotentResponse, StoredResponse};
use serde::Serialize;

/// Initial capacity for the body, enough for most answers. A buffer that grows is copied each time.
const INITIAL_CAPACITY: usize = 8 * 1024;

pub(crate) fn to_json(value: &impl Serialize) -> Vec<u8> {
    let mut json = Vec::with_capacity(INITIAL_CAPACITY);
    serde_json::to_writer(&mut json, value).expect("an answer is plain data");
    json
}

/// Adds a field to a JSON object that has fields already. The value is JSON, rendered before.
pub(crate) fn append_field(object: &mut Vec<u8>, name: &str, value: &[u8]) {
    object.pop();
    object.extend_from_slice(format!(",\"{name}\":").as_bytes());
    object.extend_from_slice(value);
    object.push(b'}');
}

#[derive(Clone, Debug)]
pub(crate) struct JsonResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Bytes,
}

impl JsonResponse {
    pub(crate) fn json(status: StatusCode, body: &impl Serialize) -> Self {
        Self::from_bytes(status, to_json(body))
    }

    /// Creates an answer from JSON that is already serialized.
    pub(crate) fn from_bytes(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self { status, headers: Vec::new(), body: body.into() }
    }

    pub(crate) fn ok(body: &impl Serialize) -> Self {
        Self::json(StatusCode::OK, body)
    }

    pub(crate) fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name.as_str().to_owned(), value.into()));
        self
    }

    pub(crate) fn no_content() -> Self {
        Self { status: StatusCode::NO_CONTENT, headers: Vec::new(), body: Bytes::new() }
    }
}

impl IdempotentResponse for JsonResponse {
    fn to_stored(&self) -> StoredResponse {
        StoredResponse {
            status: self.status.as_u16(),
            headers: self.headers.clone(),
            body: String::from_utf8(self.body.to_vec()).expect("an answer is JSON"),
        }
    }

    fn from_stored(stored: StoredResponse) -> Self {
        let status = StatusCode::from_u16(stored.status).unwrap_or(StatusCode::OK);
        Self { status, headers: stored.headers, body: stored.body.into() }
    }
}

impl IntoResponse for JsonResponse {
    fn into_response(self) -> Response {
        let has_body = !self.body.is_empty();
        let mut response = (self.status, self.body).into_response();
        let headers = response.headers_mut();
        if has_body {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        } else {
            headers.remove(header::CONTENT_TYPE);
        }
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) =
                (HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                headers.insert(name, value);
            }
        }
        response
    }
}
