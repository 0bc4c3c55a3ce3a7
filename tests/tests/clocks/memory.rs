//! The game that a node holds in memory is never older than the one in the database.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::json;

use crate::world::Nodes;

/// Number of yields after which the runtime has processed all external events.
const TURNS: usize = 200;
/// Maximum number of steps, and number of steps that must be observed between their commit and
/// their answer.
const STEPS: usize = 1000;
const MET: usize = 3;

/// The feed contains a step as soon as it is committed, before the node that made it is notified. A
/// reader of the feed must also find the step in the game; otherwise the mail omits it.
#[tokio::test]
async fn a_game_is_never_older_than_its_feed() {
    let nodes = Arc::new(Nodes::start().await);
    let mut tokens = Vec::new();
    for name in ["Ada", "Ben"] {
        let (_, made) = nodes.ask(0, "POST", "/v1/players", "", Some(json!({"name": name}))).await;
        tokens.push(made["token"].as_str().unwrap().to_owned());
    }
    let mut met = 0;
    for _ in 0..STEPS {
        if met >= MET {
            break;
        }
        met += usize::from(step_is_met(&nodes, &tokens).await);
    }
    assert!(met >= MET, "{met} of {STEPS} steps were met between their commit and their answer");
}

/// Makes a step, and compares memory with the database until it is answered. Returns `true` if the
/// step was in the database before the answer.
async fn step_is_met(nodes: &Arc<Nodes>, tokens: &[String]) -> bool {
    let (ada, ben) = (&tokens[0], &tokens[1]);
    let (status, game) =
        nodes.ask(0, "POST", "/v1/games", ada, Some(json!({"ruleset": "classic"}))).await;
    assert_eq!(status, StatusCode::CREATED, "{game}");
    let id = game["id"].as_str().unwrap();
    let seats = format!("/v1/games/{id}/seats");
    assert_eq!(nodes.ask(0, "POST", &seats, ben, Some(json!({}))).await.0, StatusCode::CREATED);
    let version = format!("SELECT version FROM games WHERE id = '{id}'");
    let before = nodes.count(&version);
    let step = {
        let (nodes, ada, path) = (Arc::clone(nodes), ada.clone(), format!("{seats}/me/placement"));
        tokio::spawn(async move {
            nodes.ask(0, "PUT", &path, &ada, Some(json!({"random": true}))).await
        })
    };
    let mut is_met = false;
    while !step.is_finished() {
        // Let all tasks run until they wait. On the single thread, nothing runs while the statement
        // reads the database.
        for _ in 0..TURNS {
            tokio::task::yield_now().await;
        }
        let stored = nodes.count(&version);
        is_met |= stored > before && !step.is_finished();
        let held = nodes.version(id).await;
        assert!(held >= stored, "the database has version {stored}, and memory {held}");
    }
    let (status, answer) = step.await.unwrap();
    assert!(status.is_success(), "{answer}");
    is_met
}
