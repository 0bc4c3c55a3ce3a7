//! Opponents in games that a mail creates.

use broadside_domain::error::AppError;
use broadside_domain::game::SeatKind;
use broadside_i18n::Lang;
use broadside_notation::{NewGame, Opponent};
use broadside_store::Page;
use serde_json::{Value, json};

use super::InboundProcessor;
use crate::texts::LetterTexts;

/// Maximum number of a player's games that are searched for opponents by name.
const MAX_GAMES_SEARCHED: u32 = 300;

impl InboundProcessor {
    /// Finds the ids of the players that are named as opponents in a new game, because a name may
    /// belong to another player the next time.
    ///
    /// # Errors
    /// If a name belongs to nobody, or to several players.
    pub(super) async fn find_opponents(
        &self,
        lang: Lang,
        player_id: &str,
        game: &mut NewGame,
    ) -> Result<(), AppError> {
        for opponent in &mut game.opponents {
            if let Opponent::Named(name) = opponent {
                *opponent = Opponent::Player(self.find_acquaintance(lang, player_id, name).await?);
            }
        }
        Ok(())
    }

    /// Returns the one player of this name among those who have played with a player.
    async fn find_acquaintance(
        &self,
        lang: Lang,
        player_id: &str,
        name: &str,
    ) -> Result<String, AppError> {
        let post = &self.post;
        let page = Page { before: None, limit: MAX_GAMES_SEARCHED };
        let mut ids: Vec<String> = Vec::new();
        for game_id in post.app.store.games_of(player_id, &page).await.map_err(AppError::from)? {
            let Some(loaded) = post.app.play.game(&game_id).await? else { continue };
            if loaded.seat_of(player_id).is_none() {
                continue;
            }
            let people = loaded.seats.iter().filter(|seat| seat.kind != SeatKind::Bot);
            for player in people.filter_map(|seat| seat.player.as_ref()) {
                let has_name = player
                    .name
                    .as_ref()
                    .is_some_and(|other| other.to_lowercase() == name.to_lowercase());
                if has_name && player.id != player_id && !ids.contains(&player.id) {
                    ids.push(player.id.clone());
                }
            }
        }
        let text_key = match &ids[..] {
            [id] => return Ok(id.clone()),
            [] => "answer-nobody-called",
            _ => "answer-several-called",
        };
        Err(AppError::field("opponents", lang.fill(text_key, &[("name", name)])))
    }
}

/// Returns the request that creates a game.
pub(super) fn request(game: &NewGame) -> Value {
    let opponents: Vec<_> = game.opponents.iter().map(opponent).collect();
    let mut request =
        json!({"ruleset": game.ruleset.as_str(), "options": game.options, "opponents": opponents});
    if let Some(days) = game.days {
        request["clock"] = json!({"days_per_turn": days});
    }
    if let Some(public) = game.public {
        request["visibility"] = json!(if public { "public" } else { "private" });
    }
    request
}

fn opponent(opponent: &Opponent) -> Value {
    match opponent {
        Opponent::Open => json!({"kind": "open"}),
        Opponent::Bot(level) => json!({"kind": "bot", "level": level}),
        Opponent::Mail(address) => json!({"kind": "mail", "address": address}),
        Opponent::Named(name) => json!({"kind": "player", "name": name}),
        Opponent::Player(id) => json!({"kind": "player", "id": id}),
    }
}
