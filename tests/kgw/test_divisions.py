"""17.0, 24.1, 24.5  Divisions and their components."""

from __future__ import annotations

import re

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.kgw.divisions import break_down, combine, components
from khalkhin.games.kgw.losses import eliminate
from khalkhin.games.kgw.organization import Organise
from tests.kgw.positions import (
    asked,
    board,
    do,
    ids,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    the_game,
    units,
    unread_game,
    why,
)

rule = pytest.mark.rule

LINES = [
    ("JA-7", ["JA-25-7", "JA-26-7", "JA-27-7", "JA-28-7", "JA-7REC"]),
    ("JA-2", ["JA-4-2", "JA-16-2", "JA-29-2", "JA-30-2", "JA-2REC"]),
    ("JA-23", ["JA-64-23", "JA-71-23", "JA-72-23", "JA-AZUMA"]),
    ("CX-CAVGP", ["CX-1CAVGP", "CX-4CAVGP"]),
    ("RA-36", ["RA-24-36", "RA-76-36", "RA-149-36"]),
    ("RA-57", ["RA-80-57", "RA-127-57", "RA-293-57"]),
    ("RA-82", ["RA-601-82", "RA-602-82", "RA-603-82"]),
    ("RA-15", ["RA-1-15", "RA-2-15"]),
    ("JA-YAS", ["JA-1ARM", "JA-25-7"]),
    ("RA-FMG", ["RA-6ARM", "RA-7REC"]),
]
ALL_ON = {"armour_groups": True}


def organising(side: str, placed: dict[str, str | list[str]], **more: object) -> Match:
    return board(placed, f"{side}_organise", rest="display", **more)  # type: ignore[arg-type]


def side_of(unit: str) -> str:
    return "soviet" if unit.startswith("RA") else "japan"


def join(match: Match, division: str, parts: list[str]) -> Match:
    return do(match, f"combine {division}", *(f"unit {part}" for part in parts))


@rule("kgw", "17.1.a", "17.1.b", "17.1.c", "17.1.d", "17.1.e", "17.1.f", "17.1.g", "17.1.h", "17.2.b", "24.1.c")
@pytest.mark.parametrize(("division", "parts"), LINES)
def test_e_20_every_line_of_the_table_combined_and_broken_down(division: str, parts: list[str]) -> None:
    place_ = "1803" if division.startswith("RA") else "2608"
    match = organising(side_of(division), {place_: list(parts)}, options=ALL_ON)
    join(match, division, parts)
    assert place(match, division) == place_
    assert {place(match, part) for part in parts} == {"reorganization"}
    again = organising(side_of(division), {place_: [division]}, options=ALL_ON)
    absorbed = ids(position(again).parts(the_game().sheet.index[division]))
    do(again, f"breakdown {division}")
    assert {place(again, part) for part in absorbed} == {place_}
    assert place(again, division) == "reorganization"
    kinds = sorted(the_game().alike[the_game().sheet.index[p]].combat for p in absorbed)
    assert kinds == sorted(the_game().alike[the_game().sheet.index[p]].combat for p in parts)


@rule("kgw", "17.2.d")
def test_t_94_numbers_do_not_matter() -> None:
    match = organising("japan", {"2608": ["JA-64-23", "JA-4-2", "CX-11-26", "JA-7REC"]})
    assert offered(match, "combine") == {"JA-23", "CX-26"}
    join(match, "CX-26", ["JA-64-23", "JA-4-2", "CX-11-26", "JA-7REC"])
    assert place(match, "CX-26") == "2608"


@rule("kgw", "17.2.d")
def test_the_owner_picks_which_of_several_go_in() -> None:
    four = ["JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-AZUMA"]
    match = do(organising("japan", {"2608": four}), "combine JA-23", "unit JA-4-2", "unit JA-71-23", "unit JA-AZUMA")
    assert refused(match, "unit JA-25-7") == "17.2.a"
    do(match, "unit JA-72-23")
    assert place(match, "JA-64-23") == "2608"
    assert ids(position(match).parts(the_game().sheet.index["JA-23"])) == {
        "JA-4-2",
        "JA-71-23",
        "JA-72-23",
        "JA-AZUMA",
    }


@rule("kgw", "17.2.a")
def test_only_units_of_one_hex() -> None:
    match = organising("soviet", {"1803": ["RA-24-36", "RA-76-36"], "1804": "RA-149-36"})
    assert refused(match, "combine RA-36") == "17.2.a"


@rule("kgw", "17.2.e")
def test_t_95_only_the_ija_and_the_red_army() -> None:
    match = organising("soviet", {"2015": ["MP-1CAV", "MP-2CAV", "MP-3CAV", "MP-4CAV"]})
    assert offered(match, "combine") == set()
    mixed = organising("japan", {"2608": ["MC-1CAV", "WR-ASANO", "JA-3KACAV", "MJ-4CAV"]})
    assert refused(mixed, "combine CX-CAVGP") == "17.2.a"


@rule("kgw", "17.2.d")
def test_recon_and_cavalry_are_not_alike() -> None:
    """Q-52"""
    match = organising("japan", {"2608": ["JA-64-23", "JA-71-23", "JA-72-23", "JA-3KACAV"]})
    assert refused(match, "combine JA-23") == "17.2.a"
    assert refused(organising("soviet", {"1803": ["RA-24-36", "RA-76-36", "RA-5RMG"]}), "combine RA-36") == "17.2.a"


@rule("kgw", "17.2.f", "17.2.g", "17.2.h", "17.3.c")
def test_reorganizing_is_free_in_an_enemy_zone_and_before_a_move() -> None:
    watched: dict[str, str | list[str]] = {"2015": ["RA-24-36", "RA-76-36", "RA-149-36"], "2114": "MC-HSINGAN"}
    match = join(organising("soviet", watched), "RA-36", ["RA-24-36", "RA-76-36", "RA-149-36"])
    assert points(match, "soviet") == 0
    do(match, "done")
    assert "RA-36" in offered(match, "unit")
    do(match, "unit RA-36", "hex 1914")


@rule("kgw", "17.2.b")
def test_what_parts_have_done_the_division_has_done() -> None:
    """3.13, Q-82: acted if any part has, In Supply if all are; parts inherit both."""
    index = the_game().sheet.index
    parts = ("RA-24-36", "RA-76-36", "RA-149-36")
    marks = {"supplied": ["RA-24-36", "RA-76-36"], "attacked": "RA-24-36"}
    s = position(organising("soviet", {"1803": list(parts)}))
    for name, some in marks.items():
        setattr(s, name, units(*([some] if isinstance(some, str) else some)))
    combine(s, index["RA-36"], units(*parts), s.where[index["RA-24-36"]])
    assert s.attacked == units("RA-36")
    assert s.supplied == 0
    s.supplied = units("RA-36")
    break_down(s, index["RA-36"])
    assert s.attacked == s.supplied == units(*parts)
    combine(s, index["RA-36"], units(*parts), s.where[index["RA-24-36"]])
    assert s.supplied == units("RA-36"), "all of them are"
    s.attacked, s.moved = 0, units("RA-212")
    break_down(s, index["RA-36"])
    assert (s.attacked, s.moved, s.railed) == (0, units("RA-212"), 0), "who has done nothing passes nothing on"
    assert s.attackers == s.defenders == s.shown == 0


@rule("kgw", "17.2.c")
def test_the_parts_of_a_division_that_is_formed_leave_the_map_until_it_breaks_down() -> None:
    parts = ["RA-601-82", "RA-602-82", "RA-603-82"]
    match = board({"0913": parts}, "soviet_organise", rest="display", points=(40, 0))
    do(match, "combine RA-82", *(f"unit {unit}" for unit in parts))
    assert place(match, "RA-82") == "0913"
    assert {place(match, unit) for unit in parts} == {"reorganization"}
    shop = board({"0913": "RA-82"}, "soviet_recruit", rest="display", points=(40, 0))
    assert not {*parts, "RA-82"} & offered(shop, "recruit")
    do(match, "done", "done")
    assert {place(match, unit) for unit in parts} == {"reorganization"}
    again = do(board({"0913": "RA-82"}, "soviet_organise", rest="display"), "breakdown RA-82")
    assert {place(again, unit) for unit in parts} == {"0913"}


@rule("kgw", "17.2.c", "17.2.i")
def test_a_division_lost_whole_frees_its_parts() -> None:
    """Q-51"""
    match = organising("soviet", {"1803": "RA-36"})
    eliminate(position(match), the_game().sheet.index["RA-36"], "25.0")
    assert place(match, "RA-36") == place(match, "RA-24-36") == "display"
    assert not position(match).formed


@rule("kgw", "17.3.e", "17.3.d")
def test_t_95_nobody_combines_in_a_combat_phase_before_the_die() -> None:
    placed = {"2015": ["RA-24-36", "RA-76-36", "RA-149-36"], "2014": "MC-HSINGAN"}
    match = board(placed, "soviet_combat")
    assert refused(match, "combine RA-36")
    do(match, "attack 2014")
    assert refused(match, "combine RA-36")
    assert offered(match, "combine") == set()


@rule("kgw", "17.3.d")
def test_a_division_breaks_down_to_take_losses() -> None:
    placed = {"2015": ["RA-36"], "2014": "JA-7"}
    match = do(board(placed, "soviet_combat", dice=[1]), "attack 2014", "unit RA-36", "commit")
    while asked_key(match) == "ask.support":
        do(match, "commit")
    assert asked_key(match) == "ask.loss"
    do(match, "breakdown RA-36", "unit RA-24-36")
    assert place(match, "RA-24-36") == "display"
    assert place(match, "RA-36") == "reorganization"


def asked_key(match: Match) -> str:
    return match.prompts()[0].message.key


# -- 24.1 --


@rule("kgw", "24.1", "24.1.a", "24.1.b")
def test_armour_groups_are_formed_only_with_their_option() -> None:
    placed: dict[str, str | list[str]] = {"2608": ["JA-1ARM", "JA-YASINF"]}
    with_it = board(placed, "japan_organise", rest="display", options=ALL_ON)
    assert offered(with_it, "combine") == {"JA-YAS"}
    without = organising("japan", {**placed, "out": "JA-YAS"})
    assert refused(without, "combine JA-YAS") == "24.1"


@rule("kgw", "24.1.d")
def test_parts_of_an_armour_group_cannot_be_bought_while_it_is_in_play() -> None:
    """Q-70"""
    match = board({"1803": "RA-FMG"}, "soviet_recruit", rest="display", points=(40, 0), options=ALL_ON)
    absorbed = ids(position(match).parts(the_game().sheet.index["RA-FMG"]))
    assert len(absorbed) == 2
    assert not absorbed & offered(match, "recruit")
    free = board({}, "soviet_recruit", rest="display", points=(7, 0), options=ALL_ON)
    assert points(do(free, "recruit RA-FMG", "done"), "soviet") == 0


@rule("kgw", "24.1.1", "24.1.1.a")
def test_senda_is_recruited_for_the_cxf_and_is_no_component() -> None:
    match = board({}, "japan_recruit", rest="display", points=(0, 4), options=ALL_ON)
    do(match, "recruit CX-SENDA", "done")
    assert points(match, "japan") == 0
    do(match, "unit CX-SENDA")
    assert "3309" not in offered(match, "hex")
    for mate in ("JA-1ARM", "JA-YASINF"):
        beside = organising("japan", {"2608": ["CX-SENDA", mate]}, options=ALL_ON)
        assert offered(beside, "combine") == set(), "Yasuoka takes tanks of 6+6 and infantry of 4-5"
    mustered = ["CX-SENDA", "JA-1ARM", "JA-25-7", "JA-26-7", "JA-27-7", "JA-28-7", "JA-7REC"]
    all_there = organising("japan", {"2608": mustered}, options=ALL_ON)
    for division in sorted(map(str, offered(all_there, "combine"))):
        assert "CX-SENDA" not in offered(do(all_there.clone(), f"combine {division}"), "unit")


# -- 24.5 --


@rule("kgw", "24.5", "24.5.a")
@pytest.mark.parametrize("limited", [True, False])
def test_e_17_soviet_divisions_from_their_own_regiments(limited: bool) -> None:
    options = {"soviet_reorganization": limited}
    own = organising("soviet", {"1803": ["RA-24-36", "RA-76-36", "RA-149-36"]}, options=options)
    assert "RA-36" in offered(own, "combine")
    mixed = organising("soviet", {"1803": ["RA-80-57", "RA-127-57", "RA-51-93"]}, options=options)
    assert ("RA-57" in offered(mixed, "combine")) is not limited
    shop = {"2015": "RA-80-57"}
    match = board(shop, "soviet_recruit", rest="display", points=(40, 0), options=options)
    assert ("RA-57" in offered(match, "recruit")) is not limited


@rule("kgw", "24.5")
def test_the_armour_group_has_no_number() -> None:
    """Q-69"""
    options = {"soviet_reorganization": True, **ALL_ON}
    match = organising("soviet", {"1803": ["RA-11ARM", "RA-9REC"]}, options=options)
    assert offered(match, "combine") == {"RA-FMG"}


@rule("kgw", "24.5.b")
def test_the_japanese_still_use_any_regiments() -> None:
    options = {"soviet_reorganization": True}
    match = organising("japan", {"2608": ["JA-64-23", "JA-4-2", "CX-11-26", "JA-7REC"]}, options=options)
    assert offered(match, "combine") == {"JA-23", "CX-26"}


def test_a_division_just_formed_is_not_broken_down_again() -> None:
    match = organising("soviet", {"1803": ["RA-24-36", "RA-76-36", "RA-149-36"]})
    join(match, "RA-36", ["RA-24-36", "RA-76-36", "RA-149-36"])
    assert why(match, "breakdown RA-36").key == "why.just-formed"
    assert not marked(match, "moved", "RA-36")


@rule("kgw", "17.1", "17.2.d", "17.2.e")
def test_components_are_those_of_the_table_of_ones_own_army() -> None:
    """Whatever was asked before: the first question of a game is answered like the last."""
    game = unread_game()
    s = position(board({}, game=game))
    index = game.sheet.index
    rifles = {"RA-80-57", "RA-127-57", "RA-293-57", "RA-51-93", "RA-129-93", "RA-266-93"}
    assert [(ids(able), count) for able, count in components(s, index["RA-57"])] == [(rifles, 3)]
    foot, scouts = components(s, index["JA-23"])
    assert (foot[1], ids(foot[0])) == (3, {u for u in game.sheet.ids if re.fullmatch(r"(JA|CX)-\d+-(23|2|4|26)", u)})
    numbered = position(board({}, game=unread_game(), options={"soviet_reorganization": True}))
    (own,) = components(numbered, index["RA-57"])
    assert (own[1], ids(own[0])) == (3, {"RA-80-57", "RA-127-57", "RA-293-57"})
    assert components(numbered, index["JA-23"])[0] == foot
    assert (scouts[1], ids(scouts[0])) == (1, {"JA-AZUMA", "JA-7REC", "JA-2REC", "JA-4REC", "CX-26REC"})


@rule("kgw", "17.1")
def test_of_every_kind_of_component_only_so_many_are_picked() -> None:
    match = organising("japan", {"2608": ["JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-AZUMA"]})
    do(match, "combine JA-23", "unit JA-64-23", "unit JA-4-2", "unit JA-71-23")
    assert offered(match, "unit") == {"JA-AZUMA"}


def test_components_are_picked_together() -> None:
    match = organising("soviet", {"1803": ["RA-24-36", "RA-76-36", "RA-149-36"]})
    do(match, "combine RA-36")
    assert [offer.gather for offer in asked(match).offers] == [True]


@rule("kgw", "17.2.b", "21.0")
def test_which_division_is_being_formed_is_its_owners_business() -> None:
    match = do(organising("soviet", {"1803": ["RA-24-36", "RA-76-36", "RA-149-36"]}), "combine RA-36", "unit RA-24-36")
    s = position(match)
    step = s.agenda[-1]
    assert step.seen_by(s, 0) == step
    assert step.seen_by(s, 1) == step.seen_by(s, None) == Organise(0)
