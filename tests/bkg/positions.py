"""Small positions for tests of the Batalha: a few units on the real map, a phase, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin import games
from khalkhin.engine.agenda import Noun, Prompt, settle
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import Illegal, Reason
from khalkhin.engine.match import Match
from khalkhin.games.bkg.game import Batalha
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.sequence import BeginCombat, BeginMovement, Turn

PHASES = ("sov_move", "sov_combat", "jap_move", "jap_combat")


@dataclass(frozen=True)
class Rigged(Dice):
    """Dice that fall as told, then as they like."""

    rolls: tuple[tuple[int, ...], ...] = ()

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        if counter <= len(self.rolls):
            assert (count, sides) == (len(self.rolls[counter - 1]), 6), "so many dice were not rigged"
            return self.rolls[counter - 1]
        return super().roll(counter, count, sides)


def rigged(*rolls: tuple[int, ...]) -> Rigged:
    return Rigged(b"test" * 8, "test", None, rolls)


def the_game() -> Batalha:
    game = games.get("bkg")
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
    game: Batalha | None = None,
) -> Match:
    """A game at the beginning of a phase with just these units: hex (or box) -> counter ids.

    Every other counter is out of the way in the box `gone`: neither destroyed nor coming back. Counters named in
    `due` are reinforcements still outside. The flags of the phase (who is engaged, who is obliged) are worked out by
    the game.
    `game` is the game with other data, where the printed map has no example.
    """
    game = game or the_game()
    s = Position(game, "august-1939", game.choose_options("august-1939", options or {}), rigged(*dice))
    s.log = []
    where = {unit: place for place, ids in placed.items() for unit in ([ids] if isinstance(ids, str) else ids)}
    for unit, name in enumerate(game.sheet.ids):
        s.put(unit, game.box("due") if name in set(due) else game.place_at(where.get(name, "gone")))
    s.turn = turn
    s.air = game.charts.air_points(turn) if air is None else air
    s.soviet_objectives = game.soviet_at_start
    s.flipped = units(*flipped)
    s.penalised = units(*penalised)
    later = [BeginMovement(0), BeginCombat(0), BeginMovement(1), BeginCombat(1)][PHASES.index(phase) :]
    s.push(*later, Turn(turn + 1))
    settle(s)
    return Match(s)


def units(*ids: str) -> int:
    """A set of counters by their ids."""
    sheet = the_game().sheet
    return sum(1 << sheet.index[i] for i in ids)


def hexes(*names: str) -> int:
    """A set of hexes by their printed numbers."""
    grid = the_game().map.grid
    return sum(1 << grid.at(n) for n in names)


def do(match: Match, *decisions: str) -> Match:
    """Take decisions written as in a record, without the side: `unit SU-601-1`, `hex 0406`, `done`."""
    for text in decisions:
        verb, _, noun = text.partition(" ")
        _no_reason_against(match, verb, match.game.parse(verb, noun or None))
        match.play(verb, noun or None)
    return match


def _no_reason_against(match: Match, verb: str, noun: Noun) -> None:
    """What a step offers it has no reason against: the two are worked out apart."""
    for prompt in match.prompts():
        if prompt.allows(verb, noun):
            step = match.state.agenda[-1]
            assert step.why(match.state, prompt.side, verb, noun) is None, f"offered, yet refused: {verb} {noun}"


def refused(match: Match, decision: str) -> str:
    """The number of the rule that forbids a decision; the position must not change by trying."""
    verb, _, noun = decision.partition(" ")
    before = match.state.key()
    try:
        match.play(verb, noun or None)
    except Illegal as illegal:
        assert match.state.key() == before
        return illegal.rule
    raise AssertionError(f"'{decision}' was accepted")


def asked(match: Match) -> Prompt:
    """The only prompt."""
    (prompt,) = match.prompts()
    return prompt


def offered(match: Match, verb: str) -> set[str | int | None]:
    """What is offered with a verb now, as records write it."""
    return {match.game.write(o.verb, n) for p in match.prompts() for o in p.offers if o.verb == verb for n in o}


def place(match: Match, unit: str) -> str:
    """Where a counter is: a printed hex number or a box."""
    return match.game.place_name(match.state.where[match.game.sheet.index[unit]])


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def is_flipped(match: Match, unit: str) -> bool:
    return bool(position(match).flipped & units(unit))


def why(match: Match, decision: str) -> Reason:
    """The whole reason against a decision."""
    verb, _, noun = decision.partition(" ")
    reason = match.why(verb, noun or None)
    assert reason is not None, f"'{decision}' is allowed"
    return reason


def points_left(match: Match, hex_: str) -> str:
    """What the slowest unit of the move in hand has left if it goes to a hex, as its owner is told."""
    left: dict[str, str] = match.view(match.game.sides[asked(match).side])["details"]["left"]
    return left[hex_]


def told(match: Match, key: str) -> dict[str, Any]:
    """The parameters of the last line of the log with this key."""
    return next(event.params for event in reversed(match.log) if event.key == key)


def fight(match: Match, target: str, *attackers: str, air: int = 0) -> Match:
    """Declare an attack on a hex and roll for it; the defender commits nothing where he is asked."""
    do(match, f"attack {target}", *(f"unit {unit}" for unit in attackers), *([f"air {air}"] if air else []), "commit")
    if match.prompts() and asked(match).message.key == "ask.defence":
        do(match, "commit")
    return match


def shifts(match: Match) -> dict[str, int]:
    """The columns by rule of the last combat that was worked out: right of the ratio positive."""
    return {shift["rule"]: shift["value"] for shift in told(match, "log.odds")["shifts"]}
