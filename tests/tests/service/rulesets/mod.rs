//! Bots that play the rulesets.

mod bots;
