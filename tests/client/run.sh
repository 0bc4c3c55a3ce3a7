#!/usr/bin/env bash
# Makes a client from the OpenAPI document alone and has two bots play all games with it, against a server of their own.
# The server is `target/debug/broadside`, built if need be, or what BROADSIDE names. An argument is the seed of the bots.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install nodejs npm"; exit 1; }
done
server_binary=${BROADSIDE:-}
if [ -z "$server_binary" ]; then
    cargo build -q --locked -p broadside
    server_binary="${CARGO_TARGET_DIR:-target}/debug/broadside"
fi
server_binary=$(realpath "$server_binary")

cd tests/client
# What npm has, made anew only when the lock has changed.
if ! cmp -s package-lock.json node_modules/.made-from; then
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.made-from
fi
rm -rf generated build
mkdir generated
npm run --silent generate
# The example that frontend authors are shown is compiled and run as it stands there.
sed -n '/^```ts$/,/^```$/{/^```/!p}' "$root/docs/frontends.md" >generated/example.ts
[ -s generated/example.ts ] || { echo "docs/frontends.md has no example"; exit 1; }
npm run --silent build

directory=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$directory"' EXIT
"$server_binary" serve --listen 127.0.0.1:0 --no-rate-limits --database "sqlite:$directory/broadside.db" --mail-out "file:$directory/mail" --log warn \
    >"$directory/stdout" 2>"$directory/stderr" &
server=$!
url=
for _ in $(seq 100); do
    url=$(sed -n 's/.*listening on \(http[^ ]*\).*/\1/p' "$directory/stdout" | head -n 1)
    [ -z "$url" ] || break
    kill -0 "$server" || { cat "$directory/stderr"; exit 1; }
    sleep 0.1
done
[ -n "$url" ] || { echo "the server does not say where it listens"; exit 1; }

BROADSIDE_URL="$url" node build/generated/example.js
node build/play.js "$url" "$root/openapi/openapi.json" "$directory/mail" "$@"
kill -0 "$server" || { echo "the server has ended"; cat "$directory/stderr"; exit 1; }
