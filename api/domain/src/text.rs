//! Free text written by players.

use crate::error::AppError;

/// Validates a free text of at most `max` characters in a field of a request.
///
/// # Errors
/// Fails if the text is empty, too long, or contains control characters other than line feeds.
pub fn validate_text(field: &str, text: &str, max: usize) -> Result<String, AppError> {
    let has_control = text.chars().any(|c| c.is_control() && c != '\n');
    if text.trim().is_empty() || text.chars().count() > max || has_control {
        let detail =
            format!("write 1 to {max} characters, without control characters except line feeds");
        return Err(AppError::field(field, detail));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::validate_text;
    use crate::error::ErrorKind;

    #[test]
    fn a_text_is_short_and_has_no_control_characters() {
        assert!(validate_text("text", "Ask me again\nin June", 500).is_ok());
        for invalid in ["", " \n", "a\u{0}b", "a\rb", &"x".repeat(501)] {
            assert_eq!(
                validate_text("text", invalid, 500).unwrap_err().kind(),
                ErrorKind::InvalidField
            );
        }
    }
}
