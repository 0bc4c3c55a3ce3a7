//! Pages of lists: their size, and the link to the next page.

use broadside_domain::error::{AppError, ErrorKind};
use serde::Serialize;

use crate::SharedState;

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

/// Returns the `Link` to a page of a list.
pub(crate) fn next_link(
    state: &SharedState,
    path: &str,
    query: &impl Serialize,
) -> Result<String, AppError> {
    let query = serde_urlencoded::to_string(query).map_err(AppError::internal)?;
    Ok(format!("<{}>; rel=\"next\"", state.url_for(&format!("{path}?{query}"))))
}
