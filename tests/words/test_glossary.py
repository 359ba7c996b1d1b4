"""The glossary: in both languages, short, and about words that a player meets."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.game import Game
from khalkhin.engine.glossary import Term, glossary, stands_in
from khalkhin.engine.rulebook import rules_of, rulings_of
from khalkhin.engine.words import COMMON, Words, dictionary, languages
from tests.words.families import shipped

LONGEST = 160
PREFIX = "gloss."
each_game = pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)
each_language = pytest.mark.parametrize("language", languages())


def told(game: Game[Any], language: str) -> str:
    """What a player of a game reads: its words, rules and rulings."""
    own = {**dictionary(COMMON, language), **dictionary(game.words, language)}
    words = [text for key, text in own.items() if not key.startswith(PREFIX)]
    rules = [f"{rule.title}\n{rule.summary}" for rule in rules_of(game, language).values()]
    rulings = [f"{one.question}\n{one.decision}" for one in rulings_of(game, language).values()]
    return "\n".join([*words, *rules, *rulings])


@each_game
def test_every_language_has_the_same_terms(game: Game[Any]) -> None:
    keys = [{key for key in dictionary(game.words, one) if key.startswith(PREFIX)} for one in languages()]
    assert all(found == keys[0] for found in keys)
    assert 20 <= len(keys[0]) // 2 <= 35


@each_game
@each_language
def test_a_meaning_is_a_short_sentence_and_a_form_belongs_to_one_term(game: Game[Any], language: str) -> None:
    terms = glossary(Words(language, game))
    assert [term.name for term in terms if len(term.meaning) > LONGEST or not term.meaning.endswith(".")] == []
    forms = [form for term in terms for form in term.forms]
    assert len(forms) == len(set(forms))


@each_game
@each_language
def test_a_player_meets_every_term(game: Game[Any], language: str) -> None:
    """A game's own terms in each of their forms; those of every game in some form."""
    text = told(game, language)
    own = {said for key, said in dictionary(game.words, language).items() if key.startswith(PREFIX)}
    terms = glossary(Words(language, game))
    assert [term.name for term in terms if not any(stands_in(form, text) for form in term.forms)] == []
    mine = [form for term in terms if "|".join(term.forms) in own for form in term.forms]
    assert [form for form in mine if not stands_in(form, text)] == []


@each_language
def test_every_form_of_a_common_term_is_met_in_some_game(language: str) -> None:
    texts = [told(game, language) for game in shipped()]
    forms = [form for term in glossary(Words(language)) for form in term.forms]
    assert [form for form in forms if not any(stands_in(form, text) for text in texts)] == []


def test_a_term_is_known_by_any_of_its_forms() -> None:
    term = Term(("MoP", "mobilization points"), "What buys units.")
    assert term.name == "MoP"
    assert term.called("mop")
    assert term.called("Mobilization Points")
    assert not term.called("points")


def test_a_form_with_capitals_is_written_just_so_and_all_forms_are_whole_words() -> None:
    assert stands_in("raid", "Raids do not count, but a Raid does.")
    assert not stands_in("raid", "Raids do not count.")
    assert not stands_in("DE", "Fim de turno")
