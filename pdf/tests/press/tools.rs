//! Sheets to test, and tools to test them with.

use std::io::Write;
use std::process::Command;

use broadside_engine::game::{Game, RulesetId};
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

/// At least one sheet of each kind, and each use of its options.
pub(crate) const SHEETS: [&str; 37] = [
    "battle-map",
    "battle-map battle=3",
    "tactical-map",
    "tactical-map tactical=v1:10:j3,i2,u3,p2:herring",
    "maps",
    "maps battle=9 tactical=10",
    "game-matrix matrix=8",
    "game-matrix matrix=v1:6:t3,ʃ2,aʊ1:A-1",
    "game-matrix matrix=v1:10:t1,d1,m1,w1,v1,z1,dʒ1,aʊ1,ɛ1,θ1:the-longest-seed-there-may-be-is-this-40",
    "game-matrices",
    "pronunciation-key",
    "voices-pack battle=3 tactical=7",
    "classic-pack",
    "classic-pack fleet=five_ships",
    "solo-pack",
    "satellite-pack",
    "advanced-pack map=v1:16x16:herring",
    "classic",
    "classic fleet=five_ships",
    "classic mode=single fleet=custom grid={\"columns\":12,\"rows\":9} ships=[{\"class\":\"cruiser\",\"length\":4,\"shots\":2}]",
    "tactical-map seats=4",
    "maps seats=3 fleet={\"carrier\":2,\"submarine\":4}",
    "voices-pack battle=3 tactical=7 seats=8",
    "solo",
    "solo wumpuses=true",
    "solo order=arms,crowns,moons,suns lends=moons",
    "satellite",
    "satellite rows=16 columns=16",
    "satellite-pieces",
    "satellite-pieces rows=16 columns=16",
    "advanced",
    "advanced map=16x16",
    "advanced map=v1:16x16:herring points=200 resupply=10",
    "class-set packs=2 seed=school",
    "move-card",
    "d10",
    "piecepack",
];

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
