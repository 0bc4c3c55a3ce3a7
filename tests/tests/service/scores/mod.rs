//! Scores of games of `voices`.

mod later_score;
mod matrices;
