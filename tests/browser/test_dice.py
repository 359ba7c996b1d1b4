"""What dice have decided is seen before anything else happens on the screen, whoever is in a hurry."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import rolls
from tests.browser.conftest import Someone
from tests.browser.rolls import Eve
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server

GAMES = ["bkg", "kgw", "pbn", "sn"]


def sit(someone: Someone, server: Server, eve: Eve, code: str, pace: str = "once", **look: Any) -> Seat:
    """Somebody at the table before the dice, against a computer that thinks of nothing."""
    other = next(side for side in eve.match.game.sides if side != eve.side)
    choices = {"name": "khalkhin.choices", "value": json.dumps({"pace": pace, "briefing": False})}
    kept = {"cookies": [], "origins": [{"origin": server.address, "localStorage": [choices]}]}
    table = server.put(eve.match, False, **{other: "random"})
    seat = Seat(someone(storage_state=kept, **look), server, table, eve.side, code)
    expect(seat.page.locator(".opponent-strip")).to_be_attached()
    return seat


def roll(seat: Seat, eve: Eve) -> None:
    """Take the decision, typed."""
    seat.order(f"{eve.verb} {'' if eve.noun is None else eve.noun}".strip())
    seat.page.locator("#order input").press("Escape")


def dice(seat: Seat) -> Locator:
    return seat.combat.locator(".dice")


def fell(rolled: dict[str, Any]) -> str:
    """What a screen reader says of the dice."""
    return str(rolled["dice"]).replace("+", " + ")


def number(seat: Seat) -> int:
    found: int = seat.server.view(seat.table, seat.side)["number"]
    return found


def played_on(seat: Seat) -> None:
    """Wait until the computer has played until somebody else is asked, or at least some moves."""
    first = number(seat)
    eventually(lambda: number(seat) > first + 3 or seat.side in seat.view()["waiting"], "the computer never moves")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("code", GAMES)
def test_the_other_side_waits_until_one_goes_on(someone: Someone, server: Server, code: str, motion: str) -> None:
    eve = rolls.then_the_other(code)
    seat = sit(someone, server, eve, code, reduced_motion=motion)
    roll(seat, eve)
    expect(dice(seat)).to_have_attribute("aria-label", fell(eve.rolls[0]))
    told = seat.page.locator("#tab-log .log-line").count()
    played_on(seat)
    # What has happened meanwhile is not to be seen yet; the dice still are.
    expect(dice(seat)).to_have_attribute("aria-label", fell(eve.rolls[0]))
    expect(seat.combat.locator(".outcome")).not_to_be_empty()
    assert seat.page.locator("#tab-log .log-line").count() == told
    seat.press("e")
    eventually(lambda: seat.page.locator("#tab-log .log-line").count() > told, "the moves that waited are shown")


def test_the_pace_goes_on_by_itself(someone: Someone, server: Server) -> None:
    eve = rolls.then_the_other("kgw")
    seat = sit(someone, server, eve, "kgw", "fast")
    roll(seat, eve)
    expect(dice(seat)).to_have_attribute("aria-label", fell(eve.rolls[0]))
    told = seat.page.locator("#tab-log .log-line").count()
    expect(seat.combat).to_be_hidden()
    eventually(lambda: seat.page.locator("#tab-log .log-line").count() > told)


def test_skipping_puts_the_dice_away_too(someone: Someone, server: Server) -> None:
    eve = rolls.then_the_other("kgw")
    seat = sit(someone, server, eve, "kgw", "slow")
    roll(seat, eve)
    expect(dice(seat)).to_have_attribute("aria-label", fell(eve.rolls[0]))
    seat.press("k")
    expect(seat.combat).to_be_hidden()
    expect(seat.page.locator("#prompt[data-mine], [data-combat]").first).to_be_attached()


@pytest.mark.parametrize("code", ["kgw", "pbn", "sn"])
def test_two_battles_after_one_decision_are_shown_one_after_the_other(
    someone: Someone, server: Server, code: str
) -> None:
    eve = rolls.two_battles(code)
    seat = sit(someone, server, eve, code)
    roll(seat, eve)
    for rolled in eve.rolls:
        expect(dice(seat)).to_have_attribute("aria-label", fell(rolled))
        expect(seat.combat.locator(".outcome strong")).not_to_be_empty()
        seat.press("e")
    expect(dice(seat)).to_be_hidden()


@pytest.mark.parametrize("code", ["pbn", "sn"])
def test_the_end_of_a_game_waits_for_its_last_dice(someone: Someone, server: Server, code: str) -> None:
    eve = rolls.end_of_game(code)
    seat = sit(someone, server, eve, code)
    roll(seat, eve)
    ending = seat.page.locator(".ending-window")
    for rolled in eve.rolls:
        expect(dice(seat)).to_have_attribute("aria-label", fell(rolled))
        expect(ending).to_be_hidden()
        seat.combat.locator('[data-key="go-on"]').click()
    expect(ending).to_be_visible()


def test_the_curtain_waits_for_the_dice(someone: Someone, server: Server) -> None:
    eve = rolls.then_the_other("kgw")
    table = server.put(eve.match)
    other = next(side for side in eve.match.game.sides if side != eve.side)
    page = someone().page(f"/table/{table.id}#{table.tokens[eve.side]}.{table.tokens[other]}")
    curtain = page.locator("#curtain")
    curtain.get_by_role("button").click()
    page.locator('.combat [data-key="say-commit"]').click()
    expect(page.locator(".combat .dice")).to_have_attribute("aria-label", fell(eve.rolls[0]))
    expect(curtain).to_be_hidden()
    page.keyboard.press("e")
    expect(curtain).to_be_visible()
