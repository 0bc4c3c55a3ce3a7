#!/usr/bin/env bash
# Counts the requests and bytes of a move between two live clients, on Broadside and on boardgame.io:
#   tests/bench/peers/live.sh [GAMES]
# It builds Broadside, and installs boardgame.io into target/peers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

games=${1:-4}
folder=$PWD/target/peers/boardgame
mkdir -p "$folder"
cp tests/bench/peers/boardgame/* "$folder/"
(cd "$folder" && npm install --no-package-lock --no-audit --no-fund >/dev/null)
bin=${BROADSIDE_BIN:-}
if [ -z "$bin" ]; then
    cargo build -q --release --locked
    bin=target/release/broadside
fi

scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadside-live.XXXXXX")
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT

# Starts a server, and prints its address when it listens.
start() {
    local log=$scratch/$1 address
    shift
    "$@" >"$log" 2>&1 &
    for _ in {1..300}; do
        kill -0 $! 2>/dev/null || break
        if address=$(grep -om1 'http://127\.0\.0\.1:[1-9][0-9]*' "$log"); then
            started=$address
            return
        fi
        sleep 0.1
    done
    cat "$log" >&2
    return 1
}

start broadside "$bin" serve --listen 127.0.0.1:0 --limits none --database "sqlite:$scratch/broadside.db"
broadside=$started
start boardgame env NODE_ENV=production node "$folder/server.js"
node "$folder/live.mjs" --broadside "$broadside" --boardgame "$started" --games "$games"
