//! Mail that is handed over.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::extract::{Query, discard, read_body};
use super::reply::Reply;
use crate::problem::{Kind, Problem};
use crate::store::Way;
use crate::work::mail::Unkept;

/// The most bytes that are taken of a mail that is too large.
const DISCARDED: usize = 100_000_000;

/// How a mail was delivered.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Delivered {
    /// The address that it was delivered to, as the envelope has it. Without it the address is looked for in the header.
    #[param(max_length = 320, example = "play+abcdefghijklmnopqrstuvwxyz@play.example.org")]
    recipient: Option<String>,
}

/// That a mail is kept.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MailReceipt {
    /// The id under which `broadside mail log` shows it.
    id: String,
    /// Whether the same mail has come before: nothing will come of it again.
    repeated: bool,
}

/// Hand over a mail
///
/// For mail servers and for those who receive mail for the operator: one raw message, exactly as it came. It is kept when it is
/// answered, and carried out after that. Handed over again, which is harmless, it is not carried out again. Without the
/// setting `mail-inbound-secret` there is no such thing here.
#[utoipa::path(post, path = "/v1/mail/inbound", tag = "mail", operation_id = "hand_over_mail",
    security(("operator" = [])), params(Delivered),
    request_body(content = String, content_type = "message/rfc822", description = "The message (RFC 5322), byte for byte",
        example = json!("From: Ada <ada@example.org>\r\nTo: play+abcdefghijklmnopqrstuvwxyz@play.example.org\r\nSubject: Re: Your turn\r\nMessage-ID: <1@example.org>\r\n\r\nFIRE A5\r\n")),
    responses((status = 202, description = "It is kept", body = MailReceipt)),
    extensions(("x-problems" = json!(["not_found", "bad_request"]))))]
pub(super) async fn receive(
    State(app): State<App>,
    Query(Delivered { recipient }): Query<Delivered>,
    request: Request,
) -> Result<Reply, Problem> {
    let Some(secret) = &app.inbound_secret else { return Err(Problem::plain(Kind::NotFound)) };
    // Before anything of the body is looked at.
    if !shown(request.headers()).is_some_and(|shown| secret.is(shown)) {
        let detail = "this is not the secret of this server: send `Authorization: Bearer` with its `mail-inbound-secret`";
        return Err(Problem::new(Kind::Unauthorized, detail));
    }
    if !is_message(request.headers()) {
        let detail = "send the raw message, with `Content-Type: message/rfc822`";
        return Err(Problem::new(Kind::UnsupportedMediaType, detail));
    }
    if recipient.as_ref().is_some_and(|recipient| recipient.len() > 320) {
        return Err(Problem::new(Kind::BadRequest, "recipient: an address has 320 characters at most"));
    }
    let raw = whole(request, app.ingest.most_bytes()).await?;
    if raw.is_empty() {
        return Err(Problem::new(Kind::BadRequest, "the body is empty: send the raw message"));
    }
    let receipt = app.ingest.keep(raw, recipient, Way::Inbound).await.map_err(|unkept| match unkept {
        Unkept::TooLarge(most) => too_large(most),
        // Another version of ours may be able to read what this one is not.
        unkept @ (Unkept::Failed(_) | Unkept::Unreadable) => {
            tracing::error!(error = %unkept, "a mail could not be kept");
            Problem::new(Kind::Unavailable, "the mail could not be kept: hand it over again later")
        }
    })?;
    Ok(Reply::json(StatusCode::ACCEPTED, &MailReceipt { id: receipt.id, repeated: receipt.repeated }))
}

fn too_large(most: usize) -> Problem {
    let detail = format!("a mail may have {} MB at most here", most / 1_000_000);
    Problem::new(Kind::TooLarge, detail)
}

/// The body, if it is not larger than it may be. One that says that it is larger is not read.
async fn whole(request: Request, most: usize) -> Result<Bytes, Problem> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let body = request.into_body();
    if length.is_some_and(|length| length > most) {
        discard(body, DISCARDED).await;
        return Err(too_large(most));
    }
    read_body(body, most).await.map_err(|problem| match problem.kind() {
        Kind::TooLarge => too_large(most),
        _ => problem,
    })
}

fn shown(headers: &HeaderMap) -> Option<&str> {
    let (scheme, shown) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| shown.trim())
}

fn is_message(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("message/rfc822")
}
