#!/usr/bin/env python3
"""How much time and memory scenarios take: tests/scenario_limits.py TOWERLAB"""
import os
import resource
import subprocess
import sys
import tempfile
import time

towerlab = os.path.abspath(sys.argv[1])


def run(*arguments, scenario=None):
    """Wall seconds, the share of all cores that was busy, and the most memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        if scenario:
            with open(os.path.join(folder, "scenario.toml"), "w") as file:
                file.write(scenario)
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
        subprocess.run([towerlab, "run", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        seconds, after = time.time() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return seconds, cpu / seconds / os.cpu_count(), after.ru_maxrss / 1024


random_games = 'game = "tower-up"\nplayers = 2\nagents = "random"\ngames = 10_000_000\n'
seconds, busy, memory = run("scenario.toml", scenario=random_games)
print("ten million random games: %.0f s, %.0f %% of all cores, %.0f MB" % (seconds, 100 * busy, memory))
assert memory < 200 and busy >= 0.85
seconds, busy, memory = run()
print("the default scenario: %.0f s, %.0f %% of all cores, %.0f MB" % (seconds, 100 * busy, memory))
assert seconds < 120 and busy >= 0.85
