"""What became of the mutants of a game, a line each, so that a run can be gone on with; and samples of mutants."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, zip_longest
from pathlib import Path

from tools.mutations import Mutant

KILLED, HUNG, ALIVE = "killed", "hung", "alive"


class Book:
    """A file of verdicts. The last word on a mutant counts; a function that has changed since has new mutants."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.verdicts: dict[str, str] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                self.verdicts[entry["mutant"]] = entry["verdict"]

    def add(self, mutant: Mutant, verdict: str) -> None:
        self.verdicts[mutant.key] = verdict
        self.path.parent.mkdir(parents=True, exist_ok=True)
        entry = {"mutant": mutant.key, "rule": mutant.rule, "at": str(mutant), "verdict": verdict}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")

    def count(self, of: Iterable[Mutant], verdict: str) -> int:
        return sum(self.verdicts.get(mutant.key) == verdict for mutant in of)


def sample(all_of_them: Iterable[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many mutants, one of each rule before a second of any; the same ones while their functions are the same."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.key}".encode()).digest()

    by_rule: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in sorted(all_of_them, key=lot):
        by_rule[mutant.rule].append(mutant)
    rounds = zip_longest(*by_rule.values())
    return [mutant for mutant in chain.from_iterable(rounds) if mutant is not None][:size]
