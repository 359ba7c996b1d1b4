"""4.1.2, 5.0, 6.2, 8.0: who has to attack, who may attack what, and how a declaration is put together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS, columns, distance
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import COUNTERS, GUNS, enemy


def targets(board: Board, unit: str) -> set[str]:
    """D1  Adjacent enemy hexes that a unit can attack by type: no armour against mountains."""
    near = board.enemies_next_to(board.where[unit], COUNTERS[unit].side)
    return {h for h in near if COUNTERS[unit].type != "ARM" or GROUND[h].terrain != "mountain"}


def dominates(board: Board, unit: str) -> bool:
    """4.1.2.d-e, K-17  Whether its terrain beats that of every adjacent enemy."""
    here = board.where[unit]
    return all(columns(here) > columns(h) for h in board.enemies_next_to(here, COUNTERS[unit].side))


def obliged(board: Board, side: str) -> set[str]:
    """D1  Who has to attack, as it stands when the combat phase begins."""
    found = set()
    for unit in board.on_map(side):
        stayed = unit in board.engaged and unit not in board.moved
        if targets(board, unit) and unit not in board.penalised and not (stayed and dominates(board, unit)):
            found.add(unit)
    return found


def engaged(board: Board, side: str) -> set[str]:
    """D0  Units with an enemy next to them."""
    return {u for u in board.on_map(side) if board.enemies_next_to(board.where[u], side)}


@lru_cache(maxsize=16)
def bound(board: Board, side: str) -> dict[str, set[str]]:
    """D2  Units whose duty still stands, with the hexes they can do it on."""
    owing = {u: targets(board, u) - board.attacked for u in board.on_map(side) if u in board.obliged - board.fought}
    return {u: hexes for u, hexes in owing.items() if hexes}


def held_to(board: Board, side: str, target: str) -> set[str]:
    """D3  Units that have nothing else to attack but this hex."""
    return {u for u, hexes in bound(board, side).items() if hexes == {target}}


def attackers(board: Board, side: str, target: str) -> set[str]:
    """C1  Adjacent units that may attack a hex."""
    near = {u for h in NEIGHBOURS[target] for u in board.at(h) if COUNTERS[u].side == side}
    used = board.fought | board.fired | board.penalised
    return {u for u in near if target in targets(board, u) and u not in used}


def guns(board: Board, side: str, target: str) -> set[str]:
    """8.0.a-b, K-90  Artillery that may fire at a hex from two hexes or more."""
    used = board.fought | board.fired | board.penalised | set(bound(board, side))
    pieces = {u for u in board.on_map(side) if COUNTERS[u].type in GUNS and u not in used}
    return {u for u in pieces if 2 <= distance(board.where[u], target) <= COUNTERS[u].range}


def open_hexes(board: Board, side: str) -> set[str]:
    """6.2.g  Enemy hexes not attacked in this phase."""
    return board.held(enemy(side)) - board.attacked


def phase_choices(board: Board, side: str) -> dict[str, set[str]]:
    """What the phasing player may begin: targets by kind of attack, or the end of the phase."""
    hexes = open_hexes(board, side)
    safe = {h for h in hexes if not held_to(board, side, h)}
    return {
        "attack": {h for h in hexes if attackers(board, side, h)},
        "bombard": {h for h in safe if guns(board, side, h)},
        "strike": safe if board.air[side] >= 3 else set(),
        "done": set() if bound(board, side) else {"-"},
    }


# -- putting a declaration together -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Declared:
    """An attack as far as it is put together."""

    side: str
    kind: str
    target: str
    units: frozenset[str]
    guns: frozenset[str]
    air: int
    support: frozenset[str] = frozenset()
    support_air: int = 0


def declared(plan: dict[str, Any]) -> Declared:
    return Declared(
        plan["side"],
        plan["kind"],
        plan["target"],
        frozenset(plan["units"]),
        frozenset(plan["guns"]),
        plan["air"],
        frozenset(plan["support"]),
        plan["support_air"],
    )


def legal(board: Board, plan: Declared) -> bool:
    """Whether a declaration may be made as it is."""
    able = attackers(board, plan.side, plan.target)
    if plan.target not in open_hexes(board, plan.side) or not plan.units <= able or plan.air > board.air[plan.side]:
        return False
    if not plan.guns <= guns(board, plan.side, plan.target) or not held_to(board, plan.side, plan.target) <= plan.units:
        return False
    if plan.kind == "strike":
        return not plan.units and not plan.guns and 3 <= plan.air <= 6
    if plan.kind == "bombard":
        return not plan.units and bool(plan.guns) and plan.air == 0
    return bool(plan.units) and (plan.air == 0 or any(COUNTERS[u].type not in GUNS for u in plan.units))


def completable(board: Board, plan: Declared) -> bool:
    """Whether some legal declaration has all of this in it: more attackers never spoil one, so the largest decides.

    Air points come after the units: they are offered once somebody is there whom they can support (8.0.j).
    """
    if plan.air and plan.kind == "attack" and all(COUNTERS[u].type in GUNS for u in plan.units):
        return False
    if plan.kind == "attack":
        plan = replace(plan, units=plan.units | attackers(board, plan.side, plan.target))
    return legal(board, plan)


def declaration_choices(board: Board, plan: Declared) -> dict[str, set[str]]:
    """What may be added to a declaration, and whether it may be made."""
    able = attackers(board, plan.side, plan.target) - plan.units if plan.kind == "attack" else set()
    able = {u for u in able if completable(board, replace(plan, units=plan.units | {u}))}
    fire = guns(board, plan.side, plan.target) - plan.guns if plan.kind != "strike" else set()
    fire = {u for u in fire if completable(board, replace(plan, guns=plan.guns | {u}))}
    points = range(1, board.air[plan.side] + 1) if plan.air == 0 else range(0)
    air = {str(n) for n in points if completable(board, replace(plan, air=n))}
    return {"unit": able | fire, "air": air, "commit": {"-"} if legal(board, plan) else set()}


def support_choices(board: Board, plan: Declared) -> dict[str, set[str]]:
    """8.0.d, 6.1.b, K-90, K-91  What the defender may commit."""
    side = enemy(plan.side)
    if any(u in board.penalised for u in board.at(plan.target)):
        return {"unit": set(), "air": set(), "commit": {"-"}}
    idle = {u for u in board.on_map(side) if COUNTERS[u].type in GUNS} - board.fired - board.penalised - plan.support
    near = {u for u in idle if 1 <= distance(board.where[u], plan.target) <= COUNTERS[u].range}
    points = range(1, board.air[side] + 1) if plan.support_air == 0 else range(0)
    return {"unit": near, "air": {str(n) for n in points}, "commit": {"-"}}
