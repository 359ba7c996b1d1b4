"""5.1, T3  From strengths and shifts to a column, as far as the asking side may know."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from khalkhin.board.hexset import members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import Odds, Shift, cases, halves
from khalkhin.games.bkg import formations
from khalkhin.games.bkg.charts import Charts
from khalkhin.games.bkg.engagement import beyond_and_penalised
from khalkhin.games.bkg.information import may_be_on_map
from khalkhin.games.bkg.plan import Plan
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.terrain import river

AIR_STRENGTH = 2
"""K-49  One air point adds one point of strength; strengths are counted in halves."""
HIDDEN = "5.1.1.d"
"""The rule that hides the defence until an attack is declared."""


def attack_total(s: Position, plan: Plan) -> int:
    """5.1.1.a, 6.2.e, 8.0.h  Attackers, supporting artillery and air points (K-49), in half points of strength."""
    return sum(s.attack(u) for u in members(plan.units | plan.guns)) + AIR_STRENGTH * plan.air


def defence_total(s: Position, plan: Plan) -> int:
    """5.1.1.b, 8.0.d  Everybody in the target hex, supporting artillery by its attack power (K-52), and air points."""
    inside = sum(s.defence(u) for u in members(s.stack(plan.target)))
    return inside + sum(s.attack(u) for u in members(plan.support)) + AIR_STRENGTH * plan.support_air


def ratio_column(s: Position, attack: int, defence: int) -> int:
    """5.1.1.c  Divide and drop the fraction; a weaker attacker is 1 to the quotient rounded up (K-03, K-04).

    It ends with the table (K-05), unless by a house rule only the column that is shifted does.
    """
    table = s.game.charts.combat
    even = table.columns.index("1-1")
    if attack >= defence:
        column = even + attack // defence - 1
    else:
        column = even - (-(-defence // attack) - 1) if attack else 0
    return column if s.options["shift_first"] else table.clamp(column)


def ratio_name(s: Position, column: int) -> str:
    """5.1.1.c  A ratio as the table calls it, also where the table has no such column: 12-1, 1-6."""
    more = column - s.game.charts.combat.columns.index("1-1")
    return f"{1 + more}-1" if more >= 0 else f"1-{1 - more}"


def terrain_shift(s: Position, target: int) -> Iterator[Shift]:
    """5.1.2  Terrain of the defender's hex, to the left."""
    columns = s.game.columns[target]
    if columns:
        name = s.game.map.terrain_at(target)
        yield Shift("5.1.2", "shift.terrain", -columns, {"terrain": f"@terrain.{name}"})


def river_shift(s: Position, target: int, attackers: UnitSet) -> Iterator[Shift]:
    """T2.wide_river, T2.narrow_river  The least of the hexsides that adjacent attackers use (K-28)."""
    rows = s.game.charts.hexside
    hexes = {s.where[u] for u in members(attackers)}
    sides = [(rows[w]["columns"] if (w := river(s.game, h, target)) else 0, w) for h in sorted(hexes)]
    if sides:
        columns, water = min(sides, key=lambda side: side[0])
        if columns:
            yield Shift(f"T2.{water}", "shift.river", -columns, {"terrain": f"@terrain.{water}"})


def border_shift(s: Position, target: int) -> Iterator[Shift]:
    """4.0.i  A Soviet unit that could not come back over the border."""
    if beyond_and_penalised(s, target):
        yield Shift("4.0.i", "shift.border", s.game.charts.beyond_border)


def encircled(s: Position, target: int, kinds: list[str] | None = None) -> bool:
    """5.1.3  No defender has a hex free of enemy zones to go to, nor a friendly map edge (K-40).

    `kinds` stands for the types of the units there when the asking side does not know them.
    """
    game, grid = s.game, s.game.map.grid
    stack = s.stack(target)
    side = game.sheet.side[next(members(stack))]
    friendly = game.charts.exits[game.sides[side]]["survives"]
    if not s.options["closed_edge"] and any(edge in friendly for edge in grid.exits(target)):
        return False
    free = grid.around[target] & ~s.held(1 - side) & ~s.zone(1 - side)
    return not any(free & game.passable[kind] for kind in kinds or [game.type[u] for u in members(stack)])


def full_odds(s: Position, plan: Plan) -> Odds:
    """5.1  The whole calculation, known to both sides once the defender has answered (5.1.1.e)."""
    attack, defence = attack_total(s, plan), defence_total(s, plan)
    shifts = [*terrain_shift(s, plan.target), *river_shift(s, plan.target, plan.units)]
    if encircled(s, plan.target):
        shifts.append(Shift("5.1.3", "shift.encirclement", s.game.charts.encirclement))
    shifts += formations.attacking(s, plan.units)
    shifts += formations.defending(s, s.stack(plan.target))
    shifts += border_shift(s, plan.target)
    base = ratio_column(s, attack, defence)
    totals = Fraction(attack, 2), Fraction(defence, 2)
    return Odds(s.game.charts.combat, *totals, base, tuple(shifts), ratio=ratio_name(s, base))


def preview(s: Position, plan: Plan) -> Odds:
    """K-93  What the attacker may know beforehand: his own total, and the shifts that need no hidden knowledge."""
    attack = attack_total(s, plan)
    shifts = [*terrain_shift(s, plan.target), *river_shift(s, plan.target, plan.units)]
    if encircled(s, plan.target, ["INF"]):
        shifts.append(Shift("5.1.3", "shift.encirclement", s.game.charts.encirclement))
    shifts += formations.attacking(s, plan.units)
    shifts += border_shift(s, plan.target)
    net = sum(shift.value for shift in shifts)
    unknown = tuple(_unknown(s, plan.target))
    cases = _cases(s, plan, attack, net)
    return Odds(s.game.charts.combat, Fraction(attack, 2), None, None, tuple(shifts), cases, unknown, HIDDEN)


def attacker_odds(s: Position, plan: Plan) -> Odds:
    """5.1.1.d  The odds of an attack that is not committed, as far as the attacker may know them."""
    return full_odds(s, plan) if s.options["open_strengths"] else preview(s, plan)


def _unknown(s: Position, target: int) -> Iterator[str]:
    """5.1.1.d  Rules that may shift the column further, by who stands in the target hex."""
    if not encircled(s, target, ["INF"]) and may_be_encircled(s, target):
        yield "5.1.3"
    if s.stack(target).bit_count() > 2:
        yield "5.1.4.a"


def may_be_encircled(s: Position, target: int) -> bool:
    """5.1.3  Whether, for all that the enemy knows, only types stand there that no free hex is open to."""
    game, sheet, stack = s.game, s.game.sheet, s.stack(target)
    kinds = {kind for kind in game.charts.classes if game.passable[kind] >> target & 1 and encircled(s, target, [kind])}
    shut_in = union(u for u, kind in enumerate(game.type) if kind in kinds and may_be_on_map(s, u))
    return all((stack & nation).bit_count() <= (shut_in & nation).bit_count() for nation in sheet.of_nation.values())


def _cases(s: Position, plan: Plan, attack: int, net: int) -> tuple[tuple[str, int], ...]:
    """What each possible defence would mean."""
    least, most = possible_defence(s, plan)
    table = s.game.charts.combat
    return cases(range(least, most + 1), lambda d: table.clamp(ratio_column(s, attack, d) + net), halves)


def possible_defence(s: Position, plan: Plan) -> tuple[int, int]:
    """The least and the greatest defence that public knowledge allows, in half points of strength."""
    game, sheet = s.game, s.game.sheet
    least = most = 0
    stack = s.stack(plan.target)
    side = sheet.side[next(members(stack))]
    for unit in members(stack):
        like = [u for u in members(sheet.of_nation[sheet.nation[unit]]) if may_be_on_map(s, u)]
        least += min(game.defence[u] for u in like)
        most += 2 * max(game.defence[u] for u in like)
    guns = [u for u in members(sheet.of_side[side] & game.artillery) if may_be_on_map(s, u)]
    most += AIR_STRENGTH * s.air[side] + sum(2 * game.attack[u] for u in guns)
    return least, most


def bombardment_value(s: Position, plan: Plan) -> tuple[int, int]:
    """6.2.a, 8.0.e  (value, index): strength times the vulnerability of everybody there; at least 1 (K-56, K-57)."""
    index = vulnerability(s, plan.target, "artillery" if plan.guns else "air")
    strength = sum(s.attack(u) for u in members(plan.guns)) if plan.guns else AIR_STRENGTH * plan.air
    return _value(strength, index), index


def vulnerability(s: Position, target: int, fire: str) -> int:
    """6.2.a, 8.0.e  How vulnerable everybody in a hex is to artillery or air."""
    rows = s.game.charts.vulnerability[fire]
    return sum(rows[s.game.type[u]] for u in members(s.stack(target)))


def _value(strength: int, index: int) -> int:
    """K-56, K-57  Strengths are counted in halves; a value is at least 1."""
    return max(1, strength * index // 2)


def bombardment_odds(s: Position, plan: Plan) -> Odds:
    """6.2.b, 8.0.f  The bombardment table: terrain and the border penalty shift it, and nothing else (K-80)."""
    value, _ = bombardment_value(s, plan)
    shifts = (*terrain_shift(s, plan.target), *border_shift(s, plan.target))
    return Odds(s.game.charts.bombardment, Fraction(value), None, _bombardment_base(s.game.charts, value), shifts)


def _bombardment_base(charts: Charts, value: int) -> int:
    return charts.bombardment.clamp(sum(value > bound for bound in charts.bombardment_bounds))


def bombardment_column(charts: Charts, strength: int, index: int, net: int) -> int:
    """The column that a bombardment comes to after its shifts."""
    return charts.bombardment.clamp(_bombardment_base(charts, _value(strength, index)) + net)


def bombardment_preview(s: Position, plan: Plan) -> Odds:
    """What the attacker may know beforehand: his strength, the shifts, and what each possible index would mean."""
    shifts = (*terrain_shift(s, plan.target), *border_shift(s, plan.target))
    net = sum(shift.value for shift in shifts)
    charts = s.game.charts
    strength = sum(s.attack(u) for u in members(plan.guns)) if plan.guns else AIR_STRENGTH * plan.air
    rows = charts.vulnerability["artillery" if plan.guns else "air"].values()
    count = s.stack(plan.target).bit_count()
    indices = range(count * min(v for v in rows if v), count * max(rows) + 1)
    cases = tuple((str(index), bombardment_column(charts, strength, index, net)) for index in indices)
    return Odds(charts.bombardment, Fraction(strength, 2), None, None, shifts, cases, hidden=HIDDEN)
