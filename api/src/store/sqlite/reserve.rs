//! Disk space kept in reserve, so that the -wal can always be brought into the database.
//!
//! A checkpoint copies pages from the -wal into the database file, which grows by as much as the -wal holds at most. On a disk
//! that the -wal has filled it could not grow, and the -wal could not shrink. So a file of the -wal's size is kept beside the
//! database. It is removed when a checkpoint finds no space, and made again afterwards.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::file::beside;
use crate::private;

/// Bytes that the reserve grows by, and how much more than it a disk must have when it is made: without that the log could not
/// grow, and the next commit would find the disk full again.
pub(super) const GROWTH: u64 = 2 << 20;

/// A file whose only purpose is its size.
#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
    size: u64,
}

impl Reserve {
    /// The reserve of a database, which is empty at first.
    pub(super) fn new(database: &Path) -> Self {
        Self { path: beside(database, ".reserve"), size: 0 }
    }

    /// Says that there is no room for it, and what to do.
    pub(super) fn missing(&self, error: &std::io::Error) -> String {
        format!(
            "changes are refused until {} can be written, which keeps disk space for them ({error}): free at least {} MiB",
            self.path.display(),
            (2 * GROWTH) >> 20
        )
    }

    /// Its size in bytes.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Makes it hold as many bytes, rounded up to [`GROWTH`]. Blocks while it writes.
    ///
    /// # Errors
    /// If the disk has no room. The reserve is then as large as it was.
    pub(super) fn grow_to(&mut self, bytes: u64) -> std::io::Result<()> {
        let wanted = bytes.next_multiple_of(GROWTH);
        if wanted <= self.size {
            return Ok(());
        }
        let mut file = private::options().create(true).write(true).truncate(false).open(&self.path)?;
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

    /// Writes zeros: a file that is only made longer takes no space.
    fn fill(file: &mut File, from: u64, to: u64) -> std::io::Result<()> {
        static ZEROS: [u8; 64 << 10] = [0; 64 << 10];
        file.seek(SeekFrom::Start(from))?;
        for _ in 0..(to - from) / ZEROS.len() as u64 {
            file.write_all(&ZEROS)?;
        }
        Ok(())
    }

    /// Gives its space back to the disk.
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
            // A process that is killed leaves it too.
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
