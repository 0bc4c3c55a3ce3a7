#!/usr/bin/env bash
# Generates a client in every language that docs/frontends.md lists, and prints a table. Two bots play all games with
# each client that can be compiled here; the others are only generated. As root it installs missing Debian packages.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=()
command -v javac >/dev/null || missing+=(default-jdk-headless)
[ -e /usr/share/java/geronimo-annotation-1.3-spec.jar ] || missing+=(libgeronimo-annotation-1.3-spec-java)
command -v go >/dev/null || missing+=(golang-go)
[ -d /usr/share/gocode/src/gopkg.in/validator.v2 ] || missing+=(golang-gopkg-validator.v2-dev)
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" -eq 0 ] || { echo "these are needed first, by their names in Debian: ${missing[*]}" >&2; exit 1; }
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
fi
source tests/client/common.sh
mkdir -p "$clients/logs"

status=0
table=()
# try NAME WHAT COMMAND...: adds a row to the table.
try() {
    local begun=$SECONDS result=$2
    echo "== $1"
    if ! "${@:3}" >"$clients/logs/$1" 2>&1; then
        result=failed
        status=1
    fi
    tail -n 20 "$clients/logs/$1"
    table+=("$(printf '%-26s %-12s %4d s' "$1" "$result" "$((SECONDS - begun))")")
}
only_generated() { (openapi_generator "$@"); }

try typescript "all played" tests/client/run.sh
for client in typescript-fetch python python-openapi-generator java go rust; do
    try "$client" "all played" "tests/client/$client/run.sh"
done
try kotlin generated only_generated kotlin -g kotlin
try csharp generated only_generated csharp -g csharp
try swift generated only_generated swift -g swift6
echo
printf '%s\n' "${table[@]}"
exit "$status"
