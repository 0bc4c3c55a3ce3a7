//! What a mail says. Pure: what its reader may know comes in, a letter comes out.

mod confirm;
mod dates;
mod facts;
mod fair;
mod game;
mod help;
mod html;
mod invite;
mod lang;
mod maps;
mod message;
mod newcomer;
mod news;
mod not_understood;
mod placing;
mod refused;
mod seen;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod wrong;

pub use confirm::{address_change, code, confirm};
pub use game::{Around, GameNews, Topic, about, answer, digest, game, rematch, strangers};
pub use help::commands;
pub(crate) use html::escape;
pub use invite::{Invitation, invitation, offers as invited_offers, to_invited};
pub use lang::Lang;
pub use message::{File, Head, Thread, message};
pub use newcomer::newcomer;
pub use not_understood::{NotUnderstood, not_understood, possible};
pub use refused::{refused, refused_line};
pub use seen::{Declined, Seen, WentBack};
pub use settings::{games, settings};

/// The columns of a text.
pub const WIDTH: usize = 72;

/// A letter, before it is text or HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its language.
    pub lang: Lang,
    /// What it is about, in a few words.
    pub subject: String,
    /// What it says.
    pub blocks: Vec<Block>,
    /// What stands below it: why it was sent, and how to have no more of its kind.
    pub foot: Vec<Block>,
}

/// A part of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What comes is of another matter.
    Title(String),
    /// A paragraph.
    Text(String),
    /// Things one below the other, each of which may take several lines.
    List(Vec<String>),
    /// Lines as they stand, in letters of one width.
    Lines(Vec<String>),
    /// Maps in letters of one width, beside each other where there is room, and what their signs mean.
    Maps {
        /// The lines of each.
        maps: Vec<Vec<String>>,
        /// What each sign means.
        signs: Vec<String>,
    },
    /// What can be written back, each with what it does and the address that it is written to.
    Commands(Vec<Offer>),
    /// An address of the web, and what it is called there where one can press it.
    Link {
        /// Where it leads.
        url: String,
        /// What is written on it.
        label: String,
        /// Whether it is what the letter is for.
        main: bool,
    },
}

/// Something that can be written back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The lines.
    pub lines: Vec<String>,
    /// What they do.
    pub does: String,
    /// Where they are written to; empty if it is not said.
    pub to: String,
}
