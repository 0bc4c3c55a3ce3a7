//! A mail server that accepts mail, or rejects it with a reason.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use crate::mail::Mail;
use crate::wait::wait_for;

/// A received mail, with its envelope.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// The envelope sender.
    pub sender: String,
    /// The envelope recipient.
    pub recipient: String,
    /// The mail.
    pub mail: Mail,
}

#[derive(Default)]
struct Taken {
    mails: Vec<Delivered>,
    /// The commands of clients, line by line.
    said: Vec<String>,
    /// Recipients that were rejected so far.
    refused: Vec<String>,
}

/// A mail server that listens until the process ends.
#[derive(Clone)]
pub struct MailServer {
    taken: Arc<Mutex<Taken>>,
    port: u16,
}

impl MailServer {
    /// Starts a server with a function that answers each recipient, given the number of previous
    /// rejections of it. An answer with a code that begins with 2 accepts the mail.
    pub fn answering(answer: impl Fn(&str, usize) -> &'static str + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let port = listener.local_addr().expect("it has an address").port();
        let server = Self { taken: Arc::default(), port };
        let (taken, answer) = (Arc::clone(&server.taken), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (taken, answer) = (Arc::clone(&taken), Arc::clone(&answer));
                // The server ignores errors of clients, which may disconnect.
                std::thread::spawn(move || {
                    let _ = talk(&stream, &taken, &*answer);
                });
            }
        });
        server
    }

    /// The URL, in the format of `--mail-out`.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// The commands of clients.
    pub fn said(&self) -> Vec<String> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).said.clone()
    }

    /// Waits for this many mails to an address, and returns them.
    #[track_caller]
    pub fn wait(&self, address: &str, count: usize) -> Vec<Delivered> {
        wait_for(format_args!("{count} mails to {address}"), || {
            let mails = self.taken.lock().unwrap_or_else(PoisonError::into_inner).mails.clone();
            let mails: Vec<_> =
                mails.into_iter().filter(|mail| mail.recipient == address).collect();
            (mails.len() >= count).then_some(mails)
        })
    }
}

fn talk(
    mut stream: &TcpStream,
    taken: &Mutex<Taken>,
    answer: &dyn Fn(&str, usize) -> &'static str,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let (mut sender, mut recipient) = (String::new(), String::new());
    let within = |line: &str| line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
    stream.write_all(b"220 mail.example.org\r\n")?;
    while let Some(line) = lines.next() {
        let line = line?;
        let locked = || taken.lock().unwrap_or_else(PoisonError::into_inner);
        locked().said.push(line.clone());
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let reply = match &*verb {
            "EHLO" => "250 mail.example.org",
            "MAIL" => {
                sender = within(&line);
                "250 go on"
            }
            "RCPT" => {
                recipient = within(&line);
                let before =
                    locked().refused.iter().filter(|refused| **refused == recipient).count();
                let reply = answer(&recipient, before);
                if !reply.starts_with('2') {
                    locked().refused.push(recipient.clone());
                }
                reply
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n")?;
                let mut raw = String::new();
                for line in lines.by_ref() {
                    let line = line?;
                    if line == "." {
                        break;
                    }
                    raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                    raw.push_str("\r\n");
                }
                let mail = Mail::read(&raw);
                locked().mails.push(Delivered {
                    sender: sender.clone(),
                    recipient: recipient.clone(),
                    mail,
                });
                "250 taken"
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n")?;
                return Ok(());
            }
            _ => "250 as you like",
        };
        stream.write_all(format!("{reply}\r\n").as_bytes())?;
    }
    Ok(())
}
