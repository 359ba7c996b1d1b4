"""The corpus: games and decisions that have to stay as they are while code moves.

    python -m tools.corpus check [GAME ...]        replay all games; says which part differs, and where
    python -m tools.corpus decisions [GAME ...]    ask the computer players again at 300 prompts of every game
    python -m tools.corpus renew [GAME ...]        note what the games lead to now: after a rule or a text was changed
    python -m tools.corpus renew-decisions         note what the computer players answer now
    python -m tools.corpus play [GAME ...]         play all games anew: after a rule made the old ones illegal

Whoever renews says in the commit which rule, text or decision was meant to change.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from khalkhin.engine.errors import KhalkhinError
from tools.corpus import decisions
from tools.corpus.play import plans, play
from tools.corpus.recorded import HOME, Recorded, kept
from tools.corpus.trace import Trace, difference, trace

COUNTS = {"bkg": 24, "kgw": 36, "pbn": 24, "sn": 36}

_T = TypeVar("_T")
_R = TypeVar("_R")


def traces(game: str) -> dict[str, Trace]:
    """What the games of the corpus led to when they were last renewed, by name."""
    lines = (HOME / f"{game}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row.pop("name"): row for row in rows}


def compare(one: Recorded) -> str:
    """What is different now in a game, in words; nothing if all is as it was."""
    before = traces(one.game)[one.name]
    try:
        return difference(before, trace(one))
    except KhalkhinError as error:
        return f"a decision is refused now: {error}"


def check(codes: Iterable[str], jobs: int) -> int:
    todo = [one for code in codes for one in kept(code)]
    bad = 0
    for one, told in zip(todo, _each(compare, todo, jobs), strict=True):
        if told:
            bad += 1
            print(f"{one.game} {one.name}: {told}")
    print(f"{len(todo) - bad} of {len(todo)} games are as they were")
    return bad


def renew(codes: Iterable[str], jobs: int) -> int:
    for code in codes:
        todo = kept(code)
        rows = [json.dumps({"name": o.name, **t}) for o, t in zip(todo, _each(trace, todo, jobs), strict=True)]
        (HOME / f"{code}.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
        print(f"{code}: {len(rows)} games noted")
    return 0


def play_anew(codes: Iterable[str], jobs: int) -> int:
    for code in codes:
        for old in (HOME / code).glob("*.txt.xz"):
            old.unlink()
        for one in _each(play, plans(code, COUNTS[code]), jobs):
            one.write()
            print(f"{code} {one.name}: {len(one.decisions)} decisions")
        renew([code], jobs)
        games = kept(code)
        asked = decisions.prompts(games, decisions.VIEWS)
        write_decisions(code, [(one, asked[one.name]) for one in games], jobs)
    return 0


def write_decisions(code: str, todo: list[tuple[Recorded, list[int]]], jobs: int) -> None:
    found = [answer for some in _each(_answers, todo, jobs) for answer in some]
    decisions.write(code, found)
    print(f"{code}: {len(found)} decisions noted")


def _answers(todo: tuple[Recorded, list[int]]) -> list[decisions.Answers]:
    return decisions.answers(*todo)


def check_decisions(codes: Iterable[str], jobs: int, note: bool = False) -> int:
    bad = 0
    for code in codes:
        before = decisions.by_game(code)
        todo = [(one, [a.after for a in some]) for one, some in before]
        if note:
            write_decisions(code, todo, jobs)
            continue
        for (one, some), now in zip(before, _each(_answers, todo, jobs), strict=True):
            for old, new in zip(some, now, strict=True):
                if old != new:
                    bad += 1
                    print(f"{code} {one.name} after {old.after} decisions: {new.said} instead of {old.said}")
        print(f"{code}: {sum(len(some) for _, some in before)} decisions asked again")
    return bad


def _each(work: Callable[[_T], _R], todo: Iterable[_T], jobs: int) -> Iterator[_R]:
    """Do work in several processes; results come in order."""
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, todo)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.corpus", description="Games and decisions to move code by.")
    parser.add_argument("what", choices=["check", "decisions", "renew", "renew-decisions", "play"])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    codes = options.games or list(COUNTS)
    if unknown := [code for code in codes if code not in COUNTS]:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(COUNTS)}")
    if options.what in ("decisions", "renew-decisions"):
        return min(1, check_decisions(codes, options.jobs, options.what == "renew-decisions"))
    work = {"check": check, "renew": renew, "play": play_anew}[options.what]
    return min(1, work(codes, options.jobs))


if __name__ == "__main__":
    sys.exit(main())
