"""`khalkhin data`."""

from __future__ import annotations

import io
from argparse import Namespace
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from khalkhin.cli import data
from khalkhin.cli.facts import Fact, FactGroup, facts_of, groups
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import Words, languages
from khalkhin.terminal.columns import WIDTH

GAME = library.get("bkg")


def said(provenance: bool = False, language: str = "en", overrides: Path | None = None, game: str = "bkg") -> list[str]:
    with redirect_stdout(io.StringIO()) as out:
        assert data.run(Namespace(game=game, provenance=provenance, overrides=overrides), language) == 0
    return out.getvalue().splitlines()


def section(lines: list[str], name: str) -> list[str]:
    """The lines of one file, up to the blank one."""
    rest = lines[lines.index(name) + 1 :]
    return rest[: rest.index("")] if "" in rest else rest


# -- the files ---------------------------------------------------------------------------------------------------------


def test_every_file_with_its_size() -> None:
    lines = said()
    assert lines[0] == f"bkg, data version {GAME.version}"
    assert [line.split()[0] for line in lines[1:]] == GAME.folder.files()
    assert "  counters.csv                128 rows" in lines
    assert "  map.csv                     621 rows" in lines
    assert any(line.split()[0] == "charts.toml" and line.endswith("values") for line in lines)


def test_the_files_in_portuguese() -> None:
    lines = said(language="pt")
    assert lines[0] == f"bkg, versão dos dados {GAME.version}"
    assert "  counters.csv                128 linhas" in lines


def test_corrections_are_named_and_change_the_version(tmp_path: Path) -> None:
    text = (GAME.folder / "counters.csv").read_text("utf-8")
    found = "I/601 RI,soviet,SU,INF,II,601 RI,82,2,"
    corrected = text.replace(found, found.replace(",2,", ",3,"), 1)
    assert corrected != text
    (tmp_path / "counters.csv").write_text(corrected, "utf-8")
    lines = said(overrides=tmp_path)
    assert lines[0] != f"bkg, data version {GAME.version}"
    (line,) = [line for line in lines if "corrected by" in line]
    assert line.split()[0] == "counters.csv"
    assert line.endswith(str(tmp_path / "counters.csv"))


def test_a_folder_of_corrections_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(KhalkhinError, match="does not exist"):
        said(overrides=tmp_path / "nowhere")


# -- provenance --------------------------------------------------------------------------------------------------------


def test_counts_by_file_and_tag() -> None:
    lines = said(provenance=True)
    counts = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in lines[2 : lines.index("")]}
    assert lines[1].split() == ["file", "printed", "derived", "reconstructed"]
    assert counts["counters.csv"] == [64 + 115 + 21 + 128, 60 + 13 + 17, 4 + 90 + 28]
    assert counts["map.toml"] == [0, 9, 0]
    assert counts["sides.csv"] == [2, 0, 222]
    files = [row for name, row in counts.items() if name != "total"]
    assert counts["total"] == [sum(column) for column in zip(*files, strict=True)]
    assert not {"rules.csv", "provenance.csv"} & counts.keys()


def test_counters_by_the_argument_for_their_factors() -> None:
    lines = section(said(provenance=True), "counters.csv")
    at = lines.index("    factors G8 3: I/5 Bgda Metr, II/5 Bgda Metr, III/5 Bgda Metr")
    assert lines[at + 1] == "      machine guns: better in defence"
    assert lines.index("  reconstructed") < at < lines.index("  derived") < lines.index("  printed")
    assert lines[-1] == "    type 115, place 128, factors 21, existence 64"


def test_counters_that_are_numbered_on_end_are_told_as_a_run() -> None:
    lines = section(said(provenance=True, game="pbn"), "counters.csv")
    assert "    factors 125: Japanese supply 9-52, Soviet supply 9-52, Japanese air 14-36, Soviet air 11-24" in lines
    assert any("Japanese battalion 2-2-12 no. 1, Japanese battalion 2-2-12 no. 2, " in line for line in lines)


def test_tables_with_their_reasons() -> None:
    lines = section(said(provenance=True), "charts.toml")
    at = lines.index("    movement_class 2: MG, CAV")
    assert lines[at + 1].strip().startswith("by the names of the types")
    at = lines.index("    rulings.road 1")
    assert lines[at + 1].strip().endswith("(K-24)")
    assert any(line.startswith("    combat 84, dice 2,") for line in lines)


def test_the_map() -> None:
    lines = section(said(provenance=True), "map.csv")
    at = lines.index("    road 2: 0613, 0712")
    assert lines[at + 1] == "      4.0.a the hex costs 2, not the road rate"
    rest = lines[: lines.index("  derived")]
    assert sum("drawn by us after the real ground" in line for line in rest) == 1
    assert lines[-1] == "    terrain 3, objective 6, notes 50"


def test_lines_fit_a_page() -> None:
    assert max(map(len, said(provenance=True))) <= WIDTH


@pytest.mark.parametrize("language", languages())
def test_every_value_that_is_not_printed_has_a_reason(language: str) -> None:
    words = Words(language, GAME)
    untold = words.say("data.untold")
    for name in GAME.folder.files():
        for group in groups(facts_of(GAME, name, words)):
            assert group.tag == "printed" or group.reason not in ("", untold), (name, group)


def test_what_has_no_reason_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a shipped chart says has a reason; so this one has a table that no game knows."""
    monkeypatch.setattr(type(GAME), "shape", None)
    text = (GAME.folder / "charts.toml").read_text("utf-8")
    (tmp_path / "charts.toml").write_text(f'{text}\n[extra]\nprovenance = "derived"\nx = 1\n', "utf-8")
    lines = section(said(provenance=True, overrides=tmp_path), "charts.toml")
    assert lines[lines.index("    extra 1") + 1] == "      no reason given"


def test_facts_are_grouped_by_tag_and_reason() -> None:
    facts = [
        *(Fact("a", "derived", name, "why") for name in ("x", "y", "x", "")),
        Fact("a", "derived", "z", "other"),
        Fact("a", "printed", "", ""),
    ]
    assert groups(facts) == [
        FactGroup("a", "derived", "why", 4, ("x", "y")),
        FactGroup("a", "derived", "other", 1, ("z",)),
        FactGroup("a", "printed", "", 1, ()),
    ]
