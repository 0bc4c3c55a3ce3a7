#!/usr/bin/env bash
# Generates a Go client with OpenAPI Generator, with which two bots play every ruleset to its end. Its only library
# comes from Debian. See tests/serve.sh for the server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/serve.sh
source tests/client/common.sh

needs go golang-go
[ -d /usr/share/gocode/src/gopkg.in/validator.v2 ] ||
    { echo "validator.v2 is missing: apt-get install golang-gopkg-validator.v2-dev"; exit 1; }
# In Go, the names of constructors and constants do not include the type. Rename them so that each name is unique.
openapi_generator go -g go -p packageName=broadside,useOneOfDiscriminatorLookup=true,enumClassPrefix=true
here=$clients/go
mkdir -p "$here/path/src"
ln -sfn ../../client "$here/path/src/broadside"
ln -sfn "$PWD/tests/client/go" "$here/path/src/bot"
(cd "$here/path/src/bot/" && GO111MODULE=off GOPATH="$here/path:/usr/share/gocode" GOCACHE="$clients/go-cache" go build -o "$here/bot" .)
serve --log warn
"$here/bot" "$url"
still_serves
