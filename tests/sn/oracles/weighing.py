"""An attack weighed by hand: totals, percentage and shifts from the printed numbers, rule by rule (12.1-12.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from tests.sn.oracles.atlas import CITIES, COUNTERS, DATA, ENTER, GROUND, STATE, TOWNS, around, crosses
from tests.sn.oracles.field import Field, enemy

LEAST = (0, 50, 100, 150, 200, 300, 400, 500, 600)
"""12.1.1-5  The lowest percentage of every column."""
LIMIT = {"rough": 6, "desert": 6}
WORTH = {"rough": -1, "desert": 1}


def under_cities() -> dict[str, str]:
    """R99  The ground that cities stand on."""
    rows = (line.split(",") for line in (DATA / "map.csv").read_text(encoding="utf-8").splitlines()[1:])
    return {row[0]: row[3] for row in rows}


UNDER = under_cities()


class Scales:
    """A position as its file has it, the attack that is weighed, and who was supplied and led when the phase began."""

    def __init__(self, field: Field, attackers: Collection[str], targets: Collection[str]) -> None:
        self.field, self.attackers, self.targets = field, attackers, targets
        self.landed = {u for u in attackers if u in field.data["beached"]}
        self.defenders = [u for h in targets for u in field.foe[h]]

    # -- strength --

    def attack(self) -> int:
        return sum(COUNTERS[u].attack for u in self.attackers)

    def defence(self) -> int:
        """13.4.1  All of a hex; where it holds too many, not those who retreated there."""
        total = 0
        for hex_ in self.targets:
            here = self.field.foe[hex_]
            over = sum(COUNTERS[u].equivalents for u in here) > LIMIT.get(GROUND[hex_], 9)
            total += sum(COUNTERS[u].defence for u in here if not (over and u in self.field.data["late"]))
        return total

    def base(self) -> int:
        attack, defence = self.attack(), self.defence()
        if not attack:
            return 0
        return max(n for n, least in enumerate(LEAST) if attack * 100 >= least * defence)

    # -- shifts --

    def surrounded(self) -> bool:
        """12.2.con, R56, R103"""
        from_ = {self.field.where[u] for u in self.attackers if u not in self.landed}
        return all(
            near in from_ or set(around(near)) & from_ for target in self.targets for near in around(target)
        ) and bool(from_)

    def terrain(self) -> int:
        """12.2.ter, 12.3, R99"""
        found = []
        for hex_ in self.targets:
            if hex_ in CITIES and hex_ not in self.field.ruined:
                found.append(-2)
            else:
                ground = WORTH.get(UNDER[hex_], 0)
                found.append(min(ground, -1) if hex_ in TOWNS else ground)
        from_ = {self.field.where[u] for u in self.attackers}
        if not self.landed and all(crosses("river", a, b) for a in from_ for b in self.targets):
            found.append(-1)
        return min(found)

    def supply(self, general: set[str], offensive: set[str]) -> dict[str, int]:
        """12.2.gs, 12.2.max"""
        without = sum(COUNTERS[u].equivalents for u in self.attackers if u not in general)
        if set(self.attackers) <= offensive:
            return {"12.2.max": 2}
        return {"12.2.gs": -2} if 2 * without >= sum(COUNTERS[u].equivalents for u in self.attackers) else {}

    def shifts(self, general: set[str], offensive: set[str], led: set[str]) -> dict[str, list[int]]:
        """By rule, without those that are nothing; disruption may shift both ways."""
        if not self.attack():
            return {}
        field = self.field
        found = {rule: [value] for rule, value in self.supply(general, offensive).items()}
        if led & set(self.attackers):
            found["12.2.hq"] = [1]
        if self.surrounded():
            found["12.2.con"] = [1]
        if any(field.where[u] in self.targets and COUNTERS[u].side == field.side for u in field.data["close_support"]):
            found["12.2.cas"] = [1]
        if terrain := self.terrain():
            found["12.3" if terrain > 0 else "12.2.ter"] = [terrain]
        engineers = any(COUNTERS[u].type == "engineer_brigade" for u in self.attackers)
        if any(COUNTERS[u].type == "fort" for u in self.defenders) and not engineers:
            found["12.4"] = [-1]
        weak = [-1] * bool(field.disrupted & set(self.attackers)) + [1] * bool(field.disrupted & set(self.defenders))
        if weak:
            found["15.2.28"] = weak
        if field.surprise:
            found["25.4.2"] = [1]
        return found

    # -- what cannot be ruled out (21.0) --

    def possible(self, seen: Collection[str]) -> set[int]:
        """Every defence of the units that are seen and so many of those that are not, by trying all."""
        field = self.field
        hidden = [u for u in self.defenders if u not in seen]
        known = [u for u in self.defenders if u in seen]
        lurking = [u for stack in field.foe.values() for u in stack if u not in seen]
        able = [u for u in lurking if any(STATE[h] in ENTER[COUNTERS[u].nation] for h in self.targets)]
        room = sum(LIMIT.get(GROUND[h], 9) for h in self.targets)
        return {
            sum(COUNTERS[u].defence for u in [*known, *some])
            for some in combinations(able, len(hidden))
            if sum(COUNTERS[u].equivalents for u in [*known, *some]) <= room
        }

    def unseen(self, seen: Collection[str]) -> Iterator[str]:
        """Enemy units on the map that the attacker does not see."""
        for stack in self.field.stacks[enemy(self.field.side)].values():
            yield from (u for u in stack if u not in seen)
