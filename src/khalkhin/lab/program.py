"""Which version of the program plays: a hash of the source that games hang on."""

from __future__ import annotations

import hashlib
import inspect
from pathlib import Path
from typing import Any

from khalkhin.engine.game import Game

PACKAGE = Path(__file__).parent.parent
DECIDING = ("board", "engine", "ai")
"""Parts of the package that games hang on, besides the game itself."""
SOURCE = (".py", ".json")
WEIGHTS = "weights.toml"
"""Code, what was learned, and what was tuned by hand."""
APART = {"analysis", "chart_list.py", "hint.py", "rulebook.py"}
"""What lies beside rules and players and no game hangs on."""


def program(game: Game[Any]) -> str:
    """A short hash of the source that a game and its players hang on: changed players are other players."""
    folders = [*(PACKAGE / name for name in DECIDING), Path(inspect.getfile(type(game))).parent]
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCE or path.name == WEIGHTS):
            name = path.relative_to(folder)
            if not APART & set(name.parts):
                total.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]
