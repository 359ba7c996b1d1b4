"""Lessons over HTTP and the socket: a table that is kept nowhere, at which a pupil acts through the lesson."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from khalkhin.server.lessons import LessonTable
from tests.server.house import House, Key, Sitter


def begin(house: House, **order: Any) -> Key:
    said = house.http.post("/api/lessons", json={"game": "bkg", "lesson": "first-attack", **order})
    assert said.status_code == 201, said.text
    return Key(said.json()["id"], said.json()["seats"])


def lesson(pupil: Sitter) -> dict[str, Any]:
    """What the lesson said last."""
    pupil.ping()
    found: dict[str, Any] = [message for message in pupil.heard if message["type"] == "lesson"][-1]["lesson"]
    return found


def act(pupil: Sitter, act: str, what: str = "") -> dict[str, Any]:
    return pupil.ask({"type": "act", "act": act, "what": what})


def test_lessons_are_listed_in_a_language(house: House) -> None:
    (first, *_) = [
        one for one in house.http.get("/api/lessons?lang=pt").json()["games"]["bkg"] if one["name"] == "first-attack"
    ]
    about = "Traga todos os que podem ajudar e conheça as chances antes dos dados."
    assert first == {"number": 3, "name": "first-attack", "title": "O primeiro ataque", "about": about, "steps": 12}


def test_a_lesson_is_told_step_by_step(house: House) -> None:
    with house.sit(begin(house), "soviet") as pupil:
        told = lesson(pupil)
        assert (told["step"], told["title"], told["lights"]) == (0, "The first attack", ["1319"])
        assert told["text"]["mouse"].endswith("Click it.")
        assert told["text"]["touch"].endswith("Tap it.")
        assert pupil.table["lesson"] == {"number": 3, "name": "first-attack", "side": "soviet"}
        act(pupil, "look", "unit JP-71-1")
        assert lesson(pupil)["step"] == 1


def test_decisions_go_through_the_lesson(house: House) -> None:
    with house.sit(begin(house, step=1), "soviet") as pupil:
        refused = pupil.order("127/1 1322")
        assert refused["type"] == "refused"
        assert "comes from the next hex" in refused["reason"]["text"]
        assert pupil.order("127/1 127/2 127/3 1320, done")["type"] == "done"
        assert lesson(pupil)["choices"] == ["1-1", "2-1", "3-1"]
        assert [one["term"] for one in lesson(pupil)["terms"]] == ["column"]
        act(pupil, "answer", "3-1")
        assert "Divide 9 by 4" in lesson(pupil)["note"]["mouse"]
        act(pupil, "answer", "2-1")
        assert lesson(pupil)["step"] == 3


def test_whoever_is_asked_something_else_is_told_so(house: House) -> None:
    """With other dice than the lesson's there may be a question that no step speaks of."""
    table = house.tables._live[begin(house, step=9).id]
    assert isinstance(table, LessonTable)
    lesson = table.progress.lesson
    beside = replace(lesson.steps[9], prompt=("ask.nothing",))
    table.progress = replace(table.progress, lesson=replace(lesson, steps=(beside,) * len(lesson.steps)))
    assert table.taught("en")["text"]["mouse"] == "The dice want something of you first: decide as you like."


def test_a_step_is_shown_begun_anew_and_the_lesson_gone_on_with_after_its_end(house: House) -> None:
    with house.sit(begin(house, step=11), "soviet") as pupil:
        before = pupil.view["places"]
        act(pupil, "show")
        assert lesson(pupil)["over"]
        assert pupil.view["places"] != before
        assert pupil.decide(("done", None))["type"] == "done"
        act(pupil, "restart")
        assert lesson(pupil)["step"] == 0


def test_a_pupil_takes_back_no_further_than_the_step(house: House) -> None:
    with house.sit(begin(house, step=1), "soviet") as pupil:
        offered = [pupil.undo]
        pupil.decide(("unit", "SU-127-1"))
        offered.append(pupil.undo)
        assert pupil.decide(undo=1)["type"] == "done"
        offered.append(pupil.undo)
        pupil.order("127/1 127/2 127/3 1320, done")
        assert [*offered, pupil.undo] == [False, True, False, False]
        assert pupil.decide(undo=1)["reason"]["key"] == "learn.no-way-back"


def test_nothing_of_a_lesson_is_kept(house: House) -> None:
    key = begin(house)
    assert house.http.get(f"/api/tables/{key.id}").json()["kept"] is False
    for path in ("frames", "ending", "record"):
        said = house.http.get(f"/api/tables/{key.id}/{path}", headers=key.headers("soviet"))
        assert said.status_code in (404, 409), path
    house.tables._live.clear()
    assert house.http.get(f"/api/tables/{key.id}").status_code == 404


@pytest.mark.parametrize(
    ("order", "status"),
    [({"lesson": "nine"}, 400), ({"game": "chess"}, 404), ({"step": 1000}, 400), ({"steps": 1}, 400)],
)
def test_a_lesson_that_is_not_there_is_refused(house: House, order: dict[str, Any], status: int) -> None:
    said = house.http.post("/api/lessons", json={"game": "bkg", "lesson": "first-attack", **order})
    assert said.status_code == status
    assert said.json()["error"]["text"]


def test_the_pupil_plays_on_from_a_lesson_against_the_computer(house: House) -> None:
    key = begin(house, step=12)
    with house.sit(key, "soviet") as pupil:
        places = pupil.view["places"]
        assert lesson(pupil)["over"]
    said = house.http.post(f"/api/tables/{key.id}/practice", json={"pace": 0}, headers=key.headers("soviet"))
    assert said.status_code == 201, said.text
    game = Key(said.json()["id"], said.json()["seats"])
    with house.sit(game, "soviet") as player:
        assert "lesson" not in player.table
        assert not player.table["kept"]
        assert player.view["places"] == places
        assert not player.undo
        while player.view["prompt"] is None or player.view["prompt"]["key"] != "ask.move":
            assert player.decide(("done", None))["type"] == "done"
            while player.view["prompt"] is None:
                player.receive()
        assert player.view["tracks"]["turn"] == 21
    for asker, headers, status in ((game, game.headers("soviet"), 409), (key, {}, 403)):
        said = house.http.post(f"/api/tables/{asker.id}/practice", json={}, headers=headers)
        assert said.status_code == status


def test_only_the_pupil_acts_and_only_at_a_lesson(house: House) -> None:
    with house.sit(begin(house)) as watcher:
        assert act(watcher, "look", "unit JP-71-1")["reason"]["key"] == "server.spectator"
    with house.sit(house.table(scenario="raid"), "red") as red:
        assert act(red, "look", "hex 0101")["reason"]["key"] == "server.no-lesson"
