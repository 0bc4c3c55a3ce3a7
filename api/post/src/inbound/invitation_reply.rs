//! Replies to invitations by mail: to accept, to decline, or to stop all mail.

use crate::InvitationAcceptance;
use crate::compose::{self, Block, MessageHeaders, ReaderView, Threading};
use crate::read::ParsedMessage;
use crate::{Address, Link, LinkKind, ReplyKey};
use broadside_app::play::LiveGame;
use broadside_app::validate_name;
use broadside_domain::challenge::DeclineReason;
use broadside_domain::command::{Command, GameCommand};
use broadside_domain::error::ErrorKind;
use broadside_domain::game::SeatRow;
use broadside_domain::player::PlayerRow;
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{AccountCommand, ParsedStatement, Setting, Statement};
use broadside_store::mail::{invitations, outbox};
use broadside_store::{
    CommitError, InvitationRow, MailInFound, MailInState, MailKind, NewMail, ReplyClass,
};

use super::answer::{processed, subject_of_reply};
use super::commands;
use super::context::SenderContext;
use super::workflow::{InboundWorkflow, ParsedRequest, Queries, Target, Task, WorkflowStep};
use super::{InboundProcessor, Processed, explain_refusal};
use crate::notification_hold::HoldScope;
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

/// Maximum number of replies to mails under an invitation's key that take no seat: with help, or
/// with their errors. A player who places by hand may need several attempts.
const MAX_CORRECTIONS: u32 = 12;

/// Commands of an invited person.
struct InvitationReply {
    accept: bool,
    /// Reason for declining, and message.
    decline: Option<(DeclineReason, Option<String>)>,
    never: bool,
    /// Steps after the sender has taken the seat, with name and language first.
    then: ParsedRequest,
}

impl InvitationReply {
    /// Interprets statements. Returns `None` if there are others than these, or if they do not go
    /// together.
    fn from_statements(statements: &[ParsedStatement]) -> Option<Self> {
        let mut accept = false;
        let mut decline = None;
        let mut never = false;
        let mut rest = Vec::new();
        for parsed in statements {
            match &parsed.statement {
                Statement::Command(command) if *command == Command::ACCEPT => accept = true,
                Statement::Command(Command::Game(GameCommand::Decline { reason, text })) => {
                    decline = Some((*reason, text.clone()));
                }
                Statement::Account(AccountCommand::Never) => never = true,
                _ => rest.push(parsed.clone()),
            }
        }
        let mut then = ParsedRequest::from_statements(&rest).ok()?;
        then.items.sort_by_key(|step| step.command().is_some());
        let goes_together = accept != (decline.is_some() || never)
            && then.items.iter().all(|step| goes_with_reply(step, accept))
            && then.asked == Queries::default()
            && !then.preview;
        goes_together.then_some(Self { accept, decline, never, then })
    }
}

/// Returns true if a step can follow the reply to an invitation.
fn goes_with_reply(step: &WorkflowStep, accept: bool) -> bool {
    match &step.task {
        Task::Game(
            Command::Game(GameCommand::Place { .. }) | Command::Say(_) | Command::Note(_),
        ) => accept,
        Task::Account(AccountCommand::Name(_) | AccountCommand::Set(Setting::Language(_))) => true,
        _ => false,
    }
}

/// Returns the name that the steps give the player.
fn chosen_name(steps: &[WorkflowStep]) -> Option<&str> {
    steps.iter().rev().find_map(|step| match step.account_command() {
        Some(AccountCommand::Name(name)) => Some(&**name),
        _ => None,
    })
}

/// Returns the language that the steps set.
fn chosen_lang(steps: &[WorkflowStep]) -> Option<&'static str> {
    steps.iter().rev().find_map(|step| match step.account_command() {
        Some(AccountCommand::Set(Setting::Language(lang))) => Some(lang.code()),
        _ => None,
    })
}

/// Mail under the key of an invitation.
struct InvitationMail<'a> {
    message: &'a MailInFound,
    lease: &'a str,
    letter: &'a ParsedMessage,
    row: InvitationRow,
    address: Address,
    lang: Lang,
}

impl InboundProcessor {
    /// Processes a mail from the address of an invitation under its key. Returns `None` if it is no
    /// such mail. A mail with a plan accepts the invitation, and is not parsed again.
    pub(super) async fn process_invitation_reply(
        &self,
        message: &MailInFound,
        lease: &str,
        letter: &ParsedMessage,
        key: &str,
        plan: Option<&InboundWorkflow>,
    ) -> Result<Option<Processed>, JobError> {
        let Some(key) = ReplyKey::parse(key) else { return Ok(None) };
        let Some(row) = self.post.app.store.mail_invitation(&key.hash()).await? else {
            return Ok(None);
        };
        let address = letter.from.clone();
        if address.normalized() != row.address_normalized {
            return Ok(None);
        }
        let lang = Lang::from_code(&row.lang);
        let of = InvitationMail { message, lease, letter, row, address, lang };
        let done = match plan {
            Some(plan) => self.execute_acceptance(&of, plan.clone()).await?,
            None => self.answer_invitation(&of).await?,
        };
        Ok(Some(Processed { game_id: Some(of.row.game_id.clone()), ..done }))
    }

    async fn answer_invitation(&self, of: &InvitationMail<'_>) -> Result<Processed, JobError> {
        if of.letter.struck {
            let blocks = vec![Block::Text(of.lang.text("answer-struck"))];
            return self
                .reply_with_correction(of, "struck out", with_possible_replies(of.lang, blocks))
                .await;
        }
        let loaded = self.post.app.play.game(&of.row.game_id).await?;
        let Some(loaded) = loaded else {
            return self.reply_with_correction(of, "no game", invitation_gone(of.lang)).await;
        };
        // Use only what everybody may know.
        let view = loaded.game.view(Viewer::Public);
        let said = match commands::parse_answer(of.letter, Some(&view)) {
            Ok(said) => said,
            Err(failure) => {
                // The commands that are possible here are the replies to the invitation, which are
                // shown below. The hint on words of one's own names others, so it is left out.
                let told = commands::explain_answer(of.lang, &failure, &[]);
                let blocks =
                    vec![Block::Text(of.lang.text("answer-errors")), Block::List(told.lines)];
                return self
                    .reply_with_correction(
                        of,
                        "not understood",
                        with_possible_replies(of.lang, blocks),
                    )
                    .await;
            }
        };
        let lines = said;
        if let Some(asked) = commands::help_request(&lines) {
            return self.reply_with_help(of, &loaded, &asked).await;
        }
        // A player who has accepted uses the keys of the game. The key of the invitation is for the
        // time before play.
        let is_old = !matches!(loaded.game.status(), Status::Waiting | Status::Placing);
        if of.row.player_id.is_some() && is_old {
            return self
                .reply_with_correction(
                    of,
                    "past turn",
                    vec![Block::Text(of.lang.text("answer-old-key"))],
                )
                .await;
        }
        let Some(said) = InvitationReply::from_statements(&lines) else {
            return self
                .reply_with_correction(of, "not yet", with_possible_replies(of.lang, Vec::new()))
                .await;
        };
        if chosen_name(&said.then.items).is_some_and(|name| validate_name(name).is_err()) {
            let blocks = vec![Block::List(vec![of.lang.text("answer-name")])];
            return self
                .reply_with_correction(of, "not allowed", with_possible_replies(of.lang, blocks))
                .await;
        }
        if said.accept {
            return self.plan_acceptance(of, said.then, &lines).await;
        }
        if of.row.player_id.is_some() && said.decline.is_some() {
            let blocks = vec![Block::Text(of.lang.text("invite-accepted-before"))];
            return self.reply_with_correction(of, "accepted", blocks).await;
        }
        // The invitation is deleted only when the mail is done. After a crash all of this is
        // repeated, which is idempotent.
        let declined = of.row.player_id.is_none().then(|| of.row.key_hash.clone());
        let (reason, words) = said.decline.clone().unwrap_or((DeclineReason::Other, None));
        let declines = match declined {
            Some(_) => self.decline_invitation(of, reason, words.as_deref()).await?,
            None => false,
        };
        if said.never {
            self.post.suppress(&of.row.address_hash, &of.row.invited_by, None).await?;
            return Ok(Processed {
                declined,
                ..processed(MailInState::Taken, "never", None, ReplyClass::Silent)
            });
        }
        if !declines {
            return self.reply_with_correction(of, "not allowed", invitation_gone(of.lang)).await;
        }
        self.send_to_invitee(of, vec![Block::Text(of.lang.text("invite-declined"))]).await?;
        Ok(Processed {
            declined,
            ..processed(MailInState::Taken, "declined", None, ReplyClass::Answered)
        })
    }

    /// Accepts, if the other commands would succeed once the sender has taken the seat.
    async fn plan_acceptance(
        &self,
        of: &InvitationMail<'_>,
        then: ParsedRequest,
        lines: &[ParsedStatement],
    ) -> Result<Processed, JobError> {
        let Self { post, .. } = self;
        // A player who has accepted before has the same daily limit as other players.
        if let Some(player_id) = &of.row.player_id {
            let reply_counts = post.app.store.reply_counts(player_id, post.one_day_ago()).await?;
            if reply_counts.keyed >= u64::from(post.config.limits.letters) {
                return Ok(Processed {
                    player_id: Some(player_id.clone()),
                    ..Processed::ignored("too many")
                });
            }
        }
        let commands = then.commands();
        if !commands.is_empty() {
            let there = post.app.store.mailbox_at(of.address.normalized()).await?;
            let player_id = there.map(|there| there.player_id).unwrap_or_default();
            let (game_id, code_hash) = (&of.row.game_id, &of.row.code_hash);
            if let Err((at, problem)) =
                self.post.app.dry_run(&player_id, game_id, Some(code_hash), &commands).await
            {
                if problem.kind().is_transient() {
                    return Err(problem.into());
                }
                let text = |key: &str| Block::Text(of.lang.text(key));
                let told = |item| {
                    explain_refusal::explain(of.lang, &problem, item, lines, &of.letter.text)
                };
                let blocks = match problem.kind() {
                    ErrorKind::NoFreeSeat | ErrorKind::GameOver => invitation_gone(of.lang),
                    _ => {
                        let told = then.command_step(at).map(told).into_iter().collect();
                        vec![text("answer-errors"), Block::List(told), text("answer-nothing-done")]
                    }
                };
                return self.reply_with_correction(of, "not allowed", blocks).await;
            }
        }
        let accepting = Statement::Command(Command::ACCEPT);
        let accept = WorkflowStep::new(Task::Game(Command::ACCEPT), accepting.lines());
        let items = [vec![accept], then.items].concat();
        let plan = InboundWorkflow {
            items,
            keyed: true,
            repeats: of.row.player_id.is_some(),
            ..InboundWorkflow::default()
        };
        self.save_workflow(of.message, of.lease, &plan).await?;
        self.execute_acceptance(of, plan).await
    }

    /// Executes an acceptance. Gives the sender a mailbox, and an account if they have none, and
    /// seats them. The other steps are executed as for any other mail.
    async fn execute_acceptance(
        &self,
        of: &InvitationMail<'_>,
        plan: InboundWorkflow,
    ) -> Result<Processed, JobError> {
        let post = &self.post;
        let game_id = &of.row.game_id;
        let acceptance = InvitationAcceptance {
            invitation: &of.row,
            address: &of.address,
            name: chosen_name(&plan.items),
            lang: chosen_lang(&plan.items),
        };
        let accepted = self.post.accept_invitation(&acceptance).await?;
        let Some((mailbox, is_new)) = accepted else {
            return self.reply_with_correction(of, "not allowed", invitation_gone(of.lang)).await;
        };
        let player_id = mailbox.player_id.clone();
        let _answered = post.holds.acquire(vec![HoldScope::Game(game_id.clone())]);
        match self.post.app.take_invited_seat(&player_id, game_id, &of.row.code_hash).await {
            Ok(()) => {}
            Err(problem) if problem.kind().is_transient() => return Err(problem.into()),
            Err(_) => {
                let mut blocks = invitation_gone(of.lang);
                if is_new {
                    // The seat was lost while the account was created. The account stays.
                    let address = post.config.from.address();
                    let made = of.lang.fill("invite-gone-account", &[("address", &address)]);
                    blocks.push(Block::Text(made));
                }
                return self.reply_with_correction(of, "not allowed", blocks).await;
            }
        }
        self.post.unsuppress(&of.row.address_hash).await?;
        let loaded = post.app.play.game(game_id).await?;
        let Some(loaded) = loaded else {
            return self.reply_with_correction(of, "no game", invitation_gone(of.lang)).await;
        };
        let aim = Target {
            game_id: game_id.clone(),
            turn: loaded.game.turn(),
            seen: loaded.game.visible(loaded.viewer(&player_id).unwrap_or(Viewer::Public)),
        };
        let plan = InboundWorkflow { aim: Some(aim), over: 1, ..plan };
        self.save_workflow(of.message, of.lease, &plan).await?;
        let reply_counts = post.app.store.reply_counts(&player_id, post.one_day_ago()).await?;
        let InvitationMail { message, lease, letter, address, .. } = of;
        let address = address.clone();
        let context = SenderContext::new(message, lease, letter, mailbox, address, reply_counts);
        let writer = SenderContext { keyed: true, ..context };
        let done = Box::pin(self.resume(writer, plan)).await?;
        Ok(Processed { player_id: Some(player_id), ..done })
    }

    /// Frees the seat and notifies the inviting player. Returns false if the seat did not belong to
    /// the invitation. Idempotent.
    async fn decline_invitation(
        &self,
        of: &InvitationMail<'_>,
        reason: DeclineReason,
        words: Option<&str>,
    ) -> Result<bool, JobError> {
        if !self.free_seat(&of.row).await? {
            return Ok(false);
        }
        let why = |lang: Lang| {
            let reason =
                lang.find(&format!("decline-{}", <&str>::from(reason))).unwrap_or_default();
            let declined =
                lang.fill("declined-by-mail", &[("address", &of.row.address), ("reason", &reason)]);
            let words = words.map(|words| Block::List(vec![format!("“{words}”")]));
            [Some(Block::Text(declined)), words].into_iter().flatten().collect()
        };
        self.notify_inviter(&of.row, "declined", &why).await?;
        Ok(true)
    }

    /// Replies with the possible replies to the invitation, with the commands of a ruleset, or with
    /// rules.
    async fn reply_with_help(
        &self,
        of: &InvitationMail<'_>,
        loaded: &LiveGame,
        asked: &Queries,
    ) -> Result<Processed, JobError> {
        let mut blocks = match asked.help {
            None => Vec::new(),
            Some(named @ Some(_)) => compose::command_help(of.lang, named, named),
            Some(None) if of.row.player_id.is_some() => {
                vec![Block::Text(of.lang.text("invite-accepted-before"))]
            }
            Some(None) if loaded.invited_seat(&of.row.code_hash).is_none() => {
                invitation_gone(of.lang)
            }
            Some(None) => {
                let name = |seat: &SeatRow| seat.player.as_ref().and_then(PlayerRow::display_name);
                let names = loaded.seats.iter().map(name).collect();
                let seen = ReaderView::new(&loaded.game, Viewer::Public, names, None, Vec::new());
                compose::invitation_help(of.lang, &ReaderView { clock: loaded.clock, ..seen })
            }
        };
        if let Some(named) = asked.rules {
            blocks.extend(compose::rules(of.lang, named.or(Some(loaded.game.ruleset()))));
        }
        self.send_limited_reply(of, blocks).await?;
        Ok(processed(MailInState::Taken, "", None, ReplyClass::Nothing))
    }

    /// Tells the sender why nothing was done.
    async fn reply_with_correction(
        &self,
        of: &InvitationMail<'_>,
        why: &str,
        blocks: Vec<Block>,
    ) -> Result<Processed, JobError> {
        self.send_limited_reply(of, blocks).await?;
        Ok(processed(MailInState::Refused, why, None, ReplyClass::Nothing))
    }

    /// Replies, unless that was done too often. The last reply says that it is the last.
    async fn send_limited_reply(
        &self,
        of: &InvitationMail<'_>,
        mut blocks: Vec<Block>,
    ) -> Result<(), JobError> {
        for (most, last) in [(MAX_CORRECTIONS - 1, false), (MAX_CORRECTIONS, true)] {
            let key_hash = of.row.key_hash.clone();
            let correct = invitations::CountCorrection { key_hash, most };
            match self.post.app.store.commit(correct).await {
                Ok(()) => {
                    blocks.extend(last.then(|| Block::Text(of.lang.text("invite-last"))));
                    return self.send_to_invitee(of, blocks).await;
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn send_to_invitee(
        &self,
        of: &InvitationMail<'_>,
        blocks: Vec<Block>,
    ) -> Result<(), JobError> {
        let Self { post, .. } = self;
        let refused = post.app.store.mail_is_refused(&of.row.address_hash).await?;
        let (player_id, address_hash) = (of.row.invited_by.clone(), of.row.address_hash.clone());
        let never = post.keys.sign_link(&Link { kind: LinkKind::Never, player_id, address_hash });
        let Some(never) = never.filter(|_| !refused && post.transport.is_enabled()) else {
            return Ok(());
        };
        let (config, now) = (&post.config, post.app.env.now());
        let never = format!("{}/mail/unsubscribe/{never}", config.links);
        let service = config.from.name();
        let letter = compose::invitee_reply(
            of.lang,
            subject_of_reply(of.letter, service),
            blocks,
            service,
            &never,
        );
        let message_id = post.keys.message_id(&["answer", &of.message.row.job.id]);
        let message_id = post.with_domain(&message_id);
        let answers = of.letter.message_id.clone();
        let head = MessageHeaders {
            from: &config.from,
            to: &of.address,
            // The server does not store the key of an invitation, only its hash. The mail under
            // that key is the only source for it.
            reply_to: of
                .letter
                .to
                .key()
                .map(|key| format!("{}+{key}@{}", config.from.local(), config.from.domain())),
            date: now,
            message_id: &message_id,
            thread: answers.clone().map(|root| Threading {
                root,
                answers,
                list: "invitations".to_owned(),
            }),
            unsubscribe: Some(never),
            files: Vec::new(),
        };
        let message = compose::render(&letter, head);
        let mail = NewMail {
            id: post.app.env.new_id(),
            player_id: None,
            game_id: Some(of.row.game_id.clone()),
            mail_kind: MailKind::Answer,
            message_id,
            recipient: of.address.as_str().to_owned(),
            sender: config.from.address(),
            message,
        };
        let add = outbox::Add { mail, keys: Vec::new(), threads: Vec::new(), at: now };
        self.commit(add).await?;
        post.written.notify_one();
        Ok(())
    }
}

fn invitation_gone(lang: Lang) -> Vec<Block> {
    vec![Block::Text(lang.text("invite-gone"))]
}

/// Appends the possible replies to what is wrong.
fn with_possible_replies(lang: Lang, mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.push(Block::Text(lang.text("invite-only")));
    blocks.push(Block::Commands(compose::invited_offers(lang, "")));
    blocks
}
