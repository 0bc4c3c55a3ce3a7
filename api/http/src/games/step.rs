//! Steps of a game: what one commit changed for a viewer. Streams send them, and an answer to
//! actions is one.

use broadside_engine::game::RulesetId;
use serde::{Deserialize, Serialize};

use crate::games::body::EventBody;
use crate::games::view_cache::CachedView;
use crate::response::stored_response::{append_field, to_json};

/// Part of a message of a stream in addition to its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Include {
    /// The game as you see it after the step, and its entity tag.
    Game,
}

/// Step of a game: events that were decided together.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used: `step_json` writes it")]
pub(crate) struct Step {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Events that you can see, oldest first.
    events: Vec<EventBody>,
    /// The game as you see it after the step; only with `include=game`, and left out where a later
    /// step follows at once.
    #[schema(value_type = crate::games::body::GameBody, required = false)]
    snapshot: crate::games::body::GameBody,
    /// Entity tag of `snapshot`, for `If-Match` and `If-None-Match`.
    #[schema(value_type = String, required = false, example = "\"2f1c7a5e0b9d4c83a6e1f0d2b7c4958e\"")]
    etag: String,
}

#[derive(Serialize)]
struct StepHead<'a> {
    game: &'a str,
    ruleset: RulesetId,
    events: &'a [EventBody],
}

/// Writes a step as JSON. The game is rendered already, once for all streams of its kind of viewer.
pub(crate) fn step_json(
    game: &str,
    ruleset: RulesetId,
    events: &[EventBody],
    view: Option<&CachedView>,
) -> String {
    let mut text = to_json(&StepHead { game, ruleset, events });
    if let Some(view) = view {
        append_field(&mut text, "snapshot", &view.body);
        append_field(&mut text, "etag", &to_json(&view.tag));
    }
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Splits events into steps: events of one step have the same time.
pub(crate) fn split_steps(events: &[EventBody]) -> impl Iterator<Item = &[EventBody]> {
    events.chunk_by(|one, next| one.occurred_at == next.occurred_at)
}
