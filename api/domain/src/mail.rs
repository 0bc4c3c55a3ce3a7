//! Frequency of mail to players, and the numbers of emails that limits depend on.

/// Numbers of emails in the last 24 hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailCounts {
    /// Emails about games to the player.
    pub to_player: u64,
    /// Emails to the player about games with strangers that have not begun.
    pub of_strangers: u64,
    /// All emails.
    pub total: u64,
}

/// Frequency of mail about your games.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[schema(as = MailCadence)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Frequency {
    /// Mail when it is your turn to move or to place, when a game ends, when somebody challenges
    /// you, writes to you, offers or answers something, and when your time runs short.
    #[default]
    Each,
    /// One mail a day with all news, and mail when your time runs short.
    Digest,
    /// Mail when your time runs short, and no other mail about your games.
    Reminders,
    /// No mail about your games.
    Off,
}

impl Frequency {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
