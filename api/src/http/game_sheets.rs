//! The printable sheets of a game, made from what their reader may know of it.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use broadside_engine::ruleset::Viewer;
use broadside_pdf::{GameKind, Kind as Sheet, Request, SheetError};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::auth::Onlooker;
use super::extract::Query;
use super::game::look;
use super::reply::Reply;
use super::sheets::{SUFFIX, SheetFile, print, refused, sent, settle, stem};
use crate::play::Loaded;
use crate::problem::{Kind, Problem};

/// What a player sees is asked for anew each time.
const OWN: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A sheet of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GameSheet {
    /// Its kind.
    #[schema(example = "classic")]
    kind: &'static str,
    /// What is on it.
    summary: &'static str,
    /// Where the file is.
    #[schema(example = "/v1/games/0196f0a0-0000-7000-8000-000000000001/sheets/classic.pdf")]
    href: String,
}

/// The sheets of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GameSheets {
    /// Those that the caller can have.
    sheets: Vec<GameSheet>,
    /// The options that each of them takes.
    options: [&'static str; 4],
}

/// The sheets of a game that a viewer can have.
pub(super) fn catalogue(loaded: &Loaded, viewer: Viewer, link: impl Fn(&str) -> String) -> GameSheets {
    let id = &loaded.row.id;
    let kinds = GameKind::of(loaded.game.ruleset()).iter();
    let sheet = |kind: &GameKind| GameSheet {
        kind: kind.name(),
        summary: kind.summary(),
        href: link(&format!("/v1/games/{id}/sheets/{kind}{SUFFIX}")),
    };
    GameSheets {
        sheets: kinds.filter(|kind| viewer.seat().is_some() || !kind.needs_seat()).map(sheet).collect(),
        options: Sheet::COMMON,
    }
}

/// The sheets of a game
///
/// Which sheets of this game you can print. With a seat you have those with your own ships and game-matrices;
/// otherwise those that show what is public.
#[utoipa::path(get, path = "/v1/games/{id}/sheets", tag = "sheets", operation_id = "list_game_sheets",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001")),
    responses((status = 200, description = "What can be printed of the game", body = GameSheets)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn list(
    State(app): State<App>,
    onlooker: Onlooker,
    Path(id): Path<String>,
) -> Result<Reply, Problem> {
    let (loaded, viewer) = look(&app, &onlooker, &id).await?;
    Ok(Reply::ok(&catalogue(&loaded, viewer, |path| app.link(path))))
}

/// A sheet of a game
///
/// A sheet as PDF with everything on it that you may know: your ships, the shots crossed, the hits circled, what is
/// sunk struck through. What is on it, the game decides; how it is printed, you do. The language is that of `lang`, or
/// else the one of them that `Accept-Language` likes best.
#[utoipa::path(get, path = "/v1/games/{id}/sheets/{file}", tag = "sheets", operation_id = "get_game_sheet",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("file" = String, Path, description = "A kind of sheet from `GET /v1/games/{id}/sheets`, and `.pdf`",
            example = "classic.pdf"),
        ("paper" = Option<String>, Query, example = "a5",
            description = "The paper: `a4` (the default), `letter`, `a5`, or width and height in millimetres as in `148x210`"),
        ("orientation" = Option<String>, Query, example = "landscape",
            description = "Which way it lies: `portrait` (the default) or `landscape`"),
        ("margin" = Option<String>, Query, example = "12",
            description = "The white edge in millimetres, 12 by default, at most a quarter of the shorter side"),
        ("lang" = Option<String>, Query, example = "en", description = "The language: `en` or `it`"),
        ("Accept-Language" = Option<String>, Header, description = "Languages that you like (RFC 9110, 12.5.4)"),
        ("If-None-Match" = Option<String>, Header, description = "Entity tags that you have; 304 if one of them is still right")),
    responses((status = 200, description = "The sheet", content_type = "application/pdf", body = SheetFile,
            headers(("ETag" = String, description = "A hash of the file as you see it"),
                ("Content-Language" = String, description = "The language of the sheet"))),
        (status = 304, description = "It is as you have it")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "invalid_field"]))))]
pub(super) async fn show(
    State(app): State<App>,
    onlooker: Onlooker,
    Path((id, file)): Path<(String, String)>,
    Query(mut request): Query<Request>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (loaded, viewer) = look(&app, &onlooker, &id).await?;
    let known = loaded.known(viewer);
    let kind = known.kind(stem(&file)?).map_err(turned_down)?;
    let lang = settle(&mut request, &headers)?;
    let pdf = print(move || request.of_game(kind, &known)).await?.map_err(turned_down)?;
    let etag = app.etag(&onlooker.player_id, &pdf);
    sent(&headers, lang, &etag, OWN, || pdf)
}

fn turned_down(error: SheetError) -> Problem {
    match error {
        SheetError::NotOfGame { .. } => Problem::new(Kind::NotFound, error.to_string()),
        SheetError::Seatless(_) => Problem::new(Kind::NotSeated, error.to_string()),
        error => refused(error),
    }
}
