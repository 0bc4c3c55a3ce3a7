//! A server without rules or state. It measures what HTTP alone can do on this machine, and what
//! HTTP and a database can do together.

use std::io::Write;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use broadside_domain::limits::Limits;
use serde_json::{Value, json};

use crate::Failure;
use crate::ledger::Ledger;

const TAG: &str = "\"0123456789abcdef0123456789abcdef\"";

/// Answers moves and views with the same bytes each time, of the given lengths. With a ledger, it
/// answers a move after it is stored.
pub(crate) async fn serve(
    listen: SocketAddr,
    move_bytes: usize,
    view_bytes: usize,
    ledger: Option<Ledger>,
) -> Result<(), Failure> {
    let water = |seat: usize| json!({"seat": seat, "shots": []});
    let view = json!({"grid": {"columns": 10, "rows": 10}, "waters": [water(1), water(2)]});
    let game = json!({"status": "playing", "to_move": [1], "view": view});
    let shown = pad(game.clone(), view_bytes);
    let acted = pad(json!({"ruleset": "classic", "events": [], "game": game}), move_bytes);
    let act = async move |Path(id): Path<String>, body: Bytes| match ledger {
        Some(ledger) if !ledger.note(id, body).await => {
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        _ => json_answer(acted),
    };
    let show = async move |Path(_id): Path<String>, headers: HeaderMap| match headers
        .get(header::IF_NONE_MATCH)
    {
        Some(tag) if tag == TAG => {
            (StatusCode::NOT_MODIFIED, [(header::ETAG, TAG)]).into_response()
        }
        _ => json_answer(shown),
    };
    let router =
        Router::new().route("/v1/games/{id}/actions", post(act)).route("/v1/games/{id}", get(show));
    let listener = broadside_http::server::listen(listen)?;
    let stop = broadside_http::server::stop_signal()?;
    println!("listening on http://{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    broadside_http::server::run(listener, &Limits::NONE, &[], router, stop).await;
    Ok(())
}

fn json_answer(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::ETAG, TAG)], body).into_response()
}

/// Extends a body to about the given length.
fn pad(mut body: Value, bytes: usize) -> Bytes {
    let now = body.to_string().len() + r#","padding":"""#.len();
    body["padding"] = "x".repeat(bytes.saturating_sub(now)).into();
    Bytes::from(body.to_string())
}
