//! HTTP client of the commands that talk to a server.

use std::time::Duration;

use broadside_worker::webhooks::tls;
use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// Timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// HTTP client, with and without TLS.
pub(super) struct HttpClient {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    /// Maximum number of bytes read from a response.
    max_bytes: usize,
}

impl HttpClient {
    /// Creates a client. It reads at most `max_bytes` of a response.
    pub(super) fn new(max_bytes: usize) -> Self {
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls())
            .https_or_http()
            .enable_http1()
            .build();
        Self { client: Client::builder(TokioExecutor::new()).build(connector), max_bytes }
    }

    /// Sends a request. Returns the status and the body of the response; a body that is too long is
    /// empty.
    ///
    /// # Errors
    /// If the server does not answer. The text follows the name of the server.
    pub(super) async fn send(
        &self,
        request: Request<Full<Bytes>>,
    ) -> Result<(StatusCode, Bytes), String> {
        let sent = async {
            let answer = self.client.request(request).await.map_err(|error| cause(&error))?;
            let status = answer.status();
            let body = Limited::new(answer.into_body(), self.max_bytes).collect().await;
            Ok::<_, String>((status, body.map(|body| body.to_bytes()).unwrap_or_default()))
        };
        match tokio::time::timeout(REQUEST_TIMEOUT, sent).await {
            Ok(answered) => answered.map_err(|error| format!("does not answer: {error}")),
            Err(_) => Err("does not answer in time".to_owned()),
        }
    }
}

fn cause(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
}
