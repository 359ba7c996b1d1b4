"""The structure of a guide: `guide.toml` in the game's folder `guide`. Its prose is beside it, a file a language.

sections = [                    # in their order, as the prose has them, and the rules whose place they are: `5.1` is
    { id = "combat", rules = ["5.0", "5.1"] },        # also that of 5.1.3 and 5.1.3.a, unless another one names those
]

[values]                        # figures of no example (`Scene.figure`): {village} in the prose
scenario = "august-1939"        # read as this scenario begins, by this side
side = "soviet"
[values.read]
village = "chart victory.points.nomonhan.points"
hill = { read = "chart terrain.mountain.cost.mtz", of = 2 }    # told in halves: divided by this
[values.expect]
village = "20"                  # if it changes the build fails: the sentences around it would no longer be true

[examples.march]                # a position, as lessons have it, and what is played there
side = "soviet"
after = "other"                 # instead of a position: it goes on where another example ended, or
begins = "august-1939"          # as this scenario begins
say = ["unit SU-149-1", "hex 0613"]     # decisions of whoever is asked, written as in records; `unit SU-149-*` is the
dice = [[4, 5]]                 # first that is offered
figures = { left = "left 1011" }        # {march.left}: read when all is played (`Scene.figure`), or on a copy after
                                # some more: { say = ["unit SU-127-*"], read = "win" }
expect = { left = "0" }
refused = ["hex 1012"]          # decisions that the rules refuse at its end; if one is allowed the build fails

[examples.march.position]
scenario = "august-1939"
turn = 20
phase = "move"
[examples.march.position.counters]
0513 = ["SU-149-1"]

[examples.march.picture]        # of the position when all is played, as `side` sees it; `seen = "japan"`: as another
show = ["0411", "1213"]         # a hex at its upper left and one at its lower right; without it what the example places
lights = ["1011"]               # hexes that light up
targets = ["1319"]              # hexes under attack
ways = [["0513", "0613"]]       # arrows from hex to hex
reach = true                    # points left in every hex that can be reached
labels = { 0613 = "2" }         # other words in a hex
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.game import Game
from khalkhin.engine.situation import Situation
from khalkhin.learn.lesson import Figure, read_figure, read_situation


@dataclass(frozen=True)
class Place:
    """A section, and the rules whose place in the guide it is."""

    id: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Value:
    """A figure of no example."""

    read: str
    of: int = 1
    """What it is divided by: charts count some costs in halves."""


@dataclass(frozen=True)
class PicturePlan:
    """What a picture shows of the position of its example, and what it points at."""

    seen: str
    show: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    reach: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """A position and what is played there."""

    name: str
    side: str
    situation: Situation | None
    after: str
    begins: str
    say: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    figures: Mapping[str, Figure]
    expect: Mapping[str, str]
    refused: tuple[str, ...]
    picture: PicturePlan


@dataclass(frozen=True)
class Plan:
    """The structure of a game's guide."""

    game: Game[Any]
    places: tuple[Place, ...]
    scenario: str
    side: str
    values: Mapping[str, Value]
    expect: Mapping[str, str]
    examples: Mapping[str, Example]


def plan_of(game: Game[Any]) -> Plan | None:
    """The structure of a game's guide, read once; None where it has none."""
    path = game.guide / "guide.toml"
    if "guide" not in game.companions:
        game.companions["guide"] = read_plan(game, path) if path.is_file() else None
    found: Plan | None = game.companions["guide"]
    return found


def place_of(plan: Plan, rule: str) -> str:
    """The section that is the place of a rule: the one that names it, or what it is part of; empty where none does."""
    named = {number: place.id for place in plan.places for number in place.rules}
    parts = rule.split(".")
    for count in range(len(parts), 0, -1):
        number = ".".join(parts[:count])
        found = next((one for one in (number, f"{number}.0") if one in named), None)
        if found is not None:
            return named[found]
    return ""


def read_plan(game: Game[Any], path: Path) -> Plan:
    """The structure in a file, or `DataError` with the place of the fault."""
    data = table(path)
    _only(data, "sections", "values", "examples")
    values = data.table("values")
    _only(values, "scenario", "side", "read", "expect")
    examples = {name: _example(game, name, one) for name, one in data.get("examples", {}).items()}
    for example in examples.values():
        if example.after and example.after not in examples:
            data["examples"][example.name].fail("after", f"there is no example {example.after!r}")
    return Plan(
        game=game,
        places=tuple(_place(one) for one in data["sections"]),
        scenario=values.choice("scenario", game.scenarios),
        side=values.choice("side", game.sides),
        values={name: _value(one) for name, one in values.get("read", {}).items()},
        expect=_expected(values),
        examples=examples,
    )


def _place(data: TomlTable) -> Place:
    _only(data, "id", "rules")
    return Place(data.text("id"), tuple(data.get("rules", ())))


def _value(found: str | TomlTable) -> Value:
    if isinstance(found, str):
        return Value(found)
    _only(found, "read", "of")
    return Value(found.text("read"), found.integer("of"))


def _example(game: Game[Any], name: str, data: TomlTable) -> Example:
    _only(data, "side", "after", "begins", "position", "say", "dice", "figures", "expect", "refused", "picture")
    if sum(one in data for one in ("after", "begins", "position")) != 1:
        data.fail("side", "an example has a position, begins a scenario, or goes on after another one")
    side = data.choice("side", game.sides)
    return Example(
        name=name,
        side=side,
        situation=read_situation(game, side, data.table("position")) if "position" in data else None,
        after=data.get("after", ""),
        begins=data.choice("begins", game.scenarios) if "begins" in data else "",
        say=tuple(data.get("say", ())),
        dice=tuple(tuple(fall) for fall in data.get("dice", ())),
        figures={key: _figure(one) for key, one in data.get("figures", {}).items()},
        expect=_expected(data),
        refused=tuple(data.get("refused", ())),
        picture=_picture(game, side, data.table("picture") if "picture" in data else None),
    )


def _figure(found: str | TomlTable) -> Figure:
    return Figure((), found) if isinstance(found, str) else read_figure(found)


def _picture(game: Game[Any], side: str, data: TomlTable | None) -> PicturePlan:
    if data is None:
        return PicturePlan(side)
    _only(data, *PicturePlan.__dataclass_fields__)
    found = PicturePlan(
        seen=data.choice("seen", game.sides) if "seen" in data else side,
        show=tuple(data.get("show", ())),
        lights=tuple(data.get("lights", ())),
        targets=tuple(data.get("targets", ())),
        ways=tuple(tuple(way) for way in data.get("ways", ())),
        reach=data.get("reach", False),
        labels=data.get("labels", {}),
    )
    named: Sequence[str] = (
        *found.show,
        *found.lights,
        *found.targets,
        *found.labels,
        *(h for w in found.ways for h in w),
    )
    for hex_ in named:
        if hex_ not in game.map.grid.names:
            data.fail("show", f"there is no hex {hex_!r}")
    return found


def _expected(data: TomlTable) -> Mapping[str, str]:
    return {name: str(value) for name, value in data.get("expect", {}).items()}


def _only(data: TomlTable, *known: str) -> None:
    for key in data:
        if key not in known:
            data.fail(key, "a guide has no such entry")
