#!/usr/bin/env bash
# Prints the size of the program that `cargo build --release` makes, and the memory that it holds at rest with a new
# SQLite file. Fails if one of them exceeds its limit in megabytes: MOST_SIZE or MOST_IDLE.
set -euo pipefail
cd "$(dirname "$0")/.."

most_size=${MOST_SIZE:-25}
most_idle=${MOST_IDLE:-23}
cargo build --quiet --release --locked -p broadside
BROADSIDE="${CARGO_TARGET_DIR:-target}/release/broadside"
. tests/serve.sh
unset BROADSIDE_TEST_DATABASE
serve
curl -fsS --retry 20 --retry-delay 1 --retry-all-errors "$url/readyz" >"$directory/ready"
sleep 10
still_serves

size=$(stat -c %s "$BROADSIDE")
idle=$(sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$server/status")
awk -v size="$size" -v idle="$idle" -v most_size="$most_size" -v most_idle="$most_idle" 'BEGIN {
    size /= 1e6
    idle *= 1024 / 1e6
    printf "program: %.1f MB, at most %s; memory at rest: %.1f MB, at most %s\n", size, most_size, idle, most_idle
    exit size > most_size || idle > most_idle
}'
