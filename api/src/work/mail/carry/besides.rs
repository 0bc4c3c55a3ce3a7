//! What a letter asks for beside a game that there is: a name, a token, a new game.

use broadside_engine::notation::{NewGame, Opponent};
use serde_json::{Value, json};

use super::answer::Standing;
use super::letter::{Writer, may_pass, passing};
use super::plan::Plan;
use super::{Clerk, Undone};
use crate::mail::compose::{Block, Lang};
use crate::store::Page;

/// In how many of a player's games others are looked for by their names.
const LOOKED_AT: u32 = 300;

/// What was done, to be told: words, and games.
#[derive(Debug, Default)]
pub(super) struct Besides {
    pub(super) blocks: Vec<Block>,
    pub(super) standings: Vec<Standing>,
}

impl Clerk {
    /// Does it. However often that is begun, it is done once.
    ///
    /// # Errors
    /// If the store fails; within, why it is refused.
    pub(super) async fn besides(
        &self,
        writer: &Writer<'_>,
        plan: &Plan,
        key: &str,
    ) -> Result<Result<Besides, String>, Undone> {
        let player_id = &writer.mailbox.player_id;
        let lang = Lang::of(&writer.mailbox.lang);
        let mut done = Besides::default();
        // What can be refused comes first, and what cannot after it.
        if let Some(Err(problem)) = plan.name.as_ref().map(|name| self.hands.name(name)) {
            return Ok(Err(problem.detail().to_owned()));
        }
        if let Some(new) = &plan.new {
            let request = match self.request(player_id, new).await? {
                Ok(request) => request,
                Err(why) => return Ok(Err(why)),
            };
            match self.hands.create(player_id, &request, key).await {
                Ok(game_id) => done.standings.push(Standing { game_id, begins: Some(0), sheets: Vec::new() }),
                Err(problem) if may_pass(&problem) => return Err(passing(problem)),
                Err(problem) => return Ok(Err(problem.detail().to_owned())),
            }
        }
        if let Some(name) = &plan.name {
            self.hands.rename(player_id, name).await.map_err(passing)?;
            done.blocks.push(Block::Text(lang.fill("answer-named", &[("name", name)])));
        }
        if plan.token {
            self.hands.send_code(&writer.address).await.map_err(passing)?;
            done.blocks.push(Block::Text(lang.text("answer-code-sent")));
        }
        Ok(Ok(done))
    }

    /// The request that makes a game.
    async fn request(&self, player_id: &str, new: &NewGame) -> Result<Result<Value, String>, Undone> {
        let mut opponents = Vec::new();
        for opponent in &new.opponents {
            opponents.push(match opponent {
                Opponent::Open => json!({"kind": "open"}),
                Opponent::Mail(address) => json!({"kind": "mail", "address": address}),
                Opponent::Player(name) => match self.known_as(player_id, name).await? {
                    Ok(id) => json!({"kind": "player", "id": id}),
                    Err(why) => return Ok(Err(why)),
                },
            });
        }
        let mut request =
            json!({"ruleset": new.ruleset.as_str(), "options": new.options, "opponents": opponents});
        if let Some(days) = new.days {
            request["clock"] = json!({"days_per_turn": days});
        }
        if let Some(public) = new.public {
            request["visibility"] = json!(if public { "public" } else { "private" });
        }
        Ok(Ok(request))
    }

    /// The one player of this name among those that a player has played with.
    async fn known_as(&self, player_id: &str, name: &str) -> Result<Result<String, String>, Undone> {
        let postmaster = &self.postmaster;
        let page = Page { before: None, limit: LOOKED_AT };
        let mut found: Vec<String> = Vec::new();
        for game_id in postmaster.store.games_of(player_id, &page).await? {
            let Some(loaded) = postmaster.play.game(&game_id).await.map_err(passing)? else { continue };
            if loaded.seat_of(player_id).is_none() {
                continue;
            }
            for player in loaded.seats.iter().filter_map(|seat| seat.player.as_ref()) {
                let called = player.name.as_ref().is_some_and(|of| of.to_lowercase() == name.to_lowercase());
                if called && player.id != player_id && !found.contains(&player.id) {
                    found.push(player.id.clone());
                }
            }
        }
        Ok(match &found[..] {
            [one] => Ok(one.clone()),
            [] => Err(format!("you have played with nobody called {name}: name an address instead")),
            _ => Err(format!("you have played with several called {name}: name an address instead")),
        })
    }
}
