//! Lists of games.

use axum::extract::State;
use axum::http::header;
use broadside_engine::ruleset::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::Reader;
use super::body::GameSummary;
use super::extract::Query;
use super::reply::Reply;
use crate::problem::{Kind, Problem};
use crate::store::Page;

/// Which games are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Which {
    /// Those in which you have a seat, or one is kept for you.
    #[default]
    Mine,
    /// Public ones with an open seat, in which you do not sit.
    Open,
}

/// Which games, and which page of them.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Which games are listed.
    #[serde(default)]
    #[param(inline, default = "mine")]
    which: Which,
    /// How many a page, 1 to 50.
    #[serde(default = "twenty")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
    /// Where the page begins: the cursor of the page before.
    #[param(example = "0196f0a0-0000-7000-8000-000000000001")]
    cursor: Option<String>,
}

fn twenty() -> u32 {
    20
}

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Games {
    /// The games, newest first.
    games: Vec<GameSummary>,
    /// The cursor of the next page; null on the last.
    next: Option<String>,
}

/// List games
///
/// Your own games, or public ones with an open seat that you may take; newest first. `Link` with `rel="next"` leads to the
/// next page.
#[utoipa::path(get, path = "/games", tag = "games", operation_id = "list_games", security(("token" = [])),
    params(ListQuery),
    responses((status = 200, description = "A page of games", body = Games,
        headers(("Link" = String, description = "The next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["bad_request"]))))]
pub(super) async fn list(
    State(app): State<App>,
    reader: Reader,
    Query(query): Query<ListQuery>,
) -> Result<Reply, Problem> {
    let ListQuery { which, limit, cursor } = query;
    if !(1..=50).contains(&limit) {
        return Err(Problem::new(Kind::BadRequest, format!("limit: a page has 1 to 50 games, not {limit}")));
    }
    if cursor.as_deref().is_some_and(|cursor| uuid::Uuid::try_parse(cursor).is_err()) {
        return Err(Problem::new(Kind::BadRequest, "cursor: send the `next` of the page before, unchanged"));
    }
    // One more than asked for tells whether there is a next page.
    let page = Page { before: cursor, limit: limit + 1 };
    let found = match which {
        Which::Mine => app.store.games_of(&reader.player_id, &page).await,
        Which::Open => app.store.open_games(&reader.player_id, &page).await,
    };
    let mut ids = found.map_err(Problem::internal)?;
    let more = ids.len() > limit as usize;
    ids.truncate(limit as usize);
    let next = ids.last().filter(|_| more).cloned();
    let mut games = Vec::new();
    for id in &ids {
        if let Some(loaded) = app.play.game(id).await? {
            let viewer = loaded.viewer(&reader.player_id).unwrap_or(Viewer::Public);
            games.push(GameSummary::of(&loaded, viewer));
        }
    }
    let reply = Reply::ok(&Games { games, next: next.clone() });
    let Some(cursor) = next else { return Ok(reply) };
    let which = match which {
        Which::Mine => "mine",
        Which::Open => "open",
    };
    let link = app.link(&format!("/v1/games?which={which}&limit={limit}&cursor={cursor}"));
    Ok(reply.with(header::LINK, format!("<{link}>; rel=\"next\"")))
}
