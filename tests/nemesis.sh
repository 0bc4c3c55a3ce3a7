#!/usr/bin/env bash
# Loads nodes over SQLite and over PostgreSQL while a nemesis breaks what they stand on, and judges what happened:
#   tests/nemesis.sh [SECONDS [SEED]]
# Two minutes without an argument. A seed repeats the faults and the choices of the clients. BROADSIDE_BIN names another
# program to test, BROADSIDE_NEMESIS_FAULTS the only kinds of faults, as in Switch,Silence.
set -euo pipefail
cd "$(dirname "$0")/.."

export BROADSIDE_NEMESIS_SECONDS="${1:-120}"
if [ $# -ge 2 ]; then
    export BROADSIDE_NEMESIS_SEED="$2"
fi
# Nodes are started again and again: always the same program, whatever is built meanwhile.
if [ -z "${BROADSIDE_BIN:-}" ]; then
    cargo build --quiet --locked --package broadside
    own=$(mktemp -d "${TMPDIR:-/tmp}/broadside-nemesis.XXXXXX")
    trap 'rm -rf "$own"' EXIT
    cp "${CARGO_TARGET_DIR:-target}/debug/broadside" "$own/"
    export BROADSIDE_BIN="$own/broadside"
fi
cargo test --workspace --locked --test nemesis -- --nocapture --test-threads 4
