"""Small faults put into the source of a rules module, one at a time."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


_RULE = re.compile(r"[A-Z.]*\d[\w.-]*(?=[, ])")
"""A docstring begins with the number of its rule."""


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, what it does, the function it is in and the rule that function is about."""

    path: Path
    line: int
    function: str
    rule: str
    what: str
    key: str
    """The same as long as the function is the same, wherever it stands in its file."""
    code: CodeType

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line} {self.function}: {self.what}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of the functions of a module. Text is left alone: what a person reads is not a rule."""
    source = path.read_text(encoding="utf-8")
    plain = ast.parse(source)
    about = _rules(plain)
    prints = _fingerprints(plain)
    alike: Counter[str] = Counter()
    for index, site in enumerate(_sites(plain)):
        tree = ast.parse(source)
        what = _sites(tree)[index].apply()
        code = compile(ast.fix_missing_locations(tree), str(path), "exec")
        found = _function(code, site.function)
        if found is not None:
            stem = f"{path.stem}.{site.function} {prints[site.function]} {what}"
            alike[stem] += 1
            yield Mutant(path, site.line, site.function, about[site.function], what, f"{stem} #{alike[stem]}", found)


def _definitions(tree: ast.AST, scope: str = "") -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    """The classes and functions of a module by their qualified names, outer ones first."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            name = f"{scope}.{child.name}" if scope else child.name
            yield name, child
            yield from _definitions(child, name)


def _rules(tree: ast.Module) -> dict[str, str]:
    """The rule of every function: the number its docstring begins with, else that of its class or of its module."""
    out = {"": _first_number(tree) or "none"}
    for name, node in _definitions(tree):
        out[name] = _first_number(node) or out[name.rpartition(".")[0]]
    return out


def _first_number(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    found = _RULE.match(ast.get_docstring(node) or "")
    return found[0] if found else ""


def _fingerprints(tree: ast.Module) -> dict[str, str]:
    """A short hash of what every function does."""
    return {name: hashlib.sha256(ast.dump(node).encode()).hexdigest()[:12] for name, node in _definitions(tree)}


@dataclass
class _Site:
    """A place in the tree that can be changed."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    function: str

    @property
    def line(self) -> int:
        return getattr(self.node, "lineno", getattr(self.parent, "lineno", 0))

    def apply(self) -> str:
        """Put the fault in, and say what it is."""
        before = _shown(self.node)
        after = _changed(self.node)
        assert after is not None
        if self.index is None:
            setattr(self.parent, self.field, after)
        else:
            getattr(self.parent, self.field)[self.index] = after
        return f"{before} -> {_shown(after)}"


def _shown(node: ast.AST) -> str:
    """The first line of a node, as source; operators by name."""
    if isinstance(node, ast.operator | ast.cmpop | ast.boolop):
        return type(node).__name__
    return ast.unparse(ast.fix_missing_locations(node)).splitlines()[0][:60]


def _changed(node: ast.AST) -> ast.AST | None:
    """The node with a fault in it, or None if it is left alone."""
    if type(node) in _SWAPS:
        return _SWAPS[type(node)]()
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ast.Constant(node.value + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        return node.operand
    if isinstance(node, ast.If):
        return ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    if isinstance(node, ast.AugAssign):
        return ast.Assign([node.target], node.value)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not _only_tells(node.value):
        return ast.Pass()
    if isinstance(node, ast.Return) and node.value is not None and not _is_nothing(node.value):
        return ast.Return(ast.Constant(None))
    return None


def _only_tells(call: ast.Call) -> bool:
    """Calls that write the log."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("tell", "tell_of", "tell_units")


def _is_nothing(node: ast.AST) -> bool:
    """None, and what answers like it (False, 0, an empty tuple): to give None instead is hardly a fault."""
    return ast.unparse(node) in ("None", "False", "0", "''", "()", "{}")


def _sites(tree: ast.Module) -> list[_Site]:
    found: list[_Site] = []

    def visit(node: ast.AST, function: str, inside: bool) -> None:
        for field, value in ast.iter_fields(node):
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST):
                    enter(node, field, index, child, function, inside)

    def enter(node: ast.AST, field: str, index: int | None, child: ast.AST, function: str, inside: bool) -> None:
        if isinstance(child, ast.FunctionDef):
            name = f"{function}.{child.name}" if function else child.name
            for at, statement in enumerate(child.body):
                enter(child, "body", at, statement, name, True)
            return
        if isinstance(child, ast.ClassDef):
            visit(child, f"{function}.{child.name}" if function else child.name, False)
            return
        if isinstance(child, ast.Assert) or field in ("annotation", "returns", "format_spec"):
            return
        if inside and _changed(child) is not None:
            found.append(_Site(node, field, index, child, function))
        visit(child, function, inside)

    visit(tree, "", False)
    return found


def _function(code: CodeType, qualified: str) -> CodeType | None:
    """The code object of a function, by its qualified name."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == qualified:
                return constant
            if (inner := _function(constant, qualified)) is not None:
                return inner
    return None
