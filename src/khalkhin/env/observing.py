"""What an agent observes: the view of its side as numbers, and nothing else.

`Encoding.encode` takes a view and never a position, so nothing can be observed that the rules hide. One flat array of
float32 has three parts, each a table of its own (`Encoding.split`):

    counters    a row for each counter of the sheet: where it is, as far as the side knows, and its status
    places      a row for each hex, then for each box: how many counters lie there, markers, tracks of hexes
    globals     sides, scenario, options, tracks, score, phase and prompt

Numbers are as they are, not scaled; flags are 0 or 1. What is printed never changes and is in `Encoding.printed`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from khalkhin.board.hexset import members
from khalkhin.engine.game import Game
from khalkhin.engine.view import View
from khalkhin.engine.words import DEFAULT, dictionary

Array = npt.NDArray[np.float32]
Part = tuple[list[int], list[int]]
"""Rows and columns of a table where a 1 belongs."""

MOST = 1e6
"""No track of a game comes near it, either way."""


class ObservationParts(NamedTuple):
    """The three parts of an observation, as views on it."""

    counters: Array
    places: Array
    globals: Array


class Encoding:
    """Views as arrays of numbers, for one game: what each row and column means, and the encoding itself."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        grid, state = game.map.grid, game.state
        self.hexes = tuple(members(grid.all))
        """The hexes in the order of their rows."""
        names = [*(grid.name(h) for h in self.hexes), *game.boxes]
        self.place_names = tuple(names)
        self._place = {name: n for n, name in enumerate(names)}
        self._tracks = {name: _Track(game, name) for name in state.PUBLIC if name != "result"}
        keys = dictionary(game.words, DEFAULT)
        self.markers, self.phases, self.prompts = (
            tuple(sorted(key for key in keys if key.startswith(f"{kind}."))) for kind in ("marker", "phase", "ask")
        )
        self.counter_columns = tuple(self._counter_columns())
        self.place_columns = tuple(self._place_columns())
        self.global_columns = tuple(self._global_columns())
        self._c, self._p, self._g = (
            {name: n for n, name in enumerate(columns)}
            for columns in (self.counter_columns, self.place_columns, self.global_columns)
        )
        self._x, self._y = self._coordinates()

    # -- columns ------------------------------------------------------------------------------------------------------

    def _counter_columns(self) -> Iterator[str]:
        state = self.game.state
        yield from ("place", "x", "y", "seen", "hand")
        if state.ORDERED:
            yield "depth"
        yield from (f"is:{name}" for name in (*state.STATUS, *state.OWN_STATUS))
        for track in self._tracks.values():
            yield from track.counters

    def _place_columns(self) -> Iterator[str]:
        yield from ("own", "enemy", "hand")
        yield from (f"nameless:{label}" for label in self.game.labels)
        yield from self.markers
        for track in self._tracks.values():
            yield from track.places

    def _global_columns(self) -> Iterator[str]:
        game = self.game
        for kind in ("side", "waiting", "score"):
            yield from (f"{kind}:{side}" for side in game.sides)
        yield from (f"scenario:{name}" for name in game.scenarios)
        yield from dict.fromkeys(name for scenario in game.scenarios.values() for name in _options(scenario.choices))
        for track in self._tracks.values():
            yield from track.globals
        yield from self.phases
        yield from self.prompts

    # -- sizes --------------------------------------------------------------------------------------------------------

    @cached_property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """The shape of each part."""
        return (
            (len(self.game.sheet), len(self.counter_columns)),
            (len(self.place_names), len(self.place_columns)),
            (len(self.global_columns),),
        )

    @cached_property
    def _ends(self) -> tuple[int, int, int]:
        sizes = [int(np.prod(shape)) for shape in self.shapes]
        return sizes[0], sizes[0] + sizes[1], sum(sizes)

    def __len__(self) -> int:
        return self._ends[2]

    def split(self, observation: Array) -> ObservationParts:
        """The three tables of an observation, or of many stacked in front of each other."""
        a, b, _ = self._ends
        front = observation.shape[:-1]
        parts = observation[..., :a], observation[..., a:b], observation[..., b:]
        return ObservationParts(*(part.reshape(*front, *shape) for part, shape in zip(parts, self.shapes, strict=True)))

    def bounds(self) -> tuple[Array, Array]:
        """The least and the greatest value of each number."""
        low, high = np.zeros(len(self), np.float32), np.ones(len(self), np.float32)
        counters, places, _ = self.split(high)
        counters[:, self._c["place"]] = len(self.place_names)
        if "depth" in self._c:
            counters[:, self._c["depth"]] = len(self.game.sheet)
        places[:, :] = len(self.game.sheet)
        for bound, most in ((low, -MOST), (high, MOST)):
            for name, n in self._g.items():
                if name.partition(":")[0] in ("score", "option", "track"):
                    self.split(bound).globals[n] = most
        return low, high

    @cached_property
    def printed(self) -> dict[str, npt.NDArray[Any]]:
        """What is printed and never changes, beside the observation."""
        game = self.game
        sheet, terrain, grid = game.sheet, list(game.map.terrain), game.map.grid
        row = {h: n for n, h in enumerate(self.hexes)}
        around = [[row[n] for n in members(grid.around[h])] for h in self.hexes]
        return {
            "side": np.array(sheet.side, np.int8),
            "factors": np.array([[sheet.columns[f][u] for f in game.factors] for u in range(len(sheet))], np.float32),
            "terrain": np.array([[game.map.terrain[t] >> h & 1 for t in terrain] for h in self.hexes], np.int8),
            "neighbours": np.array([near + [-1] * (6 - len(near)) for near in around], np.int32),
        }

    # -- a view -------------------------------------------------------------------------------------------------------

    def encode(self, seen: View) -> Array:
        """A view as numbers."""
        out = np.zeros(len(self), np.float32)
        tables = self.split(out)
        self._stacks(seen, tables)
        self._hand(seen, tables)
        places, p = tables.places, self._p
        for name, keys in seen["markers"].items():
            for key in keys:
                places[self._place[name], p[key]] += 1
        for name, track in self._tracks.items():
            self._track(track, seen["tracks"][name], tables)
        self._globals(seen, tables.globals)
        return out

    def _stacks(self, seen: View, tables: ObservationParts) -> None:
        """Counters with names go into their own rows; of the others a place says how many it has of each label."""
        index, c, p = self.game.sheet.index, self._c, self._p
        units: list[int] = []
        at: list[int] = []
        depths: list[int] = []
        marks: Part = ([], [])
        for name, stack in seen["places"].items():
            place = self._place[name]
            for depth, counter in enumerate(stack):
                if "id" not in counter:
                    tables.places[place, p[f"nameless:{counter['nation']}"]] += 1
                    continue
                unit = index[counter["id"]]
                units.append(unit)
                at.append(place)
                depths.append(depth)
                for status in counter["is"]:
                    marks[0].append(unit)
                    marks[1].append(c[f"is:{status}"])
        counters = tables.counters
        counters[units, c["place"]] = np.array(at, np.float32) + 1
        counters[units, c["x"]], counters[units, c["y"]] = self._x[at], self._y[at]
        counters[units, c["seen"]] = 1
        if "depth" in c:
            counters[units, c["depth"]] = depths
        counters[marks] = 1
        own = self.printed["side"][units] == (-1 if seen["side"] is None else self.game.sides.index(seen["side"]))
        np.add.at(tables.places, (np.array(at, np.intp), np.where(own, p["own"], p["enemy"])), 1)

    def _hand(self, seen: View, tables: ObservationParts) -> None:
        """What the question is about: counters and hexes that the prompt names, or the step that asks."""
        named = [seen["prompt"]["params"]] if seen["prompt"] else []
        self._mention([*named, *seen["agenda"][-1:]], tables, "hand", "hand")

    def _mention(self, data: Any, tables: ObservationParts, counter: str, place: str) -> None:
        """Put a 1 to every counter and hex that plain data names."""
        index = self.game.sheet.index
        for text in _strings(data):
            if text in index:
                tables.counters[index[text], self._c[counter]] = 1
            elif text in self._place:
                tables.places[self._place[text], self._p[place]] = 1

    def _track(self, track: _Track, data: Any, tables: ObservationParts) -> None:
        if track.counters and track.places:
            self._mention(data, tables, track.counters[0], track.places[0])
        elif track.counters:
            index = self.game.sheet.index
            tables.counters[[index[unit] for unit in data], self._c[track.counters[0]]] = 1
        elif track.places:
            for column, names in zip(track.places, data if len(track.places) > 1 else [data], strict=True):
                tables.places[[self._place[name] for name in names], self._p[column]] = 1
        elif track.sided:
            if data is not None:
                tables.globals[self._g[f"track:{track.name}:{data}"]] = 1
        else:
            for column, value in zip(track.globals, data if len(track.globals) > 1 else [data], strict=True):
                tables.globals[self._g[column]] = value

    def _globals(self, seen: View, out: Array) -> None:
        g = self._g
        if seen["side"] is not None:
            out[g[f"side:{seen['side']}"]] = 1
        for side in seen["waiting"]:
            out[g[f"waiting:{side}"]] = 1
        for line in seen["score"]:
            out[g[f"score:{line['side']}"]] += line["points"] or 0
        out[g[f"scenario:{seen['scenario']}"]] = 1
        for name, value in seen["options"].items():
            column = f"option:{name}:{value}" if isinstance(value, str) else f"option:{name}"
            out[g[column]] = 1 if isinstance(value, str) else value
        for key in (seen["phase"], seen["prompt"]["key"] if seen["prompt"] else ""):
            if key in g:
                out[g[key]] = 1

    def _coordinates(self) -> tuple[Array, Array]:
        """Where each place lies on the map, from 0 to 1; boxes lie at 0."""
        centres = np.array([self.game.map.grid.centre(h) for h in self.hexes])
        scaled = (centres - centres.min(0)) / np.maximum(np.ptp(centres, axis=0), 1e-9)
        whole = np.zeros((len(self.place_names), 2), np.float32)
        whole[: len(self.hexes)] = scaled
        return whole[:, 0], whole[:, 1]


class _Track:
    """A field that everybody may know, and which columns it takes, by its annotation."""

    def __init__(self, game: Game[Any], name: str) -> None:
        kind = game.state.FIELDS[name]
        self.name = name
        self.counters: tuple[str, ...] = ()
        self.places: tuple[str, ...] = ()
        self.globals: tuple[str, ...] = ()
        self.sided = False
        self._read(kind, game.sides)

    def _read(self, kind: Any, sides: Sequence[str]) -> None:
        label, tags = f"track:{self.name}", list(_tags(kind))
        pair = typing.get_origin(kind) is tuple and Ellipsis not in typing.get_args(kind)
        each = tuple(f"{label}:{side}" for side in sides)
        if tags == ["side"]:
            self.globals, self.sided = each, True
        elif not tags:
            self.globals = each if pair else (label,)
        elif tags == ["units"]:
            self.counters = (label,)
        elif set(tags) == {"hexes"} and (pair or len(tags) == 1):
            self.places = each if pair else (label,)
        else:  # a list of counters and hexes with what belongs to them: of it only who and where
            self.counters, self.places = (label,), (label,)


def _tags(kind: Any) -> Iterator[str]:
    """What an annotation is made of: sides, counters, hexes."""
    if meta := getattr(kind, "__metadata__", None):
        yield meta[0]
    else:
        for part in typing.get_args(kind):
            yield from _tags(part)


def _options(choices: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    for name, values in choices.items():
        if isinstance(values[0], str):
            yield from (f"option:{name}:{value}" for value in values)
        else:
            yield f"option:{name}"


def _strings(data: Any) -> Iterable[str]:
    """Every string in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)
