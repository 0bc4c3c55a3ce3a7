//! `broadside mail deliver`: delivers a message to the running server.

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;

use clap::Args;
use http::{Request, StatusCode, header};
use serde_json::Value;

use super::helpful;
use crate::cli::http_client::HttpClient;
use crate::config::{Config, Settings};

/// Exit statuses for a mail server (sysexits): try again later, or never.
pub(in crate::cli) const EX_TEMPFAIL: u8 = 75;
const EX_DATAERR: u8 = 65;
/// Maximum number of bytes read from a response.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// Arguments of `broadside mail deliver`.
#[derive(Debug, Args)]
#[command(mut_args = |arg| helpful(arg, &["config", "listen", "mail_inbound_secret"]))]
pub(in crate::cli) struct DeliverArgs {
    /// Address that the message was delivered to, as the mail server has it
    #[arg(long, value_name = "ADDRESS")]
    recipient: Option<String>,
    /// The running server [default: the one that listens at --listen]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    #[command(flatten)]
    settings: Settings,
}

/// Failed delivery: exit status for the mail server, and reason.
struct DeliveryError(u8, String);

impl DeliveryError {
    /// Tells the mail server to try again later.
    fn temporary(why: impl ToString) -> Self {
        Self(EX_TEMPFAIL, why.to_string())
    }
}

impl DeliverArgs {
    pub(in crate::cli) fn run(self) -> ExitCode {
        match self.deliver() {
            Ok(()) => ExitCode::SUCCESS,
            Err(DeliveryError(status, why)) => {
                eprintln!("broadside: {why}");
                ExitCode::from(status)
            }
        }
    }

    fn deliver(self) -> Result<(), DeliveryError> {
        // Somebody will correct wrong settings, so the mail server must keep the message until
        // then.
        let config = self.settings.complete().map_err(DeliveryError::temporary)?;
        let secret = config.http.inbound_secret.clone().ok_or_else(|| {
            DeliveryError::temporary(
                "mail-inbound-secret: it is not set: give the server and this command the same one",
            )
        })?;
        let server = match self.server {
            Some(server) => server.trim_end_matches('/').to_owned(),
            None => local_url(config.listen).ok_or_else(|| {
                DeliveryError::temporary("listen: with port 0, name the server with --server")
            })?,
        };
        let raw = read_message(&config)?;
        let mut target = format!("{server}/v1/mail/inbound");
        if let Some(recipient) = &self.recipient {
            target.push_str("?recipient=");
            target.extend(url::form_urlencoded::byte_serialize(recipient.as_bytes()));
        }
        let request = Request::post(&target)
            .header(header::AUTHORIZATION, format!("Bearer {}", secret.reveal()))
            .header(header::CONTENT_TYPE, "message/rfc822")
            .header(header::USER_AGENT, concat!("Broadside/", env!("CARGO_PKG_VERSION")))
            .body(raw.into())
            .map_err(|error| {
                DeliveryError::temporary(format!("{target} cannot be asked: {error}"))
            })?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(DeliveryError::temporary)?;
        runtime.block_on(async move {
            let sent = HttpClient::new(MAX_RESPONSE_BYTES).send(request).await;
            let (status, answer) = sent.map_err(|error| {
                DeliveryError::temporary(format!("the server at {server} {error}"))
            })?;
            check_response(status, &answer)
                .map_err(|(code, why)| DeliveryError(code, format!("{server}: {why}")))
        })
    }
}

/// Converts a response to the result for the message.
fn check_response(status: StatusCode, answer: &[u8]) -> Result<(), (u8, String)> {
    if status == StatusCode::ACCEPTED {
        return Ok(());
    }
    let problem: Value = serde_json::from_slice(answer).unwrap_or_default();
    let why = problem["detail"].as_str().map_or_else(|| status.to_string(), str::to_owned);
    match status {
        // These concern the message.
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::BAD_REQUEST => Err((EX_DATAERR, why)),
        StatusCode::NOT_FOUND => Err((
            EX_TEMPFAIL,
            "it takes no mail: give it the setting mail-inbound-secret".to_owned(),
        )),
        // These concern the server or the settings.
        _ => Err((EX_TEMPFAIL, why)),
    }
}

/// Reads the message from standard input.
fn read_message(config: &Config) -> Result<Vec<u8>, DeliveryError> {
    let max_bytes = config.mail.parser.max_bytes;
    let mut raw = Vec::new();
    let mut input = std::io::stdin().take(max_bytes as u64 + 1);
    input.read_to_end(&mut raw).map_err(|error| {
        DeliveryError(
            EX_TEMPFAIL,
            format!("the message cannot be read from standard input: {error}"),
        )
    })?;
    if raw.is_empty() {
        return Err(DeliveryError(EX_DATAERR, "there is no message on standard input".to_owned()));
    }
    if raw.len() > max_bytes {
        return Err(DeliveryError(
            EX_DATAERR,
            format!("a mail may have {} MB at most here", max_bytes / 1_000_000),
        ));
    }
    Ok(raw)
}

/// Returns the URL at which this machine reaches a server that listens on an address; `None` if the
/// port is 0.
fn local_url(listen: SocketAddr) -> Option<String> {
    let address = match listen.ip() {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    };
    (listen.port() != 0).then(|| format!("http://{}", SocketAddr::new(address, listen.port())))
}
