"""`khalkhin charts`, and the list of charts behind it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from khalkhin.engine.charts import Cell, Chart
from khalkhin.engine.words import Words, languages
from khalkhin.terminal import lookup
from tests.bkg.positions import the_game

GAME = the_game()
CHARTS = {chart.name: chart for chart in GAME.chart_list()}


def row(chart: str, head: object) -> list[Cell]:
    (found,) = (row for row in CHARTS[chart].rows if row[0].value == head)
    return list(found)


def values(chart: str, head: object) -> list[object]:
    return [cell.value for cell in row(chart, head)[1:]]


def said(language: str = "en", overrides: Path | None = None) -> list[str]:
    out = io.StringIO()
    assert lookup.charts("bkg", language, out, overrides) == 0
    return out.getvalue().splitlines()


def test_every_chart_is_there() -> None:
    assert list(CHARTS) == [
        *("combat", "results", "shifts", "formations", "terrain", "classes", "air", "bombardment", "vulnerability"),
        *("constants", "victory", "objectives"),
    ]


def test_results_are_those_of_the_engine() -> None:
    for name, table in (("combat", GAME.charts.combat), ("bombardment", GAME.charts.bombardment)):
        chart = CHARTS[name]
        assert chart.columns[1:] == table.columns
        totals = [total for line in chart.rows for total in line[0].value]
        assert sorted(totals) == list(range(2, 13))
        for line in chart.rows:
            for total in line[0].value:
                cells = [cell.value for cell in line[1:]]
                assert cells == [table.result(column, total) for column in range(len(table.columns))]


def test_values_of_the_charts() -> None:
    assert values("results", "EMP") == ["@result.EMP", "5.1.6.k"]
    assert values("shifts", "@name.encirclement") == ["+1", "5.1.3"]
    assert values("terrain", "@terrain.mountain") == ["3", "3", "2", "-3", ["@type.ARM", "@type.CVM"], "T2.mountain"]
    assert values("terrain", "@terrain.lake") == ["-", "-", "-", "0", ["@type.all"], "T2.lake"]
    assert values("terrain", "@terrain.road") == ["1", "½", "1", 0, "-", "T2.road"]
    assert values("terrain", "@terrain.wide_river") == ["+1", "+2", "+1", "-2", "-", "T2.wide_river"]
    assert values("classes", "@type.CVM") == ["@class.mtz", 2, "@value.yes"]
    assert values("classes", "@type.ART") == ["@class.non_mtz", 0, "@value.no"]
    assert values("vulnerability", "@type.ARM") == [2, 1]
    assert values("air", "22-25") == [15, 5, "6.0.b"]
    assert values("constants", "@name.strike") == ["3-6", "6.2.f"]
    assert values("victory", "@vp.nomonhan") == ["@scorer.holder", 20, "10.2.b"]
    assert values("objectives", "1511") == ["Nomonhan", 20, "@side.japan"]
    assert values("victory", "@vp.jp_intact") == ["@side.japan", 10, "10.2.2.c"]
    assert values("formations", "7 DI") == [
        *("@formation.division", ["25 RI", "26 RI", "27 RI", "28 RI"], "+2", "0", "5.1.4.d")
    ]
    assert values("formations", "8 RF")[2:] == ["+1", "0", "5.1.4.e"]


def test_tags_are_those_of_the_data() -> None:
    assert [cell.tag for cell in row("classes", "@type.MG")] == ["printed", "reconstructed", "reconstructed", "printed"]
    assert [cell.tag for cell in row("classes", "@type.INF")] == ["printed", "derived", "printed", "printed"]
    assert [cell.tag for cell in row("formations", "82 DI")][2:5] == ["reconstructed", "printed", "printed"]
    assert {cell.tag for line in CHARTS["combat"].rows for cell in line[1:]} == {"printed"}
    assert {line[0].tag for line in CHARTS["combat"].rows} == {"derived"}


def test_a_chart_as_plain_data() -> None:
    data = CHARTS["air"].to_data()
    assert data["title"] == "table.air"
    assert data["columns"] == ["@col.turns", "@side.soviet", "@side.japan", "@col.rule"]
    assert data["rows"][0][1] == {"value": 20, "tag": "printed"}


def test_a_chart_has_a_cell_for_every_column() -> None:
    with pytest.raises(AssertionError, match="a row of odd has 1 cells"):
        Chart("odd", "", ("a", "b"), ((Cell(1),),))


def test_charts_as_text() -> None:
    lines = said()
    at = lines.index("Combat results table (T1)")
    assert lines[at + 1] == "-------------------------"
    assert lines[at + 2].split() == ["Dice", *GAME.charts.combat.columns]
    assert lines[at + 8].startswith("7 [D]      DVI AE   DVI AE   DVB AE   DVI ARB")
    assert lines[at + 9].startswith("Left code: defender")
    assert "Machine guns         Non-motorised [R]  1 [R]    no" in lines
    assert "Mountain      3              3          2         -3       Armour, Mechanised cavalry  T2.mountain" in lines
    assert any("I/64 Rgt, II/64 Rgt, III/64 Rgt [D]" in line for line in lines)
    assert lines[-1].startswith("[D] derived from what is printed; [R] reconstructed")


def test_charts_in_portuguese() -> None:
    lines = said("pt")
    assert "Tabela de Bombardeio (T3)" in lines
    assert any(line.startswith("Metralhadoras") and line.count("[R]") == 2 for line in lines)
    assert lines[-1].startswith("[D] deduzido")


@pytest.mark.parametrize("language", languages())
def test_every_title_heading_and_cell_has_words(language: str) -> None:
    words = Words(language, GAME)
    for chart in CHARTS.values():
        assert chart.title in words
        for value in (*chart.columns, *(cell.value for line in chart.rows for cell in line)):
            for text in value if isinstance(value, list) else [value]:
                assert not str(text).startswith("@") or text[1:] in words, text


def test_charts_show_an_owners_corrections(tmp_path: Path) -> None:
    text = (GAME.folder / "charts.toml").read_text("utf-8")
    changed = text.replace('provenance = "printed"\nlimit = 4', 'provenance = "reconstructed"\nlimit = 5')
    assert changed != text
    (tmp_path / "charts.toml").write_text(changed, "utf-8")
    for folder, limit in ((tmp_path, ["5", "[R]"]), (None, ["4"])):
        (line,) = (line for line in said(overrides=folder) if line.startswith("Units that may stop in a hex"))
        assert line.split()[7:] == [*limit, "4.1.1"]


def test_a_game_without_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(type(GAME), "chart_list", lambda self: ())
    assert lookup.charts("bkg", "en", out) == 1
    assert out.getvalue() == "bkg has no charts.\n"
