//! Play by mail through a mail server as there are many: Postfix and Dovecot. Its players have nothing but a mail program,
//! and its programs nothing but what a person would read.
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
