//! Kinds of words that a line can require.

use std::fmt;

macro_rules! whats {
    ($($name:ident $text:literal,)*) => {
        /// Kind of word that a line requires at some place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum What {
            $(#[doc = concat!("It is ", $text, ".")] $name,)*
        }

        impl What {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns the name in English, as in `a class of ships`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

whats! {
    OnOrOff "ON or OFF",
    Building "a building",
    Cadence "a cadence",
    Cartridge "a cartridge",
    Cell "a cell",
    ShipClass "a class of ships",
    Column "a column",
    Command "a command",
    Direction "a direction",
    Game "a game",
    Half "a half",
    Language "a language",
    Matrix "a matrix",
    Days "a number of days",
    Part "a part",
    Round "a round",
    Sector "a sector",
    Seed "a seed",
    Setting "a setting",
    ShipOrWeapon "a ship or a weapon",
    Shot "a shot",
    Suit "a suit",
    WayToLie "a way to lie",
    Weapon "a weapon",
    Axis "an axis",
    Edge "an edge",
    Order "an order",
    Words "something to say",
    Kept "the dice that stay",
    DiePlace "the place of a die",
    Goal "the square it is sent to",
    RowSuit "the suit of a row",
    DieFace "what a die shows",
    Offer "what can be offered",
    Placed "what is placed",
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
