//! Modes of the files that the server and its commands create: only the owner can read or write
//! them.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use broadside_tests::database::Database;
use broadside_tests::games::{Pair, fire};
use broadside_tests::server::{Server, binary};
use serde_json::json;

/// Command prefix that sets the umask.
fn under_umask(umask: &str) -> [String; 3] {
    ["sh".to_owned(), "-c".to_owned(), format!("umask {umask}; exec \"$0\" \"$@\"")]
}

/// Runs a command in the directory of the server, with a umask.
#[track_caller]
fn run(server: &Server, umask: &str, args: &[&str]) -> Output {
    let [shell, flag, script] = under_umask(umask);
    let mut command = std::process::Command::new(shell);
    command
        .current_dir(server.directory().file(""))
        .args([&flag, &script])
        .arg(binary())
        .args(args);
    let output = command.output().expect("a shell can be started");
    assert!(output.status.success(), "{output:?}");
    output
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("it is ours");
}

/// The modes of all files and folders below a folder, by name. Leaves out the log, which the test
/// creates.
fn modes(folder: &Path) -> BTreeMap<String, u32> {
    let mut modes = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name == "log" {
            continue;
        }
        if path.is_dir() {
            modes.extend(self::modes(&path));
        }
        modes.insert(name, mode(&path));
    }
    modes
}

/// Asserts that files are there, and that all files and folders are private.
#[track_caller]
fn assert_private(server: &Server, there: &[&str], umask: &str) {
    let modes = modes(&server.directory().file(""));
    for name in there {
        assert!(modes.contains_key(*name), "{name}: {modes:?}");
    }
    for (name, mode) in modes {
        let expected = if name == "mail" { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{name} with umask {umask} has mode {mode:o}");
    }
}

#[test]
fn files_of_the_server_and_its_commands_are_private_under_any_umask() {
    for umask in ["0", "022"] {
        let mut server = Server::not_launched(Arc::new(Database::File), &[]);
        server.under(&under_umask(umask).each_ref().map(String::as_str));
        server.launch();
        let pair = Pair::playing(&server, &json!({"mode": "single", "first": "creator"}));
        pair.act(&pair.ada, &fire(&["A1"])).is(200);
        pair.ada.put("/v1/players/me/mailbox", &json!({"address": "ada@example.org"})).is(200);
        server.wait_for_mail("ada@example.org", 1);
        let names = ["", "-wal", "-shm", ".lock"].map(|end| format!("broadside.db{end}"));
        let expected: Vec<_> = names.iter().map(String::as_str).chain(["mail"]).collect();
        assert_private(&server, &expected, umask);
        run(&server, umask, &["backup", "--output", "copy.db"]);
        assert_private(&server, &["copy.db"], umask);
        server.stop();
        // Files that a restore creates are private too, regardless of the files it replaces and
        // reads.
        let file = |name: &str| server.directory().file(name);
        set_mode(&file("copy.db"), 0o644);
        set_mode(&file("broadside.db"), 0o644);
        run(&server, umask, &["restore", "copy.db"]);
        assert_eq!(mode(&file("broadside.db")), 0o600);
        assert_eq!(mode(&file("copy.db")), 0o644, "a restore changes nothing of the backup");
        server.launch();
        pair.at(server.url()).game();
        assert!(!server.log().contains("other users of this machine"), "{}", server.log());
    }
}

#[test]
fn a_start_warns_of_files_that_others_can_read_and_leaves_their_modes() {
    for loose in [0o640, 0o602] {
        let mut server = Server::over_a_file();
        server.stop();
        let database = server.directory().file("broadside.db");
        set_mode(&database, loose);
        server.launch();
        server.wait_for_log("run `chmod 600 broadside.db broadside.db-wal broadside.db-shm`");
        assert_eq!(mode(&database), loose);
    }
}
