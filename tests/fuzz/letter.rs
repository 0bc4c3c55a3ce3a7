//! Fuzzes incoming messages: parsing never fails on any bytes, and the text is not much longer than
//! the message.

use broadside_post::ServiceAddress;
use broadside_post::read::{InboundMail, MailParser};

fn main() {
    let service = "Broadside <play@play.example>".parse::<ServiceAddress>().expect("it is an address");
    let parser =
        MailParser { service, authserv_id: Some("mx.play.example".to_owned()), max_bytes: 1 << 20 };
    afl::fuzz!(|data: &[u8]| {
        let head = parser.read_head(data, None);
        assert_eq!(head, parser.read_head(data, None));
        let read = parser.parse(data, None);
        assert_eq!(read, parser.parse(data, None));
        if let InboundMail::Message(letter) = read {
            // Decoding may lengthen a character, to at most four bytes for each byte in any
            // charset.
            assert!(
                letter.text.len() <= 4 * data.len() + 64,
                "{} of {}",
                letter.text.len(),
                data.len()
            );
            // The parser of the engine is fuzzed in `notation.rs`; here it only reads the text.
            let _ = broadside_notation::read(&letter.text, None);
        }
    });
}
