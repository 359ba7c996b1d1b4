"""A set of hexes is one int."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khalkhin.board.hexset import members, only, union

hex_sets = st.frozensets(st.integers(0, 1600), max_size=60)


@given(hex_sets)
def test_members_are_listed_in_ascending_order(hexes: frozenset[int]) -> None:
    assert list(members(union(hexes))) == sorted(hexes)


@given(hex_sets, st.integers(190, 1600))
def test_members_of_sets_with_few_gaps_are_listed_in_ascending_order(gaps: frozenset[int], size: int) -> None:
    hexes = frozenset(range(size)) - gaps
    assert list(members(union(hexes))) == sorted(hexes)


@given(hex_sets, hex_sets)
def test_sets_are_joined_met_and_parted_by_the_operators_of_ints(a: frozenset[int], b: frozenset[int]) -> None:
    s, t = union(a), union(b)
    assert (s | t, s & t, s & ~t) == (union(a | b), union(a & b), union(a - b))


@given(hex_sets.filter(bool))
def test_only_is_the_lowest_member(hexes: frozenset[int]) -> None:
    assert only(union(hexes)) == min(hexes)


def test_an_empty_set_has_no_member() -> None:
    assert list(members(0)) == []
    with pytest.raises(ValueError, match="empty"):
        only(0)
