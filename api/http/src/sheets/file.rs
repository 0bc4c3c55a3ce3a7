//! Files of sheets: their names, options, rendering and answers.

use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_i18n::{Lang, UnknownLang};
use broadside_pdf::{Document, Format, Output, PageNumber, Request, SheetError};
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::SharedState;
use crate::request::admission::{Admission, WorkPermit};
use crate::request::extract::Query;
use crate::request::language::negotiate;
use crate::response::entity_tags::is_known;
use crate::response::problem::Problem;
use crate::response::protection::SVG_CSP;

/// PDF file.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, content_media_type = "application/pdf")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct PdfFile(Vec<u8>);

/// SVG picture.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, content_media_type = "image/svg+xml")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct SvgFile(String);

/// PNG picture.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, content_media_type = "image/png")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct PngFile(Vec<u8>);

/// Splits the name of a file into the kind of the sheet and the format.
pub(crate) fn parse_name(file: &str) -> Result<(&str, Format), AppError> {
    let split = file.rsplit_once('.');
    split.and_then(|(kind, extension)| Some((kind, Format::from_extension(extension)?))).ok_or_else(
        || {
            let detail = "the name of a sheet ends in .pdf, .svg or .png, for example maps.pdf";
            AppError::new(ErrorKind::NotFound, detail)
        },
    )
}

pub(crate) struct SheetQuery {
    pub(crate) request: Request,
    picture: PictureOptions,
    /// The parameters other than `page`, as they are sent.
    others: Vec<(String, String)>,
}

/// Options of a picture of a page.
#[derive(Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureOptions {
    /// Number of the page of a picture, 1 by default. Only for `.svg` and `.png`.
    #[param(example = "1")]
    page: Option<String>,
    /// Pixels per inch, 36 to 300, and 96 by default. Only for `.png`.
    #[param(example = "96")]
    dpi: Option<String>,
}

impl FromRequestParts<SharedState> for SheetQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, Problem> {
        let Query(picture) = Query::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default();
        let mut others: Vec<(String, String)> =
            serde_urlencoded::from_str(query).map_err(AppError::internal)?;
        others.retain(|(name, _)| name != "page");
        // The options of the sheet refuse unknown names, so they do not get those of the picture.
        let sheet: Vec<_> = others.iter().filter(|(name, _)| name != "dpi").collect();
        let sheet = serde_urlencoded::to_string(sheet).map_err(AppError::internal)?;
        let uri: Uri = format!("/?{sheet}").parse().map_err(AppError::internal)?;
        let original = std::mem::replace(&mut parts.uri, uri);
        let request = Query::from_request_parts(parts, state).await;
        parts.uri = original;
        Ok(Self { request: request?.0, picture, others })
    }
}

impl SheetQuery {
    /// Chooses the language of the sheet, and sets it in the request.
    pub(crate) fn choose_language(&mut self, headers: &HeaderMap) -> Result<Lang, AppError> {
        let lang = choose_language(self.request.lang.as_deref(), headers)?;
        self.request.lang = Some(lang.code().to_owned());
        Ok(lang)
    }

    /// Returns the file that the query describes.
    pub(crate) fn output(&self, format: Format) -> Result<Output, AppError> {
        let PictureOptions { page, dpi } = &self.picture;
        Output::new(format, page.as_deref(), dpi.as_deref()).map_err(invalid_option)
    }

    /// Returns the `Link` header of a picture (RFC 8288): the previous, the next and the last page.
    pub(crate) fn links(
        &self,
        state: &SharedState,
        path: &str,
        output: Output,
        pages: usize,
    ) -> Result<Option<HeaderValue>, AppError> {
        let Some(current) = output.page().map(PageNumber::get) else { return Ok(None) };
        let relations = [("prev", current - 1), ("next", current + 1), ("last", pages)];
        let mut links = Vec::new();
        for (relation, page) in relations {
            if (1..=pages).contains(&page) {
                let page = ("page".to_owned(), page.to_string());
                let query = self.others.iter().chain([&page]).collect::<Vec<_>>();
                let query = serde_urlencoded::to_string(query).map_err(AppError::internal)?;
                let url = state.url_for(&format!("{path}?{query}"));
                links.push(format!("<{url}>; rel=\"{relation}\""));
            }
        }
        HeaderValue::try_from(links.join(", ")).map(Some).map_err(AppError::internal)
    }
}

/// Chooses the language: the one that the query names, or that `Accept-Language` prefers.
pub(crate) fn choose_language(named: Option<&str>, headers: &HeaderMap) -> Result<Lang, AppError> {
    match named {
        Some(lang) => lang.parse().map_err(|unknown: UnknownLang| invalid_option(unknown.into())),
        None => Ok(negotiate(headers).unwrap_or_default()),
    }
}

/// Turns an error in an option into a problem with this field.
pub(crate) fn invalid_option(error: SheetError) -> AppError {
    AppError::field(error.field(), error.to_string())
}

pub(crate) struct Rendered {
    pub(crate) bytes: Vec<u8>,
    /// Number of pages of the whole sheet.
    pub(crate) pages: usize,
}

/// Limit of two files without pixels at once. A set of many packs takes a tenth of a second.
static PRINTERS: Admission = Admission::new(2, 60, PRINTERS_BUSY);
/// Limit of two PNG pictures at once: each takes up to 60 MB while it is drawn.
static PAINTERS: Admission = Admission::new(2, 30, PAINTERS_BUSY);
/// Longest time that a file may take, including the wait for its turn.
const PRINTING_TIME: Duration = Duration::from_secs(20);
const PRINTERS_BUSY: &str = "too many sheets are being printed: try again in a few seconds";
const PAINTERS_BUSY: &str =
    "too many pictures are being drawn: try again in a few seconds, or get the sheet as SVG";

/// Lays out a document and writes a file of it, on another thread.
pub(crate) async fn render(
    document: impl FnOnce() -> Result<Document, SheetError> + Send + 'static,
    output: Output,
) -> Result<Result<Rendered, SheetError>, AppError> {
    let (admission, busy) = match output.format() {
        Format::Pdf | Format::Svg => (&PRINTERS, PRINTERS_BUSY),
        Format::Png => (&PAINTERS, PAINTERS_BUSY),
    };
    let printed = tokio::time::timeout(PRINTING_TIME, async {
        let permit = admission.enter().await?;
        print(permit, move || {
            let document = document()?;
            Ok(Rendered { bytes: document.write(output)?, pages: document.page_count() })
        })
        .await
    });
    printed.await.unwrap_or_else(|_| Err(AppError::new(ErrorKind::Unavailable, busy)))
}

/// Runs work on a thread of its own, to which the threads that handle moves do not give way. The
/// thread keeps the permit to its end, even if nobody waits for the result any more.
async fn print<T: Send + 'static>(
    permit: WorkPermit<'static>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, AppError> {
    let (sender, result) = oneshot::channel();
    let thread = std::thread::Builder::new().name("sheet".to_owned()).spawn(move || {
        let _permit = permit;
        give_way();
        // The request may have ended.
        let _ = sender.send(work());
    });
    thread.map_err(AppError::internal)?;
    result.await.map_err(AppError::internal)
}

/// Lowers the priority of the current thread. A thread that handles a move then takes its core at
/// once, and keeps nine tenths of it if both are always busy. Only Linux has a nice value for each
/// thread.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::warn!(%error, "sheets cannot be printed at a lower priority");
    }
}

/// Answer with the file of a sheet.
pub(crate) struct FileResponse<'a> {
    pub(crate) format: Format,
    pub(crate) lang: Lang,
    pub(crate) etag: &'a str,
    pub(crate) cache: HeaderValue,
    pub(crate) links: Option<HeaderValue>,
}

impl FileResponse<'_> {
    /// Builds the response, or 304 if the client has the current file.
    pub(crate) fn respond(
        self,
        request_headers: &HeaderMap,
        bytes: impl FnOnce() -> Vec<u8>,
    ) -> Result<Response, AppError> {
        let is_current = is_known(request_headers, self.etag);
        let mut response = if is_current {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            bytes().into_response()
        };
        let headers = response.headers_mut();
        if !is_current {
            let media_type = HeaderValue::from_static(self.format.media_type());
            headers.insert(header::CONTENT_TYPE, media_type);
            headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(self.lang.code()));
        }
        if self.format == Format::Svg {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SVG_CSP));
        }
        if let Some(links) = self.links {
            headers.insert(header::LINK, links);
        }
        headers.insert(header::ETAG, HeaderValue::try_from(self.etag).map_err(AppError::internal)?);
        headers.insert(header::CACHE_CONTROL, self.cache);
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Language"));
        Ok(response)
    }
}
