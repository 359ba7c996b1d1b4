"""A position as a drawing, under the headline that a session shows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khalkhin.engine.game import Game
from khalkhin.engine.view import View
from khalkhin.render.counter_look import read_countersheet
from khalkhin.render.layout import Layout
from khalkhin.render.position import Heading, draw_position
from khalkhin.render.printed import Printed
from khalkhin.terminal.panels import result_line
from khalkhin.terminal.voice import Voice


def drawing(
    seen: View, game: Game[Any], language: str, overrides: Path | None, scale: int = 1, in_pixels: bool = False
) -> str:
    """The drawing of a view as SVG, for a picture in pixels or one that can be enlarged. All that the view does not
    say is printed."""
    printed = Printed(game.code, overrides)
    voice = Voice(game, language)
    return draw_position(
        seen,
        Layout(game.map.grid),
        printed.map(language, scale, framed=False),
        read_countersheet(game.code, printed.folder),
        _heading(voice, seen),
        # Counters lie in the first box before anything is set up: what is still there is in no game, and comes last.
        {box: voice.place(box) for box in (*game.boxes[1:], game.boxes[0])},
        language,
        scale if in_pixels else None,
    )


def _heading(voice: Voice, seen: View) -> Heading:
    title, _, line = voice.headline(seen).partition(" · ")
    if seen["tracks"]["result"] is not None:
        line = f"{line} · {result_line(voice, seen)}"
    return Heading(title, line)
