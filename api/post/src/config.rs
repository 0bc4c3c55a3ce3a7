//! Settings of mail: its sender and its transport.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use broadside_domain::limits::MailLimits;

use crate::read::MailParser;
use crate::{ImapMailbox, ServiceAddress};

/// Settings of mail, as the operator gives them.
#[derive(Clone, Debug)]
pub struct MailConfig {
    pub from: ServiceAddress,
    pub out: MailOut,
    /// Base of links in mails: the public address of the server or, without one, the address on
    /// which it listens. Without a slash at the end.
    pub links: String,
    /// Public address of the server, without a slash at the end; `None` if it has none.
    pub public_url: Option<String>,
    /// Days for which mail is kept after it was processed.
    pub keep_days: u32,
    /// True if strangers who write get a mail that offers an account.
    pub sign_up: bool,
    pub limits: MailLimits,
    pub parser: Arc<MailParser>,
    /// Mailbox from which mail is fetched; `None` if none is.
    pub fetch: Option<ImapMailbox>,
}

impl MailConfig {
    /// Returns true if the server sends mail.
    pub fn sends_mail(&self) -> bool {
        self.out != MailOut::Off
    }
}

/// Returns the base of links for a server without a public address: the address on which it
/// listens. If it listens on all addresses, the result is the loopback address, because browsers
/// cannot go to the unspecified address.
pub fn links_to(listening: SocketAddr) -> String {
    let mut address = listening;
    if address.ip().to_canonical().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}")
}

/// Transport of outbound mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailOut {
    /// No transport: no mail is sent.
    Off,
    /// Folder with one file per mail.
    Folder(PathBuf),
    /// Mail server.
    Smtp(Relay),
}

/// Mail server. Its password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Relay {
    url: String,
    name: String,
}

impl Relay {
    /// Returns the full URL, including the password, for `lettre`.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl fmt::Display for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Relay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error = "the address of the mail server cannot be read: write it as in smtp://USER:PASSWORD@HOST:587, \
                     with %40 for an @ in the name or the password";
        let mut url: url::Url = text.parse().map_err(|_| error.to_owned())?;
        let host = url
            .host_str()
            .filter(|host| !host.is_empty())
            .ok_or_else(|| error.to_owned())?
            .to_owned();
        let name = url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}"));
        let tls =
            url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        if url.query_pairs().any(|(key, _)| key != "tls")
            || tls.as_deref().is_some_and(|tls| !TLS.contains(&tls))
        {
            return Err(
                "behind the address of the mail server may stand ?tls=required or ?tls=none and nothing else"
                    .to_owned(),
            );
        }
        // Require STARTTLS, so that nobody can read the mail on the network. A mail server on this
        // machine does not need it.
        if url.scheme() == "smtp" && tls.is_none() {
            let name_or_ip = host.trim_start_matches('[').trim_end_matches(']');
            let is_local = name_or_ip == "localhost"
                || name_or_ip.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
            url.set_query(Some(if is_local { "tls=none" } else { "tls=required" }));
        }
        if url.query() == Some("tls=none") {
            url.set_query(None);
        }
        Ok(Self { url: url.into(), name })
    }
}

const TLS: [&str; 2] = ["required", "none"];

impl FromStr for MailOut {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "off" => Ok(Self::Off),
            Some(("file", folder)) if !folder.is_empty() => Ok(Self::Folder(folder.into())),
            Some(("smtp" | "smtps", _)) => text.parse().map(Self::Smtp),
            // The text may contain a password, so the error does not show it.
            _ => Err("write file:FOLDER, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST or off"
                .to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_a_browser_can_go() {
        for (listening, links) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("192.0.2.7:80", "http://192.0.2.7:80"),
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            ("[::]:8080", "http://[::1]:8080"),
            ("[2001:db8::7]:8080", "http://[2001:db8::7]:8080"),
        ] {
            assert_eq!(links_to(listening.parse().unwrap()), links);
        }
    }

    #[test]
    fn transports_are_parsed_and_passwords_are_not_shown() {
        assert_eq!(MailOut::from_str("off"), Ok(MailOut::Off));
        assert_eq!(MailOut::from_str("file:mail"), Ok(MailOut::Folder("mail".into())));
        for (text, url) in [
            (
                "smtp://ada:secret@mail.example.org:587",
                "smtp://ada:secret@mail.example.org:587?tls=required",
            ),
            ("smtp://127.0.0.1:2525", "smtp://127.0.0.1:2525"),
            ("smtp://localhost?tls=required", "smtp://localhost?tls=required"),
            ("smtp://relay.example.org?tls=none", "smtp://relay.example.org"),
            ("smtps://ada:secret@mail.example.org", "smtps://ada:secret@mail.example.org"),
        ] {
            let Ok(MailOut::Smtp(relay)) = MailOut::from_str(text) else {
                panic!("{text} is a mail server")
            };
            assert_eq!(relay.url(), url);
            assert!(!format!("{relay} {relay:?}").contains("secret"), "{relay:?}");
        }
        for wrong in [
            "",
            "file:",
            "mail",
            "smtp://",
            "smtp:ada:secret",
            "pop3://ada:secret@x",
            "smtp://x?tls=maybe",
        ] {
            let error = MailOut::from_str(wrong).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
