//! Text of XML documents.

use std::fmt::{self, Display, Formatter, Write as _};

/// Text in the content or in an attribute of an element. Characters that XML does not allow, and
/// other control characters, are replaced.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c if c.is_control() => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_only_text() {
        for (text, expected) in [
            ("<script>", "&lt;script&gt;"),
            ("]]>", "]]&gt;"),
            ("a & \"b\" 'c'", "a &amp; &quot;b&quot; &#39;c&#39;"),
            (
                "\0\u{8}\r\n\t\u{85}\u{ffff}",
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
            ),
            ("Zoë ʃ □", "Zoë ʃ □"),
        ] {
            assert_eq!(Escaped(text).to_string(), expected);
        }
    }
}
