"""22.1  The option: in winter who is out of supply may be lost."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.positions import asked, board, do, keys, offered, place, position, refused, told, who_is_at

ON = {"attrition": True}


def winter(placed: dict[str, Any], side: str = "japan", **fields: Any) -> Match:
    return board(placed, f"{side}_attrition", **{"turn": 3, "options": ON, **fields})


@pytest.mark.rule("sn", "22.1", "4.1.10")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (5, False), (6, True)])
def test_a_six_eliminates(die: int, lost: bool) -> None:
    match = winter({"2317": "JP-7ID"}, dice=[die])
    assert place(match, "JP-7ID") == ("pool" if lost else "2317")
    assert told(match, "log.attrition")["dice"] == str(die)
    assert position(match).toll == (0, 0), "R17"


@pytest.mark.rule("sn", "22.1", "4.2.10")
def test_each_unit_of_the_side_has_its_die() -> None:
    placed = {"2317": ["SU-21ID", "SU-22ID", "SU-26ID"], "2102": "JP-7ID"}
    match = winter(placed, "soviet", dice=[(6, 1, 6)])
    assert who_is_at(match, "2317") == {"SU-22ID"}
    assert place(match, "JP-7ID") == "2102", "the other side has its own phase"


@pytest.mark.rule("sn", "22.1", "14.2")
def test_supply_saves() -> None:
    match = winter({"2317": "JP-7ID", "2318": "JP-SUP-1", "home": "JP-8ID"})
    assert "log.attrition" not in keys(match)
    assert not position(match).rolled


@pytest.mark.rule("sn", "22.1.1")
def test_cities_towns_and_forts_save() -> None:
    placed = {"1011": "JP-7ID", "1012": "JP-8ID", "2317": ["JP-9ID", "JP-FORT-1"]}
    assert not position(winter(placed)).rolled
    ruined = winter(placed, ruined="1011", dice=[6])
    assert place(ruined, "JP-7ID") == "pool", "a disrupted city does not"
    assert place(ruined, "JP-8ID") == "1012"


@pytest.mark.rule("sn", "22.1")
def test_corps_may_break_down_first() -> None:
    match = winter({"2317": ["JP-2IC", "JP-7ID"], "2217": "MC-1IC", "2411": "JP-3IC"}, dice=[(1, 6, 1, 1, 1)])
    assert offered(match, "breakdown") == {"JP-2IC"}, "clients do not, and who is not in danger need not"
    assert refused(match, "breakdown MC-1IC") == "22.1"
    assert refused(match, "hex 2317") == "22.1"
    do(match, "breakdown JP-2IC")
    assert place(match, "JP-2IC") == "reorganization"
    assert len(who_is_at(match, "2317")) == 4
    assert asked(match).message.key == "ask.attrition"
    assert not offered(match, "breakdown")
    do(match, "done")
    assert told(match, "log.attrition")["dice"] == "1, 6, 1, 1, 1", "one for each division"
    assert len(who_is_at(match, "2317")) == 3
    assert place(match, "MC-1IC") == "2217"


@pytest.mark.rule("sn", "22.1", "22.0")
def test_only_in_winter_and_only_with_the_option() -> None:
    assert position(winter({"2317": "JP-7ID"}, dice=[6])).rolled
    others: tuple[dict[str, Any], ...] = ({"turn": 2}, {"options": {}}, {"scenario": "nomonhan", "turn": 5})
    for other in others:
        match = winter({"2317": "JP-7ID"}, dice=[6], **other)
        assert place(match, "JP-7ID") == "2317", other
