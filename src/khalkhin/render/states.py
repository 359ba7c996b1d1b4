"""What happens to a counter. What the rules do to it is drawn on it, what the screen offers is drawn round it.

Every state has its own shape, never only a colour: bands cross the symbol, moved and fought are a veil and a corner,
small discs hang on the edge; the figures stay free.
"""

from __future__ import annotations

from collections.abc import Callable

from khalkhin.render import fonts, shapes, svg
from khalkhin.render.svg import number as n
from khalkhin.render.tokens import Nation, highlight, status
from khalkhin.render.words import word

BAND = "M.7 35.8L99.3 20V40.2L.7 56z"
"""It ends where the counter's edges are straight, whatever its corners."""
BAND_ROOM = 84.0
ALARM = "#8c2a22"
BURST = "M0-7.6L1.8-2.6L6.6-4.4L3.4 0L7 3.8L1.9 2.9L0 7.6L-1.9 2.9L-7 3.8L-3.4 0L-6.6-4.4L-1.8-2.6z"


def overlay(state: str, look: Nation, language: str = "en") -> str:
    """A state drawn over a counter of some nation."""
    if state not in STATES:
        raise ValueError(f"There is no counter state {state!r}: there are {', '.join(STATES)}.")
    return svg.group(STATES[state](look, language), class_=f"state-{state}")


def _done(colour: str, sign: str) -> Callable[[Nation, str], str]:
    """A veil, and a dark lower right corner with a sign."""

    def draw(look: Nation, _: str) -> str:
        clipped = look.corner == "clipped"
        corner = "M100 64V86L86 100H64z" if clipped else "M100 66V91a9 9 0 0 1-9 9H66z"
        at = "translate(-4 -4)" if clipped else None
        line = {"fill": "none", "stroke": "#fff", "stroke_width": 3.2, "stroke_linecap": "round"}
        return (
            svg.path(shapes.of(look), fill="#efe9da", fill_opacity=0.36)
            + svg.path(corner, fill=status(colour))
            + svg.path(sign, stroke_linejoin="round", transform=at, **line)
        )

    return draw


def _band(key: str, colour: str) -> Callable[[Nation, str], str]:
    """A slanting band with a word across the symbol."""

    def draw(_: Nation, language: str) -> str:
        text = word("state", key, language)
        size = fonts.fit(text, fonts.CONDENSED, 800, 15.5, BAND_ROOM)
        baseline = 38 + fonts.height(fonts.CONDENSED, 800, size) / 2
        return svg.path(BAND, fill=status(colour)) + svg.text(
            text, 50, baseline, font_size=size, font_weight=800, fill=status("onDark"), transform="rotate(-9 50 38)"
        )

    return draw


def _disc(slot: int, colour: str, sign: str, fill: bool = False) -> Callable[[Nation, str], str]:
    """A small disc with a sign: slot 0 in the upper right corner, then down the left edge from below."""
    x, y, r = (90.0, 10.0, 11.5) if slot == 0 else (0.5, 114.0 - 22.0 * slot, 9.8)

    def draw(_: Nation, __: str) -> str:
        ink = {"fill": colour, "stroke": "none"} if fill else {"fill": "none", "stroke": colour, "stroke_width": 2.6}
        return svg.element("circle", cx=x, cy=y, r=r, fill="#fff", stroke=colour, stroke_width=2.6) + svg.path(
            sign, transform=f"translate({n(x)} {n(y)})", stroke_linecap="round", stroke_linejoin="round", **ink
        )

    return draw


def _can_act(look: Nation, _: str) -> str:
    width = highlight("canAct", "width")
    return svg.path(shapes.of(look, 1 + width / 2), fill="none", stroke=highlight("canAct"), stroke_width=width)


def _selected(look: Nation, _: str) -> str:
    ring, width = shapes.of(look, 5), highlight("selected", "width")
    return svg.path(ring, fill="none", stroke=highlight("selected"), stroke_width=width) + svg.path(
        ring, fill="none", stroke=highlight("selected", "inner"), stroke_width=width * 0.47
    )


def _target(_: Nation, __: str) -> str:
    corners = (
        "M-7 20V-1a6 6 0 0 1 6-6H20M80-7h21a6 6 0 0 1 6 6V20M107 80v21a6 6 0 0 1-6 6H80M20 107H-1a6 6 0 0 1-6-6V80"
    )
    width = highlight("target", "width")
    drawn = {"fill": "none", "stroke_linecap": "round"}
    return svg.path(corners, stroke=highlight("target", "case"), stroke_width=width + 3.5, **drawn) + svg.path(
        corners, stroke=highlight("target"), stroke_width=width, **drawn
    )


def _changed(look: Nation, _: str) -> str:
    ring, (dot, gap) = shapes.of(look, 4), highlight("changed", "dash")
    return svg.path(ring, fill="none", stroke=highlight("changed", "case"), stroke_width=5.4) + svg.path(
        ring, fill="none", stroke=highlight("changed"), stroke_width=3.4, stroke_dasharray=f"{dot} {gap}"
    )


STATES: dict[str, Callable[[Nation, str], str]] = {
    "moved": _done("moved", "M81 89l4.6 4.4l8.4-10"),
    "fought": _done("fought", "M81.5 82.5l10.5 10.5M92 82.5l-10.5 10.5"),
    "attacked": _done("fought", "M87 80.5V94M80.3 87.2H93.7M82.4 82.4l9.4 9.4M91.8 82.4l-9.4 9.4"),
    "flown": _done("moved", "M87.5 80.5V94M80.5 88.4l7-3.2l7 3.2M84.6 94.4l2.9-1.3l2.9 1.3"),
    "suppressed": _band("suppressed", "suppressedBand"),
    "disrupted": _band("disrupted", "disrupted"),
    "out_of_supply": _disc(0, ALARM, "M-5-3.6H5V4.6H-5zM-5-.4H5M-7.6 7.8L7.6-7.8"),
    "supplied": _disc(0, status("inSupply"), "M-5.4-4.8H5.4V5H-5.4zM-5.4-1H5.4M0-4.8V5"),
    "engaged": _disc(1, ALARM, "M-7-4.6L-1 0L-7 4.6zM7-4.6L1 0L7 4.6z", fill=True),
    "obliged": _disc(2, "#7a4a00", "M-1.7-7H1.7L1 2H-1zM-1.6 4H1.6V7H-1.6z", fill=True),
    "fired": _disc(2, "#2f3437", BURST, fill=True),
    "penalised": _disc(3, "#5b2a6e", "M0-6.5V6M-4.6 1.6L0 6.4L4.6 1.6"),
    "can_act": _can_act,
    "selected": _selected,
    "target": _target,
    "changed": _changed,
}  # fmt: skip
"""Every state that can be drawn. Rings come last in a counter's list, so that they lie over the rest."""
