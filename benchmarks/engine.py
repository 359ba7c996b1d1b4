"""The engine on real games: copies, views, imagined positions, and whole random games beside python-chess."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from random import Random

import chess

from benchmarks.timing import Times, Work, race
from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.dice import Dice
from khalkhin.engine.state import State
from khalkhin.engine.view import imagine, view

OURS, DEEPCOPY, CHESS = "khalkhin", "plain Python", "python-chess"
CHESS_GAMES = 10
"""So many random games of chess take about as long as one of the Batalha."""


# -- random games -----------------------------------------------------------------------------------------------------


def start(seed: int, code: str = "bkg") -> State:
    """A new game that keeps no log; of several scenarios each in its turn."""
    game = library.get(code)
    scenarios = list(game.scenarios)
    s: State = game.start(scenarios[seed % len(scenarios)], dice=Dice.practice(seed))
    s.log = None
    return s


def choices(s: State) -> list[tuple[int, str, Noun]]:
    """Every decision that is legal now."""
    return [(p.side, offer.verb, noun) for p in s.asked for offer in p.offers for noun in offer]


def play(seed: int, code: str = "bkg") -> int:
    """A whole game of random decisions; how many they were."""
    rng, s, taken = Random(seed), start(seed, code), 0
    while s.result is None:
        decide(s, *rng.choice(choices(s)))
        taken += 1
    return taken


def play_chess(seed: int) -> int:
    """A whole game of chess in the same way. Random players never claim a draw, so 75 quiet moves end it."""
    rng, board, taken = Random(seed), chess.Board(), 0
    while not board.is_seventyfive_moves() and not board.is_insufficient_material():
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        taken += 1
    return taken


@dataclass(frozen=True)
class Games:
    """Random play: seconds per decision and seconds per game."""

    decisions: Times
    whole: Times
    war: Times
    """Khalkin-Gol War: seconds per decision."""


def measure_games(rounds: int) -> Games:
    """Every round has its own games: one of the Batalha, several of chess, and one of Khalkin-Gol War."""
    lengths: dict[str, list[int]] = {OURS: [], CHESS: []}

    def ours() -> int:
        lengths[OURS].append(play(len(lengths[OURS])))
        return lengths[OURS][-1]

    def theirs() -> int:
        first = CHESS_GAMES * len(lengths[CHESS])
        lengths[CHESS].append(sum(map(play_chess, range(first, first + CHESS_GAMES))))
        return lengths[CHESS][-1]

    decisions = race({OURS: ours, CHESS: theirs}, rounds)
    together = {OURS: 1, CHESS: CHESS_GAMES}
    whole = {
        # The first of the lengths belongs to the round that only warms up.
        name: tuple(t * n / together[name] for t, n in zip(times, lengths[name][1:], strict=True))
        for name, times in decisions.rounds.items()
    }
    return Games(decisions, Times(whole), measure_war(rounds))


def measure_war(rounds: int) -> Times:
    """A game of Khalkin-Gol War in every round; the first rounds have another scenario each."""
    seeds = iter(range(rounds + 1))
    return race({OURS: lambda: play(next(seeds), "kgw")}, rounds)


# -- positions --------------------------------------------------------------------------------------------------------


@dataclass
class Piece:
    """A counter as an object: what can change of it."""

    id: str
    place: str
    marks: list[str]


@dataclass
class Table:
    """A position as plain objects. What never changes is left out, as in the position itself."""

    pieces: list[Piece]
    stacks: dict[str, list[Piece]]
    tracks: dict[str, object]


def as_objects(s: State) -> Table:
    """A position the way it is usually written: a list of pieces, stacks of them, and the tracks."""
    game, marks = s.game, (*s.STATUS, *s.OWN_STATUS)
    pieces = [
        Piece(name, game.place_name(s.where[u]), [mark for mark in marks if getattr(s, mark) >> u & 1])
        for u, name in enumerate(game.sheet.ids)
    ]
    stacks = {game.place_name(place): [pieces[u] for u in members(units)] for place, units in s.at.items()}
    return Table(pieces, stacks, {name: getattr(s, name) for name in s.PUBLIC})


def positions(number: int, seed: int = 1) -> list[State]:
    """Positions from all over a random game."""
    moments = sorted(Random(seed).sample(range(play(seed)), number))
    rng, s, taken = Random(seed), start(seed), 0
    found: list[State] = []
    while len(found) < number:
        if taken == moments[len(found)]:
            found.append(s.clone())
        decide(s, *rng.choice(choices(s)))
        taken += 1
    return found


def measure_clone(at: list[State], rounds: int) -> Times:
    objects = [as_objects(s) for s in at]

    def clone() -> int:
        for s in at:
            s.clone()
        return len(at)

    # One a round: it takes as long as hundreds of clones.
    turn = iter(range(rounds + 1))

    def copy() -> int:
        deepcopy(objects[next(turn) % len(objects)])
        return 1

    return race({OURS: clone, DEEPCOPY: copy}, rounds)


def measure_views(at: list[State], rounds: int) -> Times:
    """A view of whoever is asked, the same as JSON, and a position imagined from it."""
    game, rng = at[0].game, Random(1)
    asked = [(s, s.asked[0].side) for s in at]
    views = [view(s, side) for s, side in asked]

    def see() -> int:
        for s, side in asked:
            view(s, side)
        return len(at)

    def write() -> int:
        for seen in views:
            json.dumps(seen)
        return len(at)

    def dream() -> int:
        for seen in views:
            imagine(game, seen, rng)
        return len(at)

    works: dict[str, Work] = {"view": see, "json": write, "imagine": dream}
    return race(works, rounds)
