"""The names that records of each game carry, one a line, in tests/records/format/:

    python -m tools.record_format

Writes the lists anew. A test compares them with the games; docs/records.md says what a change of them means.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.record import option_text

LISTS = Path(__file__).parent.parent / "tests" / "records" / "format"


def names(game: Game[Any]) -> list[str]:
    """Everything that has a name in records of a game, or in the positions whose hashes they carry."""
    return [
        *(f"side {side}" for side in game.sides),
        *(f"box {box}" for box in game.boxes),
        *(f"scenario {name}" for name in sorted(game.scenarios)),
        *(
            f"option {name} {option} {option_text(value)}"
            for name, scenario in sorted(game.scenarios.items())
            for option, value in sorted(scenario.absent.items())
        ),
        *(f"verb {verb} {kind.value}" for verb, kind in sorted(game.verbs.items())),
        *(f"field {name}" for name in sorted(game.state.FIELDS)),
        *(line for _, step in sorted(game.steps.items()) if on_agenda(step) for line in _step(step)),
    ]


def on_agenda(step: Any) -> bool:
    """Whether a class is a step itself, and not only what steps have in common."""
    return dataclasses.is_dataclass(step)


def _step(step: type[Any]) -> Iterator[str]:
    """A step and its fields. Those without a default are always written: a new one changes the hashes of positions."""
    yield f"step {step.__name__}"
    for field in sorted(dataclasses.fields(step), key=lambda field: field.name):
        always = field.default is dataclasses.MISSING
        yield f"step {step.__name__} {field.name}{' always' if always else ''}"


def path_of(code: str) -> Path:
    return LISTS / f"{code}.txt"


def main() -> None:
    for code in library.codes():
        path_of(code).write_text("\n".join(names(library.get(code))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
