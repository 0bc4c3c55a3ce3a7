//! Times at which the bots of a game act.

use broadside_bots::{Bot, Key};
use broadside_domain::bot::{BotDues, BotTurn};
use broadside_domain::time::Time;
use broadside_engine::game::Game;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::SeatBot;

use super::{LiveGame, TimedEvent};

/// Returns the bot in a seat.
pub(crate) fn bot_in(game: &Game, seat: Seat, bot: SeatBot) -> Option<Bot> {
    Some(Bot::new(bot.level, Key::new(game.bot_key(seat)?)))
}

/// Returns the seats of bots that have something to do.
pub(crate) fn awaited_bots(game: &Game) -> impl Iterator<Item = (Seat, SeatBot)> {
    let bots = game.seats().into_iter().filter_map(|view| Some((view.seat, view.bot?)));
    bots.filter(|(seat, _)| game.awaits(*seat))
}

/// Draws the time at which a bot acts, counted from the last event.
fn draw_due_at(game: &LiveGame, seat: Seat, bot: SeatBot) -> Option<Time> {
    let delay = bot_in(&game.game, seat, bot)?.delay(game.game.visible(Viewer::Seat(seat)));
    Some(Time(game.last_at.0 + delay as i64))
}

/// Computes when the bots of a game act after a step, and stores it in the game.
///
/// The time of a bot is drawn when its turn begins, and after each of its own actions. It stays the
/// same when somebody else acts, so it does not depend on anything hidden.
pub(crate) fn bot_turn(
    before: Option<&LiveGame>,
    after: &mut LiveGame,
    logged: &[TimedEvent],
) -> BotTurn {
    if !after.has_bots() {
        return BotTurn::NoBot;
    }
    let actor = logged.first().and_then(|event| event.entry.by());
    let mut dues = Vec::new();
    for (seat, bot) in awaited_bots(&after.game) {
        let earlier =
            before.filter(|_| actor != Some(seat)).and_then(|game| game.bot_dues.of(seat));
        if let Some(due_at) = earlier.or_else(|| draw_due_at(after, seat, bot)) {
            dues.push((seat, due_at));
        }
    }
    after.bot_dues = BotDues::new(dues);
    match after.bot_dues.first() {
        Some(_) => BotTurn::Due(after.bot_dues.clone()),
        None => BotTurn::Idle,
    }
}
