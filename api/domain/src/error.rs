//! Errors of the application. HTTP and mail render them in their own way.

use broadside_engine::game::{Refusal, RequestError};
use broadside_engine::ruleset::{RefusalKind, RuleError};
use broadside_engine::shape::ShapeError;
use strum::{EnumMessage, VariantArray};

/// Kinds of errors. Their names are stable. The documentation of a kind is its short name, which
/// clients see too. The detailed message explains it and advises what to do.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, EnumMessage, VariantArray, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum ErrorKind {
    /// The body is not valid JSON.
    #[strum(
        detailed_message = "The body must be valid JSON in UTF-8. `detail` gives the line and column of the error."
    )]
    MalformedJson,
    /// The request is malformed.
    #[strum(
        detailed_message = "The path, the query or a header is malformed. `detail` says which, and why."
    )]
    BadRequest,
    /// A valid token is required.
    #[strum(
        detailed_message = "Send `Authorization: Bearer brs_…` with a valid token that has neither been revoked nor expired. \
            `POST /v1/players` creates a player with a token."
    )]
    Unauthorized,
    /// The token does not permit this.
    #[strum(
        detailed_message = "The token lacks a permission. `detail` says which: use a token that has it."
    )]
    Forbidden,
    /// The invitation code is wrong.
    #[strum(
        detailed_message = "Send the code exactly as the creator of the game received it. If you did, the code was renewed or revoked: \
            ask for a new one."
    )]
    WrongCode,
    /// Not found.
    #[strum(
        detailed_message = "The resource does not exist, or you may not know of it. Check the id."
    )]
    NotFound,
    /// The method is not allowed.
    #[strum(detailed_message = "Use one of the methods in the `Allow` header.")]
    MethodNotAllowed,
    /// The answer has no acceptable format.
    #[strum(
        detailed_message = "Answers are `application/json`, sheets `application/pdf`, `image/svg+xml` or `image/png`, streams \
            `text/event-stream`. `detail` gives the type of this answer: accept it, or leave `Accept` out."
    )]
    NotAcceptable,
    /// The request took too long.
    #[strum(
        detailed_message = "Send the request again. Use an `Idempotency-Key` if repeating it could do harm."
    )]
    Timeout,
    /// It is not your turn.
    #[strum(detailed_message = "Wait until `to_move` contains your seat.")]
    OutOfTurn,
    /// The game is over.
    #[strum(
        detailed_message = "Nothing more can be done in this game. Read its record, or begin another game."
    )]
    GameOver,
    /// This is not possible now.
    #[strum(detailed_message = "The request may be possible at another time. `detail` says when.")]
    NotNow,
    /// You already have a seat in this game.
    #[strum(detailed_message = "A player can have only one seat in a game.")]
    AlreadySeated,
    /// No seat is free for you.
    #[strum(detailed_message = "Every seat is taken, or reserved for another player.")]
    NoFreeSeat,
    /// You have no seat in this game.
    #[strum(
        detailed_message = "Only players with a seat can do this. Take a seat first, with a `POST` to the `seats` of the game, if one is \
            free or reserved for you."
    )]
    NotSeated,
    /// The same request is in progress.
    #[strum(
        detailed_message = "A request with this `Idempotency-Key` is in progress. Send it again a little later."
    )]
    InFlight,
    /// The server was restored from a backup.
    #[strum(
        detailed_message = "The number or cursor is from before the operator restored a backup, and may now refer to something else. \
            Start again without it, and replace your data."
    )]
    TimelineChanged,
    /// The resource has changed.
    #[strum(
        detailed_message = "Its `ETag` differs from the one in `If-Match`. Get the resource again, then decide again."
    )]
    Stale,
    /// The body is too large.
    #[strum(
        detailed_message = "A body may have 64 KiB; a record to verify 512 KiB and 16,384 JSON objects and arrays; a mail as much as the \
            operator allows."
    )]
    TooLarge,
    /// The media type of the body is not supported.
    #[strum(
        detailed_message = "Send `Content-Type: application/json`, or `message/rfc822` for a mail."
    )]
    UnsupportedMediaType,
    /// A field is invalid.
    #[strum(
        detailed_message = "`field` names the field, and `detail` says what is valid. Nothing was changed."
    )]
    InvalidField,
    /// This breaks a rule of the game.
    #[strum(
        detailed_message = "`rule` is the number of the rule, `field` is the part of the request that breaks it, and `detail` says what \
            is allowed. Nothing was changed."
    )]
    AgainstRule,
    /// This action must be the last in its list.
    #[strum(
        detailed_message = "An action that draws random numbers, ends the game or is answered from a secret must be the last in its \
            list. Send the actions after it in another request."
    )]
    NotLast,
    /// The idempotency key belongs to another request.
    #[strum(
        detailed_message = "The key was used with a different body. Use a new key for a new request."
    )]
    KeyReused,
    /// An idempotency key is not accepted here.
    #[strum(
        detailed_message = "The answer shows a secret once and is not stored, so it cannot be repeated. Leave `Idempotency-Key` out."
    )]
    KeyNotAccepted,
    /// Too many requests.
    #[strum(
        detailed_message = "Send the next request after the time in `Retry-After`. The `RateLimit` field of an answer says how many \
            requests may follow."
    )]
    TooManyRequests,
    /// You have too many streams open.
    #[strum(
        detailed_message = "Close one, or follow all your games with one stream, `GET /v1/events`. The server notices a disconnected \
            client within the time in `Retry-After`."
    )]
    TooManyStreams,
    /// You have too many games that have not begun, or too many with bots.
    #[strum(
        detailed_message = "Wait until other players have joined the games that you created, or call some of them off. \
            Finish or resign a game with bots."
    )]
    TooManyGames,
    /// You have written too many messages in this game.
    #[strum(detailed_message = "Write the next message after the time in `Retry-After`.")]
    TooManyMessages,
    /// Internal error of the server.
    #[strum(
        detailed_message = "Check if the request was carried out, then send it again. If this happens again, tell the operator the \
            `x-request-id`."
    )]
    Internal,
    /// The outcome of the request is unknown.
    #[strum(
        detailed_message = "The database failed while the server was saving your request. Send it again with the same `Idempotency-Key` \
            after the time in `Retry-After`, or check first if it was carried out."
    )]
    InDoubt,
    /// The server is not available now.
    #[strum(
        detailed_message = "The server is shutting down, cannot reach its database, or is overloaded. Send the request again after the \
            time in `Retry-After`."
    )]
    Unavailable,
}

impl ErrorKind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name of the kind, as in `game_over`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true if the rules or the state of a game do not allow what was asked, so that
    /// repeating it is of no use.
    pub fn is_refusal(self) -> bool {
        matches!(
            self,
            Self::AgainstRule | Self::InvalidField | Self::NotLast | Self::NotNow | Self::OutOfTurn
        )
    }

    /// Returns true if the problem is temporary and does not depend on the request: the same
    /// request may succeed later.
    pub fn is_transient(self) -> bool {
        matches!(
            self,
            Self::Internal | Self::Unavailable | Self::InDoubt | Self::InFlight | Self::Timeout
        )
    }

    /// Returns the short name of the kind, as a sentence.
    pub fn title(self) -> &'static str {
        self.get_documentation().unwrap_or_default().trim_end_matches('.')
    }

    /// Returns the explanation of the kind, with advice what to do.
    pub fn advice(self) -> &'static str {
        self.get_detailed_message().unwrap_or_default()
    }
}

/// Error of the application: the reason for not doing what was asked.
#[derive(Clone, Debug)]
pub struct AppError {
    kind: ErrorKind,
    detail: String,
    field: String,
    rule: Option<&'static str>,
    retry_after: Option<u64>,
    /// Refusal by the rules of a game, for interfaces that use their own words.
    refusal: Option<Box<Refusal>>,
}

impl AppError {
    /// Creates an error. `detail` explains the error in this request and the way to fix it.
    pub fn new(kind: ErrorKind, detail: impl Into<String>) -> Self {
        // A restart takes about this long, and so does noticing a disconnected client.
        let retry_after = match kind {
            ErrorKind::Unavailable | ErrorKind::InDoubt => Some(5),
            ErrorKind::TooManyStreams => Some(15),
            _ => None,
        };
        Self {
            kind,
            detail: detail.into(),
            field: String::new(),
            rule: None,
            retry_after,
            refusal: None,
        }
    }

    /// Sets the time after which the client can try again, in seconds.
    #[must_use]
    pub fn with_retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// Marks an error that occurred after a change was made: `unavailable` would say that nothing
    /// has changed.
    #[must_use]
    pub fn after_change(self) -> Self {
        match self.kind {
            ErrorKind::Unavailable => Self::from_kind(ErrorKind::InDoubt),
            _ => self,
        }
    }

    /// Creates an error with the advice of its kind as `detail`.
    pub fn from_kind(kind: ErrorKind) -> Self {
        let clauses: Vec<_> =
            kind.advice().trim_end_matches('.').split(". ").map(lowercase_first).collect();
        Self::new(kind, clauses.join("; "))
    }

    /// Creates an error about an invalid field.
    pub fn field(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), ..Self::new(ErrorKind::InvalidField, detail) }
    }

    /// Creates an error about a broken rule.
    pub fn against_rule(
        rule: &'static str,
        field: impl Into<String>,
        detail: impl Into<String>,
    ) -> Self {
        Self { field: field.into(), rule: Some(rule), ..Self::new(ErrorKind::AgainstRule, detail) }
    }

    /// Creates an error for a failure of the server. Logs the cause once, and does not show it to
    /// the client.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::from_kind(ErrorKind::Internal)
    }

    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the explanation of the error in this request, with the way to fix it.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Returns the part of the request with the error; empty if the error is in no single field.
    pub fn field_name(&self) -> &str {
        &self.field
    }

    /// Returns the number of the rule that the request breaks, if it breaks one.
    pub fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    /// Returns the time after which the client can try again, in seconds.
    pub fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }

    /// Returns the refusal by the rules of a game, if the error is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_deref()
    }
}

/// Turns a sentence into a clause, because every `detail` is a clause.
fn lowercase_first(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

impl From<ShapeError> for AppError {
    fn from(error: ShapeError) -> Self {
        Self::field(error.field, error.detail)
    }
}

impl From<RequestError> for AppError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::ShapeError(error) => error.into(),
            RequestError::NotLast { ref field } => {
                Self { field: field.clone(), ..Self::new(ErrorKind::NotLast, error.to_string()) }
            }
            RequestError::Refused { field, refusal } => {
                let kind = match refusal.kind() {
                    RefusalKind::OutOfTurn => ErrorKind::OutOfTurn,
                    RefusalKind::Finished => ErrorKind::GameOver,
                    RefusalKind::OutOfPlay | RefusalKind::NotNow => ErrorKind::NotNow,
                    RefusalKind::AgainstRule => ErrorKind::AgainstRule,
                };
                let detail = refusal.to_string();
                let rule = refusal.rule();
                Self { field, rule, refusal: Some(Box::new(refusal)), ..Self::new(kind, detail) }
            }
        }
    }
}
