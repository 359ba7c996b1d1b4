"""All tables of a server: new ones, those in memory, those that are let go."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from khalkhin.ai import players
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Edition, Match
from khalkhin.server.audience import audiences_of, name_of
from khalkhin.server.computers import Computers
from khalkhin.server.hints import Hints
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable, computer_due, new_token, token_hash
from khalkhin.server.loading import load, loaded_from, said_at, watched
from khalkhin.server.pools import Pools, Watch
from khalkhin.server.settings import Settings
from khalkhin.server.store import Entry, SeatRow, StorageError, Store, StoredTable, TableRow
from khalkhin.server.store.rows import Said

LOG = logging.getLogger("khalkhin.server")
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 14
LOOK_SECONDS = 3600.0
"""How often it is looked for tables that are kept no longer."""


@dataclass(frozen=True)
class NewTable:
    """A table that was made, with all keys to it: they are nowhere else."""

    id: str
    seats: Mapping[str, str]
    """A token for each seat that is for a person here."""
    invitations: Mapping[str, str]
    """A code for each seat that is for somebody who is invited."""
    owner: str
    """The key of whoever made it."""

    def data(self) -> dict[str, Any]:
        return {"id": self.id, "seats": self.seats, "invitations": self.invitations, "owner": self.owner}


@dataclass(frozen=True)
class TableRequest:
    """A table that somebody wants."""

    game: str
    scenario: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[str, SeatRow] = field(default_factory=dict)
    """Seats that are not named are for people."""
    seed: int | None = None
    pace: float = 0.0
    unattended: bool = False
    """Whether its computers play on though nobody looks."""


class Tables:
    """The tables that are in memory, and the way to all others."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self.pools = Pools()
        self._settings = settings
        self._live: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._computers = Computers(settings)
        self.hints = Hints(settings)
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    @property
    def stopping(self) -> bool:
        return self._stopping

    async def try_store(self) -> None:
        """Write something that changes nothing."""
        await self._store.touch()

    def lines(self) -> Iterator[str]:
        """What is going on, as Prometheus reads it."""
        people, watched = self._computers.thinking()
        for name, value in (
            ("tables_in_memory", len(self._live)),
            ("computers_for_people", people),
            ("computers_for_watchers", watched),
            ("jobs_waiting", self.pools.waiting()),
        ):
            yield f"# TYPE khalkhin_{name} gauge"
            yield f"khalkhin_{name} {value}"
        for name, value in (("entries_stored", self._store.stored), ("store_errors", self._store.failed)):
            yield f"# TYPE khalkhin_{name}_total counter"
            yield f"khalkhin_{name}_total {value}"

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._resume()), asyncio.create_task(self._tidy_up())]

    def end_work(self) -> None:
        """The server is told to stop: nothing is begun any more that takes long, and nobody waits for it."""
        self._stopping = True
        self.pools.stop()

    async def stop(self) -> None:
        self.end_work()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._computers.stop()
        await self.hints.stop()
        await asyncio.to_thread(self._store.close)

    # -- opening ----------------------------------------------------------------------------------------------------

    async def open(self, table: str) -> LiveTable:
        """A table by its id, from memory or from the store."""
        if not (table.isascii() and table.isalnum()):
            raise Problem(404, "server.no-table", table=table[:40])
        live = self._live.get(table)
        if live is None:
            opening = self._opening.get(table)
            if opening is None:
                opening = self._opening[table] = asyncio.create_task(self._load(table))
                opening.add_done_callback(lambda _: self._opening.pop(table, None))
            live = await asyncio.shield(opening)
        live.used = time.monotonic()
        return live

    async def _load(self, table: str) -> LiveTable:
        stored = await self._store.load(table)
        if stored is None:
            raise Problem(404, "server.no-table", table=table[:40])
        return await self._enter(stored)

    async def _enter(self, stored: StoredTable, match: Match | None = None) -> LiveTable:
        """Have a table in memory; with its game, where that was just played, nothing is played again."""

        def enter(watch: Watch) -> LiveTable:
            loaded = load(stored, watch) if match is None else loaded_from(match, stored)
            return LiveTable(stored, self._store, self._computers.wake, loaded)

        live = await self.pools.loading(said_at(stored)).run(stored.row.id, enter)
        self._live[live.id] = live
        self._computers.wake(live)
        self._let_go(self._settings.loaded_tables, min(5.0, self._settings.idle_seconds))
        return live

    # -- new tables -------------------------------------------------------------------------------------------------

    async def create(self, order: TableRequest) -> NewTable:
        """A new table."""
        if order.game not in library.codes():
            raise Problem(404, "engine.unknown-game", game=order.game, known=", ".join(library.codes()))
        game = await asyncio.to_thread(library.get, order.game)
        dice = Dice.fresh() if order.seed is None else Dice.practice(order.seed)
        match = Match(await asyncio.to_thread(game.start, order.scenario, order.options, dice))
        return await self.seat(match, order)

    async def seat(self, match: Match, order: TableRequest) -> NewTable:
        """A new table for a game that may have begun."""
        seats, tokens = self._seats(order, match.game.sides)
        owner = new_token()
        row = replace(row_of(match, seats, order.pace), owner=token_hash(owner))
        if order.unattended:
            row = await self._unattended(row)
        entries = _entries(row, match, ())
        await self._store.create(row, entries)
        if row.due or entries:
            await self._enter(StoredTable(row, entries), match)
        invitations = {side: tokens.pop(side) for side, seat in seats.items() if seat.invited}
        return NewTable(row.id, tokens, invitations, owner)

    def _seats(self, order: TableRequest, sides: tuple[str, ...]) -> tuple[dict[str, SeatRow], dict[str, str]]:
        for side in order.seats:
            if side not in sides:
                raise Problem(400, "engine.unknown-side", side_=side, known=", ".join(sides))
        seats, tokens = {}, {}
        for side in sides:
            seat = order.seats.get(side, SeatRow("human"))
            if seat.kind == "human":
                tokens[side] = new_token()
                hashed = token_hash(tokens[side])
                seat = replace(seat, invitation=hashed) if seat.invited else replace(seat, token_hash=hashed)
            elif seat.player not in players.known():
                raise Problem(400, "cli.unknown-player", player=str(seat.player), known=", ".join(players.known()))
            seats[side] = seat
        return seats, tokens

    async def _unattended(self, row: TableRow) -> TableRow:
        """A table that goes on by itself: only computers play there, and there are not too many of them already."""
        if not watched(row):
            raise Problem(400, "server.unattended-people")
        if len(await self._store.due()) >= self._settings.limits.unattended:
            raise Problem(503, "server.unattended-full", most=self._settings.limits.unattended)
        return replace(row, unattended=True)

    async def keep(self, match: Match, name: str = "", rest: Sequence[str] = ()) -> NewTable:
        """Store a game that was played elsewhere, to be watched, and what today's rules refuse of it."""
        owner = new_token()
        row = row_of(match, {side: SeatRow("record", name=name) for side in match.game.sides}, 0.0)
        row = replace(row, owner=token_hash(owner))
        entries = [replace(entry, over=True) for entry in _entries(row, match, rest)]
        await self._store.create(row, entries)
        if not rest:
            await self._enter(StoredTable(row, entries), match)
        return NewTable(row.id, {}, {}, owner)

    def admit(self, make: Callable[[Store, Callable[[LiveTable], None]], LiveTable]) -> LiveTable:
        """Have a table that is kept in memory only, until nobody has looked at it for long.

        It is made with the store that it does not use, and with what wakes the computer players.
        """
        live = make(self._store, self._computers.wake)
        self._live[live.id] = live
        self._computers.wake(live)
        self._let_go(self._settings.loaded_tables, min(5.0, self._settings.idle_seconds))
        return live

    async def delete(self, live: LiveTable, held: Collection[str]) -> list[str]:
        """Delete a table; the sides of people who have not said yet that they want that."""
        missing = await live.delete(held)
        if not missing:
            self._live.pop(live.id, None)
        return missing

    async def size(self) -> tuple[int, int]:
        """How many tables are kept, and how many bytes they take."""
        return await self._store.size()

    # -- letting go -------------------------------------------------------------------------------------------------

    async def _resume(self) -> None:
        """Let the computers of tables that nobody has to look at go on where the server stopped."""
        for table in await self._store.due():
            try:
                await self.open(table)
            except KhalkhinError as error:
                LOG.warning("table %s cannot go on: %s", table, error)

    async def _tidy_up(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(min(30.0, self._settings.idle_seconds))
            self._let_go(0, self._settings.idle_seconds)
            if time.monotonic() - looked >= LOOK_SECONDS:
                looked = time.monotonic()
                await self._clear_out()

    async def _clear_out(self) -> None:
        """Delete what has not been touched for as long as it is kept, but nothing at which somebody looks."""
        try:
            found = await self._store.expired(self._settings.keep, time.time())
            for table, entries in found:
                if table not in self._live:
                    await self._store.delete(table, entries)
        except StorageError as error:
            LOG.warning("old tables cannot be deleted: %s", error)
        else:
            if found:
                LOG.warning("%d tables that nobody has touched for long were deleted", len(found))

    def _let_go(self, most: int, idle: float) -> None:
        """Forget idle tables that nobody looks at, the longest unused first, until there are no more than so many."""
        latest = time.monotonic() - idle
        for live in sorted(self._live.values(), key=lambda live: live.used):
            if len(self._live) <= most or live.used > latest:
                return
            if not live.busy and not self._computers.busy(live):
                del self._live[live.id]


def row_of(match: Match, seats: Mapping[str, SeatRow], pace: float) -> TableRow:
    s, dice = match.state, match.state.dice
    row = TableRow(
        id="".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH)),
        game=match.game.code,
        scenario=s.scenario,
        options=s.options,
        data=match.editions[0].data,
        secret=dice.secret,
        dice_id=dice.game_id,
        seed=dice.seed,
        seats=seats,
        created=time.time(),
        pace=pace,
        edition=match.editions[0].number,
        shares=dice.shares,
    )
    return replace(row, due=computer_due(row, match) is not None)


def _entries(row: TableRow, match: Match, rest: Sequence[str]) -> list[Entry]:
    """A played game as entries, one for each run of decisions of one side by one edition."""
    runs = groupby(_said(match, rest), key=lambda one: one[:2])
    numbers = {name_of(side): 1 for side in audiences_of(match)}
    return [
        Entry(
            table=row.id,
            n=n,
            side=side,
            answered=0,
            undo=0,
            say=tuple(said for _, _, said in run),
            line=None,
            left=(),
            numbers=numbers,
            at=row.created,
            edition=edition.number,
            data=edition.data,
        )
        for n, ((side, edition), run) in enumerate(runs, start=1)
    ]


def _said(match: Match, rest: Sequence[str]) -> Iterator[tuple[str, Edition, Said]]:
    """Every decision: whose, by which edition, and what; those of the rest, too, which is as a record has it."""
    game, edition = match.game, match.editions[0]
    for number, decision in enumerate(match.decisions):
        edition = next((e for e in reversed(match.editions) if e.after <= number), edition)
        yield game.sides[decision.side], edition, (decision.verb, game.write(decision.verb, decision.noun))
    if rest:
        # They were played by the edition before today's rules took over where the record stops.
        edition = match.editions[-2]
    for line in rest:
        side, verb, *noun = line.split(" ", 2)
        yield side, edition, (verb, noun[0] if noun else None)
