"""Moving the map is the compositor's work: the page itself must have next to nothing to do in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from tests.browser import positions, sn_positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat
from tests.browser.served import Server

A_FRAME = 10.0
"""The milliseconds of the main thread that a frame may take: a phone has six times less to give than this machine."""
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
OF_A_FRAME = {"PrePaint", "Layerize", "Commit"}

Event = dict[str, Any]


@pytest.fixture(params=["bkg", "sn"])
def seat(request: pytest.FixtureRequest, someone: Someone, server: Server) -> Seat:
    """On the smallest map, and on the largest."""
    match, side = (
        (positions.combat(), "soviet") if request.param == "bkg" else (sn_positions.until("ask.move"), "japan")
    )
    seat = Seat(someone(reduced_motion="no-preference"), server, server.put(match), side, request.param)
    seat.rest()
    return seat


def traced(seat: Seat, act: Callable[[], None]) -> list[Event]:
    """What the browser did meanwhile."""
    session: CDPSession = seat.page.context.new_cdp_session(seat.page)
    events: list[Event] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}})
    act()
    session.send("Tracing.end")
    while not ended:
        seat.page.wait_for_timeout(20)
    session.detach()
    return events


def frames(events: list[Event]) -> list[float]:
    """How long the page's main thread worked for each frame, in milliseconds of its own time."""
    mains = {
        (e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    work = [e for e in events if e["ph"] == "X" and (e["pid"], e["tid"]) in mains]
    parts = [e for e in work if e["name"] in OF_A_FRAME]
    return [
        task["tdur"] / 1000
        for task in work
        if task["name"] in ("RunTask", "ThreadControllerImpl::RunTask")
        and any(
            part["tid"] == task["tid"]
            and part["pid"] == task["pid"]
            and task["ts"] <= part["ts"] < task["ts"] + task["dur"]
            for part in parts
        )
    ]


def middle(times: list[float]) -> float:
    assert len(times) > 15, f"{len(times)} frames tell nothing"
    return sorted(times)[len(times) // 2]


def test_panning_leaves_the_page_alone(seat: Seat) -> None:
    mouse = seat.page.mouse

    def pan() -> None:
        mouse.move(700, 400)
        mouse.down(button="middle")
        for n in range(50):
            mouse.move(700 - 5 * n, 400 + 2 * n)
            seat.page.wait_for_timeout(10)
        mouse.up(button="middle")

    assert middle(frames(traced(seat, pan))) < A_FRAME


def test_zooming_measures_no_letters(seat: Seat) -> None:
    seat.page.mouse.move(700, 400)

    def zoom() -> None:
        for n in range(14):
            seat.page.mouse.wheel(0, -60 if n < 7 else 60)
            seat.page.wait_for_timeout(60)

    assert middle(frames(traced(seat, zoom))) < A_FRAME
