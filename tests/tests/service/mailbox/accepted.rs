//! Acceptances of invitations that fail and are retried, or that contain errors.

use serde_json::json;

use crate::mailbox::begin::Post;
use crate::mailbox::invited::{invite, words};

/// Sends a letter whose processing fails because of a unique index on the table `alone`, and which
/// is then retried. Calls `meanwhile` before the retry; returns the final state of the letter.
fn tried_again(
    post: &mut Post,
    key: &str,
    words: &str,
    alone: &str,
    meanwhile: impl FnOnce(&Post),
) -> String {
    let run = |post: &Post, statement: &str| {
        post.server.database().run(post.server.directory(), statement)
    };
    run(post, &format!("CREATE UNIQUE INDEX alone ON {alone} (player_id)"));
    let id = post.hand_over("ben@example.org", key, words);
    post.wait_for_count("jobs WHERE queue = 'mail_in' AND state = 'pending' AND attempts > 0", 1);
    run(post, "DROP INDEX alone");
    meanwhile(post);
    run(post, "UPDATE jobs SET run_at = 0 WHERE queue = 'mail_in' AND state = 'pending'");
    post.became(&id)
}

#[test]
fn a_retried_acceptance_continues_after_its_last_step() {
    let mut post = Post::new();
    let (ada, me) = (post.player("Ada"), "ben@example.org");
    post.player("Ben");
    let invited = |post: &Post| {
        // Reset the daily limit of mails to an address.
        post.server.database().run(post.server.directory(), "DELETE FROM mail_address_quota");
        let before = post.server.mail_to(me).len();
        let game = invite(&ada, me);
        (game, post.server.wait_for_mail(me, before + 1)[before].reply_to())
    };
    let (_, key) = invited(&post);
    assert_eq!(post.write(me, &key, "ACCEPT\r\nSAY hello"), "taken");

    // If the invitation is deleted before the guest has a seat, nothing is done, and the guest is
    // told so.
    let (game, key) = invited(&post);
    let delete_invitations = |post: &Post| {
        let statement = "DELETE FROM mail_invitations WHERE player_id IS NULL";
        post.server.database().run(post.server.directory(), statement);
    };
    let became = tried_again(
        &mut post,
        &key,
        "ACCEPT\r\nPLACE RANDOM",
        "mail_invitations",
        delete_invitations,
    );
    assert_eq!(became, "refused not allowed");
    let answer = words(&post.mail(me, "Your email was not carried out").text);
    assert!(
        answer.contains("`ACCEPT`: This invitation is no longer valid")
            && answer.contains("Nothing was done"),
        "{answer}"
    );
    assert!(ada.get(&game).is(200)["seats"][1]["player"].is_null());

    // If the guest has a seat, the remaining commands are carried out, even though the game has
    // begun and the invitation is deleted. The answer lists all commands.
    let (game, key) = invited(&post);
    let begins = |post: &Post| {
        let placement = format!("{game}/seats/me/placement");
        ada.put(&placement, &json!({"random": true})).is(200);
        assert_eq!(ada.get(&game).is(200)["status"], "playing");
        post.server.database().run(post.server.directory(), "DELETE FROM mail_invitations");
    };
    let letter = "ACCEPT\r\nPLACE RANDOM\r\nSAY here I am";
    assert_eq!(tried_again(&mut post, &key, letter, "messages", begins), "taken");
    let text = post.mail(me, "    SAY here I am\n").text;
    for line in [
        "This was done:",
        "    ACCEPT\n",
        "    PLACE RANDOM\n",
        "Ada has placed.",
        "You have placed.",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert_eq!(ada.get(&format!("{game}/messages")).is(200)["last"], 1);
}

#[test]
fn the_last_correction_of_an_answer_to_an_invitation_is_announced() {
    let mut post = Post::new();
    let (ada, address) = (post.player("Ada"), "dora@example.com");
    let game = invite(&ada, address);
    let key = post.mail(address, "Ada invites you").reply_to();
    const MAX: usize = 12;
    for n in 1..=MAX + 1 {
        assert_eq!(
            post.write(address, &key, "ACCEPT\r\nPLACE BATTLESHIP A1 DOWN"),
            "refused not allowed",
            "{n}"
        );
        let mails = post.server.wait_for_mail(address, 1 + n.min(MAX));
        assert_eq!(mails.len(), 1 + n.min(MAX));
        assert_eq!(
            words(&mails[n.min(MAX)].text)
                .contains("You have received many replies about this invitation"),
            n >= MAX,
            "{n}"
        );
    }
    // A correct letter is still carried out.
    assert_eq!(post.write(address, &key, "ACCEPT\r\nPLACE RANDOM"), "taken");
    assert_eq!(ada.get(&game).is(200)["seats"][1]["placed"], true);
}
