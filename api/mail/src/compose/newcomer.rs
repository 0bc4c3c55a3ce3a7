//! Help for invited people: which game it is, what to place and how, and the possible replies.

use broadside_engine::dispatch_by_id;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::invite::invitation_commands;
use super::refused::command_name;
use super::rulesets::RulesetMail as _;
use super::template::arrange;
use super::{Block, ReaderView, SuggestedCommand, facts, maps, placing, rulesets};
use crate::compose::ruleset_name;

/// Composes the help for a person who is invited to this game, from its public view.
pub fn invitation_help(lang: Lang, seen: &ReaderView) -> Vec<Block> {
    let (title, name) = (ruleset_name(lang, seen.ruleset), command_name(seen.ruleset.as_str()));
    let example = dispatch_by_id!(seen.ruleset, R => R::MOVE);
    let parts = [("game", &*title), ("name", &*name), ("move", example)];
    let text = |key: &str| vec![Block::Text(lang.fill(key, &parts))];
    // Everybody may know where the land is, but the map is only drawn for a seat.
    let map = match dispatch_by_id!(seen.ruleset, R => R::HAS_PUBLIC_MAP) {
        true => maps::maps(&ReaderView { me: Seat::new(1), ..seen.clone() }, lang),
        false => Vec::new(),
    };
    let mut answers = invitation_commands(lang, "");
    // After the offer to accept with random placement.
    answers.insert(2, placement_by_hand(lang, seen));
    arrange(
        lang,
        "newcomer",
        [
            ("game", text("newcomer-game")),
            ("terms", vec![Block::List(facts::terms(seen, lang))]),
            ("place", text("newcomer-place")),
            ("map", map),
            ("placing", placing::help(seen, lang)),
            ("how", text("invite-how")),
            ("commands", vec![Block::Commands(answers)]),
            ("then", text("newcomer-then")),
            ("more", text("newcomer-more")),
        ],
    )
}

/// Returns the offer to accept and place by hand.
fn placement_by_hand(lang: Lang, seen: &ReaderView) -> SuggestedCommand {
    let does = lang.text(&rulesets::text_key(lang, "does-accept-by-hand", seen.ruleset));
    let lines =
        [vec!["ACCEPT".to_owned()], placing::example(&seen.view), vec!["…".to_owned()]].concat();
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
    fn whoever_is_invited_is_told_what_to_place_and_what_to_answer() {
        for ruleset in RulesetId::ALL.iter().filter(|ruleset| !ruleset.is_for_one()) {
            let game = Game::open("a game", Seed::new([7; 32]), *ruleset, &json!({})).unwrap();
            let names = vec![Some("Ada".to_owned()), None];
            let seen = ReaderView::new(&game, Viewer::Public, names, None, Vec::new());
            assert_snapshots(&format!("newcomer-{ruleset}"), |lang| {
                invitee_reply(
                    lang,
                    "Re: An invitation".to_owned(),
                    invitation_help(lang, &seen),
                    "Broadside",
                    "https://example.org/never",
                )
            });
        }
    }
}
