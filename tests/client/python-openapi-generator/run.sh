#!/usr/bin/env bash
# Generates a Python client with OpenAPI Generator, with which two bots play every ruleset to its end. See
# tests/serve.sh for the server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/serve.sh
source tests/client/common.sh

openapi_generator python-openapi-generator -g python -p packageName=broadside_api
serve --log warn
PYTHONPATH="$clients/python-openapi-generator/client" "$tools/bin/python" tests/client/python-openapi-generator/bot.py "$url"
still_serves
