"""5.4, 6.2, 6.3, 20.0.riv3, 20.0.shock, 25.8.5  Whom a side can recruit and where, read plainly off the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from tests.sn.oracles.atlas import CITIES, COUNTERS, DATA, ENTER, GROUND, ON_LINK, ON_RIVER, PORTS, STATE, TOWNS
from tests.sn.oracles.field import Field

with (DATA / "charts.toml").open("rb") as _file:
    PRICES: dict[str, dict[str, int]] = tomllib.load(_file)["costs"]["of"]

SUPPORT = ("headquarters", "airbase", "supply")
OWN_CITIES = {"MC": "Manchukuo", "MJ": "Mengjiang", "OM": "MPR", "FER": "USSR"}
WEST_EDGE = {"0839", "0940", "1039"}
QUOTAS = {
    "JP": (({"Manchukuo", "Korea"}, 1, 2), ({"North China"}, 2, 1)),
    "SU": (({"USSR"}, 2, 2),),
}
"""6.2.j3, 6.2.j4, 6.2.s2  States, combat units, support units."""
NAMED = CITIES | TOWNS | PORTS | WEST_EDGE
LATE = {("anti-comintern", 5), ("anti-comintern", 6), ("kantokuen", 3), ("kantokuen", 4)}
"""20.0.shock  Turns from October 1941 on."""


class Depot:
    """The Mobilization Phase of a side: General Supply is that of its beginning."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.side: str = data["active"]
        field = Field(data)
        self.lodged = {field.where[u] for u in field.general() if field.where[u].isdigit()}
        self.first = (data["turn"], data["scenario"], self.side) == (1, "kantokuen", "japan")
        self.late = (data["scenario"], data["turn"]) in LATE
        self.by_city: bool = data["options"]["city_quotas"]
        self.recruits: list[tuple[str, str]] = []

    def price(self, unit: str) -> int | None:
        counter = COUNTERS[unit]
        return PRICES[counter.nation].get(counter.type)

    def for_sale(self, data: Mapping[str, Any], field: Field, unit: str) -> bool:
        """5.4, 6.2.c3, 6.2.m1, 6.3.1, 6.3.6, 6.4.1, 6.5, 20.0.shock"""
        counter, price = COUNTERS[unit], self.price(unit)
        if counter.side != self.side or data["where"][unit] != "pool" or price is None:
            return False
        if price > data["points"][("soviet", "japan").index(self.side)]:
            return False
        if counter.type in ("shock_army", "artillery_corps") and not self.late:
            return False
        if counter.nation in OWN_CITIES and any(COUNTERS[u].nation == counter.nation for u, _ in self.recruits):
            return False
        return not counter.ground or self.at_home(unit) or bool(self.places(field, unit))

    def at_home(self, unit: str) -> bool:
        """6.2.j1, 6.2.g"""
        return COUNTERS[unit].nation in ("JP", "DE") and COUNTERS[unit].ground and COUNTERS[unit].type != "flotilla"

    def places(self, field: Field, unit: str) -> set[str]:
        """6.2, 6.3.3  Every hex where a unit can come."""
        counter = COUNTERS[unit]
        found = {h for h in NAMED if self._listed(field, unit, h)}
        if counter.type == "fort":
            found = (found | self.lodged) - field.forts
        if counter.type == "flotilla":
            found &= CITIES & ON_RIVER
        return {h for h in found if self._open(field, unit, h)}

    def _open(self, field: Field, unit: str, hex_: str) -> bool:
        """6.3.3, 15.2.27, R100"""
        if hex_ in field.foe or hex_ in field.zone or hex_ in field.ruined or GROUND[hex_] == "sea":
            return False
        walled = COUNTERS[unit].mech and GROUND[hex_] == "rough" and hex_ not in ON_LINK
        return STATE[hex_] in ENTER[COUNTERS[unit].nation] and not walled

    def _listed(self, field: Field, unit: str, hex_: str) -> bool:
        return self.freely(field, unit, hex_) or any(left > 0 for left in self._quotas(field, unit, hex_))

    def freely(self, field: Field, unit: str, hex_: str) -> bool:
        """6.2.j2, 6.2.g, 6.2.c1, 6.2.c2, 6.2.s1, 6.2.m, 25.8.5  Places without a quota."""
        nation = COUNTERS[unit].nation
        if self.first and STATE[hex_] == "Manchukuo" and hex_ in CITIES | TOWNS:
            return True
        if nation == "SU":
            return hex_ in WEST_EDGE
        if not self._held(field, hex_):
            return False
        if nation in ("JP", "DE"):
            return hex_ in PORTS
        return hex_ in CITIES and STATE[hex_] == OWN_CITIES[nation]

    def _held(self, field: Field, hex_: str) -> bool:
        """9.0, 9.0.3"""
        return hex_ in field.mine or (self.side == "japan" and STATE[hex_] == "North China" and hex_ not in field.foe)

    def _quotas(self, field: Field, unit: str, hex_: str) -> list[int]:
        """6.2.j3, 6.2.j4, 6.2.s2, R19, R20, R23  What is left of the quotas of a city, which it may have to itself."""
        counter = COUNTERS[unit]
        if hex_ not in CITIES or counter.size == "XXX" or not self._held(field, hex_):
            return []
        support, left = counter.type in SUPPORT, []
        for states, combat, services in QUOTAS.get(counter.nation, ()):
            if STATE[hex_] not in states:
                continue
            used = [
                u
                for u, h in self.recruits
                if self._counts(field, u, h, states)
                and support == (COUNTERS[u].type in SUPPORT)
                and (h == hex_ or not self.by_city)
            ]
            left.append(1 if counter.type == "fort" else (services if support else combat) - len(used))
        return left

    def _counts(self, field: Field, unit: str, hex_: str, states: set[str]) -> bool:
        """Whether a recruit of this phase has used up a place of a quota."""
        counter = COUNTERS[unit]
        if not hex_.isdigit() or not counter.ground or counter.type == "fort" or counter.nation not in QUOTAS:
            return False
        return hex_ in CITIES and STATE[hex_] in states and not self.freely(field, unit, hex_)
