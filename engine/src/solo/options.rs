//! Settings of a game of `solo` (S1, S2, S8).

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::sea::{Sea, Suit};

/// Settings of a game of `solo`. A setting that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = SoloOptions)]
#[schema(example = json!({"lends": "arms", "wumpuses": false}))]
pub struct Options {
    /// Suits from the top of the sea to the bottom: all four, each once.
    #[schema(min_items = 4, max_items = 4, required = false)]
    pub order: Vec<Suit>,
    /// Suit that lends its coins to number the columns. The other three suits fight.
    #[schema(default = "arms", required = false)]
    pub lends: Suit,
    /// True if each fighting suit has six dinghies instead of its three ships.
    #[schema(default = false, required = false)]
    pub wumpuses: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { order: Suit::ALL.to_vec(), lends: Suit::Arms, wumpuses: false }
    }
}

impl Options {
    /// Checks the settings.
    ///
    /// # Errors
    /// Returns a refusal by S1 if a setting is invalid.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if let Some((n, twice)) =
            self.order.iter().enumerate().find(|(n, suit)| self.order[..*n].contains(suit))
        {
            return Err(Refusal::BadOption {
                rule: "S1",
                field: format!("order[{n}]"),
                detail: format!(
                    "{twice} stands in the order before: each of the four suits has its rows once"
                ),
            });
        }
        if self.order.len() != Suit::ALL.len() {
            let missing = Suit::ALL.into_iter().filter(|suit| !self.order.contains(suit));
            let missing: Vec<_> = missing.map(Suit::as_str).collect();
            return Err(Refusal::BadOption {
                rule: "S1",
                field: "order".to_owned(),
                detail: format!("all four suits have rows in the sea: add {}", missing.join(", ")),
            });
        }
        Ok(())
    }

    /// Returns the sea. The settings must be checked.
    pub(super) fn sea(&self) -> Sea {
        let order = self.order.as_slice().try_into();
        Sea { order: order.expect("the settings were checked when the game was made") }
    }

    /// Returns the suits that fight, from the top of the sea to the bottom.
    pub(super) fn fighting(&self) -> [Suit; 3] {
        let fighting: Vec<Suit> =
            self.order.iter().copied().filter(|suit| *suit != self.lends).collect();
        fighting.try_into().expect("one suit of the four lends")
    }
}
