"""The index of every game folder: which module has which chapter of the rulebook, in games/<game>/README.md:

    python -m tools.chapters

Writes the indexes anew from the first sentence of every module. A test compares them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from khalkhin import games
from khalkhin.engine import library

GAMES = Path(games.__path__[0])
RULES = re.compile(r"((?:(?:[A-Z]+\.?)?\d[\w.-]*|R\d+|T\d+|TEC\.0)(?:, )?)+(?=  )")
"""Numbers of rules at the beginning of a docstring: two spaces end them."""


def index(code: str) -> str:
    """The README of a game folder."""
    chapters, others = list[tuple[str, str, str]](), list[tuple[str, str, str]]()
    for path in sorted((GAMES / code).glob("*.py")):
        if path.name == "__init__.py":
            continue
        rules, about = _opening(path)
        (chapters if rules else others).append((path.name, rules, about))
    chapters.sort(key=lambda row: [int(number) for number in re.findall(r"\d+", row[1].split(", ")[0])])
    title = _opening(GAMES / code / "__init__.py")[1].split(". ")[0].rstrip(".")
    lines = [f"# {title}", "", "Chapters of the rulebook, by their first rule:", ""]
    lines += ["| rules | module | what it is |", "|---|---|---|"]
    lines += [f"| {rules} | [{name}]({name}) | {about} |" for name, rules, about in chapters]
    lines += ["", "What holds them together:", "", "| module | what it is |", "|---|---|"]
    lines += [f"| [{name}]({name}) | {about} |" for name, _, about in others]
    lines += ["| [data/](data) | counters, charts, map, scenarios, rules, rulings |", "| [words/](words) | all texts |"]
    lines += ["| [ai/](ai) | how it is played well; imported only when somebody thinks |", ""]
    return "\n".join(lines)


def _opening(path: Path) -> tuple[str, str]:
    """The numbers of rules that a module begins with, and its first paragraph without them."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    first = " ".join(text.split("\n\n")[0].split("\n"))
    rules = RULES.match(first)
    return (rules[0], first[rules.end() :].strip()) if rules else ("", first)


def main() -> None:
    for code in library.codes():
        (GAMES / code / "README.md").write_text(index(code), encoding="utf-8")


if __name__ == "__main__":
    main()
