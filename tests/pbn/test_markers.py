"""5.0, JCM, SCM  Campaign markers: picking and holding them, and what those do that act when they are picked."""

from __future__ import annotations

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from tests.pbn.positions import (
    air,
    asked,
    at,
    board,
    do,
    ids,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    the_game,
    told,
    who_is_at,
    why,
)

rule = pytest.mark.rule
SIDE = {"JP": "japan", "SU": "soviet"}
AFTERWARDS = {
    "JP-CM-KAO": "effect",
    "JP-CM-6ARMY": "effect",
    "JP-CM-KAR": "effect",
    "JP-CM-ARMOR": "removed",
    "JP-CM-BANZAI": "hand",
    "JP-CM-GEKOKUJO": "pool",
    "JP-CM-DESERT": "pool",
    "JP-CM-RECON": "hand",
    "JP-CM-STAFF": "hand",
    "JP-CM-WEATHER": "pool",
    "SU-CM-STAVKA": "effect",
    "SU-CM-1AG": "effect",
    "SU-CM-CRISIS": "effect",
    "SU-CM-ESPIONAGE": "hand",
    "SU-CM-MASKIROVKA": "hand",
    "SU-CM-RECON": "hand",
    "SU-CM-STAFF": "hand",
    "SU-CM-EXPERIENCE": "hand",
    "SU-CM-WEATHER": "pool",
    "SU-CM-ZHUKOV": "effect",
}
"""The column `Disposition` of the chart, and `hand` for those that are played later."""


def pick(
    *markers: str, level: int | None = None, placed: dict[str, str | list[str]] | None = None, **more: object
) -> Match:
    """A side picks markers: there are no others in its pool. Then both allocate their air points."""
    more.setdefault("air", {side: {"reserve": 1} for side in ("soviet", "japan")})
    side = SIDE[markers[0][:2]]
    count = len(markers) if level is None else level
    levels = (count, 0) if side == "soviet" else (0, count)
    first = "japan" if side == "soviet" else "soviet"  # so that the other side's phase is over
    return board(
        {**(placed or {}), "pool": list(markers)},
        f"{side}_campaign",
        markers="removed",
        first_player=first,
        levels=levels,
        **more,  # type: ignore[arg-type]
    )


# -- picking and holding -----------------------------------------------------------------------------------------------


@rule("pbn", "5.1", "5.2")
@pytest.mark.parametrize("level", [0, 1, 3, 5])
def test_as_many_markers_as_the_command_level_says(level: int) -> None:
    held = ["SU-CM-ESPIONAGE", "SU-CM-MASKIROVKA", "SU-CM-RECON", "SU-CM-STAFF", "SU-CM-EXPERIENCE"]
    match = pick(*held, level=level)
    assert len(who_is_at(match, "hand")) == level
    assert keys(match).count("log.marker-held") == level


@rule("pbn", "5.1")
def test_markers_are_picked_at_random() -> None:
    """Every one of the pool is as likely as the others."""
    pool = ["JP-CM-BANZAI", "JP-CM-RECON", "JP-CM-STAFF"]
    first = [who_is_at(pick(*pool, level=1, dice=[die]), "hand") for die in (1, 2, 3)]
    assert sorted(next(iter(found)) for found in first) == pool


@rule("pbn", "5.1")
def test_an_empty_pool_ends_the_picks() -> None:
    """T105"""
    match = pick("JP-CM-RECON", "JP-CM-STAFF", level=4)
    assert who_is_at(match, "hand") == {"JP-CM-RECON", "JP-CM-STAFF"}
    assert match.view(None)["phase"] == "phase.air"
    again = board({}, "japan_campaign", markers="removed", levels=(0, 3))
    assert not who_is_at(again, "hand"), "and from an empty one nobody picks"


@rule("pbn", "5.1", "5.2", "JCM.2.1")
def test_a_level_that_rises_brings_more_picks_next_turn_only() -> None:
    """T86"""
    match = pick("JP-CM-6ARMY", "JP-CM-RECON", level=1, dice=[1])
    assert position(match).levels == (0, 2)
    assert place(match, "JP-CM-RECON") == "pool"


@rule("pbn", "5.1", "5.3")
def test_each_marker_is_applied_as_it_is_drawn() -> None:
    """The choice that one brings comes before the next is drawn."""
    match = pick("JP-CM-GEKOKUJO", "JP-CM-RECON", dice=[1, 1], placed={"hailar": "JP-23HQ"})
    assert asked(match).rule == "JCM.6.1"
    assert place(match, "JP-CM-RECON") == "pool", "the next pick comes after this one"
    do(match, "done")
    assert place(match, "JP-CM-RECON") == "hand"


@rule("pbn", "5.3")
@pytest.mark.parametrize("marker", sorted(AFTERWARDS))
def test_where_markers_go(marker: str) -> None:
    match = pick(marker, points=(10, 0), stavka=1, dice=[6, 6, 6])
    assert place(match, marker) == AFTERWARDS[marker]


@rule("pbn", "5.3")
def test_a_marker_that_goes_back_is_not_picked_twice_in_a_phase() -> None:
    """R42: it goes back to the pool after the last pick."""
    match = pick("JP-CM-GEKOKUJO", level=3, dice=[6])
    assert keys(match).count("log.marker") == 1
    assert place(match, "JP-CM-GEKOKUJO") == "pool"


@rule("pbn", "5.4")
def test_any_number_of_markers_can_be_held() -> None:
    held = [name for name, where in AFTERWARDS.items() if where == "hand" and name.startswith("SU")]
    match = pick(*held[1:], placed={"hand": held[0]})
    assert who_is_at(match, "hand") == set(held)


@rule("pbn", "5.3", "2.33.2")
def test_the_enemy_sees_only_how_many_are_held() -> None:
    match = pick("JP-CM-RECON", "JP-CM-STAFF", level=1, dice=[2])
    mine, theirs = (match.view(side)["places"] for side in ("japan", "soviet"))
    assert [c["id"] for c in mine["hand"]] == ["JP-CM-STAFF"]
    assert theirs["hand"] == [{"nation": "japan"}]
    assert theirs["pool"] == [{"nation": "japan"}]
    assert any(line["key"] == "log.marker-held" for line in match.view("japan")["log"])
    assert not any(line["key"] == "log.marker-held" for line in match.view("soviet")["log"])
    assert sum(line["key"] == "log.marker-hidden" for line in match.view("soviet")["log"]) == 1


@rule("pbn", "2.33.2")
def test_there_is_one_of_each_marker() -> None:
    game = the_game()
    assert ids(game.campaign) == set(AFTERWARDS)
    assert {game.sheet.ids[u] for u in members(game.campaign & game.sheet.of_side[1])} == {
        name for name in AFTERWARDS if name.startswith("JP")
    }


# -- Japanese markers --------------------------------------------------------------------------------------------------


@rule("pbn", "JCM.1", "6.13")
def test_kwantung_army_orders_offensive() -> None:
    match = pick("JP-CM-KAO")
    box = who_is_at(match, "turn_3")
    assert len(box) == 6
    assert all(name.startswith("JP-AIR") for name in box)
    assert position(match).levels == (0, 1), "no rise of the level"


@rule("pbn", "JCM.2", "JCM.2.1", "JCM.2.2")
def test_sixth_army() -> None:
    """The level rises once, though two charts say it."""
    match = pick("JP-CM-6ARMY")
    assert position(match).levels == (0, 2)
    assert {"JP-6HQ", "JP-3A", "MC-Sek"} <= who_is_at(match, "turn_3")


@rule("pbn", "JCM.3", "JCM.3.1", "JCM.3.2")
@pytest.mark.parametrize(("points", "acts"), [((9, 0), False), ((10, 0), True), ((25, 16), False), ((0, 10), False)])
def test_kwantung_army_reserves_need_a_soviet_lead_of_ten(points: tuple[int, int], acts: bool) -> None:
    """T84"""
    match = pick("JP-CM-KAR", points=points)
    assert place(match, "JP-CM-KAR") == ("effect" if acts else "pool")
    assert position(match).levels == (0, 2 if acts else 1)
    assert ("log.marker-returned" in keys(match)) != acts
    assert bool(who_is_at(match, "turn_3")) == acts


@rule("pbn", "JCM.3.1")
def test_a_marker_that_is_returned_has_cost_a_pick() -> None:
    """R43"""
    match = pick("JP-CM-KAR", "JP-CM-RECON", level=1, dice=[1])
    assert (place(match, "JP-CM-KAR"), place(match, "JP-CM-RECON")) == ("pool", "pool")


@rule("pbn", "JCM.3.3", "6.12")
def test_the_reserves_come_in_two_parts() -> None:
    match = pick("JP-CM-KAR", points=(10, 0))
    assert {"JP-7HQ", "JP-25", "JP-1KA"} <= who_is_at(match, "turn_3")
    assert {"JP-2HQ", "JP-61", "JP-KAE"} <= who_is_at(match, "turn_4")


@rule("pbn", "JCM.3.3", "6.25")
@pytest.mark.parametrize("october", [False, True])
def test_reserves_of_september(october: bool) -> None:
    """T85"""
    match = pick("JP-CM-KAR", points=(10, 0), month=5, options={"october": october})
    assert place(match, "JP-7HQ") == "turn_5"
    assert place(match, "JP-2HQ") == ("turn_6" if october else "out")


@rule("pbn", "JCM.4")
def test_armor_withdrawal() -> None:
    """T90: a die for each of the three that is on the map or in Hailar; no victory points."""
    placed: dict[str, str | list[str]] = {"1812": ["JP-3A", "JP-64"], "1813": "JP-4A", "hailar": "JP-5A"}
    match = pick("JP-CM-ARMOR", placed=placed, dice=[4, 5, 1])
    assert [place(match, name) for name in ("JP-3A", "JP-4A", "JP-5A")] == ["removed", "1813", "removed"]
    assert place(match, "JP-64") == "1812"
    assert points(match) == (0, 0)
    assert place(match, "JP-CM-ARMOR") == "removed"


@rule("pbn", "JCM.4")
def test_armor_that_is_not_in_play_does_not_withdraw() -> None:
    """R78, T116: not from the track or the boxes of lost units; the marker leaves play all the same."""
    match = pick("JP-CM-ARMOR", placed={"turn_4": "JP-3A", "replaceable": "JP-4A", "permanent": "JP-5A"}, month=1)
    assert position(match).rolled == 0
    assert [place(match, name) for name in ("JP-3A", "JP-4A", "JP-5A")] == ["turn_4", "replaceable", "permanent"]
    assert place(match, "JP-CM-ARMOR") == "removed"


@rule("pbn", "JCM.6", "JCM.6.1")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_gekokujo_activates_a_headquarters(die: int) -> None:
    """R44: on the map or in Hailar, not one that has not come yet."""
    placed: dict[str, str | list[str]] = {"1812": "JP-6HQ", "hailar": "JP-23HQ", "turn_4": "JP-7HQ"}
    match = pick("JP-CM-GEKOKUJO", placed=placed, dice=[die])
    assert asked(match).side == 1
    assert offered(match, "activate") == {"JP-6HQ", "JP-23HQ"}
    assert refused(match, "activate JP-7HQ") == "JCM.6.1"
    assert refused(match, "auto") == "JCM.6.1"
    do(match, "activate JP-6HQ")
    assert marked(match, "activated", "JP-6HQ")
    assert not marked(match, "activated", "JP-23HQ")


@rule("pbn", "JCM.6.1")
def test_gekokujo_may_activate_nobody() -> None:
    match = do(pick("JP-CM-GEKOKUJO", placed={"hailar": "JP-23HQ"}, dice=[2]), "done")
    assert not position(match).activated


@rule("pbn", "JCM.6.1", "7.4")
def test_a_headquarters_of_gekokujo_stays_active_for_the_turn() -> None:
    placed = {"1812": "JP-6HQ", "hailar": "JP-23HQ"}
    match = board(placed, "japan_logistics", activated=["JP-6HQ", "JP-23HQ"], kept="JP-6HQ")
    do(match, "done")
    assert marked(match, "activated", "JP-6HQ")
    assert not marked(match, "activated", "JP-23HQ")
    next_turn = do(board(placed, "japan_logistics", activated=["JP-6HQ"]), "done")
    assert not marked(next_turn, "activated", "JP-6HQ")


@rule("pbn", "JCM.6.1", "12.5.1")
def test_overstacking_switches_it_off_all_the_same() -> None:
    """R44"""
    match = pick("JP-CM-GEKOKUJO", placed={"1812": ["JP-6HQ", "JP-64", "JP-71"]}, dice=[1])
    do(match, "activate JP-6HQ")
    assert not marked(match, "activated", "JP-6HQ")


@rule("pbn", "JCM.6.2")
@pytest.mark.parametrize("die", [5, 6])
def test_gekokujo_costs_a_supply_point(die: int) -> None:
    match = pick("JP-CM-GEKOKUJO", dice=[die])
    for side in match.game.sides:
        match.play("commit", side=side)
    do(match, "auto")  # the Soviets' reinforcements
    assert match.view(None)["phase"] == "phase.japan_reinforcement"
    do(match, "auto")
    assert supply_at(match, "japan", "hailar") == 2
    assert supply_at(match, "soviet", "tamsag") == 3


@rule("pbn", "JCM.7")
def test_manchukuoans_desert() -> None:
    """T91: who is on the map, on 5 or 6, for good; no victory points. Nobody else."""
    placed: dict[str, str | list[str]] = {
        "1812": ["MC-4H", "JP-64"],
        "1813": "MC-5H",
        "1814": ["MC-Sek", "JP-23R"],
        "hailar": "MC-12H",
        "turn_4": "MC-1M",
        "1008": "MN-15M",
    }
    match = pick("JP-CM-DESERT", placed=placed, dice=[5, 4, 6])
    assert position(match).rolled == 3
    gone = {name for name in ("MC-4H", "MC-5H", "MC-Sek") if place(match, name) == "permanent"}
    assert gone == {"MC-4H", "MC-Sek"}
    assert (place(match, "MC-12H"), place(match, "MC-1M"), place(match, "MN-15M")) == ("hailar", "turn_4", "1008")
    assert points(match) == (0, 0)


@rule("pbn", "JCM.10", "JCM.10.1", "JCM.10.2", "SCM.9", "SCM.9.1", "SCM.9.2")
@pytest.mark.parametrize(("marker", "first"), [("JP-CM-WEATHER", 1), ("SU-CM-WEATHER", 0)])
def test_weather_hits_both_sides(marker: str, first: int) -> None:
    """Whose marker it is, he loses first."""
    air_ = {"soviet": {"reserve": 2}, "japan": {"reserve": 1, "damaged": 1}}
    supply = {"soviet": {"tamsag": 1, "1008": 2}, "japan": {"1812": 1, "turn_3": 1}}
    match = pick(marker, air=air_, supply=supply)
    assert (air(match, "soviet"), air(match, "japan")) == ({"reserve": 1, "damaged": 1}, {"damaged": 2})
    number = ("SCM.9.2", "JCM.10.2")[first]
    asked_ = []
    for _ in range(2):
        asked_.append(asked(match).side)
        assert asked(match).rule == number
        assert refused(match, "unit SU-24") == number
        assert refused(match, "done") == number
        do(match, f"unit {min(str(name) for name in offered(match, 'unit'))}")
    assert asked_ == [first, 1 - first]
    assert supply_at(match, "soviet", "tamsag") + supply_at(match, "soviet", "1008") == 2
    assert (supply_at(match, "japan", "1812"), supply_at(match, "japan", "turn_3")) == (0, 1)
    assert points(match) == (0, 0)


@rule("pbn", "JCM.10.2")
def test_the_owner_picks_the_supply_point() -> None:
    """R45: on the map or in the base, not from the track."""
    supply = {"soviet": {"tamsag": 1, "1008": 1, "turn_4": 1}}
    match = pick("JP-CM-WEATHER", supply=supply, air={"japan": {"reserve": 2}})
    stock = {name for where in ("tamsag", "1008") for name in who_is_at(match, where)}
    assert (asked(match).side, offered(match, "unit")) == (0, stock)
    (late,) = who_is_at(match, "turn_4")
    assert refused(match, f"unit {late}") == "JCM.10.2"
    (lost,) = who_is_at(match, "1008")
    do(match, f"unit {lost}")
    assert place(match, lost) == "out"
    assert supply_at(match, "soviet", "tamsag") == 1


@rule("pbn", "JCM.10.2")
def test_being_asked_for_supply_tells_nothing() -> None:
    """Who has one point is asked like who has many."""
    for where in ({"tamsag": 1}, {"1008": 1}, {"1008": 2, "1009": 1}):
        assert asked(pick("JP-CM-WEATHER", supply={"soviet": where})).side == 0


@rule("pbn", "JCM.10")
def test_weather_over_nothing() -> None:
    """T89"""
    match = pick("JP-CM-WEATHER", supply={"japan": {"hailar": 1}}, air={"japan": {"reserve": 2}})
    assert asked(match).side == 1, "the Japanese have something to lose"
    (point,) = who_is_at(match, "hailar")
    do(match, f"unit {point}")
    assert match.view(None)["phase"] == "phase.air", "the Soviets were not asked"
    assert (air(match, "soviet"), air(match, "japan")) == ({}, {"reserve": 1, "damaged": 1})


# -- Soviet markers ----------------------------------------------------------------------------------------------------


@rule("pbn", "SCM.1")
def test_stavka_orders_offensive() -> None:
    match = pick("SU-CM-STAVKA")
    assert {"SU-57cHQ", "SU-7", "MN-23M"} <= who_is_at(match, "turn_3")
    assert (position(match).stavka, position(match).levels) == (3, (1, 0))


@rule("pbn", "SCM.2", "SCM.2.1", "SCM.2.2", "SCM.2.3")
@pytest.mark.parametrize(("stavka", "acts"), [(0, False), (1, True), (2, True), (3, False)])
def test_first_army_group_comes_after_stavka(stavka: int, acts: bool) -> None:
    """STAVKA has to have been picked on an earlier turn."""
    match = pick("SU-CM-1AG", stavka=stavka)
    assert place(match, "SU-CM-1AG") == ("effect" if acts else "pool")
    assert position(match).levels == (2 if acts else 1, 0)
    assert ("SU-COG" in who_is_at(match, "turn_3")) == acts


@rule("pbn", "SCM.2.1")
def test_stavka_and_the_army_group_in_one_turn() -> None:
    match = pick("SU-CM-STAVKA", "SU-CM-1AG", dice=[1])
    assert (place(match, "SU-CM-STAVKA"), place(match, "SU-CM-1AG")) == ("effect", "pool")


@rule("pbn", "SCM.3")
def test_crisis_in_europe_doubles_what_is_gained_but_no_price() -> None:
    match = pick("SU-CM-CRISIS")
    s = position(match)
    s.score(0, 3)
    s.score(1, 2)
    assert s.points == (6, 4)
    s.pay(0, 3)
    assert s.points == (3, 4)


@rule("pbn", "SCM.10", "SCM.10.1")
def test_zhukov_raises_the_level() -> None:
    match = pick("SU-CM-ZHUKOV")
    assert position(match).levels == (2, 0)
    assert not who_is_at(match, "turn_3"), "he brings nobody"


# -- markers that are held ---------------------------------------------------------------------------------------------

FRONT: dict[str, str | list[str]] = {"1508": ["JP-64", "JP-23HQ"], "1408": ["SU-24", "SU-36HQ"]}


@rule("pbn", "JCM.9", "SCM.7", "5.3")
@pytest.mark.parametrize(
    ("side", "marker", "hq"), [("japan", "JP-CM-STAFF", "JP-23HQ"), ("soviet", "SU-CM-STAFF", "SU-36HQ")]
)
def test_staff_planning_activates_a_headquarters_without_supply(side: str, marker: str, hq: str) -> None:
    match = board({**FRONT, "hand": marker}, f"{side}_logistics")
    assert offered(match, "activate") == set(), "there is no supply"
    do(match, f"play {marker}", f"activate {hq}", "done")
    assert marked(match, "activated", hq)
    assert place(match, marker) == "pool"
    other = "soviet" if side == "japan" else "japan"
    assert refused(board({**FRONT, "hand": marker}, f"{other}_logistics"), f"play {marker}") == "5.3"
    assert refused(board(FRONT, f"{side}_logistics"), f"play {marker}") == "5.3", "it is not held"


@rule("pbn", "JCM.8", "SCM.6", "JCM.8.1", "SCM.6.1", "18.7")
@pytest.mark.parametrize(
    ("side", "marker", "hex_", "hidden"),
    [("japan", "JP-CM-RECON", "1408", "SU-36HQ"), ("soviet", "SU-CM-RECON", "1508", "JP-23HQ")],
)
def test_recon_examines_a_stack_in_the_movement_phase(side: str, marker: str, hex_: str, hidden: str) -> None:
    match = board({**FRONT, "hand": marker}, f"{side}_move")

    def seen() -> bool:
        return any(c.get("id") == hidden for c in match.view(side)["places"][hex_])

    assert not seen()
    do(match, f"play {marker}", f"hex {hex_}")
    assert seen()
    assert place(match, marker) == "pool"


@rule("pbn", "JCM.8", "SCM.6", "JCM.8.2", "SCM.6.2")
@pytest.mark.parametrize(("side", "marker"), [("japan", "JP-CM-RECON"), ("soviet", "SU-CM-RECON")])
def test_recon_names_the_table_in_the_enemy_combat_phase(side: str, marker: str) -> None:
    enemy = "soviet" if side == "japan" else "japan"
    match = board({**FRONT, "hand": marker}, f"{enemy}_combat")
    do(match, "auto", "commit")
    while not offered(match, "table"):
        do(match, f"attack {min(str(h) for h in offered(match, 'attack'))}")
    do(match, "table raid")
    assert match.game.sides[asked(match).side] == side
    do(match, "table assault")
    assert place(match, marker) == "pool"
    assert told(match, "log.table-named")["table"] == "@table.assault"


# -- at any time -------------------------------------------------------------------------------------------------------

TRACK = {"turn_3": ["JP-7HQ", "JP-25"], "turn_4": "JP-2HQ", "hailar": "JP-64", "hand": "SU-CM-ESPIONAGE"}


def sees(match: Match, name: str) -> bool:
    return any(c.get("id") == name for pile in match.view("soviet")["places"].values() for c in pile)


@rule("pbn", "SCM.4", "18.6", "18.7")
@pytest.mark.parametrize("phase", ["soviet_move", "japan_logistics", "japan_reinforcement"])
def test_espionage_shows_the_japanese_track(phase: str) -> None:
    """At any time, also while the enemy is asked; the base stays hidden."""
    match = board({**TRACK, "1008": "SU-24"}, phase, air={"japan": {"turn_4": 1}})
    assert not sees(match, "JP-25")
    match.play("espionage", side="soviet")
    assert sees(match, "JP-7HQ")
    assert sees(match, "JP-25")
    assert sees(match, "JP-2HQ")
    assert sees(match, "JP-AIR-1")
    assert not sees(match, "JP-64")
    assert place(match, "SU-CM-ESPIONAGE") == "pool"
    assert {"JP-7HQ", "JP-25", "JP-2HQ"} <= set(told(match, "log.track")["units"])
    assert not any(line["key"] == "log.track" for line in match.view("japan")["log"])
    reason = match.why("espionage", side="soviet")
    assert reason is not None
    assert reason.rule == "SCM.4", "it is used up"


@rule("pbn", "SCM.4", "18.6")
def test_what_espionage_showed_is_hidden_again_after_the_phase() -> None:
    match = board({**TRACK, "1008": "SU-24"}, "soviet_logistics")
    match.play("espionage", side="soviet")
    assert sees(match, "JP-2HQ")
    do(match, "done")
    assert not sees(match, "JP-2HQ")


@rule("pbn", "SCM.4")
def test_espionage_has_to_be_held() -> None:
    match = board({"1008": "SU-24"}, "soviet_move")
    assert match.why("espionage", side="soviet") is not None
    assert why(match, "espionage").rule == "SCM.4"
    assert not any(o["verb"] == "espionage" for o in match.view("soviet")["standing"])
    held = board({"1008": "SU-24", "hand": "SU-CM-ESPIONAGE"}, "soviet_move")
    assert any(o["verb"] == "espionage" for o in held.view("soviet")["standing"])
    assert not any(o["verb"] == "espionage" for o in held.view("japan")["standing"])
    reason = held.why("espionage", side="japan")
    assert reason is not None
    assert reason.rule == "SCM.4"


@rule("pbn", "SCM.4", "34.2")
def test_espionage_does_not_unmask_deception() -> None:
    """It examines units: a marker on the track stays what it seems."""
    match = board({**TRACK, "turn_5": "JP-DEC-1"}, "soviet_move", options={"deception": True})
    match.play("espionage", side="soviet")
    assert not sees(match, "JP-DEC-1")
    assert place(match, "JP-DEC-1") == "turn_5"


@rule("pbn", "34.0.2")
def test_units_turn_face_up_at_any_time() -> None:
    """Of who lies beneath another the enemy hears nothing."""
    placed = {"1008": "SU-24", "1812": ["JP-64", "JP-1-8BG"]}
    match = board(placed, "soviet_move", options={"face_down": True}, face_down=["JP-64", "JP-1-8BG"])
    assert not sees(match, "JP-64")
    reason = match.why("reveal", "JP-71", side="japan")
    assert reason is not None
    assert reason.rule == "34.0.2"
    match.play("reveal", "JP-1-8BG", side="japan")
    assert not any(line["key"] == "log.revealed" for line in match.view("soviet")["log"])
    match.play("reveal", "JP-64", side="japan")
    assert sees(match, "JP-64")
    assert any(line["key"] == "log.revealed" for line in match.view("soviet")["log"])
    assert not sees(match, "JP-1-8BG")
    assert position(match).where[the_game().sheet.index["JP-64"]] == at("1812")
