//! Printable sheets: what there is, and the files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use broadside_pdf::{Document, Kind as Sheet, Lang, Paper, Request, SheetError};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::App;
use super::body::{Weak, names, tags};
use super::extract::Query;
use super::language::liked;
use super::reply::Reply;
use crate::problem::{Kind, Problem};

/// How many bytes of sheets are kept in memory.
const BYTES_IN_MEMORY: u64 = 32 * 1024 * 1024;
/// About how many sheets these are.
const SHEETS_IN_MEMORY: usize = 500;
/// What the files end in.
pub(super) const SUFFIX: &str = ".pdf";
/// The same options give the same bytes for as long as the server is the same version.
const FRESH: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// Sheets that have been asked for, by their kind and options.
pub(super) type Sheets = Cache<(Sheet, Request), Arc<Printed>, Bytes>;

/// A sheet as it is sent.
pub(super) struct Printed {
    pdf: Vec<u8>,
    etag: String,
}

/// Weighs sheets by their bytes.
#[derive(Clone)]
pub(super) struct Bytes;

impl Weighter<(Sheet, Request), Arc<Printed>> for Bytes {
    fn weight(&self, _: &(Sheet, Request), sheet: &Arc<Printed>) -> u64 {
        sheet.pdf.len() as u64
    }
}

/// An empty cache.
pub(super) fn cache() -> Sheets {
    Cache::with_weighter(SHEETS_IN_MEMORY, BYTES_IN_MEMORY, Bytes)
}

/// A kind of sheet.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SheetKind {
    /// Its name.
    #[schema(example = "voices-pack")]
    kind: &'static str,
    /// What is on it.
    summary: &'static str,
    /// The options of its own; every kind takes `paper`, `orientation`, `margin` and `lang` as well.
    options: &'static [&'static str],
    /// Those of them that it cannot do without.
    needs: &'static [&'static str],
    /// Where the file is.
    #[schema(example = "/v1/sheets/voices-pack.pdf")]
    href: String,
}

/// What can be printed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Sheets)]
pub(super) struct Catalogue {
    /// The kinds of sheets.
    sheets: Vec<SheetKind>,
    /// The papers that have a name; any other is given as width and height in millimetres.
    papers: Vec<&'static str>,
    /// The languages of the sheets.
    languages: Vec<&'static str>,
}

/// Everything that can be printed.
pub(super) fn catalogue(link: impl Fn(&str) -> String) -> Catalogue {
    let kind = |kind: Sheet| SheetKind {
        kind: kind.name(),
        summary: kind.summary(),
        options: kind.options(),
        needs: kind.needs(),
        href: link(&format!("/v1/sheets/{kind}{SUFFIX}")),
    };
    Catalogue {
        sheets: Sheet::ALL.into_iter().map(kind).collect(),
        papers: Paper::NAMED.map(|(name, _)| name).into(),
        languages: Lang::ALL.map(Lang::code).into(),
    }
}

/// A PDF file.
#[derive(ToSchema)]
#[schema(value_type = String, content_media_type = "application/pdf")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(super) struct SheetFile(Vec<u8>);

/// The sheets
///
/// Every kind of sheet that can be printed to play on paper, and the options it takes. Needs no token.
#[utoipa::path(get, path = "/v1/sheets", tag = "sheets", operation_id = "list_sheets",
    responses((status = 200, description = "What can be printed", body = Catalogue)))]
pub(super) async fn list(State(app): State<App>) -> Reply {
    Reply::ok(&catalogue(|path| app.link(path)))
}

/// A sheet
///
/// A blank sheet as PDF. The same options give the same bytes, and the same that `broadside sheet` writes. The language
/// is that of `lang`, or else the one of them that `Accept-Language` likes best. Needs no token.
#[utoipa::path(get, path = "/v1/sheets/{file}", tag = "sheets", operation_id = "get_sheet",
    params(("file" = String, Path, description = "A kind of sheet from `GET /v1/sheets`, and `.pdf`",
            example = "voices-pack.pdf"),
        Request,
        ("Accept-Language" = Option<String>, Header, description = "Languages that you like (RFC 9110, 12.5.4)"),
        ("If-None-Match" = Option<String>, Header, description = "Entity tags that you have; 304 if one of them is still right")),
    responses((status = 200, description = "The sheet", content_type = "application/pdf", body = SheetFile,
            headers(("ETag" = String, description = "A hash of the file"),
                ("Content-Language" = String, description = "The language of the sheet"))),
        (status = 304, description = "It is as you have it")),
    extensions(("x-problems" = json!(["not_found", "invalid_field"]))))]
pub(super) async fn show(
    State(app): State<App>,
    Path(file): Path<String>,
    Query(mut request): Query<Request>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let kind: Sheet =
        stem(&file)?.parse().map_err(|error: SheetError| Problem::new(Kind::NotFound, error.to_string()))?;
    let lang = settle(&mut request, &headers)?;
    let sheet = printed(&app, kind, request).await?;

    sent(&headers, lang, &sheet.etag, FRESH, || sheet.pdf.clone())
}

/// The name of a file without its ending.
pub(super) fn stem(file: &str) -> Result<&str, Problem> {
    file.strip_suffix(SUFFIX).ok_or_else(|| {
        let detail = format!("a sheet is a file whose name ends in {SUFFIX}, as in maps{SUFFIX}");
        Problem::new(Kind::NotFound, detail)
    })
}

/// Settles the language of a sheet.
pub(super) fn settle(request: &mut Request, headers: &HeaderMap) -> Result<Lang, Problem> {
    let lang = match request.lang.as_deref() {
        None => preferred(headers),
        Some(lang) => lang.parse().map_err(refused)?,
    };
    request.lang = Some(lang.code().to_owned());
    Ok(lang)
}

/// The answer with a sheet, or that it is as its reader has it.
pub(super) fn sent(
    asked: &HeaderMap,
    lang: Lang,
    etag: &str,
    cache: HeaderValue,
    pdf: impl FnOnce() -> Vec<u8>,
) -> Result<Response, Problem> {
    let had = tags(asked, header::IF_NONE_MATCH);
    let mut response = if had.is_some_and(|had| names(&had, etag, Weak::Agrees)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = pdf().into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
        let language = HeaderValue::from_static(lang.code());
        response.headers_mut().insert(header::CONTENT_LANGUAGE, language);
        response
    };
    let tag = HeaderValue::try_from(etag).map_err(Problem::internal)?;
    response.headers_mut().insert(header::ETAG, tag);
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Language"));
    Ok(response)
}

/// Lays a document out and writes it. That takes milliseconds, and a long score more: it is done on threads that nobody
/// else waits for, and not many at once.
pub(super) async fn print(
    document: impl FnOnce() -> Result<Document, SheetError> + Send + 'static,
) -> Result<Result<Vec<u8>, SheetError>, Problem> {
    static PRINTERS: Semaphore = Semaphore::const_new(4);
    let _printer = PRINTERS.acquire().await.map_err(Problem::internal)?;
    tokio::task::spawn_blocking(move || Ok(document()?.pdf())).await.map_err(Problem::internal)
}

/// A sheet from memory, or newly printed.
async fn printed(app: &App, kind: Sheet, request: Request) -> Result<Arc<Printed>, Problem> {
    let key = (kind, request);
    if let Some(sheet) = app.sheets.get(&key) {
        return Ok(sheet);
    }
    let request = key.1.clone();
    let pdf = print(move || request.document(kind)).await?.map_err(refused)?;
    let hash = Sha256::digest(&pdf);
    let etag = format!("\"{}\"", data_encoding::HEXLOWER.encode(&hash[..16]));
    let sheet = Arc::new(Printed { pdf, etag });
    app.sheets.insert(key, Arc::clone(&sheet));
    Ok(sheet)
}

pub(super) fn refused(error: SheetError) -> Problem {
    Problem::field(error.field(), error.to_string())
}

/// The language of the sheets that `Accept-Language` likes best; English where it likes none.
fn preferred(headers: &HeaderMap) -> Lang {
    liked(headers, Lang::default(), |tag| tag.parse().ok()).unwrap_or_default()
}
