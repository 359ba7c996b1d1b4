"""What may stand in the variable part of a key: the same for every game where the game itself can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from khalkhin.board.mapsheet import TAGS
from khalkhin.engine import library
from khalkhin.engine.agenda import Kind
from khalkhin.engine.game import Game
from khalkhin.engine.provenance import ABOUT
from khalkhin.engine.rulebook import KINDS
from khalkhin.engine.words import COMMON
from khalkhin.games.bkg.game import Batalha
from khalkhin.games.bkg.plan import ATTACK, BOMBARD, STRIKE
from khalkhin.games.bkg.shape import TYPES
from khalkhin.games.kgw import air_combat, chart_list, entry, information, refusals
from khalkhin.games.kgw import charts as kgw_charts
from khalkhin.games.kgw.game import KhalkinGolWar
from khalkhin.games.pbn import chart_list as pbn_charts
from khalkhin.games.pbn import information as pbn_information
from khalkhin.games.pbn.game import Nomonhan
from khalkhin.games.pbn.position import LAST_MONTH
from khalkhin.games.sn import air as sn_air
from khalkhin.games.sn import chart_list as sn_charts
from khalkhin.games.sn import ground_attack as sn_attack
from khalkhin.games.sn import information as sn_information
from khalkhin.games.sn.game import StrikeNorth
from khalkhin.games.sn.position import TWICE
from khalkhin.learn.briefing import ALL
from khalkhin.learn.telling import HANDS
from khalkhin.terminal.commands import COMMANDS

Parts = Iterable[str | tuple[str, ...]]
Families = Mapping[str, Parts]

OF_ALL: Families = {
    "value.{}": ("bool", "int", "str"),
    "tag.{}": TAGS,
    "rules.kind.{}": KINDS,
    "cli.help.{}": COMMANDS,
    "cli.key.{}": ("offered", "in-hand", "objective", "objective-offered", "noted"),
    "goal.level.{}": ("draw", "victory", "marginal", "major", "decisive", "tactical", "operational", "strategic"),
    "learn.press.{}": HANDS,
    "briefing.{}": {name.partition(".")[0] for name in ALL},
    "briefing.{}.{}.{}": (),  # in files of their own: tests/learn/test_briefings.py
    "undo.{}": ("nothing", "dice", "shown", "other", "over", "halted"),
    "cli.outcome.{}": ("win", "exchange", "stalemate", "loss"),
    "cli.factor.{}": ("attack", "defence", "movement", "combat"),
    "cli.noun.{}": {kind.value for kind in Kind},
    "server.kind.{}": ("text", "whole", "seconds", "flag", "object", "noun"),
    "cli.usage.{}": (
        "serve",
        "backup",
        "restore",
        "play",
        "learn",
        "guide",
        "replay",
        "verify",
        "analyse",
        "rules",
        "charts",
        "data",
        "map",
        "counters",
        "draw",
        "fuzz",
        "ladder",
        "simulate",
        "compare",
        "report",
    ),
}
"""Keys of the common words."""

OPTIONAL = (
    "button.{}.{}",
    "caption.{}",
    "cli.result.{}",
    "cli.track.{}",
    "coach.{}",
    "coach.{}.{}",
    "coach.{}.free",
    "column.{}",
    "left.{}",
    "none.{}",
    "note.{}",
    "source.{}",
    "source.counters.{}",
    "report.how.{}",
    "report.side.{}",
)
"""Keys with a variable part that need not have words for everything that may stand there."""

FOR_CLIENTS = (
    "abbr.", "button.", "gloss.", "group.log.", "help.", "hint.", "language", "one.", "option.", "people.", "scenario.",
    "short.", "size.", "turn.name", "unit.", "vp.total", "wait.", "word.",
)  # fmt: skip
"""Words that clients show beside data; nothing in the package has to ask for them."""


def shipped() -> list[Game[Any]]:
    """The games of the package: others that tests have registered bring their own checks."""
    return [game for game in map(library.get, library.codes()) if game.words.is_relative_to(COMMON.parent)]


def for_clients(game: Game[Any]) -> tuple[str, ...]:
    """Clients also say the words that a verb is said with."""
    return (*FOR_CLIENTS, *(f"{verb}." for verb, kind in game.verbs.items() if kind is Kind.WORD))


def families(game: Game[Any]) -> Families:
    """Everything a game's words have to have words for."""
    return {**OF_ALL, **_of_any(game), **_OWN[game.code](game)}


def _of_any(game: Game[Any]) -> Families:
    """What the engine knows of a game."""
    options = {name for scenario in game.scenarios.values() for name in scenario.options}
    facts = [column.removeprefix("prov_") for column in game.sheet.rows[0].values if column.startswith("prov_")]
    return {
        "side.{}": game.sides,
        "nat.{}": {*game.sheet.of_nation, *game.labels},
        "units.nameless.{}": game.labels,
        "marker.held-{}": game.sides,
        "type.{}": {row.text("type") for row in game.sheet.rows},
        "terrain.{}": (*game.map.terrain, *game.map.sides),
        "table.{}": {chart.name for chart in game.chart_list()},
        "box.{}": game.boxes,
        "game.box.{}": ("subtitle", "scale", "length"),
        "status.{}": (*game.state.STATUS, *game.state.OWN_STATUS),
        "verb.{}": game.verbs,
        "option.{}.title": options,
        "option.{}.help": options,
        "option.{}.{}": {
            (name, choice)
            for scenario in game.scenarios.values()
            for name in scenario.options
            for choice in scenario.data["options"][name].get("choices", ())
        },
        "scenario.{}.title": game.scenarios,
        "scenario.{}.summary": game.scenarios,
        "fact.{}": facts,
        "basis.{}": {row.values["basis"] for row in game.sheet.rows if "basis" in row.values},
    }


def _bkg(game: Game[Any]) -> Families:
    assert isinstance(game, Batalha)
    charts = game.charts
    return {
        "ask.{}": (ATTACK, BOMBARD, STRIKE),
        "log.{}": (ATTACK, BOMBARD),
        "edge.{}": "NESW",
        "result.{}": charts.codes,
        "type.{}": TYPES,
        "class.{}": set(charts.classes.values()),
        "formation.{}": {formation.kind for formation in charts.formations},
        "name.{}": ("encirclement", "beyond_border", "stacking", "break_contact", "strike", "attrition"),
        "vp.{}": charts.points,
    }


def _kgw(game: Game[Any]) -> Families:
    assert isinstance(game, KhalkinGolWar)
    charts = game.charts
    air_codes = charts.air_combat.kinds
    constants = next(chart for chart in game.chart_list() if chart.name == "constants")
    return {
        "about.{}": set(game.map.field("class").values()),
        "country.{}": set(game.map.field("country").values()),
        "ask.{}": air_combat.RULES,
        "log.{}": air_combat.RULES,
        "phase.{}_{}": product(game.sides, {*information.FIRST, *information.SECOND}),
        "month.{}": map(str, charts.months),
        "event.{}": {row["name"] for table in charts.events.values() for row in table.values()},
        "why.when-{}": refusals.OCCASIONS,
        "why.enters-{}": entry.AREAS.values(),
        "why.nothing-for-{}": air_combat.RULES,
        "result.{}": {*charts.codes, *air_codes},
        "superiority.{}": {*kgw_charts.AIR_RESULTS, *air_codes},
        "strike.{}": kgw_charts.AIR_RESULTS,
        "supply.{}": charts.supply_actions,
        "supply.effect.{}": charts.supply_actions,
        "supply.phase.{}": {row["phase"] for row in charts.supply_actions.values()},
        "col.red-{}": game.sides,
        "level.{}": chart_list.LEVELS,
        "name.{}": {*chart_list.SHIFTS, *(str(row[0].value).removeprefix("@name.") for row in constants.rows)},
        "vp.{}": ("both", "objective", "aerodrome"),
    }


def _pbn(game: Game[Any]) -> Families:
    assert isinstance(game, Nomonhan)
    charts = game.charts
    sided = [name for name in pbn_information.PHASES if name != "air"]
    named = {str(row[0].value) for chart in game.chart_list() for row in chart.rows}
    return {
        "terrain.{}": {*game.map.terrain, *game.map.sides, *charts.terrain, *charts.hexsides, *charts.ways},
        "country.{}": set(game.map.field("country").values()),
        "name.{}": {value.removeprefix("@name.") for value in named if value.startswith("@name.")}
        | {name for name in charts.data["eliminated"]["of"] if name not in ABOUT},
        "name.routine_{}": [name for name, _ in pbn_charts.ROUTINE],
        "level.{}": ("sudden_death", *(name for name, _ in pbn_charts.LEVELS)),
        "effect.{}": charts.markers,
        "then.{}": {row.then for row in charts.markers.values()},
        "ask.{}": ("stand", "shorten"),
        "phase.{}": ("air",),
        "phase.{}_{}": product(game.sides, sided),
        "month.{}": map(str, range(1, LAST_MONTH + 1)),
        "impulse.{}": ("1", "2"),
        "arrives.{}": [name for name in game.group if name],
        "result.{}": charts.codes,
        "bombardment.{}": set(charts.bombardment.cells.values()),
        "log.end-{}": ("draw", *charts.levels),
    }


def _sn(game: Game[Any]) -> Families:
    assert isinstance(game, StrikeNorth)
    charts = game.charts
    scenarios = [scenario.data for scenario in game.scenarios.values()]
    constants = next(chart for chart in game.chart_list() if chart.name == "constants")
    states = {name: name.lower().replace(" ", "_") for name in game.realm}
    return {
        "terrain.{}": {*game.map.terrain, *game.map.sides, *charts.terrain},
        "about.{}": ("city", "town", "port", "coast"),
        "ask.expend-{}": ("move", "air", "interception", "combat"),
        "phase.{}_{}": product(game.sides, {*sn_information.PHASES, "attrition", *TWICE}),
        "phase.{}_{}_{}": product(game.sides, TWICE, ("1", "2")),
        "month.{}": {str(month["month"]) for data in scenarios for month in data["turns"]["months"]},
        "mission.{}": (sn_air.GROUND, sn_air.CAS),
        "target.{}": (sn_attack.UNITS, sn_attack.AIRBASE, sn_attack.CITY),
        "air.{}": set(charts.air_attack.cells.values()),
        "effect.{}_{}": product(sn_charts.AIR_TARGETS, set(charts.air_attack.cells.values())),
        "result.{}": {*charts.codes, *charts.air_attack.cells.values()},
        "pursuit.{}": {row["pursuit"] or "no" for row in charts.codes.values()},
        "col.{}": sn_charts.AIR_TARGETS,
        "state.{}": states.values(),
        "area.{}": {line["area"] for data in scenarios for line in data["setup"]},
        "name.{}_{}": {
            (kind, states[name]) for data in scenarios for kind in ("cities", "towns") for name in data["victory"][kind]
        },
        "name.{}": {*charts.shifts, *(str(row[0].value).removeprefix("@name.") for row in constants.rows)} - {"desert"},
        "name.air_{}": charts.air_shifts,
        "name.per_hex_{}": game.sides,
        "level.{}": sn_charts.LEVELS,
        "log.end-{}": ("draw", *charts.levels),
        "vp.{}": ("cities", "towns"),
    }


_OWN: Mapping[str, Callable[[Game[Any]], Families]] = {"bkg": _bkg, "kgw": _kgw, "pbn": _pbn, "sn": _sn}
"""What only a game's own rules know."""
