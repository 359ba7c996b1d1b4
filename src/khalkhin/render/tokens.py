"""The design tokens: every colour and length of the look, from one file that Python and CSS both read.

Lengths are CSS pixels unless a table says otherwise: those of `map` are shares of the hex radius R, those of `counter`
and of the rings in `highlight` are hundredths of a counter's side S.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

THEMES = ("light", "dark")


@cache
def tokens() -> Mapping[str, Any]:
    """All of them, as the file has them. Shared: do not change it."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("tokens.json").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Nation:
    """How the counters of a nation look. `corner` tells the side: round or clipped, `corner_size` hundredths of S."""

    ground: str
    ink: str
    frame: str
    mark: str
    side: str
    corner: str
    corner_size: float
    stripe: str | None = None

    @property
    def ink_on_white(self) -> str:
        """What can be read on the white band of a flipped counter: the darkest colour the nation has."""
        return min(self.ink, self.ground, self.frame, key=_luminance)


def _luminance(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2)."""
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@cache
def nation(game: str, key: str) -> Nation:
    """The look of a nation's counters in some game."""
    known = tokens()["nations"].get(game, {})
    if key not in known:
        raise ValueError(f"The tokens have no nation {key!r} for {game!r}: they have {', '.join(known) or 'none'}.")
    found = known[key]
    side = tokens()["sides"][found["side"]]
    return Nation(
        found["ground"],
        found["ink"],
        found["frame"],
        found["mark"],
        found["side"],
        side["corner"],
        side["size"],
        found.get("stripe"),
    )


def color(name: str, theme: str = "light") -> str:
    """A colour of the interface."""
    return str(tokens()["color"][theme][name])


def status(name: str) -> Any:
    """The colour of a state or marker; those of winter are a ground and an ink."""
    return tokens()["statusColor"][name]


def highlight(name: str, part: str = "line") -> Any:
    """A colour, width or dash of what the screen draws round counters and hexes."""
    return tokens()["highlight"][name][part]


def counter(name: str) -> Any:
    """A length of the counters, in hundredths of their side."""
    return tokens()["counter"][name]


def family(name: str) -> str:
    """A font family with its fallbacks, as CSS writes it: serif, smallCaps, sans or condensed."""
    names = tokens()["type"]["families"][name]
    return ", ".join(f'"{n}"' if " " in n else n for n in names)


# -- CSS ---------------------------------------------------------------------------------------------------------------


def css() -> str:
    """Custom properties for every token a style sheet needs, in the light theme, the dark one, and as the reader's
    system prefers. `data-theme` on the root element overrules the system.
    """
    light, dark = (_block(_themed(theme)) for theme in THEMES)
    dark = f"  color-scheme: dark;\n{dark}"
    return (
        f":root {{\n  color-scheme: light;\n{_block(_fixed())}{light}}}\n"
        f'@media (prefers-color-scheme: dark) {{\n:root:not([data-theme="light"]) {{\n{dark}}}\n}}\n'
        f':root[data-theme="dark"] {{\n{dark}}}\n'
    )


def _block(properties: Iterator[tuple[str, str]]) -> str:
    return "".join(f"  --{name}: {value};\n" for name, value in properties)


def _themed(theme: str) -> Iterator[tuple[str, str]]:
    for name, value in tokens()["color"][theme].items():
        yield _kebab(name), value
    yield from _flat("outcome", tokens()["outcome"][theme])
    ground = tokens()["color"]["groundInDark"]
    dimmed = f"brightness({ground['brightness']}) saturate({ground['saturate']})"
    yield "ground-filter", dimmed if theme == "dark" else "none"


def _fixed() -> Iterator[tuple[str, str]]:
    """What is the same in both themes: maps and counters never change their colours."""
    every = tokens()
    highlights = {name: value for name, value in every["highlight"].items() if name != "colourBlind"}
    yield from _flat("highlight", highlights, unitless=True)
    yield from _flat("status", every["statusColor"])
    for game, nations in every["nations"].items():
        for key, look in nations.items():
            colours = {part: look[part] for part in ("ground", "ink", "frame", "stripe") if part in look}
            yield from _flat(f"nation-{game}-{key}", colours)
    for name in every["type"]["families"]:
        yield f"font-{_kebab(name)}", family(name)
    for name, scale in every["type"]["scale"].items():
        face = f"var(--font-{_kebab(scale['family'])})"
        yield f"type-{name}", f"{scale['weight']} {scale['size']}px/{scale['line']} {face}"
    for n, length in enumerate(every["space"], start=1):
        yield f"space-{n}", f"{length}px"
    for name in ("radius", "target", "focusRing"):
        yield from _flat(_kebab(name), every[name])
    yield from _flat("shadow", every["shadow"])
    yield from _motion(every["motion"])
    yield from _flat("layer", every["layer"], unitless=True)


def _motion(motion: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in motion.items():
        if isinstance(value, Mapping):
            yield from _flat(_kebab(name), value)
        else:
            yield f"motion-{_kebab(name)}", f"{value}ms"


def _flat(prefix: str, value: Any, unitless: bool = False) -> Iterator[tuple[str, str]]:
    """A tree of tokens as dashed names."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat(f"{prefix}-{_kebab(name)}", inner, unitless)
    elif isinstance(value, list):
        for n, inner in enumerate(value, start=1):
            yield from _flat(f"{prefix}-{n}", inner, unitless)
    else:
        yield prefix, str(value) if isinstance(value, str) or unitless else f"{value}px"


def _kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower() if not name.isupper() else name
