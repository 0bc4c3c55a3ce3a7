//! Compresses the Fluent files of each language, which would otherwise be a fortieth of the
//! program.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Folder with a folder for each language.
const TEXTS: &str = "texts";
/// Files of a language, in the order of `Source::texts`.
const FILES: [&str; 4] = ["sheets.ftl", "howto.ftl", "mail.ftl", "rules.ftl"];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={TEXTS}");
    for folder in fs::read_dir(TEXTS)? {
        let folder = folder?.path();
        let code = folder
            .file_name()
            .and_then(|name| name.to_str())
            .ok_or("a folder name is not UTF-8")?;
        fs::write(out.join(format!("{code}.gz")), pack(&folder)?)?;
    }
    Ok(())
}

/// Compresses the files of a language, with a NUL between two of them.
fn pack(folder: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for (number, file) in FILES.into_iter().enumerate() {
        if number > 0 {
            encoder.write_all(&[0])?;
        }
        encoder.write_all(&fs::read(folder.join(file))?)?;
    }
    Ok(encoder.finish()?)
}
