"""The coach has a line for every question that a person is asked, and no line for anything else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import khalkhin
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.view import phase
from khalkhin.engine.words import Words, dictionary, languages
from khalkhin.learn.coach import Coach, chooses, is_free, line, topic, topics
from tests.words.families import shipped
from tools.corpus.recorded import kept, say
from tools.longest_prompts import FILE

LONGEST = 240
FROM_EACH = 700
"""So many decisions of a recorded game are enough to see a turn of it."""

OF_NO_SIDE = ("phase.setup_reserve", "phase.final_attrition")
"""Phases that whoever is asked in them has for himself."""

each_game = pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)


def questions(match: Match) -> Iterator[tuple[str, str, str]]:
    """Who is asked what, in which phase."""
    s = match.state
    for prompt in s.asked:
        yield match.game.sides[prompt.side], prompt.message.key, phase(s, prompt.side)


def lines(game: Game[Any], language: str) -> dict[str, str]:
    return {key: text for key, text in dictionary(game.words, language).items() if key.startswith("coach.")}


@each_game
def test_topics_are_of_questions_and_phases_there_are(game: Game[Any]) -> None:
    known = {key for key in dictionary(game.words, "en") if key.startswith(("ask.", "phase."))}
    assert topics(game).keys() <= known


@each_game
def test_every_question_has_a_topic(game: Game[Any]) -> None:
    """Of its own, or that of each phase in which it is known to be asked."""
    known = topics(game)
    gathered = json.loads(FILE.read_text("utf-8"))[game.code]
    met = {key: {asked["phase"] for asked in one["asked"]} for key, one in gathered.items()}
    assert not {key for key, phases in met.items() if key not in known and not phases <= known.keys()}


@each_game
def test_whoever_is_asked_is_told_of_a_phase_of_his_own(game: Game[Any]) -> None:
    """In recorded games, of every scenario: the other side's phases are not explained to who only answers in them."""
    first = {one.scenario: one for one in reversed(kept(game.code))}
    words = {language: lines(game, language) for language in languages()}
    for one in first.values():
        match = one.start()
        for said in one.decisions[:FROM_EACH]:
            for side, key, now in questions(match):
                about = topic(game, key, now)
                assert about is not None, (key, now)
                assert key in topics(game) or side[:3] in now or now in OF_NO_SIDE
                assert all({f"coach.{about}", f"coach.{about}.{side}"} & book.keys() for book in words.values())
            say(match, said)


@pytest.mark.parametrize("language", languages())
@each_game
def test_every_topic_has_a_line_of_its_length_and_every_line_a_topic(game: Game[Any], language: str) -> None:
    words, said = Words(language, game), lines(game, language)
    asked = product(topics(game).values(), game.sides, (False, True))
    wanted = Counter(line(words, about, side, free) for about, side, free in asked)
    assert said.keys() == wanted.keys()
    assert not {key: len(text) for key, text in said.items() if not 40 < len(text) <= LONGEST}
    assert not {key for key, text in said.items() if "{" in text or not text.endswith(".")}


def test_a_line_is_said_once_and_as_long_as_the_phase_lasts() -> None:
    match = khalkhin.new("bkg", seed=3)
    coach, words = Coach(on=True), Words("en", match.game)
    reserve = coach.says(words, match.view("soviet"))
    assert reserve == words.say("coach.reserve")
    assert coach.says(words, match.view("japan")) is None, "nobody asks them"
    match.play("auto")
    assert coach.says(words, match.view("soviet")) is None, "there is nothing left to choose"
    match.undo("soviet")
    assert coach.says(words, match.view("soviet")) == reserve, "it is the same phase"
    match.play("auto")
    match.play("done")
    assert coach.says(words, match.view("soviet")) == words.say("coach.move.soviet")
    while match.view("soviet")["tracks"]["turn"] == 20:
        match.decide(next(iter(match.choices())))
    while (seen := match.view("soviet"))["phase"] != "phase.sov_move" or len(seen["prompt"]["offers"]) < 2:
        match.decide(next(iter(match.choices())))
    assert coach.says(words, seen) is None
    assert Coach(on=True).says(words, seen) == words.say("coach.move.soviet"), "switched on again it begins anew"
    assert Coach(on=False).says(words, seen) is None


def test_the_coach_speaks_of_a_must_only_where_there_is_one() -> None:
    words = Words("en", khalkhin.new("bkg", seed=3).game)
    must = {"offers": [{"kind": "hex", "verb": "attack"}, {"kind": "hex", "verb": "bombard"}], "params": {}}
    free = {**must, "offers": [*must["offers"], {"kind": "nothing", "verb": "done"}]}
    assert line(words, "combat", "soviet", is_free(must)) == "coach.combat"
    assert line(words, "combat", "soviet", is_free(free)) == "coach.combat.free"
    declares = {"offers": [{"kind": "nothing", "verb": "commit"}], "params": {"count": 0}}
    assert is_free(declares)
    assert not is_free({**declares, "params": {"count": 1}})
    assert not chooses(declares)
    assert chooses({**declares, "offers": [{"kind": "nothing", "verb": "pass"}]}), "that nobody holds it is hidden"


def test_a_game_need_have_no_coach() -> None:
    match = khalkhin.new("tiny", seed=1)
    assert not topics(match.game)
    side = match.waiting()[0]
    assert Coach(on=True).says(Words("en", match.game), match.view(side)) is None
