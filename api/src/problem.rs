//! Problems: all error answers, in the format of RFC 9457.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_engine::game::{Refusal, RequestError};
use broadside_engine::ruleset::{RefusalKind, RuleError};
use broadside_engine::shape::ShapeError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::{CommitError, StoreError};

/// Defines the kinds in one list: the variant, its name in `type`, its status, its title and its advice.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $status:ident $title:literal $advice:literal;)*) => {
        /// Kinds of problems. Their names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $(#[doc = $title] $kind),* }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Last part of the `type`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }

            /// HTTP status of such problems.
            pub fn status(self) -> StatusCode {
                match self { $(Self::$kind => StatusCode::$status),* }
            }

            /// Short name of the kind.
            pub fn title(self) -> &'static str {
                match self { $(Self::$kind => $title),* }
            }

            /// Explanation of the kind, with advice what to do.
            pub fn advice(self) -> &'static str {
                match self { $(Self::$kind => $advice),* }
            }
        }
    };
}

kinds! {
    MalformedJson "malformed_json" BAD_REQUEST "The body is not valid JSON"
        "The body must be valid JSON in UTF-8. `detail` gives the line and column of the error.";
    BadRequest "bad_request" BAD_REQUEST "The request is malformed"
        "The path, the query or a header is malformed. `detail` says which, and why.";
    Unauthorized "unauthorized" UNAUTHORIZED "A valid token is required"
        "Send `Authorization: Bearer brs_…` with a valid token that has neither been revoked nor expired. \
            `POST /v1/players` creates a player with a token.";
    Forbidden "forbidden" FORBIDDEN "The token does not permit this"
        "The token lacks a permission. `detail` says which: use a token that has it.";
    WrongCode "wrong_code" FORBIDDEN "The invitation code is wrong"
        "Send the code exactly as the creator of the game received it. If you did, the code was renewed or revoked: \
            ask for a new one.";
    NotFound "not_found" NOT_FOUND "Not found"
        "The resource does not exist, or you may not know of it. Check the id.";
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED "The method is not allowed"
        "Use one of the methods in the `Allow` header.";
    NotAcceptable "not_acceptable" NOT_ACCEPTABLE "The answer has no acceptable format"
        "Answers are `application/json`, sheets `application/pdf`, streams `text/event-stream`. `detail` gives the \
            type of this answer: accept it, or leave `Accept` out.";
    Timeout "timeout" REQUEST_TIMEOUT "The request took too long"
        "Send the request again. Use an `Idempotency-Key` if repeating it could do harm.";
    OutOfTurn "out_of_turn" CONFLICT "It is not your turn"
        "Wait until `to_move` contains your seat.";
    GameOver "game_over" CONFLICT "The game is over"
        "Nothing more can be done in this game. Read its record, or begin another game.";
    NotNow "not_now" CONFLICT "This is not possible now"
        "The request may be possible at another time. `detail` says when.";
    AlreadySeated "already_seated" CONFLICT "You already have a seat in this game"
        "A player can have only one seat in a game.";
    NoFreeSeat "no_free_seat" CONFLICT "No seat is free for you"
        "Every seat is taken, or reserved for another player.";
    NotSeated "not_seated" CONFLICT "You have no seat in this game"
        "Only players with a seat can do this. Take a seat first, with a `POST` to the `seats` of the game, if one is \
            free or reserved for you.";
    InFlight "in_flight" CONFLICT "The same request is in progress"
        "A request with this `Idempotency-Key` is in progress. Send it again a little later.";
    TimelineChanged "timeline_changed" CONFLICT "The server was restored from a backup"
        "The number or cursor is from before the operator restored a backup, and may now refer to something else. \
            Start again without it, and replace your data.";
    Stale "stale" PRECONDITION_FAILED "The resource has changed"
        "Its `ETag` differs from the one in `If-Match`. Get the resource again, then decide again.";
    TooLarge "too_large" PAYLOAD_TOO_LARGE "The body is too large"
        "A body may have 64 KiB; a record to verify 512 KiB and 16,384 JSON objects and arrays; a mail as much as the \
            operator allows.";
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "The media type of the body is not supported"
        "Send `Content-Type: application/json`, or `message/rfc822` for a mail.";
    InvalidField "invalid_field" UNPROCESSABLE_ENTITY "A field is invalid"
        "`field` names the field, and `detail` says what is valid. Nothing was changed.";
    AgainstRule "against_rule" UNPROCESSABLE_ENTITY "This breaks a rule of the game"
        "`rule` is the number of the rule, `field` is the part of the request that breaks it, and `detail` says what \
            is allowed. Nothing was changed.";
    NotLast "not_last" UNPROCESSABLE_ENTITY "This action must be the last in its list"
        "An action that draws random numbers, ends the game or is answered from a secret must be the last in its \
            list. Send the actions after it in another request.";
    KeyReused "key_reused" UNPROCESSABLE_ENTITY "The idempotency key belongs to another request"
        "The key was used with a different body. Use a new key for a new request.";
    KeyNotAccepted "key_not_accepted" UNPROCESSABLE_ENTITY "An idempotency key is not accepted here"
        "The answer shows a secret once and is not stored, so it cannot be repeated. Leave `Idempotency-Key` out.";
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS "Too many requests"
        "Send the next request after the time in `Retry-After`. The `RateLimit` field of an answer says how many \
            requests may follow.";
    TooManyStreams "too_many_streams" TOO_MANY_REQUESTS "You have too many streams open"
        "Close one, or follow all your games with one stream, `GET /v1/events`. The server notices a disconnected \
            client within the time in `Retry-After`.";
    TooManyGames "too_many_games" CONFLICT "You have too many games that have not begun"
        "Wait until other players have joined the games that you created, or call some of them off.";
    TooManyMessages "too_many_messages" TOO_MANY_REQUESTS "You have written too many messages in this game"
        "Write the next message after the time in `Retry-After`.";
    Internal "internal" INTERNAL_SERVER_ERROR "Internal error of the server"
        "Check if the request was carried out, then send it again. If this happens again, tell the operator the \
            `x-request-id`.";
    InDoubt "in_doubt" SERVICE_UNAVAILABLE "The outcome of the request is unknown"
        "The database failed while the server was saving your request. Send it again with the same `Idempotency-Key` \
            after the time in `Retry-After`, or check first if it was carried out.";
    Unavailable "unavailable" SERVICE_UNAVAILABLE "The server is not available now"
        "The server is shutting down, cannot reach its database, or is overloaded. Send the request again after the \
            time in `Retry-After`.";
}

impl Kind {
    /// Stable URI reference of the kind.
    pub fn type_uri(self) -> String {
        format!("/problems/{}", self.name())
    }
}

/// Problem to answer with.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    field: String,
    rule: Option<&'static str>,
    retry_after: Option<u64>,
    /// Refusal by the rules of a game, for interfaces other than HTTP, which use their own words.
    refusal: Option<Box<Refusal>>,
}

/// Problem (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
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
    /// Part of the request with the error, for example `actions[0].cells[2]`; left out if the error is in no single
    /// field.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(example = "actions[0].cells[0]")]
    field: String,
    /// Number of the rule that the request breaks, as in the `rules` of the ruleset; left out if it breaks none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, example = "C5")]
    rule: Option<&'static str>,
}

impl Problem {
    /// Creates a problem. `detail` explains the error in this request and the way to fix it.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        // A restart takes about this long, and so does noticing a disconnected client.
        let retry_after = match kind {
            Kind::Unavailable | Kind::InDoubt => Some(5),
            Kind::TooManyStreams => Some(15),
            _ => None,
        };
        Self { kind, detail: detail.into(), field: String::new(), rule: None, retry_after, refusal: None }
    }

    /// Sets the time after which the client can try again, in seconds.
    #[must_use]
    pub fn with_retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Marks a problem that occurred after a change was made: `unavailable` would say that nothing has changed.
    #[must_use]
    pub fn after_change(self) -> Self {
        match self.kind {
            Kind::Unavailable => Self::from_kind(Kind::InDoubt),
            _ => self,
        }
    }

    /// Creates a problem with the advice of its kind as `detail`.
    pub fn from_kind(kind: Kind) -> Self {
        let clauses: Vec<_> = kind.advice().trim_end_matches('.').split(". ").map(lowercase_first).collect();
        Self::new(kind, clauses.join("; "))
    }

    /// Creates a problem about an invalid field.
    pub fn field(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), ..Self::new(Kind::InvalidField, detail) }
    }

    /// Creates a problem about a broken rule.
    pub fn against_rule(rule: &'static str, field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), rule: Some(rule), ..Self::new(Kind::AgainstRule, detail) }
    }

    /// Creates a problem for a failure of the server. Logs the cause once, and does not show it to the client.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::from_kind(Kind::Internal)
    }

    /// Kind of the problem.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Explanation of the error in this request, with the way to fix it.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Part of the request with the error; empty if the error is in no single field.
    pub fn field_name(&self) -> &str {
        &self.field
    }

    /// Refusal by the rules of a game, if the problem is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_deref()
    }

    /// Builds the body of the answer.
    pub fn body(&self) -> ProblemBody {
        ProblemBody {
            type_uri: self.kind.type_uri(),
            title: self.kind.title().to_owned(),
            status: self.kind.status().as_u16(),
            detail: self.detail.clone(),
            field: self.field.clone(),
            rule: self.rule,
        }
    }
}

/// Turns a sentence into a clause, because every `detail` is a clause.
fn lowercase_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

impl From<StoreError> for Problem {
    /// Logs the cause once, and does not show it to the client.
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Unavailable(_) | StoreError::Locked(_) => Kind::Unavailable,
            StoreError::InDoubt(_) => Kind::InDoubt,
            StoreError::Failed(_) => Kind::Internal,
        };
        tracing::error!(cause = %error, kind = kind.name(), "a request failed");
        Self::from_kind(kind)
    }
}

impl From<CommitError> for Problem {
    /// Converts errors of changes that cannot conflict: a conflict is a bug.
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Conflict => Self::internal(error),
            CommitError::Failed(error) => error.into(),
        }
    }
}

impl From<ShapeError> for Problem {
    fn from(misshapen: ShapeError) -> Self {
        Self::field(misshapen.field, misshapen.detail)
    }
}

impl From<RequestError> for Problem {
    fn from(rejection: RequestError) -> Self {
        match rejection {
            RequestError::ShapeError(misshapen) => misshapen.into(),
            RequestError::NotLast { ref field } => {
                Self { field: field.clone(), ..Self::new(Kind::NotLast, rejection.to_string()) }
            }
            RequestError::Refused { field, refusal } => {
                let kind = match refusal.kind() {
                    RefusalKind::OutOfTurn => Kind::OutOfTurn,
                    RefusalKind::Finished => Kind::GameOver,
                    RefusalKind::OutOfPlay | RefusalKind::NotNow => Kind::NotNow,
                    RefusalKind::AgainstRule => Kind::AgainstRule,
                };
                let (rule, detail) = (refusal.rule(), refusal.to_string());
                Self { field, rule, refusal: Some(Box::new(refusal)), ..Self::new(kind, detail) }
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.body()).expect("a problem is plain data");
        let mut response = (self.kind.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.kind == Kind::Unauthorized {
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
        StatusCode::NOT_FOUND => Kind::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Kind::MethodNotAllowed,
        StatusCode::REQUEST_TIMEOUT => Kind::Timeout,
        StatusCode::PAYLOAD_TOO_LARGE => Kind::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Kind::UnsupportedMediaType,
        StatusCode::SERVICE_UNAVAILABLE => Kind::Unavailable,
        status if status.is_server_error() => Kind::Internal,
        _ => Kind::BadRequest,
    };
    let mut problem = Problem::from_kind(kind).into_response();
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
