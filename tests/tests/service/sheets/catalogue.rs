//! Printable sheets, over HTTP and from the command line.

use broadside_engine::game::RulesetId;
use broadside_tests::games::Pair;
use broadside_tests::server::{Directory, Server, run};
use serde_json::json;

const PACK: &str = "/v1/sheets/voices-pack.pdf?battle=3&tactical=7";

#[test]
fn every_sheet_of_the_catalogue_can_be_had() {
    let server = Server::start();
    let client = server.client();
    let catalogue = client.get("/v1/sheets").is(200);
    let sheets = catalogue["sheets"].as_array().unwrap();
    assert!(sheets.iter().any(|sheet| sheet["kind"] == "voices-pack"), "{sheets:?}");
    for sheet in sheets {
        let needs = sheet["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let query: Vec<String> = needs.map(|name| format!("{name}=2")).collect();
        let answer =
            client.get(&format!("{}?{}", sheet["href"].as_str().unwrap(), query.join("&")));
        assert_eq!(answer.status, 200, "{sheet}");
        assert_eq!(answer.header("content-type"), "application/pdf");
        assert!(answer.body.starts_with(b"%PDF-1.7") && answer.body.ends_with(b"%%EOF"), "{sheet}");
        for (format, media_type, begin) in
            [("svg", "image/svg+xml", &b"<svg xmlns="[..]), ("png", "image/png", b"\x89PNG")]
        {
            assert!(
                catalogue["formats"].as_array().unwrap().contains(&format.into()),
                "{catalogue}"
            );
            let path = sheet["href"].as_str().unwrap().replace(".pdf", &format!(".{format}"));
            let picture = client.get(&format!("{path}?{}", query.join("&")));
            assert_eq!(
                (picture.status, picture.header("content-type")),
                (200, media_type),
                "{path}"
            );
            assert!(picture.body.starts_with(begin), "{path}");
        }
        for option in sheet["options"].as_array().unwrap() {
            let option = option.as_str().unwrap();
            let others = query.iter().filter(|needed| !needed.starts_with(option));
            let query: Vec<&str> = others.map(String::as_str).collect();
            let problem = client.get(&format!(
                "/v1/sheets/{}.pdf?{option}=no_thing&{}",
                sheet["kind"].as_str().unwrap(),
                query.join("&")
            ));
            assert_eq!(problem.problem("invalid_field").field, option, "{sheet}");
        }
    }
}

#[test]
fn the_command_line_and_the_service_print_the_same_bytes() {
    let server = Server::start();
    let here = Directory::new();
    for (args, path) in [
        (vec!["voices-pack", "--battle", "3", "--tactical", "7"], PACK),
        (
            vec![
                "maps",
                "--paper",
                "letter",
                "--orientation",
                "landscape",
                "--margin",
                "15",
                "--lang",
                "it",
            ],
            "/v1/sheets/maps.pdf?paper=letter&orientation=landscape&margin=15&lang=it",
        ),
        (
            vec!["game-matrix", "--matrix", "v1:10:j3,i2,u3,p2:herring"],
            "/v1/sheets/game-matrix.pdf?matrix=v1:10:j3,i2,u3,p2:herring",
        ),
        (
            vec!["classic", "--fleet", "two_destroyers"],
            "/v1/sheets/classic.pdf?fleet=two_destroyers",
        ),
        (
            vec!["advanced", "--map", "v1:16x16:herring"],
            "/v1/sheets/advanced.pdf?map=v1:16x16:herring",
        ),
    ] {
        let written = run(&here, &[&["sheet"], &args[..], &["-o", "sheet.pdf"]].concat());
        assert!(written.status.success(), "{written:?}");
        let file = std::fs::read(here.file("sheet.pdf")).unwrap();
        let printed = run(&here, &[&["sheet"], &args[..], &["--output", "-"]].concat());
        assert!(printed.stdout == file && printed.stderr.is_empty(), "{args:?}");
        assert!(server.client().get(path).body == file, "{args:?}");
    }
    // The command has written only the sheet: it needs no database and creates none.
    let left: Vec<_> = std::fs::read_dir(here.file("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["sheet.pdf"]);
}

#[test]
fn a_sheet_is_public_and_not_sent_again() {
    let server = Server::start();
    let client = server.client();
    let sheet = client.get(PACK);
    let tag = sheet.header("etag").to_owned();
    assert_eq!(sheet.header("cache-control"), "public, max-age=3600");
    assert!(sheet.header("vary").contains("Accept-Language"), "{sheet:?}");
    assert!(!sheet.header("vary").contains("Authorization"), "{:?}", sheet.headers);
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    for same in [&tag, "*"] {
        let again = client.request("GET", PACK).header("If-None-Match", same).send();
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, &*tag));
    }
    assert_eq!(client.request("GET", PACK).header("If-None-Match", "\"x\"").send().status, 200);
    // A PDF file is already compressed, so it has one representation and one tag.
    let packed = client.request("GET", PACK).header("Accept-Encoding", "gzip").send();
    assert_eq!((packed.header("content-encoding"), packed.header("etag")), ("", &*tag));
    assert!(packed.body == sheet.body);
    assert_ne!(client.get("/v1/sheets/voices-pack.pdf?battle=7&tactical=3").header("etag"), tag);
    // Another server of the same version gives the same tag.
    assert_eq!(Server::start().client().get(PACK).header("etag"), tag);
}

#[test]
fn a_picture_is_a_page_and_links_to_the_others() {
    let server = Server::start();
    let client = server.client();
    let path = "/v1/sheets/voices-pack.svg?battle=3&tactical=7";
    let link = |page: u8, relation: &str| format!("<{path}&page={page}>; rel=\"{relation}\"");
    let first = client.get(path);
    assert_eq!(first.header("link"), format!("{}, {}", link(2, "next"), link(5, "last")));
    assert_eq!(client.get(&format!("{path}&page=1")).body, first.body);
    let third = client.get("/v1/sheets/voices-pack.svg?page=3&battle=3&tactical=7");
    let links = [link(2, "prev"), link(4, "next"), link(5, "last")];
    assert_eq!(third.header("link"), links.join(", "));
    assert!(third.text().contains("Tactical map") && !first.text().contains("Tactical map"));
    let last = client.get(&format!("{path}&page=5"));
    assert_eq!(last.header("link"), format!("{}, {}", link(4, "prev"), link(5, "last")));
    let single = client.get("/v1/sheets/maps.png?dpi=50&lang=it");
    assert_eq!(single.header("link"), "</v1/sheets/maps.png?dpi=50&lang=it&page=1>; rel=\"last\"");
    assert_eq!(client.get(PACK).header("link"), "");
    for (path, field, says) in [
        ("voices-pack.svg?battle=3&tactical=7&page=6", "page", "5 pages"),
        ("voices-pack.png?battle=3&tactical=7&page=0", "page", "1 for the first"),
        ("maps.pdf?page=1", "page", "leave `page` out"),
        ("maps.svg?dpi=96", "dpi", "leave `dpi` out"),
        ("maps.png?dpi=600", "dpi", "36 to 300"),
        ("maps.png?paper=2000x2000&dpi=300", "dpi", "at most 40 dpi"),
        ("maps.png?battle=11", "battle", "1 to 10"),
    ] {
        client.get(&format!("/v1/sheets/{path}")).problem("invalid_field").names(field, says);
    }
    client.get("/v1/sheets/maps.png?page=1&page=2").problem("bad_request");
    client.get("/v1/sheets/maps.svg?colour=red").problem("bad_request");
    for path in ["/v1/sheets/maps.gif", "/v1/sheets/maps.PNG", "/v1/sheets/maps"] {
        assert!(client.get(path).problem("not_found").detail.contains(".pdf, .svg or .png"));
    }
    let get =
        |accept: &str| client.request("GET", "/v1/sheets/maps.png").header("Accept", accept).send();
    assert_eq!(get("image/*").status, 200);
    get("application/pdf").problem("not_acceptable");
}

#[test]
fn a_picture_is_safe_to_open_and_is_not_sent_again() {
    let server = Server::start();
    let client = server.client();
    let svg = client.get("/v1/sheets/maps.svg");
    let policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox";
    assert_eq!(svg.header("content-security-policy"), policy);
    for path in ["/v1/sheets/maps.svg", "/v1/sheets/maps.png"] {
        let picture = client.get(path);
        assert_eq!(picture.header("x-content-type-options"), "nosniff");
        assert_eq!(picture.header("cache-control"), "public, max-age=3600");
        let tag = picture.header("etag").to_owned();
        let again = client.request("GET", path).header("If-None-Match", &tag).send();
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, &*tag));
    }
    assert!(svg.header("etag") != client.get("/v1/sheets/maps.svg?lang=it").header("etag"));
    // Text is worth compressing, and pixels are compressed already.
    let packed = |path: &str| client.request("GET", path).header("Accept-Encoding", "gzip").send();
    assert_eq!(packed("/v1/sheets/maps.svg").header("content-encoding"), "gzip");
    assert_eq!(packed("/v1/sheets/maps.png").header("content-encoding"), "");
}

#[test]
fn many_pictures_at_once_are_drawn_or_refused_and_no_game_waits() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({}));
    std::thread::scope(|scope| {
        let draw = |n: u32| {
            let client = server.client();
            move || {
                // Each has another margin, so that none comes from the cache.
                let answer = client.get(&format!("/v1/sheets/maps.png?dpi=200&margin=10.{n:02}"));
                match answer.status {
                    200 => true,
                    503 => {
                        assert_eq!(answer.header("retry-after"), "5");
                        assert!(answer.problem("unavailable").detail.contains("SVG"));
                        false
                    }
                    status => panic!("{status}"),
                }
            }
        };
        let pictures: Vec<_> = (0..48).map(|n| scope.spawn(draw(n))).collect();
        for _ in 0..20 {
            pair.ada.get(&pair.path("")).is(200);
        }
        let drawn =
            pictures.into_iter().map(|picture| u32::from(picture.join().unwrap())).sum::<u32>();
        assert!(drawn >= 2, "{drawn}");
    });
}

#[test]
fn the_language_follows_lang_or_accept_language() {
    let server = Server::start();
    let client = server.client();
    let liked = |accept: &str| {
        client.request("GET", "/v1/sheets/maps.pdf").header("Accept-Language", accept).send()
    };
    let (english, italian) = (liked("en"), liked("it-IT, en;q=0.5"));
    assert_eq!(
        (english.header("content-language"), italian.header("content-language")),
        ("en", "it")
    );
    assert!(english.body != italian.body);
    assert!(liked("nl, fr").body == english.body);
    assert_eq!(liked("de-CH, en;q=0.5").header("content-language"), "de");
    let with_lang =
        client.request("GET", "/v1/sheets/maps.pdf?lang=it").header("Accept-Language", "en").send();
    assert!(with_lang.body == italian.body);
}

#[test]
fn the_error_of_a_sheet_names_the_option() {
    let server = Server::start();
    let client = server.client();
    for (path, field, says) in [
        ("maps.pdf?battle=11", "battle", "1 to 10"),
        ("voices-pack.pdf?battle=3", "tactical", "needs"),
        ("game-matrix.pdf?matrix=v1:10:j9:x", "matrix", "2 to 10 phones"),
        ("maps.pdf?paper=60x60", "paper", "a5 portrait is large enough"),
        ("maps.pdf?margin=99", "margin", "52.5"),
        ("maps.pdf?lang=xx", "lang", "en, it"),
        ("maps.pdf?orientation=across", "orientation", "landscape"),
        ("classic.pdf?fleet=none", "fleet", "standard"),
        ("advanced.pdf?map=9x9", "map", "10 to 26"),
        ("satellite.pdf?rows=99", "rows", "8 to 16"),
        ("classic.pdf?battle=1", "battle", "it takes mode, fleet"),
    ] {
        client.get(&format!("/v1/sheets/{path}")).problem("invalid_field").names(field, says);
    }
    client.get("/v1/sheets/maps.pdf?colour=red").problem("bad_request");
    client.get("/v1/sheets/maps.pdf?battle=1&battle=2").problem("bad_request");
    for path in ["/v1/sheets/poster.pdf", "/v1/sheets/Maps.pdf"] {
        assert!(client.get(path).problem("not_found").detail.contains("voices-pack"));
    }
    let get =
        |path: &str, accept: &str| client.request("GET", path).header("Accept", accept).send();
    for accept in ["application/pdf", "*/*", "application/*", "text/html, application/pdf;q=0.5"] {
        assert_eq!(get(PACK, accept).status, 200, "{accept}");
    }
    get(PACK, "application/json").problem("not_acceptable");
    get("/v1/sheets", "application/pdf").problem("not_acceptable");
}

#[test]
fn the_command_line_reports_errors_and_writes_no_file() {
    let here = Directory::new();
    for (args, says) in [
        (vec!["poster", "-o", "x.pdf"], "voices-pack"),
        (vec!["maps"], "--output"),
        (vec!["maps", "--battle", "11", "-o", "x.pdf"], "--battle: there is no matrix `11`"),
        (vec!["maps", "--battle", "-1", "-o", "x.pdf"], "--battle: there is no matrix `-1`"),
        (vec!["maps", "--margin", "-1e9", "-o", "x.pdf"], "--margin: `-1e9` is not a margin"),
        (vec!["maps", "--matrix", "1", "-o", "x.pdf"], "it takes battle, tactical"),
        (
            vec!["maps", "--paper", "60x60", "--orientation", "landscape", "-o", "x.pdf"],
            "a5 portrait is large enough",
        ),
        (vec!["maps", "--page", "2", "-o", "x.svg"], "--page: the sheet has no page 2"),
        (vec!["maps", "--page", "1", "-o", "x.pdf"], "--page: a PDF file has all pages"),
        (vec!["maps", "--page", "1", "-o", "-"], "--page: a PDF file has all pages"),
        (vec!["maps", "--dpi", "96", "-o", "x.svg"], "--dpi: svg has no resolution"),
        (vec!["maps", "--dpi", "9", "-o", "x.png"], "--dpi: `9` is not a resolution"),
        (vec!["maps", "--dpi", "300", "--paper", "2000x2000", "-o", "x.png"], "use at most 40 dpi"),
    ] {
        let output = run(&here, &[&["sheet"], &args[..]].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(says) && output.stdout.is_empty(), "{args:?}: {stderr}");
    }
    assert_eq!(std::fs::read_dir(here.file(".")).unwrap().count(), 0);
    let output = run(&here, &["sheet", "maps", "-o", "no/such/folder/x.pdf"]);
    assert_eq!(output.status.code(), Some(1));
    let help = String::from_utf8(run(&here, &["sheet", "--help"]).stdout).unwrap();
    for part in [
        "voices-pack",
        "satellite-pack",
        "game-matrices",
        "classic",
        "--battle",
        "--tactical",
        "--matrix",
        "--fleet",
        "--paper",
        "--orientation",
        "--margin",
        "--lang",
        "--page",
        "--dpi",
        "-o, --output",
        "standard output",
        "a5",
        "v1:10:",
    ] {
        assert!(help.contains(part), "{part} in\n{help}");
    }
}

#[test]
fn the_command_line_writes_pictures_by_the_extension() {
    let server = Server::start();
    let here = Directory::new();
    let sheet = |args: &[&str]| run(&here, &[&["sheet"], args].concat());
    let names = || {
        let files =
            std::fs::read_dir(here.file(".")).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    let same = |file: &str, path: &str| {
        assert!(
            std::fs::read(here.file(file)).unwrap() == server.client().get(path).body,
            "{file}"
        );
    };
    let one = sheet(&["maps", "--dpi", "50", "-o", "maps.PNG"]);
    assert!(one.status.success() && one.stdout.is_empty(), "{one:?}");
    same("maps.PNG", "/v1/sheets/maps.png?dpi=50");
    // A file that the user has named is written again.
    assert!(sheet(&["maps", "--dpi", "60", "-o", "maps.PNG"]).status.success());
    same("maps.PNG", "/v1/sheets/maps.png?dpi=60");
    let pack = ["voices-pack", "--battle", "3", "--tactical", "7"];
    assert!(sheet(&[&pack[..], &["--page", "3", "-o", "map.svg"]].concat()).status.success());
    same("map.svg", "/v1/sheets/voices-pack.svg?battle=3&tactical=7&page=3");
    std::fs::remove_file(here.file("map.svg")).unwrap();
    std::fs::remove_file(here.file("maps.PNG")).unwrap();

    let several = sheet(&[&pack[..], &["-o", "my.pack.svg"]].concat());
    let written: Vec<String> = (1..=5).map(|n| format!("my.pack-{n}.svg")).collect();
    assert_eq!(String::from_utf8(several.stdout).unwrap().lines().collect::<Vec<_>>(), written);
    assert_eq!(names(), written);
    same("my.pack-4.svg", "/v1/sheets/voices-pack.svg?battle=3&tactical=7&page=4");
    // A file with a name that the user has not chosen is never replaced.
    std::fs::remove_file(here.file("my.pack-1.svg")).unwrap();
    let refused = sheet(&[&pack[..], &["-o", "my.pack.svg"]].concat());
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        String::from_utf8(refused.stderr).unwrap().contains("my.pack-2.svg"),
        "the file in the way"
    );
    assert_eq!(names(), written[1..]);
}

#[test]
fn the_rules_are_printed_in_a_terminal() {
    let here = Directory::new();
    let print = |args: &[&str]| {
        let output = run(&here, &[&["rules"], args].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let authors = [
        ("classic", "traditional"),
        ("voices", "a score for performance"),
        ("solo", "Eric Witt"),
        ("satellite", "Reluctant Pirate Games"),
        ("advanced", "Hubert Phillips"),
    ];
    for ruleset in RulesetId::ALL {
        let game = ruleset.as_str();
        let author = authors.iter().find(|(known, _)| *known == game);
        let author = author.map_or(ruleset.title(), |(_, author)| author);
        let text = print(&[game]);
        assert!(text.contains("What you need") && text.contains(author), "{text}");
        assert!(!text.contains(['*', '`', '#']), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let full = print(&[game, "--full"]);
        assert!(full.starts_with("# ") && full.contains(author), "{full}");
    }
    assert!(print(&["solo", "--lang", "it"]).contains("Un solitario."));
    for (args, says) in [
        (vec!["rules", "chess"], "satellite"),
        (vec!["rules"], "<GAME>"),
        (vec!["rules", "solo", "--lang", "xx"], "en, it"),
    ] {
        let output = run(&here, &args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(says) && output.stdout.is_empty(), "{args:?}: {stderr}");
    }
}
