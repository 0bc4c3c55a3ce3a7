//! Pages of lists: their size, and the answer with a link to the next page.

use axum::http::header;
use broadside_domain::error::{AppError, ErrorKind};
use serde::Serialize;

use crate::SharedState;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Size of a page if the request names none.
pub(crate) fn default_limit() -> u32 {
    20
}

pub(crate) fn check_page_size(limit: u32) -> Result<u32, AppError> {
    if !(1..=50).contains(&limit) {
        let detail = format!("limit: a page has 1 to 50, not {limit}");
        return Err(AppError::new(ErrorKind::BadRequest, detail));
    }
    Ok(limit)
}

/// Cuts rows that were read with a limit of one more to a page. Returns true if more follow.
pub(crate) fn cut_page<T>(rows: &mut Vec<T>, limit: u32) -> bool {
    let has_next = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    has_next
}

/// Builds the answer with a page of a list. `next` is the query of the next page, if there is one.
pub(crate) fn page_response(
    state: &SharedState,
    path: &str,
    page: &impl Serialize,
    next: Option<impl Serialize>,
) -> Result<JsonResponse, Problem> {
    let response = JsonResponse::ok(page);
    let Some(query) = next else { return Ok(response) };
    let query = serde_urlencoded::to_string(query).map_err(AppError::internal)?;
    let url = state.url_for(&format!("{path}?{query}"));
    Ok(response.with_header(header::LINK, format!("<{url}>; rel=\"next\"")))
}
