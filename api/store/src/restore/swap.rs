//! Replaces a SQLite database by a prepared file.
//!
//! The prepared file is renamed to `FILE.restored` when it is complete and synced. That is the
//! point of no return. Only renames follow. If they are interrupted, the next server or restore
//! that locks the file completes them.

use std::fs::File;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Suffixes of the files that SQLite keeps next to a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Returns the path of the file with this suffix next to a database.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the path of the private copy that a restore works on.
pub(super) fn prepared(file: &Path) -> PathBuf {
    beside(file, ".restoring")
}

fn ready(file: &Path) -> PathBuf {
    beside(file, ".restored")
}

/// Returns true if a restored file is ready to replace a database.
pub(crate) fn is_ready(file: &Path) -> bool {
    ready(file).exists()
}

/// Commits a restore. The prepared file must be complete and synced.
pub(super) fn commit(prepared: &Path, file: &Path) -> std::io::Result<()> {
    std::fs::rename(prepared, ready(file))?;
    sync_directory(file)
}

/// Cleans up after a restore that was interrupted before its commit, and completes one that was
/// interrupted after it: moves the previous database out of the way, and puts the restored file in
/// its place. Returns the path of the previous database. The caller must hold the lock of the file.
pub(crate) fn complete(file: &Path) -> std::io::Result<Option<PathBuf>> {
    clear(&prepared(file))?;
    let ready = ready(file);
    let made = match std::fs::metadata(&ready) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?.modified()?,
    };
    // The name stays the same if this is interrupted and repeated.
    let before = free(file, &format!(".before-{}", name_of(made)?));
    // The log goes first: SQLite would apply it to the restored file.
    let mut moved = false;
    for ending in BESIDE {
        moved |= move_away(&beside(file, ending), &beside(&before, ending))?;
    }
    moved |= move_away(file, &before)?;
    sync_directory(file)?;
    std::fs::rename(&ready, file)?;
    sync_directory(file)?;
    Ok((moved || before.exists()).then_some(before))
}

/// Formats a time for the name of a file.
fn name_of(time: SystemTime) -> std::io::Result<String> {
    let millis = time.duration_since(UNIX_EPOCH).map_err(Error::other)?.as_millis();
    let time = jiff::Timestamp::from_millisecond(millis as i64).map_err(Error::other)?;
    Ok(time.strftime("%Y%m%dT%H%M%S.%3fZ").to_string())
}

/// Returns a name that no other database has.
fn free(file: &Path, ending: &str) -> PathBuf {
    let names = (1..).map(|n| match n {
        1 => beside(file, ending),
        n => beside(file, &format!("{ending}-{n}")),
    });
    // The database itself is moved last. If it is missing, an interrupted run has moved it to the
    // first name.
    let mut free = names.filter(|name| !name.exists() || !file.exists());
    free.next().expect("there is always another name")
}

fn move_away(from: &Path, to: &Path) -> std::io::Result<bool> {
    match std::fs::rename(from, to) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes the private copy of an interrupted restore.
pub(super) fn clear(prepared: &Path) -> std::io::Result<()> {
    for ending in ["", "-wal", "-shm", "-journal", ".lock"] {
        match std::fs::remove_file(beside(prepared, ending)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn sync_directory(file: &Path) -> std::io::Result<()> {
    let directory =
        file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::{beside, commit, complete, name_of};

    /// Returns the names and contents of the files in a directory.
    fn files(directory: &std::path::Path) -> Vec<(String, String)> {
        let file = |entry: std::io::Result<std::fs::DirEntry>| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let stem = name.split_once(".before-").map_or(name.clone(), |(_, rest)| {
                let ending = rest.find('-').map_or("", |at| &rest[at..]);
                format!("before{ending}")
            });
            (stem, std::fs::read_to_string(path).unwrap())
        };
        let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(file).collect();
        files.sort();
        files
    }

    fn own(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn an_interrupted_restore_is_completed() {
        let after = own(&[("before", "old"), ("before-wal", "old log"), ("db", "new")]);
        for interrupted in 0..3 {
            let directory = tempfile::tempdir().unwrap();
            let file = directory.path().join("db");
            std::fs::write(&file, "old").unwrap();
            std::fs::write(beside(&file, "-wal"), "old log").unwrap();
            std::fs::write(beside(&file, ".restoring"), "half").unwrap();
            assert_eq!(complete(&file).unwrap(), None);
            std::fs::write(beside(&file, ".restoring"), "new").unwrap();
            commit(&beside(&file, ".restoring"), &file).unwrap();
            let made = std::fs::metadata(beside(&file, ".restored")).unwrap().modified().unwrap();
            let before = beside(&file, &format!(".before-{}", name_of(made).unwrap()));
            if interrupted > 0 {
                std::fs::rename(beside(&file, "-wal"), beside(&before, "-wal")).unwrap();
            }
            if interrupted > 1 {
                std::fs::rename(&file, &before).unwrap();
            }
            assert_eq!(complete(&file).unwrap(), Some(before));
            assert_eq!(files(directory.path()), after, "interrupted after {interrupted}");
            assert_eq!(complete(&file).unwrap(), None);
        }
    }
}
