"""Advice: what the planner would say at any prompt, with a reason that is true and can be read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count, product
from typing import Any

import pytest

import khalkhin
from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.hint import Hint, hint, hint_data
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.view import View, answers, imagine, phase, view
from khalkhin.engine.words import Words, languages
from tests.bkg import positions as bkg
from tests.conformance.driver import even, new
from tests.conformance.games import CASES, Case
from tests.conformance.hidden import permuted
from tests.kgw import positions as kgw
from tests.pbn import positions as pbn
from tests.sn import positions as sn
from tests.words.test_sentences import readable

OURS = [case for case in CASES if case.game != "tiny"]
STRIDE = 10
MOST = 600


def prompts(case: Case, seed: int, most: int = MOST) -> Iterator[tuple[Match, int]]:
    """Some positions of a random game, with everybody who is asked there."""
    match, rng = new(case, seed), random.Random(seed)
    for n in range(most):
        if match.over:
            return
        if n % STRIDE == 0:
            yield from ((match, prompt.side) for prompt in match.prompts())
        match.decide(even(match, rng))


def sentences(match: Match, found: Hint) -> list[str]:
    """The reason in every language; its key has words of its own in each."""
    reason = hint_data(match.game, found)["reason"]
    words = [Words(language, match.game) for language in languages()]
    assert all(reason["key"] in one for one in words)
    return [one.say(reason["key"], reason["params"]) for one in words]


@pytest.mark.parametrize("case", OURS, ids=str)
def test_at_any_prompt(case: Case) -> None:
    """Whoever is asked, at set-up, in battle or out of turn, gets an answer that the prompt allows, and a reason."""
    for match, side in prompts(case, 4):
        seen = view(match.state, side)
        found = hint(seen)
        assert found.said[0] in answers(seen)
        assert all(map(readable, sentences(match, found)))


@pytest.mark.parametrize("case", [case for case in OURS if not case.light], ids=str)
def test_the_planner_in_the_same_seat_says_the_same(case: Case) -> None:
    for match, side in prompts(case, 5, 200):
        seen = view(match.state, side)
        assert hint(seen, 7).said[0] == PlannerPlayer(7).decide(seen)


@pytest.mark.parametrize("case", [case for case in OURS if not case.light], ids=str)
def test_what_is_hidden_makes_no_difference(case: Case) -> None:
    rng = random.Random(6)
    for match, side in prompts(case, 6, 300):
        twin = permuted(match.state, side, rng, case.secrets)
        assert hint(view(twin, side)) == hint(view(match.state, side))


def fighting(code: str, most: int) -> Iterator[tuple[Match, View]]:
    """Prompts of games between planners, one after the other, at which an attack can be put together or made better."""
    match, players, begun = khalkhin.new(code, seed=3), [PlannerPlayer(1), PlannerPlayer(2)], count(4)
    for _ in range(most):
        if match.over:
            match = khalkhin.new(code, seed=next(begun))
        side = match.prompts()[0].side
        seen = view(match.state, side)
        if {offer["verb"] for offer in seen["prompt"]["offers"]} & {"attack", "bombard", "table", "support"}:
            yield match, seen
        match.play(*players[side].decide(seen), seen["side"])


@pytest.mark.parametrize(("code", "most"), [("bkg", 250), ("kgw", 300), ("pbn", 400), ("sn", 500)])
def test_chances_do_not_hang_on_what_is_only_imagined(code: str, most: int) -> None:
    """The same figures whoever is imagined to stand where nobody can be seen."""
    rng, looked_at = random.Random(9), 0
    for match, seen in fighting(code, most):
        found = hint(seen)
        idea = [(verb, match.game.parse(verb, noun)) for verb, noun in found.said]
        side = match.game.sides.index(seen["side"])
        for _ in range(3 if "chance" in found.reason.params else 0):
            looked_at += 1
            assert advisor_of(match.game).reason(imagine(match.game, seen, rng), side, idea) == found.reason
    assert looked_at > 10


def test_who_is_not_asked() -> None:
    match = khalkhin.new("bkg", seed=1)
    for seat in ("japan", None):
        with pytest.raises(KhalkhinError) as refused:
            hint(match.view(seat))
        assert str(refused.value) == "There is nothing for you to decide now."


def test_one_answer_only() -> None:
    match = bkg.board({"0811": "SU-149-1", "0812": "JP-64-1"}, "sov_combat", air=(0, 0))
    bkg.do(match, "attack 0812", "unit SU-149-1")
    found = hint(match.view("soviet"))
    assert found.said == (("commit", None),)
    assert found.reason.key == "hint.only"


def test_as_plain_data() -> None:
    found = hint(khalkhin.new("kgw", seed=1).view("soviet"))
    data = hint_data(kgw.the_game(), found)
    assert data == {"said": [["auto", None]], "reason": {"key": "hint.setup", "params": {}}}


# -- chances that are told ---------------------------------------------------------------------------------------------


def told(match: Match, side: str) -> tuple[Hint, dict[str, Any]]:
    found = hint(match.view(side))
    params: dict[str, Any] = hint_data(match.game, found)["reason"]["params"]
    return found, params


def emptied(match: Match, side: str, target: str) -> bool:
    """Whether an attack clears a hex: both sides follow advice all the way."""
    hex_, mine = match.game.map.grid.at(target), match.game.sheet.of_side[match.game.sides.index(side)]
    now, said = phase(match.state, None), list[tuple[str, Any]]()
    while match.state.at.get(hex_, 0) & ~mine:
        if phase(match.state, None) != now:
            return False
        asked = match.game.sides[match.prompts()[0].side]
        said = said or list(hint(match.view(asked)).said)
        match.play(*said.pop(0), asked)
    return True


def cleared(match: Callable[..., Match], dice: int, side: str, target: str) -> int:
    """In how many of a hundred throws: every throw is played for real."""
    rolls = list(product(range(1, 7), repeat=dice))
    falls = [roll if dice > 1 else roll[0] for roll in rolls]
    return round(100 * sum(emptied(match(fall), side, target) for fall in falls) / len(rolls))


def batalha(*dice: Any) -> Match:
    placed = {"1411": ["SU-149-1", "SU-149-2"], "1412": ["SU-24-1", "SU-24-2"], "1511": "JP-64-1", "2010": "JP-64-2"}
    return bkg.board(placed, "sov_combat", dice=dice, air=(0, 0), options={"open_strengths": True})


def war(*dice: Any) -> Match:
    placed = {"2507": "JA-2", "2508": ["CX-CAVGP", "JA-1ARM"], "2608": ["MP-2CAV", "MP-5CAV"], "1211": "RA-36"}
    return kgw.board(placed, "japan_combat", dice=dice)


def nomonhan(*dice: Any) -> Match:
    return pbn.board({"1910": "SU-11A", "2010": "JP-71", "2517": "JP-26"}, "soviet_combat", dice=dice)


def strike_north(*dice: Any) -> Match:
    placed = {"1421": ["SU-12IC", "SU-SUP-1"], "1522": ["SU-31IC", "SU-2SA"], "1521": "JP-8ID", "2010": "JP-3IC"}
    return sn.do(sn.board(placed, "soviet_combat", dice=dice), "done")


@pytest.mark.parametrize(
    ("match", "dice", "side", "target", "place", "points"),
    [
        (batalha, 2, "soviet", "1511", "Nomonhan", 20),
        (war, 1, "japan", "2608", "Hailar", 3),
        (nomonhan, 1, "soviet", "2010", "Nomonhan", 5),
        (strike_north, 1, "soviet", "1521", "Hailar", 10),
    ],
)
def test_the_chance_of_an_attack(
    match: Callable[..., Match], dice: int, side: str, target: str, place: str, points: int
) -> None:
    """The chance that is told is how often the hex is empty afterwards, and the place with its points is named."""
    found, params = told(match(), side)
    assert found.said[0] == ("attack", target)
    assert params["given"] == ""
    assert params["also"] == {"key": "hint.also.place", "place": place, "points": points}
    assert 0 < params["chance"] < 100
    assert params["chance"] == cleared(match, dice, side, target)


# -- what is told besides ----------------------------------------------------------------------------------------------


def sentence(match: Match, side: str) -> str:
    return sentences(match, hint(match.view(side)))[languages().index("en")]


LINE = {"2206": ["RA-36", "RA-11ARM"], "2208": "RA-57", "2207": "MC-HSINGAN", "2006": "MC-CHINGAN"}
"""A Soviet attack beside the railroad between Hailar and Manchouli."""


def test_a_railroad_that_is_cut() -> None:
    """Somebody in Hailar has no other way to Manchouli; without him nobody is cut off."""
    cut = kgw.board({**LINE, "2608": "JA-2"}, "soviet_combat")
    assert sentence(cut, "soviet") == "100 % to clear it, and it cuts the railroad to Manchouli"
    open_ = kgw.board(LINE, "soviet_combat")
    assert sentence(open_, "soviet") == "100 % to clear it, and it opens the way to Manchouli"


def test_an_assault() -> None:
    match = kgw.board({**LINE, "2206": [], "2208": [], "2204": ["RA-36", "RA-11ARM"]}, "soviet_move")
    assert sentence(match, "soviet") == (
        "brings 2 units beside Manchouli: ≥700 % there, 100 % to clear it, and Manchouli is worth 2 points"
    )


def test_a_march() -> None:
    match = kgw.board({"1415": "MP-2CAV", "2207": "MC-HSINGAN"}, "soviet_move")
    assert hint(match.view("soviet")).said == (("unit", "MP-2CAV"), ("hex", "1211"), ("done", None))
    assert sentence(match, "soviet") == (
        "holds Bain Tuman, worth 3 points, before the enemy comes: he is 10 hexes away"
    )


def test_the_border_line_is_shut_in_time() -> None:
    """10.2.2.c  In the Batalha the Japanese move last, and come in where the line is open."""
    shut = {"0802": "SU-601-1", "0803": "SU-601-2", "0903": "SU-601-3", "0904": "SU-602-1", "1005": "SU-602-2"}
    shut |= {"1006": "SU-602-3", "1106": "SU-603-1", "1107": "SU-603-2", "1208": "SU-603-3", "0901": "JP-27-1"}
    last = bkg.board({**shut, "0604": "SU-7B-1"}, "sov_move", turn=31, soviet_objectives=["1511"])
    assert sentence(last, "soviet") == "shuts the last open hex of the border line before his last move"
    far = bkg.board({**shut, "0611": "SU-7B-1"}, "sov_move", turn=30, soviet_objectives=["1511"])
    assert sentence(far, "soviet") == (
        "on the way to 0701 on the border line, to shut it before his last move: 1 more move"
    )


def test_an_unknown_defence_is_a_condition() -> None:
    """5.1.1.d  Strengths are hidden: the chance is told for what units of that nation have on average.

    Those on the map have 4, 4, 4, 1, 1 and 3: the chance is that against an engineer battalion, which has 3.
    """
    attackers = {"1411": ["SU-149-1", "SU-149-2", "SU-24-1"]}
    others = {"2010": ["JP-25-1", "JP-25-2", "JP-7M-1"], "2110": "JP-13A-1"}
    hidden = bkg.board({**attackers, **others, "1511": "JP-64-1", "2210": "JP-23ENG"}, "sov_combat", air=(0, 0))
    known = bkg.board(
        {**attackers, **others, "1511": "JP-23ENG"}, "sov_combat", air=(0, 0), options={"open_strengths": True}
    )
    guessed, exact = told(hidden, "soviet")[1], told(known, "soviet")[1]
    assert guessed["given"] == {"key": "hint.given", "defence": "3"}
    assert guessed["chance"] == exact["chance"]
