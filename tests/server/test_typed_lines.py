"""A typed line is carried out by one policy, whichever door it comes through: terminal, socket, HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.typed_line import TypedLine
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.engine.words import Words
from tests.bkg.positions import board as bkg_board
from tests.pbn.positions import board as pbn_board
from tests.server.house import House
from tests.terminal.desk import decided, sit


@dataclass(frozen=True)
class Untouched(Dice):
    """The dice of a game in which none may be thrown."""

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        raise AssertionError("the game's own dice were thrown")


def without_dice(match: Match) -> Match:
    match.state.dice = Untouched(bytes(32), "untouched")
    return match


# -- positions ---------------------------------------------------------------------------------------------------------

BATTLE = {"0812": ["SU-149-1", "SU-149-2"], "0613": "SU-175A-1", "0813": "JP-64-1", "1511": "JP-23RCM"}


def bkg() -> Match:
    return bkg_board(BATTLE, "sov_combat")


def bkg_alone() -> Match:
    """The defender has nothing to add, so the dice are thrown at once."""
    return bkg_board({"0812": ["SU-149-1", "SU-149-2"], "0813": "JP-64-1"}, "sov_combat", air=(0, 0))


def bkg_strike() -> Match:
    return bkg_board({"0812": "SU-149-1", "1511": "JP-23RCM"}, "sov_combat", dice=[(1, 1)])


def pbn_air() -> Match:
    """Japan has allocated its air points: when the Soviet does, both are shown."""
    match = pbn_board({}, "air", air={"soviet": {"reserve": 3}, "japan": {"reserve": 2}}, month=6)
    match.play("strikes", 2, "japan")
    match.play("commit", None, "japan")
    return match


def pbn_battles() -> Match:
    return pbn_board({"0807": "SU-24", "0808": "JP-64", "0817": "SU-76", "0818": "JP-71"}, "soviet_combat")


VOCABULARY = Vocabulary(Words("en", library.get("pbn")))
FACE_DOWN = ("JP-64", "JP-23HQ")


def pbn_fog(near: str) -> Match:
    """Of two counters that lie face down one is near, at 2010: a regiment that stops who comes by, or headquarters."""
    far = next(unit for unit in FACE_DOWN if unit != near)
    placed = {"2007": "SU-24", "1216": "SU-76", "2010": near, "2510": far}
    return pbn_board(placed, "soviet_move", options={"face_down": True}, face_down=FACE_DOWN)


# -- cases -------------------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    position: Callable[[], Match]
    line: str
    decisions: str
    """What is carried out, with commas."""
    told: str
    """What the person is told beside the position."""
    dice: bool = False
    """Whether dice may be thrown."""


NOTHING = "Nothing of the line was carried out."
TWO = "unit SU-149-1, unit SU-149-2"
CASES = {
    "all of it can be taken back": Case(bkg, "attack 0813 with 149/1 149/2 air 4", f"attack 0813, {TWO}, air 4", ""),
    "one part is refused": Case(
        bkg, "attack 0813 149/1 air 40", "", f'"air 40": 6.1.c: Only 15 air points are left. {NOTHING}'
    ),
    "one part is not understood": Case(
        bkg,
        "attack 0813 149/1 chess",
        "",
        '"chess": "chess" is neither a command, nor a choice, nor a hex or unit of this game; choices and help tell'
        f" what is expected. {NOTHING}",
    ),
    "what is final ends the line": Case(bkg, "attack 0813 149/1 149/2 commit", f"attack 0813, {TWO}, commit", ""),
    "the other side is asked first": Case(
        bkg,
        "attack 0813 149/1 149/2 commit done",
        "",
        f'"done": Soviet player: there is nothing to decide now. {NOTHING}',
    ),
    "after the dice this is refused, however they fall": Case(
        bkg,
        "strike 1511 5 commit done",
        "",
        f'"done": 4.1.2.h: Must still attack: I/149 Mot Rgt, II/149 Mot Rgt. {NOTHING}',
    ),
    "every fall of the dice refuses it for another reason": Case(
        bkg_alone,
        "attack 0813 149/1 149/2 commit done",
        "",
        f'"done" cannot follow "commit", which cannot be taken back. {NOTHING}',
    ),
    "dice are thrown, and the rest waits for them to be seen": Case(
        bkg_strike,
        "strike 1511 5 commit done",
        "strike 1511, air 5, commit",
        '"commit" was carried out and cannot be taken back. What came after it on the line was not: "done".',
        dice=True,
    ),
    "nothing is shown for what cannot follow": Case(
        pbn_air,
        "superiority 3 commit relocate JA-AIR-1",
        "",
        '"relocate": "relocate" is neither a command, nor a choice, nor a hex or unit of this game; choices and help'
        f" tell what is expected. {NOTHING}",
    ),
    "the enemy's missions are shown, and the rest waits": Case(
        pbn_air,
        "superiority 3 commit concede",
        "superiority 3, commit",
        '"commit" was carried out and cannot be taken back. What came after it on the line was not: "concede".',
        dice=True,
    ),
    "a declaration cannot be added to": Case(
        pbn_battles,
        "attack 0808 SU-24 attack 0818 SU-76 commit unit SU-149",
        "",
        f'"unit SU-149": 14.28: Choose the next battle. {NOTHING}',
    ),
    "the enemy hears what is declared, and the rest waits": Case(
        pbn_battles,
        "attack 0808 SU-24 attack 0818 SU-76 commit attack 0808",
        "attack 0808, unit SU-24, attack 0818, unit SU-76, commit",
        '"commit" was carried out and cannot be taken back. What came after it on the line was not: "attack 0808".',
    ),
}


class Answer(NamedTuple):
    decisions: str
    told: str


def at_the_terminal(house: House, match: Match, line: str) -> Answer:
    before = len(match.decisions)
    said = sit(match, f"{line}\n")
    return Answer(", ".join(d.split(" ", 1)[1] for d in said.decisions[before:]), said.after(line)[0])


def through_the_socket(house: House, match: Match, line: str) -> Answer:
    key = house.table(match.game.code)
    table, before = house.set_up(key, match), len(match.decisions)
    with house.sit(key, "soviet") as seat:
        answer = seat.order(line)
    told = answer["reason"] if answer["type"] == "refused" else answer.get("note", {"text": ""})
    return Answer(_said(table.match, before), told["text"])


def over_http(house: House, match: Match, line: str) -> Answer:
    key = house.table(match.game.code)
    table, before = house.set_up(key, match), len(match.decisions)
    body = {"number": 1, "line": line}
    answer = house.http.post(f"/api/tables/{key.id}/orders", json=body, headers=key.headers("soviet"))
    told = answer.json().get("note", {"text": ""}) if answer.status_code == 200 else answer.json()["error"]
    return Answer(_said(table.match, before), told["text"])


def _said(match: Match, before: int) -> str:
    return ", ".join(d.split(" ", 1)[1] for d in decided(match.record())[before:])


@pytest.mark.parametrize("door", [at_the_terminal, through_the_socket, over_http])
@pytest.mark.parametrize("name", CASES)
def test_one_policy_at_every_door(house: House, name: str, door: Callable[[House, Match, str], Answer]) -> None:
    case = CASES[name]
    match = case.position()
    answer = door(house, match if case.dice else without_dice(match), case.line)
    assert answer.decisions == case.decisions
    if case.told:
        assert answer.told == case.told
    else:
        assert "carried out" not in answer.told


# -- what is hidden ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "18.4")
@pytest.mark.parametrize("line", ["SU-24 2009 chess", "SU-24 2009 commit", "SU-24 2009 SU-76 2010"])
def test_a_refused_line_does_not_tell_who_lies_face_down(line: str) -> None:
    told = set()
    for near in FACE_DOWN:
        match = pbn_fog(near)
        before = match.view("soviet")
        with pytest.raises(KhalkhinError) as refused:
            TypedLine(line, VOCABULARY).carry_out(match, "soviet")
        told.add(str(refused.value))
        assert match.view("soviet") == before
    assert len(told) == 1


@pytest.mark.rule("pbn", "18.4")
def test_who_goes_there_learns_it_and_cannot_take_it_back() -> None:
    stopped = {}
    for near in FACE_DOWN:
        match = pbn_fog(near)
        done = TypedLine("SU-24 2009 SU-76 1215", VOCABULARY).carry_out(match, "soviet")
        assert done.left == ("SU-76", "1215"), "who has learned something decides anew"
        assert not done.match.can_undo("soviet")
        stopped[near] = "log.zone" in [told["key"] for told in done.match.view("soviet")["log"]]
    assert stopped == {"JP-64": True, "JP-23HQ": False}


def test_a_rehearsal_knows_only_what_the_side_knows() -> None:
    """Two games that look alike to the Soviet rehearse alike, with dice of neither."""
    for seed in range(5):
        one, other = (without_dice(pbn_fog(near)).seat("soviet").rehearsal(seed) for near in FACE_DOWN)
        assert one._match.state == other._match.state
        assert one._match.state.dice == other._match.state.dice != Untouched(bytes(32), "untouched")
