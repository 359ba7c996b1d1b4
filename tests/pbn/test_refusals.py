"""Refusals name the true cause: one position a cause, and what is read in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.words import plain
from tests.pbn.fights import AROUND, TARGET, declared
from tests.pbn.outcomes import brings
from tests.pbn.positions import board, do, the_game, why

N, NE, SE, S, SW, NW = AROUND
COMING = {"turn_3": "SU-24", "turn_4": "SU-7", "0110": "SU-76", "tamsag": "SU-149", "replaceable": "SU-8"}
AT_ANOTHER_TIME = "SCM.7: Staff Planning (Soviet) is played at another time."
FACE_DOWN = {"face_down": True}
DECEPTION = {"deception": True}


def read(match: Match, decision: str) -> str:
    return plain(why(match, decision), match.game)


def arriving(*decisions: str, **kinds: Any) -> Match:
    return do(board({**COMING, "hand": "SU-CM-STAFF", "2010": "JP-64"}, "soviet_reinforcement", **kinds), *decisions)


@pytest.mark.parametrize(
    ("decision", "text"),
    [
        (
            "base SU-CM-STAFF",
            "5.3: Staff Planning (Soviet) is a campaign marker: it is drawn and played, and does not arrive.",
        ),
        ("base JP-64", "6.1: 64 Inf is not yours."),
        (
            "field SU-AIR-1",
            "16.31.1: Soviet air 1 is an air point; air points that arrive go to Reserve by themselves.",
        ),
        ("hold SU-76", "6.1: 76 Mot is on the map or in the base already."),
        ("base SU-149", "6.1: 149 Mot is on the map or in the base already."),
        ("base SU-7", "6.1: 7 Mech does not come this turn (Due in August)."),
        ("base SU-8", "6.1: 8 Mech is not on its way."),
        ("play SU-24", "5.3: 24 Mot is not a campaign marker."),
        ("play JP-CM-STAFF", "5.3: Staff Planning (Japanese) is not yours."),
        ("play SU-CM-MASKIROVKA", "5.3: You do not hold Maskirovka."),
        (
            "play SU-CM-STAFF",
            f"{AT_ANOTHER_TIME} In the Logistics Phase: activate a headquarters without supply.",
        ),
        ("purchase SU-24", "25.6.4: 24 Mot is not an optional unit of yours."),
        ("purchase SU-544", "25.6.4: 544 Inf can be bought only while 1st Army Group is in effect."),
        ("drop SU-24", "26.10: Airborne landings are made only with their variant."),
        ("table raid", "4.1.18: That is not done at this point of the turn."),
    ],
)
def test_who_does_not_arrive(decision: str, text: str) -> None:
    assert read(arriving(), decision) == text


def test_who_is_sent_already_and_what_is_bought_already() -> None:
    sent = arriving("field SU-24")
    assert read(sent, "base SU-24") == "6.21: 24 Mot is sent already; it is placed on the map next."
    bought = board({"effect": "SU-CM-1AG", "turn_3": "SU-544"}, "soviet_reinforcement", points=(3, 0))
    assert read(bought, "purchase SU-544") == "25.6.4: 544 Inf has been bought already."
    poor = board({"effect": "SU-CM-1AG"}, "soviet_reinforcement", points=(2, 0))
    assert read(poor, "purchase SU-544") == "25.6.4: 544 Inf costs 3 victory points, and you have 2."
    jump = board({"turn_3": "SU-24"}, "soviet_reinforcement", options={"airborne": True})
    assert read(jump, "drop SU-24") == "33.0: Only 212 Abn jumps."


BASE = {"0808": ["SU-24", "SU-36HQ"], "tamsag": ["SU-76", "SU-82HQ"], "turn_5": "SU-7", "2010": "JP-64"}


@pytest.mark.parametrize(
    ("decision", "key"),
    [
        ("breakdown JP-64", "why.not-yours"),
        ("breakdown SU-7", "why.off-map"),
        ("breakdown SU-36HQ", "why.no-breakdown"),
        ("conceal SU-36HQ", "why.no-conceal"),
        ("conceal SU-24", "why.concealed"),
        ("conceal SU-7", "why.off-map"),
        ("reveal JP-64", "why.not-yours"),
        ("reveal SU-36HQ", "why.not-concealed"),
        ("reveal SU-76", "why.not-on-map"),
        ("activate SU-82HQ", "why.base-supply"),
        ("activate SU-36HQ", "why.no-supply"),
        ("refit SU-24", "why.not-replaceable"),
        ("play SU-CM-RECON", "why.not-held"),
    ],
)
def test_logistics(decision: str, key: str) -> None:
    match = board(BASE, "soviet_logistics", options=FACE_DOWN, face_down=["SU-24", "SU-76"])
    assert why(match, decision).key == key


def test_backs_are_shown_only_with_the_option() -> None:
    match = board(BASE, "soviet_logistics")
    assert why(match, "reveal SU-24").key == why(match, "conceal SU-24").key == "why.no-backs"


def test_supply_that_serves_nobody_because_its_hex_is_overstacked() -> None:
    full = {"0808": ["SU-24", "SU-76", "SU-36R"], "0809": "SU-36HQ", "replaceable": ["SU-7", "SU-8"], "0404": "SU-57E"}
    match = board(full, "soviet_logistics", supply={"soviet": {"0808": 1, "0404": 1, "0410": 1}}, jammed=supply(0))
    assert read(match, "activate SU-36HQ") == "12.5.2: Supply in 0808 serves nobody: the hex is overstacked."
    assert why(match, "fortify 0808").rule == "12.5.2"
    assert why(do(match, "refit SU-7"), "hex 0808").rule == "12.5.2"


def supply(side: int) -> int:
    """All supply points of a side."""
    game = the_game()
    return game.supply & game.sheet.of_side[side]


def test_refits() -> None:
    lost = {"replaceable": ["SU-57cHQ", "SU-8", "SU-36R", "SU-OT130"], "0808": "SU-24", "0404": "SU-76"}
    stores: Mapping[str, Mapping[str, int]] = {"soviet": {"0808": 2, "0404": 1, "tamsag": 2}}
    match = board(lost, "soviet_logistics", supply=stores)
    do(match, "refit SU-57cHQ")
    assert why(match, "unit SU-8").key == "why.refit-alone"
    assert why(match, "hex 0404").key == "why.refit-supply"
    assert why(match, "hex 2010").key == "why.no-supply-there"
    one = do(board(lost, "soviet_logistics", supply=stores), "refit SU-36R")
    assert why(one, "unit SU-36R").key == "why.in-hand"
    assert why(one, "unit SU-57cHQ").key == "why.refit-alone"
    assert why(one, "unit SU-8").key == "why.refit-size"


def test_fortifications() -> None:
    match = board(
        {"0808": ["SU-57E", "SU-24"], "0809": "SU-76", "0403": "SU-149"},
        "soviet_logistics",
        supply={"soviet": {"0808": 1}},
        fortified={"soviet": "0809"},
    )
    do(match, "fortify 0808")
    assert why(match, "hex 0809").key == "why.fortified"
    assert why(match, "hex 0403").key == "why.no-site"


@pytest.mark.parametrize(
    ("decision", "key"),
    [("unit SU-24", "why.base-inactive"), ("unit SU-76", "why.out-of-radius"), ("unit SU-DEC-1", "why.base-inactive")],
)
def test_who_stays_in_the_follow_on_impulse(decision: str, key: str) -> None:
    placed = {"tamsag": ["SU-24", "SU-DEC-1"], "0808": "SU-76", "2010": "JP-64"}
    assert why(board(placed, impulse=2, options=DECEPTION), decision).key == key


def test_deception_markers() -> None:
    placed = {"0808": "SU-DEC-1", "0404": "SU-24", "0810": "JP-64", "out": "SU-DEC-2"}
    match = board(placed, options=DECEPTION)
    assert why(match, "unit SU-DEC-2").key == "why.off-map"
    do(match, "unit SU-DEC-1")
    assert why(match, "hex 0811").key == "why.feint"


def test_answers_of_who_holds_nothing() -> None:
    match = do(declared({N: "SU-24"}, "JP-64", also={"hand": "JP-CM-BANZAI"}), "table raid")
    assert read(match, "done") == "14.41: You hold no marker to play here: go on."
    assert why(match, "play JP-CM-BANZAI").key == "why.not-its-time"
    do(match, "pass")
    assert read(match, "done") == "15.5: Play a marker, or keep it."


def test_declarations() -> None:
    placed = {N: "SU-24", TARGET: "JP-64", "tamsag": "SU-76", "0404": "SU-DEC-1"}
    match = do(board(placed, "soviet_combat", options=DECEPTION), f"attack {TARGET}")
    assert why(match, "unit SU-76").key == "why.not-on-map"
    assert why(match, "unit SU-DEC-1").key == "why.feint-attacks-not"


def test_losses_of_what_does_not_break_down() -> None:
    match = brings("BB", {N: ["SU-11A", "SU-36R", "SU-36A"], NE: "SU-6A"}, ["JP-64", "JP-71"])
    while match.prompts()[0].side != 0:
        do(match, next(f"{o.verb} {match.game.write(o.verb, next(iter(o)))}" for o in match.prompts()[0].offers))
    offers = {o.verb: [match.game.write(o.verb, n) for n in o] for o in match.prompts()[0].offers}
    do(match, f"unit {offers['unit'][-1]}")
    assert why(match, "breakdown SU-36R").key == "why.no-breakdown"


def test_pursuit() -> None:
    match = brings("DE", {N: ["SU-11A", "SU-36HQ"], NE: "SU-6A"}, "JP-64", also={S: "JP-23HQ"}, activated="SU-36HQ")
    assert read(match, "unit SU-36HQ") == "15.43: 36 HQ has no attack or no movement factor: it cannot pursue."
    do(match, "unit SU-11A")
    assert read(match, f"hex {S}") == f"15.44: {S} is not next to 11 Arm."
    assert read(match, f"hex {NW}") == f"15.42: {NW} was not attacked in this battle."


def test_guns_ask_for_points() -> None:
    placed = {"0808": "SU-COG", "0811": "JP-64", "0911": "JP-71"}
    options = {"hq_artillery": True}
    match = board(placed, "soviet_strike", supply={"soviet": {"0808": 2}}, activated="SU-COG", options=options)
    do(match, "artillery SU-COG", "hex 0811")
    assert read(match, "artillery SU-COG") == "29.2: Say how many points strike 0811."
    assert read(match, "points 4") == "29.2: From 1 to 3 points."


def test_missions() -> None:
    match = board({}, "air", air={"soviet": {"reserve": 3}})
    assert read(match, "strikes 0") == "16.3: Send at least one point, or leave the mission out."
    assert read(match, "close_support 1") == "31.0: Close air support is flown only with its variant."


def test_set_up() -> None:
    match = Match(the_game().start("campaign", {}))
    assert read(match, "unit SU-24") == "3.1: 24 Mot is placed already."
    assert read(match, "unit SU-7") == "3.1: 7 Mech is not part of the set-up."
    assert read(match, "unit JP-64") == "3.1: 64 Inf is not yours."
    do(match, "unit MN-15M")
    assert read(match, "hex 2010") == "25.4.1: 15M Cav begins west of the Khalkhin Gol, not in 2010."


@pytest.mark.rule("pbn", "34.0.2")
def test_a_deception_marker_on_the_map_is_not_face_down() -> None:
    match = board({"0808": "SU-24", "0810": "SU-DEC-1", "2010": "JP-64"}, options={**FACE_DOWN, **DECEPTION})
    assert read(match, "reveal SU-DEC-1") == "34.0.2: Soviet deception 1 is not face down."
    assert read(match, "reveal SU-DEC-2") == "34.0.2: Soviet deception 2 is not on the map."


def test_who_is_in_hand_is_placed_before_anything_else() -> None:
    match = arriving("field SU-24", "auto")
    assert read(match, "base SU-24") == "6.21: Choose a unit first."
    assert read(do(match, "unit SU-24"), "done") == "6.21: Choose a hex for 24 Mot first."


def test_after_the_set_up_nobody_is_to_be_chosen() -> None:
    match = do(Match(the_game().start("campaign", {})), "auto")
    assert read(match, "hex 0808") == "3.1: Nothing is left that could be placed."


def test_what_is_asked_is_repeated_where_it_comes_first() -> None:
    match = do(
        board({"0110": "SU-36HQ", "0109": "SU-SUP-1", "0111": "SU-SUP-2"}, "soviet_logistics"), "activate SU-36HQ"
    )
    assert read(match, "done") == "7.2: First answer what is asked: Choose the supply for 36 HQ."
