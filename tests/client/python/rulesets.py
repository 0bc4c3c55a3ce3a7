"""Differences between the rulesets: the request for a game, and the choice of an action."""

import random
from typing import Any

from broadside_client import models as m

# Rulesets that these bots play, with the request for a game. Others are left out.
GAMES: dict[str, Any] = {
    "classic": m.ClassicGameRequest("classic"),
    "voices": m.VoicesGameRequest("voices"),
    "solo": m.SoloGameRequest("solo"),
    "satellite": m.SatelliteGameRequest("satellite"),
    "advanced": m.AdvancedGameRequest("advanced"),
}
PLACEMENTS: dict[str, Any] = {
    "classic": m.ClassicPlacementRequest("classic", random=True),
    "voices": m.VoicesPlacementRequest("voices", random=True),
    "solo": m.SoloPlacementRequest("solo", random=True),
    "satellite": m.SatellitePlacementRequest("satellite", random=True),
    "advanced": m.AdvancedPlacementRequest("advanced", random=True),
}


def choose(legal: Any) -> Any:
    """Returns one of the actions that the game waits for, but never one that gives up."""
    actions = [action for action in map(take_up, legal.actions) if action is not None]
    request: Any = {
        "classic": m.ClassicActionsRequest,
        "voices": m.VoicesActionsRequest,
        "solo": m.SoloActionsRequest,
        "satellite": m.SatelliteActionsRequest,
        "advanced": m.AdvancedActionsRequest,
    }[legal.ruleset]
    return request(actions=[random.choice(actions)], ruleset=legal.ruleset)


def take_up(choice: Any) -> Any:
    match choice:
        case m.ClassicChoiceFire(cells=cells):
            return m.ClassicActionFire(random.sample(cells.from_, cells.count), "fire")
        case m.VoicesChoiceRollAll():
            return m.VoicesActionRollAll("roll_all")
        case m.VoicesChoiceFire(cells=cells):
            return m.VoicesActionFire(random.choice(cells.from_), "fire")
        case m.VoicesChoiceChooseAxes(first_die=dice):
            return m.VoicesActionChooseAxes(random.choice(dice), "choose_axes")
        case m.SoloChoicePredict(suits=suits):
            return m.SoloActionPredict(random.choice(suits), "predict")
        case m.SoloChoiceVolley():
            return m.SoloActionVolley("volley")
        case m.SatelliteChoiceRoll():
            return m.SatelliteActionRoll("roll")
        case m.SatelliteChoiceFire(cartridges=cartridges, from_=sectors):
            loaded = random.choice(cartridges)
            beam = random.choice(loaded.beam) if loaded.beam else None
            return m.SatelliteActionFire(loaded.cartridge, random.sample(sectors, 1), "fire", beam)
        case m.SatelliteChoiceGiveUp(cartridges=cartridges, from_=sectors):
            return m.SatelliteActionGiveUp(random.choice(cartridges), random.choice(sectors), "give_up")
        case m.SatelliteChoiceShoot(from_=sectors):
            return m.SatelliteActionShoot(random.choice(sectors), "shoot")
        case m.AdvancedChoiceSalvo(cells=cells):
            return m.AdvancedActionSalvo(random.sample(cells.from_, cells.count), "salvo")
        case m.AdvancedChoiceSend(planes=planes, to=squares):
            return m.AdvancedActionSend(random.choice(planes).from_, random.choice(squares), "send")
        case m.AdvancedChoiceBuy(weapons=weapons):
            bought = random.choice(weapons)
            return m.AdvancedActionBuy(random.choice(bought.at), "buy", bought.weapon)
        case m.AdvancedChoicePass():
            return m.AdvancedActionPass("pass")
    return None
