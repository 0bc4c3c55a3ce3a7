#!/usr/bin/env bash
# Runs coverage-guided fuzzing of everything that parses untrusted input; see --help.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: tests/fuzz/run.sh TARGET [SECONDS]
       tests/fuzz/run.sh --keep TARGET

Looks for inputs at which a parser or a game panics, or does not keep its word. TARGET is one of

  notation   what players write in lines, for a game of each ruleset
  letter     messages as they come in by mail
  json       JSON of settings, placements and actions, for a game of each ruleset
  moves      sequences of moves of every ruleset, legal or not
  record     records that are verified

It begins with tests/corpora/fuzz/TARGET and with examples from the documentation, the messages of tests/corpora/mail, or
games that it plays. It goes on for SECONDS [default: 600], or for ever if that is 0. What it finds lies in target/fuzz, and it
goes on there the next time. FUZZ_NAME=NAME gives one of several processes a name of its own [default: default]: they share
what they find.

--keep writes a small part of what it has found, which reaches all the same code, to tests/corpora/fuzz/TARGET in place of what is
there: inputs of at most 2 KiB.

It needs cargo-afl: cargo install cargo-afl && cargo afl config --build

It prints the number of executions of all runs. It ends with 0 if nothing was found, with 1 if something was, whose files it
names, and with 2 if an argument is wrong. A finding is tried again with target/fuzz/release/TARGET < FILE. Once fixed it
becomes a test of its own.
HELP
}

features=() keep=
[ "${1:-}" != --keep ] || { keep=1 && shift; }
case ${1:-} in
--help) usage && exit ;;
letter) features=(--features mail) ;;
notation | json | moves | record) ;;
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
build() { CARGO_TARGET_DIR=$root cargo afl build --release --manifest-path tests/fuzz/Cargo.toml "$@"; }
build --bin "$target" "${features[@]}"

if [ -n "$keep" ]; then
    all=$root/$target-all least=$root/$target-least kept=tests/corpora/fuzz/$target
    rm -rf "$all" "$least"
    mkdir -p "$all"
    # Name files by their hash, which removes duplicates.
    find "$found"/*/queue -maxdepth 1 -name 'id:*' -size -2049c -exec sha1sum {} + | while read -r hash file; do
        cp "$file" "$all/${hash:0:16}"
    done
    cargo afl cmin -i "$all" -o "$least" -t 2000 -- "$root/release/$target"
    rm -rf "$kept"
    mkdir -p "$kept"
    cp -t "$kept" "$least"/*
    echo "$(find "$kept" -type f | wc -l) inputs, $(du -sb "$kept" | cut -f1) bytes in $kept"
    exit
fi

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
    ;;
esac
[ ! -d "tests/corpora/fuzz/$target" ] || cp -t "$seeds" "tests/corpora/fuzz/$target"/*
# Continue from earlier findings.
[ ! -d "$found/$name" ] || seeds=-
limit=()
[ "$seconds" -eq 0 ] || limit=(-V "$seconds")
AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_AUTORESUME=1 \
    cargo afl fuzz -S "$name" -i "$seeds" -o "$found" "${limit[@]}" -t 2000 "$root/release/$target"

# The statistics include all earlier runs.
awk -F: '/^execs_done/ { all += $2 } END { printf "%d executions\n", all }' "$found"/*/fuzzer_stats
findings=$(find "$found" -path '*/crashes*' -name 'id:*' -o -path '*/hangs*' -name 'id:*')
[ -z "$findings" ] || { printf 'found:\n%s\n' "$findings" >&2 && exit 1; }
