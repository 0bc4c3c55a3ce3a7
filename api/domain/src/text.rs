//! Free text written by players.

use crate::error::AppError;

/// Validates a free text of at most `most` characters in a field of a request.
///
/// # Errors
/// Fails if the text is empty, too long, or contains control characters other than line feeds.
pub fn validate_text(field: &str, text: &str, most: usize) -> Result<String, AppError> {
    let unfit = |c: char| c.is_control() && c != '\n';
    if text.trim().is_empty() || text.chars().count() > most || text.chars().any(unfit) {
        let detail =
            format!("write 1 to {most} characters, without control characters except line feeds");
        return Err(AppError::field(field, detail));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::validate_text;
    use crate::error::ErrorKind;

    #[test]
    fn words_are_few_and_plain() {
        assert!(validate_text("words", "Ask me again\nin June", 500).is_ok());
        for unfit in ["", " \n", "a\u{0}b", "a\rb", &"x".repeat(501)] {
            assert_eq!(
                validate_text("words", unfit, 500).unwrap_err().kind(),
                ErrorKind::InvalidField
            );
        }
    }
}
