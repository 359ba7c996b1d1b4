"""Tables of an older edition that today's rules do not go along with: looked at, taken along whole, and ended."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine.editions import Editions
from khalkhin.engine.record import read_header, replay_as_far
from khalkhin.server.loading import Stopped, as_far
from khalkhin.server.store import Entry
from tests.server.house import House, Key
from tests.tiny.positions import the_game

PLANS = (("red", "unit", "RD-PAT"), ("red", "hex", "0201"), ("red", "unit", "RD-COL"), ("red", "hex", "0202"))
REFUSED = 3
"""The entry that the second edition does not allow."""


class Old:
    """A table that was played by the first edition, and a server that knows the second."""

    def __init__(self, path: Path, *more: tuple[str, str, str | None], seats: dict[str, Any] | None = None) -> None:
        self.path = path
        with House(path) as house:
            self.key: Key = house.table(scenario="raid", seed=5, seats=seats or {})
            for side, verb, noun in (*PLANS, *more):
                with house.sit(self.key, side) as sitter:
                    assert sitter.decide((verb, noun))["type"] == "done", (side, verb, noun)

    def forbid(self, n: int = REFUSED, said: str = "RD-GUN") -> None:
        """Let an entry have something that is not allowed any more."""
        with closing(sqlite3.connect(self.path)) as line:
            text = json.dumps({"say": [["split", said]], "line": None, "left": []})
            line.execute("UPDATE entries SET said = ? WHERE n = ?", (text, n))
            line.commit()


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be a second edition in a test, and there is none after it."""
    monkeypatch.setattr(the_game(), "editions", the_game().editions)


def _raise_edition() -> None:
    the_game().editions = Editions(2, {the_game().version: 2})


@pytest.fixture
def old(tmp_path: Path, second: None) -> Old:
    found = Old(tmp_path / "x.db")
    found.forbid()
    _raise_edition()
    return found


def _say(house: House, key: Key, side: str, verb: str, noun: str | None = None, undo: int = 0) -> Any:
    number = house.http.get(f"/api/tables/{key.id}/view", headers=key.headers(side)).json()["number"]
    say = [{"verb": verb, "noun": noun}] if verb else []
    body = {"number": number, "undo": undo, "say": say}
    return house.http.post(f"/api/tables/{key.id}/decisions", json=body, headers=key.headers(side))


def test_it_can_be_looked_at_as_far_as_it_goes(old: Old) -> None:
    with House(old.path) as house, house.sit(old.key, "red") as red, house.sit(old.key, "blue") as blue:
        info = house.http.get(f"/api/tables/{old.key.id}").json()
        assert (info["halted"], info["over"]) == (True, False)
        assert house.tables._live[old.key.id].match.length == REFUSED - 1
        for sitter in (red, blue):
            assert (sitter.view["prompt"], sitter.view["waiting"], sitter.undo) == (None, [], False)
            assert [offer["verb"] for offer in sitter.view["standing"]][:2] == ["concede", "draw"]
        frames = house.http.get(f"/api/tables/{old.key.id}/frames", headers=old.key.headers("red")).json()["frames"]
        assert len(frames) == REFUSED
        last = house.http.get(
            f"/api/tables/{old.key.id}/frames/{frames[-1]['n']}", headers=old.key.headers("red")
        ).json()
        assert last["view"]["places"] == red.view["places"]


def test_the_log_says_why_and_tells_nobody_what_was_secret(old: Old) -> None:
    with House(old.path) as house, house.sit(old.key, "red") as red, house.sit(old.key, "blue") as blue:
        with house.sit(old.key) as spectator:
            assert [line["key"] for line in spectator.log[-1:]] == ["log.stopped"]
            assert "RD-GUN" not in json.dumps([*spectator.log, *blue.log])
        mine, theirs = red.log[-1], blue.log[-1]
        assert (mine["key"], mine["params"]["text"]) == ("log.stopped-own", "red split RD-GUN")
        assert (mine["params"]["edition"], mine["params"]["now"]) == (1, 2)
        assert theirs["key"] == "log.stopped"
        assert mine["loud"]
        assert theirs["loud"]


def test_it_cannot_be_played_on(old: Old) -> None:
    with House(old.path) as house:
        for side, verb, noun in (("red", "unit", "RD-GUN"), ("red", "commit", None), ("blue", "commit", None)):
            answer = _say(house, old.key, side, verb, noun)
            assert (answer.status_code, answer.json()["error"]["key"]) == (422, "engine.halted")
        answer = _say(house, old.key, "red", "", undo=1)
        assert answer.json()["error"]["key"] == "engine.no-undo"
        typed = {"number": 1, "line": "commit"}
        answer = house.http.post(f"/api/tables/{old.key.id}/orders", json=typed, headers=old.key.headers("blue"))
        assert answer.status_code == 422


def test_it_is_taken_along_whole_by_who_has_a_seat(old: Old) -> None:
    at = f"/api/tables/{old.key.id}/record"
    with House(old.path) as house:
        text = house.http.get(at, headers=old.key.headers("blue")).text
        assert house.http.get(at).headers["content-type"].startswith("application/json")
        lines = [line.partition(" ")[2] for line in text.splitlines()[8:]]
        assert lines == ["red unit RD-PAT", "red hex 0201", "red split RD-GUN", "red hex 0202", "kept"]
        assert (read_header(text).edition, read_header(text).data) == (1, the_game().version)
        found = replay_as_far(text, the_game())
        assert found.stopped is not None
        assert found.match.length == REFUSED - 1
        brought = house.http.post("/api/records", content=text, headers={"Content-Type": "text/plain"})
        assert brought.status_code == 201
        again = house.http.get(f"/api/tables/{brought.json()['id']}").json()
        assert (again["halted"], {seat["kind"] for seat in again["seats"].values()}) == (True, {"record"})
        assert house.http.get(f"/api/tables/{brought.json()['id']}/record").text == text


def test_it_is_ended_by_agreement_and_stays_so(old: Old) -> None:
    with House(old.path) as house:
        assert _say(house, old.key, "red", "draw").status_code == 200
        assert _say(house, old.key, "blue", "accept").status_code == 200
    with House(old.path) as house:
        info = house.http.get(f"/api/tables/{old.key.id}").json()
        assert (info["over"], info["halted"]) == (True, True)
        ending = house.http.get(f"/api/tables/{old.key.id}/ending").json()
        assert ending["result"] == {"winner": None, "how": "agreed", "points": []}
        assert ending["dice"]["checked"]
        frames = house.http.get(f"/api/tables/{old.key.id}/frames?eyes=blue").json()["frames"]
        assert len(frames) == REFUSED + 2
        text = house.http.get(f"/api/tables/{old.key.id}/record").text
        lines = [line.partition(" ")[2] for line in text.splitlines()[-5:]]
        assert lines == ["red hex 0202", f"edition 2 {the_game().version}", "red draw", "blue accept", "kept"]


def test_or_by_conceding(old: Old) -> None:
    with House(old.path) as house:
        assert _say(house, old.key, "blue", "concede").status_code == 200
        info = house.http.get(f"/api/tables/{old.key.id}").json()
        assert (info["over"], info["halted"]) == (True, True)


def test_a_game_that_was_over_is_over(tmp_path: Path, second: None) -> None:
    old = Old(tmp_path / "x.db", ("red", "commit", None), ("blue", "concede", None))
    old.forbid()
    _raise_edition()
    with House(old.path) as house:
        info = house.http.get(f"/api/tables/{old.key.id}").json()
        assert (info["over"], info["halted"]) == (True, True)
        result = house.http.get(f"/api/tables/{old.key.id}/ending").json()["result"]
        assert (result["winner"], result["how"]) == ("red", "concede")


def test_no_computer_plays_on(tmp_path: Path, second: None) -> None:
    old = Old(tmp_path / "x.db")
    old.forbid()
    with closing(sqlite3.connect(old.path)) as line:
        (seats,) = line.execute("SELECT seats FROM tables").fetchone()
        told = json.loads(seats)
        told["blue"] = {"kind": "computer", "player": "random"}
        line.execute("UPDATE tables SET seats = ?, due = 1", (json.dumps(told),))
        line.execute("UPDATE entries SET due = 1")
        line.commit()
    _raise_edition()
    with House(old.path) as house:
        assert house.http.get(f"/api/tables/{old.key.id}").json()["halted"]
        assert house.tables._live[old.key.id].computer_due() is None


def test_one_that_replays_goes_on_and_is_of_today(tmp_path: Path, second: None) -> None:
    old = Old(tmp_path / "x.db")
    _raise_edition()
    with House(old.path) as house:
        assert not house.http.get(f"/api/tables/{old.key.id}").json()["halted"]
        assert _say(house, old.key, "red", "commit").status_code == 200
        assert _say(house, old.key, "red", "concede").status_code == 200
    with House(old.path) as house:
        text = house.http.get(f"/api/tables/{old.key.id}/record").text
    assert read_header(text).edition == 1
    body = [line.partition(" ")[2] for line in text.splitlines()[8:]]
    assert body[4:7] == [f"edition 2 {the_game().version}", "red commit", "red concede"]
    assert replay_as_far(text, the_game()).today


def test_where_it_goes_on_is_where_the_first_decision_of_today_stands(tmp_path: Path, second: None) -> None:
    """Though it took something back that was said by the older edition."""
    old = Old(tmp_path / "x.db")
    _raise_edition()
    with House(old.path) as house:
        assert _say(house, old.key, "red", "hex", "0203", undo=1).status_code == 200
        live = [edition.after for edition in house.tables._live[old.key.id].match.editions]
    with House(old.path) as house:
        house.http.get(f"/api/tables/{old.key.id}")
        match = house.tables._live[old.key.id].match
        assert [edition.after for edition in match.editions] == live == [0, 3]
        assert f"edition 2 {the_game().version}" in match.record()


def test_a_table_of_a_newer_edition_is_left_to_a_newer_program(old: Old) -> None:
    with closing(sqlite3.connect(old.path)) as line:
        line.execute("UPDATE entries SET edition = 3 WHERE n = 4")
        line.commit()
    with House(old.path) as house:
        answer = house.http.get(f"/api/tables/{old.key.id}")
        assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.newer-edition")


def test_a_scenario_that_is_gone_is_named(old: Old) -> None:
    with closing(sqlite3.connect(old.path)) as line:
        line.execute("UPDATE tables SET scenario = 'siege'")
        line.commit()
    with House(old.path) as house:
        answer = house.http.get(f"/api/tables/{old.key.id}")
        assert (answer.status_code, answer.json()["error"]["key"]) == (400, "engine.unknown-scenario")


# -- what ends a game --------------------------------------------------------------------------------------------------


def _entries(*said: str) -> list[Entry]:
    """Entries by `side verb`, `side -` for taking back."""
    out = []
    for n, one in enumerate(said, start=1):
        side, verb = one.split()
        undo = verb == "-"
        say = () if undo else ((verb, None),)
        out.append(Entry("x", n, side, 1, int(undo), say, None, (), {}, 0.0))
    return out


def _ends(*said: str) -> list[str]:
    stopped = Stopped(1, 0, 0, "red", "red unit", 1, 2, "", None)  # type: ignore[arg-type]
    return [f"{e.side} {verb}" for e in as_far(_entries("red unit", *said), stopped) for verb, _ in e.say]


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        (["red unit", "blue concede"], ["blue concede"]),
        (["red draw", "blue accept"], ["red draw", "blue accept"]),
        (["red draw", "blue unit"], []),
        (["red draw", "blue unit", "blue draw"], ["blue draw"]),
        (["red draw", "red unit", "blue accept"], ["red draw", "blue accept"]),
        (["red draw", "red -"], []),
        (["red unit", "blue unit", "blue -", "red -", "red draw"], ["red draw"]),
    ],
)
def test_what_was_said_last_ends_it(said: list[str], ends: list[str]) -> None:
    assert _ends(*said) == ends
