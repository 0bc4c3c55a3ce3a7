#!/usr/bin/env bash
# Opens all pages for people in a real browser: a frontend of another origin, the reference, the guides, the pages
# behind links in mails, and mails on a phone. PICTURES names a folder for screenshots; by default none are saved.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/serve.sh

command -v chromium >/dev/null || { echo "chromium is missing: apt-get install chromium"; exit 1; }
python=${CARGO_TARGET_DIR:-target}/tools/bin/python
# The same secret is in check.py.
export BROADSIDE_MAIL_INBOUND_SECRET=what-the-operator-knows
serve --mail-out "file:$directory/mail" --log warn
"$python" tests/browser/check.py "$url" "$directory/mail" ${PICTURES:+--pictures "$PICTURES"}
still_serves
