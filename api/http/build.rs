//! Compresses the files that the service serves: the OpenAPI document, which would otherwise be a
//! fifteenth of the program, the guides, and the web pages.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

const DOCUMENT: &str = "../../openapi/openapi.json";
/// Folder of the guides.
const GUIDES: &str = "../../docs";
/// Folder of the web pages.
const WEB: &str = "../web";
/// Extensions of the files that are served, with their media types. Other files in the folder are
/// for developers.
const WEB_TYPES: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("ftl", "text/plain; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("svg", "image/svg+xml"),
];
/// Pages with addresses of their own, by their files.
const PAGES: [(&str, &str); 3] =
    [("index.html", "/"), ("play.html", "/play"), ("sheets.html", "/sheets")];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={DOCUMENT}");
    println!("cargo::rerun-if-changed={WEB}");
    compress(&out, "openapi.json.gz", &fs::read(DOCUMENT)?)?;
    guides(&out)?;
    fs::write(out.join("web.rs"), web(&out)?)?;
    Ok(())
}

/// Compresses all Markdown files that may be guides.
fn guides(out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={GUIDES}");
    for entry in fs::read_dir(GUIDES)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "md") {
            let name = file.file_name().and_then(|name| name.to_str());
            let name = name.ok_or("a file name is not UTF-8")?;
            compress(out, &format!("{name}.gz"), &fs::read(&file)?)?;
        }
    }
    Ok(())
}

/// Compresses the files of the web pages. Returns Rust code: a constant with the version, which is
/// a hash of all files, and a list of the files.
fn web(out: &Path) -> Result<String, Box<dyn Error>> {
    let mut files = Vec::new();
    list(Path::new(WEB), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        (file, fs::read(file)?).hash(&mut hasher);
    }
    let version = format!("{:016x}", hasher.finish());
    let mut code = format!(
        "const VERSION: &str = \"{version}\";\nstatic FILES: &[(&str, &str, &[u8])] = &[\n"
    );
    for (number, file) in files.iter().enumerate() {
        let path = file.strip_prefix(WEB)?.to_str().ok_or("a file name is not UTF-8")?;
        let extension = file.extension().and_then(|extension| extension.to_str());
        let Some((_, kind)) = WEB_TYPES.iter().find(|(known, _)| Some(*known) == extension) else {
            continue;
        };
        let packed = format!("web-{number}.gz");
        compress(out, &packed, &absolute_links(file, &version)?)?;
        writeln!(
            code,
            "({path:?}, {kind:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{packed}\"))),"
        )?;
    }
    Ok(code + "];\n")
}

/// Lists the files of a folder and its subfolders, except generated types.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() {
            files.push(path);
        } else if !path.ends_with("generated") {
            list(&path, files)?;
        }
    }
    Ok(())
}

/// Content of a file. Pages have addresses outside the folder, so their relative links become
/// absolute.
fn absolute_links(file: &Path, version: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let content = fs::read(file)?;
    if file.extension().is_none_or(|extension| extension != "html") {
        return Ok(content);
    }
    let mut html = String::from_utf8(content)?;
    for (page, address) in PAGES {
        html = html.replace(&format!("\"./{page}"), &format!("\"{address}"));
    }
    Ok(html.replace("\"./", &format!("\"/web/{version}/")).into_bytes())
}

fn compress(out: &Path, name: &str, content: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    fs::write(out.join(name), encoder.finish()?)?;
    Ok(())
}
