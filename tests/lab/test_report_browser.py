"""A report in a real browser, without a network: what is pointed at is told, the map shows what is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import chromium
from tests.lab.pages import made_of
from tests.lab.runs import carried_out, tiny
from tools.chromium import FLAGS

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = chromium()
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    for name, level in (("first", "random"), ("second", "greedy")):
        carried_out(folder / name, tiny(8, levels={"red": level, "blue": "random"}))
    page = folder / "report.html"
    page.write_text(made_of(folder / "first", folder / "second").page, encoding="utf-8")
    return page


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, file: Path) -> Iterator[Page]:
    context = browser.new_context(viewport=WIDE, color_scheme=request.param, offline=True)  # type: ignore[arg-type]
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda asked: complaints.append(asked.url) if asked.url.startswith("http") else None)
    opened.goto(file.as_uri())
    yield opened
    context.close()
    assert complaints == []


def test_what_is_pointed_at_is_told(page: Page) -> None:
    page.locator("#results .tip .name").first.hover()
    expect(page.locator("#tip")).to_contain_text("of 8")
    page.locator("h1").hover()
    expect(page.locator("#tip")).to_be_hidden()


def test_the_map_shows_what_is_asked_for(page: Page) -> None:
    run = page.locator("g[data-run='0']")
    expect(run.locator("[data-layer=battles]")).to_be_visible()
    page.get_by_role("button", name="Occupation: Blue").click()
    expect(run.locator("[data-layer=side-1]")).to_be_visible()
    expect(run.locator("[data-layer=battles]")).to_be_hidden()
    expect(page.locator(".scale:visible")).to_have_count(1)
    page.get_by_role("button", name="B", exact=True).click()
    expect(run).to_be_hidden()
    expect(page.locator("g[data-run='1'] [data-layer=side-1]")).to_be_visible()


def test_nothing_is_wider_than_a_phone(page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_letters_stay_inside_their_cards(page: Page) -> None:
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".plot")].flatMap((plot) => {
          const card = plot.getBoundingClientRect();
          return [...plot.querySelectorAll("text")].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < card.left || box.right > card.right || box.bottom > card.bottom;
          }).map((one) => one.textContent);
        })"""
    )
    assert outside == []
