//! Delivery of inbound mail over HTTP.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_post::IntakeError;
use broadside_store::Channel;
use serde::{Deserialize, Serialize};

use crate::request::auth::bearer_secret;
use crate::request::bodies::{discard, read_body};
use crate::request::extract::{Query, has_media_type};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::state::{AppState, SharedState};

/// Envelope of an inbound mail.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct InboundMailQuery {
    /// Recipient address of the envelope. Without it the server looks for the address in the
    /// header.
    #[param(max_length = 320, example = "play+abcdefghijklmnopqrstuvwxyz@play.example.org")]
    recipient: Option<String>,
}

/// Receipt of an inbound mail.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct MailReceipt {
    /// Id of the mail in `broadside mail log`.
    id: String,
    /// True if the same mail was delivered before. It is not processed again.
    duplicate: bool,
}

/// Deliver an inbound mail
///
/// Accepts one raw message, exactly as it was received, from a mail server or a service that
/// receives mail for the operator. The server stores the mail before it answers, and processes it
/// later. A repeated delivery is harmless: the mail is not processed again. The operation needs the
/// operator's secret; without the setting `mail-inbound-secret` the answer is 404.
#[utoipa::path(post, path = "/v1/mail/inbound", tag = "mail", operation_id = "deliver_inbound_mail",
    security(("operator" = [])), params(InboundMailQuery),
    request_body(content = String, content_type = "message/rfc822",
        description = "The message (RFC 5322), byte for byte",
        example = json!("From: Ada <ada@example.org>\r\nTo: play+abcdefghijklmnopqrstuvwxyz@play.example.org\r\n\
            Subject: Re: Your turn\r\nMessage-ID: <1@example.org>\r\n\r\nFIRE A5\r\n")),
    responses((status = 202, description = "The mail is stored", body = MailReceipt)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn receive(
    State(state): State<SharedState>,
    Query(InboundMailQuery { recipient }): Query<InboundMailQuery>,
    request: Request,
) -> Result<JsonResponse, Problem> {
    let (head, mut body) = request.into_parts();
    let result = match check_delivery(&state, &head.headers, recipient.as_deref()) {
        Ok(()) => read_mail(&mut body, state.post.max_bytes()).await,
        Err(problem) => Err(problem),
    };
    let raw = match result {
        Ok(raw) => raw,
        Err(problem) => {
            if problem.kind() != ErrorKind::Timeout {
                discard(head.version, body).await;
            }
            return Err(problem.into());
        }
    };
    if raw.is_empty() {
        return Err(AppError::new(
            ErrorKind::BadRequest,
            "the body is empty: send the raw message",
        )
        .into());
    }
    let receipt =
        state.post.receive(raw, recipient, Channel::Inbound).await.map_err(
            |error| match error {
                IntakeError::TooLarge(max_bytes) => too_large(max_bytes),
                // A later version of the server may be able to read the mail.
                error @ (IntakeError::Failed(_) | IntakeError::Unreadable) => {
                    tracing::error!(error = %error, "storing an inbound mail failed");
                    AppError::new(
                        ErrorKind::Unavailable,
                        "the mail could not be stored: deliver it again later",
                    )
                }
            },
        )?;
    Ok(JsonResponse::json(
        StatusCode::ACCEPTED,
        &MailReceipt { id: receipt.id, duplicate: receipt.repeated },
    ))
}

fn too_large(max_bytes: usize) -> AppError {
    let detail = format!("a mail may have {} MB at most on this server", max_bytes / 1_000_000);
    AppError::new(ErrorKind::TooLarge, detail)
}

/// Checks the secret and the headers of a delivery, before its body is read.
fn check_delivery(
    state: &AppState,
    headers: &HeaderMap,
    recipient: Option<&str>,
) -> Result<(), AppError> {
    let Some(secret) = &state.inbound_secret else {
        return Err(AppError::from_kind(ErrorKind::NotFound));
    };
    if !bearer_secret(headers).is_some_and(|given| secret.matches(given)) {
        let detail = "this is not the secret of this server: send its `mail-inbound-secret` as `Authorization: Bearer`";
        return Err(AppError::new(ErrorKind::Unauthorized, detail));
    }
    if !has_media_type(headers, "message/rfc822") {
        let detail = "send the raw message, with `Content-Type: message/rfc822`";
        return Err(AppError::new(ErrorKind::UnsupportedMediaType, detail));
    }
    if recipient.is_some_and(|recipient| recipient.len() > 320) {
        return Err(AppError::new(
            ErrorKind::BadRequest,
            "recipient: an address has at most 320 characters",
        ));
    }
    Ok(())
}

async fn read_mail(body: &mut Body, max_bytes: usize) -> Result<Bytes, AppError> {
    read_body(body, max_bytes).await.map_err(|problem| match problem.kind() {
        ErrorKind::TooLarge => too_large(max_bytes),
        _ => problem,
    })
}
