"""The store over SQL. One thread writes, and writes all that waits in one transaction: a disk syncs once for many."""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from khalkhin.engine.dice import Share
from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store.dialect import Connection, Dialect, StorageError
from khalkhin.server.store.rows import Entry, Retention, SeatRow, StoredTable, TableRow
from khalkhin.server.store.schema import COLUMNS, insertion, prepare

T = TypeVar("T")
LOG = logging.getLogger("khalkhin.server")
NEVER = -1.0
"""Before any time."""


class Conflict(Exception):
    """Somebody else has written this entry: what is in memory is not what is stored."""


class Store:
    """Tables and entries. Reading and writing wait for the database, never for each other."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.stored = 0
        """Entries that were stored,"""
        self.failed = 0
        """and jobs that the database did not take."""
        self._reader = _Line(dialect)
        self._writer = _Line(dialect)
        self._reading = ThreadPoolExecutor(1, "khalkhin-reader")
        """Whoever waits for the database takes no thread that others need."""
        try:
            with self._writer.transaction() as cursor:
                prepare(cursor, dialect)
        except dialect.errors as error:
            raise StorageError("server.cannot-prepare", error=_one_line(error)) from error
        self._thread = threading.Thread(target=self._write_all, name="khalkhin-writer", daemon=True)
        self._thread.start()

    # -- what the server calls ----------------------------------------------------------------------------------------

    async def create(self, table: TableRow, entries: Sequence[Entry] = ()) -> None:
        """A new table, with what was said at it already if it is a recorded game."""
        await self._write(
            [(_INSERT_TABLE, _table_values(table)), *((_INSERT_ENTRY, _entry_values(e)) for e in entries)]
        )

    async def reseat(self, table: TableRow) -> None:
        """Store who sits at a table now. Conflict if somebody else has changed that since it was read."""
        values = _seats_text(table), table.seated, table.id, table.seated - 1
        await self._write([(_RESEAT, values)], changes=1)

    async def append(self, entry: Entry) -> None:
        """Store an entry; when this returns it will not be lost. Conflict if there is one with its number."""
        await self._write([(_INSERT_ENTRY, _entry_values(entry))])

    async def keep_shares(self, table: TableRow) -> None:
        """Store the shares of a table's dice; when this returns they will not be lost."""
        await self._write([("UPDATE tables SET shares = ? WHERE id = ?", (_shares_value(table.shares), table.id))])

    async def load(self, table: str) -> StoredTable | None:
        return await self._read(self._load, table)

    async def due(self) -> list[str]:
        """The tables at which a computer player is to decide though nobody looks."""
        return await self._read(self._due)

    async def delete(self, table: str, entries: int) -> None:
        """Delete a table with all that was said at it; if more was said than so many entries it stays."""
        await self._write([(_DELETE_ENTRIES, (table, table, entries)), (_DELETE_TABLE, (table, table))])

    async def expired(self, keep: Retention, now: float) -> list[tuple[str, int]]:
        """Tables that nobody has touched for as long as those of their kind are kept, with their number of entries."""
        latest = [NEVER if kept is None else now - kept for kept in (keep.unplayed, keep.idle, keep.finished)]
        return await self._read(lambda: [(row[0], row[1]) for row in self._rows(_EXPIRED, *latest)])

    async def touch(self) -> None:
        """Write what is there already: to see whether anything can be written."""
        await self._write([("UPDATE khalkhin SET version = version", ())], changes=1)

    async def size(self) -> tuple[int, int]:
        """How many tables there are, and how many bytes the database has."""
        count, bytes_ = await self._read(lambda: self._rows(f"SELECT COUNT(*), ({self._dialect.size}) FROM tables")[0])
        return count, bytes_

    def close(self) -> None:
        """Write what waits, and let go."""
        self._jobs.put(None)
        self._thread.join()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()

    # -- writing ------------------------------------------------------------------------------------------------------

    async def _write(self, statements: list[_Statement], changes: int | None = None) -> None:
        job = _Job(statements, Future(), changes)
        self._jobs.put(job)
        # Whoever waits may be cancelled; what is being written is written all the same.
        await asyncio.shield(asyncio.wrap_future(job.done))

    def _write_all(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, more = [job], True
            while more:
                try:
                    waiting = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if waiting is None:
                    self._jobs.put(None)
                    more = False
                else:
                    batch.append(waiting)
            self._commit(batch)

    def _commit(self, batch: list[_Job]) -> None:
        """All in one transaction; if that fails each in its own, so that only the faulty ones are refused."""
        error = self._try(batch)
        if error is None:
            for job in batch:
                job.done.set_result(None)
        elif len(batch) == 1:
            batch[0].done.set_exception(error)
        else:
            for job in batch:
                self._commit([job])

    def _try(self, batch: list[_Job]) -> Exception | None:
        """Whatever goes wrong is the answer to these jobs and to no others: the thread has to go on."""
        try:
            self._writer.carry_out(lambda cursor: self._execute(cursor, batch))
        except Conflict as error:
            return error
        except self._dialect.duplicate as error:
            return Conflict(str(error))
        except self._dialect.errors as error:
            self.failed += 1
            return storage_error(error)
        except KhalkhinError as error:
            self.failed += 1
            return error
        except Exception as error:
            self.failed += 1
            LOG.exception("something that the database cannot hold was to be written")
            return storage_error(error)
        self.stored += sum(sql is _INSERT_ENTRY for job in batch for sql, _ in job.statements)
        return None

    def _execute(self, cursor: Any, batch: list[_Job]) -> None:
        for job in batch:
            for sql, values in job.statements:
                cursor.execute(sql.replace("?", self._dialect.mark), values)
                if job.changes is not None and cursor.rowcount != job.changes:
                    raise Conflict(f"{cursor.rowcount} rows were changed, not {job.changes}")

    # -- reading ------------------------------------------------------------------------------------------------------

    async def _read(self, read: Callable[..., T], *asked: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, read, *asked)

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        def read(cursor: Any) -> list[tuple[Any, ...]]:
            cursor.execute(sql.replace("?", self._dialect.mark), values)
            return list(cursor.fetchall())

        try:
            return self._reader.carry_out(read)
        except self._dialect.errors as error:
            raise storage_error(error) from error

    def _load(self, table: str) -> StoredTable | None:
        found = self._rows(f"SELECT {_TABLE_COLUMNS} FROM tables WHERE id = ?", table)
        if not found:
            return None
        entries = self._rows(f"SELECT {_ENTRY_COLUMNS} FROM entries WHERE table_id = ? ORDER BY n", table)
        return StoredTable(_read_table(found[0]), [_read_entry(row) for row in entries])

    def _due(self) -> list[str]:
        return [row[0] for row in self._rows(_DUE)]


def storage_error(error: Exception) -> KhalkhinError:
    """A refusal that says what the database said, in one line."""
    return StorageError("server.storage", error=_one_line(error))


def _one_line(error: Exception) -> str:
    return (" ".join(str(error).split()) or type(error).__name__).rstrip(".")


@dataclass(frozen=True)
class _Job:
    """Statements that are carried out together, and somebody who waits for it."""

    statements: list[_Statement]
    done: Future[None]
    changes: int | None = None
    """How many rows each of them has to change."""


_Statement = tuple[str, tuple[Any, ...]]


class _Line:
    """A connection that is made when it is needed and made anew after it broke."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._open: Connection | None = None
        self._committing = False

    def carry_out(self, work: Callable[[Any], T]) -> T:
        """Work in a transaction; once more where the connection had gone before anything could have been kept."""
        had = self._open is not None
        try:
            return self._once(work)
        except self._dialect.lost:
            if not had or self._committing:
                raise
        return self._once(work)

    def _once(self, work: Callable[[Any], T]) -> T:
        with self.transaction() as cursor:
            return work(cursor)

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """A cursor whose work is kept as a whole, or not at all."""
        self._committing = False
        if self._open is None:
            self._open = self._dialect.connect()
        try:
            cursor = self._open.cursor()
            yield cursor
            self._committing = True
            self._open.commit()
        except BaseException as error:
            self._back_out(error)
            raise

    def _back_out(self, error: BaseException) -> None:
        assert self._open is not None
        try:
            self._open.rollback()
        except Exception:
            self.close()
        else:
            # After a duplicate row all is well; after anything else it is safer to begin anew.
            if not isinstance(error, self._dialect.duplicate):
                self.close()

    def close(self) -> None:
        line, self._open = self._open, None
        if line is not None:
            with suppress(Exception):
                line.close()


# -- rows --------------------------------------------------------------------------------------------------------------

_TABLE_COLUMNS = ", ".join(COLUMNS["tables"])
_ENTRY_COLUMNS = ", ".join(COLUMNS["entries"])
_INSERT_TABLE = insertion("tables")
_INSERT_ENTRY = insertion("entries")
_RESEAT = "UPDATE tables SET seats = ?, seated = ? WHERE id = ? AND seated = ?"
_DELETE_ENTRIES = "DELETE FROM entries WHERE table_id = ? AND (SELECT MAX(n) FROM entries WHERE table_id = ?) <= ?"
_DELETE_TABLE = "DELETE FROM tables WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = ?)"
_WITH_LAST = """SELECT t.id, COALESCE(now.n, 0) FROM tables t LEFT JOIN
    (SELECT e.* FROM entries e JOIN (SELECT table_id, MAX(n) AS n FROM entries GROUP BY table_id) last
        ON e.table_id = last.table_id AND e.n = last.n) now
    ON now.table_id = t.id"""
_EXPIRED = f"""{_WITH_LAST} WHERE (now.n IS NULL AND t.created < ?)
    OR (now.over = 0 AND now.at < ?) OR (now.over = 1 AND now.at < ?)"""
_DUE = f"""{_WITH_LAST} WHERE t.unattended = 1 AND COALESCE(now.due, t.due) = 1 ORDER BY t.created"""


def _table_values(t: TableRow) -> tuple[Any, ...]:
    options = json.dumps(dict(t.options))
    return (
        t.id, t.game, t.scenario, options, t.data, t.secret, t.dice_id, t.seed, _seats_text(t), t.created, t.pace,
        int(t.due), t.edition, _shares_value(t.shares), int(t.unattended), t.owner, t.seated,
    )  # fmt: skip


def _seats_text(t: TableRow) -> str:
    return json.dumps({side: asdict(seat) for side, seat in t.seats.items()})


def _read_table(row: tuple[Any, ...]) -> TableRow:
    found = dict(zip(COLUMNS["tables"], row, strict=True))
    seats = {side: SeatRow(**seat) for side, seat in json.loads(found["seats"]).items()}
    plain = {
        "options": json.loads(found["options"]),
        "secret": bytes(found["secret"]),
        "seats": seats,
        "due": bool(found["due"]),
        "shares": tuple(Share(*share) for share in json.loads(found["shares"])),
        "unattended": bool(found["unattended"]),
    }
    return TableRow(**{**found, **plain})


def _shares_value(shares: Sequence[Share]) -> str:
    return json.dumps([[share.side, share.digits, share.since] for share in shares])


def _entry_values(e: Entry) -> tuple[Any, ...]:
    said = json.dumps({"say": [list(s) for s in e.say], "line": e.line, "left": [list(s) for s in e.left]})
    numbers = json.dumps(dict(e.numbers))
    return e.table, e.n, e.side, e.answered, e.undo, said, numbers, e.at, int(e.due), e.edition, e.data, int(e.over)


def _read_entry(row: tuple[Any, ...]) -> Entry:
    table, n, side, answered, undo, said, numbers, at, due, edition, data, over = row
    spoken = json.loads(said)
    say, left = (tuple((verb, noun) for verb, noun in spoken[part]) for part in ("say", "left"))
    told = spoken["line"], left, json.loads(numbers)
    return Entry(table, n, side, answered, undo, say, *told, at, bool(due), edition, data, bool(over))
