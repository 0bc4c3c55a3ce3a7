//! Problems: all error answers, in the format of RFC 9457.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_domain::error::{AppError, ErrorKind};
use serde::Serialize;

/// Returns the HTTP status of errors of a kind.
pub fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::MalformedJson | ErrorKind::BadRequest => StatusCode::BAD_REQUEST,
        ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden | ErrorKind::WrongCode => StatusCode::FORBIDDEN,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorKind::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
        ErrorKind::Timeout => StatusCode::REQUEST_TIMEOUT,
        ErrorKind::OutOfTurn
        | ErrorKind::GameOver
        | ErrorKind::NotNow
        | ErrorKind::AlreadySeated
        | ErrorKind::NoFreeSeat
        | ErrorKind::NotSeated
        | ErrorKind::InFlight
        | ErrorKind::TimelineChanged
        | ErrorKind::TooManyGames => StatusCode::CONFLICT,
        ErrorKind::Stale => StatusCode::PRECONDITION_FAILED,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::InvalidField
        | ErrorKind::AgainstRule
        | ErrorKind::NotLast
        | ErrorKind::KeyReused
        | ErrorKind::KeyNotAccepted => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::TooManyRequests | ErrorKind::TooManyStreams | ErrorKind::TooManyMessages => {
            StatusCode::TOO_MANY_REQUESTS
        }
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::InDoubt | ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Returns the stable URI reference of a kind of problem. The server explains the kind at this
/// path.
pub fn type_uri(kind: ErrorKind) -> String {
    format!("/problems/{}", kind.name())
}

/// Problem (RFC 9457).
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Stable URI reference of the kind of problem. The server explains the kind at this path.
    #[serde(rename = "type")]
    #[schema(example = "/problems/against_rule")]
    type_uri: String,
    /// Short name of the kind of problem.
    #[schema(example = "This breaks a rule of the game")]
    title: String,
    /// HTTP status of the answer.
    #[schema(minimum = 400, maximum = 599, example = 422)]
    status: u16,
    /// Explanation of the error in this request, with the way to fix it.
    #[schema(example = "F7 has been called before: call a cell that has not")]
    detail: String,
    /// Part of the request with the error, for example `actions[0].cells[2]`; left out if the error
    /// is in no single field.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(example = "actions[0].cells[0]")]
    field: String,
    /// Number of the rule that the request breaks, as in the `rules` of the ruleset; left out if it
    /// breaks none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, example = "C5")]
    rule: Option<&'static str>,
}

impl From<&AppError> for ProblemBody {
    fn from(error: &AppError) -> Self {
        let kind = error.kind();
        Self {
            type_uri: type_uri(kind),
            title: kind.title().to_owned(),
            status: status(kind).as_u16(),
            detail: error.detail().to_owned(),
            field: error.field_name().to_owned(),
            rule: error.rule(),
        }
    }
}

/// Error answer of a request.
#[derive(Debug)]
pub struct Problem(AppError);

impl<E: Into<AppError>> From<E> for Problem {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(error) = self;
        let body = serde_json::to_vec(&ProblemBody::from(&error)).expect("a problem is plain data");
        let mut response = (status(error.kind()), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = error.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if error.kind() == ErrorKind::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Turns errors of the framework (an unknown path, a wrong method) into problems.
pub fn normalize_errors(response: Response) -> Response {
    let kind = match response.status() {
        status if !(status.is_client_error() || status.is_server_error()) => return response,
        _ if is_problem(response.headers()) || is_page(response.headers()) => return response,
        StatusCode::NOT_FOUND => ErrorKind::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ErrorKind::MethodNotAllowed,
        StatusCode::REQUEST_TIMEOUT => ErrorKind::Timeout,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorKind::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ErrorKind::UnsupportedMediaType,
        StatusCode::SERVICE_UNAVAILABLE => ErrorKind::Unavailable,
        status if status.is_server_error() => ErrorKind::Internal,
        _ => ErrorKind::BadRequest,
    };
    let mut problem = Problem::from(AppError::from_kind(kind)).into_response();
    for name in [header::ALLOW, header::RETRY_AFTER] {
        if let Some(value) = response.headers().get(&name) {
            problem.headers_mut().insert(name, value.clone());
        }
    }
    problem
}

/// Returns true for one of the few HTML pages, which explain errors themselves.
fn is_page(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

fn is_problem(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json")
}
