"""Markers: one picture, one word, one shape each, never only a colour. Drawn like counters, in a square of 100."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from khalkhin.render import fonts, shapes, svg
from khalkhin.render.symbols import circle, plane, star
from khalkhin.render.tokens import Nation, family, status
from khalkhin.render.tokens import counter as length
from khalkhin.render.words import word

CREAM, PAPER, TIMBER = "#fff3dc", "#f3ead2", "#3b3023"
WORD_ROOM = 90.0


NEUTRAL = Nation(PAPER, TIMBER, PAPER, "disc", "", "round", 9.0)
"""The look of what belongs to no nation."""


@dataclass(frozen=True)
class MarkerLook:
    """Ground, ink and picture of a marker. One that is `national` takes ground and ink of its owner, if it has one."""

    ground: str
    ink: str
    picture: Callable[[str], str]
    national: bool = False


def marker(
    kind: str,
    language: str = "en",
    text: str = "",
    figures: str = "",
    shadow: bool = True,
    owner: Nation = NEUTRAL,
) -> str:
    """A marker with its upper left corner at 0, 0 and a side of 100. `text` stands in place of the word of its kind,
    `figures` in a line of its own below. The corners are those of the owner's side.
    """
    if kind not in MARKERS:
        raise ValueError(f"There is no marker {kind!r}: there are {', '.join(MARKERS)}.")
    look = MARKERS[kind]
    ground, ink = (owner.ground, owner.ink) if look.national and owner is not NEUTRAL else (look.ground, look.ink)
    parts = [shapes.shadow(owner.corner, owner.corner_size)] if shadow else []
    parts += [shapes.body(ground, owner.corner, owner.corner_size), look.picture(ink)]
    room = WORD_ROOM if owner.corner == "round" else WORD_ROOM - 6
    for line, y, size in _lines(text or word("marker", kind, language), figures, room):
        parts.append(svg.text(line, 50, y, font_size=size))
    return svg.group(
        parts,
        class_=f"marker marker-{kind}",
        text_anchor="middle",
        font_family=family("condensed"),
        font_weight=800,
        fill=ink,
    )


def _lines(text: str, figures: str, room: float) -> list[tuple[str, float, float]]:
    """Lines with their baselines and sizes: one line if it can be read, else two of about the same length."""
    if figures:
        return [
            (text, 80.0, fonts.fit(text, fonts.CONDENSED, 800, 17, room)),
            (figures, 95.5, fonts.fit(figures, fonts.CONDENSED, 800, 16, room)),
        ]
    size = fonts.fit(text, fonts.CONDENSED, 800, 18, room)
    if size >= 14 or " " not in text:
        return [(text, 89.0, size)]
    blanks = [n for n, letter in enumerate(text) if letter == " "]
    middle = min(blanks, key=lambda n: abs(2 * n - len(text)))
    halves = text[:middle], text[middle + 1 :]
    size = min(fonts.fit(half, fonts.CONDENSED, 800, 15, room - 4) for half in halves)
    return [(halves[0], 79.5, size), (halves[1], 93.0, size)]


def rider(kind: str, right: bool = False, language: str = "en") -> str:
    """A marker riding on a counter: small, hung on a lower corner, so that the figures stay free."""
    scale = length("riderMarker") / 100
    x = 100 - 40 * scale if right else -60 * scale
    return svg.group(marker(kind, language), transform=f"translate({svg.number(x)} 78) scale({svg.number(scale)})")


def _line(data: str, width: float, dash: str | None = None, cap: str = "butt") -> Callable[[str], str]:
    drawn = {"fill": "none", "stroke_width": width, "stroke_linejoin": "round", "stroke_linecap": cap}
    return lambda ink: svg.path(data, stroke=ink, stroke_dasharray=dash, **drawn)


def _solid(data: str, fill: str | None = None) -> Callable[[str], str]:
    return lambda ink: svg.path(data, fill=fill or ink)


def _all(*pictures: Callable[[str], str]) -> Callable[[str], str]:
    return lambda ink: "".join(picture(ink) for picture in pictures)


def _words(text: str, y: float, size: float) -> Callable[[str], str]:
    return lambda ink: svg.text(text, 50, y, font_size=size, fill=ink)


def _flake(ink: str) -> str:
    arm = svg.path("M50 43V14M50 22l-7-6M50 22l7-6M50 31l-7-6M50 31l7-6")
    arms = [svg.group(arm, transform=f"rotate({turn} 50 43)") for turn in range(0, 360, 60)]
    return svg.group(arms, fill="none", stroke=ink, stroke_width=3.4, stroke_linecap="round")


def _portrait(ink: str) -> str:
    """A general: tunic, face, peaked cap with a star."""
    skin, cloth, cap = "#e9c9a4", "#5b5a3c", "#6d6b45"
    shapes_of = [
        ("M26 12H74V64H26z", "#f4e8cd"),
        ("M32 64c0-12 7-17 18-17s18 5 18 17z", cloth),
        ("M46 45h8v8l-4 4l-4-4z", skin),
        ("M41 31h18l-.6 9c-.5 6-4.4 9.6-8.4 9.6s-7.9-3.6-8.4-9.6z", skin),
        ("M38 31.4c0-9 5-13 12-13s12 4 12 13c-6-2.6-18-2.6-24 0z", cap),
        ("M40 31.4c5-2 15-2 20 0l1.8 2.8c-6-1.6-17.4-1.6-23.6 0z", "#2b261a"),
        (star(50, 25, 3.8), "#b3312b"),
        ("M35 57l7 1.6l-.5 2.4l-7-1.6zM65 57l-7 1.6l.5 2.4l7-1.6z", "#b3312b"),
    ]
    return "".join(svg.path(data, fill=fill) for data, fill in shapes_of) + svg.path(
        "M26 12H74V64H26z", fill="none", stroke=ink, stroke_width=1.6
    )


_ARROW = _solid("M18 31H52V17L82 41L52 65V51H18z")
_TRENCH = _all(_line("M12 60h10l6-14h12l5 14h10l5-14h12l6 14h10", 5), _line("M14 40q36-26 72 0", 3, dash="5 4"))
_REDOUBT = _all(
    _solid("M50 10l9 12h17l-3 14l13 10l-13 10l3 12H24l3-12l-13-10l13-10l-3-14h17z", "#8e7b60"),
    _line("M50 10l9 12h17l-3 14l13 10l-13 10l3 12H24l3-12l-13-10l13-10l-3-14h17z", 3.2),
    _line("M38 40H62V57H38z", 3.2),
)
_TRACK = _all(_line("M50 8V54M38 14H62M38 24H62M38 34H62M38 44H62", 4), _solid("M36 54H64L50 70z"))
_LOW_OVER_HIGH = _all(
    _line("M12 24H39M61 24H88", 8),
    lambda ink: svg.path("M12 36H34M66 36H88", fill="none", stroke=ink, stroke_opacity=0.45, stroke_width=4),
    _solid("M50 6L70 34H58V66H42V34H30z", "#b3312b"),
)
_MEETING = _all(_solid("M8 42L28 24V35H42V49H28V60zM92 42L72 24V35H58V49H72V60z"), _line("M50 16V68", 4, dash="6 4"))
_IMPACT = _solid("M50 8L57 28L76 16L68 36L90 42L69 49L78 68L57 57L50 76L43 57L22 68L31 49L10 42L32 36L24 16L43 28z")

_RIDDLE = _all(_line(circle(50, 41, 27), 3, dash="6 5"), _words("?", 55, 40))
_RETORTS = _all(
    _line("M68 12C42 18 31 34 29 49M32 12C58 18 69 34 71 49", 5.5), _solid(circle(29, 59, 10) + circle(71, 59, 10))
)
_RUINS = _all(
    _solid("M16 70V38L24 30L30 38L37 26V70zM43 70V17L51 24L57 14L63 27V70zM69 70V47L75 52L84 40V70z"),
    _line("M12 70H88", 4, cap="round"),
)
_PENNANT = _all(_line("M32 13V64", 5, cap="round"), _solid("M34 14H76L65 27L76 40H34z"))

MARKERS: dict[str, MarkerLook] = {
    "entrenched": MarkerLook(status("entrenched"), CREAM, _TRENCH),
    "in_supply": MarkerLook(status("inSupply"), "#eafff6", _line("M28 22H72V62H28zM28 36H72M50 22V62", 4)),
    "fortified": MarkerLook(status("fortified"), CREAM, _REDOUBT),
    "suppressed": MarkerLook(status("suppressed"), "#ffffff", _line("M22 28L78 60M22 60L78 28", 6, cap="round")),
    "disrupted": MarkerLook(status("disrupted"), "#f9e8ff", _solid("M57 10L29 48H46L39 72L71 35H53z")),
    "winter": MarkerLook(status("winter")["ground"], status("winter")["ink"], _flake),
    "zhukov": MarkerLook("#d8bd8c", "#1d1509", _portrait),
    "gekokujo": MarkerLook("#f6ecd8", "#2b231b", _LOW_OVER_HIGH),
    "railhead": MarkerLook("#d8d2c4", "#26221e", _TRACK),
    "deception": MarkerLook("#6f6239", "#ffffff", _RIDDLE, national=True),
    "turn": MarkerLook(PAPER, TIMBER, _ARROW),
    "points": MarkerLook(PAPER, TIMBER, _all(_line(circle(50, 40, 25), 4), _line(circle(50, 40, 15), 3))),
    "command": MarkerLook("#e4d8b4", TIMBER, _solid(star(50, 41, 29))),
    "campaign": MarkerLook("#d9c79c", TIMBER, _PENNANT, national=True),
    "air": MarkerLook("#dfe6e8", "#1d2a33", _solid(plane(50, 41, 1.5))),
    "contamination": MarkerLook("#c9c35a", "#2b2a06", _RETORTS),
    "engaged": MarkerLook("#a4472f", "#ffffff", _MEETING),
    "attacked": MarkerLook("#7a2a1c", "#ffe9d8", _IMPACT),
    "ruined": MarkerLook(status("disrupted"), "#f9e8ff", _RUINS),
}  # fmt: skip
"""Every marker that can be drawn."""
