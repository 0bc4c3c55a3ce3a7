//! Events of a game, one line each, as the reader may know them.

use std::fmt::Display;

use broadside_engine::dispatch_typed;
use broadside_engine::fleet::ClassName;
use broadside_engine::game::{Glimpse, Placement};
use broadside_engine::opening::FirstPlayer;
use broadside_engine::seat::Seat;
use broadside_engine::table::SharedGlimpse;
use broadside_i18n::Lang;

use super::facts::class_name;
use super::reader_view::{ReaderView, list};
use super::rulesets::RulesetMail as _;
use crate::texts::LetterTexts;

/// Maximum number of lines; nobody would read more.
const MAX_LINES: usize = 24;

/// Event as text, and the seat that caused it, if any.
pub(super) struct NewsLine {
    pub(super) by: Option<Seat>,
    pub(super) line: String,
}

/// Returns the most recent events. Events that mean nothing to a reader are left out.
pub(super) fn news_lines(game: &ReaderView, lang: Lang) -> Vec<String> {
    let runs =
        game.news.chunk_by(|one, next| empty_volley(one).is_some() && empty_volley(next).is_some());
    let all: Vec<_> = runs.filter_map(|run| describe_run(game, lang, run)).collect();
    let earlier = all.len().saturating_sub(MAX_LINES);
    let mut lines = Vec::new();
    if earlier > 0 {
        lines.push(lang.count("news-earlier", earlier));
    }
    lines.extend(all.into_iter().skip(earlier).map(|news| news.line));
    lines
}

/// Returns the number of a volley that hit nothing.
fn empty_volley(glimpse: &Glimpse) -> Option<u32> {
    dispatch_typed!(Glimpse, glimpse, R, own => R::empty_volley(own), Glimpse::Game(_) => None)
}

/// Describes one event, or a run of volleys that all hit nothing.
fn describe_run(game: &ReaderView, lang: Lang, run: &[Glimpse]) -> Option<NewsLine> {
    let [first, .., last] = run else { return describe(game, lang, run.first()?) };
    let first = empty_volley(first)?.to_string();
    let last = empty_volley(last)?.to_string();
    let line = lang.fill("news-volleys-empty", &[("first", &first), ("last", &last)]);
    Some(NewsLine { by: game.me, line })
}

/// Returns true if a player other than the reader has done something.
pub(super) fn others_acted(game: &ReaderView) -> bool {
    game.news.iter().any(|glimpse| is_of_another(game, glimpse))
}

/// Returns true if another player has done something that the reader wants to know even when it is
/// not their turn. This is not a move, but a seat taken or left, an offer, or a reply to an offer.
pub(super) fn has_notable_news(game: &ReaderView) -> bool {
    game.news.iter().any(|glimpse| is_notable(glimpse) && is_of_another(game, glimpse))
}

fn is_notable(glimpse: &Glimpse) -> bool {
    dispatch_typed!(
        Glimpse, glimpse, R, own => R::is_notable(own),
        Glimpse::Game(shared) => {
            !matches!(shared, SharedGlimpse::Placed { .. } | SharedGlimpse::Revealed { .. })
        }
    )
}

/// Returns true if a player other than the reader has caused an event that means something to the
/// reader.
fn is_of_another(game: &ReaderView, glimpse: &Glimpse) -> bool {
    describe(game, Lang::En, glimpse).is_some_and(|news| news.by.is_some() && news.by != game.me)
}

pub(super) fn describe(game: &ReaderView, lang: Lang, glimpse: &Glimpse) -> Option<NewsLine> {
    let describer = Describer { game, lang };
    dispatch_typed!(
        Glimpse, glimpse, R, own => R::describe_event(&describer, own),
        Glimpse::Game(shared) => describer.shared(shared)
    )
}

/// Words for events, for one reader in a language.
pub(super) struct Describer<'a> {
    pub(super) game: &'a ReaderView,
    pub(super) lang: Lang,
}

pub(super) fn join_cells<T: Display>(cells: &[T]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Describer<'_> {
    pub(super) fn by(&self, seat: Seat, key: &str, parts: &[(&str, &str)]) -> NewsLine {
        NewsLine { by: Some(seat), line: self.game.seat_text(self.lang, key, seat, parts) }
    }

    pub(super) fn shot(&self, seat: Seat, at: &str, report: Vec<String>) -> NewsLine {
        let report =
            if report.is_empty() { self.lang.text("word-nothing") } else { report.join(", ") };
        self.by(seat, "news-fired", &[("cells", at), ("report", &report)])
    }

    pub(super) fn class(&self, class: &ClassName) -> String {
        class_name(self.lang, class)
    }

    pub(super) fn sunk(&self, classes: &[ClassName]) -> Option<String> {
        let names: Vec<_> = classes.iter().map(|class| self.class(class)).collect();
        let parts = [("n", &*names.len().to_string()), ("ships", &*list(self.lang, &names))];
        (!names.is_empty()).then(|| self.lang.fill("word-sunk", &parts))
    }

    pub(super) fn hits(&self, class: &ClassName, hits: u8) -> String {
        self.lang.fill("word-hits-on", &[("n", &hits.to_string()), ("ship", &self.class(class))])
    }

    pub(super) fn hit(&self, hit: bool) -> String {
        self.lang.text(if hit { "word-hit" } else { "word-miss" })
    }

    pub(super) fn first(&self, FirstPlayer { seat, rolls }: &FirstPlayer) -> NewsLine {
        let mut line = self.game.seat_text(self.lang, "news-first", *seat, &[]);
        if let Some(last) = rolls.last().filter(|_| self.game.names.len() > 1) {
            let rolls: Vec<_> = last
                .iter()
                .map(|roll| format!("{} {}", self.game.name(self.lang, roll.seat), roll.face))
                .collect();
            line.push(' ');
            line += &self.lang.fill("news-first-rolled", &[("rolls", &rolls.join(", "))]);
        }
        NewsLine { by: None, line }
    }

    fn shared(&self, glimpse: &SharedGlimpse<Placement>) -> Option<NewsLine> {
        Some(match glimpse {
            SharedGlimpse::Joined { seat, .. } => self.by(*seat, "news-joined", &[]),
            SharedGlimpse::Left { seat } => self.by(*seat, "news-left", &[]),
            SharedGlimpse::Placed { seat } => self.by(*seat, "news-placed", &[]),
            SharedGlimpse::Began { .. } => {
                NewsLine { by: None, line: self.lang.text("news-began") }
            }
            SharedGlimpse::Resigned { seat } => self.by(*seat, "news-resigned", &[]),
            SharedGlimpse::TimedOut { seats } => {
                let lines: Vec<_> = seats
                    .iter()
                    .map(|seat| self.game.seat_text(self.lang, "news-timed-out", seat, &[]))
                    .collect();
                NewsLine { by: seats.iter().next(), line: lines.join(" ") }
            }
            SharedGlimpse::DrawOffered { seat } => self.by(*seat, "news-draw-offered", &[]),
            SharedGlimpse::DrawAccepted { seat } => self.by(*seat, "news-draw-accepted", &[]),
            SharedGlimpse::DrawDeclined { seat } => self.by(*seat, "news-draw-declined", &[]),
            SharedGlimpse::Cancelled { seat: Some(seat) } if !self.is_seat_taken(*seat) => {
                // The challenger reads this at the top of the mail, with the reason.
                let is_at_top =
                    self.game.declined.as_ref().is_some_and(|declined| declined.seat == *seat);
                return (!is_at_top).then(|| self.by(*seat, "news-declined", &[]));
            }
            SharedGlimpse::Cancelled { seat: Some(seat) } => self.by(*seat, "news-cancelled", &[]),
            // After a restore, the operator may have cancelled the game.
            SharedGlimpse::Cancelled { seat: None } if self.game.restore.is_some() => {
                NewsLine { by: None, line: self.lang.text("news-cancelled-plain") }
            }
            SharedGlimpse::Cancelled { seat: None } => {
                NewsLine { by: None, line: self.lang.text("news-cancelled-late") }
            }
            // The result stands at the top of the mail.
            SharedGlimpse::Finished { .. } | SharedGlimpse::Revealed { .. } => return None,
        })
    }

    /// Returns true if the seat is taken. A player who cancels a game from a free seat has declined
    /// a challenge.
    fn is_seat_taken(&self, seat: Seat) -> bool {
        self.game.seats.iter().any(|at| at.seat == seat && at.taken)
    }
}
