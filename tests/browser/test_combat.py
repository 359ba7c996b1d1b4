"""Battles: put together, with exact odds or all cases, committed, answered, rolled, suffered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def attack(seat: Seat) -> tuple[str, list[str], list[str]]:
    target, units, guns = positions.rich_target()
    seat.fit()
    seat.click(target)
    eventually(lambda: seat.view()["details"].get("plan"))
    expect(seat.combat).to_be_visible()
    return target, units, guns


def plan(seat: Seat) -> dict[str, object]:
    found: dict[str, object] = seat.view()["details"].get("plan") or {}
    return found


def box_of(seat: Seat, key: str) -> tuple[int, int] | None:
    """Where something of the panel begins; None while it is drawn anew."""
    box = seat.combat.locator(f'[data-key="{key}"]').bounding_box()
    return box and (round(box["x"]), round(box["y"]))


def test_an_attack_with_guns_and_aircraft_is_put_together_and_fought(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.combat()), "soviet")
    target, units, guns = attack(seat)
    expect(seat.combat).to_contain_text(target)
    further = [unit for unit in seat.offered("unit") if unit not in units]
    seat.rest()
    expect(seat.combat.locator('[data-key="back"]')).to_be_visible()
    places = {key: box_of(seat, key) for key in ("back", *(f"unit-{unit}" for unit in (*units, *further)))}
    for unit in (*units, guns[0]):
        seat.combat.locator(f'[data-key="unit-{unit}"]').first.click()
        eventually(lambda unit=unit: unit in [*plan(seat)["units"], *plan(seat)["guns"]])  # type: ignore[misc]
        seat.rest()
        # Whoever is chosen, no counter and no button moves away under the pointer; what it comes to stays in sight.
        eventually(lambda: {key: box_of(seat, key) for key in places} == places)
        expect(seat.combat.locator(".headline").first).to_be_in_viewport()
    live = seat.page.locator("#live")
    expect(live).to_contain_text("takes part")
    seat.combat.locator('[data-key="number-air"]').fill("3")
    seat.combat.locator('[data-key="number-air"]').press("Tab")
    eventually(lambda: plan(seat)["air"] == 3)
    # The defence is hidden: the own total, and what each possible defence would mean.
    odds = seat.view()["details"]["odds"]
    assert odds["defence"] is None
    expect(seat.combat.locator(".totals")).to_contain_text(str(odds["attack"]))
    expect(seat.combat.locator(".totals")).to_contain_text("?")
    for case in (odds["cases"][0], odds["cases"][-1]):
        expect(seat.combat).to_contain_text(case["column"])
    # Changing one's mind: the gun is taken out again, the air points stay.
    seat.combat.locator(f'[data-key="unit-{guns[0]}"]').first.click()
    eventually(lambda: not plan(seat)["guns"] and plan(seat)["air"] == 3)
    expect(live).to_contain_text("no longer takes part")
    seat.combat.locator('[data-key="say-commit"]').click()
    eventually(lambda: "japan" in seat.view()["waiting"])
    # The other side answers; then come the dice and what they did.
    server.say(seat.table, "japan", "commit")
    expect(seat.combat.locator(".outcome")).not_to_be_empty()
    lines = seat.server.view(seat.table, "soviet")["log"]["lines"]
    result = next(line for line in lines if line["key"] == "log.result")
    codes = result["params"]["codes"]
    expect(seat.combat.locator(".outcome strong")).to_have_text(codes if isinstance(codes, str) else " ".join(codes))
    expect(seat.combat.locator(".steps li")).to_have_count(len(lines) - 1 - lines.index(result))
    seat.combat.locator('[data-key="go-on"]').click()
    expect(seat.combat).to_be_hidden()


def test_with_open_strengths_the_chances_are_exact(someone: Someone, server: Server) -> None:
    match = positions.play_until(
        positions.fresh(options={"open_strengths": True}), lambda m: positions.asked(m) == "ask.combat"
    )
    seat = Seat(someone(), server, server.put(match), "soviet")
    seat.fit()
    only = [*seat.offered("bombard"), *seat.offered("strike")]
    target = next(one for one in seat.offered("attack") if one not in only)
    seat.click(target)
    for unit in eventually(lambda: seat.offered("unit")):
        if not seat.view()["details"].get("odds"):
            seat.combat.locator(f'[data-key="unit-{unit}"]').first.click()
            eventually(lambda: unit not in seat.offered("unit"))  # noqa: B023
    odds = seat.view()["details"]["odds"]
    assert odds["chances"]
    expect(seat.combat.locator("[data-bar]").first).to_be_attached()
    for result in odds["chances"]:
        expect(seat.combat.locator(".combat-outcomes")).to_contain_text(result)


def test_all_who_could_join_come_by_one_press_and_leave_by_one_step_back(someone: Someone, server: Server) -> None:
    seat = Seat(someone(viewport={"width": 1366, "height": 768}), server, server.put(positions.combat()), "soviet")
    # Who asks what can be struck from the air finds it where he looks: the map stays.
    seat.rest()
    world = seat.page.locator(".board-world")
    before = world.bounding_box()
    seat.key("way-strike").click()
    expect(seat.key("way-strike")).to_have_attribute("aria-pressed", "true")
    seat.rest()
    assert world.bounding_box() == before
    seat.key("way-strike").click()
    attack(seat)
    everybody = {*seat.offered("unit")}
    seat.combat.locator('[data-key="join-all"]').click()
    eventually(lambda: len(plan(seat)["units"]) > 1)  # type: ignore[arg-type]
    assert {*plan(seat)["units"]} <= everybody  # type: ignore[misc]
    # The button that commits tells that dice will fall.
    commit = seat.combat.locator('[data-key="say-commit"]')
    expect(commit).to_have_class(re.compile("btn-commit"))
    expect(commit.locator("[data-note]")).to_have_attribute("data-note", "rolls dice, final")
    seat.combat.locator('[data-key="back"]').click()
    eventually(lambda: not plan(seat)["units"])
    expect(seat.combat).to_be_visible()


def test_escape_lets_go_of_the_attack(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.combat()), "soviet")
    attack(seat)
    seat.press("Escape")
    eventually(lambda: not plan(seat))
    expect(seat.combat).to_be_hidden()


# -- suffering ---------------------------------------------------------------------------------------------------------


def test_the_defender_answers_with_guns_and_aircraft(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.asking("ask.defence", 1)), "japan")
    expect(seat.page.locator("#prompt-caption")).to_contain_text("is attacked")
    expect(seat.combat).to_be_visible()
    if seat.offered("air"):
        seat.combat.locator('[data-key="more-air"]').click()
        eventually(lambda: plan(seat)["support_air"] == 1)
    seat.combat.locator('[data-key="say-commit"]').click()
    eventually(lambda: (seat.view()["prompt"] or {"key": ""})["key"] != "ask.defence")
    expect(seat.combat.locator(".outcome")).not_to_be_empty()


@pytest.mark.parametrize(("key", "kind"), [("ask.loss", "unit"), ("ask.retreat-hex", "hex")])
def test_losses_and_retreats_are_chosen_on_the_map(someone: Someone, server: Server, key: str, kind: str) -> None:
    match = positions.asking(key, 0)
    seat = Seat(someone(), server, server.put(match), "soviet")
    seat.fit()
    number = seat.server.view(seat.table, "soviet")["number"]
    if kind == "hex":
        seat.click(seat.offered("hex")[0])
    else:
        unit = seat.offered("unit")[0]
        hex_ = seat.place_of(unit)
        seat.click(hex_)
        if len(seat.view()["places"][hex_]) > 1:  # a stack spreads out first
            seat.page.locator(f'.layer-fan [data-unit="{unit}"]').click(force=True)
    eventually(lambda: seat.server.view(seat.table, "soviet")["number"] > number)


def test_dice_come_to_rest_though_a_loss_is_chosen_at_once(someone: Someone, server: Server) -> None:
    """A computer chooses faster than dice tumble: what is shown must still be what was rolled."""
    table = server.put(positions.asking("ask.defence", 1))
    seat = Seat(someone(reduced_motion="no-preference"), server, table, "soviet")
    expect(seat.combat).to_be_visible()
    before = len(server.view(table, "soviet")["log"]["lines"])
    server.say(table, "japan", "commit")
    for side in ("soviet", "japan"):
        prompt = server.view(table, side)["view"]["prompt"]
        if prompt and prompt["offers"]:
            offer = prompt["offers"][0]
            server.say(table, side, offer["verb"], offer["nouns"][0])
            break
    lines = server.view(table, "soviet")["log"]["lines"][before:]
    dice = next(line["params"]["dice"] for line in lines if line["params"].get("column"))
    expect(seat.combat.locator(".dice")).to_have_attribute("aria-label", str(dice).replace("+", " + "))
    expect(seat.combat.locator(".outcome")).not_to_be_empty()


def test_a_retreat_is_left_to_the_planner_and_taken_back_as_a_whole(someone: Someone, server: Server) -> None:
    """Also where people play each other."""
    match = positions.asking("ask.retreat-unit", 0)
    seat = Seat(someone(), server, server.put(match), "soviet")
    group = seat.offered("unit")
    before = {unit: seat.place_of(unit) for unit in group}
    assert len(group) > 1
    seat.key("retreat").click()
    eventually(lambda: (seat.view()["prompt"] or {}).get("key") not in match.game.retreats)
    assert all(seat.find(unit) != before[unit] for unit in group)
    expect(seat.key("retreat")).to_have_count(0)
    expect(seat.key("undo")).to_be_visible()
    seat.press("u")
    eventually(lambda: {unit: seat.find(unit) for unit in group} == before)
