"""The hash of a position, as records carry it: what is at its default does not count, everything else does."""

from __future__ import annotations

import pytest

from khalkhin.engine.agenda import Step, step
from khalkhin.engine.codec import UnitSet
from tests.tiny.position import Position, TinyStep
from tests.tiny.positions import do, new, the_game


class Later(Position):
    """The position of a later program, with one more field."""

    rested: UnitSet = 0


def _with_rested(s: Position, rested: int) -> Later:
    later = Later(s.game, s.scenario, s.options, s.dice)
    later.__dict__.update(s.clone().__dict__, rested=rested)
    return later


def test_a_new_field_at_its_default_changes_nothing() -> None:
    s = do(new(seed=2), "red unit RD-PAT", "red hex 0201").state
    assert isinstance(s, Position)
    assert _with_rested(s, 0).digest() == s.digest()
    assert _with_rested(s, 1).digest() != s.digest()


@step
class March(TinyStep):
    """A step as it is now."""

    side: int


@step
class Hasty(TinyStep):
    """The same step later, with one more field; it goes by the same name."""

    side: int
    hasty: bool = False


Hasty.__name__ = "March"


def test_nor_does_one_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    game, s = the_game(), new(seed=2).state
    monkeypatch.setattr(type(game), "steps", {**game.steps, "March": March})

    def digest(top: Step[Position]) -> str:
        twin = s.clone()
        twin.agenda = (*s.agenda, top)
        return twin.digest()

    assert digest(Hasty(1)) == digest(March(1))
    assert digest(Hasty(1, hasty=True)) != digest(March(1))
    assert digest(March(0)) != digest(March(1))
    assert "hasty" in game.codec.encode_object(Hasty(1)), "only the hash leaves it out"


def test_where_counters_stand_counts() -> None:
    s = new(seed=2).state
    twin = s.clone()
    twin.put(0, the_game().place_at("0402"))
    assert twin.digest() != s.digest()
