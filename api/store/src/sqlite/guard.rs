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

use super::file::sibling;
use crate::error::StoreError;

/// Identities of the files of an open database.
#[derive(Clone, Debug)]
pub(super) struct FileGuard {
    database: WatchedFile,
    log: WatchedFile,
    index: WatchedFile,
    /// The open file, and its mark.
    mark: Option<(Arc<File>, u32)>,
}

/// Offset in a database file of the number that `PRAGMA user_version` sets
/// (<https://www.sqlite.org/fileformat.html>).
const MARK_OFFSET: u64 = 60;

/// A file, with the device and the inode that it had when it was opened.
#[derive(Clone, Debug)]
struct WatchedFile {
    path: PathBuf,
    id: (u64, u64),
}

impl WatchedFile {
    fn new(path: PathBuf) -> std::io::Result<Self> {
        let id = inode(&std::fs::metadata(&path)?);
        Ok(Self { path, id })
    }

    /// Returns the metadata of the file, or an error if the file was deleted or replaced.
    fn check(&self) -> Result<Metadata, StoreError> {
        match std::fs::metadata(&self.path) {
            Ok(metadata) if inode(&metadata) == self.id => Ok(metadata),
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

/// Returns the device and the inode.
fn inode(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

impl FileGuard {
    /// Records the files of an open database.
    pub(super) fn new(file: &Path) -> std::io::Result<Self> {
        Ok(Self {
            database: WatchedFile::new(file.to_owned())?,
            log: WatchedFile::new(sibling(file, "-wal"))?,
            index: WatchedFile::new(sibling(file, "-shm"))?,
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
            let mut bytes = [0; 4];
            let is_read = file.read_exact_at(&mut bytes, MARK_OFFSET).is_ok();
            if !is_read || u32::from_be_bytes(bytes) != *mark {
                return Err(self.database.fault("was overwritten"));
            }
        }
        Ok(self.log.check()?.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 3] = ["db", "db-wal", "db-shm"];

    #[test]
    fn a_file_that_is_deleted_replaced_or_brought_back_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        for name in FILES {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        let guard = FileGuard::new(&folder.path().join("db")).unwrap();
        assert_eq!(guard.check().unwrap(), 6);
        let moved = folder.path().join("moved");
        for name in FILES {
            let file = folder.path().join(name);
            std::fs::rename(&file, &moved).unwrap();
            assert!(guard.check().unwrap_err().to_string().contains("was deleted"), "{name}");
            std::fs::write(&file, "another").unwrap();
            assert!(guard.check().unwrap_err().to_string().contains("was replaced"), "{name}");
            std::fs::rename(&moved, &file).unwrap();
            guard.check().unwrap();
        }
    }

    #[test]
    fn a_file_that_is_overwritten_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let mut content = vec![0; 100];
        content[60..64].copy_from_slice(&7_u32.to_be_bytes());
        for name in FILES {
            std::fs::write(folder.path().join(name), &content).unwrap();
        }
        let database = folder.path().join("db");
        let file = Arc::new(File::open(&database).unwrap());
        let guard = FileGuard::new(&database).unwrap().with_mark(file, 7);
        guard.check().unwrap();
        for other in [Vec::new(), vec![0; 100]] {
            std::fs::write(&database, other).unwrap();
            assert!(guard.check().unwrap_err().to_string().contains("was overwritten"));
        }
    }
}
