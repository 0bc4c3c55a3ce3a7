//! Snapshots of replies to letters that ask for help, or that were not carried out.

use broadside_engine::game::RulesetId;
use broadside_notation as notation;
use serde_json::json;

use super::tests::{assert_snapshots, context, news, view_after};
use super::{Block, MailTopic, command_help, not_understood, reply, reply_subject};

#[test]
fn what_a_letter_is_told_that_was_not_carried_out() {
    let seen = view_after(RulesetId::Classic, &json!({"first": "creator"}), 3);
    let possible = ["FIRE A5", "SAY …", "HELP"].map(str::to_owned);
    let text = "FIRE A55\nPLACE CRUISER\nI'd shoot there\nBest regards";
    let errors = notation::read(text, Some(&seen.view)).unwrap_err();
    assert_snapshots("not-understood", |lang| {
        let told = not_understood(lang, text, &errors, &possible);
        let before = [Block::Text(lang.text("answer-errors")), Block::List(told.lines)];
        let below = told.below.into_iter().map(Block::Text);
        let after = [Block::Text(lang.text("answer-nothing-done"))];
        let before = before.into_iter().chain(below).chain(after).collect();
        let subject = reply_subject(lang, &seen, true);
        let state = news(MailTopic::for_view(&seen), seen.clone(), &[]);
        reply(&context(lang), Some(subject), before, &[state], false)
    });
}

#[test]
fn what_commands_there_are() {
    for ruleset in RulesetId::ALL {
        assert_snapshots(&format!("help-{ruleset}"), |lang| {
            let help = command_help(lang, Some(*ruleset), Some(*ruleset));
            reply(&context(lang), Some("Re: HELP".to_owned()), help, &[], false)
        });
    }
}
