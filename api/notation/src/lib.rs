//! Games in lines of text, for players who write by mail. This crate reads their commands and
//! writes examples of them.
//!
//! A line is a [`Statement`] or a part of one: an action of the game (`FIRE A5`), a part of a
//! placement (`PLACE CARRIER A1 DOWN`), a command about the account (`SET MAIL DIGEST`), or a
//! question (`STATUS`). Case, commas and extra spaces do not matter. `;` and `#` begin a comment. Empty lines are ignored, and `END` ends the
//! text. If a long line ends with free text, the line directly below may be its continuation,
//! broken off by a mail program. It is joined if it can only be a continuation; otherwise it is an
//! error. A text is accepted as a whole or not at all. Each line that is not understood gets an
//! error that names the word at fault and says what would be right. [`forms`] lists the commands,
//! and `docs/notation.md` explains them to players.
//!
//! The parser uses only the [`View`](broadside_engine::game::View) of a player, so its errors
//! cannot reveal a secret. The game decides if a command is allowed now.
//!
//! ```
//! use broadside_engine::game::{Game, Request, RulesetId};
//! use broadside_domain::command::{Command, GameCommand};
//! use broadside_notation::{self as notation, Statement};
//! use broadside_engine::{chance::Seed, seat::{Seat, Viewer}};
//!
//! let ada = Seat::new(1).unwrap();
//! let options = serde_json::json!({"mode": "salvo"});
//! let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &options)?;
//! let view = game.view(Viewer::Seat(ada));
//!
//! let text = "
//!     place Battleship A1 down   ; the long one
//!     place cruiser C1 across, submarine C3 across
//!     PLACE DESTROYER J-9 VERTICAL
//!     END
//!     Greetings from the sea!";
//! let statements = notation::read(text, Some(&view)).unwrap();
//! let [placing] = &statements[..] else { panic!("the lines of PLACE make one placement") };
//! assert_eq!(placing.statement.lines()[3], "PLACE DESTROYER J9 DOWN");
//!
//! // What is read can be asked for.
//! let Statement::Command(Command::Game(GameCommand::Place { placement, .. })) = &placing.statement
//! else { panic!("it is a placement") };
//! let game = game.apply(&Request::Join(ada))?.game;
//! game.apply(&Request::Place { seat: ada, placement: placement.as_ref(), seed: None })?;
//!
//! // What is not understood is quoted, with what would be right.
//! let errors = notation::read("FIRE A5 B77 C9\nRESING", Some(&view)).unwrap_err();
//! assert_eq!(errors[0].word(), "B77");
//! assert!(errors[1].to_string().contains("`RESING` is not a command here: was RESIGN meant?"));
//! # Ok::<(), broadside_engine::game::RequestError>(())
//! ```

mod account;
mod action;
mod advanced;
mod broken;
mod choice;
mod classic;
mod error;
mod examples;
mod expected;
mod forms;
mod grammar;
mod limits;
mod lines;
mod new;
mod piece;
mod place;
mod question;
mod queue;
mod satellite;
mod shared;
mod solo;
mod statement;
mod synonyms;
mod vacation;
mod voices;
mod words;

pub use account::{AccountCommand, Setting};
pub use choice::{GameChoice, SeveralGames, choose_game};
pub use error::{Error, Problem};
pub use examples::{Example, examples};
pub use expected::Expected;
pub use forms::{Usage, forms};
pub use limits::{LONGEST_LINE, LONGEST_TEXT, MAX_COMMANDS, MAX_ERRORS};
pub use lines::{begins_like_command, read};
pub use new::{NewGame, Opponent};
pub use question::Question;
pub use statement::{ParsedStatement, Statement, write_action};
pub use synonyms::{command_words, translate_example};
pub use vacation::{Date, VacationCommand, VacationEnd};
