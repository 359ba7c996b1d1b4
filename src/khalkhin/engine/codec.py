"""Positions and steps as plain data and back, driven by their annotations.

A hex, a counter, a set of either and a side are all plain integers while the rules work on them; the annotation says
which, so that outside they are always written in printed hex numbers, counter ids and side names.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any

from khalkhin.board.hexset import members, union

if TYPE_CHECKING:
    from khalkhin.engine.game import Game

Unit = Annotated[int, "unit"]
UnitSet = Annotated[int, "units"]
Side = Annotated[int, "side"]
Place = Annotated[int, "place"]
"""Where a counter is: a hex, or a box off the map (below zero)."""


class FieldShape(typing.NamedTuple):
    """How values of one annotation are written and read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Codec:
    """Writes and reads the values of one game."""

    def __init__(self, game: Game[Any], brief: bool = False) -> None:
        self.game = game
        self.brief = brief
        """Whether fields at their default are left out, so that a new one changes nothing that was written before."""
        grid, sheet = game.map.grid, game.sheet
        self._write: dict[str, Callable[[int], Any]] = {
            "hex": grid.name,
            "hexes": lambda v: [grid.name(h) for h in members(v)],
            "unit": sheet.ids.__getitem__,
            "units": lambda v: [sheet.ids[u] for u in members(v)],
            "side": game.sides.__getitem__,
            "place": game.place_name,
        }
        self._read: dict[str, Callable[[Any], int]] = {
            "hex": grid.at,
            "hexes": lambda v: union(grid.at(h) for h in v),
            "unit": sheet.index.__getitem__,
            "units": lambda v: union(sheet.index[u] for u in v),
            "side": game.sides.index,
            "place": game.place_at,
        }
        self._shapes: dict[Any, FieldShape] = {}
        self._fields: dict[type, dict[str, FieldShape]] = {}

    def encode(self, kind: Any, value: Any) -> Any:
        return self._shape(kind).write(value)

    def decode(self, kind: Any, data: Any) -> Any:
        return self._shape(kind).read(data)

    def shapes(self, cls: type, hints: typing.Mapping[str, Any] | None = None) -> dict[str, FieldShape]:
        """How each field of a class is written and read; its hints are looked at the first time only."""
        found = self._fields.get(cls)
        if found is None:
            kinds = fields_of(cls) if hints is None else hints
            found = self._fields[cls] = {name: self._shape(kind) for name, kind in kinds.items()}
        return found

    def encode_object(self, value: Any) -> dict[str, Any]:
        """A step or a part of one. Steps say what they are; parts are known from the field that holds them."""
        cls = type(value)
        usual = _defaults(cls) if self.brief else {}
        data = {
            name: shape.write(getattr(value, name))
            for name, shape in self.shapes(cls).items()
            if name not in usual or getattr(value, name) != usual[name]
        }
        return {"step": cls.__name__, **data} if cls.__name__ in self.game.steps else data

    def decode_object(self, kind: Any, data: dict[str, Any]) -> Any:
        cls = self.game.steps[data["step"]] if "step" in data else kind
        return cls(**{name: shape.read(data[name]) for name, shape in self.shapes(cls).items()})

    def _shape(self, kind: Any) -> FieldShape:
        shape = self._shapes.get(kind)
        if shape is None:
            shape = self._shapes[kind] = self._made(_strip_optional(kind))
        return shape

    def _made(self, kind: Any) -> FieldShape:
        """What has a tag by its tag; tuples item by item; objects by their fields; all else is plain already."""
        if meta := getattr(kind, "__metadata__", None):
            write, read = self._write[meta[0]], self._read[meta[0]]
            return FieldShape(lambda v: None if v is None else write(v), lambda d: None if d is None else read(d))
        args = typing.get_args(kind)
        alike = len(args) == 2 and args[1] is Ellipsis
        items = [self._shape(item) for item in args[: 1 if alike else None]]

        def each(length: int) -> Iterable[FieldShape]:
            return items * length if alike else items or [shape] * length

        def encode(value: Any) -> Any:
            if value is None or isinstance(value, int | str):
                return value
            if isinstance(value, tuple):
                return [item.write(v) for item, v in zip(each(len(value)), value, strict=True)]
            return self.encode_object(value) if dataclasses.is_dataclass(value) else value

        def decode(data: Any) -> Any:
            if isinstance(data, list):
                return tuple([item.read(d) for item, d in zip(each(len(data)), data, strict=True)])
            return self.decode_object(kind, data) if isinstance(data, dict) else data

        shape = FieldShape(encode, decode)
        return shape

    def params(self, params: typing.Mapping[str, Any]) -> dict[str, Any]:
        """Message parameters: the name says what a number is (`unit`, `units`, `hex`, `hexes`, `side`, `path`)."""
        out: dict[str, Any] = {}
        for name, value in params.items():
            kind = name.rstrip("_0123456789")
            if isinstance(value, int) and not isinstance(value, bool) and kind in self._write:
                value = self._write[kind](value)
            elif kind == "path":
                value = [self.game.map.grid.name(h) for h in value]
            out[name] = value
        return out


_HINTS: dict[type, dict[str, Any]] = {}


def fields_of(cls: type) -> dict[str, Any]:
    """The dataclass fields of a class with their annotations, tags kept."""
    if cls not in _HINTS:
        hints = typing.get_type_hints(cls, include_extras=True)
        _HINTS[cls] = {f.name: hints[f.name] for f in dataclasses.fields(cls)}
    return _HINTS[cls]


def _defaults(cls: type) -> dict[str, Any]:
    """The fields of a dataclass that have a default, with it."""
    return {f.name: f.default for f in dataclasses.fields(cls) if f.default is not dataclasses.MISSING}


def _strip_optional(kind: Any) -> Any:
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        rest = [a for a in typing.get_args(kind) if a is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind
