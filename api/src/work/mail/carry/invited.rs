//! Letters of those who are invited by mail: to accept, to decline, or never to be written to again.

use broadside_engine::notation::{self, Command, Reason, Wish};
use broadside_engine::ruleset::Viewer;

use super::answer::{Standing, done, done_of, subject};
use super::letter::{Writer, may_pass, passing};
use super::plan::{Asked, Deed, Item, Missed, Plan, Settings, Task, Wanted, deeds};
use super::{Clerk, Done, Undone, judge};
use crate::mail::compose::{self, Block, Head, Lang, Thread};
use crate::mail::read::Letter;
use crate::mail::{Address, Link, LinkKind, ReplyKey};
use crate::problem::Kind;
use crate::store::{
    Acceptance, Change, CommitError, InvitationRow, MailChange, MailInFound, MailInState, MailKind,
    MailboxRow, NewMail, Tallies, Tally,
};

/// How many letters under an invitation's key are answered with what is wrong with them.
const MOST_CORRECTIONS: u32 = 5;
/// How often it is tried to be quicker than somebody else.
const ATTEMPTS: usize = 3;

/// What whoever is invited says.
#[derive(Debug, Default)]
struct Said {
    accept: bool,
    decline: Option<(Reason, Option<String>)>,
    never: bool,
    name: Option<String>,
    lang: Option<&'static str>,
    /// The lines that say so, as they are told again.
    lines: Vec<String>,
    /// What is done in the game once its writer sits there.
    then: Vec<Item>,
}

impl Said {
    /// What commands come to; `None` if they are others, or do not go together.
    fn of(said: &[notation::Said]) -> Option<Self> {
        let (mut all, mut rest) = (Self::default(), Vec::new());
        for one in said {
            let wish = match &one.command {
                Command::Wish(wish) => Some(wish),
                _ => None,
            };
            match wish {
                Some(Wish::Accept) => all.accept = true,
                Some(Wish::Decline { reason, words }) => all.decline = Some((*reason, words.clone())),
                Some(Wish::Never) => all.never = true,
                Some(Wish::Name(name)) => all.name = Some(name.clone()),
                Some(Wish::Set(notation::Setting::Language(language))) => {
                    all.lang = Some(match language {
                        notation::Language::English => "en",
                        notation::Language::Italian => "it",
                    });
                }
                _ => {
                    rest.push(one.clone());
                    continue;
                }
            }
            all.lines.extend(one.command.lines());
        }
        let Wanted { items, asked, preview } = Wanted::of(&rest).ok()?;
        let in_game =
            |item: &Item| matches!(item.deed(), Some(Deed::Place(_) | Deed::Say(_) | Deed::Note(_)));
        let goes_together = match (all.accept, all.decline.is_some() || all.never) {
            (true, false) => items.iter().all(in_game),
            (false, true) => items.is_empty(),
            _ => false,
        };
        all.then = items;
        (goes_together && asked == Asked::default() && !preview).then_some(all)
    }

    /// The same as it is kept: the seat is taken before the rest is done.
    fn plan(&self) -> Plan {
        let accept = Item { task: Task::Deed(Deed::Accept), lines: self.lines.clone() };
        let items = [vec![accept], self.then.clone()].concat();
        Plan { items, keyed: true, ..Plan::default() }
    }
}

/// A letter under the key of an invitation.
struct Invited<'a> {
    message: &'a MailInFound,
    lease: &'a str,
    letter: &'a Letter,
    row: InvitationRow,
    address: Address,
    lang: Lang,
}

impl Clerk {
    /// Carries a letter out that is written from the address of an invitation, under its key; `None` if it is none.
    pub(super) async fn invited(
        &self,
        message: &MailInFound,
        lease: &str,
        letter: &Letter,
        key: &str,
    ) -> Result<Option<Done>, Undone> {
        let Some(key) = ReplyKey::read(key) else { return Ok(None) };
        let Some(row) = self.postmaster.store.mail_invitation(&key.hash()).await? else { return Ok(None) };
        let Ok(address) = Address::read(&letter.from) else { return Ok(None) };
        if address.normal() != row.normal {
            return Ok(None);
        }
        let lang = Lang::of(&row.lang);
        let of = Invited { message, lease, letter, row, address, lang };
        let done = self.answer_of(&of).await?;
        Ok(Some(Done { game_id: Some(of.row.game_id.clone()), ..done }))
    }

    async fn answer_of(&self, of: &Invited<'_>) -> Result<Done, Undone> {
        if of.letter.struck {
            let blocks = vec![Block::Text(of.lang.text("answer-struck"))];
            return self.correct(of, "struck out", with_offers(of.lang, blocks)).await;
        }
        let loaded = self.postmaster.play.game(&of.row.game_id).await.map_err(passing)?;
        let Some(loaded) = loaded else { return self.correct(of, "no game", gone(of.lang)).await };
        // The same as everybody may know, and no more.
        let view = loaded.game.view(Viewer::Public);
        let said = match notation::read(&of.letter.text, Some(&view)) {
            Ok(said) => said,
            Err(errors) => {
                let errors = errors.iter().map(|error| compose::wrong(of.lang, error)).collect();
                let blocks = vec![Block::Text(of.lang.text("answer-errors")), Block::List(errors)];
                return self.correct(of, "not understood", with_offers(of.lang, blocks)).await;
            }
        };
        let lines = said;
        let Some(said) = Said::of(&lines) else {
            return self.correct(of, "not yet", with_offers(of.lang, Vec::new())).await;
        };
        if said.name.as_ref().is_some_and(|name| self.hands.name(name).is_err()) {
            let blocks = vec![Block::List(vec![of.lang.text("answer-name")])];
            return self.correct(of, "not allowed", with_offers(of.lang, blocks)).await;
        }
        if said.accept {
            // What has a plan was judged before anything of it was done.
            if of.message.plan.is_none()
                && let Some(refused) = self.judge_invited(of, &said, &lines).await?
            {
                return Ok(refused);
            }
            return self.accept_invitation(of, &said).await;
        }
        if of.row.player_id.is_some() && said.decline.is_some() {
            let blocks = vec![Block::Text(of.lang.text("invite-accepted-before"))];
            return self.correct(of, "accepted", blocks).await;
        }
        // The invitation is gone only once the letter is over with: whoever is killed in between does all of it again, and it comes to
        // the same.
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

    /// Whether what is said beside ACCEPT would be done once its writer sits: what becomes of the letter if not.
    async fn judge_invited(
        &self,
        of: &Invited<'_>,
        said: &Said,
        lines: &[notation::Said],
    ) -> Result<Option<Done>, Undone> {
        let deeds = deeds(&said.then);
        if !deeds.is_empty() {
            let there = self.postmaster.store.mailbox_at(of.address.normal()).await?;
            let player_id = there.map(|there| there.player_id).unwrap_or_default();
            let (game_id, code_hash) = (&of.row.game_id, &of.row.code_hash);
            if let Err((at, problem)) = self.hands.judge_invited(&player_id, game_id, code_hash, &deeds).await
            {
                if may_pass(&problem) {
                    return Err(passing(problem));
                }
                let text = |key: &str| Block::Text(of.lang.text(key));
                let blocks = match problem.kind() {
                    Kind::NoFreeSeat | Kind::GameOver => gone(of.lang),
                    _ => {
                        let told = judge::told(of.lang, &problem, &said.then[at], lines, &of.letter.text);
                        vec![text("answer-errors"), Block::List(vec![told]), text("answer-nothing-done")]
                    }
                };
                return self.correct(of, "not allowed", blocks).await.map(Some);
            }
        }
        self.note(of.message, of.lease, &said.plan()).await?;
        Ok(None)
    }

    /// Whoever accepts has a mailbox from then on, and an account if it had none, and sits.
    async fn accept_invitation(&self, of: &Invited<'_>, said: &Said) -> Result<Done, Undone> {
        let postmaster = &self.postmaster;
        // Whoever has accepted before writes as other players do, and so often.
        let tallies = match &of.row.player_id {
            Some(player_id) => postmaster.store.tallies(player_id, postmaster.a_day_ago()).await?,
            None => Tallies::default(),
        };
        if tallies.keyed >= u64::from(postmaster.config.letters) {
            return Ok(Done { player_id: of.row.player_id.clone(), ..Done::ignored("too many") });
        }
        let Some((mut mailbox, is_new)) = self.mailbox_of_invited(of, said).await? else {
            return self.correct(of, "not allowed", gone(of.lang)).await;
        };
        let player_id = mailbox.player_id.clone();
        let _answered = postmaster.answering.begin(&player_id, Some(&of.row.game_id));
        match self.hands.take(&player_id, &of.row.game_id, &of.row.code_hash).await {
            Ok(()) => {}
            Err(problem) if may_pass(&problem) => return Err(passing(problem)),
            Err(_) => {
                let mut blocks = gone(of.lang);
                if is_new {
                    // It went in the moment in which the account was made, which stays.
                    let address = postmaster.config.from.address();
                    let made = of.lang.fill("invite-gone-account", &[("address", &address)]);
                    blocks.push(Block::Text(made));
                }
                return self.correct(of, "not allowed", blocks).await;
            }
        }
        self.welcome(of.row.address_hash.clone()).await?;
        // A new account has both from its beginning.
        if let Some(name) = said.name.as_ref().filter(|_| !is_new) {
            self.hands.rename(&player_id, name).await.map_err(passing)?;
        }
        if let Some(lang) = said.lang.filter(|lang| *lang != mailbox.lang) {
            let settings = Settings { lang: Some(lang.to_owned()), ..Settings::default() };
            self.set(&mailbox, &settings).await?;
            mailbox.lang = lang.to_owned();
        }
        let loaded = postmaster.play.game(&of.row.game_id).await.map_err(passing)?;
        let since =
            loaded.map(|loaded| loaded.game.visible(loaded.viewer(&player_id).unwrap_or(Viewer::Public)));
        let standing = Standing { game_id: of.row.game_id.clone(), since, sheets: Vec::new() };
        let mut plan = Plan { over: 1, ..said.plan() };
        for deed in deeds(&said.then) {
            let key = format!("mail {} {}", of.message.row.id, plan.over);
            match self.hands.perform(&player_id, &of.row.game_id, &deed, None, &key).await {
                Ok(()) => {}
                Err(problem) if may_pass(&problem) => return Err(passing(problem)),
                // What was judged to be possible is not any more.
                Err(problem) => {
                    let lines = plan.items[plan.over].lines.clone();
                    plan.missed
                        .push(Missed { lines, why: compose::refused(Lang::of(&mailbox.lang), &problem) });
                }
            }
            plan.over += 1;
        }
        let blocks = done_of(&plan, Lang::of(&mailbox.lang));
        let Invited { message, lease, letter, address, .. } = of;
        let address = address.clone();
        let writer = Writer { message, lease, letter, mailbox, address, keyed: true, tallies };
        let may = writer.may(of.row.player_id.is_none());
        let tally = self.tell(&writer, None, blocks, &[standing], may).await?;
        Ok(Done { player_id: Some(player_id), ..done(MailInState::Taken, "", None, tally) })
    }

    /// The mailbox of whoever accepts, and whether it was made just now; `None` if somebody else has accepted, or there is no seat to
    /// make an account for.
    async fn mailbox_of_invited(
        &self,
        of: &Invited<'_>,
        said: &Said,
    ) -> Result<Option<(MailboxRow, bool)>, Undone> {
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
                    // Looked at now: what was read with the letter may be over.
                    let loaded = postmaster.play.game(&of.row.game_id).await.map_err(passing)?;
                    let seat = loaded.and_then(|loaded| loaded.invited_seat(&of.row.code_hash));
                    if seat.is_none() {
                        return Ok(None);
                    }
                    let id = postmaster.ambient.id();
                    // One that we choose tells nothing of whose it is.
                    let chosen = || format!("Player {}", &id[id.len() - 6..]);
                    let name = said.name.clone().unwrap_or_else(chosen);
                    let address = of.address.as_str().to_owned();
                    made = Some(id.clone());
                    (id, Some((name, address, of.address.normal().to_owned())))
                }
            };
            let lang = said.lang.map_or_else(|| of.row.lang.clone(), str::to_owned);
            let (key_hash, at) = (of.row.key_hash.clone(), postmaster.ambient.now());
            let accept = MailChange::Accept(Box::new(Acceptance { key_hash, player_id, new, lang, at }));
            match postmaster.store.commit(Change::Mail(Box::new(accept))).await {
                Ok(()) | Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error.into()),
            }
        }
        Err(Undone::Failed("others accept the same invitation all the time".to_owned()))
    }

    /// The seat is free for others, and whoever has invited is told; whether it was the invitation's to decline. Done again it changes
    /// nothing.
    async fn decline_invitation(
        &self,
        of: &Invited<'_>,
        reason: Reason,
        words: Option<&str>,
    ) -> Result<bool, Undone> {
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

    /// Nothing is done, and the writer is told why, a few times.
    async fn correct(&self, of: &Invited<'_>, why: &str, blocks: Vec<Block>) -> Result<Done, Undone> {
        let correct = MailChange::Correct(of.row.key_hash.clone(), MOST_CORRECTIONS);
        match self.postmaster.store.commit(Change::Mail(Box::new(correct))).await {
            Ok(()) => self.write_to_invited(of, blocks).await?,
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(error.into()),
        }
        Ok(done(MailInState::Refused, why, None, Tally::Nothing))
    }

    async fn write_to_invited(&self, of: &Invited<'_>, blocks: Vec<Block>) -> Result<(), Undone> {
        let Self { postmaster, .. } = self;
        let refused = postmaster.store.mail_is_refused(&of.row.address_hash).await?;
        let (player_id, address_hash) = (of.row.made_by.clone(), of.row.address_hash.clone());
        let never = postmaster.keys.link(&Link { kind: LinkKind::Never, player_id, address_hash });
        let Some(never) = never.filter(|_| !refused && postmaster.carrier.goes()) else { return Ok(()) };
        let (config, now) = (&postmaster.config, postmaster.ambient.now());
        let never = format!("{}/mail/unsubscribe/{never}", config.links);
        let service = config.from.name();
        let letter = compose::to_invited(of.lang, subject(of.letter, true, service), blocks, service, &never);
        let message_id = postmaster.keys.message_id(&["answer", &of.message.row.id]);
        let message_id = postmaster.with_domain(&message_id);
        let answers = of.letter.message_id.clone();
        let head = Head {
            from: &config.from,
            to: &of.address,
            // The key of the invitation is known to nobody but its reader: the mail that it stands in is to be answered.
            reply_to: of
                .letter
                .to
                .key()
                .map(|key| format!("{}+{key}@{}", config.from.local(), config.from.domain())),
            date: now,
            message_id: &message_id,
            thread: answers.clone().map(|root| Thread { root, answers, list: "invitations".to_owned() }),
            unsubscribe: Some(never),
            sheets: Vec::new(),
        };
        let message = compose::message(&letter, head);
        let mail = NewMail {
            id: postmaster.ambient.id(),
            player_id: None,
            game_id: Some(of.row.game_id.clone()),
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

/// What is wrong, and what can be answered.
fn with_offers(lang: Lang, mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.push(Block::Text(lang.text("invite-only")));
    blocks.push(Block::Commands(compose::invited_offers(lang, "")));
    blocks
}
