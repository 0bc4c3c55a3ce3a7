//! The reference, the guides and the rules, as browsers receive them.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use broadside_tests::server::Server;

/// An answer as received.
pub(crate) struct Page {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Page {
    pub(crate) fn get(server: &Server, path: &str, headers: &[&str]) -> Self {
        let mut curl = Command::new("curl");
        curl.args(["-sS", "-i", &format!("{}{path}", server.url())]);
        for header in headers {
            curl.args(["-H", header]);
        }
        let answer = curl.output().expect("curl is installed").stdout;
        let end =
            answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head has an end");
        Self {
            head: String::from_utf8_lossy(&answer[..end]).into_owned(),
            body: answer[end + 4..].to_vec(),
        }
    }

    pub(crate) fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap_or_default()
    }

    /// Returns a header; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| *found == name).map(|(_, value)| value).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Returns the values of an attribute on a page.
pub(crate) fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    page.split(&*begin).skip(1).map(|part| part.split('"').next().unwrap()).collect()
}

/// Files that a browser loads for the reference.
const REFERENCE: [&str; 5] = [
    "/docs/",
    "/docs/reference.css",
    "/docs/reference.js",
    "/docs/rapidoc-9.3.8/rapidoc-min.js",
    "/openapi.json",
];

pub(crate) const GZIP: &str = "Accept-Encoding: gzip, deflate, br";

#[test]
fn the_reference_loads_its_own_files_alone_and_they_are_small() {
    let server = Server::start();
    let mut bytes = 0;
    for path in REFERENCE {
        let packed = Page::get(&server, path, &[GZIP]);
        assert_eq!((packed.status(), packed.header("content-encoding")), ("200", "gzip"), "{path}");
        assert_eq!(packed.header("content-length"), packed.body.len().to_string(), "{path}");
        assert!(packed.header("cache-control").starts_with("public, "), "{path}: {}", packed.head);
        assert!(packed.header("vary").contains("Accept-Encoding"), "{path}: {}", packed.head);
        bytes += packed.body.len();
        let plain = Page::get(&server, path, &[]);
        assert_eq!((plain.status(), plain.header("content-encoding")), ("200", ""), "{path}");
        assert!(plain.body.len() > packed.body.len(), "{path}");
    }
    assert!(bytes < 400_000, "the reference takes {bytes} bytes");
    let page = Page::get(&server, "/docs/", &[]).text();
    assert!(page.contains("<title>Broadside API reference</title>"), "{page}");
    for file in ["src", "href"].into_iter().flat_map(|name| attributes(&page, name)) {
        assert!(file == "data:," || (file.starts_with('/') && !file.starts_with("//")), "{file}");
    }
    for path in attributes(&page, "src") {
        assert!(REFERENCE.contains(&path), "{path} is not counted");
    }
    // Without scripts, the page links to the other documents.
    let (_, without) = page.split_once("<noscript>").unwrap();
    assert!(without.contains("/docs/guides/") && without.contains("/openapi.json"), "{page}");
    assert_eq!(Page::get(&server, "/docs", &[]).header("location"), "/docs/");
    let licence = Page::get(&server, "/docs/rapidoc-9.3.8/rapidoc-min.js.LICENSE.txt", &[]).text();
    assert!(licence.contains("Mrinmoy Majumdar") && licence.contains("Google LLC"), "{licence}");
}

#[test]
fn unchanged_pages_are_not_sent_again() {
    let server = Server::start();
    for path in
        REFERENCE.into_iter().chain(["/docs/guides/", "/docs/guides/clocks", "/rules/classic"])
    {
        let plain = Page::get(&server, path, &[]);
        let packed = Page::get(&server, path, &[GZIP]);
        let (plain, packed) = (plain.header("etag"), packed.header("etag"));
        assert_eq!(packed, format!("{}-gzip\"", plain.trim_end_matches('"')), "{path}");
        for held in [plain, packed] {
            let again = Page::get(&server, path, &[GZIP, &format!("If-None-Match: {held}")]);
            assert_eq!((again.status(), again.body.len()), ("304", 0), "{path}");
            assert!(
                !again.header("etag").is_empty() && !again.header("cache-control").is_empty(),
                "{path}"
            );
        }
        assert_eq!(
            Page::get(&server, path, &["If-None-Match: \"other\""]).status(),
            "200",
            "{path}"
        );
    }
    let script = Page::get(&server, "/docs/rapidoc-9.3.8/rapidoc-min.js", &[]);
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
}

#[test]
fn no_link_of_the_guides_and_rules_is_dead() {
    let server = Server::start();
    let html = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";
    let mut pages = BTreeMap::new();
    let mut waiting = vec!["/docs/guides/".to_owned()];
    let mut links = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        if pages.contains_key(&path) {
            continue;
        }
        let page = Page::get(&server, &path, &[html]);
        assert_eq!(page.status(), "200", "{path}");
        let text = page.text();
        let is_guide = page.header("content-type").starts_with("text/html") && path != "/docs/";
        if is_guide {
            assert_eq!(attributes(&text, "src"), [""; 0], "{path} loads something");
            assert_eq!(attributes(&text, "style"), [""; 0], "{path} has a style");
            for link in attributes(&text, "href").into_iter().filter(|link| *link != "data:,") {
                let (to, fragment) = link.split_once('#').unwrap_or((link, ""));
                if to.starts_with("https://") {
                    continue;
                }
                let to = if to.is_empty() { &path } else { to };
                assert!(to.starts_with('/'), "{path}: {link}");
                let to = to.replace("&amp;", "&");
                links.insert((path.clone(), to.clone(), fragment.to_owned()));
                waiting.push(to);
            }
        }
        pages.insert(path, text);
    }
    assert!(links.len() > 40, "{links:?}");
    for (from, to, fragment) in links {
        let is_there = fragment.is_empty() || pages[&to].contains(&format!(" id=\"{fragment}\""));
        assert!(is_there, "{from}: {to} has no #{fragment}");
    }
    let guides = [
        "frontends",
        "tokens",
        "clocks",
        "webhooks",
        "fairness",
        "notation",
        "mail",
        "bots",
        "score",
    ];
    for guide in guides.into_iter().chain(["matrices", "maps"]) {
        let text = &pages[&format!("/docs/guides/{guide}")];
        assert!(text.contains("<h1") && text.contains("name=\"viewport\""), "{guide}");
    }
    assert_eq!(Page::get(&server, "/docs/guides/operators", &[]).status(), "404");
}

#[test]
fn rules_are_a_page_for_browsers_and_text_for_others() {
    let server = Server::start();
    for (accept, kind, begins) in [
        (
            "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "text/html",
            "<!DOCTYPE html>",
        ),
        ("Accept: text/plain, text/html;q=0.5", "text/plain", "# "),
        ("Accept: */*", "text/plain", "# "),
        ("Accept: image/png", "text/plain", "# "),
    ] {
        let page = Page::get(&server, "/rules/satellite", &[accept]);
        assert!(page.header("content-type").starts_with(kind), "{accept}: {}", page.head);
        assert!(page.header("vary").contains("Accept, "), "{accept}: {}", page.head);
        assert!(page.text().starts_with(begins), "{accept}");
    }
    assert_eq!(Page::get(&server, "/rules/chess", &[]).status(), "404");
}

#[test]
fn the_page_of_rules_is_in_the_language_of_the_reader_and_names_the_authors() {
    let server = Server::start();
    let page = |path: &str, language: &str| {
        let language = format!("Accept-Language: {language}");
        Page::get(&server, path, &["Accept: text/html", &language])
    };
    for (path, language, lang, begins) in [
        ("/rules/solo", "en", "en", "A solitaire. You hide"),
        ("/rules/solo", "it-IT, en;q=0.5", "it", "Un solitario. Nascondi"),
        ("/rules/solo?lang=it", "en", "it", "Un solitario. Nascondi"),
        ("/rules/solo", "de-AT", "de", "Eine Patience. Du versteckst"),
        ("/rules/solo", "fr", "en", "A solitaire. You hide"),
    ] {
        let page = page(path, language);
        assert!(page.header("vary").contains("Accept-Language"), "{}", page.head);
        let text = page.text();
        assert!(
            text.contains(&format!("<html lang=\"{lang}\">")) && text.contains(begins),
            "{text}"
        );
        assert!(
            text.contains("<strong>Solo Salvo</strong>") && text.contains("Eric Witt"),
            "{text}"
        );
        assert!(text.contains(&format!("/v1/sheets/solo-pack.pdf?lang={lang}")), "{text}");
        // The exact rules, to which refusals refer.
        assert!(
            text.contains("id=\"numbered-rules\"") && text.contains("S10. The odds."),
            "{text}"
        );
    }
    assert_eq!(page("/rules/solo?lang=xx", "en").status(), "422");
    assert!(
        Page::get(&server, "/rules/solo", &[]).text().ends_with("*Solo Salvo* by Eric Witt.\n")
    );
}
