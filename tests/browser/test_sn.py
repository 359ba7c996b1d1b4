"""Strike North: a month with a drop, a landing, a carrier and an interception; then questions that only it asks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from khalkhin.engine.match import Match
from tests.browser import sn_positions
from tests.browser.axe import serious
from tests.browser.conftest import Someone
from tests.browser.newcomer import Newcomer
from tests.browser.seat import Seat, eventually, middle_of
from tests.browser.served import Seated, Server

PORT = "2604"
BY_HAND = ("JP-1TSAB", "JP-1CSNLFMB")
"""Paratroops are put into the Home Islands by hand, marines into the port."""
INTERCEPTED = ("1902", "0811", "1225", "1127")
"""Where Soviet airbases are."""


def at(match: Match, someone: Someone, server: Server, **look: Any) -> Seat:
    """Sit down where somebody is asked."""
    side = match.game.sides[match.prompts()[0].side]
    return Seat(someone(**look), server, server.put(match), side, "sn")


# -- a turn ------------------------------------------------------------------------------------------------------------


class OnTheAmur(Newcomer):
    """Two who do everything once that a month offers."""

    def __init__(self, server: Server, table: Seated, page: Page) -> None:
        super().__init__(server, table, page)
        self.map = server.sheet("sn")["map"]

    def _answers(self, key: str, offers: dict[str, list[Any]], seen: Any) -> None:
        answer = {
            "ask.setup": self._sets_up,
            "ask.place": self._places,
            "ask.mobilize": self._recruits,
            "ask.move": self._moves,
            "ask.moving": self._rides,
            "ask.launch": self._flies,
            "ask.intercept": self._flies,
            "ask.mission": self._targets,
        }.get(key)
        if answer is None or not answer(offers, seen):
            self._goes_on(offers)

    def _clicks(self, hex_: str) -> bool:
        """Wherever it is: the whole map is shown first."""
        self.page.keyboard.press("0")
        self.page.mouse.click(*middle_of(self.page, self.map, hex_))
        return True

    def _sets_up(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        unit = next((one for one in BY_HAND if one in offers["unit"]), None)
        if unit:
            self._press(self._key(f"display-{unit}"))
        return unit is not None

    def _places(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        if seen["prompt"]["params"]["units"] == ["JP-1CSNLFMB"]:
            return self._clicks(PORT)
        self._press(self.page.locator('#prompt [data-key="home"]'))
        return True

    def _recruits(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        if seen["side"] != "japan" or self._times("recruits"):
            return False
        expect(self.page.locator(".shop-purse strong")).to_have_text(str(seen["details"]["recruit"]["points"]))
        self._press(self.page.locator('.shop-lot[data-unit="JP-KAHQ"]'))
        return True

    def _moves(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        """Paratroops first, then by sea what is in the port, a carrier, and one unit by land."""
        if seen["side"] != "japan":
            return False
        if "drop" in offers and not self._times("drops"):
            self._press(self._key("way-drop"))
            self._press(self._key("display-JP-1TSAB"))
            return True
        if "sail" in offers and not self._times("sails"):
            self._press(self._key("way-sail"))
            return self._clicks(PORT)
        if "JP-CV-1" in offers["unit"] and not self._times("cruises"):
            self._press(self._key("box-available"))
            self._press(self._key("display-JP-CV-1"))
            return True
        if self._times("marches"):
            return False
        self._types(f"unit {offers['unit'][0]}")
        return True

    def _rides(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        if "rail" not in offers:
            return False
        self._press(self._key("way-rail"))
        self.did.add("rides")
        return self._clicks(next(hex_ for hex_ in offers["rail"] if hex_ not in seen["places"]))

    def _flies(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        """The first strike that lies on top in its box."""
        ready = [self._key(f"display-{unit}") for unit in offers.get("unit", ())]
        shown = next((one for one in ready if one.count()), None)
        if shown is None or self._times(f"{seen['side']} flies") > 1:
            return False
        self._press(shown)
        return True

    def _targets(self, offers: dict[str, list[Any]], seen: Any) -> bool:
        return self._clicks(next((hex_ for hex_ in INTERCEPTED if hex_ in offers["hex"]), offers["hex"][0]))


ASKED = {"ask.setup", "ask.place", "ask.mobilize", "ask.reorganize", "ask.move", "ask.drop", "ask.sail", "ask.cruise"}
FOUGHT = {"ask.launch", "ask.mission", "ask.intercept", "ask.scramble", "ask.declare", "ask.aim"}
TOLD = {"log.landing", "log.cruise", "log.launched", "log.intercepts", "log.recruited-box", "log.odds"}


def test_two_at_one_desk_drop_land_fly_intercept_and_fight(someone: Someone, server: Server) -> None:
    table = server.new("sn", scenario="kantokuen")
    page = someone().page(f"/table/{table.id}#{table.tokens['soviet']}.{table.tokens['japan']}")
    expect(page.locator("#curtain button")).to_be_visible()
    two = OnTheAmur(server, table, page)
    two.plays_until(2)
    assert two.did >= ASKED | FOUGHT | {"rides"}
    told = {line["key"] for line in server.view(table, "japan")["log"]["lines"]}
    assert told >= TOLD
    assert told & {"log.drop", "log.drop-lost"}
    expect(page.locator(".top-turn")).to_contain_text("September 1941")


# -- single questions --------------------------------------------------------------------------------------------------


def test_counters_of_a_sort_lie_in_one_pile_where_there_are_very_many(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.setup"), someone, server)
    pool = seat.page.locator('[data-box="pool"]')
    assert pool.locator(".box-counter").count() < len(seat.view()["places"]["pool"]) / 2
    expect(seat.page.locator(".placing .box-many").first).to_be_visible()


def in_hand() -> tuple[Match, str, str, str]:
    """A game with a unit in hand, the unit, a hex to go by way of, and a goal to which the usual way is another."""
    match = sn_positions.until("ask.move")
    side = match.game.sides[match.prompts()[0].side]
    for unit in next(o["nouns"] for o in match.view(side)["prompt"]["offers"] if o["verb"] == "unit"):
        twin = match.clone()
        twin.play("unit", unit)
        seen = twin.view(side)
        before, empty = seen["details"].get("from", {}), {*seen["details"].get("left", ())} - {*seen["places"]}
        offers = {o["verb"]: o["nouns"] for o in seen["prompt"]["offers"]}
        for way in sorted({*offers.get("via", ())} & empty):
            after = twin.clone()
            after.play("via", way)
            for goal in sorted(empty & {*after.view(side)["details"]["left"]}):
                if way not in usual(before, goal) and goal not in usual(before, way):
                    return twin, unit, way, goal
    raise LookupError("nobody has two ways to go")


def usual(before: dict[str, str], goal: str) -> list[str]:
    """The way there that is taken where none is named."""
    way = [goal]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way


def gone(seat: Seat, unit: str, way: str, goal: str) -> None:
    seat.comes_to(unit, goal)
    path = eventually(lambda: _told(seat, "log.move"))["params"]["path"]
    assert way in path
    assert path[-1] == goal


def test_the_way_is_named_with_shift_or_with_the_button(someone: Someone, server: Server) -> None:
    match, unit, way, goal = in_hand()
    for button in (False, True):
        seat = at(match, someone, server)
        seat.fit()
        if button:
            seat.key("way-via").click()
            expect(seat.title).to_contain_text("Go by way of a hex")
            seat.click(way)
        else:
            seat.page.keyboard.down("Shift")
            seat.click(way)
            seat.page.keyboard.up("Shift")
        seat.comes_to(unit, way)
        seat.point(goal)
        expect(seat.page.locator(".board-world .path-line").first).to_be_attached()
        expect(seat.page.locator(".board-tip")).to_contain_text(seat.view()["details"]["left"][goal])
        seat.click(goal)
        gone(seat, unit, way, goal)


def test_the_way_is_named_by_keyboard_and_by_typed_order(someone: Someone, server: Server) -> None:
    match, unit, way, goal = in_hand()
    seat = at(match, someone, server)
    seat.order(f"via {way}")
    seat.comes_to(unit, way)
    seat.key("undo").click()
    eventually(lambda: not seat.view()["details"]["move"]["path"])
    seat.order(f"via {way} {goal}")
    gone(seat, unit, way, goal)


def test_a_finger_names_the_way_with_the_button(someone: Someone, server: Server) -> None:
    match, unit, way, goal = in_hand()
    seat = at(match, someone, server, phone=True)
    seat.key("way-via").tap()
    seat.page.touchscreen.tap(*seat.at(way))
    expect(seat.title).to_contain_text("to go by way of it")
    seat.key("go").tap()
    seat.comes_to(unit, way)
    seat.page.touchscreen.tap(*seat.at(goal))
    seat.key("go").tap()
    gone(seat, unit, way, goal)


def test_who_comes_to_the_table_sees_what_is_asked(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.aim"), someone, server)
    x, y = seat.at(seat.view()["prompt"]["params"]["hex"])
    combat = seat.combat.bounding_box()
    assert combat is not None
    assert 60 < x < 1090
    assert 60 < y < 900
    assert not (combat["x"] < x < combat["x"] + combat["width"] and combat["y"] < y < combat["y"] + combat["height"])


def test_a_strike_is_aimed_by_the_odds_of_its_targets(someone: Someone, server: Server) -> None:
    match = sn_positions.until("ask.aim", _several_targets)
    for phone in (False, True):
        aims(at(match, someone, server, phone=phone))


def aims(seat: Seat) -> None:
    targets = seat.offered("target")
    expect(seat.combat.locator(".alternative")).to_have_count(len(targets))
    # Who flies over the hex attacks it: he is not among the defenders.
    hex_ = seat.view()["prompt"]["params"]["hex"]
    flying = [one for one in seat.view()["places"][hex_] if "-AIR-" in one.get("id", "")]
    expect(seat.combat.locator(".force.is-attack li")).to_have_count(len(flying))
    assert serious(seat.page) == []
    expect(seat.key(f"word-target-{targets[-1]}")).to_contain_text("Attack the ")
    seat.key(f"word-target-{targets[-1]}").click()
    told = eventually(lambda: _told(seat, "log.air-attack"))
    assert told["params"]["hex"] == hex_


def _several_targets(view: Any) -> bool:
    return len(view["details"].get("alternatives", ())) > 1


def _told(seat: Seat, key: str) -> Any:
    lines = seat.server.view(seat.table, seat.side)["log"]["lines"]
    return next((line for line in reversed(lines) if line["key"] == key), None)


def test_interceptors_find_the_strikes_lit_up(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.intercept", _can_fly), someone, server)
    flights = seat.view()["details"]["flights"]
    expect(seat.page.locator(".lit-line").first).to_be_attached()
    seat.page.locator('[data-box="interception"] .box-counter[aria-pressed="false"]').first.click()
    goal = eventually(lambda: seat.offered("hex"))[0]
    assert goal in flights
    seat.fit()
    seat.click(goal)
    eventually(lambda: _told(seat, "log.intercepts") or seat.offered("from"))


def _can_fly(view: Any) -> bool:
    return any(offer["verb"] == "unit" for offer in view["prompt"]["offers"])


def test_expended_supply_shows_whom_it_serves(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.expend-combat"), someone, server)
    expect(seat.page.locator(".lit-line")).to_have_count(0)
    for unit in seat.offered("expend"):
        seat.order(f"expend {unit}")
        expect(seat.page.locator("#order input")).to_have_value("")
    assert seat.view()["details"]["supplied"]
    expect(seat.page.locator(".lit-line").first).to_be_attached()


def test_the_log_tells_turn_and_phase_and_gathers_what_is_alike(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.next-attack"), someone, server)
    log = seat.page.locator("#tab-log")
    expect(log.locator(".log-line").first).to_have_class("log-line log-phase")
    expect(log.locator(".log-phase").first).to_contain_text("1941 · ")
    expect(log.locator("time")).to_have_count(0)
    group = log.locator(".log-group").first
    expect(group.locator(".log-line").first).to_be_hidden()
    group.locator("summary").click()
    expect(group.locator(".log-line").first).to_be_visible()
    expect(group.locator("summary")).to_contain_text(str(group.locator(".log-line").count()))
    lone = "p => [...p.childNodes].some(n => n.previousElementSibling === n.previousSibling && /^[.,;:]/.test(n.data))"
    assert not log.locator("p").evaluate_all(f"ps => ps.some({lone})")


def test_the_turn_track_tells_income_and_winter(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.mobilize"), someone, server)
    track = seat.page.locator(".turns li")
    expect(track).to_have_count(4)
    expect(track.first).to_have_attribute("aria-current", "step")
    expect(track.first).to_contain_text("Income 8 : 24")
    expect(track.last).to_contain_text("Winter")


def test_a_phone_recruits_and_puts_the_recruit_into_a_box(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.mobilize"), someone, server, phone=True)
    lot = seat.page.locator(".shop-lot.is-open").first
    expect(lot).to_be_visible()
    assert serious(seat.page) == []
    purse = seat.view()["details"]["recruit"]["points"]
    unit = lot.get_attribute("data-unit")
    lot.tap()
    seat.page.locator('#prompt [data-key="home"]').tap()
    eventually(lambda: seat.find(str(unit)) == "home")
    expect(seat.page.locator(".shop-purse strong")).not_to_have_text(str(purse))
    assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_zones_points_and_supply_lie_over_the_map(someone: Someone, server: Server) -> None:
    seat = at(sn_positions.until("ask.move"), someone, server)
    for overlay, mark in (("zones", ".zone-tint"), ("points", ".objective-badge"), ("supply", ".supply-line")):
        seat.key(overlay).click()
        expect(seat.page.locator(f".board-world {mark}").first).to_be_attached()
        seat.key(overlay).click()
