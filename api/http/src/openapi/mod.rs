//! OpenAPI document: parameters that many operations have. The tests complete the document, and
//! check that the committed copy is current.

pub(crate) mod parameters;
#[cfg(test)]
mod tests;
