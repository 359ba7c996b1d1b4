"""The numbers that a game's computer players are tuned by: read from its weights.toml into frozen dataclasses.

A game says in `ai/settings.py` which numbers there are: one dataclass a table of the file, one field an entry, and one
dataclass of them all. The file must have exactly these entries. A tool tries other numbers with `replaced` and
`Advisor.with_settings`, and writes them down with `rewritten`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import GenericAlias
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from khalkhin.board.data import TomlTable, table
from khalkhin.board.toml_lines import TomlPath, path_name, spots

T = TypeVar("T")

NUMBERS = {int: "a whole number", float: "a number"}


def read_settings(path: Path, kind: type[T]) -> T:
    """The settings of a file. What is missing, unknown or of another type is refused with its line and its name."""
    return _record(kind, table(path))


def _record(kind: type[T], entries: TomlTable) -> T:
    hints = get_type_hints(kind)
    for name in entries:
        if name not in hints:
            entries.fail(name, "there is no such setting")
    for name in hints:
        if name not in entries:
            entries.fail(name, "this setting is missing")
    return kind(**{name: _value(hint, entries[name], entries, (name,)) for name, hint in hints.items()})


def _value(hint: Any, value: Any, entries: TomlTable, path: TomlPath) -> Any:
    """A value as its type says; lists become tuples."""
    if is_dataclass(hint) and isinstance(hint, type):
        return (
            _record(hint, value) if isinstance(value, TomlTable) else entries.fail_at(path, f"{value!r} is not a table")
        )
    if hint in NUMBERS:
        if isinstance(value, bool) or not isinstance(value, (int, float) if hint is float else int):
            entries.fail_at(path, f"{value!r} is not {NUMBERS[hint]}")
        return hint(value)
    if get_origin(hint) is tuple:
        return _tuple(hint, value, entries, path)
    if get_origin(hint) is Mapping:
        return _mapping(hint, value, entries, path)
    raise TypeError(f"a setting cannot be of type {hint}")


def _tuple(hint: GenericAlias, value: Any, entries: TomlTable, path: TomlPath) -> tuple[Any, ...]:
    kinds = get_args(hint)
    if not isinstance(value, list):
        entries.fail_at(path, f"{value!r} is not a list")
    if kinds[-1] is ...:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        entries.fail_at(path, f"the list has {len(value)} items instead of {len(kinds)}")
    return tuple(_value(kind, value[n], entries, (*path, n)) for n, kind in enumerate(kinds))


def _mapping(hint: GenericAlias, value: Any, entries: TomlTable, path: TomlPath) -> dict[Any, Any]:
    key_kind, kind = get_args(hint)
    if not isinstance(value, TomlTable):
        entries.fail_at(path, f"{value!r} is not a table")
    out = {}
    for key, item in value.items():
        if key_kind is int and not key.lstrip("-").isdecimal():
            entries.fail_at((*path, key), f"the name {key!r} is not a whole number")
        out[key_kind(key)] = _value(kind, item, entries, (*path, key))
    return out


def names(settings: Any) -> list[str]:
    """The paths of all numbers, as `replaced` and `rewritten` take them: "goals.strength_ratio"."""
    return [path_name(path) for path in _numbers(settings, ())]


def number(settings: Any, name: str) -> float:
    """The number with a name."""
    return {path_name(path): value for path, value in _numbers(settings, ()).items()}[name]


def _numbers(value: Any, path: TomlPath) -> dict[TomlPath, float]:
    if isinstance(value, (int, float)):
        return {path: value}
    return {inner: found for key, item in _items(value) for inner, found in _numbers(item, (*path, key)).items()}


def _items(value: Any) -> list[tuple[str | int, Any]]:
    if is_dataclass(value):
        return [(field.name, getattr(value, field.name)) for field in fields(value)]
    return list(enumerate(value)) if isinstance(value, tuple) else [(str(key), item) for key, item in value.items()]


def replaced(settings: T, values: Mapping[str, float]) -> T:
    """The same settings with other numbers in some places."""
    unknown = set(values) - set(names(settings))
    if unknown:
        raise KeyError(f"there is no setting {min(unknown)!r}")
    found: T = _changed(settings, values, ())
    return found


def _changed(value: Any, values: Mapping[str, float], path: TomlPath) -> Any:
    if isinstance(value, (int, float)):
        return type(value)(values.get(path_name(path), value))
    inner = {key: _changed(item, values, (*path, key)) for key, item in _items(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{str(key): item for key, item in inner.items()})
    return tuple(inner.values()) if isinstance(value, tuple) else dict(zip(value, inner.values(), strict=True))


def rewritten(text: str, values: Mapping[str, float]) -> str:
    """The text of a weights.toml with other numbers in some places; comments and layout stay as they are."""
    where = {path_name(path): spot for path, spot in spots(text).items()}
    for name in sorted(values, key=lambda name: -where[name].start):
        text = text[: where[name].start] + repr(values[name]) + text[where[name].end :]
    return text
