#!/usr/bin/env bash
# Makes a client from the OpenAPI document alone and has two bots play all games with it, against a server of their own.
# The server is `target/debug/broadside`, built if need be, or what BROADSIDE names. An argument is the seed of the bots.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
source tests/serve.sh

for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install nodejs npm"; exit 1; }
done
serve --mail-out "file:$directory/mail" --log warn

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

BROADSIDE_URL="$url" node build/generated/example.js
node build/play.js "$url" "$root/openapi/openapi.json" "$directory/mail" "$@"
still_serves
