"""Reports: what the games of some runs say, on one page that people can look at, and as CSV::

made = report([Path("runs/bkg")], "en")
Path("report.html").write_text(made.page, encoding="utf-8")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from khalkhin.lab.report.board import ground
from khalkhin.lab.report.combat import combat
from khalkhin.lab.report.course import course
from khalkhin.lab.report.differences import differences
from khalkhin.lab.report.doings import doings
from khalkhin.lab.report.head import head
from khalkhin.lab.report.length import length
from khalkhin.lab.report.markup import ReportSheet
from khalkhin.lab.report.page import page
from khalkhin.lab.report.results import results
from khalkhin.lab.report.rules import rules
from khalkhin.lab.report.runs import read
from khalkhin.lab.report.speech import Speech

SECTIONS = (head, differences, results, course, ground, combat, doings, rules, length)
"""From what everybody wants to know to what few do."""


@dataclass(frozen=True)
class Report:
    """A page, and the numbers on it."""

    page: str
    sheets: Sequence[ReportSheet]
    games: int


def report(folders: Sequence[Path], language: str) -> Report:
    """The report on some runs of one game; the others are compared with the first."""
    runs = read(folders)
    speech = Speech(runs[0].game, language)
    sections = [section(runs, speech) for section in SECTIONS]
    sheets = [sheet for section in sections for sheet in section.sheets]
    return Report(page(runs, sections, speech), sheets, sum(run.count for run in runs))
