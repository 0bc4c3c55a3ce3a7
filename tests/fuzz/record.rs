//! Fuzzes records: the verifier reads any record, and reports what is wrong with it.

use broadside_engine::record;

fn main() {
    afl::fuzz!(|data: &[u8]| {
        let Ok(text) = std::str::from_utf8(data) else { return };
        let verdict = record::verify(text);
        assert_eq!(verdict.valid, verdict.faults.is_empty());
        assert!(verdict.faults.len() <= 101);
        assert_eq!(verdict, record::verify(text));
    });
}
