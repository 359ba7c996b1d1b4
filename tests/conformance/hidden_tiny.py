"""Rule 10 of the tiny game: what a side may not know."""

from __future__ import annotations

import random
from typing import Any

from khalkhin.engine.state import State
from tests.conformance.hidden import Labels, Secrets, deal

NATION = {"red": "RD-", "blue": "BL-"}


def _hiding(s: State, side: int | None) -> list[str]:
    """The sides that have secrets from a side."""
    if s.options["open_strengths"] or s.result is not None:
        return []
    return [name for number, name in enumerate(s.game.sides) if number != side]


def swaps(s: State, side: int | None, rng: random.Random, alike: bool) -> Labels:
    """Of enemy counters on the map and in reserve only the number is known, until they are shown."""
    data = s.to_data()
    groups: dict[Any, list[str]] = {}
    for owner in _hiding(s, side):
        for name, place in data["where"].items():
            if name.startswith(NATION[owner]) and (place[0].isdigit() or place == "reserve"):
                # Anybody can carry out any order, but only guns fire and only columns split.
                kind = name.split("-")[1] if alike else ""
                if name not in data["shown"]:
                    groups.setdefault((owner, kind), []).append(name)
    return deal(groups, rng)


def blur(data: dict[str, Any], s: State, side: int | None, rng: random.Random) -> None:
    """What is being planned or declared is its owner's business, and so is who is shaken or tired."""
    sides = list(s.game.sides)
    for owner in [name for number, name in enumerate(sides) if number != side]:
        for step in data["agenda"]:
            if step["step"] == "Plan":
                step["orders"][sides.index(owner)] = []
                step["hand"][sides.index(owner)] = None
            elif step["step"] in ("Declare", "Organise") and step["side"] == owner:
                step["hand"] = None
                if "attacks" in step:
                    step["attacks"] = []
    for owner in _hiding(s, side):
        unseen = [n for n in data["where"] if n.startswith(NATION[owner]) and n not in data["shown"]]
        for status in ("shaken", "tired"):
            for name in unseen:
                if data["where"][name][0].isdigit() and rng.random() < 0.5:
                    data[status] = sorted({*data[status]} ^ {name})


SECRETS = Secrets(swaps, blur)
