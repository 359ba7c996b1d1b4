"""Advice for a person: what the planner would say at a prompt, and why, in one sentence.

Whoever asks gets what a planner in the same seat would do. It sees the same view and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.sampling import scene_of
from khalkhin.engine.agenda import Noun
from khalkhin.engine.errors import KhalkhinError, Text
from khalkhin.engine.game import Game
from khalkhin.engine.view import View, answers


@dataclass(frozen=True)
class Hint:
    """What to say, and the reason."""

    said: tuple[tuple[str, Noun], ...]
    """Decisions that belong together, in the words of records; the first one is for now."""
    reason: Text
    """Part of a sentence: it stands after what is to be said and a colon."""


def hint(seen: View, seed: int = 0) -> Hint:
    """What the planner would do. Only who is asked something can be helped."""
    allowed = answers(seen)
    if not allowed:
        raise KhalkhinError("hint.nothing-to-decide")
    scene = scene_of(seen, seed)
    idea = PlannerPlayer(seed).ideas(scene)[0]
    said = tuple((verb, scene.game.write(verb, noun)) for verb, noun in idea)
    if len(allowed) == 1 and len(said) < 2:
        return Hint((allowed[0],), Text("hint.only"))
    if not said or said[0] not in allowed:
        return Hint((allowed[-1],), Text("hint.best"))
    return Hint(said, scene.advisor.reason(scene.positions(1)[0], scene.side, idea))


def hint_data(game: Game[Any], found: Hint) -> dict[str, Any]:
    """Advice as plain data, for clients."""
    reason = {"key": found.reason.key, "params": game.codec.params(found.reason.params)}
    return {"said": [list(said) for said in found.said], "reason": reason}
