"""The tokens keep the promises of the look: contrast, sight without one kind of cone, and one source for CSS."""

from __future__ import annotations

import re

import pytest

from khalkhin.render import tokens as t
from khalkhin.render.counters import BAND_OPACITY
from tests.render.tokens.colour import apart, contrast, difference

TOKENS = t.tokens()
NATIONS = [(game, key) for game, nations in TOKENS["nations"].items() for key in nations]
TEXT, CONTROL = 4.5, 3.0
CONTROLS = {"edge/panel", "focus/panel"}


def test_the_measures_themselves() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    # From the published test pairs of CIEDE2000 (Sharma, Wu, Dalal 2005).
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert difference((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619)) == pytest.approx(2.0373, abs=1e-4)


@pytest.mark.parametrize("theme", t.THEMES)
def test_contrast_of_the_interface(theme: str) -> None:
    pairs = TOKENS["color"]["contrast"][theme]
    assert len(pairs) == 19
    for pair, documented in pairs.items():
        ink, ground = pair.split("/")
        found = contrast(t.color(ink, theme), t.color(ground, theme))
        assert found >= (CONTROL if pair in CONTROLS else TEXT), pair
        assert found == pytest.approx(documented, abs=0.01), pair


@pytest.mark.parametrize(("game", "key"), NATIONS)
def test_contrast_of_counters(game: str, key: str) -> None:
    look, documented = t.nation(game, key), TOKENS["nations"][game][key]["contrast"]
    for pair, colours in {"ink/ground": (look.ink, look.ground), "ink/frame": (look.ink, look.frame)}.items():
        assert contrast(*colours) >= TEXT, pair
        assert contrast(*colours) == pytest.approx(documented[pair], abs=0.01), pair


@pytest.mark.parametrize(("game", "key"), NATIONS)
def test_contrast_on_the_band_of_a_flipped_counter(game: str, key: str) -> None:
    look = t.nation(game, key)
    under = (int(look.ground[n : n + 2], 16) for n in (1, 3, 5))
    band = "#" + "".join(f"{round(255 * BAND_OPACITY + c * (1 - BAND_OPACITY)):02x}" for c in under)
    assert contrast(look.ink_on_white, band) >= TEXT


def test_contrast_of_markers() -> None:
    for name in ("entrenched", "inSupply", "fortified", "suppressed", "suppressedBand", "disrupted", "moved", "fought"):
        assert contrast(t.status(name), t.status("onDark")) >= TEXT, name
    winter = t.status("winter")
    assert contrast(winter["ground"], winter["ink"]) >= TEXT


@pytest.mark.parametrize("game", TOKENS["terrain"])
def test_contrast_of_hex_numbers_on_every_ground(game: str) -> None:
    look = TOKENS["terrain"][game]
    worst = min(contrast(look["ink"]["hexNumber"], fill) for fill in look["fill"].values())
    assert worst >= TEXT
    assert worst == pytest.approx(look["contrast"]["hexNumber, worst ground"], abs=0.01)


NAMED = {"legal": "legal", "threat": "target", "supplyOk": "supplyOk", "changed": "changed", "objective": "objective"}


@pytest.mark.parametrize("sight", TOKENS["highlight"]["colourBlind"])
def test_highlights_stay_apart(sight: str) -> None:
    """At least 15, except the two that are never shown together and differ in outline."""
    pairs = TOKENS["highlight"]["colourBlind"][sight]
    assert len(pairs) == 6
    for pair, documented in pairs.items():
        a, b = (t.highlight(NAMED[name]) for name in pair.split("/"))
        assert apart(a, b, sight) == pytest.approx(documented, abs=0.15), pair
        assert apart(a, b, sight) >= (7 if pair == "legal/supplyOk" else 15), pair


def test_the_outline_tells_sides_apart_where_colours_do_not() -> None:
    soviet, manchurian = t.nation("sn", "SU"), t.nation("sn", "MC")
    assert apart(soviet.ground, manchurian.ground, "protan") < 10
    assert (soviet.corner, manchurian.corner) == ("round", "clipped")
    assert {t.nation(*key).corner for key in NATIONS if t.nation(*key).side == "soviet"} == {"round"}
    assert {t.nation(*key).corner for key in NATIONS if t.nation(*key).side == "japanese"} == {"clipped"}


def test_nations_of_a_game_can_be_told_by_ground_ink_mark_or_stripe() -> None:
    for game, nations in TOKENS["nations"].items():
        looks = [t.nation(game, key) for key in nations]
        assert len({(look.ground, look.ink, look.mark, look.stripe) for look in looks}) == len(looks)


def test_an_unknown_nation_is_named() -> None:
    with pytest.raises(ValueError, match="no nation 'XX' for 'bkg': they have SU, MN, JP, MC"):
        t.nation("bkg", "XX")


def block(css: str, selector: str) -> dict[str, str]:
    found = re.search(re.escape(selector) + r" \{\n(.*?)\}", css, re.DOTALL)
    assert found, selector
    return dict(re.findall(r"--([\w-]+): (.*?);", found[1]))


def test_css_says_what_the_tokens_say() -> None:
    css = t.css()
    light, dark = block(css, ":root"), block(css, ':root[data-theme="dark"]')
    assert dark == block(css, ':root:not([data-theme="light"])')
    assert dark.keys() < light.keys()
    for name, value in TOKENS["color"]["light"].items():
        dashed = re.sub("([A-Z])", r"-\1", name).lower()
        assert light[dashed] == value
        assert dark[dashed] == TOKENS["color"]["dark"][name]
    assert light["nation-bkg-SU-ground"] == "#86a862"
    assert light["highlight-can-act-width"] == "4"
    assert light["motion-move-per-hex"] == "90ms"
    assert light["radius-pill"] == "999px"
    assert light["type-heading"] == "700 20px/1.15 var(--font-serif)"
    assert light["font-condensed"] == '"Sofia Sans Condensed", "Arial Narrow", sans-serif'
    assert light["ground-filter"] == "none"
    assert dark["ground-filter"] == "brightness(0.84) saturate(0.95)"
    assert css.count("{") == css.count("}")
