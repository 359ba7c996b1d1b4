"""13.2-4  From combat factors and shifts to a column, as far as the asking side may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import Odds, Rolled, Shift, cases
from khalkhin.games.kgw.position import JAPAN, SOVIET, Position
from khalkhin.games.kgw.terrain import RIVER

HOME_ARMY = ("IJA", "CXF")
HIDDEN = "21.0"
"""The rule by which a defence may be hidden."""


def total(s: Position, group: UnitSet) -> int:
    """13.2.b, 13.2.c  Combat factors are never split (13.1.h)."""
    return sum(s.strength(u) for u in members(group))


def column(s: Position, attack: int, defence: int) -> int:
    """13.2.d, 13.2.e, 13.3, 13.3.a-b  Percentage, fractions dropped (Q-24), and its column."""
    percent = 100 * attack // defence if defence else 700
    return sum(percent >= least for least in s.game.charts.at_least) - 1


# -- shifts to the right (13.4.2) ------------------------------------------------------------------------------------


def attack_shifts(s: Position, target: Hex, attackers: UnitSet, entrenched: bool) -> Iterator[Shift]:
    """13.1.i, 13.4.2, 13.4.2.f, 18.3.c, 19.3.1.c, 19.4.e-f, Q-28, Q-85  Armour or a train once, artillery once, attack
    from all sides; armour counts nothing against entrenchments, and it is said that it does not."""
    game, value = s.game, s.game.charts.shifts
    if entrenched and attackers & (game.shock | game.trains):
        yield Shift("18.3.c", "shift.no-shock", 0)
    elif attackers & game.shock:
        yield Shift("13.4.2.c", "shift.shock", value["shock"])
    elif attackers & game.trains:
        yield Shift("13.4.2.d", "shift.train", value["shock"])
    if attackers & game.artillery:
        yield Shift("13.4.2.e", "shift.artillery", value["artillery"])
    if concentric(s, target, attackers):
        yield Shift("13.4.2.g", "shift.concentric", value["concentric"])


def concentric(s: Position, target: Hex, attackers: UnitSet) -> bool:
    """13.4.2.g-i, Q-26  Attackers in every neighbouring hex on the map, and nobody there who could attack left out."""
    side = s.game.sheet.side[next(members(attackers))]
    able = capable(s, side)
    for hex_ in members(s.game.map.grid.around[target]):
        here = s.units_at(side, hex_)
        if not here & attackers or here & able & ~attackers:
            return False
    return True


def capable(s: Position, side: int) -> UnitSet:
    """13.1.a, 16.1.c, 19.4.d, 20.3.c  Units that can attack at all: mobile, no supply units, and in a second Segment
    only those In Supply."""
    able = s.ground(side) & ~s.static() & ~s.game.supply
    return able if s.segment == 1 else able & s.supplied


# -- shifts to the left (13.4.3) -------------------------------------------------------------------------------------


def terrain_shift(s: Position, target: Hex) -> Iterator[Shift]:
    """13.4.3.a, 22.2.b  The single best terrain in the hex."""
    game = s.game
    name = game.map.terrain_at(target)
    best, label = int(game.charts.terrain[name]["shift"][s.winter]), f"@terrain.{name}"
    if game.towns >> target & 1 and game.charts.town_shift[s.winter] < best:
        best, label = game.charts.town_shift[s.winter], "@terrain.town"
    if best:
        yield Shift("13.4.3.a", "shift.terrain", best, {"terrain": label})


def river_shift(s: Position, target: Hex, attackers: UnitSet) -> Iterator[Shift]:
    """13.4.3.b, 20.2.c  More than half of the attacking factors cross a river, bridged or not; not in winter (Q-25)."""
    if s.winter:
        return
    across = sum(s.strength(u) for u in members(attackers) if s.game.map.has_side(RIVER, s.where[u], target))
    if 2 * across > total(s, attackers):
        yield Shift("13.4.3.b", "shift.river", s.game.charts.shifts["river"])


def public_defence(s: Position, target: Hex, attackers: UnitSet, side: int) -> Iterator[Shift]:
    """13.4.3, 13.4.3.d, 18.3.a  What helps the defender for all to see."""
    yield from terrain_shift(s, target)
    yield from river_shift(s, target, attackers)
    if s.trenches[side] >> target & 1:
        yield Shift("13.4.3.g", "shift.entrenchment", s.game.charts.shifts["entrenchment"])


def gun_shift(s: Position, defenders: UnitSet) -> Iterator[Shift]:
    """13.4.3.e-f, 19.3.1.e  Soviet artillery in defence, once; Japanese artillery never."""
    if defenders & s.game.artillery & s.game.sheet.of_side[SOVIET]:
        yield Shift("13.4.3.e", "shift.soviet-artillery", s.game.charts.shifts["soviet_artillery"])


# -- the whole calculation -------------------------------------------------------------------------------------------


def full_odds(s: Position, target: Hex, attackers: UnitSet, maximum: bool, support: int) -> Odds:
    """13.2.f, 13.4.1.g  An attack whose units are all on the table."""
    side = 1 - s.game.sheet.side[next(members(attackers))]
    value = s.game.charts.shifts
    entrenched = bool(s.trenches[side] >> target & 1)
    shifts = [*attack_shifts(s, target, attackers, entrenched)]
    if maximum:
        shifts.append(Shift("13.4.2.a", "shift.maximum", value["maximum_supply"]))
    if support:
        shifts.append(Shift("13.4.2.b", "shift.support", support * value["close_support"], {"count": support}))
    shifts += public_defence(s, target, attackers, side)
    shifts += gun_shift(s, s.defenders)
    return _odds(s, total(s, attackers), total(s, s.defenders), shifts)


def supported(s: Position, odds: Odds, flyers: int) -> Odds:
    """13.4.2.b, 15.2.d, 15.6.f  Odds before the dice of the close air support: each flyer succeeds for itself."""
    if not flyers:
        return odds
    die, each = s.game.charts.support_succeeds, s.game.charts.shifts["close_support"]
    hit = Fraction(die, 6)
    values = {n * each: comb(flyers, n) * hit**n * (1 - hit) ** (flyers - n) for n in range(flyers + 1)}
    return replace(odds, rolled=Rolled("15.6.e", "shift.support-rolled", values, {"count": flyers, "die": die}))


def counter_odds(s: Position, attackers: UnitSet, defenders: UnitSet) -> Odds:
    """13.4.2.k, 13.6.c, 13.6.f, 16.3.2.e  A counterattack: no shift but one for the home army."""
    nation = s.game.sheet.nation
    shifts = []
    if any(nation[u] in HOME_ARMY and not s.game.supply >> u & 1 for u in members(attackers)):
        shifts.append(Shift("13.4.2.j", "shift.counterattack", s.game.charts.shifts["counterattack"]))
    return _odds(s, total(s, attackers), total(s, defenders), shifts)


def _odds(s: Position, attack: int, defence: int, shifts: list[Shift]) -> Odds:
    """13.4.1.a-c, 13.4.1.f  All shifts together, to the right or to the left; beyond the table its last column."""
    base = column(s, attack, defence)
    return Odds(s.game.charts.combat, Fraction(attack), Fraction(defence), base, tuple(shifts))


def preview(s: Position, target: Hex, attackers: UnitSet) -> Odds:
    """What the attacker may know before he declares: his total, the shifts for all to see, every possible defence."""
    side = s.game.sheet.side[next(members(attackers))]
    enemy = 1 - side
    here = s.units_at(enemy, target)
    if all(s.game.sees(s, side, u) for u in members(here)):
        twin = s.clone()
        twin.defenders = here
        return full_odds(twin, target, attackers, False, 0)
    entrenched = bool(s.trenches[enemy] >> target & 1)
    guns = tuple(gun_shift(s, sum(1 << u for u in members(here) if s.game.sees(s, side, u))))
    shifts = (*attack_shifts(s, target, attackers, entrenched), *public_defence(s, target, attackers, enemy), *guns)
    attack, net = total(s, attackers), sum(shift.value for shift in shifts)
    least, most = possible_defence(s, side, here)
    unknown = ("13.4.3.e",) if enemy == SOVIET and not guns else ()
    table = s.game.charts.combat
    said = cases(range(least, most + 1), lambda defence: table.clamp(column(s, attack, defence) + net), str)
    return Odds(table, Fraction(attack), None, None, shifts, said, unknown, HIDDEN)


def possible_defence(s: Position, side: int, here: UnitSet) -> tuple[int, int]:
    """The least and the greatest defence that a side cannot rule out: what it sees, and any of what it does not."""
    game = s.game
    unseen = [u for u in members(game.ground & game.sheet.of_side[1 - side]) if not game.sees(s, side, u)]
    known, hidden = total(s, here & ~sum(1 << u for u in unseen)), sum(here >> u & 1 for u in unseen)
    factors = sorted(game.combat[u] for u in unseen)
    return known + sum(factors[:hidden]), known + sum(factors[-hidden:] if hidden else [])


def across_ussr(s: Position, side: int, hexes: HexSet) -> HexSet:
    """13.1.j  The Japanese may not attack into the USSR."""
    return hexes & ~s.game.country["USSR"] if side == JAPAN else hexes
