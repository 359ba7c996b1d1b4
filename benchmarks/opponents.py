"""How the computer players do against each other: python -m benchmarks.opponents [GAME] [--scenario NAME]"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from statistics import mean, median

from khalkhin import games
from khalkhin.players.contest import Played, contest


def quantile(values: Sequence[float], share: float) -> float:
    """The value that so large a share of all stays below."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def line(label: str, played: Sequence[Played], player: str) -> list[str]:
    """How a player did in some games."""
    own = [(game, game.seats.index(player)) for game in played]
    won = sum(game.winner == player for game, _ in own)
    lost = sum(game.winner not in (player, None) for game, _ in own)
    ours = mean(game.points[seat] for game, seat in own)
    theirs = mean(game.points[1 - seat] for game, seat in own)
    times = [t for game, seat in own for t in game.seconds[seat]]
    return [
        label,
        str(len(played)),
        str(won),
        str(len(played) - won - lost),
        str(lost),
        f"{ours:.0f} : {theirs:.0f}",
        f"{sum(times) / len(played):.1f} s",
        f"{1e3 * median(times):.2f} ms",
        f"{1e3 * quantile(times, 0.99):.0f} ms",
        f"{1e3 * max(times):.0f} ms",
    ]


HEAD = ["", "games", "won", "drawn", "lost", "points", "a game", "median", "p99", "longest"]


def table(played: Sequence[Played], player: str) -> str:
    """A player's games by side and all together, as text that is also Markdown."""
    sides = ("soviet", "japan")
    rows = [line(side, [g for g in played if g.seats[n] == player], player) for n, side in enumerate(sides)]
    cells = [HEAD, *rows, line("both", played, player)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in cells]
    return "\n".join([lines[0], "|" + "|".join("-" * (w + 2) for w in widths) + "|", *lines[1:]])


def watched(games: Iterable[Played], count: int, player: str) -> list[Played]:
    """The games, with a line of progress that is written over and over."""
    begin, out = time.monotonic(), list[Played]()
    for game in games:
        out.append(game)
        won = sum(g.winner == player for g in out)
        spent = time.monotonic() - begin
        left = spent / len(out) * (count - len(out))
        text = f"{len(out)} of {count} games, {player} won {won}, {spent:.0f} s, {left:.0f} s to go"
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return out


def even(text: str) -> int:
    """A number of games that gives each player both sides equally often."""
    if not text.isascii() or not text.isdigit() or int(text) < 2 or int(text) % 2:
        raise argparse.ArgumentTypeError(f"{text} is not an even number of games, 2 or more")
    return int(text)


def chosen(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What is to be played; a game or scenario that there is not is named, with those that there are."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opponents", description=__doc__)
    parser.add_argument("game", nargs="?", default="bkg", choices=sorted(games.codes()), help="which game")
    parser.add_argument("--scenario", help="which scenario; without it every one of the game in turn")
    parser.add_argument("--games", type=even, default=100, help="how many of each, half of them with each side")
    parser.add_argument("--seed", type=int, default=1, help="the first of the seeds of the dice")
    found = parser.parse_args(arguments)
    there = list(games.get(found.game).scenarios)
    if found.scenario is not None and found.scenario not in there:
        parser.error(f"{found.scenario} is no scenario of {found.game}: choose one of {', '.join(there)}")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    found = chosen(arguments)
    print("greedy against random, processor time of greedy's decisions")
    for scenario in [found.scenario] if found.scenario else games.get(found.game).scenarios:
        played = contest(found.game, scenario, ("greedy", "random"), found.games, found.seed)
        print(f"\n{found.game} {scenario}\n\n{table(watched(played, found.games, 'greedy'), 'greedy')}", flush=True)


if __name__ == "__main__":
    main()
