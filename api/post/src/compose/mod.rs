//! Composes mails. Pure functions: the view of the reader comes in, a mail document comes out.

mod confirm;
mod dates;
mod facts;
mod fair;
mod game;
mod help;
mod history;
mod html;
mod invite;
mod maps;
mod message;
mod newcomer;
mod news;
mod not_understood;
mod open_seats;
mod paragraph;
mod placing;
mod queue;
mod reader_view;
mod refused;
mod rules;
mod rulesets;
mod settings;
mod sign_up;
#[cfg(test)]
mod tests;
mod text;
mod vacations;
mod which_game;
mod wrong;

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;

use crate::texts::LetterTexts;

pub(crate) use self::confirm::{address_change, confirmation, token_code};
pub(crate) use self::game::{
    GameNews, MailTopic, RenderContext, digest_mail, game_mail, rematch_result, reply,
    reply_subject, stranger_challenges,
};
pub(crate) use self::help::command_help;
pub(crate) use self::history::{NumberedEvent, board, boards_left_out, history, no_board};
pub use self::html::escape;
pub(crate) use self::invite::{Invitation, invitation, invitation_commands, invitee_reply};
pub(crate) use self::message::{AttachedFile, MessageHeaders, Threading, render};
pub(crate) use self::newcomer::invitation_help;
pub(crate) use self::not_understood::{
    NotUnderstood, not_understood, possible_lines, unclear_answer,
};
pub(crate) use self::open_seats::{OpenGame, open_games, unknown_seat};
pub(crate) use self::queue::{DroppedNews, WaitingMoves, queue_state};
pub(crate) use self::reader_view::{Declined, LaterScore, ReaderView, RestoreInfo};
pub(crate) use self::refused::{explain_refusal, format_refused_line};
pub(crate) use self::rules::rules;
pub(crate) use self::sign_up::{farewell, sign_up_hint, sign_up_offer, stop_instructions, welcome};
pub(crate) use self::vacations::{VacationRefusal, vacation_refusal, vacations};
pub(crate) use self::which_game::{GameLine, UnclearGame, game_choices, unclear_game};

/// Maximum line width of the text form.
pub(crate) const WIDTH: usize = 72;

/// Mail document, before it is rendered as text or HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MailDocument {
    pub lang: Lang,
    pub subject: String,
    pub blocks: Vec<Block>,
    /// Footer: why the mail was sent, and how to stop mails of its kind.
    pub foot: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Heading that begins a new topic.
    Title(String),
    Text(String),
    /// List. Each item may take several lines.
    List(Vec<String>),
    /// Verbatim lines in a monospaced font.
    Lines(Vec<String>),
    /// Codes or commands, one per line, that the reader may copy. Long ones wrap.
    Code(Vec<String>),
    /// Maps in a monospaced font, side by side if there is room, with their legend.
    Maps {
        /// Lines of each map.
        maps: Vec<Vec<String>>,
        /// Meaning of each sign.
        signs: Vec<String>,
    },
    /// Commands that the reader can send back, each with a description and the address to send it
    /// to.
    Commands(Vec<SuggestedCommand>),
    /// Address that the reader can write to.
    Address(String),
    Link {
        url: String,
        /// Text of the link, where links can be clicked.
        label: String,
        /// True if the link is the main purpose of the mail.
        main: bool,
    },
}

/// Command that the reader can send back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SuggestedCommand {
    pub lines: Vec<String>,
    /// Description of what the command does.
    pub does: String,
    /// Address to send it to; empty if it is not given.
    pub to: String,
}

impl SuggestedCommand {
    /// Creates a command of one line or several.
    fn new(lines: &str, does: String, to: &str) -> Self {
        Self { lines: lines.lines().map(str::to_owned).collect(), does, to: to.to_owned() }
    }
}

/// Returns the name of a ruleset in a language.
pub(crate) fn ruleset_name(lang: Lang, ruleset: RulesetId) -> String {
    lang.text(&format!("game-{ruleset}"))
}
