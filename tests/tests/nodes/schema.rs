//! The tables: a starting node waits for another one that creates them, and both kinds of databases
//! have the same tables.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use broadside_tests::database::Database;
use broadside_tests::server::{self, Directory, Server};
use broadside_tests::wait::wait_until;

/// The lock of the migrator for a database with this name: `generate_lock_id` of sqlx-postgres,
/// with a CRC-32.
fn migrators_lock(database: &str) -> i64 {
    let shift = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    let crc = !database.bytes().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(byte), shift));
    0x3d32_ad9e * i64::from(crc)
}

#[test]
fn a_starting_node_waits_for_a_long_migration() {
    let (database, directory) = (Arc::new(Database::new_of_run()), Directory::new());
    let url = database.url();
    let name = url.rsplit('/').next().expect("it ends with the name");
    let mut other = Command::new("psql")
        .args(["-qX", &url])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("`psql` is installed");
    let mut session = other.stdin.take().expect("it has an input");
    writeln!(session, "SELECT pg_advisory_lock({});", migrators_lock(name)).expect("it reads");
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted \
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    wait_until("the lock", || database.count(&directory, held) == 1);
    // No other statement of a node may take so long.
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
        AND wait_event = 'advisory' AND now() - query_start > INTERVAL '9 seconds'";
    let mut server = Server::not_launched(Arc::clone(&database), &[]);
    std::thread::scope(|scope| {
        let starting = scope.spawn(|| server.launch());
        wait_until("a node that waits", || database.count(&directory, waits) == 1);
        assert!(!starting.is_finished());
        drop(session);
    });
    assert!(other.wait().expect("it ends").success());
    server.client().get("/readyz").is(200);
}

/// Describes the tables of a PostgreSQL database: columns with their types, nullability and
/// defaults; primary keys, unique constraints and indexes, with their columns in order and their
/// conditions.
const OF_POSTGRES: &str = "
    SELECT table_name || '.' || column_name || ' ' ||
        CASE data_type WHEN 'bigint' THEN 'integer' WHEN 'boolean' THEN 'integer' WHEN 'bytea' THEN 'blob' ELSE data_type END ||
        CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END || coalesce(' default ' || column_default, '')
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations'
    UNION ALL
    SELECT CASE WHEN i.indisprimary THEN 'primary key'
            WHEN EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid) THEN 'unique'
            WHEN i.indisunique THEN 'unique index ' || own.relname
            ELSE 'index ' || own.relname END ||
        ' on ' || of.relname || ': ' ||
        (SELECT string_agg(pg_get_indexdef(i.indexrelid, n, true) ||
                CASE i.indoption[n - 1] & 1 WHEN 1 THEN ' desc' ELSE '' END, ', ' ORDER BY n)
            FROM generate_series(1, i.indnkeyatts) n) ||
        coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '')
    FROM pg_index i JOIN pg_class own ON own.oid = i.indexrelid JOIN pg_class of ON of.oid = i.indrelid
    WHERE of.relnamespace = 'public'::regnamespace AND of.relname <> '_sqlx_migrations'";

/// Describes the tables of a SQLite database in the same form.
const OF_SQLITE: &str = "
import re, sqlite3
db = sqlite3.connect('broadside.db')
for (table,) in db.execute(\"SELECT name FROM sqlite_master WHERE type = 'table' AND name <> '_sqlx_migrations'\"):
    columns = db.execute(f'PRAGMA table_xinfo({table})').fetchall()
    for _, column, kind, not_null, default, key, _ in columns:
        default = '' if default is None else f' default {default}'
        print(f'{table}.{column} {kind.lower()}' + (' not null' if not_null or key else '') + default)
    keys = sorted((key, column) for _, column, _, _, _, key, _ in columns if key)
    print(f'primary key on {table}: ' + ', '.join(column for _, column in keys))
    for _, index, unique, origin, _ in db.execute(f'PRAGMA index_list({table})').fetchall():
        if origin == 'pk':
            continue
        of = db.execute(f'PRAGMA index_xinfo({index})').fetchall()
        of = ', '.join(str(column) + (' desc' if desc else '') for _, _, column, desc, _, key in of if key)
        (sql,) = db.execute('SELECT sql FROM sqlite_master WHERE name = ?', (index,)).fetchone()
        where = re.search('\\sWHERE\\s.*', sql or '', re.S)
        what = 'unique' if origin == 'u' else ('unique ' if unique else '') + f'index {index}'
        print(f'{what} on {table}: {of}' + (where.group() if where else ''))
";

/// Normalizes a line of a description to terms for both kinds of databases.
fn normal(line: &str) -> String {
    let line = line.to_lowercase().replace(['(', ')'], "").replace("::text", "");
    let line = line.replace(" default false", " default 0").replace(" default true", " default 1");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn schema(nodes: &Server, file: &Server) -> [Vec<String>; 2] {
    let lines = |output: Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("it is text");
        let mut lines: Vec<String> = text.lines().map(normal).collect();
        lines.sort();
        lines
    };
    let psql =
        Command::new("psql").args(["-qXAt", "-c", OF_POSTGRES, &nodes.database().url()]).output();
    let python = Command::new("python3")
        .args(["-c", OF_SQLITE])
        .current_dir(file.directory().file(""))
        .output();
    [lines(psql.expect("`psql` is installed")), lines(python.expect("`python3` is installed"))]
}

#[test]
fn the_two_kinds_of_database_have_the_same_tables() {
    let (shared, file) = (Server::start(), Server::over_a_file());
    let [postgres, sqlite] = schema(&shared, &file);
    for line in [
        "games.version integer not null",
        "games.meta_version integer not null default 0",
        "players.vacations text not null default '[]'",
        "primary key on seats: game_id, seat",
        "unique on tokens: hash",
        "unique index jobs_once on jobs: queue, dedup_id where dedup_id is not null",
        "index seats_of_player_in_progress on seats: player_id, game_id where player_id is not null and not game_over",
    ] {
        assert!(sqlite.iter().any(|found| found == line), "no `{line}` in {sqlite:#?}");
    }
    let lacks = |one: &[String], other: &[String]| -> Vec<String> {
        one.iter().filter(|line| !other.contains(line)).cloned().collect()
    };
    assert_eq!(
        lacks(&sqlite, &postgres),
        lacks(&postgres, &sqlite),
        "what SQLite alone has, and what PostgreSQL"
    );
    assert_eq!(postgres, sqlite);
    let migrations = |kind: &str| {
        let folder = server::root().join("migrations").join(kind);
        let files = std::fs::read_dir(folder).expect("there are migrations");
        let mut names: Vec<_> =
            files.map(|file| file.expect("it can be read").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(migrations("postgres"), migrations("sqlite"));
}
