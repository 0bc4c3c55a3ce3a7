//! HTTP client for webhooks. Sends one request, without redirects and proxies, and only to public
//! IP addresses, checked after DNS resolution (SSRF protection).

use std::error::Error;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use broadside_app::webhooks::address::{is_allowed, is_public};
use broadside_domain::webhook::WebhookFault;
use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use rustls::{ClientConfig, RootCertStore};
use tower::Service;

/// Maximum time from the DNS lookup to the head of the response. The body is not read.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of bytes in the head of a response.
const MAX_HEAD_BYTES: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttemptOutcome {
    /// The receiver answered, and may have asked for a pause.
    Answered(StatusCode, Option<Duration>),
    /// The receiver did not answer.
    Failed(WebhookFault),
}

/// DNS resolver that drops addresses that are not public.
#[derive(Clone, Copy)]
struct Resolver {
    allow_private: bool,
}

/// Error for a host name without an allowed address. It does not say if the name exists, because
/// that would reveal internal names.
#[derive(Debug, thiserror::Error)]
#[error("the host name has no allowed address")]
struct NoAllowedAddress;

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = NoAllowedAddress;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, NoAllowedAddress>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), NoAllowedAddress>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let addresses =
                tokio::net::lookup_host((name.as_str(), 0)).await.map_err(|_| NoAllowedAddress)?;
            let allowed: Vec<_> =
                addresses.filter(|address| allow_private || is_public(address.ip())).collect();
            if allowed.is_empty() { Err(NoAllowedAddress) } else { Ok(allowed.into_iter()) }
        })
    }
}

type HttpClient = Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>;

pub struct WebhookClient {
    allow_private: bool,
    /// Created with the first message, because the system certificates take most of the memory.
    sender: OnceLock<HttpClient>,
}

impl WebhookClient {
    /// Creates a client that sends only to public addresses over HTTPS, or to any address if
    /// `allow_private` is set.
    pub fn new(allow_private: bool) -> Self {
        Self { allow_private, sender: OnceLock::new() }
    }

    fn http_client(&self) -> &HttpClient {
        self.sender.get_or_init(|| {
            let mut http =
                HttpConnector::new_with_resolver(Resolver { allow_private: self.allow_private });
            http.enforce_http(false);
            let https = HttpsConnectorBuilder::new().with_tls_config(tls());
            // The URL check decides if plain HTTP is allowed.
            let connector = https.https_or_http().enable_http1().wrap_connector(http);
            // Use a new connection for each message: there are few, and each must go to the current
            // address of its host.
            let mut client = Client::builder(TokioExecutor::new());
            client.pool_max_idle_per_host(0).http1_max_buf_size(MAX_HEAD_BYTES).build(connector)
        })
    }

    /// Returns true if a URL may be called, judged without a DNS lookup.
    fn may_call(&self, url: &str) -> bool {
        let Ok(url) = url::Url::parse(url) else { return false };
        is_allowed(&url, self.allow_private) && (self.allow_private || url.scheme() == "https")
    }

    pub(super) async fn send(
        &self,
        url: &str,
        headers: [(&'static str, &str); 3],
        body: &str,
    ) -> AttemptOutcome {
        // The operator may have changed the setting since the URL was saved.
        if !self.may_call(url) {
            return AttemptOutcome::Failed(WebhookFault::NoAddress);
        }
        let mut request = Request::post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("Broadside/", env!("CARGO_PKG_VERSION")));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let Ok(request) = request.body(Full::from(body.to_owned())) else {
            return AttemptOutcome::Failed(WebhookFault::NoAddress);
        };
        match tokio::time::timeout(TIMEOUT, self.http_client().request(request)).await {
            Err(_) => AttemptOutcome::Failed(WebhookFault::Timeout),
            Ok(Err(error)) => AttemptOutcome::Failed(classify_error(&error)),
            Ok(Ok(response)) => {
                let retry_after = response.headers().get(header::RETRY_AFTER);
                let seconds =
                    retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
                AttemptOutcome::Answered(response.status(), seconds.map(Duration::from_secs))
            }
        }
    }
}

/// Creates a TLS configuration with the certificates that the system trusts. Without any, all
/// connections fail with a TLS error.
pub fn tls() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    let loaded = rustls_native_certs::load_native_certs();
    for error in &loaded.errors {
        tracing::warn!(%error, "some system certificates cannot be read");
    }
    let (count, _) = roots.add_parsable_certificates(loaded.certs);
    if count == 0 {
        tracing::warn!("no trusted system certificates: nothing can be sent over https");
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring supports the current versions of TLS");
    versions.with_root_certificates(roots).with_no_client_auth()
}

fn classify_error(error: &hyper_util::client::legacy::Error) -> WebhookFault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<NoAllowedAddress>() {
            return WebhookFault::NoAddress;
        }
        if error.is::<rustls::Error>() {
            return WebhookFault::Tls;
        }
        // `source()` of an I/O error skips the error that it wraps.
        let wrapped = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        cause = match wrapped {
            Some(wrapped) => Some(wrapped),
            None => error.source(),
        };
    }
    if error.is_connect() { WebhookFault::NotConnected } else { WebhookFault::NoAnswer }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;

    fn request(url: String) -> Request<Full<Bytes>> {
        Request::post(url).body(Full::from(String::new())).unwrap()
    }

    #[tokio::test]
    async fn a_name_that_leads_to_a_private_address_is_not_called() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://localhost:{}/", listener.local_addr().unwrap().port());
        // Bypasses the check of the URL text.
        let client = WebhookClient::new(false);
        let refused = client.http_client().request(request(format!("{url}refused"))).await;
        assert_eq!(classify_error(&refused.unwrap_err()), WebhookFault::NoAddress);
        // With private addresses allowed, the address is called, for the first time. A receiver
        // that hangs up has given no answer.
        let client = WebhookClient::new(true);
        let allowed = client.http_client().request(request(format!("{url}allowed")));
        let (sent, called) = tokio::join!(allowed, async {
            let mut line = [0; 14];
            listener.accept().await.unwrap().0.read_exact(&mut line).await.unwrap();
            line
        });
        assert_eq!(
            (classify_error(&sent.unwrap_err()), &called),
            (WebhookFault::NoAnswer, b"POST /allowed ")
        );
    }

    #[tokio::test]
    async fn a_url_that_is_not_allowed_is_not_called() {
        let client = WebhookClient::new(false);
        let headers =
            [("webhook-id", "msg_1"), ("webhook-timestamp", "0"), ("webhook-signature", "v1,x")];
        for url in [
            "http://example.org/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://localhost/",
            "ftp://example.org",
            "",
        ] {
            assert_eq!(
                client.send(url, headers, "{}").await,
                AttemptOutcome::Failed(WebhookFault::NoAddress),
                "{url}"
            );
        }
        let client = WebhookClient::new(true);
        assert_eq!(
            client.send("http://127.0.0.1:1/", headers, "{}").await,
            AttemptOutcome::Failed(WebhookFault::NotConnected)
        );
    }
}
