"""A battle weighed by hand: totals, percentage and shifts from the printed numbers, rule by rule (14.3, 21.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tests.pbn.oracles.atlas import COUNTERS, GROUND, around, crosses, within
from tests.plain_data import rows

SUPPORT = {row["id"]: int(row["support"] or 0) for row in rows("pbn", "counters.csv")}
LEAST = (0, 25, 50, 100, 150, 200, 300, 400, 500, 600)
"""4.2  The lowest percentage of every column."""
HEIGHT = {"ridge": 2, "hilltop": 1, "marsh": 1}
RIVERS = (("wide_river", 2), ("narrow_river", 1), ("stream", 0))
FORTIFICATION = {"soviet": 1, "japan": 2}
LIMIT = 6


class Scales:
    """A position as its file has it, and the battle that is weighed."""

    def __init__(self, data: Mapping[str, Any], targets: Collection[str], chosen: Collection[str]) -> None:
        self.data, self.targets, self.chosen = data, targets, chosen
        self.where: Mapping[str, str] = data["where"]
        self.attackers, self.defenders = data["attackers"], data["defenders"]
        self.side = COUNTERS[self.attackers[0]].side
        self.enemy = "japan" if self.side == "soviet" else "soviet"

    # -- strength --

    def attack(self) -> int:
        return sum(COUNTERS[u].attack for u in self.attackers)

    def employed(self) -> set[str]:
        """12.5.3, 15.35  All of a hex; of too many those chosen, or the strongest of those who stood there before."""
        found: set[str] = set()
        for hex_ in self.targets:
            here = [u for u in self.defenders if self.where[u] == hex_ and COUNTERS[u].type != "supply"]
            if sum(COUNTERS[u].equivalents for u in here) <= LIMIT:
                found |= set(here)
            elif set(here) & set(self.chosen):
                found |= set(here) & set(self.chosen)
            else:
                found |= self.strongest([u for u in here if u not in self.data["late"]])
        return found

    def strongest(self, here: list[str]) -> set[str]:
        room, found = LIMIT, set()
        for unit in sorted(here, key=lambda u: (-COUNTERS[u].defence, COUNTERS[u].number)):
            if COUNTERS[unit].equivalents <= room:
                room -= COUNTERS[unit].equivalents
                found.add(unit)
        return found

    def defence(self) -> int:
        return sum(COUNTERS[u].defence for u in self.employed())

    def base(self) -> int:
        """14.12, R14"""
        attack, defence = self.attack(), self.defence()
        if attack == 0:
            return 0
        if defence == 0:
            return len(LEAST) - 1
        return max(n for n, least in enumerate(LEAST) if attack / defence >= least / 100)

    # -- shifts --

    def support(self, side: str, hexes: Collection[str], known: Collection[str]) -> int:
        """14.32  The best activated headquarters in radius of any hex."""
        best = 0
        for unit in self.data["activated"]:
            here = self.where[unit]
            if COUNTERS[unit].side == side and here in GROUND and unit in known:
                high = self.data["options"]["high_ground"] and GROUND[here] in ("ridge", "hilltop")
                if within(here, COUNTERS[unit].radius + (2 if high else 0)) & set(hexes):
                    best = max(best, SUPPORT[unit])
        return best

    def terrain(self) -> int:
        """14.33, R18"""
        best = max(HEIGHT.get(GROUND[hex_], 0) for hex_ in self.targets)
        rivers = []
        for origin in {self.where[u] for u in self.attackers}:
            for hex_ in self.targets:
                assert hex_ in around(origin)
                rivers.append(max((n for name, n in RIVERS if crosses(name, origin, hex_)), default=-1))
        return best if min(rivers) < 0 else max(best, min(rivers))

    def shifts(self, known: Collection[str]) -> dict[str, int]:
        """By rule, without those that are nothing."""
        weak = set(self.data["suppressed"])
        dug_in = set(self.data["fortified"][("soviet", "japan").index(self.enemy)])
        found = {
            "14.3.4.1": self.support(self.side, {self.where[u] for u in self.attackers}, known),
            "14.3.4.2": -self.support(self.enemy, self.targets, known),
            "14.3.4.3": -bool(weak & set(self.attackers)),
            "14.3.4.4": int(bool(weak & self.employed())),
            "14.33": -self.terrain(),
            "21.1": -FORTIFICATION[self.enemy] if dug_in & set(self.targets) else 0,
        }
        return {rule: value for rule, value in found.items() if value}
