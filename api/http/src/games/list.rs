//! Lists of games.

use std::collections::BTreeSet;

use axum::extract::State;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::Time;
use broadside_engine::game::RulesetId;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use broadside_store::{Filter, ListScope, MyTurnCursor, Page, StoreError};
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::GameSummary;
use crate::request::auth::ReadAuth;
use crate::request::extract::Query;
use crate::request::page::{check_page_size, cut_page, default_limit, page_response};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Selection of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Which {
    /// Games in which you have a seat or a reserved one.
    #[default]
    Mine,
    /// Games in which it is your turn, to place or to act.
    MyTurn,
    /// Public games with an open seat, without those in which you have one. Games of blocked
    /// players are left out.
    Open,
    /// Public games.
    Public,
}

/// Kind of clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClockKind {
    /// Days for each turn.
    DaysPerTurn,
    /// A bank of time, and more after each turn.
    Bank,
    /// No clock.
    None,
}

/// Filters of a list of games, and the page.
#[derive(Debug, Deserialize, Serialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Selection of games. The filters below go with `mine`, `open` and `public`.
    #[serde(default)]
    #[param(inline, default = "mine")]
    which: Which,
    /// Only games of this ruleset.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<RulesetId>,
    /// Only games in which each of these options has this value, as `name:value,name:value`. The
    /// name is that of an option whose value is a word, a number, `true` or `false`.
    #[param(
        example = "mode:salvo,fleet:standard",
        pattern = "^[a-z_]+:[a-z0-9_]+(,[a-z_]+:[a-z0-9_]+){0,7}$",
        max_length = 256
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    /// Only games at this place in their course.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    /// Only games with this kind of clock.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockKind>,
    /// Only games whose clock gives at least so many days a turn.
    #[param(minimum = 1, maximum = 14, example = 2)]
    #[serde(skip_serializing_if = "Option::is_none")]
    min_days: Option<u32>,
    /// Only games whose clock gives at most so many days a turn.
    #[param(minimum = 1, maximum = 14, example = 7)]
    #[serde(skip_serializing_if = "Option::is_none")]
    max_days: Option<u32>,
    /// Only games with so many seats.
    #[param(minimum = 1, maximum = 8, example = 2)]
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<u8>,
    /// Only games with at least so many open seats that are free.
    #[param(minimum = 1, maximum = 7, example = 1)]
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<u8>,
    /// Only games that this player created.
    #[param(format = Uuid, example = "0196f0a0-0000-7000-8000-00000000000a")]
    #[serde(skip_serializing_if = "Option::is_none")]
    created_by: Option<String>,
    /// Games of a page, 1 to 50.
    #[serde(default = "default_limit")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
    /// Cursor of the page before; left out for the first page.
    #[param(example = "9f3a61c2.0196f0a0-0000-7000-8000-000000000001")]
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

impl ListQuery {
    fn filter(&self) -> Result<Filter, AppError> {
        for (name, days) in [("min_days", self.min_days), ("max_days", self.max_days)] {
            if days.is_some_and(|days| !(1..=14).contains(&days)) {
                return Err(wrong_filter(name, "a turn may take 1 to 14 days"));
            }
        }
        if self.seats.is_some_and(|seats| !(1..=Seat::MAX).contains(&seats)) {
            return Err(wrong_filter("seats", "a game has 1 to 8 seats"));
        }
        if self.free.is_some_and(|free| !(1..Seat::MAX).contains(&free)) {
            return Err(wrong_filter("free", "1 to 7 seats of a game may be free"));
        }
        let options = match &self.option {
            Some(options) => parse_options(options, self.ruleset)
                .map_err(|advice| wrong_filter("option", &advice))?,
            None => Vec::new(),
        };
        if self.created_by.as_deref().is_some_and(|id| uuid::Uuid::try_parse(id).is_err()) {
            return Err(wrong_filter("created_by", "send the id of a player"));
        }
        let filter = Filter {
            ruleset: self.ruleset.map(RulesetId::as_str),
            options,
            status: self.status.map(Status::as_str),
            clock: self.clock.map(|clock| match clock {
                ClockKind::DaysPerTurn => "days_per_turn",
                ClockKind::Bank => "bank",
                ClockKind::None => "none",
            }),
            min_days: self.min_days,
            max_days: self.max_days,
            seats: self.seats,
            free: self.free,
            created_by: self.created_by.clone(),
        };
        if self.which == Which::MyTurn && !filter.is_empty() {
            return Err(wrong_filter(
                "which",
                "filters go with `mine`, `open` and `public`, not with `my_turn`",
            ));
        }
        Ok(filter)
    }
}

/// Maximum number of options in a filter.
const MAX_OPTIONS: usize = 8;

/// Maximum length of the options in a filter, in bytes.
const MAX_OPTIONS_LENGTH: usize = 256;

fn wrong_filter(name: &str, advice: &str) -> AppError {
    AppError::new(ErrorKind::BadRequest, format!("{name}: {advice}"))
}

/// Reads `name:value,name:value`. Each name is that of an option of the ruleset, or of any ruleset.
///
/// # Errors
/// If the text is wrong: how to mend it.
fn parse_options(text: &str, ruleset: Option<RulesetId>) -> Result<Vec<(String, String)>, String> {
    if text.len() > MAX_OPTIONS_LENGTH {
        return Err(format!("write at most {MAX_OPTIONS_LENGTH} characters"));
    }
    let rulesets = ruleset.map_or(RulesetId::ALL.to_vec(), |ruleset| vec![ruleset]);
    let mut known = BTreeSet::new();
    for ruleset in rulesets {
        let defaults = ruleset.default_options();
        let all = defaults.as_object().into_iter().flatten();
        let single = all.filter(|(_, value)| !value.is_object() && !value.is_array());
        known.extend(single.map(|(name, _)| name.clone()));
    }
    let mut options = Vec::new();
    for option in text.split(',') {
        if options.len() == MAX_OPTIONS {
            return Err(format!("name at most {MAX_OPTIONS} options"));
        }
        let Some((name, value)) = option.split_once(':').filter(|(_, value)| is_word(value)) else {
            return Err(
                "write each option and its value as in `mode:salvo`, with commas between them"
                    .to_owned(),
            );
        };
        if !known.contains(name) {
            let names: Vec<_> = known.iter().map(String::as_str).collect();
            let ruleset =
                ruleset.map_or("any ruleset".to_owned(), |ruleset| format!("`{ruleset}`"));
            return Err(format!(
                "`{name}` is not an option of {ruleset}: use one of: {}",
                names.join(", ")
            ));
        }
        options.push((name.to_owned(), value.to_owned()));
    }
    Ok(options)
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn parse_game_id(text: &str) -> Option<String> {
    uuid::Uuid::try_parse(text).is_ok().then(|| text.to_owned())
}

/// A page of games.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Games {
    /// Games.
    games: Vec<GameSummary>,
    /// Cursor of the next page; null on the last page.
    next: Option<String>,
}

/// Start of a page.
enum Cursor {
    /// Before a game, newest first.
    Before(Option<String>),
    /// After a turn, most urgent first.
    After(Option<MyTurnCursor>),
}

impl Which {
    fn first_page(self) -> Cursor {
        match self {
            Self::MyTurn => Cursor::After(None),
            _ => Cursor::Before(None),
        }
    }

    /// Reads a place in the list: a game's id, and for turns their deadline before it.
    fn parse_cursor(self, text: &str) -> Option<Cursor> {
        Some(match self {
            Self::MyTurn => {
                let (deadline, game_id) = text.split_once('~')?;
                let deadline = Time(deadline.parse().ok()?);
                Cursor::After(Some(MyTurnCursor { deadline, game_id: parse_game_id(game_id)? }))
            }
            _ => Cursor::Before(Some(parse_game_id(text)?)),
        })
    }
}

/// A page of games, each by its id, with the cursor that leads on from it.
async fn load_page(
    state: &SharedState,
    which: Which,
    filter: &Filter,
    player_id: &str,
    cursor: Cursor,
    limit: u32,
) -> Result<Vec<(String, String)>, StoreError> {
    Ok(match cursor {
        Cursor::After(after) => {
            let turns = state.app.store.my_turns(player_id, after.as_ref(), limit).await?;
            let games = turns.into_iter().map(|MyTurnCursor { deadline, game_id }| {
                let cursor = format!("{}~{game_id}", deadline.0);
                (game_id, cursor)
            });
            games.collect()
        }
        Cursor::Before(before) => {
            let page = Page { before, limit };
            let ids = match which {
                Which::Open => {
                    state.app.store.find(ListScope::Open, player_id, filter, &page).await?
                }
                Which::Public => {
                    state.app.store.find(ListScope::Public, player_id, filter, &page).await?
                }
                _ if filter.is_empty() => state.app.store.games_of(player_id, &page).await?,
                _ => state.app.store.find(ListScope::Own, player_id, filter, &page).await?,
            };
            ids.into_iter().map(|id| (id.clone(), id)).collect()
        }
    })
}

/// List games
///
/// Lists your own games, newest first; or the games in which it is your turn, the most urgent
/// first; or public games with an open seat that you may take; or all public games. Filters can be
/// combined. `Link` with `rel="next"` leads to the next page.
#[utoipa::path(get, path = "/v1/games", tag = "games", operation_id = "list_games", security(("token" = ["read"])),
    params(ListQuery),
    responses((status = 200, description = "A page of games", body = Games,
        headers(("Link" = String, description = "The next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["timeline_changed"]))))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
    Query(mut query): Query<ListQuery>,
) -> Result<JsonResponse, Problem> {
    let limit = check_page_size(query.limit)?;
    let filter = query.filter()?;
    let cursor = match query.cursor.take() {
        Some(text) => {
            state.timeline.parse_cursor(&text, |position| query.which.parse_cursor(position))?
        }
        None => query.which.first_page(),
    };
    // One more than asked for tells whether there is a next page.
    let mut page =
        load_page(&state, query.which, &filter, &reader.player_id, cursor, limit + 1).await?;
    let has_next = cut_page(&mut page, limit);
    let next =
        page.last().filter(|_| has_next).map(|(_, cursor)| state.timeline.format_cursor(cursor));
    let ids: Vec<String> = page.into_iter().map(|(id, _)| id).collect();
    let games = state.app.play.games(&ids).await?;
    let games = games.iter().map(|loaded| {
        let viewer = loaded.viewer(&reader.player_id).unwrap_or(Viewer::Public);
        GameSummary::for_viewer(loaded, viewer, &state.timeline)
    });
    let games = Games { games: games.collect(), next: next.clone() };
    let next_query = has_next.then_some(ListQuery { cursor: next, ..query });
    page_response(&state, "/v1/games", &games, next_query)
}

#[cfg(test)]
mod tests {
    use broadside_engine::game::RulesetId;

    use super::parse_options;

    #[test]
    fn options_are_named_with_their_values() {
        for right in ["mode:salvo", "seats:3", "repeat_on_hit:true", "mode:salvo,fleet:five_ships"]
        {
            assert!(parse_options(right, None).is_ok(), "{right}");
        }
        let many = ["seats:3"; 9].join(",");
        let long = format!("seats:{}", "3".repeat(251));
        for wrong in [
            "",
            "mode",
            "mode:",
            ":salvo",
            "mode:%",
            "mode:salvo fleet",
            "a:b:c",
            "Mode:salvo",
            "mode:\0",
            "mode:salvo,",
            &many,
            &long,
        ] {
            assert!(parse_options(wrong, None).is_err(), "{wrong}");
        }
        assert!(parse_options("mode:salvo", Some(RulesetId::Classic)).is_ok());
        assert!(parse_options("mode:salvo", Some(RulesetId::Voices)).is_err());
    }
}
