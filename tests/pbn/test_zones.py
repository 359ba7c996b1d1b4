"""13.0, 8.2.1, 18.4  Zones of control: who has one, and what it does to movement."""

from __future__ import annotations

import pytest

from tests.pbn.fights import AROUND, TARGET
from tests.pbn.oracles.atlas import around
from tests.pbn.outcomes import brings
from tests.pbn.positions import (
    board,
    do,
    hexes,
    keys,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    why,
)


@pytest.mark.rule("pbn", "13.0", "8.2.1", "8.1", "2.36.17")
def test_who_has_a_zone_of_control() -> None:
    for units, exerts in (
        (["JP-64"], True),
        (["JP-1-10AA"], True),
        (["JP-24E"], True),
        (["JP-B1110-1"], True),
        (["JP-23HQ"], False),
        (["JP-SUP-1"], False),
        (["JP-23HQ", "JP-SUP-1"], False),
    ):
        s = position(board({"0808": units}))
        assert names(s.zone(1)) == (set(around("0808")) if exerts else set()), units
    assert not position(board({"0808": "JP-64"}, suppressed="JP-64")).zone(1)
    assert position(board({"0808": ["JP-64", "JP-71"]}, suppressed="JP-64")).zone(1)


@pytest.mark.rule("pbn", "13.0")
def test_markers_have_no_zone() -> None:
    match = board({"0808": "JP-DEC-1"}, options={"deception": True}, fortified={}, air={"japan": {"reserve": 1}})
    assert not position(match).zone(1)


@pytest.mark.rule("pbn", "13.1")
def test_zones_reach_over_rivers_and_up_hills() -> None:
    s = position(board({"1516": "JP-64"}))
    assert names(s.zone(1)) == set(around("1516"))
    assert the_game().map.has_side("wide_river", *(the_game().map.grid.at(h) for h in ("1516", "1517")))


@pytest.mark.rule("pbn", "13.2")
def test_units_block_no_zone() -> None:
    s = position(board({"0808": "JP-64", "0807": "SU-24", "0809": "JP-71"}))
    assert {"0807", "0809"} <= names(s.zone(1))


@pytest.mark.rule("pbn", "13.3", "11.6")
def test_units_stop_in_an_enemy_zone() -> None:
    match = do(board({"0808": "SU-24", "0804": "JP-64"}), "unit SU-24")
    found = match.view("soviet")["details"]
    alone = do(board({"0808": "SU-24"}), "unit SU-24").view("soviet")["details"]
    assert found["left"]["0805"] == alone["left"]["0805"]  # nothing more for the zone
    assert found["stops"]["0805"] == "13.3"
    assert "0804" not in found["left"]
    match = do(board({"0808": "SU-7BG", "0806": "JP-64"}, suppressed="SU-7BG"), "unit SU-7BG")
    assert why(match, "hex 0905").key == "why.zones-between"
    assert refused(match, "hex 0905") == "13.3"
    assert refused(match, "hex 0904") == "11.31"


@pytest.mark.rule("pbn", "13.4", "11.6")
def test_leaving_a_zone_begins_with_a_free_hex() -> None:
    match = board({"0808": "SU-24", "0807": "JP-64", "0811": "JP-71"})
    do(match, "unit SU-24")
    found = match.view("soviet")["details"]
    assert found["left"]["0809"] == "11"  # no cost for leaving
    assert found["left"]["0810"] == "10"  # and into another zone later
    assert found["stops"]["0810"] == "13.3"
    assert found["from"]["0708"] != "0808"
    assert found["from"]["0908"] != "0808"


@pytest.mark.rule("pbn", "13.4")
def test_who_is_hemmed_in_stays() -> None:
    placed = {"0808": ["SU-24", "SU-36HQ"], "0807": "JP-64", "0809": "JP-71"}
    match = board(placed, supply={"soviet": {"0808": 1}})
    assert offered(match, "unit") == set()
    for unit in ("SU-24", "SU-36HQ", "SU-SUP-1"):
        assert refused(match, f"unit {unit}") == "13.4"


@pytest.mark.rule("pbn", "13.3")
def test_headquarters_and_supply_do_not_stop_anybody() -> None:
    """T29"""
    match = board({"0808": "SU-24", "0804": "JP-23HQ"}, supply={"japan": {"1108": 1}})
    do(match, "unit SU-24")
    found = match.view("soviet")["details"]
    assert found["stops"] == {}
    assert found["left"]["0803"] == "6"


@pytest.mark.rule("pbn", "13.5", "13.5.1")
def test_japanese_infantry_infiltrates() -> None:
    """T25"""
    placed = {"0808": "JP-64", "0807": "SU-24", "0809": "SU-76"}
    match = board(placed, "japan_move")
    assert offered(match, "unit") == {"JP-64"}
    do(match, "unit JP-64")
    assert offered(match, "hex") == {"0708", "0709", "0908", "0909"}
    assert set(match.view("japan")["details"]["left"].values()) == {"0"}
    do(match, "hex 0709")
    assert marked(match, "moved", "JP-64")
    assert refused(match, "unit JP-64") == "11.2"


@pytest.mark.rule("pbn", "13.5")
def test_a_river_never_forbids_infiltration() -> None:
    match = board({"1516": "JP-1-8BG", "1416": "SU-24", "1616": "SU-76"}, "japan_move", suppressed="JP-1-8BG")
    do(match, "unit JP-1-8BG", "hex 1517")
    assert place(match, "JP-1-8BG") == "1517"


@pytest.mark.rule("pbn", "13.5.1")
def test_nobody_else_infiltrates() -> None:
    """T26"""
    for unit in ("MC-4H", "MC-Sek", "JP-24E", "JP-1-10AA", "JP-23HQ", "JP-3A", "JP-23C"):
        match = board({"0808": unit, "0807": "SU-24", "0809": "SU-76"}, "japan_move")
        assert refused(match, f"unit {unit}") == "13.4", unit
    match = board({"0808": "SU-601", "0807": "JP-64", "0809": "JP-71"})
    assert refused(match, "unit SU-601") == "13.4"
    for unit in ("JP-26", "JP-B2212-1", "JP-B1210-1", "JP-29IG", "JP-6-1BG"):
        match = board({"0808": unit, "0807": "SU-24", "0809": "SU-76"}, "japan_move")
        assert offered(match, "unit") == {unit}


@pytest.mark.rule("pbn", "13.5")
def test_who_did_not_begin_in_a_zone_does_not_infiltrate() -> None:
    """T27"""
    placed = {"0808": "JP-64", "0805": "SU-24", "0806": "SU-SUP-1"}
    match = do(board(placed, "japan_move"), "unit JP-64", "hex 0706")
    assert place(match, "JP-64") == "0706"
    assert refused(match, "unit JP-64") == "11.2"
    fence = {f"{c:02}06": u for c, u in ((5, "SU-24"), (7, "SU-76"), (9, "SU-149"))}
    match = do(board({"0709": "JP-1-8BG", **fence}, "japan_move", suppressed="JP-1-8BG"), "unit JP-1-8BG")
    assert "0707" in offered(match, "hex")
    assert refused(match, "hex 0704") in ("13.3", "11.31")


@pytest.mark.rule("pbn", "13.5.1")
def test_a_mixed_group_does_not_infiltrate() -> None:
    group = ["JP-1-8BG", "MC-Sek"]
    placed = {"0808": group, "0807": "SU-24", "0709": "SU-76"}
    match = do(board(placed, "japan_move", suppressed=group), "unit JP-1-8BG")
    assert "0708" in offered(match, "hex")
    do(match, "unit MC-Sek")
    assert "0909" in offered(match, "hex")
    assert refused(match, "hex 0708") == "13.5.1"


@pytest.mark.rule("pbn", "13.6")
def test_units_in_a_zone_must_attack_but_supply() -> None:
    match = board({"0808": "SU-24", "0807": "JP-64"}, "soviet_combat")
    assert refused(match, "commit")
    match = board({"0807": "JP-64"}, "soviet_combat", supply={"soviet": {"0808": 1}})
    assert "attack" not in {offer.verb for p in match.prompts() for offer in p.offers}


@pytest.mark.rule("pbn", "13.7")
def test_pursuit_goes_through_enemy_zones() -> None:
    match = brings("DE", {AROUND[0]: "SU-11A", AROUND[1]: "SU-6A"}, "JP-64", also={"0810": "JP-71"})
    do(match, "unit SU-11A")
    assert offered(match, "hex") == {TARGET}
    do(match, f"hex {TARGET}")
    assert place(match, "SU-11A") == TARGET


@pytest.mark.rule("pbn", "13.8")
def test_a_retreat_into_an_enemy_zone_is_the_end() -> None:
    match = brings("AM", {AROUND[0]: "SU-11A", AROUND[3]: "SU-6A"}, "JP-1-8BG")
    assert place(match, "JP-1-8BG") in ("replaceable", "permanent")


# -- stacks that are not disclosed ------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "18.4")
def test_a_face_down_stack_is_announced_to_whoever_comes_next_to_it() -> None:
    """R93"""
    match = board({"0808": "SU-24", "0805": "JP-64"}, options={"face_down": True}, face_down="JP-64")
    do(match, "unit SU-24")
    assert match.view("soviet")["details"]["stops"] == {}
    do(match, "hex 0804")
    assert place(match, "SU-24") != "0804"
    stand = place(match, "SU-24")
    assert stand in around("0805")
    assert told(match, "log.zone")["hexes"] == ["0805"]
    assert told(match, "log.halted")["hex"] == stand
    assert [event.rule for event in match.log if event.key == "log.halted"] == ["13.3"]
    assert position(match).announced == hexes("0805")
    assert marked(match, "face_down", "JP-64")  # not who it is


def test_an_announced_stack_stops_the_next_unit_before_it_sets_out() -> None:
    match = board({"0808": ["SU-24", "SU-76"], "0805": "JP-64"}, options={"face_down": True}, face_down="JP-64")
    do(match, "unit SU-24", "hex 0806", "unit SU-76")
    assert set(match.view("soviet")["details"]["stops"]) == set(around("0805")) & offered(match, "hex")


def test_from_a_zone_nobody_steps_next_to_what_may_have_one() -> None:
    """R93"""
    placed = {"0808": "SU-24", "0807": "JP-64", "1009": "JP-23R"}
    match = board(placed, options={"face_down": True}, face_down="JP-23R")
    do(match, "unit SU-24")
    found = match.view("soviet")["details"]["from"]
    assert found.get("0909") != "0808"
    assert found["0809"] == "0808"
    infantry = {"0808": "JP-1-8BG", "0807": "SU-24", "1009": "SU-36R"}
    match = board(infantry, "japan_move", options={"face_down": True}, face_down="SU-36R")
    do(match, "unit JP-1-8BG", "hex 0909")
    assert place(match, "JP-1-8BG") == "0909"  # infiltration may


@pytest.mark.rule("pbn", "18.4")
def test_moves_do_not_tell_a_deception_marker_from_a_unit() -> None:
    options = {"deception": True}
    real = board({"0808": "SU-24", "0805": "JP-64"}, options=options, face_down="JP-64")
    fake = board({"0808": "SU-24", "0805": "JP-DEC-1"}, options=options)
    for match in (real, fake):
        do(match, "unit SU-24")
    assert offered(real, "hex") == offered(fake, "hex")
    assert real.view("soviet")["details"] == fake.view("soviet")["details"]
    do(fake, "hex 0803")
    assert place(fake, "SU-24") == "0803"
    assert place(fake, "JP-DEC-1") == "out"
    assert "log.deceived" in keys(fake)
