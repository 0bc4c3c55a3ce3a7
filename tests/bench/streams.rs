//! Many open streams: the memory of the server, and the latency of the events.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use broadside_store::Database;
use hdrhistogram::Histogram;
use hyper::Method;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use crate::client::{Ask, Client};
use crate::run::{Scratch, Server};
use crate::{Failure, machine, report, seed};

/// Time limit of every wait.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time without moves, to measure idle streams.
const IDLE: Duration = Duration::from_secs(16);
/// Number of streams that are opened at the same time.
const AT_ONCE: usize = 64;

/// Parameters of the measurement.
pub(crate) struct Streams {
    pub(crate) server: PathBuf,
    pub(crate) dir: PathBuf,
    pub(crate) database: Option<String>,
    /// Number of streams.
    pub(crate) streams: usize,
    /// Number of moves.
    pub(crate) moves: usize,
    /// Opens the stream of all games of each player.
    pub(crate) feeds: bool,
    /// Makes the moves on another node than the one with the streams.
    pub(crate) two_nodes: bool,
}

/// The arrival of a step: the stream, and the time.
type Told = (usize, Instant);

impl Streams {
    /// Runs the measurement; returns the results as Markdown.
    pub(crate) async fn run(&self) -> Result<String, Failure> {
        let scratch = Scratch::new(&self.dir)?;
        let list = scratch.file("games.jsonl");
        let file = format!("sqlite:{}", scratch.file("games.db").display());
        let database = self.database.clone().unwrap_or(file);
        seed::seed(&database.parse::<Database>()?, self.streams.div_ceil(2), 0, &list).await?;
        let games = seed::read(&list)?;
        let start = || Server::broadside(&self.server, &database, &[]);
        let listening = start()?;
        let other = if self.two_nodes { Some(start()?) } else { None };
        let acting = other.as_ref().unwrap_or(&listening);

        let before = machine::rss_mib(listening.id());
        let (teller, mut told) = mpsc::unbounded_channel();
        let mut opening = Vec::new();
        for (stream, (game, token)) in games
            .iter()
            .flat_map(|game| game.tokens.iter().map(move |token| (game, token)))
            .take(self.streams)
            .enumerate()
        {
            let path = if self.feeds {
                "/v1/events".to_owned()
            } else {
                format!("/v1/games/{}/events", game.id)
            };
            let open =
                open(listening.authority().to_owned(), path, token.clone(), stream, teller.clone());
            opening.push(tokio::spawn(open));
            if opening.len() == AT_ONCE {
                for opened in opening.drain(..) {
                    opened.await??;
                }
            }
        }
        for opened in opening {
            opened.await??;
        }
        let opened = machine::rss_mib(listening.id());
        let (cpu, begun) = (machine::cpu_us(listening.id()), Instant::now());
        tokio::time::sleep(IDLE).await;
        let idle = machine::cpu_us(listening.id()).zip(cpu).map(|(after, before)| after - before);
        let idle = idle.map_or_else(
            || "unknown".to_owned(),
            |idle| format!("{:.1} %", idle / begun.elapsed().as_micros() as f64 * 100.0),
        );

        let mut client = Client::new(acting.authority());
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let mut shots = vec![[0usize; 2]; games.len()];
        let (mut from_sent, mut from_answered) =
            (Histogram::<u64>::new(3)?, Histogram::<u64>::new(3)?);
        for _ in 0..self.moves {
            let at = luck.random_range(0..games.len());
            let game = &games[at];
            let path = format!("/v1/games/{}", game.id);
            let view: Value = serde_json::from_slice(
                &ask(&mut client, Method::GET, path.clone(), &game.tokens[0], String::new())
                    .await?,
            )?;
            let Some(seat) = view["to_move"][0].as_u64().map(|seat| seat as usize - 1) else {
                continue;
            };
            let shot = &mut shots[at][seat];
            let cell = format!("{}{}", char::from(b'A' + (*shot % 10) as u8), *shot / 10 + 1);
            *shot += 1;
            while told.try_recv().is_ok() {}
            let body =
                json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]})
                    .to_string();
            let sent = Instant::now();
            ask(&mut client, Method::POST, format!("{path}/actions"), &game.tokens[seat], body)
                .await?;
            let answered = Instant::now();
            let mut waiting: Vec<usize> =
                (2 * at..2 * at + 2).filter(|stream| *stream < self.streams).collect();
            while !waiting.is_empty() {
                let heard = tokio::time::timeout(PATIENCE, told.recv()).await;
                let (stream, when) =
                    heard.ok().flatten().ok_or("a stream did not tell of a move")?;
                if waiting.contains(&stream) {
                    waiting.retain(|other| *other != stream);
                    from_sent.record((when - sent).as_micros() as u64)?;
                    from_answered
                        .record(when.saturating_duration_since(answered).as_micros() as u64)?;
                }
            }
        }
        let after = machine::rss_mib(listening.id());
        let mib = |of: Option<u64>| of.map_or_else(|| "unknown".to_owned(), |of| of.to_string());
        let ms = |of: &Histogram<u64>, quantile| {
            format!("{:.1}", of.value_at_quantile(quantile) as f64 / 1000.0)
        };
        let heads = [
            "streams",
            "MiB before",
            "MiB with them",
            "of a core while nothing happens",
            "MiB after the moves",
            "told after the answer, p50 ms",
            "p99 ms",
            "told after the move was sent, p50 ms",
            "p99 ms",
        ];
        let row = vec![
            self.streams.to_string(),
            mib(before),
            mib(opened),
            idle,
            mib(after),
            ms(&from_answered, 0.5),
            ms(&from_answered, 0.99),
            ms(&from_sent, 0.5),
            ms(&from_sent, 0.99),
        ];
        Ok(report::markdown(&heads, vec![row]))
    }
}

async fn ask(
    client: &mut Client,
    method: Method,
    path: String,
    token: &str,
    body: String,
) -> Result<Vec<u8>, Failure> {
    let answer = client.send(&Ask { method, path, token, body, if_none_match: None }).await?;
    match answer.status {
        200 => Ok(answer.body.to_vec()),
        status => Err(format!("{status}: {}", String::from_utf8_lossy(&answer.body)).into()),
    }
}

/// Opens a stream and reports the time of each step. Returns when the snapshot has arrived.
async fn open(
    authority: String,
    path: String,
    token: String,
    stream: usize,
    teller: mpsc::UnboundedSender<Told>,
) -> Result<(), Failure> {
    let mut socket = TcpStream::connect(&authority).await?;
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {authority}\r\nAccept: text/event-stream\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).await?;
    let mut text = Vec::new();
    while !holds(&text, b"event: snapshot") {
        if tokio::time::timeout(PATIENCE, socket.read_buf(&mut text)).await?? == 0 {
            return Err(format!("no stream: {}", String::from_utf8_lossy(&text)).into());
        }
    }
    tokio::spawn(async move {
        let mut text = Vec::new();
        while let Ok(1..) = socket.read_buf(&mut text).await {
            if holds(&text, b"event: step") {
                let _ = teller.send((stream, Instant::now()));
            }
            // The marker is at the beginning of a message, so everything up to the end of the
            // message is processed.
            if text.ends_with(b"\n\n\r\n") {
                text = Vec::new();
            }
        }
    });
    Ok(())
}

fn holds(text: &[u8], what: &[u8]) -> bool {
    text.windows(what.len()).any(|part| part == what)
}
