//! Play by mail with a common mail server: Postfix and Dovecot. The players use only a mail
//! program, and act only on text that a person would read.
//!
//! `tests/mail.sh` starts the mail server:
//!
//!     tests/mail.sh cargo test -p broadside-tests --test mail

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod imap;
mod person;
mod post;
mod sending;
mod whole_games;
mod wits;
