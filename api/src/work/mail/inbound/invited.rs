//! Replies to invitations by mail: to accept, to decline, or to stop all mail.

use broadside_engine::game::RulesetId;
use broadside_engine::notation::{self, Command, MetaCommand, Reason};
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;

use super::answer::{done, subject};
use super::commands::{self, NotRead};
use super::player_mail::{SenderContext, may_pass, passing};
use super::workflow::{Asked, GameCommand, Item, Plan, Settings, StepKind, Target, Wanted};
use super::{Done, InboundProcessor, RetryableError, explain_refusal};
use crate::mail::compose::{self, Block, Head, Lang, ReaderView, Thread};
use crate::mail::read::Letter;
use crate::mail::{Address, Link, LinkKind, ReplyKey};
use crate::play::LiveGame;
use crate::problem::Kind;
use crate::store::{
    Acceptance, Change, CommitError, InvitationRow, MailChange, MailInFound, MailInState, MailKind,
    MailboxRow, NewMail, SeatRow, Tally,
};
use crate::work::mail::notification_hold::HoldScope;

/// Maximum number of replies to mails under an invitation's key that take no seat: with help, or with their errors.
/// A player who places by hand may need several attempts.
const MOST_CORRECTIONS: u32 = 12;
/// Maximum number of attempts if others make changes at the same moment.
const ATTEMPTS: usize = 3;

/// Commands of an invited person.
struct Said {
    accept: bool,
    decline: Option<(Reason, Option<String>)>,
    never: bool,
    /// Steps after the sender has taken the seat, with name and language first.
    then: Wanted,
}

impl Said {
    /// Interprets commands. Returns `None` if there are others than these, or if they do not go together.
    fn of(said: &[notation::ParsedCommand]) -> Option<Self> {
        let (mut accept, mut decline, mut never, mut rest) = (false, None, false, Vec::new());
        for one in said {
            match &one.command {
                Command::MetaCommand(MetaCommand::Accept) => accept = true,
                Command::MetaCommand(MetaCommand::Decline { reason, words }) => {
                    decline = Some((*reason, words.clone()))
                }
                Command::MetaCommand(MetaCommand::Never) => never = true,
                _ => rest.push(one.clone()),
            }
        }
        let mut then = Wanted::of(&rest).ok()?;
        then.items.sort_by_key(|item| item.deed().is_some());
        let language = |settings: &Settings| settings.cadence.is_none() && settings.sheets.is_none();
        let goes_with = |item: &Item| match &item.task {
            StepKind::Deed(GameCommand::Place(_) | GameCommand::Say(_) | GameCommand::Note(_)) => accept,
            StepKind::Set(settings) => language(settings),
            task => matches!(task, StepKind::Name(_)),
        };
        let goes_together = accept != (decline.is_some() || never)
            && then.items.iter().all(goes_with)
            && then.asked == Asked::default()
            && !then.preview;
        goes_together.then_some(Self { accept, decline, never, then })
    }
}

/// Returns the name that the items give the player.
fn name_in(items: &[Item]) -> Option<&str> {
    items.iter().rev().find_map(|item| match &item.task {
        StepKind::Name(name) => Some(&**name),
        _ => None,
    })
}

/// Returns the language that the items set.
fn lang_in(items: &[Item]) -> Option<&str> {
    items.iter().find_map(|item| match &item.task {
        StepKind::Set(settings) => settings.lang.as_deref(),
        _ => None,
    })
}

/// Mail under the key of an invitation.
struct Invited<'a> {
    message: &'a MailInFound,
    lease: &'a str,
    letter: &'a Letter,
    row: InvitationRow,
    address: Address,
    lang: Lang,
}

impl InboundProcessor {
    /// Processes a mail from the address of an invitation under its key. Returns `None` if it is no such mail. A
    /// mail with a plan accepts the invitation, and is not parsed again.
    pub(super) async fn invited(
        &self,
        message: &MailInFound,
        lease: &str,
        letter: &Letter,
        key: &str,
        plan: Option<&Plan>,
    ) -> Result<Option<Done>, RetryableError> {
        let Some(key) = ReplyKey::read(key) else { return Ok(None) };
        let Some(row) = self.postmaster.store.mail_invitation(&key.hash()).await? else { return Ok(None) };
        let address = letter.from.clone();
        if address.normal() != row.normal {
            return Ok(None);
        }
        let lang = Lang::of(&row.lang);
        let of = Invited { message, lease, letter, row, address, lang };
        let done = match plan {
            Some(plan) => self.accept_invitation(&of, plan.clone()).await?,
            None => self.answer_of(&of).await?,
        };
        Ok(Some(Done { game_id: Some(of.row.game_id.clone()), ..done }))
    }

    async fn answer_of(&self, of: &Invited<'_>) -> Result<Done, RetryableError> {
        if of.letter.struck {
            let blocks = vec![Block::Text(of.lang.text("answer-struck"))];
            return self.correct(of, "struck out", with_offers(of.lang, blocks)).await;
        }
        let loaded = self.postmaster.play.game(&of.row.game_id).await.map_err(passing)?;
        let Some(loaded) = loaded else { return self.correct(of, "no game", gone(of.lang)).await };
        // Use only what everybody may know.
        let view = loaded.game.view(Viewer::Public);
        let said = match commands::of(of.letter, Some(&view)) {
            Ok(said) => said,
            Err(NotRead { text, errors }) => {
                // The commands that are possible here are the replies to the invitation, which are shown below.
                let told = compose::not_understood(of.lang, &text, &errors, &[]);
                let mut blocks = vec![Block::Text(of.lang.text("answer-errors")), Block::List(told.lines)];
                blocks.extend(told.below.into_iter().map(Block::Text));
                return self.correct(of, "not understood", with_offers(of.lang, blocks)).await;
            }
        };
        let lines = said;
        if let Some(named) = commands::help_in(&lines) {
            return self.help(of, &loaded, named).await;
        }
        // A player who has accepted uses the keys of the game. The key of the invitation is for the time before
        // play.
        let is_old = !matches!(loaded.game.status(), Status::Waiting | Status::Placing);
        if of.row.player_id.is_some() && is_old {
            return self.correct(of, "past turn", vec![Block::Text(of.lang.text("answer-old-key"))]).await;
        }
        let Some(said) = Said::of(&lines) else {
            return self.correct(of, "not yet", with_offers(of.lang, Vec::new())).await;
        };
        if name_in(&said.then.items).is_some_and(|name| self.hands.name(name).is_err()) {
            let blocks = vec![Block::List(vec![of.lang.text("answer-name")])];
            return self.correct(of, "not allowed", with_offers(of.lang, blocks)).await;
        }
        if said.accept {
            return self.plan_acceptance(of, said.then, &lines).await;
        }
        if of.row.player_id.is_some() && said.decline.is_some() {
            let blocks = vec![Block::Text(of.lang.text("invite-accepted-before"))];
            return self.correct(of, "accepted", blocks).await;
        }
        // The invitation is deleted only when the mail is done. After a crash all of this is repeated, which is
        // idempotent.
        let declined = of.row.player_id.is_none().then(|| of.row.key_hash.clone());
        let (reason, words) = said.decline.clone().unwrap_or((Reason::Other, None));
        let declines = match declined {
            Some(_) => self.decline_invitation(of, reason, words.as_deref()).await?,
            None => false,
        };
        if said.never {
            let refuse = MailChange::Refuse {
                address_hash: of.row.address_hash.clone(),
                player_id: of.row.made_by.clone(),
                normal: None,
                at: self.postmaster.ambient.now(),
            };
            self.change(refuse).await?;
            return Ok(Done { declined, ..done(MailInState::Taken, "never", None, Tally::Silent) });
        }
        if !declines {
            return self.correct(of, "not allowed", gone(of.lang)).await;
        }
        self.write_to_invited(of, vec![Block::Text(of.lang.text("invite-declined"))]).await?;
        Ok(Done { declined, ..done(MailInState::Taken, "declined", None, Tally::Answered) })
    }

    /// Accepts, if the other commands would succeed once the sender has taken the seat.
    async fn plan_acceptance(
        &self,
        of: &Invited<'_>,
        then: Wanted,
        lines: &[notation::ParsedCommand],
    ) -> Result<Done, RetryableError> {
        let Self { postmaster, .. } = self;
        // A player who has accepted before has the same daily limit as other players.
        if let Some(player_id) = &of.row.player_id {
            let tallies = postmaster.store.tallies(player_id, postmaster.a_day_ago()).await?;
            if tallies.keyed >= u64::from(postmaster.config.letters) {
                return Ok(Done { player_id: Some(player_id.clone()), ..Done::ignored("too many") });
            }
        }
        let deeds = then.deeds();
        if !deeds.is_empty() {
            let there = postmaster.store.mailbox_at(of.address.normal()).await?;
            let player_id = there.map(|there| there.player_id).unwrap_or_default();
            let (game_id, code_hash) = (&of.row.game_id, &of.row.code_hash);
            if let Err((at, problem)) = self.hands.judge_invited(&player_id, game_id, code_hash, &deeds).await
            {
                if may_pass(&problem) {
                    return Err(passing(problem));
                }
                let text = |key: &str| Block::Text(of.lang.text(key));
                let told = |item| explain_refusal::told(of.lang, &problem, item, lines, &of.letter.text);
                let blocks = match problem.kind() {
                    Kind::NoFreeSeat | Kind::GameOver => gone(of.lang),
                    _ => {
                        let told = then.deed(at).map(told).into_iter().collect();
                        vec![text("answer-errors"), Block::List(told), text("answer-nothing-done")]
                    }
                };
                return self.correct(of, "not allowed", blocks).await;
            }
        }
        let accepts =
            |one: &&notation::ParsedCommand| one.command == Command::MetaCommand(MetaCommand::Accept);
        let said = lines.iter().find(accepts).map(|one| one.command.lines()).unwrap_or_default();
        let accept = Item { task: StepKind::Deed(GameCommand::Accept), lines: said };
        let items = [vec![accept], then.items].concat();
        let plan = Plan { items, keyed: true, repeats: of.row.player_id.is_some(), ..Plan::default() };
        self.note(of.message, of.lease, &plan).await?;
        self.accept_invitation(of, plan).await
    }

    /// Executes an acceptance. Gives the sender a mailbox, and an account if they have none, and seats them. The
    /// other steps are executed as for any other mail.
    async fn accept_invitation(&self, of: &Invited<'_>, plan: Plan) -> Result<Done, RetryableError> {
        let postmaster = &self.postmaster;
        let game_id = &of.row.game_id;
        let Some((mailbox, is_new)) = self.mailbox_of_invited(of, &plan).await? else {
            return self.correct(of, "not allowed", gone(of.lang)).await;
        };
        let player_id = mailbox.player_id.clone();
        let _answered = postmaster.answering.begin(vec![HoldScope::Game(game_id.clone())]);
        match self.hands.take(&player_id, game_id, &of.row.code_hash).await {
            Ok(()) => {}
            Err(problem) if may_pass(&problem) => return Err(passing(problem)),
            Err(_) => {
                let mut blocks = gone(of.lang);
                if is_new {
                    // The seat was lost while the account was created. The account stays.
                    let address = postmaster.config.from.address();
                    let made = of.lang.fill("invite-gone-account", &[("address", &address)]);
                    blocks.push(Block::Text(made));
                }
                return self.correct(of, "not allowed", blocks).await;
            }
        }
        self.welcome(of.row.address_hash.clone()).await?;
        let loaded = postmaster.play.game(game_id).await.map_err(passing)?;
        let Some(loaded) = loaded else { return self.correct(of, "no game", gone(of.lang)).await };
        let aim = Target {
            game_id: game_id.clone(),
            turn: loaded.game.turn(),
            seen: loaded.game.visible(loaded.viewer(&player_id).unwrap_or(Viewer::Public)),
        };
        let plan = Plan { aim: Some(aim), over: 1, ..plan };
        self.note(of.message, of.lease, &plan).await?;
        let tallies = postmaster.store.tallies(&player_id, postmaster.a_day_ago()).await?;
        let Invited { message, lease, letter, address, .. } = of;
        let address = address.clone();
        let writer = SenderContext { message, lease, letter, mailbox, address, keyed: true, tallies };
        let done = self.carry_on(writer, plan).await?;
        Ok(Done { player_id: Some(player_id), ..done })
    }

    /// Returns the mailbox of the accepting player, and true if it was just created. Returns `None` if somebody else
    /// has accepted, or if there is no seat for a new account.
    async fn mailbox_of_invited(
        &self,
        of: &Invited<'_>,
        plan: &Plan,
    ) -> Result<Option<(MailboxRow, bool)>, RetryableError> {
        let Self { postmaster, .. } = self;
        let mut made = None;
        for _ in 0..ATTEMPTS {
            let there = postmaster.store.mailbox_at(of.address.normal()).await?;
            let row = postmaster.store.mail_invitation(&of.row.key_hash).await?;
            match (&there, row.map(|row| row.player_id)) {
                (Some(there), Some(Some(player_id))) if there.player_id == player_id => {
                    let is_new = made.as_ref() == Some(&player_id);
                    return Ok(Some((there.clone(), is_new)));
                }
                (_, Some(None)) => {}
                (_, _) => return Ok(None),
            }
            let (player_id, new) = match there {
                Some(there) => (there.player_id, None),
                None => {
                    // Read the game again: the seat may have been lost since the mail was parsed.
                    let loaded = postmaster.play.game(&of.row.game_id).await.map_err(passing)?;
                    let seat = loaded.and_then(|loaded| loaded.invited_seat(&of.row.code_hash));
                    if seat.is_none() {
                        return Ok(None);
                    }
                    let id = postmaster.ambient.id();
                    // A generated name does not reveal the identity of its owner.
                    let chosen = || format!("Player {}", &id[id.len() - 6..]);
                    let name = name_in(&plan.items).map_or_else(chosen, str::to_owned);
                    let address = of.address.as_str().to_owned();
                    made = Some(id.clone());
                    (id, Some((name, address, of.address.normal().to_owned())))
                }
            };
            let lang = lang_in(&plan.items).unwrap_or(&of.row.lang).to_owned();
            let (key_hash, at) = (of.row.key_hash.clone(), postmaster.ambient.now());
            let accept = MailChange::Accept(Box::new(Acceptance { key_hash, player_id, new, lang, at }));
            match postmaster.store.commit(Change::Mail(Box::new(accept))).await {
                Ok(()) | Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error.into()),
            }
        }
        Err(RetryableError::Failed("others accept the same invitation all the time".to_owned()))
    }

    /// Frees the seat and notifies the inviting player. Returns false if the seat did not belong to the invitation.
    /// Idempotent.
    async fn decline_invitation(
        &self,
        of: &Invited<'_>,
        reason: Reason,
        words: Option<&str>,
    ) -> Result<bool, RetryableError> {
        if !self.free_seat(&of.row).await? {
            return Ok(false);
        }
        let why = |lang: Lang| {
            let reason = lang.find(&format!("decline-{}", reason.as_str())).unwrap_or_default();
            let declined =
                lang.fill("declined-by-mail", &[("address", &of.row.address), ("reason", &reason)]);
            let words = words.map(|words| Block::List(vec![format!("“{words}”")]));
            [Some(Block::Text(declined)), words].into_iter().flatten().collect()
        };
        self.tell_host(&of.row, "declined", &why).await?;
        Ok(true)
    }

    /// Replies with the possible replies to the invitation, or with the commands of a ruleset.
    async fn help(
        &self,
        of: &Invited<'_>,
        loaded: &LiveGame,
        named: Option<RulesetId>,
    ) -> Result<Done, RetryableError> {
        let blocks = match named {
            Some(_) => compose::commands(of.lang, named, named),
            None if of.row.player_id.is_some() => vec![Block::Text(of.lang.text("invite-accepted-before"))],
            None if loaded.invited_seat(&of.row.code_hash).is_none() => gone(of.lang),
            None => {
                let name = |seat: &SeatRow| seat.player.as_ref().and_then(|player| player.name.clone());
                let names = loaded.seats.iter().map(name).collect();
                let seen = ReaderView::of(&loaded.game, Viewer::Public, names, None, Vec::new());
                compose::newcomer(of.lang, &ReaderView { clock: loaded.clock, ..seen })
            }
        };
        self.tell_a_few_times(of, blocks).await?;
        Ok(done(MailInState::Taken, "", None, Tally::Nothing))
    }

    /// Tells the sender why nothing was done.
    async fn correct(&self, of: &Invited<'_>, why: &str, blocks: Vec<Block>) -> Result<Done, RetryableError> {
        self.tell_a_few_times(of, blocks).await?;
        Ok(done(MailInState::Refused, why, None, Tally::Nothing))
    }

    /// Replies, unless that was done too often. The last reply says that it is the last.
    async fn tell_a_few_times(&self, of: &Invited<'_>, mut blocks: Vec<Block>) -> Result<(), RetryableError> {
        for (most, last) in [(MOST_CORRECTIONS - 1, false), (MOST_CORRECTIONS, true)] {
            let correct = MailChange::Correct(of.row.key_hash.clone(), most);
            match self.postmaster.store.commit(Change::Mail(Box::new(correct))).await {
                Ok(()) => {
                    blocks.extend(last.then(|| Block::Text(of.lang.text("invite-last"))));
                    return self.write_to_invited(of, blocks).await;
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn write_to_invited(&self, of: &Invited<'_>, blocks: Vec<Block>) -> Result<(), RetryableError> {
        let Self { postmaster, .. } = self;
        let refused = postmaster.store.mail_is_refused(&of.row.address_hash).await?;
        let (player_id, address_hash) = (of.row.made_by.clone(), of.row.address_hash.clone());
        let never = postmaster.keys.link(&Link { kind: LinkKind::Never, player_id, address_hash });
        let Some(never) = never.filter(|_| !refused && postmaster.carrier.goes()) else { return Ok(()) };
        let (config, now) = (&postmaster.config, postmaster.ambient.now());
        let never = format!("{}/mail/unsubscribe/{never}", config.links);
        let service = config.from.name();
        let letter = compose::to_invited(of.lang, subject(of.letter, service), blocks, service, &never);
        let message_id = postmaster.keys.message_id(&["answer", &of.message.row.id]);
        let message_id = postmaster.with_domain(&message_id);
        let answers = of.letter.message_id.clone();
        let head = Head {
            from: &config.from,
            to: &of.address,
            // The server does not store the key of an invitation, only its hash. The mail under that key is the only
            // source for it.
            reply_to: of
                .letter
                .to
                .key()
                .map(|key| format!("{}+{key}@{}", config.from.local(), config.from.domain())),
            date: now,
            message_id: &message_id,
            thread: answers.clone().map(|root| Thread { root, answers, list: "invitations".to_owned() }),
            unsubscribe: Some(never),
            files: Vec::new(),
        };
        let message = compose::message(&letter, head);
        let mail = NewMail {
            id: postmaster.ambient.id(),
            player_id: None,
            game_id: Some(of.row.game_id.clone()),
            caused_by: None,
            kind: MailKind::Answer,
            message_id,
            recipient: of.address.as_str().to_owned(),
            sender: config.from.address(),
            message,
        };
        self.change(MailChange::Write(mail, Vec::new(), Vec::new(), now)).await?;
        postmaster.written.notify_one();
        Ok(())
    }
}

fn gone(lang: Lang) -> Vec<Block> {
    vec![Block::Text(lang.text("invite-gone"))]
}

/// Appends the possible replies to what is wrong.
fn with_offers(lang: Lang, mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.push(Block::Text(lang.text("invite-only")));
    blocks.push(Block::Commands(compose::invited_offers(lang, "")));
    blocks
}
