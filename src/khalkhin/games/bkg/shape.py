"""What the data files of the game may say: a kind for every entry and every column (engine/schema.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from khalkhin.board.data import Row, TomlTable
from khalkhin.board.toml_lines import TomlPath
from khalkhin.engine.folder import Folder
from khalkhin.engine.results_tables import totals
from khalkhin.engine.schema import (
    RULE,
    TEXT,
    AnyOf,
    Columns,
    Entries,
    Keyed,
    Listed,
    Maybe,
    Named,
    Number,
    OneOf,
    Shape,
    Split,
    TextValue,
)
from khalkhin.engine.shapes import (
    COUNTER,
    FLAG,
    HEX,
    PLACE,
    SIDES,
    TERRAIN,
    chart,
    counters_once,
    holding,
    map_head,
    nations,
    option,
    per_side,
    results,
    rising_turns,
    scenario,
)
from khalkhin.games.bkg.terrain import BRIDGE, RIVERS

SIDE = OneOf("soviet", "japan")
NATIONS = {"soviet": ("SU", "MN"), "japan": ("JP", "MC")}
NATION = OneOf(*(nation for found in NATIONS.values() for nation in found))
TYPES = ("INF", "MOT", "MEC", "PARA", "ARM", "CVM", "CAV", "MG", "ART", "MTN", "AT", "ENG")
ARTILLERY = ("ART", "MTN", "AT")
TYPE = OneOf(*TYPES)
CLASSES = ("non_mtz", "mtz", "mtn")
HEXSIDE = OneOf(*RIVERS, BRIDGE, "border")
EDGE = OneOf("N", "E", "S", "W")
COUNT, COST, SHIFT, POINTS = Number(0, 99), Number(0, 99), Number(0, 9), Number(0, 99)
TURN = Number(1, 31)
"""A day of August."""
COSTS = Entries(dict.fromkeys(CLASSES, COST))
STEP = Number(1, 99)
"""What a step into a hex costs, in half points."""
ROW = Named("charts.toml", "dice", "row_totals")
CODE = Named("charts.toml", "results", "codes")
CODES = Split(CODE, " ")


# -- charts ------------------------------------------------------------------------------------------------------------


def _every_total(dice: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """K-07  Every total of two dice is in one row."""
    found = [total for row in dice["row_totals"].values() for total in row]
    for total in totals(2):
        if found.count(total) != 1:
            yield ("row_totals",), f"a total of {total} is in {found.count(total)} rows instead of one"


def _bounds(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """T3  Every column but the last has a bound, and they rise."""
    bounds = table["upper_bounds"]
    if len(bounds) != len(table["columns"]) - 1:
        yield ("upper_bounds",), f"there are {len(bounds)} bounds for {len(table['columns'])} columns, the last without"
    if bounds != sorted(set(bounds)):
        yield ("upper_bounds",), "the bounds do not rise"


def _ratios(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """5.1.1.c  The columns are ratios without a gap: 1-2, 1-1, 2-1 and so on."""
    columns = table["columns"]
    even = columns.index("1-1") if "1-1" in columns else 0
    for at, found in enumerate(columns):
        wanted = f"{at - even + 1}-1" if at >= even else f"1-{even - at + 1}"
        if found != wanted:
            yield ("columns", at), f"{found!r} stands where {wanted!r} belongs"


def _edges(row: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """4.2.2  A unit that leaves by an edge survives or is destroyed."""
    for edge in "NESW":
        if [*row["survives"], *row["destroyed"]].count(edge) != 1:
            yield ("destroyed",), f"the edge {edge} does not stand in one of the two lists"


def _strike(row: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    if row["least"] > row["most"]:
        yield ("most",), f"{row['most']} is less than the least, {row['least']}"


def _days(row: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    if row["first"] > row["last"]:
        yield ("last",), f"turn {row['last']} is before the first, {row['first']}"


RESULT = Entries(
    rule=RULE,
    of=OneOf("attacker", "defender", "both"),
    wins=OneOf("attacker", "defender", "nobody"),
    retreats=OneOf("attacker", "defender", "nobody"),
    losses=COUNT,
    eliminated=COUNT,
    exchange=Maybe(FLAG),
)
SCORE = Entries(rule=RULE, to=OneOf("holder", "soviet", "japan"), points=POINTS)
SCORES = ("nomonhan", "west_mountain", "jp_destroyed", "mc_destroyed", "cleared")
LOST_SCORES = ("su_destroyed", "mn_destroyed", "jp_intact")
OF_TYPE = Keyed(TYPE, Number(0, 9), all=True)

CHARTS = Entries(
    combat=results(CODES, ROW, _ratios),
    dice=chart(
        {"row_totals": Keyed(TEXT, Listed(Number(2, 12), least=1))},
        _every_total,
        count=Number(2, 2),
        sides=Number(6, 6),
    ),
    results=chart(codes=Keyed(TEXT, RESULT)),
    bombardment=results(CODES, ROW, _bounds, upper_bounds=Listed(Number(1, 999))),
    vulnerability=chart(air=OF_TYPE, artillery=OF_TYPE),
    shifts=Entries(encirclement=chart(columns=SHIFT), beyond_border=chart(columns=SHIFT)),
    losses=chart(steps=Number(2, 2), flipped_divisor=Number(2, 2)),
    movement=chart(scale=Number(1, 12)),
    movement_class=chart(of=Keyed(TYPE, OneOf(*CLASSES), all=True)),
    terrain=Keyed(
        TERRAIN,
        chart(cost=Entries(dict.fromkeys(CLASSES, Maybe(STEP))), columns=SHIFT, forbidden=Listed(TYPE, once=True)),
        all=True,
    ),
    hexside=Keyed(HEXSIDE, chart(cost=COSTS, columns=SHIFT), all=True),
    road=chart(cost=Entries(dict.fromkeys(CLASSES, STEP)), columns=SHIFT),
    break_contact=chart(cost=COST),
    stacking=chart(limit=Number(1, 99)),
    map_exit=chart(
        per_side(
            Entries({"survives": Listed(EDGE), "destroyed": Listed(EDGE)}, _edges, may_return=FLAG),
        ).kinds
    ),
    advance=chart(hexes=OF_TYPE),
    river_retreat=chart(types=Listed(TYPE, once=True), hexsides=Listed(HEXSIDE, once=True)),
    air=chart(
        turns=Listed(Entries({"first": TURN, "last": TURN}, _days, rule=RULE, soviet=POINTS, japan=POINTS), least=1),
        strike=chart({"least": Number(1, 99), "most": Number(1, 99)}, _strike),
        track=chart(spaces=Listed(COUNT), chips=per_side(Listed(COUNT))),
    ),
    victory=chart(
        points=Entries(dict.fromkeys((*SCORES, *LOST_SCORES), SCORE)),
        attrition=chart(one_in=Number(1, 99)),
    ),
    nations=chart(of=Keyed(NATION, Entries(side=SIDE, colour=TEXT), all=True)),
    designations=chart(division_of=Entries(), regiment_names=Entries()),
    rulings=Keyed(TEXT, chart(ruling=TextValue("K-[0-9]+", "the number of a ruling"), decided_in=TEXT)),
    formations=Listed(
        chart(
            name=TEXT,
            side=SIDE,
            kind=OneOf("regiment", "brigade", "division", "mongolian_division"),
            elements=Listed(AnyOf(COUNTER, Named("charts.toml", "formations", "name")), least=1, once=True),
            attack=SHIFT,
            defence=SHIFT,
        )
    ),
)


# -- the scenario ------------------------------------------------------------------------------------------------------


def _turns(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """3.0, 6.0  What comes comes in a turn of the game, and every turn has its air points."""
    first, last = table["turns"]["first"], table["turns"]["last"]
    air = folder.table("charts.toml").table("air")["turns"]
    for turn in range(first, last + 1):
        if sum(row["first"] <= turn <= row["last"] for row in air) != 1:
            yield ("turns", "first"), f"turn {turn} is not in one row of air.turns of charts.toml"
    for row in table["reinforcements"]:
        if not first <= row["turn"] <= last:
            yield (*row.path, "turn"), f"turn {row['turn']} is not between the first and the last, {first} and {last}"


def _everybody(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """10.1  Every counter stands somewhere, is in the reserve, or comes later."""
    listed = [*table["setup"]["hexes"], table["reserve"], *table["reinforcements"]]
    seen = {name for row in listed for name in row["counters"]}
    for name in folder.names("counters.csv", "id"):
        if name not in seen:
            yield ("setup", "hexes"), f"{name!r} is neither set up, nor in the reserve, nor a reinforcement"


def _hexes(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """4.1.1, 4.1.2.i, 9.0  No hex is set up with both sides in it, too many units, or one that may not enter."""
    charts = folder.table("charts.toml")
    limit, ground = charts["stacking"]["limit"], {r.text("hex"): r.text("terrain") for r in folder.rows("map.csv")}
    kinds = {row.text("id"): row.text("type") for row in folder.rows("counters.csv")}
    sides: dict[str, str] = {table["reserve"]["hex"]: table["reserve"]["side"]}
    there: Counter[str] = Counter()
    for row in table["setup"]["hexes"]:
        hex_ = row["hex"]
        if sides.setdefault(hex_, row["side"]) != row["side"]:
            yield (*row.path, "hex"), f"both sides are set up in {hex_}"
        there[hex_] += len(row["counters"])
        if there[hex_] > limit:
            yield (*row.path, "hex"), f"{there[hex_]} units are set up in {hex_}, and {limit} may be there"
        for at, name in enumerate(row["counters"]):
            if kinds[name] in charts["terrain"][ground[hex_]]["forbidden"]:
                yield (*row.path, "counters", at), f"{name!r} may not be in {hex_}, which is {ground[hex_]}"


LISTED = Listed(COUNTER, least=1)
SCENARIO = scenario(
    "bkg",
    {"open_strengths": option(), "closed_edge": option(), "cavalry_advance": option(), "shift_first": option()},
    {
        "sides": Listed(SIDE, size=2, once=True),
        "turns": chart(first=TURN, last=TURN),
        "setup": chart(hexes=Listed(Entries(rule=RULE, side=SIDE, hex=HEX, counters=LISTED))),
        "reserve": chart(side=OneOf("soviet"), hex=HEX, ring=Listed(HEX, once=True), counters=LISTED, moves_from=TURN),
        "entry": per_side(
            chart(edges=Listed(Entries(edge=EDGE, side_of_river=Maybe(OneOf("east", "west"))), least=1)),
        ),
        "reinforcements": Listed(chart(side=SIDE, turn=TURN, counters=LISTED)),
        "objectives": Listed(chart(kind=OneOf("nomonhan", "west_mountain"), name=TEXT, hex=HEX, holder=SIDE)),
    },
    rising_turns,
    _turns,
    counters_once("setup.hexes", "reserve", "reinforcements"),
    _everybody,
    _hexes,
)


# -- the map and the counters ------------------------------------------------------------------------------------------


def _locations(found: list[Row], folder: Folder) -> None:
    """A counter that begins on the map begins in a hex of it."""
    for row in found:
        where = row.text("location")
        if where.isdecimal() and where not in folder.names("map.csv", "hex"):
            row.fail("location", f"{where!r} is not in column hex of map.csv")


def _ranges(found: list[Row], folder: Folder) -> None:
    """8.0.b  Artillery has a range."""
    for row in found:
        if row.text("type") in ARTILLERY and not row.text("range"):
            row.fail("range", f"{row.text('type')} is artillery, and has no range")


MAP = Columns(
    PLACE,
    name=Maybe(TEXT),
    height=Maybe(Number(0, 9999)),
    objective=Maybe(POINTS),
    side_of_river=OneOf("east", "west"),
    side_of_border=OneOf("west_south", "north_east"),
    country=OneOf("Mongolia", "Manchukuo"),
    road=OneOf("0", "1"),
    trail=OneOf("0", "1"),
    relief=Maybe(OneOf("dunes")),
)
COUNTERS = Columns(
    {"id": TEXT, "name": TEXT},
    nations(NATIONS),
    holding("nation", "JP"),
    _locations,
    _ranges,
    side=SIDE,
    nation=NATION,
    type=TYPE,
    size=OneOf("II", "III", "X"),
    regiment=Maybe(TEXT),
    division=Maybe(TEXT),
    attack=COUNT,
    defence=COUNT,
    movement=Number(1, 99),
    range=Maybe(Number(1, 99)),
    steps=Number(2, 2),
    location=TextValue("[0-9]{4}|reserve|T[0-9]{1,2}", "a hex, 'reserve' or a turn such as 'T21'"),
    basis=Maybe(TEXT),
)

SHAPE = Shape(
    {
        "map.toml": map_head({"terrain": ("open", "mountain"), "sides": (*RIVERS, BRIDGE), "links": ()}),
        "map.csv": MAP,
        "sides.csv": SIDES,
        "counters.csv": COUNTERS,
        "charts.toml": CHARTS,
        "scenarios/*.toml": SCENARIO,
    }
)
