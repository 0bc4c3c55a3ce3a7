//! Secrets in changes and in rows: logs and snapshots of games, answers stored for repeated
//! requests, outbound and inbound mail, moves written ahead of time, and the keys of webhooks.

use broadside_domain::game::EventRow;
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_engine::record::StoredSecret;

use super::{PREFIX, ValueLocation, Vault};
use crate::{
    Change, InboxChange, MailChange, MailInFound, MailInRow, MailRow, MoveQueueRow, NewMail,
    QueueUpdate, SocialChange, StoreError, WebhookChange, WebhookRow,
};

/// Encrypts the secrets in a change, and records in a heartbeat the key that is used.
pub(super) fn seal(vault: &Vault, change: &mut Change) {
    match change {
        Change::NewGame(game) => {
            let (id, version) = (game.row.id.clone(), game.row.progress.version);
            seal_events(vault, &id, &mut game.events);
            seal_snapshot(vault, &id, version, &mut game.snapshot);
            seal_answer(vault, game.answer.as_mut());
            game.invitations
                .iter_mut()
                .for_each(|invitation| seal_mails(vault, invitation.mail.as_mut()));
        }
        Change::Step(step) => {
            seal_events(vault, &step.game_id, &mut step.events);
            if let Some(snapshot) = &mut step.snapshot {
                seal_snapshot(vault, &step.game_id, step.progress.version, snapshot);
            }
            seal_answer(vault, step.answer.as_mut());
            for update in &mut step.queues {
                if let QueueUpdate::Made(row) = update {
                    seal_queue(vault, row);
                }
            }
        }
        Change::MoveQueue(change) => {
            change.after.iter_mut().for_each(|row| seal_queue(vault, row));
            seal_answer(vault, change.answer.as_mut());
        }
        Change::Vacations(vacations) => seal_answer(vault, vacations.answer.as_mut()),
        Change::Social(saying) => match &mut **saying {
            SocialChange::Message { answer, .. } | SocialChange::Note(_, _, answer) => {
                seal_answer(vault, answer.as_mut())
            }
            SocialChange::NoNote(..) | SocialChange::Block(..) | SocialChange::Unblock(..) => {}
        },
        Change::Score(append) => seal_answer(vault, append.answer.as_mut()),
        Change::Webhook(change) => match &mut **change {
            WebhookChange::New(row) => {
                seal_in(vault, webhook(&[&row.id]), &mut row.secret);
                if let Some((secret, _)) = &mut row.previous_secret {
                    seal_in(vault, webhook(&[&row.id]), secret);
                }
            }
            WebhookChange::NewSecret { id, secret, .. } => seal_in(vault, webhook(&[id]), secret),
            WebhookChange::Write { answer, .. } => seal_answer(vault, answer.as_mut()),
            _ => {}
        },
        Change::Mail(change) => match &mut **change {
            MailChange::Upsert(wish) => seal_mails(vault, wish.mail.as_mut()),
            MailChange::ChangeAddress(change) => seal_mails(vault, [&mut change.notice]),
            MailChange::Compose(composed) => seal_mails(vault, &mut composed.mails),
            MailChange::Write(mail, ..) => seal_mails(vault, [mail]),
            MailChange::OfferSignUp(offer) => seal_mails(vault, [&mut offer.mail]),
            MailChange::AskCode(asked) => {
                seal_mails(vault, asked.code.as_mut().map(|(.., mail)| mail))
            }
            _ => {}
        },
        Change::DeletePlayer(_, farewell) => {
            seal_mails(vault, farewell.as_mut().map(|farewell| &mut farewell.mail));
        }
        Change::Inbox(change) => match &mut **change {
            InboxChange::Receive(mail) => {
                mail.raw = vault.seal_bytes(raw(&[&mail.id]), std::mem::take(&mut mail.raw));
                // The address contains the key of a turn.
                if let Some(address) = &mut mail.recipient {
                    seal_in(vault, recipient(&[&mail.id]), address);
                }
            }
            InboxChange::Planned { id, workflow, .. } => seal_in(vault, mail_plan(&[id]), workflow),
            _ => {}
        },
        // Tells `broadside encrypt` which key each node writes with.
        Change::Alive(alive) => alive.key_id = vault.first().map(str::to_owned),
        _ => {}
    }
}

fn seal_in(vault: &Vault, place: ValueLocation<'_>, text: &mut String) {
    *text = vault.seal(place, text).into_owned();
}

fn seal_events(vault: &Vault, game_id: &str, events: &mut [EventRow]) {
    for event in events {
        let seq = event.seq.to_string();
        event.body = StoredSecret::from_store(
            vault.seal(entry(&[game_id, &seq]), event.body.text()).into_owned(),
        );
    }
}

fn seal_snapshot(vault: &Vault, game_id: &str, version: u64, snapshot: &mut StoredSecret) {
    let version = version.to_string();
    *snapshot = StoredSecret::from_store(
        vault.seal(self::snapshot(&[game_id, &version]), snapshot.text()).into_owned(),
    );
}

fn seal_answer(vault: &Vault, answer: Option<&mut IdempotencyRecord>) {
    if let Some(IdempotencyRecord {
        key: IdempotencyKey { player_id, route, key },
        body,
        payload_hash,
        ..
    }) = answer
    {
        seal_in(vault, self::answer(&[player_id, route, key]), body);
        // A placement can be guessed from its hash.
        seal_in(vault, self::payload_hash(&[player_id, route, key]), payload_hash);
    }
}

fn seal_queue(vault: &Vault, row: &mut MoveQueueRow) {
    let id = queue_id(row);
    seal_in(vault, move_queue(&[&id]), &mut row.content);
}

/// Returns the ids of the player and of the game, as `broadside encrypt` reads them.
fn queue_id(row: &MoveQueueRow) -> String {
    format!("{} {}", row.player_id, row.game_id)
}

fn seal_mails<'a>(vault: &Vault, mails: impl IntoIterator<Item = &'a mut NewMail>) {
    for mail in mails {
        seal_in(vault, message(&[&mail.id]), &mut mail.message);
    }
}

/// A row that contains a secret.
pub(crate) trait Secret {
    /// Decrypts the secret.
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError>;
}

impl Secret for WebhookRow {
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError> {
        let old = self.previous_secret.as_mut().map(|(secret, _)| secret);
        for secret in [&mut self.secret].into_iter().chain(old) {
            *secret = vault.open(webhook(&[&self.id]), std::mem::take(secret))?;
        }
        Ok(())
    }
}

impl Secret for MoveQueueRow {
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError> {
        let id = queue_id(self);
        self.content = vault.open(move_queue(&[&id]), std::mem::take(&mut self.content))?;
        Ok(())
    }
}

impl Secret for MailRow {
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError> {
        let mail = &mut self.mail;
        mail.message = vault.open(message(&[&mail.id]), std::mem::take(&mut mail.message))?;
        Ok(())
    }
}

impl Secret for MailInRow {
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError> {
        if let Some(address) = &mut self.recipient {
            *address = vault.open(recipient(&[&self.job.id]), std::mem::take(address))?;
        }
        Ok(())
    }
}

impl Secret for MailInFound {
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError> {
        self.row.open(vault)?;
        self.raw = vault.open_bytes(raw(&[&self.row.job.id]), std::mem::take(&mut self.raw))?;
        if let Some(plan) = &mut self.workflow {
            *plan = vault.open(mail_plan(&[&self.row.job.id]), std::mem::take(plan))?;
        }
        Ok(())
    }
}

impl Secret for IdempotencyRecord {
    fn open(&mut self, vault: &Vault) -> Result<(), StoreError> {
        let IdempotencyKey { player_id, route, key } = &self.key;
        self.body = vault.open(answer(&[player_id, route, key]), std::mem::take(&mut self.body))?;
        let hash = std::mem::take(&mut self.payload_hash);
        self.payload_hash = vault.open(payload_hash(&[player_id, route, key]), hash)?;
        Ok(())
    }
}

impl Vault {
    /// Decrypts entries of a game's log.
    pub(crate) fn open_events(
        &self,
        game_id: &str,
        mut events: Vec<EventRow>,
    ) -> Result<Vec<EventRow>, StoreError> {
        for event in &mut events {
            // An unencrypted event needs no work.
            if event.body.text().starts_with(PREFIX) {
                let (seq, body) = (event.seq.to_string(), event.body.text().to_owned());
                event.body = StoredSecret::from_store(self.open(entry(&[game_id, &seq]), body)?);
            }
        }
        Ok(events)
    }

    /// Decrypts the snapshot of a game at a version.
    pub(crate) fn open_snapshot(
        &self,
        game_id: &str,
        version: u64,
        stored: String,
    ) -> Result<StoredSecret, StoreError> {
        let version = version.to_string();
        Ok(StoredSecret::from_store(self.open(snapshot(&[game_id, &version]), stored)?))
    }
}

pub(crate) fn entry<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("events.body", row)
}

pub(crate) fn snapshot<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("snapshots.body", row)
}

pub(crate) fn answer<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("idempotency_responses.body", row)
}

pub(crate) fn payload_hash<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("idempotency_responses.payload_hash", row)
}

/// Returns the place of a webhook's current or previous key. Both have the same place, because a
/// rotation moves the key from one column to the other.
pub(crate) fn webhook<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("webhooks.secret", row)
}

pub(crate) fn move_queue<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("move_queues.content", row)
}

pub(crate) fn message<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("jobs.message", row)
}

pub(crate) fn raw<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("jobs.raw", row)
}

/// Returns the place of the address that a message was sent to.
pub(crate) fn recipient<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("jobs.recipient", row)
}

pub(crate) fn mail_plan<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("jobs.workflow", row)
}
