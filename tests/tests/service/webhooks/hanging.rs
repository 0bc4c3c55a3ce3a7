//! Receivers that hang, of many accounts, delay nobody else.

use broadside_tests::receiver::Receiver;
use serde_json::json;

use super::{server, test, webhook};

#[test]
fn hanging_webhooks_of_many_accounts_with_one_destination_do_not_delay_others() {
    const ACCOUNTS: usize = 60;
    let server = server();
    let hanging = Receiver::hanging();
    let prompt = Receiver::start();
    let ada = server.player("Ada");
    let (path, _) = webhook(&ada, &prompt);
    test(&ada, &path);
    prompt.wait(1);
    let mut hooks = Vec::new();
    for n in 0..ACCOUNTS {
        let sender = server.player(&format!("Sender {n}"));
        for k in 0..10 {
            let url = format!("{}/{k}", hanging.url());
            let created = sender.post("/v1/webhooks", &json!({"url": url})).is(201);
            hooks.push((
                sender.clone(),
                format!("/v1/webhooks/{}", created["id"].as_str().unwrap()),
            ));
        }
    }
    std::thread::scope(|threads| {
        for hooks in hooks.chunks(hooks.len().div_ceil(4)) {
            threads.spawn(|| hooks.iter().for_each(|(sender, path)| drop(test(sender, path))));
        }
    });
    // Also while those that got no permit are tried again. Otherwise all of them, which are older,
    // would come first.
    for sent in 2..=6 {
        test(&ada, &path);
        prompt.wait(sent);
        let before = hanging.hooks().len();
        assert!(before < ACCOUNTS * 10 / 3, "message {sent} comes after {before} others");
        server.wait_for_round("webhook deliveries");
    }
    // They are sent too, a few at once.
    hanging.wait(20);
}
