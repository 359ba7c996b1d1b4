"""The shelf and the sheets: what is printed, in the reader's language, from the data the rules use."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.words import COMMON, dictionary
from khalkhin.learn.briefing import ALL
from khalkhin.server.boxes import box
from khalkhin.server.gamesheet import CLIENT, ELSEWHERE
from tests.server.asker import Asker, asking


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with asking(tmp_path_factory.mktemp("gamedata")) as found:
        yield found


@pytest.fixture(scope="module")
def shelf(asker: Asker) -> dict[str, Any]:
    return {entry["code"]: entry for entry in asker.data("/api/games?lang=en")["games"]}


def test_all_four_games_stand_on_the_shelf(shelf: dict[str, Any]) -> None:
    assert {"bkg", "kgw", "pbn", "sn"} <= set(shelf)
    for code, entry in shelf.items():
        assert entry["available"] == (code in library.codes())
        assert entry["title"]
        assert len(entry["sides"]) == 2
        assert 1 <= entry["complexity"] <= 5
    assert [code for code in ("bkg", "kgw", "pbn", "sn") if not shelf[code]["length"]] == []


def test_a_game_offers_its_scenarios_options_and_players(shelf: dict[str, Any]) -> None:
    bkg = shelf["bkg"]
    (scenario,) = bkg["scenarios"]
    assert (scenario["name"], scenario["turns"]) == ("august-1939", 12)
    option = scenario["options"][0]
    assert (option["name"], option["default"], option["choices"]) == ("open_strengths", False, None)
    assert "random" in bkg["players"]
    weather = next(o for o in shelf["tiny"]["scenarios"][0]["options"] if o["name"] == "weather")
    assert weather["choices"] == ["clear", "dust"]
    assert weather["labels"] == ["clear", "dust"], "nothing else is known of them"
    (table,) = (o for o in shelf["sn"]["scenarios"][0]["options"] if o["name"] == "vp_table")
    assert table["choices"] == ["printed", "mongolia_swapped"]
    assert table["labels"] == ["As printed", "Inner and Outer Mongolia exchanged"]
    loose = {one["name"]: [o["name"] for o in one["options"] if not o["fixed"]] for one in shelf["kgw"]["scenarios"]}
    assert loose["haichi-go"] == ["supply_losses", "passing_garrison"], "the scenario is played with all other ones"
    assert loose["july-1939"] == loose["may-1939"] == [o["name"] for o in shelf["kgw"]["scenarios"][0]["options"]]
    assert [(side["side"], side["nation"]) for side in bkg["sides"]] == [("soviet", "SU"), ("japan", "JP")]


def test_the_nation_with_most_counters_stands_for_its_side(shelf: dict[str, Any]) -> None:
    """The first Soviet counters of Nomonhan are Mongolian, the first Japanese ones of the list Japanese."""
    for code, nations in {"kgw": ["RA", "IJA"], "pbn": ["SU", "JP"], "sn": ["SU", "JP"]}.items():
        assert [side["nation"] for side in shelf[code]["sides"]] == nations


def test_short_battles_come_first_and_say_how_long_they_take(shelf: dict[str, Any]) -> None:
    told = [(one["name"], one["turns"], one["minutes"]) for one in shelf["pbn"]["scenarios"]]
    assert told == [("heights", 2, 40), ("campaign", 5, None)]


def test_a_game_without_rules_is_shown_but_has_no_sheet(asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(library._LOADERS, "sn", raising=False)
    entry = next(entry for entry in asker.data("/api/games?lang=pt")["games"] if entry["code"] == "sn")
    assert (entry["available"], entry["scenarios"], entry["players"]) == (False, [], [])
    assert entry["sides"][0]["title"] != "soviet", "a side without a name has that of its nation"
    assert asker.refusal("/api/games/sn/sheet") == (404, "server.no-rules-yet")
    assert asker.get("/api/games/sn/map.svg").status_code == 200
    assert asker.refusal("/api/games/nothing/sheet") == (404, "engine.unknown-game")


def test_the_language_is_the_one_asked_for(asker: Asker) -> None:
    def title(path: str, **headers: str) -> str:
        found = asker.get(path, **headers).json()["games"]
        return str(next(e["scenarios"][0]["title"] for e in found if e["code"] == "bkg"))

    english, portuguese = title("/api/games?lang=en"), title("/api/games?lang=pt")
    assert english != portuguese
    assert title("/api/games", Accept_Language="pt-BR,en;q=0.5") == portuguese
    assert title("/api/games?lang=en", Accept_Language="pt-BR") == english
    assert title("/api/games?lang=xx") == english


# -- the sheet ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sheet(asker: Asker) -> Any:
    return asker.data("/api/games/bkg/sheet?lang=pt")


def test_the_sheet_has_every_hex_where_the_map_draws_it(sheet: Any) -> None:
    found = box("bkg")
    grid = found.map.grid
    assert set(sheet["map"]["hexes"]) == set(grid.names)
    x, y = found.layout.centre(grid.at("0613"))
    assert sheet["map"]["hexes"]["0613"] == [round(x, 2), round(y, 2)]
    assert sheet["map"]["terrain"]["0613"] == found.map.terrain_at(grid.at("0613"))
    assert "Nomonhan" in sheet["map"]["names"].values()


def test_features_lead_to_the_neighbours_they_are_shared_with(sheet: Any) -> None:
    map_ = box("bkg").map
    pairs = {
        feature: {(map_.grid.name(a), map_.grid.name(b)) for a, b in map_.pairs(feature)} for feature in map_.sides
    }
    told: dict[str, set[tuple[str, str]]] = {feature: set() for feature in map_.sides}
    for name, features in sheet["map"]["features"].items():
        for entry in features:
            told[entry["feature"]] |= {(name, to) for to in entry["to"]}
    for feature, found in pairs.items():
        assert told[feature] == found | {(b, a) for a, b in found}


def test_the_sheet_tells_what_is_printed_on_every_counter(sheet: Any) -> None:
    assert list(sheet["units"]) == list(library.get("bkg").sheet.ids)
    unit = sheet["units"]["SU-601-1"]
    assert unit["factors"] == ["2", "3", "5"]
    assert unit["back"] == "1-1½-5"
    assert (unit["side"], unit["nation"], unit["type"], unit["size"]) == ("soviet", "SU", "INF", "II")
    assert unit["formation"] == "Divisão 82"
    assert unit["values"]["regiment"] == "601 RI"
    assert not any(name.startswith("prov_") for name in unit["values"])


def test_a_counter_without_factors_has_its_other_figures_alone(asker: Asker) -> None:
    units = asker.data("/api/games/sn/sheet?lang=en")["units"]
    assert (units["JP-AIR-1"]["factors"], units["JP-AIR-1"]["values"]["range"]) == ([], "4")
    assert units["SU-FORT-1"]["factors"] == ["0", "3", "0"]


def test_nations_have_the_looks_of_their_counters(sheet: Any) -> None:
    assert sheet["nations"]["SU"]["corner"] == "round"
    assert sheet["nations"]["JP"]["corner"] == "clipped"
    assert {nation: look["side"] for nation, look in sheet["nations"].items()} == {
        "SU": "soviet",
        "MN": "soviet",
        "JP": "japan",
        "MC": "japan",
    }


def test_the_sheet_has_charts_rules_and_boxes(sheet: Any) -> None:
    game = library.get("bkg")
    assert sheet["charts"] == [chart.to_data() for chart in game.chart_list()]
    assert {k: sheet["rules"][0][k] for k in ("number", "title")} == {"number": "1.0", "title": "Introdução"}
    assert sheet["boxes"] == list(game.boxes)
    assert sheet["lost"] == ["destroyed"]
    assert sheet["version"] == game.version


def test_briefings_of_both_sides_are_told_where_there_are_some(asker: Asker, sheet: Any) -> None:
    assert sheet["briefings"] == ["august-1939"]
    told = asker.data("/api/games/bkg/briefings/august-1939?lang=pt")["sides"]
    assert list(told) == ["soviet", "japan"]
    assert [part["part"] for part in told["japan"]] == list(ALL)
    first = told["soviet"][4]
    assert "SU-127-1" in first["units"]
    assert "1620" in first["text"]
    assert "1620" in first["hexes"]
    assert asker.data("/api/games/tiny/briefings/raid")["sides"] == {}
    assert asker.get("/api/games/bkg/briefings/1905").status_code == 404


def test_the_words_are_all_a_client_needs_the_language_over_english(sheet: Any) -> None:
    words = sheet["words"]
    game, common = library.get("bkg").words, COMMON
    for folder in (game, common, game / "map"):
        for key, text in dictionary(folder, "pt").items():
            if not key.startswith(ELSEWHERE):
                assert words[key] == text
    assert not any(key.startswith("cli.") for key in words)
    files = sorted((CLIENT / "pt").glob("*.toml"))
    assert files, "the client has words"
    for path in files:
        for key, text in dictionary(path.parent, path.stem).items():
            assert words[key] == text


def test_a_game_without_a_look_has_a_sheet_all_the_same(asker: Asker) -> None:
    sheet = asker.data("/api/games/tiny/sheet")
    assert sheet["units"]["RD-COL"]["type"] == "column"
    assert sheet["nations"]["RD"]["ground"] != sheet["nations"]["BL"]["ground"]
    assert sheet["rules"] == []
    assert sheet["map"]["features"]["0202"] == [{"feature": "ditch", "to": ["0302"]}]


# -- packed and marked -------------------------------------------------------------------------------------------------


def test_what_the_reader_has_is_not_sent_again(asker: Asker) -> None:
    first = asker.get("/api/games/bkg/sheet?lang=en")
    mark = first.headers["etag"]
    for known in (mark, f"W/{mark}", f'"other", {mark}', "*"):
        again = asker.get("/api/games/bkg/sheet?lang=en", If_None_Match=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == mark
    other = asker.get("/api/games/bkg/sheet?lang=pt", If_None_Match=mark)
    assert other.status_code == 200


def test_answers_are_packed_for_those_who_can_unpack(asker: Asker) -> None:
    packed = asker.get("/api/games/bkg/sheet?lang=en", Accept_Encoding="br, gzip;q=0.8")
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    for refusing in ("identity", "gzip;q=0", "br"):
        plain = asker.get("/api/games/bkg/sheet?lang=en", Accept_Encoding=refusing)
        assert "content-encoding" not in plain.headers
        assert plain.content == packed.content
    # What a phone has to load before the first move.
    assert int(packed.headers["content-length"]) < 60_000
    assert int(packed.headers["content-length"]) < len(gzip.compress(plain.content, 1))
