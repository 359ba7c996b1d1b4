"""In front of everything: headers, hosts, origins, and how often somebody may ask."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from khalkhin.server.guard import is_loopback
from khalkhin.server.limits import Bucket, Buckets
from khalkhin.server.settings import Limits
from tests.server.house import House

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.mark.parametrize("path", ["/", "/table/x", "/api/nothing", "/api/games", "/web/tokens.css", "/web/nothing.js"])
def test_every_answer_is_strict(house: House, path: str) -> None:
    headers = house.http.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"


def test_what_belongs_to_a_seat_is_never_cached(house: House) -> None:
    key = house.table()
    headers = house.http.get(f"/api/tables/{key.id}/view", headers=key.headers("red")).headers
    assert headers["cache-control"] == "no-store"


def test_the_client_is_asked_about_every_time_but_sent_once(house: House) -> None:
    first = house.http.get("/web/tokens.css")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-type"].startswith("text/css")
    again = house.http.get("/web/tokens.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    fonts = house.http.get("/web/fonts.css").text
    name = fonts.partition("url(")[2].partition(")")[0]
    assert house.http.get(f"/web/{name}").headers["content-type"] == "font/woff2"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8939", "127.0.0.1.evil.example", "", "[", "10.0.0.1"])
def test_a_server_on_loopback_answers_to_no_other_name(house: House, host: str) -> None:
    """A page of another site could have its name point to this machine."""
    answer = house.http.get("/api/games", headers={"Host": host})
    assert answer.status_code == 421
    assert answer.json()["error"]["key"] == "server.unknown-host"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:8939", "games.example"])
def test_names_of_loopback_and_names_that_are_allowed(tmp_path: Path, host: str) -> None:
    with House(tmp_path / "x.db", hosts=("games.example",)) as house:
        assert house.http.get("/web/tokens.css", headers={"Host": host}).status_code == 200


def test_a_server_for_everybody_answers_to_any_name(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", host="0.0.0.0") as house:
        assert house.http.get("/web/tokens.css", headers={"Host": "games.example"}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://["])
def test_pages_of_other_sites_cannot_speak(house: House, origin: str) -> None:
    key = house.table()
    with pytest.raises(InvalidStatus) as refused, house.connect(key.id, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["error"]["key"] == "server.other-origin"
    answer = house.http.post("/api/tables", json={"game": "tiny"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]["key"]) == (403, "server.other-origin")


def test_our_own_pages_can_speak(house: House) -> None:
    key = house.table()
    with house.connect(key.id, origin=f"http://127.0.0.1:{house.port}") as line:
        line.send('{"type": "hello"}')
        assert json.loads(line.recv(5))["type"] == "table"


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=Limits(address_burst=5, address_rate=0.01)) as house:
        answers = [house.http.get("/web/tokens.css") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert answers[-1].json()["error"]["key"] == "server.too-often"
        assert 90 <= int(answers[-1].headers["retry-after"]) <= 100
        with pytest.raises(InvalidStatus) as refused, house.connect("x"):
            pass
        assert refused.value.response.status_code == 429


def test_tables_are_rarer_than_questions(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=Limits(tables_burst=2, tables_rate=0.01)) as house:
        made = [house.http.post("/api/tables", json={"game": "tiny"}).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        assert house.http.get("/web/tokens.css").status_code == 200


def test_too_many_sockets(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=Limits(sockets_each=2)) as house:
        key = house.table()
        with house.sit(key), house.sit(key):
            with pytest.raises(InvalidStatus) as refused, house.connect(key.id):
                pass
            assert refused.value.response.status_code == 503
        with house.sit(key):
            pass


def test_buckets() -> None:
    bucket = Bucket(rate=2, burst=3)
    start = bucket.filled
    assert [bucket.take(start) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(start + 0.5) == 0
    assert bucket.take(start + 0.75) == pytest.approx(0.25)
    assert [bucket.take(start + 100) for _ in range(4)] == [0, 0, 0, 0.5]
    buckets = Buckets(rate=1, burst=1, most=2)
    later = time.monotonic() + 60
    assert [buckets.take(name, later) for name in "aabb"] == [0, 1, 0, 1]
    assert buckets.take("c", later) == 0
    assert buckets.take("b", later) > 0
    assert buckets.take("a", later) == 0, "a was forgotten, for it had not been seen for the longest time"


@pytest.mark.parametrize(
    ("host", "found"), [("localhost", True), ("127.0.0.2", True), ("::1", True), ("0.0.0.0", False), ("x.org", False)]
)
def test_what_is_loopback(host: str, found: bool) -> None:
    assert is_loopback(host) is found


def test_no_token_is_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "uvicorn")
    caplog.set_level(logging.DEBUG, "khalkhin")
    key = house.table(seats={"blue": {"kind": "computer", "player": "random"}})
    with house.sit(key, "red") as red:
        red.decide(("commit", None))
        house.http.get(f"/api/tables/{key.id}", headers=key.headers("red"))
        house.http.get(f"/api/tables/{key.id}", headers={"Authorization": "Bearer wrong-but-secret"})
        red.send({"type": "nonsense"})
        red.closed()
    assert caplog.text.strip(), "nothing was logged, so nothing is proven"
    assert key.seats["red"] not in caplog.text
    assert "wrong-but-secret" not in caplog.text
