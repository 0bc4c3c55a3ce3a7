//! Probes: requests of every kind to one node, until all of them succeed.

use std::time::{Duration, Instant};

use broadside_tests::wait::try_wait_for;
use serde_json::{Value, json};

use crate::http::{Ask, Http, Nodes};

/// The recovery of a node.
pub(crate) struct Recovery {
    /// Time from the end of the fault until the node was ready and served all kinds of requests;
    /// `None` if it did not.
    pub(crate) took: Option<Duration>,
    /// The reason why the last failed attempt failed.
    pub(crate) last: String,
}

/// Waits until all nodes serve all kinds of requests; returns the time for each node.
pub(crate) fn recover(nodes: &Nodes) -> Vec<Recovery> {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let probe = |node: usize| {
            scope.spawn(move || {
                let http = Http::new(nodes);
                let mut last = String::new();
                let took =
                    try_wait_for(|| all_kinds(&http, node, begun).map_err(|why| last = why).ok());
                Recovery { took, last }
            })
        };
        let probes: Vec<_> = (0..nodes.count()).map(probe).collect();
        probes.into_iter().map(|probe| probe.join().expect("no probe panics")).collect()
    })
}

/// Sends a request of every kind to a node as soon as it is ready; returns the time until it was
/// ready.
fn all_kinds(http: &Http<'_>, node: usize, begun: Instant) -> Result<Duration, String> {
    let send =
        |method: &str, path: &str, token: &str, body: Option<&Value>| -> Result<Value, String> {
            let sent = http.send(node, &Ask { method, path, token, key: None, body });
            match sent.answer() {
                Some(answer) if (200..=299).contains(&answer.status) => Ok(answer.json.clone()),
                _ => Err(format!("{method} {path}: {:?}", sent.outcome())),
            }
        };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    send("GET", "/readyz", "", None)?;
    let ready = begun.elapsed();
    let register = || send("POST", "/v1/players", "", Some(&json!({"name": "Probe"})));
    let (ada, ben) = (text(&register()?["token"]), text(&register()?["token"]));
    let options = json!({"ruleset": "classic", "options": {"first": "creator"}});
    let game =
        format!("/v1/games/{}", text(&send("POST", "/v1/games", &ada, Some(&options))?["id"]));
    send("POST", &format!("{game}/seats"), &ben, Some(&json!({})))?;
    for player in [&ada, &ben] {
        send("PUT", &format!("{game}/seats/me/placement"), player, Some(&json!({"random": true})))?;
    }
    let fire = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["A1"]}]});
    send("POST", &format!("{game}/actions"), &ada, Some(&fire))?;
    send("POST", &format!("{game}/messages"), &ben, Some(&json!({"text": "Probe"})))?;
    send("PUT", &format!("{game}/notes"), &ben, Some(&json!({"text": "Probe"})))?;
    send("POST", "/v1/stream-tickets", &ben, None)?;
    let token =
        send("POST", "/v1/tokens", &ben, Some(&json!({"name": "Probe", "scopes": ["read"]})))?;
    send("DELETE", &format!("/v1/tokens/{}", text(&token["id"])), &ben, None)?;
    for path in ["", "/legal", "/events", "/messages", "/notes"] {
        send("GET", &format!("{game}{path}"), &ben, None)?;
    }
    for path in ["/v1/games", "/v1/players/me", "/v1/players/me/summary", "/v1/challenges"] {
        send("GET", path, &ada, None)?;
    }
    send(
        "POST",
        &format!("{game}/actions"),
        &ben,
        Some(&json!({"ruleset": "classic", "actions": [{"type": "resign"}]})),
    )?;
    send("GET", &format!("{game}/record"), &ben, None)?;
    send("DELETE", "/v1/players/me", &ada, None)?;
    Ok(ready)
}
