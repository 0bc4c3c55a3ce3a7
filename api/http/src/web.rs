//! Web pages: the home page, the frontend at `/play`, and the sheets at `/sheets`. Their files are
//! in `api/web`.
//!
//! The build embeds the files. The address of a file contains a hash of all files, so browsers may
//! keep it for a year. The pages themselves are checked for changes on each visit.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Redirect, Response};
use axum::routing::get;
use broadside_domain::error::{AppError, ErrorKind};

use crate::SharedState;
use crate::request::accept;
use crate::response::asset::Asset;
use crate::response::problem::Problem;
use crate::response::protection;

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Files by their path in the folder.
static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
    let mut assets = HashMap::new();
    for &(path, kind, packed) in FILES {
        let asset = Asset::from_gzip(kind, packed);
        let asset = if path.ends_with(".html") {
            asset.with_policy(protection::WEB_CSP)
        } else {
            asset.immutable()
        };
        assets.insert(path, asset);
    }
    assets
});

pub(super) fn router() -> Router<SharedState> {
    Router::new()
        .route("/", get(|headers: HeaderMap| page("index.html", headers)))
        .route("/play", get(|headers: HeaderMap| page("play.html", headers)))
        .route("/play/", get(|| async { Redirect::permanent("/play") }))
        .route("/sheets", get(|headers: HeaderMap| page("sheets.html", headers)))
        .route("/sheets/", get(|| async { Redirect::permanent("/sheets") }))
        .route(
            "/favicon.ico",
            get(|| async { Redirect::temporary(&format!("/web/{VERSION}/icon.svg")) }),
        )
        .route("/web/{version}/{*path}", get(file))
}

/// Answer to a request for a path that does not exist: a page for browsers, and a problem for all
/// others.
pub(super) async fn missing(headers: HeaderMap) -> Result<Response, Problem> {
    if accept::prefers_html(&headers) {
        let mut response = page("missing.html", headers).await?;
        *response.status_mut() = StatusCode::NOT_FOUND;
        return Ok(response);
    }
    let detail = "there is no such path: see the document at /openapi.json for all paths";
    Err(AppError::new(ErrorKind::NotFound, detail).into())
}

async fn page(name: &str, headers: HeaderMap) -> Result<Response, Problem> {
    ASSETS.get(name).expect("every page is in the folder").respond(&headers).await
}

/// A file of the pages. A page of another build gets a problem, since the files of a page must fit
/// each other.
async fn file(
    Path((version, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    match ASSETS.get(&*path).filter(|_| version == VERSION && !path.ends_with(".html")) {
        Some(asset) => asset.respond(&headers).await,
        None => {
            let detail = "there is no such file in this version of the service: reload the page";
            Err(AppError::new(ErrorKind::NotFound, detail).into())
        }
    }
}
