//! Web pages of the links in mails: a sentence and a button each. Only the button changes
//! something, since mail scanners open links by themselves.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use broadside_app::IssuedToken;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::Lang;
use broadside_post::escape;
use broadside_post::{ConfirmError, LinkKind, ResolvedLink};
use serde::Deserialize;

use crate::SharedState;
use crate::request::language::negotiate;
use crate::response::problem::Problem;
use broadside_post::LetterTexts;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; \
                      base-uri 'none'";
const STYLE: &str = "body{margin:0 auto;max-width:34rem;padding:3rem 1.25rem;\
                     font:1.15rem/1.5 Georgia,'Times New Roman',serif;color-scheme:light dark}\
                     h1{font-size:1.5rem}button{font:1.05rem Helvetica,Arial,sans-serif;padding:.7rem \
                     1.3rem;border:0;border-radius:4px;background:#173f5f;color:#fff;cursor:pointer}\
                     button:focus-visible{outline:3px solid #c98b2b}";

/// Routes under `/mail/…`.
pub(crate) fn router() -> Router<SharedState> {
    Router::new()
        .route("/mail/confirm", get(confirm_page).post(confirm))
        .route("/mail/token", get(token_page).post(redeem_token))
        .route("/mail/unsubscribe/{link}", get(unsubscribe_page).post(unsubscribe))
        .route("/mail/keep/{link}", get(unsubscribe_page).post(unsubscribe))
}

/// Page with a text and perhaps a button.
struct LinkPage<'a> {
    status: StatusCode,
    lang: Lang,
    title: String,
    text: String,
    button: Option<(String, &'a [(&'a str, &'a str)])>,
}

impl IntoResponse for LinkPage<'_> {
    fn into_response(self) -> Response {
        let Self { status, lang, title, text, button } = self;
        let form = button.map(|(label, fields)| {
            let inputs = fields.iter().map(|(name, value)| {
                format!(
                    "<input type=\"hidden\" name=\"{}\" value=\"{}\">",
                    escape(name),
                    escape(value)
                )
            });
            let fields: String = inputs.collect();
            // Without an action the browser posts the form to the address of the page.
            format!("<form method=\"post\">{fields}<button>{}</button></form>\n", escape(&label))
        });
        let title = escape(&title);
        let text = escape(&text);
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n\
             <body>\n<h1>{title}</h1>\n<p>{text}</p>\n{}</body>\n</html>\n",
            lang.code(),
            form.unwrap_or_default()
        );
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            // The address of the page has a secret.
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        ];
        (status, headers, html).into_response()
    }
}

/// Page without a button.
fn message_page(status: StatusCode, lang: Lang, key: &str) -> Response {
    let title = lang.text(&format!("page-{key}-title"));
    LinkPage { status, lang, title, text: lang.text(&format!("page-{key}")), button: None }
        .into_response()
}

fn confirm_error_page(error: ConfirmError, lang: Lang) -> Response {
    match error {
        ConfirmError::NoCode => message_page(StatusCode::NOT_FOUND, lang, "stale"),
        ConfirmError::Taken => message_page(StatusCode::CONFLICT, lang, "taken"),
        ConfirmError::Failed(problem) => Problem::from(problem).into_response(),
    }
}

#[derive(Deserialize)]
struct CodeForm {
    #[serde(default)]
    code: String,
}

fn parse_code(form: &[u8]) -> String {
    serde_urlencoded::from_bytes(form).map(|CodeForm { code }| code).unwrap_or_default()
}

async fn confirm_page(
    State(state): State<SharedState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let code = parse_code(query.unwrap_or_default().as_bytes());
    let lookup = async {
        let row = state.post.mailbox_by_code(&code).await?;
        let player = state.app.store.player(&row.player_id).await.map_err(AppError::from)?;
        let name = player.and_then(|player| player.name).ok_or(ConfirmError::NoCode)?;
        Ok((row, name))
    };
    match lookup.await {
        Ok((row, name)) => {
            let lang = Lang::from_code(&row.lang);
            let address = row.pending.map(|pending| pending.address).unwrap_or_default();
            let page = LinkPage {
                status: StatusCode::OK,
                lang,
                title: lang.text("page-confirm-title"),
                text: lang.fill("page-confirm", &[("name", &name), ("address", &address)]),
                button: Some((lang.text("confirm-button"), &[("code", &code)])),
            };
            page.into_response()
        }
        Err(error) => confirm_error_page(error, negotiate(&headers).unwrap_or_default()),
    }
}

async fn confirm(State(state): State<SharedState>, headers: HeaderMap, body: Bytes) -> Response {
    let code = parse_code(&body);
    let row = match state.post.mailbox_by_code(&code).await {
        Ok(row) => row,
        Err(error) => {
            return confirm_error_page(error, negotiate(&headers).unwrap_or_default());
        }
    };
    let lang = Lang::from_code(&row.lang);
    match state.post.confirm_address(&row).await {
        Ok(()) if row.confirmed.is_some() => message_page(StatusCode::OK, lang, "waits"),
        Ok(()) => message_page(StatusCode::OK, lang, "confirmed"),
        Err(error) => confirm_error_page(error, lang),
    }
}

/// Language of the mailbox of a player, or English.
async fn mailbox_lang(state: &SharedState, player_id: &str) -> Lang {
    let mailbox = state.app.store.mailbox(player_id).await.ok().flatten();
    mailbox.map_or(Lang::En, |mailbox| Lang::from_code(&mailbox.lang))
}

async fn token_page(
    State(state): State<SharedState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let code = parse_code(query.unwrap_or_default().as_bytes());
    match state.post.player_by_token_code(&code).await {
        Ok(player_id) => {
            let lang = mailbox_lang(&state, &player_id).await;
            let page = LinkPage {
                status: StatusCode::OK,
                lang,
                title: lang.text("page-code-title"),
                text: lang.text("page-code"),
                button: Some((lang.text("code-button"), &[("code", &code)])),
            };
            page.into_response()
        }
        Err(problem) => token_error_page(problem, &headers),
    }
}

async fn redeem_token(
    State(state): State<SharedState>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    match state.post.redeem_token_code(&parse_code(&body)).await {
        Ok(IssuedToken { row, secret }) => {
            let lang = mailbox_lang(&state, &row.player_id).await;
            let title = lang.text("page-token-title");
            let text = lang.fill("page-token", &[("token", secret.reveal())]);
            LinkPage { status: StatusCode::OK, lang, title, text, button: None }.into_response()
        }
        Err(problem) => token_error_page(problem, &headers),
    }
}

fn token_error_page(problem: AppError, headers: &HeaderMap) -> Response {
    match problem.kind() {
        ErrorKind::Internal | ErrorKind::Unavailable | ErrorKind::InDoubt => {
            Problem::from(problem).into_response()
        }
        _ => message_page(
            StatusCode::NOT_FOUND,
            negotiate(headers).unwrap_or_default(),
            "token-stale",
        ),
    }
}

/// Language of the page of a link: the player's, or the reader's first if the reader may be another
/// person, whose address the player has named or invited.
fn link_lang(resolved: &ResolvedLink, headers: &HeaderMap) -> Lang {
    let mailbox_lang = resolved.mailbox.as_ref().map(|mailbox| Lang::from_code(&mailbox.lang));
    let browser_lang = negotiate(headers);
    let lang = if resolved.effect() == LinkKind::Never {
        browser_lang.or(mailbox_lang)
    } else {
        mailbox_lang.or(browser_lang)
    };
    lang.unwrap_or_default()
}

/// Text keys of the page that asks, and of the page that reports success.
fn link_text_keys(effect: LinkKind) -> (&'static str, &'static str) {
    match effect {
        LinkKind::Never => ("never", "refused"),
        LinkKind::Off => ("off", "turned-off"),
        LinkKind::Codes => ("codes", "no-codes"),
        LinkKind::Strangers => ("strangers", "no-strangers"),
        LinkKind::Keep => ("keep", "kept"),
    }
}

fn invalid_link_page(headers: &HeaderMap) -> Response {
    message_page(StatusCode::NOT_FOUND, negotiate(headers).unwrap_or_default(), "no-link")
}

async fn unsubscribe_page(
    State(state): State<SharedState>,
    headers: HeaderMap,
    Path(link): Path<String>,
) -> Response {
    match state.post.resolve_link(&link).await {
        Ok(Some(resolved)) => {
            let lang = link_lang(&resolved, &headers);
            if resolved.is_expired() {
                return message_page(StatusCode::NOT_FOUND, lang, "late");
            }
            let (key, _) = link_text_keys(resolved.effect());
            let page = LinkPage {
                status: StatusCode::OK,
                lang,
                title: lang.text(&format!("page-{key}-title")),
                text: lang.text(&format!("page-{key}")),
                button: Some((lang.text(&format!("page-{key}-button")), &[])),
            };
            page.into_response()
        }
        Ok(None) => invalid_link_page(&headers),
        Err(problem) => Problem::from(problem).into_response(),
    }
}

/// Handles the button of the page, and the one-click unsubscription of mail programs (RFC 8058).
async fn unsubscribe(
    State(state): State<SharedState>,
    headers: HeaderMap,
    Path(link): Path<String>,
) -> Response {
    let resolved = match state.post.resolve_link(&link).await {
        Ok(Some(resolved)) => resolved,
        Ok(None) => return invalid_link_page(&headers),
        Err(problem) => return Problem::from(problem).into_response(),
    };
    let lang = link_lang(&resolved, &headers);
    if resolved.is_expired() {
        return message_page(StatusCode::NOT_FOUND, lang, "late");
    }
    if let Err(problem) = state.post.follow_link(&resolved).await {
        return Problem::from(problem).into_response();
    }
    message_page(StatusCode::OK, lang, link_text_keys(resolved.effect()).1)
}
