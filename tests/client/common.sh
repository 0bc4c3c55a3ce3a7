# Functions for the scripts that generate a client; source it after tests/serve.sh, in the root of the project. Clients
# and generators are in target/clients. They are created again only if the document, the generators or the arguments
# have changed.

mkdir -p "${CARGO_TARGET_DIR:-target}/clients"
clients=$(cd "${CARGO_TARGET_DIR:-target}/clients" && pwd)
document=$PWD/openapi/openapi.json
# These programs run for seconds, so the optimizing compiler of the JVM costs more than it saves.
jvm=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

tools=$clients/tools
if ! cmp -s tests/client/requirements.txt "$tools/requirements.txt" || ! "$tools/bin/python" -c ''; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check -r tests/client/requirements.txt
    cp tests/client/requirements.txt "$tools/requirements.txt"
fi
export PYTHONPYCACHEPREFIX="$clients/pycache"
generator=$(echo "$tools"/lib/python3*/site-packages/openapi_generator_cli/openapi-generator.jar)

# needs COMMAND PACKAGE: ends the script if a command is missing, with the name of its Debian package.
needs() {
    command -v "$1" >/dev/null || { echo "$1 is missing: apt-get install $2" >&2; exit 1; }
}

# generate NAME COMMAND...: runs a generator in the empty folder $clients/NAME, unless it has run with the same input
# before.
generate() {
    local into="$clients/$1" sum
    sum=$({ cat "$document" tests/client/requirements.txt; echo "$*"; } | sha256sum)
    if [ "$sum" != "$(cat "$into/made-from" 2>/dev/null)" ]; then
        rm -rf "$into"
        mkdir -p "$into"
        "${@:2}" >"$into/log" 2>&1 || { tail -n 50 "$into/log" >&2; exit 1; }
        echo "$sum" >"$into/made-from"
    fi
}

# openapi_generator NAME ARGUMENTS...: runs OpenAPI Generator, which writes to $clients/NAME/client.
openapi_generator() {
    needs java default-jdk-headless
    generate "$1" java "${jvm[@]}" -jar "$generator" generate -i "$document" -o "$clients/$1/client" "${@:2}" \
        --global-property models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false
}
