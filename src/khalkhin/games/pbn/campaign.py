"""5.0, 27.0, 35.1  The Campaign Marker Phase: picking markers and what they do at once."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, numbers, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.elimination import damage
from khalkhin.games.pbn.headquarters import crowded
from khalkhin.games.pbn.position import (
    DRAWN,
    EFFECT,
    HAND,
    JAPAN,
    OUT,
    PERMANENT,
    POOL,
    REMOVED,
    RESERVE,
    SOVIET,
    PbnStep,
    Position,
)
from khalkhin.games.pbn.reorganization import forget

PHASES = ("phase.soviet_campaign", "phase.japan_campaign")
CONDITIONS = {"JCM.3": "JCM.3.1", "SCM.2": "SCM.2.1"}
PROMOTIONS = {"JCM.2": "JCM.2.1", "JCM.3": "JCM.3.2", "SCM.2": "SCM.2.2", "SCM.10": "SCM.10.1"}
MONTHS = {
    "JCM.1": "35.1.1",
    "JCM.2": "35.1.2",
    "JCM.3": "35.1.3",
    "SCM.1": "35.1.4",
    "SCM.10": "35.1.5",
    "SCM.2": "35.1.6",
}
"""By the rule of a marker: its condition, the rise of the command level, and its historical month."""


def pool(s: Position, side: int) -> UnitSet:
    return s.in_box(side, POOL)


def may_hold(s: Position, marker: int) -> bool:
    """18.0  Whether, for all that the enemy knows, a side holds a marker: he sees only how many it holds."""
    side = s.game.sheet.side[marker]
    hidden = s.game.box(HAND), s.game.box(POOL)
    return s.where[marker] in hidden and bool(s.in_box(side, HAND))


def named(s: Position, marker: int) -> dict[str, Any]:
    """A marker and what it does, for a line of the log."""
    return {"unit": marker, "effect": f"@effect.{s.game.sheet.ids[marker]}"}


def rule_of(s: Position, marker: int) -> str:
    """2.34.8  Where the chart of markers tells of a marker."""
    return s.game.charts.markers[s.game.sheet.ids[marker]].rule


def use(s: Position, marker: int) -> None:
    """5.3, R42  A held marker has been used: it goes back to the pool, or out of play."""
    s.bought &= ~(1 << marker)
    s.send(marker, POOL if s.game.charts.markers[s.game.sheet.ids[marker]].then == "pool" else REMOVED)


@step
class CampaignPhase(PbnStep):
    """4.1.2, 5.1, 5.2, 25.4.5, 25.5.6, 35.1, 35.1.1, 35.1.2, 35.1.3, 35.1.4, 35.1.5, 35.1.6, R67  A side picks as many
    markers as its command level says when the phase begins; with historical reinforcements some act before that, in
    their month."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        side, count = self.side, s.levels[self.side]
        s.active = side
        s.push(Pick(side, count), Buy(side, count), Return(side))
        if s.options["historical"]:
            for name, row in s.game.charts.markers.items():
                marker = s.game.sheet.index[name]
                if row.month == s.turn and s.game.sheet.side[marker] == side:
                    s.tell("log.marker-due", rule=MONTHS[row.rule], side=side, **named(s, marker), loud=True)
                    act(s, marker, True)


@step
class Pick(PbnStep):
    """2.33.2, 5.1, 5.4, R96  Markers are picked at random, one at a time, each applied as it is drawn."""

    side: Side
    count: int
    paid: bool = False

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        cup = list(members(pool(s, self.side)))
        if not self.count or not cup:
            return
        (die,) = s.roll(1, len(cup)) if len(cup) > 1 else (1,)
        s.seal()  # the last marker of a pool needs no lot, but it is seen all the same
        marker = cup[die - 1]
        s.push(Pick(self.side, self.count - 1, self.paid))
        if s.game.charts.markers[s.game.sheet.ids[marker]].held:
            self._hold(s, marker)
        else:
            s.tell("log.marker", rule=rule_of(s, marker), side=self.side, **named(s, marker), loud=True)
            act(s, marker, False)

    def _hold(self, s: Position, marker: int) -> None:
        s.send(marker, HAND)
        if self.paid:
            s.bought |= 1 << marker
        s.tell("log.marker-held", 1 << self.side, rule_of(s, marker), side=self.side, **named(s, marker), loud=True)
        s.tell("log.marker-hidden", ~(1 << self.side), "5.3", side=self.side, loud=True)


@step
class Buy(PbnStep):
    """27.1, 27.2, 27.2.2  More picks for victory points, as many again at the most; who bought some may buy more."""

    side: Side
    most: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _count(self, s: Position) -> int:
        price = s.game.charts.effects["price"]
        return min(self.most, s.points[self.side] // price, pool(s, self.side).bit_count())

    def ask(self, s: Position) -> Prompt | None:
        if not s.options["buy_markers"] or not self._count(s):
            return None  # points and pools are open, so everybody knows
        offers = numbers("buy", range(1, self._count(s) + 1)), bare("done")
        return prompt(self.side, "27.1", "ask.buy-markers", *offers, count=self._count(s))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "buy" and isinstance(noun, int):
            if 1 <= noun <= self._count(s):
                return None
            rule = "27.2.2" if noun > self.most else "27.2"
            return no(rule, "why.cannot-buy", count=self._count(s))
        return asked_first(s, side, "27.1")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.pay(side, noun * s.game.charts.effects["price"])
            s.tell("log.bought-markers", rule="27.2", side=side, count=noun)
            s.push(Pick(side, noun, True), Buy(side, self.most - noun))


@step
class Return(PbnStep):
    """5.3, R42, R43  After the last pick, what acted and does not stay goes back to the pool."""

    side: Side

    def run(self, s: Position) -> None:
        for marker in members(s.in_box(self.side, DRAWN)):
            s.send(marker, POOL)
        s.end_phase()


# -- what markers do ---------------------------------------------------------------------------------------------------


def act(s: Position, marker: int, certain: bool) -> None:
    """5.3  A marker acts at once. `certain`: without its condition (35.1)."""
    game, side = s.game, s.game.sheet.side[marker]
    row = game.charts.markers[game.sheet.ids[marker]]
    if not certain and not ready(s, marker):
        s.tell("log.marker-returned", rule=CONDITIONS[row.rule], unit=marker, loud=True)
        s.send(marker, DRAWN)
        return
    s.send(marker, {"effect": EFFECT, "removed": REMOVED, "pool": DRAWN}[row.then])
    if row.level:
        _promote(s, side, PROMOTIONS[row.rule])
    if row.group:
        muster(s, row.group, s.turn)
    if marker == game.stavka:
        s.stavka = s.turn
    own = {
        game.withdrawal: _withdraw,
        game.gekokujo: _gekokujo,
        game.desertion: _desert,
        game.weather[SOVIET]: _weather,
        game.weather[JAPAN]: _weather,
    }
    if marker in own:
        own[marker](s, side)


def ready(s: Position, marker: int) -> bool:
    """JCM.3.1, SCM.2.1, R43  Whether the condition of a marker holds."""
    game = s.game
    if marker == game.reserves:
        return s.points[SOVIET] - s.points[JAPAN] >= game.charts.effects["reserves_lead"]
    if marker == game.army_group:
        return 0 < s.stavka < s.turn
    return True


def _promote(s: Position, side: int, rule: str) -> None:
    """5.2, JCM.2.1, JCM.3.2, SCM.2.2, SCM.10.1, SRG.6, R7  The command level rises by one."""
    levels = list(s.levels)
    levels[side] += 1
    s.levels = levels[0], levels[1]
    s.tell("log.level", rule=rule, side=side, count=levels[side], loud=True)


def muster(s: Position, name: str, turn: int) -> None:
    """6.13, JCM.1, JCM.2.2, JCM.3.3, SCM.1, SCM.2.3, JRG.1, JRG.2, JRG.3, JRG.4, SRG.1, SRG.2, R3, R5  A group is due:
    this turn, its next part a turn later; past the end it never comes (6.25)."""
    game, group = s.game, s.game.charts.groups[name]
    box = s.turn_box(turn)
    if box is not None:
        coming = game.group[name] & s.stack(game.box(OUT))
        for unit in members(coming):
            s.send(unit, box)
        enlist(s, group.side, game.air, group.air, box)
        enlist(s, group.side, game.supply, group.supply, box)
        s.tell("log.group", rule=group.rule, side=group.side, group=f"@arrives.{name}", loud=True)
    if group.next:
        muster(s, group.next, turn + 1)


def enlist(s: Position, side: int, kind: UnitSet, count: int, box: str) -> None:
    """6.11, R104  Points of air or supply, or deception markers, come out of the mix."""
    stock = members(kind & s.game.in_play & s.in_box(side, OUT))
    for unit, _ in zip(stock, range(count), strict=False):
        s.send(unit, box)


def _withdraw(s: Position, side: int) -> None:
    """JCM.4, R78  Each armor regiment in play goes home on 1 to 4; it brings no victory points."""
    game = s.game
    in_play = s.on_map(JAPAN) | s.based(JAPAN)
    for unit in members(game.withdrawn & in_play):
        (die,) = s.roll(1)
        gone = die <= game.charts.effects["armor_withdrawn"]
        s.tell("log.withdrawn" if gone else "log.stays", rule="JCM.4", unit=unit, dice=str(die), loud=True)
        if gone:
            forget(s, unit)
            s.send(unit, REMOVED)


def _desert(s: Position, side: int) -> None:
    """15.21.1, JCM.7, R79  Manchukuoan units on the map are gone for good on 5 or 6; they bring no victory points."""
    game = s.game
    for unit in members(s.on_map(JAPAN) & game.sheet.of_nation["MC"]):
        (die,) = s.roll(1)
        gone = die >= game.charts.effects["deserts"]
        # Who stays may lie beneath others: the enemy hears only of those that go.
        s.tell(
            "log.deserted" if gone else "log.stays",
            -1 if gone else 1 << JAPAN,
            "JCM.7",
            unit=unit,
            dice=str(die),
            loud=True,
        )
        if gone:
            forget(s, unit)
            s.send(unit, PERMANENT)


def _gekokujo(s: Position, side: int) -> None:
    """JCM.6  A die: a headquarters free, or a supply point less."""
    (die,) = s.roll(1)
    if die <= s.game.charts.effects["gekokujo_activates"]:
        s.tell("log.gekokujo", rule="JCM.6.1", dice=str(die), loud=True)
        s.push(Gekokujo())
    else:
        s.tell("log.gekokujo-short", rule="JCM.6.2", dice=str(die), loud=True)
        s.short = 1


def _weather(s: Position, side: int) -> None:
    """JCM.10, JCM.10.1, SCM.9, SCM.9.1, R45, R90  Each player damages an air unit, then loses a supply point."""
    for who in (side, 1 - side):
        damage(s, who, 1, RESERVE, "JCM.10.1" if side == JAPAN else "SCM.9.1")
    s.push(LoseSupply(side, side), LoseSupply(1 - side, side))


@step
class Gekokujo(PbnStep):
    """JCM.6.1, R44  One headquarters on the map or in Hailar is activated and stays so for the turn; or none."""

    def _able(self, s: Position) -> UnitSet:
        return (s.on_map(JAPAN) | s.based(JAPAN)) & s.game.headquarters

    @property
    def phase(self) -> str:
        return PHASES[JAPAN]

    def ask(self, s: Position) -> Prompt:
        return prompt(JAPAN, "JCM.6.1", "ask.gekokujo", units(self._able(s), "activate"), bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "activate" and isinstance(noun, int):
            return None if self._able(s) >> noun & 1 else no("JCM.6.1", "why.no-headquarters", unit=noun)
        return asked_first(s, side, "JCM.6.1")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.activated |= 1 << noun
            s.kept |= 1 << noun
            s.tell("log.activated", 1 << side, "JCM.6.1", units=1 << noun, how="@active.free", loud=True)

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowded(s, JAPAN, self._able(s))


@step
class LoseSupply(PbnStep):
    """JCM.10.2, SCM.9.2, R45  A supply point is lost, on the map or in the base, as its owner likes; if he has any."""

    side: Side
    drawer: Side
    """Whose Weather marker it is."""

    @property
    def phase(self) -> str:
        return PHASES[self.drawer]

    @property
    def rule(self) -> str:
        return "JCM.10.2" if self.drawer == JAPAN else "SCM.9.2"

    def _stock(self, s: Position) -> UnitSet:
        return (s.on_map(self.side) | s.based(self.side)) & s.game.supply

    def ask(self, s: Position) -> Prompt | None:
        # Also where there is one point only: how much supply there is, and where, is nobody else's business.
        stock = self._stock(s)
        return prompt(self.side, self.rule, "ask.lose-supply", units(stock)) if stock else None

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self._stock(s) >> noun & 1 else no(self.rule, "why.no-supply-point", unit=noun)
        return no(self.rule, "why.lose-supply")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        expend(s, noun)
        s.tell("log.weather-supply", rule=self.rule, side=self.side, loud=True)


def expend(s: Position, unit: int) -> None:
    """7.8.2, 7.8.6  A supply point is used up: it goes back to the mix."""
    forget(s, unit)
    s.send(unit, OUT)
