//! Settings of the service: from flags, the environment and a TOML file, in that order of
//! precedence. Each default is part of its setting; `docs/settings.md` lists them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use broadside_app::config::AppConfig;
use broadside_domain::limits::Limits;
use broadside_domain::secret::Password;
use broadside_http::config::HttpConfig;
use broadside_post::ImapMailbox;
use broadside_post::ServiceAddress;
use broadside_post::config::{MailConfig, links_to};
use broadside_post::read::MailParser;
use broadside_store::Database;
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Parser, ValueEnum, value_parser};
use serde_json::Value;
use tracing_subscriber::filter::Targets;

use crate::telemetry::parse_filter;

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Set of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LimitSet {
    /// Friends, and mail through a mailbox of a large provider.
    Small,
    /// A public server.
    Normal,
    /// A thousand pupils behind one address.
    School,
    /// No limits of requests and mail, for tests and benchmarks.
    None,
}

/// Settings of the service.
#[derive(Args, Clone, Debug)]
pub struct Settings {
    #[command(flatten)]
    server: ServerSettings,
    #[command(flatten)]
    storage: StorageSettings,
    #[command(flatten)]
    mail: MailSettings,
    #[command(flatten)]
    limits: LimitSettings,
    #[command(flatten)]
    log: LogSettings,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Server")]
struct ServerSettings {
    /// Address and port to listen on; port 0 selects a free one
    #[arg(long, env = "BROADSIDE_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080", value_parser = parse_address)]
    listen: SocketAddr,
    /// Public address of this server, as in `https://play.example.org`; without it `Location` and
    /// `Link` headers are relative, and links in mails lead to this machine
    #[arg(long, env = "BROADSIDE_PUBLIC_URL", value_name = "URL", value_parser = parse_public_url)]
    public_url: Option<String>,
    /// Addresses of your reverse proxies, separated by commas: the last address in their
    /// `X-Forwarded-For` is the client's. Each of them must add or replace that address
    #[arg(long, env = "BROADSIDE_PROXIES", value_name = "ADDR,…", value_delimiter = ',')]
    proxies: Vec<IpAddr>,
    /// Allow webhooks to private and loopback addresses, and over plain HTTP: for tests, and if
    /// everyone who creates webhooks is trusted
    #[arg(long, env = "BROADSIDE_WEBHOOK_ALLOW_PRIVATE", value_name = "BOOL", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_value = "false", default_missing_value = "true")]
    webhook_allow_private: bool,
    /// Days that a player has to answer a challenge, or an invitation by mail, 1 to 365
    #[arg(long, env = "BROADSIDE_CHALLENGE_DAYS", value_name = "DAYS", default_value_t = 14, value_parser = value_parser!(u32).range(1..=365))]
    challenge_days: u32,
    /// Days of vacation that a player may take in a calendar year, 0 to 90; their clocks stop
    /// during a vacation, and 0 turns vacations off
    #[arg(long, env = "BROADSIDE_VACATION_DAYS", value_name = "DAYS", default_value_t = 28, value_parser = value_parser!(u32).range(0..=90))]
    vacation_days: u32,
    /// TOML file with any of these settings, named like the flags without the leading dashes
    #[arg(long, env = "BROADSIDE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Database")]
struct StorageSettings {
    /// Database: sqlite:FILE, or `postgres://USER@HOST/DATABASE` for several nodes
    #[arg(
        long,
        env = "BROADSIDE_DATABASE",
        value_name = "URL",
        default_value = "sqlite:broadside.db",
        hide_env_values = true
    )]
    database: String,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Mail")]
struct MailSettings {
    /// Sender of mail. Replies go to the same address, with a + and a key before the @
    #[arg(
        long,
        env = "BROADSIDE_MAIL_FROM",
        value_name = "NAME <ADDRESS>",
        default_value = "Broadside <play@localhost>"
    )]
    mail_from: ServiceAddress,
    /// Transport of outbound mail: file:FOLDER for one file per mail,
    /// `smtp://USER:PASSWORD@HOST:587` (with STARTTLS), `smtps://USER:PASSWORD@HOST`, or off
    #[arg(
        long,
        env = "BROADSIDE_MAIL_OUT",
        value_name = "WAY",
        default_value = "file:mail",
        hide_env_values = true
    )]
    mail_out: String,
    /// Mailbox to fetch mail from: imaps://USER:PASSWORD@HOST/INBOX
    #[arg(long, env = "BROADSIDE_MAIL_IMAP", value_name = "MAILBOX", hide_env_values = true)]
    mail_imap: Option<String>,
    /// Secret for the delivery of inbound mail, at least 16 characters; without it the server takes
    /// no mail over HTTP, and so none from `broadside mail deliver`
    #[arg(
        long,
        env = "BROADSIDE_MAIL_INBOUND_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    mail_inbound_secret: Option<String>,
    /// Name of the server whose `Authentication-Results` in mail are trusted: mail that has failed
    /// DMARC or DKIM by its results is ignored
    #[arg(long, env = "BROADSIDE_MAIL_AUTHSERV_ID", value_name = "NAME")]
    mail_authserv_id: Option<String>,
    /// True if strangers who write to the server get an email that offers an account [default: true
    /// with `mail-authserv-id`, otherwise false]
    #[arg(long, env = "BROADSIDE_MAIL_SIGN_UP", value_name = "BOOL", value_parser = BoolishValueParser::new())]
    mail_sign_up: Option<bool>,
    /// Days for which mail is kept after it was processed, 1 to 365
    #[arg(long, env = "BROADSIDE_MAIL_KEEP_DAYS", value_name = "DAYS", default_value_t = 30, value_parser = value_parser!(u32).range(1..=365))]
    mail_keep_days: u32,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
struct LimitSettings {
    /// Limits of requests, accounts, games and mail: small for friends, normal for a public
    /// server, school for a thousand pupils behind one address, none for tests and benchmarks
    #[arg(
        long,
        env = "BROADSIDE_LIMITS",
        value_name = "SET",
        default_value = "normal",
        value_enum,
        hide_possible_values = true
    )]
    limits: LimitSet,
    /// Maximum number of mails in total within 24 hours, as your mail provider allows; after that,
    /// mails about games wait [default: 400 with --limits small, otherwise 20000]
    #[arg(long, env = "BROADSIDE_MAIL_A_DAY", value_name = "N")]
    mail_a_day: Option<u32>,
    /// Maximum number of games with bots in which a player may have a seat at a time; 0 for no bots
    #[arg(long, env = "BROADSIDE_BOT_GAMES", value_name = "N", default_value_t = 20)]
    bot_games: u32,
    /// Numbers that tests replace, as in `messages=3,mail.letters=7`
    #[arg(long, env = "BROADSIDE_TEST_LIMITS", value_delimiter = ',', hide = true)]
    test_limits: Vec<String>,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Log")]
struct LogSettings {
    /// Log filter: error, warn, info, debug or trace, also by module, as in info,broadside_http=debug
    #[arg(long, env = "BROADSIDE_LOG", value_name = "FILTER", default_value = "info", value_parser = parse_filter)]
    log: Targets,
    /// Format of log lines, on standard error
    #[arg(
        long,
        env = "BROADSIDE_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text",
        value_enum
    )]
    log_format: LogFormat,
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
    pub log: Targets,
    /// Days for which feed entries are kept, for the streams of all games of a player.
    pub feed_days: u32,
    /// Settings of mail.
    pub mail: MailConfig,
    /// Settings of the use cases.
    pub app: AppConfig,
    /// Settings of the HTTP interface.
    pub http: HttpConfig,
}

/// Invalid setting. The message names it, and says what is valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl Settings {
    /// Parses settings from flags, and from the environment.
    ///
    /// # Errors
    /// If a flag does not exist, or a value is not valid.
    pub fn from_flags(flags: &[&str]) -> Result<Self, clap::Error> {
        #[derive(Parser)]
        struct Flags {
            #[command(flatten)]
            settings: Settings,
        }
        let flags = ["settings"].into_iter().chain(flags.iter().copied()).map(OsString::from);
        Ok(parse::<Flags>(flags)?.settings)
    }

    /// Builds the settings of each part of the service.
    ///
    /// # Errors
    /// If a setting with a secret is not valid; its value is not shown.
    pub fn complete(self) -> Result<Config, ConfigError> {
        let Self { server, storage, mail, limits: given, log } = self;
        let mut limits = given.limits()?;
        if let Some(mail_a_day) = given.mail_a_day {
            limits.mail.total = mail_a_day;
        }
        let fetch = mail.mail_imap.map(|mailbox| mailbox.parse::<ImapMailbox>()).transpose();
        let mail_config = MailConfig {
            from: mail.mail_from.clone(),
            out: mail.mail_out.parse().map_err(|error| wrong("mail-out", error))?,
            links: server.public_url.clone().unwrap_or_else(|| links_to(server.listen)),
            public_url: server.public_url.clone(),
            keep_days: mail.mail_keep_days,
            sign_up: mail.mail_sign_up.unwrap_or(mail.mail_authserv_id.is_some()),
            limits: limits.mail.clone(),
            parser: Arc::new(MailParser {
                service: mail.mail_from,
                authserv_id: mail.mail_authserv_id,
                max_bytes: limits.mail.letter_bytes,
            }),
            fetch: fetch.map_err(|error| wrong("mail-imap", error))?,
        };
        let inbound_secret = mail.mail_inbound_secret.map(|secret| secret.parse::<Password>());
        let inbound_secret = inbound_secret.transpose();
        Ok(Config {
            listen: server.listen,
            database: storage.database.parse().map_err(|error| wrong("database", error))?,
            log_format: log.log_format,
            log: log.log,
            feed_days: limits.feed_days,
            mail: mail_config,
            app: AppConfig {
                challenge_days: server.challenge_days,
                bot_games: given.bot_games,
                limits: limits.clone(),
                vacation_days: server.vacation_days,
                webhook_allow_private: server.webhook_allow_private,
            },
            http: HttpConfig {
                public_url: server.public_url,
                limits,
                proxies: server.proxies,
                inbound_secret: inbound_secret
                    .map_err(|error| wrong("mail-inbound-secret", error.to_owned()))?,
            },
        })
    }
}

fn wrong(setting: &str, error: String) -> ConfigError {
    ConfigError(format!("{setting}: {error}"))
}

fn wrong_test_limits(error: serde_json::Error) -> ConfigError {
    wrong("test-limits", error.to_string())
}

impl LimitSettings {
    /// Returns the limits of the chosen set, with the numbers of a test.
    fn limits(&self) -> Result<Limits, ConfigError> {
        let limits = match self.limits {
            LimitSet::Small => Limits::SMALL,
            LimitSet::Normal => Limits::NORMAL,
            LimitSet::School => Limits::SCHOOL,
            LimitSet::None => Limits::NONE,
        };
        let mut values = serde_json::to_value(limits).map_err(wrong_test_limits)?;
        for limit in &self.test_limits {
            let (name, number) = limit.split_once('=').unwrap_or((limit, ""));
            let value = values.pointer_mut(&format!("/{}", name.replace('.', "/")));
            let value = value
                .ok_or_else(|| ConfigError(format!("test-limits: there is no limit `{name}`")))?;
            *value = serde_json::from_str(number).map_err(wrong_test_limits)?;
        }
        serde_json::from_value(values).map_err(wrong_test_limits)
    }
}

/// Parses the arguments of a program. Settings that they and the environment leave out come from
/// the file that the setting `config` names.
///
/// # Errors
/// If an argument or a setting is not valid, or the file cannot be read.
pub fn parse<P: Parser>(args: impl Iterator<Item = OsString>) -> Result<P, clap::Error> {
    let args: Vec<OsString> = args.collect();
    let mut matches = P::command().try_get_matches_from(&args)?;
    if let Some(file) = config_file(&matches) {
        let command = P::command();
        let values = match read_file(&file) {
            Ok(values) => values,
            Err(error) => {
                let error = format!("config: {}: {error}", file.display());
                return Err(P::command().error(ErrorKind::ValueValidation, error));
            }
        };
        matches = with_defaults(command, &values).try_get_matches_from(&args)?;
    }
    P::from_arg_matches(&matches)
}

/// Returns the file that the innermost command names.
fn config_file(matches: &ArgMatches) -> Option<PathBuf> {
    let inner = matches.subcommand().and_then(|(_, inner)| config_file(inner));
    inner.or_else(|| matches.try_get_one::<PathBuf>("config").ok().flatten().cloned())
}

/// Reads a file of settings, and checks each alone.
fn read_file(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("it cannot be read: {error}"))?;
    let table: BTreeMap<String, Value> =
        toml::from_str(&text).map_err(|error| error.to_string())?;
    let command = Settings::augment_args(Command::new("settings").no_binary_name(true));
    let mut values = BTreeMap::new();
    for (name, value) in table {
        let is_setting = name != "config"
            && command
                .get_arguments()
                .any(|arg| arg.get_long() == Some(&name) && !arg.is_hide_set());
        if !is_setting {
            return Err(format!("`{name}` is not a setting: `broadside --help` lists them"));
        }
        let value = as_flag(&value);
        if let Err(error) = command.clone().try_get_matches_from([format!("--{name}={value}")]) {
            let error = error.to_string();
            let line = error.lines().next().unwrap_or_default();
            return Err(line.trim_start_matches("error: ").to_owned());
        }
        values.insert(name, value);
    }
    Ok(values)
}

/// Writes a value of a file as the value of a flag.
fn as_flag(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(as_flag).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Replaces the defaults of the settings of a command and its subcommands.
fn with_defaults(command: Command, values: &BTreeMap<String, String>) -> Command {
    command
        .mut_args(|arg| match arg.get_long().and_then(|long| values.get(long)) {
            Some(value) => arg.default_value(value.clone()),
            None => arg,
        })
        .mut_subcommands(|inner| with_defaults(inner, values))
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
        _ => "it is not an address with a port: write one as in 127.0.0.1:8080".to_owned(),
    })
}

/// Parses the public address of the server. A slash at its end is dropped.
fn parse_public_url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    match rest.map(|rest| rest.trim_end_matches('/')) {
        None | Some("") => {
            Err("it is not an address of the web: write one as in https://play.example.org"
                .to_owned())
        }
        Some(_) => Ok(text.trim_end_matches('/').to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(flags: &[&str]) -> Result<Config, String> {
        let settings = Settings::from_flags(flags).map_err(|error| error.to_string())?;
        settings.complete().map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_work() {
        let config = complete(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database.to_string(), "broadside.db");
        assert_eq!(config.http.limits, Limits::NORMAL);
        assert_eq!(config.mail.limits, Limits::NORMAL.mail);
        assert!(!config.app.webhook_allow_private);
    }

    #[test]
    fn an_invalid_setting_is_named_with_its_valid_values() {
        for (flags, says) in [
            (["--listen", "8080"], ["--listen", "127.0.0.1:8080"]),
            (["--listen", "localhost:8081"], ["names are not looked up", "127.0.0.1:8081"]),
            (["--database", "mysql://x"], ["database: ", "sqlite:"]),
            (["--public-url", "example"], ["--public-url", "https://play.example.org"]),
            (["--challenge-days", "0"], ["--challenge-days", "1..=365"]),
            (["--vacation-days", "91"], ["--vacation-days", "0..=90"]),
            (["--mail-keep-days", "0"], ["--mail-keep-days", "1..=365"]),
            (["--limits", "huge"], ["--limits", "huge"]),
            (["--mail-inbound-secret", "short"], ["mail-inbound-secret: ", "16 characters"]),
            (["--mail-imap", "imap://a:secret@b"], ["mail-imap: ", "imaps://"]),
            (["--mail-out", "smtp:a:secret"], ["mail-out: ", "smtp://USER:PASSWORD@HOST:587"]),
            (["--config", "/no/such"], ["config: /no/such", "cannot be read"]),
            (["--test-limits", "mail.letter=3"], ["test-limits: ", "`mail.letter`"]),
        ] {
            let error = complete(&flags).unwrap_err();
            assert!(says.iter().all(|words| error.contains(words)), "{flags:?}: {error}");
            assert!(!error.contains("secret@") && !error.contains("a:secret"), "{error}");
        }
    }

    #[test]
    fn a_set_of_limits_is_chosen_and_a_test_replaces_its_numbers() {
        let limits = |flags: &[&str]| complete(flags).unwrap().app.limits;
        assert_eq!(limits(&["--limits", "school"]), Limits::SCHOOL);
        let small = limits(&[
            "--limits",
            "small",
            "--mail-a-day",
            "90",
            "--test-limits",
            "messages=3,mail.letters=7",
        ]);
        assert_eq!((small.mail.total, small.messages, small.mail.letters), (90, 3, 7));
        assert_eq!(small.accounts, Limits::SMALL.accounts);
    }

    /// Table rows of the page of settings, as cells.
    fn documented() -> Vec<Vec<String>> {
        let page = include_str!("../../docs/settings.md");
        let rows = page.lines().filter(|line| line.starts_with("| `"));
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace('`', "")).collect();
        rows.map(cells).collect()
    }

    #[test]
    fn the_page_of_settings_lists_each_with_its_default() {
        let command = Settings::augment_args(Command::new("settings"));
        let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
        let expected: Vec<_> = shown
            .map(|arg| {
                let defaults = arg.get_default_values().iter().map(|value| value.to_string_lossy());
                (arg.get_long().unwrap().to_owned(), defaults.collect::<String>())
            })
            .collect();
        assert!(expected.len() <= 26, "{} settings", expected.len());
        let listed: Vec<_> = documented()
            .into_iter()
            .filter(|row| row.len() == 5)
            .map(|row| (row[1].clone(), row[2].clone()))
            .collect();
        assert_eq!(listed, expected);
    }

    #[test]
    fn the_page_of_settings_lists_each_limit_of_each_set() {
        fn add(name: &str, value: &Value, found: &mut BTreeMap<String, Vec<String>>) {
            match value {
                Value::Object(fields) => {
                    for (field, value) in fields {
                        add(&format!("{name}.{field}"), value, found);
                    }
                }
                number => found
                    .entry(name.trim_start_matches('.').to_owned())
                    .or_default()
                    .push(number.to_string()),
            }
        }
        let mut expected = BTreeMap::new();
        for set in [Limits::SMALL, Limits::NORMAL, Limits::SCHOOL] {
            add("", &serde_json::to_value(set).unwrap(), &mut expected);
        }
        // New accounts do not count for an account, and these are constants.
        expected.remove("accounts.account");
        let constants = ["feed_days", "heartbeat_seconds"];
        let constants = constants.map(str::to_owned).into_iter().chain(
            ["letter_bytes", "delay_seconds", "change_hours"].map(|name| format!("mail.{name}")),
        );
        let page = include_str!("../../docs/settings.md");
        for name in constants {
            let values = expected.remove(&name).unwrap();
            let row = page.lines().find(|line| line.contains(&format!("(`{name}`)"))).unwrap();
            assert!(row.replace(',', "").contains(&values[0]), "{row}");
        }
        let listed: BTreeMap<_, _> = documented()
            .into_iter()
            .filter(|row| row.len() == 7)
            .map(|row| {
                (row[1].clone(), row[2..5].iter().map(|cell| cell.replace(',', "")).collect())
            })
            .collect();
        assert_eq!(listed, expected);
    }

    #[test]
    fn flags_come_before_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("settings.toml");
        let path = file.to_str().unwrap();
        let write = |text: &str| std::fs::write(&file, text).unwrap();
        write(
            "listen = \"127.0.0.1:1\"\nvacation-days = 3\nproxies = [\"192.0.2.1\", \"::1\"]\nwebhook-allow-private = true\n",
        );
        let config = complete(&["--config", path, "--listen", "127.0.0.1:2"]).unwrap();
        assert_eq!((config.listen.port(), config.app.vacation_days), (2, 3));
        assert_eq!(config.http.proxies.len(), 2);
        assert!(config.app.webhook_allow_private);
        for (text, says) in [
            ("listn = \"x\"\n", "`listn` is not a setting"),
            ("test-limits = \"messages=1\"\n", "`test-limits` is not a setting"),
            ("vacation-days = 91\n", "0..=90"),
            ("listen = ", "config: "),
        ] {
            write(text);
            let error = complete(&["--config", path]).unwrap_err();
            assert!(error.contains(says) && error.contains(path), "{error}");
        }
    }
}
