//! Parameters that many operations have.

use utoipa::IntoParams;

/// Id of a game in the path.
#[derive(IntoParams)]
#[expect(dead_code, reason = "only its schema is used")]
#[into_params(parameter_in = Path)]
pub(crate) struct GameId {
    /// Id of the game.
    #[param(example = "0196f0a0-0000-7000-8000-000000000001")]
    id: String,
}

/// Seat of a game in the path.
#[derive(IntoParams)]
#[expect(dead_code, reason = "only its schema is used")]
#[into_params(parameter_in = Path)]
pub(crate) struct SeatNumber {
    /// Number of the seat.
    #[param(minimum = 1, maximum = 8, example = 2)]
    seat: u8,
}

/// Id of a webhook in the path.
#[derive(IntoParams)]
#[expect(dead_code, reason = "only its schema is used")]
#[into_params(parameter_in = Path)]
pub(crate) struct WebhookId {
    /// Id of the webhook.
    #[param(example = "0196f0a0-0000-7000-8000-000000000003")]
    id: String,
}

/// Id of a token in the path.
#[derive(IntoParams)]
#[expect(dead_code, reason = "only its schema is used")]
#[into_params(parameter_in = Path)]
pub(crate) struct TokenId {
    /// Id of the token.
    #[param(example = "0196f0a0-0000-7000-8000-00000000000b")]
    id: String,
}

/// Condition of a request that reads.
#[derive(IntoParams)]
#[expect(dead_code, reason = "only its schema is used")]
#[into_params(parameter_in = Header)]
pub(crate) struct IfNoneMatch {
    /// Entity tags of your copies; the answer is 304 if one of them is current.
    #[param(rename = "If-None-Match")]
    if_none_match: Option<String>,
}

/// Condition of a request that changes something.
#[derive(IntoParams)]
#[expect(dead_code, reason = "only its schema is used")]
#[into_params(parameter_in = Header)]
pub(crate) struct IfMatch {
    /// Entity tag of what you last read; the answer is 412 if it has changed.
    #[param(rename = "If-Match")]
    if_match: Option<String>,
}
