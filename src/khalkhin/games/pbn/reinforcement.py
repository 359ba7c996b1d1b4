"""6.0, 16.6, 25.6, 25.7  The Reinforcement Phase: who comes, where to, and what interdiction does to them."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.pbn import airborne, deception
from khalkhin.games.pbn.campaign import enlist, use
from khalkhin.games.pbn.deception import hideable
from khalkhin.games.pbn.elimination import damage, eliminate
from khalkhin.games.pbn.headquarters import crowded, crowding
from khalkhin.games.pbn.information import tell_move
from khalkhin.games.pbn.position import (
    BASES,
    INTERDICTION,
    JAPAN,
    LAST_MONTH,
    OUT,
    RESERVE,
    SOVIET,
    TRACK,
    PbnStep,
    Position,
    is_hex,
)
from khalkhin.games.pbn.refusals import NOT_NOW, not_played
from khalkhin.games.pbn.reorganization import break_down, breakables, forget

PHASES = ("phase.soviet_reinforcement", "phase.japan_reinforcement")
OPTIONAL_RULES = ("25.6.4", "25.7.4")


def arriving(s: Position, side: int) -> UnitSet:
    """What is in the space of this turn on a side's track."""
    return s.in_box(side, f"turn_{s.turn}")


def routine(s: Position, side: int) -> None:
    """6.11, 26.12, JRG.5, JRG.6, SRG.3, SRG.4, SRG.5, SCM.2.4, JCM.6.2, 35.2, 35.2.1, 35.2.2, R2  What comes
    every turn; in October only deception markers."""
    game, charts, box = s.game, s.game.charts, f"turn_{s.turn}"
    if s.options["deception"]:
        enlist(s, side, game.deception, charts.deception, box)
    if s.turn == LAST_MONTH:
        return
    reinforced = s.in_effect(game.army_group)
    supply = (charts.reinforced_supply if reinforced else charts.routine_supply)[side]
    enlist(s, side, game.air, charts.routine_air[side], box)
    enlist(s, side, game.supply, supply - (s.short if side == JAPAN else 0), box)


def purchasable(s: Position, side: int) -> UnitSet:
    """6.14, 25.6.4, 25.7.4, SRG.7, JRG.7, R61  Optional units, once their marker is in effect."""
    return s.game.optional & s.in_box(side, OUT) if s.in_effect(optional_marker(s, side)) else 0


def optional_marker(s: Position, side: int) -> int:
    """25.6.4, 25.7.4  The marker that must be in effect before optional units can be bought."""
    return s.game.army_group if side == SOVIET else s.game.reserves


@step
class ReinforcementPhase(PbnStep):
    """3.3, 4.1.7, 4.1.8, 6.1, 6.12, 16.31.1, 25.6.1, 25.7.1, R41  Groups due are collected; air units go to Reserve."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        s.active = self.side
        routine(s, self.side)
        air = arriving(s, self.side) & s.game.air
        for unit in members(air):
            s.send(unit, RESERVE)
        if air:
            s.tell("log.air-arrives", rule="16.31.1", side=self.side, count=air.bit_count(), loud=True)
        s.push(Arrivals(self.side))


@step
class Arrivals(PbnStep):
    """6.2, 6.21, 6.21.3, 6.22, 6.23, 25.6.2, 25.7.2, R77  Every unit and supply point goes to the base, onto the map,
    or waits a turn; optional units may be bought."""

    side: Side
    field: UnitSet = 0
    """Units that are to be placed on the map."""
    based: UnitSet = 0
    """Units that have gone to the base."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _waiting(self, s: Position) -> UnitSet:
        return arriving(s, self.side) & ~self.field

    def _buyable(self, s: Position) -> UnitSet:
        return purchasable(s, self.side) if s.points[self.side] >= s.game.charts.optional_price else 0

    def _fieldable(self, s: Position) -> UnitSet:
        """6.21, 34.1  Those for whom there is a hex."""
        waiting = self._waiting(s)
        kinds = waiting & s.game.deception, waiting & ~s.game.deception
        return sum(kind for kind in kinds if kind and spots(s, self.side, kind))

    def _masks(self, s: Position) -> bool:
        """SCM.5.2, R47  Whether Maskirovka may bring deception markers."""
        return self.side == SOVIET and bool(s.options["deception"]) and s.holds(s.game.maskirovka)

    def ask(self, s: Position) -> Prompt:
        # Also when nobody comes: the track is its owner's business.
        waiting = self._waiting(s)
        hold = waiting if s.turn_box(s.turn + 1) else 0
        offers = [units(waiting, "base"), units(self._fieldable(s), "field"), units(hold, "hold")]
        offers.append(units(self._buyable(s), "purchase"))
        if self._masks(s):
            offers.append(units(1 << s.game.maskirovka, "play", spends=True))
        if s.options["airborne"]:
            offers.append(units(waiting & 1 << s.game.airborne, "drop"))
        if not waiting:
            key = "ask.arrivals-sent" if self.field else "ask.no-arrivals"
            return prompt(self.side, "6.2", key, *offers, bare("done"), units=self.field)
        return prompt(self.side, "6.2", "ask.arrivals", *offers, bare("auto"), units=waiting)

    def run(self, s: Position) -> None:
        targets = self.field | (self.based if s.options["interdict_base"] else 0)
        s.push(Interdict(self.side, targets & ~s.delayed), Placement(self.side), EndOfArrivals(self.side))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        waiting = self._waiting(s)
        if verb == "done":
            return no("6.2", "why.arrivals-waiting", units=waiting) if waiting else None
        if verb == "auto":
            return None if waiting else no("6.2", "why.nobody-arrives")
        if not isinstance(noun, int):
            return NOT_NOW
        if verb == "purchase":
            return self._why_not_bought(s, noun)
        if verb == "play":
            return self._why_not_played(s, noun)
        if verb == "drop" and not (s.options["airborne"] and noun == s.game.airborne):
            return airborne.why(s, side, noun)
        if verb not in ("base", "field", "hold", "drop"):
            return no("6.2", "why.arriving")
        if not waiting >> noun & 1:
            return why_not_arriving(s, side, noun)
        if verb == "hold" and not s.turn_box(s.turn + 1):
            return no("6.25", "why.last-turn")
        return no("6.21.1", "why.no-edge") if verb == "field" and not self._fieldable(s) >> noun & 1 else None

    def _why_not_played(self, s: Position, unit: int) -> Reason | None:
        if unit != s.game.maskirovka or self.side != SOVIET or not s.holds(unit):
            return not_played(s, self.side, unit)
        return None if self._masks(s) else no("SCM.5.2", "why.no-deception-option", unit=unit)

    def _why_not_bought(self, s: Position, unit: int) -> Reason | None:
        rule, price = OPTIONAL_RULES[self.side], s.game.charts.optional_price
        if not s.game.optional & s.game.sheet.of_side[self.side] & 1 << unit:
            return no(rule, "why.not-optional", unit=unit)
        if not s.in_box(self.side, OUT) >> unit & 1:
            return no(rule, "why.optional-bought", unit=unit)
        if not purchasable(s, self.side) >> unit & 1:
            return no(rule, "why.optional-later", unit=unit, unit_2=optional_marker(s, self.side))
        have = s.points[self.side]
        return None if have >= price else no(rule, "why.price", unit=unit, count=price, have=have)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb in ("auto", "done"):
            replace(self, based=self.based | self._to_base(s, self._waiting(s))).run(s)
            return
        assert isinstance(noun, int)
        field, based = self.field, self.based
        if verb == "purchase":
            s.pay(side, s.game.charts.optional_price)
            s.send(noun, f"turn_{s.turn}")
            s.tell("log.purchased", rule=OPTIONAL_RULES[side], unit=noun, side=side)
        elif verb == "play":
            self._deceive(s, noun)
        elif verb == "base":
            based |= self._to_base(s, 1 << noun)
        elif verb == "hold":
            hold(s, noun, 1)
            s.delayed &= ~(1 << noun)  # who waits longer comes like any other (16.64.1)
        elif verb == "field":
            field |= 1 << noun
        s.push(replace(self, field=field, based=based))
        if verb == "drop":
            s.push(airborne.Drop(side, noun))

    def _to_base(self, s: Position, group: UnitSet) -> UnitSet:
        s.face_down |= hideable(s, group)
        for unit in members(group):
            s.send(unit, BASES[self.side])
        return group

    def _deceive(self, s: Position, marker: int) -> None:
        """SCM.5.2  A die of deception markers arrives."""
        use(s, marker)
        (die,) = s.roll(1)
        s.tell("log.maskirovka", rule="SCM.5.2", dice=str(die), loud=True)
        enlist(s, SOVIET, s.game.deception, die, f"turn_{s.turn}")

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Arrivals(self.side)


def why_not_arriving(s: Position, side: int, unit: int) -> Reason:
    """6.1, 6.2  Why a counter is not among those that come now."""
    game, place = s.game, s.where[unit]
    if game.sheet.side[unit] != side:
        return no("6.1", "why.not-yours", unit=unit)
    if game.campaign >> unit & 1:
        return no("5.3", "why.marker-arrives-not", unit=unit)
    if game.air >> unit & 1:
        return no("16.31.1", "why.air-arrives", unit=unit)
    if is_hex(place) or s.based(side) >> unit & 1:
        return no("6.1", "why.here", unit=unit)
    box = game.boxes[-1 - place]
    if box == f"turn_{s.turn}":
        return no("6.21", "why.sent", unit=unit)
    if box in TRACK:
        return no("6.1", "why.comes-later", unit=unit, box=f"@box.{box}")
    return no("6.1", "why.not-due", unit=unit)


def hold(s: Position, unit: int, turns: int) -> None:
    """6.21.3, 6.25, 16.64.1, R115  A unit comes so many turns later; past the last turn it never arrives."""
    box = s.turn_box(s.turn + turns)
    if box is None:
        s.tell_of("log.too-late", 1 << unit, "6.25")
        forget(s, unit)
        s.send(unit, OUT if (s.game.supply | s.game.deception | s.game.battalion) >> unit & 1 else "removed")
    else:
        s.send(unit, box)


def entrances(s: Position, side: int) -> HexSet:
    """6.21.1, 6.21.2, 6.23, 26.3  Hexes of the friendly edge without enemies; zones of control do not matter. A
    deception marker looks like a unit."""
    return s.game.edges[side] & ~s.held(1 - side)


def spots(s: Position, side: int, group: UnitSet) -> HexSet:
    """6.21, 34.1  Where a group can be placed: on the edge; deception markers also on or next to friends, but never
    next to an enemy."""
    edge, feints = entrances(s, side), group & s.game.deception
    if not feints:
        return edge
    near = deception.safe(s, side) & (edge | deception.places(s, side))
    return near if feints == group else near & edge


# -- interdiction ------------------------------------------------------------------------------------------------------


def modifier(s: Position, points: int) -> int | None:
    """16.62, R34, R36  What air points able to fly add to the die; None if they are too few."""
    charts = s.game.charts
    able = [n for n, least in enumerate(charts.committed) if points >= least]
    return charts.interdiction_modifier[able[-1]] if able else None


@step
class Interdict(PbnStep):
    """6.24, 16.6, 16.61, 16.61.2, 16.62, 16.63, 16.65, 26.8, 34.4, R35  The enemy's interdictors attack every unit and
    supply point that comes onto the map, each with its own die, in the order he likes; not who was delayed before
    (16.64.1, R115). Who comes face down is attacked unseen, after the others."""

    side: Side
    targets: UnitSet
    rest: bool = False
    """Whether the rest of the dice are thrown in the listed order."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _flying(self, s: Position) -> int | None:
        return modifier(s, s.air(1 - self.side, INTERDICTION))

    def ask(self, s: Position) -> Prompt | None:
        targets = self.targets
        if self.rest or targets.bit_count() < 2 or targets & ~s.shown or self._flying(s) is None:
            return None
        return prompt(1 - self.side, "16.63", "ask.interdict", units(targets), bare("auto"))

    def run(self, s: Position) -> None:
        if not self.targets or self._flying(s) is None:
            return
        masked = hideable(s, self.targets) | self.targets & s.game.deception
        seen = self.targets & ~masked
        if seen & ~s.shown:
            s.shown |= seen  # who is attacked is seen
            s.push(self)
        else:
            self._attack(s, next(members(seen or masked)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "auto":
            return None
        if verb == "unit" and isinstance(noun, int):
            return None if self.targets >> noun & 1 else no("16.63", "why.no-target", unit=noun)
        return asked_first(s, side, "16.63")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            self._attack(s, noun)
        else:
            s.push(replace(self, rest=True))

    def _attack(self, s: Position, unit: int) -> None:
        """16.64, 2.34.11, R36  A die for one target."""
        charts, plus = s.game.charts, self._flying(s)
        assert plus is not None, "somebody flies"
        (die,) = s.roll(1)
        total = die + plus
        delay = charts.interdiction_delay[total - 1]
        s.tell_of("log.interdiction", 1 << unit, "16.62", dice=str(die), total=total)
        if total in charts.interdiction_fire:
            damage(s, 1 - self.side, 1, INTERDICTION, "2.34.11")
        s.push(replace(self, targets=self.targets & ~(1 << unit)))
        if total >= charts.interdiction_lost:
            self._destroy(s, unit, delay)
        elif delay:
            delay_units(s, 1 << unit, delay)

    def _destroy(self, s: Position, unit: int, delay: int) -> None:
        """16.64.2, R116  A unit that can break down loses a battalion, and the rest is delayed."""
        if breakables(s, 1 << unit):
            s.push(LoseBattalion(self.side, break_down(s, unit), delay))
        else:
            eliminate(s, 1 << unit, "16.64.2")

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else replace(self, targets=self.targets & s.shown)


def delay_units(s: Position, group: UnitSet, turns: int) -> None:
    """16.64.1  Units come later, and in that turn freely."""
    s.tell_of("log.delayed", group, "16.64.1", count=turns)
    s.delayed |= group
    for unit in members(group):
        hold(s, unit, turns)


@step
class LoseBattalion(PbnStep):
    """16.64.2, R116  The owner picks the battalion that interdiction has destroyed."""

    side: Side
    parts: UnitSet
    delay: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "16.64.2", "ask.lose-battalion", units(self.parts))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self.parts >> noun & 1:
            return None
        return no("16.64.2", "why.pick-battalion")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        eliminate(s, 1 << noun, "16.64.2")
        delay_units(s, self.parts & ~(1 << noun), self.delay)


# -- placing -----------------------------------------------------------------------------------------------------------


@step
class Placement(PbnStep):
    """4.1.7, 6.21, 6.22.1, 6.23  Who gets through is placed on the friendly edge, at no cost of movement."""

    side: Side
    unit: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt | None:
        waiting = arriving(s, self.side)
        if not waiting:
            return None
        if not self.unit:
            return prompt(self.side, "6.21", "ask.place-arrivals", units(waiting, gather=True), units=waiting)
        offers = units(self._more(s), gather=True), hexes(spots(s, self.side, self.unit))
        return prompt(self.side, "6.21", "ask.place", *offers, units=self.unit, who=group_name(s, self.unit))

    def _more(self, s: Position) -> UnitSet:
        """Who else can be placed, together with those in hand."""
        rest = arriving(s, self.side) & ~self.unit
        return sum(1 << u for u in members(rest) if spots(s, self.side, self.unit | 1 << u))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            if self._more(s) >> noun & 1:
                return None
            if self.unit >> noun & 1:
                return no("6.21", "why.in-hand", unit=noun)
            apart = arriving(s, side) >> noun & 1
            return no("34.1", "why.apart", unit=noun) if apart else why_not_arriving(s, side, noun)
        if verb == "hex" and isinstance(noun, int) and self.unit:
            return None if spots(s, side, self.unit) >> noun & 1 else self._why_not_hex(s, noun)
        if self.unit:
            return no("6.21", "why.place-first", who=group_name(s, self.unit))
        return no("6.21", "why.unit-first")

    def _why_not_hex(self, s: Position, hex_: int) -> Reason:
        if s.held(1 - self.side) >> hex_ & 1:
            return no("6.21.1", "why.enemy", hex=hex_)
        if self.unit & s.game.deception and not deception.safe(s, self.side) >> hex_ & 1:
            return no("34.1", "why.feint", hex=hex_)
        if not self.unit & ~s.game.deception:
            return no("34.1", "why.no-deception", hex=hex_)
        return no("26.3", "why.not-edge", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "unit":
            s.push(replace(self, unit=self.unit | 1 << noun))
            return
        s.push(Placement(side))
        s.delayed &= ~self.unit
        s.face_down |= hideable(s, self.unit)
        for unit in members(self.unit):
            s.put(unit, noun)
        tell_move(s, "log.arrives", self.unit, "6.21", (noun,))

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Placement(self.side)

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowding(s, side, self.unit, spots(s, side, self.unit)) if self.unit else crowded(s, side, s.activated)


@step
class EndOfArrivals(PbnStep):
    """16.32  Interdictors have flown; the phase is over."""

    side: Side

    def run(self, s: Position) -> None:
        enemy = 1 - self.side
        s.fly(enemy, s.air(enemy, INTERDICTION), INTERDICTION, RESERVE)
        s.delayed &= ~s.based(self.side)
        s.end_phase()
