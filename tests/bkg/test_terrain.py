"""T2, 9.0  Terrain: what a step costs each class of units, who is barred, and the columns of hexes and hexsides."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.bkg.game import HERE, Batalha
from tests.bkg.positions import board, do, fight, offered, place, points_left, refused, shifts

rule = pytest.mark.rule

# One counter of each type; its movement power.
ONE_OF = {
    "INF": ("SU-601-1", 5),
    "MOT": ("SU-24-1", 8),
    "MEC": ("SU-7B-1", 10),
    "PARA": ("SU-212", 5),
    "ARM": ("SU-6T-1", 10),
    "CVM": ("SU-36RCM", 10),
    "CAV": ("MN-15-1", 7),
    "MG": ("SU-5MG-1", 5),
    "ART": ("SU-82A-1", 4),
    "MTN": ("JP-7M-1", 4),
    "AT": ("SU-ATN", 4),
    "ENG": ("JP-23ENG", 5),
}
MOTORISED = ("MOT", "MEC", "ARM", "CVM")
BARRED = ("ARM", "CVM")


def alone(kind: str, start: str) -> Match:
    """A unit of a type alone on the map, picked up to move."""
    unit, _ = ONE_OF[kind]
    phase = "jap_move" if unit.startswith("JP") else "sov_move"
    return do(board({start: unit}, phase), f"unit {unit}")


def cost(kind: str, start: str, to: str) -> float:
    """What it costs a type to go from a hex to another one."""
    text = points_left(alone(kind, start), to)
    return ONE_OF[kind][1] - (float(text.rstrip("½") or 0) + 0.5 * text.endswith("½"))


def by_class(start: str, to: str) -> tuple[float, float]:
    """The cost of a step: (not motorised, motorised). All types of a class must agree."""
    (foot,) = {cost(kind, start, to) for kind in ONE_OF if kind not in MOTORISED}
    (motorised,) = {cost(kind, start, to) for kind in MOTORISED}
    return foot, motorised


# -- what a step costs (K-23: MOT, MEC, ARM and CVM are motorised) --


@rule("bkg", "T2.open")
def test_open_costs_everybody_one() -> None:
    assert by_class("1717", "1817") == (1, 1)


@rule("bkg", "T2.rough")
def test_rough_costs_everybody_two() -> None:
    assert by_class("0910", "0811") == (2, 2)


@rule("bkg", "T2.marsh")
@pytest.mark.parametrize("kind", [kind for kind in ONE_OF if kind not in BARRED])
def test_marsh_costs_two(kind: str) -> None:
    assert cost(kind, "0609", "0610") == 2
    assert cost(kind, "1115", "1116") == 1 + 2, "over a narrow river"


@rule("bkg", "T2.mountain", "9.0")
@pytest.mark.parametrize("kind", [kind for kind in ONE_OF if kind not in BARRED])
def test_a_mountain_costs_mountain_troops_two_and_others_three(kind: str) -> None:
    assert cost(kind, "1010", "1011") == (2 if kind == "MTN" else 3)


@rule("bkg", "T2.wide_river")
def test_v_22_a_wide_river_costs_one_or_two_on_top_of_the_hex() -> None:
    assert by_class("0511", "0612") == (1 + 2, 2 + 2)


@rule("bkg", "T2.narrow_river")
def test_v_22_a_narrow_river_costs_one_on_top_of_the_hex() -> None:
    assert cost("MOT", "1216", "1217") == cost("MEC", "1216", "1217") == 1 + 2
    assert by_class("0916", "0915") == (1 + 1, 1 + 1)


@rule("bkg", "T2.road")
def test_v_25_a_road_hex_costs_one_or_a_half_whatever_its_terrain() -> None:
    assert by_class("0811", "0812") == (1, 0.5), "rough, from a rough hex without a road (K-24)"
    assert by_class("0910", "0911") == (1, 0.5), "open, from a rough hex without a road"


@rule("bkg", "T2.road")
def test_k_24_the_river_before_a_road_hex_is_paid() -> None:
    assert by_class("0508", "0409") == (1 + 1, 2 + 0.5)


def test_v_24_along_a_road() -> None:
    road = ["0409", "0410", "0411", "0412", "0413", *(f"05{row}" for row in range(13, 21)), "0621", "0721", "0822"]
    motorised, foot = alone("MOT", "0408"), alone("INF", "0408")
    assert [points_left(motorised, hex_) for hex_ in road[:3]] == ["7½", "7", "6½"]
    assert points_left(motorised, road[15]) == "0"
    assert len(road) == 16
    assert refused(motorised, "hex 0922") == "4.0.b"
    assert points_left(foot, road[4]) == "0"
    assert refused(foot, f"hex {road[5]}") == "4.0.b"


@rule("bkg", "T2.bridge")
def test_a_bridge_is_free() -> None:
    assert by_class("0513", "0613") == (2, 2), "the hex alone (K-26)"
    assert by_class("1315", "1316") == (1, 0.5), "over the narrow river"


@rule("bkg", "T2.border")
def test_the_border_costs_nothing() -> None:
    for unit, left in (("JP-23ENG", "4"), ("JP-23RCM", "7")):
        match = do(board({"1512": unit}, "jap_move"), f"unit {unit}")
        assert points_left(match, "1612") == left


# -- who is barred --


@rule("bkg", "T2.lake")
@pytest.mark.parametrize("kind", ONE_OF)
def test_v_26_nobody_enters_a_lake(kind: str) -> None:
    match = alone(kind, "2317")
    assert refused(match, "hex 2417") == "T2.lake"
    assert "2417" not in offered(match, "hex")


@rule("bkg", "T2.lake")
def test_v_26_nobody_retreats_into_a_lake() -> None:
    ring = {"2316": "SU-24-1", "2318": "SU-24-2", "2217": "SU-24-3", "2218": "SU-149-1", "2418": "SU-149-2"}
    match = board({"2317": "JP-25-1", **ring}, "sov_combat", dice=[(1, 2)])
    fight(match, "2317", *ring.values())
    assert place(match, "JP-25-1") == "destroyed"


@rule("bkg", "T2.lake")
def test_v_26_nobody_advances_into_a_lake() -> None:
    attackers = ("SU-24-1", "SU-24-2", "SU-149-1")
    match = board({"2317": "JP-13A-1", "2218": attackers}, "sov_combat", dice=[(1, 2)])
    do(fight(match, "2317", *attackers), "unit SU-24-1")
    assert place(match, "SU-24-1") == "2317"
    assert offered(match, "hex") == {"2217", "2218", "2318", "2418"}, "2316 is over the river"


@rule("bkg", "T2.marsh")
@pytest.mark.parametrize("kind", BARRED)
def test_k_29_armour_and_mechanised_cavalry_are_barred_from_marsh(kind: str) -> None:
    assert refused(alone(kind, "0609"), "hex 0610") == "T2.marsh"


@rule("bkg", "T2.mountain", "9.0.a")
@pytest.mark.parametrize("kind", BARRED)
def test_k_29_armour_and_mechanised_cavalry_are_barred_from_mountains(kind: str) -> None:
    assert refused(alone(kind, "1010"), "hex 1011") == "9.0.a"


@pytest.mark.parametrize("kind", [kind for kind in ONE_OF if kind not in BARRED])
def test_everybody_else_goes_into_marsh_and_mountains(kind: str) -> None:
    assert "0610" in offered(alone(kind, "0609"), "hex")
    assert "1011" in offered(alone(kind, "1010"), "hex")


def with_terrain(folder: Path, changes: dict[str, str]) -> Batalha:
    """The game on a map with other terrain in some hexes."""
    with (HERE / "data" / "map.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["terrain"] = changes.get(row["hex"], row["terrain"])
    with (folder / "map.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return Batalha(folder)


def test_k_25_a_road_opens_no_terrain_to_armour(tmp_path: Path) -> None:
    """No road of the printed map leads through marsh or mountains."""
    game = with_terrain(tmp_path, {"0410": "marsh", "0412": "mountain"})
    for start, to, ban in (("0409", "0410", "T2.marsh"), ("0413", "0412", "9.0.a")):
        assert refused(do(board({start: "SU-6T-1"}, game=game), "unit SU-6T-1"), f"hex {to}") == ban
        motorised = do(board({start: "SU-24-1"}, game=game), "unit SU-24-1")
        assert points_left(motorised, to) == "7½", "the road rate stands for everybody else"


# -- columns --


def attacked(target: str, *starts: str) -> dict[str, int]:
    """The shifts of an attack on one Japanese battalion by battalions in other hexes."""
    units = ["SU-24-1", "SU-149-1", "SU-601-1"][: len(starts)]
    match = board({target: "JP-64-1", **dict(zip(starts, units, strict=True))}, "sov_combat", dice=[(3, 4)])
    return shifts(fight(match, target, *units))


@pytest.mark.parametrize(
    ("target", "start", "columns"),
    [
        pytest.param("1817", "1717", {}, marks=rule("bkg", "T2.open"), id="open"),
        pytest.param("0811", "0810", {"5.1.2": -1}, marks=rule("bkg", "T2.rough"), id="rough"),
        pytest.param("0610", "0609", {"5.1.2": -1}, marks=rule("bkg", "T2.marsh"), id="marsh"),
        pytest.param("1011", "1010", {"5.1.2": -3}, marks=rule("bkg", "T2.mountain"), id="mountain"),
        pytest.param("0911", "0910", {}, marks=rule("bkg", "T2.road"), id="road in the open"),
        pytest.param("0812", "0811", {"5.1.2": -1}, marks=rule("bkg", "T2.road"), id="road in rough (K-24)"),
        pytest.param("0611", "0511", {"T2.wide_river": -2}, marks=rule("bkg", "T2.wide_river"), id="wide river"),
        pytest.param("0915", "0916", {"T2.narrow_river": -1}, marks=rule("bkg", "T2.narrow_river"), id="narrow river"),
        pytest.param("0613", "0513", {"5.1.2": -1}, marks=rule("bkg", "T2.bridge"), id="bridge (V-30)"),
        pytest.param("1316", "1315", {}, marks=rule("bkg", "T2.bridge"), id="bridge over a narrow river"),
        pytest.param("1612", "1512", {}, marks=rule("bkg", "T2.border"), id="border"),
    ],
)
def test_columns_to_the_left(target: str, start: str, columns: dict[str, int]) -> None:
    assert attacked(target, start) == columns


def test_river_and_terrain_add_up() -> None:
    assert attacked("0612", "0511") == {"5.1.2": -1, "T2.wide_river": -2}
