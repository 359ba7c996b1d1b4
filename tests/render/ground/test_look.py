"""What look.toml says of the ground."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError, table
from khalkhin.render.ground import ground_look
from khalkhin.render.ground.look import covers
from tests.render.ground.maps import NAMES, game, small


@pytest.mark.parametrize("name", NAMES)
def test_every_terrain_of_a_map_has_a_look_and_every_texture_an_ink(name: str) -> None:
    sheet, _, look = game(name)
    assert set(look.terrain) == set(sheet.terrain)
    inks = {
        "hachure": "hachure",
        "dunes": "dune",
        "stipple": "dune",
        "marsh": "marsh",
        "forest": "tree",
        "steppe": "grass",
    }
    for cover in covers(sheet, look).values():
        assert {inks[texture] for texture in cover.texture} <= set(look.ink)


@pytest.mark.parametrize("name", NAMES)
def test_every_river_of_a_look_is_a_hexside_of_the_map(name: str) -> None:
    sheet, _, look = game(name)
    assert look.rivers
    assert set(look.rivers) <= set(sheet.sides) - sheet.links


def test_sand_among_rough_hexes_has_dunes_and_no_hachures() -> None:
    sheet, _, look = game("bkg")
    ground = covers(sheet, look)
    great_sands, balshagal = ground[sheet.grid.at("1720")], ground[sheet.grid.at("0713")]
    assert (great_sands.terrain, great_sands.texture) == ("rough", ("dunes",))
    assert (balshagal.terrain, balshagal.texture) == ("rough", ("hachure",))


def test_relief_changes_the_height_but_not_the_ink_where_the_rules_see_clear_ground() -> None:
    sheet, _, look = game("sn")
    hilly = [
        c for h, c in covers(sheet, look).items() if sheet.field("relief").get(h) == "rough" and c.terrain == "clear"
    ]
    assert len(hilly) == 245
    assert {(c.style, c.texture, c.height) for c in hilly} == {("clear", ("steppe",), "hills")}


def test_only_named_heights_rise_to_a_peak(tmp_path: Path) -> None:
    sheet, _, look = small(tmp_path)
    peaks = {sheet.grid.name(h): c.peak for h, c in covers(sheet, look).items() if c.peak}
    assert peaks == {"0203": 0.75}


def test_a_plateau_raises_its_hexes(tmp_path: Path) -> None:
    sheet, _, look = small(tmp_path)
    raised = {sheet.grid.name(h) for h, c in covers(sheet, look).items() if c.raised == 0.5}
    assert raised == {f"{column:02}{row:02}" for column in (1, 2) for row in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("wrong", "right", "field", "said"),
    [
        ('style = "steppe"', 'style = "snow"', "terrain.plain.style", "'snow' is none of"),
        ('texture = ["stipple"]', 'texture = ["dots"]', "terrain.sand.texture", "'dots' is none of"),
        ('height = "hilltop"', 'height = "alp"', "terrain.peak.height", "'alp' is none of"),
        ("peak = 0.75", 'peak = "high"', "terrain.peak.peak", "'high' is not a height"),
        ("height = 0.5", 'height = "high"', "ground.plateau.height", "'high' is not a height"),
        ('width = "wide"', 'width = "broad"', "river.river.width", "'broad' is none of"),
    ],
)
def test_what_is_wrong_with_a_look_is_named(tmp_path: Path, wrong: str, right: str, field: str, said: str) -> None:
    small(tmp_path)
    path = tmp_path / "look.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(wrong, right), encoding="utf-8")
    with pytest.raises(DataError, match=said) as error:
        ground_look("kgw", table(path))
    assert error.value.field == field


def test_a_map_without_colours_is_named(tmp_path: Path) -> None:
    small(tmp_path)
    with pytest.raises(ValueError, match="no terrain colours for 'chess'"):
        ground_look("chess", table(tmp_path / "look.toml"))
