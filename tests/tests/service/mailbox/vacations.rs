//! Vacations by mail.

use serde_json::json;

use super::begin::Post;

const ME: &str = "ada@example.org";

#[test]
fn a_vacation_is_taken_shown_and_ended_by_mail() {
    let mut post = Post::new();
    let ada = post.player("Ada");
    let desk = post.desk(ME);
    let vacations = || ada.get("/v1/players/me/vacations").is(200);
    assert_eq!(post.write(ME, &desk, "VACATION"), "taken");
    let shown = post.mail(ME, "Your vacations");
    assert!(shown.text.contains("28 of 28 days left"), "{}", shown.text);
    assert_eq!(vacations()["vacations"], json!([]));

    assert_eq!(post.write(ME, &desk, "VACATION UNTIL 2001-02-03"), "refused not allowed");
    assert_eq!(post.write(ME, &desk, "VACATION UNTIL Sunday"), "refused not understood");
    post.mail(ME, "is not a date");
    assert_eq!(post.write(ME, &desk, "VACATION DAYS 300"), "refused not allowed");
    post.mail(ME, "take a shorter one");
    assert_eq!(vacations()["vacations"], json!([]));

    assert_eq!(post.write(ME, &desk, "VACATION DAYS 7"), "taken");
    let mail = post.mail(ME, "This was done:\n\n    VACATION DAYS 7");
    assert!(mail.text.contains("of 28 days left"), "{}", mail.text);
    let first = vacations()["vacations"][0].clone();
    assert_eq!(vacations()["vacations"].as_array().unwrap().len(), 1);
    assert_eq!(post.write(ME, &desk, "VACATION DAYS 2"), "refused not allowed");
    post.mail(ME, "you are away from");
    assert_eq!(post.write(ME, &desk, "VACATION OFF"), "taken");
    let ended = vacations()["vacations"][0].clone();
    assert!(ended.is_null() || ended["ends_at"].as_str() < first["ends_at"].as_str(), "{ended}");
    assert_eq!(post.write(ME, &desk, "VACATION OFF"), "refused not allowed");
    post.mail(ME, "no vacation that could end");
    assert_eq!(post.write(ME, &desk, "vacanza giorni 1\r\nSET LANGUAGE ITALIAN"), "taken");
    post.mail(ME, "Le tue vacanze");
    assert_eq!(post.write(ME, "play@localhost", "VACATION DAYS 1"), "refused no key");
}

#[test]
fn a_server_without_vacations_refuses_them() {
    let mut post = Post::with(&["--vacation-days", "0"]);
    post.player("Ada");
    let desk = post.desk(ME);
    assert_eq!(post.write(ME, &desk, "VACATION DAYS 7"), "refused not allowed");
    assert_eq!(post.write(ME, &desk, "VACATION"), "taken");
    post.mail(ME, "has no vacations");
}
