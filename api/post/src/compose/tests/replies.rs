//! Snapshots of replies to mails that ask for help, or that were not carried out.

use broadside_domain::time::{DAY, Time};
use broadside_engine::game::RulesetId;
use broadside_engine::seat::{Seat, Viewer};
use broadside_i18n::Lang;
use broadside_notation as notation;
use serde_json::{Value, json};

use super::{NOW, TestGame, assert_snapshots, context, news, view_after};
use crate::compose::{
    Block, MailTopic, NumberedEvent, OpenGame, ReaderView, boards_left_out, command_help, farewell,
    history, no_board, not_understood, open_games, reply, reply_subject, rules, sign_up_hint,
    sign_up_offer, stop_instructions, vacations, welcome,
};
use crate::texts::LetterTexts;

/// Takes snapshots of the reply to a mail with a question.
fn assert_answer(name: &str, question: &str, blocks: impl Fn(Lang) -> Vec<Block>) {
    assert_snapshots(name, |lang| {
        reply(&context(lang), Some(format!("Re: {question}")), blocks(lang), &[], false)
    });
}

#[test]
fn a_mail_that_is_not_understood_is_explained() {
    let view = view_after(RulesetId::Classic, &json!({"first": "creator"}), 3);
    let possible = ["FIRE A5", "SAY …", "HELP"].map(str::to_owned);
    let text = "FIRE A55\nPLACE CRUISER\nI'd shoot there\nBest regards";
    let errors = notation::read(text, Some(&view.view)).unwrap_err();
    assert_snapshots("not-understood", |lang| {
        let explanation = not_understood(lang, text, &errors, &possible);
        let before = [Block::Text(lang.text("answer-errors")), Block::List(explanation.lines)];
        let below = explanation.below.into_iter().map(Block::Text);
        let after = [Block::Text(lang.text("answer-nothing-done"))];
        let before = before.into_iter().chain(below).chain(after).collect();
        let subject = reply_subject(lang, &view, true);
        let state = news(MailTopic::for_view(&view), view.clone(), &[]);
        reply(&context(lang), Some(subject), before, &[state], false)
    });
}

#[test]
fn help_lists_the_commands() {
    for ruleset in RulesetId::ALL {
        assert_snapshots(&format!("help-{ruleset}"), |lang| {
            let help = command_help(lang, Some(*ruleset), Some(*ruleset));
            reply(&context(lang), Some("Re: HELP".to_owned()), help, &[], false)
        });
    }
}

#[test]
fn history_and_boards() {
    let mut played = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    played.place();
    played.play(3);
    let view = played.view(1, 0);
    let viewer = Viewer::Seat(Seat::new(1).unwrap());
    let glimpses = played.log.iter().filter_map(|entry| entry.glimpse(viewer));
    let events: Vec<_> = (1..)
        .zip(glimpses)
        .map(|(number, glimpse)| NumberedEvent {
            number,
            at: Time(NOW.0 + number as i64 * 60_000),
            glimpse,
        })
        .collect();
    let last = events.len() as u64;
    // The first two are left out, and there are two more.
    assert_answer("history", "HISTORY", |lang| history(lang, &view, &events[2..], last + 2));
    assert_answer("no-board", "BOARD 3", |lang| {
        let left_out = [1, 4].map(|count| boards_left_out(lang, 8, count)).to_vec();
        [no_board(lang, 3, Some(5), last), no_board(lang, 3, None, 3), left_out].concat()
    });
}

/// Returns a game of Ada with a free seat.
fn open_game(number: &str, ruleset: RulesetId, options: Value) -> OpenGame {
    let game = TestGame::waiting(ruleset, &options);
    let names = vec![Some("Ada".to_owned()), None];
    let game = ReaderView::new(&game, Viewer::Public, names, None, Vec::new());
    OpenGame { number: number.to_owned(), game }
}

#[test]
fn open_games_are_listed() {
    let games = [
        open_game("4f1c", RulesetId::Classic, json!({"mode": "salvo"})),
        open_game("77ab", RulesetId::Voices, json!({"rounds": 3})),
    ];
    assert_answer("open-games", "LIST", |lang| open_games(lang, &games, true));
    assert_answer("no-open-games", "LIST", |lang| open_games(lang, &[], false));
}

#[test]
fn vacations_and_rules() {
    let taken = [(NOW, Time(NOW.0 + 7 * DAY))];
    let years = [(2026, 21 * DAY), (2027, 28 * DAY)];
    assert_answer("vacations", "VACATION", |lang| vacations(lang, &taken, &years, 28));
    assert_answer("rules", "RULES", |lang| rules(lang, None));
    for ruleset in RulesetId::ALL {
        assert_answer(&format!("rules-{ruleset}"), "RULES", |lang| rules(lang, Some(*ruleset)));
    }
}

#[test]
fn mails_about_the_beginning_and_the_end_of_an_account() {
    let never =
        "https://play.example.org/mail/unsubscribe/AgGW8KAAAHAAgAAAAAAAAACIX2h3z0yGIjQ1ZcXr0p6V";
    assert_snapshots("sign-up", |lang| {
        let offer = sign_up_offer("Broadside", "play+new-abcdefghijklmnop@example.org", never);
        // It has the same text in every language, since it contains all of them.
        crate::compose::MailDocument { lang, ..offer }
    });
    let reply_to = "play+new-abcdefghijklmnop@example.org";
    assert_snapshots("sign-up-hint", |lang| {
        sign_up_hint(Some(lang), "Broadside", reply_to, never, true)
    });
    let in_all = sign_up_hint(None, "Broadside", reply_to, never, false);
    assert_eq!(in_all.blocks.len(), 2 * Lang::ALL.len());
    assert_answer("welcome", "YES", |lang| welcome(lang, "Ada", &[]));
    assert_answer("welcome-not-done", "YES", |lang| {
        welcome(lang, "Ada", &["NEW CLASSIC", "I play on Mondays."])
    });
    assert_answer("stop", "STOP", |lang| stop_instructions(lang, "k7wq-2mzp"));
    assert_snapshots("farewell", |lang| farewell(lang, "Broadside"));
}
