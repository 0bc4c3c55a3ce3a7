//! `broadside encrypt` with running nodes, which must all have the key.

use std::os::unix::fs::PermissionsExt;

use broadside_tests::games::Pair;
use broadside_tests::server::{Directory, Server};
use serde_json::json;

/// Creates a file with these keys, each given as one digit; returns its name.
fn keys(directory: &Directory, digits: &str) -> String {
    let file = directory.file(&format!("keys{digits}"));
    let keys: String =
        digits.chars().map(|digit| format!("{}\n", String::from(digit).repeat(64))).collect();
    std::fs::write(&file, keys).expect("it can be written");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
    file.display().to_string()
}

/// Sets the keys of a node for its next start.
fn set_keys(node: &mut Server, directory: &Directory, digits: &str) {
    let file = keys(directory, digits);
    let settings = ["--encryption-key-file", &file];
    node.set(if digits.is_empty() { &[] } else { &settings });
}

/// Runs `broadside encrypt` with these keys; returns the message if it refuses.
fn encrypt(node: &Server, directory: &Directory, digits: &str) -> Result<(), String> {
    let done = node.command(&["encrypt", "--encryption-key-file", &keys(directory, digits)]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    if done.status.success() { Ok(()) } else { Err(said) }
}

/// The number of keys that the database needs, and the number of unencrypted values of logs.
fn state(node: &Server) -> [u64; 2] {
    [
        "SELECT count(*) FROM settings, regexp_split_to_table(value, ' ') WHERE name = 'encryption'",
        "SELECT count(*) FROM events WHERE body NOT LIKE 'enc1:%'",
    ]
    .map(|statement| node.database().count(node.directory(), statement))
}

#[test]
fn values_are_not_encrypted_while_a_node_runs_that_has_another_key() {
    let directory = Directory::new();
    let mut node = Server::start();
    Pair::playing(&node, &json!({}));
    let before = state(&node);
    assert!(before[0] == 0 && before[1] > 0, "{before:?}");
    // The node has no key, and would continue to write plain text.
    let refused = encrypt(&node, &directory, "1").unwrap_err();
    for part in
        ["a node that runs does not encrypt with the key", "one has no key", "Stop every such node"]
    {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    assert_eq!(state(&node), before, "nothing is done");
    // A stopped node does not matter, and neither does one that has the key.
    node.stop();
    set_keys(&mut node, &directory, "1");
    node.launch();
    encrypt(&node, &directory, "1").unwrap();
    assert_eq!(state(&node), [1, 0]);

    // With a new key, the node has both keys, but still encrypts with the old one.
    node.stop();
    set_keys(&mut node, &directory, "12");
    node.launch();
    let refused = encrypt(&node, &directory, "21").unwrap_err();
    let (_, old) =
        refused.split_once("one encrypts with the key ").unwrap_or_else(|| panic!("{refused}"));
    let old = old[..8].to_owned();
    assert_eq!(state(&node), [1, 0], "nothing is done");
    // It does not help that another node has the key.
    let other = node.beside_with(&["--encryption-key-file", &keys(&directory, "21")]);
    let refused = encrypt(&node, &directory, "21").unwrap_err();
    assert!(refused.contains("a node that runs") && refused.contains(&old), "{refused}");
    // A killed node counts as running until its heartbeat is a minute old.
    node.kill_9();
    assert!(encrypt(&node, &directory, "21").unwrap_err().contains(&old));
    let later =
        format!("UPDATE node_clocks SET database_at = database_at - 61000 WHERE key_id = '{old}'");
    node.database().run(node.directory(), &later);
    encrypt(&node, &directory, "21").unwrap();
    drop(other);
    set_keys(&mut node, &directory, "2");
    node.launch();
    assert_eq!(state(&node), [1, 0], "the old key is not needed any more");
}
