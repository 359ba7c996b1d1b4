"""The tiny game at the same table page: secret plans at once, interrupts, standing offers, counters in boxes."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from khalkhin.engine.match import Match
from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def _ways(match: Match, side: str, unit: str) -> list[str]:
    twin = match.clone()
    twin.play("unit", unit, side)
    return next(offer["nouns"] for offer in twin.view(side)["prompt"]["offers"] if offer["verb"] == "hex")


def _numbers(seat: Seat) -> list[int]:
    return [json.loads(text)["number"] for text in seat.person.heard if '"type":"view"' in text]


def test_both_plan_in_secret_at_the_same_time(someone: Someone, server: Server) -> None:
    match = positions.fresh("tiny", "raid")
    table = server.put(match)
    red, blue = (Seat(someone(), server, table, side, "tiny") for side in ("red", "blue"))
    for seat in (red, blue):
        expect(seat.page.locator("#prompt")).to_contain_text("both sides decide")
        seat.fit()
    before = _numbers(blue)
    unit = "RD-PAT"
    goal = _ways(match, "red", unit)[0]
    red.click(red.place_of(unit))
    eventually(lambda: red.offered("hex"))
    red.click(goal)
    eventually(lambda: red.view()["prompt"]["params"].get("count") == 1)
    expect(red.title).to_contain_text("1 given")
    # Nothing of it reaches the other side, not even that something was decided.
    assert _numbers(blue) == before
    assert unit not in "".join(blue.person.heard)
    expect(blue.title).to_contain_text("0 given")
    # Blue plans meanwhile, and takes it back; red's plan stands.
    blue.click(blue.place_of("BL-PAT"))
    eventually(lambda: blue.offered("hex"))
    blue.press("u")
    eventually(lambda: not blue.offered("hex"))
    red.key("commit").click()
    expect(red.page.locator("#prompt")).to_contain_text("you wait")
    blue.key("commit").click()
    # Both plans are carried out; the patrol is where it was sent.
    red.comes_to(unit, goal)
    for seat in (red, blue):
        expect(seat.page.locator("#tab-log")).to_contain_text(goal)


def test_fire_interrupts_the_march(someone: Someone, server: Server) -> None:
    def fire(match: Match) -> bool:
        return positions.asked(match) == "ask.fire" and any(one.verb == "unit" for one in match.choices())

    match = positions.tiny("contact", fire)
    side = match.game.sides[match.prompts()[0].side]
    seat = Seat(someone(), server, server.put(match), side, "tiny")
    expect(seat.title).to_contain_text("Somebody is coming")
    seat.fit()
    number = server.view(seat.table, side)["number"]
    unit = seat.offered("unit")[0]
    hex_ = seat.place_of(unit)
    seat.click(hex_)
    if len(seat.view()["places"][hex_]) > 1:
        seat.page.locator(f'.layer-fan [data-unit="{unit}"]').click(force=True)
    eventually(lambda: server.view(seat.table, side)["number"] > number)
    expect(seat.page.locator("#tab-log")).to_contain_text("fires into")


def test_a_flare_can_be_lit_at_any_time(someone: Someone, server: Server) -> None:
    table = server.put(positions.fresh("tiny", "contact"))
    red, blue = (Seat(someone(), server, table, side, "tiny") for side in ("red", "blue"))
    red.fit()
    button = red.key("standing-flare")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    red.click("0302")
    eventually(lambda: red.find("BL-COL") == "0302")
    expect(button).to_have_count(0)
    for seat in (red, blue):
        expect(seat.page.locator("#tab-log")).to_contain_text("lights up")


def test_counters_in_boxes_are_on_the_display(someone: Someone, server: Server) -> None:
    def organise(match: Match) -> bool:
        return positions.asked(match) == "ask.organise"

    match = positions.tiny("raid", organise)
    side = match.game.sides[match.prompts()[0].side]
    seat = Seat(someone(), server, server.put(match), side, "tiny")
    seat.page.get_by_role("tab", name="Display").click()
    display = seat.page.get_by_role("tabpanel", name="Display")
    unit = next(one for one in seat.offered("unit") if seat.place_of(one) == "reserve")
    for box, stack in seat.view()["places"].items():
        if box in server.sheet("tiny")["boxes"]:
            # Counters that cannot be told apart lie together, one for each nation, with their number.
            named = [one for one in stack if "id" in one]
            nations = {one["nation"] for one in stack if "id" not in one}
            expect(display.locator(f'[data-box="{box}"] li')).to_have_count(len(named) + len(nations))
            expect(display.locator(f'[data-box="{box}"] .box-count')).to_have_text(str(len(stack)))
    display.locator(f'[data-box="reserve"] [data-key="display-{unit}"]').click()
    hexes = eventually(lambda: seat.offered("hex"))
    seat.fit()
    seat.click(hexes[0])
    seat.comes_to(unit, hexes[0])
