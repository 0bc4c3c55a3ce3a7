//! Running text.

/// Text in one face.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// True if the text is bold.
    pub bold: bool,
}

/// Kind of paragraph.
#[derive(Clone, Debug, PartialEq)]
pub enum ParagraphKind {
    /// Heading: bold, larger, kept with the text that follows.
    Heading,
    /// Ordinary text.
    Text,
    /// List item, with its marker: a number, a dash, a name.
    Point(String),
}

/// Paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph {
    /// Kind.
    pub style: ParagraphKind,
    /// Text.
    pub spans: Vec<Span>,
}

impl Paragraph {
    /// Creates a paragraph from text in which `*bold*` stands between asterisks.
    pub fn new(style: ParagraphKind, text: &str) -> Self {
        let spans = text.split('*').enumerate().filter(|(_, part)| !part.is_empty());
        Self {
            style,
            spans: spans
                .map(|(n, part)| Span { text: part.to_owned(), bold: n % 2 == 1 })
                .collect(),
        }
    }
    /// Returns the text without its faces.
    pub fn plain(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}
