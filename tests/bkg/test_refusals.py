"""Every question of chapters 5 to 8: a reason, with its rule, exactly against what is not offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.game import STANDING
from khalkhin.engine.match import Match
from tests.bkg.battles import declare, ending_in
from tests.bkg.positions import board, do, why

FOUR = ["JP-71-1", "JP-71-2", "JP-72-1", "JP-72-2"]
WALL = {"0420": ["SU-212"], "0521": ["SU-480-1"], "0423": ["SU-480-2"], "0223": ["SU-480-3"]}
WEAK = [f"SU-601-{n}" for n in (1, 2, 3)]
BATTLE = {
    "0320": ["SU-6T-1", "SU-6T-3", "SU-82A-1", "SU-82AT"], "0319": ["SU-82A-2", "SU-602-1"],
    "0321": ["JP-64-1", "JP-64-3"], "0421": ["JP-13A-1"], "0416": ["JP-71-2"], "0415": ["SU-11T-3"],
    "0523": ["JP-13A-4"], "2720": ["JP-25-3"],
}  # fmt: skip


def phase() -> Match:
    return board(BATTLE, "sov_combat", air=(5, 4))


def beaten(result: str, **others: list[str]) -> Match:
    placed = {"0320": ["SU-6T-1", "SU-6T-3"], "0321": ["JP-13A-1", "JP-13A-3"]}
    placed |= {name[1:]: stack for name, stack in others.items()}
    return ending_in(result, placed, "0321", "SU-6T-1", "SU-6T-3")


def encircled() -> Match:
    return ending_in("DRI AVI", {"0320": ["SU-6T-1"], "0321": ["JP-64-1"], **WALL}, "0321", "SU-6T-1")


def hit_and_encircled() -> Match:
    """Two hexes with friends to go through."""
    placed = {"0320": ["SU-6T-1"], "0321": ["JP-64-1"], "0221": ["JP-71-1"], "0222": ["JP-71-2"], **WALL}
    return ending_in("DRB AVI", placed, "0321", "SU-6T-1")


def by_the_edge() -> Match:
    """0122 touches the west, and two hexes beside it are free."""
    return ending_in("DRI AVI", {"0121": ["SU-6T-1"], "0122": ["JP-64-1"]}, "0122", "SU-6T-1")


def chain() -> Match:
    return do(beaten("DRI AVI", h0223=["SU-212"], h0422=FOUR), "unit JP-13A-3")


def corner() -> Match:
    placed = {"2702": ["SU-6T-1"], "2601": ["SU-212"], "2701": ["JP-64-1"]}
    return ending_in("DRI AVI", placed, "2701", "SU-6T-1", "SU-212")


def advance() -> Match:
    placed = {"0320": ["SU-6T-1", "SU-24-1", "SU-82A-1", "SU-601-1"], "0321": ["MC-SEK-1"]}
    return ending_in("DE AVI", placed, "0321", *placed["0320"])


QUESTIONS: dict[str, Callable[[], Match]] = {
    "the combat phase": phase,
    "the last strike": lambda: board(BATTLE, "sov_combat", air=(3, 0)),
    "an attack": lambda: declare(phase(), "0321"),
    "an attack of the Japanese": lambda: declare(board(BATTLE, "jap_combat", air=(0, 3)), "0320", "JP-64-1"),
    "the combat phase of the Japanese": lambda: board(BATTLE, "jap_combat", air=(0, 3)),
    "an attack in hand": lambda: declare(phase(), "0321", "SU-6T-1", "SU-82A-2", air=2),
    "a bombardment": lambda: do(phase(), "bombard 0421"),
    "a bombardment in hand": lambda: do(phase(), "bombard 0421", "unit SU-82A-2"),
    "a strike": lambda: do(phase(), "strike 0523"),
    "a strike in hand": lambda: do(phase(), "strike 0523", "air 3"),
    "support": lambda: do(declare(phase(), "0321", "SU-6T-1", "SU-6T-3", "SU-82A-1", "SU-82AT"), "commit"),
    "support in hand": lambda: do(
        declare(phase(), "0321", "SU-6T-1", "SU-6T-3", "SU-82A-1", "SU-82AT"), "commit", "unit JP-13A-4", "air 1"
    ),
    "a loss of the defender": lambda: beaten("DRB AVI"),
    "a loss of the attacker": lambda: beaten("DRI AVB"),
    "an elimination": lambda: beaten("DE AVI"),
    "an exchange": lambda: beaten("EMP"),
    "an exchange in hand": lambda: do(beaten("EMP"), "unit JP-13A-3"),
    "the other half of an exchange": lambda: do(beaten("EMP"), "unit JP-13A-3", "commit"),
    "the other half in hand": lambda: do(beaten("EMP"), "unit JP-13A-3", "commit", "unit SU-6T-3"),
    "who retreats": lambda: beaten("DRI AVI"),
    "where to": lambda: do(beaten("DRI AVI"), "unit JP-13A-3"),
    "which edge": corner,
    "the way through": encircled,
    "the second step": lambda: do(encircled(), "hex 0221"),
    "who makes room": chain,
    "where to make room": lambda: do(chain(), "unit JP-72-1"),
    "who advances": advance,
    "who goes on": lambda: do(advance(), "unit SU-6T-1"),
    "who goes no further": lambda: do(advance(), "unit SU-601-1"),
    "who stays behind": lambda: ending_in(
        "DE AVI", {"0320": ["SU-6T-1"], "0319": ["SU-212"], "0321": ["MC-SEK-1"]}, "0321", "SU-6T-1"
    ),
    "hit and encircled": hit_and_encircled,
    "final losses": lambda: do(board({"0320": WEAK, "0321": "SU-212"}, "jap_combat", turn=31, flipped=WEAK), "done"),
    "by the edge": by_the_edge,
    "guns of an attack": lambda: declare(phase(), "0321", "SU-82A-2"),
    "guns in the front line": lambda: declare(phase(), "0321", "SU-82A-1"),
    "tanks of an attack": lambda: declare(phase(), "0321", "SU-6T-1"),
}


@cache
def position_of(question: str) -> Match:
    return QUESTIONS[question]()


def universe(match: Match, kind: Kind) -> Iterator[Noun]:
    """Everything that could be said with a verb of a kind."""
    if kind is Kind.HEX:
        grid = match.game.map.grid
        yield from members(grid.within(match.state.held(0) | match.state.held(1), 2))
    elif kind is Kind.UNIT:
        yield from range(len(match.game.sheet))
    elif kind is Kind.NUMBER:
        yield from range(-1, 22)
    elif kind is Kind.WORD:
        yield from ("N", "E", "S", "W", "X")
    else:
        yield None


@pytest.mark.parametrize("question", QUESTIONS)
def test_offered_exactly_when_there_is_no_reason(question: str) -> None:
    match = position_of(question)
    (prompt,) = match.prompts()
    step = match.state.agenda[-1]
    for verb, kind in match.game.verbs.items():
        if verb in STANDING:
            continue
        for noun in universe(match, kind):
            reason = step.why(match.state, prompt.side, verb, noun)
            assert (reason is None) == prompt.allows(verb, noun), (verb, match.game.write(verb, noun))
            assert reason is None or (reason.rule and reason.key.startswith("why."))


@pytest.mark.parametrize(
    ("question", "decision", "rule", "key"),
    [
        ("the combat phase", "attack 0319", "5.0", "why.no-enemy"),
        ("the combat phase", "attack 0523", "5.0", "why.nobody-beside"),
        ("the combat phase", "attack 0416", "5.1.2.b", "why.armour_mountain"),
        ("the combat phase", "bombard 0319", "5.0", "why.no-enemy"),
        ("the combat phase", "bombard 2720", "8.0.b", "why.no-gun"),
        ("the combat phase", "unit SU-6T-1", "5.0", "why.target-first"),
        ("the combat phase", "edge W", "3.0", "why.not-now"),
        ("the combat phase", "hex 0321", "5.0", "why.which-attack"),
        ("the combat phase", "done", "4.1.2.h", "why.obliged"),
        ("an attack", "commit", "5.0", "why.attackers_first"),
        ("an attack", "air 1", "5.0", "why.attackers_first"),
        ("an attack", "done", "5.0", "why.declaring"),
        ("an attack", "unit JP-64-1", "3.0.b", "why.not-yours"),
        ("an attack", "unit SU-601-1", "5.0", "why.off-map"),
        ("an attack", "unit SU-602-1", "5.0", "why.not-beside"),
        ("an attack in hand", "unit SU-6T-1", "5.0", "why.in-hand"),
        ("an attack in hand", "unit SU-82A-2", "5.0", "why.in-hand"),
        ("an attack in hand", "air 3", "6.1.a", "why.air-named"),
        ("guns of an attack", "air 1", "5.0", "why.attackers_first"),
        ("guns in the front line", "air 1", "8.0.j", "why.artillery_alone"),
        ("tanks of an attack", "air 0", "6.1.a", "why.air-least"),
        ("tanks of an attack", "air 9", "6.1.c", "why.air-left"),
        ("a bombardment", "commit", "8.0.a", "why.guns_first"),
        ("a bombardment", "unit SU-82A-1", "8.0.c", "why.too-near"),
        ("a bombardment", "unit SU-6T-1", "8.0.a", "why.not-artillery"),
        ("a bombardment", "unit SU-602-1", "8.0.a", "why.not-artillery"),
        ("a bombardment", "air 3", "8.0.j", "why.artillery_alone"),
        ("a strike", "commit", "6.2.f", "why.air_first"),
        ("a strike", "unit SU-82A-1", "6.2", "why.strike-alone"),
        ("a strike", "air 2", "6.2.f", "why.air_size"),
        ("a strike", "air 6", "6.1.c", "why.air-left"),
        ("a strike in hand", "air 4", "6.1.a", "why.air-named"),
        ("support", "unit SU-6T-1", "8.0.d", "why.not-yours"),
        ("support", "unit JP-25-1", "8.0.d", "why.off-map"),
        ("support", "unit JP-64-1", "8.0.d", "why.defends-itself"),
        ("support", "unit JP-71-2", "8.0.d", "why.not-artillery"),
        ("support", "air 5", "6.1.c", "why.air-left"),
        ("support", "air 0", "6.1.a", "why.air-least"),
        ("support", "hex 0321", "5.1.1.e", "why.defending"),
        ("support in hand", "unit JP-13A-4", "8.0.d", "why.in-hand"),
        ("support in hand", "air 1", "6.1.a", "why.air-named"),
        ("a loss of the defender", "unit SU-6T-1", "5.1.6.b", "why.not-yours"),
        ("a loss of the defender", "unit JP-64-1", "5.1.6.b", "why.not-among"),
        ("a loss of the defender", "hex 0321", "5.1.6.b", "why.pick-loss"),
        ("a loss of the defender", "commit", "5.1.6.b", "why.pick-loss"),
        ("an exchange", "unit SU-6T-1", "5.1.6.k", "why.not-yours"),
        ("an exchange", "unit JP-64-1", "5.1.6.k", "why.not-among"),
        ("an exchange", "hex 0321", "5.1.6.k", "why.exchange"),
        ("an exchange", "commit", "5.1.6.k", "why.exchange"),
        ("an exchange in hand", "unit JP-13A-3", "5.1.6.k", "why.given-up"),
        ("an exchange in hand", "done", "5.1.6.k", "why.exchange-commit"),
        ("the other half of an exchange", "commit", "5.1.6.k", "why.exchange-more"),
        ("the other half of an exchange", "unit JP-64-1", "5.1.6.k", "why.not-yours"),
        ("the other half of an exchange", "unit SU-601-1", "5.1.6.k", "why.not-among"),
        ("the other half in hand", "hex 0321", "5.1.6.k", "why.exchange-commit"),
        ("the other half in hand", "unit SU-6T-3", "5.1.6.k", "why.given-up"),
        ("who retreats", "hex 0322", "5.3", "why.retreat-first"),
        ("where to", "unit JP-64-1", "5.3", "why.retreat-first"),
        ("where to", "hex 0320", "5.3", "why.enemy"),
        ("where to", "hex 0323", "5.3", "why.one-hex"),
        ("where to", "hex 0421", "5.3.a", "why.retreat-zone"),
        ("where to", "edge W", "4.2.2", "why.no-exit"),
        ("by the edge", "edge W", "4.2.2", "why.exit-last"),
        ("by the edge", "edge N", "4.2.2", "why.no-exit"),
        ("which edge", "edge S", "4.2.2", "why.no-exit"),
        ("the second step", "hex 0220", "5.3.3.b", "why.retreat-zone"),
        ("the second step", "hex 0321", "5.3.3", "why.no-turning-back"),
        ("the second step", "hex 0319", "5.3", "why.one-hex"),
        ("the way through", "hex 0322", "5.3.3.b", "why.dead-end"),
        ("hit and encircled", "hex 0322", "5.3.3.c", "why.through-friends"),
        ("hit and encircled", "hex 0320", "5.3", "why.enemy"),
        ("the second step", "commit", "5.3.3", "why.retreat-first"),
        ("final losses", "unit SU-212", "10.2.a", "why.no-losses"),
        ("final losses", "unit SU-6T-1", "10.2.a", "why.off-map"),
        ("final losses", "unit JP-64-1", "10.2.a", "why.not-yours"),
        ("who makes room", "hex 0522", "5.3.1", "why.chain"),
        ("who makes room", "unit JP-13A-1", "5.3.1", "why.chain-among"),
        ("where to make room", "hex 0321", "5.3.1", "why.chain-again"),
        ("where to make room", "hex 0421", "5.3.a", "why.retreat-zone"),
        ("where to make room", "unit JP-72-1", "5.3.1", "why.chain"),
        ("who advances", "hex 0322", "5.2", "why.advance-first"),
        ("who advances", "unit SU-82A-1", "5.2.c", "why.no-advance"),
        ("who advances", "unit SU-602-1", "5.2", "why.off-map"),
        ("who advances", "unit MC-SEK-2", "5.2", "why.not-yours"),
        ("who goes on", "hex 0323", "5.2.a", "why.not-next"),
        ("who goes on", "unit SU-6T-1", "5.2", "why.already-there"),
        ("who stays behind", "unit SU-212", "5.2", "why.not-among"),
        ("who goes no further", "hex 0322", "5.2.b", "why.one-hex-advance"),
        ("who advances", "commit", "5.2", "why.advancing"),
        ("who advances", "attack 0321", "5.2", "why.advancing"),
    ],
)
def test_the_reason(question: str, decision: str, rule: str, key: str) -> None:
    reason = why(position_of(question), decision)
    assert (reason.rule, reason.key) == (rule, key)
