//! Snapshots of the mails of every ruleset. A change to a mail shows in its snapshot, and needs a
//! review.

mod gallery;
mod replies;

use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_domain::time_control::Clock;
use broadside_engine::chance::Seed;
use broadside_engine::game::{Entry, Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Example, Statement};
use serde_json::{Value, json};

use super::placing::example;
use super::rulesets::solo::cell_name;
use super::settings::same_game;
use super::text::render_text;
use super::{
    Block, Declined, DroppedNews, GameNews, Invitation, LaterScore, MailDocument, MailTopic,
    ReaderView, RenderContext, RestoreInfo, UnclearGame, WaitingMoves, digest_mail, game_mail,
    invitation, queue_state, rematch_result, reply, ruleset_list, settings_help,
    stranger_challenges, token_code,
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
        let mut played = Self { game, log: Vec::new() };
        for seat in played.seats() {
            played.apply(&Request::Join(seat));
        }
        played
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
            let of = if self.game.ruleset() == RulesetId::Satellite && n % 2 == 1 { 1 } else { 0 };
            let Some(action) = actions.nth(of) else { return };
            let action = [action.action.to_json()];
            self.apply(&Request::Act { seat, actions: &action });
            if self.game.status() != Status::Playing {
                return;
            }
        }
    }

    pub(super) fn view(&self, seat: u8, told: usize) -> ReaderView {
        let viewer = Viewer::Seat(Seat::new(seat).unwrap());
        let news = self.log.iter().filter_map(|entry| entry.glimpse(viewer)).skip(told).collect();
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
    let off =
        "https://play.example.org/mail/unsubscribe/AgGW8KAAAHAAgAAAAAAAAACIX2h3z0yGIjQ1ZcXr0p6V";
    RenderContext { lang, service: "Broadside", now: NOW, off, links: "https://play.example.org" }
}

pub(super) fn news(topic: MailTopic, seen: ReaderView, messages: &[(&str, &str)]) -> GameNews {
    let message = |(name, words): &(&str, &str)| ((*name).to_owned(), (*words).to_owned());
    GameNews {
        topic,
        seen,
        messages: messages.iter().map(message).collect(),
        earlier: 0,
        restored: topic == MailTopic::Restored,
        strangers: false,
        reply_to: "play+abcdefghijklmnopqrstuvwxyz@example.org".to_owned(),
        first: false,
        record: None,
        dropped: None,
    }
}

fn rendered(letter: &MailDocument) -> String {
    let text = render_text(letter);
    for line in text.lines() {
        assert!(line.chars().count() <= super::WIDTH || line.starts_with("http"), "{line}");
        assert!(!line.ends_with(' ') || line == "-- ", "{line:?}");
    }
    format!("Subject: {}\n\n{text}", letter.subject)
}

/// Mails with a snapshot in every language, one for each file of texts: `commands.txt`,
/// `howto.ftl`, `letters.txt`, `mail.ftl`, `rules.ftl` and `sheets.ftl`.
const SNAPSHOTS_IN_EVERY_LANGUAGE: [&str; 6] = [
    "help-classic",
    "rules-classic",
    "invitation",
    "turn-classic",
    "settings-classic",
    "place-classic",
];

/// Renders a mail in every language, and compares it with its snapshots.
pub(super) fn assert_snapshots(name: &str, letter: impl Fn(Lang) -> MailDocument) {
    for lang in Lang::ALL {
        let letter = letter(lang);
        gallery::keep(name, &letter);
        let text = rendered(&letter);
        if lang == Lang::En || SNAPSHOTS_IN_EVERY_LANGUAGE.contains(&name) {
            insta::assert_snapshot!(format!("{name}-{}", lang.code()), text);
        }
    }
}

#[test]
fn whose_turn_it_is() {
    for (ruleset, options, moves) in [
        (RulesetId::Classic, json!({"first": "creator"}), 8),
        (RulesetId::Voices, json!({}), 10),
        (RulesetId::Solo, json!({}), 3),
        (RulesetId::Satellite, json!({}), 9),
        (RulesetId::Advanced, json!({}), 6),
    ] {
        let mut played = TestGame::new(ruleset, &options);
        played.place();
        played.play(moves);
        let seat = played.game.to_move().iter().next().unwrap().number();
        let seen = played.view(seat, 4);
        assert_snapshots(&format!("turn-{ruleset}"), |lang| {
            game_mail(&context(lang), &news(MailTopic::Turn, seen.clone(), &[]))
        });
    }
}

#[test]
fn that_somebody_makes_an_offer() {
    let mut played = TestGame::new(RulesetId::Voices, &json!({"rounds": 3}));
    played.place();
    let [ada, ben] = played.seats()[..] else { panic!("two play") };
    let offers = |by: Seat, kind: &str| {
        let mut offered = TestGame { game: played.game.clone(), log: played.log.clone() };
        let told = offered.log.len();
        offered.apply(&Request::Act { seat: by, actions: &[json!({"type": kind})] });
        let to = if by == ada { ben } else { ada };
        offered.view(to.number(), told.saturating_sub(1))
    };
    let by = played.game.to_move().iter().next().unwrap();
    for (name, kind) in [("draw", "offer_draw"), ("end", "offer_end")] {
        let seen = offers(by, kind);
        assert_snapshots(&format!("offered-{name}"), |lang| {
            game_mail(&context(lang), &news(MailTopic::News, seen.clone(), &[]))
        });
    }
}

#[test]
fn that_a_game_went_back_to_a_backup() {
    let mut played = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    played.place();
    played.play(2);
    let last_at = Time(NOW.0 - 86_400_000);
    let went_back = Some(RestoreInfo { at: Time(NOW.0 - 3_600_000), version: 9, last_at });
    let seen = ReaderView { went_back, ..played.view(1, played.log.len()) };
    assert_snapshots("restored", |lang| {
        game_mail(&context(lang), &news(MailTopic::Restored, seen.clone(), &[]))
    });
    played.apply(&Request::Cancel);
    let seen =
        ReaderView { went_back: seen.went_back.clone(), ..played.view(1, played.log.len() - 1) };
    let over = GameNews { restored: true, ..news(MailTopic::Over, seen, &[]) };
    assert_snapshots("restored-cancelled", |lang| game_mail(&context(lang), &over));
}

#[test]
fn moves_written_ahead_are_listed_and_those_that_did_not_fit_are_reported() {
    let mut played =
        TestGame::new(RulesetId::Classic, &json!({"mode": "single", "first": "creator"}));
    played.place();
    played.play(2);
    let seen = played.view(1, played.log.len());
    let first = vec![json!({"type": "fire", "cells": ["A1"]})];
    let again =
        played.game.preview(Seat::new(1).unwrap(), &[first.clone(), first.clone()].concat());
    let refusal = again.err().map(AppError::from);
    assert!(refusal.is_some());
    for (name, refusal, others) in [("queue-dropped", refusal, 2), ("queue-dropped-one", None, 0)] {
        let dropped = Some(DroppedNews { first: first.clone(), others, refusal });
        let news = GameNews { dropped, ..news(MailTopic::Turn, seen.clone(), &[]) };
        assert_snapshots(name, |lang| game_mail(&context(lang), &news));
    }
    let moves = [first, vec![json!({"type": "fire", "cells": ["B2"]}), json!({"type": "resign"})]];
    for lang in Lang::ALL {
        let state = |queue: &WaitingMoves| queue_state(lang, RulesetId::Classic, queue);
        let mut queue = WaitingMoves { moves: moves.to_vec(), tried: true, dropped: None };
        let lines = Block::List(vec!["FIRE A1".to_owned(), "FIRE B2, RESIGN".to_owned()]);
        let tried = Block::Text(lang.text("queue-tried"));
        assert_eq!(state(&queue)[1..], [lines, tried]);
        queue.tried = false;
        assert_eq!(state(&queue).len(), 2);
        assert_eq!(state(&WaitingMoves::default()), [Block::Text(lang.text("queue-empty"))]);
    }
}

#[test]
fn what_is_to_be_placed() {
    for ruleset in RulesetId::ALL {
        let seen = TestGame::new(*ruleset, &json!({})).view(1, 0);
        assert_snapshots(&format!("place-{ruleset}"), |lang| {
            game_mail(&context(lang), &news(MailTopic::Place, seen.clone(), &[]))
        });
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
        let seen = TestGame::new(ruleset, &options).view(1, 0);
        assert_snapshots(&format!("place-{name}"), |lang| {
            game_mail(&context(lang), &news(MailTopic::Place, seen.clone(), &[]))
        });
    }
}

#[test]
fn the_first_mail_of_a_game_says_what_to_keep_and_where_the_rules_are() {
    let seen = TestGame::new(RulesetId::Classic, &json!({})).view(2, 0);
    let first =
        |topic, seen: &ReaderView| GameNews { first: true, ..news(topic, seen.clone(), &[]) };
    assert_snapshots("first", |lang| game_mail(&context(lang), &first(MailTopic::Place, &seen)));
    // Nothing to keep if the game is over, or if an earlier mail was about it.
    let mut over = TestGame::new(RulesetId::Classic, &json!({}));
    over.place();
    over.apply(&Request::Act {
        seat: Seat::new(1).unwrap(),
        actions: &[json!({"type": "resign"})],
    });
    for news in [first(MailTopic::Over, &over.view(2, 0)), news(MailTopic::Place, seen, &[])] {
        let letter = render_text(&game_mail(&context(Lang::En), &news));
        assert!(!letter.contains("Keep this") && !letter.contains("/rules/"), "{letter}");
    }
}

#[test]
fn a_reminder_says_until_when() {
    let mut played = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    played.place();
    let seen = played.view(1, 4);
    assert_snapshots("reminder", |lang| {
        game_mail(&context(lang), &news(MailTopic::Reminder, seen.clone(), &[]))
    });
}

#[test]
fn what_was_placed_is_committed_to_also_where_the_beginning_is_left_out() {
    let mut played = TestGame::new(RulesetId::Classic, &json!({}));
    let placing = ReaderView { shortened: true, ..played.view(1, 4) };
    played.place();
    let told = played.log.len();
    played.play(2);
    let later = played.view(1, told);
    let shortened = ReaderView { shortened: true, ..later.clone() };
    let commitments = later.fairness.placement_commitments.clone();
    assert_eq!(commitments.len(), 2);
    for (seen, tells) in [(placing, false), (later, false), (shortened, true)] {
        let letter =
            render_text(&game_mail(&context(Lang::En), &news(MailTopic::Reminder, seen, &[])));
        assert!(commitments.iter().all(|hash| letter.contains(hash) == tells), "{letter}");
    }
}

#[test]
fn the_beginning_of_a_placement_is_right_in_its_form() {
    let custom = json!({"fleet": "custom", "grid": {"columns": 6, "rows": 6}, "ships": [
        {"class": "long_boat", "length": 6}, {"class": "raft", "length": 5}
    ]});
    for (ruleset, options) in [
        (RulesetId::Classic, json!({})),
        (RulesetId::Classic, custom),
        (RulesetId::Voices, json!({})),
        (RulesetId::Voices, json!({"fleet": {"carrier": 0}})),
        (RulesetId::Solo, json!({})),
        (RulesetId::Solo, json!({"wumpuses": true, "lends": "moons"})),
        (RulesetId::Satellite, json!({"rows": 8, "columns": 8})),
        (RulesetId::Advanced, json!({})),
    ] {
        let view = TestGame::new(ruleset, &options).game.view(Viewer::Seat(Seat::new(1).unwrap()));
        let lines = example(&view);
        assert!(!lines.is_empty(), "{ruleset}");
        let said = notation::read(&lines.join("\n"), Some(&view))
            .unwrap_or_else(|errors| panic!("{}", errors[0]));
        // Every line is written in the form of the command that it parses to.
        let written = said[0].statement.lines();
        assert_eq!(written.len(), lines.len());
        for (line, written) in lines.iter().zip(written) {
            assert!(written.replace('_', " ").starts_with(line), "{line}: {written}");
        }
    }
}

#[test]
fn a_salvo_is_reported_by_its_totals() {
    let mut played = TestGame::new(RulesetId::Classic, &json!({"mode": "salvo"}));
    played.place();
    played.play(4);
    let seen = played.view(1, 4);
    assert_snapshots("salvo", |lang| {
        game_mail(&context(lang), &news(MailTopic::Turn, seen.clone(), &[]))
    });
    // The player is shown the salvo that they have written.
    let writer = played.game.to_move().iter().next().unwrap().number();
    let told = played.log.len();
    played.play(1);
    let seen = played.view(writer, told);
    assert_snapshots("salvo-written", |lang| reply_mail(lang, "FIRE E2 F2 G2 H2 I2 J2 A3", &seen));
}

#[test]
fn what_can_be_bought_is_told_with_its_price() {
    let mut played = TestGame::new(RulesetId::Advanced, &json!({"resupply": 3}));
    played.place();
    let mover = played.game.to_move().iter().next().unwrap().number();
    let told = |lang, seat| {
        render_text(&game_mail(&context(lang), &news(MailTopic::Turn, played.view(seat, 0), &[])))
            .replace("\n  ", " ")
    };
    let on_offer = "GUN (one point), RECCE (one point), BOMBER (3 points)";
    let mine = told(Lang::En, mover);
    let its = told(Lang::En, 3 - mover);
    assert!(mine.contains(on_offer) && !its.contains("BUY"), "{mine}");
}

#[test]
fn planes_leave_their_marks_on_maps() {
    let mut played = TestGame::new(RulesetId::Advanced, &json!({}));
    played.place();
    let sender = played.game.to_move().iter().next().unwrap();
    // Two recce planes, a bomber and a nuclear bomber.
    for (from, to) in [("I12", "B3"), ("O15", "G8"), ("M8", "D6"), ("J15", "M11")] {
        let action = json!({"type": "send", "from": from, "to": to});
        played.apply(&Request::Act { seat: sender, actions: &[action] });
        let other = played.game.to_move().iter().next().unwrap();
        played.apply(&Request::Act { seat: other, actions: &[json!({"type": "pass"})] });
    }
    let sender = sender.number();
    for (name, seat) in [("planes", sender), ("planes-met", 3 - sender)] {
        let seen = played.view(seat, 4);
        assert_snapshots(name, |lang| {
            game_mail(&context(lang), &news(MailTopic::News, seen.clone(), &[]))
        });
    }
}

#[test]
fn volleys_that_hit_nothing_are_told_of_together() {
    let mut played = TestGame::new(RulesetId::Solo, &json!({}));
    played.place();
    let seat = Seat::new(1).unwrap();
    played.apply(&Request::Act { seat, actions: &[json!({"type": "predict", "suit": "suns"})] });
    let told = played.log.len();
    played.apply(&Request::Act { seat, actions: &[json!({"type": "run_out"})] });
    let seen = played.view(1, told);
    assert_snapshots("run-out", |lang| {
        game_mail(&context(lang), &news(MailTopic::Over, seen.clone(), &[]))
    });
}

#[test]
fn how_it_ended() {
    let mut played = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    played.place();
    played.play(4);
    let resign = [json!({"type": "resign"})];
    played.apply(&Request::Act { seat: Seat::new(2).unwrap(), actions: &resign });
    let seen = played.view(1, 6);
    assert_snapshots("over", |lang| {
        let record = Some(format!("record-{ID}.json"));
        let news = news(MailTopic::Over, seen.clone(), &[("Ben", "Well played!\nAgain?")]);
        game_mail(&context(lang), &GameNews { record, ..news })
    });
    // Message after the end of the game.
    let seen = played.view(1, played.log.len());
    assert_snapshots("over-message", |lang| {
        game_mail(
            &context(lang),
            &news(MailTopic::Message, seen.clone(), &[("Ben", "Well played!")]),
        )
    });
}

#[test]
fn v17_a_mail_about_the_end_of_a_performance_says_how_its_score_can_still_change() {
    let mut played = TestGame::new(RulesetId::Voices, &json!({"rounds": 1, "aim": "choice"}));
    played.place();
    played.play(20);
    assert!(played.game.outcome().is_some());
    let legal = played.game.legal_score_changes(Seat::new(1).unwrap()).unwrap();
    let later_score = LaterScore { legal, until: Time(NOW.0 + 30 * 86_400_000) };
    let seen = played.view(1, played.log.len() - 2);
    let still = ReaderView { later_score: Some(later_score), ..seen.clone() };
    assert_snapshots("over-voices", |lang| {
        game_mail(&context(lang), &news(MailTopic::Over, still.clone(), &[]))
    });
    // When the score is closed, nothing of it can change.
    let closed = render_text(&game_mail(&context(Lang::En), &news(MailTopic::Over, seen, &[])));
    assert!(!closed.contains("DIRECT") && closed.contains("REMATCH"), "{closed}");
}

#[test]
fn what_becomes_of_a_challenge_that_is_declined() {
    let [ada, ben] = [1, 2].map(|seat| Seat::new(seat).unwrap());
    let opened = Game::open(ID, Seed::new([7; 32]), RulesetId::Classic, &json!({})).unwrap();
    let waiting = opened.apply(&Request::Join(ada)).unwrap().game;
    let names = vec![Some("Ada".to_owned()), None];
    let host = ReaderView {
        is_host: true,
        ..ReaderView::new(&waiting, Viewer::Seat(ada), names, None, Vec::new())
    };
    assert_snapshots("waiting", |lang| {
        game_mail(&context(lang), &news(MailTopic::News, host.clone(), &[]))
    });

    let over = waiting.apply(&Request::Abort(ben)).unwrap();
    let seen = |viewer| {
        let names = ["Ada", "Ben"].map(|name| Some(name.to_owned())).to_vec();
        let news = over.entries.iter().filter_map(|entry| entry.glimpse(viewer)).collect();
        ReaderView::new(&over.game, viewer, names, None, news)
    };
    let told = |reason: &str, words: Option<&str>| {
        let reason = reason.to_owned();
        let words = words.map(str::to_owned);
        ReaderView {
            declined: Some(Declined { seat: ben, reason, words }),
            ..seen(Viewer::Seat(ada))
        }
    };
    let letter = |seen: &ReaderView| {
        let seen = seen.clone();
        move |lang| game_mail(&context(lang), &news(MailTopic::Over, seen.clone(), &[]))
    };
    assert_snapshots("declined", letter(&told("later", Some("After the holidays!"))));
    assert_snapshots("declined-without-a-word", letter(&told("other", None)));
    assert_snapshots(
        "declined-by-the-reader",
        letter(&ReaderView { kept: Some(ben), ..seen(Viewer::Public) }),
    );
    // Another player of the cancelled game.
    assert_snapshots("declined-by-another", letter(&seen(Viewer::Seat(ada))));
}

#[test]
fn that_the_same_game_can_be_created_for_somebody_else() {
    let waiting = |ruleset, options: &Value| {
        let game = TestGame::waiting(ruleset, options);
        let names = vec![Some("Ada".to_owned()), None];
        let seen =
            ReaderView::new(&game, Viewer::Seat(Seat::new(1).unwrap()), names, None, Vec::new());
        ReaderView { is_host: true, clock: Some(Clock::days(3)), ..seen }
    };
    let host = waiting(RulesetId::Classic, &json!({"mode": "salvo", "first": "creator"}));
    assert_snapshots("waiting-again", |lang| {
        game_mail(&context(lang), &news(MailTopic::News, host.clone(), &[]))
    });
    for (ruleset, options) in [
        (RulesetId::Classic, json!({"mode": "salvo", "first": "creator"})),
        (RulesetId::Voices, json!({"rounds": 3})),
        (RulesetId::Satellite, json!({"rows": 8, "columns": 8})),
        (RulesetId::Advanced, json!({"resupply": 2})),
    ] {
        let seen = waiting(ruleset, &options);
        let line = same_game(&seen).unwrap_or_else(|| panic!("{ruleset}"));
        let said =
            notation::read(&line, None).unwrap_or_else(|errors| panic!("{line}: {}", errors[0]));
        let Statement::Account(AccountCommand::New(new)) = &said[0].statement else {
            panic!("{line}")
        };
        assert_eq!((&new.options, new.days), (&options, Some(3)), "{line}");
    }
    assert_eq!(same_game(&ReaderView { clock: None, ..host }), None);
}

#[test]
fn a_challenge_and_a_message() {
    let game_of = Game::open(ID, Seed::new([7; 32]), RulesetId::Voices, &json!({})).unwrap();
    let names = vec![Some("Ben".to_owned()), None];
    let due = Some(Time(NOW.0 + 14 * 86_400_000));
    let challenged = ReaderView::new(&game_of, Viewer::Public, names, due, Vec::new());
    assert_snapshots("challenge", |lang| {
        game_mail(&context(lang), &news(MailTopic::Challenge, challenged.clone(), &[]))
    });
    let of_strangers = |lang, more| {
        let news =
            GameNews { strangers: true, ..news(MailTopic::Challenge, challenged.clone(), &[]) };
        stranger_challenges(
            &context(lang),
            &[news],
            more,
            "https://play.example.org/mail/unsubscribe/strangers",
        )
    };
    assert_snapshots("strangers", |lang| of_strangers(lang, 3));
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
            let of =
                |strangers| GameNews { strangers, ..news(topic, challenged.clone(), &messages) };
            assert!(game_mail(&context(lang), &of(false)).subject.contains("Ben"));
            assert!(!game_mail(&context(lang), &of(true)).subject.contains("Ben"), "{topic:?}");
        }
    }
    assert!(!of_strangers(Lang::En, 0).subject.contains("Ben"));
    let before = "0196f0a0-0000-7000-8000-000000000000".to_owned();
    let again = ReaderView { rematch_of: Some(before), ..challenged.clone() };
    assert_snapshots("rematch", |lang| {
        game_mail(&context(lang), &news(MailTopic::Challenge, again.clone(), &[]))
    });
    // Only two players can swap seats, and a single player has no opponent to swap with.
    let of_three = ReaderView { names: vec![Some("Ben".to_owned()), None, None], ..again.clone() };
    let letter = game_mail(&context(Lang::En), &news(MailTopic::Challenge, of_three, &[]));
    assert!(
        render_text(&letter).replace('\n', " ").contains("each of you one seat further on. You"),
        "{letter:?}"
    );
    for (others, seats) in [
        (&[][..], "seat"),
        (&["Ben"], "the seats swapped"),
        (&["Ben", "Cleo"], "one seat further on"),
    ] {
        let others: Vec<_> = others.iter().map(|name: &&str| (*name).to_owned()).collect();
        let told = format!("{:?}", rematch_result(Lang::En, &others, true));
        assert_eq!(told.contains(seats), !others.is_empty(), "{told}");
    }
    let mut played = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    played.place();
    played.play(1);
    let seen = played.view(1, 7);
    assert_snapshots("message", |lang| {
        game_mail(
            &context(lang),
            &news(MailTopic::Message, seen.clone(), &[("Ben", "FIRE A1 is what I would do.")]),
        )
    });
    assert_snapshots("messages", |lang| {
        let messages =
            news(MailTopic::Message, seen.clone(), &[("Ben", "And?"), ("Ben", "Are you there?")]);
        game_mail(&context(lang), &GameNews { earlier: 3, ..messages })
    });
}

#[test]
fn all_that_is_new_in_a_day() {
    let mut one = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    one.place();
    one.play(2);
    let two = TestGame::new(RulesetId::Solo, &json!({}));
    let seen = [one.view(1, 6), two.view(1, 0)];
    assert_snapshots("digest", |lang| {
        let [one, two] = seen.clone();
        digest_mail(
            &context(lang),
            &[news(MailTopic::Turn, one, &[]), news(MailTopic::Place, two, &[])],
        )
    });
    // Two games with the same title are told apart.
    let twin = super::ReaderView {
        id: "0196f0a0-0000-7000-8000-00007c2f90ab".to_owned(),
        ..seen[0].clone()
    };
    let games = [(1, seen[0].clone()), (2, twin), (4, seen[1].clone())];
    assert_snapshots("unclear-game", |lang| {
        let unclear = |why| super::unclear_game(lang, why, &super::game_choices(lang, &games));
        let all = [UnclearGame::Unnamed, UnclearGame::Several, UnclearGame::Unknown];
        let blocks = all.into_iter().flat_map(unclear).collect();
        MailDocument { lang, subject: "Re: FIRE A1".to_owned(), blocks, foot: Vec::new() }
    });
}

#[test]
fn what_games_there_are_and_what_can_be_set() {
    let letter =
        |lang, blocks| MailDocument { lang, subject: "HELP".to_owned(), blocks, foot: Vec::new() };
    assert_snapshots("games", |lang| letter(lang, ruleset_list(lang)));
    for ruleset in RulesetId::ALL {
        assert_snapshots(&format!("settings-{ruleset}"), |lang| {
            letter(lang, settings_help(lang, *ruleset))
        });
    }
}

#[test]
fn how_all_games_stand() {
    let mut one = TestGame::new(RulesetId::Classic, &json!({"first": "creator"}));
    one.place();
    one.play(1);
    let two = TestGame::new(RulesetId::Voices, &json!({}));
    let seen = [one.view(1, one.log.len()), two.view(1, two.log.len())];
    let of = |lang, all: &[ReaderView]| {
        let mut all = all.to_vec();
        all.sort_by_key(ReaderView::urgency);
        let all: Vec<_> =
            all.iter().map(|seen| news(MailTopic::for_view(seen), seen.clone(), &[])).collect();
        reply(&context(lang), None, Vec::new(), &all, true)
    };
    // Games that wait for the player come first, ordered by deadline.
    assert_snapshots("status", |lang| of(lang, &seen));
    let later =
        |seen: &ReaderView| ReaderView { due: seen.due.map(|due| Time(due.0 + 1)), ..seen.clone() };
    let order = |all: &[ReaderView]| {
        let titles = of(Lang::En, all).blocks.into_iter().filter_map(|block| match block {
            Block::Title(title) => Some(title),
            _ => None,
        });
        titles.collect::<Vec<_>>()
    };
    let solo = TestGame::new(RulesetId::Solo, &json!({}));
    let solo = later(&solo.view(1, solo.log.len()));
    let [classic, voices] = seen.clone();
    let titles = ["1. SALVO for 2 voices with Ben", "2. Solo Salvo", "3. Salvo on paper with Ben"];
    assert_eq!(order(&[classic.clone(), solo.clone(), voices.clone()]), titles);
    assert_eq!(order(&[solo, voices, classic]), titles);
    assert_snapshots("status-of-one", |lang| of(lang, &seen[..1]));
}

/// Composes the reply to a letter: what was done, and the state of the game after it.
fn reply_mail(lang: Lang, line: &str, seen: &ReaderView) -> MailDocument {
    let before = vec![Block::Text(lang.text("answer-taken")), Block::Code(vec![line.to_owned()])];
    reply(
        &context(lang),
        None,
        before,
        &[news(MailTopic::for_view(seen), seen.clone(), &[])],
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
    let mut played = TestGame::new(ruleset, options);
    played.place();
    played.play(moves - 1);
    let mover = played.game.to_move().iter().next().unwrap().number();
    let told = played.view(mover, 0).news.len();
    played.play(1);
    played.view(mover, told)
}

#[test]
fn what_a_letter_is_answered_with() {
    for (ruleset, line, moves) in [
        (RulesetId::Classic, "FIRE A5", 5),
        (RulesetId::Voices, "ROLL", 7),
        (RulesetId::Solo, "VOLLEY", 4),
        (RulesetId::Satellite, "ROLL", 1),
        (RulesetId::Advanced, "FIRE A1 B1 C1", 5),
    ] {
        let seen = view_after(ruleset, &json!({}), moves);
        assert_snapshots(&format!("answer-{ruleset}"), |lang| reply_mail(lang, line, &seen));
    }
    // A roll that stops at a choice names the alternatives.
    let seen = view_after(RulesetId::Voices, &json!({"axes": "after_roll"}), 1);
    assert_snapshots("answer-choice", |lang| reply_mail(lang, "ROLL", &seen));
}

#[test]
fn an_invitation_and_a_code() {
    let game_of =
        Game::open(ID, Seed::new([7; 32]), RulesetId::Classic, &json!({"mode": "salvo"})).unwrap();
    let names = vec![Some("Ben".to_owned()), None];
    let seen = ReaderView::new(&game_of, Viewer::Public, names, None, Vec::new());
    let off = context(Lang::En).off;
    let of = |who| Invitation {
        service: "Broadside",
        who,
        seen: &seen,
        days: 14,
        code: "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg",
        reply_to: "play+abcdefghijklmnopqrstuvwxyz@example.org",
        never: off,
        links: "https://play.example.org",
    };
    assert_snapshots("invitation", |lang| invitation(lang, &of("Ben")));
    let nobody = invitation(Lang::En, &of("win.example/now"));
    assert!(!rendered(&nobody).contains("win"), "{nobody:?}");
    let secret = "brl_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg";
    assert_snapshots("code", |lang| {
        token_code(lang, "Broadside", secret, "https://play.example.org", off)
    });
}

#[test]
fn what_things_are_called_is_understood_when_it_is_written_back() {
    let understood = |ruleset, line: &str| {
        let view =
            TestGame::new(ruleset, &json!({})).game.view(Viewer::Seat(Seat::new(1).unwrap()));
        notation::read(line, Some(&view))
            .unwrap_or_else(|errors| panic!("{ruleset}: {}", errors[0]));
    };
    for lang in Lang::ALL {
        for suit in ["suns", "moons", "crowns", "arms"] {
            understood(RulesetId::Solo, &format!("PREDICT {}", lang.text(&format!("suit-{suit}"))));
        }
        for cell in ["moons/upper/N", "arms/lower/A", "suns/upper/5", "crowns/lower/2"] {
            let cell = cell_name(lang, cell.parse().unwrap());
            understood(RulesetId::Solo, &format!("PLACE SUNS CRUISER {cell} ACROSS"));
        }
        for class in ["battleship", "cruiser", "submarine", "destroyer"] {
            let class = lang.text(&format!("class-{class}"));
            understood(RulesetId::Classic, &format!("PLACE {class} A1 DOWN"));
        }
        for class in ["carrier", "battleship", "destroyer", "patrol", "submarine"] {
            let class = lang.text(&format!("class-{class}"));
            understood(RulesetId::Voices, &format!("PLACE {class} A1 DOWN"));
        }
        for weapon in ["gun", "recce", "bomber", "nuclear_bomber"] {
            let weapon = lang.text(&format!("weapon-{weapon}"));
            understood(RulesetId::Advanced, &format!("PLACE {weapon} A1"));
        }
    }
}

#[test]
fn games_are_called_in_english_as_everywhere_else() {
    for ruleset in RulesetId::ALL.iter().copied() {
        assert_eq!(super::ruleset_name(Lang::En, ruleset), ruleset.title());
    }
}
