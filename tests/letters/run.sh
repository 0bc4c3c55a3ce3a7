#!/usr/bin/env bash
# Checks letters of every kind in every language, as text and as HTML, in a real browser: on a screen of 320 pixels and on
# a wide one, light and dark. PICTURES names a folder for a contact sheet of each letter; by default none are saved.
# Further arguments are the names of letters to check, such as `invitation`.
set -euo pipefail
cd "$(dirname "$0")/../.."

for tool in npm chromium; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install nodejs npm chromium"; exit 1; }
done
(cd tests/web && source packages.sh)

letters=$(mktemp -d)
trap 'rm -rf "$letters"' EXIT
# The tests that compare letters with their snapshots write them.
LETTERS=$letters cargo test --quiet --workspace --locked --lib compose:: >/dev/null
"${CARGO_TARGET_DIR:-target}/tools/bin/python" tests/letters/check.py "$letters" ${PICTURES:+--pictures "$PICTURES"} "$@"
