"""A game's data folder, and the scenarios in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import DataError, Table, table
from khalkhin.board.grid import UnknownHex
from khalkhin.engine.errors import KhalkhinError


class Folder:
    """A game's data folder, with an owner's corrections laid over it file by file."""

    def __init__(self, base: Path, overrides: Path | None = None) -> None:
        self.base = base
        self.overrides = overrides
        if overrides is not None:
            self._check(overrides)

    def _check(self, overrides: Path) -> None:
        if not overrides.is_dir():
            raise KhalkhinError("data.no-folder", folder=str(overrides))
        for path in sorted(p for p in overrides.rglob("*") if p.is_file()):
            name = path.relative_to(overrides).as_posix()
            if not (self.base / name).is_file():
                raise KhalkhinError("data.unknown-file", file=str(path), files=", ".join(self.files()))

    def files(self) -> list[str]:
        found = (p for p in self.base.rglob("*") if p.suffix in (".csv", ".toml"))
        return sorted(p.relative_to(self.base).as_posix() for p in found)

    def __truediv__(self, name: str) -> Path:
        if self.overrides is not None and (self.overrides / name).exists():
            return self.overrides / name
        return self.base / name

    def version(self) -> str:
        """A short hash of all that rules read: it goes into every record. How things are drawn does not matter."""
        total = hashlib.sha256()
        for name in (n for n in self.files() if not n.endswith("look.toml")):
            total.update(name.encode() + b"\0" + (self / name).read_bytes() + b"\0")
        return total.hexdigest()[:16]


@contextmanager
def corrected_by(overrides: Path | None) -> Iterator[None]:
    """Whatever breaks in here, it is the corrections that do not fit the game: a set-up may name what there is not."""
    try:
        yield
    except (DataError, UnknownHex):
        raise
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        if overrides is None:
            raise
        raise KhalkhinError("data.does-not-fit", folder=str(overrides), error=str(error)) from error


@dataclass(frozen=True)
class Scenario:
    """A set-up to play, as its file tells it."""

    name: str
    data: Table

    @property
    def options(self) -> Mapping[str, Any]:
        """The optional rules and their defaults."""
        return {name: option["default"] for name, option in self._options.items()}

    @property
    def _options(self) -> Mapping[str, Table]:
        if "options" not in self.data:
            return {}
        options = self.data.table("options")
        return {name: options.table(name) for name in options}

    @property
    def choices(self) -> Mapping[str, Sequence[Any]]:
        """What each optional rule can be; of numbers only the default, as there is no end of them."""
        out: dict[str, Sequence[Any]] = {}
        for name, option in self._options.items():
            default = option["default"]
            values = (False, True) if isinstance(default, bool) else option.get("choices", (default,))
            out[name] = (default,) if option.get("fixed") else tuple(values)
        return out

    def check(self) -> None:
        """Every option has a default that is true or false, a whole number, or one of its choices."""
        for option in self._options.values():
            default = option.get("default")
            if isinstance(default, str):
                option.choice("default", option.texts("choices"))
            elif not isinstance(default, int):
                option.fail("default", f"{default!r} is neither true, false, a whole number nor a word")

    def option(self, name: str, value: Any) -> Any:
        """A value for an option, if it may have it."""
        if name not in self._options:
            raise KhalkhinError("engine.unknown-option", option=name, known=", ".join(self._options) or "-")
        option = self._options[name]
        kind = type(option["default"])
        if type(value) is not kind:
            raise KhalkhinError("engine.bad-option", option=name, value=str(value), kind=f"@value.{kind.__name__}")
        if option.get("fixed") and value != option["default"]:
            raise KhalkhinError("engine.fixed-option", option=name, value=str(option["default"]).lower())
        if kind is str and value not in option.texts("choices"):
            raise KhalkhinError("engine.bad-choice", option=name, value=value, known=", ".join(option.texts("choices")))
        return value


def read_scenario(path: Path) -> Scenario:
    scenario = Scenario(path.stem, table(path))
    scenario.check()
    return scenario
