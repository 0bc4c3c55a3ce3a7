//! Tests of every kind of sheet on every named paper, in both orientations, all languages and all looks.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use broadside_pdf::{Document, GameKind, GameSheetData, Kind, Lang, Look, Paper, SheetError};

use crate::geometry::{fault, free_share};
use crate::refusals::REFUSALS;
use crate::tools::{SHEETS, request};
use crate::{advanced, classic, satellite, solo, structure, voices};

const MARGIN: f32 = 12.0;

/// Sheet to print: blank, or of a game.
enum Subject {
    Blank(&'static str),
    Game(GameKind, Box<GameSheetData>, &'static str),
}

impl Subject {
    /// Returns all of [`SHEETS`], and all kinds of sheet of a game of each ruleset.
    fn all() -> Vec<Self> {
        let games =
            [classic::sample(), solo::sample(), satellite::sample(), advanced::sample(), voices::sample()];
        let kinds =
            games.iter().flat_map(|game| GameKind::of(game.ruleset()).iter().map(move |kind| (kind, game)));
        let of_games = kinds.flat_map(|(&kind, game)| {
            let options: &[&str] =
                if kind.name() == "score" { &["", "layout=facing", "size=large"] } else { &[""] };
            options.iter().map(move |options| Self::Game(kind, Box::new(game.clone()), options))
        });
        SHEETS.into_iter().map(Self::Blank).chain(of_games).collect()
    }

    fn name(&self) -> String {
        match self {
            Self::Blank(name) => (*name).to_owned(),
            Self::Game(kind, _, options) => format!("game: {kind} {options}").trim_end().to_owned(),
        }
    }

    fn print(&self, options: &str) -> Result<Document, SheetError> {
        match self {
            Self::Blank(name) => {
                let (kind, own) = name.split_once(' ').unwrap_or((name, ""));
                request(&format!("{own} {options}")).document(kind.parse::<Kind>()?)
            }
            Self::Game(kind, game, own) => request(&format!("{own} {options}")).of_game(*kind, game),
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
    let mut found = Findings::default();
    for orientation in ["portrait", "landscape"] {
        for look in Look::ALL {
            for lang in Lang::ALL {
                let page = format!("{paper} {orientation}");
                let what = format!("{}, {page}, {look}, {lang}", subject.name());
                let print = |paper: &str, orientation: &str| {
                    subject.print(&format!("paper={paper} orientation={orientation} look={look} lang={lang}"))
                };
                match print(paper, orientation) {
                    Ok(document) => check(&document, look, &what, &mut found),
                    Err(SheetError::TooSmall { fits, .. }) => {
                        let (paper, orientation) =
                            fits.unwrap_or_else(|| panic!("{what}: no paper is named"));
                        let fits = print(&paper.to_string(), &orientation.to_string());
                        assert!(fits.is_ok(), "{what}: {paper} {orientation} is named, but refused");
                        found.refused.entry((look.to_string(), page)).or_default().push(lang);
                    }
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
    found
}

fn check(document: &Document, look: Look, what: &str, found: &mut Findings) {
    let count = document.page_count();
    assert!(count > 0, "{what}");
    if look == Look::Plain {
        structure::check_all(document, what);
    }
    for (frame, number) in document.frames().iter().zip(1..) {
        let what = || format!("{what}, page {number}/{count}");
        found.faults.extend(fault(frame, MARGIN).map(|fault| format!("{}: {fault}", what())));
        let small = |size: f32| look == Look::LargePrint && size < 12.0;
        let small = frame.runs().filter(|run| small(run.size));
        found.faults.extend(small.map(|run| format!("{}: {run:?} is no large print", what())));
        let last = number == count && count > 1;
        if look == Look::Plain && !last {
            let share = free_share(frame, MARGIN);
            if share > most_free(&what()) {
                found.empty.push(format!("{}: {share:.2}", what()));
            }
        }
    }
}

/// Returns the share of a page that its largest free rectangle may take up. A score splits no turn across a page turn,
/// so a page ends where the next turn does not fit. The last page of its music comes before the pronunciation key.
fn most_free(what: &str) -> f32 {
    let numbers = what.rsplit_once(' ').and_then(|(_, numbers)| numbers.split_once('/')).unwrap();
    let (number, count) = (numbers.0.parse::<usize>().unwrap(), numbers.1.parse::<usize>().unwrap());
    match what.starts_with("game: score") {
        false => 0.25,
        true if number + 1 == count => 1.0,
        // The names are on a page, and the signs do not fit below them.
        true if what.starts_with("game: score size=large, a6 portrait") && number == 1 => 0.75,
        true => 0.5,
    }
}

/// Writes the refusals of a sheet: for each look, the pages that it does not fit.
fn refusals(refused: &BTreeMap<(String, String), Vec<Lang>>) -> String {
    let of = |look: Look| {
        let pages =
            refused.iter().filter(|((of, _), _)| *of == look.as_str()).map(
                |((_, page), langs)| match &langs[..] {
                    all if all.len() == Lang::ALL.len() => page.clone(),
                    some => {
                        let some: Vec<_> = some.iter().map(|lang| lang.code()).collect();
                        format!("{page} ({})", some.join(", "))
                    }
                },
            );
        let mut pages: Vec<String> = pages.collect();
        for (paper, _) in Paper::NAMED {
            let both = ["portrait", "landscape"].map(|orientation| format!("{paper} {orientation}"));
            if both.iter().all(|page| pages.contains(page)) {
                pages.retain(|page| !both.contains(page));
                pages.push(paper.to_owned());
            }
        }
        pages.sort();
        pages.join(", ")
    };
    assert_eq!(of(Look::Plain), of(Look::LowInk));
    let looks = [Look::Plain, Look::HighContrast, Look::LargePrint];
    let looks = looks.map(|look| (look, of(look))).into_iter().filter(|(_, pages)| !pages.is_empty());
    looks.map(|(look, pages)| format!("{look}: {pages}")).collect::<Vec<_>>().join("; ")
}

#[test]
fn every_sheet_is_legible_and_fills_every_paper_or_is_refused() {
    let subjects = Subject::all();
    let all: Vec<_> = subjects.iter().flat_map(|of| Paper::NAMED.map(|(paper, _)| (of, paper))).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<String, Findings>::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((subject, paper)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let new = print_on(subject, paper);
                    let mut found = found.lock().unwrap();
                    let of = found.entry(subject.name()).or_default();
                    of.faults.extend(new.faults);
                    of.empty.extend(new.empty);
                    of.refused.extend(new.refused);
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    let list = |of: fn(&Findings) -> &Vec<String>| found.values().flat_map(of).cloned().collect::<Vec<_>>();
    let (faults, empty) = (list(|found| &found.faults), list(|found| &found.empty));
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(empty.is_empty(), "too large a part of the page is free: {empty:#?}");
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, found) in &found {
        groups.entry(refusals(&found.refused)).or_default().push(name);
    }
    let mut actual: Vec<_> =
        groups.into_iter().map(|(pages, names)| format!("{}\n  {pages}", names.join("\n"))).collect();
    actual.sort();
    let actual = actual.join("\n\n");
    assert!(
        actual == REFUSALS.trim(),
        "the list of refusals in refusals.rs differs; these are the refusals:\n{actual}"
    );
}
