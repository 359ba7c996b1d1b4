"""Battles in a line: declare them, answer them, and read what the log and the views tell of them.

The ground of most battles is open for two hexes round 0321, on the west bank, without rivers and away from the edges:

    RING   the six hexes next to 0321, from the north clockwise
    OUTER  the twelve two away, from the north clockwise
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.engine.match import Match
from tests.bkg.positions import asked, board, do, fight, told
from tests.hands import column as column

RING = ("0320", "0421", "0422", "0322", "0222", "0221")
OUTER = ("0319", "0420", "0520", "0521", "0522", "0423", "0323", "0223", "0122", "0121", "0120", "0220")

SEKIRAN = ("MC-SEK-1", "MC-SEK-2", "MC-SEK-3")
"""Three battalions 1-2-5 that are no regiment."""

ROLLS = {2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (2, 3), 6: (2, 4), 7: (3, 4), 8: (2, 6), 9: (4, 5), 10: (4, 6), 11: (5, 6),
         12: (6, 6)}  # fmt: skip
"""A roll for each total."""

TABLE = {
    "2-12": "DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|EMP|EMP|EMP|EMP",
    "3-11": "DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB|DE AVI",
    "4-10": "DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB",
    "5-9": "DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB",
    "6-8": "DVI AE|DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP",
    "7": "DVI AE|DVI AE|DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI",
}
"""The combat results table as printed: the cells of each row, in the order of COLUMNS."""

COLUMNS = {
    "1-4": (2, "JP-64-1 JP-64-2"),  # 2 to 8
    "1-3": (2, "JP-64-1 MC-SEK-1"),  # 2 to 6
    "1-2": (2, "JP-64-1"),  # 2 to 4
    **{f"{n}-1": (2 * n, "MC-SEK-1") for n in range(1, 10)},  # n times 2
}
"""For each column: the attack of SU-601-1 (2) with air points that gives it against these defenders in the open."""


def at_column(column: str) -> tuple[dict[str, list[str]], int]:
    """What to place, and the air points to give SU-601-1, so that an attack on 0321 is settled in a column."""
    attack, defenders = COLUMNS[column]
    return {"0321": defenders.split(), "0320": ["SU-601-1"]}, attack - 2


def round_about(units: Sequence[str]) -> dict[str, list[str]]:
    """Units next to 0321, four to a hex."""
    return {RING[at // 4]: list(units[at : at + 4]) for at in range(0, len(units), 4)}


def cell(name: str, total: int) -> str:
    """What the combat results table prints in a column for a total of the dice."""
    row = next(r for r in TABLE if str(total) in r.split("-"))
    return TABLE[row].split("|")[list(COLUMNS).index(name)]


def ending_in(
    result: str,
    placed: Mapping[str, Sequence[str]],
    target: str,
    *attackers: str,
    phase: str = "sov_combat",
    flipped: Sequence[str] = (),
    **more: Any,
) -> Match:
    """An attack, with as many air points and such dice that it ends in this result; the defender commits nothing."""

    def fought(air: int, roll: tuple[int, int]) -> Match:
        pools = (air, 0) if phase == "sov_combat" else (0, air)
        match = board(placed, phase, turn=20, air=pools, flipped=flipped, dice=[roll], **more)
        return fight(match, target, *attackers, air=air)

    for air in (0, 5, 10, 15, 20, *range(20)):
        name = column(fought(air, (1, 1)))
        if total := next((total for total in ROLLS if cell(name, total) == result), 0):
            match = fought(air, ROLLS[total])
            assert codes(match) == result
            return match
    raise AssertionError(f"{result} cannot be had")


def bombard(match: Match, target: str, *guns: str) -> Match:
    """Fire with artillery alone."""
    return do(match, f"bombard {target}", *(f"unit {gun}" for gun in guns), "commit")


def strike(match: Match, target: str, points: int) -> Match:
    """Attack with air power alone."""
    return do(match, f"strike {target}", f"air {points}", "commit")


def declare(match: Match, target: str, *attackers: str, air: int = 0) -> Match:
    """Put an attack together and leave it uncommitted."""
    return do(match, f"attack {target}", *(f"unit {unit}" for unit in attackers), *([f"air {air}"] if air else []))


def support(match: Match, *guns: str, air: int = 0) -> Match:
    """The defender's answer to an attack."""
    assert asked(match).message.key == "ask.defence"
    return do(match, *(f"unit {gun}" for gun in guns), *([f"air {air}"] if air else []), "commit")


def odds(match: Match) -> tuple[Any, Any, str]:
    """Attack, defence and the column of their ratio, of the last combat."""
    found = told(match, "log.odds")
    return found["attack"], found["defence"], found["base"]


def codes(match: Match) -> str:
    """The result of the last dice, as the table prints it."""
    found: str = told(match, "log.result")["codes"]
    return found


def shift_list(match: Match) -> list[tuple[str, int]]:
    """Every shift of the last combat with its rule, in order; a rule may come more than once."""
    return listed(told(match, "log.odds"))


def listed(found: dict[str, Any]) -> list[tuple[str, int]]:
    return [(shift["rule"], shift["value"]) for shift in found["shifts"]]


def preview(match: Match, side: str) -> dict[str, Any]:
    """The odds that a side is shown beside its prompt."""
    found: dict[str, Any] = match.view(side)["details"]["odds"]
    return found


def prompted(match: Match) -> tuple[str, str]:
    """Who is asked, under which rule."""
    prompt = asked(match)
    return match.game.sides[prompt.side], prompt.rule


def play_out(match: Match) -> list[tuple[str, str]]:
    """Answer everything after the dice with the first choice, `done` last; who was asked under which rule, in order."""
    asked_of: list[tuple[str, str]] = []
    while prompted(match)[1] != "5.0":
        asked_of.append(prompted(match))
        prompt = asked(match)
        offer = prompt.offers[0]
        match.play(offer.verb, match.game.write(offer.verb, next(iter(offer))))
    return asked_of


def verbs(match: Match) -> set[str]:
    """The verbs on offer."""
    return {offer.verb for prompt in match.prompts() for offer in prompt.offers}
