//! Events of a game, one line each, as the reader may know them.

use std::fmt::Display;

use broadside_engine::fleet::ClassName;
use broadside_engine::game::{Glimpse, Placement, View};
use broadside_engine::opening::FirstPlayer;
use broadside_engine::seat::Seat;
use broadside_engine::table::SharedGlimpse;
use broadside_engine::{advanced, classic, satellite, solo, voices};
use broadside_i18n::Lang;

use super::facts::cartridge_name;
use super::reader_view::{ReaderView, list};

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

/// Returns the number of a `solo` volley that hit nothing.
fn empty_volley(glimpse: &Glimpse) -> Option<u32> {
    match glimpse {
        Glimpse::Solo(solo::Glimpse::Fired(fired)) if fired.shots.iter().all(|shot| shot.hit.is_none()) => {
            Some(fired.volley)
        }
        _ => None,
    }
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

/// Returns true if another player has done something that the reader wants to know even when it is not their turn. This
/// is not a move, but a seat taken or left, an offer, or a reply to an offer.
pub(super) fn has_notable_news(seen: &ReaderView) -> bool {
    let of_weight = |glimpse: &&Glimpse| match glimpse {
        Glimpse::Game(SharedGlimpse::Placed { .. } | SharedGlimpse::Revealed { .. }) => false,
        Glimpse::Game(_)
        | Glimpse::Voices(
            voices::Glimpse::EndOffered { .. }
            | voices::Glimpse::EndAccepted { .. }
            | voices::Glimpse::EndDeclined { .. },
        ) => true,
        _ => false,
    };
    let of_another = |news: NewsLine| news.by.is_some() && news.by != seen.me;
    seen.news.iter().filter(of_weight).filter_map(|glimpse| describe(seen, Lang::En, glimpse)).any(of_another)
}

fn describe(seen: &ReaderView, lang: Lang, glimpse: &Glimpse) -> Option<NewsLine> {
    let told = Describer { seen, lang };
    match glimpse {
        Glimpse::Game(shared) => told.shared(shared),
        Glimpse::Classic(own) => told.classic(own),
        Glimpse::Voices(own) => told.voices(own),
        Glimpse::Solo(own) => Some(told.solo(own)),
        Glimpse::Satellite(own) => told.satellite(own),
        Glimpse::Advanced(own) => told.advanced(own),
    }
}

struct Describer<'a> {
    seen: &'a ReaderView,
    lang: Lang,
}

/// Joins cells with spaces.
fn join_cells<T: Display>(cells: &[T]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Describer<'_> {
    fn by(&self, seat: Seat, key: &str, parts: &[(&str, &str)]) -> NewsLine {
        NewsLine { by: Some(seat), line: self.seen.seat_text(self.lang, key, seat, parts) }
    }

    fn shot(&self, seat: Seat, at: &str, report: Vec<String>) -> NewsLine {
        let report = if report.is_empty() { self.lang.text("word-nothing") } else { report.join(", ") };
        self.by(seat, "news-fired", &[("cells", at), ("report", &report)])
    }

    fn class(&self, class: &ClassName) -> String {
        self.lang.find(&format!("class-{class}")).unwrap_or_else(|| class.to_string())
    }

    fn sunk(&self, classes: &[ClassName]) -> Option<String> {
        let names: Vec<_> = classes.iter().map(|class| self.class(class)).collect();
        let parts = [("n", &*names.len().to_string()), ("ships", &*list(self.lang, &names))];
        (!names.is_empty()).then(|| self.lang.fill("word-sunk", &parts))
    }

    fn hits(&self, class: &ClassName, hits: u8) -> String {
        self.lang.fill("word-hits-on", &[("n", &hits.to_string()), ("ship", &self.class(class))])
    }

    fn hit(&self, hit: bool) -> String {
        self.lang.text(if hit { "word-hit" } else { "word-miss" })
    }

    fn first(&self, FirstPlayer { seat, rolls }: &FirstPlayer) -> NewsLine {
        let line = self.seen.seat_text(self.lang, "news-first", *seat, &[]);
        let rolled = rolls.last().filter(|_| self.seen.names.len() > 1).map(|roll| {
            let of = |roll: &broadside_engine::opening::Roll| {
                format!("{} {}", self.seen.name(self.lang, roll.seat), roll.face)
            };
            roll.iter().map(of).collect::<Vec<_>>().join(", ")
        });
        let line = rolled.map_or_else(
            || line.clone(),
            |rolled| format!("{line} {}", self.lang.fill("news-first-rolled", &[("rolls", &rolled)])),
        );
        NewsLine { by: None, line }
    }

    fn shared(&self, glimpse: &SharedGlimpse<Placement>) -> Option<NewsLine> {
        Some(match glimpse {
            SharedGlimpse::Joined { seat } => self.by(*seat, "news-joined", &[]),
            SharedGlimpse::Left { seat } => self.by(*seat, "news-left", &[]),
            SharedGlimpse::Placed { seat } => self.by(*seat, "news-placed", &[]),
            SharedGlimpse::Began { .. } => NewsLine { by: None, line: self.lang.text("news-began") },
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
                let is_told = self.seen.declined.as_ref().is_some_and(|declined| declined.seat == *seat);
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

    /// Returns true if the seat is taken. A player who cancels a game from a free seat has declined a challenge.
    fn is_seat_taken(&self, seat: Seat) -> bool {
        self.seen.seats.iter().any(|at| at.seat == seat && at.taken)
    }

    fn classic(&self, glimpse: &classic::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            // Both players write their salvos at the same time, so the order of the reports does not matter.
            classic::Glimpse::FirstPlayer(_) if self.in_rounds() => return None,
            classic::Glimpse::FirstPlayer(first) => self.first(first),
            classic::Glimpse::Fired(classic::Fired { seat, cell, result, sunk }) => {
                let mut report = vec![self.hit(*result == classic::ShotResult::Hit)];
                report.extend(self.sunk(sunk.as_slice()));
                self.shot(*seat, &cell.to_string(), report)
            }
            classic::Glimpse::Written { seat, round, .. }
                if self.seen.me == Some(*seat) || self.is_reported(*round) =>
            {
                return None;
            }
            classic::Glimpse::Written { seat, .. } => self.by(*seat, "news-written", &[]),
            classic::Glimpse::Salvos { round, salvos } => {
                let salvo = |classic::SeatSalvo { seat, cells: at, hits, sunk }: &classic::SeatSalvo| {
                    let hits = hits.chunk_by(|one, other| one == other);
                    let hits = hits.map(|hits| self.hits(&hits[0], hits.len() as u8));
                    let report: Vec<_> = hits.chain(self.sunk(sunk)).collect();
                    self.shot(*seat, &join_cells(at), report).line
                };
                let both: Vec<_> = salvos.iter().map(salvo).collect();
                let round = self.lang.fill("news-round", &[("number", &round.to_string())]);
                // Both players have fired, but only the opponent's salvo is news to the reader.
                let by = salvos.iter().map(|salvo| salvo.seat).find(|seat| Some(*seat) != self.seen.me);
                NewsLine { by, line: format!("{round} {}", both.join(" ")) }
            }
        })
    }

    fn in_rounds(&self) -> bool {
        matches!(&self.seen.view, View::Classic(view) if view.round.is_some())
    }

    /// Returns true if the news includes the report of this round. Then it is not news that its salvos were written.
    fn is_reported(&self, of: u32) -> bool {
        self.seen.news.iter().any(|glimpse| match glimpse {
            Glimpse::Classic(classic::Glimpse::Salvos { round, .. }) => *round == of,
            _ => false,
        })
    }

    fn voices(&self, glimpse: &voices::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            voices::Glimpse::FirstPlayer(first) => self.first(first),
            voices::Glimpse::Fired(voices::ShotFired { seat, cell, phone, answers, .. }) => {
                let answer = |voices::Answer { seat: of, result, sunk, .. }: &voices::Answer| {
                    let mut words = vec![self.hit(*result == voices::ShotResult::Hit)];
                    words.extend(self.sunk(sunk.as_slice()));
                    match answers.len() {
                        1 => words.join(", "),
                        // If the shot fell on the waters of several players, each answer needs a name.
                        _ => format!("{}: {}", self.seen.name(self.lang, *of), words.join(", ")),
                    }
                };
                let answers: Vec<_> = answers.iter().map(answer).collect();
                let report = answers.join("; ");
                let at = format!("{cell} [{phone}]");
                self.by(*seat, "news-fired", &[("cells", &at), ("report", &report)])
            }
            voices::Glimpse::EndOffered { seat } => self.by(*seat, "news-end-offered", &[]),
            voices::Glimpse::EndAccepted { seat } => self.by(*seat, "news-end-accepted", &[]),
            voices::Glimpse::EndDeclined { seat } => self.by(*seat, "news-end-declined", &[]),
            voices::Glimpse::Rolled { .. }
            | voices::Glimpse::AxesSet(_)
            | voices::Glimpse::VoiceSet(_)
            | voices::Glimpse::Revoiced(_)
            | voices::Glimpse::Directed(_) => return None,
        })
    }

    fn suit(&self, suit: solo::Suit) -> String {
        self.lang.text(&format!("suit-{suit}"))
    }

    fn solo(&self, glimpse: &solo::Glimpse) -> NewsLine {
        match glimpse {
            solo::Glimpse::Predicted(solo::Predicted { seat, suit }) => {
                self.by(*seat, "news-predicted", &[("suit", &self.suit(*suit))])
            }
            solo::Glimpse::Fired(solo::Fired { seat, volley, shots, .. }) => {
                let shot = |solo::Shot { hit, sunk, cell }: &solo::Shot| {
                    let (suit, cell) = (self.suit((*hit)?), cell.to_string().to_uppercase());
                    let suit = self.lang.fill("word-suit-at", &[("suit", &suit), ("cell", &cell)]);
                    Some(if *sunk { self.lang.fill("word-suit-sunk", &[("suit", &suit)]) } else { suit })
                };
                let hit: Vec<_> = shots.iter().filter_map(shot).collect();
                let report = match hit.is_empty() {
                    true => self.lang.text("word-nothing"),
                    false => self.lang.fill("word-hit-suits", &[("suits", &list(self.lang, &hit))]),
                };
                self.by(*seat, "news-volley", &[("number", &volley.to_string()), ("report", &report)])
            }
        }
    }

    fn reports(&self, reports: &[satellite::Report], destroyed: u8) -> Vec<String> {
        let hits: Vec<_> = reports
            .iter()
            .filter(|report| report.result == satellite::ShotResult::Hit)
            .map(|report| report.sector.to_string())
            .collect();
        let mut report = vec![match hits.is_empty() {
            true => self.lang.text("word-nothing"),
            false => self.lang.fill("word-hit-at", &[("cells", &hits.join(" "))]),
        }];
        if destroyed > 0 {
            report.push(self.lang.count("word-destroyed", usize::from(destroyed)));
        }
        report
    }

    fn satellite(&self, glimpse: &satellite::Glimpse) -> Option<NewsLine> {
        let single = |target, result| [satellite::Report { sector: target, result }];
        Some(match glimpse {
            satellite::Glimpse::FirstPlayer(first) => {
                NewsLine { by: None, line: self.seen.seat_text(self.lang, "news-first", first.seat, &[]) }
            }
            satellite::Glimpse::Fired(satellite::Fired {
                seat,
                cartridge,
                targets,
                reports,
                destroyed,
                ..
            }) => {
                let report = self.reports(reports, *destroyed).join(", ");
                let parts = [
                    ("cartridge", &*cartridge_name(*cartridge)),
                    ("cells", &*join_cells(targets)),
                    ("report", &*report),
                ];
                self.by(*seat, "news-used", &parts)
            }
            satellite::Glimpse::GaveUp(satellite::GaveUp { seat, cartridge, target, result, destroyed }) => {
                let report = self.reports(&single(*target, *result), *destroyed).join(", ");
                let target = target.to_string();
                let parts =
                    [("cartridge", &*cartridge_name(*cartridge)), ("cells", &*target), ("report", &*report)];
                self.by(*seat, "news-gave-up", &parts)
            }
            satellite::Glimpse::Shot(satellite::Shot { seat, target, result, destroyed }) => {
                let report = self.reports(&single(*target, *result), *destroyed);
                self.shot(*seat, &target.to_string(), report)
            }
            satellite::Glimpse::Destructed(satellite::Destructed { seat, targets, reports, destroyed }) => {
                self.shot(*seat, &join_cells(targets), self.reports(reports, *destroyed))
            }
            satellite::Glimpse::ArsenalsEmpty(_) => {
                NewsLine { by: None, line: self.lang.text("news-arsenals-empty") }
            }
            satellite::Glimpse::Rolled(_) => return None,
        })
    }

    fn weapon(&self, kind: advanced::Kind) -> String {
        self.lang.text(&format!("weapon-{kind}"))
    }

    fn damage(&self, damage: &advanced::DamageReport) -> Vec<String> {
        let hits = damage.hits.chunk_by(|one, other| one == other);
        let hits = hits.map(|hits| self.hits(&hits[0], hits.len() as u8));
        let weapons = damage.weapons.chunk_by(|one, other| one == other).map(|lost| {
            let (n, name) = (lost.len().to_string(), self.weapon(lost[0]));
            self.lang.fill("word-weapons-destroyed", &[("n", &n), ("weapon", &name)])
        });
        hits.chain(weapons).chain(self.sunk(&damage.sunk)).collect()
    }

    fn advanced(&self, glimpse: &advanced::Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            advanced::Glimpse::FirstPlayer(first) => self.first(first),
            advanced::Glimpse::Fired { seat, cells: at, damage } => {
                self.shot(*seat, &join_cells(at), self.damage(damage))
            }
            advanced::Glimpse::Sent { seat, weapon, to, shot_down, damage, seen, .. } => {
                let report = match (shot_down, damage, seen) {
                    (true, ..) => self.lang.text("word-shot-down"),
                    (false, Some(damage), _) => match self.damage(damage) {
                        none if none.is_empty() => self.lang.text("word-nothing"),
                        some => some.join(", "),
                    },
                    (false, None, Some(seen)) => self.sightings(seen),
                    (false, None, None) => self.lang.text("word-seen-by-sender"),
                };
                let (to, weapon) = (to.to_string(), self.weapon(*weapon));
                self.by(*seat, "news-sent", &[("weapon", &weapon), ("cell", &to), ("report", &report)])
            }
            advanced::Glimpse::Passed { seat } => self.by(*seat, "news-passed", &[]),
            advanced::Glimpse::PassedOver { seat } => self.by(*seat, "news-passed-over", &[]),
            advanced::Glimpse::Bought { .. } | advanced::Glimpse::Ordered(_) => return None,
        })
    }

    /// Describes what the reader's recce plane saw.
    fn sightings(&self, seen: &[advanced::Sighting]) -> String {
        let sighted = |at: &advanced::Sighting| {
            let mut there: Vec<String> = at.ship.iter().map(|class| self.class(class)).collect();
            there.extend(at.weapon.map(|kind| self.weapon(kind)));
            (!there.is_empty()).then(|| format!("{} {}", at.cell, there.join(" + ")))
        };
        let there: Vec<_> = seen.iter().filter_map(sighted).collect();
        match there.is_empty() {
            true => self.lang.text("word-saw-nothing"),
            false => self.lang.fill("word-saw", &[("what", &there.join(", "))]),
        }
    }
}
