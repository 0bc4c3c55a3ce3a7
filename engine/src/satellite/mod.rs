//! Ruleset `satellite`: Satellite Salvo, with two planets of hidden buildings and two arsenals that
//! dice unlock (T1–T13).

mod action;
mod building;
mod cartridge;
mod event;
mod legal;
mod operation;
mod options;
mod placement;
mod refusal;
mod rules;
mod sector;
mod state;
mod stored;
mod turns;
mod view;

pub use action::{Action, Destruct, Fire, GiveUp, Roll, Shoot};
pub use building::Building;
pub use cartridge::{Arsenal, Beam, Cartridge, Dice, SALVO};
pub use event::{
    ArsenalsEmpty, Destructed, Event, Fired, FirstPlayer, GaveUp, Glimpse, Report, Rolled, Shot,
    ShotResult, TwoDice,
};
pub use legal::{Legal, Loaded, Targets};
pub use operation::{Operation, OperationKind};
pub use options::{Endgame, Options};
pub use placement::{BuildingDraft, Draft, Layout};
pub use refusal::{Instead, Refusal};
pub use sector::{MAX_SIDE, MIN_SIDE, NotASector, Planet, Sector, Sectors};
pub use state::Satellite;
pub use view::{BuildingView, Phase, SideView, Turn, View};
