#!/usr/bin/env bash
# Checks the web pages: their types, their texts, their libraries, and then all of them in a real browser, which plays
# every ruleset to the end. PICTURES names a folder for pictures of every screen; by default none are saved.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/serve.sh

for tool in node npm chromium; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install nodejs npm chromium"; exit 1; }
done
python=${CARGO_TARGET_DIR:-target}/tools/bin/python

(
    cd tests/web
    source packages.sh
    # Not in the folder of the pages: cargo would build the service again.
    npx openapi-typescript ../../openapi/openapi.json --default-non-nullable=false \
        --output generated/api.d.ts >/dev/null
    npx tsc --project ../../api/web/tsconfig.json
    node --test --test-reporter=dot texts.mjs vendor.mjs verify.mjs
)

serve --log warn
# One check starts a server of its own.
export BROADSIDE=${BROADSIDE:-${CARGO_TARGET_DIR:-target}/debug/broadside}
"$python" tests/web/play.py "$url" ${PICTURES:+--pictures "$PICTURES"} "$@"
still_serves
