//! Sending a message: one request, which follows no redirect, goes through no proxy, and reaches nothing that is not the
//! whole world's, whatever a name leads to by the time it is called.

use std::error::Error;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, StatusCode, header};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use rustls::{ClientConfig, RootCertStore};
use serde::{Deserialize, Serialize};
use tower::Service;
use utoipa::ToSchema;

use super::address::{is_public, may_be_called};

/// How long a receiver may take, from the look at its name to the head of its answer. What comes after that is not read.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most bytes that the head of an answer may have.
const HEAD: usize = 16 * 1024;

/// Why a message was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = WebhookFault)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The name leads nowhere, or to no address that may be called.
    NoAddress,
    /// Nobody listens there.
    NotConnected,
    /// The certificate is not valid for the name, or TLS failed otherwise.
    Tls,
    /// There was no answer in time.
    Timeout,
    /// The connection ended before the answer, or what came was none.
    NoAnswer,
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It was answered; and how long the receiver asks to be left alone.
    Answered(StatusCode, Option<Duration>),
    /// It was not.
    Failed(Fault),
}

/// Looks up names, and lets nobody call what is not public.
#[derive(Clone, Copy)]
struct Resolver {
    allow_private: bool,
}

/// A name leads nowhere that may be called. Which of the two it is is not told: it would say what names are known here.
#[derive(Debug, thiserror::Error)]
#[error("the name leads to no address that may be called")]
struct NowhereToCall;

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = NowhereToCall;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, NowhereToCall>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), NowhereToCall>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await.map_err(|_| NowhereToCall)?;
            let may_be_called: Vec<_> = found.filter(|at| allow_private || is_public(at.ip())).collect();
            if may_be_called.is_empty() { Err(NowhereToCall) } else { Ok(may_be_called.into_iter()) }
        })
    }
}

type Sender = Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>;

/// Sends messages.
pub struct Post {
    allow_private: bool,
    /// Made when the first message is sent: the certificates of the machine are most of what it holds.
    sender: OnceLock<Sender>,
}

impl Post {
    /// Sends to public addresses over HTTPS, or anywhere at all.
    pub fn new(allow_private: bool) -> Self {
        Self { allow_private, sender: OnceLock::new() }
    }

    fn sender(&self) -> &Sender {
        self.sender.get_or_init(|| {
            let mut http = HttpConnector::new_with_resolver(Resolver { allow_private: self.allow_private });
            http.enforce_http(false);
            let https = HttpsConnectorBuilder::new().with_tls_config(tls());
            // What plain HTTP may be used for is judged by the address.
            let connector = https.https_or_http().enable_http1().wrap_connector(http);
            // Each is a connection of its own: messages are few, and each is to go where its name leads now.
            let mut client = Client::builder(TokioExecutor::new());
            client.pool_max_idle_per_host(0).http1_max_buf_size(HEAD).build(connector)
        })
    }

    /// Sends a message.
    pub(super) async fn send(&self, url: &str, headers: [(&'static str, &str); 3], body: &str) -> Outcome {
        // The operator may have changed what is allowed since the address was taken.
        let parsed = url::Url::parse(url).ok();
        let allowed = |url: &url::Url| {
            may_be_called(url, self.allow_private) && (self.allow_private || url.scheme() == "https")
        };
        if !parsed.as_ref().is_some_and(allowed) {
            return Outcome::Failed(Fault::NoAddress);
        }
        let mut request = Request::post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("Broadside/", env!("CARGO_PKG_VERSION")));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let Ok(request) = request.body(Full::from(body.to_owned())) else {
            return Outcome::Failed(Fault::NoAddress);
        };
        match tokio::time::timeout(PATIENCE, self.sender().request(request)).await {
            Err(_) => Outcome::Failed(Fault::Timeout),
            Ok(Err(error)) => Outcome::Failed(fault(&error)),
            Ok(Ok(answer)) => {
                let asked_for = answer.headers().get(header::RETRY_AFTER);
                let seconds = asked_for.and_then(|value| value.to_str().ok()?.trim().parse().ok());
                Outcome::Answered(answer.status(), seconds.map(Duration::from_secs))
            }
        }
    }
}

/// TLS with the certificates that this machine trusts. Where there are none, nothing is trusted, and attempts say so.
pub(crate) fn tls() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "some certificates of this machine cannot be read");
    }
    let (taken, _) = roots.add_parsable_certificates(found.certs);
    if taken == 0 {
        tracing::warn!("this machine trusts no certificates: nothing can be sent over https");
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring knows the versions of TLS that are in use");
    versions.with_root_certificates(roots).with_no_client_auth()
}

fn fault(error: &hyper_util::client::legacy::Error) -> Fault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<NowhereToCall>() {
            return Fault::NoAddress;
        }
        if error.is::<rustls::Error>() {
            return Fault::Tls;
        }
        // An I/O error is silent about what it was made of, which may be another one.
        let within = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        cause = match within {
            Some(within) => Some(within),
            None => error.source(),
        };
    }
    if error.is_connect() { Fault::NotConnected } else { Fault::NoAnswer }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn a_name_that_leads_to_a_private_address_is_not_called() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://localhost:{}/", listener.local_addr().unwrap().port());
        // Past what is judged by the address as it is written.
        let request = || Request::post(&url).body(Full::from(String::new())).unwrap();
        let refused = Post::new(false).sender().request(request()).await.unwrap_err();
        assert_eq!(fault(&refused), Fault::NoAddress);
        assert!(timeout(Duration::from_millis(50), listener.accept()).await.is_err());
        // Where it is allowed, it is called; and who hangs up has given no answer.
        let post = Post::new(true);
        let (sent, called) =
            tokio::join!(post.sender().request(request()), async { drop(listener.accept().await) });
        assert_eq!((fault(&sent.unwrap_err()), called), (Fault::NoAnswer, ()));
    }

    #[tokio::test]
    async fn what_may_not_be_called_is_not() {
        let post = Post::new(false);
        let headers = [("webhook-id", "msg_1"), ("webhook-timestamp", "0"), ("webhook-signature", "v1,x")];
        for url in [
            "http://example.org/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://localhost/",
            "ftp://example.org",
            "",
        ] {
            assert_eq!(post.send(url, headers, "{}").await, Outcome::Failed(Fault::NoAddress), "{url}");
        }
        let post = Post::new(true);
        assert_eq!(
            post.send("http://127.0.0.1:1/", headers, "{}").await,
            Outcome::Failed(Fault::NotConnected)
        );
    }
}
