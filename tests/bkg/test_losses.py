"""5.1.6, 7.0  What the results do to stacks of both sides, and what a loss is."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import SEKIRAN, bombard, codes, declare, play_out, prompted, support
from tests.bkg.positions import board, do, fight, is_flipped, offered, place, position, refused, told, units

RULE = pytest.mark.rule

RULES = {
    "DE": "5.1.6.a", "DRB": "5.1.6.b", "DRI": "5.1.6.c", "DVB": "5.1.6.d", "DVI": "5.1.6.e",
    "AVI": "5.1.6.f", "AVB": "5.1.6.g", "ARI": "5.1.6.h", "ARB": "5.1.6.i", "AE": "5.1.6.j",
}  # fmt: skip

TWO = "SU-601-1 SU-602-1"
TANKS = "SU-6T-1 SU-6T-2"
STRONG = "SU-6T-1 SU-6T-2 SU-7B-1 SU-8B-1"
WEAK = "MC-SEK-1 MC-SEK-2"

CELLS = {
    # cell: attackers, defenders, air points, dice
    "DVB ARB": (TWO, WEAK, 4, (2, 4)),
    "DVB ARI": (TWO, WEAK, 4, (4, 5)),
    "DVI ARI": (TWO, WEAK, 4, (3, 4)),
    "DVI ARB": (TWO, WEAK, 0, (3, 4)),
    "DVB AE": (TWO, "JP-64-1 JP-71-1", 0, (3, 4)),
    "DVI AE": (TWO, "JP-64-1 JP-71-1 JP-72-1", 0, (3, 4)),
    "DRI AVB": (TWO, WEAK, 0, (1, 1)),
    "DRB AVB": (TWO, WEAK, 4, (1, 1)),
    "DRI AVI": (TWO, WEAK, 8, (1, 1)),
    "DRB AVI": (TWO, WEAK, 12, (1, 1)),
    "DE AVB": (TANKS, WEAK, 18, (1, 2)),
    "DE AVI": (STRONG, WEAK, 18, (1, 2)),
}


def battle(attackers: str, defenders: str, air: int, dice: tuple[int, int]) -> Match:
    """The first attacker stands in 0320, the others in 0421; the defenders in 0321."""
    first, *others = attackers.split()
    placed = {"0320": [first], "0421": others, "0321": defenders.split()}
    match = board(placed, "sov_combat", turn=20, air=(20, 0), dice=[dice])
    return fight(match, "0321", first, *others, air=air)


def hit(match: Match, side: str, code: str, units: list[str]) -> tuple[str | None, str | None]:
    """A side suffers what its code says, by its own choice of the second unit: (flipped, eliminated)."""
    if code not in ("DE", "DRB", "DVB", "AVB", "ARB", "AE"):
        return None, None
    assert prompted(match) == (side, RULES[code])
    assert offered(match, "unit") == set(units)
    own, other = ("SU-NKVD", "JP-4RT") if side == "soviet" else ("JP-4RT", "SU-NKVD")
    assert refused(match, f"unit {own}") == RULES[code], "it is not in the battle"
    assert refused(match, f"unit {other}") == RULES[code], "it is not his"
    assert refused(match, "done") == RULES[code]
    do(match, f"unit {units[1]}")
    return (None, units[1]) if code in ("DE", "AE") else (units[1], None)


def one_hex_away(match: Match, unit: str, start: str) -> bool:
    grid = match.game.map.grid
    return grid.distance(grid.at(place(match, unit)), grid.at(start)) == 1


@RULE("bkg", "5.1.6.a", "5.1.6.b", "5.1.6.c", "5.1.6.d", "5.1.6.e")
@RULE("bkg", "5.1.6.f", "5.1.6.g", "5.1.6.h", "5.1.6.i", "5.1.6.j")
@pytest.mark.parametrize("cell", CELLS)
def test_results(cell: str) -> None:
    """V-79 and its kin. K-08: the left code is the defender's, the right one the attacker's, the retreat one."""
    ours, theirs = CELLS[cell][0].split(), CELLS[cell][1].split()
    match = battle(*CELLS[cell])
    start = {unit: place(match, unit) for unit in (*ours, *theirs)}
    left, right = cell.split()
    assert codes(match) == cell
    results = [hit(match, "japan", left, theirs), hit(match, "soviet", right, ours)]
    flipped, dead = ({r[i] for r in results} - {None} for i in (0, 1))
    assert {unit for unit in start if is_flipped(match, unit)} == flipped
    assert {unit for unit in start if place(match, unit) == "destroyed"} == dead

    attacker_won = right.startswith("AV")
    side, losers, winners = ("japan", theirs, ours) if attacker_won else ("soviet", ours, theirs)
    survivors = [unit for unit in losers if unit not in dead]
    if len(survivors) > 1:
        assert prompted(match) == (side, "5.3")
        assert offered(match, "unit") == set(survivors)
    while prompted(match) == (side, "5.3"):
        verb = "unit" if offered(match, "unit") else "hex"
        do(match, f"{verb} {min(map(str, offered(match, verb)))}")
    assert all(one_hex_away(match, unit, start[unit]) for unit in survivors)
    assert {unit for unit in start if is_flipped(match, unit)} == flipped, "the retreat itself costs nothing"
    if attacker_won:
        assert prompted(match) == ("soviet", "5.2")
        assert offered(match, "unit") == set(ours)
        do(match, "done")
    assert prompted(match) == ("soviet", "5.0"), "and that is all: a defender who won does not advance (K-48)"
    assert all(place(match, unit) == start[unit] for unit in winners)


@RULE("bkg", "5.1.6.l")
def test_stalemate_changes_nothing() -> None:
    match = battle(TWO, WEAK, 0, (1, 2))
    assert codes(match) == "IMP"
    assert prompted(match) == ("soviet", "5.0")
    assert [place(match, unit) for unit in TWO.split()] == ["0320", "0421"]
    assert [place(match, unit) for unit in WEAK.split()] == ["0321", "0321"]
    assert not any(is_flipped(match, unit) for unit in (*TWO.split(), *WEAK.split()))


def test_v_80_a_single_attacker_eliminated_does_not_retreat() -> None:
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(3, 4)]), "0321", "SU-601-1")
    assert codes(match) == "DVB AE"
    assert place(match, "SU-601-1") == "destroyed"
    assert is_flipped(match, "JP-64-1"), "nobody is asked where only one can be hit"
    assert prompted(match) == ("soviet", "5.0")


def test_v_81_a_single_defender_eliminated_leaves_the_hex_to_be_occupied() -> None:
    """K-79"""
    placed = {"0320": ["SU-6T-1", "SU-6T-2"], "0321": ["MC-SEK-1"]}
    match = fight(board(placed, "sov_combat", air=(4, 0), dice=[(1, 2)]), "0321", "SU-6T-1", "SU-6T-2", air=4)
    assert codes(match) == "DE AVB"
    assert place(match, "MC-SEK-1") == "destroyed"
    do(match, "unit SU-6T-2")
    assert is_flipped(match, "SU-6T-2")
    assert prompted(match) == ("soviet", "5.2")
    do(match, "unit SU-6T-2")
    assert place(match, "SU-6T-2") == "0321"


@RULE("bkg", "5.1.6.a")
def test_k_78_nobody_stays_behind_after_de() -> None:
    """Three defenders: one is eliminated whole, the other two must go."""
    placed = {"0320": ["SU-6T-1", "SU-6T-2", "SU-7B-1"], "0321": ["JP-13A-1", "JP-13A-2", "JP-13A-3"]}
    match = board(placed, "sov_combat", air=(7, 0), dice=[(1, 2)])
    fight(match, "0321", "SU-6T-1", "SU-6T-2", "SU-7B-1", air=7)
    assert codes(match) == "DE AVB"
    do(match, "unit JP-13A-2", "unit SU-7B-1")
    assert place(match, "JP-13A-2") == "destroyed"
    for decision in ("done", "commit", "unit JP-13A-2"):
        assert refused(match, decision) == "5.3"
    do(match, "unit JP-13A-3", "hex 0322", "hex 0222")
    assert [place(match, f"JP-13A-{n}") for n in (1, 3)] == ["0222", "0322"]
    assert not is_flipped(match, "JP-13A-1")


def test_losses_come_before_retreats() -> None:
    """K-46: a defender who took the loss retreats with it."""
    match = battle(TWO, WEAK, 12, (1, 1))
    do(match, "unit MC-SEK-2")
    assert is_flipped(match, "MC-SEK-2")
    assert place(match, "MC-SEK-2") == "0321"


@RULE("bkg", "5.1.6.g")
def test_the_last_attacker_may_be_lost_in_winning() -> None:
    """It was flipped before: nobody is left to advance."""
    placed = {"0320": ["SU-601-1"], "0321": ["MC-SEK-1"]}
    match = board(placed, "sov_combat", air=(1, 0), flipped=["SU-601-1"], dice=[(1, 1)])
    fight(match, "0321", "SU-601-1", air=1)
    assert codes(match) == "DRI AVB"
    assert place(match, "SU-601-1") == "destroyed"
    assert play_out(match) == [("japan", "5.3")]
    assert place(match, "MC-SEK-1") in ("0421", "0422", "0322", "0222", "0221", "0320")


def test_k_46_support_from_afar_takes_no_part_in_the_result() -> None:
    """Guns of both sides: neither loss nor retreat nor advance."""
    placed = {
        "0320": ["SU-601-1", "SU-602-1"], "0319": ["SU-82A-1"],
        "0321": ["MC-SEK-1", "MC-SEK-2"], "0422": ["JP-13A-1"],
    }  # fmt: skip
    match = declare(
        board(placed, "sov_combat", air=(6, 0), dice=[(1, 1)]), "0321", "SU-601-1", "SU-602-1", "SU-82A-1", air=4
    )
    support(do(match, "commit"), "JP-13A-1")
    assert codes(match) == "DRB AVB"
    assert offered(match, "unit") == {"MC-SEK-1", "MC-SEK-2"}
    do(match, "unit MC-SEK-1")
    assert offered(match, "unit") == {"SU-601-1", "SU-602-1"}
    assert refused(match, "unit SU-82A-1") == "5.1.6.g"
    do(match, "unit SU-601-1")
    assert offered(match, "unit") == {"MC-SEK-1", "MC-SEK-2"}, "who retreats"
    play_out(match)
    assert (place(match, "JP-13A-1"), place(match, "SU-82A-1")) == ("0422", "0319")
    assert not is_flipped(match, "JP-13A-1")
    assert not is_flipped(match, "SU-82A-1")


# -- 7.0: losses -------------------------------------------------------------------------------------------------------


@RULE("bkg", "7.0")
def test_a_loss_flips_a_unit() -> None:
    match = battle("SU-601-1", "MC-SEK-1 MC-SEK-2", 14, (1, 1))
    assert codes(match) == "DRB AVI"
    do(match, "unit MC-SEK-1")
    assert is_flipped(match, "MC-SEK-1")
    assert place(match, "MC-SEK-1") == "0321"
    assert not is_flipped(match, "MC-SEK-2")


@RULE("bkg", "7.0.b")
@pytest.mark.parametrize("cell", ["DRB AVB", "DVB ARB"])
def test_the_second_loss_eliminates(cell: str) -> None:
    attackers, _, air, dice = CELLS[cell]
    placed = {"0320": attackers.split(), "0321": SEKIRAN}
    match = board(placed, "sov_combat", turn=20, air=(20, 0), flipped=["MC-SEK-1", "MC-SEK-2", "SU-601-1"], dice=[dice])
    fight(match, "0321", *attackers.split(), air=air + 1)
    assert codes(match) == cell
    do(match, "unit MC-SEK-2", "unit SU-601-1")
    assert [place(match, unit) for unit in ("MC-SEK-2", "SU-601-1")] == ["destroyed", "destroyed"]
    assert place(match, "MC-SEK-1") == "0321"


def test_the_log_names_who_is_hit() -> None:
    match = do(battle("SU-601-1", "MC-SEK-1 MC-SEK-2", 14, (1, 1)), "unit MC-SEK-1")
    assert told(match, "log.loss") == {"units": ["MC-SEK-1"]}


def test_a_dead_unit_is_no_longer_penalised_and_the_others_still_are() -> None:
    placed = {"1703": ["SU-82A-1", "SU-82A-2"], "1704": ["JP-25-1", "JP-25-2"]}
    lost = ["SU-82A-1", "SU-82A-2"]
    match = board(placed, "jap_combat", air=(0, 6), penalised=lost, dice=[(1, 2)])
    fight(match, "1703", "JP-25-1", "JP-25-2", air=6)
    assert codes(match) == "DE AVB"
    do(match, "unit SU-82A-1", "unit JP-25-1")
    assert position(match).penalised == units("SU-82A-2")


@RULE("bkg", "7.0.c")
@pytest.mark.parametrize("unit", ["SU-601-1", "SU-24-1", "SU-6T-1"])
def test_losses_do_not_slow_a_unit_down(unit: str) -> None:
    fresh = do(board({"0908": [unit]}, "sov_move"), f"unit {unit}")
    flipped = do(board({"0908": [unit]}, "sov_move", flipped=[unit]), f"unit {unit}")
    assert offered(flipped, "hex") == offered(fresh, "hex")
    left = [match.view("soviet")["details"]["left"] for match in (fresh, flipped)]
    assert left[0] == left[1]


@RULE("bkg", "7.0.d")
def test_nobody_recovers() -> None:
    """A whole turn passes, for units of both sides, on the map and off it."""
    flipped = ["SU-601-1", "MN-15-1", "JP-64-1", "MC-SEK-1", "JP-25-1"]
    placed = {"0320": flipped[:2], "2320": flipped[2:4], "east": flipped[4:]}
    match = board(placed, "sov_move", turn=24, flipped=flipped)
    for _ in range(4):
        do(match, "done")
    assert match.view(None)["tracks"]["turn"] == 25
    assert all(is_flipped(match, unit) for unit in flipped)


@RULE("bkg", "7.0.a")
def test_a_flipped_gun_fires_with_half_its_power() -> None:
    placed = {"0319": ["SU-185A-1"], "0321": ["JP-64-1", "JP-64-2", "JP-64-3", "JP-71-1"]}
    values = []
    for flipped in ([], ["SU-185A-1"]):
        match = bombard(board(placed, "sov_combat", flipped=flipped, dice=[(3, 4)]), "0321", "SU-185A-1")
        values.append(next(e.params["value"] for e in match.log if e.key == "log.bombardment"))
    assert values == [4 * 8, 2 * 8]
