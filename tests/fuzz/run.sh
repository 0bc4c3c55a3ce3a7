#!/usr/bin/env bash
# Fuzzes what reads what others have written, led by the coverage that it reaches; --help says how.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: tests/fuzz/run.sh TARGET [SECONDS]

Looks for texts at which a parser panics or does not keep its word. TARGET is one of

  notation   what players write in lines, for a game of each ruleset
  letter     messages as they come in by mail

It begins with the examples of docs/notation.md or the messages of tests/corpora/mail, and goes on for SECONDS
[default: 600], or for ever if that is 0. What it keeps lies in target/fuzz, and it begins there the next time.

It needs cargo-afl: cargo install cargo-afl && cargo afl config --build

It ends with 0 if nothing was found, with 1 if something was, whose files it names, and with 2 if an argument is wrong.
A finding is tried again with target/fuzz/release/TARGET < FILE. Once mended it becomes a test of its own.
HELP
}

case ${1:-} in
--help) usage && exit ;;
notation | letter) target=$1 ;;
*) usage >&2 && exit 2 ;;
esac
seconds=${2:-600}
[[ $seconds =~ ^[0-9]{1,6}$ ]] || { usage >&2 && exit 2; }
cargo afl --version >/dev/null 2>&1 ||
    { echo "tests/fuzz/run.sh: cargo-afl is missing: cargo install cargo-afl && cargo afl config --build" >&2 && exit 2; }

cd "$(dirname "$0")/../.."
root=$PWD/target/fuzz
seeds=$root/$target-seeds found=$root/$target
CARGO_TARGET_DIR=$root cargo afl build --release --manifest-path tests/fuzz/Cargo.toml --bin "$target"

rm -rf "$seeds"
mkdir -p "$seeds"
case $target in
letter)
    # A long message is slow to change, and teaches little.
    find tests/corpora/mail -name '*.eml' -size -16k -exec cp -t "$seeds" {} +
    ;;
notation)
    # The first byte says for which game: none, or one of each ruleset before and after everybody has placed.
    number=0
    while read -r line; do
        for game in 0 1 2 3 4 5 6 7 8 9 10; do
            printf "\\x$(printf %x $game)%s\n" "$line" >"$seeds/$number-$game"
        done
        number=$((number + 1))
    done < <(grep -hoE '^ *[A-Z]{3,}( [A-Za-z0-9=@.,:/-]+)*$|`[A-Z]{3,}( [A-Za-z0-9=@.,:/-]+)*`' docs/notation.md | tr -d '`' | sort -u)
    ;;
esac
# What was found before is where it goes on.
[ ! -d "$found" ] || seeds=-
limit=()
[ "$seconds" -eq 0 ] || limit=(-V "$seconds")
AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_AUTORESUME=1 \
    cargo afl fuzz -i "$seeds" -o "$found" "${limit[@]}" -t 2000 "$root/release/$target"

findings=$(find "$found" -path '*/crashes*' -name 'id:*' -o -path '*/hangs*' -name 'id:*')
[ -z "$findings" ] || { printf 'found:\n%s\n' "$findings" >&2 && exit 1; }
