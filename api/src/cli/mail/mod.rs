//! `broadside mail`: delivers mail to a server, and lists inbound and outbound mail.

mod deliver;
mod log;

use clap::{Arg, Subcommand};
pub(super) use deliver::{DeliverArgs, EX_TEMPFAIL};
pub(super) use log::LogArgs;

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// Deliver a message from standard input to the running server, for a pipe from a mail server
    ///
    /// Exits with 0 if the server has taken it, with 65 if it never will, and with 75 if the mail
    /// server should try again.
    Deliver(DeliverArgs),
    /// List inbound or outbound mail and its state, newest first
    Log(LogArgs),
}

/// Hides all settings of the server except these from the help of a command. The command still
/// accepts the others, because the server's own file may contain them.
fn helpful(arg: Arg, settings: &[&str]) -> Arg {
    let of_server = arg.get_env().is_some() && !settings.contains(&arg.get_id().as_str());
    arg.hide(of_server)
}
