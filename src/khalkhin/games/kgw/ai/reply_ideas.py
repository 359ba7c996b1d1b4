"""Ideas after battles and events: who takes a loss, who retreats where, who advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from khalkhin.ai.ideas import Idea, Said, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Kind
from khalkhin.games.kgw.advance import Advance, AdvanceOn
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.air_combat import Bombed
from khalkhin.games.kgw.events import FreeUnits, Withdrawal
from khalkhin.games.kgw.housekeeping import Crowd
from khalkhin.games.kgw.losses import TakeLosses
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.retreat import RetreatAll
from khalkhin.games.kgw.stacking import overfull


def all_answers(s: Position, side: int) -> Iterator[Idea]:
    """Every answer there is, the ways out first."""
    asked = next(p for p in s.asked if p.side == side)
    for offer in sorted(asked.offers, key=lambda o: o.kind is not Kind.NOTHING):
        yield from (((offer.verb, noun),) for noun in offer)


def cheapest(evaluation: Evaluation, units: list[int]) -> int:
    return min(units, key=lambda u: (evaluation.values.unit[u], u))


def loss_ideas(evaluation: Evaluation, s: Position, step: TakeLosses) -> Iterator[Idea]:
    """The cheapest unit; if that is a division it gives up a part."""
    losable = step.losable(s)
    unit = cheapest(evaluation, list(members(losable)))
    lesser = losable & ~s.game.divisions
    broken, parts = offered(s, step.side, "breakdown"), evaluation.settings.losses.division_parts
    if broken and (not lesser or evaluation.values.unit[unit] > parts * _part(evaluation, s, broken[0])):
        yield (("breakdown", cheapest(evaluation, broken)),)
    else:
        yield (("unit", cheapest(evaluation, list(members(lesser or losable)))),)


def _part(evaluation: Evaluation, s: Position, division: int) -> float:
    return evaluation.values.steps(s, 1 << division)[0]


def bombing_loss_ideas(evaluation: Evaluation, s: Position, step: Bombed) -> Iterator[Idea]:
    """A division can be put together again; else the cheapest goes."""
    for verb in ("breakdown", "withdraw", "unit"):
        if found := offered(s, step.side, verb):
            yield ((verb, cheapest(evaluation, found)),)
            return


def retreat_ideas(evaluation: Evaluation, s: Position, step: RetreatAll) -> Iterator[Idea]:
    """One unit after another, to where it is of most use, with the supply of its hex; who has no way breaks down."""
    hexes = offered(s, step.side, "hex")
    if step.units and hexes:
        yield _retreat_idea(s, step, _refuge(evaluation, s, next(members(step.units)), hexes))
    elif found := offered(s, step.side, "unit"):
        unit = max(found, key=lambda u: (evaluation.values.unit[u], u))
        refuge = _refuge(evaluation, s, unit, list(step.ends(s, unit)))
        yield (("unit", unit), *_retreat_idea(s, replace(step, units=1 << unit), refuge))
    elif found := offered(s, step.side, "breakdown"):
        yield (("breakdown", cheapest(evaluation, found)),)
    else:
        yield from all_answers(s, step.side)


def _retreat_idea(s: Position, step: RetreatAll, refuge: Hex) -> Idea:
    """Who is picked goes to a hex, and with him the supply that may go there."""
    supply = [u for u in members(step.baggage(s)) if refuge in step.ends(s, u)]
    return (*(("unit", u) for u in supply), ("hex", refuge))


def _refuge(evaluation: Evaluation, s: Position, unit: int, hexes: list[Hex]) -> Hex:
    settings = evaluation.settings.retreat

    def merit(hex_: Hex) -> tuple[float, int]:
        place = evaluation.values.place.get(hex_, 0.0)
        friends = settings.friends if s.units_at(evaluation.side, hex_) else 0.0
        full = settings.overfull if overfull(s, evaluation.side, hex_, 1 << unit) else 0.0
        danger = settings.danger * evaluation.goals.pressure(hex_)
        return evaluation.post(unit, hex_) + place + friends - full - danger, -hex_

    return max(hexes, key=merit)


def overstack_ideas(evaluation: Evaluation, s: Position, step: Crowd) -> Iterator[Idea]:
    if step.unit is None:
        yield (("unit", cheapest(evaluation, offered(s, step.side, "unit"))),)
    else:
        yield (("hex", _refuge(evaluation, s, step.unit, offered(s, step.side, "hex"))),)


def advance_ideas(evaluation: Evaluation, s: Position, step: Advance) -> Iterator[Idea]:
    """All who need not guard the place they come from, as far as there is room; the strongest alone; nobody."""
    found = offered(s, step.side, "unit")
    order = sorted(found, key=lambda u: (-s.strength(u), u))
    going = 0
    leaving: dict[Hex, int] = {}
    for unit in order:
        hex_ = s.where[unit]
        left = s.units_at(step.side, hex_) & ~leaving.get(hex_, 0) & ~(1 << unit)
        guard = hex_ in evaluation.values.place and not left
        if not guard and not overfull(s, step.side, step.target, going | 1 << unit):
            going |= 1 << unit
            leaving[hex_] = leaving.get(hex_, 0) | 1 << unit
    said: list[Said] = [("unit", u) for u in order if going >> u & 1]
    if said:
        yield (said[0],)
    yield (("done", None),)


def second_advance_ideas(evaluation: Evaluation, s: Position, step: AdvanceOn) -> Iterator[Idea]:
    """On to a place nobody holds, or to stay with the others."""
    prizes = [h for h in offered(s, step.side, "hex") if h in evaluation.values.place and not s.units_at(step.side, h)]
    for hex_ in sorted(prizes, key=lambda h: -evaluation.values.place[h]):
        yield (("hex", hex_),)
    yield (("done", None),)


def free_unit_ideas(evaluation: Evaluation, s: Position, step: FreeUnits) -> Iterator[Idea]:
    """The best of what is free."""
    found = sorted(offered(s, step.side, "unit"), key=lambda u: (-evaluation.values.unit[u], u))
    yield [*(("unit", u) for u in found[: step.left]), *([("done", None)] if len(found) < step.left else [])]


def withdrawal_ideas(evaluation: Evaluation, s: Position, step: Withdrawal) -> Iterator[Idea]:
    found = offered(s, step.side, "unit")
    yield (("unit", cheapest(evaluation, found)),) if found else (("done", None),)
