"""Tune the weights of a game's evaluation (ai/weights.py): planners with other weights play the planner.

    python -m tools.tune_weights sn [--games 600] [--rounds 2] [--seed S] [--jobs J] [--check]

Of a round's games two and two are the same but for the weights: those of one are as much above the middle as those of
the other are below it, each weight at random. What a weight does is the mean difference that it makes, and the middle
goes that way, the farther the surer it is. Which weights a game has, and where they begin, is in the table `tuned` of
its `weights.toml`; there they are written when a round is over, unless with `--check`.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import khalkhin
from khalkhin.ai.advisor import Advisor, AnyAdvisor, advisor_of
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.sampling import Scene
from khalkhin.ai.tuning import rewritten
from khalkhin.ai.weights import STANDARD, Weights
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.lab.decisions import decisions

PACKAGE = Path(khalkhin.__file__).parent
STEP = log(1.6)
"""How far a weight is from the middle."""
FAR = 0.8
"""How far the middle goes for a weight, in such steps, at most."""
MIN_SIGMA = 2.5
"""Standard errors of what a weight does at which it goes as far as that."""
POINTS = 0.4
"""How much the margin of points counts beside who won: it tells more where many games are drawn."""
SPREAD = 0.4
"""How much margins are spread to be like scores."""
FEWEST = 4
"""Games of a round that can tell anything."""


class OtherPlanner(PlannerPlayer):
    """A planner with other weights."""

    def __init__(self, seed: int, advisor: AnyAdvisor) -> None:
        super().__init__(seed)
        self._advisor = advisor

    def advisor(self, scene: Scene) -> AnyAdvisor:
        return self._advisor


class Task(NamedTuple):
    """A game to be played: on which side the planner with other weights is, and what they are."""

    game: str
    scenario: str
    seed: int
    side: int
    weights: Weights


@dataclass(frozen=True)
class Outcome:
    """What came of it for the planner with other weights."""

    score: float
    margin: int


def played(task: Task) -> Outcome:
    """One game against the planner."""
    game = library.get(task.game)
    advisor = advisor_of(game)
    assert isinstance(advisor, Advisor)
    other = OtherPlanner(2 * task.seed, advisor.with_weights(task.weights))
    sitting = [other if side == task.side else PlannerPlayer(2 * task.seed + 1) for side in range(2)]
    match = Match(game.start(task.scenario, None, Dice.practice(task.seed)))
    for _ in decisions(match, sitting):
        pass
    result = match.state.result
    assert result is not None
    margin = result.points[task.side] - result.points[1 - task.side]
    return Outcome(0.5 if result.winner is None else float(result.winner == task.side), margin)


def with_weights(middle: dict[str, float], signs: dict[str, int]) -> Weights:
    weights: dict[str, Any] = {name: exp(worth + STEP * signs[name]) for name, worth in middle.items()}
    return STANDARD._replace(**weights)


def design(game: str, middle: dict[str, float], count: int, seed: int) -> Iterator[tuple[dict[str, int], Task]]:
    """So many games, two and two with opposite weights."""
    scenarios, rng = list(library.get(game).scenarios), random.Random(f"{game} {seed}")
    for n in range(count // 2):
        signs = {name: rng.choice((-1, 1)) for name in middle}
        for turned in (1, -1):
            these = {name: turned * sign for name, sign in signs.items()}
            scenario = scenarios[n // 2 % len(scenarios)]
            yield these, Task(game, scenario, 1000 * seed + n, n % 2, with_weights(middle, these))


def effects(signs: Sequence[dict[str, int]], outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """What each weight does to the chance of winning, a step up from the middle, and how sure that is."""
    usual = stdev(outcome.margin for outcome in outcomes) or 1.0
    worths = [(x.score + POINTS * SPREAD * x.margin / usual) / (1 + POINTS) for x in outcomes]
    out = {}
    for name in signs[0]:
        pairs = [(worths[n] - worths[n + 1]) / 2 * signs[n][name] for n in range(0, len(worths) - 1, 2)]
        out[name] = fmean(pairs), stdev(pairs) / len(pairs) ** 0.5
    return out


def moved(middle: dict[str, float], found: dict[str, tuple[float, float]]) -> dict[str, float]:
    """The middle, on its way to what does better."""

    def way(effect: float, error: float) -> float:
        return FAR * max(-1.0, min(1.0, effect / error / MIN_SIGMA)) if error else 0.0

    return {name: worth + STEP * way(*found[name]) for name, worth in middle.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(library.codes()))
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    if asked.games < FEWEST:
        parser.error(f"--games is {asked.games}; at least {FEWEST} are wanted")
    path = PACKAGE / "games" / asked.game / "ai" / "weights.toml"
    known = tomllib.loads(path.read_text()).get("tuned")
    if known is None:
        parser.error(f"the weights.toml of {asked.game} has no table tuned that names its weights")
    middle, count = {name: log(worth) for name, worth in known["factors"].items()}, known["games"]
    with ProcessPoolExecutor(asked.jobs) as pool:
        for number in range(asked.rounds):
            plan = list(design(asked.game, middle, asked.games, asked.seed + number))
            outcomes = []
            for outcome in pool.map(played, [task for _, task in plan]):
                outcomes.append(outcome)
                print(f"\r{len(outcomes)} of {len(plan)}", end="", flush=True)
            found = effects([signs for signs, _ in plan], outcomes)
            middle, count = moved(middle, found), count + len(plan)
            print(f"\rround {number + 1}: {100 * fmean(x.score for x in outcomes):.1f} % of {len(plan)} games")
            for name, (effect, error) in found.items():
                print(f"  {name:8} {effect:+.3f} ± {error:.3f}  now {exp(middle[name]):.2f}", flush=True)
            weights = {f"tuned.factors.{name}": round(exp(worth), 3) for name, worth in middle.items()}
            if not asked.check:
                path.write_text(rewritten(path.read_text(), {"tuned.games": count, **weights}))


if __name__ == "__main__":
    main()
