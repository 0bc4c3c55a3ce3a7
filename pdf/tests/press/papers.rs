//! Tests of every kind of sheet on every named paper, in both orientations, all languages and all
//! looks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use broadside_engine::game::RulesetId;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::voices::score::{Item, Score};
use broadside_pdf::frame::Frame;
use broadside_pdf::tag::{Role, Tag};
use broadside_pdf::{Document, GameKind, GameSheetData, Kind, Lang, Look, Paper, SheetError};

use crate::geometry::{fault, free_band, free_share, is_as_wide_as_the_paper};
use crate::tools::{known, played_by_bots, request, sheets};
use crate::{advanced, classic, satellite, solo, structure, voices};

/// Sheets and, below them, the pages that they do not fit, for each look. The look `low_ink`
/// refuses what `plain` refuses.
///
/// A cell measures at least 6 mm, and text 7 points, before the page is enlarged for
/// `high_contrast` (1.16 times) and `large_print` (1.72 times). So ten rows with their axes are 7
/// cm high, or 12 cm in large print:
///
/// - One map fits A6 in portrait, with its fleet below, but not in landscape.
/// - Two maps on a page, the sea of *Solo Salvo*, the mats and the price list need A5, and large
///   print a paper that is long in one direction. Planets of 16 rows are higher than A5 in
///   landscape.
/// - Cards are as wide as a hand writes, and pieces to cut out as large as fingers fold.
/// - Some refusals are only in Italian or German, where ships, suits and signs have longer names.
const REFUSALS: &str = include_str!("refusals.txt");

const MARGIN: f32 = 12.0;
/// Address of a game. Sheets show it as a QR code.
const LINK: &str = "https://play.example.org/v1/games/0196f0a0-0000-7000-8000-000000000001";

/// Part of the name of a game with a link.
const LINKED: &str = " with a link";

/// Sheet to print: blank, or of a game.
enum Subject {
    Blank(&'static str),
    Game(GameKind, Box<GameSheetData>, &'static str),
}

impl Subject {
    /// Returns all of [`sheets`], and all kinds of sheet of a game of each ruleset, also with a
    /// link to the game.
    fn all() -> Vec<Self> {
        let games = [
            classic::sample(),
            solo::sample(),
            satellite::sample(),
            advanced::sample(),
            voices::sample(),
        ];
        let is_missing = |ruleset: &RulesetId| games.iter().all(|game| game.ruleset() != *ruleset);
        let missing = RulesetId::ALL.iter().copied().filter(is_missing);
        let one = Viewer::Seat(Seat::new(1).unwrap());
        let missing: Vec<_> = missing.map(|ruleset| known(&played_by_bots(ruleset), one)).collect();
        let games: Vec<_> = games.into_iter().chain(missing).collect();
        let linked = games
            .clone()
            .into_iter()
            .map(|game| GameSheetData { link: Some(LINK.to_owned()), ..game });
        let games: Vec<_> = games.into_iter().chain(linked).collect();
        let kinds = games
            .iter()
            .flat_map(|game| GameKind::of(game.ruleset()).iter().map(move |kind| (kind, game)));
        let of_games = kinds.flat_map(|(&kind, game)| {
            let options: &[&str] =
                if kind.name() == "score" { &["", "layout=facing", "size=large"] } else { &[""] };
            options.iter().map(move |options| Self::Game(kind, Box::new(game.clone()), options))
        });
        sheets().map(Self::Blank).chain(of_games).collect()
    }

    fn name(&self) -> String {
        match self {
            Self::Blank(name) => (*name).to_owned(),
            Self::Game(kind, game, options) => {
                let link = if game.link.is_some() { LINKED } else { "" };
                format!("game{link}: {kind} {options}").trim_end().to_owned()
            }
        }
    }

    /// Languages to print in. A link does not depend on the language.
    fn languages(&self) -> &'static [Lang] {
        match self {
            Self::Game(_, game, _) if game.link.is_some() => &[Lang::En],
            _ => &Lang::ALL,
        }
    }

    fn score(&self) -> Option<&Score> {
        match self {
            Self::Game(kind, game, _) if kind.name() == "score" => game.score.as_ref(),
            _ => None,
        }
    }

    fn print(&self, options: &str) -> Result<Document, SheetError> {
        match self {
            Self::Blank(name) => {
                let (kind, own) = name.split_once(' ').unwrap_or((name, ""));
                request(&format!("{own} {options}")).document(kind.parse::<Kind>()?)
            }
            Self::Game(kind, game, own) => {
                request(&format!("{own} {options}")).of_game(*kind, game)
            }
        }
    }
}

/// Findings about some combinations.
#[derive(Default)]
struct Findings {
    faults: Vec<String>,
    /// Pages with a free rectangle that is too large.
    empty: Vec<String>,
    /// Look and page of each refusal, with the languages that it applies to.
    refused: BTreeMap<(String, String), Vec<Lang>>,
}

/// Prints a sheet on a paper, in both orientations, all languages and all looks.
fn print_on(subject: &Subject, paper: &str) -> Findings {
    let mut findings = Findings::default();
    for orientation in ["portrait", "landscape"] {
        for look in Look::ALL {
            for &lang in subject.languages() {
                let page = format!("{paper} {orientation}");
                let what = format!("{}, {page}, {look}, {lang}", subject.name());
                let print = |paper: &str, orientation: &str| {
                    subject.print(&format!(
                        "paper={paper} orientation={orientation} look={look} lang={lang}"
                    ))
                };
                match print(paper, orientation) {
                    Ok(document) => check(&document, look, subject, &what, &mut findings),
                    Err(SheetError::TooSmall { fits, .. }) => {
                        let (paper, orientation) =
                            fits.unwrap_or_else(|| panic!("{what}: no paper is named"));
                        let fits = print(&paper.to_string(), &orientation.to_string());
                        assert!(
                            fits.is_ok(),
                            "{what}: {paper} {orientation} is named, but refused"
                        );
                        findings.refused.entry((look.to_string(), page)).or_default().push(lang);
                    }
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
    findings
}

fn check(document: &Document, look: Look, subject: &Subject, what: &str, found: &mut Findings) {
    let count = document.page_count();
    assert!(count > 0, "{what}");
    structure::check_all(document, what);
    let score = subject.score();
    let linked = what.contains(LINKED);
    let larger = matches!(look, Look::HighContrast | Look::LargePrint);
    for (frame, number) in document.frames().iter().zip(1..) {
        let what = || format!("{what}, page {number}/{count}");
        found.faults.extend(fault(frame, MARGIN).map(|fault| format!("{}: {fault}", what())));
        let small = |size: f32| look == Look::LargePrint && size < 12.0;
        let small_runs = frame.runs().filter(|run| small(run.size));
        found.faults.extend(small_runs.map(|run| format!("{}: {run:?} is no large print", what())));
        if number == count && count > 1 {
            continue;
        }
        let next = document.frames().get(number);
        let free = match score {
            // The last page of the music comes before the pronunciation key.
            Some(_) if number + 1 == count => 0.0,
            // A voice that is silent leaves its column free, and a high matrix leaves the place
            // next to it free.
            Some(score) => {
                let share = free_share(frame, MARGIN);
                if share > 0.5 || !ends_early(document.frames(), number, score) {
                    free_band(frame, MARGIN).max(share - 0.25)
                } else {
                    0.0
                }
            }
            // The larger type of these looks needs more pages, so a part of a pack may end
            // anywhere.
            None if larger && next.is_some_and(|next| is_other_part(frame, next)) => 0.0,
            // The type is larger, or the code takes room.
            None if (larger || linked)
                && has_table(frame)
                && is_as_wide_as_the_paper(frame, MARGIN) =>
            {
                0.0
            }
            None => free_share(frame, MARGIN),
        };
        if free > 0.25 {
            found.empty.push(format!("{}: {free:.2}", what()));
        }
    }
}

/// Returns true if the next page is of another part of a pack: with another title, or the sheet
/// after its rules.
fn is_other_part(frame: &Frame, next: &Frame) -> bool {
    frame.title != next.title || !has_table(frame) && has_table(next)
}

/// Returns true if a page has a grid.
fn has_table(frame: &Frame) -> bool {
    fn is_table(tag: &Tag) -> bool {
        tag.role == Role::Table || tag.children.iter().any(is_table)
    }
    frame.tags.iter().any(is_table)
}

/// Returns true if a page of a score may end early: a turn that is longer than a page ends on it,
/// or begins after it, because there is no page turn within the turn.
fn ends_early(frames: &[Frame], number: usize, score: &Score) -> bool {
    let calls = score.items.iter().filter_map(|item| match item {
        Item::Call(call) => Some(call.turn),
        Item::Answer(_) | Item::Cue { .. } => None,
    });
    let turns: Vec<u32> = calls.collect();
    // Shots on this page and on the next one.
    let [here, next] = [number - 1, number].map(|page| {
        let shots = frames[page].runs().filter_map(|run| run.text.parse::<usize>().ok());
        shots.filter(|shot| (1..=turns.len()).contains(shot)).collect::<BTreeSet<_>>()
    });
    let is_split = |turn: u32, on: &BTreeSet<usize>| {
        let complete = (1..=turns.len()).filter(|shot| turns[shot - 1] == turn);
        !complete.collect::<BTreeSet<_>>().is_subset(on)
    };
    let ends = here.first().is_some_and(|shot| is_split(turns[shot - 1], &here));
    let begins = next.first().is_some_and(|shot| is_split(turns[shot - 1], &next));
    !number.is_multiple_of(2) && (ends || begins)
}

/// Writes the refusals of a sheet: for each look, the pages that it does not fit.
fn refusals(refused: &BTreeMap<(String, String), Vec<Lang>>) -> String {
    let pages_of = |look: Look| {
        let pages =
            refused.iter().filter(|((of, _), _)| *of == look.as_str()).map(|((_, page), langs)| {
                match &langs[..] {
                    all if all.len() == Lang::ALL.len() => page.clone(),
                    some => {
                        let some: Vec<_> = some.iter().map(|lang| lang.code()).collect();
                        format!("{page} ({})", some.join(", "))
                    }
                }
            });
        let mut pages: Vec<String> = pages.collect();
        for (paper, _) in Paper::NAMED {
            let both =
                ["portrait", "landscape"].map(|orientation| format!("{paper} {orientation}"));
            if both.iter().all(|page| pages.contains(page)) {
                pages.retain(|page| !both.contains(page));
                pages.push(paper.to_owned());
            }
        }
        pages.sort();
        pages.join(", ")
    };
    assert_eq!(pages_of(Look::Plain), pages_of(Look::LowInk));
    let looks = [Look::Plain, Look::HighContrast, Look::LargePrint];
    let looks =
        looks.map(|look| (look, pages_of(look))).into_iter().filter(|(_, pages)| !pages.is_empty());
    looks.map(|(look, pages)| format!("{look}: {pages}")).collect::<Vec<_>>().join("; ")
}

#[test]
fn every_sheet_is_legible_and_fills_every_paper_or_is_refused() {
    let subjects = Subject::all();
    let all: Vec<_> =
        subjects.iter().flat_map(|of| Paper::NAMED.map(|(paper, _)| (of, paper))).collect();
    let next = AtomicUsize::new(0);
    let all_findings = Mutex::new(BTreeMap::<String, Findings>::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((subject, paper)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let new = print_on(subject, paper);
                    let mut all_findings = all_findings.lock().unwrap();
                    let findings = all_findings.entry(subject.name()).or_default();
                    findings.faults.extend(new.faults);
                    findings.empty.extend(new.empty);
                    findings.refused.extend(new.refused);
                }
            });
        }
    });
    let all_findings = all_findings.into_inner().unwrap();
    let list = |of: fn(&Findings) -> &Vec<String>| {
        all_findings.values().flat_map(of).cloned().collect::<Vec<_>>()
    };
    let faults = list(|findings| &findings.faults);
    let empty = list(|findings| &findings.empty);
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(empty.is_empty(), "too large a part of the page is free: {empty:#?}");
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let all = &all_findings;
    for (name, findings) in &all_findings {
        // A link never keeps a sheet from fitting.
        if let Some((game, kind)) = name.split_once(LINKED) {
            let mut without = all[&format!("{game}{kind}")].refused.clone();
            without.values_mut().for_each(|langs| langs.retain(|lang| *lang == Lang::En));
            without.retain(|_, langs| !langs.is_empty());
            assert_eq!(findings.refused, without, "{name}");
            continue;
        }
        groups.entry(refusals(&findings.refused)).or_default().push(name);
    }
    let mut actual: Vec<_> = groups
        .into_iter()
        .map(|(pages, names)| format!("{}\n  {pages}", names.join("\n")))
        .collect();
    actual.sort();
    let actual = actual.join("\n\n");
    assert!(
        actual == REFUSALS.trim(),
        "the list in refusals.txt differs; these are the refusals:\n{actual}"
    );
}
