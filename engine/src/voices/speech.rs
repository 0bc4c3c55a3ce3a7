//! Score as speech: SSML 1.1 for a speech synthesizer (V15). `docs/score.md` describes it.

use std::fmt::Write;

use super::performance::{cue, report};
use super::prosody;
use super::score::{Call, Cue, Item, Score, ScoreAnswer};
use crate::seat::Seat;

impl Score {
    /// Returns the score as a document in the Speech Synthesis Markup Language 1.1.
    pub fn to_ssml(&self) -> String {
        let mut speech = Speech(String::new());
        speech.put(format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
        let namespace = "http://www.w3.org/2001/10/synthesis";
        speech.put(format_args!("<speak version=\"1.1\" xmlns=\"{namespace}\" xml:lang=\"en\">"));
        for (n, item) in self.items.iter().enumerate() {
            match item {
                Item::Call(call) => {
                    if n > 0 {
                        speech.pause(BETWEEN_SHOTS);
                    }
                    speech.call(call);
                }
                Item::Answer(answer) => speech.answer(answer),
                Item::Cue { cue, .. } => {
                    speech.pause(BETWEEN_SHOTS);
                    speech.cue(*cue);
                }
            }
        }
        speech.put(format_args!("</speak>"));
        speech.0
    }
}

/// Pause between two phones, in milliseconds.
const BETWEEN_PHONES: u32 = 80;
/// Pause between two lines of phones, and before a report.
const BETWEEN_LINES: u32 = 300;
/// Pause between two shots, and before a cue. It is longer than all pauses within a shot.
const BETWEEN_SHOTS: u32 = 1200;

/// Builder of an SSML document.
struct Speech(String);

impl Speech {
    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        self.0.write_fmt(line).expect("writing to a string does not fail");
        self.0.push('\n');
    }

    fn pause(&mut self, milliseconds: u32) {
        self.put(format_args!("<break time=\"{milliseconds}ms\"/>"));
    }

    /// Writes a mark. A synthesizer reports it to its program when it arrives there, and does not
    /// speak it.
    fn mark(&mut self, kind: &str, text: &str) {
        self.put(format_args!("<mark name=\"{kind}:{}\"/>", escape(&token(text))));
    }

    fn sentence(&mut self, text: &str) {
        self.put(format_args!("<s>{}</s>", escape(text)));
    }

    fn phones(&mut self, phones: &[String]) {
        for (n, phone) in phones.iter().enumerate() {
            if n > 0 {
                self.pause(BETWEEN_PHONES);
            }
            let phone = escape(phone);
            self.put(format_args!("<phoneme alphabet=\"ipa\" ph=\"{phone}\">{phone}</phoneme>"));
        }
    }

    fn call(&mut self, call: &Call) {
        self.mark("shot", &call.shot.to_string());
        self.voice(call.seat, call.direction.as_deref(), |speech| {
            let cell = call.cell.to_string();
            let (letter, number) = cell.split_at(1);
            speech.sentence(&format!("{letter} {number}"));
            speech.pause(BETWEEN_LINES);
            speech.phones(std::slice::from_ref(&call.phone));
            speech.pause(BETWEEN_LINES);
        });
    }

    fn answer(&mut self, answer: &ScoreAnswer) {
        self.voice(answer.seat, answer.direction.as_deref(), |speech| {
            for phones in [&answer.row.phones, &answer.column.phones] {
                speech.phones(phones);
                speech.pause(BETWEEN_LINES);
            }
            speech.sentence(&report(answer).replace('_', " "));
        });
    }

    /// Announces a cue in the voice of the document, which is no player's voice.
    fn cue(&mut self, which: Cue) {
        self.mark("cue", cue(which));
        self.put(format_args!("<prosody rate=\"slow\" pitch=\"low\">"));
        self.sentence(&format!("Cue: {}.", cue(which)));
        self.put(format_args!("</prosody>"));
    }

    /// Writes everything that a seat says at one time, in its voice and as its direction says.
    fn voice(&mut self, seat: Seat, direction: Option<&str>, say: impl FnOnce(&mut Self)) {
        let gender = if seat.number() % 2 == 1 { "female" } else { "male" };
        let variant = seat.number().div_ceil(2);
        if let Some(direction) = direction {
            self.mark("direction", direction);
        }
        self.put(format_args!("<voice gender=\"{gender}\" variant=\"{variant}\">"));
        let properties = prosody::properties(direction.unwrap_or_default());
        if properties.is_empty() {
            say(self);
        } else {
            let attributes: String = properties
                .iter()
                .map(|(property, value)| format!(" {}=\"{value}\"", property.attribute()))
                .collect();
            self.put(format_args!("<prosody{attributes}>"));
            say(self);
            self.put(format_args!("</prosody>"));
        }
        self.put(format_args!("</voice>"));
    }
}

/// Writes a text as an `xsd:token`, the type of names of marks, without loss. Bytes that a token or
/// XML cannot hold there are percent-encoded: a space at an end or after a space, control
/// characters, and `%` itself.
fn token(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let lost = match c {
            ' ' => out.is_empty() || out.ends_with(' ') || rest.peek().is_none(),
            '%' | '\u{fffe}' | '\u{ffff}' => true,
            c => c.is_control(),
        };
        if lost {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Escapes text for XML content and attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v17_the_name_of_a_mark_is_a_token_that_keeps_the_text() {
        for (text, name) in [
            ("as if from another room", "as if from another room"),
            (" 50%  slower ", "%2050%25 %20slower%20"),
            ("a\tb\u{85}\u{ffff}", "a%09b%C2%85%EF%BF%BF"),
        ] {
            assert_eq!(token(text), name);
        }
    }
}
