#!/usr/bin/env bash
# Throws generated requests at a running server and holds every answer against the OpenAPI document.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build -q --locked -p broadside
# No streams: what reads an answer to its end would wait for ever. What is wrong with a request for one is told all the same.
directory=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$directory"' EXIT
# The secret stands in schemathesis.toml as well.
BROADSIDE_MAIL_INBOUND_SECRET=what-the-operator-knows "${CARGO_TARGET_DIR:-target}/debug/broadside" serve --listen 127.0.0.1:0 --no-rate-limits --stream-limit 0 \
    --database "sqlite:$directory/broadside.db" >"$directory/stdout" 2>"$directory/stderr" &
server=$!
for _ in $(seq 100); do
    url=$(sed -n 's/.*listening on \(http[^ ]*\).*/\1/p' "$directory/stdout" | head -n 1)
    [ -z "$url" ] || break
    kill -0 "$server" || { cat "$directory/stderr"; exit 1; }
    sleep 0.1
done
[ -n "$url" ] || { echo "the server does not say where it listens"; exit 1; }

token=$(curl -fsS "$url/v1/players" -H 'content-type: application/json' -d '{"name": "Ada"}' | jq -r .token)
PYTHONPATH=tests SCHEMATHESIS_HOOKS=schemathesis_hooks schemathesis --config-file tests/schemathesis.toml run "$url/openapi.json" \
    --url "$url" --header "Authorization: Bearer $token" --workers 2 --no-color
kill -0 "$server" || { echo "the server has ended"; cat "$directory/stderr"; exit 1; }
