//! The web pages, as browsers receive them. `tests/web` opens them in a browser.

use std::collections::BTreeMap;

use crate::pages::docs_pages::{GZIP, Page, attributes};
use broadside_tests::server::Server;

const PAGES: [&str; 3] = ["/", "/play", "/sheets"];
/// Header that browsers send when they open a page.
const BROWSER: &str = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// Resolves a relative address of a file of the pages.
fn join(base: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = base.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the relative addresses of the modules that a script imports, at once or later.
fn imports(script: &str) -> Vec<&str> {
    let code = script.lines().filter(|line| !line.contains("@import"));
    let imports = code.filter_map(|line| {
        ["from \"", "import \"", "=> import(\""]
            .iter()
            .find_map(|begin| Some(line.split_once(begin)?.1))
    });
    imports
        .map(|part| part.split('"').next().unwrap_or_default())
        .filter(|path| path.starts_with('.'))
        .collect()
}

/// Loads a page and all files that it needs. Returns the compressed size of each by its address.
fn load(server: &Server, page: &str) -> BTreeMap<String, usize> {
    let (mut sizes, mut waiting) = (BTreeMap::new(), vec![page.to_owned()]);
    while let Some(path) = waiting.pop() {
        if sizes.contains_key(&path) {
            continue;
        }
        let answer = Page::get(server, &path, &[GZIP, BROWSER]);
        assert_eq!((answer.status(), answer.header("content-encoding")), ("200", "gzip"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        sizes.insert(path.clone(), answer.body.len());
        let text = Page::get(server, &path, &[BROWSER]).text();
        if path == page {
            let policy = answer.header("content-security-policy");
            assert!(
                policy.contains("default-src 'none'") && !policy.contains("unsafe"),
                "{path}: {policy}"
            );
            assert_eq!(answer.header("cache-control"), "public, no-cache");
            let files = [attributes(&text, "href"), attributes(&text, "src")].concat();
            assert!(
                files.iter().all(|file| file.starts_with(['/', '#'])),
                "{page} links to {files:?}"
            );
            waiting.extend(
                files.into_iter().filter(|file| file.starts_with("/web/")).map(str::to_owned),
            );
        } else {
            assert_eq!(
                answer.header("cache-control"),
                "public, max-age=31536000, immutable",
                "{path}"
            );
            waiting.extend(imports(&text).into_iter().map(|relative| join(&path, relative)));
        }
    }
    sizes
}

#[test]
fn every_page_loads_its_own_files_alone_which_browsers_keep() {
    let server = Server::start();
    for page in PAGES {
        let sizes = load(&server, page);
        let total: usize = sizes.values().sum();
        // The screens of all games are among the files of `/play`, but a browser loads those that
        // it needs.
        assert!(page == "/play" || total < 150_000, "{page} loads {total} bytes: {sizes:?}");
        println!("{page}: {} files, {total} bytes", sizes.len());
    }
}

#[test]
fn every_link_of_the_home_page_works() {
    let server = Server::start();
    let page = Page::get(&server, "/", &[BROWSER]).text();
    let links = attributes(&page, "href");
    for link in [
        "/play#/quick/classic",
        "/play#/new/classic/invite",
        "/sheets",
        "/docs/",
        "/docs/guides/frontends",
    ] {
        assert!(links.contains(&link), "{link} is missing: {links:?}");
    }
    for link in links {
        let path = link.split('#').next().unwrap();
        assert_eq!(Page::get(&server, path, &[BROWSER]).status(), "200", "{link}");
    }
    for path in ["/play/", "/sheets/", "/favicon.ico"] {
        let target = Page::get(&server, path, &[]).header("location").to_owned();
        assert_eq!(Page::get(&server, &target, &[]).status(), "200", "{path}");
    }
}

#[test]
fn files_of_other_versions_are_refused_and_unknown_paths_have_a_page() {
    let server = Server::start();
    let old = Page::get(&server, "/web/0123456789abcdef/play.js", &[]);
    assert!(old.status() == "404" && old.text().contains("reload the page"), "{}", old.text());
    let missing = Page::get(&server, "/nothing", &[BROWSER]);
    assert_eq!(
        (missing.status(), missing.header("content-type")),
        ("404", "text/html; charset=utf-8")
    );
    let for_programs = Page::get(&server, "/nothing", &["Accept: */*"]);
    assert_eq!(for_programs.header("content-type"), "application/problem+json");
}
