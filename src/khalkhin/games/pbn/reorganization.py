"""9.0, 26.9  Reorganization: regiments and brigades into battalions and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.charts import Recipe
from khalkhin.games.pbn.position import BROKEN, OUT, Position

Line = tuple[int, int, int]
INHERITED = (
    "suppressed",
    "moved",
    "eligible",
    "face_down",
    "delayed",
    "late",
    "shown",
    "attackers",
    "defenders",
    "doomed",
)
"""R100  What battalions have of the unit they came of."""


def breakable(s: Position, unit: int) -> bool:
    """9.1, 26.9  Only the listed strengths break down."""
    return s.game.recipe[unit] is not None


def breakables(s: Position, group: UnitSet) -> UnitSet:
    return group & s.game.breakable


def _spare(s: Position, side: int, line: Line) -> int:
    """A battalion counter in the mix: there are as many as are ever needed (R59)."""
    stock = s.game.battalions[side, line] & s.stack(s.game.box(OUT))
    return next(members(stock))


def break_down(s: Position, unit: int) -> UnitSet:
    """9.1, 9.3, 15.22, R100  A unit is replaced by its battalions, where it stands and as it is."""
    recipe = s.game.recipe[unit]
    assert recipe is not None, "only units that break down are broken down"
    place, bit, parts = s.where[unit], 1 << unit, 0
    for line in recipe.parts:
        part = _spare(s, recipe.side, line)
        s.put(part, place)
        parts |= 1 << part
    for name in INHERITED:
        if getattr(s, name) & bit:
            setattr(s, name, getattr(s, name) & ~bit | parts)
    seen = [group | parts if group & bit else group for group in s.examined]
    s.examined = seen[0], seen[1]
    s.send(unit, BROKEN)
    return parts


def parts_for(s: Position, recipe: Recipe, among: UnitSet) -> UnitSet | None:
    """9.4  Battalions that make up exactly what a recipe asks for, if they are there."""
    found = 0
    for line in recipe.parts:
        stock = s.game.battalions[recipe.side, line] & among & ~found
        if not stock:
            return None
        found |= stock & -stock
    return found


def combinable(s: Position, side: int, places: Sequence[int]) -> UnitSet:
    """9.4, 9.41, 9.42, 26.9.11, R58  Units of the broken-down pool that battalions of one place can form."""
    pool = s.in_box(side, BROKEN) & ~(1 << s.game.airborne)
    return sum(1 << u for u in members(pool) if list(places_to_combine(s, side, u, places)))


def _fits(s: Position, unit: int, loose: UnitSet) -> bool:
    recipe = s.game.recipe[unit]
    return recipe is not None and parts_for(s, recipe, loose) is not None


def places_to_combine(s: Position, side: int, unit: int, places: Sequence[int]) -> Iterator[int]:
    """Where a unit can be formed."""
    for place in places:
        loose = s.stack(place) & s.game.battalion & s.game.sheet.of_side[side] & ~s.suppressed
        if _fits(s, unit, loose):
            yield place


def combine(s: Position, unit: int, place: int) -> None:
    """9.4  Battalions go back to the mix; the unit they form is combat effective (R100)."""
    game = s.game
    recipe = game.recipe[unit]
    assert recipe is not None
    loose = s.stack(place) & game.battalion & game.sheet.of_side[recipe.side] & ~s.suppressed
    parts = parts_for(s, recipe, loose)
    assert parts is not None, "a unit is formed where its battalions are"
    hidden = not parts & ~s.face_down
    s.put(unit, place)  # before they go, so that their fortification is never empty
    for part in members(parts):
        forget(s, part)
        s.send(part, OUT)
    if hidden:
        s.face_down |= 1 << unit


def forget(s: Position, unit: int) -> None:
    """A counter goes to the mix or out of play: it has no state any more."""
    rest = ~(1 << unit)
    for name in (*INHERITED, "activated", "kept", "jammed"):
        setattr(s, name, getattr(s, name) & rest)
    s.examined = s.examined[0] & rest, s.examined[1] & rest
