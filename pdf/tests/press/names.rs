//! Tests of players' names on the sheets of games: they are where the players need them, and never
//! change the layout.

use broadside_engine::chance::Seed;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::seat::{Seat, Viewer};
use broadside_pdf::{Document, GameKind, GameSheetData, Lang, SheetError};
use serde_json::json;

use crate::geometry::check;
use crate::tools::{known, played_by_bots, request};
use crate::{advanced, classic, satellite, voices};

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

fn print(
    game: &Game,
    kind: GameKind,
    viewer: Viewer,
    names: &[Option<&str>],
    options: &str,
) -> Result<Document, SheetError> {
    let score = match game {
        Game::Voices(table) => Some(table.score(viewer)),
        _ => None,
    };
    let known = GameSheetData {
        names: names.iter().map(|name| name.map(str::to_owned)).collect(),
        link: Some(
            "https://play.example.org/v1/games/0196f0a0-0000-7000-8000-000000000001".to_owned(),
        ),
        score,
        ..known(game, viewer)
    };
    request(options).of_game(kind, &known)
}

/// Returns games of each ruleset for several players.
fn games() -> Vec<Game> {
    let options = json!({"rows": 13});
    let mut games = vec![
        classic::played("single", "J1", &[&["J1"], &["A1"]]),
        classic::played("salvo", "J1", &[]),
        satellite::played(&options, [["A1", "A2"]; 2], 4),
        advanced::played(false, &advanced::THEIRS, &advanced::course()),
        voices::played(&["across", "down"], 8),
        voices::played(&["across", "down", "across", "down"], 8),
        large(),
    ];
    for &ruleset in RulesetId::ALL.iter().filter(|ruleset| !ruleset.is_for_one()) {
        if games.iter().all(|game| game.ruleset() != ruleset) {
            games.push(played_by_bots(ruleset));
        }
    }
    games
}

/// Returns a game of `advanced` on the largest map, which has a page for each map on small paper.
fn large() -> Game {
    let options = json!({"map": vec!["~".repeat(16); 16]});
    let game =
        Game::open("a game", Seed::new([7; 32]), RulesetId::Advanced, &options).ok().unwrap();
    let game = game.apply(&Request::Join(seat(1))).ok().unwrap().game;
    game.apply(&Request::Join(seat(2))).ok().unwrap().game
}

/// Returns all texts of a document.
fn texts(document: &Document) -> Vec<String> {
    document.frames().iter().flat_map(|frame| frame.runs()).map(|run| run.text.clone()).collect()
}

fn kinds(game: &Game) -> impl Iterator<Item = GameKind> {
    GameKind::of(game.view(Viewer::Public).ruleset())
        .iter()
        .copied()
        .filter(|kind| kind.name() != "score")
}

#[test]
fn a_name_changes_no_page_count_and_is_never_outside_its_page() {
    let long = "Bartholomew the Navigator of 海 and the \u{202e}Seven Seas <b>&amp;".repeat(4);
    let wide = "W".repeat(300);
    for game in games() {
        for kind in kinds(&game) {
            for viewer in [Viewer::Seat(seat(1)), Viewer::Public] {
                for paper in ["a4", "a5", "120x180"] {
                    for print_as in ["", " orientation=landscape lang=it"] {
                        let options = format!("paper={paper}{print_as}");
                        let printed =
                            |name: Option<&str>| print(&game, kind, viewer, &[name; 4], &options);
                        let without = printed(None);
                        for name in [&long, &wide] {
                            let what = format!("{kind} for {viewer:?}, {options}, {name}");
                            match (&without, printed(Some(name.as_str()))) {
                                (Ok(without), Ok(with)) => {
                                    assert_eq!(with.page_count(), without.page_count(), "{what}");
                                    for frame in with.frames() {
                                        check(frame, 12.0, &what);
                                    }
                                    assert!(
                                        !texts(&with).concat().contains(['海', '\u{202e}']),
                                        "{what}"
                                    );
                                }
                                (Err(_), Err(_)) => {}
                                (without, with) => panic!("{what}: {without:?} {with:?}"),
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_map_has_the_name_of_its_player_if_known() {
    let one = Viewer::Seat(seat(1));
    let names = [Some("Ada"), Some("Ben"), None, Some("Dan")];
    for (game, kind, viewer, has, has_not) in [
        (0, "classic", one, vec!["Self", "Ben"], "Opponent"),
        (0, "classic", Viewer::Public, vec!["Player 1 · Ada", "Player 2 · Ben"], "Player 1"),
        (2, "satellite", one, vec!["Planet", "Targeting · Ben"], "Targeting"),
        (2, "satellite", Viewer::Public, vec!["Planet of player 2 · Ben"], "Planet of player 2"),
        (3, "advanced", one, vec!["Own map", "Enemy map · Ben"], "Enemy map"),
        (3, "advanced", Viewer::Public, vec!["Player 2 · Ben"], "Player 2"),
        (6, "advanced", one, vec!["Own map", "Enemy map", "· Ben"], "Enemy map · Ben"),
        (4, "maps", one, vec!["Battle map", "Tactical map · Ben"], "Tactical map"),
        (4, "tactical-map", one, vec!["Tactical map", "· Ben"], "Opponent"),
        (
            5,
            "maps",
            one,
            vec![
                "Battle map",
                "Tactical map · Ben",
                "Tactical map · voice 3",
                "Tactical map · Dan",
            ],
            "Tactical map · voice 2",
        ),
        (5, "tactical-map", one, vec!["· Ben", "Tactical map · voice 3", "· Dan"], "· Ada"),
    ] {
        let paper = if game == 6 { "paper=a5" } else { "" };
        let game = &games()[game];
        let kind = kinds(game).find(|of| of.name() == kind).unwrap();
        let texts = texts(&print(game, kind, viewer, &names, paper).unwrap());
        for text in has {
            assert!(texts.iter().any(|found| found == text), "{kind}: {text} is not in {texts:?}");
        }
        assert!(!texts.iter().any(|found| found == has_not), "{kind}: {has_not} is in {texts:?}");
    }
    let nameless =
        texts(&print(&games()[0], kinds(&games()[0]).next().unwrap(), one, &[], "").unwrap());
    assert!(nameless.iter().any(|text| text == "Opponent"), "{nameless:?}");
}

#[test]
fn arsenals_and_logs_have_the_names_of_the_players_in_both_languages() {
    let one = Viewer::Seat(seat(1));
    let two = Viewer::Seat(seat(2));
    let names = [Some("Ada"), Some("Ben")];
    for (game, viewer, lang, count, has, has_not) in [
        (0, one, "en", 2, "Shot · Ben", "Their shot"),
        (0, one, "it", 2, "Colpo · Ben", "Il suo colpo"),
        (1, two, "en", 1, "Salvo · Ada", "Their salvo"),
        (1, one, "it", 1, "Salva · Ben", "La sua salva"),
        (1, Viewer::Public, "en", 1, "Salvo · Ada", "Salvo of player 1"),
        // The log of single shots has two parts. Below: the barrages, two columns of other
        // cartridges, and the log.
        (2, one, "en", 4, "Ben", "Them"),
        (2, two, "it", 4, "Ada", "Avversario"),
        (2, Viewer::Public, "en", 4, "Ben", "Player 2"),
        (3, one, "en", 3, "Ben", "they"),
        (3, two, "it", 4, "Ada", "altro"),
    ] {
        let game = &games()[game];
        let kind = kinds(game).next().unwrap();
        let texts = texts(&print(game, kind, viewer, &names, &format!("lang={lang}")).unwrap());
        let found = texts.iter().filter(|text| *text == has).count();
        assert_eq!(found, count, "{kind} for {viewer:?} in {lang}: {has} in {texts:?}");
        assert!(
            !texts.iter().any(|text| text == has_not),
            "{kind} for {viewer:?} in {lang}: {has_not}"
        );
    }
}

#[test]
fn a_name_that_is_too_long_for_its_map_is_shortened() {
    let long = "Bartholomew the Navigator of the Seven Seas";
    let game = &games()[2];
    let kind = kinds(game).next().unwrap();
    let texts = texts(&print(game, kind, Viewer::Seat(seat(1)), &[None, Some(long)], "").unwrap());
    let caption = texts.iter().find(|text| text.starts_with("Targeting · Barth")).unwrap();
    assert!(caption.ends_with('…') && !caption.contains("Seas"), "{caption}");
}

#[test]
fn the_page_that_opens_the_sheet_has_the_code_of_the_game_and_no_other_page() {
    // The code is drawn in lines of half a millimetre.
    let has_code = |frame: &broadside_pdf::frame::Frame| {
        let module = 0.5 * broadside_pdf::MM;
        frame.items.iter().any(|item| match item {
            broadside_pdf::frame::Item::Lines { weight, .. } => (weight - module).abs() < 0.001,
            _ => false,
        })
    };
    for game in games() {
        for kind in GameKind::of(game.view(Viewer::Public).ruleset()) {
            for options in ["", "paper=a5", "paper=a5 orientation=landscape", "paper=letter"] {
                for viewer in [Viewer::Seat(seat(1)), Viewer::Public] {
                    let Ok(document) = print(&game, *kind, viewer, &[], options) else { continue };
                    let pages: Vec<usize> = (0..document.page_count())
                        .filter(|n| has_code(&document.frames()[*n]))
                        .collect();
                    assert_eq!(pages, [0], "{kind} {options}");
                }
            }
        }
    }
}

#[test]
fn the_code_keeps_a_sheet_on_the_paper_that_it_fits_without_it() {
    for game in games() {
        for kind in GameKind::of(game.view(Viewer::Public).ruleset()) {
            for paper in ["a4", "a5", "letter"] {
                for orientation in ["portrait", "landscape"] {
                    for lang in Lang::ALL.map(Lang::code) {
                        let options =
                            format!("paper={paper} orientation={orientation} lang={lang}");
                        let viewer = Viewer::Seat(seat(1));
                        let document = print(&game, *kind, viewer, &[], &options);
                        assert!(document.is_ok(), "{kind} {options}");
                    }
                }
            }
        }
    }
}
