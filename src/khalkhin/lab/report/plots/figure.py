"""What all plots have in common: size, axes, the figure with its title and key, and what shows when it is pointed at.

A plot is as wide as a phone, so that its letters keep their size; a wide screen shows several side by side. What a
thing stands for is told by its `tone`, a class of the page's style that has a colour for the light and the dark theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from khalkhin.lab.report.markup import tag, text
from khalkhin.lab.report.plots.scale import Scale
from khalkhin.render import fonts
from khalkhin.render.shapes import mark
from khalkhin.render.svg import element, group
from khalkhin.render.svg import text as letters

WIDTH = 380.0
SMALL = 12.5
"""The size of letters beside axes."""
GAP = 7.0
SIDES = ("side-a", "side-b")
"""The tones of the first and the second side."""
EVEN = "even"
"""The tone of what is neither's."""
MARKS = ("star", "disc")
RUNS = 8
"""So many runs have colours of their own."""


def run_tone(number: int) -> str:
    return f"run-{number % RUNS}"


def wide(said: str, size: float = SMALL, weight: int = 500) -> float:
    """How wide letters of a plot are."""
    return fonts.width(said, fonts.CONDENSED, weight, size)


def titled(shape: str, tip: str) -> str:
    """A shape that tells something when it is pointed at."""
    return group(element("title", escape(tip, quote=False)) + shape, class_="tip")


@dataclass(frozen=True)
class Key:
    """What a tone stands for: `mark` is the sign of a side; `dash` a line that is broken."""

    tone: str
    said: str
    mark: str = ""
    dash: bool = False

    def shown(self) -> str:
        if self.mark:
            inner = mark(self.mark, 8, 8, 6.5, "currentColor")
        else:
            inner = element("path", d="M0 8h20", class_="line dashed" if self.dash else "line")
        sign = element("svg", inner, viewBox="0 0 20 16", width=20, height=16, aria_hidden="true")
        return tag("li", sign + text(self.said), class_=f"tone-{self.tone}")


def keys(shown: Iterable[Key]) -> str:
    return tag("ul", (key.shown() for key in shown), class_="key")


def figure(title: str, drawing: str, note: str = "", key: str = "", class_: str = "plot") -> str:
    """A plot with its title; the note says what the reader has to know."""
    head = tag("figcaption", [tag("b", text(title)), tag("span", text(note)) if note else ""])
    return tag("figure", [head, key, drawing], class_=class_)


def drawing(height: float, content: Iterable[str], label: str, width: float = WIDTH) -> str:
    return element(
        "svg",
        content,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_label=label,
        class_="drawing",
    )


def across(scale: Scale, at: Sequence[tuple[float, str]], left: float, right: float) -> str:
    """Rungs across a plot with their values at the left."""
    return group(
        "".join(
            element("path", d=f"M{left:g} {scale(value):.1f}H{right:g}", class_="zero" if value == 0 else "rung")
            + letters(said, left - GAP, scale(value) + 4, text_anchor="end")
            for value, said in at
        ),
        class_="axis",
    )


def along(scale: Scale, at: Sequence[tuple[float, str]], y: float, up: float = 0.0) -> str:
    """Values along the bottom of a plot, those left out that would run into another; `up` draws rungs that high."""
    out: list[str] = []
    free = -1e9
    for value, said in at:
        x, half = scale(value), wide(said) / 2
        middle = min(max(x, half), WIDTH - half)
        if up:
            out.append(element("path", d=f"M{x:.1f} {y:g}v{-up:g}", class_="zero" if value == 0 else "rung"))
        if middle - half < free:
            continue
        free = middle + half + GAP
        out.append(letters(said, round(middle, 1), y + 17, text_anchor="middle"))
    return group("".join(out), class_="axis")
