//! Settings of the mailbox from which mail is fetched.

use std::fmt;
use std::str::FromStr;

use percent_encoding::percent_decode_str;

/// Port of IMAP over TLS.
const PORT: u16 = 993;
const INVALID: &str = "the mailbox cannot be read: write it as in imaps://USER:PASSWORD@HOST/INBOX, with %40 for an @ in the \
                     name or the password";

/// Action on a message in the mailbox after it was stored. Unread messages are the new ones: a list
/// of fetched ids would be worthless once the mail server renumbers them, and not every server
/// stores a flag of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFetch {
    /// Keeps the message, and marks it as read.
    Seen,
    Delete,
}

/// Mailbox from which mail is fetched. Its password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapMailbox {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) user: String,
    pub(crate) password: String,
    pub(crate) folder: String,
    pub(crate) then: AfterFetch,
}

impl fmt::Display for ImapMailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}:{}", self.folder, self.host, self.port)
    }
}

impl fmt::Debug for ImapMailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Decodes a part of a URL. Returns `None` if it has control characters.
fn decode(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?.into_owned();
    (!text.chars().any(char::is_control)).then_some(text)
}

impl FromStr for ImapMailbox {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let url: url::Url = text.parse().map_err(|_| INVALID)?;
        if url.scheme() != "imaps" {
            // The URL contains a password, so the error shows only its scheme.
            return Err(format!(
                "`{}:` is not a way to fetch mail: write imaps://USER:PASSWORD@HOST/INBOX; without TLS, others can read the mail",
                url.scheme()
            ));
        }
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(INVALID)?;
        let user = decode(url.username()).filter(|user| !user.is_empty()).ok_or(INVALID)?;
        let password = url
            .password()
            .and_then(decode)
            .filter(|password| !password.is_empty())
            .ok_or(INVALID)?;
        let folder = decode(url.path().trim_matches('/')).ok_or(INVALID)?;
        let then = match url.query() {
            None | Some("then=seen") => AfterFetch::Seen,
            Some("then=delete") => AfterFetch::Delete,
            Some(_) => {
                return Err(
                    "behind the mailbox may stand ?then=seen or ?then=delete and nothing else"
                        .to_owned(),
                );
            }
        };
        Ok(Self {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: url.port().unwrap_or(PORT),
            user,
            password,
            folder: if folder.is_empty() { "INBOX".to_owned() } else { folder },
            then,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mailboxes_are_read_and_passwords_are_not_shown() {
        let mailbox =
            ImapMailbox::from_str("imaps://play%40example.org:s%3Acr%2Ft@imap.example.org")
                .unwrap();
        assert_eq!((&*mailbox.user, &*mailbox.password), ("play@example.org", "s:cr/t"));
        assert_eq!(
            (&*mailbox.host, mailbox.port, &*mailbox.folder),
            ("imap.example.org", 993, "INBOX")
        );
        assert_eq!(mailbox.then, AfterFetch::Seen);
        assert_eq!(format!("{mailbox} {mailbox:?}").matches("s:cr/t").count(), 0);
        let mailbox = ImapMailbox::from_str(
            "imaps://play:secret@localhost:1993/Games/Broadside%20mail?then=delete",
        )
        .unwrap();
        assert_eq!(
            (mailbox.port, &*mailbox.folder, mailbox.then),
            (1993, "Games/Broadside mail", AfterFetch::Delete)
        );
        for wrong in [
            "",
            "INBOX",
            "imaps://",
            "imaps://imap.example.org",
            "imaps://play@imap.example.org",
            "imap://play:secret@imap.example.org",
            "imaps://play:secret%0D%0Ax@imap.example.org",
            "imaps://play:secret@imap.example.org/?then=burn",
            "imaps://play:secret@imap.example.org:x/",
        ] {
            let error = ImapMailbox::from_str(wrong).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
