"""Chapter 4: who may move, every hex a group can come to, when a move and the phase may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from tests.bkg.oracles.atlas import EDGES, GROUND, NEIGHBOURS, river, way_home
from tests.bkg.oracles.board import Board, passable
from tests.bkg.oracles.counters import ARRIVALS, COUNTERS, MOTORISED, RESERVE, SOVIET, enemy

Spent = tuple[int, ...]
"""Half points that each unit of a group has spent, in the group's order."""


@dataclass(frozen=True)
class March:
    """A move in hand: who, from where, where it has got to and at what cost."""

    side: str
    group: tuple[str, ...]
    origin: str
    path: tuple[str, ...]
    spent: Spent

    @property
    def hex(self) -> str:
        """Where the group is now: a hex, or the box it waits in."""
        return self.path[-1] if self.path else self.origin

    @property
    def left(self) -> int:
        """Half points that the unit with the fewest of them has left."""
        return min(2 * COUNTERS[u].movement - s for u, s in zip(self.group, self.spent, strict=True))


def march(unit: str, board: Board) -> March:
    return March(COUNTERS[unit].side, (unit,), board.where[unit], (), (0,))


# -- one step ---------------------------------------------------------------------------------------------------------


@cache
def hex_cost(kind: str, hex_: str) -> int:
    """T2, 9.0, K-24  Half points to come into a hex."""
    ground = GROUND[hex_]
    if ground.road:
        return 1 if kind in MOTORISED else 2
    if ground.terrain == "mountain":
        return 4 if kind == "MTN" else 6
    return {"open": 2, "rough": 4, "marsh": 4}[ground.terrain]


@cache
def river_cost(kind: str, a: str, b: str) -> int:
    """T2  Half points to cross a hexside: a wide river costs motorised units two points, else one."""
    crossed = river(a, b)
    if not crossed:
        return 0
    return 4 if crossed == "wide" and kind in MOTORISED else 2


def entry_hexes(board: Board, unit: str) -> set[str]:
    """4.2.1, 10.1.3-4, K-77  Edge hexes by which a unit may come onto the map, without the enemy in them."""
    box, side = board.where[unit], COUNTERS[unit].side
    if box == "north":
        edge = {h for h in GROUND if "N" in EDGES[h]}
    elif box == "east" or side != SOVIET:
        edge = {h for h in GROUND if "E" in EDGES[h]}
    else:
        edge = {h for h in GROUND if "W" in EDGES[h] or ("S" in EDGES[h] and GROUND[h].west_bank)}
    return {h for h in edge if passable(unit, h) and h not in board.held(enemy(side))}


def engages_mountains_only(board: Board, unit: str, hex_: str) -> bool:
    """5.1.2.b, K-22  Armour may not come next to enemies who are all in mountains."""
    if COUNTERS[unit].type != "ARM":
        return False
    near = board.enemies_next_to(hex_, COUNTERS[unit].side)
    return bool(near) and all(GROUND[n].terrain == "mountain" for n in near)


def has_room(board: Board, group: Sequence[str], hex_: str) -> bool:
    """4.1.1  Four units of a side in a hex, the group among them."""
    return len([u for u in board.at(hex_) if u not in group]) + len(group) <= 4


def may_step(board: Board, now: March, here: str, to: str) -> bool:
    """Whether anything but the points forbids the group to come into a neighbouring or entry hex."""
    foes = enemy(now.side)
    if to in board.held(foes):
        return False
    if now.side == SOVIET and not GROUND[to].inside and (here not in GROUND or GROUND[here].inside):
        return False  # 4.0.g: nobody goes over the line; who is beyond it already may walk there
    if to in board.zone(foes) and not has_room(board, now.group, to):
        return False  # K-88: it would have to stop there
    return all(passable(u, to) and not engages_mountains_only(board, u, to) for u in now.group)


def price(now: March, here: str, to: str, breaking: bool) -> Spent:
    """4.0  What each unit has spent once it has made this step; breaking contact costs a point (4.1.2.c, K-18)."""
    out = []
    for unit, spent in zip(now.group, now.spent, strict=True):
        kind = COUNTERS[unit].type
        cost = hex_cost(kind, to) + (river_cost(kind, here, to) if here in GROUND else 0)
        out.append(spent + cost + 2 * breaking)
    return tuple(out)


def steps(board: Board, now: March) -> Iterator[March]:
    """Every single step the group can make next."""
    here = now.hex
    engaged = here in board.zone(enemy(now.side))
    if now.path and engaged:
        return  # 4.1.2.a
    if here in GROUND:
        reached = set(NEIGHBOURS[here])
    else:
        reached = set.intersection(*(entry_hexes(board, u) for u in now.group))
    for to in reached:
        if may_step(board, now, here, to):
            spent = price(now, here, to, engaged)
            if all(s <= 2 * COUNTERS[u].movement for u, s in zip(now.group, spent, strict=True)):
                yield March(now.side, now.group, now.origin, (*now.path, to), spent)


# -- whole moves ------------------------------------------------------------------------------------------------------


def walk(board: Board, now: March) -> Iterator[March]:
    """Every way on, step by step; a way that costs nobody less than an earlier one to the same hex is not followed."""
    known: dict[str, list[Spent]] = {}
    fringe = [now]
    while fringe:
        later = []
        for here in fringe:
            for there in steps(board, here):
                before = known.setdefault(there.hex, [])
                if not any(no_dearer(old, there.spent) for old in before):
                    before.append(there.spent)
                    later.append(there)
                    yield there
        fringe = later


def no_dearer(a: Spent, b: Spent) -> bool:
    """Whether a costs no unit of the group more than b."""
    return all(x <= y for x, y in zip(a, b, strict=True))


@lru_cache(maxsize=256)
def can_return(board: Board, unit: str) -> bool:
    """4.0.h, K-36  Whether a Soviet unit beyond the line has a way back to end its move on."""
    start = march(unit, board)
    return any(GROUND[w.hex].inside and has_room(board, w.group, w.hex) for w in walk(board, start))


def beyond(board: Board, unit: str) -> bool:
    place = board.where[unit]
    return COUNTERS[unit].side == SOVIET and place in GROUND and not GROUND[place].inside


def may_stop(board: Board, now: March, returners: Sequence[str]) -> bool:
    """Whether a move may end here: room for all, and over the border only where K-91 lets a stranded unit be.

    `returners` are the units of the group that have a way back.
    """
    if not now.path or not has_room(board, now.group, now.hex):
        return False
    if now.side != SOVIET or GROUND[now.hex].inside:
        return True
    return not returners and way_home(now.hex) <= way_home(now.origin)


def returners(board: Board, group: Sequence[str]) -> list[str]:
    return [u for u in group if beyond(board, u) and can_return(board, u)]


@lru_cache(maxsize=4)
def next_points(board: Board, now: March) -> dict[str, list[March]]:
    """Every hex from which, or in which, the move can be ended, with the ways there that nothing else beats.

    Who comes onto the map names the hex of entry first.
    """
    back = returners(board, now.group)
    ways: dict[str, list[March]] = {}
    for way in walk(board, now) if now.hex in GROUND else steps(board, now):
        ways.setdefault(way.hex, []).append(way)
    out: dict[str, list[March]] = {}
    for hex_, found in ways.items():
        best = [w for w in found if not any(v.spent != w.spent and no_dearer(v.spent, w.spent) for v in found)]
        good = [w for w in best if can_end(board, w, back)]
        if good and hex_ != now.hex:
            out[hex_] = good
    return out


def can_end(board: Board, now: March, back: Sequence[str]) -> bool:
    """Whether a move can be ended here or further on."""
    return may_stop(board, now, back) or any(may_stop(board, w, back) for w in walk(board, now))


def can_move(board: Board, group: Sequence[str]) -> bool:
    """Whether a group of one place has any move that can be ended."""
    side, origin = COUNTERS[group[0]].side, board.where[group[0]]
    start = March(side, tuple(group), origin, (), (0,) * len(group))
    back = returners(board, group)
    return any(may_stop(board, w, back) for w in walk(board, start))


# -- the phase --------------------------------------------------------------------------------------------------------


def waiting(board: Board, side: str) -> set[str]:
    """4.2.1, K-77  Units off the map that may come in this turn."""
    due = {u for u, turn in ARRIVALS.items() if board.where[u] == "due" and turn <= board.turn}
    gone = {u for u, turn in board.left_map.items() if board.where[u] in ("north", "east") and turn < board.turn}
    return {u for u in due | gone if COUNTERS[u].side == side}


def ready(board: Board, side: str) -> set[str]:
    """Units that may still be moved in this phase, wherever that leads."""
    standing = {u for u in board.on_map(side) if u not in board.moved}
    if board.turn < 21:
        standing -= RESERVE
    return standing | waiting(board, side)


def movers(board: Board, side: str) -> set[str]:
    """Units that can be picked up."""
    return {u for u in ready(board, side) if can_move(board, [u])}


def joiners(board: Board, now: March) -> set[str]:
    """Units of the same place that can go along with the group somewhere."""
    beside = {u for u in ready(board, now.side) if board.where[u] == now.origin and u not in now.group}
    return {u for u in beside if can_move(board, (*now.group, u))}


def must_return(board: Board) -> set[str]:
    """4.0.h  Unmoved Soviet units beyond the line that can come back."""
    return {u for u in ready(board, SOVIET) if beyond(board, u) and can_return(board, u)}


def must_enter(board: Board, side: str) -> set[str]:
    """K-33  Reinforcements due that have a quiet entry hex with room."""
    quiet = {}
    for unit in waiting(board, side):
        if board.where[unit] == "due":
            hexes = entry_hexes(board, unit) - board.zone(enemy(side))
            quiet[unit] = [h for h in hexes if has_room(board, [unit], h)]
    return {u for u, hexes in quiet.items() if hexes}


def phase_may_end(board: Board, side: str) -> bool:
    return not must_enter(board, side) and not (side == SOVIET and must_return(board))


def in_hand(board: Board) -> March:
    """The move that a Moving step has in hand."""
    step = board.step
    group = tuple(step["units"])
    return March(step["side"], group, step["origin"], tuple(step["path"]), tuple(step["spent"]) or (0,) * len(group))


def carried_out(board: Board, now: March) -> Board:
    """The board once the move in hand has ended."""
    return board.moved_to(now.group, now.hex).marked("moved", now.group)
