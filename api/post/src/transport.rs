//! Mail transports: a folder, or a mail server (SMTP).

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use broadside_domain::private;
use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::ServiceAddress;
use crate::config::{MailOut, Relay};

/// Timeout for each response of a mail server.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum number of simultaneous connections to a mail server.
const MAX_CONNECTIONS: u32 = 4;
/// Maximum number of characters of a server response that are stored.
const MAX_RESPONSE_LENGTH: usize = 300;

/// Mail to send.
#[derive(Clone, Debug)]
pub(crate) struct OutboundMail {
    /// Id of the mail, which names its file in a folder.
    pub id: String,
    /// Address of the sender in the envelope.
    pub sender: String,
    /// Address of the recipient in the envelope.
    pub recipient: String,
    /// Header and body (RFC 5322).
    pub message: String,
}

/// Result of a delivery attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SendOutcome {
    Accepted,
    /// The attempt failed and can be repeated.
    Retry {
        reason: String,
        /// True if a server rejected the recipient, and not the sender or the connection.
        of_recipient: bool,
    },
    /// The mail was rejected permanently, for this reason.
    Rejected(String),
}

pub(crate) struct MailTransport(TransportKind);

enum TransportKind {
    Off,
    Folder(PathBuf),
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
}

impl MailTransport {
    /// Creates a transport.
    ///
    /// # Errors
    /// If the certificates of this machine cannot be read.
    pub(crate) fn new(out: &MailOut, from: &ServiceAddress) -> Result<Self, String> {
        Ok(Self(match out {
            MailOut::Off => TransportKind::Off,
            MailOut::Folder(folder) => TransportKind::Folder(folder.clone()),
            MailOut::Smtp(relay) => TransportKind::Smtp(Box::new(smtp_transport(relay, from)?)),
        }))
    }

    /// Returns true if mail is sent at all.
    pub(crate) fn is_enabled(&self) -> bool {
        !matches!(self.0, TransportKind::Off)
    }

    /// Tries to send a mail.
    pub(crate) async fn send(&self, mail: &OutboundMail) -> SendOutcome {
        match &self.0 {
            TransportKind::Off => SendOutcome::Rejected("this server sends no mail".to_owned()),
            TransportKind::Folder(folder) => {
                let folder = folder.clone();
                let mail = mail.clone();
                let written =
                    tokio::task::spawn_blocking(move || write_to_folder(&folder, &mail)).await;
                match written.map_err(std::io::Error::other).flatten() {
                    Ok(()) => SendOutcome::Accepted,
                    Err(error) => {
                        SendOutcome::Retry { reason: error.to_string(), of_recipient: false }
                    }
                }
            }
            TransportKind::Smtp(transport) => {
                let envelope = match (mail.sender.parse(), mail.recipient.parse()) {
                    (Ok(sender), Ok(recipient)) => Envelope::new(Some(sender), vec![recipient]),
                    _ => {
                        return SendOutcome::Rejected(
                            "the address cannot be written to".to_owned(),
                        );
                    }
                };
                let Ok(envelope) = envelope else {
                    return SendOutcome::Rejected("the address cannot be written to".to_owned());
                };
                match transport.send_raw(&envelope, mail.message.as_bytes()).await {
                    Ok(_) => SendOutcome::Accepted,
                    Err(error) => outcome_of_error(&error),
                }
            }
        }
    }
}

fn smtp_transport(
    relay: &Relay,
    from: &ServiceAddress,
) -> Result<AsyncSmtpTransport<Tokio1Executor>, String> {
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(relay.url())
        .map_err(|error| format!("the mail server {relay} cannot be used: {error}"))?;
    Ok(builder
        .timeout(Some(RESPONSE_TIMEOUT))
        .hello_name(ClientId::Domain(from.domain().to_owned()))
        .pool_config(
            PoolConfig::new().max_size(MAX_CONNECTIONS).idle_timeout(Duration::from_secs(30)),
        )
        .build())
}

/// Converts an SMTP error to an outcome.
fn outcome_of_error(error: &lettre::transport::smtp::Error) -> SendOutcome {
    let mut response = error.to_string();
    if let Some(cause) = std::error::Error::source(error) {
        response = format!("{response}: {cause}");
    }
    let response = response.chars().filter(|c| !c.is_control()).take(MAX_RESPONSE_LENGTH).collect();
    classify(error.status().map(u16::from), response)
}

/// Classifies a server response. A permanent error about the recipient is final. An error about us
/// (relaying denied, or our domain rejected) is for the operator to fix. Then the mail waits, as it
/// does while no server responds.
fn classify(status: Option<u16>, response: String) -> SendOutcome {
    let of_recipient = match (status, enhanced_status(&response)) {
        // Addressing errors are about the recipient, except 7 and 8, which are about the sender's
        // address (RFC 3463).
        (Some(_), Some([_, 1, detail])) => !matches!(detail, 7 | 8),
        (Some(_), Some([_, subject, _])) => subject == 2,
        (Some(status), None) => matches!(status, 450 | 452 | 550..=553 | 556),
        (None, _) => false,
    };
    match status {
        Some(500..) if of_recipient => SendOutcome::Rejected(response),
        _ => SendOutcome::Retry { reason: response, of_recipient },
    }
}

/// Finds the enhanced status code (RFC 3463) in a server response: class, subject and detail.
fn enhanced_status(response: &str) -> Option<[u16; 3]> {
    response.split([' ', ':']).find_map(|word| {
        let mut parts =
            word.split('.').map(|part| part.parse::<u16>().ok().filter(|part| *part < 1000));
        let code = [parts.next()??, parts.next()??, parts.next()??];
        (matches!(code[0], 2 | 4 | 5) && parts.next().is_none()).then_some(code)
    })
}

/// Writes a mail into a folder, which is created if it is missing. Writing is idempotent and
/// atomic: there is one file per mail, and it is never partial.
fn write_to_folder(folder: &Path, mail: &OutboundMail) -> std::io::Result<()> {
    // Mails contain keys and codes, so only the operator may read them.
    create_private_dir(folder)?;
    let name = folder.join(format!("{}.eml", mail.id));
    let part = folder.join(format!(".{}.part", mail.id));
    let mut file = private::create_file(&part)?;
    // Like a mail server at final delivery.
    write!(file, "Return-Path: <{}>\r\n{}", mail.sender, mail.message)?;
    file.sync_all()?;
    std::fs::rename(part, name)?;
    File::open(folder)?.sync_all()
}

/// Creates a folder that only its owner can read. Leaves an existing folder unchanged.
fn create_private_dir(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    builder.mode(0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: u16, response: &str) -> SendOutcome {
        classify(Some(status), response.to_owned())
    }

    #[test]
    fn an_error_about_the_recipient_differs_from_one_about_the_sender() {
        for (status, response) in [
            (
                550,
                "permanent error (550): 5.1.1 <x@example.org>: Recipient address rejected: User unknown",
            ),
            (552, "permanent error (552): 5.2.2 mailbox full"),
            (550, "permanent error (550): no such user here"),
            (556, "permanent error (556): 5.1.10 null MX"),
        ] {
            assert!(matches!(outcome(status, response), SendOutcome::Rejected(_)), "{response}");
        }
        for (status, response, is_about_recipient) in [
            (550, "permanent error (550): 5.7.1 relaying denied", false),
            (
                550,
                "permanent error (550): 5.7.26 this mail has been blocked because the sender is unauthenticated",
                false,
            ),
            (
                553,
                "permanent error (553): 5.7.1 Sender address rejected: not owned by user play",
                false,
            ),
            (553, "permanent error (553): 5.1.8 Sender address rejected: Domain not found", false),
            (535, "permanent error (535): 5.7.8 authentication failed", false),
            (554, "permanent error (554): 5.5.1 no valid recipients", false),
            (421, "transient error (421): 4.3.2 shutting down", false),
            (450, "transient error (450): 4.2.0 greylisted", true),
            (452, "transient error (452): 4.2.2 mailbox full", true),
        ] {
            let SendOutcome::Retry { of_recipient, .. } = outcome(status, response) else {
                panic!("{response}")
            };
            assert_eq!(of_recipient, is_about_recipient, "{response}");
        }
        let unreachable = classify(None, "connection error: 10.5.1.1 refused".to_owned());
        assert!(matches!(unreachable, SendOutcome::Retry { of_recipient: false, .. }));
    }

    #[test]
    fn only_the_owner_can_read_mails_in_a_folder() {
        use std::os::unix::fs::PermissionsExt;

        let folder = std::env::temp_dir().join(format!("broadside-mail-{}", std::process::id()));
        let mail = OutboundMail {
            id: "1".to_owned(),
            recipient: "ada@example.org".to_owned(),
            sender: "play@localhost".to_owned(),
            message: "Subject: x

y"
            .to_owned(),
        };
        write_to_folder(&folder, &mail).unwrap();
        write_to_folder(&folder, &mail).unwrap();
        for (path, mode) in [(&folder, 0o700), (&folder.join("1.eml"), 0o600)] {
            let permissions = std::fs::metadata(path).unwrap().permissions();
            assert_eq!(permissions.mode() & 0o777, mode);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
