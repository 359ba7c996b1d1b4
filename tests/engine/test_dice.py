"""Dice: anyone can check them, nobody can foresee them, and every face is as likely as the next."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter

import pytest

import khalkhin
from khalkhin.engine.dice import LARGEST_SEED, Dice, share_promise
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING
from khalkhin.engine.match import Match

SECRET = bytes(range(32))


def test_known_answers() -> None:
    """Worked out apart from the code, the first block with the command line of a cryptographic library."""
    dice = Dice(SECRET, "kat")
    assert dice.commitment == "f787c71b058c3c6b7d01175198a8c8c6899c649d95a685b938fc083e90f8913b"
    assert dice.roll(1, 10) == (6, 2, 6, 6, 2, 6, 3, 3, 3, 5)
    assert dice.roll(2, 2) == (6, 1)
    # Forty dice of ten sides take more than one block, and some of its bytes are rejected.
    assert dice.roll(1, 40, 10) == (
        *(8, 4, 4, 6, 6, 10, 1, 3, 5, 1, 7, 7, 10, 6, 2, 5, 2, 2, 10, 1),
        *(3, 6, 3, 1, 1, 2, 7, 9, 2, 8, 7, 8, 6, 8, 10, 8, 2, 7, 4, 3),
    )


def _hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104 by hand."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()


def test_rolls_are_a_keyed_stream_of_secret_game_and_counter() -> None:
    rng = random.Random(1)
    for _ in range(50):
        secret, counter = rng.randbytes(32), rng.randrange(1, 10_000)
        stream = [b for block in range(4) for b in _hmac(secret, f"g:{counter}:{block}".encode())]
        wanted = [b % 6 + 1 for b in stream if b < 252][:60]
        assert Dice(secret, "g").roll(counter, 60) == tuple(wanted)


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 12, 20, 100, 256])
def test_every_face_comes_from_equally_many_bytes(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hmac, "digest", lambda *_: bytes(range(256)))
    fair = 256 // sides
    faces = Counter(Dice(SECRET, "g").roll(1, fair * sides, sides))
    assert faces == dict.fromkeys(range(1, sides + 1), fair)


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 2**63])
def test_a_seed_has_bounds(seed: int) -> None:
    """The same wherever a seed can be given: what a record says, a browser and a database have to hold."""
    with pytest.raises(KhalkhinError) as refused:
        khalkhin.new("bkg", seed=seed)
    assert refused.value.reason.key == "engine.bad-seed"
    assert str(refused.value) == f"{seed} cannot be a seed: a seed is a whole number from 0 to {LARGEST_SEED}."


def test_a_seed_of_thousands_of_digits_is_not_written_out() -> None:
    with pytest.raises(KhalkhinError, match=r"^0x[0-9a-f]+\.\.\. cannot be a seed"):
        Dice.practice(10**5000)


def test_the_largest_seed_is_one() -> None:
    match = khalkhin.new("bkg", seed=LARGEST_SEED)
    assert khalkhin.load(match.record()).state == match.state
    assert Dice.practice(0).seed == 0


def test_a_longer_roll_begins_like_a_shorter_one_and_other_rolls_are_others() -> None:
    dice = Dice(SECRET, "g")
    assert dice.roll(1, 20)[:5] == dice.roll(1, 5)
    rolls = [dice.roll(n, 20) for n in range(1, 50)]
    assert len(set(rolls)) == len(rolls)
    assert Dice(SECRET, "h").roll(1, 20) != dice.roll(1, 20)
    assert Dice(bytes(32), "g").roll(1, 20) != dice.roll(1, 20)


@pytest.mark.parametrize("sides", [-6, 0, 1, 257, 300])
def test_a_die_that_bytes_cannot_roll_is_refused(sides: int) -> None:
    with pytest.raises(ValueError, match=rf"^A die has 2 to 256 sides, not {sides}\.$"):
        Dice(SECRET, "g").roll(1, 1, sides)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    """Else SECRET + "ab" could be promised for the game "ab" and shown for the game "b"."""
    with pytest.raises(ValueError, match=rf"^A secret has 32 bytes, not {length}\.$"):
        Dice(bytes(length), "g")


def test_practice_dice_come_from_their_seed_and_say_so() -> None:
    assert Dice.practice(7) == Dice.practice(7)
    assert Dice.practice(7).roll(1, 20) != Dice.practice(8).roll(1, 20)
    assert Dice.practice(7).seed == 7
    assert "dice seed 7\n" in khalkhin.new("tiny", seed=7).record()


def test_fresh_dice_are_nobodys_guess() -> None:
    one, other = Dice.fresh(), Dice.fresh()
    assert one.seed is None
    assert one.secret != other.secret
    assert one.commitment != other.commitment
    record = khalkhin.new("tiny").record()
    assert "dice secret " in record
    assert "seed" not in record


def test_the_promise_is_public_from_the_start_and_kept_at_the_end() -> None:
    match = khalkhin.new("tiny")
    for side in (None, "red", "blue"):
        assert match.view(side)["dice"] == {"commitment": match.state.dice.commitment, "practice": False}
    promised = match.view(None)["dice"]["commitment"]
    match.play("concede", side="red")
    shown = match.view(None)["dice"]
    dice = Dice(bytes.fromhex(shown["secret"]), shown["game_id"])
    assert dice.commitment == promised
    assert dice.roll(1, 20) == match.state.dice.roll(1, 20)
    assert khalkhin.new("tiny", seed=1).view("red")["dice"]["practice"]


def test_nothing_of_the_secret_is_in_a_view_or_a_position() -> None:
    match = khalkhin.new("tiny")
    dice = match.state.dice
    for side in (None, "red", "blue"):
        text = repr(match.view(side))
        assert dice.secret.hex() not in text
        assert dice.game_id not in text
    assert dice.secret.hex() not in repr(match.state.to_data())


# -- shares ------------------------------------------------------------------------------------------------------------


def test_a_share_changes_the_rolls_from_its_own_on_and_none_before() -> None:
    plain = Dice(SECRET, "g")
    joined = plain.joined_by({"red": "a" * 64}, 5)
    other = plain.joined_by({"red": "b" * 64}, 5)
    for n in range(1, 5):
        assert joined.roll(n, 20) == plain.roll(n, 20)
    for n in range(5, 9):
        assert len({dice.roll(n, 20) for dice in (plain, joined, other)}) == 3
    again = joined.joined_by({"blue": "c" * 64}, 7)
    assert again.roll(6, 20) == joined.roll(6, 20)
    assert again.roll(7, 20) != joined.roll(7, 20)
    assert again.commitment == plain.commitment


def test_the_key_is_a_hash_of_the_secret_and_the_lines_of_the_shares() -> None:
    """Worked out the plain way, as docs/records.md has it."""
    dice = Dice(SECRET, "g").joined_by({"red": "a" * 64, "blue": "b" * 64}, 1).joined_by({"red": "c" * 64}, 3)
    lines = f"\nred {'a' * 64}\nblue {'b' * 64}"
    for roll, text in ((2, lines), (3, lines + f"\nred {'c' * 64} 3")):
        key = hashlib.sha256(SECRET + text.encode()).digest()
        assert dice.roll(roll, 5) == Dice(key, "g").roll(roll, 5)


@pytest.mark.parametrize("digits", ["", "a" * 63, "A" * 64, "g" * 64, "a" * 65, "\u0661" * 64])
def test_what_is_no_share_is_refused(digits: str) -> None:
    with pytest.raises(KhalkhinError) as refused:
        Dice.fresh().joined_by({"red": digits}, 1)
    assert refused.value.reason.key == "engine.bad-share"
    with pytest.raises(KhalkhinError):
        share_promise(digits)


def test_a_share_that_joins_in_the_middle_of_a_game_is_in_its_record() -> None:
    match = khalkhin.new("tiny", seed=3)
    random_play(match, 20)
    fallen = match.state.rolled
    assert fallen
    assert match.result() is None
    match.join_dice({"blue": "b" * 64, "red": "a" * 64})
    since = fallen + 1
    random_play(match, 1000)
    assert match.over
    assert match.state.rolled > fallen
    record = match.record()
    assert f"\nshare red {'a' * 64} {since}\nshare blue {'b' * 64} {since}\n" in record
    again = khalkhin.load(record)
    assert again.state == match.state
    assert again.record() == record
    without = record.replace(f"share blue {'b' * 64} {since}\n", "")
    with pytest.raises(KhalkhinError):
        khalkhin.load(without)


def test_what_is_taken_back_takes_no_share_out_of_the_dice() -> None:
    match = khalkhin.new("tiny", seed=3)
    side = match.waiting()[0]
    decision = next(match.choices())
    match.decide(decision)
    match.join_dice({"red": "a" * 64})
    dice = match.state.dice
    match.undo(side)
    assert match.state.dice == dice
    assert dice.shares


def test_a_share_of_nobody_is_refused_and_changes_nothing() -> None:
    match = khalkhin.new("tiny", seed=3)
    before = match.state.dice
    with pytest.raises(KhalkhinError, match="green"):
        match.join_dice({"red": "a" * 64, "green": "b" * 64})
    assert match.state.dice == before


def random_play(match: Match, decisions: int) -> None:
    """So many random decisions, unless the game ends before."""
    rng = random.Random(5)
    for _ in range(decisions):
        if match.over:
            return
        match.decide(rng.choice([one for one in match.choices() if one.verb not in STANDING]))
