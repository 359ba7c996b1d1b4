"""14.3, 14.31, 14.32, 14.33  From strengths and shifts to a column, as far as the asking side may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import Odds, ResultsTable, Shift, cases
from khalkhin.games.pbn.charts import RAID
from khalkhin.games.pbn.headquarters import best_support
from khalkhin.games.pbn.information import top
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import employed_defenders
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


# -- before stacks are examined ----------------------------------------------------------------------------------------


def preview(s: Position, side: int, attackers: UnitSet, target: Hex, known: UnitSet, on_table: str = RAID) -> Odds:
    """18.0, 18.1  An attack before the stack is examined: what the side sees of it, and every possible defence.
    `known`: the counters that the side sees."""
    enemy, game = 1 - side, s.game
    here = s.stack(target) & game.sheet.of_side[enemy]
    table, headquarters = game.charts.combat[on_table], game.headquarters & known
    if not here & ~s.examined[side]:
        defenders = employed_defenders(s, enemy, 1 << target)
        return battle_odds(s, table, attackers, 1 << target, defenders, (), headquarters)
    # Whoever is suppressed there, the marker lies on the stack for all to see.
    odds = battle_odds(s, table, attackers, 1 << target, here, (), headquarters)
    attack = attack_total(s, attackers)
    possible = possible_defences(s, side, target, known)
    said = cases(possible, lambda defence: table.clamp(column(s, attack, defence) + odds.net), str)
    return replace(odds, defence=None, base=None, cases=said, hidden="18.0")


def possible_defences(s: Position, side: int, target: Hex, known: UnitSet) -> list[int]:
    """18.0, 12.1, R94  Every defence that a side cannot rule out: the counter on top, and beneath it, however many,
    any that it does not see, that have room there and do not go before it."""
    game, enemy = s.game, 1 - side
    first = top(s, enemy, target)
    seen = 0 if first is None else s.stack(target) & known & game.land
    sums = {s.size(seen): 1 << defence_total(s, seen)}
    for unit in members(game.sheet.of_side[enemy] & game.land & ~known & ~_above(s, target, first, known)):
        for size, found in list(sums.items()):
            larger = size + game.stacking[unit]
            if larger <= game.charts.stack_limit:
                sums[larger] = sums.get(larger, 0) | found << game.defence[unit]
    every = 0
    for found in sums.values():
        every |= found
    return [defence for defence in members(every) if defence or seen]


def _above(s: Position, target: Hex, first: int | None, known: UnitSet) -> UnitSet:
    """R94  Counters that would lie above the one that is seen on top of a stack."""
    game = s.game
    if first is None or not known >> first & 1:
        return 0
    if game.supply >> first & 1:
        return game.fighting | game.headquarters
    if game.headquarters >> first & 1:
        return game.fighting | _stronger(s, game.headquarters, first)
    if s.stack(target) & s.suppressed and not s.suppressed >> first & 1:
        return 0  # who is suppressed lies beneath, however strong
    return _stronger(s, game.fighting, first)


def _stronger(s: Position, group: UnitSet, than: int) -> UnitSet:
    rank = s.game.rank
    return sum(1 << u for u in members(group) if rank[u] < rank[than])
