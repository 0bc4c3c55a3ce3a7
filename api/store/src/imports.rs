//! Test of the imports between the files of this crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Texts of the files, by the paths of their modules; `lib.rs` has the empty path.
type Files = BTreeMap<String, String>;

#[test]
fn no_file_imports_one_that_imports_it_back() {
    let mut files = Files::new();
    read(Path::new("src"), "", &mut files);
    let mut unsorted: BTreeMap<&str, BTreeSet<&str>> =
        files.keys().map(|module| (module.as_str(), imports(module, &files))).collect();
    loop {
        let modules: BTreeSet<&str> = unsorted.keys().copied().collect();
        unsorted.retain(|_, imports| !imports.is_disjoint(&modules));
        if unsorted.len() == modules.len() {
            break;
        }
    }
    assert!(files.len() > 50 && unsorted.is_empty(), "these import each other: {unsorted:#?}");
}

/// Reads the files of a folder, which is a module. Leaves out comments, and tests at their ends.
fn read(folder: &Path, module: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap();
        let module = match name {
            "lib" | "mod" => module.to_owned(),
            _ => join(module, name),
        };
        if path.is_dir() {
            read(&path, &module, files);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            files.insert(module, code.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Returns the modules whose items a module names. `lib.rs` names those of all.
fn imports<'f>(module: &str, files: &'f Files) -> BTreeSet<&'f str> {
    let mut imports = BTreeSet::new();
    if module.is_empty() {
        imports.extend(files.keys().map(String::as_str));
    }
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    for (word, base) in [("crate", ""), ("super", parent), ("self", module)] {
        for rest in files[module].split(&format!("{word}::")).skip(1) {
            for path in paths(rest) {
                imports.insert(file_of(&join(base, &path), files));
            }
        }
    }
    imports.remove(module);
    imports
}

/// Returns the paths that a text begins with: for `a::{b, c}`, these are `a::b` and `a::c`.
fn paths(text: &str) -> Vec<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(text.len());
    let (path, rest) = text.split_at(end);
    let Some((names, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
        return vec![path.to_owned()];
    };
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| format!("{path}{name}")).collect()
}

/// Returns the module of the file that has an item.
fn file_of<'f>(item: &str, files: &'f Files) -> &'f str {
    let mut path = item;
    loop {
        if let Some((module, _)) = files.get_key_value(path) {
            return module;
        }
        path = path.rsplit_once("::").map_or("", |(parent, _)| parent);
    }
}

fn join(base: &str, path: &str) -> String {
    if base.is_empty() { path.to_owned() } else { format!("{base}::{path}") }
}
