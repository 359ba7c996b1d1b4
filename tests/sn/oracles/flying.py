"""15.1, 15.2, 15.5, 16.0, 22.0, 23.0.6  Which strike can go where from which base, read plainly off the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.plain_data import rows as table
from tests.sn.oracles.atlas import CITIES, COAST, COUNTERS, OWN, STATE
from tests.sn.oracles.field import SURPRISE, WINTER, Field, enemy

MOST = {"soviet": 2, "japan": 4}
HOME = "home"


class Wings(NamedTuple):
    """What is printed on strikes, airbases and carriers."""

    front: int
    back: int
    capacity: int


WINGS = {
    row["id"]: Wings(int(row["range"] or 0), int(row["back_range"] or 0), int(row["capacity"] or 0))
    for row in table("sn", "counters.csv")
}


def distance(a: str, b: str) -> int:
    """Hexes between two hexes: rows run from east to west, even ones are inset by half a hex."""
    rows = abs(int(a[:2]) - int(b[:2]))
    across = abs(_half_hexes(a) - _half_hexes(b))
    return rows + max(0, (across - rows) // 2)


def _half_hexes(hex_: str) -> int:
    row, number = int(hex_[:2]), int(hex_[2:])
    return 2 * number + (row % 2 == 0)


def held(data: Mapping[str, Any], side: str) -> set[str]:
    """Hexes with ground units of a side, after supply units have been expended."""
    return {h for u, h in data["where"].items() if h.isdigit() and COUNTERS[u].ground and COUNTERS[u].side == side}


class Sky:
    """The Air Phase of one side. Supply is that of its beginning, with the supply units that each side expended."""

    def __init__(self, data: Mapping[str, Any], spent: Mapping[str, set[str]]) -> None:
        self.round: int = data["round"]
        self.active: str = data["active"]
        self.fields = {side: Field(data, side) for side in ("soviet", "japan")}
        self.first = data["turn"] == 1 and data["scenario"] in SURPRISE
        self.supplied = {side: self._supplied(side, spent[side]) for side in self.fields}
        self.home_open = self.round == 1 or self.first or bool(spent["japan"] & self.fields["japan"].at_home)
        boxes = ("available", "interception")
        self.limit = {side: len(self._strikes(data, side, *boxes)) for side in self.fields}
        if (data["scenario"], data["turn"]) in WINTER:
            self.limit = {side: (count + 1) // 2 for side, count in self.limit.items()}

    def _supplied(self, side: str, spent: set[str]) -> set[str]:
        """15.1.3, 15.1.4, 25.4.3"""
        field = self.fields[side]
        easy = self.round == 1 or (self.first and side == "japan")
        return field.general() if easy else field.offensive(spent)

    def _strikes(self, data: Mapping[str, Any], side: str, *boxes: str) -> set[str]:
        found = (u for u, where in data["where"].items() if where in boxes and COUNTERS[u].side == side)
        return {u for u in found if COUNTERS[u].type in ("airstrike", "carrier_airstrike")}

    # -- from where -------------------------------------------------------------------------------------------------

    def bases(self, data: Mapping[str, Any], side: str, strike: str) -> dict[str, int]:
        """15.1, 15.5  Places that launch strikes of this sort, and how many they still can."""
        found: dict[str, int] = {}
        deck = COUNTERS[strike].type == "carrier_airstrike"
        for unit, place in data["where"].items():
            counter = COUNTERS[unit]
            if counter.side != side or not place.isdigit():
                continue
            if deck and counter.type == "carrier":
                found[place] = found.get(place, 0) + WINGS[unit].capacity
            if not deck and counter.type == "airbase" and self._ready(data, side, unit):
                found[place] = found.get(place, 0) + WINGS[unit].capacity
        for flown, place in data["sorties"]:
            same = COUNTERS[flown].side == side and COUNTERS[flown].type == COUNTERS[strike].type
            if same and place in found:
                found[place] -= 1
        if side == "japan" == self.active and not deck and self.home_open:
            found[HOME] = 99
        return {place: left for place, left in found.items() if left > 0}

    def _ready(self, data: Mapping[str, Any], side: str, base: str) -> bool:
        """15.1.2, 15.2.29"""
        moved = side == self.active and base in data["shifted"]
        return base in self.supplied[side] and base not in data["disrupted"] and not moved

    def flies(self, strike: str, base: str, hex_: str, front: bool) -> bool:
        """15.2.4, 23.0.6"""
        range_ = WINGS[strike].front if front else WINGS[strike].back
        return int(hex_[2:]) <= range_ // 2 if base == HOME else distance(base, hex_) <= range_

    # -- where to ---------------------------------------------------------------------------------------------------

    def targets(self, data: Mapping[str, Any], side: str, strike: str) -> dict[str, set[str]]:
        """15.2.10, 16.0  Every hex that a strike can attack, with the bases it can come from."""
        kind = COUNTERS[strike].type
        if self.first and kind in ("bombardment", "carrier_airstrike"):
            return {}
        mine = held(data, side)
        goals = held(data, enemy(side)) | {h for h in CITIES if STATE[h] in OWN[enemy(side)] and h not in mine}
        if kind == "bombardment":
            return {h: set() for h in goals & COAST}
        open_ = [h for h in goals if self.over(data, side, h) < MOST[side]]
        return self._reached(data, side, strike, open_, False)

    def patrols(self, data: Mapping[str, Any], side: str, strike: str) -> dict[str, set[str]]:
        """15.2.11  Every hex where an airstrike can intercept, with the bases it can come from."""
        if self.first and COUNTERS[strike].type == "carrier_airstrike":
            return {}
        busy = {h for h in self._flown_over(data) if self.over(data, enemy(side), h)}
        open_ = [h for h in busy if self.over(data, side, h) < MOST[side]]
        return self._reached(data, side, strike, open_, True)

    def _reached(
        self, data: Mapping[str, Any], side: str, strike: str, hexes: list[str], front: bool
    ) -> dict[str, set[str]]:
        bases = self.bases(data, side, strike)
        found = {h: {b for b in bases if self.flies(strike, b, h, front)} for h in hexes}
        return {h: from_ for h, from_ in found.items() if from_}

    def _flown_over(self, data: Mapping[str, Any]) -> set[str]:
        return {where for u, where in data["where"].items() if where.isdigit() and "airstrike" in COUNTERS[u].type}

    def over(self, data: Mapping[str, Any], side: str, hex_: str) -> int:
        """15.2.6  How many airstrikes of a side fly over a hex."""
        found = (u for u, where in data["where"].items() if where == hex_ and COUNTERS[u].side == side)
        return sum("airstrike" in COUNTERS[u].type for u in found)

    # -- who --------------------------------------------------------------------------------------------------------

    def flyers(self, data: Mapping[str, Any], side: str) -> set[str]:
        """15.2.3, 15.2.8, 15.2.9, 22.0.1, 22.0.2  The strikes that can be sent now."""
        box = "available" if side == self.active else "interception"
        sent = len({u for u, _ in data["sorties"] if COUNTERS[u].side == side})
        found = set()
        for unit, where in data["where"].items():
            ship = COUNTERS[unit].type == "bombardment"
            strike = ship or "airstrike" in COUNTERS[unit].type
            if where != box or COUNTERS[unit].side != side or not strike or unit in data["flown"]:
                continue
            if not ship and sent >= self.limit[side]:
                continue
            if self.targets(data, side, unit) if side == self.active else self.patrols(data, side, unit):
                found.add(unit)
        return found
