"""What of a game's data a record hangs on: values that decide play, and nothing that is only told of them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import RecordError
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.record import replay, replay_as_far, write
from tests.records.shelf import Later, format_1

CODES = ("bkg", "kgw", "pbn", "sn")
NEW_OPTION = '\n[options.night_attacks]\nrule = "1.0"\ndefault = false\n'


def _begun(game: Game[Any], decisions: int = 12) -> Match:
    match = Match(game.start())
    while match.length < decisions:
        match.decide(next(d for d in match.choices() if d.verb not in ("concede", "draw")))
    return match


def _first_scenario(code: str) -> str:
    return f"scenarios/{next(iter(library.get(code).scenarios))}.toml"


def reworded(later: Later) -> None:
    later.append("rules.csv", "99.9,A rule nobody had written down,definition,In other words\n")


def new_option(later: Later) -> None:
    later.append(_first_scenario(later.code), NEW_OPTION)


def _rulings(later: Later) -> None:
    (later.folder / "data" / "rulings.toml").write_text('[K-99]\nsaid = "so"\n')


def _comments(later: Later) -> None:
    for name in ("charts.toml", "map.toml", _first_scenario(later.code)):
        later.append(name, "\n# A remark.\n")


def _tags(later: Later) -> None:
    later.change("charts.toml", 'provenance = "printed"', 'provenance = "derived"')
    later.change("counters.csv", ",printed,", ",derived,")


def _looks(later: Later) -> None:
    later.append("look.toml", "\n# Another look.\n")
    later.change("counter_look.toml", "#", "# #")


def _titles(later: Later) -> None:
    later.change(_first_scenario(later.code), "title = ", 'title = "scenario.other" # ')


TELLING = [reworded, new_option, _rulings, _comments, _tags, _looks, _titles]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("change", TELLING)
def test_what_is_told_of_a_game_changes_no_record(code: str, change: Callable[[Later], None], tmp_path: Path) -> None:
    match = _begun(library.get(code))
    later = Later(code, tmp_path)
    change(later)
    game = later.game()
    assert game.version == library.get(code).version
    found = replay_as_far(write(match), game)
    assert found.today
    assert found.match.record() == write(match)


def test_a_new_option_that_is_chosen_is_named(tmp_path: Path) -> None:
    later = Later("bkg", tmp_path)
    new_option(later)
    game = later.game()
    assert "option night_attacks" not in write(Match(game.start()))
    chosen = write(Match(game.start(options={"night_attacks": True})))
    assert "option night_attacks true" in chosen.splitlines()
    with pytest.raises(RecordError, match="night_attacks"):
        replay(chosen, library.get("bkg"))


def test_a_default_can_change_where_the_file_says_what_it_was(tmp_path: Path) -> None:
    hidden = Match(library.get("bkg").start())
    shown = Match(library.get("bkg").start(options={"open_strengths": True}))
    later = Later("bkg", tmp_path)
    later.change("scenarios/august-1939.toml", "default = false", "default = true\nabsent = false")
    game = later.game()
    assert game.start().options == dict.fromkeys(
        ("open_strengths", "closed_edge", "cavalry_advance", "shift_first"), True
    )
    for match in (hidden, shown):
        again = replay(write(match), game)
        assert again.state.options == match.state.options
        assert write(again) == write(match)
    later.change("scenarios/august-1939.toml", "absent = false", "absent = 0")
    with pytest.raises(ValueError, match=r"absent.*0 is not of the kind of the default True"):
        later.game()


CHARTS = {
    "bkg": ("count = 2", "count = 1"),
    "kgw": ("scale = ", "scale = 1"),
    "pbn": ("scale = ", "scale = 1"),
    "sn": ("scale = ", "scale = 1"),
}


@pytest.mark.parametrize("code", CODES)
def test_a_changed_value_of_a_chart_is_told_as_other_data(code: str, tmp_path: Path) -> None:
    match = _begun(library.get(code))
    later = Later(code, tmp_path)
    later.change("charts.toml", *CHARTS[code])
    game = later.game()
    assert game.version != library.get(code).version
    with pytest.raises(RecordError) as error:
        replay(write(match), game)
    assert error.value.reason.key == "record.data"
    assert write(match).splitlines()[error.value.line - 1].startswith("data ")
    assert "the record was played with other data of the game" in str(error.value)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ["counters.csv", "map.csv", "sides.csv"])
def test_a_row_more_or_less_is_other_data(code: str, name: str, tmp_path: Path) -> None:
    later = Later(code, tmp_path)
    path = tmp_path / "data" / name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    before = later.game().folder.version()
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    assert library.get(code).version == before
    assert Folder(tmp_path / "data").version() != before


@pytest.mark.parametrize("code", CODES)
def test_the_data_of_today_are_listed(code: str) -> None:
    game = library.get(code)
    assert game.version in game.editions.known, (
        f"The data of {code} that decide play have changed. python -m tools.editions lists their hash in "
        f"games/{code}/data/editions.toml, so that records of today are known later. The hashes that are there stay. "
        "Raise the edition there first if a rule has changed since the last release."
    )


LEFT_OUT = {"source", "basis", "lon", "lat", "relief"}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ["counters.csv", "map.csv", "sides.csv"])
def test_every_column_counts_but_those_that_only_tell(code: str, name: str, tmp_path: Path) -> None:
    Later(code, tmp_path)
    path = tmp_path / "data" / name
    with path.open(encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    counted: set[str] = set()
    told: set[str] = set()
    for place, column in enumerate(table[0]):
        changed = [[*table[1][:place], "77", *table[1][place + 1 :]], *table[2:]]
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([table[0], *changed])
        same = Folder(tmp_path / "data").version() == library.get(code).version
        (told if same else counted).add(column)
    tags = {column for column in table[0] if column.startswith("prov_")}
    assert told == (LEFT_OUT | tags | ({"name"} if name == "counters.csv" else set())) & set(table[0])
    assert counted


def test_a_file_that_nobody_named_counts(tmp_path: Path) -> None:
    later = Later("bkg", tmp_path)
    (tmp_path / "data" / "weather.csv").write_text("turn,weather\n20,dust\n")
    assert later.game().version != library.get("bkg").version


def _scrambled(path: Path) -> None:
    """Write something else wherever the hash of the data does not look."""
    with path.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    for number, row in enumerate(table):
        for column in row:
            if column in ("lon", "lat"):
                row[column] = str(float(row[column]) + 1)
            elif column in ("source", "basis", "relief") or (path.name, column) == ("counters.csv", "name"):
                row[column] = f"x{number}"
            elif column.startswith("prov_") and row[column]:
                row[column] = "derived"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]))
        writer.writeheader()
        writer.writerows(table)


@pytest.mark.parametrize("code", CODES)
def test_what_the_hash_leaves_out_decides_nothing(code: str, tmp_path: Path) -> None:
    """A game of greedy players comes out the same with other values there."""
    later = Later(code, tmp_path)
    for name in ("counters.csv", "map.csv"):
        _scrambled(tmp_path / "data" / name)
    for path in (tmp_path / "data").rglob("*.toml"):
        text = re.sub(r"(?m)^(ruling|decided_in|rules) = .*$", "", path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
    game = later.game()
    assert game.version == library.get(code).version
    for name in (f"{code}-whole", f"{code}-begun"):
        one, other = (replay_as_far(format_1(name), which).match for which in (library.get(code), game))
        assert one.length == other.length
        assert one.state.digest() == other.state.digest()
        assert list(one.turns()) == list(other.turns())
