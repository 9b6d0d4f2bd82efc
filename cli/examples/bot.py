#!/usr/bin/env python3
"""A bot for `towerlab match GAME --agents 'exec:python3 cli/examples/bot.py',random`.

One question a line comes in: the game, the seat, the position as the seat sees it, and its legal
moves. One line goes out: the index of a move. This one prefers moves that begin with a word it
likes, and otherwise takes any.
"""
import json
import random
import sys

LIKED = ("found", "build", "put", "buy", "choose")

for line in sys.stdin:
    question = json.loads(line)
    moves = question["moves"]
    liked = [i for i, move in enumerate(moves) if move.startswith(LIKED)]
    print(random.choice(liked or range(len(moves))), flush=True)
