"""Which rules the tests are marked with, read from their source: `@pytest.mark.rule("bkg", "4.0")`.

Marks stand on test functions and classes, on the cases of a parametrised test, or in `pytestmark`. A function of the
tests that returns such a mark for the numbers it is given may be called instead. The numbers are written out: a mark
that has to be worked out cannot be read here, and is reported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
    trees = {path: ast.parse(path.read_text("utf-8"), str(path)) for path in sorted(tests.rglob("*.py"))}
    makers = {maker.name: game for tree in trees.values() for maker, game in _makers(tree)}
    out = Marks()
    for path, tree in trees.items():
        known = {name: game for name, game in makers.items() if name in _names(tree)}
        _File(path.relative_to(tests.parent).as_posix(), known, out).read(tree)
    return out


def _makers(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Functions that return a mark for the numbers they are given, and the game."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.args.vararg and isinstance(node.body[-1], ast.Return):
            call = node.body[-1].value
            if isinstance(call, ast.Call) and _is_mark(call.func) and isinstance(call.args[0], ast.Constant):
                yield node, str(call.args[0].value)


def _is_mark(func: ast.expr) -> bool:
    """`pytest.mark.rule`, or `mark.rule`."""
    if not isinstance(func, ast.Attribute) or func.attr != "rule":
        return False
    owner = func.value
    return getattr(owner, "attr", None) == "mark" or getattr(owner, "id", None) == "mark"


def _names(tree: ast.Module) -> set[str]:
    """Names that a module defines or imports."""
    out = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            out.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            out |= {alias.asname or alias.name for alias in node.names}
    return out


class _File:
    """One file of tests."""

    def __init__(self, name: str, makers: dict[str, str], out: Marks) -> None:
        self.name = name
        self.makers = makers
        self.out = out

    def read(self, node: ast.AST, scope: tuple[str, ...] = ()) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                self._definition(child, scope)
            elif isinstance(child, ast.Call) and (call := self._mark(child)):
                self._add(child, *call, scope)
            else:
                self.read(child, scope)

    def _definition(self, node: ast.FunctionDef | ast.ClassDef, scope: tuple[str, ...]) -> None:
        """A test carries the marks of its decorators; a maker of marks has none of its own."""
        if not scope and node.name in self.makers:
            return
        if node.name.lower().startswith("test") or not node.decorator_list:
            self.read(node, (*scope, node.name))

    def _mark(self, call: ast.Call) -> tuple[str | None, Sequence[ast.expr]] | None:
        """The game and the numbers of a mark; None for any other call."""
        if _is_mark(call.func):
            first = call.args[0] if call.args else None
            game = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
            return game, call.args[1:]
        if isinstance(call.func, ast.Name) and call.func.id in self.makers:
            return self.makers[call.func.id], call.args
        return None

    def _add(self, call: ast.Call, game: str | None, arguments: Sequence[ast.expr], scope: tuple[str, ...]) -> None:
        numbers = [a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if game is None or not numbers or len(numbers) != len(arguments):
            self.out.unreadable.append(f"{self.name}:{call.lineno}")
        else:
            where = "::".join([self.name, *scope]) if scope else f"{self.name}:{call.lineno}"
            self.out.found.append(Mark(game, tuple(numbers), where))
