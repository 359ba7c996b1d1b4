"""What the panels and the analysis say is written in every language, and nothing is written that they do not say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine.words import languages
from tests.words.source import gaps

WEB = Path(khalkhin.__file__).parent / "web"
ATTACKS = ("attack", "bombard", "strike")
EFFECTS = ("dice", "final", "binds", "free")
KINDS = ("win", "exchange", "stalemate", "loss")
PANELS = {
    "panels.combat.title.": (*ATTACKS, "counterattack", "superiority", "air-combat"),
    "panels.combat.by.": (*ATTACKS, "counterattack", "superiority"),
    "panels.combat.commit.": (*ATTACKS, "declare"),
    "panels.combat.column.": ("base", "final", "both", "possible"),
    "panels.combat.base.": ("right", "left", "none"),
    "panels.combat.force.": ("attack", "defence"),
    "panels.combat.table.": ("printed", "reconstructed"),
    "panels.combat.": ("in", "out"),
    "panels.effect.": (*EFFECTS, *(f"{kind}.told" for kind in EFFECTS)),
    "panels.kind.": (*KINDS, *(f"{kind}.other" for kind in KINDS)),
    "panels.tag.": ("derived", "reconstructed"),
    "panels.points.": ("what", "count", "rule", "score"),
    "panels.ending.": ("points", "losses", "won", "lost", "draw"),
    "panels.result.": ("points", "concede"),
    "panels.dice.": ("commitment", "secret", "game"),
    "panels.key.": ("anatomy", "nations", "types", "states", "screen", "markers", "terrain"),
    "panels.part.": ("round", "clipped"),
    "panels.corner.": ("round", "clipped"),
    "panels.column.": ("regiment", "division", "unit", "parent", "points", "capacity", "radius", "range"),
    "panels.screen.": ("can_act", "selected", "target", "changed"),
}
MARKS = ("roll", "lesson")
ANALYSIS = {"analysis.mark.": (*MARKS, *(f"{mark}.at" for mark in MARKS))}


@dataclass(frozen=True)
class Part:
    """Scripts of a folder that say what one file of words holds."""

    name: str
    chosen: Mapping[str, Sequence[str]]
    """Keys whose end is chosen while the page runs: how they begin, and every end there is."""

    @property
    def code(self) -> str:
        return "\n".join(path.read_text("utf-8") for path in sorted((WEB / "js" / self.name).glob("*.js")))

    def book(self, language: str) -> dict[str, str]:
        return tomllib.loads((WEB / "words" / language / f"{self.name}.toml").read_text("utf-8"))

    def beginnings(self) -> set[str]:
        """The beginnings that the scripts finish themselves."""
        return set(re.findall(rf"`({self.name}\.[a-z.]*\.)\$\{{", self.code))

    def said(self) -> set[str]:
        written = set(re.findall(rf'"({self.name}\.[a-z.-]*[a-z])"', self.code))
        return written | {begin + end for begin, ends in self.chosen.items() for end in ends}

    def uneven(self, language: str) -> list[str]:
        """Sentences with other gaps than the English ones."""
        english = self.book("en")
        return [
            key
            for key, sentence in self.book(language).items()
            if {name for name, _ in gaps(sentence)} != {name for name, _ in gaps(english[key])}
        ]


PARTS = [Part("panels", PANELS), Part("analysis", ANALYSIS)]
parts = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)


@parts
def test_every_beginning_is_in_the_code(part: Part) -> None:
    assert part.beginnings() == part.chosen.keys()


@parts
@pytest.mark.parametrize("language", languages())
def test_what_is_said_is_what_is_written(part: Part, language: str) -> None:
    assert part.book(language).keys() == part.said()


@parts
@pytest.mark.parametrize("language", languages())
def test_the_gaps_are_the_same_in_every_language(part: Part, language: str) -> None:
    assert part.uneven(language) == []
