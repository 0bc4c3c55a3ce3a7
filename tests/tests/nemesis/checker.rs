//! The history checker: finds all violations in a history. It is pure.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use crate::history::{Event, History, Kind, Op, Outcome, View};

/// Lifetime of a stream ticket in milliseconds.
const TICKET: u64 = 60_000;
/// Clock difference, in seconds, up to which a ticket must be accepted: five minutes, minus the
/// lifetime of the ticket.
const APART: i64 = 240;
/// Time in milliseconds that a node may take to notice a change of its clock, which it checks every
/// second.
const NOTICED: u64 = 5_000;

/// A violation of a guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The broken rule.
    pub(crate) rule: &'static str,
    /// A description.
    pub(crate) said: String,
    /// Indexes of the operations involved.
    pub(crate) ops: Vec<usize>,
}

/// Finds all violations.
pub(crate) fn check(history: &History) -> Vec<Violation> {
    let mut found = Found { history, violations: Vec::new() };
    found.one_log_for_all();
    found.events_stay();
    found.acts_once();
    found.turns_alternate();
    found.nobody_times_out();
    found.reads_go_forward();
    found.keys_repeat_answers();
    found.messages_once();
    found.games_once();
    found.seats_once();
    found.players_once();
    found.notes_are_the_last();
    found.nothing_is_denied();
    found.streams_once();
    found.violations
}

/// Lists streams that have not delivered everything yet, with the missing items.
pub(crate) fn behind(history: &History) -> Vec<String> {
    let mut found = Found { history, violations: Vec::new() };
    found.streams_are_complete();
    found.violations.into_iter().map(|violation| violation.said).collect()
}

struct Found<'a> {
    history: &'a History,
    violations: Vec<Violation>,
}

/// Attempts of one operation: those with the same key, or a single one without a key.
struct Group<'a> {
    ops: Vec<(usize, &'a Op)>,
}

impl Group<'_> {
    fn is_ok(&self) -> bool {
        self.ops.iter().any(|(_, op)| op.outcome == Outcome::Ok)
    }

    /// Returns `true` if the operation may have been done without an acknowledgement.
    fn is_open(&self) -> bool {
        !self.is_ok() && self.ops.iter().any(|(_, op)| matches!(op.outcome, Outcome::Unknown(_)))
    }

    fn first(&self) -> &Op {
        self.ops[0].1
    }

    fn places(&self) -> Vec<usize> {
        self.ops.iter().map(|(at, _)| *at).collect()
    }

    /// Returns `true` if the operation may have been done this many times.
    fn allows(&self, count: usize) -> bool {
        match count {
            0 => !self.is_ok(),
            1 => self.is_ok() || self.is_open(),
            _ => false,
        }
    }

    fn said(&self) -> &'static str {
        match (self.is_ok(), self.is_open()) {
            (true, _) => "acknowledged",
            (_, true) => "in doubt",
            _ => "refused",
        }
    }
}

/// The content of an event, with its time.
pub(crate) fn inner(event: &Event) -> Value {
    let mut content: Value = serde_json::from_str(&event.content).unwrap_or_default();
    content["event"].take()
}

/// The seat and the cell if the event is a shot.
fn shot(event: &Value) -> Option<(u64, String)> {
    Some((event["seat"].as_u64()?, event["cell"].as_str()?.to_owned()))
}

impl<'a> Found<'a> {
    fn add(&mut self, rule: &'static str, said: String, ops: Vec<usize>) {
        self.violations.push(Violation { rule, said, ops });
    }

    fn groups(&self, kind: Kind) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        let mut keyed: HashMap<(usize, &str), usize> = HashMap::new();
        for (at, op) in self.history.ops.iter().enumerate().filter(|(_, op)| op.kind == kind) {
            match op.key.as_deref().and_then(|key| keyed.get(&(op.process, key))) {
                Some(group) => groups[*group].ops.push((at, op)),
                None => {
                    if let Some(key) = &op.key {
                        keyed.insert((op.process, key), groups.len());
                    }
                    groups.push(Group { ops: vec![(at, op)] });
                }
            }
        }
        groups
    }

    /// The final views, by game and client.
    fn views(&self) -> BTreeMap<(&'a str, usize), Vec<&'a View>> {
        let mut views: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for view in &self.history.end.views {
            views.entry((&*view.game, view.process)).or_default().push(view);
        }
        views
    }

    /// Checks that the events of a game are one sequence without gaps, the same for all players on
    /// all nodes, and that their times do not decrease.
    fn one_log_for_all(&mut self) {
        const RULE: &str = "one log for all";
        let mut first: BTreeMap<&str, &View> = BTreeMap::new();
        for view in &self.history.end.views {
            let View { game, process, node, events, .. } = view;
            let whose = format!("game {game}, client {process}, node {node}");
            if let Some((n, event)) =
                events.iter().enumerate().find(|(n, event)| event.seq != *n as u64 + 1)
            {
                self.add(
                    RULE,
                    format!("{whose}: event {} stands in place {}", event.seq, n + 1),
                    vec![],
                );
            }
            let mut before = String::new();
            for event in events {
                let at = inner(event)["occurred_at"].as_str().unwrap_or_default().to_owned();
                if at < before {
                    self.add(
                        RULE,
                        format!("{whose}: event {} is of {at}, after {before}", event.seq),
                        vec![],
                    );
                }
                before = at;
            }
            let other = *first.entry(game).or_insert(view);
            if other.events != *events {
                let differ = other.events.iter().zip(events).position(|(one, other)| one != other);
                let at = differ.unwrap_or(other.events.len().min(events.len()));
                let violation = format!(
                    "{whose}: from event {} on the log is another than client {} has on node {}: {:?} and {:?}",
                    at + 1,
                    other.process,
                    other.node,
                    events.get(at),
                    other.events.get(at),
                );
                self.add(RULE, violation, vec![]);
            }
        }
    }

    /// Checks that events never disappear after an answer, a read or a stream has shown them.
    fn events_stay(&mut self) {
        const RULE: &str = "nothing acknowledged is lost or changed";
        let views = self.views();
        let is_kept = |game: &str, process: usize, event: &Event| {
            let Some(views) = views.get(&(game, process)) else { return Err("nothing") };
            let at = (event.seq as usize).checked_sub(1).ok_or("no event 0")?;
            if views.iter().all(|view| view.events.get(at) == Some(event)) {
                Ok(())
            } else {
                Err("something else")
            }
        };
        let mut lost = Vec::new();
        for (at, op) in self.history.ops.iter().enumerate() {
            for event in &op.seen.events {
                if let Err(instead) = is_kept(&op.game, op.process, event) {
                    let violation = format!(
                        "game {}: client {} was told event {} ({}), and in the end there is {instead}",
                        op.game, op.process, event.seq, event.content
                    );
                    lost.push((violation, vec![at]));
                }
            }
        }
        for heard in self.history.heard.iter().filter(|heard| heard.event == "step") {
            let event = Event { seq: heard.seq, content: heard.content.clone() };
            if let Err(instead) = is_kept(&heard.game, heard.process, &event) {
                lost.push((
                    format!("{heard}: {}, and in the end there is {instead}", heard.content),
                    vec![],
                ));
            }
        }
        for (said, ops) in lost {
            self.add(RULE, said, ops);
        }
    }

    /// Checks that every shot in a log belongs to one action: to an acknowledged one whose answer
    /// contained it, or to one in doubt. Checks that no other action was done.
    fn acts_once(&mut self) {
        const RULE: &str = "acts happen once";
        let groups = self.groups(Kind::Act);
        let mut by_player: BTreeMap<(&str, usize), Vec<&Group<'_>>> = BTreeMap::new();
        for group in &groups {
            let op = group.first();
            by_player.entry((&op.game, op.process)).or_default().push(group);
        }
        for ((game, process), views) in self.views() {
            let Some(view) = views.first() else { continue };
            let own = by_player.get(&(game, process)).map(Vec::as_slice).unwrap_or_default();
            let told_events: BTreeSet<u64> = own
                .iter()
                .filter(|group| group.is_ok())
                .flat_map(|group| {
                    group.ops.iter().flat_map(|(_, op)| &op.seen.events).map(|event| event.seq)
                })
                .collect();
            let mut open: Vec<&&Group<'_>> = own.iter().filter(|group| group.is_open()).collect();
            let mut fired = BTreeSet::new();
            // Time of the shots of an action in doubt with several shots, which all have the same
            // time.
            let mut rolled_at = None;
            for event in &view.events {
                let inside = inner(event);
                let Some((seat, cell)) = shot(&inside).filter(|(seat, _)| *seat == view.seat)
                else {
                    continue;
                };
                let is_new = fired.insert(cell.clone());
                let single = event.content.contains("\"ruleset\":\"classic\"");
                let same: Vec<usize> = own
                    .iter()
                    .filter(|group| group.first().value == cell)
                    .flat_map(|group| group.places())
                    .collect();
                if single && !is_new {
                    self.add(
                        RULE,
                        format!("game {game}: seat {seat} fires at {cell} twice"),
                        same.clone(),
                    );
                }
                let at = inside["occurred_at"].as_str().map(str::to_owned);
                if told_events.contains(&event.seq) || (at.is_some() && at == rolled_at) {
                    continue;
                }
                let explains = |group: &&&Group<'_>| {
                    group.first().value.is_empty() || group.first().value == cell
                };
                match open.iter().position(explains) {
                    Some(place) => {
                        if open.remove(place).first().value.is_empty() {
                            rolled_at = at;
                        }
                    }
                    None => {
                        let violation = format!(
                            "game {game}: nobody can have made event {} of seat {seat}, client {process}: {}",
                            event.seq, event.content
                        );
                        self.add(RULE, violation, same);
                    }
                }
            }
            // A repeated request with the same key does not count as another action.
            for group in own.iter().filter(|group| group.first().key.is_some()) {
                let cell = &group.first().value;
                let rivals = own.iter().filter(|other| other.first().value == *cell).count();
                let judged = |(_, op): &(usize, &Op)| matches!(&op.outcome, Outcome::Fail(why) if why.contains("against_rule"));
                if !cell.is_empty()
                    && rivals == 1
                    && fired.contains(cell)
                    && group.ops.iter().any(judged)
                {
                    let violation = format!(
                        "game {game}: client {process} fired at {cell}, and is refused its own key"
                    );
                    self.add("keys repeat answers", violation, group.places());
                }
            }
        }
    }

    /// Checks that shots alternate in `classic` with single shots.
    fn turns_alternate(&mut self) {
        for view in &self.history.end.views {
            let mut last = None;
            for event in
                view.events.iter().filter(|event| event.content.contains("\"ruleset\":\"classic\""))
            {
                let Some((seat, _)) = shot(&inner(event)) else { continue };
                if last.replace(seat) == Some(seat) {
                    let violation = format!(
                        "game {}: seat {seat} fires twice in a row, at event {}",
                        view.game, event.seq
                    );
                    self.add("turns alternate", violation, vec![]);
                }
            }
        }
    }

    /// Checks that no player times out: every deadline is after the end of the run.
    fn nobody_times_out(&mut self) {
        for view in &self.history.end.views {
            for event in &view.events {
                let inside = inner(event);
                if ["timed_out", "cancelled"].iter().any(|kind| inside["type"] == *kind) {
                    let violation = format!("game {}: {}", view.game, event.content);
                    self.add("nobody times out", violation, vec![]);
                }
            }
        }
    }

    /// Checks that a read shows everything that any client had seen before the read was sent, on
    /// any node.
    fn reads_go_forward(&mut self) {
        /// Time of the answer, highest number in it, and index of the operation.
        type Known = Vec<(u64, u64, Option<usize>)>;
        let mut versions: HashMap<(&str, bool), Known> = HashMap::new();
        for (at, op) in self.history.ops.iter().enumerate() {
            let Some(version) = op.seen.version else { continue };
            let is_talk = matches!(op.kind, Kind::Message | Kind::ReadMessages);
            versions.entry((&op.game, is_talk)).or_default().push((op.ended, version, Some(at)));
        }
        for heard in self.history.heard.iter().filter(|heard| heard.event != "snapshot") {
            let known = (heard.at, heard.seq, None);
            versions.entry((&heard.game, heard.event == "message")).or_default().push(known);
        }
        for known in versions.values_mut() {
            known.sort();
            let mut max = (0, None);
            for (_, version, at) in known {
                if *version > max.0 {
                    max = (*version, *at);
                }
                (*version, *at) = max;
            }
        }
        for (at, op) in self.history.ops.iter().enumerate() {
            let is_talk = op.kind == Kind::ReadMessages;
            let (Some(version), true) =
                (op.seen.version, is_talk || matches!(op.kind, Kind::ReadGame | Kind::ReadEvents))
            else {
                continue;
            };
            let known = &versions[&(&*op.game, is_talk)];
            let before = known.partition_point(|(when, ..)| *when < op.invoked);
            let Some((_, max, from)) = before.checked_sub(1).map(|last| known[last]) else {
                continue;
            };
            if version < max {
                let violation = format!(
                    "game {}: {max} was told, and client {} is shown {version}",
                    op.game, op.process
                );
                self.add("reads go forward", violation, from.into_iter().chain([at]).collect());
            }
        }
    }

    /// Checks that a repeated request with the same key gets the same answer.
    fn keys_repeat_answers(&mut self) {
        for kind in [Kind::Create, Kind::Join, Kind::Place, Kind::Act, Kind::Message] {
            for group in self.groups(kind) {
                let mut bodies = group.ops.iter().filter(|(_, op)| op.outcome == Outcome::Ok);
                let Some((_, first)) = bodies.next() else { continue };
                if bodies.any(|(_, op)| op.seen.body != first.seen.body) {
                    let violation = format!(
                        "client {}: {:?} was answered in two ways",
                        first.process, first.key
                    );
                    self.add("keys repeat answers", violation, group.places());
                }
            }
        }
    }

    /// Checks that messages are numbered without gaps, and that each acknowledged message exists
    /// once under its number.
    fn messages_once(&mut self) {
        const RULE: &str = "messages are there once";
        let groups = self.groups(Kind::Message);
        let by_text: HashMap<(&str, &str), &Group<'_>> = groups
            .iter()
            .map(|group| ((&*group.first().game, &*group.first().value), group))
            .collect();
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        for talk in &self.history.end.talks {
            let whose = format!("game {}, client {}, node {}", talk.game, talk.process, talk.node);
            shown.insert(&talk.game);
            let mut counts: HashMap<&str, usize> = HashMap::new();
            for (n, said) in talk.messages.iter().enumerate() {
                if said.number != n as u64 + 1 {
                    self.add(
                        RULE,
                        format!("{whose}: message {} stands in place {}", said.number, n + 1),
                        vec![],
                    );
                }
                *counts.entry(&said.text).or_default() += 1;
                match by_text.get(&(&*talk.game, &*said.text)) {
                    Some(group) if group.first().process == said.by => {
                        let wrong = |(_, op): &(usize, &Op)| {
                            op.outcome == Outcome::Ok && op.seen.version != Some(said.number)
                        };
                        if group.ops.iter().any(wrong) {
                            let said =
                                format!("{whose}: {:?} has number {}", said.text, said.number);
                            self.add(RULE, said, group.places());
                        }
                    }
                    _ => self.add(RULE, format!("{whose}: nobody wrote {:?}", said.text), vec![]),
                }
            }
            for group in groups.iter().filter(|group| group.first().game == talk.game) {
                let text = &*group.first().value;
                let count = counts.get(text).copied().unwrap_or_default();
                if !group.allows(count) {
                    let violation = format!(
                        "{whose}: {text:?} was {}, and is there {count} times",
                        group.said()
                    );
                    self.add(RULE, violation, group.places());
                }
            }
        }
        for group in
            groups.iter().filter(|group| group.is_ok() && !shown.contains(&*group.first().game))
        {
            self.add(
                RULE,
                format!("game {}: its messages were not read", group.first().game),
                group.places(),
            );
        }
    }

    /// Checks that each game exists once, under the id in the answer.
    fn games_once(&mut self) {
        const RULE: &str = "games are there once";
        let groups = self.groups(Kind::Create);
        for made in &self.history.end.made {
            let whose = format!("client {}, node {}", made.process, made.node);
            let own: Vec<_> =
                groups.iter().filter(|group| group.first().process == made.process).collect();
            for group in &own {
                let mark = &group.first().value;
                let ids: Vec<&str> = made
                    .games
                    .iter()
                    .filter(|(_, other)| other == mark)
                    .map(|(id, _)| &**id)
                    .collect();
                if !group.allows(ids.len()) {
                    let violation = format!(
                        "{whose}: game {mark} was {}, and is there as {ids:?}",
                        group.said()
                    );
                    self.add(RULE, violation, group.places());
                }
                let other = |(_, op): &(usize, &Op)| {
                    op.outcome == Outcome::Ok && ids.first().is_some_and(|id| *id != op.seen.text)
                };
                if group.ops.iter().any(other) {
                    self.add(
                        RULE,
                        format!("{whose}: game {mark} is another than was answered"),
                        group.places(),
                    );
                }
            }
            for (id, mark) in &made.games {
                if !own.iter().any(|group| group.first().value == *mark) {
                    self.add(RULE, format!("{whose}: nobody made game {id}, {mark}"), vec![]);
                }
            }
        }
    }

    /// Checks that an acknowledged seat is kept.
    fn seats_once(&mut self) {
        for group in self.groups(Kind::Join).iter().filter(|group| group.is_ok()) {
            let Op { game, process, .. } = group.first();
            let sits = self.history.end.joined.get(game).copied().flatten();
            if sits != Some(*process) {
                let violation =
                    format!("game {game}: client {process} took a seat, and {sits:?} sits there");
                self.add("seats are kept", violation, group.places());
            }
        }
        for (kind, event) in [(Kind::Join, "joined"), (Kind::Place, "placed")] {
            let groups = self.groups(kind);
            for view in &self.history.end.views {
                let own = groups.iter().filter(|group| {
                    group.first().game == view.game && group.first().process == view.process
                });
                let (mut done, mut asked, mut places) = (false, false, Vec::new());
                for group in own {
                    done |= group.is_ok();
                    asked |= group.is_ok() || group.is_open();
                    places.extend(group.places());
                }
                // The first seat belongs to the creator.
                let is_maker = kind == Kind::Join && view.seat == 1;
                let is_it = |inside: &Value| inside["type"] == event && inside["seat"] == view.seat;
                let count = view.events.iter().filter(|event| is_it(&inner(event))).count();
                if count > 1 || (done && count == 0) || (count == 1 && !asked && !is_maker) {
                    let violation = format!(
                        "game {}: seat {} has {count} events {event}",
                        view.game, view.seat
                    );
                    self.add("seats are kept", violation, places);
                }
            }
        }
    }

    /// Checks that each registered player exists once.
    fn players_once(&mut self) {
        for group in self.groups(Kind::Register) {
            let name = &group.first().value;
            let count = self.history.end.names.get(name).copied().unwrap_or_default();
            if !group.allows(count) {
                let violation = format!(
                    "registration of {name:?} was {}, and is there {count} times",
                    group.said()
                );
                self.add("registrations are there once", violation, group.places());
            }
        }
    }

    /// Checks that the notes of a client, which no other client writes, are those of the last
    /// acknowledged write, or of a later write in doubt. Such a write takes effect at most once, at
    /// any time.
    fn notes_are_the_last(&mut self) {
        /// The last note, writes in doubt with their indexes, and the indexes of all completed
        /// operations.
        type Register<'a> = (String, Vec<(usize, &'a str)>, Vec<usize>);
        let mut registers: HashMap<(usize, &str), Register<'_>> = HashMap::new();
        for (at, op) in self.history.ops.iter().enumerate() {
            let register = registers.entry((op.process, &op.game)).or_default();
            let (current, pending, seen) = register;
            match (op.kind, &op.outcome) {
                (Kind::Note, Outcome::Ok) => {
                    current.clone_from(&op.value);
                    seen.push(at);
                }
                (Kind::Note, Outcome::Unknown(_)) => pending.push((at, &op.value)),
                (Kind::ReadNotes, Outcome::Ok) if op.seen.text != *current => {
                    match pending.iter().position(|(_, text)| **text == op.seen.text) {
                        Some(place) => {
                            pending.remove(place);
                            current.clone_from(&op.seen.text);
                        }
                        None => {
                            let violation = format!(
                                "game {}: client {} noted {current:?}, and is shown {:?}",
                                op.game, op.process, op.seen.text
                            );
                            let places = seen.last().copied().into_iter().chain([at]).collect();
                            self.add("notes are the last", violation, places);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks that clients are refused only for allowed reasons: because of an earlier request that
    /// was in doubt, because of a rival, or because the action is not possible now. No answer may
    /// be 500.
    fn nothing_is_denied(&mut self) {
        const MAY_BE: [&str; 9] = [
            "nobody listens",
            "503",
            "429",
            "409 /problems/in_flight",
            "409 /problems/out_of_turn",
            "409 /problems/already_seated",
            "409 /problems/game_over",
            "409 /problems/not_now",
            "422 /problems/against_rule",
        ];
        for (at, op) in self.history.ops.iter().enumerate() {
            let may_be = match &op.outcome {
                Outcome::Ok => true,
                Outcome::Unknown(why) => !why.starts_with("500"),
                Outcome::Fail(why) if why == "401 for a ticket" => self.may_refuse_ticket(op),
                Outcome::Fail(why) => MAY_BE.iter().any(|may| why.starts_with(may)),
            };
            if let (Outcome::Fail(why) | Outcome::Unknown(why), false) = (&op.outcome, may_be) {
                let violation =
                    format!("client {}: {:?} was answered with {why}", op.process, op.kind);
                self.add("nothing is denied", violation, vec![at]);
            }
        }
    }

    /// Returns `true` if a node may refuse a ticket because of a wrong clock: while the clock is
    /// wrong, until the node has noticed the correction, and for the lifetime of a ticket after
    /// that.
    fn may_refuse_ticket(&self, op: &Op) -> bool {
        let wrong =
            &mut self.history.wrong_clocks.iter().filter(|wrong| wrong.seconds.abs() > APART);
        wrong.any(|wrong| {
            let is_over = |until: u64| op.invoked > until + NOTICED + TICKET;
            wrong.from <= op.ended && !wrong.until.is_some_and(is_over)
        })
    }

    /// Checks that a stream begins with a snapshot or continues where it was resumed, and delivers
    /// everything once and in order.
    fn streams_once(&mut self) {
        const RULE: &str = "streams tell everything once";
        let mut last: HashMap<usize, u64> = HashMap::new();
        let mut seen: BTreeSet<(usize, &str, &str, u64)> = BTreeSet::new();
        for heard in &self.history.heard {
            let before = last.insert(heard.stream, heard.id);
            if heard.event == "snapshot" {
                if let Some(before) = before {
                    self.add(RULE, format!("{heard}: a snapshot after id {before}"), vec![]);
                }
                continue;
            }
            // A stream of a game starts after 0.
            let before = before.or(heard.after);
            if before.is_none_or(|before| heard.id != before + 1) {
                self.add(RULE, format!("{heard}: after id {before:?}"), vec![]);
            }
            if !seen.insert((heard.stream, &heard.event, &heard.game, heard.seq)) {
                self.add(RULE, format!("{heard}: told twice"), vec![]);
            }
        }
        self.streams_are_complete();
    }

    /// Checks that a stream of all games delivers every event since its player joined, and every
    /// message by others.
    fn streams_are_complete(&mut self) {
        const RULE: &str = "streams tell everything once";
        let mut feeds: BTreeMap<usize, BTreeSet<(&str, &str, u64)>> = BTreeMap::new();
        for heard in self.history.heard.iter().filter(|heard| heard.of.is_none()) {
            feeds.entry(heard.process).or_default().insert((&heard.event, &heard.game, heard.seq));
        }
        for (process, told) in &feeds {
            for view in self.history.end.views.iter().filter(|view| view.process == *process) {
                let lacks: Vec<u64> = (2..=view.events.len() as u64)
                    .filter(|seq| !told.contains(&("step", &view.game, *seq)))
                    .collect();
                if !lacks.is_empty() {
                    let violation = format!(
                        "game {}: client {process} was not told events {lacks:?}",
                        view.game
                    );
                    self.add(RULE, violation, vec![]);
                }
            }
            for talk in self.history.end.talks.iter().filter(|talk| talk.process == *process) {
                let by_others = talk.messages.iter().filter(|said| said.by != *process);
                let lacks: Vec<u64> = by_others
                    .map(|said| said.number)
                    .filter(|number| !told.contains(&("message", &talk.game, *number)))
                    .collect();
                if !lacks.is_empty() {
                    let violation = format!(
                        "game {}: client {process} was not told messages {lacks:?}",
                        talk.game
                    );
                    self.add(RULE, violation, vec![]);
                }
            }
        }
    }
}
