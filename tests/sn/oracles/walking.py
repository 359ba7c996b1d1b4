"""Chapters 8, 11, 18, 19 and 23 once more: every way gone hex by hex in whole and half points, from plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from tests.sn.oracles.atlas import (
    COAST,
    COUNTERS,
    ENTER,
    GROUND,
    ON_LINK,
    ON_RAIL,
    OWN,
    PORTS,
    SIDES,
    STATE,
    around,
    crosses,
    linked,
    within,
)
from tests.sn.oracles.field import Field

MECH = {"clear": 1, "desert": 2, "city": 1}
FOOT = {"clear": 1, "rough": 2, "desert": 2, "city": 1}
REACH = {"soviet": 6, "japan": 12}
"""19.0.1  How far airborne units fly."""


class Walk(NamedTuple):
    hex: str
    left: Fraction
    fresh: bool = False
    """Whether not a step has been made."""
    over: bool = False
    """Whether the move ends here."""


@cache
def cost(kind: str, a: str, b: str) -> Fraction | None:
    """8.4, 8.4.1, 8.6.4, 8.9, 8.9.1, 20.0.riv1  Points for a step; None where there is no way."""
    if GROUND[b] == "sea":
        return None
    if kind == "flotilla":
        return Fraction(1) if by_river(a, b) else None
    if linked(a, b):
        return Fraction(1, 2)
    ground = (MECH if kind == "mech" else FOOT).get(GROUND[b])
    if ground is None:
        return None
    return Fraction(ground + (2 if kind == "mech" else 1) * crosses("river", a, b))


def by_river(a: str, b: str) -> bool:
    """R46  The hexside between them is river, or rivers of both meet at one of its ends."""
    third = set(around(a)) & set(around(b))
    meet = any(crosses("river", a, c) and crosses("river", b, c) for c in third)
    return not crosses("lake", a, b) and (crosses("river", a, b) or meet)


def kind_of(unit: str) -> str:
    counter = COUNTERS[unit]
    return "flotilla" if counter.type == "flotilla" else "mech" if counter.mech else "foot"


def heeds_zones(group: set[str]) -> bool:
    """20.0.ger  Whether somebody of a group is not the Asienkorps."""
    return any(COUNTERS[u].type != "special_division" for u in group)


def allowance(field: Field, group: set[str]) -> Fraction:
    return Fraction(min(0 if u in field.data["flipped"] else COUNTERS[u].movement for u in group))


def shut(field: Field, group: set[str], hex_: str) -> bool:
    """8.6.2, 8.6.6-12  Whether a hex is closed to somebody of a group."""
    return hex_ in field.foe or any(STATE[hex_] not in ENTER[COUNTERS[u].nation] for u in group)


def steps(field: Field, group: set[str], walk: Walk) -> Iterator[Walk]:
    """8.2, 8.2.1, 8.3, 8.6.5, 8.8, 11.4, 11.5  Every step that a group can take."""
    if walk.over:
        return
    (kind,) = {kind_of(u) for u in group}
    zone = field.zone if heeds_zones(group) else set()
    for to in around(walk.hex):
        if shut(field, group, to) or GROUND[to] == "sea" or (walk.hex in zone and to in zone):
            continue
        if crosses("lake", walk.hex, to):
            if kind == "foot" and walk.fresh:
                yield Walk(to, Fraction(0), over=True)
            continue
        price = cost(kind, walk.hex, to)
        if price is None:
            continue
        if price <= walk.left:
            yield Walk(to, walk.left - price, over=to in zone)
        elif walk.fresh:
            yield Walk(to, Fraction(0), over=True)


def gone(field: Field, group: set[str], way: Sequence[str]) -> Walk:
    """8.1  A group that has gone a way hex by hex, whatever it could have saved on another one."""
    walk = Walk(field.where[next(iter(group))], allowance(field, group), True)
    for hex_ in way:
        (walk,) = (on for on in steps(field, group, walk) if on.hex == hex_)
    return walk


def passed(field: Field, group: set[str], walk: Walk) -> set[str]:
    """8.1  Hexes through which a way can lead on."""
    zone = field.zone if heeds_zones(group) else set()
    found = reached(field, group, walk).items()
    return {h for h, left in found if any(True for _ in steps(field, group, Walk(h, left, over=h in zone)))}


def reached(field: Field, group: set[str], first: Walk | None = None) -> dict[str, Fraction]:
    """Every hex that a group can come to, with the most points it can have left there."""
    first = first or gone(field, group, ())
    best: dict[str, Fraction] = {}
    waiting = [(-first.left, first)]
    while waiting:
        _, here = heappop(waiting)
        for walk in steps(field, group, here):
            if walk.hex != first.hex and best.get(walk.hex, Fraction(-1)) < walk.left:
                best[walk.hex] = walk.left
                heappush(waiting, (-walk.left, walk))
    return best


# -- who may move -----------------------------------------------------------------------------------------------------


def usable(field: Field, unit: str) -> bool:
    """14.4.3, R123  Whether a unit that is in General Supply can make use of it."""
    if unit not in field.data["general"]:
        return False
    return unit in field.automatic(set(field.data["moved"])) or bool(field.providers(unit))


def second(field: Field) -> bool:
    """14.5.3, 25.4.1  Whether moving has to be paid for."""
    return field.data["round"] == 2 and not field.surprise


def fed(field: Field, group: set[str]) -> bool:
    """14.5.4, R124  Whether the supply units of a group may move: who provides for them stays behind."""
    stores = {u for u in group if COUNTERS[u].type == "supply"} - set(field.data["fed"])
    return all(set(field.providers(u)) - group for u in stores)


def ready(field: Field) -> set[str]:
    """8.0, 8.5, 8.6.1, 20.0.hq2  Who may move at all and has not yet."""
    data = field.data
    idle = field.units - {*data["moved"], *data["locked"], *data["served"], *data["beached"]}
    idle = {u for u in idle if allowance(field, {u})}
    if not second(field):
        return idle
    stores = {u for u in idle if COUNTERS[u].type == "supply"}
    return (idle - stores) & {*data["offensive"], *data["led"]} | {u for u in stores if fed(field, {u})}


def can_step(field: Field, group: set[str]) -> bool:
    origin = field.where[next(iter(group))]
    return any(True for _ in steps(field, group, Walk(origin, allowance(field, group), True)))


def movers(field: Field) -> set[str]:
    return {u for u in ready(field) if can_step(field, {u})}


def joiners(field: Field, group: set[str]) -> set[str]:
    """Who of the same hex and class can come along."""
    first = next(iter(group))
    near = {u for u in movers(field) if field.where[u] == field.where[first] and kind_of(u) == kind_of(first)} - group
    return {u for u in near if can_step(field, group | {u}) and not (second(field) and not fed(field, group | {u}))}


# -- by rail (8.10) ---------------------------------------------------------------------------------------------------


def rides(field: Field, group: set[str]) -> set[str]:
    """8.10, 8.11, 15.2.27, R37, R38, R95  Where the railroad takes a group in a first Movement Phase."""
    if field.data["round"] != 1 or any(kind_of(u) == "flotilla" or not usable(field, u) for u in group):
        return set()
    zone = field.zone if heeds_zones(group) else set()

    def open_(hex_: str) -> bool:
        return hex_ in ON_RAIL and STATE[hex_] in OWN[field.side] and hex_ not in field.ruined

    origin = field.where[next(iter(group))]
    found: set[str] = set()
    waiting = [origin] if open_(origin) else []
    while waiting:
        a = waiting.pop()
        if a in zone and a != origin:
            continue
        for b in around(a):
            if frozenset((a, b)) not in SIDES["rail"] or not open_(b) or shut(field, group, b):
                continue
            if b not in found and b != origin and not (a in zone and b in zone):
                found.add(b)
                waiting.append(b)
    return found


def locked(field: Field, group: set[str], by_rail: bool) -> set[str]:
    """14.4.3, R123, R124  The supply units that a move binds, with those bound before."""
    found = set(field.data["locked"])
    free = field.automatic(set(field.data["moved"]))
    for unit in sorted(group, key=lambda u: COUNTERS[u].number):
        if by_rail:
            needy = unit not in free
        else:
            needy = second(field) and COUNTERS[unit].type == "supply" and unit not in field.data["fed"]
        if needy:
            able = [x for x in field.providers(unit) if x not in group]
            found.add(next((x for x in able if x in found), able[0]))
    return found


# -- by sea (18, 23) --------------------------------------------------------------------------------------------------


def ports(field: Field) -> set[str]:
    """18.0, 9.0.3, 15.2.27  Ports that can be used."""
    china = {h for h in PORTS if STATE[h] == "North China"} if field.side == "japan" else set()
    return (PORTS & set(field.mine) | china) - field.ruined - set(field.foe)


def landings(field: Field, group: set[str]) -> set[str]:
    """18.0, 18.0.4, 18.1, 25.4.4, R100  Where a group can land."""
    place = field.where[next(iter(group))]
    mech = any(COUNTERS[u].mech for u in group)
    wanted = ports(field) if place in GROUND and place not in ports(field) else COAST | ports(field)
    found = {h for h in wanted if all(STATE[h] in ENTER[COUNTERS[u].nation] for u in group)}
    if mech:
        found = {h for h in found if GROUND[h] != "rough" or h in ON_LINK}
    if field.surprise:
        found = {h for h in found if STATE[h] != "USSR" and STATE.get(place) != "USSR"}
    return found - {place}


def goes_home(field: Field, group: set[str]) -> bool:
    """23.0, 23.0.2  Whether a group can sail to the Home Islands."""
    place = field.where[next(iter(group))]
    ours = all(COUNTERS[u].nation in ("JP", "DE") for u in group)
    return ours and place in GROUND and not (field.surprise and STATE[place] == "USSR")


def ships(field: Field) -> bool:
    """18.0.2  Whether an amphibious marker has not been used in this phase."""
    here = (u for u, p in field.where.items() if p == "available" and COUNTERS[u].type == "amphibious")
    return any(COUNTERS[u].side == field.side and u not in field.data["moved"] for u in here)


def afloat(field: Field) -> set[str]:
    """18.0, 18.2.1, 18.0.9, R83, R105, R114  Who may go by sea, given ships."""
    data = field.data
    found = set()
    for unit in (field.units | field.at_home) - {*data["moved"], *data["locked"], *data["served"], *data["beached"]}:
        counter = COUNTERS[unit]
        if counter.type == "flotilla" or not allowance(field, {unit}):
            continue
        if field.side == "soviet" and counter.type != "marine_brigade":
            continue
        place = field.where[unit]
        if (place == "home" or place in COAST | ports(field)) and not (second(field) and unit not in data["offensive"]):
            found.add(unit)
    return found


def carried(field: Field, group: set[str]) -> bool:
    """18.0.1, 18.2  Whether there is a ship for everybody who needs one."""
    cargo = [COUNTERS[u].equivalents for u in group if COUNTERS[u].type != "marine_brigade"]
    return not cargo or (ships(field) and sum(cargo) <= 3)


def sailors(field: Field) -> set[str]:
    able = {u for u in afloat(field) if carried(field, {u})}
    return {u for u in able if landings(field, {u}) or goes_home(field, {u})}


def shipmates(field: Field, group: set[str]) -> set[str]:
    place = field.where[next(iter(group))]
    near = {u for u in afloat(field) - group if field.where[u] == place and carried(field, group | {u})}
    return {u for u in near if landings(field, group | {u}) or goes_home(field, group | {u})}


# -- by air (19, 23.0.1) ----------------------------------------------------------------------------------------------


def bases(field: Field) -> set[str]:
    """19.0.3  Hexes with an airbase that can serve a drop."""
    data = field.data
    out = {*data["moved"], *data["served"], *data["disrupted"]}
    return {h for h, stack in field.mine.items() if any(COUNTERS[u].type == "airbase" and u not in out for u in stack)}


def near_home(field: Field) -> set[str]:
    """23.0.1  Hexes with an undisrupted airbase within ten hexes of the east edge."""
    able = {u for u in field.units if COUNTERS[u].type == "airbase" and u not in field.disrupted}
    return {h for u in able if int((h := field.where[u])[2:]) <= 10}


def drops(field: Field, unit: str) -> set[str]:
    """19.0.1, 19.0.2, 23.0.1  Where an airborne unit can come down."""
    place = field.where[unit]
    area = near_home(field) if place == "home" else within(place, REACH[field.side]) - {place}
    return {h for h in area if GROUND[h] != "sea" and not shut(field, {unit}, h)}


def flies_home(field: Field, unit: str) -> bool:
    return field.side == "japan" and field.where[unit] in near_home(field)


def jumpers(field: Field) -> set[str]:
    """19.0, 19.0.3, 19.0.4, R105  Airborne units that can be dropped."""
    data = field.data
    found = set()
    for unit in (field.units | field.at_home) - {*data["moved"], *data["beached"]}:
        if COUNTERS[unit].type != "airborne_brigade":
            continue
        if field.where[unit] != "home" and field.where[unit] not in bases(field):
            continue
        paid = unit in data["offensive"] if data["round"] == 2 else usable(field, unit)
        if (paid or field.surprise) and (drops(field, unit) or flies_home(field, unit)):
            found.add(unit)
    return found


def carriers(field: Field) -> set[str]:
    """15.5.1, R77  Carriers that can move."""
    mine = {u for u, c in COUNTERS.items() if c.type == "carrier" and c.side == field.side}
    return {u for u in mine if field.where[u] != "pool" and u not in field.data["moved"]}
