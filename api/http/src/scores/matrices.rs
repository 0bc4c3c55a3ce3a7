//! Game-matrices of *SALVO for 2 voices*, and their pronunciation key.

use axum::extract::{Path, State};
use axum::http::header;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::voices::key::{self, Key};
use broadside_engine::voices::matrix::{Matrix, Origin};
use broadside_engine::voices::recipe::{BadRecipe, Recipe};
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::request::extract::JsonBody;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Game-matrix: a square of phones.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Matrix)]
pub(crate) struct MatrixBody {
    /// Name of the matrix: its number, or its recipe.
    #[schema(example = "1")]
    name: String,
    /// Number of the matrix, if it is one of the ten in the score; otherwise null.
    #[schema(minimum = 1, maximum = 10, example = 1)]
    number: Option<u8>,
    /// Word that the score gives for the sound of the matrix; null if it gives none.
    #[schema(example = "pewpewew")]
    sound_word: Option<String>,
    /// Number of rows, and of columns.
    #[schema(minimum = 6, maximum = 26, example = 10)]
    size: u8,
    /// Phones of the matrix, with their counts in every row and in every column.
    phones: Vec<PhoneCount>,
    /// Phones row by row from the top, each row from the left.
    rows: Vec<Vec<String>>,
}

/// Phone, with its count in every row and in every column.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneCount {
    /// Phone from the pronunciation key, in the International Phonetic Alphabet.
    #[schema(example = "j")]
    phone: String,
    /// Occurrences in every row and in every column.
    #[schema(minimum = 1, maximum = 25, example = 3)]
    count: u64,
}

/// The ten numbered matrices.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Matrices {
    /// Matrices of the score, in order.
    matrices: Vec<MatrixBody>,
}

/// Pronunciation key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct PronunciationKey {
    /// Phones and their words, consonants first.
    phones: Vec<Key>,
}

/// Parameters of a new matrix.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"size": 10, "phones": [{"phone": "j", "count": 3}, {"phone": "i", "count": 2},
    {"phone": "u", "count": 3}, {"phone": "p", "count": 2}], "seed": "herring"}))]
pub(crate) struct MatrixRequest {
    /// Number of rows, and of columns.
    #[schema(minimum = 6, maximum = 26)]
    size: u64,
    /// Phones, 2 to 10 different ones. Their counts add up to the size.
    #[schema(min_items = 2, max_items = 10)]
    phones: Vec<PhoneCount>,
    /// Seed of the matrix: the same request with the same seed always gives the same matrix. If it
    /// is left out, the server draws one.
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9-]+$")]
    seed: Option<String>,
}

impl From<&Matrix> for MatrixBody {
    fn from(matrix: &Matrix) -> Self {
        let number = match matrix.origin() {
            Origin::Numbered(number) => Some(*number),
            Origin::Made(_) => None,
        };
        let phones = matrix.phones().iter();
        let phones = phones
            .map(|(phone, count)| PhoneCount { phone: phone.clone(), count: (*count).into() });
        let rows = (0..matrix.size()).map(|row| matrix.row(row).map(str::to_owned).collect());
        Self {
            name: matrix.name(),
            number,
            sound_word: matrix.sound_word().map(str::to_owned),
            size: matrix.size(),
            phones: phones.collect(),
            rows: rows.collect(),
        }
    }
}

/// Lets shared caches keep an answer that never changes.
fn cacheable(response: JsonResponse) -> JsonResponse {
    response.with_header(header::CACHE_CONTROL, "public, max-age=86400")
}

/// List the ten game-matrices
///
/// Returns the matrices of the score of *SALVO for 2 voices*. Needs no token.
#[utoipa::path(get, path = "/v1/matrices", tag = "matrices", operation_id = "list_matrices",
    responses((status = 200, description = "The matrices", body = Matrices)))]
pub(crate) async fn list() -> JsonResponse {
    let numbered = (1..=Matrix::NUMBERS).filter_map(Matrix::numbered);
    cacheable(JsonResponse::ok(&Matrices { matrices: numbered.map(MatrixBody::from).collect() }))
}

/// Get a game-matrix
///
/// Returns one of the ten matrices by its number, or a generated matrix by its recipe. Needs no
/// token.
#[utoipa::path(get, path = "/v1/matrices/{name}", tag = "matrices", operation_id = "get_matrix",
    params(("name" = String, Path, description = "Number from 1 to 10, or recipe", example = "3")),
    responses((status = 200, description = "The matrix", body = MatrixBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(Path(name): Path<String>) -> Result<JsonResponse, Problem> {
    let matrix = Matrix::named(&name)
        .map_err(|error| AppError::new(ErrorKind::NotFound, error.to_string()))?;
    Ok(cacheable(JsonResponse::ok(&MatrixBody::from(&*matrix))))
}

/// Generate a game-matrix
///
/// Generates a new matrix by the rule of the score: every row and every column contains the same
/// phones equally often. Nothing is stored: the name of the matrix is its recipe, and
/// `GET /v1/matrices/{name}` generates it again from that. Needs no token.
#[utoipa::path(post, path = "/v1/matrices", tag = "matrices", operation_id = "generate_matrix",
    request_body = MatrixRequest,
    responses((status = 200, description = "The matrix", body = MatrixBody)),
    extensions(("x-problems" = json!(["against_rule"]))))]
pub(crate) async fn make(
    State(state): State<SharedState>,
    JsonBody { value: body, .. }: JsonBody<MatrixRequest>,
) -> Result<JsonResponse, Problem> {
    let seed = body
        .seed
        .unwrap_or_else(|| data_encoding::HEXLOWER.encode(&state.app.env.random_bytes::<8>()));
    let phones: Vec<_> = body.phones.iter().map(|of| (of.phone.as_str(), of.count)).collect();
    let recipe = Recipe::new(body.size, &phones, &seed).map_err(|bad| {
        let field = match &bad {
            BadRecipe::Size(_) => "size".to_owned(),
            BadRecipe::UnknownPhone { at, .. } => format!("phones[{at}].phone"),
            BadRecipe::Twice { at, .. } => format!("phones[{at}].phone"),
            BadRecipe::Nowhere { at, .. } => format!("phones[{at}].count"),
            BadRecipe::PhoneCount(_) | BadRecipe::Sum { .. } | BadRecipe::Form(_) => {
                "phones".to_owned()
            }
            BadRecipe::Seed => "seed".to_owned(),
        };
        AppError::against_rule("V20", field, bad.to_string())
    })?;
    Ok(JsonResponse::ok(&MatrixBody::from(&Matrix::made(&recipe))))
}

/// Get the pronunciation key
///
/// Returns the 26 phones, each with an English word and the letters in it that sound the phone.
/// Needs no token.
#[utoipa::path(get, path = "/v1/pronunciation-key", tag = "matrices", operation_id = "get_pronunciation_key",
    responses((status = 200, description = "The key", body = PronunciationKey)))]
pub(crate) async fn pronunciation_key() -> JsonResponse {
    cacheable(JsonResponse::ok(&PronunciationKey { phones: key::keys().to_vec() }))
}
