"""Comparisons: the same dice for both runs, an end at the first look that is narrow enough, and nothing twice."""

from __future__ import annotations

import importlib.util
import random
import re
import shutil
from collections.abc import Callable, Generator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import plain
from khalkhin.lab.compare import LOOK, Comparison, Findings, Question, Rows, changes
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.pairs import PairFolder
from khalkhin.lab.play import Broken, Played, attempt
from khalkhin.lab.request import RunRequest, Task
from khalkhin.lab.rows import CLOCKS
from khalkhin.lab.run import processes, runner
from khalkhin.lab.witness import Row
from tests.lab.runs import DATA, R, T, corrected, tiny, tiny_processes

ONE = processes(1)


def harmless(tmp_path: Path, **more: Any) -> Question:
    """Another data version, and the same game: what is changed is a scenario that nobody plays here."""

    def swap(text: str) -> str:
        return text.replace('"0101", "0102"', '"0102", "0101"')

    other = corrected(tmp_path / "same", "scenarios/contact.toml", swap)
    given = {"games": 60, "options": {"turns": 1}, **more}
    width = given.pop("width", 15.0)
    return Question((tiny(**given), tiny(overrides=other, **given)), ("data=same",), width)


def compared(question: Question, path: Path) -> Comparison:
    """A comparison played to its end."""
    question.check()
    comparison = Comparison(question, PairFolder(path, question.requests))
    for _ in comparison.play(ONE):
        pass
    comparison.folder.close()
    return comparison


def longer(most: int = 40, width: float = 0.0, **more: Any) -> Question:
    return Question((tiny(most, **more), tiny(most, options={"turns": 3}, **more)), ("turns=3",), width)


def numbers(comparison: Comparison) -> list[list[int]]:
    return [run.numbers() for run in comparison.folder.runs]


def rows(run: Path) -> list[dict[str, Any]]:
    """The games of a run, but for what the clock says."""
    found = (game["games"][0] for game in RunFolder(run).games())
    return [{name: value for name, value in row.items() if not name.startswith(CLOCKS)} for row in found]


# -- what it says ------------------------------------------------------------------------------------------------------


def test_what_does_not_matter_makes_no_difference_at_all(tmp_path: Path) -> None:
    comparison = compared(harmless(tmp_path), tmp_path / "out")
    answer = comparison.answer()
    assert answer.alike
    for measure in answer.measures:
        assert measure.difference is not None
        assert measure.first == measure.second
        assert (measure.difference.value, measure.difference.p) == (0.0, 1.0)
    assert answer.score.low == pytest.approx(-answer.score.high)


def test_an_option_changes_what_it_is_about(tmp_path: Path) -> None:
    question = longer(10)
    answer = compared(question, tmp_path).answer()
    turns = answer.measures[-1]
    assert (turns.name, turns.first, turns.second) == ("turns", 4.0, 3.0)
    assert turns.difference is not None
    assert (turns.difference.low, turns.difference.high) == (-1.0, -1.0)
    assert not answer.alike


def test_a_chart_that_is_changed_helps_who_attacks(tmp_path: Path) -> None:
    """In the only turn red has the assault, and by the changed chart no assault fails."""

    def change(text: str) -> str:
        return re.sub(r'= \["[ADNX]".*\]', '= ["D", "D", "D", "D", "D"]', text)

    bold = corrected(tmp_path / "bold", "charts.toml", change)
    given: dict[str, Any] = {"games": 40, "levels": {"red": "random", "blue": "random"}, "options": {"turns": 1}}
    requests = RunRequest.of("tiny", "contact", **given), RunRequest.of("tiny", "contact", overrides=bold, **given)
    answer = compared(Question(requests, ("data=bold",), 0.0), tmp_path / "out").answer()
    score, wins = answer.measures[:2]
    assert (score.name, score.side) == ("score", "red")
    assert score.second > score.first
    assert answer.score.significant
    assert answer.score.low > 0
    assert wins.difference is not None
    assert wins.difference.value > 0
    # A folder of corrections travels with its run.
    assert (tmp_path / "out" / "b" / "data-override" / "charts.toml").is_file()


def test_game_by_game_both_have_the_same_dice(tmp_path: Path) -> None:
    compared(longer(3), tmp_path)
    first, second = (rows(tmp_path / run) for run in "ab")
    assert [row["seed"] for row in first] == [row["seed"] for row in second] == [1_000_001, 1_000_002, 1_000_003]


def won(*winners: str) -> list[Rows]:
    """Pairs of rows by their winners: r, b or - for the first game and for the second."""
    names = {"r": "red", "b": "blue", "-": ""}

    def row(winner: str) -> Row:
        return {"winner": names[winner], "how": "", "margin": 0, "turns": 1}

    return [(row(pair[0]), row(pair[1])) for pair in winners]


def test_the_arithmetic() -> None:
    answer = Findings.of(won("rr", "rb", "br", "br", "-r", "b-", "bb", "bb"), ("red", "blue"))
    score, wins, draws, losses, *_ = answer.measures
    assert (score.first, score.second) == (2.5 / 8, 4.5 / 8)
    assert answer.score.value == 2 / 8
    assert (wins.first, wins.second) == (2 / 8, 4 / 8)
    assert (draws.first, draws.second) == (1 / 8, 1 / 8)
    assert (losses.first, losses.second) == (5 / 8, 3 / 8)
    # Steps 0 -1 1 1 .5 .5 0 0, and one each way that is made up: mean 0.2, variance (5.5 - 10 x 0.04) / 9.
    error = ((5.5 - 0.4) / 9 / 10) ** 0.5
    assert (answer.score.low, answer.score.high) == pytest.approx((0.2 - 2.262157 * error, 0.2 + 2.262157 * error))
    # Of four pairs in which red won only one game it was three times the second.
    assert wins.difference is not None
    assert wins.difference.p == pytest.approx(10 / 16)


def test_a_few_pairs_that_agree_prove_nothing() -> None:
    answer = Findings.of(won("rr", "rr", "rr"), ("red", "blue"))
    assert answer.score.value == 0
    assert answer.half > 50
    sure = Findings.of(won("br", "br"), ("red", "blue"))
    assert sure.score.value == 1
    assert sure.score.high == 1
    assert not sure.score.significant


# -- when it ends ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "pairs"), [(15.0, LOOK), (10.0, 2 * LOOK), (0.0, 60)])
def test_it_ends_at_the_first_look_that_is_narrow_enough(width: float, pairs: int, tmp_path: Path) -> None:
    comparison = compared(harmless(tmp_path, width=width), tmp_path / "out")
    assert comparison.answer().pairs == pairs
    assert comparison.enough == (pairs if width else None)
    assert numbers(comparison) == [list(range(1, pairs + 1))] * 2
    assert Findings.of(won(*["rr"] * LOOK), ("red", "blue")).half == pytest.approx(13.69, abs=0.01)


def test_the_order_in_which_pairs_end_does_not_matter(tmp_path: Path) -> None:
    """Many at a time: what is ahead of a look is kept, and is no part of the answer."""

    def shuffled(
        work: Callable[..., R], requests: Sequence[RunRequest], tasks: Sequence[T]
    ) -> Generator[R, None, None]:
        mixed = list(tasks)
        random.Random(5).shuffle(mixed)
        for task in mixed:
            yield work(*requests, task)

    question = harmless(tmp_path, width=10.0)
    comparison = Comparison(question, PairFolder(tmp_path / "mixed", question.requests))
    played = list(comparison.play(shuffled))
    assert comparison.enough == 40
    assert len(played) > 40
    assert comparison.answer() == compared(question, tmp_path / "plain").answer()


def test_two_processes_say_what_one_says(tmp_path: Path) -> None:
    question = longer(4)
    comparison = Comparison(question, PairFolder(tmp_path / "two", question.requests))
    list(comparison.play(tiny_processes(2)))
    assert comparison.answer() == compared(question, tmp_path / "one").answer()


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")
def test_ray_says_what_one_process_says(tmp_path: Path) -> None:
    """The corrections of both runs reach the workers, each its own."""
    levels = {"soviet": "random", "japan": "random"}
    charts = (library.get("pbn").folder / "charts.toml").read_text()
    for name, decisive in (("first", 47), ("second", 48)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "charts.toml").write_text(charts.replace("decisive = 46", f"decisive = {decisive}"))
    first, second = (RunRequest.of("pbn", None, 1, levels, overrides=tmp_path / name) for name in ("first", "second"))
    question = Question((first, second), ("data=second",))
    comparison = Comparison(question, PairFolder(tmp_path / "ray", question.requests))
    list(comparison.play(runner("ray", None, 1)))
    assert comparison.answer() == compared(question, tmp_path / "alone").answer()


# -- stopping and going on ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [3, LOOK, 25])
def test_a_comparison_that_was_stopped_goes_on_to_the_same_end(at: int, tmp_path: Path) -> None:
    question = harmless(tmp_path, width=10.0)
    whole = compared(question, tmp_path / "whole")
    begun = Comparison(question, PairFolder(tmp_path / "out", question.requests))
    played = begun.play(ONE)
    assert list(islice(played, at)) == list(range(1, at + 1))
    played.close()
    begun.folder.close()
    rest = Comparison(question, PairFolder(tmp_path / "out", question.requests))
    assert rest.done == at
    assert list(rest.play(ONE)) == list(range(at + 1, 41))
    rest.folder.close()
    assert rest.answer() == whole.answer()
    for run in "ab":
        assert rows(tmp_path / "out" / run) == rows(tmp_path / "whole" / run)
    assert Comparison(question, PairFolder(tmp_path / "out", question.requests)).missing() == []


def test_a_pair_of_which_one_game_is_kept_is_played_again(tmp_path: Path) -> None:
    question = longer(3)
    whole = compared(question, tmp_path)
    (tmp_path / "b" / "games" / "00002.json.gz").unlink()
    rest = Comparison(question, PairFolder(tmp_path, question.requests))
    assert list(rest.play(ONE)) == [2]
    assert rest.answer() == whole.answer()


def test_a_game_that_breaks_off_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(request: RunRequest, task: Task) -> Played | Broken:
        broken = task.number == 7 and request.overrides is not None
        return Broken(task, "by nothing") if broken else attempt(request, task)

    monkeypatch.setattr("khalkhin.lab.pairs.attempt", breaks)
    question = harmless(tmp_path)
    comparison = compared(question, tmp_path / "out")
    assert comparison.broken == {7}
    assert comparison.enough == LOOK
    assert comparison.answer().pairs == LOOK - 1
    assert (tmp_path / "out" / "b" / "broken" / "00007.txt").read_text() == "by nothing"
    assert [7 in kept for kept in numbers(comparison)] == [True, False]


def told(error: pytest.ExceptionInfo[KhalkhinError]) -> str:
    return plain(error.value.reason, error.value.game, "en")


def test_the_folder_of_another_question_is_refused(tmp_path: Path) -> None:
    compared(longer(2), tmp_path)
    first, _ = longer(2).requests
    for other, sentence in [
        ((first, tiny(2, options={"turns": 2})), f"{tmp_path / 'b'} was begun with the options turns=3, not turns=2"),
        (longer(2, seed=5).requests, f"{tmp_path / 'a'} was begun with the seed 1, not 5"),
    ]:
        with pytest.raises(KhalkhinError) as error:
            PairFolder(tmp_path, other)
        assert told(error).startswith(sentence)
    with pytest.raises(KhalkhinError) as error:
        PairFolder(tmp_path / "a", longer(2).requests)
    assert told(error) == f"{tmp_path / 'a'} is the folder of a single run; --out names another one."
    shutil.rmtree(tmp_path / "a")
    with pytest.raises(KhalkhinError):
        PairFolder(tmp_path, (first, tiny(2, options={"turns": 2})))
    assert not (tmp_path / "a").exists()


# -- what can be varied ------------------------------------------------------------------------------------------------


def test_everything_together() -> None:
    found = changes(["turns=3", "red=greedy", "open_strengths", "data=some/where"], library.get("tiny"), "raid")
    assert found.options == ["turns=3", "open_strengths"]
    assert found.levels == {"red": "greedy"}
    assert found.overrides == Path("some/where")


def test_corrections_that_change_nothing_are_no_change(tmp_path: Path) -> None:
    other = tmp_path / "copy"
    other.mkdir()
    shutil.copy(DATA / "charts.toml", other)
    question = Question((tiny(2), tiny(2, overrides=other)), ("data=copy",))
    with pytest.raises(KhalkhinError) as error:
        question.check()
    assert told(error) == "A and B would be the same: data=copy holds in A already."


def test_a_set_up_is_tried_before_anything_is_played(tmp_path: Path) -> None:
    other = corrected(tmp_path / "odd", "scenarios/raid.toml", lambda text: text.replace("RD-GUN", "RD-GONE"))
    with pytest.raises(DataError, match="with this data the scenario cannot be set up: 'RD-GONE'") as error:
        tiny(2, overrides=other)
    assert (error.value.file, error.value.field) == (str(other / "scenarios" / "raid.toml"), "setup")
