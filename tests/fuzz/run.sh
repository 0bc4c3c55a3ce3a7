#!/usr/bin/env bash
# Runs coverage-guided fuzzing of everything that parses untrusted input; see --help.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: tests/fuzz/run.sh TARGET [SECONDS]

Searches for inputs for which a parser or a game panics or violates an assertion. TARGET is one of

  notation   text commands of players, for a game of each ruleset
  letter     incoming mail messages
  json       JSON of settings, placements and actions, for a game of each ruleset
  moves      sequences of moves of every ruleset, legal or not
  record     records to verify

The seed inputs are the examples of docs/notation.md, the messages and records of tests/corpora, and generated games.
It runs for SECONDS [default: 600], or without end if that is 0. Results are stored in target/fuzz, and the next run
continues there. To run several processes, give each a name with FUZZ_NAME=NAME [default: default]; they share their
results.

It needs cargo-afl: cargo install cargo-afl && cargo afl config --build

It prints the number of executions of all runs. The exit status is 0 without findings, 1 with findings, whose files are
listed, and 2 if an argument is invalid. To reproduce a finding: target/fuzz/release/TARGET < FILE. Add a test for it
when it is fixed.
HELP
}

features=() longest=2048
case ${1:-} in
--help) usage && exit ;;
letter) features=(--features mail) longest=32768 ;;
notation) longest=512 ;;
json | moves) ;;
record) longest=32768 ;;
*) usage >&2 && exit 2 ;;
esac
target=$1
seconds=${2:-600} name=${FUZZ_NAME:-default}
[[ $seconds =~ ^[0-9]{1,6}$ && $name =~ ^[a-z0-9]+$ ]] || { usage >&2 && exit 2; }
cargo afl --version >/dev/null 2>&1 ||
    { echo "tests/fuzz/run.sh: cargo-afl is missing: cargo install cargo-afl && cargo afl config --build" >&2 && exit 2; }

cd "$(dirname "$0")/../.."
root=$PWD/target/fuzz
seeds=$root/$target-seeds found=$root/$target
# The versions of the program.
cp Cargo.lock tests/fuzz/Cargo.lock
build() { CARGO_TARGET_DIR=$root cargo afl build --release --manifest-path tests/fuzz/Cargo.toml "$@"; }
build --bin "$target" "${features[@]}"

rm -rf "$seeds"
mkdir -p "$seeds"
case $target in
letter)
    # A long message is slow to mutate, and rarely useful.
    find tests/corpora/mail -name '*.eml' -size -16k -exec cp -t "$seeds" {} +
    ;;
notation)
    # The first byte selects the game: none, or one of each ruleset before and after both players have placed.
    number=0
    while read -r line; do
        for game in 0 1 2 3 4 5 6 7 8 9 10; do
            printf "\\x$(printf %x $game)%s\n" "$line" >"$seeds/$number-$game"
        done
        number=$((number + 1))
    done < <(grep -hoE '^ *[A-Z]{3,}( [A-Za-z0-9=@.,:/-]+)*$|`[A-Z]{3,}( [A-Za-z0-9=@.,:/-]+)*`' docs/notation.md | tr -d '`' | sort -u)
    ;;
json | moves | record)
    # Seeds: bytes that play games, the records of these games, and JSON of requests.
    build --bin seeds
    "$root/release/seeds" "$root/seeds"
    cp -t "$seeds" "$root/seeds/$target"/*
    [ "$target" != record ] || find tests/corpora/logs -size -32k -type f -exec cp -t "$seeds" {} +
    ;;
esac
# Continue from earlier findings.
[ ! -d "$found/$name" ] || seeds=-
limit=()
[ "$seconds" -eq 0 ] || limit=(-V "$seconds")
AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_AUTORESUME=1 \
    cargo afl fuzz -S "$name" -G "$longest" -i "$seeds" -o "$found" "${limit[@]}" -t 2000 "$root/release/$target"

# The statistics include all earlier runs.
awk -F: '/^execs_done/ { all += $2 } END { printf "%d executions\n", all }' "$found"/*/fuzzer_stats
findings=$(find "$found" -path '*/crashes*' -name 'id:*' -o -path '*/hangs*' -name 'id:*')
[ -z "$findings" ] || { printf 'found:\n%s\n' "$findings" >&2 && exit 1; }
