"""21.0 of Khalkin-Gol War and ruling Q-71: what a side may not know of the other's counters.

Public: how many counters lie in each hex and which ground unit is on top, air units and what has flown, emplaced
bridges, entrenchments, recruit points, who misses a Recruit Phase or is gone for good. Open besides: units in a combat
or under air attack, enemies in one's own countries and in the Disputed Area, everything Japanese while the Sorge ring
speaks. Hidden: the counters beneath the top ones, whether they are depots, what lies in which display or in hand, which
components a division has absorbed, what is being put together.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from khalkhin.engine.state import State
from tests.conformance.hidden import Labels, Secrets, deal

SOVIET, JAPAN = 0, 1
OPEN_BOXES = ("out", "waiting", "eliminated")
DISPLAYS = ("display", "hand", "reorganization")
PRINTED = ("type", "size", "class", "combat", "movement", "cost", "formation", "range", "bracket", "shock")
UNCOUNTED = ("supply", "engineer", "mech_engineer", "leader")
"""11.1  What does not count for stacking, beside trains and agents."""
HALF_DONE = {
    "Buy": "Buy",
    "Deploy": "Buy",
    "Placing": "Buy",
    "Organise": "Organise",
    "Combining": "Organise",
    "Entrenching": "Organise",
    "SetDown": "Setup",
    "Moving": "Movement",
    "Declare": "CombatPhase",
    "Refuel": "Reuse",
}
"""Steps in which something is put together, and the step that everybody else takes them for."""


def _examined(s: State, owner: int) -> set[str]:
    """21.0  Hexes where the enemy of a side may look into its stacks."""
    game: Any = s.game
    countries = ("MPR",) if owner == JAPAN else ("Manchukuo", "Mengjiang")
    return {name for country in countries for name in _hexes_of(game, country)}


@cache
def _hexes_of(game: Any, country: str) -> frozenset[str]:
    grid = game.map.grid
    return frozenset(name for name in grid.names if game.country[country] >> grid.at(name) & 1)


def _unseen(s: State, data: dict[str, Any], owner: int) -> list[str]:
    """The counters of a side that somebody else cannot tell from each other."""
    sheet: Any = s.game.sheet
    kind = sheet.columns["type"]
    examined = _examined(s, owner)
    piles = dict(data["piles"])
    out = []
    for unit, name in enumerate(sheet.ids):
        place = data["where"][name]
        if sheet.side[unit] != owner or place in OPEN_BOXES or name in data["shown"]:
            continue
        if place[0].isdigit():
            if kind[unit] in ("air", "air_supply") or place in examined:
                continue
            ground = [n for n in piles.get(place, [name]) if kind[sheet.index[n]] not in ("air", "air_supply")]
            bridge = "engineer" in kind[unit] and name in data["flipped"]
            if ground[-1] == name or bridge:
                continue
        out.append(name)
    return out


def _hiding(s: State, data: dict[str, Any], side: int | None) -> list[int]:
    if s.result is not None:
        return []
    blind = [owner for owner in (SOVIET, JAPAN) if owner != side]
    return [owner for owner in blind if not (owner == JAPAN and side == SOVIET and data["sorge"])]


def _setting_up(data: dict[str, Any]) -> bool:
    return any(step["step"] == "Setup" for step in data["agenda"])


def _line(s: State, data: dict[str, Any], name: str) -> Any:
    """23.0  While a side sets up everybody knows what it has to place, and where each line of its list goes."""
    if not _setting_up(data):
        return None
    rows = s.game.scenarios[s.scenario].data["setup"]
    formation = s.game.sheet.columns["formation"][s.game.sheet.index[name]]
    return next((n for n, row in enumerate(rows) if name in row["counters"]), formation)


def _group(s: State, data: dict[str, Any], name: str, alike: bool) -> Any:
    """Counters that may stand for each other: of one contingent and class, and alike for stacking.

    What may be where depends on much more for divisions, which have absorbed others, and for trains, agents, depots and
    bridges: of these only like ones are exchanged.
    """
    sheet = s.game.sheet
    columns: Any = sheet.columns
    unit = sheet.index[name]
    kind = columns["type"][unit]
    special = columns["size"][unit] == "XX" or kind in ("agent", "armored_train", "air", "air_supply")
    if alike or special or name in data["flipped"]:
        rest: Any = tuple(columns[c][unit] for c in PRINTED)
    else:
        rest = columns["class"][unit], kind in UNCOUNTED
    if alike and columns["formation"][unit] and data["where"][name] in DISPLAYS:
        rest = name  # which of several like components a division is built from off the map is not asked
    flipped = name in data["flipped"] and data["where"][name]
    return sheet.nation[unit], rest, flipped, _line(s, data, name)


def swaps(s: State, side: int | None, rng: random.Random, alike: bool) -> Labels:
    """Counters dealt anew among those of a side that are hidden."""
    data, sheet = s.to_data(), s.game.sheet
    columns: Any = sheet.columns
    groups: dict[Any, list[str]] = {}
    for owner in _hiding(s, data, side):
        for name in _unseen(s, data, owner):
            groups.setdefault((owner, _group(s, data, name, alike)), []).append(name)
    absorbed = {part: division for division, parts in data["formed"] for part in parts}

    def fits(name: str, stead: str) -> bool:
        """An absorbed component has to be one; in the USSR only the Red Army is, which the groups see to."""
        if name == stead or not (name in absorbed or stead in absorbed):
            return True
        one, other = sheet.index[name], sheet.index[stead]
        return all(columns[c][one] == columns[c][other] for c in PRINTED)

    return deal(groups, rng, fits)


def blur(data: dict[str, Any], s: State, side: int | None, rng: random.Random) -> None:
    """Which hidden supply units are depots, in which display a counter lies, and what is half done."""
    sheet: Any = s.game.sheet
    kind = sheet.columns["type"]
    for owner in _hiding(s, data, side):
        for name in _unseen(s, data, owner):
            if kind[sheet.index[name]] == "supply" and data["where"][name][0].isdigit() and rng.random() < 0.5:
                data["flipped"] = [*(n for n in data["flipped"] if n != name), *[name] * (rng.random() < 0.5)]
        data["flipped"].sort(key=sheet.index.__getitem__)
        _unbuild(data["agenda"], s, owner)
        if not _setting_up(data):
            _shelve(data, s, owner, rng)


def _unbuild(agenda: list[dict[str, Any]], s: State, owner: int) -> None:
    """What is being put together is its owner's business."""
    top = agenda[-1] if agenda else {}
    if top.get("step") in HALF_DONE and top.get("side") == s.game.sides[owner]:
        step: Any = s.game.steps[HALF_DONE[top["step"]]]
        agenda[-1] = s.game.codec.encode_object(step(owner))


def _shelve(data: dict[str, Any], s: State, owner: int, rng: random.Random) -> None:
    """Units that are neither absorbed nor divisions in play may as well lie in hand, when nobody sees it."""
    sheet: Any = s.game.sheet
    absorbed = {part for _, parts in data["formed"] for part in parts}
    for unit, name in enumerate(sheet.ids):
        loose = sheet.side[unit] == owner and name not in absorbed and data["where"][name] == "display"
        if loose and sheet.columns["type"][unit] == "agent" and rng.random() < 0.5:
            data["where"][name] = "hand"


SECRETS = Secrets(swaps, blur)
