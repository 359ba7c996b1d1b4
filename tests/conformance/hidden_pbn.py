"""18.0 and 34.0 of Pacific Battles: Nomonhan, and rulings R93 to R95: what a side may not know of the other's counters.

Open: where stacks are and the top counter of each, unless it shows its back; Suppressed and Fortified markers; victory
points, command levels, markers in effect; the broken-down pool and every box of lost or flying units; the number of
campaign markers held. Open for a phase: who has been examined, who fights or is interdicted. Hidden: the counters
beneath the top ones and how many they are, what is in bases and on turn tracks, how many supply points there are and
where, which headquarters are activated, what is face down and whether it is a deception marker, which markers are
held, what is being put together or allocated.
"""

from __future__ import annotations

import random
from typing import Any

from khalkhin.engine.state import State
from tests.conformance.hidden import Labels, Secrets, deal, strings

SIDES = ("soviet", "japan")
BASES = ("tamsag", "hailar")
PRINTED = ("type", "class", "attack", "defence", "movement", "support", "radius", "equivalents", "breaks_into", "value")
COMBAT = "combat"
HALF_DONE = {
    "SetDown": None,
    "Moving": None,
    "Drop": None,
    "Examine": None,
    "Source": None,
    "Combine": None,
    "Refit": None,
    "Fortify": None,
    "Staff": None,
    "Employ": "Declare",
    "Declare": "Declare",
    "Load": "StrikePhase",
    "Gun": "StrikePhase",
    "StrikePhase": "StrikePhase",
    "Arrivals": "Arrivals",
    "Placement": "Placement",
    "Logistics": "Logistics",
}
"""Steps in which a side puts something together, and what others take them for: the step below, or that one."""
STATUS = ("activated", "moved", "eligible", "kept", "delayed", "bought", "jammed")
"""What is known of hidden counters to their owner only."""


class Table:
    """The position as it lies on the table, and what one side sees of it."""

    def __init__(self, s: State, data: dict[str, Any], side: int | None) -> None:
        self.s, self.data, self.side = s, data, side
        self.sheet: Any = s.game.sheet
        self.where: dict[str, str] = data["where"]
        self.stacks: dict[str, list[str]] = {}
        self.tops: dict[str, str] = {}
        for name in self.sheet.ids:
            if self.on_map(name):
                self.stacks.setdefault(self.where[name], []).append(name)

    def on_map(self, name: str) -> bool:
        return self.where[name][0].isdigit()

    def owner(self, name: str) -> int:
        return int(self.sheet.side[self.sheet.index[name]])

    def kind(self, name: str) -> str:
        """2.1  Combat unit, headquarters, supply, air, deception or campaign marker."""
        kind = str(self.sheet.columns["type"][self.sheet.index[name]])
        return kind if kind in ("headquarters", "supply", "air", "deception", "campaign") else COMBAT

    def printed(self, name: str, *columns: str) -> tuple[Any, ...]:
        return tuple(self.sheet.columns[column][self.sheet.index[name]] for column in columns)

    def change(self, name: str) -> bool:
        """R104  Counters of several points are change, and never in play."""
        return self.printed(name, "stock") == ("change",)

    def order(self, name: str, hit: bool) -> tuple[int, int, int]:
        """R94  The lower the nearer to the top."""
        kind, strength = self.kind(name), sum(self.printed(name, "attack", "defence"))
        first = {COMBAT: int(hit), "headquarters": 2, "supply": 3, "deception": 4}[kind]
        return first, -strength, self.sheet.index[name]

    def hit(self, name: str) -> bool:
        return name in self.data["suppressed"]

    def top(self, place: str) -> str:
        if place not in self.tops:
            self.tops[place] = min(self.stacks[place], key=lambda name: self.order(name, self.hit(name)))
        return self.tops[place]

    def hidden(self, name: str) -> bool:
        """Whether the side may not know this counter of another's."""
        place, kind = self.where[name], self.kind(name)
        if self.owner(name) == self.side or name in self.data["shown"]:
            return False
        if self.side is not None and name in self.data["examined"][self.side]:
            return False
        if self.on_map(name):
            back = kind == "deception" or name in self.data["face_down"]
            return back or self.top(place) != name
        if place == "out":
            return kind in ("supply", "deception") and not self.change(name)
        return place in BASES or place.startswith("turn_") or place in ("hand", "pool")

    def all_hidden(self) -> list[str]:
        return [] if self.s.result is not None else [name for name in self.sheet.ids if self.hidden(name)]

    def rivals(self, owner: int) -> set[str]:
        """Hexes next to counters of the other side: deception markers cannot be there if these are units."""
        grid = self.s.game.map.grid
        found = 0
        for place, names in self.stacks.items():
            if any(self.owner(n) != owner for n in names):
                found |= grid.around[grid.at(place)]
        return {name for name in grid.names if found >> grid.at(name) & 1}

    def known(self, place: str) -> bool:
        """18.1, 14.26  Whether all of a stack has been seen in this phase, or is in a battle."""
        names = self.stacks[place]
        if any(name in self.data["shown"] for name in names):
            return True
        return self.side is not None and any(name in self.data["examined"][self.side] for name in names)

    def may_enter(self, name: str, place: str) -> bool:
        game: Any = self.s.game
        return not game.closed[game.kind[self.sheet.index[name]]] >> game.map.grid.at(place) & 1


def swaps(s: State, side: int | None, rng: random.Random, alike: bool) -> Labels:
    """Counters dealt anew among those of a side that are hidden."""
    table = Table(s, s.to_data(), side)
    busy = strings(table.data["agenda"])
    groups: dict[Any, list[str]] = {}
    for name in table.all_hidden():
        kind = table.kind(name)
        if alike and (kind == "supply" or (kind == "deception" and table.where[name] == "out")):
            continue  # R104: points come out of the mix and are spent without anybody saying which
        rest: Any = None
        if kind == "campaign":
            rest = s.game.charts.markers[name].held if not alike else name  # type: ignore[attr-defined]
        elif kind == COMBAT and (alike or name in busy or _conducting(table)):
            rest = table.printed(name, *PRINTED), table.sheet.nation[table.sheet.index[name]]
        elif kind == COMBAT:
            rest = _setting_up(table, name)
        elif kind == "headquarters" and (alike or name in busy):
            rest = table.printed(name, *PRINTED)
        back = table.on_map(name) and table.top(table.where[name]) == name
        groups.setdefault((table.owner(name), kind, rest, back and kind == "deception"), []).append(name)

    def fits(name: str, stead: str) -> bool:
        """R94  In a stack nobody may come to lie elsewhere than the counter he stands for."""
        place = table.where[stead]
        if not table.on_map(stead):
            return True
        top = table.top(place)
        if top == stead:
            others = [n for n in table.stacks[place] if n != stead]
            mine = table.order(name, table.hit(stead))
            return table.may_enter(name, place) and all(mine < table.order(n, table.hit(n)) for n in others)
        under = table.order(top, table.hit(top)) < table.order(name, table.hit(stead))
        # A back on top may itself be exchanged: then only for somebody stronger than all beneath.
        return under and table.may_enter(name, place) and not (table.hidden(top) and name != stead)

    return deal(groups, rng, fits)


def _conducting(table: Table) -> bool:
    """15.33.7  Who leads the enemy's retreat has to be told where there is room for it."""
    top = table.data["agenda"][-1] if table.data["agenda"] else {}
    return top.get("step") == "Withdraw" and top["conductor"] != top["side"]


def _setting_up(table: Table, name: str) -> Any:
    """25.4, 25.5  While the sides set up, everybody knows who is placed on the map."""
    if any(step["step"] == "Setup" for step in table.data["agenda"]):
        return table.printed(name, "arrives")
    return None


def blur(data: dict[str, Any], s: State, side: int | None, rng: random.Random) -> None:
    """Heights of stacks, supply points, activations, backs that are deception markers, and what is half done."""
    table = Table(s, data, side)
    hidden = table.all_hidden()
    for owner in (0, 1):
        if owner == side or s.result is not None:
            continue
        mine = [name for name in hidden if table.owner(name) == owner]
        _status(data, table, mine, rng)
        _unbuild(data, s, owner)
        if any(step["step"] == "Setup" for step in data["agenda"]) or _conducting(table):
            continue
        busy = strings(data["agenda"])
        _shuffle(table, [n for n in mine if n not in busy], owner, rng)
    for name in (*STATUS, "suppressed", "face_down"):
        data[name] = sorted(set(data[name]), key=table.sheet.index.__getitem__)


def _status(data: dict[str, Any], table: Table, mine: list[str], rng: random.Random) -> None:
    """7.3, 10.2  Which hidden headquarters are on their front, and who has moved or may."""
    for name in mine:
        if table.kind(name) == "headquarters" and table.where[name] != "out" and rng.random() < 0.5:
            data["activated"] = [n for n in data["activated"] if n != name]
            if rng.random() < 0.5:
                data["activated"].append(name)
        if table.kind(name) == COMBAT and table.on_map(name) and rng.random() < 0.3:
            data["moved"] = [n for n in data["moved"] if n != name]


def _shuffle(table: Table, mine: list[str], owner: int, rng: random.Random) -> None:
    """Counters go from the base beneath stacks and back; supply points come out of the mix and return to it."""
    data, base = table.data, BASES[owner]
    beneath = [p for p in table.stacks if table.owner(table.top(p)) == owner and not table.known(p)]
    beneath = [p for p in beneath if not _in_combat(table, owner, p)]
    for name in mine:
        kind, place = table.kind(name), table.where[name]
        if kind == "deception":
            continue
        if kind == "supply" and place in (base, "out") and rng.random() < 0.3:
            table.where[name] = rng.choice((base, "out", *(p for p in beneath if _covers(table, p, name))))
        elif place == base and kind in (COMBAT, "headquarters") and rng.random() < 0.3:
            able = [p for p in beneath if _covers(table, p, name)]
            table.where[name] = rng.choice(able) if able else base
        elif place in beneath and table.top(place) != name and not table.hit(name) and rng.random() < 0.3:
            table.where[name] = base
    _feint(table, mine, owner, rng)
    data["delayed"] = [n for n in data["delayed"] if table.where[n] != base]


def _in_combat(table: Table, owner: int, place: str) -> bool:
    """18.1  In the enemy's combat phase the stacks next to his units are open to him."""
    phases = [step.phase for step in table.s.agenda]
    return f"phase.{SIDES[1 - owner]}_combat" in phases and place in table.rivals(owner)


def _covers(table: Table, place: str, name: str) -> bool:
    """R94  Whether a counter would lie beneath the top one of a stack, and show no Suppressed marker that is not there.

    Where backs show nobody is laid beneath: it might be a deception marker, on top of whom all others lie.
    """
    top = table.top(place)
    if table.kind(top) == "deception" or not table.may_enter(name, place):
        return False
    return table.order(top, table.hit(top)) < table.order(name, False)


def _feint(table: Table, mine: list[str], owner: int, rng: random.Random) -> None:
    """34.1, 34.3  Behind a back may be a deception marker, away from enemies, or a unit."""
    data, near = table.data, table.rivals(owner)
    tops = [
        n for n in mine if table.kind(n) == "deception" and table.on_map(n) and len(table.stacks[table.where[n]]) == 1
    ]
    reserve = [n for n in mine if table.kind(n) == COMBAT and table.where[n] == BASES[owner]]
    for marker, unit in zip(tops, reserve, strict=False):
        place = table.where[marker]
        open_ = place in near or place in data["announced"] or table.hit(marker)
        if not open_ and table.may_enter(unit, place) and rng.random() < 0.5:
            table.where[marker], table.where[unit] = "out", place
            data["face_down"] = [*(n for n in data["face_down"] if n not in (marker, unit)), unit]


def _unbuild(data: dict[str, Any], s: State, owner: int) -> None:
    """What is being put together or allocated is its owner's business."""
    agenda: list[dict[str, Any]] = data["agenda"]
    top = agenda[-1] if agenda else {}
    who = top.get("side") or top.get("after", {}).get("side")
    if top.get("step") == "AirAllocation":
        top["plans"][owner] = [-1] * len(top["plans"][owner])
    elif top.get("step") in HALF_DONE and who == SIDES[owner]:
        taken_for = HALF_DONE[top["step"]]
        if taken_for is None:
            del agenda[-1]
            return
        step: Any = s.game.steps[taken_for]
        agenda[-1] = s.game.codec.encode_object(step(owner))


SECRETS = Secrets(swaps, blur)
