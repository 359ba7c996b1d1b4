"""A Portuguese session: verbs have forms of their own, which are shown and understood beside the English ones."""

from __future__ import annotations

import pytest

from khalkhin.engine import library
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.engine.words import Words
from khalkhin.terminal.commands import COMMANDS
from tests.terminal.desk import OPENING, khalkhin

GAMES = ["bkg", "kgw", "pbn", "sn"]


def play(typed: str) -> list[str]:
    said = khalkhin("play", "bkg", "--seed", "1", "--as", "both", "--language", "pt", typed=OPENING + typed)
    assert said.status == 0
    return said.lines


def answer(line: str, *before: str) -> list[str]:
    lines = play("\n".join([*before, line]) + "\n")
    return lines[lines.index(f"> {line}") + 1 :]


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_a_form_that_means_only_this(game: str) -> None:
    words = Words("pt", library.get(game))
    vocabulary = Vocabulary(words)
    verbs = library.get(game).verbs
    aliases = dict(pair.split("=", 1) for pair in words.say("cli.aliases").split())
    forms = {verb: vocabulary.form(verb) for verb in verbs}
    assert len(set(forms.values())) == len(forms)
    for verb, form in forms.items():
        assert vocabulary.verb(form) == verb
        assert vocabulary.verb(verb) == verb, "the English ones still work"
        assert form not in {*aliases, *COMMANDS}
        assert vocabulary.tokens(form) == [form]
    same = {verb for verb, form in forms.items() if verb == form}
    assert same <= {"base", "gekokujo"}, "spelled alike in both languages"


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_listed_for_a_verb_that_no_game_has(game: str) -> None:
    own = Words("pt", library.get(game)).say("order.own-verbs").split()
    assert {pair.split("=")[1] for pair in own} <= set(library.get(game).verbs)


def test_accents_need_not_be_typed() -> None:
    vocabulary = Vocabulary(Words("pt", library.get("sn")))
    assert vocabulary.verb("também") == vocabulary.verb("TAMBEM") == "also"


def test_choices_and_help_show_the_forms() -> None:
    lines = answer("opções")
    assert any(line.startswith("unidade (") for line in lines)
    assert "pronto (Encerrar movimentação)" in lines
    orders = answer("ajuda ordens")
    assert "  bombardear HEX   Bombardear um hexágono" in orders
    assert answer("ajuda atacar")[0] == answer("ajuda attack")[0] == "atacar HEX: Atacar um hexágono."
    assert answer("ajuda mapa")[0] == answer("help map")[0]


def test_a_turn_can_be_played_in_portuguese() -> None:
    lines = play("unidade 601/1 hexágono 0406\npronto\nundo\n601/2 para 0406\ndone\npronto\n")
    assert "I/601 RI move-se: 0305 → 0406." in lines
    assert "II/601 RI move-se: 0305 → 0406." in lines
    assert any("fase de combate" in line.lower() for line in lines)


def test_refusals_speak_portuguese() -> None:
    assert answer("porque 601/1 2715")[0].startswith("unidade SU-601-1, hexágono 2715: 4.0.g: ")
    assert answer("opções atacar")[0].startswith('"atacar" não')
    assert answer("confirmar")[0].endswith('"confirmar" não encerra isto; pronto (Encerrar movimentação) encerra.')
