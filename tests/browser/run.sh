#!/usr/bin/env bash
# Opens what people meet in a browser with a real one: a frontend of another origin, the reference, the guides, the pages that links in
# mails lead to, and mails as a phone shows them. PICTURES names a folder for pictures of the pages; without it none are kept.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/serve.sh

command -v chromium >/dev/null || { echo "chromium is missing: apt-get install chromium"; exit 1; }
python=${CARGO_TARGET_DIR:-target}/tools/bin/python
# The secret stands in check.py as well.
export BROADSIDE_MAIL_INBOUND_SECRET=what-the-operator-knows
serve --mail-out "file:$directory/mail" --log warn
"$python" tests/browser/check.py "$url" "$directory/mail" ${PICTURES:+--pictures "$PICTURES"}
still_serves
