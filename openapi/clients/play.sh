#!/usr/bin/env bash
# Plays a whole game over HTTP with curl: any legal move. Python reads the JSON.
#
#     play.sh [ADDRESS] [GAME]     default: http://127.0.0.1:8080 tower-up
set -euo pipefail
address=${1:-http://127.0.0.1:8080}
game=${2:-tower-up}

ask() { curl --silent --show-error --fail-with-body --json @- "$address/v1/$game/$1"; }
pick() { python3 -c "import json, random, sys; d = json.load(sys.stdin); print(json.dumps($1))"; }

position=$(echo '{"rules": {"players": 2}, "seed": 1}' | ask new)
decisions=0
while [ "$(pick 'd["next"]["who"]' <<<"$position")" != '"nobody"' ]; do
    state=$(pick 'd["state"]' <<<"$position")
    move=$(echo "{\"state\": $state}" | ask moves | pick 'random.choice(d["moves"])["move"]')
    # With a seed, the service draws what chance does after the move.
    position=$(echo "{\"state\": $state, \"moves\": [$move], \"seed\": 1}" | ask play)
    decisions=$((decisions + 1))
done
echo "$game: $decisions decisions, won by $(pick 'd["next"]["winners"]' <<<"$position")"
