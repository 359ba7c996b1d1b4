"""Counters are drawn as the look asks: what is on the face is in the drawing, and nothing leaves its place."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from khalkhin.engine.words import dictionary, languages
from khalkhin.render import counters, fonts, markers, shapes, states, symbols, words
from khalkhin.render.counters import CounterFace, counter, stack
from khalkhin.render.tokens import nation, tokens
from tests.render.counters.drawing import Text, inside, parse, texts

NATIONS = [(game, key) for game, nations in tokens()["nations"].items() for key in nations]
FACE = CounterFace("bkg", "SU", "artillery", "II", "175", "36", "2-1-4", ring="5", id="SU-175-1", title="I/175 <RArt>")
JAPANESE = replace(FACE, nation="JP", left="64", right="23", factors="3-4-5", ring="")


def shown(drawing: str) -> list[str]:
    return [text.content for text in texts(parse(drawing))]


def test_everything_on_the_face_is_drawn() -> None:
    drawing = counter(FACE)
    assert sorted(shown(drawing)) == sorted(["II", "175", "36", "2-1-4", "5"])
    assert 'data-id="SU-175-1"' in drawing
    assert "<title>I/175 &lt;RArt&gt;</title>" in drawing
    assert nation("bkg", "SU").ground in drawing


def test_three_levels_of_detail() -> None:
    assert shown(counter(FACE, counters.SYMBOL_AND_FACTORS)) == ["2-1-4"]
    assert shown(counter(FACE, counters.SYMBOL)) == []
    symbol = symbols.symbol("artillery", "#10190a", "#e6eed2")
    assert all(symbol in counter(FACE, detail) for detail in (1, 2, 3))
    css = counters.detail_css()
    for name in ("counter-note", "counter-figures", "counter-symbol"):
        assert f'class="{name}"' in counter(FACE)
        assert f".detail-1 .{name}" in css


def test_the_outline_tells_the_side() -> None:
    soviet, japanese = counter(FACE, shadow=False), counter(JAPANESE, shadow=False)
    assert shapes.outline("round", 9) in soviet
    assert shapes.outline("clipped", 14) in japanese
    assert shapes.outline("round", 9) not in japanese


def test_a_hidden_counter_shows_its_nation_and_nothing_else() -> None:
    unknown = CounterFace("bkg", "SU", hidden=True)
    assert counter(replace(FACE, hidden=True, id="", title="")) == counter(unknown)
    assert shown(counter(unknown)) == []
    assert counter(unknown) != counter(CounterFace("bkg", "JP", hidden=True))


def test_a_reduced_counter_has_a_white_band() -> None:
    assert counter(replace(FACE, reduced=True)).count('fill="#fff"') == counter(FACE).count('fill="#fff"') + 1


def test_a_nation_with_a_stripe_shows_it() -> None:
    striped, plain = (counter(CounterFace("kgw", key, "mixed", factors="4-4")) for key in ("CXF", "IJA"))
    assert '"#b3312b"' in striped
    assert '"#b3312b"' not in plain


@pytest.mark.parametrize(
    ("factors", "last"), [("14+6", "6"), ("12-10-6", "6"), ("4-4", "4"), ("12-8-14", "14"), ("8", "8")]
)
def test_the_mechanized_disc_holds_the_last_figure(factors: str, last: str) -> None:
    drawing = parse(counter(CounterFace("kgw", "RA", "mechanized", factors=factors, mech=True)))
    (disc,) = [c for c in drawing.iter() if c.tag.endswith("circle")]
    *_, tail = [text for text in texts(drawing) if text.content]
    assert tail.content == last
    assert "".join(text.content for text in texts(drawing)) == factors
    x, y, r = (float(disc.get(a, "")) for a in ("cx", "cy", "r"))
    assert (tail.left + tail.right) / 2 == pytest.approx(x, abs=0.1)
    for corner in ((tail.left, tail.top), (tail.right, tail.bottom)):
        assert abs(corner[0] - x) < r
        assert abs(corner[1] - y) < r
    assert x + r < 97


LONG = CounterFace("kgw", "IJA", "infantry", "XXXX", "Hsingan", "2 IMB", "(12)±10", ring="12")


@pytest.mark.parametrize(("game", "key"), NATIONS)
@pytest.mark.parametrize("mech", [False, True])
def test_texts_stay_on_the_counter_and_apart(game: str, key: str, mech: bool) -> None:
    face = replace(LONG, game=game, nation=key, mech=mech)
    look = face.look
    for detail in (2, 3):
        found = [text for text in texts(parse(counter(face, detail))) if text.content]
        for text in found:
            assert inside(text, look.corner, look.corner_size), text
        for one, other in combinations(found, 2):
            assert not overlap(one, other), (one, other)


def overlap(one: Text, other: Text) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def test_designations_stay_beside_the_frame() -> None:
    for left in ("7", "602", "15M", "NKVD", "Hsingan"):
        (text,) = texts(parse(counter(CounterFace("bkg", "SU", "infantry", left=left))))
        assert text.left > 1.4
        assert text.right < counters.FRAME_X - symbols.LINE / 2
        assert text.turned == (left in ("NKVD", "Hsingan"))


def test_a_stack_shows_three_and_counts_all() -> None:
    pile = [replace(FACE, id=f"SU-{k}") for k in range(5)]
    drawing = stack(pile)
    assert re.findall(r'data-id="(SU-\d)"', drawing) == ["SU-2", "SU-1", "SU-0"], "the topmost is drawn last"
    assert shown(drawing)[-1] == "5"
    assert "badge" not in stack(pile[:1])


@pytest.mark.parametrize("state", states.STATES)
def test_a_state_is_drawn_over_the_counter(state: str) -> None:
    for face in (FACE, JAPANESE):
        plain, marked = counter(face), counter(replace(face, states=(state,)))
        assert marked.startswith(plain.removesuffix("</g>"))
        assert f'class="state-{state}"' in marked


def test_every_state_looks_different() -> None:
    drawings = {states.overlay(state, FACE.look).split(">", 1)[1] for state in states.STATES}
    assert len(drawings) == len(states.STATES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("state", ["suppressed", "disrupted"])
def test_the_word_of_a_band_fits(state: str, language: str) -> None:
    (text,) = texts(parse(states.overlay(state, FACE.look, language)), {"text-anchor": "middle"})
    assert text.content == words.word("state", state, language)
    assert text.left > 5
    assert text.right < 95


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", markers.MARKERS)
def test_a_marker_has_a_picture_and_a_word_that_fits(kind: str, language: str) -> None:
    found = list(texts(parse(markers.marker(kind, language))))
    assert found[-1].content == words.word("marker", kind, language) != f"marker.{kind}"
    assert all(inside(text, "round", 9) and text.left > 3 for text in found)
    assert all(text.size >= 12 for text in found)


def test_markers_take_their_own_text_and_figures() -> None:
    assert shown(markers.marker("zhukov", figures="1-8")) == ["ZHUKOV", "1-8"]
    assert shown(markers.marker("campaign", text="STAVKA")) == ["STAVKA"]
    assert "scale(0.4)" in markers.rider("entrenched")
    assert markers.rider("entrenched") != markers.rider("entrenched", right=True)


@pytest.mark.parametrize("kind", symbols.SIGNS)
def test_a_symbol_stays_near_its_frame(kind: str) -> None:
    drawing = symbols.symbol(kind, "#000000", "#ffffff")
    assert drawing == symbols.symbol(kind, "#000000", "#ffffff")
    assert ("M0 0H48V32H0z" in drawing) == symbols.SIGNS[kind].framed
    sign = symbols.SIGNS[kind]
    if sign.word:
        size = fonts.fit(sign.word, fonts.CONDENSED, 800, sign.word_size, 42)
        assert fonts.width(sign.word, fonts.CONDENSED, 800, size) <= 42.01


def test_every_symbol_is_different() -> None:
    assert len({symbols.symbol(kind, "#000000", "#ffffff") for kind in symbols.SIGNS}) == len(symbols.SIGNS)


def test_every_mark_of_the_tokens_can_be_drawn() -> None:
    used = {nation(*key).mark for key in NATIONS}
    assert used == shapes.MARKS.keys()
    assert len({shapes.mark(kind, 0, 0, 5, "#000") for kind in shapes.MARKS}) == len(shapes.MARKS)


def test_languages_have_the_same_words() -> None:
    books = [dictionary(words.FOLDER, language).keys() for language in languages()]
    assert books[0]
    assert all(book == books[0] for book in books)


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(ValueError, match="no unit symbol 'zeppelin': there are infantry"):
        counter(replace(FACE, symbol="zeppelin"))
    with pytest.raises(ValueError, match="no counter state 'asleep': there are moved"):
        counter(replace(FACE, states=("asleep",)))
    with pytest.raises(ValueError, match="no marker 'rain': there are entrenched"):
        markers.marker("rain")
    with pytest.raises(ValueError, match="no nation mark 'moon': there are star"):
        shapes.mark("moon", 0, 0, 5, "#000")
