//! Extractors of bodies and queries, which report errors as problems.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::shape;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::SharedState;
use crate::request::accept::JSON;
use crate::response::problem::Problem;

pub(crate) struct JsonBody<T> {
    pub(crate) value: T,
    /// Hash of the bytes, for idempotency keys.
    pub(crate) hash: String,
}

/// Returns the body of a request, which is in memory already, and whose `Content-Type` must be JSON.
pub(crate) async fn json_bytes(request: Request) -> Result<Bytes, AppError> {
    if !has_media_type(request.headers(), JSON) {
        let detail = "send JSON, with `Content-Type: application/json`";
        return Err(AppError::new(ErrorKind::UnsupportedMediaType, detail));
    }
    Ok(request.into_body().collect().await.map_err(AppError::internal)?.to_bytes())
}

/// True if `Content-Type` names this media type, with any parameters.
pub(crate) fn has_media_type(headers: &HeaderMap, media_type: &str) -> bool {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}

pub(crate) fn parse_json(bytes: &[u8]) -> Result<Value, AppError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let detail = if bytes.trim_ascii().is_empty() {
            "the body is empty: send a JSON object, `{}` if it has no fields".to_owned()
        } else if error.is_eof() {
            format!("the body ends too early, at line {} column {}", error.line(), error.column())
        } else {
            error.to_string()
        };
        AppError::new(ErrorKind::MalformedJson, detail)
    })
}

impl<T: DeserializeOwned> FromRequest<SharedState> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &SharedState) -> Result<Self, Problem> {
        let bytes = json_bytes(request).await?;
        let value = shape::read(&parse_json(&bytes)?)?;
        Ok(Self { value, hash: data_encoding::HEXLOWER.encode(&Sha256::digest(&bytes)) })
    }
}

pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<SharedState> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &SharedState) -> Result<Self, Problem> {
        let mut parameters = parts.uri.query().unwrap_or_default().split('&');
        if let Some(parameter) = parameters.find(|parameter| parameter.contains("%00")) {
            let name = parameter.split('=').next().unwrap_or_default();
            let detail = format!("{name}: contains the character U+0000 (`%00`): leave it out");
            return Err(AppError::new(ErrorKind::BadRequest, detail).into());
        }
        match axum::extract::Query::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(error) => {
                let detail = std::error::Error::source(&error)
                    .map_or_else(|| error.to_string(), ToString::to_string);
                Err(AppError::new(ErrorKind::BadRequest, query_error_detail(&detail)).into())
            }
        }
    }
}

fn is_parameter_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Error of a query in plain words. If a parameter is wrong, the message begins with its name.
fn query_error_detail(message: &str) -> String {
    let (name, message) = match message.split_once(": ") {
        Some((name, rest)) if is_parameter_name(name) => (name, rest),
        _ => ("", message),
    };
    let detail = match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "should be a whole number, 0 or more".to_owned()
        }
        "number too large to fit in target type" => "is too large a number".to_owned(),
        "provided string was not `true` or `false`" => "should be true or false".to_owned(),
        other => match other.strip_prefix("duplicate field ") {
            Some(field) => format!("{field} can be given only once"),
            None => shape::in_plain_words(other),
        },
    };
    match name {
        "" => format!("the query cannot be read: {detail}"),
        name => format!("{name}: {detail}"),
    }
}

#[cfg(test)]
mod tests {
    use super::query_error_detail;

    #[test]
    fn an_error_in_a_query_names_the_parameter() {
        for (message, said) in [
            ("after: invalid digit found in string", "after: should be a whole number, 0 or more"),
            (
                "which: unknown variant `all`, expected one of `mine`, `open`",
                "which: `all` is not one of: mine, open",
            ),
            (
                "preview: provided string was not `true` or `false`",
                "preview: should be true or false",
            ),
            (
                "duplicate field `option`",
                "the query cannot be read: `option` can be given only once",
            ),
            (
                "unknown field `colour`, expected `which`",
                "the query cannot be read: `colour` is not known here: leave it out, or use one of: which",
            ),
        ] {
            assert_eq!(query_error_detail(message), said);
        }
    }
}
