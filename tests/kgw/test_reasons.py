"""In every step of the game there is a reason exactly against what is not offered, and it cites a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.game import STANDING
from khalkhin.engine.match import Match
from khalkhin.games.kgw.position import Position
from tests.kgw.battles import battle, brings
from tests.kgw.positions import board, do, position
from tests.kgw.test_setup import placing
from tests.refusals import Answer, compare

WORDS = ("MPR", "Manchukuo", "USSR", "mobile", "static")
STACK = {"2015": ["RA-36", "RA-SUP-1", "RA-57ENG", "RA-AIR-1"], "1803": ["RA-80-57", "RA-TRAIN", "RA-SUP-8"]}
"""Soviet units of many kinds."""
FOES = {"2608": ["JA-23", "JA-SUP-8", "JA-AIR-1"], "2211": ["JA-64-23", "JA-SUP-1", "JA-AIR-9"], "1920": "MJ-6CAV"}
"""Japanese units of many kinds."""
ALL = {**STACK, **FOES}
EVERY_OPTION = dict.fromkeys(("armour_groups", "air_missions", "air_supply", "agents", "railway"), True)


def answers(s: Position) -> Iterator[Answer]:
    """Every verb with nouns of its kind: counters that are about and some others, hexes near them and some far away."""
    game, grid = s.game, s.game.map.grid
    hand = s.stack(game.box("hand"))
    some = [u for u in range(len(game.sheet)) if s.where[u] >= 0 or hand >> u & 1 or u % 6 == 0]
    near = grid.within(s.occupied(0) | s.occupied(1), 1)
    hexes = [*list(members(near))[:40], *list(members(grid.all))[::60]]
    nouns: dict[Kind, list[Noun]] = {
        Kind.UNIT: [*some],
        Kind.HEX: [*hexes],
        Kind.WORD: [*WORDS],
        Kind.NOTHING: [None],
    }
    for verb, kind in game.verbs.items():
        if verb not in STANDING and verb != "top":
            yield from ((verb, noun) for noun in nouns[kind])


def event(side: str, die: int, *then: str, **placed: list[str]) -> Match:
    where = {hex_.removeprefix("h"): units for hex_, units in placed.items()} or ALL
    return do(board(where, f"{side}_event", rest="display", dice=[die]), *then)


def bought(side: str, *then: str) -> Match:
    return do(board(ALL, f"{side}_recruit", rest="display", points=(30, 30), options=EVERY_OPTION), *then)


def flight(phase: str, *then: str, dice: tuple[int, ...] = ()) -> Match:
    placed = {
        "1920": ["JA-AIR-1", "JA-AIR-2"],
        "2015": ["RA-AIR-1", "RA-AIR-2", "RA-57", "RA-SUP-1"],
        "2608": "JA-AIR-3",
    }
    return do(board(placed, f"japan_{phase}", dice=dice), *then)


def reuse(*then: str) -> Match:
    placed = {"1920": ["JA-AIR-1", "JA-AIR-2", "JA-SUP-1", "JA-SUP-2"], "2608": ["JA-AIR-3", "JA-64-23"]}
    marks = {"flown": ["JA-AIR-1", "JA-AIR-3"], "sortied": ["JA-AIR-1", "JA-AIR-3"], "flipped": "JA-SUP-1"}
    return do(board(placed, "japan_reuse", marks=marks, options=EVERY_OPTION), *then)


def crowd(*then: str) -> Match:
    return do(board({"1715": ["JA-7", "JA-23", "JA-2", "JA-4"], "1713": "MP-2CAV"}, "japan_stacking"), *then)


TWO = {"1615": ["JA-64-23", "JA-71-23"], "1816": ["JA-7", "JA-KAART"]}
DEPOTS = {"flipped": ["RA-SUP-1", "JA-SUP-8"]}
STEPS: dict[str, Callable[[], Match]] = {
    "free units of the Red Army": lambda: event("soviet", 3),
    "free units, one taken": lambda: event("soviet", 5, "unit MP-1CAV"),
    "a unit is withdrawn": lambda: event("soviet", 4, "breakdown RA-36"),
    "a division is withdrawn": lambda: event("soviet", 4, h1803=["RA-36", "RA-212"], h2608=["JA-23", "CX-26"]),
    "nobody to withdraw": lambda: event("japan", 2),
    "Zhukov stays or goes": lambda: event("soviet", 4, "unit RA-212", h2015=["RA-212", "RA-ZHUKOV"], h1803=["RA-57"]),
    "the Soviets buy": lambda: bought("soviet"),
    "the Japanese buy": lambda: bought("japan", "recruit JA-2"),
    "deploying": lambda: bought("japan", "recruit JA-2", "recruit JA-SUP-2", "recruit CX-11-26", "done"),
    "deploying parts of a division": lambda: bought(
        "soviet", "recruit RA-82", "recruit RA-SUP-3", "done", "breakdown RA-82"
    ),
    "deploying agents": lambda: bought("soviet", "recruit MP-AG-MRA", "done"),
    "placing a unit": lambda: bought("japan", "recruit JA-2", "done", "unit JA-2"),
    "placing supply": lambda: bought("soviet", "recruit RA-SUP-7", "done", "unit RA-SUP-7"),
    "placing an air unit": lambda: bought("soviet", "recruit RA-AIR-8", "done", "unit RA-AIR-8"),
    "naming a country": lambda: board({"2313": "MP-AG-MRA"}, "soviet_agents", dice=[1], options={"agents": True}),
    "organising": lambda: board(ALL, "soviet_organise", marks=DEPOTS, options=EVERY_OPTION),
    "organising, supply turned over": lambda: do(board(ALL, "soviet_organise", marks=DEPOTS), "flip RA-SUP-8"),
    "organising, divisions broken down": lambda: do(board(ALL, "soviet_organise", marks=DEPOTS), "breakdown RA-36"),
    "combining": lambda: do(
        board({"1803": ["RA-80-57", "RA-127-57", "RA-51-93", "RA-293-57"]}, "soviet_organise", rest="display"),
        "combine RA-57",
        "unit RA-51-93",
    ),
    "entrenching": lambda: do(board(ALL, "soviet_organise", marks=DEPOTS), "entrench RA-SUP-1"),
    "entrenching, one chosen": lambda: do(board(ALL, "soviet_organise", marks=DEPOTS), "entrench RA-SUP-1", "hex 2015"),
    "supplying": lambda: board(ALL, "soviet_supply", marks=DEPOTS),
    "supplying with the marker": lambda: board(ALL, "japan_supply", marks=DEPOTS, gekokujo=True),
    "the marker": lambda: do(board(ALL, "japan_supply", gekokujo=True), "gekokujo 2608"),
    "moving": lambda: board(ALL, "soviet_move", marks=DEPOTS),
    "moving in a second Segment": lambda: board(ALL, "soviet_move", segment=2, marks={"supplied": "RA-36"}),
    "a group in hand": lambda: do(board(ALL, "soviet_move"), "unit RA-36"),
    "a group on its way": lambda: do(board(ALL, "soviet_move"), "unit RA-80-57", "hex 1802"),
    "combat": lambda: board({**TWO, "1715": "RA-57", **STACK}, "japan_combat"),
    "an attack": lambda: do(board({**TWO, "1715": "RA-36"}, "japan_combat"), "attack 1715"),
    "an attack with artillery": lambda: do(board({**TWO, "1715": "RA-36"}, "japan_combat"), "attack 1715", "unit JA-7"),
    "support": lambda: do(
        board({**TWO, "1715": "RA-36", "1920": ["JA-AIR-1", "JA-SUP-1"], "1616": "JA-SUP-2"}, "japan_combat"),
        "attack 1715",
        "unit JA-7",
        "commit",
    ),
    "losses": lambda: brings("A1R", {"1615": ["JA-64-23", "JA-71-23", "JA-7"]}, ["RA-36", "RA-57", "RA-82"]),
    "counterattack or retreat": lambda: brings("CA/R", {"1615": ["JA-64-23"], "1816": "JA-1-1IGU"}, "RA-24-36"),
    "a retreat": lambda: do(battle({"1615": "RA-57"}, ["MC-HSINGAN", "JA-SUP-1"], 2, side="soviet"), "retreat"),
    "a retreat, one picked": lambda: do(
        battle({"1615": "RA-57"}, ["MC-HSINGAN", "JA-SUP-1"], 2, side="soviet"), "retreat", "unit MC-HSINGAN"
    ),
    "an advance": lambda: brings("D1R", {"1615": "JA-7", "1616": "MC-HSINGAN"}, "MP-2CAV"),
    "a second hex": lambda: do(brings("D1R", {"1615": ["MC-HSINGAN", "JA-7"]}, "MP-2CAV"), "unit MC-HSINGAN"),
    "air superiority": lambda: flight("superiority"),
    "ground attack": lambda: flight("strike"),
    "a new base": lambda: flight("strike", "relocate JA-AIR-3"),
    "a mission": lambda: flight("superiority", "superiority 2015", "unit JA-AIR-1"),
    "air losses": lambda: flight(
        "superiority", "superiority 2015", "unit JA-AIR-1", "unit JA-AIR-2", "commit", dice=(1,)
    ),
    "bombs": lambda: flight("strike", "strike 2015", "unit JA-AIR-1", "unit JA-AIR-2", "commit", dice=(5,)),
    "flying again": reuse,
    "which supply is expended for it": lambda: reuse("reuse JA-AIR-1"),
    "too many in a hex": crowd,
    "who leaves goes where": lambda: crowd("unit JA-4"),
    "setting up": lambda: placing("july-1939"),
    "setting up the Japanese": lambda: placing("may-1939", "japan"),
    "setting down supply": lambda: do(placing("july-1939"), "unit RA-SUP-1"),
    "setting down an engineer": lambda: do(placing("july-1939"), "unit RA-57ENG"),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_reason_exactly_against_what_is_not_offered(name: str) -> None:
    match = STEPS[name]()
    s = position(match)
    (prompt,) = s.asked
    compare(s, prompt, answers(s))
