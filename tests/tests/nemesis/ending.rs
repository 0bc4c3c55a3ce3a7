//! Reads the final state from every node as every client.

use std::collections::{BTreeMap, BTreeSet};

use broadside_tests::wait::try_wait_for;
use serde_json::Value;

use crate::history::{End, Made, Said, Talk, View};
use crate::http::{Ask, Http, Nodes};
use crate::load::{Account, Table, events};

/// Number of records of finished games to verify.
const RECORDS: usize = 60;
/// Number of tokens of registrations to try.
const TOKENS: usize = 200;

/// A reader that expects healthy nodes: a request without an answer is a violation.
pub(crate) struct Reader<'a> {
    http: Http<'a>,
    /// Descriptions of violations.
    pub(crate) faults: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(nodes: &'a Nodes) -> Self {
        Self { http: Http::new(nodes), faults: Vec::new() }
    }

    fn ask(&mut self, node: usize, ask: &Ask<'_>) -> Value {
        let mut report = String::new();
        let answer = try_wait_for(|| {
            let sent = self.http.send(node, ask);
            report = format!("{:?}", sent.outcome());
            sent.answer().filter(|answer| answer.status == 200).map(|answer| answer.json.clone())
        });
        answer.unwrap_or_else(|| {
            let Ask { method, path, .. } = ask;
            self.faults.push(format!("after all faults, {method} {path} on node {node}: {report}"));
            Value::Null
        })
    }

    fn get(&mut self, node: usize, account: &Account, path: &str) -> Value {
        self.ask(node, &Ask { method: "GET", path, token: &account.token, key: None, body: None })
    }

    /// Reads everything.
    pub(crate) fn end(&mut self, tables: &[Table], names: &[String]) -> End {
        let mut end = End::default();
        for name in names {
            *end.names.entry(name.clone()).or_default() += 1;
        }
        for node in 0..self.http.nodes.count() {
            for table in tables {
                self.table(node, table, &mut end);
            }
        }
        end
    }

    fn table(&mut self, node: usize, table: &Table, end: &mut End) {
        let processes: BTreeMap<&str, usize> =
            table.players.iter().map(|player| (&*player.id, player.process)).collect();
        let maker = &table.players[0];
        let mut games = Vec::new();
        let mut path = "/v1/games?which=mine&limit=50".to_owned();
        loop {
            let page = self.get(node, maker, &path);
            games.extend(page["games"].as_array().cloned().unwrap_or_default());
            match page["next"].as_str() {
                Some(cursor) => path = format!("/v1/games?which=mine&limit=50&cursor={cursor}"),
                None => break,
            }
        }
        let mut registered = Vec::new();
        for game in &games {
            let id = game["id"].as_str().unwrap_or_default().to_owned();
            let joined =
                game["seats"][1]["player"]["id"].as_str().and_then(|id| processes.get(id)).copied();
            end.joined.insert(id.clone(), joined);
            registered.push((id.clone(), game["clock"].to_string()));
            for (place, player) in table.players.iter().enumerate() {
                if player.process != maker.process && joined != Some(player.process) {
                    continue;
                }
                let events = self.events(node, player, &id);
                let seat = place as u64 + 1;
                end.views.push(View {
                    process: player.process,
                    seat,
                    node,
                    game: id.clone(),
                    events,
                });
                let messages = self.messages(node, player, &id, &processes);
                end.talks.push(Talk { process: player.process, node, game: id.clone(), messages });
            }
        }
        end.made.push(Made { process: maker.process, node, games: registered });
    }

    fn events(&mut self, node: usize, player: &Account, game: &str) -> Vec<crate::history::Event> {
        let mut all = Vec::new();
        let mut after = 0;
        loop {
            let page =
                self.get(node, player, &format!("/v1/games/{game}/events?limit=500&after={after}"));
            all.extend(events(&page));
            match page["next"].as_u64() {
                Some(next)
                    if next > after && !page["events"].as_array().is_none_or(Vec::is_empty) =>
                {
                    after = next
                }
                _ => return all,
            }
        }
    }

    fn messages(
        &mut self,
        node: usize,
        player: &Account,
        game: &str,
        processes: &BTreeMap<&str, usize>,
    ) -> Vec<Said> {
        let mut all = Vec::new();
        let mut after = 0;
        loop {
            let page = self.get(
                node,
                player,
                &format!("/v1/games/{game}/messages?limit=50&after={after}"),
            );
            let message_of = |message: &Value| Said {
                number: message["number"].as_u64().unwrap_or_default(),
                by: message["player"]["id"]
                    .as_str()
                    .and_then(|id| processes.get(id))
                    .copied()
                    .unwrap_or(usize::MAX),
                text: message["text"].as_str().unwrap_or_default().to_owned(),
            };
            all.extend(page["messages"].as_array().into_iter().flatten().map(message_of));
            match page["next"].as_u64() {
                Some(next) => after = next,
                None => return all,
            }
        }
    }

    /// Verifies the records of finished games; returns their number.
    pub(crate) fn records(&mut self, tables: &[Table], end: &End) -> usize {
        let mut finished = BTreeSet::new();
        for view in &end.views {
            // The last event reveals what was hidden.
            if view.events.iter().rev().take(3).any(|event| event.content.contains("\"finished\""))
            {
                finished.insert((view.game.clone(), view.process));
            }
        }
        let games: BTreeMap<String, usize> = finished.into_iter().collect();
        let step = games.len().div_ceil(RECORDS).max(1);
        let mut count = 0;
        for (game, process) in games.into_iter().step_by(step) {
            let players = tables.iter().flat_map(|table| &table.players);
            let player =
                players.clone().find(|player| player.process == process).expect("it plays");
            let node = count % self.http.nodes.count();
            let record = self.get(node, player, &format!("/v1/games/{game}/record"));
            let ask = Ask {
                method: "POST",
                path: "/v1/verify",
                token: "",
                key: None,
                body: Some(&record),
            };
            if self.ask(node, &ask)["valid"] != true {
                self.faults.push(format!("the record of game {game} does not hold"));
            }
            count += 1;
        }
        count
    }

    /// Tries acknowledged tokens.
    pub(crate) fn tokens(&mut self, tokens: &[String]) {
        let step = tokens.len().div_ceil(TOKENS).max(1);
        for (n, token) in tokens.iter().step_by(step).enumerate() {
            let node = n % self.http.nodes.count();
            self.ask(
                node,
                &Ask { method: "GET", path: "/v1/players/me", token, key: None, body: None },
            );
        }
    }
}
