"""Small positions for tests of the Batalha: a few units on the real map, a phase, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.engine.situation import Moment, Situation, build
from khalkhin.games.bkg.game import Batalha
from khalkhin.games.bkg.position import Position
from tests.dice import Fall as Fall
from tests.dice import rigged as rigged
from tests.hands import asked as asked
from tests.hands import cited as cited
from tests.hands import do as do
from tests.hands import offered as offered
from tests.hands import place as place
from tests.hands import refused as refused
from tests.hands import shifts as shifts
from tests.hands import told as told
from tests.hands import why as why
from tests.naming import Naming, each

_naming = Naming("bkg")
units, hexes = _naming.units, _naming.hexes
SIDES = ("sov", "jap")
"""Sides as the names of phases here begin."""


def the_game() -> Batalha:
    game = library.get("bkg")
    assert isinstance(game, Batalha)
    return game


def board(
    placed: Mapping[str, Sequence[str] | str],
    phase: str = "sov_move",
    *,
    turn: int = 24,
    flipped: Iterable[str] = (),
    penalised: Iterable[str] = (),
    dice: Sequence[tuple[int, ...]] = (),
    air: tuple[int, int] | None = None,
    due: Iterable[str] = (),
    options: Mapping[str, bool] | None = None,
    soviet_objectives: Iterable[str] = (),
    game: Batalha | None = None,
) -> Match:
    """A game at the beginning of a phase with just these units: hex (or box) -> counter ids.

    Every other counter is out of the way in the box `gone`: neither destroyed nor coming back. Counters named in
    `due` are reinforcements still outside. The flags of the phase (who is engaged, who is obliged) are worked out by
    the game. `soviet_objectives` are in Soviet hands beside those that are so from the start.
    `game` is the game with other data, where the printed map has no example.
    """
    game = game or the_game()
    side, _, name = phase.partition("_")
    fields: dict[str, Any] = {"flipped": units(*flipped), "penalised": units(*penalised)}
    if air is not None:
        fields["air"] = air
    situation = Situation(
        scenario="august-1939",
        turn=turn,
        moment=Moment(name, SIDES.index(side)),
        counters={**{place: each(ids) for place, ids in placed.items()}, "due": list(due)},
        options=options or {},
        fields={**fields, "soviet_objectives": game.soviet_at_start | hexes(*soviet_objectives)},
    )
    return Match(build(game, situation, rigged(*dice)))


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def is_flipped(match: Match, unit: str) -> bool:
    return bool(position(match).flipped & units(unit))


def points_left(match: Match, hex_: str) -> str:
    """What the slowest unit of the move in hand has left if it goes to a hex, as its owner is told."""
    left: dict[str, str] = match.view(match.game.sides[asked(match).side])["details"]["left"]
    return left[hex_]


def told_to(match: Match, side: str | None, key: str) -> dict[str, Any]:
    """The parameters of the last line of the log with this key as a side reads it."""
    return next(line["params"] for line in reversed(match.view(side)["log"]) if line["key"] == key)


def fight(match: Match, target: str, *attackers: str, air: int = 0) -> Match:
    """Declare an attack on a hex and roll for it; the defender commits nothing where he is asked."""
    do(match, f"attack {target}", *(f"unit {unit}" for unit in attackers), *([f"air {air}"] if air else []), "commit")
    if match.prompts() and asked(match).message.key == "ask.defence":
        do(match, "commit")
    return match
