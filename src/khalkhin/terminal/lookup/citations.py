"""Which rules the code and the data of a game name, and where."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import table
from khalkhin.board.toml_lines import Spot, TomlPath, spots
from khalkhin.engine.game import Game

_NUMBER = r"(?:[A-Z]{2,}\.|[A-Z])?\d[\w.-]*"
_RULING = r"(?:[A-Z]-\d+|R\d+)"
"""Our own decisions (Q-12, R12) are no rules."""
_HEAD = re.compile(rf"((?:{_RULING}|{_NUMBER})(?:, (?:{_RULING}|{_NUMBER}))*)  ")
_DOTTED = r"(?:[A-Z]{2,}\.\d[\w.-]*|[A-Z]?\d+\.[\w.-]+)"
_ASIDE = re.compile(rf"\(((?:{_RULING}|{_DOTTED})(?:, (?:{_RULING}|{_DOTTED}))*)\)")
_RANGE = re.compile(r"(.*?)([a-z]|\d+)-([a-z]|\d+)")
_TOLD_IN = (".py", ".toml", ".csv", ".md")
_CITING = {"no": 0, "Shift": 0, "prompt": 1}
"""Calls that name a rule, and which of their arguments does."""


@dataclass(frozen=True)
class Citation:
    """A rule or ruling named somewhere. It may be none of the game's."""

    rule: str
    file: str
    line: int | None
    within: str = ""
    """The function or the table that names it."""

    @property
    def place(self) -> str:
        return f"{self.file}: {self.within}" if self.within else self.file


def home_of(game: Game[Any]) -> Path:
    """The folder of a game."""
    home = sys.modules[type(game).__module__].__file__
    assert home is not None
    return Path(home).parent


def citations(game: Game[Any], rules: Collection[str]) -> list[Citation]:
    """Everything that names a rule: docstrings that begin with it, refusals, prompts and shifts, tables of the data."""
    found: list[Citation] = []
    for path in sorted(home_of(game).glob("*.py")):
        found += cited_in(path, rules)
    for name in game.folder.files():
        if name.endswith(".toml"):
            found += _tables(table(game.folder / name), name, {})
    return found


def citations_of(wanted: Collection[str], game: Game[Any], rules: Collection[str]) -> list[Citation]:
    """What names some of the rules, with lines of the data too. Only what may name them is looked at."""
    found: list[Citation] = []
    may_name = _naming(wanted)
    for path in sorted(home_of(game).glob("*.py")):
        if may_name.search(path.read_text("utf-8")):
            found += cited_in(path, rules)
    for name in game.folder.files():
        if name.endswith(".toml"):
            text = (game.folder / name).read_text("utf-8")
            if any(rule in text for rule in wanted):
                found += _tables(table(game.folder / name), name, spots(text))
    return [citation for citation in found if citation.rule in wanted]


def rulings_cited(game: Game[Any], rulings: Collection[str], tests: Path | None) -> Iterator[Citation]:
    """Every line of a game's code, data, words and tests that names a ruling, also one that there is not."""
    heads = {re.sub(r"\d+$", "", number) for number in rulings}
    if not heads:
        return
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(heads)))})\d+(?![\w-]|\.\d)")
    home = home_of(game)
    folders = [(home, home)] if tests is None else [(home, home), (tests / game.code, tests.parent)]
    for folder, root in folders:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in _TOLD_IN and not p.name.startswith("rulings.")):
            for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                yield from (Citation(found, path.relative_to(root).as_posix(), n) for found in named.findall(line))


def _naming(rules: Collection[str]) -> re.Pattern[str]:
    """Finds the number of any of the rules in a text, or a range that it may be in."""
    stems = {re.sub(r"(?:[a-z]|\d+)$", "", rule) for rule in rules}
    either = [*(rf"{re.escape(rule)}(?!\.?\w)" for rule in rules), *(rf"{re.escape(s)}(?:[a-z]|\d+)-" for s in stems)]
    return re.compile(rf"(?<![\w.])(?:{'|'.join(either)})")


def cited_in(path: Path, rules: Collection[str]) -> Iterator[Citation]:
    """What one module names."""
    return _Module(path.name, rules).walk(ast.parse(path.read_text("utf-8"), str(path)), ())


class _Module:
    """One module of a game's rules."""

    def __init__(self, name: str, rules: Collection[str]) -> None:
        self.name = name
        self.rules = rules

    def walk(self, node: ast.AST, scope: tuple[str, ...]) -> Iterator[Citation]:
        within = ".".join(scope)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                yield from self.walk(child, (*scope, child.name))
            elif isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                told = self._told(child.value.value)
                yield from (Citation(rule, self.name, child.lineno, within) for rule in told)
            else:
                line = getattr(child, "lineno", None)
                yield from (Citation(rule, self.name, line, within) for rule in self._cited(child))
                yield from self.walk(child, scope)

    def _told(self, text: object) -> Iterator[str]:
        """The rules that a docstring begins with, and those it names in parentheses."""
        if not isinstance(text, str):
            return
        lists = [head[1]] if (head := _HEAD.match(text)) else []
        for token in ", ".join([*lists, *_ASIDE.findall(text)]).split(", "):
            yield from expand(token, self.rules) if token else ()

    def _cited(self, node: ast.AST) -> Iterator[str]:
        """A text that is a rule's number; a number where a rule has to be named, even if it is none."""
        if isinstance(node, ast.Constant) and node.value in self.rules:
            yield str(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CITING:
            yield from (t for t in _texts(node.args[_CITING[node.func.id]]) if t and t not in self.rules)


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts an expression may give, as far as they are written out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def expand(token: str, rules: Collection[str]) -> list[str]:
    """The rules a token stands for: `5.1.4.a-c` for three, a ruling (`K-33`) for none."""
    if re.fullmatch(_RULING, token):
        return []
    if token in rules or not (span := _RANGE.fullmatch(token)):
        return [token]
    stem, first, last = span.groups()
    if first.isdigit() and last.isdigit():
        return [f"{stem}{n}" for n in range(int(first), int(last) + 1)]
    if first.isalpha() and last.isalpha():
        return [f"{stem}{chr(n)}" for n in range(ord(first), ord(last) + 1)]
    return [token]


def _tables(value: object, name: str, lines: Mapping[TomlPath, Spot], path: TomlPath = ()) -> Iterator[Citation]:
    """The rules that tables of a data file belong to: `rule`, and in `rules` those of their parts."""
    if isinstance(value, Mapping):
        within = ".".join(key for key in path if isinstance(key, str))
        line = lines[path].line if path in lines else None
        for rule in ([value["rule"]] if isinstance(value.get("rule"), str) else []) + value.get("rules", []):
            yield Citation(rule, name, line, within)
        for key, inner in value.items():
            yield from _tables(inner, name, lines, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _tables(inner, name, lines, (*path, n))
