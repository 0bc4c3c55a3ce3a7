//! Fills a database with games in play, without a server, for use by a load.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use broadside_app::play::{self, LiveGame, TimedEvent};
use broadside_domain::env::{Env, System};
use broadside_domain::game::{GameProgress, GameRow, SeatKind, SeatRow, Visibility};
use broadside_domain::player::{PlayerRow, TokenRow};
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time_control::Clock;
use broadside_engine::chance::Seed;
use broadside_engine::game::{self, Game, Request, RulesetId};
use broadside_engine::grid::Cell;
use broadside_engine::seat::Seat;
use broadside_store::{self as store, Database, NewGame, QueuedWrite, WriteResult, accounts};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Failure;

/// Number of games in a transaction.
const GAMES_A_COMMIT: usize = 250;

/// A game to play: its id, and the token of each seat, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Seeded {
    pub(crate) id: String,
    pub(crate) tokens: [String; 2],
}

/// Reads a list of games, one JSON object per line.
pub(crate) fn read(file: &Path) -> Result<Vec<Seeded>, Failure> {
    let open = File::open(file)
        .map_err(|error| format!("{} cannot be opened: {error}", file.display()))?;
    let games: Result<Vec<_>, Failure> =
        BufReader::new(open).lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect();
    let games =
        games.map_err(|error| format!("{} is no list of games: {error}", file.display()))?;
    if games.is_empty() {
        return Err(format!(
            "{} lists no game: make some with `broadside-bench seed`",
            file.display()
        )
        .into());
    }
    Ok(games)
}

/// Seeds a database with games, each between two players of its own, and writes the list of them.
/// The first game has no shots, the last one `played`, and the number increases evenly.
pub(crate) async fn seed(
    database: &Database,
    games: usize,
    played: usize,
    list: &Path,
) -> Result<(), Failure> {
    let store = store::open(database).await?;
    let mut out = BufWriter::new(File::create(list)?);
    let env = Env::new(System);
    let begun = Instant::now();
    let mut done = 0;
    while done < games {
        let mut changes = Vec::new();
        for n in done..games.min(done + GAMES_A_COMMIT) {
            let shots = if games > 1 { played * n / (games - 1) } else { played };
            let (seeded, made) = game(&env, n, shots)?;
            changes.extend(made);
            serde_json::to_writer(&mut out, &seeded)?;
            out.write_all(b"\n")?;
        }
        if store.commit(&changes).await?.contains(&WriteResult::Conflict) {
            return Err("the database did not take a new game".into());
        }
        done = games.min(done + GAMES_A_COMMIT);
        if done % (GAMES_A_COMMIT * 8) == 0 || done == games {
            eprintln!("seeded {done} of {games} games, {:.1} s", begun.elapsed().as_secs_f64());
        }
    }
    out.flush()?;
    Ok(())
}

/// Plays a game of `classic` with single shots; returns it with the changes that store it, its
/// players and their tokens.
fn game(env: &Env, n: usize, shots: usize) -> Result<(Seeded, Vec<QueuedWrite>), Failure> {
    let id = env.new_id();
    let now = env.now();
    let mut game = Game::open(
        &id,
        Seed::new(env.random_bytes()),
        RulesetId::Classic,
        &json!({"mode": "single"}),
    )?;
    let mut logged = Vec::new();
    let mut apply = |game: &mut Game, request: &Request<'_>| -> Result<(), Failure> {
        let game::Step { game: after, entries } = game.apply(request)?;
        logged.extend(entries.into_iter().map(|entry| TimedEvent { at: now, entry }));
        *game = after;
        Ok(())
    };
    let mut changes = Vec::new();
    let mut seats = Vec::new();
    let mut tokens = Vec::new();
    for (seat, name) in Seat::first(2).zip(["Ada", "Bert"]) {
        let (id, name) = (env.new_id(), Some(format!("{name} {n}")));
        let player = PlayerRow {
            id,
            name,
            created_at: now,
            vacations: Vec::new(),
            is_bot: false,
            reminders: Vec::new(),
        };
        let secret = Secret::generate(env, Purpose::Token);
        let token = TokenRow {
            id: env.new_id(),
            player_id: player.id.clone(),
            hash: secret.hash(),
            name: "first".to_owned(),
            scopes: "read play".to_owned(),
            expires_at: None,
            ends_at: None,
            recovered: false,
            replaces: None,
            created_at: now,
        };
        tokens.push(secret.reveal().to_owned());
        changes.push(accounts::Create { player: player.clone(), token }.into());
        seats.push(SeatRow { seat, kind: SeatKind::Open, player: Some(player), challenge: None });
        apply(&mut game, &Request::Join(seat))?;
    }
    for seat in Seat::first(2) {
        apply(&mut game, &Request::Place { seat, placement: None, seed: None })?;
    }
    let mut luck = ChaCha8Rng::from_seed(env.random_bytes());
    let mut open = [cells(&mut luck), cells(&mut luck)];
    for _ in 0..shots {
        let Some(seat) = game.to_move().iter().next() else { break };
        let Some(cell) = open[seat.index()].pop() else { break };
        apply(
            &mut game,
            &Request::Act { seat, actions: &[json!({"type": "fire", "cells": [cell]})] },
        )?;
    }

    let clock = Clock::days(3);
    let row = GameRow {
        id: id.clone(),
        ruleset: RulesetId::Classic.to_string(),
        visibility: "public".to_owned(),
        clock: Some(json!(clock).to_string()),
        created_at: now,
        created_by: seats[0].player.as_ref().map(|player| player.id.clone()).unwrap_or_default(),
        rematch_of: None,
        rematch: None,
        meta_version: 0,
        restored: None,
        progress: GameProgress::default(),
    };
    let mut loaded = LiveGame {
        row,
        seats: seats.into(),
        visibility: Visibility::Public,
        clock: Some(clock),
        game: Box::new(game),
        last_at: now,
        is_progress_stored: true,
        outages: Default::default(),
        bot_dues: Default::default(),
    };
    loaded.row.progress = loaded.progress_after(None, now, None, 14);
    let events = play::event_rows(0, &logged);
    let new = NewGame {
        max_not_started: u32::MAX,
        max_challenges: (u32::MAX, String::new()),
        max_bot_games: u32::MAX,
        bot_turn: broadside_domain::bot::BotTurn::NoBot,
        feed_appends: loaded.feed_appends(&events),
        events,
        snapshot: loaded.game.store(),
        facets: loaded.facets(),
        response: None,
        row: loaded.row,
        seats: loaded.seats,
        extra_write: None,
    };
    changes.push(new.into());
    let [one, two] = <[String; 2]>::try_from(tokens).map_err(|_| "a game has two players")?;
    Ok((Seeded { id, tokens: [one, two] }, changes))
}

/// The cells of a grid of ten by ten, shuffled.
fn cells(luck: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut cells: Vec<_> =
        (0..10).flat_map(|row| (0..10).filter_map(move |column| Cell::new(column, row))).collect();
    cells.shuffle(luck);
    cells
}
