//! Settings of the service: from flags, the environment and a TOML file, in that order of
//! precedence.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use broadside_app::config::{AppConfig, Daily, Quota, Quotas};
use broadside_domain::secret::Password;
use broadside_http::config::{HttpConfig, RequestLimits, StreamConfig};
use broadside_mail::config::{MailConfig, links_to};
use broadside_mail::limits::Limits as MailLimits;
use broadside_mail::read::MailParser;
use broadside_store::Database;
use broadside_worker::Retention;
use broadside_worker::mail::ImapMailbox;
use clap::Args;
use serde::Deserialize;

/// Format of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Settings as they are given. Missing settings come from the next source, and finally from the
/// defaults.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Address and port to listen on; port 0 selects a free one [default: 127.0.0.1:8080]
    #[arg(long, env = "BROADSIDE_LISTEN", value_name = "ADDR:PORT")]
    listen: Option<String>,
    /// Database: sqlite:FILE, or `postgres://USER@HOST/DATABASE` for several nodes [default:
    /// sqlite:broadside.db]
    #[arg(long, env = "BROADSIDE_DATABASE", value_name = "URL")]
    database: Option<String>,
    /// Public address of this server, as in `https://play.example.org`; without it `Location` and
    /// `Link` headers are relative, and links in mails lead to this machine
    #[arg(long, env = "BROADSIDE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Days that a player has to answer a challenge, or an invitation by mail, 1 to 365 [default:
    /// 14]
    #[arg(long, env = "BROADSIDE_CHALLENGE_DAYS", value_name = "DAYS")]
    challenge_days: Option<u32>,
    /// Days of vacation that a player may take in a calendar year, 0 to 90; their clocks stop
    /// during a vacation, and 0 turns vacations off [default: 28]
    #[arg(long, env = "BROADSIDE_VACATION_DAYS", value_name = "DAYS")]
    vacation_days: Option<u32>,
    /// Format of log lines, on standard error [default: text]
    #[arg(long, env = "BROADSIDE_LOG_FORMAT", value_name = "FORMAT", value_enum)]
    log_format: Option<LogFormat>,
    /// Log filter: error, warn, info, debug or trace, also by module, as in info,broadside=debug
    /// [default: info]
    #[arg(long, env = "BROADSIDE_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// Maximum number of event streams that a player may have open on this node [default: 20]
    #[arg(long, env = "BROADSIDE_STREAM_LIMIT", value_name = "N")]
    stream_limit: Option<usize>,
    /// Interval in seconds at which a stream sends a heartbeat and checks its token, 1 to 300
    /// [default: 15]
    #[arg(long, env = "BROADSIDE_STREAM_HEARTBEAT", value_name = "SECONDS")]
    stream_heartbeat: Option<u64>,
    /// Days for which the stream of all games of a player can be resumed, 1 to 3650 [default: 30]
    #[arg(long, env = "BROADSIDE_FEED_DAYS", value_name = "DAYS")]
    feed_days: Option<u32>,
    /// Maximum number of games created by a player that have not begun [default: 100]
    #[arg(long, env = "BROADSIDE_OPEN_GAMES", value_name = "N")]
    open_games: Option<u32>,
    /// Maximum number of games with bots in which a player may have a seat at a time [default: 20]
    #[arg(long, env = "BROADSIDE_BOT_GAMES", value_name = "N")]
    bot_games: Option<u32>,
    /// Maximum number of messages that a player may write in a game within a day [default: 100]
    #[arg(long, env = "BROADSIDE_MESSAGE_LIMIT", value_name = "N")]
    message_limit: Option<u32>,
    /// Allow webhooks to private and loopback addresses, and over plain HTTP: for tests, and if
    /// everyone who creates webhooks is trusted
    #[serde(default)]
    #[arg(long, env = "BROADSIDE_WEBHOOK_ALLOW_PRIVATE", value_parser = clap::builder::FalseyValueParser::new())]
    webhook_allow_private: bool,
    /// Sender of mail. Replies go to the same address, with a + and a key before the @
    /// [default: `Broadside <play@localhost>`]
    #[arg(long, env = "BROADSIDE_MAIL_FROM", value_name = "NAME <ADDRESS>")]
    mail_from: Option<String>,
    /// Transport of outbound mail: file:FOLDER for one file per mail,
    /// `smtp://USER:PASSWORD@HOST:587` (with STARTTLS), `smtps://USER:PASSWORD@HOST`, or off
    /// [default: file:mail]
    #[arg(long, env = "BROADSIDE_MAIL_OUT", value_name = "WAY", hide_env_values = true)]
    mail_out: Option<String>,
    /// Days for which mail is kept after it was processed, 1 to 365 [default: 30]
    #[arg(long, env = "BROADSIDE_MAIL_KEEP_DAYS", value_name = "DAYS")]
    mail_keep_days: Option<u32>,
    /// Seconds for which an incoming mail waits before it is processed, 0 to 60, so that one that
    /// was written before it and is delivered after it is processed first [default: 2]
    #[arg(long, env = "BROADSIDE_MAIL_SETTLE_SECONDS", value_name = "SECONDS")]
    mail_settle_seconds: Option<u64>,
    /// Maximum number of mails from a player that are processed within 24 hours [default: 500]
    #[arg(long, env = "BROADSIDE_MAIL_LETTERS", value_name = "N")]
    mail_letters: Option<u32>,
    /// True if strangers who write to the server get an email that offers an account [default: true
    /// with `mail-authserv-id`, otherwise false]
    #[arg(long, env = "BROADSIDE_MAIL_SIGN_UP", value_name = "true or false")]
    mail_sign_up: Option<bool>,
    /// Maximum number of confirmations and invitations to an address within 24 hours [default: 3]
    #[arg(long, env = "BROADSIDE_MAIL_ADDRESS_LIMIT", value_name = "N")]
    mail_address_limit: Option<u32>,
    /// Maximum number of confirmations and invitations to a domain within 24 hours; 20 times as
    /// many to a large provider such as gmail.com [default: 50]
    #[arg(long, env = "BROADSIDE_MAIL_DOMAIN_LIMIT", value_name = "N")]
    mail_domain_limit: Option<u32>,
    /// Maximum number of confirmations and invitations in total within 24 hours [default: 2000]
    #[arg(long, env = "BROADSIDE_MAIL_UNASKED_LIMIT", value_name = "N")]
    mail_unasked_limit: Option<u32>,
    /// Maximum number of invitations that an account may send by mail within 24 hours; fewer for a
    /// new account [default: 20]
    #[arg(long, env = "BROADSIDE_MAIL_INVITATION_LIMIT", value_name = "N")]
    mail_invitation_limit: Option<u32>,
    /// Maximum number of players that an account may challenge within 24 hours, no matter how the
    /// challenges end; fewer for a new account [default: 100]
    #[arg(long, env = "BROADSIDE_CHALLENGE_LIMIT", value_name = "N")]
    challenge_limit: Option<u32>,
    /// Maximum number of mails about games to a player within 24 hours; further ones are combined
    /// into one an hour [default: 200]
    #[arg(long, env = "BROADSIDE_MAIL_PLAYER_LIMIT", value_name = "N")]
    mail_player_limit: Option<u32>,
    /// Maximum number of mails to a player about games with strangers that have not begun, within
    /// 24 hours; further ones are combined [default: 20]
    #[arg(long, env = "BROADSIDE_MAIL_STRANGER_LIMIT", value_name = "N")]
    mail_stranger_limit: Option<u32>,
    /// Maximum number of mails about games that one player causes to another within 24 hours;
    /// further ones are combined [default: 100]
    #[arg(long, env = "BROADSIDE_MAIL_PAIR_LIMIT", value_name = "N")]
    mail_pair_limit: Option<u32>,
    /// Maximum number of mails about games that one player causes to all others within 24 hours;
    /// further ones are combined [default: 1000]
    #[arg(long, env = "BROADSIDE_MAIL_SENDER_LIMIT", value_name = "N")]
    mail_sender_limit: Option<u32>,
    /// Maximum number of mails in total within 24 hours; after that, mails about games wait
    /// [default: 20000]
    #[arg(long, env = "BROADSIDE_MAIL_TOTAL_LIMIT", value_name = "N")]
    mail_total_limit: Option<u32>,
    /// Hours, 1 to 720, after which a new address replaces a confirmed one, or a mailbox with a
    /// confirmed address is deleted: the old address is notified, and can stop it [default: 24]
    #[arg(long, env = "BROADSIDE_MAIL_CHANGE_HOURS", value_name = "HOURS")]
    mail_change_hours: Option<u32>,
    /// Secret for the delivery of inbound mail, at least 16 characters; without it the server takes
    /// no mail over HTTP, and so none from `broadside mail deliver`
    #[arg(
        long,
        env = "BROADSIDE_MAIL_INBOUND_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    mail_inbound_secret: Option<String>,
    /// Mailbox to fetch mail from: imaps://USER:PASSWORD@HOST/INBOX
    #[arg(long, env = "BROADSIDE_MAIL_IMAP", value_name = "MAILBOX", hide_env_values = true)]
    mail_imap: Option<String>,
    /// Maximum size of an inbound mail in megabytes, 1 to 25 [default: 5]
    #[arg(long, env = "BROADSIDE_MAIL_MEGABYTES", value_name = "N")]
    mail_megabytes: Option<usize>,
    /// Name of the server whose `Authentication-Results` in mail are trusted: mail that has failed
    /// DMARC or DKIM by its results is ignored
    #[arg(long, env = "BROADSIDE_MAIL_AUTHSERV_ID", value_name = "NAME")]
    mail_authserv_id: Option<String>,
    /// Maximum number of requests per minute with a token [default: 600]
    #[arg(long, env = "BROADSIDE_TOKEN_RATE", value_name = "N")]
    token_rate: Option<NonZeroU32>,
    /// Maximum number of requests per minute from an address, with all its tokens [default: 3000]
    #[arg(long, env = "BROADSIDE_ADDRESS_RATE", value_name = "N")]
    address_rate: Option<NonZeroU32>,
    /// Maximum number of accounts created in a day from an address, from a network and in total
    /// [default: 100,1000,10000]
    #[arg(long, env = "BROADSIDE_ACCOUNTS_A_DAY", value_name = "ADDRESS,NETWORK,TOTAL")]
    accounts_a_day: Option<String>,
    /// Maximum number of games created in a day by an account, from an address, from a network and
    /// in total [default: 200,1000,5000,20000]
    #[arg(long, env = "BROADSIDE_GAMES_A_DAY", value_name = "ACCOUNT,ADDRESS,NETWORK,TOTAL")]
    games_a_day: Option<String>,
    /// Maximum number of requests that change something in a day, by an account, from an address,
    /// from a network and in total; one with a long body counts once for each 4 KiB [default:
    /// 10000,20000,50000,500000]
    #[arg(long, env = "BROADSIDE_CHANGES_A_DAY", value_name = "ACCOUNT,ADDRESS,NETWORK,TOTAL")]
    changes_a_day: Option<String>,
    /// Addresses of your reverse proxies, separated by commas: the last address in their
    /// `X-Forwarded-For` is the client's. Each of them must add or replace that address [default:
    /// none]
    #[arg(long, env = "BROADSIDE_PROXIES", value_name = "ADDR,…", value_delimiter = ',')]
    proxies: Option<Vec<IpAddr>>,
    /// Do not limit requests and mail: for tests and benchmarks
    #[serde(default)]
    #[arg(long, env = "BROADSIDE_NO_RATE_LIMITS", value_parser = clap::builder::FalseyValueParser::new())]
    no_rate_limits: bool,
    /// TOML file with any of these settings, named like the flags without the leading dashes
    #[serde(skip)]
    #[arg(long, env = "BROADSIDE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Complete and valid settings: those of the process, and those of each part of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Database that stores the games.
    pub database: Database,
    /// Format of log lines.
    pub log_format: LogFormat,
    /// Filter of log lines.
    pub log: String,
    /// Retention periods.
    pub retention: Retention,
    /// Mailbox to fetch mail from, if there is one.
    pub imap: Option<ImapMailbox>,
    /// Settings of the use cases.
    pub app: AppConfig,
    /// Settings of the HTTP interface.
    pub http: HttpConfig,
}

const TOKEN_RATE: NonZeroU32 = NonZeroU32::new(600).expect("it is not 0");
const ADDRESS_RATE: NonZeroU32 = NonZeroU32::new(3000).expect("it is not 0");

/// Invalid setting. The message names it, and says what is valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl Settings {
    /// Completes the settings with those of the file and the defaults.
    ///
    /// # Errors
    /// If the file cannot be read, or a setting is not right.
    pub fn complete(self) -> Result<Config, ConfigError> {
        let file = self.config.as_deref().map(Self::read_file).transpose()?.unwrap_or_default();
        let wrong = |key: &str, error: String| ConfigError(format!("{key}: {error}"));
        let listen = self.listen.or(file.listen).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
        let database =
            self.database.or(file.database).unwrap_or_else(|| "sqlite:broadside.db".to_owned());
        let public_url = self.public_url.or(file.public_url);
        let is_web = |url: &String| {
            let rest = url.strip_prefix("https://").or(url.strip_prefix("http://"));
            rest.is_some_and(|rest| !rest.is_empty())
        };
        if let Some(url) = public_url.as_ref().filter(|url| !is_web(url)) {
            let error = format!(
                "`{url}` is not an address of the web: write one as in https://play.example.org"
            );
            return Err(wrong("public-url", error));
        }
        let challenge_days = self.challenge_days.or(file.challenge_days).unwrap_or(14);
        if !(1..=365).contains(&challenge_days) {
            return Err(wrong(
                "challenge-days",
                format!("a challenge stands 1 to 365 days, not {challenge_days}"),
            ));
        }
        let vacation_days = self.vacation_days.or(file.vacation_days).unwrap_or(28);
        if vacation_days > 90 {
            return Err(wrong(
                "vacation-days",
                format!("0 to 90 days a year, not {vacation_days}"),
            ));
        }
        let log = self.log.or(file.log).unwrap_or_else(|| "info".to_owned());
        check_filter(&log).map_err(|error| wrong("log", error))?;
        let mut streams = StreamConfig::default();
        if let Some(limit) = self.stream_limit.or(file.stream_limit) {
            streams.limit = limit;
        }
        if let Some(seconds) = self.stream_heartbeat.or(file.stream_heartbeat) {
            if !(1..=300).contains(&seconds) {
                return Err(wrong("stream-heartbeat", format!("1 to 300 seconds, not {seconds}")));
            }
            streams.heartbeat = Duration::from_secs(seconds);
        }
        let feed_days = self.feed_days.or(file.feed_days).unwrap_or(30);
        if !(1..=3650).contains(&feed_days) {
            return Err(wrong("feed-days", format!("1 to 3650 days, not {feed_days}")));
        }
        let quotas = Quotas {
            open_games: self.open_games.or(file.open_games).unwrap_or(100),
            bot_games: self.bot_games.or(file.bot_games).unwrap_or(20),
            messages: self.message_limit.or(file.message_limit).unwrap_or(100),
        };
        let mail_from = self.mail_from.or(file.mail_from);
        let mail_from = mail_from.unwrap_or_else(|| "Broadside <play@localhost>".to_owned());
        let mail_out = self.mail_out.or(file.mail_out).unwrap_or_else(|| "file:mail".to_owned());
        let change_hours = self.mail_change_hours.or(file.mail_change_hours).unwrap_or(24);
        if !(1..=720).contains(&change_hours) {
            return Err(wrong("mail-change-hours", format!("1 to 720 hours, not {change_hours}")));
        }
        let mail_keep_days = self.mail_keep_days.or(file.mail_keep_days).unwrap_or(30);
        if !(1..=365).contains(&mail_keep_days) {
            return Err(wrong("mail-keep-days", format!("1 to 365 days, not {mail_keep_days}")));
        }
        let settle = self.mail_settle_seconds.or(file.mail_settle_seconds).unwrap_or(2);
        if settle > 60 {
            return Err(wrong("mail-settle-seconds", format!("0 to 60 seconds, not {settle}")));
        }
        let megabytes = self.mail_megabytes.or(file.mail_megabytes).unwrap_or(5);
        if !(1..=25).contains(&megabytes) {
            return Err(wrong(
                "mail-megabytes",
                format!("a mail may have 1 to 25 megabytes, not {megabytes}"),
            ));
        }
        let proxies = self.proxies.or(file.proxies);
        let mut daily = Daily::default();
        if let Some(text) = self.accounts_a_day.or(file.accounts_a_day) {
            daily.accounts =
                Quota::without_account(&text).map_err(|error| wrong("accounts-a-day", error))?;
        }
        for (name, given, quota) in [
            ("games-a-day", self.games_a_day.or(file.games_a_day), &mut daily.games),
            ("changes-a-day", self.changes_a_day.or(file.changes_a_day), &mut daily.changes),
        ] {
            if let Some(text) = given {
                *quota = text.parse().map_err(|error| wrong(name, error))?;
            }
        }
        let limits = RequestLimits {
            token_rate: self.token_rate.or(file.token_rate).unwrap_or(TOKEN_RATE),
            address_rate: self.address_rate.or(file.address_rate).unwrap_or(ADDRESS_RATE),
            proxies: proxies.unwrap_or_default(),
        };
        let usual = MailLimits::default();
        let mail_limits = MailLimits {
            to_address: self
                .mail_address_limit
                .or(file.mail_address_limit)
                .unwrap_or(usual.to_address),
            to_domain: self.mail_domain_limit.or(file.mail_domain_limit).unwrap_or(usual.to_domain),
            unasked: self.mail_unasked_limit.or(file.mail_unasked_limit).unwrap_or(usual.unasked),
            invitations: self
                .mail_invitation_limit
                .or(file.mail_invitation_limit)
                .unwrap_or(usual.invitations),
            challenges: self.challenge_limit.or(file.challenge_limit).unwrap_or(usual.challenges),
            to_player: self.mail_player_limit.or(file.mail_player_limit).unwrap_or(usual.to_player),
            of_strangers: self
                .mail_stranger_limit
                .or(file.mail_stranger_limit)
                .unwrap_or(usual.of_strangers),
            of_pair: self.mail_pair_limit.or(file.mail_pair_limit).unwrap_or(usual.of_pair),
            by_player: self.mail_sender_limit.or(file.mail_sender_limit).unwrap_or(usual.by_player),
            total: self.mail_total_limit.or(file.mail_total_limit).unwrap_or(usual.total),
            confirmations: usual.confirmations,
        };
        let counted = !(self.no_rate_limits || file.no_rate_limits);
        let listen = parse_address(&listen).map_err(|error| wrong("listen", error))?;
        let public_url = public_url.map(|url| url.trim_end_matches('/').to_owned());
        let authserv_id = self.mail_authserv_id.or(file.mail_authserv_id);
        let mail = MailConfig {
            from: mail_from.parse().map_err(|error| wrong("mail-from", error))?,
            out: mail_out.parse().map_err(|error| wrong("mail-out", error))?,
            links: public_url.clone().unwrap_or_else(|| links_to(listen)),
            public_url: public_url.clone(),
            keep_days: mail_keep_days,
            change_hours,
            settling: Duration::from_secs(settle),
            letters: self.mail_letters.or(file.mail_letters).unwrap_or(500),
            sign_up: self.mail_sign_up.or(file.mail_sign_up).unwrap_or(authserv_id.is_some()),
            limits: if counted { mail_limits } else { MailLimits::NONE },
        };
        let mail_parser =
            MailParser { ours: mail.from.clone(), authserv_id, most_bytes: megabytes * 1_000_000 };
        let inbound_secret = self.mail_inbound_secret.or(file.mail_inbound_secret);
        let inbound_secret = inbound_secret.map(|secret| secret.parse::<Password>()).transpose();
        let imap = self.mail_imap.or(file.mail_imap).map(|mailbox| mailbox.parse()).transpose();
        Ok(Config {
            listen,
            database: database.parse().map_err(|error| wrong("database", error))?,
            log_format: self.log_format.or(file.log_format).unwrap_or_default(),
            log,
            retention: Retention { feed_days, mail_days: mail.keep_days },
            imap: imap.map_err(|error| wrong("mail-imap", error))?,
            app: AppConfig {
                challenge_days,
                quotas,
                daily: counted.then_some(daily),
                mail,
                vacation_days,
                webhook_allow_private: self.webhook_allow_private || file.webhook_allow_private,
            },
            http: HttpConfig {
                public_url,
                streams,
                limits: counted.then_some(limits),
                inbound_secret: inbound_secret
                    .map_err(|error| wrong("mail-inbound-secret", error.to_owned()))?,
                mail_parser,
            },
        })
    }

    fn read_file(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            ConfigError(format!("config: {} cannot be read: {error}", path.display()))
        })?;
        toml::from_str(&text)
            .map_err(|error| ConfigError(format!("config: {}: {error}", path.display())))
    }
}

/// Parses an address and a port.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| match text.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && !name.contains(':') && port.parse::<u16>().is_ok() => {
            format!(
                "`{name}` is not an IP address, and names are not looked up: write one, as in 127.0.0.1:{port} or \
                 0.0.0.0:{port}"
            )
        }
        _ => format!("`{text}` is not an address with a port: write one as in 127.0.0.1:8080"),
    })
}

/// Checks a filter of log lines. `EnvFilter` takes an unknown level for a module whose lines are
/// all logged, and so does not report a typing error.
fn check_filter(filter: &str) -> Result<(), String> {
    const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];
    let is_level = |word: &str| LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level));
    for word in filter
        .split(',')
        .map(str::trim)
        .filter(|word| !word.contains(['=', '[', ']', '{', '}', '"']))
    {
        if !is_level(word) {
            return Err(format!(
                "`{word}` is not a level: error, warn, info, debug or trace, or a module with its own, as in \
                 broadside=debug"
            ));
        }
    }
    tracing_subscriber::EnvFilter::try_new(filter)
        .map(|_| ())
        .map_err(|error| format!("`{filter}` is not a filter ({error}): write one as in info"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_work() {
        let config = Settings::default().complete().unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database.to_string(), "broadside.db");
    }

    #[test]
    fn a_wrong_setting_is_named_with_what_would_be_right() {
        let cases = [
            (
                Settings { listen: Some("8080".into()), ..Settings::default() },
                "listen",
                "127.0.0.1:8080",
            ),
            (
                Settings { database: Some("mysql://x".into()), ..Settings::default() },
                "database",
                "sqlite:",
            ),
            (
                Settings { public_url: Some("example".into()), ..Settings::default() },
                "public-url",
                "https://",
            ),
            (
                Settings { challenge_days: Some(0), ..Settings::default() },
                "challenge-days",
                "1 to 365",
            ),
            (
                Settings { vacation_days: Some(91), ..Settings::default() },
                "vacation-days",
                "0 to 90",
            ),
            (Settings { log: Some("a=b=c".into()), ..Settings::default() }, "log", "info"),
            (
                Settings { log: Some("loud".into()), ..Settings::default() },
                "log: `loud` is not a level",
                "trace",
            ),
            (Settings { log: Some("".into()), ..Settings::default() }, "log", "info"),
            (
                Settings { log: Some("info,broadside=loud".into()), ..Settings::default() },
                "log",
                "info",
            ),
            (
                Settings { listen: Some("localhost:8081".into()), ..Settings::default() },
                "listen: `localhost` is not an IP address",
                "127.0.0.1:8081",
            ),
            (
                Settings { config: Some("/no/such".into()), ..Settings::default() },
                "config",
                "/no/such",
            ),
            (
                Settings { stream_heartbeat: Some(0), ..Settings::default() },
                "stream-heartbeat",
                "1 to 300 seconds",
            ),
            (
                Settings { mail_from: Some("play".into()), ..Settings::default() },
                "mail-from",
                "play@",
            ),
            (
                Settings { mail_out: Some("pigeon".into()), ..Settings::default() },
                "mail-out",
                "smtp://",
            ),
            (
                Settings { mail_change_hours: Some(0), ..Settings::default() },
                "mail-change-hours",
                "1 to 720",
            ),
            (
                Settings { mail_keep_days: Some(0), ..Settings::default() },
                "mail-keep-days",
                "1 to 365",
            ),
            (
                Settings { mail_settle_seconds: Some(61), ..Settings::default() },
                "mail-settle-seconds",
                "0 to 60",
            ),
            (Settings { feed_days: Some(0), ..Settings::default() }, "feed-days", "1 to 3650 days"),
            (
                Settings { mail_megabytes: Some(26), ..Settings::default() },
                "mail-megabytes",
                "1 to 25",
            ),
            (
                Settings { mail_inbound_secret: Some("short".into()), ..Settings::default() },
                "mail-inbound-secret",
                "16 characters",
            ),
            (
                Settings { mail_imap: Some("imap://a:secret@b".into()), ..Settings::default() },
                "mail-imap",
                "imaps://",
            ),
        ];
        for (settings, key, right) in cases {
            let error = settings.complete().unwrap_err().to_string();
            assert!(error.starts_with(key) && error.contains(right), "{error}");
        }
    }

    #[test]
    fn a_filter_of_log_lines_may_be_fine() {
        for filter in
            ["info", "WARN", "off", "info,broadside=debug", "warn,broadside_http[answered]=trace"]
        {
            assert_eq!(check_filter(filter), Ok(()), "{filter}");
        }
    }

    #[test]
    fn flags_come_before_the_file() {
        let file =
            std::env::temp_dir().join(format!("broadside-config-{}.toml", std::process::id()));
        std::fs::write(&file, "listen = \"127.0.0.1:1\"\nlog = \"debug\"\n").unwrap();
        let settings = Settings {
            listen: Some("127.0.0.1:2".into()),
            config: Some(file.clone()),
            ..Settings::default()
        };
        let config = settings.complete().unwrap();
        assert_eq!((config.listen.port(), config.log.as_str()), (2, "debug"));
        std::fs::write(&file, "listn = \"x\"\n").unwrap();
        let error =
            Settings { config: Some(file.clone()), ..Settings::default() }.complete().unwrap_err();
        assert!(error.to_string().contains("listn"), "{error}");
        std::fs::remove_file(file).unwrap();
    }
}
