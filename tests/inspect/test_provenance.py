"""How well the values of a file are known."""

from __future__ import annotations

import tomllib
from textwrap import dedent

from khalkhin.engine.provenance import Known, known, tags


def read(text: str) -> list[Known]:
    return list(known(tomllib.loads(dedent(text))))


def test_a_table_speaks_for_everything_below_it() -> None:
    found = tags(
        tomllib.loads(
            dedent(
                """
                title = "the head of a file has no tag"
                [air]
                rule = "6.0"
                provenance = "printed"
                turns = [{ first = 20, points = 5 }]
                [air.strike]
                rule = "6.2"
                ruling = "K-1"
                least = 3
                [air.track]
                provenance = "derived"
                spaces = [2, 1]
                """
            )
        )
    )
    assert found == {
        ("title",): "",
        ("air", "turns", "0", "first"): "printed",
        ("air", "turns", "0", "points"): "printed",
        ("air", "strike", "least"): "printed",
        ("air", "track", "spaces", "0"): "derived",
        ("air", "track", "spaces", "1"): "derived",
    }


def test_rules_come_from_the_nearest_table() -> None:
    found = read('[a]\nrule = "1"\nprovenance = "printed"\nx = 1\n[a.b]\nrule = "2"\ny = 1\n')
    assert [(value.path, value.rule, value.table) for value in found] == [
        (("a", "x"), "1", ("a",)),
        (("a", "b", "y"), "2", ("a",)),
    ]


def test_single_values_are_named_by_the_end_of_their_path() -> None:
    found = read(
        """
        [classes]
        provenance = "printed"
        provenance_of = { MG = "reconstructed", "JP.colour" = "derived" }
        [classes.of]
        MG = "foot"
        INF = "foot"
        [classes.nations]
        JP = { colour = "yellow", side = "japan" }
        """
    )
    assert {value.path[1:]: (value.tag, value.name) for value in found} == {
        ("of", "MG"): ("reconstructed", "MG"),
        ("of", "INF"): ("printed", ""),
        ("nations", "JP", "colour"): ("derived", "JP.colour"),
        ("nations", "JP", "side"): ("printed", ""),
    }


def test_the_innermost_name_counts() -> None:
    found = read(
        """
        [a]
        provenance = "printed"
        provenance_of = { x = "derived" }
        [a.b]
        provenance_of = { x = "reconstructed" }
        x = 1
        """
    )
    assert [value.tag for value in found] == ["reconstructed"]


def test_items_of_a_list_go_by_their_names() -> None:
    found = read(
        """
        [[formations]]
        name = "64 RI"
        provenance = "derived"
        provenance_of = { attack = "printed" }
        attack = 1
        elements = ["a", "b"]
        """
    )
    assert [(value.tag, value.name, value.table) for value in found] == [
        ("derived", "64 RI", ("formations",)),
        ("printed", "64 RI attack", ("formations",)),
        ("derived", "64 RI", ("formations",)),
        ("derived", "64 RI", ("formations",)),
    ]


def test_tags_of_values_that_stand_elsewhere() -> None:
    found = read('[names]\nprovenance = "reconstructed"\nprovenance_of = { "602 RI" = "printed" }\n')
    assert [(value.path, value.value, value.tag) for value in found] == [
        (("names", "602 RI"), None, "printed"),
        (("names",), None, "reconstructed"),
    ]
