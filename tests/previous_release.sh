#!/usr/bin/env bash
# Starts the last released version on a database that this version has migrated, and plays on it: during a rolling
# upgrade, nodes of both versions use the same tables.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null) ||
    { echo "there is no tag of a released version before this one, so there is no older program to start" && exit; }
this=${BROADSIDE:?names the program of this version}
kept=${CARGO_TARGET_DIR:-target}/previous
mkdir -p "$kept"
kept=$(cd "$kept" && pwd)

# The program of a release never changes, so it is built once.
previous=$kept/broadside-$tag
if [ ! -x "$previous" ]; then
    git worktree remove --force "$kept/source" 2>/dev/null || true
    git worktree add --quiet --detach "$kept/source" "$tag"
    (cd "$kept/source" && CARGO_TARGET_DIR="$kept/target" cargo build --quiet --locked -p broadside)
    cp "$kept/target/debug/broadside" "$previous"
    git worktree remove --force "$kept/source"
fi

. tests/serve.sh
BROADSIDE=$previous
serve
post() { curl -fsS "$url$1" -H 'content-type: application/json' -H "authorization: Bearer ${token:-}" -d "$2"; }
token=$(post /v1/players '{"name": "Ada"}' | jq -r .token)
game=$(post /v1/games '{"ruleset": "solo"}' | jq -r .id)
kill "$server"
wait "$server" || true
"$this" migrate --database "$database"
serve
post /v1/games '{"ruleset": "solo"}' >"$directory/created"
curl -fsS "$url/v1/games/$game" -H "authorization: Bearer $token" >"$directory/read"
still_serves
echo "$tag creates and reads games in the tables of this version"
