//! Replies to invitations by mail: to accept, to decline, or to stop all mail.

use broadside_app::play::LiveGame;
use broadside_app::validate_name;
use broadside_domain::challenge::DeclineReason;
use broadside_domain::command::{Command, GameCommand};
use broadside_domain::error::ErrorKind;
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;
use broadside_i18n::Lang;
use broadside_notation::{AccountCommand, ParsedStatement, Setting, Statement};
use broadside_store::mail::{invitations, outbox};
use broadside_store::{
    InboundMailJob, InboundMailState, InvitationRow, MailKind, NewMail, ReplyClass,
};
use broadside_worker::jobs::JobError;

use super::commands;
use super::context::SenderContext;
use super::plan::{MailPlan, ParsedRequest, PlanGame, PlanStep, Questions, StepAction};
use super::reply::{processed, subject_of_reply, text_block};
use super::{InboundProcessor, Processed, explain_refusal};
use crate::compose::{self, Block, MessageHeaders, Threading};
use crate::game_update::public_view;
use crate::notification_hold::HoldScope;
use crate::read::ParsedMessage;
use crate::texts::LetterTexts;
use crate::{Address, InvitationAcceptance, Link, LinkKind, ReplyKey};

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
    rest: ParsedRequest,
}

impl InvitationReply {
    /// Interprets statements. Returns `None` if there are others than these, or if they do not go
    /// together.
    fn from_statements(statements: &[ParsedStatement]) -> Option<Self> {
        let mut accept = false;
        let mut decline = None;
        let mut never = false;
        let mut others = Vec::new();
        for parsed in statements {
            match &parsed.statement {
                Statement::Command(command) if *command == Command::ACCEPT => accept = true,
                Statement::Command(Command::Game(GameCommand::Decline { reason, text })) => {
                    decline = Some((*reason, text.clone()));
                }
                Statement::Account(AccountCommand::Never) => never = true,
                _ => others.push(parsed.clone()),
            }
        }
        let mut rest = ParsedRequest::from_statements(&others).ok()?;
        rest.steps.sort_by_key(|step| step.command().is_some());
        let goes_together = accept != (decline.is_some() || never)
            && rest.steps.iter().all(|step| goes_with_reply(step, accept))
            && rest.questions == Questions::default()
            && !rest.preview;
        goes_together.then_some(Self { accept, decline, never, rest })
    }
}

/// Returns true if a step can follow the reply to an invitation.
fn goes_with_reply(step: &PlanStep, accept: bool) -> bool {
    match &step.action {
        StepAction::Game(
            Command::Game(GameCommand::Place { .. }) | Command::Say(_) | Command::Note(_),
        ) => accept,
        StepAction::Account(
            AccountCommand::Name(_) | AccountCommand::Set(Setting::Language(_)),
        ) => true,
        _ => false,
    }
}

/// Returns the name that the steps give the player.
fn chosen_name(steps: &[PlanStep]) -> Option<&str> {
    steps.iter().rev().find_map(|step| match step.account_command() {
        Some(AccountCommand::Name(name)) => Some(&**name),
        _ => None,
    })
}

/// Returns the language that the steps set.
fn chosen_lang(steps: &[PlanStep]) -> Option<&'static str> {
    steps.iter().rev().find_map(|step| match step.account_command() {
        Some(AccountCommand::Set(Setting::Language(lang))) => Some(lang.code()),
        _ => None,
    })
}

/// Mail to the key of an invitation, from the invited person.
struct InviteeContext<'a> {
    mail: &'a InboundMailJob,
    lease: &'a str,
    message: &'a ParsedMessage,
    invitation: InvitationRow,
    address: Address,
    lang: Lang,
}

impl InboundProcessor {
    /// Processes a mail from the address of an invitation under its key. Returns `None` if it is no
    /// such mail. A mail with a plan accepts the invitation, and is not parsed again.
    pub(super) async fn process_invitation_reply(
        &self,
        mail: &InboundMailJob,
        lease: &str,
        message: &ParsedMessage,
        key: &str,
        plan: Option<&MailPlan>,
    ) -> Result<Option<Processed>, JobError> {
        let Some(key) = ReplyKey::parse(key) else { return Ok(None) };
        let Some(invitation) = self.post.app.store.mail_invitation(&key.hash()).await? else {
            return Ok(None);
        };
        let address = message.from.clone();
        if address.normalized() != invitation.address_normalized {
            return Ok(None);
        }
        let lang = Lang::from_code(&invitation.lang);
        let invitee = InviteeContext { mail, lease, message, invitation, address, lang };
        let result = match plan {
            Some(plan) => self.execute_acceptance(&invitee, plan.clone()).await?,
            None => self.answer_invitation(&invitee).await?,
        };
        Ok(Some(Processed { game_id: Some(invitee.invitation.game_id.clone()), ..result }))
    }

    async fn answer_invitation(&self, invitee: &InviteeContext<'_>) -> Result<Processed, JobError> {
        if invitee.message.struck {
            let blocks = vec![text_block(invitee.lang, "answer-struck")];
            let blocks = with_possible_replies(invitee.lang, blocks);
            return self.reply_with_correction(invitee, "struck out", blocks).await;
        }
        let loaded = self.post.app.play.game(&invitee.invitation.game_id).await?;
        let Some(loaded) = loaded else {
            return self
                .reply_with_correction(invitee, "no game", invitation_gone(invitee.lang))
                .await;
        };
        // Use only what everybody may know.
        let view = loaded.game.view(Viewer::Public);
        let statements = match commands::parse_answer(invitee.message, Some(&view)) {
            Ok(statements) => statements,
            Err(failure) => {
                // The commands that are possible here are the replies to the invitation, which are
                // shown below. The hint on words of one's own names others, so it is left out.
                let explanation = commands::explain_answer(invitee.lang, &failure, &[]);
                let blocks =
                    vec![text_block(invitee.lang, "answer-errors"), Block::List(explanation.lines)];
                let blocks = with_possible_replies(invitee.lang, blocks);
                return self.reply_with_correction(invitee, "not understood", blocks).await;
            }
        };
        if let Some(questions) = commands::help_request(&statements) {
            return self.reply_with_help(invitee, &loaded, &questions).await;
        }
        // A player who has accepted uses the keys of the game. The key of the invitation is for the
        // time before play.
        let is_old = !matches!(loaded.game.status(), Status::Waiting | Status::Placing);
        if invitee.invitation.player_id.is_some() && is_old {
            let blocks = vec![text_block(invitee.lang, "answer-old-key")];
            return self.reply_with_correction(invitee, "past turn", blocks).await;
        }
        let Some(reply) = InvitationReply::from_statements(&statements) else {
            let blocks = with_possible_replies(invitee.lang, Vec::new());
            return self.reply_with_correction(invitee, "not yet", blocks).await;
        };
        if chosen_name(&reply.rest.steps).is_some_and(|name| validate_name(name).is_err()) {
            let blocks = vec![Block::List(vec![invitee.lang.text("answer-name")])];
            let blocks = with_possible_replies(invitee.lang, blocks);
            return self.reply_with_correction(invitee, "not allowed", blocks).await;
        }
        if reply.accept {
            return self.plan_acceptance(invitee, reply.rest, &statements).await;
        }
        if invitee.invitation.player_id.is_some() && reply.decline.is_some() {
            let blocks = vec![text_block(invitee.lang, "invite-accepted-before")];
            return self.reply_with_correction(invitee, "accepted", blocks).await;
        }
        // The invitation is deleted only when the mail is done. After a crash all of this is
        // repeated, which is idempotent.
        let declined =
            invitee.invitation.player_id.is_none().then(|| invitee.invitation.key_hash.clone());
        let (reason, words) = reply.decline.clone().unwrap_or((DeclineReason::Other, None));
        let is_declined = match declined {
            Some(_) => self.decline_invitation(invitee, reason, words.as_deref()).await?,
            None => false,
        };
        if reply.never {
            self.post
                .suppress(&invitee.invitation.address_hash, &invitee.invitation.invited_by, None)
                .await?;
            return Ok(Processed {
                declined,
                ..processed(InboundMailState::Taken, "never", None, ReplyClass::Silent)
            });
        }
        if !is_declined {
            return self
                .reply_with_correction(invitee, "not allowed", invitation_gone(invitee.lang))
                .await;
        }
        self.send_to_invitee(invitee, vec![text_block(invitee.lang, "invite-declined")]).await?;
        Ok(Processed {
            declined,
            ..processed(InboundMailState::Taken, "declined", None, ReplyClass::Answered)
        })
    }

    /// Accepts, if the other commands would succeed once the sender has taken the seat.
    async fn plan_acceptance(
        &self,
        invitee: &InviteeContext<'_>,
        rest: ParsedRequest,
        statements: &[ParsedStatement],
    ) -> Result<Processed, JobError> {
        let post = &self.post;
        // A player who has accepted before has the same daily limit as other players.
        if let Some(player_id) = &invitee.invitation.player_id {
            let reply_counts = post.app.store.reply_counts(player_id, post.one_day_ago()).await?;
            if reply_counts.keyed >= u64::from(post.config.limits.letters) {
                return Ok(Processed {
                    player_id: Some(player_id.clone()),
                    ..Processed::ignored("too many")
                });
            }
        }
        let commands = rest.commands();
        if !commands.is_empty() {
            let mailbox = post.app.store.mailbox_by_address(invitee.address.normalized()).await?;
            let player_id = mailbox.map(|mailbox| mailbox.player_id).unwrap_or_default();
            let game_id = &invitee.invitation.game_id;
            let code_hash = &invitee.invitation.code_hash;
            if let Err((index, problem)) =
                post.app.dry_run(&player_id, game_id, Some(code_hash), &commands).await
            {
                if problem.kind().is_transient() {
                    return Err(problem.into());
                }
                let blocks = match problem.kind() {
                    ErrorKind::NoFreeSeat | ErrorKind::GameOver => invitation_gone(invitee.lang),
                    _ => {
                        let error = rest.command_step(index).map(|step| {
                            let text = &invitee.message.text;
                            explain_refusal::explain(invitee.lang, &problem, step, statements, text)
                        });
                        vec![
                            text_block(invitee.lang, "answer-errors"),
                            Block::List(error.into_iter().collect()),
                            text_block(invitee.lang, "answer-nothing-done"),
                        ]
                    }
                };
                return self.reply_with_correction(invitee, "not allowed", blocks).await;
            }
        }
        let lines = Statement::Command(Command::ACCEPT).lines();
        let accept = PlanStep::new(StepAction::Game(Command::ACCEPT), lines);
        let plan = MailPlan {
            steps: [vec![accept], rest.steps].concat(),
            has_key: true,
            accepted_before: invitee.invitation.player_id.is_some(),
            ..MailPlan::default()
        };
        self.save_plan(invitee.mail, invitee.lease, &plan).await?;
        self.execute_acceptance(invitee, plan).await
    }

    /// Executes an acceptance. Gives the sender a mailbox, and an account if they have none, and
    /// seats them. The other steps are executed as for any other mail.
    async fn execute_acceptance(
        &self,
        invitee: &InviteeContext<'_>,
        plan: MailPlan,
    ) -> Result<Processed, JobError> {
        let post = &self.post;
        let game_id = &invitee.invitation.game_id;
        let acceptance = InvitationAcceptance {
            invitation: &invitee.invitation,
            address: &invitee.address,
            name: chosen_name(&plan.steps),
            lang: chosen_lang(&plan.steps),
        };
        let accepted = self.post.accept_invitation(&acceptance).await?;
        let Some((mailbox, is_new)) = accepted else {
            return self
                .reply_with_correction(invitee, "not allowed", invitation_gone(invitee.lang))
                .await;
        };
        let player_id = mailbox.player_id.clone();
        let _hold = post.holds.acquire(vec![HoldScope::Game(game_id.clone())]);
        match self
            .post
            .app
            .take_invited_seat(&player_id, game_id, &invitee.invitation.code_hash)
            .await
        {
            Ok(()) => {}
            Err(problem) if problem.kind().is_transient() => return Err(problem.into()),
            Err(_) => {
                let mut blocks = invitation_gone(invitee.lang);
                if is_new {
                    // The seat was lost while the account was created. The account stays.
                    let address = post.config.from.address();
                    let text = invitee.lang.fill("invite-gone-account", &[("address", &address)]);
                    blocks.push(Block::Text(text));
                }
                return self.reply_with_correction(invitee, "not allowed", blocks).await;
            }
        }
        self.post.unsuppress(&invitee.invitation.address_hash).await?;
        let loaded = post.app.play.game(game_id).await?;
        let Some(loaded) = loaded else {
            return self
                .reply_with_correction(invitee, "no game", invitation_gone(invitee.lang))
                .await;
        };
        let game = PlanGame {
            game_id: game_id.clone(),
            turn: loaded.game.turn(),
            version: loaded.game.visible(loaded.viewer(&player_id).unwrap_or(Viewer::Public)),
        };
        let plan = MailPlan { game: Some(game), next_step: 1, ..plan };
        self.save_plan(invitee.mail, invitee.lease, &plan).await?;
        let reply_counts = post.app.store.reply_counts(&player_id, post.one_day_ago()).await?;
        let InviteeContext { mail, lease, message, address, .. } = invitee;
        let address = address.clone();
        let context = SenderContext::new(mail, lease, message, mailbox, address, reply_counts);
        let sender = SenderContext { has_key: true, ..context };
        let result = Box::pin(self.resume(sender, plan)).await?;
        Ok(Processed { player_id: Some(player_id), ..result })
    }

    /// Frees the seat and notifies the inviting player. Returns false if the seat did not belong to
    /// the invitation. Idempotent.
    async fn decline_invitation(
        &self,
        invitee: &InviteeContext<'_>,
        reason: DeclineReason,
        words: Option<&str>,
    ) -> Result<bool, JobError> {
        if !self.free_seat(&invitee.invitation).await? {
            return Ok(false);
        }
        let address = &invitee.invitation.address;
        self.notify_inviter(&invitee.invitation, "declined", &|lang| {
            decline_notice(lang, address, reason, words)
        })
        .await?;
        Ok(true)
    }

    /// Replies with the possible replies to the invitation, with the commands of a ruleset, or with
    /// rules.
    async fn reply_with_help(
        &self,
        invitee: &InviteeContext<'_>,
        loaded: &LiveGame,
        questions: &Questions,
    ) -> Result<Processed, JobError> {
        let mut blocks = match questions.help {
            None => Vec::new(),
            Some(named @ Some(_)) => compose::command_help(invitee.lang, named, named),
            Some(None) if invitee.invitation.player_id.is_some() => {
                vec![text_block(invitee.lang, "invite-accepted-before")]
            }
            Some(None) if loaded.invited_seat(&invitee.invitation.code_hash).is_none() => {
                invitation_gone(invitee.lang)
            }
            Some(None) => compose::invitation_help(invitee.lang, &public_view(loaded)),
        };
        if let Some(named) = questions.rules {
            blocks.extend(compose::rules(invitee.lang, named.or(Some(loaded.game.ruleset()))));
        }
        self.send_limited_reply(invitee, blocks).await?;
        Ok(processed(InboundMailState::Taken, "", None, ReplyClass::Nothing))
    }

    /// Tells the sender why nothing was done.
    async fn reply_with_correction(
        &self,
        invitee: &InviteeContext<'_>,
        reason: &str,
        blocks: Vec<Block>,
    ) -> Result<Processed, JobError> {
        self.send_limited_reply(invitee, blocks).await?;
        Ok(processed(InboundMailState::Refused, reason, None, ReplyClass::Nothing))
    }

    /// Replies, unless that was done too often. The last reply says that it is the last.
    async fn send_limited_reply(
        &self,
        invitee: &InviteeContext<'_>,
        mut blocks: Vec<Block>,
    ) -> Result<(), JobError> {
        for (max, is_last) in [(MAX_CORRECTIONS - 1, false), (MAX_CORRECTIONS, true)] {
            let key_hash = invitee.invitation.key_hash.clone();
            let count = invitations::CountCorrection { key_hash, max };
            if self.post.app.store.try_commit(count).await? {
                blocks.extend(is_last.then(|| text_block(invitee.lang, "invite-last")));
                return self.send_to_invitee(invitee, blocks).await;
            }
        }
        Ok(())
    }

    async fn send_to_invitee(
        &self,
        invitee: &InviteeContext<'_>,
        blocks: Vec<Block>,
    ) -> Result<(), JobError> {
        let post = &self.post;
        let config = &post.config;
        let now = post.app.env.now();
        let invitation = &invitee.invitation;
        let is_refused = post.app.store.is_suppressed(&invitation.address_hash).await?;
        if is_refused || !post.transport.is_enabled() {
            return Ok(());
        }
        let link = Link {
            kind: LinkKind::Never,
            player_id: invitation.invited_by.clone(),
            address_hash: invitation.address_hash.clone(),
        };
        let Some(unsubscribe) = post.link_url(&link) else { return Ok(()) };
        let service = config.from.name();
        let document = compose::invitee_reply(
            invitee.lang,
            subject_of_reply(invitee.message, service),
            blocks,
            service,
            &unsubscribe,
        );
        let message_id = post.message_id(&["answer", &invitee.mail.row.job.id]);
        let answers = invitee.message.message_id.clone();
        let headers = MessageHeaders {
            from: &config.from,
            to: &invitee.address,
            // The server does not store the key of an invitation, only its hash. The mail under
            // that key is the only source for it.
            reply_to: invitee.message.to.key().map(|key| config.from.with_key(key)),
            date: now,
            message_id: &message_id,
            thread: answers.clone().map(|root| Threading {
                root,
                answers,
                list: "invitations".to_owned(),
            }),
            unsubscribe: Some(unsubscribe),
            files: Vec::new(),
        };
        let message = compose::render(&document, headers);
        let mail = NewMail {
            id: post.app.env.new_id(),
            player_id: None,
            game_id: Some(invitee.invitation.game_id.clone()),
            mail_kind: MailKind::Answer,
            message_id,
            recipient: invitee.address.as_str().to_owned(),
            sender: config.from.address(),
            message,
        };
        let add = outbox::Add { mail, keys: Vec::new(), threads: Vec::new(), at: now };
        self.post.app.store.try_commit(add).await?;
        post.written.notify_one();
        Ok(())
    }
}

/// Tells the inviting player that the reader of an address has declined, with their words.
fn decline_notice(
    lang: Lang,
    address: &str,
    reason: DeclineReason,
    words: Option<&str>,
) -> Vec<Block> {
    let reason = lang.find(&format!("decline-{}", <&str>::from(reason))).unwrap_or_default();
    let declined = lang.fill("declined-by-mail", &[("address", address), ("reason", &reason)]);
    let mut blocks = vec![Block::Text(declined)];
    blocks.extend(words.map(|words| Block::List(vec![format!("“{words}”")])));
    blocks
}

fn invitation_gone(lang: Lang) -> Vec<Block> {
    vec![text_block(lang, "invite-gone")]
}

/// Appends the possible replies to what is wrong.
fn with_possible_replies(lang: Lang, mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.push(text_block(lang, "invite-only"));
    blocks.push(Block::Commands(compose::invitation_commands(lang, "")));
    blocks
}
