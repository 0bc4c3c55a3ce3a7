//! Running text.

/// A piece of text in one face.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// What it says.
    pub text: String,
    /// Whether it is bold.
    pub bold: bool,
}

/// What a paragraph is.
#[derive(Clone, Debug, PartialEq)]
pub enum Style {
    /// A heading: bold, larger, kept with what follows.
    Heading,
    /// Ordinary text.
    Text,
    /// A point of a list, with what stands before it: a number, a dash, a name.
    Point(String),
}

/// A paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph {
    /// What it is.
    pub style: Style,
    /// What it says.
    pub spans: Vec<Span>,
}

impl Paragraph {
    /// A paragraph from text in which `*bold*` stands between asterisks.
    pub fn new(style: Style, text: &str) -> Self {
        let spans = text.split('*').enumerate().filter(|(_, part)| !part.is_empty());
        Self {
            style,
            spans: spans.map(|(n, part)| Span { text: part.to_owned(), bold: n % 2 == 1 }).collect(),
        }
    }
}
