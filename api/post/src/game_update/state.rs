//! Current state of a game, for replies and for mails about challenges.

use broadside_domain::challenge::{ChallengeRow, ChallengeState, Side};
use broadside_pdf::GameKind;
use broadside_store::{MailboxRow, ThreadCursorUpdate};

use super::attachments::{OnSheetError, final_sheets};
use super::error::UpdateError;
use super::update::{GameUpdate, sort_by_urgency};
use crate::Post;
use crate::compose::MailTopic;

/// Maximum number of challenges that are searched for those by strangers.
const MAX_CHALLENGES: u32 = 50;

impl Post {
    /// Returns the newest challenges that no mail has reported, up to `max`, and the number of
    /// further ones. They are by players who are strangers, or who were when they made the
    /// challenge. `new_threads` are those of mails that are not stored yet.
    pub(crate) async fn stranger_challenges(
        &self,
        mailbox: &MailboxRow,
        new_threads: &[ThreadCursorUpdate],
        max: usize,
    ) -> Result<(Vec<GameUpdate>, usize), UpdateError> {
        let player_id = &mailbox.player_id;
        let mut updates = Vec::new();
        let mut left_out = 0;
        let open = self
            .app
            .store
            .challenges(player_id, Side::In, ChallengeState::Open, None, MAX_CHALLENGES)
            .await?;
        for ChallengeRow { cursor, .. } in open {
            if new_threads.iter().any(|new| new.thread.game_id == cursor.game_id)
                || self.app.store.mail_thread(player_id, &cursor.game_id).await?.is_some()
            {
                continue;
            }
            if updates.len() < max {
                updates.extend(self.current_state(mailbox, &cursor.game_id, Some(0), &[]).await?);
            } else {
                left_out += 1;
            }
        }
        sort_by_urgency(&mut updates);
        Ok((updates, left_out))
    }

    /// Builds the state of a game for a reply, with the events since the last mail about it, and in
    /// any case those after `since`, because another mail may already have reported what the
    /// inbound mail did. Returns `None` if the player knows of no such game.
    pub(crate) async fn current_state(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        since: Option<u64>,
        requested: &[GameKind],
    ) -> Result<Option<GameUpdate>, UpdateError> {
        let Some(snapshot) = self.snapshot(mailbox, game_id, since, since).await? else {
            return Ok(None);
        };
        let topic = MailTopic::for_view(&snapshot.view);
        // A player who requests sheets of a finished game, and was told that it is over, already
        // has its record.
        let with_record =
            topic == MailTopic::Over && (requested.is_empty() || !snapshot.view.news.is_empty());
        let mut sheets = requested.to_vec();
        if with_record && snapshot.viewer.seat().is_some() {
            sheets.extend(
                final_sheets(&snapshot.loaded).into_iter().filter(|kind| !requested.contains(kind)),
            );
        }
        let mut update = self.build_update(mailbox, snapshot, topic, &sheets, with_record);
        self.attach(mailbox, &mut update, OnSheetError::Fail).await?;
        Ok(Some(update))
    }
}
