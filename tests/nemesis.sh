#!/usr/bin/env bash
# Runs load and faults on nodes with SQLite and with PostgreSQL, and checks the history:
#   tests/nemesis.sh [SECONDS [SEED]]
# The default is two minutes and the seed 1. A seed repeats the faults and the choices of the clients. BROADSIDE_BIN selects
# another binary to test, and BROADSIDE_NEMESIS_FAULTS a list of kinds of faults, as in Switch,Silence.
set -euo pipefail
cd "$(dirname "$0")/.."

export BROADSIDE_NEMESIS_SECONDS="${1:-120}"
if [ $# -ge 2 ]; then
    export BROADSIDE_NEMESIS_SEED="$2"
fi
# Copy the binary, so that restarted nodes use the same one even if it is rebuilt during the run.
if [ -z "${BROADSIDE_BIN:-}" ]; then
    cargo build --quiet --locked --bin broadside
    own=$(mktemp -d "${TMPDIR:-/tmp}/broadside-nemesis.XXXXXX")
    trap 'rm -rf "$own"' EXIT
    cp "${CARGO_TARGET_DIR:-target}/debug/broadside" "$own/"
    export BROADSIDE_BIN="$own/broadside"
fi
cargo test --workspace --locked --test nemesis -- --nocapture --test-threads 4
