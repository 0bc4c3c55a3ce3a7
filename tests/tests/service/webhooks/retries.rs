//! Retries are sent even if there are many new messages.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use broadside_tests::receiver::{Hook, Receiver};

use super::{hanging_receiver, server, test, webhook};

/// Starts a receiver that answers the first attempt of each message with a status, and accepts the
/// second.
fn refusing_first_attempts(status: u16) -> Receiver {
    let seen = Mutex::new(HashSet::new());
    Receiver::answering(move |_, hook| {
        let first = seen.lock().unwrap().insert(hook.id().to_owned());
        (if first { status } else { 204 }, Vec::new())
    })
}

#[test]
fn a_receiver_that_refuses_each_first_attempt_gets_every_message_soon() {
    let server = server();
    let receiver = refusing_first_attempts(500);
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &receiver);
    let begun = Instant::now();
    for _ in 0..20 {
        test(&ada, &path);
    }
    receiver.wait(40);
    // The first wait is five and a half seconds. One attempt per second would take forty.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn a_retry_does_not_wait_for_the_first_attempts_of_all_others() {
    const MESSAGES: usize = 15;
    let server = server();
    // A receiver that asks for a pause: other messages wait for their next attempt.
    let receiver = refusing_first_attempts(503);
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &receiver);
    for _ in 0..MESSAGES {
        test(&ada, &path);
    }
    let retried = |hooks: &[Hook]| {
        let first = hooks.first().map(Hook::id);
        hooks.iter().skip(1).position(|hook| Some(hook.id()) == first)
    };
    let hooks = receiver.wait_until(|hooks| retried(hooks).is_some());
    let messages: HashSet<_> = hooks.iter().map(Hook::id).collect();
    assert!(messages.len() < MESSAGES, "all messages were tried before the first was tried again");
}

#[test]
fn receivers_that_hang_keep_no_other_waiting() {
    let server = server();
    let hanging = hanging_receiver();
    let prompt = Receiver::start();
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &prompt);
    let senders: Vec<_> = (0..20).map(|n| server.player(&format!("Sender {n}"))).collect();
    for sender in &senders {
        for _ in 0..10 {
            let (path, _) = webhook(sender, &hanging);
            test(sender, &path);
        }
    }
    // Most of the first 200 attempts are in progress or waiting.
    let begun = Instant::now();
    test(&ada, &path);
    prompt.wait(1);
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}
