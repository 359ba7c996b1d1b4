"""Measure the server with many games at once, then the table page in a browser, and print the tables for the docs."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.__main__ import shape
from benchmarks.load import page
from benchmarks.load.crowd import Crowd, Times
from benchmarks.load.served import Served, served
from benchmarks.load.stored import Heard, Seated, check, fill
from benchmarks.table import Aim, aligned
from khalkhin.server.store import open_store

MEMORY, P99 = 3.0, 0.1
"""Aims: MB for a live game, seconds until the other side sees a decision."""
WEIGHT, FRAME = 150_000, 0.004
"""Aims: bytes of the table page, seconds of its main thread for a frame."""


@dataclass(frozen=True)
class Load:
    """How much the server has to carry."""

    game: str
    tables: int
    deepest: int
    """Decisions that the most advanced game has seen when the load begins."""
    rate: float
    seconds: float


@dataclass(frozen=True)
class Carried:
    """How it did."""

    times: Times
    took: float
    memory: float | None
    """Bytes for a live game with both its sockets."""
    processor: float | None
    """Processor time of the server as a part of the time that passed."""
    checked: int


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--game", default="bkg")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--deepest", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only", choices=["server", "page"])
    chosen = parser.parse_args(arguments)
    print(f"{shape()}.")
    if chosen.only != "page":
        _load(chosen)
    if chosen.only != "server":
        print(f"\n{page_table(page.measure())}")


def _load(chosen: argparse.Namespace) -> None:
    load = Load(chosen.game, chosen.tables, chosen.deepest, chosen.rate, chosen.seconds)
    with tempfile.TemporaryDirectory() as folder:
        carried = carry(load, Path(folder))
    print(f"\n{written(load, carried)}")


def carry(load: Load, folder: Path) -> Carried:
    """Store the games, play on with all of them, and compare with the store what was shown."""
    database = f"sqlite:///{folder / 'load.db'}"
    begin = time.monotonic()

    def progress(what: str) -> None:
        print(f"{time.monotonic() - begin:6.1f} s  {what}", file=sys.stderr, flush=True)

    progress(f"storing {load.tables} games")
    store = open_store(database)
    tables = asyncio.run(fill(store, load.game, load.tables, load.deepest))
    store.close()
    with served(database) as server:
        progress("opening all of them")
        # Four hundred players in one process: what stops all of them at once would be counted as the server's time.
        gc.collect()
        gc.disable()
        times, took, memory, processor, heard = asyncio.run(_played(load, server, tables, progress))
        gc.enable()
    progress("playing the stored games again")
    store = open_store(database)
    checked = check(store, heard)
    store.close()
    progress("done")
    return Carried(times, took, memory, processor, checked)


async def _played(
    load: Load, server: Served, tables: list[Seated], progress: object
) -> tuple[Times, float, float | None, float | None, list[Heard]]:
    # One game more, opened first, so that what is loaded once for all of them is not counted.
    async with Crowd(server.address, tables[:1]):
        before = server.memory()
    async with Crowd(server.address, tables) as crowd:
        assert callable(progress)
        progress(f"{load.rate:.0f} decisions a second for {load.seconds:.0f} s")
        busy = server.processor()
        took = await crowd.play(load.rate, load.seconds)
        after, busy_after = server.memory(), server.processor()
    memory = None if before is None or after is None else (after - before) / len(tables)
    processor = None if busy is None or busy_after is None else (busy_after - busy) / took
    return crowd.times, took, memory, processor, [desk.heard for desk in crowd.desks]


# -- tables ------------------------------------------------------------------------------------------------------------


def written(load: Load, carried: Carried) -> str:
    times, reached = carried.times, len(carried.times.done) / carried.took
    measured = [
        ("games at once, with two sockets each", f"{load.tables}"),
        ("decisions asked for", f"{load.rate:.0f}/s for {load.seconds:.0f} s"),
        ("decisions stored and acknowledged", f"{reached:.1f}/s"),
        ("sent to acknowledged: median, 99 %", _spread(times.done)),
        ("sent to seen by the other side: median, 99 %", _spread(times.shown)),
        ("processor time of the server", "not told" if carried.processor is None else f"{carried.processor:.0%}"),
        ("memory for a live game with its sockets", _megabytes(carried.memory)),
        ("a view on the line, before packing", f"{times.bytes / times.views / 1024:.1f} KB"),
        ("decisions found again in the replayed games", f"{carried.checked} of {len(times.done)}"),
    ]
    aims = [
        Aim(f"{load.rate:.0f} decisions a second", f"{reached:.1f}/s", reached > 0.99 * load.rate),
        Aim("the other side sees 99 % within 100 ms", _spread(times.shown), quantile(times.shown, 99) < P99),
        Aim(
            "less than 3 MB for a live game",
            _megabytes(carried.memory),
            None if carried.memory is None else carried.memory < MEMORY * 1e6,
        ),
        Aim(
            "nothing lost, nothing out of order",
            f"{carried.checked} of {len(times.done)}",
            carried.checked == len(times.done),
        ),
    ]
    return "\n\n".join(
        [
            aligned([("", f"{load.game}"), *measured]),
            aligned([("aim", "measured", "met"), *(aim.cells() for aim in aims)]),
        ]
    )


def page_table(found: page.Measured | None) -> str:
    if found is None:
        return "The table page was not measured: there is no Chromium."
    whole = sum(found.weights.values())
    parts = ", ".join(f"{kind} {weight / 1000:.1f}" for kind, weight in found.weights.items())
    measured = [
        ("markup, styles and scripts, packed with gzip", f"{whole / 1000:.1f} KB ({parts})"),
        ("the same, as the server sends it", f"{found.sent / 1000:.1f} KB"),
        *((f"main thread for a frame, {what}", _frames(frames)) for what, frames in _moves(found)),
    ]
    aims = [
        Aim("less than 150 KB, packed", f"{whole / 1000:.1f} KB", whole < WEIGHT),
        *(Aim(f"{what} in less than 4 ms a frame", _frames(f), f.each < FRAME) for what, f in _moves(found)),
    ]
    return "\n\n".join(
        [
            aligned([("the table page", ""), *measured]),
            aligned([("aim", "measured", "met"), *(aim.cells() for aim in aims)]),
        ]
    )


def _moves(found: page.Measured) -> list[tuple[str, page.Frames]]:
    return [("panning", found.panning), ("zooming", found.zooming)]


def _frames(frames: page.Frames) -> str:
    return f"{frames.each * 1e3:.1f} ms ({frames.frames} frames, longest task {frames.longest * 1e3:.0f} ms)"


def quantile(times: Sequence[float], percent: int) -> float:
    """The time within which so many of a hundred were."""
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def _spread(times: Sequence[float]) -> str:
    return f"{quantile(times, 50) * 1e3:.1f} ms, {quantile(times, 99) * 1e3:.1f} ms"


def _megabytes(memory: float | None) -> str:
    return "not told" if memory is None else f"{memory / 1e6:.2f} MB"


if __name__ == "__main__":
    main()
