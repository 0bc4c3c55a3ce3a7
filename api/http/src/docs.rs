//! Documentation served from the binary: the OpenAPI document, a readable reference, guides, and
//! the rules of the games.

mod guides;
mod rules;

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::{Redirect, Response};
use axum::routing::{MethodRouter, get};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use serde::Deserialize;

use crate::SharedState;
use crate::request::accept;
use crate::request::extract::Query;
use crate::response::asset::Asset;
use crate::response::problem::Problem;
use crate::response::protection;
use crate::sheets::file::choose_language;

/// OpenAPI document, as the tests of `openapi/` write it.
static DOCUMENT: LazyLock<Asset> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));
    Asset::from_gzip("application/json", packed)
});

/// Returns the OpenAPI document, as JSON.
pub fn openapi_json() -> Bytes {
    DOCUMENT.decompressed()
}

/// Page that shows the document, with RapiDoc.
static REFERENCE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::html(include_str!("../assets/reference.html").to_owned(), protection::REFERENCE_CSP)
});
static REFERENCE_CSS: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(CSS, include_str!("../assets/reference.css")));
static REFERENCE_JS: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(JAVASCRIPT, include_str!("../assets/reference.js")));
static RAPIDOC: LazyLock<Asset> = LazyLock::new(|| {
    Asset::from_gzip(JAVASCRIPT, include_bytes!("../assets/rapidoc-9.3.8/rapidoc-min.js.gz"))
        .immutable()
});
static RAPIDOC_LICENCE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(TEXT, include_str!("../assets/rapidoc-9.3.8/rapidoc-min.js.LICENSE.txt"))
});

static GUIDES_CSS: LazyLock<Asset> =
    LazyLock::new(|| Asset::new(CSS, include_str!("../assets/guides.css")));
static GUIDE_LIST: LazyLock<Asset> =
    LazyLock::new(|| Asset::html(guides::list_page(), protection::GUIDES_CSP));
/// Pages of the guides, in their order.
static GUIDES: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    guides::GUIDES
        .iter()
        .map(|guide| Asset::html(guides::guide_page(guide), protection::GUIDES_CSP))
        .collect()
});

/// Rules of a game: as text, and as a page in each language.
struct RulesForms {
    id: RulesetId,
    text: Asset,
    pages: [Asset; Lang::ALL.len()],
}

impl RulesForms {
    fn new(id: RulesetId) -> Self {
        Self {
            id,
            text: Asset::new(TEXT, id.rules_with_credits()).negotiated(),
            pages: Lang::ALL.map(|lang| {
                Asset::html(rules::page(id, lang), protection::GUIDES_CSP).negotiated()
            }),
        }
    }
}

static RULES: LazyLock<Vec<RulesForms>> =
    LazyLock::new(|| RulesetId::ALL.iter().map(|id| RulesForms::new(*id)).collect());

const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Routes of `/openapi.json`, of `/docs`, and of `/rules/…`, to which mails link.
pub(super) fn router() -> Router<SharedState> {
    let mut router = Router::new()
        .route("/openapi.json", asset_route(&DOCUMENT))
        .route("/docs", get(|| async { Redirect::to("/docs/") }))
        .route("/docs/", asset_route(&REFERENCE))
        .route("/docs/reference.css", asset_route(&REFERENCE_CSS))
        .route("/docs/reference.js", asset_route(&REFERENCE_JS))
        .route("/docs/rapidoc-9.3.8/rapidoc-min.js", asset_route(&RAPIDOC))
        .route("/docs/rapidoc-9.3.8/rapidoc-min.js.LICENSE.txt", asset_route(&RAPIDOC_LICENCE))
        .route("/docs/guides.css", asset_route(&GUIDES_CSS))
        .route("/docs/guides", get(|| async { Redirect::to("/docs/guides/") }))
        .route("/docs/guides/", asset_route(&GUIDE_LIST))
        .route("/rules/{ruleset}", get(show_rules));
    for (n, guide) in guides::GUIDES.iter().enumerate() {
        let page = get(move |headers: HeaderMap| async move { GUIDES[n].respond(&headers).await });
        router = router.route(&format!("/docs/guides/{}", guide.name), page);
    }
    router
}

fn asset_route(asset: &'static LazyLock<Asset>) -> MethodRouter<SharedState> {
    get(move |headers: HeaderMap| async move { asset.respond(&headers).await })
}

#[derive(Deserialize)]
struct RulesQuery {
    /// Language of the page. Without it, `Accept-Language` chooses.
    lang: Option<String>,
}

/// Rules of a game: a page for clients that prefer HTML, as browsers do, and the exact rules as
/// Markdown for all others.
async fn show_rules(
    Path(id): Path<String>,
    Query(query): Query<RulesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id: RulesetId =
        id.parse().map_err(|error: String| AppError::new(ErrorKind::NotFound, error))?;
    let lang = choose_language(query.lang.as_deref(), &headers)?;
    let forms = RULES.iter().find(|forms| forms.id == id).expect("every ruleset has rules");
    let likes_html = accept::preferred(&headers, "/rules/") == Some(accept::HTML);
    if likes_html { &forms.pages[lang as usize] } else { &forms.text }.respond(&headers).await
}
