//! Tokens.

mod permissions;
