"""A position as its plain data tell it: who is where, whose zones reach where, who is supplied by which line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.sn.oracles.atlas import COUNTERS, ENTER, GROUND, ON_RAIL, SIDES, STATE, around, crosses, linked, within

SURPRISE = ("anti-comintern", "kantokuen")
WINTER = {("anti-comintern", 5), ("anti-comintern", 6), ("kantokuen", 3), ("kantokuen", 4), ("nomonhan", 6)}


def enemy(side: str) -> str:
    return "japan" if side == "soviet" else "soviet"


class Field:
    """A position seen by one side."""

    def __init__(self, data: Mapping[str, Any], side: str | None = None) -> None:
        self.data = data
        self.side: str = side or data["active"]
        self.where: dict[str, str] = data["where"]
        self.disrupted = set(data["disrupted"])
        self.ruined = set(data["ruined"])
        self.stacks: dict[str, dict[str, list[str]]] = {"soviet": {}, "japan": {}}
        for unit, place in self.where.items():
            if place in GROUND and COUNTERS[unit].ground:
                self.stacks[COUNTERS[unit].side].setdefault(place, []).append(unit)
        self.mine = self.stacks[self.side]
        self.foe = self.stacks[enemy(self.side)]
        self.forts = {h for h, stack in self.mine.items() if any(COUNTERS[u].type == "fort" for u in stack)}
        self.zone = {h for h in GROUND if self._watched(h)} - self.forts
        self.lines: dict[tuple[str, str, int], frozenset[str]] = {}

    @property
    def units(self) -> set[str]:
        return {u for stack in self.mine.values() for u in stack}

    @property
    def at_home(self) -> set[str]:
        """23.0  Ground units in the Home Islands."""
        return {
            u for u, p in self.where.items() if p == "home" and COUNTERS[u].ground and COUNTERS[u].side == self.side
        }

    @property
    def surprise(self) -> bool:
        return self.side == "japan" and self.data["turn"] == 1 and self.data["scenario"] in SURPRISE

    def _watched(self, hex_: str) -> bool:
        """11.0, 11.1, 11.1.2  Whether some undisrupted enemy next door has a zone of control in a hex."""
        return any(
            STATE[hex_] in ENTER[COUNTERS[u].nation] and u not in self.disrupted
            for b in around(hex_)
            if b in self.foe and GROUND[hex_] != "sea" and not crosses("lake", hex_, b)
            for u in self.foe[b]
        )

    # -- supply (14) ------------------------------------------------------------------------------------------------

    def stores(self) -> list[str]:
        """14.1, 15.2.29  Supply units that can provide."""
        able = (u for u in self.units if COUNTERS[u].type == "supply" and u not in self.disrupted)
        return sorted(able, key=lambda u: COUNTERS[u].number)

    def radius(self, store: str) -> int:
        counter = COUNTERS[store]
        return counter.back_radius if store in self.data["flipped"] else counter.radius

    def may_run(self, kind: str, a: str, b: str, entered: bool) -> bool:
        """11.7, 14.1, 14.1.1, 14.1.2, 14.1.3, 20.0.mtn, R43-45  Whether a line runs on from a to b."""
        if a in self.zone or b in self.foe or "sea" in (GROUND[a], GROUND[b]):
            return False
        if self.side == "soviet" and STATE[b] == "North China":
            return False
        if kind == "mech" and crosses("lake", a, b):
            return False
        rough = GROUND[b] == "rough" or (entered and GROUND[a] == "rough")
        return kind == "mountain" or not rough or linked(a, b)

    def line(self, kind: str, start: str, radius: int) -> frozenset[str]:
        """Every hex that a line of so many hexes comes to."""
        key = kind, start, radius
        if key not in self.lines:
            found, front = {start}, {start}
            for n in range(radius):
                front = {b for a in front for b in around(a) if self.may_run(kind, a, b, n > 0)} - found
                found |= front
            self.lines[key] = frozenset(found)
        return self.lines[key]

    def net(self, hex_: str) -> set[str]:
        """14.1.4, 14.1.5, 15.2.27  The railroad that a supply unit in a hex supplies along."""

        def open_(h: str) -> bool:
            shut = h in self.foe or h in self.zone or h in self.ruined
            return h in ON_RAIL and not shut and not (self.side == "soviet" and STATE[h] == "North China")

        if not open_(hex_):
            return set()
        found, waiting = {hex_}, [hex_]
        while waiting:
            a = waiting.pop()
            for b in around(a):
                if b not in found and frozenset((a, b)) in SIDES["rail"] and open_(b):
                    found.add(b)
                    waiting.append(b)
        return found

    def reaches(self, store: str, unit: str, rails: bool) -> bool:
        """14.1  Whether a supply unit has a line to a unit."""
        counter = COUNTERS[unit]
        kind = "mountain" if counter.type == "mountain_division" else "mech" if counter.mech else "non"
        start, to = self.where[store], self.where[unit]
        starts = {start, *(self.net(start) if rails else ())}
        return any(to in self.line(kind, a, self.radius(store)) for a in starts)

    def automatic(self, moved: set[str] | None = None) -> set[str]:
        """14.2.1-3, 18.0.8, 19.0.6, 20.0.ger, 23.0.4, 25.4.1  Who needs no line."""
        if self.surprise and self.data["active"] == self.side:
            return self.units | self.at_home
        found = set(self.at_home)
        stores = {self.where[u] for u in self.stores() if u not in (moved or ())}
        for unit in self.units:
            kind = COUNTERS[unit].type in ("supply", "fort", "special_division")
            if kind or unit in self.data["landed"] or self.where[unit] in stores | self.forts:
                found.add(unit)
        return found

    def general(self) -> set[str]:
        """14.2  Everybody in General Supply."""
        stores = self.stores()
        return self.automatic() | {u for u in self.units if any(self.reaches(x, u, True) for x in stores)}

    def offensive(self, spent: set[str]) -> set[str]:
        """14.3, 14.3.1, 15.2.28, 23.0.5  Who has Offensive Supply of these supply units."""
        there = spent - self.at_home
        found = {u for u in self.units if any(self.reaches(x, u, False) for x in there)}
        return (found | (self.at_home if spent & self.at_home else set())) - self.disrupted

    def fed(self, spent: set[str]) -> set[str]:
        """14.5.4, R93  Supply units that are in General Supply of one that is expended."""
        stores = {u for u in self.units if COUNTERS[u].type == "supply"} - spent
        return {u for u in stores if any(self.reaches(x, u, True) for x in spent - self.at_home)}

    def led(self) -> set[str]:
        """20.0.hq2, 20.0.hq3, 22.0.3  Units within radius of headquarters; in winter that is one hex."""
        winter = (self.data["scenario"], self.data["turn"]) in WINTER
        staffs = (u for u in self.units if COUNTERS[u].type == "headquarters" and u not in self.disrupted)
        area = {h for u in staffs for h in within(self.where[u], 1 if winter else COUNTERS[u].radius)}
        return {u for u in self.units if self.where[u] in area}

    def providers(self, unit: str) -> list[str]:
        """14.4.3  Supply units that reach another unit and have not moved."""
        return [x for x in self.stores() if x != unit and x not in self.data["moved"] and self.reaches(x, unit, True)]
