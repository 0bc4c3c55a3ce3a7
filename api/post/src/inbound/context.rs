//! Context of a mail of a player: its sender, and its game.

use std::sync::Arc;

use broadside_app::play::LiveGame;
use broadside_engine::seat::Viewer;
use broadside_notation::ParsedStatement;
use broadside_store::{InboundMailJob, KeyGame, MailboxRow, ReplyCounts};

use super::commands::{self, ParseFailure};
use crate::Address;
use crate::read::ParsedMessage;

/// Mail of a player, and what is known of its sender.
pub(super) struct SenderContext<'a> {
    pub(super) mail: &'a InboundMailJob,
    /// Lease under which the mail is processed.
    pub(super) lease: &'a str,
    pub(super) message: &'a ParsedMessage,
    pub(super) mailbox: MailboxRow,
    pub(super) address: Address,
    /// True if the mail has a reply key of the player. Without one, anybody who knows the address
    /// may have sent it.
    pub(super) has_key: bool,
    /// Counts of the player's mails in the last day.
    pub(super) reply_counts: ReplyCounts,
    /// Games that an answer to the reply can name.
    pub(super) key_games: Vec<KeyGame>,
}

impl<'a> SenderContext<'a> {
    /// Creates the context of a mail, before it is known whether it was sent to a key of the
    /// player.
    pub(super) fn new(
        mail: &'a InboundMailJob,
        lease: &'a str,
        message: &'a ParsedMessage,
        mailbox: MailboxRow,
        address: Address,
        reply_counts: ReplyCounts,
    ) -> Self {
        Self {
            mail,
            lease,
            message,
            mailbox,
            address,
            has_key: false,
            reply_counts,
            key_games: Vec::new(),
        }
    }
}

/// Game that a mail is about.
pub(super) struct GameContext {
    pub(super) loaded: Arc<LiveGame>,
    pub(super) viewer: Viewer,
    /// Turn in which the mail that it answers was written.
    pub(super) turn: u32,
}

impl GameContext {
    /// Returns true if a player is challenged in this game and has not answered.
    pub(super) fn has_open_challenge(&self, player_id: &str) -> bool {
        self.loaded.has_open_challenge()
            && self
                .loaded
                .seats
                .iter()
                .any(|seat| seat.is_reserved_for(player_id) && seat.is_challenged())
    }

    /// Parses a player's commands in this game.
    ///
    /// # Errors
    /// If a line is not understood.
    pub(super) fn parse(
        &self,
        player_id: &str,
        message: &ParsedMessage,
    ) -> Result<Vec<ParsedStatement>, ParseFailure> {
        let view = self.loaded.game.view(self.viewer);
        if self.has_open_challenge(player_id) {
            commands::parse_answer(message, Some(&view))
        } else {
            commands::parse(message, Some(&view))
        }
    }

    /// Returns true if the game goes on and the viewer has a seat.
    pub(super) fn has_active_seat(&self) -> bool {
        self.viewer.seat().is_some() && !self.loaded.game.status().is_over()
    }
}
