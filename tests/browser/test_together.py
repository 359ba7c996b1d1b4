"""Several people at one table, and what happens when the server or somebody goes away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.conftest import Person, Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Seated, Server
from tests.browser.test_moving import alone, reach, stack_of

# Names in attributes and in what can be read; the sprite of all printed counters is no secret.
SHOWN = """() => {
    const nodes = [...document.body.querySelectorAll("*")].filter((node) => !node.closest("symbol, defs"));
    const names = nodes.flatMap((node) => [...node.attributes].map((one) => one.value));
    return names.join(" ") + " " + document.body.innerText;
}"""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of its own, to be killed."""
    made = Server(tmp_path)
    yield made
    made.stop()


def _hidden(seat: Seat) -> set[str]:
    """The counters of a seat's side that the other side may not know."""
    places, sheet = seat.view()["places"], seat.server.sheet(seat.code)
    stacks = [stack for place, stack in places.items() if place in sheet["map"]["hexes"]]
    seen = {one["id"] for stack in stacks for one in stack if "id" in one}
    return {unit for unit in seen if sheet["units"][unit]["side"] == seat.side}


def _told(person: Person) -> str:
    """Everything that a browser was sent, and all that it shows, without what is printed for all."""
    shown: str = person.context.pages[0].evaluate(SHOWN)
    return "\n".join(person.heard) + shown


def test_the_other_side_sees_no_more_than_it_may(someone: Someone, server: Server) -> None:
    table = server.put(positions.moving())
    soviet = Seat(someone(), server, table, "soviet")
    japan = Seat(someone(), server, table, "japan")
    watcher = Seat(someone(), server, table, None)
    soviet.fit()
    (unit, origin), (units, other) = alone(soviet), stack_of(soviet, 3)
    goal = reach(unit)[-1]
    soviet.click(origin)
    eventually(lambda: soviet.view()["details"].get("move"))
    soviet.click(goal)
    soviet.comes_to(unit, goal)
    soviet.click(other)
    eventually(lambda: units[0] in soviet.view()["details"]["move"]["units"])
    # The move is done: the others see that somebody went there, and not who.
    for seat in (japan, watcher):
        expect(seat.page.locator(f"#tab-log button:text-is('{goal}')").first).to_be_attached()
    hidden, names = _hidden(soviet), server.sheet("bkg")["units"]
    assert unit in hidden
    for seat in (japan, watcher):
        told = _told(seat.person)
        assert not [one for one in hidden if f'"{one}"' in told or f" {one} " in told or f"u-{one}" in told]
        assert names[unit]["name"] not in seat.page.evaluate("document.body.innerText")
    views = [json.loads(text) for text in japan.person.heard if '"type":"view"' in text]
    assert [view["number"] for view in views] == sorted({view["number"] for view in views})
    # Picking up a stack is nobody else's business: it changes nothing for them.
    assert views[-1]["number"] == server.view(table, "japan")["number"]


def test_a_spectator_can_only_look(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), None)
    seat.fit()
    expect(seat.page.locator("#prompt")).to_contain_text("you watch")
    assert seat.page.locator(".prompt-buttons button").count() == 0
    seat.press("u", "e", "n")
    hex_ = next(place for place in seat.view()["places"] if place in server.sheet("bkg")["map"]["hexes"])
    seat.click(hex_)
    expect(seat.page.locator("#hand")).to_contain_text(hex_)


def _covered(page: Page) -> bool:
    """Whether nothing of the table can be seen, pointed at, reached by keys or read out."""
    seen: bool = page.evaluate("""() => {
        const curtain = document.querySelector("#curtain");
        const steps = [0.02, 0.3, 0.6, 0.98];
        const spots = steps.flatMap((x) => steps.map((y) => [x * innerWidth, y * innerHeight]));
        const parts = ["top", "rail", "main", "panel"].map((id) => document.getElementById(id));
        return spots.every(([x, y]) => curtain.contains(document.elementFromPoint(x, y)))
            && parts.every((part) => part.inert || getComputedStyle(part).visibility === "hidden");
    }""")
    return seen


def test_two_at_one_desk_have_a_curtain_between_them(someone: Someone, server: Server) -> None:
    table = server.put(positions.fresh("tiny", "contact"))
    person = someone()
    page = person.page(f"/table/{table.id}#{table.tokens['red']}.{table.tokens['blue']}")
    curtain = page.locator("#curtain")
    expect(curtain).to_contain_text("your turn")
    first = curtain.inner_text()
    assert _covered(page)
    curtain.get_by_role("button", name="I am ready").click()
    expect(curtain).to_be_hidden()
    page.locator('[data-key="commit"]:visible').click()
    expect(curtain).to_be_visible()
    assert curtain.inner_text() != first
    assert _covered(page)
    curtain.get_by_role("button", name="I am ready").click()
    expect(page.locator('[data-key="commit"]:visible')).to_be_visible()
    assert "BL-COL" in page.evaluate(SHOWN)


def test_the_computer_plays_both_sides_to_the_end(someone: Someone, server: Server) -> None:
    table = server.new("tiny", red="random", blue="random", pace=0.02)
    seat = Seat(someone(), server, table, None, "tiny")
    expect(seat.page.locator("#tab-log .log-line").nth(4)).to_be_attached()
    expect(seat.key("ending")).to_be_visible()


def test_the_computer_answers(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.combat(), japan="random"), "soviet")
    seat.fit()
    only = [*seat.offered("bombard"), *seat.offered("strike")]
    target = next(one for one in seat.offered("attack") if one not in only)
    seat.click(target)
    for unit in eventually(lambda: seat.offered("unit")):
        seat.combat.locator(f'[data-key="unit-{unit}"]').first.click()
        eventually(lambda: unit not in seat.offered("unit"))  # noqa: B023
    seat.combat.locator('[data-key="say-commit"]').click()
    expect(seat.combat.locator(".outcome")).not_to_be_empty()


def test_a_draw_is_offered_and_accepted(someone: Someone, server: Server) -> None:
    table = server.put(positions.moving())
    soviet, japan = (Seat(someone(), server, table, side) for side in ("soviet", "japan"))
    soviet.key("menu").click()
    soviet.page.get_by_role("button", name="draw").click()
    expect(japan.page.locator("#prompt")).to_contain_text("The other side offers a draw.")
    japan.key("accept").click()
    for seat in (soviet, japan):
        expect(seat.page.get_by_role("dialog")).to_contain_text("A draw")


def test_conceding_asks_first_and_ends_the_game(someone: Someone, server: Server) -> None:
    table = server.put(positions.moving())
    soviet, japan = (Seat(someone(), server, table, side) for side in ("soviet", "japan"))
    soviet.key("menu").click()
    soviet.page.get_by_role("button", name="Concede").click()
    soviet.page.get_by_role("button", name="Play on").click()
    assert server.view(table, "soviet")["view"]["tracks"]["result"] is None
    soviet.key("menu").click()
    soviet.page.get_by_role("button", name="Concede").click()
    soviet.page.locator("dialog .btn-commit").click()
    for seat in (soviet, japan):
        expect(seat.page.get_by_role("dialog")).to_contain_text("concedes")


def test_a_decision_sent_while_the_server_is_dead_is_carried_out_once(someone: Someone, mortal: Server) -> None:
    person = someone(address=mortal.address)
    person.excused = ("WebSocket", "ERR_CONNECTION_REFUSED", "net::")
    seat = Seat(person, mortal, mortal.put(positions.moving()), "soviet")
    seat.fit()
    seat.page.evaluate("window.same = true")
    unit, origin = alone(seat)
    goal = reach(unit)[-1]
    seat.click(origin)
    number = eventually(lambda: seat.view()["details"].get("move") and mortal.view(seat.table, "soviet")["number"])
    expect(seat.page.locator(".layer-reach path").first).to_be_attached()
    spot = seat.at(goal)
    mortal.kill()
    expect(seat.page.locator("#toasts")).to_contain_text("The connection is lost")
    seat.page.mouse.click(*spot)
    mortal.start()
    seat.comes_to(unit, goal)
    expect(seat.page.locator("#toasts")).to_contain_text("The connection is back")
    assert mortal.view(seat.table, "soviet")["number"] == number + 1
    # The page is the same one, and goes on.
    assert seat.page.evaluate("window.same")
    seat.press("u")
    seat.comes_to(unit, origin)


def test_a_seat_that_somebody_else_has_is_refused_in_words(someone: Someone, server: Server) -> None:
    person = someone()
    person.excused = ("401", "404")
    table = server.put(positions.moving())
    page = person.page(f"/table/{table.id}#not-the-right-token")
    expect(page.get_by_role("alert").filter(has_text="seat")).to_be_visible()
    page.goto(f"{person.address}/table/nowhere")
    expect(page.get_by_role("alert").filter(has_text="nowhere")).to_be_visible()


def test_two_windows_of_one_seat_show_the_same(someone: Someone, server: Server) -> None:
    person = someone()
    table = server.put(positions.moving())
    one, two = Seat(person, server, table, "soviet"), Seat(person, server, table, "soviet")
    one.fit()
    unit, origin = alone(one)
    one.click(origin)
    for seat in (one, two):
        expect(seat.page.locator("#hand")).to_contain_text(server.sheet("bkg")["units"][unit]["name"])


def test_browsers_put_shares_into_the_dice_and_find_them_at_the_end(someone: Someone, server: Server) -> None:
    """Nobody has to do anything for it. The friend comes later: from then on both have a share more in them."""
    table = server.new("tiny", seed=None)
    red = Seat(someone(), server, table, "red", "tiny")
    eventually(lambda: sharers(server, table) == ["red"])
    blue = Seat(someone(), server, table, "blue", "tiny")
    eventually(lambda: sharers(server, table) == ["red", "red", "blue"])
    server.say(table, "red", "concede")
    for seat, own, others in ((red, 2, 1), (blue, 1, 2)):
        dice = seat.page.locator(".ending-dice .check.is-good")
        expect(dice.filter(has_text="the share of this browser")).to_have_count(own)
        expect(dice.filter(has_text="a share in the dice")).to_have_count(others)
        assert seat.page.locator(".ending-dice .check.is-bad").all_inner_texts() == []


def sharers(server: Server, table: Seated) -> list[str]:
    """Whose shares are in the dice, in the order in which they came."""
    return [share["side"] for share in server.info(table)["dice"]["shares"]]
