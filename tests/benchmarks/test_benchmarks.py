"""The contestants agree with the board, disagreement is noticed, and the table can be made."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pytest

from benchmarks import board, declaring, engine, native
from benchmarks.__main__ import Plan, main, measure
from benchmarks.plain import Sets
from benchmarks.sheets import GAMES, Move, Questions, Supply, questions, sheet
from benchmarks.table import Results, aims, rows, written
from benchmarks.timing import Times, race
from khalkhin.board.hexset import Hex, members
from khalkhin.games.bkg.position import Position

pytestmark = pytest.mark.xdist_group("benchmarks")

TINY = Plan(questions=2, rounds=2, positions=2, views=1, games=1, fronts=1)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL | None:
    return native.compiled(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return measure(TINY, lambda what: None, tmp_path_factory.mktemp("library"))


# -- like with like ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", board.TASKS)
@pytest.mark.parametrize("game", GAMES)
def test_everybody_gives_the_same_answers(game: str, task: str, library: ctypes.CDLL | None) -> None:
    ground = sheet(game)
    board.check(task, board.contestants(task, ground, library), questions(ground, 10, seed=7))


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_worth_asking(game: str) -> None:
    """Stop hexes, barred hexes and closed hexes change answers, every class is asked, and most units can move far."""
    ground = sheet(game)
    asked, plain = questions(ground, 40, seed=1), Sets(ground)
    found = [plain.reach(move)() for move in asked.moves]
    free = [plain.reach(Move(move.kind, move.start, 0, 0))() for move in asked.moves]
    assert found != free
    assert sum(map(len, found)) / len(found) > 50
    assert {move.kind for move in asked.moves} == set(range(len(ground.classes)))
    assert all(units.bit_count() == 60 for units in asked.zones)
    everywhere = [plain.flood(Supply(supply.sources, ground.grid.all))() for supply in asked.supplies]
    assert all(0 < len(plain.flood(s)()) < len(e) for s, e in zip(asked.supplies, everywhere, strict=True))


class Careless(Sets):
    """Forgets one hex of every answer."""

    def costs(self, answer: dict[Hex, int]) -> dict[Hex, int]:
        return dict(list(answer.items())[:-1])

    def hexes(self, answer: set[Hex]) -> set[Hex]:
        return set(list(answer)[:-1])


@pytest.mark.parametrize("task", board.TASKS)
def test_a_wrong_answer_is_noticed_before_anything_is_timed(task: str) -> None:
    ground = sheet("bkg")
    everybody = {**board.contestants(task, ground, None), "careless": Careless(ground)}
    with pytest.raises(AssertionError, match="careless does not agree"):
        board.check(task, everybody, questions(ground, 2, seed=7))


def test_c_answers_the_same_in_one_call_as_in_many(library: ctypes.CDLL | None) -> None:
    assert (library is None) == (native.compiler() is None)
    if library is None:
        return
    ground = sheet("sn")
    asked = questions(ground, 3, seed=7)
    one, all_ = native.Native(library, ground), native.Native(library, ground)
    for task in board.TASKS:
        for n in range(3):
            single = Questions(asked.moves[n : n + 1], asked.zones[n : n + 1], asked.supplies[n : n + 1])
            # The last question of the call is the one whose answer remains.
            upto = Questions(asked.moves[: n + 1], asked.zones[: n + 1], asked.supplies[: n + 1])
            board.jobs(task, one, single)[0]()
            assert board.in_one_call(task, all_, upto)() == n + 1
            assert board.in_common_terms(task, one)(None) == board.in_common_terms(task, all_)(None)


def test_the_position_as_objects_is_the_same_position() -> None:
    (s,) = engine.positions(1)
    table = engine.as_objects(s)
    assert [piece.place for piece in table.pieces] == [s.game.place_name(place) for place in s.where]
    assert sum(len(stack) for stack in table.stacks.values()) == len(s.game.sheet)
    assert isinstance(s, Position)
    assert {s.game.sheet.ids[u] for u in members(s.moved)} == {p.id for p in table.pieces if "moved" in p.marks}


def test_the_most_crowded_front_is_crowded_and_every_prompt_on_the_way_is_asked() -> None:
    found = declaring.crowded(3)
    assert declaring.size(found) == max(declaring.size(s) for seed in range(3) for s in declaring.reckless(seed))
    assert declaring.size(found) >= 100
    on_the_way = list(declaring.prompts(found, 1))
    assert len(on_the_way) > 10
    before = [s.asked for s in on_the_way]
    for s in on_the_way:
        declaring.ask(s)
        assert s.agenda[-1].ask(s) == s.asked[0]
    assert [s.asked for s in on_the_way] == before


# -- arithmetic and the table -----------------------------------------------------------------------------------------


def test_a_race_counts_what_was_done_and_everybody_runs_in_every_round() -> None:
    done: list[str] = []

    def work(name: str) -> Iterator[int]:
        while True:
            done.append(name)
            yield 1

    first, second = work("a"), work("b")
    times = race({"a": lambda: next(first), "b": lambda: next(second)}, rounds=2)
    assert done == ["a", "b", "a", "b", "b", "a"]  # once to warm up, then two rounds
    assert {name: len(found) for name, found in times.rounds.items()} == {"a": 2, "b": 2}


def test_a_ratio_is_the_median_of_the_rounds() -> None:
    times = Times({"ours": (1.0, 2.0, 10.0), "theirs": (3.0, 4.0, 10.0)})
    assert times.seconds("ours") == 2.0
    assert times.ratio("theirs", "ours") == 2.0


def test_the_table_has_a_line_for_everything(results: Results) -> None:
    text = written(results)
    assert len(rows(results)) == len(GAMES) * len(board.TASKS) + 8
    assert all(row.what in text for row in rows(results))
    assert all(aim.text in text for aim in aims(results))
    assert {len(line) for line in text.split("\n\n")[0].splitlines()} == {len(text.splitlines()[0])}


def test_without_a_compiler_the_table_says_so(results: Results) -> None:
    none = {
        key: Times({name: t for name, t in times.rounds.items() if name not in (board.CALLED, board.LOOPED)})
        for key, times in results.board.items()
    }
    without = Results(none, results.clone, results.views, results.games, results.declaring, compiler=False)
    assert rows(without)[0].cells().count("no compiler") == 2
    assert [aim.met for aim in aims(without) if " C " in aim.text] == [None, None]


@pytest.mark.parametrize(("fast", "met"), [(True, "yes"), (False, "no")])
def test_aims_are_judged_by_the_slowest_map(results: Results, fast: bool, met: str) -> None:
    ours, heapq, c = (1.0, 2.0, 0.125) if fast else (1.0, 1.9, 0.124)
    good = Times({board.OURS: (1.0,), board.PLAIN: (9.0,), board.CALLED: (1.0,), board.LOOPED: (1.0,)})
    edge = Times({board.OURS: (ours,), board.PLAIN: (heapq,), board.CALLED: (c,), board.LOOPED: (c,)})
    reach = {("bkg", "reach"): good, ("sn", "reach"): edge}
    made = Results(reach, results.clone, results.views, results.games, results.declaring, True)
    assert [aim.cells()[-1] for aim in aims(made)[:3]] == [met, met, met]


@pytest.mark.parametrize(
    ("clone", "step", "declaring", "met"),
    [
        (4.9e-6, 1 / 13_000, 0.05, ["yes", "yes", "yes", "yes", "yes"]),
        (5.1e-6, 1 / 12_999, 0.05, ["no", "no", "yes", "yes", "yes"]),
        (5.1e-6, 1 / 4_999, 0.051, ["no", "no", "no", "no", "no"]),
    ],
)
def test_aims_of_the_engine(results: Results, clone: float, step: float, declaring: float, met: list[str]) -> None:
    steps = engine.Games(Times({engine.OURS: (step,)}), results.games.whole, Times({engine.OURS: (step,)}))
    battles = Times({engine.OURS: (declaring,)})
    made = Results(results.board, Times({engine.OURS: (clone,)}), results.views, steps, battles, True)
    assert [aim.cells()[-1] for aim in aims(made)[3:]] == met


def test_bad_arguments_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--slow"])
    assert "--slow" in capsys.readouterr().err
