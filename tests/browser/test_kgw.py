"""Khalkin-Gol War: set up, recruit, deploy, move, ride, attack with air support, supply a second Segment."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from khalkhin.engine.match import Match
from tests.browser import kgw_positions
from tests.browser.axe import serious
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def asked(seat: Seat) -> str:
    prompt = seat.view()["prompt"]
    return prompt["key"] if prompt else ""


def sit_down(page: Page) -> None:
    """Who comes to the desk says that nobody else looks."""
    page.locator("#curtain button").click()
    expect(page.locator("#curtain")).to_be_hidden()


def at(match: Match, someone: Someone, server: Server, **look: Any) -> Seat:
    """Sit down where somebody is asked."""
    side = match.game.sides[match.prompts()[0].side]
    return Seat(someone(**look), server, server.put(match), side, "kgw")


def test_two_at_one_desk_set_up_recruit_and_deploy(someone: Someone, server: Server) -> None:
    table = server.new("kgw", scenario="may-1939")
    person = someone()
    page = person.page(f"/table/{table.id}#{table.tokens['soviet']}.{table.tokens['japan']}")
    for player in ("Soviet player", "Japanese player"):
        expect(page.locator("#curtain h2")).to_contain_text(player)
        sit_down(page)
        page.locator('[data-key="auto"]').click()
        page.locator('[data-key="done"]').click()
    japan = Seat(person, server, table, "japan", "kgw")
    eventually(lambda: asked(japan) == "ask.recruit")
    shop = japan.page.locator("#tab-display .shop")
    expect(shop.locator(".shop-purse")).to_contain_text("14")
    # One contingent alone; then two counters, of which the first is put back.
    shop.locator('[data-key^="shop-only-"]').nth(1).click()
    expect(shop.locator(".shop-contingent")).to_have_count(1)
    shop.locator(".shop-lot.is-open").last.click()
    eventually(lambda: len(recruit(japan)["bought"]) == 1)
    shop.locator(".shop-lot.is-open").last.click()
    eventually(lambda: len(recruit(japan)["bought"]) == 2)
    first, second = recruit(japan)["bought"]
    shop.locator(f'[data-key="bought-{first}"]').click()
    eventually(lambda: recruit(japan)["bought"] == [second])
    expect(shop.locator(".shop-purse strong")).to_have_text(recruit(japan)["left"])
    # What was bought lies in hand, and is set down on the map.
    japan.key("done").click()
    eventually(lambda: asked(japan) == "ask.deploy")
    japan.fit()
    japan.key(f"display-{second}").click()
    place = str(eventually(lambda: japan.offered("hex"))[0])
    japan.click(place)
    japan.comes_to(second, place)
    expect(japan.page.locator("#tab-display .turns")).to_contain_text("September")


def test_a_hex_pressed_while_a_division_may_be_broken_down_deploys_it(someone: Someone, server: Server) -> None:
    table = server.new("kgw", scenario="may-1939")
    for side in ("soviet", "japan"):
        server.say(table, side, "auto")
        server.say(table, side, "done")
    japan = Seat(someone(), server, table, "japan", "kgw")
    server.say(table, "japan", "recruit", "JA-7")
    server.say(table, "japan", "done")
    eventually(lambda: asked(japan) == "ask.deploy")
    japan.fit()
    counter = japan.key("display-JA-7")
    counter.click()
    menu = japan.page.locator(".chooser")
    expect(menu).to_be_visible()
    # It stands beside the counter, not in the middle of the map.
    near, box = counter.bounding_box(), menu.bounding_box()
    assert near
    assert box
    assert 0 <= box["x"] - near["x"] - near["width"] < 20
    japan.click("3305")
    japan.comes_to("JA-7", "3305")


def recruit(seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = seat.view()["details"]["recruit"]
    return found


def test_units_march_or_ride_the_railroad(someone: Someone, server: Server) -> None:
    seat = at(kgw_positions.riding(), someone, server)
    seat.fit()
    ride = seat.key("way-rail")
    expect(ride).to_have_attribute("aria-pressed", "false")
    march = {*seat.offered("hex")}
    far = next(hex_ for hex_ in seat.offered("rail") if not seat.view()["places"].get(hex_))
    ride.click()
    expect(ride).to_have_attribute("aria-pressed", "true")
    # Chosen as the one way, a click on the map can mean nothing else.
    seat.click(far)
    moved = eventually(lambda: seat.view()["details"].get("move", {"path": []})["path"])
    assert moved[-1] == far
    assert far not in march or len(moved) > 1
    seat.key("undo").click()
    eventually(lambda: seat.view()["details"]["move"]["path"] != moved)


def test_an_attack_with_air_support_shows_where_its_dice_may_lead(someone: Someone, server: Server) -> None:
    seat = at(kgw_positions.supporting(), someone, server)
    expect(seat.combat).to_be_visible()
    expect(seat.combat.locator(".column-chance")).to_have_count(0)
    pill = seat.combat.locator('.commit-pill[aria-pressed="false"]')
    pill.first.click()
    eventually(lambda: len(seat.view()["details"]["plan"]["support"]) == 1)
    expect(seat.combat.locator('.commit-pill[aria-pressed="true"]')).to_have_count(1)
    pill.first.click()
    eventually(lambda: len(seat.view()["details"]["plan"]["support"]) == 2)
    spread = seat.view()["details"]["odds"]["column_chances"]
    assert len(spread) > 1
    expect(seat.combat.locator(".column-chance")).to_have_text(list(spread.values()))
    expect(seat.combat.locator(".shift", has_text="15.6")).to_contain_text("+0–2")
    seat.combat.locator('[data-key="say-commit"]').click()
    expect(seat.combat.locator(".outcome strong")).not_to_be_empty()
    lines = server.view(seat.table, seat.side)["log"]["lines"]
    flown = [line for line in lines if line["key"].startswith("log.support-")][-2:]
    assert len(flown) == 2
    expect(seat.combat.locator(".combat-why")).to_contain_text("Air support")
    seat.combat.locator('[data-key="go-on"]').click()
    expect(seat.combat).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "declare", "roll"),
    [("en", "Declare attack on", "Roll"), ("pt", "Declarar ataque a", "Rolar o dado")],
)
def test_declaring_and_rolling_have_their_own_words(
    someone: Someone, server: Server, language: str, declare: str, roll: str
) -> None:
    seat = at(kgw_positions.declaring(), someone, server, language=language)
    button = seat.combat.locator('[data-key="say-commit"]')
    hex_ = seat.view()["details"]["plan"]["target"]
    expect(button).to_have_text(f"{declare} {hex_}")
    expect(seat.page.locator('#prompt [data-key="commit"]')).to_have_text(f"{declare} {hex_}")
    button.click()
    eventually(lambda: asked(seat) == "ask.support")
    expect(button).to_have_text(roll)


def test_supply_is_expended_for_the_units_at_the_ends_of_its_lines(someone: Someone, server: Server) -> None:
    seat = at(kgw_positions.supplying(), someone, server)
    lines = [hex_ for one in seat.view()["details"]["supply"].values() for hex_ in one["paths"]]
    expect(seat.page.locator(".supply-line:not(.line-case)")).to_have_count(len(lines))
    seat.key("supply").click()
    expect(seat.key("supply")).to_have_attribute("aria-pressed", "true")
    expect(seat.page.locator(":is(.supply-line, .cut-line):not(.line-case)").first).to_be_attached()
    unit = next(unit for unit, units in kgw_positions.served(seat.view()).items() if units)
    seat.order(f"supply {unit}")
    eventually(lambda: seat.find(unit) == "display")
    expect(seat.page.locator('[href^="#s-supplied"]').first).to_be_attached()


def test_supply_tells_whom_it_would_serve_and_is_not_wasted_by_one_click(someone: Someone, server: Server) -> None:
    match = kgw_positions.supplying()
    seat = at(match, someone, server)
    assert seat.page.locator("#tab-log").evaluate("log => log.scrollWidth <= log.clientWidth"), "long lines are broken"
    serves = kgw_positions.served(seat.view())
    wasted = next(unit for unit, units in serves.items() if not units)
    useful = next(unit for unit, units in serves.items() if units)
    seat.fit()
    seat.point(seat.place_of(useful))
    tip = seat.page.locator(".board-tip")
    expect(tip).to_contain_text(f"Reaches {len(serves[useful])} unit")
    names = [server.sheet("kgw")["units"][unit]["name"] for unit in serves[useful]]
    expect(seat.page.locator("#pointer .serving .chip-unit")).to_have_text(names)
    place = seat.place_of(wasted)
    seat.click(place)
    expect(tip).to_have_text("Reaches nobody")
    expect(seat.title).to_have_text("Expend supply? It reaches nobody.")
    expect(seat.page.locator(".prompt-about")).to_contain_text("it is used up")
    seat.click(place)
    seat.key("not-now").click()
    expect(seat.title).not_to_contain_text("nobody")
    assert seat.place_of(wasted) == place
    seat.click(place)
    seat.key("pending").filter(has_text="Expend supply all the same").click()
    seat.comes_to(wasted, "display")
    seat.key("supply").click()
    cut = next(line for line in match.overlays(seat.side)["supply"] if not line["path"])
    seat.point(cut["hex"])
    expect(tip).to_contain_text("Not in supply.")
    expect(seat.page.locator("#pointer .serving .rule")).to_have_text(cut["why"]["rule"])


def test_a_finger_is_told_whom_supply_would_serve_before_it_is_expended(someone: Someone, server: Server) -> None:
    seat = at(kgw_positions.supplying(), someone, server, phone=True)
    serves = kgw_positions.served(seat.view())
    wasted = next(unit for unit, units in serves.items() if not units)
    place = seat.place_of(wasted)
    seat.key("fit").tap()
    seat.page.touchscreen.tap(*seat.at(place))
    expect(seat.title).to_contain_text("It reaches nobody.")
    seat.page.touchscreen.tap(*seat.at(place))
    expect(seat.key("pending")).to_contain_text("all the same")
    assert seat.place_of(wasted) == place


def test_a_phone_opens_the_shop_by_itself(someone: Someone, server: Server) -> None:
    table = server.new("kgw", scenario="may-1939")
    for side in ("soviet", "japan"):
        server.say(table, side, "auto")
        server.say(table, side, "done")
    seat = Seat(someone(phone=True), server, table, "japan", "kgw")
    lot = seat.page.locator(".shop-lot.is-open").first
    expect(lot).to_be_visible()
    assert serious(seat.page) == []
    lot.tap()
    eventually(lambda: recruit(seat)["bought"])
    seat.key("done").tap()
    eventually(lambda: asked(seat) == "ask.deploy")
