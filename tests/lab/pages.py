"""Reports for tests: small runs, the page they make, and a reader that finds its parts."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from khalkhin.lab.report import Report, report

VOID = ("meta",)


@dataclass
class Element:
    """An element of a page."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def find(self, name: str = "", class_: str = "", **attributes: str) -> list[Element]:
        """Its parts of a name, of a class, with attributes."""
        return [
            one
            for one in self.walk()
            if (not name or one.name == name)
            and (not class_ or class_ in one.classes)
            and all(one.attributes.get(key.replace("_", "-")) == value for key, value in attributes.items())
        ]

    def one(self, name: str = "", class_: str = "", **attributes: str) -> Element:
        (found,) = self.find(name, class_, **attributes)
        return found


class _Reader(HTMLParser):
    """Reads a page strictly: what is opened has to be closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        assert len(made.attributes) == len(attrs), f"an attribute of <{tag}> stands there twice"
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(page: str) -> Element:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root], "something was not closed"
    return reader.root


def sheet(made: Report, name: str) -> list[dict[str, str]]:
    """The rows of a CSV of a report."""
    (found,) = (one for one in made.sheets if one.name == name)
    return list(csv.DictReader(found.csv.splitlines()))


def made_of(*folders: Path, language: str = "en") -> Report:
    return report(folders, language)
