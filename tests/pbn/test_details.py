"""What clients draw of a question beside its answers: for whom it is meant, exactly, and nothing for anybody else."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.pbn.fights import AROUND, TARGET
from tests.pbn.oracles.atlas import around
from tests.pbn.outcomes import brings
from tests.pbn.positions import board, do, why
from tests.pbn.test_steps import FOES, SCENES, guns, strikes

N, NE, SE, S, SW, NW = AROUND


def shown(match: Match, side: str | None) -> dict[str, Any]:
    found: dict[str, Any] = match.view(side)["details"]
    return found


def brief(odds: dict[str, Any]) -> tuple[str, int, int, str, list[str]]:
    return odds["table"], odds["attack"], odds["defence"], odds["column"], odds["unknown"]


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("Load", "soviet"), ("Gun", "soviet"), ("StrikePhase", "soviet"), ("Declare", "soviet"),
        ("Withdraw", "soviet"), ("Pursue", "soviet"), ("Moving", "soviet"), ("Fortify", "japan"),
    ],
)  # fmt: skip
def test_what_is_in_hand_is_shown_to_its_owner_alone(name: str, owner: str) -> None:
    match = SCENES[name].make()
    assert shown(match, owner)
    for stranger in {"soviet", "japan", None} - {owner}:
        assert shown(match, stranger) == {}


# -- air --------------------------------------------------------------------------------------------------------------


def test_each_side_sees_its_own_missions() -> None:
    match = board(FOES, "air", air={"soviet": {"reserve": 5}, "japan": {"reserve": 2}})
    match.play("strikes", 2, side="soviet")
    none = {"superiority": 0, "interdiction": 0, "recon": 0}
    assert shown(match, "soviet") == {"missions": {"reserve": 3, **none, "strike": 2}}
    assert shown(match, "japan") == {"missions": {"reserve": 2, **none, "strike": 0}}
    assert shown(match, None) == {}
    plans = {side: match.view(side)["agenda"][-1]["plans"] for side in ("soviet", "japan", None)}
    nothing = [-1] * 5
    assert plans == {"soviet": [[-1, -1, -1, 2, -1], nothing], "japan": [nothing] * 2, None: [nothing] * 2}


def test_close_support_is_a_mission_where_it_is_played_with() -> None:
    match = board(FOES, "air", air={"soviet": {"reserve": 1}}, options={"close_support": True})
    match.play("close_support", 1, side="soviet")
    assert shown(match, "soviet")["missions"]["support"] == 1


def test_strikes_add_up_by_hex() -> None:
    match = strikes("strike 0808")
    assert shown(match, "soviet")["strikes"] == {}
    assert brief(shown(match, "soviet")["odds"]) == ("bombardment", 3, 0, "3", ["16.84.1"])
    do(match, "points 2", "strike 0810")
    assert shown(match, "soviet")["strikes"] == {"0808": 2}
    assert brief(shown(match, "soviet")["odds"]) == ("bombardment", 2, 0, "2", ["16.84.1"])
    do(match, "points 1")
    assert shown(match, "soviet") == {"strikes": {"0808": 2, "0810": 1}}
    do(match, "done")
    for everybody in ("soviet", "japan", None):
        assert shown(match, everybody) == {"strikes": {"0808": 2, "0810": 1}}


def test_artillery_is_added_to_what_has_been_placed() -> None:
    match = guns("artillery SU-COG")
    assert shown(match, "soviet") == {"strikes": {}}
    do(match, "hex 0811")
    assert brief(shown(match, "soviet")["odds"]) == ("bombardment", 3, 0, "3", [])
    do(match, "points 1", "hex 0911")
    assert shown(match, "soviet")["strikes"] == {"0811": 1}
    assert brief(shown(match, "soviet")["odds"]) == ("bombardment", 2, 0, "2", [])
    do(match, "points 2")
    assert shown(match, "soviet") == {"strikes": {"0811": 1, "0911": 2}}


# -- movement ---------------------------------------------------------------------------------------------------------


def test_a_move_from_the_base_begins_at_the_edge() -> None:
    match = do(board({"tamsag": "SU-24", "2808": "JP-64"}), "unit SU-24")
    found = shown(match, "soviet")
    assert found["move"] == {"units": ["SU-24"], "origin": "tamsag", "path": [], "planned": True}
    assert found["allowance"] == "12"
    assert (found["left"]["0119"], found["left"]["0101"]) == ("11½", "11"), "by road, and over open ground"
    edge = {h for h in found["left"] if h.startswith("01")}
    assert not edge & set(found["from"])
    assert set(found["left"]) == edge | set(found["from"])


def test_the_first_step_is_drawn_from_where_the_unit_stands() -> None:
    match = do(board({"0808": "SU-24", "0804": "JP-64"}), "unit SU-24")
    found = shown(match, "soviet")
    assert {h for h, before in found["from"].items() if before == "0808"} == set(around("0808"))


# -- combat -----------------------------------------------------------------------------------------------------------


def test_a_battle_is_open_to_everybody() -> None:
    match = SCENES["ChooseTable"].make()
    for viewer in ("soviet", "japan", None):
        found = shown(match, viewer)
        assert found["plan"] == {
            "side": "soviet", "kind": "raid", "target": TARGET, "targets": [TARGET], "units": ["SU-24"],
            "defenders": ["JP-64"],
        }  # fmt: skip
        assert brief(found["odds"]) == ("raid", 2, 4, "50%", [])
        assert {table: brief(odds) for table, odds in found["alternatives"].items()} == {
            "raid": ("raid", 2, 4, "50%", []),
            "assault": ("assault", 2, 4, "50%", []),
        }


def test_who_adds_strength_is_the_defenders_secret_while_he_chooses() -> None:
    match = SCENES["EmployDefenders"].make()
    assert brief(shown(match, "japan")["odds"]) == ("raid", 2, 4, "50%", [])
    for stranger in ("soviet", None):
        assert brief(shown(match, stranger)["odds"]) == ("raid", 2, 8, "25%", [])
        assert match.view(stranger)["agenda"][-1]["units"] == []


def test_where_a_unit_can_retreat_and_what_it_costs() -> None:
    free = brings("AM", {N: "SU-11A"}, "JP-64")
    assert shown(free, "soviet") == {
        "move": {"units": ["JP-64"], "origin": TARGET, "path": []},
        "from": {SW: TARGET, S: TARGET, SE: TARGET},
        "stops": {},
    }
    ringed = brings("AM", {N: "SU-11A", S: "SU-6A"}, "JP-64")
    assert shown(ringed, "soviet")["stops"] == dict.fromkeys((NW, SW, NE, SE), "15.33.3")


def test_who_pursues_is_drawn_where_it_stands() -> None:
    match = SCENES["Pursue"].make()
    assert shown(match, "soviet") == {"move": {"units": ["SU-11A"], "origin": N, "path": []}}


def test_air_points_are_shown_together_with_the_guns_on_the_same_hex() -> None:
    placed = {"0808": "SU-COG", "0811": "JP-64", "0911": "JP-71"}
    match = board(
        placed,
        "soviet_strike",
        supply={"soviet": {"0808": 1}},
        air={"soviet": {"strike": 2}},
        activated="SU-COG",
        options={"hq_artillery": True},
    )
    do(match, "artillery SU-COG", "hex 0811", "points 1")
    assert (why(match, "hex 0811").rule, why(match, "hex 0811").key) == ("29.2", "why.struck")
    do(match, "done", "strike 0811")
    assert brief(shown(match, "soviet")["odds"]) == ("bombardment", 3, 0, "3", ["16.84.1"])
