//! The guides for authors of frontends and bots: pages made of the Markdown in the repository.

use std::io::Read;

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_post::escape;
use flate2::read::GzDecoder;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A guide: a Markdown file of the repository.
pub(super) struct Guide {
    /// The last part of its address.
    pub(super) name: &'static str,
    /// The file, from the root of the repository.
    path: &'static str,
    /// The Markdown of the file, compressed by the build script.
    packed: &'static [u8],
    /// Description in the list of guides.
    about: &'static str,
}

macro_rules! guide {
    ($name:literal, $about:literal) => {
        Guide {
            name: $name,
            path: concat!("docs/", $name, ".md"),
            packed: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".md.gz")),
            about: $about,
        }
    };
}

impl Guide {
    fn markdown(&self) -> String {
        let mut markdown = String::new();
        GzDecoder::new(self.packed)
            .read_to_string(&mut markdown)
            .expect("the build script has compressed UTF-8");
        markdown
    }
}

/// The guides, in the order in which an author reads them.
pub(super) const GUIDES: [Guide; 11] = [
    guide!(
        "frontends",
        "The shape of a client, streams, typed clients, and what the document cannot say."
    ),
    guide!("tokens", "What a token may do, and how a lost one is replaced."),
    guide!("clocks", "How time is counted, and what happens when it runs out."),
    guide!("webhooks", "Messages that the server sends to an address of yours."),
    guide!("fairness", "Commitments and records, and how to check a game in any language."),
    guide!("bots", "The bots of the server: how they play, and how strong they are."),
    guide!("notation", "Moves and placements written as commands, a line each."),
    guide!("mail", "Games by mail: an account, a mailbox, replies, and what a key may do."),
    guide!("matrices", "How new game-matrices are made from a recipe."),
    guide!("score", "Scores of voices to perform: printed pages, and speech."),
    guide!("maps", "How the maps of Advanced Battleships are made from a recipe."),
];

pub(super) struct RenderedPage {
    title: String,
    pub(super) html: String,
    /// The headings of the second level, as their ids and texts.
    sections: Vec<(String, String)>,
}

pub(super) fn guide_page(guide: &Guide) -> String {
    let rendered = render(&guide.markdown(), guide.path);
    layout(Lang::En, &rendered.title, &with_table_of_contents(&rendered))
}

pub(super) fn list_page() -> String {
    let guides: String = GUIDES
        .iter()
        .map(|guide| list_item(&guide_url(guide), &guide_title(guide), guide.about))
        .collect();
    let rules: String = RulesetId::ALL
        .iter()
        .map(|id| list_item(&format!("/rules/{}", id.as_str()), id.title(), id.summary()))
        .collect();
    let body = format!(
        "<h1>Guides</h1>\n<p>The <a href=\"/docs/\">reference</a> has every operation. The guides say what it cannot.</p>\n\
         <h2 id=\"authors\">For authors of frontends and bots</h2>\n<dl>\n{guides}</dl>\n\
         <h2 id=\"rules\">The rules of the games</h2>\n<dl>\n{rules}</dl>\n"
    );
    layout(Lang::En, "Guides", &body)
}

fn guide_url(guide: &Guide) -> String {
    format!("/docs/guides/{}", guide.name)
}

pub(super) fn rules_path(ruleset: &str) -> String {
    format!("engine/src/{ruleset}/rules.md")
}

fn guide_title(guide: &Guide) -> String {
    guide.markdown().lines().next().unwrap_or_default().trim_start_matches("# ").to_owned()
}

fn list_item(link: &str, title: &str, about: &str) -> String {
    format!("<dt><a href=\"{link}\">{}</a></dt>\n<dd>{}</dd>\n", escape(title), escape(about))
}

/// The text, with links to its sections below the title if there are many.
fn with_table_of_contents(rendered: &RenderedPage) -> String {
    let Some((title, text)) =
        rendered.html.split_once("</h1>\n").filter(|_| rendered.sections.len() > 2)
    else {
        return rendered.html.clone();
    };
    let items: String = rendered
        .sections
        .iter()
        .map(|(id, text)| format!("<li><a href=\"#{id}\">{}</a></li>\n", escape(text)))
        .collect();
    format!(
        "{title}</h1>\n<details>\n<summary>On this page</summary>\n<ul>\n{items}</ul>\n</details>\n{text}"
    )
}

/// The whole page around a text.
pub(super) fn layout(lang: Lang, title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{} · Broadside</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/docs/guides.css\">\n</head>\n\
         <body>\n<header>\n<a href=\"/docs/\">Broadside API reference</a>\n<nav><a href=\"/docs/guides/\">Guides</a></nav>\n</header>\n\
         <main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    )
}

/// Target of a link of a file on the pages.
#[derive(Debug, PartialEq, Eq)]
enum LinkTarget {
    /// To an address.
    Address(String),
    /// To a file of the repository that is no page.
    File(String),
}

/// Resolves a link in a file of the repository.
fn resolve_link(path: &str, link: &str) -> LinkTarget {
    if link.contains("://") {
        return LinkTarget::Address(link.to_owned());
    }
    let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
    let mut parts: Vec<&str> = path.split('/').collect();
    if !file.is_empty() {
        parts.pop();
    }
    for part in file.split('/').filter(|part| !part.is_empty()) {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let file = parts.join("/");
    if let Some(guide) = GUIDES.iter().find(|guide| guide.path == file) {
        let hash = if fragment.is_empty() { "" } else { "#" };
        return LinkTarget::Address(format!("{}{hash}{fragment}", guide_url(guide)));
    }
    if file == "openapi/openapi.json" {
        return LinkTarget::Address("/openapi.json".to_owned());
    }
    match RulesetId::ALL.iter().find(|id| rules_path(id.as_str()) == file) {
        Some(id) => LinkTarget::Address(format!("/rules/{}", id.as_str())),
        None => LinkTarget::File(file),
    }
}

/// The id of a heading, as the hosts of repositories make it.
fn slug(text: &str) -> String {
    let allowed = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    allowed.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Renders a file of the repository. Headings get ids, links lead to pages, and files that are no
/// pages are named.
pub(super) fn render(markdown: &str, path: &str) -> RenderedPage {
    let mut events = Vec::new();
    // Index of the event that begins the current heading, and its text.
    let mut heading: Option<usize> = None;
    let mut text = String::new();
    let mut files = Vec::new();
    let mut title = String::new();
    let mut sections: Vec<(String, String)> = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some(events.len());
                text.clear();
                // The id is known at the end of the heading.
                events.push(Event::SoftBreak);
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some(index) = heading.take() {
                    let id = slug(&text);
                    if level == HeadingLevel::H1 && title.is_empty() {
                        title.clone_from(&text);
                    }
                    if level == HeadingLevel::H2 {
                        sections.push((id.clone(), text.clone()));
                    }
                    events[index] = Event::Start(Tag::Heading {
                        level,
                        id: Some(CowStr::from(id)),
                        classes: Vec::new(),
                        attrs: Vec::new(),
                    });
                }
                events.push(Event::End(TagEnd::Heading(level)));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                match resolve_link(path, &dest_url) {
                    LinkTarget::Address(address) => {
                        files.push(None);
                        let dest_url = CowStr::from(address);
                        events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                    }
                    LinkTarget::File(file) => files.push(Some((file, events.len()))),
                }
            }
            Event::End(TagEnd::Link) => match files.pop().flatten() {
                Some((file, from)) => name_file(&mut events, &file, from),
                None => events.push(Event::End(TagEnd::Link)),
            },
            event => {
                if heading.is_some()
                    && let Event::Text(part) | Event::Code(part) = &event
                {
                    text.push_str(part);
                }
                events.push(event);
            }
        }
    }
    let mut body = String::with_capacity(markdown.len() * 3 / 2);
    html::push_html(&mut body, events.into_iter());
    RenderedPage { title, html: body, sections }
}

/// Names a file: after the text that led to it, or instead of that text if it is the name.
fn name_file(events: &mut Vec<Event<'_>>, file: &str, from: usize) {
    let text: String = events[from..]
        .iter()
        .map(|event| match event {
            Event::Text(part) | Event::Code(part) => &**part,
            _ => " ",
        })
        .collect();
    let is_name = file.ends_with(text.trim_start_matches("../"));
    if is_name {
        events.truncate(from);
    } else {
        events.push(Event::Text(" (".into()));
    }
    events.push(Event::Code(file.to_owned().into()));
    if !is_name {
        events.push(Event::Text(")".into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_or_name_files() {
        for (path, link, expected) in [
            ("docs/mail.md", "tokens.md#recovery", "/docs/guides/tokens#recovery"),
            ("docs/mail.md", "#a-lost-token", "/docs/guides/mail#a-lost-token"),
            ("README.md", "docs/fairness.md", "/docs/guides/fairness"),
            ("README.md", "engine/src/classic/rules.md", "/rules/classic"),
            ("docs/frontends.md", "../openapi/openapi.json", "/openapi.json"),
            ("docs/frontends.md", "https://example.org/a", "https://example.org/a"),
        ] {
            assert_eq!(
                resolve_link(path, link),
                LinkTarget::Address(expected.to_owned()),
                "{link}"
            );
        }
        for (path, link, file) in [
            ("docs/mail.md", "settings.md#limits", "docs/settings.md"),
            ("docs/frontends.md", "../tests/client", "tests/client"),
            ("docs/operators.md", "../README.md#two-commands", "README.md"),
        ] {
            assert_eq!(resolve_link(path, link), LinkTarget::File(file.to_owned()), "{link}");
        }
        let html = render(
            "See [the bots](../tests/client) and [operators.md](operators.md#x).",
            "docs/mail.md",
        )
        .html;
        assert_eq!(
            html,
            "<p>See the bots (<code>tests/client</code>) and <code>docs/operators.md</code>.</p>\n"
        );
    }

    #[test]
    fn every_guide_has_a_title_and_text() {
        for guide in &GUIDES {
            let page = guide_page(guide);
            assert!(
                page.contains(&format!(
                    "<title>{} · Broadside</title>",
                    escape(&guide_title(guide))
                )),
                "{}",
                guide.name
            );
            assert!(page.len() > 2_000, "{}: {page}", guide.name);
            assert_eq!(page.matches("<h1").count(), 1, "{}", guide.name);
        }
    }

    #[test]
    fn headings_have_ids() {
        let html = render("# What `v1` *is*, in short\n\n## A lost token", "docs/mail.md").html;
        assert!(html.contains("<h1 id=\"what-v1-is-in-short\">"), "{html}");
        assert!(html.contains("<h2 id=\"a-lost-token\">"), "{html}");
    }
}
