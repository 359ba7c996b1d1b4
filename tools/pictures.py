"""Draw the pictures of the documentation anew: python -m tools.pictures. Needs the extras `png` and `bake`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from khalkhin.ai.players.random_player import RandomPlayer
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.render.png import png
from khalkhin.render.printed import Printed, drawable
from khalkhin.terminal.drawing import drawing

OUT = Path(__file__).parents[1] / "docs" / "images"
QUALITY = 82


def main() -> None:
    OUT.mkdir(exist_ok=True)
    for game in drawable():
        printed = Printed(game)
        save(f"map-{game}", printed.map("en", 1), 1, 1500)
        save(f"counters-{game}", printed.counters("en", back=False), 1, 1400)
    match = middle_of_a_game()
    seen = view(match.state, match.side_number("soviet"))
    save("table", drawing(seen, match.game, "en", None, 2, in_pixels=True), 2, 1600)


def middle_of_a_game(turn: int = 24) -> Match:
    """The Batalha between two random players, up to the beginning of a turn."""
    match = Match(library.get("bkg").start(None, {}, Dice.practice(7)))
    players = [RandomPlayer(3), RandomPlayer(4)]
    while match.state.turn < turn:
        side = match.prompts()[0].side
        name = match.game.sides[side]
        verb, noun = players[side].decide(match.view(name))
        match.play(verb, noun, name)
    return match


def save(name: str, drawing: str, scale: int, width: int) -> None:
    """Drawn larger and reduced, which is kinder to small letters."""
    picture = Image.open(io.BytesIO(png(drawing, scale))).convert("RGB")
    height = round(picture.height * width / picture.width)
    smaller = picture.resize((width, height), Image.Resampling.LANCZOS)
    smaller.save(OUT / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
