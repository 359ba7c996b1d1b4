"""Chapters 11, 13, 14 and 15 once more: attacks, retreats, advances and air missions in plain hex numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from tests.kgw.oracles.atlas import COUNTERS, GROUND, LINE, SIDES, around, countries, crosses
from tests.kgw.oracles.walking import Board, enemy, step_cost
from tests.plain_data import rows

HOME_ARMY = ("IJA", "CXF")
UNCOUNTED = ("supply", "engineer", "mech_engineer", "leader", "armored_train")
RANGE = {"soviet": 6, "japan": 10}
TRACK_OF = {"soviet": {"USSR", "MPR"}, "japan": {"Manchukuo"}}

TOWNS = {row["hex"] for row in rows("kgw", "map.csv") if row["class"] == "town"}


def distance(a: str, b: str) -> int:
    (ax, az), (bx, bz) = _cube(a), _cube(b)
    return max(abs(ax - bx), abs(az - bz), abs(ax + az - bx - bz))


def _cube(hex_: str) -> tuple[int, int]:
    column, row = int(hex_[:2]), int(hex_[2:])
    return column, row - (column - column % 2) // 2


class Field(Board):
    """A position in which people fight."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        soviet, japan = data["trenches"]
        self.trenches = {"soviet": set(soviet), "japan": set(japan)}
        self.second = data["segment"] == 2
        self.air: dict[str, list[str]] = {"soviet": [], "japan": []}
        for unit in self.where:
            if not COUNTERS[unit].ground:
                self.air[COUNTERS[unit].side].append(unit)

    def units(self, name: str) -> set[str]:
        return set(self.data[name])

    def partisan(self, unit: str) -> bool:
        return COUNTERS[unit].type == "agent" and unit in self.flipped

    # -- steps ------------------------------------------------------------------------------------------------------

    def track(self, side: str, a: str, b: str) -> bool:
        """19.4, 24.7  Finished track that a side's trains may use."""
        built = LINE[: self.data["railhead"] + 1]
        laid = side == "soviet" and any({a, b} == {x, y} for x, y in pairwise(built))
        return (crosses("rail", a, b) or laid) and bool(countries(b) & TRACK_OF[side])

    def may_step(self, unit: str, a: str, b: str) -> bool:
        """14.1.c, 14.2.f  Whether a unit may go from a hex to the next, zones aside."""
        counter = COUNTERS[unit]
        if b in self.held[enemy(counter.side)] or not countries(b) & self.home(unit):
            return False
        if counter.type == "armored_train":
            return self.track(counter.side, a, b)
        return step_cost(unit, a, b, self.winter, False) is not None

    # -- stacking ---------------------------------------------------------------------------------------------------

    def counts(self, unit: str) -> bool:
        kind = COUNTERS[unit].type
        return self.partisan(unit) if kind == "agent" else kind not in UNCOUNTED

    def too_many(self, units: Iterable[str]) -> bool:
        """11.1, 24.6.3"""
        counted = [u for u in units if self.counts(u)]
        divisions = [u for u in counted if COUNTERS[u].division]
        return len(counted) > 6 or len(divisions) > 3 or sum(map(self.partisan, counted)) > 1

    def full(self, unit: str, hex_: str) -> bool:
        here = self.held[COUNTERS[unit].side].get(hex_, [])
        return self.counts(unit) and self.too_many([*here, unit])


# -- retreats --------------------------------------------------------------------------------------------------------


def rail_to_the_east() -> set[str]:
    """14.1.i  Railroad hexes joined by track to the east edge."""
    found = {h for pair in SIDES["rail"] for h in pair if h.startswith("33")}
    while more := {h for pair in SIDES["rail"] if pair & found for h in pair} - found:
        found |= more
    return found


EAST = rail_to_the_east()


def havens(field: Field, unit: str, leaving: Iterable[str]) -> set[str]:
    """14.1.f-j"""
    counter, side = COUNTERS[unit], COUNTERS[unit].side
    listed = {h for h in GROUND if _listed(field, unit, h)}
    listed = {h for h in listed if h not in field.held[enemy(side)] and not field.in_zone(side, h)}
    supply = {u for u in field.where if COUNTERS[u].type == "supply" and COUNTERS[u].side == counter.side}
    return listed | {field.where[u] for u in supply - set(leaving)}


def _listed(field: Field, unit: str, hex_: str) -> bool:
    nation, land, town = COUNTERS[unit].nation, countries(hex_), hex_ in TOWNS
    south = "Mengjiang" in land and (town or hex_.endswith("25"))
    east = "Manchukuo" in land and (town or hex_ in EAST)
    if nation == "RA":
        built = LINE[: field.data["railhead"] + 1]
        return "USSR" in land and (town or any(hex_ in pair for pair in SIDES["rail"]) or hex_ in built)
    if nation == "MPR":
        return "MPR" in land and (town or hex_.startswith("01"))
    if COUNTERS[unit].type == "supply":
        return south or east
    return south if nation in ("CXF", "MJ") else east


def ends(field: Field, unit: str, length: int, leaving: Iterable[str]) -> set[str]:
    """14.1, Q-39, Q-40  Every way walked to its end, then the direction of all ends compared."""
    start = field.where[unit]
    found = set(_walks(field, unit, (start,), length))
    goals = havens(field, unit, leaving)
    if not goals:
        return found
    nearer = {h for h in found if any(distance(h, g) < distance(start, g) for g in goals)}
    return nearer or {h for h in found if any(distance(h, g) == distance(start, g) for g in goals)}


def _walks(field: Field, unit: str, path: tuple[str, ...], left: int) -> Iterator[str]:
    side, here, start = COUNTERS[unit].side, path[-1], path[0]
    train = COUNTERS[unit].type == "armored_train"
    if left <= 0:
        yield here
        if left < 0 or train or not field.full(unit, here):
            return
    elif here != start and here in field.trenches[side]:
        yield here
    for hex_ in around(here):
        away = hex_ not in path if train else distance(start, hex_) == len(path)
        if away and field.may_step(unit, here, hex_) and not field.in_zone(side, hex_):
            yield from _walks(field, unit, (*path, hex_), left - 1)


def stays(field: Field, unit: str, counter: bool) -> bool:
    """14.1.n, 14.1.1, Q-38"""
    side, hex_ = COUNTERS[unit].side, field.where[unit]
    if hex_ in field.trenches[side]:
        return True
    home = [u for u in field.held[side][hex_] if COUNTERS[u].nation in HOME_ARMY and COUNTERS[u].type != "supply"]
    if side == "soviet" or counter:
        return False
    return bool(home) if COUNTERS[unit].type == "supply" else unit in home


def baggage(field: Field, step: Mapping[str, Any]) -> set[str]:
    """16.1.e, Q-107  Convoys beside attackers that are being retreated."""
    one = step["units"][0]
    here = field.held[COUNTERS[one].side][field.where[one]]
    convoys = {u for u in here if COUNTERS[u].type == "supply" and not field.static(u)} - set(step["units"])
    if step["role"] != "attackers":
        return set()
    return {u for u in convoys - set(step["going"]) if not stays(field, u, step["counter"])}


# -- attacks ---------------------------------------------------------------------------------------------------------


def may_attack(field: Field, side: str) -> set[str]:
    """13.1.a, 13.1.e"""
    every = [u for units in field.held[side].values() for u in units]
    able = {u for u in every if COUNTERS[u].type != "supply" and not field.static(u)}
    return (able & field.units("supplied") if field.second else able) - field.units("attacked")


def attackers(field: Field, side: str, target: str, chosen: Iterable[str]) -> set[str]:
    """13.0, 19.3.1  Who can join an attack on a hex."""
    found = {u for u in may_attack(field, side) - set(chosen) if field.where[u] in around(target)}
    lead = {field.where[u] for u in chosen if COUNTERS[u].type != "artillery"}
    return {u for u in found if COUNTERS[u].type != "artillery" or field.where[u] in lead}


def targets(field: Field, side: str, attacked: set[str]) -> set[str]:
    """13.1  `attacked`: the units that have been attacked in this phase (Q-23)."""
    found = {h for h, units in field.held[enemy(side)].items() if not attacked & set(units)}
    if side == "japan":
        found = {h for h in found if "USSR" not in countries(h)}
    return {h for h in found if attackers(field, side, h, ())}


def replies(field: Field, side: str, target: str) -> tuple[set[str], bool]:
    """13.6, Q-29  Hexes that a force may counterattack, and whether it may retreat instead."""
    force = field.units("defenders")
    goals = {field.where[u] for u in field.units("attackers")}
    goals = {h for h in goals if side == "soviet" or "USSR" not in countries(h)}
    home = any(COUNTERS[u].nation in HOME_ARMY and COUNTERS[u].type != "supply" for u in force)
    return goals, not home and target not in field.trenches[side]


def bystanders(field: Field, force: Iterable[str]) -> set[str]:
    """Who stands with a force without taking part."""
    found = {u for one in force for u in field.held[COUNTERS[one].side][field.where[one]]}
    return found - set(force)


def spare_supply(field: Field, force: Iterable[str]) -> set[str]:
    """16.1.d, Q-43  By a house rule supply beside them is lost in their place."""
    beside = bystanders(field, force) if field.data["options"]["supply_losses"] else set()
    return {u for u in beside if COUNTERS[u].type == "supply"}


def advancers(field: Field, side: str, step: Mapping[str, Any]) -> set[str]:
    """14.2, 13.6.e, Q-47"""
    target, gone = step["target"], set(step["gone"])
    barred = ("artillery", "supply")
    fighters = {u for u in field.units("attackers") if COUNTERS[u].type not in barred and not field.static(u)}
    behind = {u for h in step["left"] for u in field.held[side].get(h, ()) if COUNTERS[u].type == "supply"}
    if not step["counter"]:
        fighters |= {u for u in behind if not field.static(u)}
    beside = {u for u in fighters - gone if field.where[u] in around(target)}
    return {u for u in beside if field.may_step(u, field.where[u], target)}


def second_hexes(field: Field, unit: str) -> set[str]:
    """19.1, 19.5"""
    return {h for h in around(field.where[unit]) if field.may_step(unit, field.where[unit], h)}


# -- air -------------------------------------------------------------------------------------------------------------


def flyers(field: Field, side: str, target: str, chosen: Iterable[str] = ()) -> set[str]:
    """15.2, 15.3, 22.2  Air units that may be added to a mission."""
    index = 0 if side == "soviet" else 1
    if side == "japan" and "USSR" in countries(target):
        return set()
    sortied, flown = field.units("sortied"), field.units("flown")
    used = field.data["missions"][index] + len(set(chosen) - sortied)
    spent = field.winter and used >= field.data["quota"][index]
    ready = {u for u in field.air[side] if COUNTERS[u].type == "air" and u not in flown and u not in chosen}
    ready = {u for u in ready if not field.in_zone(side, field.where[u])}
    ready = {u for u in ready if distance(field.where[u], target) <= RANGE[side]}
    return ready & sortied if spent else ready


def bombable(field: Field, side: str, kind: str) -> set[str]:
    """15.4, 15.5, Q-59, Q-104"""
    air = {field.where[u] for u in field.air[enemy(side)]}
    found = air if kind == "superiority" else set(field.held[enemy(side)])
    return {h for h in found - set(field.data["struck"]) if flyers(field, side, h)}


def bases(field: Field, unit: str) -> set[str]:
    """15.3.e"""
    side, here = COUNTERS[unit].side, field.where[unit]
    mine = set(field.data["aerodromes"][0 if side == "soviet" else 1]) - set(field.held[enemy(side)])
    room = {h for h in mine if sum(field.where[u] == h for u in field.air[side]) < 2}
    near = {h for h in room - {here} if distance(here, h) <= 2 * RANGE[side]}
    return {h for h in near if not field.in_zone(side, h)}


def movable(field: Field, side: str) -> set[str]:
    idle = {u for u in field.air[side] if COUNTERS[u].type == "air"} - field.units("flown")
    return {u for u in idle if bases(field, u)}


def suffering(field: Field, side: str, target: str, level: int) -> dict[str, set[str]]:
    """15.5.1, Q-35, Q-81"""
    here = set(field.held[side].get(target, ())) - {"RA-ZHUKOV"}
    supply = {u for u in here if COUNTERS[u].type == "supply"}
    flee = {u for u in here - supply if not stays(field, u, False)}
    return {
        "breakdown": {u for u in here if COUNTERS[u].division},
        "unit": supply if level == 1 else here,
        "withdraw": flee if level == 1 else set(),
    }


def surplus(field: Field, side: str, hex_: str) -> set[str]:
    """11.1  Who has to leave: partisans where there are two, else divisions where there are four, else anybody."""
    here = [u for u in field.held[side][hex_] if field.counts(u)]
    rebels = {u for u in here if field.partisan(u)}
    divisions = {u for u in here if COUNTERS[u].division}
    if len(rebels) > 1:
        return rebels
    return divisions if len(divisions) > 3 else set(here) if len(here) > 6 else set()
