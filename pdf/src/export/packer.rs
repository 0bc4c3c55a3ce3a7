//! Deflating.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress};

/// Deflates one thing after another: to begin anew costs more than a small page.
pub(super) struct Packer(Compress);

impl Packer {
    pub(super) fn new(level: Compression) -> Self {
        Self(Compress::new(level, true))
    }

    pub(super) fn pack(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.reset();
        // Enough for what cannot be made smaller.
        let mut packed = Vec::with_capacity(bytes.len() + bytes.len() / 1000 + 128);
        let done = self.0.compress_vec(bytes, &mut packed, FlushCompress::Finish);
        assert!(matches!(done, Ok(flate2::Status::StreamEnd)), "there is room for all of it");
        packed
    }
}

thread_local! {
    /// For pages. The ordinary level takes half as long again for all of a document, and saves a thirtieth of it.
    static PACKER: RefCell<Packer> = RefCell::new(Packer::new(Compression::new(2)));
}

/// Deflates the content of a page.
pub(super) fn pack(page: &[u8]) -> Vec<u8> {
    PACKER.with_borrow_mut(|packer| packer.pack(page))
}
