"""How well each value of a TOML file is known: printed in a rulebook, derived from what is, or reconstructed.

A table says it in `provenance`, for everything below it; `provenance_of` names single values, by the end of their path,
that differ. Tables that have a tag of their own differ from the ones above them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

PRINTED = "printed"
ABOUT = ("rule", "rules", "ruling", "provenance", "provenance_of")
"""Entries that tell about values and are none themselves."""

Path = tuple[str, ...]


@dataclass(frozen=True)
class Known:
    """A value, where it stands, and how well it is known. A value that stands in another file is None here."""

    path: Path
    value: Any
    tag: str
    """Empty at the head of a file, which is not tagged."""
    rule: str
    table: Path
    """The innermost table with a tag that holds the value; items of a list have no place of their own in it."""
    name: str
    """What it was singled out by: its name in `provenance_of`, or the name of its item in a list of tables."""


@dataclass(frozen=True)
class _Frame:
    """What the tables above a value say about it."""

    tag: str = ""
    rule: str = ""
    table: Path = ()
    item: str = ""
    named: tuple[tuple[int, Path, str], ...] = ()
    """(depth, name, tag), innermost first: what `provenance_of` says, and how deep."""


def known(data: Mapping[str, Any]) -> Iterator[Known]:
    """Every value of a file, in its order."""
    return _table(data, (), (), _Frame())


def tags(data: Mapping[str, Any]) -> dict[Path, str]:
    """The tag of every value, by its path: keys, and the places of items in lists as numbers."""
    return {value.path: value.tag for value in known(data)}


def _table(data: Mapping[str, Any], path: Path, place: Path, frame: _Frame) -> Iterator[Known]:
    """The values of a table. `place` is its path without the numbers of items."""
    if "provenance" in data:
        frame = replace(frame, tag=data["provenance"], table=place)
    single = {tuple(name.split(".")): tag for name, tag in data.get("provenance_of", {}).items()}
    inner = tuple((len(path), name, tag) for name, tag in single.items())
    frame = replace(frame, rule=data.get("rule", frame.rule), named=(*inner, *frame.named))
    here = [one for key in data if key not in ABOUT for one in _value(data[key], (*path, key), (*place, key), frame)]
    yield from here
    # What has no value here is told of values that stand in another file.
    for name, tag in single.items():
        if not any(_holds(one.path[len(path) :], name) for one in here):
            yield Known((*path, *name), None, tag, frame.rule, frame.table, _called(frame.item, name))
    if "provenance" in data and all(one.value is None for one in here):
        yield Known(path, None, frame.tag, frame.rule, frame.table, frame.item)


def _value(value: Any, path: Path, place: Path, frame: _Frame) -> Iterator[Known]:
    if isinstance(value, Mapping):
        yield from _table(value, path, place, frame)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            label = str(item.get("name", "")) if isinstance(item, Mapping) else frame.item
            yield from _value(item, (*path, str(number)), place, replace(frame, item=label))
    else:
        for depth, name, tag in frame.named:
            if _holds(path[depth:], name):
                yield Known(path, value, tag, frame.rule, frame.table, _called(frame.item, name))
                return
        yield Known(path, value, frame.tag, frame.rule, frame.table, frame.item)


def _called(item: str, name: Path) -> str:
    return " ".join([*([item] if item else []), ".".join(name)])


def _holds(path: Sequence[str], name: Path) -> bool:
    """Whether a name occurs in a path, as a run of its keys."""
    return any(tuple(path[n : n + len(name)]) == name for n in range(len(path) - len(name) + 1))
