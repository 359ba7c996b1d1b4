"""4.2.2  Leaving the map: never by choice, only in a retreat that finds no free hex, and what becomes of the unit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from khalkhin.engine.match import Match
from tests.bkg.positions import asked, board, do, fight, is_flipped, offered, place, points_left, refused, shifts, told

rule = pytest.mark.rule

# Weak Japanese and Manchurian units to stand round a Soviet one: five of them attack with 5 points.
WEAK = ["MC-8RC", "MC-9RC", "MC-2RC", "MC-SEK-1", "MC-SEK-2", "MC-SEK-3"]
# Soviet ones to stand round a Japanese unit, with 3 points each.
STRONG = ["SU-24-1", "SU-24-2", "SU-149-1", "SU-149-2", "SU-127-1", "SU-127-2"]


def driven_back(unit: str, hex_: str, ring: Sequence[str], *, turn: int = 24, flipped: Sequence[str] = ()) -> Match:
    """A unit alone in a hex is attacked from others and has to retreat without a loss, whatever the odds are."""
    soviet = unit.startswith(("SU", "MN"))
    enemies = dict(zip(ring, WEAK if soviet else STRONG, strict=False))
    for total in range(2, 13):
        match = board(
            {hex_: unit, **enemies},
            "jap_combat" if soviet else "sov_combat",
            turn=turn,
            flipped=flipped,
            dice=[(total // 2, total - total // 2)],
        )
        fight(match, hex_, *enemies.values(), air=4 if soviet else 0)
        if told(match, "log.result")["codes"].startswith("DRI"):
            break
    else:
        raise AssertionError("these odds drive nobody back")
    while match.prompts() and asked(match).message.key == "ask.loss":
        do(match, f"unit {next(iter(enemies.values()))}")
    return match


def on_to(match: Match, turn: int, phase: str) -> Match:
    """Play on, doing nothing, to a phase."""
    while (match.state.turn, match.view(None)["phase"]) != (turn, f"phase.{phase}"):
        do(match, "done")
    return match


def points(match: Match, key: str) -> object:
    return next(line["points"] for line in match.view(None)["score"] if line["key"] == key)


# Hexes on an edge and enemies whose zones cover every hex beside them.
ZONES = {"W": ("0112", ["0212", "0213"]), "E": ("2705", ["2605", "2606"])}
# The same with an enemy in every hex beside them.
AROUND = {
    "N": ("0301", ["0302", "0201", "0202", "0401", "0402"]),
    "E": ("2720", ["2719", "2721", "2620", "2621"]),
    "S": ("0523", ["0522", "0423", "0623"]),
    "W": ("0112", ["0111", "0113", "0212", "0213"]),
}


@rule("bkg", "4.2.2.a")
@pytest.mark.parametrize("edge", ["W", "S"])
@pytest.mark.parametrize("unit", ["SU-601-1", "MN-15-1"])
def test_v_66_soviets_who_leave_by_the_west_or_south_are_out_for_good(edge: str, unit: str) -> None:
    match = driven_back(unit, *AROUND[edge])
    assert told(match, "log.left")["edge"] == f"@edge.{edge}"
    assert place(match, unit) == "gone"
    assert points(match, "vp.su_destroyed") == points(match, "vp.mn_destroyed") == 0
    on_to(match, 25, "sov_move")
    assert refused(match, f"unit {unit}") == "4.2.2.a"
    assert offered(match, "unit") == set()


@rule("bkg", "4.2.2.b")
@pytest.mark.parametrize("edge", ["N", "E"])
@pytest.mark.parametrize(
    ("unit", "key", "worth"), [("SU-601-1", "vp.su_destroyed", 5), ("MN-15-1", "vp.mn_destroyed", 2)]
)
def test_v_66_soviets_who_leave_by_the_north_or_east_are_destroyed(edge: str, unit: str, key: str, worth: int) -> None:
    match = driven_back(unit, *AROUND[edge])
    assert told(match, "log.left-destroyed")["edge"] == f"@edge.{edge}"
    assert place(match, unit) == "destroyed"
    assert points(match, key) == worth


@rule("bkg", "4.2.2.d")
@pytest.mark.parametrize("edge", ["W", "S"])
@pytest.mark.parametrize(
    ("unit", "key", "worth"), [("JP-64-1", "vp.jp_destroyed", 3), ("MC-8RC", "vp.mc_destroyed", 1)]
)
def test_japanese_who_leave_by_the_west_or_south_are_destroyed(edge: str, unit: str, key: str, worth: int) -> None:
    match = driven_back(unit, *AROUND[edge])
    assert told(match, "log.left-destroyed")["edge"] == f"@edge.{edge}"
    assert place(match, unit) == "destroyed"
    assert points(match, key) == worth


@rule("bkg", "4.2.2.c")
@pytest.mark.parametrize(("edge", "box"), [("N", "north"), ("E", "east")])
@pytest.mark.parametrize("unit", ["JP-64-1", "MC-8RC"])
def test_japanese_who_leave_by_the_north_or_east_are_not_destroyed(edge: str, box: str, unit: str) -> None:
    match = driven_back(unit, *AROUND[edge])
    assert told(match, "log.left")["edge"] == f"@edge.{edge}"
    assert place(match, unit) == box
    assert points(match, "vp.jp_destroyed") == points(match, "vp.mc_destroyed") == 0


@rule("bkg", "4.2.2.c")
def test_v_67_back_by_the_same_edge_from_the_next_turn() -> None:
    """K-77  Not in the turn it left, though its own movement phase comes after; then by any hex of that edge."""
    match = on_to(driven_back("JP-64-1", *AROUND["E"], turn=24), 24, "jap_move")
    assert refused(match, "unit JP-64-1") == "4.2.2.c"
    assert offered(match, "unit") == set()
    on_to(match, 25, "sov_move")
    assert "JP-64-1" not in offered(match, "unit")
    on_to(match, 25, "jap_move")
    assert offered(match, "done") == {None}, "it need not come back"
    do(match, "unit JP-64-1")
    held = {"2719", "2721"}
    assert offered(match, "hex") == {f"27{row:02}" for row in range(1, 24)} - held
    assert refused(match, "hex 1501") == "4.2.2.c"
    do(match, "hex 2712")
    assert points_left(match, "2713") == str(5 - 1 - 1), "the first hex is paid for"
    do(match, "done")
    assert place(match, "JP-64-1") == "2712"
    assert [line["rule"] for line in match.view(None)["log"] if line["key"] == "log.enter"] == ["4.2.2.c"]
    assert refused(match, "unit JP-64-1") == "4.0"


@rule("bkg", "4.2.2.c")
def test_k_77_back_by_the_north_also_west_of_the_line() -> None:
    match = on_to(driven_back("JP-64-1", *AROUND["N"], turn=24), 25, "jap_move")
    do(match, "unit JP-64-1")
    held = {"0201", "0401"}
    lake = {"1201"}
    assert offered(match, "hex") == {f"{column:02}01" for column in range(1, 28)} - held - lake
    assert refused(match, "hex 2702") == "4.2.2.c"
    assert refused(match, "hex 1201") == "T2.lake"


@rule("bkg", "4.2.2.c")
def test_k_77_who_comes_back_has_his_losses_still_and_is_in_for_good() -> None:
    match = driven_back("JP-64-1", *AROUND["E"], flipped=["JP-64-1"])
    do(on_to(match, 25, "jap_move"), "unit JP-64-1", "hex 2712", "done")
    assert is_flipped(match, "JP-64-1")
    on_to(match, 26, "jap_move")
    do(match, "unit JP-64-1")
    assert points_left(match, "2713") == "4", "it moves from where it stands"


def test_k_77_who_is_outside_at_the_end_neither_scores_nor_is_lost() -> None:
    match = driven_back("JP-64-1", *AROUND["E"], turn=31)
    while not match.over:
        do(match, "done")
    assert points(match, "vp.jp_destroyed") == points(match, "vp.jp_intact") == 0
    assert points(match, "vp.cleared") == 20


# -- never by choice --


@rule("bkg", "4.2.2")
@pytest.mark.parametrize(("unit", "hex_", "phase"), [("SU-601-1", "0112", "sov_move"), ("JP-64-1", "2705", "jap_move")])
def test_nobody_walks_off_the_map(unit: str, hex_: str, phase: str) -> None:
    match = board({hex_: unit}, phase)
    for edge in "NESW":
        assert refused(match, f"edge {edge}") == "3.0"
    do(match, f"unit {unit}")
    for edge in "NESW":
        assert refused(match, f"edge {edge}") == "3.0"
    assert offered(match, "edge") == set()


@rule("bkg", "4.2.2")
def test_v_69_who_has_a_free_hex_does_not_leave() -> None:
    match = driven_back("SU-601-1", "0112", ["0111"])
    assert offered(match, "hex") == {"0113", "0213"}
    assert offered(match, "edge") == set()
    assert refused(match, "edge W") == "4.2.2"


@rule("bkg", "4.2.2")
def test_v_69_nor_who_has_a_hex_that_only_a_chain_retreat_opens() -> None:
    """0111 is in a zone; 0113 and 0213 are not, but full. One of the five there goes on."""
    stacks = {
        "0113": ["SU-602-1", "SU-602-2", "SU-602-3", "SU-603-1"],
        "0213": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-80-1"],
    }
    attackers = ["JP-25-1", "JP-25-2"]
    match = board({"0112": "SU-601-1", "0111": attackers, **stacks}, "jap_combat", dice=[(1, 2)])
    do(fight(match, "0112", *attackers), "unit JP-25-1")
    assert told(match, "log.result")["codes"] == "DRI AVB"
    assert offered(match, "hex") == {"0113", "0213"}
    assert refused(match, "edge W") == "4.2.2"
    do(match, "hex 0113")
    assert asked(match).message.key == "ask.chain-unit"


# -- the order of things --


def test_k_41_the_friendly_edge_comes_before_the_way_through_zones() -> None:
    """0112 is covered by zones but not surrounded: a way to 0110 by 0111 is there and not taken."""
    match = driven_back("SU-601-1", *ZONES["W"])
    assert place(match, "SU-601-1") == "gone"
    assert not is_flipped(match, "SU-601-1")


def test_k_43_the_fatal_edge_comes_after_it() -> None:
    """The same for a Japanese unit: it breaks out, with a loss, and is not destroyed."""
    match = driven_back("JP-64-1", *ZONES["W"])
    assert offered(match, "edge") == set()
    assert offered(match, "hex") <= {"0111", "0113"}
    do(match, "hex 0111")
    assert is_flipped(match, "JP-64-1")


def test_v_108_a_friendly_edge_is_no_encirclement() -> None:
    """K-40  Zones all round: no column for the attacker while the unit can leave by its own edge."""
    assert "5.1.3" not in shifts(driven_back("SU-601-1", *ZONES["W"]))
    assert "5.1.3" not in shifts(driven_back("JP-64-1", *ZONES["E"]))


def test_v_109_a_fatal_edge_is() -> None:
    match = driven_back("JP-64-1", *AROUND["W"])
    assert shifts(match)["5.1.3"] == 1
    assert place(match, "JP-64-1") == "destroyed"
    assert shifts(driven_back("SU-601-1", *ZONES["E"]))["5.1.3"] == 1


@pytest.mark.parametrize(
    ("unit", "hex_", "edges"),
    [
        ("JP-64-1", "2701", {"N", "E"}),
        ("SU-601-1", "0123", {"S", "W"}),
        ("SU-601-1", "2701", {"N", "E"}),
        ("JP-64-1", "0123", {"S", "W"}),
    ],
)
def test_k_02_a_corner_offers_both_edges(unit: str, hex_: str, edges: set[str]) -> None:
    ring = {"2701": ["2702", "2601", "2602"], "0123": ["0122", "0223"]}
    match = driven_back(unit, hex_, ring[hex_])
    assert offered(match, "edge") == edges


@pytest.mark.parametrize(("unit", "hex_", "edge"), [("JP-64-1", "2723", "E"), ("SU-601-1", "0101", "W")])
def test_k_02_in_a_mixed_corner_the_friendly_edge_is_taken(unit: str, hex_: str, edge: str) -> None:
    ring = {"2723": ["2722", "2623"], "0101": ["0102", "0201", "0202"]}
    match = driven_back(unit, hex_, ring[hex_])
    assert told(match, "log.left")["edge"] == f"@edge.{edge}"


@pytest.mark.parametrize(("edge", "box"), [("N", "north"), ("E", "east")])
def test_k_02_the_edge_chosen_is_the_one_to_come_back_by(edge: str, box: str) -> None:
    match = do(driven_back("JP-64-1", "2701", ["2702", "2601", "2602"]), f"edge {edge}")
    assert place(match, "JP-64-1") == box
