//! The tables: a node that starts waits for another that makes them, and both kinds of database have the same.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use broadside_tests::server::{self, Server};

/// The lock that the migrator takes of a database with this name: `generate_lock_id` of sqlx-postgres, with a CRC-32.
fn migrators_lock(database: &str) -> i64 {
    let shift = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    let crc = !database.bytes().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(byte), shift));
    0x3d32_ad9e * i64::from(crc)
}

#[test]
fn a_node_that_starts_waits_for_one_that_migrates_however_long_it_takes() {
    let mut server = Server::start();
    server.stop();
    let url = server.database().url();
    let name = url.rsplit('/').next().expect("it ends with the name");
    let slow = format!("SELECT pg_advisory_lock({}), pg_sleep(7)", migrators_lock(name));
    let mut other = Command::new("psql")
        .args(["-qX", "-c", &slow, &url])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("`psql` is installed");
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted \
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    while server.database().count(server.directory(), held) == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let begun = Instant::now();
    server.launch();
    let took = begun.elapsed();
    assert!(took > Duration::from_millis(5_500), "it has started after {took:?}, before the other was done");
    assert!(other.wait().expect("it ends").success());
    server.client().get("/readyz").is(200);
}

/// What a database has: each table with its columns and each index, in words that both kinds share.
fn schema(nodes: &Server, file: &Server) -> [Vec<String>; 2] {
    let lines = |output: Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("it is text");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let of_postgres = "SELECT table_name || '.' || column_name || ' ' || \
           CASE data_type WHEN 'bigint' THEN 'integer' WHEN 'boolean' THEN 'integer' WHEN 'bytea' THEN 'blob' ELSE data_type END || \
           CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations' \
         UNION SELECT 'index ' || indexname FROM pg_indexes WHERE schemaname = 'public' \
           AND indexname NOT LIKE '%\\_pkey' AND indexname NOT LIKE '%\\_key'";
    let of_sqlite = "
import sqlite3
db = sqlite3.connect('broadside.db')
for (table,) in db.execute(\"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\\\_sqlx%' ESCAPE '\\\\'\"):
    for _, column, kind, not_null, _, key in db.execute(f'PRAGMA table_info({table})'):
        print(f'{table}.{column} {kind.lower()}' + (' not null' if not_null or key else ''))
for (index,) in db.execute(\"SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL\"):
    print(f'index {index}')
";
    let psql = Command::new("psql").args(["-qXAt", "-c", of_postgres, &nodes.database().url()]).output();
    let python =
        Command::new("python3").args(["-c", of_sqlite]).current_dir(file.directory().file("")).output();
    [lines(psql.expect("`psql` is installed")), lines(python.expect("`python3` is installed"))]
}

#[test]
fn the_two_kinds_of_database_have_the_same_tables() {
    let (shared, file) = (Server::start(), Server::over_a_file());
    let [postgres, sqlite] = schema(&shared, &file);
    assert!(sqlite.iter().any(|line| line == "games.version integer not null"), "{sqlite:?}");
    assert_eq!(postgres, sqlite);
    let migrations = |kind: &str| {
        let folder = server::root().join("migrations").join(kind);
        let files = std::fs::read_dir(folder).expect("there are migrations");
        let mut names: Vec<_> = files.map(|file| file.expect("it can be read").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(migrations("postgres"), migrations("sqlite"));
}
