//! Settings of mail: whose address it comes from, and which way it goes.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use crate::mail::Sender;
use crate::mail::limits::Limits;

/// What holds for mail.
#[derive(Clone, Debug)]
pub struct Mail {
    /// From whom it comes.
    pub from: Sender,
    /// Which way it goes.
    pub out: MailOut,
    /// Where links in it lead: the address under which others reach the server, without a slash at the end.
    pub links: String,
    /// For how many days mails are remembered that are not on their way any more.
    pub keep_days: u32,
    /// How many letters of a player are carried out within a day.
    pub letters: u32,
    /// How many mails are sent within a day.
    pub limits: Limits,
    /// How many hours a change of a confirmed address waits.
    pub change_hours: u32,
}

/// Where links lead that nobody has said anything of: to where the server listens. One that listens everywhere is reached on its own
/// machine, at an address that browsers go to: the one that stands for all of them is none.
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

/// Which way mail goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailOut {
    /// None: nobody is written to.
    Off,
    /// Into a folder, a file each.
    Folder(PathBuf),
    /// To a mail server.
    Smtp(Relay),
}

/// A mail server. Its password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Relay {
    url: String,
    name: String,
}

impl Relay {
    /// Its address with everything in it, as `lettre` takes it.
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
        let wrong = "the address of the mail server cannot be read: write it as in smtp://USER:PASSWORD@HOST:587, \
                     with %40 for an @ in the name or the password";
        let mut url: url::Url = text.parse().map_err(|_| wrong.to_owned())?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(|| wrong.to_owned())?.to_owned();
        let name = url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}"));
        let said = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        if url.query_pairs().any(|(key, _)| key != "tls")
            || said.as_deref().is_some_and(|said| !TLS.contains(&said))
        {
            return Err(
                "behind the address of the mail server may stand ?tls=required or ?tls=none and nothing else"
                    .to_owned(),
            );
        }
        // What is said is not overheard, unless nobody could: STARTTLS is a must but on this machine.
        if url.scheme() == "smtp" && said.is_none() {
            let bare = host.trim_start_matches('[').trim_end_matches(']');
            let here =
                bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
            url.set_query(Some(if here { "tls=none" } else { "tls=required" }));
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
            // It may hold a password, so it is not told.
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
    fn ways_are_read_and_passwords_are_not_shown() {
        let out = |text: &str| text.parse::<MailOut>();
        assert_eq!(out("off"), Ok(MailOut::Off));
        assert_eq!(out("file:mail"), Ok(MailOut::Folder("mail".into())));
        for (text, url) in [
            ("smtp://ada:secret@mail.example.org:587", "smtp://ada:secret@mail.example.org:587?tls=required"),
            ("smtp://127.0.0.1:2525", "smtp://127.0.0.1:2525"),
            ("smtp://localhost?tls=required", "smtp://localhost?tls=required"),
            ("smtp://relay.example.org?tls=none", "smtp://relay.example.org"),
            ("smtps://ada:secret@mail.example.org", "smtps://ada:secret@mail.example.org"),
        ] {
            let Ok(MailOut::Smtp(relay)) = out(text) else { panic!("{text} is a mail server") };
            assert_eq!(relay.url(), url);
            assert!(!format!("{relay} {relay:?}").contains("secret"), "{relay:?}");
        }
        for wrong in
            ["", "file:", "mail", "smtp://", "smtp:ada:secret", "pop3://ada:secret@x", "smtp://x?tls=maybe"]
        {
            let error = out(wrong).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
