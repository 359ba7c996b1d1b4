"""What may be said at any time: conceding, a draw, and a game's own offers."""

from __future__ import annotations

import pytest

from khalkhin.engine.errors import Illegal
from khalkhin.engine.match import Match
from tests.tiny.positions import do, new, offered, planning


def _standing(match: Match, side: str) -> set[str]:
    return {offer["verb"] for offer in match.view(side)["standing"]}


def _refused(match: Match, text: str) -> str:
    with pytest.raises(Illegal) as refusal:
        do(match, text)
    return refusal.value.reason.key


def _drawing(match: Match) -> str | None:
    """Who offers a draw."""
    offer: str | None = match.view(None)["tracks"]["draw_offer"]
    return offer


def test_both_sides_may_concede_or_offer_a_draw_whoever_is_asked() -> None:
    match = do(new(), "red commit")
    for side in ("red", "blue"):
        assert _standing(match, side) == {"concede", "draw", "flare"}
    assert match.view(None)["standing"] == []


@pytest.mark.parametrize(("side", "winner"), [("red", "blue"), ("blue", "red")])
def test_who_concedes_loses(side: str, winner: str) -> None:
    match = do(new(), "red commit", f"{side} concede")
    assert match.result() == {"winner": winner, "how": "concede", "points": []}
    assert match.view(None)["log"][-1] == {"key": "log.concede", "params": {"side": side}, "rule": ""}
    assert match.prompts() == ()
    assert _standing(match, "red") == _standing(match, "blue") == set()
    for text in ("red concede", "blue draw", "blue commit", "red flare 0502"):
        assert _refused(match, text) == "engine.over"


def test_a_draw_is_offered_and_accepted() -> None:
    match = do(new(), "red draw")
    assert _standing(match, "red") == {"concede", "flare"}
    assert _standing(match, "blue") == {"concede", "accept", "flare"}
    assert match.view("blue")["tracks"]["draw_offer"] == "red"
    do(match, "blue accept")
    assert match.result() == {"winner": None, "how": "agreed", "points": []}


def test_a_draw_lapses_when_the_other_side_goes_on() -> None:
    match = do(new(), "red draw", "red unit RD-PAT")
    assert _drawing(match) == "red", "its own decisions do not take an offer back"
    do(match, "blue unit BL-PAT")
    assert _drawing(match) is None
    assert _refused(match, "blue accept") == "engine.no-draw-offered"
    do(match, "red draw")
    assert _drawing(match) == "red"


def test_draws_that_make_no_sense_are_refused() -> None:
    match = new()
    assert _refused(match, "red accept") == "engine.no-draw-offered"
    do(match, "red draw")
    assert _refused(match, "red accept") == "engine.no-draw-offered"
    assert _refused(match, "red draw") == "engine.draw-offered"
    assert _refused(match, "blue draw") == "engine.draw-offered"


def test_a_games_own_offer_is_refused_with_its_rule() -> None:
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-PAT"]})
    do(match, "red commit")
    assert offered(match, "red", "flare") == {"0502"}
    assert _refused(match, "red flare 0201") == "why.no-enemy"
    reason = match.why("flare", "0201", side="red")
    assert reason is not None
    assert reason.rule == "9"


def test_a_standing_offer_goes_between_the_parts_of_a_move_and_the_prompt_is_asked_again() -> None:
    match = do(new(), "red unit RD-PAT")
    prompt = match.view("red")["prompt"]
    do(match, "blue flare 0101")
    assert match.view("red")["prompt"] == prompt
    assert match.view("blue")["places"]["0101"] == [{"id": "RD-PAT", "is": []}]
