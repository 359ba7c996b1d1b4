"""Buying at the keyboard: what is for sale at which price, what was bought, and the months of the turn track."""

from __future__ import annotations

from tests.terminal.desk import Said, khalkhin

SET_UP = "auto\ndone\nauto\ndone\n"


def recruiting(typed: str) -> Said:
    return khalkhin("play", "kgw", "may-1939", "--as", "both", "--seed", "7", typed=SET_UP + typed)


def test_everything_for_sale_has_its_price() -> None:
    lines = recruiting("choices recruit\n").after("choices recruit")
    assert lines[0].startswith("recruit (Recruit a unit): ")
    infantry = next(line for line in lines if "Imperial Japanese Army, infantry: " in line)
    assert " 7=9 " in infantry
    assert any("Imperial Japanese Army, security: 1KEMP=½" in line for line in lines)
    contingents = [line.strip().partition(",")[0] for line in lines if "=" in line]
    # Each contingent in one piece.
    assert len(set(contingents)) == sum(a != b for a, b in zip(["", *contingents], contingents, strict=False))


def test_what_was_bought_is_told_with_what_is_left() -> None:
    said = recruiting("recruit 4REC\nrecruit 1KEMP\ndone\n")
    assert "  Bought: 4REC, for 1; 13 left" in said.after("recruit 4REC")
    assert "  Bought: 4REC 1KEMP, for 1½; 12½ left" in said.after("recruit 1KEMP")
    assert any("In hand: 4REC 1KEMP" in line for line in said.lines)


def test_the_turn_shows_the_months_with_income_and_winter() -> None:
    lines = recruiting("turn\n").after("turn")
    assert "* May  Income 8 : 10" in lines
    assert "  September  Income 14 : 12, Winter on 1–2" in lines
