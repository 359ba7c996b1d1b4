"""How sentences are filled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import Illegal, KhalkhinError, RecordError, no
from khalkhin.engine.words import Words, languages, plain

GAME = library.get("bkg")
ENGLISH, PORTUGUESE = Words("en", GAME), Words("pt", GAME)


class Book(Words):
    """Words with one sentence of our own."""

    def __init__(self, sentence: str, language: str = "en") -> None:
        super().__init__(language, GAME)
        self._books = [{"test": sentence}, *self._books]


@pytest.mark.parametrize(
    ("sentence", "params", "said"),
    [
        ("{count:one|many}", {"count": 1}, "one"),
        ("{count:one|many}", {"count": 2}, "many"),
        ("{count:one|many}", {"count": 0}, "many"),
        ("{count:none|one|#}", {"count": 0}, "none"),
        ("{count:none|one|# of them}", {"count": 12}, "12 of them"),
        ("{units} {units:goes|go}", {"units": ["SU-601-1"]}, "I/601 Rgt goes"),
        ("{units} {units:goes|go}", {"units": ["SU-601-1", "SU-601-2"]}, "I/601 Rgt, II/601 Rgt go"),
        ("{units:goes|go}", {"units": [{"key": "units.nameless.SU", "count": 3}]}, "go"),
        ("{unit:goes|go}", {"unit": "SU-601-1"}, "goes"),
        ("{count:none|one in {hex}|# in {hex}}", {"count": 3, "hex": "0305"}, "3 in 0305"),
        ("{count:none|one in {hex}|# in {hex}}", {"count": 0, "hex": "0305"}, "none"),
        ("{value:+} {other:+}", {"value": 2, "other": -3}, "+2 -3"),
        ("{path}", {"path": ["0305", "0306"]}, "0305 → 0306"),
        ("{hexes}", {"hexes": ["0305", "0306"]}, "0305, 0306"),
        ("{units}, {shifts}, {path}", {"units": [], "shifts": [], "path": []}, "nobody, no shifts, -"),
        ("{terrain}", {"terrain": "@terrain.marsh"}, "Marsh"),
        ("{side}", {"side": "japan"}, "Japanese player"),
        ("{side_}", {"side_": "nobody"}, "nobody"),
        ("{lost}", {}, "{lost}"),
        ("{text}", {"text": "{odd} [text]"}, "{odd} [text]"),
    ],
)
def test_gaps(sentence: str, params: dict[str, Any], said: str) -> None:
    assert Book(sentence).say("test", params) == said


def test_shifts_are_listed_with_sign_and_rule() -> None:
    shifts = [
        {"rule": "5.1.2", "key": "shift.terrain", "value": -3, "terrain": "@terrain.mountain"},
        {"rule": "5.1.4", "key": "shift.formation", "value": 1, "name": "64 RI"},
    ]
    assert ENGLISH.value("shifts", shifts) == "Mountain -3 (5.1.2), Complete 64 Rgt +1 (5.1.4)"
    assert PORTUGUESE.value("shifts", shifts) == "Montanha -3 (5.1.2), Formação completa 64 RI +1 (5.1.4)"


def test_units_without_names_are_counted_by_nation() -> None:
    seen = [{"key": "units.nameless.MN", "count": 2}, {"key": "units.nameless.SU", "count": 1}]
    line = {"units": seen, "path": ["0101", "0102"]}
    assert ENGLISH.say("log.move", line) == "2 Mongolian units, 1 Soviet unit move: 0101 → 0102."
    assert PORTUGUESE.say("log.move", line) == "2 unidades mongóis, 1 unidade soviética movem-se: 0101 → 0102."


def test_the_game_speaks_before_the_common_words_and_english_comes_last(tmp_path: Path) -> None:
    assert ENGLISH.say("verb.done") == "Done"
    assert ENGLISH.say("verb.concede") == "Concede"
    assert Words("xx", GAME).say("verb.done") == "Done"
    assert "verb.done" not in Words("en")
    assert Words("en").say("no.such.key") == "no.such.key"


def test_languages() -> None:
    assert languages() == ["en", "pt"]


def test_a_refusal_begins_with_its_rule() -> None:
    unit = GAME.sheet.index["SU-149-2"]
    reason = no("4.0.b", "why.points", unit=unit, need="6½", have="5")
    assert plain(reason, GAME) == "4.0.b: II/149 Mot Rgt needs 6½ movement points for that and has 5."
    assert plain(reason, GAME, "pt") == "4.0.b: II/149 RI Mtz precisa de 6½ pontos de movimentação para isso e tem 5."
    assert str(Illegal(reason, GAME)) == plain(reason, GAME)
    assert str(KhalkhinError("engine.over")) == "The game is over."


def test_an_error_inside_an_error_speaks_its_language() -> None:
    unit = GAME.sheet.index["SU-149-2"]
    inner = Illegal(no("4.0", "why.moved", unit=unit), GAME)
    outer = RecordError(12, "record.refused", text="soviet unit SU-149-2", error=inner)
    assert str(outer) == 'Line 12: "soviet unit SU-149-2" is refused. 4.0: II/149 Mot Rgt has moved already.'
    assert plain(outer.reason, None, "pt").endswith("é recusado. 4.0: II/149 RI Mtz já se moveu.")


def test_a_name_with_a_full_stop_ends_its_sentence() -> None:
    assert GAME.sheet.names[GAME.sheet.index["MC-8RC"]] == "8 RC manch."
    assert Book("Fora: {units}.", language="pt").say("test", {"units": ["MC-8RC"]}) == "Fora: 8 RC manch."
    assert Book("And so on...").say("test") == "And so on..."
