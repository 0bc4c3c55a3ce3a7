"""Differences between the rulesets: the request for a game, and the choice of an action."""

import random
from typing import Any

import broadside_api as m


def game(ruleset: m.RulesetId) -> m.GameRequest:
    return m.GameRequest(getattr(m, f"{ruleset.title()}GameRequest")(ruleset=ruleset.value))


def placement(ruleset: m.RulesetId) -> m.PlacementRequest:
    return m.PlacementRequest(getattr(m, f"{ruleset.title()}PlacementRequest")(ruleset=ruleset.value, random=True))


def choose(legal: m.LegalActions) -> m.ActionsRequest:
    """Returns one of the actions that the game waits for, but never one that gives up."""
    variant: Any = legal.actual_instance
    actions = [action for choice in variant.actions if (action := take_up(choice.actual_instance)) is not None]
    name = variant.ruleset.title()
    action = getattr(m, f"{name}Action")(random.choice(actions))
    return m.ActionsRequest(getattr(m, f"{name}ActionsRequest")(actions=[action], ruleset=variant.ruleset))


def take_up(choice: Any) -> Any:
    match choice:
        case m.ClassicChoiceFire(cells=cells):
            return m.ClassicActionFire(type="fire", cells=random.sample(list(cells.var_from), cells.count))
        case m.VoicesChoiceRollAll():
            return m.VoicesActionRollAll(type="roll_all")
        case m.VoicesChoiceFire(cells=cells):
            return m.VoicesActionFire(type="fire", cell=random.choice(list(cells.var_from)))
        case m.VoicesChoiceChooseAxes(first_die=dice):
            return m.VoicesActionChooseAxes(type="choose_axes", first_die=random.choice(dice))
        case m.SoloChoicePredict(suits=suits):
            return m.SoloActionPredict(type="predict", suit=random.choice(suits))
        case m.SoloChoiceVolley():
            return m.SoloActionVolley(type="volley")
        case m.SatelliteChoiceRoll():
            return m.SatelliteActionRoll(type="roll")
        case m.SatelliteChoiceFire(cartridges=cartridges, var_from=sectors):
            loaded = random.choice(cartridges)
            fire = m.SatelliteActionFire(type="fire", cartridge=loaded.cartridge, targets=random.sample(list(sectors), 1))
            if loaded.beam:
                fire.beam = random.choice(loaded.beam)
            return fire
        case m.SatelliteChoiceGiveUp(cartridges=cartridges, var_from=sectors):
            target = random.choice(list(sectors))
            return m.SatelliteActionGiveUp(type="give_up", cartridge=random.choice(cartridges), target=target)
        case m.SatelliteChoiceShoot(var_from=sectors):
            return m.SatelliteActionShoot(type="shoot", target=random.choice(list(sectors)))
        case m.AdvancedChoiceSalvo(cells=cells):
            return m.AdvancedActionSalvo(type="salvo", cells=random.sample(list(cells.var_from), cells.count))
        case m.AdvancedChoiceSend(planes=planes, to=squares):
            plane = random.choice(planes)
            return m.AdvancedActionSend(type="send", var_from=plane.var_from, to=random.choice(list(squares)))
        case m.AdvancedChoiceBuy(weapons=weapons):
            bought = random.choice(weapons)
            return m.AdvancedActionBuy(type="buy", weapon=bought.weapon, at=random.choice(list(bought.at)))
        case m.AdvancedChoicePass():
            return m.AdvancedActionPass(type="pass")
    return None
