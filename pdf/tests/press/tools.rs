//! Sheets to test, and tools to test them with.

use std::io::Write;
use std::process::Command;

use broadside_bots::{Bot, Key, Level};
use broadside_engine::chance::Seed;
use broadside_engine::game::{self, Game, RulesetId};
use broadside_engine::seat::Viewer;
use broadside_pdf::{Document, GameKind, GameSheetData, Kind, Request, SheetError};

/// Parses a request written like a query: `battle=3 lang=it`.
pub(crate) fn request(options: &str) -> Request {
    let mut request = Request::default();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap();
        let value = Some(value.to_owned());
        match name {
            "battle" => request.battle = value,
            "tactical" => request.tactical = value,
            "matrix" => request.matrix = value,
            "packs" => request.packs = value,
            "seed" => request.seed = value,
            "seats" => request.seats = value,
            "mode" => request.mode = value,
            "fleet" => request.fleet = value,
            "grid" => request.grid = value,
            "ships" => request.ships = value,
            "order" => request.order = value,
            "lends" => request.lends = value,
            "wumpuses" => request.wumpuses = value,
            "rows" => request.rows = value,
            "columns" => request.columns = value,
            "map" => request.map = value,
            "points" => request.points = value,
            "resupply" => request.resupply = value,
            "layout" => request.layout = value,
            "size" => request.size = value,
            "paper" => request.paper = value,
            "orientation" => request.orientation = value,
            "margin" => request.margin = value,
            "look" => request.look = value,
            "n_up" => request.n_up = value,
            "lang" => request.lang = value,
            _ => panic!("{name}"),
        }
    }
    request
}

/// Returns the kind of sheet for a game that has this name.
pub(crate) fn kind(name: &str) -> GameKind {
    let mut all = RulesetId::ALL.iter().flat_map(|ruleset| GameKind::of(*ruleset));
    *all.find(|kind| kind.name() == name).unwrap_or_else(|| panic!("{name}"))
}

/// Returns what a viewer knows of a game, without names, score and address.
pub(crate) fn known(game: &Game, viewer: Viewer) -> GameSheetData {
    GameSheetData {
        game: "7".to_owned(),
        viewer,
        view: game.view(viewer),
        names: Vec::new(),
        score: None,
        link: None,
    }
}

/// Makes the document for a kind and its options, as in `maps battle=3`. Returns an error if that
/// is not possible.
pub(crate) fn ask(sheet: &str) -> Result<Document, SheetError> {
    let (kind, options) = sheet.split_once(' ').unwrap_or((sheet, ""));
    let kind: Kind = kind.parse()?;
    request(options).document(kind)
}

/// Makes the document for a kind and its options. Panics on an error.
pub(crate) fn sheet(sheet: &str) -> Document {
    ask(sheet).unwrap_or_else(|error| panic!("{sheet}: {error}"))
}

/// Returns at least one sheet of each kind, and each use of its options.
pub(crate) fn sheets() -> impl Iterator<Item = &'static str> {
    include_str!("sheets.txt").lines()
}

/// Returns the beginning of a game between bots, for a ruleset that has no example of its own.
pub(crate) fn played_by_bots(ruleset: RulesetId) -> Game {
    let seed = Seed::new([7; 32]);
    let mut game = Game::open("a game", seed, ruleset, &ruleset.default_options()).unwrap();
    let seats: Vec<_> = game.seats().iter().map(|seat| seat.seat).collect();
    for &seat in &seats {
        game = game.apply(&game::Request::Join(seat)).unwrap().game;
    }
    for &seat in &seats {
        let request = game::Request::Place { seat, placement: None, seed: None };
        game = game.apply(&request).unwrap().game;
    }
    let bot = Bot::new(Level::Casual, Key::new([7; 32]));
    for _ in 0..8 {
        let Some(seat) = game.to_move().iter().next() else { break };
        let decision = bot.act(seat, &game.view(Viewer::Seat(seat)), &game.legal(seat));
        let Some(decision) = decision else { break };
        game = game.apply(&game::Request::Act { seat, actions: &decision.actions }).unwrap().game;
    }
    game
}

/// Runs a tool on a file and returns its output.
pub(crate) fn run(pdf: &[u8], tool: &str, before: &[&str], after: &[&str]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pdf).unwrap();
    let output = Command::new(tool).args(before).arg(file.path()).args(after).output();
    let output = output.unwrap_or_else(|error| panic!("{tool} is needed for this test: {error}"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{tool}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Returns the text of a file, page by page, in reading order.
pub(crate) fn pages(pdf: &[u8]) -> Vec<String> {
    let text = run(pdf, "pdftotext", &["-raw", "-enc", "UTF-8"], &["-"]);
    text.split_terminator('\u{c}').map(str::to_owned).collect()
}
