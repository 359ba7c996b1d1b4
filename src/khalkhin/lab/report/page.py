"""The whole page: style, letters, sections and the little script, in one file that fetches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khalkhin.lab.report.head import scenario
from khalkhin.lab.report.markup import Section, tag, text
from khalkhin.lab.report.runs import Run
from khalkhin.lab.report.speech import Speech
from khalkhin.render import fonts, tokens

CUTS = (
    (fonts.SERIF, 500, "normal"),
    (fonts.SERIF, 500, "italic"),
    (fonts.SERIF, 700, "normal"),
    (fonts.SERIF, 700, "italic"),
    (fonts.SERIF, 800, "normal"),
    (fonts.SMALL_CAPS, 800, "normal"),
    (fonts.SANS, 400, "normal"),
    (fonts.SANS, 600, "normal"),
    (fonts.SANS, 700, "normal"),
    (fonts.CONDENSED, 500, "normal"),
    (fonts.CONDENSED, 600, "normal"),
    (fonts.CONDENSED, 700, "normal"),
)
"""The cuts that the page and the names of the map are written in."""
TEXTURES = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    '<pattern id="upright" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="6" height="6" fill="#7a3e9d"/><rect width="1.6" height="6" fill="#a873c6"/></pattern>'
    '<pattern id="slanted" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="#b93c0a"/><rect width="1.6" height="6" fill="#d96f3f"/></pattern></defs></svg>'
)
_HERE = Path(__file__).parent


def page(runs: Sequence[Run], sections: Sequence[Section], speech: Speech) -> str:
    """The page; the first section stands in its head."""
    head, *rest = (section for section in sections if section.content)
    title = speech.say("game.title")
    style = f"{fonts.face_css(True, only=CUTS)}{tokens.css()}{(_HERE / 'page.css').read_text('utf-8')}"
    script = (_HERE / "page.js").read_text("utf-8")
    parts = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        tag("title", text(f"{title} · {speech.say('report.title')}")),
        tag("style", style),
    ]
    body = [
        TEXTURES,
        tag("header", tag("div", _top(title, runs, head, speech)), class_="top"),
        _contents(rest, speech),
        tag("main", (_section(section, speech) for section in rest)),
        tag("p", text(_foot(runs, speech)), class_="foot"),
        tag("script", script),
    ]
    whole = tag("head", "\n".join(parts)) + "\n" + tag("body", "\n".join(body))
    return f"<!doctype html>\n{tag('html', whole, lang=speech.language)}\n"


def _top(title: str, runs: Sequence[Run], head: Section, speech: Speech) -> str:
    names = list(dict.fromkeys(scenario(run, speech) for run in runs))
    games = speech.say("report.games", count=sum(run.count for run in runs))
    lines = [
        tag("p", text(speech.say("report.title")), class_="caption"),
        tag("h1", text(title)),
        tag("p", text(f"{' · '.join(names)} · {games}"), class_="under"),
        head.content,
        tag("p", _saves(head), class_="saves"),
    ]
    return "".join(lines)


def _named(section: Section, speech: Speech) -> str:
    named = {
        "differences": speech.say("report.section.differences"),
        "results": speech.say("report.section.results"),
        "course": speech.say("report.section.course"),
        "ground": speech.say("report.section.ground"),
        "combat": speech.say("report.section.combat"),
        "doings": speech.say("report.section.doings"),
        "rules": speech.say("report.section.rules"),
        "length": speech.say("report.section.length"),
    }
    return named[section.key]


def _contents(sections: Sequence[Section], speech: Speech) -> str:
    links = (tag("li", tag("a", text(_named(one, speech)), href=f"#{one.key}")) for one in sections)
    return tag("nav", tag("ul", links), aria_label=speech.say("report.contents"))


def _section(section: Section, speech: Speech) -> str:
    head = tag("header", tag("h2", text(_named(section, speech))) + tag("p", _saves(section), class_="saves"))
    return tag("section", head + section.content, id=section.key)


def _saves(section: Section) -> str:
    return "".join(sheet.link() for sheet in section.sheets)


def _foot(runs: Sequence[Run], speech: Speech) -> str:
    return speech.say("report.foot", folders=[str(run.path) for run in runs])
