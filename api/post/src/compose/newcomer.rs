//! Help for invited people: which game it is, what to place and how, and the possible replies.

use broadside_engine::dispatch_by_id;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::invite::invitation_commands;
use super::paragraph::{only, paragraph};
use super::refused::command_name;
use super::rulesets::RulesetMail as _;
use super::{Block, ReaderView, SuggestedCommand, facts, maps, placing, rulesets};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

/// Composes the help for a person who is invited to this game, from its public view.
pub(crate) fn invitation_help(lang: Lang, game: &ReaderView) -> Vec<Block> {
    let title = ruleset_name(lang, game.ruleset);
    let name = command_name(game.ruleset.as_str());
    let example = dispatch_by_id!(game.ruleset, R => R::MOVE);
    let parts = [("game", &*title), ("name", &*name), ("move", example)];
    let map = only(dispatch_by_id!(game.ruleset, R => R::HAS_PUBLIC_MAP), || {
        // Everybody may know where the land is, but the map is only drawn for a seat.
        maps::maps(&ReaderView { me: Seat::new(1), ..game.clone() }, lang)
    });
    let mut commands = invitation_commands(lang, "");
    // After the offer to accept with random placement.
    commands.insert(2, placement_by_hand(lang, game));
    [
        paragraph(lang, "newcomer-game", &parts),
        vec![Block::List(facts::terms(game, lang))],
        paragraph(lang, "newcomer-place", &parts),
        map,
        placing::help(game, lang),
        paragraph(lang, "invite-how", &parts),
        vec![Block::Commands(commands)],
        paragraph(lang, "newcomer-then", &parts),
        paragraph(lang, "newcomer-more", &parts),
    ]
    .concat()
}

/// Returns the offer to accept and place by hand.
fn placement_by_hand(lang: Lang, game: &ReaderView) -> SuggestedCommand {
    let does = lang.text(&rulesets::text_key(lang, "does-accept-by-hand", game.ruleset));
    let lines =
        [vec!["ACCEPT".to_owned()], placing::example(&game.view), vec!["…".to_owned()]].concat();
    SuggestedCommand { lines, does, to: String::new() }
}

#[cfg(test)]
mod tests {
    use broadside_engine::chance::Seed;
    use broadside_engine::game::{Game, RulesetId};
    use broadside_engine::seat::Viewer;
    use serde_json::json;

    use super::super::invitee_reply;
    use super::super::tests::assert_snapshots;
    use super::*;

    #[test]
    fn help_for_invited_people_says_what_to_place_and_what_to_answer() {
        for ruleset in RulesetId::ALL.iter().filter(|ruleset| !ruleset.is_for_one()) {
            let game = Game::open("a game", Seed::new([7; 32]), *ruleset, &json!({})).unwrap();
            let names = vec![Some("Ada".to_owned()), None];
            let view = ReaderView::new(&game, Viewer::Public, names, None, Vec::new());
            assert_snapshots(&format!("newcomer-{ruleset}"), |lang| {
                invitee_reply(
                    lang,
                    "Re: An invitation".to_owned(),
                    invitation_help(lang, &view),
                    "Broadside",
                    "https://example.org/never",
                )
            });
        }
    }
}
