"""Ideas after the dice: who takes a loss, who retreats where, who goes on; and at the start and end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said
from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Kind
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.settings import ReplySettings
from khalkhin.games.bkg.ai.values import Values
from khalkhin.games.bkg.exchange import ExchangeAttacker, ExchangeDefender
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.setup import PlaceReserve


def by_cost(values: Values, s: Position, group: UnitSet, dying: bool) -> list[int]:
    """Units, those first whose owner loses least by a loss, or by their death."""

    def cost(unit: int) -> tuple[float, int]:
        flipped, hex_ = bool(s.flipped >> unit & 1), s.where[unit]
        return (values.at if dying else values.hit)(hex_, unit, flipped), unit

    return sorted(members(group), key=cost)


def all_answers(s: Position) -> Iterator[Idea]:
    """Every answer: `done` first, better ground before worse, the inside of the line before the outside."""
    columns, inside = s.game.columns, s.game.inside
    if s.asked[0].allows("done", None):
        yield (("done", None),)
    for offer in s.asked[0].offers:
        if offer.kind is Kind.HEX:
            hexes = [h for h in offer if isinstance(h, int)]
            hexes.sort(key=lambda h: (-(inside >> h & 1), -columns[h], h))
            yield from (((offer.verb, h),) for h in hexes)
        elif offer.verb != "done":
            yield from (((offer.verb, noun),) for noun in offer)


def exchange_ideas(values: Values, s: Position, step: ExchangeDefender | ExchangeAttacker) -> Iterator[Idea]:
    """The cheapest units that are enough, and each unit by itself."""
    if isinstance(step, ExchangeDefender):
        for unit in [] if step.given else by_cost(values, s, s.stack(step.target), True):
            yield (("unit", unit), ("commit", None))
        if step.given:
            yield (("commit", None),)
        return
    missing = step.lost - sum(s.attack(u) for u in members(step.given))
    left = by_cost(values, s, step.attackers & ~step.given, True)
    for unit in left:
        if s.attack(unit) >= missing > 0:
            yield (("unit", unit), ("commit", None))
    said: list[Said] = []
    for unit in left:
        if missing <= 0:
            break
        said.append(("unit", unit))
        missing -= s.attack(unit)
    yield [*said, ("commit", None)]


def reserve_ideas(settings: ReplySettings, s: Position, step: PlaceReserve) -> Iterator[Idea]:
    """Who is slow stands nearest to the front, by the road to the bridges; the fast units make it up."""
    offered = [n for offer in s.asked[0].offers if offer.verb in ("unit", "hex") for n in offer]
    nouns = [n for n in offered if isinstance(n, int)]
    if not nouns:
        yield (("done", None),)
    elif step.unit is None:
        yield (("unit", max(nouns, key=lambda u: (s.game.allowance[u], -u))),)
    else:
        nomonhan = next(h for h, kind in s.game.objective_kind.items() if kind == "nomonhan")
        distance, roads = s.game.map.grid.distance, s.game.roads
        far = {h: distance(h, nomonhan) - settings.reserve_road * (roads >> h & 1) for h in nouns}
        yield (("hex", min(nouns, key=lambda h: (far[h], h))),)
