"""4.0  Victory: sudden death, points for hexes, and the levels."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.state import Result
from khalkhin.games.kgw.sequence import Turn
from tests.kgw.positions import board, do, keys, place, position

rule = pytest.mark.rule
GARRISONS = (
    "JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-16-2", "JA-29-2", "JA-30-2", "JA-8-4", "JA-37-4", "JA-61-4",
    "JA-70-4", "CX-11-26", "CX-12-26",
)  # fmt: skip
SCORING = ("0112", "1211", "2015", "0421", "0117", "1515", "2608", "2614", "2006", "2211", "1524", "1920", "2312")
"""Every objective and aerodrome outside the USSR."""


def score(match: Match) -> dict[str, int]:
    out = {"soviet": 0, "japan": 0}
    for line in match.view(None)["score"]:
        out[line["side"]] += line["points"]
    return out


def worth(placed: dict[str, list[str]]) -> tuple[int, int]:
    found = score(board(placed))
    return found["soviet"], found["japan"]


@rule("kgw", "4.2.1.a", "4.2.1.b", "4.2.1.c", "4.2.1")
def test_one_value_a_hex() -> None:
    """Q-04: both 3, objective alone 2, aerodrome alone 1."""
    assert worth({"2608": ["JA-64-23"]}) == (0, 3)
    assert worth({"2006": ["JA-64-23"]}) == (0, 2)
    assert worth({"2211": ["JA-64-23"]}) == (0, 1)
    assert worth({"2015": ["RA-80-57"], "2608": ["JA-64-23"], "2211": ["JA-71-23"]}) == (3, 4)
    assert worth({"2010": ["RA-80-57"]}) == (0, 0)


@rule("kgw", "4.2.1.a", "4.2.1.c", "15.1.b")
def test_air_units_hold_an_aerodrome_and_never_an_objective() -> None:
    """T-102, Q-02: objective and aerodrome with air alone 1, with ground units 3, in an enemy zone nothing."""
    assert worth({"2608": ["JA-AIR-1"]}) == (0, 1)
    assert worth({"2608": ["JA-AIR-1", "JA-64-23"]}) == (0, 3)
    assert worth({"2608": ["JA-AIR-1", "JA-64-23"], "2609": ["RA-80-57"]}) == (0, 0)


@rule("kgw", "4.2.1.d")
def test_the_ussr_does_not_score() -> None:
    assert worth({"1803": ["RA-80-57"]}) == (0, 0)


@rule("kgw", "4.2.1", "5.1.a", "5.1.c")
def test_whoever_stands_there_scores() -> None:
    assert worth({"2608": ["RA-80-57"], "2015": ["JA-64-23"], "2312": ["MC-1CAV"]}) == (3, 5)


def end(soviet: list[str], japan: list[str]) -> Result:
    """The last month is over, with these hexes held."""
    red = [f"RA-{name}" for name in ("80-57", "127-57", "293-57", "51-93", "129-93", "266-93", "601-82", "602-82")]
    placed = {h: [u] for h, u in zip(soviet, red, strict=False)}
    placed |= {h: [u] for h, u in zip(japan, GARRISONS, strict=False)}
    match = board(placed, "soviet_end", segment=2, month=11)
    assert match.over
    result = position(match).result
    assert result is not None
    return result


@rule("kgw", "4.0", "4.2", "4.2.1.e", "4.2.1.f", "6.1.o")
@pytest.mark.parametrize(
    ("soviet", "japan", "points", "winner", "level"),
    [
        (["0112", "1211", "2015"], ["2608", "2614", "1524"], (9, 9), None, "draw"),
        (["0112", "1211", "0117"], ["2608", "2614"], (8, 6), None, "draw"),
        (["0112", "1211", "2015"], ["2608", "2614"], (9, 6), 0, "marginal"),
        (["0112"], ["2608", "2614", "2006", "2312"], (3, 10), 1, "marginal"),
        (["0112", "1211"], ["2608", "2614", "1524", "1920", "2006"], (6, 14), 1, "operational"),
        (["0112", "1211", "2015", "0421", "0117"], [], (14, 0), 0, "operational"),
        (["0112", "1211", "2015", "0421", "0117", "1515"], [], (15, 0), 0, "strategic"),
    ],
)
def test_levels(soviet: list[str], japan: list[str], points: tuple[int, int], winner: int | None, level: str) -> None:
    """T-101: 0-2 a draw, 3-7 marginal, 8-14 operational, 15 or more strategic."""
    assert end(soviet, japan) == Result(winner, level, points)


@rule("kgw", "4.2", "6.1.n", "6.1.o")
def test_nobody_wins_on_points_before_the_last_month_is_over() -> None:
    match = board({"2608": ["JA-64-23"]}, "soviet_end", segment=2, month=10)
    assert not match.over
    assert position(match).turn == 11


def conquest(exposed: str = "", missing: str = "") -> Match:
    """The Japanese stand in every hex that counts, but for one; or somebody is next to one of them."""
    placed = {h: [u] for h, u in zip(SCORING, GARRISONS, strict=True) if h != missing}
    if exposed:
        placed[exposed] = ["RA-80-57"]
    return board(placed, "japan_combat")


@rule("kgw", "4.0", "4.1")
def test_sudden_death() -> None:
    """Every objective and aerodrome of the three countries, the USSR's left out."""
    match = conquest()
    assert match.over
    result = position(match).result
    assert result is not None
    assert (result.winner, result.how, result.points) == (1, "sudden-death", (0, 32))
    assert keys(match)[-1] == "log.sudden-death"


@rule("kgw", "4.1")
def test_no_sudden_death_while_one_is_missing_or_in_an_enemy_zone() -> None:
    assert not conquest(missing="1515").over
    assert not conquest(missing="2006").over
    assert not conquest(exposed="2016").over


@rule("kgw", "4.1", "15.1.b")
def test_air_alone_wins_no_objective() -> None:
    """Q-02: the last aerodrome may be held by air units, the last objective not."""
    placed = {h: [u] for h, u in zip(SCORING, GARRISONS, strict=True)}
    assert board({**placed, "2211": ["JA-AIR-1"]}).over
    assert not board({**placed, "2608": ["JA-AIR-1"]}).over


@rule("kgw", "4.1")
def test_sudden_death_comes_at_once() -> None:
    """Q-01: in the middle of a Movement Phase, as soon as the last hex is taken."""
    placed = {h: [u] for h, u in zip(SCORING, GARRISONS, strict=True) if h != "2312"}
    match = board({**placed, "2413": ["CX-13-26"]}, "japan_move")
    before = do(match, "unit CX-13-26", "hex 2312").over
    assert (before, do(match, "done").over) == (False, True), "while the move is in hand, and once it is made"
    assert place(match, "CX-13-26") == "2312"


@rule("kgw", "4.2.1")
def test_objectives_are_shown_with_who_holds_them() -> None:
    found = {o["hex"]: o for o in board({"2015": ["JA-64-23"], "2608": ["JA-71-23"]}).overlays(None)["objectives"]}
    assert set(found) == set(SCORING)
    assert (found["2015"]["holder"], found["2015"]["points"]) == ("japan", 3)
    assert (found["1211"]["holder"], found["2006"]["points"], found["1515"]["points"]) == (None, 2, 1)
    one_of_two = board({"1515": ["RA-AIR-1"], "2006": ["RA-80-57"]}).overlays(None)["objectives"]
    held = {o["hex"]: o["holder"] for o in one_of_two if o["holder"]}
    assert held == {"1515": "soviet", "2006": "soviet"}, "an aerodrome that is no objective, and the other way round"


@rule("kgw", "4.2")
def test_the_end_is_told() -> None:
    match = board({"2608": ["JA-64-23"]}, "soviet_end", segment=2, month=11, first=[Turn(12)])
    assert match.over
    line = match.log[-1]
    assert (line.key, line.params) == ("log.score", {"soviet": 0, "japan": 3})
