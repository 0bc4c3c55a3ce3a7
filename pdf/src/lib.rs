//! The press: what one prints to play on paper.
//!
//! Nothing is printed yet. The crate stands here so that the workspace has its final shape; sheets, their layout and
//! their export to PDF come with the first ruleset that is performed from paper.
