//! Allowed and forbidden target addresses of webhooks.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use broadside_tests::games::Pair;
use broadside_tests::receiver::Receiver;
use broadside_tests::server::{Directory, Server};
use serde_json::{Value, json};

use super::{newest, server, test, webhook};

#[test]
fn redirects_are_not_followed() {
    let server = server();
    let elsewhere = Receiver::start();
    let to = elsewhere.url();
    let receiver = Receiver::answering(move |_, _| (307, vec![("Location", to.clone())]));
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &receiver);
    test(&ada, &path);
    let failed = newest(&ada, &path, |newest| newest["attempts"][0].is_object());
    assert_eq!(
        (&failed["state"], &failed["attempts"][0]["status"]),
        (&json!("pending"), &json!(307))
    );
    receiver.wait(2);
    assert_eq!(elsewhere.connections(), 0);
}

#[test]
fn private_addresses_are_refused_unless_the_operator_allows_them() {
    let mut server = Server::start();
    let (ada, receiver) = (server.player("Ada"), Receiver::start());
    let port = receiver.port();
    for url in [
        format!("http://127.0.0.1:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        format!("https://127.1:{port}/"),
        format!("https://2130706433:{port}/"),
        format!("https://0x7f000001:{port}/"),
        format!("https://localhost:{port}/"),
        format!("https://[::1]:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
        format!("https://[64:ff9b::7f00:1]:{port}/"),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        "https://10.0.0.1/".to_owned(),
        "https://100.64.0.1/".to_owned(),
        "https://[fd00::1]/".to_owned(),
        "https://0.0.0.0/".to_owned(),
    ] {
        let refused = ada.post("/v1/webhooks", &json!({"url": url})).problem("invalid_field");
        assert_eq!(refused.field, "url", "{url}");
    }
    assert_eq!(ada.get("/v1/webhooks").is(200)["webhooks"], json!([]));
    // A host name is resolved when a message is sent, and forbidden addresses are not called.
    let names = ["no-such-name.invalid".to_owned(), hostname()];
    for name in names {
        let created =
            ada.post("/v1/webhooks", &json!({"url": format!("https://{name}:{port}/")})).is(201);
        let path = format!("/v1/webhooks/{}", created["id"].as_str().unwrap());
        test(&ada, &path);
        let failed = newest(&ada, &path, |newest| newest["attempts"][0].is_object());
        assert_eq!(failed["attempts"][0]["error"], "no_address", "{name}: {failed}");
        ada.delete(&path).is(204);
    }
    // An address that was once allowed is checked again before sending.
    let mut allowing = self::server();
    let pair = Pair::ready(&allowing);
    let (path, _) = webhook(&pair.ada, &receiver);
    test(&pair.ada, &path);
    // A server that stops during a delivery keeps its lease for half a minute.
    newest(&pair.ada, &path, |newest| newest["state"] == "delivered");
    let connections = receiver.connections();
    allowing.set(&[]);
    allowing.restart();
    let ada = pair.ada.at(allowing.url());
    test(&ada, &path);
    let failed = newest(&ada, &path, |newest| newest["attempts"][0].is_object());
    assert_eq!(failed["attempts"][0]["error"], "no_address");
    assert_eq!(receiver.connections(), connections);
    server.stop();
}

/// Name of this machine, which resolves to a local address or one of its network.
fn hostname() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap().trim().to_owned()
}

/// A receiver with TLS that prints its port, and then the body of each request.
const TLS: &str = "
import http.server, ssl

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        print(self.rfile.read(int(self.headers['content-length'])).decode(), flush=True)
        self.send_response(204)
        self.end_headers()

server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain('cert.pem', 'key.pem')
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
";

#[test]
#[ignore = "needs openssl"]
fn receivers_over_https_must_have_a_valid_certificate() {
    let directory = Directory::new();
    let created = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        .args([
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-keyout",
            "key.pem",
            "-out",
            "cert.pem",
        ])
        .current_dir(directory.file(""))
        .output()
        .expect("`openssl` can be started");
    assert!(created.status.success(), "{created:?}");
    let mut python = Command::new("python3")
        .args(["-c", TLS])
        .current_dir(directory.file(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("`python3` can be started");
    let mut lines = BufReader::new(python.stdout.take().unwrap()).lines();
    let port = lines.next().unwrap().unwrap();

    let mut server = server();
    let ada = server.player("Ada");
    let created =
        ada.post("/v1/webhooks", &json!({"url": format!("https://localhost:{port}/")})).is(201);
    let path = format!("/v1/webhooks/{}", created["id"].as_str().unwrap());
    test(&ada, &path);
    let failed = newest(&ada, &path, |newest| newest["attempts"][0].is_object());
    assert_eq!(failed["attempts"][0]["error"], "tls", "{failed}");
    // A machine that trusts the certificate.
    server.stop();
    server.under(&["env", &format!("SSL_CERT_FILE={}", directory.file("cert.pem").display())]);
    server.launch();
    let ada = ada.at(server.url());
    let sent = test(&ada, &path);
    newest(&ada, &path, |newest| newest["state"] == "delivered");
    let came: Vec<Value> =
        (0..2).map(|_| serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()).collect();
    assert!(came.contains(&sent["message"]), "{came:?}");
    python.kill().unwrap();
    python.wait().unwrap();
}
