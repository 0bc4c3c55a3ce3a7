//! Sending through the submission service of a mail server: STARTTLS, a login, and errors.

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddrV4, TcpListener, TcpStream};

use broadside_tests::client::Client;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use rustix::net::{self, AddressFamily, SocketType};
use serde_json::json;

use crate::post::{self, Mailbox, PASSWORD, setting};

/// Creates a player who asks for a confirmation of an address.
fn ask(server: &Server, address: &str) -> Client {
    let player = server.player("Ada");
    player.put("/v1/players/me/mailbox", &json!({"address": address})).is(200);
    player
}

fn submission(password: &str) -> String {
    format!("smtp://broadside%40players.test:{password}@{}?tls=required", setting("SUBMISSION"))
}

/// Forwards a connection to the submission service, in both directions.
fn forward(from: &TcpStream) -> io::Result<()> {
    let to = TcpStream::connect(setting("SUBMISSION"))?;
    for (from, to) in [(from, &to), (&to, from)] {
        let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
        std::thread::spawn(move || io::copy(&mut from, &mut to).and(to.shutdown(Shutdown::Write)));
    }
    Ok(())
}

/// Waits until this many mails satisfy a SQL condition.
#[track_caller]
fn wait_for_mails(server: &Server, so: &str, count: u64) {
    let select = format!("SELECT count(*) FROM jobs WHERE queue = 'mail_out' AND {so}");
    wait_until(format_args!("{count} mails with {so}"), || {
        server.database().count(server.directory(), &select) == count
    });
}

#[test]
fn mail_is_sent_with_starttls_and_a_login_when_the_password_is_right() {
    let mut server = post::server("login", &["--mail-out", &submission("not-the-password")]);
    let mut mailbox = Mailbox::open("ada.login@players.test");
    ask(&server, "ada.login@players.test");
    // The operator must fix this; the mail waits.
    wait_for_mails(&server, "state = 'pending' AND attempts > 0 AND log LIKE '%535%'", 1);
    assert!(!server.log().contains("not-the-password"), "{}", server.log());
    server.stop();
    let from = "Broadside <play@login.play.test>";
    server.set(&["--mail-from", from, "--mail-out", &submission(PASSWORD)]);
    server.database().run(
        server.directory(),
        "UPDATE jobs SET run_at = 0 WHERE queue = 'mail_out' AND state = 'pending'",
    );
    server.launch();
    let mail = mailbox.next("the confirmation");
    assert!(mail.header("Received").contains("ESMTPSA"), "{}", mail.raw);
    assert_eq!(mail.header("From"), from);
    wait_for_mails(&server, "state = 'done' AND length(payload) = 0", 1);
}

#[test]
fn a_certificate_for_another_name_is_refused() {
    // The certificate is for the address of the mail server, not for that of a forwarder.
    let forwarder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = forwarder.local_addr().unwrap().to_string();
    std::thread::spawn(move || forwarder.incoming().try_for_each(|from| forward(&from?)));
    let out = submission(PASSWORD).replace(&setting("SUBMISSION"), &address);
    let server = post::server("foreign", &["--mail-out", &out]);
    ask(&server, "ada.foreign@players.test");
    wait_for_mails(&server, "state = 'pending' AND attempts > 0 AND log LIKE '%certificate%'", 1);
}

#[test]
fn an_unknown_recipient_is_not_retried() {
    let server = post::server("refused", &[]);
    ask(&server, "nobody@players.test");
    wait_for_mails(&server, "state = 'failed' AND attempts = 1 AND log LIKE '%5.1.1%'", 1);
}

#[test]
fn waiting_mail_is_sent_when_the_mail_server_is_back() {
    // A socket that is bound and does not listen refuses connections, and keeps its port.
    let socket = net::socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    net::bind(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).unwrap();
    let listener = TcpListener::from(socket);
    let address = listener.local_addr().unwrap();
    let server = post::server("down", &["--mail-out", &format!("smtp://{address}")]);
    let mut mailbox = Mailbox::open("ada.down@players.test");
    ask(&server, "ada.down@players.test");
    wait_for_mails(&server, "state = 'pending' AND attempts > 0", 1);
    net::listen(&listener, 16).unwrap();
    std::thread::spawn(move || {
        for here in listener.incoming().flatten() {
            let stream = TcpStream::connect(setting("SMTP")).unwrap();
            pass_on(here.try_clone().unwrap(), stream.try_clone().unwrap());
            pass_on(stream, here);
        }
    });
    mailbox.next("the confirmation");
    wait_for_mails(&server, "state = 'done' AND attempts > 1", 1);
}

fn pass_on(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || io::copy(&mut from, &mut to));
}
