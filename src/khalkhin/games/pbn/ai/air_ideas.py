"""Ideas for air points: missions, superiority, reconnaissance, strikes, and the artillery that fires with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from khalkhin.ai.ideas import Idea, Said, offered
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.air import TARGETS, AirAllocation, Aside, Superiority
from khalkhin.games.pbn.charts import Charts
from khalkhin.games.pbn.headquarters import radius
from khalkhin.games.pbn.position import RESERVE, SUPERIORITY, Position
from khalkhin.games.pbn.recon import seen_from
from khalkhin.games.pbn.strike import Gun, Load, StrikePhase, bombardment_odds
from khalkhin.games.pbn.terrain import within


@cache
def _mean_fire_value(charts: Charts, points: int, there: int, price: float, damage: float) -> float:
    column, out = min(points, charts.fire_together) - 1, 0.0
    for die in range(1, 7):
        lost, hurt = map(int, charts.superiority.result(column, die).split("/"))
        lost = min(lost, there)
        out += price * lost + damage * min(hurt, there - lost)
    return out / 6


def fire_value(evaluation: Evaluation, points: int, there: int) -> float:
    """What fire at so many enemy points is worth: shot down or damaged, the mean over the die."""
    if points <= 0 or there <= 0:
        return 0.0
    charts, price = evaluation.game.charts, evaluation.values.air
    damage = evaluation.weights.air * evaluation.settings.air_ideas.damaged_point
    out = _mean_fire_value(charts, points, there, price, damage)
    more = points - charts.fire_together
    if evaluation.start.options["large_superiority"] and more > 0:
        out += _mean_fire_value(charts, more, max(1, there - charts.fire_together // 2), price, damage)
    return out


def allocation_ideas(evaluation: Evaluation, s: Position, step: AirAllocation) -> Iterator[Idea]:
    """The best mix against what the enemy may do with his points."""
    side = evaluation.side
    if any(points >= 0 for points in step.plans[side]):
        yield (("commit", None),)
        return
    mine, theirs = s.air(side, RESERVE), s.air(evaluation.enemy, RESERVE)
    most = evaluation.settings.air_ideas.strike_hexes * s.game.charts.strike_limit[side]
    bombs = min(mine, most) if s.held(evaluation.enemy) else 0
    mixes = [(a, b) for a in range(mine + 1) for b in range(min(bombs, mine - a) + 1)]
    fight, strike = max(mixes, key=lambda mix: (_mix_value(evaluation, mix, theirs), mix))
    yield [*_mission_points(evaluation, s, mine, fight, strike, 2 * fight >= theirs), ("commit", None)]


def _mission_points(
    evaluation: Evaluation, s: Position, mine: int, fight: int, strike: int, safe: bool
) -> Iterator[Said]:
    """The mix as decisions: some of the strikes fly other missions, where there is superiority enough."""
    settings = evaluation.settings.air_ideas
    look = int(safe and mine >= settings.recon_from and strike >= settings.spare_strikes)
    least = min(s.game.charts.committed)
    block = least if s.options["interdict_base"] and strike - look > least else 0
    left = strike - look - block
    close = s.game.charts.support_limit if s.options["close_support"] and left >= settings.spare_strikes else 0
    plan = {
        "superiority": fight,
        "interdiction": block,
        "reconnaissance": look,
        "strikes": left - close,
        "close_support": close,
    }
    yield from ((verb, points) for verb, points in plan.items() if points)


def _mix_value(evaluation: Evaluation, mix: tuple[int, int], theirs: int) -> float:
    """What a mix of superiority and strikes is worth."""
    fight, strike = mix
    settings = evaluation.settings.air_ideas
    out = settings.strike_point * strike
    for share, chance in settings.enemy_superiority:
        foe = round(share * theirs)
        worth = (
            fire_value(evaluation, fight, foe)
            - fire_value(evaluation, foe, fight)
            - fire_value(evaluation, foe - fight, strike)
        )
        out += chance * (worth + settings.free_fire_share * fire_value(evaluation, fight - foe, theirs - foe))
    return out


def split_ideas(evaluation: Evaluation, s: Position, step: Superiority) -> Iterator[Idea]:
    """How many points fire at other missions than superiority: the number with the highest value."""
    enemy = evaluation.enemy
    points, foe = s.air(evaluation.side, SUPERIORITY), s.air(enemy, SUPERIORITY)
    others = sum(s.air(enemy, mission) for mission in TARGETS)

    def worth(aside: int) -> tuple[float, int]:
        return fire_value(evaluation, points - aside, foe) + fire_value(evaluation, aside, others), -aside

    yield (("split", max(offered(s, evaluation.side, "split"), key=worth)),)


def target_mission_ideas(evaluation: Evaluation, s: Position, step: Aside) -> Iterator[Idea]:
    """Which of the enemy's missions is fired at: strikes first."""
    found = offered(s, step.side, "mission")
    yield (("mission", min(found, key=TARGETS.index)),)


# -- reconnaissance ----------------------------------------------------------------------------------------------------


def recon_target(evaluation: Evaluation, s: Position) -> Hex | None:
    """The hex from which a flight sees most hidden stacks near one's own units; None if it would see none."""
    hidden = s.occupied(evaluation.enemy) & ~sum(
        1 << s.where[u] for u in members(s.examined[evaluation.side]) if s.where[u] >= 0
    )
    near = (
        s.game.map.grid.within(s.occupied(evaluation.side), evaluation.settings.air_ideas.recon_distance) & hidden
        or hidden
    )
    found = offered(s, evaluation.side, "recon")
    if not near or not found:
        return None
    best = max(found, key=lambda h: ((seen_from(s, h) & near).bit_count(), -h))
    return best if seen_from(s, best) & near else None


# -- strikes -----------------------------------------------------------------------------------------------------------


def strike_ideas(evaluation: Evaluation, s: Position, step: StrikePhase) -> Iterator[Idea]:
    """Strikes on the hexes where suppression is worth most; headquarters artillery where it is worth its supply."""
    side, game, settings = step.side, s.game, evaluation.settings.air_ideas
    risk = evaluation.weights.air * settings.damaged_point / settings.strikes_per_hit
    gains = {h: _suppression_value(evaluation, s, h) for h in members(s.occupied(evaluation.enemy))}
    if guns := _artillery_idea(evaluation, s, step, gains):
        yield guns
        return
    left, said = step.left(s), list[Said]()
    taken = {h for h, _ in step.placed}
    for hex_ in sorted(gains, key=lambda h: (-gains[h], h)):
        points = min(left, game.charts.strike_limit[side])
        if hex_ in taken or not points:
            continue
        if _suppression_chance(evaluation, s, hex_, points, 0) * gains[hex_] - risk < settings.least_gain:
            continue
        said += [("strike", hex_), ("points", points)]
        left -= points
    yield [*said, ("done", None)]


def _suppression_chance(evaluation: Evaluation, s: Position, hex_: Hex, air: int, guns: int) -> float:
    """The chance that a bombardment suppresses a hex."""
    odds = bombardment_odds(s, evaluation.side, hex_, air, guns, None)
    assert odds.column is not None
    return sum("S" in odds.table.result(odds.column, die) for die in range(1, 7)) / 6


def _suppression_value(evaluation: Evaluation, s: Position, hex_: Hex) -> float:
    """What it is worth that a stack is suppressed: better battles, no support from it, fewer attacks by it."""
    game, settings = s.game, evaluation.settings.air_ideas
    here = s.land_at(evaluation.enemy, hex_)
    beside = game.map.grid.around[hex_] & s.occupied(evaluation.side)
    staff = sum(game.support[u] for u in members(here & s.activated & game.headquarters))
    stores = settings.suppressed_supply if here & game.supply else 0.0
    if not beside and not staff and not stores and not evaluation.goals.moves_last:
        return _harassment_value(evaluation, here)
    after = s.clone()
    after.notes = {}
    after.suppressed |= here & game.fighting
    after.activated &= ~here
    gain = evaluation.prospects(after) - evaluation.prospects(s) if beside or staff else 0.0
    support = settings.suppressed_support * staff * evaluation.values.use
    return gain + stores + support + (_harassment_value(evaluation, here) if not beside else 0.0)


def _harassment_value(evaluation: Evaluation, here: int) -> float:
    """The attack factors that suppression keeps from attacking when the enemy moves next."""
    force = sum(evaluation.game.attack[u] for u in members(here & evaluation.game.fighting))
    settings = evaluation.settings.air_ideas
    return 0.0 if evaluation.goals.moves_last else settings.suppressed_support * force / settings.idle_factors


def _artillery_idea(evaluation: Evaluation, s: Position, step: StrikePhase, gains: dict[Hex, float]) -> list[Said]:
    """The headquarters and the hex where artillery gains most beyond its supply point; nothing if none does."""
    placed: dict[Hex, int] = dict(step.placed)
    best, out = 0.0, list[Said]()
    for unit in offered(s, step.side, "artillery"):
        value = s.game.support[unit]
        for hex_ in members(_artillery_range(s, unit) & sum(1 << h for h in gains)):
            air = placed.get(hex_, 0)
            more = _suppression_chance(evaluation, s, hex_, air, value) - _suppression_chance(
                evaluation, s, hex_, air, 0
            )
            worth = more * gains[hex_] - evaluation.settings.air_ideas.artillery_supply
            if worth > best:
                best, out = worth, [("artillery", unit), ("hex", hex_), ("points", value)]
    return out


def _artillery_range(s: Position, unit: int) -> HexSet:
    return within(s.game, s.where[unit], radius(s, unit))


def strike_points_ideas(evaluation: Evaluation, s: Position, step: Load) -> Iterator[Idea]:
    """The points of a strike whose hex is chosen: as many as possible."""
    yield (("points", max(offered(s, evaluation.side, "points"))),)


def artillery_ideas(evaluation: Evaluation, s: Position, step: Gun) -> Iterator[Idea]:
    """The rest of an artillery fire that has been begun: the first hex, with as many points as possible."""
    if points := offered(s, evaluation.side, "points"):
        yield (("points", max(points)),)
    elif offered(s, evaluation.side, "done"):
        yield (("done", None),)
    else:
        yield (("hex", offered(s, evaluation.side, "hex")[0]),)
