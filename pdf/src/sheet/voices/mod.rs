//! Sheets of `voices`: the maps of a game, matrices, the pronunciation key, the pack and the score.

pub mod class_set;
pub mod game_maps;
pub mod key;
pub mod matrices;
pub mod pack;
pub mod score;
