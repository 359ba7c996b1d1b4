"""Looking at the table: overlays, charts, rules, the map itself, language, theme, coming back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


@pytest.fixture
def seat(someone: Someone, server: Server) -> Seat:
    return Seat(someone(), server, server.put(positions.combat()), "soviet")


def test_zones_points_and_changes_lie_over_the_map(seat: Seat) -> None:
    shapes = seat.page.locator(".layer-overlays > *, .layer-marks > *")
    none = shapes.count()
    seat.key("zones").click()
    expect(seat.key("zones")).to_have_attribute("aria-pressed", "true")
    eventually(lambda: shapes.count() > none)
    zones = shapes.count()
    seat.press("p")
    eventually(lambda: shapes.count() > zones)
    seat.press("z", "p")
    eventually(lambda: shapes.count() == none)
    # This side has decided nothing yet: that is told, and the overlay is put away again.
    seat.press("c")
    expect(seat.page.get_by_text("You have not finished a turn yet.")).to_be_visible()
    expect(seat.key("changes")).to_have_attribute("aria-pressed", "false")


def test_charts_say_what_is_reconstructed(seat: Seat) -> None:
    seat.page.get_by_role("tab", name="Charts").click()
    panel = seat.page.get_by_role("tabpanel", name="Charts")
    sheet = seat.server.sheet("bkg")
    for chart in sheet["charts"]:
        figure = panel.locator(f'[data-chart="{chart["name"]}"]')
        expect(figure.get_by_role("heading")).to_have_text(sheet["words"][chart["title"]])
        ours = any(cell["tag"] == "reconstructed" for row in chart["rows"] for cell in row)
        assert (figure.locator(".badge-reconstructed").count() > 0) == ours
    expect(panel).to_contain_text("reconstructed by us")


def test_a_chart_is_enlarged_and_printed_with_the_columns_in_use_marked(someone: Someone, server: Server) -> None:
    target, units, _ = positions.rich_target()
    match = positions.combat()
    match.play("attack", target, "soviet")
    match.play("unit", units[0], "soviet")
    seat = Seat(someone(), server, server.put(match), "soviet")
    page, odds = seat.page, seat.view()["details"]["odds"]
    page.get_by_role("tab", name="Charts").click()
    figure = page.get_by_role("tabpanel").locator(f'[data-chart="{odds["table"]}"]')
    expect(figure.locator("th.lit").first).to_be_attached()
    figure.get_by_role("button", name="Enlarge").click()
    window = page.get_by_role("dialog")
    expect(window.locator("th.lit").first).to_be_visible()
    table = window.locator(".chart-scroll")
    assert table.evaluate("table => table.scrollWidth <= table.clientWidth"), "all of it is in sight"
    # On paper only what is open is left, in ink.
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("#board")).to_be_hidden()
    expect(table).to_be_visible()
    page.emulate_media(media="screen", color_scheme="light")
    seat.press("Escape")
    page.get_by_role("tab", name="Log").click()
    page.emulate_media(media="print")
    expect(page.locator(".log")).to_be_visible()
    expect(page.locator("#prompt")).to_be_hidden()


def test_a_rule_is_found_by_its_number(seat: Seat) -> None:
    seat.page.get_by_role("tab", name="Rules").click()
    rule = next(one for one in seat.server.sheet("bkg")["rules"] if one["number"] == "5.1.2")
    seat.page.get_by_role("searchbox").fill("5.1.2")
    expect(seat.page.get_by_role("tabpanel", name="Rules").get_by_text(rule["title"]).first).to_be_visible()


def test_a_rule_tells_what_its_terms_mean(seat: Seat) -> None:
    seat.page.get_by_role("tab", name="Rules").click()
    listed = seat.page.locator(".rules-glossary dd")
    expect(listed.first).to_be_attached()
    glossary = listed.all_inner_texts()
    seat.page.locator("#prompt .rule").first.click()
    window = seat.page.get_by_role("dialog")
    term = window.locator(".rule-text abbr.term").first
    meaning = term.get_attribute("title")
    assert meaning in glossary
    term.click()
    note = seat.page.locator(".term-note")
    expect(note).to_have_text(meaning)
    expect(window).to_be_visible()
    seat.press("Escape")
    expect(note).to_be_hidden()


def test_the_map_comes_closer_moves_and_fits_again(seat: Seat) -> None:
    def width() -> float:
        seat.rest()
        box = seat.page.locator(".board-world").bounding_box()
        assert box is not None
        return box["width"]

    seat.press("0")
    whole = width()
    seat.key("closer").click()
    closer = width()
    assert closer > whole * 1.2
    # The wheel brings what is under the pointer closer: it stays where it is.
    seat.press("0")
    width()
    hex_ = seat.offered("attack")[0]
    before = seat.spot(hex_)
    seat.point(hex_)
    seat.page.mouse.wheel(0, -400)
    seat.rest()
    after = seat.spot(hex_)
    assert width() > whole
    assert abs(before[0] - after[0]) < 3
    assert abs(before[1] - after[1]) < 3
    # A drag of the ground moves it.
    x, y = seat.page.locator("#board").bounding_box()["x"] + 500, 300.0  # type: ignore[index]
    seat.page.mouse.move(x, y)
    seat.page.mouse.down(button="middle")
    seat.page.mouse.move(x + 120, y + 60, steps=5)
    seat.page.mouse.up(button="middle")
    seat.rest()
    moved = seat.spot(hex_)
    assert abs(moved[0] - after[0]) > 40
    # And a press on the small map goes there.
    seat.page.locator(".minimap").click(position={"x": 20, "y": 20})
    seat.rest()
    assert seat.spot(hex_) != moved
    seat.press("0")
    assert abs(width() - whole) < 1


def test_the_language_changes_and_nothing_is_lost(seat: Seat) -> None:
    seat.fit()
    target = seat.offered("attack")[0]
    seat.click(target)
    choice = seat.page.get_by_role("menu")
    seat.rest()
    if choice.is_visible():
        choice.get_by_text("Attack").click()
    plan = eventually(lambda: seat.view()["details"].get("plan"))
    seat.key("menu").click()
    seat.page.get_by_role("button", name="Português").click()
    expect(seat.page.locator("html")).to_have_attribute("lang", "pt")
    expect(seat.page.get_by_role("tab", name="Tabelas")).to_be_attached()
    expect(seat.combat).to_contain_text(target)
    assert seat.view()["details"]["plan"] == plan
    assert "Soviet" not in seat.page.locator("#top").inner_text()


def test_a_unit_is_found_by_its_number_and_the_map_goes_there(seat: Seat) -> None:
    sheet = seat.server.sheet("bkg")
    seen, units, map_ = seat.view(), sheet["units"], sheet["map"]
    own = [
        (place, one["id"])
        for place, stack in seen["places"].items()
        for one in stack
        if place in map_["hexes"] and "id" in one and units[one["id"]]["side"] == "soviet"
    ]
    # Of those in the midst of the map, which no tool at its edge covers, the one furthest to the south.
    inner = [one for one in own if 0.3 < map_["hexes"][one[0]][0] / map_["width"] < 0.7]
    place, unit = max(inner, key=lambda one: map_["hexes"][one[0]][1])
    for _ in range(4):
        seat.press("+")
    seat.page.get_by_role("tab", name="Display").click()
    field = seat.page.get_by_role("searchbox", name="Find a unit")
    field.fill(f"where is {units[unit]['name']}?")
    seat.page.get_by_role("button", name=units[unit]["name"]).filter(has_text=place).click()
    x, y = seat.at(place)
    box = seat.page.locator("#board").bounding_box()
    assert box is not None
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
    # What the enemy hides cannot be found either.
    hidden = next(one for one in units if units[one]["side"] == "japan" and seat.find(one) is None)
    field.fill(units[hidden]["name"])
    expect(seat.page.locator(".finder")).not_to_contain_text(units[hidden]["name"])


def test_the_tab_tells_that_it_is_your_turn(seat: Seat) -> None:
    expect(seat.page).to_have_title("● Your turn · Batalha de Khalkhin Gol")
    icon = seat.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/web/icon-turn.svg")
    other = Seat(seat.person, seat.server, seat.table, "japan")
    expect(other.page).to_have_title("Batalha de Khalkhin Gol")
    expect(other.page.locator('link[rel="icon"]')).to_have_attribute("href", "/web/icon.svg")
    other.key("menu").click()
    other.page.get_by_role("group", name="Sound at my turn").get_by_role("button", name="Never").click()
    assert other.page.evaluate("JSON.parse(localStorage.getItem('khalkhin.choices')).sound") == "off"


def test_dark_and_light(seat: Seat) -> None:
    paper = "getComputedStyle(document.querySelector('#panel')).backgroundColor"
    light = seat.page.evaluate(paper)
    seat.key("menu").click()
    seat.page.get_by_role("button", name="Dark").click()
    expect(seat.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert seat.page.evaluate(paper) != light


def test_a_reload_keeps_seat_position_and_what_is_in_hand(seat: Seat) -> None:
    seat.fit()
    only = [*seat.offered("bombard"), *seat.offered("strike")]
    target = next(one for one in seat.offered("attack") if one not in only)
    seat.click(target)
    plan = eventually(lambda: seat.view()["details"].get("plan"))
    seat.page.reload()
    seat.wait()
    expect(seat.combat).to_contain_text(target)
    assert seat.view()["details"]["plan"] == plan
    # Also without the token in the address: the browser remembers it.
    seat.page.goto(f"{seat.person.address}/table/{seat.table.id}")
    seat.wait()
    expect(seat.combat).to_contain_text(target)


def test_the_keys_are_listed(seat: Seat) -> None:
    seat.press("?")
    expect(seat.page.get_by_role("dialog")).to_contain_text("next unit that can act")
    seat.press("Escape")
    expect(seat.page.get_by_role("dialog")).to_have_count(0)


def test_everything_can_be_chosen_from_a_list(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    seat.press("l")
    dialog = seat.page.get_by_role("dialog")
    name = server.sheet("bkg")["units"][seat.offered("unit")[0]]["name"]
    dialog.get_by_role("button").filter(has_text=name).first.click()
    eventually(lambda: seat.view()["details"].get("move"))
