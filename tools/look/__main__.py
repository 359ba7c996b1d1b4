"""Look at every prompt of games between planners, and report what is wrong with any.

    python -m tools.look GAME [--phone] [--dark] [--games N] [--every] [--axe] [--out FOLDER]

Of every prompt key the first position is looked at and the one with the longest sentence; with --every, all of them.
For each fault the folder gets a picture.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import DESK, PHONE, Person
from tests.browser.served import Server
from tools.chromium import FLAGS, MISSING, path
from tools.corpus.recorded import kept
from tools.look.browser import Looker
from tools.look.positions import PLANNERS, Position, first_and_longest, walk

PATIENCE = 180_000
"""Milliseconds: several looks may be taken at once on a small machine."""
LINES = {False: 1, True: 2}
"""How many the sentence may have on a desk, and on a phone."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.look", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--phone", action="store_true", help="360x740 with a finger, not 1440x900 with a mouse")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--games", type=int, default=100, help="how many of the corpus between planners")
    parser.add_argument("--every", action="store_true", help="all prompts, not two of each key")
    parser.add_argument("--keys", nargs="*", default=(), help="these prompt keys only")
    parser.add_argument("--axe", action="store_true", help="search for what shuts people out, too; takes long")
    parser.add_argument("--pictures", action="store_true", help="of every position, not only of those with faults")
    parser.add_argument("--out", type=Path, help="where the pictures go")
    order = parser.parse_args(arguments)
    games = [game for game in kept(order.game) if game.players == PLANNERS][: order.games]
    positions: Iterable[Position] = chain.from_iterable(map(walk, games)) if order.every else first_and_longest(games)
    chosen = (one for one in positions if not order.keys or one.key in order.keys)
    raise SystemExit(1 if look(order, chosen) else 0)


def look(order: argparse.Namespace, positions: Iterable[Position]) -> int:
    """Look at positions one after the other; how many faults were found."""
    program = path()
    if program is None:
        raise SystemExit(MISSING)
    expect.set_options(timeout=PATIENCE)
    faults = looked = 0
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        context = browser.new_context(
            viewport=PHONE if order.phone else DESK,
            has_touch=order.phone,
            is_mobile=order.phone,
            color_scheme="dark" if order.dark else "light",
            reduced_motion="reduce",
            locale="en",
        )
        with closing(Server(Path(store), modules=())) as server:
            looker = Looker(Person(context, server.address), server, order.game, LINES[order.phone])
            for position in positions:
                looked += 1
                looker.sit(position)
                found = looker.faults(order.axe)
                faults += len(found)
                _report(order, looker, position, found)
            print(f"{order.game}: {faults} faults at {looked} positions.", flush=True)
        browser.close()
    return faults


def _report(order: argparse.Namespace, looker: Looker, position: Position, found: Sequence[str]) -> None:
    if order.out and (found or order.pictures):
        order.out.mkdir(parents=True, exist_ok=True)
        name = f"{order.game}-{position.key.removeprefix('ask.')}-{position.game}-{position.number}"
        looker.picture(order.out / f"{name}.png")
    for fault in found:
        print(f"{position.key} ({position.game}, {position.number}, {position.side}): {fault}", flush=True)


if __name__ == "__main__":
    main()
