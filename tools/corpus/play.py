"""Playing the games of the corpus: planners and greedy players, scenarios in turn, half of them with options."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from khalkhin.ai.players import Player, make
from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.record import decision_line
from khalkhin.engine.view import sight
from tools.corpus.recorded import Recorded

SEATS = ("planner", "planner"), ("planner", "greedy"), ("greedy", "planner"), ("greedy", "greedy")


def plans(code: str, count: int) -> list[Recorded]:
    """So many games to play: scenarios in turn, then who plays, every second round with options drawn at random."""
    game = library.get(code)
    scenarios = sorted(game.scenarios)
    out: list[Recorded] = []
    for number in range(count):
        scenario, rounds = scenarios[number % len(scenarios)], number // len(scenarios)
        options = _options(game, scenario, number) if rounds % 2 else {}
        name = f"{number:02}-{scenario}"
        out.append(Recorded(code, name, scenario, options, number, SEATS[rounds // 2 % len(SEATS)]))
    return out


def _options(game: Game[Any], scenario: str, seed: int) -> dict[str, Any]:
    luck = random.Random(seed)
    return {name: luck.choice(list(values)) for name, values in sorted(game.scenarios[scenario].choices.items())}


def play(plan: Recorded) -> Recorded:
    """Play a game to its end, and keep every decision."""
    match = plan.start()
    sitting: list[Player] = [make(name, 1000 * plan.seed + n) for n, name in enumerate(plan.players)]
    lines: list[str] = []
    while not match.over:
        side = match.prompts()[0].side
        verb, noun = sitting[side].decide(sight(match.state, side))
        match.play(verb, noun, side=match.game.sides[side])
        lines.append(decision_line(match.game, match.latest))
    return replace(plan, decisions=tuple(lines))
