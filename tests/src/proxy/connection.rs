//! A connection through the proxy: one thread forwards requests, and another one answers.

use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::wire::{Message, Statements, fatal};
use super::{Cut, Direction, Fault, Moment, Pipe, Shared};

/// The treatment of the answer to a forwarded request.
#[derive(Clone, Copy)]
enum Fate {
    /// The answer is forwarded.
    Forward,
    /// A single byte is forwarded.
    ForwardByte,
    /// The first message or nothing is forwarded, and then the connection is cut.
    Cut(Cut, Moment),
    /// The answer is delayed.
    Delay(Duration),
}

/// The ends of a connection, with its number.
struct Ends<'a> {
    shared: &'a Shared,
    number: u64,
    node: TcpStream,
    server: TcpStream,
}

/// Handles a connection of a node.
pub(super) fn serve(node: TcpStream, shared: &Shared) {
    // Take the value out of the lock guard, so that the lock is released here.
    let lasting_faults = shared.state().lasting();
    match lasting_faults {
        Some(Fault::Refuse) => return refuse(node),
        Some(Fault::Cut(cut, _)) => {
            if cut == Cut::Reset {
                let _ = rustix::net::connect_unspec(&node);
            }
            return;
        }
        _ => {}
    }
    let Ok(server) = TcpStream::connect(shared.server()) else { return };
    for end in [&node, &server] {
        let _ = end.set_nodelay(true);
    }
    let clone = |end: &TcpStream| end.try_clone().expect("a socket has many handles");
    let number = {
        let mut state = shared.state();
        state.next += 1;
        let silent = match state.lasting() {
            Some(Fault::Silence(direction)) => Some(direction),
            _ => None,
        };
        let number = state.next;
        state.open.insert(number, Pipe { node: clone(&node), server: clone(&server), silent });
        number
    };
    let ends = Ends { shared, number, node: clone(&node), server: clone(&server) };
    let (fates, coming) = channel();
    std::thread::scope(|scope| {
        let ends = &ends;
        scope.spawn(move || {
            ends.forward_answers(&coming);
            if !ends.is_silent(Direction::Answers) {
                let _ = ends.node.shutdown(Shutdown::Both);
                let _ = ends.server.shutdown(Shutdown::Both);
            }
        });
        ends.forward_requests(&fates);
        if ends.silent().is_some() {
            shared.wait_until_missed();
        }
        let _ = ends.server.shutdown(Shutdown::Both);
    });
    shared.state().open.remove(&number);
}

/// Answers like a server that shuts down.
fn refuse(mut node: TcpStream) {
    while let Ok(first) = Message::read_first(&mut node) {
        if !first.asks_for_encryption() {
            let _ = node.write_all(&fatal(false));
            return;
        }
        if node.write_all(b"N").is_err() {
            return;
        }
    }
}

impl Ends<'_> {
    fn silent(&self) -> Option<Direction> {
        self.shared.state().open.get(&self.number).and_then(|pipe| pipe.silent)
    }

    /// Returns `true` if data in this direction is dropped.
    fn is_silent(&self, direction: Direction) -> bool {
        self.silent().is_some_and(|silent| silent == Direction::Both || silent == direction)
    }

    fn silence(&self, direction: Direction) {
        if let Some(pipe) = self.shared.state().open.get_mut(&self.number) {
            pipe.silent = Some(direction);
        }
    }

    fn cut(&self, cut: Cut) {
        if let Some(pipe) = self.shared.state().open.get(&self.number) {
            pipe.cut(cut);
        }
    }

    /// Forwards requests of the node one at a time, until either end is closed.
    fn forward_requests(&self, fates: &Sender<Fate>) {
        let mut node = BufReader::new(&self.node);
        let mut statements = Statements::default();
        let mut request = Vec::new();
        let mut is_first = true;
        loop {
            let message =
                if is_first { Message::read_first(&mut node) } else { Message::read(&mut node) };
            let Ok(message) = message else { return };
            is_first = message.asks_for_encryption();
            let ends = message.ends_request();
            request.push(message);
            if !ends {
                continue;
            }
            // Opening a connection counts as one exchange, with or without a request for
            // encryption.
            let fault = if is_first {
                None
            } else {
                self.shared.state().exchange(&statements.describe(&request))
            };
            let fate = match fault {
                None if is_first => Fate::ForwardByte,
                None => Fate::Forward,
                Some(Fault::Refuse) => {
                    let _ = (&self.node)
                        .write_all(&fatal(request.iter().all(|message| message.kind != 0)));
                    return self.cut(Cut::Finish);
                }
                Some(Fault::Cut(cut, Moment::Before)) => return self.cut(cut),
                Some(Fault::Cut(cut, moment)) => Fate::Cut(cut, moment),
                Some(Fault::Silence(direction)) => {
                    self.silence(direction);
                    Fate::Forward
                }
                Some(Fault::Delay(time)) => Fate::Delay(time),
            };
            let bytes = request.drain(..).flat_map(|message| message.bytes).collect::<Vec<_>>();
            if self.is_silent(Direction::Requests) {
                continue;
            }
            let _ = fates.send(fate);
            if (&self.server).write_all(&bytes).is_err() {
                return;
            }
        }
    }

    /// Forwards answers of the server, until either end is closed.
    fn forward_answers(&self, fates: &Receiver<Fate>) {
        let mut server = BufReader::new(&self.server);
        let mut fate = None;
        // The part of an answer that is held back.
        let mut buffered = Vec::new();
        loop {
            if fate.is_none() {
                // The treatment of an answer is decided before the server receives the request. A
                // message without one is a notification.
                let mut next = [0];
                match self.server.peek(&mut next) {
                    _ if !server.buffer().is_empty() => {}
                    Ok(1..) => {}
                    _ => return,
                }
                fate = fates.try_recv().ok();
            }
            let bytes = if matches!(fate, Some(Fate::ForwardByte)) {
                let mut byte = [0];
                if server.read_exact(&mut byte).is_err() {
                    return;
                }
                fate = None;
                byte.to_vec()
            } else {
                let Ok(message) = Message::read(&mut server) else { return };
                let is_end = message.kind == b'Z';
                let bytes = message.bytes;
                let forwarded = match fate {
                    Some(Fate::Cut(_, Moment::Within)) if buffered.is_empty() => {
                        buffered.push(0);
                        bytes
                    }
                    Some(Fate::Cut(..)) => Vec::new(),
                    Some(Fate::Delay(_)) => {
                        buffered.extend(bytes);
                        Vec::new()
                    }
                    _ => bytes,
                };
                match fate {
                    _ if !is_end => forwarded,
                    Some(Fate::Cut(cut, _)) => return self.cut(cut),
                    Some(Fate::Delay(time)) => {
                        std::thread::sleep(time);
                        fate = None;
                        std::mem::take(&mut buffered)
                    }
                    _ => {
                        fate = None;
                        forwarded
                    }
                }
            };
            if !self.is_silent(Direction::Answers) && (&self.node).write_all(&bytes).is_err() {
                return;
            }
        }
    }
}
