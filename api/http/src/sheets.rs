//! Printable sheets: the catalogue and the files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::{Lang, UnknownLang};
use broadside_pdf::{Document, Kind as Sheet, Paper, Request, SheetError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::SharedState;
use super::body::{Comparison, entity_tags, etag_list_matches};
use super::extract::Query;
use super::language::negotiate;
use super::stored_response::StoredResponse;
use crate::problem::Problem;

/// Maximum number of bytes of sheets in memory.
const CACHE_BYTES: u64 = 32 * 1024 * 1024;
/// Estimated number of sheets in memory.
const CACHE_ENTRIES: usize = 500;
/// Extension of the files.
pub(super) const SUFFIX: &str = ".pdf";
/// Cache policy of sheets. The same options give the same bytes in the same version of the server.
const PUBLIC_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Cache of sheets, by their kind and options.
pub(super) type SheetCache = Cache<(Sheet, Request), Arc<RenderedSheet>, PdfWeighter>;

/// Sheet ready to be sent.
pub(super) struct RenderedSheet {
    pdf: Vec<u8>,
    etag: String,
}

/// Weighs sheets by their bytes.
#[derive(Clone)]
pub(super) struct PdfWeighter;

impl Weighter<(Sheet, Request), Arc<RenderedSheet>> for PdfWeighter {
    fn weight(&self, _: &(Sheet, Request), sheet: &Arc<RenderedSheet>) -> u64 {
        sheet.pdf.len() as u64
    }
}

/// Creates an empty cache.
pub(super) fn new_cache() -> SheetCache {
    Cache::with_weighter(CACHE_ENTRIES, CACHE_BYTES, PdfWeighter)
}

/// Kind of sheet.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct SheetKind {
    /// Name of the kind.
    #[cfg_attr(feature = "openapi", schema(example = "voices-pack"))]
    kind: &'static str,
    /// Short description of the sheet.
    summary: &'static str,
    /// Options of this kind only. Every kind also takes `paper`, `orientation`, `margin` and `lang`.
    options: &'static [&'static str],
    /// Options of this kind that are required.
    required: &'static [&'static str],
    /// URL of the file.
    #[cfg_attr(feature = "openapi", schema(example = "/v1/sheets/voices-pack.pdf"))]
    href: String,
}

/// Catalogue of printable sheets.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Sheets))]
pub(super) struct Catalogue {
    /// Kinds of sheets.
    sheets: Vec<SheetKind>,
    /// Paper sizes that have a name. Give any other size as width and height in millimetres.
    papers: Vec<&'static str>,
    /// Languages of the sheets.
    languages: Vec<&'static str>,
}

/// Builds the catalogue of sheets.
pub(super) fn catalogue(link: impl Fn(&str) -> String) -> Catalogue {
    let kind = |kind: Sheet| SheetKind {
        kind: kind.name(),
        summary: kind.summary(),
        options: kind.options(),
        required: kind.needs(),
        href: link(&format!("/v1/sheets/{kind}{SUFFIX}")),
    };
    Catalogue {
        sheets: Sheet::ALL.into_iter().map(kind).collect(),
        papers: Paper::NAMED.map(|(name, _)| name).into(),
        languages: Lang::ALL.map(Lang::code).into(),
    }
}

/// PDF file.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, content_media_type = "application/pdf")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct SheetFile(Vec<u8>);

/// List the sheets
///
/// Returns every kind of sheet that can be printed for play on paper, and its options. Needs no token.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/sheets", tag = "sheets", operation_id = "list_sheets",
    responses((status = 200, description = "The catalogue of sheets", body = Catalogue))))]
pub(super) async fn list(State(state): State<SharedState>) -> StoredResponse {
    StoredResponse::ok(&catalogue(|path| state.url_for(path)))
}

/// Get a sheet
///
/// Returns a blank sheet as PDF. The same options always give the same bytes, and `broadside sheet` writes the same
/// file. The language is set by `lang`; without it, it is the available language that `Accept-Language` prefers.
/// Needs no token.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/sheets/{sheet}", tag = "sheets", operation_id = "get_sheet",
    params(("sheet" = String, Path, description = "Kind of sheet from `GET /v1/sheets`, followed by `.pdf`",
            example = "voices-pack.pdf"),
        Request,
        ("Accept-Language" = Option<String>, Header, description = "Preferred languages (RFC 9110, 12.5.4)"),
        ("If-None-Match" = Option<String>, Header,
            description = "Entity tags of the versions that you have; the answer is 304 if one of them is current")),
    responses((status = 200, description = "The sheet", content_type = "application/pdf", body = SheetFile,
            headers(("ETag" = String, description = "Entity tag of the file, a hash of it"),
                ("Content-Language" = String, description = "Language of the sheet"))),
        (status = 304, description = "The sheet has not changed")),
    extensions(("x-problems" = json!(["not_found", "invalid_field"])))))]
pub(super) async fn show(
    State(state): State<SharedState>,
    Path(file): Path<String>,
    Query(mut request): Query<Request>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind: Sheet = strip_extension(&file)?
        .parse()
        .map_err(|error: SheetError| AppError::new(ErrorKind::NotFound, error.to_string()))?;
    let lang = choose_language(&mut request, &headers)?;
    let sheet = cached_sheet(&state, kind, request).await?;

    Ok(sheet_response(&headers, lang, &sheet.etag, PUBLIC_CACHE, || sheet.pdf.clone())?)
}

/// Returns the name of a file without its extension.
pub(super) fn strip_extension(file: &str) -> Result<&str, AppError> {
    file.strip_suffix(SUFFIX).ok_or_else(|| {
        let detail = format!("the name of a sheet ends in {SUFFIX}, for example maps{SUFFIX}");
        AppError::new(ErrorKind::NotFound, detail)
    })
}

/// Chooses the language of a sheet, and sets it in the request.
pub(super) fn choose_language(request: &mut Request, headers: &HeaderMap) -> Result<Lang, AppError> {
    let lang = match request.lang.as_deref() {
        None => preferred_language(headers),
        Some(lang) => lang.parse().map_err(|unknown: UnknownLang| invalid_option(unknown.into()))?,
    };
    request.lang = Some(lang.code().to_owned());
    Ok(lang)
}

/// Builds the answer with a sheet, or 304 if the client has the current one.
pub(super) fn sheet_response(
    asked: &HeaderMap,
    lang: Lang,
    etag: &str,
    cache: HeaderValue,
    pdf: impl FnOnce() -> Vec<u8>,
) -> Result<Response, AppError> {
    let had = entity_tags(asked, header::IF_NONE_MATCH);
    let mut response = if had.is_some_and(|had| etag_list_matches(&had, etag, Comparison::Agrees)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = pdf().into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
        let language = HeaderValue::from_static(lang.code());
        response.headers_mut().insert(header::CONTENT_LANGUAGE, language);
        response
    };
    let tag = HeaderValue::try_from(etag).map_err(AppError::internal)?;
    response.headers_mut().insert(header::ETAG, tag);
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Language"));
    Ok(response)
}

/// Lays out a document and writes it. That takes milliseconds, for a long score more, so it runs on blocking threads,
/// only a few at once.
pub(super) async fn render_pdf(
    document: impl FnOnce() -> Result<Document, SheetError> + Send + 'static,
) -> Result<Result<Vec<u8>, SheetError>, AppError> {
    static PRINTERS: Semaphore = Semaphore::const_new(4);
    let _printer = PRINTERS.acquire().await.map_err(AppError::internal)?;
    tokio::task::spawn_blocking(move || Ok(document()?.pdf())).await.map_err(AppError::internal)
}

/// Returns a sheet from the cache, or prints it.
async fn cached_sheet(
    state: &SharedState,
    kind: Sheet,
    request: Request,
) -> Result<Arc<RenderedSheet>, AppError> {
    let key = (kind, request);
    if let Some(sheet) = state.sheets.get(&key) {
        return Ok(sheet);
    }
    let request = key.1.clone();
    let pdf = render_pdf(move || request.document(kind)).await?.map_err(invalid_option)?;
    let hash = Sha256::digest(&pdf);
    let etag = format!("\"{}\"", data_encoding::HEXLOWER.encode(&hash[..16]));
    let sheet = Arc::new(RenderedSheet { pdf, etag });
    state.sheets.insert(key, Arc::clone(&sheet));
    Ok(sheet)
}

pub(super) fn invalid_option(error: SheetError) -> AppError {
    AppError::field(error.field(), error.to_string())
}

/// Returns the language of sheets that `Accept-Language` prefers, or English without a match.
pub(super) fn preferred_language(headers: &HeaderMap) -> Lang {
    negotiate(headers, Lang::default(), |tag| tag.parse().ok()).unwrap_or_default()
}
