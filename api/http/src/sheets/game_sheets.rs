//! Printable sheets of a game, with what their reader may know of it.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use broadside_app::play::LiveGame;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::seat::Viewer;
use broadside_pdf::{Format, GameKind, Kind as Sheet, SheetError};
use serde::Serialize;

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::{GameId, IfNoneMatch};
use crate::request::auth::GameReader;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::sheets::file::{FileResponse, SheetQuery, invalid_option, parse_name, render};
use crate::sheets::file::{PdfFile, PictureOptions, PngFile, SvgFile};

/// Cache rule of sheets: private, and validated on each use.
const PRIVATE_CACHE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Sheet of a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GameSheet {
    /// Kind of the sheet.
    #[schema(example = "classic")]
    kind: &'static str,
    /// Summary of the content.
    summary: &'static str,
    /// Options that this sheet takes in addition to those of all sheets.
    #[schema(example = json!(["layout", "size"]))]
    options: &'static [&'static str],
    /// Address of the PDF file. With another extension from `formats`, it is the address of a
    /// picture of a page.
    #[schema(example = "/v1/games/0196f0a0-0000-7000-8000-000000000001/sheets/classic.pdf")]
    href: String,
}

/// Sheets of a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GameSheets {
    /// Sheets that the caller can get.
    sheets: Vec<GameSheet>,
    /// Extensions of the files: `pdf` has all pages, and the others are pictures of one page.
    formats: [&'static str; 3],
    /// Options that each of the sheets takes.
    options: [&'static str; 6],
}

/// Sheets of a game that a viewer can get.
pub(crate) fn catalogue(
    loaded: &LiveGame,
    viewer: Viewer,
    link: impl Fn(&str) -> String,
) -> GameSheets {
    let id = &loaded.row.id;
    let kinds = GameKind::of(loaded.game.ruleset()).iter();
    let kinds = kinds.filter(|kind| viewer.seat().is_some() || !kind.needs_seat());
    let sheets = kinds.map(|kind| GameSheet {
        kind: kind.name(),
        summary: kind.summary(),
        options: kind.options(),
        href: link(&format!("/v1/games/{id}/sheets/{kind}.pdf")),
    });
    GameSheets {
        sheets: sheets.collect(),
        formats: Format::ALL.map(Format::extension),
        options: Sheet::COMMON,
    }
}

/// List the sheets of a game
///
/// Returns the sheets of this game that you can print. With a seat you also get the sheets with
/// your own ships and game-matrices; without one you get only sheets that show public information.
#[utoipa::path(get, path = "/v1/games/{id}/sheets", tag = "sheets", operation_id = "list_game_sheets",
    security(("token" = ["read"])),
    params(GameId),
    responses((status = 200, description = "Sheets that you can print", body = GameSheets)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
) -> Result<JsonResponse, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    Ok(JsonResponse::ok(&catalogue(&loaded, viewer, |path| state.url_for(path))))
}

/// Get a sheet of a game
///
/// Returns a sheet with everything that you may know: your ships, the shots crossed, the hits
/// circled, and sunk ships struck through. The game determines the content; the parameters set the
/// paper, its orientation, its margin and the language. The language is `lang`, or else the
/// available language that `Accept-Language` prefers.
///
/// A PDF has all pages; an SVG or PNG picture has one, as for `GET /v1/sheets/{sheet}`. Pictures
/// need the token too, so a page of HTML must fetch them and cannot just name their address.
#[utoipa::path(get, path = "/v1/games/{id}/sheets/{sheet}", tag = "sheets", operation_id = "get_game_sheet",
    security(("token" = ["read"])),
    params(GameId,
        ("sheet" = String, Path, example = "classic.pdf",
            description = "Kind of sheet from `GET /v1/games/{id}/sheets`, followed by `.pdf`, `.svg` or `.png`"),
        ("paper" = Option<String>, Query, example = "a5",
            description = "Paper: `a4` (the default), `a6`, `a5`, `letter`, `legal`, `a3`, or width and height in mm, as in `148x210`"),
        ("orientation" = Option<String>, Query, example = "landscape",
            description = "Orientation of the paper: `portrait` (the default) or `landscape`"),
        ("look" = Option<String>, Query, example = "plain",
            description = "Look: `plain` (the default), `large_print`, `high_contrast` or `low_ink`"),
        ("n_up" = Option<String>, Query, example = "1",
            description = "Number of pages on each side of the paper, with lines to cut along: 1 (the default), 2 or 4"),
        ("margin" = Option<String>, Query, example = "12",
            description = "Margin in millimetres: 12 by default, at most a quarter of the shorter side"),
        ("layout" = Option<String>, Query, example = "facing",
            description = "Layout of a sheet `score`: `side_by_side` (the default), or `facing` for readers on opposite sides of a table"),
        ("size" = Option<String>, Query, example = "large",
            description = "Size of a sheet `score`: `compact` (the default), or `large` for a music stand"),
        ("lang" = Option<String>, Query, example = "en", description = "Language of the sheet: `en`, `it` or `de`"),
        PictureOptions,
        ("Accept-Language" = Option<String>, Header, description = "Languages that you prefer (RFC 9110, 12.5.4)"),
        IfNoneMatch),
    responses((status = 200, description = "The sheet",
            content((PdfFile = "application/pdf"), (SvgFile = "image/svg+xml"), (PngFile = "image/png")),
            headers(("ETag" = String, description = "Entity tag: a hash of the file as you see it"),
                ("Link" = String, description = "Previous, next and last page of a picture (RFC 8288)"),
                ("Content-Language" = String, description = "Language of the sheet"))),
        (status = 304, description = "Your copy is current")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "invalid_field"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    reader: GameReader,
    Path((id, file)): Path<(String, String)>,
    mut query: SheetQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let score_state = state.app.play.score_state(&loaded).await?;
    let data = loaded.sheet_data(viewer, &score_state, state.public_address());
    let (kind, format) = parse_name(&file)?;
    let kind = data.kind(kind).map_err(sheet_problem)?;
    let lang = query.choose_language(&headers)?;
    let output = query.output(format)?;
    let request = query.request.clone();
    let sheet =
        render(move || request.of_game(kind, &data), output).await?.map_err(sheet_problem)?;
    let etag = state.etag(&reader.player_id, &sheet.bytes);
    let links =
        query.links(&state, &format!("/v1/games/{id}/sheets/{file}"), output, sheet.pages)?;
    let response = FileResponse { format, lang, etag: &etag, cache: PRIVATE_CACHE, links };
    Ok(response.respond(&headers, || sheet.bytes)?)
}

fn sheet_problem(error: SheetError) -> AppError {
    match error {
        SheetError::NotOfGame { .. } => AppError::new(ErrorKind::NotFound, error.to_string()),
        SheetError::Seatless(_) => AppError::new(ErrorKind::NotSeated, error.to_string()),
        error => invalid_option(error),
    }
}
