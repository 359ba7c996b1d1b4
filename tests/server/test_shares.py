"""Shares of the dice: nobody, the host included, can choose the rolls; and nothing that fell ever changes."""

from __future__ import annotations

import hashlib
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.dice import Dice, share_promise
from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.http import Problem
from khalkhin.server.shares import PROMISE, SHARE, ShareRound
from tests.server.house import House, Key
from tests.server.test_memory import SIDES, loaded, play, sight

RED, BLUE = "a" * 64, "b" * 64


# -- the rounds --------------------------------------------------------------------------------------------------------


def test_whoever_is_alone_promises_and_shows() -> None:
    round_ = ShareRound()
    assert round_.asks("red", ()) == PROMISE
    round_.promise("red", share_promise(RED), ())
    assert round_.asks("red", ()) == SHARE
    assert round_.show("red", RED, ()) == {"red": RED}


def test_nobody_shows_before_all_who_are_in_the_dice_have_promised() -> None:
    """Else whoever knows the secret could choose his share when he knows the others."""
    round_ = ShareRound()
    assert round_.asks("red", ["red"]) is None
    round_.promise("blue", share_promise(BLUE), ["red"])
    assert round_.asks("blue", ["red"]) is None
    with pytest.raises(Problem):
        round_.show("blue", BLUE, ["red"])
    assert round_.asks("red", ["red"]) == PROMISE
    round_.promise("red", share_promise(RED), ["red"])
    assert round_.show("red", RED, ["red"]) == {}
    assert round_.show("blue", BLUE, ["red"]) == {"red": RED, "blue": BLUE}


def test_nobody_joins_a_round_in_which_a_share_was_shown() -> None:
    round_ = ShareRound()
    for side in ("red", "blue"):
        round_.promise(side, share_promise(RED), ())
    round_.show("red", RED, ())
    assert round_.asks("green", ()) is None
    with pytest.raises(Problem):
        round_.promise("green", share_promise(BLUE), ())


def test_a_new_promise_in_place_of_the_own_begins_the_round_again() -> None:
    round_ = ShareRound()
    for side, share in (("red", RED), ("blue", BLUE)):
        round_.promise(side, share_promise(share), ())
    round_.show("red", RED, ())
    round_.promise("blue", share_promise(RED), ())
    assert round_.promised == {"blue": share_promise(RED)}
    assert round_.asks("red", ()) == PROMISE


def test_what_was_not_promised_is_not_taken() -> None:
    round_ = ShareRound()
    round_.promise("red", share_promise(RED), ())
    with pytest.raises(Problem, match="not the share"):
        round_.show("red", BLUE, ())
    with pytest.raises(KhalkhinError):
        round_.show("red", "a" * 63, ())
    assert round_.show("red", RED, ()) == {"red": RED}


# -- at a table --------------------------------------------------------------------------------------------------------


def info(house: House, key: Key, side: str | None = None) -> dict[str, Any]:
    headers = {} if side is None else key.headers(side)
    found: dict[str, Any] = house.http.get(f"/api/tables/{key.id}", headers=headers).json()["dice"]
    return found


def put(house: House, key: Key, side: str, **what: str) -> int:
    return house.http.post(f"/api/tables/{key.id}/dice", json=what, headers=key.headers(side)).status_code


def share(house: House, key: Key, **shares: str) -> None:
    """Sides put a share each into the dice."""
    for side, digits in shares.items():
        assert put(house, key, side, promise=share_promise(digits)) == 200
    for side, digits in shares.items():
        assert put(house, key, side, share=digits) == 200


def test_shares_join_from_the_next_roll_on_and_stay(database: str) -> None:
    rng = random.Random(3)
    with House(database) as house:
        key = house.table(scenario="contact")
        assert info(house, key, "red") == {"shares": [], "promised": {}, "asks": "promise"}
        assert info(house, key)["asks"] is None
        share(house, key, red=RED)
        assert info(house, key, "red")["shares"] == [{"side": "red", "share": RED, "since": 1}]
        with house.sit(key, "red") as red, house.sit(key, "blue") as blue:
            sitters = {"red": red, "blue": blue}
            while not loaded(house)[key.id].match.state.rolled:
                play(sitters, rng, 5)
            before = {side: sight(sitter) for side, sitter in sitters.items()}
            house.http.get(f"/api/tables/{key.id}/frames", headers=key.headers("red")).raise_for_status()
            fallen = loaded(house)[key.id].match.state.rolled
            # The friend sits down: both put in a share, and what everybody saw stays as it was.
            assert put(house, key, "blue", promise=share_promise(BLUE)) == 200
            assert info(house, key, "red")["asks"] == "promise"
            assert put(house, key, "red", promise=share_promise("c" * 64)) == 200
            assert put(house, key, "red", share="c" * 64) == 200
            assert put(house, key, "blue", share=BLUE) == 200
            assert {side: sight(sitter) for side, sitter in sitters.items()} == before
            play(sitters, rng, 60)
    with House(database) as house:
        shown = info(house, key, "blue")
        assert [(one["side"], one["since"]) for one in shown["shares"]] == [
            ("red", 1),
            ("red", fallen + 1),
            ("blue", fallen + 1),
        ]
        assert shown["asks"] is None
        with house.sit(key, "red") as red:
            frames = house.http.get(f"/api/tables/{key.id}/frames", headers=key.headers("red")).json()["frames"]
            last = house.http.get(f"/api/tables/{key.id}/frames/{frames[-1]['n']}", headers=key.headers("red")).json()
            assert {**last["view"], "waiting": None} == {**red.view, "waiting": None}
            if not red.view["tracks"]["result"]:
                red.decide(("concede", None))
        record = house.http.get(f"/api/tables/{key.id}/record", headers=key.headers("red")).text
        assert f"\nshare blue {BLUE} {fallen + 1}\n" in record
        assert khalkhin.load(record).record() == record
        dice = house.http.get(f"/api/tables/{key.id}/ending").json()["dice"]
        assert dice["checked"]
        assert [one["side"] for one in dice["shares"]] == ["red", "red", "blue"]


def test_two_rounds_before_the_first_roll_both_count(tmp_path: Path) -> None:
    with House(tmp_path / "khalkhin.db") as house:
        key = house.table(scenario="contact")
        share(house, key, red=RED)
        share(house, key, blue=BLUE, red="c" * 64)
        assert [(one["side"], one["since"]) for one in info(house, key)["shares"]] == [
            ("red", 1),
            ("red", 1),
            ("blue", 1),
        ]
        with house.sit(key, "red") as red:
            red.decide(("concede", None))
        assert house.http.get(f"/api/tables/{key.id}/ending").json()["dice"]["checked"]


def test_a_share_that_was_not_stored_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path / "khalkhin.db") as house:
        key = house.table(scenario="contact")
        assert put(house, key, "red", promise=share_promise(RED)) == 200

        async def fails(*_: object) -> None:
            raise Problem(503, "server.storage", error="disk full")

        with monkeypatch.context() as patched:
            patched.setattr(house.tables._store, "keep_shares", fails)
            assert put(house, key, "red", share=RED) == 503
        assert info(house, key, "red") == {"shares": [], "promised": {}, "asks": "promise"}
        share(house, key, red=BLUE)
        assert [one["share"] for one in info(house, key)["shares"]] == [BLUE]


@pytest.mark.parametrize(
    ("what", "status"),
    [
        ({}, 400),
        ({"promise": RED, "share": RED}, 400),
        ({"promise": "a" * 63}, 400),
        ({"promise": "A" * 64}, 400),
        ({"share": RED}, 409),
        ({"promise": 7}, 400),
    ],
)
def test_what_is_no_share_is_refused_and_changes_nothing(tmp_path: Path, what: dict[str, Any], status: int) -> None:
    with House(tmp_path / "khalkhin.db") as house:
        key = house.table(scenario="contact")
        assert put(house, key, "red", **what) == status
        assert info(house, key, "red") == {"shares": [], "promised": {}, "asks": "promise"}


def test_spectators_and_practice_games_have_no_share(tmp_path: Path) -> None:
    with House(tmp_path / "khalkhin.db") as house:
        key = house.table(scenario="contact")
        assert house.http.post(f"/api/tables/{key.id}/dice", json={"promise": RED}).status_code == 403
        practice = house.table(scenario="contact", seed=7)
        assert info(house, practice, "red")["asks"] is None
        assert put(house, practice, "red", promise=RED) == 409


# -- the host ----------------------------------------------------------------------------------------------------------


def test_a_host_who_tries_secrets_gets_the_dice_he_wants_only_without_a_share() -> None:
    """Without shares a secret whose first rolls are all sixes is soon found; with one it is as good as any other."""
    secrets = (hashlib.sha256(str(n).encode()).digest() for n in itertools.count())
    chosen = next(dice for dice in (Dice(secret, "g") for secret in secrets) if sixes(dice, 4) == 4)
    rng, games = random.Random(1), 2000
    found = [sixes(chosen.joined_by({"red": rng.randbytes(32).hex()}, 1), 4) for _ in range(games)]
    assert 0.13 < sum(found) / (4 * games) < 0.2
    assert found.count(4) < 10


def sixes(dice: Dice, rolls: int) -> int:
    return sum(dice.roll(n, 1) == (6,) for n in range(1, rolls + 1))


def test_a_host_who_sits_himself_cannot_choose_his_share_by_the_others() -> None:
    """When he has promised he is bound, and before all have promised nobody has shown anything."""
    for order in itertools.permutations(SIDES):
        round_, shown = ShareRound(), dict[str, str]()
        for side in order:
            assert not shown
            round_.promise(side, share_promise(RED), ())
        round_.show(order[0], RED, ())
        for other in ("c" * 64, BLUE):
            with pytest.raises(Problem):
                round_.show(order[1], other, ())
