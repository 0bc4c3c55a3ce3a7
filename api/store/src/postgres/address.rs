//! Address of a PostgreSQL database: a URL that the driver parses.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use url::form_urlencoded;

/// Parameters that are passed to the driver, which ignores those that it does not know.
const PARAMETERS: &str = "application_name, dbname, host, hostaddr, options, password, port, sslcert, sslkey, sslmode, \
    sslrootcert, statement-cache-capacity, user";

/// Address of a PostgreSQL database. The password is never shown.
#[derive(Clone)]
pub struct Address(Box<PgConnectOptions>);

impl Address {
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.0
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse(text).map(|options| Self(Box::new(options))).map_err(|error| {
            format!("the address cannot be read ({error}): write it as in postgres://USER@HOST:5432/DATABASE")
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(options) = self;
        let database = options.get_database().unwrap_or_else(|| options.get_username());
        match options.get_socket() {
            Some(directory) => write!(f, "{database} at {}", directory.display())?,
            None => write!(f, "{database} at {}", options.get_host())?,
        }
        write!(f, ":{}", options.get_port())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn parse(text: &str) -> Result<PgConnectOptions, String> {
    let (base, query) = text.split_once('?').unwrap_or((text, ""));
    let parameters: Vec<(Cow<'_, str>, Cow<'_, str>)> =
        form_urlencoded::parse(query.as_bytes()).collect();
    if has_several_hosts(base, &parameters) {
        let detail = "it has several hosts: use one that leads to the primary, such as that of a proxy, or a DNS \
            name that you change in a failover";
        return Err(detail.to_owned());
    }
    for (name, _) in &parameters {
        if !PARAMETERS.split(", ").any(|known| known == name) && !name.starts_with("options[") {
            return Err(format!("the parameter `{name}` is not supported: valid are {PARAMETERS}"));
        }
    }
    let options: PgConnectOptions = text.parse().map_err(|error| match error {
        sqlx::Error::Configuration(error) => error.to_string(),
        error => error.to_string(),
    })?;
    let name = options.get_application_name().unwrap_or("broadside").to_owned();
    // PgBouncer refuses the parameter that the driver would send, and PostgreSQL does not need it.
    Ok(options.application_name(&name).extra_float_digits(None))
}

/// Returns true if an address names more than one host, before the `?` or in a parameter.
fn has_several_hosts(base: &str, parameters: &[(Cow<'_, str>, Cow<'_, str>)]) -> bool {
    let authority = base.split('/').nth(2).unwrap_or_default();
    let hosts = authority.rsplit('@').next().unwrap_or_default();
    hosts.contains(',')
        || parameters
            .iter()
            .any(|(name, value)| ["host", "hostaddr"].contains(&&**name) && value.contains(','))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_address(text: &str) -> Address {
        text.parse().unwrap()
    }

    fn parse_error(text: &str) -> String {
        text.parse::<Address>().unwrap_err()
    }

    #[test]
    fn an_address_shows_no_password() {
        let address = parse_address("postgres://ada:se,cret@db:5433/games?sslmode=disable");
        assert_eq!(address.to_string(), "games at db:5433");
        assert_eq!(format!("{address:?}"), "games at db:5433");
        assert_eq!(parse_address("postgresql://[::1]/games").to_string(), "games at [::1]:5432");
        let socket = parse_address("postgres:///games?host=%2Frun%2Fpg&port=5433");
        assert_eq!(socket.to_string(), "games at /run/pg:5433");
        assert_eq!(
            parse_address("postgres://%2Frun%2Fpg/games").to_string(),
            "games at /run/pg:5432"
        );
    }

    #[test]
    fn several_hosts_are_refused() {
        for address in [
            "postgres://ada@db1,db2/games",
            "postgres://db1:5433,db2:5434/games?target_session_attrs=read-write",
            "postgres:///games?host=db1,db2",
            "postgres://ada@db1/games?hostaddr=10.0.0.1%2C10.0.0.2",
        ] {
            let error = parse_error(address);
            assert!(error.contains("several hosts: use one that leads to the primary"), "{error}");
        }
    }

    #[test]
    fn parameters_are_passed_to_the_driver_or_refused() {
        let Address(options) = parse_address("postgres://db/games?application_name=ada");
        assert_eq!(options.get_application_name(), Some("ada"));
        let Address(options) = parse_address("postgres://db/games?options[work_mem]=1MB");
        assert_eq!(options.get_application_name(), Some("broadside"));
        assert_eq!(options.get_options(), Some("-c work_mem=1MB"));
        for unknown in ["channel_binding=require", "target_session_attrs=any"] {
            let (name, _) = unknown.split_once('=').unwrap();
            let error = parse_error(&format!("postgres://ada@db/games?{unknown}"));
            let expected = format!("`{name}` is not supported: valid are application_name");
            assert!(error.contains(&expected), "{error}");
        }
        assert!(parse_error("postgres://ada@db/games?sslmode=sometimes").contains("sometimes"));
    }
}
