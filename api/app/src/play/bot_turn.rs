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
    let by = logged.first().and_then(|event| event.entry.by());
    let due = |(seat, bot): (Seat, SeatBot)| {
        let earlier =
            before.filter(|_| by != Some(seat)).and_then(|before| before.bot_dues.of(seat));
        let drawn = || {
            let delay =
                bot_in(&after.game, seat, bot)?.delay(after.game.visible(Viewer::Seat(seat)));
            Some(Time(after.last_at.0 + delay as i64))
        };
        Some((seat, earlier.or_else(drawn)?))
    };
    after.bot_dues = BotDues::new(awaited_bots(&after.game).filter_map(due));
    match after.bot_dues.first() {
        Some(_) => BotTurn::Due(after.bot_dues.clone()),
        None => BotTurn::Idle,
    }
}
