//! The game-matrices and their pronunciation key, over HTTP.

use std::collections::BTreeMap;

use broadside_tests::server::Server;
use serde_json::{Value, json};

/// Counts each phone in a line.
fn reply_class<'a>(line: impl IntoIterator<Item = &'a Value>) -> BTreeMap<&'a str, u64> {
    let mut reply_class = BTreeMap::new();
    for phone in line {
        *reply_class.entry(phone.as_str().unwrap()).or_default() += 1;
    }
    reply_class
}

/// Checks V18: every row and every column has the same phones with the same frequencies.
fn obeys_the_law(matrix: &Value) {
    let rows: Vec<&Vec<Value>> =
        matrix["rows"].as_array().unwrap().iter().map(|row| row.as_array().unwrap()).collect();
    assert_eq!(rows.len() as u64, matrix["size"].as_u64().unwrap());
    let law: BTreeMap<&str, u64> = matrix["phones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["phone"].as_str().unwrap(), of["count"].as_u64().unwrap()))
        .collect();
    for n in 0..rows.len() {
        assert_eq!(reply_class(rows[n]), law);
        assert_eq!(reply_class(rows.iter().map(|row| &row[n])), law);
    }
}

#[test]
fn the_ten_matrices_and_the_key_are_public() {
    let server = Server::start();
    let client = server.client();
    let all = client.get("/v1/matrices").is(200);
    for number in 1..=10 {
        let answer = client.get(&format!("/v1/matrices/{number}"));
        assert!(answer.header("cache-control").starts_with("public"));
        let matrix = answer.is(200);
        obeys_the_law(&matrix);
        assert_eq!((&matrix["number"], &all["matrices"][number - 1]), (&json!(number), &matrix));
    }
    let key = client.get("/v1/pronunciation-key").is(200);
    assert_eq!(key["phones"].as_array().unwrap().len(), 26);
    let zoom = json!({"phone": "u", "word": [{"text": "z", "sounds": false}, {"text": "oo", "sounds": true},
        {"text": "m", "sounds": false}]});
    assert!(key["phones"].as_array().unwrap().contains(&zoom), "{key}");
}

#[test]
fn a_generated_matrix_follows_from_its_name() {
    let server = Server::start();
    let client = server.client();
    let counts = |counts: &[(&str, u64)]| -> Value {
        counts.iter().map(|(phone, count)| json!({"phone": phone, "count": count})).collect()
    };
    let phones = counts(&[("j", 3), ("ʃ", 2), ("aʊ", 5)]);
    let request = json!({"size": 10, "phones": phones, "seed": "herring"});
    let generated = client.post("/v1/matrices", &request).is(200);
    obeys_the_law(&generated);
    assert_eq!(
        (&generated["number"], &generated["name"]),
        (&Value::Null, &json!("v1:10:j3,ʃ2,aʊ5:herring"))
    );
    assert_eq!(client.post("/v1/matrices", &request).is(200), generated);
    assert_eq!(client.get("/v1/matrices/v1:10:j3,%CA%832,a%CA%8A5:herring").is(200), generated);
    // Without a seed the matrix is different each time.
    let drawn = || client.post("/v1/matrices", &json!({"size": 10, "phones": phones})).is(200);
    let (one, two) = (drawn(), drawn());
    obeys_the_law(&one);
    assert_ne!(one["rows"], two["rows"]);

    for name in ["0", "11", "01", "x", "v1:10:j3:a", "v2:10:j5,i5:a", "-1"] {
        client.get(&format!("/v1/matrices/{name}")).problem("not_found");
    }
    for (size, phones, seed, field, says) in [
        (5, counts(&[("j", 3), ("i", 2)]), "a", "size", "6 to 26"),
        (27, counts(&[("j", 25), ("i", 2)]), "a", "size", "6 to 26"),
        (10, counts(&[("j", 10)]), "a", "phones", "2 to 10"),
        (10, counts(&[("j", 3), ("x", 7)]), "a", "phones[1].phone", "use one of"),
        (10, counts(&[("j", 3), ("j", 7)]), "a", "phones[1].phone", "twice"),
        (10, counts(&[("j", 10), ("i", 0)]), "a", "phones[1].count", "leave it out"),
        (10, counts(&[("j", 3), ("i", 6)]), "a", "phones", "add up to 9"),
        (10, counts(&[("j", u64::MAX), ("i", u64::MAX)]), "a", "phones", "add up to"),
        (10, counts(&[("j", 5), ("i", 5)]), "blue herring", "seed", "1 to 40"),
    ] {
        let request = json!({"size": size, "phones": phones, "seed": seed});
        let problem = client.post("/v1/matrices", &request).problem("against_rule");
        problem.names(field, says);
        assert_eq!(problem.rule, "V20");
    }
    client
        .post("/v1/matrices", &json!({"size": 10, "phones": "j"}))
        .problem("invalid_field")
        .names("phones", "array");
}
