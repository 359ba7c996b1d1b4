"""Pacific Battles: Nomonhan: a whole month by mouse, finger and keys, and the questions that only this game asks."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from khalkhin.engine.match import Match
from tests.browser import pbn_positions
from tests.browser.axe import serious
from tests.browser.conftest import Someone
from tests.browser.newcomer import Newcomer
from tests.browser.positions import nouns
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def at(match: Match, someone: Someone, server: Server, **look: Any) -> Seat:
    """Sit down where somebody is asked."""
    side = match.game.sides[match.prompts()[0].side]
    return Seat(someone(**look), server, server.put(match), side, "pbn")


def asked(seat: Seat) -> str:
    prompt = seat.view()["prompt"]
    return prompt["key"] if prompt else ""


# -- a whole month -----------------------------------------------------------------------------------------------------


class AtNomonhan(Newcomer):
    """Somebody who does everything once that can be done."""

    def _answers(self, key: str, offers: dict[str, list[Any]], seen: Any) -> None:
        if key == "ask.allocate" and "superiority" in offers:
            self._press(self._key("superiority-more"))
        elif key == "ask.logistics" and "activate" in offers:
            self._types(f"activate {offers['activate'][0]}")
        elif key == "ask.move" and "unit" in offers and self._times("moves") < 4:
            self._takes_from_the_base(offers["unit"], seen)
        elif key == "ask.moving":
            close = [hex_ for hex_ in offers["hex"] if hex_ in seen["details"]["stops"]]
            self._types(str((close or offers["hex"])[0]))
        elif key == "ask.declare" and "attack" in offers and "auto" in offers and not seen["details"].get("plan"):
            self._types(f"attack {offers['attack'][0]}")
        elif key in ("ask.recon", "ask.spirit"):
            self._quickly("pass")
        else:
            self._goes_on(offers)

    def _takes_from_the_base(self, units: list[str], seen: Any) -> None:
        base = next((box for box in ("tamsag", "hailar") if seen["places"].get(box)), "")
        there = {one.get("id") for one in seen["places"].get(base, ())}
        chip = self._key(f"box-{base}")
        if not there & set(units) or not chip.count():
            self._press(self._key("next"))
            return
        self._press(chip)
        # The fastest may reach the enemy.
        printed = self.server.sheet("pbn")["units"]
        fastest = max(there & set(units), key=lambda unit: (int(printed[unit]["factors"][-1]), unit))
        self._press(self._key(f"display-{fastest}"))


MONTH = {"ask.setup", "ask.allocate", "ask.arrivals", "ask.logistics", "ask.move", "ask.moving", "ask.declare"}


def test_two_at_one_desk_play_a_month_with_both_impulses(someone: Someone, server: Server) -> None:
    table = server.new("pbn")
    page = someone().page(f"/table/{table.id}#{table.tokens['soviet']}.{table.tokens['japan']}")
    expect(page.locator("#curtain button")).to_be_visible()
    two = AtNomonhan(server, table, page)
    two.plays_until(2)
    assert MONTH | {"ask.table"} <= two.did
    told = [line["key"] for line in server.view(table, "soviet")["log"]["lines"]]
    assert told.count("log.impulse") == 4
    expect(page.locator(".top-turn")).to_contain_text("June 1939")


def test_a_phone_plays_a_month_against_the_computer(someone: Someone, server: Server) -> None:
    table = server.new("pbn", japan="random")
    page = someone(phone=True).page(f"/table/{table.id}#{table.tokens['soviet']}")
    newcomer = AtNomonhan(server, table, page)
    newcomer.plays_until(2)
    assert newcomer.did >= MONTH - {"ask.declare"}
    expect(page.locator(".top-phase")).to_contain_text("June 1939")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# -- single questions --------------------------------------------------------------------------------------------------


def test_points_are_sent_on_missions_side_by_side_and_called_back(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.allocate", _rich), someone, server)
    steppers = seat.page.locator(".prompt-extra .stepper")
    labels = [steppers.nth(n).get_attribute("aria-label") for n in range(steppers.count())]
    sends(seat, "superiority", "superiority", 1)
    sends(seat, "superiority", "superiority", 2)
    sends(seat, "strikes", "strike", 1)
    # In the order in which they were, with what is left to each.
    assert [steppers.nth(n).get_attribute("aria-label") for n in range(steppers.count())] == labels
    expect(steppers.first).to_contain_text(f"2 of {2 + missions(seat)['reserve']}")
    seat.key("superiority-less").click()
    eventually(lambda: missions(seat)["superiority"] == 1)
    assert missions(seat)["strike"] == 1
    expect(seat.page.locator("#prompt-caption")).to_contain_text("both sides decide")
    # Who comes with another browser is told what is planned, for it can only be taken back step by step there.
    other = Seat(someone(), server, seat.table, seat.side, "pbn")
    expect(other.page.locator(".prompt-extra p")).to_have_text("Air superiority 1 · Strike 1")


def sends(seat: Seat, verb: str, box: str, count: int) -> None:
    """One point more, until page and server agree."""
    seat.key(f"{verb}-more").click()
    eventually(lambda: missions(seat)[box] == count)
    expect(seat.page.locator("#prompt")).to_have_attribute("aria-busy", "false")
    stepper = seat.page.locator(".stepper", has=seat.key(f"{verb}-more"))
    expect(stepper).to_contain_text(f": {count} of ")


def _rich(view: Any) -> bool:
    return bool(view["details"]["missions"]["reserve"] > 4)


def missions(seat: Seat) -> dict[str, int]:
    found: dict[str, int] = seat.view()["details"]["missions"]
    return found


def test_a_headquarters_about_to_go_inactive_is_warned_of(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.logistics", _warned), someone, server)
    (warning,) = seat.view()["details"]["warnings"]
    callout = seat.page.locator(".prompt-extra .callout-warn")
    expect(callout).to_contain_text("inactive when this phase ends, unless supply is spent on")
    expect(callout.locator("[data-unit]").first).to_have_attribute("data-unit", warning["params"]["units"][0])
    expect(callout.locator(".rule")).to_have_text("7.4")


def _warned(view: Any) -> bool:
    return [one["key"] for one in view["details"].get("warnings", ())] == ["warn.unpaid"]


def test_a_base_holds_piles_of_like_counters_and_lets_them_march(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.move"), someone, server)
    seat.fit()
    base = "tamsag" if seat.side == "soviet" else "hailar"
    seat.key(f"box-{base}").click()
    box = seat.page.locator(f'[data-box="{base}"]')
    expect(box.locator(".box-many").first).to_be_visible()
    assert box.locator(".box-counter").count() < len(seat.view()["places"][base])
    box.locator('.box-counter[aria-pressed="false"]').first.click()
    (unit,) = eventually(lambda: seat.view()["details"].get("move", {}).get("units"))
    goal = next(hex_ for hex_ in seat.offered("hex") if hex_ not in seat.view()["places"])
    seat.click(goal)
    seat.comes_to(unit, goal)


def test_the_sheet_of_a_phone_makes_room_for_the_map_when_a_counter_is_in_hand(
    someone: Someone, server: Server
) -> None:
    seat = at(pbn_positions.until("ask.move"), someone, server, phone=True)
    base = "tamsag" if seat.side == "soviet" else "hailar"
    seat.key(f"box-{base}").tap()
    expect(seat.page.locator("body")).to_have_attribute("data-open", "page")
    assert serious(seat.page) == []
    seat.page.locator(f'[data-box="{base}"] .box-counter[aria-pressed="false"]').first.tap()
    eventually(lambda: seat.view()["details"].get("move"))
    expect(seat.page.locator("body:not([data-open])")).to_be_attached()


def test_a_declaration_shows_who_and_what_is_left_over(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.declare", _several), someone, server)
    left = seat.view()["details"]["uncovered"]
    chips = seat.page.locator("#prompt .declared")
    for hex_ in left["hexes"]:
        expect(chips.locator(f'[data-hex="{hex_}"]')).to_be_visible()
    expect(chips.locator("[data-unit]")).to_have_count(len(left["units"]))
    seat.fit()
    seat.click(seat.offered("attack")[0])
    joiner = eventually(lambda: seat.offered("unit"))[0]
    expect(seat.combat).to_be_visible()
    seat.order(f"unit {joiner}")
    battle = eventually(lambda: seat.view()["details"]["battles"])[0]
    line = seat.combat.locator(".declared-line:not(.is-open)").first
    expect(line.locator("dt")).to_have_text(battle["target"])
    expect(line.locator("[data-unit]")).to_have_count(len(battle["units"]))
    expect(seat.combat.locator(".alternative h3")).to_have_text(["Raid", "Assault"])
    expect(seat.combat.locator(".headline").first).to_be_visible()
    target = seat.offered("attack")[0]
    expect(seat.combat.locator('.combat-foot [data-key^="say-attack"]')).to_have_count(0)
    seat.combat.locator(f'.declared [data-key="say-attack-{target}"]').click()
    eventually(lambda: seat.view()["details"]["plan"]["target"] == target)
    auto = seat.combat.locator('[data-key="say-auto"]').or_(seat.key("auto"))
    if auto.count():
        auto.first.click()
    commit = seat.key("commit").or_(seat.key("say-commit"))
    expect(commit).to_have_text(re.compile(r"^Declare \d+ battles?$"))
    commit.click()
    eventually(lambda: asked(seat) != "ask.declare")


@pytest.mark.parametrize("look", [{"phone": True}, {"viewport": {"width": 900, "height": 1100}, "has_touch": True}])
def test_the_chances_are_in_view_beside_a_declaration(someone: Someone, server: Server, look: dict[str, Any]) -> None:
    match = pbn_positions.until("ask.declare", _several)
    side = match.game.sides[match.prompts()[0].side]
    match.play("attack", nouns(match, "attack", side)[0], side)
    while joiners := nouns(match, "unit", side):
        match.play("unit", joiners[0], side)
    seat = Seat(someone(**look), server, server.put(match), side, "pbn")
    if "phone" in look:
        seat.key("odds").first.tap()
    headline = seat.combat.locator(".headline").first
    expect(headline).to_be_in_viewport()
    box = headline.bounding_box()
    assert box
    at_it = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.headline'))"
    seat.rest()
    assert seat.page.evaluate(at_it, [box["x"] + 8, box["y"] + box["height"] / 2])


def _several(view: Any) -> bool:
    return len(view["details"]["uncovered"]["hexes"]) > 1


def _boxes(columns: Locator) -> list[Any]:
    """Where some elements lie; nothing while one of them is not there."""
    found = [column.bounding_box() for column in columns.all()]
    return found if all(found) else []


def test_both_tables_are_compared_before_one_is_chosen(someone: Someone, server: Server) -> None:
    match = pbn_positions.until("ask.table")
    for phone in (False, True):
        seat = at(match, someone, server, phone=phone)
        columns = seat.combat.locator(".alternative")
        expect(columns).to_have_count(2)
        seat.rest()
        # A panel that is drawn anew has no boxes for a moment.
        boxes = eventually(partial(_boxes, columns))
        assert boxes[0]["y"] == boxes[1]["y"]
        assert boxes[0]["x"] < boxes[1]["x"]
        assert serious(seat.page) == []
        seat.key("word-table-assault").click()
        expect(columns).to_have_count(0)
        told = [line["params"] for line in server.view(seat.table, seat.side)["log"]["lines"]]
        assert any("assault" in str(params) for params in told)


def test_a_window_for_markers_is_passed_with_a_key(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.recon"), someone, server)
    expect(seat.combat.locator(".combat-ask")).to_contain_text("Recon")
    expect(seat.combat.locator('[data-key="say-pass"] kbd')).to_have_text("E")
    number = server.view(seat.table, seat.side)["number"]
    seat.press("e")
    eventually(lambda: server.view(seat.table, seat.side)["number"] != number)


def test_a_marker_tells_what_it_does_before_it_is_played(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.allocate", _spies), someone, server)
    chip = seat.key("standing-espionage")
    chip.hover()
    expect(seat.page.locator(".term-note")).to_contain_text("turn track")
    number = seat.number()
    chip.click()
    expect(seat.title).to_have_text("Play Espionage?")
    expect(seat.page.locator(".prompt-about")).to_contain_text("turn track")
    seat.key("not-now").click()
    expect(seat.title).not_to_contain_text("Espionage")
    assert seat.number() == number
    chip.click()
    seat.key("pending").click()
    eventually(lambda: not _spies(seat.view()))
    expect(seat.page.locator("#news")).to_contain_text("On the Japanese track")


def _spies(view: Any) -> bool:
    return any(offer["verb"] == "espionage" for offer in view["standing"])


def test_a_marker_that_joins_a_battle_is_played_by_a_second_press(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.spirit", _holds), someone, server)
    (marker,) = seat.offered("play")
    number = seat.number()
    seat.combat.locator(f'[data-key="unit-{marker}"]').click()
    expect(seat.combat.locator(".commit-about")).to_contain_text("In one battle")
    assert seat.number() == number
    seat.combat.locator('[data-key="pending"]').click()
    eventually(lambda: seat.number() > number)
    assert "log.played" in [line["key"] for line in server.view(seat.table, seat.side)["log"]["lines"]]


def _holds(view: Any) -> bool:
    return bool(view["prompt"]["params"]["count"] == 1)


@pytest.mark.parametrize("phone", [False, True])
def test_the_tables_of_recon_are_answers_beside_the_question(someone: Someone, server: Server, phone: bool) -> None:
    match = pbn_positions.until("ask.recon", lambda view: view["prompt"]["params"]["count"] == 1)
    seat = at(match, someone, server, phone=phone)
    foot = seat.combat.locator(".combat-foot")
    expect(foot.locator(".combat-ask")).to_contain_text("Recon")
    expect(foot.locator('[data-key^="word-table-"]')).to_have_text(["Raid", "Assault"])
    expect(seat.combat.locator(".commit")).to_have_count(0)
    foot.locator('[data-key="word-table-assault"]').click()
    eventually(lambda: asked(seat) != "ask.recon")
    told = [line["params"] for line in server.view(seat.table, seat.side)["log"]["lines"]]
    assert any(one.get("table") == "@table.assault" for one in told)


def test_support_that_is_still_being_chosen_is_given_before_the_table(someone: Someone, server: Server) -> None:
    match = pbn_positions.until("ask.table", _supported, {"close_support": True})
    seat = at(match, someone, server)
    expect(seat.key("more-support")).to_be_enabled()
    seat.page.evaluate(
        """() => {
            document.querySelector('[data-key="more-support"]').click();
            document.querySelector('[data-key="word-table-raid"]').click();
        }"""
    )
    eventually(lambda: asked(seat) != "ask.table")
    keys = [line["key"] for line in server.view(seat.table, seat.side)["log"]["lines"]]
    assert "log.close-support" in keys


def _supported(view: Any) -> bool:
    return any(offer["verb"] == "support" and offer["nouns"] for offer in view["prompt"]["offers"])


def test_points_of_a_strike_are_said_with_one_press_and_stand_on_the_map(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.points"), someone, server)
    hex_ = seat.view()["prompt"]["params"]["hex"]
    expect(seat.combat).to_contain_text(hex_)
    expect(seat.combat.locator(".chance").first).to_be_visible()
    seat.key("word-points-1").click()
    eventually(lambda: seat.view()["details"].get("strikes", {}).get(hex_) or asked(seat) != "ask.points")
    if asked(seat) == "ask.strike":
        expect(seat.page.locator(f'.points-pill[data-hex="{hex_}"]')).to_have_text("1")


def test_the_enemy_shows_one_counter_of_a_stack_and_the_backs_of_his_markers(someone: Someone, server: Server) -> None:
    seat = at(pbn_positions.until("ask.move"), someone, server)
    seat.page.get_by_role("tab", name="Display").click()
    hand = seat.page.locator('[data-box="hand"]')
    shown = [one for one in seat.view()["places"]["hand"] if "nation" in one]
    if len(shown) > 1:
        expect(hand.locator(".is-nameless .box-many")).to_have_text(f"×{len(shown)}")
    expect(hand.locator(".is-nameless")).to_have_count(1)
    pools = seat.page.locator(".pools")
    expect(pools).to_contain_text("Command level")
    expect(pools.locator("tbody tr")).to_have_count(len(seat.view()["summary"]["pools"]))
