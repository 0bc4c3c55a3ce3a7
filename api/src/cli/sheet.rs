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

Examples:
  broadside sheet voices-pack --battle 3 --tactical 7 -o pack.pdf
  broadside sheet game-matrix --matrix 5 --paper a5 -o matrix.pdf
  broadside sheet classic --fleet five_ships --lang it -o - | lp
  broadside sheet advanced --land-map v1:16x16:herring -o advanced.pdf")]
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
    /// Fleet: on a classic sheet standard (the default), two_destroyers or five_ships; on a solo sheet ships (the
    /// default) or wumpuses
    #[arg(long, value_name = "FLEET")]
    fleet: Option<String>,
    /// Map of an advanced sheet: a recipe as in v1:16x16:herring, or a size as in 16x16 for open water [default: 16x16]
    #[arg(long = "land-map", alias = "map", value_name = "MAP")]
    map: Option<String>,
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
        let Self { kind, battle, tactical, matrix, fleet, map, paper, landscape, margin, lang, output } =
            self;
        let orientation = landscape.then(|| "landscape".to_owned());
        let request = Request {
            battle,
            tactical,
            matrix,
            fleet,
            map,
            paper,
            orientation,
            margin,
            lang,
            ..Request::default()
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
