//! `broadside mail`: handing mail over, and looking at what has come in.

mod deliver;
mod log;

use clap::Subcommand;
pub(super) use deliver::{AGAIN, Deliver};
pub(super) use log::Log;

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// Hand a message on standard input over to the running server, for a pipe from a mail server
    ///
    /// Ends with 0 if the server has it, with 65 if it never will, and with 75 if it is to be tried again.
    Deliver(Deliver),
    /// Say what has come in and what became of it, the newest first
    Log(Log),
}
