//! Properties of all games of all rulesets, tested on random games. A ruleset says in its
//! implementation of [`TestedRuleset`] how its random games are played.

pub(crate) mod hidden;
pub(crate) mod shared;

use std::fmt::Debug;

use crate::common::Play;
use broadside_engine::game::{Game, Request, RulesetId};
use broadside_engine::ruleset::Ruleset;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Choice, Move, Table};
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use serde::Serialize;
use serde_json::{Value, json};

/// Ruleset with everything that the properties need to know of it.
pub(crate) trait TestedRuleset: Ruleset<Action: Debug + Serialize, Legal: Clone> {
    /// Number of cases of each property.
    const CASES: u32;
    /// Maximum number of moves after which a position is tested. Most games are then still in
    /// progress.
    const MIDDLE: usize;
    /// Maximum number of moves after which a whole log is tested. Many games are then over.
    const LATE: usize;

    /// Returns the table of a game of this ruleset.
    fn table(game: &Game) -> &Table<Self>;

    /// Returns the game of a table.
    fn game(table: Table<Self>) -> Game;

    /// Generates valid options.
    fn options() -> impl Strategy<Value = Value>;

    /// Returns a game that can be played on. Unless this is overridden, every seat has a random
    /// placement.
    fn started(byte: u8, options: &Value) -> Play {
        let mut play = seated::<Self>(byte, options);
        for seat in play.seats() {
            play.place_at_random(seat, (seat.number() == 1).then_some("ada's seed"));
        }
        play
    }

    /// Returns a random legal action that continues the game, and the seat that takes it.
    fn onward(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value);

    /// Continues the game by one move.
    fn advance(play: &mut Play, rng: &mut ChaCha8Rng) {
        let (seat, action) = Self::onward(&play.game, rng);
        play.act(seat, action);
    }

    /// Sometimes does something else between two moves, which may be refused. It may end the game.
    fn aside(_: &mut Play, _: &mut ChaCha8Rng) {}

    /// Plays at most the given number of moves, with other actions and draw offers in between.
    fn play_on(play: &mut Play, moves: usize, rng: &mut ChaCha8Rng) {
        for _ in 0..moves {
            if play.game.outcome().is_some() {
                return;
            }
            if rng.random_bool(0.05) {
                let seat = *play.seats().choose(rng).unwrap();
                let kind = *["offer_draw", "decline_draw"].choose(rng).unwrap();
                let _ = play.ask(&Request::Act { seat, actions: &[json!({"type": kind})] });
            }
            Self::aside(play, rng);
            if play.game.outcome().is_none() {
                Self::advance(play, rng);
            }
        }
    }

    /// Ends the game before its normal end.
    fn cut_short(play: &mut Play, rng: &mut ChaCha8Rng) {
        while play.game.outcome().is_none() {
            if rng.random_bool(0.5) {
                let seat = *play.seats().choose(rng).unwrap();
                // Who has resigned before cannot do so again.
                let _ = play.ask(&Request::Act { seat, actions: &[json!({"type": "resign"})] });
            } else {
                play.must(&Request::TimeOut(Seats::ALL));
            }
        }
    }

    /// Returns actions just inside and just outside the legal ones.
    fn near(play: &Play, rng: &mut ChaCha8Rng) -> Vec<Self::Action>;

    /// Returns the maximum number of moves of a game.
    fn most_moves(options: &Value) -> usize;

    /// Asserts what else is true at the end of every game.
    fn check_end(_: &Play) {}

    /// Returns what a viewer may know besides what the game itself shows, as text.
    fn also_known(_: &Game, _: Viewer) -> Vec<String> {
        Vec::new()
    }

    /// Returns a game in progress, with whose view of seat 1 the notation is tested.
    fn example() -> Play;

    /// Parses a placement in a file of the corpora.
    fn placement(text: &str) -> Value;

    /// Parses an action in a file of the corpora.
    fn action(text: &str) -> Value;

    /// Describes an event of a type; `None` if it is described by its fields. Different events have
    /// different descriptions.
    fn words(_kind: &str, _event: &Value) -> Option<String> {
        None
    }

    /// Returns the difference between two games. It may change the options.
    fn difference(byte: u8, options: &mut Value, rng: &mut ChaCha8Rng) -> Difference;

    /// Returns a random action for two games that differ in hidden information, chosen in the first
    /// game.
    fn common(game: &Game, rng: &mut ChaCha8Rng) -> (Seat, Value) {
        Self::onward(game, rng)
    }

    /// Returns the actions that the seat with other secrets takes in the second game before each
    /// move. Nobody else notices them.
    fn in_secret(_: &Play, _: Seat, _: &mut ChaCha8Rng) -> Vec<Value> {
        Vec::new()
    }

    /// Returns an action that the seat takes in the second game and then replaces with the action
    /// that it takes in the first game.
    fn replaced(_: &Play, _: Seat, _: &mut ChaCha8Rng) -> Option<Value> {
        None
    }

    /// Returns true if this action of two games that differ in hidden information counts as
    /// compared.
    fn counts(_: Seat, _: &Value) -> bool {
        true
    }
}

/// Difference between two games that only one seat knows, with the extent of their comparison.
pub(crate) struct Difference {
    /// Seat whose secrets differ.
    pub(crate) seat: Seat,
    /// Placement of this seat in each game; `None` for random placements. In the second game the
    /// seat has placed more often.
    pub(crate) placements: [Option<Value>; 2],
    /// True if this seat may be able to do something in only one of the games.
    pub(crate) limits: bool,
    /// Viewer who hears all answers. An action is compared if its answers are the same in both
    /// games.
    pub(crate) hears: Viewer,
    /// Maximum number of actions to try until the answers are the same. If it is 1, no answers may
    /// differ.
    pub(crate) tries: usize,
    /// Number of compared actions after which the test ends.
    pub(crate) enough: usize,
    /// Minimum number of compared actions. If it is 0, the answers to the first action can differ,
    /// and such a case is not counted.
    pub(crate) min: usize,
}

/// Returns a game in which all seats are taken.
fn seated<T: TestedRuleset>(byte: u8, options: &Value) -> Play {
    Play::seated(id::<T>(), byte, options)
}

pub(crate) fn id<T: TestedRuleset>() -> RulesetId {
    T::ID.parse().unwrap()
}

/// Returns the legal choices of a seat without those that all games share.
pub(crate) fn own<T: TestedRuleset>(game: &Game, seat: Seat) -> Vec<T::Legal> {
    let own = |choice: &Choice<T::Legal>| match choice {
        Choice::Own(own) => Some(own.clone()),
        Choice::Shared(_) => None,
    };
    T::table(game).legal(seat).choices().iter().filter_map(own).collect()
}

/// Returns a seat that is to move.
pub(crate) fn mover(game: &Game, rng: &mut ChaCha8Rng) -> Seat {
    let seats: Vec<_> = game.to_move().iter().collect();
    *seats.choose(rng).expect("somebody is to move")
}

/// Parses an action of the ruleset.
pub(crate) fn read<T: TestedRuleset>(action: &Value) -> T::Action {
    match Table::<T>::read_move(action) {
        Ok(Move::Own(own)) => own,
        Ok(_) => panic!("{action} is a move that all games share"),
        Err(error) => panic!("{action}: {error}"),
    }
}

/// Generates a test of each property for each ruleset.
macro_rules! test_properties {
    ($($module:ident: $ruleset:ident,)*) => {
        $(mod $module {
            use crate::notation_properties;
            use crate::properties::{TestedRuleset, hidden, shared};
            use broadside_engine::$module::$ruleset;
            use proptest::prelude::*;

            proptest! {
                #![proptest_config(crate::common::cases($ruleset::CASES))]

                #[test]
                fn random_play_ends(options in $ruleset::options(), byte: u8, seed: u64) {
                    shared::random_play_ends::<$ruleset>(&options, byte, seed)?;
                }

                #[test]
                fn the_stored_log_is_the_game(
                    options in $ruleset::options(), byte: u8, seed: u64, moves in 0..=$ruleset::LATE, half in 0.0..1.0_f64
                ) {
                    shared::the_stored_log_is_the_game::<$ruleset>(&options, byte, seed, moves, half)?;
                }

                #[test]
                fn refused_actions_change_nothing(
                    options in $ruleset::options(), byte: u8, seed: u64, moves in 0..=$ruleset::MIDDLE
                ) {
                    shared::refused_actions_change_nothing::<$ruleset>(&options, byte, seed, moves)?;
                }

                #[test]
                fn legal_and_check_agree(
                    options in $ruleset::options(), byte: u8, seed: u64, moves in 0..=$ruleset::MIDDLE
                ) {
                    shared::legal_and_check_agree::<$ruleset>(&options, byte, seed, moves)?;
                }

                #[test]
                fn hidden_state_does_not_interfere(options in $ruleset::options(), byte: u8, seed: u64) {
                    hidden::hidden_state_does_not_interfere::<$ruleset>(options, byte, seed)?;
                }

                #[test]
                fn the_record_of_a_finished_game_holds(
                    options in $ruleset::options(), byte: u8, seed: u64, moves in 0..=$ruleset::LATE
                ) {
                    shared::the_record_of_a_finished_game_holds::<$ruleset>(&options, byte, seed, moves)?;
                }

                #[test]
                fn the_notation_reads_what_it_writes(
                    options in $ruleset::options(), byte: u8, seed: u64, moves in 0..=$ruleset::MIDDLE
                ) {
                    notation_properties::reads_what_it_writes::<$ruleset>(&options, byte, seed, moves);
                }
            }
        })*

        #[test]
        fn every_ruleset_is_tested() {
            let tested = [$(crate::properties::id::<broadside_engine::$module::$ruleset>()),*];
            assert_eq!(tested, broadside_engine::game::RulesetId::ALL);
        }
    };
}

pub(crate) use test_properties;
