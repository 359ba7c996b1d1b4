"""Games that differ only in what is secret: whoever may not know it cannot tell them apart by anything he fetches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.asker import Asker, Table, asking


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with asking(tmp_path_factory.mktemp("leaks")) as found:
        yield found


def everything(asker: Asker, table: Table, side: str | None) -> dict[str, Any]:
    """All that an audience can fetch here, without what differs from table to table: its name and the time."""
    token = table.token(side)
    listed = asker.data(f"{table.at}/frames", token)
    taken = asker.data(f"{table.at}/record", token)
    taken["table"] = {name: value for name, value in taken["table"].items() if name not in ("id", "created")}
    frames = [asker.data(f"{table.at}/frames/{frame['n']}", token) for frame in listed["frames"]]
    for line in [*taken["log"], *(line for frame in frames for line in frame["log"])]:
        del line["at"]
    others = (*table.game.sides, "spectators")
    return {
        "frames": listed,
        "each": frames,
        "record": taken,
        "sheet": asker.data(f"/api/games/{table.game.code}/sheet"),
        "missing": [asker.refusal(f"{table.at}/frames/{n}", token) for n in (0, listed["frames"][-1]["n"] + 1)],
        "ending": asker.refusal(f"{table.at}/ending", token),
        "eyes": [
            asker.refusal(f"{table.at}/frames/{frames[-1]['n']}?eyes={eyes}", token)
            for eyes in others
            if eyes != (side or "spectators")
        ],
    }


def answer(table: Table, side: str, kind: str, wish: int = 0) -> None:
    """Say the first thing of a kind that is on offer, or one further on."""
    offers = table.view(side)["view"]["prompt"]["offers"]
    offer = next(offer for offer in offers if offer["kind"] == kind)
    table.decide(side, (offer["verb"], offer["nouns"][wish]))


def order(table: Table, side: str, wish: int) -> None:
    """The tiny game: order a counter somewhere."""
    answer(table, side, "unit", wish)
    answer(table, side, "hex")


def test_plans_made_at_once_leave_no_trace_with_the_other_side(asker: Asker) -> None:
    told = []
    for plans in ([], [0], [1, 2, 0]):
        table = asker.table("tiny", seed=5)
        order(table, "red", 0)
        for n, wish in enumerate(plans):
            if n:
                table.decide("blue", undo=2)
            order(table, "blue", wish)
        order(table, "red", 1)
        told.append({side: everything(asker, table, side) for side in ("red", None)})
    assert told[0] == told[1] == told[2]
    assert len(told[0]["red"]["frames"]["frames"]) == 5, "red planned in four decisions"
    assert told[0]["red"]["ending"] == (409, "server.not-over")
    assert set(told[0]["red"]["eyes"]) == {(403, "server.eyes-closed")}


def test_what_was_planned_shows_when_everybody_may_know(asker: Asker) -> None:
    """The same two games after the plans were shown: the test above could tell them apart if there were anything."""
    told = []
    for wish in (0, 1):
        table = asker.table("tiny", seed=5)
        order(table, "red", 0)
        order(table, "blue", wish)
        for side in ("red", "blue"):
            answer(table, side, "nothing")
        told.append(everything(asker, table, "red"))
    assert told[0] != told[1]


@pytest.mark.parametrize(("phase", "kind"), [("phase.sov_move", "unit"), ("phase.sov_combat", "hex")])
def test_a_move_in_hand_and_an_attack_half_built_leave_no_trace(asker: Asker, phase: str, kind: str) -> None:
    told, own = [], []
    for thoughts in ([], [0], [1, 0]):
        table = asker.table("bkg", seed=9)
        while table.view(None)["view"]["phase"] != phase:
            answer(table, "soviet", "nothing")
        for n, wish in enumerate(thoughts):
            if n:
                table.decide("soviet", undo=1)
            answer(table, "soviet", kind, wish)
        told.append({side: everything(asker, table, side) for side in ("japan", None)})
        own.append(everything(asker, table, "soviet"))
    assert told[0] == told[1] == told[2]
    assert own[0] != own[1], "its owner sees it"
    assert own[1]["each"][-1]["view"] == own[2]["each"][-1]["view"]
