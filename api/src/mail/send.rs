//! The ways that mail goes: into a folder, or to a mail server.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::Sender;
use crate::config::{MailOut, Relay};
use crate::store::NewMail;

/// How long a mail server may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many connections to a mail server there are at once.
const CONNECTIONS: u32 = 4;
/// How much of what a mail server says is remembered.
const TOLD: usize = 300;

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was taken.
    Taken,
    /// It was not, and may be another time: why.
    Later(String),
    /// It was not, and never will be: why.
    Never(String),
}

/// Who takes mail where it goes.
pub struct Carrier(Way);

enum Way {
    Off,
    Folder(PathBuf),
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
}

impl Carrier {
    /// One that goes this way.
    ///
    /// # Errors
    /// If the certificates of this machine cannot be read.
    pub fn new(out: &MailOut, from: &Sender) -> Result<Self, String> {
        Ok(Self(match out {
            MailOut::Off => Way::Off,
            MailOut::Folder(folder) => Way::Folder(folder.clone()),
            MailOut::Smtp(relay) => Way::Smtp(Box::new(transport(relay, from)?)),
        }))
    }

    /// Whether it goes anywhere.
    pub fn goes(&self) -> bool {
        !matches!(self.0, Way::Off)
    }

    /// Tries to send a mail.
    pub async fn send(&self, mail: &NewMail) -> Outcome {
        match &self.0 {
            Way::Off => Outcome::Never("this server sends no mail".to_owned()),
            Way::Folder(folder) => {
                let (folder, mail) = (folder.clone(), mail.clone());
                let written = tokio::task::spawn_blocking(move || write(&folder, &mail)).await;
                match written.map_err(std::io::Error::other).flatten() {
                    Ok(()) => Outcome::Taken,
                    Err(error) => Outcome::Later(error.to_string()),
                }
            }
            Way::Smtp(transport) => {
                let envelope = match (mail.sender.parse(), mail.recipient.parse()) {
                    (Ok(sender), Ok(recipient)) => Envelope::new(Some(sender), vec![recipient]),
                    _ => return Outcome::Never("the address cannot be written to".to_owned()),
                };
                let Ok(envelope) = envelope else {
                    return Outcome::Never("the address cannot be written to".to_owned());
                };
                match transport.send_raw(&envelope, mail.message.as_bytes()).await {
                    Ok(_) => Outcome::Taken,
                    Err(error) => outcome(&error),
                }
            }
        }
    }
}

fn transport(relay: &Relay, from: &Sender) -> Result<AsyncSmtpTransport<Tokio1Executor>, String> {
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(relay.url())
        .map_err(|error| format!("the mail server {relay} cannot be used: {error}"))?;
    Ok(builder
        .timeout(Some(PATIENCE))
        .hello_name(ClientId::Domain(from.domain().to_owned()))
        .pool_config(PoolConfig::new().max_size(CONNECTIONS).idle_timeout(Duration::from_secs(30)))
        .build())
}

/// What an error means. What a server says of the mailbox holds for good; what it says of us, of our password for instance, is
/// for the operator to put right, and the mail waits.
fn outcome(error: &lettre::transport::smtp::Error) -> Outcome {
    let mut told = error.to_string();
    if let Some(cause) = std::error::Error::source(error) {
        told = format!("{told}: {cause}");
    }
    let told: String = told.chars().filter(|c| !c.is_control()).take(TOLD).collect();
    match error.status().map(u16::from) {
        Some(550..=553 | 556) => Outcome::Never(told),
        _ => Outcome::Later(told),
    }
}

/// Writes a mail into a folder, which is made if there is none. However often it is written, there is one file, and never half
/// of one.
fn write(folder: &Path, mail: &NewMail) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let (name, part) = (folder.join(format!("{}.eml", mail.id)), folder.join(format!(".{}.part", mail.id)));
    let mut file = File::create(&part)?;
    // As a mail server writes it when it has reached its goal.
    write!(file, "Return-Path: <{}>\r\n{}", mail.sender, mail.message)?;
    file.sync_all()?;
    std::fs::rename(part, name)?;
    File::open(folder)?.sync_all()
}
