"""Printed hex numbers and bit positions, neighbours, distance, rings, edges.

A sheet of hexes consists of straight lines: its columns if the hexes have flat tops, its rows if they have
pointed ones. Every other line stands half a hex off. The bits of a hex set follow the lines in axial
coordinates, so that each of the six neighbours is one constant shift for every hex, whatever the printed
numbering, and at least one bit that belongs to no hex parts the end of a line from the start of the next.
What is shifted off the map therefore lands on such a bit, never on the wrong hex, and `all` masks it out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from khalkhin.board.hexset import Hex, HexSet, union

Sides = tuple[HexSet, HexSet, HexSet, HexSet, HexSet, HexSet]
"""A set of hexsides, seen from both hexes: sides[d] holds the hexes whose side in direction d is a member."""

COMPASS = ("N", "E", "S", "W")
_FLAT = ("N", "NE", "SE", "S", "SW", "NW")
_POINTY = ("NE", "E", "SE", "SW", "W", "NW")
# Steps in axial coordinates (line, place), in the order of the names above.
_FLAT_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY_STEPS = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))


class UnknownHex(ValueError):
    """A hex number that is not on the map."""


class ImpossibleGrid(ValueError):
    """A description that no sheet of hexes fits. `field` is what is wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class GridSpec:
    """How a sheet is laid out and numbered.

    Its lines are its columns if hexes have flat tops, else its rows. The `shifted` ones, by their printed
    number, stand half a hex off to the `shift`; the `short` ones have one hex fewer.
    """

    layout: Literal["flat", "pointy"]
    numbering: Literal["CCRR", "RRCC"]
    columns: int
    rows: int
    columns_from: Literal["west", "east"]
    rows_from: Literal["north", "south"]
    shifted: Literal["odd", "even"]
    shift: Literal["north", "south", "east", "west"]
    short: Literal["none", "odd", "even"] = "none"

    def __post_init__(self) -> None:
        for field, number in (("columns", self.columns), ("rows", self.rows)):
            if not 1 <= number <= 99:
                raise ImpossibleGrid(field, f"A grid has 1 to 99 {field}, not {number}.")
        along = ("south", "north") if self.flat else ("east", "west")
        if self.shift not in along:
            raise ImpossibleGrid("shift", f"The lines of a {self.layout} grid are shifted {' or '.join(along)}.")
        if self.short not in ("none", self._inset):
            raise ImpossibleGrid("short", f"Only the {self._inset} lines, which stand half a hex in, can be short.")
        if self.short != "none" and self.longest < 2:
            raise ImpossibleGrid("short", "A line of one hex cannot be a hex short.")

    @property
    def flat(self) -> bool:
        return self.layout == "flat"

    @property
    def lines(self) -> int:
        return self.columns if self.flat else self.rows

    @property
    def longest(self) -> int:
        return self.rows if self.flat else self.columns

    @property
    def line_sign(self) -> int:
        """+1 if the numbers of the lines grow eastward or southward."""
        return 1 if (self.columns_from == "west" if self.flat else self.rows_from == "north") else -1

    @property
    def place_sign(self) -> int:
        """+1 if the numbers along a line grow southward or eastward."""
        return 1 if (self.rows_from == "north" if self.flat else self.columns_from == "west") else -1

    @property
    def shift_sign(self) -> int:
        return 1 if self.shift in ("south", "east") else -1

    @property
    def _inset(self) -> str:
        """The lines that begin half a hex further in than the others."""
        if self.shift_sign == self.place_sign:
            return self.shifted
        return "even" if self.shifted == "odd" else "odd"

    def length(self, line: int) -> int:
        return self.longest - (_parity(line) == self.short)

    def axial(self, line: int, place: int) -> tuple[int, int]:
        """Axial coordinates (line, place), both growing with east and south, of a printed line and place."""
        x = line * self.line_sign
        return x, (self.doubled(line, place) - x) // 2

    def doubled(self, line: int, place: int) -> int:
        """How far along its line a hex stands, in half hexes, growing with south or east."""
        return 2 * place * self.place_sign + self.shift_sign * (_parity(line) == self.shifted)

    def printed(self, x: int, y: int) -> tuple[int, int]:
        """The inverse of `axial`, also for the numbers that hexes beyond the edge of the sheet would have."""
        line = x * self.line_sign
        return line, (y - self.axial(line, 0)[1]) * self.place_sign


class Grid:
    """The hexes of one sheet. Directions are 0 to 5, clockwise; the opposite of d is (d + 3) % 6.

    `all` is the set of all hexes, `bits` the length of the longest set, `around[h]` the neighbours of hex h,
    `names` the printed numbers in order, `edge` the hexes along the N, E, S and W edge of the map.
    """

    def __init__(self, spec: GridSpec) -> None:
        self.spec = spec
        self.directions = _FLAT if spec.flat else _POINTY
        self._steps = _FLAT_STEPS if spec.flat else _POINTY_STEPS
        # The lines lie `width` or one bit less apart, which leaves at least one spare bit between them.
        self.width = spec.longest + 2
        self.shifts = tuple(x * self.width + y for x, y in self._steps)
        self._direction = {shift: d for d, shift in enumerate(self.shifts)}
        self._printed = self._lay_out()
        self._axial = {h: spec.axial(*at) for h, at in self._printed.items()}
        self.all: HexSet = union(self._printed)
        self.bits = self.all.bit_length()
        self.around = tuple(self.spread(1 << h) if self.all >> h & 1 else 0 for h in range(self.bits))
        self._name = {h: self._number(h) for h in self._printed}
        self.names = tuple(sorted(self._name.values()))
        self._hex = {name: h for h, name in self._name.items()}
        self._exits = {h: self._ways_out(*at) for h, at in self._axial.items()}
        self.edge = {e: union(h for h, out in self._exits.items() if e in out) for e in COMPASS}
        self._origin = self._west_and_north()

    def _lay_out(self) -> dict[Hex, tuple[int, int]]:
        """The printed line and place of each hex."""
        spec, found = self.spec, {}
        for line in range(1, spec.lines + 1):
            for place in range(1, spec.length(line) + 1):
                x, y = spec.axial(line, place)
                found[x * self.width + y] = line, place
        # One line of spare bits in front, so that no neighbour of a hex has a negative position.
        first = min(found) - self.width
        return {position - first: found[position] for position in sorted(found)}

    def __repr__(self) -> str:
        return f"<Grid {self.names[0]} to {self.names[-1]}, {len(self.names)} hexes>"

    # Numbers and places

    def at(self, name: str) -> Hex:
        """The hex with this printed number."""
        try:
            return self._hex[name]
        except KeyError:
            raise UnknownHex(
                f"There is no hex {name!r} on this map: its hexes are numbered {self.spec.numbering}, "
                f"{self.names[0]} to {self.names[-1]}."
            ) from None

    def name(self, hex: Hex) -> str:
        return self._name[hex]

    def coordinates(self, hex: Hex) -> tuple[int, int]:
        """Column and row as printed."""
        line, place = self._printed[hex]
        return (line, place) if self.spec.flat else (place, line)

    def _number(self, hex: Hex) -> str:
        column, row = self.coordinates(hex)
        return f"{column:02}{row:02}" if self.spec.numbering == "CCRR" else f"{row:02}{column:02}"

    def centre(self, hex: Hex) -> tuple[float, float]:
        """Where the hex lies if its radius is 1: east of the westernmost, south of the northernmost one."""
        x, y = self._plane(hex)
        return x - self._origin[0], y - self._origin[1]

    def _plane(self, hex: Hex) -> tuple[float, float]:
        line, place = self._printed[hex]
        across = 1.5 * line * self.spec.line_sign
        along = sqrt(3) / 2 * self.spec.doubled(line, place)
        return (across, along) if self.spec.flat else (along, across)

    def _west_and_north(self) -> tuple[float, float]:
        xs, ys = zip(*map(self._plane, self._printed), strict=True)
        return min(xs), min(ys)

    # Neighbours

    def step(self, hex: Hex, d: int) -> Hex | None:
        """The neighbour in direction d, or None where the map ends."""
        there = hex + self.shifts[d]
        return there if self.all >> there & 1 else None

    def shift(self, s: HexSet, d: int) -> HexSet:
        """The whole set one step in direction d; what leaves the map is gone."""
        n = self.shifts[d]
        return (s << n if n > 0 else s >> -n) & self.all

    def spread(self, s: HexSet) -> HexSet:
        """All neighbours of the members, members or not: six directions by four shifts."""
        up, down = s << 1, s >> 1
        return (up | down | (s | down) << self.width | (s | up) >> self.width) & self.all

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction of the step from a to its neighbour b."""
        try:
            return self._direction[b - a]
        except KeyError:
            raise ValueError(f"Hexes {self.name(a)} and {self.name(b)} are not neighbours.") from None

    def sides(self, pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
        """The hexsides between pairs of neighbours."""
        masks = [0] * 6
        for a, b in pairs:
            d = self.direction(a, b)
            masks[d] |= 1 << a
            masks[(d + 3) % 6] |= 1 << b
        return six(masks)

    # Distance

    def distance(self, a: Hex, b: Hex) -> int:
        """How many steps lie between a and b."""
        ax, ay = self._axial[a]
        bx, by = self._axial[b]
        x, y = bx - ax, by - ay
        return max(abs(x), abs(y), abs(x + y))

    def within(self, s: HexSet, n: int) -> HexSet:
        """All hexes at most n steps from the set, the set included."""
        for _ in range(n):
            s |= self.spread(s)
        return s

    def ring(self, hex: Hex, n: int) -> HexSet:
        """All hexes exactly n steps away."""
        if n == 0:
            return 1 << hex
        inner = self.within(1 << hex, n - 1)
        return self.spread(inner) & ~inner

    # Edges

    def exits(self, hex: Hex) -> tuple[str, ...]:
        """The edges, in the order N E S W, over which a single step leaves the map.

        A step into a row that does not exist leaves by the north or south edge, one into a column that does
        not exist by the west or east edge; where neither exists, the column decides.
        """
        return self._exits[hex]

    def _ways_out(self, x: int, y: int) -> tuple[str, ...]:
        found = {self._beyond(x + dx, y + dy) for dx, dy in self._steps}
        return tuple(e for e in COMPASS if e in found)

    def _beyond(self, x: int, y: int) -> str | None:
        """The edge beyond which axial coordinates lie; None if they are on the map."""
        spec = self.spec
        line, place = spec.printed(x, y)
        across = _overshoot(line, spec.lines) * spec.line_sign
        along = _overshoot(place, spec.length(line)) * spec.place_sign
        column, row = (across, along) if spec.flat else (along, across)
        if column:
            return "E" if column > 0 else "W"
        if row:
            return "S" if row > 0 else "N"
        return None


def six(masks: Iterable[HexSet]) -> Sides:
    """Six masks, one per direction, as the fixed-length tuple that type checkers want to see."""
    a, b, c, d, e, f = masks
    return a, b, c, d, e, f


def walls(sides: Sides) -> Sides:
    """Hexsides closed to `reach` and `trace`: by direction of the step, the hexes it enters over one."""
    return six(sides[(d + 3) % 6] for d in range(6))


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"


def _overshoot(number: int, last: int) -> int:
    """-1 below the first number, +1 above the last, else 0."""
    return (number > last) - (number < 1)
