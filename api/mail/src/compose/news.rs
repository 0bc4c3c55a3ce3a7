//! Events of a game, one line each, as the reader may know them.

use std::fmt::Display;

use broadside_engine::dispatch_typed;
use broadside_engine::fleet::ClassName;
use broadside_engine::game::{Glimpse, Placement};
use broadside_engine::opening::FirstPlayer;
use broadside_engine::seat::Seat;
use broadside_engine::table::SharedGlimpse;
use broadside_i18n::Lang;

use super::reader_view::{ReaderView, list};
use super::rulesets::RulesetMail as _;

/// Maximum number of lines; nobody would read more.
const MAX_LINES: usize = 24;

/// Event as text, and the seat that caused it, if any.
pub(super) struct NewsLine {
    pub(super) by: Option<Seat>,
    pub(super) line: String,
}

/// Returns the most recent events. Events that mean nothing to a reader are left out.
pub(super) fn news_lines(seen: &ReaderView, lang: Lang) -> Vec<String> {
    let empty = |glimpse: &Glimpse| empty_volley(glimpse).is_some();
    let runs = seen.news.chunk_by(|one, next| empty(one) && empty(next));
    let all: Vec<_> = runs.filter_map(|run| describe_run(seen, lang, run)).collect();
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
fn describe_run(seen: &ReaderView, lang: Lang, run: &[Glimpse]) -> Option<NewsLine> {
    let [first, .., last] = run else { return describe(seen, lang, run.first()?) };
    let (first, last) = (empty_volley(first)?.to_string(), empty_volley(last)?.to_string());
    let line = lang.fill("news-volleys-empty", &[("first", &first), ("last", &last)]);
    Some(NewsLine { by: seen.me, line })
}

/// Returns true if a player other than the reader has done something.
pub(super) fn others_acted(seen: &ReaderView) -> bool {
    let of_another = |news: NewsLine| news.by.is_some() && news.by != seen.me;
    seen.news.iter().filter_map(|glimpse| describe(seen, Lang::En, glimpse)).any(of_another)
}

/// Returns true if another player has done something that the reader wants to know even when it is
/// not their turn. This is not a move, but a seat taken or left, an offer, or a reply to an offer.
pub(super) fn has_notable_news(seen: &ReaderView) -> bool {
    let is_quiet = |shared: &_| {
        matches!(shared, SharedGlimpse::Placed { .. } | SharedGlimpse::Revealed { .. })
    };
    let of_weight = |glimpse: &&Glimpse| {
        dispatch_typed!(
            Glimpse, *glimpse, R, own => R::is_notable(own),
            Glimpse::Game(shared) => !is_quiet(shared)
        )
    };
    let of_another = |news: NewsLine| news.by.is_some() && news.by != seen.me;
    seen.news
        .iter()
        .filter(of_weight)
        .filter_map(|glimpse| describe(seen, Lang::En, glimpse))
        .any(of_another)
}

/// Describes an event.
pub(super) fn describe(seen: &ReaderView, lang: Lang, glimpse: &Glimpse) -> Option<NewsLine> {
    let told = Describer { seen, lang };
    dispatch_typed!(
        Glimpse, glimpse, R, own => R::describe_event(&told, own),
        Glimpse::Game(shared) => told.shared(shared)
    )
}

/// Words for events, for one reader in a language.
pub(super) struct Describer<'a> {
    pub(super) seen: &'a ReaderView,
    pub(super) lang: Lang,
}

/// Joins cells with spaces.
pub(super) fn join_cells<T: Display>(cells: &[T]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Describer<'_> {
    pub(super) fn by(&self, seat: Seat, key: &str, parts: &[(&str, &str)]) -> NewsLine {
        NewsLine { by: Some(seat), line: self.seen.seat_text(self.lang, key, seat, parts) }
    }

    pub(super) fn shot(&self, seat: Seat, at: &str, report: Vec<String>) -> NewsLine {
        let report =
            if report.is_empty() { self.lang.text("word-nothing") } else { report.join(", ") };
        self.by(seat, "news-fired", &[("cells", at), ("report", &report)])
    }

    pub(super) fn class(&self, class: &ClassName) -> String {
        self.lang.find(&format!("class-{class}")).unwrap_or_else(|| class.to_string())
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
        let line = self.seen.seat_text(self.lang, "news-first", *seat, &[]);
        let rolled = rolls.last().filter(|_| self.seen.names.len() > 1).map(|roll| {
            let of = |roll: &broadside_engine::opening::OpeningRoll| {
                format!("{} {}", self.seen.name(self.lang, roll.seat), roll.face)
            };
            roll.iter().map(of).collect::<Vec<_>>().join(", ")
        });
        let line = rolled.map_or_else(
            || line.clone(),
            |rolled| {
                format!("{line} {}", self.lang.fill("news-first-rolled", &[("rolls", &rolled)]))
            },
        );
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
                    .map(|seat| self.seen.seat_text(self.lang, "news-timed-out", seat, &[]))
                    .collect();
                NewsLine { by: seats.iter().next(), line: lines.join(" ") }
            }
            SharedGlimpse::DrawOffered { seat } => self.by(*seat, "news-draw-offered", &[]),
            SharedGlimpse::DrawAccepted { seat } => self.by(*seat, "news-draw-accepted", &[]),
            SharedGlimpse::DrawDeclined { seat } => self.by(*seat, "news-draw-declined", &[]),
            SharedGlimpse::Cancelled { seat: Some(seat) } if !self.is_seat_taken(*seat) => {
                // The challenger reads this at the top of the mail, with the reason.
                let is_told =
                    self.seen.declined.as_ref().is_some_and(|declined| declined.seat == *seat);
                return (!is_told).then(|| self.by(*seat, "news-declined", &[]));
            }
            SharedGlimpse::Cancelled { seat: Some(seat) } => self.by(*seat, "news-cancelled", &[]),
            // After a restore, the operator may have cancelled the game.
            SharedGlimpse::Cancelled { seat: None } if self.seen.went_back.is_some() => {
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
        self.seen.seats.iter().any(|at| at.seat == seat && at.taken)
    }
}
