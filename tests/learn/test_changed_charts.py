"""A lesson is no longer true when a value it depends on is another one; its figures say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.learn import shelf
from khalkhin.learn.lesson import Lesson
from tests.learn.playing import check_figures, path

CHANGES = [
    (
        "bkg",
        "engagement",
        "charts.toml",
        'rule = "4.1.2.c"\nprovenance = "printed"\ncost = 2',
        'rule = "4.1.2.c"\nprovenance = "printed"\ncost = 4',
    ),
    (
        "bkg",
        "first-march",
        "charts.toml",
        "cost = { non_mtz = 2, mtz = 1, mtn = 2 }",
        "cost = { non_mtz = 2, mtz = 2, mtn = 2 }",
    ),
    (
        "bkg",
        "first-attack",
        "counters.csv",
        "JP-71-1,I/71 RI,japan,JP,INF,II,71 RI,23,3,4,5",
        "JP-71-1,I/71 RI,japan,JP,INF,II,71 RI,23,3,5,5",
    ),
    (
        "bkg",
        "guns",
        "counters.csv",
        "SU-57A-4,4/57 RArt,soviet,SU,ART,II,57 RArt,57,3,1,4",
        "SU-57A-4,4/57 RArt,soviet,SU,ART,II,57 RArt,57,2,1,4",
    ),
    ("kgw", "points", "charts.toml", "both = 3\nobjective = 2", "both = 4\nobjective = 2"),
    ("kgw", "supply", "charts.toml", "radius = { soviet = 3, japan = 2 }", "radius = { soviet = 2, japan = 2 }"),
    ("kgw", "combat", "charts.toml", "shock = 1\nartillery = 1", "shock = 1\nartillery = 0"),
    ("kgw", "fog", "charts.toml", "units = 6\ndivisions = 3", "units = 5\ndivisions = 3"),
    ("kgw", "air", "charts.toml", "range = { soviet = 6, japan = 10 }", "range = { soviet = 5, japan = 10 }"),
    ("kgw", "railhead", "charts.toml", "winter_radius = 1", "winter_radius = 2"),
    (
        "pbn",
        "month",
        "charts.toml",
        '3 = ["0/0", "0/1", "0/1", "1/0", "1/1", "1/1", "1/1", "1/2"]',
        '3 = ["0/0", "0/1", "0/1", "1/0", "1/1", "0/1", "1/1", "1/2"]',
    ),
    (
        "pbn",
        "victory",
        "charts.toml",
        "marginal = 16\nmajor = 31",
        "marginal = 15\nmajor = 31",
    ),
    (
        "pbn",
        "logistics",
        "counters.csv",
        "JP-3A,3 Arm,japan,JP,armor,III,mech,3,4,3,12,",
        "JP-3A,3 Arm,japan,JP,armor,III,mech,3,7,3,12,",
    ),
    (
        "pbn",
        "battles",
        "counters.csv",
        "MC-4H,4H Cav,japan,MC,cavalry,III,non,4H,1,1,12,",
        "MC-4H,4H Cav,japan,MC,cavalry,III,non,4H,2,1,12,",
    ),
    (
        "pbn",
        "raid-or-assault",
        "charts.toml",
        '5 = ["AS", "AAT", "BB", "BB", "DAT", "DS", "DS", "DE", "DE", "DE"]',
        '5 = ["AS", "AAT", "BB", "BB", "DAT", "DS", "DS", "DE", "DS", "DE"]',
    ),
    (
        "pbn",
        "headquarters",
        "counters.csv",
        "JP-23HQ,23 HQ,japan,JP,headquarters,XX,non,23,0,1,10,1,6,",
        "JP-23HQ,23 HQ,japan,JP,headquarters,XX,non,23,0,1,10,2,6,",
    ),
    (
        "bkg",
        "ring",
        "charts.toml",
        '[shifts.encirclement]\nrule = "5.1.3"\nprovenance = "printed"\ncolumns = 1',
        '[shifts.encirclement]\nrule = "5.1.3"\nprovenance = "printed"\ncolumns = 2',
    ),
    (
        "bkg",
        "last-day",
        "charts.toml",
        'jp_intact = { rule = "10.2.2.c", to = "japan", points = 10 }',
        'jp_intact = { rule = "10.2.2.c", to = "japan", points = 8 }',
    ),
    ("sn", "points", "charts.toml", "most = 100\ncity = 5", "most = 100\ncity = 4"),
    ("sn", "supply", "charts.toml", "maximum_supply = 2", "maximum_supply = 1"),
    (
        "sn",
        "attacks",
        "counters.csv",
        "OM-1CC,1 Mongolian Cav Corps,soviet,OM,cavalry_corps,XXX,non,1,4,4,",
        "OM-1CC,1 Mongolian Cav Corps,soviet,OM,cavalry_corps,XXX,non,1,4,5,",
    ),
    ("sn", "air", "charts.toml", "disrupted_defender = 1", "disrupted_defender = 2"),
    (
        "sn",
        "sea",
        "charts.toml",
        "airborne_range = { soviet = 6, japan = 12 }",
        "airborne_range = { soviet = 6, japan = 10 }",
    ),
    ("sn", "winter", "charts.toml", "radius = 1\nattrition", "radius = 2\nattrition"),
    ("sn", "moving", "charts.toml", "corps = 3\nother = 1", "corps = 4\nother = 1"),
]
"""Game, lesson, file, and a line with a value that the lesson depends on, as it is and changed."""


@pytest.mark.parametrize(("code", "lesson", "file", "old", "new"), CHANGES, ids=[change[1] for change in CHANGES])
def test_a_changed_value_fails_the_lesson(
    code: str, lesson: str, file: str, old: str, new: str, tmp_path: Path
) -> None:
    text = (library.get(code).folder.base / file).read_text("utf-8")
    assert text.count(old) == 1
    (tmp_path / file).write_text(text.replace(old, new), "utf-8")
    changed = shelf.lesson(library.get(code, tmp_path), lesson)
    with pytest.raises((AssertionError, KhalkhinError)):
        play(changed)


def play(lesson: Lesson) -> None:
    for before, moments in path(lesson):
        check_figures(lesson, before, moments)


def test_every_lesson_has_a_value_that_it_depends_on() -> None:
    known = {(code, lesson) for code, lesson, *_ in CHANGES}
    assert known == {(code, one.name) for code in library.codes() for one in shelf.lessons(library.get(code))}
