"""Section 2.5 of the specification of the Batalha: what a side may not know of the other's counters.

Public: how many units of which nation stand in each hex, air pools, hexes attacked, who is eliminated or gone, and the
lists of reinforcements. Hidden, but for units shown in the battle in progress: which counter is which, who is flipped.
"""

from __future__ import annotations

import random
from typing import Any

from khalkhin.engine.state import State
from tests.conformance.hidden import Labels, Secrets, deal, strings

RESERVE_MOVES = 21
BARRED = {"ARM": ("marsh", "mountain", "lake"), "CVM": ("marsh", "mountain", "lake")}
"""T2: terrain that a type may never be in; the others are barred from lakes only."""


def _hiding(s: State, side: int | None) -> list[int]:
    if s.options["open_strengths"] or s.result is not None:
        return []
    return [owner for owner in (0, 1) if owner != side]


def _arrivals(s: State) -> dict[str, int]:
    lists = s.game.scenarios[s.scenario].data["reinforcements"]
    return {name: row["turn"] for row in lists for name in row["counters"]}


def _unseen(s: State, data: dict[str, Any], owner: int) -> list[str]:
    """The counters of a side that the enemy cannot tell apart."""
    arrivals, sheet = _arrivals(s), s.game.sheet
    out = []
    for unit, name in enumerate(sheet.ids):
        place = data["where"][name]
        waiting = place == "due" and arrivals[name] <= s.turn
        hidden = place[0].isdigit() or waiting or place == "reserve"
        if hidden and sheet.side[unit] == owner and name not in data["shown"]:
            out.append(name)
    return out


def swaps(s: State, side: int | None, rng: random.Random, alike: bool) -> Labels:
    data, sheet, arrivals = s.to_data(), s.game.sheet, _arrivals(s)
    reserve = s.game.scenarios[s.scenario].data["reserve"]["counters"]
    printed = {name: tuple(sheet.columns[c][u] for c in PRINTED) for u, name in enumerate(sheet.ids)}
    busy = strings(data["agenda"])
    groups: dict[Any, list[str]] = {}
    for owner in _hiding(s, side):
        for name in _unseen(s, data, owner):
            # The reserve stands still until it may move; before that nobody else can be where it is.
            frozen = name in reserve and s.turn < RESERVE_MOVES
            late = any(data["where"][n] == "due" for n in arrivals if arrivals[n] <= s.turn) and name in arrivals
            # Who is in the middle of something can only be somebody who could be doing that.
            same = printed[name] if alike or name in busy else None
            groups.setdefault((name[:2], frozen, late, same), []).append(name)

    def fits(name: str, stead: str) -> bool:
        place = data["where"][stead]
        if not place[0].isdigit():
            return True
        terrain = s.game.map.terrain_at(s.game.map.grid.at(place))
        return terrain not in BARRED.get(sheet.columns["type"][sheet.index[name]], ("lake",))

    return deal(groups, rng, fits)


PRINTED = ("type", "attack", "defence", "movement", "range")


def blur(data: dict[str, Any], s: State, side: int | None, rng: random.Random) -> None:
    """Who has losses is hidden like the rest; how many have them is kept, as final losses tell it (10.2.a)."""
    for owner in _hiding(s, side):
        unseen = [name for name in _unseen(s, data, owner) if data["where"][name][0].isdigit()]
        flipped = [name for name in unseen if name in data["flipped"]]
        rest = [name for name in data["flipped"] if name not in unseen]
        data["flipped"] = sorted([*rest, *rng.sample(unseen, len(flipped))], key=s.game.sheet.index.__getitem__)
        _unbuild(data["agenda"], s.game.sides[owner])


def _unbuild(agenda: list[dict[str, Any]], owner: str) -> None:
    """What is being put together is its owner's business."""
    top = agenda[-1] if agenda else {}
    if top.get("step") == "Moving" and top["side"] == owner:
        agenda[-1] = {"step": "Movement", "side": owner}
    elif top.get("step") == "Declaring" and top["plan"]["side"] == owner:
        agenda[-1] = {"step": "CombatPhase", "side": owner}
    elif top.get("step") == "DefenceSupport" and top["plan"]["side"] != owner:
        top["plan"]["support"], top["plan"]["support_air"] = [], 0


SECRETS = Secrets(swaps, blur)
