//! The games in the README and in the guide for authors, run as shell scripts.

use std::process::Command;

use broadside_tests::server::{Directory, Server, binary, root};
use broadside_tests::wait::GUARD;

/// Returns the shell blocks of a section.
pub(crate) fn blocks(text: &str, section: &str) -> Vec<String> {
    blocks_in("sh", text, section)
}

/// Returns the blocks of a section in a language.
pub(crate) fn blocks_in(language: &str, text: &str, section: &str) -> Vec<String> {
    let after = text.split_once(&format!("\n## {section}\n")).expect("the section is there").1;
    let section = after.split("\n## ").next().unwrap_or(after);
    let begin = format!("```{language}\n");
    let blocks = section.split(&*begin).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// Runs the shell blocks of a section of a page, with another server. Returns the output.
fn run_section(page: &str, section: &str, server: &Server) -> String {
    let here = Directory::new();
    let page = std::fs::read_to_string(root().join(page)).unwrap();
    let script = blocks(&page, section).concat();
    // On the page the server uses the default port and a local build.
    let script = script.replace("http://127.0.0.1:8080", server.url());
    // A machine that runs many tests is slower than that of a reader: wait for the reader's turn.
    let turn = format!(
        "until curl -sS -H \"Authorization: Bearer $token\" {}/v1/games/$game | \
         jq -e '.status == \"playing\" and .to_move == [1]' >/dev/null; do :; done\n",
        server.url()
    );
    let script = script.replace("sleep 2\n", &turn);
    let verify = format!("'{}' verify", binary().display());
    let script = script.replace("cargo run -q -- verify", &verify);
    let mut bash = Command::new("timeout");
    let guard = GUARD.as_secs().to_string();
    bash.args([
        &guard,
        "bash",
        "-c",
        &format!("set -euo pipefail\ncd '{}'\n{script}", here.file("").display()),
    ]);
    let output = bash.output().expect("`bash` is installed");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{stdout}\n{}", String::from_utf8_lossy(&output.stderr));
    stdout
}

#[test]
fn a_game_against_a_bot_works_when_it_is_pasted() {
    let output = run_section("README.md", "A game against a bot", &Server::start());
    let lines: Vec<_> = output.lines().collect();
    // On a busy machine the bot may have placed its ships before the reader.
    assert!(["[1]", "[2]"].contains(&lines[0]), "{output}");
    assert!(lines[1].contains("\"cell\":\"E5\""), "{output}");
    assert!(lines.iter().any(|line| line.contains("\"seat\":2")), "the bot has answered: {output}");
}

#[test]
fn a_game_between_two_people_works_when_it_is_pasted() {
    let output = run_section("docs/frontends.md", "A game between two people", &Server::start());
    let mut rest = &*output;
    for expected in [
        "\"placing\"",
        "\"placing\"",
        "\"playing\"",
        // The position of the opponent's ships is random.
        "\"cell\":\"F7\"",
        "\"result\":\"hit\"",
        "\"type\":\"fire\"",
        "\"/problems/",
        "\"reason\":\"resigned\"",
        "holds",
    ] {
        let (_, after) = rest
            .split_once(expected)
            .unwrap_or_else(|| panic!("`{expected}` is missing in its place:\n{output}"));
        rest = after;
    }
}

/// The direct dependencies of the workspace are the same as those explained in the documentation.
#[test]
fn every_dependency_is_explained() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let listed = manifest.split_once("[workspace.dependencies]\n").unwrap().1;
    let listed = listed.split("\n[").next().unwrap();
    let names = listed.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let own = |name: &&str| !name.starts_with('#') && !name.starts_with("broadside");
    let page = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let missing: Vec<_> =
        names.filter(own).filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/dependencies.md does not explain {missing:?}");

    let explained = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let unused: Vec<_> = explained
        .flat_map(|cell| cell.split(&['`', ',', ' ']))
        .filter(|name| !name.is_empty() && !listed.contains(&format!("\n{name} = ")))
        .collect();
    assert!(unused.is_empty(), "docs/dependencies.md explains {unused:?}, which are not used");
}
