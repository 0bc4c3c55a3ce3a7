#!/usr/bin/env bash
# Generates a Python client with openapi-python-client, with which two bots play every ruleset to its end. See
# tests/serve.sh for the server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/serve.sh
source tests/client/common.sh

generate python "$tools/bin/openapi-python-client" generate --path "$document" --meta none \
    --config tests/client/python/config.yml --output-path "$clients/python/broadside_client"
serve --log warn
PYTHONPATH="$clients/python" "$tools/bin/python" tests/client/python/bot.py "$url"
still_serves
