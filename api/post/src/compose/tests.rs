//! Snapshots of the mails of every ruleset. A change to a mail shows in its snapshot, and needs a
//! review.

mod gallery;
mod replies;

use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_domain::time_control::Clock;
use broadside_engine::chance::Seed;
use broadside_engine::game::{Entry, Game, Request, RulesetId, Step};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Example, Statement};
use serde_json::{Value, json};

use super::placing::example;
use super::rulesets::solo::cell_name;
use super::settings::{ruleset_list, same_game, settings_help};
use super::text::render_text;
use super::{
    Block, Declined, DroppedNews, GameNews, Invitation, LaterScore, MailDocument, MailTopic,
    ReaderView, RenderContext, RestoreInfo, UnclearGame, WaitingMoves, digest_mail, game_mail,
    invitation, queue_state, rematch_result, reply, stranger_challenges, token_code,
};
use crate::texts::LetterTexts;

pub(super) const NOW: Time = Time(1_777_629_600_000);
const ID: &str = "0196f0a0-0000-7000-8000-000000000001";

/// Game in progress, with its log.
pub(super) struct TestGame {
    pub(super) game: Game,
    pub(super) log: Vec<Entry>,
}

impl TestGame {
    pub(super) fn new(ruleset: RulesetId, options: &Value) -> Self {
        let game = Game::open(ID, Seed::new([7; 32]), ruleset, options).unwrap();
        let mut test_game = Self { game, log: Vec::new() };
        for seat in test_game.seats() {
            test_game.apply(&Request::Join(seat));
        }
        test_game
    }

    /// Creates a game in which only the first seat is taken.
    pub(super) fn waiting(ruleset: RulesetId, options: &Value) -> Game {
        let opened = Game::open(ID, Seed::new([7; 32]), ruleset, options).unwrap();
        opened.apply(&Request::Join(Seat::new(1).unwrap())).unwrap().game
    }

    fn seats(&self) -> Vec<Seat> {
        self.game.seats().iter().map(|seat| seat.seat).collect()
    }

    fn apply(&mut self, request: &Request<'_>) {
        let step = self.game.apply(request).unwrap();
        self.game = step.game;
        self.log.extend(step.entries);
    }

    pub(super) fn place(&mut self) {
        for seat in self.seats() {
            self.apply(&Request::Place { seat, placement: None, seed: None });
        }
    }

    /// Plays `moves` moves. Each time the player to move takes the first suitable action. The cells
    /// are spread over the board.
    pub(super) fn play(&mut self, moves: usize) {
        for n in 0..moves {
            let Some(seat) = self.game.to_move().iter().next() else { return };
            let examples = notation::examples(&self.game.legal(seat));
            let mut actions = examples.into_iter().filter(|Example { kind, .. }| {
                !matches!(
                    &**kind,
                    "resign" | "offer_draw" | "leave" | "pass" | "roll_all" | "run_out"
                )
            });
            let index =
                if self.game.ruleset() == RulesetId::Satellite && n % 2 == 1 { 1 } else { 0 };
            let Some(action) = actions.nth(index) else { return };
            let action = [action.action.to_json()];
            self.apply(&Request::Act { seat, actions: &action });
            if self.game.status() != Status::Playing {
                return;
            }
        }
    }

    pub(super) fn view(&self, seat: u8, reported: usize) -> ReaderView {
        let viewer = Viewer::Seat(Seat::new(seat).unwrap());
        let news =
            self.log.iter().filter_map(|entry| entry.glimpse(viewer)).skip(reported).collect();
        let names = ["Ada", "Ben", "Cleo"].map(|name| Some(name.to_owned()));
        let due = self
            .game
            .to_move()
            .contains(Seat::new(seat).unwrap())
            .then_some(Time(NOW.0 + 187_200_000));
        ReaderView::new(&self.game, viewer, names[..self.game.seats().len()].to_vec(), due, news)
    }
}

pub(super) fn context(lang: Lang) -> RenderContext<'static> {
    let unsubscribe =
        "https://play.example.org/mail/unsubscribe/AgGW8KAAAHAAgAAAAAAAAACIX2h3z0yGIjQ1ZcXr0p6V";
    RenderContext {
        lang,
        service: "Broadside",
        now: NOW,
        unsubscribe,
        links: "https://play.example.org",
    }
}

pub(super) fn news(topic: MailTopic, game: ReaderView, messages: &[(&str, &str)]) -> GameNews {
    let messages = messages.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    GameNews {
        topic,
        game,
        messages: messages.collect(),
        earlier: 0,
        restored: topic == MailTopic::Restored,
        strangers: false,
        reply_to: "play+abcdefghijklmnopqrstuvwxyz@example.org".to_owned(),
        first: false,
        record: None,
        dropped: None,
    }
}

fn rendered(document: &MailDocument) -> String {
    let text = render_text(document);
    for line in text.lines() {
        assert!(line.chars().count() <= super::WIDTH || line.starts_with("http"), "{line}");
        assert!(!line.ends_with(' ') || line == "-- ", "{line:?}");
    }
    format!("Subject: {}\n\n{text}", document.subject)
}

/// Mails with a snapshot in every language, one for each file of texts: `commands.txt`,
/// `howto.ftl`, `mail.ftl`, `rules.ftl` and `sheets.ftl`.
const SNAPSHOTS_IN_EVERY_LANGUAGE: [&str; 5] =
    ["help-classic", "rules-classic", "turn-classic", "settings-classic", "place-classic"];

/// Renders a mail in every language, and compares it with its snapshots.
pub(super) fn assert_snapshots(name: &str, document: impl Fn(Lang) -> MailDocument) {
    for lang in Lang::ALL {
        let document = document(lang);
        gallery::save(name, &document);
        let text = rendered(&document);
        if lang == Lang::En || SNAPSHOTS_IN_EVERY_LANGUAGE.contains(&name) {
            insta::assert_snapshot!(format!("{name}-{}", lang.code()), text);
        }
    }
}

/// Compares the mail about one game with its snapshots.
fn assert_game_mail(name: &str, news: &GameNews) {
    assert_snapshots(name, |lang| game_mail(&context(lang), news));
}

/// Returns the text of the English mail about one game.
fn game_mail_text(news: &GameNews) -> String {
    render_text(&game_mail(&context(Lang::En), news))
}

#[test]
fn mails_say_whose_turn_it_is() {
    for &ruleset in RulesetId::ALL {
        let (options, moves) = match ruleset {
            RulesetId::Classic => (json!({"first": "creator"}), 8),
            RulesetId::Voices => (json!({}), 10),
            RulesetId::Satellite => (json!({}), 9),
            RulesetId::Advanced => (json!({}), 6),
            _ => (json!({}), 3),
        };
        let mut test_game = TestGame::new(ruleset, &options);
        test_game.place();
        test_game.play(moves);
        let seat = test_game.game.to_move().iter().next().unwrap().number();
        let view = test_game.view(seat, 4);
        assert_game_mail(&format!("turn-{ruleset}"), &news(MailTopic::Turn, view, &[]));
    }
}

#[test]
fn a_mail_reports_an_offer() {
    let mut test_game = TestGame::new(RulesetId::Voices, &json!({"rounds": 3}));
    test_game.place();
    let [ada, ben] = test_game.seats()[..] else { panic!("two play") };
    let mover = test_game.game.to_move().iter().next().unwrap();
    let reader = if mover == ada { ben } else { ada };
    for (name, kind) in [("draw", "offer_draw"), ("end", "offer_end")] {
        let mut offered = TestGame { game: test_game.game.clone(), log: test_game.log.clone() };
        offered.apply(&Request::Act { seat: mover, actions: &[json!({"type": kind})] });
        let view = offered.view(reader.number(), test_game.log.len() - 1);
        assert_game_mail(&format!("offered-{name}"), &news(MailTopic::News, view, &[]));
    }
}

#[test]
fn a_mail_reports_a_restore() {
    let mut test_game = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    test_game.place();
    test_game.play(2);
    let last_at = Time(NOW.0 - 86_400_000);
    let restore = Some(RestoreInfo { at: Time(NOW.0 - 3_600_000), version: 9, last_at });
    let view = ReaderView { restore, ..test_game.view(1, test_game.log.len()) };
    assert_game_mail("restored", &news(MailTopic::Restored, view.clone(), &[]));
    test_game.apply(&Request::Cancel);
    let view =
        ReaderView { restore: view.restore.clone(), ..test_game.view(1, test_game.log.len() - 1) };
    let over = GameNews { restored: true, ..news(MailTopic::Over, view, &[]) };
    assert_game_mail("restored-cancelled", &over);
}

#[test]
fn moves_written_ahead_are_listed_and_those_that_did_not_fit_are_reported() {
    let mut test_game =
        TestGame::new(RulesetId::Classic, &json!({"mode": "single", "first": "creator"}));
    test_game.place();
    test_game.play(2);
    let view = test_game.view(1, test_game.log.len());
    let first = vec![json!({"type": "fire", "cells": ["A1"]})];
    let again =
        test_game.game.preview(Seat::new(1).unwrap(), &[first.clone(), first.clone()].concat());
    let refusal = again.err().map(AppError::from);
    assert!(refusal.is_some());
    for (name, refusal, others) in [("queue-dropped", refusal, 2), ("queue-dropped-one", None, 0)] {
        let dropped = Some(DroppedNews { first: first.clone(), others, refusal });
        let news = GameNews { dropped, ..news(MailTopic::Turn, view.clone(), &[]) };
        assert_game_mail(name, &news);
    }
    let moves = [first, vec![json!({"type": "fire", "cells": ["B2"]}), json!({"type": "resign"})]];
    for lang in Lang::ALL {
        let mut queue = WaitingMoves { moves: moves.to_vec(), tried: true, dropped: None };
        let lines = Block::List(vec!["FIRE A1".to_owned(), "FIRE B2, RESIGN".to_owned()]);
        let tried = Block::Text(lang.text("queue-tried"));
        assert_eq!(queue_state(lang, RulesetId::Classic, &queue)[1..], [lines, tried]);
        queue.tried = false;
        assert_eq!(queue_state(lang, RulesetId::Classic, &queue).len(), 2);
        let empty = queue_state(lang, RulesetId::Classic, &WaitingMoves::default());
        assert_eq!(empty, [Block::Text(lang.text("queue-empty"))]);
    }
}

#[test]
fn mails_say_what_to_place() {
    for ruleset in RulesetId::ALL {
        let view = TestGame::new(*ruleset, &json!({})).view(1, 0);
        assert_game_mail(&format!("place-{ruleset}"), &news(MailTopic::Place, view, &[]));
    }
    // Games with other settings.
    for (ruleset, name, options) in [
        (RulesetId::Solo, "wumpuses", json!({"wumpuses": true, "lends": "suns"})),
        (
            RulesetId::Advanced,
            "resupply",
            json!({"resupply": 2, "points": 20, "fleet": {"carrier": 0, "battleship": 1, "cruiser": 0, "destroyer": 3,
                "submarine": 0}}),
        ),
    ] {
        let view = TestGame::new(ruleset, &options).view(1, 0);
        assert_game_mail(&format!("place-{name}"), &news(MailTopic::Place, view, &[]));
    }
}

#[test]
fn the_first_mail_of_a_game_says_what_to_keep_and_where_the_rules_are() {
    let view = TestGame::new(RulesetId::Classic, &json!({})).view(2, 0);
    let first = GameNews { first: true, ..news(MailTopic::Place, view.clone(), &[]) };
    assert_game_mail("first", &first);
    // Nothing to keep if the game is over, or if an earlier mail was about it.
    let mut over = TestGame::new(RulesetId::Classic, &json!({}));
    over.place();
    over.apply(&Request::Act {
        seat: Seat::new(1).unwrap(),
        actions: &[json!({"type": "resign"})],
    });
    let first_and_over = GameNews { first: true, ..news(MailTopic::Over, over.view(2, 0), &[]) };
    for news in [first_and_over, news(MailTopic::Place, view, &[])] {
        let document = game_mail_text(&news);
        assert!(!document.contains("Keep this") && !document.contains("/rules/"), "{document}");
    }
}

#[test]
fn a_reminder_names_the_deadline() {
    let mut test_game = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    test_game.place();
    let view = test_game.view(1, 4);
    assert_game_mail("reminder", &news(MailTopic::Reminder, view, &[]));
}

#[test]
fn commitments_are_shown_even_if_the_beginning_of_play_is_left_out() {
    let mut test_game = TestGame::new(RulesetId::Classic, &json!({}));
    let placing = ReaderView { shortened: true, ..test_game.view(1, 4) };
    test_game.place();
    let reported = test_game.log.len();
    test_game.play(2);
    let later = test_game.view(1, reported);
    let shortened = ReaderView { shortened: true, ..later.clone() };
    let commitments = later.fairness.placement_commitments.clone();
    assert_eq!(commitments.len(), 2);
    for (view, has_commitments) in [(placing, false), (later, false), (shortened, true)] {
        let document = game_mail_text(&news(MailTopic::Reminder, view, &[]));
        assert!(
            commitments.iter().all(|hash| document.contains(hash) == has_commitments),
            "{document}"
        );
    }
}

#[test]
fn the_example_of_a_placement_is_valid() {
    let custom = json!({"fleet": "custom", "grid": {"columns": 6, "rows": 6}, "ships": [
        {"class": "long_boat", "length": 6}, {"class": "raft", "length": 5}
    ]});
    let others = [
        (RulesetId::Classic, custom),
        (RulesetId::Voices, json!({"fleet": {"carrier": 0}})),
        (RulesetId::Solo, json!({"wumpuses": true, "lends": "moons"})),
        (RulesetId::Satellite, json!({"rows": 8, "columns": 8})),
    ];
    let usual = RulesetId::ALL.iter().map(|ruleset| (*ruleset, json!({})));
    for (ruleset, options) in usual.chain(others) {
        let view = TestGame::new(ruleset, &options).game.view(Viewer::Seat(Seat::new(1).unwrap()));
        let lines = example(&view);
        assert!(!lines.is_empty(), "{ruleset}");
        let statements = notation::read(&lines.join("\n"), Some(&view))
            .unwrap_or_else(|errors| panic!("{}", errors[0]));
        // Every line is written in the form of the command that it parses to.
        let written = statements[0].statement.lines();
        assert_eq!(written.len(), lines.len());
        for (line, written) in lines.iter().zip(written) {
            assert!(written.replace('_', " ").starts_with(line), "{line}: {written}");
        }
    }
}

#[test]
fn a_salvo_is_reported_by_its_totals() {
    let mut test_game = TestGame::new(RulesetId::Classic, &json!({"mode": "salvo"}));
    test_game.place();
    test_game.play(4);
    let view = test_game.view(1, 4);
    assert_game_mail("salvo", &news(MailTopic::Turn, view, &[]));
    // The player is shown the salvo that they have written.
    let writer = test_game.game.to_move().iter().next().unwrap().number();
    let reported = test_game.log.len();
    test_game.play(1);
    let view = test_game.view(writer, reported);
    assert_snapshots("salvo-written", |lang| reply_mail(lang, "FIRE E2 F2 G2 H2 I2 J2 A3", &view));
}

#[test]
fn only_the_player_to_move_is_told_what_can_be_bought() {
    let mut test_game = TestGame::new(RulesetId::Advanced, &json!({"resupply": 3}));
    test_game.place();
    let mover = test_game.game.to_move().iter().next().unwrap().number();
    let of_mover = game_mail_text(&news(MailTopic::Turn, test_game.view(mover, 0), &[]));
    let of_other = game_mail_text(&news(MailTopic::Turn, test_game.view(3 - mover, 0), &[]));
    let prices = "GUN (one point), RECCE (one point), BOMBER (3 points)";
    assert!(of_mover.replace("\n  ", " ").contains(prices), "{of_mover}");
    assert!(!of_other.contains("BUY"), "{of_other}");
}

#[test]
fn planes_leave_their_marks_on_maps() {
    let mut test_game = TestGame::new(RulesetId::Advanced, &json!({}));
    test_game.place();
    let sender = test_game.game.to_move().iter().next().unwrap();
    // Two recce planes, a bomber and a nuclear bomber.
    for (from, to) in [("I12", "B3"), ("O15", "G8"), ("M8", "D6"), ("J15", "M11")] {
        let action = json!({"type": "send", "from": from, "to": to});
        test_game.apply(&Request::Act { seat: sender, actions: &[action] });
        let other = test_game.game.to_move().iter().next().unwrap();
        test_game.apply(&Request::Act { seat: other, actions: &[json!({"type": "pass"})] });
    }
    let sender = sender.number();
    for (name, seat) in [("planes", sender), ("planes-met", 3 - sender)] {
        let view = test_game.view(seat, 4);
        assert_game_mail(name, &news(MailTopic::News, view, &[]));
    }
}

#[test]
fn volleys_that_hit_nothing_are_reported_together() {
    let mut test_game = TestGame::new(RulesetId::Solo, &json!({}));
    test_game.place();
    let seat = Seat::new(1).unwrap();
    test_game.apply(&Request::Act { seat, actions: &[json!({"type": "predict", "suit": "suns"})] });
    let reported = test_game.log.len();
    test_game.apply(&Request::Act { seat, actions: &[json!({"type": "run_out"})] });
    let view = test_game.view(1, reported);
    assert_game_mail("run-out", &news(MailTopic::Over, view, &[]));
}

#[test]
fn mails_report_the_end_of_a_game() {
    let mut test_game = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    test_game.place();
    test_game.play(4);
    let resign = [json!({"type": "resign"})];
    test_game.apply(&Request::Act { seat: Seat::new(2).unwrap(), actions: &resign });
    let view = test_game.view(1, 6);
    assert_snapshots("over", |lang| {
        let record = Some(format!("record-{ID}.json"));
        let news = news(MailTopic::Over, view.clone(), &[("Ben", "Well played!\nAgain?")]);
        game_mail(&context(lang), &GameNews { record, ..news })
    });
    // Message after the end of the game.
    let view = test_game.view(1, test_game.log.len());
    assert_game_mail("over-message", &news(MailTopic::Message, view, &[("Ben", "Well played!")]));
}

#[test]
fn v17_a_mail_about_the_end_of_a_performance_says_how_its_score_can_still_change() {
    let mut test_game = TestGame::new(RulesetId::Voices, &json!({"rounds": 1, "aim": "choice"}));
    test_game.place();
    test_game.play(20);
    assert!(test_game.game.outcome().is_some());
    let legal = test_game.game.legal_score_changes(Seat::new(1).unwrap()).unwrap();
    let later_score = LaterScore { legal, until: Time(NOW.0 + 30 * 86_400_000) };
    let view = test_game.view(1, test_game.log.len() - 2);
    let still = ReaderView { later_score: Some(later_score), ..view.clone() };
    assert_game_mail("over-voices", &news(MailTopic::Over, still, &[]));
    // When the score is closed, nothing of it can change.
    let closed = game_mail_text(&news(MailTopic::Over, view, &[]));
    assert!(!closed.contains("DIRECT") && closed.contains("REMATCH"), "{closed}");
}

#[test]
fn a_declined_challenge_is_reported() {
    let [ada, ben] = [1, 2].map(|seat| Seat::new(seat).unwrap());
    let opened = Game::open(ID, Seed::new([7; 32]), RulesetId::Classic, &json!({})).unwrap();
    let waiting = opened.apply(&Request::Join(ada)).unwrap().game;
    let names = vec![Some("Ada".to_owned()), None];
    let host = ReaderView {
        is_host: true,
        ..ReaderView::new(&waiting, Viewer::Seat(ada), names, None, Vec::new())
    };
    assert_game_mail("waiting", &news(MailTopic::News, host, &[]));

    let over = waiting.apply(&Request::Abort(ben)).unwrap();
    let by_ada = cancelled_view(&over, Viewer::Seat(ada));
    for (name, reason, words) in [
        ("declined", "later", Some("After the holidays!")),
        ("declined-without-a-word", "other", None),
    ] {
        let declined =
            Declined { seat: ben, reason: reason.to_owned(), words: words.map(str::to_owned) };
        let view = ReaderView { declined: Some(declined), ..by_ada.clone() };
        assert_game_mail(name, &news(MailTopic::Over, view, &[]));
    }
    let by_ben = ReaderView { reserved_seat: Some(ben), ..cancelled_view(&over, Viewer::Public) };
    assert_game_mail("declined-by-the-reader", &news(MailTopic::Over, by_ben, &[]));
    // Another player of the cancelled game.
    assert_game_mail("declined-by-another", &news(MailTopic::Over, by_ada, &[]));
}

/// Returns the view of a game of Ada and Ben after its last step.
fn cancelled_view(step: &Step, viewer: Viewer) -> ReaderView {
    let names = ["Ada", "Ben"].map(|name| Some(name.to_owned())).to_vec();
    let news = step.entries.iter().filter_map(|entry| entry.glimpse(viewer)).collect();
    ReaderView::new(&step.game, viewer, names, None, news)
}

/// Returns the view of the creator of a game that waits for another player.
fn waiting_view(ruleset: RulesetId, options: &Value) -> ReaderView {
    let game = TestGame::waiting(ruleset, options);
    let names = vec![Some("Ada".to_owned()), None];
    let view = ReaderView::new(&game, Viewer::Seat(Seat::new(1).unwrap()), names, None, Vec::new());
    ReaderView { is_host: true, clock: Some(Clock::days(3)), ..view }
}

#[test]
fn a_waiting_game_can_be_created_again_for_somebody_else() {
    let host = waiting_view(RulesetId::Classic, &json!({"mode": "salvo", "first": "creator"}));
    assert_game_mail("waiting-again", &news(MailTopic::News, host.clone(), &[]));
    for &ruleset in RulesetId::ALL.iter().filter(|ruleset| !ruleset.is_for_one()) {
        let options = match ruleset {
            RulesetId::Classic => json!({"mode": "salvo", "first": "creator"}),
            RulesetId::Voices => json!({"rounds": 3}),
            RulesetId::Satellite => json!({"rows": 8, "columns": 8}),
            RulesetId::Advanced => json!({"resupply": 2}),
            _ => json!({}),
        };
        let view = waiting_view(ruleset, &options);
        let line = same_game(&view).unwrap_or_else(|| panic!("{ruleset}"));
        let statements =
            notation::read(&line, None).unwrap_or_else(|errors| panic!("{line}: {}", errors[0]));
        let Statement::Account(AccountCommand::New(new)) = &statements[0].statement else {
            panic!("{line}")
        };
        assert_eq!((&new.options, new.days), (&options, Some(3)), "{line}");
    }
    assert_eq!(same_game(&ReaderView { clock: None, ..host }), None);
}

#[test]
fn a_challenge_and_a_message() {
    let open_game = Game::open(ID, Seed::new([7; 32]), RulesetId::Voices, &json!({})).unwrap();
    let names = vec![Some("Ben".to_owned()), None];
    let due = Some(Time(NOW.0 + 14 * 86_400_000));
    let challenged = ReaderView::new(&open_game, Viewer::Public, names, due, Vec::new());
    assert_game_mail("challenge", &news(MailTopic::Challenge, challenged.clone(), &[]));
    let by_stranger =
        GameNews { strangers: true, ..news(MailTopic::Challenge, challenged.clone(), &[]) };
    let stop = "https://play.example.org/mail/unsubscribe/strangers";
    assert_snapshots("strangers", |lang| {
        stranger_challenges(&context(lang), std::slice::from_ref(&by_stranger), 3, stop)
    });
    let document = stranger_challenges(&context(Lang::En), &[by_stranger], 0, stop);
    assert!(!document.subject.contains("Ben"));
    // The subject contains no name if the reader does not know the player.
    for topic in [
        MailTopic::Challenge,
        MailTopic::Place,
        MailTopic::News,
        MailTopic::Message,
        MailTopic::Over,
        MailTopic::Reminder,
    ] {
        let messages = [("Ben", "Hello")];
        for lang in Lang::ALL {
            for strangers in [false, true] {
                let news = GameNews { strangers, ..news(topic, challenged.clone(), &messages) };
                let subject = game_mail(&context(lang), &news).subject;
                assert_eq!(subject.contains("Ben"), !strangers, "{topic:?}");
            }
        }
    }
    let before = "0196f0a0-0000-7000-8000-000000000000".to_owned();
    let again = ReaderView { rematch_of: Some(before), ..challenged.clone() };
    assert_game_mail("rematch", &news(MailTopic::Challenge, again.clone(), &[]));
    // Only two players can swap seats, and a single player has no opponent to swap with.
    let of_three = ReaderView { names: vec![Some("Ben".to_owned()), None, None], ..again.clone() };
    let document = game_mail(&context(Lang::En), &news(MailTopic::Challenge, of_three, &[]));
    assert!(
        render_text(&document).replace('\n', " ").contains("each of you one seat further on. You"),
        "{document:?}"
    );
    for (others, seats) in [
        (&[][..], "seat"),
        (&["Ben"], "the seats swapped"),
        (&["Ben", "Cleo"], "one seat further on"),
    ] {
        let others: Vec<_> = others.iter().map(|name: &&str| (*name).to_owned()).collect();
        let result = format!("{:?}", rematch_result(Lang::En, &others, true));
        assert_eq!(result.contains(seats), !others.is_empty(), "{result}");
    }
    let mut test_game = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    test_game.place();
    test_game.play(1);
    let view = test_game.view(1, 7);
    assert_game_mail(
        "message",
        &news(MailTopic::Message, view.clone(), &[("Ben", "FIRE A1 is what I would do.")]),
    );
    let messages = news(MailTopic::Message, view, &[("Ben", "And?"), ("Ben", "Are you there?")]);
    assert_game_mail("messages", &GameNews { earlier: 3, ..messages });
}

#[test]
fn a_digest_shows_several_games() {
    let mut one = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    one.place();
    one.play(2);
    let two = TestGame::new(RulesetId::Solo, &json!({}));
    let view = [one.view(1, 6), two.view(1, 0)];
    assert_snapshots("digest", |lang| {
        let [one, two] = view.clone();
        digest_mail(
            &context(lang),
            &[news(MailTopic::Turn, one, &[]), news(MailTopic::Place, two, &[])],
        )
    });
    // Two games with the same title are told apart.
    let twin = super::ReaderView {
        id: "0196f0a0-0000-7000-8000-00007c2f90ab".to_owned(),
        ..view[0].clone()
    };
    let games = [(1, view[0].clone()), (2, twin), (4, view[1].clone())];
    assert_snapshots("unclear-game", |lang| {
        let choices = super::game_choices(lang, &games);
        let blocks = [UnclearGame::Unnamed, UnclearGame::Several, UnclearGame::Unknown]
            .into_iter()
            .flat_map(|problem| super::unclear_game(lang, problem, &choices))
            .collect();
        MailDocument { lang, subject: "Re: FIRE A1".to_owned(), blocks, foot: Vec::new() }
    });
}

#[test]
fn help_lists_games_and_settings() {
    assert_snapshots("games", |lang| help_mail(lang, ruleset_list(lang)));
    for ruleset in RulesetId::ALL {
        assert_snapshots(&format!("settings-{ruleset}"), |lang| {
            help_mail(lang, settings_help(lang, *ruleset))
        });
    }
}

fn help_mail(lang: Lang, blocks: Vec<Block>) -> MailDocument {
    MailDocument { lang, subject: "HELP".to_owned(), blocks, foot: Vec::new() }
}

/// Composes the reply with the state of all these games.
fn status_reply(lang: Lang, games: &[ReaderView]) -> MailDocument {
    let mut games = games.to_vec();
    games.sort_by_key(ReaderView::urgency);
    let news: Vec<_> =
        games.into_iter().map(|game| news(MailTopic::for_view(&game), game, &[])).collect();
    reply(&context(lang), None, Vec::new(), &news, true)
}

/// Returns the titles of these games in the order in which a reply shows them.
fn titles_in_order(games: &[ReaderView]) -> Vec<String> {
    let blocks = status_reply(Lang::En, games).blocks.into_iter();
    let titles = blocks.filter_map(|block| match block {
        Block::Title(title) => Some(title),
        _ => None,
    });
    titles.collect()
}

#[test]
fn a_status_reply_shows_all_games() {
    let mut one = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    one.place();
    one.play(1);
    let two = TestGame::new(RulesetId::Voices, &json!({}));
    let views = [one.view(1, one.log.len()), two.view(1, two.log.len())];
    // Games that wait for the player come first, ordered by deadline.
    assert_snapshots("status", |lang| status_reply(lang, &views));
    let solo = TestGame::new(RulesetId::Solo, &json!({}));
    let solo = solo.view(1, solo.log.len());
    let later = solo.due.map(|due| Time(due.0 + 1));
    let solo = ReaderView { due: later, ..solo };
    let [classic, voices] = views.clone();
    let titles = ["1. SALVO for 2 voices with Ben", "2. Solo Salvo", "3. Salvo on paper with Ben"];
    assert_eq!(titles_in_order(&[classic.clone(), solo.clone(), voices.clone()]), titles);
    assert_eq!(titles_in_order(&[solo, voices, classic]), titles);
    assert_snapshots("status-of-one", |lang| status_reply(lang, &views[..1]));
}

/// Composes the reply to a mail: what was done, and the state of the game after it.
fn reply_mail(lang: Lang, line: &str, view: &ReaderView) -> MailDocument {
    let before = vec![Block::Text(lang.text("answer-taken")), Block::Code(vec![line.to_owned()])];
    reply(
        &context(lang),
        None,
        before,
        &[news(MailTopic::for_view(view), view.clone(), &[])],
        false,
    )
}

/// Plays `moves` moves, and returns the view of the player who made the last one, with only that
/// move as news.
pub(super) fn view_after(
    ruleset: RulesetId,
    options: &serde_json::Value,
    moves: usize,
) -> ReaderView {
    let mut test_game = TestGame::new(ruleset, options);
    test_game.place();
    test_game.play(moves - 1);
    let mover = test_game.game.to_move().iter().next().unwrap().number();
    let reported = test_game.view(mover, 0).news.len();
    test_game.play(1);
    test_game.view(mover, reported)
}

#[test]
fn a_reply_shows_what_a_move_did() {
    for &ruleset in RulesetId::ALL {
        let (line, moves) = match ruleset {
            RulesetId::Voices => ("ROLL", 7),
            RulesetId::Solo => ("VOLLEY", 4),
            RulesetId::Satellite => ("ROLL", 1),
            RulesetId::Advanced => ("FIRE A1 B1 C1", 5),
            _ => ("FIRE A5", 5),
        };
        let view = view_after(ruleset, &json!({}), moves);
        assert_snapshots(&format!("answer-{ruleset}"), |lang| reply_mail(lang, line, &view));
    }
    // A roll that stops at a choice names the alternatives.
    let view = view_after(RulesetId::Voices, &json!({"axes": "after_roll"}), 1);
    assert_snapshots("answer-choice", |lang| reply_mail(lang, "ROLL", &view));
}

#[test]
fn an_invitation_and_a_code() {
    let open_game =
        Game::open(ID, Seed::new([7; 32]), RulesetId::Classic, &json!({"mode": "salvo"})).unwrap();
    let names = vec![Some("Ben".to_owned()), None];
    let view = ReaderView::new(&open_game, Viewer::Public, names, None, Vec::new());
    let never = context(Lang::En).unsubscribe;
    let by_ben = Invitation {
        service: "Broadside",
        inviter: "Ben",
        game: &view,
        days: 14,
        code: "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg",
        reply_to: "play+abcdefghijklmnopqrstuvwxyz@example.org",
        never,
        links: "https://play.example.org",
    };
    assert_snapshots("invitation", |lang| invitation(lang, &by_ben));
    let spam = Invitation { inviter: "win.example/now", ..by_ben };
    let spam = invitation(Lang::En, &spam);
    assert!(!rendered(&spam).contains("win"), "{spam:?}");
    let secret = "brl_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg";
    assert_snapshots("code", |lang| {
        token_code(lang, "Broadside", secret, "https://play.example.org", never)
    });
}

fn assert_understood(ruleset: RulesetId, line: &str) {
    let view = TestGame::new(ruleset, &json!({})).game.view(Viewer::Seat(Seat::new(1).unwrap()));
    notation::read(line, Some(&view)).unwrap_or_else(|errors| panic!("{ruleset}: {}", errors[0]));
}

#[test]
fn translated_names_are_understood_in_commands() {
    for lang in Lang::ALL {
        for suit in ["suns", "moons", "crowns", "arms"] {
            assert_understood(
                RulesetId::Solo,
                &format!("PREDICT {}", lang.text(&format!("suit-{suit}"))),
            );
        }
        for cell in ["moons/upper/N", "arms/lower/A", "suns/upper/5", "crowns/lower/2"] {
            let cell = cell_name(lang, cell.parse().unwrap());
            assert_understood(RulesetId::Solo, &format!("PLACE SUNS CRUISER {cell} ACROSS"));
        }
        for class in ["battleship", "cruiser", "submarine", "destroyer"] {
            let class = lang.text(&format!("class-{class}"));
            assert_understood(RulesetId::Classic, &format!("PLACE {class} A1 DOWN"));
        }
        for class in ["carrier", "battleship", "destroyer", "patrol", "submarine"] {
            let class = lang.text(&format!("class-{class}"));
            assert_understood(RulesetId::Voices, &format!("PLACE {class} A1 DOWN"));
        }
        for weapon in ["gun", "recce", "bomber", "nuclear_bomber"] {
            let weapon = lang.text(&format!("weapon-{weapon}"));
            assert_understood(RulesetId::Advanced, &format!("PLACE {weapon} A1"));
        }
    }
}

#[test]
fn english_names_of_games_are_their_titles() {
    for ruleset in RulesetId::ALL.iter().copied() {
        assert_eq!(super::ruleset_name(Lang::En, ruleset), ruleset.title());
    }
}
