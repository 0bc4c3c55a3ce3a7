//! Answers: problems, files, headers, and answers that can be repeated.

pub(crate) mod asset;
pub(crate) mod entity_tags;
pub mod problem;
pub(crate) mod protection;
pub(crate) mod stored_response;
pub(crate) mod tagged;
