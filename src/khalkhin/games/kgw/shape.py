"""What the data files of the game may say: a kind for every entry and every column (engine/schema.py)."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.data import TomlTable
from khalkhin.board.toml_lines import TomlPath
from khalkhin.engine.folder import Folder
from khalkhin.engine.schema import (
    RULE,
    TEXT,
    Columns,
    Decimal,
    Entries,
    Keyed,
    Listed,
    Maybe,
    Named,
    Number,
    OneOf,
    Shape,
    TextValue,
)
from khalkhin.engine.shapes import (
    COUNTER,
    DIE,
    FLAG,
    HEX,
    MARKERS,
    NAMED_SIDES,
    PLACE,
    TERRAIN,
    chart,
    counters_once,
    holding,
    ladder,
    map_head,
    nations,
    option,
    per_side,
    results,
    rising,
    rising_turns,
    scenario,
)
from khalkhin.games.kgw.position import DISPUTED, MANCHUKUO, MENGJIANG, MPR, USSR
from khalkhin.games.kgw.setup import OPTIONAL
from khalkhin.games.kgw.terrain import BRIDGE, RIVER, WAYS

SIDE = OneOf("soviet", "japan")
COUNTRIES = (USSR, MPR, MANCHUKUO, MENGJIANG)
COUNTRY = OneOf(*COUNTRIES)
NATIONS = {"soviet": ("RA", "MPR"), "japan": ("IJA", "CXF", "MC", "MJ", "WR")}
NATION = OneOf(*(nation for found in NATIONS.values() for nation in found))
INFANTRY = ("infantry", "mech_infantry", "cavalry", "mixed", "security", "garrison", "airborne")
ARMOUR = ("armor", "armor_group", "armored_recon", "armored_train")
OTHERS = ("artillery", "engineer", "mech_engineer", "supply", "agent", "air", "air_supply", "leader", "gekokujo")
TYPE = OneOf(*INFANTRY, *ARMOUR, *OTHERS)
COUNT, POINTS, SHIFT = Number(0, 99), Number(0, 99), Number(-9, 9)
COSTS = Listed(Number(0, 99), size=2)
"""Half points in summer and in winter; 0 is no entry."""
SHIFTS = Listed(SHIFT, size=2)
CODE = Named("charts.toml", "results", "codes")


# -- charts ------------------------------------------------------------------------------------------------------------


def _alike(charts: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """17.1  There are counters with the factors of every division and its parts."""
    names = ("type", "combat", "movement")
    there = {tuple(row.text(name) for name in names) for row in folder.rows("counters.csv")}
    for row in charts["equivalents"]:
        for found in (row["division"], *row["parts"]):
            kind, combat, movement = (str(found[name]) for name in names)
            if (kind, combat, movement) not in there:
                yield (*found.path, "combat"), f"there is no {kind} counter with the factors {combat}-{movement}"


def _divisions(charts: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """17.1  Of every division it is told what it is made of."""
    names = ("type", "combat", "movement")
    told = {(row["side"], *(str(row["division"][name]) for name in names)) for row in charts["equivalents"]}
    for row in folder.rows("counters.csv"):
        if row.text("size") == "XX" and (row.text("side"), *(row.text(name) for name in names)) not in told:
            row.fail("size", "equivalents of charts.toml do not tell what such a division is made of")
    yield from ()


def _months(turns: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """8.2  The track has a box for each month in turn."""
    for number, row in enumerate(turns["months"]):
        if number and row["month"] != turns["months"][number - 1]["month"] + 1:
            yield ("months", number, "month"), f"month {row['month']} does not follow on the one before it"


ALIKE = {"type": TYPE, "combat": COUNT, "movement": COUNT}
CODES = Entries(
    attacker=COUNT, defender=COUNT, attacker_retreats=COUNT, defender_retreats=COUNT, counterattack=Maybe(FLAG)
)
UNITS = {"nations": Maybe(Listed(NATION)), "types": Maybe(Listed(TYPE)), "not_types": Maybe(Listed(TYPE))}
EVENT = Entries(
    name=TEXT,
    gain=Maybe(POINTS),
    cost=Maybe(POINTS),
    marker=Maybe(FLAG),
    leader=Maybe(FLAG),
    sorge=Maybe(FLAG),
    free=Maybe(Entries(UNITS, count=Number(1, 99), beside_quota=Maybe(FLAG))),
    withdraw=Maybe(Entries(UNITS)),
)
ACTION = Entries(rule=RULE, phase=OneOf("organise", "combat", "supply", "air"))
SHIFT_NAMES = ("maximum_supply", "close_support", "shock", "artillery", "concentric", "counterattack", "river")
INCOME = ("japan", "soviet", "japan_accelerated", "soviet_accelerated")

LEVELS = ("marginal", "operational", "strategic")
CHARTS = Entries(
    None,
    _alike,
    _divisions,
    combat=ladder(CODE, dice=Number(1, 1)),
    results=chart(codes=Keyed(TEXT, CODES)),
    shifts=chart(dict.fromkeys((*SHIFT_NAMES, "soviet_artillery", "entrenchment"), SHIFT)),
    air=chart(
        range=per_side(COUNT),
        relocation=COUNT,
        per_aerodrome=COUNT,
        support=COUNT,
        support_succeeds=Number(0, 6),
        block=Number(1, 7),
    ),
    air_combat=results(TextValue("-|[ADE][1-9]", "a dash, or A, D or E with a number")),
    terrain=Keyed(
        TERRAIN,
        chart(non=Maybe(COSTS), mech=Maybe(COSTS), cavalry=Maybe(COSTS), shift=SHIFTS, entrench=FLAG),
        all=True,
    ),
    town=chart(shift=SHIFTS),
    ways=chart(dict.fromkeys(WAYS, Listed(Number(1, 99), size=2))),
    river=chart(non=COSTS, mech=COSTS),
    movement=chart(scale=Number(1, 12)),
    railroad=chart(on=COUNT, off=COUNT, capacity=COUNT, countries=per_side(Listed(COUNTRY, once=True))),
    stacking=chart(units=Number(1, 99), divisions=COUNT, partisans=COUNT),
    supply=chart(
        radius=per_side(COUNT),
        winter_radius=COUNT,
        actions=Entries(
            dict.fromkeys(("entrench", "maximum", "second_segment", "railroad", "reuse"), ACTION), rule=RULE
        ),
    ),
    recruit=chart(most=POINTS, objective=POINTS, zhukov=POINTS),
    west_edge=chart(lesser=COUNT, divisions=COUNT, supply=COUNT),
    equivalents=Listed(
        chart(
            side=SIDE,
            division=Entries(ALIKE),
            parts=Listed(Entries(ALIKE, count=Number(1, 99)), least=1),
        )
    ),
    turns=chart(
        {"months": Listed(Entries(dict.fromkeys(INCOME, POINTS), month=Number(1, 12), winter=Number(0, 6)), least=1)},
        _months,
    ),
    events=chart(per_side(Keyed(DIE, EVENT, all=True)).kinds),
    places=Listed(chart(hex=HEX, objective=FLAG, aerodrome=FLAG)),
    victory=chart(
        dict.fromkeys(("both", "objective", "aerodrome", *LEVELS), POINTS),
        rising(*LEVELS),
    ),
    losses=chart(least_strength=COUNT, gains=Keyed(CODE, POINTS), cost=POINTS),
    railhead=chart(line=Listed(HEX, least=1, once=True)),
)


# -- scenarios ---------------------------------------------------------------------------------------------------------


def _area(area: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """Conditions that say nothing without another."""
    for name, other in (
        ("within", "of"),
        ("of", "within"),
        ("border", "reach"),
        ("reach", "border"),
        ("beside", "road"),
    ):
        if name in area and other not in area:
            yield (name,), f"it says nothing without {other}"


def _known_months(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """8.2  The turn record track has every month of the scenario."""
    months = [row["month"] for row in folder.table("charts.toml").table("turns")["months"]]
    for name in ("first", "last"):
        if table["turns"][name] not in months:
            yield ("turns", name), f"month {table['turns'][name]} is not on the turn record track of charts.toml"


AREA = Entries(
    dict.fromkeys(("north_of_herlen", "beside", "railroad", "towns", "aerodromes"), Maybe(FLAG)),
    _area,
    country=Maybe(Listed(COUNTRY, least=1)),
    hexes=Maybe(Listed(HEX, least=1)),
    within=Maybe(COUNT),
    of=Maybe(Listed(HEX, least=1)),
    border=Maybe(COUNTRY),
    reach=Maybe(COUNT),
    west_of=Maybe(HEX),
    road=Maybe(Named("sides.csv", "name")),
)
LINE = Entries(
    rule=RULE,
    side=SIDE,
    area=AREA,
    counters=Listed(COUNTER, least=1),
    prefer=Maybe(Listed(HEX)),
    apart=Maybe(FLAG),
    most=Maybe(COUNT),
)
OPTIONS = (
    *("armour_groups", "air_missions", "ground_fire", "air_supply"),
    *("soviet_reorganization", "agents", "railway", "losses"),
    *("supply_losses", "passing_garrison"),
)
SCENARIO = scenario(
    "kgw",
    dict.fromkeys(OPTIONS, option()),
    {
        "rule": RULE,
        "accelerated": FLAG,
        "first_objectives": FLAG,
        "no_first_event": Listed(SIDE, once=True),
        "points": per_side(POINTS),
        "gekokujo": FLAG,
        "leader_from": Number(1, 99),
        "turns": Entries(first=Number(1, 12), last=Number(1, 12)),
        "closed": per_side(Listed(HEX)),
        "entrenchments": per_side(Listed(HEX)),
        "setup": Listed(LINE, least=1),
        "recruits": Maybe(FLAG),
        "levels": Maybe(Entries(dict.fromkeys(LEVELS, POINTS), rising(*LEVELS))),
    },
    rising_turns,
    _known_months,
    counters_once("setup"),
)


# -- the map and the counters ------------------------------------------------------------------------------------------

RELIEF = OneOf("steppe", "rough", "desert", "mountain", "dunes", "marsh", "forest", "lake")
MAP = Columns(
    PLACE,
    town=Maybe(TEXT),
    aerodrome=Maybe(TEXT),
    objective=Maybe(TEXT),
    country=OneOf(*COUNTRIES, DISPUTED),
    rail=Maybe(TEXT),
    road=Maybe(TEXT),
    trail=Maybe(TEXT),
    relief=Maybe(RELIEF),
    **{"class": Maybe(OneOf("town", "village"))},
)
YES = Maybe(OneOf("yes"))
FACTOR = Maybe(COUNT)
COUNTERS = Columns(
    {"class": Maybe(OneOf("non", "mech", "air"))},
    nations(NATIONS),
    holding("id", *(counter for _, counters in OPTIONAL for counter in counters)),
    holding("type", "gekokujo", "air_supply", "leader"),
    id=TEXT,
    name=TEXT,
    side=SIDE,
    nation=NATION,
    type=TYPE,
    size=Maybe(OneOf("II", "III", "X", "XX")),
    unit=Maybe(TEXT),
    parent=Maybe(TEXT),
    combat=FACTOR,
    bracket=YES,
    shock=Maybe(OneOf("+", "±", "train")),
    movement=Maybe(TextValue("rail|[0-9]{1,2}", "a whole number from 0 to 99 or 'rail'")),
    range=Maybe(TextValue("[0-9]{1,2}|1-[1-6]", "a range in hexes, or the rolls of an agent such as '1-4'")),
    back=Maybe(OneOf("depot", "bridge", "partisan")),
    back_combat=FACTOR,
    back_movement=FACTOR,
    back_radius=FACTOR,
    cost=Maybe(Decimal(0, 99, parts=2)),
    formation=Maybe(COUNTER),
    agent=YES,
    source=Maybe(TEXT),
)

SHAPE = Shape(
    {
        "map.toml": map_head({"terrain": ("lake",), "sides": (RIVER, BRIDGE), "links": WAYS}),
        "map.csv": MAP,
        "sides.csv": NAMED_SIDES,
        "counters.csv": COUNTERS,
        "markers.csv": MARKERS,
        "charts.toml": CHARTS,
        "scenarios/*.toml": SCENARIO,
    }
)
