//! Problems: every answer that is not what was asked for, as RFC 9457 has them.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_engine::game::{Refusal, Rejection};
use broadside_engine::ruleset::{RefusalKind, Refuse};
use broadside_engine::shape::Misshapen;
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::{CommitError, StoreError};

/// Makes the list of kinds once: the variant, its name in `type`, its status, its title and what to do about it.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $status:ident $title:literal $advice:literal;)*) => {
        /// The kinds of problems there are. Their names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $(#[doc = $title] $kind),* }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The last part of its `type`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }

            /// The status it is answered with.
            pub fn status(self) -> StatusCode {
                match self { $(Self::$kind => StatusCode::$status),* }
            }

            /// What it is, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$kind => $title),* }
            }

            /// What it means and what to do about it.
            pub fn advice(self) -> &'static str {
                match self { $(Self::$kind => $advice),* }
            }
        }
    };
}

kinds! {
    MalformedJson "malformed_json" BAD_REQUEST "The body is not JSON"
        "The body could not be read as JSON in UTF-8. `detail` says at which line and column.";
    BadRequest "bad_request" BAD_REQUEST "The request cannot be read"
        "The path, the query or a header could not be read. `detail` says which and why.";
    Unauthorized "unauthorized" UNAUTHORIZED "A valid token is needed"
        "Send `Authorization: Bearer brs_…` with a token that exists and has neither been revoked nor expired. `POST /v1/players` gives one.";
    Forbidden "forbidden" FORBIDDEN "The token may not do this"
        "The token may not do this. `detail` says what it lacks: use one that has it.";
    WrongCode "wrong_code" FORBIDDEN "The invitation's code is not right"
        "Send the code exactly as the creator of the game was given it. If you do, it has been renewed or revoked since: ask for a new one.";
    NotFound "not_found" NOT_FOUND "There is no such thing"
        "It does not exist, or you may not know of it. Check the id.";
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED "This method means nothing here"
        "Use one of the methods that the `Allow` header names.";
    NotAcceptable "not_acceptable" NOT_ACCEPTABLE "The answer cannot be had in that form"
        "Answers are `application/json`, sheets `application/pdf`, streams `text/event-stream`. `detail` says what this one is: leave `Accept` out, or allow it.";
    Timeout "timeout" REQUEST_TIMEOUT "The request took too long"
        "Send it again; with an `Idempotency-Key` where a repetition would do harm.";
    OutOfTurn "out_of_turn" CONFLICT "It is not your turn"
        "Wait until `to_move` holds your seat.";
    GameOver "game_over" CONFLICT "The game is over"
        "Nothing more can be done in it. Read its record, or begin another.";
    NotNow "not_now" CONFLICT "This cannot be done now"
        "It may be right at another time. `detail` says when.";
    AlreadySeated "already_seated" CONFLICT "You sit there already"
        "A player has one seat in a game.";
    NoFreeSeat "no_free_seat" CONFLICT "No seat is free for you"
        "Every seat is taken, or kept for somebody else.";
    NotSeated "not_seated" CONFLICT "You have no seat in this game"
        "Only those who sit in the game can do this. Take a seat first, with a `POST` to the `seats` of the game, if one is free or kept for you.";
    InFlight "in_flight" CONFLICT "The same request is still being answered"
        "A request with this `Idempotency-Key` is under way. Send it again a little later.";
    TimelineChanged "timeline_changed" CONFLICT "The server has gone back to a backup"
        "The number or cursor is from before the operator restored a backup, and may name something else now. Start again without it, and replace what you have.";
    Stale "stale" PRECONDITION_FAILED "It is not as you last saw it"
        "Its `ETag` is another than the one in `If-Match`. Get it again and decide anew.";
    TooLarge "too_large" PAYLOAD_TOO_LARGE "The body is too large"
        "A body may have 64 KiB; a record to be verified 512 KiB and 16,384 JSON objects and arrays; a mail as much as the operator allows.";
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "The body is of the wrong type"
        "Send `Content-Type: application/json`; for a mail it is `message/rfc822`.";
    InvalidField "invalid_field" UNPROCESSABLE_ENTITY "A field is not right"
        "`field` says which, `detail` what would be right. Nothing was changed.";
    AgainstRule "against_rule" UNPROCESSABLE_ENTITY "This is against a rule of the game"
        "`rule` is the number of the rule, `field` what broke it, `detail` what would be right. Nothing was changed.";
    NotLast "not_last" UNPROCESSABLE_ENTITY "This action must be the last of its list"
        "An action that draws luck, ends the game or is answered from a secret ends its list. Send what comes after it in another request.";
    KeyReused "key_reused" UNPROCESSABLE_ENTITY "The idempotency key belongs to another request"
        "The key was used with another body. Use a new key for a new request.";
    KeyNotAccepted "key_not_accepted" UNPROCESSABLE_ENTITY "No idempotency key here"
        "The answer shows a secret once and is not kept, so it cannot be repeated. Leave `Idempotency-Key` out.";
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS "Too many requests"
        "Send the next when `Retry-After` says. The `RateLimit` field of an answer says how many may follow.";
    TooManyStreams "too_many_streams" TOO_MANY_REQUESTS "You have too many streams open"
        "Close one, or hear of all your games with one stream, `GET /v1/events`. A client that has gone is missed within the time that `Retry-After` says.";
    TooManyGames "too_many_games" CONFLICT "You have too many games that have not begun"
        "Wait until others have joined those that you have made, or call some of them off.";
    TooManyMessages "too_many_messages" TOO_MANY_REQUESTS "You have written too many messages in this game"
        "Write the next when `Retry-After` says.";
    Internal "internal" INTERNAL_SERVER_ERROR "Something went wrong on the server"
        "Look whether what you asked for was done, then send the request again; tell the operator the `x-request-id` if it happens again.";
    InDoubt "in_doubt" SERVICE_UNAVAILABLE "It is not known whether this was done"
        "The database failed while the server was saving your request. Send it again with the same `Idempotency-Key` after `Retry-After`, or check first whether it was done.";
    Unavailable "unavailable" SERVICE_UNAVAILABLE "The server cannot answer now"
        "It is shutting down, cannot reach its database, or has too much to do. Send the request again later, as `Retry-After` says.";
}

impl Kind {
    /// The stable reference that names it.
    pub fn type_uri(self) -> String {
        format!("/problems/{}", self.name())
    }
}

/// A problem to be answered with.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    field: String,
    rule: Option<&'static str>,
    retry_after: Option<u64>,
    /// What a game has refused: whoever is answered in other words than those of HTTP is told of that.
    refusal: Option<Box<Refusal>>,
}

/// A problem as it is sent (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A stable reference that names the kind of problem; the server explains it there.
    #[serde(rename = "type")]
    #[schema(example = "/problems/against_rule")]
    type_uri: String,
    /// What it is, in a few words.
    #[schema(example = "This is against a rule of the game")]
    title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599, example = 422)]
    status: u16,
    /// What is wrong this time, and what would be right.
    #[schema(example = "F7 has been called before: call a cell that has not")]
    detail: String,
    /// The part of the request it is about, as in `actions[0].cells[2]`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(example = "actions[0].cells[0]")]
    field: String,
    /// The number of the rule it is against, as in the `rules` of the ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, example = "C5")]
    rule: Option<&'static str>,
}

impl Problem {
    /// A problem of a kind; `detail` says what is wrong this time, and what would be right.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        // A restart takes about so long, and so does missing a client that has gone.
        let retry_after = match kind {
            Kind::Unavailable | Kind::InDoubt => Some(5),
            Kind::TooManyStreams => Some(15),
            _ => None,
        };
        Self { kind, detail: detail.into(), field: String::new(), rule: None, retry_after, refusal: None }
    }

    /// The same problem, which is over in so many seconds.
    #[must_use]
    pub fn after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// The same problem, met when a change had been made: `unavailable` would say that nothing has changed.
    #[must_use]
    pub fn after_change(self) -> Self {
        match self.kind {
            Kind::Unavailable => Self::plain(Kind::InDoubt),
            _ => self,
        }
    }

    /// A problem whose kind says all there is to say.
    pub fn plain(kind: Kind) -> Self {
        let clauses: Vec<_> = kind.advice().trim_end_matches('.').split(". ").map(begin_small).collect();
        Self::new(kind, clauses.join("; "))
    }

    /// A field that is not right.
    pub fn field(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), ..Self::new(Kind::InvalidField, detail) }
    }

    /// Something that is against a rule, by its number.
    pub fn against_rule(rule: &'static str, field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), rule: Some(rule), ..Self::new(Kind::AgainstRule, detail) }
    }

    /// Something failed on the server. The cause is logged here, once, and not told.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::plain(Kind::Internal)
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What is wrong this time, and what would be right.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The part of the request that it is about; empty if it is about all of it.
    pub fn field_name(&self) -> &str {
        &self.field
    }

    /// Why a game has turned it down, if it was a game that did.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_deref()
    }

    /// The problem as it is sent.
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

/// A sentence as a clause: every `detail` is one, whether it was written for its case or not.
fn begin_small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

impl From<StoreError> for Problem {
    /// The cause is logged here, once, and not told.
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Unavailable(_) | StoreError::Locked(_) => Kind::Unavailable,
            StoreError::InDoubt(_) => Kind::InDoubt,
            StoreError::Failed(_) => Kind::Internal,
        };
        tracing::error!(cause = %error, kind = kind.name(), "a request failed");
        Self::plain(kind)
    }
}

impl From<CommitError> for Problem {
    /// For changes that cannot meet another one: a conflict is a fault of the program.
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Conflict => Self::internal(error),
            CommitError::Failed(error) => error.into(),
        }
    }
}

impl From<Misshapen> for Problem {
    fn from(misshapen: Misshapen) -> Self {
        Self::field(misshapen.field, misshapen.detail)
    }
}

impl From<Rejection> for Problem {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::Misshapen(misshapen) => misshapen.into(),
            Rejection::NotLast { ref field } => {
                Self { field: field.clone(), ..Self::new(Kind::NotLast, rejection.to_string()) }
            }
            Rejection::Refused { field, refusal } => {
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

/// Turns what the framework answers by itself (an unknown path, a wrong method) into a problem too.
pub fn tidy(response: Response) -> Response {
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
    let mut problem = Problem::plain(kind).into_response();
    for name in [header::ALLOW, header::RETRY_AFTER] {
        if let Some(value) = response.headers().get(&name) {
            problem.headers_mut().insert(name, value.clone());
        }
    }
    problem
}

/// Whether it is one of the few pages for people, which say themselves what is wrong.
fn is_page(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

fn is_problem(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json")
}
