//! Rulesets, the bots that play them, and the odds of *Solo Salvo*.

pub(crate) mod bots;
pub(crate) mod catalogue;
pub(crate) mod odds;
