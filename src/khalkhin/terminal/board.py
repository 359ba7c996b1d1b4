"""The map with what a side sees on it: whose units, what is on offer, what is in hand; the whole or a part of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from khalkhin.board.grid import UnknownHex
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Kind
from khalkhin.engine.seat import Seat
from khalkhin.engine.view import View, offers_of
from khalkhin.terminal.choices import places
from khalkhin.terminal.mapview import Label, Layout, Window, around, draw, render, strips
from khalkhin.terminal.symbols import (
    HEXSIDES,
    IN_HAND,
    LINKS,
    NOTED,
    OBJECTIVE,
    OBJECTIVE_OFFERED,
    OFFERED,
    terrain_sign,
)
from khalkhin.terminal.voice import Voice

Runs = list[tuple[str, str]]

MOST_SHOWN = 9
"""Units in a hex that one digit can count."""

ASIDE = ("placing", "left", "stops", "from", "ways", "notes", "odds", "alternatives", "supply", "warnings")
"""Details of a prompt that name other hexes than what it is about."""


@dataclass(frozen=True)
class Board:
    """The map as a side sees it."""

    voice: Voice
    seen: View
    objectives: Collection[str]
    """The hexes that count for victory."""
    tall: bool = False

    @classmethod
    def of(cls, voice: Voice, seat: Seat, seen: View, tall: bool = False) -> Board:
        return cls(voice, seen, {one["hex"] for one in seat.objectives()}, tall)

    @property
    def layout(self) -> Layout:
        return Layout.of(self.voice.game.map.grid, self.tall)

    def window(self, window: Window) -> Iterator[Runs]:
        game, shown = self.voice.game, labels(self.voice, self.seen, self.objectives)
        canvas = draw(game.map, self.layout, shown, game.outside[self.seen["scenario"]])
        return render(canvas, self.layout, window)

    def whole(self, columns: int | None = None) -> Iterator[Runs]:
        """All of it; where it is wider than that many columns, in strips from left to right."""
        for window in strips(self.layout, columns):
            yield from self.window(window)

    def part(self, centre: Hex, lines: int, columns: int) -> Iterator[Runs]:
        """At most that many lines and columns round a hex."""
        return self.window(around(self.layout, centre, lines, columns))


def labels(voice: Voice, seen: View, objectives: Collection[str] = ()) -> dict[Hex, Label]:
    """What stands in each hex that is not empty, and the marks."""
    offered, count = offered_hexes(voice, seen), _hexes(voice, objectives)
    marks = {
        **dict.fromkeys(_hexes(voice, seen["markers"]), NOTED),
        **dict.fromkeys(count, OBJECTIVE),
        **dict.fromkeys(offered, OFFERED),
        **dict.fromkeys(offered & count, OBJECTIVE_OFFERED),
        **dict.fromkeys(hexes_in_hand(voice, seen), IN_HAND),
    }
    out = {hex_: Label(mark) for hex_, mark in marks.items()}
    for place, stack in seen["places"].items():
        for hex_ in _hexes(voice, [place]):
            out[hex_] = _stack_label(voice, seen, stack, marks.get(hex_, " "))
    return out


def _stack_label(voice: Voice, seen: View, stack: list[dict[str, Any]], mark: str) -> Label:
    side = voice.side_of(stack[0])
    letter = voice.letters[side]
    enemy = seen["side"] not in (None, side)
    named = [voice.unit(c["id"]) for c in stack if "id" in c]
    note = "" if not named else named[0] if len(stack) == 1 else f"{named[0]}+"
    units = (letter.lower() if enemy else letter) + str(min(len(stack), MOST_SHOWN))
    return Label(mark, units, note, "enemy" if enemy else "own")


def offered_hexes(voice: Voice, seen: View) -> set[Hex]:
    """Hexes on offer; where none is, where units can be placed, and the hexes of units on offer."""
    at = places(seen)
    hexes = [noun for o in offers_of(seen) if o["kind"] == Kind.HEX.value for noun in o["nouns"]]
    hexes = hexes or [hex_ for group in seen["details"].get("placing", ()) for hex_ in group["hexes"]]
    units = [at[noun] for o in offers_of(seen) if o["kind"] == Kind.UNIT.value for noun in o["nouns"] if noun in at]
    return _hexes(voice, hexes or units)


def hexes_in_hand(voice: Voice, seen: View) -> set[Hex]:
    """What the prompt is about: the hexes and units it names, and those of a move or plan in hand."""
    at = places(seen)
    named = list(_strings(seen["prompt"]["params"])) if seen["prompt"] else []
    for key, detail in seen["details"].items():
        if key not in ASIDE:
            named += _strings(detail)
    return _hexes(voice, [at.get(name, name) for name in named])


def _strings(data: Any) -> Iterator[str]:
    """Every string in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _strings(value)


def _hexes(voice: Voice, names: Iterable[str]) -> set[Hex]:
    """Those of the names that are hexes."""
    out: set[Hex] = set()
    for name in names:
        try:
            out.add(voice.game.map.grid.at(name))
        except UnknownHex:
            continue
    return out


def focus(voice: Voice, seen: View, news: Sequence[Mapping[str, Any]] = ()) -> Hex:
    """The hex to look at: amid what is in hand, else the hexes of the latest news, else what is on offer."""
    latest: set[Hex] = set()
    for entry in reversed(news):
        latest = latest or _hexes(voice, _strings(entry["params"]))
    own = [place for place, stack in seen["places"].items() if voice.side_of(stack[0]) == seen["side"]]
    hexes = hexes_in_hand(voice, seen) or latest or offered_hexes(voice, seen) or _hexes(voice, own)
    return amid(voice, hexes or set(members(voice.game.map.grid.all)))


def amid(voice: Voice, hexes: set[Hex]) -> Hex:
    """The member nearest to the middle of a set."""
    grid = voice.game.map.grid
    x, y = (median(values) for values in zip(*map(grid.centre, hexes), strict=True))
    return min(hexes, key=lambda h: ((grid.centre(h)[0] - x) ** 2 + (grid.centre(h)[1] - y) ** 2, h))


def key_lines(voice: Voice, seen: View) -> Iterator[str]:
    """What the signs of the map mean."""
    sheet = voice.game.map
    signs = {t: terrain_sign(t) for t in sheet.terrain}
    signs |= {f: HEXSIDES[f].up for f in sheet.sides if f in HEXSIDES}
    signs |= {f: LINKS[f] for f in LINKS if f in sheet.links}
    yield "  ".join(f"{sign} {voice.maybe(f'terrain.{name}', name).lower()}" for name, sign in signs.items())
    units = []
    for side in voice.game.sides:
        letter = voice.letters[side] if seen["side"] in (None, side) else voice.letters[side].lower()
        units.append(f"{letter}3 {voice.say('cli.key.units', side=side, count=3)}")
    marks = [f"{sign} {voice.say(f'cli.key.{name}')}" for sign, name in _MARKS]
    yield "  ".join([*units, *marks])


_MARKS = (
    (OFFERED, "offered"),
    (IN_HAND, "in-hand"),
    (OBJECTIVE, "objective"),
    (OBJECTIVE_OFFERED, "objective-offered"),
    (NOTED, "noted"),
)
