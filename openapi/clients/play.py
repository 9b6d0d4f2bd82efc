#!/usr/bin/env python3
"""Plays a whole game over HTTP with random moves. Standard library only.

    play.py [ADDRESS] [GAME]     default: http://127.0.0.1:8080 tower-up
"""
import json
import random
import sys
import urllib.error
import urllib.request

address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
game = sys.argv[2] if len(sys.argv) > 2 else "tower-up"


def ask(operation, **request):
    """Sends a request; says what is wrong with it if it is refused."""
    post = urllib.request.Request(
        f"{address}/v1/{game}/{operation}",
        data=json.dumps(request).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(post) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        faults = [f"{fault['pointer']}: {fault['message']}" for fault in problem.get("errors", [])]
        sys.exit("\n".join([problem["detail"], *faults]))


random.seed(1)
position = ask("new", rules={"players": 2}, seed=1)
turns = 0
while position["next"]["who"] != "nobody":
    moves = ask("moves", state=position["state"])["moves"]
    choice = random.choice(moves)["move"]
    # With a seed, the service draws what chance does after the move.
    position = ask("play", state=position["state"], moves=[choice], seed=1)
    turns += 1
score = ask("score", state=position["state"])
points = [seat["points"] for seat in score["seats"]]
print(f"{game}: {turns} decisions, points {points}, won by {position['next']['winners']}")
