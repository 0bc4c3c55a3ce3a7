//! Compresses the OpenAPI document, which would otherwise be a fifteenth of the program.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

const DOCUMENT: &str = "../../openapi/openapi.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(DOCUMENT)?)?;
    fs::write(Path::new(&std::env::var("OUT_DIR")?).join("openapi.json.gz"), encoder.finish()?)?;
    Ok(())
}
