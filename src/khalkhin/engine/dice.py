"""Verifiable dice: a keyed stream whose secret is promised before the game and shown after it."""

from __future__ import annotations

import hashlib
import hmac
import operator
import random
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from khalkhin.engine.errors import KhalkhinError

SECRET_BYTES = 32
SHARE_DIGITS = 64
"""Hex digits of a share, as many as a secret has."""
LARGEST_SEED = 2**53 - 1
"""The largest seed, wherever one can be given: every browser and every database holds it exactly."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one side puts into the dice: then whoever chose the secret has not chosen the rolls."""

    side: str
    digits: str
    """SHARE_DIGITS hex digits."""
    since: int = 1
    """The number of the first roll that it counts in."""

    def __str__(self) -> str:
        """As a record has it; a share that counts from the first roll on does not say so."""
        return f"{self.side} {self.digits}" + (f" {self.since}" if self.since > 1 else "")


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that can be checked afterwards: roll number n of a game follows from a secret and the shares of the sides.

    A hash of the secret is published when the game starts (`commitment`), the secret when it is over. Rolls are
    HMAC-SHA256(key, game id : counter); each byte under the largest multiple of the die's sides counts. The key is the
    secret, or from the first share on a hash of it and of all shares that count by then.
    """

    secret: bytes
    game_id: str
    seed: int | None = None
    """Set for practice games, which say so: whoever knows the seed knows the dice."""
    shares: tuple[Share, ...] = field(default=(), kw_only=True)
    """What the sides put in, in the order of the rolls that they count from."""

    def __post_init__(self) -> None:
        # Of one length only: else the end of a secret could be passed off as the start of a game id, and the other way
        # round, and one commitment would stand for several games.
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"A secret has {SECRET_BYTES} bytes, not {len(self.secret)}.")

    @classmethod
    def fresh(cls) -> Dice:
        """Dice with a new secret from the operating system."""
        return cls(secrets.token_bytes(SECRET_BYTES), secrets.token_hex(8))

    @classmethod
    def practice(cls, seed: int) -> Dice:
        """Dice that follow from a seed, the same every time."""
        seed = check_seed(seed)
        return cls(hashlib.sha256(f"khalkhin practice {seed}".encode()).digest(), f"practice-{seed}", seed)

    @classmethod
    def imagined(cls, rng: random.Random) -> Dice:
        """Other dice, for a clone that somebody thinks on."""
        return cls(rng.randbytes(SECRET_BYTES), "imagined")

    @property
    def commitment(self) -> str:
        """Published when the game starts; anyone can check it against the secret when the game is over."""
        return hashlib.sha256(self.secret + self.game_id.encode()).hexdigest()

    def published(self, over: bool) -> dict[str, Any]:
        """What everybody may know of the dice: the promise from the start, when the game is over all they came from."""
        promise: dict[str, Any] = {"commitment": self.commitment, "practice": self.seed is not None}
        if not over:
            return promise
        return {**promise, "secret": self.secret.hex(), "game_id": self.game_id, "shares": self.shares_data()}

    def shares_data(self) -> list[dict[str, Any]]:
        """The shares as plain data."""
        return [{"side": one.side, "share": one.digits, "since": one.since} for one in self.shares]

    def joined_by(self, shares: Mapping[str, str], since: int) -> Self:
        """The same dice with a share more of each of these sides, from a roll on: those before fall as they fell."""
        new = (Share(side, check_share(digits), since) for side, digits in shares.items())
        return replace(self, shares=(*self.shares, *new))

    def _key(self, counter: int) -> bytes:
        """What a roll is made with: the secret, and the shares that count by then."""
        shared = "".join(f"\n{share}" for share in self.shares if share.since <= counter)
        return hashlib.sha256(self.secret + shared.encode()).digest() if shared else self.secret

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` dice of `sides` for the roll number `counter` of this game."""
        if not 2 <= sides <= 256:
            raise ValueError(f"A die has 2 to 256 sides, not {sides}.")
        limit = 256 - 256 % sides
        out: list[int] = []
        block, key = 0, self._key(counter)
        while len(out) < count:
            message = f"{self.game_id}:{counter}:{block}".encode()
            for byte in hmac.digest(key, message, "sha256"):
                if byte < limit and len(out) < count:
                    out.append(byte % sides + 1)
            block += 1
        return tuple(out)


def check_share(digits: str) -> str:
    """The hex digits of a share, or of a promise of one, if they are."""
    if re.fullmatch(f"[0-9a-f]{{{SHARE_DIGITS}}}", digits) is None:
        raise KhalkhinError("engine.bad-share", share=digits[:40], digits=SHARE_DIGITS)
    return digits


def share_promise(digits: str) -> str:
    """What a side says of its share before it shows it."""
    return hashlib.sha256(bytes.fromhex(check_share(digits))).hexdigest()


Fall = int | tuple[int, ...]
"""What is thrown at once: one die, or several."""


@dataclass(frozen=True, slots=True)
class FixedDice(Dice):
    """Dice that fall as told from some throw on, for lessons and tests; then as they like.

    A draw out of a cup of n counters is a die of n sides.
    """

    falls: tuple[tuple[int, ...], ...] = ()
    after: int = 0
    """How many throws come before the first that is told."""

    @classmethod
    def of(cls, *falls: Fall, after: int = 0, seed: int = 0) -> FixedDice:
        """These throws after so many, then those of a seed."""
        free = Dice.practice(seed)
        told = tuple((fall,) if isinstance(fall, int) else fall for fall in falls)
        return cls(free.secret, free.game_id, free.seed, told, after)

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        told = counter - self.after - 1
        if not 0 <= told < len(self.falls):
            return super(FixedDice, self).roll(counter, count, sides)
        fall = self.falls[told]
        if count != len(fall) or not all(1 <= die <= sides for die in fall):
            raise ValueError(f"{count} dice of {sides} sides cannot fall {fall}")
        return fall


def check_seed(seed: int, most: int = LARGEST_SEED) -> int:
    """A seed, if it is one."""
    seed = operator.index(seed)
    if not 0 <= seed <= most:
        # Python writes no number of thousands of digits.
        shown = str(seed) if seed.bit_length() <= 128 else f"{seed:#x}"[:20] + "..."
        raise KhalkhinError("engine.bad-seed", seed=shown, most=most)
    return seed
