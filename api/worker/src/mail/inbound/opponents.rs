//! Opponents in games that a mail creates.

use broadside_domain::error::AppError;
use broadside_domain::game::SeatKind;
use broadside_i18n::Lang;
use broadside_store::Page;
use serde_json::Value;

use super::InboundProcessor;

/// Maximum number of a player's games that are searched for opponents by name.
const MAX_GAMES_SEARCHED: u32 = 300;

impl InboundProcessor {
    /// Replaces the names of players in a request for a game with their ids, because a name may
    /// belong to another player the next time.
    ///
    /// # Errors
    /// If a name belongs to nobody, or to several players.
    pub(super) async fn resolve_names(
        &self,
        lang: Lang,
        player_id: &str,
        request: &mut Value,
    ) -> Result<(), AppError> {
        for opponent in request["opponents"].as_array_mut().into_iter().flatten() {
            let Some(name) = opponent["name"].as_str().map(str::to_owned) else { continue };
            let id = self.find_acquaintance(lang, player_id, &name).await?;
            *opponent = serde_json::json!({"kind": "player", "id": id});
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
        let mail_service = &self.mail_service;
        let page = Page { before: None, limit: MAX_GAMES_SEARCHED };
        let mut found: Vec<String> = Vec::new();
        for game_id in
            mail_service.store.games_of(player_id, &page).await.map_err(AppError::from)?
        {
            let Some(loaded) = mail_service.play.game(&game_id).await? else { continue };
            if loaded.seat_of(player_id).is_none() {
                continue;
            }
            let people = loaded.seats.iter().filter(|seat| seat.kind != SeatKind::Bot);
            for player in people.filter_map(|seat| seat.player.as_ref()) {
                let called =
                    player.name.as_ref().is_some_and(|of| of.to_lowercase() == name.to_lowercase());
                if called && player.id != player_id && !found.contains(&player.id) {
                    found.push(player.id.clone());
                }
            }
        }
        let told = match &found[..] {
            [one] => return Ok(one.clone()),
            [] => "answer-nobody-called",
            _ => "answer-several-called",
        };
        Err(AppError::field("opponents", lang.fill(told, &[("name", name)])))
    }
}
