"""Learn from played games how likely a side is to win from a position (ai/win_chance.py).

    python -m tools.train_win_chance kgw --records FOLDER ... [--check]

The folders have records as `khalkhin simulate` or a player saves them. The games are played again; when a phase has
ended or dice have fallen, what the sides have is noted, with the margin of points that the game ended with. The weights
are those that make these margins most likely, none of them below zero: all that is counted is good for whoever has it.
Every game counts the same, however long it is. How strongly weights are held back is chosen by leaving out whole games,
and what is reported was measured on games left out. `--check` writes nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

import khalkhin
from khalkhin.ai.win_chance import Coefficients, WinChance, mixture
from khalkhin.engine import library
from khalkhin.engine.agenda import decide
from khalkhin.engine.files import read_text
from khalkhin.engine.game import Game
from khalkhin.engine.header import FORMATS
from khalkhin.engine.state import State
from khalkhin.engine.view import phase
from khalkhin.games.bkg.ai.win_chance import BkgWinChance
from khalkhin.games.kgw.ai.win_chance import KgwWinChance
from khalkhin.games.pbn.ai.win_chance import PbnWinChance
from khalkhin.games.sn.ai.win_chance import SnWinChance

Numbers = npt.NDArray[np.float64]

MODELS: dict[str, Callable[[Any], WinChance[Any]]] = {
    "bkg": BkgWinChance,
    "kgw": KgwWinChance,
    "pbn": PbnWinChance,
    "sn": SnWinChance,
}
FOLDS = 10
STRENGTHS = (10.0, 3.0, 1.0, 0.3, 0.1, 0.03)
"""How strongly weights are held back, in turn."""
EVEN = 0.2
"""How strongly what is the same in all positions of a scenario is held back, compared with the weight of an item."""
NARROW = 0.01
"""The least that margins are spread, in their own unit."""
NEAR = 0.01
"""How much worse than the best the strongest of them may be that is taken: few games tell little."""
FLOOR = 0.25
"""The part of what is believed beforehand that a weight never falls below."""
LINES = 60
"""Positions that are kept of a game, from its start to its end."""
OVER = 0.05
"""The share of the game that may be left where the points are counted. A game cut short tells only who won."""


# -- games -------------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A position of a game."""

    turn: int
    left: float
    items: tuple[float, ...]


@dataclass(frozen=True)
class Played:
    """A game that was played again."""

    scenario: str
    winner: int | None
    margin: float
    short: bool
    """Whether somebody won before the points were counted."""
    lines: tuple[Line, ...]


def replays(game: Game[Any], folder: Path) -> Iterator[Iterator[State]]:
    """Every game in a folder, as the positions it went through."""
    for path in sorted(folder.iterdir()):
        text = read_text(path)
        if text.startswith(tuple(f"{first}\ngame {game.code}\n" for first in FORMATS)):
            match = khalkhin.load(text)
            s = match.state
            start = game.start(s.scenario, s.options, s.dice)
            yield positions(start, [(d.side, d.verb, d.noun) for d in match.decisions])


def positions(s: State, said: Sequence[tuple[int, str, Any]]) -> Iterator[State]:
    """A game from its first prompt on; the position is one and the same, and changes."""
    yield s
    for decision in said:
        decide(s, *decision)
        yield s


def played(win_chance: WinChance[Any], states: Iterator[State]) -> Played | None:
    """What can be learned from a game; nothing from one without an end."""
    lines, before = list[Line](), None
    for s in states:
        now = s.turn, s.rolled, phase(s, None)
        if now != before and s.result is None and not win_chance.setting_up(s):
            lines.append(Line(s.turn, *win_chance.features(s)))
        before = now
    if s.result is None:
        return None
    winner, points = s.result.winner, s.result.points or (0, 0)
    margin = float(points[0] - points[1])
    short = winner is not None and (lines[-1].left > OVER or (1 - 2 * winner) * margin < win_chance.draw_margin)
    spaced = dict.fromkeys(round(n) for n in np.linspace(0, len(lines) - 1, LINES))
    return Played(s.scenario, winner, margin, short, tuple(lines[n] for n in spaced))


# -- learning ----------------------------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """Positions of many games, one a row."""

    items: Numbers
    left: Numbers
    scenario: Numbers
    game: Numbers
    turn: Numbers
    margin: Numbers
    short: Numbers
    won: Numbers
    weight: Numbers

    def some(self, chosen: npt.NDArray[np.bool_]) -> Rows:
        return Rows(*(column[chosen] for column in self))


def rows(found: Sequence[Played], scenarios: Sequence[str]) -> Rows:
    lines = [(n, one, line) for n, one in enumerate(found) for line in one.lines]
    return Rows(
        np.array([line.items for _, _, line in lines]),
        np.array([line.left for _, _, line in lines]),
        np.array([float(scenarios.index(one.scenario)) for _, one, _ in lines]),
        np.array([float(n) for n, _, _ in lines]),
        np.array([float(line.turn) for _, _, line in lines]),
        np.array([one.margin for _, one, _ in lines]),
        np.array([float(one.short) for _, one, _ in lines]),
        np.array([0.5 if one.winner is None else 1.0 - one.winner for _, one, _ in lines]),
        np.array([1.0 / len(one.lines) for _, one, _ in lines]),
    )


class Model:
    """The weights of a game, and how they are found."""

    def __init__(self, win_chance: WinChance[Any], scenarios: Sequence[str], data: Rows) -> None:
        self.names, self.scenarios, self.drawn = win_chance.items, scenarios, win_chance.draw_margin
        self.scale = data.items.std(axis=0) + 1e-9
        """How far items differ: weights are held back by what they do, not by the unit they are counted in."""
        self.unit = max(float(data.margin.std()), self.drawn)
        priors = np.array([win_chance.priors.get(name, (0.0, 0.0, 0.0)) for name in self.names])
        self.prior = np.concatenate([priors.T.ravel(), np.zeros(2 * len(scenarios))])

    def columns(self, data: Rows) -> Numbers:
        """What is weighed: items at the start, near the end and at the end, and scenarios."""
        mix = np.array([mixture(left) for left in data.left])
        own = data.scenario[:, None] == np.arange(len(self.scenarios))
        return np.hstack([*(data.items * mix[:, [n]] for n in range(3)), own * mix[:, [0]], own * mix[:, [1]]])

    def fit(self, data: Rows, strength: float) -> Numbers:
        """The weights that make the margins most likely, held back by their effect and not by the unit of an item."""
        scale = np.concatenate([*[self.scale] * 3, np.full(2 * len(self.scenarios), EVEN)]) / self.unit
        columns, margin, root = self.columns(data) / scale / self.unit, data.margin / self.unit, np.sqrt(data.left)
        prior, games = self.prior * scale, data.weight.sum()

        sign, drawn = 2 * data.won - 1, self.drawn / self.unit
        counted, decided = data.weight * (1 - data.short), data.weight * data.short

        def loss(x: Numbers) -> tuple[float, Numbers]:
            weights, spread = x[:-2], x[-2] + x[-1] * root
            foreseen, away = columns @ weights, weights - prior
            off, clear = (margin - foreseen) / spread, (sign * foreseen - drawn) / spread
            # -log of the logistic density of the margin, or of the chance of who won before it was counted
            value = counted @ (np.logaddexp(0, off) + np.logaddexp(0, -off) + np.log(spread))
            value += decided @ np.logaddexp(0, -clear) + strength * away @ away
            slope, doubt = counted * np.tanh(off / 2), decided * (1 - np.tanh(clear / 2)) / 2
            ahead = -(slope + sign * doubt) / spread
            wider = (counted - slope * off + doubt * clear) / spread
            gradient = [*(2 * strength * away + columns.T @ ahead), wider.sum(), (wider * root).sum()]
            return float(value) / games, np.array(gradient) / games

        least = [*FLOOR * prior[: 3 * len(self.names)], *[-np.inf] * (2 * len(self.scenarios)), *[NARROW] * 2]
        found = minimize(loss, [*prior, 0.2, 0.5], jac=True, bounds=[(low, np.inf) for low in least], method="L-BFGS-B")
        return np.asarray(found.x / np.append(scale, [1 / self.unit] * 2), dtype=np.float64)

    def chance(self, x: Numbers, data: Rows) -> Numbers:
        margin, spread = self.columns(data) @ x[:-2], x[-2] + x[-1] * np.sqrt(data.left)
        both = [1 / (1 + np.exp(-np.clip((margin + d) / spread, -500, 500))) for d in (-self.drawn, self.drawn)]
        return np.array(both[0] + both[1]) / 2

    def held_out(self, data: Rows, strength: float) -> Numbers:
        """The chance in every position, as learned from the games of the other folds."""
        out = np.empty(len(data.won))
        for fold in range(FOLDS):
            here = data.game % FOLDS == fold
            out[here] = self.chance(self.fit(data.some(~here), strength), data.some(here))
        return out

    def coefficients(self, x: Numbers, data: Rows) -> Coefficients:
        """What was learned, by name."""
        n, first = len(self.names), np.diff(data.game, prepend=-1) > 0
        starts = (self.columns(data) @ x[:-2])[first], data.scenario[first]
        played = {k: name for k, name in enumerate(self.scenarios) if (starts[1] == k).any()}
        opening = {name: float(starts[0][starts[1] == k].mean()) for k, name in played.items()}
        biases = x[3 * n : -2].reshape(2, -1).T.tolist()
        bias = {name: (start, near) for name, (start, near) in zip(self.scenarios, biases, strict=True)}
        early, late, final = (x[k * n : (k + 1) * n].tolist() for k in range(3))
        return Coefficients(tuple(zip(early, late, final, strict=True)), bias, opening, (float(x[-2]), float(x[-1])))


# -- how good it is ----------------------------------------------------------------------------------------------------


def log_loss(data: Rows, chance: Numbers) -> float:
    """The mean cost of what was foretold, in nats; every game counts the same."""
    p = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(data.weight @ (data.won * np.log(p) + (1 - data.won) * np.log(1 - p))) / data.weight.sum())


def ranked(data: Rows, chance: Numbers) -> float:
    """How often, of a position that was won and one that was lost, the one that was won had the better chance."""
    order = np.argsort(chance, kind="stable")
    won, weight = data.won[order], data.weight[order]
    below = np.cumsum(weight * (won == 0))
    return float((weight * (won == 1)) @ below / ((weight * (won == 1)).sum() * below[-1]))


def report(data: Rows, chances: dict[str, Numbers]) -> str:
    out = [f"{len(set(data.game))} games, {len(data.won)} positions", f"{'':24}log loss   ranked"]
    out += [f"{name:24}{log_loss(data, p):8.4f} {ranked(data, p):8.3f}" for name, p in chances.items()]
    out.append("\nturn  left  log loss, then foretold and come true in fifths of the chance")
    learned = list(chances.values())[-1]
    for turn in sorted(set(data.turn)):
        now = data.turn == turn
        fifths = []
        for low in np.arange(0, 1, 0.2):
            here = now & (learned >= low) & (learned < low + 0.2)
            if here.any():
                mean = [np.average(x[here], weights=data.weight[here]) for x in (learned, data.won)]
                fifths.append(f"{mean[0]:.2f}:{mean[1]:.2f} ({here.sum()})")
        loss = log_loss(data.some(now), learned[now])
        out.append(f"{int(turn):4}  {data.left[now].mean():.2f}  {loss:.3f}  " + "  ".join(fifths))
    return "\n".join(out)


def written(model: Model, weights: Coefficients, count: int) -> str:
    """The file of the weights, an item a line."""
    items = {name: [round(w, 4) for w in ws] for name, ws in zip(model.names, weights.items, strict=True)}
    lines = ",\n".join(f'  "{name}": {json.dumps(ws)}' for name, ws in items.items())
    rest = {
        "bias": {name: [round(x, 4) for x in pair] for name, pair in weights.bias.items()},
        "opening": {name: round(x, 4) for name, x in weights.opening.items()},
        "spread": [round(x, 4) for x in weights.spread],
    }
    tail = ",\n".join(f' "{name}": {json.dumps(value)}' for name, value in rest.items())
    return f'{{\n "games": {count},\n "items": {{\n{lines}\n }},\n{tail}\n}}\n'


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Learn the chance of winning from played games.")
    parser.add_argument("game", choices=sorted(MODELS))
    parser.add_argument("--records", type=Path, nargs="+", required=True)
    parser.add_argument("--check", action="store_true", help="report only")
    options = parser.parse_args(argv)
    game = library.get(options.game)
    win_chance = MODELS[options.game](game)
    games_played = (states for folder in options.records for states in replays(game, folder))
    found = [one for states in games_played if (one := played(win_chance, states)) is not None]
    if len(found) < FOLDS:
        where = ", ".join(map(str, options.records))
        parser.error(f"{where} has {len(found)} finished games of {options.game}: at least {FOLDS} are needed")
    scenarios = list(game.scenarios)
    data = rows(found, scenarios)
    model = Model(win_chance, scenarios, data)
    tried = {k: model.held_out(data, k) for k in STRENGTHS}
    least = min(log_loss(data, chance) for chance in tried.values())
    best = next(k for k in STRENGTHS if log_loss(data, tried[k]) <= least + NEAR)
    points = data._replace(
        items=data.items * [win_chance.priors.get(name, (0.0,))[-1] == 1.0 for name in win_chance.items]
    )
    baselines = {
        "the same for all": np.full(len(data.won), data.won.mean()),
        "points as they stand": Model(win_chance, scenarios, points).held_out(points, best),
    }
    print(report(data, {**baselines, "learned": tried[best]}))
    text = written(model, model.coefficients(model.fit(data, best), data), len(found))
    print(f"\nheld back by {best}\n{text}")
    if not options.check:
        win_chance.file.write_text(text)


if __name__ == "__main__":
    main()
