"""Records: every line is proven, and the first one that does not hold is named."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from functools import cache

import pytest

import khalkhin
from khalkhin.engine.dice import LARGEST_SEED, Dice
from khalkhin.engine.errors import KhalkhinError, RecordError
from khalkhin.engine.match import Match
from khalkhin.engine.record import HashChain, read_header, replay
from khalkhin.engine.words import plain
from tests.tiny.positions import do, new, the_game


@cache
def _finished() -> str:
    """The record of a whole game with an option."""
    match, rng = new(seed=3, turns=5), random.Random(3)
    while not match.over:
        match.decide(rng.choice(list(match.choices())))
    return match.record()


def _lines() -> list[str]:
    return _finished().splitlines()


HEAD = _lines().index("--") + 1


def _join(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _remarked(lines: list[str]) -> str:
    """A record whose marks somebody has made fit again after changing it."""
    chain = HashChain(lines[:HEAD])
    return _join(lines[:HEAD] + [chain.add(line.partition(" ")[2]) for line in lines[HEAD:]])


def _error(text: str) -> tuple[str, int]:
    with pytest.raises(RecordError) as error:
        khalkhin.load(text)
    assert f"{error.value.line}" in str(error.value)
    return error.value.reason.key, error.value.line


def _find(word: str) -> int:
    """The index of the first line of the body that begins with a word."""
    return next(n for n, line in enumerate(_lines()) if n >= HEAD and line.split(" ")[1] == word)


def test_the_form_of_a_record() -> None:
    match = do(new(seed=5, turns=3), "red unit RD-PAT", "red hex 0201", "blue commit")
    lines = match.record().splitlines()
    assert lines[:5] == ["khalkhin 2", "game tiny", "edition 1", "scenario raid", "option turns 3"]
    assert lines[5:8] == [
        f"data {the_game().version}",
        "dice seed 5",
        f"commitment {Dice.practice(5).commitment}",
    ]
    assert lines[8] == "--"
    said = [line.partition(" ") for line in lines[9:]]
    assert [body for _, _, body in said] == [
        "red unit RD-PAT",
        "red hex 0201",
        "blue commit",
        f"running {match.state.digest()}",
    ]
    assert all(len(mark) == 6 and set(mark) <= set("0123456789abcdef") for mark, _, _ in said)


def test_a_record_with_secret_dice_plays_the_same() -> None:
    match = do(new(seed=1), "red commit")
    secret = khalkhin.new("tiny", "raid")
    do(secret, "red commit")
    again = khalkhin.load(secret.record())
    assert again.state.dice == secret.state.dice
    assert again.state == match.state


def test_saving_with_other_line_ends_does_no_harm() -> None:
    assert khalkhin.load(_finished().replace("\n", "\r\n")).record() == _finished()


@pytest.mark.parametrize("text", ["", "\n", "chess 1\n", "khalkhin 3\n", "khalkhin 0\n", "hello"])
def test_what_is_no_record_is_refused_on_its_first_line(text: str) -> None:
    assert _error(text) == ("record.magic", 1)


@pytest.mark.parametrize("keep", range(1, len(_lines())))
def test_a_record_cut_off_anywhere_breaks_off_where_it_was_cut(keep: int) -> None:
    assert _error(_join(_lines()[:keep])) == ("record.truncated", keep + 1)


def test_every_line_that_is_changed_is_named() -> None:
    for number in range(HEAD, len(_lines())):
        lines = _lines()
        lines[number] = lines[number][:-1] + ("X" if lines[number][-1] != "X" else "Y")
        assert _error(_join(lines)) == ("record.changed", number + 1)


def test_every_line_that_is_lost_doubled_or_swapped_is_noticed_at_once() -> None:
    for number in range(HEAD, len(_lines()) - 2):
        lines = _lines()
        assert _error(_join(lines[:number] + lines[number + 1 :])) == ("record.changed", number + 1)
        assert _error(_join(lines[:number] + lines[number : number + 1] + lines[number:])) == (
            "record.changed",
            number + 2,
        )
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        assert _error(_join(swapped)) == ("record.changed", number + 1)


def test_nothing_follows_the_end() -> None:
    assert _error(_finished() + "abcdef red commit\n") == ("record.after-end", len(_lines()) + 1)
    assert _error(_finished() + "\n") == ("record.after-end", len(_lines()) + 1)


def _with_dice(dice: Dice, line: str) -> str:
    """A record with other dice, whose promise somebody has made fit."""
    lines = _lines()
    lines[HEAD - 3], lines[HEAD - 2] = f"dice {line}", f"commitment {dice.commitment}"
    return _remarked(lines)


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 2**63])
def test_a_seed_out_of_bounds_is_named_with_the_bound(seed: int) -> None:
    dice = Dice(hashlib.sha256(f"khalkhin practice {seed}".encode()).digest(), f"practice-{seed}", seed)
    text = _with_dice(dice, f"seed {seed}")
    assert _error(text) == ("record.start", HEAD - 2)
    with pytest.raises(RecordError, match=rf"{seed} cannot be a seed: .* from 0 to {LARGEST_SEED}\.") as refused:
        khalkhin.load(text)
    assert f"{seed} não pode ser" in plain(refused.value.reason, None, "pt")


@pytest.mark.parametrize("game_id", ["a\0b", "\u00e9", "x" * 101])
def test_the_id_of_a_game_is_short_and_plain(game_id: str) -> None:
    dice = Dice(bytes(32), game_id)
    assert _error(_with_dice(dice, f"secret {dice.secret.hex()} {game_id}")) == ("record.dice", HEAD - 2)


# -- changed by somebody who makes the marks fit --


def _forged(index: int, change: Callable[[str], str]) -> str:
    lines = _lines()
    mark, _, body = lines[index].partition(" ")
    lines[index] = f"{mark} {change(body)}"
    return _remarked(lines)


def test_a_decision_that_was_not_offered_is_named_with_the_reason() -> None:
    index = _find("red")
    text = _forged(index, lambda _: "red unit BL-COL")
    assert _error(text) == ("record.refused", index + 1)
    with pytest.raises(RecordError, match="Blue Column is not yours"):
        khalkhin.load(text)


@pytest.mark.parametrize("body", ["green commit", "red charge", "red hex 9999", "red", "", "red commit 1", "red unit"])
def test_a_line_that_makes_no_sense_is_named(body: str) -> None:
    assert _error(_forged(HEAD, lambda _: body)) == ("record.refused", HEAD + 1)


def test_a_decision_has_one_spelling() -> None:
    index = next(n for n, line in enumerate(_lines()) if " unit RD-" in line)
    name = dict(zip(the_game().sheet.ids, the_game().sheet.names, strict=True))
    unit = _lines()[index].split(" ")[-1]
    if list(name.values()).count(name[unit]) > 1:
        name[unit] = unit.lower()
    assert _error(_forged(index, lambda body: body.replace(unit, name[unit]))) == ("record.spelling", index + 1)


def test_a_turn_whose_position_is_another_one_is_named() -> None:
    index = _find("turn")
    assert _error(_forged(index, lambda body: body[:-1] + ("0" if body[-1] != "0" else "1"))) == (
        "record.turn",
        index + 1,
    )
    assert _error(_forged(index, lambda body: body.replace("turn 2", "turn 3"))) == ("record.turn", index + 1)


def test_a_turn_that_is_left_out_or_put_in_is_named() -> None:
    index, lines = _find("turn"), _lines()
    assert _error(_remarked(lines[:index] + lines[index + 1 :])) == ("record.turn", index + 1)
    extra = [*lines[: index + 1], lines[index], *lines[index + 1 :]]
    assert _error(_remarked(extra)) == ("record.refused", index + 2)


def test_another_ending_is_named() -> None:
    last = len(_lines()) - 1
    body = _lines()[last].partition(" ")[2]
    assert body.startswith("end ")
    digest = body.split(" ")[-1]
    for other in (f"end red points 9 0 {digest}", f"end draw agreed {digest}", f"running {digest}", body[:-1]):
        assert _error(_forged(last, lambda _, other=other: other)) == ("record.ending", last + 1)  # type: ignore[misc]


# -- the head --


def _head(word: str, line: str | None) -> str:
    """The record with one line of its head changed or left out, and the marks made to fit."""
    lines = _lines()
    index = next(n for n, found in enumerate(lines[:HEAD]) if found.startswith(word))
    head = [*lines[:index], *([] if line is None else [line]), *lines[index + 1 : HEAD]]
    chain = HashChain(head)
    return _join(head + [chain.add(body.partition(" ")[2]) for body in lines[HEAD:]])


def _line_of(word: str) -> int:
    return next(n for n, line in enumerate(_lines(), start=1) if line.startswith(word))


@pytest.mark.parametrize(
    ("word", "line", "key"),
    [
        ("scenario", "scenario siege", "record.start"),
        ("option turns", "option turns many", "record.start"),
        ("option turns", "option turns --5", "record.start"),
        ("option turns", "option turns ²", "record.start"),
        ("option turns", "option turns true", "record.start"),
        ("option turns", "option turns 05", "record.header"),
        ("option turns", "option turns 4", "record.header"),
        ("option turns", "option open_strengths 1", "record.start"),
        ("option turns", "option weather rain", "record.start"),
        ("option turns", "option fog true", "record.start"),
        ("edition", "edition", "record.edition"),
        ("edition", "edition one", "record.edition"),
        ("edition", "edition 0", "record.edition"),
        ("edition", "edition 01", "record.header"),
        ("edition", "edition 999999", "record.edition"),
        ("edition", "edition 2", "record.newer"),
        ("data", "data 0123456789abcdef", "record.data"),
        ("dice", "dice", "record.dice"),
        ("dice", "dice seed", "record.dice"),
        ("dice", "dice seed x", "record.dice"),
        ("dice", "dice loaded 6", "record.dice"),
        ("dice", "dice secret 00ff game", "record.dice"),
        ("dice", "dice secret " + "0" * 64, "record.dice"),
        ("dice", "dice secret " + "z" * 64 + " game", "record.dice"),
        ("game", "games tiny", "record.header"),
        ("game", "scenario raid", "record.header"),
        ("dice", "dice seed 03", "record.header"),
    ],
)
def test_a_bad_line_of_the_head_is_named(word: str, line: str, key: str) -> None:
    expected = _line_of(word)
    if line == "scenario raid":
        expected = _line_of("scenario")  # the second of two such lines is one too many
    if key == "record.newer":
        expected = _line_of("data")
    assert _error(_head(word, line)) == (key, expected)


def test_dice_that_were_not_promised_are_refused() -> None:
    assert _error(_head("dice", "dice seed 4")) == ("record.commitment", _line_of("commitment"))
    assert _error(_head("commitment", f"commitment {'0' * 64}")) == ("record.commitment", _line_of("commitment"))


@pytest.mark.parametrize("word", ["game", "edition", "scenario", "data", "dice", "commitment"])
def test_a_line_missing_from_the_head_is_named(word: str) -> None:
    with pytest.raises(RecordError) as error:
        khalkhin.load(_head(word, None))
    assert (error.value.reason.key, error.value.reason.params["word"]) == ("record.missing", word)


def test_options_left_out_are_missed() -> None:
    """The positions are other ones, for an option that is not named is at its default."""
    assert _error(_head("option turns", None)) == ("record.turn", _find("turn"))


def test_a_record_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(KhalkhinError) as error:
        khalkhin.load(_head("game", "game chess"))
    assert error.value.reason.key == "engine.unknown-game"


def test_a_changed_head_breaks_the_marks() -> None:
    lines = _lines()
    lines[_line_of("option turns") - 1] = "option turns 6"
    assert _error(_join(lines)) == ("record.changed", HEAD + 1)


def test_the_head_can_be_read_alone() -> None:
    header = read_header(_finished())
    assert (header.game, header.scenario, header.dice.seed, header.lines) == ("tiny", "raid", 3, HEAD)
    assert (header.format, header.edition, header.options) == (2, 1, {"turns": "5"})


# -- replaying in part --


def test_a_record_can_be_played_in_part() -> None:
    whole = khalkhin.load(_finished())
    for count in (0, 1, 5, whole.length - 1, whole.length):
        part = replay(_finished(), the_game(), upto=count)
        assert part.length == count
        assert part.state == whole.position(count)


def test_draws_and_flares_are_in_the_record() -> None:
    match = new(seed=2)
    do(match, "red draw", "blue flare 0102", "blue commit", "blue draw", "red accept")
    again = khalkhin.load(match.record())
    assert isinstance(again, Match)
    assert again.result() == {"winner": None, "how": "agreed", "points": []}
    assert again.record() == match.record()
    assert match.record().splitlines()[-1].partition(" ")[2].startswith("end draw agreed ")
