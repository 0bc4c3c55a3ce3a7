//! The ways that mail goes: into a folder, or to a mail server.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::Sender;
use crate::config::{MailOut, Relay};
use crate::private;
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
    /// It was not, and may be another time: why, and whether that was said of the recipient.
    Later {
        /// Why.
        why: String,
        /// Whether a server has said it of the recipient, and not of the way there.
        of_recipient: bool,
    },
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
                    Err(error) => Outcome::Later { why: error.to_string(), of_recipient: false },
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

/// What an error means.
fn outcome(error: &lettre::transport::smtp::Error) -> Outcome {
    let mut told = error.to_string();
    if let Some(cause) = std::error::Error::source(error) {
        told = format!("{told}: {cause}");
    }
    let told: String = told.chars().filter(|c| !c.is_control()).take(TOLD).collect();
    judged(error.status().map(u16::from), told)
}

/// What a server's answer means. What it says of the recipient holds for good, if it says so. What it says of us, that we may not
/// relay or that our domain is no good, is for the operator to put right, and the mail waits, as it does while no server answers.
fn judged(status: Option<u16>, told: String) -> Outcome {
    let detail = enhanced(&told);
    let of_recipient = match (status, detail) {
        // The sender's address is not the recipient's (RFC 3463: 7 and 8).
        (Some(_), Some([_, 1, detail])) => !matches!(detail, 7 | 8),
        (Some(_), Some([_, subject, _])) => subject == 2,
        (Some(status), None) => matches!(status, 450 | 452 | 550..=553 | 556),
        (None, _) => false,
    };
    match status {
        Some(500..) if of_recipient => Outcome::Never(told),
        _ => Outcome::Later { why: told, of_recipient },
    }
}

/// The status code of RFC 3463 in what a server says: class, subject and detail.
fn enhanced(told: &str) -> Option<[u16; 3]> {
    told.split([' ', ':']).find_map(|word| {
        let mut parts = word.split('.').map(|part| part.parse::<u16>().ok().filter(|part| *part < 1000));
        let code = [parts.next()??, parts.next()??, parts.next()??];
        (matches!(code[0], 2 | 4 | 5) && parts.next().is_none()).then_some(code)
    })
}

/// Writes a mail into a folder, which is made if there is none. However often it is written, there is one file, and never half
/// of one.
fn write(folder: &Path, mail: &NewMail) -> std::io::Result<()> {
    // There are keys and codes in mails: they are nobody's who does not run the server.
    make_private(folder)?;
    let (name, part) = (folder.join(format!("{}.eml", mail.id)), folder.join(format!(".{}.part", mail.id)));
    let mut file = private::create(&part)?;
    // As a mail server writes it when it has reached its goal.
    write!(file, "Return-Path: <{}>\r\n{}", mail.sender, mail.message)?;
    file.sync_all()?;
    std::fs::rename(part, name)?;
    File::open(folder)?.sync_all()
}

/// Makes a folder that nobody else can look into; one that is there is left as its owner has made it.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    builder.mode(0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, told: &str) -> Outcome {
        judged(Some(status), told.to_owned())
    }

    #[test]
    fn what_is_said_of_the_recipient_is_told_from_what_is_said_of_us() {
        for (status, told) in [
            (550, "permanent error (550): 5.1.1 <x@example.org>: Recipient address rejected: User unknown"),
            (552, "permanent error (552): 5.2.2 mailbox full"),
            (550, "permanent error (550): no such user here"),
            (556, "permanent error (556): 5.1.10 null MX"),
        ] {
            assert!(matches!(of(status, told), Outcome::Never(_)), "{told}");
        }
        for (status, told, tells) in [
            (550, "permanent error (550): 5.7.1 relaying denied", false),
            (
                550,
                "permanent error (550): 5.7.26 this mail has been blocked because the sender is unauthenticated",
                false,
            ),
            (553, "permanent error (553): 5.7.1 Sender address rejected: not owned by user play", false),
            (553, "permanent error (553): 5.1.8 Sender address rejected: Domain not found", false),
            (535, "permanent error (535): 5.7.8 authentication failed", false),
            (554, "permanent error (554): 5.5.1 no valid recipients", false),
            (421, "transient error (421): 4.3.2 shutting down", false),
            (450, "transient error (450): 4.2.0 greylisted", true),
            (452, "transient error (452): 4.2.2 mailbox full", true),
        ] {
            let Outcome::Later { of_recipient, .. } = of(status, told) else { panic!("{told}") };
            assert_eq!(of_recipient, tells, "{told}");
        }
        let nobody = judged(None, "connection error: 10.5.1.1 refused".to_owned());
        assert!(matches!(nobody, Outcome::Later { of_recipient: false, .. }));
    }

    #[test]
    fn mails_in_a_folder_are_nobody_elses() {
        use std::os::unix::fs::PermissionsExt;

        let folder = std::env::temp_dir().join(format!("broadside-mail-{}", std::process::id()));
        let mail = NewMail {
            id: "1".to_owned(),
            player_id: None,
            game_id: None,
            caused_by: None,
            kind: crate::store::MailKind::Game,
            message_id: "1@localhost".to_owned(),
            recipient: "ada@example.org".to_owned(),
            sender: "play@localhost".to_owned(),
            message: "Subject: x\r\n\r\ny".to_owned(),
        };
        write(&folder, &mail).unwrap();
        write(&folder, &mail).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join("1.eml"))), (0o700, 0o600));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
