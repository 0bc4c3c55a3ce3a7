//! Detects when another program deletes or replaces a file of an open database.
//!
//! SQLite continues to use the files that it has opened, even if their names now lead to other
//! files, or another program has written into them. Changes written there would be acknowledged and
//! lost. So the writer checks the files before and after each commit, before it acknowledges
//! anything.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::beside;
use crate::error::StoreError;

/// Identities of the files of an open database.
#[derive(Clone, Debug)]
pub(super) struct FileGuard {
    database: Watched,
    log: Watched,
    index: Watched,
    /// The open file, and its mark.
    mark: Option<(Arc<File>, u32)>,
}

/// Place in a database file of the number that `PRAGMA user_version` sets
/// (<https://www.sqlite.org/fileformat.html>).
const MARK_AT: u64 = 60;

/// A file, with the device and the inode that it had when it was opened.
#[derive(Clone, Debug)]
struct Watched {
    path: PathBuf,
    id: (u64, u64),
}

impl Watched {
    fn new(path: PathBuf) -> std::io::Result<Self> {
        let id = id(&std::fs::metadata(&path)?);
        Ok(Self { path, id })
    }

    /// Returns the metadata of the file, or an error if the file was deleted or replaced.
    fn check(&self) -> Result<Metadata, StoreError> {
        match std::fs::metadata(&self.path) {
            Ok(found) if id(&found) == self.id => Ok(found),
            Ok(_) => Err(self.fault("was replaced")),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(self.fault("was deleted")),
            Err(error) => Err(self.fault(&format!("cannot be looked at ({error})"))),
        }
    }

    fn fault(&self, what: &str) -> StoreError {
        StoreError::Unavailable(format!(
            "{} {what} while the server runs: put the original file back, or stop the server, put the right file in place, \
             and start it again",
            self.path.display()
        ))
    }
}

fn id(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

impl FileGuard {
    /// Records the files of an open database.
    pub(super) fn new(file: &Path) -> std::io::Result<Self> {
        Ok(Self {
            database: Watched::new(file.to_owned())?,
            log: Watched::new(beside(file, "-wal"))?,
            index: Watched::new(beside(file, "-shm"))?,
            mark: None,
        })
    }

    /// Watches the mark of the open file too, which no copy of the database has.
    pub(super) fn with_mark(self, file: Arc<File>, mark: u32) -> Self {
        Self { mark: Some((file, mark)), ..self }
    }

    /// Checks that the files are the ones that were opened. Returns the size of the -wal in bytes.
    pub(super) fn check(&self) -> Result<u64, StoreError> {
        self.database.check()?;
        self.index.check()?;
        if let Some((file, mark)) = &self.mark {
            let mut found = [0; 4];
            let is_read = file.read_exact_at(&mut found, MARK_AT).is_ok();
            if !is_read || u32::from_be_bytes(found) != *mark {
                return Err(self.database.fault("was overwritten"));
            }
        }
        Ok(self.log.check()?.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_deleted_replaced_or_brought_back_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["db", "db-wal", "db-shm"] {
            std::fs::write(path(name), name).unwrap();
        }
        let guard = FileGuard::new(&path("db")).unwrap();
        assert_eq!(guard.check().unwrap(), 6);
        for name in ["db", "db-wal", "db-shm"] {
            std::fs::rename(path(name), path("away")).unwrap();
            assert!(guard.check().unwrap_err().to_string().contains("was deleted"), "{name}");
            std::fs::write(path(name), "another").unwrap();
            assert!(guard.check().unwrap_err().to_string().contains("was replaced"), "{name}");
            std::fs::rename(path("away"), path(name)).unwrap();
            guard.check().unwrap();
        }
    }

    #[test]
    fn a_file_that_is_overwritten_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut content = vec![0; 100];
        content[60..64].copy_from_slice(&7_u32.to_be_bytes());
        for name in ["db", "db-wal", "db-shm"] {
            std::fs::write(path(name), &content).unwrap();
        }
        let file = Arc::new(File::open(path("db")).unwrap());
        let guard = FileGuard::new(&path("db")).unwrap().with_mark(file, 7);
        guard.check().unwrap();
        for other in [Vec::new(), vec![0; 100]] {
            std::fs::write(path("db"), other).unwrap();
            assert!(guard.check().unwrap_err().to_string().contains("was overwritten"));
        }
    }
}
