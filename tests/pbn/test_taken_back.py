"""4.1.5, 14.11, 14.26, 18.0  What has been shown cannot be taken back, and who reads which line of the log."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import log_for
from tests.pbn.positions import board, do, offered

rule = pytest.mark.rule


def heard(match: Match, key: str, side: int | None) -> list[str]:
    """The counters in all lines with this key that a side reads."""
    lines = [line["params"] for line in log_for(match.log, side) if line["key"] == key]
    return [name for line in lines for name in ([line["unit"]] if "unit" in line else line["units"])]


@rule("pbn", "4.1.5", "16.3")
def test_who_has_seen_the_enemys_missions_keeps_to_his_own() -> None:
    reserve = {"soviet": {"reserve": 3}, "japan": {"reserve": 2}}
    match = board({}, "air", air=reserve, month=6, options={"october": True})
    match.play("superiority", 3, side="soviet")
    match.play("commit", side="soviet")
    assert match.can_undo("soviet"), "nobody has seen anything yet"
    match.play("strikes", 2, side="japan")
    match.play("commit", side="japan")
    assert offered(match, "split"), "no die has been thrown"
    assert not match.can_undo("soviet")
    assert not match.can_undo("japan")


@rule("pbn", "14.11", "14.26")
def test_neither_declared_battles_nor_the_first_of_them_are_taken_back() -> None:
    placed = {"0807": "SU-24", "0808": "JP-64", "0817": "SU-76", "0818": "JP-71"}
    match = do(board(placed, "soviet_combat"), "attack 0808", "unit SU-24", "attack 0818", "unit SU-76")
    assert match.can_undo("soviet")
    do(match, "commit")
    assert not match.can_undo("soviet"), "the enemy has heard where he is attacked"
    do(match, "attack 0808")
    assert not match.can_undo("soviet"), "the enemy has seen who attacks"


@rule("pbn", "JCM.7", "15.21.1")
def test_everybody_hears_who_deserts_and_only_the_owner_who_stays() -> None:
    placed = {"1812": "MC-4H", "1814": ["MC-5H", "JP-71"], "1008": "SU-24", "pool": "JP-CM-DESERT"}
    match = board(placed, "japan_campaign", markers="removed", levels=(0, 1), dice=[5, 1])
    for side in (0, 1, None):
        assert heard(match, "log.deserted", side) == ["MC-4H"]
        assert heard(match, "log.stays", side) == (["MC-5H"] if side == 1 else [])


@rule("pbn", "7.3", "18.0")
@pytest.mark.parametrize(("side", "name", "where"), [("soviet", "SU-36HQ", 0), ("japan", "JP-23HQ", 1)])
def test_only_the_owner_hears_which_headquarters_he_activates(side: str, name: str, where: int) -> None:
    match = board({"0808": name}, f"{side}_logistics", supply={side: {"0808": 1}})
    do(match, f"activate {name}")
    assert heard(match, "log.activated", where) == [name]
    assert heard(match, "log.activated", 1 - where) == heard(match, "log.activated", None) == []
