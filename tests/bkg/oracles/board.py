"""A position as plain data: where every counter is, by printed hex number, and the marks of the phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS
from tests.bkg.oracles.counters import COUNTERS, TRACKED, enemy

MARKS = ("flipped", "moved", "engaged", "obliged", "fought", "fired", "penalised", "shown")


class Board:
    """What `State.to_data` says. Never changed; `moved_to` and the like give another board."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.where: dict[str, str] = data["where"]
        self.turn: int = data["turn"]
        self.air: dict[str, int] = {"soviet": data["air"][0], "japan": data["air"][1]}
        self.attacked: set[str] = set(data["attacked"])
        self.agenda: list[dict[str, Any]] = data["agenda"]
        self.rules: dict[str, bool] = data["options"]
        """Which options are on."""
        self.soviet_objectives: set[str] = set(data["soviet_objectives"])
        self.left_map: dict[str, int] = dict(data["left_map"])

    def __getattr__(self, name: str) -> set[str]:
        if name not in MARKS:
            raise AttributeError(name)
        marks = set(self.data[name])
        setattr(self, name, marks)
        return marks

    # -- looking ----------------------------------------------------------------------------------------------------

    @property
    def step(self) -> dict[str, Any]:
        """What is on top of the agenda."""
        return self.agenda[-1] if self.agenda else {"step": ""}

    @cached_property
    def stacks(self) -> dict[str, list[str]]:
        """Who is in each hex that holds anybody."""
        found: dict[str, list[str]] = {}
        for unit, place in self.where.items():
            if place in GROUND:
                found.setdefault(place, []).append(unit)
        return found

    def at(self, hex_: str) -> list[str]:
        return self.stacks.get(hex_, [])

    def on_map(self, side: str) -> list[str]:
        return [u for units in self.stacks.values() for u in units if COUNTERS[u].side == side]

    @cached_property
    def _held(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {"soviet": set(), "japan": set()}
        for hex_, units in self.stacks.items():
            for unit in units:
                found[COUNTERS[unit].side].add(hex_)
        return found

    def held(self, side: str) -> set[str]:
        """Hexes with units of a side."""
        return self._held[side]

    @cached_property
    def _zones(self) -> dict[str, set[str]]:
        return {side: {n for h in self.held(side) for n in NEIGHBOURS[h]} for side in ("soviet", "japan")}

    def zone(self, side: str) -> set[str]:
        """4.1.2  The zones of engagement of a side."""
        return self._zones[side]

    def enemies_next_to(self, hex_: str, side: str) -> list[str]:
        """Neighbouring hexes held by the enemy of a side."""
        foes = enemy(side)
        return [n for n in NEIGHBOURS[hex_] if n in self.held(foes)] if hex_ in self.zone(foes) else []

    # -- other boards -----------------------------------------------------------------------------------------------

    def moved_to(self, units: Iterable[str], place: str) -> Board:
        """The same board with units somewhere else."""
        return self.put(dict.fromkeys(units, place))

    def put(self, places: Mapping[str, str]) -> Board:
        """The same board with every unit named in its place."""
        return Board({**self.data, "where": {**self.where, **places}})

    def marked(self, name: str, units: Iterable[str]) -> Board:
        """The same board with more units marked."""
        return Board({**self.data, name: sorted(set(self.data[name]) | set(units))})

    def hurt(self, unit: str) -> Board:
        """7.0  The same board after a unit has taken a loss."""
        return self.moved_to([unit], "destroyed") if unit in self.flipped else self.marked("flipped", [unit])

    def __str__(self) -> str:
        """Compact, for a disagreement: hex, counters with * for flipped, ! for penalised, then the marks."""
        parts = []
        for hex_, units in sorted(self.stacks.items()):
            names = [u + "*" * (u in self.flipped) + "!" * (u in self.penalised) for u in units]
            parts.append(f"{hex_}: {' '.join(names)}")
        marks = [f"{m}: {' '.join(sorted(getattr(self, m)))}" for m in MARKS[1:] if getattr(self, m)]
        tail = f"turn {self.turn}, air {self.air}, attacked {sorted(self.attacked)}, {'; '.join(marks)}"
        return f"{' | '.join(parts)}\n{tail}\nstep {self.step}"


def passable(unit: str, hex_: str) -> bool:
    """T2  Nobody enters a lake, armour and mechanised cavalry neither marsh nor mountain (K-25, K-29)."""
    terrain = GROUND[hex_].terrain
    return terrain != "lake" and not (terrain in ("marsh", "mountain") and COUNTERS[unit].type in TRACKED)
