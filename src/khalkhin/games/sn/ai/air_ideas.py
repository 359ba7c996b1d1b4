"""Ideas for airstrikes and ships: supporting attacks, bombing, intercepting."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, offered
from khalkhin.ai.ideas.battles import Battle
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai.battle_plan import StretchPlan
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.air import CAS, GROUND, Intercept, Launch, Mission, Scramble, contested, patrols, raids
from khalkhin.games.sn.charts import shot_down
from khalkhin.games.sn.ground_attack import AIRBASE, CITY, UNITS, Aim, Disrupt, GroundAttack, attack_odds, legal_targets
from khalkhin.games.sn.position import AVAILABLE, JAPAN, Position
from khalkhin.games.sn.supply import offensive


class StrikeValues:
    """What strikes of one side are worth in an Air Phase, with the attacks that it would declare afterwards."""

    def __init__(self, evaluation: Evaluation, s: Position) -> None:
        self.evaluation, self.s, self.side = evaluation, s, evaluation.side
        self.settings = evaluation.settings.air_ideas
        self.strike = self.settings.airstrike * evaluation.values.use
        self.support_risk = self.settings.support_risk * evaluation.values.use
        whole = evaluation.attack_front(s)
        backing = evaluation.expected_backing(s, sum(1 << u for u in whole.beside))
        now = backing._replace(covered=s.hexes_of(evaluation.side, s.close_support))
        self.plain = StretchPlan(evaluation, s, whole, now)
        self.helped = StretchPlan(evaluation, s, whole, now._replace(covered=s.occupied(evaluation.enemy)))
        self.battles: list[Battle] = evaluation.battles(s, now)
        self._bombing_values: dict[tuple[Hex, str, int], float] = {}

    def support_value(self, hex_: Hex) -> float:
        """What close air support is worth in the attack on a hex: one column."""
        battle = next((b for b in self.battles if b[1] >> hex_ & 1), None)
        if battle is None or self.s.hexes_of(self.side, self.s.close_support) & battle[1]:
            return 0.0
        return max(0.0, self.helped.worth(*battle) - self.plain.worth(*battle))

    def bombing_value(self, hex_: Hex, target: str, count: int) -> float:
        """The expected value of an attack by so many strikes on a target."""
        key = hex_, target, count
        found = self._bombing_values.get(key)
        if found is None:
            found = self._bombing_values[key] = self._mean_hit_value(hex_, target, count) if count else 0.0
        return found

    def _mean_hit_value(self, hex_: Hex, target: str, count: int) -> float:
        odds = attack_odds(self.s, self.side, hex_, target, count)
        assert odds.base is not None
        raw, out = odds.base + odds.net, 0.0
        for die in range(1, 7):
            result = odds.table.result(odds.table.clamp(raw), max(1, die - 1) if raw < 0 else die)
            out += self.hit_value(hex_, target, result) / 6
        return out

    def hit_value(self, hex_: Hex, target: str, result: str) -> float:
        s, evaluation = self.s, self.evaluation
        there = s.units_at(evaluation.enemy, hex_)
        if result in ("AA", "NE"):
            return -self.strike if result == "AA" else 0.0
        kills = shot_down(result)
        if target == AIRBASE:
            box = s.in_box(evaluation.enemy, AVAILABLE) & s.game.airstrikes & ~s.game.carrier_air
            return self.strike * min(kills, box.bit_count())
        if target == CITY:
            if not kills or s.ruined >> hex_ & 1:
                return 0.0
            columns = self.settings.disrupted_city_columns * self.support_value(hex_)
            return columns + self.settings.disrupted_city * evaluation.values.use
        if result == "H3":
            return evaluation.values.group(there) / max(1, s.size(there))
        fresh = 0.0 if there & s.disrupted else self.support_value(hex_)
        return fresh + self.settings.disrupted_stack * s.size(there) * evaluation.values.use

    def best_target(self, hex_: Hex, group: UnitSet) -> tuple[float, str]:
        goals = legal_targets(self.s, self.side, hex_, group)
        return max(((self.bombing_value(hex_, goal, group.bit_count()), goal) for goal in goals), default=(0.0, UNITS))

    def bombers_over(self, hex_: Hex) -> UnitSet:
        """Strikes over a hex that are to attack it."""
        return self.s.strikes_at(self.side, hex_) & ~self.s.close_support


# -- supply for a second Air Phase -------------------------------------------------------------------------------------


def air_supply_unit(evaluation: Evaluation, s: Position, stores: list[int]) -> int | None:
    """The supply unit to expend for a second Air Phase: its airbases support the coming attacks most. None if that is
    not worth it."""
    strikes = s.in_box(evaluation.side, AVAILABLE) & s.game.airstrikes & ~s.game.carrier_air
    if evaluation.side != JAPAN or not strikes or s.surprise(evaluation.side):
        return None
    strike_values, farthest = StrikeValues(evaluation, s), max(s.game.back_range[u] for u in members(strikes))
    gains = {h: strike_values.support_value(h) for _, targets in strike_values.battles for h in members(targets)}
    best, chosen = evaluation.values.kept_supply, None
    for store in stores:
        bases = offensive(s, evaluation.side, 1 << store) & s.working(evaluation.side, s.game.airbases)
        area = 0
        for base in members(bases & ~s.shifted):
            area |= s.game.within(s.where[base], farthest)
        gain = sum(sorted((g for h, g in gains.items() if area >> h & 1), reverse=True)[: strikes.bit_count()])
        if gain > best:
            best, chosen = gain, store
    return chosen


# -- launching ---------------------------------------------------------------------------------------------------------


def launch_ideas(evaluation: Evaluation, s: Position, step: Launch) -> Iterator[Idea]:
    """The most valuable sortie of one strike, or none."""
    able = offered(s, step.side, "unit")
    best = _best_sortie(evaluation, s, step, able) if able else None
    yield (("done", None),) if best is None else (("unit", best[0]), ("hex", best[1]))


def _best_sortie(evaluation: Evaluation, s: Position, step: Launch, able: list[int]) -> tuple[int, Hex] | None:
    """The strike and the hex with the highest value, for support or together with others for bombing."""
    strike_values, game, settings = StrikeValues(evaluation, s), s.game, evaluation.settings.air_ideas
    areas: dict[tuple[str, int], tuple[list[int], int]] = {}
    for unit in able:
        kind = game.type[unit], game.back_range[unit]
        if kind not in areas:
            areas[kind] = [], raids(s, step.side, unit)
        areas[kind][0].append(unit)
    options: list[tuple[float, int, Hex]] = []
    for (name, range_), (units, hexes) in areas.items():
        planes = name != "bombardment"
        for hex_ in members(hexes):
            if step.side == JAPAN and planes and (column := strike_values.support_value(hex_)) > 0:
                options.append((column - strike_values.support_risk - settings.range_cost * range_, units[0], hex_))
            more = sum(len(group) for (other, _), (group, area) in areas.items() if area >> hex_ & 1)
            gain = _salvo_value(strike_values, s, step, hex_, more, units[0])
            options.append((gain - settings.range_cost * range_, units[0], hex_))
    gain, unit, hex_ = max(options, default=(0.0, -1, -1))
    return (unit, hex_) if gain > settings.least_gain else None


def _salvo_value(strike_values: StrikeValues, s: Position, step: Launch, hex_: Hex, more: int, unit: int) -> float:
    """The most that one or more further strikes can add to those that attack a hex."""
    now = strike_values.bombers_over(hex_)
    room = s.game.charts.per_hex[step.side] - (s.strikes_at(step.side, hex_) & s.game.airstrikes).bit_count()
    ships = bool(s.game.bombardments >> unit & 1)
    most = min(more, max(room, int(ships)), step.most - step.sent + int(ships))
    goals = legal_targets(s, step.side, hex_, now | 1 << unit)
    out = -1.0
    for goal in goals:
        before = strike_values.bombing_value(hex_, goal, now.bit_count())
        for count in range(1, most + 1):
            out = max(out, strike_values.bombing_value(hex_, goal, now.bit_count() + count) - before)
    return out


def mission_ideas(evaluation: Evaluation, s: Position, step: Mission) -> Iterator[Idea]:
    """The rest of a sortie that has been begun: its hex, the nearest base, support or bombing."""
    if step.target is None:
        best = _best_sortie(evaluation, s, step.after, [step.unit])
        hexes = offered(s, evaluation.side, "hex")
        yield (("hex", best[1] if best is not None and best[1] in hexes else hexes[0]),)
    elif bases := offered(s, evaluation.side, "from"):
        distance, target = s.game.map.grid.distance, step.target
        yield (("from", min(bases, key=lambda h: (distance(h, target), h))),)
    elif offered(s, evaluation.side, "mission"):
        strike_values = StrikeValues(evaluation, s)
        support = strike_values.support_value(step.target) > strike_values.support_risk
        yield (("mission", CAS if support else GROUND),)
    else:
        yield (("home", None),)


# -- interception ------------------------------------------------------------------------------------------------------


def interception_ideas(evaluation: Evaluation, s: Position, step: Intercept) -> Iterator[Idea]:
    """An interception where it costs the enemy more than oneself."""
    able = offered(s, step.side, "unit")
    found = [(_interception_value(evaluation, s, hex_, able), hex_) for hex_ in members(contested(s, step.side))]
    for gain, hex_ in sorted(found, key=lambda pair: (-pair[0], pair[1])):
        units = [u for u in able if patrols(s, step.side, u) >> hex_ & 1]
        if gain > evaluation.settings.air_ideas.least_interception and units:
            yield (("unit", units[0]), ("hex", hex_))
            return
    yield (("done", None),)


def _interception_value(evaluation: Evaluation, s: Position, hex_: Hex, able: list[int]) -> float:
    """What the best number of interceptors gains over a hex, beside those that are already there."""
    side = evaluation.side
    theirs = (s.strikes_at(evaluation.enemy, hex_) & s.game.airstrikes).bit_count()
    ours = (s.strikes_at(side, hex_) & s.game.airstrikes).bit_count()
    more = sum(1 for u in able if patrols(s, side, u) >> hex_ & 1)
    most = min(more, s.game.charts.per_hex[side] - ours)
    suffered = 0.0 if ours else _fire_value(evaluation, s, evaluation.enemy, theirs)
    before = _fire_value(evaluation, s, side, ours)
    return max(
        (_fire_value(evaluation, s, side, ours + n) - before - suffered for n in range(1, most + 1)), default=-1.0
    )


def _fire_value(evaluation: Evaluation, s: Position, side: int, count: int) -> float:
    """What so many airstrikes of a side cost the other in air combat."""
    if not count:
        return 0.0
    table = s.game.charts.air_attack
    column = table.clamp(count - 1 + (s.game.charts.air_shifts["surprise"] if s.surprise(side) else 0))
    settings = evaluation.settings.air_ideas
    results = [table.result(column, die) for die in range(1, 7)]
    total = sum(settings.aborted_share if result == "H1" else float(shot_down(result)) for result in results)
    return settings.airstrike * evaluation.values.use * total / 6


def scramble_ideas(evaluation: Evaluation, s: Position, step: Scramble) -> Iterator[Idea]:
    """The rest of an interception that has been begun: the hex with the most enemy strikes."""
    for verb in ("hex", "from"):
        if found := offered(s, evaluation.side, verb):
            yield ((verb, max(found, key=lambda h: (s.strikes_at(evaluation.enemy, h).bit_count(), -h))),)
            return


# -- bombing ----------------------------------------------------------------------------------------------------------


def strike_hex_ideas(evaluation: Evaluation, s: Position, step: GroundAttack) -> Iterator[Idea]:
    """The order of the hexes that are bombed makes no difference: the first one."""
    yield (("strike", offered(s, step.side, "strike")[0]),)


def target_ideas(evaluation: Evaluation, s: Position, step: Aim) -> Iterator[Idea]:
    """All strikes together on the most valuable target, if it is worth the risk."""
    strike_values = StrikeValues(evaluation, s)
    group = step.picked or strike_values.bombers_over(step.hex) & ~step.spent
    gain, goal = strike_values.best_target(step.hex, group)
    allowed = offered(s, step.side, "target")
    yield (("target", goal),) if gain > 0 and goal in allowed else (("skip", None),)


def disruption_ideas(evaluation: Evaluation, s: Position, step: Disrupt) -> Iterator[Idea]:
    """The least valuable of one's own units, the most valuable of the enemy's."""
    found = offered(s, step.who, "unit")
    sign = 1 if step.side == evaluation.side else -1
    yield (("unit", min(found, key=lambda u: (sign * evaluation.values.unit[u], u))),)
