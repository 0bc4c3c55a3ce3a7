#!/usr/bin/env bash
# Generates a TypeScript client with OpenAPI Generator (typescript-fetch), with which two bots play every ruleset to its
# end. The compiler is that of tests/client. See tests/serve.sh for the server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/serve.sh
source tests/client/common.sh

needs node nodejs
[ -e tests/client/node_modules ] || (cd tests/client && npm ci --ignore-scripts --no-audit --no-fund)
openapi_generator typescript-fetch -g typescript-fetch -p importFileExtension=.js
here=$clients/typescript-fetch
cp tests/client/typescript-fetch/*.ts tests/client/typescript-fetch/*.json "$here"
ln -sfn "$PWD/tests/client/node_modules" "$here/node_modules"
"$here/node_modules/.bin/tsc" -p "$here"
serve --log warn
node "$here/build/bot.js" "$url"
still_serves
