//! Printable sheets of a game, with what their reader may know of it.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use broadside_app::play::LiveGame;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::seat::Viewer;
use broadside_pdf::{GameKind, Kind as Sheet, Request, SheetError};
use serde::Serialize;

use super::SharedState;
use super::auth::GameReader;
use super::extract::Query;
use super::game::find_game_for;
use super::sheets::{SUFFIX, choose_language, invalid_option, render_pdf, sheet_response, strip_extension};
use super::stored_response::StoredResponse;
use crate::problem::Problem;

/// Cache rule of sheets: private, and validated on each use.
const PRIVATE_CACHE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Sheet of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct GameSheet {
    /// Kind of the sheet.
    #[cfg_attr(feature = "openapi", schema(example = "classic"))]
    kind: &'static str,
    /// Summary of the content.
    summary: &'static str,
    /// Options that this sheet takes in addition to those of all sheets.
    #[cfg_attr(feature = "openapi", schema(example = json!(["layout", "size"])))]
    options: &'static [&'static str],
    /// Address of the file.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "/v1/games/0196f0a0-0000-7000-8000-000000000001/sheets/classic.pdf")
    )]
    href: String,
}

/// Sheets of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct GameSheets {
    /// Sheets that the caller can get.
    sheets: Vec<GameSheet>,
    /// Options that each of the sheets takes.
    options: [&'static str; 4],
}

/// Sheets of a game that a viewer can get.
pub(super) fn catalogue(loaded: &LiveGame, viewer: Viewer, link: impl Fn(&str) -> String) -> GameSheets {
    let id = &loaded.row.id;
    let kinds = GameKind::of(loaded.game.ruleset()).iter();
    let sheet = |kind: &GameKind| GameSheet {
        kind: kind.name(),
        summary: kind.summary(),
        options: kind.options(),
        href: link(&format!("/v1/games/{id}/sheets/{kind}{SUFFIX}")),
    };
    GameSheets {
        sheets: kinds.filter(|kind| viewer.seat().is_some() || !kind.needs_seat()).map(sheet).collect(),
        options: Sheet::COMMON,
    }
}

/// List the sheets of a game
///
/// Returns the sheets of this game that you can print. With a seat you also get the sheets with your own ships and
/// game-matrices; without one you get only sheets that show public information.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/games/{id}/sheets", tag = "sheets", operation_id = "list_game_sheets",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001")),
    responses((status = 200, description = "Sheets that you can print", body = GameSheets)),
    extensions(("x-problems" = json!(["not_found"])))))]
pub(super) async fn list(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
) -> Result<StoredResponse, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    Ok(StoredResponse::ok(&catalogue(&loaded, viewer, |path| state.url_for(path))))
}

/// Get a sheet of a game
///
/// Returns a PDF with everything that you may know: your ships, the shots crossed, the hits circled, and sunk ships
/// struck through. The game determines the content; the parameters set the paper, its orientation, its margin and the
/// language. The language is `lang`, or else the available language that `Accept-Language` prefers.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/games/{id}/sheets/{sheet}", tag = "sheets", operation_id = "get_game_sheet",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("sheet" = String, Path, description = "Kind of sheet from `GET /v1/games/{id}/sheets`, followed by `.pdf`",
            example = "classic.pdf"),
        ("paper" = Option<String>, Query, example = "a5",
            description = "Paper: `a4` (the default), `letter`, `a5`, or width and height in mm, as in `148x210`"),
        ("orientation" = Option<String>, Query, example = "landscape",
            description = "Orientation of the paper: `portrait` (the default) or `landscape`"),
        ("margin" = Option<String>, Query, example = "12",
            description = "Margin in millimetres: 12 by default, at most a quarter of the shorter side"),
        ("layout" = Option<String>, Query, example = "facing",
            description = "Layout of a sheet `score`: `side_by_side` (the default), or `facing` for readers on opposite sides of a table"),
        ("size" = Option<String>, Query, example = "large",
            description = "Size of a sheet `score`: `compact` (the default), or `large` for a music stand"),
        ("lang" = Option<String>, Query, example = "en", description = "Language of the sheet: `en` or `it`"),
        ("Accept-Language" = Option<String>, Header, description = "Languages that you prefer (RFC 9110, 12.5.4)"),
        ("If-None-Match" = Option<String>, Header,
            description = "Entity tags of your copies; the answer is 304 if one of them is current")),
    responses((status = 200, description = "The sheet", content_type = "application/pdf", body = super::sheets::SheetFile,
            headers(("ETag" = String, description = "Entity tag: a hash of the file as you see it"),
                ("Content-Language" = String, description = "Language of the sheet"))),
        (status = 304, description = "Your copy is current")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "invalid_field"])))))]
pub(super) async fn show(
    State(state): State<SharedState>,
    reader: GameReader,
    Path((id, file)): Path<(String, String)>,
    Query(mut request): Query<Request>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let known = loaded.sheet_data(viewer);
    let kind = known.kind(strip_extension(&file)?).map_err(sheet_problem)?;
    let lang = choose_language(&mut request, &headers)?;
    let pdf = render_pdf(move || request.of_game(kind, &known)).await?.map_err(sheet_problem)?;
    let etag = state.etag(&reader.player_id, &pdf);
    Ok(sheet_response(&headers, lang, &etag, PRIVATE_CACHE, || pdf)?)
}

fn sheet_problem(error: SheetError) -> AppError {
    match error {
        SheetError::NotOfGame { .. } => AppError::new(ErrorKind::NotFound, error.to_string()),
        SheetError::Seatless(_) => AppError::new(ErrorKind::NotSeated, error.to_string()),
        error => invalid_option(error),
    }
}
