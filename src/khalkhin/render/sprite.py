"""Every counter, marker, state and flag of a game as the symbols of one drawing, for pages that show them by `<use>`.

    u-UNIT, u-UNIT-b    a counter's front and back
    n-LABEL             a counter of which only the nation, or only the side, is known
    m-KIND              a marker
    s-STATE             a state to lay over a counter; s-STATE-clipped over one with clipped corners
    f-SIDE              the flag of whoever holds a hex

All have a square of 100 by 100 and may reach a little beyond it: shadows, rings and discs do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from khalkhin.render import shapes, svg
from khalkhin.render.counters import CounterFace, counter
from khalkhin.render.markers import MARKERS, marker
from khalkhin.render.shapes import S
from khalkhin.render.states import STATES, overlay
from khalkhin.render.tokens import Nation, family

CORNERS = {"round": "", "clipped": "-clipped"}
"""What the id of a state's symbol ends in, by the corners of the counter it is laid over."""
MIDDLE = S / 2
FLAG = 46.0
"""The radius of a flag's disc."""


def sprite(
    faces: Iterable[tuple[CounterFace, CounterFace]],
    hidden: Mapping[str, CounterFace],
    flags: Mapping[str, Nation],
    language: str = "en",
) -> str:
    """The drawing. `faces` are fronts with their backs, `hidden` nameless counters by label, `flags` looks by side."""
    looks = {face.look.corner: face.look for face in hidden.values()}
    parts = [
        *_counters(faces, language),
        *(_symbol(f"n-{label}", counter(face, language=language)) for label, face in hidden.items()),
        *(_symbol(f"m-{kind}", marker(kind, language)) for kind in MARKERS),
        *_states(looks, language),
        *(_symbol(f"f-{side}", flag(look)) for side, look in flags.items()),
    ]
    return svg.element("svg", parts, xmlns="http://www.w3.org/2000/svg", width=0, height=0, class_="counters")


def flag(look: Nation) -> str:
    """The mark of a side on a disc of its colour."""
    disc = {"fill": look.ground, "stroke": look.ink, "stroke_width": 8}
    return svg.element("circle", cx=MIDDLE, cy=MIDDLE, r=FLAG, **disc) + shapes.mark(
        look.mark, MIDDLE, MIDDLE, 30, look.ink
    )


def _counters(faces: Iterable[tuple[CounterFace, CounterFace]], language: str) -> Iterator[str]:
    for front, back in faces:
        for face, end in ((front, ""), (back, "-b")):
            # Pages name counters themselves, where they use them.
            yield _symbol(f"u-{face.id}{end}", counter(replace(face, id="", title=""), language=language))


def _states(looks: Mapping[str, Nation], language: str) -> Iterator[str]:
    for corner, end in CORNERS.items():
        if corner in looks:
            for state in STATES:
                yield _symbol(f"s-{state}{end}", svg.group(overlay(state, looks[corner], language), **_LETTERS))


_LETTERS = {"text_anchor": "middle", "font_family": family("condensed"), "font_weight": 800}
"""What words on a counter inherit from it."""


def _symbol(name: str, content: str) -> str:
    return svg.element("symbol", content, id=name, viewBox="0 0 100 100", overflow="visible")
