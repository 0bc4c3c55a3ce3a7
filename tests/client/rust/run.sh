#!/usr/bin/env bash
# Generates a Rust client with OpenAPI Generator, with which two bots play every ruleset to its end. See tests/serve.sh
# for the server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/serve.sh
source tests/client/common.sh

needs cargo cargo
openapi_generator rust -g rust -p packageName=broadside_client
here=$clients/rust
rm -rf "$here/bot"
cp -r tests/client/rust "$here/bot"
CARGO_TARGET_DIR="$clients/rust-target" cargo build --quiet --manifest-path "$here/bot/Cargo.toml"
serve --log warn
"$clients/rust-target/debug/bot" "$url"
still_serves
