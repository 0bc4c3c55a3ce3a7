#!/usr/bin/env bash
# Throws generated requests at a running server and holds every answer against the OpenAPI document.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/serve.sh

# The secret stands in schemathesis.toml as well.
export BROADSIDE_MAIL_INBOUND_SECRET=what-the-operator-knows
# No streams: what reads an answer to its end would wait for ever. What is wrong with a request for one is told all the same.
serve --stream-limit 0

token=$(curl -fsS "$url/v1/players" -H 'content-type: application/json' -d '{"name": "Ada"}' | jq -r .token)
PYTHONPATH=tests SCHEMATHESIS_HOOKS=schemathesis_hooks schemathesis --config-file tests/schemathesis.toml run "$url/openapi.json" \
    --url "$url" --header "Authorization: Bearer $token" --workers 2 --request-timeout 30 --no-color
still_serves
