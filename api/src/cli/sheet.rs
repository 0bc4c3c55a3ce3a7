//! `broadside sheet`: prints a sheet to play on paper, as PDF, or its pages as pictures.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use broadside_pdf::{Document, Format, Kind, Output, PageNumber, Request, SheetError};
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
  broadside sheet advanced --map v1:16x16:herring -o advanced.pdf
  broadside sheet game-matrices --dpi 150 -o matrix.png
  broadside sheet game-matrices --page 3 -o third.svg")]
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
    /// Number of packs of a class set, up to 400
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    packs: Option<String>,
    /// Seed of the matrices of a class set [default: class]
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
    /// Number of players of a game of voices, 2 to 8 [default: 2]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    seats: Option<String>,
    /// Order of the shots on a classic sheet: salvo or single [default: salvo]
    #[arg(long, value_name = "MODE")]
    mode: Option<String>,
    /// Fleet: on a classic sheet standard (the default), two_destroyers, five_ships or custom; for
    /// voices and advanced the number of ships of each class, as in '{"carrier":2}'
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
    /// Map of an advanced sheet: a recipe as in v1:16x16:herring, or a size as in 16x16 for open
    /// water [default: v1:16x16:broadside]
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// Points of each player of an advanced game, 10 to 200 [default: 60]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    points: Option<String>,
    /// Points that a player of an advanced game receives at each own turn, 0 to 10 [default: 0]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    resupply: Option<String>,
    /// Paper: a6, a5, letter, a4, legal, a3, or a size in millimetres as in 148x210 [default: a4]
    #[arg(long, value_name = "PAPER")]
    paper: Option<String>,
    /// Use the paper in landscape orientation
    #[arg(long)]
    landscape: bool,
    /// Look: plain, large_print, high_contrast or low_ink [default: plain]
    #[arg(long, value_name = "LOOK")]
    look: Option<String>,
    /// Number of pages on each side of the paper, with lines to cut along: 1, 2 or 4 [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    n_up: Option<String>,
    /// White margin in millimetres [default: 12]
    #[arg(long, value_name = "MM", allow_negative_numbers = true)]
    margin: Option<String>,
    /// Language: en, it or de [default: en]
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// Number of the page of an SVG or PNG picture [default: all pages, each in a file of its own]
    #[arg(long, value_name = "PAGE", allow_negative_numbers = true)]
    page: Option<String>,
    /// Pixels per inch of a PNG picture, 36 to 300 [default: 96]
    #[arg(long, value_name = "DPI", allow_negative_numbers = true)]
    dpi: Option<String>,
    /// File to write; `-` for standard output. A file whose name ends in .svg or .png is a picture
    /// of a page, and any other is a PDF. The pages of a sheet with several become FILE-1.svg,
    /// FILE-2.svg and so on; these never replace a file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Returns a parser of the kinds. The help and the error about an unknown kind list all kinds and
/// their contents.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let all = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(kind.summary()));
    PossibleValuesParser::new(all).try_map(|name| name.parse::<Kind>())
}

impl SheetArgs {
    /// Prints the sheet. An invalid option exits with status 2, as an invalid flag does.
    pub(super) fn print(self) -> ExitCode {
        let (kind, page, dpi, output) = (self.kind, self.page, self.dpi, self.output);
        let request = Request {
            battle: self.battle,
            tactical: self.tactical,
            matrix: self.matrix,
            packs: self.packs,
            seed: self.seed,
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
            look: self.look,
            n_up: self.n_up,
            margin: self.margin,
            lang: self.lang,
            ..Request::default()
        };
        let files = request.document(kind).and_then(|document| {
            let file = Output::new(format_of(&output), page.as_deref(), dpi.as_deref())?;
            render(&document, file, page.is_none(), &output)
        });
        let files = match files {
            Ok(files) => files,
            Err(error) => {
                eprintln!("broadside: {}: {error}", flag(&error));
                return ExitCode::from(2);
            }
        };
        match save(&files) {
            Ok(()) => ExitCode::SUCCESS,
            Err((path, error)) => {
                eprintln!("broadside: {} cannot be written: {error}", path.display());
                ExitCode::FAILURE
            }
        }
    }
}

/// Returns the format of a file: the one of its extension, or else PDF.
fn format_of(path: &Path) -> Format {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Format::from_extension(&extension.to_ascii_lowercase()).unwrap_or_default()
}

/// Renders the files of a document: one, or one for each page.
fn render(
    document: &Document,
    file: Output,
    all_pages: bool,
    path: &Path,
) -> Result<Vec<(PathBuf, Vec<u8>)>, SheetError> {
    if file.page().is_none() || !all_pages || document.page_count() == 1 {
        return Ok(vec![(path.to_owned(), document.write(file)?)]);
    }
    let pages = PageNumber::all(document.page_count());
    pages.map(|page| Ok((numbered(path, page), document.write(file.with_page(page))?))).collect()
}

/// Returns the path of the file with a page: `pack-2.svg` for page 2 of `pack.svg`.
fn numbered(path: &Path, page: PageNumber) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{page}."));
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

/// Writes files. Several files have names that the user did not choose, so they are listed, and
/// never replace a file.
///
/// # Errors
/// If a file cannot be written. Returns its path.
fn save(files: &[(PathBuf, Vec<u8>)]) -> Result<(), (&Path, io::Error)> {
    if let [(path, bytes)] = files {
        let is_stdout = path == Path::new("-");
        let saved =
            if is_stdout { io::stdout().lock().write_all(bytes) } else { fs::write(path, bytes) };
        return saved.map_err(|error| (&**path, error));
    }
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err((
            path,
            io::Error::other("there is a file with this name, so no page was written"),
        ));
    }
    for (path, bytes) in files {
        let saved = File::create_new(path).and_then(|mut file| file.write_all(bytes));
        saved.map_err(|error| (&**path, error))?;
        // The reader of the output may have gone.
        let _ = writeln!(io::stdout(), "{}", path.display());
    }
    Ok(())
}

/// Returns the flag that an error concerns.
fn flag(error: &SheetError) -> String {
    match error.field() {
        "orientation" => "--landscape".to_owned(),
        field => format!("--{}", field.replace('_', "-")),
    }
}
