"""Shares of the dice: what each person's seat puts in, so that nobody has chosen the rolls, the server's host included.

The server promises its secret when a table is made. Then every seat of a person promises a share by its hash, and shows
it when all who take part have promised: nobody can choose his own by that of another. When all are shown they join the
dice, from the next roll on. Who sits down later begins another round, in which those who are in the dice already put
in one share more; until it is complete the dice are what they were.
"""

from __future__ import annotations

from collections.abc import Iterable

from khalkhin.engine.dice import check_share, share_promise
from khalkhin.server.http import Problem

PROMISE, SHARE = "promise", "share"
"""What a seat is asked for."""


class ShareRound:
    """The shares that are promised and shown at one table, until they join its dice."""

    def __init__(self) -> None:
        self.promised: dict[str, str] = {}
        self._shown: dict[str, str] = {}

    def asks(self, side: str, inside: Iterable[str]) -> str | None:
        """What a side is asked for: a promise, a share, or nothing now. `inside`: the sides in the dice already."""
        inside = set(inside)
        if side not in self.promised:
            wanted = self.promised if side in inside else not self._shown
            return PROMISE if wanted else None
        return SHARE if side not in self._shown and inside <= set(self.promised) else None

    def promise(self, side: str, digits: str, inside: Iterable[str]) -> None:
        """A side promises a share. One that promises anew has lost what it promised: then all begin again."""
        check_share(digits)
        if side in self.promised:
            self.promised, self._shown = {}, {}
        elif self.asks(side, inside) != PROMISE:
            raise Problem(409, "server.no-share-asked")
        self.promised[side] = digits

    def show(self, side: str, digits: str, inside: Iterable[str]) -> dict[str, str]:
        """A side shows the share that it promised. The shares to join the dice, if it was the last to do so."""
        promised = share_promise(digits)
        if self.asks(side, inside) != SHARE:
            raise Problem(409, "server.no-share-asked")
        if promised != self.promised[side]:
            raise Problem(409, "server.other-share")
        self._shown[side] = digits
        return dict(self._shown) if self._shown.keys() == self.promised.keys() else {}
