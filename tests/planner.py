"""Letting the planner decide in tests of any game."""

from __future__ import annotations

from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.hands import asked


def decides(match: Match, seed: int = 1) -> str:
    """The next decision of the planner."""
    return _written(*PlannerPlayer(seed).decide(view(match.state, asked(match).side)))


def play_phase(match: Match, seed: int = 1) -> list[str]:
    """Let the planner play for whoever is asked until somebody else is, or another phase begins."""
    player, side = PlannerPlayer(seed), asked(match).side
    phase, said = view(match.state, side)["phase"], []
    while not match.over and asked(match).side == side and view(match.state, side)["phase"] == phase:
        verb, noun = player.decide(view(match.state, side))
        said.append(_written(verb, noun))
        match.play(verb, noun)
    return said


def play_out(match: Match, seed: int = 1) -> None:
    """Let planners play for everybody until the game is over."""
    players = {side: PlannerPlayer(seed + side) for side in range(len(match.game.sides))}
    while not match.over:
        side = match.prompts()[0].side
        verb, noun = players[side].decide(view(match.state, side))
        match.play(verb, noun, side=match.game.sides[side])


def _written(verb: str, noun: object) -> str:
    return verb if noun is None else f"{verb} {noun}"
