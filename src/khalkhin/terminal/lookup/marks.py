"""Which rules the tests are marked with, read from their source: `@pytest.mark.rule("bkg", "4.0")`.

Marks stand on test functions and classes, on the cases of a parametrised test, or in `pytestmark`. The tests may give
the mark another name (`rule = pytest.mark.rule`), or have a function that returns it for the numbers it is given. The
numbers are written out: a mark that has to be worked out cannot be read here, and is reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path


@dataclass(frozen=True)
class Mark:
    """A mark of some game: the rules, and the test that carries it."""

    game: str
    rules: tuple[str, ...]
    place: str


@dataclass
class Marks:
    """What a folder of tests is marked with."""

    found: list[Mark] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    """Where a mark stands whose numbers are not written out."""


def marks(tests: Path) -> Marks:
    """Every mark in a folder of tests."""
    return _marks(tests, lambda name, text: True)


def marks_of(game: str, rules: Collection[str], tests: Path) -> list[Mark]:
    """The marks of a game with the numbers of some rules. Path or text of such a file names the game."""
    number = re.compile("|".join(f"[\"']{re.escape(rule)}[\"']" for rule in rules))

    def wanted(name: str, text: str) -> bool:
        # To parse a file takes a hundred times as long as to look whether a number is in it.
        return (game in name or game in text) and number.search(text) is not None

    found = _marks(tests, wanted).found
    return [mark for mark in found if mark.game == game and not set(rules).isdisjoint(mark.rules)]


def _marks(tests: Path, wanted: Callable[[str, str], bool]) -> Marks:
    """What the files are marked with that are wanted, by path and text."""
    out, modules = Marks(), _Modules(tests.parent)
    for path in sorted(tests.rglob("*.py")):
        name = path.relative_to(tests.parent).as_posix()
        if wanted(name, modules.text(path)):
            _File(name, modules.makers(path), out).read([modules.tree(path)])
    return out


class _Modules:
    """The modules of tests, each read and parsed once, and only if it is needed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.text = cache(partial(Path.read_text, encoding="utf-8"))
        self.tree = cache(lambda path: ast.parse(self.text(path), str(path)))

    def makers(self, path: Path) -> dict[str, str | None]:
        """What stands for the mark in a module: its own names, and those that it imports from where they are."""
        return {**dict(self._imported(path)), **dict(_makers(self.tree(path)))}

    def _imported(self, path: Path) -> Iterator[tuple[str, str | None]]:
        for node in self.tree(path).body:
            if isinstance(node, ast.ImportFrom) and (source := self._file(node.module or "")):
                there = dict(_makers(self.tree(source))) if "mark.rule" in self.text(source) else {}
                yield from ((a.asname or a.name, there[a.name]) for a in node.names if a.name in there)

    def _file(self, module: str) -> Path | None:
        """The file of a module, if it is one of the tests."""
        path = self.root.joinpath(*module.split("."))
        return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _makers(tree: ast.Module) -> Iterator[tuple[str, str | None]]:
    """Names that stand for the mark, and the game if they have it in them: functions, partials, plain other names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.args.vararg and isinstance(node.body[-1], ast.Return):
            call = node.body[-1].value
            if isinstance(call, ast.Call) and _is_mark(call.func):
                yield node.name, _text(call.args[0])
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, node.value
            if _is_mark(value):
                yield name, None
            elif isinstance(value, ast.Call) and len(value.args) == 2 and _is_mark(value.args[0]):
                yield name, _text(value.args[1])


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_mark(func: ast.expr) -> bool:
    """`pytest.mark.rule`, or `mark.rule`."""
    if not isinstance(func, ast.Attribute) or func.attr != "rule":
        return False
    owner = func.value
    return getattr(owner, "attr", None) == "mark" or getattr(owner, "id", None) == "mark"


class _File:
    """One file of tests."""

    def __init__(self, name: str, makers: dict[str, str | None], out: Marks) -> None:
        self.name = name
        self.makers = makers
        self.out = out

    def read(self, nodes: Iterable[ast.AST], scope: tuple[str, ...] = ()) -> None:
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                self._definition(node, scope)
            elif isinstance(node, ast.Call) and (call := self._mark(node)):
                self._add(node, *call, scope)
            else:
                self.read(ast.iter_child_nodes(node), scope)

    def _definition(self, node: ast.FunctionDef | ast.ClassDef, scope: tuple[str, ...]) -> None:
        """A test carries the marks of its decorators, not of its body; a maker of marks has none of its own."""
        if not scope and node.name in self.makers:
            return
        inner = (*scope, node.name)
        if node.name.lower().startswith("test"):
            self.read([*node.decorator_list, *(node.body if isinstance(node, ast.ClassDef) else ())], inner)
        elif not node.decorator_list:
            self.read(ast.iter_child_nodes(node), inner)

    def _mark(self, call: ast.Call) -> tuple[str | None, Sequence[ast.expr]] | None:
        """The game and the numbers of a mark; None for any other call."""
        game = None
        if isinstance(call.func, ast.Name) and call.func.id in self.makers:
            game = self.makers[call.func.id]
        elif not _is_mark(call.func):
            return None
        return (game, call.args) if game or not call.args else (_text(call.args[0]), call.args[1:])

    def _add(self, call: ast.Call, game: str | None, arguments: Sequence[ast.expr], scope: tuple[str, ...]) -> None:
        numbers = [number for number in map(_text, arguments) if number]
        if not game or not numbers or len(numbers) != len(arguments):
            self.out.unreadable.append(f"{self.name}:{call.lineno}")
        else:
            where = "::".join([self.name, *scope]) if scope else f"{self.name}:{call.lineno}"
            self.out.found.append(Mark(game, tuple(numbers), where))
