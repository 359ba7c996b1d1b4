"""Editions: records of earlier rules and data are played as far as they go, and say where they stop and why."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine.dice import Share
from khalkhin.engine.editions import Editions, read_editions
from khalkhin.engine.errors import Illegal, RecordError
from khalkhin.engine.match import Edition, Match
from khalkhin.engine.record import read_header, replay, replay_as_far
from tests.records.shelf import with_lines
from tests.terminal.desk import khalkhin as command
from tests.tiny.positions import do, new, the_game

HEAD = 8
"""Lines of the head of a record without options."""


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the tiny game there is a second edition, with the same data."""
    monkeypatch.setattr(the_game(), "editions", Editions(2, {"0123456789abcdef": 1, the_game().version: 2}))


def _first(decisions: int = 30) -> str:
    """A record of the first edition."""
    match, rng = new(seed=4), random.Random(4)
    while match.length < decisions and not match.over:
        match.decide(rng.choice([d for d in match.choices() if d.verb != "concede"]))
    return match.record()


@pytest.fixture(scope="module")
def first() -> str:
    return _first()


def _refused(first: str) -> tuple[str, int]:
    """The record with a decision that today's rules refuse, and its line."""
    lines = first.splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if " red unit " in line and n > HEAD + 4)
    return with_lines(first, {number: "red unit BL-COL"}), number


def test_an_older_record_is_played_and_goes_on_as_one_of_today(first: str, second: None) -> None:
    match = khalkhin.load(first)
    assert match.editions == (Edition(0, 1, the_game().version), Edition(30, 2, the_game().version))
    match.decide(next(match.choices()))
    text = match.record()
    lines = text.splitlines()
    assert lines[2] == "edition 1"
    assert [line.partition(" ")[2] for line in lines if " edition " in line] == [f"edition 2 {the_game().version}"]
    found = replay_as_far(text, the_game())
    assert (found.edition, found.today) == (2, True)
    assert found.match.record() == text


def test_where_it_went_on_moves_back_with_what_is_taken_back(first: str, second: None) -> None:
    match = khalkhin.load(first)
    length, side = match.length, the_game().sides[match.latest.side]
    if not match.can_undo(side):
        match.decide(next(match.choices()))
        length, side = match.length, the_game().sides[match.latest.side]
    match.undo(side)
    assert match.editions[1].after == min(30, length - 1)
    assert khalkhin.load(match.record()).record() == match.record()


def test_hashes_of_positions_are_counted_and_not_proven(first: str, second: None) -> None:
    number = next(n for n, line in enumerate(first.splitlines(), start=1) if " turn " in line)
    other = with_lines(first, {number: "turn 2 0000000000000000"})
    assert replay_as_far(first, the_game()).turns == (2, 2)
    assert replay_as_far(other, the_game()).turns == (1, 2)
    assert replay_as_far(with_lines(first, {number: "turn 3 0000000000000000"}), the_game()).stopped is not None


def test_today_every_hash_is_proven(first: str) -> None:
    number = next(n for n, line in enumerate(first.splitlines(), start=1) if " turn " in line)
    with pytest.raises(RecordError) as error:
        khalkhin.load(with_lines(first, {number: "turn 2 0000000000000000"}))
    assert (error.value.reason.key, error.value.line) == ("record.turn", number)


def test_where_it_stops_line_rule_and_reason_are_told(first: str, second: None) -> None:
    text, number = _refused(first)
    found = replay_as_far(text, the_game())
    assert found.stopped is not None
    assert found.stopped.line == number
    assert found.rest[0] == "red unit BL-COL"
    before = text.splitlines()[HEAD : number - 1]
    assert found.match.length == sum(line.split(" ")[1] in ("red", "blue") for line in before)
    inner = found.stopped.reason.params["error"]
    assert inner.reason.key == "record.refused"
    assert isinstance(inner.reason.params["error"], Illegal)
    with pytest.raises(RecordError) as error:
        khalkhin.load(text)
    assert error.value.match is not None
    assert error.value.match.state == found.match.state
    assert str(error.value).startswith("The record is of edition 1 of the rules, and today's edition 2 does not")
    assert f'Line {number}: "red unit BL-COL" is refused.' in str(error.value)


def test_the_rule_that_stops_it_is_named(second: None) -> None:
    """4.1.2 of the Batalha, say: the number comes with the reason."""
    match = khalkhin.new("bkg", seed=1)
    do(match, "soviet auto")
    while "unit" not in {offer.verb for prompt in match.prompts() for offer in prompt.offers}:
        match.play("done")
    match.play("unit", "SU-601-1")
    text = match.record()
    last = len(text.splitlines())
    forged = with_lines(text, {last: "soviet hex 2723", last + 1: "running 0000000000000000"})
    older = forged.replace(f"edition {match.game.editions.now}\n", "edition 1\n", 1)
    chained = with_lines(older, {})
    found = replay_as_far(chained, match.game)
    assert found.stopped is not None
    refusal = found.stopped.reason.params["error"].reason.params["error"]
    assert refusal.rule.startswith("4.")
    assert f"{refusal.rule}: " in str(found.stopped)


def test_where_nothing_is_asked_of_a_side_the_rule_that_asks_the_other_is_named(second: None) -> None:
    match = do(new(seed=2), "red commit", "blue commit")
    (prompt,) = match.prompts()
    side, other = the_game().sides[prompt.side], the_game().sides[1 - prompt.side]
    text = match.record().replace("edition 2\n", "edition 1\n", 1)
    last = len(text.splitlines())
    forged = with_lines(text, {last: f"{other} commit", last + 1: "running 0000000000000000"})
    stopped = replay_as_far(forged, match.game).stopped
    assert stopped is not None
    refusal = stopped.reason.params["error"].reason.params["error"]
    assert refusal.reason.params["asked"] == [{"key": "record.asks", "side": side, "rule": prompt.rule}]
    assert str(stopped).endswith(f" Asked here today: {side.capitalize()} ({prompt.rule}).")
    assert match.rule_against(refusal) == prompt.rule


def test_today_such_a_record_is_simply_wrong(first: str) -> None:
    text, number = _refused(first)
    with pytest.raises(RecordError) as error:
        replay_as_far(text, the_game())
    assert (error.value.reason.key, error.value.line, error.value.match) == ("record.refused", number, None)


def test_an_older_record_that_was_changed_is_told_as_such(first: str, second: None) -> None:
    lines = first.splitlines()
    lines[HEAD + 3] += "x"
    with pytest.raises(RecordError) as error:
        replay_as_far("\n".join(lines) + "\n", the_game())
    assert (error.value.reason.key, error.value.line) == ("record.changed", HEAD + 4)


def test_an_ending_that_today_would_be_another_stops_it(second: None) -> None:
    match = do(new(seed=2), "red concede")
    text = match.record().replace("edition 2\n", "edition 1\n", 1)
    last = len(text.splitlines())
    good = with_lines(text, {})
    assert replay_as_far(good, the_game()).stopped is None
    digest = good.split()[-1]
    stopped = replay_as_far(with_lines(text, {last: f"end red points 9 0 {digest}"}), the_game()).stopped
    assert stopped is not None
    assert stopped.line == last


def test_a_record_of_a_newer_edition_is_left_to_a_newer_program(second: None, monkeypatch: pytest.MonkeyPatch) -> None:
    text = do(new(seed=2), "red commit").record()
    monkeypatch.setattr(the_game(), "editions", Editions(1))
    with pytest.raises(RecordError) as error:
        khalkhin.load(text)
    assert error.value.reason.key == "record.newer"
    assert "edition 2 of the rules; this program knows edition 1" in str(error.value)


def test_data_that_shipped_once_are_known(second: None) -> None:
    text = do(new(seed=2), "red commit").record()
    earlier = with_lines(text.replace(the_game().version, "0123456789abcdef"), {})
    found = replay_as_far(earlier, the_game())
    assert not found.today
    assert found.stopped is None
    with pytest.raises(RecordError) as error:
        khalkhin.load(with_lines(text.replace(the_game().version, "f" * 16), {}))
    assert error.value.reason.key == "record.data"
    assert "other data" in str(error.value)


def test_to_data_that_somebody_changed_all_others_are_strange(monkeypatch: pytest.MonkeyPatch) -> None:
    text = do(new(seed=2), "red commit").record()
    monkeypatch.setattr(the_game(), "editions", Editions(1, {"0123456789abcdef": 1}))
    with pytest.raises(RecordError) as error:
        khalkhin.load(with_lines(text.replace(the_game().version, "0123456789abcdef"), {}))
    assert error.value.reason.key == "record.data"


def test_earlier_data_of_the_same_edition_may_stop_it_too(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"0123456789abcdef": 1, the_game().version: 1}
    monkeypatch.setattr(the_game(), "editions", Editions(1, known))
    text, number = _refused(with_lines(first.replace(the_game().version, "0123456789abcdef"), {}))
    stopped = replay_as_far(text, the_game()).stopped
    assert stopped is not None
    assert (stopped.reason.key, stopped.line) == ("record.stopped-data", number)


@pytest.mark.parametrize("line", ["edition", "edition 2", "edition two 0123456789abcdef", "edition 2 a b"])
def test_a_bad_edition_in_the_body_is_named(line: str, first: str, second: None) -> None:
    text = khalkhin.load(first).record()
    number = next(n for n, found in enumerate(text.splitlines(), start=1) if " edition " in found)
    with pytest.raises(RecordError) as error:
        khalkhin.load(with_lines(text, {number: line}))
    assert (error.value.reason.key, error.value.line) == ("record.edition", number)


def test_a_record_that_was_only_kept_has_no_turns(first: str, second: None) -> None:
    lines = first.splitlines()
    turns: dict[int, str | None] = {n: None for n, line in enumerate(lines, start=1) if " turn " in line}
    text = with_lines(first, {**turns, len(lines): "kept"})
    match = replay(text, the_game())
    assert match.state == khalkhin.load(first).state
    assert khalkhin.load(match.record()).state == match.state


# -- the commands ------------------------------------------------------------------------------------------------------


def test_replay_shows_what_can_be_shown_and_says_where_it_stops(first: str, second: None, tmp_path: Path) -> None:
    text, number = _refused(first)
    file = tmp_path / "old"
    file.write_text(text)
    said = command("replay", file)
    assert said.status == 0
    assert len(said.lines) > 2
    assert said.lines[-1].startswith("The record is of edition 1")
    assert f"Line {number}: " in said.lines[-1]
    assert "edição 1" in command("replay", file, "--language", "pt").lines[-1]


def test_verify_says_what_could_be_checked(first: str, second: None, tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text(first)
    said = command("verify", file)
    assert said.status == 0
    assert "edition: 1 of the rules; today's is 2" in said.lines
    assert "turns: at 2 of 2 the position is equal to the recorded hash" in said.lines
    assert said.lines[-1] == "ok by today's rules: every decision is allowed, and the game ends as recorded"
    text, number = _refused(first)
    file.write_text(text)
    said = command("verify", file)
    assert said.status == 1
    assert f"Line {number}: " in said.lines[-1]


def test_play_goes_on_with_what_goes_on_and_refuses_the_rest(first: str, second: None, tmp_path: Path) -> None:
    file, saved = tmp_path / "old", tmp_path / "saved"
    file.write_text(first)
    assert command("play", "--load", file, "--as", "both", typed=f"save {saved}\n").status == 0
    assert f"edition 2 {the_game().version}" in saved.read_text()
    text, number = _refused(first)
    file.write_text(text)
    said = command("play", "--load", file, "--as", "both")
    assert said.status == 2
    assert f"Line {number}: " in said.err


# -- editions.toml -----------------------------------------------------------------------------------------------------


def test_a_game_without_the_file_has_one_edition(tmp_path: Path) -> None:
    assert read_editions(tmp_path) == Editions(1, {})


def test_the_file_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "editions.toml"
    file.write_text('edition = 2\n[data]\n"0123456789abcdef" = 1\n')
    assert read_editions(tmp_path) == Editions(2, {"0123456789abcdef": 1})
    file.write_text('edition = 2\n[data]\n"0123456789abcdef" = 3\n')
    with pytest.raises(ValueError, match=r"line 3.*there is no edition 3 of 2"):
        read_editions(tmp_path)


# -- what else the head can have ---------------------------------------------------------------------------------------


def _with_head(match: Match, line: str, before: str) -> str:
    text = match.record()
    at = text.index(f"\n{before} ") + 1
    return with_lines(text[:at] + line + "\n" + text[at:], {})


def test_a_pack_that_is_not_here_is_named() -> None:
    text = _with_head(new(seed=2), "pack winter-war 0123456789abcdef", "dice")
    assert read_header(text).pack == "winter-war 0123456789abcdef"
    with pytest.raises(RecordError) as error:
        khalkhin.load(text)
    assert (error.value.reason.key, error.value.line) == ("record.pack", 6)
    assert '"winter-war", which is not here' in str(error.value)


def test_shares_of_the_dice_are_kept_and_change_them() -> None:
    text = _with_head(new(seed=2), "share red " + "a" * 64, "commitment")
    text = with_lines(text.replace("\ncommitment", f"\nshare blue {'b' * 64}\ncommitment"), {})
    dice = read_header(text).dice
    assert dice.shares == (Share("red", "a" * 64), Share("blue", "b" * 64))
    plain = read_header(new(seed=2).record()).dice
    assert dice.commitment == plain.commitment
    assert [dice.roll(n, 6) for n in range(4)] != [plain.roll(n, 6) for n in range(4)]
    match = khalkhin.load(text)
    assert match.state.dice == dice
    assert match.record() == text
    assert "shares" not in match.view(None)["dice"]
    match.play("concede", side="red")
    assert match.view(None)["dice"]["shares"] == [
        {"side": "red", "share": "a" * 64, "since": 1},
        {"side": "blue", "share": "b" * 64, "since": 1},
    ]


@pytest.mark.parametrize("digits", ["", "a" * 63, "A" * 64, *("a" * 64 + rest for rest in (" ", " 0", " 07", " x"))])
def test_a_share_has_64_digits_and_maybe_a_roll(digits: str) -> None:
    with pytest.raises(RecordError) as error:
        khalkhin.load(_with_head(new(seed=2), f"share red {digits}", "commitment"))
    assert (error.value.reason.key, error.value.line) == ("record.share", 7)


@pytest.mark.parametrize(
    "shares",
    [
        [("green", "")],
        [("red", ""), ("green", "")],
        [("red", " 3"), ("blue", " 2")],
    ],
)
def test_shares_are_of_the_sides_in_the_order_of_their_rolls(shares: list[tuple[str, str]]) -> None:
    lines = "\n".join(f"share {side} {'ab'[n % 2] * 64}{since}" for n, (side, since) in enumerate(shares))
    with pytest.raises(RecordError) as error:
        khalkhin.load(_with_head(new(seed=2), lines, "commitment"))
    assert error.value.reason.key == "record.share"
