//! The objects of a session, prepared before any fault.

use serde_json::{Value, json};

use crate::client::Client;
use crate::games::{act, placement, standard_fleet};

/// The objects of one round. Every step has its own, so that it does not depend on other steps.
#[derive(Clone)]
pub struct Stage {
    /// Plays in all games.
    pub ada: Client,
    /// Plays in all games.
    pub ben: Client,
    /// Deletes its account.
    pub eve: Client,
    /// Changes its own account.
    pub kim: Client,
    /// Makes its only game.
    pub mia: Client,
    /// Makes its only challenge.
    pub cyd: Client,
    /// Ada's game with a free seat.
    pub open: String,
    /// A game in which both place.
    pub placing: String,
    /// A game in which Ada is to move.
    pub playing: String,
    /// A challenge from Ada to Ben.
    pub challenge: String,
    /// A finished game.
    pub finished: String,
    /// Ada's game with a free seat, to be aborted.
    pub aborted: String,
    /// A game in which both place, to be left by Ben.
    pub left: String,
    /// A token of Kim's, to be revoked.
    pub token: String,
    /// A webhook of Kim's.
    pub hook: String,
    /// The URL of the server.
    pub url: String,
}

fn id(made: &Value) -> String {
    made["id"].as_str().expect("it has an id").to_owned()
}

impl Stage {
    /// Prepares a round at a server without faults.
    pub fn prepare(client: &Client, round: usize) -> Self {
        let [ada, ben, eve, kim, mia, cyd] = ["Ada", "Ben", "Eve", "Kim", "Mia", "Cyd"]
            .map(|name| client.sign_up(&format!("{name} {round}")));
        let make = |body: &Value| format!("/v1/games/{}", id(&ada.post("/v1/games", body).is(201)));
        let open = || make(&json!({"ruleset": "classic", "options": {"first": "creator"}}));
        let seated = || {
            let game = open();
            ben.post(&format!("{game}/seats"), &json!({})).is(201);
            game
        };
        let playing = || {
            let game = seated();
            for player in [&ada, &ben] {
                player
                    .put(&format!("{game}/seats/me/placement"), &placement(&standard_fleet()))
                    .is(200);
            }
            game
        };
        let (on, finished) = (playing(), playing());
        ada.post(&format!("{finished}/actions"), &act("resign")).is(200);
        let opponent = json!([{"kind": "player", "id": ben.id}]);
        let challenge =
            json!({"ruleset": "classic", "visibility": "private", "opponents": opponent});
        let token =
            kim.post("/v1/tokens", &json!({"name": "to be revoked", "scopes": ["read"]})).is(201);
        let hook = kim.post("/v1/webhooks", &json!({"url": "https://example.org/kept"})).is(201);
        Self {
            open: open(),
            placing: seated(),
            playing: on,
            challenge: make(&challenge),
            finished,
            aborted: open(),
            left: seated(),
            token: format!("/v1/tokens/{}", id(&token)),
            hook: format!("/v1/webhooks/{}", id(&hook)),
            url: client.url().to_owned(),
            ada,
            ben,
            eve,
            kim,
            mia,
            cyd,
        }
    }

    /// Returns the same round at another server.
    #[must_use]
    pub fn at(&self, url: &str) -> Self {
        let mut stage = self.clone();
        let players = [
            &mut stage.ada,
            &mut stage.ben,
            &mut stage.eve,
            &mut stage.kim,
            &mut stage.mia,
            &mut stage.cyd,
        ];
        for player in players {
            *player = player.at(url);
        }
        stage.url = url.to_owned();
        stage
    }
}
