//! `broadside sheet`: prints a sheet to play on paper, as PDF.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use broadside_pdf::{Kind, Request, SheetError};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Arguments of `broadside sheet`.
#[derive(Debug, Args)]
#[command(after_help = "\
A matrix is a number from 1 to 10, or the recipe of a made one as in v1:10:j3,i2,u3,p2:herring.
Options of a game have the same words as in the settings of a game, and the same limits.

Examples:
  broadside sheet voices-pack --battle 3 --tactical 7 -o pack.pdf
  broadside sheet game-matrix --matrix 5 --paper a5 -o matrix.pdf
  broadside sheet classic --fleet five_ships --lang it -o - | lp
  broadside sheet classic --fleet custom --ships '[{\"class\":\"cruiser\",\"length\":4,\"shots\":2}]' -o custom.pdf
  broadside sheet satellite --rows 10 --columns 12 -o satellite.pdf
  broadside sheet advanced --map v1:16x16:herring -o advanced.pdf")]
pub(super) struct SheetArgs {
    /// Kind of the sheet
    #[arg(value_parser = kinds())]
    kind: Kind,
    /// Game-matrix behind the battle map
    #[arg(long, value_name = "MATRIX", allow_negative_numbers = true)]
    battle: Option<String>,
    /// Game-matrix behind the tactical map
    #[arg(long, value_name = "MATRIX", allow_negative_numbers = true)]
    tactical: Option<String>,
    /// Game-matrix of a game-matrix sheet
    #[arg(long, value_name = "MATRIX", allow_negative_numbers = true)]
    matrix: Option<String>,
    /// Number of players of a game of voices, 2 to 8 [default: 2]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    seats: Option<String>,
    /// Order of the shots on a classic sheet: salvo or single [default: salvo]
    #[arg(long, value_name = "MODE")]
    mode: Option<String>,
    /// Fleet: on a classic sheet standard (the default), two_destroyers, five_ships or custom; for voices and advanced
    /// the number of ships of each class, as in '{"carrier":2}'
    #[arg(long, value_name = "FLEET")]
    fleet: Option<String>,
    /// Grid of a custom fleet, as in '{"columns":12,"rows":12}'
    #[arg(long, value_name = "JSON")]
    grid: Option<String>,
    /// Ships of a custom fleet, as in '[{"class":"cruiser","length":4,"shots":2}]'
    #[arg(long, value_name = "JSON")]
    ships: Option<String>,
    /// Suits of a solo sheet from top to bottom [default: suns,moons,crowns,arms]
    #[arg(long, value_name = "SUITS")]
    order: Option<String>,
    /// Suit of a solo sheet that lends its coins to number the columns [default: arms]
    #[arg(long, value_name = "SUIT")]
    lends: Option<String>,
    /// Print six dinghies for each fighting suit of a solo sheet, instead of its ships
    #[arg(long)]
    wumpuses: bool,
    /// Rows of a satellite planet, 8 to 16 [default: 13]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    rows: Option<String>,
    /// Columns of a satellite planet, 8 to 16 [default: 9]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    columns: Option<String>,
    /// Map of an advanced sheet: a recipe as in v1:16x16:herring, or a size as in 16x16 for open water [default:
    /// v1:16x16:broadside]
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// Points of each player of an advanced game, 10 to 200 [default: 60]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    points: Option<String>,
    /// Points that a player of an advanced game receives at each own turn, 0 to 10 [default: 0]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    resupply: Option<String>,
    /// Paper: a4, letter, a5, or a size in millimetres as in 148x210 [default: a4]
    #[arg(long, value_name = "PAPER")]
    paper: Option<String>,
    /// Use the paper in landscape orientation
    #[arg(long)]
    landscape: bool,
    /// White margin in millimetres [default: 12]
    #[arg(long, value_name = "MM", allow_negative_numbers = true)]
    margin: Option<String>,
    /// Language: en or it [default: en]
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// File to write; `-` for standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Returns a parser of the kinds. The help and the error about an unknown kind list all kinds and their contents.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let all = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.summary()));
    PossibleValuesParser::new(all).try_map(|name| name.parse::<Kind>())
}

impl SheetArgs {
    /// Prints the sheet. An invalid option exits with status 2, as an invalid flag does.
    pub(super) fn print(self) -> ExitCode {
        let (kind, output) = (self.kind, self.output);
        let request = Request {
            battle: self.battle,
            tactical: self.tactical,
            matrix: self.matrix,
            seats: self.seats,
            mode: self.mode,
            fleet: self.fleet,
            grid: self.grid,
            ships: self.ships,
            order: self.order,
            lends: self.lends,
            wumpuses: self.wumpuses.then(|| "true".to_owned()),
            rows: self.rows,
            columns: self.columns,
            map: self.map,
            points: self.points,
            resupply: self.resupply,
            paper: self.paper,
            orientation: self.landscape.then(|| "landscape".to_owned()),
            margin: self.margin,
            lang: self.lang,
        };
        let pdf = match request.document(kind) {
            Ok(document) => document.pdf(),
            Err(error) => {
                eprintln!("broadside: {}: {error}", flag(&error));
                return ExitCode::from(2);
            }
        };
        let written = if output == Path::new("-") {
            std::io::stdout().lock().write_all(&pdf)
        } else {
            std::fs::write(&output, &pdf)
        };
        match written {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("broadside: {} cannot be written: {error}", output.display());
                ExitCode::FAILURE
            }
        }
    }
}

/// Returns the flag that an error concerns.
fn flag(error: &SheetError) -> String {
    match error.field() {
        "orientation" => "--landscape".to_owned(),
        field => format!("--{field}"),
    }
}
