"""Stored tables and a later program: what is told of a game may change, values that decide play may not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from khalkhin.engine import library
from tests.records.shelf import Later
from tests.records.test_data import CHARTS, new_option, reworded
from tests.server.house import House, Key

CODES = ("bkg", "kgw", "pbn", "sn")


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> Callable[[Later], None]:
    """Lets a changed game take the place of the one there is."""

    def ship(later: Later) -> None:
        game = later.game()
        monkeypatch.setitem(library._LOADERS, later.code, lambda overrides: game)
        monkeypatch.setattr(library, "_LOADED", {k: v for k, v in library._LOADED.items() if k[0] != later.code})

    return ship


def _begun(path: Path, code: str) -> Key:
    with House(path) as house:
        key = house.table(code, seed=3)
        _decide(house, key)
    return key


def _decide(house: House, key: Key) -> int:
    """Take the first choice there is; the status of the answer."""
    house.http.get(f"/api/tables/{key.id}")
    table = house.tables._live[key.id]
    choice = next(choice for choice in table.match.choices() if choice.verb not in ("concede", "draw"))
    side = table.game.sides[choice.side]
    said = {"verb": choice.verb, "noun": table.game.write(choice.verb, choice.noun)}
    body = {"number": table.sights[side].number, "say": [said]}
    return house.http.post(f"/api/tables/{key.id}/decisions", json=body, headers=key.headers(side)).status_code


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("change", [reworded, new_option])
def test_words_and_options_leave_tables_as_they_are(
    code: str, change: Callable[[Later], None], shipped: Callable[[Later], None], tmp_path: Path
) -> None:
    key = _begun(tmp_path / "x.db", code)
    later = Later(code, tmp_path / "later")
    change(later)
    shipped(later)
    with House(tmp_path / "x.db") as house:
        assert not house.http.get(f"/api/tables/{key.id}").json()["halted"]
        assert house.tables._live[key.id].game.folder.base == tmp_path / "later" / "data"
        assert _decide(house, key) == 200
        assert [edition.after for edition in house.tables._live[key.id].match.editions] == [0]


@pytest.mark.parametrize("code", CODES)
def test_a_changed_chart_is_told_as_other_data(code: str, shipped: Callable[[Later], None], tmp_path: Path) -> None:
    key = _begun(tmp_path / "x.db", code)
    later = Later(code, tmp_path / "later")
    later.change("charts.toml", *CHARTS[code])
    shipped(later)
    with House(tmp_path / "x.db") as house:
        answer = house.http.get(f"/api/tables/{key.id}")
        assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.other-data")
        assert "begun with other data of the game" in answer.json()["error"]["text"]
