//! Scores of games of `voices`, and their game-matrices.

pub(crate) mod matrices;
pub(crate) mod score;
