#!/usr/bin/env bash
# Runs a command with a temporary mail server: Postfix and Dovecot on an address of their own.
#   tests/mail.sh cargo test -p broadside-tests --test mail
# Every address at `players.test` has a mailbox, except nobody@players.test. The password of all mailboxes is
# `all-have-the-same`. Mail to a host below `play.test` is piped into `broadside mail deliver`, with the settings in
# $BROADSIDE_TEST_MAIL_HOME/servers/HOST.toml. Everything is removed at the end.
#
# The command receives the addresses (HOST:PORT) BROADSIDE_TEST_SMTP, which accepts mail from anybody,
# BROADSIDE_TEST_SUBMISSION, with STARTTLS and a login, and BROADSIDE_TEST_IMAP, with TLS. SSL_CERT_FILE trusts their
# certificate. The pipe runs a copy of the program, which users other than root can run: of $BROADSIDE_BIN, or of
# target/debug/broadside.
set -euo pipefail

fail() {
    echo "tests/mail.sh: $*" >&2
    exit 1
}
[ "$(id -u)" -eq 0 ] || fail "Postfix starts as root alone: run this as root, in a container for instance"
export PATH="$PATH:/usr/sbin"
command -v postfix >/dev/null && command -v dovecot >/dev/null ||
    fail "a mail server is missing: install Debian's packages postfix, dovecot-imapd and dovecot-lmtpd"

home=$(mktemp -d "${TMPDIR:-/tmp}/broadside-mail.XXXXXX")
stop() {
    postfix -c "$home/postfix" stop >/dev/null 2>&1 || true
    doveadm -c "$home/dovecot.conf" stop >/dev/null 2>&1 || true
    rm -rf "$home"
}
trap stop EXIT
chmod 755 "$home"
mkdir -p "$home"/{postfix,queue,servers,bin,mail,dovecot}
install -d -o postfix "$home/data"
cp "${BROADSIDE_BIN:-${CARGO_TARGET_DIR:-target}/debug/broadside}" "$home/bin/broadside"
# The two programs drop their privileges, and must still have access to their files.
chown nobody "$home/servers"
chown mail "$home/mail"

# A loopback address that no other program uses, since the number of this process is a part of it.
host=127.$((64 | $$ >> 16 & 63)).$(($$ >> 8 & 255)).$(($$ & 255))
smtp=2525 submission=5587 imap=9993 lmtp=2424 auth=9995

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 7 -subj /CN=$host \
    -addext subjectAltName=IP:$host -addext basicConstraints=critical,CA:FALSE \
    -keyout "$home/key.pem" -out "$home/cert.pem" 2>/dev/null

cat >"$home/postfix/main.cf" <<CF
compatibility_level = 3.6
queue_directory = $home/queue
data_directory = $home/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.test
mydestination =
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
inet_protocols = ipv4
maillog_file = $home/postfix.log
maillog_file_prefixes = $home
recipient_delimiter = +
message_size_limit = 41943040
mailbox_size_limit = 0
virtual_mailbox_limit = 0
virtual_mailbox_domains = players.test
virtual_transport = lmtp:inet:$host:$lmtp
relay_domains = regexp:$home/postfix/hosts
transport_maps = regexp:$home/postfix/hosts
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access regexp:$home/postfix/refused
smtpd_peername_lookup = no
minimal_backoff_time = 2s
maximal_backoff_time = 2s
queue_run_delay = 2s
broadside_destination_recipient_limit = 1
smtpd_tls_cert_file = $home/cert.pem
smtpd_tls_key_file = $home/key.pem
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:$host:$auth
CF
echo '/(^|@|\.)play\.test$/ broadside:' >"$home/postfix/hosts"
echo '/^nobody@players\.test$/ 550 5.1.1 there is no such mailbox' >"$home/postfix/refused"
cat >"$home/postfix/master.cf" <<CF
$host:$smtp inet n - n - - smtpd
$host:$submission inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
cleanup unix n - n - 0 cleanup
qmgr unix n - n 2 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
smtp unix - - n - - smtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
broadside unix - n n - - pipe
  flags=Rq null_sender= user=nobody argv=$home/bin/broadside mail deliver --config $home/servers/\${domain}.toml --recipient \${recipient}
CF
cat >"$home/dovecot.conf" <<CF
base_dir = $home/dovecot
log_path = $home/dovecot.log
instance_name = broadside-tests
listen = $host
protocols = imap lmtp
ssl = yes
ssl_cert = <$home/cert.pem
ssl_key = <$home/key.pem
auth_mechanisms = plain login
first_valid_uid = 1
mail_location = maildir:~/Maildir
passdb {
  driver = static
  args = password=all-have-the-same
}
userdb {
  driver = static
  args = uid=mail gid=mail home=$home/mail/%Lu allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = $imap
  }
}
service lmtp {
  inet_listener lmtp {
    address = $host
    port = $lmtp
  }
}
service auth {
  inet_listener {
    address = $host
    port = $auth
  }
}
CF

dovecot -c "$home/dovecot.conf" && postfix -c "$home/postfix" start >"$home/started" 2>&1 ||
    { cat "$home"/started "$home"/*.log >&2; exit 1; }

export BROADSIDE_TEST_MAIL_HOME=$home BROADSIDE_TEST_SMTP=$host:$smtp
export BROADSIDE_TEST_SUBMISSION=$host:$submission BROADSIDE_TEST_IMAP=$host:$imap
export SSL_CERT_FILE=$home/cert.pem
"$@" || {
    status=$?
    echo "tests/mail.sh: what the mail server said:" >&2
    tail -n 40 "$home"/*.log >&2
    exit "$status"
}
