"""Battles for tests: who attacks from where, who defends, which markers are played, how the die falls.

The ground round 0808 is clear and far from any river. Its neighbours are those in AROUND; the two hexes of each pair
that follow each other there are neighbours of one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.engine.match import Match
from tests.hands import base as base
from tests.hands import column as column
from tests.hands import result as result
from tests.naming import each as each
from tests.pbn.positions import Some, asked, board, do, told

TARGET = "0808"
AROUND = ("0807", "0908", "0909", "0809", "0709", "0708")
COLUMNS = ("≤24%", "25%", "50%", "100%", "150%", "200%", "300%", "400%", "500%", "≥600%")


def declared(
    attackers: Mapping[str, Some],
    defenders: Some,
    *dice: int,
    target: str = TARGET,
    side: str = "soviet",
    also: Mapping[str, Some] | None = None,
    **kinds: Any,
) -> Match:
    """One battle by everybody named as an attacker, at the choice of the table; `also` are counters elsewhere."""
    placed: dict[str, list[str]] = {where: each(some) for where, some in attackers.items()}
    placed[target] = each(defenders)
    for where, some in (also or {}).items():
        placed[where] = [*placed.get(where, []), *each(some)]
    match = board(placed, f"{side}_combat", dice=dice, **kinds)
    return do(match, f"attack {target}", *(f"unit {u}" for some in attackers.values() for u in each(some)), "commit")


def resolve(match: Match, table: str = "raid", play: Sequence[str] = (), recon: str = "", support: int = 0) -> Match:
    """From the choice of the table to the die: markers in `play` are played, Recon names a table, the rest passes."""
    do(match, *([f"support {support}"] if support else []), f"table {table}")
    waiting = list(play)
    while match.prompts() and asked(match).message.key in ("ask.recon", "ask.spirit", "ask.defend"):
        key, offers = asked(match).message.key, {o.verb for o in asked(match).offers}
        wanted = next((m for m in waiting if key == "ask.spirit" and "play" in offers and _offered(match, m)), None)
        if key == "ask.defend":
            do(match, "done")
        elif key == "ask.recon" and recon and "table" in offers:
            do(match, f"table {recon}")
            recon = ""
        elif wanted:
            do(match, f"play {wanted}")
            waiting.remove(wanted)
        else:
            do(match, "pass")
    assert not waiting, f"{waiting} could not be played"
    assert not recon, "Recon could not be played"
    return match


def _offered(match: Match, marker: str) -> bool:
    return asked(match).allows("play", match.game.sheet.index[marker])


def battle(
    attackers: Mapping[str, Some],
    defenders: Some,
    *dice: int,
    table: str = "raid",
    play: Sequence[str] = (),
    recon: str = "",
    support: int = 0,
    **kinds: Any,
) -> Match:
    """One battle, fought."""
    return resolve(declared(attackers, defenders, *dice, **kinds), table, play, recon, support)


def net(match: Match) -> int:
    """The columns by which the last battle was shifted."""
    return sum(shift["value"] for shift in told(match, "log.odds")["shifts"])
