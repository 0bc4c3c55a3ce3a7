//! Opens an event stream and reads its first event.

use std::io::Write;
use std::net::TcpStream;

use crate::client::Client;
use crate::session::LIMIT;
use crate::stream;

/// Opens a stream and waits for its first event.
///
/// # Errors
/// If there is no event: a description of the answer.
pub fn opens(client: &Client, path: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    match read(client, path, &mut seen) {
        Ok(true) => Ok(()),
        Ok(false) => Err(String::from_utf8_lossy(&seen).into_owned()),
        Err(error) => Err(format!("{error} after {}", String::from_utf8_lossy(&seen))),
    }
}

fn read(client: &Client, path: &str, seen: &mut Vec<u8>) -> std::io::Result<bool> {
    let address = client.url().trim_start_matches("http://");
    let mut connection = TcpStream::connect(address)?;
    connection.set_read_timeout(Some(LIMIT))?;
    write!(
        connection,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\nAuthorization: Bearer {}\r\n\r\n",
        client.token
    )?;
    let mut buffer = [0; 4096];
    loop {
        let size = stream::read(&mut connection, &mut buffer)?;
        seen.extend_from_slice(&buffer[..size]);
        let text = String::from_utf8_lossy(seen);
        if text.starts_with("HTTP/1.1 200") && text.contains("\ndata:") {
            return Ok(true);
        }
        if size == 0 || (text.len() > 12 && !text.starts_with("HTTP/1.1 200")) {
            return Ok(false);
        }
    }
}
