//! Property of two games that differ in hidden information: nobody else notices the difference.

use super::shared::tried;
use super::{Difference, TestedRuleset, seated};
use crate::common::{Play, ben};
use broadside_engine::game::{Entry, Request};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::{OwnSeed, Table};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use serde::Serialize;
use serde_json::{Value, json};

/// Number of actions that are tried after each move, to compare their refusals.
const TRIED: usize = 12;

/// Writes a value as it is sent, without the commitments: only they may depend on hidden
/// information.
fn masked(value: impl Serialize) -> String {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.iter_mut().for_each(|(name, value)| match name.as_str() {
                    "placement_commitments" => *value = json!("masked"),
                    _ => mask(value),
                })
            }
            Value::Array(items) => items.iter_mut().for_each(mask),
            _ => {}
        }
    }
    // Parse only text that must be masked, so that otherwise the bytes compared are those that are
    // sent.
    let text = serde_json::to_string(&value).unwrap();
    if !text.contains("placement_commitments") {
        return text;
    }
    let mut value = serde_json::from_str(&text).unwrap();
    mask(&mut value);
    value.to_string()
}

/// Returns entries of a log as a viewer may know them.
fn glimpses(entries: &[Entry], viewer: Viewer) -> Vec<String> {
    entries.iter().filter_map(|entry| entry.glimpse(viewer)).map(masked).collect()
}

/// Returns everything a viewer may know, byte for byte, except for the commitments.
fn knowledge<T: TestedRuleset>(play: &Play, viewer: Viewer) -> Vec<String> {
    let game = &play.game;
    let mut all = vec![
        masked(game.view(viewer)),
        masked(viewer.seat().map(|seat| game.legal(seat))),
        masked(game.fairness()),
        format!("{} {} {:?}", game.visible(viewer), game.turn(), game.to_move()),
        format!("{:?} {:?} {:?}", game.status(), game.draw_offer(), game.seats()),
    ];
    all.extend(T::also_known(game, viewer));
    all.extend(glimpses(&play.log, viewer));
    all
}

/// Asserts that these viewers see no difference between two games.
fn same<T: TestedRuleset>(games: &[Play; 2], viewers: &[Viewer]) -> Result<(), TestCaseError> {
    for &viewer in viewers {
        let [one, two] = games.each_ref().map(|play| knowledge::<T>(play, viewer));
        prop_assert_eq!(one, two);
    }
    Ok(())
}

/// Returns two games in which all seats have placed.
fn two_games<T: TestedRuleset>(
    options: &Value,
    byte: u8,
    difference: &Difference,
    viewers: &[Viewer],
) -> Result<[Play; 2], TestCaseError> {
    let mut games = [(); 2].map(|()| seated::<T>(byte, options));
    let [first, second] = difference.placements.each_ref().map(Option::as_ref);
    let placements = [vec![first], vec![None, first, None, second]];
    for (play, placements) in games.iter_mut().zip(placements) {
        for placement in placements {
            play.must(&Request::Place {
                seat: difference.seat,
                placement,
                seed: OwnSeed::new("a secret seed"),
            });
        }
    }
    same::<T>(&games, viewers)?;
    for play in &mut games {
        for seat in play.seats().into_iter().filter(|&seat| seat != difference.seat) {
            play.place_at_random(seat, None);
        }
    }
    same::<T>(&games, viewers)?;
    Ok(games)
}

/// Carries out an action in both games. Returns the games after it if the answers are the same and
/// end neither game.
fn answered_alike<T: TestedRuleset>(
    games: &[Play; 2],
    difference: &Difference,
    viewers: &[Viewer],
    (seat, action): (Seat, &Value),
    rng: &mut ChaCha8Rng,
) -> Result<Option<[Play; 2]>, TestCaseError> {
    let mut next = games.clone();
    if let Some(other) = T::replaced(&next[1], seat, rng) {
        next[1].act(seat, other);
        let mut halfway = next.clone();
        halfway[0].act(seat, action.clone());
        same::<T>(&halfway, viewers)?;
    }
    let request = Request::Act { seat, actions: std::slice::from_ref(action) };
    let answers = next.each_mut().map(|play| play.ask(&request));
    // The secrets of a seat may limit what it can do itself, but not what others can do.
    let limited = difference.limits && seat == difference.seat;
    prop_assert!(limited || answers.iter().all(Result::is_ok), "{:?}", answers);
    let [Ok(one), Ok(two)] =
        answers.map(|answer| answer.map(|entries| glimpses(&entries, difference.hears)))
    else {
        return Ok(None);
    };
    let ended = next.each_ref().map(|play| play.game.outcome().is_some());
    if difference.tries == 1 {
        prop_assert_eq!(ended[0], ended[1]);
        // The end reveals everything.
        prop_assert!(one == two || ended[0]);
    }
    Ok((one == two && ended == [false; 2]).then_some(next))
}

pub(crate) fn hidden_state_does_not_interfere<T: TestedRuleset>(
    mut options: Value,
    byte: u8,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let difference = T::difference(byte, &mut options, &mut rng);
    let mut viewers = seated::<T>(byte, &options).viewers();
    viewers.retain(|viewer| !viewer.is(difference.seat));
    if Table::<T>::ALONE {
        viewers.push(Viewer::Seat(ben()));
    }
    let others: Vec<_> = viewers.iter().filter_map(|viewer| viewer.seat()).collect();

    let mut games = two_games::<T>(&options, byte, &difference, &viewers)?;
    let mut compared = 0;
    'play: while compared < difference.enough {
        for action in T::in_secret(&games[1], difference.seat, &mut rng) {
            games[1].act(difference.seat, action);
            same::<T>(&games, &viewers)?;
        }
        for _ in 0..difference.tries {
            let (seat, action) = T::common(&games[0].game, &mut rng);
            let next =
                answered_alike::<T>(&games, &difference, &viewers, (seat, &action), &mut rng)?;
            let Some(next) = next else { continue };
            same::<T>(&next, &viewers)?;
            // A refusal must not differ either.
            for tried in tried::<T>(&next[0], &mut rng).sample(&mut rng, TRIED) {
                let tried = [json!(tried)];
                let seat = *others.choose(&mut rng).unwrap();
                let [one, two] = next.each_ref().map(|play| play.game.preview(seat, &tried));
                prop_assert_eq!(one, two);
            }
            compared += usize::from(T::counts(seat, &action));
            games = next;
            continue 'play;
        }
        break;
    }
    if difference.min == 0 {
        prop_assume!(compared > 0);
    }
    prop_assert!(compared >= difference.min, "only {} actions were compared", compared);
    Ok(())
}
