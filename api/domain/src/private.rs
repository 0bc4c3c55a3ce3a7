//! Files that only the user of the server may read or write, regardless of the umask.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

/// Mode of every file that the server creates for itself.
pub(crate) const FILE_MODE: u32 = 0o600;

/// Permissions of the group and of others to read or to write.
const SHARED_MODE_BITS: u32 = 0o066;

/// Returns options that create a file with mode 0600. A file that exists keeps its mode.
pub fn open_options() -> OpenOptions {
    let mut options = File::options();
    options.mode(FILE_MODE);
    options
}

/// Creates an empty file. Removes a file that an interrupted run has left, because it may have
/// another mode.
///
/// # Errors
/// If the old file cannot be removed, or the new one cannot be created.
pub fn create_file(path: &Path) -> std::io::Result<File> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => open_options().read(true).write(true).create_new(true).open(path),
    }
}

fn is_shared(file: &Path) -> bool {
    let mode = std::fs::metadata(file).map(|metadata| metadata.permissions().mode());
    mode.is_ok_and(|mode| mode & SHARED_MODE_BITS != 0)
}

/// Warns about files that the group or others can read or write, and names the command that fixes
/// that. Does not change the modes, because the owner may want them.
pub fn warn_if_shared(files: &[PathBuf]) {
    let shared = files.iter().filter(|file| is_shared(file));
    let shared: Vec<_> = shared.map(|file| file.display().to_string()).collect();
    if !shared.is_empty() {
        let files = shared.join(" ");
        tracing::warn!(
            "other users of this machine can read or write secrets in {files}: run `chmod 600 {files}`"
        );
    }
}

/// Gives a new file the owner of a database, if the database exists. The command may have been run
/// by root, and the server must be able to read the file.
///
/// # Errors
/// If a file cannot be examined.
pub fn keep_owner(database: &Path, file: &Path) -> std::io::Result<()> {
    let Ok(old) = std::fs::metadata(database) else { return Ok(()) };
    let new = std::fs::metadata(file)?;
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
        // Only root can change the owner, and only root needs to.
        let _ = chown(file, Some(old.uid()), Some(old.gid()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(file: &Path) -> u32 {
        std::fs::metadata(file).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_with_another_mode_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("part");
        std::fs::write(&file, "left").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o666)).unwrap();
        create_file(&file).unwrap();
        assert_eq!((mode(&file), std::fs::read(&file).unwrap()), (FILE_MODE, Vec::new()));
    }
}
