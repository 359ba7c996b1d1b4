"""33.0  Airborne landings of the Soviet 212th brigade, where the variant is in use."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Offer, Prompt, asked_first, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.elimination import eliminate
from khalkhin.games.pbn.information import unmask
from khalkhin.games.pbn.position import JAPAN, PbnStep, Position
from khalkhin.games.pbn.terrain import NON, within


def ready(s: Position, side: int) -> bool:
    """33.0, 33.1, R52, R110  Whether the brigade is in Tamsag, unbroken, and could enter the map from there now."""
    able = s.based(side) & ~s.moved
    if s.impulse == 2:
        able &= s.eligible
    return bool(s.options["airborne"]) and bool(able >> s.game.airborne & 1)


def zones(s: Position) -> HexSet:
    """33.1  Any hex that it may enter without enemy units."""
    return s.game.map.grid.all & ~s.game.closed[NON] & ~s.held(JAPAN) & ~s.outside


def offers(s: Position, side: int) -> tuple[Offer, ...]:
    return (units(1 << s.game.airborne, "drop"),) if ready(s, side) else ()


def why(s: Position, side: int, unit: Noun) -> Reason | None:
    """26.10, R65  Why there is no landing: the game knows none without the variant."""
    if not s.options["airborne"]:
        return no("26.10", "why.no-drops")
    if isinstance(unit, int) and s.game.sheet.side[unit] != side:
        return no("33.0", "why.not-yours", unit=unit)
    if unit != s.game.airborne:
        return no("33.0", "why.only-airborne", unit=s.game.airborne)
    return None if ready(s, side) else no("33.1", "why.cannot-drop", unit=unit)


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
        return asked_first(s, side, "33.1")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        land(s, self.unit, noun)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None


def danger(s: Position, hex_: Hex) -> int:
    """33.4.1  What is added to the landing die: an anti-aircraft unit near, another enemy next door, rough ground."""
    game, table, enemies = s.game, s.game.charts.landing, s.on_map(JAPAN)
    near, beside = within(game, hex_, table["gun_range"]), game.map.grid.around[hex_]
    guns = sum(1 << u for u in members(enemies & game.anti_aircraft) if near >> s.where[u] & 1)
    others = sum(1 << u for u in members(enemies) if beside >> s.where[u] & 1)
    if guns.bit_count() < 2:
        others &= ~guns  # the gun that counts as one is not another enemy
    rough = game.map.terrain_at(hex_) not in table["smooth"] and not game.villages >> hex_ & 1
    risks = (guns, "near_gun"), (others, "near_enemy"), (rough, "rough")
    return int(sum(table[name] for met, name in risks if met))


def land(s: Position, unit: int, hex_: Hex) -> None:
    """33.3, 33.4, 33.4.2  A die with its modifiers; who scatters lands next door, or is lost there."""
    table, grid = s.game.charts.landing, s.game.map.grid
    (die,) = s.roll(1)
    total = die + danger(s, hex_)
    suppressed = total in table["suppressed"] or total >= table["scatter_suppressed"]
    s.tell("log.drop", rule="33.4", unit=unit, hex=hex_, dice=str(die), total=total, loud=True)
    at: Hex | None = hex_
    if total in table["scatter"] or total >= table["scatter_suppressed"]:
        (way,) = s.roll(1)
        at = grid.step(hex_, way - 1)  # clockwise from the north, as the grid counts
        s.tell("log.scatter", rule="33.4.2", unit=unit, dice=str(way), loud=True)
    if s.impulse:
        s.moved |= 1 << unit
        s.eligible &= ~(1 << unit)
    s.delayed &= ~(1 << unit)
    if at is None or (s.occupied(JAPAN) | s.game.closed[NON] | s.outside) >> at & 1:
        eliminate(s, 1 << unit, "33.4.2")
        return
    unmask(s, at, s.stack(at) & s.game.deception & s.game.sheet.of_side[JAPAN], "34.3")
    s.put(unit, at)
    s.face_down &= ~(1 << unit)
    if suppressed:
        s.suppressed |= 1 << unit
        s.tell("log.suppressed", rule="33.4", units=1 << unit)
