"""How counters map to faces is data: templates, types, nations, backs, and what is said when a file is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError, Row
from khalkhin.render.counter_look import CounterLook, Countersheet, faces, marker_faces, read_countersheet, read_look

LOOK = """
[nations]
SU = "SU"
MN = "MN"

[face]
size = "{size}"
left = "{regiment|name:number}"
factors = "{bracket?(}{attack}{bracket?)}{shock|'-'}{movement}"

[mech]
column = "class"
value = "mech"

[variant]
column = "agent"
SU = "MN"

[abbreviations]
"Dest. Sekiran" = "Sek"

[types.INF]
symbol = "infantry"
back = { reduced = true, factors = "{attack/2}-{movement/2}" }

[types.SUP]
symbol = "supply"
factors = ""
back = { symbol = "depot" }

[types.DEC]
marker = "deception"
text = "{name}"
factors = ""

[sheet.groups]
type = "type"
"""

COUNTER = {
    "id": "SU-1", "name": "602 RI", "side": "soviet", "nation": "SU", "type": "INF", "size": "II", "regiment": "",
    "attack": "3", "movement": "10", "bracket": "", "shock": "", "class": "mech", "agent": "",
}  # fmt: skip


def look(tmp_path: Path, text: str = LOOK) -> CounterLook:
    (tmp_path / "counter_look.toml").write_text(text, encoding="utf-8")
    return read_look("bkg", tmp_path)


def row(**changed: str) -> Row:
    return Row(Path("counters.csv"), 2, {**COUNTER, **changed})


def test_a_counter_becomes_a_face(tmp_path: Path) -> None:
    (face,) = faces([row()], look(tmp_path))
    assert (face.game, face.nation, face.symbol, face.size) == ("bkg", "SU", "infantry", "II")
    assert (face.left, face.right, face.factors) == ("602", "", "3-10")
    assert (face.id, face.title, face.mech, face.reduced) == ("SU-1", "602 RI", True, False)


@pytest.mark.parametrize(
    ("changed", "left", "factors"),
    [
        ({"regiment": "64 RI"}, "64", "3-10"),
        ({"regiment": "Dest. Sekiran"}, "Sek", "3-10"),
        ({"name": "Banner"}, "", "3-10"),
        ({"shock": "+"}, "602", "3+10"),
        ({"bracket": "yes", "shock": "±"}, "602", "(3)±10"),
    ],
)
def test_templates(tmp_path: Path, changed: dict[str, str], left: str, factors: str) -> None:
    (face,) = faces([row(**changed)], look(tmp_path))
    assert (face.left, face.factors) == (left, factors)


@pytest.mark.parametrize(("attack", "half"), [("4", "2"), ("3", "1½"), ("1", "½"), ("0", "0"), ("", "")])
def test_halves_are_kept(tmp_path: Path, attack: str, half: str) -> None:
    (face,) = faces([row(attack=attack)], look(tmp_path), back=True)
    assert face.factors == f"{half}-5"
    assert face.reduced


def test_the_back_keeps_what_it_does_not_change(tmp_path: Path) -> None:
    (front,), (back,) = (faces([row(type="SUP")], look(tmp_path), back) for back in (False, True))
    assert (front.symbol, back.symbol) == ("supply", "depot")
    assert (back.left, back.factors, back.mech) == (front.left, "", False)
    (marker,) = faces([row(type="DEC")], look(tmp_path), back=True)
    assert (marker.marker, marker.text, marker.symbol) == ("deception", "602 RI", "")


def test_a_variant_wears_other_colours(tmp_path: Path) -> None:
    assert [face.nation for face in faces([row(agent="yes"), row()], look(tmp_path))] == ["MN", "SU"]


def test_spare_counters_have_pictures_but_are_not_printed(tmp_path: Path) -> None:
    spare = look(tmp_path, LOOK + '[sheet.spare]\ncolumn = "agent"\nvalue = "spare"\n')
    both = [row(), row(id="SU-2", agent="spare")]
    assert [found.text("id") for found in Countersheet(spare, both, ()).printed] == ["SU-1"]
    assert [found.text("id") for found in Countersheet(look(tmp_path), both, ()).printed] == ["SU-1", "SU-2"]
    assert [face.id for face in faces(both, spare)] == ["SU-1", "SU-2"]


def test_markers_belong_to_nobody(tmp_path: Path) -> None:
    mark = Row(Path("markers.csv"), 2, {"id": "MK-1", "name": "Fortified", "front": "fortified", "back": "suppressed"})
    fronts, backs = (marker_faces([mark], look(tmp_path), back) for back in (False, True))
    assert [(face.marker, face.nation, face.id) for face in fronts] == [("fortified", "", "MK-1")]
    assert [face.marker for face in backs] == ["suppressed"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('symbol = "infantry"', 'symbol = "zeppelin"', r"'types.INF.symbol': 'zeppelin' is none of 'infantry'"),
        ('symbol = "infantry"', "", r"'types.INF.symbol': a type has a symbol or a marker"),
        ('marker = "deception"', 'marker = "rain"', r"'types.DEC.marker': 'rain' is none of 'entrenched'"),
        ('MN = "MN"', 'MN = "XX"', r"'nations.MN': The tokens have no nation 'XX' for 'bkg'"),
        ("[sheet.groups]", "[other]", r"'sheet': this entry is missing"),
    ],
)
def test_a_wrong_look_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        look(tmp_path, LOOK.replace(old, new))


def test_a_counter_the_look_does_not_know_is_named(tmp_path: Path) -> None:
    known = look(tmp_path)
    with pytest.raises(DataError, match=r"counters.csv, line 2, field 'type': 'ZEP' is none of 'INF', 'SUP', 'DEC'"):
        faces([row(type="ZEP")], known)
    with pytest.raises(DataError, match="field 'nation': 'JP' is none of 'SU', 'MN'"):
        faces([row(nation="JP")], known)


def test_a_game_may_have_no_markers(tmp_path: Path) -> None:
    look(tmp_path)
    (tmp_path / "counters.csv").write_text(
        ",".join(COUNTER) + "\n" + ",".join(COUNTER.values()) + "\n", encoding="utf-8"
    )
    sheet = read_countersheet("bkg", tmp_path)
    assert (len(sheet.counters), len(sheet.markers)) == (1, 0)
