"""5.1.4  Complete regiments, brigades and divisions."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import column, round_about, shift_list
from tests.bkg.positions import board, fight, told

RULE = pytest.mark.rule


def battalions(name: str, count: int) -> list[str]:
    return [f"{name}-{number}" for number in range(1, count + 1)]


REGIMENTS = {
    **{f"{n} RI": battalions(f"SU-{n}", 3) for n in (601, 602, 603, 127, 293, 80, 480)},
    **{f"{n} RI Mtz": battalions(f"SU-{n}", 3) for n in (24, 149)},
    **{f"{n} Bgda T": [*battalions(f"SU-{n}T", 3), f"SU-{n}T-M"] for n in (6, 11)},
    **{f"{n} Bgda Blda": [*battalions(f"SU-{n}B", 2), f"SU-{n}B-M"] for n in (7, 8, 9)},
    "5 Bgda Metr": battalions("SU-5MG", 3),
    **{f"{n} RI": battalions(f"JP-{n}", 3) for n in (64, 71, 72, 25, 26, 27, 28)},
}
"""Regiments and brigades that give a column, attacking and defending."""

CAVALRY = {
    "6 DC": [*battalions("MN-15", 2), *battalions("MN-17", 2)],
    "8 DC": [*battalions("MN-22", 2), *battalions("MN-23", 2)],
    "5 DC": [*battalions("MN-13", 2), *battalions("MN-14", 2)],
}
"""Mongolian divisions, which count as regiments."""

BORDER = battalions("JP-8RF", 5)

DIVISIONS = {
    "82 DI": ("601 RI", "602 RI", "603 RI"),
    "57 DI": ("127 RI", "293 RI", "80 RI"),
    "23 DI": ("64 RI", "71 RI", "72 RI"),
    "7 DI": ("25 RI", "26 RI", "27 RI", "28 RI"),
}

NOTHING = {
    "a Mongolian regiment": battalions("MN-15", 2),
    "two regiments of different divisions": [*battalions("MN-15", 2), *battalions("MN-22", 2)],
    "Manchurian regiments": ["MC-8RC", "MC-9RC", "MC-2RC"],
    "Sekiran": battalions("MC-SEK", 3),
    "mechanised cavalry": ["JP-23RCM", "JP-7RCM"],
    "Soviet mechanised cavalry": ["SU-36RCM"],
    "engineers": ["JP-23ENG", "JP-7ENG"],
    "3 RT": ["JP-3RT"],
    "4 RT": ["JP-4RT"],
    "212 Bgda": ["SU-212"],
    "NKVD": ["SU-NKVD"],
    "anti-tank guns": ["SU-82AT", "SU-57AT", "SU-ATN", "SU-ATS"],
}

GUNS = {
    "82 RArt": battalions("SU-82A", 4),
    "57 RArt": battalions("SU-57A", 4),
    "175 RArt": battalions("SU-175A", 2),
    "185 RArt": battalions("SU-185A", 3),
    "126 RArt": ["SU-126A-1"],
    "13 RArt": battalions("JP-13A", 4),
    "7 RArt Mont": battalions("JP-7M", 3),
}


def attack(
    units: list[str], *, elsewhere: dict[str, list[str]] | None = None, flipped: list[str] | None = None
) -> Match:
    """All of these attack 0321, four from each hex; one enemy defends."""
    japanese = units[0][:2] in ("JP", "MC")
    placed = {**round_about(units), "0321": ["SU-ATS" if japanese else "MC-8RC"], **(elsewhere or {})}
    match = board(placed, "jap_combat" if japanese else "sov_combat", air=(0, 0), flipped=flipped or (), dice=[(1, 1)])
    return fight(match, "0321", *units)


def defend(units: list[str], *, flipped: list[str] | None = None) -> Match:
    """All of these stand in 0321, attacked by one enemy."""
    japanese = units[0][:2] in ("JP", "MC")
    attacker = "SU-NKVD" if japanese else "JP-7ENG"
    placed = {"0321": units, "0320": [attacker]}
    match = board(placed, "sov_combat" if japanese else "jap_combat", air=(0, 0), flipped=flipped or (), dice=[(1, 1)])
    return fight(match, "0321", attacker)


def bonuses(match: Match) -> list[tuple[str, int]]:
    """The shifts that formations gave."""
    return [(rule, value) for rule, value in shift_list(match) if rule.startswith("5.1.4")]


def together(*names: str) -> list[str]:
    return [unit for name in names for unit in REGIMENTS[name]]


# -- regiments and brigades --------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.4")
@pytest.mark.parametrize("name", REGIMENTS)
def test_a_complete_regiment_attacks_a_column_further_right(name: str) -> None:
    """K-59: every counter of it has to attack; without any one of them there is nothing."""
    units = REGIMENTS[name]
    match = attack(units)
    assert bonuses(match) == [("5.1.4", 1)]
    assert told(match, "log.odds")["shifts"][-1]["name"] == name
    for absent in units:
        assert bonuses(attack([u for u in units if u != absent])) == []


@RULE("bkg", "5.1.4.a")
@pytest.mark.parametrize("name", REGIMENTS)
def test_a_complete_regiment_defends_a_column_further_left(name: str) -> None:
    units = REGIMENTS[name]
    match = defend(units)
    assert bonuses(match) == [("5.1.4.a", -1)]
    assert told(match, "log.odds")["shifts"][-1]["name"] == name
    for absent in units:
        assert bonuses(defend([u for u in units if u != absent])) == []


@RULE("bkg", "5.1.4")
def test_each_complete_regiment_counts() -> None:
    """Complete ones of different formations as well; a third one with a battalion short does not."""
    units = [*REGIMENTS["601 RI"], *REGIMENTS["9 Bgda Blda"], "SU-127-1", "SU-127-2"]
    assert bonuses(attack(units)) == [("5.1.4", 1), ("5.1.4", 1)]


@RULE("bkg", "5.1.4")
def test_the_bonus_moves_the_column() -> None:
    match = attack(REGIMENTS["127 RI"])
    assert (told(match, "log.odds")["base"], column(match)) == ("4-1", "5-1")


def test_v_40_a_dead_battalion_ends_the_bonus_for_good() -> None:
    alive = REGIMENTS["64 RI"]
    assert bonuses(attack(alive)) == [("5.1.4", 1)]
    assert bonuses(attack(alive[:2], elsewhere={"destroyed": alive[2:]})) == []


def test_a_battalion_beside_the_target_that_does_not_attack_is_missing() -> None:
    """K-89: it stood engaged before and dominates the defender, so it may look on."""
    placed = {"0416": ["SU-127-1"], "0316": ["JP-64-1"], "0216": ["SU-127-2", "SU-127-3"]}
    match = board(placed, "sov_move", air=(0, 0), dice=[(1, 1)])
    match.play("done")
    fight(match, "0316", "SU-127-2", "SU-127-3")
    assert bonuses(match) == []


def test_a_battalion_still_to_come_is_missing_for_the_time_being() -> None:
    """K-59"""
    placed = {"0320": ["JP-28-1", "JP-28-2"], "0321": ["SU-NKVD"]}
    match = board(placed, "jap_combat", turn=20, air=(0, 0), due=["JP-28-3"], dice=[(1, 1)])
    assert bonuses(fight(match, "0321", "JP-28-1", "JP-28-2")) == []


def test_v_41_flipped_battalions_count() -> None:
    """K-59"""
    units = REGIMENTS["64 RI"]
    assert bonuses(defend(units, flipped=units[:2])) == [("5.1.4.a", -1)]
    assert bonuses(attack(units, flipped=units[1:])) == [("5.1.4", 1)]


def test_v_46_a_tank_brigade_needs_its_motorised_infantry() -> None:
    assert bonuses(attack(REGIMENTS["6 Bgda T"])) == [("5.1.4", 1)]
    assert bonuses(attack(REGIMENTS["6 Bgda T"][:3])) == []


# -- divisions ---------------------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.4.b")
@pytest.mark.parametrize("name", ["82 DI", "57 DI", "23 DI"])
def test_a_complete_division_attacks_two_columns_further_right_on_top(name: str) -> None:
    """V-42, K-60: three regiments and the division make five columns."""
    regiments = DIVISIONS[name]
    match = attack(together(*regiments))
    assert bonuses(match) == [("5.1.4", 1), ("5.1.4", 1), ("5.1.4", 1), ("5.1.4.b", 2)]
    assert told(match, "log.odds")["shifts"][-1]["name"] == name
    for absent in range(3):
        rest = [r for at, r in enumerate(regiments) if at != absent]
        assert bonuses(attack(together(*rest))) == [("5.1.4", 1), ("5.1.4", 1)]
        short = [*together(*rest), *REGIMENTS[regiments[absent]][:2]]
        assert bonuses(attack(short)) == [("5.1.4", 1), ("5.1.4", 1)], "a battalion short is a division short"


@RULE("bkg", "5.1.4.c")
def test_e_10_the_36th_division_never_has_the_bonus() -> None:
    assert bonuses(attack(together("24 RI Mtz", "149 RI Mtz"))) == [("5.1.4", 1), ("5.1.4", 1)]


@RULE("bkg", "5.1.4.d")
def test_e_11_the_7th_division_needs_its_four_regiments() -> None:
    assert bonuses(attack(together("26 RI", "27 RI", "28 RI"))) == [("5.1.4", 1)] * 3
    whole = attack(together("25 RI", "26 RI", "27 RI", "28 RI"))
    assert bonuses(whole) == [("5.1.4", 1)] * 4 + [("5.1.4.d", 2)]


def test_divisions_give_nothing_in_defence() -> None:
    """K-60: not even the Japanese one whose regiments would fit into a hex, as none does."""
    assert bonuses(defend([*REGIMENTS["64 RI"], "JP-71-1"])) == [("5.1.4.a", -1)]


@RULE("bkg", "5.1.4.e")
def test_e_12_the_8th_border_regiment_needs_its_five_battalions() -> None:
    assert bonuses(attack(BORDER)) == [("5.1.4.e", 1)]
    for absent in BORDER:
        assert bonuses(attack([u for u in BORDER if u != absent])) == []


@RULE("bkg", "5.1.4.e")
@pytest.mark.parametrize("absent", BORDER)
def test_the_8th_border_regiment_cannot_defend_complete(absent: str) -> None:
    """K-63"""
    assert bonuses(defend([u for u in BORDER if u != absent])) == []


@RULE("bkg", "5.1.4.f")
@pytest.mark.parametrize("absent", [[], [*battalions("JP-13A", 4), "JP-23RCM", "JP-23ENG"]])
def test_a_division_needs_neither_its_artillery_nor_its_other_troops(absent: list[str]) -> None:
    """K-65, K-94: it is all the same whether they exist, or look on from afar."""
    match = attack(together("64 RI", "71 RI", "72 RI"), elsewhere={"2001": absent[:4], "2002": absent[4:]})
    assert bonuses(match)[-1] == ("5.1.4.b", 2)


@RULE("bkg", "5.1.4.j")
def test_a_division_keeps_its_bonus_with_artillery_that_fires_from_afar() -> None:
    infantry = together("64 RI", "71 RI", "72 RI")
    placed = {**round_about(infantry), "0321": ["SU-NKVD"], "0520": battalions("JP-13A", 4)}
    match = board(placed, "jap_combat", air=(0, 0), dice=[(1, 1)])
    fight(match, "0321", *infantry, *battalions("JP-13A", 4))
    assert bonuses(match) == [("5.1.4", 1)] * 3 + [("5.1.4.b", 2)]


# -- who gets nothing --------------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.4.g")
@pytest.mark.parametrize("name", GUNS)
def test_artillery_regiments_get_nothing(name: str) -> None:
    """V-45: attacking side by side, firing from afar, or defending."""
    guns = GUNS[name]
    assert bonuses(attack(guns)) == []
    assert bonuses(defend(guns)) == []
    japanese = guns[0].startswith("JP")
    spearhead, target = ("JP-7ENG", "SU-NKVD") if japanese else ("SU-NKVD", "JP-7ENG")
    placed = {"0319": guns, "0320": [spearhead], "0321": [target]}
    afar = board(placed, "jap_combat" if japanese else "sov_combat", air=(0, 0), dice=[(1, 1)])
    assert bonuses(fight(afar, "0321", spearhead, *guns)) == []


@RULE("bkg", "5.1.4.h")
@pytest.mark.parametrize("regiment", ["MN-15", "MN-17", "MN-22", "MN-23", "MN-13", "MN-14"])
def test_v_44_mongolian_regiments_get_nothing(regiment: str) -> None:
    assert bonuses(attack(battalions(regiment, 2))) == []
    assert bonuses(defend(battalions(regiment, 2))) == []


@RULE("bkg", "5.1.4.i")
@pytest.mark.parametrize("name", CAVALRY)
def test_v_44_a_mongolian_division_counts_as_a_regiment(name: str) -> None:
    """K-62: its four cavalry counters, its battery not needed."""
    units = CAVALRY[name]
    assert bonuses(attack(units)) == [("5.1.4.i", 1)]
    assert bonuses(defend(units)) == [("5.1.4.a", -1)]
    for absent in units:
        rest = [u for u in units if u != absent]
        assert bonuses(attack(rest)) == []
        assert bonuses(defend(rest)) == []


@pytest.mark.parametrize("name", NOTHING)
def test_single_counters_and_detachments_get_nothing(name: str) -> None:
    """V-45, K-61, K-64"""
    assert bonuses(attack(NOTHING[name])) == []
    assert bonuses(defend(NOTHING[name])) == []
