#!/usr/bin/env python3
"""Races Connect Four on this engine against OpenSpiel's, in one run.

OpenSpiel plays in C++ both times: two uniform random bots against each other,
and random rollouts as its tree search makes them. One thread each, in turns, so
that both see the same machine.

    engine/benches/race_open_spiel.py [SECONDS] [--json]

Installs OpenSpiel from PyPI into target/open_spiel when it is not there yet.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "target" / "open_spiel"
OPEN_SPIEL = "open_spiel==2.0.2"
ROUNDS = 3


def use_open_spiel():
    """Continues in an environment that has OpenSpiel."""
    python = VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    if subprocess.run([python, "-c", "import pyspiel"], capture_output=True).returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", OPEN_SPIEL], check=True)
    if Path(sys.prefix) != VENV:
        os.execv(python, [str(python), *sys.argv])


def rate(play, seconds):
    """Games per second of `play`, which plays some games and tells how many."""
    begin, games = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        games += play()
    return games / (time.perf_counter() - begin)


def main():
    as_json = "--json" in sys.argv
    numbers = [argument for argument in sys.argv[1:] if argument != "--json"]
    seconds = float(numbers[0]) if numbers else 2.0
    use_open_spiel()
    import pyspiel

    example = ["cargo", "build", "--quiet", "--release", "--package", "towerlab-engine"]
    subprocess.run([*example, "--example", "connect_four"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    binary = target / "release" / "examples" / "connect_four"

    game = pyspiel.load_game("connect_four")
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(2)]

    def random_bots():
        for seed in range(200):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return 200

    # One simulation of the search evaluates the root by that many rollouts.
    rollouts = 20_000
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)

    def random_rollouts():
        search.step(game.new_initial_state())
        return rollouts

    best = {"towerlab": 0.0, "open_spiel_bots": 0.0, "open_spiel_rollouts": 0.0}
    for _ in range(ROUNDS):
        ours = json.loads(subprocess.check_output([binary, str(seconds)]))["games_per_second"]
        rates = [ours, rate(random_bots, seconds), rate(random_rollouts, seconds)]
        for name, value in zip(best, rates):
            best[name] = max(best[name], value)
    ratios = {
        "times_bots": best["towerlab"] / best["open_spiel_bots"],
        "times_rollouts": best["towerlab"] / best["open_spiel_rollouts"],
    }
    if as_json:
        print(json.dumps({key: round(value, 1) for key, value in {**best, **ratios}.items()}))
        return
    print(f"Connect Four, random games per second, one thread, best of {ROUNDS} runs of {seconds:g} s")
    print(f"  towerlab              {best['towerlab']:>12,.0f}")
    print(f"  OpenSpiel random bots {best['open_spiel_bots']:>12,.0f}   {ratios['times_bots']:.1f} times slower")
    print(f"  OpenSpiel rollouts    {best['open_spiel_rollouts']:>12,.0f}   {ratios['times_rollouts']:.1f} times slower")


if __name__ == "__main__":
    main()
