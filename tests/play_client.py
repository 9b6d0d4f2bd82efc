"""Plays a whole game of each game through the client that openapi-python-client generates.

    play_client.py URL     run by tests/clients, which puts `towerlab_client` on the path
"""

import importlib
import json
import random
import sys
import typing

from towerlab_client import Client
from towerlab_client.models import Problem

# (module of the generated client, players)
GAMES = [("tower_up", 2), ("skyline", 2), ("tower", 2)]
# No game takes this many decisions.
LIMIT = 2000


class Operations:
    """The operations of one game, called through the generated functions."""

    def __init__(self, client, game):
        self.client = client
        self.game = game

    def module(self, name):
        return importlib.import_module(f"towerlab_client.api.{self.game}.{self.game}_{name}")

    def request_type(self, name):
        """The model that the generated function takes as its body."""
        hint = typing.get_type_hints(self.module(name).sync)["body"]
        models = [hint, *typing.get_args(hint)]
        return next(model for model in models if hasattr(model, "from_dict"))

    def call(self, name, request):
        response = self.module(name).sync_detailed(client=self.client, body=request)
        answer = response.parsed
        if answer is None or isinstance(answer, Problem):
            sys.exit(f"{self.game} {name}: {answer}")
        assert answer.to_dict() == json.loads(response.content), f"{self.game} {name}: the models lose something"
        return answer


def play(operations, players):
    """Plays random moves until nobody is next; returns the number of decisions and the points."""
    new, moves, play, score = (operations.request_type(name) for name in ("new", "moves", "play", "score"))
    choices = random.Random(1)
    position = operations.call("new", new.from_dict({"rules": {"players": players}, "seed": 1}))
    decisions = 0
    while position.next_.who != "nobody":
        assert position.next_.who == "player", "with a seed, the service draws what chance does"
        legal = operations.call("moves", moves(state=position.state)).moves
        chosen = choices.choice(legal).move
        position = operations.call("play", play(state=position.state, moves=[chosen], seed=1))
        decisions += 1
        assert decisions < LIMIT, "the game ends"
    final = operations.call("score", score(state=position.state))
    assert final.over and final.leaders == position.next_.winners, final
    return decisions, [seat.points for seat in final.seats]


client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
for game, players in GAMES:
    decisions, points = play(Operations(client, game), players)
    print(f"Python: {game}: {decisions} decisions, points {points}")
