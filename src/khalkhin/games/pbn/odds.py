"""14.3, 14.31, 14.32, 14.33  From strengths and shifts to a column, as far as the asking side may know."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import Odds, ResultsTable, Shift
from khalkhin.games.pbn.headquarters import best_support
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.terrain import barrier_shift, defence_shift


def attack_total(s: Position, group: UnitSet) -> int:
    """14.3.3.1, 14.12.1, 14.25  Attack strengths, never split; headquarters have none."""
    return sum(s.game.attack[u] for u in members(group))


def defence_total(s: Position, group: UnitSet) -> int:
    """14.3.3.2, 14.26  Defence strengths of all who add any."""
    return sum(s.game.defence[u] for u in members(group))


def column(s: Position, attack: int, defence: int) -> int:
    """14.3.3, 14.3.3.3, 14.12, 14.31, R14  The exact percentage, never rounded up, and its column."""
    least = s.game.charts.at_least
    if not attack:
        return 0
    if not defence:
        return len(least) - 1
    return sum(100 * attack >= percent * defence for percent in least) - 1


def hexes_of(s: Position, group: UnitSet) -> HexSet:
    found = 0
    for unit in members(group):
        found |= 1 << s.where[unit]
    return found


# -- shifts (14.3.4) ---------------------------------------------------------------------------------------------------


def support_shifts(s: Position, side: int, attackers: HexSet, targets: HexSet, known: UnitSet) -> Iterator[Shift]:
    """14.3.4.1, 14.3.4.2, 10.3, 10.5, 14.32, 19.2  The best headquarters of either side in radius of some unit of the
    battle, of whatever formation."""
    ids = s.game.sheet.ids
    value, giver = best_support(s, side, attackers, known)
    if giver is not None:
        yield Shift("14.3.4.1", "shift.headquarters", value, {"unit": ids[giver]})
    value, giver = best_support(s, 1 - side, targets, known)
    if giver is not None:
        yield Shift("14.3.4.2", "shift.enemy-headquarters", -value, {"unit": ids[giver]})


def seen_headquarters(s: Position, viewer: int | None) -> UnitSet:
    """18.0  The headquarters that a side sees: before the die is thrown it cannot reckon with others."""
    return sum(1 << u for u in members(s.game.headquarters) if s.game.sees(s, viewer, u))


def unknown_support(s: Position, side: int, attackers: HexSet, targets: HexSet, known: UnitSet) -> Iterator[str]:
    """18.0  The rules by which headquarters that nobody shows may yet shift the column: any better one may be near."""
    hidden = s.game.headquarters & ~known
    for who, hexes, rule in ((side, attackers, "14.3.4.1"), (1 - side, targets, "14.3.4.2")):
        value, _ = best_support(s, who, hexes, known)
        if any(s.game.support[u] > value for u in members(hidden & s.game.sheet.of_side[who])):
            yield rule


def suppression_shifts(s: Position, attackers: UnitSet, defenders: UnitSet) -> Iterator[Shift]:
    """8.2.3, 8.2.4, 14.3.4.3, 14.3.4.4, R16  Once for any suppressed attacker, once for any suppressed defender."""
    value = s.game.charts.shifts["suppressed"]
    if attackers & s.suppressed:
        yield Shift("14.3.4.3", "shift.suppressed-attacker", -value)
    if defenders & s.suppressed:
        yield Shift("14.3.4.4", "shift.suppressed-defender", value)


def terrain_shifts(s: Position, side: int, attackers: HexSet, targets: HexSet) -> Iterator[Shift]:
    """14.3.4.5, 14.33, 21.1, TEC.36, TEC.37, R18, R19  The single best terrain of all defending hexes, or the river
    that all attackers cross; a fortification comes on top, once."""
    game = s.game
    best, name = max((defence_shift(game, h), game.map.terrain_at(h)) for h in members(targets))
    crossings = [barrier_shift(game, a, b) for a in members(attackers) for b in members(targets)]
    if crossings and None not in crossings:
        river = min(c for c in crossings if c is not None)
        if river > best:
            best = river
            name = next(n for n in game.barriers if game.charts.hexsides[n]["defence"] == river)
    if best:
        yield Shift("14.33", "shift.terrain", -best, {"terrain": f"@terrain.{name}"})
    if s.fortified[1 - side] & targets:
        yield Shift("21.1", "shift.fortified", -game.charts.fortification[1 - side])


def battle_odds(
    s: Position,
    table: ResultsTable,
    attackers: UnitSet,
    targets: HexSet,
    defenders: UnitSet,
    extra: tuple[Shift, ...] = (),
    known: UnitSet = -1,
) -> Odds:
    """14.3.3, 14.3.4, 14.3.4.6, 14.3.5  A battle worked out: total against total, and the net of all shifts. `known`:
    with these headquarters only, while the others are hidden from who asks."""
    side = s.game.sheet.side[next(members(attackers))]
    from_ = hexes_of(s, attackers)
    shifts = (
        *support_shifts(s, side, from_, targets, known),
        *suppression_shifts(s, attackers, defenders),
        *terrain_shifts(s, side, from_, targets),
        *extra,
    )
    attack, defence = attack_total(s, attackers), defence_total(s, defenders)
    unknown = tuple(unknown_support(s, side, from_, targets, known))
    base = column(s, attack, defence)
    return Odds(table, Fraction(attack), Fraction(defence), base, shifts, unknown=unknown)
