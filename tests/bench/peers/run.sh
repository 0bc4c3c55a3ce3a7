#!/usr/bin/env bash
# Compares Broadside with boardgame.io and with FastAPI and SQLAlchemy; see --help.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: tests/bench/peers/run.sh [OPTION…]

Plays Battleship for the same time on Broadside with SQLite, Broadside with PostgreSQL, boardgame.io, FastAPI with
SQLAlchemy, and servers that store requests without applying rules (`broadside-bench limit`). They run one after
another, in several rounds. Prints one table of the medians. Packages are installed into target/peers. The databases are
in a directory under TMPDIR, which is removed at the end and should be on a disk.

Missing software (npm, PyPI, PostgreSQL) is reported, and the other servers are measured.

  --seconds N      measured time of each server in a round, in seconds [default: 10]
  --warmup N       time before the measurement, in seconds [default: 2]
  --rounds N       number of rounds [default: 3]
  --connections N  number of connections, each with games of its own [default: 64]
  --bin DIR        directory of the programs broadside and broadside-bench [default: target/release, where they are
                   built]
  --postgres URL   empty database to fill: postgres://USER@HOST/DATABASE [default: that of a PostgreSQL server which
                   tests/postgres.sh starts]
  --help           print this help

The exit status is 0 if anything was measured and every answer was correct, 1 if not, and 2 if an option is invalid.
HELP
}

wrong() {
    echo "run.sh: $1; see --help" >&2
    exit 2
}

seconds=10 warmup=2 rounds=3 connections=64 bin='' postgres=''
while [ $# -gt 0 ]; do
    case $1 in
    --help)
        usage
        exit
        ;;
    --seconds | --warmup | --rounds | --connections)
        [[ ${2:-} =~ ^[0-9]{1,4}$ ]] || wrong "$1 takes a whole number"
        printf -v "${1#--}" %d "$((10#$2))"
        ;;
    --bin | --postgres)
        [ -n "${2:-}" ] || wrong "$1 takes a value"
        printf -v "${1#--}" %s "$2"
        ;;
    *) wrong "\`$1\` is no option" ;;
    esac
    shift 2
done
[ "$seconds" -gt 0 ] && [ "$rounds" -gt 0 ] && [ "$connections" -gt 0 ] || wrong "only --warmup may be 0"
[ -z "$bin" ] || bin=$(cd "$bin" && pwd)

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
initdb=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' || command -v initdb || true)
if [ -z "$postgres" ] && [ -n "$initdb" ]; then
    # shellcheck disable=SC2016 # The inner shell expands it.
    exec tests/postgres.sh bash -c 'exec "$0" --postgres "$BROADSIDE_TEST_DATABASE/postgres" "$@"' \
        tests/bench/peers/run.sh --seconds "$seconds" --warmup "$warmup" --rounds "$rounds" \
        --connections "$connections" ${bin:+--bin "$bin"}
fi

here=$PWD/tests/bench/peers
folder=$PWD/target/peers
mkdir -p "$folder"
if [ -z "$bin" ]; then
    cargo build -q --release --locked -p broadside -p broadside-tests
    bin=$PWD/target/release
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/broadside-peers.XXXXXX")
figures=$folder/figures.jsonl
: >"$figures"
server='' url='' failed=0

stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true
    fi
    server=''
}
trap 'stop; rm -rf "$scratch"' EXIT

# Starts a server, and waits until it prints its address.
start() {
    : >"$scratch/log"
    "$@" >>"$scratch/log" 2>&1 &
    server=$!
    for _ in {1..300}; do
        url=$(grep -om1 'http://127\.0\.0\.1:[1-9][0-9]*' "$scratch/log") && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    echo "run.sh: $1 does not listen:" >&2
    cat "$scratch/log" >&2
    return 1
}

# Runs the load on the last server, stores the results under a name, and stops the server.
load() {
    local name=$1
    shift
    "$@" --url "$url" --connections "$connections" --seconds "$seconds" --warmup "$warmup" \
        >"$scratch/rows.json" || failed=1
    stop
    if [ ! -s "$scratch/rows.json" ]; then
        echo "$name: the load broke off" >&2
        return
    fi
    printf '{"name": "%s", "rows": %s}\n' "$name" "$(tr -d '\n' <"$scratch/rows.json")" >>"$figures"
    echo "$name: $(sed -n 's/.*"per_second": \([0-9]*\).*/\1/p' "$scratch/rows.json") moves/s" >&2
}

# More games than can end during the measurement.
games=$((connections + (seconds + warmup) * 300))
bench=$bin/broadside-bench

broadside() {
    "$bench" seed --database "$2" --games "$games" --list "$scratch/games.jsonl" >/dev/null 2>&1
    start "$bin/broadside" serve --listen 127.0.0.1:0 --log warn --limits none --database "$2"
    load "$1" "$bench" moves --json --games "$scratch/games.jsonl"
}

# The size of Broadside's answers.
only_stored() {
    start "$bench" limit --move-bytes 6000 --database "$2"
    load "$1" "$bench" moves --json --games "$scratch/games.jsonl"
}

boardgame() {
    start env NODE_ENV=production node "$folder/boardgame/server.js"
    load "$boardgame" node "$folder/boardgame/load.mjs"
}

workers=2
fastapi() {
    rm -f "$scratch"/peer.db*
    export PEER_DATABASE=$scratch/peer.db
    "$folder/venv/bin/python" "$here/fastapi/seed.py" "$games" "$scratch/games.jsonl"
    start "$folder/venv/bin/python" -m uvicorn app:app --app-dir "$here/fastapi" --port 0 \
        --workers "$workers" --no-access-log
    # Wait for every worker, because the first one would accept all connections before the second listens.
    for _ in {1..300}; do
        [ "$(grep -c 'startup complete' "$scratch/log")" -lt "$workers" ] || break
        sleep 0.1
    done
    load "$fastapi" "$bench" moves --json --games "$scratch/games.jsonl"
}

install_boardgame() {
    mkdir -p "$folder/boardgame" &&
        cp "$here"/boardgame/* "$folder/boardgame/" &&
        (cd "$folder/boardgame" && npm install --no-package-lock --no-audit --no-fund)
}

install_fastapi() {
    { [ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"; } &&
        "$folder/venv/bin/pip" install -q --disable-pip-version-check -r "$here/fastapi/requirements.txt"
}

missing=()
boardgame="boardgame.io $(sed -n 's/.*"boardgame.io": "\(.*\)".*/\1/p' "$here/boardgame/package.json")"
fastapi="FastAPI $(sed -n 's/^fastapi==//p' "$here/fastapi/requirements.txt")"
fastapi+=", SQLAlchemy $(sed -n 's/^SQLAlchemy==//p' "$here/fastapi/requirements.txt")"
[ -n "$postgres" ] || missing+=("Broadside with PostgreSQL: install Debian's package postgresql, or give --postgres")
if ! install_boardgame >"$folder/npm.log" 2>&1; then
    missing+=("$boardgame: npm could not install it; target/peers/npm.log says why")
    boardgame=''
fi
if ! install_fastapi >"$folder/pip.log" 2>&1; then
    missing+=("$fastapi: pip could not install it; target/peers/pip.log says why")
    fastapi=''
fi
[ ${#missing[@]} -eq 0 ] || printf 'not measured: %s\n' "${missing[@]}" >&2

for ((round = 1; round <= rounds; round++)); do
    rm -f "$scratch"/broadside.db*
    broadside "Broadside, SQLite" "sqlite:$scratch/broadside.db"
    [ -z "$postgres" ] || broadside "Broadside, PostgreSQL" "$postgres"
    rm -f "$scratch"/ledger.db*
    only_stored "Nothing decided, SQLite" "sqlite:$scratch/ledger.db"
    [ -z "$postgres" ] || only_stored "Nothing decided, PostgreSQL" "$postgres"
    [ -z "$boardgame" ] || boardgame
    [ -z "$fastapi" ] || fastapi
done
python3 "$here/table.py" "$figures"
[ ${#missing[@]} -eq 0 ] || printf '\nNot measured: %s\n' "${missing[@]}"
exit "$failed"
