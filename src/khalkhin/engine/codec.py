"""Positions and steps as plain data and back, driven by their annotations.

A hex, a counter, a set of either and a side are all plain integers while the rules work on them; the annotation says
which, so that outside they are always written in printed hex numbers, counter ids and side names.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from khalkhin.board.hexset import members, union

if TYPE_CHECKING:
    from khalkhin.engine.game import Game

Unit = Annotated[int, "unit"]
UnitSet = Annotated[int, "units"]
Side = Annotated[int, "side"]
Place = Annotated[int, "place"]
"""Where a counter is: a hex, or a box off the map (below zero)."""


class Codec:
    """Writes and reads the values of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
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

    def encode(self, kind: Any, value: Any) -> Any:
        if value is None:
            return None
        if tag := _tag(kind):
            return self._write[tag](value)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return self.encode_object(value)
        if isinstance(value, tuple):
            return [self.encode(k, v) for k, v in zip(_items(kind, len(value)), value, strict=True)]
        return value

    def decode(self, kind: Any, data: Any) -> Any:
        kind = _strip_optional(kind)
        if data is None:
            return None
        if tag := _tag(kind):
            return self._read[tag](data)
        if isinstance(data, dict):
            return self.decode_object(kind, data)
        if isinstance(data, list):
            return tuple(self.decode(k, v) for k, v in zip(_items(kind, len(data)), data, strict=True))
        return data

    def encode_object(self, value: Any) -> dict[str, Any]:
        """A step or a part of one. Steps say what they are; parts are known from the field that holds them."""
        data = {n: self.encode(k, getattr(value, n)) for n, k in fields_of(type(value)).items()}
        return {"step": type(value).__name__, **data} if type(value).__name__ in self.game.steps else data

    def decode_object(self, kind: Any, data: dict[str, Any]) -> Any:
        cls = self.game.steps[data["step"]] if "step" in data else kind
        return cls(**{n: self.decode(k, data[n]) for n, k in fields_of(cls).items()})

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


def _tag(kind: Any) -> str | None:
    kind = _strip_optional(kind)
    meta = getattr(kind, "__metadata__", None)
    return meta[0] if meta else None


def _strip_optional(kind: Any) -> Any:
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        rest = [a for a in typing.get_args(kind) if a is not type(None)]
        return rest[0] if len(rest) == 1 else kind
    return kind


def _items(kind: Any, length: int) -> list[Any]:
    args = typing.get_args(_strip_optional(kind))
    if len(args) == 2 and args[1] is Ellipsis:
        return [args[0]] * length
    return list(args) if args else [Any] * length
