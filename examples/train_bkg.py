"""Train a small policy for Batalha de Khalkhin Gol against the random player, with numpy alone.

    python examples/train_bkg.py --out weights.npz          # a quarter of an hour on two cores, mostly measuring
    python examples/train_bkg.py --load weights.npz         # measure it again

The policy gives every decision on offer a score, a weighted sum of a few features read off the observation, and draws
one by softmax. All weights start at zero: any decision on offer is as likely as another. They are found by the
cross-entropy method, for each side its own: draw a population of weights, let each play a game, keep those that stood
best in theirs, and draw the next population round them. What the features are is our choice; what they are worth is
learned.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from khalkhin import env
from khalkhin.ai.advisor import advisor_of
from khalkhin.engine import library
from khalkhin.env.observing import ObservationParts
from khalkhin.env.seat import Seat
from khalkhin.lab.rating import wilson

Array = npt.NDArray[np.float64]

GAME, LEVEL = "bkg", "random"
SIDES = ("soviet", "japan")
UNKNOWN = 3.0
"""What a counter that is not known is taken to defend with."""
FEATURES = (
    *("hex", "hex.closer", "hex.contact", "hex.odds", "hex.objective", "hex.stack", "hex.away"),
    *("unit", "unit.joins", "unit.contact", "unit.attack", "unit.goal"),
    *("attack", "attack.odds", "attack.objective"),
    *("bombard", "bombard.defence", "strike", "strike.defence"),
    *("air", "air.points", "commit", "done", "done.moving"),
)
AT = {name: n for n, name in enumerate(FEATURES)}


# -- what a decision looks like ----------------------------------------------------------------------------------------


class Board:
    """What is printed, worked out once: which numbers are which decisions, factors, and distances between hexes."""

    def __init__(self) -> None:
        self.encoding, actions = env.encoding(GAME), env.actions(GAME)
        printed = self.encoding.printed
        self.side, self.near = printed["side"], printed["neighbours"]
        self.attack, self.defence = printed["factors"][:, 0], printed["factors"][:, 1]
        self.distance = _distances(self.near)
        said = list(actions)
        self.verb = np.array([verb for verb, _ in said])
        row = {name: n for n, name in enumerate(self.encoding.place_names)}
        index = library.get(GAME).sheet.index
        self.noun = np.array([row.get(str(n), index.get(str(n), n if isinstance(n, int) else 0)) for _, n in said])
        self.counter = {name: n for n, name in enumerate(self.encoding.counter_columns)}
        self.place = {name: n for n, name in enumerate(self.encoding.place_columns)}
        self.glob = {name: n for n, name in enumerate(self.encoding.global_columns)}
        self.hexes = len(self.near)


@cache
def board() -> Board:
    return Board()


def _distances(near: npt.NDArray[np.int32]) -> npt.NDArray[np.int16]:
    """Hexes between any two hexes, ring by ring."""
    count = len(near)
    beside = np.zeros((count, count), np.float32)
    rows, columns = np.nonzero(near >= 0)
    beside[rows, near[rows, columns]] = 1
    out = np.full((count, count), -1, np.int16)
    reached = np.eye(count, dtype=np.float32)
    out[reached > 0] = 0
    steps = 0
    while (out < 0).any():
        steps += 1
        reached = ((reached + reached @ beside) > 0).astype(np.float32)
        out[(reached > 0) & (out < 0)] = steps
    return out


class Scene:
    """One observation as the features want it: strengths, goals and distances hex by hex."""

    def __init__(self, observation: npt.NDArray[np.float32]) -> None:
        b = self.board = board()
        t: ObservationParts = b.encoding.split(observation)
        self.globals = t.globals
        me = int(t.globals[b.glob["side:japan"]])
        self.at = t.counters[:, b.counter["place"]].astype(int) - 1
        on_map = (self.at >= 0) & (self.at < b.hexes)
        mine = b.side == me
        self.attack = self._sum(on_map & mine, b.attack)
        nameless = [n for name, n in b.place.items() if name.startswith("nameless:")]
        self.defence = self._sum(on_map & ~mine, b.defence) + UNKNOWN * t.places[: b.hexes, nameless].sum(1)
        self.stack = t.places[: b.hexes, b.place["own"]]
        self.beside_enemy = self._around(self.defence)
        self.beside_own = self._around(self.attack)
        self.objective = t.places[: b.hexes, b.place[f"marker.held-{SIDES[1 - me]}"]] > 0
        self.to_goal, self.to_enemy = self._nearest(self.objective), self._nearest(self.defence > 0)
        self.hand = np.flatnonzero((t.counters[:, b.counter["hand"]] > 0) & on_map & mine)

    def _sum(self, which: npt.NDArray[np.bool_], factor: Array) -> Array:
        total: Array = np.bincount(self.at[which], factor[which], self.board.hexes).astype(float)
        return total

    def _around(self, values: Array) -> Array:
        near = self.board.near
        total: Array = np.where(near >= 0, values[near], 0).sum(1)
        return total

    def _nearest(self, which: npt.NDArray[np.bool_]) -> Array:
        if not which.any():
            return np.zeros(self.board.hexes)
        found: Array = self.board.distance[which].min(0).astype(float)
        return found

    def asks(self, *prompts: str) -> bool:
        return any(self.globals[self.board.glob[f"ask.{name}"]] for name in prompts)


def features(observation: npt.NDArray[np.float32], offered: npt.NDArray[np.intp]) -> Array:
    """A row for each decision on offer."""
    scene = Scene(observation)
    b = scene.board
    out = np.zeros((len(offered), len(FEATURES)))
    verbs, nouns = b.verb[offered], b.noun[offered]
    for verb in dict.fromkeys(verbs):
        rows = np.flatnonzero(verbs == verb)
        found = nouns[rows]
        if verb in AT:
            out[rows, AT[verb]] = 1
        if verb == "hex":
            _hexes(scene, out, rows, found)
        elif verb == "unit":
            _units(scene, out, rows, found)
        elif verb == "attack":
            out[rows, AT["attack.odds"]] = _odds(scene.beside_own[found], scene.defence[found])
            out[rows, AT["attack.objective"]] = scene.objective[found]
        elif verb in ("bombard", "strike"):
            out[rows, AT[f"{verb}.defence"]] = scene.defence[found] / 10
        elif verb == "air":
            out[rows, AT["air.points"]] = found / 10
        elif verb == "done":
            out[rows, AT["done.moving"]] = scene.asks("move", "moving")
    return out


def _hexes(scene: Scene, out: Array, rows: npt.NDArray[np.intp], found: npt.NDArray[np.intp]) -> None:
    """A hex to go to: nearer to an objective, beside the enemy and how strong there, away from him."""
    hand = scene.hand
    here = scene.at[hand]
    start = scene.to_goal[here].mean() if len(hand) else 0.0
    contact = scene.beside_enemy[found] > 0
    coming = scene.board.attack[hand].sum()
    out[rows, AT["hex.closer"]] = (start - scene.to_goal[found]) / 5
    out[rows, AT["hex.contact"]] = contact
    out[rows, AT["hex.odds"]] = contact * _odds(
        scene.attack[found] + scene.beside_own[found] + coming, scene.beside_enemy[found]
    )
    out[rows, AT["hex.objective"]] = scene.objective[found]
    out[rows, AT["hex.stack"]] = scene.stack[found] / 4
    out[rows, AT["hex.away"]] = scene.to_enemy[found] / 5


def _units(scene: Scene, out: Array, rows: npt.NDArray[np.intp], found: npt.NDArray[np.intp]) -> None:
    """A counter to name: to move, to join an attack, or to lose."""
    at = scene.at[found]
    there = (at >= 0) & (at < scene.board.hexes)
    hexes = np.where(there, at, 0)
    out[rows, AT["unit.joins"]] = scene.asks("attack", "bombard", "defence")
    out[rows, AT["unit.contact"]] = there & (scene.beside_enemy[hexes] > 0)
    out[rows, AT["unit.attack"]] = scene.board.attack[found] / 5
    out[rows, AT["unit.goal"]] = there * scene.to_goal[hexes] / 10


def _odds(attack: Array, defence: Array) -> Array:
    odds: Array = np.log((attack + 1) / (defence + 1))
    return odds


# -- playing -----------------------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """A game to play."""

    weights: Array
    side: str
    seed: int
    limit: int | None = None
    """Decisions of both sides after which it is broken off."""


class Outcome(NamedTuple):
    """How it went for the policy."""

    won: bool
    drawn: bool
    chance: float
    """What the game's own outlook gave the policy when the game ended or was broken off: 0 to 1."""


@cache
def _table(side: str, limit: int | None) -> Seat:
    return env.against(GAME, LEVEL, side, limit=limit)


def play(task: Task) -> Outcome:
    """A game of a policy against the random player."""
    table, rng = _table(task.side, task.limit), np.random.default_rng(task.seed)
    seen, _ = table.reset(seed=task.seed)
    while True:
        offered = np.flatnonzero(seen["action_mask"])
        score = features(seen["observation"], offered) @ task.weights if len(offered) > 1 else np.zeros(1)
        sums = np.cumsum(np.exp(score - score.max()))
        drawn = np.searchsorted(sums, rng.random() * sums[-1], side="right")
        seen, reward, ended, cut, _ = table.step(int(offered[drawn]))
        if ended or cut:
            # The judge may look at the whole position; the policy never does.
            game, position = table.turns.game, table.turns.position
            chance = advisor_of(game).win_chance(position, SIDES.index(task.side))
            return Outcome(reward > 0, ended and reward == 0, chance)


class Players:
    """Worker processes that play games."""

    def __init__(self, workers: int) -> None:
        self._pool = Pool(workers) if workers > 1 else None

    def play(self, tasks: Sequence[Task]) -> list[Outcome]:
        return [play(task) for task in tasks] if self._pool is None else self._pool.map(play, tasks, chunksize=1)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool.join()


# -- learning ----------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """How much is played."""

    generations: int = 8
    population: int = 20
    elite: int = 5
    limit: int = 1500
    """Games of the training are broken off here, before they are half over: what is bad shows early."""
    games: int = 100
    """Games of each side by which a policy is measured, before and after."""


QUICK = Plan(1, 4, 2, 300, 1)
SPREAD, LEAST = 1.5, 0.2
"""How far weights are drawn from their mean at first, and at least."""
KEPT = 0.4
"""How much of the spread is kept from a generation to the next, lest it closes in too soon."""


def generations(pool: Players, plan: Plan, side: str, seed: int) -> Iterator[tuple[Array, float]]:
    """The mean of the weights after each generation, and the mean chance that its policies had."""
    rng = np.random.default_rng([seed, SIDES.index(side)])
    mean, spread = np.zeros(len(FEATURES)), np.full(len(FEATURES), SPREAD)
    for number in range(plan.generations):
        drawn = mean + spread * rng.standard_normal((plan.population, len(FEATURES)))
        first = seed * 1_000_000 + number * plan.population
        outcomes = pool.play([Task(weights, side, first + n, plan.limit) for n, weights in enumerate(drawn)])
        fitness = np.array([outcome.chance for outcome in outcomes])
        best = drawn[np.argsort(-fitness)[: plan.elite]]
        mean, spread = best.mean(0), np.maximum((1 - KEPT) * best.std(0) + KEPT * spread, LEAST)
        yield mean, float(fitness.mean())


def train(pool: Players, plan: Plan, seed: int, out: Path | None) -> dict[str, Array]:
    """The weights of each side; those of every generation are saved on the way."""
    began, weights = time.perf_counter(), untrained()
    for side in SIDES:
        for number, (mean, chance) in enumerate(generations(pool, plan, side, seed), start=1):
            weights[side] = mean
            gone = time.perf_counter() - began
            print(
                f"{side} generation {number} of {plan.generations}: mean chance {chance:.2f} ({gone:.0f} s)", flush=True
            )
            if out is not None:
                save(out, weights)
    return weights


def untrained() -> dict[str, Array]:
    """Every decision on offer is as likely as another."""
    return {side: np.zeros(len(FEATURES)) for side in SIDES}


# -- measuring ---------------------------------------------------------------------------------------------------------


def measure(pool: Players, weights: dict[str, Array], count: int, seed: int) -> dict[str, list[Outcome]]:
    """Whole games of each side."""
    return {side: pool.play([Task(weights[side], side, seed + n) for n in range(count)]) for side in SIDES if count}


def tell(name: str, found: dict[str, list[Outcome]]) -> None:
    """Games won by each side, with the interval that the true share lies in."""
    for side, outcomes in found.items():
        count, won, drawn = len(outcomes), sum(o.won for o in outcomes), sum(o.drawn for o in outcomes)
        low, high = wilson(won, count)
        print(
            f"{name:6} {side:7} won {won} of {count}, {drawn} drawn: {won / count:.0%} [{low:.0%}, {high:.0%}]",
            flush=True,
        )


# -- the command -------------------------------------------------------------------------------------------------------


def save(path: Path, weights: dict[str, Array]) -> None:
    np.savez(path, allow_pickle=False, features=np.array(FEATURES), **weights)


def load(path: Path) -> dict[str, Array]:
    """Weights that were saved, if they are for the same features."""
    with np.load(path) as found:
        if tuple(found["features"]) != FEATURES:
            sys.exit(f"{path} has weights for other features.")
        return {side: found[side] for side in SIDES}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train a small policy for bkg against the random player.")
    parser.add_argument("--out", type=Path, help="where the weights are saved")
    parser.add_argument("--load", type=Path, help="measure these weights instead of training")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="games of each side to measure by")
    parser.add_argument("--generations", type=int)
    parser.add_argument("--quick", action="store_true", help="a few games only, to see that everything works")
    wanted = parser.parse_args(arguments)
    asked = {name: getattr(wanted, name) for name in ("games", "generations") if getattr(wanted, name) is not None}
    plan = (QUICK if wanted.quick else Plan())._replace(**asked)
    pool = Players(wanted.workers)
    fresh = 10**9 + wanted.seed  # games that no policy was trained on
    if wanted.load is None:
        tell("before", measure(pool, untrained(), plan.games, fresh))
        weights = train(pool, plan, wanted.seed, wanted.out)
    else:
        weights = load(wanted.load)
    tell("after", measure(pool, weights, plan.games, fresh))
    pool.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
