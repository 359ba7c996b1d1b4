"""The games on the shelf and what is in their boxes, as plain data."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.ai import players
from khalkhin.engine.folder import Scenario
from khalkhin.engine.game import Game
from khalkhin.engine.library import codes as playable
from khalkhin.engine.words import DEFAULT, Words
from khalkhin.learn.briefing import Briefing, briefings
from khalkhin.learn.guide.plan import plan_of
from khalkhin.render import shapes
from khalkhin.render.tokens import Nation
from khalkhin.server.art import cover_address
from khalkhin.server.boxes import Box, box, codes, opened
from khalkhin.server.gamesheet import common_words, game_sheet
from khalkhin.server.http import Problem, language_of
from khalkhin.server.shelf import Page, Shelf, page, send

SHELF = Shelf()


async def games(request: Request) -> Response:
    language = language_of(request)
    key = ("games", tuple(codes()), tuple(playable()), language)
    made = await SHELF.get(key, partial(_games, language))
    return send(request, made)


def _games(language: str) -> Page:
    return page({"games": [entry(box(code), language) for code in codes()]})


async def sheet(request: Request) -> Response:
    found = opened(request)
    if found.game is None:
        raise Problem(404, "server.no-rules-yet", game=found.code)
    language = language_of(request)
    made = await SHELF.get(("sheet", found.game, language), lambda: page(game_sheet(found, language)))
    return send(request, made)


async def briefing(request: Request) -> Response:
    """What each side should know before a scenario."""
    found, name = opened(request), request.path_params["scenario"]
    if found.game is None or name not in found.game.scenarios:
        known = ", ".join(found.game.scenarios) if found.game is not None else "-"
        raise Problem(404, "engine.unknown-scenario", scenario=name[:40], known=known)
    language, game = language_of(request), found.game
    made = await SHELF.get(
        ("briefing", game, name, language), lambda: page(_briefing(game, name, found.speech(language)))
    )
    return send(request, made)


def _briefing(game: Game[Any], scenario: str, words: Words) -> dict[str, Any]:
    return {
        "scenario": scenario,
        "sides": {side: _parts(one, words) for side, one in briefings(game, scenario).items()},
    }


def _parts(one: Briefing, words: Words) -> list[dict[str, Any]]:
    told = one.told(words)
    return [
        {
            "part": part.name,
            "text": told[part.name],
            "hexes": list(part.hexes),
            "units": list(part.units),
        }
        for part in one.parts
    ]


async def words_of_all(request: Request) -> Response:
    """The words of every game in one language over English, for pages on which no game is played."""
    language = language_of(request)
    made = await SHELF.get(("words", language), lambda: page({"language": language, "words": _words_of_all(language)}))
    return send(request, made)


def _words_of_all(language: str) -> dict[str, str]:
    return {**common_words(DEFAULT), **common_words(language)}


# -- a game on the shelf -----------------------------------------------------------------------------------------------


def entry(found: Box, language: str) -> dict[str, Any]:
    """What the lobby shows of a game."""
    words, game, cover = found.speech(language), found.game, found.cover
    return {
        "code": found.code,
        **_on_the_box(found, language),
        "complexity": cover.complexity,
        "available": game is not None,
        "guide": game is not None and plan_of(game) is not None,
        "cover": {"spine": cover.spine, "picture": cover_address(found, language), "counters": list(cover.counters)},
        "scenarios": [] if game is None else [_scenario(one, words) for one in _short_first(game)],
        "sides": [_side(found, side, words) for side in found.sides],
        "players": players.names() if game is not None else [],
    }


def _short_first(game: Game[Any]) -> list[Scenario]:
    """The scenarios as they are offered: games of an evening before those of many."""
    return sorted(game.scenarios.values(), key=lambda one: not one.short)


def _on_the_box(found: Box, language: str) -> dict[str, str]:
    """The game's name, and what is written below it; what is not written is taken from the map, if that has it."""
    say, sheet = found.say(language), found.look.sheet
    printed = {"subtitle": sheet.subtitle, "scale": sheet.scale, "length": ""}
    said = {name: (f"game.box.{name}", say(f"game.box.{name}")) for name in printed}
    written = {name: say(printed[name]) if text == key else text for name, (key, text) in said.items()}
    return {"title": say("game.title"), **written}


def _side(found: Box, side: str, words: Words) -> dict[str, Any]:
    """A side by its own name, or by that of its foremost nation where a game has none for it."""
    nation = found.nation_of(side)
    title = words.say(f"side.{side}") if f"side.{side}" in words else found.say(words.language)(f"nat.{nation}")
    return {"side": side, "title": title, "nation": nation, "look": _mark(found.nation_look(nation))}


def _mark(look: Nation) -> dict[str, str]:
    """The counter that stands for a side: paths in a square of 100, and their colours."""
    mark = shapes.MARKS[look.mark](50, 50, 30)
    return {"outline": shapes.of(look), "mark": mark, "ground": look.ground, "ink": look.ink}


def _scenario(scenario: Scenario, words: Words) -> dict[str, Any]:
    return {
        "name": scenario.name,
        "title": words.say(f"scenario.{scenario.name}.title"),
        "summary": words.say(f"scenario.{scenario.name}.summary"),
        "turns": scenario.turns,
        "minutes": scenario.minutes,
        "options": [_option(scenario, name, words) for name in scenario.options],
    }


def _option(scenario: Scenario, name: str, words: Words) -> dict[str, Any]:
    option = scenario.data["options"][name]
    return {
        "name": name,
        "title": words.say(f"option.{name}.title"),
        "help": words.say(f"option.{name}.help"),
        "default": option["default"],
        "choices": option.get("choices"),
        "labels": [_choice(name, choice, words) for choice in option.get("choices", ())],
        "fixed": bool(option.get("fixed", False)),
    }


def _choice(name: str, choice: str, words: Words) -> str:
    """What a choice is called; its own name where nothing else is."""
    return words.maybe(f"option.{name}.{choice}", choice)


routes = [
    Route("/api/games", games),
    Route("/api/games/{code}/sheet", sheet),
    Route("/api/games/{code}/briefings/{scenario}", briefing),
    Route("/api/words", words_of_all),
]
