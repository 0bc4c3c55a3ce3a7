//! Differences between the rulesets: in the generated code, the variants of a union have no common
//! type.

use broadside_client::models::*;
use rand::seq::{IndexedRandom, SliceRandom};

pub fn game(ruleset: RulesetId) -> GameRequest {
    match ruleset {
        RulesetId::Classic => GameRequest::Classic(Default::default()),
        RulesetId::Voices => GameRequest::Voices(Default::default()),
        RulesetId::Solo => GameRequest::Solo(Default::default()),
        RulesetId::Satellite => GameRequest::Satellite(Default::default()),
        RulesetId::Advanced => GameRequest::Advanced(Default::default()),
    }
}

pub fn placement(ruleset: RulesetId) -> PlacementRequest {
    let random = Some(true);
    match ruleset {
        RulesetId::Classic => PlacementRequest::Classic(Box::new(ClassicPlacementRequest { random, ..Default::default() })),
        RulesetId::Voices => PlacementRequest::Voices(Box::new(VoicesPlacementRequest { random, ..Default::default() })),
        RulesetId::Solo => PlacementRequest::Solo(Box::new(SoloPlacementRequest { random, ..Default::default() })),
        RulesetId::Satellite => PlacementRequest::Satellite(Box::new(SatellitePlacementRequest { random, ..Default::default() })),
        RulesetId::Advanced => PlacementRequest::Advanced(Box::new(AdvancedPlacementRequest { random, ..Default::default() })),
    }
}

pub fn id(any: &Game) -> String {
    match any {
        Game::Classic(game) => game.id,
        Game::Voices(game) => game.id,
        Game::Solo(game) => game.id,
        Game::Satellite(game) => game.id,
        Game::Advanced(game) => game.id,
    }
    .to_string()
}

pub fn events(any: &Step) -> usize {
    match any {
        Step::Classic(step) => step.events.len(),
        Step::Voices(step) => step.events.len(),
        Step::Solo(step) => step.events.len(),
        Step::Satellite(step) => step.events.len(),
        Step::Advanced(step) => step.events.len(),
    }
}

/// Returns one of the actions that the game waits for, but never one that gives up.
pub fn choose(legal: LegalActions) -> ActionsRequest {
    match legal {
        LegalActions::Classic(it) => {
            let actions: Vec<_> = it.actions.into_iter().filter_map(classic).collect();
            let actions = some(&actions, 1);
            ActionsRequest::Classic(Box::new(ClassicActionsRequest { actions, ..Default::default() }))
        }
        LegalActions::Voices(it) => {
            let actions: Vec<_> = it.actions.into_iter().filter_map(voices).collect();
            let actions = some(&actions, 1);
            ActionsRequest::Voices(Box::new(VoicesActionsRequest { actions, ..Default::default() }))
        }
        LegalActions::Solo(it) => {
            let actions: Vec<_> = it.actions.into_iter().filter_map(solo).collect();
            let actions = some(&actions, 1);
            ActionsRequest::Solo(Box::new(SoloActionsRequest { actions, ..Default::default() }))
        }
        LegalActions::Satellite(it) => {
            let actions: Vec<_> = it.actions.into_iter().filter_map(satellite).collect();
            let actions = some(&actions, 1);
            ActionsRequest::Satellite(Box::new(SatelliteActionsRequest { actions, ..Default::default() }))
        }
        LegalActions::Advanced(it) => {
            let actions: Vec<_> = it.actions.into_iter().filter_map(advanced).collect();
            let actions = some(&actions, 1);
            ActionsRequest::Advanced(Box::new(AdvancedActionsRequest { actions, ..Default::default() }))
        }
    }
}

fn classic(choice: ClassicChoice) -> Option<ClassicAction> {
    match choice {
        ClassicChoice::Fire(fire) => {
            let cells = some(&fire.cells.from, fire.cells.count);
            Some(ClassicAction::Fire(Box::new(ClassicActionFire { cells, ..Default::default() })))
        }
        _ => None,
    }
}

fn voices(choice: VoicesChoice) -> Option<VoicesAction> {
    match choice {
        VoicesChoice::RollAll(_) => Some(VoicesAction::RollAll(Default::default())),
        VoicesChoice::Fire(fire) => {
            let cell = pick(&fire.cells.from);
            Some(VoicesAction::Fire(Box::new(VoicesActionFire { cell, ..Default::default() })))
        }
        VoicesChoice::ChooseAxes(axes) => {
            let first_die = pick(&axes.first_die);
            Some(VoicesAction::ChooseAxes(Box::new(VoicesActionChooseAxes { first_die, ..Default::default() })))
        }
        _ => None,
    }
}

fn solo(choice: SoloChoice) -> Option<SoloAction> {
    match choice {
        SoloChoice::Predict(predict) => {
            let suit = pick(&predict.suits);
            Some(SoloAction::Predict(Box::new(SoloActionPredict { suit, ..Default::default() })))
        }
        SoloChoice::Volley(_) => Some(SoloAction::Volley(Default::default())),
        _ => None,
    }
}

fn satellite(choice: SatelliteChoice) -> Option<SatelliteAction> {
    match choice {
        SatelliteChoice::Roll(_) => Some(SatelliteAction::Roll(Default::default())),
        SatelliteChoice::Fire(fire) => {
            let SatelliteLoaded { cartridge, beam, .. } = pick(&fire.cartridges);
            let (beam, targets) = (beam.map(|beam| Some(pick(&beam))), some(&fire.from, 1));
            let action = SatelliteActionFire { beam, cartridge, targets, ..Default::default() };
            Some(SatelliteAction::Fire(Box::new(action)))
        }
        SatelliteChoice::GiveUp(up) => {
            let (cartridge, target) = (pick(&up.cartridges), pick(&up.from));
            let action = SatelliteActionGiveUp { cartridge, target, ..Default::default() };
            Some(SatelliteAction::GiveUp(Box::new(action)))
        }
        SatelliteChoice::Shoot(shoot) => {
            let action = SatelliteActionShoot { target: pick(&shoot.from), ..Default::default() };
            Some(SatelliteAction::Shoot(Box::new(action)))
        }
        _ => None,
    }
}

fn advanced(choice: AdvancedChoice) -> Option<AdvancedAction> {
    match choice {
        AdvancedChoice::Salvo(salvo) => {
            let cells = some(&salvo.cells.from, salvo.cells.count);
            Some(AdvancedAction::Salvo(Box::new(AdvancedActionSalvo { cells, ..Default::default() })))
        }
        AdvancedChoice::Send(send) => {
            let (from, to) = (pick(&send.planes).from, pick(&send.to));
            Some(AdvancedAction::Send(Box::new(AdvancedActionSend { from, to, ..Default::default() })))
        }
        AdvancedChoice::Buy(buy) => {
            let AdvancedPurchase { at, weapon, .. } = pick(&buy.weapons);
            let action = AdvancedActionBuy { at: pick(&at), weapon, ..Default::default() };
            Some(AdvancedAction::Buy(Box::new(action)))
        }
        AdvancedChoice::Pass(_) => Some(AdvancedAction::Pass(Default::default())),
        _ => None,
    }
}

fn some<T: Clone>(from: &[T], count: i32) -> Vec<T> {
    let mut shuffled = from.to_vec();
    shuffled.shuffle(&mut rand::rng());
    shuffled.truncate(usize::try_from(count).expect("no count is negative"));
    shuffled
}

fn pick<T: Clone>(from: &[T]) -> T {
    from.choose(&mut rand::rng()).expect("there is something to choose from").clone()
}
