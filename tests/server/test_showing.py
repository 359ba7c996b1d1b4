"""What those at a table see of its computer players: moves at the pace they like, and how far they have thought."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.server.house import House, Key, Sitter
from tests.server.test_computers import MODULES, computer, entry_times

PACE = 0.3
pytestmark = pytest.mark.usefixtures("odd_players")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("showing") / "khalkhin.db", modules=MODULES) as found:
        yield found


def watched(house: House, **order: Any) -> Key:
    return house.table("tiny", seats={"red": computer("random"), "blue": computer("random")}, **order)


def visible_times(house: House, key: Key) -> list[float]:
    """When something was decided that spectators see."""
    stored = asyncio.run(house.tables._store.load(key.id))
    assert stored is not None
    times, number = [], 1
    for entry in stored.entries:
        if entry.numbers["spectators"] != number:
            times.append(entry.at)
        number = entry.numbers["spectators"]
    return times


def test_moves_come_at_the_pace_that_is_chosen(house: House) -> None:
    """By the server's clock: how long a view is under way says nothing about the pace."""
    key = watched(house, pace=60)
    with house.sit(key) as watcher:
        assert watcher.ask({"type": "pace", "seconds": PACE})["type"] == "answer"
        for _ in range(5):
            watcher.until("view")
        times = visible_times(house, key)
    assert len(times) >= 5
    assert all(later - earlier > 0.9 * PACE for earlier, later in pairwise(times))
    assert times[-1] - times[0] < 60, "the pace of the table is not waited for"


def test_who_watches_computers_sees_the_counters_of_both_and_who_watches_people_does_not(house: House) -> None:
    """Where nobody plays nothing has to be hidden from who looks on; a single person is enough to hide it all."""
    seats = {"soviet": computer("random"), "japan": computer("random")}
    for people in ((), ("soviet",), ("japan",)):
        key = house.table("bkg", seats={side: seat for side, seat in seats.items() if side not in people}, pace=60)
        seen = house.http.get(f"/api/tables/{key.id}/view").json()["view"]
        counters = [counter for stack in seen["places"].values() for counter in stack]
        assert all("id" in counter for counter in counters) == (not people)
        frames = house.http.get(f"/api/tables/{key.id}/frames").json()["frames"]
        past = house.http.get(f"/api/tables/{key.id}/frames/{frames[0]['n']}").json()["view"]
        named = [counter for stack in past["places"].values() for counter in stack]
        assert all("id" in counter for counter in named) == (not people)


def test_skipping_goes_on_to_the_end_of_the_phase_where_nobody_plays(house: House) -> None:
    key = watched(house, pace=60)
    with house.sit(key) as watcher:
        watcher.ask({"type": "pace", "seconds": 20})
        moment = watcher.view["tracks"]["turn"], watcher.view["phase"]
        watcher.ask({"type": "skip"})
        while (watcher.view["tracks"]["turn"], watcher.view["phase"]) == moment:
            watcher.until("view")
        decided = len(entry_times(house, key))
        time.sleep(0.5)
        assert len(entry_times(house, key)) <= decided + 1, "what comes after is wanted again"


def test_skipping_goes_on_until_a_person_is_asked(house: House) -> None:
    key = house.table("tiny", scenario="contact", seats={"blue": computer("random")}, pace=60)
    with house.sit(key, "red") as red:
        red.ask({"type": "pace", "seconds": 20})
        while red.choices():
            red.decide(red.choices()[-1])
        asked = time.monotonic()
        red.ask({"type": "skip"})
        while not red.choices() and red.view["tracks"]["result"] is None:
            red.until("view")
        assert time.monotonic() - asked < 15


def test_at_once_only_some_views_are_sent(house: House) -> None:
    """A run that nobody wants to see move by move is not drawn move by move either."""
    with house.sit(watched(house, pace=60)) as watcher:
        watcher.ask({"type": "pace", "seconds": 0})
        while watcher.view["tracks"]["result"] is None:
            watcher.until("view")
        views = [one for one in watcher.heard if one["type"] == "view"]
        assert len(views) < watcher.number, "some numbers were never seen"
        assert watcher.log[-1] == house.http.get(f"/api/tables/{watcher.table['id']}/view").json()["log"]["lines"][-1]


def test_who_looks_on_sets_no_pace_for_those_who_play(house: House) -> None:
    key = house.table("tiny", seats={"blue": computer("random")})
    with house.sit(key) as watcher:
        for message in ({"type": "pace", "seconds": 1}, {"type": "skip"}):
            answer = watcher.ask(message)
            assert (answer["type"], answer["reason"]["key"]) == ("refused", "server.spectator")


@pytest.mark.parametrize("seconds", [-1, 61, "x", True, None])
def test_a_pace_that_is_none(house: House, seconds: Any) -> None:
    with house.sit(watched(house, pace=60)) as watcher:
        answer = watcher.ask({"type": "pace", "seconds": seconds})
        assert (answer["type"], answer["reason"]["key"]) == ("refused", "server.bad-field")


def test_a_player_that_thinks_tells_how_far_it_is(house: House) -> None:
    """In the time that the table gives it; and that it is done."""
    seats = {"red": computer("ponders") | {"seconds": 1.8}, "blue": computer("random")}
    key = house.table("tiny", seats=seats)
    with house.sit(key) as watcher:
        assert watcher.table["seats"]["red"]["seconds"] == 1.8
        shares = list(thought(watcher))
        while len(shares) <= 2:  # who sits down late, or hears slowly, hears little of the first thought
            shares = list(thought(watcher))
        assert shares == sorted(set(shares))
        assert 0 < shares[0] < 1


def thought(watcher: Sitter) -> Iterator[float]:
    """How far the red player tells it is, until it has decided."""
    while (told := watcher.until("thinking"))["share"] is not None:
        assert told["side"] == "red"
        yield told["share"]
