"""Two bots play every ruleset to its end: `python bot.py URL`. `broadside_api` is generated."""

import sys

import broadside_api as api
from rulesets import choose, game, placement
from stream import read

URL = sys.argv[1]


class Bot:
    def __init__(self, name: str) -> None:
        anonymous = api.PlayersApi(api.ApiClient(api.Configuration(URL)))
        self.token = anonymous.create_player(api.PlayerRequest(name=name)).token
        self.client = api.ApiClient(api.Configuration(URL, access_token=self.token))
        self.games, self.seats = api.GamesApi(self.client), api.SeatsApi(self.client)
        self.play, self.fair_play = api.PlayApi(self.client), api.FairPlayApi(self.client)

    def turn(self, id: str) -> bool:
        """Makes a move if the game waits for this player; returns true if it did."""
        if self.games.get_game(id).actual_instance.next_action != api.NextAction.ACT:
            return False
        self.play.submit_actions(id, choose(self.play.list_legal_actions(id)), prefer="return=minimal")
        return True


def play(ruleset: api.RulesetId) -> None:
    ada, ben = Bot("Ada"), Bot("Ben")
    id = str(ada.games.create_game(game(ruleset)).actual_instance.id)
    bots = [ada] if ruleset == api.RulesetId.SOLO else [ada, ben]
    for bot in bots[1:]:
        bot.seats.take_seat(id, api.SeatRequest())
    for bot in bots:
        bot.seats.submit_placement(id, placement(ruleset))
    turns = 0
    while moved := sum([bot.turn(id) for bot in bots]):
        turns += moved
    record = ada.fair_play.get_record(id)
    result = ada.fair_play.verify_record(record)
    assert result.valid, f"the record is not valid: {result.faults}"
    events, snapshot = read(URL, id, ada.token)
    assert snapshot.data.actual_instance.version == events, "the stream tells something else"
    outcome = record.outcome.actual_instance
    print(f"{ruleset.value}: {outcome.kind}, {outcome.reason.value} after {turns} turns; {events} events in the stream")


for ruleset in api.RulesetId:
    play(ruleset)
