"""CONTRIBUTING names every folder of the tree, and no folder that is not there; the layers are told as they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(p.name for p in (ROOT / "src/khalkhin/games").iterdir() if (p / "game.py").is_file())


def folders(above: str, packages_only: bool = False) -> Iterator[str]:
    """The folders in a folder that hold files; or only those that are Python packages."""
    for path in sorted((ROOT / above).iterdir()):
        held = path.is_dir() and any(p.is_file() and "__pycache__" not in p.parts for p in path.rglob("*"))
        if held and path.name != "__pycache__" and (not packages_only or (path / "__init__.py").is_file()):
            yield f"{above}/{path.name}"


def named() -> set[str]:
    """The folders in the first column of the table of CONTRIBUTING; `<game>` stands for each of them."""
    layout = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Layout")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in layout.splitlines() if line.startswith("| `")]
    paths = [path.rstrip("/") for cell in cells for path in re.findall(r"`([^`]+)`", cell)]
    return {path.replace("<game>", game) for path in paths for game in GAMES}


def packages() -> Iterator[str]:
    """All packages of the program down to the second level; what is in a game's folder docs/data.md tells."""
    for package in folders("src/khalkhin"):
        yield package
        yield from folders(package, packages_only=True)


def test_every_package_is_in_the_table() -> None:
    assert sorted(set(packages()) - named()) == []


def test_every_folder_of_tests_tools_and_docs_is_in_the_table() -> None:
    found = {path for above in ("tests", "tools", "benchmarks", "docs") for path in (above, *folders(above))}
    assert sorted({*found, "examples", ".ci"} - named()) == []


def test_every_folder_in_the_table_is_there() -> None:
    assert sorted(path for path in named() if not (ROOT / path).is_dir()) == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_the_layers_are_those_of_the_import_contract(page: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["name"] for contract in contracts if contract["name"].startswith("board <- engine"))
    assert layers in (ROOT / page).read_text("utf-8")
