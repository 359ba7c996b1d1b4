"""5.0, 6.0  The Mobilization Phase: points come in, reinforcements are paid for and placed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, only, union
from khalkhin.engine.agenda import Noun, Offer, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.sn.charts import Quota
from khalkhin.games.sn.position import (
    ABORTED,
    AVAILABLE,
    GONE,
    HOME,
    INTERCEPTION,
    JAPAN,
    MANCHUKUO,
    MENGJIANG,
    MPR,
    POOL,
    USSR,
    Position,
    SnStep,
)
from khalkhin.games.sn.supply import begin_phase
from khalkhin.games.sn.ways import state_rule

PHASES = ("phase.soviet_mobilization", "phase.japan_mobilization")
OWN_STATE = {"MC": MANCHUKUO, "MJ": MENGJIANG, "OM": MPR}
CLIENTS = ("MC", "MJ", "FER", "OM")
"""6.2.c3, 6.2.m1  Nations of which one unit a turn may come."""
PLACES = {
    "JP": ("6.2.j2", "why.place-jp"),
    "DE": ("6.2.g", "why.place-de"),
    "MC": ("6.2.c1", "why.place-client"),
    "MJ": ("6.2.c1", "why.place-client"),
    "FER": ("6.2.c2", "why.place-fer"),
    "SU": ("6.2.s1", "why.place-su"),
    "OM": ("6.2.m", "why.place-om"),
}
"""6.2  Where recruits of each nation come, as it is told to who would have them elsewhere."""
QUOTA_RULES = {"manchukuo": "6.2.j3", "china": "6.2.j4", "ussr": "6.2.s2"}


@dataclass(frozen=True)
class Used:
    """6.2, R19  What has been recruited in this phase: units in the cities of each quota, and nations of one unit."""

    combat: tuple[int, ...]
    support: tuple[int, ...]
    nations: tuple[str, ...] = ()
    cities: tuple[tuple[Hex, bool], ...] = ()
    """By a house rule in place of the counts: the city of each such unit, and whether it is a support unit."""


@step
class Income(SnStep):
    """4.1.1, 4.2.1, 5.1, 5.1.1, 15.2.17, 25.4.5, 25.8.6, 25.12.1, R74, R120  The points of the turn; airstrikes that
    aborted come back free."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        name = s.game.sides[self.side]
        begin_phase(s, self.side)
        points = int(s.month[name])
        s.gain(self.side, points)
        s.tell("log.income", rule="5.1", side=self.side, count=points)
        back = s.in_box(self.side, ABORTED) & ~s.broken_off
        quotas = len(s.game.charts.quotas)
        none = (0,) * quotas
        s.push(*(Receive(self.side, unit) for unit in members(back)), Mobilize(self.side, Used(none, none)))


@step
class Receive(SnStep):
    """15.2.7, R125  Into which box an airstrike goes that comes back or is new."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "15.2.7", "ask.allot", bare(AVAILABLE), bare(INTERCEPTION), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        return None if verb in (AVAILABLE, INTERCEPTION) else no("15.2.7", "why.allot")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        s.send(self.unit, verb)


# -- what can be recruited ---------------------------------------------------------------------------------------------


def price(s: Position, unit: int) -> int | None:
    """6.1, 6.3.1, 15.2.5  The cost of a counter; None if it is never bought."""
    game = s.game
    return game.charts.costs[game.sheet.nation[unit]].get(game.type[unit])


def why_not_bought(s: Position, side: int, unit: int, used: Used) -> Reason | None:
    """5.4, 6.2.c3, 6.2.m1, 6.3.1, 6.4.1, 6.5, 20.0.shock, 25.12.2  Why a counter cannot be recruited at all."""
    game = s.game
    if game.formed >> unit & 1:
        return no("6.3.1", "why.combine-only", unit=unit)
    cost, place = price(s, unit), s.where[unit]
    if place == game.box(GONE):
        return no("6.4.1", "why.gone", unit=unit)
    if place != game.box(POOL):
        return no("6.5", "why.not-in-pool", unit=unit)
    if cost is None:
        return no("6.1", "why.never-bought", unit=unit)
    if game.late >> unit & 1 and not late_units(s):
        return no("20.0.shock", "why.too-early", unit=unit)
    if s.points[side] < cost:
        return no("5.4", "why.price", unit=unit, count=cost, have=str(s.points[side]))
    nation = game.sheet.nation[unit]
    if nation in CLIENTS and nation in used.nations:
        return no("6.2.m1" if nation == "OM" else "6.2.c3", "why.one-a-turn")
    return None


def late_units(s: Position) -> bool:
    """20.0.shock, 25.12.2  Shock armies and artillery corps come from October 1941 on."""
    month = s.month
    allowed = s.game.scenarios[s.scenario].data["shock_armies"]
    return bool(allowed) and (int(month["year"]), int(month["month"])) >= s.game.charts.shock_from


def free_places(s: Position, side: int, unit: int) -> HexSet:
    """Hexes where a unit may come without a quota."""
    return own_places(s, side, unit) | open_places(s, side)


def own_places(s: Position, side: int, unit: int) -> HexSet:
    """6.2.j2, 6.2.g, 6.2.c1, 6.2.c2, 6.2.s1, 6.2.m  The places of a unit's nation."""
    game, nation = s.game, s.game.sheet.nation[unit]
    held = s.controlled(side)
    found = 0
    if nation in ("JP", "DE"):
        found |= game.ports & held
    elif nation in OWN_STATE:
        found |= game.cities & held & game.realm[OWN_STATE[nation]]
    elif nation == "FER":
        found |= game.cities & held & game.realm[USSR]
    else:
        found |= game.west_edge
    return found


def open_places(s: Position, side: int) -> HexSet:
    """25.8.5  Cities and towns of Manchukuo that are open to all Japanese recruits in the first turn."""
    game = s.game
    if side == JAPAN and s.turn == 1 and game.scenarios[s.scenario].data["open_manchukuo"]:
        return (game.cities | game.towns) & game.realm[MANCHUKUO]
    return 0


def quota_places(s: Position, side: int, unit: int, used: Used) -> HexSet:
    """6.2.j3, 6.2.j4, 6.2.s2, R19, R20  Cities that still take a unit of this sort."""
    found = 0
    for n, quota in enumerate(s.game.charts.quotas):
        if quota_applies(s, unit, quota):
            cities = members(quota_cities(s, side, quota))
            found |= union(city for city in cities if _left(s, unit, quota, used, n, city) > 0)
    return found


def quota_applies(s: Position, unit: int, quota: Quota) -> bool:
    game = s.game
    return game.sheet.nation[unit] == quota.nation and not game.corps >> unit & 1


def quota_cities(s: Position, side: int, quota: Quota) -> HexSet:
    cities = 0
    for name in quota.states:
        cities |= s.game.realm[name]
    return s.game.cities & s.controlled(side) & cities


def _left(s: Position, unit: int, quota: Quota, used: Used, n: int, city: Hex) -> int:
    """6.2, R19  How many more units of this sort may come: in all cities of a quota, by a house rule in each."""
    if s.game.forts >> unit & 1:
        return 1  # R23: forts use no quota
    support = bool(s.game.support >> unit & 1)
    allowed = quota.support if support else quota.combat
    if s.options["city_quotas"]:
        return allowed - used.cities.count((city, support))
    return allowed - (used.support if support else used.combat)[n]


def barred(s: Position, side: int, unit: int) -> HexSet:
    """6.3.3, 8.6, 15.2.27, R22, R100  Hexes where a unit may not come: enemies, their zones, disrupted cities, states
    and terrain closed to it."""
    game = s.game
    closed = s.occupied(1 - side) | s.enemy_zone(side) | s.ruined | ~game.enterable[game.sheet.nation[unit]]
    closed |= game.sea
    if game.mech >> unit & 1:
        closed |= game.rough & ~game.linked
    return closed & game.map.grid.all


def places(s: Position, side: int, unit: int, used: Used) -> HexSet:
    """6.2, 6.3.3, 6.3.4, 6.3.6, 20.0.riv3  Hexes where a recruit can be placed."""
    game = s.game
    if not game.ground >> unit & 1:
        return 0
    found = free_places(s, side, unit) | quota_places(s, side, unit, used)
    if game.forts >> unit & 1:
        found |= fort_places(s, side)
        found &= ~s.hexes_of(side, game.forts)
    if game.flotillas >> unit & 1:
        found &= game.cities & game.riverside
    return found & ~barred(s, side, unit)


def fort_places(s: Position, side: int) -> HexSet:
    """6.2.f  Hexes with a friendly ground unit in General Supply."""
    found = 0
    for unit in members(s.general & s.ground(side)):
        found |= 1 << s.where[unit]
    return found


def at_home(s: Position, unit: int) -> bool:
    """6.2.j1, 6.2.g, R114  Whether a recruit may come in the Home Islands."""
    game = s.game
    return game.sheet.nation[unit] in ("JP", "DE") and bool(game.ground & ~game.flotillas & 1 << unit)


@step
class Mobilize(SnStep):
    """5.2, 6.0, 6.1, 6.2, 6.3, 6.4, R27  A side recruits what it can pay for and place, in any order."""

    side: Side
    used: Used

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _able(self, s: Position) -> UnitSet:
        out, pool = 0, s.in_box(self.side, POOL)
        for alike in s.game.recruits:
            group = pool & alike
            if group and self._why_not(s, only(group)) is None:
                out |= group
        return out

    def _why_not(self, s: Position, unit: int) -> Reason | None:
        if (reason := why_not_bought(s, self.side, unit, self.used)) is not None:
            return reason
        if not s.game.ground >> unit & 1 or at_home(s, unit) or places(s, self.side, unit, self.used):
            return None
        return no("6.3.6", "why.no-place", unit=unit)

    def ask(self, s: Position) -> Prompt:
        able = self._able(s)
        told = {"any": int(bool(able)), "points": s.points[self.side]}
        return prompt(self.side, "6.0", "ask.mobilize", units(able, "recruit"), bare("done"), **told)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "recruit" and isinstance(noun, int):
            return self._why_not(s, noun) if s.game.sheet.side[noun] == side else no("6.0", "why.not-yours", unit=noun)
        return no("6.0", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(Place(self, noun))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """What every counter of the pool costs."""
        if side != self.side:
            return {}
        found = {s.game.sheet.ids[u]: price(s, u) for u in members(s.in_box(side, POOL))}
        prices = {unit: str(cost) for unit, cost in found.items() if cost is not None}
        return {"recruit": {"points": s.points[side], "spent": "0", "prices": prices}}


@step
class Place(SnStep):
    """6.2, 6.2.a, 6.3.5, 6.3.6  A recruit is placed, and paid for with that."""

    after: Mobilize
    unit: Unit

    @property
    def phase(self) -> str:
        return self.after.phase

    def ask(self, s: Position) -> Prompt:
        game, side = s.game, self.after.side
        offers: list[Offer] = []
        if game.airstrikes >> self.unit & 1:
            offers = [bare(AVAILABLE), bare(INTERCEPTION)]
        elif not game.ground >> self.unit & 1:
            offers = [bare(AVAILABLE)]
        else:
            found = places(s, side, self.unit, self.after.used)
            offers.append(hexes(found))
            if game.supply >> self.unit & 1:
                offers.append(hexes(found, "depot"))
            if at_home(s, self.unit):
                offers.append(bare("home"))
        group = 1 << self.unit
        return prompt(side, "6.2", "ask.place", *offers, units=group, who=group_name(s, group))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        game = s.game
        if verb in (AVAILABLE, INTERCEPTION):
            air = game.airstrikes >> self.unit & 1
            sea = not game.ground >> self.unit & 1
            return None if air or (sea and verb == AVAILABLE) else no("6.2.a", "why.no-strike", unit=self.unit)
        if verb == "home":
            return None if at_home(s, self.unit) else no("23.0.2", "why.no-home", unit=self.unit)
        if verb in ("hex", "depot") and isinstance(noun, int):
            if verb == "depot" and not game.supply >> self.unit & 1:
                return no("2.8", "why.no-supply", unit=self.unit)
            return None if places(s, side, self.unit, self.after.used) >> noun & 1 else self._why_not(s, noun)
        return no("6.2", "why.placing", unit=self.unit)

    def _why_not(self, s: Position, hex_: int) -> Reason:
        """The first rule that keeps the recruit out of a hex."""
        game, side, unit = s.game, self.after.side, self.unit
        if not game.ground >> unit & 1:
            return no("6.2.a", "why.strike-box", unit=unit)
        if s.occupied(1 - side) >> hex_ & 1:
            return no("6.3.3", "why.enemy", hex=hex_)
        if game.sea >> hex_ & 1:
            return no("6.3.3", "why.sea", hex=hex_)
        if (rule := state_rule(s, 1 << unit, hex_)) is not None:
            return no(rule, "why.state", hex=hex_)
        if (reason := self._why_not_entry(s, hex_)) is not None:
            return reason
        if game.forts >> unit & 1 and s.hexes_of(side, game.forts) >> hex_ & 1:
            return no("6.2.f1", "why.one-fort", hex=hex_)
        if s.enemy_zone(side) >> hex_ & 1:
            return no("6.3.3", "why.zone", hex=hex_)
        if s.ruined >> hex_ & 1:
            return no("15.2.27", "why.ruined", hex=hex_)
        return no("6.3.3", "why.terrain", hex=hex_)

    def _why_not_entry(self, s: Position, hex_: int) -> Reason | None:
        """6.2, 20.0.riv3  Why a hex is none of the places where such recruits come; None if it is one."""
        game, side, unit = s.game, self.after.side, self.unit
        if game.flotillas >> unit & 1 and not game.cities & game.riverside & 1 << hex_:
            return no("20.0.riv3", "why.river-city", unit=unit)
        found = free_places(s, side, unit) | quota_places(s, side, unit, self.after.used)
        if game.forts >> unit & 1:
            found |= fort_places(s, side)
        if found >> hex_ & 1:
            return None
        for quota in game.charts.quotas:
            if quota_applies(s, unit, quota) and quota_cities(s, side, quota) >> hex_ & 1:
                key = "why.city-quota" if s.options["city_quotas"] else "why.quota"
                return no(QUOTA_RULES[quota.name], key, unit=unit, hex=hex_)
        if game.forts >> unit & 1:
            return no("6.2.f", "why.place-fort", unit=unit)
        rule, key = PLACES[game.sheet.nation[unit]]
        return no(rule, key, unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        game, used = s.game, self.after.used
        cost, rule = price(s, self.unit) or 0, self._rule(s, noun)
        s.gain(side, -cost)
        if isinstance(noun, int):
            used = self._use(s, noun)
            s.put(self.unit, noun)
            if verb == "depot":
                s.flipped |= 1 << self.unit
        else:
            s.send(self.unit, HOME if verb == "home" else verb)
        self._tell(s, cost, rule)
        nation = game.sheet.nation[self.unit]
        if nation in CLIENTS:
            used = replace(used, nations=(*used.nations, nation))
        s.push(replace(self.after, used=used))

    def _rule(self, s: Position, noun: Noun) -> str:
        """6.2, 25.8.5  What lets the recruit come there."""
        game, side, unit = s.game, self.after.side, self.unit
        nation = game.sheet.nation[unit]
        if not game.ground >> unit & 1:
            return "6.2.a"
        if not isinstance(noun, int):
            return "6.2.g" if nation == "DE" else "6.2.j1"
        if game.forts >> unit & 1:
            return "6.2.f"
        if own_places(s, side, unit) >> noun & 1:
            return PLACES[nation][0]
        if open_places(s, side) >> noun & 1:
            return "25.8.5"
        return QUOTA_RULES[game.charts.quotas[self._quota(s, noun)].name]

    def _tell(self, s: Position, cost: int, rule: str) -> None:
        at = s.where[self.unit]
        if at >= 0:
            s.tell_of("log.recruited", 1 << self.unit, rule, count=cost, hex=at)
        else:
            s.tell_of("log.recruited-box", 1 << self.unit, rule, count=cost, box=f"@box.{s.game.place_name(at)}")

    def _quota(self, s: Position, hex_: int) -> int:
        """Which quota a city uses up for the recruit: of two the one that names its state."""
        quotas = s.game.charts.quotas
        mine = (n for n, quota in enumerate(quotas) if quota_applies(s, self.unit, quota))
        return next(n for n in mine if quota_cities(s, self.after.side, quotas[n]) >> hex_ & 1)

    def _use(self, s: Position, hex_: int) -> Used:
        """R19  A city that is no free place uses up a quota."""
        game, side, used = s.game, self.after.side, self.after.used
        if free_places(s, side, self.unit) >> hex_ & 1 or game.forts >> self.unit & 1:
            return used
        if s.options["city_quotas"]:
            return replace(used, cities=tuple(sorted((*used.cities, (hex_, bool(game.support >> self.unit & 1))))))
        n = self._quota(s, hex_)
        if game.support >> self.unit & 1:
            return replace(used, support=_plus(used.support, n))
        return replace(used, combat=_plus(used.combat, n))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.after.side else self.after


def _plus(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return tuple(count + (n == at) for n, count in enumerate(counts))
