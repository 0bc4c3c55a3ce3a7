//! Errors, headers and caching of answers.

mod failures;
mod problems;
mod protection;
