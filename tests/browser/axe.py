"""What axe-core finds wrong with a page for people who do not see it, or not well, or use no mouse."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / ".venv" / "js" / "node_modules" / "axe-core" / "axe.min.js"
IMPACTS = ("serious", "critical")


@cache
def _source() -> str:
    if AXE.is_file():
        return AXE.read_text()
    missing = "axe-core is not installed: `make venv` installs it."
    if os.environ.get("KHALKHIN_REQUIRE_SERVICES"):
        pytest.fail(missing)
    pytest.skip(missing)


RESTS = """() => document.getAnimations().every(
    one => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
"""Whether nothing is on its way from one look to another; what turns for ever does not count."""


RUN = """async (options) => {
    const sprites = [...document.querySelectorAll(".board-sprite")].map((one) => [one, document.createComment("")]);
    for (const [one, place] of sprites) one.replaceWith(place);
    try {
        return (await axe.run(document, options)).violations;
    } finally {
        for (const [one, place] of sprites) place.replaceWith(one);
    }
}"""
"""What axe finds without the printed counters that the map draws by reference: nobody sees, hears or reaches them
themselves, and three of four elements are theirs. To exclude them is not enough: axe walks through all there are."""
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""All rules of axe-core about colours, but for those of level AAA, which it leaves out of everything too."""
PAPER = "getComputedStyle(document.body).backgroundColor"


def serious(page: Page) -> list[str]:
    """Every serious or critical finding in a line, when everything that changes its colour has done so."""
    # Evaluated, not added to the page: the page's own policy lets no foreign script in.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    return _found(page, EVERYTHING)


def serious_by_day_and_night(page: Page) -> list[str]:
    """The same in light and in dark: where only the colours are others, only they are looked at again."""
    found, paper = serious(page), page.evaluate(PAPER)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"(paper) => {PAPER} !== paper", arg=paper)
    found += [f"in the dark, {line}" for line in _found(page, COLOURS)]
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"(paper) => {PAPER} === paper", arg=paper)
    return found


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    page.wait_for_function(RESTS)
    found = page.evaluate(RUN, options)
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in IMPACTS
        for node in one["nodes"]
    ]
