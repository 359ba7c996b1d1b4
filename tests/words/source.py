"""Which words the source asks for: keys in its calls and texts, and the gaps it has something for."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import khalkhin

ROOT = Path(khalkhin.__file__).parent
KEY = re.compile(r"@?([a-z]+(?:\.[A-Za-z0-9_{}-]+)+)")
FILES = (".csv", ".toml", ".py", ".svg", ".html")
"""Texts that end like this are names of files, not keys."""

ERRORS = {"KhalkhinError": 0, "RecordError": 1}
CALLS = {"no": 1, "prompt": 2, "tell": 0, "tell_of": 0, "say": 0, "Shift": 1, "Text": 0, **ERRORS}
"""Calls that take a key, and which of their arguments it is."""

GIVEN = {"tell_of": {"units"}, "RecordError": {"line"}, "Shift": {"rule", "value"}}
"""Parameters that come with a call of themselves."""


FIELDS_OF_THE_API = "server/descriptions.py"
"""Names fields of answers by their path, such as `log.lines`: they look like keys and are none."""


@dataclass(frozen=True)
class Use:
    """A key in the source. Its variable parts are written as `{}`; `params` is None where they are not written out."""

    key: str
    place: str
    params: frozenset[str] | None = None


@cache
def uses() -> tuple[Use, ...]:
    """Every key that the package names. To read all of it takes seconds: only tests do that, and no import."""
    out: list[Use] = []
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place == FIELDS_OF_THE_API:
            continue
        for node in _nodes(ast.parse(path.read_text("utf-8"))):
            out += (*_called(node, place), *_written(node, place))
    return tuple(out)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a tree; the fixed parts of a text with gaps are no texts of their own."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield child
            yield from _nodes(child)


def _called(node: ast.AST, place: str) -> Iterator[Use]:
    """A key where a call has to have one, with the parameters that the call gives."""
    if not isinstance(node, ast.Call):
        return
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name not in CALLS or len(node.args) <= CALLS[name]:
        return
    rest = node.args[CALLS[name] + 1 :]
    for key in _keys(node.args[CALLS[name]]):
        yield Use(key, f"{place}:{node.lineno}", _params(name, rest, node.keywords))


def _params(name: str, rest: list[ast.expr], keywords: list[ast.keyword]) -> frozenset[str] | None:
    out = set(GIVEN.get(name, ()))
    for keyword in keywords:
        if keyword.arg is None:
            return None
        out.add(keyword.arg)
    if name in ("say", "Text", "Shift"):  # their parameters are a mapping
        for argument in rest:
            if isinstance(argument, ast.Dict) and all(isinstance(k, ast.Constant) for k in argument.keys):
                out |= {str(k.value) for k in argument.keys if isinstance(k, ast.Constant)}
            elif name != "Shift" or (argument is rest[-1] and len(rest) == 2):
                return None
    return frozenset(out)


def _written(node: ast.AST, place: str) -> Iterator[Use]:
    """A text that looks like a key."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        for key in _keys(node):
            if not key.endswith(FILES):
                yield Use(key, f"{place}:{node.lineno}")


def _keys(node: ast.expr) -> Iterator[str]:
    """The keys an expression may give."""
    if isinstance(node, ast.IfExp):
        yield from (*_keys(node.body), *_keys(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if found := KEY.fullmatch(node.value):
            yield found[1]
    elif isinstance(node, ast.JoinedStr):
        parts = [str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values]
        if found := KEY.fullmatch("".join(parts)):
            yield found[1]


def gaps(sentence: str) -> list[tuple[str, str]]:
    """The gaps of a sentence, those in its forms too: (name, form)."""
    own = [(name, form or "") for _, name, form, _ in string.Formatter().parse(sentence) if name is not None]
    return own + [inner for _, form in own for inner in gaps(form)]
