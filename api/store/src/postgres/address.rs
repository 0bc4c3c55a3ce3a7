//! Address of a PostgreSQL database: a URL in the format of libpq, with one host or several.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use url::form_urlencoded;

/// Connection parameters that are passed on to the driver.
const OF_DRIVER: [&str; 14] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "dbname",
    "user",
    "password",
    "options",
];

/// Supported parameters without their aliases, for error messages.
const VALID: &str = "application_name, connect_timeout, dbname, host, hostaddr, keepalives, keepalives_count, \
    keepalives_idle, keepalives_interval, options, password, port, sslcert, sslkey, sslmode, sslrootcert, \
    statement-cache-capacity, target_session_attrs, tcp_user_timeout, user";

/// Address of a PostgreSQL database. The password is never shown.
#[derive(Clone)]
pub struct Address {
    text: String,
    read: Arc<Parsed>,
}

/// A parsed address.
pub(super) struct Parsed {
    /// Servers to try, in this order; never empty.
    pub(super) hosts: Vec<PgConnectOptions>,
    pub(super) target: ServerKind,
    /// Limit for opening a connection to one host.
    pub(super) connect_timeout: Duration,
    pub(super) keepalive: Keepalive,
}

/// Kind of server that a node accepts (`target_session_attrs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServerKind {
    /// A server whose sessions can write.
    ReadWrite,
    /// A server that is not a standby.
    Primary,
    /// Any server.
    Any,
}

/// Settings that detect dead connections. The driver gives no access to its sockets, so the server
/// sets these values on its end. A node checks a connection that was idle for `idle` before it
/// reuses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keepalive {
    pub(super) on: bool,
    pub(super) idle: Duration,
    pub(super) interval: Duration,
    pub(super) count: u32,
    /// Maximum time that sent data may stay unacknowledged.
    pub(super) user_timeout: Duration,
}

impl Default for Keepalive {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            on: true,
            idle: seconds(10),
            interval: seconds(3),
            count: 3,
            user_timeout: seconds(10),
        }
    }
}

impl Address {
    pub(super) fn parsed(&self) -> &Arc<Parsed> {
        &self.read
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Address {}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = parse(text).map_err(|error| {
            format!("the address cannot be read ({error}): write it as in postgres://USER@HOST:5432/DATABASE")
        })?;
        Ok(Self { text: text.to_owned(), read: Arc::new(read) })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = &self.read.hosts[0];
        let database = first.get_database().unwrap_or_else(|| first.get_username());
        let hosts: Vec<String> = self.read.hosts.iter().map(host_name).collect();
        write!(f, "{database} at {}", hosts.join(", "))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the name of a server for messages.
pub(super) fn host_name(options: &PgConnectOptions) -> String {
    match options.get_socket() {
        Some(directory) => format!("{}:{}", directory.display(), options.get_port()),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    }
}

/// Parameters of the query, split into our own and those of the driver.
#[derive(Default)]
struct Parameters {
    hosts: Vec<String>,
    ports: Vec<String>,
    target: Option<ServerKind>,
    connect_timeout: Option<Duration>,
    keepalive: Keepalive,
    application_name: Option<String>,
    /// Parameters of the driver, encoded again.
    of_driver: String,
}

fn parse(text: &str) -> Result<Parsed, String> {
    let (scheme, rest) = text.split_once("://").ok_or("`://` is missing")?;
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, database) = place.split_once('/').unwrap_or((place, ""));
    let (user, servers) = match authority.rsplit_once('@') {
        Some((user, servers)) => (format!("{user}@"), servers),
        None => (String::new(), authority),
    };
    let mut parameters = Parameters::default();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        parameters.read(&name, &value)?;
    }
    let of_driver = std::mem::take(&mut parameters.of_driver);
    let options = |server: &str| {
        // A URL with a user needs a host. If only the query names hosts, `localhost` stands in for
        // them.
        let server = if server.is_empty() && !user.is_empty() { "localhost" } else { server };
        let url = format!("{scheme}://{user}{server}/{database}?{of_driver}");
        url.parse::<PgConnectOptions>().map_err(|error| match error {
            sqlx::Error::Configuration(error) => error.to_string(),
            error => error.to_string(),
        })
    };
    let mut hosts = if parameters.hosts.is_empty() {
        servers.split(',').map(options).collect::<Result<Vec<_>, _>>()?
    } else {
        // As in libpq, hosts in the query replace those before the path.
        let one = options(servers.split(',').next().unwrap_or_default())?;
        let with = |host: &String| match host.starts_with('/') {
            true => one.clone().socket(host),
            false => one.clone().host(host),
        };
        parameters.hosts.iter().map(with).collect()
    };
    set_ports(&mut hosts, &parameters.ports)?;
    let name = parameters.application_name.as_deref().unwrap_or("broadside");
    Ok(Parsed {
        hosts: hosts.into_iter().map(|host| host.application_name(name)).collect(),
        target: parameters.target.unwrap_or(ServerKind::ReadWrite),
        connect_timeout: parameters.connect_timeout.unwrap_or(Duration::from_secs(3)),
        keepalive: parameters.keepalive,
    })
}

/// Sets the ports from the query: one for all hosts, or one for each.
fn set_ports(hosts: &mut [PgConnectOptions], ports: &[String]) -> Result<(), String> {
    if !ports.is_empty() && ports.len() != 1 && ports.len() != hosts.len() {
        return Err(format!(
            "`port` has {} ports for {} hosts: give one, or one for each",
            ports.len(),
            hosts.len()
        ));
    }
    for (host, port) in hosts.iter_mut().zip(ports.iter().cycle()) {
        let port =
            port.parse().map_err(|_| format!("the port `{port}` must be a number up to 65535"))?;
        *host = host.clone().port(port);
    }
    Ok(())
}

impl Parameters {
    fn read(&mut self, name: &str, value: &str) -> Result<(), String> {
        let list = || value.split(',').map(str::to_owned).collect();
        let seconds = || Ok::<_, String>(Duration::from_secs(number(name, value, 1..=3600)?));
        match name {
            "host" | "hostaddr" => self.hosts = list(),
            "port" => self.ports = list(),
            "application_name" => self.application_name = Some(value.to_owned()),
            "target_session_attrs" => self.target = Some(target(value)?),
            "connect_timeout" => {
                self.connect_timeout = Some(Duration::from_secs(number(name, value, 1..=10)?));
            }
            "keepalives" => self.keepalive.on = number(name, value, 0..=1)? == 1,
            "keepalives_idle" => self.keepalive.idle = seconds()?,
            "keepalives_interval" => self.keepalive.interval = seconds()?,
            "keepalives_count" => self.keepalive.count = number(name, value, 1..=100)? as u32,
            "tcp_user_timeout" => {
                self.keepalive.user_timeout =
                    Duration::from_millis(number(name, value, 0..=3_600_000)?);
            }
            _ if OF_DRIVER.contains(&name)
                || (name.starts_with("options[") && name.ends_with(']')) =>
            {
                let parameters = std::mem::take(&mut self.of_driver);
                self.of_driver =
                    form_urlencoded::Serializer::new(parameters).append_pair(name, value).finish();
            }
            _ => return Err(format!("the parameter `{name}` is not supported: valid are {VALID}")),
        }
        Ok(())
    }
}

fn number(name: &str, value: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!(
            "`{name}` is `{value}`, and must be a whole number from {} to {}",
            range.start(),
            range.end()
        )
    })
}

fn target(value: &str) -> Result<ServerKind, String> {
    match value {
        "read-write" => Ok(ServerKind::ReadWrite),
        "primary" => Ok(ServerKind::Primary),
        "any" => Ok(ServerKind::Any),
        "read-only" | "standby" | "prefer-standby" => Err(format!(
            "`target_session_attrs` is `{value}`, but a node must write: use read-write, primary or any"
        )),
        _ => Err(format!(
            "`target_session_attrs` is `{value}`, and must be read-write, primary or any"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Address {
        text.parse().unwrap()
    }

    fn refused(parameters: &str) -> String {
        format!("postgres://ada@db/games?{parameters}").parse::<Address>().unwrap_err()
    }

    #[test]
    fn several_hosts_are_tried_in_their_order() {
        let address = read("postgres://ada:secret@db1:5433,db2,[::1]:5434/games?sslmode=disable");
        assert_eq!(address.to_string(), "games at db1:5433, db2:5432, [::1]:5434");
        assert!(!format!("{address:?}").contains("secret"));
        assert_eq!(read("postgresql://db/games").to_string(), "games at db:5432");
        let of_query = read("postgres://ada@/games?host=db1,%2Frun%2Fpg&port=5433");
        assert_eq!(of_query.to_string(), "games at db1:5433, /run/pg:5433");
        assert_eq!(
            read("postgres:///games?host=db1,db2&port=1,2").to_string(),
            "games at db1:1, db2:2"
        );
        assert_eq!(read("postgres://%2Frun%2Fpg/games").to_string(), "games at /run/pg:5432");
        assert!(refused("host=a,b&port=1,2,3").contains("3 ports for 2 hosts"));
    }

    #[test]
    fn parameters_do_what_they_say_or_are_refused() {
        let address = read(
            "postgres://db/games?connect_timeout=7&target_session_attrs=primary&tcp_user_timeout=1500&\
             keepalives_idle=20&keepalives_interval=4&keepalives_count=5",
        );
        assert_eq!(address.parsed().connect_timeout, Duration::from_secs(7));
        assert_eq!(address.parsed().target, ServerKind::Primary);
        let keepalive = &address.parsed().keepalive;
        assert_eq!(
            (keepalive.idle.as_secs(), keepalive.interval.as_secs(), keepalive.count),
            (20, 4, 5)
        );
        assert_eq!(keepalive.user_timeout, Duration::from_millis(1500));
        assert!(!read("postgres://db/games?keepalives=0").parsed().keepalive.on);
        assert_eq!(read("postgres://db/games").parsed().target, ServerKind::ReadWrite);
        let unknown = refused("channel_binding=require");
        assert!(
            unknown.contains("`channel_binding` is not supported: valid are application_name"),
            "{unknown}"
        );
        assert!(refused("connect_timeout=0").contains("`connect_timeout` is `0`"));
        assert!(refused("target_session_attrs=standby").contains("a node must write"));
        assert!(refused("target_session_attrs=best").contains("read-write, primary or any"));
        assert!(refused("sslmode=sometimes").contains("sometimes"));
    }
}
