//! Answers with an entity tag, for what only its player reads and replaces, such as notes.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use broadside_domain::error::AppError;
use serde::Serialize;

use super::entity_tags::{check_if_match, is_known};
use super::stored_response::JsonResponse;
use crate::SharedState;

pub(crate) struct TaggedResponse {
    response: JsonResponse,
    tag: String,
}

impl TaggedResponse {
    pub(crate) fn new(state: &SharedState, player_id: &str, body: &impl Serialize) -> Self {
        let response = JsonResponse::ok(body);
        let tag = state.etag(player_id, &response.body);
        Self { response: response.with_header(header::ETAG, &*tag), tag }
    }

    pub(crate) fn into_response(self) -> JsonResponse {
        self.response
    }

    /// Returns the answer, or 304 if `If-None-Match` names its tag.
    pub(crate) fn unless_known(self, headers: &HeaderMap) -> JsonResponse {
        let Self { response, tag } = self;
        if is_known(headers, &tag) {
            JsonResponse { status: StatusCode::NOT_MODIFIED, body: Bytes::new(), ..response }
        } else {
            response
        }
    }

    /// Checks that `If-Match`, if there is one, names the tag of this answer.
    ///
    /// # Errors
    /// If it names other tags only.
    pub(crate) fn check_if_match(&self, headers: &HeaderMap) -> Result<(), AppError> {
        check_if_match(headers, || self.tag.clone())
    }
}
