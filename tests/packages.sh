#!/usr/bin/env bash
# Installs the Debian packages that `tests/run all` needs. As root it installs those that are missing; otherwise it fails
# and lists them.
set -euo pipefail

missing=()
# needs PACKAGES COMMAND...: the packages are missing if the command fails.
needs() { "${@:2}" >/dev/null 2>&1 || missing+=($1); }
needs strace command -v strace
needs espeak-ng command -v espeak-ng
needs openssl command -v openssl
needs qpdf command -v qpdf
needs poppler-utils command -v pdftotext
needs postgresql eval 'psql --version && ls /usr/lib/postgresql/*/bin/initdb'
needs pgbouncer test -x /usr/sbin/pgbouncer
needs postfix test -x /usr/sbin/postfix
# doveadm is part of both packages, so look for a program that only one of them has.
needs dovecot-imapd test -x /usr/lib/dovecot/imap
needs dovecot-lmtpd test -x /usr/lib/dovecot/lmtp
needs chromium command -v chromium
needs nodejs command -v node
needs npm command -v npm
needs default-jdk-headless command -v javac
needs libgeronimo-annotation-1.3-spec-java test -e /usr/share/java/geronimo-annotation-1.3-spec.jar
needs ca-certificates test -e /etc/ssl/certs/ca-certificates.crt
needs 'gcc libc6-dev' command -v cc
needs python3-venv python3 -c 'import ensurepip, venv'
needs curl command -v curl
needs jq command -v jq
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "tests/run all needs these packages of Debian: ${missing[*]}" >&2
    exit 1
fi

apt-get update -q
# Tests start their own servers. The packages must not start any on this machine, in particular no mail server that is open
# to the network.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
fi
[ -x /usr/sbin/postfix ] ||
    echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections
DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
