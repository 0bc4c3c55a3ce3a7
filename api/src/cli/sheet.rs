//! `broadside sheet`: what one prints to play on paper.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use broadside_pdf::{Kind, Request, SheetError};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Which sheet, on what paper, and where to.
#[derive(Debug, Args)]
#[command(after_help = "\
A matrix is a number from 1 to 10, or the recipe of a made one as in v1:10:j3,i2,u3,p2:herring.

Examples:
  broadside sheet voices-pack --battle 3 --tactical 7 -o pack.pdf
  broadside sheet game-matrix --matrix 5 --paper a5 -o matrix.pdf
  broadside sheet classic --fleet five_ships --lang it -o - | lp
  broadside sheet advanced --land-map v1:16x16:herring -o advanced.pdf")]
pub(super) struct Sheet {
    /// Which sheet
    #[arg(value_parser = kinds())]
    kind: Kind,
    /// The game-matrix behind the battle map
    #[arg(long, value_name = "MATRIX", allow_negative_numbers = true)]
    battle: Option<String>,
    /// The game-matrix behind the tactical map
    #[arg(long, value_name = "MATRIX", allow_negative_numbers = true)]
    tactical: Option<String>,
    /// The game-matrix of a sheet game-matrix
    #[arg(long, value_name = "MATRIX", allow_negative_numbers = true)]
    matrix: Option<String>,
    /// The fleet: of a sheet classic standard (the default), two_destroyers or five_ships, of a sheet solo ships (the
    /// default) or wumpuses
    #[arg(long, value_name = "FLEET")]
    fleet: Option<String>,
    /// The map of a sheet advanced: a recipe as in v1:16x16:herring, or a size as in 16x16 for open water [default: 16x16]
    #[arg(long = "land-map", alias = "map", value_name = "MAP")]
    map: Option<String>,
    /// The paper: a4, letter, a5, or its size in millimetres as in 148x210 [default: a4]
    #[arg(long, value_name = "PAPER")]
    paper: Option<String>,
    /// Lay the paper on its long side
    #[arg(long)]
    landscape: bool,
    /// The white edge in millimetres [default: 12]
    #[arg(long, value_name = "MM", allow_negative_numbers = true)]
    margin: Option<String>,
    /// The language: en or it [default: en]
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// The file to write; `-` for standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// The kinds with what is on them, for the help and for a kind that there is not.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let all = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.summary()));
    PossibleValuesParser::new(all).try_map(|name| name.parse::<Kind>())
}

impl Sheet {
    /// Prints it. A wrong option ends with a status of 2, as a wrong flag does.
    pub(super) fn print(self) -> ExitCode {
        let Self { kind, battle, tactical, matrix, fleet, map, paper, landscape, margin, lang, output } =
            self;
        let orientation = landscape.then(|| "landscape".to_owned());
        let request = Request { battle, tactical, matrix, fleet, map, paper, orientation, margin, lang };
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

/// The flag that an error is about.
fn flag(error: &SheetError) -> String {
    match error.field() {
        "orientation" => "--landscape".to_owned(),
        field => format!("--{field}"),
    }
}
