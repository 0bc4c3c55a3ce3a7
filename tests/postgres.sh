#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL server, whose address is in BROADSIDE_TEST_DATABASE:
#   tests/postgres.sh cargo test -p broadside-tests
# The server keeps its data in a directory that is removed at the end, and listens on a free local port. It does not sync:
# every test has a database of its own, and those of some 300 files each would take most of the time.
set -euo pipefail

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb)") || {
    echo "tests/postgres.sh: PostgreSQL is missing: install Debian's package postgresql" >&2
    exit 1
}

home=$(mktemp -d "${TMPDIR:-/tmp}/broadside-postgres.XXXXXX")
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" -eq 0 ]; then
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups --)
    chown postgres "$home"
fi

stop() {
    "${as[@]}" "$bin/pg_ctl" --pgdata="$home/data" --mode=immediate --wait stop >/dev/null 2>&1 || true
    rm -rf "$home"
}
trap stop EXIT

cd "$home"
"${as[@]}" "$bin/initdb" --pgdata="$home/data" --username=broadside --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
for attempt in 1 2 3 4 5; do
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    # Another process may take the port first.
    if "${as[@]}" "$bin/pg_ctl" --pgdata="$home/data" --log="$home/log" --wait start --options="-c listen_addresses=127.0.0.1 \
        -c port=$port -c unix_socket_directories=$home -c max_connections=400 -c fsync=off" >/dev/null; then
        break
    fi
    [ "$attempt" -lt 5 ] || { cat "$home/log" >&2; exit 1; }
done
cd "$OLDPWD"
export BROADSIDE_TEST_DATABASE="postgres://broadside@127.0.0.1:$port"
"$@"
