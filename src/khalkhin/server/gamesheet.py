"""The game sheet: all that is printed of a game, as plain data in one language. It tells nothing about any position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from khalkhin.board.data import Row
from khalkhin.board.hexset import members
from khalkhin.board.mapsheet import MapSheet
from khalkhin.engine.game import Game
from khalkhin.engine.rulebook import rules_of, rulings_of, shown
from khalkhin.engine.words import COMMON, DEFAULT, dictionary, formation_names
from khalkhin.learn.briefing import briefings
from khalkhin.learn.coach import topics
from khalkhin.learn.guide.plan import plan_of
from khalkhin.learn.guide.prose import titles
from khalkhin.render.anatomy import anatomy
from khalkhin.render.countersheet import formation
from khalkhin.server.boxes import Box

CLIENT = Path(__file__).parent.parent / "web" / "words"
ELSEWHERE = ("cli.", "compare.", "env.", "lab.", "ladder.", "picture.", "report.", "workers.")
"""Keys that only the terminal, the lab and other commands say."""
KNOWN = ("id", "name", "side", "nation", "type", "size", "basis", "source")
"""Columns of counters.csv that the sheet tells otherwise, or that no player reads."""


def game_sheet(box: Box, language: str) -> dict[str, Any]:
    """The sheet of a game that can be played."""
    game = box.game
    assert game is not None, f"{box.code} has no rules to print"
    return {
        "code": box.code,
        "title": box.speech(language).say("game.title"),
        "version": game.version,
        "language": language,
        "sides": list(game.sides),
        "nations": nations(box),
        "boxes": list(game.boxes),
        "lost": list(game.lost),
        "overlays": list(game.overlay_kinds),
        "retreats": list(game.retreats),
        "coach": dict(topics(game)),
        "map": map_data(box),
        "units": units(box, language),
        "formations": formation_names(game, language),
        "anatomy": None if box.countersheet is None else anatomy(box.countersheet.look),
        "does": {} if box.countersheet is None else dict(box.countersheet.look.does),
        "words": words(box, language),
        "charts": [chart.to_data() for chart in game.chart_list()],
        "rules": rulebook(game, language),
        "rulings": rulings(game, language),
        "guide": guide_places(game, language),
        "outside": {name: [game.map.grid.name(h) for h in members(out)] for name, out in game.outside.items() if out},
        "briefings": [name for name in game.scenarios if briefings(game, name)],
    }


def nations(box: Box) -> dict[str, dict[str, str]]:
    """Side, mark, colours and corners of each nation, and of whatever else nameless counters are called by."""
    out = {}
    for key, side in box.labels.items():
        look = box.nation_look(key)
        colours = {"ground": look.ground, "ink": look.ink, "frame": look.frame}
        out[key] = {"side": side, "mark": look.mark, "corner": look.corner, **colours}
    return out


# -- map ---------------------------------------------------------------------------------------------------------------


def map_data(box: Box) -> dict[str, Any]:
    sheet, layout, grid = box.map, box.layout, box.map.grid
    return {
        "width": round(layout.width, 2),
        "height": round(layout.height, 2),
        "radius": layout.radius,
        "flat": grid.spec.flat,
        "hexes": {grid.name(h): [round(x, 2) for x in layout.centre(h)] for h in members(grid.all)},
        "terrain": {grid.name(h): sheet.terrain_at(h) for h in members(grid.all)},
        "names": {grid.name(h): name for h, name in sheet.names.items()},
        "features": {grid.name(h): found for h in members(grid.all) if (found := _features(sheet, h))},
    }


def _features(sheet: MapSheet, hex_: int) -> list[dict[str, Any]]:
    """What runs along the sides of a hex or through it, and towards which neighbours."""
    out = []
    for feature, sides in sheet.sides.items():
        towards = (sheet.grid.step(hex_, d) for d, hexes in enumerate(sides) if hexes >> hex_ & 1)
        if to := [sheet.grid.name(h) for h in towards if h is not None]:
            out.append({"feature": feature, "to": to})
    return out


# -- counters ----------------------------------------------------------------------------------------------------------


def units(box: Box, language: str) -> dict[str, dict[str, Any]]:
    """What is printed on each counter."""
    assert box.game is not None
    game, factors, names = box.game, box.game.factors, box.speech(language).names
    backs = {back.id: back.factors for _, back in box.faces}
    return {
        row.text("id"): {
            "name": names[row.text("id")],
            "typed": row.text("name"),
            "side": row.text("side"),
            "nation": row.text("nation"),
            "type": _either(row, "type", "kind"),
            "size": _either(row, "size"),
            "formation": "" if box.countersheet is None else formation(row, box.countersheet, box.words, language),
            "factors": _figures(row, factors),
            "printed": game.figures(game.sheet.index[row.text("id")]),
            "back": backs[row.text("id")],
            "values": dict(_values(row)),
        }
        for row in box.counters
    }


def _figures(row: Row, factors: Sequence[str]) -> list[str]:
    """The main figures; none where the counter has other ones, as strikes and ships have."""
    found = [row.text(name) for name in factors]
    return found if any(found) else []


def _either(row: Row, *columns: str) -> str:
    return next((row.text(column) for column in columns if column in row.values), "")


def _values(row: Row) -> Iterator[tuple[str, str]]:
    for column in row.values:
        if column not in KNOWN and not column.startswith("prov_") and row.text(column):
            yield column, row.text(column)


# -- words and rules ---------------------------------------------------------------------------------------------------


def words(box: Box, language: str) -> dict[str, str]:
    """Every pattern a client may need, the language over English: its own, the common ones, the game's, the map's."""
    out: dict[str, str] = {}
    for spoken in dict.fromkeys([DEFAULT, language]):
        out |= common_words(spoken)
        for folder in (box.words / "map", box.words):
            out |= dictionary(folder, spoken)
    return dict(sorted(out.items()))


@cache
def common_words(language: str) -> Mapping[str, str]:
    """The words of every game in one language, without what is said elsewhere: common first, then the client's."""
    out = {key: text for key, text in dictionary(COMMON, language).items() if not key.startswith(ELSEWHERE)}
    for path in sorted((CLIENT / language).glob("*.toml")):
        out |= dictionary(path.parent, path.stem)
    return out


def rulebook(game: Game[Any], language: str) -> list[dict[str, str]]:
    """The numbered rules that a player is shown, in their order; none where a game has no list of them."""
    if not (game.folder / "rules.csv").is_file():
        return []
    book = shown(rules_of(game, language)).values()
    return [{"number": rule.number, "title": rule.title, "summary": rule.summary} for rule in book]


def rulings(game: Game[Any], language: str) -> list[dict[str, Any]]:
    """What we decided where the rulebook leaves a question open."""
    return [
        {
            "number": ruling.number,
            "rules": list(ruling.rules),
            "question": ruling.question,
            "decision": ruling.decision,
            "reason": ruling.reason,
            "other": ruling.other,
            "option": ruling.option,
        }
        for ruling in rulings_of(game, language).values()
    ]


def guide_places(game: Game[Any], language: str) -> list[dict[str, Any]]:
    """The sections of the guide, each with the rules whose place it is; none where the game has no guide."""
    plan = plan_of(game)
    if plan is None:
        return []
    named = titles((game.guide / f"{language}.md").read_text("utf-8"))
    return [{"id": place.id, "title": named[place.id], "rules": list(place.rules)} for place in plan.places]
