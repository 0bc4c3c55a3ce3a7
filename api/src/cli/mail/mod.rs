//! `broadside mail`: handing mail over, and looking at what has come in and gone out.

mod deliver;
mod log;

use clap::{Arg, Subcommand};
pub(super) use deliver::{AGAIN, Deliver};
pub(super) use log::Log;

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// Hand a message on standard input over to the running server, for a pipe from a mail server
    ///
    /// Ends with 0 if the server has it, with 65 if it never will, and with 75 if it is to be tried again.
    Deliver(Deliver),
    /// Say what has come in, or gone out, and what became of it, the newest first
    Log(Log),
}

/// Has the help of a command name no settings but these. It takes the others all the same, for they may stand in the server's own file.
fn helpful(arg: Arg, settings: &[&str]) -> Arg {
    let of_server = arg.get_env().is_some() && !settings.contains(&arg.get_id().as_str());
    arg.hide(of_server)
}
