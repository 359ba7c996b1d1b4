"""The socket of a table: views with numbers, decisions, orders, questions, and what it says to nonsense."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from khalkhin.server.settings import Limits
from tests.server.house import FAST, House, Key, Sitter

PLAN = (("unit", "RD-PAT"), ("hex", "0201"))
"""The beginning of a plan of red."""


@pytest.fixture
def key(house: House) -> Key:
    return house.table(scenario="raid", seed=7)


# -- looking -----------------------------------------------------------------------------------------------------------


def test_first_the_table_then_the_view(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        assert [message["type"] for message in red.heard] == ["table", "view"]
        info = red.table
        assert info["id"] == key.id
        assert (info["game"], info["scenario"], info["seed"], info["pace"]) == ("tiny", "raid", 7, 0)
        assert info["options"] == {"turns": 4, "open_strengths": False, "weather": "clear"}
        assert info["you"] == "red"
        assert info["seats"] == {
            "red": {"kind": "human", "player": None, "name": "", "present": True},
            "blue": {"kind": "human", "player": None, "name": "", "present": False},
        }
        assert red.number == 1
        assert not red.undo
        assert red.view["side"] == "red"
        assert "log" not in red.view
        assert red.view["dice"]["practice"]
        (line,) = red.log
        assert line["key"] == "log.turn"
        assert abs(line["at"] - time.time()) < 60


def test_a_spectator_sees_no_secret_and_cannot_decide(house: House, key: Key) -> None:
    with house.sit(key) as watcher:
        assert watcher.table["you"] is None
        assert watcher.view["prompt"] is None
        assert "RD-PAT" not in json.dumps(watcher.view["places"])
        for message in (
            {"type": "decide", "number": 1, "undo": 0, "say": [{"verb": "unit", "noun": "RD-PAT"}]},
            {"type": "order", "number": 1, "line": "RD-PAT 0201"},
            {"type": "why", "verb": "unit", "noun": "RD-PAT"},
        ):
            said = watcher.ask(message)
            assert (said["type"], said["reason"]["key"]) == ("refused", "server.spectator")


def test_coming_and_going_is_told(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        with house.sit(key, "blue"):
            assert red.until("table")["table"]["seats"]["blue"]["present"]
        assert not red.until("table")["table"]["seats"]["blue"]["present"]


# -- deciding ----------------------------------------------------------------------------------------------------------


def test_a_decision_brings_a_view_and_then_done(house: House, key: Key) -> None:
    with house.sit(key, "red") as red, house.sit(key, "blue") as blue:
        red.ping()
        red.heard.clear()
        said = red.decide(*PLAN)
        assert [message["type"] for message in red.heard] == ["view", "done"]
        assert said == {"type": "done", "id": "1", "number": 2}
        assert (red.number, red.undo) == (2, True)
        blue.ping()
        assert blue.number == 1, "a secret plan changes nothing for the other side"
        assert [m["type"] for m in blue.heard if m["type"] == "view"] == ["view"]


def test_undo_alone_and_with_something_else_said(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        first = red.view
        red.decide(*PLAN)
        assert red.decide(undo=2)["type"] == "done"
        assert {**red.view} == first
        assert red.number == 3, "numbers do not go back"
        red.decide(*PLAN)
        assert red.decide(("hex", "0202"), undo=1)["type"] == "done"
        orders = red.view["agenda"][-1]["orders"][0]
        assert [order["to"] for order in orders] == ["0202"]
        refused = red.decide(undo=3)
        assert refused["reason"]["key"] == "engine.no-undo"


def test_all_or_nothing(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        view = red.view
        said = red.decide(*PLAN, ("unit", "RD-PAT"))
        assert said["type"] == "refused"
        assert said["number"] == 1
        assert said["reason"]["rule"] == "2"
        assert said["reason"]["text"]
        with house.sit(key, "red") as again:
            assert (again.number, again.view) == (1, view)


def test_an_older_number_is_refused_and_a_repeated_decision_is_done_once(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        red.decide(PLAN[0])
        assert red.decide(PLAN[0], number=1) == {"type": "done", "id": "2", "number": 2}
        stale = red.decide(("unit", "RD-COL"), number=1)
        assert (stale["type"], stale["reason"]["key"]) == ("refused", "server.stale")
        assert stale["reason"]["params"] == {"number": 1, "now": 2}
        assert red.decide(PLAN[1], number=9)["reason"]["key"] == "server.stale"
        assert red.number == 2
        # The printed name means the same counter, so it is the same decision.
        assert red.decide(PLAN[1])["type"] == "done"
        assert red.decide(PLAN[1], number=2)["number"] == 3


def test_orders_as_in_the_terminal(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        assert red.order("RD-PAT to 0201, RD-COL 0202")["type"] == "done"
        assert red.number == 2
        assert len(red.view["agenda"][-1]["orders"][0]) == 2
        assert red.order("RD-PAT to 0201, RD-COL 0202", number=1) == {"type": "done", "id": "2", "number": 2}
        refused = red.order("RD-GUN 0504")
        assert refused["reason"]["key"] == "order.refused-part"
        assert "0504" in refused["reason"]["text"]
        assert red.order("  ,")["reason"]["key"] == "order.empty"
        assert red.order("chess")["reason"]["key"] == "order.not-understood"
        assert red.number == 2


def test_nothing_follows_what_cannot_be_taken_back(house: House, key: Key) -> None:
    """What is said after dice or a reveal is left, not refused: a refusal would tell for nothing what is hidden."""
    with house.sit(key, "red") as red, house.sit(key, "blue") as blue:
        blue.decide(("commit", None))
        red.ping()
        said = red.decide(("commit", None), ("concede", None))
        assert said["type"] == "done"
        assert said["left"] == ["concede"]
        assert red.view["tracks"]["result"] is None
        assert red.decide(("commit", None), ("concede", None), number=red.number - 1)["type"] == "done"


def test_languages(house: House, key: Key) -> None:
    for options, word in (({}, "position"), ({"additional_headers": {"Accept-Language": "pt-BR"}}, "posição")):
        with house.connect(key.id, **options) as line:
            line.send(json.dumps({"type": "hello", "token": key.seats["red"]}))
            line.send(json.dumps({"type": "decide", "id": "1", "number": 5, "say": [{"verb": "commit"}]}))
            answers = [json.loads(line.recv(5)) for _ in range(3)]
            assert word in answers[-1]["reason"]["text"]


# -- asking ------------------------------------------------------------------------------------------------------------


def test_why_and_overlays(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        (fine,) = red.ask({"type": "why", "verb": "unit", "noun": "RD-PAT"})["why"]
        assert fine == {"verb": "unit", "noun": "RD-PAT", "reason": None, "binds": False, "dice": False}
        (unit,) = red.ask({"type": "why", "verb": None, "noun": "BL-PAT"})["why"]
        assert unit["verb"] == "unit"
        assert unit["reason"]["rule"] == "2"
        (place,) = red.ask({"type": "why", "noun": "0201"})["why"]
        assert (place["verb"], place["noun"], place["reason"]["key"]) == ("hex", "0201", "why.unit-first")
        assert red.ask({"type": "why", "verb": "hex", "noun": "9999"})["reason"]["key"] == "engine.unknown-hex"
        assert red.ask({"type": "why", "noun": None})["reason"]["key"] == "server.bad-field"
        assert "overlays" in red.ask({"type": "overlays"})
        none = {"attacks": [], "obliged": [], "rule": ""}
        assert red.ask({"type": "prospects", "hex": "0201"})["prospects"] == none  # this game looks not ahead
        assert red.ask({"type": "prospects", "hex": "9999"})["reason"]["key"] == "engine.unknown-hex"


# -- the log -----------------------------------------------------------------------------------------------------------


def test_only_new_lines_of_the_log_are_sent(house: House, key: Key) -> None:
    with house.sit(key, "red") as red, house.sit(key, "blue") as blue:
        red.decide(("draw", None))
        blue.until("view")
        message = red.heard[-2]
        assert message["log"]["keep"] == 1
        assert [line["key"] for line in message["log"]["lines"]] == ["log.draw"]
        red.decide(undo=1)
        assert red.heard[-2]["log"] == {"keep": 1, "lines": []}
        blue.until("view")
        assert [line["key"] for line in blue.log] == ["log.turn"]
        had, number = len(red.log), red.number
    # Back again with what it had: nothing is sent twice, and what was taken back meanwhile is known to be.
    with house.sit(key, "red", log=had, number=number) as red:
        assert red.heard[-1]["log"] == {"keep": 1, "lines": []}
    with house.sit(key, "red", log=2, number=number - 1) as red:
        assert red.heard[-1]["log"]["keep"] == 1
    with house.sit(key, "red", log=had) as red:
        assert red.heard[-1]["log"]["keep"] == 0, "without the number nobody knows which lines those are"
        assert len(red.heard[-1]["log"]["lines"]) == 1


# -- nonsense ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("{", "That is no JSON object."),
        ("[]", "That is no JSON object."),
        ('{"type": NaN}', "That is no JSON object."),
        ("[" * 60_000, "That is no JSON object."),
        ("{}", '"type" has to be one of decide, order, why, overlays, prospects, hint, pace, skip, act, ping.'),
        (
            '{"type": "hello"}',
            '"type" has to be one of decide, order, why, overlays, prospects, hint, pace, skip, act, ping.',
        ),
        (
            '{"type": ["ping"]}',
            '"type" has to be one of decide, order, why, overlays, prospects, hint, pace, skip, act, ping.',
        ),
        ('{"type": "why"}', '"id" has to be a text, and not too long.'),
        ('{"type": "decide", "id": "1"}', '"number" has to be a whole number in its range.'),
        ('{"type": "decide", "id": "1", "number": true}', '"number" has to be a whole number in its range.'),
        ('{"type": "decide", "id": "1", "number": ' + "9" * 5000 + "}", "That is no JSON object."),
        (b"\xff\x00", "That is no JSON object."),
    ],
)
def test_what_is_no_message_is_answered_and_hung_up_on(
    house: House, key: Key, message: str | bytes, sentence: str
) -> None:
    with house.sit(key, "red") as red:
        red.socket.send(message)
        assert red.closed() == sentence
    with house.sit(key, "red") as red:
        assert red.number == 1


@pytest.mark.parametrize(
    ("fields", "key_", "word"),
    [
        ({"say": "commit"}, "server.bad-list", "say"),
        ({"say": [1]}, "server.bad-list", "say"),
        ({"say": [{"verb": "commit"}] * 201}, "server.bad-list", "say"),
        ({"say": [{"verb": 1}]}, "server.bad-field", "say[0].verb"),
        ({"say": [{"verb": "hex", "noun": {}}]}, "server.bad-field", "say[0].noun"),
        ({"say": [{"verb": "hex", "noun": 1.5}]}, "server.bad-field", "say[0].noun"),
        ({"say": [{"verb": "hex", "none": 1}]}, "server.unknown-field", "say[0].none"),
        ({"say": [], "more": 1}, "server.unknown-field", "more"),
        ({"say": [], "undo": -1}, "server.bad-field", "undo"),
        ({"say": []}, "server.nothing-said", ""),
        ({"say": [{"verb": "castle"}]}, "engine.no-such-verb", "castle"),
        ({"say": [{"verb": "hex", "noun": "ZZ"}]}, "engine.unknown-hex", "ZZ"),
        ({"say": [{"verb": "commit", "noun": "now"}]}, "engine.no-noun", "now"),
        ({"say": [{"verb": "unit", "noun": "\ud800\x00"}]}, "engine.unknown-unit", "\ud800"),
        ({"say": [{"verb": "{0.__class__}", "noun": "{x}"}]}, "engine.no-such-verb", "__class__"),
    ],
)
def test_bad_decisions_are_refused_in_a_sentence(
    house: House, key: Key, fields: dict[str, Any], key_: str, word: str
) -> None:
    with house.sit(key, "red") as red:
        said = red.ask({"type": "decide", "number": 1, **fields})
        assert (said["type"], said["reason"]["key"]) == ("refused", key_)
        assert word in said["reason"]["text"]
        assert red.decide(*PLAN)["type"] == "done", "the socket is still good"


@pytest.mark.parametrize(
    ("hello", "sentence"),
    [
        ({"type": "hello", "token": "wrong"}, "This key opens no seat at this table."),
        ({"type": "hello", "token": ""}, "This key opens no seat at this table."),
        ({"type": "hello", "token": 5}, '"token" has to be a text, and not too long.'),
        ({"type": "hello", "log": -1}, '"log" has to be a whole number in its range.'),
        ({"type": "hello", "password": "x"}, 'There is no field "password"; there are: type, token, log, number.'),
        ({"type": "ping"}, '"type" has to be one of hello.'),
    ],
)
def test_bad_hellos(house: House, key: Key, hello: dict[str, Any], sentence: str) -> None:
    with house.connect(key.id) as line:
        line.send(json.dumps(hello))
        error = json.loads(line.recv(5))
        assert (error["type"], error["text"]) == ("error", sentence)
        assert error["key"].startswith("server.")


def test_no_such_table(house: House) -> None:
    with house.connect("nowhere") as line:
        line.send('{"type": "hello"}')
        error = {"type": "error", "key": "server.no-table", "text": 'There is no table "nowhere".'}
        assert json.loads(line.recv(5)) == error


# -- bad lines ---------------------------------------------------------------------------------------------------------


def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=Limits(hello_seconds=0.2)) as house:
        key = house.table()
        with house.connect(key.id) as line:
            said = json.loads(line.recv(5))
            assert said["text"].startswith("Nothing was heard")


def test_too_many_messages(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=Limits(socket_burst=5, socket_rate=0.1)) as house:
        key = house.table()
        with house.sit(key) as watcher:
            for _ in range(6):
                watcher.send({"type": "ping"})
            assert watcher.closed().startswith("That was too often; wait ")
            assert sum(message["type"] == "pong" for message in watcher.heard) <= 5


def test_a_message_that_is_too_long(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        red.socket.send("x" * (FAST.message_bytes + 1))
        red.closed()
        assert red.socket.close_code == 1009
    with house.sit(key, "red") as red:
        assert red.number == 1


def test_a_line_that_breaks_in_the_middle_of_a_message(house: House, key: Key) -> None:
    with house.sit(key, "red") as red:
        for cut in (1, 3, 8, 40):
            broken = Sitter(house.port, key.id, key.seats["blue"])
            broken.until("view")
            raw: socket.socket = broken.socket.socket
            head = bytes([0x81, 0x80 | 0x70, 0, 0, 0, 0])
            raw.sendall((head + b'{"type": "decide", "id": "1", "number": 1, "say": [')[:cut])
            raw.shutdown(socket.SHUT_RDWR)
            broken.leave()
        assert red.decide(*PLAN)["type"] == "done"
        while red.table["seats"]["blue"]["present"]:
            red.until("table")


def test_a_slow_reader_gets_the_newest_view_only(house: House, key: Key) -> None:
    """Nobody waits for it, and what it gets when it reads again is the newest."""
    # Little room on the way: accepted sockets inherit it from the one that listens.
    house.server.servers[0].sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", house.port))
    slow = Sitter(house.port, key.id, None, sock=raw, compression=None, max_queue=1)
    with house.sit(key, "red") as red:
        for _ in range(100):
            assert red.decide(("draw", None))["type"] == "done"
            assert red.decide(undo=1)["type"] == "done"
        assert red.decide(("draw", None))["type"] == "done"
    while slow.number < 202:
        slow.receive()
    assert slow.view["tracks"]["draw_offer"] == "red"
    assert [line["key"] for line in slow.log] == ["log.turn", "log.draw"]
    views = [message for message in slow.heard if message["type"] == "view"]
    assert len(views) < 150, "most views were not worth sending"
    slow.leave()
