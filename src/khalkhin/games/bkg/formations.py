"""5.1.4  Complete regiments, brigades and divisions.

Who belongs to which is data. Artillery belongs to none (5.1.4.f, 5.1.4.g), so where it stands does not matter
(5.1.4.j); Mongolian regiments are worth nothing alone (5.1.4.h).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khalkhin.engine.codec import UnitSet
from khalkhin.engine.naming import group_name
from khalkhin.engine.results_tables import Shift
from khalkhin.games.bkg.position import Position


def attacking(s: Position, attackers: UnitSet) -> Iterator[Shift]:
    """5.1.4, 5.1.4.b  A column to the right for each complete regiment, two besides for a complete division (K-60)."""
    for formation in s.game.charts.formations:
        if formation.attack and formation.elements & ~attackers == 0:
            yield Shift(formation.rule, "shift.formation", formation.attack, {"name": formation.name})


def defending(s: Position, defenders: UnitSet) -> Iterator[Shift]:
    """5.1.4.a  A column to the left for each complete regiment in the target hex; divisions give none."""
    for formation in s.game.charts.formations:
        if formation.defence and formation.elements & ~defenders == 0:
            yield Shift("5.1.4.a", "shift.formation", -formation.defence, {"name": formation.name})


def name_of(s: Position, group: UnitSet) -> str | dict[str, Any]:
    """What a group is called in a question: a complete formation by its name."""
    return group_name(s, group, s.game.charts.formation_names.get(group, ""))
