"""Two bots play every ruleset to its end: `python bot.py URL`. `broadside_client` is generated."""

import sys
from typing import Any

from broadside_client import AuthenticatedClient, Client, models
from broadside_client.api.fair_play import get_record, verify_record
from broadside_client.api.games import create_game, get_game
from broadside_client.api.play import list_legal_actions, submit_actions
from broadside_client.api.players import create_player
from broadside_client.api.seats import submit_placement, take_seat
from rulesets import GAMES, PLACEMENTS, choose
from stream import read


def granted(answer: Any) -> Any:
    """Returns the answer, or fails if it is a problem."""
    if answer is None or isinstance(answer, models.Problem):
        raise RuntimeError(answer)
    return answer


class Bot:
    def __init__(self, url: str, name: str) -> None:
        account = granted(create_player.sync(client=Client(url), body=models.PlayerRequest(name)))
        self.client = AuthenticatedClient(url, account.token, raise_on_unexpected_status=True)

    def turn(self, game: str) -> bool:
        """Makes a move if the game waits for this player; returns true if it did."""
        if granted(get_game.sync(game, client=self.client)).next_action != models.NextAction.ACT:
            return False
        actions = choose(granted(list_legal_actions.sync(game, client=self.client)))
        granted(submit_actions.sync(game, client=self.client, body=actions, prefer="return=minimal"))
        return True


def play(ruleset: str, url: str) -> None:
    ada, ben = Bot(url, "Ada"), Bot(url, "Ben")
    game = str(granted(create_game.sync(client=ada.client, body=GAMES[ruleset])).id)
    bots = [ada] if ruleset == "solo" else [ada, ben]
    for bot in bots[1:]:
        granted(take_seat.sync(game, client=bot.client, body=models.SeatRequest()))
    for bot in bots:
        granted(submit_placement.sync(game, client=bot.client, body=PLACEMENTS[ruleset]))
    turns = 0
    while moved := sum([bot.turn(game) for bot in bots]):
        turns += moved
    record = granted(get_record.sync(game, client=ada.client))
    assert granted(verify_record.sync(client=ada.client, body=record)).valid, "the record is not valid"
    events, snapshot = read(ada.client, game)
    assert snapshot.version == len(events) and snapshot.outcome == record.outcome, "the stream tells something else"
    print(f"{ruleset}: {record.outcome.kind}, {record.outcome.reason} after {turns} turns; {len(events)} events in the stream")


for ruleset in models.RulesetId:
    if ruleset.value in GAMES:
        play(ruleset.value, sys.argv[1])
    else:
        print(f"{ruleset.value} is left out")
