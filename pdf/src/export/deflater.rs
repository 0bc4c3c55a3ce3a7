//! Deflate compression.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress};

/// Deflate compressor that is reused. Creating a new one costs more than compressing a small page.
pub(super) struct Deflater(Compress);

impl Deflater {
    pub(super) fn new(level: Compression) -> Self {
        Self(Compress::new(level, true))
    }

    pub(super) fn pack(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.reset();
        // Enough for input that cannot be compressed.
        let mut packed = Vec::with_capacity(bytes.len() + bytes.len() / 1000 + 128);
        let status = self.0.compress_vec(bytes, &mut packed, FlushCompress::Finish);
        assert!(matches!(status, Ok(flate2::Status::StreamEnd)), "there is room for all of it");
        packed
    }
}

thread_local! {
    /// Compressor for pages. The default level would take half as long again for a whole document,
    /// and make it only a thirtieth smaller.
    static DEFLATER: RefCell<Deflater> = RefCell::new(Deflater::new(Compression::new(2)));
}

/// Compresses the content of a page.
pub(super) fn pack(page: &[u8]) -> Vec<u8> {
    DEFLATER.with_borrow_mut(|deflater| deflater.pack(page))
}
