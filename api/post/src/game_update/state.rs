//! Current state of a game, for replies and for mails about challenges.

use crate::compose::MailTopic;
use broadside_domain::challenge::{ChallengeRow, ChallengeState, Side};
use broadside_pdf::GameKind;
use broadside_store::{MailboxRow, ThreadCursorUpdate};

use super::attachments::{OnSheetError, final_sheets};
use super::error::UpdateError;
use super::update::{GameUpdate, sort_by_urgency};
use crate::Post;

/// Maximum number of challenges that are searched for those by strangers.
const MAX_CHALLENGES: u32 = 50;

impl Post {
    /// Returns the newest challenges that no mail has reported, up to `most`, and the number of
    /// further ones. They are by players who are strangers, or who were when they made the
    /// challenge. `told` has the thread steps of mails that are not stored yet.
    pub(crate) async fn stranger_challenges(
        &self,
        mailbox: &MailboxRow,
        told: &[ThreadCursorUpdate],
        most: usize,
    ) -> Result<(Vec<GameUpdate>, usize), UpdateError> {
        let (me, mut all, mut more) = (&mailbox.player_id, Vec::new(), 0);
        let open = self
            .app
            .store
            .challenges(me, Side::In, ChallengeState::Open, None, MAX_CHALLENGES)
            .await?;
        for ChallengeRow { place, .. } in open {
            if told.iter().any(|step| step.thread.game_id == place.game_id)
                || self.app.store.mail_thread(me, &place.game_id).await?.is_some()
            {
                continue;
            }
            if all.len() < most {
                all.extend(self.current_state(mailbox, &place.game_id, Some(0), &[]).await?)
            } else {
                more += 1
            }
        }
        sort_by_urgency(&mut all);
        Ok((all, more))
    }

    /// Builds the state of a game for a reply, with the events since the last mail about it, and in
    /// any case those after `since`, because another mail may already have reported what the
    /// inbound mail did. Returns `None` if the player knows of no such game.
    pub(crate) async fn current_state(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        since: Option<u64>,
        wanted: &[GameKind],
    ) -> Result<Option<GameUpdate>, UpdateError> {
        let Some(look) = self.snapshot(mailbox, game_id, since, since).await? else {
            return Ok(None);
        };
        let topic = MailTopic::for_view(&look.seen);
        // A player who requests sheets of a finished game, and was told that it is over, already
        // has its record.
        let whole = topic == MailTopic::Over && (wanted.is_empty() || !look.seen.news.is_empty());
        let mut sheets = wanted.to_vec();
        if whole && look.viewer.seat().is_some() {
            sheets.extend(
                final_sheets(&look.loaded).into_iter().filter(|kind| !wanted.contains(kind)),
            );
        }
        let mut written = self.build_update(mailbox, look, topic, &sheets, whole);
        self.attach(mailbox, &mut written, OnSheetError::Fails).await?;
        Ok(Some(written))
    }
}
