"""Who attacks what where nobody has to: one attack after another, the best first, none with units of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from khalkhin.board.hexset import Hex


class Weighed(Protocol):
    """An attack that has been weighed."""

    @property
    def worth(self) -> float: ...


A = TypeVar("A", bound=Weighed)


def assigned(targets: Iterable[Hex], weigh: Callable[[Hex], A], take: Callable[[Hex, A], bool]) -> list[tuple[Hex, A]]:
    """The attacks that are made. `weigh` finds the best attack on a hex with whoever is still free; `take` says whether
    it is made, and tells those off who make it."""
    left, out = list(targets), list[tuple[Hex, A]]()
    weighed: list[tuple[Hex, A]] = []
    while left:
        weighed = weighed or [(hex_, weigh(hex_)) for hex_ in left]
        best = max(weighed, key=lambda pair: pair[1].worth)
        left.remove(best[0])
        if take(*best):
            out.append(best)
            weighed = []
        else:
            weighed.remove(best)
    return out
