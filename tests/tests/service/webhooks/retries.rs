//! Retries are sent even if there are many new messages.

use std::collections::HashSet;
use std::sync::Mutex;

use broadside_tests::receiver::{Hook, Receiver};
use broadside_tests::wait::wait_until;

use super::{count, hurry, server, test, webhook};
use crate::games::clocks::hours;

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
    for _ in 0..20 {
        test(&ada, &path);
    }
    wait_until("a first attempt at each", || count(&server, "attempts > 0") == 20);
    // No attempt waits for another one.
    let now = hours(0).as_millisecond();
    let paused = format!("SELECT count(*) FROM webhooks WHERE paused_until > {now}");
    assert_eq!(server.database().count(server.directory(), &paused), 0);
    hurry(&server);
    receiver.wait(40);
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
    wait_until("the first attempt", || count(&server, "attempts > 0") > 0);
    hurry(&server);
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
    let hanging = Receiver::hanging();
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
    test(&ada, &path);
    prompt.wait(1);
    assert!(hanging.hooks().len() < 200, "all others come first");
}
