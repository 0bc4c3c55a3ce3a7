//! Ruleset `voices`: *SALVO for 2 voices*, a battle that is also a sound poem (V1–V20).
//!
//! Its sounds are the ten game-matrices, generated matrices, and the pronunciation key ([`matrix`],
//! [`recipe`], [`key`]). Its battle is a [`Ruleset`](crate::ruleset::Ruleset). The [`score`]
//! combines both.

mod action;
mod aim;
mod changes;
mod event;
pub mod key;
mod legal;
pub mod matrix;
mod options;
mod performance;
mod phonetics;
mod placement;
mod prosody;
pub mod recipe;
mod rules;
pub mod score;
mod sound;
mod speech;
mod state;
mod stored;
mod turns;
mod view;

pub use action::{
    Action, ChooseAxes, Direct, Fire, MAX_CHANGES, MAX_DIRECTION_LENGTH, Nothing, Refusal, SetVoice,
};
pub use changes::ScoreChange;
pub use event::{
    Answer, AxesSet, Axis, Dice, Directed, Event, Glimpse, Line, Part, PendingChoice, Revoiced,
    ShotFired, ShotResult, VoiceSet,
};
pub use legal::{AxisCells, Legal};
pub use options::{Aim, Axes, Counts, Engagement, Options};
pub use placement::{Draft, Hidden};
pub use sound::{Column, ColumnEdge, ColumnVoice, Row, RowEdge, RowVoice, Voice};
pub use state::Voices;
pub use view::{
    EndOfferView, Maps, Mark, MatrixView, Report, ShipView, ShotView, Turn, View, Waters,
};
