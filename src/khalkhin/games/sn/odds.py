"""12.1-5  From factors and shifts to a column, as far as the asking side may know."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import Odds, ResultsTable, Shift, cases
from khalkhin.games.sn.position import JAPAN, Position
from khalkhin.games.sn.terrain import stack_limit, terrain_shift

HIDDEN = "21.0"


def attack_total(s: Position, group: UnitSet) -> int:
    """12.0.10, 12.1  The attack factors of whole units."""
    return sum(s.game.attack[u] for u in members(group))


def defence_total(s: Position, group: UnitSet) -> int:
    """12.0.8, 12.0.11, 12.1  The defence factors of everybody attacked."""
    return sum(s.game.defence[u] for u in members(group))


def adding(s: Position, side: int, targets: HexSet) -> UnitSet:
    """13.4, 13.4.1  Who adds defence: all of a hex, but who retreated there and overstacks it."""
    found = 0
    for hex_ in members(targets):
        here = s.units_at(side, hex_)
        over = s.size(here) > stack_limit(s.game, hex_)
        found |= here & ~s.late if over else here
    return found


def column(s: Position, attack: int, defence: int) -> int:
    """12.1, 12.1.1, 12.1.2, 12.1.3, 12.1.4, 12.1.5, R54  The column of a percentage; fractions are dropped."""
    least = s.game.charts.at_least
    if not defence:
        return len(least) - 1
    return sum(100 * attack >= percent * defence for percent in least) - 1


# -- shifts ------------------------------------------------------------------------------------------------------------


def supply_shifts(s: Position, attackers: UnitSet) -> Iterator[Shift]:
    """12.2.hq, 12.2.gs, 12.2.max, 14.5.5, 14.5.6, 14.5.7, 14.5.8, 20.0.hq1, R52, R53, R122  Headquarters, and
    the supply of the attackers."""
    value = s.game.charts.shifts
    if attackers & s.led:
        yield Shift("12.2.hq", "shift.headquarters", value["headquarters"])
    if not attackers & ~s.offensive:
        yield Shift("12.2.max", "shift.maximum", value["maximum_supply"])
    elif 2 * s.size(attackers & ~s.general) >= s.size(attackers):
        yield Shift("12.2.gs", "shift.unsupplied", value["unsupplied"])


def concentric(s: Position, attackers: UnitSet, targets: HexSet) -> bool:
    """12.2.con, R56, R103  Whether attackers are in or next to every hex around every attacked hex; not those
    landed."""
    grid, from_ = s.game.map.grid, 0
    for unit in members(attackers & ~s.beached):
        from_ |= 1 << s.where[unit]
    covered = from_ | grid.spread(from_)
    return bool(from_) and all(not grid.around[hex_] & ~covered for hex_ in members(targets))


def crossing(s: Position, attackers: UnitSet, targets: HexSet) -> bool:
    """12.2.ter2, R67, R103  Whether every attacker attacks over rivers only, bridged or not."""
    if attackers & s.beached:
        return False
    from_ = {s.where[u] for u in members(attackers)}
    return all(s.game.map.has_side("river", a, b) for a in from_ for b in members(targets))


def terrain_shifts(s: Position, attackers: UnitSet, targets: HexSet) -> Iterator[Shift]:
    """12.2.ter, 12.2.ter1, 12.3, 12.3.1, 12.3.2  The single terrain best for the defender; desert helps the attacker
    only if nothing else tells."""
    game = s.game
    found = {h: terrain_shift(game, h, s.ruined, "shift") for h in members(targets)}
    hex_ = min(found, key=lambda h: (found[h], h))
    best, name = found[hex_], _name(s, hex_)
    if crossing(s, attackers, targets):
        river = int(game.charts.terrain["river"]["shift"])
        if river < best:
            best, name = river, "river"
    if best:
        yield Shift("12.3" if best > 0 else "12.2.ter", "shift.terrain", best, {"terrain": f"@terrain.{name}"})


def _name(s: Position, hex_: Hex) -> str:
    game = s.game
    if game.cities >> hex_ & 1 and not s.ruined >> hex_ & 1:
        return "city"
    return "town" if game.towns >> hex_ & 1 else game.map.terrain_at(hex_)


def fort_shift(s: Position, attackers: UnitSet, forts: UnitSet, side: int) -> Iterator[Shift]:
    """12.4, 20.0.eng  A defending fort, once; Japanese assault engineers cancel a Soviet one."""
    if forts and not (side == JAPAN and attackers & s.game.engineers):
        yield Shift("12.4", "shift.fort", s.game.charts.shifts["fort"])


def all_shifts(s: Position, side: int, attackers: UnitSet, targets: HexSet, defenders: UnitSet) -> Iterator[Shift]:
    """12.2, 12.2.cas, 15.2.28, 15.2.32, 25.4.2, R126  Everything that shifts the column. Nothing of it is hidden: forts
    lie on top, and Disrupted markers are told (21.0)."""
    value = s.game.charts.shifts
    yield from supply_shifts(s, attackers)
    if concentric(s, attackers, targets):
        yield Shift("12.2.con", "shift.concentric", value["concentric"])
    if s.close_support & s.game.sheet.of_side[side] and s.hexes_of(side, s.close_support) & targets:
        yield Shift("12.2.cas", "shift.close-support", value["close_support"])
    yield from terrain_shifts(s, attackers, targets)
    yield from fort_shift(s, attackers, defenders & s.game.forts, side)
    if attackers & s.disrupted:
        yield Shift("15.2.28", "shift.disrupted-attacker", value["disrupted_attacker"])
    if defenders & s.disrupted:
        yield Shift("15.2.28", "shift.disrupted-defender", value["disrupted_defender"])
    if s.surprise(side):
        yield Shift("25.4.2", "shift.surprise", value["surprise"])


def units_in(s: Position, side: int, hexes: HexSet) -> UnitSet:
    found = 0
    for hex_ in members(hexes):
        found |= s.units_at(side, hex_)
    return found


def results_table(s: Position, side: int, targets: HexSet, known: UnitSet) -> ResultsTable:
    """13.5  What a result would mean: where forts that the attacker knows hold every hex, a retreat is no success."""
    forts = s.hexes_of(1 - side, s.game.forts & known)
    return s.game.charts.combat if targets & ~forts else s.game.charts.combat_at_forts


def full_odds(s: Position, side: int, attackers: UnitSet, targets: HexSet) -> Odds:
    """12.2, 12.5, R55  An attack whose units are all on the table; without any attack factor no shift counts."""
    here = units_in(s, 1 - side, targets)
    attack, defence = attack_total(s, attackers), defence_total(s, adding(s, 1 - side, targets))
    table = results_table(s, side, targets, here)
    if not attack:
        return Odds(table, Fraction(0), Fraction(defence), 0, ())
    shifts = tuple(all_shifts(s, side, attackers, targets, here))
    return Odds(table, Fraction(attack), Fraction(defence), column(s, attack, defence), shifts)


def preview(s: Position, side: int, attackers: UnitSet, targets: HexSet, known: UnitSet | None = None) -> Odds:
    """21.0  What the attacker may know before the attack is resolved: what he sees, and every possible defence.
    `known`: the counters that he sees, where that is not what he would see in this position."""
    game, here = s.game, units_in(s, 1 - side, targets)
    known = game.known(s, side) if known is None else known
    seen = here & known
    if seen == here:
        return full_odds(s, side, attackers, targets)
    attack, table = attack_total(s, attackers), results_table(s, side, targets, seen)
    if not attack:
        return Odds(table, Fraction(0), None, 0, (), hidden=HIDDEN)
    shifts = tuple(all_shifts(s, side, attackers, targets, here))
    net = sum(shift.value for shift in shifts)
    possible = possible_defences(s, side, targets, here, known)
    said = cases(possible, lambda d: table.clamp(column(s, attack, d) + net), str)
    return Odds(table, Fraction(attack), None, None, shifts, said, hidden=HIDDEN)


def possible_defences(s: Position, side: int, targets: HexSet, here: UnitSet, known: UnitSet) -> list[int]:
    """21.0  Every defence that a side cannot rule out: so many of the units that it does not see, if they are allowed
    in the country and have room there (8.6, 10.1)."""
    game, seen = s.game, here & known
    hidden = (here & ~seen).bit_count()
    room = sum(stack_limit(game, hex_) for hex_ in members(targets)) - s.size(seen)
    sums = {(0, 0): 1 << defence_total(s, seen)}
    for unit in members(s.ground(1 - side) & ~known):
        if not game.enterable[game.sheet.nation[unit]] & targets:
            continue
        for (count, size), found in list(sums.items()):
            key = count + 1, size + s.size(1 << unit)
            if key[0] <= hidden and key[1] <= room:
                sums[key] = sums.get(key, 0) | found << game.defence[unit]
    every = 0
    for (count, _), found in sums.items():
        every |= found if count == hidden else 0
    return list(members(every))
