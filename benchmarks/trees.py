"""Two trees of the source beside each other: `python -m benchmarks.trees OLD NEW` plays the same random games in both.

Each tree plays in a process of its own, and they take turns, a game each: whatever slows the machine slows both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles

from benchmarks.sheets import GAMES

PLAYER = """
import sys, time
from benchmarks.engine import play
for line in sys.stdin:
    begin = time.process_time()
    taken = play(int(line), sys.argv[1])
    print(taken, time.process_time() - begin, flush=True)
"""
WARM_UP = 3
"""So many games come first and do not count: what a tree loads and keeps is there then."""


class Tree:
    """Random games of one tree of the source, played when they are asked for."""

    def __init__(self, tree: Path, game: str) -> None:
        path = os.pathsep.join([str(tree / "src"), str(tree)])
        self._player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, game],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, seed: int) -> tuple[int, float]:
        """How many decisions the game took, and the processor time."""
        assert self._player.stdin is not None
        assert self._player.stdout is not None
        print(seed, file=self._player.stdin, flush=True)
        taken, seconds = self._player.stdout.readline().split()
        return int(taken), float(seconds)

    def close(self) -> None:
        self._player.communicate()


def compare(game: str, old: Path, new: Path, games: int) -> str:
    """A line about one game: decisions a second in both trees, and how many times as fast the new one is."""
    trees = Tree(old, game), Tree(new, game)
    rates: tuple[list[float], list[float]] = [], []
    ratios = []
    for seed in range(games + WARM_UP):
        first = seed % 2
        found = {n: trees[n].play(seed) for n in (first, 1 - first)}
        if found[0][0] != found[1][0]:
            raise SystemExit(f"{game}: game {seed} is not the same in both trees")
        if seed >= WARM_UP:
            for n, (taken, seconds) in found.items():
                rates[n].append(taken / seconds)
            ratios.append(found[0][1] / found[1][1])
    for tree in trees:
        tree.close()
    low, _, high = quantiles(ratios, n=4)
    was, now = (median(some) for some in rates)
    return f"| {game} | {was:,.0f} | {now:,.0f} | {median(ratios):.2f} ({low:.2f}-{high:.2f}) |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trees", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    print("| | decisions a second before | now | times as fast (quartiles) |\n|---|---|---|---|")
    for game in GAMES:
        print(compare(game, options.old.resolve(), options.new.resolve(), options.games), flush=True)


if __name__ == "__main__":
    main()
