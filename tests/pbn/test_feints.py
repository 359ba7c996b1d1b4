"""34.1-34.3  Deception markers: the ways they take, who unmasks them, and why they cannot move or be set down."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.pbn.fights import AROUND
from tests.pbn.oracles.atlas import around
from tests.pbn.outcomes import brings
from tests.pbn.positions import asked, board, do, place, position, told, units, who_is_at, why

rule = pytest.mark.rule
N, NE, SE, S, SW, NW = AROUND
TANKS = {N: "SU-11A", NE: "SU-6A"}
DECEPTION = {"deception": True}
GUARDS = "JP-64 JP-71 JP-72 JP-26 JP-28 JP-25 JP-27 JP-16 JP-30 JP-4 JP-29 JP-8 JP-70"
WALL = dict(zip(("0201", *(f"02{n:02}" for n in range(2, 25, 2))), GUARDS.split(), strict=True))
"""Japanese next to the whole western edge."""


@rule("pbn", "34.2", "34.0")
def test_who_is_unmasked_turns_nobody_else_face_down() -> None:
    match = board(
        {"0808": ["JP-64", "JP-DEC-1"], "1608": "SU-24", "1610": "SU-76"},
        options=DECEPTION, air={"soviet": {"recon": 1}}, face_down=["SU-76", "JP-DEC-1"],
    )  # fmt: skip
    do(match, "recon 0808")
    assert place(match, "JP-DEC-1") == "out"
    assert position(match).face_down == units("SU-76")


@rule("pbn", "34.3")
def test_a_marker_goes_round_a_face_down_stack() -> None:
    match = board({"0808": "SU-DEC-1", "0805": "JP-64"}, options=DECEPTION, face_down="JP-64")
    do(match, "unit SU-DEC-1", "hex 0802")
    path = told(match, "log.move")["path"]
    assert not set(path) & {"0805", *around("0805")}
    assert place(match, "SU-DEC-1") == "0802"


@rule("pbn", "34.3")
def test_a_marker_goes_round_enemies_it_knows_of_too() -> None:
    match = board({"0808": "SU-DEC-1", "0805": "JP-64"}, options=DECEPTION)
    do(match, "unit SU-DEC-1", "hex 0802")
    assert not set(told(match, "log.move")["path"]) & {"0805", *around("0805")}


@rule("pbn", "34.3", "26.2.1")
def test_a_marker_from_the_base_goes_hex_by_hex() -> None:
    match = do(board({"tamsag": "SU-DEC-1", "2808": "JP-64"}, options=DECEPTION), "unit SU-DEC-1", "hex 0604")
    path = told(match, "log.enters")["path"]
    assert (path[0][:2], path[-1]) == ("01", "0604")
    assert all(b in around(a) for a, b in pairwise(path))


@rule("pbn", "11.2", "34.3")
def test_the_marker_in_hand_is_drawn_like_a_unit() -> None:
    match = do(board({"0808": "SU-DEC-1", "2808": "JP-64"}, options=DECEPTION), "unit SU-DEC-1", "via 0810")
    move = match.view("soviet")["details"]["move"]
    assert (move["units"], move["origin"], move["path"][-1]) == (["SU-DEC-1"], "0808", "0810")


@rule("pbn", "11.0", "34.3", "10.2")
def test_why_a_marker_does_not_leave_the_base() -> None:
    """Without headquarters nothing does in a follow-on impulse; with them enemies next to the edge keep it there."""
    placed = {**WALL, "tamsag": ["SU-DEC-1", "SU-36HQ"]}
    for activated, key in ((["SU-36HQ"], "why.no-feint"), ([], "why.base-inactive")):
        match = board(placed, impulse=2, options=DECEPTION, activated=activated)
        assert why(match, "unit SU-DEC-1").key == key


@rule("pbn", "4.1.7", "34.1", "26.3")
def test_why_an_arrival_is_not_set_down_in_a_hex() -> None:
    placed = {"turn_3": ["SU-24", "SU-DEC-1"], "0807": "JP-64"}
    match = do(board(placed, "soviet_reinforcement", options=DECEPTION), "field SU-24", "field SU-DEC-1", "auto")
    assert asked(match).message.key == "ask.place-arrivals"
    unit = do(match.clone(), "unit SU-24")
    assert [why(unit, f"hex {hex_}").key for hex_ in ("0808", "2020")] == ["why.not-edge", "why.not-edge"]
    feint = do(match.clone(), "unit SU-DEC-1")
    assert [why(feint, f"hex {hex_}").key for hex_ in ("0808", "2020")] == ["why.feint", "why.no-deception"]


@rule("pbn", "15.3", "18.4", "34.2")
def test_before_a_retreat_all_markers_that_it_could_meet_are_unmasked() -> None:
    """Two hexes, and whoever is next to where they end: three hexes in every direction, and not a fourth."""
    near = {"0811": "SU-DEC-1", "0805": "SU-DEC-2", "1109": "SU-DEC-3", "0508": "SU-DEC-4"}
    far = {"0812": "SU-DEC-5", "0804": "SU-DEC-6"}
    match = brings("DR", TANKS, "JP-64", also={**near, **far}, options=DECEPTION)
    assert asked(match).message.key == "ask.withdraw"
    assert {place(match, name) for name in near.values()} == {"out"}
    assert {name: place(match, name) for name in far.values()} == {name: hex_ for hex_, name in far.items()}


@rule("pbn", "15.33.3", "34.3")
def test_who_retreats_past_a_marker_unmasks_it() -> None:
    """Beneath a headquarters in the open it is not disclosed before; where the retreat ends it is not next to it."""
    match = brings("DR", TANKS, "JP-64", also={"0710": ["SU-36HQ", "SU-DEC-1"]}, options=DECEPTION)
    assert place(match, "SU-DEC-1") == "0710"
    do(match, "hex 0910")
    assert told(match, "log.retreat")["path"] == ["0808", "0809", "0910"]
    assert who_is_at(match, "0710") == {"SU-36HQ"}
