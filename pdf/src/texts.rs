//! Texts of the sheets.

use broadside_i18n::{Lang, Texts};

static TEXTS: Texts = Texts::new([
    &[include_str!("../texts/en/sheets.ftl"), include_str!("../texts/en/howto.ftl")],
    &[include_str!("../texts/it/sheets.ftl"), include_str!("../texts/it/howto.ftl")],
    &[include_str!("../texts/de/sheets.ftl"), include_str!("../texts/de/howto.ftl")],
]);

/// Texts of the sheets in a language, by their keys. The methods are those of [`Texts`].
pub(crate) trait SheetTexts: Into<Lang> {
    fn text(self, key: &str) -> String {
        TEXTS.text(self.into(), key)
    }

    fn find(self, key: &str) -> Option<String> {
        TEXTS.find(self.into(), key)
    }

    fn fill(self, key: &str, values: &[(&str, &str)]) -> String {
        TEXTS.fill(self.into(), key, values)
    }
}

impl SheetTexts for Lang {}
