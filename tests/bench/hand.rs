//! The work of one connection: it plays or reads games that no other connection uses.

use std::sync::atomic::{AtomicUsize, Ordering};

use broadside_engine::grid::Cell;
use hyper::Method;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use serde_json::json;

use crate::client::{Answer, Ask, Client};
use crate::seed::Seeded;

/// The games of a load. Each game is given to one connection only.
pub(crate) struct Games {
    list: Vec<Seeded>,
    next: AtomicUsize,
}

impl Games {
    pub(crate) fn new(list: Vec<Seeded>) -> Self {
        Self { list, next: AtomicUsize::new(0) }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    fn deal(&self) -> &Seeded {
        &self.list[self.next.fetch_add(1, Ordering::Relaxed) % self.list.len()]
    }
}

/// The kind of request that a load repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Moves.
    Moves,
    /// Views of games, sent whole each time.
    Views,
    /// Views, requested with the entity tag of the previous one.
    Unchanged,
}

impl Work {
    /// Name in a report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Views => "views",
            Self::Unchanged => "views, If-None-Match",
        }
    }
}

/// A game that a connection has taken.
enum Held<'a> {
    /// A game to play: the seat to move, and the cells that each seat has not fired at yet.
    Played { game: &'a Seeded, to_move: usize, open: [Vec<Cell>; 2] },
    /// A game to read from a seat, with the entity tag of the last view.
    Seen { game: &'a Seeded, seat: usize, tag: Option<String> },
}

/// The games that a connection uses in rotation.
pub(crate) struct Hand<'a> {
    games: &'a Games,
    work: Work,
    held: Vec<Option<Held<'a>>>,
    at: usize,
    luck: ChaCha8Rng,
}

/// The state of the game that the answer to a move gives.
struct Turn<'a> {
    status: &'a str,
    /// The first of the seats to move.
    to_move: Option<usize>,
}

impl<'a> Turn<'a> {
    /// Reads only the start of the answer, which contains these fields, to save processor time for
    /// the server.
    fn of(answer: &'a Answer) -> Option<Self> {
        let body = std::str::from_utf8(&answer.body).ok()?;
        let (_, game) = body.split_once(r#""game":{"#)?;
        let (_, status) = game.split_once(r#""status":""#)?;
        let (status, rest) = status.split_once('"')?;
        let (_, to_move) = rest.split_once(r#""to_move":["#)?;
        let (to_move, _) = to_move.split_once([',', ']'])?;
        Some(Self { status, to_move: to_move.parse().ok() })
    }
}

#[derive(Deserialize)]
struct Shown {
    status: String,
    to_move: Vec<usize>,
    view: View,
}

#[derive(Deserialize)]
struct View {
    grid: Grid,
    waters: Vec<Waters>,
}

#[derive(Deserialize)]
struct Grid {
    columns: u8,
    rows: u8,
}

#[derive(Deserialize)]
struct Waters {
    seat: usize,
    shots: Vec<Cell>,
}

/// Describes an unexpected answer.
fn unfit(answer: &Answer) -> String {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    match body["type"].as_str() {
        Some(kind) => format!("{} {kind}", answer.status),
        None => answer.status.to_string(),
    }
}

impl<'a> Hand<'a> {
    /// Creates a hand that uses `width` games in rotation.
    pub(crate) fn new(games: &'a Games, work: Work, width: usize, seed: u64) -> Self {
        let held = std::iter::repeat_with(|| None).take(width).collect();
        Self { games, work, held, at: 0, luck: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Takes a game for every free place before the measurement begins.
    ///
    /// # Errors
    /// A description of what failed.
    pub(crate) async fn fill(&mut self, client: &mut Client) -> Result<(), String> {
        for at in 0..self.held.len() {
            if self.held[at].is_none() {
                self.held[at] = Some(self.take_up(client).await?);
            }
        }
        Ok(())
    }

    /// Returns the next request.
    ///
    /// # Errors
    /// If another game was needed and could not be taken.
    pub(crate) async fn next(&mut self, client: &mut Client) -> Result<Ask<'a>, String> {
        self.at = (self.at + 1) % self.held.len();
        if self.held[self.at].is_none() {
            self.held[self.at] = Some(self.take_up(client).await?);
        }
        match &mut self.held[self.at] {
            Some(Held::Played { game, to_move, open }) => {
                let cell = open[*to_move].pop();
                let body =
                    json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]});
                Ok(Ask {
                    method: Method::POST,
                    path: format!("/v1/games/{}/actions", game.id),
                    token: &game.tokens[*to_move],
                    body: body.to_string(),
                    if_none_match: None,
                })
            }
            Some(Held::Seen { game, seat, tag }) => {
                let tag = tag.clone().filter(|_| self.work == Work::Unchanged);
                Ok(Ask { if_none_match: tag, ..look(game, *seat) })
            }
            None => Err("no game in hand".to_owned()),
        }
    }

    /// Processes the answer to the last request.
    ///
    /// # Errors
    /// A description of the answer if it is not the expected one.
    pub(crate) fn heed(&mut self, answer: &Answer, conditional: bool) -> Result<(), String> {
        let held = &mut self.held[self.at];
        let right = answer.status == 200 || (conditional && answer.status == 304);
        if !right {
            *held = None;
            return Err(unfit(answer));
        }
        match held {
            Some(Held::Played { to_move, open, .. }) => {
                let Some(turn) = Turn::of(answer) else {
                    return Err("an answer without the game's status and who is to move".to_owned());
                };
                *to_move = turn.to_move.map_or(0, |seat| seat - 1);
                if turn.status != "playing" || open[*to_move].is_empty() {
                    *held = None;
                }
            }
            Some(Held::Seen { tag, .. }) => *tag = answer.etag.clone(),
            None => {}
        }
        Ok(())
    }

    /// Gives up the current game after an error.
    pub(crate) fn drop_game(&mut self) {
        self.held[self.at] = None;
    }

    async fn take_up(&mut self, client: &mut Client) -> Result<Held<'a>, String> {
        if self.work != Work::Moves {
            let (game, seat) = (self.games.deal(), self.luck.random_range(0..2));
            let answer = client.send(&look(game, seat)).await?;
            return match answer.status {
                200 => Ok(Held::Seen { game, seat, tag: answer.etag }),
                _ => Err(unfit(&answer)),
            };
        }
        for _ in 0..self.games.len() {
            let game = self.games.deal();
            let answer = client.send(&look(game, 0)).await?;
            if answer.status != 200 {
                return Err(unfit(&answer));
            }
            let shown: Shown = serde_json::from_slice(&answer.body)
                .map_err(|error| format!("a view that cannot be read: {error}"))?;
            if shown.status == "playing"
                && let Some(seat) = shown.to_move.first()
            {
                let open = [self.open(&shown.view, 0), self.open(&shown.view, 1)];
                return Ok(Held::Played { game, to_move: seat - 1, open });
            }
        }
        Err("every game of the list is over: seed more".to_owned())
    }

    /// Returns the cells of the opponent's grid that a seat has not fired at, shuffled.
    fn open(&mut self, view: &View, seat: usize) -> Vec<Cell> {
        let Grid { columns, rows } = view.grid;
        let fired: Vec<_> = view
            .waters
            .iter()
            .filter(|waters| waters.seat != seat + 1)
            .flat_map(|waters| waters.shots.iter().copied())
            .collect();
        let all =
            (0..rows).flat_map(|row| (0..columns).filter_map(move |column| Cell::new(column, row)));
        let mut open: Vec<_> = all.filter(|cell| !fired.contains(cell)).collect();
        open.shuffle(&mut self.luck);
        open
    }
}

/// Request for the view of a game from a seat.
pub(crate) fn look(game: &Seeded, seat: usize) -> Ask<'_> {
    Ask {
        method: Method::GET,
        path: format!("/v1/games/{}", game.id),
        token: &game.tokens[seat],
        body: String::new(),
        if_none_match: None,
    }
}
