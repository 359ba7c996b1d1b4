"""Games for the load: put into the store at all stages of the game before, and checked against it afterwards."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from khalkhin.ai import players
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import View
from khalkhin.server.audience import History, audiences_of, name_of
from khalkhin.server.live import token_hash
from khalkhin.server.loading import load
from khalkhin.server.store import Entry, SeatRow, Store, TableRow
from khalkhin.server.store.rows import Said

SNAPSHOTS = 10
"""Tables that go on from the same random game, each from another stage of it."""


@dataclass(frozen=True)
class Seated:
    """A table to play at."""

    id: str
    tokens: dict[str, str]
    entries: int
    """How many it was stored with."""


@dataclass
class Heard:
    """All that the clients of one table sent and were shown."""

    table: Seated
    done: list[tuple[str, Said]] = field(default_factory=list)
    """Decisions that the server acknowledged, in the order in which that was heard."""
    numbers: dict[str, list[int]] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    logs: dict[str, list[dict[str, object]]] = field(default_factory=dict)


# -- before ------------------------------------------------------------------------------------------------------------


async def fill(store: Store, code: str, count: int, deepest: int) -> list[Seated]:
    """So many tables, from untouched ones to such that have seen `deepest` decisions."""
    depths = [round(deepest * n / max(1, count - 1)) for n in range(count)]
    seated = []
    for seed, first in enumerate(range(0, count, SNAPSHOTS)):
        # Every SNAPSHOTSth depth for each random game: each of them is played through all stages once.
        mine = depths[seed :: max(1, -(-count // SNAPSHOTS))][: count - first]
        for match in _stages(code, seed, mine):
            seated.append(await put(store, match))
    return seated


def _stages(code: str, seed: int, depths: list[int]) -> Iterator[Match]:
    """A random game at these numbers of decisions."""
    match = Match(library.get(code).start(None, {}, Dice.practice(seed)))
    rng = random.Random(seed)
    for depth in sorted(depths):
        while match.length < depth and not match.over:
            match.decide(rng.choice(list(match.choices())))
        yield match


async def put(store: Store, match: Match, computers: Mapping[str, str] | None = None, numbered: bool = False) -> Seated:
    """Store a game in the middle of it, with a person at every seat that none of these computer players has.

    `numbered`: with the numbers that its positions would have had, which takes as long as playing it on a server.
    """
    state = match.state
    seats = {side: SeatRow("computer", player) for side, player in (computers or {}).items()}
    tokens = {side: secrets.token_urlsafe(24) for side in match.game.sides if side not in seats}
    seats |= {side: SeatRow("human", token_hash=token_hash(token)) for side, token in tokens.items()}
    row = TableRow(
        id=secrets.token_hex(7),
        game=match.game.code,
        scenario=state.scenario,
        options=state.options,
        data=match.game.version,
        secret=state.dice.secret,
        dice_id=state.dice.game_id,
        seed=state.dice.seed,
        seats=seats,
        created=time.time(),
        edition=match.game.editions.now,
    )
    entries = _entries(row, match, _numbers(match) if numbered else None)
    await store.create(row, entries)
    return Seated(row.id, tokens, len(entries))


def _entries(row: TableRow, match: Match, numbers: list[dict[str, int]] | None) -> list[Entry]:
    """One for every decision, as if people had taken them one by one."""
    told = numbers or [{name_of(side): 1 for side in audiences_of(match)}] * match.length
    write, sides = match.game.write, match.game.sides
    entries = (
        Entry(row.id, n, sides[d.side], 0, 0, [(d.verb, write(d.verb, d.noun))], None, (), told[n - 1], row.created)
        for n, d in enumerate(match.decisions, start=1)
    )
    return [replace(entry, edition=row.edition, data=row.data) for entry in entries]


def _numbers(match: Match) -> list[dict[str, int]]:
    """The numbers of all audiences after every decision."""
    again = Match(match.game.start(match.state.scenario, match.state.options, match.state.dice))
    sights, out = History(again, 0.0).sights(again), []
    for decision in match.decisions:
        same = len(again.log)
        again.decide(decision)
        sights = {side: sight.after(again, same, 0.0) for side, sight in sights.items()}
        out.append({name_of(side): sight.number for side, sight in sights.items()})
    return out


# -- afterwards --------------------------------------------------------------------------------------------------------


def check(store: Store, heard: list[Heard]) -> int:
    """Play every stored table again and compare it with what its clients heard; how many decisions that were."""
    for one in heard:
        stored = asyncio.run(store.load(one.table.id))
        assert stored is not None, f"table {one.table.id} is lost"
        said = [(entry.side, said) for entry in stored.entries[one.table.entries :] for said in entry.say]
        assert said == one.done, f"table {one.table.id}: what is stored is not what was acknowledged"
        sights = load(stored).sights
        for side, numbers in one.numbers.items():
            sight = sights[side]
            assert numbers == sorted(numbers), f"table {one.table.id}: {side} was shown positions out of order"
            assert numbers[-1] == sight.number, f"table {one.table.id}: {side} was not shown the last position"
            assert one.views[side] == sight.view, f"table {one.table.id}: {side} was shown something else"
            assert one.logs[side] == list(sight.lines.lines), f"table {one.table.id}: the log of {side} differs"
    return sum(len(one.done) for one in heard)


def random_player(seed: int) -> players.Player:
    return players.make("random", seed)
