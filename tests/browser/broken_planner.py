"""A planner that always breaks, for a server of its own to be started with."""

from __future__ import annotations

from typing import Any

from khalkhin.ai.players.planner_player import PlannerPlayer


def _breaks(self: PlannerPlayer, *_: Any) -> Any:
    raise ZeroDivisionError("no plan")


for _what in ("plan", "ideas"):
    setattr(PlannerPlayer, _what, _breaks)
