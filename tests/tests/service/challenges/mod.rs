//! Challenges.

mod answers;
