//! Web pages of the links in mails: a sentence and a button each. Only the button changes something, since mail
//! scanners open links by themselves.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use broadside_app::ConfirmError;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::Lang;
use broadside_mail::compose::escape;
use broadside_mail::{Link, LinkKind, MailKeys};
use broadside_store::{Change, CommitError, MailChange, MailboxRow};
use serde::Deserialize;

use super::language::negotiate;
use super::{SharedState, recovery};
use crate::problem::Problem;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; \
                      base-uri 'none'";
const STYLE: &str = "body{margin:0 auto;max-width:34rem;padding:3rem 1.25rem;\
                     font:1.15rem/1.5 Georgia,'Times New Roman',serif;color-scheme:light dark}\
                     h1{font-size:1.5rem}button{font:1.05rem Helvetica,Arial,sans-serif;padding:.7rem \
                     1.3rem;border:0;border-radius:4px;background:#173f5f;color:#fff;cursor:pointer}\
                     button:focus-visible{outline:3px solid #c98b2b}";

/// Routes under `/mail/…`.
pub(super) fn router() -> Router<SharedState> {
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
    words: String,
    button: Option<(String, &'a [(&'a str, &'a str)])>,
}

impl IntoResponse for LinkPage<'_> {
    fn into_response(self) -> Response {
        let Self { status, lang, title, words, button } = self;
        let form = button.map(|(label, fields)| {
            let field = |(name, value): &(&str, &str)| {
                format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", escape(name), escape(value))
            };
            let fields: String = fields.iter().map(field).collect();
            // Without an action the browser posts the form to the address of the page.
            format!("<form method=\"post\">{fields}<button>{}</button></form>\n", escape(&label))
        });
        let (title, words) = (escape(&title), escape(&words));
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n\
             <body>\n<h1>{title}</h1>\n<p>{words}</p>\n{}</body>\n</html>\n",
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

/// Language of an unknown reader, from `Accept-Language`.
fn accepted_lang(headers: &HeaderMap) -> Option<Lang> {
    let read = |tag: &str| Lang::ALL.into_iter().find(|lang| tag.eq_ignore_ascii_case(lang.code()));
    negotiate(headers, Lang::default(), read)
}

/// Page without a button.
fn message_page(status: StatusCode, lang: Lang, key: &str) -> Response {
    let title = lang.text(&format!("page-{key}-title"));
    LinkPage { status, lang, title, words: lang.text(&format!("page-{key}")), button: None }.into_response()
}

fn confirm_error_page(why: ConfirmError, lang: Lang) -> Response {
    match why {
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
    let ask = async {
        let row = state.app.mailbox_by_code(&code).await?;
        let player = state.store.player(&row.player_id).await.map_err(AppError::from)?;
        let name = player.and_then(|player| player.name).ok_or(ConfirmError::NoCode)?;
        Ok((row, name))
    };
    match ask.await {
        Ok((row, name)) => {
            let lang = Lang::from_code(&row.lang);
            let address = row.asked.map(|asked| asked.address).unwrap_or_default();
            let page = LinkPage {
                status: StatusCode::OK,
                lang,
                title: lang.text("page-confirm-title"),
                words: lang.fill("page-confirm", &[("name", &name), ("address", &address)]),
                button: Some((lang.text("confirm-button"), &[("code", &code)])),
            };
            page.into_response()
        }
        Err(why) => confirm_error_page(why, accepted_lang(&headers).unwrap_or_default()),
    }
}

async fn confirm(State(state): State<SharedState>, headers: HeaderMap, body: Bytes) -> Response {
    let code = parse_code(&body);
    let row = match state.app.mailbox_by_code(&code).await {
        Ok(row) => row,
        Err(why) => return confirm_error_page(why, accepted_lang(&headers).unwrap_or_default()),
    };
    let lang = Lang::from_code(&row.lang);
    match state.app.confirm_address(&row).await {
        Ok(()) if row.confirmed.is_some() => message_page(StatusCode::OK, lang, "waits"),
        Ok(()) => message_page(StatusCode::OK, lang, "confirmed"),
        Err(why) => confirm_error_page(why, lang),
    }
}

/// Language of the mailbox of a player, or English.
async fn mailbox_lang(state: &SharedState, player_id: &str) -> Lang {
    let mailbox = state.store.mailbox(player_id).await.ok().flatten();
    mailbox.map_or(Lang::En, |mailbox| Lang::from_code(&mailbox.lang))
}

async fn token_page(
    State(state): State<SharedState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let code = parse_code(query.unwrap_or_default().as_bytes());
    match recovery::player_by_code(&state, &code).await {
        Ok((player_id, _)) => {
            let lang = mailbox_lang(&state, &player_id).await;
            let page = LinkPage {
                status: StatusCode::OK,
                lang,
                title: lang.text("page-code-title"),
                words: lang.text("page-code"),
                button: Some((lang.text("code-button"), &[("code", &code)])),
            };
            page.into_response()
        }
        Err(problem) => token_error_page(problem, &headers),
    }
}

async fn redeem_token(State(state): State<SharedState>, headers: HeaderMap, body: Bytes) -> Response {
    match recovery::redeem(&state, &parse_code(&body)).await {
        Ok((player_id, token)) => {
            let lang = mailbox_lang(&state, &player_id).await;
            let (title, words) =
                (lang.text("page-token-title"), lang.fill("page-token", &[("token", token.reveal())]));
            LinkPage { status: StatusCode::OK, lang, title, words, button: None }.into_response()
        }
        Err(problem) => token_error_page(problem, &headers),
    }
}

fn token_error_page(problem: AppError, headers: &HeaderMap) -> Response {
    match problem.kind() {
        ErrorKind::Internal | ErrorKind::Unavailable | ErrorKind::InDoubt => {
            Problem::from(problem).into_response()
        }
        _ => message_page(StatusCode::NOT_FOUND, accepted_lang(headers).unwrap_or_default(), "token-stale"),
    }
}

/// Current meaning of a link: the mailbox of the player, and `confirmed` if its confirmed address is the recipient of
/// the link.
struct ResolvedLink {
    link: Link,
    mailbox: Option<MailboxRow>,
    confirmed: bool,
}

impl ResolvedLink {
    async fn resolve(state: &SharedState, link: &str) -> Result<Option<Self>, AppError> {
        let Some(link) = state.mail.keys.verify_link(link) else { return Ok(None) };
        let mailbox = state.store.mailbox(&link.player_id).await.map_err(AppError::from)?;
        let is_it = |normal: &str| state.mail.keys.normalized_address_hash(normal) == link.address_hash;
        let confirmed = mailbox.as_ref().and_then(|mailbox| mailbox.confirmed.as_ref());
        let confirmed = confirmed.is_some_and(|confirmed| is_it(&confirmed.normal));
        Ok(Some(Self { link, mailbox, confirmed }))
    }

    /// Language of the page: the player's, or the reader's first if the reader may be another person, whose address the
    /// player has named or invited.
    fn lang(&self, headers: &HeaderMap) -> Lang {
        let own = self.mailbox.as_ref().map(|mailbox| Lang::from_code(&mailbox.lang));
        let reader = accepted_lang(headers);
        let lang = if self.effect() == LinkKind::Never { reader.or(own) } else { own.or(reader) };
        lang.unwrap_or_default()
    }

    /// Effect of the link. A link of a confirmation mail turns the mailbox off once its address is confirmed.
    fn effect(&self) -> LinkKind {
        match self.link.kind {
            LinkKind::Never if self.confirmed => LinkKind::Off,
            kind => kind,
        }
    }

    /// Text keys of the page that asks, and of the page that reports success.
    fn text_keys(&self) -> (&'static str, &'static str) {
        match self.effect() {
            LinkKind::Never => ("never", "refused"),
            LinkKind::Off => ("off", "turned-off"),
            LinkKind::Codes => ("codes", "no-codes"),
            LinkKind::Strangers => ("strangers", "no-strangers"),
            LinkKind::Keep => ("keep", "kept"),
        }
    }

    /// True if the link has no effect any more, because no change is pending that it could stop.
    fn is_expired(&self) -> bool {
        let waits = self.mailbox.as_ref().is_some_and(|mailbox| mailbox.next.is_some());
        self.link.kind == LinkKind::Keep && !(waits && self.confirmed)
    }

    /// Change that the link makes, if any.
    fn to_change(&self, state: &SharedState) -> Option<MailChange> {
        let at = state.ambient.now();
        let player_id = self.link.player_id.clone();
        if self.effect() == LinkKind::Codes {
            let address_hash = MailKeys::token_codes_key(&self.link.address_hash);
            return Some(MailChange::Refuse { address_hash, player_id, normal: None, at });
        }
        if self.effect() == LinkKind::Never {
            let asked = self.mailbox.as_ref().and_then(|mailbox| mailbox.asked.as_ref());
            let asked = asked.filter(|asked| {
                state.mail.keys.normalized_address_hash(&asked.normal) == self.link.address_hash
            });
            let (address_hash, normal) =
                (self.link.address_hash.clone(), asked.map(|asked| asked.normal.clone()));
            return Some(MailChange::Refuse { address_hash, player_id, normal, at });
        }
        let confirmed = self.mailbox.as_ref()?.confirmed.as_ref().filter(|_| self.confirmed)?;
        let normal = confirmed.normal.clone();
        Some(match self.effect() {
            LinkKind::Strangers => MailChange::StopStrangers { player_id, normal, at },
            LinkKind::Keep => MailChange::KeepAddress { player_id, normal, at },
            _ => MailChange::TurnOff { player_id, normal, at },
        })
    }
}

fn invalid_link_page(headers: &HeaderMap) -> Response {
    message_page(StatusCode::NOT_FOUND, accepted_lang(headers).unwrap_or_default(), "no-link")
}

async fn unsubscribe_page(
    State(state): State<SharedState>,
    headers: HeaderMap,
    Path(link): Path<String>,
) -> Response {
    match ResolvedLink::resolve(&state, &link).await {
        Ok(Some(meant)) if meant.is_expired() => {
            message_page(StatusCode::NOT_FOUND, meant.lang(&headers), "late")
        }
        Ok(Some(meant)) => {
            let lang = meant.lang(&headers);
            let (key, _) = meant.text_keys();
            let page = LinkPage {
                status: StatusCode::OK,
                lang,
                title: lang.text(&format!("page-{key}-title")),
                words: lang.text(&format!("page-{key}")),
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
    let meant = match ResolvedLink::resolve(&state, &link).await {
        Ok(Some(meant)) => meant,
        Ok(None) => return invalid_link_page(&headers),
        Err(problem) => return Problem::from(problem).into_response(),
    };
    if meant.is_expired() {
        return message_page(StatusCode::NOT_FOUND, meant.lang(&headers), "late");
    }
    if let Some(change) = meant.to_change(&state) {
        match state.store.commit(Change::Mail(Box::new(change))).await {
            // After a conflicting change the mailbox is off too.
            Ok(()) | Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Problem::from(error).into_response(),
        }
    }
    message_page(StatusCode::OK, meant.lang(&headers), meant.text_keys().1)
}
