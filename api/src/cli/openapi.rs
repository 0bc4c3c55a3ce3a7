//! `broadside openapi --write` and `--check`: the file of the OpenAPI document, and that of the
//! schemas of options next to it.

use std::path::{Path, PathBuf};

use super::CliError;

/// Returns the two files, and the texts that they should have.
fn files(document: &Path) -> [(PathBuf, String); 2] {
    [
        (document.to_owned(), format!("{:#}\n", broadside_http::document())),
        (
            document.with_file_name("options.json"),
            format!("{:#}\n", broadside_http::options_schemas()),
        ),
    ]
}

/// Writes both files.
pub(super) fn write(document: &Path) -> Result<(), CliError> {
    for (file, text) in files(document) {
        std::fs::write(&file, text)
            .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    }
    Ok(())
}

/// Checks that both files are up to date.
pub(super) fn check(document: &Path) -> Result<(), CliError> {
    for (file, text) in files(document) {
        let found = std::fs::read_to_string(&file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        if found != text {
            let (file, document) = (file.display(), document.display());
            return Err(format!(
                "{file} is outdated: write it with `cargo run -- openapi --write {document}`"
            )
            .into());
        }
    }
    Ok(())
}
