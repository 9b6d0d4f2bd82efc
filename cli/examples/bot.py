#!/usr/bin/env python3
"""A bot for `towerlab match GAME --agents 'exec:python3 cli/examples/bot.py',random`.

Each line of input is a request: the game, the seat, what the seat sees, and its legal moves. The
answer is a line with the index of a move. This bot prefers moves that begin with certain words, and
otherwise chooses at random.
"""
import json
import random
import sys

PREFERRED = ("found", "build", "put", "buy", "choose")

for line in sys.stdin:
    request = json.loads(line)
    moves = request["moves"]
    preferred = [i for i, move in enumerate(moves) if move.startswith(PREFERRED)]
    print(random.choice(preferred or range(len(moves))), flush=True)
