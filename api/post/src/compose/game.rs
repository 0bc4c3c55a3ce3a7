//! Mails about games: whose turn it is, what has happened, the maps, and the possible replies.

use broadside_domain::game::game_number;
use broadside_domain::time::Time;
use broadside_engine::dispatch_typed;
use broadside_engine::game::View;
use broadside_engine::ruleset::{Outcome, Reason};
use broadside_engine::seat::Seat;
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, Example};

use super::help::translate_words;
use super::paragraph::{only, paragraph};
use super::queue::{self, DroppedNews};
use super::reader_view::{LaterScore, ReaderView, RestoreInfo, list};
use super::rulesets::RulesetMail as _;
use super::{
    Block, MailDocument, SuggestedCommand, dates, facts, fair, maps, news, placing, rulesets,
    settings,
};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MailTopic {
    /// The game is over.
    Over,
    /// The reader is challenged.
    Challenge,
    /// The reader has to place.
    Place,
    /// The reader has to move.
    Turn,
    /// The reader's time is running out.
    Reminder,
    /// Somebody has written a message.
    Message,
    /// The game went back to a backup.
    Restored,
    /// Something else has happened.
    News,
    /// The reader has asked for the status, and has nothing to do now.
    Waiting,
}

impl MailTopic {
    /// Returns the topic that fits the current state of the game for this reader.
    pub(crate) fn for_view(game: &ReaderView) -> Self {
        if game.status.is_over() {
            Self::Over
        } else if game.is_challenged() {
            Self::Challenge
        } else if game.is_my_turn() && game.is_placing() {
            Self::Place
        } else if game.is_my_turn() {
            Self::Turn
        } else {
            Self::Waiting
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Challenge => "challenge",
            Self::Place => "place",
            Self::Turn => "turn",
            Self::Reminder => "reminder",
            Self::Message => "message",
            Self::Restored => "restored",
            Self::News => "news",
            Self::Waiting => "waiting",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GameNews {
    pub topic: MailTopic,
    /// Game as the reader may see it.
    pub game: ReaderView,
    /// Messages of other players: name and text.
    pub messages: Vec<(String, String)>,
    /// Number of earlier messages that are left out.
    pub earlier: usize,
    /// True if the mail reports that the game went back to a backup.
    pub restored: bool,
    /// True if the game has a player unknown to the reader. The subject then contains no text that
    /// a player wrote.
    pub strangers: bool,
    pub reply_to: String,
    /// True if the reader has had no mail about this game before.
    pub first: bool,
    /// Name of the attached file with the record of the finished game.
    pub record: Option<String>,
    /// Moves that the reader wrote ahead of time, and that were dropped in this turn.
    pub dropped: Option<DroppedNews>,
}

/// Context shared by all mails to a player.
#[derive(Clone, Debug)]
pub(crate) struct RenderContext<'a> {
    pub lang: Lang,
    pub service: &'a str,
    /// Time at which the mail is written.
    pub now: Time,
    /// Unsubscribe link.
    pub unsubscribe: &'a str,
    /// Base URL of links: the address of the server, without a trailing slash.
    pub links: &'a str,
}

/// Composes the mail about one game.
pub(crate) fn game_mail(context: &RenderContext<'_>, news: &GameNews) -> MailDocument {
    let lang = context.lang;
    let blocks = game_blocks(context, news, paragraph(lang, "how-to-answer", &[]));
    MailDocument {
        lang,
        subject: mail_subject(lang, news),
        blocks,
        foot: footer(context, Some(&news.game)),
    }
}

/// Composes the reply to a mail: what was done, and the state of the games that the mail was about.
/// If it was `about_no_game` in particular, the game is named. If games are shown, the
/// subject says what they want of the reader, as in any mail about games.
pub(crate) fn reply(
    context: &RenderContext<'_>,
    subject: Option<String>,
    before: Vec<Block>,
    games: &[GameNews],
    about_no_game: bool,
) -> MailDocument {
    let lang = context.lang;
    let mut document = match games {
        [] => MailDocument {
            lang,
            subject: String::new(),
            blocks: Vec::new(),
            foot: footer(context, None),
        },
        [game] => game_mail(context, game),
        games => multi_game_mail(context, "status-opening", games),
    };
    if let [only] = games
        && about_no_game
    {
        document.blocks.insert(0, Block::Title(title(lang, &only.game)));
    }
    let subject = subject.unwrap_or(document.subject);
    MailDocument {
        subject,
        blocks: before.into_iter().chain(document.blocks).collect(),
        ..document
    }
}

/// Returns the subject of a reply that does not show the game: what the game wants of the reader,
/// or that the mail was `refused`.
pub(crate) fn reply_subject(lang: Lang, game: &ReaderView, refused: bool) -> String {
    let title = title(lang, game);
    if refused {
        return lang.fill("subject-refused", &[("game", &title)]);
    }
    format_subject(lang, MailTopic::for_view(game), game, &title, &game.opponents(lang))
}

/// Describes the result of a request for a rematch. `is_new` is true if the request created the
/// game, and false if another player had asked before. The opponents are named.
pub(crate) fn rematch_result(lang: Lang, others: &[String], is_new: bool) -> Block {
    let key = if is_new { "answer-rematch-made" } else { "answer-rematch-joined" };
    let seats = (others.len() + 1).to_string();
    Block::Text(lang.fill(key, &[("n", &seats), ("others", &list(lang, others))]))
}

/// Composes the mail about several games.
pub(crate) fn digest_mail(context: &RenderContext<'_>, games: &[GameNews]) -> MailDocument {
    match games {
        [game] => game_mail(context, game),
        games => multi_game_mail(context, "digest-opening", games),
    }
}

/// Composes the mail about challenges by strangers. `more` is the number of challenges that it does
/// not show. Its subject contains no text that a player wrote, and `stop` is the link that turns
/// such mails off.
pub(crate) fn stranger_challenges(
    context: &RenderContext<'_>,
    all: &[GameNews],
    more: usize,
    stop: &str,
) -> MailDocument {
    let lang = context.lang;
    let document = multi_game_mail(context, "strangers-opening", all);
    let more = only(more > 0, || vec![Block::Text(lang.count("strangers-more", more))]);
    let link =
        Block::Link { url: stop.to_owned(), label: lang.text("strangers-stop"), main: false };
    MailDocument {
        subject: lang.fill("subject-strangers", &[("service", context.service)]),
        blocks: [document.blocks, more].concat(),
        foot: [paragraph(lang, "strangers-foot", &[]), vec![link], document.foot].concat(),
        ..document
    }
}

/// Composes a mail about several games, each with a number and a title. A reply names the number of
/// its game.
fn multi_game_mail(context: &RenderContext<'_>, opening: &str, all: &[GameNews]) -> MailDocument {
    let lang = context.lang;
    let waiting = all.iter().filter(|news| news.game.awaits_reader()).count();
    let waiting = waiting.to_string();
    let titles = titles(lang, &all.iter().map(|news| &news.game).collect::<Vec<_>>());
    let opening = paragraph(lang, opening, &[("n", &all.len().to_string()), ("waiting", &waiting)]);
    let mut games = Vec::new();
    for (number, (news, title)) in (1..).zip(all.iter().zip(titles)) {
        let mut answer = paragraph(lang, "digest-answer", &[("line", &game_line(number))]);
        answer.push(Block::Address(news.reply_to.clone()));
        games.push(Block::Title(format!("{number}. {title}")));
        games.extend(game_blocks(context, news, answer));
    }
    let blocks = [opening, games].concat();
    let subject = lang.fill("subject-digest", &[("n", &waiting), ("service", context.service)]);
    MailDocument { lang, subject, blocks, foot: footer(context, None) }
}

/// Returns the title of a game: its ruleset and the opponents.
fn title(lang: Lang, game: &ReaderView) -> String {
    let name = ruleset_name(lang, game.ruleset);
    let others = game.opponents(lang);
    if others.is_empty() {
        return name;
    }
    lang.fill("game-with", &[("game", &name), ("others", &others)])
}

/// Returns the titles of games. Titles that would be the same contain the number of their game.
pub(super) fn titles(lang: Lang, all: &[&ReaderView]) -> Vec<String> {
    let plain: Vec<_> = all.iter().map(|game| title(lang, game)).collect();
    let mut titles = Vec::new();
    for (game, title) in all.iter().zip(&plain) {
        let is_unique = plain.iter().filter(|other| *other == title).count() == 1;
        titles.push(if is_unique {
            title.clone()
        } else {
            format!("{title} ({})", game_number(&game.id))
        });
    }
    titles
}

/// Returns the line that names the game with this number in a mail about several games.
pub(super) fn game_line(number: usize) -> String {
    format!("GAME {number}")
}

fn mail_subject(lang: Lang, news: &GameNews) -> String {
    if news.strangers {
        let title = ruleset_name(lang, news.game.ruleset);
        let who = lang.text("subject-somebody");
        return format_subject(lang, news.topic, &news.game, &title, &who);
    }
    let offer = news.game.offers_draw().or_else(|| news.game.offers_end());
    let who = match (news.topic, &news.messages[..], offer) {
        (MailTopic::Message, [(name, _), ..], _) => name.clone(),
        (MailTopic::News, _, Some(seat)) => news.game.name(lang, seat),
        _ => news.game.opponents(lang),
    };
    format_subject(lang, news.topic, &news.game, &title(lang, &news.game), &who)
}

/// Returns the subject of a mail about a game. It is the same for turns and replies that want the
/// same of the reader. Mail programs that thread by `References` show one thread per game in any
/// case. In those that also thread by subject, such as Gmail, this groups the mails that wait for a
/// move.
fn format_subject(
    lang: Lang,
    topic: MailTopic,
    game: &ReaderView,
    title: &str,
    who: &str,
) -> String {
    let plain = ruleset_name(lang, game.ruleset);
    if topic == MailTopic::Over {
        return format!("{}: {title}", result_text(lang, game));
    }
    let key = match topic {
        MailTopic::Challenge if game.rematch_of.is_some() => "subject-rematch".to_owned(),
        MailTopic::News if game.offers_draw().is_some() => "subject-draw".to_owned(),
        MailTopic::News if game.offers_end().is_some() => "subject-end".to_owned(),
        topic => rulesets::text_key(lang, &format!("subject-{}", topic.key()), game.ruleset),
    };
    lang.fill(&key, &[("game", title), ("plain", &plain), ("who", who)])
}

/// Returns the result of a game in a word or two.
pub(super) fn result_text(lang: Lang, game: &ReaderView) -> String {
    let key = match &game.outcome {
        None => "result-off",
        Some(Outcome::Win { winners, .. }) if game.me.is_some_and(|me| winners.contains(me)) => {
            "result-won"
        }
        Some(Outcome::Win { .. } | Outcome::Lose { .. }) => "result-lost",
        Some(Outcome::Draw { .. }) => "result-draw",
        Some(Outcome::AllLose { .. }) => "result-all-lose",
    };
    lang.text(key)
}

/// Returns the reason why the game ended.
pub(super) fn reason_text(lang: Lang, game: &ReaderView) -> String {
    let Some(
        Outcome::Win { reason, .. }
        | Outcome::Lose { reason }
        | Outcome::Draw { reason }
        | Outcome::AllLose { reason },
    ) = &game.outcome
    else {
        return lang.text("reason-off");
    };
    // With two players, it is clear who ended the game.
    let loser = match &game.outcome {
        Some(Outcome::Win { winners, .. }) if game.names.len() == 2 => {
            (1..=2).filter_map(Seat::new).find(|seat| !winners.contains(*seat))
        }
        _ => None,
    };
    match (reason, loser) {
        (Reason::Resigned, Some(loser)) => {
            return game.seat_text(lang, "news-resigned", loser, &[]);
        }
        (Reason::TimedOut, Some(loser)) => {
            return game.seat_text(lang, "news-timed-out", loser, &[]);
        }
        _ => {}
    }
    lang.text(match reason {
        Reason::FleetSunk => "reason-fleet-sunk",
        Reason::BothFleetsSunk => "reason-both-fleets-sunk",
        Reason::Resigned => "reason-resigned",
        Reason::TimedOut => "reason-timed-out",
        Reason::Agreed => "reason-agreed",
        Reason::RoundsOver => "reason-rounds-over",
        Reason::PredictionRight => "reason-prediction-right",
        Reason::PredictionWrong => "reason-prediction-wrong",
        Reason::BuildingsDestroyed => "reason-buildings-destroyed",
        Reason::Ceasefire => "reason-ceasefire",
        Reason::SelfDestruct => "reason-self-destruct",
        Reason::Exhausted => "reason-exhausted",
    })
}

/// Returns the blocks about a game, from whose turn it is to the possible replies. `answer` says
/// how to reply, and is left out if no reply is possible.
fn game_blocks(context: &RenderContext<'_>, news: &GameNews, answer: Vec<Block>) -> Vec<Block> {
    let lang = context.lang;
    let game = &news.game;
    let is_challenge = news.topic == MailTopic::Challenge;
    let has_maps = !matches!(news.topic, MailTopic::Challenge | MailTopic::Message);
    let is_placing = game.is_placing() && game.me.is_some();
    let commands = suggested_commands(context, news);
    let answer = only(!commands.is_empty(), || answer);
    [
        restored_blocks(lang, news),
        vec![Block::Text(opening_text(context, news))],
        declined_blocks(lang, news),
        dropped_moves(lang, news),
        message_blocks(lang, news),
        only(is_challenge, || vec![Block::List(facts::terms(game, lang))]),
        only(!is_challenge, || headed_list(lang, "what-happened", news::news_lines(game, lang))),
        only(
            !is_challenge,
            || dispatch_typed!(View, &game.view, R, view => R::performance(game, lang, view)),
        ),
        only(has_maps, || maps::maps(game, lang)),
        only(has_maps, || list_block(facts::facts(game, lang))),
        only(is_placing, || placing::help(game, lang)),
        only(!commands.is_empty(), || {
            vec![Block::Text(lang.text("what-you-can-do")), Block::Commands(commands)]
        }),
        answer,
        fair::blocks(context, news),
    ]
    .concat()
}

/// Returns a list, or nothing if it is empty.
fn list_block(lines: Vec<String>) -> Vec<Block> {
    only(!lines.is_empty(), || vec![Block::List(lines)])
}

/// Returns a list below a sentence, or nothing if it is empty.
fn headed_list(lang: Lang, key: &str, lines: Vec<String>) -> Vec<Block> {
    only(!lines.is_empty(), || vec![Block::Text(lang.text(key)), Block::List(lines)])
}

/// Says that the game went back to a backup, if the mail is about that.
fn restored_blocks(lang: Lang, news: &GameNews) -> Vec<Block> {
    let Some(restore) = news.game.restore.as_ref().filter(|_| news.restored) else {
        return Vec::new();
    };
    let mut text = restore_text(lang, restore);
    if !news.game.status.is_over() {
        text = format!("{text} {}", lang.text("moves-repeat"));
    }
    vec![Block::Text(text)]
}

/// Says who declined the challenge, if the mail is about its end.
fn declined_blocks(lang: Lang, news: &GameNews) -> Vec<Block> {
    let declined = news.game.declined.as_ref().filter(|_| news.topic == MailTopic::Over);
    let Some(declined) = declined else { return Vec::new() };
    let reason = lang.find(&format!("decline-{}", declined.reason)).unwrap_or_default();
    let text = news.game.seat_text(lang, "declined", declined.seat, &[("reason", &reason)]);
    let words = declined.words.iter().map(|words| Block::List(vec![format!("“{words}”")]));
    [Block::Text(text)].into_iter().chain(words).collect()
}

/// Reports the moves that were dropped, if any.
fn dropped_moves(lang: Lang, news: &GameNews) -> Vec<Block> {
    let dropped = news.dropped.as_ref();
    dropped
        .map(|dropped| queue::dropped_blocks(lang, news.game.ruleset, dropped))
        .unwrap_or_default()
}

/// Returns the messages of other players. They are quoted, so that no line of one looks like part
/// of the mail.
fn message_blocks(lang: Lang, news: &GameNews) -> Vec<Block> {
    let mut blocks = Vec::new();
    if news.earlier > 0 {
        blocks.push(Block::Text(lang.count("writes-earlier", news.earlier)));
    }
    for (name, text) in &news.messages {
        blocks.push(Block::Text(lang.fill("writes", &[("name", name)])));
        blocks.push(Block::List(vec![format!("“{text}”")]));
    }
    blocks
}

/// Describes how far a game went back.
fn restore_text(lang: Lang, restore: &RestoreInfo) -> String {
    let at = dates::format_date(lang, restore.at);
    let last = dates::format_date(lang, restore.last_at);
    lang.fill(
        "went-back",
        &[("at", &at), ("number", &restore.version.to_string()), ("last", &last)],
    )
}

/// Describes whose turn it is, and until when.
fn opening_text(context: &RenderContext<'_>, news: &GameNews) -> String {
    let lang = context.lang;
    let game = &news.game;
    let mut text = match news.topic {
        MailTopic::Over => format!("{}. {}", result_text(lang, game), reason_text(lang, game)),
        MailTopic::Challenge => {
            let who = game.opponents(lang);
            let name = ruleset_name(lang, game.ruleset);
            match &game.rematch_of {
                Some(id) => {
                    let seats = game.names.len().to_string();
                    lang.fill(
                        "opening-rematch",
                        &[("who", &who), ("game", &name), ("n", &seats), ("id", id)],
                    )
                }
                None => lang.fill("opening-challenge", &[("who", &who), ("game", &name)]),
            }
        }
        _ if game.status.is_over() => match game.outcome {
            Some(_) => lang.fill("opening-over", &[("result", &result_text(lang, game))]),
            None => reason_text(lang, game),
        },
        _ if game.is_my_turn() && game.is_placing() && game.names.len() == 1 => {
            lang.text("opening-place-alone")
        }
        _ if game.is_my_turn() && game.is_placing() => {
            lang.text(&rulesets::text_key(lang, "opening-place", game.ruleset))
        }
        MailTopic::Reminder if game.is_my_turn() => lang.text("opening-reminder"),
        _ if game.is_my_turn() => lang.text("opening-turn"),
        _ => waiting_text(lang, game),
    };
    if let Some(due) = game.due.filter(|_| game.is_my_turn() || news.topic == MailTopic::Challenge)
    {
        let date = dates::format_date(lang, due);
        let left = dates::format_remaining(lang, context.now, due);
        text.push(' ');
        text.push_str(&lang.fill("until", &[("date", &date), ("left", &left)]));
    }
    if let Some(offer) = game.offers_draw() {
        text.push(' ');
        text.push_str(&game.seat_text(lang, "draw-stands", offer, &[]));
    }
    text
}

/// Describes the players that the game waits for, if not for the reader.
fn waiting_text(lang: Lang, game: &ReaderView) -> String {
    let movers: Vec<_> = game.to_move.iter().map(|seat: Seat| game.name(lang, seat)).collect();
    match (game.status, &movers[..]) {
        (Status::Waiting, _) => lang.text("opening-waiting"),
        (_, []) => lang.text("opening-on"),
        (_, movers) => lang.fill("opening-others", &[("who", &list(lang, movers))]),
    }
}

/// Returns the possible replies, the most likely first.
fn suggested_commands(context: &RenderContext<'_>, news: &GameNews) -> Vec<SuggestedCommand> {
    let lang = context.lang;
    let game = &news.game;
    let to = &news.reply_to;
    if news.topic == MailTopic::Challenge {
        return vec![
            SuggestedCommand::new("ACCEPT", lang.text("does-accept"), to),
            SuggestedCommand::new("ACCEPT\nPLACE RANDOM", lang.text("does-accept-placed"), to),
            SuggestedCommand::new("DECLINE", lang.text("does-decline"), to),
        ];
    }
    // No reply link: nobody wants to send the placeholder as a message.
    let say = SuggestedCommand::new("SAY …", lang.text("does-say"), "");
    if game.status.is_over() {
        let mut commands = score_commands(lang, game);
        let others = game.opponents(lang);
        if game.status == Status::Finished && !others.is_empty() {
            let seats = game.names.len().to_string();
            let does = lang.fill("does-rematch", &[("others", &others), ("n", &seats)]);
            commands.insert(0, SuggestedCommand::new("REMATCH", does, to));
            commands.push(say);
        }
        return commands;
    }
    let mut commands = Vec::new();
    // Also before every seat is taken.
    if game.is_placing() && game.me.is_some() {
        commands.push(SuggestedCommand::new("PLACE RANDOM", lang.text("does-place-random"), to));
        let does = lang.text(&rulesets::text_key(lang, "does-place", game.ruleset));
        let lines = placing::example(&game.view);
        commands.push(SuggestedCommand { lines, does, to: to.clone() });
    }
    let examples = game.legal.as_ref().map(notation::examples).unwrap_or_default();
    let mut performed = Vec::new();
    for Example { kind, line, .. } in examples {
        let plain = format!("does-{}", kind.replace('_', "-"));
        let key = rulesets::text_key(lang, &plain, game.ruleset);
        let key = match kind.as_str() {
            "fire" if key != plain => key,
            "fire" if game.has_written() => "does-rewrite".to_owned(),
            "fire" if line.split(' ').count() == 2 => "does-fire-one".to_owned(),
            "roll" if line.starts_with("KEEP") => "does-keep".to_owned(),
            _ => key,
        };
        // Players who want to end the game know how.
        if matches!(kind.as_str(), "resign" | "offer_draw" | "offer_end") {
            continue;
        }
        let does = lang.find(&key).unwrap_or_default();
        let line = translate_words(lang, &line);
        match kind.as_str() {
            // No reply link: they are only examples of what can be said about the performance.
            "set_voice" | "direct" => {
                performed.push(SuggestedCommand::new(&line, does, ""));
            }
            _ => commands.push(SuggestedCommand::new(&line, does, to)),
        }
    }
    commands.append(&mut performed);
    if game.status == Status::Waiting && game.is_host {
        commands.push(SuggestedCommand::new("ABORT", lang.text("does-abort"), to));
        if let Some(line) = settings::same_game(game) {
            // No reply link: the address is only an example.
            commands.push(SuggestedCommand::new(&line, lang.text("does-new-again"), ""));
        }
    }
    if game.names.len() > 1 {
        commands.push(say);
    }
    commands
}

/// Returns the commands that still change the score of a finished game. They have no reply links,
/// because they are only examples.
fn score_commands(lang: Lang, game: &ReaderView) -> Vec<SuggestedCommand> {
    let Some(LaterScore { legal, until }) = &game.later_score else { return Vec::new() };
    let date = dates::format_date(lang, *until);
    let mut commands = Vec::new();
    for Example { kind, line, .. } in notation::examples(legal) {
        let key = format!("does-{}-later", kind.replace('_', "-"));
        let does = lang.fill(&key, &[("date", &date)]);
        commands.push(SuggestedCommand::new(&translate_words(lang, &line), does, ""));
    }
    commands
}

/// Returns the footer: why the mail was sent, and how to unsubscribe.
fn footer(context: &RenderContext<'_>, game: Option<&ReaderView>) -> Vec<Block> {
    let lang = context.lang;
    let mut about = Vec::new();
    let mut commands_key = "foot-more";
    if let Some(game) = game {
        about = paragraph(lang, "foot-game", &[("id", &game.id), ("service", context.service)]);
        commands_key = "foot-more-game";
    }
    let commands = paragraph(lang, commands_key, &[]);
    let off = Block::Link {
        url: context.unsubscribe.to_owned(),
        label: lang.text("foot-off"),
        main: false,
    };
    [about, commands, vec![off]].concat()
}
