"""Ways of choosing that bring about what is worth comparing: contact, attacks, whole groups, crowded retreats."""

from __future__ import annotations

import random

from khalkhin.engine.agenda import Noun
from khalkhin.games.bkg.position import Position
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import enemy
from tests.bkg.oracles.reading import written

Choice = tuple[str, Noun]


def contact(rng: random.Random, s: Position, board: Board, choices: list[Choice]) -> Choice:
    """Prefers to move next to the enemy, to attack, to bring everybody along, and to come to an end."""
    step = board.step
    wanted: list[Choice] = []
    if step["step"] == "Moving":
        if not step["path"] and rng.random() < 0.35:
            wanted = [c for c in choices if c[0] == "unit"]
        else:
            zone = board.zone(enemy(step["side"]))
            wanted = [c for c in choices if c[0] == "hex" and written(s.game, *c)[1] in zone]
            wanted = wanted or [c for c in choices if c[0] in ("done", "unit")]
    elif step["step"] == "CombatPhase":
        wanted = [c for c in choices if c[0] == "attack"]
    elif step["step"] in ("Declaring", "DefenceSupport"):
        wanted = [c for c in choices if c[0] == rng.choice(("unit", "unit", "commit", "commit", "air"))]
    elif step["step"] == "Retreat":
        wanted = [c for c in choices if len(board.at(written(s.game, *c)[1])) == 4]
    return rng.choice(wanted if wanted and rng.random() < 0.7 else choices)


def in_force(rng: random.Random, s: Position, board: Board, choices: list[Choice]) -> Choice:
    """Attacks with everybody who can, and follows up: so attackers win, and whole formations fight."""
    verb = {"CombatPhase": "attack", "Declaring": "unit", "Advance": "unit", "ExchangeDefender": "unit"}
    wanted = [c for c in choices if c[0] == verb.get(board.step["step"], "")]
    if board.step["step"] == "Advance":
        wanted = [c for c in choices if c[0] == "hex"] or wanted
    if board.step["step"] == "Declaring" and not wanted:
        wanted = [c for c in choices if c[0] == "air"][-1:]
    return rng.choice(wanted) if wanted and rng.random() < 0.95 else contact(rng, s, board, choices)


def anything(rng: random.Random, s: Position, board: Board, choices: list[Choice]) -> Choice:
    """Any verb, then any noun of it."""
    verb = rng.choice(sorted({c[0] for c in choices}))
    return rng.choice([c for c in choices if c[0] == verb])
