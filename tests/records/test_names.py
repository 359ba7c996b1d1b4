"""The names that records carry are their format: a change of them is noticed, and what to do about it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.engine import library
from tests.records.shelf import Later
from tools.record_format import names, on_agenda, path_of

CODES = ("bkg", "kgw", "pbn", "sn")
WRITE = "Then write the list anew: python -m tools.record_format."


def advice(code: str, listed: list[str], found: list[str]) -> str:
    """What to do about names that have changed; empty where none has."""
    gone = [line for line in listed if line not in found]
    new = [line for line in found if line not in listed]
    always = [line for line in new if line.endswith(" always") and " ".join(line.split()[:2]) in listed]
    edition, said = f"raise `edition` in games/{code}/data/editions.toml", []
    if gone:
        said.append(
            f"Records of {code} carry {', '.join(map(repr, gone))}, which the game does not have any more: they would "
            f"stop there, or mean something else. Best keep it. If it has to go, {edition}. "
            "A default can change if the option's `absent` in the scenario keeps the old value."
        )
    if always:
        said.append(
            f"{', '.join(map(repr, always))} changes the hashes of positions that have the step. "
            f"Give the field a default, which is left out of them; else {edition}."
        )
    if new and not said:
        said.append(f"{', '.join(map(repr, new))} is new in records of {code}, and does no harm to those there are.")
    return " ".join([*said, WRITE] if said else [])


@pytest.mark.parametrize("code", CODES)
def test_the_names_are_those_that_are_listed(code: str) -> None:
    listed = path_of(code).read_text(encoding="utf-8").splitlines()
    told = advice(code, listed, names(library.get(code)))
    assert not told, told


@pytest.mark.parametrize("code", CODES)
def test_the_list_has_every_verb_and_step(code: str) -> None:
    listed, game = path_of(code).read_text(encoding="utf-8").splitlines(), library.get(code)
    assert {line.split()[1] for line in listed if line.startswith("verb ")} == set(game.verbs)
    assert {line.split()[1] for line in listed if line.startswith("step ")} == {
        name for name, step in game.steps.items() if on_agenda(step)
    }
    assert len(listed) == len(set(listed))


def test_what_to_do_is_told() -> None:
    listed = ["verb unit unit", "step Fire", "step Fire hex always"]
    assert advice("bkg", listed, listed) == ""
    assert "is new in records of bkg, and does no harm" in advice("bkg", listed, [*listed, "verb dig hex"])
    assert "is new" in advice("bkg", listed, [*listed, "step Dig", "step Dig hex always"])
    assert "'verb unit unit', which the game does not have" in advice("bkg", listed, ["verb unit word", *listed[1:]])
    assert "Give the field a default" in advice("bkg", listed, [*listed, "step Fire by always"])
    assert "is new" in advice("bkg", listed, [*listed, "step Fire by"])
    for changed in (listed[1:], [*listed, "verb dig hex"], [*listed, "step Fire by always"]):
        assert advice("bkg", listed, changed).endswith(WRITE)


def test_a_changed_default_is_noticed_unless_the_old_one_is_kept(tmp_path: Path) -> None:
    listed = names(library.get("bkg"))
    later = Later("bkg", tmp_path)
    later.change("scenarios/august-1939.toml", "default = false", "default = true")
    assert "option august-1939 open_strengths false" in advice("bkg", listed, names(later.game()))
    later.change("scenarios/august-1939.toml", "default = true", "default = true\nabsent = false")
    assert advice("bkg", listed, names(later.game())) == ""
