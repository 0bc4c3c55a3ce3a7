# For scripts that need a server; source it in the root of the project. `serve ARGUMENTS` builds and starts a server
# that listens on a free port and keeps everything in a temporary folder. It sets $url, $directory and $database; a second
# server gets the same database. The server and the folder are removed when the script ends. The server is `target/debug/broadside`, which is built if necessary, or the
# binary in BROADSIDE. Its database is a SQLite file, or a new database on the server of tests/postgres.sh.

directory=$(mktemp -d)
server=
database=
end_server() {
    [ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
    rm -rf "$directory"
}
trap end_server EXIT

# Ends the script if the server has stopped.
still_serves() {
    kill -0 "$server" 2>/dev/null || { echo "the server has ended" >&2; cat "$directory/stderr" >&2; exit 1; }
}

serve() {
    local binary=${BROADSIDE:-}
    if [ -z "$binary" ]; then
        cargo build -q --locked --bin broadside
        binary="${CARGO_TARGET_DIR:-target}/debug/broadside"
    fi
    if [ -z "$database" ]; then
        database="sqlite:$directory/broadside.db"
        if [ -n "${BROADSIDE_TEST_DATABASE:-}" ]; then
            psql -qX -c "CREATE DATABASE serve_$$" "$BROADSIDE_TEST_DATABASE/postgres"
            database="$BROADSIDE_TEST_DATABASE/serve_$$"
        fi
    fi
    rm -f "$directory/stdout"
    mkfifo "$directory/stdout"
    "$binary" serve --listen 127.0.0.1:0 --limits none --database "$database" "$@" \
        >"$directory/stdout" 2>"$directory/stderr" &
    server=$!
    # This end stays open: the server could not write otherwise.
    exec {said}<"$directory/stdout"
    if ! read -r -t 60 url <&"$said"; then
        echo "the server does not say where it listens" >&2
        cat "$directory/stderr" >&2
        exit 1
    fi
    url=${url#listening on }
}
