//! A letter: whose it is, what it is about, and what it asks for.

use std::sync::Arc;

use broadside_engine::notation;
use broadside_engine::ruleset::Viewer;

use super::answer::Answer;
use super::plan::{Deed, Plan, Unplanned};
use super::{A_DAY, Clerk, Done, MOST_REFUSALS, Undone, judge};
use crate::ambient::Time;
use crate::mail::read::{Letter, SentTo};
use crate::mail::{Address, ReplyKey};
use crate::play::Loaded;
use crate::problem::{Kind, Problem};
use crate::store::{Cadence, Change, MailChange, MailInFound, MailInState, MailboxRow, MailboxWish};

/// A letter of a player.
pub(super) struct Writer<'a> {
    pub(super) message: &'a MailInFound,
    pub(super) letter: &'a Letter,
    pub(super) mailbox: MailboxRow,
    pub(super) address: Address,
}

/// The game that a letter is about.
pub(super) struct About {
    pub(super) loaded: Arc<Loaded>,
    pub(super) viewer: Viewer,
    /// The turn in which the mail that it answers was written.
    pub(super) turn: u32,
}

/// What a letter is about.
enum Meant {
    /// A game.
    Game(Box<About>),
    /// No game.
    NoGame,
    /// A key that is none of its writer's.
    Unknown,
    /// Several keys.
    Several,
}

impl Clerk {
    /// Carries a letter out.
    pub(super) async fn letter(&self, message: &MailInFound, letter: &Letter) -> Result<Done, Undone> {
        let store = &self.postmaster.store;
        let Ok(address) = Address::read(&letter.from) else { return Ok(Done::ignored("stranger")) };
        let Some(mailbox) = store.mailbox_at(address.normal()).await? else {
            return Ok(Done::ignored("stranger"));
        };
        let player_id = mailbox.player_id.clone();
        self.change(MailChange::Heard(player_id.clone())).await?;
        let mut writer = Writer { message, letter, mailbox, address };
        let done = match self.game_of(&player_id, &letter.to).await? {
            Meant::Unknown => self.refuse(&writer, None, "unknown key", Answer::UnknownKey).await?,
            Meant::Several => self.refuse(&writer, None, "several keys", Answer::SeveralKeys).await?,
            Meant::NoGame => self.read(&mut writer, None).await?,
            Meant::Game(game) => self.read(&mut writer, Some(*game)).await?,
        };
        Ok(Done { player_id: Some(player_id), ..done })
    }

    /// The game that a letter of a player is about.
    async fn game_of(&self, player_id: &str, to: &SentTo) -> Result<Meant, Undone> {
        let key = match to {
            SentTo::SeveralKeys => return Ok(Meant::Several),
            SentTo::Service | SentTo::Elsewhere => return Ok(Meant::NoGame),
            SentTo::Key(key) => key,
        };
        // One that mail comes back to is none to be answered to, but whoever writes there means us.
        if self.postmaster.keys.bounced(key).is_some() {
            return Ok(Meant::NoGame);
        }
        let Some(key) = ReplyKey::read(key) else { return Ok(Meant::Unknown) };
        let row = self.postmaster.store.mail_key(&key.hash()).await?;
        // Whether there is such a key is told to nobody but the one whose it is.
        let Some(row) = row.filter(|row| row.player_id == player_id) else { return Ok(Meant::Unknown) };
        let loaded = self.postmaster.play.game(&row.game_id).await.map_err(passing)?;
        let meant = loaded.and_then(|loaded| {
            let viewer = loaded.viewer(player_id)?;
            Some(Meant::Game(Box::new(About { loaded, viewer, turn: row.turn })))
        });
        Ok(meant.unwrap_or(Meant::Unknown))
    }

    /// Reads what a letter says, and does it.
    async fn read(&self, writer: &mut Writer<'_>, game: Option<About>) -> Result<Done, Undone> {
        let key = format!("mail {}", writer.message.row.id);
        let player_id = &writer.mailbox.player_id.clone();
        if let Some(game) = &game {
            for deed in Deed::all_kinds() {
                if self.hands.has_done(player_id, &game.loaded.row.id, &deed, &key).await.map_err(passing)?
                    && deed.ends()
                {
                    return self.accept(writer, Some(game), &[]).await;
                }
            }
        }
        if writer.letter.text.trim().is_empty() {
            return self.refuse(writer, game.as_ref(), "nothing said", Answer::Nothing).await;
        }
        let view = game.as_ref().map(|game| game.loaded.game.view(game.viewer));
        let said = match notation::read(&writer.letter.text, view.as_ref()) {
            Ok(said) => said,
            Err(errors) => {
                let errors = errors.iter().map(ToString::to_string).collect();
                return self.refuse(writer, game.as_ref(), "not understood", Answer::Errors(errors)).await;
            }
        };
        let plan = match Plan::of(&said) {
            Ok(plan) => plan,
            Err(Unplanned { why, told }) => {
                return self.refuse(writer, game.as_ref(), why, Answer::Errors(vec![told])).await;
            }
        };
        if let Some(game) = &game {
            if plan.is_of_turn() && game.turn != game.loaded.game.turn() {
                return self.refuse(writer, Some(game), "past turn", Answer::TurnIsOver).await;
            }
            if let Err(why) = self.sheets(Some(game), &plan) {
                return self.refuse(writer, Some(game), "not allowed", Answer::Errors(vec![why])).await;
            }
            if let Err(why) = judge::judge(&game.loaded, player_id, &plan, &said) {
                return self.refuse(writer, Some(game), "not allowed", Answer::Errors(vec![why])).await;
            }
        }
        if plan.preview {
            return self.refuse(writer, game.as_ref(), "preview", Answer::Fine(plan.lines(&said))).await;
        }
        if let Some(game) = &game {
            for deed in &plan.deeds {
                match self.hands.perform(player_id, &game.loaded.row.id, deed, &key).await {
                    Ok(()) => {}
                    Err(problem) if may_pass(&problem) => return Err(passing(problem)),
                    Err(problem) => {
                        let why = vec![problem.detail().to_owned()];
                        return self.refuse(writer, Some(game), "not allowed", Answer::Errors(why)).await;
                    }
                }
            }
        }
        self.set(writer, &plan).await?;
        if plan.never {
            return Ok(Done {
                state: MailInState::Taken,
                why: "never".to_owned(),
                player_id: None,
                game_id: None,
            });
        }
        self.tell_of(writer, game.as_ref(), &plan, &said).await
    }

    /// Sets what of the mailbox is to be another.
    async fn set(&self, writer: &mut Writer<'_>, plan: &Plan) -> Result<(), Undone> {
        let (row, now) = (&writer.mailbox, self.postmaster.ambient.now());
        if plan.never {
            let (player_id, normal) = (row.player_id.clone(), writer.address.normal().to_owned());
            let address_hash = self.postmaster.keys.address_hash(&writer.address);
            self.change(MailChange::TurnOff {
                player_id: player_id.clone(),
                normal: normal.clone(),
                at: now,
            })
            .await?;
            return self
                .change(MailChange::Refuse { address_hash, player_id, normal: Some(normal), at: now })
                .await;
        }
        if plan.settings.is_empty() {
            return Ok(());
        }
        let mut wish = MailboxWish {
            player_id: row.player_id.clone(),
            cadence: row.cadence,
            sheets: row.sheets,
            lang: row.lang.clone(),
            before: Some(row.changed_at),
            asked: row.asked.clone(),
            counted: None,
            mail: None,
            at: now.max(Time(row.changed_at.0 + 1)),
        };
        for setting in &plan.settings {
            match setting {
                notation::Setting::Mail(cadence) => {
                    wish.cadence = match cadence {
                        notation::Cadence::Each => Cadence::Each,
                        notation::Cadence::Digest => Cadence::Digest,
                        notation::Cadence::Reminders => Cadence::Reminders,
                        notation::Cadence::Off => Cadence::Off,
                    }
                }
                notation::Setting::Sheets(sheets) => wish.sheets = *sheets,
                notation::Setting::Language(notation::Language::English) => wish.lang = "en".to_owned(),
                notation::Setting::Language(notation::Language::Italian) => wish.lang = "it".to_owned(),
            }
        }
        let lang = wish.lang.clone();
        match self.postmaster.store.commit(Change::Mail(Box::new(MailChange::Want(wish)))).await {
            Ok(()) => {
                writer.mailbox.lang = lang;
                Ok(())
            }
            // It was changed at the same moment: what it says now is looked at again.
            Err(error) => Err(Undone::Failed(error.to_string())),
        }
    }

    /// How many letters of a player were refused within a day.
    pub(super) async fn refused_of_late(&self, player_id: &str) -> Result<usize, Undone> {
        let since = Time(self.postmaster.ambient.now().0 - A_DAY);
        let rows = self.postmaster.store.mails_in(Some(player_id), None, 2 * MOST_REFUSALS as u32).await?;
        let late =
            |row: &&crate::store::MailInRow| row.state == MailInState::Refused && row.received_at > since;
        Ok(rows.iter().filter(late).count())
    }
}

/// Whether it may be otherwise another time, whatever the letter says.
fn may_pass(problem: &Problem) -> bool {
    matches!(problem.kind(), Kind::Internal | Kind::Unavailable | Kind::InFlight | Kind::Timeout)
}

pub(super) fn passing(problem: Problem) -> Undone {
    Undone::Failed(problem.detail().to_owned())
}
