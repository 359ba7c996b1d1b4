"""Positions and steps as plain data: printed numbers, ids and names outside, plain integers inside."""

from __future__ import annotations

import json
from typing import Any

import pytest

from khalkhin.board.hexset import Hex, HexSet
from khalkhin.engine.codec import Place, Side, Unit, UnitSet, fields_of
from khalkhin.engine.state import Result
from tests.tiny.plan import Fire, Order, Plan
from tests.tiny.positions import the_game

GAME = the_game()
AT = GAME.map.grid.at
UNIT = GAME.sheet.index

VALUES: list[tuple[Any, Any, Any]] = [
    (Hex, AT("0302"), "0302"),
    (HexSet, 1 << AT("0302") | 1 << AT("0101"), ["0101", "0302"]),
    (HexSet, 0, []),
    (Unit, UNIT["RD-GUN"], "RD-GUN"),
    (UnitSet, 1 << UNIT["RD-COL"] | 1 << UNIT["BL-COL"], ["RD-COL", "BL-COL"]),
    (Side, 1, "blue"),
    (Place, AT("0104"), "0104"),
    (Place, GAME.box("reserve"), "reserve"),
    (Unit | None, None, None),
    (Unit | None, UNIT["BL-PAT"], "BL-PAT"),
    (tuple[Hex, ...], (AT("0101"), AT("0201")), ["0101", "0201"]),
    (tuple[tuple[Unit, int], ...], ((UNIT["RD-PAT"], 3),), [["RD-PAT", 3]]),
    (tuple[Unit | None, Unit | None], (None, UNIT["RD-PAT"]), [None, "RD-PAT"]),
    (int, 7, 7),
    (bool, True, True),
    (str, "x", "x"),
    (Result | None, Result(0, "points", (3, 1)), {"winner": "red", "how": "points", "points": [3, 1]}),
]


@pytest.mark.parametrize(("kind", "value", "data"), VALUES)
def test_values_are_written_as_people_know_them_and_come_back(kind: Any, value: Any, data: Any) -> None:
    assert GAME.codec.encode(kind, value) == data
    assert GAME.codec.decode(kind, json.loads(json.dumps(data))) == value


@pytest.mark.parametrize(
    "step",
    [
        Plan(),
        Plan(((Order(UNIT["RD-PAT"], AT("0101"), AT("0201")),), ()), (None, UNIT["BL-PAT"]), (True, False)),
        Fire(1, Order(None, AT("0101"), AT("0201"))),
    ],
)
def test_steps_and_their_parts_come_back(step: Any) -> None:
    data = GAME.codec.encode_object(step)
    assert data["step"] == type(step).__name__
    assert GAME.codec.decode_object(None, json.loads(json.dumps(data))) == step


def test_only_fields_are_written_not_what_a_class_says_of_itself() -> None:
    assert set(fields_of(Plan)) == {"orders", "hand", "committed"}


def test_a_set_with_a_member_named_twice_is_the_set() -> None:
    assert GAME.codec.decode(UnitSet, ["RD-COL", "RD-COL"]) == 1 << UNIT["RD-COL"]
    assert GAME.codec.decode(HexSet, ["0101", "0101"]) == 1 << AT("0101")


@pytest.mark.parametrize(
    ("kind", "data"), [(Hex, "9999"), (Unit, "RD-NOBODY"), (Side, "green"), (Place, "nowhere"), (HexSet, ["x"])]
)
def test_what_does_not_exist_is_refused(kind: Any, data: Any) -> None:
    with pytest.raises((ValueError, KeyError)):
        GAME.codec.decode(kind, data)


def test_parameters_of_messages_are_known_by_their_names() -> None:
    told = GAME.codec.params(
        {
            "unit": UNIT["RD-PAT"],
            "unit2": UNIT["RD-COL"],
            "units": 1 << UNIT["RD-PAT"],
            "hex": AT("0302"),
            "hexes": 1 << AT("0302"),
            "side": 1,
            "place": GAME.box("pool"),
            "path": (AT("0101"), AT("0201")),
            "count": 5,
            "units_": [{"key": "units.nameless"}],
            "flag": True,
            "unit_": "@nation.RD",
        }
    )
    assert told == {
        "unit": "RD-PAT",
        "unit2": "RD-COL",
        "units": ["RD-PAT"],
        "hex": "0302",
        "hexes": ["0302"],
        "side": "blue",
        "place": "pool",
        "path": ["0101", "0201"],
        "count": 5,
        "units_": [{"key": "units.nameless"}],
        "flag": True,
        "unit_": "@nation.RD",
    }
