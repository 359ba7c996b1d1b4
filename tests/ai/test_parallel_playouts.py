"""Work for several processes: the same numbers, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import time
from itertools import islice
from pathlib import Path

import pytest

from khalkhin.ai.budget import Budget
from khalkhin.ai.players.search_player import SearchPlayer
from khalkhin.ai.search.parallel_playouts import fork_map
from tests.ai.test_search import scene

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not list its processes")


def children() -> set[str]:
    """The processes of this one that nobody has waited for, running or not."""
    own = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(own.read_text().split())


def slow(piece: int) -> float:
    time.sleep(60 * piece)
    return piece


@pytest.mark.parametrize("cores", [1, 2, 3, 8])
def test_numbers_come_in_the_order_of_the_pieces(cores: int) -> None:
    pieces = list(range(7))
    assert list(fork_map(lambda n: n * n / 3, pieces, cores)) == [n * n / 3 for n in pieces]
    assert not list(fork_map(float, [], cores))


def test_the_pieces_are_done_by_several_processes_at_once() -> None:
    found = set(fork_map(lambda _: os.getpid(), range(6), 3))
    assert len(found) == 3
    assert os.getpid() not in found


def test_whoever_has_heard_enough_leaves_nobody_behind() -> None:
    before = children()
    begin = time.monotonic()
    listened = fork_map(slow, [0, 0, 1, 1], 2)
    assert list(islice(listened, 2)) == [0, 0]
    listened.close()  # type: ignore[attr-defined]
    assert children() == before
    assert time.monotonic() - begin < 30


def test_what_fails_in_a_process_is_told_as_it_is() -> None:
    def work(piece: int) -> float:
        if piece == 3:
            raise ValueError(piece)
        return piece

    before = children()
    with pytest.raises(ValueError, match="3"):
        list(fork_map(work, range(6), 2))
    assert children() == before


def test_the_pieces_of_a_process_that_is_killed_are_done_all_the_same() -> None:
    here = os.getpid()

    def work(piece: int) -> float:
        if piece == 2 and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return piece

    assert list(fork_map(work, range(6), 2)) == [0, 1, 2, 3, 4, 5]


def test_the_search_decides_the_same_with_one_core_or_more() -> None:
    plans = [SearchPlayer(1).plan(scene(), Budget(playouts=60, cores=cores)) for cores in (1, 2)]
    assert plans[0] == plans[1]
