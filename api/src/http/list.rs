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
use crate::ambient::Time;
use crate::problem::{Kind, Problem};
use crate::store::{Page, StoreError, Turn};

/// Which games are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Which {
    /// Those in which you have a seat, or one is kept for you.
    #[default]
    Mine,
    /// Those in which it is your turn, to place or to play.
    MyTurn,
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
    /// The games.
    games: Vec<GameSummary>,
    /// The cursor of the next page; null on the last.
    next: Option<String>,
}

/// Where a page begins.
enum Cursor {
    /// Before a game, newest first.
    Before(Option<String>),
    /// After a turn, most urgent first.
    After(Option<Turn>),
}

impl Which {
    fn as_str(self) -> &'static str {
        match self {
            Self::Mine => "mine",
            Self::MyTurn => "my_turn",
            Self::Open => "open",
        }
    }

    /// Reads a cursor: a game's id, and for turns their deadline before it.
    fn cursor(self, text: Option<String>) -> Option<Cursor> {
        let id = |id: &str| uuid::Uuid::try_parse(id).is_ok().then(|| id.to_owned());
        Some(match (self, text) {
            (Self::MyTurn, None) => Cursor::After(None),
            (Self::MyTurn, Some(text)) => {
                let (deadline, game_id) = text.split_once('~')?;
                let deadline = Time(deadline.parse().ok()?);
                Cursor::After(Some(Turn { deadline, game_id: id(game_id)? }))
            }
            (_, None) => Cursor::Before(None),
            (_, Some(text)) => Cursor::Before(Some(id(&text)?)),
        })
    }
}

/// A page of games, each by its id, with the cursor that leads on from it.
async fn page(
    app: &App,
    which: Which,
    player_id: &str,
    cursor: Cursor,
    limit: u32,
) -> Result<Vec<(String, String)>, StoreError> {
    let alone = |id: String| (id.clone(), id);
    Ok(match cursor {
        Cursor::After(after) => {
            let turns = app.store.turns_of(player_id, after.as_ref(), limit).await?;
            let with_cursor = |Turn { deadline, game_id }: Turn| {
                let cursor = format!("{}~{game_id}", deadline.0);
                (game_id, cursor)
            };
            turns.into_iter().map(with_cursor).collect()
        }
        Cursor::Before(before) => {
            let page = Page { before, limit };
            let found = match which {
                Which::Open => app.store.open_games(player_id, &page).await?,
                _ => app.store.games_of(player_id, &page).await?,
            };
            found.into_iter().map(alone).collect()
        }
    })
}

/// List games
///
/// Your own games, newest first; those in which it is your turn, the most urgent first; or public ones with an open
/// seat that you may take, newest first. `Link` with `rel="next"` leads to the next page.
#[utoipa::path(get, path = "/v1/games", tag = "games", operation_id = "list_games", security(("token" = [])),
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
    let wrong = || Problem::new(Kind::BadRequest, "cursor: send the `next` of the page before, unchanged");
    let cursor = which.cursor(cursor).ok_or_else(wrong)?;
    // One more than asked for tells whether there is a next page.
    let found = page(&app, which, &reader.player_id, cursor, limit + 1).await;
    let mut found = found.map_err(Problem::internal)?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more).map(|(_, cursor)| cursor.clone());
    let mut games = Vec::new();
    for (id, _) in &found {
        if let Some(loaded) = app.play.game(id).await? {
            let viewer = loaded.viewer(&reader.player_id).unwrap_or(Viewer::Public);
            games.push(GameSummary::of(&loaded, viewer));
        }
    }
    let reply = Reply::ok(&Games { games, next: next.clone() });
    let Some(cursor) = next else { return Ok(reply) };
    let link = app.link(&format!("/v1/games?which={}&limit={limit}&cursor={cursor}", which.as_str()));
    Ok(reply.with(header::LINK, format!("<{link}>; rel=\"next\"")))
}
