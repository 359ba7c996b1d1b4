"""A month of Nomonhan at the keyboard: boxes with many like counters, a declaration, two tables to choose from."""

from __future__ import annotations

from tests.terminal.desk import Said, khalkhin

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


def test_a_headquarters_about_to_go_inactive_is_warned_of_and_told() -> None:
    """12.5.1: while others are in hand, while they can still move on, and when the phase has ended."""
    said = nomonhan("36HQ 0119\n11A 0119\n24\n0119\ndone\ndone\n")
    assert "  ! Too many would stand in 0119: 36 HQ would be inactive when the phase ends. [12.5.1]" in said.after("24")
    assert "  ! 0119 is overstacked: 36 HQ will be inactive when the phase ends. [12.5.1]" in said.after("0119")
    assert "36 HQ goes inactive: 0119 is overstacked." in said.lines
