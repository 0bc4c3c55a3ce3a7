#!/usr/bin/env bash
# Sends generated requests to a running server, and checks every answer against the OpenAPI document.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/serve.sh

# The same secret is in schemathesis.toml.
export BROADSIDE_MAIL_INBOUND_SECRET=what-the-operator-knows
# Streams are turned off, because reading them to the end would never finish. Invalid requests for streams are still
# tested.
serve --test-limits streams=0

token=$(curl -fsS "$url/v1/players" -H 'content-type: application/json' -d '{"name": "Ada"}' | jq -r .token)
PYTHONPATH=tests SCHEMATHESIS_HOOKS=schemathesis_hooks schemathesis --config-file tests/schemathesis.toml run "$url/openapi.json" \
    --url "$url" --header "Authorization: Bearer $token" --workers 2 --request-timeout 60 --no-color
still_serves
