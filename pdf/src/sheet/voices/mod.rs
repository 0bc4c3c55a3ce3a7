//! Sheets of `voices`: the maps of a game, matrices, the pronunciation key and the score.

pub mod class_set;
pub mod game_maps;
pub mod key;
pub mod matrices;
pub(super) mod pack;
pub mod score;
