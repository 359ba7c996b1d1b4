"""Every key that the source uses has words in every language, and every word has a use."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from khalkhin import games
from khalkhin.board.mapsheet import TAGS
from khalkhin.engine.agenda import Kind
from khalkhin.engine.words import COMMON, languages
from khalkhin.games.bkg.game import TYPES, Batalha
from khalkhin.games.bkg.plan import ATTACK, BOMBARD, STRIKE
from khalkhin.games.bkg.position import Position
from khalkhin.terminal.commands import COMMANDS
from khalkhin.terminal.inspect.rulebook import KINDS
from tests.words.source import Use, gaps, uses

USES = uses()
GAME = games.get("bkg")
assert isinstance(GAME, Batalha)
CHARTS = GAME.charts
FOLDERS = {"common": COMMON, "bkg": GAME.words}
WORDS = {
    (folder, language): tomllib.loads((path / f"{language}.toml").read_text("utf-8"))
    for folder, path in FOLDERS.items()
    for language in languages()
}
ENGLISH: dict[str, str] = {**WORDS["common", "en"], **WORDS["bkg", "en"]}

FAMILIES: dict[str, Iterable[str]] = {
    "ask.{}": (ATTACK, BOMBARD, STRIKE),
    "log.{}": (ATTACK, BOMBARD),
    "marker.held-{}": GAME.sides,
    "units.nameless.{}": GAME.sheet.of_nation,
    "nat.{}": GAME.sheet.of_nation,
    "side.{}": GAME.sides,
    "edge.{}": "NESW",
    "terrain.{}": (*CHARTS.terrain, *CHARTS.hexside, "road"),
    "result.{}": CHARTS.codes,
    "type.{}": TYPES,
    "class.{}": set(CHARTS.classes.values()),
    "formation.{}": {formation.kind for formation in CHARTS.formations},
    "name.{}": ("encirclement", "beyond_border", "stacking", "break_contact", "strike", "attrition"),
    "vp.{}": CHARTS.points,
    "table.{}": {chart.name for chart in GAME.chart_list()},
    "box.{}": GAME.boxes,
    "game.box.{}": ("title", "subtitle", "scale", "length"),
    "status.{}": (*Position.STATUS, *Position.OWN_STATUS),
    "verb.{}": GAME.verbs,
    "option.{}.title": {name for scenario in GAME.scenarios.values() for name in scenario.options},
    "option.{}.help": {name for scenario in GAME.scenarios.values() for name in scenario.options},
    "scenario.{}.title": GAME.scenarios,
    "scenario.{}.summary": GAME.scenarios,
    "value.{}": ("bool", "int", "str"),
    "tag.{}": TAGS,
    "rules.kind.{}": KINDS,
    "fact.{}": ("existence", "type", "factors", "range", "location"),
    "cli.help.{}": COMMANDS,
    "cli.key.{}": ("offered", "in-hand", "noted"),
    "cli.noun.{}": {kind.value for kind in Kind},
    "server.kind.{}": ("text", "whole", "seconds", "object", "noun"),
    "cli.usage.{}": ("serve", "play", "replay", "verify", "rules", "charts", "data", "map", "counters", "draw", "fuzz"),
    "basis.{}": {row.text("basis") for row in GAME.sheet.rows},
}
"""Keys with a variable part, and what may stand there."""

OPTIONAL = ("cli.result.{}", "cli.track.{}", "none.{}", "note.{}", "source.{}", "source.counters.{}")
"""Keys with a variable part that need not have words for everything that may stand there."""

FOR_CLIENTS = ("abbr.", "button.", "language", "option.", "scenario.", "short.", "size.", "unit.", "vp.total")
"""Words that clients show beside data; nothing in the package has to ask for them."""


def used() -> Iterator[Use]:
    """Every use with its variable part filled in."""
    for use in USES:
        if "{}" not in use.key:
            yield use
        else:
            yield from (Use(use.key.replace("{}", value), use.place, use.params) for value in FAMILIES.get(use.key, ()))


def test_keys_are_found_in_every_kind_of_call() -> None:
    """The scanner sees refusals, prompts, log lines, errors, shifts, steps' questions and phases."""
    found = {use.key for use in USES}
    assert {"why.points", "ask.move", "log.turn", "log.retreat", "engine.over", "record.magic"} <= found
    assert {"shift.river", "ask.loss", "phase.scoring", "rules.coverage", "log.{}", "edge.{}"} <= found


def test_every_variable_part_is_known() -> None:
    assert {use.key for use in USES if "{}" in use.key} <= {*FAMILIES, *OPTIONAL}


@pytest.mark.parametrize("language", languages())
def test_every_key_in_use_has_words(language: str) -> None:
    words = WORDS["common", language].keys() | WORDS["bkg", language].keys()
    assert not {f"{use.key} ({use.place})" for use in used() if use.key not in words and prefix(use.key) in PREFIXES}
    called = {f"{use.key} ({use.place})" for use in used() if use.params is not None and use.key not in words}
    assert not called, "not even the first part of the key is known"


def prefix(key: str) -> str:
    return key.partition(".")[0]


PREFIXES = {prefix(key) for key in ENGLISH}


def test_every_gap_is_filled() -> None:
    """Wherever parameters are written out they are all that the sentence asks for."""
    missing = set()
    for use in used():
        for name, _ in gaps(ENGLISH.get(use.key, "")):
            if use.params is not None and name not in use.params:
                missing.add(f"{use.place}: {use.key} has nothing for {{{name}}}")
    assert not missing


def test_every_word_has_a_use() -> None:
    keys = {use.key for use in used()}
    optional = tuple(key.partition("{")[0] for key in OPTIONAL)
    assert not {key for key in ENGLISH if key not in keys and not key.startswith((*FOR_CLIENTS, *optional))}


def test_reasons_of_provenance_are_of_tables_there_are() -> None:
    """What may have words need not; but what has them must be there to need them."""
    charts = {"dice", "movement", "movement_class", "advance", "nations", "designations", "rulings", "formations"}
    scenario = {"reserve", "objectives", "options"}
    for key in ENGLISH:
        match key.split("."):
            case ["source", "charts", table, *_]:
                assert table in charts & CHARTS.data.keys()
            case ["source", "scenarios", name, table]:
                assert table in scenario & GAME.scenarios[name].data.keys()
            case ["source", "counters", fact]:
                assert f"prov_{fact}" in GAME.sheet.rows[0].values
            case ["note", chart]:
                assert f"table.{chart}" in ENGLISH
            case ["none", name]:
                assert any(name in dict(gaps(sentence)) for sentence in ENGLISH.values())


@pytest.mark.parametrize("folder", FOLDERS)
def test_languages_have_the_same_keys_and_gaps(folder: str) -> None:
    english = WORDS[folder, "en"]
    for language in languages():
        words = WORDS[folder, language]
        assert list(words) == list(english), language
        for key, sentence in words.items():
            assert bool(sentence) == bool(english[key]), (language, key)
            assert {name for name, _ in gaps(sentence)} == {name for name, _ in gaps(english[key])}, (language, key)


@pytest.mark.parametrize("folder", FOLDERS)
def test_forms_are_for_one_and_for_more(folder: str) -> None:
    for language in languages():
        for key, sentence in WORDS[folder, language].items():
            for _, form in gaps(sentence):
                assert form in ("", "+") or form.count("|") in (1, 2), (language, key)


def test_games_have_all_languages_and_repeat_no_common_words() -> None:
    for folder in FOLDERS.values():
        assert sorted(path.stem for path in Path(folder).glob("*.toml")) == languages() == ["en", "pt"]
    assert not WORDS["common", "en"].keys() & WORDS["bkg", "en"].keys()


def test_words_of_the_scenario() -> None:
    for scenario in GAME.scenarios.values():
        assert {scenario.data["title"], scenario.data["summary"]} <= ENGLISH.keys()
        assert {f"option.{name}.{what}" for name in scenario.options for what in ("title", "help")} <= ENGLISH.keys()
