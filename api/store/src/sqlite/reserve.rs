//! Disk space kept in reserve, so that the -wal can always be moved into the database.
//!
//! A checkpoint copies pages from the -wal into the database file, which grows by at most the size
//! of the -wal. If the -wal has filled the disk, the database file cannot grow and the -wal cannot
//! shrink. So a file as large as the -wal is kept next to the database. It is removed when a
//! checkpoint finds no space, and created again afterwards.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use broadside_domain::private;

use super::file::beside;

/// Number of bytes by which the reserve grows. The disk must also have this many bytes left when
/// the reserve is created. Without them the log could not grow, and the next commit would find the
/// disk full again.
pub(super) const GROWTH: u64 = 2 << 20;

/// A file that only occupies disk space.
#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
    size: u64,
}

impl Reserve {
    /// Creates the reserve of a database, which is empty at first.
    pub(super) fn new(database: &Path) -> Self {
        Self { path: beside(database, ".reserve"), size: 0 }
    }

    /// Returns a message that there is no room for the reserve, and what to do.
    pub(super) fn missing(&self, error: &std::io::Error) -> String {
        format!(
            "changes are refused until {} can be written, which keeps disk space for them ({error}): free at least {} MiB",
            self.path.display(),
            (2 * GROWTH) >> 20
        )
    }

    /// Returns the size in bytes.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Enlarges the file to this many bytes, rounded up to a multiple of [`GROWTH`]. Blocks while
    /// it writes.
    ///
    /// # Errors
    /// If the disk has no room. The reserve then keeps its size.
    pub(super) fn grow_to(&mut self, bytes: u64) -> std::io::Result<()> {
        let wanted = bytes.next_multiple_of(GROWTH);
        if wanted <= self.size {
            return Ok(());
        }
        let mut file =
            private::open_options().create(true).write(true).truncate(false).open(&self.path)?;
        let spare = if self.size == 0 { GROWTH } else { 0 };
        let grown = Self::fill(&mut file, self.size, wanted + spare)
            .and_then(|()| file.set_len(wanted))
            .and_then(|()| file.sync_all());
        match grown {
            Ok(()) => self.size = wanted,
            Err(_) => file.set_len(self.size)?,
        }
        grown
    }

    /// Writes zeros, because a file that is only extended occupies no space.
    fn fill(file: &mut File, from: u64, to: u64) -> std::io::Result<()> {
        static ZEROS: [u8; 64 << 10] = [0; 64 << 10];
        file.seek(SeekFrom::Start(from))?;
        for _ in 0..(to - from) / ZEROS.len() as u64 {
            file.write_all(&ZEROS)?;
        }
        Ok(())
    }

    /// Returns the space to the disk.
    pub(super) fn release(&mut self) -> std::io::Result<()> {
        self.size = 0;
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for Reserve {
    fn drop(&mut self) {
        if self.size > 0 {
            // An error does not matter: a killed process leaves the file too.
            let _ = self.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserve_takes_space_and_gives_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut reserve = Reserve::new(&folder.path().join("db"));
        let size = || std::fs::metadata(folder.path().join("db.reserve")).map(|file| file.len());
        reserve.grow_to(1).unwrap();
        assert_eq!((reserve.size(), size().unwrap()), (GROWTH, GROWTH));
        reserve.grow_to(GROWTH + 1).unwrap();
        assert_eq!((reserve.size(), size().unwrap()), (2 * GROWTH, 2 * GROWTH));
        reserve.grow_to(1).unwrap();
        assert_eq!(reserve.size(), 2 * GROWTH);
        reserve.release().unwrap();
        assert!(size().is_err());
        reserve.release().unwrap();
    }
}
