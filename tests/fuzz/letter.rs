//! Messages as they come in: whatever the bytes are, they are read, and nothing in them is more than they are.

use broadside::mail::Sender;
use broadside::mail::read::{InboundMail, Reader};

fn main() {
    let ours = "Broadside <play@play.example>".parse::<Sender>().expect("it is an address");
    let reader = Reader { ours, authserv_id: Some("mx.play.example".to_owned()), most_bytes: 1 << 20 };
    afl::fuzz!(|data: &[u8]| {
        let identity = reader.identity(data, None);
        assert_eq!(identity, reader.identity(data, None));
        let read = reader.read(data, None);
        assert_eq!(read, reader.read(data, None));
        if let InboundMail::Letter(letter) = read {
            // A character may need more bytes than it had, in no charset more than four for one.
            assert!(letter.text.len() <= 4 * data.len() + 64, "{} of {}", letter.text.len(), data.len());
            // What is understood of it is for the engine; here it is only read as a player's words are.
            let _ = broadside_engine::notation::read(&letter.text, None);
        }
    });
}
