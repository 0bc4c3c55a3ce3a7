#!/usr/bin/env bash
# Generates a client from the OpenAPI document alone, with which two bots play all games on a server of their own.
# The server is `target/debug/broadside`, which is built if necessary, or the binary in BROADSIDE. An argument sets the
# seed of the bots.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
source tests/serve.sh

for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install nodejs npm"; exit 1; }
done
serve --mail-out "file:$directory/mail" --log warn

cd tests/client
# npm packages, reinstalled only if the lock file has changed.
if ! cmp -s package-lock.json node_modules/.made-from; then
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.made-from
fi
rm -rf generated build
mkdir generated
npm run --silent generate
# Compile and run the example for frontend authors unchanged.
sed -n '/^```ts$/,/^```$/{/^```/!p}' "$root/docs/frontends.md" >generated/example.ts
[ -s generated/example.ts ] || { echo "docs/frontends.md has no example"; exit 1; }
npm run --silent build

BROADSIDE_URL="$url" node build/generated/example.js
node build/play.js "$url" "$root/openapi/openapi.json" "$directory/mail" "$@"
still_serves
