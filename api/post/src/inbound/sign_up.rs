//! Mail of people without an account. A stranger gets only the offer of an account. A reply to it
//! creates the account.

use broadside_i18n::Lang;
use broadside_notation::{self as notation, AccountCommand, Setting, Statement};
use broadside_store::{InboundMailJob, InboundMailState, ReplyClass};
use broadside_worker::jobs::JobError;

use super::context::SenderContext;
use super::reply::processed;
use super::reply_policy::MailContent;
use super::{InboundProcessor, Processed, yes_no};
use crate::compose;
use crate::read::{ParsedMessage, SentTo};
use crate::{MailKeys, SignUpAnswer};

/// Reply to an offer of an account.
#[derive(Debug, Default, PartialEq, Eq)]
struct SignUpReply<'a> {
    yes: bool,
    /// True if the first line declines.
    no: bool,
    never: bool,
    name: Option<String>,
    lang: Option<Lang>,
    /// Lines below the answer that say something else.
    others: Vec<&'a str>,
}

impl<'a> SignUpReply<'a> {
    /// Reads the first line as an answer, and all lines for a name, a language and NEVER. Above the
    /// answer, there may be lines with a name or a language, and these may also stand in its line.
    /// A reply without lines does not agree: such replies come from machines that do not identify
    /// themselves.
    fn parse(text: &'a str) -> Self {
        let mut reply = Self::default();
        // False below the first line that is neither a name nor a language.
        let mut may_answer = true;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if may_answer {
                let (answer, rest) = split_answer(line);
                if yes_no::is_yes(answer) {
                    reply.yes = true;
                    may_answer = false;
                    reply.lang = reply.lang.or_else(|| language_of(answer));
                    reply.read_setting(rest);
                    continue;
                }
            }
            let is_setting = reply.read_setting(line);
            if may_answer && !is_setting {
                may_answer = false;
                reply.no = yes_no::is_no(line);
                reply.lang = reply.lang.or_else(|| language_of(line));
            } else if !is_setting {
                reply.others.push(line);
            }
        }
        reply
    }

    /// Reads a line for a name, a language or NEVER. Returns false if it says anything else.
    fn read_setting(&mut self, line: &str) -> bool {
        let name_line = yes_no::without_name_colon(line);
        let Ok(statements) = notation::read(name_line.as_deref().unwrap_or(line), None) else {
            return false;
        };
        let mut is_setting = true;
        for parsed in statements {
            match parsed.statement {
                Statement::Account(AccountCommand::Never) => self.never = true,
                Statement::Account(AccountCommand::Name(name)) => self.name = Some(name),
                Statement::Account(AccountCommand::Set(Setting::Language(lang))) => {
                    self.lang = Some(lang);
                }
                _ => is_setting = false,
            }
        }
        is_setting
    }
}

/// Splits a line before a name or a language that follows other words, as in `YES NAME Ada`.
fn split_answer(line: &str) -> (&str, &str) {
    let split = line
        .match_indices(char::is_whitespace)
        .map(|(index, _)| line.split_at(index))
        .find(|(answer, rest)| yes_no::is_yes(answer) && has_name_or_language(rest));
    split.unwrap_or((line, ""))
}

/// Returns true if a text gives a name or a language, and says nothing else.
fn has_name_or_language(text: &str) -> bool {
    let mut reply = SignUpReply::default();
    reply.read_setting(text) && (reply.name.is_some() || reply.lang.is_some())
}

/// Returns the language of an answer, if its first word shows it.
fn language_of(answer: &str) -> Option<Lang> {
    let answer = answer.to_lowercase();
    let first = answer.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    match first.unwrap_or_default() {
        "sì" | "si" | "va" | "accetto" | "confermo" | "certo" | "volentieri" => Some(Lang::It),
        "ja" | "jawohl" | "gern" | "gerne" => Some(Lang::De),
        _ => None,
    }
}

impl InboundProcessor {
    /// Processes a reply to the offer of an account. Returns `None` if the mail is no such reply,
    /// or if its sender has an account and says something else.
    pub(super) async fn process_sign_up_reply(
        &self,
        mail: &InboundMailJob,
        lease: &str,
        message: &ParsedMessage,
        key: &str,
    ) -> Result<Option<Processed>, JobError> {
        let keys = &self.post.keys;
        let now = self.post.app.env.now();
        let address = message.from.clone();
        if !MailKeys::is_sign_up_key(key) || !keys.verify_sign_up(key, address.normalized(), now) {
            return Ok(None);
        }
        let body = message.without_salutations();
        let text = body.as_ref().map_or(&message.text, |body| &body.text);
        let reply = if message.struck { SignUpReply::default() } else { SignUpReply::parse(text) };
        let store = &self.post.app.store;
        let is_known = store.mailbox_by_address(address.normalized()).await?.is_some();
        if reply.never && !is_known {
            // No player waits for this address.
            self.post.suppress(&keys.address_hash(&address), "", Some(&address)).await?;
            return Ok(Some(processed(
                InboundMailState::Taken,
                "never",
                None,
                ReplyClass::Nothing,
            )));
        }
        if !reply.yes {
            return if is_known {
                Ok(None)
            } else {
                self.answer_without_yes(mail, message, key, &reply).await.map(Some)
            };
        }
        let lang = reply.lang.unwrap_or_default();
        // If the daily quota of accounts is exhausted, the mail is tried again later.
        if !is_known {
            self.post.sign_up(&address, reply.name.as_deref(), lang.code()).await?;
        }
        // The reader has shown that they want mail.
        self.post.unsuppress(&keys.address_hash(&address)).await?;
        let Some(mailbox) = store.mailbox_by_address(address.normalized()).await? else {
            return Ok(Some(Processed::ignored("stranger")));
        };
        let player_id = mailbox.player_id.clone();
        let name = self.post.app.find_player(&player_id).await?.and_then(|player| player.name);
        let lang = Lang::from_code(&mailbox.lang);
        let blocks = compose::welcome(lang, &name.unwrap_or_default(), &reply.others);
        let reply_counts = store.reply_counts(&player_id, self.post.one_day_ago()).await?;
        let context = SenderContext::new(mail, lease, message, mailbox, address, reply_counts);
        let sender = SenderContext { has_key: true, ..context };
        // A program that answers each welcome with a yes would otherwise get one every time.
        let policy = sender.reply_policy(MailContent::Nothing);
        let reply_class = self.reply_if_allowed(&sender, None, blocks.into(), &[], policy).await?;
        let result = processed(InboundMailState::Taken, "signed up", None, reply_class);
        Ok(Some(Processed { player_id: Some(player_id), ..result }))
    }

    /// Answers a reply to an offer that does not agree. The sender has the key of the offer, so
    /// they have got it. There is no answer to a refusal, to an absence notice without a mark, or
    /// beyond the quota.
    async fn answer_without_yes(
        &self,
        mail: &InboundMailJob,
        message: &ParsedMessage,
        key: &str,
        reply: &SignUpReply<'_>,
    ) -> Result<Processed, JobError> {
        if reply.no || message.reads_like_absence() {
            return Ok(Processed::ignored("stranger"));
        }
        let answer = SignUpAnswer {
            address: &message.from,
            key: key.to_ascii_lowercase(),
            lang: reply.lang.map(Lang::code),
            answers: message.message_id.clone(),
            message_id: self.post.message_id(&["answer", &mail.row.job.id]),
        };
        if !self.post.answer_sign_up(answer).await? {
            return Ok(Processed::ignored("stranger"));
        }
        self.post.written.notify_one();
        Ok(processed(InboundMailState::Refused, "no yes", None, ReplyClass::Nothing))
    }

    /// Processes a mail from a person without an account. Only a mail to the address of the service
    /// gets an answer, and only if its sender is genuine.
    pub(super) async fn process_stranger(
        &self,
        mail: &InboundMailJob,
        message: &ParsedMessage,
    ) -> Result<Processed, JobError> {
        match message.to {
            SentTo::Service if message.authentic => self.offer_account(mail, message).await,
            _ => Ok(Processed::ignored("stranger")),
        }
    }

    /// Offers an account to the sender, within the limits of mail that nobody has asked for.
    async fn offer_account(
        &self,
        mail: &InboundMailJob,
        message: &ParsedMessage,
    ) -> Result<Processed, JobError> {
        let message_id = self.post.message_id(&["sign up", &mail.row.job.id]);
        let sent = self.post.offer_sign_up(&message.from, message_id).await?;
        if !sent {
            return Ok(Processed::ignored("stranger"));
        }
        self.post.written.notify_one();
        Ok(processed(InboundMailState::Refused, "no account", None, ReplyClass::Nothing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SignUpReply<'_> {
        SignUpReply::parse(text)
    }

    /// Returns a reply that agrees.
    fn yes(name: Option<&str>, lang: Option<Lang>) -> SignUpReply<'static> {
        SignUpReply { yes: true, name: name.map(str::to_owned), lang, ..SignUpReply::default() }
    }

    #[test]
    fn only_a_yes_agrees_and_a_name_may_follow() {
        assert_eq!(parse("YES"), yes(None, None));
        assert_eq!(parse("Yes, please\n\nNAME Ada"), yes(Some("Ada"), None));
        assert_eq!(parse("sì\nNOME Ada"), yes(Some("Ada"), Some(Lang::It)));
        assert_eq!(parse("ok\nSET LANGUAGE ITALIAN"), yes(None, Some(Lang::It)));
        for text in [
            "NAME Ada\nYES",
            "\nName: Ada\n\nyes, please!",
            "YES NAME Ada",
            "Yes, please, name Ada",
        ] {
            assert_eq!(parse(text), yes(Some("Ada"), None), "{text}");
        }
        assert_eq!(parse("YES\nName: Ada"), yes(Some("Ada"), None));
        assert_eq!(parse("SET LANGUAGE GERMAN\nNAME Ada\nOK"), yes(Some("Ada"), Some(Lang::De)));
        assert_eq!(parse("Sì, nome Ada"), yes(Some("Ada"), Some(Lang::It)));
        assert_eq!(parse("Sì, volentieri!"), yes(None, Some(Lang::It)));
        assert_eq!(parse("ja, gerne\nTel: 030 1234").others, ["Tel: 030 1234"]);
        let more = parse("YES\n\nNEW CLASSIC\nNAME Ada\nFIRE A5\nI like ships.\n; a comment");
        assert_eq!(
            (more.name.as_deref(), &*more.others),
            (Some("Ada"), &["NEW CLASSIC", "FIRE A5", "I like ships."][..])
        );
        assert!(parse("NEVER").never && !parse("NEVER").yes);
        for other in [
            "",
            "HELP",
            "I am away until Monday.",
            "NAME Ada",
            "No",
            "Who is this?",
            "Who is this?\nYES",
            "HELP\nYES",
            "Yes, I want to play!",
            "Please sign me up",
            "Name: Ada",
            "yes or no name Ada",
            "Yes? NAME Ada",
            "NEW SOLO\nYES",
        ] {
            assert!(!parse(other).yes, "{other}");
        }
        assert!(parse("No, thanks").no && !parse("No problem, let us play").no);
        assert_eq!(parse("Ja, ich will mitspielen").lang, Some(Lang::De));
    }
}
