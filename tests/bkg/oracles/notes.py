"""What a comparison exercised, in words that a test can count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.bkg.oracles import duty, odds, retreat, walking
from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.choices import Question
from tests.bkg.oracles.counters import COUNTERS, GUNS, MOTORISED, REGIMENTS, SOVIET, TRACKED, enemy


def noted(board: Board, asked: Question) -> Iterator[str]:
    """What is remarkable about a prompt, or about the lack of one."""
    step = board.step
    name = step["step"]
    if name == "Movement":
        yield from _of_phase(board, step["side"])
    elif name == "Moving":
        yield from _of_move(board, asked)
    elif name == "CombatPhase":
        yield from _of_combat(board, step["side"], asked)
    elif name == "Declaring":
        yield from _of_declaration(board, duty.declared(step["plan"]), asked)
    elif name == "DefenceSupport":
        yield from (f"defence {verb}" for verb in asked.offers)
        if any(u in board.penalised for u in board.at(step["plan"]["target"])):
            yield "no support beyond the border"
    elif name == "Retreat":
        yield from _of_retreat(board, step["unit"], step["hit"])
    elif name == "BreakOut":
        yield from _of_break_out(board, step["unit"], step["first"])
    elif name == "Chain":
        yield f"link {len(step['chain'])} of a chain"
    elif name == "Advance":
        yield from _of_advance(board, step, asked)
    elif name == "ExchangeAttacker":
        yield "exchange: enough" if "commit" in asked.offers else "exchange: not enough yet"


def _of_phase(board: Board, side: str) -> Iterator[str]:
    if side == SOVIET and walking.must_return(board):
        yield "units that have to come back"
    if walking.must_enter(board, side):
        yield "reinforcements that have to come in"
    elif walking.waiting(board, side):
        yield "reinforcements that may wait"


def _of_move(board: Board, asked: Question) -> Iterator[str]:
    now = walking.in_hand(board)
    kinds = {COUNTERS[u].type for u in now.group}
    if len(now.group) > 1:
        yield "groups"
    if kinds & MOTORISED and kinds - MOTORISED:
        yield "mixed groups"
    if now.origin not in GROUND:
        yield f"entries from {now.origin}"
    elif now.origin in board.zone(enemy(now.side)) and not now.path:
        yield "breaking contact"
    if now.side == SOVIET and now.origin in GROUND and not GROUND[now.origin].inside:
        yield "moves beyond the border"
        if not walking.returners(board, now.group):
            yield "moves of stranded units"
    if now.path and "done" not in asked.offers:
        yield "no stop in a full hex"
    if not asked.offers.get("hex"):
        yield "stops in a zone or out of points"
    reached = asked.offers.get("hex", set())
    if "ARM" in kinds and now.hex in GROUND:
        beside = {n for h in {now.hex, *reached} for n in NEIGHBOURS[h]} - reached
        if any(walking.engages_mountains_only(board, u, n) for u in now.group for n in beside):
            yield "armour barred by mountains"


def _of_combat(board: Board, side: str, asked: Question) -> Iterator[str]:
    owing = duty.bound(board, side)
    yield from (f"{verb} offered" for verb in asked.offers)
    if owing:
        yield "duties to attack"
    if any(len(hexes) > 1 for hexes in owing.values()):
        yield "duties with a choice"
    if any(COUNTERS[u].type in GUNS for u in owing):
        yield "artillery that has to attack"
    if duty.engaged(board, side) - board.obliged - board.fought - board.penalised:
        yield "engaged units free to stay"
    if duty.engaged(board, side) & board.penalised:
        yield "penalised units that may not attack"


def _of_declaration(board: Board, plan: duty.Declared, asked: Question) -> Iterator[str]:
    yield f"{plan.kind} declared"
    if plan.units and "commit" not in asked.offers:
        yield "declarations that have to grow"
    if plan.units and all(COUNTERS[u].type in GUNS for u in plan.units):
        yield "artillery alone gets no air"


def _of_retreat(board: Board, unit: str, hit: bool) -> Iterator[str]:
    way = retreat.ways_back(board, unit, hit)
    yield f"retreat: {way.kind}"
    if hit and way.kind in ("through", "lost"):
        yield f"retreat: hit and {way.kind}"
    start = board.where[unit]
    if way.kind == "hex":
        if any(len(board.at(h)) == 4 for h in way.choices):
            yield "retreat: room made by a chain"
        if any(retreat.crossed(board, unit, start, h).where[unit] == "destroyed" for h in way.choices):
            yield "retreat: death in the river"
        elif any(retreat.river_hurts(unit, start, h) for h in way.choices):
            yield "retreat: loss in the river"
        if COUNTERS[unit].side == SOVIET and any(not GROUND[h].inside for h in way.choices):
            yield "retreat: over the border"
    quiet = [n for n in retreat.enterable(board, unit, start) if retreat.quiet(board, unit, n)]
    if set(quiet) - way.choices:
        yield "retreat: a full hex without a chain"
    if COUNTERS[unit].type in TRACKED:
        yield "retreat: of armour"


def _of_break_out(board: Board, unit: str, first: str) -> Iterator[str]:
    yield "way out: relief" if any(u != unit for u in board.at(first)) else "way out: loss"
    ends = [retreat.broken_out(board, unit, first, h) for h in retreat.second_hexes(board, unit, first)]
    if any(b.where[unit] == "destroyed" for b in ends):
        yield "way out: death"
    if any(len(b.at(b.where[unit])) > 4 for b in ends if b.where[unit] in GROUND):
        yield "way out: room made by a chain"


def _of_advance(board: Board, step: dict[str, Any], asked: Question) -> Iterator[str]:
    if "hex" in asked.offers:
        yield "advance: second hex"
    able = {u for u in step["group"] if board.where[u] in GROUND}
    if step["last"] is None and able - asked.offers.get("unit", set()):
        yield "advance: somebody may not"
    if step["side"] == SOVIET and not GROUND[step["vacated"]].inside:
        yield "advance: not over the border"


def of_battle(board: Board, plan: duty.Declared, codes: list[str]) -> Iterator[str]:
    """What a battle was made of."""
    for source, value in odds.shifts(board, plan).items():
        kind = source if source not in REGIMENTS and " DI" not in source else "formation" if value == 1 else "division"
        yield f"shift: {'defending formation' if source in REGIMENTS and value < 0 else kind}"
    yield from (f"result: {code}" for code in codes)
