"""33.0  Airborne landings of the Soviet 212th brigade, where the variant is in use."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Offer, Prompt, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.losses import eliminate
from khalkhin.games.pbn.position import SOVIET, PbnStep, Position
from khalkhin.games.pbn.terrain import NON, within


def ready(s: Position, side: int) -> bool:
    """33.0, 33.1, R110  Whether the brigade is in Tamsag, unbroken, and has not moved in this phase."""
    if not s.options["airborne"] or side != SOVIET:
        return False
    bit = 1 << s.game.airborne
    return bool(s.based(SOVIET) & bit) and not s.moved & bit


def zones(s: Position) -> HexSet:
    """33.1  Any hex that it may enter without enemy units."""
    return s.game.map.grid.all & ~s.game.closed[NON] & ~s.held(1 - SOVIET)


def offers(s: Position, side: int) -> tuple[Offer, ...]:
    return (units(1 << s.game.airborne, "drop"),) if ready(s, side) else ()


def why(s: Position, side: int, unit: Noun) -> Reason | None:
    if not s.options["airborne"]:
        return no("26.10", "why.no-drops")
    return None if unit == s.game.airborne and ready(s, side) else no("33.1", "why.cannot-drop", unit=unit)


@step
class Drop(PbnStep):
    """33.1, 33.2  The brigade lands somewhere, instead of moving or of coming as any reinforcement."""

    side: Side
    unit: Unit

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "33.1", "ask.drop", hexes(zones(s)), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if zones(s) >> noun & 1 else no("33.1", "why.enemy", hex=noun)
        return no("33.1", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        land(s, self.unit, noun)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None


def danger(s: Position, hex_: Hex) -> int:
    """33.4.1, T115  What is added to the landing die: anti-aircraft units near, enemies next door, rough ground."""
    game, table, enemy = s.game, s.game.charts.landing, 1 - SOVIET
    guns = sum(1 << s.where[u] for u in members(s.on_map(enemy) & game.anti_aircraft))
    total = table["near_gun"] if within(game, hex_, table["gun_range"]) & guns else 0
    total += table["near_enemy"] if game.map.grid.around[hex_] & s.occupied(enemy) else 0
    rough = game.map.terrain_at(hex_) not in table["smooth"] and not game.villages >> hex_ & 1
    return int(total + (table["rough"] if rough else 0))


def land(s: Position, unit: int, hex_: Hex) -> None:
    """33.3, 33.4, 33.4.2  A die with its modifiers; who scatters lands next door, or is lost there."""
    table, grid = s.game.charts.landing, s.game.map.grid
    (die,) = s.roll(1)
    total = die + danger(s, hex_)
    suppressed = total in table["suppressed"] or total >= table["scatter_suppressed"]
    at: Hex | None = hex_
    if total in table["scatter"] or total >= table["scatter_suppressed"]:
        (way,) = s.roll(1)
        at = grid.step(hex_, (grid.directions.index("N") + way - 1) % 6)
        s.tell("log.scatter", rule="33.4.2", unit=unit, dice=str(way))
    s.tell("log.drop", rule="33.4", unit=unit, hex=hex_, dice=str(die), total=total)
    s.moved |= 1 << unit
    if at is None or not zones(s) >> at & 1:
        eliminate(s, 1 << unit, "33.4.2")
        return
    s.put(unit, at)
    s.face_down &= ~(1 << unit)
    if suppressed:
        s.suppressed |= 1 << unit
        s.tell("log.suppressed", rule="33.4", units=1 << unit)
