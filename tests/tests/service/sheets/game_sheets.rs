//! The printable sheets of a game show only what the reader may know. The tests read them with
//! Debian's `poppler-utils`.

use std::process::Command;

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::{Directory, Server};
use serde_json::{Value, json};

/// Extracts the text of a PDF file in reading order.
fn text(pdf: &[u8]) -> String {
    assert!(pdf.starts_with(b"%PDF-1.7") && pdf.ends_with(b"%%EOF"));
    let here = Directory::new();
    let file = here.file("sheet.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output =
        Command::new("pdftotext").args(["-raw", "-enc", "UTF-8"]).arg(&file).arg("-").output();
    let output =
        output.unwrap_or_else(|error| panic!("pdftotext is needed for this test: {error}"));
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().replace('\u{a0}', " ")
}

pub(crate) fn sheet(player: &Client, path: &str) -> Vec<u8> {
    let answer = player.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "application/pdf");
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    for name in ["Accept-Language", "Authorization"] {
        assert!(answer.header("vary").contains(name), "{:?}", answer.headers);
    }
    answer.body
}

/// Creates a game of `voices` in play: Ada's battle map is matrix 3 and Ben's 4, their tactical
/// maps are 7 and 8.
fn voices(server: &Server, body: &Value) -> Pair {
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let game = ada.post("/v1/games", body).is(201);
    let id = game["id"].as_str().unwrap().to_owned();
    let code = &game["invitations"][0]["code"];
    let seat = if code.is_null() { json!({}) } else { json!({"code": code}) };
    ben.post(&format!("/v1/games/{id}/seats"), &seat).is(201);
    let pair = Pair { ada, ben, id };
    for (player, heading, battle, tactical) in
        [(&pair.ada, "across", 3, 7), (&pair.ben, "down", 4, 8)]
    {
        let classes = ["carrier", "battleship", "destroyer", "patrol", "submarine"];
        let ship = |(n, class)| {
            let column = char::from(b'A' + n);
            let at = if heading == "across" { format!("A{}", n + 1) } else { format!("{column}1") };
            json!({"class": class, "at": at, "heading": heading})
        };
        let ships: Vec<Value> = (0_u8..).zip(classes).map(ship).collect();
        let voice = json!({"row": "left", "column": "top"});
        let placement =
            json!({"ships": ships, "battle": battle, "tactical": tactical, "voice": voice});
        let body = json!({"ruleset": "voices", "placement": placement});
        player.put(&pair.path("/seats/me/placement"), &body).is(200);
    }
    pair
}

fn shoot(pair: &Pair, cell: &str) {
    let player = if pair.game()["to_move"] == json!([1]) { &pair.ada } else { &pair.ben };
    let actions = json!({"ruleset": "voices", "actions": [{"type": "fire", "cell": cell}]});
    pair.act(player, &actions).is(200);
}

/// Returns the phones of a matrix as printed on a map, one line for each row.
fn rows(server: &Server, number: u8) -> Vec<String> {
    let matrix = server.client().get(&format!("/v1/matrices/{number}")).is(200);
    let row = |row: &Value| {
        row.as_array()
            .unwrap()
            .iter()
            .map(|phone| phone.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(" ")
    };
    matrix["rows"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn a_game_lists_its_sheets() {
    let server = Server::start();
    let eve = server.player("Eve");
    let kinds = |player: &Client, path: &str| -> Vec<String> {
        let list = player.get(path).is(200);
        let sheets = list["sheets"].as_array().unwrap();
        for sheet in sheets {
            let href = sheet["href"].as_str().unwrap();
            assert!(self::sheet(player, href).starts_with(b"%PDF-1.7"));
        }
        sheets.iter().map(|sheet| sheet["kind"].as_str().unwrap().to_owned()).collect()
    };
    let pair = Pair::ready(&server);
    assert_eq!(kinds(&pair.ada, &pair.path("/sheets")), ["classic"]);
    assert_eq!(kinds(&eve, &pair.path("/sheets")), ["classic"]);
    let advanced = pair.ada.post("/v1/games", &json!({"ruleset": "advanced"})).is(201);
    let path = format!("/v1/games/{}/sheets", advanced["id"].as_str().unwrap());
    assert_eq!(kinds(&pair.ada, &path), ["advanced"]);
    assert_eq!(kinds(&eve, &path), ["advanced"]);
    let pair = voices(&server, &json!({"ruleset": "voices", "options": {"aim": "choice"}}));
    assert_eq!(
        kinds(&pair.ada, &pair.path("/sheets")),
        ["battle-map", "tactical-map", "maps", "score"]
    );
    assert_eq!(kinds(&eve, &pair.path("/sheets")), ["score"]);
    let satellite = eve.post("/v1/games", &json!({"ruleset": "satellite"})).is(201);
    let sheets = format!("/v1/games/{}/sheets", satellite["id"].as_str().unwrap());
    assert_eq!(kinds(&eve, &sheets), ["satellite"]);
    assert_eq!(kinds(&pair.ada, &sheets), ["satellite"]);
    for kind in ["battle-map", "tactical-map", "maps"] {
        eve.get(&pair.path(&format!("/sheets/{kind}.pdf"))).problem("not_seated");
    }
}

#[test]
#[ignore = "needs poppler-utils"]
fn the_sheet_of_a_game_of_classic_has_its_rounds_and_not_the_ships_of_the_other() {
    let server = Server::start();
    let options = json!({"mode": "salvo"});
    let salvo = ["A1", "B1", "C1", "D1", "E1", "J9", "J10"];
    let quiet = ["J1", "J2", "J3", "J4", "J5", "J6", "J7"];
    // Two games with different positions of Ben's ships, before any shot.
    let mut blank = Vec::new();
    for elsewhere in [false, true] {
        let pair = Pair::seated(&server, &options);
        let fleet = games::placement(&games::standard_fleet());
        let theirs = if elsewhere { json!({"random": true}) } else { fleet.clone() };
        pair.ada.put(&pair.path("/seats/me/placement"), &fleet).is(200);
        pair.ben.put(&pair.path("/seats/me/placement"), &theirs).is(200);
        let page = text(&sheet(&pair.ada, &pair.path("/sheets/classic.pdf")));
        blank.push(page.replace(&pair.id, "…"));
    }
    assert_eq!(blank[0], blank[1]);

    let pair = Pair::playing(&server, &options);
    pair.act(&pair.ada, &games::fire(&salvo)).is(200);
    let path = pair.path("/sheets/classic.pdf");
    // A salvo is visible only to its writer until both are written.
    let line = format!("1 {}", salvo.join(" "));
    assert!(text(&sheet(&pair.ada, &path)).contains(&line));
    assert!(!text(&sheet(&pair.ben, &path)).contains(&salvo.join(" ")));
    let eve = server.player("Eve");
    assert!(!text(&sheet(&eve, &path)).contains(&salvo.join(" ")));
    pair.act(&pair.ben, &games::fire(&quiet)).is(200);
    for player in [&pair.ada, &pair.ben, &eve] {
        let page = text(&sheet(player, &path));
        assert!(page.contains(&salvo.join(" ")) && page.contains(&quiet.join(" ")), "{page}");
        assert!(page.contains(&pair.id) && page.contains("round 2"), "{page}");
    }
    let page = text(&sheet(&eve, &path));
    assert!(
        page.contains("Player 1") && page.contains("Player 2") && !page.contains("Self"),
        "{page}"
    );
}

#[test]
#[ignore = "needs poppler-utils"]
fn sheets_of_voices_have_the_own_maps_and_the_sounded_score() {
    let server = Server::start();
    let options = json!({"ruleset": "voices", "options": {"aim": "choice", "interludes": true}});
    let pair = voices(&server, &options);
    let eve = server.player("Eve");
    for cell in ["J10", "F6", "A1", "H8", "J9"] {
        shoot(&pair, cell);
    }
    let own = [rows(&server, 3), rows(&server, 7)].concat();
    let other = [rows(&server, 4), rows(&server, 8)].concat();
    let page = |player: &Client, kind: &str| {
        text(&sheet(player, &pair.path(&format!("/sheets/{kind}.pdf"))))
    };
    let maps = page(&pair.ada, "maps");
    assert!(own.iter().all(|row| maps.contains(&**row)), "{maps}");
    assert!(!other.iter().any(|row| maps.contains(&**row)), "{maps}");
    assert!(maps.contains("game-matrix 3") && maps.contains("game-matrix 7"), "{maps}");
    assert!(!maps.contains("game-matrix 4") && !maps.contains("game-matrix 8"), "{maps}");
    assert!(!page(&pair.ada, "battle-map").contains(&rows(&server, 7)[0]));
    assert!(!page(&pair.ada, "tactical-map").contains(&rows(&server, 3)[0]));

    let shots = pair.game()["view"]["shots"].as_array().unwrap().clone();
    let scores = [&pair.ada, &pair.ben, &eve].map(|player| page(player, "score"));
    // V16: what has been sounded, all have heard. The matrices are those of the reader.
    let matrices = scores.each_ref().map(|score| score.matches("Game-matrix").count());
    assert_eq!(matrices, [2, 2, 0], "{scores:?}");
    assert!(
        scores[0].contains("Game-matrix 3") && scores[0].contains("Game-matrix 7"),
        "{}",
        scores[0]
    );
    for shot in &shots {
        let call =
            format!("{} {}", shot["cell"].as_str().unwrap(), shot["phone"].as_str().unwrap());
        assert!(scores.iter().all(|score| score.contains(&call)), "{call} in\n{scores:?}");
    }
    // The answer to J10 contains the whole row from the left, and the whole column from the top.
    let defender = if shots[0]["seat"] == 1 { 4 } else { 3 };
    let last = &rows(&server, defender)[9];
    let pressed = |text: &str| text.replace(' ', "");
    assert!(
        pressed(&scores[0]).contains(&format!("→{}", pressed(last))),
        "{last} in\n{}",
        scores[0]
    );
    for word in ["SALVO for 2 voices", "Ada", "Ben", "Round 1 · turn 1", "miss", "hummed anthem"] {
        assert!(scores[0].contains(word), "{word} in\n{}", scores[0]);
    }
    let italian = text(&sheet(&pair.ada, &pair.path("/sheets/score.pdf?lang=it&paper=a5")));
    assert!(italian.contains("2. Ben") && italian.contains("acqua"), "{italian}");
}

#[test]
fn a_sheet_is_not_sent_again_until_it_changes_for_its_reader() {
    let server = Server::start();
    let pair = voices(&server, &json!({"ruleset": "voices", "options": {"aim": "choice"}}));
    let path = pair.path("/sheets/maps.pdf");
    let tag = pair.ada.get(&path).header("etag").to_owned();
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    let again = |tag: &str| pair.ada.request("GET", &path).header("If-None-Match", tag).send();
    let same = again(&tag);
    assert_eq!((same.status, same.body.len(), same.header("etag")), (304, 0, &*tag));
    assert_ne!(pair.ben.get(&path).header("etag"), tag);
    assert_ne!(pair.ada.get(&format!("{path}?lang=it")).header("etag"), tag);
    let packed = pair.ada.request("GET", &path).header("Accept-Encoding", "gzip").send();
    assert_eq!((packed.header("content-encoding"), packed.header("etag")), ("", &*tag));
    shoot(&pair, "J10");
    let after = again(&tag);
    assert_eq!(after.status, 200);
    assert_ne!(after.header("etag"), tag);
}

#[test]
fn a_picture_of_a_game_shows_what_its_reader_may_know() {
    let server = Server::start();
    let pair = voices(&server, &json!({"ruleset": "voices", "options": {"aim": "choice"}}));
    let eve = server.player("Eve");
    let formats = &pair.ada.get(&pair.path("/sheets")).is(200)["formats"];
    assert_eq!(*formats, json!(["pdf", "svg", "png"]));
    let svg = |player: &Client| {
        let answer = player.get(&pair.path("/sheets/maps.svg"));
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/svg+xml"));
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        assert!(answer.header("content-security-policy").ends_with("; sandbox"));
        let link = format!("<{}?page=1>; rel=\"last\"", pair.path("/sheets/maps.svg"));
        assert_eq!(answer.header("link"), link);
        answer.text()
    };
    assert!(svg(&pair.ada).contains("game-matrix 3") && !svg(&pair.ada).contains("game-matrix 4"));
    assert!(svg(&pair.ben).contains("game-matrix 4") && !svg(&pair.ben).contains("game-matrix 3"));
    let png = |player: &Client| player.get(&pair.path("/sheets/maps.png?dpi=50"));
    let before = png(&pair.ada);
    assert_eq!((before.status, before.header("content-type")), (200, "image/png"));
    assert!(before.body != png(&pair.ben).body);
    shoot(&pair, "J10");
    assert!(before.body != png(&pair.ada).body);
    let tag = png(&pair.ada).header("etag").to_owned();
    let path = pair.path("/sheets/maps.png?dpi=50");
    assert_eq!(pair.ada.request("GET", &path).header("If-None-Match", &tag).send().status, 304);
    for format in ["svg", "png"] {
        eve.get(&pair.path(&format!("/sheets/maps.{format}"))).problem("not_seated");
        server.client().get(&pair.path(&format!("/sheets/score.{format}"))).problem("unauthorized");
        let problem = pair
            .ada
            .get(&pair.path(&format!("/sheets/score.{format}?page=9")))
            .problem("invalid_field");
        assert_eq!(problem.field, "page");
    }
}

#[test]
fn the_error_of_a_sheet_of_a_game_names_the_option() {
    let server = Server::start();
    let body = json!({"ruleset": "voices", "options": {"aim": "choice"}, "visibility": "private",
        "opponents": [{"kind": "invite"}]});
    let pair = voices(&server, &body);
    let path = |file: &str| pair.path(&format!("/sheets/{file}"));
    let eve = server.player("Eve");
    // A viewer who may not see the game cannot learn its ruleset from the errors.
    for file in ["", "/score.pdf", "/maps.pdf", "/classic.pdf", "/score"] {
        let hidden = eve.get(&pair.path(&format!("/sheets{file}"))).problem("not_found");
        let none = eve.get(&format!("/v1/games/00000000-0000-7000-8000-000000000000/sheets{file}"));
        assert_eq!(hidden.detail, none.problem("not_found").detail);
    }
    server.client().get(&path("score.pdf")).problem("unauthorized");
    for file in ["classic.pdf", "voices-pack.pdf", "Score.pdf"] {
        let problem = pair.ada.get(&path(file)).problem("not_found");
        assert!(
            problem.detail.contains("battle-map, tactical-map, maps, score"),
            "{}",
            problem.detail
        );
    }
    assert!(pair.ada.get(&path("score")).problem("not_found").detail.contains(".pdf"));
    for (query, field, says) in [
        ("battle=3", "battle", "the game decides"),
        ("tactical=3", "tactical", "the game decides"),
        ("matrix=3", "matrix", "paper, orientation, margin, look, n_up, lang"),
        ("fleet=standard", "fleet", "the game decides"),
        ("paper=60x60", "paper", "large enough"),
        ("margin=99", "margin", "52.5"),
        ("lang=xx", "lang", "en, it"),
        ("orientation=across", "orientation", "landscape"),
    ] {
        pair.ada
            .get(&path(&format!("maps.pdf?{query}")))
            .problem("invalid_field")
            .names(field, says);
    }
    pair.ada.get(&path("maps.pdf?colour=red")).problem("bad_request");
    let accept =
        |file: &str, kind: &str| pair.ada.request("GET", &path(file)).header("Accept", kind).send();
    assert_eq!(accept("maps.pdf", "application/pdf").status, 200);
    accept("maps.pdf", "application/json").problem("not_acceptable");
}

#[test]
#[ignore = "needs poppler-utils"]
fn the_sheet_of_a_game_of_satellite_has_its_turns_and_shows_the_own_buildings_alone() {
    let server = Server::start();
    let (ada, ben, eve) = (server.player("Ada"), server.player("Ben"), server.player("Eve"));
    let game = ada.post("/v1/games", &json!({"ruleset": "satellite"})).is(201);
    let path = |rest: &str| format!("/v1/games/{}{rest}", game["id"].as_str().unwrap());
    ben.post(&path("/seats"), &json!({})).is(201);
    for player in [&ada, &ben] {
        player.put(&path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    for sector in ["M9", "M8"] {
        let mover = ada.get(&path("")).is(200)["to_move"][0].clone();
        let player = if mover == 1 { &ada } else { &ben };
        for action in [
            json!({"type": "roll"}),
            json!({"type": "fire", "cartridge": "hazard", "targets": [sector]}),
        ] {
            player
                .post(&path("/actions"), &json!({"ruleset": "satellite", "actions": [action]}))
                .is(200);
        }
    }
    let [one, two, public] =
        [&ada, &ben, &eve].map(|player| sheet(player, &path("/sheets/satellite.pdf")));
    assert!(one != two, "each has its own planet");
    for pdf in [&one, &two] {
        let text = text(pdf);
        assert!(
            text.contains("turn 3") && text.contains("Hazard M9") && text.contains("Planet"),
            "{text}"
        );
    }
    let text = text(&public);
    assert!(text.contains("Planet of player 1") && text.contains("Planet of player 2"), "{text}");
}
