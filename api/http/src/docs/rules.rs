//! The page with the rules of a game: how to play it, its credits, and the exact rules with their
//! numbers.

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_pdf::sheet::prose::{Paragraph, ParagraphKind};
use broadside_pdf::{Kind, Rules};
use broadside_post::escape;

use super::guides::{layout, render, rules_path};
use broadside_post::LetterTexts;

/// Options of the packs to which the pages link. Their maps need a game-matrix each.
const VOICES_OPTIONS: &str = "battle=3&tactical=7&";

/// The page in a language. The exact rules are in English.
pub(super) fn page(id: RulesetId, lang: Lang) -> String {
    let rules = Rules::of(id, lang);
    let options = if id == RulesetId::Voices { VOICES_OPTIONS } else { "" };
    let pack = format!("/v1/sheets/{}.pdf?{options}lang={lang}", Kind::pack(id));
    let others = Lang::ALL.into_iter().filter(|other| *other != lang);
    let others = others.map(|other| {
        let name = escape(&other.text("rules-page-language"));
        format!("<a href=\"/rules/{id}?lang={other}\" hreflang=\"{other}\" lang=\"{other}\">{name}</a> · ")
    });
    let others: String = others.collect();
    let numbered = escape(&lang.text("rules-page-numbered"));
    let body = format!(
        "<h1>{}</h1>\n\
         <p><a href=\"{}\">{}</a> · {others}\
         <a href=\"#numbered-rules\">{numbered}</a></p>\n\
         {}<h2 id=\"numbered-rules\">{numbered}</h2>\n<p>{}</p>\n<section lang=\"en\">\n{}</section>\n",
        escape(&rules.title),
        escape(&pack),
        escape(&lang.text("rules-page-pack")),
        paragraphs(&rules.paragraphs),
        escape(&lang.text("rules-page-numbers")),
        numbered_rules(id),
    );
    layout(lang, &rules.title, &body)
}

/// The exact rules below a heading of the second level: without their title, and with lower
/// headings.
fn numbered_rules(id: RulesetId) -> String {
    let html = render(id.rules(), &rules_path(id.as_str())).html;
    let text = html.split_once("</h1>\n").map_or(html.as_str(), |(_, text)| text);
    text.replace("<h2", "<h3").replace("</h2>", "</h3>")
}

/// Element of a list of paragraphs: the tag, and the number of its first item.
type List<'a> = (&'static str, &'a str);

/// Paragraphs as HTML. Points that follow each other form a list.
fn paragraphs(paragraphs: &[Paragraph]) -> String {
    let mut html = String::new();
    let mut open: Option<&str> = None;
    for paragraph in paragraphs {
        let list = list(paragraph);
        let tag = list.map(|(tag, _)| tag);
        if open != tag {
            html += &open.map_or_else(String::new, |tag| format!("</{tag}>\n"));
            html += &match list {
                Some(("ol", number)) => format!("<ol start=\"{}\">\n", escape(number)),
                Some((tag, _)) => format!("<{tag}>\n"),
                None => String::new(),
            };
            open = tag;
        }
        let tag = match paragraph.style {
            ParagraphKind::Heading => "h2",
            ParagraphKind::Text => "p",
            ParagraphKind::Point(_) => "li",
        };
        html += &format!("<{tag}>{}</{tag}>\n", spans(paragraph));
    }
    html + &open.map_or_else(String::new, |tag| format!("</{tag}>\n"))
}

fn list(paragraph: &Paragraph) -> Option<List<'_>> {
    let ParagraphKind::Point(mark) = &paragraph.style else { return None };
    let is_number = mark.parse::<u32>().is_ok();
    Some((if is_number { "ol" } else { "ul" }, mark))
}

/// Text of a paragraph, with its bold parts.
fn spans(paragraph: &Paragraph) -> String {
    let spans = paragraph.spans.iter().map(|span| {
        let text = escape(&span.text);
        if span.bold { format!("<strong>{text}</strong>") } else { text }
    });
    spans.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(mark: &str) -> Paragraph {
        Paragraph::new(ParagraphKind::Point(mark.to_owned()), "a *<b>*")
    }

    #[test]
    fn points_form_lists() {
        let heading = Paragraph::new(ParagraphKind::Heading, "H");
        let text = [point("3"), point("4"), heading, point("–")];
        let item = "<li>a <strong>&lt;b&gt;</strong></li>\n";
        assert_eq!(
            paragraphs(&text),
            format!("<ol start=\"3\">\n{item}{item}</ol>\n<h2>H</h2>\n<ul>\n{item}</ul>\n")
        );
    }

    #[test]
    fn a_page_has_one_title_and_no_heading_twice() {
        for id in RulesetId::ALL {
            for lang in Lang::ALL {
                let page = page(*id, lang);
                assert_eq!(page.matches("<h1").count(), 1, "{id}");
                let mut ids: Vec<&str> = page
                    .split(" id=\"")
                    .skip(1)
                    .filter_map(|part| part.split('"').next())
                    .collect();
                let count = ids.len();
                ids.sort_unstable();
                ids.dedup();
                assert_eq!(ids.len(), count, "{id}: {ids:?}");
            }
        }
    }
}
