"""Every key that the source or the data names has words in every language, and every word has a use, in every game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine.agenda import Kind
from khalkhin.engine.game import Game
from khalkhin.engine.words import COMMON, languages
from tests.words.families import OPTIONAL, families, for_clients, shipped
from tests.words.source import Use, gaps, uses

GAMES = {game.code: game for game in shipped()}
FOLDERS = {"common": COMMON, **{code: game.words for code, game in GAMES.items()}}
WORDS = {
    (folder, language): tomllib.loads((path / f"{language}.toml").read_text("utf-8"))
    for folder, path in FOLDERS.items()
    for language in languages()
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def concerns(use: Use, game: Game[Any]) -> bool:
    """Whether a game says it: whatever is no other game's."""
    return not use.place.startswith("games/") or use.place.startswith(f"games/{game.code}/")


def used(game: Game[Any]) -> Iterator[Use]:
    """Every use that concerns a game, with its variable parts filled in."""
    known = {key: list(values) for key, values in families(game).items()}
    for use in (use for use in uses() if concerns(use, game)):
        if "{}" not in use.key:
            yield use
        else:
            yield from (Use(filled(use.key, parts), use.place, use.params) for parts in known.get(use.key, ()))


def filled(key: str, parts: str | tuple[str, ...]) -> str:
    for part in (parts,) if isinstance(parts, str) else parts:
        key = key.replace("{}", part, 1)
    return key


def english(game: Game[Any]) -> dict[str, str]:
    return {**WORDS["common", "en"], **WORDS[game.code, "en"]}


def prefix(key: str) -> str:
    return key.partition(".")[0]


def test_keys_are_found_in_every_kind_of_call() -> None:
    """The scanner sees refusals, prompts, log lines, errors, shifts, steps' questions and phases."""
    found = {use.key for use in uses()}
    assert {"why.points", "ask.move", "log.turn", "log.retreat", "engine.over", "record.magic"} <= found
    assert {"shift.river", "ask.loss", "phase.scoring", "rules.coverage", "log.{}", "edge.{}"} <= found


@each_game
def test_every_variable_part_is_known(game: Game[Any]) -> None:
    assert {use.key for use in uses() if "{}" in use.key and concerns(use, game)} <= {*families(game), *OPTIONAL}


@pytest.mark.parametrize("language", languages())
@each_game
def test_every_key_in_use_has_words(game: Game[Any], language: str) -> None:
    words = WORDS["common", language].keys() | WORDS[game.code, language].keys()
    prefixes = {prefix(key) for key in english(game)}
    asked = [use for use in used(game) if use.key not in words]
    assert not {f"{use.key} ({use.place})" for use in asked if prefix(use.key) in prefixes}
    called = {f"{use.key} ({use.place})" for use in asked if use.params is not None}
    assert not called, "not even the first part of the key is known"


@each_game
def test_every_gap_is_filled(game: Game[Any]) -> None:
    """Wherever parameters are written out they are all that the sentence asks for."""
    missing, words = set(), english(game)
    for use in used(game):
        for name, _ in gaps(words.get(use.key, "")):
            if use.params is not None and name not in use.params:
                missing.add(f"{use.place}: {use.key} has nothing for {{{name}}}")
    assert not missing


@each_game
def test_captions_are_of_prompts_and_say_what_those_tell(game: Game[Any]) -> None:
    """A caption is said with the parameters of its prompt."""
    captions = {
        key: set(dict(gaps(words))) for key, words in WORDS[game.code, "en"].items() if key.startswith("caption.")
    }
    asked = [(f"caption.{use.key}", use.params) for use in used(game) if use.key.startswith("ask.")]
    assert captions.keys() <= {key for key, _ in asked}
    assert not [key for key, params in asked if params is not None and not captions.get(key, set()) <= params]


@each_game
def test_who_waits_reads_of_steps_there_are(game: Game[Any]) -> None:
    told = {key.removeprefix("wait.") for key in english(game) if key.startswith("wait.")}
    assert told
    assert told <= game.steps.keys()
    assert {f"people.{side}" for side in game.sides} <= english(game).keys()


@each_game
def test_every_word_of_a_game_has_a_use(game: Game[Any]) -> None:
    keys = {use.key for use in used(game)}
    optional = tuple(key.partition("{")[0] for key in OPTIONAL)
    unused = {key for key in WORDS[game.code, "en"] if key not in keys}
    assert not {key for key in unused if not key.startswith((*for_clients(game), *optional))}


def test_every_common_word_has_a_use() -> None:
    keys = {use.key for game in GAMES.values() for use in used(game)}
    optional = tuple(key.partition("{")[0] for key in OPTIONAL)
    known = ("language", "gloss.", *optional)
    assert not {key for key in WORDS["common", "en"] if key not in keys and not key.startswith(known)}


@each_game
def test_reasons_of_provenance_are_of_tables_there_are(game: Game[Any]) -> None:
    """What may have words need not; but what has them must be there to need them."""
    words = english(game)
    charts = game.folder / "charts.toml"
    tables = tomllib.loads(charts.read_text("utf-8"))
    for key in WORDS[game.code, "en"]:
        match key.split("."):
            case ["source", "charts", *path]:
                assert _there(tables, path), key
            case ["source", "scenarios", name, *path]:
                assert _there(game.scenarios[name].data, path), key
            case ["source", "counters", fact]:
                assert f"prov_{fact}" in game.sheet.rows[0].values
            case ["note", chart]:
                assert f"table.{chart}" in words
            case ["none", name]:
                assert any(name in dict(gaps(sentence)) for sentence in words.values())


def _there(data: Any, path: list[str]) -> bool:
    for step in path:
        if step not in data:
            return False
        data = data[step]
    return True


@pytest.mark.parametrize("folder", FOLDERS)
def test_languages_have_the_same_keys_and_gaps(folder: str) -> None:
    first = WORDS[folder, "en"]
    for language in languages():
        words = WORDS[folder, language]
        assert list(words) == list(first), language
        for key, sentence in words.items():
            assert bool(sentence) == bool(first[key]), (language, key)
            assert {name for name, _ in gaps(sentence)} == {name for name, _ in gaps(first[key])}, (language, key)


@pytest.mark.parametrize("folder", FOLDERS)
def test_forms_are_for_one_and_for_more(folder: str) -> None:
    for language in languages():
        for key, sentence in WORDS[folder, language].items():
            for _, form in gaps(sentence):
                assert form in ("", "+") or form.count("|") in (1, 2), (language, key)


def test_games_have_all_languages_and_repeat_no_common_words() -> None:
    for folder in FOLDERS.values():
        assert sorted(path.stem for path in Path(folder).glob("*.toml")) == languages() == ["en", "pt"]
    for code in GAMES:
        assert not WORDS["common", "en"].keys() & WORDS[code, "en"].keys()


@each_game
def test_words_of_the_scenarios(game: Game[Any]) -> None:
    words = english(game)
    for scenario in game.scenarios.values():
        assert {scenario.data["title"], scenario.data["summary"]} <= words.keys()
        assert {f"option.{name}.{what}" for name in scenario.options for what in ("title", "help")} <= words.keys()


@each_game
def test_what_can_be_done_with_counters_and_hexes_is_explained(game: Game[Any]) -> None:
    """Verbs that a click alone means need no word; of all others a button tells what they do."""
    picked = {verb for verb, kind in game.verbs.items() if kind in (Kind.UNIT, Kind.HEX)} - {"unit", "hex"}
    assert {f"help.{verb}" for verb in picked} <= english(game).keys()
    told = {key.rpartition(".")[2] for key in english(game) if key.startswith("help.")}
    assert told <= game.verbs.keys()
