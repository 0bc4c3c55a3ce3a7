//! Replies to mails about several games.

use serde_json::{Value, json};

use super::begin::Post;
use broadside_tests::games::{Pair, fire};
use broadside_tests::mail::Mail;
use broadside_tests::wait::wait_until;

const ADA: &str = "ada@example.org";
const BEN: &str = "ben@example.org";
const MAILBOX: &str = "/v1/players/me/mailbox";

/// Two games of Ada and Ben. Ada begins both.
struct Games {
    post: Post,
    pairs: [Pair; 2],
}

impl Games {
    fn new() -> Self {
        let mut post = Post::new();
        let (ada, ben) = (post.player("Ada"), post.player("Ben"));
        ben.put(MAILBOX, &json!({"address": BEN, "cadence": "digest"})).is(200);
        let pairs =
            [(); 2].map(|()| Pair::of([ada.clone(), ben.clone()], &json!({"first": "creator"})));
        pairs.iter().for_each(Pair::place);
        post.desk(BEN);
        Self { post, pairs }
    }

    /// Writes a digest to Ben, and returns it.
    fn digest(&mut self) -> Mail {
        let is_digest = |mail: &Mail| mail.text.contains("of your games have news");
        let count =
            |post: &Post| post.server.mail_to(BEN).iter().filter(|mail| is_digest(mail)).count();
        let before = count(&self.post);
        let database = self.post.server.database();
        database.run(self.post.server.directory(), "UPDATE mailboxes SET next_digest_at = 0");
        wait_until("a digest", || count(&self.post) > before);
        self.post.server.mail_to(BEN).into_iter().rfind(is_digest).unwrap()
    }

    fn versions(&self) -> [Value; 2] {
        [0, 1].map(|game| self.pairs[game].game()["version"].clone())
    }

    /// Returns the number of a game in a digest.
    fn number(&self, digest: &Mail, game: usize) -> usize {
        let id = &self.pairs[game].id;
        let number = &id[id.len() - 8..];
        let title = digest.text.lines().find(|line| line.contains(&format!("({number})"))).unwrap();
        title.split('.').next().unwrap().parse().unwrap()
    }
}

#[test]
fn a_reply_to_a_digest_names_its_game() {
    let mut games = Games::new();
    games.pairs.iter().for_each(|pair| drop(pair.act(&pair.ada, &fire(&["A1"])).is(200)));
    let digest = games.digest();
    let (key, first, second) =
        (digest.reply_to(), games.number(&digest, 0), games.number(&digest, 1));
    let before = games.versions();

    // Both games wait.
    assert_eq!(games.post.write(BEN, &key, "FIRE A1"), "refused unclear game");
    let unclear = games.post.mail(BEN, "It is not certain which game");
    assert!(unclear.text.contains("GAME 1") && unclear.text.contains("GAME 2"), "{}", unclear.text);
    let both = "GAME 1\r\nFIRE A1\r\nGAME 2\r\nFIRE A1";
    assert_eq!(games.post.write(BEN, &key, both), "refused unclear game");
    games.post.mail(BEN, "names several games");
    assert_eq!(games.post.write(BEN, &key, "GAME 3\r\nFIRE A1"), "refused unclear game");
    games.post.mail(BEN, "No game has the number");
    assert_eq!(games.versions(), before);

    // The answer can be answered in the same way.
    let line = format!("Hi,\r\n\r\nGame {second}:\r\nFIRE A1");
    assert_eq!(games.post.write(BEN, &unclear.reply_to(), &line), "taken");
    let after = games.versions();
    assert!(after[0] == before[0] && after[1] != before[1], "{before:?} {after:?}");

    // That turn is over, in one game only.
    assert_eq!(
        games.post.write(BEN, &key, &format!("GAME {second}\r\nFIRE B1")),
        "refused past turn"
    );
    assert_eq!(
        games.post.write(BEN, &key, &format!("GAME {first}\r\nSAY hello\r\nFIRE B1")),
        "taken"
    );
    assert_ne!(games.versions()[0], before[0]);
    games.post.mail(ADA, "hello");

    // What needs no game needs no line.
    assert_eq!(games.post.write(BEN, &key, "SET SHEETS ON"), "taken");
    assert_eq!(games.pairs[0].ben.get(MAILBOX).is(200)["sheets"], true);
}

#[test]
fn a_reply_to_a_digest_needs_no_line_if_only_one_game_can_be_meant() {
    let mut games = Games::new();
    let [waiting, other] = games.pairs.clone();
    other.act(&other.ada, &fire(&["A1"])).is(200);
    other.act(&other.ben, &fire(&["A1"])).is(200);
    other.ada.post(&other.path("/messages"), &json!({"text": "my turn, then"})).is(201);
    waiting.act(&waiting.ada, &fire(&["A1"])).is(200);
    let digest = games.digest();
    let (key, before) = (digest.reply_to(), games.versions());

    // Words may be meant for either game, and so may a resignation.
    for line in ["SAY hello", "RESIGN", "NOTE a1", "HISTORY"] {
        assert_eq!(games.post.write(BEN, &key, line), "refused unclear game", "{line}");
    }
    assert_eq!(games.post.write(BEN, &key, "FIRE Z9"), "refused not understood");
    assert_eq!(games.versions(), before);
    assert_eq!(games.post.write(BEN, &key, "FIRE B1"), "taken");
    let after = games.versions();
    assert!(after[0] != before[0] && after[1] == before[1], "{before:?} {after:?}");
    assert_eq!(games.post.write(BEN, &key, "FIRE C1"), "refused past turn");
    games.post.mail(BEN, "That turn is over");
    // Nobody else can use the key.
    assert_eq!(games.post.write(ADA, &key, "GAME 1\r\nFIRE B1"), "refused unknown key");
}
