//! Kinds of words that a line can require.

/// Kind of word that a line requires at some place. Its name in English is as in
/// `a class of ships`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr, strum::VariantArray,
)]
pub enum Expected {
    /// ON or OFF.
    #[strum(to_string = "ON or OFF")]
    OnOrOff,
    /// The level of a bot.
    #[strum(to_string = "the level of a bot")]
    BotLevel,
    /// A building.
    #[strum(to_string = "a building")]
    Building,
    /// A cadence.
    #[strum(to_string = "a cadence")]
    Cadence,
    /// A cartridge.
    #[strum(to_string = "a cartridge")]
    Cartridge,
    /// A cell.
    #[strum(to_string = "a cell")]
    Cell,
    /// A class of ships.
    #[strum(to_string = "a class of ships")]
    ShipClass,
    /// A column.
    #[strum(to_string = "a column")]
    Column,
    /// A command.
    #[strum(to_string = "a command")]
    Command,
    /// A direction.
    #[strum(to_string = "a direction")]
    Direction,
    /// A game.
    #[strum(to_string = "a game")]
    Game,
    /// A half.
    #[strum(to_string = "a half")]
    Half,
    /// A language.
    #[strum(to_string = "a language")]
    Language,
    /// A matrix.
    #[strum(to_string = "a matrix")]
    Matrix,
    /// A number of days.
    #[strum(to_string = "a number of days")]
    Days,
    /// A number of hours.
    #[strum(to_string = "a number of hours")]
    Hours,
    /// A move.
    #[strum(to_string = "a move")]
    Move,
    /// A part.
    #[strum(to_string = "a part")]
    Part,
    /// A round.
    #[strum(to_string = "a round")]
    Round,
    /// A sector.
    #[strum(to_string = "a sector")]
    Sector,
    /// A seed.
    #[strum(to_string = "a seed")]
    Seed,
    /// A setting.
    #[strum(to_string = "a setting")]
    Setting,
    /// A ship or a weapon.
    #[strum(to_string = "a ship or a weapon")]
    ShipOrWeapon,
    /// A shot.
    #[strum(to_string = "a shot")]
    Shot,
    /// A suit.
    #[strum(to_string = "a suit")]
    Suit,
    /// A way to lie.
    #[strum(to_string = "a way to lie")]
    WayToLie,
    /// A weapon.
    #[strum(to_string = "a weapon")]
    Weapon,
    /// An axis.
    #[strum(to_string = "an axis")]
    Axis,
    /// An edge.
    #[strum(to_string = "an edge")]
    Edge,
    /// An order.
    #[strum(to_string = "an order")]
    Order,
    /// A date.
    #[strum(to_string = "a date")]
    Date,
    /// The number or the code of a seat.
    #[strum(to_string = "the number of a game, or a code")]
    SeatCode,
    /// The number of an event.
    #[strum(to_string = "the number of an event")]
    Event,
    /// Something to say.
    #[strum(to_string = "something to say")]
    Words,
    /// The dice that stay.
    #[strum(to_string = "the dice that stay")]
    Kept,
    /// The place of a die.
    #[strum(to_string = "the place of a die")]
    DiePlace,
    /// The square it is sent to.
    #[strum(to_string = "the square it is sent to")]
    Goal,
    /// The suit of a row.
    #[strum(to_string = "the suit of a row")]
    RowSuit,
    /// Face of a die.
    #[strum(to_string = "what a die shows")]
    DieFace,
    /// Kind of offer.
    #[strum(to_string = "what can be offered")]
    Offer,
    /// Ship, building or other part of a placement.
    #[strum(to_string = "what is placed")]
    Placed,
}

impl Expected {
    /// All kinds.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Returns the name in English.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
