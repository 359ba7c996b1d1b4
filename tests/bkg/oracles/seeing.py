"""2.5: what a side may know of a position, and the same position as it might be for all that the side knows."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable
from typing import Any

from tests.bkg.oracles import duty, odds
from tests.bkg.oracles.atlas import EDGES, GROUND, NEIGHBOURS
from tests.bkg.oracles.board import Board, passable
from tests.bkg.oracles.counters import ARRIVALS, COUNTERS, REGIMENTS, TRACKED, enemy

OWN_MARKS = ("flipped", "moved", "engaged", "obliged", "fought", "fired", "penalised")
ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:-[A-Z0-9]+)?")


def sees(board: Board, side: str, unit: str, battle: set[str]) -> bool:
    """Own units, whatever is off the map, and the units that the battle in progress has brought to light.

    Who of the reserve is not placed yet, or which of the reinforcements that could have come in still waits, is known
    to the owner only: to name those outside would name those on the map.
    """
    place = board.where[unit]
    hidden = place in GROUND or place == "reserve" or (place == "due" and ARRIVALS[unit] <= board.turn)
    return not hidden or COUNTERS[unit].side == side or board.rules["open_strengths"] or unit in battle


def places(board: Board, side: str, battle: set[str]) -> dict[str, list[tuple[str, ...]]]:
    """Everything in hexes and boxes: id and marks where the counter is seen, else only its nation."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for unit, place in board.where.items():
        if not sees(board, side, unit, battle):
            known: tuple[str, ...] = (COUNTERS[unit].nation,)
        else:
            marks = OWN_MARKS if COUNTERS[unit].side == side else ("flipped",)
            known = (unit, *(m for m in marks if unit in getattr(board, m)))
        found.setdefault(place, []).append(known)
    return {place: sorted(known) for place, known in found.items()}


def told(view: dict[str, Any]) -> dict[str, list[tuple[str, ...]]]:
    """The places of a view in the same form."""
    return {
        place: sorted((x["id"], *x["is"]) if "id" in x else (x["nation"],) for x in counters)
        for place, counters in view["places"].items()
    }


def named(data: object) -> set[str]:
    """Every counter that is named anywhere in plain data."""
    return set(ID.findall(json.dumps(data))) & set(COUNTERS)


def otherwise(board: Board, side: str, battle: set[str], rng: random.Random) -> dict[str, Any]:
    """The position with hidden counters of the enemy exchanged within their nation, and other ones of them flipped.

    Guns that have fired stay who they are: what was shown once is remembered.
    """
    hidden = [u for u in COUNTERS if not sees(board, side, u, battle) and u not in board.fired]
    other: dict[str, str] = {}
    kinds = {u: (COUNTERS[u].nation, board.where[u] if board.where[u] not in GROUND else "") for u in hidden}
    for kind in sorted(set(kinds.values())):
        mine = [u for u in hidden if kinds[u] == kind]
        other |= dict(zip(mine, rng.sample(mine, len(mine)), strict=True))
    data: dict[str, Any] = json.loads(ID.sub(lambda m: other.get(m[0], m[0]), json.dumps(board.data)))
    kept = [u for u in data["flipped"] if u not in hidden]
    data["flipped"] = [*kept, *(u for u in hidden if rng.random() < 0.4)]
    return data


def unknown(board: Board, plan: duty.Declared) -> list[str]:
    """Rules that may shift the column by what the attacker does not see: tanks shut in, three units of a regiment."""
    if plan.kind != "attack":
        return []
    stack = board.at(plan.target)
    found = ["5.1.4.a"] if len(stack) > 2 else []
    tanks = [u for u, c in COUNTERS.items() if c.type in TRACKED and may_be_there(board, u, plan.target)]
    fits = all(_count(stack, nation) <= _count(tanks, nation) for nation in ("SU", "MN", "JP", "MC"))
    sure, perhaps = shut_in(board, plan, {"lake"}), shut_in(board, plan, {"lake", "marsh", "mountain"})
    return ["5.1.3", *found] if fits and perhaps and not sure else found


def may_be_there(board: Board, unit: str, hex_: str) -> bool:
    """Whether a unit is on the map, or may have come in by now, and may be in such terrain."""
    here = board.where[unit] in GROUND or (board.where[unit] == "due" and ARRIVALS[unit] <= board.turn)
    return here and passable(unit, hex_)


def _count(units: Iterable[str], nation: str) -> int:
    return sum(COUNTERS[u].nation == nation for u in units)


def shut_in(board: Board, plan: duty.Declared, closed: set[str]) -> bool:
    """5.1.3, K-40  No open edge of their own, and behind the target hex no quiet hex but in terrain closed to them."""
    foes = plan.side
    quiet = [n for n in NEIGHBOURS[plan.target] if n not in board.held(foes) and n not in board.zone(foes)]
    edge = not board.rules["closed_edge"] and EDGES[plan.target] & odds.FRIENDLY_EDGES[enemy(foes)]
    return not edge and all(GROUND[n].terrain in closed for n in quiet)


def preview(board: Board, plan: duty.Declared) -> dict[str, int]:
    """K-93  The shifts that the attacker may know before the declaration: encirclement if it is one for infantry."""
    found = odds.shifts(board, plan)
    if board.rules["open_strengths"]:
        return found
    found = {s: n for s, n in found.items() if s != "encirclement" and not (s in REGIMENTS and n < 0)}
    if plan.kind == "attack" and shut_in(board, plan, {"lake"}):
        found["encirclement"] = 1
    return found
