#!/usr/bin/env bash
# Measures the web pages with Lighthouse, and prints the scores of each. It is a benchmark, so tests/run leaves it out.
# It takes about 20 seconds a page.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/serve.sh

serve --log warn
CHROME_PATH=$(command -v chromium)
export CHROME_PATH
for path in / /play '/play#/quick/classic' /sheets '/sheets#solo-pack'; do
    npx --yes lighthouse@12.8.2 "$url$path" --quiet --output=json --output-path="$directory/report.json" \
        --chrome-flags="--headless=new --no-sandbox" --only-categories=performance,accessibility,best-practices
    printf '%s ' "$path"
    jq -r '[.categories[] | "\(.id) \(.score * 100 | round)"] | join(", ")' "$directory/report.json"
done
still_serves
