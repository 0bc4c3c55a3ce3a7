//! `broadside sheet`: prints a sheet to play on paper, as PDF, or its pages as pictures.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use broadside_pdf::{Document, Format, Kind, Output, PageNumber, Request, SheetError};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Value, json};
use utoipa::IntoParams;

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
    #[command(flatten)]
    options: SheetOptions,
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

/// Options of the sheet and of its paper, with the names and the meanings that they have over HTTP.
#[derive(Debug)]
struct SheetOptions(Request);

/// Returns the options as the OpenAPI document describes them.
fn parameters() -> Vec<Value> {
    Request::into_params(|| None).iter().map(|parameter| json!(parameter)).collect()
}

fn text(parameter: &Value, field: &str) -> String {
    // A comment keeps its line breaks.
    parameter[field].as_str().unwrap_or_default().replace('\n', " ")
}

fn argument(parameter: &Value) -> Arg {
    let name = text(parameter, "name");
    let mut help = text(parameter, "description");
    if let Some(default) = parameter["schema"]["default"].as_str() {
        help += &format!(" [default: {default}]");
    }
    Arg::new(name.clone()).long(name.replace('_', "-")).help(help).allow_negative_numbers(true)
}

impl Args for SheetOptions {
    fn augment_args(command: Command) -> Command {
        command.args(parameters().iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SheetOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let parameters = parameters();
        let options = parameters.iter().filter_map(|parameter| {
            let name = parameter["name"].as_str()?;
            Some((name.to_owned(), json!(matches.get_one::<String>(name)?)))
        });
        let request = serde_json::from_value(options.collect::<Value>());
        request.map(Self).map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
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
        let Self { kind, options: SheetOptions(request), page, dpi, output } = self;
        let files = request.document(kind).and_then(|document| {
            let file = Output::new(format_of(&output), page.as_deref(), dpi.as_deref())?;
            render(&document, file, page.is_none(), &output)
        });
        let files = match files {
            Ok(files) => files,
            Err(error) => {
                eprintln!("broadside: --{}: {error}", error.field().replace('_', "-"));
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
