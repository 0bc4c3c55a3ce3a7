//! News and files of a game, for a mail, and the key that a reply to it is sent to.

use std::sync::Arc;

use broadside_app::play::LiveGame;
use broadside_domain::time::Time;
use broadside_engine::seat::Viewer;
use broadside_pdf::GameKind;
use broadside_store::{KeyGame, KeyRow, MailboxRow, ThreadCursorUpdate, ThreadRow};

use super::snapshot::ReaderSnapshot;
use crate::compose::{AttachedFile, GameNews, MailTopic};
use crate::{Post, ReplyKey};

/// Maximum number of games of a mail that a reply can name.
const MAX_KEY_GAMES: usize = 99;

/// News and files of a game, for a mail.
pub(crate) struct GameUpdate {
    pub(crate) news: GameNews,
    pub(crate) thread: ThreadCursorUpdate,
    pub(crate) key: KeyRow,
    /// Empty until [`Post::attach`] builds them.
    pub(crate) files: Vec<AttachedFile>,
    /// Game from which the files are built.
    pub(super) loaded: Arc<LiveGame>,
    pub(super) viewer: Viewer,
    /// Sheets to print.
    pub(super) sheets: Vec<GameKind>,
    /// True if the record of the game is attached, if there is one.
    pub(super) with_record: bool,
    /// Number and time of the last feed row that the news covers.
    pub(crate) last_row: (u64, Time),
}

impl GameUpdate {
    /// Returns the game as a reply to a mail about several games can name it.
    fn key_game(&self) -> KeyGame {
        KeyGame {
            game_id: self.key.game_id.clone(),
            turn: self.key.turn,
            waits: self.news.game.awaits_reader(),
        }
    }
}

/// Returns the games of a mail about several, as a reply can name them.
pub(crate) fn key_games(updates: &[GameUpdate]) -> Vec<KeyGame> {
    updates.iter().take(MAX_KEY_GAMES).map(GameUpdate::key_game).collect()
}

/// Puts the games of a mail in their order: the most urgent first. Replies name a game by its
/// number in this order.
pub(crate) fn sort_by_urgency(updates: &mut [GameUpdate]) {
    updates.sort_by_key(|update| update.news.game.urgency());
}

impl Post {
    /// Builds the content of a mail about a game, without its files.
    pub(crate) fn build_update(
        &self,
        mailbox: &MailboxRow,
        snapshot: ReaderSnapshot,
        topic: MailTopic,
        sheets: &[GameKind],
        with_record: bool,
    ) -> GameUpdate {
        let turn = snapshot.current_turn();
        let reported_turn = snapshot.reported_turn();
        let ReaderSnapshot { loaded, viewer, view, thread, version, dropped, .. } = snapshot;
        let key = ReplyKey::generate(&self.app.env);
        let game_id = loaded.row.id.clone();
        let news = GameNews {
            topic,
            messages: Vec::new(),
            earlier: 0,
            restored: false,
            strangers: false,
            reply_to: self.config.from.with_key(key.reveal()),
            first: thread.is_none(),
            record: None,
            dropped,
            game: view,
        };
        GameUpdate {
            thread: ThreadCursorUpdate {
                before: thread.map(|thread| thread.last_event),
                thread: ThreadRow {
                    game_id: game_id.clone(),
                    last_event: version,
                    turn: if news.game.is_my_turn() { Some(turn) } else { reported_turn },
                },
            },
            key: self.key_row(&key, &mailbox.player_id, &game_id, turn),
            news,
            files: Vec::new(),
            loaded,
            viewer,
            sheets: sheets.to_vec(),
            with_record,
            last_row: (0, Time(0)),
        }
    }

    /// Creates the stored record of a new reply key. A key without a game is valid for commands
    /// that need no game.
    pub(crate) fn key_row(
        &self,
        key: &ReplyKey,
        player_id: &str,
        game_id: &str,
        turn: u32,
    ) -> KeyRow {
        KeyRow {
            hash: key.hash(),
            player_id: player_id.to_owned(),
            game_id: game_id.to_owned(),
            turn,
            created_at: self.app.env.now(),
            games: Vec::new(),
        }
    }

    /// Creates the stored record of the reply key of a mail that shows several games, in the order
    /// of the mail.
    pub(crate) fn key_row_of_games(
        &self,
        key: &ReplyKey,
        player_id: &str,
        games: Vec<KeyGame>,
    ) -> KeyRow {
        KeyRow { games, ..self.key_row(key, player_id, "", 0) }
    }
}
