//! Printable sheets: the catalogue and the files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::Lang;
use broadside_pdf::{Format, Kind as Sheet, Output, Paper, Request, SheetError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::SharedState;
use crate::openapi::parameters::IfNoneMatch;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::sheets::file::{FileResponse, Rendered, SheetQuery, invalid_option, parse_name, render};
use crate::sheets::file::{PdfFile, PictureOptions, PngFile, SvgFile};

/// Maximum number of bytes of sheets in memory.
const CACHE_BYTES: u64 = 32 * 1024 * 1024;
/// Estimated number of sheets in memory.
const CACHE_ENTRIES: usize = 500;
/// Maximum number of packs of a class set.
const MAX_PACKS: u32 = 40;
/// Cache policy of sheets. The same options give the same bytes in the same version of the server.
const PUBLIC_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Kind and options of a sheet, and the file of it.
type SheetKey = (Sheet, Request, Output);

/// Cache of files of sheets.
pub(crate) type SheetCache = Cache<SheetKey, Arc<CachedSheet>, FileWeighter>;

/// File ready to be sent.
pub(crate) struct CachedSheet {
    file: Rendered,
    etag: String,
}

#[derive(Clone)]
pub(crate) struct FileWeighter;

impl Weighter<SheetKey, Arc<CachedSheet>> for FileWeighter {
    fn weight(&self, _: &SheetKey, sheet: &Arc<CachedSheet>) -> u64 {
        sheet.file.bytes.len() as u64
    }
}

pub(crate) fn new_cache() -> SheetCache {
    Cache::with_weighter(CACHE_ENTRIES, CACHE_BYTES, FileWeighter)
}

/// Kind of sheet.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct SheetKind {
    /// Name of the kind.
    #[schema(example = "voices-pack")]
    kind: &'static str,
    /// Short description of the sheet.
    summary: &'static str,
    /// Options of this kind only. Every kind also takes `paper`, `orientation`, `margin`,
    /// `look`, `n_up` and `lang`.
    options: &'static [&'static str],
    /// Options of this kind that are required.
    required: &'static [&'static str],
    /// URL of the PDF file. With another extension from `formats`, it is the URL of a picture of a
    /// page.
    #[schema(example = "/v1/sheets/voices-pack.pdf")]
    href: String,
}

/// Catalogue of printable sheets.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Sheets)]
pub(crate) struct Catalogue {
    /// Kinds of sheets.
    sheets: Vec<SheetKind>,
    /// Extensions of the files: `pdf` has all pages, and the others are pictures of one page.
    formats: [&'static str; 3],
    /// Paper sizes that have a name. Give any other size as width and height in millimetres.
    papers: Vec<&'static str>,
    /// Languages of the sheets.
    languages: Vec<&'static str>,
}

pub(crate) fn catalogue(link: impl Fn(&str) -> String) -> Catalogue {
    let sheets = Sheet::ALL.into_iter().map(|kind| SheetKind {
        kind: kind.name(),
        summary: kind.summary(),
        options: kind.options(),
        required: kind.needs(),
        href: link(&format!("/v1/sheets/{kind}.pdf")),
    });
    Catalogue {
        sheets: sheets.collect(),
        formats: Format::ALL.map(Format::extension),
        papers: Paper::NAMED.map(|(name, _)| name).into(),
        languages: Lang::ALL.map(Lang::code).into(),
    }
}

/// List the sheets
///
/// Returns every kind of sheet that can be printed for play on paper, and its options. Needs no
/// token.
#[utoipa::path(get, path = "/v1/sheets", tag = "sheets", operation_id = "list_sheets",
    responses((status = 200, description = "The catalogue of sheets", body = Catalogue)))]
pub(crate) async fn list(State(state): State<SharedState>) -> JsonResponse {
    JsonResponse::ok(&catalogue(|path| state.url_for(path)))
}

/// Get a sheet
///
/// Returns a blank sheet: as PDF with all pages, or a page of it as an SVG or PNG picture, for
/// example for a preview. The same options always give the same bytes, and `broadside sheet` writes
/// the same file. The language is set by `lang`; without it, it is the available language that
/// `Accept-Language` prefers. Needs no token.
///
/// The `Link` header of a picture leads to the previous page, the next page and the last page,
/// whose number is the number of pages. The text of an SVG picture can be selected; its font is
/// embedded. A PNG picture has at most 10 million pixels. If too many PNG pictures are being drawn,
/// the answer is 503.
#[utoipa::path(get, path = "/v1/sheets/{sheet}", tag = "sheets", operation_id = "get_sheet",
    params(("sheet" = String, Path, example = "voices-pack.pdf",
            description = "Kind of sheet from `GET /v1/sheets`, followed by `.pdf`, `.svg` or `.png`"),
        Request,
        PictureOptions,
        ("Accept-Language" = Option<String>, Header, description = "Preferred languages (RFC 9110, 12.5.4)"),
        IfNoneMatch),
    responses((status = 200, description = "The sheet",
            content((PdfFile = "application/pdf"), (SvgFile = "image/svg+xml"), (PngFile = "image/png")),
            headers(("ETag" = String, description = "Entity tag of the file, a hash of it"),
                ("Link" = String, description = "Previous, next and last page of a picture (RFC 8288)"),
                ("Content-Language" = String, description = "Language of the sheet"))),
        (status = 304, description = "The sheet has not changed")),
    extensions(("x-problems" = json!(["not_found", "invalid_field"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    Path(file): Path<String>,
    mut query: SheetQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (kind, format) = parse_name(&file)?;
    let kind: Sheet = kind
        .parse()
        .map_err(|error: SheetError| AppError::new(ErrorKind::NotFound, error.to_string()))?;
    let lang = query.choose_language(&headers)?;
    if query
        .request
        .packs
        .as_ref()
        .and_then(|packs| packs.parse().ok())
        .is_some_and(|packs: u32| packs > MAX_PACKS)
    {
        let detail = format!(
            "the service prints up to {MAX_PACKS} packs in one file: ask for fewer with other seeds, or use `broadside \
             sheet class-set`"
        );
        return Err(AppError::field("packs", detail).into());
    }
    let output = query.output(format)?;
    let sheet = cached_sheet(&state, kind, query.request.clone(), output).await?;
    let links = query.links(&state, &format!("/v1/sheets/{file}"), output, sheet.file.pages)?;
    let response = FileResponse { format, lang, etag: &sheet.etag, cache: PUBLIC_CACHE, links };
    Ok(response.respond(&headers, || sheet.file.bytes.clone())?)
}

/// Returns a file from the cache, or renders it.
async fn cached_sheet(
    state: &SharedState,
    kind: Sheet,
    request: Request,
    output: Output,
) -> Result<Arc<CachedSheet>, AppError> {
    let key = (kind, request, output);
    if let Some(sheet) = state.sheets.get(&key) {
        return Ok(sheet);
    }
    let request = key.1.clone();
    let file = render(move || request.document(kind), output).await?.map_err(invalid_option)?;
    let hash = Sha256::digest(&file.bytes);
    let etag = format!("\"{}\"", data_encoding::HEXLOWER.encode(&hash[..16]));
    let sheet = Arc::new(CachedSheet { file, etag });
    state.sheets.insert(key, Arc::clone(&sheet));
    Ok(sheet)
}
