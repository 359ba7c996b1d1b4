"""A month of Nomonhan at the keyboard: boxes with many like counters, a declaration, two tables to choose from."""

from __future__ import annotations

import re

from tests.pbn.fights import declared
from tests.pbn.positions import board
from tests.pbn.test_battle import N
from tests.terminal.desk import Said, khalkhin, sit

TO_MOVE = """auto
done
auto
done
superiority 1
commit
commit
auto
auto
activate 36HQ
done
done
"""


def nomonhan(typed: str) -> Said:
    return khalkhin("play", "pbn", "--as", "both", "--seed", "7", typed=TO_MOVE + typed)


def test_points_sent_on_missions_are_told_so_far() -> None:
    lines = nomonhan("").after("superiority 1")
    assert "  So far: Reserve 2, Air superiority 1" in lines
    assert "  commit (Confirm missions)" in lines


def test_like_counters_of_a_box_are_told_as_one() -> None:
    lines = nomonhan("boxes\n").after("boxes")
    here = next(line for line in lines if line.startswith("Not in play, Soviet player: "))
    assert " Soviet battalion 0-1-8 no. 1…36, " in here
    assert " 601, 602, 603, " in here
    assert any(line.startswith("Tamsag, Soviet player: 36HQ, 11A, ") for line in lines)


def test_markers_that_can_be_played_at_any_time_are_told() -> None:
    assert "  At any time: espionage (Play Espionage)" in nomonhan("").lines


def test_a_declaration_tells_who_is_left_and_a_table_what_it_would_bring() -> None:
    said = nomonhan("11A 1611\ndone\nattack 1610\n11A\ncommit\nodds\ntable raid\n")
    asked = said.after("done")
    assert any(line == "  Still have to attack: 11A" for line in said.lines)
    assert any(line == "  Still have to be attacked: 1610" for line in said.lines), asked
    assert "  Attack on 1610: 11A" in said.after("11A")
    tables = said.after("commit")
    raid, assault = (
        next(line for line in said.lines if line.startswith(f"  {name}: won ")) for name in ("Raid", "Assault")
    )
    assert raid != assault, tables
    lines = said.after("odds")
    assert [line for line in lines if line.startswith(("Raid: ", "Assault: "))] == [raid.strip(), assault.strip()]
    assert any("Soviet player chooses: Raid" in line for line in said.lines)


def test_no_result_is_hidden_in_the_sum_of_a_table() -> None:
    """Bloodbath, in which both lose half, is neither won nor lost."""
    match = declared({N: "SU-24"}, "JP-64")
    said = sit(match, "odds\n")
    assert said.lines.count("  Assault: both lose 33 %, lost 67 %") == 1
    assert any("Bloodbath: both lose half" in line for line in said.after("odds"))
    for line in (line for line in said.after("odds") if line.startswith(("Raid: ", "Assault: "))):
        shares = [int(share) for share in re.findall(r"(\d+) %", line)]
        assert 98 <= sum(shares) <= 102


def test_odds_before_a_move_show_both_tables_by_name() -> None:
    match = board({"0806": "SU-24", "0808": "JP-64"}, "soviet_move")
    told = sit(match, "odds 24 0807\n").after("odds 24 0807")
    assert told[0].startswith("Attack 0808 with 24: win ")
    tables = [line for line in told if line.startswith(("  Raid:", "  Assault:"))]
    assert [line.partition(":")[0] for line in tables] == ["  Raid", "  Assault"]
