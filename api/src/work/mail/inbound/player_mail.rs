//! Processing of a mail from a player: its sender, its game, and its commands.

use std::sync::Arc;

use broadside_engine::notation::{self, Command, MetaCommand};
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;

use super::answer::Answer;
use super::commands::{self, NotRead};
use super::workflow::{Plan, Refusal, StepKind, Target, TooMuch, Wanted};
use super::{Done, InboundProcessor, RetryableError, explain_refusal};
use crate::ambient::DAY;
use crate::mail::compose::{self, Lang};
use crate::mail::read::{Letter, SentTo};
use crate::mail::{Address, CodeKey, ReplyKey};
use crate::play::{LiveGame, is_challenged};
use crate::problem::{Kind, Problem};
use crate::store::{MailChange, MailInFound, MailboxRow, ReplyCounts, SeatKind, SeatRow};

/// Mail of a player, with its context.
pub(super) struct SenderContext<'a> {
    pub(super) message: &'a MailInFound,
    /// Lease under which the mail is processed.
    pub(super) lease: &'a str,
    pub(super) letter: &'a Letter,
    pub(super) mailbox: MailboxRow,
    pub(super) address: Address,
    /// True if the mail has a reply key of the player. Without one, anybody who knows the address may have sent it.
    pub(super) keyed: bool,
    /// Counts of the player's mails in the last day.
    pub(super) tallies: ReplyCounts,
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
    fn asks(&self, player_id: &str) -> bool {
        let its_own = |seat: &SeatRow| matches!(&seat.kind, SeatKind::Kept(player) if player == player_id);
        self.loaded.challenges() && self.loaded.seats.iter().any(|seat| its_own(seat) && is_challenged(seat))
    }

    /// Returns true if the game goes on and the viewer has a seat.
    pub(super) fn goes_on(&self) -> bool {
        self.viewer.seat().is_some() && !self.loaded.game.status().is_over()
    }
}

/// Maximum age, in milliseconds, at which a key that no turn ends is fully valid: a key without a game, of a game
/// before play, or of a finished game.
const KEY_LIFE: i64 = 14 * DAY;

/// Permissions of the reply key that a mail was sent to. Mails are kept, forwarded, and found by others, so the key
/// in an old mail changes nothing. It only shows the state of the game, in a mail to its player with a new key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Authority {
    /// Everything that the player may do by mail.
    All,
    /// Commands in the key's game, but not in the account.
    Game,
    /// Nothing that makes a change.
    None,
}

impl Authority {
    /// Returns the permissions of a key of a game, or of a key without a game. A key ends with its turn or, if no
    /// turn ends it, with age. A game may wait longer than that for its players, so they can still take part in it
    /// with an aged key.
    fn new(is_aged: bool, game: Option<&GameContext>) -> Self {
        let Some(GameContext { loaded, turn, .. }) = game else {
            return if is_aged { Self::None } else { Self::All };
        };
        let is_past = *turn != loaded.game.turn();
        match loaded.game.status() {
            Status::Waiting | Status::Placing if is_aged => Self::Game,
            Status::Waiting | Status::Placing => Self::All,
            Status::Playing if is_past => Self::None,
            Status::Playing => Self::All,
            Status::Finished | Status::Cancelled if is_past || is_aged => Self::None,
            Status::Finished | Status::Cancelled => Self::Game,
        }
    }

    fn allows(self, task: &StepKind) -> bool {
        match self {
            Self::All => true,
            Self::Game => matches!(task, StepKind::Deed(_)),
            Self::None => false,
        }
    }
}

/// Target of a mail.
enum Addressee {
    /// Game, and permissions of the key.
    Game(Box<GameContext>, Authority),
    /// No game. The key belongs to the sender, and has these permissions.
    NoGame(Authority),
    /// The mail has no key.
    NoKey,
    /// The key does not belong to the sender.
    Unknown,
    /// The mail has several keys.
    Several,
}

impl InboundProcessor {
    /// Processes a mail.
    pub(super) async fn letter(
        &self,
        message: &MailInFound,
        lease: &str,
        letter: &Letter,
    ) -> Result<Done, RetryableError> {
        let store = &self.postmaster.store;
        let plan = Plan::of(message)?;
        // After the seat is taken, the mail is processed like any other, even if the invitation is gone.
        let may_accept = plan.as_ref().is_none_or(Plan::is_to_accept);
        if let SentTo::Key(key) = &letter.to
            && may_accept
            && let Some(done) = self.invited(message, lease, letter, key, plan.as_ref()).await?
        {
            return Ok(done);
        }
        if let SentTo::Key(key) = &letter.to
            && let Some(done) = self.confirmed(message, lease, letter, key).await?
        {
            return Ok(done);
        }
        let address = letter.from.clone();
        let Some(mailbox) = store.mailbox_at(address.normal()).await? else {
            return Ok(Done::ignored("stranger"));
        };
        let player_id = mailbox.player_id.clone();
        let tallies = store.tallies(&player_id, self.postmaster.a_day_ago()).await?;
        let mut writer = SenderContext { message, lease, letter, mailbox, address, keyed: false, tallies };
        let done = match plan {
            Some(plan) => {
                writer.keyed = plan.keyed;
                self.carry_on(writer, plan).await?
            }
            None => self.begin(writer).await?,
        };
        Ok(Done { player_id: Some(player_id), ..done })
    }

    /// Parses a mail and executes its commands.
    async fn begin(&self, mut writer: SenderContext<'_>) -> Result<Done, RetryableError> {
        let player_id = writer.mailbox.player_id.clone();
        let meant = self.meant(&player_id, &writer.letter.to).await?;
        writer.keyed = matches!(meant, Addressee::Game(..) | Addressee::NoGame(_));
        if writer.keyed {
            if writer.tallies.keyed >= u64::from(self.postmaster.config.letters) {
                return Ok(Done::ignored("too many"));
            }
            // A sender with a key has received our mail, so the address works.
            self.change(MailChange::Heard(player_id)).await?;
        }
        let refusal = |why: &str, answer| Plan { refusal: Some(refused(why, answer)), ..Plan::default() };
        let plan = match &meant {
            Addressee::Unknown => refusal("unknown key", Answer::UnknownKey),
            Addressee::Several => refusal("several keys", Answer::SeveralKeys),
            Addressee::NoKey => without_key(writer.letter),
            Addressee::NoGame(authority) => self.plan(&writer, None, *authority).await?,
            Addressee::Game(game, authority) => self.plan(&writer, Some(game), *authority).await?,
        };
        let aim = match &meant {
            Addressee::Game(game, _) => Some(Target {
                game_id: game.loaded.row.id.clone(),
                turn: game.turn,
                seen: game.loaded.game.visible(game.viewer),
            }),
            _ => None,
        };
        let plan = Plan { aim, keyed: writer.keyed, ..plan };
        self.note(writer.message, writer.lease, &plan).await?;
        self.carry_on(writer, plan).await
    }

    /// Returns the target of a player's mail.
    async fn meant(&self, player_id: &str, to: &SentTo) -> Result<Addressee, RetryableError> {
        let key = match to {
            SentTo::SeveralKeys => return Ok(Addressee::Several),
            SentTo::Service | SentTo::Elsewhere => return Ok(Addressee::NoKey),
            SentTo::Key(key) => key,
        };
        // Bounce and confirmation addresses are not reply addresses, but a person may still write to them.
        if self.postmaster.keys.bounced(key).is_some() || CodeKey::read(key).is_some() {
            return Ok(Addressee::NoKey);
        }
        let Some(key) = ReplyKey::read(key) else { return Ok(Addressee::Unknown) };
        let row = self.postmaster.store.mail_key(&key.hash()).await?;
        // Only the owner of a key may learn that it exists.
        let Some(row) = row.filter(|row| row.player_id == player_id) else { return Ok(Addressee::Unknown) };
        let is_aged = self.postmaster.ambient.now().0 - row.made_at.0 > KEY_LIFE;
        let Some(game_id) = row.game() else { return Ok(Addressee::NoGame(Authority::new(is_aged, None))) };
        let loaded = self.postmaster.play.game(game_id).await.map_err(passing)?;
        let meant = loaded.and_then(|loaded| {
            let viewer = loaded.viewer(player_id)?;
            let about = GameContext { loaded, viewer, turn: row.turn };
            let authority = Authority::new(is_aged, Some(&about));
            Some(Addressee::Game(Box::new(about), authority))
        });
        Ok(meant.unwrap_or(Addressee::Unknown))
    }

    /// Plans the commands of a mail, if all of them would succeed.
    async fn plan(
        &self,
        writer: &SenderContext<'_>,
        game: Option<&GameContext>,
        authority: Authority,
    ) -> Result<Plan, RetryableError> {
        let refusal = |why: &str, answer| Ok(Plan { refusal: Some(refused(why, answer)), ..Plan::default() });
        let text = &writer.letter.text;
        if text.trim().is_empty() {
            return refusal("nothing said", Answer::Nothing);
        }
        if writer.letter.struck {
            return refusal("struck out", Answer::Struck);
        }
        let lang = Lang::of(&writer.mailbox.lang);
        let view = game.map(|game| game.loaded.game.view(game.viewer));
        let said = match commands::of(writer.letter, view.as_ref()) {
            Ok(said) if said.is_empty() => return refusal("nothing said", Answer::Nothing),
            Ok(said) => said,
            Err(NotRead { text, errors }) => {
                let asked = game.is_some_and(|game| game.asks(&writer.mailbox.player_id));
                let possible =
                    compose::possible(game.map(|game| (&*game.loaded.game, game.viewer, game.turn)), asked);
                let told = compose::not_understood(lang, &text, &errors, &possible);
                return refusal("not understood", Answer::NotUnderstood(told));
            }
        };
        let mut wanted = match Wanted::of(&said) {
            Ok(wanted) => wanted,
            Err(TooMuch) => {
                return refusal("too much at once", Answer::Errors(vec![lang.text("answer-too-much")]));
            }
        };
        if !wanted.items.iter().all(|item| authority.allows(&item.task)) {
            return match game.filter(|_| authority == Authority::None) {
                Some(_) => refusal("past turn", Answer::TurnIsOver),
                None => refusal("old key", Answer::OldKey),
            };
        }
        for item in &mut wanted.items {
            let right = match &mut item.task {
                StepKind::Name(name) => self.hands.name(name),
                StepKind::New(request) => self.with_ids(lang, &writer.mailbox.player_id, request).await,
                _ => Ok(()),
            };
            match right {
                Ok(()) => {}
                Err(problem) if may_pass(&problem) => return Err(passing(problem)),
                Err(problem) => {
                    let why = match item.task {
                        StepKind::Name(_) => lang.text("answer-name"),
                        _ => problem.detail().to_owned(),
                    };
                    return refusal("not allowed", Answer::Errors(vec![why]));
                }
            }
        }
        if let Some(game) = game {
            if let Err(why) = self.sheets(lang, Some(game), &wanted.asked) {
                return refusal("not allowed", Answer::Errors(vec![why]));
            }
            let (player_id, deeds) = (&writer.mailbox.player_id, wanted.deeds());
            if let Err((at, problem)) = self.hands.judge(player_id, &game.loaded.row.id, &deeds).await {
                if may_pass(&problem) {
                    return Err(passing(problem));
                }
                let told =
                    wanted.deed(at).map(|item| explain_refusal::told(lang, &problem, item, &said, text));
                let told = told.unwrap_or_else(|| compose::refused(lang, &problem));
                return refusal("not allowed", Answer::Errors(vec![told]));
            }
        }
        if wanted.preview {
            return refusal("preview", Answer::Fine(wanted.lines()));
        }
        let Wanted { items, asked, .. } = wanted;
        Ok(Plan { items, asked, ..Plan::default() })
    }
}

fn refused(why: &str, answer: Answer) -> Refusal {
    Refusal { why: why.to_owned(), answer }
}

/// Plans a mail that anybody may have sent. It gets help at best, and nothing that it says is repeated.
fn without_key(letter: &Letter) -> Plan {
    let read = commands::of(letter, None);
    let exclaimed =
        |not: &NotRead| not.errors.iter().any(|error| error.problem == notation::Problem::Exclaimed);
    let exclaimed = read.as_ref().err().is_some_and(exclaimed);
    let said = read.unwrap_or_default();
    if let Some(named) = commands::help_in(&said) {
        let mut plan = Plan::default();
        plan.asked.help = Some(named);
        return plan;
    }
    let never = exclaimed || said.iter().any(|one| one.command == Command::MetaCommand(MetaCommand::Never));
    Plan { refusal: Some(refused("no key", Answer::NoKey(never))), ..Plan::default() }
}

/// Returns true if the problem is temporary, and does not depend on the mail.
pub(super) fn may_pass(problem: &Problem) -> bool {
    matches!(
        problem.kind(),
        Kind::Internal | Kind::Unavailable | Kind::InDoubt | Kind::InFlight | Kind::Timeout
    )
}

pub(super) fn passing(problem: Problem) -> RetryableError {
    RetryableError::Failed(problem.kind().name().to_owned())
}
