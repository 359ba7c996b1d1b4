"""What a step of a lesson can wait for: a short list, the same for all games.

In a lesson a condition is a table with one of these keys and what belongs to it:

    { beside = "1319", units = ["SU-127-1"], together = true }   # they stand next to a hex, all in one hex
    { at = "1320", units = ["SU-127-1"] }          # they stand in a hex or box
    { within = "1319", of = 5, units = ["SU-57A-1"] }     # they stand so many hexes from a hex, or nearer
    { hand = ["SU-127-1"] }                        # the pupil has them in hand
    { detail = "plan.units", has = ["SU-127-1"] }  # what is shown beside the prompt has these
    { detail = "plan.air", least = 1 }             # ... is at least, or with `is` just this
    { figure = "win", least = 75 }                 # a figure is at least, or with `is` just this
    { prompt = ["ask.combat"] }                    # the pupil is asked one of these
    { phase = "phase.sov_combat" }                 # it is this phase
    { turn = 21 }                                  # it is this turn, or a later one
    { said = "hex 1318" }                          # the pupil has decided so in this step
    { all = [...] }, { any = [...] }, { none = [...] }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from khalkhin.engine.view import View, answers
from khalkhin.learn.scene import Scene, UnknownFigure

Condition = Mapping[str, Any]
Said = tuple[str, str | int | None]
"""A verb and its noun as records write them."""
PATTERN = "*?["
"""What makes a pattern of a decision."""


def holds(condition: Condition, scene: Scene) -> bool:
    """Whether a condition holds; one that is empty always does."""
    return all(_KINDS[key](condition, scene) for key in condition if key in _KINDS)


def faults(condition: Any) -> list[str]:
    """What is wrong with how a condition is written."""
    if not isinstance(condition, Mapping):
        return [f"{condition!r} is no condition"]
    kinds = [key for key in condition if key in _KINDS]
    if len(kinds) != 1:
        return [f"a condition has one of {', '.join(_KINDS)}, not {', '.join(condition) or 'nothing'}"]
    kind = kinds[0]
    unknown = sorted(set(condition) - {kind} - set(_BESIDE.get(kind, ())))
    inner = condition[kind] if kind in ("all", "any", "none") else ()
    return [f"{kind} knows no {key}" for key in unknown] + [fault for one in inner for fault in faults(one)]


def matches(said: str, pattern: str) -> bool:
    """Whether a decision is meant by a pattern: `hex 1320`, `unit SU-127-*`, `hex 1320 1220` for one of these, or a
    verb alone for whatever it is said of."""
    verb, _, nouns = pattern.partition(" ")
    said_verb, _, said_noun = said.partition(" ")
    return verb == said_verb and (not nouns or any(fnmatchcase(said_noun, one) for one in nouns.split()))


def read_said(text: str) -> Said:
    """A decision as it is written in a lesson."""
    verb, _, noun = text.partition(" ")
    return verb, noun or None


def chosen(said: str, view: View) -> Said | None:
    """A decision as a lesson has it taken: of a pattern (`unit SU-127-*`) the first that is offered, if one is."""
    if any(sign in said for sign in PATTERN):
        return next((one for one in answers(view) if matches(f"{one[0]} {one[1]}", said)), None)
    return read_said(said)


def _stand(condition: Condition, scene: Scene, places: set[str]) -> bool:
    found = [scene.place(unit) for unit in condition["units"]]
    return all(place in places for place in found) and not (condition.get("together") and len(set(found)) > 1)


def _value(condition: Condition, value: Any) -> bool:
    if "has" in condition:
        return set(condition["has"]) <= set(value or ())
    if "least" in condition:
        return value is not None and float(value) >= condition["least"]
    return bool(value == condition["is"])


def _figure(condition: Condition, scene: Scene) -> bool:
    try:
        return _value(condition, scene.figure(condition["figure"]))
    except UnknownFigure:
        return False


def _each(some: str | Sequence[str]) -> list[str]:
    return [some] if isinstance(some, str) else list(some)


_KINDS: dict[str, Callable[[Condition, Scene], bool]] = {
    "beside": lambda c, scene: _stand(c, scene, scene.beside(c["beside"])),
    "within": lambda c, scene: _stand(c, scene, scene.within(c["within"], c["of"])),
    "at": lambda c, scene: _stand(c, scene, set(_each(c["at"]))),
    "hand": lambda c, scene: set(c["hand"]) <= scene.in_hand,
    "detail": lambda c, scene: _value(c, scene.detail(c["detail"])),
    "figure": _figure,
    "prompt": lambda c, scene: scene.prompt in _each(c["prompt"]),
    "phase": lambda c, scene: bool(scene.view["phase"] == c["phase"]),
    "turn": lambda c, scene: bool(scene.view["tracks"]["turn"] >= c["turn"]),
    "said": lambda c, scene: any(matches(said, c["said"]) for said in scene.said()),
    "all": lambda c, scene: all(holds(one, scene) for one in c["all"]),
    "any": lambda c, scene: any(holds(one, scene) for one in c["any"]),
    "none": lambda c, scene: not any(holds(one, scene) for one in c["none"]),
}
_BESIDE: dict[str, tuple[str, ...]] = {
    "beside": ("units", "together"),
    "within": ("of", "units", "together"),
    "at": ("units", "together"),
    "detail": ("has", "least", "is"),
    "figure": ("least", "is"),
}
"""What else a condition of a kind says."""
