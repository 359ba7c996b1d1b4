"""21.0 of Strike North and rulings R10 and R90: what a side may not know of the other's units.

Open: the top unit of every stack and how many counters lie in it, strikes and carriers, every box, the mobilization
points, Disrupted markers, zones of control (they are announced), the bases that strikes on mission have flown from.
Open for a time: who fights or is attacked from the air, who has retreated in this Combat Phase, stacks within radius of
a headquarters of one's own and, in one's own player turn, within the support factor of one's airbases. Hidden: which
units lie beneath the top ones, on which face supply units are, who has moved or is in supply, who has provided it, and
what is being put together.
"""

from __future__ import annotations

import random
from typing import Any

from khalkhin.engine.state import State
from tests.conformance.hidden import Labels, Secrets, deal, strings

SIDES = ("soviet", "japan")
STRIKES = ("airstrike", "carrier_airstrike", "bombardment", "carrier", "amphibious", "chemical")
SUPPORT = ("headquarters", "airbase", "supply")
PRINTED = ("type", "size", "class", "attack", "defence", "movement", "radius", "capacity", "range", "back_radius")
OWN = ("moved", "general", "offensive", "led", "landed", "locked", "served", "fed")
"""What the owner alone keeps in mind of his units."""
HALF_DONE = {
    "SetDown": "after",
    "Place": "after",
    "Mission": "after",
    "Scramble": "after",
    "Moving": None,
    "Sailing": None,
    "Drop": None,
    "Cruise": None,
    "FormWhere": None,
}
"""Steps in which something is put together, and what others take them for: where they came from, or the one below."""
IN_HAND: dict[str, dict[str, Any]] = {
    "Expend": {"spent": []},
    "Declare": {"battles": [], "current": {"units": [], "targets": []}},
    "Aim": {"picked": []},
    "Retreat": {"stay": []},
    "Going": {"units": []},
    "Pursuit": {"units": []},
}
"""Steps that everybody sees, and what of them is not said before it is done."""


class Table:
    """The position as it lies on the table, and what one side sees of it."""

    def __init__(self, s: State, data: dict[str, Any], side: int | None) -> None:
        self.s, self.data, self.side = s, data, side
        self.sheet: Any = s.game.sheet
        self.where: dict[str, str] = data["where"]
        self.stacks: dict[str, list[str]] = {}
        for name in self.sheet.ids:
            if self.where[name][0].isdigit():
                self.stacks.setdefault(self.where[name], []).append(name)
        self.stacks.update({place: list(pile) for place, pile in data["piles"].items()})
        self.looked_into = set() if side is None else self._reconnoitred(side)

    def printed(self, name: str, column: str) -> Any:
        return self.sheet.columns[column][self.sheet.index[name]]

    def owner(self, name: str) -> int:
        return int(self.sheet.side[self.sheet.index[name]])

    def nation(self, name: str) -> str:
        return str(self.sheet.nation[self.sheet.index[name]])

    def ground(self, name: str) -> bool:
        return self.printed(name, "type") not in STRIKES

    def hurt(self, name: str) -> bool:
        return name in self.data["disrupted"]

    def top(self, name: str) -> bool:
        """10.1.8  Whether a unit is the top one of its side in its hex."""
        mine = [n for n in self.stacks[self.where[name]] if self.owner(n) == self.owner(name) and self.ground(n)]
        return mine[-1] == name

    def winter(self) -> bool:
        months = self.s.game.scenarios[self.s.scenario].data["turns"]["months"]
        return bool(months[self.data["turn"] - 1]["winter"])

    def _reconnoitred(self, side: int) -> set[str]:
        """21.1, 21.2, 22.0.3, R10  Hexes that a side may look into."""
        grid: Any = self.s.game.map.grid
        own_turn = self.data["active"] == SIDES[side] and not setting_up(self.data)
        found: set[str] = set()
        for name, place in self.where.items():
            kind = self.printed(name, "type")
            if kind not in ("headquarters", "airbase") or (kind == "airbase" and not own_turn):
                continue
            if self.owner(name) != side or not place[0].isdigit() or self.hurt(name):
                continue
            far = self.printed(name, "capacity" if kind == "airbase" else "radius")
            if kind == "headquarters" and self.winter():
                far = 1
            found |= {x for x in self.stacks if grid.distance(grid.at(place), grid.at(x)) <= far}
        return found

    def hidden(self, name: str) -> bool:
        """Whether the side may not know which unit this is."""
        place = self.where[name]
        if self.owner(name) == self.side or not place[0].isdigit() or not self.ground(name):
            return False
        if name in self.data["shown"] or name in self.data["late"] or place in self.looked_into:
            return False
        return not self.top(name)

    def all_hidden(self) -> list[str]:
        return [] if self.s.result is not None else [name for name in self.sheet.ids if self.hidden(name)]

    def open_to(self, name: str, place: str) -> bool:
        """8.6, 20.0.riv1  States are alike in a nation; roads and rivers are not."""
        game: Any = self.s.game
        hex_ = game.map.grid.at(place)
        if not game.enterable[self.nation(name)] >> hex_ & 1:
            return False
        if self.printed(name, "type") == "flotilla":
            return bool(game.riverside >> hex_ & 1)
        return self.printed(name, "class") != "mech" or not game.rough >> hex_ & 1 or bool(game.linked >> hex_ & 1)

    def size(self, name: str) -> int:
        """10.1.2, 10.1.3  Divisional equivalents."""
        return 3 if self.printed(name, "size") == "XXX" else 1

    def room(self, place: str) -> bool:
        """10.1  Whether corps could be beneath the top unit of a stack instead of divisions."""
        names = [n for n in self.stacks[place] if self.ground(n)]
        most = sum(3 if self.hidden(n) else self.size(n) for n in names)
        terrain = self.s.game.map.terrain_at(self.s.game.map.grid.at(place))
        return most <= (6 if terrain in ("rough", "desert") else 9)


def setting_up(data: dict[str, Any]) -> bool:
    return any(step["step"] == "Setup" or step["step"] == "SetDown" for step in data["agenda"])


def swaps(s: State, side: int | None, rng: random.Random, alike: bool) -> Labels:
    """Units dealt anew among the hidden ones of a nation: another nation would be told by its zones of control.

    Who is asked about a stack that is too high has one: then only units of a size are exchanged, and nowhere does a
    stack become too high. While a side sets up, only units that the order of battle calls the same are. In a city that
    has not brought its award there are only support units (5.3.a), and who is in the midst of something stays what he
    is.
    """
    table = Table(s, s.to_data(), side)
    busy = strings(table.data["agenda"])
    crowded = any(step["step"] == "Overstacked" for step in table.data["agenda"])
    groups: dict[Any, list[str]] = {}
    for name in table.all_hidden():
        rest: Any = table.printed(name, "size") == "XXX" if crowded else None
        if alike or setting_up(table.data) or name in busy:
            rest = tuple(table.printed(name, column) for column in PRINTED)
        support = table.printed(name, "type") in SUPPORT
        groups.setdefault((table.nation(name), rest, support), []).append(name)
    roomy = {place for place in table.stacks if table.room(place)}

    def fits(name: str, stead: str) -> bool:
        place = table.where[stead]
        bigger = table.size(name) > table.size(stead)
        return table.open_to(name, place) and (not bigger or place in roomy)

    return deal(groups, rng, fits)


def blur(data: dict[str, Any], s: State, side: int | None, rng: random.Random) -> None:
    """Faces of supply units, what the owner keeps in mind, the order of what is beneath, and what is in hand."""
    table = Table(s, data, side)
    if s.result is not None:
        return
    hidden = set(table.all_hidden())
    marked = {field: set(data[field]) for field in (*OWN, "flipped")}
    for owner in (0, 1):
        if owner == side:
            continue
        for name in table.sheet.ids:
            if table.owner(name) != owner:
                continue
            for field in OWN:
                if rng.random() < 0.3:
                    _turn(marked[field], name, rng)
            if name in hidden and table.printed(name, "type") == "supply":
                _turn(marked["flipped"], name, rng)
        _unbuild(data, owner)
    for field, names in marked.items():
        data[field] = sorted(names, key=table.sheet.index.__getitem__)
    for place, pile in data["piles"].items():
        data["piles"][place] = _shuffled(table, pile, hidden, rng)


def _turn(names: set[str], name: str, rng: random.Random) -> None:
    (names.add if rng.random() < 0.5 else names.discard)(name)


def _shuffled(table: Table, pile: list[str], hidden: set[str], rng: random.Random) -> list[str]:
    """Nobody knows in which order hidden units lie."""
    for owner in (0, 1):
        mine = [name for name in pile if name in hidden and table.owner(name) == owner]
        rng.shuffle(mine)
        dealt = iter(mine)
        pile = [next(dealt) if name in mine else name for name in pile]
    return pile


def _unbuild(data: dict[str, Any], owner: int) -> None:
    """What is being put together is its owner's business."""
    agenda: list[dict[str, Any]] = data["agenda"]
    top = agenda[-1] if agenda else {}
    kind, who = top.get("step"), top.get("side") or top.get("after", {}).get("side")
    if who != SIDES[owner]:
        return
    if kind in HALF_DONE:
        agenda.pop()
        if HALF_DONE[kind]:
            agenda.append(top["after"])
    elif kind in IN_HAND:
        agenda[-1] = {**top, **IN_HAND[kind]}


SECRETS = Secrets(swaps, blur)
