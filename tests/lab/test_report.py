"""Reports: the numbers on the page are those of the games, in both languages, and the page needs nothing else."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64decode
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.rulebook import rules_of
from khalkhin.engine.words import dictionary, languages
from khalkhin.lab.rating import wilson
from khalkhin.lab.report import Report
from khalkhin.lab.report.doings import THEMES, sentence, theme_of, thing
from khalkhin.lab.report.rules import nameable
from khalkhin.lab.report.speech import Speech
from khalkhin.lab.request import RunRequest
from khalkhin.lab.statistics import mcnemar, quantile
from tests.lab.pages import Element, made_of, parsed, sheet
from tests.lab.runs import Rows, carried_out, tiny

LEVELS = {"soviet": "random", "japan": "random"}


class Run:
    """A run of the lab, its rows, and the report on it."""

    def __init__(self, path: Path, request: RunRequest) -> None:
        self.path = path
        self.rows: Rows = carried_out(path, request)
        self.report: Report = made_of(path)
        self.page: Element = parsed(self.report.page)

    def of(self, winner: str) -> int:
        return sum(row["winner"] == winner for row in self.rows["games"])


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(tmp_path_factory.mktemp("small") / "random", tiny(40))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same dice, but red thinks a little."""
    return Run(tmp_path_factory.mktemp("small") / "greedy", tiny(40, levels={"red": "greedy", "blue": "random"}))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(tmp_path_factory.mktemp("real") / "bkg", RunRequest.of("bkg", games=1, levels=LEVELS))


def tile(page: Element, title: str) -> tuple[str, str]:
    """What a tile of the head says: its number and what stands below."""
    found = next(one for one in page.find(class_="tile") if one.one("h3").text == title)
    return found.one("b").text, found.one("small").text


# -- the numbers -------------------------------------------------------------------------------------------------------


def test_the_head_has_the_shares_with_their_intervals(small: Run) -> None:
    for side, title in (("red", "Red wins"), ("blue", "Blue wins"), ("", "Draws")):
        count = small.of(side)
        low, high = wilson(count, 40)
        assert tile(small.page, title) == (f"{count * 2.5:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %")
    assert tile(small.page, "Games")[0] == "40"
    turns = fmean(row["turns"] for row in small.rows["games"])
    assert float(tile(small.page, "Turns a game")[0]) == pytest.approx(turns, abs=0.05)
    assert len({small.of(side) for side in ("red", "blue", "")}) > 1, "all the same would prove little"


def test_results_count_every_ending(small: Run) -> None:
    counted = Counter((row["winner"] or "draw", row["how"]) for row in small.rows["games"])
    found = {(row["winner"], row["how"]): int(row["games"]) for row in sheet(small.report, "results")}
    assert found == counted
    margins = Counter(str(row["margin"]) for row in small.rows["games"])
    assert {row["margin"]: int(row["games"]) for row in sheet(small.report, "margins")} == margins


def test_every_ending_has_a_bar_with_a_whisker(small: Run) -> None:
    figure = next(one for one in small.page.find("figure") if one.one("figcaption").text.startswith("How games end"))
    values = [one.text for one in figure.find("text", "value")]
    assert sorted(int(value.partition(" ")[0]) for value in values) == sorted(
        Counter((row["winner"], row["how"]) for row in small.rows["games"]).values()
    )
    assert len(figure.find("path", "whisker")) == len(values)


def test_turns_have_the_quantiles_of_the_games_that_went_so_far(small: Run) -> None:
    rows = [row for row in sheet(small.report, "turns") if (row["measure"], row["side"]) == ("points", "red")]
    by_turn: dict[int, list[int]] = {}
    for row in small.rows["turns"]:
        by_turn.setdefault(row["turn"], []).append(row["points_red"])
    assert [int(row["turn"]) for row in rows] == sorted(by_turn)
    for row in rows:
        values = sorted(by_turn[int(row["turn"])])
        assert int(row["games"]) == len(values)
        assert float(row["mean"]) == pytest.approx(fmean(values), rel=1e-5)
        assert float(row["median"]) == pytest.approx(quantile(values, 0.5))
        assert float(row["p90"]) == pytest.approx(quantile(values, 0.9), rel=1e-5)


def test_lines_lie_where_the_values_are(small: Run) -> None:
    """The medians read off the plot with its own axis are those of the table."""
    figure = next(one for one in small.page.find("figure") if one.one("figcaption").text == "Points")
    values = [float(text.text.replace("−", "-")) for text in _axis(figure)]
    heights = [float(text.attributes["y"]) - 4 for text in _axis(figure)]
    scale = (values[-1] - values[0]) / (heights[-1] - heights[0])
    dots = figure.find("g", "tone-side-a")[1].find("circle")
    read = [values[0] + (float(dot.attributes["cy"]) - heights[0]) * scale for dot in dots]
    rows = [row for row in sheet(small.report, "turns") if (row["measure"], row["side"]) == ("points", "red")]
    assert read == pytest.approx([float(row["median"]) for row in rows], abs=abs(scale) * 0.2)


def _axis(figure: Element) -> list[Element]:
    return figure.find("g", "axis")[0].find("text")


def test_hexes_are_counted_in_games_and_in_ends_of_turns(real: Run) -> None:
    battles = Counter(hex_ for row in real.rows["combats"] for hex_ in row["hexes"])
    held = Counter(hex_ for row in real.rows["turns"] for hex_ in row["held_japan"])
    found = {row["hex"]: row for row in sheet(real.report, "hexes")}
    assert battles
    assert held
    for name, row in found.items():
        assert float(row["battles_per_game"]) == battles[name]
        assert float(row["held_japan"]) == pytest.approx(held[name] / len(real.rows["turns"]), rel=1e-5)
    assert {*battles, *held} <= found.keys()


def test_the_map_shows_every_hex_where_it_was_fought(real: Run) -> None:
    battles = {hex_ for row in real.rows["combats"] for hex_ in row["hexes"]}
    layer = real.page.one("g", "heat", data_layer="battles")
    assert len(layer.find("use")) == len(battles)
    assert "hidden" not in layer.attributes
    assert "hidden" in real.page.one("g", "heat", data_layer="side-0").attributes
    strongest = max(float(use.attributes["fill-opacity"]) for use in layer.find("use"))
    assert strongest == pytest.approx(0.92)
    tips = [use.one("title").text for use in real.page.one("g", "hits").find("use")]
    busiest = Counter(hex_ for row in real.rows["combats"] for hex_ in row["hexes"]).most_common(1)[0]
    assert any(tip.startswith(busiest[0]) and f"{busiest[1]} battles" in tip for tip in tips)


def test_rolls_are_held_against_the_table(small: Run) -> None:
    rows = sheet(small.report, "combat")
    rolled = Counter((row["table"], row["column"], row["result"]) for row in small.rows["combats"])
    assert {key: n for row in rows if (n := int(row["observed"])) for key in [_key(row)]} == rolled
    printed = library.get("tiny").results_tables()
    for row in sheet(small.report, "columns"):
        table = printed[row["table"]]
        chances = table.distribution(table.columns.index(row["column"]))
        of = {one["result"]: float(one["expected"]) for one in rows if _key(one)[:2] == (row["table"], row["column"])}
        assert of == pytest.approx(
            {result: float(chance) * int(row["rolls"]) for result, chance in chances.items()}, rel=1e-5
        )
    assert any(row["p"] for row in sheet(small.report, "columns")), "enough rolls for a test"


def _key(row: dict[str, str]) -> tuple[str, str, str]:
    return row["table"], row["column"], row["result"]


def test_rules_that_came_up_and_rules_that_did_not(real: Run) -> None:
    book = rules_of(library.get("bkg"))
    used = {row["rule"] for row in real.rows["rules"]}
    found = {row["rule"]: row for row in sheet(real.report, "rules")}
    assert found.keys() == {rule.number for rule in book.values() if rule.kind in ("enforce", "optional", "scenario")}
    for number, row in found.items():
        under = any(other == number or other.startswith(f"{number}.") for other in used)
        assert row["came_up"] == str(int(under)), number
        counted = sum(one["decisions"] for one in real.rows["rules"] if one["rule"] == number)
        assert int(row["decisions"]) == counted
    never = next(one for one in real.page.find("details") if "never came up" in one.one("summary").text)
    listed = [one.text for one in never.find("th", scope="row")]
    assert listed == [n for n, row in found.items() if row["came_up"] == "0" and row["nameable"] == "1"]
    assert listed


def test_what_prompts_and_the_log_name() -> None:
    game = library.get("bkg")
    named = nameable(game, rules_of(game))
    assert {"6.2", "5.1.6.k", "5.3"} <= named
    assert "4.1.1" not in named, "only a refusal names the stacking limit"


def test_length_and_time(small: Run) -> None:
    rows = {(row["measure"], row["side"]): row for row in sheet(small.report, "length")}
    values = sorted(row["decisions_blue"] for row in small.rows["games"])
    found = rows["decisions", "blue"]
    assert float(found["mean"]) == pytest.approx(fmean(values), rel=1e-5)
    assert float(found["most"]) == values[-1]
    assert float(rows["seconds", "red"]["mean"]) >= 0


# -- events ------------------------------------------------------------------------------------------------------------


def test_events_are_counted(real: Run) -> None:
    rows = sheet(real.report, "events")
    counted: Counter[tuple[str, str, str]] = Counter()
    for row in real.rows["events"]:
        counted[row["key"], row["side"], row["detail"]] += row["count"]
    assert {(row["key"], row["side"], row["detail"]): int(row["count"]) for row in rows} == counted
    assert all(float(row["per_game"]) == int(row["count"]) for row in rows)


def test_lines_of_the_log_are_told_with_open_gaps() -> None:
    speech = Speech(library.get("kgw"), "en")
    assert sentence("event", speech) == "Event …"
    assert sentence("income", speech) == "… recruit points, now …"
    assert sentence("deploy", speech) == "… arrive in …"
    assert thing("INF", Speech(library.get("bkg"), "pt")) == "Infantaria"
    assert thing("SU-601-1", Speech(library.get("bkg"), "en")) == "I/601 Rgt"
    assert theme_of("income") == "supply"
    assert theme_of("gekokujo") == "events"


def test_every_theme_is_of_lines_that_there_are() -> None:
    known = {
        key.removeprefix("log.")
        for code in ("bkg", "kgw", "pbn", "sn")
        for key in dictionary(library.get(code).words, "en")
        if key.startswith("log.")
    }
    listed = [key for keys in THEMES.values() for key in keys]
    assert {*listed} <= known
    assert len(listed) == len({*listed}), "a line has one theme"


# -- several runs ------------------------------------------------------------------------------------------------------


def test_runs_with_the_same_dice_are_compared_pair_by_pair(small: Run, other: Run) -> None:
    made = made_of(small.path, other.path)
    found = {row["measure"]: row for row in sheet(made, "differences")}
    pairs = [
        (a["winner"] == "red", b["winner"] == "red")
        for a, b in zip(small.rows["games"], other.rows["games"], strict=True)
    ]
    wins = found["wins_red"]
    assert wins["paired"] == "1"
    assert float(wins["first"]) == small.of("red") / 40
    assert float(wins["value"]) == other.of("red") / 40
    assert float(wins["p"]) == pytest.approx(mcnemar(pairs.count((True, False)), pairs.count((False, True))), rel=1e-5)
    assert float(wins["low"]) < float(wins["difference"]) < float(wins["high"])
    margins = [[row["margin"] for row in run.rows["games"]] for run in (small, other)]
    assert float(found["margin"]["difference"]) == pytest.approx(fmean(margins[1]) - fmean(margins[0]), rel=1e-5)
    page = parsed(made.page)
    section = page.one("section", id="differences")
    assert "McNemar" in section.text
    marked = [cell for cell in section.find("td") if {"raised", "lowered"} & {*cell.classes}]
    significant = [row for row in found.values() if row["p"] and float(row["p"]) < 0.05]
    assert len(marked) == 2 * len(significant)
    assert significant


def test_runs_with_other_dice_are_not(small: Run, tmp_path: Path) -> None:
    carried_out(tmp_path / "run", tiny(10, seed=2))
    made = made_of(small.path, tmp_path / "run")
    assert {row["paired"] for row in sheet(made, "differences")} == {"0"}
    assert "Fisher" in parsed(made.page).one("section", id="differences").text


def test_a_run_against_itself_differs_in_nothing(small: Run) -> None:
    made = made_of(small.path, small.path)
    assert {float(row["difference"]) for row in sheet(made, "differences")} == {0.0}
    page = parsed(made.page)
    assert not page.find("td", "raised")
    assert not page.find("td", "lowered")
    assert [badge.text for badge in page.one("header", "top").find("span", "badge")] == ["A", "B"]


def test_one_run_has_no_differences(small: Run) -> None:
    assert not small.page.find("section", id="differences")
    assert all(sheet.name != "differences" for sheet in small.report.sheets)


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["small", "real"])
def test_the_page_fetches_nothing(which: str, request: pytest.FixtureRequest) -> None:
    run: Run = request.getfixturevalue(which)
    page = run.report.page
    addresses = re.findall(r"[a-z]+://[^\s\"'<)]+", page)
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}
    for element in run.page.walk():
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            value = element.attributes.get(name)
            assert value is None or value.startswith(("#", "data:")), f"<{element.name} {name}={value[:40]}>"
    for address in re.findall(r"url\(([^)]{0,40})", page):
        assert address.strip("\"'").startswith(("data:", "#")), address
    assert "@import" not in page


def test_ids_are_of_one_thing_and_what_is_referred_to_is_there(real: Run) -> None:
    ids = Counter(one.attributes["id"] for one in real.page.walk() if "id" in one.attributes)
    assert {name for name, count in ids.items() if count > 1} == set()
    called = {one.attributes["href"][1:] for one in real.page.walk() if one.attributes.get("href", "").startswith("#")}
    assert called <= ids.keys()
    urls = set(re.findall(r"url\(#([\w-]+)\)", real.report.page))
    assert urls <= ids.keys()


def test_a_report_is_no_large_file(real: Run) -> None:
    assert len(real.report.page.encode()) < 3_000_000


@pytest.mark.parametrize("language", languages())
def test_every_word_is_there(language: str, real: Run, small: Run, other: Run) -> None:
    for page in (made_of(real.path, language=language).page, made_of(small.path, other.path, language=language).page):
        root = parsed(page)
        assert root.one("html").attributes["lang"] == language
        shown = root.one("body").text.replace(root.one("script").text, "")
        assert not re.findall(r"\breport\.[a-z]", shown)
        assert not re.findall(r"\{[a-z_]+[:}]", shown), "a gap was not filled"


def test_portuguese_numbers_have_a_comma(real: Run) -> None:
    root = parsed(made_of(real.path, language="pt").page)
    shares = [tile.one("b").text for tile in root.find(class_="tile")][:3]
    assert all(re.fullmatch(r"\d+,\d %", share) for share in shares)
    assert "Turno a turno" in root.text


def test_links_save_the_numbers(small: Run) -> None:
    links = {one.attributes["download"]: one.attributes["href"] for one in small.page.find("a", "save")}
    assert links.keys() == {f"{one.name}.csv" for one in small.report.sheets}
    for one in small.report.sheets:
        kind, _, content = links[f"{one.name}.csv"].partition(",")
        assert kind == "data:text/csv;base64"
        assert b64decode(content).decode() == one.csv


def test_names_are_no_markup(tmp_path: Path) -> None:
    folder = tmp_path / "<b>&amp;"
    carried_out(folder, tiny(2))
    page = parsed(made_of(folder, folder).page)
    assert any("<b>&amp;" in cell.text for cell in page.one("header", "top").find("td"))


def test_the_data_have_changed_since(small: Run, tmp_path: Path) -> None:
    shutil.copytree(small.path, tmp_path / "old")
    file = tmp_path / "old" / "run.json"
    heading: dict[str, Any] = json.loads(file.read_text())
    file.write_text(json.dumps({**heading, "data": "0123456789abcdef"}))
    assert "have changed since old was played" in parsed(made_of(tmp_path / "old").page).text
    assert not small.page.find("p", "callout")
