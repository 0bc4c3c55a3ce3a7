//! Putting a prepared file in the place of a SQLite database.
//!
//! The prepared file gets the name `FILE.restored` once it is whole: from then on the restore counts. What follows can be
//! broken off anywhere, and whoever has the file next, a server or another restore, completes it.

use std::fs::File;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The files of a SQLite database beside the one that it is named after.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The file whose name is that of a database with this behind it.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The private copy of a restore that does not count yet.
pub(super) fn prepared(file: &Path) -> PathBuf {
    beside(file, ".restoring")
}

fn ready(file: &Path) -> PathBuf {
    beside(file, ".restored")
}

/// Whether a restored file waits to take the place of a database.
pub(in crate::store) fn is_ready(file: &Path) -> bool {
    ready(file).exists()
}

/// Makes a prepared file, which is whole and synced, the one that counts.
pub(super) fn commit(prepared: &Path, file: &Path) -> std::io::Result<()> {
    std::fs::rename(prepared, ready(file))?;
    sync_directory(file)
}

/// Removes the private copy of a restore that was broken off. Completes one that counts: moves the database from before out of the way, and puts the restored file in its
/// place. Answers with where the database from before lies. The caller has the lock of the file.
pub(in crate::store) fn complete(file: &Path) -> std::io::Result<Option<PathBuf>> {
    clear(&prepared(file))?;
    let ready = ready(file);
    let made = match std::fs::metadata(&ready) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?.modified()?,
    };
    // The same name however often this is broken off.
    let seconds = made.duration_since(UNIX_EPOCH).map_err(Error::other)?.as_secs();
    let time = jiff::Timestamp::from_second(seconds as i64).map_err(Error::other)?;
    let before = free(file, &format!(".before-{}", time.strftime("%Y%m%dT%H%M%SZ")));
    // The log goes first: beside the restored file it would be taken for its own.
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

/// A name that no database lies under.
fn free(file: &Path, ending: &str) -> PathBuf {
    let names = (1..).map(|n| match n {
        1 => beside(file, ending),
        n => beside(file, &format!("{ending}-{n}")),
    });
    // The database goes last: while it is in its place, the name is still the one that its log has gone to.
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

/// Removes what a restore that was broken off has left of its private copy.
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
    let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::{beside, commit, complete};

    /// The names and contents of the files in a directory.
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
    fn it_is_completed_from_wherever_it_was_broken_off() {
        let after = own(&[("before", "old"), ("before-wal", "old log"), ("db", "new")]);
        for broken_off in 0..3 {
            let directory =
                std::env::temp_dir().join(format!("broadside-swap-{}-{broken_off}", std::process::id()));
            std::fs::create_dir_all(&directory).unwrap();
            let file = directory.join("db");
            std::fs::write(&file, "old").unwrap();
            std::fs::write(beside(&file, "-wal"), "old log").unwrap();
            std::fs::write(beside(&file, ".restoring"), "half").unwrap();
            assert_eq!(complete(&file).unwrap(), None);
            std::fs::write(beside(&file, ".restoring"), "new").unwrap();
            commit(&beside(&file, ".restoring"), &file).unwrap();
            let made = std::fs::metadata(beside(&file, ".restored")).unwrap().modified().unwrap();
            let seconds = made.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
            let time = jiff::Timestamp::from_second(seconds as i64).unwrap();
            let before = beside(&file, &format!(".before-{}", time.strftime("%Y%m%dT%H%M%SZ")));
            if broken_off > 0 {
                std::fs::rename(beside(&file, "-wal"), beside(&before, "-wal")).unwrap();
            }
            if broken_off > 1 {
                std::fs::rename(&file, &before).unwrap();
            }
            assert_eq!(complete(&file).unwrap(), Some(before));
            assert_eq!(files(&directory), after, "broken off after {broken_off}");
            assert_eq!(complete(&file).unwrap(), None);
            std::fs::remove_dir_all(&directory).unwrap();
        }
    }
}
