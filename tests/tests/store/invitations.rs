//! Seats reserved for the owner of an address, and codes for tokens: each can be used once, the
//! number of mails to an address is limited for all senders together, and nothing about an address
//! stays when its owner deletes it.

use std::sync::Arc;

use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;
use broadside_store::mail::{codes, invitations, outbox, removal, suppressions};
use broadside_store::{
    AddressQuota, Backend, CommitError, InvitationRow, JobState, MailKind, NewGame, NewInvitation,
    NewMail, QueuedWrite, Store, accounts,
};

use super::limits::race;
use super::mail::{create_mailbox, is_conflict, move_to, save_mailbox};
use super::{Opened, id, new_game, open, player, term};

const HOST: usize = 900;
const MAX_INVITATIONS: usize = 20;
const BEN: &str = "ben@example.com";

fn hash_of(address: &str) -> String {
    format!("hash of {address}")
}

/// The quota for something that is sent to an address, on behalf of a player or of nobody.
fn quota(n: usize, address_hash: String, player_id: String, at: i64) -> AddressQuota {
    let domain_hash = String::new();
    let (max, max_to_domain, max_to_all) = (3, 5, 8);
    AddressQuota {
        id: id(n),
        address_hash,
        domain_hash,
        player_id,
        max,
        max_to_domain,
        max_to_all,
        since: Time(at - 1_000),
    }
}

fn mail(n: usize, kind: MailKind, player: Option<usize>, address: &str) -> NewMail {
    NewMail {
        id: id(n),
        player_id: player.map(id),
        game_id: None,
        mail_kind: kind,
        message_id: format!("{n}@example.org"),
        recipient: address.to_owned(),
        sender: "play@example.org".to_owned(),
        message: "a message".to_owned(),
    }
}

/// An invitation to seat 2 of a game, whose key has the hash `key N`.
fn invitation(n: usize, game: usize, host: usize, address: &str, at: i64) -> NewInvitation {
    NewInvitation {
        row: InvitationRow {
            key_hash: format!("key {n}"),
            game_id: id(game),
            seat: 2,
            code_hash: format!("code {n}"),
            address: address.to_owned(),
            address_normalized: address.to_lowercase(),
            address_hash: hash_of(address),
            invited_by: id(host),
            lang: "en".to_owned(),
            player_id: None,
            created_at: Time(at),
        },
        quota: quota(50_000 + n, hash_of(address), format!("{} invites", id(host)), at),
        mail: Some(NewMail {
            game_id: Some(id(game)),
            ..mail(60_000 + n, MailKind::Invitation, None, address)
        }),
    }
}

/// A new game with invitations.
fn inviting(game: usize, host: usize, invitations: Vec<NewInvitation>) -> NewGame {
    let (host, _) = player(host);
    let game = new_game(game, &host);
    let send = invitations::Send { invitations, max: MAX_INVITATIONS as u32 };
    NewGame { extra_write: Some(Arc::new(send)), ..game }
}

/// Creates a game with one invitation of the same number.
async fn invite(store: &Store, n: usize, host: usize, address: &str, at: i64) {
    let new = inviting(n, host, vec![invitation(n, n, host, address, at)]);
    store.commit(new).await.expect("it is written");
}

/// Accepts an invitation with an existing account, or with a new one.
fn accept(key: usize, who: usize, made_with: Option<&str>) -> invitations::Accept {
    let new = made_with
        .map(|address| (format!("Player {who}"), address.to_owned(), address.to_lowercase()));
    let (key_hash, player_id) = (format!("key {key}"), id(who));
    invitations::Accept { key_hash, player_id, new, lang: "it".to_owned(), at: Time(70) }
}

/// Requests a code for an address, which belongs to a player or to nobody.
fn ask(n: usize, address: &str, whose: Option<usize>, at: i64) -> codes::Send {
    let code = whose.map(|who| {
        (id(who), format!("secret {n}"), mail(70_000 + n, MailKind::Code, whose, address))
    });
    let quota = quota(80_000 + n, format!("{} code", hash_of(address)), String::new(), at);
    codes::Send { quota, code, at: Time(at) }
}

fn take(code: &str, n: usize, since: i64) -> codes::Redeem {
    let (_, token) = player(HOST);
    let token =
        TokenRow { id: id(90_000 + n), hash: format!("token {n}"), created_at: Time(90), ..token };
    codes::Redeem { code_hash: code.to_owned(), token, since: Time(since) }
}

/// The states of the mails of a kind to an address.
async fn mails(backend: &Backend, kind: MailKind, address: &str) -> Vec<JobState> {
    let all = backend.mails(None, None, 10_000).await.expect("they can be read");
    let to =
        all.into_iter().filter(|row| row.mail.mail_kind == kind && row.mail.recipient == address);
    to.map(|row| row.job.state).collect()
}

async fn invited(backend: &Backend, n: usize) -> Option<InvitationRow> {
    backend.mail_invitation(&format!("key {n}")).await.expect("it can be read")
}

#[test]
fn an_invitation_is_accepted_by_one() {
    const RIVALS: usize = 9;
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, HOST, "ada@example.org").await;
        invite(store, 1, HOST, "Ben@example.com", 30).await;
        let row = invited(backend, 1).await.unwrap();
        assert_eq!(
            (row.seat, &*row.code_hash, &*row.address_normalized, row.player_id),
            (2, "code 1", BEN, None)
        );
        assert_eq!(
            mails(backend, MailKind::Invitation, "Ben@example.com").await,
            [JobState::Pending]
        );

        let rivals = (0..RIVALS).map(|n| accept(1, 1_000 + n, Some("Ben@example.com")));
        assert_eq!(race(stores, rivals).await, 1);
        let winner = invited(backend, 1).await.unwrap().player_id.unwrap();
        let mailbox = backend.mailbox_by_address(BEN).await.unwrap().unwrap();
        assert_eq!((&mailbox.player_id, &*mailbox.lang), (&winner, "it"));
        assert_eq!(mailbox.confirmed.unwrap().address, "Ben@example.com");
        for n in 0..RIVALS {
            let account = backend.player(&id(1_000 + n)).await.unwrap();
            assert_eq!(account.is_some(), id(1_000 + n) == winner, "an account for nobody");
        }
        // A repetition changes nothing, and another player is refused.
        let winner = (0..RIVALS).map(|n| 1_000 + n).find(|n| id(*n) == winner).unwrap();
        store.commit(accept(1, winner, None)).await.unwrap();
        assert!(is_conflict(&store.commit(accept(1, HOST, None)).await));
        assert!(
            is_conflict(&store.commit(accept(7, HOST, None)).await),
            "there is no such invitation"
        );
        // The address belongs to a player now, so no other account can be created for it.
        invite(store, 2, HOST, BEN, 30).await;
        assert!(is_conflict(&store.commit(accept(2, 2_000, Some(BEN))).await));
        assert_eq!(backend.player(&id(2_000)).await.unwrap(), None);
        assert_eq!(invited(backend, 2).await.unwrap().player_id, None);
        store.commit(accept(2, winner, None)).await.unwrap();
        let correct =
            (0..20).map(|_| invitations::CountCorrection { key_hash: "key 2".to_owned(), max: 5 });
        assert_eq!(race(stores, correct).await, 5);
    });
}

#[test]
fn concurrent_acceptances_at_one_address_make_one_account() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        create_mailbox(&stores[0], HOST, "ada@example.org").await;
        for n in 0..9 {
            invite(&stores[0], n, HOST, BEN, 30).await;
        }
        let all = (0..9).map(|n| accept(n, 1_000 + n, Some(BEN)));
        assert_eq!(race(stores, all).await, 1);
        let mut accepted = 0;
        for n in 0..9 {
            accepted += usize::from(invited(backend, n).await.unwrap().player_id.is_some());
        }
        assert_eq!(accepted, 1, "what was not done whole was done in part");
    });
}

#[test]
fn concurrent_invitations_stay_within_the_limit() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for host in [HOST, 910] {
            create_mailbox(&stores[0], host, &format!("host{host}@example.org")).await;
        }
        let game = |n: usize| {
            let host = if n.is_multiple_of(2) { HOST } else { 910 };
            let address = format!("guest{n}@example.com");
            inviting(n, host, vec![invitation(n, n, host, &address, 100)])
        };
        assert_eq!(race(stores, (0..90).map(game)).await, 2 * MAX_INVITATIONS);
        let (mut made, mut kept) = (0, 0);
        for n in 0..90 {
            made += usize::from(backend.game(&id(n)).await.unwrap().is_some());
            kept += usize::from(invited(backend, n).await.is_some());
        }
        assert_eq!((made, kept), (2 * MAX_INVITATIONS, 2 * MAX_INVITATIONS));
        // A day later the limit allows the same number again, but not more.
        let late_game = |n: usize, count: usize| {
            let one = |k: usize| invitation(n + k, n, HOST, &format!("late{k}@example.com"), 5_000);
            inviting(n, HOST, (0..count).map(one).collect())
        };
        let too_many = stores[0].commit(late_game(1_000, MAX_INVITATIONS + 1)).await;
        assert!(matches!(too_many, Err(CommitError::Conflict)));
        stores[0].commit(late_game(2_000, MAX_INVITATIONS)).await.unwrap();
        assert!(matches!(stores[0].commit(late_game(3_000, 1)).await, Err(CommitError::Conflict)));
    });
}

#[test]
fn invitations_to_an_address_are_limited_and_do_not_deadlock() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        for host in 0..12 {
            create_mailbox(&stores[0], HOST + 10 * host, &format!("host{host}@example.org")).await;
        }
        // Half of the hosts invite in the reverse order.
        let game = |n: usize| {
            let host = HOST + 10 * n;
            let mut all = [BEN, "cleo@example.com", "dora@example.com"];
            if n.is_multiple_of(2) {
                all.reverse();
            }
            let all = all.iter().enumerate();
            inviting(
                n,
                host,
                all.map(|(k, address)| invitation(10 * n + k, n, host, address, 100)).collect(),
            )
        };
        assert_eq!(race(stores, (0..12).map(game)).await, 12);
        for address in [BEN, "cleo@example.com", "dora@example.com"] {
            assert_eq!(mails(backend, MailKind::Invitation, address).await.len(), 3);
            // Mail that was not sent counts against the sender's quota, but not against that of the
            // address.
            assert_eq!(
                backend.address_quota_used(&hash_of(address), "", Time(0)).await.unwrap().0,
                3
            );
        }
        let of_host = format!("{} invites", id(HOST));
        assert_eq!(backend.address_quota_used("", &of_host, Time(0)).await.unwrap().1, 3);
    });
}

#[test]
fn a_code_gives_one_token_while_it_is_good() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, HOST, "ada@example.org").await;
        let requests = (0..12).map(|n| ask(n, "ada@example.org", Some(HOST), 100));
        assert_eq!(race(stores, requests).await, 12, "nobody is told whether it is sent");
        assert_eq!(mails(backend, MailKind::Code, "ada@example.org").await.len(), 3);
        let mut codes = Vec::new();
        for n in 0..12 {
            let code = format!("secret {n}");
            if backend.mail_code(&code, Time(99)).await.unwrap().is_some() {
                codes.push(code);
            }
        }
        assert_eq!(codes.len(), 3);
        // A day later more codes are sent, even if the player has kept asking.
        let of_codes = format!("{} code", hash_of("ada@example.org"));
        assert_eq!(backend.address_quota_used(&of_codes, "", Time(0)).await.unwrap().0, 3);
        store.commit(ask(20, "ada@example.org", Some(HOST), 1_101)).await.unwrap();
        assert_eq!(mails(backend, MailKind::Code, "ada@example.org").await.len(), 4);

        assert_eq!(backend.mail_code(&codes[0], Time(100)).await.unwrap(), None, "it is too old");
        assert!(is_conflict(&store.commit(take(&codes[0], 50, 100)).await));
        let before = backend.tokens_of(&id(HOST)).await.unwrap().len();
        let code = codes[0].clone();
        assert_eq!(race(stores, (0..9).map(|n| take(&code, n, 99))).await, 1);
        assert_eq!(backend.tokens_of(&id(HOST)).await.unwrap().len(), before + 1);
        assert_eq!(backend.mail_code(&codes[0], Time(99)).await.unwrap(), None);
        // A request for an unknown address is counted too, but nothing is sent.
        store.commit(ask(30, "nobody@example.org", None, 100)).await.unwrap();
        assert!(mails(backend, MailKind::Code, "nobody@example.org").await.is_empty());
        store.commit(codes::delete_old(Time(5_000))).await.unwrap();
        assert_eq!(backend.mail_code(&codes[1], Time(0)).await.unwrap(), None, "it is old");
    });
}

#[test]
fn a_code_for_an_address_is_void_after_the_address_changes() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, HOST, "ada@example.org").await;
        store.commit(ask(1, "ada@example.org", Some(HOST), 100)).await.unwrap();
        assert!(backend.mail_code("secret 1", Time(0)).await.unwrap().is_some());
        let changed_at = backend.mailbox(&id(HOST)).await.unwrap().unwrap().revision;
        store.commit(save_mailbox(HOST, "new@example.org", Some(changed_at.0), 110)).await.unwrap();
        assert!(
            backend.mail_code("secret 1", Time(0)).await.unwrap().is_some(),
            "nothing is confirmed"
        );
        move_to(store, HOST, "ada@example.org", &format!("new@example.org {HOST}"), 120).await;
        assert_eq!(backend.mail_code("secret 1", Time(0)).await.unwrap(), None);
        assert_eq!(mails(backend, MailKind::Code, "ada@example.org").await, [JobState::Failed]);
        // A code that was requested before the change and is written now is invalid too.
        store.commit(ask(2, "ada@example.org", Some(HOST), 130)).await.unwrap();
        assert_eq!(backend.mail_code("secret 2", Time(0)).await.unwrap(), None);
        assert_eq!(mails(backend, MailKind::Code, "ada@example.org").await.len(), 1);

        store.commit(ask(3, "New@example.org", Some(HOST), 140)).await.unwrap();
        assert!(backend.mail_code("secret 3", Time(0)).await.unwrap().is_some());
        store.commit(removal::Remove { player_id: id(HOST) }).await.unwrap();
        assert_eq!(backend.mail_code("secret 3", Time(0)).await.unwrap(), None);
        assert!(is_conflict(&store.commit(take("secret 3", 1, 0)).await));
        assert!(backend.mails(None, None, 100).await.unwrap().is_empty());
    });
}

#[test]
fn all_data_of_an_address_are_deleted_with_its_owner() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, HOST, "ada@example.org").await;
        for (n, deleted) in [(10, false), (20, true)] {
            // One invitation from before she had an account, which was accepted, and one without an
            // answer.
            invite(store, n, HOST, "Ben@example.com", 30).await;
            invite(store, n + 1, HOST, BEN, 30).await;
            invite(store, n + 2, HOST, "cleo@example.com", 30).await;
            let ben = 1_000 + n;
            store.commit(accept(n, ben, Some("Ben@example.com"))).await.unwrap();
            let answer = mail(500 + n, MailKind::Answer, None, BEN);
            store
                .commit(outbox::Add {
                    mail: answer,
                    keys: Vec::new(),
                    threads: Vec::new(),
                    at: Time(40),
                })
                .await
                .unwrap();
            let removal: QueuedWrite = if deleted {
                accounts::Delete { id: id(ben), extra_write: None }.into()
            } else {
                removal::Remove { player_id: id(ben) }.into()
            };
            store.commit(removal).await.unwrap();
            // The accepted invitation is gone. The open one stays without an address until it
            // expires.
            assert_eq!(invited(backend, n).await, None);
            let invitation = invited(backend, n + 1).await.unwrap();
            assert_eq!((&*invitation.address, &*invitation.address_normalized), ("", ""));
            assert_eq!(
                (invitation.code_hash, invitation.player_id),
                (format!("code {}", n + 1), None)
            );
            assert!(
                !invitation.address_hash.contains(&hash_of(BEN)),
                "{}",
                invitation.address_hash
            );
            let unanswered = backend.unanswered_invitations(Time(31), 99).await.unwrap();
            assert!(unanswered.iter().any(|row| row.key_hash == invitation.key_hash));
            let all = backend.mails(None, None, 1_000).await.unwrap();
            let left: Vec<_> = all.iter().map(|row| row.mail.recipient.to_lowercase()).collect();
            assert!(!left.contains(&BEN.to_owned()), "{left:?}");
            assert!(invited(backend, n + 2).await.is_some(), "those of others stay");
        }
        // Deleting the host deletes its invitations.
        assert!(!mails(backend, MailKind::Invitation, "cleo@example.com").await.is_empty());
        store.commit(accounts::Delete { id: id(HOST), extra_write: None }).await.unwrap();
        assert_eq!(invited(backend, 12).await, None);
        assert!(mails(backend, MailKind::Invitation, "cleo@example.com").await.is_empty());
    });
}

#[test]
fn mail_to_an_address_that_refuses_it_is_cancelled() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, HOST, "ada@example.org").await;
        invite(store, 1, HOST, BEN, 30).await;
        invite(store, 2, HOST, "cleo@example.com", 30).await;
        let refuse = |hash: &str| suppressions::Add {
            address_hash: hash.to_owned(),
            player_id: id(HOST),
            address_normalized: None,
        };
        store.commit(refuse(&hash_of(BEN))).await.unwrap();
        store.commit(refuse(&hash_of(BEN))).await.unwrap();
        assert!(backend.is_suppressed(&hash_of(BEN)).await.unwrap());
        assert!(!backend.is_suppressed(&hash_of("cleo@example.com")).await.unwrap());
        assert_eq!(mails(backend, MailKind::Invitation, BEN).await, [JobState::Failed]);
        assert_eq!(
            mails(backend, MailKind::Invitation, "cleo@example.com").await,
            [JobState::Pending]
        );
        let sent = backend.lease_mail(term(50, 90, "x"), 9).await.unwrap();
        assert_eq!(sent.len(), 1);
        store.commit(suppressions::Remove { address_hash: hash_of(BEN) }).await.unwrap();
        assert!(!backend.is_suppressed(&hash_of(BEN)).await.unwrap());
    });
}

#[test]
fn unanswered_invitations_expire_and_are_deleted() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    let store = &stores[0];
    runtime.block_on(async {
        create_mailbox(store, HOST, "ada@example.org").await;
        for n in 1..5 {
            invite(store, n, HOST, &format!("guest{n}@example.com"), 10 * n as i64).await;
        }
        create_mailbox(store, 910, "guest2@example.com").await;
        store.commit(accept(2, 910, None)).await.unwrap();
        let unanswered = async |before: i64, limit: u32| {
            let rows = backend.unanswered_invitations(Time(before), limit).await.unwrap();
            rows.into_iter().map(|row| row.key_hash).collect::<Vec<_>>()
        };
        assert_eq!(unanswered(40, 9).await, ["key 1", "key 3"]);
        assert_eq!(unanswered(100, 1).await, ["key 1"]);
        let expire = |n: usize| invitations::Expire { key_hash: format!("key {n}") };
        let all = (0..9).map(|_| expire(1));
        assert_eq!(race(stores, all).await, 1);
        assert!(is_conflict(&store.commit(expire(2)).await), "it is accepted");
        assert_eq!(invited(backend, 1).await.unwrap().code_hash, "");
        assert_eq!(unanswered(100, 9).await, ["key 3", "key 4"]);
        // Expired invitations are deleted after a while; the others stay.
        store.commit(invitations::delete_old(Time(10))).await.unwrap();
        assert!(invited(backend, 1).await.is_some());
        store.commit(invitations::delete_old(Time(15))).await.unwrap();
        assert_eq!(invited(backend, 1).await, None);
        store.commit(invitations::delete_old(Time(1_000))).await.unwrap();
        for n in 2..5 {
            assert!(invited(backend, n).await.is_some(), "invitation {n} is not over with");
        }
    });
}

#[test]
fn unrequested_mails_are_limited_for_a_domain_and_in_total() {
    let opened = open();
    let Opened { runtime, stores, backend, .. } = &opened;
    runtime.block_on(async {
        create_mailbox(&stores[0], HOST, "host@example.org").await;
        let invite = |n: usize, domain: &str, at: i64| {
            let mut one = invitation(n, n, HOST, &format!("guest{n}@{domain}"), at);
            one.quota.domain_hash = domain.to_owned();
            inviting(n, HOST, vec![one])
        };
        let sent = || async {
            let mails = backend.mails(None, None, 100).await.unwrap();
            mails.iter().filter(|row| row.mail.mail_kind == MailKind::Invitation).count()
        };
        for n in 1..=7 {
            stores[0].commit(invite(n, "victims.example", 100)).await.unwrap();
        }
        assert_eq!(sent().await, 5, "of a domain");
        for n in 11..=15 {
            stores[0].commit(invite(n, "others.example", 100)).await.unwrap();
        }
        assert_eq!(sent().await, 8, "of all");
        // A day later the limit allows more.
        stores[0].commit(invite(21, "victims.example", 5_000)).await.unwrap();
        assert_eq!(sent().await, 9);
    });
}
