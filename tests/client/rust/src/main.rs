//! Two bots play every ruleset to its end: `bot URL`. The crate `broadside_client` is generated.

mod rulesets;
mod stream;

use broadside_client::apis::configuration::Configuration;
use broadside_client::apis::{fair_play_api, games_api, play_api, players_api, seats_api};
use broadside_client::models::{PlayerRequest, RulesetId, SeatRequest};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

async fn register(base_path: &str, name: &str) -> Outcome<Configuration> {
    let base_path = base_path.to_owned();
    let api = Configuration { base_path, ..Configuration::default() };
    let account = players_api::create_player(&api, PlayerRequest::new(name.to_owned())).await?;
    Ok(Configuration { bearer_access_token: Some(account.token), ..api })
}

/// Makes a move if the game waits for this player; returns `true` if it did.
async fn turn(api: &Configuration, game: &str) -> Outcome<bool> {
    if players_api::get_summary(api).await?.my_turn == 0 {
        return Ok(false);
    }
    let actions = rulesets::choose(play_api::list_legal_actions(api, game).await?);
    play_api::submit_actions(api, game, actions, None, Some("return=minimal"), None, None).await?;
    Ok(true)
}

async fn play(ruleset: RulesetId, url: &str) -> Outcome<()> {
    let (ada, ben) = (register(url, "Ada").await?, register(url, "Ben").await?);
    let game = rulesets::id(&games_api::create_game(&ada, rulesets::game(ruleset), None).await?);
    let mut bots = vec![&ada];
    if ruleset != RulesetId::Solo {
        bots.push(&ben);
        seats_api::take_seat(&ben, &game, SeatRequest::new(), None).await?;
    }
    for bot in &bots {
        seats_api::submit_placement(bot, &game, rulesets::placement(ruleset), None).await?;
    }
    let (mut turns, mut before) = (0, -1);
    while turns != before {
        before = turns;
        for bot in &bots {
            turns += i32::from(turn(bot, &game).await?);
        }
    }
    let record = fair_play_api::get_record(&ada, &game).await?;
    let result = fair_play_api::verify_record(&ada, record).await?;
    assert!(result.valid, "the record is not valid: {:?}", result.faults);
    println!("{ruleset}: finished after {turns} turns; {} events in the stream", stream::read(&ada, &game).await?);
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let url = std::env::args().nth(1).ok_or("usage: bot URL")?;
    for ruleset in [RulesetId::Classic, RulesetId::Voices, RulesetId::Solo, RulesetId::Satellite, RulesetId::Advanced] {
        play(ruleset, &url).await?;
    }
    Ok(())
}
