"""The anatomy of a counter: where its parts stand in the square of 100, and of which columns each of them tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.render.counter_look import GAP, CounterLook, TypeLook

PARTS: Mapping[str, tuple[float, float]] = {
    "mark": (13.5, 13.5),
    "size": (50.6, 14.0),
    "ring": (85.6, 14.4),
    "corner": (83.0, 14.4),
    "left": (13.3, 38.0),
    "symbol": (50.0, 38.0),
    "right": (86.7, 38.0),
    "factors": (50.0, 80.0),
    "side": (97.0, 97.0),
}
"""The middle of each part. `mark` is the nation's, `side` the corner whose shape tells the side."""


def anatomy(look: CounterLook) -> dict[str, Any]:
    """For pages that explain counters: the parts, and the columns they show by type, on the front and on the back."""
    return {
        "parts": {name: list(at) for name, at in PARTS.items()},
        "fronts": {kind: _columns(found) for kind, found in look.types.items()},
        "backs": {kind: _columns(found) for kind, found in look.backs.items()},
    }


def _columns(face: TypeLook) -> dict[str, list[str]]:
    found = {part: _named(face.templates.get(part, "")) for part in ("left", "right", "ring", "corner", "factors")}
    return {part: columns for part, columns in found.items() if columns}


def _named(template: str) -> list[str]:
    """The columns a template shows. What only asks whether a column is empty, or is a fixed text, shows none."""
    return [
        name
        for names, _, _, text in GAP.findall(template)
        if not text
        for name in names.split("|")
        if not name.startswith("'")
    ]
