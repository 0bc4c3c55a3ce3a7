#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL server, whose address is in BROADSIDE_TEST_DATABASE:
#   tests/postgres.sh cargo test -p broadside-tests
# The server keeps its data in a directory that is removed at the end, and listens on an address of its own. It does not
# sync: every test has a database of its own, and those of some 300 files each would take most of the time.
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

# A loopback address that no other program uses, since the number of this process is a part of it.
host=127.$((64 | $$ >> 16 & 63)).$(($$ >> 8 & 255)).$(($$ & 255))

stop() {
    "${as[@]}" "$bin/pg_ctl" --pgdata="$home/data" --mode=immediate --wait stop >/dev/null 2>&1 || true
    rm -rf "$home"
}
trap stop EXIT

cd "$home"
"${as[@]}" "$bin/initdb" --pgdata="$home/data" --username=broadside --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
"${as[@]}" "$bin/pg_ctl" --pgdata="$home/data" --log="$home/log" --wait start --options="-c listen_addresses=$host \
    -c unix_socket_directories=$home -c max_connections=400 -c fsync=off" >/dev/null || { cat "$home/log" >&2; exit 1; }
cd "$OLDPWD"
export BROADSIDE_TEST_DATABASE="postgres://broadside@$host:5432"
"$@"
