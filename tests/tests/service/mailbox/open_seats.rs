//! Open seats by mail: their list, and taking one of them.

use serde_json::json;

use super::begin::Post;

const BEN: &str = "ben@example.org";

#[test]
fn a_game_of_the_list_is_joined_by_mail() {
    let mut post = Post::new();
    let (ada, ben) = (post.player("Ada"), post.player("Ben"));
    let desk = post.desk(BEN);
    assert_eq!(post.write(BEN, &desk, "LIST"), "taken");
    post.mail(BEN, "no game that you could join");

    let create = |body: serde_json::Value| {
        let game = ada.post("/v1/games", &body).is(201);
        game["id"].as_str().unwrap().to_owned()
    };
    let open = create(
        json!({"ruleset": "classic", "options": {"mode": "salvo"}, "clock": {"days_per_turn": 3}}),
    );
    let private = create(
        json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "invite"}]}),
    );
    let number = |id: &str| id[id.len() - 8..].to_owned();
    assert_eq!(post.write(BEN, &desk, "LIST SOLO"), "taken");
    assert_eq!(post.write(BEN, &desk, "LIST"), "taken");
    let list = post.mail(BEN, &format!("JOIN {}", number(&open)));
    let line = list.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        line.contains("Salvo on paper, with Ada")
            && line.contains("both players write a secret salvo"),
        "{}",
        list.text
    );
    assert!(!list.text.contains(&number(&private)), "{}", list.text);

    assert_eq!(
        post.write(BEN, &list.reply_to(), &format!("JOIN {}", number(&private))),
        "refused not allowed"
    );
    post.mail(BEN, "no such game is open");
    assert_eq!(post.write(BEN, &list.reply_to(), "JOIN 12"), "refused not understood");
    assert_eq!(
        post.write(BEN, &list.reply_to(), &format!("join {}", number(&open).to_uppercase())),
        "taken"
    );
    let joined = post.mail(BEN, "PLACE RANDOM");
    assert!(joined.subject.contains("Ada"), "{}", joined.subject);
    assert_eq!(ben.get(&format!("/v1/games/{open}")).is(200)["you"]["seat"], 2);
    assert_eq!(post.write(BEN, &joined.reply_to(), "PLACE RANDOM"), "taken");
    // It is no longer open, and nobody takes a seat twice.
    assert_eq!(
        post.write(BEN, &list.reply_to(), &format!("JOIN {}", number(&open))),
        "refused not allowed"
    );
    assert_eq!(post.write(BEN, &list.reply_to(), &format!("JOIN {open}")), "refused not allowed");
    post.mail(BEN, "you are already in this game");
    // Without a key nothing is joined.
    let other = create(json!({"ruleset": "classic"}));
    assert_eq!(
        post.write(BEN, "play@localhost", &format!("JOIN {}", number(&other))),
        "refused no key"
    );
}

#[test]
fn a_code_is_redeemed_by_mail() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let ben = post.player("Ben");
    let body =
        json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "invite"}]});
    let game = ada.post("/v1/games", &body).is(201);
    let code = game["invitations"][0]["code"].as_str().unwrap().to_owned();
    let desk = post.desk(BEN);
    let mut wrong = code.clone();
    let last = wrong.pop().unwrap();
    wrong.push(if last == 'a' { 'b' } else { 'a' });
    assert_eq!(post.write(BEN, &desk, &format!("JOIN {wrong}")), "refused not allowed");
    assert_eq!(post.write(BEN, &desk, &format!("JOIN {code}")), "taken");
    assert_eq!(
        ben.get(&format!("/v1/games/{}", game["id"].as_str().unwrap())).is(200)["you"]["seat"],
        2
    );
    let carl = post.player("Carl");
    let desk = post.desk("carl@example.org");
    assert_eq!(
        post.write("carl@example.org", &desk, &format!("JOIN {code}")),
        "refused not allowed"
    );
    carl.get(&format!("/v1/games/{}", game["id"].as_str().unwrap())).problem("not_found");
}
