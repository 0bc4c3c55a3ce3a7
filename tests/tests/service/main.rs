//! Tests of the compiled binary over HTTP and from the command line. Every answer is checked
//! against the OpenAPI document.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod challenges;
mod games;
mod mailbox;
mod openapi;
mod operator;
mod pages;
mod players;
mod request;
mod response;
mod rulesets;
mod scores;
mod server;
mod sheets;
mod talk;
mod tokens;
mod webhooks;
