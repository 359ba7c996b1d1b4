"""The position: where counters are, their status, tracks and the agenda. Plain data, cheap to clone.

What is printed on counters, maps and charts lives in the game and is shared. A position holds only what changes. Where
counters stand is a list with an index beside it; every other field is an immutable value (a set of counters is one int,
like a set of hexes), so a clone copies three small containers and shares the rest.
"""

from __future__ import annotations

import hashlib
import json
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from khalkhin.board.hexset import HexSet, members, union
from khalkhin.engine.agenda import Prompt, Step, asked_by
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.dice import Dice
from khalkhin.engine.results_tables import Throw

if TYPE_CHECKING:
    from khalkhin.engine.game import Game


@dataclass(frozen=True)
class Result:
    """How a game ended: the winner (None for a draw), how, and the points of each side where points are counted."""

    winner: Side | None
    how: str
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log: a key with plain parameters, and the sides that may read it (bit per side; -1: everybody)."""

    key: str
    params: dict[str, Any]
    audience: int = -1
    rule: str = ""
    """The rule that made it so, where one did."""
    loud: bool = False
    """Nobody may miss it: clients announce it, beside writing it down."""
    throw: Throw | None = None
    """The dice behind it, where they were thrown on a results table. No side reads this; statistics do."""


class State:
    """A position: everything that changes in a game. Plain data, and cheap to clone.

    A game derives its own class and annotates its fields, immutable values with defaults. A place is a hex (from 0 on)
    or a box (below 0). A set of counters, like a set of hexes, is one int with a bit for each.
    """

    FIELDS: ClassVar[dict[str, Any]] = {}
    """Every field of the position beside the places of the counters, with its annotation."""
    PUBLIC: ClassVar[tuple[str, ...]] = ("turn", "rolled", "result", "draw_offer")
    """Fields that every side may know."""
    STATUS: ClassVar[tuple[str, ...]] = ()
    """Sets of counters that are shown on the counters themselves, to whoever sees the counter."""
    OWN_STATUS: ClassVar[tuple[str, ...]] = ()
    """Sets of counters of which a side sees its own members only."""
    ORDERED: ClassVar[bool] = False
    """Whether it matters who lies on top of a stack: then `piles` has the counters of every hex from the bottom up."""

    turn: int = 0
    rolled: int = 0
    """How often dice have been rolled: the number of the next roll follows from it."""
    result: Result | None = None
    """How the game ended; None while it goes on."""
    draw_offer: Side | None = None
    """The side that has offered a draw."""
    agenda: tuple[Step[Any], ...] = ()
    """The steps that are still to come; the last one is on top."""

    def __init_subclass__(cls) -> None:
        hints = typing.get_type_hints(cls, include_extras=True)
        cls.FIELDS = {n: k for n, k in hints.items() if typing.get_origin(k) is not ClassVar}

    def __init__(self, game: Game[Any], scenario: str, options: dict[str, Any], dice: Dice) -> None:
        self.game: Game[Any] = game
        self.scenario = scenario
        self.options = options
        self.dice = dice
        self.where = [game.limbo] * len(game.sheet)
        self.at: dict[int, UnitSet] = {game.limbo: (1 << len(game.sheet)) - 1}
        self.deep: list[list[HexSet]] = [[0] for _ in game.sides]
        """For each side and number n: the hexes that hold more than n of its counters."""
        self.piles: dict[int, tuple[int, ...]] = {}
        self.notes: dict[Any, Any] = {}
        """What has been worked out from where the counters stand; forgotten as soon as one moves."""
        self.own_notes: list[dict[Any, Any]] = [{} for _ in game.sides]
        """For each side, what has been worked out from where its own counters stand, whoever lies on top, and from
        nothing else that is not in the key; forgotten when one of them moves."""
        self.asked: tuple[Prompt, ...] = ()
        """The prompts that wait for an answer."""
        self.log: list[Event] | None = None
        self.sealed = False
        self.__dict__.update((name, getattr(type(self), name)) for name in self.FIELDS)

    # -- counters ---------------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Take a counter from where it is and set it down somewhere else."""
        bit, at, old = 1 << unit, self.at, self.where[unit]
        side = self.game.sheet.side[unit]
        self.notes, self.own_notes[side] = {}, {}
        deep, own = self.deep[side], self.game.sheet.of_side[side]
        left = at[old] & ~bit
        if left:
            at[old] = left
        else:
            del at[old]
        if old >= 0:
            deep[(left & own).bit_count()] &= ~(1 << old)
        self.where[unit] = place
        stack = at.get(place, 0)
        at[place] = stack | bit
        if place >= 0:
            depth = (stack & own).bit_count()
            if depth == len(deep):
                deep.append(0)
            deep[depth] |= 1 << place
        if self.ORDERED:
            self._pile(unit, old, place)

    def _pile(self, unit: int, old: int, place: int) -> None:
        """Take a counter from its pile, and lay it on top of another."""
        piles = self.piles
        if old >= 0:
            piles[old] = tuple(u for u in piles[old] if u != unit)
            if not piles[old]:
                del piles[old]
        if place >= 0:
            piles[place] = (*piles.get(place, ()), unit)

    def set_out(self, stacks: Mapping[int, Sequence[int]]) -> None:
        """Put counters that nobody has placed yet where they were all along, those of a hex from the bottom up.

        It is `put` for many at once, and unlike that changes nothing else.
        """
        self.notes, self.own_notes = {}, [{} for _ in self.game.sides]
        at, limbo = self.at, self.game.limbo
        for place, units in stacks.items():
            if not units or place == limbo:
                continue
            before = at.get(place, 0)
            group = union(units)
            at[limbo] &= ~group
            at[place] = before | group
            for unit in units:
                self.where[unit] = place
            if place >= 0:
                self._deepen(place, before, before | group)
                if self.ORDERED:
                    self.piles[place] = (*self.piles.get(place, ()), *units)
        if not at.get(limbo, 1):
            del at[limbo]

    def _deepen(self, place: int, before: UnitSet, after: UnitSet) -> None:
        """Count the counters of each side in a hex where there are more now."""
        bit = 1 << place
        for deep, own in zip(self.deep, self.game.sheet.of_side, strict=True):
            for depth in range((before & own).bit_count(), (after & own).bit_count()):
                if depth == len(deep):
                    deep.append(0)
                deep[depth] |= bit

    def send(self, unit: int, box: str) -> None:
        """A counter leaves the map, or goes from box to box."""
        self.put(unit, self.game.box(box))

    def held(self, side: int) -> HexSet:
        """The hexes where a side has counters."""
        return self.deep[side][0]

    def holding_more(self, side: int, than: int) -> HexSet:
        """The hexes where a side has more than so many counters."""
        deep = self.deep[side]
        return deep[than] if than < len(deep) else 0

    @property
    def outside(self) -> HexSet:
        """The hexes that are out of play: no unit may be in them."""
        return self.game.outside[self.scenario]

    def stack(self, place: int) -> UnitSet:
        """The counters in a hex or box."""
        return self.at.get(place, 0)

    def in_box(self, side: int, *boxes: str) -> UnitSet:
        """The counters of a side in some boxes."""
        found = 0
        for box in boxes:
            found |= self.at.get(self.game.box(box), 0)
        return found & self.game.sheet.of_side[side]

    def hexes_of(self, side: int, kind: UnitSet) -> HexSet:
        """The hexes where a side has counters of some kind."""
        known, key = self.own_notes[side], ("hexes", kind)
        found: HexSet | None = known.get(key)
        if found is None:
            found = known[key] = self._hexes_of(kind & self.game.sheet.of_side[side], self.held(side))
        return found

    def _hexes_of(self, group: UnitSet, held: HexSet) -> HexSet:
        """The hexes where counters of a group stand: asked of the counters or of the hexes, whatever is fewer."""
        found = 0
        if group.bit_count() < held.bit_count():
            for unit in members(group):
                if self.where[unit] >= 0:
                    found |= 1 << self.where[unit]
        else:
            for hex_ in members(held):
                if self.at[hex_] & group:
                    found |= 1 << hex_
        return found

    # -- the agenda, the dice, the log ------------------------------------------------------------------------------

    def push(self, *steps: Step[Any]) -> None:
        """Put steps on the agenda so that the first named comes first."""
        self.agenda += steps[::-1]

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Dice. Nothing before a roll can be taken back."""
        self.sealed = True
        self.rolled += 1
        return self.dice.roll(self.rolled, count, sides)

    def seal(self) -> None:
        """Something hidden has been shown: nothing before this can be taken back."""
        self.sealed = True

    def tell(
        self,
        key: str,
        audience: int = -1,
        rule: str = "",
        loud: bool = False,
        throw: Throw | None = None,
        **params: Any,
    ) -> None:
        """Write a line into the log, for everybody or for the sides of the audience."""
        if self.log is not None:
            self.log.append(Event(key, self.game.codec.params(params), audience, rule, loud, throw))

    def tell_of(
        self, key: str, group: UnitSet, rule: str, *, unseen: Mapping[str, Any] | None = None, **params: Any
    ) -> None:
        """A line about counters: by name for the sides that see all of them, for others how many of which label.

        `unseen` are the parameters that the others read instead, where the true ones would tell what is hidden.
        """
        if self.log is None:
            return
        game, units = self.game, tuple(members(group))
        seers = sum(1 << side for side in range(len(game.sides)) if all(game.sees(self, side, u) for u in units))
        if all(game.sees(self, None, u) for u in units):
            self.tell(key, rule=rule, units=group, **params)
            return
        labels = [game.label(self, None, u) for u in units]
        nameless = [{"key": f"units.nameless.{x}", "count": labels.count(x)} for x in dict.fromkeys(labels)]
        self.tell(key, seers, rule, units=group, **params)
        self.tell(key, ~seers, rule, units=nameless, **{**params, **(unseen or {})})

    # -- copies, comparison, plain data -----------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy. It keeps no log: whoever wants one gives it one."""
        twin = object.__new__(type(self))
        fields = twin.__dict__
        fields.update(self.__dict__)
        fields["where"] = self.where[:]
        fields["at"] = self.at.copy()
        fields["deep"] = [levels[:] for levels in self.deep]
        fields["own_notes"] = self.own_notes[:]
        fields["piles"] = self.piles.copy()
        fields["log"] = None
        return twin

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two positions the same position."""
        piles = tuple(sorted(self.piles.items()))
        return (*self.where, *(getattr(self, name) for name in self.FIELDS), piles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or self.game is not other.game:
            return False
        return (self.scenario, self.options) == (other.scenario, other.options) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def to_data(self) -> dict[str, Any]:
        """The whole position as plain data, in printed numbers and ids."""
        codec, game = self.game.codec, self.game
        return {
            "game": game.code,
            "scenario": self.scenario,
            "options": dict(self.options),
            "where": {i: game.place_name(p) for i, p in zip(game.sheet.ids, self.where, strict=True)},
            **({"piles": self._piles_data()} if self.ORDERED else {}),
            **{name: codec.encode(kind, getattr(self, name)) for name, kind in self.FIELDS.items()},
        }

    def _piles_data(self) -> dict[str, list[str]]:
        """Every stack whose order says anything, from the bottom up."""
        name, ids = self.game.place_name, self.game.sheet.ids
        return {name(h): [ids[u] for u in pile] for h, pile in sorted(self.piles.items()) if len(pile) > 1}

    @classmethod
    def from_data(cls, game: Game[Any], data: Mapping[str, Any], dice: Dice) -> Self:
        """The position that `to_data` wrote, at its prompt."""
        s = cls(game, data["scenario"], game.choose_options(data["scenario"], data["options"]), dice)
        for unit, name in enumerate(game.sheet.ids):
            s.put(unit, game.place_at(data["where"][name]))
        if cls.ORDERED:
            piles = {game.place_at(h): tuple(game.sheet.index[u] for u in pile) for h, pile in data["piles"].items()}
            if any(set(pile) != set(s.piles.get(h, ())) for h, pile in piles.items()):
                raise ValueError("a stack has other counters than its hex")
            s.piles.update(piles)
        for name, kind in cls.FIELDS.items():
            setattr(s, name, game.codec.decode(kind, data[name]))
        if s.agenda and s.result is None:
            s.asked = asked_by(s, s.agenda[-1])
        return s

    def digest(self) -> str:
        """A short hash of the whole position, as records carry it.

        Options and fields that have their default are left out: a new one changes no hash that was written before.
        """
        codec, game = self.game.brief, self.game
        changed = {n: kind for n, kind in self.FIELDS.items() if getattr(self, n) != getattr(type(self), n)}
        return hash_of(
            {
                "game": game.code,
                "scenario": self.scenario,
                "options": game.options_to_name(self.scenario, self.options),
                "where": {i: game.place_name(p) for i, p in zip(game.sheet.ids, self.where, strict=True)},
                **({"piles": self._piles_data()} if self.ORDERED else {}),
                **{name: codec.encode(kind, getattr(self, name)) for name, kind in changed.items()},
            }
        )


def hash_of(data: Mapping[str, Any]) -> str:
    """A short hash of plain data."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
