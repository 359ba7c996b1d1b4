"""The guide of a game in a language, ready to be written out: its prose, all gaps filled, and what its figures show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.charts import Chart
from khalkhin.engine.game import Game
from khalkhin.engine.rulebook import Rule, rules_of, shown
from khalkhin.engine.words import Words
from khalkhin.learn.guide.examples import examples_of
from khalkhin.learn.guide.plan import Plan, place_of, plan_of
from khalkhin.learn.guide.prose import RULE, BadProse, Figure, Line, Section, lines_of, read_prose, spans

MANY = 9
"""A chart with more columns than these is wide."""
_NAMED = re.compile(r"\(([A-Z]*\d[\w.-]*)\)")


@dataclass(frozen=True)
class ChartTable:
    """A chart as words: a cell says what stands in it, and how well it is known."""

    title: str
    rule: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[tuple[str, str]]]

    @property
    def wide(self) -> bool:
        """Whether it has to be set smaller than others."""
        return len(self.heads) > MANY


class Guide:
    """A guide in one language."""

    def __init__(self, plan: Plan, language: str) -> None:
        self.plan = plan
        self.game: Game[Any] = plan.game
        self.language = language
        self.words = Words(language, plan.game)
        self.examples = examples_of(plan)

    @property
    def look(self) -> TomlTable:
        """How the map looks."""
        return table(self.game.folder / "look.toml")

    @cached_property
    def sections(self) -> list[Section]:
        """All sections; the first is the guide's own, with its title and what stands before the others."""
        text = (self.game.guide / f"{self.language}.md").read_text("utf-8")
        return read_prose(text, self.examples.figures())

    @property
    def title(self) -> str:
        return self.sections[0].title

    @cached_property
    def rulebook(self) -> Mapping[str, Rule]:
        """The rules that a reader is shown."""
        return shown(rules_of(self.game, self.language))

    @cached_property
    def cited(self) -> list[Rule]:
        """The rules that the prose names, in the order of the rulebook."""
        named = {
            span.text for one in self.sections for line in lines_of(one.blocks) for span in line if span.kind == RULE
        }
        if unknown := named - self.rulebook.keys():
            raise BadProse(f"there are no rules {', '.join(sorted(unknown))}")
        return [rule for number, rule in self.rulebook.items() if number in named]

    def place(self, rule: str) -> str:
        """The section that is the place of a rule."""
        return place_of(self.plan, rule)

    def section_title(self, id_: str) -> str:
        return next((one.title for one in self.sections if one.id == id_), "")

    # -- what figures show --------------------------------------------------------------------------------------------

    @cached_property
    def _charts(self) -> Mapping[str, Chart]:
        """The charts of the game by their names."""
        return {one.name: one for one in self.game.chart_list()}

    def chart(self, name: str) -> ChartTable:
        """A chart of the game."""
        if name not in self._charts:
            raise BadProse(f"there is no chart {name!r}; there are {', '.join(self._charts)}")
        chart = self._charts[name]
        say = self.words.value
        return ChartTable(
            title=self.words.say(chart.title),
            rule=chart.rule,
            note=self.words.maybe(chart.note, ""),
            heads=[say("column", head) for head in chart.columns],
            rows=[[(say("cell", cell.value), cell.tag) for cell in row] for row in chart.rows],
        )

    def told(self, figure: Figure) -> list[Line]:
        """What stands in place of a picture: the log of an example, or the odds of an attack in hand."""
        return self._log(figure.name) if figure.kind == "log" else self._odds(figure.name)

    def _log(self, name: str) -> list[Line]:
        """What the log says of an example."""
        return [self._citing(told) for told in self.examples[name].told(self.words)]

    def _odds(self, name: str) -> list[Line]:
        """What moves the column of the attack in hand at the end of an example, each shift with its rule."""
        odds = self.examples[name].scene.detail("odds")
        if odds is None:
            raise BadProse(f"no attack is in hand at the end of {name!r}")
        return [self._citing(self.words.say(one["key"], one)) for one in odds["shifts"]]

    def _citing(self, told: str) -> Line:
        """A sentence of the engine, the rules that it names in brackets to be followed."""
        return spans(_NAMED.sub(lambda found: f"[{found[1]}]" if found[1] in self.rulebook else found[0], told))


def guide_of(game: Game[Any], language: str) -> Guide | None:
    """The guide of a game in a language; None where it has none."""
    plan = plan_of(game)
    return None if plan is None else Guide(plan, language)
