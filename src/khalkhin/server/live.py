"""A table in memory: the match, what every audience sees of it, and who looks."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from khalkhin.engine.errors import Reason
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.server.attention import Attention
from khalkhin.server.audience import Sight, kept, name_of
from khalkhin.server.http import Problem
from khalkhin.server.loading import Asked, Loaded, as_far, load
from khalkhin.server.saying import Spoken, say_all, say_line
from khalkhin.server.shares import ShareRound
from khalkhin.server.showing import Showing
from khalkhin.server.store import Conflict, Entry, SeatRow, StorageError, Store, StoredTable, TableRow
from khalkhin.server.store.rows import Said
from khalkhin.server.turns import Turn

UNATTENDED = "unattended"
"""The client of all tables that go on though nobody looks."""


class Watcher(Protocol):
    """Somebody who looks at a table."""

    side: str | None
    client: str

    def table_changed(self) -> None: ...

    def view_changed(self) -> None: ...

    def thought(self) -> None: ...

    def taught(self) -> None: ...

    def unseated(self) -> None: ...


@dataclass(frozen=True)
class Done:
    """A message was carried out: the number of the position it led to, and what of it was not said."""

    number: int
    left: tuple[str, ...] = ()
    note: Reason | None = None
    """What whoever typed a line has to be told of the rest of it."""
    say: tuple[Said, ...] = ()
    """What a typed line said, so that it can be taken back as a whole."""


class LiveTable:
    """One table. Whatever is said at it is tried on a copy, stored, and only then made real and shown."""

    kept = True
    """Whether it is stored, and so has a record and a past that can be looked at."""

    def __init__(
        self, stored: StoredTable, store: Store, on_change: Callable[[LiveTable], None], loaded: Loaded | None = None
    ) -> None:
        self.row: TableRow = stored.row
        self.id = stored.row.id
        self._store = store
        self._on_change = on_change
        self._lock = asyncio.Lock()
        self.deleted = False
        self._sure = True
        """Whether what is in memory is known to be what is stored."""
        self._tasks: set[asyncio.Task[Done]] = set()
        self.watchers: set[Watcher] = set()
        self.attention = Attention(self.id, self.watchers)
        self.showing = Showing(self)
        self._round = ShareRound()
        """Shares that are on their way into the dice."""
        self.used = time.monotonic()
        self._adopt(loaded or load(stored))

    def _adopt(self, loaded: Loaded) -> None:
        self.match = loaded.match
        """The game as it stands. It is never changed, but replaced."""
        self.sights = loaded.sights
        self._answered = loaded.answered
        self._entries = loaded.entries
        self.stopped = loaded.stopped
        """Where today's rules do not go along with it: then it can only be ended."""

    # -- asking -----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    def waiting(self) -> list[str]:
        """The sides that are asked something now."""
        return self.match.waiting()

    def turn(self) -> Turn | None:
        """Whose turn its computers take where they think; None: they stand still, for nobody looks."""
        return self.attention.turn() or (Turn(UNATTENDED, self.id, person=False) if self.row.unattended else None)

    def looked(self, side: str | None, client: str) -> None:
        """Somebody has asked for something here without a socket."""
        self.attention.looked(side, client)
        self._on_change(self)

    def computer_due(self) -> str | None:
        """A side to decide that a computer plays."""
        return computer_due(self.row, self.match)

    def side_of(self, token: str | None) -> str | None:
        """The side whose seat a token opens; None without one. Takes as long for a wrong token as for a right one."""
        if token is None:
            return None
        hashed = token_hash(token)
        found = [s for s, seat in self.row.seats.items() if hmac.compare_digest(seat.token_hash, hashed)]
        if not found:
            raise Problem(401, "server.bad-token")
        return found[0]

    def info(self, you: str | None) -> dict[str, Any]:
        """What everybody may know of the table."""
        present = {watcher.side for watcher in self.watchers}
        row = self.row
        return {
            "id": row.id,
            "game": row.game,
            "scenario": row.scenario,
            "options": dict(row.options),
            "unusual": self._unusual(),
            "seats": {
                side: {"kind": seat.kind, "player": seat.player, "name": seat.name, "present": side in present}
                | ({"invitation": "open" if seat.invitation else "taken"} if seat.invited else {})
                | ({"seconds": seat.seconds, "trouble": self.showing.troubles.get(side)} if seat.player else {})
                for side, seat in row.seats.items()
            },
            "created": row.created,
            "seed": row.seed,
            "pace": row.pace,
            "dice": self.dice_data(you),
            "over": self.match.over,
            "halted": self.match.halted,
            "kept": self.kept,
            "you": you,
        }

    def _unusual(self) -> list[str]:
        """The optional rules that differ from the scenario's defaults."""
        played = self.match.state
        usual = played.game.scenarios[played.scenario].options
        return [name for name, value in played.options.items() if value != usual.get(name)]

    def taught(self, language: str) -> dict[str, Any] | None:
        """What is taught at the table now; None where it is a game."""
        return None

    async def act(self, side: str | None, kind: str, what: str) -> None:
        """Take part in a lesson without deciding anything."""
        raise Problem(409, "server.no-lesson")

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return self._entries

    # -- the dice ---------------------------------------------------------------------------------------------------

    def dice_data(self, you: str | None) -> dict[str, Any]:
        """The shares in the dice and those that are promised, and what is asked of a seat for them."""
        asks = you and self._takes_shares(you) and self._round.asks(you, self._sides_in_dice())
        return {"shares": self.match.state.dice.shares_data(), "promised": self._round.promised, "asks": asks or None}

    def _takes_shares(self, side: str) -> bool:
        """Whether a side is to put a share into the dice: whoever knows a seed knows the dice anyway."""
        return self.kept and self.row.seed is None and not self.match.over and self.row.seats[side].kind == "human"

    def _sides_in_dice(self) -> set[str]:
        return {share.side for share in self.match.state.dice.shares}

    async def promise_share(self, side: str | None, digits: str) -> None:
        """A side promises what it will put into the dice."""
        async with self._lock:
            self._round.promise(self._sharer(side), digits, self._sides_in_dice())
        self.tell_all()

    async def show_share(self, side: str | None, digits: str) -> None:
        """A side shows what it promised; when all have, it counts from the next roll on, and is stored before."""
        async with self._lock:
            await self._make_sure()
            shares = self._round.show(self._sharer(side), digits, self._sides_in_dice())
            if shares:
                match = self.match.clone()
                match.join_dice(shares)
                row = replace(self.row, shares=match.state.dice.shares)
                self._round = ShareRound()
                self._sure = False
                await self._store.keep_shares(row)
                self.row, self.match, self._sure = row, match, True
        self.tell_all()

    def _sharer(self, side: str | None) -> str:
        if side is None:
            raise Problem(403, "server.spectator")
        if not self._takes_shares(side):
            raise Problem(409, "server.no-share-asked")
        return side

    # -- storing ----------------------------------------------------------------------------------------------------

    async def stored(self) -> StoredTable:
        """The table with all that was said at it, as it is stored."""
        stored = await self._store.load(self.id)
        if stored is None:
            raise Problem(404, "server.no-table", table=self.id)
        return stored

    async def stored_entries(self) -> list[Entry]:
        """All that was said at the table and can be carried out."""
        entries = (await self.stored()).entries
        return entries if self.stopped is None else as_far(entries, self.stopped)

    @property
    def busy(self) -> bool:
        """Whether somebody looks, or something is being decided."""
        return bool(self.watchers or self._tasks) and not self.deleted

    # -- looking ----------------------------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.tell_all()
        self._on_change(self)

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.attention.looked(watcher.side, watcher.client)
        self.used = time.monotonic()
        if not self.watchers:
            self.showing.forget()
        self.tell_all()

    def tell_all(self) -> None:
        """Something has changed that everybody may know of the table."""
        for watcher in self.watchers:
            watcher.table_changed()

    # -- deciding ---------------------------------------------------------------------------------------------------

    async def decide(self, side: str | None, number: int, undo: int, say: Sequence[Said]) -> Done:
        """Take back so many of a side's decisions and take these: all or nothing, and stored when this returns."""
        if not undo and not say:
            raise Problem(400, "server.nothing-said")
        spelled = tuple((verb, self.game.write(verb, self.game.parse(verb, noun))) for verb, noun in say)

        def speak(match: Match, side: str) -> Spoken:
            return say_all(match, side, undo, spelled)

        return await self._take(side, number, ("say", undo, *spelled), speak)

    async def order(self, side: str | None, number: int, line: str, vocabulary: Vocabulary) -> Done:
        """Carry out a typed line."""

        def speak(match: Match, side: str) -> Spoken:
            return say_line(match, side, line, vocabulary)

        return await self._take(side, number, ("order", line), speak)

    async def _take(self, side: str | None, number: int, asked: Asked, speak: Callable[[Match, str], Spoken]) -> Done:
        if side is None:
            raise Problem(403, "server.spectator")
        # Whoever asked may go away in the middle; what is begun is stored and shown as a whole all the same.
        task = asyncio.create_task(self._take_alone(side, number, asked, speak))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _take_alone(self, side: str, number: int, asked: Asked, speak: Callable[[Match, str], Spoken]) -> Done:
        async with self._lock:
            self.used = time.monotonic()
            await self._make_sure()
            now = self.sights[side].number
            if asked in self._answered.get((side, number), ()):
                return Done(now)
            if number != now:
                raise Problem(409, "server.stale", number=number, now=now)
            spoken, sights, at = await asyncio.to_thread(self._try, side, speak)
            entry = self._entry(side, number, asked, spoken, sights, at)
            await self._append(entry)
            self._answered.setdefault((side, number), set()).add(asked)
            self._entries = entry.n
            self._publish(spoken.match, sights)
            say = spoken.say if asked[0] == "order" else ()
            return Done(sights[side].number, spoken.left, spoken.note, say)

    # -- who sits there ---------------------------------------------------------------------------------------------

    def has_decided(self, side: str) -> bool:
        """Whether a side has ever decided anything."""
        return any(side == one for one, _ in self._answered)

    async def reseat(self, side: str, change: Callable[[SeatRow], SeatRow]) -> None:
        """Change who sits on a side, and store it. Whoever had the seat has it no more where its token is another."""
        if not self.kept:
            raise Problem(404, "server.not-kept")
        async with self._lock:
            before = self.row.seats[side]
            seats = {**self.row.seats, side: change(before)}
            row = replace(self.row, seats=seats, seated=self.row.seated + 1)
            try:
                await self._store.reseat(row)
            except Conflict:
                self.row = (await self.stored()).row
                raise Problem(409, "server.seat-changed") from None
            self.row = row
        if seats[side].token_hash != before.token_hash:
            for watcher in [one for one in self.watchers if one.side == side]:
                watcher.unseated()
        self.tell_all()

    async def delete(self, held: Collection[str]) -> list[str]:
        """Delete the table, as those want who have these seats; the sides of people who have not said so yet.

        As long as there are such nothing is deleted, but what was wanted is remembered.
        """
        if not self.kept:
            raise Problem(404, "server.not-kept")
        people = {side: seat for side, seat in self.row.seats.items() if seat.token_hash}
        missing = [side for side, seat in people.items() if side not in held and not seat.leaves]
        if missing:
            for side in held:
                await self.reseat(side, lambda seat: replace(seat, leaves=True))
            return missing
        async with self._lock:
            await self._store.delete(self.id, self._entries)
            self.deleted = True
        for watcher in list(self.watchers):
            watcher.unseated()
        return []

    async def _append(self, entry: Entry) -> None:
        """Store what was said, before it is made real."""
        try:
            await self._store.append(entry)
        except Conflict:
            self._sure = False
            await self._make_sure()
            now = self.sights[entry.side].number
            raise Problem(409, "server.stale", number=entry.answered, now=now) from None
        except StorageError:
            self._sure = False
            raise

    def _try(self, side: str, speak: Callable[[Match, str], Spoken]) -> tuple[Spoken, dict[str | None, Sight], float]:
        """What comes of a message: nothing here changes the table."""
        at = time.time()
        spoken = speak(self.match, side)
        same = kept(self.match.log, spoken.match.log)
        return spoken, {who: sight.after(spoken.match, same, at) for who, sight in self.sights.items()}, at

    def _entry(
        self, side: str, number: int, asked: Asked, spoken: Spoken, sights: dict[str | None, Sight], at: float
    ) -> Entry:
        typed = asked[0] == "order"
        return Entry(
            table=self.id,
            n=self._entries + 1,
            side=side,
            answered=number,
            undo=0 if typed else asked[1],
            say=spoken.say,
            line=asked[1] if typed else None,
            left=() if typed else asked[2 + len(spoken.say) :],
            numbers={name_of(who): sight.number for who, sight in sights.items()},
            at=at,
            due=computer_due(self.row, spoken.match) is not None,
            over=spoken.match.over,
            edition=self.game.editions.now,
            data=self.game.version,
        )

    def _publish(self, match: Match, sights: dict[str | None, Sight]) -> None:
        before, over = self.sights, self.match.over
        self.match, self.sights = match, sights
        for watcher in self.watchers:
            if not sights[watcher.side].same_as(before[watcher.side]):
                watcher.view_changed()
        if match.over != over:
            self.tell_all()
        self._on_change(self)

    async def _make_sure(self) -> None:
        """After the store failed nobody knows what it took: believe what is stored."""
        if self._sure:
            return
        stored = await self.stored()
        if len(stored.entries) != self._entries or stored.row.shares != self.row.shares:
            self.row = stored.row
            loaded = await asyncio.to_thread(load, stored)
            self._answered, self._entries, self.stopped = loaded.answered, loaded.entries, loaded.stopped
            self._publish(loaded.match, loaded.sights)
        self._sure = True


def new_token() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def computer_due(row: TableRow, match: Match) -> str | None:
    return next((side for side in match.waiting() if row.seats[side].kind == "computer"), None)
